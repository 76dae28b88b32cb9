//! `tengen review`: games with a verdict on every move.

use super::files::{make_folder, replace, unreadable};
use super::options::{all_cores, positive_seconds};
use super::play::{HANDICAP_KOMI, game_of};
use super::pool::on_all_cores;
use crate::engine::NAME;
use crate::file;
use crate::knowledge::Knowledge;
use crate::review::{Review, Reviewer, beginning, to_html, to_json, to_sgf, to_text};
use crate::search::Limits;
use crate::sgf::{RECORD_BYTES, SgfError};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use std::collections::HashSet;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

#[derive(Args, Debug)]
pub(super) struct ReviewOptions {
    /// Game records (SGF). Of each, the main line of its first game is reviewed.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Folder for what is written: of `game.sgf` that is `game.review.sgf`, `game.review.json` and `game.review.html`. If
    /// not given, they stand beside the record.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Seconds a move.
    #[arg(long, value_name = "SECONDS", default_value_t = 0.2, value_parser = positive_seconds, allow_negative_numbers = true)]
    time: f64,
    /// Playouts of each of the two searches of a move, instead of a time.
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = clap::value_parser!(u64).range(1..))]
    visits: Option<u64>,
}

impl ReviewOptions {
    /// A move takes two searches at most.
    fn limits(&self) -> Limits {
        let time = self.visits.is_none().then(|| Duration::from_secs_f64(self.time / 2.0));
        Limits { playouts: self.visits, time, budget: None }
    }

    /// What an up-to-date review of that record was made with.
    fn made_with(&self, record: &[u8]) -> String {
        // Of another record, or by another compiler, there is another hash: the review is made again.
        let mut hasher = DefaultHasher::new();
        hasher.write(record);
        let hash = hasher.finish();
        match self.visits {
            Some(visits) => format!("{NAME}, {visits} visits, record {hash:016x}"),
            None => format!("{NAME}, {} s, record {hash:016x}", self.time),
        }
    }
}

/// Why a file is not reviewed.
#[derive(Debug, Error)]
enum ReviewError {
    #[error(transparent)]
    File(#[from] io::Error),
    #[error("{}: its review would overwrite that of another record of this name", .0.display())]
    Twice(PathBuf),
    #[error("{}: there is no move to review", .0.display())]
    Empty(PathBuf),
}

/// The files that are written of a record.
struct Outputs {
    record: PathBuf,
    data: PathBuf,
    page: PathBuf,
}

impl Outputs {
    fn of(file: &Path, out: Option<&Path>) -> Outputs {
        let folder = out.or_else(|| file.parent()).unwrap_or(Path::new(""));
        let stem = file.file_stem().unwrap_or_default();
        let with = |ending: &str| {
            let mut name = stem.to_owned();
            name.push(ending);
            folder.join(name)
        };
        Outputs { record: with(".review.sgf"), data: with(".review.json"), page: with(".review.html") }
    }

    /// Are all of them newer than the record, and made in the same way? The data is written last.
    fn are_up_to_date(&self, file: &Path, made_with: &str) -> bool {
        let changed = |file: &Path| fs::metadata(file).and_then(|data| data.modified()).ok();
        let since = changed(file);
        let newer =
            |made: &PathBuf| changed(made).is_some_and(|made| since.is_some_and(|since| made >= since));
        if ![&self.record, &self.data, &self.page].into_iter().all(newer) {
            return false;
        }
        let data = file::read(&self.data, RECORD_BYTES << 6).ok();
        let data = data.and_then(|data| serde_json::from_slice::<serde_json::Value>(&data).ok());
        data.is_some_and(|data| data["made_with"] == made_with)
    }
}

/// Reviews all files, as many at once as there are cores; says which could not be reviewed, and whether all were.
pub(super) fn run(options: &ReviewOptions, out: &mut (impl Write + Send)) -> io::Result<bool> {
    if let Some(folder) = &options.out {
        make_folder(folder)?;
    }
    let mut reviewer = Reviewer::new(options.limits(), Knowledge::embedded());
    let jobs = jobs(options);
    // Few games share the cores; of many each gets one.
    reviewer.spread = jobs.len() < all_cores().max(2);
    let bar = ProgressBar::new(jobs.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left") {
        bar.set_style(style);
    }
    bar.tick();
    let printed = parking_lot::Mutex::new((out, Ok(())));
    let work = |job: Result<&PathBuf, ReviewError>| {
        let answer = job.and_then(|file| Ok((file, review_file(&reviewer, options, file)?)));
        let is_done = answer.is_ok();
        bar.suspend(|| match answer {
            Ok((file, what)) => {
                let (out, result) = &mut *printed.lock();
                if result.is_ok() {
                    *result = writeln!(out, "{}: {what}", file.display());
                }
            }
            // Nobody is left to tell if standard error is closed.
            Err(error) => _ = writeln!(io::stderr(), "error: {error}"),
        });
        bar.inc(1);
        is_done
    };
    let all = if reviewer.spread {
        jobs.into_iter().map(|job| on_all_cores(|| work(job))).fold(true, |all, one| all & one)
    } else {
        on_all_cores(|| jobs.into_par_iter().map(work).reduce(|| true, |all, one| all & one))
    };
    bar.finish_and_clear();
    printed.into_inner().1.map(|()| all)
}

/// The files that can be reviewed side by side without one overwriting the review of another.
fn jobs(options: &ReviewOptions) -> Vec<Result<&PathBuf, ReviewError>> {
    let (mut named, mut known) = (HashSet::new(), HashSet::new());
    // A record that is named twice is one record, however its folder is written.
    let files = options.files.iter().filter(|file| named.insert(in_full(file)));
    let mut is_new = |file: &Path| known.insert(Outputs::of(&in_full(file), options.out.as_deref()).data);
    files.map(|file| if is_new(file) { Ok(file) } else { Err(ReviewError::Twice(file.clone())) }).collect()
}

/// The path with the folder's own name; as it is if there is no such folder.
fn in_full(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (fs::canonicalize(folder), file.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => file.to_owned(),
    }
}

/// Reviews a file; what became of it.
fn review_file(reviewer: &Reviewer, options: &ReviewOptions, file: &Path) -> Result<String, ReviewError> {
    // A pattern of names finds it beside its record.
    if file.to_string_lossy().ends_with(".review.sgf") {
        return Ok("it is a review itself".to_owned());
    }
    let outputs = Outputs::of(file, options.out.as_deref());
    let broken = |reason: SgfError| unreadable(file, reason);
    let bytes = file::read(file, RECORD_BYTES).map_err(|reason| broken(reason.into()))?;
    let made_with = options.made_with(&bytes);
    if outputs.are_up_to_date(file, &made_with) {
        return Ok("its review is up to date".to_owned());
    }
    let game = game_of(&bytes, [reviewer.config.komi, HANDICAP_KOMI]).map_err(broken)?;
    if game.turns().is_empty() {
        return Err(ReviewError::Empty(file.to_owned()));
    }
    let mut reviewer = reviewer.clone();
    if let Some(rules) = game.info().and_then(|info| info.known_rules()) {
        reviewer.config.rules = rules;
    }
    let review = reviewer.review(&game);
    let record = to_sgf(&review, &bytes).map_err(broken)?;
    let from = beginning(&review, &bytes).map_err(broken)?;
    write(&outputs, &review, &record, &made_with)?;
    let from = from.map_or(String::new(), |from| format!("reviewed {from}; "));
    Ok(format!("{from}{}", to_text(&review)))
}

fn write(outputs: &Outputs, review: &Review, record: &[u8], made_with: &str) -> io::Result<()> {
    let mut data = to_json(review);
    data["made_with"] = made_with.into();
    replace(&outputs.record, record)?;
    replace(&outputs.page, to_html(review).as_bytes())?;
    replace(&outputs.data, format!("{data}\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_named_twice_is_reviewed_once() {
        let files = ["g.sgf", "g.sgf", "./g.sgf", "src/../g.sgf", "other/g.sgf"].map(PathBuf::from).to_vec();
        let options = ReviewOptions { files, out: Some(PathBuf::from("out")), time: 0.2, visits: None };
        let jobs = jobs(&options);
        assert!(matches!(jobs.as_slice(), [Ok(_), Err(ReviewError::Twice(_))]), "{jobs:?}");
    }
}
