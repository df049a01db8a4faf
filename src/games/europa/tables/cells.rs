//! Cells that are words: a word that the rules do not know is a fault where the table is read, with its line, what is known and an example.

use fieldpost_engine::kept;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// What a siege's die comes to (`siege.undermining`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undermining {
    Nothing,
    WorksMinus,
    WorksPlus,
    Breach,
    /// Honours of war, where the besieger grants them.
    BreachOrHonours,
    Surrender,
}

impl Undermining {
    const ALL: [(&str, Undermining); 6] = [
        ("nothing", Undermining::Nothing),
        ("S-", Undermining::WorksMinus),
        ("S+", Undermining::WorksPlus),
        ("breach", Undermining::Breach),
        ("breach or honours", Undermining::BreachOrHonours),
        ("surrender", Undermining::Surrender),
    ];
}

impl<'de> Deserialize<'de> for Undermining {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let word = String::deserialize(from)?;
        let found = Undermining::ALL.into_iter().find(|(known, _)| *known == word);
        let known = Undermining::ALL.map(|(known, _)| format!("{known:?}")).join(", ");
        let fault = || D::Error::custom(unknown("siege.undermining", &word, &known, "[6, \"S-\"]"));
        found.map(|(_, cell)| cell).ok_or_else(fault)
    }
}

kept! {
    /// The columns of the table of results.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Column {
        A,
        B,
        C,
        D,
        E,
    }
}

impl Column {
    const ALL: [(&str, Column); 5] =
        [("A", Column::A), ("B", Column::B), ("C", Column::C), ("D", Column::D), ("E", Column::E)];

    /// The column of a letter.
    pub(super) fn of(letter: &str) -> Option<Self> {
        Column::ALL.into_iter().find(|(known, _)| *known == letter).map(|(_, column)| column)
    }
}

/// The column of a pursuit (`battle.pursuit`).
impl<'de> Deserialize<'de> for Column {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let letter = String::deserialize(from)?;
        let known = Column::ALL.map(|(known, _)| format!("{known:?}")).join(", ");
        let fault = || D::Error::custom(unknown("battle.pursuit", &letter, &known, "column = \"E\""));
        Column::of(&letter).ok_or_else(fault)
    }
}

kept! {
    /// What attrition takes of a stack of some size (`attrition.rows`): so many detachments, a pillage, or both.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Cell {
        pub lost: Option<i32>,
        pub pillages: bool,
    }
}

impl Cell {
    /// The cell of a word, such as `1+P`.
    fn of(word: &str) -> Option<Self> {
        let number =
            |word: &str| word.bytes().all(|byte| byte.is_ascii_digit()).then(|| word.parse().ok())?;
        match (word, word.strip_suffix("+P")) {
            ("", _) => Some(Cell::default()),
            ("P", _) => Some(Cell { pillages: true, lost: None }),
            (_, Some(lost)) => Some(Cell { pillages: true, lost: Some(number(lost)?) }),
            (lost, None) => Some(Cell { pillages: false, lost: Some(number(lost)?) }),
        }
    }

    /// It as the table has it; of an empty one `none`.
    pub fn words(self) -> String {
        match (self.lost, self.pillages) {
            (None, false) => "none".into(),
            (None, true) => "P".into(),
            (Some(lost), false) => lost.to_string(),
            (Some(lost), true) => format!("{lost}+P"),
        }
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let word = String::deserialize(from)?;
        let known = "\"\", \"P\", a number such as \"1\", and both, \"1+P\"";
        let example = "[8, 30, \"\", \"P\", \"P\", \"1+P\"]";
        Cell::of(&word).ok_or_else(|| D::Error::custom(unknown("attrition.rows", &word, known, example)))
    }
}

/// A fault of a word: where, what stands there, what is known, and an example.
pub(super) fn unknown(at: &str, found: &str, known: &str, example: &str) -> String {
    format!("{at}: {found:?} is not known; known are {known}. An example: {example}")
}
