//! Why a move loses: what is proven of the position after it and not of the position after the best move, or the other
//! way around.
//!
//! Captures come from the solver, and each carries the [`Claim`]s that it rests on; shapes, eyes and life come from
//! [`tactics`](crate::tactics). What is only likely is not said.

mod capture;
mod settled;
mod theme;
mod threat;
mod words;

pub use theme::Theme;

use crate::board::{Board, Color, Move, Point, PointSet};
use crate::pause::{Pauses, at_once};
use crate::solver::{Answer, Role, Solver, SolverParams};
use settled::{areas, life, own_eye, vital};
use words::the_stones;

/// What the solver has said of a chain.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The position.
    pub board: Board,
    /// A stone of the chain.
    pub target: Point,
    /// Who moves first.
    pub role: Role,
    /// The answer, which is no [`Answer::Unknown`].
    pub answer: Answer,
    /// Nodes of the search.
    pub nodes: u64,
}

/// Why a move loses.
#[derive(Clone, Debug)]
pub struct Reason {
    /// What it is about.
    pub theme: Theme,
    /// In a sentence.
    pub text: String,
    /// The points that it speaks of.
    pub points: PointSet,
    /// The moves that show it; none where nothing has to be shown. A capture or a threat that the move allows begins with the
    /// other side's answer, an expected loss with the move itself, and everything else with the best move. The pass by which a
    /// threat is left unanswered, after its first move, is not among them.
    pub line: Vec<Move>,
    /// What it rests on; empty where no search was needed.
    pub claims: Vec<Claim>,
}

/// Nodes of one question to the solver.
const REASON_NODES: u64 = 10_000;

/// The highest order of threats that is asked for.
const REASON_ORDER: u8 = 3;

/// Moves of an expected line at whose end stones are looked at.
const EXPECTED_PLIES: usize = 6;

/// Reasons of one move beyond which only losses are told.
const MOST_REASONS: usize = 4;

/// Memory of the solver's table in bytes.
const REASON_TABLE: usize = 4 << 20;

/// What finds reasons.
#[derive(Debug)]
pub struct Reasoner<'a> {
    solver: Solver,
    params: SolverParams,
    pauses: Option<&'a Pauses>,
}

/// With a capital letter at the beginning.
pub(super) fn capitalized(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or(String::new(), |first| first.to_uppercase().chain(rest).collect())
}

impl Reason {
    /// Its text with a capital letter and a full stop.
    pub fn sentence(&self) -> String {
        capitalized(&self.text) + "."
    }

    /// Nodes of all searches that it rests on; `None` where none was needed.
    pub fn nodes(&self) -> Option<u64> {
        (!self.claims.is_empty()).then(|| self.claims.iter().map(|claim| claim.nodes).sum())
    }
}

impl Default for Reasoner<'_> {
    fn default() -> Self {
        Reasoner::new()
    }
}

/// A move with the positions after it and after the best one, the other side to move in both.
struct Contrast<'a> {
    before: &'a Board,
    after: Board,
    better: Board,
    played: Move,
    best: Move,
    own: Color,
}

impl Contrast<'_> {
    fn foe(&self) -> Color {
        !self.own
    }
}

impl<'a> Reasoner<'a> {
    /// With an empty table.
    pub fn new() -> Reasoner<'a> {
        Reasoner::pausing(None)
    }

    /// One that pauses before a question to the solver.
    pub(super) fn pausing(pauses: Option<&'a Pauses>) -> Reasoner<'a> {
        let params =
            SolverParams { order: REASON_ORDER, nodes: REASON_NODES, line: true, ..SolverParams::default() };
        Reasoner { solver: Solver::new(REASON_TABLE), params, pauses }
    }

    /// Why the first move of the line that was played is worse than that of a better line, the most telling reason first;
    /// nothing where nothing is proven, or where a move is not legal. What follows in each line is what is expected.
    pub fn reasons(&mut self, before: &Board, line: &[Move], better_line: &[Move]) -> Vec<Reason> {
        at_once(self.find(before, line, better_line))
    }

    /// The same, pausing.
    pub(super) async fn find(&mut self, before: &Board, line: &[Move], better_line: &[Move]) -> Vec<Reason> {
        let own = before.to_play();
        let (Some(&played), Some(&best)) = (line.first(), better_line.first()) else { return Vec::new() };
        let reply = line.get(1).copied().unwrap_or(Move::Pass);
        let (Some(after), Some(better)) = (after(before, own, played), after(before, own, best)) else {
            return Vec::new();
        };
        let contrast = Contrast { before, after, better, played, best, own };
        let mut found = Vec::new();
        found.extend(own_eye(&contrast));
        found.extend(self.lost_chains(&contrast).await);
        found.extend(self.missed_captures(&contrast).await);
        found.extend(life(&contrast));
        found.extend(areas(&contrast));
        found.extend(self.expectations(before, line, better_line).await);
        found.extend(self.threats(&contrast, reply).await);
        if reply != best {
            found.extend(self.threats(&contrast, best).await);
        }
        found.extend(self.missed_threats(&contrast).await);
        found.extend(self.cut(&contrast, own).await);
        found.extend(self.cut(&contrast, !own).await);
        found.extend(vital(&contrast));
        told(found)
    }

    async fn ask(&mut self, board: &Board, target: Point, role: Role) -> Option<Claim> {
        Pauses::here(self.pauses).await;
        let answer = self.solver.solve(board, target, role, &self.params).ok()?;
        answer.captured()?;
        Some(Claim { board: board.clone(), target, role, answer, nodes: self.solver.nodes() })
    }

    /// The stones that fall where one line leads and not where the other does.
    async fn expectations(&mut self, before: &Board, line: &[Move], better_line: &[Move]) -> Vec<Reason> {
        let own = before.to_play();
        // Both lines end with the same side to move.
        let plies = line.len().min(better_line.len()).min(EXPECTED_PLIES) / 2 * 2;
        let end = |line: &[Move]| {
            line[..plies].iter().try_fold(before.clone(), |board, &mv| after(&board, board.to_play(), mv))
        };
        let (Some(now), Some(then)) = (end(line), end(better_line)) else { return Vec::new() };
        if plies == 0 {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (color, lost, kept, shown, theme) in [
            (own, &now, &then, line, Theme::ExpectedLoss),
            (!own, &then, &now, better_line, Theme::ExpectedGain),
        ] {
            let role = if color == own { Role::Defend } else { Role::Attack };
            for chain in before.chains_of(before.stones(color)) {
                let Some(stone) = chain.stones().first() else { continue };
                if !kept.stones(color).contains(stone) {
                    continue;
                }
                let mut claims = Vec::new();
                if lost.stones(color).contains(stone) {
                    let Some(claim) = self.ask(lost, stone, role).await else { continue };
                    claims.push(claim);
                }
                if claims.iter().any(|claim| claim.answer.captured() == Some(false)) {
                    continue;
                }
                let Some(stands) = self.ask(kept, stone, role).await else { continue };
                if stands.answer.captured() == Some(true) {
                    continue;
                }
                let line = shown[..plies].to_vec();
                let moves = line.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
                let stones = the_stones(chain.stones());
                let fate = match (claims.is_empty(), color == own) {
                    (true, true) => format!("takes {stones}"),
                    (true, false) => format!("would have taken {stones}"),
                    (false, true) => format!("leaves {stones} to be captured"),
                    (false, false) => format!("would have left {stones} to be captured"),
                };
                let text = format!("{moves} {fate}");
                claims.push(stands);
                found.push(Reason { theme, text, points: chain.stones(), line, claims });
            }
        }
        found
    }
}

/// The position after a move of a color, if it is legal.
fn after(board: &Board, color: Color, mv: Move) -> Option<Board> {
    let mut next = board.clone();
    next.play(color, mv).ok().map(|()| next)
}

/// What is told of all that was found: the most telling reason first, every loss, and milder things while there are few.
fn told(mut found: Vec<Reason>) -> Vec<Reason> {
    // More stones are more telling.
    found.sort_by_key(|reason| (reason.theme.is_mild(), std::cmp::Reverse(reason.points.len())));
    // What is said of the same stones once is enough.
    let mut known: Vec<PointSet> = Vec::new();
    found.retain(|reason| {
        if known.contains(&reason.points) || (reason.theme.is_mild() && known.len() >= MOST_REASONS) {
            return false;
        }
        known.push(reason.points);
        true
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(name: &str, board: &Board) -> Move {
        Point::parse(name, board.size()).map_or(Move::Pass, Move::Play)
    }

    /// The reasons against a move of a color in a drawn position, where another would have been best.
    fn reasons(picture: &str, color: Color, played: &str, best: &str) -> Vec<Reason> {
        let mut board: Board = picture.parse().unwrap();
        board.set_to_play(color);
        let moves = [played, best, "pass"].map(|name| mv(name, &board));
        Reasoner::new().reasons(&board, &[moves[0], moves[2]], &[moves[1], moves[2]])
    }

    fn themes(picture: &str, color: Color, played: &str, best: &str) -> Vec<Theme> {
        reasons(picture, color, played, best).iter().map(|reason| reason.theme).collect()
    }

    fn text_of(found: &[Reason], theme: Theme) -> &str {
        found.iter().find(|reason| reason.theme == theme).map_or("", |reason| &reason.text)
    }

    const LADDER: &str =
        ". . . . . . ./. . X . . . ./. X O . . . ./. X . . . . ./. . . . . . ./. . . . . . ./. . . . . . .";

    #[test]
    fn a_capture_in_a_ladder_is_told_with_its_moves() {
        let found = reasons(LADDER, Color::Black, "G7", "D5");
        let text = text_of(&found, Theme::MissedCapture);
        assert!(text.starts_with("missed capturing C5: D5") && text.contains("(ladder)"), "{text}");
        assert!(text_of(&found, Theme::Capturable).starts_with("this stone can be captured: G6, F7, F6"));
        // The other move does not capture either, and the move itself does.
        for (played, best) in [("G7", "G1"), ("D5", "G7")] {
            assert!(!themes(LADDER, Color::Black, played, best).contains(&Theme::MissedCapture), "{played}");
        }
    }

    #[test]
    fn a_stone_that_gets_away_is_a_missed_capture() {
        let found = reasons(ATARI, Color::White, "A1", "E4");
        assert_eq!(text_of(&found, Theme::MissedCapture), "missed capturing E5: E4; now E4 saves it");
        assert!(!themes(ATARI, Color::White, "E4", "A1").contains(&Theme::MissedCapture));
    }

    const ATARI: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . O . . . .
        . . . O X O . . .
        . . . . . . . . .
        . . . X . X . . .
        . . . . X . . . .
        . . . . . . . . .";

    #[test]
    fn a_chain_is_left_in_atari_if_the_best_move_saves_it() {
        let found = reasons(ATARI, Color::Black, "A1", "E4");
        assert_eq!(text_of(&found, Theme::LeftInAtari), "E5 left in atari: E4. E4 saves it");
        assert!(!themes(ATARI, Color::Black, "A1", "A9").contains(&Theme::LeftInAtari));
    }

    #[test]
    fn a_bad_self_atari_is_told_with_its_stones() {
        let picture = ". . . . . . ./. . . . . . ./. . . . . . ./. . . . . . ./. . . . . . ./O O O O O . ./. X X X . O .";
        let found = reasons(picture, Color::Black, "E1", "C5");
        assert_eq!(text_of(&found, Theme::SelfAtari), "self-atari, 4 stones: A1");
        assert!(!themes(picture, Color::Black, "C5", "E5").contains(&Theme::SelfAtari));
    }

    #[test]
    fn an_eye_that_is_filled_is_the_second_one_if_life_is_lost() {
        let two = ". X . X O/X X X X O/O O O O O/. . . . ./. . . . .";
        let found = reasons(two, Color::Black, "A5", "C1");
        assert!(text_of(&found, Theme::OwnEye).starts_with("this fills your own second eye"), "{found:?}");
        let one = ". X . . ./X X . . ./. . . . ./. . . . ./. . . . .";
        assert_eq!(
            text_of(&reasons(one, Color::Black, "A5", "C3"), Theme::OwnEye),
            "this fills your own eye"
        );
        let false_eye = ". X . . ./X O . . ./. . . . ./. . . . ./. . . . .";
        assert!(!themes(false_eye, Color::Black, "A5", "C3").contains(&Theme::OwnEye));
    }

    const THREE: &str =
        ". . . . . . ./. . . . . . ./O O O O O O O/. O . O . O ./O O O O O O O/X X X X X X X/X . . . X X X";

    #[test]
    fn the_point_that_decides_about_life_is_told_to_both() {
        // The solver proves it too, and the same stones are not told twice.
        let fate = [Theme::MissedLife, Theme::MissedKill, Theme::Capturable, Theme::MissedCapture];
        for color in Color::ALL {
            let of = |best| -> PointSet {
                let found = reasons(THREE, color, "G7", best);
                let told = found.iter().filter(|reason| fate.contains(&reason.theme));
                told.map(|reason| reason.points).collect()
            };
            let group = Point::parse("A2", 7).unwrap();
            assert!(of("C1").contains(group) && !of("G6").contains(group), "{color}");
        }
        assert!(themes(THREE, Color::Black, "G7", "C1").contains(&Theme::VitalPoint));
        assert!(!themes(THREE, Color::Black, "G7", "G6").contains(&Theme::VitalPoint));
    }

    /// Black's group in the corner has one eye whatever is played. Its space is read only where a stone has made it small.
    #[test]
    fn what_was_not_read_after_the_best_move_is_no_blame() {
        let one_eye = ". . . . . . . . ./. . . . . . . . ./. . . . . . . . ./O O O O O O O O O/. O . O O O O O O/\
                       O O O O O O O O O/. . . . . . O O O/X X X X X X X O O/. X X X X X X O O";
        assert!(!themes(one_eye, Color::Black, "C3", "E8").contains(&Theme::Death));
    }

    #[test]
    fn stones_in_areas_that_are_settled_are_wasted() {
        let picture = ". X . O ./X X X X X/O O O O O/. . . . ./. . . . .";
        assert!(themes(picture, Color::White, "C5", "C1").contains(&Theme::DeadArea));
        assert!(themes(picture, Color::Black, "C5", "C1").contains(&Theme::OwnArea));
        assert!(!themes(picture, Color::Black, "C1", "C2").contains(&Theme::OwnArea));
    }

    /// Black at E5 threatens D5 and F5. White E8 takes the stones that threaten, unless one stands there.
    #[test]
    fn a_double_threat_is_none_if_a_capture_elsewhere_answers_both() {
        let threat = |stone: &str| {
            let picture = format!(
                ". . . . . . . . ./. . O . {stone} . O . ./. . O O X O O . ./. . O X X X O . ./. . X O . O X . ./\
                 . . . . O . . . ./. . . . O . . . ./. . . . O . . . ./. . . . . . . . ."
            );
            let board: Board = picture.parse().unwrap();
            let found = Reasoner::new().reasons(&board, &[Move::Pass], &[mv("E5", &board)]);
            found.iter().map(|reason| reason.theme).collect::<Vec<_>>()
        };
        let [answered, open] = [".", "X"].map(threat);
        assert!(answered.contains(&Theme::MissedThreat), "{answered:?}");
        assert!(!answered.contains(&Theme::MissedDoubleThreat), "{answered:?}");
        assert!(open.contains(&Theme::MissedDoubleThreat), "{open:?}");
    }

    /// White at E5 may cut two chains that share nothing but it, and is not captured for it.
    #[test]
    fn a_connection_that_is_not_made_is_a_cut() {
        let picture = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . O . . . .
            . . . X O X . . .
            . . . X . X . . .
            . . . X O X . . .
            . . . . O . . . .
            . . . . . . . . .
            . . . . . . . . .";
        assert!(themes(picture, Color::Black, "A1", "E5").contains(&Theme::Cut));
        assert!(!themes(picture, Color::Black, "A1", "A2").contains(&Theme::Cut));
    }

    #[test]
    fn every_capture_is_told_and_milder_things_while_there_are_few() {
        let reason = |theme: Theme, at: usize| {
            let (points, text) = (PointSet::of(Point::new(at, 0)), String::new());
            Reason { theme, text, points, line: Vec::new(), claims: Vec::new() }
        };
        let captures = || (0..6).map(|at| reason(Theme::MissedCapture, at));
        assert_eq!(told(captures().chain([reason(Theme::Cut, 7)]).collect()).len(), 6);
        let few = told(
            [reason(Theme::Cut, 7), reason(Theme::Cut, 1)].into_iter().chain(captures().take(2)).collect(),
        );
        assert_eq!(few.iter().map(|reason| reason.theme.is_mild()).collect::<Vec<_>>(), [false, false, true]);
    }

    #[test]
    fn what_is_not_legal_has_no_reasons() {
        assert!(reasons(LADDER, Color::Black, "C5", "D5").is_empty());
        assert!(reasons(LADDER, Color::Black, "D5", "C5").is_empty());
    }
}
