//! What maps show of towns: forts and sieges as far as the player knows of them, whose side each is on, and which names may not be left out.

use crate::vantage::Vantage;
use fieldpost_ground::map::CitySite;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_land::state::City;
use fieldpost_picture::Side;
use fieldpost_picture::towns::Towns;

/// What a player's maps show of towns.
pub(crate) fn towns<'a>(vantage: &Vantage<'a>) -> Towns<'a> {
    let known = |is: fn(&City) -> bool| -> Vec<&'a str> {
        vantage.cities.iter().filter(|(_, city)| is(city)).map(|(name, _)| *name).collect()
    };
    let own = vantage.player.nation;
    let held = vantage.atlas.map.cities.iter().filter_map(|site| Some((site, holder(vantage, site)?)));
    let held: Vec<(&'a CitySite, NationCode)> = held.collect();
    let others = held.iter().map(|(site, nation)| (site.name.as_str(), side(vantage.relation(*nation))));
    let matter = held.iter().filter(|(_, nation)| *nation == own && !vantage.is_umpire());
    let matter = matter.map(|(site, _)| site.name.as_str()).chain(capitals(vantage));
    Towns {
        forts: known(|city| city.fort.is_some()),
        besieged: known(|city| city.besieged),
        taken: taken(vantage),
        others: others.filter(|(_, side)| *side != Side::Allied).collect(),
        matter: matter.collect(),
    }
}

/// Who holds a town: as far as the player knows, else whose soil it is, which everybody knows.
fn holder(vantage: &Vantage<'_>, site: &CitySite) -> Option<NationCode> {
    let known = vantage.cities.iter().find(|(name, _)| *name == site.name);
    known.map(|(_, city)| city.control).or_else(|| vantage.soil_of(site.at))
}

/// The greatest town on the soil of each nation that plays.
fn capitals<'a>(vantage: &Vantage<'a>) -> impl Iterator<Item = &'a str> {
    let sites: &'a [CitySite] = &vantage.atlas.map.cities;
    let greatest = |nation: NationCode| {
        let on_soil = sites.iter().filter(|site| vantage.soil_of(site.at) == Some(nation));
        on_soil.max_by_key(|site| site.population).map(|site| site.name.as_str())
    };
    vantage.nations().into_iter().filter_map(greatest).collect::<Vec<_>>().into_iter()
}

/// ROTD-EUWOL 1.4: the cities that another nation controls than the one on whose soil they lie, as far as is known.
fn taken<'a>(vantage: &Vantage<'a>) -> Vec<(&'a str, Side)> {
    let is_taken = |city: &City| vantage.soil_of(city.at).is_some_and(|soil| soil != city.control);
    let taken = vantage.cities.iter().filter(|(_, city)| is_taken(city));
    taken.map(|(name, city)| (*name, side(vantage.relation(city.control)))).collect()
}

pub(crate) fn side(relation: Relation) -> Side {
    match relation {
        Relation::Same | Relation::Allied => Side::Allied,
        Relation::Neutral => Side::Neutral,
        Relation::Hostile => Side::Hostile,
    }
}
