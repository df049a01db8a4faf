//! A scenario's ships file, `maps/*.ships.toml`: the ships, what is building, and who holds what (WISC 2.2, N-76, N-78, N-79).

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::chart::{Chart, PortNo};
use crate::kind::{self, Kind, TypeFile};
use crate::place::Place;
use crate::ship::{Quality, Ship, ShipId};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::StrategicSquare;

/// A commander and a deputy, by their names.
type Officers = (Option<String>, Option<String>);

/// A ships file, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roster {
    /// The first day.
    pub begins: chrono::NaiveDate,
    pub days_a_turn: u16,
    /// Turns of the campaign (3.1).
    pub turns: u32,
    /// Names of ships to come, by nation and type (2.2).
    pub names: BTreeMap<NationCode, BTreeMap<Kind, Vec<String>>>,
    /// Who holds which port.
    pub ports: BTreeMap<PortNo, NationCode>,
    /// Naval stores of ports that begin with others than their yards say (N-40).
    pub stores: BTreeMap<PortNo, u32>,
    /// Who holds river squares that are not held with their state.
    pub rivers: BTreeMap<StrategicSquare, NationCode>,
    /// To whom the squares of border states belong.
    pub border: NationCode,
    /// The ships; their commander is player 0.
    pub ships: Vec<Ship>,
    /// Who commands and deputises, by name, where the file says so.
    pub seats: BTreeMap<ShipId, (Option<String>, Option<String>)>,
    /// Ships that are building.
    pub buildings: Vec<Building>,
}

/// A ship on the stocks (N-79).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Building {
    pub nation: NationCode,
    /// Her type.
    pub kind: Kind,
    /// The name she will bear, unless the list is to say.
    pub name: String,
    pub port: PortNo,
    /// The day on which she is ready.
    pub ready: chrono::NaiveDate,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RosterFile {
    format: u32,
    sea: String,
    begins: toml::value::Datetime,
    days_a_turn: u16,
    turns: u32,
    #[serde(rename = "type")]
    types: BTreeMap<String, TypeFile>,
    names: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    control: ControlFile,
    ship: Vec<ShipFile>,
    #[serde(default)]
    building: Vec<BuildingFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ControlFile {
    #[serde(rename = "US")]
    us: Vec<String>,
    #[serde(rename = "CS")]
    cs: Vec<String>,
    border: String,
    #[serde(default)]
    stores: BTreeMap<String, u32>,
    #[serde(default)]
    river: Vec<StretchFile>,
}

/// A stretch of a river that somebody holds.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct StretchFile {
    name: String,
    from: String,
    to: String,
    holder: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShipFile {
    id: String,
    #[serde(default)]
    name: String,
    at: String,
    base: Option<String>,
    attached_to: Option<String>,
    commander: Option<String>,
    deputy: Option<String>,
    state: StateFile,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StateFile {
    crew: Option<u32>,
    marines: Option<u32>,
    quality: Option<Quality>,
    experience: Option<u32>,
    stores: Option<u32>,
    hull: Option<u8>,
    propulsion: Option<u8>,
    #[serde(default)]
    ram: bool,
    fast: Option<bool>,
    capacity: Option<u32>,
    #[serde(default)]
    cargo: Vec<String>,
    supplies: Option<u32>,
    extra_stores: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BuildingFile {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    name: String,
    nation: String,
    at: String,
    ready: toml::value::Datetime,
}

impl Roster {
    /// Reads a ships file beside its chart.
    ///
    /// # Errors
    /// Every fault that can be told, a sentence each: another chart's file, a type that is not the book's, places and ids that
    /// are not there, a ship where she cannot be, one that could not fire a shot (N-78).
    pub fn read(text: &str, chart: &Chart) -> Result<Roster, Vec<String>> {
        let file: RosterFile = toml::from_str(text).map_err(|error| vec![error.to_string()])?;
        let mut faults = kind::differences(&file.types);
        if file.format != 1 || file.sea != chart.id {
            faults.push(format!("expected ships of format 1 on the chart {}, found {}", chart.id, file.sea));
        }
        let mut reader = Reader { chart, faults };
        let roster = Roster {
            begins: reader.day(&file.begins),
            days_a_turn: file.days_a_turn,
            turns: file.turns,
            names: reader.names(&file.names),
            ports: reader.holders(&file.control),
            stores: reader.stores(&file.control.stores),
            rivers: reader.stretches(&file.control.river),
            border: reader.nation("border", &file.control.border),
            ships: file.ship.iter().filter_map(|ship| reader.ship(ship)).collect(),
            seats: file.ship.iter().filter_map(ShipFile::seat).collect(),
            buildings: file.building.iter().filter_map(|building| reader.building(building)).collect(),
        };
        for (place, ship) in roster.ships.iter().enumerate() {
            if roster.ships[..place].iter().any(|other| other.id == ship.id) {
                reader.faults.push(format!("{}: twice", ship.id));
            }
        }
        if reader.faults.is_empty() { Ok(roster) } else { Err(reader.faults) }
    }
}

impl ShipFile {
    fn seat(&self) -> Option<(ShipId, Officers)> {
        Some((self.id.parse().ok()?, (self.commander.clone(), self.deputy.clone())))
    }
}

struct Reader<'a> {
    chart: &'a Chart,
    faults: Vec<String>,
}

impl Reader<'_> {
    fn must<T>(&mut self, found: Option<T>, why: impl FnOnce() -> String) -> Option<T> {
        if found.is_none() {
            self.faults.push(why());
        }
        found
    }

    fn day(&mut self, day: &toml::value::Datetime) -> chrono::NaiveDate {
        let read = day.to_string().parse().ok();
        self.must(read, || format!("{day} is no day")).unwrap_or_default()
    }

    fn nation(&mut self, of: &str, code: &str) -> NationCode {
        let nation = NationCode::new(code);
        self.must(nation, || format!("{of}: {code} is no nation")).unwrap_or(NationCode::AUSTRIA)
    }

    fn names(
        &mut self,
        names: &BTreeMap<String, BTreeMap<String, Vec<String>>>,
    ) -> BTreeMap<NationCode, BTreeMap<Kind, Vec<String>>> {
        let mut read: BTreeMap<_, BTreeMap<_, _>> = BTreeMap::new();
        for (nation, kinds) in names {
            let of = self.nation("names", nation);
            for (code, list) in kinds {
                let kind = self.must(Kind::of_code(code), || format!("names: {code} is no type"));
                read.entry(of).or_default().extend(kind.map(|kind| (kind, list.clone())));
            }
        }
        read
    }

    fn port(&mut self, of: &str, name: &str) -> Option<PortNo> {
        self.must(self.chart.port_of(name), || format!("{of}: {name} is no port"))
    }

    fn square(&mut self, of: &str, name: &str) -> Option<StrategicSquare> {
        self.must(self.chart.grid.parse(name).ok(), || format!("{of}: {name} is no square"))
    }

    fn holders(&mut self, control: &ControlFile) -> BTreeMap<PortNo, NationCode> {
        let mut held = BTreeMap::new();
        for (code, names) in [("US", &control.us), ("CS", &control.cs)] {
            let nation = self.nation("control", code);
            for name in names {
                held.extend(self.port("control", name).map(|port| (port, nation)));
            }
        }
        held
    }

    fn stores(&mut self, stores: &BTreeMap<String, u32>) -> BTreeMap<PortNo, u32> {
        stores
            .iter()
            .filter_map(|(name, stores)| Some((self.port("control.stores", name)?, *stores)))
            .collect()
    }

    fn stretches(&mut self, stretches: &[StretchFile]) -> BTreeMap<StrategicSquare, NationCode> {
        let mut held = BTreeMap::new();
        for stretch in stretches {
            let holder = self.nation(&stretch.name, &stretch.holder);
            let ends = (self.square(&stretch.name, &stretch.from), self.square(&stretch.name, &stretch.to));
            let (Some(from), Some(to)) = ends else { continue };
            let narrowest = Kind::Gunboat.row().narrowest;
            let way = self.chart.rivers.way(from, to, narrowest);
            let why = || format!("{}: no way from {} to {}", stretch.name, stretch.from, stretch.to);
            let Some(way) = self.must(way, why) else { continue };
            held.insert(from, holder);
            held.extend(way.into_iter().map(|(at, _)| (at, holder)));
        }
        held
    }

    fn ship(&mut self, file: &ShipFile) -> Option<Ship> {
        let id: Option<ShipId> = file.id.parse().ok();
        let id = self.must(id, || format!("{} is no ship's id", file.id))?;
        let at = self.must(self.chart.place_named(&file.at), || format!("{id}: {} is no place", file.at))?;
        let mut ship = Ship::new(id, at, PlayerNo(0));
        let state = &file.state;
        ship.name.clone_from(&file.name);
        ship.base = file.base.as_ref().and_then(|base| self.port(&file.id, base));
        ship.capacity = state.capacity.unwrap_or(0);
        ship.crew = state.crew.unwrap_or_else(|| ship.whole_crew());
        ship.marines = state.marines.unwrap_or(0);
        ship.quality = state.quality.unwrap_or(ship.quality);
        ship.experience = state.experience.unwrap_or(ship.experience);
        ship.stores = state.stores.unwrap_or(ship.stores);
        ship.hull = state.hull.unwrap_or(0);
        ship.propulsion = state.propulsion.unwrap_or(0);
        ship.ram = state.ram;
        ship.fast = state.fast.unwrap_or(ship.fast);
        let unit = |unit: &String| {
            let named = unit.parse().ok();
            self.must(named, || format!("{id}: cargo: {unit} is no unit's id"))
        };
        ship.cargo = state.cargo.iter().filter_map(unit).collect();
        ship.supplies = state.supplies.unwrap_or(0);
        ship.extra_stores = state.extra_stores.unwrap_or(0);
        if let Some(leader) = &file.attached_to {
            let leader = leader.parse().ok();
            ship.attached_to = self.must(leader, || format!("{id}: attached to no ship"));
        }
        self.sound(&ship);
        Some(ship)
    }

    fn sound(&mut self, ship: &Ship) {
        let id = ship.id;
        let mut must = |holds: bool, why: &str| {
            if !holds {
                self.faults.push(format!("{id}: {why}"));
            }
        };
        let at_sea = matches!(ship.at, Place::Sea(..) | Place::Transit(..));
        must(ship.is_seagoing() || !at_sea, "her type never goes to sea (2.1)");
        let square = self.chart.river_square(ship.at);
        let floats = square.is_none_or(|at| self.chart.rivers.floats(at, id.kind.row().narrowest));
        must(floats || matches!(ship.at, Place::Harbor(_)), "her type cannot be in this river (2.1)");
        must(ship.hull < 5 && ship.propulsion <= 5, "damage is 0 to 5, and at 5 of hull she sinks (2.2)");
        if id.kind.is_transport() {
            must((2_000..=20_000).contains(&ship.capacity), "a capacity is 2,000 to 20,000 (2.5)");
        } else {
            must(
                ship.crew * 10 > ship.whole_crew() * 3,
                "with 30 per cent of her crew she has no strength (7.5)",
            );
        }
    }

    fn building(&mut self, file: &BuildingFile) -> Option<Building> {
        let kind = self.must(Kind::of_code(&file.kind), || format!("building: {} is no type", file.kind))?;
        let port = self.port("building", &file.at)?;
        let nation = self.nation("building", &file.nation);
        Some(Building { nation, kind, name: file.name.clone(), port, ready: self.day(&file.ready) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldpost_ground::map_file;

    const MAP: &str = include_str!("../../../maps/cwol.map.toml");
    const SEA: &str = include_str!("../../../maps/cwol.sea.toml");

    fn chart() -> Chart {
        Chart::read(SEA, &map_file::load(MAP).unwrap().atlas.map).unwrap()
    }

    #[test]
    fn both_navies_of_1862_are_read() {
        let chart = chart();
        let campaign = Roster::read(include_str!("../../../maps/cwol-1862.ships.toml"), &chart).unwrap();
        let transports = campaign.ships.iter().filter(|ship| ship.id.kind.is_transport()).count();
        assert_eq!((campaign.ships.len() - transports, transports, campaign.buildings.len()), (127, 12, 13));
        let roads =
            Roster::read(include_str!("../../../scenarios/hampton-roads-1862/ships.toml"), &chart).unwrap();
        assert_eq!((roads.ships.len(), roads.turns, roads.days_a_turn), (15, 4, 2));
    }

    #[test]
    fn what_cannot_be_is_told_of_every_ship() {
        let text = include_str!("../../../scenarios/hampton-roads-1862/ships.toml");
        let text = text.replace("at = \"Norfolk\"", "at = \"MAC\"").replace("crew = 280", "crew = 100");
        let faults = Roster::read(&text, &chart()).unwrap_err().join("\n");
        assert!(faults.contains("CS1RI: her type never goes to sea"), "{faults}");
        assert!(faults.contains("US1FR: with 30 per cent"), "{faults}");
    }
}
