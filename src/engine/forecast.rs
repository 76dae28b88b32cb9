//! How the lines of a search are likely to end: points and owners, by the network where it leads, else by playouts.

use super::Engine;
use crate::board::{Board, Color, Move, Point, PointMap, PointSet};
use crate::knowledge::Knowledge;
use crate::network::{Evaluation, FullEvaluation, Sight};
use crate::playout::{Ends, Guided, PlayoutParams, Trace, final_areas, play_out};
use crate::rng::Rng;
use crate::search::{Lead, Ply};
use std::collections::HashMap;

/// What is to be expected after one move, Black's side of it: sums over what was looked at.
#[derive(Clone, Debug)]
pub struct Expectation {
    weight: f32,
    sum: f32,
    squares: f32,
    /// 1 for Black's points and -1 for White's.
    owned: PointMap<f32>,
}

impl Expectation {
    const NONE: Expectation =
        Expectation { weight: 0.0, sum: 0.0, squares: 0.0, owned: PointMap::filled(0.0) };

    /// Black's points minus White's minus the komi, on average.
    pub fn score(&self) -> f32 {
        self.sum / self.weight.max(1.0)
    }

    /// The standard deviation of [`Expectation::score`].
    pub fn deviation(&self) -> f32 {
        (self.squares / self.weight.max(1.0) - self.score().powi(2)).max(0.0).sqrt()
    }

    /// Who owns a point, from -1 (White) to 1 (Black).
    pub fn owner(&self, point: Point) -> f32 {
        self.owned[point] / self.weight.max(1.0)
    }

    /// The standard deviation of [`Expectation::owner`].
    pub fn owner_deviation(&self, point: Point) -> f32 {
        (1.0 - self.owner(point).powi(2)).max(0.0).sqrt()
    }

    /// Adds the end of a playout: what each color owns then.
    fn add_end(&mut self, areas: [PointSet; 2], komi: f32) {
        let [black, white] = areas.map(|area| area.len() as f32);
        let score = black - white - komi;
        self.weight += 1.0;
        self.sum += score;
        self.squares += score * score;
        for (area, sign) in areas.into_iter().zip([1.0, -1.0]) {
            for point in area {
                self.owned[point] += sign;
            }
        }
    }

    /// Adds what the network thinks of a position with `color` to move.
    fn add_evaluation(&mut self, evaluation: &FullEvaluation, color: Color, size: usize) {
        let FullEvaluation { evaluation: Evaluation { score, .. }, score_error, owner, .. } = evaluation;
        let score = color.lead_of(*score);
        self.weight += 1.0;
        self.sum += score;
        self.squares += score * score + score_error * score_error;
        for point in PointSet::board(size) {
            self.owned[point] += color.lead_of(owner[point]);
        }
    }

    /// Makes what is known count for so much of what it did.
    fn fade(&mut self, share: f32, size: usize) {
        self.weight *= share;
        self.sum *= share;
        self.squares *= share;
        for point in PointSet::board(size) {
            self.owned[point] *= share;
        }
    }
}

/// How the lines of a search are likely to end.
#[derive(Clone, Debug)]
pub struct Forecast {
    board: Board,
    last: [Option<Move>; 2],
    lead: Lead,
    ends: Ends,
    params: PlayoutParams,
    knowledge: Knowledge,
    rng: Rng,
    known: HashMap<Move, Expectation>,
}

impl Engine {
    /// What becomes of the board, for reports about a search of the present position.
    pub fn forecast(&self, color: Color) -> Forecast {
        let params = self.params.search.playout;
        Forecast {
            board: self.board_for(color),
            last: self.game.last_moves(),
            lead: self.lead(),
            // An early end would hide the points.
            ends: Ends { early: false, ..params.ends(self.search_komi(color, self.terms())) },
            params,
            knowledge: self.knowledge.clone(),
            rng: Rng::new(self.seed, u64::MAX - 1),
            known: HashMap::new(),
        }
    }
}

impl Forecast {
    /// What is to be expected after the first move of a line: what the network thinks of its end, or so many playouts from
    /// there, and what was learned of earlier lines of that move, which counts less every time.
    pub fn beyond(&mut self, line: &[Ply], playouts: u32) -> &Expectation {
        /// What an earlier look counts for.
        const FADING: f32 = 0.7;
        let (mut end, mut last) = (self.board.clone(), self.last);
        for step in line {
            if end.play(end.to_play(), step.mv).is_err() {
                break;
            }
            last = [Some(step.mv), last[0]];
        }
        let first = line.first().map_or(Move::Pass, |step| step.mv);
        let mut expectation = self.known.remove(&first).unwrap_or(Expectation::NONE);
        expectation.fade(FADING, end.size());
        match self.lead {
            Lead::Network => {
                let sight = Sight::new(&end, last, self.ends.komi);
                let evaluation = self.knowledge.network.evaluate_fully(&sight, PointSet::EMPTY);
                expectation.add_evaluation(&evaluation, end.to_play(), end.size());
            }
            Lead::Rave => self.play_out(&end, last[0], playouts, &mut expectation),
        }
        self.known.entry(first).or_insert(expectation)
    }

    /// Adds so many playouts from a position.
    fn play_out(&mut self, start: &Board, last: Option<Move>, playouts: u32, expectation: &mut Expectation) {
        let mut policy = Guided::new(&self.params, &self.knowledge.patterns);
        let mut trace = Trace::new();
        for _ in 0..playouts.max(1) {
            let mut end = start.clone();
            trace.clear();
            trace.push(last.and_then(Move::point));
            play_out(&mut policy, &mut end, &self.ends, &mut self.rng, &mut trace);
            expectation.add_end(final_areas(&policy, &end), self.ends.komi);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Config;
    use crate::game::Game;

    /// Black has the left side and White the right one; only the points between them are open.
    #[test]
    fn a_settled_board_is_expected_as_it_is() {
        let board: Board = ". X . O ./. X . O ./. X . O ./. X . O O/. X X O .".parse().unwrap();
        let mut engine = Engine::new(Config { size: 5, seed: 1, ..Config::default() });
        engine.set_game(Game::from_board(board, 0.5));
        let mut forecast = engine.forecast(Color::Black);
        let ply = |name: &str| Ply { mv: Move::Play(Point::parse(name, 5).unwrap()), visits: 1 };
        let line = [ply("C5"), ply("C4"), ply("C3"), ply("C2")];
        let expectation = forecast.beyond(&line, 200);
        assert!(expectation.owner(Point::new(0, 0)) > 0.8, "{}", expectation.owner(Point::new(0, 0)));
        assert!(expectation.owner(Point::new(4, 0)) < -0.8, "{}", expectation.owner(Point::new(4, 0)));
        assert!(expectation.score().abs() < 5.0 && expectation.deviation() < 12.0);
    }

    fn ply(name: &str) -> Ply {
        Ply { mv: Move::Play(Point::parse(name, 9).unwrap()), visits: 1 }
    }

    /// By the network and by playouts, whoever is to move at the end of the line.
    #[test]
    fn what_is_expected_knows_no_color() {
        let line = ["C3", "B4", "D2"].map(ply);
        for (size, length) in [9, 5].into_iter().flat_map(|size| [0, 1, 2, 3].map(|length| (size, length))) {
            let [one, other] = [(Color::Black, 6.5), (Color::White, -6.5)].map(|(color, komi)| {
                let engine = Engine::new(Config { size, komi, ..Config::default() });
                engine.forecast(color).beyond(&line[..length], 20).clone()
            });
            assert!((one.score() + other.score()).abs() < 1e-3, "{size} {length}: {one:?} {other:?}");
            assert!((one.deviation() - other.deviation()).abs() < 0.05, "{size} {length}: {one:?} {other:?}");
            for point in PointSet::board(size) {
                assert!((one.owner(point) + other.owner(point)).abs() < 1e-4, "{size} {length}: {point}");
            }
        }
    }

    /// An earlier look counts seven tenths, all that it has told alike.
    #[test]
    fn what_is_told_of_a_move_is_the_mean_of_the_looks_at_its_lines() {
        let engine = Engine::new(Config::default());
        let lines = [vec![ply("E5")], ["E5", "C7", "J9", "G3"].map(ply).to_vec()];
        let [first, second] = [0, 1].map(|at| engine.forecast(Color::Black).beyond(&lines[at], 1).clone());
        let mut forecast = engine.forecast(Color::Black);
        forecast.beyond(&lines[0], 1);
        let told = forecast.beyond(&lines[1], 1);
        let is_mean = |figure: &dyn Fn(&Expectation) -> f32, tolerance: f32| {
            let mean = (0.7 * figure(&first) + figure(&second)) / 1.7;
            assert!((figure(told) - mean).abs() < tolerance, "{mean}: {first:?} {second:?} {told:?}");
        };
        is_mean(&Expectation::score, 1e-3);
        is_mean(&|one| one.score().powi(2) + one.deviation().powi(2), 0.05);
        for point in PointSet::board(9) {
            is_mean(&|one| one.owner(point), 1e-4);
        }
        assert!((first.score() - second.score()).abs() > 1.0, "{first:?} {second:?}");
    }
}
