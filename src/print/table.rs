//! Tables as lines of text: columns below their heads, in letters of one width.

use unicode_width::UnicodeWidthStr;

use fieldpost_engine::wrap::wrapped;

use crate::block::{Align, Line, Roster, Table};
use crate::lines::listed_lines;
use crate::press::COLUMNS;

/// Between columns.
const GAP: usize = 2;

/// How far small print below a row is set in.
const HANG: usize = 2;

/// A table as lines behind a margin, none wider than a mail. What is too narrow for its columns is told row by row.
pub(crate) fn lines(table: &Table, margin: usize) -> Vec<String> {
    let room = COLUMNS - margin;
    let before = " ".repeat(margin);
    let mut told = Vec::new();
    if !table.caption.is_empty() {
        told.extend(wrapped(&table.caption, "", "", room));
    }
    match widths(table, room, GAP) {
        Some(widths) => {
            let fitted = Fitted { table, widths, gap: GAP };
            told.extend(fitted.heads());
            for row in &table.rows {
                told.extend(fitted.row(&row.cells));
                let small = row.small.iter().flat_map(|words| wrapped(words, "", "", room - HANG));
                told.extend(small.map(|line| format!("{:HANG$}{line}", "")));
            }
        }
        None => told.extend(table.rows_spoken().iter().flat_map(|words| wrapped(words, "", "", room))),
    }
    told.into_iter().map(|line| format!("{before}{line}").trim_end().to_owned()).collect()
}

/// Pieces with their numbers as lines: the heads once, then each group under its own; columns stand closer where there is little room.
pub(crate) fn roster_lines(roster: &Roster, margin: usize) -> Vec<String> {
    let (room, before) = (COLUMNS - margin, " ".repeat(margin));
    let cards = roster.groups.iter().flat_map(|group| &group.cards);
    let rows = cards.map(|card| Line::of(card.cells.clone())).collect();
    let table = &Table { caption: String::new(), columns: roster.columns.clone(), rows };
    let gap = if is_within(table, room, GAP) { GAP } else { 1 };
    let fitted = widths(table, room, gap).map(|widths| Fitted { table, widths, gap });
    let mut told: Vec<String> = fitted.iter().flat_map(Fitted::heads).collect();
    let mut spoken = if fitted.is_none() { table.rows_spoken() } else { Vec::new() }.into_iter();
    for group in &roster.groups {
        told.push(String::new());
        told.extend(listed_lines(&group.of, ""));
        for card in &group.cards {
            match &fitted {
                Some(fitted) => told.extend(fitted.row(&card.cells)),
                None => told.extend(wrapped(&spoken.next().unwrap_or_default(), "", "", room)),
            }
        }
        if !group.below.is_empty() {
            let below = wrapped(&group.below, "", "", room - HANG);
            told.extend(below.into_iter().map(|line| format!("{:HANG$}{line}", "")));
        }
    }
    told.into_iter().map(|line| format!("{before}{line}").trim_end().to_owned()).collect()
}

/// How wide the words of each column are that are taken for one.
fn widest(table: &Table, of: impl Fn(&str) -> usize) -> Vec<usize> {
    let cells = |column: usize| {
        let head = table.columns.get(column).map(|column| column.head);
        head.into_iter()
            .chain(table.rows.iter().filter_map(move |row| row.cells.get(column).map(String::as_str)))
    };
    (0..table.columns.len()).map(|column| cells(column).map(&of).max().unwrap_or(0)).collect()
}

/// Whether all cells fit on one line each.
fn is_within(table: &Table, room: usize, gap: usize) -> bool {
    let widths = widest(table, UnicodeWidthStr::width);
    widths.iter().sum::<usize>() + gap * widths.len().saturating_sub(1) <= room
}

/// How wide each column is: as wide as its widest cell, and where that is too much for all of them the widest narrower, as far as no
/// word is broken. None if even so there is no room.
fn widths(table: &Table, room: usize, gap: usize) -> Option<Vec<usize>> {
    let mut widths = widest(table, UnicodeWidthStr::width);
    let least = widest(table, |cell| cell.split_whitespace().map(UnicodeWidthStr::width).max().unwrap_or(0));
    let gaps = gap * widths.len().saturating_sub(1);
    while widths.iter().sum::<usize>() + gaps > room {
        let can = |column: &usize| widths[*column] > least[*column];
        let column = (0..widths.len()).filter(can).max_by_key(|column| widths[*column])?;
        widths[column] -= 1;
    }
    Some(widths)
}

/// A table with the widths of its columns.
struct Fitted<'a> {
    table: &'a Table,
    widths: Vec<usize>,
    gap: usize,
}

impl Fitted<'_> {
    fn heads(&self) -> Vec<String> {
        let heads: Vec<&str> = self.table.columns.iter().map(|column| column.head).collect();
        self.row(&heads)
    }

    /// A row: as many lines as its tallest cell has.
    fn row(&self, cells: &[impl AsRef<str>]) -> Vec<String> {
        let fit = |(cell, width): (&str, &usize)| wrapped(cell, "", "", *width);
        let broken: Vec<Vec<String>> = cells.iter().map(AsRef::as_ref).zip(&self.widths).map(fit).collect();
        let tall = broken.iter().map(Vec::len).max().unwrap_or(0);
        let line = |number: usize| {
            let columns = self.table.columns.iter().zip(&broken).zip(&self.widths);
            let cells = columns.map(|((column, cell), width)| {
                let words = cell.get(number).map_or("", String::as_str);
                let blanks = " ".repeat(width.saturating_sub(words.width()));
                match column.align {
                    Align::Left => format!("{words}{blanks}"),
                    Align::Right => format!("{blanks}{words}"),
                }
            });
            cells.collect::<Vec<_>>().join(&" ".repeat(self.gap)).trim_end().to_owned()
        };
        (0..tall).map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::{Card, Column, Group, Listed};

    fn table(rows: &[[&str; 3]]) -> Table {
        let row = |cells: &[&str; 3]| Line::of(cells.map(str::to_owned));
        Table {
            caption: "The Union: 2 ships".into(),
            columns: vec![Column::left("ship"), Column::right("hits"), Column::left("end")],
            rows: rows.iter().map(row).collect(),
        }
    }

    #[test]
    fn numbers_end_and_words_begin_below_their_heads() {
        let mut told = table(&[["Cumberland (US1SL)", "12", "sunk"], ["Congress (US1FR)", "3", ""]]);
        told.rows[1].small.push("under sail".into());
        assert_eq!(
            lines(&told, 2),
            [
                "  The Union: 2 ships",
                "  ship                hits  end",
                "  Cumberland (US1SL)    12  sunk",
                "  Congress (US1FR)       3",
                "    under sail",
            ]
        );
    }

    /// A cell that is too wide goes on below itself, and every line fits a mail.
    #[test]
    fn cells_go_on_below_themselves() {
        let end = "taken by Virginia (CS1RI), under whose orders she sails as CS4FR from now on";
        let told = lines(&table(&[["Congress (US1FR)", "10", end]]), 2);
        assert!(told.iter().all(|line| line.width() <= COLUMNS), "{told:#?}");
        let at = told[1].find("end").unwrap();
        let column: Vec<&str> = told[2..].iter().map(|line| line[at..].trim()).collect();
        assert!(column.len() > 1, "{told:#?}");
        assert_eq!(column.join(" "), end);
    }

    /// A letter that is two columns wide counts for two, one that stands over another for none.
    #[test]
    fn widths_are_those_that_are_shown() {
        let told = lines(&table(&[["三笠", "1", "x"], ["Ko\u{308}nig", "1", "x"], ["Monitor", "1", "x"]]), 0);
        let ends: Vec<usize> = told[2..].iter().map(|line| line.width()).collect();
        assert_eq!(ends, [ends[0]; 3], "{told:#?}");
    }

    #[test]
    fn what_has_no_room_is_told_row_by_row() {
        let long = "x".repeat(50);
        let told = lines(&table(&[[&long, "1", &long]]), 2);
        assert!(told.iter().all(|line| line.width() <= COLUMNS), "{told:#?}");
        let joined = told.join(" ");
        assert!(joined.contains(&format!("{long}: hits 1,")), "{told:#?}");
    }

    fn roster(last: &str) -> Roster {
        let card = |cells: [&str; 3]| Card { cells: cells.map(str::to_owned).into(), ..Card::default() };
        let group = |loud: &str, cards| Group {
            of: Listed { loud: loud.into(), words: " 2 ships".into(), lines: Vec::new() },
            cards,
            below: String::new(),
        };
        let columns = vec![Column::left("ship"), Column::right("men"), Column::left("moves")];
        let first = group("West:", vec![card(["US1FR", "1,200", "4"]), card(["US12SL", "90", last])]);
        Roster { columns, groups: vec![first, group("East:", vec![card(["US3IC", "49", "2"])])] }
    }

    /// Columns are as wide as all groups need them, and their heads stand once.
    #[test]
    fn a_roster_has_its_heads_once_and_each_group_its_own_head() {
        assert_eq!(
            roster_lines(&roster("3 +1"), 2),
            [
                "  ship      men  moves",
                "",
                "  West: 2 ships",
                "  US1FR   1,200  4",
                "  US12SL     90  3 +1",
                "",
                "  East: 2 ships",
                "  US3IC      49  2",
            ]
        );
    }

    /// Where there is little room columns stand closer, before any cell is broken.
    #[test]
    fn a_roster_stands_closer_where_there_is_little_room() {
        let wide = "x".repeat(COLUMNS - "US12SL 1,200 ".len());
        let told = roster_lines(&roster(&wide), 0);
        assert_eq!(told[4], format!("US12SL    90 {wide}"));
        let wider = format!("{wide}x");
        let told = roster_lines(&roster(&wider), 0).join(" ");
        assert!(told.contains(&format!("moves {wider}.")), "{told}");
    }
}
