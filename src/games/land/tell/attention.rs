//! What needs a player's attention at the end of a turn: what the own units lack, are too tired for or suffer, and which
//! orders failed and why. It comes from the player's own units and events alone.

use schemars::JsonSchema;
use serde::Serialize;

use crate::ails;
use crate::concern::{Concern, Note};
use crate::gather::{NewsLine, Reader, is_failure};
use crate::lack;
use crate::tell::called;
use crate::vantage::{Vantage, in_line};
use crate::whose::Whose;
use fieldpost_engine::voice::Voice;
use fieldpost_engine::words::capital;
use fieldpost_engine::words::listed;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_land::event::{Kind, reason};
use fieldpost_land::unit::{Unit, UnitId};

/// Something that needs attention, of one unit or of several alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Attention {
    /// What is the matter.
    pub matter: Matter,
    /// Whose matter it is; none for an order that concerns no unit.
    pub units: Vec<String>,
    /// Where they stand, as far as they are on the map; each square once.
    pub squares: Vec<String>,
    /// All of it in a sentence or two.
    pub sentence: String,
}

/// What is the matter, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Matter {
    /// The units are no more (rules 14.1, 14.2).
    Destroyed,
    /// They laid down their arms (rule 11.3).
    Surrendered,
    /// Orders were not carried out, or not to the full.
    OrderFailed,
    /// Their commander or deputy is another (rule 3.5).
    Reassigned,
    /// Something ails them at the end of the turn.
    #[serde(untagged)]
    Ails(Concern),
}

impl Matter {
    fn title(self, is_umpire: bool) -> &'static str {
        match self {
            Matter::Destroyed => "Destroyed",
            Matter::Surrendered => "Surrendered",
            Matter::OrderFailed => "Not done as ordered",
            Matter::Reassigned => "New commanders",
            Matter::Ails(concern) => concern.words_to(is_umpire),
        }
    }
}

/// One matter of one unit, before those that are alike are told together.
struct Trouble {
    matter: Matter,
    unit: Option<UnitId>,
    /// Where it stands at the end of the turn.
    at: Option<StrategicSquare>,
    /// What there is to say besides the units.
    why: Cause,
}

/// What there is to say of a matter besides whose it is.
#[derive(Clone, PartialEq)]
enum Cause {
    Unsaid,
    Told(reason::Reason),
    Ails(ails::Reason),
}

impl Cause {
    fn told(&self, voice: Voice) -> String {
        match self {
            Cause::Unsaid => String::new(),
            Cause::Told(why) => why.told(voice),
            Cause::Ails(why) => why.told(voice),
        }
    }
}

/// What needs attention, the gravest first.
pub fn attention(lines: &[NewsLine<'_>], vantage: &Vantage<'_>, reader: Reader<'_>) -> Vec<Attention> {
    let told = lines.iter().flat_map(|line| of_line(line, lines, vantage, reader));
    let own = vantage.own.iter().flat_map(|own| of_unit(vantage, own.unit));
    let mut troubles: Vec<Trouble> = told.chain(own).collect();
    troubles.sort_by_key(|trouble| trouble.matter);
    let mut gathered: Vec<(Matter, Cause, Vec<Posted>)> = Vec::new();
    for Trouble { matter, unit, at, why } in troubles {
        let same = gathered.iter_mut().find(|(other, known, _)| *other == matter && *known == why);
        let posted = unit.map(|unit| (unit, at));
        match same {
            Some((_, _, units)) => units.extend(posted),
            None => gathered.push((matter, why, posted.into_iter().collect())),
        }
    }
    let view = |(matter, why, units): (Matter, Cause, _)| view((matter, &why), units, vantage.turn, reader);
    gathered.into_iter().map(view).collect()
}

/// A unit, and where it stands.
type Posted = (UnitId, Option<StrategicSquare>);

/// Turns are named by their numbers: the report is of the turn before the open one.
fn view((matter, why): (Matter, &Cause), mut units: Vec<Posted>, open: u32, reader: Reader<'_>) -> Attention {
    units.sort_by_key(|(unit, _)| in_line(*unit));
    units.dedup();
    let title = matter.title(reader.is_umpire());
    let who = by_place(&units, reader);
    let of_each = units.len() > 1;
    let words = why.told(Voice { of_each, open: Some(open), ..reader.voice() });
    // Whose the units are is said.
    let words = match matter {
        Matter::Ails(Concern::EnemiesHere) if reader.is_umpire() => format!("against {words}"),
        Matter::Ails(Concern::EnemiesHere) => format!("the enemy has {words} there"),
        _ => words,
    };
    let sentence = match (units.is_empty(), words.as_str()) {
        (true, words) => format!("{title}: {words}."),
        (false, "") => format!("{title}: {who}."),
        (false, words) => format!("{title}: {who}. {}.", capital(words)),
    };
    let mut squares: Vec<String> = Vec::new();
    for square in units.iter().filter_map(|(_, at)| Some(reader.places.label((*at)?))) {
        if !squares.contains(&square) {
            squares.push(square);
        }
    }
    Attention { matter, units: units.iter().map(|(unit, _)| unit.to_string()).collect(), squares, sentence }
}

/// Units with where they stand: `PR1IN and PR2IN (A9-N7, by Liebau); PR3IN (B2-N8)`.
fn by_place(units: &[Posted], reader: Reader<'_>) -> String {
    let mut places: Vec<(Option<StrategicSquare>, Vec<UnitId>)> = Vec::new();
    for (unit, at) in units {
        match places.iter_mut().find(|(other, _)| other == at) {
            Some((_, known)) => known.push(*unit),
            None => places.push((*at, vec![*unit])),
        }
    }
    let words = places.iter().map(|(at, units)| {
        let who = listed(&called(units, reader));
        at.map_or_else(|| who.clone(), |at| format!("{who} ({})", reader.places.heading(at)))
    });
    words.collect::<Vec<_>>().join("; ")
}

/// What an event of the turn leaves to be seen to: of the player's own units, and of the player's offices.
fn of_line(
    line: &NewsLine<'_>,
    lines: &[NewsLine<'_>],
    vantage: &Vantage<'_>,
    reader: Reader<'_>,
) -> Vec<Trouble> {
    let why = || line.reason().cloned().map_or(Cause::Unsaid, Cause::Told);
    let (matter, why) = match line.kind() {
        Kind::Shatter if line.fact().is_for_good() => (Matter::Destroyed, why()),
        Kind::Surrender => (Matter::Surrendered, Cause::Unsaid),
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
    let at = |unit: UnitId| vantage.own.iter().find(|own| own.unit.id == unit).map(|own| own.unit.at);
    let trouble = |unit: Option<UnitId>| Trouble { matter, unit, at: unit.and_then(at), why: why.clone() };
    if line.fact().unit().is_none() {
        return vec![trouble(None)];
    }
    // An assignment concerns who loses the unit, too, to whom it is nobody's own any more.
    let is_concern = |unit: &UnitId| matter == Matter::Reassigned || (reader.whose)(*unit) == Whose::Own;
    let concerned = line.units().into_iter().filter(is_concern).filter(|unit| !is_late(*unit));
    concerned.map(|unit| trouble(Some(unit))).collect()
}

/// How a unit stands at the end of the turn.
fn of_unit(vantage: &Vantage<'_>, unit: &Unit) -> Vec<Trouble> {
    let trouble = |note: Note| Trouble {
        matter: Matter::Ails(note.concern),
        unit: Some(unit.id),
        at: Some(unit.at),
        why: Cause::Ails(note.why),
    };
    lack::notes(vantage, unit).into_iter().map(trouble).collect()
}
