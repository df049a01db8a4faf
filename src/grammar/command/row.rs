//! A row of the table of commands: what it is made of, and how it is read.

use crate::language::Argument;

use super::{Command, Edit, Role, Show};

/// What kind of command it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// A hand edit of the game's.
    Edit(Argument<Edit>),
    /// What the game shows of itself.
    Show(Argument<Show>),
    /// A command whose last words are anybody's: what stands behind other commands is no part of this one.
    Words(Argument<Command>),
    /// A command whose last words are a reason for players to read: only SECRETLY may stand behind those.
    Reason(Argument<Command>),
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
    /// A shorter word that counts before a piece's name.
    pub before_unit: Option<&'static str>,
    /// What it does, for a game administrator.
    pub meaning: &'static str,
    /// The rule's number in the book (ROTD-EUWOL), or a decision's; empty for what no rule knows.
    pub rules: &'static str,
    /// The key of what it is about, where not every book has it ([`Thing::key`](crate::Thing)); else empty.
    pub needs: &'static str,
    /// Who may give it: this role, and those with more powers.
    pub role: Role,
    /// Whether it is done only once a token has come back.
    pub token: Token,
    /// A line that is read without complaint where the names in it are those of the game; for a text, all its lines. As all texts
    /// of a row it is what [`Language::text`](crate::Language::text) makes of it.
    pub example: &'static str,
    pub(super) reader: Reader,
}

/// A game's own rows among the commands, by where they stand: among those that run a game, about players, the hand edits of the
/// position, and what is shown of a piece and of a place.
#[derive(Clone, Copy)]
pub struct Hand {
    pub game: &'static [CommandForm],
    pub players: &'static [CommandForm],
    pub edits: &'static [CommandForm],
    pub pieces: &'static [CommandForm],
    pub places: &'static [CommandForm],
}

/// A row as most are: nothing to confirm, no shorter word, no rule, and for a GA.
pub(super) const fn row(
    part: Part,
    words: &'static str,
    phrases: &'static [&'static str],
    meaning: &'static str,
    example: &'static str,
    reader: Reader,
) -> CommandForm {
    let (role, token) = (Role::Ga, Token::No);
    CommandForm {
        part,
        words,
        phrases,
        before_unit: None,
        meaning,
        rules: "",
        needs: "",
        role,
        token,
        example,
        reader,
    }
}

impl CommandForm {
    /// A row of a hand edit, for a game's language.
    pub const fn edit(
        (part, rules): (Part, &'static str),
        words: &'static str,
        phrases: &'static [&'static str],
        meaning: &'static str,
        example: &'static str,
        reader: Argument<Edit>,
    ) -> CommandForm {
        row(part, words, phrases, meaning, example, Reader::Edit(reader)).by(rules)
    }

    /// A row of what is shown, for a game's language.
    pub const fn show(
        words: &'static str,
        phrases: &'static [&'static str],
        meaning: &'static str,
        example: &'static str,
        reader: Argument<Show>,
    ) -> CommandForm {
        row(Part::Telling, words, phrases, meaning, example, Reader::Show(reader)).of(Role::Helper)
    }

    /// The row with the rules that it comes from.
    pub(super) const fn by(self, rules: &'static str) -> CommandForm {
        CommandForm { rules, ..self }
    }

    pub(super) const fn of(self, role: Role) -> CommandForm {
        CommandForm { role, ..self }
    }

    pub(super) const fn confirmed(self, token: Token) -> CommandForm {
        CommandForm { token, ..self }
    }

    /// The row of what not every book has.
    pub const fn about(self, needs: &'static str) -> CommandForm {
        CommandForm { needs, ..self }
    }

    /// The row with a shorter word that counts before a piece's name.
    pub const fn short(self, word: &'static str) -> CommandForm {
        CommandForm { before_unit: Some(word), ..self }
    }
}
