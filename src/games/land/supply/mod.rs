//! Supply (chapter 11): what is eaten and drawn at the start of a turn (11.6, 11.9; R-11.6/9), and its rules one file
//! each: which source a unit uses ([`chosen`]), what hunger costs ([`hunger`]), ammunition ([`ammunition`]), supplies
//! moved ([`transfers`]) and bought ([`purchases`]), depots placed and removed ([`depots`]) and lost ([`losses`]).

use crate::book::Unloads;
use crate::communications::sources::Sources;
use crate::contact::Lines;
use crate::detection::witness;
use crate::event::Fact;
use crate::event::reason::{Reason, Why};
use crate::field::Field;
use crate::orders::Carry;
use crate::supply::ammunition::Arsenals;
use crate::supply::bread::Bread;
pub use crate::supply::chosen::eats;
use crate::supply::chosen::{Chosen, Draft};
use crate::supply::stock::{Stock, take, take_carried};
use crate::turn::Turn;
use crate::unit::{Source, Unit, UnitId, UnitType};
use fieldpost_engine::form2::Called;
use fieldpost_ground::square::Grid;

pub mod ammunition;
pub mod bread;
pub mod chosen;
pub mod depots;
pub mod hunger;
pub mod losses;
pub mod purchases;
pub mod reserve;
pub mod stock;
pub mod stores;
pub mod transfers;
pub mod waterway;

/// ROTD-EUWOL 11.6, 11.9, R-11.6/9: each active unit but a naval battery consumes a supply, the one it carries
/// before one of its source; who has none goes hungry; then each draws, or unloads, to the level it was ordered to
/// carry. Corps headquarters come first, then the others, each in id order, until a stock is empty.
pub fn consume_and_draw(turn: &mut Turn) {
    let mut ids: Vec<_> = turn.state.units.values().filter(|unit| eats(unit)).map(|unit| unit.id).collect();
    ids.sort_by_key(|id| (id.kind != UnitType::CorpsHq, *id));
    let mut chosen = Chosen::new(turn);
    let mut arsenals = Arsenals::default();
    for id in &ids {
        if consume(turn, &mut chosen, &mut arsenals, *id) {
            hunger::is_fed(turn, *id);
        } else {
            hunger::goes_without(turn, *id);
        }
    }
    for id in &ids {
        carry_as_ordered(turn, &mut chosen, &mut arsenals, *id);
    }
    ammunition::of_naval_batteries(turn, &chosen, &mut arsenals);
    ammunition::wear_out(turn, &chosen);
}

/// ROTD-EUWOL 11.9: eats what the unit carries, else of the nearest source that has anything; whether it has eaten.
fn consume(turn: &mut Turn, chosen: &mut Chosen, arsenals: &mut Arsenals, id: UnitId) -> bool {
    if take_carried(turn, id) {
        witness::tell_own(turn, id, Fact::Consume { stand: turn.stand(id), source: None });
        return true;
    }
    let Some((source, draft)) = chosen.to_eat(turn, id) else { return false };
    let is_good = arsenals.are_behind(turn, &draft);
    if !take(turn, &draft.stock) {
        return false;
    }
    ammunition::replenish(turn, id, is_good);
    let words = source.words(&turn.atlas.map.grid);
    let source = Some(Called::new(source.clone(), words));
    witness::tell_own(turn, id, Fact::Consume { stand: turn.stand(id), source });
    true
}

/// ROTD-EUWOL 11.9: to the ordered level; without a supply line, or with a level that is left blank, it stays.
fn carry_as_ordered(turn: &mut Turn, chosen: &mut Chosen, arsenals: &mut Arsenals, id: UnitId) {
    let Some(Carry { level, .. }) = turn.progress.get(&id).and_then(|progress| progress.orders.carry.clone())
    else {
        return;
    };
    let level = level.min(turn.book.kind(id.kind).load);
    unload(turn, chosen, id, level);
    while load(turn, chosen, arsenals, id, level) {}
    tell_of_no_supplies(turn, chosen, id, level);
}

fn carried(turn: &Turn, id: UnitId) -> u8 {
    turn.state.units.get(&id).map_or(0, |unit| unit.supplies)
}

/// ROTD-EUWOL 11.9: what a unit carries beyond a level goes back to its source.
fn unload(turn: &mut Turn, chosen: &Chosen, id: UnitId, level: u8) {
    let source = chosen.source(turn, id);
    let Some(draft) = source.and_then(|source| chosen.draft(turn, id, source)) else { return };
    while carried(turn, id) > level && may_unload(turn, &draft, id) && stock::put_back(turn, &draft.stock) {
        take_carried(turn, id);
    }
}

/// ROTD-EUWOL 11.9, R-11.13: draws up to a level, or as much as the nearest source has that has anything; whether it drew any, so
/// that another source may have the rest.
fn load(turn: &mut Turn, chosen: &mut Chosen, arsenals: &mut Arsenals, id: UnitId, level: u8) -> bool {
    let before = carried(turn, id);
    if before >= level {
        return false;
    }
    let Some((source, draft)) = chosen.to_carry(turn, id) else { return false };
    let is_good = arsenals.are_behind(turn, &draft);
    while carried(turn, id) < level && take(turn, &draft.stock) {
        if let Some(unit) = turn.state.units.get_mut(&id) {
            unit.supplies += 1;
        }
    }
    if carried(turn, id) == before {
        return false;
    }
    ammunition::replenish(turn, id, is_good);
    ammunition::note_load(turn, id, is_good);
    let words = source.words(&turn.atlas.map.grid);
    let source = Some(Called::new(source.clone(), words));
    witness::tell_own(turn, id, Fact::Draw { stand: turn.stand(id), source });
    true
}

/// Whoever was ordered to carry more than there was to be had is told, and where nothing was left. Of who goes hungry
/// that is told anyway.
fn tell_of_no_supplies(turn: &mut Turn, chosen: &Chosen, id: UnitId, level: u8) {
    let Some(unit) = turn.state.units.get(&id) else { return };
    let carried = unit.supplies;
    let is_ordered = turn.orders.units.get(&id).is_some_and(|orders| orders.carry.is_some());
    if carried >= level || unit.hungry > 0 || !is_ordered {
        return;
    }
    let source = chosen.source(turn, id);
    let beyond = source.and_then(|source| chosen.beyond(turn, source));
    let why = why_bare(&turn.atlas.map.grid, source, beyond);
    let why = Why::CarriesLess.of(level).and(carried).because(why);
    witness::tell_own(turn, id, Fact::Lack { stand: turn.stand(id), why });
}

/// Why there is nothing to draw of a source, and of the one that it draws from itself.
fn why_bare(grid: &Grid, source: Option<&Source>, beyond: Option<&Source>) -> Reason {
    match (source, beyond) {
        (None, _) => Why::NoSource.into(),
        (Some(Source::Unit(corps)), Some(beyond)) => {
            Why::NothingBeyond.of(corps).named(beyond, beyond.words(grid))
        }
        (Some(Source::Unit(corps)), None) => Why::CorpsHasNoSource.of(corps),
        (Some(source), _) => Why::NothingLeft.named(source, source.words(grid)),
    }
}

/// ROTD-EUWOL 11.9, R-11.13: why a unit finds nothing to carry, as things stand: neither where it is listed to draw nor anywhere
/// within its reach; none if it finds something.
pub fn bare(field: Field<'_>, unit: &Unit) -> Option<Reason> {
    let listed = |id: UnitId| field.unit(id).and_then(|unit| unit.source.as_ref());
    let behind_listed = |corps: UnitId| listed(corps).map_or(&[][..], std::slice::from_ref);
    let source = unit.source.as_ref();
    let bread = source.map(|source| Bread::of(field.state, unit.id, source, behind_listed));
    if bread == Some(Bread::Some) || finds_elsewhere(field, unit) {
        return None;
    }
    let beyond = match source {
        Some(Source::Unit(corps)) => listed(*corps),
        _ => None,
    };
    Some(why_bare(&field.atlas.map.grid, source, beyond))
}

/// whether any source within a unit's reach has something to be carried.
fn finds_elsewhere(field: Field<'_>, unit: &Unit) -> bool {
    let lines = Lines::new(field);
    let mut sources = Sources::new(&lines);
    let within = sources.of(unit).to_vec();
    within.iter().any(|source| {
        let corps = match source {
            Source::Unit(corps) => field.unit(*corps),
            _ => None,
        };
        let behind = corps.map_or(&[][..], |corps| sources.of(corps));
        Bread::of(field.state, unit.id, source, |_| behind) == Bread::Some
    })
}

/// ROTD-EUWOL 11.9: not where an enemy unit is present; ROTD-CWOL 11.9: only a corps headquarters unloads, back to the city
/// from which it draws.
fn may_unload(turn: &Turn, draft: &Draft, id: UnitId) -> bool {
    let to_city = || id.kind == UnitType::CorpsHq && matches!(draft.stock, Stock::City(_));
    let may = turn.book.supply.unloads == Unloads::Anyone || to_city();
    may && turn.state.units.get(&id).is_some_and(|unit| !turn.field().has_enemy(id.nation, unit.at))
}
