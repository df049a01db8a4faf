//! What a report says, part by part, before any face of it is laid out.
//!
//! A game makes sections of what it has to tell; [`crate::layout`] alone makes text and HTML of them. What the faces show apart (a title,
//! what a row is about, small print) is told apart here by its type, so that nobody reads it off the blanks and capitals of a line.
//! Words are plain strings: places and rules come as the game says them.

use serde::Serialize;

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

    /// The same with one block more; rows of which there are none are left away.
    #[must_use]
    pub fn with(mut self, block: Block) -> Self {
        if block != Block::Rows(Vec::new()) {
            self.blocks.push(block);
        }
        self
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
