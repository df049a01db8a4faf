//! A line of the event report as its one sentence: of what was seen only in part, only that part (rules 4.4, 4.5).

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::battles::{ENEMY_LOSSES, ENEMY_MEN, rounded};
use crate::gather::{NewsLine, Reader};
use crate::vantage::in_line;
use crate::whose::Whose;
use fieldpost_engine::event::Saw;
use fieldpost_engine::words::{agrees, capital, counted, listed};
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_land::event::{Event, Fact, Kind, Place};
use fieldpost_land::unit::UnitId;

/// Men that a line tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Men {
    /// How many.
    pub number: u32,
    /// Whether that is about right only.
    pub about: bool,
}

/// The men that a line tells of, all its units together: exact of one's own side, as they could be counted of others;
/// `None` where there are none or nobody could count them.
pub fn men(line: &NewsLine<'_>, reader: Reader<'_>) -> Option<Men> {
    let is_ours = match line.kind() {
        Kind::Bombard if line.saw == Saw::Start => return None,
        Kind::Bombard => line.fact().other_unit().is_some_and(|hit| (reader.whose)(hit) != Whose::Others),
        // Of an enemy that breaks nobody counts who runs.
        Kind::Shatter if line.whose == Some(Whose::Others) => return None,
        _ => line.whose != Some(Whose::Others),
    };
    let number: u32 = line.events.iter().filter_map(|event| event.fact.men()).sum();
    let to = if line.kind() == Kind::Bombard { ENEMY_LOSSES } else { ENEMY_MEN };
    let number = if is_ours { number } else { rounded(number, to) };
    (number > 0 && line.battle.is_none()).then_some(Men { number, about: !is_ours })
}

/// The units that shells struck, with the men each lost, where they were seen; of one's own side only with numbers.
pub fn struck(line: &NewsLine<'_>) -> BTreeMap<(u8, UnitId), u32> {
    let mut struck = BTreeMap::new();
    for event in line.events.iter().filter(|_| line.saw != Saw::Start) {
        if let Fact::Bombard { hit, men, .. } = &event.fact {
            *struck.entry(in_line(*hit)).or_default() += men;
        }
    }
    struck
}

/// The guns that were seen to fire on a unit.
pub fn guns_on(line: &NewsLine<'_>, unit: UnitId) -> Vec<UnitId> {
    let fired = line.events.iter().filter(|_| line.saw == Saw::All).filter_map(|event| match event.fact {
        Fact::Bombard { guns, hit, .. } if hit == unit => Some(guns),
        _ => None,
    });
    fired.collect::<BTreeSet<_>>().into_iter().collect()
}

/// The sentence of a line, with its full stop.
pub fn sentence(line: &NewsLine<'_>, reader: Reader<'_>) -> String {
    if let Some(battle) = &line.battle {
        return format!("{}.", battle.headline);
    }
    let words = match line.fact() {
        Fact::Bombard { .. } => shells(line, reader),
        Fact::Consume { source, .. } => meals(line, source.as_deref()),
        Fact::Draw { source, .. } => loads(line, source.as_deref()),
        Fact::Morale { .. } => morale(line),
        Fact::Siege { city, .. } => siege(line, city, reader, None),
        Fact::StragglersReturn { .. } => stragglers(line),
        _ => deed(line, reader),
    };
    let words = capital(&words);
    let again = match line.times {
        1 => String::new(),
        2 => " (tried twice)".into(),
        times => format!(" (tried {times} times)"),
    };
    format!("{words}{again}.")
}

/// ROTD-EUWOL 10.15, 4.4: of shells only what was seen of them, the guns or where they struck.
fn shells(line: &NewsLine<'_>, reader: Reader<'_>) -> String {
    let guns = listed(&called(&line.units(), reader));
    let label = line.square.map_or_else(String::new, |at| format!(" in {}", reader.places.label(at)));
    if line.saw == Saw::Start {
        return format!("{guns} fired on somebody out of sight{label}");
    }
    let struck = struck(line);
    let hit: Vec<UnitId> = struck.keys().map(|(_, unit)| *unit).collect();
    let men = men(line, reader);
    let lost = match men {
        None => "nobody was hit".into(),
        Some(Men { number, about: true }) => format!("about {number} men were lost"),
        Some(Men { number, .. }) => {
            let shares = if hit.len() == 1 { String::new() } else { format!(" ({})", shares(&struck)) };
            format!("{} {} lost{shares}", counted(number, "man"), agrees(number, "was", "were"))
        }
    };
    let were = agrees(hit.len() as u64, "was", "were");
    let hit = listed(&called(&hit, reader));
    match line.saw {
        Saw::End => format!("{hit} {were} bombarded{label} by guns out of sight: {lost}"),
        _ => format!("{guns} bombarded {hit}{label}: {lost}"),
    }
}

fn shares(struck: &BTreeMap<(u8, UnitId), u32>) -> String {
    let shares: Vec<String> = struck.iter().map(|((_, unit), men)| format!("{unit} {men}")).collect();
    shares.join(", ")
}

/// ROTD-EUWOL 11.6: who ate, by where it came from.
fn meals(line: &NewsLine<'_>, source: Option<&str>) -> String {
    let units = line.units();
    let names = listed(&names(&units));
    match (source, units.len()) {
        (Some(source), 1) => format!("{source} fed {names}"),
        (Some(source), several) => format!("{source} fed {several} units: {names}"),
        (None, 1) => format!("{names} ate the supply that it carried"),
        (None, several) => format!("{several} units ate the supplies that they carried: {names}"),
    }
}

/// ROTD-EUWOL 11.9: who loaded supplies to carry, by where they came from.
fn loads(line: &NewsLine<'_>, source: Option<&str>) -> String {
    let names = listed(&names(&line.units()));
    let source = source.map_or_else(String::new, |source| format!(" from {source}"));
    format!("{names} drew supplies{source} to carry")
}

/// ROTD-EUWOL 3.7: whose morale rose or fell, by how much and why.
fn morale(line: &NewsLine<'_>) -> String {
    let mut changes: Vec<(UnitId, i32)> =
        line.events.iter().filter_map(|event| Some((event.fact.unit()?, event.fact.change()?))).collect();
    changes.sort_by_key(|(unit, _)| in_line(*unit));
    let rises = changes.iter().any(|(_, change)| *change > 0);
    let words: Vec<String> = changes.iter().map(|(unit, change)| format!("{unit} {change:+}")).collect();
    let verb = if rises { "rose" } else { "fell" };
    let despite =
        if line.against.is_empty() { String::new() } else { format!(", despite {}", listed(&line.against)) };
    format!("morale {verb} by {}{despite}: {}", listed(&line.causes), words.join(", "))
}

/// Most units that a sentence names of many.
const MOST_NAMED: usize = 4;

/// Some units by name, and how many more there are.
pub fn some(units: &[UnitId]) -> String {
    let named = names(units.get(..MOST_NAMED).unwrap_or(units));
    match units.len().saturating_sub(MOST_NAMED) {
        0 => listed(&named),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

/// ROTD-EUWOL 2.7, 11.3: how a siege went in the turn, with who besieges at its end as far as the reader sees it, and
/// with its square where that is not said otherwise.
pub fn siege(line: &NewsLine<'_>, city: &str, reader: Reader<'_>, square: Option<&str>) -> String {
    let begins =
        |event: Option<&&Event>| matches!(event, Some(Event { fact: Fact::Siege { begins: true, .. }, .. }));
    let units = (reader.besiegers)(city);
    let (laid, was_laid) = (begins(line.events.first()), begins(line.events.last()));
    let nations: BTreeSet<String> = units.iter().map(|unit| unit.nation.words()).collect();
    let by = listed(&nations.into_iter().collect::<Vec<_>>());
    let words = match (laid, was_laid) {
        (true, _) if units.is_empty() => "is besieged".into(),
        (true, _) => format!("is besieged by {by}"),
        (false, true) => "was besieged for a time, and is free again".into(),
        (false, false) => "is no longer besieged".into(),
    };
    let who = (laid && !units.is_empty()).then(|| some(&units));
    let about: Vec<String> = who.into_iter().chain(square.map(str::to_owned)).collect();
    if about.is_empty() {
        format!("{city} {words}")
    } else {
        format!("{city} {words} ({})", about.join(", "))
    }
}

/// ROTD-EUWOL 10.14: to whom stragglers came back, and how many.
fn stragglers(line: &NewsLine<'_>) -> String {
    let mut back: Vec<(UnitId, u32)> =
        line.events.iter().filter_map(|event| Some((event.fact.unit()?, event.fact.men()?))).collect();
    back.sort_by_key(|(unit, _)| in_line(*unit));
    let words: Vec<String> = back.iter().map(|(unit, men)| format!("{unit} {men}")).collect();
    format!("stragglers came back: {}", words.join(", "))
}

/// What units did, or what befell them.
fn deed(line: &NewsLine<'_>, reader: Reader<'_>) -> String {
    let (fact, kind, units) = (line.fact(), line.kind(), line.units());
    let why = reason(line, reader);
    // A reason that begins with the city's name says the whole of it: "Ulm is besieged".
    if let (None, Some(why)) = (fact.unit(), &why) {
        return why.clone();
    }
    let is_end = fact.is_for_good();
    let each = why.is_some() && units.len() > 1;
    let are_several = units.len() > 1 && !each;
    let words = match motion(kind).filter(|_| !is_end) {
        Some(verb) => motion_words(line, reader, verb.of(are_several)),
        None if is_end => format!("{}{}", DESTROYED.of(are_several), here(line, reader)),
        None => deed_words(line, reader, are_several),
    };
    let mut sentence = listed(&named_with_men(line, &units, reader));
    sentence += if each { " each " } else { " " };
    sentence += &words;
    sentence += &toll(line, reader);
    if let Some(why) = why {
        sentence += ": ";
        sentence += &why;
    }
    sentence
}

/// The units; with the men of each where several lost men and all are known.
fn named_with_men(line: &NewsLine<'_>, units: &[UnitId], reader: Reader<'_>) -> Vec<String> {
    let is_told = units.len() > 1 && matches!(line.kind(), Kind::Desert | Kind::Withdraw | Kind::Rejoin);
    if !is_told {
        return called(units, reader);
    }
    let men = |unit: &UnitId| line.events.iter().find(|event| event.fact.unit() == Some(*unit))?.fact.men();
    units
        .iter()
        .map(|unit| men(unit).map_or_else(|| unit.to_string(), |men| format!("{unit} ({men})")))
        .collect()
}

/// Most units that are told of with their names beside their ids.
pub(crate) const MOST_CALLED: usize = 3;

/// Units with what they are called, as long as they are few.
pub(crate) fn called(units: &[UnitId], reader: Reader<'_>) -> Vec<String> {
    if units.len() > MOST_CALLED {
        names(units)
    } else {
        units.iter().map(|unit| reader.called(*unit)).collect()
    }
}

fn names(units: &[UnitId]) -> Vec<String> {
    units.iter().map(UnitId::to_string).collect()
}

/// The men that it is about, or that it cost.
fn toll(line: &NewsLine<'_>, reader: Reader<'_>) -> String {
    // What a unit lost when it shattered stands in its reason.
    if line.kind() == Kind::Shatter {
        return String::new();
    }
    let Some(Men { number, about }) = men(line, reader) else { return String::new() };
    let about = if about { "about " } else { "" };
    match line.kind() {
        // Who withdraws leaves stragglers (rule 7.5); else the men are those whom it is about.
        Kind::Withdraw => format!(", leaving {about}{} behind", counted(number, "straggler")),
        Kind::Desert => String::new(),
        Kind::Check => format!(", having lost {about}{}", counted(number, "man")),
        _ => format!(", {about}{}", counted(number, "man")),
    }
}

/// Why, for one's own side.
fn reason(line: &NewsLine<'_>, reader: Reader<'_>) -> Option<String> {
    match (line.kind(), line.start) {
        (Kind::Pursue, Some(from)) => {
            Some(format!("it followed an enemy that it saw leave {}", reader.places.label(from.at)))
        }
        _ => line.why_to(reader).map(Cow::into_owned),
    }
}

/// ROTD-EUWOL 4.4, 4.5: of a move only what was seen of it, its start, its end or both.
fn motion_words(line: &NewsLine<'_>, reader: Reader<'_>, verb: &str) -> String {
    let (fact, places) = (line.fact(), reader.places);
    let start = line.start.map(|from| places.place(from.at, Some(from.tac)));
    let end = fact.at().filter(|_| line.saw != Saw::Start).map(|at| places.place(at, fact.tac()));
    if let (Saw::All, Some((at, from, to))) = (line.saw, within_a_square(line.start, fact)) {
        return format!("{verb} from {from} to {to} in {}", places.label(at));
    }
    match (line.saw, start, end) {
        (Saw::Start, Some(start), _) if line.kind() == Kind::Shatter => format!("shattered at {start}"),
        (Saw::Start, Some(start), _)
            if matches!(line.kind(), Kind::Move | Kind::Retreat | Kind::FallBack) =>
        {
            format!("moved off from {start}, out of sight")
        }
        (Saw::Start, Some(start), _) => format!("left {start}"),
        (Saw::Start, None, _) => "left".into(),
        (Saw::End, _, Some(end)) => format!("came to {end}"),
        (Saw::All, Some(start), Some(end)) => format!("{verb} from {start} to {end}"),
        (_, _, Some(end)) => format!("{verb} to {end}"),
        (_, _, None) => verb.into(),
    }
}

/// The square and the two tactical squares of a move that does not leave its square.
fn within_a_square(
    start: Option<Place>,
    fact: &Fact,
) -> Option<(StrategicSquare, TacticalSquare, TacticalSquare)> {
    let from = start.filter(|from| fact.at() == Some(from.at))?;
    Some((from.at, from.tac, fact.tac()?))
}

fn deed_words(line: &NewsLine<'_>, reader: Reader<'_>, are_several: bool) -> String {
    let mut words = match (line.fact(), men(line, reader)) {
        (Fact::HandOver { .. }, _) => "handed a battery to".into(),
        (Fact::Desert { .. }, Some(Men { number, .. })) => {
            format!("lost {} by desertion", counted(number, "man"))
        }
        (Fact::LoseSupplies { supplies, .. }, _) => {
            format!("lost the {} that it carried", counted(*supplies, "supply"))
        }
        (fact, _) => verb(fact.kind()).of(are_several).to_owned(),
    };
    // In a battle a unit gives itself up in no city.
    if let Some(other) = line.fact().other().map(Cow::into_owned).filter(|other| !other.is_empty()) {
        words += &format!(" {other}");
    }
    words + &here(line, reader)
}

/// Where it happened, for what is no motion; the lines of a whole square name only that.
fn here(line: &NewsLine<'_>, reader: Reader<'_>) -> String {
    let fact = line.fact();
    let is_everywhere = matches!(line.kind(), Kind::Hunger | Kind::Requisition | Kind::Desert | Kind::Assign);
    let tac = fact.tac().filter(|_| !is_everywhere);
    fact.at().map_or_else(String::new, |at| match tac {
        Some(_) => format!(" at {}", reader.places.place(at, tac)),
        None => format!(" in {}", reader.places.label(at)),
    })
}

/// What was done, by one unit and by several.
#[derive(Clone, Copy)]
pub struct Verb {
    pub one: &'static str,
    several: &'static str,
}

impl Verb {
    const fn same(words: &'static str) -> Verb {
        Verb { one: words, several: words }
    }

    fn of(self, are_several: bool) -> &'static str {
        if are_several { self.several } else { self.one }
    }
}

const DESTROYED: Verb = Verb { one: "was destroyed", several: "were destroyed" };

/// The word for a unit's change of place; `None` where it stays.
fn motion(kind: Kind) -> Option<Verb> {
    match kind {
        Kind::March => Some(Verb::same("marched")),
        Kind::Withdraw => Some(Verb::same("withdrew")),
        Kind::Pursue => Some(Verb::same("pursued")),
        Kind::Rail => Some(Verb::same("went by rail")),
        Kind::Move => Some(Verb::same("moved")),
        Kind::Retreat => Some(Verb::same("retreated")),
        Kind::Rout => Some(Verb::same("routed")),
        Kind::FallBack => Some(Verb::same("fell back")),
        Kind::Deploy => Some(Verb { one: "was placed", several: "were placed" }),
        Kind::DeployBridge => Some(Verb { one: "was laid as a bridge", several: "were laid as a bridge" }),
        Kind::RemoveBridge => Some(Verb { one: "was taken up", several: "were taken up" }),
        Kind::Shatter => Some(Verb::same("fled shattered")),
        _ => None,
    }
}

/// What happened, where nobody changed place.
pub fn verb(kind: Kind) -> Verb {
    match kind {
        Kind::Interrupted => Verb { one: "was stopped on its way", several: "were stopped on their way" },
        Kind::ExitBlocked => Verb::same("could not march on"),
        Kind::Halt => Verb::same("halted"),
        Kind::Intercept => Verb::same("intercepted"),
        Kind::Support => Verb::same("supported"),
        Kind::Combat => Verb::same("fought"),
        Kind::Bombard => Verb::same("bombarded"),
        Kind::HoldFire => Verb::same("held its fire"),
        Kind::Check => Verb { one: "was put to the test", several: "were put to the test" },
        Kind::Reform => Verb::same("formed again"),
        Kind::ReformFailed => Verb::same("could not form again"),
        Kind::Consume => Verb::same("used a supply"),
        Kind::Requisition => Verb::same("lived off the land"),
        Kind::Hunger => Verb::same("went hungry"),
        Kind::Lack => Verb::same("got less than it was to carry"),
        Kind::Desert => Verb::same("lost men by desertion"),
        Kind::Draw => Verb::same("drew supplies"),
        Kind::Transfer => Verb::same("handed over"),
        Kind::Siege => Verb::same("siege"),
        Kind::Square => Verb::same("formed a square"),
        Kind::Breach => Verb::same("shells broke a fort"),
        Kind::Surrender => Verb::same("surrendered"),
        Kind::CaptureCity => Verb::same("captured"),
        Kind::CaptureGuns => Verb::same("captured guns of"),
        Kind::DestroyDepot => Verb::same("destroyed a depot"),
        Kind::Control => Verb::same("control changed"),
        Kind::PlaceDepot => Verb::same("placed a depot"),
        Kind::RemoveDepot => Verb::same("removed a depot"),
        Kind::Purchase => Verb::same("purchase"),
        Kind::DestroyTrack => Verb::same("destroyed the railway"),
        Kind::Rebuild => Verb::same("rebuilt the railway"),
        Kind::Upgrade => Verb { one: "was rearmed", several: "were rearmed" },
        Kind::Merge => Verb::same("took in"),
        Kind::Inactivate => Verb::same("became inactive"),
        Kind::Activate => Verb::same("became active"),
        Kind::CaptureBridge => Verb { one: "was captured, and is now", several: "were captured, and is now" },
        Kind::Season => Verb::same("the season changed"),
        Kind::Rejoin => Verb { one: "had its wounded back", several: "had their wounded back" },
        Kind::Refused => Verb::same("could not do as ordered"),
        Kind::LoseSupplies => Verb::same("lost"),
        Kind::Morale => Verb::same("changed in morale"),
        Kind::Assign => Verb::same("has new commanders"),
        Kind::StragglersReturn => Verb::same("had stragglers back"),
        motion => self::motion(motion).unwrap_or(Verb::same("moved")),
    }
}
