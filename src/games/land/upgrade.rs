//! Better arms (rule 3.4; ).

use crate::book::Book;
use crate::detection::witness;
use crate::event::reason::{Reason, Why};
use crate::event::{Fact, Matter, Scene};
use crate::treasury::{self, Giver};
use crate::turn::Turn;
use crate::unit::{Status, Unit, UnitId};
use fieldpost_engine::event::Saw;

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
    let better = rearmed(turn.book, unit).ok_or(Why::BestArms)?;
    let price = turn.state.prices.upgrade;
    treasury::pay(&mut turn.state, giver.nation, price)?;
    Ok(better)
}

/// ROTD-EUWOL 3.4, R-3.4: the unit with the next better arms, if there are any for it.
fn rearmed(book: &Book, unit: &Unit) -> Option<Unit> {
    let nation = unit.id.nation;
    let weapon = book.kind(unit.id.kind).weapons.after(nation, unit.weapon);
    let guns = || {
        let guns = book.musters.guns.after(nation, unit.guns).filter(|_| unit.batteries > 0)?;
        Some(Unit { guns, ..unit.clone() })
    };
    weapon.map(|weapon| Unit { weapon, ..unit.clone() }).or_else(guns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::ROTD_EUWOL;
    use crate::muster;
    use crate::sandbox::id;
    use crate::unit::{Guns, Weapon};
    use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

    /// What a unit comes to carry by one order after the other.
    fn ladder(name: &str, batteries: u8) -> Vec<(Weapon, Guns)> {
        let plain =
            muster::unit(&ROTD_EUWOL, id(name), StrategicSquare { col: 0, row: 0 }, TacticalSquare::MIDDLE);
        let steps =
            std::iter::successors(Some(Unit { batteries, ..plain }), |unit| rearmed(&ROTD_EUWOL, unit));
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
