//! The lines of contact themselves, square by square, for who goes along one (rules 11.2, 14.2).

use std::collections::{BTreeMap, BTreeSet};

use crate::contact::reach::{self, Place, Twig};
use crate::contact::view::View;
use crate::contact::{End, Lines, Screen};
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::TacticalSquare;
use fieldpost_ground::tactical::Banks;

/// The lines out of one end, as one nation sees the map, as far as the nearest of some other ends.
pub struct Ways<'a> {
    lines: &'a Lines<'a>,
    view: &'a View<'a>,
    from: End,
    tree: BTreeMap<Place, Twig>,
}

impl<'a> Lines<'a> {
    /// The lines from an end to the nearest of some others, and to those that are as near; none for a nation without
    /// units. The search ends where they are reached, for on a great map all lines are many.
    pub fn ways(&'a self, nation: NationCode, from: End, others: &[End]) -> Option<Ways<'a>> {
        let view = self.view(nation)?;
        let is_beside = |other: &End| other.at == from.at || self.are_joined_directly(view, from, *other);
        let goals: BTreeSet<Place> = others.iter().flat_map(|other| self.exits(view, *other)).collect();
        if goals.is_empty() || others.iter().any(is_beside) {
            return Some(Ways { lines: self, view, from, tree: BTreeMap::new() });
        }
        let open = self.exits(view, from).filter(|(square, _)| view.may_enter(*square, Screen::Closes));
        let mut starts: Vec<_> = open.collect();
        starts.sort_by_key(|(square, _)| reach::is_diagonal(from.at, *square));
        let tree = reach::tree(view, &self.shores, starts, &goals);
        Some(Ways { lines: self, view, from, tree })
    }

    /// Whether a tactical square lies on the bank of a place.
    pub fn is_on(&self, (square, bank): Place, tac: TacticalSquare) -> bool {
        self.shores.under(square, tac).touch(Banks(1 << bank))
    }
}

impl Ways<'_> {
    /// ROTD-EUWOL 11.2: the shortest line of contact to an end, place by place: without the square it begins in, so
    /// none within one square, and with the square it ends in. `None` if there is no line.
    pub fn to(&self, other: End) -> Option<Vec<Place>> {
        if other.at == self.from.at {
            return Some(Vec::new());
        }
        let banks = self.lines.shores.under(other.at, other.tac);
        let last = (other.at, banks.iter().next()?);
        if self.lines.are_joined_directly(self.view, self.from, other) {
            return Some(vec![last]);
        }
        let goals = self.lines.exits(self.view, other);
        let reached = goals.filter_map(|place| Some((self.tree.get(&place)?.steps, place)));
        let (_, mut here) = reached.min()?;
        let mut places = vec![last, here];
        while let Some(before) = self.tree.get(&here).and_then(|twig| twig.before) {
            places.push(before);
            here = before;
        }
        places.reverse();
        Some(places)
    }
}
