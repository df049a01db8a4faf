//! Hand edits of a position: what a game administrator may do outside the rules (ROTD-EUWOL 8.5, 10.11, 11.5, 12.6; M-11).
//!
//! An [`Edit`] says what is wished. What it does to the position is worked out here, checked as the engine's own state is
//! checked, and kept as a [`touch::Touch`] for each value of the position that changes: so that it can be told field by field, taken back,
//! and carried out again by a replay (promise 5).

use crate::edits::bench::Bench;
use crate::edits::constants::Constant;
use crate::edits::told::Told;
use crate::edits::touch::Touch;
use crate::edits::value::Impossible;
use crate::state::LandState;
use fieldpost_engine::breach::{self, Breach};

mod bench;
pub mod city;
pub mod constants;
pub mod edit;
pub mod field;
pub mod fields;
mod people;
mod places;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod theatre;
pub mod told;
pub mod touch;
#[cfg(test)]
mod touch_tests;
mod units;
pub mod value;
pub mod words;

pub use edit::{Edit, Ground, Store};

/// What an edit has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edited {
    /// The position after it.
    pub state: LandState,
    /// What it changed, value by value; nothing if everything was so already.
    pub touches: Vec<Touch>,
    /// The same for people.
    pub said: Vec<Told>,
    /// Rules that it goes against because somebody insisted.
    pub against: Vec<Breach>,
    /// What the GA should know: what the turn will do about it, what was not done with it; a sentence each.
    pub notes: Vec<String>,
}

/// Why an edit is not carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Everything that is against it, a sentence each.
    pub why: Vec<String>,
    /// The nearest right thing, where one is near.
    pub nearest: Option<String>,
    /// Whether it is only rules that are against it, so that the GA may insist.
    pub may_insist: bool,
}

impl From<Impossible> for Refused {
    fn from(impossible: Impossible) -> Self {
        Refused { why: vec![impossible.why], nearest: impossible.nearest, may_insist: false }
    }
}

/// Carries out an edit on a position.
///
/// # Errors
/// If it would leave no position; or if rules forbid it and nobody insists.
pub fn carry_out(
    ground: Ground<'_>,
    state: &LandState,
    edit: &Edit,
    insist: bool,
) -> Result<Edited, Refused> {
    let mut bench = Bench::new(ground, state);
    work(&mut bench, edit)?;
    finish(bench, state, insist)
}

/// Takes touches back, the last first, or does them again: `touches` are carried out in their order. Rules are not asked, for
/// they were when it was done first.
///
/// # Errors
/// If a value is not what they left or found there, or if there would be no position.
pub fn carry_out_touches(
    ground: Ground<'_>,
    state: &LandState,
    touches: &[Touch],
) -> Result<Edited, Refused> {
    let mut bench = Bench::new(ground, state);
    let misfit = |misfit: touch::Misfit| Impossible::new(format!("{misfit}."));
    bench.state = touch::carried_out(state, touches).map_err(misfit)?;
    finish(bench, state, true)
}

/// What has come of the work, if it is a position and nobody need insist.
fn finish(bench: Bench<'_>, before: &LandState, insist: bool) -> Result<Edited, Refused> {
    let Bench { ground, state, against, mut notes } = bench;
    let already = bench::faults_of_position(&ground, before);
    let mut why = bench::faults_of_position(&ground, &state);
    why.retain(|fault| !already.contains(fault));
    if !why.is_empty() {
        return Err(Refused { why, nearest: None, may_insist: false });
    }
    if !against.is_empty() && !insist {
        let why = breach::told(&[against]).concat();
        return Err(Refused { why, nearest: None, may_insist: true });
    }
    let touches = touch::between(before, &state).map_err(|misfit| Impossible::new(format!("{misfit}.")))?;
    if touches.is_empty() && notes.is_empty() {
        notes.push("Everything is so already.".into());
    }
    let said = told::told(ground.book, &ground.atlas.map.grid, before, &state);
    Ok(Edited { state, touches, said, against, notes })
}

/// Does an edit on the bench; one field of a unit may be another edit.
fn work(bench: &mut Bench<'_>, edit: &Edit) -> Result<(), Impossible> {
    match edit {
        Edit::SetUnit { unit, field, value } => units::set(bench, *unit, field, value),
        Edit::MoveUnit { unit, at, tac } => units::place(bench, *unit, *at, *tac),
        Edit::CreateUnit { unit, at, tac, commander, fields } => {
            let commander = commander.as_deref();
            units::create(bench, &units::Wanted { id: *unit, at: *at, tac: *tac, commander, fields })
        }
        Edit::RemoveUnit(unit) => units::remove(bench, *unit),
        Edit::TransferBattery { batteries, from, to } => units::transfer(bench, *batteries, *from, *to),
        Edit::Merge { unit, into } => units::merge(bench, *unit, *into),
        Edit::RemovePontoon(unit) => units::remove_pontoon(bench, *unit),
        Edit::PlaceDepot { kind, at, tac, side, supplies } => {
            let (kind, at, tac) = (*kind, *at, *tac);
            places::place_depot(bench, &places::Wanted { kind, at, tac, side: *side, supplies: *supplies })
        }
        Edit::RemoveDepot { kind, at, side } => places::remove_depot(bench, *kind, *at, *side),
        Edit::SetSupplies { place, amount } => places::set_supplies(bench, place, *amount),
        Edit::SetRail { at, destroyed } => places::set_rail(bench, *at, *destroyed),
        Edit::SetBridge { at, destroyed } => places::set_bridge(bench, *at, *destroyed),
        Edit::SetControl { river, at, nation } => places::set_control(bench, *river, *at, *nation),
        Edit::SetOwner { state, nation, with_cities } => {
            places::set_owner(bench, state, *nation, *with_cities)
        }
        Edit::SetCity { city, field, value } => city::set(bench, city, field, value),
        Edit::SetRelation { one, other, relation } => people::set_relation(bench, *one, *other, *relation),
        Edit::SetForbidden { nation, forbidden } => people::set_forbidden(bench, *nation, *forbidden),
        Edit::SetConstant { name, value } => {
            let constant = Constant::named(name)?.own(bench.ground.book);
            constant.check(bench.ground.book)?;
            constant.set(&mut bench.state, value)
        }
        Edit::SetRank { player, rank } => people::set_rank(bench, player, *rank),
        Edit::SetOffice { player, office, given } => people::set_office(bench, player, office, *given),
        Edit::Assign { unit, commander, deputy } => {
            people::assign(bench, *unit, commander, deputy.as_deref())
        }
        Edit::SetSeason(season) => {
            let fault = bench.ground.book.check_season(*season);
            fault.map_err(|why| Impossible::new(format!("Season: {why}.")))?;
            people::set_season(bench, *season);
            Ok(())
        }
        Edit::AddPlayer { player, nation, rank } => people::add(bench, player, *nation, *rank),
    }
}
