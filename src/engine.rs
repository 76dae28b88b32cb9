//! One object that plays a game: the game, the tree, the clocks and the rules of passing and resigning.

mod outlook;
mod score;
mod status;

pub use outlook::{Expectation, Outlook};
pub use status::{Status, final_board};

use crate::board::{Color, Illegal, Move, PointSet};
use crate::game::{Game, Rules};
use crate::params::{ParamError, Params};
use crate::patterns::PatternTable;
use crate::playout::{Trace, play_out};
use crate::rng::Rng;
use crate::search::{
    Candidate, Clock, Findings, Limits, Margins, Question, Restriction, TimeSettings, Tree, Watch,
    search_watched,
};
use std::sync::Arc;
use std::time::{Duration, Instant};

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
            strict: config.strict,
            params: config.params,
            patterns: config.patterns,
            tree: Tree::new(config.memory),
            tree_komi: config.komi,
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

    /// How the game is counted.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Changes how the game is counted.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
        self.tree.clear();
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

    /// Chooses a move for `color` and plays it.
    pub fn genmove(&mut self, color: Color) -> Decision {
        self.genmove_watched(color, &Wishes::default(), &mut Watch::default())
    }

    /// Chooses a move for `color` within those wishes and plays it.
    pub fn genmove_watched(&mut self, color: Color, wishes: &Wishes, watch: &mut Watch<'_>) -> Decision {
        let start = Instant::now();
        self.set_to_play(color);
        let decision = self.decide(color, wishes, watch);
        if let Decision::Play(mv) = decision {
            self.game.play(color, mv).expect("the search offers what the game allows");
            self.tree.advance(mv);
        }
        self.clock.spend(color, start.elapsed());
        decision
    }

    /// The move that [`Engine::genmove`] would play in this position if it had not thought before; the
    /// game stays as it is.
    pub fn consider(&mut self, color: Color, wishes: &Wishes, watch: &mut Watch<'_>) -> Decision {
        let game = self.game.clone();
        self.tree.clear();
        self.game.set_to_play(color);
        let decision = self.decide(color, wishes, watch);
        self.tree.clear();
        self.game = game;
        decision
    }

    /// A move for `color` where a dispute is settled by capturing what is dead: it takes dead stones of the
    /// opponent off the board and passes when there are none.
    pub fn clean_up(&mut self, color: Color, watch: &mut Watch<'_>) -> Decision {
        let board = self.game.board();
        let dead = self.judge().dead & board.stones(!color);
        let around = (board.empty() | dead).flood(dead);
        if (around & self.game.legal_moves(color)).is_empty() {
            self.play(color, Move::Pass).expect("a pass is legal");
            return Decision::Play(Move::Pass);
        }
        let points = PointSet::board(board.size()) - around;
        let wishes = Wishes { restrictions: vec![Restriction { color, points, depth: 1 }], no_pass: true };
        self.genmove_watched(color, &wishes, watch)
    }

    /// Searches the position for `color` until the watch ends it; the game stays as it is.
    pub fn analyze(&mut self, color: Color, wishes: &Wishes, watch: &mut Watch<'_>) -> &Findings {
        let turn = self.game.board().to_play();
        self.set_to_play(color);
        let findings = self.search(wishes, &Limits::default(), watch);
        self.set_to_play(turn);
        self.findings.insert(findings)
    }

    /// Searches on the opponent's time until the watch ends it; what it learns serves the next search. A
    /// game that is over is left alone.
    pub fn ponder(&mut self, watch: &mut Watch<'_>) {
        if self.game.passes() < 2 {
            self.search(&Wishes::default(), &Limits::default(), watch);
        }
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

    fn search(&mut self, wishes: &Wishes, limits: &Limits, watch: &mut Watch<'_>) -> Findings {
        let color = self.game.board().to_play();
        let (komi, seed) = (self.search_komi(color), self.search_seed());
        // What was searched without deep restrictions would show through.
        let deep = wishes.restrictions.iter().any(|restriction| restriction.depth > 1);
        if komi != self.tree_komi || deep {
            self.tree.clear();
            self.tree_komi = komi;
        }
        let question = Question {
            board: self.game.board(),
            forbidden: self.game.board().legal_moves(color) - self.game.legal_moves(color),
            history: self.game.positions(),
            restrictions: &wishes.restrictions,
            last: self.game.last_points(),
            after_pass: self.game.passes() == 1,
            komi,
            patterns: &self.patterns,
        };
        search_watched(&mut self.tree, &question, &self.params, limits, self.threads, seed, watch)
    }

    fn decide(&mut self, color: Color, wishes: &Wishes, watch: &mut Watch<'_>) -> Decision {
        if self.game.passes() == 1 && !wishes.no_pass && self.passing_wins(color) {
            self.findings = Some(Findings::certain(color, Move::Pass));
            return Decision::Play(Move::Pass);
        }
        let limits = self.limits_of(color);
        let findings = self.search(wishes, &limits, watch);
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
        let pass = findings.of(Move::Pass);
        self.findings = Some(findings);
        if searched && rate < self.params.resign_rate && !wishes.no_pass {
            return Decision::Resign;
        }
        match (other, pass) {
            (Some(other), _) if wishes.no_pass => Decision::Play(other.mv),
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

    fn limits_of(&self, color: Color) -> Limits {
        if self.limits.playouts.is_some() {
            return self.limits;
        }
        let margins =
            Margins { reserve: f64::from(self.params.time_reserve), lag: f64::from(self.params.time_lag) };
        let budget = self.clock.budget(color, self.game.board().empty().len(), margins);
        let time = [self.limits.time, budget].into_iter().flatten().min().unwrap_or(DEFAULT_TIME);
        Limits { time: Some(time), ..self.limits }
    }

    /// A different seed for every turn of a game, the same for the same turn of the next game.
    fn search_seed(&self) -> u64 {
        self.seed ^ (self.game.turns().len() as u64 + 1).wrapping_mul(0xD1B5_4A32_D192_ED03)
    }
}
