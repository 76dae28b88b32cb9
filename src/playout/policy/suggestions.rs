//! A policy that answers the last move: a chain of suggestions, the surest first.

use super::Policy;
use super::dice::Dice;
use super::params::PlayoutParams;
use crate::board::{Board, Color, Point, PointSet};
use crate::patterns::{Class, PatternTable};
use crate::rng::Rng;
use crate::tactics::{
    LARGEST_REGION, SelfAtari, captures, captures_among, driving_moves, enclosed_vital_point, gaining_moves,
    has_other_eye_space, is_self_atari, real_eyes, runs_into_ladder, safety, saves, self_atari,
    staircase_catches,
};

/// Reacts to the last move, then takes what can be taken, then plays at random.
///
/// Source: "A Design of Monte-Carlo Computer Go Program" (thesis, 2010), section 3.3, for the order.
#[derive(Clone, Debug)]
pub struct Guided<'a> {
    params: &'a PlayoutParams,
    patterns: &'a PatternTable,
    /// Each color's closed regions at the last look, where nobody plays but to take stones in atari and to save some.
    quiet: [PointSet; 2],
    /// Stones that each color had captured when its opponent last moved.
    captures: [u32; 2],
}

impl<'a> Guided<'a> {
    /// The policy with these parameters and what is known of diamonds.
    pub fn new(params: &'a PlayoutParams, patterns: &'a PatternTable) -> Guided<'a> {
        Guided { params, patterns, quiet: [PointSet::EMPTY; 2], captures: [0; 2] }
    }

    /// Looks for closed regions of the last move's color again if it may have closed one. A call, so that playouts that do
    /// not ask stay short.
    #[inline(never)]
    fn look_again(&mut self, board: &Board, mover: Color, last: Point) {
        if self.may_close_region(board, mover, last) {
            self.quiet[mover.index()] = safety(board, mover).eyes;
        }
    }

    /// Is a region beside the stone of that color on `last` small enough to be closed? A single point is an eye, which
    /// playouts leave alone anyway.
    #[inline]
    fn may_close_region(&self, board: &Board, color: Color, last: Point) -> bool {
        let inside = PointSet::board(board.size()) - board.stones(color);
        let mut left = (PointSet::neighbors_of(last) & inside) - self.quiet[color.index()];
        while let Some(first) = left.first() {
            let region = inside.flood_until(PointSet::of(first), |region| region.len() > LARGEST_REGION);
            if (2..=LARGEST_REGION).contains(&region.len()) {
                return true;
            }
            left -= region;
        }
        false
    }
}

/// Fewer stones leave no eye space with a vital point.
const SMALLEST_NAKADE: u32 = 3;

impl Policy for Guided<'_> {
    fn begin(&mut self, board: &Board) {
        self.captures = Color::ALL.map(|color| board.captures(color));
        if self.params.closed_regions {
            self.quiet = Color::ALL.map(|color| safety(board, color).eyes);
        }
    }

    fn settled(&self) -> [PointSet; 2] {
        self.quiet
    }

    #[inline]
    fn choose(&mut self, board: &Board, color: Color, last: Option<Point>, rng: &mut Rng) -> Option<Point> {
        let params = self.params;
        if params.look_again
            && params.closed_regions
            && let Some(last) = last
        {
            self.look_again(board, !color, last);
        }
        let legal = board.legal_moves(color);
        let sensible = legal - real_eyes(board, color) - self.quiet[0] - self.quiet[1];
        let turn = PlayoutTurn { board, color, legal, sensible, patterns: self.patterns };
        let taken = board.captures(!color) - self.captures[(!color).index()];
        self.captures[(!color).index()] += taken;
        let mut dice = Dice::roll(rng);
        last.and_then(|last| {
            (taken >= SMALLEST_NAKADE)
                .then(|| dice.ask(params.nakade_chance, rng, |_| turn.nakade(last, params)))
                .flatten()
                .or_else(|| {
                    let caught = PointSet::of(last) & board.in_atari();
                    dice.ask_of(caught, params.punish_chance, rng, |caught, rng| turn.punish(caught, rng))
                })
                .or_else(|| {
                    let own = PointSet::neighbors_of(last) & board.stones(color);
                    let save = |threatened, rng: &mut Rng| turn.save(threatened, params, rng);
                    dice.ask_of(own & board.in_atari(), params.save_chance, rng, save)
                })
                .or_else(|| dice.ask(params.attack_chance, rng, |rng| turn.attack(last, params, rng)))
                .or_else(|| dice.ask(params.strengthen_chance, rng, |rng| turn.strengthen(last, rng)))
                .or_else(|| dice.ask(params.shape_chance, rng, |rng| turn.shape(last, rng)))
                .or_else(|| dice.ask(params.throw_in_chance, rng, |rng| turn.throw_in(last, rng)))
        })
        .or_else(|| {
            let caught = board.in_atari() & board.stones(!color);
            Dice::roll(rng).ask_of(caught, params.capture_chance, rng, |_, rng| turn.capture(rng))
        })
        .or_else(|| turn.any(params, rng))
    }
}

/// A position and what may be played in it.
struct PlayoutTurn<'a> {
    board: &'a Board,
    color: Color,
    legal: PointSet,
    /// Legal, no own real eye, and not in a closed region that is left alone.
    sensible: PointSet,
    patterns: &'a PatternTable,
}

impl PlayoutTurn<'_> {
    /// The vital point of the eye space from which the last move took stones, if we may play there.
    #[inline]
    fn nakade(&self, last: Point, params: &PlayoutParams) -> Option<Point> {
        let spaces = PointSet::neighbors_of(last) & self.board.empty();
        let vital = |space| enclosed_vital_point(self.board, !self.color, space);
        spaces.iter().find_map(vital).filter(|&point| {
            self.sensible.contains(point)
                && !(params.nakade_alone && has_other_eye_space(self.board, !self.color, point))
        })
    }

    /// The last move left its own chain, in which these stones are, in atari.
    #[inline]
    fn punish(&self, caught: PointSet, rng: &mut Rng) -> Option<Point> {
        (captures_among(self.board, self.color, caught) & self.legal).pick(rng)
    }

    /// The last move put the chains of these stones in atari.
    #[inline]
    fn save(&self, threatened: PointSet, params: &PlayoutParams, rng: &mut Rng) -> Option<Point> {
        let chains = self.board.chains_of(threatened);
        let all: PointSet = chains.map(|chain| saves(self.board, self.color, chain)).collect();
        let found = (all & self.legal).pick(rng);
        found.filter(|&point| params.refuse_ladder_chance == 0 || !self.refuses_to_run(point, params, rng))
    }

    /// Would the stone only run on into a ladder, and is that refused? A call, like looking again.
    #[inline(never)]
    fn refuses_to_run(&self, point: Point, params: &PlayoutParams, rng: &mut Rng) -> bool {
        (PointSet::neighbors_of(point) & self.board.stones(self.color)).intersects(self.board.in_atari())
            && Dice::roll(rng).show(params.refuse_ladder_chance, rng)
            && runs_into_ladder(self.board, self.color, point)
    }

    /// The chain of the last move, or another one near it, has two liberties.
    #[inline]
    fn attack(&self, last: Point, params: &PlayoutParams, rng: &mut Rng) -> Option<Point> {
        let (board, color) = (self.board, self.color);
        let beside = PointSet::neighbors_of(last);
        let near = if params.attack_near { beside | beside.neighbors() } else { PointSet::of(last) };
        let weak = board.chains_of(near & board.stones(!color)).filter(|chain| chain.liberties().len() == 2);
        let caught = weak.filter(|chain| {
            params.refuse_ladder_chance == 0
                || !Dice::roll(rng).show(params.refuse_ladder_chance, rng)
                || staircase_catches(board, chain)
        });
        let points: PointSet = caught.map(|chain| driving_moves(board, color, chain)).collect();
        (points & self.sensible).pick(rng)
    }

    /// Own chains beside the last move have two liberties.
    #[inline]
    fn strengthen(&self, last: Point, rng: &mut Rng) -> Option<Point> {
        let (board, color) = (self.board, self.color);
        let near = board.chains_of(PointSet::neighbors_of(last) & board.stones(color));
        let weak = near.filter(|chain| chain.liberties().len() == 2);
        let points: PointSet = weak.map(|chain| gaining_moves(board, color, chain)).collect();
        (points & self.sensible).pick(rng)
    }

    /// Good shape in the diamond around the last move, drawn by weight.
    #[inline]
    fn shape(&self, last: Point, rng: &mut Rng) -> Option<Point> {
        const MOST_AROUND: usize = 12;
        let around = self.around(last);
        // Two walks: no decision waits for the table, so that its look-ups overlap.
        let mut urgencies = [0; MOST_AROUND];
        let mut total = 0;
        for (point, urgency) in around.iter().zip(&mut urgencies) {
            *urgency = self.patterns.urgency(self.board, point, self.color);
            total += *urgency;
        }
        if total == 0 {
            return None;
        }
        let mut left = rng.below(total);
        let drawn = around.iter().zip(urgencies).find(|&(_, urgency)| {
            let found = left < urgency;
            left = left.wrapping_sub(urgency);
            found
        });
        let drawn = drawn.map(|(point, _)| point);
        self.unless_self_atari(drawn)
    }

    /// A stone thrown in around the last move that is worth it.
    #[inline]
    fn throw_in(&self, last: Point, rng: &mut Rng) -> Option<Point> {
        let is_worth = |&point: &Point| {
            self.patterns.entry(self.board, point, self.color).is_sacrifice()
                && matches!(
                    self_atari(self.board, self.color, point),
                    Some(SelfAtari::ThrowIn | SelfAtari::Snapback | SelfAtari::Nakade)
                )
        };
        self.around(last).iter().filter(is_worth).collect::<PointSet>().pick(rng)
    }

    /// Any enemy chain in atari.
    #[inline]
    fn capture(&self, rng: &mut Rng) -> Option<Point> {
        (captures(self.board, self.color) & self.legal).pick(rng)
    }

    /// Any sensible move. With the chances of the parameters a bad self-atari is turned down, and instead of an own
    /// false eye what makes it real is played. When nothing else is left the player passes, which keeps sekis alive.
    #[inline]
    fn any(&self, params: &PlayoutParams, rng: &mut Rng) -> Option<Point> {
        let mut left = self.sensible;
        loop {
            let point = left.pick(rng)?;
            if (PointSet::neighbors_of(point) & (self.board.empty() | self.board.stones(!self.color)))
                .is_empty()
                && Dice::roll(rng).show(params.settle_eye_chance, rng)
                && let Some(better) = self.settle_eye(point, rng)
            {
                return Some(better);
            }
            let refused = self_atari(self.board, self.color, point) == Some(SelfAtari::Bad)
                && Dice::roll(rng).show(params.refuse_self_atari_chance, rng)
                || params.refuse_ladder_chance > 0 && self.refuses_to_run(point, params, rng);
            if !refused {
                return Some(point);
            }
            left -= PointSet::of(point);
        }
    }

    /// What makes the false eye real.
    #[inline(never)]
    fn settle_eye(&self, eye: Point, rng: &mut Rng) -> Option<Point> {
        let entry = self.patterns.entry(self.board, eye, self.color);
        if !entry.is(Class::ConvertibleEye) {
            return None;
        }
        let points = entry.points(eye, self.board.size());
        let taken = captures_among(self.board, self.color, points);
        self.unless_self_atari(((points | taken) & self.sensible).pick(rng))
    }

    /// The sensible points of the diamond around a point.
    #[inline]
    fn around(&self, point: Point) -> PointSet {
        let near = PointSet::neighbors_of(point);
        (near | near.neighbors()) & self.sensible
    }

    #[inline]
    fn unless_self_atari(&self, point: Option<Point>) -> Option<Point> {
        point.filter(|&point| !is_self_atari(self.board, self.color, point))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::ownership;

    const SILENT: PlayoutParams = PlayoutParams {
        nakade_chance: 0,
        nakade_alone: false,
        punish_chance: 0,
        save_chance: 0,
        attack_chance: 0,
        attack_near: false,
        strengthen_chance: 0,
        shape_chance: 0,
        throw_in_chance: 0,
        capture_chance: 0,
        refuse_self_atari_chance: 0,
        refuse_ladder_chance: 0,
        closed_regions: false,
        look_again: false,
        settle_eye_chance: 0,
        captures_ahead: 27,
        length_factor: 3,
    };

    /// All points that Black plays in a picture after White's move `last`, in many draws.
    fn replies(params: &PlayoutParams, picture: &str, last: &str) -> Vec<String> {
        let mut board: Board = picture.parse().unwrap();
        let patterns = PatternTable::embedded();
        let mut policy = Guided::new(params, &patterns);
        policy.begin(&board);
        let last = Point::parse(last, board.size()).unwrap();
        if board.empty().contains(last) {
            board.play_legal(Color::White, last);
        }
        let mut rng = Rng::new(1, 0);
        let mut seen = PointSet::EMPTY;
        for _ in 0..300 {
            let mut policy = policy.clone();
            if let Some(point) = policy.choose(&board, Color::Black, Some(last), &mut rng) {
                seen |= PointSet::of(point);
            }
        }
        seen.iter().map(|point| point.to_string()).collect()
    }

    #[test]
    fn the_last_move_is_punished_and_chains_in_atari_are_saved() {
        let weak = ". . . . ./. X . . ./X O . . ./. X . . ./. . . . .";
        assert_eq!(replies(&PlayoutParams { punish_chance: 100, ..SILENT }, weak, "B3"), ["C3"]);
        let threatened = ". . . . ./. O . . ./O X . . ./. O . . ./. . . . .";
        assert_eq!(replies(&PlayoutParams { save_chance: 100, ..SILENT }, threatened, "B2"), ["C3"]);
    }

    /// White's last move at B3 is in atari, as are Black's A3 and White's A4.
    #[test]
    fn what_is_surer_comes_first() {
        let picture = ". . . . ./O X . . ./X O . . ./. X . . ./. . . . .";
        let played = |punish_chance, save_chance, capture_chance| {
            replies(&PlayoutParams { punish_chance, save_chance, capture_chance, ..SILENT }, picture, "B3")
        };
        assert_eq!(played(0, 0, 100), ["C3", "A5"], "taken");
        assert_eq!(played(100, 0, 100), ["C3"], "punished rather than taken");
        assert_eq!(played(0, 100, 100), ["A2", "C3", "A5"], "saved rather than taken");
        assert_eq!(played(100, 100, 0), ["C3"], "punished rather than saved");
    }

    #[test]
    fn chains_of_two_liberties_are_attacked_and_strengthened() {
        let attacked = ". . . . ./. X X . ./X O . . ./. . . . ./. . . . .";
        assert_eq!(replies(&PlayoutParams { attack_chance: 100, ..SILENT }, attacked, "B3"), ["B2"]);
        // The last move is another chain's.
        let beside = ". . . . ./. X X . ./X O . . ./. . . . ./. O . . .";
        let near =
            |attack_near| replies(&PlayoutParams { attack_chance: 100, attack_near, ..SILENT }, beside, "B1");
        assert_eq!(near(true), ["B2"]);
        assert!(near(false).len() > 10);
        let weak = ". . . . ./. . O . ./. O X . ./. . . . ./. . . . .";
        assert_eq!(replies(&PlayoutParams { strengthen_chance: 100, ..SILENT }, weak, "B3"), ["C2", "D3"]);
    }

    #[test]
    fn a_stone_is_thrown_in_where_it_makes_an_eye_false() {
        let thrown_in =
            |picture: &str| replies(&PlayoutParams { throw_in_chance: 100, ..SILENT }, picture, "C1");
        let eye = ". . . . ./. . . . ./. . . . ./O O X . ./. . O . .";
        assert_eq!(thrown_in(eye), ["B1"]);
        // With White's stone at C2 the eye is real.
        assert!(thrown_in(&eye.replacen('X', "O", 1)).len() > 10);
    }

    #[test]
    fn a_false_eye_is_made_real_instead_of_filled() {
        // Black takes B4 from C4, and the eye at A5 is real.
        let picture = ". X X . ./X O . . ./. X . . ./. . . . ./. . . . .";
        let fills = |settle_eye_chance| {
            let played = replies(&PlayoutParams { settle_eye_chance, ..SILENT }, picture, "E1");
            played.contains(&"A5".to_owned())
        };
        assert_eq!([fills(0), fills(100)], [true, false]);
    }

    #[test]
    fn stones_in_atari_are_taken_wherever_they_are() {
        let picture = "X O . . ./. . . . ./. . . . ./. . . . ./. . . . O";
        let taken = "O X . . ./. . . . ./. . . . ./. . . . ./. . . . O";
        assert_eq!(replies(&PlayoutParams { capture_chance: 100, ..SILENT }, taken, "E1"), ["A4"]);
        assert!(replies(&PlayoutParams { capture_chance: 100, ..SILENT }, picture, "E1").len() > 10);
    }

    #[test]
    fn after_a_capture_the_vital_point_is_played() {
        // White takes three stones at A1 and leaves itself a three-point eye.
        let picture = ". . . . ./. . . . ./O O O O ./X X X O ./. O O O .";
        let mut board: Board = picture.parse().unwrap();
        assert!(board.legality(Color::White, Point::parse("A1", 5).unwrap()).is_ok());
        board.play_legal(Color::White, Point::parse("A1", 5).unwrap());
        assert_eq!(board.captures(Color::White), 3);
        assert_eq!(replies(&PlayoutParams { nakade_chance: 100, ..SILENT }, picture, "A1"), ["B2"]);
    }

    #[test]
    fn no_vital_point_is_played_where_there_is_another_eye_space() {
        // As above, but White has two points more at E1 and E2.
        let picture = ". . . . ./. . . . ./O O O O O/X X X O ./. O O O .";
        let alone = |nakade_alone| {
            replies(&PlayoutParams { nakade_chance: 100, nakade_alone, ..SILENT }, picture, "A1")
        };
        assert_eq!(alone(false), ["B2"]);
        assert!(alone(true).len() > 5);
    }

    #[test]
    fn a_chain_that_a_ladder_catches_does_not_run() {
        let caught = ". . O O . . ./. O X . . . ./. . . . . . ./. . . . . . ./. . . . . . ./. . . . . . ./. . . . . . .";
        let runs = |picture: &str, refuse_ladder_chance| {
            let params = PlayoutParams { save_chance: 100, refuse_ladder_chance, ..SILENT };
            let played = replies(&params, picture, "C5");
            (played.len() == 1, played.contains(&"D6".to_owned()))
        };
        assert_eq!(runs(caught, 0), (true, true));
        assert_eq!(runs(caught, 100), (false, false));
        // A friend on the stairs.
        let friend = caught.replacen("/. . . . . . ./. . . . . . .", "/. . . . . . ./. . . . . X .", 1);
        assert_eq!(runs(&friend, 100), (true, true));
    }

    #[test]
    fn regions_that_close_in_a_playout_are_left_alone_and_count() {
        // White's C7 makes two regions of one.
        let picture = ". . . . . . ./O O O O O O O/. . . . . . ./. . . . . . ./. . . . . . ./. . . . . . ./. . . X . . .";
        let patterns = PatternTable::embedded();
        let last = Point::parse("C7", 7).unwrap();
        let settled = |look_again, before: bool| {
            let mut board: Board = picture.parse().unwrap();
            let params = PlayoutParams { closed_regions: true, look_again, ..SILENT };
            let mut policy = Guided::new(&params, &patterns);
            if !before {
                policy.begin(&board);
            }
            board.play_legal(Color::White, last);
            if before {
                policy.begin(&board);
            }
            policy.choose(&board, Color::Black, Some(last), &mut Rng::new(1, 0));
            policy.settled().map(PointSet::len)
        };
        assert_eq!(
            [settled(false, true), settled(false, false), settled(true, false)],
            [[0, 6], [0, 0], [0, 6]]
        );
    }

    #[test]
    fn regions_that_are_left_alone_count_for_their_owner() {
        // Black's stone in the region of four points is lost without a move.
        let picture = ". . O . X . ./O O O O O O O/. . . . . . ./. . . . . . ./. . . . . . ./. . . . . . ./. . . . . . .";
        let board: Board = picture.parse().unwrap();
        let patterns = PatternTable::embedded();
        let params = PlayoutParams::default();
        let mut policy = Guided::new(&params, &patterns);
        let owner = ownership(&mut policy, &board, &params.ends(7.5), 20, &mut Rng::new(1, 0));
        for point in PointSet::board(7).iter().filter(|point| point.row() >= 5) {
            assert_eq!(owner[point], 0.0, "{point}");
        }
    }

    #[test]
    fn good_shape_is_played_around_the_last_move() {
        let patterns = PatternTable::embedded();
        let picture = ". . . . . . ./. . . . . . ./. . X O . . ./. . . . . . ./. . . . . . ./. . . . . . ./. . . . . . .";
        let board: Board = picture.parse().unwrap();
        let around = replies(&PlayoutParams { shape_chance: 100, ..SILENT }, picture, "D5");
        assert!(around.contains(&"D4".to_owned()) && around.contains(&"D6".to_owned()), "{around:?}");
        for name in around {
            let point = Point::parse(&name, 7).unwrap();
            assert!(patterns.entry(&board, point, Color::Black).is_good_shape(), "{name}");
        }
    }

    #[test]
    fn bad_self_atari_and_safe_regions_are_left_alone() {
        let corner = ". . O . ./O O . . ./. . . . ./. . . . ./. . . . .";
        let goes_there = |refuse_self_atari_chance| {
            let played = replies(&PlayoutParams { refuse_self_atari_chance, ..SILENT }, corner, "C5");
            ["A5", "B5"].map(|point| played.contains(&point.to_owned()))
        };
        assert_eq!([goes_there(0), goes_there(100)], [[true; 2], [false; 2]]);
        // Eyes of one point nobody fills anyway.
        let safe = ". . X . . X ./X X X X X X X/. . . . . . ./. . . . . . ./. . . . . . ./. . . . . . ./. . . . . . O";
        let enters = |closed_regions| {
            let played = replies(&PlayoutParams { closed_regions, ..SILENT }, safe, "G1");
            played.iter().any(|name| name.ends_with('7'))
        };
        assert_eq!([enters(false), enters(true)], [true, false]);
    }
}
