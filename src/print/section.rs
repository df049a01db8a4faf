//! What a report says, part by part, before any face of it is laid out.
//!
//! A game makes sections of what it has to tell; [`crate::layout`] alone makes text and HTML of them. What the faces show apart (a title,
//! what a row is about, small print) is told apart here by its type, so that nobody reads it off the blanks and capitals of a line.
//! Words are plain strings: places and rules come as the game says them.

use schemars::JsonSchema;
use serde::Serialize;

pub use crate::block::{
    Align, Bar, Block, Boxed, Card, Column, Drawn, Faced, Group, Line, Listed, Moment, Roster, Row, Say,
    Story, Table,
};
use crate::block::{Face, for_face};
use crate::form::{Form, Letter};
use crate::illustration::Illustration;

/// One report of those in a mail.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sheet {
    /// What it is, such as `What happened`.
    pub what: String,
    /// How it begins.
    pub head: Head,
    /// What stands below the game's title, if it begins with that; may be empty.
    pub under: String,
    /// Its sections, in their order.
    pub sections: Vec<Section>,
}

/// How a report begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Head {
    /// With what it is, of which game and for whom.
    #[default]
    What,
    /// With nothing: it stands below something that says it.
    Below,
    /// With the game's title, which stands in the subject of the mail too: its first section says the rest.
    Game,
}

/// What a report of a finished turn is called, in the subjects of mails too.
pub const HAPPENED: &str = "What happened";

/// A part of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Section {
    /// By which a program finds it, such as `combat`: titles are for people and may change.
    pub key: &'static str,
    /// Its title, such as `Combats`; empty for what stands first.
    pub title: String,
    /// What more the title says behind a comma, such as `in order of the attacker's initiative`.
    pub about: &'static str,
    /// Whether it stands in a frame, to be read before all others.
    pub is_framed: bool,
    /// What stands in it.
    pub blocks: Vec<Block>,
    /// Before which others it stands.
    #[serde(skip)]
    pub rank: Rank,
    /// What stands for it in a mail whose whole page is attached, where that is less.
    #[serde(skip)]
    pub brief: Option<Vec<Block>>,
}

/// A part of a report, for programs: sentence by sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Chapter {
    /// By which a program finds it, such as `naval combat`; titles are for people and may change.
    pub key: &'static str,
    /// Its title; empty for what stands first.
    pub title: String,
    /// A sentence each, or a row of a table.
    pub lines: Vec<String>,
}

impl From<&Section> for Chapter {
    fn from(section: &Section) -> Self {
        let lines = section.blocks.iter().flat_map(Block::spoken).collect();
        Chapter { key: section.key, title: section.title.clone(), lines }
    }
}

/// The order of sections in a report, whatever the game: first what must be known, then what is to be done, then what is looked up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// Until when letters count.
    Deadline,
    /// What needs attention.
    Attention,
    /// Where things stand, as a picture.
    Map,
    /// How orders are sent.
    Orders,
    /// Tables, lists and all else, as the game has them.
    #[default]
    Rest,
    /// The lines to be filled in.
    Form,
}

impl Sheet {
    /// The same with all its words said so.
    #[must_use]
    pub fn said(mut self, say: Say<'_>) -> Self {
        for section in &mut self.sections {
            section.title = say(&section.title);
            section
                .blocks
                .iter_mut()
                .chain(section.brief.iter_mut().flatten())
                .for_each(|block| block.say(say));
        }
        self
    }

    /// The same below a picture, if there is one.
    #[must_use]
    pub fn below(mut self, figure: Option<Illustration>) -> Self {
        let above = figure.map(|figure| Section::new("figure", "").with(Block::Figure(figure)).at(Rank::Map));
        self.sections.splice(..0, above);
        self
    }

    /// The same without its pictures, for who wants none.
    #[must_use]
    pub fn without_figures(mut self) -> Self {
        self.sections = self.sections.into_iter().map(Section::without_figures).collect();
        self.sections.retain(|section| !section.blocks.is_empty());
        self
    }

    /// Words stand in the place of these pictures.
    pub(crate) fn leave_out(&mut self, gone: &[Illustration]) {
        let blocks = self.sections.iter_mut().flat_map(|section| &mut section.blocks);
        blocks.for_each(|block| block.leave_out(gone));
    }

    /// As much of it as a mail shows whose whole page is attached.
    #[must_use]
    pub fn in_brief(mut self) -> Self {
        self.sections = self.sections.into_iter().map(Section::brief).collect();
        self.sections.retain(|section| !section.blocks.is_empty());
        self
    }

    /// The same with its sections by rank; those of one rank stay as they stand.
    #[must_use]
    pub fn ranked(mut self) -> Self {
        self.sections.sort_by_key(|section| section.rank);
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
    pub fn deadline(turn: u32, deadline: &str) -> Self {
        let words = format!("Turn {turn} is open. Its deadline is {deadline}.");
        Section::new("deadline", "").with(Block::Words(words)).at(Rank::Deadline)
    }

    /// How orders of a turn are sent: by a letter that is begun, if it is known where to, or by hand.
    pub fn orders(turn: u32, letter: Option<Letter>, sending: Sending) -> Self {
        let section = Section::new("orders", &format!("Orders for turn {turn}"));
        let to = letter.as_ref().map(|letter| letter.to.clone());
        let begun = letter.map(Block::Letter).into_iter();
        let begun: Vec<Block> = begun.collect();
        let seen = |is_page| {
            let words = sending.words(is_page).into_iter().map(Block::Words);
            begun.iter().cloned().chain(words).collect()
        };
        let spoken = sending.spoken(to.as_deref()).map(Block::Words).into();
        let faced = Faced { text: seen(false), page: seen(true), spoken: Some(spoken) };
        section.with(Block::Faced(faced)).at(Rank::Orders)
    }

    /// The orders of a turn to be filled in.
    pub fn form(form: &Form) -> Self {
        let section = Section::new("form", &format!("Lines for your orders for turn {}", form.turn));
        section.with(Block::Lines(form.text())).at(Rank::Form)
    }

    /// The same, with what stands for it in a mail that shows less than there is.
    #[must_use]
    pub fn in_brief(self, brief: Vec<Block>) -> Self {
        Section { brief: Some(brief), ..self }
    }

    /// The same with nothing in its place in a mail that shows less than there is.
    #[must_use]
    pub fn if_whole(self) -> Self {
        self.in_brief(Vec::new())
    }

    /// The same in a frame.
    #[must_use]
    pub fn framed(self) -> Self {
        Section { is_framed: true, ..self }
    }

    /// How many rows its tables and lists have.
    pub fn rows(&self) -> usize {
        self.blocks.iter().map(Block::rows).sum()
    }

    /// The same before others of a report.
    #[must_use]
    pub fn at(self, rank: Rank) -> Self {
        Section { rank, ..self }
    }

    /// The pictures that its page shows, in their order.
    pub fn figures(&self) -> impl Iterator<Item = &Illustration> {
        let shown = for_face(&self.blocks, Face::Page { figures: true }).into_iter();
        shown.filter_map(|block| match block {
            Block::Figure(figure) => Some(figure),
            _ => None,
        })
    }

    /// The same without its pictures.
    #[must_use]
    pub fn without_figures(mut self) -> Self {
        self.blocks.retain(|block| !matches!(block, Block::Figure(_)));
        self
    }

    /// As much of it as a mail shows whose whole page is attached.
    #[must_use]
    pub fn brief(mut self) -> Self {
        self.blocks = self.brief.take().unwrap_or(self.blocks);
        self
    }

    /// The same with one block more; rows of which there are none are left away.
    #[must_use]
    pub fn with(mut self, block: Block) -> Self {
        if !block.is_empty() {
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
    /// The word with which each of these begins in a letter, such as `UNIT`.
    pub opener: &'static str,
    /// Whether the desk page is attached.
    pub has_desk: bool,
    /// Whether a link leads to it ([`Letter::desk`]).
    pub has_link: bool,
    /// Whether all that is attached is in one ZIP file.
    pub is_zipped: bool,
    /// Whether the lines to be filled in stand in the report itself, at its end.
    pub has_lines: bool,
}

impl Sending {
    /// What is said of it to who has no form before their eyes; `to` is the address, where it is known.
    fn spoken(self, to: Option<&str>) -> [String; 3] {
        let to = to.map_or_else(String::new, |to| format!(" or write to {to}"));
        let Sending { pieces, opener, .. } = self;
        [
            format!("Answer this mail{to}."),
            format!(
                "First a line PASSWORD with your password; then for each of your {pieces} a line {opener} with its id, and below it its \
                 orders, a line each."
            ),
            "The attached orders.txt has these lines ready, and HELP tells what orders there are.".to_owned(),
        ]
    }

    /// What a report says of it, paragraph by paragraph: on a page, where the letter that is begun is a link, or in text.
    fn words(self, is_page: bool) -> Vec<String> {
        let zip = "The files named here are in the attached ZIP file.".to_owned();
        let lines = if self.has_lines {
            "the lines at the end of this report, or the attached orders.txt,"
        } else {
            "the attached orders.txt"
        };
        let copy = format!(
            "Copy {lines} into a new letter, fill in, and send it to the address that this one \
             came from. Do not quote them with > before them: quoted lines are not read. Write your password after the word \
             PASSWORD, and your orders under the {}, each on a line of its own. Lines that begin with # are only for you to \
             read. HELP tells what orders there are.",
            self.pieces
        );
        let zip = self.is_zipped.then_some(zip);
        zip.into_iter().chain(self.words_of_desk(is_page)).chain([copy]).collect()
    }

    /// What is said of the desk page, if there is one.
    fn words_of_desk(self, is_page: bool) -> Option<String> {
        let (link, phone) = match is_page {
            true => ("\"Desk page\"", "use the link \"Write orders\""),
            false => ("the link above", "write by hand"),
        };
        let how = "click your orders together on the maps, and copy or mail the letter that it writes.";
        if self.has_link {
            let attached = if self.has_desk { " The attached desk.html is the same page." } else { "" };
            return Some(format!(
                "The easiest way, on a phone as well: open {link}, {how} The link is for you alone: whoever has it sees what you \
                 see.{attached} Or by hand:"
            ));
        }
        let words = format!(
            "The easiest way: open the attached desk.html in a browser, {how} iPhone and iPad run no attached page: there {phone}. Or by \
             hand:"
        );
        self.has_desk.then_some(words)
    }
}
