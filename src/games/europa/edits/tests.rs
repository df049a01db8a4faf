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
    edit(world, position, &wish)
}

#[test]
fn every_edit_changes_something_is_taken_back_and_done_again() {
    let text = include_str!("../../../../scenarios/italy-1494/scenario.toml");
    let scenario =
        crate::scenario::read(&BTreeMap::from([("scenario.toml".to_owned(), text.to_owned())])).unwrap();
    let (world, start) = (&scenario.world, &scenario.position);
    for words in [
        "CREATE STACK FR-7 AT milan WITH A- LD",
        "CREATE STACK XX-7 AT milan WITH A- LD FOR FRA",
        "REMOVE STACK FR-1",
        "MOVE STACK FR-1 rome",
        "SET STACK FR-1 A-",
        "CREATE LEADER Foix FOR FRA RANK A VALUES 554 AT FR-1",
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
        "GIVE MINOR MIL TO SPA",
        "TAKE MINOR MIL",
        "SET PASSAGE FRA THROUGH VEN",
        "SET TREASURY FRA 17",
        "SET TECHNOLOGY FRA land Arquebus",
        "SET TECHNOLOGY SPA land Tercios",
        "SET INITIATIVE SPA FRA VEN PAP",
        "WEATHER BAD",
        "PERIOD 2",
        "SET POINTS FRA 3",
        "PLACE GARRISON SP-9 AT rome",
        "NEXT TURN",
    ] {
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
    let text = include_str!("../../../../scenarios/italy-1494/scenario.toml");
    let scenario =
        crate::scenario::read(&BTreeMap::from([("scenario.toml".to_owned(), text.to_owned())])).unwrap();
    for (words, seen) in [
        ("CREATE STACK FR-1 AT milan WITH LD", "already"),
        ("CREATE STACK FR-7 AT milano WITH LD", "no place"),
        ("CREATE STACK FR-7 AT milan WITH A+ A+ LD", "stacking limit"),
        ("MOVE STACK FR-1 ligurian-sea", "no fleet"),
        ("SET FORTRESS milan 6", "0 to 5"),
        ("SET INITIATIVE SPA FRA", "every seat once"),
        ("SET RELATION FRA VEN angry", "hostile, neutral or allied"),
        ("GIVE MINOR SPA TO FRA", "obeys nobody"),
        ("DANCE", "no edit"),
    ] {
        let why = done(&scenario.world, &scenario.position, words).unwrap_err();
        assert!(why.contains(seen), "{words}: {why}");
    }
}

#[test]
fn hand_edits_are_told_in_peoples_words() {
    let text = include_str!("../../../../scenarios/italy-1494/scenario.toml");
    let scenario =
        crate::scenario::read(&BTreeMap::from([("scenario.toml".to_owned(), text.to_owned())])).unwrap();
    for (words, told) in [
        ("CREATE STACK FR-8 AT lyonnais WITH LD", "FR-8: not there -> LD in Lyonnais"),
        ("SET TREASURY VEN 900", "Treasury of Venice: 250 -> 900"),
        ("SET RELATION FRA VEN hostile", "France and Venice: neutral -> at war"),
        ("PLACE REVOLT IN milan -", "Milan, revolt: none -> -"),
        ("WEATHER BAD", "The weather: good -> bad"),
        ("NEXT TURN", "What comes next: round 1 of 6 -> an interphase"),
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
    let text = include_str!("../../../../scenarios/italy-1494/scenario.toml");
    let scenario =
        crate::scenario::read(&BTreeMap::from([("scenario.toml".to_owned(), text.to_owned())])).unwrap();
    let refused = |words: &str| done(&scenario.world, &scenario.position, words).unwrap_err();
    assert!(refused("SET TREASURY Venise 10").contains("Did you mean Venice?"));
    assert!(refused("SET TREASURY Atlantis 10").contains("Venice (VEN)"));
    assert!(refused("SET RELATION SPA VEN hostile PREVIEW").contains("PREVIEW stands on a line of its own"));
    let over = Position { over: true, ..scenario.position.clone() };
    assert!(done(&scenario.world, &over, "NEXT TURN").unwrap_err().contains("END GAME"));
}
