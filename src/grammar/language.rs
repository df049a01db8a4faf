//! The languages of orders. What stands round orders is the house's own and the same in every letter: its head and
//! credentials, what is asked of the desk, press, and where a block ends. What a block is for, and the orders in it, are in the
//! language of the letter's game, which is handed in.

use std::any::Any;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::bears::{Called, Names};
use super::command::row::Hand;
use super::edition::{Edition, Thing, Whole, told};
use super::fault::{Parsed, something_else};
use super::reading::{Account, Recipient};
use super::section::Section;
use fieldpost_engine::line::Line;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::rule::Rule;

/// The language of a letter's game and the names a letter may use. Not state: it is handed in. An empty list means that the
/// names are not known: any well-formed one is then taken. Lookups are quickest where `pieces` is in their order, but right in
/// any order.
#[derive(Clone, Debug)]
pub struct Lexicon {
    /// The words of the game.
    pub language: &'static Language,
    /// What squares of the map are read by; without it none can be read.
    pub grid: Option<Frame>,
    /// The pieces of the game.
    pub pieces: Vec<Piece>,
    /// The places of the map that have names.
    pub places: Vec<String>,
    /// Where these lie, by the bare letters of their names: a place may stand where a square belongs.
    pub sites: BTreeMap<String, Site>,
    /// The players of the game.
    pub players: Vec<String>,
    /// The names that pieces bear beside their ids.
    pub names: Names,
    /// Names that the letter itself has given pieces, in its order.
    pub called: Vec<(String, Piece)>,
    /// What the game's other pieces are ordered in, as ships beside brigades: a block is read by the words of the piece that it
    /// is for. Pieces and players are those above.
    pub beside: Vec<Lexicon>,
}

/// Where a place lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// Its square of the map, as an order names it.
    pub at: String,
    /// Its square on the map of that square, where the game has such maps.
    pub within: String,
}

/// The frame of a map, as the game of a language knows it: the grammar carries it from who makes a lexicon to who reads
/// squares by it, and looks at nothing in it.
#[derive(Clone, Debug)]
pub struct Frame(Arc<dyn Any + Send + Sync>);

impl Frame {
    /// A game's frame.
    pub fn new(frame: impl Any + Send + Sync) -> Self {
        Frame(Arc::new(frame))
    }

    /// The frame again; `None` if it is another game's.
    pub fn of<T: Any>(&self) -> Option<&T> {
        self.0.downcast_ref()
    }
}

impl Lexicon {
    /// A language without any names.
    pub fn of(language: &'static Language) -> Self {
        Lexicon {
            language,
            grid: None,
            pieces: Vec::new(),
            places: Vec::new(),
            sites: BTreeMap::new(),
            players: Vec::new(),
            names: Names::default(),
            called: Vec::new(),
            beside: Vec::new(),
        }
    }

    /// The words of the pieces that stand beside the others, with the names of this lexicon.
    pub(super) fn tongues_beside(&self) -> Vec<Lexicon> {
        let named = |beside: &Lexicon| Lexicon {
            pieces: self.pieces.clone(),
            players: self.players.clone(),
            called: self.called.clone(),
            ..beside.clone()
        };
        self.beside.iter().map(named).collect()
    }
}

impl Lexicon {
    /// The piece that a text begins to name: by a name that the letter itself has given, the last of them first, or that it bears.
    ///
    /// # Errors
    /// As [`Names::begun`].
    pub fn named<'a>(&self, text: &'a str) -> Option<Called<'a>> {
        let given = self.called.iter().rev().find_map(|called| Names::of([called.clone()]).begun(text));
        given.or_else(|| self.names.begun(text))
    }

    /// What follows a piece's own name behind its id, as reports write it.
    pub fn past_name<'a>(&self, text: &'a str, piece: &Piece) -> &'a str {
        self.names.past(text, piece)
    }
}

impl Default for Lexicon {
    /// The words of the house alone.
    fn default() -> Self {
        Lexicon::of(&HOUSE)
    }
}

/// A parser of what follows an order's words.
pub type Argument<T> = for<'a> fn(&'a str, &Lexicon) -> Parsed<'a, T>;

/// How an order's line is read, once its words are known.
pub enum Reader {
    /// Of the letter's frame; `letter` and `credential` read it.
    Frame,
    /// An order of a piece's block, to its canonical words.
    Piece(Argument<String>),
    /// An order that stands in no block, to its canonical words.
    Office(Argument<String>),
    /// What is asked of the desk.
    Ask(Argument<Account>),
    /// The same, which is nothing but its words.
    PlainAsk(Account),
}

/// One order: a row of the table.
pub struct Form {
    /// Where it belongs.
    pub section: Section,
    /// How it is written: `c-r` is a tactical square, `X0-Y0` a strategic one, brackets may be left out.
    pub words: &'static str,
    /// The words it may begin with, the usual ones first.
    pub phrases: &'static [&'static str],
    /// What it does, for a player.
    pub meaning: &'static str,
    /// The rule's number; empty for what no rule knows. A book without the rule has not the order either.
    pub rules: &'static str,
    /// The key of what the order is about, where not every book has it ([`Thing::key`]); else empty.
    pub needs: &'static str,
    /// A line that is read without complaint where the names in it are those of the game.
    pub example: &'static str,
    /// How what follows its words is read.
    pub reader: Reader,
}

/// What the words of a row mean, once they are known: what opens or ends a block, or what reads an order of a piece, or one that stands
/// in no block.
pub enum Means<P: 'static, O: 'static> {
    Frame,
    Piece(P),
    Office(O),
}

/// Makes the table of a game's orders twice of one list: the rows as the grammar walks them, which read a line to its canonical words,
/// and at the same places what the words mean. A row means a `Frame`, what a `Piece(reader)` or an `Office(reader)` reads behind its
/// words, or, with nothing behind them, a `Plain(order)` of a piece. How an order is spelled two functions say, which are given its
/// reader: of a piece's orders the first, of the others the second.
#[macro_export]
macro_rules! language {
    ($forms:ident, $means:ident: $of:ty, spelled by $piece:path, $office:path;
        $($section:path, $rules:literal, $words:literal, $phrases:expr, $meaning:literal, $example:literal $(, needs $needs:literal)?
            => $kind:ident $(($reader:expr))?;)*) => {
        /// Every row of the language.
        pub(super) static $forms: &[$crate::Form] = &[$($crate::Form {
            section: $section,
            words: $words,
            phrases: &$phrases,
            meaning: $meaning,
            rules: $rules,
            needs: concat!($($needs)?),
            example: $example,
            reader: $crate::language!(@reader $piece, $office, $kind $(($reader))?),
        }),*];

        /// What the words of each row mean.
        pub(super) static $means: &[$of] = &[$($crate::language!(@means $kind $(($reader))?)),*];
    };
    (@reader $piece:path, $office:path, Frame) => { $crate::parse::Reader::Frame };
    (@reader $piece:path, $office:path, Piece($reader:expr)) => {
        $crate::parse::Reader::Piece(|input, lexicon| $piece($reader, input, lexicon))
    };
    (@reader $piece:path, $office:path, Plain($order:expr)) => {
        $crate::parse::Reader::Piece(|input, lexicon| $piece(|input, _| Ok((input, $order)), input, lexicon))
    };
    (@reader $piece:path, $office:path, Office($reader:expr)) => {
        $crate::parse::Reader::Office(|input, lexicon| $office($reader, input, lexicon))
    };
    (@means Frame) => { $crate::parse::Means::Frame };
    (@means Piece($reader:expr)) => { $crate::parse::Means::Piece($reader) };
    (@means Plain($order:expr)) => { $crate::parse::Means::Piece(|input, _| Ok((input, $order))) };
    (@means Office($reader:expr)) => { $crate::parse::Means::Office($reader) };
}

/// Makes the table of a game's hand edits twice of one list, as [`language!`] does of its orders: the rows, and at the same places what
/// reads behind their words. How an edit is spelled the function says, which is given its reader. A game whose rules know its edits, or
/// that has other parts than changes of the position, says in which part the rows stand, and before each its rules.
#[macro_export]
macro_rules! edits {
    ($forms:ident, $means:ident: $of:ty, spelled by $spell:path;
        $($words:literal, $phrases:expr, $meaning:literal, $example:literal => $reader:path;)*) => {
        $crate::edits! {
            $forms, $means: $of, in $crate::command::Part::Edits, spelled by $spell;
            $("", $words, $phrases, $meaning, $example => $reader;)*
        }
    };
    ($forms:ident, $means:ident: $of:ty, in $part:path, spelled by $spell:path;
        $($rules:literal, $words:literal, $phrases:expr, $meaning:literal, $example:literal
            $(, short $short:literal)? $(, needs $needs:literal)? => $reader:path;)*) => {
        /// Rows of the table of commands.
        pub(super) static $forms: &[$crate::command::CommandForm] = &[$($crate::command::CommandForm::edit(
            ($part, $rules),
            $words,
            &$phrases,
            $meaning,
            $example,
            |input, lexicon| $spell($reader, input, lexicon),
        )$(.short($short))?$(.about($needs))?),*];

        /// What the words of each row mean.
        pub(super) static $means: &[$of] = &[$($reader),*];
    };
}

/// A better word for a line that was not read: why it was not, and what is nearest to it.
pub type Hint = (String, Option<String>);

/// What a line is that carries on one above it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum More {
    /// The order of the block at this place now reads so.
    Instead(usize, String),
    /// It carries on nothing: why, and what is nearest.
    Wrong(Hint),
}

/// All that may be written in letters of one rulebook, beside the words of the house (GAME, PASSWORD, HELP, PRESS ...). Books that
/// share their words differ in nothing but the edition: `Language { edition: &BOOK, ..LANGUAGE }`.
#[derive(Clone, Copy)]
pub struct Language {
    /// Its name, which no letter shows.
    pub name: &'static str,
    /// What an order block is for, in a word: a unit, a stack.
    pub noun: &'static str,
    /// One with an example: `a unit such as AU3IN`.
    pub such: &'static str,
    /// The words before a piece's name that open its block, the usual ones first.
    pub block: &'static [&'static str],
    /// The words before a piece's name that open a block for all that belongs to it.
    pub whole: &'static [&'static str],
    /// The languages of other pieces of the same games: their orders stand in the help beside these.
    pub beside: &'static [&'static Language],
    /// Orders of which a block may have several, each by the first of its phrases; of all others the later one counts.
    pub several: &'static [&'static str],
    /// What becomes of a piece to which nothing is ordered, in a sentence.
    pub idle: &'static str,
    /// Words that begin a sentence about a piece, and hardly a password.
    pub about: &'static [&'static str],
    /// Its orders, and what opens a block and stands in it, in the order of the help.
    pub forms: &'static [Form],
    /// Its rows among a game administrator's commands.
    pub hand: Hand,
    /// What its help says beside the rows.
    pub help: Help,
    /// The book of the letter's game: what it has, and its rule numbers.
    pub edition: &'static dyn Edition,
    /// What not every book of the language has.
    pub things: &'static [Thing],
    /// A piece's name, in the game's own spelling.
    pub piece: Argument<Piece>,
    /// Whether something of the game stands in a word that has figures in it: a piece, a square.
    pub names_something: fn(&str) -> bool,
    /// Who is written to by an office or a side: such a name in canonical words.
    pub group: fn(&str) -> Option<Recipient>,
    /// Who stands together, as a nation does: its name as the game spells it, or the nearest.
    pub party: fn(&str) -> Result<String, Option<String>>,
    /// What a new player is: the nation, and perhaps a rank; in canonical words.
    pub standing: Argument<String>,
    /// A line that carries on one above it, by the orders of the block; `true` if the line right above is an
    /// order that ends with a comma.
    pub more: fn(&str, &[Line], bool, &Lexicon) -> Option<More>,
    /// A better word for a line that could not be read, whose order was perhaps begun by the words of a form; reading stopped
    /// at the third.
    pub hint: fn(Option<&'static Form>, &str, &str, &Lexicon) -> Option<Hint>,
}

/// What the help of a language says beside its rows.
#[derive(Clone, Copy)]
pub struct Help {
    /// How a letter of orders looks.
    pub letter: &'static str,
    /// What stands below all orders.
    pub below: &'static str,
    /// What more can be asked.
    pub more: &'static str,
    /// Words of help that are no order's: the topics each is found by, and the text.
    pub notes: &'static [(&'static [&'static str], &'static str)],
    /// Topics whose words stand in no order's, each with a section or a word that has them.
    pub also_called: &'static [(&'static str, &'static str)],
    /// Where more is said of what a topic leads to.
    pub see_also: &'static [(&'static [&'static str], &'static str)],
    /// How a letter of commands looks.
    pub commands: &'static str,
    /// The rules of the book in our own words, by its own numbers.
    pub rules: fn() -> &'static [Rule],
    /// What a topic is that is no order's and no note's, as a type of ships or a sea area is: the topic is in capitals.
    pub of_game: fn(&str) -> Option<String>,
}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Language({})", self.name)
    }
}

/// The words of the house alone: of a letter whose game is not known.
pub static HOUSE: Language = Language {
    name: "house",
    noun: "piece",
    such: "a piece",
    block: &[],
    whole: &[],
    beside: &[],
    several: &[],
    idle: "",
    about: &[],
    forms: &[],
    hand: Hand { game: &[], players: &[], edits: &[], pieces: &[], places: &[] },
    help: Help {
        letter: "",
        below: "",
        more: "For more write HELP and a word; for everything write HELP ALL.\n",
        notes: &[],
        also_called: &[],
        see_also: &[],
        commands: "",
        rules: || &[],
        of_game: |_| None,
    },
    edition: &Whole,
    things: &[],
    piece: |input, _| something_else(input),
    names_something: |_| false,
    group: |_| None,
    party: |_| Err(None),
    standing: |input, _| something_else(input),
    more: |_, _, _, _| None,
    hint: |_, _, _, _| None,
};

/// What is answered where a book has not the rule of an order, and nothing more is known of it.
const NO_RULE: &str = "The rules of this war know no such order.";

impl Language {
    /// What is answered to a line that needs something, or rests on a rule, that the book lacks; `None` if it has both.
    pub(super) fn lack(&self, needs: &str, rules: &str) -> Option<&'static str> {
        if !needs.is_empty() && !self.edition.has(needs) {
            let thing = self.things.iter().find(|thing| thing.key == needs);
            return Some(thing.map_or(NO_RULE, |thing| thing.lack));
        }
        (!self.edition.has_rule(rules)).then_some(NO_RULE)
    }

    /// A text of the language as its book has it.
    pub fn text(&self, text: &'static str) -> Cow<'static, str> {
        told(text, self.edition)
    }

    /// A block of orders as the help's letter has it, line by line: for whoever is to be shown how one looks.
    pub fn sample_block(&self) -> Vec<String> {
        let letter = self.text(self.help.letter).into_owned();
        let lines = letter.lines().map(str::trim);
        let opens = |line: &&str| line.split(' ').next() != Some(self.opener());
        let block = lines.skip_while(opens).take_while(|line| !line.is_empty());
        let mut taken = Vec::new();
        for line in block {
            taken.push(line.to_owned());
            if line == "END" {
                break;
            }
        }
        taken
    }

    /// Whether a word before a piece's name opens a block, of this language or of one beside it.
    pub fn opens_block(&self, word: &str) -> bool {
        let opens = |one: &Language| one.block.contains(&word) || one.whole.contains(&word);
        opens(self) || self.beside.iter().any(|other| opens(other))
    }

    /// The word before a piece's name, as we write it ourselves.
    pub(super) fn opener(&self) -> &'static str {
        self.block.first().copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Lacking;

    impl Edition for Lacking {
        fn has(&self, thing: &str) -> bool {
            thing != "caches"
        }

        fn has_rule(&self, cell: &str) -> bool {
            cell != "7.11"
        }

        fn numbers(&self, cell: &'static str) -> Cow<'static, str> {
            cell.into()
        }
    }

    #[test]
    fn what_a_book_lacks_is_answered_with_what_there_is() {
        const CACHES: Thing = Thing { key: "caches", lack: "This war has no caches, but depots." };
        let language = Language { edition: &Lacking, things: &[CACHES], ..HOUSE };
        assert_eq!(language.lack("caches", "11.5"), Some(CACHES.lack));
        assert_eq!(language.lack("", "7.11"), Some(NO_RULE));
        assert_eq!(language.lack("rail", "8.1"), None);
        assert_eq!(language.lack("", ""), None);
    }
}
