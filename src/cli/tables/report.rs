//! The tables, in Markdown.

use super::trial::{Found, TrialResult, TrialVerdict, Trials};
use super::{BASES, GENERATORS, GUESS_NODES, START_GENERATORS, TIME_GENERATORS};
use crate::cli::question::CaptureQuestion;
use crate::solver::{Algorithm, Start};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A line of a table; writing to a string cannot fail.
fn row(text: &mut String, cells: &[String]) {
    let _ = writeln!(text, "| {} |", cells.join(" | "));
}

fn head(text: &mut String, title: &str, cells: &[String]) {
    let _ = writeln!(text, "\n### {title}\n");
    row(text, cells);
    row(text, &vec!["---".to_owned(); cells.len()]);
}

fn words(cells: &[&str]) -> Vec<String> {
    cells.iter().map(|&cell| cell.to_owned()).collect()
}

/// A number with so many digits, or a dash where there is none.
fn rounded(number: Option<f64>, digits: usize) -> String {
    number.map_or("–".to_owned(), |number| format!("{number:.digits$}"))
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

/// How many problems of each label and difficulty there are.
pub(super) fn strata(text: &mut String, questions: &[CaptureQuestion]) {
    let mut labels: BTreeMap<(&str, u8), (u64, Vec<u64>)> = BTreeMap::new();
    for CaptureQuestion { label, nodes, .. } in questions {
        let (problems, known) = labels.entry(label.words()).or_default();
        *problems += 1;
        known.extend(nodes);
    }
    let deciles: Vec<String> = (1..10).map(|tenth| format!("{tenth}0 %")).collect();
    let cells = [words(&["value", "order", "problems"]), deciles, words(&["most"])].concat();
    head(text, "The problems, by value and order, and the nodes that the solver took", &cells);
    for ((value, order), (problems, mut nodes)) in labels {
        nodes.sort_unstable();
        let at = |tenth: usize| nodes.get(nodes.len() * tenth / 10).or(nodes.last());
        let tenths = (1..=10).map(|tenth| rounded(at(tenth).map(|&nodes| nodes as f64), 0));
        let first = [value.to_owned(), order.to_string(), problems.to_string()];
        row(text, &first.into_iter().chain(tenths).collect::<Vec<_>>());
    }
}

/// Right and wrong answers, and those of which nobody knows, if there are any.
fn counts(tried: &TrialResult) -> String {
    let [right, wrong, unproven] = [TrialVerdict::Right, TrialVerdict::Wrong, TrialVerdict::Unproven]
        .map(|verdict| tried.count(verdict));
    if unproven == 0 { format!("{right} / {wrong}") } else { format!("{right} / {wrong} / {unproven}") }
}

/// Table 1 of Yoshizoe, Kishimoto and Müller, with the wrong answers, and the medians of Figure 5.
pub(super) fn generators(text: &mut String, trials: &Trials, nodes: u64) {
    let problems = trials.0.first().map_or(0, |tried| tried.found.len());
    let names: Vec<&str> = GENERATORS.iter().map(|(name, _)| *name).collect();
    let title = format!("Solved rightly / wrong answers, of {problems} problems at {nodes} nodes");
    head(text, &title, &[words(&["algorithm"]), words(&names)].concat());
    let per_generator = trials.0.len() / GENERATORS.len();
    for tried in trials.0.iter().take(per_generator) {
        let name = tried.trial.name;
        let cells = trials.named(name).map(counts);
        row(text, &std::iter::once(name.to_owned()).chain(cells).collect::<Vec<_>>());
    }
    head(
        text,
        "Time of DFPN+ (distance) over time of LDFPN, problems that both solve",
        &words(&["generator", "problems", "median ratio", "LDFPN faster", "DFPN+ faster"]),
    );
    for ((name, _), pairs) in GENERATORS.iter().zip(common(trials)) {
        let faster = pairs.iter().filter(|(ldfpn, dfpn)| ldfpn < dfpn).count();
        let ratios = pairs.iter().map(|(ldfpn, dfpn)| dfpn / ldfpn).collect();
        row(
            text,
            &[
                (*name).to_owned(),
                pairs.len().to_string(),
                rounded(median(ratios), 2),
                faster.to_string(),
                (pairs.len() - faster).to_string(),
            ],
        );
    }
}

/// For each generator, the seconds of LDFPN and of DFPN+ by distance for every problem that both solve.
pub(super) fn common(trials: &Trials) -> Vec<Vec<(f64, f64)>> {
    let pairs = trials.named("LDFPN").zip(trials.named("DFPN+ (distance)"));
    pairs
        .map(|(ldfpn, dfpn)| {
            let both = ldfpn.found.iter().zip(&dfpn.found);
            both.filter(|(a, b)| a.is_right() && b.is_right())
                .map(|(a, b)| (a.finding.seconds, b.finding.seconds))
                .collect()
        })
        .collect()
}

/// What the first numbers do to the lambda search.
pub(super) fn starts(text: &mut String, trials: &Trials, nodes: u64) {
    let bases: Vec<String> = BASES.iter().map(ToString::to_string).collect();
    let title =
        format!("First numbers of the lambda search: solved rightly / wrong at {nodes} nodes, by their base");
    head(text, &title, &[words(&["generator", "highest order", "first proof number"]), bases].concat());
    for (name, generator) in START_GENERATORS {
        for order in [3, 5] {
            for (rule, least) in [("of the lowest order that may do", true), ("of the order searched", false)]
            {
                let here = trials.0.iter().filter(|TrialResult { trial, .. }| {
                    let Algorithm::Lambda(start) = trial.algorithm else { return false };
                    trial.options.generator == generator
                        && trial.options.order == order
                        && matches!(start, Start::Lowest(_)) == least
                });
                let first = [name.to_owned(), order.to_string(), rule.to_owned()];
                row(text, &first.into_iter().chain(here.map(counts)).collect::<Vec<_>>());
            }
        }
    }
}

/// Table 1 and Figures 3 to 5 of Zhang and Chen, and who solves a problem with fewer nodes, for each generator.
pub(super) fn times(text: &mut String, trials: &Trials, nodes: u64, seed: u64) {
    let each = trials.0.len() / TIME_GENERATORS.len();
    for ((name, _), trials) in TIME_GENERATORS.iter().zip(trials.0.chunks(each)) {
        let problems = trials.first().map_or(0, |tried| tried.found.len());
        let title = format!("{problems} problems drawn with seed {seed}, generator {name}, {nodes} nodes");
        costs(text, trials, &title);
        duels(text, trials);
    }
}

fn costs(text: &mut String, trials: &[TrialResult], title: &str) {
    let cells = [
        "algorithm",
        "right",
        "wrong",
        "unproven",
        "open",
        "nodes",
        "depth",
        "MB",
        "ms",
        "≤ 100 ms",
        "≤ 1 s",
        "≤ 10 s",
    ];
    head(text, title, &words(&cells));
    for tried in trials {
        let TrialResult { trial, found } = tried;
        let counted = |verdict| tried.count(verdict).to_string();
        let right: Vec<&Found> = found.iter().filter(|found| found.is_right()).collect();
        let count = right.len() as f64;
        let mean = |value: fn(&Found) -> f64| {
            (!right.is_empty()).then(|| right.iter().map(|found| value(found)).sum::<f64>() / count)
        };
        let within =
            |seconds: f64| right.iter().filter(|found| found.finding.seconds <= seconds).count().to_string();
        let taken = found.iter().filter_map(|found| found.finding.taken).max();
        row(
            text,
            &[
                trial.name.to_owned(),
                right.len().to_string(),
                counted(TrialVerdict::Wrong),
                counted(TrialVerdict::Unproven),
                counted(TrialVerdict::Open),
                rounded(mean(|found| found.finding.nodes as f64), 0),
                rounded(mean(|found| found.finding.depth as f64), 1),
                rounded(taken.map(|bytes| bytes as f64 / 1e6), 1),
                rounded(mean(|found| 1000.0 * found.finding.seconds), 2),
                within(0.1),
                within(1.0),
                within(10.0),
            ],
        );
    }
}

fn duels(text: &mut String, trials: &[TrialResult]) {
    /// The searches of the paper come first, and one more.
    const DUELISTS: usize = 7;
    let trials = &trials[..DUELISTS.min(trials.len())];
    let names: Vec<&str> = trials.iter().map(|tried| tried.trial.name).collect();
    head(
        text,
        "Problems that the algorithm of the row solves with fewer nodes than that of the column",
        &[words(&[""]), words(&names)].concat(),
    );
    let cost = |found: &Found| if found.is_right() { found.finding.nodes } else { u64::MAX };
    for one in trials {
        let cells = trials.iter().map(|other| {
            let pairs = one.found.iter().zip(&other.found);
            pairs.filter(|(a, b)| cost(a) < cost(b)).count().to_string()
        });
        row(text, &std::iter::once(one.trial.name.to_owned()).chain(cells).collect::<Vec<_>>());
    }
}

/// How often the smaller number of the root tells the value of what is still open.
pub(super) fn guesses(text: &mut String, trials: &Trials) {
    head(
        text,
        "Guesses from the numbers of the root where the search is still open; the problems and the positions after their first moves",
        &words(&[
            "nodes",
            "algorithm",
            "open",
            "captured",
            "guessed captured",
            "right",
            "guessed safe",
            "right",
            "no guess",
            "right of all guesses",
        ]),
    );
    for nodes in GUESS_NODES {
        for TrialResult { trial, found } in trials.0.iter().filter(|tried| tried.trial.options.nodes == nodes)
        {
            let open: Vec<_> = found
                .iter()
                .filter(|found| !found.is_solved())
                .filter_map(|found| Some((found.label.captured()?, found.finding.numbers.leaning())))
                .collect();
            let count = |label: Option<bool>, guess: Option<bool>| {
                open.iter()
                    .filter(|(is, says)| label.is_none_or(|label| label == *is) && guess == *says)
                    .count()
            };
            let [yes, no] = [true, false].map(|value| count(None, Some(value)));
            let [yes_right, no_right] = [true, false].map(|value| count(Some(value), Some(value)));
            let captured = open.iter().filter(|(is, _)| *is).count();
            let guesses = yes + no;
            let share = (guesses > 0).then(|| 100.0 * (yes_right + no_right) as f64 / guesses as f64);
            let share = share.map_or("–".to_owned(), |share| format!("{share:.0} %"));
            let cells = [open.len(), captured, yes, yes_right, no, no_right, count(None, None)];
            let numbers = cells.iter().map(ToString::to_string);
            let first = [nodes.to_string(), trial.name.to_owned()];
            row(text, &first.into_iter().chain(numbers).chain([share]).collect::<Vec<_>>());
        }
    }
}
