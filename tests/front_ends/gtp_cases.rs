//! Runs `gtp-tests/*.tst` against the program itself. The format is that of gogui-regress; see
//! `gtp-tests/README.md`.

use crate::program::{Program, command};
use regex::Regex;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The program, started for one file in its folder.
fn start(folder: &Path) -> Program {
    let mut command =
        command(&["gtp", "--threads", "1", "--playouts", "2000", "--seed", "1", "--memory", "64"]);
    command.current_dir(folder);
    Program::of(command)
}

/// The answer to a command: what stands after `=` and the id, or with a leading `? ` if it failed.
fn ask(program: &mut Program, command: &str) -> String {
    program.send(format!("{command}\n"));
    let answer = program.answer();
    let (status, rest) = answer.trim_end_matches('\n').split_at(1);
    let text = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let text = text.strip_prefix(' ').unwrap_or(text);
    match status {
        "=" => text.to_owned(),
        _ => format!("{status} {text}"),
    }
}

/// What a test line expects of the answer before it.
struct Expectation {
    pattern: Regex,
    negated: bool,
    known_failure: bool,
}

impl Expectation {
    /// Reads `#? [pattern]`, `#? [!pattern]` or either with a `*` behind it.
    fn parse(line: &str) -> Option<Expectation> {
        let rest = line.strip_prefix("#?")?.trim();
        let (rest, known_failure) =
            rest.strip_suffix('*').map_or((rest, false), |rest| (rest.trim_end(), true));
        let pattern = rest.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).expect("#? [pattern]");
        let (pattern, negated) = pattern.strip_prefix('!').map_or((pattern, false), |rest| (rest, true));
        let pattern = Regex::new(&format!("(?s)^(?:{pattern})$")).expect("a pattern");
        Some(Expectation { pattern, negated, known_failure })
    }

    /// A failed command meets no negated pattern, or a missing command would pass.
    fn is_met(&self, answer: &str) -> bool {
        if self.negated {
            !answer.starts_with("? ") && !self.pattern.is_match(answer)
        } else {
            self.pattern.is_match(answer)
        }
    }
}

/// Runs a file; returns the number of its tests and a description of each that surprised.
fn run(file: &Path) -> (usize, Vec<String>) {
    let mut program = start(file.parent().unwrap());
    let mut tests = 0;
    let mut surprises = Vec::new();
    let mut ids = HashSet::new();
    let mut last = (String::new(), String::new());
    for (number, line) in (1..).zip(fs::read_to_string(file).unwrap().lines()) {
        let place = format!("{}:{number}", file.file_name().unwrap().to_str().unwrap());
        if let Some(expected) = Expectation::parse(line) {
            tests += 1;
            if expected.is_met(&last.1) == expected.known_failure {
                let what = if expected.known_failure { "passes, but is marked as failing" } else { "failed" };
                let board = ask(&mut program, "showboard");
                surprises.push(format!(
                    "{place}: {what}\n  command:  {}\n  answer:   {}\n  expected: {line}\n{board}\n",
                    last.0, last.1
                ));
            }
        } else if !line.trim().is_empty() && !line.starts_with('#') {
            last = (line.to_owned(), ask(&mut program, line));
            let is_question = line.starts_with(|c: char| c.is_ascii_digit());
            if is_question && !ids.insert(line.split(' ').next().map(str::to_owned)) {
                surprises.push(format!("{place}: another question has the id of '{line}'"));
            }
            if !is_question && last.1.starts_with('?') {
                surprises.push(format!("{place}: '{line}' failed: {}", last.1));
            }
        }
    }
    (tests, surprises)
}

#[test]
fn all_cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("gtp-tests");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "tst"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    let mut all = Vec::new();
    for file in files {
        let (tests, surprises) = run(&file);
        assert!(tests > 0, "{} tests nothing", file.display());
        println!("{}: {tests} tests, {} surprises", file.display(), surprises.len());
        all.extend(surprises);
    }
    assert!(all.is_empty(), "\n{}", all.join("\n"));
}
