//! A game administrator's rows: ships, ports and winds changed by hand, and the fleet shown. What an edit comes to is worked out on the
//! position ([`crate::edits`]).

use crate::edits::{Edit as Wish, Value};
use crate::language::names::chart_of;
use crate::language::words::{Known, Reader};
use crate::language::{SHIPS, edits, ship_of};
use fieldpost_engine::piece::Piece;
use fieldpost_grammar::command::{CommandForm, Edit, Show};
use fieldpost_grammar::edits;
use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::parse::{Parsed, expected, is, something_else};

edits! {
    EDITS, EDITS_MEAN: Reader<Wish>, spelled by spelled;
    "SET SHIP id word value", ["SET SHIP"],
        "One value of a ship: name, commander, deputy, base, crew, marines, experience, stores, hull, propulsion, capacity, supplies, extra-stores, quality, status.",
        "SET SHIP US2FR hull 2" => edits::set_ship;
    "MOVE SHIP id place", ["MOVE SHIP"],
        "Puts a ship elsewhere, in a group of its own.",
        "MOVE SHIP US2FR LCHE" => edits::move_ship;
    "ADD SHIP id place [NAME name]", ["ADD SHIP"],
        "A new ship as she is launched, under her nation's Naval Secretary; a transport group has a capacity of 2,000.",
        "ADD SHIP US9GB Hampton NAME Satellite" => edits::add_ship;
    "BUILD SHIP type AT port [NAME name] READY turn", ["BUILD SHIP"],
        "Lays a ship down in a port's yard; she is there at the end of that turn.",
        "BUILD SHIP SL AT Boston NAME Wachusett READY 3" => edits::build_ship;
    "REMOVE SHIP id", ["REMOVE SHIP"],
        "Takes a ship off the sea.",
        "REMOVE SHIP US2FR" => edits::remove_ship;
    "SET PORT name STORES n, YARD n or CONTROL nation", ["SET PORT"],
        "What lies in a port and what its yard can do; whose it is, off the land map.",
        "SET PORT Norfolk STORES 20" => edits::set_port;
    "SET WIND sea side strength", ["SET WIND"],
        "Where the wind of a sea area blows from, N, E, S or W, and how hard: light, moderate, heavy.",
        "SET WIND GAC W heavy" => edits::set_wind;
}

/// What is read behind an edit's words, in canonical ones.
fn spelled<'a>(read: Reader<Wish>, input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Edit> {
    let Some(chart) = chart_of(lexicon) else { return something_else(input) };
    let (rest, edit) = read(input, Known { chart, lexicon })?;
    let makes = match &edit {
        Wish::AddShip { ship, .. } => Some(Piece::from(ship.to_string())),
        _ => None,
    };
    let calls = match &edit {
        Wish::AddShip { ship, name: Some(name), .. } | Wish::SetShip(ship, Value::Name(name)) => {
            Some((name.clone(), Piece::from(ship.to_string())))
        }
        _ => None,
    };
    Ok((rest, Edit { words: edits::words_of(&edit, chart), makes, calls, whole: None }))
}

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
            match chart_of(lexicon).and_then(|chart| chart.place_named(rest)) {
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

#[cfg(test)]
mod tests {
    use crate::language::lexicon;
    use crate::language::names::OWN;
    use fieldpost_grammar::Names;
    use fieldpost_grammar::command::{Command, read_ga_letter};

    /// A letter may call a ship by the name that it gives her: whoever writes ADD SHIP thinks of her so.
    #[test]
    fn a_ship_is_called_by_the_name_that_the_letter_gives_her() {
        let chart = OWN.as_ref().unwrap();
        let lexicon = lexicon(chart, Names::default());
        let letter = "GA test\nADD SHIP US9GB Hampton NAME Satellite\nSET SHIP Satellite hull 1\nSET SHIP satellite name Comet\n\
                      MOVE SHIP Comet LCHE\nSHOW SHIP Comet\nSET SHIP Meteor hull 1\nEND\n";
        let read = read_ga_letter(letter, &lexicon);
        let words: Vec<&str> = read.commands.iter().map(|one| one.words.as_str()).collect();
        assert_eq!(
            words,
            [
                "ADD SHIP US9GB Hampton NAME Satellite",
                "SET SHIP US9GB hull 1",
                "SET SHIP US9GB name Comet",
                "MOVE SHIP US9GB LCHE",
                "SHOW SHIP US9GB",
            ]
        );
        assert!(matches!(read.commands[4].what.command, Command::Show(_)));
        assert_eq!(read.complaints.len(), 1, "{:?}", read.complaints);
        assert!(
            read.complaints[0].why.contains("no ship of this game is called so"),
            "{:?}",
            read.complaints
        );
    }
}
