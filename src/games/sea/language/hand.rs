//! A game administrator's rows: ships, ports and winds changed by hand, and the fleet shown. What the words come to is worked out on
//! the position ([`crate::edits`]).

use crate::language::{SHIPS, ship_of};
use fieldpost_grammar::command::{CommandForm, Edit, Part, Show};
use fieldpost_grammar::parse::{Parsed, expected, is};

/// A row of a hand edit: its words and what follows them.
macro_rules! edit {
    ($words:literal, $phrase:literal, $meaning:literal, $example:literal) => {
        CommandForm::edit((Part::Edits, ""), $words, &[$phrase], $meaning, $example, |input, _| {
            taken($phrase, input)
        })
    };
}

/// Changes of the position.
pub(super) static EDITS: &[CommandForm] = &[
    edit!(
        "SET SHIP id word value",
        "SET SHIP",
        "One value of a ship: name, commander, deputy, base, crew, marines, experience, stores, hull, propulsion, capacity, supplies, extra-stores, \
         quality, status.",
        "SET SHIP US2FR hull 2"
    ),
    edit!(
        "MOVE SHIP id place",
        "MOVE SHIP",
        "Puts a ship elsewhere, in a group of its own.",
        "MOVE SHIP US2FR LCHE"
    ),
    edit!(
        "ADD SHIP id place [NAME name]",
        "ADD SHIP",
        "A new ship as she is launched, under her nation's Naval Secretary; a transport group has a capacity of 2,000.",
        "ADD SHIP US9GB Hampton NAME Satellite"
    ),
    edit!(
        "BUILD SHIP type AT port [NAME name] READY turn",
        "BUILD SHIP",
        "Lays a ship down in a port's yard; she is there at the end of that turn.",
        "BUILD SHIP SL AT Boston NAME Wachusett READY 3"
    ),
    edit!("REMOVE SHIP id", "REMOVE SHIP", "Takes a ship off the sea.", "REMOVE SHIP US2FR"),
    edit!(
        "SET PORT name STORES n, YARD n or CONTROL nation",
        "SET PORT",
        "What lies in a port and what its yard can do; whose it is, off the land map.",
        "SET PORT Norfolk STORES 20"
    ),
    edit!(
        "SET WIND sea side strength",
        "SET WIND",
        "Where the wind of a sea area blows from, N, E, S or W, and how hard: light, moderate, heavy.",
        "SET WIND GAC W heavy"
    ),
];

/// A ship shown.
pub(super) static PIECES: &[CommandForm] = &[CommandForm::show(
    "SHOW SHIP id",
    &["SHOW SHIP"],
    "All of a ship, by her id or name.",
    "SHOW SHIP US2FR",
    |input, lexicon| match (SHIPS.piece)(is(input), lexicon) {
        Ok((rest, piece)) if ship_of(&piece).is_some() => Ok((rest, Show::Piece("SHIP", piece))),
        _ => expected(input, "a ship such as US2FR"),
    },
)];

/// All of it shown.
pub(super) static PLACES: &[CommandForm] = &[
    CommandForm::show(
        "SHOW FLEET",
        &["SHOW FLEET", "SHOW SHIPS", "SHOW ALL SHIPS"],
        "Every ship in a line: where it lies, its damage, crew, stores, and who commands it.",
        "SHOW FLEET",
        |rest, _| Ok((rest, Show::Whole("FLEET".into()))),
    ),
    CommandForm::show(
        "SHOW SEA XXX",
        &["SHOW SEA"],
        "One sea area, coastal waters or a port: the wind, who lies there, the ports of its coasts.",
        "SHOW SEA MAC",
        |input, lexicon| {
            let rest = is(input).trim_end_matches(['.', ';', '!']).trim();
            match super::names::helm_of(lexicon).and_then(|helm| helm.chart.place_named(rest)) {
                Some(_) => Ok(("", Show::Whole(format!("SEA {}", rest.to_uppercase())))),
                None => expected(input, "a sea area such as MAC, coastal waters such as LCHE, or a port"),
            }
        },
    ),
    CommandForm::show(
        "SHOW SEA",
        &["SHOW SEA", "SHOW THE SEA"],
        "The sea areas with ships: the wind, who lies where, and the ports of their coasts; then the other winds.",
        "SHOW SEA",
        |rest, _| Ok((rest, Show::Whole("SEA".into()))),
    ),
];

fn taken<'a>(phrase: &str, input: &'a str) -> Parsed<'a, Edit> {
    let rest = is(input).trim_end_matches(['.', ';', '!']).split_whitespace().collect::<Vec<_>>().join(" ");
    if rest.is_empty() {
        return expected(input, "what is to be changed");
    }
    Ok(("", Edit { words: format!("{phrase} {rest}"), makes: None }))
}
