//! The one table of commands: each one's words, meaning, role, whether a token must confirm it, example and parser.
//!
//! As with orders ([`crate::grammar::forms`]) the parser walks it, HELP prints it, the nearest keyword is looked for in it.

use crate::grammar::fault::Parsed;
use crate::grammar::reading::Lexicon;
use crate::grammar::table::Row;

use super::line::is_read;
use super::{Command, Role};

mod edits;
mod game;
mod letter;
mod players;
mod telling;

/// What kind of command it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Part {
    Letter,
    Game,
    Players,
    Administrators,
    Edits,
    Telling,
}

impl Part {
    /// All parts in the order of the help, each with what HELP calls it.
    pub const ALL: [(Part, &'static str); 6] = [
        (Part::Letter, "LETTER: what a letter of commands begins with"),
        (Part::Game, "GAMES: opening, deadlines, turns and seasons"),
        (Part::Players, "PLAYERS: seats, addresses, ranks, offices, absences"),
        (Part::Administrators, "ADMINISTRATORS: who may give commands"),
        (Part::Edits, "EDITS: hand edits of the position"),
        (Part::Telling, "TELLING: mail to players, looking, undoing"),
    ];
}

/// Whether a command is done only once a token has come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// At once.
    No,
    /// Only once its token has come back, if the deadline still lies ahead.
    BeforeDeadline,
    /// Only once its token has come back.
    Yes,
}

impl Token {
    /// In a word or two, for a table.
    pub fn words(self) -> &'static str {
        match self {
            Token::No => "-",
            Token::BeforeDeadline => "before the deadline",
            Token::Yes => "yes",
        }
    }
}

/// A parser of what follows a command's words.
pub(super) type Argument<T> = for<'a> fn(&'a str, &Lexicon) -> Parsed<'a, T>;

/// How a command's line is read, once its words are known.
#[derive(Clone, Copy)]
pub(super) enum Reader {
    /// Of the letter's head; [`super::letter`] reads it.
    Head,
    /// `PREVIEW`.
    Preview,
    /// `TOGETHER`.
    Together,
    /// `CONFIRM` and a token.
    Token,
    Command(Argument<Command>),
    /// A command whose last words are anybody's: what stands behind other commands is no part of this one.
    Words(Argument<Command>),
    /// A command that is nothing but its words.
    Plain(fn() -> Command),
    /// A line that opens a text.
    Text(Argument<Opening>),
}

/// What a line begins whose text stands below it, up to `END`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    Game { name: String, scenario: String },
    Broadcast,
    Tell(Vec<String>),
}

impl Opening {
    /// The command with its text.
    pub fn with(self, text: String) -> Command {
        match self {
            Opening::Game { name, scenario } => Command::Open { name, scenario, seats: text },
            Opening::Broadcast => Command::Broadcast(text),
            Opening::Tell(players) => Command::Tell { players, words: text },
        }
    }
}

/// One command: a row of the table.
pub struct CommandForm {
    /// Where it belongs.
    pub part: Part,
    /// How it is written: `c-r` is a tactical square, `X0-Y0` a strategic one or a city, brackets may be left out.
    pub words: &'static str,
    /// The words it may begin with, the usual ones first.
    pub phrases: &'static [&'static str],
    /// A shorter word that counts before a unit's id.
    pub before_unit: Option<&'static str>,
    /// What it does, for a game administrator.
    pub meaning: &'static str,
    /// The rule's number in the book (ROTD-EUWOL), or a decision's; empty for what no rule knows.
    pub rules: &'static str,
    /// Who may give it: this role, and those with more powers.
    pub role: Role,
    /// Whether it is done only once a token has come back.
    pub token: Token,
    /// A line that is read without complaint where the names in it are those of the game; for a text, all its lines.
    pub example: &'static str,
    pub(super) reader: Reader,
}

/// Every command of the language, part by part.
pub static COMMANDS: &[&[CommandForm]] =
    &[letter::ROWS, game::ROWS, players::ROWS, players::ADMINISTRATORS, edits::ROWS, telling::ROWS];

/// Every command of the language.
pub fn commands() -> impl Iterator<Item = &'static CommandForm> {
    COMMANDS.iter().flat_map(|rows| rows.iter())
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
    commands().filter(|form| suits(form)).any(|form| form.phrases.iter().any(&begins))
}

impl Row for CommandForm {
    const NOUN: &'static str = "command";

    fn rows() -> impl Iterator<Item = &'static CommandForm> {
        commands()
    }

    fn words(&self) -> &'static str {
        self.words
    }

    fn phrases(&self) -> &'static [&'static str] {
        self.phrases
    }

    fn is_order(&self) -> bool {
        !matches!(self.reader, Reader::Head | Reader::Preview | Reader::Together | Reader::Token)
    }

    fn is_read(words: &str, rest: &str) -> bool {
        is_read(words, rest)
    }
}

/// A row as most are: nothing to confirm, no shorter word, no rule, and for a GA.
const fn row(
    part: Part,
    words: &'static str,
    phrases: &'static [&'static str],
    meaning: &'static str,
    example: &'static str,
    reader: Reader,
) -> CommandForm {
    let (role, token) = (Role::Ga, Token::No);
    CommandForm { part, words, phrases, before_unit: None, meaning, rules: "", role, token, example, reader }
}

impl CommandForm {
    /// The row with the rules that it comes from.
    const fn by(self, rules: &'static str) -> CommandForm {
        CommandForm { rules, ..self }
    }

    const fn of(self, role: Role) -> CommandForm {
        CommandForm { role, ..self }
    }

    const fn confirmed(self, token: Token) -> CommandForm {
        CommandForm { token, ..self }
    }

    const fn short(self, word: &'static str) -> CommandForm {
        CommandForm { before_unit: Some(word), ..self }
    }
}
