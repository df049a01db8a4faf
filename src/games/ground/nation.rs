//! Nations, states, and who is whose ally (decision, G-08).

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A nation's two-letter code, such as `FR`: who fields units and has ministers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct NationCode([u8; 2]);

/// By the alphabet: one comparison of a number, for it is asked at every look-up of a unit.
impl Ord for NationCode {
    fn cmp(&self, other: &Self) -> Ordering {
        u16::from_be_bytes(self.0).cmp(&u16::from_be_bytes(other.0))
    }
}

impl PartialOrd for NationCode {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

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

/// What else books call nations (ROTD-CWOL 1.3, 3.1: the Union, the Confederacy), and names in their own letters.
pub const ALSO_CALLED: &[(&str, &str)] = &[
    ("US", "Union"),
    ("CS", "Confederacy"),
    ("PA", "Papal States"),
    ("WU", "Württemberg"),
    ("TU", "Turkey"),
];

impl NationCode {
    /// Austria, the nation of samples.
    pub const AUSTRIA: NationCode = NationCode(*b"AU");

    /// How long a list by [`NationCode::index`] is.
    pub const COUNT: usize = 32 * 32;

    /// Its place in lists by nation, below [`NationCode::COUNT`]: the five low bits of each letter.
    pub fn index(self) -> usize {
        let [one, two] = self.0.map(|letter| usize::from(letter & 31));
        one << 5 | two
    }

    /// The code, upper case; any two letters are a code, known or not.
    pub fn new(text: &str) -> Option<Self> {
        match text.as_bytes() {
            [a, b] if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() => {
                Some(NationCode([a.to_ascii_uppercase(), b.to_ascii_uppercase()]))
            }
            _ => None,
        }
    }

    /// The code of a nation's name as lists it (`Great Britain` gives `GB`), or as it is also called.
    pub fn of_name(name: &str) -> Option<Self> {
        let listed = NATIONS.iter().map(|row| (row.0, row.1)).chain(ALSO_CALLED.iter().copied());
        let mut named = listed.filter(|row| row.1.eq_ignore_ascii_case(name));
        named.next().and_then(|row| Self::new(row.0))
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

fieldpost_engine::written!(NationCode);

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

/// By nation how it stands to others, as it is kept.
type Rows = BTreeMap<NationCode, BTreeMap<NationCode, Relation>>;

/// The relations of a game; two nations not listed are hostile.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(from = "Rows", into = "Rows")]
pub struct Relations {
    rows: Rows,
    /// How many nations are listed.
    count: usize,
    /// By [`NationCode::index`] the nation's place in `table`, counted from one; 0 for one that is not listed.
    places: Vec<u16>,
    /// By both nations' places: every rule asks how two nations stand, for every unit that it meets.
    table: Vec<Relation>,
}

impl Relations {
    /// Sets how two nations stand, both ways.
    pub fn set(&mut self, one: NationCode, other: NationCode, relation: Relation) {
        self.rows.entry(one).or_default().insert(other, relation);
        self.rows.entry(other).or_default().insert(one, relation);
        *self = Relations::from(std::mem::take(&mut self.rows));
    }

    /// How two nations stand.
    pub fn between(&self, one: NationCode, other: NationCode) -> Relation {
        if one == other {
            return Relation::Same;
        }
        let place = |nation: NationCode| {
            usize::from(self.places.get(nation.index()).copied().unwrap_or(0)).checked_sub(1)
        };
        let (Some(one), Some(other)) = (place(one), place(other)) else { return Relation::Hostile };
        self.table[one * self.count + other]
    }
}

impl From<Rows> for Relations {
    fn from(rows: Rows) -> Self {
        let all: BTreeSet<NationCode> =
            rows.iter().flat_map(|(one, row)| row.keys().chain([one])).copied().collect();
        let mut places = vec![0; NationCode::COUNT];
        for (nation, place) in all.iter().zip(1..) {
            places[nation.index()] = place;
        }
        let between = |one, other| {
            let said = rows.get(one).and_then(|row| row.get(other));
            said.copied().unwrap_or(Relation::Hostile)
        };
        let table = all.iter().flat_map(|one| all.iter().map(|other| between(one, other))).collect();
        Relations { count: all.len(), places, table, rows }
    }
}

impl From<Relations> for Rows {
    fn from(relations: Relations) -> Self {
        relations.rows
    }
}

impl fmt::Debug for Relations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Relations").field(&self.rows).finish()
    }
}

impl PartialEq for Relations {
    fn eq(&self, other: &Self) -> bool {
        self.rows == other.rows
    }
}

impl Eq for Relations {}
