//! Coming into a place: whom a company meets there, whom it avoids or joins, who is to windward (WISC 6.14, 6.15, N-56, N-71).

use crate::event::Fact;
use crate::orders::{Gauge, Manner};
use crate::place::Place;
use crate::sailing::chance::Course;
use crate::ship::ShipId;
use crate::turn::Turn;
use fieldpost_ground::square::Direction;

/// N-71: the chance in per cent to slip off before contact; in coastal waters with the wind onshore less.
const SLIPS: i64 = 80;
const SLIPS_ONSHORE: i64 = 60;

impl Turn {
    /// N-71: whether a company that would meet so many enemies wishes to avoid them, all of it.
    pub fn wishes_to_avoid(&self, ships: &[ShipId], enemies: usize) -> bool {
        !ships.is_empty() && ships.iter().all(|id| self.contact(*id).against(enemies) == Manner::Evade)
    }

    /// N-71: whether a company slips off from enemies in a place.
    pub fn slips_off(&mut self, ships: &[ShipId], at: Place) -> bool {
        let onshore = at.coast().is_some_and(|coast| {
            let coast = self.chart.coast(coast);
            coast.sea.and_then(|sea| self.wind_from(sea)).is_some_and(|from| Some(from) == coast.seaward)
        });
        let roller = ships.iter().min().map(ShipId::to_string).unwrap_or_default();
        self.chance(if onshore { SLIPS_ONSHORE } else { SLIPS }, "6.15", &roller)
    }

    /// Brings a company into a place, from the side `from` of it, and lets it meet whoever is there.
    pub fn arrive(&mut self, ships: &[ShipId], at: Place, from: Option<Direction>) {
        let Some(first) = ships.first().copied() else { return };
        let mut at = at;
        if let Place::Sea(sea, area) = at {
            let foes = self.foes_at(at, first.nation);
            if !foes.is_empty() && self.avoids(ships, &foes, at) {
                at = Place::Sea(sea, self.empty_area(first, area, sea));
            }
        }
        self.place(ships, at, from);
    }

    /// Whether the newcomers, or those who are there, get off before contact; those who are there then go to another area.
    fn avoids(&mut self, ships: &[ShipId], foes: &[ShipId], at: Place) -> bool {
        let (wish, theirs) =
            (self.wishes_to_avoid(ships, foes.len()), self.wishes_to_avoid(foes, ships.len()));
        if wish && (theirs || self.slips_off(ships, at)) {
            ships.iter().for_each(|id| self.tell(Fact::Avoid(self.here(*id))));
            return true;
        }
        if let (true, Place::Sea(sea, area)) = (theirs && self.slips_off(foes, at), at) {
            let area = self.empty_area(foes[0], area, sea);
            foes.iter().for_each(|id| self.tell(Fact::Avoid(self.here(*id))));
            self.place(foes, Place::Sea(sea, area), None);
        }
        false
    }

    /// Another tactical area, one without enemies if there is one.
    pub fn empty_area(&mut self, id: ShipId, but: u8, sea: crate::chart::SeaNo) -> u8 {
        let free = |area: &u8| self.foes_at(Place::Sea(sea, *area), id.nation).is_empty();
        let others: Vec<u8> = (1..=self.chart.areas).filter(|area| *area != but).collect();
        let empty: Vec<u8> = others.iter().copied().filter(free).collect();
        let choice = if empty.is_empty() { others } else { empty };
        let drawn = self.die("6.14b", &id.to_string(), choice.len() as u64) as usize;
        choice.get(drawn).copied().unwrap_or(but)
    }

    /// Puts a company where it comes to, in the order of groups that the wind gives it.
    pub fn place(&mut self, ships: &[ShipId], at: Place, from: Option<Direction>) {
        for id in ships {
            self.state.leave_group(*id);
            if let Some(ship) = self.ship_mut(*id) {
                ship.at = at;
            }
        }
        let others = self.state.groups.get(&at).is_some_and(|groups| !groups.is_empty());
        let windward = others && at.is_open() && self.comes_from_windward(ships, at, from);
        let joins = self.joins(ships, at, windward);
        let groups = self.state.groups.entry(at).or_default();
        let place = if windward { 0 } else { groups.len().saturating_sub(1) };
        match groups.get_mut(place).filter(|_| joins) {
            Some(group) => group.extend(ships),
            None if windward => groups.insert(0, ships.iter().copied().collect()),
            None => groups.push(ships.iter().copied().collect()),
        }
        self.tell_meeting(ships, at, joins);
    }

    /// N-56: whether a company comes in at the windward end: as the wind has it, else as it wishes if the enemies there wish the other
    /// end, else by a die.
    fn comes_from_windward(&mut self, ships: &[ShipId], at: Place, from: Option<Direction>) -> bool {
        let sea = self.chart.weather_of(at);
        match from.map(|side| self.course(sea, side)) {
            Some(Course::Upwind) => return true,
            Some(Course::Downwind) => return false,
            _ => {}
        }
        let Some(first) = ships.first().copied() else { return false };
        let wish = self.sailing(first).gauge;
        let foes = self.foes_at(at, first.nation);
        let theirs = foes.first().map(|foe| self.sailing(*foe).gauge);
        match theirs {
            Some(theirs) if theirs == wish => self.chance(50, "6.15b", &first.to_string()),
            _ => wish == Gauge::Windward,
        }
    }

    /// WISC 6.15: whether it joins the first group that it meets: one of allies or neutrals, with no enemy of its own in it, if it wishes
    /// to join and does not evade.
    fn joins(&self, ships: &[ShipId], at: Place, windward: bool) -> bool {
        let Some(groups) = self.state.groups.get(&at) else { return false };
        let met = if windward { groups.first() } else { groups.last() };
        let Some(met) = met.filter(|_| !ships.is_empty()) else { return false };
        let wish = ships.iter().all(|id| {
            let sailing = self.sailing(*id);
            sailing.join && sailing.contact.manner != Manner::Evade
        });
        wish && !met.iter().any(|other| ships.iter().any(|own| self.hostile(*own, *other)))
    }

    fn tell_meeting(&mut self, ships: &[ShipId], at: Place, joins: bool) {
        let Some(first) = ships.first().copied() else { return };
        let foes = self.foes_at(at, first.nation);
        if let Some(foe) = foes.first() {
            self.tell(Fact::Meet { here: self.here(first), foe: *foe });
        }
        let friend =
            self.state.group_of(first).and_then(|group| group.iter().find(|id| !ships.contains(id)).copied());
        if let (true, Some(friend)) = (joins, friend) {
            self.tell(Fact::Join { here: self.here(first), friend });
        }
    }

    /// Whether a ship is to windward of every hostile group in her place (7.5); in harbors and rivers nobody is (N-26).
    pub fn is_windward(&self, id: ShipId) -> bool {
        let Some(at) = self.ship(id).map(|ship| ship.at).filter(|at| at.is_open()) else { return false };
        let Some(groups) = self.state.groups.get(&at) else { return false };
        let own = groups.iter().position(|group| group.contains(&id));
        let foe = groups.iter().position(|group| group.iter().any(|other| self.hostile(*other, id)));
        own.zip(foe).is_some_and(|(own, foe)| own < foe)
    }
}
