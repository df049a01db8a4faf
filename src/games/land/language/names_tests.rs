//! Units' names, in scenarios and in letters.

use crate::language::{LANGUAGE, lexicon_of};
use crate::names::*;
use crate::sandbox::{Sandbox, id};
use crate::scenario;
use crate::state::{LandState, Season, called};
use fieldpost_grammar::letter::{Complaint, Lexicon};
use fieldpost_grammar::{Names, read_letter};

#[test]
fn a_name_is_one_that_letters_can_use() {
    let state = LandState::opening(Season::Campaign);
    for name in [
        "Dupont",
        "Dupont's 1st",
        "Prince Louis",
        "d'Hautpoul",
        "Saint-Hilaire's 1st",
        "W. F. Smith",
        "Blücher",
        "1st Guards",
        "Marchand",
        "Ferry",
    ] {
        assert_eq!(fault(name, &state), None, "{name}");
    }
    for (name, why) in [
        ("", "blanks"),
        (" Dupont", "blanks"),
        ("Du  pont", "blanks"),
        ("Dupont\n", "'\\n'"),
        ("Dupont, Rivaud", "','"),
        ("Dupont (I)", "'('"),
        ("Dupont #1", "'#'"),
        ("12", "two letters"),
        ("-Dupont", "first"),
        ("A name of twenty-five let.", "at most 24"),
        ("March", "March"),
        ("Attack Dupont", "Attack"),
        ("END", "END"),
        ("Unit One", "Unit"),
        ("FR3IN", "FR3IN"),
        ("Old FR 3 IN", "FR 3 IN"),
        ("Wood 7-11", "7-11"),
        ("H4-S1", "H4-S1"),
        ("none", "none"),
        ("The Guard", "The"),
    ] {
        let fault = fault(name, &state).unwrap_or_else(|| panic!("{name}"));
        assert!(fault.contains(why), "{name}: {fault}");
    }
}

#[test]
fn no_name_begins_as_an_order_does() {
    let hand = &LANGUAGE.hand;
    let edits = [hand.game, hand.players, hand.edits, hand.pieces, hand.places];
    let commands = edits.into_iter().flatten().flat_map(|form| form.phrases);
    let phrases = LANGUAGE.forms.iter().flat_map(|form| form.phrases).chain(commands);
    let first = phrases.filter_map(|phrase| phrase.split([' ', '-']).next()).collect::<Vec<_>>();
    assert!(first.len() > 60, "{first:?}");
    assert_eq!(
        first.into_iter().filter(|word| WORDS.split(' ').all(|known| known != *word)).collect::<Vec<_>>(),
        Vec::<&str>::new()
    );
}

#[test]
fn a_name_is_no_players_and_no_other_units_of_the_nation() {
    let mut sandbox = Sandbox::new("5x5", |_| {});
    for unit in ["FR1IN", "FR2IN", "AU1IN"] {
        sandbox.unit(unit, "A1-N1", "7-7");
    }
    let state = &mut sandbox.state;
    state.names.insert(id("FR1IN"), "Blücher".into());
    let name = |unit, words| given(state, id(unit), words);
    assert_eq!(name("FR1IN", "bluecher").unwrap().as_deref(), Some("bluecher"), "its own again");
    assert!(name("FR2IN", "Blucher").unwrap_err().contains("FR1IN"));
    assert_eq!(name("AU1IN", "Blücher").unwrap().as_deref(), Some("Blücher"), "another nation's");
    assert_eq!(name("FR1IN", "none").unwrap(), None);
    sandbox.city("Fort Royal", "A1-N1", "7-7", "FR");
    let state = &mut sandbox.state;
    for city in ["Fort Royal", "fort"] {
        assert!(given(state, id("FR1IN"), city).unwrap_err().contains("Fort Royal"), "{city}");
    }
    assert!(given(state, id("FR1IN"), "Fort Royal's Guard").is_ok());
    let player = state.players[0].name.clone();
    assert!(given(state, id("FR1IN"), &player).unwrap_err().contains(&player));
    assert!(doubled(state).is_empty());
    state.names.insert(id("FR2IN"), "Bluecher".into());
    assert_eq!(doubled(state), [(id("FR2IN"), id("FR1IN"))]);
    state.units.remove(&id("FR1IN"));
    assert!(doubled(state).is_empty(), "who is no more bears none");
}

/// The units that a letter's blocks and a merger in it name, or why it names none.
fn named(names: &[(&str, &str)], letter: &str) -> (Vec<String>, Vec<String>) {
    let mut sandbox = Sandbox::new("5x5", |_| {});
    for (unit, name) in names {
        sandbox.unit(unit, "A1-N1", "7-7");
        sandbox.state.names.insert(id(unit), (*name).to_owned());
    }
    let state = &sandbox.state;
    let borne = borne(state).map(|(unit, name)| (name.to_owned(), unit.into()));
    let lexicon = Lexicon {
        pieces: state.units.keys().map(|unit| (*unit).into()).collect(),
        names: Names::of(borne),
        ..lexicon_of(&sandbox.atlas.map)
    };
    let read = read_letter(&format!("PLAYER fr\nPASSWORD secret words\n{letter}\nEND\n"), &lexicon);
    let blocks = read.units.iter().map(|block| {
        let orders = block.orders.iter().map(|line| line.words.to_string()).collect::<Vec<_>>();
        format!("{}: {}", block.piece, orders.join(", "))
    });
    let told = |one: &Complaint| format!("{} {}", one.why, one.nearest.clone().unwrap_or_default());
    let faults = read.complaints.iter().chain(read.units.iter().flat_map(|block| &block.complaints));
    (blocks.collect(), faults.map(told).collect())
}

const FRENCH: [(&str, &str); 4] =
    [("FR1IN", "Dupont"), ("FR2IN", "Prince Louis"), ("FR1CQ", "Gérard's Corps"), ("AU1IN", "Blücher")];

#[test]
fn orders_name_units_as_reports_do() {
    for (letter, block) in [
        ("UNIT Dupont\nSKIRMISH", ""),
        ("UNIT Dupont\nATTACK SKIRMISH", "FR1IN: ATTACK SKIRMISH"),
        ("UNIT dupont: # the wood\nATTACK SKIRMISH", "FR1IN: ATTACK SKIRMISH"),
        ("UNIT FR1IN Dupont\nATTACK SKIRMISH", "FR1IN: ATTACK SKIRMISH"),
        ("UNIT \"Prince Louis\"\nATTACK SKIRMISH", "FR2IN: ATTACK SKIRMISH"),
        ("UNIT PRINCE LOUIS\nMERGE INTO Dupont", "FR2IN: MERGE INTO FR1IN"),
        ("UNIT Dupont\nMERGE INTO FR2IN Prince Louis", "FR1IN: MERGE INTO FR2IN"),
        ("UNIT Dupont\nCARRY 1 FROM gerards corps", "FR1IN: CARRY 1 FROM FR1CQ"),
        ("UNIT Dupont\nCARRY 1, FROM \"Gérard's Corps\"", "FR1IN: CARRY 1 FROM FR1CQ"),
        ("UNIT Dupont\nMERGE INTO “Prince Louis”.", "FR1IN: MERGE INTO FR2IN"),
        ("UNIT Bluecher\nATTACK SKIRMISH", "AU1IN: ATTACK SKIRMISH"),
    ] {
        let (blocks, faults) = named(&FRENCH, letter);
        match block {
            "" => assert!(!faults.is_empty(), "{letter}"),
            block => {
                assert_eq!((blocks.as_slice(), faults), (&[block.to_owned()][..], vec![]), "{letter}")
            }
        }
    }
}

#[test]
fn several_units_are_named_in_one_line() {
    let (blocks, faults) = named(&FRENCH, "UNITS Dupont, FR2IN Prince Louis and Bluecher\nATTACK SKIRMISH");
    assert_eq!(faults, Vec::<String>::new());
    assert_eq!(blocks, ["FR1IN", "FR2IN", "AU1IN"].map(|unit| format!("{unit}: ATTACK SKIRMISH")));
}

#[test]
fn a_name_of_two_or_of_none_is_refused_with_what_is_near() {
    let twice = [("US1IN", "Tyler"), ("CS1IN", "Tyler")];
    let (blocks, faults) = named(&twice, "UNIT Tyler\nATTACK SKIRMISH");
    assert!(blocks.is_empty() && faults[0].contains("US1IN") && faults[0].contains("CS1IN"), "{faults:?}");
    let (blocks, faults) = named(&FRENCH, "UNIT Dupond\nATTACK SKIRMISH");
    assert!(blocks.is_empty() && faults[0].ends_with("FR1IN Dupont"), "{faults:?}");
}

#[test]
fn a_scenario_names_its_units_and_is_told_what_is_no_name() {
    let texts = scenario::built_in("valley-1862").unwrap();
    let state = scenario::read(&texts).unwrap().state;
    assert_eq!(called(&state.names, id("US1IN")), "US1IN Donnelly");
    assert_eq!(called(&state.names, id("US1LA")), "US1LA");
    let mut wrong = texts.clone();
    let north = wrong.get_mut("north.toml").unwrap();
    *north = north.replace("\"Donnelly\"", "\"March\"").replace("\"Gordon\"", "\"HATCH\"");
    let faults = scenario::read(&wrong).unwrap_err().to_string();
    let [order, double] = faults.lines().collect::<Vec<_>>()[..] else { panic!("{faults}") };
    assert!(
        order.starts_with("north.toml, line ") && order.contains("unit US1IN: ") && order.contains("March"),
        "{order}"
    );
    assert!(
        double.starts_with("north.toml, line ") && double.contains("US1CV") && double.contains("US2IN"),
        "{double}"
    );
}

#[test]
fn a_position_without_names_says_nothing_of_them() {
    let mut state = scenario::read(&scenario::demo()).unwrap().state;
    assert!(state.names.is_empty() && !serde_json::to_string(&state).unwrap().contains("\"names\""));
    let unit = *state.units.keys().next().unwrap();
    state.names.insert(unit, "Lasalle".into());
    let json = serde_json::to_string(&state).unwrap();
    assert!(json.contains(&format!("\"names\":{{\"{unit}\":\"Lasalle\"}}")));
    assert_eq!(serde_json::from_str::<LandState>(&json).unwrap(), state);
}
