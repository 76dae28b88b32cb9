//! `tengen positions`: labelled games as the positions that the network learns from.
//!
//! A game is a JSON object on a line (`scripts/train/README.md`). What comes out is a line that names the format, padded to
//! [`HEADER_BYTES`], and a record of fixed size for each labelled position; numbers are little-endian.

use crate::board::{Board, Move, Point, PointSet, Symmetry};
use crate::file;
use crate::game::Game;
use crate::network::{PLANES, SIDE, Sight};
use crate::sgf;
use clap::Args;
use serde_json::Value;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(super) struct PositionOptions {
    /// Files of labelled games, one a line; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Where the positions go.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Files of positions that must not be among them, turned, mirrored or with colors exchanged either: games as JSON with
    /// `moves` (*.jsonl), of which the last position counts, or tests (*.tst) with the positions that they load.
    #[arg(long, value_name = "FILE")]
    without: Vec<PathBuf>,
}

/// Bytes of the first line.
const HEADER_BYTES: usize = 64;

/// Positions, whatever their symmetry and colors.
type Known = HashSet<[u128; 2]>;

/// Writes the positions; says how many there are.
pub(super) fn run(options: &PositionOptions, out: &mut impl Write) -> io::Result<()> {
    let mut known = Known::new();
    for path in &options.without {
        add_known(path, &mut known)?;
    }
    let mut file = BufWriter::new(File::create(&options.out)?);
    let header = format!("tengen positions 1 planes {PLANES}\n");
    file.write_all(format!("{header:<HEADER_BYTES$}").as_bytes())?;
    let mut tally = Tally::default();
    for path in &options.games {
        let input: Box<dyn BufRead> = match path.to_str() {
            Some("-") => Box::new(io::stdin().lock()),
            _ => Box::new(BufReader::new(File::open(path)?)),
        };
        for (number, line) in (1..).zip(input.lines()) {
            let wrong =
                |reason: &str| io::Error::other(format!("{}, line {number}: {reason}", path.display()));
            let record: Value = serde_json::from_str(&line?).map_err(|error| wrong(&error.to_string()))?;
            write_game(&record, &known, &mut tally, &mut file).map_err(|error| wrong(&error.to_string()))?;
        }
    }
    file.flush()?;
    let Tally { games, positions, left_out } = tally;
    writeln!(out, "{positions} positions of {games} games; {left_out} left out")
}

#[derive(Default)]
struct Tally {
    games: u32,
    positions: u64,
    left_out: u64,
}

/// The least of a position's images; stones of the player to move come first.
fn key(board: &Board) -> [u128; 2] {
    let color = board.to_play();
    let bits = |points: PointSet| points.iter().fold(0u128, |bits, point| bits | 1 << point.index());
    let image = |symmetry: Symmetry| {
        [color, !color].map(|owner| bits(symmetry.points(board.stones(owner), board.size())))
    };
    Symmetry::ALL.map(image).into_iter().min().unwrap_or_default()
}

fn add_known(path: &Path, known: &mut Known) -> io::Result<()> {
    let text = file::read_text(path, 1 << 30).map_err(io::Error::other)?;
    if path.extension().is_some_and(|ending| ending == "tst") {
        let folder = path.parent().unwrap_or(Path::new(""));
        for words in text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>()) {
            if let ["loadsgf", record, before @ ..] = words.as_slice() {
                let before = before.first().and_then(|number| number.parse().ok());
                let game = sgf::load(&folder.join(record), before, 0.0).map_err(io::Error::other)?;
                known.insert(key(game.board()));
            }
        }
        return Ok(());
    }
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).map_err(io::Error::other)?;
        known.insert(key(replay(&record)?.board()));
    }
    Ok(())
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_owned())
}

/// The game after the last move that the record has.
pub(super) fn replay(record: &Value) -> io::Result<Game> {
    let mut game = begin(record)?;
    for mv in moves(record)? {
        play(&mut game, mv)?;
    }
    Ok(game)
}

fn begin(record: &Value) -> io::Result<Game> {
    let komi = record["komi"].as_f64().ok_or_else(|| invalid("there is no komi"))? as f32;
    let mut game = Game::new(SIDE, komi);
    if let Some(stones) = record["stones"].as_array() {
        let points: Option<PointSet> = stones.iter().map(|name| Point::parse(name.as_str()?, SIDE)).collect();
        game.place_handicap(points.ok_or_else(|| invalid("a stone stands on no point"))?);
    }
    Ok(game)
}

fn moves(record: &Value) -> io::Result<Vec<Move>> {
    let names = record["moves"].as_array().ok_or_else(|| invalid("there are no moves"))?;
    let mv = |name: &Value| match name.as_str()? {
        "pass" => Some(Move::Pass),
        name => Point::parse(name, SIDE).map(Move::Play),
    };
    names.iter().map(|name| mv(name).ok_or_else(|| invalid("a move is no point"))).collect()
}

/// Makes the next move of a record.
fn play(game: &mut Game, mv: Move) -> io::Result<()> {
    let color = game.board().to_play();
    game.play_reported(color, mv).map_err(|reason| invalid(&format!("{mv} is illegal: {reason}")))
}

fn write_game(record: &Value, known: &Known, tally: &mut Tally, out: &mut impl Write) -> io::Result<()> {
    let mut game = begin(record)?;
    let first = record["first"].as_u64().unwrap_or(0) as usize;
    let labels = record["positions"].as_array().ok_or_else(|| invalid("there are no positions"))?;
    // The rules of older labels take dead stones off for nothing, so that their passes mean something else.
    let is_older = record["game"].is_null();
    if labels.is_empty() {
        // Random moves made no legal game.
        return Ok(());
    }
    let number = tally.games;
    tally.games += 1;
    for (turn, mv) in moves(record)?.into_iter().enumerate() {
        if let Some(label) = turn.checked_sub(first).and_then(|at| labels.get(at)) {
            if known.contains(&key(game.board())) {
                tally.left_out += 1;
            } else {
                write_position(&game, label, number, is_older, out)?;
                tally.positions += 1;
            }
        }
        play(&mut game, mv)?;
    }
    Ok(())
}

/// A record: the planes, 11 bytes each with a bit for each point; the komi that the player gains, win rate and lead as
/// floats; the policy, 82 shares as thousandths of 16 bits; the owners, 81 bytes; the number of the game, 4 bytes; whether the
/// last move was a pass; whether the label is an older one.
fn write_position(
    game: &Game,
    label: &Value,
    number: u32,
    is_older: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let sight = Sight::new(game.board(), game.last_moves(), game.komi());
    for plane in sight.planes() {
        let bits = Point::reading_order(SIDE).enumerate().filter(|(_, point)| plane.contains(*point));
        let bits = bits.fold(0u128, |bits, (i, _)| bits | 1 << i);
        out.write_all(&bits.to_le_bytes()[..11])?;
    }
    let float = |name: &str| {
        label[name].as_f64().map(|number| number as f32).ok_or_else(|| invalid("a label lacks a number"))
    };
    for number in [sight.gain(), float("win")?, float("lead")?] {
        out.write_all(&number.to_le_bytes())?;
    }
    let mut policy = [0u16; SIDE * SIDE + 1];
    for (index, share) in label["policy"].as_object().ok_or_else(|| invalid("a label lacks the policy"))? {
        let share = share.as_u64().ok_or_else(|| invalid("a share is no number"))?;
        let place = index.parse().ok().and_then(|index: usize| policy.get_mut(index));
        *place.ok_or_else(|| invalid("a share is of no move"))? = share as u16;
    }
    policy.iter().try_for_each(|share| out.write_all(&share.to_le_bytes()))?;
    let owners = label["owner"].as_array().filter(|owners| owners.len() == SIDE * SIDE);
    for owner in owners.ok_or_else(|| invalid("a label lacks the owners"))? {
        let owner = owner.as_i64().ok_or_else(|| invalid("an owner is no number"))?;
        out.write_all(&(owner as i8).to_le_bytes())?;
    }
    out.write_all(&number.to_le_bytes())?;
    out.write_all(&[u8::from(sight.after_pass), u8::from(is_older)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    #[test]
    fn a_position_is_known_in_every_image_and_color() {
        let mut board = Board::new(SIDE);
        for (color, name) in [(Color::Black, "C3"), (Color::White, "E5"), (Color::Black, "G4")] {
            board.play_legal(color, Point::parse(name, 9).unwrap());
        }
        for symmetry in Symmetry::ALL {
            let image = symmetry.board(&board);
            assert_eq!(key(&image), key(&board));
            assert_eq!(key(&image.with_colors_exchanged()), key(&board));
        }
        let mut other = board.clone();
        other.pass(board.to_play());
        assert_ne!(key(&other), key(&board));
    }
}
