//! `tengen features`: labelled games as the features of all moves, from which the prior is fitted.
//!
//! What comes out is a line of JSON (`names`, and how many `positions`, `moves` and `noted` features follow) and then, each as
//! numbers with the low byte first: for every position the number of its game (4 bytes) and of its moves (1); for every move the
//! teacher's share of it in thousandths (2) and how many features are noted (1); for every feature its place in `names` (2).

use super::files::{create, open, parsed_line, unreadable};
use super::labelled::{Labelled, LabelledGames, Tally, invalid, policy};
use crate::board::{Point, PointMap};
use crate::knowledge::Knowledge;
use crate::network::SIDE;
use crate::patterns::Surroundings;
use crate::search::{Feature, Scene};
use clap::Args;
use serde_json::json;
use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(super) struct FeatureOptions {
    #[command(flatten)]
    games: LabelledGames,
    /// Where the features go.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Surroundings are features if they are seen so often around moves.
    #[arg(long, value_name = "N", default_value_t = 200)]
    least: u32,
    /// Surroundings are features if they are in this file, which the command wrote of other games.
    #[arg(long, value_name = "FILE", conflicts_with = "least")]
    names_of: Option<PathBuf>,
}

/// Features that the format can number.
const MOST_NAMES: usize = 1 << 16;

/// Writes the features; says how many positions there are.
pub(super) fn run(options: &FeatureOptions, out: &mut impl Write) -> io::Result<()> {
    options.games.check(options.names_of.as_ref(), &options.out)?;
    let knowledge = Knowledge::embedded();
    let mut seen_first = None;
    let drawings = match &options.names_of {
        Some(path) => drawings_of(path)?,
        None => {
            if options.games.are_input() {
                return Err(invalid(
                    "the games are read twice, so they cannot be standard input without --names-of",
                ));
            }
            let mut seen: HashMap<Surroundings, u32> = HashMap::new();
            let tally = options.games.each(|position| {
                scene_of(&position, &knowledge).surroundings(|_, drawn| *seen.entry(drawn).or_default() += 1);
                Ok(())
            })?;
            seen_first = Some(tally.positions);
            harvest(&seen, options.least)
        }
    };
    let mut names: Vec<String> = Feature::ALL.iter().map(|feature| feature.name().to_owned()).collect();
    let mut numbers = HashMap::new();
    for drawn in drawings {
        let number = names.len() as u16;
        numbers.extend(drawn.images().map(|image| (image, number)));
        names.push(drawn.to_string());
    }
    if names.len() > MOST_NAMES {
        return Err(io::Error::other(format!("{} features are too many: --least must be more", names.len())));
    }
    let mut table = FeatureTable::default();
    let tally = options.games.each(|position| {
        let shares = policy(position.label)?;
        table.add(&scene_of(&position, &knowledge), position.number, &shares, &numbers);
        Ok(())
    })?;
    if seen_first.is_some_and(|positions| positions != tally.positions) {
        return Err(io::Error::other("the games are read twice, and the second time they were others"));
    }
    let mut file = create(&options.out)?;
    table.write(&names, &tally, &mut file)?;
    file.finish()?;
    writeln!(out, "{tally}; {} features", names.len())
}

/// A position as a search would see it.
fn scene_of<'a>(position: &Labelled<'a>, knowledge: &'a Knowledge) -> Scene<'a> {
    Scene::new(position.game.board(), position.game.last_moves(), knowledge)
}

/// The surroundings that occur often enough; one of each image.
fn harvest(seen: &HashMap<Surroundings, u32>, least: u32) -> Vec<Surroundings> {
    let mut totals: HashMap<Surroundings, u32> = HashMap::new();
    for (drawn, count) in seen {
        *totals.entry(drawn.canonical()).or_default() += count;
    }
    let mut often: Vec<_> =
        totals.into_iter().filter(|&(_, total)| total >= least).map(|(drawn, _)| drawn).collect();
    often.sort_unstable();
    often
}

/// The surroundings among the names of a file.
fn drawings_of(path: &Path) -> io::Result<Vec<Surroundings>> {
    let mut header = String::new();
    open(path)?.read_line(&mut header).map_err(|error| unreadable(path, error))?;
    let header = parsed_line(path, 1, &header)?;
    let names = header["names"].as_array().ok_or_else(|| unreadable(path, "there are no names"))?;
    Ok(names.iter().filter_map(|name| Surroundings::parse(name.as_str()?)).collect())
}

/// The features of all moves so far.
#[derive(Default)]
struct FeatureTable {
    games: Vec<u32>,
    plays: Vec<u8>,
    shares: Vec<u16>,
    counts: Vec<u8>,
    noted: Vec<u16>,
}

impl FeatureTable {
    fn add(
        &mut self,
        scene: &Scene<'_>,
        game: u32,
        shares: &[u16; SIDE * SIDE + 1],
        numbers: &HashMap<Surroundings, u16>,
    ) {
        let mut noted: PointMap<Vec<u16>> = PointMap::from_array(std::array::from_fn(|_| Vec::new()));
        scene.features(|feature, points| points.iter().for_each(|point| noted[point].push(feature as u16)));
        scene.surroundings(|point, drawn| noted[point].extend(numbers.get(&drawn)));
        let mut plays = 0;
        for (share, point) in shares.iter().zip(Point::reading_order(SIDE)) {
            if scene.plays.contains(point) {
                plays += 1;
                self.shares.push(*share);
                self.counts.push(noted[point].len() as u8);
                self.noted.append(&mut noted[point]);
            }
        }
        self.games.push(game);
        self.plays.push(plays);
    }

    fn write(&self, names: &[String], tally: &Tally, file: &mut impl Write) -> io::Result<()> {
        let FeatureTable { games, plays, shares, counts, noted } = self;
        let header = json!({"names": names, "positions": tally.positions, "moves": shares.len(), "noted": noted.len()});
        writeln!(file, "{header}")?;
        games.iter().try_for_each(|number| file.write_all(&number.to_le_bytes()))?;
        file.write_all(plays)?;
        shares.iter().try_for_each(|number| file.write_all(&number.to_le_bytes()))?;
        file.write_all(counts)?;
        noted.iter().try_for_each(|number| file.write_all(&number.to_le_bytes()))
    }
}
