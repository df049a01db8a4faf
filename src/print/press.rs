//! The press: a typed view and a template of `mail_templates/` give a mail's subject and text.
//!
//! A text template begins with its `Subject:` line; a blank line and the text follow. Text is wrapped at
//! [`COLUMNS`], and blank lines never pile up, so that templates can be written for their readers. HTML templates
//! extend `page.html`, the look that all mails share, and are made of the components in `parts.html`. A host may put
//! templates of their own in the place of ours ([`Press::with`]).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use serde::Serialize;
use tera::{Context, Kwargs, State, Tera, Value};

use crate::translate;
use fieldpost_engine::locale::Locale;
use fieldpost_engine::nearest::nearest;
use fieldpost_engine::words::grouped;
use fieldpost_engine::wrap::{width, wrapped};

/// Columns of every text mail.
pub const COLUMNS: usize = 72;

/// The templates that stand in the binary, by name.
const TEMPLATES: &[(&str, &str)] = &[
    ("ga.html", include_str!("../../mail_templates/ga.html")),
    ("ga.txt", include_str!("../../mail_templates/ga.txt")),
    ("ga_welcome.html", include_str!("../../mail_templates/ga_welcome.html")),
    ("ga_welcome.txt", include_str!("../../mail_templates/ga_welcome.txt")),
    ("held.html", include_str!("../../mail_templates/held.html")),
    ("held.txt", include_str!("../../mail_templates/held.txt")),
    ("news.html", include_str!("../../mail_templates/news.html")),
    ("news.txt", include_str!("../../mail_templates/news.txt")),
    ("notice.html", include_str!("../../mail_templates/notice.html")),
    ("notice.txt", include_str!("../../mail_templates/notice.txt")),
    ("page.html", include_str!("../../mail_templates/page.html")),
    ("parts.html", include_str!("../../mail_templates/parts.html")),
    ("password.html", include_str!("../../mail_templates/password.html")),
    ("password.txt", include_str!("../../mail_templates/password.txt")),
    ("plain_reminder.html", include_str!("../../mail_templates/plain_reminder.html")),
    ("plain_reminder.txt", include_str!("../../mail_templates/plain_reminder.txt")),
    ("plain_welcome.html", include_str!("../../mail_templates/plain_welcome.html")),
    ("plain_welcome.txt", include_str!("../../mail_templates/plain_welcome.txt")),
    ("press.html", include_str!("../../mail_templates/press.html")),
    ("press.txt", include_str!("../../mail_templates/press.txt")),
    ("receipt.html", include_str!("../../mail_templates/receipt.html")),
    ("receipt.txt", include_str!("../../mail_templates/receipt.txt")),
    ("refusal.html", include_str!("../../mail_templates/refusal.html")),
    ("refusal.txt", include_str!("../../mail_templates/refusal.txt")),
    ("reminder.html", include_str!("../../mail_templates/reminder.html")),
    ("reminder.txt", include_str!("../../mail_templates/reminder.txt")),
    ("report.html", include_str!("../../mail_templates/report.html")),
    ("report.txt", include_str!("../../mail_templates/report.txt")),
    ("site.html", include_str!("../../mail_templates/site.html")),
    ("site_top.html", include_str!("../../mail_templates/site_top.html")),
    ("summary.html", include_str!("../../mail_templates/summary.html")),
    ("summary.txt", include_str!("../../mail_templates/summary.txt")),
    ("too_large.html", include_str!("../../mail_templates/too_large.html")),
    ("too_large.txt", include_str!("../../mail_templates/too_large.txt")),
    ("welcome.html", include_str!("../../mail_templates/welcome.html")),
    ("welcome.txt", include_str!("../../mail_templates/welcome.txt")),
    ("went_back.html", include_str!("../../mail_templates/went_back.html")),
    ("went_back.txt", include_str!("../../mail_templates/went_back.txt")),
];

/// The frame of what stands in another page: none. A window has one name, so that of a part is not printed.
const BARE: [&str; 2] =
    ["bare.html", "{% if false %}{% block title %}{% endblock %}{% endif %}{% block body %}{% endblock %}"];

/// A template that extends `page.html` once more, in the bare frame; `None` for others.
fn as_part((name, text): (&&str, &String)) -> Option<(String, String)> {
    let frame = |name: &str| format!("{{% extends \"{name}\" %}}");
    let body = text.strip_prefix(&frame("page.html"))?;
    Some((part_name(name), frame(BARE[0]) + body))
}

fn part_name(name: &str) -> String {
    format!("part/{name}")
}

/// The templates that stand in the binary, by name.
pub fn built_in() -> &'static [(&'static str, &'static str)] {
    TEMPLATES
}

/// A mail's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The subject, one line.
    pub subject: String,
    /// The text, at most [`COLUMNS`] wide where it can be broken.
    pub text: String,
    /// In which language it is.
    pub locale: Locale,
}

impl Printed {
    /// The text with words below it that are known only when all of a mail is laid out, such as what it has no room for.
    pub fn with_below(&self, more: &str) -> String {
        let Printed { text, .. } = self;
        if more.is_empty() { text.clone() } else { format!("{text}\n{more}") }
    }
}

/// A view written out for the templates, with a name for each thing in it.
struct Spread(BTreeMap<String, Value>);

impl Spread {
    fn of(view: &impl Serialize) -> Result<Self, PressError> {
        let wrong = |why: tera::Error| fault("(view)", &why);
        let value = Value::try_from_serializable(view).map_err(wrong)?;
        let name = value.name();
        let no_view = || wrong(tera::Error::message(format!("a view is expected, and not {name}")));
        let things = value.into_map().ok_or_else(no_view)?;
        Ok(Spread(things.into_iter().map(|(name, thing)| (name.to_string(), thing)).collect()))
    }
}

/// Why a mail could not be printed: a fault of a template, never of a letter.
#[derive(Debug, thiserror::Error)]
pub enum PressError {
    /// A mistake in a template.
    #[error("the mail template {name}{} cannot be used: {why}", spot(*place))]
    Template {
        /// Which template: the one where the mistake stands.
        name: String,
        /// Line and column, both counted from 1, where they are known.
        place: Option<(usize, usize)>,
        why: String,
    },
    /// A template asks for a name that its mail does not give.
    #[error("the mail template {name}{} asks for {unknown:?}, which is not known there; known are: {known}", spot(*place))]
    UnknownName {
        /// Which template.
        name: String,
        /// Line and column, both counted from 1, where they are known.
        place: Option<(usize, usize)>,
        /// The name.
        unknown: String,
        /// The names there are.
        known: String,
    },
    /// A page prints a player's words as they are.
    #[error("the mail template {0} prints names as HTML, not as text: take `safe` out of it")]
    Unescaped(String),
    /// A file that takes the place of no template.
    #[error("{file:?} is the name of no mail template{}; there are: {all}", meant(nearest))]
    UnknownFile {
        file: String,
        /// The template that was probably meant.
        nearest: Option<&'static str>,
        /// The names there are.
        all: String,
    },
    /// A view could not be written as JSON.
    #[error("report.json cannot be written: {0}")]
    Json(#[from] serde_json::Error),
    /// The report's player is none of the game's.
    #[error("a report for {0:?}, who is no player of the game")]
    NoPlayer(String),
    #[error(
        "the mail template {0} does not begin with a line \"Subject: …\" and a blank line (line 1, column 1)"
    )]
    NoSubject(String),
}

fn spot(place: Option<(usize, usize)>) -> String {
    place.map(|(line, column)| format!(", line {line}, column {column},")).unwrap_or_default()
}

fn meant(nearest: &Option<&'static str>) -> String {
    nearest.map(|name| format!(" (perhaps {name:?} was meant)")).unwrap_or_default()
}

/// A name that a player could have chosen, for samples: it must stay text wherever it is printed.
pub const MARKUP: &str = "<b>{{ 1 }}</b>";

/// All templates, read once.
#[derive(Clone, Debug)]
pub struct Press {
    tera: Arc<Tera>,
    /// The templates' texts, for the places of faults.
    texts: Arc<BTreeMap<&'static str, String>>,
    is_strict: bool,
    /// What stands above every page, printed; empty in mails.
    above: String,
    locale: Locale,
    /// The same engine for each language, made when one is first asked for.
    voices: Arc<[OnceLock<Arc<Tera>>; Locale::ALL.len()]>,
}

/// The name by which the frame of a page has what stands above it.
const ABOVE: &str = "above";

impl Press {
    /// A press with the templates that stand in the binary.
    ///
    /// # Errors
    /// If one of them cannot be read; a test shows that none is so.
    pub fn new() -> Result<Self, PressError> {
        Press::with(&BTreeMap::new())
    }

    /// A press in which some of the templates are a host's own: name and text.
    ///
    /// # Errors
    /// If one of them is the name of no template, or cannot be read, with its place.
    pub fn with(own: &BTreeMap<String, String>) -> Result<Self, PressError> {
        if let Some(file) = own.keys().find(|file| TEMPLATES.iter().all(|(name, _)| name != file)) {
            let nearest = nearest(file, TEMPLATES.iter().map(|(name, _)| (*name, *name)));
            let all = TEMPLATES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
            return Err(PressError::UnknownFile { file: file.clone(), nearest, all });
        }
        let mut tera = Tera::new();
        tera.autoescape_on(vec![".html"]);
        tera.register_filter("grouped", |number: i64, _: Kwargs, _: &State| grouped(number));
        translate::speak(&mut tera, Locale::default());
        let text = |(name, text): &(&'static str, &str)| {
            (*name, own.get(*name).map_or(*text, String::as_str).to_owned())
        };
        let texts = TEMPLATES.iter().map(text).collect::<BTreeMap<_, _>>();
        let whole = texts.iter().map(|(name, text)| ((*name).to_owned(), text.clone()));
        let parts = texts.iter().filter_map(as_part);
        let bare = BARE.map(str::to_owned).into();
        tera.add_raw_templates(whole.chain(parts).chain([bare])).map_err(|why| fault("(all)", &why))?;
        Ok(Press {
            tera: Arc::new(tera),
            texts: Arc::new(texts),
            is_strict: false,
            above: String::new(),
            locale: Locale::default(),
            voices: Arc::default(),
        })
    }

    /// The same press in another language.
    pub fn in_locale(&self, locale: Locale) -> Self {
        if locale == self.locale {
            return self.clone();
        }
        let made = || {
            let mut tera = (*self.tera).clone();
            translate::speak(&mut tera, locale);
            Arc::new(tera)
        };
        let tera = self.voices[locale as usize].get_or_init(made).clone();
        Press { tera, locale, ..self.clone() }
    }

    /// In which language it prints.
    pub fn locale(&self) -> Locale {
        self.locale
    }

    /// The same press for pages that lie in a folder, with the ways from one to the others above each.
    ///
    /// # Errors
    /// If the template of these is at fault.
    pub fn with_ways(&self, ways: &impl Serialize) -> Result<Self, PressError> {
        Ok(Press { above: self.page("site_top.html", ways)?, ..self.clone() })
    }

    /// A press as [`Press::with`] makes it, that holds its templates to more: they may name at their outermost only
    /// what their view gives, in branches too that are not taken, and [`MARKUP`] must stay text.
    ///
    /// # Errors
    /// As [`Press::with`].
    pub fn strict(own: &BTreeMap<String, String>) -> Result<Self, PressError> {
        Ok(Press { is_strict: true, ..Press::with(own)? })
    }

    /// Prints `view` by the template `name`.
    ///
    /// # Errors
    /// If there is no such template, or it asks for something that the view lacks.
    pub fn print(&self, name: &str, view: &impl Serialize) -> Result<Printed, PressError> {
        self.print_spread(name, &Spread::of(view)?, COLUMNS)
    }

    /// The same for who hears it: no line is broken, for a voice would stop there.
    ///
    /// # Errors
    /// As [`Press::print`].
    pub fn print_spoken(&self, name: &str, view: &impl Serialize) -> Result<Printed, PressError> {
        self.print_spread(name, &Spread::of(view)?, usize::MAX)
    }

    fn print_spread(&self, name: &str, view: &Spread, columns: usize) -> Result<Printed, PressError> {
        let whole = self.page_spread(name, view)?;
        let (subject, text) = split(name, &whole)?;
        Ok(Printed { subject: subject.to_owned(), text: set(text, columns), locale: self.locale })
    }

    /// Prints `view` by the HTML template `name`, which has no Subject line: the mail has it from its text.
    ///
    /// # Errors
    /// If there is no such template, or it asks for something that the view lacks.
    pub fn page(&self, name: &str, view: &impl Serialize) -> Result<String, PressError> {
        self.page_spread(name, &Spread::of(view)?)
    }

    /// As [`Press::page`], without the frame of `page.html`, to stand in another page.
    ///
    /// # Errors
    /// If there is no such template, or it asks for something that the view lacks.
    pub fn part(&self, name: &str, view: &impl Serialize) -> Result<String, PressError> {
        self.page_spread(&part_name(name), &Spread::of(view)?)
    }

    /// Prints `view` as text by `stem.txt`, and with `html` by `stem.html` too.
    ///
    /// # Errors
    /// As [`Press::print`].
    pub fn both(
        &self,
        stem: &str,
        view: &impl Serialize,
        html: bool,
    ) -> Result<(Printed, Option<String>), PressError> {
        let view = &Spread::of(view)?;
        let printed = self.print_spread(&format!("{stem}.txt"), view, COLUMNS)?;
        let page = || self.page_spread(&format!("{stem}.html"), view);
        Ok((printed, html.then(page).transpose()?))
    }

    fn page_spread(&self, name: &str, view: &Spread) -> Result<String, PressError> {
        if self.is_strict {
            self.check_names(name, view)?;
        }
        let mut context = Context::new();
        view.0.iter().for_each(|(name, thing)| context.insert_value(name.clone(), thing.clone()));
        context.insert(ABOVE, &self.above);
        let printed = self.tera.render(name, &context).map_err(|why| fault(name, &why))?;
        if self.is_strict && name.ends_with(".html") && printed.contains(MARKUP) {
            return Err(PressError::Unescaped(name.into()));
        }
        Ok(printed)
    }

    fn check_names(&self, name: &str, view: &Spread) -> Result<(), PressError> {
        let wanted = self.tera.get_template_variables(name).map_err(|why| fault(name, &why))?;
        let wanted = wanted.into_iter().collect::<BTreeSet<_>>();
        let known = view.0.keys().map(String::as_str).chain([ABOVE]).collect::<BTreeSet<_>>();
        let Some(unknown) = wanted.into_iter().find(|wanted| !known.contains(wanted)) else { return Ok(()) };
        // A page's outermost names may stand in the page that it extends.
        let mut files = [name, "page.html"].into_iter();
        let found = files.find_map(|file| Some((file, place_of(unknown, self.texts.get(file)?)?)));
        Err(PressError::UnknownName {
            name: found.map_or(name, |(file, _)| file).into(),
            place: found.map(|(_, place)| place),
            unknown: unknown.into(),
            known: known.into_iter().collect::<Vec<_>>().join(", "),
        })
    }
}

/// Line and column, counted from 1, of a name within the first tag of a template that has it.
fn place_of(name: &str, text: &str) -> Option<(usize, usize)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let stands = |(at, _): &(usize, &str)| {
        let (before, after) = (&text[..*at], &text[at + name.len()..]);
        let opened = before.rfind("{{").max(before.rfind("{%"));
        let closed = before.rfind("}}").max(before.rfind("%}"));
        let alone = !before.ends_with(|c| is_word(c) || c == '.') && !after.starts_with(is_word);
        alone && opened.is_some() && opened > closed
    };
    let (at, _) = text.match_indices(name).find(stands)?;
    let line = text[..at].rsplit('\n').next().unwrap_or_default();
    Some((text[..at].matches('\n').count() + 1, line.chars().count() + 1))
}

/// A mail's subject, and what follows it.
fn split<'a>(name: &str, whole: &'a str) -> Result<(&'a str, &'a str), PressError> {
    let parts = whole.split_once('\n').and_then(|(head, text)| Some((head.strip_prefix("Subject: ")?, text)));
    let (subject, text) = parts.ok_or_else(|| PressError::NoSubject(name.into()))?;
    Ok((subject.trim(), text))
}

/// The template engine's error with its place. The innermost cause knows best where it is.
fn fault(name: &str, error: &tera::Error) -> PressError {
    let place = |report: &tera::ReportError| {
        let span = report.span();
        (report.filename().to_owned(), (span.start_line, span.start_col + 1), report.message().to_owned())
    };
    match error.kind() {
        tera::ErrorKind::SyntaxError(report) | tera::ErrorKind::RenderingError(report) => {
            let (file, place, why) = place(report);
            PressError::Template {
                name: if file.is_empty() { name.into() } else { file },
                place: Some(place),
                why,
            }
        }
        _ => PressError::Template { name: name.into(), place: None, why: describe(error) },
    }
}

/// An error with its causes.
fn describe(error: &tera::Error) -> String {
    let mut words = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        words = format!("{words}: {inner}");
        cause = inner.source();
    }
    words
}

/// Sets a text: lines wrapped that are wider than so many columns, ends trimmed, at most one blank line together, none at either end.
fn set(text: &str, columns: usize) -> String {
    let mut lines = Vec::<String>::new();
    for line in text.lines() {
        let line = line.trim_end();
        if line.is_empty() {
            if lines.last().is_some_and(|last| !last.is_empty()) {
                lines.push(String::new());
            }
        } else if width(line) <= columns {
            lines.push(line.to_owned());
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
    let body = line.trim_start_matches([' ', '|', '-', '*']);
    let lead = &line[..line.len() - body.len()];
    let more = if lead.is_empty() || lead.contains(['-', '*']) { "" } else { "  " };
    let hang = lead.replace(['-', '*'], " ") + more;
    fill(lead, &hang, body, lines);
}

/// Words behind what stands before them, in lines no wider than a mail's; those that follow begin with `hang`.
pub(crate) fn fill(before: &str, hang: &str, words: &str, lines: &mut Vec<String>) {
    lines.extend(wrapped(words, before, hang, COLUMNS));
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

    fn own(name: &str, text: &str) -> BTreeMap<String, String> {
        [(name.to_owned(), text.to_owned())].into()
    }

    #[test]
    fn a_hosts_own_template_takes_the_place_of_ours() {
        let press =
            Press::with(&own("notice.txt", "Subject: Hello\n\n{{ words }}, says the host\n")).unwrap();
        let view = json!({ "title": "a", "words": "A", "game": null });
        assert_eq!(press.print("notice.txt", &view).unwrap().text, "A, says the host\n");
    }

    #[test]
    fn faults_of_a_hosts_templates_are_told_with_file_line_and_column() {
        let told = |name: &str, text: &str| {
            let view = json!({ "title": MARKUP, "words": "A", "game": null });
            let press = match Press::strict(&own(name, text)) {
                Ok(press) => press,
                Err(error) => return error.to_string(),
            };
            press.both("notice", &view, true).map(|_| String::new()).unwrap_or_else(|error| error.to_string())
        };
        assert_eq!(told("notice.txt", "Subject: x\n\n{{ words }}"), "");
        for (name, text, words) in [
            ("notice.txt", "Subject: x\n\n{% if words %}", "notice.txt, line 3, column"),
            ("notice.txt", "Subject: x\n\nA {{ wrds }}", "notice.txt, line 3, column 6, asks for \"wrds\""),
            (
                "notice.txt",
                "Subject: x\n\n{% if game %}{{ gmae }}{% endif %}",
                "line 3, column 17, asks for \"gmae\"",
            ),
            ("notice.txt", "Subject: x\n\n{{ words.more }}", "notice.txt, line 3, column"),
            ("notice.txt", "{{ words }}", "line 1, column 1"),
            ("notice.html", "{{ title | safe }}", "take `safe` out"),
            (
                "page.html",
                "<p>{{ titel }}</p>{% block title %}{% endblock %}{% block body %}{% endblock %}",
                "page.html, line 1, column 7, asks for \"titel\"",
            ),
            ("notic.txt", "Subject: x\n\n", "perhaps \"notice.txt\" was meant"),
            ("parts.html", "{% component box(kind %}", "parts.html, line 1, column"),
        ] {
            let error = told(name, text);
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn long_lines_are_broken_and_hang_under_their_own_beginning() {
        let long = "word ".repeat(40);
        let text = set(&format!("- {long}\n\n\n\n  | {long}\n"), COLUMNS);
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

    /// The name of a window stood above the second report of a mail.
    #[test]
    fn a_part_of_a_page_has_its_body_alone() {
        let view = json!({ "title": "Bohemia", "words": "A", "game": null });
        let press = Press::new().unwrap();
        let whole = press.page("notice.html", &view).unwrap();
        assert!(whole.contains("<title>Bohemia"), "{whole}");
        let part = press.part("notice.html", &view).unwrap();
        assert_eq!(part.matches("Bohemia").count(), 1, "{part}");
        assert!(part.trim_start().starts_with("<h1"), "{part}");
    }

    #[test]
    fn a_view_that_lacks_a_name_is_an_error_that_says_which() {
        let error = Press::new().unwrap().print("notice.txt", &json!({})).unwrap_err();
        assert!(error.to_string().contains("notice.txt"), "{error}");
    }
}
