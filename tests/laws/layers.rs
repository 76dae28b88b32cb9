//! Folders are layers and arrows point down; a rule nobody checks is a wish.

use std::fs;
use std::path::{Path, PathBuf};

/// The layers from the bottom; a module may use every layer below its own.
const LAYERS: &[&[&str]] = &[
    &["board", "file", "line", "params", "pause", "rng"],
    &["game", "network", "tactics", "patterns"],
    &["knowledge", "playout", "solver"],
    &["search"],
    &["engine", "bench"],
    &["cluster"],
    &["sgf", "gtp", "analysis", "review", "web", "cli"],
];

/// The arrows inside a layer.
const BESIDE: &[(&str, &str)] = &[
    ("board", "rng"),
    ("network", "tactics"),
    ("params", "file"),
    ("gtp", "sgf"),
    ("review", "sgf"),
    ("analysis", "review"),
    ("cli", "review"),
    ("web", "analysis"),
    ("cli", "analysis"),
    ("cli", "web"),
    ("cli", "gtp"),
    ("cli", "sgf"),
];

/// Arrows down that are forbidden all the same: below the root of the tree there is only simple ko, and
/// the board says so; a record is of a game, whoever plays it.
const NEVER: &[(&str, &str)] = &[("playout", "game"), ("search", "game"), ("sgf", "engine")];

#[test]
fn arrows_point_down() {
    let mut wrong = Vec::new();
    for file in sources() {
        let from = module_of(&file);
        let text = fs::read_to_string(&file).unwrap();
        for to in crate_uses(&text).into_iter().filter(|to| *to != from && !may_use(&from, to)) {
            wrong.push(format!("{}: {from} uses {to}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_module_has_a_layer() {
    for file in sources() {
        let module = module_of(&file);
        let known = LAYERS.iter().flat_map(|layer| layer.iter()).any(|name| *name == module);
        assert!(known || ["lib", "main"].contains(&module.as_str()), "{module}");
    }
}

/// Text leaves the program through writers that the outside hands in; `println!` panics on a closed pipe.
#[test]
fn nothing_prints() {
    for file in sources() {
        let text = fs::read_to_string(&file).unwrap();
        for word in ["println!", "print!(", "dbg!"] {
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            assert!(code.clone().all(|line| !line.contains(word)), "{}: {word}", file.display());
        }
    }
}

fn may_use(from: &str, to: &str) -> bool {
    let layer = |name: &str| LAYERS.iter().position(|layer| layer.contains(&name));
    let Some(source) = layer(from) else { return ["lib", "main"].contains(&from) };
    let below = layer(to).is_some_and(|target| target < source);
    (below || BESIDE.contains(&(from, to))) && !NEVER.contains(&(from, to))
}

/// The top module of every `crate::…` path of the code, also in nested groups over many lines.
fn crate_uses(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let code = lines.collect::<Vec<_>>().join(" ");
    code.split("crate::").skip(1).flat_map(|path| top_names(path.trim_start())).collect()
}

/// `board::X` gives board; `{a::{X, Y}, b}` gives a and b.
fn top_names(path: &str) -> Vec<String> {
    let name = |text: &str| {
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        text[..end].to_owned()
    };
    let Some(group) = path.strip_prefix('{') else { return vec![name(path)] };
    let mut names = vec![name(group.trim_start())];
    let mut depth = 1;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => names.push(name(group[at + 1..].trim_start())),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

#[test]
fn uses_are_found_in_every_form() {
    assert_eq!(crate_uses("use crate::board::Board; // crate::engine"), ["board"]);
    assert_eq!(
        crate_uses("use crate::{\n    board::{Board, Color},\n    engine::Engine,\n};"),
        ["board", "engine"]
    );
    assert_eq!(crate_uses("fn f(x: crate::gtp::Session, y: crate::cli::Cli)"), ["gtp", "cli"]);
}

/// The first folder or file below `src`, without its ending.
fn module_of(file: &Path) -> String {
    let below = file.strip_prefix(root()).unwrap();
    Path::new(below.iter().next().unwrap()).file_stem().unwrap().to_str().unwrap().to_owned()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

pub(crate) fn sources() -> Vec<PathBuf> {
    let mut folders = vec![root()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                files.push(path);
            }
        }
    }
    assert!(files.len() > 20);
    files
}
