//! Winds and storms (WISC 1.5, 3.8, 8.1-8.3, N-3, N-14, N-31, N-63).

use crate::chart::{CoastNo, SIDES, SeaNo};
use crate::event::Fact;
use crate::orders::Manner;
use crate::place::Place;
use crate::ship::{ShipId, WRECK};
use crate::state::{Strength, Wind};
use crate::turn::Turn;

/// N-14: in per cent: a point of propulsion and one of hull in the open, propulsion in harbor; to founder, a point of hull; to be blown
/// off; on rocks.
const PROPULSION: i64 = 30;
const HULL: i64 = 15;
const IN_HARBOR: i64 = 15;
const FOUNDERS: i64 = 2;
const BLOWN: i64 = 25;
const ROCKS: i64 = 10;

impl Turn {
    /// N-31: the wind of every area, drawn at the turn's beginning.
    pub fn draw_winds(&mut self) {
        for place in 0..self.chart.seas.len() {
            self.draw_wind(SeaNo(place as u8));
        }
    }

    fn draw_wind(&mut self, sea: SeaNo) {
        let summer = self.chart.summer[usize::from(self.state.month.clamp(1, 12)) - 1];
        let climate = self.chart.sea(sea).climate[usize::from(!summer)].clone();
        let code = self.chart.sea(sea).code.clone();
        let drawn = self.die("1.5", &code, 100);
        let from = SIDES[weighted(&climate.wind, drawn)];
        let drawn = self.die("1.5b", &code, 100);
        let strength = Strength::ALL[weighted(&climate.strength, drawn)].0;
        let from = self.sky.wind.get(&sea).copied().unwrap_or(from);
        let strength = self.sky.strength.get(&sea).copied().unwrap_or(strength);
        self.state.winds.insert(sea, Wind { from, strength });
    }

    /// WISC 3.8, 8.1: the fourth step: winds change, then storms come.
    pub fn weather(&mut self) {
        for place in 0..self.chart.seas.len() {
            let sea = SeaNo(place as u8);
            let code = self.chart.sea(sea).code.clone();
            let laid_down = self.sky.fair || self.sky.wind.contains_key(&sea);
            if !laid_down && self.die("3.8", &code, 100) < u64::from(self.chart.wind_changes) {
                self.draw_wind(sea);
            }
            if self.storms_in(sea, &code) {
                self.storms.insert(sea);
            }
        }
        for sea in self.storms.clone() {
            self.storm(sea);
        }
    }

    fn storms_in(&mut self, sea: SeaNo, code: &str) -> bool {
        if self.sky.fair || !self.sky.storm.is_empty() {
            return self.sky.storm.contains(&sea);
        }
        let strength = self.state.winds.get(&sea).map_or(Strength::Light, |wind| wind.strength);
        let per_cent = self.chart.storms[strength as usize];
        self.chance(i64::from(per_cent), "8.1", code)
    }

    fn storm(&mut self, sea: SeaNo) {
        let inside: Vec<ShipId> = self
            .state
            .ships
            .values()
            .filter(|ship| ship.is_active() && self.chart.weather_of(ship.at) == Some(sea))
            .map(|ship| ship.id)
            .collect();
        let people = inside.iter().filter_map(|id| self.ship(*id)).flat_map(crate::contact::officers);
        let to = people.map(|player| (player, fieldpost_engine::event::Saw::All)).collect();
        self.tell_to(Fact::Storm { at: Place::Sea(sea, 1) }, to);
        for id in inside {
            self.ride_out(id, sea);
        }
    }

    /// WISC 8.2: what a storm does to a ship.
    fn ride_out(&mut self, id: ShipId, sea: SeaNo) {
        let Some(at) = self.ship(id).map(|ship| ship.at) else { return };
        let roller = id.to_string();
        if self.is_sheltered(id, at) {
            if self.chance(IN_HARBOR, "8.2", &roller) {
                self.hurt(id, 0, 1);
            }
            return;
        }
        let rigging = u8::from(self.chance(PROPULSION, "8.2", &roller));
        let hull = u8::from(self.chance(HULL, "8.2b", &roller));
        self.hurt(id, hull, rigging);
        let damage = self.ship(id).map_or(0, |ship| i64::from(ship.hull));
        let factor = if id.kind.is_transport() { 2 } else { 1 };
        if damage >= i64::from(WRECK) || self.chance(FOUNDERS * damage * factor, "8.2c", &roller) {
            self.tell(Fact::Foundered(self.here(id)));
            self.lose(id);
        } else if self.chance(BLOWN, "8.2d", &roller) {
            self.blow(id, at, sea);
        }
    }

    /// WISC 8.2: in harbor, and in coastal waters with a port of her own side, she rides it out.
    fn is_sheltered(&self, id: ShipId, at: Place) -> bool {
        match at {
            Place::Harbor(_) | Place::River(_) => true,
            Place::Coast(coast) => self.chart.inlets(coast).into_iter().any(|inlet| match inlet {
                Place::Harbor(port) => self.state.is_friendly(port, id.nation),
                _ => false,
            }),
            _ => false,
        }
    }

    fn hurt(&mut self, id: ShipId, hull: u8, propulsion: u8) {
        if let Some(ship) = self.ship_mut(id) {
            ship.hull = (ship.hull + hull).min(WRECK);
            ship.propulsion = (ship.propulsion + propulsion).min(WRECK);
        }
        if hull + propulsion > 0 {
            self.tell(Fact::Damaged { here: self.here(id), points: u32::from(hull + propulsion) });
        }
    }

    /// WISC 8.2, 8.3: she is blown away; nothing of her second move and of her ports is left, and who pursued accepts.
    fn blow(&mut self, id: ShipId, at: Place, sea: SeaNo) {
        match at {
            Place::Coast(coast) if id.kind.is_river() || self.chart.coast(coast).sea.is_none() => {
                self.rocks(id);
            }
            Place::Coast(coast) => self.blow_to(id, self.off(coast, sea), at),
            Place::Sea(own, area) => {
                let Some(next) = self.downwind(id, own) else { return };
                match next {
                    Downwind::Area => {
                        let area = self.empty_area(id, area, own);
                        self.blow_to(id, Place::Sea(own, area), at);
                    }
                    Downwind::Sea(next) => {
                        let area = self.draw_area(id);
                        self.blow_to(id, Place::Sea(next, area), at);
                    }
                }
            }
            _ => {}
        }
    }

    fn off(&self, coast: CoastNo, sea: SeaNo) -> Place {
        Place::Sea(self.chart.coast(coast).sea.unwrap_or(sea), 1)
    }

    /// Half are blown to another area of the sea, half to the sea downwind; where land lies there, some on the rocks.
    fn downwind(&mut self, id: ShipId, sea: SeaNo) -> Option<Downwind> {
        let roller = id.to_string();
        if self.chance(50, "8.2e", &roller) {
            return Some(Downwind::Area);
        }
        let to = self.state.winds.get(&sea)?.from.opposite();
        let site = self.chart.sea(sea).clone();
        if site.land.contains(&to) {
            if self.chance(ROCKS, "8.2f", &roller) {
                self.tell(Fact::Wrecked(self.here(id)));
                self.lose(id);
                return None;
            }
            return Some(Downwind::Area);
        }
        let beside: Vec<SeaNo> =
            site.beside.iter().filter(|(side, _)| *side == to).map(|(_, sea)| *sea).collect();
        let drawn = self.die("8.2g", &roller, beside.len() as u64) as usize;
        Some(beside.get(drawn).map_or(Downwind::Area, |sea| Downwind::Sea(*sea)))
    }

    /// N-60: river ships are not blown out to sea, but may be driven on rocks.
    fn rocks(&mut self, id: ShipId) {
        if self.chance(ROCKS, "8.2f", &id.to_string()) {
            self.tell(Fact::Wrecked(self.here(id)));
            self.lose(id);
        }
    }

    fn blow_to(&mut self, id: ShipId, to: Place, from: Place) {
        let to = match to {
            Place::Sea(sea, _) if from.coast().is_some() => Place::Sea(sea, self.draw_area(id)),
            place => place,
        };
        self.place(&[id], to, None);
        if let Some(progress) = self.progress_mut(id) {
            progress.cancelled = true;
            progress.moved = true;
            if progress.orders.sailing.contact.manner == Manner::Pursue {
                progress.orders.sailing.contact.manner = Manner::Accept;
            }
        }
        self.tell(Fact::Blown(self.step(id, from)));
    }
}

enum Downwind {
    Area,
    Sea(SeaNo),
}

/// Which of some weights a number below their sum falls on.
fn weighted(weights: &[u32], drawn: u64) -> usize {
    let mut left = drawn;
    weights
        .iter()
        .position(|weight| {
            let is_it = left < u64::from(*weight);
            left = left.saturating_sub(u64::from(*weight));
            is_it
        })
        .unwrap_or(0)
}
