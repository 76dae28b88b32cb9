//! Chains drawn from games by a rule that knows no solver, so that none is left out for being hard or easy.
//!
//! The rule: of each game one position after its tenth move in which no retaking is forbidden, each as likely; of that one
//! chain with one to four liberties that has two stones or more, or holds or touches the last move, each as likely. Who
//! moves first is who was to move in the game.

use super::{FIRST_MOVE, chains_with};
use crate::board::{Board, Move, Point, PointSet};
use crate::cli::files::{open, parsed_line, unreadable, unusable};
use crate::cli::labelled::replay;
use crate::cli::question::CaptureQuestion;
use crate::game::Game;
use crate::rng::Rng;
use crate::sgf;
use crate::solver::Role;
use rand::RngExt;
use rand::seq::SliceRandom;
use std::collections::HashSet;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

/// Prints a chain of so many of the games; what is known of it is nothing.
pub(super) fn run(files: &[PathBuf], count: usize, seed: u64, out: &mut impl Write) -> io::Result<()> {
    let mut games = Vec::new();
    for file in files {
        read(file, &mut games)?;
    }
    let mut numbers: Vec<usize> = (0..games.len()).collect();
    let (picked, _) = numbers.partial_shuffle(&mut Rng::new(seed, 0), count);
    picked.sort_unstable();
    let mut seen = HashSet::new();
    for &mut number in picked {
        let mut rng = Rng::new(seed, 1 + number as u64);
        if let Some((board, target)) = drawn(games[number].clone(), &mut rng) {
            let owner_moves = board.color_at(target) == Some(board.to_play());
            let role = if owner_moves { Role::Defend } else { Role::Attack };
            let line = format!("{} open 0 0", CaptureQuestion::new(board, target, role).words());
            if seen.insert(line.clone()) {
                writeln!(out, "{line}")?;
            }
        }
    }
    Ok(())
}

/// Appends the games of a file: one if it is a record, otherwise one of each line.
fn read(file: &Path, games: &mut Vec<Game>) -> io::Result<()> {
    if file.extension().is_some_and(|ending| ending == "sgf") {
        games.push(sgf::load(file, None, 0.0).map_err(|reason| unreadable(file, reason))?);
        return Ok(());
    }
    for (number, line) in (1..).zip(open(file)?.lines()) {
        let line = line.map_err(|error| unreadable(file, error))?;
        let record = parsed_line(file, number, &line)?;
        games.push(replay(&record).map_err(|error| unusable(file, number, error))?);
    }
    Ok(())
}

/// A position of a game and a chain in it.
fn drawn(mut game: Game, rng: &mut Rng) -> Option<(Board, Point)> {
    let mut positions = Vec::new();
    while game.turns().len() >= FIRST_MOVE {
        let chains = chains(game.board(), game.last_moves()[0]);
        if game.board().ko().is_none() && !game.is_over() && !chains.is_empty() {
            positions.push((game.board().clone(), chains));
        }
        game.undo();
    }
    if positions.is_empty() {
        return None;
    }
    let (board, chains) = positions.swap_remove(rng.random_range(0..positions.len()));
    Some((board, chains[rng.random_range(0..chains.len())]))
}

/// A stone of each chain that may be drawn.
fn chains(board: &Board, last: Option<Move>) -> Vec<Point> {
    let around = last
        .and_then(Move::point)
        .map_or(PointSet::EMPTY, |point| PointSet::of(point) | PointSet::neighbors_of(point));
    chains_with(board, 1..=4)
        .filter(|chain| !chain.stones().is_single() || chain.stones().intersects(around))
        .filter_map(|chain| chain.stones().first())
        .collect()
}
