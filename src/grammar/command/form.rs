//! The one table of commands: each one's words, meaning, role, whether a token must confirm it, example and parser.
//!
//! As with orders ([`crate::forms`]) the parser walks it, HELP prints it, the nearest keyword is looked for in it.

use crate::language::{HOUSE, Language, Lexicon};
use crate::table::{Indexes, Row};

use super::Role;
use super::line::is_read;
use super::row::{CommandForm, Hand, Part, Reader, Token, row};

mod game;
mod letter;
mod players;
mod telling;

/// The commands of the house, part by part, with a game's between them.
fn table(hand: &Hand) -> [&'static [CommandForm]; 13] {
    let Hand { game, players, edits, pieces, places } = *hand;
    [
        letter::ROWS,
        game::ROWS,
        game,
        players::SEATS,
        players,
        players::ABSENCES,
        players::ADMINISTRATORS,
        edits,
        telling::TELLING,
        pieces,
        telling::PLAYERS,
        places,
        telling::ROWS,
    ]
}

/// Every command of a game's administrators that its book has, in the order of the help.
pub fn commands(language: &Language) -> impl Iterator<Item = &'static CommandForm> {
    every_command(language).filter(|form| form.lack(language).is_none())
}

/// The same, with those that the book lacks.
pub(super) fn every_command(language: &Language) -> impl Iterator<Item = &'static CommandForm> + use<> {
    let beside = language.beside.iter().flat_map(|other| {
        let Hand { game, players, edits, pieces, places } = other.hand;
        [game, players, edits, pieces, places]
    });
    table(&language.hand).into_iter().chain(beside).flatten().collect::<Vec<_>>().into_iter()
}

/// Whether a line opens a text that stands below it, up to `END`.
pub fn begins_text(line: &str) -> bool {
    begun(line, |form| matches!(form.reader, Reader::Text(_)))
}

/// Whether a line is said of a whole letter rather than done by itself, as PREVIEW is.
pub fn stands_for_letter(line: &str) -> bool {
    begun(line, |form| matches!(form.reader, Reader::Head | Reader::Preview | Reader::Together))
}

fn begun(line: &str, suits: fn(&CommandForm) -> bool) -> bool {
    let line = line.trim().to_ascii_uppercase();
    let begins = |phrase: &&str| {
        line.strip_prefix(*phrase).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ':']))
    };
    commands(&HOUSE).filter(|form| suits(form)).any(|form| form.phrases.iter().any(&begins))
}

impl Row for CommandForm {
    const NOUN: &'static str = "a command";

    fn rows(language: &'static Language) -> impl Iterator<Item = &'static CommandForm> {
        every_command(language)
    }

    fn indexes() -> &'static Indexes<CommandForm> {
        static INDEXES: Indexes<CommandForm> = Indexes::new(Vec::new());
        &INDEXES
    }

    fn words(&self) -> &'static str {
        self.words
    }

    /// An administrator's hand is bound by no rule: what a command is about must be there, and no more.
    fn lack(&self, language: &Language) -> Option<&'static str> {
        language.lack(self.needs, "")
    }

    fn phrases(&self) -> &'static [&'static str] {
        self.phrases
    }

    fn is_order(&self) -> bool {
        !matches!(self.reader, Reader::Head | Reader::Preview | Reader::Together | Reader::Token)
    }

    fn is_read(words: &str, rest: &str, lexicon: &Lexicon) -> bool {
        is_read(words, rest, lexicon)
    }
}
