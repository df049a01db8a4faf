//! What the letters of the toy game may say.

use fieldpost_engine::piece::Piece;
use fieldpost_grammar::command::{CommandForm, Edit, Hand, Part, Show};
use fieldpost_grammar::letter::{Lexicon, Recipient};
use fieldpost_grammar::parse::{
    Near, Parsed, Reader, clause, must_clause, must_name, number_within, player, something_else, word, words,
    wrong,
};
use fieldpost_grammar::{Form, Help, Language, Section, Whole};
use nom::Parser;
use nom::branch::alt;
use nom::combinator::{opt, value};
use nom::sequence::preceded;

use crate::faults;

const CHESTS: Section = Section("CHESTS: what a chest bids");
const OFFICES: Section = Section("OFFICES: what a banker orders");
const SUCH: &str = "a chest such as N1";

/// The words of the toy game.
pub static LANGUAGE: Language = Language {
    name: "bids",
    noun: "chest",
    such: SUCH,
    block: &["CHEST"],
    whole: &[],
    beside: &[],
    several: &[],
    idle: "A chest without orders bids 1.",
    about: &["SHOULD", "BIDS"],
    forms: FORMS,
    hand: Hand { game: &[], players: &[], edits: EDITS, pieces: PIECES, places: &[] },
    help: Help {
        letter: "PLAYER name\nPASSWORD word\nCHEST N1\nBID 5\nEND\n",
        below: "",
        more: "For more write HELP and a word; for everything write HELP ALL.\n",
        notes: &[],
        also_called: &[],
        see_also: &[],
        commands: "GAME name\nGA name\nPASSWORD word\n",
        rules: || &[],
        of_game: |_| None,
    },
    edition: &Whole,
    things: &[],
    piece,
    names_something: |word| piece(word, &Lexicon::of(&LANGUAGE)).is_ok(),
    group,
    party: |name| Ok(name.to_owned()),
    standing: |input, _| Ok(("", input.trim().to_owned())),
    more: |_, _, _, _| None,
    hint: |_, _, _, _| None,
};

static FORMS: &[Form] = &[
    Form {
        section: CHESTS,
        words: "CHEST chest",
        phrases: &["CHEST"],
        meaning: "What follows is for this chest.",
        rules: "",
        needs: "",
        example: "CHEST N1",
        reader: Reader::Frame,
    },
    Form {
        section: CHESTS,
        words: "BID n",
        phrases: &["BID", "OFFER"],
        meaning: "Bid so many coins.",
        rules: "2",
        needs: "",
        example: "BID 5",
        reader: Reader::Piece(|input, _| {
            let (rest, coins) = number_within("how many coins", 0, 9_999).parse(input)?;
            faults::break_on(faults::READING, coins);
            faults::die_on(faults::KILLING, coins);
            Ok((rest, format!("BID {coins}")))
        }),
    },
    Form {
        section: CHESTS,
        words: "HIDE",
        phrases: &["HIDE"],
        meaning: "Let nobody else see the bid.",
        rules: "2",
        needs: "",
        example: "HIDE",
        reader: Reader::Piece(|input, _| Ok((input, "HIDE".into()))),
    },
    Form {
        section: CHESTS,
        words: "SEAL",
        phrases: &["SEAL"],
        meaning: "Do not bid at all.",
        rules: "2",
        needs: "",
        example: "SEAL",
        reader: Reader::Piece(|input, _| {
            faults::break_on(faults::BREAKING_WORD, input.trim());
            faults::die_on(faults::KILLING_WORD, input.trim());
            Ok((input, "SEAL".into()))
        }),
    },
    Form {
        section: OFFICES,
        words: "GIVE chest TO player [DEPUTY player]",
        phrases: &["GIVE"],
        meaning: "Who commands a chest from now on.",
        rules: "4",
        needs: "",
        example: "GIVE N1 TO Anna",
        reader: Reader::Office(|input, lexicon| {
            given(input, lexicon).map(|(rest, words)| (rest, format!("GIVE {words}")))
        }),
    },
];

static EDITS: &[CommandForm] = &[
    CommandForm::edit(
        (Part::Edits, "1"),
        "SET NUMBER chest n",
        &["SET NUMBER"],
        "What is in a chest.",
        "SET NUMBER N1 4",
        |input, lexicon| {
            let (rest, chest) = must_name(SUCH, input, piece(input, lexicon), lexicon.language)?;
            let (rest, number) = number_within("a number from 1 to 9", 1, 9).parse(rest)?;
            faults::break_on(faults::READING_EDIT, number);
            faults::die_on(faults::KILLING_EDIT, number);
            Ok((
                rest,
                Edit { words: format!("SET NUMBER {chest} {number}"), makes: None, calls: None, whole: None },
            ))
        },
    ),
    CommandForm::edit(
        (Part::Edits, "4"),
        "GIVE chest TO player [DEPUTY player]",
        &["GIVE"],
        "Who commands a chest.",
        "GIVE N1 TO Anna",
        |input, lexicon| {
            let (rest, words) = given(input, lexicon)?;
            Ok((rest, Edit { words: format!("GIVE {words}"), makes: None, calls: None, whole: None }))
        },
    ),
];

static PIECES: &[CommandForm] = &[CommandForm::show(
    "SHOW CHEST chest",
    &["SHOW CHEST"],
    "All of a chest.",
    "SHOW CHEST N1",
    |input, lexicon| {
        must_name(SUCH, input, piece(input, lexicon), lexicon.language)
            .map(|(rest, chest)| (rest, Show::Piece("CHEST", chest)))
    },
)];

/// `chest = 1*2ALPHA 1*4DIGIT *2ALPHA`
fn piece<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Piece> {
    let name = word(input);
    let letters = |text: &str| text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let digits = name.get(letters(name)..).unwrap_or_default();
    let count = digits.bytes().take_while(u8::is_ascii_digit).count();
    let tail = &digits[count..];
    let is_chest =
        (1..=2).contains(&letters(name)) && (1..=4).contains(&count) && letters(tail) == tail.len();
    if !is_chest || tail.len() > 2 {
        return something_else(input);
    }
    let name = name.to_ascii_uppercase();
    if !lexicon.has_piece(&name) {
        return wrong(input, format!("There is no chest {name} in this game."), Near::Piece(name));
    }
    Ok((&input[name.len()..], name.into()))
}

/// `chest sp "TO" sp player [ sp "DEPUTY" sp player ]`
fn given<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, String> {
    let (rest, chest) = must_name(SUCH, input, piece(input, lexicon), lexicon.language)?;
    let to = must_clause("TO and a name", &["TO"]);
    let (rest, commander) = preceded(to, player(&["DEPUTY"], lexicon)).parse(rest)?;
    let nobody = value("NONE".to_owned(), words(&["NONE"]));
    let deputy = preceded(clause(&["DEPUTY"]), alt((nobody, player(&[], lexicon))));
    let (rest, deputy) = opt(deputy).parse(rest)?;
    let deputy = deputy.map_or_else(String::new, |deputy| format!(" DEPUTY {deputy}"));
    Ok((rest, format!("{chest} TO {commander}{deputy}")))
}

const PARTIES: [&str; 5] = ["Austria", "Prussia", "Saxony", "North", "South"];

/// Press to a party, or to a banker, of the writer's side or of a party's.
fn group(words: &str) -> Option<Recipient> {
    let party = |name: &str| PARTIES.into_iter().find(|party| party.eq_ignore_ascii_case(name.trim()));
    if let Some(party) = party(words) {
        return Some(Recipient::Side(party.to_owned()));
    }
    let words = words.trim().to_ascii_lowercase();
    match words.split_once(" of ") {
        None if words == "banker" => Some(Recipient::Officer("Banker".into())),
        Some(("banker", name)) => Some(Recipient::Officer(format!("Banker of {}", party(name)?))),
        _ => None,
    }
}
