//! Names that letters use: pieces, places, players: `grammar/house/name.abnf`.

use super::bears::bare_letters;
use super::combinator::Reads;
use super::fault::{Near, Parsed, expected, wrong};
use super::language::{Language, Lexicon};
use super::word::{any_phrase, bare_word, is_blank, is_stop, space, stands, word};
use fieldpost_engine::nearest;
use fieldpost_engine::piece::Piece;

/// A piece that must stand here, in the game's own spelling.
pub fn must_piece<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Piece> {
    let language = lexicon.language;
    must_name(language.such, input, (language.piece)(input, lexicon), language)
}

/// A piece's name that must stand here, whatever it is read to; `such` is one, with an example.
pub fn must_name<'a, T>(
    such: &'static str,
    input: &'a str,
    read: Parsed<'a, T>,
    language: &Language,
) -> Parsed<'a, T> {
    match read {
        Err(nom::Err::Error(_)) if word(input).is_empty() => expected(input, such),
        Err(nom::Err::Error(_)) => {
            let found = bare_word(input);
            let why = format!("Expected {}, found {found:?}.", language.text(such));
            wrong(input, why, Near::Piece(found.to_string()))
        }
        read => read,
    }
}

/// The words up to one of `stops` or the line's end, without the stops that a sentence ends with.
pub fn words_until<'a>(stops: &[&str], input: &'a str) -> (&'a str, &'a str) {
    words_before(|rest| stands(stops, rest), input)
}

/// The same up to where something begins that ends them.
pub fn words_before(ends: impl Fn(&str) -> bool, input: &str) -> (&str, &str) {
    let mut from = 0;
    let end = loop {
        let Some(blank) = input[from..].find(is_blank) else { break input.len() };
        let next = from + blank + (input[from + blank..].len() - space(&input[from + blank..]).len());
        if ends(&input[next..]) {
            break from + blank;
        }
        from = next;
    };
    let words = input[..end].trim_end_matches(|c| is_blank(c) || is_stop(c));
    (&input[words.len()..], words)
}

/// `rank = "GENERAL" / "GEN" / "FIELD" / "MARSHAL" / "LIEUTENANT" / "LT" / "MAJOR" / "BRIGADIER" / "COLONEL" /
/// "COL" / "CAPTAIN" / "FELDMARSCHALL" / "FELDZEUGMEISTER" / "HERR" / "MR" / "SIR" / "LORD" / "COUNT" / "BARON"
/// / "PRINCE" / "DUKE" / "KING"`
const RANKS: &[&str] = &[
    "GENERAL",
    "GEN",
    "FIELD",
    "MARSHAL",
    "LIEUTENANT",
    "LT",
    "MAJOR",
    "BRIGADIER",
    "COLONEL",
    "COL",
    "CAPTAIN",
    "FELDMARSCHALL",
    "FELDZEUGMEISTER",
    "HERR",
    "MR",
    "SIR",
    "LORD",
    "COUNT",
    "BARON",
    "PRINCE",
    "DUKE",
    "KING",
];

/// The player who is meant by a name that is none of the game's until the ranks before it are dropped.
pub fn ranked_player(name: &str, lexicon: &Lexicon) -> Option<String> {
    let mut rest = name;
    while lexicon.players.iter().all(|player| !player.eq_ignore_ascii_case(rest)) {
        let (after, ()) = any_phrase(RANKS, rest).ok()?;
        rest = space(after.strip_prefix('.').unwrap_or(after));
        if let Some(player) = find_name(&lexicon.players, rest) {
            return (!lexicon.players.is_empty()).then_some(player);
        }
    }
    None
}

/// `player = *( rank [ "." ] sp ) <the name of a player of the game>`
pub fn player<'a>(stops: &[&str], lexicon: &Lexicon) -> impl Reads<'a, String> {
    move |input| {
        let (rest, name) = words_until(stops, input);
        if name.is_empty() {
            return expected(input, "a player's name");
        }
        match find_name(&lexicon.players, name).or_else(|| ranked_player(name, lexicon)) {
            Some(player) => Ok((rest, player)),
            None => no_player(input, name),
        }
    }
}

/// "There is nobody of that name."
pub fn no_player<'a, T>(at: &'a str, name: &str) -> Parsed<'a, T> {
    wrong(at, format!("There is no player {name:?} in this game."), Near::Player(name.to_owned()))
}

/// A name of a list, without regard to case and accents. An empty list knows no names and takes any.
pub fn find_name(names: &[String], wanted: &str) -> Option<String> {
    if names.is_empty() {
        return Some(wanted.split(is_blank).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "));
    }
    let same = names
        .iter()
        .find(|name| name.eq_ignore_ascii_case(wanted))
        .or_else(|| names.iter().find(|name| bare_letters(name).eq(bare_letters(wanted))));
    same.cloned()
}

impl Lexicon {
    /// Whether the game has a piece of this name, or its pieces are not known.
    pub fn has_piece(&self, name: &str) -> bool {
        let known = |piece: &Piece| piece.as_str() == name;
        self.pieces.is_empty()
            || self.pieces.binary_search_by(|piece| piece.cmp_name(name)).is_ok()
            || self.pieces.iter().any(known)
    }
}

impl Near {
    /// The nearest name to a misspelt one; `None` too if it was no name that was misspelt.
    pub fn name(&self, lexicon: &Lexicon) -> Option<String> {
        let among = |found: &str, names: &[String]| {
            nearest::nearest(found, names.iter().map(|name| (name, name))).cloned()
        };
        match self {
            Near::This(words) => Some(words.clone()),
            Near::Place(found) => among(found, &lexicon.places),
            Near::Player(found) => among(found, &lexicon.players),
            Near::Piece(found) => {
                let pieces = lexicon.pieces.iter().map(|piece| (piece.as_str(), piece));
                let id = || nearest::nearest(found, pieces.clone()).map(Piece::to_string);
                let name = || lexicon.names.nearest(found);
                // An id has a number, and few names have.
                if found.contains(|c: char| c.is_ascii_digit()) {
                    id().or_else(name)
                } else {
                    name().or_else(id)
                }
            }
            Near::Order | Near::Nothing | Near::Absent => None,
        }
    }
}
