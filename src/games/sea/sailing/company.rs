//! Who sails with whom (WISC 6.13, N-5): ships of one side in one place with the same orders to move.

use std::collections::BTreeMap;

use crate::event::Fact;
use crate::event::reason::Why;
use crate::place::Place;
use crate::ship::ShipId;
use crate::turn::Turn;

/// Ships that move as one, lowest id first.
pub type Company = Vec<ShipId>;

impl Turn {
    /// WISC 6.13: the companies of some ships, by what each means to do: those of allied nations in one place with the same goal and the
    /// same orders to move, unless one sails alone. In order of their lowest ids.
    pub fn companies<G: PartialEq + Copy>(&self, movers: &BTreeMap<ShipId, G>) -> Vec<(Company, G)> {
        let mut companies: Vec<(Company, G)> = Vec::new();
        for (id, goal) in movers {
            let together = companies.iter_mut().find(|(company, other)| {
                other == goal && company.first().is_some_and(|first| self.keep_company(*first, *id))
            });
            match together {
                Some((company, _)) => company.push(*id),
                None => companies.push((vec![*id], *goal)),
            }
        }
        companies
    }

    fn keep_company(&self, one: ShipId, other: ShipId) -> bool {
        let (Some(first), Some(second)) = (self.ship(one), self.ship(other)) else { return false };
        let (orders, others) = (self.sailing(one), self.sailing(other));
        let together = !orders.alone && !others.alone && orders.sails_like(&others);
        together && first.at == second.at && self.state.allied(one.nation, other.nation)
    }

    /// WISC 6.13: ships at sea that sail alone and have no orders to move disperse to separate tactical areas.
    pub fn disperse(&mut self) {
        let alone: Vec<ShipId> = self.progress.keys().copied().filter(|id| self.disperses(*id)).collect();
        for id in alone {
            let Some(Place::Sea(sea, _)) = self.ship(id).map(|ship| ship.at) else { continue };
            let area = self.draw_area(id);
            self.tell(Fact::Disperse(self.here(id)));
            self.arrive(&[id], Place::Sea(sea, area), None);
        }
    }

    /// WISC 2.6: a ship without crew sails nowhere, and nobody waits for her.
    pub fn stay_unmanned(&mut self) {
        let unmanned = self.state.ships.values().filter(|ship| ship.is_active() && !ship.is_manned());
        let unmanned: Vec<ShipId> = unmanned.map(|ship| ship.id).collect();
        for id in unmanned {
            let orders = self.sailing(id).moves_by();
            if let Some(progress) = self.progress_mut(id) {
                progress.cancelled = true;
            }
            orders.iter().for_each(|order| self.refuse_order(id, order, Why::NoCrew));
        }
    }

    fn disperses(&self, id: ShipId) -> bool {
        let sailing = self.sailing(id);
        let at_sea = self.ship(id).is_some_and(|ship| ship.is_active() && ship.at.sea().is_some());
        let company = self.state.group_of(id).is_some_and(|group| group.len() > 1);
        let can = self.progress.get(&id).is_some_and(|progress| !progress.homeward && !progress.cancelled);
        at_sea && company && can && sailing.alone && !sailing.moves()
    }

    /// N-2: one of the tactical areas of a sea, each as likely.
    pub fn draw_area(&mut self, id: ShipId) -> u8 {
        let areas = u64::from(self.chart.areas);
        1 + self.die("6.14", &id.to_string(), areas) as u8
    }
}
