//! What letters of this game may say (grammar/europa/orders.abnf). The orders themselves are read by [`crate::orders`], which knows
//! no letter: here is where a row's words stand, and what of a letter's frame is this game's own.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use fieldpost_engine::nearest::nearest;
use fieldpost_engine::piece::Piece;
use fieldpost_grammar::command::Hand;
use fieldpost_grammar::letter::{Lexicon, Recipient};
use fieldpost_grammar::parse::{Near, Parsed, Reader, something_else, word, wrong};
use fieldpost_grammar::{Form, Help, Language, Section, form};

use crate::orders::{Fault, Names, Nearest, read, read_power, stack_id};
use crate::scenario;

mod hand;
mod help;

const SUCH: &str = "a stack such as FR-1";
const STACKS: Section = Section("STACKS: how an order block is written");
const MOVING: Section = Section("MOVING: on land, by sea, aboard");
const FIGHTING: Section = Section("FIGHTING: sieges, interception, retreats, losses");
const FLEETS: Section = Section("FLEETS: attack, blockades, hunters");
const POWERS: Section = Section("POWERS: what a power orders as a whole");

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
        rules: || &help::RULES,
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

static FORMS: &[Form] = &[
    Form {
        section: STACKS,
        words: "STACK id",
        phrases: &["STACK"],
        meaning: "What follows is for this stack, until END or the next STACK.",
        rules: "",
        needs: "",
        example: "STACK FR-1",
        reader: Reader::Frame,
    },
    form!(
        Piece(order),
        MOVING,
        "A1",
        "MOVE place [place ...] [EMBARK fleet LAND place [ON SHORE IF BLOCKADED] [place ...]] [WITH leader]",
        ["MOVE", "MOVE TO", "MARCH", "SAIL"],
        "The way, place by place; aboard of a fleet that has the CARRY for it.",
        "MOVE piedmont milan"
    ),
    form!(
        Piece(order),
        MOVING,
        "C1",
        "CARRY stack FROM place TO place",
        ["CARRY"],
        "The fleet takes an army aboard and lands it.",
        "CARRY FR-2 FROM provence TO siena"
    ),
    form!(
        Piece(order),
        MOVING,
        "F1",
        "HOLD",
        ["HOLD", "STAY"],
        "Stay; before a port that is blockaded, or in it, go no further.",
        "HOLD"
    ),
    form!(
        Piece(order),
        MOVING,
        "A1",
        "DETACH stack WITH counters [LEADER name]",
        ["DETACH"],
        "Makes a new stack, which the next block may order.",
        "DETACH FR-2 WITH 1 LD"
    ),
    form!(
        Piece(order),
        MOVING,
        "A1",
        "ABSORB stack",
        ["ABSORB"],
        "Takes in a stack that stands with it.",
        "ABSORB FR-2"
    ),
    form!(
        Piece(order),
        FIGHTING,
        "A1",
        "SIEGE [NO HONOURS] [ASSAULT AFTER BREACH]",
        ["SIEGE", "BESIEGE"],
        "Besiege where it ends. Honours of war are granted, and no breach is assaulted, unless it says so.",
        "SIEGE NO HONOURS"
    ),
    form!(
        Piece(order),
        FIGHTING,
        "A1",
        "LIFT SIEGE",
        ["LIFT SIEGE", "RAISE SIEGE"],
        "The siege and its works are given up.",
        "LIFT SIEGE"
    ),
    form!(
        Piece(order),
        FIGHTING,
        "A1",
        "ASSAULT [times]",
        ["ASSAULT"],
        "Assault the fortress, so many times at most.",
        "ASSAULT 2"
    ),
    form!(
        Piece(order),
        FIGHTING,
        "A1",
        "SORTIE",
        ["SORTIE"],
        "Out of the fortress, on the besiegers.",
        "SORTIE"
    ),
    form!(
        Piece(order),
        FIGHTING,
        "A1",
        "ATTACK NATIVES",
        ["ATTACK NATIVES", "ATTACK THE NATIVES"],
        "Fight the natives of the province.",
        "ATTACK NATIVES"
    ),
    form!(
        Piece(order),
        FIGHTING,
        "A1",
        "SUPPRESS REVOLT",
        ["SUPPRESS REVOLT", "SUPPRESS"],
        "Put the revolt in the province down.",
        "SUPPRESS REVOLT"
    ),
    form!(
        Piece(order),
        FIGHTING,
        "E1",
        "INTERCEPT [power] [IN place ...]",
        ["INTERCEPT"],
        "Try to meet enemies who come beside it. A stack on land does not both move and intercept.",
        "INTERCEPT IN parma"
    ),
    form!(
        Piece(order),
        FIGHTING,
        "A1",
        "RETREAT BEFORE COMBAT",
        ["RETREAT BEFORE COMBAT"],
        "Try to be gone before the combat.",
        "RETREAT BEFORE COMBAT"
    ),
    form!(
        Piece(order),
        FIGHTING,
        "A1",
        "RETREAT AFTER FIRST DAY",
        ["RETREAT AFTER FIRST DAY", "RETREAT AFTER DAY 1", "RETREAT AFTER ONE DAY"],
        "Try to leave a battle on land in the evening; who fails is fought the harder on the next day.",
        "RETREAT AFTER FIRST DAY"
    ),
    form!(
        Piece(order),
        FIGHTING,
        "G4",
        "RETREAT TO place",
        ["RETREAT TO"],
        "Where to go when beaten, sooner than into a fortress; no enemy may stand there. Or FORTRESS.",
        "RETREAT TO milan"
    ),
    form!(
        Piece(order),
        FIGHTING,
        "H1",
        "LOSSES kinds",
        ["LOSSES"],
        "What is lost first: INFANTRY, CAVALRY, ARTILLERY; GALLEYS, WARSHIPS, TRANSPORTS.",
        "LOSSES CAVALRY"
    ),
    form!(
        Piece(order),
        FIGHTING,
        "B5",
        "LET PASS power",
        ["LET PASS"],
        "Stacks of that power that retreat for want of supply go through.",
        "LET PASS FRA"
    ),
    form!(
        Piece(order),
        FIGHTING,
        "A3",
        "IF PRESENT power [AT place] [AT LEAST n] THEN order [ELSE order]",
        ["IF PRESENT"],
        "An order on condition; but movement has none. So many are detachments on land, ships at sea.",
        "IF PRESENT SPA AT ligurian-sea AT LEAST 3 THEN HOLD ELSE ATTACK"
    ),
    form!(
        Piece(order),
        FIGHTING,
        "A3",
        "IF BLOCKADED port THEN order [ELSE order]",
        ["IF BLOCKADED"],
        "The same, for fleets before a port and for who is to land there.",
        "IF BLOCKADED genoa THEN HOLD"
    ),
    form!(
        Piece(order),
        FIGHTING,
        "A3",
        "IF BESIEGED place THEN order [ELSE order]",
        ["IF BESIEGED"],
        "The same.",
        "IF BESIEGED milan THEN SORTIE"
    ),
    form!(
        Piece(order),
        FIGHTING,
        "A3",
        "IF ROUND n THEN order [ELSE order]",
        ["IF ROUND"],
        "The same.",
        "IF ROUND 2 THEN HOLD"
    ),
    form!(
        Piece(order),
        FIGHTING,
        "A3",
        "IF NOT condition THEN order [ELSE order]",
        ["IF NOT"],
        "The contrary of any of these conditions.",
        "IF NOT ROUND 2 THEN HOLD"
    ),
    form!(
        Piece(order),
        FLEETS,
        "G2",
        "ATTACK [power]",
        ["ATTACK"],
        "Fight the enemies in the sea where it ends. Armies need no order.",
        "ATTACK"
    ),
    form!(
        Piece(order),
        FLEETS,
        "F1",
        "BLOCKADE port",
        ["BLOCKADE"],
        "Shut a port in, from the sea where it ends.",
        "BLOCKADE genoa"
    ),
    form!(
        Piece(order),
        FLEETS,
        "A1",
        "PURSUE AND BLOCKADE",
        ["PURSUE AND BLOCKADE", "PURSUIT AND BLOCKADE", "PURSUE"],
        "Follow a beaten fleet to its port and shut it in.",
        "PURSUE AND BLOCKADE"
    ),
    form!(
        Piece(order),
        FLEETS,
        "F1",
        "ESCAPE BLOCKADE",
        ["ESCAPE BLOCKADE", "ESCAPE"],
        "Slip through a blockade; on leaving it does so of itself.",
        "ESCAPE BLOCKADE"
    ),
    form!(
        Piece(order),
        FLEETS,
        "F1",
        "FORCE BLOCKADE",
        ["FORCE BLOCKADE", "FORCE"],
        "Fight its way through; on entering it does so of itself.",
        "FORCE BLOCKADE"
    ),
    form!(
        Piece(order),
        FLEETS,
        "A1",
        "RETREAT AFTER FIRE",
        ["RETREAT AFTER FIRE PHASE", "RETREAT AFTER FIRE"],
        "Break off after the fire, if it has the wind.",
        "RETREAT AFTER FIRE"
    ),
    form!(
        Piece(order),
        FLEETS,
        "D1",
        "HUNT PRIVATEERS [IN sea]",
        ["HUNT PRIVATEERS", "HUNT PIRATES", "HUNT"],
        "Hunt the privateers of the sea where it ends.",
        "HUNT PRIVATEERS"
    ),
    form!(
        Piece(order),
        FLEETS,
        "G2",
        "FIRST LINE GALLEYS or WARSHIPS",
        ["FIRST LINE"],
        "Which ships stand in the first line.",
        "FIRST LINE WARSHIPS"
    ),
    form!(
        Office(power),
        POWERS,
        "B1",
        "CAMPAIGN kind",
        ["CAMPAIGN", "MAKE CAMPAIGN"],
        "NONE, PASSIVE, SIMPLE, SIMPLE WITHOUT LOGISTICS, MAJOR or MULTIPLE; without it the cheapest that covers the orders.",
        "CAMPAIGN MAJOR"
    ),
    form!(
        Office(power),
        POWERS,
        "B5",
        "LET PASS power",
        ["LET PASS"],
        "The same for all stacks of the power.",
        "LET PASS FRA"
    ),
    form!(
        Office(power),
        POWERS,
        "B3",
        "SEQUENCE stacks",
        ["SEQUENCE"],
        "In which order the power's stacks go where that matters.",
        "SEQUENCE FR-2 FR-1"
    ),
    form!(
        Office(power),
        POWERS,
        "",
        "ASK REFEREE words",
        ["ASK REFEREE"],
        "Ask the game administrator for what is done between rounds.",
        "ASK REFEREE two LD in Paris, please"
    ),
];

/// The names of the scenarios that come with the program: by them a line is told from prose where a letter's game is not known
/// yet. Any word would do for a province otherwise, and `Move on` would be an order.
static COMMON: LazyLock<Names> = LazyLock::new(|| {
    let mut names = Names::default();
    for (file, text) in crate::EUROPA.scenarios {
        let file = file.rsplit('/').next().unwrap_or_default().to_owned();
        if let Ok(scenario) = scenario::read(&BTreeMap::from([(file, (*text).to_owned())])) {
            names.add(Names::of(&scenario.world.map, &scenario.position));
        }
    }
    names
});

/// The names of a letter's game, or the common ones where its board is not known.
fn names(lexicon: &Lexicon) -> &Names {
    lexicon.grid.as_ref().and_then(|frame| frame.of::<Names>()).unwrap_or_else(|| &COMMON)
}

/// An order of a stack, without its first words, to its canonical words.
fn order<'a>(first: &str, input: &'a str, lexicon: &Lexicon) -> Parsed<'a, String> {
    // FIRST LINE is two words of one row; a phrase of several is written out again.
    let line = format!("{first} {}", without_marks(input));
    let names = names(lexicon);
    match read(&line, names) {
        Ok(order) => Ok(("", order.to_string())),
        Err(fault) => misread(input, &fault, names),
    }
}

/// An order without commas between its words and quotes round them; its bytes stay where they are.
fn without_marks(input: &str) -> String {
    let is_mark = |c: char| matches!(c, ',' | '"' | '“' | '”' | '„' | '«' | '»');
    input.chars().map(|c| if is_mark(c) { " ".repeat(c.len_utf8()) } else { c.to_string() }).collect()
}

fn power<'a>(first: &str, input: &'a str, lexicon: &Lexicon) -> Parsed<'a, String> {
    let names = names(lexicon);
    match read_power(&format!("{first} {input}"), names) {
        Ok(order) => Ok(("", order.to_string())),
        Err(fault) => misread(input, &fault, names),
    }
}

/// A fault in the words of the grammar: where it is, and what is nearest.
fn misread<'a, T>(input: &'a str, fault: &Fault, names: &Names) -> Parsed<'a, T> {
    let at = input.floor_char_boundary(input.len().saturating_sub(fault.left));
    let found = input.get(at..).unwrap_or(input);
    let near = match &fault.near {
        Some(Nearest::This(words)) => Near::This(words.clone()),
        Some(Nearest::Place(found)) => Near::Place(found.clone()),
        Some(Nearest::Power(found)) => {
            let known = names.powers.keys().map(|name| (name.as_str(), name));
            nearest(&found.to_lowercase(), known).map_or(Near::Nothing, |name| Near::This(name.clone()))
        }
        None => Near::Nothing,
    };
    wrong(found, fault.why.clone(), near)
}

/// What is wrong with a condition of which not even the first words could be read.
fn hint(
    form: Option<&'static Form>,
    body: &str,
    _: &str,
    lexicon: &Lexicon,
) -> Option<(String, Option<String>)> {
    let is_condition = form.is_none() && body.get(..3).is_some_and(|word| word.eq_ignore_ascii_case("IF "));
    let fault = is_condition.then(|| read(body, names(lexicon)).err()).flatten()?;
    let written = "It is written: IF PRESENT Spain AT rome AT LEAST 3 THEN HOLD ELSE ATTACK.";
    Some((format!("{} {written}", fault.why), None))
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
        let (_, complaints) = read_orders("IF PRESENT Spain AT rome THEN MOVE umbria", &lexicon());
        assert!(complaints[0].why.contains("Movement cannot be conditional (B2)"), "{complaints:?}");
    }
}
