//! Capture problems: a chain, who moves first, and what a file says of the answer.

use super::files::unreadable;
use crate::board::{Board, DiagramError, Move, Point};
use crate::file;
use crate::solver::Role;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use thiserror::Error;

/// A chain and who moves first.
#[derive(Clone, Debug)]
pub(super) struct CaptureQuestion {
    pub(super) board: Board,
    pub(super) target: Point,
    pub(super) role: Role,
    /// What the file says of the answer.
    pub(super) label: ProblemLabel,
    /// The nodes that it took the solver to find that, if the file says so.
    pub(super) nodes: Option<u64>,
    /// A first move that gives the side that moves first what the label says, if the file has one.
    pub(super) first: Option<Point>,
    /// The line of the file; empty if it is in none.
    pub(super) line: String,
}

impl CaptureQuestion {
    /// A question to which nothing is known.
    pub(super) fn new(board: Board, target: Point, role: Role) -> CaptureQuestion {
        CaptureQuestion {
            board,
            target,
            role,
            label: ProblemLabel::UNKNOWN,
            nodes: None,
            first: None,
            line: String::new(),
        }
    }

    /// The problem in the words of a file, without what it says of the answer.
    pub(super) fn words(&self) -> String {
        format!("{} {} {}", picture(&self.board), self.role, self.target)
    }

    /// The question after that first move: the other side moves first, and the value is the same.
    pub(super) fn answered(&self) -> Option<CaptureQuestion> {
        let mut next = self.clone();
        next.board.play(next.board.to_play(), Move::Play(self.first?)).ok()?;
        next.role = !self.role;
        (next.first, next.nodes) = (None, None);
        // A capture at once leaves nothing to ask.
        (!next.board.empty().contains(self.target)).then_some(next)
    }
}

/// Rows from the top with `/` between them.
pub(super) fn picture(board: &Board) -> String {
    board.rows().collect::<Vec<_>>().join("/")
}

/// What is proven of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProblemLabel {
    /// Captured by threats of that order, and of no lower one.
    Captured { order: u8 },
    /// Not captured by threats up to that order, and the file looks at no higher ones.
    Safe { order: u8 },
    /// Not captured by threats up to that order; what higher ones do is not known.
    Open { excluded: u8 },
}

impl ProblemLabel {
    /// Nothing is proven.
    pub(super) const UNKNOWN: ProblemLabel = ProblemLabel::Open { excluded: 0 };

    /// The order up to which a file looks at threats.
    const USUAL: u8 = 3;

    /// Not captured by threats up to that order: safe, if these are all that a file looks at.
    pub(super) fn not_captured(order: u8) -> ProblemLabel {
        if order < ProblemLabel::USUAL {
            ProblemLabel::Open { excluded: order }
        } else {
            ProblemLabel::Safe { order }
        }
    }

    /// Is the chain captured, by threats of the orders that the file looks at?
    pub(super) fn captured(self) -> Option<bool> {
        match self {
            ProblemLabel::Captured { .. } => Some(true),
            ProblemLabel::Safe { .. } => Some(false),
            ProblemLabel::Open { .. } => None,
        }
    }

    /// Is it captured by threats up to that order?
    pub(super) fn within(self, highest: u8) -> Option<bool> {
        match self {
            ProblemLabel::Captured { order } => Some(order <= highest),
            ProblemLabel::Safe { order } | ProblemLabel::Open { excluded: order } => {
                (highest <= order).then_some(false)
            }
        }
    }

    /// Is an answer true, as far as the label tells? A search that knows orders has looked at those up to `highest`; one
    /// that knows none says of a capture that it is one, and of an escape that threats up to `highest` do not reach.
    pub(super) fn agrees(self, captured: bool, highest: u8, knows_orders: bool) -> Option<bool> {
        let known = if captured && !knows_orders { self.captured() } else { self.within(highest) };
        known.map(|known| known == captured)
    }

    /// The words of a file.
    pub(super) fn words(self) -> (&'static str, u8) {
        match self {
            ProblemLabel::Captured { order } => ("captured", order),
            ProblemLabel::Safe { order } => ("safe", order),
            ProblemLabel::Open { excluded } => ("open", excluded),
        }
    }

    /// What the words of a file mean. `tengen problems` gives a chain that its owner saves the order of the capture when the
    /// enemy moves first, where it has looked at threats up to order 3 at least.
    fn read(value: Option<&str>, order: Option<u8>) -> Result<ProblemLabel, String> {
        let order_or_usual = order.unwrap_or(ProblemLabel::USUAL);
        Ok(match value {
            Some("captured") => ProblemLabel::Captured { order: order_or_usual },
            Some("safe") => ProblemLabel::Safe { order: order_or_usual.max(ProblemLabel::USUAL) },
            Some("open") => ProblemLabel::Open { excluded: order.unwrap_or(0) },
            Some(value) => return Err(format!("'{value}' is neither captured, safe nor open")),
            None => ProblemLabel::UNKNOWN,
        })
    }
}

/// Why a file has no problems.
#[derive(Debug, Error)]
pub(super) enum QuestionError {
    #[error(transparent)]
    File(#[from] io::Error),
    #[error("{}, line {number} is no problem: {reason}", file.display())]
    Line { file: PathBuf, number: usize, reason: String },
    #[error("there is no problem in {}", .0.display())]
    Empty(PathBuf),
}

/// The problems of a file.
///
/// # Errors
/// It cannot be read, a line is no problem, or there is none.
pub(super) fn load(file: &Path) -> Result<Vec<CaptureQuestion>, QuestionError> {
    /// The largest file of problems that is read, in bytes.
    const PROBLEM_BYTES: u64 = 64 << 20;
    let text = file::read_text(file, PROBLEM_BYTES).map_err(|reason| unreadable(file, reason))?;
    // Some editors begin a file with a mark of its encoding.
    let text = text.trim_start_matches('\u{feff}');
    let lines = (1..).zip(text.lines().map(str::trim));
    let problems = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let refusal = |number, reason| QuestionError::Line { file: file.to_owned(), number, reason };
    let problems = problems.map(|(number, line)| read(line).map_err(|reason| refusal(number, reason)));
    let problems = problems.collect::<Result<Vec<_>, _>>()?;
    if problems.is_empty() {
        return Err(QuestionError::Empty(file.to_owned()));
    }
    Ok(problems)
}

fn read(line: &str) -> Result<CaptureQuestion, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let &[picture, role, target, ..] = words.as_slice() else {
        return Err("a picture, attack or defend, and a point are needed".to_owned());
    };
    let mut board: Board = picture.parse().map_err(|error: DiagramError| error.to_string())?;
    let role: Role = role.parse()?;
    let target = point(target, &board)?;
    let owner = board.color_at(target).ok_or_else(|| format!("there is no stone on {target}"))?;
    board.set_to_play(role.mover(owner));
    let label = ProblemLabel::read(words.get(3).copied(), number(words.get(4), "order")?)?;
    let nodes = number(words.get(5), "number of nodes")?;
    let first = words.get(6).and_then(|moves| moves.split(',').next());
    let first = first.map(|name| point(name, &board)).transpose()?;
    Ok(CaptureQuestion { board, target, role, label, nodes, first, line: line.to_owned() })
}

/// The point of that name.
fn point(name: &str, board: &Board) -> Result<Point, String> {
    Point::parse(name, board.size()).ok_or_else(|| format!("'{name}' is no point of the board"))
}

/// A number that a line may have.
fn number<N: FromStr>(word: Option<&&str>, what: &str) -> Result<Option<N>, String> {
    word.map(|word| word.parse().map_err(|_| format!("'{word}' is no {what}"))).transpose()
}
