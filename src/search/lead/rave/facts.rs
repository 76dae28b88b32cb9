//! Which features the moves of a position have.

use super::feature::Feature;
use crate::board::{Chain, Point, PointSet};
use crate::patterns::{Class, Neighborhood, Surroundings};
use crate::search::Scene;
use crate::tactics::{
    Placement, SelfAtari, Verdict, attack, captures_among, enclosed_vital_point, gaining_moves, ladder_proof,
    liberties_after, net, safe_points, saves, self_atari,
};

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
        self.self_ataris(&mut note);
        self.stones_around(&mut note);
        self.diamonds(&mut note);
        self.vital_points(&mut note);
        self.places(&mut note);
        self.distances(&mut note);
        self.races(&mut note);
        self.opening(&mut note);
    }

    /// Calls `note` with every move and what lies around it, in every extent.
    #[inline]
    pub fn surroundings(&self, mut note: impl FnMut(Point, Surroundings)) {
        let neighborhood = Neighborhood::new(self.board, self.color, self.last_points()[0]);
        for point in self.plays {
            neighborhood.around(point, |surroundings| note(point, surroundings));
        }
    }

    /// Moves against chains of the enemy: they take, catch or press one of up to three liberties, or touch two.
    fn enemy_chains(&self, note: &mut impl FnMut(Feature, PointSet)) {
        use Feature::*;
        let Scene { board, color, .. } = *self;
        let [last, _] = self.last_points();
        let [mut pressed, mut touched, mut several, mut ataris, mut doubles, mut counters] =
            [PointSet::EMPTY; 6];
        let weak = self.weak_stones();
        for chain in board.chains_of(board.stones(!color)) {
            let liberties = chain.liberties();
            if liberties.is_single() {
                note(by_size(chain, [Capture1, Capture2, Capture3]), liberties);
                if last.is_some_and(|last| chain.stones().contains(last)) {
                    note(CaptureLast, liberties);
                }
                if chain.stones().neighbors().intersects(board.stones(color) & board.in_atari()) {
                    note(CaptureFrees, liberties);
                }
            } else if liberties.len() == 2 {
                let Some(prey) = chain.stones().first() else { continue };
                doubles |= ataris & liberties;
                ataris |= liberties;
                if chain.stones().neighbors().intersects(weak) {
                    counters |= liberties;
                }
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
                note(by_size(chain, [Threat1, Threat2, Threat3]), self.threats(chain));
            }
            several |= touched & liberties;
            touched |= liberties;
        }
        note(Presses, pressed);
        note(Splits, several);
        note(DoubleAtari, doubles);
        note(CounterAtari, counters);
    }

    /// Own stones with two liberties or fewer.
    fn weak_stones(&self) -> PointSet {
        let chains = self.board.chains_of(self.board.stones(self.color));
        chains.filter(|chain| chain.liberties().len() <= 2).map(Chain::stones).collect()
    }

    /// Those liberties of an enemy chain that has three after whose loss a ladder would catch it.
    fn threats(&self, chain: &Chain) -> PointSet {
        let Scene { board, color, .. } = *self;
        let Some(prey) = chain.stones().first() else { return PointSet::EMPTY };
        let threatens = |&point: &Point| {
            let placement = Placement::of(board, color, point);
            placement.liberties.len() > 1 && {
                let mut next = board.clone();
                next.play_legal(color, point);
                matches!(attack(&next, prey, PRIOR_LADDER_NODES), Verdict::Captured(_))
            }
        };
        (chain.liberties() & self.plays).iter().filter(threatens).collect()
    }

    /// Moves for own chains: they save, strengthen or widen one of up to three liberties, or touch two.
    fn own_chains(&self, note: &mut impl FnMut(Feature, PointSet)) {
        use Feature::*;
        let Scene { board, color, .. } = *self;
        let [last, _] = self.last_points();
        let [mut grown, mut touched, mut several] = [PointSet::EMPTY; 3];
        for chain in board.chains_of(board.stones(color)) {
            let Some(prey) = chain.stones().first() else { continue };
            let liberties = chain.liberties();
            if liberties.is_single() {
                let all = saves(board, color, chain);
                let sound = ladder_proof(board, prey, all, PRIOR_LADDER_NODES);
                note(by_size(chain, [Save1, Save2, Save3]), sound);
                if last.is_some_and(|last| PointSet::neighbors_of(last).intersects(chain.stones())) {
                    note(SaveLast, sound);
                }
                note(SaveFails, (all | liberties) - sound);
            } else if liberties.len() == 2 {
                let gains = gaining_moves(board, color, chain);
                if let Verdict::Captured(_) = attack(board, prey, PRIOR_LADDER_NODES) {
                    note(by_size(chain, [Escape1, Escape2, Escape3]), gains);
                    let others = self.near_attackers(chain) - gains;
                    let sound = ladder_proof(board, prey, others, PRIOR_LADDER_NODES);
                    note(by_size(chain, [Defends1, Defends2, Defends3]), sound);
                } else {
                    note(Strengthen, gains);
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

    /// Where an own chain of two liberties may be defended: near its liberties, and on those of weak neighbors.
    fn near_attackers(&self, chain: &Chain) -> PointSet {
        let board = self.board;
        let attackers = board.chains_of(chain.stones().neighbors() & board.stones(!self.color));
        let weak = attackers.filter(|attacker| attacker.liberties().len() <= 2);
        let near = chain.liberties() | (chain.liberties().neighbors() & board.empty());
        weak.fold(near, |all, attacker| all | attacker.liberties()) & self.plays
    }

    /// The liberties after a move that touches stones, alone and beside those of the weakest enemy chain that it touches.
    fn races(&self, note: &mut impl FnMut(Feature, PointSet)) {
        use Feature::*;
        const COUNTS: [Feature; 5] = [Liberties2, Liberties3, Liberties4, Liberties5, Liberties6];
        const RACES: [Feature; 5] = [RaceBehind2, RaceBehind1, RaceEven, RaceAhead1, RaceAhead2];
        let Scene { board, color, .. } = *self;
        let [mut counts, mut races] = [[PointSet::EMPTY; 5]; 2];
        let stones = board.occupied();
        for point in self.plays & stones.neighbors() {
            let stone = PointSet::of(point);
            let own = Placement::of(board, color, point).liberties.len();
            if own >= 2 {
                counts[own.min(6) as usize - 2] |= stone;
            }
            let enemies = board.chains_of(stone.neighbors() & board.stones(!color));
            let weakest = enemies.map(|enemy| enemy.liberties().len() - 1).min();
            if let Some(enemy) = weakest.filter(|&enemy| enemy > 0) {
                let ahead = (own as i32 - enemy as i32).clamp(-2, 2);
                races[(ahead + 2) as usize] |= stone;
            }
        }
        COUNTS.iter().zip(counts).for_each(|(&feature, points)| note(feature, points));
        RACES.iter().zip(races).for_each(|(&feature, points)| note(feature, points));
    }

    /// Where the points of the first moves are.
    fn opening(&self, note: &mut impl FnMut(Feature, PointSet)) {
        use Feature::*;
        const OPENING: [Feature; 10] = [
            Opening22, Opening23, Opening24, Opening25, Opening33, Opening34, Opening35, Opening44,
            Opening45, Opening55,
        ];
        const EARLY: [Feature; 10] =
            [Early22, Early23, Early24, Early25, Early33, Early34, Early35, Early44, Early45, Early55];
        let size = self.board.size();
        let stones = self.board.occupied().len();
        let places = match stones {
            0..6 => OPENING,
            6..16 => EARLY,
            _ => return,
        };
        for point in self.plays {
            let [column, row] = [point.column(), point.row()].map(|at| at.min(size - 1 - at).min(4));
            let (low, high) = (column.min(row), column.max(row));
            if low > 0 {
                // 22 to 25 are the first four, then 33 to 35, 44 and 45, 55.
                const FIRST: [usize; 5] = [0, 0, 4, 7, 9];
                note(places[FIRST[low] + high - low], PointSet::of(point));
            }
        }
    }

    /// Which moves put their own stones into atari, and what for.
    fn self_ataris(&self, note: &mut impl FnMut(Feature, PointSet)) {
        use Feature::*;
        let Scene { board, color, .. } = *self;
        for point in self.plays_near_stones() {
            let stone = PointSet::of(point);
            let feature = match self_atari(board, color, point) {
                Some(SelfAtari::Bad) => {
                    let own = board.chains_of(stone.neighbors() & board.stones(color));
                    match own.fold(1, |lost, chain| lost + chain.stones().len()) {
                        1 => SelfAtari1,
                        2 | 3 => SelfAtari2,
                        _ => SelfAtari4,
                    }
                }
                Some(SelfAtari::Ko) => SelfAtariKo,
                Some(SelfAtari::Snapback) => Snapback,
                Some(SelfAtari::ThrowIn) => ThrowIn,
                Some(SelfAtari::Nakade) => Nakade,
                Some(SelfAtari::Capture | SelfAtari::Squeeze) | None => continue,
            };
            note(feature, stone);
        }
    }

    /// How many stones of each color are in the diamond of a point.
    fn stones_around(&self, note: &mut impl FnMut(Feature, PointSet)) {
        use Feature::*;
        let Scene { board, color, .. } = *self;
        let counts = [(color, [Own1, Own2, Own3, Own4]), (!color, [Enemy1, Enemy2, Enemy3, Enemy4])];
        for point in self.plays_near_stones() {
            let near = PointSet::neighbors_of(point);
            let diamond = near | near.neighbors();
            for (owner, features) in counts {
                let stones = (diamond & board.stones(owner)).len().min(4);
                if stones > 0 {
                    note(features[stones as usize - 1], PointSet::of(point));
                }
            }
        }
    }

    /// What the patterns of diamonds say.
    fn diamonds(&self, note: &mut impl FnMut(Feature, PointSet)) {
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
        let Scene { board, color, knowledge, .. } = *self;
        let mut matched = [PointSet::EMPTY; CLASSES.len()];
        let mut settled = PointSet::EMPTY;
        for point in self.plays_near_stones() {
            let entry = knowledge.patterns.entry(board, point, color);
            if entry.classes().is_empty() {
                continue;
            }
            for ((class, _), points) in CLASSES.iter().zip(&mut matched) {
                if entry.is(*class) {
                    *points |= PointSet::of(point);
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
    }

    /// The vital points of small eye spaces of each color.
    fn vital_points(&self, note: &mut impl FnMut(Feature, PointSet)) {
        let Scene { board, color, .. } = *self;
        // One's own first, whoever that is: the colors exchanged give the same prior to the last digit.
        for (owner, feature) in [(color, Feature::VitalOwn), (!color, Feature::VitalEnemy)] {
            let near = board.empty() & board.stones(owner).neighbors();
            let vital = near.iter().filter_map(|point| enclosed_vital_point(board, owner, point)).collect();
            note(feature, vital);
        }
    }

    /// The plays whose diamond holds a stone.
    fn plays_near_stones(&self) -> PointSet {
        let near = self.board.occupied().neighbors();
        (near | near.neighbors()) & self.plays
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
        let mut near = board.occupied();
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
        for (last, steps) in self.last_points().into_iter().zip(steps) {
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
            if steps.len() == 4 {
                note(LastFar, PointSet::board(self.board.size()) - reached);
            }
        }
    }
}

fn by_size(chain: &Chain, features: [Feature; 3]) -> Feature {
    features[chain.stones().len().clamp(1, 3) as usize - 1]
}
