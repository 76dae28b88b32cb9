//! Tengen, a 9×9 Monte-Carlo Go engine that speaks GTP.
//!
//! Modules in the order of their layers; each uses only what stands above it in this list:
//!
//! | layer | modules | says |
//! |---|---|---|
//! | board | [`board`], [`rng`] | the rules of one position; no history, no heuristics |
//! | facts | [`game`], [`tactics`], [`network`], [`patterns`] | what is true of a game or a position |
//! | reading | [`playout`], [`solver`] | what happens next |
//! | tree | [`params`], [`search`] | which move is best |
//! | engine | [`engine`], [`mod@bench`] | one object that plays a game; its measured figures |
//! | outside | [`sgf`], [`gtp`], [`cli`] | text in, text out |
//!
//! A random game:
//!
//! ```
//! use tengen::board::Board;
//! use tengen::params::Params;
//! use tengen::playout::{Light, Trace, play_out};
//! use tengen::rng::Rng;
//!
//! let mut board = Board::new(9);
//! let mut trace = Trace::new();
//! let outcome = play_out(&mut Light, &mut board, &Params::default().ends(7.5), &mut Rng::new(1, 0), &mut trace);
//! println!("{board}\n{outcome:?} after {} moves", trace.moves().len());
//! ```

pub mod bench;
pub mod board;
pub mod cli;
pub mod engine;
pub mod file;
pub mod game;
pub mod gtp;
pub mod network;
pub mod params;
pub mod patterns;
pub mod playout;
pub mod rng;
pub mod search;
pub mod sgf;
pub mod solver;
pub mod tactics;
