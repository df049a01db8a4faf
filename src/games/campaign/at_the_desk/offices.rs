//! Whose word an office order is (rules 3.5, 8.5, 8.6, 11.5, 11.7, 13.1).

use crate::at_the_desk::trial::{War, change, open};
use fieldpost_desk::close::close;
use fieldpost_desk::record::Verdict;
use fieldpost_desk::trial::{Desk, Pen};
use fieldpost_grammar::letter::{Account, read_letter};
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

#[test]
fn an_order_of_an_office_is_taken_back_by_its_words_or_with_all_and_can_be_given_again() {
    let at = fieldpost_ground::square::StrategicSquare { col: 1, row: 1 };
    let (depot, cache) = (OfficeOrder::RemoveDepot(at), OfficeOrder::RemoveCache(at));
    let stands = |desk: &Desk| close(&desk.game).book.offices.len();
    let back = |words: Option<String>| move |pen: Pen| pen.ask(Account::CancelOffice(words));
    let mut desk = open();
    desk.send("gyulai", 1, |pen| pen.minister(&depot).minister(&cache));
    let words = close(&desk.game).book.offices[0].1.words.to_string();
    assert_eq!(stands(&desk), 2);
    let other = desk.send("moltke", 2, back(Some(words.clone())));
    assert!(matches!(other.verdict, Verdict::Refused(_)), "another's: {other:?}");
    assert_eq!(desk.send("gyulai", 3, back(Some(words.to_lowercase()))).verdict, Verdict::Obeyed);
    assert_eq!(stands(&desk), 1);
    let again = desk.send("gyulai", 4, back(Some(words)));
    assert!(matches!(&again.verdict, Verdict::Refused(why) if why.contains("these stand: ")), "{again:?}");
    desk.send("gyulai", 5, |pen| pen.minister(&depot));
    assert_eq!(stands(&desk), 2, "given again, it stands again");
    assert_eq!(desk.send("gyulai", 6, back(None)).verdict, Verdict::Obeyed);
    assert_eq!(stands(&desk), 0);
    let none = desk.send("gyulai", 7, back(None));
    assert!(matches!(&none.verdict, Verdict::Refused(why) if why.contains("none stands")), "{none:?}");
}

/// CANCEL before an order of an office is that order taken back, in any case; before anything else it is what it was.
#[test]
fn cancel_before_an_order_of_an_office_is_read() {
    let lexicon = open().game.board().lexicon();
    let asked = |line: &str| {
        let letter = read_letter(&format!("PLAYER gyulai\nPASSWORD x\n{line}\n"), &lexicon);
        letter.accounts.first().map(|read| read.words.clone())
    };
    let given = read_letter("PLAYER gyulai\nPASSWORD x\nREMOVE DEPOT A1-N1\n", &lexicon);
    let words = given.offices[0].words.to_string();
    assert_eq!(asked("Cancel remove depot A1-N1"), Some(format!("CANCEL OFFICE {words}")));
    assert_eq!(asked("CANCEL OFFICE"), Some("CANCEL OFFICE".into()));
    assert_eq!(asked("CANCEL ORDERS"), Some("CANCEL ORDERS".into()));
}
