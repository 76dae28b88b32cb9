//! One object that plays a game: the game, the tree, the clocks and the rules of passing and resigning.

mod status;

pub use status::{Status, final_board};

use crate::board::{Board, Color, Illegal, Move, PointSet};
use crate::game::{Game, Rules};
use crate::params::{ParamError, Params};
use crate::patterns::PatternTable;
use crate::playout::{Outcome, Trace, play_out};
use crate::rng::Rng;
use crate::search::{Candidate, Clock, Findings, Limits, Question, TimeSettings, Tree, search};
use std::sync::Arc;
use std::time::{Duration, Instant};

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
    /// Limit of every move; without playouts the clock can shorten the time.
    pub limits: Limits,
    /// Memory of the tree in bytes.
    pub memory: usize,
    /// Where all randomness comes from.
    pub seed: u64,
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
            limits: Limits { playouts: None, time: Some(Duration::from_secs(1)) },
            memory: 512 << 20,
            seed: 0,
            params: Params::default(),
            patterns: Arc::new(PatternTable::embedded()),
        }
    }
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
    params: Params,
    patterns: Arc<PatternTable>,
    tree: Tree,
    findings: Option<Findings>,
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
            params: config.params,
            patterns: config.patterns,
            tree: Tree::new(config.memory),
            findings: None,
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
    }

    /// Changes the komi.
    pub fn set_komi(&mut self, komi: f32) {
        self.game.set_komi(komi);
        self.tree.clear();
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
    /// Occupied, suicide or simple ko.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), Illegal> {
        let in_turn = color == self.game.board().to_play();
        self.game.play_reported(color, mv)?;
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
        }
        undone
    }

    /// Sets the time system and refills both clocks; `None` is no limit.
    pub fn set_time(&mut self, settings: Option<TimeSettings>) {
        self.clock = Clock::new(settings);
    }

    /// Sets what `color` has left: seconds, and moves to make in them when in overtime, otherwise 0.
    pub fn set_time_left(&mut self, color: Color, seconds: f64, stones: u32) {
        self.clock.set_left(color, seconds, stones);
    }

    /// Chooses a move for `color` and plays it.
    pub fn genmove(&mut self, color: Color) -> Decision {
        let start = Instant::now();
        if color != self.game.board().to_play() {
            self.tree.clear();
            self.game.set_to_play(color);
        }
        let decision = self.decide(color);
        if let Decision::Play(mv) = decision {
            self.game.play(color, mv).expect("the search offers what the game allows");
            self.tree.advance(mv);
        }
        self.clock.spend(color, start.elapsed());
        decision
    }

    /// The move that [`Engine::genmove`] would play in this position if it had not thought before; the
    /// game stays as it is.
    pub fn consider(&mut self, color: Color) -> Decision {
        let game = self.game.clone();
        self.tree.clear();
        self.game.set_to_play(color);
        let decision = self.decide(color);
        self.tree.clear();
        self.game = game;
        decision
    }

    fn decide(&mut self, color: Color) -> Decision {
        let after_pass = self.game.passes() == 1;
        if after_pass && self.passing_wins(color) {
            return Decision::Play(Move::Pass);
        }
        let question = Question {
            board: self.game.board(),
            forbidden: self.game.board().legal_moves(color) - self.game.legal_moves(color),
            history: self.game.positions(),
            last: self.game.last_points(),
            after_pass,
            komi: self.game.komi(),
            patterns: &self.patterns,
        };
        let (limits, seed) = (self.limits_of(color), self.search_seed());
        let findings = search(&mut self.tree, &question, &self.params, &limits, self.threads, seed);
        let best = findings.best();
        let rate = best.value.mean;
        let other = findings.candidates.iter().find(|candidate| candidate.mv != Move::Pass).copied();
        log::debug!(
            "{} wins {:.1} % after {} of {} playouts in {:.2} s",
            best.mv,
            100.0 * rate,
            best.visits,
            findings.playouts,
            findings.time.as_secs_f64()
        );
        let searched = best.value.is_proven() || findings.playouts >= u64::from(self.params.resign_playouts);
        self.findings = Some(findings);
        if searched && rate < self.params.resign_rate {
            return Decision::Resign;
        }
        let pass = self.findings.as_ref().and_then(|findings| findings.of(Move::Pass));
        match (other, pass) {
            (Some(other), Some(pass)) if !self.should_pass(color, best, other, pass) => {
                Decision::Play(other.mv)
            }
            _ => Decision::Play(Move::Pass),
        }
    }

    /// Is it time to pass, with these figures of the best move, of the best that is no pass and of the
    /// pass? When that wins the game as it stands and the search does not mind, or when the other moves
    /// have been tried and are useless or clearly worse.
    fn should_pass(&self, color: Color, best: Candidate, other: Candidate, pass: Candidate) -> bool {
        let params = &self.params;
        let is_best = best.mv == Move::Pass;
        let holds = pass.visits >= params.early_pass_visits && pass.value.mean >= params.early_pass_rate;
        if (is_best || holds) && self.passing_wins(color) {
            return true;
        }
        let other_rate = other.value.mean;
        is_best
            && other.visits > 0
            && (other_rate < params.useful_rate || other_rate + params.useful_rate < pass.value.mean)
    }

    /// Does `color` win if the game ends now? As the board stands, and under Chinese rules also when the
    /// stones that look dead are taken off, because the opponent may then claim that.
    fn passing_wins(&self, color: Color) -> bool {
        let wins =
            |board: &Board| Outcome::of_score(board.area_score(), self.game.komi()) == Outcome::Win(color);
        wins(self.game.board()) && (self.rules == Rules::TrompTaylor || wins(&self.final_board()))
    }

    fn limits_of(&self, color: Color) -> Limits {
        if self.limits.playouts.is_some() {
            return self.limits;
        }
        let empty = self.game.board().empty().len();
        let budget = self.clock.budget(color, empty, f64::from(self.params.time_lag));
        let time = [self.limits.time, budget].into_iter().flatten().min();
        Limits { time, ..self.limits }
    }

    /// A different seed for every turn of a game, the same for the same turn of the next game.
    fn search_seed(&self) -> u64 {
        self.seed ^ (self.game.turns().len() as u64 + 1).wrapping_mul(0xD1B5_4A32_D192_ED03)
    }

    /// The fate of the stones when the game ends now.
    pub fn status(&self) -> Status {
        match self.rules {
            Rules::TrompTaylor => Status::all_alive(),
            Rules::Chinese => Status::judge(self.game.board(), &self.params, &self.patterns, self.seed),
        }
    }

    /// The position without the stones that are dead by the rules of the game.
    fn final_board(&self) -> Board {
        final_board(self.game.board(), &self.status())
    }

    /// Black's area minus White's minus the komi when the game ends now.
    pub fn final_score(&self) -> f32 {
        self.final_board().area_score() as f32 - self.game.komi()
    }
}
