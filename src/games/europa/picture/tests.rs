//! Maps, tried.

use std::collections::BTreeMap;

use fieldpost_print::picture::ink::Eyes;

use super::*;
use crate::event::account::{Fought, Meeting, Won};
use crate::event::{Fact, Hangs, Happening, Keeping, When};

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

/// The maps of an eye, the whole one first.
fn sheets<'a>(eye: &Eye<'a>) -> Vec<Sheet<'a>> {
    Sheet::of(eye).into_iter().chain(Sheet::closer(eye)).collect()
}

/// What is wrong with the labels of a map: one over another or over a fortress, a stack or a name that is told nowhere.
fn faults(sheet: &Sheet<'_>, eye: &Eye<'_>, events: &[&Event]) -> Vec<String> {
    let laid = sheet.lay(eye, events);
    let mut faults = laid.layout.covered();
    let told = [laid.lines.flags.clone(), laid.lines.others.clone()].concat().join("; ");
    if laid.lines.flags.len() != laid.flags.len() {
        faults.push(format!("{} flags, and below the map {:?}", laid.flags.len(), laid.lines.flags));
    }
    for name in &laid.names {
        let place = sheet.seen.iter().find(|place| sheet.map.name(place) == name.words).unwrap();
        let wide = fieldpost_print::picture::letters::width(name.words, name.size, name.face);
        let middle =
            name.start.moved(wide / 2.0, -name.size * fieldpost_print::picture::letters::CAPITALS / 2.0);
        if !sheet.rings(place).iter().any(|ring| is_in(ring, middle)) {
            faults.push(format!("{} stands on another's land", name.words));
        }
    }
    // Of a sheet cut closer the rim may leave out what it is not about.
    let is_meant = |stack: &Stack| sheet.window.contains(&stack.at) || sheet.width >= WIDTH;
    let shown = eye.position.stacks.iter().filter(|(_, stack)| sheet.anchor(&stack.at).is_some());
    for (id, stack) in shown.filter(|(_, stack)| is_meant(stack)) {
        if !laid.chips.iter().any(|chip| chip.id == id) && !told.contains(id.as_str()) {
            faults.push(format!("{id} in {} is not on the map", stack.at));
        }
    }
    faults
}

/// Names that a map has, upon it or by a number in its key.
fn names_of<'s>(sheet: &'s Sheet<'_>, eye: &Eye<'_>) -> BTreeSet<&'s str> {
    let eye = Eye { scenario: sheet.scenario, position: eye.position, power: eye.power };
    let laid = sheet.lay(&eye, &[]);
    let told = laid
        .lines
        .others
        .iter()
        .flat_map(|line| line.split(", "))
        .map(str::to_owned)
        .collect::<BTreeSet<_>>();
    let is_told = |name: &str| {
        laid.names.iter().any(|known| known.words == name)
            || (1..60).any(|number| told.contains(&format!("{number} {name}")))
    };
    sheet.seen.iter().map(|place| sheet.map.name(place)).filter(|name| is_told(name)).collect()
}

/// Places that have their name on none of the maps: of a power's all that they are about, of the referee's those where stacks stand.
fn unnamed(sheets: &[Sheet<'_>], eye: &Eye<'_>) -> Vec<String> {
    let named: BTreeSet<&str> = sheets.iter().flat_map(|sheet| names_of(sheet, eye)).collect();
    let is_held = |place: &Place| eye.position.stacks.values().any(|stack| stack.at == *place);
    let meant =
        sheets.iter().flat_map(|sheet| sheet.window.iter().filter(|place| sheet.shown(place).is_some()));
    let meant = meant.filter(|place| eye.power.is_some() || is_held(place));
    let unnamed = meant.map(|place| eye.scenario.world.map.name(place)).filter(|name| !named.contains(name));
    unnamed.map(|name| format!("{name} has no name")).collect()
}

fn print(drawn: &str, name: &str) {
    if let Some(folder) = std::env::var_os("PRINT_MAPS") {
        let png = fieldpost_print::picture::raster::png(drawn).unwrap();
        std::fs::write(std::path::Path::new(&folder).join(name), png).unwrap();
    }
}

#[test]
fn no_label_of_an_opening_covers_another_and_none_is_dropped() {
    let mut wrong = Vec::new();
    for name in ["italy", "baltic", "1492"] {
        let scenario = scenario(name);
        let position = &scenario.position;
        let powers = scenario.players.iter().map(|(_, seat)| Some(seat)).chain([None]);
        for power in powers {
            let eye = Eye { scenario: &scenario, position, power };
            let who = power.map_or("referee", |power| &**power);
            let all = sheets(&eye);
            wrong.extend(unnamed(&all, &eye).into_iter().map(|fault| format!("{name} {who}: {fault}")));
            for (number, sheet) in all.into_iter().enumerate() {
                print(&sheet.svg(&eye, &position.stacks, &[]), &format!("{name}-{who}-{number}.png"));
                wrong.extend(
                    faults(&sheet, &eye, &[])
                        .into_iter()
                        .map(|fault| format!("{name} {who} {number}: {fault}")),
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// In the war that a new referee led, Ferrara's name and fortress lay under a pile of four.
#[test]
fn no_label_covers_another_wherever_stacks_stand() {
    let scenario = scenario("italy");
    let places = scenario.window.clone();
    let mut wrong = Vec::new();
    for turn in 0..16_usize {
        let mut position = scenario.position.clone();
        for (number, stack) in position.stacks.values_mut().enumerate() {
            // By turns all in one place, by pairs and wide apart.
            stack.at = places[(turn * 7 + number * (turn % 4)) % places.len()].clone();
            stack.besieging = number % 3 == turn % 3;
        }
        let fought = Fought {
            place: places[(turn * 7) % places.len()].clone(),
            why: Meeting::AtRest,
            attackers: vec!["FR-1".into()],
            defenders: vec!["MI-1".into()],
            winner: Some(Won::Attacker),
            account: Vec::new(),
        };
        let fact = Fact::Battle { fought: Box::new(fought), excess: Vec::new() };
        let event = Event { phase: When::default(), fact };
        for power in [None, Some(&scenario.players[2].1)] {
            let eye = Eye { scenario: &scenario, position: &position, power };
            let all = sheets(&eye);
            wrong.extend(unnamed(&all, &eye).into_iter().map(|fault| format!("turn {turn}: {fault}")));
            for (number, sheet) in all.into_iter().enumerate() {
                if turn < 8 && power.is_none() {
                    print(
                        &sheet.svg(&eye, &scenario.position.stacks, &[&event]),
                        &format!("turn{turn}-{number}.png"),
                    );
                }
                let told = faults(&sheet, &eye, &[&event]).into_iter();
                wrong.extend(told.map(|fault| format!("turn {turn}, sheet {number}: {fault}")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// On a phone the whole map comes last, and its key is too small: the first that is cut closer has it.
#[test]
fn what_a_phone_can_show_comes_first_and_has_the_key() {
    let scenario = scenario("italy");
    let eye = Eye { scenario: &scenario, position: &scenario.position, power: Some(&scenario.players[0].1) };
    let press = fieldpost_print::press::Press::new().unwrap();
    let all = maps(&eye, &BTreeMap::new(), &[], "position", &Shop::new(&press));
    let ids: Vec<&str> = all.iter().map(|map| map.id.as_str()).collect();
    assert_eq!((ids.first(), ids.last()), (Some(&"position-2"), Some(&"position")), "{ids:?}");
    let drawn = Sheet::closer(&eye)[0].svg(&eye, &BTreeMap::new(), &[]);
    assert!(drawn.contains(">fortress and level<") && drawn.contains(">FRA France<"));
}

/// A name that a phone of 360 pixels shows smaller than 9 pixels is read by nobody.
#[test]
fn a_phone_shows_the_names_about_ones_own_stacks_in_nine_pixels() {
    for name in ["italy", "baltic", "1492"] {
        let scenario = scenario(name);
        for (_, seat) in &scenario.players {
            let eye = Eye { scenario: &scenario, position: &scenario.position, power: Some(seat) };
            let closer = Sheet::closer(&eye);
            assert!((1..=8).contains(&closer.len()), "{name} {seat}: {}", closer.len());
            let laid: Vec<_> = closer.iter().map(|sheet| (sheet, sheet.lay(&eye, &[]))).collect();
            // The page leaves a picture 312 of 360 pixels.
            let shown = |sheet: &Sheet<'_>, size: f64| size * 312.0 / sheet.width;
            let is_small = |(sheet, laid): &(&Sheet<'_>, lay::Laid<'_>)| {
                laid.names.iter().any(|name| shown(sheet, name.size) < 9.0)
            };
            assert!(!laid.iter().any(is_small), "{name} {seat}");
            for stack in scenario.position.stacks.values().filter(|stack| eye.is_own(stack)) {
                let name = scenario.world.map.name(&stack.at);
                assert!(closer.iter().any(|sheet| names_of(sheet, &eye).contains(name)), "{seat}: {name}");
            }
        }
    }
}

/// The border of two seas had a gap wherever a side of one ran along two of its neighbours.
#[test]
fn seas_that_lie_beside_one_another_have_a_border() {
    let scenario = scenario("italy");
    let eye = Eye { scenario: &scenario, position: &scenario.position, power: None };
    let sheet = Sheet::of(&eye).unwrap();
    let borders = sheet.sea_borders();
    let long = |[from, to]: &[Point; 2]| (to.x - from.x).hypot(to.y - from.y);
    let seas: Vec<&Place> = sheet.seen.iter().filter(|place| sheet.map.is_sea(place)).collect();
    let shared: f64 = {
        let (_, shared) = sheet.shapes.sides_of(seas.iter().copied());
        shared.iter().map(|side| long(&side.map(|at| sheet.point(at)))).sum()
    };
    let whole: f64 = borders.iter().map(long).sum();
    assert!(whole > shared * 1.1, "{whole} of {shared}");
    let near = |one: &Place, other: &Place| {
        let beside = |place: &Place, at: Point| {
            sheet.rings(place).iter().any(|ring| {
                (-3..=3).any(|x| (-3..=3).any(|y| is_in(ring, at.moved(f64::from(x), f64::from(y)))))
            })
        };
        borders.iter().any(|[from, to]| {
            let middle = from.towards(*to, 0.5);
            beside(one, middle) && beside(other, middle)
        })
    };
    let named = |id: &str| seas.iter().copied().find(|place| &***place == id).unwrap();
    for (one, other) in [
        ("tyrrhenian-sea", "ligurian-sea"),
        ("tyrrhenian-sea", "sea-of-sardinia"),
        ("tyrrhenian-sea", "ionian-sea"),
        ("northern-adriatic", "southern-adriatic"),
        ("gulf-of-lion", "ligurian-sea"),
    ] {
        assert!(near(named(one), named(other)), "{one} and {other}");
    }
}

#[test]
fn a_fleet_before_a_port_draws_a_bar() {
    let scenario = scenario("italy");
    let mut position = scenario.position.clone();
    let bars = |position: &crate::position::Position| {
        let eye = Eye { scenario: &scenario, position, power: None };
        svg(&eye, &position.stacks, &[]).unwrap().matches("class=\"blockade\"").count()
    };
    assert_eq!(bars(&position), 0);
    let fleet = position.stacks.values_mut().find(|stack| scenario.world.map.is_sea(&stack.at));
    let fleet = fleet.map(|stack| stack.blockading = Some("genoa".into()));
    if fleet.is_none() {
        position.stacks.get_mut(&Piece::from("FR-F1")).unwrap().blockading = Some("genoa".into());
    }
    assert_eq!(bars(&position), 1);
}
