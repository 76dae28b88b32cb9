//! A position on its way to another process, and what the network thinks of it on its way back.

use crate::board::{Point, PointMap, PointSet, Position, Symmetry};
use crate::network::{Evaluation, Network, SIDE, Sight};
use libm::{expf, logf};
use serde::{Deserialize, Serialize};

/// A position to evaluate.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct EvaluationRequest {
    pub(super) ticket: Ticket,
    position: Position,
    last: [Option<Point>; 2],
    after_pass: bool,
    komi: f32,
    plays: PointSet,
    image: Symmetry,
}

/// Who waits for an answer, and for which one: what comes too late is for nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Ticket {
    pub(super) seat: u16,
    pub(super) number: u32,
}

/// What the network thinks of it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct EvaluationAnswer {
    pub(super) ticket: Ticket,
    /// How likely each of the plays is, in order, and the pass: two bytes each, see [`code`].
    policy: Vec<u8>,
    value: f32,
    score: f32,
}

impl EvaluationRequest {
    pub(super) fn new(
        ticket: Ticket,
        sight: &Sight<'_>,
        plays: PointSet,
        image: Symmetry,
    ) -> EvaluationRequest {
        let Sight { board, last, after_pass, komi } = *sight;
        EvaluationRequest { ticket, position: board.position(), last, after_pass, komi, plays, image }
    }

    /// Evaluates it, the image that is asked for; `None` if it is no position.
    pub(super) fn answer(&self, network: &Network) -> Option<EvaluationAnswer> {
        let EvaluationRequest { ticket, ref position, last, after_pass, komi, plays, image } = *self;
        let board = position.board(SIDE)?;
        let sight = Sight { board: &board, last, after_pass, komi };
        let Evaluation { policy, pass, value, score } = network.evaluate_image(&sight, plays, image);
        let shares = plays.iter().map(|point| policy[point]).chain([pass]);
        let policy = shares.flat_map(|share| code(share).to_le_bytes()).collect();
        Some(EvaluationAnswer { ticket, policy, value, score })
    }
}

impl EvaluationAnswer {
    /// What was thought of those plays; `None` if it is of others.
    pub(super) fn evaluation(&self, plays: PointSet) -> Option<Evaluation> {
        let (codes, rest) = self.policy.as_chunks::<2>();
        let (&pass, codes) = codes.split_last()?;
        if !rest.is_empty() || codes.len() != plays.len() as usize {
            return None;
        }
        let share = |bytes| decode(u16::from_le_bytes(bytes));
        let mut policy = PointMap::filled(0.0);
        for (point, &bytes) in plays.iter().zip(codes) {
            policy[point] = share(bytes);
        }
        let EvaluationAnswer { value, score, .. } = *self;
        Some(Evaluation { policy, pass: share(pass), value, score })
    }
}

/// Steps of a code for each factor of e: a share is told to 0.05 %.
const STEPS: f32 = 2048.0;

/// A share of the policy in two bytes: its logarithm.
fn code(share: f32) -> u16 {
    // Casts of numbers out of range end at the range.
    (-logf(share) * STEPS).round() as u16
}

fn decode(code: u16) -> f32 {
    expf(f32::from(code) / -STEPS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::knowledge::Knowledge;

    /// Smaller shares arrive as this one or less.
    const LEAST: f32 = 3e-14;

    #[test]
    fn shares_arrive_as_they_were_sent() {
        for share in [1.0, 0.3, 1e-3, 1e-9, LEAST] {
            assert!((decode(code(share)) / share - 1.0).abs() < 5e-4, "{share}");
        }
        assert!(decode(code(0.0)) < 1e-13);
    }

    #[test]
    fn what_comes_back_is_what_an_evaluation_here_says() {
        let knowledge = Knowledge::embedded();
        let mut board = Board::new(SIDE);
        let last = Point::parse("D4", SIDE);
        board.play_legal(board.to_play(), last.unwrap());
        let sight = Sight { board: &board, last: [last, None], after_pass: false, komi: 6.5 };
        let plays = board.legal_moves(board.to_play());
        for image in Symmetry::ALL {
            let here = knowledge.network.evaluate_image(&sight, plays, image);
            let request = EvaluationRequest::new(Ticket { seat: 1, number: 2 }, &sight, plays, image);
            let request: EvaluationRequest =
                postcard::from_bytes(&postcard::to_stdvec(&request).unwrap()).unwrap();
            let answer = request.answer(&knowledge.network).unwrap();
            let bytes = postcard::to_stdvec(&answer).unwrap();
            assert!(bytes.len() < 200, "{}", bytes.len());
            let answer: EvaluationAnswer = postcard::from_bytes(&bytes).unwrap();
            let there = answer.evaluation(plays).unwrap();
            assert_eq!((there.value, there.score), (here.value, here.score));
            for point in plays {
                let (there, here) = (there.policy[point].max(LEAST), here.policy[point].max(LEAST));
                assert!((there / here - 1.0).abs() < 5e-4, "{point}: {there} for {here}");
            }
            assert!(answer.evaluation(plays - PointSet::of(Point::parse("E5", SIDE).unwrap())).is_none());
        }
    }

    /// Every byte in turn becomes another one: either that is noticed, or there is such a position.
    #[test]
    fn bytes_of_no_position_do_no_harm() {
        let knowledge = Knowledge::embedded();
        let mut board = Board::new(SIDE);
        for name in ["A2", "A1", "B1", "C1", "J9", "H9", "E5"] {
            board.play_legal(board.to_play(), Point::parse(name, SIDE).unwrap());
        }
        let sight = Sight { board: &board, last: [None; 2], after_pass: false, komi: 6.5 };
        let (ticket, plays) = (Ticket { seat: 1, number: 2 }, board.legal_moves(board.to_play()));
        let whole =
            postcard::to_stdvec(&EvaluationRequest::new(ticket, &sight, plays, Symmetry::ALL[0])).unwrap();
        let (mut answered, mut refused) = (0, 0);
        for (place, bit) in (0..whole.len()).flat_map(|place| (0..u8::BITS).map(move |bit| (place, bit))) {
            let mut bytes = whole.clone();
            bytes[place] ^= 1 << bit;
            let request = postcard::from_bytes::<EvaluationRequest>(&bytes).ok();
            match request.and_then(|request| request.answer(&knowledge.network)) {
                Some(_) => answered += 1,
                None => refused += 1,
            }
        }
        assert!(answered > 50 && refused > 50, "{answered} and {refused}");
    }
}
