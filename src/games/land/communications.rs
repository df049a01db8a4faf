//! Communications (rules 11.1, 11.3, 11.13) and what else the end of a turn works out for the next.
//!
//! They are worked out once, at the end of a turn ([`settle`]); the allowance of 7.2 and the sight of 4.1 use
//! what is written on the units.

use std::collections::BTreeMap;

use crate::book::{Book, Measure};
use crate::contact::{End, Lines, Screen};
use crate::field::Field;
use crate::field::occupancy;
use crate::siege;
use crate::state::{City, LandState};
use crate::turn::Turn;
use crate::unit::{Source, Unit, UnitId, UnitType};
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::Atlas;

pub mod sources;

/// What the end of a turn works out for a position, and what a game's or a case's first position needs too:
/// sieges, communications and supply sources.
pub fn settle(atlas: &Atlas, book: &'static Book, state: &mut LandState) {
    let occupancy = occupancy(state);
    for (name, besieged) in siege::changes(Field { atlas, book, state, occupancy: &occupancy }) {
        if let Some(city) = state.cities.get_mut(&name) {
            city.besieged = besieged;
        }
    }
    relink(atlas, book, state, |_| true);
}

/// Works out communications and supply sources anew, for some units.
pub fn relink(atlas: &Atlas, book: &'static Book, state: &mut LandState, is_meant: impl Fn(&Unit) -> bool) {
    let occupancy = occupancy(state);
    let (links, sources) = {
        let lines = Lines::new(Field { atlas, book, state, occupancy: &occupancy });
        let links = communications(&lines);
        let sources = sources::supply_sources(&lines);
        (links, sources)
    };
    for unit in state.units.values_mut().filter(|unit| is_meant(unit)) {
        unit.communications = links.get(&unit.id).cloned();
        unit.in_communications = unit.communications.is_some();
        unit.source = sources.get(&unit.id).cloned();
    }
}

/// Works out supply sources anew, for some units; communications stay as they were.
pub fn relist_sources(
    atlas: &Atlas,
    book: &'static Book,
    state: &mut LandState,
    is_meant: impl Fn(&Unit) -> bool,
) {
    let occupancy = occupancy(state);
    let lines = Lines::new(Field { atlas, book, state, occupancy: &occupancy });
    let sources = sources::supply_sources_of(&lines, &is_meant);
    for unit in state.units.values_mut().filter(|unit| is_meant(unit)) {
        unit.source = sources.get(&unit.id).cloned();
    }
}

/// The row of the turn list: [`settle`] at the turn's end.
pub fn settle_turn(turn: &mut Turn) {
    settle(&turn.atlas, turn.book, &mut turn.state);
}

/// ROTD-EUWOL 11.1, R-11.1: what each unit that is in communications has them with. Army headquarters are the
/// source and are always in them; then corps headquarters; then everybody else.
pub fn communications(lines: &Lines<'_>) -> BTreeMap<UnitId, Source> {
    let field = lines.field();
    let cities = cities_by_square(field.state);
    let of_kind = |kind: UnitType| field.state.units.values().filter(move |unit| unit.id.kind == kind);
    let mut links = BTreeMap::new();
    for army in of_kind(UnitType::ArmyHq) {
        links.insert(army.id, Source::Unit(army.id));
    }
    let armies = Headquarters::new(of_kind(UnitType::ArmyHq).filter(|army| army.is_active()));
    let mut search =
        Search { lines, cities: &cities, of: &armies, within: ARMY_RANGE, known: BTreeMap::new() };
    for corps in of_kind(UnitType::CorpsHq) {
        search.link(corps, &mut links);
    }
    let linked = |corps: &&Unit| corps.is_active() && links.contains_key(&corps.id);
    let corps = Headquarters::new(of_kind(UnitType::CorpsHq).filter(linked));
    let mut search =
        Search { lines, cities: &cities, of: &corps, within: CORPS_RANGE, known: BTreeMap::new() };
    for unit in field.state.units.values().filter(|unit| !unit.id.kind.is_hq()) {
        search.link(unit, &mut links);
    }
    links
}

/// How far an army headquarters' communications reach (rule 11.1), as G-05 counts.
pub const ARMY_RANGE: u8 = 5;

/// How far a corps headquarters' reach, and how far others draw supplies from it (rules 11.1, 11.6), in squares and
/// for supplies in steps of the line.
pub const CORPS_RANGE: u8 = 2;

/// Headquarters by where they stand.
pub struct Headquarters<'a>(BTreeMap<StrategicSquare, Vec<&'a Unit>>);

impl<'a> Headquarters<'a> {
    /// Sorts headquarters by their squares.
    pub fn new(units: impl Iterator<Item = &'a Unit>) -> Self {
        let mut by_square = BTreeMap::<_, Vec<_>>::new();
        for unit in units {
            by_square.entry(unit.at).or_default().push(unit);
        }
        Headquarters(by_square)
    }

    /// Those at most `within` squares from a square, nearest first, then in id order.
    pub fn near(&self, at: StrategicSquare, within: u8) -> Vec<&'a Unit> {
        let rows = at.row.saturating_sub(within)..=at.row.saturating_add(within);
        let columns = at.col.saturating_sub(within)..=at.col.saturating_add(within);
        let in_column = |col| {
            let end = |row| StrategicSquare { col, row };
            self.0.range(end(*rows.start())..=end(*rows.end())).flat_map(|(_, units)| units.iter().copied())
        };
        let mut found = columns.flat_map(in_column).collect::<Vec<_>>();
        found.sort_by_key(|unit| (unit.at.distance(at), unit.id));
        found
    }
}

/// The search for the headquarters of one level below another; what it finds for a unit holds for all that
/// stand as that unit does.
struct Search<'a> {
    lines: &'a Lines<'a>,
    cities: &'a Cities<'a>,
    of: &'a Headquarters<'a>,
    within: u8,
    known: BTreeMap<(End, bool), Option<Source>>,
}

impl Search<'_> {
    fn link(&mut self, unit: &Unit, links: &mut BTreeMap<UnitId, Source>) {
        let key = (self.lines.alike(End::from(unit)), is_shut_in(self.lines.field(), self.cities, unit));
        if !self.known.contains_key(&key) {
            let found = self.find(unit, key.1);
            self.known.insert(key, found);
        }
        if let Some(Some(source)) = self.known.get(&key) {
            links.insert(unit.id, source.clone());
        }
    }

    fn find(&self, unit: &Unit, shut_in: bool) -> Option<Source> {
        let field = self.lines.field();
        let nation = unit.id.nation;
        let headquarters = self.of.near(unit.at, self.within).into_iter().find(|other| {
            field.relation(nation, other.id.nation).is_friendly()
                && is_shut_in(field, self.cities, other) == shut_in
                && is_linked(self.lines, nation, (End::from(unit), End::from(*other)), self.within)
        });
        headquarters
            .map(|headquarters| Source::Unit(headquarters.id))
            .or_else(|| city_of(field, self.cities, unit).map(Source::City))
    }
}

/// ROTD-EUWOL 11.1, 11.6, R-11.1: whether a line of contact joins two ends that lie within some squares of one another: one
/// of any length, or, where the book counts its steps, one of no more of them.
pub fn is_linked(lines: &Lines<'_>, nation: NationCode, ends: (End, End), within: u8) -> bool {
    match lines.field().book.supply.measure {
        Measure::Distance => lines.contact(nation, ends.0, ends.1, Screen::Closes),
        Measure::Path => lines.length(nation, ends.0, ends.1, within).is_some(),
    }
}

pub type Cities<'a> = BTreeMap<StrategicSquare, (&'a str, &'a City)>;

/// Sorts the cities by their squares.
pub fn cities_by_square(state: &LandState) -> Cities<'_> {
    state.cities.iter().map(|(name, city)| (city.at, (name.as_str(), city))).collect()
}

/// ROTD-EUWOL 11.3: whether a unit is in a besieged city: in its tactical square, and not its enemy.
pub fn is_shut_in(field: Field<'_>, cities: &Cities<'_>, unit: &Unit) -> bool {
    is_besieged_square(cities, unit.at, unit.tac)
        && cities
            .get(&unit.at)
            .is_some_and(|(_, city)| field.relation(city.control, unit.id.nation).is_friendly())
}

/// ROTD-EUWOL 11.2, 11.3: whether a tactical square is that of a besieged city: nothing in it, a depot neither, is
/// in contact with what is outside.
pub fn is_besieged_square(cities: &Cities<'_>, at: StrategicSquare, tac: TacticalSquare) -> bool {
    cities.get(&at).is_some_and(|(_, city)| city.besieged && city.tac == tac)
}

/// ROTD-EUWOL 11.1, 11.3: the city of its own side in a unit's strategic square, if it gives communications:
/// a besieged one gives them only to those inside.
pub fn city_of(field: Field<'_>, cities: &Cities<'_>, unit: &Unit) -> Option<String> {
    let (name, city) = cities.get(&unit.at)?;
    let friendly = field.relation(unit.id.nation, city.control).is_friendly();
    (friendly && (!city.besieged || city.tac == unit.tac)).then(|| (*name).to_string())
}

impl Lines<'_> {
    /// An end that has the same lines as this one: in a square without enemies or great rivers the place on
    /// the tactical map makes no difference.
    pub fn alike(&self, end: End) -> End {
        if self.is_plain(end) { End { tac: TacticalSquare::MIDDLE, ..end } } else { end }
    }
}

#[cfg(test)]
mod tests;
