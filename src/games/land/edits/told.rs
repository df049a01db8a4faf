//! What differs between two positions, value by value, in words for people: after a hand edit, after one is taken back, and
//! after a turn that was run again.

use std::collections::{BTreeMap, BTreeSet};

use crate::book::Book;
use crate::edits::city::city_fields;
use crate::edits::constants::Constant;
use crate::edits::field::Shown;
use crate::edits::fields::unit_fields;
use crate::edits::value::NOTHING;
use crate::edits::words::{control_words, relation_word};
use crate::orders::Office;
use crate::state::{City, Control, DepotWork, LandState, Player, Works};
use crate::unit::{Unit, UnitId};
use fieldpost_ground::nation::{NATIONS, NationCode};
use fieldpost_ground::square::{Grid, StrategicSquare};

/// One thing before and after, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Whose unit it is, where it is a unit's.
    pub unit: Option<UnitId>,
    /// What, such as `AU3IN morale`.
    pub what: String,
    /// What it was; a dash for nothing.
    pub before: String,
    pub after: String,
}

/// Everything that differs, in the order in which a position is written.
pub fn told(book: &Book, grid: &Grid, before: &LandState, after: &LandState) -> Vec<Told> {
    let mut list = List { book, grid, before, after, told: Vec::new() };
    list.turn();
    list.players();
    list.units();
    list.cities();
    list.depots();
    list.relations();
    list.land();
    list.ways();
    list.ferries();
    list.reserves();
    list.constants();
    list.told
}

/// What differs of one unit; nothing if it is the same, and one line if it came or went.
pub fn unit_differences(
    book: &Book,
    grid: &Grid,
    before: &LandState,
    after: &LandState,
    unit: UnitId,
) -> Vec<Told> {
    let shown = |state, unit| Shown { grid, state, unit };
    let one = |what: &str, before: String, after: String| Told {
        unit: Some(unit),
        what: format!("{unit}{what}"),
        before,
        after,
    };
    match (before.units.get(&unit), after.units.get(&unit)) {
        (None, None) => Vec::new(),
        (Some(gone), None) => vec![one("", in_short(book, grid, before, gone), NOTHING.into())],
        (None, Some(new)) => vec![one("", NOTHING.into(), in_short(book, grid, after, new))],
        (Some(was), Some(is)) => {
            let is_seated = before.seats.get(&unit) == after.seats.get(&unit) && same_names(before, after);
            if was == is && is_seated && before.names.get(&unit) == after.names.get(&unit) {
                return Vec::new();
            }
            let (was, is) = (shown(before, was), shown(after, is));
            let values = unit_fields().iter().map(|field| (field.name, field.shown(&was), field.shown(&is)));
            let changed = values.filter(|(_, before, after)| before != after);
            changed.map(|(name, before, after)| one(&format!(" {name}"), before, after)).collect()
        }
    }
}

/// What differs of some units: of those that came, went or changed.
pub fn differences_of(
    book: &Book,
    grid: &Grid,
    before: &LandState,
    after: &LandState,
    units: impl IntoIterator<Item = UnitId>,
) -> Vec<Told> {
    units.into_iter().flat_map(|unit| unit_differences(book, grid, before, after, unit)).collect()
}

/// Players' numbers mean the same names.
fn same_names(before: &LandState, after: &LandState) -> bool {
    before.players.iter().map(|player| &player.name).eq(after.players.iter().map(|player| &player.name))
}

/// A unit that came or went, in a line.
fn in_short(book: &Book, grid: &Grid, state: &LandState, unit: &Unit) -> String {
    let commander = state.seats.get(&unit.id).and_then(|seat| state.player(seat.commander));
    let commander = commander.map_or("nobody", |player| player.name.as_str());
    let (kind, square) = (book.kind(unit.id.kind).words, grid.label(unit.at));
    format!("{kind} of {} men in {square} {}, commanded by {commander}", unit.strength, unit.tac)
}

/// The list as it grows.
struct List<'a> {
    book: &'a Book,
    grid: &'a Grid,
    before: &'a LandState,
    after: &'a LandState,
    told: Vec<Told>,
}

impl List<'_> {
    /// Two values of one thing, if they differ.
    fn add(&mut self, what: impl Into<String>, before: impl Into<String>, after: impl Into<String>) {
        let told = Told { unit: None, what: what.into(), before: before.into(), after: after.into() };
        if told.before != told.after {
            self.told.push(told);
        }
    }

    /// The values of two maps, by key.
    fn add_all<K: Ord, V>(
        &mut self,
        maps: (&BTreeMap<K, V>, &BTreeMap<K, V>),
        what: impl Fn(&Grid, &K) -> String,
        words: impl Fn(Option<&V>) -> String,
    ) {
        let keys: BTreeSet<&K> = maps.0.keys().chain(maps.1.keys()).collect();
        for key in keys {
            let what = what(self.grid, key);
            self.add(what, words(maps.0.get(key)), words(maps.1.get(key)));
        }
    }

    /// What two sets hold, by element.
    fn add_set<K: Ord>(
        &mut self,
        sets: (&BTreeSet<K>, &BTreeSet<K>),
        what: impl Fn(&Grid, &K) -> String,
        words: [&str; 2],
    ) {
        let changed: Vec<&K> = sets.0.symmetric_difference(sets.1).collect();
        for key in changed {
            let what = what(self.grid, key);
            let word = |set: &BTreeSet<K>| words[usize::from(set.contains(key))];
            self.add(what, word(sets.0), word(sets.1));
        }
    }

    fn turn(&mut self) {
        let (before, after) = (self.before, self.after);
        self.add("turn", before.turn.to_string(), after.turn.to_string());
        self.add("season", before.season.words(), after.season.words());
    }

    fn players(&mut self) {
        let (before, after) = (&self.before.players, &self.after.players);
        for place in 0..before.len().max(after.len()) {
            match (before.get(place), after.get(place)) {
                (Some(was), Some(is)) => self.player(was, is),
                (Some(gone), None) => {
                    self.add(format!("player {}", gone.name), self.player_words(gone), NOTHING)
                }
                (None, Some(new)) => {
                    self.add(format!("player {}", new.name), NOTHING, self.player_words(new))
                }
                (None, None) => {}
            }
        }
    }

    fn player(&mut self, was: &Player, is: &Player) {
        let name = &was.name;
        self.add(format!("player {name}"), was.name.clone(), is.name.clone());
        self.add(format!("{name} nation"), was.nation.words(), is.nation.words());
        self.add(format!("{name} rank"), was.rank.words(), is.rank.words());
        self.add(format!("{name} offices"), self.offices(&was.offices), self.offices(&is.offices));
    }

    fn player_words(&self, player: &Player) -> String {
        format!("{} of {}, {}", player.rank.words(), player.nation.spoken(), self.offices(&player.offices))
    }

    fn offices(&self, offices: &BTreeSet<Office>) -> String {
        let titles: Vec<String> = offices.iter().map(|office| self.book.post(office)).collect();
        if titles.is_empty() { "no office".into() } else { titles.join(", ") }
    }

    fn units(&mut self) {
        let ids: BTreeSet<UnitId> =
            self.before.units.keys().chain(self.after.units.keys()).copied().collect();
        self.told.extend(differences_of(self.book, self.grid, self.before, self.after, ids));
    }

    fn cities(&mut self) {
        let (before, after) = (&self.before.cities, &self.after.cities);
        let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
        for name in names {
            match (before.get(name), after.get(name)) {
                (Some(was), Some(is)) => self.city(name, was, is),
                (Some(gone), None) => self.add(name, city_words(gone), NOTHING),
                (None, Some(new)) => self.add(name, NOTHING, city_words(new)),
                (None, None) => {}
            }
        }
    }

    fn city(&mut self, name: &str, was: &City, is: &City) {
        for field in city_fields() {
            self.add(format!("{name} {}", field.name), field.shown(was), field.shown(is));
        }
    }

    fn depots(&mut self) {
        let (before, after) = (depots_of(self.grid, self.before), depots_of(self.grid, self.after));
        self.add_all(
            (&before, &after),
            |_, what| what.clone(),
            |supplies| match supplies {
                None => NOTHING.into(),
                Some(supplies) => format!("{supplies} supplies"),
            },
        );
    }

    fn relations(&mut self) {
        let nations: Vec<NationCode> = NATIONS.iter().filter_map(|row| NationCode::new(row.0)).collect();
        for (place, one) in nations.iter().enumerate() {
            for other in &nations[place + 1..] {
                let stand = |state: &LandState| relation_word(state.relations.between(*one, *other));
                let what = || format!("{} and {}", one.words(), other.words());
                if stand(self.before) != stand(self.after) {
                    self.add(what(), stand(self.before), stand(self.after));
                }
            }
        }
    }

    fn land(&mut self) {
        let (before, after) = (self.before, self.after);
        let nation = |nation: Option<&NationCode>| nation.map_or("nobody".into(), NationCode::words);
        self.add_all((&before.owners, &after.owners), |_, state| format!("land of {state}"), nation);
        let land = |_: &Grid, nation: &NationCode| format!("land of {}", nation.spoken());
        self.add_set((&before.forbidden, &after.forbidden), land, ["open", "closed"]);
        let battle = |grid: &Grid, at: &StrategicSquare| format!("battle last turn in {}", grid.label(*at));
        self.add_set((&before.battle_squares, &after.battle_squares), battle, ["no", "yes"]);
    }

    fn ways(&mut self) {
        let (before, after) = (self.before, self.after);
        let holder = |control: Option<&Control>| control_words(control.copied());
        let of = |what: &'static str| {
            move |grid: &Grid, at: &StrategicSquare| format!("{what} in {}", grid.label(*at))
        };
        self.add_all((&before.rail_control, &after.rail_control), of("control of the railway"), holder);
        self.add_all((&before.river_control, &after.river_control), of("control of the river"), holder);
        let state = ["whole", "destroyed"];
        self.add_set((&before.track_destroyed, &after.track_destroyed), of("railway"), state);
        self.add_set((&before.bridges_destroyed, &after.bridges_destroyed), of("railway bridges"), state);
        let works = |works: Option<&Works>| {
            works.map_or(NOTHING.into(), |works| {
                format!("{} has them done at the end of turn {}", works.nation.words(), works.done)
            })
        };
        self.add_all((&before.rebuilding, &after.rebuilding), of("works on the railway"), works);
    }

    fn reserves(&mut self) {
        let (before, after) = (self.before, self.after);
        let works = |state: &LandState| -> BTreeMap<String, String> {
            let words = |work: &DepotWork| {
                let what = if work.raises { "stands" } else { "is gone" };
                format!("{what} at the end of turn {}", work.done)
            };
            let named = |work: &DepotWork| {
                format!("depot of {} for {} {}", work.side.spoken(), self.grid.label(work.at), work.tac)
            };
            state.depot_works.iter().map(|work| (named(work), words(work))).collect()
        };
        let (before, after) = (works(before), works(after));
        let words = |words: Option<&String>| words.cloned().unwrap_or_else(|| NOTHING.into());
        self.add_all((&before, &after), |_, name| name.clone(), words);
    }

    fn ferries(&mut self) {
        let ferries = |state: &LandState| -> BTreeMap<String, String> {
            let words = |ferry: &crate::state::Ferry| {
                let (label, side) = (self.grid.label(ferry.at), ferry.side.spoken());
                format!("of {side} in {label} {}, {} of {} full", ferry.tac, ferry.load, ferry.capacity)
            };
            state.ferries.iter().map(|ferry| (ferry.id.clone(), words(ferry))).collect()
        };
        let (before, after) = (ferries(self.before), ferries(self.after));
        let words = |words: Option<&String>| words.cloned().unwrap_or_else(|| NOTHING.into());
        self.add_all((&before, &after), |_, id| format!("ferry {id}"), words);
    }

    fn constants(&mut self) {
        let (before, after) = (self.before, self.after);
        let all: BTreeSet<Constant> = Constant::all(before).into_iter().chain(Constant::all(after)).collect();
        for constant in all {
            self.add(constant.to_string(), constant.shown(before), constant.shown(after));
        }
    }
}

fn city_words(city: &City) -> String {
    let values = city_fields().iter().map(|field| format!("{} {}", field.name, field.shown(city)));
    values.collect::<Vec<_>>().join(", ")
}

/// Depots by what they are, whose and where, with their supplies; of several alike all.
fn depots_of(grid: &Grid, state: &LandState) -> BTreeMap<String, String> {
    let mut all = BTreeMap::<String, String>::new();
    for depot in &state.depots {
        let (what, side, label) = (depot.kind.word(), depot.side.spoken(), grid.label(depot.at));
        let supplies = all.entry(format!("{what} of {side} in {label} {}", depot.tac)).or_default();
        let and = if supplies.is_empty() { "" } else { " and " };
        *supplies = format!("{supplies}{and}{}", depot.supplies);
    }
    all
}
