//! What must hold of several processes that search as one: nothing is counted twice, every question arrives whole,
//! nobody waits for who is silent, and all end with the leader.

use super::search::{LEADS, playouts};
use parking_lot::Mutex;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tengen::board::{Board, Color, Move, Point};
use tengen::cluster::{Leader, Lockstep, Post, follow};
use tengen::engine::{Config, Crew, Decision, Engine, Errand, Params, Share};
use tengen::game::Game;
use tengen::knowledge::Knowledge;
use tengen::search::{
    LeadChoice, Limits, News, Partners, Question, Search, SearchParams, ShareParams, Top, Tree, TreeParams,
    Watch,
};

const MEMORY: usize = 16 << 20;

/// A tree each.
fn with_lead(lead: LeadChoice) -> SearchParams {
    SearchParams {
        tree: TreeParams { lead, ..TreeParams::default() },
        share: ShareParams { share_evaluations: false, ..ShareParams::default() },
        ..SearchParams::default()
    }
}

/// One tree, whose positions others evaluate.
fn with_looks() -> SearchParams {
    SearchParams::default()
}

/// All ways to search together.
fn designs() -> [SearchParams; 3] {
    [with_lead(LeadChoice::Network), with_lead(LeadChoice::Rave), with_looks()]
}

fn engine(limits: Limits, search: SearchParams, crew: Option<Arc<Mutex<dyn Crew>>>) -> Engine {
    let params = Params { search, ..Params::default() };
    Engine::new(Config { limits, memory: MEMORY, params, crew, ..Config::default() })
}

/// An engine with so many followers that are stepped with it.
fn stepped(others: usize, delay: usize, lead: LeadChoice) -> Engine {
    let crew = Lockstep::new(others, 20, delay, MEMORY, Knowledge::embedded());
    engine(playouts(400), with_lead(lead), Some(Arc::new(Mutex::new(crew))))
}

/// An engine with followers in threads of their own, which end with it; and what those return.
fn threaded(others: usize, limits: Limits, search: SearchParams) -> (Engine, Vec<JoinHandle<()>>) {
    let mut posts = Post::in_process(others + 1).into_iter();
    let leader = Leader::new(posts.next().unwrap(), 1);
    let work = |post| thread::spawn(|| follow(post, &Knowledge::embedded(), 1, MEMORY));
    let followers = posts.map(work).collect();
    (engine(limits, search, Some(Arc::new(Mutex::new(leader)))), followers)
}

/// A partner that hears some news at first and tells its own at the end.
#[derive(Default)]
struct Correspondent {
    heard: Vec<News>,
    told: News,
}

impl Partners for Correspondent {
    fn meet(&mut self, top: &Top<'_>) {
        self.heard.drain(..).for_each(|news| top.learn(&news));
    }

    fn part(&mut self, top: &Top<'_>) {
        self.told = top.news();
    }
}

/// So many playouts from the empty board in a tree that hears this; the visits of the root, and what it tells.
fn converse(tree: &mut Tree, lead: LeadChoice, count: u64, seed: u64, heard: Vec<News>) -> (u64, News) {
    let (question, knowledge, params) =
        (Question::new(Board::new(9), 7.5), Knowledge::embedded(), with_lead(lead));
    let search = Search { seed, ..Search::new(&question, &params, &knowledge, playouts(count)) };
    let mut partner = Correspondent { heard, ..Correspondent::default() };
    let mut watch = Watch { partners: Some(&mut partner), ..Watch::default() };
    let findings = tengen::pause::at_once(search.run_watched(tree, &mut watch));
    (findings.candidates.iter().map(|candidate| u64::from(candidate.visits)).sum(), partner.told)
}

#[test]
fn what_is_heard_counts_once_and_is_not_told_again() {
    for lead in LEADS {
        let mut trees = [Tree::new(MEMORY), Tree::new(MEMORY), Tree::new(MEMORY)];
        let [one, two, three] = &mut trees;
        let (visits, first) = converse(one, lead, 300, 1, vec![]);
        assert_eq!((visits, first.playouts), (300, 300));
        let (visits, second) = converse(two, lead, 200, 2, vec![first.clone()]);
        assert_eq!((visits, second.playouts), (500, 200), "the first tree's visits and its own");
        // The third hears both: had the second told what it has from the first, that would count twice.
        let (visits, _) = converse(three, lead, 1, 3, vec![first, second.clone()]);
        assert_eq!(visits, 501);
        // Who goes on tells only what has come since.
        let (visits, third) = converse(one, lead, 100, 4, vec![second]);
        assert_eq!((visits, third.playouts), (600, 100));
        let (visits, _) = converse(two, lead, 1, 5, vec![third]);
        assert_eq!(visits, 601);
    }
}

#[test]
fn stepped_searches_add_up_and_can_be_repeated() {
    for lead in LEADS {
        let game = |delay| {
            let mut engine = stepped(2, delay, lead);
            let search = |_| {
                let decision = engine.genmove(engine.game().board().to_play());
                let findings = engine.findings().unwrap();
                let heard = 2 * (400 - 20 * delay as u64);
                assert_eq!(findings.playouts, 400 + heard);
                let shares = engine.shares();
                assert!(shares.iter().all(|share| share.playouts == 400), "{shares:?}");
                assert!(shares.iter().all(|share| share.told.messages == 40), "{shares:?}");
                (decision, format!("{:?}", findings.candidates))
            };
            (0..4).map(search).collect::<Vec<_>>()
        };
        assert_eq!(game(0), game(0));
        assert_ne!(game(0), game(3));
    }
}

/// A crew that notes what it is asked to search for.
#[derive(Clone, Debug, Default)]
struct Recorder(Arc<Mutex<Vec<Errand>>>);

impl Partners for Recorder {
    fn meet(&mut self, _: &Top<'_>) {}
}

impl Crew for Recorder {
    fn begin(&mut self, errand: &Errand) {
        self.0.lock().push(errand.clone());
    }

    fn end(&mut self) {}

    fn shares(&self) -> Vec<Share> {
        Vec::new()
    }
}

/// What a crew is asked when the engine has been brought to a position in that way.
fn asked(prepare: impl FnOnce(&mut Engine)) -> Errand {
    let recorder = Recorder::default();
    let mut engine =
        engine(playouts(1), SearchParams::default(), Some(Arc::new(Mutex::new(recorder.clone()))));
    prepare(&mut engine);
    engine.clear_tree();
    engine.genmove(Color::White);
    let errands = recorder.0.lock();
    errands.last().unwrap().clone()
}

/// Whatever came before: the question is the same as that of an engine that has known no other game, and so it arrives.
#[test]
fn every_question_is_whole() {
    let play = |engine: &mut Engine, color, name| {
        engine.play(color, Point::parse(name, 9).map_or(Move::Pass, Move::Play)).unwrap();
    };
    let straight = asked(|engine| {
        engine.set_param("puct", "0.7").unwrap();
        engine.set_game(Game::new(9, 5.5));
        play(engine, Color::Black, "D4");
    });
    let roundabout = asked(|engine| {
        play(engine, Color::Black, "E5");
        engine.genmove(Color::White);
        engine.start(7);
        engine.genmove(Color::Black);
        engine.start(9);
        play(engine, Color::Black, "D4");
        engine.genmove(Color::White);
        assert!(engine.undo());
        engine.set_komi(5.5);
        engine.set_param("puct", "0.7").unwrap();
    });
    assert_eq!(straight, roundabout);
    let otherwise = asked(|engine| play(engine, Color::Black, "D4"));
    assert_ne!(straight, otherwise);
    let bytes = serde_json::to_vec(&straight).unwrap();
    assert_eq!(serde_json::from_slice::<Errand>(&bytes).unwrap(), straight);
}

#[test]
fn followers_help_in_every_search_and_end_with_the_leader() {
    for design in designs() {
        let limits = Limits { time: Some(Duration::from_millis(400)), ..Limits::default() };
        let (mut engine, followers) = threaded(2, limits, design);
        for turn in 0..4 {
            if turn == 2 {
                assert!(engine.undo());
                engine.set_komi(6.5);
            }
            assert!(matches!(engine.genmove(engine.game().board().to_play()), Decision::Play(_)));
            let shares = engine.shares();
            assert!(shares.iter().all(|share| share.playouts > 0 && !share.left_out), "{turn}: {shares:?}");
            assert!(shares.iter().all(|share| share.told.messages > 0), "{turn}: {shares:?}");
            let all: u64 = shares.iter().map(|share| share.playouts).sum();
            assert_eq!(engine.findings().unwrap().playouts, all);
        }
        drop(engine);
        for follower in followers {
            follower.join().unwrap();
        }
    }
}

/// A limit of playouts is that of the one tree, and who looks at a position does not count it again.
#[test]
fn where_others_evaluate_there_is_one_tree() {
    let (mut engine, followers) = threaded(2, playouts(600), with_looks());
    engine.genmove(Color::Black);
    let findings = engine.findings().unwrap();
    assert_eq!(findings.playouts, 600);
    let visits: u32 = findings.candidates.iter().map(|candidate| candidate.visits).sum();
    assert_eq!(visits, 600);
    drop(engine);
    followers.into_iter().for_each(|follower| follower.join().unwrap());
}

/// Who never answers is left out, and the search takes no longer.
#[test]
fn the_silent_are_left_out() {
    designs().into_iter().for_each(leave_the_silent_out);
}

fn leave_the_silent_out(design: SearchParams) {
    let evaluates = design.share.share_evaluations;
    let mut posts = Post::in_process(3).into_iter();
    let leader = Leader::new(posts.next().unwrap(), 1);
    let present = posts.next().unwrap();
    let _silent = posts.next().unwrap();
    let follower = thread::spawn(|| follow(present, &Knowledge::embedded(), 1, MEMORY));
    let limits = Limits { time: Some(Duration::from_millis(1500)), ..Limits::default() };
    let mut engine = engine(limits, design, Some(Arc::new(Mutex::new(leader))));
    let left_out = |engine: &Engine| engine.shares().iter().map(|share| share.left_out).collect::<Vec<_>>();
    let start = Instant::now();
    engine.genmove(Color::Black);
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
    assert_eq!(left_out(&engine), [false, false, true]);
    let told = engine.shares()[0].told;
    engine.set_limits(playouts(1));
    engine.genmove(Color::White);
    assert_eq!(left_out(&engine), [false, false, true], "it is not asked again before it is heard");
    // The one who is present hears of the beginning and the end of a search; where it evaluates, of the one position at most.
    let heard = if evaluates { 0..=1 } else { 2..=2 };
    assert!(told.messages > 2 && heard.contains(&engine.shares()[0].told.messages), "{:?}", engine.shares());
    drop(engine);
    follower.join().unwrap();
}

/// Who was left out takes part again once it answers, though all that it finds then is that its search is over.
#[test]
fn the_silent_come_back() {
    designs().into_iter().for_each(let_the_silent_come_back);
}

fn let_the_silent_come_back(design: SearchParams) {
    let mut posts = Post::in_process(2).into_iter();
    let leader = Leader::new(posts.next().unwrap(), 1);
    let hanging = posts.next().unwrap();
    let limits = Limits { time: Some(Duration::from_millis(1500)), ..Limits::default() };
    let mut engine = engine(limits, design, Some(Arc::new(Mutex::new(leader))));
    engine.genmove(Color::Black);
    assert!(engine.shares()[1].left_out);
    let follower = thread::spawn(|| follow(hanging, &Knowledge::embedded(), 1, MEMORY));
    engine.set_limits(Limits { time: Some(Duration::from_millis(200)), ..Limits::default() });
    let takes_part = (0..50).any(|_| {
        engine.genmove(engine.game().board().to_play());
        let share = engine.shares()[1];
        !share.left_out && share.playouts > 0
    });
    assert!(takes_part, "{:?}", engine.shares());
    drop(engine);
    follower.join().unwrap();
}

/// A level is a player of its own, whatever stands behind it.
#[test]
fn a_level_plays_alone() {
    let (mut engine, followers) = threaded(1, Limits::default(), SearchParams::default());
    engine.set_param("level", "15").unwrap();
    engine.genmove(Color::Black);
    assert!(engine.shares().iter().all(|share| *share == Share::default()));
    drop(engine);
    followers.into_iter().for_each(|follower| follower.join().unwrap());
}
