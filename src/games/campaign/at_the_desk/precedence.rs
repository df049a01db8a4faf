//! Rules of who may order what that meet in one letter.

use crate::at_the_desk::trial::{War, change, open, table};
use fieldpost_desk::record::Verdict;
use fieldpost_desk::trial::Desk;
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

/// What a block for a corps was taken for: who was ordered, with the complaints of each, and what else was said.
fn of_a_corps(desk: &mut Desk, by: &str, minutes: i64, unit: &str) -> (Vec<(String, usize)>, Vec<String>) {
    let judgement = desk.send(by, minutes, |pen| {
        let mut pen = pen.block(unit, None, &["HALT ON ENTRY"], 0);
        pen.letter.units[0].whole = true;
        pen
    });
    let told = receipt(&judgement);
    let units = told.units.iter().map(|unit| (unit.unit.to_string(), unit.complaints.len()));
    (units.collect(), told.done.clone())
}

fn units(names: &[&str]) -> Vec<(String, usize)> {
    names.iter().map(|name| (name.to_string(), 0)).collect()
}

/// A block for a corps is for those of its units that the sender commands, and names those for whom he only deputises; of others' it tells
/// nothing.
#[test]
fn a_corps_is_ordered_as_far_as_it_is_the_senders() {
    let mut desk = open();
    change(&mut desk.game, |state| {
        for name in ["AU3IN", "AU4IN", "AU5LC"] {
            state.units.get_mut(&id(name)).unwrap().communications = Some(Source::Unit(id("AU1CQ")));
        }
    });
    let (ordered, said) = of_a_corps(&mut desk, "clam", 1, "AU1CQ");
    assert_eq!(ordered, units(&["AU1CQ", "AU4IN"]));
    assert!(said.iter().any(|words| words.contains("AU3IN, where you are only the deputy")), "{said:?}");
    assert!(!said.iter().any(|words| words.contains("AU5LC")), "another's: {said:?}");
    let enemy = of_a_corps(&mut desk, "moltke", 2, "AU1CQ");
    assert_eq!(enemy, (units(&["AU1CQ"]), Vec::new()), "he learns of no unit that belongs to it");
    let (ordered, said) = of_a_corps(&mut desk, "clam", 3, "AU2CQ");
    assert_eq!(ordered, [("AU2CQ".to_string(), 1)], "nobody else belongs to it");
    assert!(said.is_empty(), "who is near belongs to another of his: {said:?}");
}

/// A block for a headquarters that another commands is for the sender's own units that his report lists under it.
#[test]
fn a_corps_of_anothers_headquarters_is_the_senders_own_units() {
    let mut desk = open();
    change(&mut desk.game, |state| {
        for name in ["AU3IN", "AU4IN"] {
            let unit = state.units.get_mut(&id(name)).unwrap();
            (unit.communications, unit.source) =
                (Some(Source::Unit(id("AU1CQ"))), Some(Source::Unit(id("AU2CQ"))));
        }
        state.units.get_mut(&id("AU1AQ")).unwrap().source = Some(Source::Unit(id("AU1CQ")));
    });
    let (ordered, said) = of_a_corps(&mut desk, "benedek", 1, "AU1CQ");
    assert_eq!((ordered, said), (units(&["AU3IN"]), Vec::new()), "not AU1AQ, which only draws on it");
    let (ordered, said) = of_a_corps(&mut desk, "benedek", 2, "AU1AQ");
    assert_eq!(ordered, [("AU1AQ".to_string(), 1)], "nobody of his is listed under it");
    assert!(said.iter().any(|words| words.contains("is not for AU3IN, which is near")), "{said:?}");
    assert_eq!(of_a_corps(&mut desk, "clam", 3, "AU2CQ").0, [("AU2CQ".to_string(), 1)], "listed under AU1CQ");
}
