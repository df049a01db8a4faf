//! The pieces of which sections are made.

use serde::Serialize;

use crate::form::Letter;
use crate::illustration::Illustration;

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
    /// Words as they were written, whose blanks and lines count, such as a letter that is shown again.
    Verbatim(String),
    /// A letter that is begun.
    Letter(Letter),
    /// A picture, which has no place in text.
    Figure(Illustration),
    /// What is listed by its kind, a line for each place.
    Listing(Vec<Listed>),
    /// Pieces with their numbers.
    Roster(Roster),
    /// What is set apart from the rest of a page by a bar at its side.
    Boxed(Boxed),
    /// Until when something holds.
    Moment(Moment),
    /// A map in letters, whose blanks and lines count.
    Map(String),
    /// What is drawn where pictures can be shown.
    Drawn(Drawn),
    /// What text and page say each in its own way, since they show it differently.
    Faced(Faced),
}

/// One of several that are told one by one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Row {
    /// What it is about, such as a stack; empty where the row says that itself, or the row above it does.
    pub head: String,
    /// What is told of it: where letters have one width the cells of rows stand below one another, else one behind the other.
    pub cells: Vec<String>,
    /// Which of its cells is to be found before others, if one is.
    pub loud: Option<usize>,
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

/// What is listed under one head, such as units that lack supplies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Listed {
    /// What it begins with, to be found before others.
    pub loud: String,
    /// The rest of its head; may be empty.
    pub words: String,
    /// A line for each place.
    pub lines: Vec<String>,
}

/// Pieces with their numbers, by what holds them together: in columns where letters have one width, on a page as cards of two lines, since
/// a phone has no room for columns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Roster {
    pub columns: Vec<Column>,
    pub groups: Vec<Group>,
}

/// Pieces that belong together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Group {
    /// What they are called, and where they are if they are not shown one by one.
    pub of: Listed,
    pub cards: Vec<Card>,
    /// What a text says below its rows for which they have no room, such as names; a page has it on the cards.
    pub below: String,
}

/// A piece with its numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Card {
    /// A cell for each column.
    #[serde(skip)]
    pub cells: Vec<String>,
    /// What it is called on a page.
    pub name: String,
    /// Whether that takes more room than an id does.
    pub is_wide: bool,
    /// Where and how many it is.
    pub first: String,
    /// How it fares.
    pub second: String,
    /// What more a page says of it; a text has a list of that for itself.
    pub small: String,
    /// What of that is to be found before others.
    pub loud: Vec<String>,
}

/// Blocks with a bar at their side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Boxed {
    pub bar: Bar,
    pub blocks: Vec<Block>,
}

/// How loud a bar is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bar {
    Note,
    Warning,
}

/// A moment with what it is the moment of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Moment {
    /// Such as `Its deadline is`.
    pub words: String,
    /// In the game's time zone.
    pub local: String,
    /// The same in UTC; empty where that is what the game goes by.
    pub utc: String,
}

/// What is drawn where pictures can be shown, and told in letters elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Drawn {
    /// The pictures; none where nothing could or should be drawn. An empty list leaves away what only letters need, such as their key.
    pub figures: Option<Vec<Block>>,
    /// What stands for them.
    pub letters: Vec<Block>,
}

/// What the faces say each in its own way.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Faced {
    pub text: Vec<Block>,
    pub page: Vec<Block>,
    /// What is said aloud, where that is not what stands in the text.
    pub spoken: Option<Vec<Block>>,
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
    /// The same to be seen, and in its place something else for who hears it.
    #[must_use]
    pub fn or_spoken(self, spoken: Vec<Block>) -> Self {
        Block::Faced(Faced { text: vec![self.clone()], page: vec![self], spoken: Some(spoken) })
    }

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
            Block::Lines(words) | Block::Verbatim(words) | Block::Map(words) => {
                words.lines().map(str::to_owned).collect()
            }
            Block::Letter(letter) => letter.lines(),
            Block::Figure(figure) => vec![figure.alt.clone()],
            Block::Listing(all) => all.iter().map(Listed::spoken).collect(),
            Block::Roster(roster) => roster.groups.iter().flat_map(Group::spoken).collect(),
            Block::Boxed(Boxed { blocks, .. }) => blocks.iter().flat_map(Block::spoken).collect(),
            Block::Moment(moment) => vec![moment.spoken()],
            Block::Drawn(Drawn { letters: blocks, .. }) | Block::Faced(Faced { text: blocks, .. }) => {
                blocks.iter().flat_map(Block::spoken).collect()
            }
        }
    }

    /// How many rows it has, if it has such.
    pub(crate) fn rows(&self) -> usize {
        match self {
            Block::Items(items) => items.len(),
            Block::Rows(rows) => rows.len(),
            Block::Stories(stories) => stories.len(),
            Block::Table(table) => table.rows.len(),
            Block::Roster(roster) => roster.groups.iter().map(|group| group.cards.len()).sum(),
            Block::Faced(faced) => faced.page.iter().map(Block::rows).sum(),
            _ => 0,
        }
    }

    /// Whether there is nothing to be laid out.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Block::Listing(all) => all.is_empty(),
            Block::Roster(roster) => roster.groups.is_empty(),
            Block::Boxed(Boxed { blocks, .. }) => blocks.is_empty(),
            Block::Map(letters) | Block::Verbatim(letters) => letters.is_empty(),
            Block::Faced(Faced { text, page, spoken }) => {
                text.is_empty() && page.is_empty() && spoken.as_ref().is_none_or(Vec::is_empty)
            }
            Block::Items(items) => items.is_empty(),
            Block::Rows(rows) => rows.is_empty(),
            Block::Stories(stories) => stories.is_empty(),
            Block::Table(table) => table.rows.is_empty(),
            _ => false,
        }
    }
}

impl Listed {
    fn spoken(&self) -> String {
        let before = if self.lines.is_empty() { "" } else { " " };
        format!("{}{}{before}{}", self.loud, self.words, self.lines.join("; "))
    }

    fn words_of(&mut self) -> impl Iterator<Item = &mut String> {
        [&mut self.loud, &mut self.words].into_iter().chain(&mut self.lines)
    }
}

impl Group {
    fn spoken(&self) -> Vec<String> {
        let cards = self.cards.iter().map(|card| format!("{}: {}, {}", card.name, card.first, card.second));
        std::iter::once(self.of.spoken()).chain(cards).collect()
    }
}

impl Moment {
    /// The moment in UTC too, where that is another.
    pub fn new(words: String, local: &str, utc: &str) -> Self {
        let utc = if local.ends_with("UTC") { String::new() } else { utc.to_owned() };
        Moment { words, local: local.to_owned(), utc }
    }

    fn spoken(&self) -> String {
        let Moment { words, local, utc } = self;
        let utc = if utc.is_empty() { String::new() } else { format!(" ({utc})") };
        format!("{words} {local}{utc}.")
    }
}

impl Story {
    fn spoken(&self) -> String {
        format!("{}: {}. {}", self.of, self.state, self.words)
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

/// How words are said to a reader: names in their own letters, rules by the numbers of the reader's book.
pub type Say<'a> = &'a dyn Fn(&str) -> String;

impl Block {
    /// Has its words said so; lines that are sent back stay as they are.
    pub(crate) fn say(&mut self, say: Say<'_>) {
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
            Block::Listing(all) => all.iter_mut().flat_map(Listed::words_of).for_each(mend),
            Block::Roster(roster) => {
                for group in &mut roster.groups {
                    let cards = group.cards.iter_mut();
                    let below = cards.flat_map(|card| std::iter::once(&mut card.small).chain(&mut card.loud));
                    group.of.words_of().chain(below).for_each(mend);
                }
            }
            Block::Boxed(Boxed { blocks, .. }) => blocks.iter_mut().for_each(|block| block.say(say)),
            Block::Drawn(Drawn { figures, letters }) => {
                figures.iter_mut().flatten().chain(letters).for_each(|block| block.say(say));
            }
            Block::Faced(Faced { text, page, spoken }) => {
                let spoken = spoken.iter_mut().flatten();
                text.iter_mut().chain(page).chain(spoken).for_each(|block| block.say(say));
            }
            Block::Lines(_) | Block::Verbatim(_) | Block::Letter(_) | Block::Map(_) | Block::Moment(_) => {}
        }
    }
}

impl Block {
    /// Words stand in the place of these pictures.
    pub(crate) fn leave_out(&mut self, gone: &[Illustration]) {
        match self {
            Block::Figure(figure) if gone.iter().any(|one| one.id == figure.id) => {
                *self = Block::Key(format!("(Picture left out: {})", figure.alt));
            }
            Block::Boxed(boxed) => boxed.blocks.iter_mut().for_each(|block| block.leave_out(gone)),
            Block::Drawn(drawn) => {
                drawn.figures.iter_mut().flatten().for_each(|block| block.leave_out(gone));
            }
            Block::Faced(faced) => faced.page.iter_mut().for_each(|block| block.leave_out(gone)),
            _ => {}
        }
    }
}

/// For which face blocks are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Face {
    Text,
    /// Text that is heard.
    Spoken,
    /// A page, and whether it can show the pictures of a mail: a file cannot.
    Page {
        figures: bool,
    },
}

/// Blocks as one face has them: of what is drawn the pictures or the letters, of what the faces say differently its own.
pub(crate) fn for_face(blocks: &[Block], face: Face) -> Vec<&Block> {
    blocks.iter().flat_map(|block| block.for_face(face)).collect()
}

impl Block {
    fn for_face(&self, face: Face) -> Vec<&Block> {
        let shows = face == Face::Page { figures: true };
        match (self, face) {
            (Block::Figure(_), _) if !shows => Vec::new(),
            (Block::Drawn(Drawn { figures: Some(figures), .. }), _) if shows => figures.iter().collect(),
            (Block::Drawn(_) | Block::Map(_) | Block::Key(_) | Block::Lines(_), Face::Spoken) => Vec::new(),
            (Block::Drawn(drawn), _) => for_face(&drawn.letters, face),
            (Block::Faced(Faced { spoken: Some(spoken), .. }), Face::Spoken) => for_face(spoken, face),
            (Block::Faced(faced), Face::Text | Face::Spoken) => for_face(&faced.text, face),
            (Block::Faced(faced), Face::Page { .. }) => for_face(&faced.page, face),
            (Block::Boxed(boxed), Face::Text | Face::Spoken) => for_face(&boxed.blocks, face),
            (block, _) => vec![block],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &str) -> Block {
        Block::Words(words.into())
    }

    fn figure() -> Block {
        Block::Figure(Illustration { id: "map-1".into(), alt: "a map".into(), png: Vec::new().into() })
    }

    const TEXT: Face = Face::Text;
    const MAIL: Face = Face::Page { figures: true };
    const FILE: Face = Face::Page { figures: false };

    #[test]
    fn what_is_drawn_stands_in_letters_where_no_picture_can() {
        let drawn = |figures| Block::Drawn(Drawn { figures, letters: vec![words("letters")] });
        let (picture, key, none) = (drawn(Some(vec![figure()])), drawn(Some(Vec::new())), drawn(None));
        let all = [picture, key, none];
        assert_eq!(for_face(&all, MAIL), [&figure(), &words("letters")]);
        for face in [TEXT, FILE] {
            assert_eq!(for_face(&all, face), [&words("letters"); 3]);
        }
    }

    #[test]
    fn each_face_says_its_own_and_a_text_has_no_bars() {
        let faced = Block::Faced(Faced {
            text: vec![words("text")],
            page: vec![words("page"), figure()],
            spoken: None,
        });
        let boxed = Block::Boxed(Boxed { bar: Bar::Note, blocks: vec![words("boxed")] });
        let all = [faced, boxed.clone()];
        assert_eq!(for_face(&all, TEXT), [&words("text"), &words("boxed")]);
        assert_eq!(for_face(&all, FILE), [&words("page"), &boxed]);
        assert_eq!(for_face(&all, MAIL), [&words("page"), &figure(), &boxed]);
    }

    #[test]
    fn names_are_said_wherever_they_stand_and_lines_stay() {
        let listed = Listed { loud: "Prag".into(), words: "Prag".into(), lines: vec!["Prag".into()] };
        let card =
            Card { name: "Prag".into(), small: "Prag".into(), loud: vec!["Prag".into()], ..Card::default() };
        let group = Group { of: listed.clone(), cards: vec![card], ..Group::default() };
        let mut all = [
            Block::Listing(vec![listed]),
            Block::Roster(Roster { columns: Vec::new(), groups: vec![group] }),
            Block::Boxed(Boxed { bar: Bar::Warning, blocks: vec![words("Prag")] }),
            Block::Drawn(Drawn { figures: None, letters: vec![words("Prag"), Block::Map("Prag".into())] }),
            Block::Faced(Faced {
                text: vec![words("Prag")],
                page: Vec::new(),
                spoken: Some(vec![words("Prag")]),
            }),
            Block::Lines("Prag".into()),
        ];
        all.iter_mut().for_each(|block| block.say(&|words| words.replace("Prag", "Prague")));
        let told = format!("{all:?}");
        // The name of a card, the map and the line.
        assert_eq!((told.matches("Prague").count(), told.matches("Prag\"").count()), (12, 3), "{told}");
    }

    #[test]
    fn who_has_no_columns_is_told_sentences() {
        let moment = |local: &str| Block::Moment(Moment::new("Its deadline is".into(), local, "18:00 UTC"));
        assert_eq!(moment("20:00 CEST").spoken(), ["Its deadline is 20:00 CEST (18:00 UTC)."]);
        assert_eq!(moment("18:00 UTC").spoken(), ["Its deadline is 18:00 UTC."], "UTC is named once");
        let listed = Listed { loud: "Tired".into(), words: " (1):".into(), lines: vec!["A9: PR1IN".into()] };
        assert_eq!(Block::Listing(vec![listed]).spoken(), ["Tired (1): A9: PR1IN"]);
    }
}
