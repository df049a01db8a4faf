//! The texts of a scenario's folder, and how what is wrong in them is told.

use std::collections::BTreeMap;
use std::fmt;

use toml::Spanned;

use crate::book::{Book, ROTD_EUWOL};
use fieldpost_engine::nearest;
use fieldpost_ground::nation::{NATIONS, NationCode};
use fieldpost_ground::text_fault::TextFault;

/// What is wrong with a scenario: the file, the place in it, what was expected and what was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScenarioFault {
    /// The file's name in the folder.
    pub file: String,
    /// The place in it; `None` if it is the file that is missing.
    pub fault: Option<TextFault>,
    /// Whether other faults hang on it.
    pub cause: Cause,
}

/// How a fault stands to others: one misspelt nation is one mistake, not one for each unit of its players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cause {
    /// It has nothing to do with others.
    #[default]
    Itself,
    /// A nation could not be read.
    Nation,
    /// It may come of a nation that could not be read: where there is such a one it is not told.
    HangsOnNations,
}

impl ScenarioFault {
    pub(super) fn hanging_on_nations(self) -> Self {
        ScenarioFault { cause: Cause::HangsOnNations, ..self }
    }
}

impl fmt::Display for ScenarioFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            Some(fault) => write!(f, "{}, {fault}", self.file),
            None => write!(f, "expected a file {} in the scenario's folder, found none", self.file),
        }
    }
}

impl std::error::Error for ScenarioFault {}

/// All that is wrong with a scenario; a line each, when told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioFaults(pub Vec<ScenarioFault>);

impl ScenarioFaults {
    /// Without those that may come of a nation that could not be read.
    pub(super) fn without_what_follows(mut self) -> Self {
        if self.0.iter().any(|fault| fault.cause == Cause::Nation) {
            self.0.retain(|fault| fault.cause != Cause::HangsOnNations);
        }
        self
    }

    /// The same with a book's own rule numbers and words.
    pub(super) fn cited_by(mut self, book: &Book) -> Self {
        for fault in self.0.iter_mut().filter_map(|fault| fault.fault.as_mut()) {
            fault.message = book.cited(&fault.message).into_owned();
        }
        self
    }

    /// The value, or nothing and one fault more.
    pub(super) fn note<T>(&mut self, read: Result<T, ScenarioFault>) -> Option<T> {
        read.map_err(|fault| self.0.push(fault)).ok()
    }
}

impl fmt::Display for ScenarioFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.0.iter().map(ToString::to_string).collect::<Vec<_>>();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for ScenarioFaults {}

/// A text of the scenario, and how its faults are told.
#[derive(Clone, Copy)]
pub(super) struct File<'a> {
    pub(super) name: &'a str,
    pub(super) text: &'a str,
    /// By whose names nations are read; before the head names a book, ROTD-EUWOL.
    pub(super) book: &'static Book,
}

impl<'a> File<'a> {
    pub(super) fn of(texts: &'a BTreeMap<String, String>, name: &'a str) -> Result<Self, ScenarioFault> {
        match texts.get(name) {
            Some(text) => Ok(File { name, text, book: &ROTD_EUWOL }),
            None => Err(ScenarioFault { file: name.into(), ..ScenarioFault::default() }),
        }
    }

    pub(super) fn fault(self, fault: TextFault) -> ScenarioFault {
        ScenarioFault { file: self.name.into(), fault: Some(fault), cause: Cause::default() }
    }

    pub(super) fn at<T>(self, value: &Spanned<T>, message: String) -> ScenarioFault {
        self.fault(TextFault::saying(self.text, value.span().start, message))
    }

    pub(super) fn parse<T: serde::de::DeserializeOwned>(self) -> Result<T, ScenarioFault> {
        toml::from_str(self.text).map_err(|error| {
            let mut fault = TextFault::of_toml(self.text, &error);
            fault.message += " (nothing else of this file was read)";
            self.fault(fault)
        })
    }

    /// A fault at a key of a table that begins at `table`; at the table where the key is not in it.
    pub(super) fn at_key<T>(self, table: &Spanned<T>, key: &str, message: String) -> ScenarioFault {
        let start = table.span().start;
        let whole = &self.text[start..];
        let end = whole[1..].find("\n[").map_or(whole.len(), |end| end + 1);
        let mut lines = whole[..end].split_inclusive('\n').scan(start, |place, line| {
            let begins = *place;
            *place += line.len();
            Some((begins, line))
        });
        let is_key =
            |line: &str| line.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='));
        let place = lines.find(|(_, line)| is_key(line)).map_or(start, |(begins, _)| begins);
        self.fault(TextFault::saying(self.text, place, message))
    }
}

/// A nation by its name or its two letters.
pub(super) fn nation(file: File, words: &Spanned<String>) -> Result<NationCode, ScenarioFault> {
    let found = words.get_ref();
    let known = file.book.known_nation(found);
    let near = meant(found, NATIONS.iter().map(|row| row.1));
    known.ok_or_else(|| {
        let fault = file.at(words, format!("expected a nation such as Austria or AU, found {found:?}{near}"));
        ScenarioFault { cause: Cause::Nation, ..fault }
    })
}

/// The nearest right thing to a misspelt word, for the end of a sentence; nothing if none is near.
pub(super) fn meant<'a>(found: &str, known: impl Iterator<Item = &'a str>) -> String {
    let near = nearest::nearest(found, known.map(|name| (name, name)));
    near.map_or_else(String::new, |near| format!("; the nearest is {near:?}"))
}
