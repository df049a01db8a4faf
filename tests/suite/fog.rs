//! Promise 6: no player learns what their units could not see. Finished turns of random wars of each land book and of
//! scenarios on real ground are changed wherever a player has neither witnessed nor sees it, and the player's reports must not change.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fieldpost_daemon::order_forms::order_forms;
use fieldpost_engine::event::{Saw, Told};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::wishes::Wishes;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_land::event::reason::Why;
use fieldpost_land::event::record::Record;
use fieldpost_land::event::{Event, Fact, Kind, Place, Stand};
use fieldpost_land::language;
use fieldpost_land::scenario::{self, Scenario};
use fieldpost_land::sequence;
use fieldpost_land::state::{Control, LandState};
use fieldpost_land::turn::Outcome;
use fieldpost_land::unit::{Quality, Status, Unit, UnitId, Weapon};
use fieldpost_print::album::Grounds;
use fieldpost_print::heading::Heading;
use fieldpost_print::press::Press;
use fieldpost_print::report::Report;
use fieldpost_print::shop::DeskKit;
use fieldpost_print::shop::Shop;
use fieldpost_proof::land::soak::lots::Lots;
use fieldpost_proof::land::soak::plans;
use fieldpost_proof::land::soak::world::{self, World};
use fieldpost_tell::vantage::Vantage;
use fieldpost_tell::{Theatre, turn_reports};
use proptest::prelude::*;

/// Plays some turns of a world with random orders, and hands over the last one.
pub fn played(mut world: World, seed: u64, turns: u32) -> (World, Outcome) {
    let mut last = None;
    for number in 1..=turns {
        let orders = plans::orders(&mut Lots::new(seed, 1, number), &world);
        let outcome = sequence::run(&world.atlas, world.book, world.state.clone(), orders, seed, None);
        world.state = outcome.state.clone();
        last = Some(outcome);
    }
    (world, last.unwrap())
}

fn demo() -> World {
    world_of(scenario::demo())
}

fn world_of(texts: BTreeMap<String, String>) -> World {
    let Scenario { atlas, state, book, .. } = scenario::read(&texts).unwrap();
    World { atlas: Arc::new(atlas), book, state }
}

fn heading(world: &World, player: PlayerNo) -> Heading {
    Heading {
        game: "fog".into(),
        title: "Fog".into(),
        player: world.state.player(player).unwrap().name.clone(),
        deadline_local: "Friday 7 August 2026, 20:00 (Europe/Vienna)".into(),
        deadline_utc: "Friday 7 August 2026, 18:00 UTC".into(),
        calendar: None,
        by_hand: Vec::new(),
        silence: Vec::new(),
    }
}

fn reports(
    (press, grounds): (&Press, &Arc<Grounds>),
    world: &World,
    outcome: &Outcome,
    player: PlayerNo,
) -> [Report; 2] {
    let kit =
        DeskKit { address: "orders@fieldpost.example".into(), forms: order_forms(language::of(world.book)) };
    let theatre = Theatre { atlas: &world.atlas, book: world.book };
    let shop = Shop::on(press, Arc::clone(grounds)).with_desk(kit);
    // Drawing is most of the work: the first player's reports have pictures, and `illustrations` looks at pictures alone.
    let wishes = Wishes { pictures: player == PlayerNo(0), ..Wishes::default() };
    let reports = turn_reports(theatre, outcome, player, &heading(world, player), &wishes, &shop).unwrap();
    reports.try_into().unwrap()
}

/// The letter that the machine would write for a player.
fn letter(world: &World, outcome: &Outcome, player: PlayerNo) -> Option<String> {
    let sight = outcome.sights.get(&player).cloned().unwrap_or_default();
    let vantage = Vantage::of(player, &outcome.state, &sight, &world.atlas, world.book).unwrap();
    fieldpost_machine::letter(&vantage, "fog", fieldpost_machine::Seat::default())
}

/// Every player's reports, and the letter that the machine makes of them, are the same bytes after what is hidden from that player was changed.
fn holds(press: &Press, world: &World, outcome: &Outcome, lots: &mut Lots) -> Result<(), TestCaseError> {
    let grounds = Arc::default();
    for (player, _) in world.state.numbered_players() {
        let before = reports((press, &grounds), world, outcome, player);
        let mut other = outcome.clone();
        change_what_is_hidden(&mut other, world, player, lots);
        prop_assert!(other.state != outcome.state);
        let after = reports((press, &grounds), world, &other, player);
        prop_assert!(before == after, "{player:?} learns: {}", difference(&before, &after));
        let (letter, other) = (letter(world, outcome, player), letter(world, &other, player));
        prop_assert_eq!(letter, other, "the machine that plays {:?} knows more than its report", player);
    }
    Ok(())
}

/// What stands where two pages begin to differ.
fn first_unlike(one: &str, other: &str) -> String {
    let place = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let around = |page: &str| {
        let bytes = &page.as_bytes()[place.saturating_sub(60)..(place + 60).min(page.len())];
        String::from_utf8_lossy(bytes).into_owned()
    };
    format!("{:?}, {:?}", around(one), around(other))
}

/// Where an attached file begins to differ.
fn other_face(before: &[Report; 2], after: &[Report; 2]) -> String {
    let files =
        |reports: &[Report; 2]| reports.iter().flat_map(|one| one.enclosures.clone()).collect::<Vec<_>>();
    let unlike = files(before).into_iter().zip(files(after)).find(|(one, other)| one != other);
    unlike.map_or("in HTML, pictures or the number of files".into(), |(one, other)| {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        format!("{}: {}", one.name, first_unlike(&text(&one.bytes), &text(&other.bytes)))
    })
}

/// The first line of a report's text that is not what it was.
fn difference(before: &[Report; 2], after: &[Report; 2]) -> String {
    let lines = |reports: &[Report; 2]| -> Vec<String> {
        reports.iter().flat_map(|report| report.printed.text.lines().map(str::to_owned)).collect()
    };
    let (texts, texts_after) = (lines(before), lines(after));
    let first = texts.iter().zip(&texts_after).find(|(one, other)| one != other);
    first.map_or_else(|| other_face(before, after), |(one, other)| format!("{one:?}, {other:?}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1, max_shrink_iters: 0, ..ProptestConfig::default() })]

    /// Promise 6 in random wars of each book, with battles, sieges and cities that change hands.
    #[test]
    fn what_a_player_does_not_see_never_reaches_the_player(seed in any::<u64>(), turns in 1..5_u32) {
        let press = Press::new().unwrap();
        for theme in world::THEMES {
            let mut lots = Lots::new(seed, 0, 0);
            let world = world::generate_for(theme, &mut lots).unwrap();
            let (world, outcome) = played(world, seed, turns);
            holds(&press, &world, &outcome, &mut lots)?;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2, max_shrink_iters: 0, ..ProptestConfig::default() })]

    /// The same on a map with real ground.
    #[test]
    fn nor_in_the_demonstration(seed in any::<u64>()) {
        let (world, outcome) = played(demo(), seed, 2);
        holds(&Press::new().unwrap(), &world, &outcome, &mut Lots::new(seed, 0, 0))?;
    }
}

/// And on the ground of the two other books, in whose small scenarios the sides stand near one another.
#[test]
fn nor_in_the_valley_nor_before_jena() {
    let press = Press::new().unwrap();
    for name in ["valley-1862", "jena-1806"] {
        let (world, outcome) = played(world_of(scenario::built_in(name).unwrap()), 1862, 1);
        holds(&press, &world, &outcome, &mut Lots::new(1862, 0, 0)).unwrap();
    }
}

/// Turns in which leaks were found once: who fired shells from out of sight, and why an enemy took guns.
#[test]
fn what_leaked_once_leaks_no_more() {
    for seed in [13_751_995_945_846_594_412, 9_976_250_041_426_269_775] {
        let mut lots = Lots::new(seed, 0, 0);
        let world = world::generate(&mut lots).unwrap();
        let (world, outcome) = played(world, seed, 4);
        holds(&Press::new().unwrap(), &world, &outcome, &mut lots).unwrap();
    }
}

/// Whose guns were captured learns nothing of the takers but who they are (a reason of theirs was told once).
#[test]
fn captured_guns_tell_nothing_of_the_takers() {
    let (world, mut outcome) = played(demo(), 1, 1);
    let taken: Vec<_> = outcome.state.units.values().filter_map(|loser| capture(&outcome, loser)).collect();
    assert!(!taken.is_empty());
    outcome.events.extend(taken);
    holds(&Press::new().unwrap(), &world, &outcome, &mut Lots::new(1, 0, 0)).unwrap();
}

/// A battery of a unit comes to an enemy; the unit's commander is told.
fn capture(outcome: &Outcome, loser: &Unit) -> Option<Told<Event>> {
    let state = &outcome.state;
    let hostile = |unit: &&Unit| !state.relations.between(unit.id.nation, loser.id.nation).is_friendly();
    let taker = state.units.values().find(hostile)?;
    let at = Some(Place { at: loser.at, tac: loser.tac });
    let fact = Fact::CaptureGuns { stand: Stand { unit: taker.id, at }, of: loser.id };
    let event = Event { phase: outcome.events.last()?.event.phase, fact };
    Some(Told { event, to: BTreeMap::from([(state.seats.get(&loser.id)?.commander, Saw::All)]) })
}

/// The test must look at turns in which something happens.
#[test]
fn there_are_battles_in_the_fog() {
    let happened = (0..4).flat_map(|seed| {
        let world = world::generate(&mut Lots::new(seed, 0, 0)).unwrap();
        played(world, seed, 3).1.events.into_iter().map(|told| told.event.fact.kind())
    });
    let happened: BTreeSet<Kind> = happened.collect();
    for kind in [Kind::March, Kind::Move, Kind::Combat, Kind::FallBack, Kind::Check, Kind::ExitBlocked] {
        assert!(happened.contains(&kind), "no {kind:?} among {happened:?}");
    }
}

/// Changes everything in a finished turn that a player neither witnessed nor has in sight.
fn change_what_is_hidden(outcome: &mut Outcome, world: &World, player: PlayerNo, lots: &mut Lots) {
    let sight = outcome.sights.get(&player).cloned().unwrap_or_default();
    outcome.sights.retain(|other, _| *other == player);
    outcome.draws.clear();
    outcome.removed.retain(|_, seat| seat.commander == player || seat.deputy == Some(player));
    let seen: BTreeSet<UnitId> = sight.tactical.values().flatten().copied().collect();
    let told = units_told(outcome, player);
    change_events(outcome, player, lots);
    let state = &mut outcome.state;
    change_names(state, |unit| seen.contains(&unit) || told.contains(&unit), player);
    change_places(state, world, player, lots);
    change_units(state, world, &seen, player, lots);
}

/// The units of which a player was told by their ids.
fn units_told(outcome: &Outcome, player: PlayerNo) -> BTreeSet<UnitId> {
    let of = |told: &Told<Event>| {
        let fact = &told.event.fact;
        match (told.saw(player), fact) {
            (None, _) => Vec::new(),
            (Some(Saw::All), _) => {
                let camps =
                    fact.battle().into_iter().flat_map(|battle| [&battle.attackers, &battle.defenders]);
                let fought = camps.flat_map(|camp| &camp.units).map(|unit| unit.id);
                fought.chain(fact.unit()).chain(fact.other_unit()).collect()
            }
            (Some(Saw::End), Fact::Bombard { hit, .. }) => vec![*hit],
            (Some(_), fact) => fact.unit().into_iter().collect(),
        }
    };
    outcome.events.iter().flat_map(of).collect()
}

/// Units that the player neither sees nor was told of are called otherwise: a name tells that there is a unit.
fn change_names(state: &mut LandState, is_known: impl Fn(UnitId) -> bool, player: PlayerNo) {
    let own: BTreeSet<UnitId> = state.units_of(player).map(|unit| unit.id).collect();
    let hidden = state.units.keys().filter(|unit| !own.contains(unit) && !is_known(**unit));
    let names: Vec<_> = hidden.map(|unit| (*unit, format!("Hidden {unit}"))).collect();
    state.names.extend(names);
}

/// Cities and depots beyond the player's map, and what is no business of the player's nation.
fn change_places(state: &mut LandState, world: &World, player: PlayerNo, lots: &mut Lots) {
    let posts: BTreeSet<StrategicSquare> =
        state.units_of(player).filter(|unit| unit.is_active()).map(|unit| unit.at).collect();
    let far = |at: StrategicSquare| posts.iter().all(|post| post.distance(at) > 5);
    let nation = state.player(player).unwrap().nation;
    let relations = state.relations.clone();
    let friendly = |other| relations.between(nation, other).is_friendly();
    let others: Vec<NationCode> =
        state.players.iter().map(|player| player.nation).filter(|other| *other != nation).collect();
    for city in state.cities.values_mut().filter(|city| far(city.at) && city.control != nation) {
        city.control = *lots.pick(&others).unwrap();
        city.supplies += 1 + lots.below(50) as u32;
        city.manufacturing += 1;
        city.besieged = !city.besieged;
        city.fort = None;
    }
    for depot in state.depots.iter_mut().filter(|depot| !friendly(depot.side) && !posts.contains(&depot.at)) {
        depot.supplies += 7;
    }
    for at in world.atlas.map.grid.all().filter(|at| far(*at)) {
        state.rail_control.insert(at, Control::None);
        state.river_control.insert(at, Control::None);
        state.track_destroyed.insert(at);
        state.battle_squares.insert(at);
    }
    state.manpower.extend(others.iter().map(|other| (*other, 4_711)));
}

/// Of other players' units everything that a sighting does not show; of those out of sight the place too, or all.
fn change_units(
    state: &mut LandState,
    world: &World,
    seen: &BTreeSet<UnitId>,
    player: PlayerNo,
    lots: &mut Lots,
) {
    let own: BTreeSet<UnitId> = state.units_of(player).map(|unit| unit.id).collect();
    let others: Vec<UnitId> = state.units.keys().filter(|id| !own.contains(id)).copied().collect();
    let squares: Vec<StrategicSquare> = world.atlas.map.grid.all().collect();
    for id in others {
        if !seen.contains(&id) && lots.chance(33) {
            state.units.remove(&id);
            state.seats.remove(&id);
            continue;
        }
        let Some(unit) = state.units.get_mut(&id) else { continue };
        unit.strength += 1 + lots.below(900) as u32;
        unit.batteries += 1;
        unit.morale = (unit.morale + 13) % 100;
        unit.fatigue += 3;
        unit.experience += 1;
        unit.supplies = 1 - unit.supplies.min(1);
        unit.ammunition = unit.ammunition.saturating_sub(2);
        unit.initiative = 1 + unit.initiative % 5;
        unit.quality = Quality::VeryPoor;
        unit.weapon = Weapon::Sabre;
        unit.casualties += 5;
        unit.wounded += 6;
        unit.stragglers += 7;
        unit.prisoners += 8;
        unit.killed += 9;
        unit.in_communications = !unit.in_communications;
        unit.communications = None;
        unit.source = None;
        if !seen.contains(&id) {
            unit.at = *lots.pick(&squares).unwrap();
            unit.tac = TacticalSquare::new(lots.small(0, 14), lots.small(0, 14)).unwrap();
            unit.status = Status::Shattered;
            unit.reforming = None;
            unit.in_fort = !unit.in_fort;
        }
        if let Some(seat) = state.seats.get_mut(&id) {
            std::mem::swap(&mut seat.commander, seat.deputy.get_or_insert(PlayerNo(u16::MAX)));
        }
    }
}

/// Events that the player was not told of, whom else those were told to, and of others' moves the end not seen.
fn change_events(outcome: &mut Outcome, player: PlayerNo, lots: &mut Lots) {
    let state = &outcome.state;
    let nation = state.player(player).unwrap().nation;
    let relations = state.relations.clone();
    outcome.events.retain(|told| told.saw(player).is_some() || lots.chance(50));
    for told in &mut outcome.events {
        let saw = told.saw(player);
        told.to.retain(|other, _| *other == player);
        if saw.is_none() {
            told.event.fact = Fact::Refused { stand: hidden_stand(), why: Why::Words.of(HIDDEN) };
            continue;
        }
        let is_strangers = |unit: UnitId| !relations.between(nation, unit.nation).is_friendly();
        if told.event.fact.unit().is_some_and(is_strangers) {
            change_a_strangers(&mut told.event, saw);
        }
    }
}

const HIDDEN: &str = "nobody may read this";

fn hidden_stand() -> Stand {
    let tac = TacticalSquare::new(1, 1).unwrap();
    Stand { unit: "FR99IN".parse().unwrap(), at: Some(Place { at: StrategicSquare { col: 1, row: 1 }, tac }) }
}

/// Changes what a player who saw so much of an event of others may not know of it.
fn change_a_strangers(event: &mut Event, saw: Option<Saw>) {
    let hidden = hidden_stand();
    let mut record = Record::from(&*event);
    // Words that a fact follows from are changed in the fact.
    let is_free = !matches!(record.kind, Kind::Move | Kind::Check | Kind::Morale | Kind::Draw);
    record.why = record.why.filter(|_| !is_free).or(is_free.then(|| HIDDEN.into()));
    // Of an enemy that breaks nobody counts who runs.
    if record.kind == Kind::Shatter {
        record.men = Some(4_711);
    }
    match saw {
        Some(Saw::End) if record.kind == Kind::Bombard => record.unit = "FR99LA".parse().ok(),
        Some(Saw::Start) if record.kind == Kind::Bombard => {
            (record.other, record.men) = (Some("FR99IN".into()), Some(4_711));
            record.tac = hidden.at.map(|at| at.tac);
        }
        Some(Saw::Start) => record.at = Some(StrategicSquare { col: 2, row: 2 }),
        Some(Saw::End) if record.from.is_some() => record.from = hidden.at,
        _ => {}
    }
    *event = Event::try_from(record).unwrap();
}
