//! What a case of land and sea expects: the land's blocks and the sea's, told apart by what they look at.

use std::rc::Rc;

use toml::{Table, Value};

use crate::land::case::expect::{Expectation, Miss, share_of, words_of};
use crate::land::case::found::{Aftermath, wanted_range};
use crate::land::case::printed::{self, says};
use crate::land::case::range::Range;
use crate::sea::case::expect::{Outcome, count, missed};
use fieldpost_campaign::Table as Campaign;
use fieldpost_door::Tell;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::wishes::Wishes;
use fieldpost_ground::square::Grid;
use fieldpost_print::shop::Shop;
use fieldpost_sea::event::Kind;

/// What a trial left on land and at sea.
pub struct After<'a> {
    /// Both, as the game has them.
    pub table: &'a Campaign,
    pub land: Aftermath<'a>,
    pub sea: Outcome<'a>,
}

/// One `[[expect]]` block.
pub struct Expected {
    /// The line it begins on.
    pub line: usize,
    /// The block on one line.
    pub words: String,
    /// With trials: the share of them in which the rest must hold.
    pub rate: Option<Range<f64>>,
    what: What,
}

enum What {
    Land(Box<Expectation>),
    Sea(Table),
    /// Events: of the land, of the sea, or of both where both have a kind of that name.
    Events {
        land: Option<Box<Expectation>>,
        sea: Option<Table>,
        count: Range<i64>,
    },
    Report(Table),
}

/// What the sea alone knows.
const AT_SEA: [&str; 3] = ["ship", "port", "together"];

impl Expected {
    /// Reads a block that begins on `line`.
    ///
    /// # Errors
    /// If it looks at nothing, or has a key that does not fit what it looks at.
    pub fn read(block: &Table, line: usize, grid: &Grid) -> Result<Expected, String> {
        let rate = block.get("rate").map(share_of).transpose()?;
        let what = if block.contains_key("event") {
            events(block, line, grid)?
        } else if block.contains_key("report") {
            report(block)?
        } else if AT_SEA.iter().any(|key| block.contains_key(*key)) {
            What::Sea(block.clone())
        } else {
            What::Land(Box::new(Expectation::read(block, line, grid)?))
        };
        Ok(Expected { line, words: words_of(block), rate, what })
    }

    /// Whether it holds.
    ///
    /// # Errors
    /// What was expected and what was found.
    pub fn check(&self, after: &After<'_>) -> Result<(), Miss> {
        match &self.what {
            What::Land(expectation) => expectation.check(&after.land),
            What::Sea(block) => match missed(block, &after.sea) {
                Ok(None) => Ok(()),
                Ok(Some(why)) | Err(why) => Err(self.miss(why)),
            },
            What::Events { land, sea, count } => {
                self.check_events(land.as_deref(), sea.as_ref(), *count, after)
            }
            What::Report(block) => self.check_report(block, after),
        }
    }

    fn miss(&self, found: String) -> Miss {
        Miss { expected: self.words.clone(), found }
    }

    fn check_events(
        &self,
        land: Option<&Expectation>,
        sea: Option<&Table>,
        wanted: Range<i64>,
        after: &After<'_>,
    ) -> Result<(), Miss> {
        let on_land = land.map(|land| land.count(&after.land)).transpose();
        let at_sea = sea.map(|sea| count(sea, &after.sea)).transpose();
        // A key that one of the two does not know is the other's.
        let found = match (on_land, at_sea) {
            (Ok(one), Ok(other)) => one.unwrap_or(0) + other.unwrap_or(0),
            (Ok(Some(one)), Err(_)) => one,
            (Err(_), Ok(Some(other))) => other,
            (Err(miss), _) => return Err(miss),
            (_, Err(why)) => return Err(self.miss(why)),
        };
        if wanted.holds(found) { Ok(()) } else { Err(self.miss(format!("{found} of them"))) }
    }

    fn check_report(&self, block: &Table, after: &After<'_>) -> Result<(), Miss> {
        let name = block.get("report").and_then(Value::as_str).unwrap_or_default();
        let players = after.land.players(name).map_err(|why| self.miss(why))?;
        let reports = players.iter().map(|player| report_of(after, *player));
        let report = reports.collect::<Result<Vec<_>, String>>().map_err(|why| self.miss(why))?.concat();
        for (key, wanted) in [("contains", true), ("lacks", false)] {
            let words = match block.get(key) {
                Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).collect(),
                Some(Value::String(one)) => vec![one.as_str()],
                _ => Vec::new(),
            };
            if let Some(words) = words.into_iter().find(|words| says(&report, words) != wanted) {
                let how = if wanted { "with" } else { "without" };
                let expected = format!("the report of {name} {how} {words:?}");
                return Err(Miss { expected, found: format!("this report:\n{report}") });
            }
        }
        Ok(())
    }
}

/// Events of a kind that land or sea or both have.
fn events(block: &Table, line: usize, grid: &Grid) -> Result<What, String> {
    let count = match block.get("count") {
        Some(value) => wanted_range(value)?,
        None => Range { from: 1, to: i64::MAX },
    };
    let kind = block.get("event").and_then(Value::as_str).unwrap_or_default();
    let sea = Kind::ALL.iter().any(|row| row.1 == kind).then(|| block.clone());
    let of_ships =
        ["ship", "squares", "close", "attack", "defence"].iter().any(|key| block.contains_key(*key));
    let land = match Expectation::read(block, line, grid) {
        _ if of_ships && sea.is_some() => None,
        Ok(land) => Some(Box::new(land)),
        Err(_) if sea.is_some() => None,
        Err(why) => return Err(why),
    };
    Ok(What::Events { land, sea, count })
}

fn report(block: &Table) -> Result<What, String> {
    let known = ["report", "contains", "lacks", "rate"];
    match block.keys().find(|key| !known.contains(&key.as_str())) {
        Some(key) => Err(format!("unknown key `{key}`, expected one of {}", known.join(", "))),
        None => Ok(What::Report(block.clone())),
    }
}

/// A player's position report as plain text, with the status blocks of land units below it.
fn report_of(after: &After<'_>, player: PlayerNo) -> Result<Rc<str>, String> {
    after.land.printed.of(player, || text_of(after, player))
}

fn text_of(after: &After<'_>, player: PlayerNo) -> Result<String, String> {
    let (table, shop) = (after.table, Shop::new(printed::press()?));
    let heading = printed::heading(table.land.player(player).map(|player| player.name.as_str()));
    let wishes = Wishes { html: false, ..Wishes::default() };
    let report = table.report(player, &heading, &wishes, &shop).map_err(|why| why.to_string())?;
    let theatre = fieldpost_tell::Theatre { atlas: after.land.atlas, book: after.land.book };
    let sight = after.land.sights.get(&player).cloned().unwrap_or_default();
    let blocks = fieldpost_tell::status_blocks(theatre, (&table.land, &sight), player);
    Ok(format!("{}\n{blocks}\n", report.printed.text))
}
