//! What came out of a case's run, field by field, and whether a field is as wanted.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde::Serialize;
use toml::Value;

use crate::land::case::printed::{self, Printed};
use crate::land::case::range::{self, Range};
use fieldpost_engine::event::{Saw, Told};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::wishes::Wishes;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::{Grid, StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::Atlas;
use fieldpost_land::book::Book;
use fieldpost_land::combat::report::{BattleReport, CampReport, UnitReport};
use fieldpost_land::control;
use fieldpost_land::detection::sight::Sight;
use fieldpost_land::event::Event;
use fieldpost_land::field::{Field, occupancy};
use fieldpost_land::state::{Control, Depot, LandState};
use fieldpost_land::unit::{Source, Unit, UnitId};
use fieldpost_print::press::PressError;
use fieldpost_print::report::Report;
use fieldpost_print::shop::Shop;
use fieldpost_tell::Theatre;

/// A position after a run, and everything that happened on the way.
pub struct Aftermath<'a> {
    /// The maps.
    pub atlas: &'a Atlas,
    /// The position at the end.
    pub state: &'a LandState,
    /// All events of all turns.
    pub events: &'a [Told<Event>],
    /// What each player sees at the end of the last turn; nothing after a `stop`.
    pub sights: &'a BTreeMap<PlayerNo, Sight>,
    /// The rulebook's numbers.
    pub book: &'static Book,
    /// The trial's seed.
    pub seed: u64,
    /// Where those are who are off the map, and aboard of which ship.
    pub away: &'a BTreeMap<UnitId, (String, Option<String>)>,
    /// Its reports so far.
    pub printed: &'a Printed,
}

/// A field's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A count or measure.
    Number(i64),
    /// Yes or no.
    Flag(bool),
    /// A word or name.
    Words(String),
    /// A nation, by name or code.
    Nation(NationCode),
    Strategic(StrategicSquare),
    Tactical(TacticalSquare),
    /// Several, of which any serves: those who were in a battle.
    AnyOf(Vec<String>),
    Nothing,
}

impl Found {
    /// Whether it is what a case wants.
    ///
    /// # Errors
    /// If what is wanted can be no value of this field.
    pub fn is(&self, wanted: &Value, grid: &Grid, book: &Book) -> Result<bool, String> {
        match self {
            Found::Number(number) => Ok(wanted_range(wanted)?.holds(*number)),
            Found::Flag(flag) => match wanted {
                Value::Boolean(wanted) => Ok(flag == wanted),
                other => Ok(other.as_str() == Some(if *flag { "true" } else { "false" })),
            },
            Found::Words(words) => Ok(wanted.as_str().is_some_and(|wanted| wanted == words)),
            Found::AnyOf(all) => {
                Ok(wanted.as_str().is_some_and(|wanted| all.iter().any(|one| one == wanted)))
            }
            Found::Nation(nation) => {
                Ok(wanted.as_str().and_then(|wanted| book.nation(wanted)) == Some(*nation))
            }
            Found::Strategic(square) => {
                let wanted = grid.parse(wanted.as_str().unwrap_or("")).map_err(|why| why.to_string())?;
                Ok(wanted == *square)
            }
            Found::Tactical(square) => {
                let wanted: TacticalSquare =
                    wanted.as_str().unwrap_or("").parse().map_err(|why| format!("{why}"))?;
                Ok(wanted == *square)
            }
            Found::Nothing => Ok(wanted.as_str() == Some("none")),
        }
    }

    /// As a failure shows it.
    pub fn words(&self, grid: &Grid) -> String {
        match self {
            Found::Number(number) => number.to_string(),
            Found::Flag(flag) => flag.to_string(),
            Found::AnyOf(all) => all.join(" or "),
            Found::Words(words) => format!("{words:?}"),
            Found::Nation(nation) => nation.words(),
            Found::Strategic(square) => grid.label(*square),
            Found::Tactical(square) => square.to_string(),
            Found::Nothing => "nothing".into(),
        }
    }
}

/// A number or range as a case writes it: `3`, `"3"`, `"3..5"`, `">= 3"`.
///
/// # Errors
/// If it is none of these.
pub fn wanted_range(wanted: &Value) -> Result<Range<i64>, String> {
    match wanted {
        Value::Integer(number) => Ok(Range { from: *number, to: *number }),
        Value::String(text) => range::whole(text),
        other => Err(format!("{other} is no number: expected such as \"3\", \"3..5\" or \">= 3\"")),
    }
}

impl Aftermath<'_> {
    /// Names of the map's squares.
    pub fn grid(&self) -> &Grid {
        &self.atlas.map.grid
    }

    /// The players of a nation, or the one player of a name.
    ///
    /// # Errors
    /// If there is neither.
    pub fn players(&self, name: &str) -> Result<Vec<PlayerNo>, String> {
        let nation = self.book.nation(name);
        let of_nation: Vec<PlayerNo> = self
            .state
            .numbered_players()
            .filter(|(_, player)| Some(player.nation) == nation)
            .map(|(number, _)| number)
            .collect();
        if !of_nation.is_empty() {
            return Ok(of_nation);
        }
        let by_name = self.state.player_named(name);
        by_name.map(|number| vec![number]).ok_or_else(|| format!("there is no nation or player {name:?}"))
    }

    /// Whether some player of a nation, or the player of a name, was told of an event.
    ///
    /// # Errors
    /// If there is no such nation or player.
    pub fn is_told(&self, told: &Told<Event>, name: &str) -> Result<bool, String> {
        Ok(self.players(name)?.into_iter().any(|player| told.saw(player).is_some()))
    }

    /// Whether some player of a nation was told just so much of an event: `start`, `end` or `all`.
    ///
    /// # Errors
    /// If there is no such nation or player, or `how` is none of the three words.
    pub fn saw(&self, told: &Told<Event>, name: &str, how: &str) -> Result<bool, String> {
        let wanted = match how {
            "start" => Saw::Start,
            "end" => Saw::End,
            "all" => Saw::All,
            other => return Err(format!("{other:?} is none of start, end, all")),
        };
        Ok(self.players(name)?.into_iter().any(|player| told.saw(player) == Some(wanted)))
    }

    /// The position report of a nation's player, as plain text, and below it the status blocks of its units as the book writes
    /// them, which the report has as rows. Of several players it is the first who has
    /// units.
    ///
    /// # Errors
    /// If there is no such player, or the report cannot be made.
    pub fn report_of(&self, name: &str) -> Result<Rc<str>, String> {
        let players = self.players(name)?;
        let with_units = players.iter().find(|player| self.state.units_of(**player).next().is_some());
        let player = *with_units.or(players.first()).ok_or_else(|| format!("{name} has no player"))?;
        self.printed.of(player, || self.text(player))
    }

    fn text(&self, player: PlayerNo) -> Result<String, String> {
        let report = self.print(&Shop::new(printed::press()?), player).map_err(|why| why.to_string())?;
        let theatre = Theatre { atlas: self.atlas, book: self.book };
        let nothing = Sight::default();
        let sight = self.sights.get(&player).unwrap_or(&nothing);
        let blocks = fieldpost_tell::status_blocks(theatre, (self.state, sight), player);
        Ok(format!("{}\n{blocks}", report.printed.text))
    }

    fn print(&self, shop: &Shop<'_>, player: PlayerNo) -> Result<Report, PressError> {
        let heading = printed::heading(self.state.player(player).map(|player| player.name.as_str()));
        let theatre = Theatre { atlas: self.atlas, book: self.book };
        let wishes = Wishes { html: false, ..Wishes::default() };
        match self.sights.get(&player) {
            Some(sight) => {
                let seen = (self.state, sight);
                fieldpost_tell::position_report(theatre, seen, player, &heading, &wishes, shop)
            }
            None => {
                let new = (self.state, self.seed);
                fieldpost_tell::first_position(theatre, new, player, &heading, &wishes, shop)
            }
        }
    }
}

/// A field of a unit.
pub fn of_unit(aftermath: &Aftermath<'_>, id: UnitId, key: &str) -> Found {
    let unit = aftermath.state.units.get(&id);
    if key == "exists" {
        return Found::Flag(unit.is_some());
    }
    unit.map_or(Found::Nothing, |unit| unit_field(aftermath, unit, key))
}

fn unit_field(aftermath: &Aftermath<'_>, unit: &Unit, key: &str) -> Found {
    let away = aftermath.away.get(&unit.id);
    match key {
        "at" if away.is_some() => away.map_or(Found::Nothing, |away| Found::Words(away.0.clone())),
        "tac" if away.is_some() => Found::Nothing,
        "aboard" => away.and_then(|away| away.1.clone()).map_or(Found::Nothing, Found::Words),
        "at" => Found::Strategic(unit.at),
        "tac" => Found::Tactical(unit.tac),
        "strength" => number(unit.strength),
        "regiments" => number(unit.regiments),
        "batteries" => number(unit.batteries),
        "quality" => word(unit.quality),
        "experience" => number(unit.experience),
        "morale" => number(unit.morale),
        "fatigue" => number(unit.fatigue),
        "initiative" => number(unit.initiative),
        "weapon" => word(unit.weapon),
        "guns" => word(unit.guns),
        "supplies" => number(unit.supplies),
        "ammunition" => number(unit.ammunition),
        "hungry" => number(unit.hungry),
        "status" => word(unit.status),
        "deployed" => Found::Flag(unit.deployed),
        "in_fort" => Found::Flag(unit.in_fort),
        "home" => Found::Words(unit.home.clone()),
        "source" => source(aftermath.grid(), unit.source.as_ref()),
        "casualties" => number(unit.casualties),
        "killed" => number(unit.killed),
        "wounded" => number(unit.wounded),
        "stragglers" => number(unit.stragglers),
        "prisoners" => number(unit.prisoners),
        "in_communications" => Found::Flag(unit.in_communications),
        "besieged" => Found::Flag(is_besieged(aftermath.state, unit)),
        "commander" | "deputy" => seat(aftermath.state, unit.id, key),
        _ => Found::Nothing,
    }
}

/// Whether a unit stands in the tactical square of a besieged city (rule 11.3).
fn is_besieged(state: &LandState, unit: &Unit) -> bool {
    state.city_at(unit.at).is_some_and(|(_, city)| city.besieged && city.tac == unit.tac)
}

fn seat(state: &LandState, unit: UnitId, key: &str) -> Found {
    let seat = state.seats.get(&unit);
    let player =
        if key == "deputy" { seat.and_then(|seat| seat.deputy) } else { seat.map(|seat| seat.commander) };
    player
        .and_then(|player| state.player(player))
        .map_or(Found::Nothing, |player| Found::Words(player.name.clone()))
}

/// A field of an event.
pub fn of_event(event: &Event, key: &str) -> Found {
    if let Some(battle) = event.fact.battle()
        && let Some(found) = of_battle(battle, key)
    {
        return found;
    }
    let found = match key {
        "unit" => event.fact.unit().map(|unit| Found::Words(unit.to_string())),
        "at" => event.fact.at().map(Found::Strategic),
        "tac" => event.fact.tac().map(Found::Tactical),
        "phase" => Some(Found::Words(event.phase.to_string())),
        "other" => event.fact.other().map(|other| Found::Words(other.into_owned())),
        "men" => event.fact.men().map(number),
        _ => None,
    };
    found.unwrap_or(Found::Nothing)
}

/// Thousandths of a unit that the first line of a battle held (rule 10.4): of the one that is named, or of the first of the attackers.
pub fn part(event: &Event, unit: &str) -> Found {
    let Some(BattleReport { attackers, defenders, .. }) = event.fact.battle() else { return Found::Nothing };
    let mut units = attackers.units.iter().chain(&defenders.units);
    let one = units.find(|one| unit.is_empty() || one.id.to_string() == unit);
    one.map_or(Found::Nothing, |one| number(one.part))
}

/// What an event of a battle says beyond its place: `unit` is anybody in it, `other` anybody or a nation; `attacker`,
/// `defender`, `stood`, `fell-back`, `retreated`, `routed`, `shattered`, `destroyed` and `surrendered` any unit that was or did so;
/// `winner` a nation.
fn of_battle(battle: &BattleReport, key: &str) -> Option<Found> {
    let camps = [&battle.attackers, &battle.defenders];
    let units = |camp: &CampReport| camp.units.iter().map(|unit| unit.id.to_string()).collect::<Vec<_>>();
    let nations = |camp: &CampReport| camp.nations.iter().map(|nation| nation.words()).collect::<Vec<_>>();
    let all = || camps.map(units).concat();
    let found = match key {
        "unit" => all(),
        "other" => [all(), nations(camps[0]), nations(camps[1])].concat(),
        "attacker" => units(camps[0]),
        "defender" => units(camps[1]),
        "winner" => nations(camps[usize::from(!battle.attackers_won)]),
        "melee" => return Some(Found::Flag(battle.melee)),
        "front" => return Some(number(battle.front)),
        outcome => {
            let how = |unit: &UnitReport| unit.departure.map_or(Found::Words("stood".into()), word);
            let fits = |unit: &&UnitReport| how(unit) == Found::Words(outcome.into());
            let units =
                camps.iter().flat_map(|camp| &camp.units).filter(fits).map(|unit| unit.id.to_string());
            Some(units.collect::<Vec<_>>()).filter(|units| !units.is_empty())?
        }
    };
    Some(Found::AnyOf(found))
}

/// A field of a city.
pub fn of_city(aftermath: &Aftermath<'_>, name: &str, key: &str) -> Found {
    let city = aftermath.state.cities.get(name);
    let Some(city) = city.filter(|_| key != "exists") else { return Found::Flag(city.is_some()) };
    match key {
        "at" => Found::Strategic(city.at),
        "tac" => Found::Tactical(city.tac),
        "nation" => Found::Nation(city.home),
        "control" => Found::Nation(city.control),
        "supplies" => number(city.supplies),
        "manufacturing" => number(city.manufacturing),
        "fort" => city.fort.map_or(Found::Nothing, |fort| number(fort.strength)),
        "besieged" => Found::Flag(city.besieged),
        _ => Found::Nothing,
    }
}

/// A field of the depot or cache in a square.
pub fn of_depot(aftermath: &Aftermath<'_>, at: StrategicSquare, key: &str) -> Found {
    let depot: Option<&Depot> = aftermath.state.depots.iter().find(|depot| depot.at == at);
    let Some(depot) = depot.filter(|_| key != "exists") else { return Found::Flag(depot.is_some()) };
    match key {
        "kind" => word(depot.kind),
        "at" => Found::Strategic(depot.at),
        "tac" => Found::Tactical(depot.tac),
        "side" => Found::Nation(depot.side),
        "supplies" => number(depot.supplies),
        _ => Found::Nothing,
    }
}

/// Who controls a square's railway or river (rule 1.3), and whether its track is whole.
pub fn of_square(aftermath: &Aftermath<'_>, at: StrategicSquare, key: &str) -> Found {
    let (state, map) = (aftermath.state, &aftermath.atlas.map);
    match key {
        "exists" => Found::Flag(true),
        "bridge" => {
            let is_bridged = aftermath.atlas.sheet(at).bridge.contains(&true);
            Found::Flag(is_bridged && !state.bridges_destroyed.contains(&at))
        }
        "track" => Found::Flag(map.is_rail(at) && !state.track_destroyed.contains(&at)),
        _ => {
            let occupancy = &occupancy(state);
            let field = Field { atlas: aftermath.atlas, book: aftermath.book, state, occupancy };
            let of = if key == "rail" { control::of_railway } else { control::of_river };
            match of(field, at) {
                Control::Nation(nation) => Found::Nation(nation),
                Control::None => Found::Nothing,
            }
        }
    }
}

/// What a nation's treasury holds, the men that mergers brought to its pool, and the men of it that surrendered with their units.
pub fn of_treasury(aftermath: &Aftermath<'_>, nation: NationCode, key: &str) -> Found {
    let means = aftermath.state.treasuries.get(&nation).copied().unwrap_or_default();
    match key {
        "exists" => Found::Flag(true),
        "eg" => number(means.eg),
        "mp" => number(means.mp),
        "manpower" => number(means.manpower),
        "pool" => number(aftermath.state.manpower_pool.get(&nation).copied().unwrap_or(0)),
        "captives" => number(aftermath.state.captives.get(&nation).copied().unwrap_or(0)),
        _ => Found::Nothing,
    }
}

fn number(number: impl Into<i64>) -> Found {
    Found::Number(number.into())
}

/// The word that a value of an enum is written with.
fn word(value: impl Serialize) -> Found {
    match Value::try_from(value) {
        Ok(Value::String(word)) => Found::Words(word),
        _ => Found::Nothing,
    }
}

fn source(grid: &Grid, source: Option<&Source>) -> Found {
    match source {
        Some(Source::Unit(unit)) => Found::Words(unit.to_string()),
        Some(Source::City(city)) => Found::Words(city.clone()),
        Some(Source::Depot(at)) => Found::Words(grid.label(*at)),
        None => Found::Nothing,
    }
}
