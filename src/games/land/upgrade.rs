//! Better arms (rule 3.4; ).

use crate::engine::event::Saw;
use crate::games::ground::nation::NationCode;
use crate::games::land::detection::witness;
use crate::games::land::event::reason::{Reason, Why};
use crate::games::land::event::{Fact, Matter, Scene};
use crate::games::land::treasury::{self, Giver};
use crate::games::land::turn::Turn;
use crate::games::land::unit::{Guns, Status, Unit, UnitId, UnitType, Weapon};

/// ROTD-EUWOL 3.4, R-3.4: the next better personal arm that a unit may carry: rifles for muskets; for rifles
/// breechloaders in Prussian and German, Chassepots in French infantry, and nothing in militia; breechloading
/// carbines in light and medium cavalry. Heavy cavalry keeps its sabres.
pub fn better_weapon(id: UnitId, weapon: Weapon) -> Option<Weapon> {
    let is_infantry = matches!(id.kind, UnitType::Infantry | UnitType::LightInfantry);
    match weapon {
        Weapon::Musket if is_infantry || id.kind == UnitType::Militia => Some(Weapon::Rifle),
        Weapon::Rifle if is_infantry && id.nation.is_german() => Some(Weapon::Breechloader),
        Weapon::Rifle if is_infantry && is_french(id.nation) => Some(Weapon::Chassepot),
        Weapon::Carbine if matches!(id.kind, UnitType::LightCavalry | UnitType::MediumCavalry) => {
            Some(Weapon::BreechCarbine)
        }
        _ => None,
    }
}

/// ROTD-EUWOL 3.4, R-3.4: the next better guns that a nation's batteries may have: rifled for smoothbore; for rifled
/// breechloading ones in Prussian and German, mitrailleuses in French units.
pub fn better_guns(nation: NationCode, guns: Guns) -> Option<Guns> {
    match guns {
        Guns::Smoothbore => Some(Guns::Rifled),
        Guns::Rifled if nation.is_german() => Some(Guns::Breech),
        Guns::Rifled if is_french(nation) => Some(Guns::Mitrailleuse),
        Guns::Rifled | Guns::Breech | Guns::Mitrailleuse => None,
    }
}

fn is_french(nation: NationCode) -> bool {
    nation.as_str() == "FR"
}

/// ROTD-EUWOL 3.4, R-3.4, R-8.7: an order of the treasury: one step for the unit's personal arm or, if that is the
/// best it may have, for its guns; against its price.
pub fn upgrade(turn: &mut Turn, giver: Giver, id: UnitId) {
    match bought(turn, giver, id) {
        Ok(unit) => {
            turn.state.units.insert(id, unit);
            witness::tell_own(turn, id, Fact::Upgrade(turn.stand(id)));
            let ministers = treasury::ministers(&turn.state, giver.nation);
            if let Some(told) = turn.events.last_mut() {
                told.to.extend(ministers.into_iter().chain([giver.player]).map(|player| (player, Saw::All)));
            }
        }
        Err(why) => {
            let scene = Scene { matter: Some(Matter::Unit(id)), ..Scene::default() };
            let why = Why::NotRearmed.of(id).because(why);
            treasury::tell(turn, giver, Fact::Declined(scene.told(why)));
        }
    }
}

fn bought(turn: &mut Turn, giver: Giver, id: UnitId) -> Result<Unit, Reason> {
    let unit = turn.state.units.get(&id).filter(|_| id.nation == giver.nation);
    let unit = unit.ok_or(Why::NoUnitOfYours)?;
    if unit.status == Status::Shattered {
        return Err(Why::Shattered.into());
    }
    let better = rearmed(unit).ok_or(Why::BestArms)?;
    let price = turn.state.prices.upgrade;
    treasury::pay(&mut turn.state, giver.nation, price)?;
    Ok(better)
}

/// The unit with the next better arms, if there are any for it.
fn rearmed(unit: &Unit) -> Option<Unit> {
    let weapon = better_weapon(unit.id, unit.weapon).map(|weapon| Unit { weapon, ..unit.clone() });
    let guns = || {
        let guns = better_guns(unit.id.nation, unit.guns).filter(|_| unit.batteries > 0)?;
        Some(Unit { guns, ..unit.clone() })
    };
    weapon.or_else(guns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ground::square::{StrategicSquare, TacticalSquare};
    use crate::games::land::muster;
    use crate::games::land::sandbox::id;

    /// What a unit comes to carry by one order after the other.
    fn ladder(name: &str, batteries: u8) -> Vec<(Weapon, Guns)> {
        let plain = muster::unit(id(name), StrategicSquare { col: 0, row: 0 }, TacticalSquare::MIDDLE);
        let steps = std::iter::successors(Some(Unit { batteries, ..plain }), rearmed);
        steps.skip(1).map(|unit| (unit.weapon, unit.guns)).collect()
    }

    #[test]
    fn each_nation_and_arm_has_its_own_best() {
        use Guns::{Breech, Mitrailleuse, Rifled, Smoothbore};
        use Weapon::{BreechCarbine, Breechloader, Chassepot, Rifle};
        assert_eq!(ladder("AU1IN", 0), [(Rifle, Smoothbore)]);
        assert_eq!(ladder("PR1IN", 0), [(Rifle, Smoothbore), (Breechloader, Smoothbore)]);
        assert_eq!(ladder("BA1LI", 0), [(Rifle, Smoothbore), (Breechloader, Smoothbore)]);
        assert_eq!(ladder("FR1IN", 0), [(Rifle, Smoothbore), (Chassepot, Smoothbore)]);
        assert_eq!(ladder("FR1MI", 0), [(Rifle, Smoothbore)]);
        assert_eq!(ladder("AU1LC", 0), [(BreechCarbine, Smoothbore)]);
        assert_eq!(ladder("AU1MC", 1), [(BreechCarbine, Smoothbore), (BreechCarbine, Rifled)]);
        assert_eq!(ladder("AU1HC", 0), []);
        assert_eq!(ladder("AU1HC", 1), [(Weapon::Sabre, Rifled)]);
        assert_eq!(ladder("AU1LA", 4), [(Weapon::None, Rifled)]);
        assert_eq!(ladder("PR1HA", 4), [(Weapon::None, Rifled), (Weapon::None, Breech)]);
        assert_eq!(ladder("FR1SA", 4), [(Weapon::None, Rifled), (Weapon::None, Mitrailleuse)]);
        assert_eq!(ladder("FR1CQ", 0), []);
    }
}
