//! A battle at sea as one player is told of it: how it ended, a table of either side, and its story (naval record 12.4).
//!
//! Of one's own side all is told that is known aboard; of others what is seen from the other side of the water: hits, great damage,
//! what became of them, and strength to the ten.

use crate::news::Reader;
use crate::sides::{batteries, named, nation_of, prize, units};
use fieldpost_engine::event::{Saw, Told};
use fieldpost_engine::words::{capital, counted, listed};
use fieldpost_print::section::{Block, Column, Line, Table};
use fieldpost_sea::combat::battle::{Closing, Fate};
use fieldpost_sea::event::account::{Account, Blow, Fighter, KeptOff, Part};
use fieldpost_sea::event::{Event, Fact};
use fieldpost_sea::place::Place;
use fieldpost_sea::ship::ShipId;

/// A battle, and what the reader was told of those who were in it when it was over.
pub(super) struct Fought<'a> {
    pub(super) at: Place,
    pub(super) account: &'a Account,
    pub(super) after: Vec<(&'a Fact, Saw)>,
}

impl Fought<'_> {
    fn parts(&self) -> impl Iterator<Item = &Part> {
        self.account.sides.iter().flatten()
    }

    /// What was told of a ship when the firing was over.
    fn of_ship(&self, id: ShipId) -> impl Iterator<Item = &(&Fact, Saw)> {
        self.after.iter().filter(move |(fact, _)| fact.ship() == Some(id))
    }

    /// Whether something that was told after a battle is of this one.
    pub(super) fn is_of_it(&self, fact: &Fact) -> bool {
        let was_in_it = |who: Fighter| self.parts().any(|part| part.id == who);
        match fact {
            Fact::Sunk { here, .. } | Fact::Captured { here, .. } | Fact::TurnedBack(here) => {
                was_in_it(Fighter::Ship(here.ship))
            }
            Fact::Escaped(step) | Fact::RunPast { step, .. } => was_in_it(Fighter::Ship(step.ship)),
            Fact::BatteryLost { unit, .. } => was_in_it(Fighter::Battery(*unit)),
            Fact::Pontoon { ship: None, at } => *at == Some(self.at),
            _ => false,
        }
    }
}

impl Reader<'_> {
    /// The battle at a place of what the player was told of, if there is one, with what became of those in it.
    pub(super) fn fought<'a>(&self, seen: &[(&'a Told<Event>, Saw)], place: usize) -> Option<Fought<'a>> {
        let event = &seen.get(place)?.0.event;
        let Fact::Battle { at, account, .. } = &event.fact else { return None };
        let mut fought = Fought { at: *at, account, after: Vec::new() };
        let rest = seen.iter().skip(place + 1);
        let rest = rest.take_while(|(told, _)| {
            told.event.phase == event.phase && !matches!(told.event.fact, Fact::Battle { .. })
        });
        let after = rest.filter(|(told, _)| fought.is_of_it(&told.event.fact));
        let after = after.map(|(told, saw)| (&told.event.fact, *saw)).collect();
        fought.after = after;
        Some(fought)
    }

    /// Whether what stands at a place is told with the battle before it.
    pub(super) fn is_told_of_a_battle(&self, seen: &[(&Told<Event>, Saw)], place: usize) -> bool {
        let Some((told, _)) = seen.get(place) else { return false };
        let before = (0..place).rev().find_map(|place| self.fought(seen, place));
        before
            .is_some_and(|fought| fought.after.iter().any(|(fact, _)| std::ptr::eq(*fact, &told.event.fact)))
    }

    /// Where, and how near: the title of a battle.
    pub(super) fn battle_title(&self, fought: &Fought) -> String {
        let at_close = fought.parts().any(|part| part.close);
        let how = if at_close { "at close quarters" } else { "at range" };
        format!("Battle in {}, {how}", self.place(fought.at))
    }

    /// How a battle ended: who met whom, who won, who is lost, who broke off.
    pub(super) fn outcome(&self, fought: &Fought) -> String {
        let account = fought.account;
        let [one, other] = [0, 1].map(|side| self.side(&account.sides[side]));
        let met = format!("{} {} {other}", capital(&one), verb(fought));
        let won = match account.winner {
            Some(0) => " and won".to_owned(),
            Some(_) => format!("; {other} won"),
            None => "; neither side won".to_owned(),
        };
        let mut told = vec![format!("{met}{won}.")];
        type Is = fn(&Fact) -> bool;
        let fates: [(&str, Is); 4] = [
            ("Sunk", |fact| matches!(fact, Fact::Sunk { .. })),
            ("Taken", |fact| matches!(fact, Fact::Captured { .. })),
            ("Got past", |fact| matches!(fact, Fact::RunPast { .. })),
            ("Turned back", |fact| matches!(fact, Fact::TurnedBack(_))),
        ];
        told.extend(fates.into_iter().filter_map(|(word, is)| {
            let ships: Vec<String> = fought
                .after
                .iter()
                .filter(|(fact, _)| is(fact))
                .filter_map(|(fact, _)| fact.ship())
                .map(|id| self.called(id))
                .collect();
            (!ships.is_empty()).then(|| format!("{word}: {}.", named(&ships)))
        }));
        told.extend(self.broke_off(fought));
        let guns = account.sides.iter().flat_map(|side| units(side)).filter(|parts| !parts[0].id.is_ship());
        let silenced = guns.filter(|parts| parts.iter().any(|part| part.fate == Fate::Silenced));
        let silenced: Vec<String> = silenced
            .map(|parts| format!("{}: {}.", parts[0].name, batteries(&parts, " batteries")))
            .collect();
        told.extend(silenced);
        told.join(" ")
    }

    /// Who broke off, and where to as far as it was seen.
    fn broke_off(&self, fought: &Fought) -> Option<String> {
        let mut by_goal: Vec<(String, Vec<String>)> = Vec::new();
        for (fact, saw) in fought.after.iter().filter(|(fact, _)| matches!(fact, Fact::Escaped(_))) {
            let goal = fact.at().filter(|_| *saw != Saw::Start);
            let goal = goal.map_or_else(|| "out of sight".to_owned(), |at| format!("to {}", self.place(at)));
            let Some(ship) = fact.ship().map(|id| self.called(id)) else { continue };
            match by_goal.iter_mut().find(|row| row.0 == goal) {
                Some(row) => row.1.push(ship),
                None => by_goal.push((goal, vec![ship])),
            }
        }
        let ships: Vec<String> =
            by_goal.iter().map(|(goal, ships)| format!("{} {goal}", named(ships))).collect();
        (!ships.is_empty()).then(|| format!("Broke off: {}.", ships.join("; ")))
    }

    /// Ships that came out of it worse than they went in: one's own, and others as far as it is seen from the other side of the water.
    pub(super) fn damaged(&self, fought: &Fought) -> Option<String> {
        let is_hit = |side: &[Part], part: &Part| match self.is_own(side) {
            true => (part.before.0, part.before.1) != (part.after.0, part.after.1),
            false => !seen_damage(part).is_empty(),
        };
        let mut ships: Vec<String> = Vec::new();
        for side in &fought.account.sides {
            let is_lost = |part: &Part| match part.id {
                Fighter::Ship(id) => fought
                    .of_ship(id)
                    .any(|(fact, _)| matches!(fact, Fact::Sunk { .. } | Fact::Captured { .. })),
                Fighter::Battery(_) => true,
            };
            let afloat = side.iter().filter(|part| part.fate != Fate::Sunk && !is_lost(part));
            ships.extend(afloat.filter(|part| is_hit(side, part)).map(|part| part.name.clone()));
        }
        (!ships.is_empty()).then(|| format!("Damaged: {}.", named(&ships)))
    }

    /// How it ended, both sides, and the story below them.
    pub(super) fn battle(&self, fought: &Fought) -> Vec<Block> {
        let heading = Block::Heading(self.battle_title(fought));
        let tables = (0..2).map(|side| Block::Table(self.table(fought, side)));
        let above = [heading, Block::Words(self.outcome(fought))];
        above.into_iter().chain(tables).chain([Block::Items(self.story(fought))]).collect()
    }

    /// A side's name: one's own is the reader's side.
    fn side(&self, side: &[Part]) -> String {
        if self.is_ours_alone(side) { "your side".into() } else { nation_of(side) }
    }

    fn is_ours_alone(&self, side: &[Part]) -> bool {
        self.eye.player().is_some() && self.is_own(side)
    }

    /// Whether all is told of a side.
    fn is_own(&self, side: &[Part]) -> bool {
        side.first().is_some_and(|part| self.is_our_nation(part.id.nation()))
    }

    /// A side in a table: one's own with all that is known aboard.
    fn table(&self, fought: &Fought, number: usize) -> Table {
        let side = &fought.account.sides[number];
        let own = self.is_own(side);
        let columns = if own { OWN.to_vec() } else { OTHERS.to_vec() };
        let rows = units(side).into_iter().map(|parts| match own {
            true => self.own_row(fought, &parts),
            false => self.row(fought, &parts),
        });
        let ours = if self.is_ours_alone(side) { ", your side" } else { "" };
        let caption = format!("{}{ours}: {}", capital(&nation_of(side)), self.strength(side));
        with_something(Table { caption, columns, rows: rows.collect() })
    }

    fn strength(&self, side: &[Part]) -> String {
        let sum = side.iter().map(|part| part.strength).sum::<u32>();
        let ships = side.iter().filter(|part| part.id.is_ship()).count();
        let many = [(ships, "ship"), (side.len() - ships, "battery")];
        let many = many.into_iter().filter(|(count, _)| *count > 0);
        let many: Vec<String> = many.map(|(count, what)| counted(count, what)).collect();
        let about = if self.is_own(side) { sum.to_string() } else { format!("about {}", to_the_ten(sum)) };
        format!("{} of strength {about}", listed(&many))
    }

    /// A ship of one's own side, or all batteries of a unit.
    fn own_row(&self, fought: &Fought, parts: &[&Part]) -> Line {
        let Some(part) = parts.first() else { return Line::default() };
        let (strength, hits) = sums(parts);
        let [hull, propulsion, crew] = match part.id.is_ship() {
            true => [
                change(part.before.0, part.after.0),
                change(part.before.1, part.after.1),
                change(part.before.2, part.after.2),
            ],
            false => Default::default(),
        };
        let cells = [
            who(part),
            strength.to_string(),
            hits.to_string(),
            hull,
            propulsion,
            crew,
            self.end(fought, parts),
        ];
        let rams = part.rams.then_some("her ram told at close quarters");
        let small = rams.into_iter().chain(part.kept_off.map(KeptOff::words));
        Line { small: small.map(capital).map(|words| words + ".").collect(), ..Line::of(cells) }
    }

    /// The same of others.
    fn row(&self, fought: &Fought, parts: &[&Part]) -> Line {
        let Some(part) = parts.first() else { return Line::default() };
        let (strength, hits) = sums(parts);
        let seen = if part.id.is_ship() { seen_damage(part) } else { String::new() };
        Line::of([
            who(part),
            format!("~{}", to_the_ten(strength)),
            hits.to_string(),
            seen,
            self.end(fought, parts),
        ])
    }

    /// What became of a ship or of batteries, as far as it was told.
    fn end(&self, fought: &Fought, parts: &[&Part]) -> String {
        let Some(part) = parts.first() else { return String::new() };
        let Fighter::Ship(id) = part.id else { return batteries(parts, "") };
        let ends = fought.of_ship(id).filter_map(|(fact, saw)| self.end_by(fact, *saw));
        match (ends.last(), part.fate) {
            (Some(words), _) => words,
            (None, Fate::Sunk) => "sunk".into(),
            (None, _) => "stood".into(),
        }
    }

    fn end_by(&self, fact: &Fact, saw: Saw) -> Option<String> {
        let to = fact.at().filter(|_| saw != Saw::Start).map(|at| format!(" to {}", self.place(at)));
        let to = to.unwrap_or_default();
        Some(match fact {
            Fact::Sunk { .. } => "sunk".into(),
            Fact::Captured { here, by } if self.is_our_nation(here.ship.nation) => format!("taken by {by}"),
            Fact::Captured { by, .. } => format!("taken by {by}{}", prize(by)),
            Fact::Escaped(_) => format!("broke off{to}"),
            Fact::RunPast { .. } => format!("got past{to}"),
            Fact::TurnedBack(_) => "turned back".into(),
            _ => return None,
        })
    }

    /// The story: how near they came, who hit whom, what became of them.
    fn story(&self, fought: &Fought) -> Vec<String> {
        let mut told = vec![self.closing(fought.account)];
        told.extend(self.fire(fought.account));
        // How many batteries of a unit are left stands in its table.
        let after = fought.after.iter().filter(|(fact, _)| !matches!(fact, Fact::BatteryLost { .. }));
        told.extend(after.map(|(fact, saw)| self.sentence(fact, *saw)));
        told
    }

    /// Of an enemy who meant to close and did not nobody knows it.
    fn closing(&self, account: &Account) -> String {
        let side = |number: usize| &account.sides[number.min(1)];
        match account.closing {
            Closing::Both => "Ships of both sides come to close quarters.".into(),
            Closing::Alone(number) => {
                format!("Ships of {} come to close quarters.", self.side(side(number)))
            }
            Closing::KeptOff(number) if self.is_own(side(number)) => {
                format!("Ships of {} mean to close, and are kept at range.", self.side(side(number)))
            }
            Closing::KeptOff(_) | Closing::Nobody => "All fire at range.".into(),
        }
    }

    /// Who hit whom.
    fn fire(&self, account: &Account) -> Vec<String> {
        let name = |who: Fighter| match who {
            Fighter::Ship(id) => self.called(id),
            Fighter::Battery(unit) => unit.to_string(),
        };
        let mut told: Vec<String> = Vec::new();
        for parts in account.sides.iter().flat_map(|side| units(side)) {
            let by = parts[0].id;
            let blows = account.blows.iter().filter(|blow| blow.by == by);
            let hits: Vec<String> =
                blows.map(|Blow { to, hits, .. }| format!("{} {}", name(*to), times(*hits))).collect();
            if !hits.is_empty() {
                let (by, verb) = match by {
                    Fighter::Ship(_) => (name(by), "hits"),
                    Fighter::Battery(_) => (format!("the batteries of {}", name(by)), "hit"),
                };
                told.push(format!("{} {verb} {}.", capital(&by), listed(&hits)));
            }
        }
        for side in account.sides.iter().filter(|side| side.iter().all(|part| part.hits == 0)) {
            told.push(format!("Nobody of {} is hit.", self.side(side)));
        }
        told
    }
}

/// The columns of one's own side.
const OWN: [Column; 7] = [
    Column::left("ship"),
    Column::right("strength"),
    Column::right("hits"),
    Column::right("hull"),
    Column::right("prop."),
    Column::right("crew"),
    Column::left("end"),
];

/// Those of others.
const OTHERS: [Column; 5] = [
    Column::left("ship"),
    Column::right("strength"),
    Column::right("hits"),
    Column::left("seen of her"),
    Column::left("end"),
];

/// A table without the columns in which nobody has anything.
fn with_something(table: Table) -> Table {
    let has = |column: usize| {
        table.rows.iter().any(|row| row.cells.get(column).is_some_and(|cell| !cell.is_empty()))
    };
    let kept: Vec<usize> = (0..table.columns.len()).filter(|column| has(*column)).collect();
    let cells = |row: &Line| kept.iter().filter_map(|column| row.cells.get(*column).cloned()).collect();
    let rows = table.rows.iter().map(|row| Line { cells: cells(row), ..row.clone() }).collect();
    let columns = kept.iter().filter_map(|column| table.columns.get(*column).copied()).collect();
    Table { caption: table.caption, columns, rows }
}

/// What those who began it did.
fn verb(fought: &Fought) -> &'static str {
    let ran = |fact: &Fact| matches!(fact, Fact::RunPast { .. });
    let tried = |fact: &Fact| ran(fact) || matches!(fact, Fact::TurnedBack(_));
    let ships = fought.account.sides[0].iter().filter_map(|part| match part.id {
        Fighter::Ship(id) => Some(id),
        Fighter::Battery(_) => None,
    });
    let ends: Vec<ShipId> = ships.collect();
    let all = |is: &dyn Fn(&Fact) -> bool| {
        !ends.is_empty() && ends.iter().all(|id| fought.of_ship(*id).any(|(fact, _)| is(fact)))
    };
    if all(&ran) {
        "ran past"
    } else if all(&tried) {
        "tried to run past"
    } else {
        "attacked"
    }
}

/// A ship and her type, or a unit with batteries.
fn who(part: &Part) -> String {
    match part.id {
        Fighter::Ship(id) => format!("{}, {}", part.name, id.kind.row().name),
        Fighter::Battery(_) => format!("{}, batteries", part.name),
    }
}

fn sums(parts: &[&Part]) -> (u32, u32) {
    (parts.iter().map(|part| part.strength).sum(), parts.iter().map(|part| part.hits).sum())
}

/// What was and what is, where it is not the same.
fn change<N: PartialEq + std::fmt::Display>(before: N, after: N) -> String {
    if before == after { after.to_string() } else { format!("{before} to {after}") }
}

/// Damage that is seen from the other side of the water.
fn seen_damage(part: &Part) -> String {
    let (hull, propulsion, _) = part.after;
    let low = (3..5).contains(&hull).then_some("low in the water");
    let lame = (4..=5).contains(&propulsion).then_some("hardly under way");
    low.into_iter().chain(lame).collect::<Vec<_>>().join(", ")
}

fn to_the_ten(number: u32) -> u32 {
    (number + 5) / 10 * 10
}

fn times(count: u32) -> String {
    match count {
        1 => "once".into(),
        2 => "twice".into(),
        count => format!("{count} times"),
    }
}
