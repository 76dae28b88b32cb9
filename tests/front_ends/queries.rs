//! KataGo's analysis protocol: conversations with the running program, and with the server in this process where all
//! orders of events are to be had.

use crate::program::{Program, command, let_it_think};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use tengen::analysis::Server;
use tengen::engine::Config;
use tengen::rng::Rng;
use tengen::search::Limits;

/// The program, waiting for queries.
pub(crate) fn started(threads: &str) -> Program {
    Program::of(command(&["analysis", "--memory", "64", "--threads", threads]))
}

/// Sends a query.
fn ask(program: &mut Program, query: &Value) {
    program.send(format!("{query}\n"));
}

/// The next answer.
fn answer(program: &mut Program) -> Value {
    serde_json::from_str(&program.line()).unwrap()
}

/// The answer to a query that has one.
fn answered(program: &mut Program, query: &Value) -> Value {
    ask(program, query);
    answer(program)
}

/// A query about an empty board with these fields besides.
pub(crate) fn query(id: &str, more: &Value) -> Value {
    let mut query = json!({
        "id": id, "moves": [], "rules": "chinese", "komi": 7.5, "boardXSize": 9, "boardYSize": 9, "maxVisits": 20,
    });
    let fields = query.as_object_mut().unwrap();
    fields.extend(more.as_object().unwrap().clone());
    query
}

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
}

/// Visits that no search reaches.
pub(crate) const ENDLESS: u64 = 1 << 50;

#[test]
fn an_answer_has_all_that_was_asked_for() {
    let mut program = started("1");
    let found = answered(
        &mut program,
        &query(
            "foo",
            &json!({
                "moves": [["B", "E5"], ["w", "C3"]], "includePolicy": true, "includeOwnership": true,
                "includeOwnershipStdev": true, "includeMovesOwnership": true, "includePVVisits": true,
                "includeMovesOwnershipStdev": true, "includeNoResultValue": true, "analysisPVLen": 2, "maxVisits": 100,
            }),
        ),
    );
    assert_eq!(
        (&found["id"], &found["turnNumber"], &found["isDuringSearch"]),
        (&json!("foo"), &json!(2), &json!(false))
    );
    assert_eq!(found["rootInfo"]["currentPlayer"], "B");
    assert!(found["rootInfo"]["visits"].as_u64().unwrap() >= 100);
    let policy = numbers(&found["policy"]);
    assert_eq!(policy.len(), 82);
    // Rows from the top: C3 is the third of the seventh row.
    assert_eq!((policy[4 * 9 + 4], policy[6 * 9 + 2]), (-1.0, -1.0));
    assert!((policy.iter().filter(|share| **share >= 0.0).sum::<f64>() - 1.0).abs() < 1e-3);
    for key in ["ownership", "ownershipStdev"] {
        assert_eq!(numbers(&found[key]).len(), 81, "{key}");
        assert_eq!(numbers(&found["moveInfos"][0][key]).len(), 81, "{key}");
    }
    for (order, info) in found["moveInfos"].as_array().unwrap().iter().enumerate() {
        assert_eq!(info["order"], order);
        assert_eq!(info["pv"][0], info["move"]);
        assert!(info["pv"].as_array().unwrap().len() <= 3);
        assert_eq!(info["pvVisits"][0], info["visits"]);
        assert_eq!(info["noResultValue"], 0.0);
        for key in ["winrate", "lcb", "utility", "scoreLead", "scoreStdev", "prior"] {
            assert!(info[key].is_f64(), "{key} of {info}");
        }
    }
}

#[test]
fn what_was_not_asked_for_is_left_out() {
    let found = answered(&mut started("1"), &query("foo", &json!({})));
    assert!(found["moveInfos"][0]["move"].is_string(), "{found}");
    for key in ["policy", "ownership", "ownershipStdev", "noResults"] {
        assert!(found.get(key).is_none(), "{key}");
    }
    assert!(found["moveInfos"][0].get("pvVisits").is_none());
}

/// The same fields from Black's side and from White's: rates add to 1, differences to 0, and what has no side is the same.
fn assert_two_sides(black: &Value, white: &Value) {
    const RATES: &[&str] = &["winrate", "lcb", "rawWinrate"];
    const LEADS: &[&str] =
        &["utility", "utilityLcb", "scoreLead", "scoreMean", "scoreSelfplay", "rawLead", "ownership"];
    assert_eq!(black.as_object().unwrap().len(), white.as_object().unwrap().len());
    for (key, value) in black.as_object().unwrap() {
        let other = &white[key];
        let sum = match key.as_str() {
            key if RATES.contains(&key) => 1.0,
            key if LEADS.contains(&key) => 0.0,
            _ => {
                assert_eq!(value, other, "{key}");
                continue;
            }
        };
        let all = |value: &Value| if value.is_array() { numbers(value) } else { numbers(&json!([value])) };
        let (own, other) = (all(value), all(other));
        assert_eq!(own.len(), other.len(), "{key}");
        assert!(own.iter().zip(other).all(|(a, b)| (a + b - sum).abs() < 1e-5), "{key}: {black} {white}");
    }
}

/// Black's side, White's and that of the player to move. With one thread an answer depends on nothing but its question.
#[test]
fn black_and_white_tell_the_same_from_two_sides() {
    let mut program = started("1");
    for moves in [json!([]), json!([["B", "E5"]])] {
        let mut told = |side: &str, action: Option<&str>| {
            let mut more = json!({
                "moves": moves, "overrideSettings": {"reportAnalysisWinratesAs": side},
                "includeOwnership": true, "includeMovesOwnership": true,
            });
            if let Some(action) = action {
                more["action"] = json!(action);
            }
            answered(&mut program, &query("q", &more))
        };
        let mut sides = |action| ["BLACK", "WHITE", "SIDETOMOVE"].map(|side| told(side, action));
        let is_blacks = moves == json!([]);
        let [black, white, to_play] = sides(None);
        assert_eq!(&to_play, if is_blacks { &black } else { &white });
        assert_two_sides(&black["rootInfo"], &white["rootInfo"]);
        assert_two_sides(
            &json!({"ownership": black["ownership"]}),
            &json!({"ownership": white["ownership"]}),
        );
        let infos = |answer: &Value| answer["moveInfos"].as_array().unwrap().clone();
        let (blacks, whites) = (infos(&black), infos(&white));
        assert!(blacks.len() == whites.len() && blacks.len() > 1);
        blacks.iter().zip(&whites).for_each(|(black, white)| assert_two_sides(black, white));
        let [black, white, to_play] = sides(Some("genmove"));
        assert_eq!(&to_play, if is_blacks { &black } else { &white });
        assert_two_sides(&black, &white);
    }
}

#[test]
fn whoever_is_far_behind_is_told_so() {
    let mut program = started("1");
    for (komi, behind) in [(80.5, "BLACK"), (-80.5, "WHITE")] {
        let settings =
            json!({"komi": komi, "overrideSettings": {"reportAnalysisWinratesAs": behind}, "maxVisits": 100});
        let found = answered(&mut program, &query("k", &settings));
        assert!(found["rootInfo"]["winrate"].as_f64().unwrap() < 0.2, "{behind}");
        assert!(found["rootInfo"]["scoreLead"].as_f64().unwrap() < -20.0, "{behind}");
    }
}

/// White gets a point for each stone by Chinese rules; by New Zealand's none.
#[test]
fn a_handicap_is_paid_for_as_the_rules_say() {
    let mut program = started("1");
    let mut lead = |rules: &str, komi: f64, bonus: Option<&str>| {
        let stones = json!([["B", "C3"], ["B", "G7"], ["B", "C7"], ["B", "G3"]]);
        let mut asked = json!({"initialStones": stones, "rules": rules, "komi": komi});
        if let Some(bonus) = bonus {
            asked["whiteHandicapBonus"] = json!(bonus);
        }
        let found = answered(&mut program, &query("h", &asked));
        assert_eq!(found["rootInfo"]["currentPlayer"], "W");
        found["rootInfo"]["rawLead"].as_f64().unwrap()
    };
    assert_ne!(lead("new zealand", 7.5, None), lead("chinese", 7.5, None));
    assert_eq!(lead("new zealand", 11.5, None), lead("chinese", 7.5, None));
    // What the query says takes the place of what its rules say.
    for rules in ["new zealand", "chinese"] {
        for (bonus, points) in [("0", 0.0), ("N-1", 3.0), ("N", 4.0)] {
            let paid = lead("new zealand", 7.5 + points, None);
            assert_eq!(lead(rules, 7.5, Some(bonus)), paid, "{rules} {bonus}");
        }
    }
}

#[test]
fn moves_to_avoid_and_to_allow_are_heeded() {
    let mut program = started("1");
    let allow = json!({"allowMoves": [{"player": "B", "moves": ["C3", "G7"], "untilDepth": 1}]});
    let found = answered(&mut program, &query("allow", &allow));
    for info in found["moveInfos"].as_array().unwrap() {
        assert!(["C3", "G7"].contains(&info["move"].as_str().unwrap()), "{info}");
    }
    let best = found["moveInfos"][0]["move"].clone();
    let avoid = json!({"avoidMoves": [{"player": "B", "moves": [best, "pass"], "untilDepth": 1}]});
    let found = answered(&mut program, &query("avoid", &avoid));
    let others = found["moveInfos"].as_array().unwrap();
    assert!(!others.is_empty() && others.iter().all(|info| info["move"] != best), "{found}");
}

/// Black has just taken a ko: White may not take back, which the board alone would not tell.
#[test]
fn the_history_of_the_game_counts() {
    let moves = [
        ("B", "B1"),
        ("W", "C1"),
        ("B", "A2"),
        ("W", "D2"),
        ("B", "B3"),
        ("W", "C3"),
        ("B", "pass"),
        ("W", "B2"),
        ("B", "C2"),
    ];
    let mut program = started("1");
    let found = answered(
        &mut program,
        &query("ko", &json!({"moves": moves, "includePolicy": true, "boardXSize": 5, "boardYSize": 5})),
    );
    assert_eq!(numbers(&found["policy"])[3 * 5 + 1], -1.0, "B2 is the ko");
    assert_eq!(numbers(&found["policy"]).len(), 26);
}

#[test]
fn bad_queries_get_one_sentence_each_and_the_engine_lives_on() {
    let mut program = started("1");
    for (more, field) in [
        (json!({"boardXSize": 19, "boardYSize": 19}), "boardXSize"),
        (json!({"boardYSize": 8}), "boardYSize"),
        (json!({"boardXSize": "nine"}), "boardXSize"),
        (json!({"moves": [["B", "E5"], ["W", "E5"]]}), "moves"),
        (json!({"moves": [["B", "K9"]]}), "moves"),
        (json!({"moves": [["G", "A1"]]}), "moves"),
        (json!({"moves": 3}), "moves"),
        (json!({"initialStones": [["B", "pass"]]}), "initialStones"),
        (json!({"initialStones": [["B", "B1"], ["B", "A2"], ["W", "A1"]]}), "initialStones"),
        (json!({"initialPlayer": "G"}), "initialPlayer"),
        (json!({"rules": "chess"}), "rules"),
        (json!({"komi": 7.3}), "komi"),
        (json!({"komi": 401}), "komi"),
        (json!({"maxVisits": 0}), "maxVisits"),
        (json!({"analyzeTurns": []}), "analyzeTurns"),
        (json!({"analyzeTurns": [1]}), "analyzeTurns"),
        (json!({"analyzeTurns": [-1]}), "analyzeTurns"),
        (json!({"priority": 1, "priorities": [1], "analyzeTurns": [0]}), "priority"),
        (json!({"priorities": [1, 2], "analyzeTurns": [0]}), "priorities"),
        (json!({"priorities": [1]}), "priorities"),
        (json!({"includePolicy": 1}), "includePolicy"),
        (json!({"analysisPVLen": 0}), "analysisPVLen"),
        (json!({"reportDuringSearchEvery": 0}), "reportDuringSearchEvery"),
        (json!({"rootPolicyTemperature": "hot"}), "rootPolicyTemperature"),
        (json!({"overrideSettings": {"maxTime": -1}}), "overrideSettings"),
        (json!({"avoidMoves": [{"player": "B"}]}), "avoidMoves"),
        (json!({"avoidMoves": [], "allowMoves": []}), "allowMoves"),
        (json!({"action": "dance"}), "action"),
        (json!({"action": "genmove", "level": 16}), "level"),
        (json!({"action": "genmove", "level": 3, "rank": "12k"}), "rank"),
        (json!({"action": "genmove", "rank": "31k"}), "rank"),
        (json!({"action": "genmove", "rank": 12}), "rank"),
        (json!({"action": "genmove", "seed": -1}), "seed"),
        (json!({"action": "review"}), "moves"),
        (json!({"action": "review", "moves": [["B", "E5"]], "analyzeTurns": [0]}), "analyzeTurns"),
        (json!({"action": "solve"}), "target"),
        (json!({"action": "solve", "target": "E5"}), "target"),
        (json!({"action": "solve", "target": "pass"}), "target"),
        (
            json!({"action": "solve", "target": "E5", "moves": [["B", "E5"]], "analyzeTurns": [1, 0]}),
            "target",
        ),
        (json!({"action": "solve", "target": "E5", "moves": [["B", "E5"]], "first": "white"}), "first"),
        (json!({"action": "solve", "target": "E5", "moves": [["B", "E5"]], "maxNodes": 1e9}), "maxNodes"),
        (json!({"action": "solve", "target": "E5", "moves": [["B", "E5"]], "maxOrder": 6}), "maxOrder"),
        (json!({"action": "terminate"}), "terminateId"),
        (json!({"action": "terminate_all", "turnNumbers": "all"}), "turnNumbers"),
    ] {
        let refused = answered(&mut program, &query("bad", &more));
        assert_eq!((&refused["id"], &refused["field"]), (&json!("bad"), &json!(field)), "{more}: {refused}");
        assert!(refused["error"].is_string(), "{more}: {refused}");
    }
    for line in ["nonsense", "[1]", "{}", "{\"id\":3}", "{\"id\":\"a\"", "\"", "\u{feff}{}"] {
        program.send(format!("{line}\n"));
        let refused = answer(&mut program);
        assert!(refused["error"].is_string() && refused.get("id").is_none(), "{line}: {refused}");
    }
    program.send([0xff, 0xfe, b'\n']);
    assert!(answer(&mut program)["error"].is_string());
    program.send(vec![b'x'; (1 << 20) + 1]);
    program.send("\n\n  \n");
    assert!(answer(&mut program)["error"].is_string());
    assert_eq!(answered(&mut program, &query("good", &json!({})))["id"], "good");
}

#[test]
fn a_refused_order_is_told_in_the_words_of_the_query() {
    let mut program = started("1");
    for order in [json!("3"), json!(0), json!(6), json!(2.5)] {
        let more = json!({"action": "solve", "target": "E5", "moves": [["B", "E5"]], "maxOrder": order});
        let refused = answered(&mut program, &query("s", &more));
        assert_eq!(refused["error"], "must be a whole number from 1 to 5", "{order}");
    }
}

#[test]
fn what_is_not_done_is_said_before_the_answer() {
    let mut program = started("1");
    let more =
        json!({"rules": "stone_scoring", "mistake": 1, "overrideSettings": {"humanSLProfile": "rank_3d"}});
    let mut fields = Vec::new();
    let mut next = answered(&mut program, &query("w", &more));
    while next["warning"].is_string() {
        assert_eq!(next["id"], "w");
        fields.push(next["field"].clone());
        next = answer(&mut program);
    }
    assert_eq!(fields, ["rules", "overrideSettings", "mistake"]);
    assert!(next["moveInfos"].is_array());
}

#[test]
fn actions_answer_with_what_was_sent() {
    let mut program = started("1");
    let version = answered(&mut program, &json!({"id": "a", "action": "query_version", "mine": [1]}));
    assert_eq!((&version["version"], &version["mine"]), (&json!(env!("CARGO_PKG_VERSION")), &json!([1])));
    let models = answered(&mut program, &json!({"id": "a", "action": "query_models"}));
    assert_eq!(models["models"].as_array().unwrap().len(), 1);
    for action in [
        json!({"id": "a", "action": "clear_cache"}),
        json!({"id": "a", "action": "terminate", "terminateId": "nobody"}),
        json!({"id": "a", "action": "terminate_all", "turnNumbers": [-1, 3]}),
    ] {
        assert_eq!(answered(&mut program, &action), action);
    }
}

/// Plays a game by the action `genmove` alone, both sides at that level, and returns the moves.
fn game_at(program: &mut Program, level: &Value, seed: u64) -> Vec<(&'static str, String)> {
    let mut moves: Vec<(&str, String)> = Vec::new();
    let is_over =
        |moves: &[(&str, String)]| matches!(moves, [.., (_, a), (_, b)] if a == "pass" && b == "pass");
    while moves.len() < 400 && !is_over(&moves) {
        let more = json!({"action": "genmove", "moves": moves, "level": level, "seed": seed});
        let told = answered(program, &query("m", &more));
        let player = ["B", "W"][moves.len() % 2];
        assert_eq!((&told["action"], &told["currentPlayer"]), (&json!("genmove"), &json!(player)));
        assert_eq!((&told["level"], &told["isDuringSearch"]), (level, &json!(false)), "{told}");
        // An illegal one is refused in the next query.
        moves.push((player, told["move"].as_str().unwrap().to_owned()));
    }
    moves
}

#[test]
fn a_move_at_a_level_is_an_action() {
    let mut program = started("2");
    let game = game_at(&mut program, &json!(4), 1);
    assert!(game.len() > 20 && game.len() < 400, "{game:?}");
    assert_eq!(game_at(&mut program, &json!(4), 1), game, "the same seed plays the same game");
    assert_ne!(game_at(&mut program, &json!(4), 2), game);
}

#[test]
fn the_level_of_a_move_comes_from_the_query_or_from_the_command_line() {
    let mut program = Program::of(command(&["analysis", "--level", "5", "--memory", "64"]));
    let mut level = |more: Value| {
        let told = answered(&mut program, &query("m", &more));
        (told["level"].clone(), told["rank"].clone())
    };
    let (five, rank) = level(json!({"action": "genmove"}));
    assert_eq!((five, level(json!({"action": "genmove", "level": 7})).0), (json!(5), json!(7)));
    assert_eq!(level(json!({"action": "genmove", "rank": rank})), (json!(5), rank));
    // An analysis knows no level.
    let found = answered(&mut program, &query("a", &json!({"maxVisits": 40})));
    assert_eq!(found["rootInfo"]["visits"], 40);
}

#[test]
fn of_visits_and_playouts_the_fewer_end_a_search() {
    let mut program = started("1");
    let mut visits =
        |limits: Value| answered(&mut program, &query("a", &limits))["rootInfo"]["visits"].clone();
    assert_eq!(visits(json!({"maxVisits": 60, "overrideSettings": {"maxPlayouts": 5}})), 5);
    assert_eq!(visits(json!({"maxVisits": 7, "overrideSettings": {"maxPlayouts": 50}})), 7);
    assert_eq!(visits(json!({"overrideSettings": {"maxPlayouts": 5, "maxVisits": 30}})), 5);
}

#[test]
fn a_limit_of_time_ends_a_search() {
    let mut program = started("1");
    let start = Instant::now();
    let limits = json!({"maxVisits": ENDLESS, "overrideSettings": {"maxTime": 0.2}});
    let found = answered(&mut program, &query("a", &limits));
    assert!(start.elapsed() >= Duration::from_millis(200), "{:?}", start.elapsed());
    assert_eq!(found["isDuringSearch"], false);
}

/// However the best move's visits divide by fifty.
#[test]
fn moves_hardly_tried_are_not_told() {
    let mut program = started("1");
    let mut left_out = 0;
    for visits in (200..600).step_by(20) {
        let found = answered(&mut program, &query("a", &json!({"maxVisits": visits})));
        let told: Vec<u64> = found["moveInfos"]
            .as_array()
            .unwrap()
            .iter()
            .map(|info| info["visits"].as_u64().unwrap())
            .collect();
        let most = told.iter().max().unwrap();
        assert!(told.iter().all(|one| 50 * one >= *most), "{told:?}");
        left_out += visits - told.iter().sum::<u64>();
    }
    assert!(left_out > 0);
}

#[test]
fn a_lost_game_is_resigned_by_its_move() {
    let mut program = started("1");
    let stones: Vec<[String; 2]> = "BCDFGH"
        .chars()
        .flat_map(|column| [3, 5, 7].map(|row| ["W".to_owned(), format!("{column}{row}")]))
        .chain(["E1", "A9"].map(|point| ["B".to_owned(), point.to_owned()]))
        .collect();
    let lost = json!({"action": "genmove", "initialStones": stones, "initialPlayer": "B", "maxVisits": 600});
    let told = answered(&mut program, &query("m", &lost));
    assert_eq!(told["move"], "resign", "{told}");
}

#[test]
fn a_full_move_is_limited_as_an_analysis_is_and_can_be_ended() {
    let mut program = started("1");
    let told = answered(&mut program, &query("m", &json!({"action": "genmove", "maxVisits": 30})));
    assert_eq!((&told["level"], &told["visits"]), (&Value::Null, &json!(30)));
    let corner = json!({"player": "B", "moves": ["A1", "pass"], "untilDepth": 1});
    let told = answered(&mut program, &query("m", &json!({"action": "genmove", "allowMoves": [corner]})));
    assert_eq!(told["move"], "A1");
    ask(&mut program, &query("m", &json!({"action": "genmove", "maxVisits": ENDLESS})));
    let_it_think();
    ask(&mut program, &json!({"id": "t", "action": "terminate", "terminateId": "m"}));
    let ended = [answer(&mut program), answer(&mut program)];
    assert!(ended.iter().any(|told| told["id"] == "m" && told["move"].is_string()), "{ended:?}");
}

/// A game whose third move leaves a stone in atari.
const SELF_ATARI: [(&str, &str); 5] = [("B", "E5"), ("W", "B1"), ("B", "A1"), ("W", "A2"), ("B", "E3")];

#[test]
fn a_review_is_an_action() {
    let mut program = started("1");
    let more =
        json!({"action": "review", "moves": SELF_ATARI, "maxVisits": 50, "reportDuringSearchEvery": 0.001});
    ask(&mut program, &query("r", &more));
    let mut early = 0;
    let told = loop {
        let told = answer(&mut program);
        assert_eq!((&told["id"], &told["action"]), (&json!("r"), &json!("review")));
        if told["isDuringSearch"] == false {
            break told;
        }
        early += 1;
        assert!(told["searched"].as_u64() < told["searches"].as_u64(), "{told}");
    };
    assert!(early > 0);
    let moves = told["review"]["moves"].as_array().unwrap();
    let names: Vec<&str> = moves.iter().map(|one| one["move"].as_str().unwrap()).collect();
    assert_eq!(names, SELF_ATARI.map(|(_, mv)| mv));
    assert!(moves[2]["loss"].as_f64().unwrap() > 0.05, "{}", moves[2]);
    ask(&mut program, &query("r", &json!({"action": "review", "moves": SELF_ATARI, "maxVisits": 100_000})));
    ask(&mut program, &json!({"id": "t", "action": "terminate_all"}));
    let mut ended = [answer(&mut program), answer(&mut program)];
    ended.sort_by_key(|told| told["id"] == "t");
    let nothing =
        json!({"id": "r", "action": "review", "turnNumber": 5, "isDuringSearch": false, "noResults": true});
    assert_eq!(ended[0], nothing);
}

#[test]
fn a_proof_is_an_action() {
    let mut program = started("1");
    let stones = json!([["B", "E5"], ["W", "E4"], ["W", "D5"], ["W", "E6"], ["W", "C2"]]);
    let mut proof = |more: Value| {
        let mut query = query("s", &json!({"action": "solve", "initialStones": stones, "target": "E5"}));
        query.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        answered(&mut program, &query)
    };
    let caught = proof(json!({}));
    assert_eq!(
        (&caught["captured"], &caught["order"], &caught["pv"]),
        (&json!(true), &json!(1), &json!(["F5"]))
    );
    let points = caught["zone"].as_array().unwrap();
    assert!(points.contains(&json!("E5")) && points.contains(&json!("F5")));
    let saved = proof(json!({"first": "defend"}));
    assert_eq!((&saved["captured"], &saved["pv"]), (&json!(false), &json!(["F5"])));
    assert_eq!(proof(json!({"first": "defend", "maxNodes": 1}))["captured"], Value::Null);
}

#[test]
fn a_search_that_is_ended_says_what_it_has_found() {
    let mut program = started("1");
    ask(&mut program, &query("long", &json!({"maxVisits": ENDLESS, "reportDuringSearchEvery": 0.05})));
    let early = answer(&mut program);
    assert_eq!((&early["isDuringSearch"], &early["id"]), (&json!(true), &json!("long")));
    ask(&mut program, &query("waits", &json!({})));
    ask(&mut program, &json!({"id": "t", "action": "terminate", "terminateId": "waits"}));
    ask(&mut program, &json!({"id": "t", "action": "terminate", "terminateId": "long", "turnNumbers": [1]}));
    ask(&mut program, &json!({"id": "t", "action": "terminate", "terminateId": "long", "turnNumbers": [0]}));
    let (mut echoes, mut finals) = (0, BTreeMap::new());
    while echoes < 3 || finals.len() < 2 {
        let next = answer(&mut program);
        if next["id"] == "t" {
            echoes += 1;
        } else if next["isDuringSearch"] == false {
            assert_eq!(finals.insert(next["id"].to_string(), next.clone()), None);
        }
    }
    assert_eq!(
        finals["\"waits\""],
        json!({"id": "waits", "isDuringSearch": false, "noResults": true, "turnNumber": 0})
    );
    assert!(finals["\"long\""]["rootInfo"]["visits"].as_u64().unwrap() > 1);
}

/// The answers until that of a question which is answered at once.
fn until_now(program: &mut Program) -> Vec<Value> {
    ask(program, &json!({"id": "now", "action": "query_version"}));
    let mut answers = Vec::new();
    loop {
        let next = answer(program);
        if next["id"] == "now" {
            return answers;
        }
        answers.push(next);
    }
}

/// The first report has a time of its own, and is the only one where no other was asked for.
#[test]
fn a_first_report_comes_when_it_is_wanted() {
    let mut program = started("1");
    for mut more in [json!({}), json!({"reportDuringSearchEvery": 3600})] {
        more["maxVisits"] = json!(ENDLESS);
        more["firstReportDuringSearchAfter"] = json!(0.05);
        ask(&mut program, &query("long", &more));
        assert_eq!(answer(&mut program)["isDuringSearch"], true, "{more}");
        let_it_think();
        assert_eq!(until_now(&mut program), [] as [Value; 0], "{more}");
        ask(&mut program, &json!({"id": "t", "action": "terminate", "terminateId": "long"}));
        let ended = [answer(&mut program), answer(&mut program)];
        assert!(ended.iter().all(|told| told["id"] == "t" || told["isDuringSearch"] == false), "{more}");
    }
}

#[test]
fn these_turns_of_all_queries_are_ended() {
    let mut program = started("1");
    let more = json!({"moves": [["B", "E5"], ["W", "E3"]], "analyzeTurns": [0, 1, 2], "maxVisits": ENDLESS});
    for id in ["a", "b"] {
        ask(&mut program, &query(id, &more));
    }
    let mut ended = |turns: Value| {
        ask(&mut program, &json!({"id": "t", "action": "terminate_all", "turnNumbers": turns}));
        let_it_think();
        let answers = until_now(&mut program).into_iter().filter(|answer| answer["id"] != "t");
        let mut names: Vec<String> = answers
            .map(|answer| format!("{}{}", answer["id"].as_str().unwrap(), answer["turnNumber"]))
            .collect();
        names.sort();
        names
    };
    assert_eq!(ended(json!([1])), ["a1", "b1"]);
    assert_eq!(ended(json!([2, 0])), ["a0", "a2", "b0", "b2"]);
}

#[test]
fn the_highest_priority_comes_first_and_then_the_first_to_come() {
    let mut program = started("1");
    ask(&mut program, &query("first", &json!({"maxVisits": ENDLESS})));
    let_it_think();
    let moves = json!([["B", "E5"], ["W", "E3"]]);
    ask(&mut program, &query("low", &json!({"priority": -1})));
    ask(
        &mut program,
        &query("turns", &json!({"moves": moves, "analyzeTurns": [0, 1, 2], "priorities": [0, 2, 1]})),
    );
    ask(&mut program, &query("high", &json!({"priority": 5})));
    ask(&mut program, &query("none", &json!({})));
    ask(&mut program, &json!({"id": "t", "action": "terminate", "terminateId": "first"}));
    program.close();
    assert!(program.end().success());
    let answers = program.rest().into_iter().filter(|line| !line.is_empty());
    let order: Vec<String> = answers
        .map(|line| serde_json::from_str::<Value>(&line).unwrap())
        .filter(|answer| answer.get("action").is_none())
        .map(|answer| format!("{}{}", answer["id"].as_str().unwrap(), answer["turnNumber"]))
        .collect();
    assert_eq!(order, ["first0", "high0", "turns1", "turns2", "turns0", "none0", "low0"]);
}

#[test]
fn the_end_of_the_input_finishes_what_was_asked() {
    let moves: Vec<(&str, &str)> = (0..40).map(|turn| (["B", "W"][turn % 2], "pass")).collect();
    let turns: Vec<usize> = (0..=40).collect();
    let mut program = started("2");
    ask(&mut program, &query("game", &json!({"moves": moves, "analyzeTurns": turns, "maxVisits": 5})));
    program.close();
    assert!(program.end().success());
    let lines = program.rest();
    let answers =
        lines.iter().filter(|line| !line.is_empty()).map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut found: Vec<usize> =
        answers.map(|answer| answer["turnNumber"].as_u64().unwrap() as usize).collect();
    found.sort_unstable();
    assert_eq!(found, turns);
}

/// Every query writes before anything is read: neither side waits for the other.
#[test]
fn a_thousand_questions_at_once() {
    let mut program = started("2");
    let lines: Vec<String> = (0..1000)
        .map(|id| {
            format!(
                "{}\n",
                query(&id.to_string(), &json!({"boardXSize": 5, "boardYSize": 5, "maxVisits": 1}))
            )
        })
        .collect();
    program.send(lines.concat());
    program.close();
    let mut seen = vec![0; 1000];
    for _ in 0..1000 {
        let id: usize = answer(&mut program)["id"].as_str().unwrap().parse().unwrap();
        seen[id] += 1;
    }
    assert!(seen.iter().all(|count| *count == 1));
    assert!(program.end().success());
}

/// Queries and ends of them in random order, at three workers: every position gets one final answer.
#[test]
fn nothing_is_lost_or_told_twice_whatever_is_ended_when() {
    for seed in 0..20 {
        let mut rng = Rng::new(seed, 0);
        let (sender, answers) = channel::<String>();
        let sender = Mutex::new(sender);
        let config = Config {
            threads: 3,
            memory: 8 << 20,
            limits: Limits { playouts: Some(2), ..Limits::default() },
            ..Config::default()
        };
        let server =
            Arc::new(Server::new(config, move |answer| sender.lock().unwrap().send(answer).unwrap()));
        let workers: Vec<_> = (0..3)
            .map(|_| {
                let server = Arc::clone(&server);
                thread::spawn(move || server.work())
            })
            .collect();
        let mut asked = Vec::new();
        for id in 0..60 {
            let endless = rng.below(4) == 0;
            let visits = if endless { ENDLESS } else { 3 };
            let moves = [("B", "C3"), ("W", "B2")];
            let more = json!({
                "boardXSize": 4, "boardYSize": 4, "moves": moves, "analyzeTurns": [0, 1, 2, 1],
                "maxVisits": visits, "priority": rng.below(3), "reportDuringSearchEvery": 0.001,
            });
            let mut query = query(&id.to_string(), &more);
            if let Some(action) = ["genmove", "solve"].get(rng.below(8) as usize) {
                // The stone is there at all turns.
                query["initialStones"] = json!([["B", "A4"]]);
                query["target"] = json!("A4");
                query["action"] = json!(action);
            }
            server.take(query.to_string().as_bytes());
            asked.push(id);
            if rng.below(3) == 0 {
                let victim = rng.below(asked.len() as u32).to_string();
                let turns = [rng.below(3), rng.below(3)];
                server.take(
                    json!({"id": "t", "action": "terminate", "terminateId": victim, "turnNumbers": turns})
                        .to_string()
                        .as_bytes(),
                );
            }
            if rng.below(30) == 0 {
                server.take(br#"{"id":"t","action":"terminate_all"}"#);
            }
        }
        server.take(br#"{"id":"t","action":"terminate_all"}"#);
        server.end();
        workers.into_iter().for_each(|worker| worker.join().unwrap());
        drop(server);
        let mut finals = BTreeMap::new();
        for answer in answers {
            let answer: Value = serde_json::from_str(&answer).unwrap();
            if answer["isDuringSearch"] == false {
                let key = (answer["id"].as_str().unwrap().to_owned(), answer["turnNumber"].as_u64().unwrap());
                *finals.entry(key).or_insert(0) += 1;
            }
        }
        assert_eq!(finals.len(), 60 * 3, "seed {seed}");
        assert!(finals.values().all(|count| *count == 1), "seed {seed}");
    }
}
