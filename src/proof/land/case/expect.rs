//! Expectations: what one `[[expect]]` block asks, and whether what came out is that.

use std::fmt;

use toml::Value;

use crate::land::case::found::{self, Aftermath, Found};
use crate::land::case::printed::says;
use crate::land::case::range::{self, Range};
use fieldpost_engine::event::Told;
use fieldpost_ground::square::{Grid, StrategicSquare};
use fieldpost_land::event::{Event, Kind};
use fieldpost_land::unit::UnitId;

/// One `[[expect]]` block; all it asks must hold.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The block as the file has it, on one line.
    pub words: String,
    /// The line it begins on.
    pub line: usize,
    /// With trials: the share of them in which the rest must hold.
    pub rate: Option<Range<f64>>,
    subject: Subject,
    fields: Vec<(String, Value)>,
}

#[derive(Clone, Debug)]
enum Subject {
    Unit(UnitId),
    Event { kind: Kind, count: Range<i64> },
    City(String),
    Depot(StrategicSquare),
    Square(StrategicSquare),
    Treasury(String),
    Report(String),
}

/// Why an expectation does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Miss {
    /// What the case asks.
    pub expected: String,
    /// What came out.
    pub found: String,
}

impl fmt::Display for Miss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found {}", self.expected, self.found)
    }
}

/// What a block can look at; an event may name its unit, so it comes first.
const SUBJECTS: &[&str] = &["event", "report", "unit", "city", "depot", "square", "treasury"];
const UNIT_KEYS: &[&str] = &[
    "exists",
    "at",
    "tac",
    "strength",
    "regiments",
    "batteries",
    "quality",
    "experience",
    "morale",
    "fatigue",
    "initiative",
    "weapon",
    "guns",
    "supplies",
    "ammunition",
    "hungry",
    "status",
    "in_fort",
    "deployed",
    "home",
    "commander",
    "deputy",
    "source",
    "casualties",
    "killed",
    "wounded",
    "stragglers",
    "prisoners",
    "in_communications",
    "besieged",
    "aboard",
];
const EVENT_KEYS: &[&str] = &[
    "unit",
    "at",
    "tac",
    "phase",
    "other",
    "men",
    "seen_by",
    "not_seen_by",
    "saw",
    "attacker",
    "defender",
    "winner",
    "melee",
    "front",
    "stood",
    "fell-back",
    "retreated",
    "routed",
    "shattered",
    "destroyed",
    "surrendered",
    "part",
];
const CITY_KEYS: &[&str] =
    &["exists", "at", "tac", "nation", "control", "supplies", "manufacturing", "fort", "besieged"];
const DEPOT_KEYS: &[&str] = &["exists", "kind", "at", "tac", "side", "supplies"];
const SQUARE_KEYS: &[&str] = &["rail", "river", "track", "bridge"];
const TREASURY_KEYS: &[&str] = &["eg", "mp", "manpower", "pool", "captives"];
const REPORT_KEYS: &[&str] = &["contains", "lacks"];

impl Expectation {
    /// Reads a block that begins on `line`.
    ///
    /// # Errors
    /// If it looks at nothing, or has a key that does not fit what it looks at, or a value of no sense.
    pub fn read(block: &toml::Table, line: usize, grid: &Grid) -> Result<Self, String> {
        let mut fields: Vec<(String, Value)> =
            block.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
        let rate = take(&mut fields, "rate").map(|value| share_of(&value)).transpose()?;
        let (subject, keys) = subject(&mut fields, grid)?;
        if let Some((key, _)) = fields.iter().find(|(key, _)| !keys.contains(&key.as_str())) {
            return Err(format!("unknown key `{key}`, expected one of {}", keys.join(", ")));
        }
        Ok(Expectation { words: words_of(block), line, rate, subject, fields })
    }

    /// Whether it holds.
    ///
    /// # Errors
    /// What was expected and what was found.
    pub fn check(&self, aftermath: &Aftermath<'_>) -> Result<(), Miss> {
        match &self.subject {
            Subject::Event { .. } => self.is_count(self.count(aftermath)?),
            Subject::Report(name) => self.check_report(name, aftermath),
            Subject::Unit(id) => self.check_fields(aftermath, |key| found::of_unit(aftermath, *id, key)),
            Subject::City(name) => self.check_fields(aftermath, |key| found::of_city(aftermath, name, key)),
            Subject::Depot(at) => self.check_fields(aftermath, |key| found::of_depot(aftermath, *at, key)),
            Subject::Treasury(name) => {
                let nation = aftermath.book.known_nation(name).ok_or_else(|| Miss {
                    expected: format!("the treasury of {name}"),
                    found: "that it is no nation".into(),
                })?;
                self.check_fields(aftermath, |key| found::of_treasury(aftermath, nation, key))
            }
            Subject::Square(at) => self.check_fields(aftermath, |key| found::of_square(aftermath, *at, key)),
        }
    }

    fn check_fields(&self, aftermath: &Aftermath<'_>, look: impl Fn(&str) -> Found) -> Result<(), Miss> {
        // A thing that is looked at must be there, unless it is asked whether it is.
        if self.fields.iter().all(|(key, _)| key != "exists") && look("exists") == Found::Flag(false) {
            return Err(Miss { expected: self.words.clone(), found: "that it does not exist".into() });
        }
        for (key, wanted) in &self.fields {
            let found = look(key);
            let holds = found.is(wanted, aftermath.grid(), aftermath.book).map_err(|why| Miss {
                expected: format!("{key} = {wanted}"),
                found: format!("that {why}"),
            })?;
            if !holds {
                return Err(Miss {
                    expected: format!("{key} = {wanted}"),
                    found: found.words(aftermath.grid()),
                });
            }
        }
        Ok(())
    }

    /// How many events are as this block says, whatever number it asks for; none if it looks at no events.
    ///
    /// # Errors
    /// If a field can be no such value.
    pub fn count(&self, aftermath: &Aftermath<'_>) -> Result<i64, Miss> {
        let Subject::Event { kind, .. } = &self.subject else { return Ok(0) };
        let mut happened = 0;
        for told in aftermath.events.iter().filter(|told| told.event.fact.kind() == *kind) {
            happened += i64::from(self.fits(told, aftermath)?);
        }
        Ok(happened)
    }

    /// Whether a number of events is the one that this block asks for.
    ///
    /// # Errors
    /// If it is not.
    pub fn is_count(&self, happened: i64) -> Result<(), Miss> {
        let Subject::Event { count, .. } = &self.subject else { return Ok(()) };
        if count.holds(happened) {
            return Ok(());
        }
        let times = if count.to == i64::MAX { format!(">= {}", count.from) } else { count.to_string() };
        Err(Miss { expected: format!("{times} of {}", self.words), found: happened.to_string() })
    }

    fn fits(&self, told: &Told<Event>, aftermath: &Aftermath<'_>) -> Result<bool, Miss> {
        for (key, wanted) in &self.fields {
            let holds = match (key.as_str(), wanted.as_str()) {
                ("seen_by", Some(name)) => aftermath.is_told(told, name),
                ("not_seen_by", Some(name)) => aftermath.is_told(told, name).map(|is| !is),
                ("saw", _) if self.fields.iter().all(|(key, _)| key != "seen_by") => {
                    Err("saw needs seen_by beside it".into())
                }
                ("part", _) => {
                    found::part(&told.event, self.text("unit")).is(wanted, aftermath.grid(), aftermath.book)
                }
                ("saw", Some(how)) => aftermath.saw(told, self.text("seen_by"), how),
                _ => found::of_event(&told.event, key).is(wanted, aftermath.grid(), aftermath.book),
            };
            match holds {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                Err(why) => {
                    return Err(Miss { expected: format!("{key} = {wanted}"), found: format!("that {why}") });
                }
            }
        }
        Ok(true)
    }

    fn check_report(&self, name: &str, aftermath: &Aftermath<'_>) -> Result<(), Miss> {
        let miss = |expected: String, found: String| Miss { expected, found };
        let report = aftermath.report_of(name).map_err(|why| miss(format!("the report of {name}"), why))?;
        for (key, wanted) in &self.fields {
            for words in texts(wanted).map_err(|why| miss(format!("{key} = {wanted}"), why))? {
                if says(&report, words) != (key == "contains") {
                    let how = if key == "contains" { "with" } else { "without" };
                    return Err(miss(
                        format!("the report of {name} {how} {words:?}"),
                        format!("this report:\n{report}"),
                    ));
                }
            }
        }
        Ok(())
    }

    fn text(&self, key: &str) -> &str {
        self.fields.iter().find(|(name, _)| name == key).and_then(|(_, value)| value.as_str()).unwrap_or("")
    }
}

/// What a block looks at, and the keys that may stand beside it. An event may name its unit and a city's
/// block its name, so an event is looked for first.
fn subject(
    fields: &mut Vec<(String, Value)>,
    grid: &Grid,
) -> Result<(Subject, &'static [&'static str]), String> {
    if let Some(value) = take(fields, "event") {
        let count = match take(fields, "count") {
            Some(value) => found::wanted_range(&value)?,
            None => Range { from: 1, to: i64::MAX },
        };
        return Ok((Subject::Event { kind: kind_of(&text_of("event", &value)?)?, count }, EVENT_KEYS));
    }
    if let Some(value) = take(fields, "report") {
        return Ok((Subject::Report(text_of("report", &value)?), REPORT_KEYS));
    }
    if let Some(value) = take(fields, "unit") {
        let id = text_of("unit", &value)?.parse::<UnitId>().map_err(|error| error.to_string())?;
        return Ok((Subject::Unit(id), UNIT_KEYS));
    }
    if let Some(value) = take(fields, "city") {
        return Ok((Subject::City(text_of("city", &value)?), CITY_KEYS));
    }
    if let Some(value) = take(fields, "depot") {
        return Ok((Subject::Depot(square_of("depot", &value, grid)?), DEPOT_KEYS));
    }
    if let Some(value) = take(fields, "square") {
        return Ok((Subject::Square(square_of("square", &value, grid)?), SQUARE_KEYS));
    }
    if let Some(value) = take(fields, "treasury") {
        let name = text_of("treasury", &value)?;
        return Ok((Subject::Treasury(name), TREASURY_KEYS));
    }
    let keys = fields.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>().join(", ");
    Err(format!(
        "looks at nothing: expected one of unit, event, city, depot, square, treasury, report; \
         found {keys}"
    ))
}

/// The event kind of a word, such as `exit-blocked`.
fn kind_of(word: &str) -> Result<Kind, String> {
    use serde::de::IntoDeserializer;
    use serde::de::value::{Error, StrDeserializer};
    let deserializer: StrDeserializer<'_, Error> = word.into_deserializer();
    serde::Deserialize::deserialize(deserializer).map_err(|error: Error| format!("event kind: {error}"))
}

fn take(fields: &mut Vec<(String, Value)>, key: &str) -> Option<Value> {
    let place = fields.iter().position(|(name, _)| name == key)?;
    Some(fields.remove(place).1)
}

fn text_of(key: &str, value: &Value) -> Result<String, String> {
    value.as_str().map(str::to_string).ok_or_else(|| format!("{key}: expected a text, found {value}"))
}

fn square_of(key: &str, value: &Value, grid: &Grid) -> Result<StrategicSquare, String> {
    grid.parse(&text_of(key, value)?).map_err(|error| format!("{key}: {error}"))
}

/// A share of trials.
///
/// # Errors
/// If it is none.
pub fn share_of(value: &Value) -> Result<Range<f64>, String> {
    match value {
        Value::Float(share) => range::share(&share.to_string()),
        Value::Integer(share) => range::share(&share.to_string()),
        Value::String(text) => range::share(text),
        other => Err(format!("rate: expected a range such as \"0.28..0.38\", found {other}")),
    }
}

fn texts(value: &Value) -> Result<Vec<&str>, String> {
    let wrong = || format!("{value}, where a list of texts was expected");
    match value {
        Value::String(text) => Ok(vec![text]),
        Value::Array(list) => list.iter().map(|text| text.as_str().ok_or_else(wrong)).collect(),
        _ => Err(wrong()),
    }
}

/// The block on one line, what it looks at first.
pub fn words_of(block: &toml::Table) -> String {
    let subject = SUBJECTS.iter().find(|key| block.contains_key(**key));
    let first = block.iter().filter(|(key, _)| Some(&key.as_str()) == subject);
    let rest = block.iter().filter(|(key, _)| Some(&key.as_str()) != subject);
    first.chain(rest).map(|(key, value)| format!("{key} = {value}")).collect::<Vec<_>>().join(", ")
}
