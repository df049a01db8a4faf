//! What a case expects, and whether it came out.

use fieldpost_engine::piece::Piece;
use toml::Value;

use super::nations::{id_of, stack_named};
use super::written::Misread;
use fieldpost_europa::event::form1::Record;
use fieldpost_europa::event::{Kind, Row};
use fieldpost_europa::map::Owner;
use fieldpost_europa::position::{Discovered, Kind as StackKind, Position, Posture, Stack, World, in_thirds};
use fieldpost_europa::round::{Ran, shut_in_by};

/// What came of a case's round.
pub(super) struct Aftermath<'a> {
    pub world: &'a World,
    pub ran: Ran,
    /// Lines that were refused before it.
    pub refused: Vec<Misread>,
}

impl Aftermath<'_> {
    /// Its events, a line each.
    pub fn words(&self) -> Vec<String> {
        self.rows().map(|row| serde_json::to_string(&row).unwrap_or_default()).collect()
    }

    /// What was refused and what happened, as records have it.
    fn rows(&self) -> impl Iterator<Item = Record<'_>> {
        self.refused.iter().map(Misread::record).chain(self.ran.events().map(Record::from))
    }
}

/// One `[[expect]]` block; all that it asks must hold.
pub(super) struct Expectation {
    words: String,
    line: usize,
    subject: Subject,
    fields: Vec<(String, Value)>,
    /// The row before which it is asked.
    pub until: Option<Row>,
    /// With trials: the share, in thousandths, in which it must hold.
    pub rate: Option<(u64, u64)>,
}

enum Subject {
    Stack(Piece),
    Place(String),
    /// A power, and the place of which it is asked.
    Power(String, Option<String>),
    Event(Kind, (i64, i64)),
}

const STACK: &[&str] = &[
    "at",
    "not_at",
    "spent",
    "counters",
    "arms",
    "fleet",
    "in_fortress",
    "in_port",
    "leader",
    "exists",
    "blockading",
    "besieging",
    "privateer",
    "thirds",
    "hungry",
];
const PLACE: &[&str] =
    &["control", "breach", "siege_works", "fortress", "revolt", "pillage", "natives", "owner"];
const POWER: &[&str] = &["paid", "treasury", "discovery"];
const EVENT: &[&str] = &[
    "tick",
    "stack",
    "to",
    "place",
    "attacker",
    "defender",
    "other",
    "why",
    "outcome",
    "order",
    "first_line",
    "excess",
    "rule",
    "power",
    "row",
];

impl Expectation {
    pub fn read(block: &toml::Table, line: usize) -> Result<Self, String> {
        let mut fields: Vec<(String, Value)> =
            block.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
        let rate = take(&mut fields, "rate").map(|value| rate_of(&value)).transpose()?;
        let until = take(&mut fields, "until").map(|value| until_of(&value)).transpose()?;
        let (subject, keys) = subject(&mut fields)?;
        if let Some((key, _)) = fields.iter().find(|(key, _)| !keys.contains(&key.as_str())) {
            return Err(format!("unknown key `{key}`, expected one of {}", keys.join(", ")));
        }
        let words =
            block.iter().map(|(key, value)| format!("{key} = {value}")).collect::<Vec<_>>().join(", ");
        Ok(Expectation { words, line, subject, fields, until, rate })
    }

    /// Whether it holds.
    pub fn check(&self, aftermath: &Aftermath<'_>) -> Result<(), String> {
        let position =
            self.until.and_then(|row| aftermath.ran.before.get(&row)).unwrap_or(&aftermath.ran.position);
        let miss = |found: String| format!("line {}: expect {}: found {found}", self.line, self.words);
        match &self.subject {
            Subject::Event(kind, (low, high)) => {
                let of_kind = aftermath.rows().filter(|row| row.kind == *kind);
                let fits = |(number, row): &(usize, Record<'_>)| {
                    self.fields.iter().all(|(key, wanted)| of_row(row, number + 1, key, wanted))
                };
                let count = of_kind.enumerate().filter(fits).count() as i64;
                if (*low..=*high).contains(&count) { Ok(()) } else { Err(miss(count.to_string())) }
            }
            Subject::Stack(id) => self.all(|key| of_stack(aftermath, position, id, key)).map_err(miss),
            Subject::Place(place) => self.all(|key| of_place(position, place, key)).map_err(miss),
            Subject::Power(name, place) => {
                self.all(|key| of_power(position, name, place.as_deref(), key)).map_err(miss)
            }
        }
    }

    fn all(&self, found: impl Fn(&str) -> Vec<String>) -> Result<(), String> {
        // What a stack spent is known of one that is no more, and it is nowhere.
        let outlives = |key: &str| matches!(key, "exists" | "spent" | "not_at");
        let asks_whether = self.fields.iter().any(|(key, _)| key == "exists")
            || self.fields.iter().all(|(key, _)| outlives(key));
        if !asks_whether && found("exists") == ["false"] {
            return Err("that it does not exist".into());
        }
        for (key, wanted) in &self.fields {
            let (key, not) = key.strip_prefix("not_").map_or((key.as_str(), false), |key| (key, true));
            let there = found(key);
            if there.iter().any(|there| is(there, wanted)) == not {
                return Err(format!("{key} {}", there.join(" or ")));
            }
        }
        Ok(())
    }

    /// Why the share of trials is not the one wanted.
    pub fn rate_missed(&self, held: u64, trials: u64) -> Option<String> {
        let (low, high) = self.rate?;
        let share = 1000 * held / trials;
        let within = (low..=high).contains(&share);
        (!within)
            .then(|| format!("line {}: expect {}: held in {held} of {trials} trials", self.line, self.words))
    }
}

fn take(fields: &mut Vec<(String, Value)>, key: &str) -> Option<Value> {
    let place = fields.iter().position(|(name, _)| name == key)?;
    Some(fields.remove(place).1)
}

fn subject(fields: &mut Vec<(String, Value)>) -> Result<(Subject, &'static [&'static str]), String> {
    if let Some(value) = take(fields, "event") {
        let word = text(&value);
        let kind = Kind::ALL
            .into_iter()
            .find(|kind| kind.word() == word)
            .ok_or_else(|| format!("there is no event kind {word:?}"))?;
        let count = take(fields, "count").map_or(Ok((1, i64::MAX)), |value| range(&text(&value)))?;
        return Ok((Subject::Event(kind, count), EVENT));
    }
    if let Some(value) = take(fields, "stack") {
        return Ok((Subject::Stack(stack_named(&text(&value))), STACK));
    }
    if let Some(value) = take(fields, "power") {
        let place = take(fields, "place").map(|place| text(&place));
        return Ok((Subject::Power(text(&value), place), POWER));
    }
    if let Some(value) = take(fields, "place") {
        return Ok((Subject::Place(text(&value)), PLACE));
    }
    Err("looks at nothing: expected one of stack, event, place, power".into())
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn until_of(value: &Value) -> Result<Row, String> {
    let word = text(value);
    Row::of(&word).ok_or_else(|| format!("until: there is no row {word:?}"))
}

/// `0.2..0.8` in thousandths.
fn rate_of(value: &Value) -> Result<(u64, u64), String> {
    let words = text(value);
    let thousandths = |word: &str| {
        let (whole, part) = word.trim().split_once('.').unwrap_or((word.trim(), ""));
        let number = format!("{whole}{part:0<3.3}");
        number
            .parse::<u64>()
            .map_err(|_| format!("rate: expected a range such as \"0.28..0.38\", found {words:?}"))
    };
    match words.split_once("..") {
        Some((low, high)) => Ok((thousandths(low)?, thousandths(high)?)),
        None => thousandths(&words).map(|rate| (rate, rate)),
    }
}

/// `3`, `3..5`, `>= 3`, `<= 3`.
fn range(words: &str) -> Result<(i64, i64), String> {
    let number = |word: &str| {
        word.trim().parse::<i64>().map_err(|_| format!("expected a number or a range, found {words:?}"))
    };
    if let Some((low, high)) = words.split_once("..") {
        return Ok((number(low)?, number(high)?));
    }
    if let Some(low) = words.strip_prefix(">=") {
        return Ok((number(low)?, i64::MAX));
    }
    if let Some(high) = words.strip_prefix("<=") {
        return Ok((i64::MIN, number(high)?));
    }
    number(words).map(|number| (number, number))
}

fn is(found: &str, wanted: &Value) -> bool {
    let wanted = text(wanted);
    if let (Ok(found), Ok((low, high))) = (found.parse::<i64>(), range(&wanted)) {
        return (low..=high).contains(&found);
    }
    found.eq_ignore_ascii_case(&wanted) || found == &*id_of(&wanted) || found == stack_named(&wanted).as_str()
}

fn sides(count: u8) -> String {
    ["none", "-", "+"][usize::from(count.min(2))].to_owned()
}

fn of_stack(aftermath: &Aftermath<'_>, position: &Position, id: &Piece, key: &str) -> Vec<String> {
    let stack = position.stacks.get(id);
    let progress = aftermath.ran.progress.get(id);
    let leaders = || {
        position
            .leaders
            .iter()
            .filter(|(_, leader)| leader.stack.as_ref() == Some(id))
            .map(|(name, _)| name.clone())
    };
    if key == "spent" {
        return vec![progress.map_or(0, |progress| progress.spent).to_string()];
    }
    let Some(stack) =
        stack.filter(|stack| key == "exists" || stack.is_manned() || leaders().next().is_some())
    else {
        return vec!["false".into()];
    };
    let none = |list: Vec<String>| if list.is_empty() { vec!["none".to_owned()] } else { list };
    match key {
        "exists" => {
            let alone = Stack::kind(id) == StackKind::Leader;
            vec![(alone || stack.is_manned() || leaders().next().is_some()).to_string()]
        }
        "at" => vec![stack.at.to_string()],
        "counters" => vec![stack.force.words()],
        "arms" => vec![stack.force.arms.to_string()],
        "fleet" => vec![stack.fleet.to_string()],
        "in_fortress" => vec![(stack.posture == Posture::Fortress).to_string()],
        "in_port" => vec![(stack.posture == Posture::Port).to_string()],
        "besieging" => vec![stack.besieging.to_string()],
        "leader" => none(leaders().collect()),
        "blockading" => {
            let port = shut_in_by(aftermath.world, position, stack);
            none(port.iter().map(ToString::to_string).collect())
        }
        "privateer" => vec![sides(stack.privateer)],
        "thirds" => vec![stack.force.thirds().to_string()],
        "hungry" => vec![stack.hungry.to_string()],
        _ => Vec::new(),
    }
}

fn of_place(position: &Position, place: &str, key: &str) -> Vec<String> {
    let Some(ground) = position.grounds.get(place) else { return vec!["false".into()] };
    let name = |owner: &Option<fieldpost_europa::map::Owner>| {
        owner
            .as_ref()
            .map_or(vec!["none".to_owned()], |owner| vec![position.name(owner).to_owned(), owner.to_string()])
    };
    match key {
        "control" => name(&ground.control),
        "owner" => name(&ground.owner),
        "breach" => vec![ground.breach.to_string()],
        "siege_works" => vec![works(ground.works), works(ground.works).replace(' ', "")],
        "fortress" => vec![if ground.fort { "fort".into() } else { ground.fortress.to_string() }],
        "revolt" => vec![sides(ground.revolt)],
        "pillage" => vec![sides(ground.pillage)],
        "natives" => vec![ground.natives.to_string()],
        _ => vec!["true".into()],
    }
}

fn works(count: u32) -> String {
    let marks: Vec<&str> = (0..count / 2).map(|_| "+").chain((count % 2 == 1).then_some("-")).collect();
    if marks.is_empty() { "none".into() } else { marks.join(" ") }
}

fn of_power(position: &Position, name: &str, place: Option<&str>, key: &str) -> Vec<String> {
    let id = id_of(name);
    let Some(power) = position.powers.get(&id) else { return vec!["false".into()] };
    match key {
        "paid" => vec![power.paid.to_string()],
        "treasury" => vec![power.treasury.to_string()],
        "discovery" => discovery(position, &id, place),
        _ => vec!["true".into()],
    }
}

/// What a power has discovered, of one place or of all: `never`, `cuba never`. What is neither made nor barred is `open`.
fn discovery(position: &Position, power: &Owner, place: Option<&str>) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut all_open = true;
    for (at, ground) in position.grounds.iter().filter(|(at, _)| place.is_none_or(|place| ***at == *place)) {
        let known = ground.discovered.get(power);
        let word = match known {
            None | Some(Discovered::No) => "no",
            Some(Discovered::Yes) => "yes",
            Some(Discovered::Never) => "never",
        };
        words.extend(known.map(|_| word.to_owned()));
        let and_open = (word == "no").then_some("open");
        for word in [Some(word), and_open].into_iter().flatten() {
            words.extend([format!("{at} {word}"), format!("{word} {at}")]);
        }
        all_open &= and_open.is_some();
    }
    words.extend(["none", "no", "open"].into_iter().filter(|_| all_open).map(str::to_owned));
    words
}

/// Whether a field of a row is as wanted; `number` says the how-manieth of its kind it is in the round.
fn of_row(row: &Record<'_>, number: usize, key: &str, wanted: &Value) -> bool {
    let one = |value: Option<&Piece>| value.iter().map(ToString::to_string).collect::<Vec<_>>();
    let all = |list: &[Piece]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
    let found: Vec<String> = match key {
        "tick" => row.tick.iter().map(ToString::to_string).collect(),
        "stack" => one(row.stack).into_iter().chain(all(row.attacker)).chain(all(row.defender)).collect(),
        "other" => one(row.other),
        "place" => row.place.iter().map(ToString::to_string).collect(),
        "to" => row.to.iter().map(ToString::to_string).collect(),
        "power" => row.power.iter().map(ToString::to_string).collect(),
        "why" => vec![row.why.to_string()],
        "outcome" => vec![row.outcome.to_string()],
        // Combats are numbered in their row; tries to intercept as they are made (rule E6).
        "order" if row.kind == Kind::Interception => vec![number.to_string()],
        "order" => row.order.iter().map(ToString::to_string).collect(),
        "attacker" => all(row.attacker),
        "defender" => all(row.defender),
        "rule" => vec![row.rule.to_string()],
        "row" => vec![row.row.word().to_owned()],
        "first_line" => row.first_line.iter().map(ToString::to_string).collect(),
        "excess" => {
            let words = row.excess.iter().flat_map(|(id, thirds)| {
                [
                    id.to_string(),
                    format!("{id} {thirds}"),
                    format!("{id} {}", in_thirds(*thirds)),
                    format!("{id}: {thirds}"),
                ]
            });
            words.collect()
        }
        _ => Vec::new(),
    };
    found.iter().any(|found| is(found, wanted))
}
