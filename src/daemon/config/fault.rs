//! What is wrong with a configuration: where it stands, what would be right, and how that is written.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Error, ValueDeserializer};

use super::{ImapSource, MaildirSource, SAMPLE, SmtpSettings};
use fieldpost_engine::nearest::nearest;

/// What is wrong with a configuration: the file, the line, the key, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    pub file: PathBuf,
    /// The line of the key, or of its table where the key is missing; `None` if neither stands in the file.
    pub line: Option<usize>,
    /// The key, such as `source.inbox.password_file`.
    pub key: String,
    pub wrong: String,
    /// An example of what would be right.
    pub example: String,
}

impl std::error::Error for ConfigError {}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ConfigError { file, line, key, wrong, example } = self;
        let line = line.map(|line| format!(" line {line}:")).unwrap_or_default();
        write!(f, "{}:{line} {key}: {wrong}\n  for example: {example}", file.display())
    }
}

impl ConfigError {
    /// The error with the line on which its key stands.
    pub(super) fn placed(self, text: &str) -> Self {
        let entries = DeTable::parse(text).map(|document| entries(document.get_ref())).unwrap_or_default();
        let mut key = self.key.as_str();
        loop {
            if let Some(entry) = entries.iter().find(|entry| entry.key == key) {
                return ConfigError { line: Some(line_at(text, entry.start)), ..self };
            }
            match key.rsplit_once('.') {
                Some((table, _)) => key = table,
                None => return self,
            }
        }
    }
}

/// What the TOML reader could not take, in our words.
pub(super) fn of_toml(error: Error, text: &str, file: &Path) -> ConfigError {
    let Ok(document) = DeTable::parse(text) else {
        return ConfigError {
            file: file.to_owned(),
            line: error.span().map(|span| line_at(text, span.start)),
            key: "the file".into(),
            wrong: error.message().trim().to_owned(),
            example: "every key stands explained in the file that fieldpost init writes".into(),
        };
    };
    let entries = entries(document.get_ref());
    let error = within_kinds(document.get_ref(), &error).unwrap_or(error);
    let start = error.span().map(|span| span.start);
    let entry = start.and_then(|start| entry_at(&entries, start));
    let key = entry.map_or("the file", |entry| entry.key.as_str());
    let (key, wrong) = in_words(error.message().trim(), key);
    ConfigError {
        file: file.to_owned(),
        line: start.filter(|_| entry.is_some()).map(|start| line_at(text, start)),
        example: wrong.example.unwrap_or_else(|| example(&nearest_key(&wrong.known, &key))),
        key,
        wrong: wrong.words,
    }
}

/// What is wrong, and the keys that would be right if it is a key.
struct Wrong {
    words: String,
    known: Vec<String>,
    /// An example, where it is more than the line of a key.
    example: Option<String>,
}

/// The reader's words as ours, with the key that they are about.
fn in_words(message: &str, key: &str) -> (String, Wrong) {
    let named = quoted(message);
    let plain = |words: &str| Wrong { words: words.to_owned(), known: Vec::new(), example: None };
    let (Some(first), rest) = (named.first(), named.get(1..).unwrap_or_default()) else {
        return (key.to_owned(), plain(message));
    };
    if message.starts_with("missing field") {
        let whole = if key == "the file" { first.clone() } else { format!("{key}.{first}") };
        return missing(whole);
    }
    let is_key = message.starts_with("unknown field");
    if !is_key && !message.starts_with("unknown variant") {
        return (key.to_owned(), plain(message));
    }
    let near = nearest(first, rest.iter().map(|known| (known.as_str(), known)));
    if is_key && let Some(wrong) = misplaced(first, key) {
        return (key.to_owned(), wrong);
    }
    let what = if is_key { "there is no such key here" } else { "this is not one of its words" };
    let words = match near {
        Some(near) => format!("{what}: {first}; the nearest is {near}"),
        None => format!("{what}: {first}; there are {}", rest.join(", ")),
    };
    let known = near.cloned().into_iter().collect();
    (key.to_owned(), Wrong { words, known: if is_key { known } else { Vec::new() }, example: None })
}

/// A key or a whole section that must be there and is not.
fn missing(key: String) -> (String, Wrong) {
    let section = section_of(&key);
    let line = example(&key);
    let (words, example) = match (&section, line.starts_with('[')) {
        (None, true) => {
            let first = first_key_of(&line).map(|key| format!("\n  {key}")).unwrap_or_default();
            (format!("the section {line} is missing"), format!("{line}{first}"))
        }
        (None, false) => ("it is missing".to_owned(), line),
        (Some(section), _) => {
            (format!("it is missing in the section {section}"), format!("{section}\n  {line}"))
        }
    };
    (key, Wrong { words, known: Vec::new(), example: Some(example) })
}

/// A key that is one of another section; `None` where no section has it.
fn misplaced(name: &str, key: &str) -> Option<Wrong> {
    let here = section_of(key);
    let all = known_keys();
    let of = all.iter().filter(|(_, known, _)| *known == name);
    // A section has keys by its kind: that one of another kind has it is no other place.
    if of.clone().any(|(section, ..)| here.as_ref() == Some(section)) {
        return None;
    }
    let (section, _, line) = of.clone().next()?;
    let mut sections = of.map(|(section, ..)| section.as_str()).collect::<Vec<_>>();
    sections.dedup();
    let here =
        here.map_or_else(|| "above the first section".to_owned(), |here| format!("in the section {here}"));
    let words = format!("there is no key {name} {here}: it belongs into {}", sections.join(" or "));
    Some(Wrong { words, known: Vec::new(), example: Some(format!("{section}\n  {line}")) })
}

/// The section that a key stands in, as its head is written; `None` for what stands in none.
fn section_of(key: &str) -> Option<String> {
    let (table, _) = key.split_once('.')?;
    let is_of_many = SAMPLE.contains(&format!("[[{table}]]"));
    Some(if is_of_many { format!("[[{table}]]") } else { format!("[{table}]") })
}

/// Every key of the file that `fieldpost init` writes: its section, itself, its line.
fn known_keys() -> Vec<(String, &'static str, &'static str)> {
    let mut within = String::new();
    let mut found = Vec::new();
    for line in SAMPLE.lines().map(|line| line.trim_start_matches(['#', ':', ' '])) {
        if line.starts_with('[') {
            within = line.split(" #").next().unwrap_or(line).trim().to_owned();
        } else if let Some((name, _)) = line.split_once(" = ")
            && !within.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
        {
            found.push((within.clone(), name, line.split(" #").next().unwrap_or(line).trim()));
        }
    }
    found
}

/// The first key of a section, as its line stands.
fn first_key_of(section: &str) -> Option<&'static str> {
    known_keys().into_iter().find(|(within, ..)| within == section).map(|(_, _, line)| line)
}

/// The key that an example is wanted of: the nearest known one, or the one at fault.
fn nearest_key(known: &[String], key: &str) -> String {
    match (known.first(), key.rsplit_once('.')) {
        (Some(near), Some((table, _))) => format!("{table}.{near}"),
        (Some(near), None) => near.clone(),
        (None, _) => key.to_owned(),
    }
}

/// A line of the file that `fieldpost init` writes with this key: in its own table, if it stands there.
fn example(key: &str) -> String {
    let (table, last) = key.split_once('.').unwrap_or(("", key));
    let last = last.rsplit('.').next().unwrap_or(last);
    let mut found = None;
    let mut within = "";
    for line in SAMPLE.lines().map(|line| line.trim_start_matches(['#', ':', ' '])) {
        if let Some(head) = line.strip_prefix('[') {
            within = head.trim_start_matches('[').split(']').next().unwrap_or_default();
            if within == last {
                return line.split('#').next().unwrap_or(line).trim().to_owned();
            }
        }
        let is_of = line.split_once('=').is_some_and(|(name, _)| name.trim() == last);
        if is_of && (found.is_none() || within == table) {
            found = Some(line.split(" #").next().unwrap_or(line).trim());
            if within == table {
                break;
            }
        }
    }
    found.unwrap_or("every key stands explained in the file that fieldpost init writes").to_owned()
}

/// The words between backticks.
fn quoted(message: &str) -> Vec<String> {
    message.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Tables whose form hangs on their `kind` are read by serde as a whole, which then knows no more than where the table
/// begins. Read by their kind alone they tell the place.
fn within_kinds(document: &DeTable<'_>, error: &Error) -> Option<Error> {
    let is_elsewhere = |table: &Spanned<DeValue<'_>>| {
        let (Some(at), place) = (error.span(), table.span()) else { return false };
        at.start < place.start || place.end < at.start
    };
    let sources = document.get("source").and_then(|sources| sources.get_ref().as_array());
    let sources = sources.into_iter().flat_map(|sources| sources.iter());
    let of_source = |table: &Spanned<DeValue<'_>>| match kind_of(table)?.as_str() {
        "imap" => fault_of::<ImapSource>(table),
        "maildir" => fault_of::<MaildirSource>(table),
        _ => None,
    };
    let of_post = |table: &Spanned<DeValue<'_>>| match kind_of(table)?.as_str() {
        "smtp" => fault_of::<SmtpSettings>(table),
        "maildir" => fault_of::<OnlyPath>(table),
        _ => None,
    };
    let mut sources = sources.filter(|table| !is_elsewhere(table));
    let post = document.get("post").filter(|table| !is_elsewhere(table));
    sources.find_map(of_source).or_else(|| post.and_then(of_post))
}

/// The keys of a post that is a Maildir.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OnlyPath {
    #[serde(rename = "path")]
    _path: PathBuf,
}

fn kind_of(table: &Spanned<DeValue<'_>>) -> Option<String> {
    Some(table.get_ref().as_table()?.get("kind")?.get_ref().as_str()?.to_owned())
}

/// What is wrong with a table, but for its kind.
fn fault_of<'a, T: Deserialize<'a>>(table: &Spanned<DeValue<'a>>) -> Option<Error> {
    let mut table = table.clone();
    if let DeValue::Table(keys) = table.get_mut() {
        keys.remove("kind");
    }
    T::deserialize(ValueDeserializer::from(table)).err()
}

/// A key of the document, with all that stands before it, such as `source.inbox.host`.
struct Entry {
    key: String,
    /// Where the key itself begins, in bytes; of a table in an array, where its head does.
    start: usize,
    /// Where its value ends.
    end: usize,
}

/// Every key of a document.
fn entries(document: &DeTable<'_>) -> Vec<Entry> {
    let mut found = Vec::new();
    collect("", document, &mut found);
    found
}

fn collect(before: &str, table: &DeTable<'_>, found: &mut Vec<Entry>) {
    for (key, value) in table.iter() {
        let name =
            if before.is_empty() { key.get_ref().to_string() } else { format!("{before}.{}", key.get_ref()) };
        found.push(Entry {
            key: name.clone(),
            start: key.span().start,
            end: key.span().end.max(value.span().end),
        });
        match value.get_ref() {
            DeValue::Table(inner) => collect(&name, inner, found),
            DeValue::Array(items) => {
                for (place, item) in items.iter().enumerate() {
                    let Some(inner) = item.get_ref().as_table() else { continue };
                    let own = inner.get("name").and_then(|own| own.get_ref().as_str());
                    let name =
                        format!("{name}.{}", own.map_or_else(|| (place + 1).to_string(), str::to_owned));
                    found.push(Entry { key: name.clone(), start: item.span().start, end: item.span().end });
                    collect(&name, inner, found);
                }
            }
            _ => {}
        }
    }
}

/// The smallest entry about a place.
fn entry_at(entries: &[Entry], place: usize) -> Option<&Entry> {
    let about = entries.iter().filter(|entry| (entry.start..=entry.end).contains(&place));
    about.min_by_key(|entry| entry.end - entry.start)
}

/// The line of a place, counted from 1.
fn line_at(text: &str, place: usize) -> usize {
    text.bytes().take(place).filter(|byte| *byte == b'\n').count() + 1
}
