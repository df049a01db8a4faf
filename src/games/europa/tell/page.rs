//! The lines of a report as a page: sections of rows that wrap on a telephone as on paper, with the look of all mails.

use fieldpost_print::report::Illustration;
use serde::Serialize;

use crate::orders::stack_id;

/// Columns of a report's text; longer lines go on below themselves.
const COLUMNS: usize = 72;

/// What stands below an event, as its dice, begins this far to the right; the template of lines before it.
const DETAIL: usize = 10;

/// In a list of stacks their names have so many columns.
const ID_COLUMNS: usize = 7;

/// A page: what the template `rows.html` prints.
#[derive(Clone, Debug, Serialize)]
pub struct Page<'a> {
    title: &'a str,
    what: &'a str,
    under: String,
    pictures: Vec<Picture<'a>>,
    sections: Vec<Section>,
}

#[derive(Clone, Debug, Serialize)]
struct Picture<'a> {
    id: &'a str,
    alt: &'a str,
}

#[derive(Clone, Debug, Default, Serialize)]
struct Section {
    title: String,
    has_heads: bool,
    rows: Vec<Row>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Row {
    /// The stack or the movement point that it is about, if one is.
    head: String,
    text: String,
    is_small: bool,
}

impl<'a> Page<'a> {
    /// The page of a report: a heading is a line in capitals.
    pub fn of(
        (title, what): (&'a str, &'a str),
        player: &str,
        lines: &[String],
        map: Option<&'a Illustration>,
    ) -> Self {
        let mut sections = vec![Section::default()];
        for line in lines.iter().filter(|line| !line.trim().is_empty()) {
            if is_head(line) {
                sections.push(Section { title: line.clone(), ..Section::default() });
            } else if let Some(section) = sections.last_mut() {
                let row = row(line);
                section.has_heads |= !row.head.is_empty();
                section.rows.push(row);
            }
        }
        sections.retain(|section| !section.rows.is_empty() || !section.title.is_empty());
        let pictures = map.map(|map| Picture { id: &map.id, alt: &map.alt }).into_iter().collect();
        Page { title, what, under: format!("{title}, for {player}"), pictures, sections }
    }
}

/// Whether a line is a heading: its first words are in capitals.
fn is_head(line: &str) -> bool {
    let is_loud = |first: &str| first.len() > 3 && first.chars().all(|c| c.is_uppercase() || c == ' ');
    !line.starts_with(' ') && line.split([',', ':']).next().is_some_and(is_loud)
}

fn row(line: &str) -> Row {
    let text = line.trim_start();
    let is_small = line.len() - text.len() >= DETAIL || text.starts_with("->");
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    if first == "tick" {
        let (number, rest) = rest.trim_start().split_once(' ').unwrap_or((rest, ""));
        return Row { head: number.into(), text: joined(rest), is_small };
    }
    let in_columns = rest.starts_with(' ') || first.len() >= ID_COLUMNS;
    if !is_small && line.starts_with(' ') && in_columns && stack_id(first).is_some() {
        return Row { head: first.into(), text: joined(rest), is_small };
    }
    Row { head: String::new(), text: joined(text), is_small }
}

/// Columns one behind the other.
fn joined(text: &str) -> String {
    text.split("  ").map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// A line of the plain text, broken where it is too long: it goes on below itself, further to the right.
pub fn broken(line: &str) -> Vec<String> {
    let margin = " ".repeat(line.len() - line.trim_start().len() + 2);
    let mut lines = Vec::new();
    let mut left = line.to_owned();
    while left.chars().count() > COLUMNS {
        let from = left.len() - left.trim_start().len();
        let letters = left.char_indices().take(COLUMNS + 1);
        let blank = letters.filter(|(at, letter)| *letter == ' ' && *at > from).last();
        let Some((line, rest)) = blank.and_then(|(at, _)| left.split_at_checked(at)) else { break };
        lines.push(line.trim_end().to_owned());
        left = format!("{margin}{}", rest.trim_start());
    }
    lines.push(left);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_report_are_rows_with_what_they_are_about_before_them() {
        let of = |line: &str| {
            let row = row(line);
            (row.head, row.text, row.is_small)
        };
        assert_eq!(
            of(" FR-1    Dauphine                     A+ LD  Charles VIII 322"),
            ("FR-1".into(), "Dauphine, A+ LD, Charles VIII 322".into(), false)
        );
        assert_eq!(
            of("         -> provence 2, savoy 3"),
            (String::new(), "-> provence 2, savoy 3".into(), true)
        );
        assert_eq!(
            of(" tick 1   NA-1 into Rome (1 MP)"),
            ("1".into(), "NA-1 into Rome (1 MP)".into(), false)
        );
        assert_eq!(
            of("         FR-1 into Milan (1 MP)"),
            (String::new(), "FR-1 into Milan (1 MP)".into(), false)
        );
        assert_eq!(of("           die 4 +0"), (String::new(), "die 4 +0".into(), true));
        assert!(
            is_head("YOURS, with what the provinces beside cost in movement points") && is_head("SIEGES")
        );
        assert!(!is_head("Round 1 of 6.") && !is_head(" FRA 3 points"));
    }

    #[test]
    fn long_lines_of_the_text_go_on_below_themselves() {
        let line = format!("         -> {}", ["languedoc 2,"; 12].join(" "));
        let lines = broken(&line);
        assert!(lines.len() > 1 && lines.iter().all(|line| line.chars().count() <= COLUMNS), "{lines:?}");
        assert!(lines[1].starts_with("           languedoc"), "{lines:?}");
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&lines.join(" ")), words(&line));
        assert_eq!(broken("short"), ["short"]);
        assert_eq!(broken(&"x".repeat(90)).len(), 1);
    }
}
