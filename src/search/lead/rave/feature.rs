//! What speaks for and against a move before it has been tried.

macro_rules! features {
    ($($(#[doc = $doc:literal])+ $name:ident $text:literal;)+) => {
        /// A fact about a move in a position.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Feature {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Feature {
            /// All of them.
            pub const ALL: &[Feature] = &[$(Feature::$name),+];

            /// Its name in answers and in `patterns/moves.prior`.
            pub fn name(self) -> &'static str {
                const NAMES: &[&str] = &[$($text),+];
                NAMES[self as usize]
            }
        }
    };
}

features! {
    /// Takes one stone.
    Capture1 "capture-1";
    /// Takes two stones.
    Capture2 "capture-2";
    /// Takes three stones or more.
    Capture3 "capture-3";
    /// Takes the chain of the last move.
    CaptureLast "capture-last";
    /// Takes a chain beside an own one in atari.
    CaptureFrees "capture-frees";
    /// Saves a stone in atari, not to be caught in a ladder.
    Save1 "save-1";
    /// Saves two stones.
    Save2 "save-2";
    /// Saves three stones or more.
    Save3 "save-3";
    /// Saves a chain that the last move put in atari.
    SaveLast "save-last";
    /// Extends out of atari and dies in a ladder.
    SaveFails "save-fails";
    /// Catches a stone of two liberties in a ladder.
    Ladder1 "ladder-1";
    /// Catches two stones in a ladder.
    Ladder2 "ladder-2";
    /// Catches three stones or more in a ladder.
    Ladder3 "ladder-3";
    /// Catches a chain of two liberties in a net.
    Net "net";
    /// Puts a stone in atari that gets away.
    Atari1 "atari-1";
    /// Two stones.
    Atari2 "atari-2";
    /// Three stones or more.
    Atari3 "atari-3";
    /// Takes one of three liberties from a chain.
    Presses "presses";
    /// Gives a chain of three liberties a fourth.
    Grows "grows";
    /// Touches two own chains.
    Joins "joins";
    /// Touches two enemy chains.
    Splits "splits";
    /// Gives a stone of two liberties a third, that a ladder threatens.
    Escape1 "escape-1";
    /// The same for two stones.
    Escape2 "escape-2";
    /// The same for three stones or more.
    Escape3 "escape-3";
    /// Gives a chain of two liberties a third that no ladder threatens.
    Strengthen "strengthen";
    /// A bad self-atari of one stone.
    SelfAtari1 "self-atari-1";
    /// A bad self-atari of two or three stones.
    SelfAtari2 "self-atari-2";
    /// A bad self-atari of four stones or more.
    SelfAtari4 "self-atari-4";
    /// A self-atari for a ko.
    SelfAtariKo "self-atari-ko";
    /// Offers a snapback.
    Snapback "snapback";
    /// A throw-in that makes an eye false.
    ThrowIn "throw-in";
    /// A shape that kills an eye.
    Nakade "nakade";
    /// The vital point of an enemy eye space.
    VitalEnemy "vital-enemy";
    /// The vital point of an own eye space.
    VitalOwn "vital-own";
    /// Fills an own false eye.
    FalseEye "false-eye";
    /// Settles an own eye as real.
    SettlesEye "settles-eye";
    /// Makes a tiger's mouth.
    TigerMouth "tiger-mouth";
    /// Hane.
    Hane "hane";
    /// Cut.
    Cut "cut";
    /// Turn.
    Turn "turn";
    /// Connection.
    Connection "connection";
    /// Extension.
    Extension "extension";
    /// A shape of the first and second line.
    Edge "edge";
    /// A throw-in by its diamond: takes an eye.
    TakesEye "takes-eye";
    /// A throw-in by its diamond: captures back.
    CapturesBack "captures-back";
    /// Begins, takes or offers a ko.
    Ko "ko";
    /// At distance one from the last move; stones of a chain are at distance zero from each other.
    Last1 "last-1";
    /// At distance two.
    Last2 "last-2";
    /// At distance three.
    Last3 "last-3";
    /// At distance four.
    Last4 "last-4";
    /// At distance one from the move before the last.
    Previous1 "previous-1";
    /// At distance two.
    Previous2 "previous-2";
    /// At distance three.
    Previous3 "previous-3";
    /// On the first line.
    Line1 "line-1";
    /// On the second line.
    Line2 "line-2";
    /// On the third line.
    Line3 "line-3";
    /// On the fourth line.
    Line4 "line-4";
    /// One own stone in the diamond around it.
    Own1 "own-1";
    /// Two own stones.
    Own2 "own-2";
    /// Three own stones.
    Own3 "own-3";
    /// Four own stones or more.
    Own4 "own-4";
    /// One enemy stone in the diamond around it.
    Enemy1 "enemy-1";
    /// Two enemy stones.
    Enemy2 "enemy-2";
    /// Three enemy stones.
    Enemy3 "enemy-3";
    /// Four enemy stones or more.
    Enemy4 "enemy-4";
    /// On the first line, no stone within distance three.
    Open1 "open-1";
    /// On the second line, no stone within distance three.
    Open2 "open-2";
    /// Farther in, no stone within distance three.
    Open3 "open-3";
    /// In an own safe region.
    SafeOwn "safe-own";
    /// In a safe region of the enemy.
    SafeEnemy "safe-enemy";
    /// Touches own stones only.
    TouchesOwn "touches-own";
    /// Touches enemy stones only.
    TouchesEnemy "touches-enemy";
    /// Touches both.
    TouchesBoth "touches-both";
    /// Threatens to catch a stone of three liberties in a ladder.
    Threat1 "threat-1";
    /// Two stones.
    Threat2 "threat-2";
    /// Three stones or more.
    Threat3 "threat-3";
    /// Saves a stone of two liberties from a ladder without giving it a third.
    Defends1 "defends-1";
    /// Two stones.
    Defends2 "defends-2";
    /// Three stones or more.
    Defends3 "defends-3";
    /// Puts two chains in atari.
    DoubleAtari "double-atari";
    /// Puts a chain in atari beside an own one with two liberties or fewer.
    CounterAtari "counter-atari";
    /// Its chain will have two liberties; it touches stones.
    Liberties2 "liberties-2";
    /// Three liberties.
    Liberties3 "liberties-3";
    /// Four liberties.
    Liberties4 "liberties-4";
    /// Five liberties.
    Liberties5 "liberties-5";
    /// Six liberties or more.
    Liberties6 "liberties-6";
    /// Beside an enemy chain that will have two liberties more, or still more.
    RaceBehind2 "race-behind-2";
    /// One more.
    RaceBehind1 "race-behind-1";
    /// As many.
    RaceEven "race-even";
    /// One less.
    RaceAhead1 "race-ahead-1";
    /// Two less, or still less.
    RaceAhead2 "race-ahead-2";
    /// At distance five from the last move or farther.
    LastFar "last-far";
    /// On lines 2 and 2, fewer than six stones on the board.
    Opening22 "opening-22";
    /// On lines 2 and 3, fewer than six stones on the board.
    Opening23 "opening-23";
    /// On lines 2 and 4, fewer than six stones on the board.
    Opening24 "opening-24";
    /// On lines 2 and 5, fewer than six stones on the board.
    Opening25 "opening-25";
    /// On lines 3 and 3, fewer than six stones on the board.
    Opening33 "opening-33";
    /// On lines 3 and 4, fewer than six stones on the board.
    Opening34 "opening-34";
    /// On lines 3 and 5, fewer than six stones on the board.
    Opening35 "opening-35";
    /// On lines 4 and 4, fewer than six stones on the board.
    Opening44 "opening-44";
    /// On lines 4 and 5, fewer than six stones on the board.
    Opening45 "opening-45";
    /// On lines 5 and 5, fewer than six stones on the board.
    Opening55 "opening-55";
    /// On lines 2 and 2, fewer than sixteen stones on the board.
    Early22 "early-22";
    /// On lines 2 and 3, fewer than sixteen stones on the board.
    Early23 "early-23";
    /// On lines 2 and 4, fewer than sixteen stones on the board.
    Early24 "early-24";
    /// On lines 2 and 5, fewer than sixteen stones on the board.
    Early25 "early-25";
    /// On lines 3 and 3, fewer than sixteen stones on the board.
    Early33 "early-33";
    /// On lines 3 and 4, fewer than sixteen stones on the board.
    Early34 "early-34";
    /// On lines 3 and 5, fewer than sixteen stones on the board.
    Early35 "early-35";
    /// On lines 4 and 4, fewer than sixteen stones on the board.
    Early44 "early-44";
    /// On lines 4 and 5, fewer than sixteen stones on the board.
    Early45 "early-45";
    /// On lines 5 and 5, fewer than sixteen stones on the board.
    Early55 "early-55";
}
