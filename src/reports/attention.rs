//! What needs a player's attention at the end of a turn: what the own units lack, are too tired for or suffer, and which
//! orders failed and why. It comes from the player's own units and events alone.

use serde::Serialize;

use crate::games::land::event::Kind;
use crate::games::land::state::City;
use crate::games::land::unit::{Unit, UnitId};
use crate::reports::battles::listed;
use crate::reports::gather::{Line, Reader, Whose, is_failure};
use crate::reports::lack::{self, Want};
use crate::reports::moves::BOOK;
use crate::reports::tell::capitalised;
use crate::reports::vantage::{Vantage, in_line};

/// Something that needs attention, of one unit or of several alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Attention {
    /// What is the matter.
    pub matter: Matter,
    /// Whose matter it is; none for an order that concerns no unit.
    pub units: Vec<String>,
    /// All of it in a sentence or two.
    pub sentence: String,
}

/// What is the matter, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Matter {
    /// The units are no more (rules 14.1, 14.2).
    Destroyed,
    /// They laid down their arms (rule 11.3).
    Surrendered,
    /// They are shattered (chapter 14).
    Shattered,
    /// They are in a besieged city (rule 11.3).
    Besieged,
    /// They had nothing to eat (rule 11.10).
    Hungry,
    /// They have no source of supply (rule 11.6).
    NoSupply,
    /// Their source of supply is empty.
    EmptySource,
    /// They have nothing to fire (rule 11.11).
    NoAmmunition,
    /// They are out of communications (rule 11.1).
    NoCommunications,
    /// They are too tired to march, or to move near enemies (rules 7.1, 9.1).
    TooTired,
    /// They will be too tired if their fatigue rises by a point or two.
    NearlyTooTired,
    /// Orders were not carried out, or not to the full.
    OrderFailed,
    /// Their commander or deputy is another (rule 3.5).
    Reassigned,
}

/// Fatigue is near a limit when it is no more than this below the first number beyond it.
const NEAR: u16 = 2;

/// One matter of one unit, before those that are alike are told together.
struct Concern {
    matter: Matter,
    unit: Option<UnitId>,
    /// What there is to say besides the units.
    words: String,
}

/// What needs attention, the gravest first.
pub fn attention(lines: &[Line<'_>], vantage: &Vantage<'_>, reader: Reader<'_>) -> Vec<Attention> {
    let told = lines.iter().flat_map(|line| of_line(line, lines, reader));
    let own = vantage.own.iter().flat_map(|own| of_unit(vantage, own.unit));
    let mut concerns: Vec<Concern> = told.chain(own).collect();
    concerns.sort_by_key(|concern| concern.matter);
    let mut gathered: Vec<(Matter, String, Vec<UnitId>)> = Vec::new();
    for Concern { matter, unit, words } in concerns {
        let same = gathered.iter_mut().find(|(other, known, _)| *other == matter && *known == words);
        match same {
            Some((_, _, units)) => units.extend(unit),
            None => gathered.push((matter, words, unit.into_iter().collect())),
        }
    }
    gathered.into_iter().map(|(matter, words, units)| view(matter, &words, units)).collect()
}

fn view(matter: Matter, words: &str, mut units: Vec<UnitId>) -> Attention {
    units.sort_by_key(|unit| in_line(*unit));
    units.dedup();
    let units: Vec<String> = units.iter().map(UnitId::to_string).collect();
    let title = title(matter);
    let sentence = match (units.is_empty(), words) {
        (true, words) => format!("{title}: {words}."),
        (false, "") => format!("{title}: {}.", listed(&units)),
        (false, words) => format!("{title}: {}. {}.", listed(&units), capitalised(words)),
    };
    Attention { matter, units, sentence }
}

fn title(matter: Matter) -> &'static str {
    match matter {
        Matter::Destroyed => "Destroyed",
        Matter::Surrendered => "Surrendered",
        Matter::Shattered => "Shattered",
        Matter::Besieged => "Besieged",
        Matter::Hungry => "Hungry",
        Matter::NoSupply => "No supply",
        Matter::EmptySource => "Supplies used up",
        Matter::NoAmmunition => "No ammunition",
        Matter::NoCommunications => "No communications",
        Matter::TooTired => "Too tired",
        Matter::NearlyTooTired => "Nearly too tired",
        Matter::OrderFailed => "Not done as ordered",
        Matter::Reassigned => "New commanders",
    }
}

/// What an event of the turn leaves to be seen to: of the player's own units, and of the player's offices.
fn of_line(line: &Line<'_>, lines: &[Line<'_>], reader: Reader<'_>) -> Vec<Concern> {
    let why = || line.why().unwrap_or_default().to_owned();
    let (matter, words) = match line.kind() {
        Kind::Shatter if line.event().other.is_some() => (Matter::Destroyed, why()),
        Kind::Surrender => (Matter::Surrendered, String::new()),
        Kind::Assign => (Matter::Reassigned, why()),
        kind if is_failure(kind) => (Matter::OrderFailed, why()),
        _ => return Vec::new(),
    };
    // Whoever marched after all was only late.
    let is_late = |unit: UnitId| {
        matches!(line.kind(), Kind::ExitBlocked | Kind::Interrupted)
            && lines.iter().any(|later| {
                later.phase > line.phase && later.kind() == Kind::March && later.units().contains(&unit)
            })
    };
    let concern = |unit| Concern { matter, unit, words: words.clone() };
    if line.event().unit.is_none() {
        return vec![concern(None)];
    }
    // An assignment concerns who loses the unit, too, to whom it is nobody's own any more.
    let is_concern = |unit: &UnitId| matter == Matter::Reassigned || (reader.whose)(*unit) == Whose::Own;
    line.units()
        .into_iter()
        .filter(is_concern)
        .filter(|unit| !is_late(*unit))
        .map(|unit| concern(Some(unit)))
        .collect()
}

/// How a unit stands at the end of the turn.
fn of_unit(vantage: &Vantage<'_>, unit: &Unit) -> Vec<Concern> {
    let concern = |(matter, words): (Matter, String)| Concern { matter, unit: Some(unit.id), words };
    let wants = lack::wants(vantage, unit).into_iter().map(|(want, note)| of_want(want, &note, vantage.turn));
    let besieged = is_besieged(vantage, unit).then(|| (Matter::Besieged, String::new()));
    wants.chain(besieged).chain(of_fatigue(unit)).map(concern).collect()
}

/// What a unit lacks; the title says the first words of its note already. The report is of the turn before the open
/// one, so that turns are named by their numbers.
fn of_want(want: Want, note: &str, open: u32) -> (Matter, String) {
    let matter = match want {
        Want::Order => Matter::Shattered,
        Want::Source => Matter::NoSupply,
        Want::Stock => Matter::EmptySource,
        Want::Food => Matter::Hungry,
        Want::Ammunition => Matter::NoAmmunition,
        Want::Communications => Matter::NoCommunications,
    };
    let words = note.split_once(": ").map_or(note, |(_, words)| words);
    let words = words.replace("this turn", &format!("turn {open}"));
    let words = words.replace("the next turn", &format!("turn {}", open + 1));
    let words = words.replace("last turn", &format!("in turn {}", open.saturating_sub(1)));
    (matter, words.trim_end_matches('.').to_owned())
}

/// ROTD-EUWOL 11.3: whether a unit is shut in with a city that is besieged.
fn is_besieged(vantage: &Vantage<'_>, unit: &Unit) -> bool {
    let here = |city: &City| (city.at, city.tac) == (unit.at, unit.tac);
    let is_friend = |city: &City| vantage.relation(city.control).is_friendly();
    vantage.cities.iter().any(|(_, city)| city.besieged && here(city) && is_friend(city))
}

/// ROTD-EUWOL 7.1, 9.1: fatigue above a limit, or near it.
fn of_fatigue(unit: &Unit) -> Option<(Matter, String)> {
    let (march, tactical) = (BOOK.fatigue_strategic, BOOK.fatigue_tactical);
    let fatigue = unit.fatigue;
    if !unit.is_active() {
        return None;
    }
    let is_near = |limit: u16| fatigue <= limit && fatigue + NEAR > limit;
    if fatigue > march {
        Some((Matter::TooTired, format!("above {march} they do not march")))
    } else if is_near(march) {
        Some((Matter::NearlyTooTired, format!("above {march} they do not march")))
    } else if fatigue > tactical {
        let words = format!("above {tactical} they make no tactical move while enemies are in their square");
        Some((Matter::TooTired, words))
    } else if is_near(tactical) {
        let words = format!("above {tactical} they make no tactical move while enemies are in their square");
        Some((Matter::NearlyTooTired, words))
    } else {
        None
    }
}
