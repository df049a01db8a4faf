//! The board: provinces, seas and what lies between them. It never changes; what does stands in a
//! [`Position`](crate::position::Position).

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

mod check;
mod file;
mod shapes;

pub use check::check;
pub use file::read;
pub use shapes::Shapes;

/// The id of a province or a sea, such as `ligurian-sea`.
pub type Place = Arc<str>;

/// The id of who owns land and stacks: a power or a minor, such as `FRA`.
pub type Owner = Arc<str>;

/// The ground of a province.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Terrain {
    #[default]
    Plain,
    Forest,
    Mountain,
    Swamp,
    Desert,
}

impl Terrain {
    /// The word of the map's file.
    pub fn word(self) -> &'static str {
        match self {
            Terrain::Plain => "plain",
            Terrain::Forest => "forest",
            Terrain::Mountain => "mountain",
            Terrain::Swamp => "swamp",
            Terrain::Desert => "desert",
        }
    }
}

/// How good a harbour is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Port {
    #[default]
    None,
    Port,
    Arsenal,
}

/// What a border is crossed by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Crossing {
    #[default]
    #[serde(rename = "")]
    Open,
    River,
    Pass,
    Strait,
}

/// Where galleys may sail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Basin {
    #[default]
    Ocean,
    Mediterranean,
    Baltic,
}

/// Natives of a province overseas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Natives {
    /// How many detachments fight.
    pub detachments: u32,
    /// They rise when a d10 is at most this.
    pub tolerance: u8,
}

/// A province, as the board has it at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Province {
    pub id: Place,
    /// What it is called.
    pub name: String,
    /// Its middle, in hundredths of a degree east and north.
    pub at: [i32; 2],
    /// Its ground.
    pub terrain: Terrain,
    /// The level of its fortress, 0 to 5; 0 is none.
    pub fortress: u8,
    /// Whether a fort stands in it.
    pub fort: bool,
    /// Its harbour.
    pub port: Port,
    /// Whose it is; nobody's without.
    pub owner: Option<Owner>,
    /// A word for where it lies, for windows of the map.
    pub region: String,
    /// The seas on its coast.
    pub coast: Vec<Place>,
    /// Whether rivers cost more there (rule G1).
    pub underdeveloped: bool,
    /// Whether it lies overseas.
    pub overseas: bool,
    /// Who lives there.
    pub natives: Option<Natives>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sea {
    pub id: Place,
    /// What it is called.
    pub name: String,
    /// Its middle, in hundredths of a degree.
    pub at: [i32; 2],
    /// Which waters.
    pub basin: Basin,
    /// What it adds to attrition.
    pub difficulty: i32,
    /// The seas beside it.
    pub next: Vec<Place>,
}

/// What lies between two provinces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Border {
    pub kind: Crossing,
    /// Its name, such as `Po`.
    pub name: String,
    /// Movement points that it costs whatever the tables say.
    pub cost: Option<u32>,
}

/// A board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Map {
    pub id: String,
    /// What it is called.
    pub title: String,
    pub provinces: BTreeMap<Place, Province>,
    pub seas: BTreeMap<Place, Sea>,
    /// The borders, from either side.
    pub borders: BTreeMap<Place, BTreeMap<Place, Border>>,
}

impl Map {
    /// A border, if the two touch.
    pub fn border(&self, one: &str, other: &str) -> Option<&Border> {
        self.borders.get(one)?.get(other)
    }

    /// The provinces beside a province, in order.
    pub fn beside(&self, place: &str) -> impl Iterator<Item = &Place> {
        self.borders.get(place).into_iter().flat_map(|beside| beside.keys())
    }

    /// Whether a place is a sea.
    pub fn is_sea(&self, place: &str) -> bool {
        self.seas.contains_key(place)
    }

    /// Whether a province lies on a sea.
    pub fn is_coast(&self, province: &str, sea: &str) -> bool {
        self.provinces.get(province).is_some_and(|found| found.coast.iter().any(|coast| &**coast == sea))
    }

    /// The id of a place as the map holds it.
    pub fn place(&self, id: &str) -> Option<&Place> {
        self.provinces
            .get_key_value(id)
            .map(|(key, _)| key)
            .or_else(|| self.seas.get_key_value(id).map(|(key, _)| key))
    }

    /// What a place is called; its id if the map has none of it.
    pub fn name<'a>(&'a self, id: &'a str) -> &'a str {
        let province = self.provinces.get(id).map(|found| found.name.as_str());
        province.or_else(|| self.seas.get(id).map(|found| found.name.as_str())).unwrap_or(id)
    }

    /// The shortest way between two places for a stack on land, or for a fleet (by seas, from port to port), without its
    /// start; `None` if there is none.
    pub fn way(&self, from: &str, to: &str, by_sea: bool) -> Option<Vec<Place>> {
        let start = self.place(from)?.clone();
        let mut came: BTreeMap<Place, (u32, Option<Place>)> = BTreeMap::from([(start.clone(), (0, None))]);
        let mut queue = std::collections::BTreeSet::from([(0, start)]);
        while let Some((far, here)) = queue.pop_first() {
            if &*here == to {
                let mut way = Vec::new();
                let mut at = here;
                while let Some((_, Some(before))) = came.get(&at) {
                    way.push(at.clone());
                    at = before.clone();
                }
                way.reverse();
                return Some(way);
            }
            for next in self.steps(&here, by_sea) {
                let total = far + self.toil(&here, &next);
                if came.get(&next).is_none_or(|(known, _)| total < *known) {
                    came.insert(next.clone(), (total, Some(here.clone())));
                    queue.insert((total, next));
                }
            }
        }
        None
    }

    /// How hard a step is, whoever takes it: rough ground and crossings count twice.
    fn toil(&self, from: &str, to: &str) -> u32 {
        let rough = self.provinces.get(to).is_some_and(|province| province.terrain != Terrain::Plain);
        let crossing = self.border(from, to).is_some_and(|border| border.kind != Crossing::Open);
        1 + u32::from(rough) + u32::from(crossing)
    }

    /// Where a step leads from a place: over borders, or by sea.
    fn steps(&self, here: &str, by_sea: bool) -> Vec<Place> {
        if !by_sea {
            return self.beside(here).cloned().collect();
        }
        if let Some(sea) = self.seas.get(here) {
            let ports = self.provinces.values().filter(|province| province.port > Port::None);
            let ports =
                ports.filter(|province| self.is_coast(&province.id, here)).map(|found| found.id.clone());
            return sea.next.iter().cloned().chain(ports).collect();
        }
        self.provinces.get(here).map(|province| province.coast.clone()).unwrap_or_default()
    }
}
