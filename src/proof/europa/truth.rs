//! How true the receipts of Europa are: italy-1494 is played some rounds, each player's letter is foreseen, and the last place that the
//! receipt names is held against the position after two rounds: one in which only that player orders, and the one that all play.

use std::collections::BTreeMap;
use std::sync::Arc;

use fieldpost_door::foresight::Outlook;
use fieldpost_door::{Board, ClosedBook, MachineSeats};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_europa::board::Table;
use fieldpost_europa::event::{Event, Fact, Kind as EventKind};
use fieldpost_europa::map::Map;
use fieldpost_europa::position::Stack;

use super::contact;
use super::tournament::read_into;

/// Whose letters are foreseen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Letters {
    /// The machine's.
    Machine,
    /// Each stack goes for the nearest enemy.
    Contact,
}

/// What receipts said of places, and what came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Tally {
    /// Courses that name a last place.
    told: u32,
    /// Of those, true where nobody else ordered.
    alone: u32,
    /// Of those, true as the round was played.
    played: u32,
    /// Courses that end in what is not foreseen.
    open: u32,
    /// Orders that failed where nobody else ordered, of stacks of which all is foreseen.
    failed: u32,
    /// What was false where nobody else ordered, and what failed there untold.
    false_alone: Vec<String>,
}

impl Tally {
    /// Counts what failed of a stack's orders, and notes what its receipt does not tell.
    fn failures(&mut self, id: &Piece, outlook: &Outlook, events: &[&Event]) {
        if last_place(&outlook.course) == Some(Told::Open) {
            return;
        }
        for fact in events.iter().map(|event| &event.fact).filter(|fact| fact.stack() == Some(id)) {
            let says = match fact {
                Fact::NoSupply { .. } => "it has no supply".into(),
                Fact::Refused { why, .. } | Fact::Waits { why, .. } => why.words(),
                _ => continue,
            };
            self.failed += 1;
            if !outlook.said.iter().any(|one| one.words().contains(&*says)) {
                self.false_alone.push(format!("{id}: {says}: untold by {:?}", outlook.said));
            }
        }
    }
}

/// Whether dice were thrown for a stack: in a fight, before a blockade, among natives.
fn is_chance_of(fact: &Fact, id: &Piece) -> bool {
    let is_chance = matches!(
        fact.kind(),
        EventKind::Combat | EventKind::NavalCombat | EventKind::Escape | EventKind::Natives
    );
    let mut within = fact.stack().into_iter().chain(fact.attackers()).chain(fact.defenders());
    is_chance && within.any(|other| other == id)
}

/// Whether the dice of a siege were thrown of which a course says that what comes of it is not foreseen, or it was not made because its
/// power does not pay for it, which no other knows before.
fn is_die_of_siege(fact: &Fact, course: &str, map: &Map) -> bool {
    let is_siege = matches!(fact.kind(), EventKind::Siege | EventKind::Assault | EventKind::Refused);
    is_siege
        && fact.place().is_some_and(|place| course.contains(&format!("the siege of {} is", map.name(place))))
}

/// Whether the fight was fought of which a course says that it may leave room.
fn is_fight_for_room(fact: &Fact, course: &str, map: &Map) -> bool {
    let says = |place: &fieldpost_europa::map::Place| {
        course.contains(&format!("whether the fight in {} leaves room", map.name(place)))
    };
    fact.kind() == EventKind::Combat && fact.place().is_some_and(says)
}

/// Where a course says that a stack will be.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Told {
    In(String),
    Aboard(Piece),
    Gone,
    Open,
}

/// The last place of a course; `None` if it names none.
fn last_place(course: &str) -> Option<Told> {
    if course.contains("not foreseen") {
        return Some(Told::Open);
    }
    if course.contains("runs it over") || course.contains("enemies take it") {
        return Some(Told::Gone);
    }
    course.split(", ").collect::<Vec<_>>().into_iter().rev().find_map(|step| {
        let step = step.split(" MP (of").next().unwrap_or(step);
        if let Some(place) = step.strip_prefix("at last in ") {
            return Some(Told::In(place.into()));
        }
        if let Some(fleet) = step.strip_prefix("aboard ") {
            return Some(Told::Aboard(Piece::from(fleet)));
        }
        let (place, points) = step.rsplit_once(' ')?;
        points.parse::<u32>().is_ok().then(|| Told::In(place.into()))
    })
}

fn came_true(told: &Told, map: &Map, stack: Option<&Stack>) -> bool {
    match (told, stack) {
        (Told::In(place), Some(stack)) => stack.aboard.is_none() && map.name(&stack.at) == place,
        (Told::Aboard(fleet), Some(stack)) => stack.aboard.as_ref() == Some(fleet),
        (Told::Gone, stack) => stack.is_none(),
        _ => false,
    }
}

fn play(letters: Letters, seeds: u64, rounds: u32) -> Tally {
    let mut tally = Tally::default();
    let text = fieldpost_europa::EUROPA.scenarios.iter().find(|(path, _)| path.contains("italy")).unwrap().1;
    let texts = BTreeMap::from([("scenario.toml".to_owned(), text.to_owned())]);
    let opened = (fieldpost_europa::EUROPA.scenario)(&texts).unwrap().board;
    for seed in 1..=seeds {
        let mut board = opened.with(seed);
        for _ in 0..rounds {
            board = a_round(letters, &board, &mut tally);
        }
    }
    tally
}

/// Foresees each player's letter, plays the round alone and with all, and counts.
fn a_round(letters: Letters, board: &Arc<dyn Board>, tally: &mut Tally) -> Arc<dyn Board> {
    let players: Vec<PlayerNo> = (0..).map(PlayerNo).take(board.players().len()).collect();
    let texts = match letters {
        Letters::Machine => board.machine_letters(&players, "truth", &MachineSeats::new()),
        Letters::Contact => players.iter().map(|player| contact::letter(&**board, *player)).collect(),
    };
    let (mut all, mut foreseen) = (ClosedBook::default(), Vec::new());
    for (player, text) in players.iter().zip(texts) {
        let Some(text) = text else { continue };
        let mut own = ClosedBook::default();
        read_into(&**board, &mut own, *player, &text);
        read_into(&**board, &mut all, *player, &text);
        foreseen.push((board.foresee(*player, &own), board.run(&own)));
    }
    let played = board.run(&all).board();
    let map = &Table::of(&**board).unwrap().scenario.world.map;
    let stack = |board: &dyn Board, id: &Piece| Table::of(board).unwrap().position.stacks.get(id).cloned();
    for (foreseen, alone) in &foreseen {
        let events = Table::events_of(&**alone);
        let alone = alone.board();
        for (id, outlook) in &foreseen.pieces {
            tally.failures(id, outlook, &events);
            let Some(told) = last_place(&outlook.course) else { continue };
            if told == Told::Open {
                tally.open += 1;
                let is_chance = |fact: &Fact| {
                    let course = &outlook.course;
                    is_chance_of(fact, id)
                        || is_die_of_siege(fact, course, map)
                        || is_fight_for_room(fact, course, map)
                };
                if !events.iter().any(|event| is_chance(&event.fact)) {
                    tally.false_alone.push(format!("{id}: {}, and no die was thrown", outlook.course));
                }
                continue;
            }
            tally.told += 1;
            tally.played += u32::from(came_true(&told, map, stack(&*played, id).as_ref()));
            let found = stack(&*alone, id);
            if came_true(&told, map, found.as_ref()) {
                tally.alone += 1;
            } else {
                let at = found.map(|stack| stack.at);
                tally.false_alone.push(format!("{id}: {}, and it is in {at:?}", outlook.course));
            }
        }
    }
    played
}

/// Where nobody else orders each place comes true, whatever the dice; a receipt that names none in contact would be no receipt.
#[test]
fn receipts_come_true_where_nobody_else_moves() {
    // So many games with `FIELDPOST_SEEDS=30`.
    let seeds = std::env::var("FIELDPOST_SEEDS").ok().and_then(|words| words.parse().ok()).unwrap_or(3);
    for letters in [Letters::Machine, Letters::Contact] {
        let tally = play(letters, seeds, 5);
        println!(
            "{letters:?}: {} places told; true alone {}, as played {}; not foreseen {}; failures {}, untold or false {}",
            tally.told,
            tally.alone,
            tally.played,
            tally.open,
            tally.failed,
            tally.false_alone.len()
        );
        assert!(tally.told > 0);
        assert_eq!(tally.false_alone, Vec::<String>::new());
        assert_eq!(tally, play(letters, seeds, 5), "the same letters twice");
    }
}

#[test]
fn the_last_place_of_a_course_is_read() {
    for (course, told) in [
        ("Piedmont 2, Milan 4 MP (of 12)", Some(Told::In("Milan".into()))),
        ("Ligurian Sea 2, before Genoa", Some(Told::In("Ligurian Sea".into()))),
        ("Piedmont 2 MP (of 12), at last in Dauphine", Some(Told::In("Dauphine".into()))),
        ("Provence 5, aboard FR-F1", Some(Told::Aboard("FR-F1".into()))),
        (
            "Florence 9 MP (of 12), where FL-1 stands: what comes of the fight is not foreseen",
            Some(Told::Open),
        ),
        ("Parma 2, Florence 5 MP (of 12), where FL-1 runs it over (G3)", Some(Told::Gone)),
        ("", None),
    ] {
        assert_eq!(last_place(course), told, "{course}");
    }
}
