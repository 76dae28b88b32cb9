//! What the game is worth when it ends now, by each set of rules.

use super::status::final_board;
use super::{Engine, Status};
use crate::board::{Board, Color, PointSet};
use crate::game::{GameResult, RuleSet, Rules};

/// How a game is counted: the rules and the komi.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Terms {
    pub(super) rules: Rules,
    pub(super) komi: f32,
}

impl Engine {
    /// How the game is counted, with what White gets for a handicap.
    pub(super) fn terms(&self) -> Terms {
        let RuleSet { rules, bonus } = self.rule_set;
        Terms { rules, komi: self.game.komi() + bonus.points(self.game.stones_ahead()) }
    }

    /// The fate of the stones when the game ends now, by the rules of the game.
    pub fn status(&self) -> Status {
        match self.rules() {
            Rules::TrompTaylor => Status::all_alive(),
            Rules::Chinese | Rules::Japanese => self.judge(self.game.board()),
        }
    }

    /// The fate of the stones as the engine sees it, whatever the rules say.
    pub(super) fn judge(&self, board: &Board) -> Status {
        Status::judge(board, &self.params, &self.knowledge, self.seed)
    }

    /// The points that count for `color` besides its stones when the game ends now with stones of that fate.
    pub fn territory(&self, status: &Status, color: Color) -> PointSet {
        territory(self.game.board(), status, self.rules(), color)
    }

    /// Black's points minus White's minus the komi when the game ends now, and what White gets for a handicap.
    pub fn final_score(&self) -> f32 {
        let Terms { rules, komi } = self.terms();
        score(self.game.board(), &self.status(), rules) as f32 - komi
    }

    /// How the game has ended, by a resignation or two passes; `None` if it goes on.
    pub fn result(&self) -> Option<GameResult> {
        let counted = || (self.game.passes() >= 2).then(|| GameResult::Counted(self.final_score()));
        self.game.resigned().map(GameResult::Resigned).or_else(counted)
    }

    /// Points by which Black is ahead if `color` ends the game now. When area is counted, as the board stands; when dead stones
    /// are agreed on, with those taken off; by Chinese rules what is worse for `color`, because the opponent may claim either.
    pub(super) fn lead_at_the_end(&self, color: Color, Terms { rules, komi }: Terms) -> f32 {
        let board = self.game.board();
        let as_it_stands = || board.area_score() as f32 - komi;
        let without_the_dead = || score(board, &self.judge(board), rules) as f32 - komi;
        match rules {
            Rules::TrompTaylor => as_it_stands(),
            Rules::Chinese if color == Color::Black => as_it_stands().min(without_the_dead()),
            Rules::Chinese => as_it_stands().max(without_the_dead()),
            Rules::Japanese => without_the_dead(),
        }
    }

    /// The komi with which the area at the end of a playout tells who wins, `color` to move.
    ///
    /// When territory is counted, every stone that Black has played more than White makes its area larger
    /// and its score not: with s for stones on the board, c for captures and p for stones still to be
    /// played, territory score = area score - (s - s') + (c - c') - (p - p'). Who moves plays as many stones
    /// as the opponent or one more: half a stone on average.
    pub(super) fn search_komi(&self, color: Color, Terms { rules, komi }: Terms) -> f32 {
        if rules != Rules::Japanese {
            return komi;
        }
        let board = self.game.board();
        let lead =
            |of: fn(&Board, Color) -> u32| of(board, Color::Black) as f32 - of(board, Color::White) as f32;
        komi + lead(|board, color| board.stones(color).len()) - lead(Board::captures) + color.lead_of(0.5)
    }
}

/// Black's points minus White's.
fn score(board: &Board, status: &Status, rules: Rules) -> i32 {
    if rules != Rules::Japanese {
        return final_board(board, status.dead).area_score();
    }
    let points = |color: Color| {
        let dead = board.stones(!color) & status.dead;
        territory(board, status, rules, color).len() as i32 + board.captures(color) as i32 + dead.len() as i32
    };
    points(Color::Black) - points(Color::White)
}

/// Empty regions, dead stones taken off, that reach stones of `color` only; by Japanese rules none of them in
/// seki.
fn territory(board: &Board, status: &Status, rules: Rules, color: Color) -> PointSet {
    let last = final_board(board, status.dead);
    let own = last.area(color) - last.stones(color);
    if rules != Rules::Japanese {
        return own;
    }
    let touches_seki = |region: &PointSet| region.neighbors().intersects(status.seki);
    own.regions().filter(|region| !touches_seki(region)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Config;
    use crate::game::Game;

    fn points(names: &str, size: usize) -> PointSet {
        names.split_whitespace().map(|name| crate::board::Point::parse(name, size).unwrap()).collect()
    }

    #[test]
    fn territory_and_area_differ_by_the_stones() {
        let board: Board = ". X . O ./. X . O ./. X . O ./. X . O O/. X X O .".parse().unwrap();
        let status = Status::all_alive();
        assert_eq!(score(&board, &status, Rules::Chinese), 11 - 10);
        assert_eq!(score(&board, &status, Rules::Japanese), 5 - 4);
        assert_eq!(territory(&board, &status, Rules::Japanese, Color::Black), points("A1 A2 A3 A4 A5", 5));
    }

    #[test]
    fn dead_stones_count_twice_by_territory_and_once_by_area() {
        let board: Board = ". X . O ./O X . O ./. X . O ./. X . O ./. X . O .".parse().unwrap();
        let status = Status { dead: points("A4", 5), seki: PointSet::EMPTY };
        assert_eq!(score(&board, &status, Rules::Chinese), 0);
        assert_eq!(score(&board, &status, Rules::Japanese), 1);
    }

    /// Black has a stone and three prisoners more than White, and as much territory.
    #[test]
    fn area_under_the_komi_of_a_search_tells_who_wins_by_territory() {
        let mut board: Board = "X X . O ./. X . O ./. X . O ./. X . O O/. X X O .".parse().unwrap();
        board.set_captures([4, 1]);
        let territory = score(&board, &Status::all_alive(), Rules::Japanese);
        assert_eq!((board.area_score(), territory), (11 - 10, (4 + 4) - (4 + 1)));
        let mut engine = Engine::new(Config { size: 5, ..Config::default() });
        engine.set_game(Game::from_board(board.clone(), 0.0));
        for (color, komi) in [(Color::Black, 0.5), (Color::White, 0.5), (Color::Black, -6.0)] {
            let area =
                board.area_score() as f32 - engine.search_komi(color, Terms { rules: Rules::Japanese, komi });
            // Half a stone is still to be played by who moves.
            assert_eq!(area, territory as f32 - komi - color.lead_of(0.5));
            assert_eq!(engine.search_komi(color, Terms { rules: Rules::Chinese, komi }), komi);
        }
    }

    #[test]
    fn eyes_in_seki_are_no_territory() {
        let board: Board = ". O O O X X X/O O O O X . X/O O O O X X X/. O . O X X ./O O O O X X X/X X X X O O O/. X X . O O ."
            .parse()
            .unwrap();
        let seki = points("B1 C1 A2 B2 C2 D2 E1 F1 E2 F2 G2", 7);
        let status = Status { dead: PointSet::EMPTY, seki };
        let eye = points("A1", 7);
        assert!(territory(&board, &status, Rules::Chinese, Color::Black).intersects(eye));
        assert!(!territory(&board, &status, Rules::Japanese, Color::Black).intersects(eye));
    }

    /// White's stone at B5 is dead; while it stands, two points of Black's beside it count for nobody.
    #[test]
    fn what_the_opponent_may_claim_at_the_end_is_the_worse_for_whoever_ends_the_game() {
        let board: Board = ". O . X ./X X X X X/O O O O O/. O . O ./O O O O O".parse().unwrap();
        let komi = 0.5;
        let leads = |board: Board, rules| {
            let mut engine = Engine::new(Config { size: 5, ..Config::default() });
            engine.set_game(Game::from_board(board, komi));
            Color::ALL.map(|color| engine.lead_at_the_end(color, Terms { rules, komi }) + komi)
        };
        for (rules, by_black, by_white) in
            [(Rules::Chinese, -9.0, -5.0), (Rules::TrompTaylor, -9.0, -9.0), (Rules::Japanese, 2.0, 2.0)]
        {
            assert_eq!(leads(board.clone(), rules), [by_black, by_white], "{rules}");
            assert_eq!(leads(board.with_colors_exchanged(), rules), [-by_white, -by_black], "{rules}");
        }
    }
}
