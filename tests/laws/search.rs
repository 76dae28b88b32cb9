//! What must hold of every search, whoever leads it: repeatable, legal, bounded in memory and sensible where it is easy.

use super::board::random_positions;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;
use tengen::board::{Board, Color, Move, Point, PointSet};
use tengen::engine::{Config, Decision, Engine, Params, Wishes};
use tengen::knowledge::Knowledge;
use tengen::params::{Parameter, Parameters};
use tengen::search::{
    BYTES_PER_CHILD, Findings, Lead, LeadChoice, Limits, Question, RaveParams, Restriction, Search,
    SearchParams, Tree, TreeParams, Watch,
};

pub(super) const LEADS: [LeadChoice; 2] = [LeadChoice::Network, LeadChoice::Rave];

fn with_lead(lead: LeadChoice) -> SearchParams {
    SearchParams { tree: TreeParams { lead, ..TreeParams::default() }, ..SearchParams::default() }
}

/// An engine with that lead, which makes so many playouts a move.
fn engine(lead: LeadChoice, count: u64, seed: u64) -> Engine {
    let params = Params { search: with_lead(lead), ..Params::default() };
    Engine::new(Config { limits: playouts(count), seed, memory: 32 << 20, params, ..Config::default() })
}

fn point(name: &str) -> Point {
    Point::parse(name, 9).unwrap()
}

/// Searches the empty board.
fn find(params: &SearchParams, limits: Limits, memory: usize, threads: usize) -> (Findings, Tree) {
    let mut tree = Tree::new(memory);
    let (question, knowledge) = (Question::new(Board::new(9), 7.5), Knowledge::embedded());
    let search = Search { threads, seed: 7, ..Search::new(&question, params, &knowledge, limits) };
    let findings = search.run(&mut tree);
    (findings, tree)
}

pub(super) fn playouts(count: u64) -> Limits {
    Limits { playouts: Some(count), ..Limits::default() }
}

/// Plays an engine against itself and returns all its findings, to the last bit of every mean.
fn game_of(engine: &mut Engine, moves: usize) -> Vec<String> {
    (0..moves)
        .map(|_| {
            let color = engine.game().board().to_play();
            let decision = engine.genmove(color);
            let candidates = engine.findings().map(|findings| &findings.candidates);
            format!("{decision:?} {candidates:?}")
        })
        .collect()
}

#[test]
fn the_lead_is_what_was_asked_for_where_it_can_be() {
    let (large, small) = (Board::new(9), Board::new(7));
    let leads = LEADS.map(|choice| (Lead::of(&large, choice), Lead::of(&small, choice)));
    assert_eq!(leads, [(Lead::Network, Lead::Rave), (Lead::Rave, Lead::Rave)]);
}

#[test]
fn the_same_seed_grows_the_same_tree() {
    for lead in LEADS {
        let first = game_of(&mut engine(lead, 300, 5), 12);
        let mut again = engine(lead, 300, 5);
        assert_eq!(first, game_of(&mut again, 12));
        again.start(9);
        assert_eq!(first, game_of(&mut again, 12), "after clear_board");
        assert_ne!(first, game_of(&mut engine(lead, 300, 6), 12), "another seed");
    }
}

/// A position with the colors exchanged, under the opposite komi, is searched like the position itself.
#[test]
fn a_search_knows_no_color() {
    let knowledge = Knowledge::embedded();
    for lead in LEADS {
        let params = with_lead(lead);
        let find = |board: Board, komi| {
            let question = Question::new(board, komi);
            Search::new(&question, &params, &knowledge, playouts(100)).run(&mut Tree::new(16 << 20))
        };
        let mut turns = 0;
        random_positions(3_000, 9, |board| {
            turns += 1;
            if turns % 50 > 0 {
                return;
            }
            let (found, exchanged) = (find(board.clone(), 6.5), find(board.with_colors_exchanged(), -6.5));
            assert_eq!(found.candidates.len(), exchanged.candidates.len(), "{lead:?}\n{board}");
            for candidate in &found.candidates {
                let other = exchanged.of(candidate.mv).unwrap();
                assert_eq!(candidate.visits, other.visits, "{lead:?}, {}\n{board}", candidate.mv);
                assert!((candidate.value.mean - other.value.mean).abs() < 1e-4, "{lead:?}\n{board}");
            }
        });
    }
}

/// More komi than the board has points decides the game, however much it is and whoever moves.
#[test]
fn a_komi_beyond_the_board_decides_the_game() {
    let knowledge = Knowledge::embedded();
    for (lead, size) in LEADS.into_iter().flat_map(|lead| [2, 5, 9].map(|size| (lead, size))) {
        let params = with_lead(lead);
        for color in Color::ALL {
            let mut board = Board::new(size);
            board.set_to_play(color);
            for komi in [100.0, f32::MAX, -100.0, f32::MIN] {
                let question = Question::new(board.clone(), komi);
                let search = Search::new(&question, &params, &knowledge, playouts(400));
                let best = search.run(&mut Tree::new(16 << 20)).best().value;
                let won = if (color == Color::White) == (komi > 0.0) { 1.0 } else { 0.0 };
                assert_eq!((best.is_proven(), best.mean), (true, won), "{lead:?} {size} {color} {komi}");
            }
        }
    }
}

/// No playout is lost or counted twice, with many more workers than cores either. RAVE is told where it leads, and a play of
/// a playout's first moves counts for it more often than it is visited.
#[test]
fn visits_add_up_to_the_playouts() {
    for lead in LEADS {
        for threads in [1, 2, 8, 64] {
            let (findings, _) = find(&with_lead(lead), playouts(5_000), 128 << 20, threads);
            let visits: u32 = findings.candidates.iter().map(|candidate| candidate.visits).sum();
            assert_eq!((u64::from(visits), findings.playouts), (5_000, 5_000), "{threads} threads");
            for candidate in &findings.candidates {
                assert!((0.0..=1.0).contains(&candidate.value.mean));
                assert_eq!(candidate.rave.is_some(), lead == LeadChoice::Rave);
                if let Some(rave) = candidate.rave.filter(|_| candidate.mv != Move::Pass) {
                    assert!(rave.mean > 0.0 && rave.mean < 1.0, "{}", candidate.mv);
                    // Threads may overwrite each other's counts, and one that was stopped in between many of them.
                    let told = rave.weight > 1000.0 && rave.weight > candidate.visits as f32;
                    assert!(threads > 1 || told, "{}: {} of {}", candidate.mv, rave.weight, candidate.visits);
                }
            }
        }
    }
}

/// Where the first visit makes a node: one a playout at the most, and nearly one.
#[test]
fn a_playout_grows_one_node() {
    for lead in LEADS {
        let rave = RaveParams { expand_visits: 1, ..RaveParams::default() };
        let (_, tree) = find(&SearchParams { rave, ..with_lead(lead) }, playouts(200), 64 << 20, 1);
        // Its moves, and what has come of those that have been tried.
        let most = 201 * 83 * 2 * BYTES_PER_CHILD;
        // A node that the network leads has its policy, and room for few moves.
        let least = if lead == LeadChoice::Rave { most / 2 } else { 190 * 82 * size_of::<f32>() };
        assert!((least..=most).contains(&tree.bytes()), "{lead:?}: {} to {most}", tree.bytes());
    }
}

/// At the ends of its range a parameter makes a search weak at worst. Two threads, so that virtual losses count.
#[test]
fn no_parameter_breaks_a_search() {
    let mut tried = 0;
    for Parameter { name, range, .. } in SearchParams::list() {
        // Numbers are `from 1 to 8`, switches `0 or 1`; a word is left as it is.
        let ends = range.strip_prefix("from ").unwrap_or(&range).replace(" or ", " to ");
        let Some((least, most)) = ends.split_once(" to ") else { continue };
        for (lead, end) in LEADS.into_iter().flat_map(|lead| [(lead, least), (lead, most)]) {
            let mut params = with_lead(lead);
            params.set(name, end).unwrap();
            let (findings, _) = find(&params, playouts(40), 32 << 20, 2);
            let visits: u32 = findings.candidates.iter().map(|candidate| candidate.visits).sum();
            assert_eq!((visits, findings.playouts), (40, 40), "{lead:?}, {name} {end}");
            for candidate in &findings.candidates {
                assert!((0.0..=1.0).contains(&candidate.value.mean), "{lead:?}, {name} {end}");
                assert!(candidate.score.is_none_or(f32::is_finite), "{lead:?}, {name} {end}");
            }
            tried += 1;
        }
    }
    assert!(tried > 100, "{tried}");
}

/// A full tree loses its least visited nodes and grows again: all playouts are made, and in the end the budget is
/// passed by two nodes a thread at most.
#[test]
fn a_full_tree_is_pruned_and_the_search_goes_on() {
    let memory = 1 << 20;
    for lead in LEADS {
        for threads in [1, 2, 8, 64] {
            let (findings, tree) = find(&with_lead(lead), playouts(20_000), memory, threads);
            assert_eq!(findings.playouts, 20_000);
            assert!(tree.bytes() <= memory + 2 * threads * 82 * BYTES_PER_CHILD, "{}", tree.bytes());
            // The tables of more than one worker take up to half of so little, and pruning half of the rest or more.
            let tenths = if threads == 1 { 4 } else { 1 };
            assert!(tree.bytes() > memory * tenths / 10, "{threads} threads: {}", tree.bytes());
        }
    }
}

#[test]
fn a_game_goes_on_in_any_memory() {
    for lead in LEADS {
        let params = Params { search: with_lead(lead), ..Params::default() };
        let mut engine =
            Engine::new(Config { limits: playouts(500), memory: 1 << 16, params, ..Config::default() });
        for _ in 0..20 {
            let color = engine.game().board().to_play();
            assert!(matches!(engine.genmove(color), Decision::Play(_)));
            assert_eq!(engine.game().board().validate(), Ok(()));
        }
    }
}

#[test]
fn time_limits_are_kept_with_any_number_of_threads() {
    for (lead, threads) in [(LeadChoice::Network, 1), (LeadChoice::Network, 8), (LeadChoice::Rave, 8)] {
        let time = Duration::from_millis(100);
        let limits = Limits { time: Some(time), ..Limits::default() };
        let (findings, _) = find(&with_lead(lead), limits, 32 << 20, threads);
        assert!(findings.playouts > 0);
        assert!(findings.time >= time && findings.time < Duration::from_secs(5), "{:?}", findings.time);
    }
}

/// White has just taken in a ko; retaking at once would repeat the position.
#[test]
fn superko_is_enforced_at_the_root() {
    for lead in LEADS {
        let mut engine = engine(lead, 200, 1);
        let empty = ". . . . . . . . .";
        let rows = [". X O . . . . . .", "X . X O . . . . .", ". X O . . . . . ."];
        let setup: Board = [rows.join("/"), [empty; 6].join("/")].join("/").parse().unwrap();
        let mut game = tengen::game::Game::from_board(setup, 0.5);
        game.set_to_play(Color::White);
        for (color, mv) in [(Color::White, "B8"), (Color::Black, "pass"), (Color::White, "pass")] {
            game.play(color, Point::parse(mv, 9).map_or(Move::Pass, Move::Play)).unwrap();
        }
        engine.set_game(game);
        engine.genmove(Color::Black);
        let candidates = &engine.findings().unwrap().candidates;
        let retake = Move::Play(Point::parse("C8", 9).unwrap());
        assert!(candidates.iter().all(|candidate| candidate.mv != retake));
        assert!(candidates.len() > 5);
    }
}

/// Both own a half; Black wins by the komi. White has passed: Black need not search.
#[test]
fn a_pass_that_wins_is_answered_by_a_pass() {
    for lead in LEADS {
        let finished = "X X X X X O O O O/X . X . X O . O ./X X X X X O O O O/X X X X X O O O O/X X X X X O O O O/\
                        X X X X X O O O O/X X X X X O O O O/X . X . X O . O ./X X X X X O O O O";
        let mut game = tengen::game::Game::from_board(finished.parse().unwrap(), 7.5);
        game.set_to_play(Color::White);
        game.play(Color::White, Move::Pass).unwrap();
        let mut engine = engine(lead, 100, 1);
        engine.set_game(game);
        assert_eq!(engine.genmove(Color::Black), Decision::Play(Move::Pass));
        assert_eq!(engine.findings().map(|findings| findings.playouts), Some(0), "without a search");
    }
}

/// Black owns 44 points and needs 45: the last open point decides, and a pass would lose.
#[test]
fn the_last_useful_point_is_played_before_passing() {
    for lead in LEADS {
        let open = "X X X X . O O O O/X . X . X O . O ./X X X X X O O O O/X X X X X O O O O/X X X X X O O O O/\
                    X X X X X O O O O/X X X X X O O O O/X . X . X O . O ./X X X X X O O O O";
        let mut engine = engine(lead, 500, 1);
        engine.set_game(tengen::game::Game::from_board(open.parse().unwrap(), 7.5));
        assert_eq!(engine.genmove(Color::Black), Decision::Play(Move::Play(point("E9"))));
    }
}

#[test]
fn a_lost_game_is_resigned_unless_resigning_is_off() {
    for lead in LEADS {
        let lost = "O O O O O O O O O/O . O . O O . O ./O O O O O O O O O/. . . . . . . . ./O O O O O O O O O/\
                    O O O O O O O O O/O O O O O O O O O/O . O . O O . O ./O O O O O O O O O";
        for (rate, resigns) in [("0.05", true), ("0", false)] {
            let mut engine = engine(lead, 1000, 1);
            engine.set_param("resign_rate", rate).unwrap();
            engine.set_game(tengen::game::Game::from_board(lost.parse().unwrap(), 7.5));
            assert_eq!(engine.genmove(Color::Black) == Decision::Resign, resigns);
        }
    }
}

/// Every play of White ends a seki and loses. From games of the engine against itself that it resigned.
#[test]
fn a_game_that_only_a_pass_wins_is_not_resigned() {
    for lead in LEADS {
        let two = ". O O O . O O O O/X X O O O O O O X/O X X O O O X X X/O X X X O X X X X/O O O X X X . X X/\
                   X X O O O X X O O/X X X X O O O O ./. X X X O O O X X/X X . X X O . O .";
        let large = ". O O . O O O X ./X X O O O O X X O/. X O O O X X . O/X X X X O X X O X/O X O O X X X X X/\
                     O O O X X . X X ./O O O X X X X . X/O . O O O X O X X/O O . O O O O O X";
        // RAVE's values of the moves fall more slowly.
        let slower = if lead == LeadChoice::Rave { 6 } else { 1 };
        for (picture, playouts) in [(two, 400), (large, 2000)] {
            for seed in 1..=10 {
                let playouts = slower * playouts;
                let mut engine = engine(lead, playouts, seed);
                engine.set_param("resign_moves", "1").unwrap();
                let mut game = tengen::game::Game::from_board(picture.parse().unwrap(), 7.5);
                game.set_to_play(Color::White);
                engine.set_game(game);
                assert_eq!(engine.genmove(Color::White), Decision::Play(Move::Pass), "{seed}: {picture}");
            }
        }
    }
}

/// With a rate of 100 % every move of an open game looks lost, though nothing is proven.
#[test]
fn a_game_is_resigned_when_it_has_looked_lost_for_long_enough() {
    /// White takes the first of these points that it can: if Black moved alone, it would soon have won and pass.
    fn answer(engine: &mut Engine) {
        let answers =
            ["E5", "C7", "G3", "G7", "C3", "E7", "E3", "C5", "G5", "D2", "F8", "B6", "H4", "B2", "H8"];
        let mut answers = answers.map(point).into_iter();
        let answer = answers.find(|&answer| engine.game().legal_moves(Color::White).contains(answer));
        engine.play(Color::White, Move::Play(answer.unwrap())).unwrap();
    }
    /// Tells the game anew, as some controllers do before every move.
    fn tell(engine: &mut Engine) {
        let (turns, komi, rules) = (engine.game().turns().to_vec(), engine.game().komi(), engine.rule_set());
        engine.start(9);
        engine.set_rule_set(rules);
        engine.set_komi(komi);
        turns.iter().for_each(|turn| engine.play(turn.color, turn.mv).unwrap());
    }
    let moves_to_resign_if = |engine: &mut Engine, is_told: bool| {
        (1..=10).find(|_| {
            if is_told {
                tell(engine);
            }
            let resigns = engine.genmove(Color::Black) == Decision::Resign;
            if !resigns {
                answer(engine);
            }
            resigns
        })
    };
    let moves_to_resign = |engine: &mut Engine| moves_to_resign_if(engine, false);
    for lead in LEADS {
        for moves in [1, 2, 4] {
            let mut engine = engine(lead, 600, moves as u64);
            engine.set_param("resign_moves", &moves.to_string()).unwrap();
            engine.set_param("resign_stones", "0").unwrap();
            engine.set_param("resign_rate", "1").unwrap();
            assert_eq!(moves_to_resign(&mut engine), Some(moves));
            assert_eq!(moves_to_resign(&mut engine), Some(1), "it stays lost");
            let afresh = engine.consider(Color::Black, &Wishes::default(), &mut Watch::default());
            assert_eq!(afresh == Decision::Resign, moves == 1, "considered with nothing known from before");
            engine.set_param("resign", "false").unwrap();
            assert!(matches!(engine.genmove(Color::Black), Decision::Play(_)));
            answer(&mut engine);
            engine.set_param("resign", "true").unwrap();
            assert_eq!(moves_to_resign(&mut engine), Some(1), "it was not allowed to resign");
            engine.play(Color::Black, Move::Play(point("J1"))).unwrap();
            assert!(engine.undo());
            assert_eq!(moves_to_resign(&mut engine), Some(moves), "after undo");
            engine.start(9);
            assert_eq!(moves_to_resign(&mut engine), Some(moves), "in the next game");
            engine.set_param("resign_rate", "0").unwrap();
            assert!(matches!(engine.genmove(Color::Black), Decision::Play(_)));
            answer(&mut engine);
            engine.set_param("resign_rate", "1").unwrap();
            assert_eq!(moves_to_resign(&mut engine), Some(moves), "in a row");
            engine.start(9);
            assert_eq!(moves_to_resign_if(&mut engine, true), Some(moves), "told anew");
            engine.set_komi(engine.game().komi() + 1.0);
            assert_eq!(moves_to_resign(&mut engine), Some(moves), "counted otherwise");
        }
    }
}

/// With a rate of 100 % every move of an open game looks lost.
#[test]
fn no_opening_is_resigned() {
    for lead in LEADS {
        let mut engine = engine(lead, 600, 1);
        engine.set_param("resign_rate", "1").unwrap();
        let mut stones = 0;
        while let Decision::Play(mv) = engine.genmove(engine.game().board().to_play()) {
            assert_ne!(mv, Move::Pass);
            let board = engine.game().board();
            stones = board.occupied().len();
        }
        assert!((17..25).contains(&stones), "{lead:?}: {stones}");
    }
}

/// Black owns more than half of the board for good. The larger move takes five stones or saves them.
#[test]
fn a_decided_game_is_played_for_points() {
    let board: Board = "
        . X X . O O O O .
        X O O . O O . O O
        X O O O X O O O O
        X X X X X O O O O
        X X X X X X X X X
        X . . . X . . . .
        X X X X X X X X X
        X X X X X X X X X
        . . . . . . . . ."
        .parse()
        .unwrap();
    for color in Color::ALL {
        let mut board = board.clone();
        board.set_to_play(color);
        let (question, knowledge) = (Question::new(board, 7.5), Knowledge::embedded());
        let params = with_lead(LeadChoice::Network);
        let found = Search::new(&question, &params, &knowledge, playouts(400)).run(&mut Tree::new(32 << 20));
        assert_eq!(found.playouts, 400);
        let won = if color == Color::Black { 1.0 } else { 0.0 };
        let best = found.best();
        assert_eq!((best.mv, best.value.mean, best.value.is_proven()), (Move::Play(point("D8")), won, true));
        let others = found.candidates.iter().filter(|candidate| candidate.mv != best.mv);
        let second = others.filter_map(|candidate| candidate.score).fold(f32::NEG_INFINITY, f32::max);
        assert!(best.score.unwrap() > second + 5.0, "{:?} and {second}", best.score);
    }
}

/// What would be played without a word is no move: it counts for nothing.
#[test]
fn considering_a_lost_position_does_not_bring_the_resignation_nearer() {
    for lead in LEADS {
        let mut engine = engine(lead, 600, 1);
        for (name, value) in [("resign_rate", "1"), ("resign_stones", "0")] {
            engine.set_param(name, value).unwrap();
        }
        for _ in 0..5 {
            let decision = engine.consider(Color::Black, &Wishes::default(), &mut Watch::default());
            assert!(matches!(decision, Decision::Play(_)));
        }
        assert!(matches!(engine.genmove(Color::Black), Decision::Play(_)));
    }
}

/// What was searched with other points left out does not choose the move.
#[test]
fn a_search_forgets_what_was_searched_under_restrictions() {
    for lead in LEADS {
        let third = Move::Play(point("C3"));
        let points = PointSet::board(9) - PointSet::of(point("C3"));
        let restrictions = vec![Restriction { color: Color::Black, points, depth: 1 }];
        let visits = |found: &Findings| found.of(third).unwrap().visits;
        let mut engine = engine(lead, 300, 1);
        let asked = AtomicU32::new(0);
        let stop = || asked.fetch_add(1, Relaxed) >= 2000;
        let wishes = Wishes { restrictions, no_pass: true };
        let watch = &mut Watch { stop: Some(&stop), ..Watch::default() };
        assert!(visits(engine.analyze(Color::Black, &wishes, watch)) > 300);
        assert_ne!(engine.genmove(Color::Black), Decision::Play(third));
        assert!(visits(engine.findings().unwrap()) < 100);
    }
}

/// Full games against itself on all sizes: every move legal, every game ends.
#[test]
fn games_end() {
    for lead in LEADS {
        for size in [2, 3, 5, 7, 9] {
            let mut engine = engine(lead, 60, size as u64);
            engine.set_param("resign_rate", "0").unwrap();
            engine.start(size);
            let mut turns = 0;
            while engine.game().passes() < 2 {
                let color = engine.game().board().to_play();
                assert!(matches!(engine.genmove(color), Decision::Play(_)));
                assert_eq!(engine.game().board().validate(), Ok(()));
                turns += 1;
                assert!(
                    turns < 10 * size * size + 20,
                    "size {size} does not end:\n{}",
                    engine.game().board()
                );
            }
        }
    }
}
