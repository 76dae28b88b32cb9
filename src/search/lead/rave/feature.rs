//! What speaks for and against a move before it has been tried.

use crate::board::{Board, Chain, Color, Point, PointSet};
use crate::patterns::Class;
use crate::search::Scene;
use crate::tactics::{
    SelfAtari, Verdict, attack, captures_among, enclosed_vital_point, gaining_moves, ladder_proof,
    liberties_after, net, safe_points, saves, self_atari,
};

macro_rules! features {
    ($($(#[doc = $doc:literal])+ $name:ident $text:literal $weight:literal;)+) => {
        /// A fact about a move in a position.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Feature {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Feature {
            /// All of them.
            pub const ALL: &[Feature] = &[$(Feature::$name),+];

            /// Its name in answers and in `scripts/train/fit_prior.py`.
            pub fn name(self) -> &'static str {
                const NAMES: &[&str] = &[$($text),+];
                NAMES[self as usize]
            }

            /// What it adds to the logarithm of a move's odds.
            #[inline]
            pub(super) fn weight(self) -> f32 {
                const WEIGHTS: &[f32] = &[$($weight),+];
                WEIGHTS[self as usize]
            }
        }
    };
}

features! {
    /// Takes one stone.
    Capture1 "capture-1" -0.23;
    /// Takes two stones.
    Capture2 "capture-2" 1.52;
    /// Takes three stones or more.
    Capture3 "capture-3" 2.67;
    /// Takes the chain of the last move.
    CaptureLast "capture-last" 0.5;
    /// Takes a chain beside an own one in atari.
    CaptureFrees "capture-frees" 0.72;
    /// Saves a stone in atari, not to be caught in a ladder.
    Save1 "save-1" 1.94;
    /// Saves two stones.
    Save2 "save-2" 1.93;
    /// Saves three stones or more.
    Save3 "save-3" 3.32;
    /// Saves a chain that the last move put in atari.
    SaveLast "save-last" 3.07;
    /// Extends out of atari and dies in a ladder.
    SaveFails "save-fails" -0.7;
    /// Catches a stone of two liberties in a ladder.
    Ladder1 "ladder-1" 1.28;
    /// Catches two stones in a ladder.
    Ladder2 "ladder-2" 1.48;
    /// Catches three stones or more in a ladder.
    Ladder3 "ladder-3" 1.47;
    /// Catches a chain of two liberties in a net.
    Net "net" 1.0;
    /// Puts a stone in atari that gets away.
    Atari1 "atari-1" 1.44;
    /// Two stones.
    Atari2 "atari-2" 0.32;
    /// Three stones or more.
    Atari3 "atari-3" 0.68;
    /// Takes one of three liberties from a chain.
    Presses "presses" 0.69;
    /// Gives a chain of three liberties a fourth.
    Grows "grows" 0.46;
    /// Touches two own chains.
    Joins "joins" -0.76;
    /// Touches two enemy chains.
    Splits "splits" -0.14;
    /// Gives a stone of two liberties a third, that a ladder threatens.
    Escape1 "escape-1" 1.56;
    /// The same for two stones.
    Escape2 "escape-2" 1.71;
    /// The same for three stones or more.
    Escape3 "escape-3" 2.24;
    /// Gives a chain of two liberties a third that no ladder threatens.
    Strengthen "strengthen" 1.36;
    /// A bad self-atari of one stone.
    SelfAtari1 "self-atari-1" -2.41;
    /// A bad self-atari of two or three stones.
    SelfAtari2 "self-atari-2" -2.02;
    /// A bad self-atari of four stones or more.
    SelfAtari4 "self-atari-4" -3.01;
    /// A self-atari for a ko.
    SelfAtariKo "self-atari-ko" 1.09;
    /// Offers a snapback.
    Snapback "snapback" 1.0;
    /// A throw-in that makes an eye false.
    ThrowIn "throw-in" -0.86;
    /// A shape that kills an eye.
    Nakade "nakade" 0.46;
    /// The vital point of an enemy eye space.
    VitalEnemy "vital-enemy" 2.86;
    /// The vital point of an own eye space.
    VitalOwn "vital-own" 3.48;
    /// Fills an own false eye.
    FalseEye "false-eye" -1.06;
    /// Settles an own eye as real.
    SettlesEye "settles-eye" 0.5;
    /// Makes a tiger's mouth.
    TigerMouth "tiger-mouth" 0.35;
    /// Hane.
    Hane "hane" 1.08;
    /// Cut.
    Cut "cut" 0.48;
    /// Turn.
    Turn "turn" 0.11;
    /// Connection.
    Connection "connection" 1.4;
    /// Extension.
    Extension "extension" 0.58;
    /// A shape of the first and second line.
    Edge "edge" 1.08;
    /// A throw-in by its diamond: takes an eye.
    TakesEye "takes-eye" 0.45;
    /// A throw-in by its diamond: captures back.
    CapturesBack "captures-back" -0.02;
    /// Begins, takes or offers a ko.
    Ko "ko" 0.45;
    /// At distance one from the last move; stones of a chain are at distance zero from each other.
    Last1 "last-1" 1.02;
    /// At distance two.
    Last2 "last-2" 0.64;
    /// At distance three.
    Last3 "last-3" 0.47;
    /// At distance four.
    Last4 "last-4" 0.31;
    /// At distance one from the move before the last.
    Previous1 "previous-1" 0.39;
    /// At distance two.
    Previous2 "previous-2" 0.03;
    /// At distance three.
    Previous3 "previous-3" -0.02;
    /// On the first line.
    Line1 "line-1" -2.22;
    /// On the second line.
    Line2 "line-2" -0.18;
    /// On the third line.
    Line3 "line-3" 1.0;
    /// On the fourth line.
    Line4 "line-4" 0.65;
    /// One own stone in the diamond around it.
    Own1 "own-1" 0.17;
    /// Two own stones.
    Own2 "own-2" 0.08;
    /// Three own stones.
    Own3 "own-3" -0.3;
    /// Four own stones or more.
    Own4 "own-4" -0.85;
    /// One enemy stone in the diamond around it.
    Enemy1 "enemy-1" 0.94;
    /// Two enemy stones.
    Enemy2 "enemy-2" 0.84;
    /// Three enemy stones.
    Enemy3 "enemy-3" 0.58;
    /// Four enemy stones or more.
    Enemy4 "enemy-4" 0.06;
    /// On the first line, no stone within distance three.
    Open1 "open-1" -1.3;
    /// On the second line, no stone within distance three.
    Open2 "open-2" -1.1;
    /// Farther in, no stone within distance three.
    Open3 "open-3" -0.16;
    /// In an own safe region.
    SafeOwn "safe-own" -3.0;
    /// In a safe region of the enemy.
    SafeEnemy "safe-enemy" -3.0;
    /// Touches own stones only.
    TouchesOwn "touches-own" -1.02;
    /// Touches enemy stones only.
    TouchesEnemy "touches-enemy" -0.76;
    /// Touches both.
    TouchesBoth "touches-both" 0.03;
}

/// Positions that a ladder is read with at most.
const PRIOR_LADDER_NODES: u32 = 60;

impl Scene<'_> {
    /// Calls `note` with every feature and the moves that have it. A move can be noted more than once for
    /// different chains, never twice for the same fact.
    pub fn features(&self, mut note: impl FnMut(Feature, PointSet)) {
        let mut note = |feature, points: PointSet| {
            let points = points & self.plays;
            if !points.is_empty() {
                note(feature, points);
            }
        };
        self.enemy_chains(&mut note);
        self.own_chains(&mut note);
        self.shapes(&mut note);
        self.places(&mut note);
        self.distances(&mut note);
    }

    /// Chains of the enemy with one or two liberties.
    fn enemy_chains(&self, note: &mut impl FnMut(Feature, PointSet)) {
        use Feature::*;
        let Scene { board, color, last, .. } = *self;
        let [mut pressed, mut touched, mut several] = [PointSet::EMPTY; 3];
        for chain in board.chains_of(board.stones(!color)) {
            let liberties = chain.liberties();
            if liberties.is_single() {
                note(by_size(chain, [Capture1, Capture2, Capture3]), liberties);
                if last[0].is_some_and(|last| chain.stones().contains(last)) {
                    note(CaptureLast, liberties);
                }
                if chain.stones().neighbors().intersects(board.stones(color) & board.in_atari()) {
                    note(CaptureFrees, liberties);
                }
            } else if liberties.len() == 2 {
                let Some(prey) = chain.stones().first() else { continue };
                match attack(board, prey, PRIOR_LADDER_NODES) {
                    Verdict::Captured(Some(point)) => {
                        note(by_size(chain, [Ladder1, Ladder2, Ladder3]), PointSet::of(point));
                        note(by_size(chain, [Atari1, Atari2, Atari3]), liberties - PointSet::of(point));
                    }
                    _ => {
                        note(by_size(chain, [Atari1, Atari2, Atari3]), liberties);
                        if let Some(point) = net(board, prey, PRIOR_LADDER_NODES) {
                            note(Net, PointSet::of(point));
                        }
                    }
                }
            } else if liberties.len() == 3 {
                pressed |= liberties;
            }
            several |= touched & liberties;
            touched |= liberties;
        }
        note(Presses, pressed);
        note(Splits, several);
    }

    /// Own chains with one or two liberties.
    fn own_chains(&self, note: &mut impl FnMut(Feature, PointSet)) {
        use Feature::*;
        let Scene { board, color, last, .. } = *self;
        let [mut grown, mut touched, mut several] = [PointSet::EMPTY; 3];
        for chain in board.chains_of(board.stones(color)) {
            let Some(prey) = chain.stones().first() else { continue };
            let liberties = chain.liberties();
            if liberties.is_single() {
                let all = saves(board, color, chain);
                let sound = ladder_proof(board, prey, all, PRIOR_LADDER_NODES);
                note(by_size(chain, [Save1, Save2, Save3]), sound);
                if last[0].is_some_and(|last| PointSet::neighbors_of(last).intersects(chain.stones())) {
                    note(SaveLast, sound);
                }
                note(SaveFails, (all | liberties) - sound);
            } else if liberties.len() == 2 {
                let gains = gaining_moves(board, color, chain);
                if !gains.is_empty() {
                    match attack(board, prey, PRIOR_LADDER_NODES) {
                        Verdict::Captured(_) => note(by_size(chain, [Escape1, Escape2, Escape3]), gains),
                        _ => note(Strengthen, gains),
                    }
                }
            } else if liberties.len() == 3 {
                let wider = |&point: &Point| {
                    liberties_after(board, color, point).len() > 1 && {
                        let fresh = (PointSet::neighbors_of(point) & board.empty()) - liberties;
                        fresh.len() >= 2
                    }
                };
                grown |= liberties.iter().filter(wider).collect();
            }
            several |= touched & liberties;
            touched |= liberties;
        }
        note(Grows, grown);
        note(Joins, several);
    }

    /// What single points show: self-atari, diamonds, eye spaces.
    fn shapes(&self, note: &mut impl FnMut(Feature, PointSet)) {
        use Feature::*;
        const CLASSES: [(Class, Feature); 11] = [
            (Class::FalseEye, FalseEye),
            (Class::TigerMouth, TigerMouth),
            (Class::Hane, Hane),
            (Class::Cut, Cut),
            (Class::Turn, Turn),
            (Class::Connection, Connection),
            (Class::Extension, Extension),
            (Class::Edge, Edge),
            (Class::TakesEye, TakesEye),
            (Class::CapturesBack, CapturesBack),
            (Class::Ko, Ko),
        ];
        let Scene { board, color, plays, knowledge, .. } = *self;
        let mut matched = [PointSet::EMPTY; CLASSES.len()];
        let mut settled = PointSet::EMPTY;
        for point in plays & board_near_stones(board) {
            let stone = PointSet::of(point);
            let kind = self_atari(board, color, point);
            if let Some(kind) = kind {
                let feature = match kind {
                    SelfAtari::Bad => {
                        let own = board.chains_of(stone.neighbors() & board.stones(color));
                        Some(match own.fold(1, |lost, chain| lost + chain.stones().len()) {
                            1 => SelfAtari1,
                            2 | 3 => SelfAtari2,
                            _ => SelfAtari4,
                        })
                    }
                    SelfAtari::Ko => Some(SelfAtariKo),
                    SelfAtari::Snapback => Some(Snapback),
                    SelfAtari::ThrowIn => Some(ThrowIn),
                    SelfAtari::Nakade => Some(Nakade),
                    SelfAtari::Capture | SelfAtari::Squeeze => None,
                };
                feature.inspect(|&feature| note(feature, stone));
            }
            let near = PointSet::neighbors_of(point);
            let diamond = near | near.neighbors();
            let own = (diamond & board.stones(color)).len().min(4);
            let enemy = (diamond & board.stones(!color)).len().min(4);
            if own > 0 {
                note([Own1, Own2, Own3, Own4][own as usize - 1], stone);
            }
            if enemy > 0 {
                note([Enemy1, Enemy2, Enemy3, Enemy4][enemy as usize - 1], stone);
            }
            let entry = knowledge.patterns.entry(board, point, color);
            if entry.classes().is_empty() {
                continue;
            }
            for ((class, _), points) in CLASSES.iter().zip(&mut matched) {
                if entry.is(*class) {
                    *points |= stone;
                }
            }
            if entry.is(Class::ConvertibleEye) {
                let points = entry.points(point, board.size());
                settled |= (points & board.empty()) | captures_among(board, color, points);
            }
        }
        for ((_, feature), points) in CLASSES.iter().zip(matched) {
            note(*feature, points);
        }
        note(SettlesEye, settled);
        for owner in Color::ALL {
            let mut left = board.empty() & board.stones(owner).neighbors();
            let mut vital = PointSet::EMPTY;
            while let Some(point) = left.first() {
                left -= PointSet::of(point);
                if let Some(found) = enclosed_vital_point(board, owner, point) {
                    vital |= PointSet::of(found);
                }
            }
            note(if owner == color { VitalOwn } else { VitalEnemy }, vital);
        }
    }

    /// Where the points are.
    fn places(&self, note: &mut impl FnMut(Feature, PointSet)) {
        use Feature::*;
        let board = self.board;
        let all = PointSet::board(board.size());
        let mut inside = all;
        let mut lines = [PointSet::EMPTY; 4];
        for line in &mut lines {
            let inner = inside - (all - inside).neighbors() - (inside & board.edge());
            *line = inside - inner;
            inside = inner;
        }
        let [first, second, third, fourth] = lines;
        note(Line4, fourth);
        note(SafeOwn, safe_points(board, self.color));
        note(SafeEnemy, safe_points(board, !self.color));
        note(Line1, first);
        note(Line2, second);
        note(Line3, third);
        let mut near = all - board.empty();
        for _ in 0..3 {
            near |= near.neighbors();
        }
        let open = all - near;
        note(Open1, first & open);
        note(Open2, second & open);
        note(Open3, open - first - second);
        let own = board.stones(self.color).neighbors();
        let enemy = board.stones(!self.color).neighbors();
        note(TouchesOwn, own - enemy);
        note(TouchesEnemy, enemy - own);
        note(TouchesBoth, own & enemy);
    }

    /// How far the points are from the last two moves in the graph whose nodes are empty points and chains
    /// ("common fate graph").
    ///
    /// Source: Graepel, Goutrié, Krüger, Herbrich: Learning on graphs in the game of Go, 2001.
    fn distances(&self, note: &mut impl FnMut(Feature, PointSet)) {
        use Feature::*;
        let steps: [&[Feature]; 2] = [&[Last1, Last2, Last3, Last4], &[Previous1, Previous2, Previous3]];
        for (last, steps) in self.last.into_iter().zip(steps) {
            let Some(last) = last else { continue };
            let mut reached = PointSet::of(last);
            if let Some(chain) = self.board.chain_at(last) {
                reached |= chain.stones();
            }
            for &step in steps {
                let next = (reached.neighbors() & PointSet::board(self.board.size())) - reached;
                reached |= next;
                for chain in self.board.chains_of(next) {
                    reached |= chain.stones();
                }
                note(step, next);
            }
        }
    }
}

fn by_size(chain: &Chain, features: [Feature; 3]) -> Feature {
    features[chain.stones().len().clamp(1, 3) as usize - 1]
}

/// The empty points whose diamond holds a stone.
fn board_near_stones(board: &Board) -> PointSet {
    let stones = PointSet::board(board.size()) - board.empty();
    let near = stones.neighbors();
    (near | near.neighbors()) & board.empty()
}
