//! The press: a typed view and a template of `mail_templates/` give a mail's subject and text.
//!
//! A text template begins with its `Subject:` line; a blank line and the text follow. Text is wrapped at
//! [`COLUMNS`], and blank lines never pile up, so that templates can be written for their readers. HTML templates
//! extend `page.html`, the look that all mails share.

use serde::Serialize;
use tera::{Context, Tera};

/// Columns of every text mail.
pub const COLUMNS: usize = 72;

/// The templates that stand in the binary, by name.
const TEMPLATES: &[(&str, &str)] = &[
    ("receipt.txt", include_str!("../../mail_templates/receipt.txt")),
    ("refusal.txt", include_str!("../../mail_templates/refusal.txt")),
    ("held.txt", include_str!("../../mail_templates/held.txt")),
    ("news.txt", include_str!("../../mail_templates/news.txt")),
    ("welcome.txt", include_str!("../../mail_templates/welcome.txt")),
    ("events.txt", include_str!("../../mail_templates/events.txt")),
    ("events.html", include_str!("../../mail_templates/events.html")),
    ("position.txt", include_str!("../../mail_templates/position.txt")),
    ("turn.txt", include_str!("../../mail_templates/turn.txt")),
    ("turn.html", include_str!("../../mail_templates/turn.html")),
    ("position.html", include_str!("../../mail_templates/position.html")),
    ("notice.txt", include_str!("../../mail_templates/notice.txt")),
    ("page.html", include_str!("../../mail_templates/page.html")),
    ("parts.html", include_str!("../../mail_templates/parts.html")),
    ("too_large.txt", include_str!("../../mail_templates/too_large.txt")),
];

/// The frame of what stands in another page: none.
const BARE: [&str; 2] = ["bare.html", "{% block title %}{% endblock %}{% block body %}{% endblock %}"];

/// An HTML template once more, in the bare frame.
fn as_part((name, text): &(&str, &str)) -> (String, String) {
    (part_name(name), text.replacen("{% extends \"page.html\" %}", "{% extends \"bare.html\" %}", 1))
}

fn part_name(name: &str) -> String {
    format!("part/{name}")
}

/// A mail's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The subject, one line.
    pub subject: String,
    /// The text, at most [`COLUMNS`] wide where it can be broken.
    pub text: String,
}

/// Why a mail could not be printed: a fault of a template, never of a letter.
#[derive(Debug, thiserror::Error)]
pub enum PressError {
    /// The template engine's own words, with line and column.
    #[error("the mail template {name} cannot be used: {why}")]
    Template {
        /// Which template.
        name: String,
        /// Why.
        why: String,
    },
    /// The report's player is none of the game's.
    #[error("a report for {0:?}, who is no player of the game")]
    NoPlayer(String),
    /// It does not begin with its subject.
    #[error("the mail template {0} does not begin with a line \"Subject: …\" and a blank line")]
    NoSubject(String),
}

/// All templates, read once.
#[derive(Debug)]
pub struct Press {
    tera: Tera,
}

impl Press {
    /// A press with the templates that stand in the binary.
    ///
    /// # Errors
    /// If one of them cannot be read; a test shows that none is so.
    pub fn new() -> Result<Self, PressError> {
        let mut tera = Tera::new();
        tera.autoescape_on(vec![".html"]);
        let parts = TEMPLATES.iter().filter(|(name, _)| name.ends_with(".html")).map(as_part);
        let whole = TEMPLATES.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        tera.add_raw_templates(whole.chain(parts).chain([BARE.map(str::to_owned).into()]))
            .map_err(|why| PressError::Template { name: "(all)".into(), why: why.to_string() })?;
        Ok(Press { tera })
    }

    /// Prints `view` by the template `name`.
    ///
    /// # Errors
    /// If there is no such template, or it asks for something that the view lacks.
    pub fn print(&self, name: &str, view: &impl Serialize) -> Result<Printed, PressError> {
        let whole = self.render(name, view)?;
        let (subject, text) = split(name, &whole)?;
        Ok(Printed { subject: subject.to_owned(), text: set(text) })
    }

    /// Prints `view` by the HTML template `name`, which has no Subject line: the mail has it from its text.
    ///
    /// # Errors
    /// If there is no such template, or it asks for something that the view lacks.
    pub fn page(&self, name: &str, view: &impl Serialize) -> Result<String, PressError> {
        self.render(name, view)
    }

    /// Prints `view` by the HTML template `name` without the frame of `page.html`, to stand in another page.
    ///
    /// # Errors
    /// If there is no such template, or it asks for something that the view lacks.
    pub fn part(&self, name: &str, view: &impl Serialize) -> Result<String, PressError> {
        self.render(&part_name(name), view)
    }

    fn render(&self, name: &str, view: &impl Serialize) -> Result<String, PressError> {
        let wrong = |why: tera::Error| PressError::Template { name: name.into(), why: describe(&why) };
        let context = Context::from_serialize(view).map_err(wrong)?;
        self.tera.render(name, &context).map_err(wrong)
    }
}

/// A mail's subject, and what follows it.
fn split<'a>(name: &str, whole: &'a str) -> Result<(&'a str, &'a str), PressError> {
    let parts = whole.split_once('\n').and_then(|(head, text)| Some((head.strip_prefix("Subject: ")?, text)));
    let (subject, text) = parts.ok_or_else(|| PressError::NoSubject(name.into()))?;
    Ok((subject.trim(), text))
}

/// An error with its causes, which hold the place.
fn describe(error: &tera::Error) -> String {
    let mut words = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        words = format!("{words}: {inner}");
        cause = inner.source();
    }
    words
}

/// Sets a text: lines wrapped, ends trimmed, at most one blank line together, none at either end.
pub fn set(text: &str) -> String {
    let mut lines = Vec::<String>::new();
    for line in text.lines() {
        let line = line.trim_end();
        if line.is_empty() {
            if lines.last().is_some_and(|last| !last.is_empty()) {
                lines.push(String::new());
            }
        } else {
            wrap(line, &mut lines);
        }
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines.push(String::new());
    lines.join("\n")
}

/// Breaks a line at blanks. What follows stands under its own text: flush for prose, indented by two more where
/// the line was indented, past a list's mark, and with an echo's bar kept.
fn wrap(line: &str, lines: &mut Vec<String>) {
    if line.chars().count() <= COLUMNS {
        lines.push(line.to_owned());
        return;
    }
    let body = line.trim_start_matches([' ', '|', '-', '*']);
    let lead = &line[..line.len() - body.len()];
    let more = if lead.is_empty() || lead.contains(['-', '*']) { "" } else { "  " };
    let hang = lead.replace(['-', '*'], " ") + more;
    let mut current = lead.to_owned();
    let mut is_fresh = true;
    for word in body.split_whitespace() {
        let width = current.chars().count() + usize::from(!is_fresh) + word.chars().count();
        if width > COLUMNS && !is_fresh {
            lines.push(std::mem::replace(&mut current, hang.clone()));
            is_fresh = true;
        }
        if !is_fresh {
            current.push(' ');
        }
        current.push_str(word);
        is_fresh = false;
    }
    lines.push(current);
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn all_templates_can_be_read_and_begin_with_their_subject() {
        Press::new().unwrap();
        for (name, text) in TEMPLATES.iter().filter(|(name, _)| name.ends_with(".txt")) {
            assert!(text.starts_with("Subject: "), "{name}");
        }
    }

    #[test]
    fn long_lines_are_broken_and_hang_under_their_own_beginning() {
        let long = "word ".repeat(40);
        let text = set(&format!("- {long}\n\n\n\n  | {long}\n"));
        assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
        assert!(text.lines().nth(1).unwrap().starts_with("  word"), "{text}");
        assert!(text.lines().last().unwrap().starts_with("  |   word"), "{text}");
        assert!(!text.contains("\n\n\n"));
    }

    #[test]
    fn a_name_with_markup_or_braces_stays_text() {
        let press = Press::new().unwrap();
        let view = json!({ "title": "{{ 1 + 1 }} <b>", "words": "A\nB", "game": null });
        let printed = press.print("notice.txt", &view).unwrap();
        assert!(printed.subject.contains("{{ 1 + 1 }} <b>"), "{printed:?}");
    }

    #[test]
    fn a_view_that_lacks_a_name_is_an_error_that_says_which() {
        let error = Press::new().unwrap().print("notice.txt", &json!({})).unwrap_err();
        assert!(error.to_string().contains("notice.txt"), "{error}");
    }
}
