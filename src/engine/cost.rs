//! What a move costs against the best one.

use super::{EarlyMoves, Engine, Wishes};
use crate::board::{Color, Move};
use crate::pause::at_once;
use crate::search::{Findings, Limits, Ply, Watch};

/// What a move costs against the best one that a search finds, as the color that makes it sees it.
#[derive(Clone, Debug)]
pub struct MoveCost {
    /// The move.
    pub mv: Move,
    /// The line of most visits that begins with it; empty if it is the best.
    pub expected: Vec<Ply>,
    /// The line of most visits that begins with the best move.
    pub line: Vec<Ply>,
    /// How much less often it wins, from 0 to 1.
    pub rate: f32,
    /// How many points fewer it brings.
    pub points: f32,
}

impl MoveCost {
    /// The best move.
    pub fn best(&self) -> Move {
        self.line.first().map_or(self.mv, |ply| ply.mv)
    }
}

/// A search that proves its best move may end after one playout, which is too little for the other move.
const LEAST_PLAYOUTS: u64 = 500;

/// What the best move of a search is worth.
struct Prospect {
    /// How often it wins, 0 to 1.
    rate: f32,
    /// Points ahead, where the search tells them.
    score: Option<f32>,
}

impl Prospect {
    fn of(findings: &Findings) -> Prospect {
        let best = findings.best();
        Prospect { rate: best.value.mean, score: best.score }
    }
}

impl Engine {
    /// What `color` could do now: a search of all moves, at full strength whatever the level.
    pub fn survey(&mut self, color: Color, watch: &mut Watch<'_>) -> Findings {
        at_once(self.look(color, &Wishes::default(), self.limits_of(color), watch))
    }

    /// What the move, which `color` may make, costs, measured by all that it could do: by a search as large as that of this
    /// move alone, larger where the best is proven sooner. The game stays as it is.
    pub fn cost_of(&mut self, color: Color, mv: Move, all: &Findings, watch: &mut Watch<'_>) -> MoveCost {
        let line = all.line().to_vec();
        let mut cost = MoveCost { mv, expected: Vec::new(), line, rate: 0.0, points: 0.0 };
        if cost.best() != mv {
            let least = if all.best().value.is_proven() { LEAST_PLAYOUTS } else { 1 };
            let limits = Limits { playouts: Some(all.playouts.max(least)), ..Limits::default() };
            let (prospect, expected) = self.look_at(color, mv, all, limits, watch);
            let best = Prospect::of(all);
            cost.rate = (best.rate - prospect.rate).max(0.0);
            cost.expected = expected;
            cost.points = match (best.score, prospect.score) {
                (Some(most), Some(score)) => (most - score).max(0.0),
                _ => self.points_between(color, &cost.line, &cost.expected),
            };
        }
        cost
    }

    /// What the move is worth by a search of it alone, and the line that begins with it. What promises nothing for sure is not
    /// among the moves of a search: of that the position after it is searched.
    fn look_at(
        &mut self,
        color: Color,
        mv: Move,
        all: &Findings,
        limits: Limits,
        watch: &mut Watch<'_>,
    ) -> (Prospect, Vec<Ply>) {
        if all.of(mv).is_some() {
            let others = EarlyMoves::new(color, &[mv], 1).others(self.game.board().size());
            let wishes = Wishes::without(&[others], color);
            let findings = at_once(self.look(color, &wishes, limits, watch));
            return (Prospect::of(&findings), findings.line().to_vec());
        }
        let before = self.game.clone();
        // The color may make it.
        let _ = self.game.play_reported(color, mv);
        let findings = at_once(self.look(!color, &Wishes::default(), limits, watch));
        self.game = before;
        let first = Ply { mv, visits: findings.best().visits };
        let Prospect { rate, score } = Prospect::of(&findings);
        let prospect = Prospect { rate: 1.0 - rate, score: score.map(|points| -points) };
        (prospect, [&[first], findings.line()].concat())
    }

    /// How many points more one line is likely to bring `color` than another, where the searches do not tell.
    fn points_between(&self, color: Color, better: &[Ply], worse: &[Ply]) -> f32 {
        /// Enough for whole points, in a tenth of a second.
        const COST_PLAYOUTS: u32 = 1000;
        let mut forecast = self.forecast(color);
        let [better, worse] = [better, worse].map(|line| forecast.beyond(line, COST_PLAYOUTS).score());
        let lead = better - worse;
        color.lead_of(lead).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;
    use crate::engine::Config;
    use crate::game::Game;

    fn cost(engine: &mut Engine, mv: Move) -> MoveCost {
        let all = engine.survey(Color::Black, &mut Watch::default());
        engine.cost_of(Color::Black, mv, &all, &mut Watch::default())
    }

    fn cost_of_first(mv: Move) -> MoveCost {
        let limits = Limits { playouts: Some(500), ..Limits::default() };
        let mut engine = Engine::new(Config { limits, ..Config::default() });
        let cost = cost(&mut engine, mv);
        assert!(engine.game().turns().is_empty());
        cost
    }

    #[test]
    fn the_best_move_costs_nothing_and_a_bad_one_much() {
        let best = cost_of_first(Move::Pass).best();
        assert_ne!(best, Move::Pass);
        let good = cost_of_first(best);
        assert_eq!((good.best(), good.rate, good.points), (best, 0.0, 0.0));
        let bad = cost_of_first(Move::Play(Point::parse("J9", 9).unwrap()));
        assert!(bad.best() == best && bad.rate > 0.1 && bad.points > 2.0, "{bad:?}");
    }

    /// After White's pass Black's would end the game and win it: the search of all moves needs one playout for that.
    #[test]
    fn a_move_is_looked_at_though_the_best_is_proven_at_once() {
        let mut engine = Engine::new(Config { size: 5, komi: -10.0, ..Config::default() });
        engine.set_param("lead", "rave").unwrap();
        engine.play(Color::White, Move::Pass).unwrap();
        let other = Move::Play(Point::parse("C3", 5).unwrap());
        let cost = cost(&mut engine, other);
        assert_eq!((cost.best(), cost.expected[0].mv), (Move::Pass, other));
        assert!(cost.expected[0].visits > 50 && cost.rate < 0.5, "{cost:?}");
    }

    /// A stone in one's own area is no move of a search, and costs nothing by area.
    #[test]
    fn a_move_that_no_search_tries_is_looked_at_all_the_same() {
        let board =
            "X.X.XOO.O/XXXXXOOOO/XXXXXOO.O/XXXXXOOOO/XXXXXOOOO/..XXXOOOO/XXXXXOOOO/XXXXXOOOO/XXXXXO.OO";
        let limits = Limits { playouts: Some(100), ..Limits::default() };
        let mut engine = Engine::new(Config { limits, ..Config::default() });
        engine.set_game(Game::from_board(board.parse().unwrap(), 7.5));
        let wasted = Move::Play(Point::parse("A4", 9).unwrap());
        let cost = cost(&mut engine, wasted);
        assert!(cost.rate < 0.05 && cost.expected[0].mv == wasted, "{cost:?}");
        assert!(engine.game().turns().is_empty());
    }

    /// Where the search tells the points, and where playouts at the ends of the lines do.
    #[test]
    fn what_a_move_costs_knows_no_color() {
        for (size, lead) in [(9, "network"), (5, "rave")] {
            let [black, white] = [(Color::Black, 6.5), (Color::White, -6.5)].map(|(color, komi)| {
                let limits = Limits { playouts: Some(100), ..Limits::default() };
                let mut engine = Engine::new(Config { size, komi, limits, ..Config::default() });
                engine.set_param("lead", lead).unwrap();
                let all = engine.survey(color, &mut Watch::default());
                engine.cost_of(color, Move::Play(Point::new(0, 0)), &all, &mut Watch::default())
            });
            assert_eq!(black.best(), white.best(), "{lead}");
            assert!(black.rate > 0.05 && black.points > 1.0, "{lead}: {black:?}");
            let [rate, points] = [black.rate - white.rate, black.points - white.points];
            assert!(rate.abs() < 1e-3 && points.abs() < 1e-2, "{lead}: {black:?} {white:?}");
        }
    }
}
