//! Supplies bought (R-11.6b, R-8.7).

use crate::communications::{cities_by_square, is_besieged_square};
use crate::event::reason::{Reason, Why};
use crate::event::{Fact, Matter, Scene};
use crate::orders::SupplyPlace;
use crate::supply::transfers::{self, Site, change, site};
use crate::treasury::{self, Giver};
use crate::turn::Turn;
use fieldpost_engine::form2::Called;

/// R-11.6b, R-8.7: adds supplies to a city, depot or cache of the giver's nation, against their price. Nothing comes
/// into a besieged city (rule 11.3).
pub fn add(turn: &mut Turn, giver: Giver, amount: u32, to: &SupplyPlace) {
    let name = transfers::name(&turn.atlas.map.grid, to);
    let matter = Some(Matter::Store(Called::new(to.clone(), &name)));
    match bought(turn, giver, amount, to) {
        Ok(site) => {
            change(&mut turn.state, &site.stock, |supplies| supplies.saturating_add(amount));
            let scene = Scene { at: Some(site.end.at), tac: Some(site.end.tac), matter };
            let affair = scene.told(Why::Added.of(amount).named(to, name));
            treasury::tell(turn, giver, Fact::Purchase(affair));
        }
        Err(why) => {
            let scene = Scene { matter, ..Scene::default() };
            let why = Why::NotAdded.named(to, name).because(why);
            treasury::tell(turn, giver, Fact::Declined(scene.told(why)));
        }
    }
}

fn bought(turn: &mut Turn, giver: Giver, amount: u32, to: &SupplyPlace) -> Result<Site, Reason> {
    let field = turn.field();
    let site = site(field, giver.nation, to).filter(|site| site.owner == giver.nation);
    let site = site.ok_or(Why::NotYours)?;
    if is_besieged_square(&cities_by_square(field.state), site.end.at, site.end.tac) {
        return Err(Why::CityBesieged.into());
    }
    let price = turn.state.prices.supply.times(amount);
    treasury::pay(&mut turn.state, giver.nation, price)?;
    Ok(site)
}
