//! New units: what a unit of a type has where nothing else is said (`docs/rule-cases.md`, `docs/scenarios.md`).

use serde::{Deserialize, Deserializer};

use crate::games::ground::square::{Grid, StrategicSquare, TacticalSquare};
use crate::games::ground::tactical::{Atlas, Ground};
use crate::games::land::book::Book;
use crate::games::land::unit::{Guns, Quality, Source, Status, Unit, UnitId, UnitType, Weapon};

/// ROTD-EUWOL 3.1: men of a battery, attached or not.
pub const MEN_PER_BATTERY: u32 = 100;

/// ROTD-EUWOL 3.1: the men that a regiment of a unit starts with; none where a type has no regiments.
pub fn men_per_regiment(id: UnitId) -> u32 {
    let german = id.nation.is_german();
    match id.kind {
        UnitType::Infantry | UnitType::LightInfantry => [600, 800][usize::from(german)],
        UnitType::Militia => 500,
        kind if kind.is_cavalry() => [300, 400][usize::from(german)],
        _ => 0,
    }
}

/// Men, regiments and batteries of a new unit: rule 3.1's four regiments (militia three) or four batteries.
fn establishment(id: UnitId) -> (u32, u8, u8) {
    match id.kind {
        UnitType::ArmyHq | UnitType::CorpsHq | UnitType::PontoonBridge => (100, 0, 0),
        kind if kind.is_artillery() => (4 * MEN_PER_BATTERY, 0, 4),
        kind => {
            let regiments = if kind == UnitType::Militia { 3 } else { 4 };
            (u32::from(regiments) * men_per_regiment(id), regiments, 0)
        }
    }
}

/// The basic personal arm of a type (rule 3.4).
pub fn basic_weapon(kind: UnitType) -> Weapon {
    match kind {
        UnitType::Infantry | UnitType::LightInfantry | UnitType::Militia => Weapon::Musket,
        UnitType::MediumCavalry | UnitType::LightCavalry => Weapon::Carbine,
        UnitType::HeavyCavalry => Weapon::Sabre,
        UnitType::HorseArtillery
        | UnitType::LightArtillery
        | UnitType::SiegeArtillery
        | UnitType::NavalBattery
        | UnitType::ArmyHq
        | UnitType::CorpsHq
        | UnitType::PontoonBridge => Weapon::None,
    }
}

/// A unit as rule cases and scenarios have it where they say nothing else: full, average, rested, with one
/// supply and all its ammunition (a bridge and a headquarters too: it does no harm there).
///
/// Its home is its nation's state of the same name, or the nation's code where does not list it.
/// Communications are not known before they are worked out for a position; until then it counts as in them.
pub fn unit(id: UnitId, at: StrategicSquare, tac: TacticalSquare) -> Unit {
    let (strength, regiments, batteries) = establishment(id);
    Unit {
        id,
        at,
        tac,
        in_fort: false,
        home: id.nation.words(),
        strength,
        regiments,
        batteries,
        quality: Quality::Average,
        experience: 5,
        morale: 50,
        fatigue: 0,
        initiative: 3,
        weapon: basic_weapon(id.kind),
        guns: Guns::Smoothbore,
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

/// A unit as a file lists it: everything but id and place may be left out.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct UnitEntry {
    pub id: UnitId,
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
    pub fn muster(&self, grid: &Grid) -> Result<Unit, String> {
        let at = grid.parse(&self.at).map_err(|fault| fault.to_string())?;
        let plain = unit(self.id, at, self.tac.unwrap_or(TacticalSquare::MIDDLE));
        Ok(Unit {
            in_fort: self.in_fort,
            home: self.home.clone().unwrap_or(plain.home),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prussian_and_german_units_are_larger() {
        let size = |id: &str| {
            let place = StrategicSquare { col: 0, row: 0 };
            let unit = unit(id.parse().unwrap(), place, TacticalSquare::MIDDLE);
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
}
