//! Who may give which office order (rules 3.5, 8.5, 8.6, 11.5, 11.7, 13.1). Whether it can be carried out is the
//! engine's question; here it is only whose word it is.

use crate::command::concerned::is_in;
use crate::command::same_side;
use crate::command::seats::{Seats, commands_army, fault_of_assignment, holds_office};
use crate::field::Field;
use crate::orders::{Office, OfficeOrder, SupplyPlace};
use crate::unit::UnitId;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::refusal::Refusal;
use fieldpost_engine::seat::Seating;

/// Why a player may not give an office order at this moment, in a clause with its rule; `None` where he may.
pub fn fault_of(
    field: Field<'_>,
    seats: &dyn Seating,
    giver: PlayerNo,
    order: &OfficeOrder,
) -> Option<Refusal> {
    let seats = &Seats { book: field.book, state: field.state, seats };
    let offices = &field.book.offices;
    match order {
        OfficeOrder::Assign { unit, commander, deputy } => {
            fault_of_assignment(seats, giver, *unit, commander, deputy.as_deref())
        }
        OfficeOrder::MoveSupplies { from, .. } => fault_of_supplies(field, seats, giver, from),
        OfficeOrder::PlaceDepot { .. } | OfficeOrder::PlaceCache { .. } => {
            let does = format!("places {}", stores(field));
            needs_one_of(field, giver, offices.place_depots, &does, "rule 11.5")
        }
        OfficeOrder::AddSupplies { .. } => {
            needs_one_of(field, giver, offices.place_depots, "purchases supplies", "rule 11.5")
        }
        OfficeOrder::RemoveDepot(_) | OfficeOrder::RemoveCache(_) => {
            let does = format!("removes {}", stores(field));
            needs_one_of(field, giver, offices.remove_depots, &does, "rule 11.5")
        }
        OfficeOrder::RebuildTrack(_) | OfficeOrder::RebuildBridge(_) => {
            needs_one_of(field, giver, offices.build, "has track and bridges rebuilt", "rules 8.5, 8.6")
        }
        OfficeOrder::Upgrade(unit) => fault_of_unit(field, giver, *unit)
            .or_else(|| needs_one_of(field, giver, offices.build, "has units rearmed", "rule 3.4")),
        OfficeOrder::Inactivate(unit) => fault_of_unit(field, giver, *unit).or_else(|| {
            needs_one_of(field, giver, &[Office::WarMinister], "inactivates others' units", "rule 13.1")
        }),
    }
}

/// Rule 11.7: the War Minister or the commander of any army headquarters; from the cities of a bloc also its
/// governor.
fn fault_of_supplies(
    field: Field<'_>,
    seats: &Seats<'_>,
    giver: PlayerNo,
    from: &SupplyPlace,
) -> Option<Refusal> {
    let nation = field.state.player(giver)?.nation;
    let is_entitled = holds_office(field.state, giver, &Office::WarMinister, nation)
        || commands_army(seats, giver, nation)
        || governs(field, giver, from);
    (!is_entitled).then(|| {
        let minister = field.book.title(&Office::WarMinister);
        let why = if field.book.offices.governors {
            format!(
                "only the {minister}, the commander of an army headquarters or, from a city of the bloc, its governor \
                 moves supplies"
            )
        } else {
            format!("only the {minister} or the commander of an army headquarters moves supplies")
        };
        Refusal::by("rule 11.7", why)
    })
}

fn stores(field: Field<'_>) -> &'static str {
    if field.book.supply.caches.is_some() { "depots and caches" } else { "depots" }
}

/// Whether a player governs the bloc in which a city lies.
fn governs(field: Field<'_>, player: PlayerNo, from: &SupplyPlace) -> bool {
    let SupplyPlace::City(name) = from else { return false };
    if !field.book.offices.governors {
        return false;
    }
    let Some(governor) = field.state.player(player) else { return false };
    governor.offices.iter().any(|office| matches!(office, Office::Governor(bloc) if is_in(field, name, bloc)))
}

fn needs_one_of(
    field: Field<'_>,
    giver: PlayerNo,
    offices: &[Office],
    does: &str,
    rule: &'static str,
) -> Option<Refusal> {
    let held = &field.state.player(giver)?.offices;
    if offices.iter().any(|office| held.contains(office)) {
        return None;
    }
    let names: Vec<String> = offices.iter().map(|office| field.book.title(office)).collect();
    Some(Refusal::by(rule, format!("only the {} {does}", list(&names))))
}

fn fault_of_unit(field: Field<'_>, giver: PlayerNo, unit: UnitId) -> Option<Refusal> {
    let state = field.state;
    let nation = state.player(giver)?.nation;
    let is_ours = state.units.contains_key(&unit) && same_side(state, nation, unit.nation);
    (!is_ours).then(|| Refusal::plain(format!("{unit} is no unit of your side")).at(unit))
}

fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
