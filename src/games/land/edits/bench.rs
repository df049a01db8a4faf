//! An edit at work: the position as it becomes, and what is said against it on the way.

use std::collections::BTreeSet;

use crate::communications::{self, cities_by_square, is_besieged_square};
use crate::crossings::pontoon_at;
use crate::deployment::{self, Bar};
use crate::edits::edit::Ground;
use crate::edits::value::{self, Impossible};
use crate::event::{Place, reason};
use crate::field::Field;
use crate::field::occupancy;
use crate::movement::closed;
use crate::state::{LandState, Seat};
use crate::tactics::fort;
use crate::unit::{Source, Status, Unit, UnitId};
use crate::{bridges, muster, scenario, siege};
use fieldpost_engine::breach::Breach;
use fieldpost_engine::refusal::Refusal;
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

/// The position that an edit is working on.
pub struct Bench<'a> {
    /// The maps and the rulebook's numbers.
    pub ground: Ground<'a>,
    /// The position so far.
    pub state: LandState,
    /// What rules say against it: the GA may insist.
    pub against: Vec<Breach>,
    /// What the GA should know, a sentence each.
    pub notes: Vec<String>,
}

impl<'a> Bench<'a> {
    /// Before anything is done.
    pub fn new(ground: Ground<'a>, state: &LandState) -> Self {
        Bench { ground, state: state.clone(), against: Vec::new(), notes: Vec::new() }
    }

    /// A look at the position as it is now.
    pub fn look<T>(&self, at: impl FnOnce(Field<'_>) -> T) -> T {
        self.ground.look(&self.state, at)
    }

    /// A rule forbids it; told once.
    pub fn forbid(&mut self, why: impl Into<Breach>) {
        let why = why.into();
        if !self.against.contains(&why) {
            self.against.push(why);
        }
    }

    /// Something the GA should know, in a sentence.
    pub fn note(&mut self, words: impl Into<String>) {
        let words = words.into();
        if !self.notes.contains(&words) {
            self.notes.push(words);
        }
    }

    /// A unit as it is now.
    ///
    /// # Errors
    /// If there is none of that id.
    pub fn unit(&self, id: UnitId) -> Result<&Unit, Impossible> {
        value::unit(&self.state, id)
    }

    /// A square's name.
    pub fn label(&self, at: StrategicSquare) -> String {
        self.ground.atlas.map.grid.label(at)
    }

    /// Puts a unit as it is to be in place of what it was. What the rules say against it that they did not say before is
    /// against the edit.
    pub fn replace(&mut self, unit: Unit) {
        let before: BTreeSet<Breach> = self.look(|field| match field.unit(unit.id) {
            Some(unit) => faults(field, unit).collect(),
            None => BTreeSet::new(),
        });
        let id = unit.id;
        self.state.units.insert(id, unit);
        let after: Vec<Breach> =
            self.look(|field| field.unit(id).map(|unit| faults(field, unit).collect()).unwrap_or_default());
        for fault in after.into_iter().filter(|fault| !before.contains(fault)) {
            self.forbid(fault);
        }
    }

    /// Changes something that rules about many units hang on. What they say against the position that they did not say
    /// before is against the edit.
    pub fn in_order(&mut self, change: impl FnOnce(&mut LandState)) {
        let before = quarrels(&self.ground, &self.state);
        change(&mut self.state);
        for quarrel in quarrels(&self.ground, &self.state).difference(&before) {
            self.forbid(quarrel.clone());
        }
    }

    /// Units that are meant get their communications and supply source anew. Nobody else does before the turn's end.
    pub fn relink(&mut self, is_meant: impl Fn(&Unit) -> bool) {
        communications::relink(self.ground.atlas, self.ground.book, &mut self.state, is_meant);
    }

    /// ROTD-EUWOL 11.3: the city in a square is besieged, or is no longer, as the units stand now.
    pub fn judge_siege(&mut self, at: StrategicSquare) {
        let changed = self.look(siege::changes);
        for (name, besieged) in changed {
            if let Some(city) = self.state.cities.get_mut(&name).filter(|city| city.at == at) {
                city.besieged = besieged;
            }
        }
    }
}

/// What rules say against a unit as it is: its size, its arms, its home, and the room where it stands.
fn faults<'a>(field: Field<'a>, unit: &'a Unit) -> impl Iterator<Item = Breach> + 'a {
    let own = scenario::faults(field.book, unit, &field.atlas.map, field.state);
    let own = own.into_iter().map(|(_, fault)| fault);
    own.chain(scenario::crowd(field, unit)).map(move |fault| Breach::of(unit.id, format!(": {fault}.")))
}

/// What rules say against a unit's being placed somewhere, whatever it is: the map, who stands there, a siege. `unit` is as
/// it is before.
pub fn bars_to_place(field: Field<'_>, unit: &Unit, to: Place) -> Vec<Breach> {
    let grid = &field.atlas.map.grid;
    let (map, there) = (&field.atlas.map, standing_at(field, unit, to));
    let mut bars = Vec::new();
    if !map.is_passable(to.at) {
        bars.push(Bar::Impassable(to.at, map.terrain_at(to.at)));
    }
    if closed::is_closed(field, to.at) {
        bars.push(Bar::Closed(to.at));
    }
    if bridges::is_in_use(field, unit) {
        bars.push(Bar::InUse);
    }
    if to.at != unit.at || field.unit(unit.id).is_none() {
        bars.extend(deployment::bar_of_numbers(field, unit, to.at, there.in_fort));
    }
    bars.extend(
        deployment::bar_of_the_place(field, unit, to).filter(|bar| !is_laid_there(field, &there, *bar)),
    );
    let is_besieged = is_besieged_square(&cities_by_square(field.state), to.at, to.tac);
    let siege = is_besieged
        .then(|| Refusal::by("rule 11.3", format!("{} of {} is besieged", to.tac, grid.label(to.at))));
    let refusals = bars.into_iter().map(|bar| refusal(field, unit, bar));
    let breach = |Refusal { why, rule, .. }| Breach::of(unit.id, format!(": {why}.")).by(rule);
    refusals.chain(siege).map(breach).collect()
}

/// ROTD-EUWOL 12.4: a pontoon bridge can be put into a river, as one that is laid, if none lies there.
fn is_laid_there(field: Field<'_>, there: &Unit, bar: Bar) -> bool {
    matches!(bar, Bar::NoFooting(..)) && there.deployed && pontoon_at(field, there.at, there.tac).is_none()
}

/// A full square and one that enemies hold are one thing to who deploys, and two to a GA.
fn refusal(field: Field<'_>, unit: &Unit, bar: Bar) -> Refusal {
    let grid = &field.atlas.map.grid;
    if let Bar::NoRoom(at, tac) = bar {
        let hostile = |nation| field.relation(unit.id.nation, nation) == Relation::Hostile;
        let enemy = field.units_of_nations(at, hostile).find(|other| other.tac == tac);
        if let Some(enemy) = enemy {
            let why = format!("its enemy {} stands on {tac} of {}", enemy.id, grid.label(at));
            return Refusal::by("rule 9.13", why);
        }
    }
    reason::refusal(&bar.reason(grid))
}

/// A unit as it stands once it is somewhere else: in a fort that has room for it (rule 9.2), as a bridge that is laid in a
/// river.
pub fn standing_at(field: Field<'_>, unit: &Unit, to: Place) -> Unit {
    let mut there = Unit { at: to.at, tac: to.tac, in_fort: false, ..unit.clone() };
    there.in_fort = there.status != Status::Shattered && fort::has_space(field, &there);
    there.deployed = muster::lies_in_a_river(&there, field.atlas);
    there
}

/// The tactical square where a unit is put if none is named: the city's, else the nearest to the middle that it may stand
/// in, else the middle.
pub fn usual_place(field: Field<'_>, unit: &Unit, at: StrategicSquare) -> TacticalSquare {
    let city = field.atlas.map.city_at(at).map(|city| city.tac);
    let may_stand =
        |tac: &TacticalSquare| deployment::bar_of_the_place(field, unit, Place { at, tac: *tac }).is_none();
    let free = || {
        let free = TacticalSquare::all().filter(may_stand);
        free.min_by_key(|tac| (tac.distance(TacticalSquare::MIDDLE), tac.col(), tac.row()))
    };
    city.filter(may_stand).or_else(free).or(city).unwrap_or(TacticalSquare::MIDDLE)
}

/// Whether a unit has its communications or its supplies from a headquarters.
pub fn leans_on(unit: &Unit, headquarters: UnitId) -> bool {
    let is_it = |source: &Option<Source>| source.as_ref() == Some(&Source::Unit(headquarters));
    is_it(&unit.communications) || is_it(&unit.source)
}

/// What rules say against a whole position where relations or closed land decide it.
pub fn quarrels(ground: &Ground<'_>, state: &LandState) -> BTreeSet<Breach> {
    ground.look(state, |field| {
        let of_unit = |unit: &Unit| {
            let crowd = scenario::crowd(field, unit);
            let crowd = crowd.map(|fault| Breach::of(unit.id, format!(": {fault}.")));
            let label = || field.atlas.map.grid.label(unit.at);
            let is_there = |other: &&Unit| other.tac == unit.tac && other.id > unit.id;
            let is_enemy = |nation| field.relation(unit.id.nation, nation) == Relation::Hostile;
            let enemies = field.units_of_nations(unit.at, is_enemy).filter(is_there);
            let enemies = enemies.map(|other| {
                let (enemy, tac) = (other.id, unit.tac);
                Breach::of(unit.id, format!(" and its enemy {enemy} stand on {tac} of {}.", label()))
                    .by("rule 9.13")
            });
            let closed = closed::is_closed(field, unit.at);
            let closed = closed.then(|| {
                Breach::of(unit.id, format!(" stands in {}, on closed land.", label())).by("rule 7.16")
            });
            enemies.chain(crowd).chain(closed).collect::<Vec<_>>()
        };
        let officers = state.seats.iter().filter_map(|(id, seat)| strange_officer(state, *id, *seat));
        state.units.values().flat_map(of_unit).chain(officers).collect()
    })
}

/// ROTD-EUWOL 3.5: a unit that is commanded or deputised for by no officer of its side.
pub fn strange_officer(state: &LandState, id: UnitId, seat: Seat) -> Option<Breach> {
    let officers =
        [Some(seat.commander), seat.deputy].into_iter().flatten().filter_map(|number| state.player(number));
    let is_strange = |nation| !state.relations.between(nation, id.nation).is_friendly();
    let strange = officers.into_iter().find(|player| is_strange(player.nation));
    strange.map(|player| {
        Breach::around(format!("{} is no officer of ", player.name), id, "'s side.").by("rule 3.5")
    })
}

/// What no position has, whatever anybody insists on: a unit off the map, without a commander or in a fort that is not
/// there.
pub fn faults_of_position(ground: &Ground<'_>, state: &LandState) -> Vec<String> {
    let map = &ground.atlas.map;
    let of_unit = |unit: &Unit| {
        let seat = state.seats.get(&unit.id).is_some_and(|seat| state.player(seat.commander).is_some());
        let has_fort = || state.city_on(unit.at, unit.tac).is_some_and(|city| city.fort.is_some());
        if !map.grid.holds(unit.at) {
            Some(format!("{} would stand outside the map.", unit.id))
        } else if !seat {
            Some(format!("Nobody would command {}.", unit.id))
        } else {
            let lost = unit.in_fort && !has_fort();
            lost.then(|| format!("{} would be in a fort, and there is none where it stands.", unit.id))
        }
    };
    let units = state.units.values().filter_map(of_unit);
    let vacant = state.seats.keys().filter(|id| !state.units.contains_key(id));
    let vacant = vacant.map(|id| format!("{id} would have a commander and not be there."));
    let depots = state.depots.iter().filter(|depot| !map.grid.holds(depot.at));
    units.chain(vacant).chain(depots.map(|_| "A depot would lie outside the map.".into())).collect()
}

impl Ground<'_> {
    /// A look at a position on this ground.
    pub fn look<T>(&self, state: &LandState, at: impl FnOnce(Field<'_>) -> T) -> T {
        let occupancy = occupancy(state);
        at(Field { atlas: self.atlas, book: self.book, state, occupancy: &occupancy })
    }
}
