//! Sight on a tactical map (rules 4.2, 4.6; ).

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::ids::PlayerNo;
use crate::games::ground::nation::NationCode;
use crate::games::ground::square::StrategicSquare;
use crate::games::land::field::Field;
use crate::games::land::unit::{Unit, UnitId};

/// ROTD-EUWOL 4.2, R-4.2: whether `watcher` itself sees `other` on the tactical map both stand on.
///
/// A unit sees its own side everywhere on the map and everything in its own tactical square. A combat unit
/// sees besides, in each of the eight cones, every unit no farther than the nearest combat unit there:
/// headquarters and bridges neither sight nor hide what is behind them. Enemies hide enemies and neutrals
/// hide neutrals, for the book speaks of the nearest *enemy*.
pub fn sees(field: Field<'_>, watcher: &Unit, other: &Unit) -> bool {
    let relation = field.relation(watcher.id.nation, other.id.nation);
    if watcher.at != other.at || !watcher.is_active() {
        return false;
    }
    if relation.is_friendly() || watcher.tac == other.tac {
        return true;
    }
    let (cone, distance) = (watcher.tac.cone_to(other.tac), watcher.tac.distance(other.tac));
    let hides = |unit: &Unit| {
        unit.is_combat()
            && field.relation(watcher.id.nation, unit.id.nation) == relation
            && watcher.tac.distance(unit.tac) < distance
            && watcher.tac.cone_to(unit.tac) == cone
    };
    watcher.is_combat() && !field.units_in(other.at).any(hides)
}

/// ROTD-EUWOL 4.2, 4.6: whether a unit is visible to a nation on the tactical map where it stands: to one of
/// its side always, else if a unit there of that nation's side sees it.
pub fn is_seen_by_nation(field: Field<'_>, nation: NationCode, unit: &Unit) -> bool {
    let friends = |one, other| field.relation(one, other).is_friendly();
    friends(nation, unit.id.nation)
        || field
            .units_in(unit.at)
            .filter(|watcher| friends(nation, watcher.id.nation))
            .filter(|watcher| !friends(watcher.id.nation, unit.id.nation))
            .any(|watcher| sees(field, watcher, unit))
}

/// ROTD-EUWOL 4.2, 4.6: the players to whom a unit is visible where it stands now on its tactical map: its own
/// commander and deputy, those with an active unit of its side in the strategic square, and those with an
/// active unit there of a side that sights it.
pub fn seen_by(field: Field<'_>, id: UnitId) -> BTreeSet<PlayerNo> {
    let Some(unit) = field.unit(id) else { return BTreeSet::new() };
    let mut seen = players_of(field, id).collect::<BTreeSet<_>>();
    for (nation, players) in players_in(field, unit.at) {
        if is_seen_by_nation(field, nation, unit) {
            seen.extend(players);
        }
    }
    seen
}

/// A unit's commander and deputy (rule 3.5).
pub fn players_of(field: Field<'_>, id: UnitId) -> impl Iterator<Item = PlayerNo> {
    let seat = field.state.seats.get(&id);
    seat.into_iter().flat_map(|seat| [Some(seat.commander), seat.deputy]).flatten()
}

/// The players with active units in a strategic square, by those units' nations. Inactive and shattered
/// units report nothing (rules 4.1, 13.3, 14.3).
pub fn players_in(field: Field<'_>, at: StrategicSquare) -> BTreeMap<NationCode, BTreeSet<PlayerNo>> {
    let mut players = BTreeMap::<_, BTreeSet<_>>::new();
    for unit in field.units_in(at).filter(|unit| unit.is_active()) {
        players.entry(unit.id.nation).or_default().extend(players_of(field, unit.id));
    }
    players
}
