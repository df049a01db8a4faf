//! Where a move on the tactical map leads, square by square, and what stops it (rules 9.2, 9.3, 9.5, 9.7).

use crate::book::Sorties;
use crate::crossings::Crossings;
use crate::field::Field;
use crate::orders::AttackPosture;
use crate::stacking;
use crate::tactics::line;
use crate::tactics::progress::Leg;
use crate::tactics::refusal::Refusal;
use crate::unit::Unit;
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::{Direction, TacticalSquare};
use fieldpost_ground::tactical::{Banks, Ground, Sheet};

/// Who moves, how it fights, and whether there is combat in the phase.
#[derive(Clone, Copy)]
pub struct Mover<'a> {
    pub field: Field<'a>,
    pub unit: &'a Unit,
    /// Whether it enters squares that enemies hold (rule 9.3): no headquarters does, no unit that evades in
    /// the attack, and nobody in the phase without combat.
    pub attacks: bool,
    /// The river square of the ferry by which it goes, which it passes without a bridge (rule 12.7).
    pub ferry: Option<TacticalSquare>,
}

impl<'a> Mover<'a> {
    /// A unit that moves in tactical phase `phase`.
    pub fn new(field: Field<'a>, unit: &'a Unit, posture: AttackPosture, phase: u8) -> Self {
        let attacks = !unit.id.kind.is_hq() && posture != AttackPosture::Evade && phase < LAST_PHASE;
        Mover { field, unit, attacks, ferry: None }
    }

    fn crossings(&self) -> Crossings<'a> {
        Crossings::of(self.field, self.unit, self.unit.at)
    }

    /// Whether bad ground from one square to the next stops the unit (9.5); on a ferry there is none.
    fn is_stopped_by_ground(&self, here: TacticalSquare, next: TacticalSquare) -> bool {
        let crossings = self.crossings();
        let afloat = |square| self.ferry == Some(square);
        !afloat(next) && !crossings.is_passable(next)
            || !afloat(here) && !afloat(next) && is_cliff(crossings.sheet(), here, next)
    }
}

/// The tactical phase in which combat does not occur (rule 5.2).
pub const LAST_PHASE: u8 = 5;

/// ROTD-EUWOL 9.7, R-9.7: whether a leg leads from one bank to another: only a ford, pass or bridge lies on both.
///
/// # Errors
/// If it does, or if no unit can stand at its end.
pub fn check_banks(mover: Mover<'_>, from: TacticalSquare, to: TacticalSquare) -> Result<(), Refusal> {
    let crossings = mover.crossings();
    if !crossings.is_passable(to) {
        return Err(Refusal::NoFooting);
    }
    let start = match crossings.banks_of(from) {
        Banks(0) => return Ok(()),
        banks => banks,
    };
    if start.touch(crossings.banks_of(to)) { Ok(()) } else { Err(Refusal::OtherBank) }
}

/// ROTD-EUWOL 9.5: whether the ground counts on a unit's way: an enemy is on its map, or a neutral unit in its home
/// nation or a nation allied to it.
pub fn ground_counts(field: Field<'_>, unit: &Unit) -> bool {
    let soil = field.soil_of(unit.at);
    let at_home = |other: &Unit| soil.is_some_and(|soil| field.relation(soil, other.id.nation).is_friendly());
    field.units_in(unit.at).filter(|other| other.is_active()).any(|other| {
        match field.relation(unit.id.nation, other.id.nation) {
            Relation::Hostile => true,
            Relation::Neutral => at_home(other),
            Relation::Same | Relation::Allied => false,
        }
    })
}

/// ROTD-EUWOL 9.5, R-9.5: whether the border of two neighbouring squares is a cliff: high hills against a square
/// that is neither hills nor high hills.
pub fn is_cliff(sheet: &Sheet, one: TacticalSquare, other: TacticalSquare) -> bool {
    let (one, other) = (sheet.ground_at(one), sheet.ground_at(other));
    let is_hilly = |ground| matches!(ground, Ground::Hills | Ground::HighHills);
    one == Ground::HighHills && !is_hilly(other) || other == Ground::HighHills && !is_hilly(one)
}

/// Whether an active enemy of any kind stands in a tactical square of a unit's map.
pub fn holds_enemy(field: Field<'_>, unit: &Unit, tac: TacticalSquare) -> bool {
    let hostile = |nation| field.relation(unit.id.nation, nation) == Relation::Hostile;
    field.units_of_nations(unit.at, hostile).any(|other| other.tac == tac && other.is_active())
}

/// ROTD-EUWOL 9.2, 9.3, 9.5: the squares that are left of a leg.
///
/// # Errors
/// If the ground counts and the way leads over a cliff or impassable ground, or if a neutral unit (as the book counts them) is
/// anywhere on it: then the unit does not move at all.
pub fn squares_of(mover: Mover<'_>, leg: Leg) -> Result<Vec<TacticalSquare>, Refusal> {
    if !may_sally(mover, leg) {
        return Err(Refusal::Besieged);
    }
    let counts = ground_counts(mover.field, mover.unit);
    let mut here = mover.unit.tac;
    let mut squares = Vec::new();
    for number in leg.done + 1.. {
        let Some(step) = line::step(leg.from, leg.to, number) else { break };
        let next = line::step(leg.from, leg.to, number + 1).map(|next| next.to);
        let is_good = |square| is_good(mover, counts, here, square, next);
        let square = step.or.filter(|or| !is_good(step.to) && is_good(*or)).unwrap_or(step.to);
        if counts && mover.is_stopped_by_ground(here, square) {
            return Err(Refusal::Ground);
        }
        squares.push(square);
        here = square;
    }
    if has_neutral_on(mover, &squares) { Err(Refusal::Barred) } else { Ok(squares) }
}

/// ROTD-CWOL 9.4: whether a unit may leave where it stands by a leg: out of a besieged city of its side only by one square, to
/// attack an enemy there.
fn may_sally(mover: Mover<'_>, leg: Leg) -> bool {
    let Mover { field, unit, .. } = mover;
    let attacks_beside = || {
        let is_enemy = |other: &Unit| other.tac == leg.to;
        unit.tac.distance(leg.to) == 1 && field.enemy_combat_units(unit.id.nation, unit.at).any(is_enemy)
    };
    !is_bound_to_city(field, unit) || attacks_beside()
}

/// ROTD-CWOL 9.4: whether a unit is in a besieged city of its side which it does not leave as it likes.
pub fn is_bound_to_city(field: Field<'_>, unit: &Unit) -> bool {
    let city = field.state.city_on(unit.at, unit.tac).filter(|city| city.besieged);
    field.book.siege.sorties == Sorties::OneSquareAttack
        && city.is_some_and(|city| field.relation(unit.id.nation, city.control) != Relation::Hostile)
}

/// ROTD-EUWOL 9.3, R-9.3: whether the way of a leg that the unit has yet to come to is free of neutral units, as the book counts
/// them.
///
/// # Errors
/// If one stands on it: then the unit does not begin the legs before it either.
pub fn check_neutrals(mover: Mover<'_>, from: TacticalSquare, to: TacticalSquare) -> Result<(), Refusal> {
    let squares = (1..).map_while(|number| line::step(from, to, number)).map(|step| step.to);
    if has_neutral_on(mover, &squares.collect::<Vec<_>>()) { Err(Refusal::Barred) } else { Ok(()) }
}

fn has_neutral_on(mover: Mover<'_>, squares: &[TacticalSquare]) -> bool {
    let Mover { field, unit, .. } = mover;
    let bars = field.book.tactics.barred_by_neutrals;
    field.units_in(unit.at).any(|other| {
        bars.counts(other)
            && squares.contains(&other.tac)
            && field.relation(unit.id.nation, other.id.nation) == Relation::Neutral
    })
}

/// whether one of two equally near squares serves: passable, not full, without enemies, and with no cliff
/// before or behind it.
fn is_good(
    mover: Mover<'_>,
    counts: bool,
    here: TacticalSquare,
    square: TacticalSquare,
    next: Option<TacticalSquare>,
) -> bool {
    let Mover { field, unit, .. } = mover;
    let crossings = mover.crossings();
    let sheet = crossings.sheet();
    let cliff = is_cliff(sheet, here, square) || next.is_some_and(|next| is_cliff(sheet, square, next));
    crossings.is_passable(square)
        && !(counts && cliff)
        && stacking::has_tactical_room(field, unit, unit.at, square)
        && !holds_enemy(field, unit, square)
}

/// How far a unit comes along some squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advance {
    /// The squares it walks, in order; it comes to stand in the last.
    pub walked: Vec<TacticalSquare>,
    /// Steps that this takes: more than the squares if the unit can stand only short of where they lead.
    pub steps: u8,
    /// Whether it ends in a square that enemies hold.
    pub met: bool,
    /// What stopped it before the end of its allowance, if something did.
    pub stopped: Option<Refusal>,
}

/// ROTD-EUWOL 9.3, 9.4, 2.5, R-9.2c, R-9.3: walks at most `budget` squares: into the first that enemies
/// hold and no farther, or only up to it if the unit may not attack; up to a full square, a besieged city of
/// its own side, or a diagonal between two squares that enemies hold.
pub fn advance(mover: Mover<'_>, squares: &[TacticalSquare], budget: u8) -> Advance {
    let Mover { field, unit, attacks, .. } = mover;
    let mut advance = Advance { walked: Vec::new(), steps: 0, met: false, stopped: None };
    let mut here = unit.tac;
    for square in squares.iter().copied().take(usize::from(budget)) {
        let enemy = holds_enemy(field, unit, square);
        let full = !stacking::has_tactical_room(field, unit, unit.at, square);
        let barred = enemy && !attacks || is_squeezed(mover, here, square) || is_shut(mover, square);
        if full || barred {
            advance.stopped = Some(if barred { Refusal::Barred } else { Refusal::Full });
            break;
        }
        advance.walked.push(square);
        here = square;
        advance.met = enemy;
        if enemy {
            break;
        }
    }
    advance.steps = u8::try_from(advance.walked.len()).unwrap_or(u8::MAX);
    let crossings = mover.crossings();
    while advance.walked.last().is_some_and(|square| !crossings.is_passable(*square)) {
        advance.walked.pop();
    }
    advance
}

/// R-9.2c: whether a diagonal step leads between two squares that both hold enemies.
fn is_squeezed(mover: Mover<'_>, here: TacticalSquare, next: TacticalSquare) -> bool {
    let (dx, dy) = here.offset_to(next);
    let Some((one, other)) = Direction::from_step(dx, dy).and_then(Direction::parts) else { return false };
    let held = |way| here.step(way).is_some_and(|square| holds_enemy(mover.field, mover.unit, square));
    held(one) && held(other)
}

/// ROTD-EUWOL 9.4: a besieged city's square is entered only by units hostile to the side that controls it, until
/// an enemy of the unit stands in it: then there is a battle, which friends may join, where the book lets them.
fn is_shut(mover: Mover<'_>, square: TacticalSquare) -> bool {
    let Mover { field, unit, .. } = mover;
    field.state.cities.values().any(|city| {
        city.besieged
            && city.at == unit.at
            && city.tac == square
            && field.relation(unit.id.nation, city.control) != Relation::Hostile
            && !(field.book.siege.join_in_city && holds_enemy(field, unit, square))
    })
}
