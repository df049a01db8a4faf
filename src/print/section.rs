//! What a report says, part by part, before any face of it is laid out.
//!
//! A game makes sections of what it has to tell; [`crate::layout`] alone makes text and HTML of them. What the faces show apart (a title,
//! what a row is about, small print) is told apart here by its type, so that nobody reads it off the blanks and capitals of a line.
//! Words are plain strings: places and rules come as the game says them.

use serde::Serialize;

use crate::form::{Form, Letter};
use crate::report::Illustration;

/// One report of those in a mail.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sheet {
    /// What it is, such as `What happened`.
    pub what: String,
    /// How it begins.
    pub head: Head,
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

/// A piece of a section that is laid out as one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "block", content = "of", rename_all = "kebab-case")]
pub enum Block {
    /// The title of what follows within the section, such as a place.
    Heading(String),
    /// A paragraph.
    Words(String),
    /// A paragraph that begins with what is to be found before others, such as who won.
    Headline { loud: String, words: String },
    /// Small print: what marks and columns mean.
    Key(String),
    /// A list, a sentence or two each.
    Items(Vec<String>),
    /// What is told one by one.
    Rows(Vec<Row>),
    /// What befell pieces one by one.
    Stories(Vec<Story>),
    /// Numbers and words in columns that have heads.
    Table(Table),
    /// Lines that are to be sent back, such as orders to be filled in: none is broken or set in.
    Lines(String),
    /// A letter that is begun.
    Letter(Letter),
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

/// What befell a piece, and how it is now.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Story {
    /// Whose story it is.
    pub of: String,
    /// How it is now, without a full stop.
    pub state: String,
    pub words: String,
}

/// A table. Its first column says what each row is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Table {
    /// What it shows; may be empty.
    pub caption: String,
    pub columns: Vec<Column>,
    pub rows: Vec<Line>,
}

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Column {
    /// A word or two.
    pub head: &'static str,
    pub align: Align,
}

/// At which side the cells of a column stand: words at the left, numbers at the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Align {
    Left,
    Right,
}

/// A row of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Line {
    /// A cell a column.
    pub cells: Vec<String>,
    /// Whether it is to be found before others, such as the reader's own unit.
    pub is_loud: bool,
    /// Small print below it.
    pub small: Vec<String>,
}

impl Column {
    /// A column of words.
    pub const fn left(head: &'static str) -> Self {
        Column { head, align: Align::Left }
    }

    /// A column of numbers.
    pub const fn right(head: &'static str) -> Self {
        Column { head, align: Align::Right }
    }
}

impl Line {
    /// A row of these cells.
    pub fn of(cells: impl Into<Vec<String>>) -> Self {
        Line { cells: cells.into(), ..Line::default() }
    }
}

impl Table {
    /// Its rows as sentences, for who has no columns: `Virginia (CS1RI): hits 3, end sunk.` Empty cells are left away.
    pub fn rows_spoken(&self) -> Vec<String> {
        let spoken = |row: &Line| {
            let cells = self.columns.iter().zip(&row.cells).skip(1).filter(|(_, cell)| !cell.is_empty());
            let cells: Vec<String> = cells.map(|(column, cell)| format!("{} {cell}", column.head)).collect();
            let first = row.cells.first().map_or("", String::as_str);
            let small = row.small.iter().map(|words| format!(" {words}")).collect::<String>();
            match cells.is_empty() {
                true => format!("{first}.{small}"),
                false => format!("{first}: {}.{small}", cells.join(", ")),
            }
        };
        self.rows.iter().map(spoken).collect()
    }
}

impl Block {
    /// What it says sentence by sentence, for programs and for who has neither columns nor pictures.
    pub fn spoken(&self) -> Vec<String> {
        match self {
            Block::Heading(words) | Block::Words(words) | Block::Key(words) => vec![words.clone()],
            Block::Headline { loud, words } => vec![format!("{loud} {words}").trim_end().to_owned()],
            Block::Items(items) => items.clone(),
            Block::Rows(rows) => rows.iter().map(Row::spoken).collect(),
            Block::Stories(stories) => stories.iter().map(Story::spoken).collect(),
            Block::Table(table) => {
                let caption = Some(format!("{}.", table.caption)).filter(|_| !table.caption.is_empty());
                caption.into_iter().chain(table.rows_spoken()).collect()
            }
            Block::Lines(form) => form.lines().map(str::to_owned).collect(),
            Block::Letter(letter) => letter.lines(),
            Block::Figure(figure) => vec![figure.alt.clone()],
        }
    }

    /// How many rows it has, if it has such.
    fn rows(&self) -> usize {
        match self {
            Block::Items(items) => items.len(),
            Block::Rows(rows) => rows.len(),
            Block::Stories(stories) => stories.len(),
            Block::Table(table) => table.rows.len(),
            _ => 0,
        }
    }

    /// Whether there is nothing to be laid out.
    fn is_empty(&self) -> bool {
        match self {
            Block::Items(items) => items.is_empty(),
            Block::Rows(rows) => rows.is_empty(),
            Block::Stories(stories) => stories.is_empty(),
            Block::Table(table) => table.rows.is_empty(),
            _ => false,
        }
    }
}

impl Story {
    fn spoken(&self) -> String {
        format!("{}: {}. {}", self.of, self.state, self.words)
    }
}

/// How words are said to a reader: names in their own letters, rules by the numbers of the reader's book.
pub type Say<'a> = &'a dyn Fn(&str) -> String;

impl Block {
    /// Has its words said so; lines that are sent back stay as they are.
    fn say(&mut self, say: Say<'_>) {
        let mend = |words: &mut String| *words = say(words);
        match self {
            Block::Heading(words) | Block::Words(words) | Block::Key(words) => mend(words),
            Block::Headline { loud, words } => [loud, words].into_iter().for_each(mend),
            Block::Items(items) => items.iter_mut().for_each(mend),
            Block::Rows(rows) => {
                for row in rows {
                    [&mut row.head].into_iter().chain(&mut row.cells).chain(&mut row.small).for_each(mend);
                }
            }
            Block::Stories(stories) => {
                for story in stories {
                    [&mut story.state, &mut story.words].into_iter().for_each(mend);
                }
            }
            Block::Table(table) => {
                mend(&mut table.caption);
                for row in &mut table.rows {
                    row.cells.iter_mut().chain(&mut row.small).for_each(mend);
                }
            }
            Block::Figure(figure) => mend(&mut figure.alt),
            Block::Lines(_) | Block::Letter(_) => {}
        }
    }
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
        for section in &mut self.sections {
            section.blocks.retain(|block| !matches!(block, Block::Figure(_)));
        }
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
        let begun = letter.map(Block::Letter).into_iter();
        begun
            .chain(sending.words().into_iter().map(Block::Words))
            .fold(section, Section::with)
            .at(Rank::Orders)
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

    /// The pictures in it, in their order.
    pub fn figures(&self) -> impl Iterator<Item = &Illustration> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Figure(figure) => Some(figure),
            _ => None,
        })
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
    /// Whether the desk page is attached.
    pub has_desk: bool,
    /// Whether all that is attached is in one ZIP file.
    pub is_zipped: bool,
    /// Whether the lines to be filled in stand in the report itself, at its end.
    pub has_lines: bool,
}

impl Sending {
    /// What a report says of it, paragraph by paragraph.
    pub fn words(self) -> Vec<String> {
        let zip = "The files named here are in the attached ZIP file.";
        let desk = "The easiest way: open the attached desk.html in a browser, click your orders together on the maps, and copy or \
                    mail the letter that it writes. Or by hand:";
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
        let first = [(self.is_zipped, zip), (self.has_desk, desk)];
        let first = first.into_iter().filter(|(is_so, _)| *is_so).map(|(_, words)| words.to_owned());
        first.chain([copy]).collect()
    }
}

impl Row {
    /// What it says in a sentence or two.
    fn spoken(&self) -> String {
        let head = if self.head.is_empty() { String::new() } else { format!("{}: ", self.head) };
        let small = self.small.iter().map(|words| format!(" {words}")).collect::<String>();
        format!("{head}{}{small}", self.cells.join(", "))
    }

    /// A row of words alone.
    pub fn of(words: impl Into<String>) -> Self {
        Row { cells: vec![words.into()], ..Row::default() }
    }

    /// A row about something.
    pub fn about(head: impl Into<String>, words: impl Into<String>) -> Self {
        Row { head: head.into(), ..Row::of(words) }
    }
}
