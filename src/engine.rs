//! One object that plays a game: the game, the tree, the clocks and the rules of passing and resigning.

mod cleanup;
mod outlook;
mod score;
mod status;
mod think;

pub use outlook::{Expectation, Outlook};
pub use status::{Status, final_board};

use crate::board::{Color, Illegal, Move, PointSet};
use crate::game::{Game, Rules};
use crate::params::{ParamError, Params};
use crate::patterns::PatternTable;
use crate::playout::{Trace, play_out};
use crate::rng::Rng;
use crate::search::{Clock, Findings, Limits, Restriction, TimeSettings, Tree};
use std::sync::Arc;
use std::time::Duration;

/// Time of a move that nothing else limits.
pub const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// What a session is started with.
#[derive(Clone, Debug)]
pub struct Config {
    /// Points along one side at the start.
    pub size: usize,
    /// Komi at the start.
    pub komi: f32,
    /// How the game is counted.
    pub rules: Rules,
    /// Search threads.
    pub threads: usize,
    /// Limit of every move; without playouts the clock sets the time within it, and where there is neither
    /// it is [`DEFAULT_TIME`].
    pub limits: Limits,
    /// Memory of the tree in bytes.
    pub memory: usize,
    /// Where all randomness comes from.
    pub seed: u64,
    /// Are the opponent's moves held to positional superko too, as a referee does?
    pub strict: bool,
    /// The tunable numbers.
    pub params: Params,
    /// What is known of diamonds.
    pub patterns: Arc<PatternTable>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            size: 9,
            komi: 7.5,
            rules: Rules::Chinese,
            threads: 1,
            limits: Limits::default(),
            memory: 512 << 20,
            seed: 0,
            strict: false,
            params: Params::default(),
            patterns: Arc::new(PatternTable::embedded()),
        }
    }
}

/// What the outside asks of a search beside its position.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// Points to leave out.
    pub restrictions: Vec<Restriction>,
    /// Leave out the pass while there is another move.
    pub no_pass: bool,
}

/// What `genmove` answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A move.
    Play(Move),
    /// The game is given up.
    Resign,
}

/// An engine in the middle of a game.
#[derive(Debug)]
pub struct Engine {
    game: Game,
    rules: Rules,
    clock: Clock,
    threads: usize,
    limits: Limits,
    seed: u64,
    strict: bool,
    params: Params,
    patterns: Arc<PatternTable>,
    tree: Tree,
    /// The komi that the tree has been searched with.
    tree_komi: f32,
    /// The restrictions that the tree has been searched with.
    tree_restrictions: Vec<Restriction>,
    findings: Option<Findings>,
    /// At how many of its moves in a row each color has looked lost.
    lost_moves: [u32; 2],
}

impl Engine {
    /// An engine before the first move.
    pub fn new(config: Config) -> Engine {
        Engine {
            game: Game::new(config.size, config.komi),
            rules: config.rules,
            clock: Clock::default(),
            threads: config.threads.max(1),
            limits: config.limits,
            seed: config.seed,
            strict: config.strict,
            params: config.params,
            patterns: config.patterns,
            tree: Tree::new(config.memory),
            tree_komi: config.komi,
            tree_restrictions: Vec::new(),
            findings: None,
            lost_moves: [0; 2],
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

    /// How the game is counted.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Changes how the game is counted.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
        self.tree.clear();
        self.lost_moves = [0; 2];
    }

    /// Where all randomness comes from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Changes where all randomness comes from.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.tree.clear();
    }

    /// Forgets all that has been searched.
    pub fn clear_tree(&mut self) {
        self.tree.clear();
    }

    /// Gives the turn to `color`, as a setup does.
    pub fn set_to_play(&mut self, color: Color) {
        if color != self.game.board().to_play() {
            self.tree.clear();
            self.game.set_to_play(color);
        }
    }

    /// What is known of diamonds.
    pub fn patterns(&self) -> &PatternTable {
        &self.patterns
    }

    /// Changes a tunable number.
    ///
    /// # Errors
    /// No such parameter, no number or out of range.
    pub fn set_param(&mut self, name: &str, value: &str) -> Result<(), ParamError> {
        self.params.set(name, value)?;
        self.tree.clear();
        Ok(())
    }

    /// Begins a new game on a board of that size; komi and time settings stay.
    pub fn start(&mut self, size: usize) {
        self.clock.refill();
        self.set_game(Game::new(size, self.game.komi()));
    }

    /// Goes on with another game.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
        self.tree.clear();
        self.findings = None;
        self.lost_moves = [0; 2];
    }

    /// Changes the komi.
    pub fn set_komi(&mut self, komi: f32) {
        self.game.set_komi(komi);
        self.tree.clear();
        self.lost_moves = [0; 2];
    }

    /// Makes the stones a handicap; `false` if the board is not empty.
    pub fn place_handicap(&mut self, stones: PointSet) -> bool {
        let placed = self.game.place_handicap(stones);
        if placed {
            self.tree.clear();
        }
        placed
    }

    /// The mean reward of `color` in so many playouts from the present position, its turn.
    pub fn mean_of_playouts(&self, color: Color, count: u32) -> f32 {
        let mut policy = self.params.policy(&self.patterns);
        let ends = self.params.ends(self.game.komi());
        let mut start = self.game.board().clone();
        start.set_to_play(color);
        let mut rng = Rng::new(self.search_seed(), 0);
        let mut trace = Trace::new();
        let mut sum = 0.0;
        for _ in 0..count {
            trace.clear();
            trace.push(self.game.last_points()[0]);
            sum += play_out(&mut policy, &mut start.clone(), &ends, &mut rng, &mut trace).reward(color);
        }
        sum / count.max(1) as f32
    }

    /// Makes a move that the controller reports.
    ///
    /// # Errors
    /// Occupied, suicide or simple ko, and superko for a strict engine.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), Illegal> {
        let in_turn = color == self.game.board().to_play();
        if self.strict {
            self.game.play(color, mv)?;
        } else {
            self.game.play_reported(color, mv)?;
        }
        if in_turn {
            self.tree.advance(mv);
        } else {
            self.tree.clear();
        }
        Ok(())
    }

    /// Takes the last move back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let undone = self.game.undo();
        if undone {
            self.tree.clear();
            self.lost_moves = [0; 2];
        }
        undone
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

    /// What becomes of the board, for reports about a search of the present position.
    pub fn outlook(&self, color: Color) -> Outlook {
        let mut board = self.game.board().clone();
        board.set_to_play(color);
        Outlook::new(
            board,
            self.search_komi(color),
            self.params.clone(),
            Arc::clone(&self.patterns),
            self.seed,
        )
    }

    /// A different seed for every turn of a game, the same for the same turn of the next game.
    fn search_seed(&self) -> u64 {
        self.seed ^ (self.game.turns().len() as u64 + 1).wrapping_mul(0xD1B5_4A32_D192_ED03)
    }
}
