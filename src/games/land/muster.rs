//! New units: what a unit of a type has where nothing else is said (`docs/cases.md`, `docs/scenarios.md`).

use crate::games::ground::square::{StrategicSquare, TacticalSquare};
use crate::games::land::unit::{Guns, Quality, Status, Unit, UnitId, UnitType, Weapon};

/// Men, regiments and batteries of a new unit: rule 3.1's four regiments (militia three) or four batteries.
fn establishment(id: UnitId) -> (u32, u8, u8) {
    let german = id.nation.is_german();
    match id.kind {
        UnitType::Infantry | UnitType::LightInfantry => (if german { 3200 } else { 2400 }, 4, 0),
        UnitType::HeavyCavalry | UnitType::MediumCavalry | UnitType::LightCavalry => {
            (if german { 1600 } else { 1200 }, 4, 0)
        }
        UnitType::HorseArtillery
        | UnitType::LightArtillery
        | UnitType::SiegeArtillery
        | UnitType::NavalBattery => (400, 0, 4),
        UnitType::Militia => (1500, 3, 0),
        UnitType::ArmyHq | UnitType::CorpsHq | UnitType::PontoonBridge => (100, 0, 0),
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
        home: id.nation.name().map_or_else(|| id.nation.to_string(), str::to_string),
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
        status: Status::Active,
        in_communications: true,
        communications: None,
        source: None,
        casualties: 0,
        wounded: 0,
        stragglers: 0,
        prisoners: 0,
        killed: 0,
    }
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
