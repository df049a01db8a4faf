//! What letters of this game may say (grammar/europa/orders.abnf). The orders themselves are read by [`crate::orders`], which knows
//! no letter: here is where a row's words stand, and what of a letter's frame is this game's own.

use fieldpost_engine::piece::Piece;
use fieldpost_grammar::command::Hand;
use fieldpost_grammar::letter::{Lexicon, Recipient};
use fieldpost_grammar::parse::{Near, Parsed, clause, name_word, something_else, word, wrong};
use fieldpost_grammar::{Form, Help, Language};
use nom::Parser;

use crate::map::Owner;
use crate::orders::{Business, Names, PowerOrder, stack_id};
use crate::position::Request;

mod edits;
mod forms;
mod hand;
mod help;
mod names;

pub use forms::{read, read_power};
pub use hand::edit;

use forms::FORMS;

const SUCH: &str = "a stack such as FR-1";

/// The language of Europa by mail.
pub static LANGUAGE: Language = Language {
    name: "europa",
    noun: "stack",
    such: SUCH,
    block: &["STACK"],
    whole: &[],
    beside: &[],
    several: &[
        "IF PRESENT",
        "IF BLOCKADED",
        "IF BESIEGED",
        "IF ROUND",
        "IF NOT",
        "DETACH",
        "ABSORB",
        "CARRY",
        "LET PASS",
    ],
    idle: "A stack without orders stays; it defends itself, and a siege that it can lay goes on.",
    about: &["CAN", "SHOULD", "MOVES", "STANDS"],
    forms: FORMS,
    hand: Hand { game: &[], players: &[], edits: hand::EDITS, pieces: hand::PIECES, places: hand::PLACES },
    help: Help {
        letter: help::LETTER,
        below: help::BELOW,
        more: "For more write HELP and a word; for everything write HELP ALL.\n",
        notes: help::NOTES,
        also_called: &[],
        see_also: &[],
        commands: "\
A letter of commands looks like this:

    GAME italy
    GA Guido
    PASSWORD correct horse battery
    SHOW REQUESTS
    SET TREASURY FRA 300
",
        rules: || &help::CITED,
        of_game: help::of_report,
    },
    edition: &help::HouseRules,
    things: &[],
    piece,
    names_something: |word| stack_id(word).is_some(),
    group,
    party: |name| Ok(name.to_owned()),
    standing: |input, _| Ok(("", input.trim().to_owned())),
    more: |_, _, _, _| None,
    hint,
};

/// To whom a request is an offer, and of what; nothing where it is none.
pub fn offer_of(request: &Request, names: &Names) -> Option<(Owner, Business)> {
    let Ok(PowerOrder::Business(business)) = read_power(&request.words, names) else { return None };
    Some((business.offered_to()?.clone(), business))
}

/// What is wrong with a condition of which not even the first words could be read.
fn hint(form: Option<&'static Form>, body: &str, _: &str, _: &Lexicon) -> Option<(String, Option<String>)> {
    let (rest, ()) = clause(&["IF"]).parse(body).ok().filter(|_| form.is_none())?;
    let found = match name_word(rest) {
        "" => "but the line ends".to_owned(),
        found => format!("found {found:?}"),
    };
    let written = "It is written: IF PRESENT Spain AT rome AT LEAST 3 THEN HOLD ELSE ATTACK.";
    Some((format!("Expected PRESENT, BLOCKADED, BESIEGED, ROUND or NOT behind IF, {found}. {written}"), None))
}

/// `stack-id`
fn piece<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Piece> {
    let name = word(input).trim_end_matches(['.', ',', ';', ':']);
    let Some(id) = stack_id(name) else { return something_else(input) };
    if !lexicon.has_piece(id.as_str()) && !may_be_made(&id, lexicon) {
        return wrong(input, format!("There is no stack {id} in this game."), Near::Piece(id.to_string()));
    }
    Ok((input.strip_prefix(name).unwrap_or_default(), id))
}

/// A stack that is not there may be one that a DETACH above makes: one of a power that has others.
fn may_be_made(id: &Piece, lexicon: &Lexicon) -> bool {
    let head = |id: &str| id.split('-').next().unwrap_or_default().to_owned();
    lexicon.pieces.iter().any(|known| head(known.as_str()) == head(id.as_str()))
}

/// Press to a power.
fn group(words: &str) -> Option<Recipient> {
    let name = words.trim();
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphabetic() || c == ' ');
    is_name.then(|| Recipient::Side(name.to_owned()))
}

#[cfg(test)]
mod tests {
    use fieldpost_grammar::letter::Lexicon;
    use fieldpost_grammar::{read_letter, read_orders};

    use super::*;
    use fieldpost_grammar::parse::Reader;

    fn lexicon() -> Lexicon {
        let map = crate::map::read(include_str!("../../../maps/europa.map.toml")).unwrap();
        let mut names = Names::of(&map, &crate::position::Position::default());
        for (name, id) in [("spain", "SPA"), ("spa", "SPA"), ("venice", "VEN"), ("fra", "FRA")] {
            names.powers.insert(name.into(), id.into());
        }
        let pieces = ["FR-1", "FR-2", "FR-F1", "MI-1"].map(Piece::from).to_vec();
        let places = map.provinces.values().map(|found| found.name.clone()).collect();
        Lexicon {
            grid: Some(fieldpost_grammar::letter::Frame::new(names)),
            pieces,
            places,
            ..Lexicon::of(&LANGUAGE)
        }
    }

    #[test]
    fn the_letter_of_the_record_is_read_from_the_first_line_to_the_last() {
        let text = "GAME italy-1494\nTURN 1\nPLAYER Charles\nPASSWORD correct horse battery\nCAMPAIGN MAJOR\nLET PASS Spain\n\nSTACK FR-1\n\
                    MOVE piedmont milan parma florence\nSIEGE NO HONOURS\nEND\n\nSTACK FR-2\n\
                    MOVE dauphine provence EMBARK FR-F1 LAND siena\nSIEGE\nEND\n\nSTACK FR-F1\n\
                    CARRY FR-2 FROM provence TO siena\nMOVE ligurian-sea\n\
                    IF PRESENT Spain AT ligurian-sea AT LEAST 3 THEN RETREAT AFTER FIRE ELSE ATTACK\nEND\n\nSTACK MI-1\n\
                    INTERCEPT IN parma genoa\nLET PASS Venice\nEND\n";
        let letter = read_letter(text, &lexicon());
        assert_eq!(letter.complaints, [], "outside blocks");
        let words: Vec<(String, Vec<String>)> = letter
            .units
            .iter()
            .map(|block| {
                (block.piece.to_string(), block.orders.iter().map(|line| line.words.to_string()).collect())
            })
            .collect();
        assert!(letter.units.iter().all(|block| block.complaints.is_empty()), "{letter:?}");
        let expected = [
            ("FR-1", vec!["MOVE piedmont milan parma florence", "SIEGE NO HONOURS"]),
            ("FR-2", vec!["MOVE dauphine provence EMBARK FR-F1 LAND siena", "SIEGE"]),
            (
                "FR-F1",
                vec![
                    "CARRY FR-2 FROM provence TO siena",
                    "MOVE ligurian-sea",
                    "IF PRESENT SPA AT ligurian-sea AT LEAST 3 THEN RETREAT AFTER FIRE ELSE ATTACK",
                ],
            ),
            ("MI-1", vec!["INTERCEPT IN parma genoa", "LET PASS VEN"]),
        ];
        let expected = expected.map(|(piece, words)| {
            (piece.to_owned(), words.into_iter().map(str::to_owned).collect::<Vec<_>>())
        });
        assert_eq!(words, expected);
        assert_eq!(
            letter.offices.iter().map(|line| &*line.words).collect::<Vec<_>>(),
            ["CAMPAIGN MAJOR", "LET PASS SPA"]
        );
    }

    #[test]
    fn every_row_reads_its_example_and_what_it_gives_reads_as_itself() {
        let lexicon = lexicon();
        for form in FORMS.iter().filter(|form| matches!(form.reader, Reader::Piece(_))) {
            let (lines, complaints) = read_orders(form.example, &lexicon);
            assert_eq!(complaints, [], "{}", form.example);
            let words = lines[0].words.to_string();
            let (again, _) = read_orders(&words, &lexicon);
            assert_eq!(*again[0].words, *words, "{}", form.example);
            let rest = form
                .phrases
                .iter()
                .filter_map(|phrase| form.example.strip_prefix(phrase))
                .min_by_key(|rest| rest.len());
            for phrase in form.phrases {
                let line = format!("{phrase}{}", rest.unwrap_or_default());
                assert_eq!(read_orders(&line, &lexicon).1, [], "{line}");
            }
        }
    }

    #[test]
    fn a_bad_line_names_the_nearest_right_thing() {
        let (_, complaints) = read_orders("MOVE piedmnt", &lexicon());
        assert_eq!(complaints[0].nearest.as_deref(), Some("Piedmont"), "{complaints:?}");
        let near = |line: &str| read_orders(line, &lexicon()).1.remove(0);
        assert_eq!(near("MOVE tyrrhenian").nearest.as_deref(), Some("tyrrhenian-sea"));
        let adriatic = near("MOVE Adriatic Sea");
        assert!(adriatic.why.contains("northern-adriatic, southern-adriatic"), "{adriatic:?}");
        let (_, complaints) = read_orders("IF PRESENT Spain AT rome THEN MOVE umbria", &lexicon());
        assert!(
            complaints[0].sentence().contains(
                "Movement cannot be conditional, but before a blockade. The line does not count (B2)."
            ),
            "{complaints:?}"
        );
    }
}
