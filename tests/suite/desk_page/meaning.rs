//! Whatever is clicked, the page means what the grammar reads and foresees what the engine does.

use super::*;

const MONKEY: &str = include_str!("monkey.js");
/// What the page means is what the grammar reads, unit by unit and office order by office order.
fn assert_same(scenario: &Scenario, done: &Value) -> Letter {
    let text = done["letter"].as_str().unwrap();
    assert_eq!(done["shown"], done["letter"], "the letter that is shown is another");
    let letter = read_letter(text, &lexicon(scenario));
    assert_eq!(complaints(&letter), Vec::<String>::new(), "{text}");
    let meant = done["model"]["units"].as_object().unwrap();
    assert_eq!(meant.len(), letter.units.len(), "{text}");
    for block in &letter.units {
        let meant = &meant[block.piece.as_str()];
        if block.none {
            assert_eq!(*meant, json!("none"), "{text}");
            continue;
        }
        let meant: UnitOrders = serde_json::from_value(meant.clone()).unwrap();
        let read = UnitOrders::from_lines(block.orders.iter().map(|line| unit_order(scenario, line)));
        assert_eq!(meant, read, "{}\n{text}", block.piece);
        let unit = language::unit_of(&block.piece).unwrap();
        assert_foreseen(scenario, &scenario.state.units[&unit], &read, done);
    }
    let mut offices: Vec<OfficeOrder> = serde_json::from_value(done["model"]["offices"].clone()).unwrap();
    // Who is given a unit orders it from that line on: assignments stand above the units.
    offices.sort_by_key(|order| !matches!(order, OfficeOrder::Assign { .. }));
    let read: Vec<OfficeOrder> = letter.offices.iter().map(|line| office_order(scenario, line)).collect();
    assert_eq!(offices, read, "{text}");
    letter
}

fn unit_order(scenario: &Scenario, line: &Line) -> UnitOrder {
    language::unit_order(&line.words, &lexicon(scenario)).unwrap()
}

fn office_order(scenario: &Scenario, line: &Line) -> OfficeOrder {
    language::office_order(&line.words, &lexicon(scenario)).unwrap()
}

/// What the receipt would warn of, the page does not offer or has marked.
fn assert_foreseen(scenario: &Scenario, unit: &Unit, orders: &UnitOrders, done: &Value) {
    for warning in foreseen(&ROTD_EUWOL, scenario, unit, orders) {
        assert!(!warning.starts_with("the march will stop"), "{}: {warning}", unit.id);
        let marked = done["warned"][unit.id.to_string()].as_array().is_some_and(|all| !all.is_empty());
        let is_march = warning.contains("squares are ordered") || warning.contains("in excess");
        assert!(marked || !is_march, "{}: {warning}", unit.id);
    }
}

/// Random clicks on a player's page, round by round; the kinds of orders that were given.
fn random_clicks(name: &str, scenario: &Scenario, player: &str, rounds: u32) -> BTreeSet<String> {
    let file = written(name, &page(scenario, &heading(player)));
    let browser = Browser::start();
    browser.open(&file);
    browser.type_into("#password", "secret");
    let mut kinds = BTreeSet::new();
    for seed in 0..rounds {
        let done = browser.run(MONKEY, &[json!(seed * 7919 + 11), json!(50)]);
        let letter = assert_same(scenario, &done);
        kinds.extend(
            letter.units.iter().flat_map(|block| &block.orders).map(|line| kind(&unit_order(scenario, line))),
        );
        kinds.extend(letter.offices.iter().map(|line| kind(&office_order(scenario, line))));
    }
    assert_quiet(&browser);
    kinds
}

/// An order's name in the program, such as `MergeInto`.
fn kind(order: &impl std::fmt::Debug) -> String {
    let words = format!("{order:?}");
    words.split(|c: char| !c.is_alphanumeric()).next().unwrap().to_string()
}

/// The test must have looked at these kinds of orders.
fn assert_ordered(kinds: &BTreeSet<String>, wanted: &str) {
    let missing: Vec<&str> = wanted.split_whitespace().filter(|name| !kinds.contains(*name)).collect();
    assert!(missing.is_empty(), "nobody ordered {missing:?}, only {kinds:?}");
}

#[test]
fn what_the_page_means_is_what_the_grammar_reads() {
    let kinds = random_clicks("monkey", &scenario("demo"), "Benedek", 48);
    assert_ordered(
        &kinds,
        "March Entry HaltOnDetection HaltOnEntry NoForcedMarch Pursue MarchToBattle MarchToAllies MarchToEnemies Rail \
         DestroyTrack DestroyBridge Move StayOutOfFort Engage Line HoldFire Support Intercept Attack Defend Carry \
         Inactivate MergeInto DeployBridge RemoveBridge Assign MoveSupplies AddSupplies PlaceDepot PlaceCache \
         RemoveDepot RemoveCache RebuildTrack RebuildBridge Upgrade",
    );
}

#[test]
fn so_it_is_in_a_deployment_turn_and_for_tired_inactive_and_laden_units() {
    let mut scenario = scenario("demo");
    scenario.state.season = Season::Deployment;
    let mut kinds = random_clicks("deployment", &scenario, "Benedek", 10);
    scenario.state.season = Season::Campaign;
    make_odd(&mut scenario.state);
    kinds.extend(random_clicks("odd", &scenario, "Benedek", 40));
    assert_ordered(&kinds, "Deploy NoSupport Withdraw Bombard Activate TransferBattery");
}

/// Units in every state that bars orders, and a battlefield to withdraw from.
fn make_odd(state: &mut LandState) {
    for (place, unit) in state.units.values_mut().enumerate() {
        unit.fatigue = [0, 9, 30, 0][place % 4];
        unit.supplies = u8::from(place % 3 == 0);
        unit.batteries = u8::from(place % 2 == 0);
        unit.in_communications = place % 5 != 0;
        unit.status = if place % 4 == 1 { Status::Inactive } else { Status::Active };
    }
    let places: Vec<StrategicSquare> = state.units.values().map(|unit| unit.at).collect();
    state.battle_squares.extend(places);
}
