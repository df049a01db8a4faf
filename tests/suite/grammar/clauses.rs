//! Clauses of an order that may stand in any order: each once, and whoever writes one twice is told.

use fieldpost_grammar::Language;
use fieldpost_land::language::LANGUAGE;
use fieldpost_sea::language::SHIPS;

use super::hyphens::{lexicon, read};

const EUROPA: &Language = &fieldpost_europa::LANGUAGE;

#[test]
fn a_clause_that_stands_twice_is_told_and_neither_of_the_two_is_taken() {
    for (language, line, found) in [
        (&SHIPS, "CONTACT PURSUE MIN 2 MAX 9 MIN 5", "MIN"),
        (&SHIPS, "CONTACT EVADE MAX 2, MAX 2", "MAX"),
        (&SHIPS, "CONTACT ACCEPT OPEN-SEA-ONLY MIN 3 OPEN SEA ONLY", "OPEN"),
        (&SHIPS, "SUPPORT 10-5 RADIUS 2 PHASES 1-3 RADIUS 3", "RADIUS"),
        (&SHIPS, "SUPPORT 10-5 PHASE 2 PHASES 1-3", "PHASES"),
        (&LANGUAGE, "RAIL TO H4-S1 VIA H5-S1 VIA H6-S1", "VIA"),
        (&LANGUAGE, "RAIL TO H4-S1 ENTRY 5-5 VIA H5-S1 ENTER AT 6-6", "ENTER"),
        (EUROPA, "SIEGE NO HONOURS NO HONOURS", "NO"),
        (EUROPA, "SIEGE ASSAULT AFTER BREACH, NO HONOURS, ASSAULT AFTER BREACH", "ASSAULT"),
        (EUROPA, "IF PRESENT SPA AT LEAST 2 AT parma AT LEAST 3 THEN HOLD", "AT"),
        (EUROPA, "IF NOT PRESENT SPA IN milan AT parma THEN HOLD", "AT"),
    ] {
        let why = read(line, &lexicon(language)).expect_err(line);
        let said = format!("{found:?} stands here a second time: write it once.");
        assert!(why.contains(&said), "{line}: {why}");
    }
}

#[test]
fn clauses_mean_the_same_in_any_order_and_with_a_comma_or_an_arrow_between() {
    for (language, words, lines) in [
        (
            &SHIPS,
            "CONTACT PURSUE MIN 2 MAX 9 OPEN SEA ONLY",
            ["CONTACT PURSUE OPEN SEA ONLY MAX 9 MIN 2", "CONTACT pursue, max 9, open sea only, min 2"],
        ),
        (
            &SHIPS,
            "SUPPORT 10-5 RADIUS 2 PHASES 1-3",
            ["SUPPORT 10-5 PHASES 1-3 RADIUS 2", "SUPPORT 10-5, phases 1-3 -> radius 2"],
        ),
        (&SHIPS, "SAIL GAC MAC", ["SAIL GAC -> MAC", "SAIL GAC->MAC"]),
        (&SHIPS, "SAIL GAC MAC", ["SAIL \"GAC\", \"MAC\"", "SAIL \"gac\" THEN \"mac\"."]),
        (&SHIPS, "HARBOR New York AFTER 1", ["HARBOR \"New York\" AFTER 1", "HARBOUR New York, after-1"]),
        (&SHIPS, "COAST SAVA FIRST", ["COAST \"SAVA\" FIRST", "COAST TO SAVA, first."]),
        (EUROPA, "MOVE milan parma", ["MOVE \"milan\" -> \"parma\"", "MARCH milan>parma."]),
        (
            &LANGUAGE,
            "RAIL TO H4-S1 VIA H5-S1 ENTRY 5-5",
            ["RAIL H4-S1 ENTRY 5-5 VIA H5-S1", "RAIL H4-S1, enter at 5-5, through H5-S1"],
        ),
        (
            &LANGUAGE,
            "SUPPORT 10-5 RADIUS 2 PHASES 1-3",
            ["SUPPORT 10-5, radius 2, phases 1-3", "SUPPORT 10-5 WITHIN 2, IN PHASES 1 TO 3"],
        ),
        (
            EUROPA,
            "SIEGE NO HONOURS ASSAULT AFTER BREACH",
            ["SIEGE ASSAULT AFTER BREACH NO HONOURS", "BESIEGE assault after breach, no honours"],
        ),
        (
            EUROPA,
            "IF PRESENT SPA AT parma AT LEAST 3 THEN HOLD",
            [
                "IF PRESENT SPA AT LEAST 3 AT parma THEN HOLD",
                "IF PRESENT Spain, at least 3, in parma, THEN HOLD",
            ],
        ),
    ] {
        for line in lines.into_iter().chain([words]) {
            assert_eq!(read(line, &lexicon(language)).as_deref(), Ok(words), "{line}");
        }
    }
}
