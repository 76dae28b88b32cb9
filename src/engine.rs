//! One object that plays a game: the game, the tree, the clocks and the rules of passing and resigning.

mod analysis;
mod cleanup;
mod cost;
mod crew;
mod decision;
mod errand;
mod forecast;
mod game_tree;
mod info;
mod learner;
mod level;
mod lost_moves;
mod params;
mod score;
mod status;
mod think;
mod tree_key;
mod wishes;

pub use analysis::{Analysis, AnalyzedMove};
pub use cost::MoveCost;
pub use crew::{Crew, Share, Traffic};
pub use decision::Decision;
pub use errand::Errand;
pub use forecast::{Expectation, Forecast};
pub use game_tree::{GameTree, Means};
pub use level::{Rank, SkillLevel};
pub use params::{EngineParams, Params};
pub use status::Status;
pub use wishes::{EarlyMoves, Wishes};

use crate::board::{Board, Color, Illegal, Move, PointSet};
use crate::game::{Game, RuleSet, Rules, Turn};
use crate::knowledge::Knowledge;
use crate::params::{ParamError, Parameters as _};
use crate::playout::{Guided, Trace, play_out};
use crate::rng::Rng;
use crate::search::{Clock, Findings, Lead, Limits, PolicyMap, Scene, TimeSettings};
use lost_moves::LostMoves;
use parking_lot::Mutex;
use std::sync::Arc;
use std::time::Duration;

/// The engine's name as a player.
pub const NAME: &str = concat!("Tengen ", env!("CARGO_PKG_VERSION"));

/// Time of a move that nothing else limits.
pub const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Search threads at most.
pub const MOST_THREADS: usize = 1024;

/// What a session is started with.
#[derive(Clone, Debug)]
pub struct Config {
    /// Points along one side at the start.
    pub size: usize,
    /// Komi at the start.
    pub komi: f32,
    /// How the game is counted, and what White gets for a handicap.
    pub rules: RuleSet,
    /// Search threads, at most [`MOST_THREADS`].
    pub threads: usize,
    /// Limit of every move, within which the clock sets the time; where there is neither a limit nor a clock, a move takes
    /// [`DEFAULT_TIME`].
    pub limits: Limits,
    /// Memory of the tree in bytes.
    pub memory: usize,
    /// Where all randomness comes from.
    pub seed: u64,
    /// Are the opponent's moves held to positional superko too, as a referee does?
    pub strict: bool,
    /// The tunable numbers.
    pub params: Params,
    /// Shapes and the network.
    pub knowledge: Knowledge,
    /// Others that search with it. Of the engines that have the same, one at a time has their help.
    pub crew: Option<Arc<Mutex<dyn Crew>>>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            size: 9,
            komi: 7.5,
            rules: RuleSet::default(),
            threads: 1,
            limits: Limits::default(),
            memory: 512 << 20,
            seed: 0,
            strict: false,
            params: Params::default(),
            knowledge: Knowledge::embedded(),
            crew: None,
        }
    }
}

/// An engine in the middle of a game.
#[derive(Debug)]
pub struct Engine {
    game: Game,
    rule_set: RuleSet,
    clock: Clock,
    threads: usize,
    limits: Limits,
    seed: u64,
    strict: bool,
    params: Params,
    knowledge: Knowledge,
    tree: GameTree,
    crew: Option<Arc<Mutex<dyn Crew>>>,
    findings: Option<Findings>,
    lost_moves: LostMoves,
}

impl Engine {
    /// An engine before the first move.
    pub fn new(config: Config) -> Engine {
        Engine {
            game: Game::new(config.size, config.komi),
            rule_set: config.rules,
            clock: Clock::default(),
            threads: config.threads.clamp(1, MOST_THREADS),
            limits: config.limits,
            seed: config.seed,
            strict: config.strict,
            params: config.params,
            knowledge: config.knowledge,
            tree: GameTree::new(config.memory),
            crew: config.crew,
            findings: None,
            lost_moves: LostMoves::default(),
        }
    }

    /// The game so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What the last search found, if there was one in this game.
    pub fn findings(&self) -> Option<&Findings> {
        self.findings.as_ref()
    }

    /// The tunable numbers.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The level that it plays at; `None` is as well as it can.
    pub fn level(&self) -> Option<SkillLevel> {
        SkillLevel::new(self.params.engine.level)
    }

    /// Makes it play at a level; `None` is as well as it can.
    pub fn set_level(&mut self, level: Option<SkillLevel>) {
        self.params.engine.level = level.map_or(0, |level| level.number().into());
    }

    /// How the game is counted.
    pub fn rules(&self) -> Rules {
        self.rule_set.rules
    }

    /// The rules with what they give White for a handicap.
    pub fn rule_set(&self) -> RuleSet {
        self.rule_set
    }

    /// Changes how the game is counted, and what White gets.
    pub fn set_rule_set(&mut self, rule_set: RuleSet) {
        let stones = self.game.stones_ahead();
        // Without a handicap the game is counted as it was recorded, whatever there is for one.
        let counted = |RuleSet { rules, bonus }| (rules, bonus.points(stones));
        if counted(rule_set) != counted(self.rule_set) {
            self.game.forget_rules();
        }
        self.rule_set = rule_set;
    }

    /// Where all randomness comes from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Changes where all randomness comes from.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Limit of every move; see [`Config::limits`].
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Changes the limit of every move.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Search threads.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Changes the number of search threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.clamp(1, MOST_THREADS);
    }

    /// What each of those that search together did in the last search; empty for an engine alone.
    pub fn shares(&self) -> Vec<Share> {
        self.crew.as_ref().map_or_else(Vec::new, |crew| crew.lock().shares())
    }

    /// Forgets all that has been searched.
    pub fn clear_tree(&mut self) {
        self.tree.clear();
    }

    /// Drops what the game as it stands has no use for; otherwise the next search does it in its own time. To free a large tree
    /// takes time, which is on the engine's clock until its move has been told, and again from the opponent's move on: this is to
    /// be called in between.
    pub fn drop_useless(&mut self) {
        if let Some(key) = self.tree.key().map(|known| known.after(&self.game)) {
            self.tree.follow(key);
        }
    }

    /// Gives the turn to `color`, as a setup does.
    pub fn set_to_play(&mut self, color: Color) {
        self.game.set_to_play(color);
    }

    /// Shapes and the network.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    /// Changes a tunable number.
    ///
    /// # Errors
    /// No such parameter, no number or out of range.
    pub fn set_param(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        self.params.set(name, value)
    }

    /// Begins a new game on a board of that size; komi and time settings stay.
    pub fn start(&mut self, size: usize) {
        self.clock.refill();
        self.set_game(Game::new(size, self.game.komi()));
    }

    /// Goes on with another game.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
        self.drop_useless();
        self.findings = None;
    }

    /// Changes the komi.
    pub fn set_komi(&mut self, komi: f32) {
        self.game.set_komi(komi);
    }

    /// Makes the stones a handicap; `false` if the board is not empty.
    pub fn place_handicap(&mut self, stones: PointSet) -> bool {
        self.game.place_handicap(stones)
    }

    /// The mean reward of `color` in so many playouts from the present position, its turn.
    pub fn mean_of_playouts(&self, color: Color, count: u32) -> f32 {
        let params = &self.params.search.playout;
        let mut policy = Guided::new(params, &self.knowledge.patterns);
        let ends = params.ends(self.search_komi(color, self.terms()));
        let start = self.board_for(color);
        let mut rng = Rng::new(self.search_seed(), 0);
        let mut trace = Trace::new();
        let mut sum = 0.0;
        for _ in 0..count {
            trace.clear();
            trace.push(self.game.last_moves()[0].and_then(Move::point));
            sum += play_out(&mut policy, &mut start.clone(), &ends, &mut rng, &mut trace).reward(color);
        }
        sum / count.max(1) as f32
    }

    /// Makes a move that the controller reports.
    ///
    /// # Errors
    /// Occupied, suicide or simple ko, and superko for a strict engine.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), Illegal> {
        self.play_all(&[Turn { color, mv }]).map_err(|(_, reason)| reason)
    }

    /// Makes the moves of all these turns, or none.
    ///
    /// # Errors
    /// The first that is illegal as in [`Engine::play`], and why.
    pub fn play_all(&mut self, turns: &[Turn]) -> Result<(), (Move, Illegal)> {
        let mut game = self.game.clone();
        for &Turn { color, mv } in turns {
            let played = if self.strict { game.play(color, mv) } else { game.play_reported(color, mv) };
            played.map_err(|reason| (mv, reason))?;
        }
        self.game = game;
        Ok(())
    }

    /// Takes the last move back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let undone = self.game.undo();
        if undone {
            self.lost_moves = LostMoves::default();
        }
        undone
    }

    /// Gives the game up for `color`, until the next turn or until one is taken back.
    pub fn resign(&mut self, color: Color) {
        self.game.resign(color);
    }

    /// Takes a resignation back; `false` if there is none.
    pub fn take_resignation_back(&mut self) -> bool {
        self.game.take_resignation_back()
    }

    /// Sets the time system and refills both clocks; `None` is no limit.
    pub fn set_time(&mut self, settings: Option<TimeSettings>) {
        self.clock = Clock::new(settings);
    }

    /// Sets what `color` has left: seconds, and in overtime the moves to make in them or the periods left,
    /// otherwise 0.
    pub fn set_time_left(&mut self, color: Color, seconds: f64, overtime: u32) {
        self.clock.set_left(color, seconds, overtime);
    }

    /// The present position, with `color` to move.
    fn board_for(&self, color: Color) -> Board {
        let mut board = self.game.board().clone();
        board.set_to_play(color);
        board
    }

    /// Who leads a search of the present position.
    pub fn lead(&self) -> Lead {
        Lead::of(self.game.board(), self.params.search.tree.lead)
    }

    /// Shows the present position as a search for `color` sees it, and the komi that it searches with.
    pub fn show_scene<T>(&self, color: Color, look: impl FnOnce(&Scene<'_>, f32) -> T) -> T {
        let board = self.board_for(color);
        let scene = Scene::new(&board, self.game.last_moves(), &self.knowledge);
        look(&scene, self.search_komi(color, self.terms()))
    }

    /// So many lines of moves from the present position to ones that the tree has, drawn evenly; none if it has grown
    /// for another.
    pub fn draw_lines(&self, count: u32) -> Vec<Vec<Move>> {
        let is_here = self.tree.key().is_some_and(|key| *key == key.after(&self.game));
        let count = if is_here { count } else { 0 };
        let mut rng = Rng::new(self.search_seed(), 1);
        (0..count).map(|_| self.tree.draw_line(&mut rng)).collect()
    }

    /// The policy that a search for `color` begins with.
    pub fn first_policy(&self, color: Color) -> PolicyMap {
        self.show_scene(color, |scene, komi| self.lead().policy(scene, komi, &self.params.search))
    }

    /// A different seed for every turn of a game, the same for the same turn of the next game.
    fn search_seed(&self) -> u64 {
        self.seed ^ (self.game.turns().len() as u64 + 1).wrapping_mul(0xD1B5_4A32_D192_ED03)
    }
}
