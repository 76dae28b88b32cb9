//! Taking dead stones off the board after a dispute.

use super::score::Terms;
use super::status::final_board;
use super::think::Brief;
use super::{Decision, Engine, Wishes};
use crate::board::{Color, Move, PointSet};
use crate::game::{Game, Rules};
use crate::pause::at_once;
use crate::search::{Limits, Restriction, Watch};
use web_time::Instant;

impl Engine {
    /// Plays a move for `color` where a dispute is settled by playing on and all stones that stay count: it takes dead
    /// stones of the opponent off the board, answers what threatens its own, and passes when there is nothing to do.
    pub fn clean_up(&mut self, color: Color, watch: &mut Watch<'_>) -> Decision {
        /// More searches are not needed for a move; each may take its share of the time.
        const SEARCHES: u32 = 3;
        let start = Instant::now();
        let limits = self.limits_of(color);
        let limits = Limits { time: limits.longest().map(|time| time / SEARCHES), budget: None, ..limits };
        let mv = self.cleaning_move(color, limits, watch);
        self.carry_out(color, Decision::Play(mv), start)
    }

    /// Searches with such a komi that `color` wins by half a point if all goes as it should: around what is dead, then
    /// everywhere, and last for no more than the stones are worth as they are judged now.
    fn cleaning_move(&mut self, color: Color, limits: Limits, watch: &mut Watch<'_>) -> Move {
        /// A move that wins so often needs no other to be compared with.
        const SURE: f32 = 0.9;
        /// Below this what is hoped for is given up.
        const HOPELESS: f32 = 0.1;
        let board = self.game.board();
        let (own, dead) = (board.stones(color), self.judge(board).dead);
        let prey = dead - own;
        let area = |dead: PointSet| final_board(board, dead).area_score() as f32;
        // What the opponent threatens is not given up: of one's own stones those are dead that were so at first.
        let agreed = self.agreed_game().map_or(dead, |game| self.judge(game.board()).dead);
        let (hoped, judged) = (area(prey | agreed & own), area(dead));
        let around = (board.empty() | prey).flood(prey);
        let points = PointSet::board(board.size()) - around;
        let near = Wishes { restrictions: vec![Restriction { color, points, depth: 1 }], no_pass: true };
        let anywhere = Wishes::default();
        let mut best = (Move::Pass, 0.0);
        if !(around & self.game.legal_moves(color)).is_empty() {
            best = self.aim_at(hoped, color, &near, limits, watch);
        }
        for (goal, enough) in [(hoped, SURE), (judged, HOPELESS)] {
            if best.1 < enough {
                let found = self.aim_at(goal, color, &anywhere, limits, watch);
                best = if found.1 > best.1 { found } else { best };
            }
        }
        best.0
    }

    /// The move to choose where `color` needs so many points, Black's minus White's, and how often it wins them. Every stone
    /// on the board counts.
    fn aim_at(
        &mut self,
        goal: f32,
        color: Color,
        wishes: &Wishes,
        limits: Limits,
        watch: &mut Watch<'_>,
    ) -> (Move, f32) {
        let komi = goal - color.lead_of(0.5);
        let terms = Terms { rules: Rules::TrompTaylor, komi };
        let brief = Brief { limits, ..self.brief_on(terms, color, wishes) };
        let mv = match at_once(self.choose(&brief, watch)).decision {
            Decision::Play(mv) => mv,
            Decision::Resign => Move::Pass,
        };
        let known = self.findings.as_ref().and_then(|findings| findings.of(mv));
        (mv, known.map_or(0.0, |candidate| candidate.value.mean))
    }

    /// The game where both last passed, if that is another position than this.
    fn agreed_game(&self) -> Option<Game> {
        let mut game = self.game.clone();
        while game.passes() < 2 {
            game.undo().then_some(())?;
        }
        (game.turns().len() < self.game.turns().len()).then_some(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Point};
    use crate::engine::Config;

    /// An engine where both have just passed, `to_play` next.
    fn engine(picture: &str, to_play: Color) -> Engine {
        let board: Board = picture.parse().unwrap();
        let limits = Limits { playouts: Some(500), ..Limits::default() };
        let mut engine = Engine::new(Config { limits, size: board.size(), ..Config::default() });
        engine.set_game(Game::from_board(board, 7.5));
        for color in [to_play, !to_play] {
            engine.set_to_play(color);
            engine.play(color, Move::Pass).unwrap();
        }
        engine
    }

    /// Cleans up for `color` against an opponent that goes on as if the game were open; what `color` has more in the end
    /// than was agreed, in points.
    fn gain(engine: &mut Engine, color: Color) -> f32 {
        let agreed = engine.final_score();
        for _ in 0..60 {
            engine.clean_up(color, &mut Watch::default());
            let wishes = Wishes::default();
            let Decision::Play(mv) = engine.consider(!color, &wishes, &mut Watch::default()) else { break };
            engine.play(!color, mv).unwrap();
            if engine.game().passes() >= 2 {
                break;
            }
        }
        let left = engine.game().board().area_score() as f32 - engine.game().komi();
        color.lead_of(left - agreed)
    }

    /// Positions of games against GNU Go after both had passed. Taking what is dead at once costs White a large group in the
    /// first, and Black, when White threatens it, one in the second.
    #[test]
    fn nothing_is_lost_while_the_dead_are_taken() {
        let white = ". . . . . . . . ./X X . . . . . X ./O X . . . . X . ./O X X X . X . X X/O X . X X . X O X/\
                     O O X X . X O O O/. O O O X X O . ./. . . . O X O X X/. . . O . O O X .";
        let black = "X X X . . . . . O/O O X X . X . . ./O . O X . X O X X/. O O X X X X O X/O . O X O X X O O/\
                     O O X O O O O O ./O X X X X O O . ./X X O . X O . O ./. X . X O O . . .";
        for (picture, color) in [(white, Color::White), (black, Color::Black)] {
            let mut engine = engine(picture, color);
            let prey = engine.status().dead & engine.game().board().stones(!color);
            assert!(!prey.is_empty());
            assert!(gain(&mut engine, color) >= 0.0);
            assert!((engine.game().board().stones(!color) & prey).is_empty());
        }
    }

    #[test]
    fn rules_and_komi_are_left_as_they_were() {
        let picture = ". X . X O . O/X X X X O O O/. X X O O O ./X X X O . O O/. . X O O O O/X X X X O O ./. O X X O . O";
        let mut engine = engine(picture, Color::Black);
        let taken = engine.clean_up(Color::Black, &mut Watch::default());
        assert_eq!(taken, Decision::Play(Move::Play(Point::parse("A1", 7).unwrap())));
        assert_eq!((engine.rules(), engine.game().komi()), (Rules::Chinese, 7.5));
        engine.play(Color::White, Move::Pass).unwrap();
        assert_eq!(engine.clean_up(Color::Black, &mut Watch::default()), Decision::Play(Move::Pass));
    }
}
