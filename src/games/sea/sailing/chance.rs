//! Winds, and whether a ship can sail as ordered (WISC 6.12, N-31, N-45, N-46).

use crate::chart::SeaNo;
use crate::event::reason::{Reason, Why};
use crate::kind::{Kind, STEAM, Sailing};
use crate::orders::Commerce;
use crate::ship::{Ship, ShipId, WRECK};
use crate::turn::Turn;
use fieldpost_ground::square::Direction;

/// How the wind stands to a course.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    Upwind,
    Across,
    Downwind,
}

impl Course {
    /// How a wind stands to a course: from the side sailed to is upwind.
    pub fn of(from: Direction, to: Direction) -> Course {
        match from {
            from if from == to => Course::Upwind,
            from if from == to.opposite() => Course::Downwind,
            _ => Course::Across,
        }
    }
}

impl Turn {
    /// Where the wind of a sea area blows from; in fair weather of which nothing is said nobody knows.
    pub fn wind_from(&self, sea: SeaNo) -> Option<Direction> {
        if self.sky.fair && !self.sky.wind.contains_key(&sea) {
            return None;
        }
        self.state.winds.get(&sea).map(|wind| wind.from)
    }

    /// How the wind of a sea area stands to a course: from the side sailed to is upwind.
    pub fn course(&self, sea: Option<SeaNo>, to: Direction) -> Course {
        sea.and_then(|sea| self.wind_from(sea)).map_or(Course::Across, |from| Course::of(from, to))
    }

    /// N-46: a ship's chance to sail, in per cent, in the first or second move; raiders and convoys go slowly, damage slows.
    fn to_sail(&self, id: ShipId, table: impl Fn(&Sailing) -> [i32; 3], course: Course) -> i32 {
        let Some(ship) = self.ship(id) else { return 0 };
        if ship.propulsion >= WRECK {
            return 0;
        }
        let merchants = self.commerce(id) != Commerce::Ignore;
        let slow = if merchants { 50 } else { 0 };
        table(sails(ship))[course as usize]
            - 10 * i32::from(ship.hull)
            - 20 * i32::from(ship.propulsion)
            - slow
    }

    /// WISC 6.12, 6.13: whether a company sails: one roll, at the chance of whoever has the lowest.
    pub fn sails_together(&mut self, ships: &[ShipId], second: bool, course: Course) -> bool {
        let able = ships.iter().all(|id| self.ship(*id).is_some_and(|ship| ship.propulsion < WRECK));
        if self.sky.fair || !able {
            return able;
        }
        let lowest = self.lowest(ships, second, course);
        let roller = ships.iter().min().map(ShipId::to_string).unwrap_or_default();
        self.chance(i64::from(lowest), if second { "6.12b" } else { "6.12" }, &roller)
    }

    /// WISC 6.12: whether a company's first move is its last in this turn.
    pub fn ends_sailing(&mut self, ships: &[ShipId], course: Course) -> bool {
        if self.sky.fair {
            return false;
        }
        let worst = self.ends(ships, course);
        let roller = ships.iter().min().map(ShipId::to_string).unwrap_or_default();
        self.chance(i64::from(worst), "6.12c", &roller)
    }

    /// WISC 6.12: the chance, in per cent, that a company's first move is its last: of whoever has the highest.
    pub fn ends(&self, ships: &[ShipId], course: Course) -> u32 {
        let end = |id: &ShipId| self.ship(*id).map_or(0, |ship| sails(ship).end[course as usize]);
        ships.iter().map(end).max().map_or(0, |worst| u32::try_from(worst).unwrap_or(0))
    }

    /// WISC 6.12, 6.13: the chance that a company sails, as the rule has it: of whoever has the lowest.
    fn lowest(&self, ships: &[ShipId], second: bool, course: Course) -> i32 {
        let table = |sailing: &Sailing| if second { sailing.second } else { sailing.first };
        ships.iter().map(|id| self.to_sail(*id, table, course)).min().unwrap_or(0)
    }

    /// The same between nothing and certainty, in per cent.
    pub fn made(&self, ships: &[ShipId], second: bool, course: Course) -> u32 {
        u32::try_from(self.lowest(ships, second, course).clamp(0, 100)).unwrap_or(0)
    }

    /// Why she cannot make a way: for her engines or rigging, else for the wind.
    pub fn cannot_make(&self, id: ShipId, lame: Why, wind: Why) -> Reason {
        if self.ship(id).is_some_and(|ship| ship.propulsion >= WRECK) { lame.into() } else { wind.into() }
    }

    /// N-46: between harbor, coast and river steamers always sail, others not straight against the wind; who has no propulsion left
    /// does not at all.
    pub fn can_make(&self, id: ShipId, sea: Option<SeaNo>, to: Direction) -> bool {
        self.ship(id).is_some_and(|ship| {
            ship.propulsion < WRECK && (ship.fast || self.course(sea, to) != Course::Upwind)
        })
    }
}

/// N-48: how a ship sails: a fast frigate, sloop or transport group as a gunboat does.
fn sails(ship: &Ship) -> &'static Sailing {
    let canvas = matches!(ship.id.kind, Kind::Frigate | Kind::Sloop | Kind::Transport);
    if canvas && ship.fast { &STEAM } else { &ship.id.kind.row().sailing }
}
