//! What ships made of the land comes back to it: batteries that were silenced, bridges that are gone, who went aboard and who landed
//! (naval record 4.3). What goes to them stands in `shore.rs`.

use crate::shore::GUNNERS;
use crate::turn::{Away, Joint};
use fieldpost_land::combat::stragglers::has_strategic_order;
use fieldpost_land::detection::witness;
use fieldpost_land::event::Fact as LandFact;
use fieldpost_land::event::reason::Why;
use fieldpost_land::inactive;
use fieldpost_land::orders::UnitOrders;
use fieldpost_land::rest::Off;
use fieldpost_land::tactics::fort;
use fieldpost_land::track;
use fieldpost_land::turn::Progress;
use fieldpost_land::unit::{Status, Unit, UnitId, UnitType};
use fieldpost_sea::ashore::Site;

impl Joint {
    /// What ships made of the land.
    pub(crate) fn take_back(&mut self) {
        self.take_batteries();
        self.take_units();
        self.take_cities();
        let down = std::mem::take(&mut self.sea.pontoons_down);
        let bridges: Vec<UnitId> = self
            .land
            .state
            .units
            .values()
            .filter(|unit| unit.spans() && down.contains(&unit.at))
            .map(|unit| unit.id)
            .collect();
        for id in bridges {
            self.bridge_goes(id);
        }
        // The track goes with its bridge (EU 12.3).
        for at in std::mem::take(&mut self.sea.bridges_down) {
            self.land.state.bridges_destroyed.insert(at);
            self.land.state.track_destroyed.insert(at);
            track::leave_bridges(&mut self.land, at);
            self.is_known = false;
        }
        for depot in &mut self.land.state.depots {
            let now = self.sea.ashore.depots.get(&(depot.at, depot.side));
            depot.supplies = now.map_or(depot.supplies, |now| now.supplies);
        }
    }

    /// EU 12.6, R-8.5b: a pontoon bridge is no more; who stood on it stands on the nearest ground beside it.
    fn bridge_goes(&mut self, id: UnitId) {
        let Some(bridge) = self.land.state.units.get(&id).map(|unit| (unit.at, unit.tac)) else { return };
        self.is_known = false;
        let stranded = track::moves_off_bridges(self.land.field(), bridge.0, |tac| tac == bridge.1);
        self.land.remove(id);
        for (other, tac) in stranded.into_iter().filter(|(other, _)| *other != id) {
            self.land.relocate(other, bridge.0, tac);
        }
    }

    /// WISC 7.5: batteries that were silenced are gone, with their gunners; a unit without any is no more.
    fn take_batteries(&mut self) {
        for battery in self.sea.ashore.batteries.clone() {
            let id = battery.id;
            let Some(unit) = self.land.state.units.get_mut(&id) else { continue };
            let lost = u32::from(unit.batteries).saturating_sub(battery.batteries);
            unit.batteries = battery.batteries.min(u32::from(u8::MAX)) as u8;
            let men = (GUNNERS * lost).min(unit.strength);
            unit.strength -= men;
            unit.casualties += men;
            unit.killed += men;
            if lost > 0 && unit.batteries == 0 {
                self.is_known = false;
                self.land.remove(id);
            }
        }
    }

    /// WISC 9.2: who went aboard leaves the land, who landed comes back to it; who was aboard a ship that was lost is lost.
    fn take_units(&mut self) {
        let known: Vec<UnitId> =
            self.land.state.units.keys().copied().chain(self.away.keys().copied()).collect();
        for id in known.into_iter().filter(|id| id.kind != UnitType::NavalBattery) {
            let brigade = self.sea.ashore.brigades.get(&id);
            let found = brigade.map(|brigade| (brigade.at, brigade.men));
            let carried = brigade.map(|brigade| brigade.supplies.min(u32::from(u8::MAX)) as u8);
            if let (Some(unit), Some(supplies)) = (self.land.state.units.get_mut(&id), carried) {
                unit.supplies = supplies;
            }
            match found {
                None => {
                    if let Some(away) = self.away.remove(&id) {
                        self.is_known = false;
                        self.drowned.push((id, away.seat));
                    }
                }
                Some((Site::Field(at, tac), men)) => {
                    if let Some(mut away) = self.away.remove(&id) {
                        (away.unit.at, away.unit.tac, away.unit.strength) = (at, tac, men);
                        away.unit.status = Status::Active;
                        self.come_ashore(away);
                    }
                }
                Some((site, men)) => self.go_off(id, site, men),
            }
        }
    }

    fn go_off(&mut self, id: UnitId, site: Site, men: u32) {
        if let Some(away) = self.away.get_mut(&id) {
            (away.site, away.unit.strength) = (site, men);
            return;
        }
        let Some(unit) = self.land.state.units.get(&id).cloned() else { return };
        let Some(seat) = self.land.state.seats.get(&id).copied() else { return };
        self.is_known = false;
        self.tell_held(id, UnitOrders::has_move, Why::GoesAboard);
        if let Some(Progress { stragglers, stirred, orders, .. }) = self.land.progress.get(&id) {
            let marches = has_strategic_order(orders);
            self.off.insert(id, Off { stragglers: *stragglers, stirred: *stirred, marches });
        }
        self.land.remove(id);
        // It is still in the game: nobody is told that it left it.
        self.land.removed.remove(&id);
        let unit = Unit { status: Status::Inactive, in_fort: false, ..unit };
        self.away.insert(id, Away { unit, seat, site });
    }

    /// With the orders that it was given for this turn: it may move in the last tactical phase (9.4).
    fn come_ashore(&mut self, away: Away) {
        let id = away.unit.id;
        let orders = self.land.orders.units.get(&id).cloned();
        let (start, men) = (Some(away.unit.tac), Some(away.unit.strength));
        self.is_known = false;
        self.land.enlist(away.unit, away.seat);
        if let Some(orders) = orders {
            let progress = Progress { orders, start, men, ..Progress::default() };
            self.land.progress.insert(id, progress);
            self.tell_held(id, UnitOrders::has_march, Why::ComesAshore);
        }
        if let Some((progress, off)) = self.land.progress.get_mut(&id).zip(self.off.get(&id)) {
            (progress.stragglers, progress.stirred) = (off.stragglers, off.stirred);
        }
        fort::enter_on_arrival(&mut self.land, id);
        inactive::wake(&mut self.land, id);
    }

    /// WISC 9.4: who loads all turn neither moves nor seeks battle before the last tactical phase: all orders to move are cancelled.
    pub(crate) fn hold_the_busy(&mut self) {
        let busy = self.sea.ashore.brigades.values().filter(|unit| unit.busy);
        let busy: Vec<UnitId> = busy.map(|unit| unit.id).collect();
        self.is_known &= busy.is_empty();
        for id in busy {
            self.tell_held(id, UnitOrders::has_move, Why::LoadsAllTurn);
            if let Some(progress) = self.land.progress.get_mut(&id) {
                let UnitOrders { line, attack, defend, .. } = progress.orders;
                progress.orders = UnitOrders { line, attack, defend, ..UnitOrders::default() };
            }
        }
    }

    /// WISC 9.4: a unit's own side is told which of its orders a ship keeps it from.
    fn tell_held(&mut self, id: UnitId, is_of: fn(&UnitOrders) -> bool, why: Why) {
        if self.land.progress.get(&id).is_some_and(|progress| is_of(&progress.orders)) {
            let stand = self.land.stand(id);
            witness::tell_own(&mut self.land, id, LandFact::Refused { stand, why: why.into() });
        }
    }

    fn take_cities(&mut self) {
        for (port, supplies) in &self.sea.ashore.supplies {
            let name = &self.sea.chart.port(*port).name;
            if let Some(city) = self.land.state.cities.get_mut(name) {
                city.supplies = *supplies;
            }
        }
    }
}
