//! Rules of who may order what that meet in one letter.

use crate::at_the_desk::trial::{War, change, open, table};
use fieldpost_desk::record::Verdict;
use fieldpost_desk::trial::told::{only_unit, receipt, refused, some};
use fieldpost_grammar::letter::Account;
use fieldpost_land::sandbox::id;
use fieldpost_land::unit::Source;

/// R-3.5a, rule 13.1: the War Minister merges and inactivates units that others command; their orders stand.
#[test]
fn the_war_ministers_word_stands_beside_the_commanders_order() {
    let mut desk = open();
    desk.send("benedek", 1, |pen| pen.unit("AU3IN", "1-1"));
    let merge = ["MERGE INTO AU4IN"];
    let merged = desk.send("gyulai", 2, |pen| pen.block("AU3IN", None, &merge, 0));
    assert_eq!(merged.verdict, Verdict::Obeyed);
    assert!(only_unit(&merged).counts);
    assert_eq!(desk.stands("AU3IN"), some("benedek", "ENTRY 1-1"));
    let orders = table(&desk.game).understood(&fieldpost_desk::close::close(&desk.game).book);
    assert_eq!(orders.units[&id("AU3IN")].merge_into, Some(id("AU4IN")));
    assert!(orders.units[&id("AU3IN")].entry.is_some());
    let march = desk.send("gyulai", 3, |pen| pen.unit("AU3IN", "2-2"));
    assert!(matches!(march.verdict, Verdict::Refused(_)));
    desk.send("gyulai", 4, |pen| pen.ask(Account::CancelOrders(vec![id("AU3IN").into()])));
    let orders = table(&desk.game).understood(&fieldpost_desk::close::close(&desk.game).book);
    assert_eq!(orders.units[&id("AU3IN")].merge_into, None);
    let enemy = desk.send("moltke", 5, |pen| pen.block("AU3IN", None, &merge, 0));
    assert!(matches!(enemy.verdict, Verdict::Refused(_)));
}

/// Rule 13.1: the commander or the War Minister inactivates, the deputy does not.
#[test]
fn a_deputy_does_not_inactivate() {
    let mut desk = open();
    let rest = "INACTIVATE";
    let only = desk.send("gablenz", 1, |pen| pen.block("AU4IN", None, &[rest], 0));
    assert!(refused(&only).contains("rule 13.1"), "{only:?}");
    let with_more = [rest, "HALT ON ENTRY"];
    let partly = desk.send("gablenz", 2, |pen| pen.block("AU4IN", None, &with_more, 0));
    assert_eq!(partly.verdict, Verdict::PartlyObeyed);
    assert_eq!(only_unit(&partly).in_force.as_ref().unwrap().lines, ["HALT ON ENTRY"]);
    assert_eq!(only_unit(&partly).complaints.len(), 1);
    let commander = desk.send("clam", 3, |pen| pen.block("AU4IN", None, &[rest], 0));
    assert_eq!(commander.verdict, Verdict::Obeyed);
}

#[test]
fn what_would_fail_on_the_map_is_foreseen_and_filed_all_the_same() {
    let mut desk = open();
    let march = ["MARCH A4-N4"];
    let judgement = desk.send("benedek", 1, |pen| pen.block("AU3IN", None, &march, 0));
    assert_eq!(judgement.verdict, Verdict::Obeyed);
    let unit = only_unit(&judgement);
    assert!(unit.counts && unit.foreseen[0].words().contains("not adjacent"), "{unit:?}");
    assert_eq!((judgement.answers[0].errors, receipt(&judgement).fail), (0, 1));
}

/// A block for a corps is for the sender's own units that belong to it, and tells of no others.
#[test]
fn a_corps_is_ordered_as_far_as_it_is_the_senders() {
    let mut desk = open();
    change(&mut desk.game, |state| {
        for name in ["AU3IN", "AU4IN", "AU5LC"] {
            state.units.get_mut(&id(name)).unwrap().communications = Some(Source::Unit(id("AU1CQ")));
        }
    });
    let mut ordered = |by: &str, minutes, unit: &str| {
        let judgement = desk.send(by, minutes, |pen| {
            let mut pen = pen.block(unit, None, &["HALT ON ENTRY"], 0);
            pen.letter.units[0].whole = true;
            pen
        });
        let units = &receipt(&judgement).units;
        units.iter().map(|unit| (unit.unit.to_string(), unit.complaints.len())).collect::<Vec<_>>()
    };
    let of = |units: &[&str]| units.iter().map(|unit| (unit.to_string(), 0)).collect::<Vec<_>>();
    assert_eq!(ordered("clam", 1, "AU1CQ"), of(&["AU1CQ", "AU3IN", "AU4IN"]));
    assert_eq!(ordered("moltke", 2, "AU1CQ"), of(&["AU1CQ"]), "he learns of no unit that belongs to it");
    assert_eq!(ordered("clam", 3, "AU2CQ"), [("AU2CQ".to_string(), 1)], "nobody else belongs to it");
}
