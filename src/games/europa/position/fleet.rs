//! Ships.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A kind of ship, in the order in which they are lost (rule H1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Ship {
    Galley,
    Warship,
    Transport,
}

impl Ship {
    /// All, in the order of rule H1.
    pub const ALL: [Ship; 3] = [Ship::Galley, Ship::Warship, Ship::Transport];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum FleetCounter {
    #[serde(rename = "F-")]
    Minus,
    #[serde(rename = "F+")]
    Plus,
}

impl FleetCounter {
    /// The counter's mark.
    pub fn word(self) -> &'static str {
        match self {
            FleetCounter::Minus => "F-",
            FleetCounter::Plus => "F+",
        }
    }

    /// The counter of a mark, in any case.
    pub fn of(word: &str) -> Option<Self> {
        [FleetCounter::Minus, FleetCounter::Plus]
            .into_iter()
            .find(|one| one.word().eq_ignore_ascii_case(word))
    }
}

/// The ships of a stack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Fleet {
    /// FLEET counters; ships without any sail alone.
    pub counters: Vec<FleetCounter>,
    /// Galleys, warships, transports.
    pub ships: [i32; 3],
    /// Those of them that are damaged, and do not fight until they have been in port.
    pub damaged: [i32; 3],
}

impl Fleet {
    /// Galleys, warships and transports that can fight.
    pub fn fit(&self, ship: Ship) -> i32 {
        self.ships[ship as usize] - self.damaged[ship as usize]
    }

    /// Ships that fight: no transports.
    pub fn fighting(&self) -> i32 {
        self.fit(Ship::Galley) + self.fit(Ship::Warship)
    }

    /// All ships, damaged ones too.
    pub fn all(&self) -> i32 {
        self.ships.iter().sum()
    }

    /// Loses ships in this order of kinds, what it leaves out last; those that can fight first. How many were lost.
    pub fn lose(&mut self, ships: i32, order: &[Ship]) -> i32 {
        let mut left = ships.max(0);
        let rest = Ship::ALL.into_iter().filter(|ship| !order.contains(ship));
        for ship in order.iter().copied().chain(rest) {
            let lost = left.min(self.ships[ship as usize]);
            self.ships[ship as usize] -= lost;
            self.damaged[ship as usize] = self.damaged[ship as usize].min(self.ships[ship as usize]);
            left -= lost;
        }
        ships.max(0) - left
    }

    /// Damages ships in this order; how many were.
    pub fn damage(&mut self, ships: i32, order: &[Ship]) -> i32 {
        let mut left = ships.max(0);
        for ship in order.iter().copied().chain(Ship::ALL) {
            let hit = left.min(self.fit(ship));
            self.damaged[ship as usize] += hit;
            left -= hit;
        }
        ships.max(0) - left
    }

    /// Lets FLEET counters go that are no longer filled: a counter holds at least the warships and galleys of the smaller one
    /// (`minus`), an F+ more than that.
    pub fn fit_counters(&mut self, minus: i32) {
        let mut ships = self.ships[Ship::Galley as usize] + self.ships[Ship::Warship as usize];
        let mut kept = Vec::new();
        for counter in &self.counters {
            let wanted = if *counter == FleetCounter::Plus { minus + 1 } else { minus };
            let fits = if ships >= wanted {
                Some(*counter)
            } else if ships >= minus {
                Some(FleetCounter::Minus)
            } else {
                None
            };
            ships -= if fits == Some(FleetCounter::Plus) { 2 * minus } else { minus };
            kept.extend(fits);
        }
        self.counters = kept;
    }

    /// The most FLEET of it: none, F-, F+.
    pub fn counter(&self) -> Option<FleetCounter> {
        self.counters.iter().copied().max()
    }

    /// What kind is the most numerous, a tie for warships (rule G2).
    pub fn most_numerous(&self) -> Ship {
        if self.fit(Ship::Galley) > self.fit(Ship::Warship) { Ship::Galley } else { Ship::Warship }
    }

    /// Takes another's ships in.
    pub fn join(&mut self, other: &Fleet) {
        self.counters.extend(&other.counters);
        for ship in Ship::ALL {
            self.ships[ship as usize] += other.ships[ship as usize];
            self.damaged[ship as usize] += other.damaged[ship as usize];
        }
    }
}

impl fmt::Display for Fleet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words =
            ["galleys", "warships", "transports"].into_iter().zip(self.ships).filter(|(_, count)| *count > 0);
        f.write_str(&words.map(|(word, count)| format!("{word} {count}")).collect::<Vec<_>>().join(", "))?;
        match self.damaged.iter().sum::<i32>() {
            0 => Ok(()),
            damaged => write!(f, ", {damaged} damaged"),
        }
    }
}
