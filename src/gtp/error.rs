//! Why a command fails, in the words of the protocol.

use crate::board::{Illegal, Move};
use crate::params::ParamError;
use crate::sgf::SgfError;
use thiserror::Error;

/// The failure of a command; its text is the answer after `?`.
#[derive(Debug, Error)]
pub enum CommandError {
    /// No such command.
    #[error("unknown command")]
    UnknownCommand,
    /// Missing or unreadable arguments.
    #[error("syntax error: {0}")]
    Syntax(String),
    /// A line above the limit.
    #[error("line too long")]
    LineTooLong,
    /// No board of that size.
    #[error("unacceptable size")]
    UnacceptableSize,
    /// A move against the rules.
    #[error("illegal move: {mv}: {reason}")]
    IllegalMove {
        /// The move.
        mv: Move,
        /// The rule.
        reason: Illegal,
    },
    /// A question about an empty point, asked of a stone.
    #[error("the point is not empty")]
    NotEmpty,
    /// A question about a stone, asked of an empty point.
    #[error("the point is empty")]
    NoStone,
    /// A time system that is none.
    #[error("unknown time system '{0}'")]
    TimeSystem(String),
    /// Rules that the engine does not know.
    #[error("unsupported rules: {0}")]
    Rules(String),
    /// A game record that cannot be written.
    #[error("cannot save file: {0}")]
    CannotSave(std::io::Error),
    /// Nothing to take back.
    #[error("cannot undo")]
    CannotUndo,
    /// No move has been made.
    #[error("no move yet")]
    NoMove,
    /// Handicap on a board with stones.
    #[error("board not empty")]
    BoardNotEmpty,
    /// No handicap of that many stones.
    #[error("invalid number of stones")]
    InvalidHandicap,
    /// Handicap points that repeat or are not on the board.
    #[error("bad vertex list")]
    BadVertexList,
    /// A game record that cannot be used.
    #[error("cannot load file: {0}")]
    CannotLoad(#[from] SgfError),
    /// A setup that leaves a chain without liberties.
    #[error("a chain has no liberty")]
    NoLiberty,
    /// A position that is none.
    #[error("{0}")]
    Diagram(#[from] crate::board::DiagramError),
    /// A position that the network does not know.
    #[error("the network looks at 9x9 boards only")]
    NotForNetwork,
    /// RAVE or priors where the network leads.
    #[error("the network leads here, which has neither priors nor RAVE; tengen-network shows its policy")]
    NetworkLeads,
    /// A question that the capture solver refuses.
    #[error("{0}")]
    Unsolvable(#[from] crate::solver::Unsolvable),
    /// A question that the capture solver's nodes leave open.
    #[error("unknown: not decided within {nodes} nodes")]
    Undecided {
        /// Its limit.
        nodes: u64,
    },
    /// A parameter that cannot be shown or changed.
    #[error("{0}")]
    Param(#[from] ParamError),
}
