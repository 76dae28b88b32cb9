//! Captures by threats of the first order: ladders, read move by move with the few moves that matter.

use super::capture::{Capture, Edge};
use super::fight::{Fight, KoModel};
use super::known_ladders::KnownLadders;
use super::problem::{Problem, Solved};
use super::zone::{Zone, some_of};
use crate::board::{Point, PointSet};

/// A ladder that is longer, or needs more stones than this, is left to the search.
const LONGEST_LADDER: u32 = 80;
const MOST_NODES: u32 = 1000;

impl Capture {
    /// Reads a ladder, with the attacker to move and two liberties or the defender to move and one; `None` if it is too
    /// long or turns on a ko in a way that only the search can tell.
    pub(super) fn ladder(&mut self, fight: &Fight) -> Option<Solved<Zone>> {
        self.ladder_nodes = 0;
        if fight.attacks { self.drive(fight, 0) } else { self.flee(fight, 0) }
    }

    fn is_too_long(&mut self, depth: u32) -> bool {
        self.ladder_nodes += 1;
        depth > LONGEST_LADDER || self.ladder_nodes > MOST_NODES
    }

    /// The attacker is to move.
    fn drive(&mut self, fight: &Fight, depth: u32) -> Option<Solved<Zone>> {
        if let Some(known) = self.terminal(fight) {
            return Some(known);
        }
        let place = KnownLadders::place(self, fight);
        if let Some(found) = self.known_ladders.get(&place) {
            return Some(found);
        }
        let found = self.drive_on(fight, depth)?;
        self.known_ladders.insert(&place, found);
        Some(found)
    }

    fn drive_on(&mut self, fight: &Fight, depth: u32) -> Option<Solved<Zone>> {
        let liberties = self.ground.liberties(fight);
        if liberties.is_single() || self.is_too_long(depth) {
            return None;
        }
        let empty = self.ground.empty(fight);
        let room = |point: &Point| {
            let out = liberties - PointSet::of(*point);
            (out.neighbors() & empty).len()
        };
        let moves = self.ground.legal(fight, liberties);
        let mut ordered = [None; 2];
        for (slot, point) in ordered.iter_mut().zip(moves) {
            *slot = Some(point);
        }
        if let [Some(a), Some(b)] = ordered
            && room(&b) < room(&a)
        {
            ordered.swap(0, 1);
        }
        let mut lost = [(Edge::Pass, Zone::default()); 2];
        let mut count = 0;
        for point in ordered.into_iter().flatten() {
            let answer = self.flee(&self.ground.play(fight, point), depth + 1)?;
            let edge = Edge::Move(point);
            if answer.value {
                return Some(Solved { value: true, reason: self.reason_won(fight, edge, &answer.reason) });
            }
            lost[count] = (edge, answer.reason);
            count += 1;
        }
        let reason = self.reason_lost(fight, None, lost[..count].iter().map(|(edge, zone)| (*edge, zone)));
        Some(Solved { value: false, reason })
    }

    /// The defender is to move and has one liberty left, or got away.
    ///
    /// Only its last liberty and captures of chains around it can help: nothing else gives it a liberty, and taking
    /// it is legal since a ko could forbid it only to whom it was just taken from.
    fn flee(&mut self, fight: &Fight, depth: u32) -> Option<Solved<Zone>> {
        if let Some(known) = self.terminal(fight) {
            return Some(known);
        }
        if self.is_too_long(depth) || self.ground.ko == KoModel::DefenderFree && fight.target.is_single() {
            return None;
        }
        let empty = self.ground.empty(fight);
        let around = fight.target.neighbors() & self.ground.board;
        let mut points = fight.target | around;
        let mut tries = around & empty;
        for chain in fight.attacker.regions_at(around) {
            let liberties = chain.neighbors() & empty;
            if liberties.is_single() {
                tries |= liberties;
            }
            points |= chain | some_of(liberties, 2);
        }
        let legal = self.ground.legal(fight, tries);
        // A stone beside the last liberty may make the taking of a single stone begin a ko.
        let used_ko = fight.ko.intersects(tries) | fight.target.is_single();
        let mut zone = Zone::new(points, used_ko);
        for point in legal {
            let answer = self.drive(&self.ground.play(fight, point), depth + 1)?;
            if !answer.value {
                let reason = self.reason_won(fight, Edge::Move(point), &answer.reason);
                return Some(Solved { value: false, reason });
            }
            zone = zone | self.ground.effect(fight, point, answer.reason);
        }
        let zone = zone | Zone::of(self.ground.suicides(fight, tries, legal));
        Some(Solved { value: true, reason: zone })
    }
}
