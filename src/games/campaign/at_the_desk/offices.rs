//! Whose word an office order is (rules 3.5, 8.5, 8.6, 11.5, 11.7, 13.1).

use crate::at_the_desk::trial::{War, change, open};
use fieldpost_desk::record::Verdict;
use fieldpost_land::orders::{Office, OfficeOrder, SupplyPlace};
use fieldpost_land::sandbox::{id, tac};

/// Who of Austria's side may give an order: gyulai is War Minister, albert Treasury Minister, benedek
/// commands the army, clam a corps.
fn givers(order: &OfficeOrder) -> Vec<&'static str> {
    ["gyulai", "albert", "benedek", "clam", "moltke"]
        .into_iter()
        .filter(|name| {
            let mut desk = open();
            let judgement = desk.send(name, 1, |pen| pen.minister(order));
            assert_eq!(judgement.changes.len(), usize::from(judgement.verdict == Verdict::Obeyed));
            judgement.verdict == Verdict::Obeyed
        })
        .collect()
}

#[test]
fn each_office_order_is_its_offices() {
    let at = fieldpost_ground::square::StrategicSquare { col: 1, row: 1 };
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
    let mut desk = open();
    change(&mut desk.game, |state| {
        let clam = state.player_named("clam").unwrap();
        state.players[usize::from(clam.0)].offices.insert(Office::Governor("France".into()));
    });
    let from = |from: SupplyPlace| OfficeOrder::MoveSupplies {
        amount: 1,
        from,
        to: SupplyPlace::City("Lyon".into()),
    };
    let mut send = |order: OfficeOrder| desk.send("clam", 1, |pen| pen.minister(&order)).verdict;
    assert_eq!(send(from(SupplyPlace::City("Paris".into()))), Verdict::Obeyed);
    assert!(matches!(send(from(SupplyPlace::City("Nowhere".into()))), Verdict::Refused(_)));
    let depot = SupplyPlace::Depot(fieldpost_ground::square::StrategicSquare { col: 1, row: 1 });
    assert!(matches!(send(from(depot)), Verdict::Refused(_)));
}
