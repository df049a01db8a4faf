//! What a report says, part by part, before any face of it is laid out.
//!
//! A game makes sections of what it has to tell; [`crate::layout`] alone makes text and HTML of them. What the faces show apart (a title,
//! what a row is about, small print) is told apart here by its type, so that nobody reads it off the blanks and capitals of a line.
//! Words are plain strings: places and rules come as the game says them.

use serde::Serialize;

use crate::heading::Heading;
use crate::report::Illustration;

/// One report of those in a mail.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sheet {
    /// What it is, such as `What happened`.
    pub what: String,
    /// Its sections, in their order.
    pub sections: Vec<Section>,
}

/// A part of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Section {
    /// By which a program finds it, such as `combat`: titles are for people and may change.
    pub key: &'static str,
    /// Its title, such as `Combats`; empty for what stands first.
    pub title: String,
    /// What more the title says behind a comma, such as `in order of the attacker's initiative`.
    pub about: &'static str,
    /// What stands in it.
    pub blocks: Vec<Block>,
}

/// A piece of a section that is laid out as one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "block", content = "of", rename_all = "kebab-case")]
pub enum Block {
    /// A paragraph.
    Words(String),
    /// Small print: what marks and columns mean.
    Key(String),
    /// What is told one by one.
    Rows(Vec<Row>),
    /// Lines that are to be sent back, such as orders to be filled in: none is broken or set in.
    Lines(String),
    /// A picture, which has no place in text.
    Figure(Illustration),
}

/// One of several that are told one by one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Row {
    /// What it is about, such as a stack; empty where the row says that itself, or the row above it does.
    pub head: String,
    /// What is told of it: where letters have one width the cells of rows stand below one another, else one behind the other.
    pub cells: Vec<String>,
    /// Small print below it, such as the dice.
    pub small: Vec<String>,
}

impl Sheet {
    /// The same below a picture, if there is one.
    #[must_use]
    pub fn below(mut self, figure: Option<Illustration>) -> Self {
        let above = figure.map(|figure| Section::new("figure", "").with(Block::Figure(figure)));
        self.sections.splice(..0, above);
        self
    }
}

impl Section {
    /// A section without anything in it yet.
    pub fn new(key: &'static str, title: &str) -> Self {
        Section { key, title: title.to_owned(), ..Section::default() }
    }

    pub fn of_rows(key: &'static str, title: &str, rows: Vec<Row>) -> Self {
        Section::new(key, title).with(Block::Rows(rows))
    }

    /// Until when letters count for a turn (1 upward).
    pub fn deadline(turn: u32, heading: &Heading) -> Self {
        let words = format!("Turn {turn} is open. Its deadline is {}.", heading.deadline_words());
        Section::new("deadline", "").with(Block::Words(words))
    }

    /// The orders of a turn to be filled in, and how that is done.
    pub fn orders(turn: u32, form: &str, sending: Sending) -> Self {
        let section = Section::new("orders", &format!("Orders for turn {turn}"));
        let section = sending.words().into_iter().map(Block::Words).fold(section, Section::with);
        section.with(Block::Lines(form.to_owned()))
    }

    /// The same with one block more; rows of which there are none are left away.
    #[must_use]
    pub fn with(mut self, block: Block) -> Self {
        if block != Block::Rows(Vec::new()) {
            self.blocks.push(block);
        }
        self
    }
}

/// How orders may be sent.
#[derive(Clone, Copy, Debug)]
pub struct Sending {
    /// What the orders stand under, such as `units`.
    pub pieces: &'static str,
    /// Whether the desk page is attached.
    pub has_desk: bool,
    /// Whether all that is attached is in one ZIP file.
    pub is_zipped: bool,
}

impl Sending {
    /// What a report says of it, paragraph by paragraph.
    pub fn words(self) -> Vec<String> {
        let zip = "The files named here are in the attached ZIP file.";
        let desk = "The easiest way: open the attached desk.html in a browser, click your orders together on the maps, and copy or \
                    mail the letter that it writes. Or by hand:";
        let copy = format!(
            "Copy the lines below, or the attached orders.txt, into a new letter, fill in, and send it to the address that this one \
             came from. Do not quote them with > before them: quoted lines are not read. Write your password after the word \
             PASSWORD, and your orders under the {}, each on a line of its own. Lines that begin with # are only for you to \
             read. HELP tells what orders there are.",
            self.pieces
        );
        let first = [(self.is_zipped, zip), (self.has_desk, desk)];
        let first = first.into_iter().filter(|(is_so, _)| *is_so).map(|(_, words)| words.to_owned());
        first.chain([copy]).collect()
    }
}

impl Row {
    /// A row of words alone.
    pub fn of(words: impl Into<String>) -> Self {
        Row { cells: vec![words.into()], ..Row::default() }
    }

    /// A row about something.
    pub fn about(head: impl Into<String>, words: impl Into<String>) -> Self {
        Row { head: head.into(), ..Row::of(words) }
    }
}
