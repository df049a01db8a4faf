//! Nations, states, and who is whose ally (decision, G-08).

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A nation's two-letter code, such as `FR`: who fields units and has ministers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NationCode([u8; 2]);

/// The nations of decision: code, name, and whether "Prussian or German" in rules 3.1 and 3.4.
pub const NATIONS: &[(&str, &str, bool)] = &[
    ("FR", "France", false),
    ("PR", "Prussia", true),
    ("AU", "Austria", false),
    ("IT", "Italy", false),
    ("GB", "Great Britain", false),
    ("RU", "Russia", false),
    ("SP", "Spain", false),
    ("PO", "Portugal", false),
    ("DK", "Denmark", false),
    ("NE", "Netherlands", false),
    ("BE", "Belgium", false),
    ("SW", "Sweden", false),
    ("CH", "Switzerland", false),
    ("PA", "Papal State", false),
    ("NA", "Naples", false),
    ("GR", "Greece", false),
    ("TU", "Ottoman Empire", false),
    ("BA", "Bavaria", true),
    ("SA", "Saxony", true),
    ("WU", "Wuerttemberg", true),
    ("HA", "Hanover", true),
    ("BD", "Baden", true),
    ("HD", "Hesse-Darmstadt", true),
    ("HK", "Hesse-Kassel", true),
    ("NS", "Nassau", true),
    ("MK", "Mecklenburg", true),
    ("BW", "Brunswick", true),
    ("OL", "Oldenburg", true),
    ("TH", "Thuringian states", true),
    ("US", "United States", false),
    ("CS", "Confederate States", false),
    ("BR", "Great Britain", false),
    ("HO", "Holland", false),
    ("GE", "German states", true),
    ("CA", "Canada", false),
];

impl NationCode {
    /// Austria, the nation of samples.
    pub const AUSTRIA: NationCode = NationCode(*b"AU");

    /// The code, upper case; any two letters are a code, known or not.
    pub fn new(text: &str) -> Option<Self> {
        match text.as_bytes() {
            [a, b] if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() => {
                Some(NationCode([a.to_ascii_uppercase(), b.to_ascii_uppercase()]))
            }
            _ => None,
        }
    }

    /// The code of a nation's name as lists it (`Great Britain` gives `GB`).
    pub fn of_name(name: &str) -> Option<Self> {
        NATIONS.iter().find(|row| row.1.eq_ignore_ascii_case(name)).and_then(|row| Self::new(row.0))
    }

    /// The code of a nation that the list knows, by its name or its two letters: as maps name whose land is.
    pub fn known(words: &str) -> Option<Self> {
        Self::of_words(words).filter(|code| code.name().is_some())
    }

    /// The code of a nation's name or of any two letters, known or not.
    pub fn of_words(words: &str) -> Option<Self> {
        Self::of_name(words).or_else(|| Self::new(words))
    }

    /// The two letters.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("??")
    }

    /// The nation's name, if the list knows the code.
    pub fn name(&self) -> Option<&'static str> {
        NATIONS.iter().find(|row| row.0 == self.as_str()).map(|row| row.1)
    }

    /// The nation's name, or its code where the list does not know it.
    pub fn words(&self) -> String {
        self.name().unwrap_or(self.as_str()).to_owned()
    }

    /// The nation's name as it stands in a sentence: `the Confederate States`, `France`.
    pub fn spoken(&self) -> String {
        let name = self.words();
        let of_several = [" States", " states", " State", " Empire"].iter().any(|end| name.ends_with(end));
        if of_several { format!("the {name}") } else { name }
    }

    /// Whether "Prussian or German" in rules 3.1 and 3.4.
    pub fn is_german(&self) -> bool {
        NATIONS.iter().any(|row| row.0 == self.as_str() && row.2)
    }
}

impl fmt::Display for NationCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for NationCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for NationCode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::new(text).ok_or_else(|| format!("{text:?} is not a nation's two-letter code such as FR"))
    }
}

impl Serialize for NationCode {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for NationCode {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// How two nations stand to one another (G-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// One nation.
    Same,
    /// Actively allied: one side.
    Allied,
    /// Neither ally nor enemy; blocks only on its home soil.
    Neutral,
    /// At war.
    Hostile,
}

impl Relation {
    /// Same nation or actively allied: one side.
    pub fn is_friendly(self) -> bool {
        matches!(self, Relation::Same | Relation::Allied)
    }
}

/// The relations of a game; two nations not listed are hostile.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Relations(BTreeMap<NationCode, BTreeMap<NationCode, Relation>>);

impl Relations {
    /// Sets how two nations stand, both ways.
    pub fn set(&mut self, one: NationCode, other: NationCode, relation: Relation) {
        self.0.entry(one).or_default().insert(other, relation);
        self.0.entry(other).or_default().insert(one, relation);
    }

    /// How two nations stand.
    pub fn between(&self, one: NationCode, other: NationCode) -> Relation {
        if one == other {
            return Relation::Same;
        }
        self.0.get(&one).and_then(|row| row.get(&other)).copied().unwrap_or(Relation::Hostile)
    }
}
