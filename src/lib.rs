//! Tengen, a 9×9 Monte-Carlo Go engine: the rules, playouts, a tree search that a small network or RAVE leads, and a solver that
//! proves captures. The program `tengen` is this library behind GTP and a command line.
//!
//! Modules in the order of their layers; each uses only what stands above it in this list:
//!
//! | layer | modules | says |
//! |---|---|---|
//! | board | [`board`], [`rng`], [`params`], [`file`](mod@file), [`pause`] | the rules of one position; randomness, tunable numbers, bounded files, pauses of long work |
//! | facts | [`game`], [`tactics`], [`network`], [`patterns`] | what is true of a game or a position |
//! | reading | [`knowledge`], [`playout`], [`solver`] | what an engine has learned; what happens next |
//! | tree | [`search`] | which move is best |
//! | engine | [`engine`], [`mod@bench`] | one object that plays a game; measured figures |
//! | together | [`cluster`] | several processes that search as one |
//! | outside | [`sgf`], [`gtp`], [`analysis`], [`review`], [`web`], [`cli`] | text in, text out |
//!
//! # A game and its rules
//!
//! ```
//! use tengen::board::{Color, Illegal, Move, Point};
//! use tengen::game::Game;
//!
//! let mut game = Game::new(9, 7.5);
//! let e5 = Point::parse("E5", 9).map(Move::Play).unwrap();
//! game.play(Color::Black, e5)?;
//! assert_eq!(game.play(Color::White, e5), Err(Illegal::Occupied));
//! game.play(Color::White, Move::Pass)?;
//! println!("{}", game.board());
//! # Ok::<(), Illegal>(())
//! ```
//!
//! # A search and what it finds
//!
//! ```
//! use tengen::board::Board;
//! use tengen::knowledge::Knowledge;
//! use tengen::search::{Limits, Question, Search, SearchParams, Tree};
//!
//! let board: Board = ". . . . ./. X X . ./X O O . ./. X X . ./. . . . .".parse().unwrap();
//! let (question, params, knowledge) = (Question::new(board, 0.5), SearchParams::default(), Knowledge::embedded());
//! let limits = Limits { playouts: Some(1000), ..Limits::default() };
//! let findings = Search::new(&question, &params, &knowledge, limits).run(&mut Tree::new(16 << 20));
//! let best = findings.best();
//! println!("{} wins {:.0} % of {} playouts", best.mv, 100.0 * best.value.mean, best.visits);
//! assert_eq!(best.mv.to_string(), "D3");
//! ```
//!
//! [`engine::Engine`] does that for a whole game: clocks, passing, resigning, dead stones, pondering; `examples/opponent.rs` plays
//! with it.
//!
//! # A proof by the solver
//!
//! ```
//! use tengen::board::{Board, Point};
//! use tengen::solver::{Answer, Role, Solver, SolverParams};
//!
//! // White's stone is caught in a net: every way out is closed.
//! let board: Board = ". . . . . ./. . . . . ./. . X X . ./. X O . . ./. X . . . ./. . . . . .".parse().unwrap();
//! let target = Point::parse("C3", 6).unwrap();
//! let answer = Solver::new(1 << 20).solve(&board, target, Role::Attack, &SolverParams::default())?;
//! let Answer::Captured { order, first, .. } = answer else { panic!("{answer:?}") };
//! println!("{} captures, by threats of order {order}", first.unwrap());
//! # Ok::<(), tengen::solver::Unsolvable>(())
//! ```
//!
//! The folder `examples` has the same a little larger.

pub mod analysis;
pub mod bench;
pub mod board;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod cluster;
pub mod engine;
pub mod file;
pub mod game;
#[cfg(feature = "cli")]
pub mod gtp;
pub mod knowledge;
mod line;
pub mod network;
pub mod params;
pub mod patterns;
pub mod pause;
pub mod playout;
pub mod review;
pub mod rng;
pub mod search;
pub mod sgf;
pub mod solver;
pub mod tactics;
#[cfg(feature = "cli")]
pub mod web;

/// Has the library been built for processors with x86-64-v3 or newer ones?
pub const IS_FOR_V3: bool = cfg!(all(target_arch = "x86_64", target_feature = "avx2"));
