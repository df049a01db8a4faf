//! What every scenario that comes with the program owes those who play it: forts with somebody in them, and bases that can be fed.

use super::*;

use fieldpost_campaign::fleet::Fleet;
use fieldpost_ground::map::Fort;
use fieldpost_ground::nation::Relation;
use fieldpost_land::state::{City, LandState};
use fieldpost_sea::chart::PortNo;
use fieldpost_sea::turn::Turn;

/// The words with which a scenario's page begins to tell which forts have few men, and why.
const FEW: &str = "**Forts with few men**: ";

/// Enemies so many squares away may stand before a fort in their second turn.
const NEAR: u8 = 5;

/// The page of a scenario, by its name.
fn page(name: &str) -> String {
    let page = match name {
        "bohemia-1866" => "scenarios/1866.md".to_owned(),
        "demo" => "scenarios.md".to_owned(),
        name => format!("scenarios/{name}.md"),
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(page);
    std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// Whether a city is of a side that is played, with brigades of its enemies near.
fn is_near_enemies(state: &LandState, city: &City) -> bool {
    let of = |other| state.relations.between(city.control, other);
    let foe = |unit: &Unit| {
        unit.is_combat() && unit.is_active() && !unit.in_fort && of(unit.id.nation) == Relation::Hostile
    };
    let is_near = state.units.values().any(|unit| foe(unit) && unit.at.distance(city.at) <= NEAR);
    is_near && state.players.iter().any(|player| of(player.nation).is_friendly())
}

/// Forts of a scenario near enemies with fewer men than a third of what they hold, each with these numbers.
fn bare_forts(state: &LandState) -> BTreeMap<String, (u32, u32)> {
    let forts = state.cities.iter().filter_map(|(name, city)| Some((name, city, city.fort?)));
    let row = |(name, city, fort): (&String, &City, Fort)| {
        let inside = state.units.values().filter(|unit| unit.in_fort && unit.at == city.at);
        let men: u32 = inside.map(|unit| unit.strength).sum();
        (is_near_enemies(state, city) && men * 3 < fort.capacity)
            .then(|| (name.clone(), (men, fort.capacity)))
    };
    forts.filter_map(row).collect()
}

#[test]
fn each_fort_near_an_enemy_has_a_third_of_its_men_or_the_page_says_why_not() {
    let mut bare: Vec<String> = Vec::new();
    for name in scenario::built_in_names() {
        let texts = scenario::built_in(name).unwrap();
        // Europa's fortresses have garrisons of their own.
        if RULEBOOKS.of_scenario(&texts).is_none_or(|rulebook| rulebook.name == "europa") {
            continue;
        }
        let read = read_scenario(&texts).unwrap_or_else(|faults| panic!("{name}: {faults}"));
        let page = page(name);
        let said = page.lines().find_map(|line| line.strip_prefix(FEW)).unwrap_or_default();
        let untold = bare_forts(&read.state).into_iter().filter(|(fort, _)| !said.contains(fort.as_str()));
        bare.extend(untold.map(|(fort, (men, most))| format!("{name}: {fort} has {men} of {most}")));
    }
    assert!(bare.is_empty(), "{}", bare.join("\n"));
}

/// WISC 3.3, 3.4: a base without a yard gains no stores. Each begins with a turn's for all its ships, and either with as many as their
/// campaign of twelve turns takes, or where another port can send it some.
#[test]
fn each_base_of_ships_has_stores_or_can_be_sent_some() {
    let mut starved: Vec<String> = Vec::new();
    for name in scenario::built_in_names() {
        let texts = scenario::built_in(name).unwrap();
        let rulebook = RULEBOOKS.of_scenario(&texts).unwrap();
        let board = (rulebook.scenario)(&texts).unwrap().board.with(1);
        let Some(fleet) = Fleet::of(&*board) else { continue };
        let (chart, state) = (&fleet.sea.chart, &fleet.sea.state);
        let mut turn = Turn::begin(chart, &fleet.table.atlas, (**state).clone(), BTreeMap::new(), 0);
        turn.ashore = (*fleet.ashore()).clone();
        let mut bases: BTreeMap<PortNo, Vec<&fieldpost_sea::ship::Ship>> = BTreeMap::new();
        for ship in state.ships.values() {
            ship.base.into_iter().for_each(|base| bases.entry(base).or_default().push(ship));
        }
        for (port, ships) in bases {
            let held = &state.ports[&port];
            let aboard: u32 = ships.iter().map(|ship| ship.stores).sum();
            let (mouths, turns) = (ships.len() as u32, 12);
            let lasts = aboard + held.stores + 2 * held.yard * turns >= mouths * turns;
            let nation = ships[0].id.nation;
            let is_sent = || {
                let others = state.ports.iter().filter(|(from, other)| {
                    **from != port && state.is_friendly(**from, nation) && other.stores >= 20
                });
                others.into_iter().any(|(from, _)| turn.carries_stores(nation, *from, port))
            };
            if held.stores < mouths || !(lasts || is_sent()) {
                let port = &chart.port(port).name;
                starved.push(format!("{name}: {port} has {} stores for {mouths} ships", held.stores));
            }
        }
    }
    assert!(starved.is_empty(), "{}", starved.join("\n"));
}
