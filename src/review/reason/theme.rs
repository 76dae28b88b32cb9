//! What reasons are about.

/// What a reason is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// The move fills an eye of its own color.
    OwnEye,
    /// The chain of the new stone can be taken at once.
    SelfAtari,
    /// A chain in atari is left there.
    LeftInAtari,
    /// A chain can be captured that the best move would have kept.
    Capturable,
    /// A chain that the best move would have captured gets away.
    MissedCapture,
    /// The move adds a stone to a chain that is captured all the same.
    Hopeless,
    /// The stones die.
    Death,
    /// The best move would have given life.
    MissedLife,
    /// The other side's stones live.
    LetLive,
    /// The other side's stones would have died.
    MissedKill,
    /// Stones live in a seki.
    Seki,
    /// The best move was the vital point of a small space that one color encloses.
    VitalPoint,
    /// The other side's answer threatens two chains at once, and one of them falls.
    DoubleThreat,
    /// The best move would have threatened two chains at once, one of which falls.
    MissedDoubleThreat,
    /// The other side's answer threatens a chain.
    Threat,
    /// The best move would have threatened a chain.
    MissedThreat,
    /// The other side may cut where the best move connects.
    Cut,
    /// The best move would have cut.
    MissedCut,
    /// What is expected after the move loses stones that what is expected after the best move keeps.
    ExpectedLoss,
    /// What is expected after the best move captures stones that what is expected after the move does not.
    ExpectedGain,
    /// The stone stands in an area that is the other side's for good.
    DeadArea,
    /// The stone stands in an area that was its own for good.
    OwnArea,
}

impl Theme {
    /// Its name in data.
    pub fn name(self) -> &'static str {
        match self {
            Theme::OwnEye => "own eye",
            Theme::SelfAtari => "self-atari",
            Theme::LeftInAtari => "left in atari",
            Theme::Capturable => "can be captured",
            Theme::MissedCapture => "missed capture",
            Theme::Hopeless => "hopeless rescue",
            Theme::Death => "death",
            Theme::MissedLife => "missed life",
            Theme::LetLive => "lets live",
            Theme::MissedKill => "missed kill",
            Theme::Seki => "seki",
            Theme::VitalPoint => "vital point",
            Theme::DoubleThreat => "double threat",
            Theme::MissedDoubleThreat => "missed double threat",
            Theme::Threat => "threat",
            Theme::MissedThreat => "missed threat",
            Theme::Cut => "cut",
            Theme::MissedCut => "missed cut",
            Theme::ExpectedLoss => "expected loss",
            Theme::ExpectedGain => "expected gain",
            Theme::DeadArea => "dead area",
            Theme::OwnArea => "own area",
        }
    }

    /// Does it say less than what is lost for good?
    pub(super) fn is_mild(self) -> bool {
        matches!(
            self,
            Theme::ExpectedLoss
                | Theme::ExpectedGain
                | Theme::Threat
                | Theme::MissedThreat
                | Theme::Cut
                | Theme::MissedCut
                | Theme::VitalPoint
                | Theme::OwnArea
        )
    }
}
