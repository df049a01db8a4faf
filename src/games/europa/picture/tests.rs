//! Maps, tried.

use std::collections::BTreeMap;

use fieldpost_print::picture::ink::Eyes;

use super::*;
use crate::event::account::{Fought, Meeting, Won};
use crate::event::{Event, Fact, Hangs, Happening, Keeping, When};

fn scenario(name: &str) -> Scenario {
    let text = crate::EUROPA.scenarios.iter().find(|(path, _)| path.contains(name)).unwrap().1;
    crate::scenario::read(&BTreeMap::from([("scenario.toml".to_owned(), text.to_owned())])).unwrap()
}

#[test]
fn a_map_shows_stacks_ways_battles_and_sieges() {
    let scenario = scenario("italy");
    let mut position = scenario.position.clone();
    let before = position.stacks.clone();
    let army = position.stacks.get_mut(&Piece::from("FR-1")).unwrap();
    (army.at, army.besieging) = ("florence".into(), true);
    let moved = |to: &str| Fact::Moved { stack: "FR-1".into(), to: to.into(), points: 2 };
    let fought = Fought {
        place: "milan".into(),
        why: Meeting::AtRest,
        attackers: vec!["FR-1".into()],
        defenders: vec!["MI-1".into()],
        winner: Some(Won::Attacker),
        account: Vec::new(),
    };
    let battle = Fact::Battle { fought: Box::new(fought), excess: Vec::new() };
    let events = [moved("piedmont"), moved("milan"), battle].map(|fact| Happening {
        event: Event { phase: When::default(), fact },
        hangs: Hangs::default(),
        keeping: Keeping::default(),
    });
    let eye = Eye { scenario: &scenario, position: &position, power: None };
    let drawn = svg(&eye, &before, &events).unwrap();
    for (class, count) in // The key has a way and a battle too.
        [("way", 3), ("battle", 2), ("siege", 1), ("stack FR-1", 1), ("land milan", 1)]
    {
        assert_eq!(drawn.matches(&format!("class=\"{class}\"")).count(), count, "{class}");
    }
    assert!(drawn.contains(">Florence<") && drawn.contains(">Ligurian Sea<"));
    assert_eq!(svg(&eye, &before, &events).unwrap(), drawn, "the same twice");
    let quiet = svg(&eye, &before, &[]).unwrap();
    assert_eq!(
        (quiet.matches("\"way\"").count(), quiet.matches("\"battle\"").count()),
        (1, 1),
        "the key alone"
    );
    if let Some(folder) = std::env::var_os("PRINT_MAPS") {
        let png = fieldpost_print::picture::raster::png(&drawn).unwrap();
        std::fs::write(std::path::Path::new(&folder).join("italy.png"), png).unwrap();
    }
}

#[test]
fn where_the_scenario_has_no_window_a_power_sees_what_lies_about_its_own() {
    let scenario = scenario("baltic");
    let sheet = |power: &str| {
        let power = Owner::from(power);
        let eye = Eye { scenario: &scenario, position: &scenario.position, power: Some(&power) };
        Sheet::of(&eye).unwrap().window
    };
    let seats: Vec<&Owner> = scenario.players.iter().map(|(_, seat)| seat).collect();
    let windows: Vec<BTreeSet<Place>> = seats.iter().map(|seat| sheet(seat)).collect();
    assert!(windows.windows(2).any(|pair| pair[0] != pair[1]), "each its own");
    assert!(windows.iter().all(|window| (4..120).contains(&window.len())), "{windows:?}");
    if let Some(folder) = std::env::var_os("PRINT_MAPS") {
        for seat in seats {
            let eye = Eye { scenario: &scenario, position: &scenario.position, power: Some(seat) };
            let drawn = svg(&eye, &scenario.position.stacks, &[]).unwrap();
            let png = fieldpost_print::picture::raster::png(&drawn).unwrap();
            std::fs::write(std::path::Path::new(&folder).join(format!("baltic-{seat}.png")), png).unwrap();
        }
    }
}

/// Venice and the Papacy, the Emperor and France looked alike to one man in twelve.
#[test]
fn seats_are_told_apart_by_all_eyes_and_without_colours() {
    let all: Vec<(usize, Colour)> = SEATS.into_iter().enumerate().collect();
    for (place, one) in &all {
        for (other, two) in all[..*place].iter().map(|(other, colour)| (*other, *colour)) {
            let least = Eyes::ALL.map(|eyes| one.apart(two, eyes)).into_iter().fold(f64::MAX, f64::min);
            let most_play = *place < 6;
            assert!(least > if most_play { 17.0 } else { 12.0 }, "{place} and {other}: {least}");
            assert!(weave(*place) != weave(other) || place - other >= Weave::ALL.len());
        }
        for ground in [NEUTRAL, SEA] {
            let least = Eyes::ALL.map(|eyes| one.apart(ground, eyes)).into_iter().fold(f64::MAX, f64::min);
            assert!(least > 12.0, "{place} and {ground:?}: {least}");
        }
    }
    let scenario = scenario("italy");
    let eye = Eye { scenario: &scenario, position: &scenario.position, power: None };
    let drawn = svg(&eye, &scenario.position.stacks, &[]).unwrap();
    for (_, seat) in &scenario.players {
        assert!(drawn.contains(&format!(">{seat}<")), "{seat}");
    }
    assert_eq!(drawn.matches("<pattern").count(), scenario.players.len() - 1, "the first is plain");
}
