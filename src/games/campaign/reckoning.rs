//! What a campaign came to: who has won, who was lost by what, which towns fell on which day, and where it was decided. It is told when the
//! game has ended, to everybody, and so is made of positions and events and not of what anybody saw.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Days, NaiveDate};

use crate::drowned::Muster;
use crate::ledger::{self, Battle, Cause, Entry};
use crate::score::{Score, Stand};
use crate::table::Table;
use fieldpost_door::{Board, Past, PastTurn, Reckoning};
use fieldpost_engine::words::{counted, grouped, listed};
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_land::unit::UnitId;
use fieldpost_land::victory::day;
use fieldpost_print::section::{Block, Column, Line, Row, Section, Table as Columns};
use fieldpost_tell::place::Gazetteer;

/// So many fights are told of as those that decided: the costliest.
const MOST_FIGHTS: usize = 8;

/// A war from its opening to its last turn.
struct Course<'a> {
    table: &'a Table,
    /// How it began, and how each turn left it.
    stands: Vec<Stand>,
    /// What each nation had when it began.
    began: BTreeMap<NationCode, Force>,
    lost: BTreeMap<NationCode, BTreeMap<Cause, u32>>,
    ships: BTreeMap<NationCode, u32>,
    towns: Vec<(u32, String, NationCode, Option<NationCode>)>,
    battles: BTreeMap<(u32, StrategicSquare), Vec<Battle>>,
    /// How the turn before left them.
    before: Option<Muster>,
}

/// What a nation has in the field and at sea.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Force {
    men: u32,
    units: u32,
    ships: u32,
}

/// What a campaign came to.
///
/// # Errors
/// If a turn is none of this game's.
pub(crate) fn reckoning(table: &Table, past: Past<'_>) -> Result<Reckoning, String> {
    let course = Course::of(table, past)?;
    let score = table.victory.as_ref().map(|aims| Score::of(aims, &table.land.relations, &course.stands));
    let verdict = score.as_ref().map(Score::verdict);
    let sections = score.iter().map(Score::section).chain([
        course.forces(),
        course.losses(),
        course.fallen(),
        course.fights(),
    ]);
    let sections = sections.filter(|section| !section.blocks.is_empty()).collect();
    Ok(Reckoning { verdict, sections })
}

/// What anybody may know of a turn: who held which town after it, which fell in it, and where there was fighting, without a number.
///
/// # Errors
/// If the turn is none of this game's.
pub(crate) fn told_to_observers(table: &Table, turn: &PastTurn) -> Result<Vec<Section>, String> {
    let course = Course::of_turn(table, turn)?;
    let Some(stand) = course.stands.first() else { return Ok(Vec::new()) };
    let mut held = BTreeMap::<NationCode, Vec<&str>>::new();
    for (town, holder) in &stand.holders {
        held.entry(*holder).or_default().push(town);
    }
    let row = |(nation, towns): (NationCode, Vec<&str>)| Row {
        head: nation.words(),
        cells: vec![towns.join(", ")],
        ..Row::default()
    };
    let held = Section::of_rows("held", "Who holds which town", held.into_iter().map(row).collect());
    let sections = [course.fallen(), course.fought_at(), held];
    Ok(sections.into_iter().filter(|section| !section.blocks.is_empty()).collect())
}

/// The last day of a turn; of the opening the day before the first.
pub(crate) fn last_day(table: &Table, turn: u32) -> Option<NaiveDate> {
    table.calendar.and_then(|calendar| calendar.day(turn + 1)?.checked_sub_days(Days::new(1)))
}

impl<'a> Course<'a> {
    fn new(table: &'a Table) -> Self {
        Course {
            table,
            stands: Vec::new(),
            began: BTreeMap::new(),
            lost: BTreeMap::new(),
            ships: BTreeMap::new(),
            towns: Vec::new(),
            battles: BTreeMap::new(),
            before: None,
        }
    }

    fn of_turn(table: &'a Table, turn: &PastTurn) -> Result<Self, String> {
        let mut course = Course::new(table);
        course.take(turn)?;
        Ok(course)
    }

    fn of(table: &'a Table, past: Past<'_>) -> Result<Self, String> {
        let mut course = Course::new(table);
        for turn in past {
            course.take(&turn?)?;
        }
        // By hand the position may have come to be another since.
        let holders = holders(table);
        if let Some(last) = course.stands.last_mut() {
            last.holders = holders;
        }
        Ok(course)
    }

    fn take(&mut self, turn: &PastTurn) -> Result<(), String> {
        let after = self.table.at(&turn.after)?;
        let after = Table::of(&*after).ok_or("a turn is of another game")?;
        let (entries, muster) = (ledger::read(&turn.events, turn.form)?, Muster::of(after));
        let off_the_map = self.before.iter().flat_map(|before| before.lost(&muster, &entries));
        let off_the_map: Vec<Entry> = off_the_map.collect();
        for entry in entries.into_iter().chain(off_the_map) {
            self.note(turn.turn, entry);
        }
        self.before = Some(muster);
        if self.stands.is_empty() {
            self.began = forces(after);
        }
        let men = self.lost.iter().map(|(nation, by)| (*nation, by.values().sum())).collect();
        self.stands.push(Stand {
            turn: turn.turn,
            last_day: last_day(self.table, turn.turn),
            holders: holders(after),
            men,
            ships: self.ships.clone(),
        });
        Ok(())
    }

    fn note(&mut self, turn: u32, entry: Entry) {
        match entry {
            Entry::Battle(battle) => self.battles.entry((turn, battle.at.at)).or_default().push(battle),
            Entry::Lost { unit, men, cause } => {
                *self.lost.entry(unit.nation).or_default().entry(cause).or_default() += men;
            }
            Entry::Town { name, by, from } => self.towns.push((turn, name, by, from)),
            Entry::Ship(ship) => *self.ships.entry(ship.nation).or_default() += 1,
            Entry::Boarded(_) | Entry::Ashore(_) => {}
        }
    }

    /// Up to which day a turn went, or its number where the war has no days.
    fn days(&self, turn: u32) -> String {
        match last_day(self.table, turn) {
            Some(last) => format!("turn {turn}, to {}", day(last)),
            None => format!("turn {turn}"),
        }
    }

    fn nations(&self) -> BTreeSet<NationCode> {
        let ended = forces(self.table);
        self.began.keys().chain(ended.keys()).chain(self.lost.keys()).copied().collect()
    }

    /// What each nation had at first and at last.
    fn forces(&self) -> Section {
        let ended = forces(self.table);
        let has_ships = self.began.values().chain(ended.values()).any(|force| force.ships > 0);
        let row = |nation: NationCode| {
            let force = |of: &BTreeMap<_, Force>| of.get(&nation).copied().unwrap_or_default();
            let (first, last) = (force(&self.began), force(&ended));
            let changed = |first: u32, last: u32| format!("{} to {}", grouped(first), grouped(last));
            let mut cells =
                vec![nation.words(), changed(first.units, last.units), changed(first.men, last.men)];
            if has_ships {
                cells.push(changed(first.ships, last.ships));
            }
            Line::of(cells)
        };
        let mut columns = vec![Column::left("nation"), Column::right("units"), Column::right("men")];
        if has_ships {
            columns.push(Column::right("ships"));
        }
        let rows = self.nations().into_iter().map(row).collect();
        Section::new("forces", "Who was in the field, first and last").with(Block::Table(Columns {
            caption: String::new(),
            columns,
            rows,
        }))
    }

    /// Who was lost by what: a phone has no room for a column a cause.
    fn losses(&self) -> Section {
        let row = |nation: NationCode| {
            let by = self.lost.get(&nation);
            let men = |cause: Cause| by.and_then(|by| by.get(&cause)).copied().unwrap_or_default();
            let causes = Cause::ALL.into_iter().filter(|cause| men(*cause) > 0);
            let causes = causes.map(|cause| format!("{} {}", grouped(men(cause)), cause.words()));
            let ships = self.ships.get(&nation).map(|ships| counted(*ships, "ship"));
            let all: u32 = Cause::ALL.into_iter().map(men).sum();
            let cells = vec![causes.chain(ships).collect::<Vec<_>>().join(", ")];
            Row { head: format!("{}: {}", nation.words(), grouped(all)), cells, ..Row::default() }
        };
        let nations: BTreeSet<NationCode> = self.lost.keys().chain(self.ships.keys()).copied().collect();
        let section = Section::of_rows(
            "losses",
            "Men lost, by nation and cause",
            nations.iter().copied().map(row).collect(),
        );
        let key = "Stragglers, deserters and whoever fled with a broken unit are in it: some came back.";
        if nations.is_empty() { section } else { section.with(Block::Key(key.into())) }
    }

    /// Which town fell when.
    fn fallen(&self) -> Section {
        let row = |(turn, name, by, from): &(u32, String, NationCode, Option<NationCode>)| {
            let from = from.map_or_else(String::new, |from| format!(", of {}", from.spoken()));
            let taken = format!("{name}, by {}{from}", by.spoken());
            Row { head: self.days(*turn), cells: vec![taken], ..Row::default() }
        };
        Section::of_rows("towns", "Towns taken", self.towns.iter().map(row).collect())
    }

    /// Where there was fighting, and between whom.
    fn fought_at(&self) -> Section {
        let row = |((_, at), battles): (&(u32, StrategicSquare), &Vec<Battle>)| {
            let nations = |of: fn(&Battle) -> &ledger::Camp| {
                let all = battles.iter().flat_map(|battle| &of(battle).nations).collect::<BTreeSet<_>>();
                listed(&all.into_iter().map(NationCode::spoken).collect::<Vec<_>>())
            };
            let (by, on) = (nations(|battle| &battle.attackers), nations(|battle| &battle.defenders));
            Row { head: self.near(*at), cells: vec![format!("{by} attacked {on}")], ..Row::default() }
        };
        Section::of_rows("fights", "Where there was fighting", self.battles.iter().map(row).collect())
    }

    /// A square by the nearest town.
    fn near(&self, at: StrategicSquare) -> String {
        let place = Gazetteer(&self.table.atlas.map);
        place.near(at).map_or_else(|| place.label(at), |near| near.words)
    }

    /// The fights that cost most, in the order in which they were fought.
    fn fights(&self) -> Section {
        let cost = |battles: &Vec<Battle>| -> u32 {
            battles.iter().map(|battle| battle.attackers.lost() + battle.defenders.lost()).sum()
        };
        let mut all: Vec<_> = self.battles.iter().collect();
        all.sort_by_key(|(when, battles)| (std::cmp::Reverse(cost(battles)), **when));
        all.truncate(MOST_FIGHTS);
        all.sort_by_key(|(when, _)| **when);
        let row = |((turn, at), battles): (&(u32, StrategicSquare), &Vec<Battle>)| {
            let near = self.near(*at);
            let cells = vec![format!(
                "{near}: {}",
                words_of(battles, &|one, other| {
                    self.table.land.relations.between(one, other).is_friendly()
                })
            )];
            Row { head: self.days(*turn), cells, ..Row::default() }
        };
        let section = Section::of_rows("battles", "Days of decision", all.into_iter().map(row).collect());
        Section { about: "the fights that cost most", ..section }
    }
}

/// What came of the fights of a square in a turn: side by side the men who fought and those who were lost, and who won.
fn words_of(battles: &[Battle], are_friends: &dyn Fn(NationCode, NationCode) -> bool) -> String {
    let Some(first) = battles.first().and_then(|battle| battle.attackers.nations.first()) else {
        return String::new();
    };
    let is_first = |nations: &BTreeSet<NationCode>| nations.iter().any(|one| are_friends(*one, *first));
    let (mut sides, mut won) = ([Side::default(), Side::default()], 0_u32);
    for battle in battles {
        won += u32::from(battle.attackers_won == is_first(&battle.attackers.nations));
        for camp in [&battle.attackers, &battle.defenders] {
            sides[usize::from(!is_first(&camp.nations))].take(camp);
        }
    }
    let fights = u32::try_from(battles.len()).unwrap_or(u32::MAX);
    let [one, other] = sides;
    let of = |won: u32| match fights {
        1 if won == 1 => ", and won".to_owned(),
        1 => String::new(),
        _ => format!(", and won {won} of {}", counted(fights, "fight")),
    };
    format!("{}{}; {}{}", one.words(), of(won), other.words(), of(fights - won))
}

/// A side in the fights of a square.
#[derive(Default)]
struct Side {
    nations: BTreeSet<NationCode>,
    /// The men with whom each unit came.
    came: BTreeMap<UnitId, u32>,
    lost: u32,
}

impl Side {
    fn take(&mut self, camp: &ledger::Camp) {
        self.nations.extend(&camp.nations);
        for unit in &camp.units {
            self.came.entry(unit.id).or_insert(unit.men);
        }
        self.lost += camp.lost();
    }

    fn words(&self) -> String {
        let nations = listed(&self.nations.iter().map(NationCode::spoken).collect::<Vec<_>>());
        let came: u32 = self.came.values().sum();
        format!("{nations} lost {} of {} men", grouped(self.lost), grouped(came))
    }
}

/// Who holds which town.
pub(crate) fn holders(table: &Table) -> BTreeMap<String, NationCode> {
    table.land.cities.iter().map(|(name, city)| (name.clone(), city.control)).collect()
}

/// What each nation has, those on no map too.
fn forces(table: &Table) -> BTreeMap<NationCode, Force> {
    let mut forces = BTreeMap::<NationCode, Force>::new();
    for unit in table.all().state.units.values() {
        let force = forces.entry(unit.id.nation).or_default();
        force.units += 1;
        force.men += unit.strength;
    }
    for ship in table.sea.iter().flat_map(|sea| sea.state.ships.values()) {
        forces.entry(ship.id.nation).or_default().ships += 1;
    }
    forces
}
