//! A small position to try a rule on: for unit tests only.

use std::collections::{BTreeMap, BTreeSet};

use crate::book::ROTD_EUWOL;
use crate::field::Field;
use crate::field::{Occupancy, occupancy};
use crate::muster;
use crate::state::{City, LandState, Player, Rank, Season, Seat};
use crate::unit::{Unit, UnitId};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::sketch::Sketch;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::Atlas;

/// Maps and a position; every nation has one player, numbered in the order its first unit came.
pub struct Sandbox {
    pub atlas: Atlas,
    pub state: LandState,
    /// Where the units stand, see [`Sandbox::seal`].
    pub occupancy: Occupancy,
}

impl Sandbox {
    /// Open land of France of so many squares, such as `5x5`, with what `draw` adds to it.
    pub fn new(size: &str, draw: impl FnOnce(&mut Sketch)) -> Self {
        let mut sketch = Sketch::new("case", size, ROTD_EUWOL.ground.row_letters, "France").unwrap();
        draw(&mut sketch);
        let state = LandState {
            owners: BTreeMap::from([("France".into(), nation("FR"))]),
            ..LandState::opening(Season::Campaign)
        };
        Sandbox { atlas: sketch.finish().unwrap(), state, occupancy: Occupancy::default() }
    }

    /// Adds a unit, and a player for its nation if it is the first.
    pub fn unit(&mut self, id: &str, at: &str, tac: &str) -> &mut Unit {
        let id: UnitId = id.parse().unwrap();
        let commander = self.player(id.nation);
        self.state.seats.insert(id, Seat { commander, deputy: None });
        let mut unit = muster::unit(&ROTD_EUWOL, id, self.square(at), tac.parse().unwrap());
        unit.deployed = muster::lies_in_a_river(&unit, &self.atlas);
        self.occupancy.occupy(id, unit.at);
        self.state.units.get_or_insert_with(id, || unit)
    }

    /// Adds a city with its controller.
    pub fn city(&mut self, name: &str, at: &str, tac: &str, control: &str) -> &mut City {
        let control = nation(control);
        let city = City {
            at: self.square(at),
            tac: tac.parse().unwrap(),
            home: control,
            control,
            supplies: 0,
            manufacturing: 0,
            fort: None,
            besieged: false,
        };
        self.state.cities.entry(name.into()).or_insert(city)
    }

    /// Sets how two nations stand.
    pub fn relation(&mut self, one: &str, other: &str, relation: Relation) {
        self.state.relations.set(nation(one), nation(other), relation);
    }

    /// The field as it stands, after the units were changed by hand.
    pub fn field(&mut self) -> Field<'_> {
        self.occupancy = occupancy(&self.state);
        Field { atlas: &self.atlas, book: &ROTD_EUWOL, state: &self.state, occupancy: &self.occupancy }
    }

    pub fn square(&self, name: &str) -> StrategicSquare {
        self.atlas.map.grid.parse(name).unwrap()
    }

    fn player(&mut self, nation: NationCode) -> PlayerNo {
        if let Some(place) = self.state.players.iter().position(|player| player.nation == nation) {
            return PlayerNo(place as u16);
        }
        let name = nation.to_string().to_lowercase();
        self.state.players.push(Player { name, nation, rank: Rank::General, offices: BTreeSet::new() });
        PlayerNo(self.state.players.len() as u16 - 1)
    }
}

pub fn nation(code: &str) -> NationCode {
    NationCode::new(code).unwrap()
}

/// A unit's id.
pub fn id(text: &str) -> UnitId {
    text.parse().unwrap()
}

pub fn tac(text: &str) -> TacticalSquare {
    text.parse().unwrap()
}
