//! Hand edits, tried.

use std::collections::BTreeMap;

use super::*;
use crate::orders::Names;

/// The position after an edit in words, as a letter has it.
fn done(world: &World, position: &Position, words: &str) -> Result<Position, String> {
    let wish = crate::language::edit(words, &Names::of(&world.map, position))?;
    // What is kept of it is its canonical words.
    let kept = crate::language::edit(&wish.to_string(), &Names::of(&world.map, position));
    assert_eq!(kept.as_ref(), Ok(&wish), "{words}");
    let (after, against) = edit(world, position, &wish, &Papers::default())?;
    if against.is_empty() {
        Ok(after)
    } else {
        Err(format!("OVERRIDE: {}", fieldpost_engine::breach::told(&[against]).concat().join("; ")))
    }
}

/// Every edit that needs no other before it, and no letters.
const EVERY: &[&str] = &[
    "CREATE STACK FR-7 AT milan WITH A- LD",
    "CREATE STACK XX-7 AT milan WITH A- LD FOR FRA",
    "REMOVE STACK FR-1",
    "MOVE STACK FR-1 rome",
    "SET STACK FR-1 A-",
    "CREATE LEADER Foix FOR FRA RANK A VALUES 554 AT FR-1",
    "CREATE STACK FR-7 AT milan WITH 2 LD",
    "CREATE STACK FR-7 AT lyonnais WITH A- LD ARMS 1 VETERAN INFANTRY 1 CONSCRIPT CAVALRY 1 VETERAN ARTILLERY",
    "CREATE STACK FR-F7 AT genoa WITH GALLEY IN PORT",
    "CREATE STACK FR-F7 AT ligurian-sea WITH F+ F- 7 GALLEYS 2 TRANSPORTS",
    "CREATE STACK SP-F7 AT channel WITH F- 2 WARSHIPS FOR SPA",
    "MOVE STACK FR-F1 ligurian-sea",
    "MOVE STACK FR-2 piedmont IN FORTRESS",
    "SET STACK FR-F1 F- 3 NGD TRANSPORT",
    "SET STACK FR-2 A- VETERANS",
    "ADD TO STACK FR-2 2 LD VETERANS",
    "ADD TO STACK FR-F1 GALLEY",
    "REMOVE FROM STACK FR-1 A-",
    "REMOVE FROM STACK VE-F1 F+ GALLEY TRANSPORT",
    "CREATE LEADER Foix FOR FRA RANK A VALUES 554-1 AT lyonnais",
    "CREATE LEADER Doria FOR FRA RANK B VALUES 434 AS ADMIRAL WAITING",
    "MOVE LEADER Charles VIII TO FR-2",
    "MOVE LEADER Gonzaga TO venice",
    "MOVE LEADER Gonzaga TO WAITING",
    "CAPTURE LEADER Gonzaga BY FRA",
    "PLACE MISSION IN cuba FOR SPA",
    "REMOVE LEADER Gonzaga",
    "WOUND LEADER Gonzaga UNTIL ROUND 5",
    "SET CONTROL OF milan TO SPA",
    "SET OWNER OF milan TO nobody",
    "SET FORTRESS milan 1",
    "SET SIEGE WORKS milan +",
    "SET PORT genoa none",
    "SET PILLAGE milan -",
    "PLACE REVOLT IN naples +",
    "PLACE PRIVATEER SP-P1 IN channel +",
    "PLACE PIRATE PIR-P1 IN channel -",
    "SET NATIVES cuba 3 ACTIVE",
    "SET DISCOVERY SPA cuba never",
    "SET RELATION FRA VEN hostile",
    "TAKE MINOR MIL",
    "SET PASSAGE FRA THROUGH VEN",
    "SET TREASURY FRA 17",
    "SET TREASURY FRA +100",
    "SET TREASURY FRA -100",
    "GIVE MINOR FER TO VEN",
    "SET RELATION FRA VEN war",
    "SET RELATION FRA SPA peace",
    "SET TECHNOLOGY FRA land Arquebus",
    "SET TECHNOLOGY SPA land Tercios",
    "SET INITIATIVE SPA FRA VEN PAP",
    "WEATHER BAD",
    "PERIOD 2",
    "SET POINTS FRA 3",
    "PLACE GARRISON SP-9 AT rome",
    "ROLL 1d10 FOR FRA stability +2",
    "ROLL 2d6 FOR ALL",
    "NEXT TURN",
    "NEXT PHASE",
];

/// Edits that take back what another did.
const AFTER: [(&str, &str); 6] = [
    ("TAKE MINOR MIL", "GIVE MINOR MIL TO SPA"),
    ("PLACE MISSION IN cuba FOR SPA", "REMOVE MISSION cuba"),
    ("PLACE REVOLT IN naples +", "REMOVE REVOLT naples"),
    ("SET PASSAGE FRA THROUGH VEN", "REVOKE PASSAGE FRA THROUGH VEN"),
    ("CAPTURE LEADER Gonzaga BY FRA", "FREE LEADER Gonzaga"),
    ("CREATE LEADER Foix FOR FRA RANK A VALUES 554 WAITING", "MOVE LEADER Foix TO milan"),
];

/// No row of the referee's is left out: those about letters and the ledger are tried with a board (`board/tests/between.rs`).
#[test]
fn every_row_is_tried() {
    const OF_LETTERS: [&str; 5] = ["GRANT REQUEST", "REFUSE REQUEST", "REVEAL", "EVENT", "ENTER LEDGER"];
    for row in crate::language::LANGUAGE.hand.edits {
        let phrase = row.phrases[0];
        let tried = EVERY.iter().copied().chain(AFTER.iter().map(|(_, words)| *words));
        assert!(
            OF_LETTERS.contains(&phrase) || tried.into_iter().any(|words| words.starts_with(phrase)),
            "{phrase} is tried nowhere"
        );
    }
}

#[test]
fn what_takes_back_another_edit_is_done_and_undone_too() {
    let text = include_str!("../board/tests/plain-1494.toml");
    let scenario =
        crate::scenario::read(&BTreeMap::from([("scenario.toml".to_owned(), text.to_owned())])).unwrap();
    let world = &scenario.world;
    for (first, words) in AFTER {
        let before = done(world, &scenario.position, first).unwrap();
        let after = done(world, &before, words).unwrap_or_else(|why| panic!("{words}: {why}"));
        let touched = touches(&before, &after);
        assert!(!said(world, &before, &after).is_empty(), "{words} is told to nobody");
        assert_eq!(redo(&before, &touched).as_ref(), Ok(&after), "{words}");
        let back = fieldpost_engine::touch::reversed(&touched);
        assert_eq!(redo(&after, &back).as_ref(), Ok(&before), "{words}");
    }
}

#[test]
fn every_edit_changes_something_is_taken_back_and_done_again() {
    let text = include_str!("../board/tests/plain-1494.toml");
    let scenario =
        crate::scenario::read(&BTreeMap::from([("scenario.toml".to_owned(), text.to_owned())])).unwrap();
    let (world, start) = (&scenario.world, &scenario.position);
    for words in EVERY {
        let after = done(world, start, words).unwrap_or_else(|why| panic!("{words}: {why}"));
        let touched = touches(start, &after);
        assert!(!touched.is_empty(), "{words}");
        let told = said(world, start, &after);
        assert!(!told.is_empty(), "{words} is told to nobody");
        for one in &told {
            let line = format!("{}: {} -> {}", one.what, one.before, one.after);
            assert!(!line.contains(['{', '[', '_']) && !line.contains("null"), "{words}: {line}");
        }
        assert_eq!(redo(start, &touched).as_ref(), Ok(&after), "{words}");
        let back = fieldpost_engine::touch::reversed(&touched);
        assert_eq!(redo(&after, &back).as_ref(), Ok(start), "{words}");
        assert!(redo(&after, &touched).is_err(), "{words} twice");
    }
}

#[test]
fn what_cannot_be_done_says_why() {
    let text = include_str!("../board/tests/plain-1494.toml");
    let scenario =
        crate::scenario::read(&BTreeMap::from([("scenario.toml".to_owned(), text.to_owned())])).unwrap();
    for (words, seen) in [
        ("CREATE STACK FR-1 AT milan WITH LD", "already"),
        ("CREATE STACK FR-7 AT milano WITH LD", "no place"),
        ("CREATE STACK FR-7 AT milan WITH A+ A+ LD", "OVERRIDE: FR-7 is over the stacking limit"),
        ("MOVE STACK FR-1 ligurian-sea", "FR-1 is a stack on land"),
        ("FREE LEADER Gonzaga", "nobody's captive"),
        ("CREATE STACK FR-7 AT milan WITH F- 2 GALLEYS", "Ships make a fleet, such as FR-F1"),
        ("CREATE STACK FR-F7 AT provence WITH LD", "Troops make a stack, such as FR-1"),
        ("CREATE STACK FR-F7 AT provence WITH F-", "such as F- 2 GALLEYS"),
        ("CREATE STACK FR-F7 AT milan WITH GALLEY", "no port for ships"),
        ("CREATE STACK FR-7 AT milan WITH LD IN PORT", "Only ships lie IN PORT"),
        ("CREATE STACK FR-7 AT ligurian-sea WITH LD", "is a stack on land, and Ligurian Sea a sea"),
        ("CREATE STACK FR-F7 AT ligurian-sea WITH GALLEY IN PORT", "has neither port nor fortress"),
        ("CREATE STACK FR-7 AT milan WITH 2 LD ARMS 3 VETERAN INFANTRY", "name as many of both"),
        ("CREATE STACK SP-P7 AT milan WITH LD", "PLACE PRIVATEER SP-P7"),
        ("CREATE STACK SP-F7 AT channel WITH 2 GALLEYS", "OVERRIDE: galleys keep to"),
        ("CREATE STACK FR-F7 AT ligurian-sea WITH F+ GALLEY", "OVERRIDE: an F- of its owner holds"),
        ("CREATE STACK FR-7 AT milan WITH A+ A+", "OVERRIDE: in Milan it is over"),
        ("ADD TO STACK FR-9 LD", "CREATE STACK FR-9 AT a place WITH LD"),
        ("REMOVE FROM STACK FR-2 A-", "REMOVE STACK FR-2"),
        ("REMOVE FROM STACK FR-2 A+", "it is A-"),
        ("REMOVE FROM STACK NA-F1 2 GALLEYS", "REMOVE STACK NA-F1"),
        ("MOVE LEADER Gonzaga TO FR-1", "OVERRIDE: FR-1 obeys FRA"),
        ("MOVE LEADER Nobody TO FR-1", "no leader"),
        ("PLACE PRIVATEER SP-P1 IN channel none", "REMOVE STACK SP-P1"),
        ("SET FORTRESS milan 6", "0 to 5"),
        ("SET INITIATIVE SPA FRA", "every seat once"),
        ("SET RELATION FRA VEN angry", "war, peace or allied"),
        ("GIVE MINOR SPA TO FRA", "obeys nobody"),
        ("GIVE MINOR FER TO ATL", "no power"),
        ("REVEAL", "Nothing is declared under seal"),
        ("ENTER LEDGER FRA INCOME +40 the taille", "ledger = true"),
        ("ROLL 1d7 FOR FRA", "dice such as 1d10"),
        ("ROLL 1d10", "FOR and a power"),
        ("EVENT 3", "no event 3"),
        ("DANCE", "no edit"),
    ] {
        let why = done(&scenario.world, &scenario.position, words).unwrap_err();
        assert!(why.contains(seen), "{words}: {why}");
    }
}

#[test]
fn hand_edits_are_told_in_peoples_words() {
    let text = include_str!("../board/tests/plain-1494.toml");
    let scenario =
        crate::scenario::read(&BTreeMap::from([("scenario.toml".to_owned(), text.to_owned())])).unwrap();
    for (words, told) in [
        ("CREATE STACK FR-8 AT lyonnais WITH LD", "FR-8: not there -> LD in Lyonnais"),
        ("SET TREASURY VEN 900", "Treasury of Venice: 250 -> 900"),
        ("SET RELATION FRA VEN hostile", "France and Venice: neutral -> at war"),
        ("PLACE REVOLT IN milan -", "Milan, revolt: none -> -"),
        ("WEATHER BAD", "The weather: good -> bad"),
        ("NEXT TURN", "What is open: round 1 of 6 -> an interphase"),
        (
            "MOVE STACK FR-1 rome",
            "FR-1: A+ LD in Dauphine, led by Charles VIII (322) -> A+ LD in Rome, led by Charles VIII (322)",
        ),
    ] {
        let after = done(&scenario.world, &scenario.position, words).unwrap();
        let lines: Vec<String> = said(&scenario.world, &scenario.position, &after)
            .iter()
            .map(|one| format!("{}: {} -> {}", one.what, one.before, one.after))
            .collect();
        assert_eq!(lines, [told], "{words}");
    }
}

#[test]
fn a_refused_edit_names_the_nearest_and_after_the_last_round_no_turn_follows() {
    let text = include_str!("../board/tests/plain-1494.toml");
    let scenario =
        crate::scenario::read(&BTreeMap::from([("scenario.toml".to_owned(), text.to_owned())])).unwrap();
    let refused = |words: &str| done(&scenario.world, &scenario.position, words).unwrap_err();
    assert!(refused("SET TREASURY Venise 10").contains("Did you mean Venice?"));
    assert!(refused("SET TREASURY Atlantis 10").contains("Venice (VEN)"));
    assert!(refused("SET RELATION SPA VEN hostile PREVIEW").contains("PREVIEW stands on a line of its own"));
    let over = Position { over: true, ..scenario.position.clone() };
    assert!(done(&scenario.world, &over, "NEXT TURN").unwrap_err().contains("END GAME"));
}
