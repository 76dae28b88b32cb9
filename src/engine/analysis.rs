//! What a search has found, as figures for people: rates, intervals, points and owners of each move and of the position.

use super::{Expectation, Forecast};
use crate::board::{Color, Move, Point};
use crate::search::{Candidate, Findings, Ply, PolicyMap};

/// Visits at the mean of all moves that every move gets besides its own: a move hardly tried is shown near the
/// mean, not at what chance or its prior made of it.
const SHRINKAGE: f32 = 20.0;

/// Playouts for the points and owners of one analysis, about five milliseconds.
const FORECAST_PLAYOUTS: usize = 400;

/// One move of an analysis, seen by the color that it is for.
#[derive(Clone, Debug)]
pub struct AnalyzedMove {
    /// The move.
    pub mv: Move,
    /// Playouts that went through it.
    pub visits: u32,
    /// How often it wins, 0 to 1.
    pub rate: f32,
    /// Is that proven?
    is_proven: bool,
    /// The line of most visits that begins with it.
    pub line: Vec<Ply>,
    /// How likely the search thought it at first.
    pub policy: f32,
    /// Points by which the color will be ahead in the mean of its playouts, where those say it.
    score: Option<f32>,
    /// What is to be expected after it, Black's side of it.
    expectation: Expectation,
    color: Color,
}

impl AnalyzedMove {
    /// A cautious estimate of the winning rate: the lower end of its 95 % interval, or what is proven.
    pub fn bound(&self) -> f32 {
        if self.is_proven {
            return self.rate;
        }
        let weight = self.visits as f32 + SHRINKAGE;
        self.rate - 1.96 * (self.rate * (1.0 - self.rate) / weight).sqrt()
    }

    /// Points by which the color will be ahead, komi included, on average.
    pub fn score(&self) -> f32 {
        self.score.unwrap_or_else(|| self.color.lead_of(self.expectation.score()))
    }

    /// The standard deviation of [`AnalyzedMove::score`].
    pub fn deviation(&self) -> f32 {
        self.expectation.deviation()
    }

    /// Who owns a point in the end, from -1 (the opponent) to 1 (the color).
    pub fn owner(&self, point: Point) -> f32 {
        self.color.lead_of(self.expectation.owner(point))
    }

    /// The standard deviation of [`AnalyzedMove::owner`].
    pub fn owner_deviation(&self, point: Point) -> f32 {
        self.expectation.owner_deviation(point)
    }

    fn weight(&self) -> f32 {
        self.visits.max(1) as f32
    }
}

/// The moves of a search that are worth showing, best first.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The moves.
    pub moves: Vec<AnalyzedMove>,
    /// Visits of the position: of the moves that are shown, or playouts of this search if those are more.
    pub visits: u64,
}

impl Analysis {
    /// Of what a search for the forecast's position has found. `policy` is what the search began with.
    ///
    /// Shown are moves with at least a fiftieth of the visits of the best, and the `least` best ones, the best in any case: some
    /// programs show the highest rate of all, and that of a move hardly tried means nothing.
    pub fn new(findings: &Findings, forecast: &mut Forecast, policy: &PolicyMap, least: usize) -> Analysis {
        let most = findings.candidates.iter().map(|candidate| candidate.visits).max().unwrap_or(0);
        let is_shown = |&(index, candidate): &(usize, &Candidate)| {
            let tried = candidate.visits >= 2 && candidate.visits >= most.div_ceil(50);
            index < least.max(1) || tried
        };
        let ranked = findings.candidates.iter().enumerate().filter(is_shown);
        let chosen: Vec<&Candidate> = ranked.map(|(_, candidate)| candidate).collect();
        let playouts = (FORECAST_PLAYOUTS / chosen.len().max(1)).max(8) as u32;
        let mean = mean_rate(findings);
        let analyzed = |candidate: &Candidate| {
            let (wins, visits) = wins_and_visits(candidate);
            let (value, is_proven) = (candidate.value, candidate.value.is_proven());
            AnalyzedMove {
                mv: candidate.mv,
                visits: candidate.visits,
                rate: if is_proven { value.mean } else { (wins + SHRINKAGE * mean) / (visits + SHRINKAGE) },
                is_proven,
                policy: policy.of(candidate.mv),
                score: candidate.score,
                expectation: forecast.beyond(&candidate.line, playouts).clone(),
                color: findings.color,
                line: candidate.line.clone(),
            }
        };
        let moves: Vec<AnalyzedMove> = chosen.into_iter().map(analyzed).collect();
        let visits: u64 = moves.iter().map(|one| u64::from(one.visits)).sum();
        Analysis { moves, visits: visits.max(findings.playouts) }
    }

    /// The mean of a figure over the moves, by visits.
    pub fn mean(&self, figure: impl Fn(&AnalyzedMove) -> f32) -> f32 {
        let total: f32 = self.moves.iter().map(AnalyzedMove::weight).sum();
        self.moves.iter().map(|one| one.weight() * figure(one)).sum::<f32>() / total.max(1.0)
    }
}

/// The wins and visits of a move in the search.
fn wins_and_visits(candidate: &Candidate) -> (f32, f32) {
    let visits = candidate.visits as f32;
    (candidate.value.mean * visits, visits)
}

/// How often the playouts of the search won, or what the best move is worth before the first one.
fn mean_rate(findings: &Findings) -> f32 {
    let all = findings.candidates.iter().map(wins_and_visits);
    let (wins, visits) = all.fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    if visits > 0.0 { wins / visits } else { findings.best().value.mean }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Config, Engine};
    use crate::search::Estimate;

    #[test]
    fn what_is_proven_is_told_as_it_is() {
        let engine = Engine::new(Config { size: 5, ..Config::default() });
        let mut findings = Findings::of_one(Color::Black, Move::Pass, 0.5, None);
        for mean in [0.0, 0.5, 1.0] {
            let [open, proven] = [1.0, f32::INFINITY].map(|weight| {
                findings.candidates[0].value = Estimate { mean, weight };
                let policy = engine.first_policy(Color::Black);
                let told = Analysis::new(&findings, &mut engine.forecast(Color::Black), &policy, 1);
                (told.moves[0].rate, told.moves[0].bound())
            });
            assert_eq!(proven, (mean, mean));
            assert_eq!(open.1 < open.0, mean == 0.5);
        }
    }

    /// Of 111 visits 62.9 have won.
    #[test]
    fn rates_lie_between_the_moves_own_and_the_mean_of_all() {
        let engine = Engine::new(Config { size: 5, ..Config::default() });
        let policy = engine.first_policy(Color::Black);
        let analysis = |visits: [u32; 3], least: usize| {
            let mut findings = Findings::of_one(Color::Black, Move::Pass, 0.6, Some(4.0));
            let one = findings.candidates[0].clone();
            findings.candidates = [(0.6, 4.0), (0.2, -1.0), (0.9, 30.0)]
                .into_iter()
                .zip(visits)
                .map(|((mean, score), visits)| {
                    let value = Estimate { mean, weight: visits as f32 };
                    Candidate { visits, value, score: Some(score), ..one.clone() }
                })
                .collect();
            Analysis::new(&findings, &mut engine.forecast(Color::Black), &policy, least)
        };
        let told = analysis([100, 10, 1], 3);
        let mean: f32 = 62.9 / 111.0;
        let rates = [(60.0 + 20.0 * mean) / 120.0, (2.0 + 20.0 * mean) / 30.0, (0.9 + 20.0 * mean) / 21.0];
        for ((one, rate), weight) in told.moves.iter().zip(rates).zip([120.0, 30.0, 21.0f32]) {
            assert!((one.rate - rate).abs() < 1e-4, "{} for {rate}", one.rate);
            let below = 1.96 * (rate * (1.0 - rate) / weight).sqrt();
            assert!((one.bound() - (rate - below)).abs() < 1e-4, "{} for {rate}", one.bound());
        }
        assert_eq!((told.moves.len(), told.visits), (3, 111));
        assert!((told.mean(AnalyzedMove::score) - (400.0 - 10.0 + 30.0) / 111.0).abs() < 1e-3);
        // A fiftieth of the visits of the best, and two.
        for (visits, shown) in [([100, 2, 1], 2), ([101, 2, 3], 2), ([20, 1, 1], 1), ([1, 1, 1], 1)] {
            assert_eq!(analysis(visits, 1).moves.len(), shown, "{visits:?}");
        }
        assert_eq!(analysis([100, 1, 1], 2).moves.len(), 2, "so many were asked for");
    }
}
