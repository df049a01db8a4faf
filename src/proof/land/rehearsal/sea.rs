//! What a rehearsed war came to at sea, turn by turn: battles, ships lost, batteries silenced and passed, who landed, ports that fell.

use std::collections::BTreeMap;

use serde::Deserialize;

use fieldpost_campaign::fleet::Fleet;
use fieldpost_sea::place::Place;
use fieldpost_sea::ship::ShipId;

/// An event as it is kept, as far as it is told here.
#[derive(Deserialize)]
struct Row {
    event: Happened,
}

#[derive(Deserialize)]
struct Happened {
    kind: String,
    ship: Option<ShipId>,
    at: Option<Place>,
    other: Option<String>,
    count: Option<u32>,
    battle: Option<Battle>,
}

#[derive(Deserialize)]
struct Battle {
    sides: [Vec<Fighter>; 2],
    winner: Option<usize>,
}

#[derive(Deserialize)]
struct Fighter {
    id: String,
    name: String,
    after: (u8, u8, u32),
    fate: String,
}

/// A paper of events of both; of a war on land alone there is no such.
#[derive(Deserialize)]
struct Paper {
    sea: Vec<Row>,
}

/// What happened at sea in a turn, a line each.
///
/// # Errors
/// If the events cannot be read.
pub fn words(before: Fleet<'_>, after: Fleet<'_>, paper: &[u8]) -> Result<Vec<String>, String> {
    let paper: Paper =
        serde_json::from_slice(paper).map_err(|why| format!("the events at sea cannot be read: {why}"))?;
    let teller = Teller { before, after };
    Ok(paper.sea.iter().filter_map(|row| teller.line(&row.event)).collect())
}

struct Teller<'a> {
    before: Fleet<'a>,
    after: Fleet<'a>,
}

impl Teller<'_> {
    fn line(&self, event: &Happened) -> Option<String> {
        let at = event.at.map(|at| format!(" at {}", self.after.sea.chart.label(at))).unwrap_or_default();
        let ship = event.ship.map(|id| self.called(id)).unwrap_or_default();
        let other = event.other.as_deref().unwrap_or_default();
        let count = event.count.unwrap_or(0);
        Some(match event.kind.as_str() {
            "naval-combat" => format!("naval battle{at}: {}", event.battle.as_ref().map(battle)?),
            "sunk" | "captured" | "foundered" | "wrecked" => format!("{ship} {}{at}", event.kind),
            "scuttle" => format!("{ship} scuttled{at}"),
            "run-past" => format!("{ship} runs past{at}"),
            "turned-back" => format!("{ship} turned back{at}"),
            "battery-lost" => format!("{other} silenced{at}, {count} batteries"),
            "load" => format!("{other} goes aboard {ship}{at}"),
            "land" | "unload" => format!("{other} lands from {ship}{at}"),
            "garrison-combat" => format!("fight of garrisons{at}"),
            "capture-port" => format!("port taken{at} by {ship}"),
            "no-stores" => format!("{ship} out of stores{at}"),
            _ => return None,
        })
    }

    /// Her name with her id.
    fn called(&self, id: ShipId) -> String {
        let ships = [self.before, self.after].map(|fleet| fleet.sea.state.ships.get(&id));
        ships.into_iter().flatten().next().map_or_else(|| id.to_string(), fieldpost_sea::ship::Ship::called)
    }
}

/// Who fought whom, and who won.
fn battle(battle: &Battle) -> String {
    let side = |side: &[Fighter]| {
        let mut kinds: BTreeMap<String, u32> = BTreeMap::new();
        for fighter in side {
            let code: String = fighter.id.chars().filter(|letter| !letter.is_ascii_digit()).collect();
            *kinds.entry(code).or_default() += 1;
        }
        kinds.iter().map(|(code, count)| format!("{count} {code}")).collect::<Vec<_>>().join(", ")
    };
    let won = match battle.winner {
        Some(winner) => format!("{} won", ["the first", "the others"][winner.min(1)]),
        None => "nobody won".into(),
    };
    let hurt = battle.sides.iter().flatten().filter(|fighter| fighter.fate == "stands");
    let hurt = hurt.filter(|fighter| fighter.after.0 + fighter.after.1 > 0);
    let hurt: Vec<String> =
        hurt.map(|fighter| format!("{} {}/{}", fighter.name, fighter.after.0, fighter.after.1)).collect();
    let hurt =
        if hurt.is_empty() { String::new() } else { format!("; hull and engines hurt: {}", hurt.join(", ")) };
    format!("{} against {}; {won}{hurt}", side(&battle.sides[0]), side(&battle.sides[1]))
}

/// Warships afloat and transport groups of each nation, for the sum.
pub fn afloat(fleet: Fleet<'_>) -> Vec<String> {
    let mut nations: BTreeMap<_, (u32, u32)> = BTreeMap::new();
    for ship in fleet.sea.state.ships.values() {
        let row = nations.entry(ship.id.nation).or_default();
        *(if ship.id.kind.is_transport() { &mut row.1 } else { &mut row.0 }) += 1;
    }
    let line = |(nation, (warships, groups)): (&fieldpost_ground::nation::NationCode, &(u32, u32))| {
        format!("{} has {warships} warships and {groups} transport groups", nation.words())
    };
    nations.iter().map(line).collect()
}
