//! Reading, tried.

use super::*;
use crate::orders::stack_id;

fn names() -> Names {
    let mut names = Names::default();
    for (name, id) in [
        ("ligurian sea", "ligurian-sea"),
        ("ligurian-sea", "ligurian-sea"),
        ("siena", "siena"),
        ("milan", "milan"),
        ("parma", "parma"),
        ("genoa", "genoa"),
    ] {
        names.places.insert(name.into(), id.into());
    }
    for (name, id) in [("spain", "SPA"), ("spa", "SPA"), ("venice", "VEN"), ("ven", "VEN")] {
        names.powers.insert(name.into(), id.into());
    }
    names.leaders.insert("charles viii".into(), "Charles VIII".into());
    names
}

#[test]
fn what_players_write_becomes_canonical_words_that_read_as_themselves() {
    let names = names();
    for (written, canonical) in [
        ("move Milan, parma -> genoa", "MOVE milan parma genoa"),
        (
            "MARCH milan EMBARK ON fr-f1 LAND AT siena ON SHORE IF BLOCKADED parma WITH charles viii",
            "MOVE milan EMBARK FR-F1 LAND siena ON SHORE IF BLOCKADED parma WITH Charles VIII",
        ),
        ("SAIL Ligurian Sea", "MOVE ligurian-sea"),
        (
            "IF PRESENT Spain AT ligurian-sea AT LEAST 3 THEN RETREAT AFTER FIRE ELSE ATTACK",
            "IF PRESENT SPA AT ligurian-sea AT LEAST 3 THEN RETREAT AFTER FIRE ELSE ATTACK",
        ),
        ("if not blockaded genoa then hold", "IF NOT BLOCKADED genoa THEN HOLD"),
        ("IF BLOCKADED genoa THEN LAND AT siena", "IF BLOCKADED genoa THEN LAND AT siena"),
        (
            "IF PRESENT SPA AT LEAST 2 THEN ATTACK Spain ELSE ATTACK Venice",
            "IF PRESENT SPA AT LEAST 2 THEN ATTACK SPA ELSE ATTACK VEN",
        ),
        ("INTERCEPT IN parma genoa", "INTERCEPT IN parma genoa"),
        ("INTERCEPT Spain AT parma", "INTERCEPT SPA IN parma"),
        ("DETACH FR-2 WITH A- 2 LD LEADER Charles VIII", "DETACH FR-2 WITH 1 A- 2 LD LEADER Charles VIII"),
        ("DETACH FR-F2 WITH 2 WARSHIP 1 TRANSPORT", "DETACH FR-F2 WITH 2 WARSHIP 1 TRANSPORT"),
        ("BESIEGE NO HONOURS ASSAULT AFTER BREACH.", "SIEGE NO HONOURS ASSAULT AFTER BREACH"),
        ("assault 2 times", "ASSAULT 2"),
        // The book's own names.
        ("Siege, HoW not granted", "SIEGE NO HONOURS"),
        ("Assault, 2 attempts", "ASSAULT 2"),
        ("Revolt Supression", "SUPPRESS REVOLT"),
        ("Privateer Hunt", "HUNT PRIVATEERS"),
        ("ASSAULT", "ASSAULT 1"),
        ("RETREAT TO FORTRESS", "RETREAT TO FORTRESS"),
        ("RETREAT TO parma", "RETREAT TO parma"),
        ("LOSSES cavalry, infantry", "LOSSES CAVALRY INFANTRY"),
        ("FIRST LINE: galleys", "FIRST LINE GALLEYS"),
        ("HUNT pirates in ligurian sea", "HUNT PRIVATEERS IN ligurian-sea"),
        ("CARRY FR-2 FROM genoa TO siena", "CARRY FR-2 FROM genoa TO siena"),
        ("PURSUIT AND BLOCKADE", "PURSUE AND BLOCKADE"),
        ("NONE", "NONE"),
    ] {
        let order = read(written, &names).unwrap_or_else(|fault| panic!("{written}: {fault:?}"));
        assert_eq!(order.to_string(), canonical, "{written}");
        assert_eq!(read(canonical, &names).as_ref(), Ok(&order), "{canonical}");
    }
}

#[test]
fn a_bad_line_says_where_and_why() {
    let names = names();
    for (written, why, left) in [
        ("MOVE milan parmma", "no place \"parmma\"", 6),
        ("IF PRESENT Spain AT siena THEN MOVE parma", "Movement cannot be conditional", 10),
        ("IF BLOCKADED genoa THEN MOVE parma", "cannot go to another port", 10),
        ("IF ROUND 2 THEN IF ROUND 3 THEN HOLD", "no second one", 20),
        ("ATTACK Frence", "no power \"Frence\"", 6),
        ("MOVE", "the line ends", 0),
        ("ASSAULT 0", "from 1 to 9", 1),
        ("HOLD ON", "nothing more", 2),
        ("DANCE", "expected an order", 5),
    ] {
        let fault = read(written, &names).unwrap_err();
        assert_eq!(fault.at.len(), left, "{written}: {fault:?}");
        let said = fault.clause();
        assert!(said.contains(why), "{written}: {said}");
    }
}

#[test]
fn powers_order_campaigns_sequences_and_ask() {
    for (written, canonical) in [
        ("CAMPAIGN simple without logistics", "CAMPAIGN SIMPLE WITHOUT LOGISTICS"),
        ("MAKE CAMPAIGN: major", "CAMPAIGN MAJOR"),
        ("SEQUENCE FR-2, fr-1 > FR-F1", "SEQUENCE FR-2 FR-1 FR-F1"),
        ("LET PASS Spain", "LET PASS SPA"),
        ("ASK REFEREE to buy an A- in Milan", "ASK REFEREE to buy an A- in Milan"),
    ] {
        let order = read_power(written, &names()).unwrap();
        assert_eq!(order.to_string(), canonical);
    }
    assert!(read_power("CAMPAIGN HUGE", &names()).unwrap_err().clause().contains("MULTIPLE"));
}

#[test]
fn stacks_are_named_by_two_letters_a_kind_and_a_number() {
    for good in ["FR-1", "fr-f12", "SP-P1", "VE-A3", "PIR-P1"] {
        assert!(stack_id(good).is_some(), "{good}");
    }
    for bad in ["F-1", "FR1", "FR-", "FR-F", "FR-X1", "FR-1234", "FRAN-1"] {
        assert!(stack_id(bad).is_none(), "{bad}");
    }
}
