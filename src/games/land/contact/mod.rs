//! Lines of contact (rule 11.2, details "lines", R-11.2).
//!
//! Whether two places are in contact is asked for every headquarters, every brigade and every sighting, so
//! what the questions share is worked out once for a position and a side: which squares a line may enter
//! ([`view`]), which banks the great rivers leave ([`shores`]), and which squares hang together ([`reach`]).
//! Each question is then a look at sixteen neighbours.

pub mod end;
pub mod reach;
pub mod shores;
pub mod view;
pub mod ways;

pub use end::{End, Screen};

use std::cell::OnceCell;
use std::collections::BTreeMap;

use crate::contact::reach::Reach;
use crate::contact::shores::Shores;
use crate::contact::view::View;
use crate::exit::cone_is_clear;
use crate::field::Field;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::shore::Bank;
use fieldpost_ground::square::{Direction, StrategicSquare};

/// The lines of contact of one position, for every nation with units in it.
pub struct Lines<'a> {
    field: Field<'a>,
    views: Vec<View<'a>>,
    view_of: BTreeMap<NationCode, usize>,
    shores: Shores<'a>,
    reaches: Vec<[OnceCell<Reach>; 2]>,
}

impl<'a> Lines<'a> {
    /// The lines of a position. Little is worked out before the first question.
    pub fn new(field: Field<'a>) -> Self {
        let (views, view_of) = view::views(field);
        let reaches = views.iter().map(|_| [OnceCell::new(), OnceCell::new()]).collect();
        Lines { field, views, view_of, shores: Shores::new(field), reaches }
    }

    /// The position these lines are of.
    pub fn field(&self) -> Field<'a> {
        self.field
    }

    /// ROTD-EUWOL 11.2, R-11.2: whether there is a line of contact, of any length, between two ends as
    /// `nation` sees the map (whose enemies, whose light cavalry). A nation without units has none.
    pub fn contact(&self, nation: NationCode, one: End, other: End, screen: Screen) -> bool {
        if one.at == other.at {
            return true;
        }
        let Some(view) = self.view(nation) else { return false };
        if self.are_joined_directly(view, one, other) || self.are_joined_straight(view, one, other, screen) {
            return true;
        }
        let is_open = |place: &(StrategicSquare, Bank)| view.may_enter(place.0, screen);
        let starts: Vec<_> = self.exits(view, one).filter(is_open).collect();
        let goals: Vec<_> = self.exits(view, other).filter(is_open).collect();
        // Where no step leads out of an end the map need not be looked at.
        if starts.is_empty() || goals.is_empty() {
            return false;
        }
        let reach = self.reach(nation, screen);
        let piece = |(square, bank): &(StrategicSquare, Bank)| reach.piece(*square, *bank);
        let pieces = starts.iter().filter_map(piece).collect::<Vec<_>>();
        goals.iter().filter_map(piece).any(|piece| pieces.contains(&piece))
    }

    /// ROTD-EUWOL 11.2, 11.6, R-11.2: the number of steps of the shortest line of contact between two ends, if
    /// it is at most `most`; 0 within one square.
    pub fn length(&self, nation: NationCode, one: End, other: End, most: u8) -> Option<u8> {
        self.length_through(nation, one, other, most, &|_| true)
    }

    /// ROTD-EUWOL 11.5, 11.7: the same of a line that enters only such squares between its ends as `may_enter`
    /// allows.
    pub fn length_through(
        &self,
        nation: NationCode,
        one: End,
        other: End,
        most: u8,
        may_enter: &dyn Fn(StrategicSquare) -> bool,
    ) -> Option<u8> {
        if one.at == other.at {
            return Some(0);
        }
        let view = self.view(nation)?;
        if one.at.distance(other.at) > most {
            return None;
        }
        if self.are_joined_directly(view, one, other) {
            return Some(1);
        }
        let goals = self.exits(view, other).collect::<Vec<_>>();
        let open = |square| view.may_enter(square, Screen::Closes) && may_enter(square);
        let starts = self.exits(view, one).filter(|(square, _)| open(*square));
        let walk = reach::walk(view, &self.shores, starts.collect(), most.checked_sub(2)?, may_enter);
        walk.into_iter().find(|(place, _)| goals.contains(place)).map(|(_, steps)| steps + 2)
    }

    /// Whether all places of an end's square have the same lines: no enemy is there and no great river.
    pub fn is_plain(&self, end: End) -> bool {
        !self.view(end.nation).is_some_and(|view| view.has_enemy(end.at)) && self.shores.count(end.at) == 1
    }

    fn view(&self, nation: NationCode) -> Option<&View<'a>> {
        self.view_of.get(&nation).map(|place| &self.views[*place])
    }

    fn reach(&self, nation: NationCode, screen: Screen) -> &Reach {
        let place = self.view_of.get(&nation).copied().unwrap_or(0);
        self.reaches[place][screen as usize]
            .get_or_init(|| Reach::new(&self.views[place], &self.shores, screen))
    }

    /// Whether one step leads from end to end: the path between them is then empty.
    fn are_joined_directly(&self, view: &View<'_>, one: End, other: End) -> bool {
        let Some(direction) = one.at.direction_to(other.at) else { return false };
        let banks = self.shores.under(other.at, other.tac);
        view.may_pass(one.at, direction)
            && self.may_leave(one, direction)
            && self.may_leave(other, direction.opposite())
            && self.shores.across(one.at, self.shores.under(one.at, one.tac), direction).touch(banks)
    }

    /// Whether the plainest of all paths, first diagonal and then straight, is a line: most ends that are in
    /// contact are so by this one, and the map need not be looked at as a whole.
    fn are_joined_straight(&self, view: &View<'_>, one: End, other: End, screen: Screen) -> bool {
        let (mut here, mut banks) = (one.at, self.shores.under(one.at, one.tac));
        loop {
            let (dx, dy) = here.offset_to(other.at);
            let Some(direction) = Direction::from_step(dx.signum(), dy.signum()) else { return false };
            let Some(next) = self.field.atlas.map.grid.step(here, direction) else { return false };
            banks = self.shores.across(here, banks, direction);
            let leaves = here != one.at || self.may_leave(one, direction);
            if !leaves || !view.may_pass(here, direction) || banks.0 == 0 {
                return false;
            }
            if next == other.at {
                return self.may_leave(other, direction.opposite())
                    && banks.touch(self.shores.under(other.at, other.tac));
            }
            if !view.may_enter(next, screen) {
                return false;
            }
            here = next;
        }
    }

    /// The squares and banks to which an end's first step can lead, whether or not a line may enter them.
    fn exits<'b>(
        &'b self,
        view: &'b View<'a>,
        end: End,
    ) -> impl Iterator<Item = (StrategicSquare, Bank)> + use<'a, 'b> {
        let grid = &self.field.atlas.map.grid;
        let ways = grid
            .neighbours(end.at)
            .filter(move |(direction, _)| view.may_pass(end.at, *direction))
            .filter(move |(direction, _)| self.may_leave(end, *direction));
        let banks = self.shores.under(end.at, end.tac);
        ways.flat_map(move |(direction, square)| {
            self.shores.across(end.at, banks, direction).iter().map(move |bank| (square, bank))
        })
    }

    /// ROTD-EUWOL 11.2 with 7.7: where enemy units are in an end's square, its cone must be clear to the map's
    /// edge in the direction of the line.
    fn may_leave(&self, end: End, direction: Direction) -> bool {
        !self.view(end.nation).is_some_and(|view| view.has_enemy(end.at))
            || cone_is_clear(self.field, end.nation, end.at, end.tac, direction)
    }
}

#[cfg(test)]
mod tests;
