//! The land about the waters of a chart.

use std::collections::BTreeMap;

use crate::fleet::Fleet;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::tactical::Atlas;
use fieldpost_picture::Side;
use fieldpost_sea_tell::SeaView;

/// The land that charts show.
#[derive(Clone)]
pub(crate) struct Shore<'a> {
    pub atlas: &'a Atlas,
    pub owners: &'a BTreeMap<String, NationCode>,
    /// Towns that are on other sides than the player's.
    pub others: Vec<(&'a str, Side)>,
}

impl<'a> Shore<'a> {
    /// The land as a player's charts show it: whose side a port is on is known of the own side's ports, and else whose soil it lies on.
    pub(crate) fn of(fleet: Fleet<'a>, player: PlayerNo, view: &SeaView) -> Self {
        let (atlas, land) = (&*fleet.table.atlas, &*fleet.table.land);
        let own = land.player(player).map(|player| player.nation);
        let is_own_port = |name: &str| view.ports.iter().any(|port| port.name == name);
        let sites = atlas.map.cities.iter().filter(|site| !is_own_port(&site.name));
        let others = sites.filter_map(|site| {
            let state = atlas.map.state[atlas.map.grid.index(site.at)]?;
            let info = atlas.map.states.get(usize::from(state))?;
            let soil = land.owners.get(&info.name).copied().or_else(|| NationCode::known(&info.nation))?;
            let side = if land.relations.between(own?, soil).is_friendly() {
                return None;
            } else if land.relations.between(own?, soil) == fieldpost_ground::nation::Relation::Hostile {
                Side::Hostile
            } else {
                Side::Neutral
            };
            Some((site.name.as_str(), side))
        });
        Shore { atlas, owners: &land.owners, others: others.collect() }
    }
}
