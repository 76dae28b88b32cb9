//! One word per thing: no two types and no two constants have one name.

use crate::layers::sources;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Where a name is declared, by name.
type Places = BTreeMap<String, Vec<String>>;

#[test]
fn no_two_types_share_a_name() {
    assert_eq!(shared(declared(&["struct", "enum", "union", "trait", "type"])), "");
}

/// Constants of a type (`Color::ALL`) carry its name before theirs.
#[test]
fn no_two_constants_share_a_name() {
    assert_eq!(shared(declared(&["const", "static"])), "");
}

#[test]
fn declarations_are_found_wherever_they_stand() {
    let text = "pub(super) const MOST: u8 = 1;\nimpl Color {\n    pub const ALL: u8 = 1;\n    fn f() {\n        const LEAST: u8 = 2;\n    }\n}\n\
                fn g() {\n    static SAID: u8 = 1;\n    const fn h() {}\n}\nconst _: () = ();\n#[cfg(test)]\nmod tests {\n    const TWO: u8 = 2;\n}\n";
    assert_eq!(names_in(text, &["const", "static"]), ["MOST", "LEAST", "SAID"]);
}

fn shared(places: Places) -> String {
    let several = places.into_iter().filter(|(_, places)| places.len() > 1);
    several.map(|(name, places)| format!("{name}: {}\n", places.join(", "))).collect()
}

fn declared(kinds: &[&str]) -> Places {
    let mut places = Places::new();
    for file in sources() {
        let text = fs::read_to_string(&file).unwrap();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let place = file.strip_prefix(root).unwrap().display().to_string();
        for name in names_in(&text, kinds) {
            places.entry(name.to_owned()).or_default().push(place.clone());
        }
    }
    assert!(places.len() > 50);
    places
}

/// The names that the text declares, but for its tests and for what belongs to a type.
fn names_in<'a>(text: &'a str, kinds: &[&str]) -> Vec<&'a str> {
    let code = text.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let mut names = Vec::new();
    // The lines that have opened the blocks around this one, with their indentation.
    let mut open: Vec<(usize, &str)> = Vec::new();
    for line in code.lines().filter(|line| !line.trim().is_empty()) {
        let words = line.trim_start();
        let indent = line.len() - words.len();
        open.retain(|(outer, _)| *outer < indent);
        let belongs = open.last().is_some_and(|(_, opener)| {
            opener.trim_start_matches("$(").starts_with("impl") || opener.contains("trait ")
        });
        names.extend(declaration(words, kinds).filter(|_| !belongs));
        if line.ends_with('{') {
            open.push((indent, words));
        }
    }
    names
}

/// The name in a line such as `pub(super) struct Name<'a> {`.
fn declaration<'a>(line: &'a str, kinds: &[&str]) -> Option<&'a str> {
    let line = line.strip_prefix("pub").map_or(line, |rest| {
        let rest =
            rest.strip_prefix('(').and_then(|inner| inner.split_once(')')).map_or(rest, |(_, rest)| rest);
        rest.trim_start()
    });
    let (kind, rest) = line.split_once(' ')?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let name = &rest[..end];
    let is_name = kinds.contains(&kind) && name.starts_with(|c: char| c.is_ascii_uppercase());
    is_name.then_some(name)
}
