//! New units: what a unit of a type has where nothing else is said (`docs/rule-cases.md`, `docs/scenarios.md`).

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};

use crate::book::{Book, Home};
use crate::field::{Field, occupancy};
use crate::siege;
use crate::state::{City, LandState};
use crate::unit::{Guns, Quality, Source, Status, Unit, UnitId, UnitType, Weapon};
use fieldpost_ground::square::{Grid, StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::{Atlas, Ground};

/// A unit as rule cases and scenarios have it where they say nothing else: full, average, rested, with one
/// supply and all its ammunition (a bridge and a headquarters too: it does no harm there).
///
/// Its home is its nation's state of the same name, or the nation's code where does not list it.
/// Communications are not known before they are worked out for a position; until then it counts as in them.
pub fn unit(book: &Book, id: UnitId, at: StrategicSquare, tac: TacticalSquare) -> Unit {
    let kind = book.kind(id.kind);
    Unit {
        id,
        at,
        tac,
        in_fort: false,
        home: id.nation.words(),
        home_city: None,
        strength: kind.size.raised(id.nation),
        regiments: kind.size.regiments,
        batteries: kind.size.batteries,
        quality: Quality::Average,
        experience: 5,
        morale: 50,
        fatigue: 0,
        initiative: 3,
        weapon: kind.weapons.all[0],
        guns: book.musters.guns.all[0],
        supplies: 1,
        ammunition: 5,
        hungry: 0,
        munitions: false,
        status: Status::Active,
        in_communications: true,
        communications: None,
        source: None,
        casualties: 0,
        wounded: 0,
        stragglers: 0,
        prisoners: 0,
        killed: 0,
        deployed: false,
        reforming: None,
    }
}

/// ROTD-EUWOL 12.4: whether a unit is a pontoon bridge in a river square without a railway bridge, where it can only
/// be as a bridge that is laid.
pub fn lies_in_a_river(unit: &Unit, atlas: &Atlas) -> bool {
    let sheet = atlas.sheet(unit.at);
    unit.id.kind == UnitType::PontoonBridge
        && sheet.ground_at(unit.tac) == Ground::River
        && !sheet.bridge[unit.tac.index()]
}

/// ROTD-CWOL 7.16, 12.2: gives militia without a home city the one of their home state that is nearest to where they stand, of
/// equally near ones the first by name; none where the book knows no such city, or the state has none.
pub fn settle_homes(book: &Book, atlas: &Atlas, state: &mut LandState) {
    let cities = &state.cities;
    state.units.values_mut().for_each(|unit| settle_home(book, atlas, cities, unit));
}

/// The same of one unit.
pub fn settle_home(book: &Book, atlas: &Atlas, cities: &BTreeMap<String, City>, unit: &mut Unit) {
    let is_homeless = unit.id.kind == UnitType::Militia && unit.home_city.is_none();
    if book.musters.home != Home::City || !is_homeless {
        return;
    }
    let near = cities.iter().filter(|(_, city)| lies_at_home(atlas, city, unit));
    let nearest = near.min_by_key(|(name, city)| (city.at.distance(unit.at), *name));
    unit.home_city = nearest.map(|(name, _)| name.clone());
}

fn lies_at_home(atlas: &Atlas, city: &City, unit: &Unit) -> bool {
    atlas.map.state_at(city.at).is_some_and(|state| state.name == unit.home)
}

/// ROTD-CWOL 7.16: why a city cannot be a unit's home: only militia have one, in their home state.
pub fn fault_of_home(atlas: &Atlas, state: &LandState, unit: &Unit, name: &str) -> Option<String> {
    let Some(city) = state.cities.get(name) else {
        return Some(format!("expected a city of the game, found {name:?}"));
    };
    if unit.id.kind != UnitType::Militia {
        return Some("only militia have a home city".into());
    }
    (!lies_at_home(atlas, city, unit))
        .then(|| format!("expected a city of the home state {}, found {name}", unit.home))
}

/// A unit as a file lists it: everything but id and place may be left out.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitEntry {
    pub id: UnitId,
    /// What it is called beside its id, such as by its general's name.
    pub name: Option<String>,
    /// The strategic square's name.
    pub at: String,
    /// The tactical square; 7-7 if left out.
    pub tac: Option<TacticalSquare>,
    pub strength: Option<u32>,
    pub regiments: Option<u8>,
    pub batteries: Option<u8>,
    pub quality: Option<Quality>,
    pub experience: Option<u16>,
    pub morale: Option<u8>,
    pub fatigue: Option<u16>,
    pub initiative: Option<u8>,
    /// A weapon, or `basic`.
    #[serde(default, deserialize_with = "basic_or")]
    pub weapon: Option<Weapon>,
    /// Guns, or `basic`.
    #[serde(default, deserialize_with = "basic_or")]
    pub guns: Option<Guns>,
    pub supplies: Option<u8>,
    pub ammunition: Option<u8>,
    pub status: Option<Status>,
    #[serde(default)]
    pub in_fort: bool,
    /// A militia's home state; the nation's name if left out.
    pub home: Option<String>,
    /// A militia's home city; the city of its home state nearest to where it stands if left out.
    pub home_city: Option<String>,
    /// The commanding player's name.
    pub commander: Option<String>,
    /// The deputy's name.
    pub deputy: Option<String>,
    /// Supply source on the last status report.
    pub source: Option<String>,
}

/// `basic` is what the type has anyway.
fn basic_or<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    use serde::de::IntoDeserializer;
    let words = String::deserialize(deserializer)?;
    if words == "basic" {
        return Ok(None);
    }
    let words: serde::de::value::StrDeserializer<'_, D::Error> = words.as_str().into_deserializer();
    T::deserialize(words).map(Some)
}

impl UnitEntry {
    /// The unit, with its type's own values where the entry has none.
    ///
    /// # Errors
    /// If its square is not on the map: what was expected and what was found.
    pub fn muster(&self, book: &Book, grid: &Grid) -> Result<Unit, String> {
        let at = grid.parse(&self.at).map_err(|fault| fault.to_string())?;
        let plain = unit(book, self.id, at, self.tac.unwrap_or(TacticalSquare::MIDDLE));
        Ok(Unit {
            in_fort: self.in_fort,
            home: self.home.clone().unwrap_or(plain.home),
            home_city: self.home_city.clone(),
            strength: self.strength.unwrap_or(plain.strength),
            regiments: self.regiments.unwrap_or(plain.regiments),
            batteries: self.batteries.unwrap_or(plain.batteries),
            quality: self.quality.unwrap_or(plain.quality),
            experience: self.experience.unwrap_or(plain.experience),
            morale: self.morale.unwrap_or(plain.morale),
            fatigue: self.fatigue.unwrap_or(plain.fatigue),
            initiative: self.initiative.unwrap_or(plain.initiative),
            weapon: self.weapon.unwrap_or(plain.weapon),
            guns: self.guns.unwrap_or(plain.guns),
            supplies: self.supplies.unwrap_or(plain.supplies),
            ammunition: self.ammunition.unwrap_or(plain.ammunition),
            status: self.status.unwrap_or(plain.status),
            source: self.source.as_deref().map(|words| source(words, grid)),
            ..plain
        })
    }
}

/// A supply source by its name: a unit, the depot or cache in a square, else a city.
pub fn source(words: &str, grid: &Grid) -> Source {
    if let Ok(unit) = words.parse() {
        return Source::Unit(unit);
    }
    grid.parse(words).map_or_else(|_| Source::City(words.into()), Source::Depot)
}

/// Initiative where a scenario does not fix it (rule 3.2, R-3.2): by type, one faster for the very good and the
/// seasoned, one slower for the poor and the tired, 1 to 5.
pub fn usual_initiative(book: &Book, unit: &Unit) -> u8 {
    let by_type = book.kind(unit.id.kind).initiative;
    let faster = unit.quality >= Quality::VeryGood || unit.experience >= 25;
    let slower = unit.quality <= Quality::Poor || unit.fatigue >= 9;
    (by_type + u8::from(slower) - u8::from(faster)).clamp(1, 5)
}

/// Gives enemies beside a city, whose men `is_counted` does not know, so many that as the units stand each city is besieged that is said
/// to be, and no other: for a position of which no report tells how strong they are, or who else is there.
pub fn besiegers(
    atlas: &Atlas,
    book: &'static Book,
    state: &mut LandState,
    is_counted: impl Fn(UnitId) -> bool,
) {
    let occupancy = occupancy(state);
    let field = Field { atlas, book, state, occupancy: &occupancy };
    let mut men_of = BTreeMap::new();
    for city in state.cities.values().filter(|city| siege::is_besieged(field, city) != city.besieged) {
        let (counted, others): (Vec<_>, Vec<_>) =
            siege::besiegers(field, city).partition(|unit| is_counted(unit.id));
        let borne = siege::borne(field, city);
        let room = borne.saturating_sub(siege::men(counted.into_iter())) / (others.len() as u64).max(1);
        let enough = |unit: &Unit| match city.besieged {
            true => u64::from(unit.strength).max(borne + 1),
            false => u64::from(unit.strength).min(room.max(1)),
        };
        men_of.extend(others.into_iter().map(|unit| (unit.id, enough(unit))));
    }
    for (id, men) in men_of {
        if let Some(unit) = state.units.get_mut(&id) {
            unit.strength = u32::try_from(men).unwrap_or(u32::MAX);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::ROTD_EUWOL;
    use crate::sandbox::Sandbox;
    use crate::state::Fort;

    #[test]
    fn prussian_and_german_units_are_larger() {
        let size = |id: &str| {
            let place = StrategicSquare { col: 0, row: 0 };
            let unit = unit(&ROTD_EUWOL, id.parse().unwrap(), place, TacticalSquare::MIDDLE);
            (unit.strength, unit.regiments, unit.batteries)
        };
        assert_eq!(size("FR1IN"), (2400, 4, 0));
        assert_eq!(size("PR1IN"), (3200, 4, 0));
        assert_eq!(size("BA1LC"), (1600, 4, 0));
        assert_eq!(size("AU1HC"), (1200, 4, 0));
        assert_eq!(size("AU1LA"), (400, 0, 4));
        assert_eq!(size("AU1MI"), (1500, 3, 0));
        assert_eq!(size("AU1AQ"), (100, 0, 0));
    }

    /// Whether a city is besieged by two units of unknown strength, once these were given men, where it is said to be or not to be.
    fn besieged_by_the_uncounted(said: bool, capacity: Option<u32>) -> bool {
        let mut sandbox = Sandbox::new("1x1", |_| {});
        sandbox.unit("FR1IN", "A0-N0", "7-7").strength = 3400;
        for id in ["AU1IN", "AU2IN"] {
            sandbox.unit(id, "A0-N0", "6-8");
        }
        let city = sandbox.city("Metz", "A0-N0", "7-7", "FR");
        city.besieged = said;
        city.fort = capacity.map(|capacity| Fort { strength: 3, capacity });
        let city = city.clone();
        let book = sandbox.field().book;
        let mut state = sandbox.field().state.clone();
        besiegers(sandbox.field().atlas, book, &mut state, |id| id.to_string() == "FR1IN");
        let occupancy = occupancy(&state);
        let field = Field { atlas: sandbox.field().atlas, book, state: &state, occupancy: &occupancy };
        assert_eq!(state.units.values().map(|unit| unit.strength).next_back(), Some(3400));
        siege::is_besieged(field, &city)
    }

    #[test]
    fn who_was_not_counted_besieges_as_it_is_said() {
        for capacity in [None, Some(9000), Some(60_000)] {
            assert!(besieged_by_the_uncounted(true, capacity));
            assert!(!besieged_by_the_uncounted(false, capacity));
        }
    }
}
