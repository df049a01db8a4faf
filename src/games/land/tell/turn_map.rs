//! The turn as a map shows it: the marches that were seen, the battles with what they cost, the cities that changed hands.
//! All of it comes from the lines of the report, and so from what the reader was told.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::gather::{NewsLine, Reader};
use crate::places::Side;
use crate::summary::{CityChange, Summary};
use crate::vantage::Vantage;
use fieldpost_engine::event::Saw;
use fieldpost_engine::words::counted;
use fieldpost_engine::words::listed;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_land::event::Kind;
use fieldpost_land::unit::UnitId;

/// What a map of the turn shows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TurnMap {
    /// The marches seen, the own side's first, of each the greatest first.
    pub marches: Vec<MarchSeen>,
    /// Where the reader's side fought, with what it cost.
    pub battles: Vec<FieldSeen>,
    /// The cities that changed hands.
    pub cities: Vec<String>,
    /// All of it in words, a sentence a kind.
    pub words: Vec<String>,
}

/// Units that were seen to march the same way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MarchSeen {
    /// Whose they are.
    pub side: Side,
    /// The strategic squares that they were seen in, in order; one alone where they only came into sight.
    pub path: Vec<String>,
    /// How many they are.
    pub units: u32,
}

/// A square in which the reader's side fought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FieldSeen {
    /// The square.
    pub square: String,
    /// Men that the reader's side lost there.
    pub lost: u32,
    /// Men that the enemy lost, about.
    pub enemy_lost_about: u32,
}

/// Most marches of a side that are told in words; the map and the phases have them all.
const MOST_MARCHES: usize = 10;

type Path = Vec<StrategicSquare>;

impl TurnMap {
    /// The map of the lines of a turn.
    pub fn of(lines: &[NewsLine<'_>], summary: &Summary, vantage: &Vantage<'_>, reader: Reader<'_>) -> Self {
        let fought = summary.battles.iter().filter(|field| field.won + field.lost > 0);
        let battles = fought.map(|field| FieldSeen {
            square: field.square.clone(),
            lost: field.side_losses,
            enemy_lost_about: field.enemy_losses_about,
        });
        let battles = if reader.is_umpire() { all_fields(lines, vantage, reader) } else { battles.collect() };
        let taken = summary.cities.iter().filter(|city| city.change != CityChange::Siege);
        let mut map = TurnMap {
            marches: marches(lines, vantage, reader),
            battles,
            cities: once(taken.map(|city| city.city.clone())),
            words: Vec::new(),
        };
        map.words = map.in_words(reader.is_umpire());
        map
    }

    fn in_words(&self, is_umpire: bool) -> Vec<String> {
        let ways = |is_friendly: bool, whole: bool| {
            let of = |march: &&MarchSeen| {
                march.side.is_friendly() == is_friendly && (march.path.len() > 1) == whole
            };
            some(self.marches.iter().filter(of).map(MarchSeen::words).collect())
        };
        let fields = self.battles.iter().map(|field| {
            if is_umpire {
                return format!(
                    "{} ({} lost)",
                    field.square,
                    counted(field.lost + field.enemy_lost_about, "man")
                );
            }
            let theirs = match field.enemy_lost_about {
                0 => "none of the enemy".to_owned(),
                lost => format!("about {lost} of the enemy"),
            };
            format!("{} ({} of your side lost, {theirs})", field.square, field.lost)
        });
        let [ours, theirs] =
            if is_umpire { ["Marched", "Also marched"] } else { ["Your side marched", "Others marched"] };
        let kinds = [
            (ours, ways(true, true)),
            (theirs, ways(false, true)),
            ("Others came into sight", ways(false, false)),
            ("Battles", fields.collect::<Vec<_>>().join(", ")),
            ("Changed hands", listed(&self.cities)),
        ];
        let told = kinds.into_iter().filter(|(_, words)| !words.is_empty());
        told.map(|(kind, words)| format!("{kind}: {words}.")).collect()
    }
}

/// For whoever takes no side: all squares with battles, with what those lost whom the map shows as one side, and all others.
fn all_fields(lines: &[NewsLine<'_>], vantage: &Vantage<'_>, reader: Reader<'_>) -> Vec<FieldSeen> {
    let mut fields: Vec<FieldSeen> = Vec::new();
    for (at, battle) in lines.iter().filter_map(|line| line.square.zip(line.battle.as_ref())) {
        let square = reader.places.label(at);
        if fields.iter().all(|field| field.square != square) {
            fields.push(FieldSeen { square: square.clone(), lost: 0, enemy_lost_about: 0 });
        }
        let Some(field) = fields.iter_mut().find(|field| field.square == square) else { continue };
        for camp in &battle.camps {
            let first = camp.rows.first().and_then(|row| row.unit.parse::<UnitId>().ok());
            let is_shown_ours = first.is_some_and(|unit| vantage.relation(unit.nation).is_friendly());
            *(if is_shown_ours { &mut field.lost } else { &mut field.enemy_lost_about }) += camp.lost;
        }
    }
    fields
}

impl MarchSeen {
    /// `J5-S2 to J4-S2 (3 units)`, or the square alone where they came into sight.
    fn words(&self) -> String {
        let units = counted(self.units, "unit");
        match (self.path.first(), self.path.last()) {
            (Some(from), Some(to)) if self.path.len() > 1 => format!("{from} to {to} ({units})"),
            (Some(at), _) => format!("{at} ({units})"),
            _ => units,
        }
    }
}

/// Each name once, where it stands first: a city may change hands and change them again.
fn once(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut all = Vec::new();
    for name in names {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all
}

fn some(words: Vec<String>) -> String {
    let more = words.len().saturating_sub(MOST_MARCHES);
    let named = words.into_iter().take(MOST_MARCHES).collect::<Vec<_>>().join(", ");
    if more == 0 { named } else { format!("{named} and {more} more") }
}

fn marches(lines: &[NewsLine<'_>], vantage: &Vantage<'_>, reader: Reader<'_>) -> Vec<MarchSeen> {
    let mut ways: BTreeMap<UnitId, Vec<Path>> = BTreeMap::new();
    for line in lines.iter().filter(|line| is_march(line.kind())) {
        let from = line.start.map(|from| from.at);
        let to = line.fact().at().filter(|_| line.saw != Saw::Start);
        for unit in line.units() {
            add(ways.entry(unit).or_default(), from, to);
        }
    }
    let mut alike: BTreeMap<(Side, Path), u32> = BTreeMap::new();
    for (unit, paths) in ways {
        let side = Side::from(vantage.relation(unit.nation));
        for path in paths {
            *alike.entry((side, path)).or_default() += 1;
        }
    }
    let label = |path: Path| path.into_iter().map(|at| reader.places.label(at)).collect();
    let mut seen: Vec<MarchSeen> =
        alike.into_iter().map(|((side, path), units)| MarchSeen { side, path: label(path), units }).collect();
    // Of one's own side only marches that led somewhere.
    seen.retain(|march| march.path.len() > 1 || !march.side.is_friendly());
    seen.sort_by_key(|march| (!march.side.is_friendly(), std::cmp::Reverse(march.units)));
    seen
}

/// Whether it leads from one strategic square to another.
fn is_march(kind: Kind) -> bool {
    matches!(kind, Kind::March | Kind::Withdraw | Kind::Pursue | Kind::Rail | Kind::Rout)
}

/// Adds a step to a unit's ways: it goes on from the last one, or begins another.
fn add(paths: &mut Vec<Path>, from: Option<StrategicSquare>, to: Option<StrategicSquare>) {
    let Some(to) = to else { return };
    let last = paths.last().and_then(|path| path.last()).copied();
    match (from, paths.last_mut()) {
        (Some(from), _) if from == to => {}
        (Some(from), Some(path)) if last == Some(from) => path.push(to),
        (Some(from), _) => paths.push(vec![from, to]),
        (None, _) => paths.push(vec![to]),
    }
}
