//! A game with a verdict on every move, and why: as a record, as data, as a page.
//!
//! What a move loses is the difference of two searches of the same kind: of the position after it and of the position
//! after the best move. Why it loses is said only where it is proven: see [`Reason`].

mod data;
mod grade;
mod page;
mod reason;
mod record;
mod summary;

pub use data::to_json;
pub use grade::{BLUNDER_LOSS, Grade, INACCURACY_LOSS, MISTAKE_LOSS, accuracy};
pub use page::to_html;
pub use reason::{Claim, Reason, Reasoner, Theme};
pub use record::{beginning, to_sgf};
pub use summary::{to_report, to_text};

pub(crate) use data::rounded;

use crate::board::{Board, Color, Move, PointMap};
use crate::engine::{Analysis, AnalyzedMove, Config, Engine, Wishes};
use crate::game::{Game, GameInfo, HandicapBonus, RuleSet};
use crate::knowledge::Knowledge;
use crate::pause::{Pauses, at_once};
use crate::search::{Findings, Limits, PolicyMap, Watch};
use rayon::prelude::*;
use std::borrow::BorrowMut;

/// Where one side stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// How often it wins, 0 to 1.
    pub rate: f32,
    /// By how many points it is ahead, komi included.
    pub points: f32,
}

impl Standing {
    /// Where the other side stands.
    fn reversed(self) -> Standing {
        Standing { rate: 1.0 - self.rate, points: -self.points }
    }
}

/// A move and what is said of it.
#[derive(Clone, Debug)]
pub struct ReviewedMove {
    /// Who moved.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// The best move with what is expected to follow; the move itself if none is better.
    pub better: Vec<Move>,
    /// The move with what is expected to follow.
    pub line: Vec<Move>,
    /// Where the player would stand with the best move.
    pub best: Standing,
    /// Where the player stands with the move.
    pub played: Standing,
    /// Why it loses, the most telling reason first.
    pub reasons: Vec<Reason>,
}

impl ReviewedMove {
    /// The win rate that it loses, 0 to 1.
    pub fn loss(&self) -> f32 {
        (self.best.rate - self.played.rate).max(0.0)
    }

    /// The points that it loses.
    pub fn points_lost(&self) -> f32 {
        if self.loss() > 0.0 { (self.best.points - self.played.points).max(0.0) } else { 0.0 }
    }

    /// The verdict.
    pub fn grade(&self) -> Grade {
        Grade::of(self.loss())
    }

    /// Where Black stands after it.
    pub fn black(&self) -> Standing {
        if self.color == Color::Black { self.played } else { self.played.reversed() }
    }
}

/// A game with a verdict on every move.
#[derive(Clone, Debug)]
pub struct Review {
    /// What the record says of the game.
    pub info: GameInfo,
    /// Points added to White's.
    pub komi: f32,
    /// The first position.
    pub start: Board,
    /// Where Black stands in it.
    pub opening: Standing,
    /// The moves.
    pub moves: Vec<ReviewedMove>,
}

impl Review {
    /// A review of a game whose first position is judged so.
    fn new(game: &Game, first: &Appraisal, moves: Vec<ReviewedMove>) -> Review {
        let opening = first.seen_by(Color::Black);
        Review {
            info: game.info().unwrap_or_default(),
            komi: game.komi(),
            start: game.start(),
            opening,
            moves,
        }
    }

    /// How accurate a player's moves are; see [`accuracy`].
    pub fn accuracy(&self, color: Color) -> Option<f32> {
        accuracy(self.moves.iter().filter(|one| one.color == color).map(ReviewedMove::loss))
    }

    /// The numbers, from 0, of the moves that cost most: all mistakes and blunders, the largest loss first.
    pub fn turning_points(&self) -> Vec<usize> {
        let mut found: Vec<usize> =
            (0..self.moves.len()).filter(|&at| self.moves[at].grade() >= Grade::Mistake).collect();
        found.sort_by(|&a, &b| self.moves[b].loss().total_cmp(&self.moves[a].loss()));
        found
    }

    /// How many moves of a color have that grade.
    pub fn count(&self, color: Color, grade: Grade) -> usize {
        self.moves.iter().filter(|one| one.color == color && one.grade() == grade).count()
    }

    /// The board after so many moves.
    fn board_after(&self, moves: usize) -> Board {
        let mut board = self.start.clone();
        for one in &self.moves[..moves] {
            // The game has been played before.
            let _ = board.play(one.color, one.mv);
        }
        board
    }
}

/// Memory of the tree of one search in bytes.
const REVIEW_TREE: usize = 64 << 20;

/// How a game is reviewed.
#[derive(Clone, Debug)]
pub struct Reviewer {
    /// How the games are counted, what the engine knows, and the limits of each of the two searches of a move.
    pub config: Config,
    /// Are the positions of a game searched side by side?
    pub spread: bool,
}

impl Reviewer {
    /// Searches within these limits.
    pub fn new(limits: Limits, knowledge: Knowledge) -> Reviewer {
        let config = Config { limits, memory: REVIEW_TREE, knowledge, ..Config::default() };
        Reviewer { config, spread: true }
    }

    /// Reviews a game.
    pub fn review(&self, game: &Game) -> Review {
        self.review_while(game, &|| true).expect("nobody ends it")
    }

    /// How many searches the review of a game takes at most.
    pub fn searches(game: &Game) -> usize {
        game.turns().len() + Reviewer::course_searches(game)
    }

    /// How many searches the course of a game takes.
    pub fn course_searches(game: &Game) -> usize {
        game.turns().len() + 1
    }

    /// Reviews a game. `goes_on` hears of each search that is done or not needed, and ends it with `false`: then there is
    /// no review.
    pub fn review_while(&self, game: &Game, goes_on: &(dyn Fn() -> bool + Sync)) -> Option<Review> {
        let counted = &self.counted(game);
        let looks = self.looks(counted, goes_on)?;
        let judge = |critic: &mut Critic<'_, Engine>, at: usize| {
            at_once(critic.judge(counted, at, &looks[at], &looks[at + 1]))
        };
        let moves = self.at_each(game.turns().len(), judge, goes_on)?;
        Some(Review::new(game, &looks[0], moves))
    }

    /// Where a color stands after each number of moves, from none on, without a verdict on them. `goes_on` is as in a
    /// review.
    pub fn course_while(
        &self,
        game: &Game,
        color: Color,
        goes_on: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<Standing>> {
        Some(self.looks(&self.counted(game), goes_on)?.iter().map(|look| look.seen_by(color)).collect())
    }

    /// The game with a komi that has what White gets for a handicap: as much at every turn, also before the last of its stones.
    fn counted(&self, game: &Game) -> Game {
        let mut counted = game.clone();
        counted.set_komi(game.komi() + self.config.rules.bonus.points(game.stones_ahead()));
        counted
    }

    fn looks(&self, game: &Game, goes_on: &(dyn Fn() -> bool + Sync)) -> Option<Vec<Appraisal>> {
        let look = |critic: &mut Critic<'_, Engine>, at: usize| at_once(critic.look(&position(game, at)));
        self.at_each(game.turns().len() + 1, look, goes_on)
    }

    /// What is said at each of so many numbers of moves.
    fn at_each<T: Send>(
        &self,
        count: usize,
        say: impl Fn(&mut Critic<'_, Engine>, usize) -> T + Sync,
        goes_on: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<T>> {
        let grain = if self.spread { 1 } else { count.max(1) };
        let rules = RuleSet { bonus: HandicapBonus::None, ..self.config.rules };
        let config = Config { rules, ..self.config.clone() };
        let critics = || Critic::new(Engine::new(config.clone()), config.limits);
        (0..count)
            .into_par_iter()
            .with_min_len(grain)
            .map_init(critics, |critic, at| {
                let said = say(critic, at);
                goes_on().then_some(said)
            })
            .collect()
    }
}

/// Reviews a game with one engine, whose game is another one afterwards, pausing and until the watch's `stop` ends it: then
/// there is no review. `report` hears before each search how many there have been and how many there may be.
pub async fn review_alone(
    engine: &mut Engine,
    limits: Limits,
    game: &Game,
    watch: &Watch<'_>,
    report: &mut dyn FnMut(usize, usize),
) -> Option<Review> {
    let turns = game.turns().len();
    let searches = Reviewer::searches(game);
    let go_on = || !watch.stop.is_some_and(|stop| stop());
    let mut critic = Critic {
        engine,
        limits,
        reasoner: Reasoner::pausing(watch.pauses),
        stop: watch.stop,
        pauses: watch.pauses,
    };
    let mut looks = Vec::new();
    for at in 0..=turns {
        report(at, searches);
        looks.push(critic.look(&position(game, at)).await);
        go_on().then_some(())?;
    }
    let mut moves = Vec::new();
    for (at, pair) in looks.windows(2).enumerate() {
        report(turns + 1 + at, searches);
        moves.push(critic.judge(game, at, &pair[0], &pair[1]).await);
        go_on().then_some(())?;
    }
    Some(Review::new(game, &looks[0], moves))
}

/// The game after so many turns, with whoever moves next to move.
fn position(game: &Game, turns: usize) -> Game {
    let mut before = Game::from_board(game.start(), game.komi());
    for turn in &game.turns()[..turns] {
        // The game has been played before.
        let _ = before.play_reported(turn.color, turn.mv);
    }
    if let Some(next) = game.turns().get(turns) {
        before.set_to_play(next.color);
    }
    before
}

/// What a search says of a position.
#[derive(Clone, Debug)]
struct Appraisal {
    /// Whose turn it is.
    color: Color,
    /// Where that color stands.
    standing: Standing,
    /// The best line.
    line: Vec<Move>,
}

impl Appraisal {
    fn seen_by(&self, color: Color) -> Standing {
        if self.color == color { self.standing } else { self.standing.reversed() }
    }

    /// The line from the move of that color that led here. Colors alternate in a line: none goes on where the color moves again.
    fn line_from(&self, color: Color, mv: Move) -> Vec<Move> {
        let rest = self.line.iter().copied().filter(|_| self.color != color);
        std::iter::once(mv).chain(rest).collect()
    }
}

/// What looks at positions, one after the other.
struct Critic<'a, E> {
    engine: E,
    limits: Limits,
    reasoner: Reasoner<'a>,
    stop: Option<&'a (dyn Fn() -> bool + Sync)>,
    pauses: Option<&'a Pauses>,
}

impl<E: BorrowMut<Engine>> Critic<'_, E> {
    fn new(engine: E, limits: Limits) -> Self {
        Critic { engine, limits, reasoner: Reasoner::new(), stop: None, pauses: None }
    }

    async fn look(&mut self, game: &Game) -> Appraisal {
        let engine = self.engine.borrow_mut();
        engine.set_game(game.clone());
        let color = game.board().to_play();
        let counted = |points: f32| {
            let rate = if points == 0.0 { 0.5 } else { f32::from(u8::from(points > 0.0)) };
            Appraisal { color, standing: Standing { rate, points }, line: vec![Move::Pass] }
        };
        let passing = (game.passes() >= 1).then(|| color.lead_of(engine.final_score()));
        // Whoever has won passes as well; whoever has not has to play on.
        if let Some(points) = passing.filter(|&points| points > 0.0 || game.passes() >= 2) {
            return counted(points);
        }
        let wishes = Wishes { no_pass: game.passes() >= 1, ..Wishes::default() };
        let mut watch = Watch { stop: self.stop, pauses: self.pauses, ..Watch::default() };
        let findings = engine.look(color, &wishes, self.limits, &mut watch).await;
        // A draw is had by a pass, and more only by playing on.
        if passing == Some(0.0) && findings.best().value.mean < 0.5 {
            return counted(0.0);
        }
        let points = findings.best().score.unwrap_or_else(|| points(engine, &findings));
        let line = findings.line().iter().map(|ply| ply.mv).collect();
        Appraisal { color, standing: Standing { rate: findings.best().value.mean, points }, line }
    }

    /// Judges the move of a turn by what is known of the position before it and of the one after it.
    async fn judge(&mut self, game: &Game, at: usize, here: &Appraisal, next: &Appraisal) -> ReviewedMove {
        let turn = game.turns()[at];
        let before = position(game, at);
        let seen_by = |look: &Appraisal| look.seen_by(turn.color);
        let line = next.line_from(turn.color, turn.mv);
        let same = |better: Vec<Move>, standing: Standing| ReviewedMove {
            color: turn.color,
            mv: turn.mv,
            better,
            line: line.clone(),
            best: standing,
            played: standing,
            reasons: Vec::new(),
        };
        let choice = here.line.first().copied().unwrap_or(Move::Pass);
        if choice == turn.mv {
            return same(line.clone(), seen_by(next));
        }
        let mut other = before.clone();
        // The search offers what the game allows.
        let _ = other.play_reported(turn.color, choice);
        other.set_to_play(next.color);
        let then = self.look(&other).await;
        let (best, played) = (seen_by(&then), seen_by(next));
        if best.rate <= played.rate {
            return same(line.clone(), played);
        }
        let better = then.line_from(turn.color, choice);
        let reasons = match Grade::of(best.rate - played.rate) {
            Grade::Good => Vec::new(),
            _ => self.reasoner.find(before.board(), &line, &better).await,
        };
        ReviewedMove { best, played, reasons, ..same(better, best) }
    }
}

/// The points by playouts from the ends of all lines: one alone depends on where it happens to end.
fn points(engine: &Engine, findings: &Findings) -> f32 {
    let mut forecast = engine.forecast(findings.color);
    let unknown = PolicyMap { plays: PointMap::filled(0.0), pass: None };
    let analysis = Analysis::new(findings, &mut forecast, &unknown, 1);
    analysis.mean(AnalyzedMove::score)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::read_game;

    #[test]
    fn a_draw_by_two_passes_costs_nothing() {
        // Whoever plays on throws a point away.
        let record = "(;SZ[6]KM[0]RU[Japanese]AB[ca][cb][cc][cd][ce][cf]AW[da][db][dc][dd][de][df];B[];W[])";
        let game = read_game(record, None, 0.0).unwrap();
        let limits = Limits { playouts: Some(300), ..Limits::default() };
        let mut reviewer = Reviewer::new(limits, Knowledge::embedded());
        reviewer.config.rules = game.info().unwrap().known_rules().unwrap();
        let review = reviewer.review(&game);
        for one in review.moves {
            assert_eq!(one.played, Standing { rate: 0.5, points: 0.0 }, "{:?}", one.color);
        }
    }

    #[test]
    fn a_handicap_is_paid_for_as_the_rules_of_the_record_say() {
        let game = read_game("(;SZ[9]KM[0.5]RU[AGA];B[cc];B[gg];B[ee];W[ce])", None, 7.5).unwrap();
        let mut reviewer = Reviewer::new(Limits::default(), Knowledge::embedded());
        reviewer.config.rules = game.info().unwrap().known_rules().unwrap();
        let counted = reviewer.counted(&game);
        assert_eq!((position(&counted, 0).komi(), game.komi()), (2.5, 0.5));
    }
}
