//! What the papers of turns say of battles, of towns that fell and of who was lost, for the account of a war that is over. Papers of form 2 are
//! read by their keys, which never change (fixtures/kept/keys.txt); of form 1 as the turn reads them. Neither needs the rules of then.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::shore::GUNNERS;
use fieldpost_engine::event::Told;
use fieldpost_engine::form2;
use fieldpost_ground::nation::NationCode;
use fieldpost_land::event::battle::CampReport;
use fieldpost_land::event::{Event, Fact, Place};
use fieldpost_land::unit::UnitId;
use fieldpost_sea::ship::ShipId;

/// What counts of a turn when a war is summed up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    Battle(Battle),
    Lost {
        unit: UnitId,
        men: u32,
        cause: Cause,
    },
    Town {
        name: String,
        by: NationCode,
        from: Option<NationCode>,
    },
    Ship(ShipId),
    /// A unit that went aboard.
    Boarded(UnitId),
    /// A unit that came ashore, in a port of its side or on a coast.
    Ashore(UnitId),
}

impl Entry {
    /// What a unit lost by it.
    pub fn men_of(&self, of: UnitId) -> u32 {
        match self {
            Entry::Lost { unit, men, .. } if *unit == of => *men,
            _ => 0,
        }
    }
}

/// By what men were lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// In the fire and at close quarters.
    Battle,
    /// By shells from afar, or from ships.
    Shells,
    /// Stragglers of a withdrawal, and deserters.
    Straggled,
    /// When a unit broke up.
    Scattered,
    /// Laid down their arms.
    Surrendered,
    /// Went down with a ship.
    Drowned,
}

impl Cause {
    pub const ALL: [Cause; 6] = [
        Cause::Battle,
        Cause::Shells,
        Cause::Straggled,
        Cause::Scattered,
        Cause::Surrendered,
        Cause::Drowned,
    ];

    /// Behind a number of men.
    pub fn words(self) -> &'static str {
        match self {
            Cause::Battle => "in battle",
            Cause::Shells => "by shells",
            Cause::Straggled => "straggled",
            Cause::Scattered => "with units that broke up",
            Cause::Surrendered => "surrendered",
            Cause::Drowned => "drowned with their ships",
        }
    }
}

/// A battle on land.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Battle {
    pub at: Place,
    pub attackers: Camp,
    pub defenders: Camp,
    pub attackers_won: bool,
}

/// A side of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Camp {
    pub nations: BTreeSet<NationCode>,
    pub units: Vec<Fighter>,
}

/// A unit's part in a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Fighter {
    pub id: UnitId,
    pub men: u32,
    fire: u32,
    melee: u32,
}

impl Fighter {
    fn lost(&self) -> u32 {
        self.fire + self.melee
    }
}

impl Camp {
    pub fn lost(&self) -> u32 {
        self.units.iter().map(Fighter::lost).sum()
    }
}

impl From<&CampReport> for Camp {
    fn from(camp: &CampReport) -> Self {
        let fighter = |unit: &fieldpost_land::event::battle::UnitReport| Fighter {
            id: unit.id,
            men: unit.men,
            fire: unit.fire,
            melee: unit.melee,
        };
        Camp { nations: camp.nations.clone(), units: camp.units.iter().map(fighter).collect() }
    }
}

/// What counts of a turn, by the paper of its events.
///
/// # Errors
/// If it is no paper of a campaign's events.
pub fn read(events: &[u8], form: u8) -> Result<Vec<Entry>, String> {
    let wrong = |why: serde_json::Error| format!("a paper of events cannot be read: {why}");
    if form == form2::FORM {
        return both(serde_json::from_slice(events).map_err(wrong)?).iter().try_fold(
            Vec::new(),
            |mut all, row| {
                all.extend(of_row(row)?);
                Ok(all)
            },
        );
    }
    let whole: Value = serde_json::from_slice(events).map_err(wrong)?;
    let (land, sea) = match whole {
        Value::Object(mut sides) => (sides.remove("land"), sides.remove("sea")),
        list => (Some(list), None),
    };
    let land: Vec<Told<Event>> =
        land.map(serde_json::from_value).transpose().map_err(wrong)?.unwrap_or_default();
    let ships = sea.iter().filter_map(Value::as_array).flatten().filter_map(of_old_ship);
    Ok(land.iter().flat_map(|told| of_fact(&told.event.fact)).chain(ships).collect())
}

/// The rows of land and sea, behind one another.
fn both(paper: Value) -> Vec<Value> {
    match paper {
        Value::Array(rows) => rows,
        Value::Object(sides) => sides.into_iter().flat_map(|(_, rows)| both(rows)).collect(),
        _ => Vec::new(),
    }
}

/// What counts of a fact.
fn of_fact(fact: &Fact) -> Vec<Entry> {
    let lost = |unit, men, cause| vec![Entry::Lost { unit, men, cause }];
    match fact {
        Fact::Combat { at, battle } => of_battle(Battle {
            at: *at,
            attackers: (&battle.attackers).into(),
            defenders: (&battle.defenders).into(),
            attackers_won: battle.attackers_won,
        }),
        Fact::Bombard { hit, men, .. } => lost(*hit, *men, Cause::Shells),
        Fact::Withdraw { stand, stragglers } => lost(stand.unit, *stragglers, Cause::Straggled),
        Fact::Desert { stand, men } => lost(stand.unit, *men, Cause::Straggled),
        Fact::Shatter { step, men, .. } => lost(step.unit, *men, Cause::Scattered),
        Fact::Surrender { stand, men, .. } => lost(stand.unit, *men, Cause::Surrendered),
        Fact::CaptureCity { city, by, lost_by, .. } => {
            vec![Entry::Town { name: city.clone(), by: *by, from: *lost_by }]
        }
        _ => Vec::new(),
    }
}

/// A battle, and what it cost each unit.
fn of_battle(battle: Battle) -> Vec<Entry> {
    let fighters = battle.attackers.units.iter().chain(&battle.defenders.units);
    let lost = fighters.filter(|unit| unit.lost() > 0);
    let mut all: Vec<Entry> =
        lost.map(|unit| Entry::Lost { unit: unit.id, men: unit.lost(), cause: Cause::Battle }).collect();
    all.push(Entry::Battle(battle));
    all
}

/// A ship of a row of form 1 that was sunk or taken.
fn of_old_ship(told: &Value) -> Option<Entry> {
    let event = &told["event"];
    let is_lost = matches!(event["kind"].as_str()?, "sunk" | "captured");
    is_lost.then(|| event["ship"].as_str()?.parse().ok().map(Entry::Ship)).flatten()
}

/// A value of form 2.
fn value<T: DeserializeOwned>(fields: &Value) -> Result<T, String> {
    T::deserialize(fields).map_err(|why| format!("an event cannot be read: {why}"))
}

/// A unit, where that is all that is read of a place or a step.
#[derive(Deserialize)]
struct Who {
    unit: UnitId,
}

#[derive(Deserialize)]
struct OfStand {
    stand: Who,
    #[serde(alias = "stragglers")]
    men: u32,
}

#[derive(Deserialize)]
struct OfStep {
    step: Who,
    men: u32,
}

#[derive(Deserialize)]
struct Struck {
    #[serde(alias = "hit")]
    unit: UnitId,
    men: u32,
}

#[derive(Deserialize)]
struct Fallen {
    city: String,
    by: NationCode,
    lost_by: Option<NationCode>,
}

#[derive(Deserialize)]
struct Aboard {
    here: Vessel,
}

#[derive(Deserialize)]
struct Vessel {
    ship: ShipId,
}

/// What was loaded, or set ashore.
#[derive(Deserialize)]
struct Freighted {
    what: Value,
}

#[derive(Deserialize)]
struct Silenced {
    unit: UnitId,
    count: u32,
}

#[derive(Deserialize)]
struct Fought {
    at: Place,
    battle: Sides,
}

#[derive(Deserialize)]
struct Sides {
    attackers: Camp,
    defenders: Camp,
    attackers_won: bool,
}

/// The unit that was loaded or set ashore; `None` where it was supplies.
fn freight(fields: &Value) -> Result<Option<UnitId>, String> {
    let Freighted { what } = value(fields)?;
    what.get("unit").map(|unit| value(unit).map(|Who { unit }| unit)).transpose()
}

/// What counts of an event of form 2.
fn of_row(row: &Value) -> Result<Vec<Entry>, String> {
    let Some((kind, fields)) = row["event"]["fact"].as_object().and_then(|fact| fact.iter().next()) else {
        return Ok(Vec::new());
    };
    let lost = |unit, men, cause| Ok(vec![Entry::Lost { unit, men, cause }]);
    match kind.as_str() {
        "combat" => {
            let Fought { at, battle: Sides { attackers, defenders, attackers_won } } = value(fields)?;
            Ok(of_battle(Battle { at, attackers, defenders, attackers_won }))
        }
        "bombard" | "strikes" => {
            let Struck { unit, men } = value(fields)?;
            lost(unit, men, Cause::Shells)
        }
        "withdraw" | "desert" => {
            let OfStand { stand, men } = value(fields)?;
            lost(stand.unit, men, Cause::Straggled)
        }
        "shatter" => {
            let OfStep { step, men } = value(fields)?;
            lost(step.unit, men, Cause::Scattered)
        }
        "surrender" => {
            let OfStand { stand, men } = value(fields)?;
            lost(stand.unit, men, Cause::Surrendered)
        }
        "capture-city" => {
            let Fallen { city: name, by, lost_by: from } = value(fields)?;
            Ok(vec![Entry::Town { name, by, from }])
        }
        "sunk" | "captured" => {
            let Aboard { here } = value(fields)?;
            Ok(vec![Entry::Ship(here.ship)])
        }
        "battery-lost" => {
            let Silenced { unit, count } = value(fields)?;
            lost(unit, count.saturating_mul(GUNNERS), Cause::Shells)
        }
        "load" => Ok(freight(fields)?.map(Entry::Boarded).into_iter().collect()),
        "unload" => Ok(freight(fields)?.map(Entry::Ashore).into_iter().collect()),
        "land" => {
            let Who { unit } = value(fields)?;
            Ok(vec![Entry::Ashore(unit)])
        }
        _ => Ok(Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldpost_engine::event::Saw;
    use fieldpost_engine::ids::PlayerNo;
    use fieldpost_land::event::Stand;
    use fieldpost_land::phase::Phase;

    fn id(words: &str) -> UnitId {
        words.parse().unwrap()
    }

    fn told(fact: Fact) -> Told<Event> {
        Told { event: Event { phase: Phase::Tac1, fact }, to: [(PlayerNo(0), Saw::All)].into() }
    }

    /// Both forms of one turn's paper say the same.
    #[test]
    fn papers_of_both_forms_say_the_same() {
        let at = Place {
            at: fieldpost_ground::square::StrategicSquare { col: 3, row: 4 },
            tac: "7-7".parse().unwrap(),
        };
        let stand = Stand { unit: id("AU1IN"), at: Some(at) };
        let austria = NationCode::new("AU").unwrap();
        let facts = [
            Fact::Desert { stand, men: 30 },
            Fact::Withdraw { stand, stragglers: 7 },
            Fact::Surrender { stand, city: "Glatz".into(), men: 900 },
            Fact::Bombard { guns: id("PR1IN"), hit: id("AU2IN"), at: Some(at), men: 11 },
            Fact::CaptureCity { city: "Prague".into(), at, by: austria, lost_by: None, supplies: 4 },
            Fact::Pursue(stand),
        ];
        let events: Vec<Told<Event>> = facts.into_iter().map(told).collect();
        let (one, two) = (serde_json::to_vec(&events).unwrap(), form2::text(&events));
        let lost = |unit: &str, men, cause| Entry::Lost { unit: id(unit), men, cause };
        let expected = vec![
            lost("AU1IN", 30, Cause::Straggled),
            lost("AU1IN", 7, Cause::Straggled),
            lost("AU1IN", 900, Cause::Surrendered),
            lost("AU2IN", 11, Cause::Shells),
            Entry::Town { name: "Prague".into(), by: austria, from: None },
        ];
        assert_eq!(read(&two, form2::FORM).unwrap(), expected);
        assert_eq!(read(&one, 1).unwrap(), expected);
        assert!(read(b"[{\"event\":{\"fact\":{\"desert\":{}}}}]", form2::FORM).is_err(), "damage is told");
    }
}
