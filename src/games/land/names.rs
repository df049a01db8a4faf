//! What units are called beside their ids: the names of brigades, divisions and generals, as orders of battle have them. No rule asks
//! for them; reports show them, and letters may use them.

use std::collections::BTreeMap;

use crate::language::bare_letters;
use crate::state::LandState;
use crate::unit::UnitId;
use fieldpost_ground::language::{looks_strategic, shape_of_id, tactical_square};
use fieldpost_ground::nation::NationCode;

/// Most signs of a name: with an id before it, it still has room beside a number on a phone.
pub const LONGEST: usize = 24;

/// Words that begin orders, or stand where a unit's name may stand too, before or behind one.
const WORDS: &str = "\
    ACTIVATE ADD ALL AND ARMY ASSIGN AT ATTACK BOMBARD BRIGADE BUY BY CACHE CAMPAIGN CARRY CEASE CITIES CITY CLOSE CORPS CREATE \
    DEACTIVATE DEFENCE DEFEND DEFENSE DEPLOY DEPLOYMENT DEPOT DEPOTS DESTROY DO DON'T END ENGAGE ENTER ENTRY FIGHT FOR FROM GAME GIVE GO \
    HALT HOD HOE HOLD IN INACTIVATE INTERCEPT INTO KEEP LAY LINE MAP MARCH MEND MERGE MOVE MTA MTB MTE NFM NO NOBODY NONE NOWHERE OF \
    ON OPEN ORDERS PASSWORD PATH PEACE PLACE PLAYER PURSUE PURSUIT RAIL RANK REACTIVATE REBUILD REMOVE SEASON SET SHELL SHIP SHOW STAY \
    STOP STRATEGIC SUPPLY SUPPORT TAKE THE TO TRAIN TRANSFER TRUCE TURN UNDER UNIT UNITS UPGRADE VIA WITH WITHDRAW WITHDRAWAL";

/// What keeps a name from being a unit's.
pub fn fault(name: &str, state: &LandState) -> Option<String> {
    if name.split(' ').any(str::is_empty) {
        return Some(format!("expected a name without blanks round it or two on end, found {name:?}"));
    }
    let is_meant = |c: char| c.is_alphanumeric() || [' ', '.', '\'', '’', '-'].contains(&c);
    if let Some(strange) = name.chars().find(|c| !is_meant(*c)) {
        return Some(format!(
            "expected letters, digits, blanks, points, apostrophes and hyphens, found {strange:?} in {name:?}"
        ));
    }
    let signs = name.chars().count();
    if signs > LONGEST {
        return Some(format!("expected at most {LONGEST} signs, found {signs} in {name:?}"));
    }
    if !name.starts_with(char::is_alphanumeric)
        || bare_letters(name).filter(|c| c.is_alphabetic()).count() < 2
    {
        return Some(format!("expected a letter or digit first and two letters at least, found {name:?}"));
    }
    if let Some(word) = read_otherwise(name) {
        return Some(format!(
            "expected a name that no letter reads as something else, found {word:?} in {name:?}"
        ));
    }
    if let Some(city) = state.cities.keys().find(|city| begins_with(city, name)) {
        return Some(format!(
            "expected a name that no city has or begins with, found {name:?}: {city} is one"
        ));
    }
    let player = state.players.iter().find(|player| bare_letters(&player.name).eq(bare_letters(name)))?;
    Some(format!("expected a name that no player has: {} is one", player.name))
}

/// Whether a city is called so or begins so: orders name cities where they name units too.
fn begins_with(city: &str, name: &str) -> bool {
    let mut letters = bare_letters(city);
    bare_letters(name).all(|letter| letters.next() == Some(letter))
        && city
            .split(' ')
            .scan(0, |sum, word| {
                Some({
                    *sum += bare_letters(word).count();
                    *sum
                })
            })
            .any(|sum| sum == bare_letters(name).count())
}

/// The part of a name that letters read as an order, an id or a square.
fn read_otherwise(name: &str) -> Option<&str> {
    let first = name
        .split([' ', '-'])
        .next()
        .filter(|first| WORDS.split(' ').any(|word| word.eq_ignore_ascii_case(first)));
    if first.is_some() {
        return first;
    }
    let starts = std::iter::once(0).chain(name.match_indices(' ').map(|(at, _)| at + 1));
    starts
        .filter_map(|at| name.get(at..))
        .find(|rest| shape_of_id(rest).is_some() || looks_strategic(rest) || tactical_square(rest).is_ok())
}

/// That a name is another unit's.
pub fn is_taken(other: UnitId) -> String {
    format!("expected a name that no other unit of its nation has, found that of {other}")
}

/// Units of a nation that bear the name of another, each with the first that bears it.
pub fn doubled(state: &LandState) -> Vec<(UnitId, UnitId)> {
    let mut first: BTreeMap<(NationCode, String), UnitId> = BTreeMap::new();
    let mut doubled = Vec::new();
    for (unit, name) in borne(state) {
        let other = *first.entry((unit.nation, bare_letters(name).collect())).or_insert(unit);
        if other != unit {
            doubled.push((unit, other));
        }
    }
    doubled
}

/// The names of the units that there are.
pub fn borne(state: &LandState) -> impl Iterator<Item = (UnitId, &str)> {
    let names = state.names.iter().filter(|(unit, _)| state.units.contains_key(unit));
    names.map(|(unit, name)| (*unit, name.as_str()))
}

/// The name that words give a unit; none for nothing.
///
/// # Errors
/// If it cannot be its name.
pub fn given(state: &LandState, unit: UnitId, words: &str) -> Result<Option<String>, String> {
    let name = words.trim().trim_matches(['"', '“', '”', '„']);
    if name.eq_ignore_ascii_case("none") {
        return Ok(None);
    }
    let letters = || bare_letters(name);
    let bears = |(other, its): &(UnitId, &str)| {
        *other != unit && other.nation == unit.nation && bare_letters(its).eq(letters())
    };
    let taken = borne(state).find(bears).map(|(other, _)| is_taken(other));
    match fault(name, state).or(taken) {
        Some(why) => Err(format!("{unit}: name: {why}.")),
        None => Ok(Some(name.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{LANGUAGE, lexicon_of};
    use crate::sandbox::{Sandbox, id};
    use crate::scenario;
    use crate::state::Season;
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
        let (blocks, faults) =
            named(&FRENCH, "UNITS Dupont, FR2IN Prince Louis and Bluecher\nATTACK SKIRMISH");
        assert_eq!(faults, Vec::<String>::new());
        assert_eq!(blocks, ["FR1IN", "FR2IN", "AU1IN"].map(|unit| format!("{unit}: ATTACK SKIRMISH")));
    }

    #[test]
    fn a_name_of_two_or_of_none_is_refused_with_what_is_near() {
        let twice = [("US1IN", "Tyler"), ("CS1IN", "Tyler")];
        let (blocks, faults) = named(&twice, "UNIT Tyler\nATTACK SKIRMISH");
        assert!(
            blocks.is_empty() && faults[0].contains("US1IN") && faults[0].contains("CS1IN"),
            "{faults:?}"
        );
        let (blocks, faults) = named(&FRENCH, "UNIT Dupond\nATTACK SKIRMISH");
        assert!(blocks.is_empty() && faults[0].ends_with("FR1IN Dupont"), "{faults:?}");
    }

    #[test]
    fn a_scenario_names_its_units_and_is_told_what_is_no_name() {
        let texts = scenario::built_in("valley-1862").unwrap();
        let state = scenario::read(&texts).unwrap().state;
        assert_eq!(state.called(id("US1IN")), "US1IN Donnelly");
        assert_eq!(state.called(id("US1LA")), "US1LA");
        let mut wrong = texts.clone();
        let north = wrong.get_mut("north.toml").unwrap();
        *north = north.replace("\"Donnelly\"", "\"March\"").replace("\"Gordon\"", "\"HATCH\"");
        let faults = scenario::read(&wrong).unwrap_err().to_string();
        let [order, double] = faults.lines().collect::<Vec<_>>()[..] else { panic!("{faults}") };
        assert!(
            order.starts_with("north.toml, line ")
                && order.contains("unit US1IN: ")
                && order.contains("March"),
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
}
