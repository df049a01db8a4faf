//! Random rounds on land, at sea and in ports, with sieges, transport, blockades, privateers, revolts and natives, and what must hold in any of
//! them (`holds`): the order in which powers wrote makes no difference, strength is conserved row by row, nobody stands over the limit but
//! by rule, no two enemies are left together in the open, nobody passes an enemy unfought, every round ends, and the same round twice is
//! the same bytes.

use std::collections::BTreeMap;
use std::io::{self, Write};

use fieldpost_door::Soak;
use fieldpost_engine::dice::Dice;
use fieldpost_engine::piece::Piece;
use sha2::{Digest, Sha256};

use fieldpost_europa::event::{Event, Kind, Row};
use fieldpost_europa::map;
use fieldpost_europa::position::{Books, Course, World};
use fieldpost_europa::round::{self, Book, Overrides, Ran};
use fieldpost_europa::tables::Tables;

mod holds;
mod muster;
mod written;

const POWERS: [&str; 7] = ["FRA", "SPA", "VEN", "TUR", "HAB", "POL", "RUS"];

/// What the ids of a power's stacks begin with.
fn letters_of(owner: &str) -> &str {
    owner.get(..2).unwrap_or(owner)
}

/// Plays random rounds and says what broke; whether nothing did. The digest at the end is of all that happened: two programs that play alike
/// have the same.
///
/// # Errors
/// If `out` cannot be written.
pub fn run(soak: &Soak, out: &mut dyn Write) -> io::Result<bool> {
    let Some(world) = world() else {
        writeln!(out, "europa: our board or our tables cannot be read")?;
        return Ok(false);
    };
    let mut broken = 0_u64;
    let mut digest = Sha256::new();
    let mut tally: BTreeMap<Kind, u64> = BTreeMap::new();
    for number in soak.first..soak.first + soak.campaigns {
        let mut lots = Lots { dice: Dice::new(soak.seed, 0), at: number, count: 0 };
        let mut position = muster::start(&world, &mut lots);
        for turn in 1..=soak.turns.max(1) {
            let book = written::book(&world, &position, &mut lots);
            let overrides = Overrides { before: Row::ALL.into_iter().collect(), ..Overrides::default() };
            let ran = round::run(&world, &position, &book, number, overrides);
            for why in holds::faults(&world, &position, &book, number, &ran) {
                writeln!(out, "europa {number}, round {turn}: {why}")?;
                tell(&why, &book, &ran, out)?;
                broken += 1;
            }
            digest.update(holds::bytes(&ran));
            for event in ran.events() {
                *tally.entry(event.fact.kind()).or_default() += 1;
            }
            position = ran.position;
            position.deadline += 1;
            position.round += 1;
        }
    }
    let words =
        tally.iter().map(|(kind, count)| format!("{} {count}", kind.word())).collect::<Vec<_>>().join(", ");
    let digest: String = digest.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    writeln!(out, "europa: {} games, {broken} broken, digest {digest}; {words}", soak.campaigns)?;
    Ok(broken == 0)
}

fn world() -> Option<World> {
    let map = map::read(include_str!("../../../maps/europa.map.toml")).ok()?;
    let tables = Tables::read(include_str!("../../../maps/europa.tables.toml")).ok()?;
    Some(World { map, tables, books: Books::default(), course: Course::default() })
}

/// What the stacks that a fault names were ordered, and what happened to them, in the place or in the row that it names.
fn tell(why: &str, book: &Book, ran: &Ran, out: &mut dyn Write) -> io::Result<()> {
    let is_named = |id: &Piece| why.split_whitespace().any(|word| word == id.as_str());
    for (id, own) in book.orders.iter().filter(|(id, _)| is_named(id)) {
        writeln!(out, "    {id}: {own:?}")?;
    }
    let row = why.split([':', ',']).next().unwrap_or_default();
    let of = |event: &Event| {
        let there =
            event.fact.place().is_some_and(|place| why.split_whitespace().any(|word| word == &**place));
        there || event.fact.members().any(is_named) || event.phase.row.word() == row
    };
    for event in ran.events().filter(|event| of(event)) {
        writeln!(out, "    {}", serde_json::to_string(event).unwrap_or_default())?;
    }
    Ok(())
}

/// Chance by keyed dice.
struct Lots {
    dice: Dice,
    at: u64,
    count: u32,
}

impl Lots {
    fn below(&mut self, below: u64) -> u64 {
        self.count += 1;
        self.dice.below(below, "soak", "soak", &self.at.to_string(), self.count)
    }

    fn of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        let place = usize::try_from(self.below(list.len() as u64)).unwrap_or(0);
        &list[place.min(list.len() - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_rounds_break_nothing() {
        let mut out = Vec::new();
        // So many with `FIELDPOST_ROUNDS=1000`.
        let asked = std::env::var("FIELDPOST_ROUNDS").ok().and_then(|words| words.parse().ok());
        let first = std::env::var("FIELDPOST_FIRST").ok().and_then(|words| words.parse().ok()).unwrap_or(0);
        let soak = Soak { campaigns: asked.unwrap_or(6), seed: 1, first, turns: 3 };
        let whole = run(&soak, &mut out).unwrap();
        let words = String::from_utf8(out).unwrap();
        assert!(whole, "{words}");
        println!("{words}");
        for kind in [
            "move",
            "combat",
            "naval-combat",
            "interception",
            "retreat",
            "refused",
            "attrition",
            "siege",
            "aboard",
            "ashore",
            "blockade",
            "hunt",
            "revolt",
            "detach",
            "absorb",
            "loss",
            "control",
            "evasion",
        ] {
            assert!(words.contains(&format!("{kind} ")), "no {kind}: {words}");
        }
    }

    /// The three games of 25,000 that broke once (issue 33, 36; EU-86, EU-89, EU-90).
    #[test]
    fn the_three_games_that_broke_are_whole() {
        for first in [3557, 12049, 19285] {
            let mut out = Vec::new();
            let whole = run(&Soak { campaigns: 1, seed: 1, first, turns: 4 }, &mut out).unwrap();
            assert!(whole, "{}", String::from_utf8(out).unwrap());
        }
    }

    #[test]
    fn a_round_that_breaks_a_law_is_told() {
        let world = world().unwrap();
        let mut lots = Lots { dice: Dice::new(1, 0), at: 0, count: 0 };
        let position = muster::start(&world, &mut lots);
        let book = written::book(&world, &position, &mut lots);
        let overrides = || Overrides { before: Row::ALL.into_iter().collect(), ..Overrides::default() };
        let whole = round::run(&world, &position, &book, 0, overrides());
        assert_eq!(holds::faults(&world, &position, &book, 0, &whole), Vec::<String>::new());
        // Another die.
        let other = round::run(&world, &position, &book, 1, overrides());
        assert!(holds::faults(&world, &position, &book, 0, &other)[0].contains("twice"));
        // A detachment out of nothing.
        let mut more = whole.clone();
        let stack = more.position.stacks.values_mut().find(|stack| stack.force.thirds() > 0).unwrap();
        stack.force.join(fieldpost_europa::position::Force::of(
            &[fieldpost_europa::position::Size::Detachment],
            &world.tables.arms,
        ));
        assert!(
            holds::faults(&world, &position, &book, 0, &more).iter().any(|why| why.contains("thirds became"))
        );
        // Combats that were not fought.
        let mut unfought = whole.clone();
        let met = |kind: Kind| matches!(kind, Kind::Meeting | Kind::Overrun | Kind::Combat);
        unfought.happened.retain(|happening| !met(happening.event.fact.kind()));
        assert!(
            holds::faults(&world, &position, &book, 0, &unfought).iter().any(|why| why.contains("unfought"))
        );
    }
}
