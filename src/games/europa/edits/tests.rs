//! Hand edits, tried.

use std::collections::BTreeMap;

use super::*;

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
        "END GAME",
    ] {
        let after = edit(world, start, words).unwrap_or_else(|why| panic!("{words}: {why}"));
        let touched = touches(start, &after);
        assert!(!touched.is_empty(), "{words}");
        assert_eq!(redo(start, &touched).as_ref(), Ok(&after), "{words}");
        let back = fieldpost_engine::touch::reversed(&touched);
        assert_eq!(redo(&after, &back).as_ref(), Ok(start), "{words}");
        assert!(redo(&after, &touched).is_err(), "{words} twice");
    }
}

#[test]
fn edits_are_told_in_words_to_those_whom_they_concern() {
    let text = include_str!("../../../../scenarios/italy-1494/scenario.toml");
    let scenario =
        crate::scenario::read(&BTreeMap::from([("scenario.toml".to_owned(), text.to_owned())])).unwrap();
    let (world, start) = (&scenario.world, &scenario.position);
    for (words, told, to) in [
        ("CREATE STACK FR-7 AT milan WITH A- LD", "FR-7: - -> A- LD in Milan", "".to_owned()),
        ("SET TREASURY VEN 900", "treasury of Venice: 250 -> 900", "Contarini".into()),
        (
            "SET RELATION FRA VEN hostile",
            "France and Venice: neutral -> at war",
            "Charles Gonzalo Contarini Alexander".into(),
        ),
        (
            "SET FORTRESS milan 1",
            "Milan: of MIL, fortress 3, no port -> of MIL, fortress 1, no port",
            "Charles".into(),
        ),
        ("REMOVE LEADER Gonzaga", "leader Gonzaga: Venice 333 with VE-1 -> -", "Contarini".into()),
        ("WEATHER BAD", "weather: good -> bad", "Charles Gonzalo Contarini Alexander".into()),
    ] {
        let after = edit(world, start, words).unwrap();
        let touched = touches(start, &after);
        let lines = said(&world.map, start, &after, &touched);
        let lines: Vec<String> =
            lines.iter().map(|said| format!("{}: {} -> {}", said.what, said.before, said.after)).collect();
        assert!(lines.iter().any(|line| line == told), "{words}: {lines:?}");
        let mut players = concerned(start, &scenario.players, &touched);
        players.extend(concerned(&after, &scenario.players, &touched));
        players.sort();
        players.dedup();
        let names: Vec<&str> =
            players.iter().map(|player| scenario.players[usize::from(player.0)].0.as_str()).collect();
        assert_eq!(names.join(" "), to, "{words}");
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
        let why = edit(&scenario.world, &scenario.position, words).unwrap_err();
        assert!(why.contains(seen), "{words}: {why}");
    }
}
