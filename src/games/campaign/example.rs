//! The examples of orders in a mail: each was rehearsed in the position in which it is shown, and nothing was remarked of it.

use serde::Serialize;

use crate::table::Table;
use fieldpost_door::example::works;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_ground::nation::Relation;
use fieldpost_land::detection::Sight;
use fieldpost_land::state::City;
use fieldpost_land::unit::{Unit, UnitId, UnitType};
use fieldpost_tell::Theatre;
use fieldpost_tell::vantage::Vantage;

/// A unit of a player's, and squares to which it can march. Without any it is told to hold its ground.
#[derive(Serialize)]
pub struct March {
    pub unit: String,
    /// A square beside it.
    pub square: Option<String>,
    /// One across its corner.
    pub diagonal: Option<Diagonal>,
}

/// A square across the corner of another.
#[derive(Serialize)]
pub struct Diagonal {
    square: String,
    /// Which way that is, such as `north-east`.
    way: String,
}

/// A unit that goes at the enemy.
#[derive(Serialize)]
pub struct Attack {
    unit: String,
    /// Towards which city, if one of the enemy's is near.
    city: Option<String>,
    /// The square that it marches to.
    step: String,
}

/// How a city can be taken, as an example: by a unit of the reader's own, in one turn's march.
#[derive(Serialize)]
pub struct Raid {
    #[serde(skip)]
    id: UnitId,
    unit: String,
    /// The city, its square and its tactical square.
    city: String,
    square: String,
    tac: String,
    /// The first square of the way.
    #[serde(skip)]
    step: String,
    /// The way there, square by square, at most three.
    path: String,
    /// The tactical phase in which the unit is there and may move on.
    phase: u8,
}

/// Most squares of an example's march: what a brigade does in a turn.
const MOST_SQUARES: u8 = 3;

/// Most units, and most captures, that are tried for one example.
pub const MOST_TRIED: usize = 8;

/// What one player is shown.
pub struct Examples<'a> {
    table: &'a Table,
    to: PlayerNo,
}

impl<'a> Examples<'a> {
    /// Those of a player.
    pub fn of(table: &'a Table, to: PlayerNo) -> Self {
        Examples { table, to }
    }

    /// Whether a receipt of this block would mark nothing.
    pub fn works(&self, piece: impl Into<Piece>, lines: &[String]) -> bool {
        let piece = piece.into();
        let opener = if self.table.is_ship(&piece) { "SHIP" } else { "UNIT" };
        let opening = format!("{opener} {piece}");
        let block: Vec<String> = std::iter::once(opening).chain(lines.iter().cloned()).collect();
        works(self.table, self.to, &block)
    }

    /// A march of a brigade of the player's; none only where the player has no brigade.
    pub fn march(&self) -> Option<March> {
        let state = &self.table.land;
        let commands = |unit: &&Unit| state.seats.get(&unit.id).is_some_and(|seat| seat.commander == self.to);
        let own = state.units_of(self.to).filter(commands).filter(|unit| unit.is_combat());
        let mut brigades: Vec<&Unit> = own.collect();
        // Foot teaches best.
        brigades.sort_by_key(|unit| (unit.id.kind != UnitType::Infantry, unit.id));
        let first = brigades.first()?;
        let mut marches = brigades.iter().take(MOST_TRIED).map(|unit| self.march_of(unit));
        let found = marches.find(|march| march.square.is_some());
        Some(found.unwrap_or_else(|| March { unit: first.id.to_string(), square: None, diagonal: None }))
    }

    pub fn march_of(&self, unit: &Unit) -> March {
        let map = &self.table.atlas.map;
        let beside = |straight: bool, more: &[&str]| {
            let about = map.grid.neighbours(unit.at).filter(move |(way, _)| way.is_straight() == straight);
            let mut open = about.filter(|(_, square)| map.is_passable(*square));
            open.find(|(_, square)| {
                let march = format!("MARCH {}", map.grid.label(*square));
                let lines: Vec<String> =
                    std::iter::once(march).chain(more.iter().map(|words| (*words).to_owned())).collect();
                self.works(unit.id, &lines)
            })
        };
        let square = beside(true, &["CARRY 1"]);
        let diagonal = square.and_then(|_| beside(false, &[]));
        March {
            unit: unit.id.to_string(),
            square: square.map(|(_, square)| map.grid.label(square)),
            diagonal: diagonal
                .map(|(way, square)| Diagonal { square: map.grid.label(square), way: way.words().into() }),
        }
    }

    /// The nearest city of another side that a unit can be in at the turn's end, and an attack: towards such a city, or else by
    /// the unit that marches.
    pub fn war(&self, march: Option<&March>) -> (Option<Raid>, Option<Attack>) {
        let (nothing, Theatre { atlas, book }) = (Sight::default(), self.table.theatre());
        let Some(vantage) = Vantage::of(self.to, &self.table.land, &nothing, atlas, book) else {
            return (None, None);
        };
        let raids = raids(&vantage);
        let attack = raids.iter().find(|raid| self.works(raid.id, &attack(&raid.step)));
        let attack = attack.map(|raid| Attack {
            unit: raid.unit.clone(),
            city: Some(raid.city.clone()),
            step: raid.step.clone(),
        });
        let attack = attack.or_else(|| self.attack_of(march?));
        let capture = raids.into_iter().find(|raid| self.works(raid.id, &raid.lines()));
        (capture, attack)
    }

    fn attack_of(&self, march: &March) -> Option<Attack> {
        let step = march.square.clone()?;
        let works = self.works(march.unit.as_str(), &attack(&step));
        works.then(|| Attack { unit: march.unit.clone(), city: None, step })
    }
}

/// The orders of an attack.
fn attack(step: &str) -> [String; 3] {
    [format!("MARCH {step}"), "ENGAGE PHASES 3-4".into(), "ATTACK ASSAULT".into()]
}

impl Raid {
    fn lines(&self) -> [String; 2] {
        [format!("MARCH {}", self.path), format!("MOVE {} PHASE {}", self.tac, self.phase)]
    }
}

/// Ways of a player's brigades to cities of another side, the nearest first, of what the map shows.
fn raids(vantage: &Vantage<'_>) -> Vec<Raid> {
    let cities =
        vantage.cities.iter().filter(|(_, city)| vantage.relation(city.control) == Relation::Hostile);
    let cities: Vec<_> = cities.collect();
    let brigades = vantage.own.iter().filter(|own| own.is_commanded).map(|own| own.unit);
    let brigades = brigades.filter(|unit| unit.is_active() && unit.id.kind == UnitType::Infantry);
    let ways = brigades.flat_map(|unit| cities.iter().map(move |(name, city)| (unit, *name, *city)));
    let mut near: Vec<_> =
        ways.filter(|(unit, _, city)| (1..=MOST_SQUARES).contains(&unit.at.distance(city.at))).collect();
    near.sort_by_key(|(unit, name, city)| (unit.at.distance(city.at), unit.id, *name));
    let raids = near.into_iter().filter_map(|(unit, name, city)| raid_of(vantage, unit, name, city));
    raids.take(MOST_TRIED).collect()
}

fn raid_of(vantage: &Vantage<'_>, unit: &Unit, name: &str, city: &City) -> Option<Raid> {
    let grid = &vantage.atlas.map.grid;
    let mut path = Vec::new();
    let mut at = unit.at;
    while at != city.at {
        let nearer = grid.neighbours(at).map(|(_, next)| next).filter(|next| {
            next.distance(city.at) < at.distance(city.at)
                && vantage.atlas.map.is_passable(*next)
                && vantage.barred(unit, at, *next).is_none()
        });
        at = nearer
            .min_by_key(|next| (next.offset_to(city.at).0.abs() + next.offset_to(city.at).1.abs(), *next))?;
        path.push(grid.label(at));
    }
    // After the first strategic phase come tactical phases 3 and 4, after all others only 5.
    let phase = if path.len() == 1 { 3 } else { 5 };
    Some(Raid {
        id: unit.id,
        unit: unit.id.to_string(),
        city: name.to_owned(),
        square: grid.label(city.at),
        tac: city.tac.to_string(),
        step: path.first()?.clone(),
        path: path.join(" "),
        phase,
    })
}
