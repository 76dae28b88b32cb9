//! Life as an AND/OR problem: can a wall of a yard be captured, if no wall has a liberty outside?
//!
//! Proven is a capture, disproven is life, by two eyes or in a seki: the defender may pass, and a repetition is the attacker's
//! failure. The attacker has to play, but where a ko binds it: a threat elsewhere that is not answered lifts the ban, and
//! otherwise a pass of both sides changes nothing.

use super::fight::{Fight, FightKey, Ground, KoModel};
use super::problem::{FirstLook, Kind, Numbers, Problem, Solved};
use super::yard::Yard;
use super::zone::Zone;
use crate::board::{Move, Point, PointSet};

/// The life of a yard's walls.
#[derive(Clone, Debug)]
pub(super) struct Life {
    ground: Ground,
    yard: Yard,
    /// Names the yard and the model of kos in the table.
    name: u64,
}

impl Life {
    /// The problem of a yard on that ground, under a name of at most 24 bits.
    pub(super) fn new(ground: Ground, yard: Yard, name: u64) -> Life {
        Life { ground, yard, name }
    }

    /// The state of the yard in a position with these stones; `None` where a wall is gone or has no liberty except outside.
    pub(super) fn state(&self, now: &Fight) -> Option<Fight> {
        let Ground { board, .. } = self.ground;
        let Yard { inside, walls, held, .. } = self.yard;
        if !(walls - now.defender).is_empty() || held.intersects(now.attacker | now.defender) {
            return None;
        }
        let defender = now.defender & (walls | inside);
        let attacker = (board - inside - walls - held) | (now.attacker & inside);
        let target = defender.flood(walls);
        let liberties = target.neighbors() & (board - defender - attacker);
        let ko = now.ko & inside;
        let fight = Fight { attacker, defender, ko, target, liberties, order: 0, root: false, ..*now };
        let breathes = |chain: PointSet| chain.neighbors().intersects(liberties);
        self.walls(&fight).all(breathes).then_some(fight)
    }

    /// What has to be as it is for an answer to be true.
    fn zone(&self, used_ko: bool) -> Zone {
        Zone::new(self.yard.points, used_ko)
    }

    /// The chains that have to stay.
    fn walls(&self, fight: &Fight) -> impl Iterator<Item = PointSet> + use<> {
        fight.target.regions()
    }

    /// Where the attacker takes a wall, if it can, and whether that leaves a ko.
    fn breach(&self, fight: &Fight) -> Option<(Point, bool)> {
        self.last_liberties(fight).find_map(|(last, leaves_ko)| {
            let counts = !leaves_ko || self.ground.ko != KoModel::DefenderFree;
            (counts && !fight.ko.contains(last)).then_some((last, leaves_ko))
        })
    }

    /// The last liberties of walls, the attacker to move, and whether taking one there leaves a ko.
    fn last_liberties(&self, fight: &Fight) -> impl Iterator<Item = (Point, bool)> {
        let (ground, fight) = (self.ground, *fight);
        let empty = ground.empty(&fight);
        self.walls(&fight).filter_map(move |chain| {
            let last = (chain.neighbors() & empty).only()?;
            Some((last, ground.starts_ko(&fight, last)))
        })
    }

    /// Points where the side to move may play.
    fn moves(&self, fight: &Fight) -> PointSet {
        let legal = self.ground.legal(fight, self.yard.inside);
        if !fight.attacks {
            return legal;
        }
        // What takes a wall has ended the search, unless it is no capture.
        self.last_liberties(fight).fold(legal, |legal, (last, _)| legal - PointSet::of(last))
    }

    /// Are the walls unconditionally alive in their yard? Benson's iteration, as in `tactics::benson`.
    fn is_settled(&self, fight: &Fight) -> bool {
        let empty = self.ground.empty(fight);
        let regions = || (self.yard.inside - fight.defender).regions();
        let mut living = fight.defender;
        loop {
            let gone = (fight.defender - living).neighbors();
            let lives = |chain: &PointSet| {
                let near = chain.neighbors();
                let vital =
                    |region: &PointSet| !region.intersects(gone) && (*region & (empty - near)).is_empty();
                near.intersects(self.yard.held) || regions().filter(vital).take(2).count() == 2
            };
            let next: PointSet = living.regions().filter(lives).collect();
            if next == living {
                return (fight.target - living).is_empty();
            }
            if (next & fight.target).is_empty() {
                return false;
            }
            living = next;
        }
    }

    fn uses_ko(&self, fight: &Fight, mv: Move) -> bool {
        match mv {
            Move::Play(point) => self.ground.starts_ko(fight, point),
            // The attacker's pass waits for the ban to be lifted.
            Move::Pass => fight.attacks,
        }
    }
}

impl Problem for Life {
    type State = Fight;
    type Edge = Move;
    type Key = FightKey;
    type Reason = Zone;

    fn kind(&self, fight: &Fight) -> Kind {
        fight.kind()
    }

    fn key(&self, fight: &Fight) -> FightKey {
        fight.key(self.name)
    }

    fn hash(key: &FightKey) -> u64 {
        key.hash()
    }

    fn terminal(&self, fight: &Fight) -> Option<Solved<Zone>> {
        if !fight.attacks {
            return None;
        }
        let (_, leaves_ko) = self.breach(fight)?;
        Some(Solved { value: true, reason: self.zone(leaves_ko) })
    }

    fn estimate(&mut self, fight: &Fight) -> FirstLook<Zone> {
        if self.is_settled(fight) {
            return FirstLook::Solved(Solved { value: false, reason: self.zone(false) });
        }
        FirstLook::Open(Numbers::new(1, 1))
    }

    fn edges(&mut self, fight: &Fight, _gate: Option<&Zone>, edges: &mut Vec<Move>) {
        if !fight.attacks || !fight.ko.is_empty() {
            edges.push(Move::Pass);
        }
        edges.extend(self.moves(fight).iter().map(Move::Play));
    }

    fn child(&self, fight: &Fight, mv: Move) -> Fight {
        self.ground.after(fight, mv)
    }

    fn reason_won(&mut self, fight: &Fight, mv: Move, zone: &Zone) -> Zone {
        self.zone(zone.used_ko() || self.uses_ko(fight, mv))
    }

    fn reason_lost<'a>(
        &mut self,
        fight: &Fight,
        _gate: Option<&'a Zone>,
        edges: impl Iterator<Item = (Move, &'a Zone)>,
    ) -> Zone {
        let mut used_ko = !fight.ko.is_empty();
        for (mv, zone) in edges {
            used_ko |= zone.used_ko() || self.uses_ko(fight, mv);
        }
        // A capture that would only have been one without the ko.
        used_ko |= fight.attacks && self.last_liberties(fight).any(|(_, leaves_ko)| leaves_ko);
        self.zone(used_ko)
    }

    fn reason_repeated(&self) -> Zone {
        self.zone(true)
    }
}
