//! What a game administrator's letter is answered with, as values: complete enough that a template needs nothing but loops
//! and "if there is one".

use serde::{Deserialize, Serialize};

use crate::arrived::Ignored;
use crate::ga::record::Said;
use crate::stamp::Stamp;
use fieldpost_grammar::Secret;
use fieldpost_grammar::letter::Complaint;
use fieldpost_print::section::{Block, Section};

/// The answer to a game administrator's letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GaAnswer {
    /// To whom, by name.
    pub name: String,
    /// The game's name.
    pub game: String,
    pub title: String,
    /// The open turn.
    pub turn: u32,
    /// The receipt time that counted.
    pub received: Stamp,
    /// The open turn's deadline as it is after the letter.
    pub deadline: Stamp,
    /// Why nothing of the letter was done (the game has moved on), if so.
    pub refused: Option<String>,
    /// `PREVIEW`: all was tried and nothing kept.
    pub preview: bool,
    /// `TOGETHER`, and something could not be done: what, in a sentence.
    pub spoilt: Option<String>,
    /// How many commands were done, or would be.
    pub done: u32,
    /// How many wait for their tokens.
    pub asked: u32,
    /// How many things could not be done or read.
    pub errors: u32,
    /// What the GA should know about the letter itself, a sentence each.
    pub notes: Vec<String>,
    /// What became of each command, in the letter's order.
    pub items: Vec<GaItem>,
    /// Lines that could not be read.
    pub complaints: Vec<Complaint>,
    /// Complaints beyond those.
    pub more_complaints: u32,
    /// What was left unread.
    pub ignored: Ignored,
}

/// What became of one command.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GaItem {
    /// The line of the letter.
    pub line: u32,
    /// The command in canonical words.
    pub words: String,
    /// What became of it.
    pub outcome: Outcome,
    /// The number of the hand edit that it is.
    pub edit: Option<u32>,
    /// What it changed, value by value.
    pub said: Vec<Said>,
    /// Rules that it went against because the GA insisted, a sentence each.
    pub against: Vec<String>,
    /// What else is to be said of it, a sentence each.
    pub results: Vec<String>,
    /// How it can be taken back, in the words to send.
    pub undo: Option<String>,
    /// The token that must come back before it is done.
    pub token: Option<String>,
    /// Why it was not done.
    pub why_not: Option<String>,
    /// The nearest thing that would be right.
    pub nearest: Option<String>,
    /// What it shows.
    pub shown: Option<Shown>,
    /// What it asks to be shown that the store alone knows: the daemon fills in `shown`.
    pub wanted: Option<Wanted>,
}

/// What became of a command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    Done,
    /// It waits for its token.
    Asked,
    /// It could not be done.
    Refused,
    /// It was not reached: something before it stopped the letter.
    #[default]
    Left,
}

/// Something shown, not yet laid out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Shown {
    pub heading: String,
    pub sections: Vec<Section>,
}

impl Shown {
    /// One section without a title of its own.
    pub fn of(
        heading: impl Into<String>,
        key: &'static str,
        blocks: impl IntoIterator<Item = Block>,
    ) -> Self {
        let section = blocks.into_iter().fold(Section::new(key, ""), Section::with);
        Shown { heading: heading.into(), sections: vec![section] }
    }

    /// The same with what was found below what it shows already.
    fn go_on(&mut self, found: Shown) {
        let blocks = found.sections.into_iter().flat_map(|section| section.blocks);
        match self.sections.last_mut() {
            Some(last) => last.blocks.extend(blocks),
            None => self.sections.push(blocks.fold(Section::new("found", ""), Section::with)),
        }
    }
}

/// What the store alone knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wanted {
    /// Mails of the game that are on their way.
    Outbox,
    /// Players whose mail comes back.
    Bounced,
    /// The latest lines of the audit that concern the game, so many.
    Audit(u32),
    /// A letter, without its passwords.
    Letter(u64),
    /// The press of a turn.
    Press(u32),
    /// The position report of a player, of the position as the letter has left it.
    Position {
        /// The player's name.
        player: String,
        /// The position's bytes.
        position: Vec<u8>,
    },
    /// How whoever has this address has played here.
    Reliability(String),
    /// What program this is, and since when it runs.
    Version,
    /// Letters of the game that are quarantined: they stand below what the desk itself shows of the queue.
    Quarantined,
}

impl GaAnswer {
    /// Counts lines without a head of so many lines that its writer has not written.
    pub fn count_without(&mut self, head: u32) {
        let places = self.items.iter_mut().map(|item| &mut item.line);
        let unread = self.complaints.iter_mut().map(|complaint| &mut complaint.span.line);
        places.chain(unread).for_each(|line| *line = line.saturating_sub(head));
    }

    /// Fills in what the store alone knows: below what the desk has shown already, if it has.
    pub fn fill(&mut self, mut find: impl FnMut(&Wanted) -> Shown) {
        for item in &mut self.items {
            let Some(wanted) = item.wanted.take() else { continue };
            let found = find(&wanted);
            match &mut item.shown {
                Some(shown) => shown.go_on(found),
                None => item.shown = Some(found),
            }
        }
    }
}

/// A password that its owner is told, once. The words are never stored: what is kept of the mail is erased after sending.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PasswordNotice {
    pub player: String,
    /// The game's name.
    pub game: String,
    pub title: String,
    /// The open turn.
    pub turn: u32,
    /// The open turn's deadline.
    pub deadline: Stamp,
    /// Whether the reader takes a seat with it rather than keeps one.
    pub is_new: bool,
    /// What the reader should know, a sentence each.
    pub notes: Vec<String>,
    /// The lines that begin a letter, with words in the password's place.
    pub head: Vec<String>,
    #[serde(skip)]
    pub secret: Option<Secret>,
}

/// A few words: a title, and paragraphs with blank lines between; one that is moved in by four blanks is to be typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WordsNotice {
    pub title: String,
    /// What it says.
    pub words: String,
    /// The new deadline that it tells of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<Due>,
}

impl WordsNotice {
    /// Words that tell of no deadline.
    pub fn plain(title: impl Into<String>, words: impl Into<String>) -> Self {
        WordsNotice { title: title.into(), words: words.into(), due: None }
    }
}

/// When the open turn falls due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Due {
    /// Its number.
    pub turn: u32,
    /// The deadline, in milliseconds since 1970.
    pub at_ms: i64,
}
