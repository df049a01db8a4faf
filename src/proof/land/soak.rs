//! `fieldpost soak`: whole campaigns of random wars, each step of each turn held against what must hold
//! in any of them, and each turn run twice.
//!
//! What is checked stands in [`checks`] (the position), [`books`] (men, supplies and guns), [`witnesses`] (events). A
//! campaign is its seed and its number: what broke is found again with `--seed S --first C --campaigns 1`.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use sha2::{Digest, Sha256};

use fieldpost_door::Soak;
use fieldpost_engine::form2;
use fieldpost_engine::hex::hex;
use fieldpost_land::event::Kind;
use fieldpost_land::orders::TurnOrders;
use fieldpost_land::sequence;
use fieldpost_land::turn::{Outcome, Turn};

pub mod books;
pub mod checks;
pub mod joint;
pub mod lots;
pub mod plans;
pub mod witnesses;
pub mod world;

use books::Books;
use lots::Lots;
use world::{Theme, World};

/// What broke, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    pub campaign: u64,
    pub turn: u32,
    /// The phase and the step in it.
    pub step: String,
    /// What does not hold.
    pub what: String,
}

/// What was run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Turns, each of them twice.
    pub turns: u64,
    /// Units, one for each turn in which there was one.
    pub units: u64,
    pub events: BTreeMap<Kind, u64>,
    /// One hash of all that came of the turns: two builds whose rules are the same print the same.
    pub hash: String,
}

/// The hash of a row of turns that goes on by one.
pub fn chained(so_far: &str, turn: &str) -> String {
    hex(Sha256::new().chain_update(so_far).chain_update(turn).finalize())
}

/// Runs campaigns of a book, and says what broke in each of them first; whether nothing did.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(theme: Theme, args: &Soak, out: &mut dyn Write) -> io::Result<bool> {
    writeln!(out, "{}:", theme.book.name)?;
    let mut tally = Tally::default();
    let mut broken = 0_u64;
    for campaign in args.first..args.first.saturating_add(args.campaigns) {
        if let Err(fault) = campaign_of(theme, args, campaign, &mut tally) {
            broken += 1;
            let Break { turn, step, what, .. } = fault;
            writeln!(out, "seed {} campaign {campaign} turn {turn}, {step}: {what}", args.seed)?;
        }
    }
    let kinds = tally.events.iter().map(|(kind, count)| format!("{kind:?} {count}")).collect::<Vec<_>>();
    writeln!(out, "events: {}", kinds.join(", "))?;
    writeln!(out, "{} turns of {} units, each twice; hash {}", tally.turns, tally.units, tally.hash)?;
    writeln!(out, "{} campaigns held, {broken} broke", args.campaigns - broken)?;
    Ok(broken == 0)
}

/// Plays one campaign to its end, or to the first thing that does not hold.
fn campaign_of(theme: Theme, args: &Soak, campaign: u64, tally: &mut Tally) -> Result<(), Break> {
    let broke = |turn, step: &str, what| Break { campaign, turn, step: step.into(), what };
    let mut world = world::generate_for(theme, &mut Lots::new(args.seed, campaign, 0))
        .map_err(|what| broke(0, "the world", what))?;
    for _ in 0..args.turns {
        let number = world.state.turn;
        let orders = plans::orders(&mut Lots::new(args.seed, campaign, number), &world);
        let seed = args.seed.wrapping_mul(1_000_003).wrapping_add(campaign);
        let whole = || turn_of(&world, &orders, seed);
        let outcome = catch_unwind(AssertUnwindSafe(whole))
            .unwrap_or_else(|_| Err(("the turn".into(), "it panicked".into())))
            .map_err(|(step, what)| broke(number, &step, what))?;
        tally.turns += 1;
        tally.units += world.state.units.len() as u64;
        tally.hash = chained(&tally.hash, &hash_of(&outcome));
        for told in &outcome.events {
            *tally.events.entry(told.event.fact.kind()).or_default() += 1;
        }
        world.state = outcome.state;
    }
    Ok(())
}

/// The hash of a turn that nobody keeps, as that of one that is kept.
fn hash_of(outcome: &Outcome) -> String {
    let paper = |part: serde_json::Result<Vec<u8>>| part.unwrap_or_default();
    let (state, draws) = (serde_json::to_vec(&outcome.state), serde_json::to_vec(&outcome.draws));
    form2::hash(&paper(state), &form2::text(&outcome.events), &paper(draws))
}

/// Runs one turn row by row with a look after each, then again as a game runs it, and compares the two.
fn turn_of(world: &World, orders: &TurnOrders, seed: u64) -> Result<Outcome, (String, String)> {
    let World { atlas, book, state } = world;
    let mut turn = sequence::begin(atlas, book, state.clone(), orders.clone(), seed);
    look(&turn).map_err(|what| ("the beginning".to_owned(), what))?;
    for row in sequence::rows(book, state.season) {
        turn.phase = row.phase;
        let Some(step) = row.run else { continue };
        let (before, told) = (turn.state.clone(), turn.events.len());
        step(&mut turn);
        let events = turn.events.get(told..).unwrap_or_default();
        let books = Books::of(&before).faults(&Books::of(&turn.state), events, orders);
        let wrong = books.into_iter().chain(witnesses::faults(events, &before, &turn.state)).next();
        wrong
            .map_or_else(|| look(&turn), Err)
            .map_err(|what| (format!("{} ({})", row.phase, row.name), what))?;
    }
    let outcome = turn.finish();
    let again = sequence::run(atlas, book, state.clone(), orders.clone(), seed, None);
    if hash_of(&outcome) == hash_of(&again) {
        Ok(outcome)
    } else {
        Err(("the whole turn".into(), "run again it came out otherwise".into()))
    }
}

fn look(turn: &Turn) -> Result<(), String> {
    let fault = checks::faults(turn).into_iter().next();
    fault.map_or(Ok(()), Err)
}
