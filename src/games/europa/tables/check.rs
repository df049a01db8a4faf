//! Words in cells that decide. A word that the rules do not know would be a row that says nothing: it is a fault when the table is read.

use std::collections::BTreeMap;

use super::Tables;
use super::cells::unknown;

/// Where a word stands, the words that are known there, and one as it is written in a file.
struct Cell<'a> {
    at: &'a str,
    known: &'a [&'a str],
    example: &'a str,
}

const COUNTERS: &[&str] = &["", "F-", "F+"];
const PERIODS: &[&str] = &["I", "II", "III", "IV", "V", "VI", "VII"];

const ON_LAND: &[&str] = &[
    "technology",
    "friends_there",
    "own_ground",
    "river_or_pass",
    "other_enemies",
    "besieging",
    "swamp",
    "bad_weather",
];
const AT_SEA: &[&str] =
    &["technology", "own_ground", "landing", "three_decker", "in_port", "blockading", "bad_weather"];
const OF_ATTRITION: &[&str] = &[
    "enemy_province",
    "no_supply",
    "pillage_minus",
    "pillage_plus",
    "revolt_minus",
    "revolt_plus",
    "redeployment",
];
const OF_BATTLE: &[&str] =
    &["forest", "swamp", "desert", "mountain", "plain", "river", "strait_fire", "strait_shock"];
const LINES: &[&str] = &["-2", "0", "1", "2", "3"];

/// What the rules do not know in these tables: where, what stands there, what is known, and an example.
pub(super) fn check(tables: &Tables) -> Result<(), String> {
    let mut faults = Vec::new();
    sieges(tables, &mut faults);
    blockades(tables, &mut faults);
    keys(tables, &mut faults);
    attrition(tables, &mut faults);
    battles(tables, &mut faults);
    leaders(tables, &mut faults);
    if faults.is_empty() { Ok(()) } else { Err(faults.join("; ")) }
}

impl Cell<'_> {
    fn must(&self, row: &str, found: &str, faults: &mut Vec<String>) {
        if !self.known.contains(&found) {
            faults.push(unknown(&format!("{}, {row}", self.at), found, &quoted(self.known), self.example));
        }
    }

    /// Rows by names: each is known.
    fn keys<T>(&self, rows: &BTreeMap<String, T>, faults: &mut Vec<String>) {
        rows.keys().for_each(|key| self.must("the names of its rows", key, faults));
    }
}

fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(", ")
}

fn sieges(tables: &Tables, faults: &mut Vec<String>) {
    Cell { at: "siege.works", known: &["-", "+"], example: "works = { \"-\" = 1, \"+\" = 3 }" }
        .keys(&tables.siege.works, faults);
}

fn blockades(tables: &Tables, faults: &mut Vec<String>) {
    let cell = Cell { at: "blockade.size", known: COUNTERS, example: "[2, \"F-\"]" };
    for (level, (ships, counter)) in tables.blockade.size.iter().enumerate() {
        cell.must(&format!("row {} [{ships}, {counter:?}]", level + 1), counter, faults);
    }
    let cell = Cell {
        at: "supply.fleet",
        known: COUNTERS,
        example: "{ ships = 2, counter = \"F-\", detachments = 5, army = true }",
    };
    for (place, row) in tables.supply.fleet.iter().enumerate() {
        cell.must(&format!("row {}", place + 1), &row.counter, faults);
    }
    Cell {
        at: "hunt.enemy_there",
        known: &["ships", "F-", "F+"],
        example: "enemy_there = { ships = -1, \"F-\" = -2 }",
    }
    .keys(&tables.hunt.enemy_there, faults);
}

/// Tables whose rows are asked for by name: a row by another name would never be read.
fn keys(tables: &Tables, faults: &mut Vec<String>) {
    Cell { at: "interception.land", known: ON_LAND, example: "land = { besieging = -1 }" }
        .keys(&tables.interception.land, faults);
    Cell { at: "interception.sea", known: AT_SEA, example: "sea = { blockading = -1 }" }
        .keys(&tables.interception.sea, faults);
    Cell {
        at: "transport.capacity",
        known: &["warship", "galley", "transport", "NDE"],
        example: "capacity = { warship = 1 }",
    }
    .keys(&tables.transport.capacity, faults);
    Cell { at: "transport.points", known: &["LD", "LDE"], example: "points = { LD = 2, LDE = 0.5 }" }
        .keys(&tables.transport.points, faults);
    Cell { at: "battle.terrain", known: OF_BATTLE, example: "terrain = { forest = -1 }" }
        .keys(&tables.battle.terrain, faults);
    Cell { at: "battle.size_lines", known: LINES, example: "\"0\" = [1, 2, 3, 6, 9, 12, 15, 18]" }
        .keys(&tables.battle.size_lines, faults);
    Cell { at: "battle.size_lines_more", known: LINES, example: "\"0\" = 0" }
        .keys(&tables.battle.size_lines_more, faults);
    let naval: Vec<&str> = tables.naval_technology.order.iter().map(String::as_str).collect();
    Cell { at: "attrition.sea_technology", known: &naval, example: "sea_technology = { Carrack = 1 }" }
        .keys(&tables.attrition.sea_technology, faults);
}

fn attrition(tables: &Tables, faults: &mut Vec<String>) {
    Cell { at: "attrition.land", known: OF_ATTRITION, example: "land = { no_supply = 2 }" }
        .keys(&tables.attrition.land, faults);
}

fn battles(tables: &Tables, faults: &mut Vec<String>) {
    let cell = Cell { at: "battle.cavalry", known: PERIODS, example: "[\"IV\", \"III-V\", \"plain\"]" };
    for (who, periods, _) in &tables.battle.cavalry {
        // Words that are no span of periods, such as those on a reform, hold in all.
        let span = periods.split_once('-').filter(|_| !periods.contains(' '));
        for period in span.into_iter().flat_map(|(from, to)| [from, to]) {
            cell.must(&format!("row {who:?}"), period.trim(), faults);
        }
    }
    for row in &tables.wind.factor {
        for word in
            row.iter().filter_map(|cell| if let super::Factor::None(word) = cell { Some(word) } else { None })
        {
            Cell { at: "wind.factor", known: &[""], example: "[\"\", 0, 0, 0, 0, 0, 0, 0]" }.must(
                "a cell that is no number",
                word,
                faults,
            );
        }
    }
}

fn leaders(tables: &Tables, faults: &mut Vec<String>) {
    let is_known = |values: &str| values.len() == 3 && values.bytes().all(|b| b.is_ascii_digit());
    let own = std::iter::once(("leaders.replacement".to_owned(), &tables.leaders.replacement));
    let others = tables.leaders.replacement_of.iter();
    for (at, row) in own.chain(others.map(|(who, row)| (format!("leaders.replacement_of.{who}"), row))) {
        for values in row.iter().filter(|values| !is_known(values)) {
            faults.push(unknown(&at, values, "three digits, manoeuvre, fire and shock", "\"224\""));
        }
        if row.len() != 10 {
            faults.push(format!("{at}: {} leaders; a die shows 1 to 10, so there are ten", row.len()));
        }
    }
}
