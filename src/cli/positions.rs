//! `tengen positions`: labelled games as the positions that the network learns from.
//!
//! What comes out is a line that names the format, padded to [`HEADER_BYTES`], and a record of fixed size for each labelled
//! position; numbers are little-endian.

use super::files::create;
use super::labelled::{Labelled, LabelledGames, invalid, policy};
use crate::board::Point;
use crate::network::{PLANES, SIDE, Sight};
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Args, Debug)]
pub(super) struct PositionOptions {
    #[command(flatten)]
    games: LabelledGames,
    /// Where the positions go.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Bytes of the first line.
const HEADER_BYTES: usize = 64;

/// Writes the positions; says how many there are.
pub(super) fn run(options: &PositionOptions, out: &mut impl Write) -> io::Result<()> {
    options.games.check(None, &options.out)?;
    let mut file = create(&options.out)?;
    let header = format!("tengen positions 1 planes {PLANES}\n");
    file.write_all(format!("{header:<HEADER_BYTES$}").as_bytes())?;
    let tally = options.games.each(|position| write_position(&position, &mut file))?;
    file.finish()?;
    writeln!(out, "{tally}")
}

/// A record: the planes, 11 bytes each with a bit for each point; the komi that the player gains, win rate and lead as
/// floats; the policy, 82 shares as thousandths of 16 bits; the owners, 81 bytes; the number of the game, by which
/// it is held out or not, 4 bytes; whether the last move was a pass; whether the label is an older one.
fn write_position(labelled: &Labelled<'_>, out: &mut impl Write) -> io::Result<()> {
    let &Labelled { game, label, number, is_older } = labelled;
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
    let policy = policy(label)?;
    policy.iter().try_for_each(|share| out.write_all(&share.to_le_bytes()))?;
    let owners = label["owner"].as_array().filter(|owners| owners.len() == SIDE * SIDE);
    for owner in owners.ok_or_else(|| invalid("a label lacks the owners"))? {
        let owner: Option<i8> = owner.as_i64().and_then(|owner| owner.try_into().ok());
        out.write_all(&owner.ok_or_else(|| invalid("an owner is no number of hundredths"))?.to_le_bytes())?;
    }
    out.write_all(&number.to_le_bytes())?;
    out.write_all(&[u8::from(sight.after_pass), u8::from(is_older)])
}
