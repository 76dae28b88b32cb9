//! Proof trees as game records with variations.

use super::{opening, point_name, text, turn_property};
use crate::board::{Board, Chain, Color, Move, Point};
use crate::game::Turn;
use crate::solver::{Answer, End, Proof, Role, Step};
use sgf_parse::SgfNode;
use sgf_parse::go::Prop;

/// A proof as an SGF record: the position with the target marked, every step a move, comments that say what it is.
///
/// Setup and moves have no more properties than any viewer knows.
pub fn write_proof(board: &Board, target: Point, role: Role, proof: &Proof) -> String {
    let size = board.size();
    let owner = board.color_at(target).unwrap_or(Color::White);
    let mut root = opening(board);
    let chain = board.chain_at(target).map(Chain::stones).unwrap_or_default();
    root.push(Prop::Unknown("TR".to_owned(), chain.iter().map(|point| point_name(point, size)).collect()));
    root.push(text("PL", role.mover(owner).letter().to_owned()));
    root.push(text("C", summary(board, target, owner, proof)));
    // The last steps stand deepest: their nodes are ready when those above ask for them.
    let mut nodes: Vec<Option<SgfNode<Prop>>> = vec![None; proof.steps.len()];
    for (at, step) in proof.steps.iter().enumerate().rev() {
        let mut properties = if at == 0 { std::mem::take(&mut root) } else { Vec::new() };
        if let Some((color, mv)) = step.mv {
            properties.push(turn_property(Turn { color, mv }, size));
            let comment = comment(step, color == owner, mv, proof.answer.captured() == Some(true));
            if !comment.is_empty() {
                properties.push(text("C", comment));
            }
        }
        let children = step.next.iter().filter_map(|&next| nodes[next].take()).collect();
        nodes[at] = Some(SgfNode::new(properties, children, at == 0));
    }
    nodes.first().and_then(Option::as_ref).map_or(String::new(), SgfNode::serialize)
}

/// What the record shows.
fn summary(board: &Board, target: Point, owner: Color, proof: &Proof) -> String {
    let attacker = !owner;
    let mut lines = match &proof.answer {
        Answer::Captured { order, .. } => vec![
            format!("{attacker} captures {target} by threats of order {order}."),
            format!(
                "{attacker}'s moves are those that win. {owner} may pass, which shows the threat, or play what touches the stones and liberties that the threat rests on; any other move is as good as a pass."
            ),
        ],
        Answer::NotWithinOrder { order, .. } => vec![
            format!(
                "{attacker} does not capture {target} by threats of order {order} or less; threats of a higher order may."
            ),
            format!(
                "{owner} has one reply to each of {attacker}'s moves that touch what lower orders fail for; to any other move a pass is enough."
            ),
        ],
        Answer::Unknown { order, .. } => {
            vec![format!("Order {order} was not searched to its end: nothing is proven.")]
        }
    };
    if let Some(ko) = board.ko() {
        lines.push(format!("{} may not retake the ko at {ko} at once.", board.to_play()));
    }
    let ends = |end| proof.steps.iter().filter(|step| step.end == Some(end)).count();
    lines.push(format!("{} positions.", proof.steps.len()));
    if ends(End::Cut) > 0 {
        lines.push(format!("The record is full: {} of them are not continued.", ends(End::Cut)));
    }
    lines.join("\n")
}

fn comment(step: &Step, is_defender: bool, mv: Move, captured: bool) -> String {
    let order = step.order;
    let first = match (is_defender, mv, captured) {
        (false, ..) if step.end == Some(End::Captured) => String::new(),
        (false, ..) => format!("Order {order}."),
        (true, Move::Pass, true) => format!("The threat: after a pass, order {order} is enough."),
        (true, Move::Pass, false) => format!("No threat: a pass holds, order {order}."),
        (true, ..) => String::new(),
    };
    let last = match step.end {
        None => String::new(),
        Some(End::Captured) => "Captured.".to_owned(),
        Some(End::Escaped(liberties)) => {
            format!("Escaped: {liberties} liberties are out of reach of threats of order {order}.")
        }
        Some(End::Exhausted) => format!("Not captured: no move is a threat of order {order}."),
        Some(End::Repeated) => "Not captured: the position has come up before.".to_owned(),
        Some(End::Cut) => "Not continued: the record is full.".to_owned(),
        Some(End::Lost) => "Not continued: a search of its own did not find the value again.".to_owned(),
    };
    [first, last].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}
