//! The documents say what is true.

use crate::program::{BRIEF, Program};
use crate::queries::{query, started};
use regex::Regex;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use tengen::engine::SkillLevel;

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

#[test]
fn the_table_of_commands_is_that_of_the_code() {
    let (script, table) = (read("scripts/update-commands.sh"), tengen::gtp::command_table());
    let (_, preamble) = script.split_once("<<'TEXT'\n").unwrap();
    let (preamble, _) = preamble.split_once("TEXT\n").unwrap();
    assert_eq!(read("docs/commands.md"), format!("{preamble}{table}"), "run scripts/update-commands.sh");
    let mut program = Program::start(&[BRIEF, &["--kgs-chat"]].concat());
    let words = read("fuzz/gtp.dict");
    for command in program.ask("list_commands").lines() {
        assert!(table.contains(&format!("| `{command}")), "{command}");
        assert!(words.contains(&format!("\n\"{command}\"\n")), "{command} is no word of the fuzzer");
    }
}

#[test]
fn the_examples_of_the_analysis_protocol_are_answered_so() {
    let document = read("docs/analysis.md");
    let examples: Vec<&str> = document.lines().filter_map(|line| line.strip_prefix("    {")).collect();
    let is_query = |line: &str| line.contains("\"boardXSize\"");
    let pairs = examples.windows(2).filter(|pair| is_query(pair[0]) && !is_query(pair[1]));
    let mut asked = 0;
    for pair in pairs {
        let mut program = started("1");
        program.send(format!("{{{}\n", pair[0]));
        let answer = program.line();
        let shown = format!("{{{}", pair[1]);
        match shown.strip_suffix('…') {
            Some(beginning) => assert!(answer.starts_with(beginning.trim_end()), "{answer}"),
            None => assert_eq!(answer, shown),
        }
        asked += 1;
    }
    assert_eq!(asked, 3);
}

/// The keys in a table of `docs/review.md`.
fn keys_of_reviews(heading: &str) -> BTreeSet<String> {
    let document = read("docs/review.md");
    let (_, table) = document.split_once(&format!("| {heading} | what |\n")).unwrap();
    let rows = table.lines().skip(1).map_while(|row| row.strip_prefix("| "));
    let names = rows.flat_map(|row| row.split(" | ").next().unwrap().split('`').skip(1).step_by(2));
    names.map(str::to_owned).collect()
}

#[test]
fn reviews_have_the_keys_of_their_document() {
    let mut program = started("1");
    let moves = json!({"moves": [["B", "E5"], ["W", "A1"]], "action": "review", "maxVisits": 20});
    program.send(format!("{}\n", query("r", &moves)));
    let answer: Value = serde_json::from_str(&program.line()).unwrap();
    let keys = |object: &Value| object.as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>();
    let mut told = keys(&answer["review"]);
    told.insert("made_with".to_owned());
    assert_eq!(told, keys_of_reviews("key"));
    let moves = answer["review"]["moves"].as_array().unwrap();
    assert_eq!(keys(&moves[1]), keys_of_reviews("key of a move"));
    assert_eq!((&moves[0]["color"], &moves[1]["color"]), (&json!("black"), &json!("white")));
}

/// It refuses a file with any other key.
#[test]
fn gtp2ogs_knows_all_that_its_configuration_says() {
    // Of the schema of gtp2ogs 9.0.1.
    const KEYS: &[&str] = &[
        "allow_ranked_handicap",
        "allow_unranked_handicap",
        "allowed_board_sizes",
        "allowed_correspondence_settings",
        "allowed_time_control_systems",
        "apikey",
        "bot",
        "command",
        "farewellscore",
    ];
    const TIME_SYSTEMS: &[&str] = &["fischer", "byoyomi", "simple"];
    let file = read("scripts/clients/gtp2ogs.json5");
    let lines = file.lines().map(str::trim_start).filter(|line| !line.starts_with("//"));
    let keys: Vec<&str> = lines.filter_map(|line| line.split_once(": ")).map(|(key, _)| key).collect();
    assert!(keys.contains(&"command"), "{keys:?}");
    for key in keys {
        assert!(KEYS.contains(&key), "{key}");
    }
    let (_, systems) = file.split_once("allowed_time_control_systems: [").unwrap();
    for system in systems.split_once(']').unwrap().0.split(", ") {
        assert!(TIME_SYSTEMS.contains(&system.trim_matches('\'')), "{system}");
    }
}

/// A name that no controller can take for two, in a list that none has to trim.
#[test]
fn the_list_of_commands_is_plain() {
    let mut program = Program::start(BRIEF);
    let list = program.ask("list_commands");
    let mut names: Vec<&str> = list.lines().collect();
    assert!(names.iter().all(|name| !name.is_empty() && name.chars().all(|c| c.is_ascii_graphic())));
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), list.lines().count());
}

/// GoGui refuses the whole list for one line with fewer than three fields.
#[test]
fn every_entry_of_goguis_analyze_window_works() {
    const TYPES: &[&str] = &[
        "string", "hstring", "pstring", "hpstring", "none", "plist", "pspairs", "sboard", "cboard", "dboard",
        "bwboard", "gfx", "var", "varb", "varw", "varc", "varp", "varpo", "param", "eplist",
    ];
    // Of the boards two show what only RAVE's lead has.
    let mut program = Program::start(&[BRIEF, &["--lead", "rave"]].concat());
    // Black has an eye in a corner.
    assert_eq!(program.ask("gogui-play_sequence b e5 w c3 b j8 w pass b h9 w pass b h8"), "");
    assert_ne!(program.ask("genmove w"), "");
    let mut labels = Vec::new();
    for line in program.ask("gogui-analyze_commands").lines() {
        let fields: Vec<&str> = line.split('/').collect();
        let [kind, label, command] = fields[..] else { panic!("{line}") };
        assert!(TYPES.contains(&kind), "{kind}");
        assert!(!labels.contains(&label.to_owned()), "{label}");
        labels.push(label.to_owned());
        let point = if label == "Pattern" || label == "Self-Atari" { "A1" } else { "E5" };
        let reply = program.ask(&command.replace("%c", "b").replace("%p", point));
        let cells =
            || -> Vec<Vec<&str>> { reply.lines().skip(1).map(|row| row.split(' ').collect()).collect() };
        let is_board =
            || reply.starts_with('\n') && cells().len() == 9 && cells().iter().all(|row| row.len() == 9);
        if ["pspairs", "gfx", "param"].contains(&kind) {
            assert_ne!(reply.trim(), "", "{label}");
        }
        match kind {
            "plist" => assert!(reply.split_whitespace().all(|word| word.len() == 2), "{reply}"),
            "pspairs" => assert_eq!(reply.split_whitespace().count() % 2, 0, "{reply}"),
            "sboard" => assert!(is_board(), "{reply}"),
            "dboard" => {
                assert!(is_board() && cells().concat().iter().all(|cell| cell.parse::<f64>().is_ok()));
            }
            "bwboard" => {
                assert!(is_board() && cells().concat().iter().all(|cell| ["b", "w", "?"].contains(cell)));
            }
            "gfx" => assert!(reply.lines().all(|line| {
                ["VAR", "INFLUENCE", "LABEL", "TEXT"].contains(&line.split(' ').next().unwrap())
            })),
            "param" => {
                for line in reply.lines() {
                    let words: Vec<&str> = line.split(' ').collect();
                    assert!(words.len() == 3 && ["[bool]", "[string]"].contains(&words[0]), "{line}");
                    assert!(!line.ends_with(']'));
                    assert_eq!(program.ask(&format!("{command} {} {}", words[1], words[2])), "");
                }
            }
            _ => {}
        }
    }
    assert!(labels.len() > 20);
}

/// Figures of RAVE and priors are refused, not shown as zeros, where the network leads.
#[test]
fn what_the_lead_has_not_is_not_shown() {
    for (lead, has) in [("network", false), ("rave", true)] {
        let mut program = Program::start(&[BRIEF, &["--lead", lead]].concat());
        program.ask("genmove b");
        for command in ["tengen-rave", "tengen-prior w", "tengen-prior_board w"] {
            program.send(format!("{command}\n"));
            assert_eq!(program.answer().starts_with('='), has, "{lead}: {command}");
        }
        assert_eq!(program.ask("tengen-stats").contains("\nmove visits value rave\n"), has, "{lead}");
    }
}

/// The table of front ends and features: each has a test, and works if CI runs it; clients that CI cannot
/// install are tried by hand, and the table says when.
#[test]
fn every_row_of_the_table_of_front_ends_has_its_test() {
    let document = read("docs/front-ends.md");
    let rows: Vec<&str> =
        document.lines().filter(|line| line.starts_with("| ") && line.contains("::")).collect();
    assert!(rows.len() >= 20, "{}", rows.len());
    let ci = read(".ci/run");
    let by_hand = Regex::new(r"^tried by hand on 20\d\d-\d\d-\d\d$").unwrap();
    for row in rows {
        let fields: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [_, _, works, test] = fields[..] else { panic!("{row}") };
        let (module, name) = test.trim_matches('`').split_once("::").unwrap();
        let source = read(&format!("tests/front_ends/{module}.rs"));
        let (before, _) = source.split_once(&format!("fn {name}()")).unwrap_or_else(|| panic!("no {test}"));
        let ignored = before.trim_end().rsplit('\n').next().unwrap().starts_with("#[ignore");
        let runs = !ignored || ci.contains(&format!("-- --ignored {module}::"));
        assert!(if runs { works == "yes" } else { by_hand.is_match(works) }, "{row}");
    }
}

/// A module that is not there would run no test in CI, and nothing would fail.
#[test]
fn ci_names_modules_that_are_there() {
    let step = Regex::new(r"--test (\w+) -- (?:--ignored )?(.+)").unwrap();
    let ci = read(".ci/run");
    let modules: Vec<(&str, &str)> = step
        .captures_iter(&ci)
        .map(|step| step.extract::<2>().1)
        .flat_map(|[test, modules]| modules.split(' ').map(move |module| (test, module)))
        .collect();
    assert!(modules.len() >= 3, "{modules:?}");
    for (test, module) in modules {
        let file = format!("tests/{test}/{}.rs", module.strip_suffix("::").unwrap());
        assert!(read(&file).contains("#[test]"), "{file}");
    }
}

/// The names that one with braces stands for: of `a/{b,c}.rs` there are two.
fn unfolded(name: &str) -> Vec<String> {
    let braces = Regex::new(r"\{(.+)\}").unwrap();
    match braces.captures(name) {
        Some(choices) => choices[1].split(',').map(|choice| name.replace(&choices[0], choice)).collect(),
        None => vec![name.to_owned()],
    }
}

/// The table of the papers' parts names files, of the project, of `src` or of the laws, and functions in files of the same row:
/// tests where it says so.
#[test]
fn the_table_of_the_papers_names_what_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let document = read("docs/architecture.md");
    let (_, section) = document.split_once("\n## Where the parts of the papers are\n").unwrap();
    let rows: Vec<&str> = section.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    assert!(rows.len() >= 30, "{}", rows.len());
    let is_function = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    for row in rows {
        let fields: Vec<&str> = row.split('|').collect();
        let [_, _, code, tests, ..] = fields[..] else { panic!("{row}") };
        let names: Vec<&str> = row.split('`').skip(1).step_by(2).collect();
        let mut source = String::new();
        for name in names.iter().filter(|name| !is_function(name)).flat_map(|name| unfolded(name)) {
            let places = ["", "src", "tests/laws"].map(|folder| root.join(folder).join(&name));
            assert!(places.iter().any(|place| place.exists()), "no {name} in {row}");
            let files = places.iter().filter(|place| place.is_file());
            source.extend(files.map(|file| fs::read_to_string(file).unwrap()));
        }
        for (field, beginning) in [(code, r"\b"), (tests, r"#\[test\]\s+")] {
            for name in field.split('`').skip(1).step_by(2).filter(|name| is_function(name)) {
                let function = Regex::new(&format!(r"{beginning}fn {name}\b")).unwrap();
                assert!(function.is_match(&source), "no {name} in {row}");
            }
        }
        assert!(tests.split("unit").skip(1).all(|rest| rest.starts_with(": `")), "unnamed in {row}");
    }
}

/// The documents of the project: those of its top level and of folders of code, and all below `docs`, `scripts` and
/// `gtp-tests`.
fn documents() -> Vec<PathBuf> {
    fn documents_in(folder: &Path, deep: bool) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
        let below = folders.iter().filter(|_| deep).flat_map(|folder| documents_in(folder, true));
        below
            .chain(files.into_iter().filter(|file| file.extension().is_some_and(|end| end == "md")))
            .collect()
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let below = ["docs", "scripts", "gtp-tests"].map(|folder| documents_in(&root.join(folder), true));
    let beside =
        ["fuzz", "patterns", "web", "web/engine"].map(|folder| documents_in(&root.join(folder), false));
    [documents_in(root, false), beside.concat(), below.concat()].concat()
}

/// The names that a document's headings have in links.
fn anchors(text: &str) -> Vec<String> {
    let anchor = |heading: &str| {
        let kept = heading.to_lowercase().replace(' ', "-");
        kept.chars().filter(|&c| c.is_alphanumeric() || c == '-' || c == '_').collect()
    };
    text.lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| anchor(line.trim_matches(['#', ' '])))
        .collect()
}

#[test]
fn links_lead_somewhere() {
    let documents = documents();
    assert!(documents.len() > 30, "{documents:?}");
    for document in documents {
        let text = fs::read_to_string(&document).unwrap();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link);
        for link in links.filter(|link| !link.contains("://")) {
            let (target, anchor) = link.split_once('#').unwrap_or((link, ""));
            let file =
                if target.is_empty() { document.clone() } else { document.parent().unwrap().join(target) };
            assert!(file.exists(), "{}: {link}", document.display());
            let there = anchor.is_empty()
                || anchors(&fs::read_to_string(&file).unwrap()).iter().any(|name| name == anchor);
            assert!(there, "{}: {link}", document.display());
        }
    }
}

#[test]
fn ranks_are_those_of_the_table_of_levels() {
    let row = Regex::new(r"(?m)^\| (\d+) \|.* (\d+[kd]) \|$").unwrap();
    let document = read("docs/levels.md");
    let told: Vec<String> =
        row.captures_iter(&document).map(|row| format!("{}: {}", &row[1], &row[2])).collect();
    let levels: Vec<String> =
        SkillLevel::all().map(|level| format!("{}: {}", level.number(), level.rank())).collect();
    assert_eq!(told, levels);
}
