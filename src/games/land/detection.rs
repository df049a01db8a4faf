//! Detection (chapter 4).

use std::collections::BTreeSet;

use crate::engine::ids::PlayerNo;
use crate::games::land::field::Field;
use crate::games::land::unit::UnitId;

/// ROTD-EUWOL 4.2, 4.6: the players to whom a unit is visible where it stands now on its tactical map: those
/// with a unit of its side in the strategic square, and those one of whose side's units there sights it.
pub fn seen_by(field: Field<'_>, id: UnitId) -> BTreeSet<PlayerNo> {
    let Some(unit) = field.unit(id) else { return BTreeSet::new() };
    let friendly = |nation| field.relation(unit.id.nation, nation).is_friendly();
    let players = field.state.numbered_players();
    players.filter(|(_, player)| friendly(player.nation)).map(|(number, _)| number).collect()
}
