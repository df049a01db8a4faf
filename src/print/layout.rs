//! Sections laid out: as lines of text for letters of one width, and as the text and the page of a mail (`report.txt`, `report.html`).

use serde::Serialize;

use crate::block::{Block, Face, Moment, Row, for_face};
use crate::heading::Heading;
use crate::illustration::Illustration;
use crate::lines::{listed_lines, put};
use crate::press::{COLUMNS, Press, PressError, Printed};
use crate::section::{Head, Section, Sheet};
use crate::table;
use crate::voice;
use fieldpost_engine::wishes::Wishes;
use fieldpost_engine::wrap::width;

/// What stands before everything below a title.
const MARGIN: usize = 2;

/// Between what a row is about and what is told of it, and between cells.
const GAP: usize = 2;

/// No cell is filled up with blanks to more columns than this: one long name does not push all others away.
const WIDEST: usize = 30;

/// What the templates of a report are given.
#[derive(Serialize)]
struct Mail<'a> {
    game: &'a str,
    title: &'a str,
    player: &'a str,
    turn: u32,
    what: &'a str,
    head: Head,
    /// Whether it is made to be heard.
    spoken: bool,
    sheets: Vec<Laid<'a>>,
}

/// A sheet as the templates have it: the text is handed its lines, the page walks the blocks.
#[derive(Serialize)]
struct Laid<'a> {
    what: &'a str,
    head: Head,
    under: &'a str,
    lines: Vec<String>,
    sections: Vec<Shown<'a>>,
}

/// Sections as they stand in an answer.
#[derive(Serialize)]
pub struct Answered<'a> {
    /// The lines of its text, set in.
    lines: Vec<String>,
    /// What its page walks.
    sections: Vec<Shown<'a>>,
}

/// A section of a page.
#[derive(Serialize)]
struct Shown<'a> {
    title: &'a str,
    about: &'static str,
    is_framed: bool,
    blocks: Vec<&'a Block>,
}

/// The text of a mail of some reports, named after the first of them, and its page for who wants one.
///
/// # Errors
/// If a template is at fault.
pub fn mail(
    press: &Press,
    heading: &Heading,
    turn: u32,
    sheets: &[Sheet],
    html: bool,
) -> Result<(Printed, Option<String>), PressError> {
    let printed = text(press, heading, turn, sheets)?;
    let page = || page(press, heading, turn, sheets, true);
    Ok((printed, html.then(page).transpose()?))
}

/// The text of a mail of some reports, which are told whole in it.
///
/// # Errors
/// If a template is at fault.
pub fn text(press: &Press, heading: &Heading, turn: u32, sheets: &[Sheet]) -> Result<Printed, PressError> {
    let of_lines = |sheet: &Sheet| (lines(&sheet.sections), Vec::new());
    press.print("report.txt", &view(heading, turn, sheets, of_lines))
}

/// The same for who hears it ([`crate::voice`]).
///
/// # Errors
/// If a template is at fault.
pub fn spoken(press: &Press, heading: &Heading, turn: u32, sheets: &[Sheet]) -> Result<Printed, PressError> {
    let of_lines = |sheet: &Sheet| (voice::lines(&sheet.sections), Vec::new());
    let view = Mail { spoken: true, ..view(heading, turn, sheets, of_lines) };
    press.print_spoken("report.txt", &view)
}

/// The text as a reader wishes it: to be seen or to be heard.
///
/// # Errors
/// If a template is at fault.
pub fn text_as_wished(
    press: &Press,
    heading: &Heading,
    turn: u32,
    sheets: &[Sheet],
    wishes: &Wishes,
) -> Result<Printed, PressError> {
    if wishes.spoken { spoken(press, heading, turn, sheets) } else { text(press, heading, turn, sheets) }
}

/// The page of a mail of some reports, or of a file, which cannot show the pictures of a mail.
///
/// # Errors
/// If a template is at fault.
pub fn page(
    press: &Press,
    heading: &Heading,
    turn: u32,
    sheets: &[Sheet],
    figures: bool,
) -> Result<String, PressError> {
    let of_blocks = |sheet| (Vec::new(), shown(sheet, Face::Page { figures }));
    press.page("report.html", &view(heading, turn, sheets, of_blocks))
}

/// The same without the frame of a page, to stand in another one.
///
/// # Errors
/// If a template is at fault.
pub fn part(
    press: &Press,
    heading: &Heading,
    turn: u32,
    sheets: &[Sheet],
    figures: bool,
) -> Result<String, PressError> {
    let of_blocks = |sheet| (Vec::new(), shown(sheet, Face::Page { figures }));
    press.part("report.html", &view(heading, turn, sheets, of_blocks))
}

/// What the templates are given: of each sheet the lines, or the blocks.
fn view<'a>(
    heading: &'a Heading,
    turn: u32,
    sheets: &'a [Sheet],
    laid: impl Fn(&'a Sheet) -> (Vec<String>, Vec<Shown<'a>>),
) -> Mail<'a> {
    let face = |sheet: &'a Sheet| {
        let (lines, sections) = laid(sheet);
        Laid { what: &sheet.what, head: sheet.head, under: &sheet.under, lines, sections }
    };
    let first = sheets.first();
    Mail {
        game: &heading.game,
        title: &heading.title,
        player: &heading.player,
        turn,
        what: first.map_or("", |sheet| &sheet.what),
        head: first.map_or(Head::What, |sheet| sheet.head),
        spoken: false,
        sheets: sheets.iter().map(face).collect(),
    }
}

/// The sections of a page, and none of which a page shows nothing.
fn shown(sheet: &Sheet, face: Face) -> Vec<Shown<'_>> {
    sections_of(&sheet.sections, face)
}

fn sections_of(sections: &[Section], face: Face) -> Vec<Shown<'_>> {
    let sections = sections.iter().map(|section| {
        let blocks = for_face(&section.blocks, face);
        Shown { title: &section.title, about: section.about, is_framed: section.is_framed, blocks }
    });
    sections.filter(|shown| !shown.blocks.is_empty()).collect()
}

/// The pictures of some reports, in their order.
pub fn figures(sheets: &[Sheet]) -> Vec<Illustration> {
    sheets.iter().flat_map(|sheet| &sheet.sections).flat_map(Section::figures).cloned().collect()
}

/// Sections within an answer, for its text and its page, which has no pictures.
pub fn answered(sections: &[Section]) -> Answered<'_> {
    Answered {
        lines: lines_behind(sections, MARGIN),
        sections: sections_of(sections, Face::Page { figures: false }),
    }
}

/// Sections as lines of text: a blank line before each title, the title in capitals. What is a picture alone has no place there.
pub fn lines(sections: &[Section]) -> Vec<String> {
    lines_behind(sections, 0)
}

/// The same set in by so many columns.
fn lines_behind(sections: &[Section], columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let before = " ".repeat(columns);
    for section in sections {
        let blocks = for_face(&section.blocks, Face::Text);
        if blocks.is_empty() && !section.blocks.is_empty() {
            continue;
        }
        if !lines.is_empty() {
            lines.push(String::new());
        }
        let mut margin = columns;
        if !section.title.is_empty() {
            margin += MARGIN;
            let about = if section.about.is_empty() { String::new() } else { format!(", {}", section.about) };
            put(before.clone(), &before, &format!("{}{about}", section.title.to_uppercase()), &mut lines);
        }
        blocks_lines(&blocks, margin, &mut lines);
    }
    lines
}

/// Blocks below one another: a blank line stands above a title and on both sides of what has columns, but not between the two.
fn blocks_lines(blocks: &[&Block], columns: usize, lines: &mut Vec<String>) {
    let is_title = |block: &&Block| matches!(block, Block::Heading(_));
    let is_head = |block: &&Block| matches!(block, Block::Headline { .. });
    let mut above: Option<&Block> = None;
    for block in blocks {
        let parted =
            is_title(block) || stands_apart(block) || is_head(block) || above.is_some_and(stands_apart);
        let is_first = above.is_none() || above.is_some_and(|above| is_title(&above));
        if parted && !is_first {
            lines.push(String::new());
        }
        block_lines(block, columns, lines);
        above = Some(block);
    }
}

/// Whether what stands above and below it is parted from it.
fn stands_apart(block: &Block) -> bool {
    matches!(block, Block::Table(_) | Block::Roster(_) | Block::Map(_) | Block::Moment(_))
}

fn block_lines(block: &Block, columns: usize, lines: &mut Vec<String>) {
    let margin = " ".repeat(columns);
    match block {
        Block::Items(items) => {
            let hang = format!("{margin}  ");
            items.iter().for_each(|item| put(format!("{margin}- "), &hang, item, lines));
        }
        Block::Table(table) => lines.extend(table::lines(table, columns)),
        Block::Heading(words) | Block::Words(words) | Block::Key(words) => {
            put(margin.clone(), &margin, words, lines)
        }
        Block::Headline { loud, words } => {
            let hang = format!("{margin}  ");
            put(format!("{margin}* "), &hang, format!("{loud} {words}").trim_end(), lines);
        }
        Block::Rows(rows) => row_lines(rows, &margin, lines),
        Block::Stories(stories) => {
            let hang = format!("{margin}  ");
            for (place, story) in stories.iter().enumerate() {
                lines.extend((place > 0).then(String::new));
                put(margin.clone(), &margin, &format!("{}: {}.", story.of, story.state), lines);
                put(hang.clone(), &hang, &story.words, lines);
            }
        }
        Block::Lines(form) => lines.extend(std::iter::once("").chain(form.lines()).map(str::to_owned)),
        Block::Letter(letter) => lines.extend(letter.lines().into_iter().map(|line| margin.clone() + &line)),
        Block::Listing(all) => all.iter().for_each(|listed| lines.extend(listed_lines(listed, &margin))),
        Block::Roster(roster) => lines.extend(table::roster_lines(roster, columns)),
        Block::Map(letters) => lines.extend(letters.lines().map(|line| format!("{margin}{line}"))),
        Block::Verbatim(words) => lines.extend(verbatim_lines(words, columns)),
        Block::Moment(moment) => moment_lines(moment, &margin, lines),
        // What has a face of its own is taken apart before it is laid out.
        Block::Figure(_) | Block::Boxed(_) | Block::Drawn(_) | Block::Faced(_) => {}
    }
}

/// Words as they were written, set in as far as their widest line has room: no other line is to be broken for the margin's sake.
fn verbatim_lines(words: &str, columns: usize) -> Vec<String> {
    let widest = words.lines().map(width).filter(|wide| *wide <= COLUMNS).max().unwrap_or(0);
    let margin = " ".repeat(columns.min(COLUMNS - widest));
    words.lines().map(|line| format!("{margin}{line}").trim_end().to_owned()).collect()
}

/// A moment stands by itself, so that it is found.
fn moment_lines(moment: &Moment, margin: &str, lines: &mut Vec<String>) {
    let Moment { words, local, utc } = moment;
    put(margin.to_owned(), margin, words, lines);
    lines.extend([String::new(), format!("{margin}    {local}")]);
    lines.extend((!utc.is_empty()).then(|| format!("{margin}    ({utc})")));
}

/// Rows below one another: what they are about in a column of its own, cells in theirs, small print set in.
fn row_lines(rows: &[Row], margin: &str, lines: &mut Vec<String>) {
    let heads = rows.iter().map(|row| width(&row.head)).max().filter(|widest| *widest > 0);
    let before = heads.map_or(0, |widest| widest + GAP);
    let columns = columns(rows);
    let hang = " ".repeat(margin.len() + before + GAP);
    for row in rows {
        let head = format!("{margin}{:<before$}", row.head);
        let whole = (0..=columns.len()).rev().map(|aligned| head.clone() + &cells_of(row, &columns, aligned));
        match whole.map(|line| line.trim_end().to_owned()).find(|line| width(line) <= COLUMNS) {
            Some(line) => lines.push(line),
            None => put(head, &hang, &row.cells.join("  "), lines),
        }
        row.small.iter().for_each(|small| put(hang.clone(), &format!("{hang}  "), small, lines));
    }
}

/// The cells of a row, the first of them in columns, the rest one behind the other.
fn cells_of(row: &Row, columns: &[usize], aligned: usize) -> String {
    let wide = |place: usize, cell: &str| match columns.get(place).filter(|_| place < aligned) {
        Some(column) => (*column).max(width(cell) + GAP),
        None => width(cell) + GAP,
    };
    let cells = row.cells.iter().enumerate();
    cells.map(|(place, cell)| format!("{cell:<wide$}", wide = wide(place, cell))).collect()
}

/// How wide each column of cells is, with what parts it from the next: of the rows alone that have a next one.
fn columns(rows: &[Row]) -> Vec<usize> {
    let most = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let widest = |column: usize| {
        let cells = rows.iter().filter(|row| row.cells.len() > column + 1).map(|row| &row.cells[column]);
        cells.map(|cell| width(cell)).filter(|wide| *wide <= WIDEST).max().unwrap_or(0)
    };
    (1..most).map(|column| widest(column - 1) + GAP).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::section::{Column, Line, Story, Table};

    fn stack(head: &str, cells: [&str; 2], small: &str) -> Row {
        Row { small: vec![small.into()], cells: cells.map(str::to_owned).into(), ..Row::about(head, "") }
    }

    #[test]
    fn rows_stand_below_one_another_and_small_print_below_its_row() {
        let rows = vec![
            stack("FR-1", ["Dauphine", "A+ LD"], "die 4"),
            stack("FR-F12", ["Gulf of Lion", "2"], "die 5"),
        ];
        let stacks = Section { about: "and what they cost", ..Section::of_rows("own", "Yours", rows) };
        let first = Section::new("", "").with(Block::Words("Round 1 of 6.".into()));
        assert_eq!(
            lines(&[first, stacks]).join("\n"),
            "Round 1 of 6.\n\nYOURS, and what they cost\n  FR-1    Dauphine      A+ LD\n            die 4\n  FR-F12  Gulf of Lion  2\n            die 5"
        );
    }

    #[test]
    fn a_row_that_is_too_long_keeps_its_first_columns() {
        let row = |last: &str| Row {
            cells: ["Rome", "A-", last].map(str::to_owned).into(),
            ..Row::about("PA-1", "")
        };
        let mut long = row(&"x".repeat(40));
        long.cells[0] = "Ligurian Sea".into();
        let mut wide = row("Gonzaga 333");
        wide.cells[1] = "y".repeat(28);
        let told = lines(&[Section::of_rows("seen", "", vec![row("Borgia 1"), long, wide])]);
        assert_eq!(told[0], format!("PA-1  Rome          A-{}Borgia 1", " ".repeat(28)));
        assert_eq!(told[1], format!("PA-1  Ligurian Sea  A-  {}", "x".repeat(40)));
    }

    #[test]
    fn titles_and_tables_stand_apart() {
        let table = |caption: &str| {
            let (columns, rows) = (vec![Column::left("ship")], vec![Line::of(["Monitor".to_owned()])]);
            Block::Table(Table { caption: caption.into(), columns, rows })
        };
        let items = || Block::Items(vec!["She sails.".into()]);
        let blocks = [
            Block::Heading("Hampton".into()),
            table(""),
            table("Theirs"),
            items(),
            Block::Heading("LCHE".into()),
        ];
        let section = blocks.into_iter().fold(Section::new("ships", "Ships"), Section::with).with(items());
        assert_eq!(
            lines(&[section]).join("\n"),
            "SHIPS\n  Hampton\n  ship\n  Monitor\n\n  Theirs\n  ship\n  Monitor\n\n  - She sails.\n\n  LCHE\n  - She sails."
        );
    }

    #[test]
    fn an_answer_sets_its_sections_in_and_breaks_no_line_twice() {
        let long = ["languedoc 2,"; 12].join(" ");
        let wide = "x".repeat(COLUMNS - 1);
        let section = Section::of_rows("requests", "", vec![Row::about("1", &long)])
            .with(Block::Verbatim(format!("PASSWORD\n  {}", "y".repeat(20))))
            .with(Block::Verbatim(format!("a\n{wide}")));
        let titled = Section::new("seen", "Seen").with(Block::Items(vec![long.clone()]));
        let told = answered(&[section, titled]).lines;
        assert!(told.iter().all(|line| width(line) <= COLUMNS), "{told:#?}");
        assert!(
            told[0].starts_with("  1  languedoc 2,") && told[1].starts_with("       languedoc 2,"),
            "{told:#?}"
        );
        assert!(told.contains(&"  PASSWORD".to_owned()) && told.contains(&format!("    {}", "y".repeat(20))));
        assert!(told.contains(&format!(" {wide}")) && told.contains(&" a".to_owned()), "{told:#?}");
        assert!(
            told.contains(&"  SEEN".to_owned()) && told.last().unwrap().starts_with("      languedoc"),
            "{told:#?}"
        );
    }

    #[test]
    fn long_lines_go_on_below_their_own_words() {
        let long = ["languedoc 2,"; 12].join(" ");
        let row = Row { small: vec![long.clone()], ..Row::about("FR-1", &long) };
        let told = lines(&[Section::of_rows("own", "Yours", vec![row]).with(Block::Words(long.clone()))]);
        assert!(told.iter().all(|line| line.chars().count() <= COLUMNS), "{told:?}");
        assert!(told.len() > 6 && told[2].starts_with("          languedoc"), "{told:?}");
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&told.join(" ")), words(&format!("YOURS FR-1 {long} {long} {long}")));
        let unbroken = Row::about("FR-1", "x".repeat(90));
        assert_eq!(lines(&[Section::of_rows("own", "", vec![unbroken])]).len(), 1, "a word is never broken");
    }

    #[test]
    fn a_report_of_the_game_names_it_in_the_subject_and_shows_what_a_mail_shows() {
        let story =
            |of: &str| Story { of: of.into(), state: "100 men".into(), words: "Tac 1: moved.".into() };
        let long =
            Section::new("by-unit", "By unit").with(Block::Stories(vec![story("A"), story("B")])).if_whole();
        let headline = Block::Headline { loud: "A won.".into(), words: "It rained.".into() };
        let short = Section::new("in-short", "In short").with(headline).framed();
        let rest = Section::new("", "").with(Block::Words("Below.".into()));
        let rest = rest.in_brief(vec![Block::Words("It is a long story.".into())]);
        let sheet = Sheet {
            what: "What happened".into(),
            head: Head::Game,
            under: String::new(),
            sections: vec![short, rest, long],
        };
        let sheets = [sheet.said(&|words| words.replace("rained", "hailed"))];
        let heading = Heading { game: "italy".into(), title: "A & B".into(), ..Heading::default() };
        let press = Press::new().unwrap();
        let printed = text(&press, &heading, 3, &sheets).unwrap();
        assert_eq!(printed.subject, "[italy T3] What happened: A & B");
        assert_eq!(
            printed.text,
            "IN SHORT\n  * A won. It hailed.\n\nBelow.\n\nBY UNIT\n  A: 100 men.\n    Tac 1: moved.\n\n  B: 100 men.\n    Tac 1: moved.\n"
        );
        let page = |whole: bool| {
            let shown = if whole { sheets.clone() } else { sheets.clone().map(Sheet::in_brief) };
            page(&press, &heading, 3, &shown, false).unwrap()
        };
        assert!(
            page(true).contains("<b>A won.</b> It hailed.") && page(true).contains("Tac 1: moved."),
            "{}",
            page(true)
        );
        assert!(page(true).contains("Below.") && !page(true).contains("long story"));
        assert!(page(false).contains("long story") && !page(false).contains("By unit"), "{}", page(false));
        assert!(page(true).contains("A &amp; B</h1>"));
    }

    #[test]
    fn a_mail_has_both_faces_of_the_same_sections() {
        let figure = Illustration { id: "map-1".into(), alt: "Italy <now>".into(), png: Vec::new().into() };
        let section = Section::of_rows("combat", "Combats", vec![stack("1", ["Milan", "holds"], "die 4")])
            .with(Block::Key("* for morale".into()))
            .with(Block::Figure(figure.clone()))
            .with(Block::Table(Table {
                caption: "France & allies".into(),
                columns: vec![Column::left("ship"), Column::right("hits")],
                rows: vec![Line { small: vec!["<ram>".into()], ..Line::of(["Gloire".into(), "3".into()]) }],
            }));
        let sheet =
            |what: &str| Sheet { what: what.into(), sections: vec![section.clone()], ..Sheet::default() };
        let sheets = [sheet("What happened"), sheet("Position")];
        let heading = Heading {
            game: "italy".into(),
            title: "A & B".into(),
            player: "Charles".into(),
            ..Heading::default()
        };
        let (printed, html) = mail(&Press::new().unwrap(), &heading, 3, &sheets, true).unwrap();
        assert_eq!(printed.subject, "[italy T3] What happened");
        assert_eq!(
            printed.text.matches("COMBATS\n  1  Milan  holds\n       die 4\n  * for morale\n").count(),
            2
        );
        let html = html.unwrap();
        assert!(
            html.contains("<b>1</b>") && html.contains("Milan, holds") && html.contains("A &amp; B"),
            "{html}"
        );
        for part in [
            ">France &amp; allies</caption>",
            "<th scope=\"col\" align=\"right\">hits</th>",
            "<th scope=\"row\" align=\"left\" style=\"font-weight:normal\">Gloire</th>",
            "<td align=\"right\">3</td>",
            "&lt;ram&gt;",
        ] {
            assert!(html.contains(part), "no {part}: {html}");
        }
        assert!(html.contains("src=\"cid:map-1\" alt=\"Italy &lt;now&gt;\""), "{html}");
        assert_eq!((html.matches("<body").count(), html.matches("<h1").count()), (1, 2));
        assert_eq!(figures(&sheets), [figure.clone(), figure]);
    }
}
