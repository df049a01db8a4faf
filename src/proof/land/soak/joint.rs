//! Random wars on land and at sea: the two navies and armies of the scenario `hampton-roads-1862` shuffled about the Chesapeake, and
//! every step of every turn held against what must hold in any of them.
//!
//! What is checked stands in [`checks`] (the position and the books of men, crews, stores and supplies) and [`fog`] (promise 6); hand edits
//! are carried out, taken back and carried out again ([`hand`]).

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::land::soak::lots::Lots;
use crate::land::soak::{Break, chained};
use fieldpost_campaign::fleet::Fleet;
use fieldpost_campaign::{AtSea, Ran, Table};
use fieldpost_door::{Board, Finished, Soak};

pub mod checks;
pub mod fog;
pub mod hand;
pub mod plans;
pub mod world;

use checks::Watch;

/// What was run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Turns, each of them twice.
    pub turns: u64,
    /// Ships, one for each turn in which there was one.
    pub ships: u64,
    /// Battles at sea.
    pub battles: u64,
    /// Ships lost and taken.
    pub lost: u64,
    /// Units that went aboard, and that came ashore.
    pub embarked: u64,
    /// Units drowned.
    pub drowned: u64,
    /// One hash of all that came of the turns, as [`Tally::hash`](super::Tally::hash) on land.
    pub hash: String,
}

/// Runs wars, and says what broke in each of them first; whether nothing did.
///
/// # Errors
/// If `out` cannot be written to.
pub fn run(args: &Soak, out: &mut dyn Write) -> io::Result<bool> {
    writeln!(out, "wisc-cwol:")?;
    let (mut tally, mut broken) = (Tally::default(), 0_u64);
    for campaign in args.first..args.first.saturating_add(args.campaigns) {
        if let Err(fault) = campaign_of(args, campaign, &mut tally) {
            broken += 1;
            let Break { turn, step, what, .. } = fault;
            writeln!(out, "seed {} campaign {campaign} turn {turn}, {step}: {what}", args.seed)?;
        }
    }
    let Tally { turns, ships, battles, lost, embarked, drowned, hash } = tally;
    writeln!(
        out,
        "events: {battles} battles at sea, {lost} ships lost or taken, {embarked} units aboard, {drowned} drowned"
    )?;
    writeln!(out, "{turns} turns of {ships} ships, each twice; hash {hash}")?;
    writeln!(out, "{} campaigns held, {broken} broke", args.campaigns - broken)?;
    Ok(broken == 0)
}

/// Plays one war to its end, or to the first thing that does not hold.
fn campaign_of(args: &Soak, campaign: u64, tally: &mut Tally) -> Result<(), Break> {
    let broke = |turn, step: &str, what| Break { campaign, turn, step: step.into(), what };
    let seed = args.seed.wrapping_mul(1_000_003).wrapping_add(campaign);
    let mut table = world::generate(&mut Lots::new(args.seed, campaign, 0), seed)
        .map_err(|what| broke(0, "the world", what))?;
    for _ in 0..args.turns {
        let turn = table.turn();
        let mut lots = Lots::new(args.seed, campaign, turn);
        let whole = || turn_of(&table, &mut lots);
        let ran = catch_unwind(AssertUnwindSafe(whole))
            .unwrap_or_else(|_| Err(("the turn".into(), "it panicked".into())))
            .map_err(|(step, what)| broke(turn, &step, what))?;
        note(tally, &table, &ran).map_err(|(step, what)| broke(turn, &step, what))?;
        table = ran.next().clone();
    }
    Ok(())
}

/// What came of a turn, from the ships before it to those after it.
fn note(tally: &mut Tally, before: &Table, ran: &Ran) -> Result<(), (String, String)> {
    use fieldpost_sea::event::Kind;
    let (before, after, sea) = (fleet(before)?, fleet(ran.next())?, at_sea(ran)?);
    let count = |kinds: &[Kind]| {
        sea.events.iter().filter(|told| kinds.contains(&told.event.fact.kind())).count() as u64
    };
    tally.turns += 1;
    tally.ships += before.sea.state.ships.len() as u64;
    tally.battles += count(&[Kind::NavalCombat]);
    tally.lost += count(&[Kind::Sunk, Kind::Captured, Kind::Foundered, Kind::Wrecked, Kind::Scuttle]);
    tally.embarked += after.sea.away.keys().filter(|id| !before.sea.away.contains_key(id)).count() as u64;
    tally.drowned += sea.drowned.len() as u64;
    tally.hash = chained(&tally.hash, &ran.hash());
    Ok(())
}

/// Runs one turn with a look after each step, then again as a game runs it; then fog, and the hand of the game administrator.
fn turn_of(table: &Table, lots: &mut Lots) -> Result<Ran, (String, String)> {
    let of = |step: &'static str| move |what: String| (step.to_owned(), what);
    let (seats, orders) = plans::papers(fleet(table)?, lots).map_err(of("the orders"))?;
    let mut watch = Watch::default();
    let ran = Ran::of_papers_watched(table, &seats, &orders, &mut |turn, step| watch.look(turn, step))
        .map_err(of("the papers"))?;
    watch.finish((fleet(table)?, fleet(ran.next())?), &ran.outcome, at_sea(&ran)?)?;
    let again = kept_again(table)?.run_again(&orders, &seats).map_err(of("the papers"))?;
    if again.hash() != ran.hash() {
        return Err(("the whole turn".into(), "kept, opened and run again it came out otherwise".into()));
    }
    fog::holds(&ran, (fleet(ran.next())?, at_sea(&ran)?), lots).map_err(of("fog"))?;
    hand::holds(fleet(ran.next())?, lots).map_err(of("a hand edit"))?;
    Ok(ran)
}

/// A table's ships, which every table of these wars has.
fn fleet(table: &Table) -> Result<Fleet<'_>, (String, String)> {
    table.fleet().ok_or_else(|| ("the ships".to_owned(), "there are none".to_owned()))
}

/// What such a turn left at sea.
fn at_sea(ran: &Ran) -> Result<&AtSea, (String, String)> {
    ran.sea.as_ref().ok_or_else(|| ("the ships".to_owned(), "the turn had none".to_owned()))
}

/// The same position, from what is kept of it.
fn kept_again(table: &Table) -> Result<std::sync::Arc<dyn Board>, (String, String)> {
    table.at(&table.position()).map_err(|what| ("the position".to_owned(), what))
}
