//! Who may give which office order (rules 3.5, 8.5, 8.6, 11.5, 11.7, 13.1). Whether it can be carried out is the
//! engine's question; here it is only whose word it is.

use crate::desk::game::GameRecord;
use crate::desk::seats::{Seats, commands_army, fault_of_assignment, holds_office, same_side};
use crate::engine::ids::PlayerNo;
use crate::games::land::orders::{Office, OfficeOrder, SupplyPlace};
use crate::games::land::unit::UnitId;

/// Rule 11.5: who purchases and places depots and caches.
const PURCHASERS: &[Office] = &[Office::Treasury, Office::Monarch, Office::PrimeMinister];
/// Rule 11.5: who removes them.
const REMOVERS: &[Office] = &[Office::WarMinister, Office::Monarch, Office::PrimeMinister];
/// The book names nobody for rebuilding track (8.5, 8.6) and for better arms (3.4); both cost the treasury
/// and serve the army, so whoever may buy for either may order them.
const BUILDERS: &[Office] = &[Office::WarMinister, Office::Treasury, Office::Monarch, Office::PrimeMinister];

/// Why a player may not give an office order at this moment, in a sentence; `None` where he may.
pub fn fault_of(
    game: &GameRecord,
    seats: &Seats<'_>,
    giver: PlayerNo,
    order: &OfficeOrder,
) -> Option<String> {
    match order {
        OfficeOrder::Assign { unit, commander, deputy } => {
            fault_of_assignment(seats, giver, *unit, commander, deputy.as_deref())
        }
        OfficeOrder::MoveSupplies { from, .. } => fault_of_supplies(game, seats, giver, from),
        OfficeOrder::PlaceDepot { .. } | OfficeOrder::PlaceCache { .. } => {
            needs_one_of(game, giver, PURCHASERS, "places depots and caches (rule 11.5)")
        }
        OfficeOrder::AddSupplies { .. } => {
            needs_one_of(game, giver, PURCHASERS, "purchases supplies (rule 11.5)")
        }
        OfficeOrder::RemoveDepot(_) | OfficeOrder::RemoveCache(_) => {
            needs_one_of(game, giver, REMOVERS, "removes depots and caches (rule 11.5)")
        }
        OfficeOrder::RebuildTrack(_) | OfficeOrder::RebuildBridge(_) => {
            needs_one_of(game, giver, BUILDERS, "has track and bridges rebuilt (rules 8.5, 8.6)")
        }
        OfficeOrder::Upgrade(unit) => fault_of_unit(game, giver, *unit)
            .or_else(|| needs_one_of(game, giver, BUILDERS, "has units rearmed (rule 3.4)")),
        OfficeOrder::Inactivate(unit) => fault_of_unit(game, giver, *unit).or_else(|| {
            needs_one_of(game, giver, &[Office::WarMinister], "inactivates others' units (rule 13.1)")
        }),
    }
}

/// Rule 11.7: the War Minister or the commander of any army headquarters; from the cities of a bloc also its
/// governor.
fn fault_of_supplies(
    game: &GameRecord,
    seats: &Seats<'_>,
    giver: PlayerNo,
    from: &SupplyPlace,
) -> Option<String> {
    let nation = game.state().player(giver)?.nation;
    let is_entitled = holds_office(game.state(), giver, &Office::WarMinister, nation)
        || commands_army(seats, giver, nation)
        || governs(game, giver, from);
    (!is_entitled).then(|| {
        "only the War Minister, the commander of an army headquarters or, from a city of the bloc, its governor \
         moves supplies (rule 11.7)"
            .into()
    })
}

/// Whether a player governs the bloc in which a city lies: the bloc has the name of the city's state on the
/// map or of the nation that the state belongs to.
fn governs(game: &GameRecord, player: PlayerNo, from: &SupplyPlace) -> bool {
    let SupplyPlace::City(name) = from else { return false };
    let map = &game.field().atlas.map;
    let Some(state) = map.city(name).and_then(|city| map.state_at(city.at)) else { return false };
    let Some(governor) = game.state().player(player) else { return false };
    governor.offices.iter().any(|office| {
        matches!(office, Office::Governor(bloc)
            if bloc.eq_ignore_ascii_case(&state.name) || bloc.eq_ignore_ascii_case(&state.nation))
    })
}

fn needs_one_of(game: &GameRecord, giver: PlayerNo, offices: &[Office], does: &str) -> Option<String> {
    let held = &game.state().player(giver)?.offices;
    if offices.iter().any(|office| held.contains(office)) {
        return None;
    }
    let names: Vec<String> = offices.iter().map(words).collect();
    Some(format!("only the {} {does}", list(&names)))
}

fn fault_of_unit(game: &GameRecord, giver: PlayerNo, unit: UnitId) -> Option<String> {
    let state = game.state();
    let nation = state.player(giver)?.nation;
    let is_ours = state.units.contains_key(&unit) && same_side(state, nation, unit.nation);
    (!is_ours).then(|| format!("{unit} is no unit of your side"))
}

/// An office in words.
pub fn words(office: &Office) -> String {
    match office {
        Office::WarMinister => "War Minister".into(),
        Office::Treasury => "Treasury Minister".into(),
        Office::Monarch => "Monarch".into(),
        Office::PrimeMinister => "Prime Minister".into(),
        Office::NavalMinister => "Naval Minister".into(),
        Office::Governor(bloc) => format!("Governor of {bloc}"),
    }
}

fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::record::Verdict;
    use crate::desk::trial::Desk;
    use crate::games::land::sandbox::{id, tac};

    /// Who of Austria's side may give an order: gyulai is War Minister, albert Treasury Minister, benedek
    /// commands the army, clam a corps.
    fn givers(order: &OfficeOrder) -> Vec<&'static str> {
        ["gyulai", "albert", "benedek", "clam", "moltke"]
            .into_iter()
            .filter(|name| {
                let mut desk = Desk::open();
                let judgement = desk.send(name, 1, |pen| pen.office(order.clone()));
                assert_eq!(judgement.changes.len(), usize::from(judgement.verdict == Verdict::Obeyed));
                judgement.verdict == Verdict::Obeyed
            })
            .collect()
    }

    #[test]
    fn each_office_order_is_its_offices() {
        let at = crate::games::ground::square::StrategicSquare { col: 1, row: 1 };
        let place = || SupplyPlace::Depot(at);
        assert_eq!(givers(&OfficeOrder::PlaceDepot { at, tac: tac("7-7") }), ["albert"]);
        assert_eq!(givers(&OfficeOrder::PlaceCache { at, tac: tac("7-7") }), ["albert"]);
        assert_eq!(givers(&OfficeOrder::AddSupplies { amount: 2, to: place() }), ["albert"]);
        assert_eq!(givers(&OfficeOrder::RemoveDepot(at)), ["gyulai", "moltke"]);
        assert_eq!(givers(&OfficeOrder::RemoveCache(at)), ["gyulai", "moltke"]);
        let supplies = OfficeOrder::MoveSupplies { amount: 2, from: place(), to: place() };
        assert_eq!(givers(&supplies), ["gyulai", "benedek", "moltke"]);
        assert_eq!(givers(&OfficeOrder::RebuildTrack(at)), ["gyulai", "albert", "moltke"]);
        assert_eq!(givers(&OfficeOrder::Upgrade(id("AU3IN"))), ["gyulai", "albert"]);
        assert_eq!(givers(&OfficeOrder::Inactivate(id("AU3IN"))), ["gyulai"]);
        assert_eq!(givers(&OfficeOrder::Inactivate(id("PR1IN"))), ["moltke"]);
    }

    #[test]
    fn a_governor_moves_supplies_from_the_cities_of_the_bloc_only() {
        let mut desk = Desk::open();
        let mut game = desk.game.clone();
        let crate::games::Position::Land(state) = std::sync::Arc::make_mut(&mut game.opening.position);
        let clam = state.player_named("clam").unwrap();
        state.players[usize::from(clam.0)].offices.insert(Office::Governor("France".into()));
        desk.game = game;
        let from = |from: SupplyPlace| OfficeOrder::MoveSupplies {
            amount: 1,
            from,
            to: SupplyPlace::City("Lyon".into()),
        };
        let mut send = |order: OfficeOrder| desk.send("clam", 1, |pen| pen.office(order)).verdict;
        assert_eq!(send(from(SupplyPlace::City("Paris".into()))), Verdict::Obeyed);
        assert!(matches!(send(from(SupplyPlace::City("Nowhere".into()))), Verdict::Refused(_)));
        let depot = SupplyPlace::Depot(crate::games::ground::square::StrategicSquare { col: 1, row: 1 });
        assert!(matches!(send(from(depot)), Verdict::Refused(_)));
    }
}
