//! ROTD-EUWOL 3.5: who assigns officers, who may have which seat, and how many headquarters one player may command. Who has a
//! seat at a moment of the turn is worked out outside, and handed in.

use std::collections::BTreeMap;

use crate::book::Book;
use crate::book::offices::Over;
use crate::command::same_side;
use crate::language::unit_of;
use crate::orders::Office;
use crate::state::{LandState, Player, Rank};
use crate::unit::{UnitId, UnitType};
use fieldpost_engine::breach::Breach;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::refusal::Refusal;
use fieldpost_engine::seat::{Right, Seat, Seating};
use fieldpost_ground::nation::NationCode;

/// What the receipt of an assignment says that gives a player too many headquarters (M-07).
pub const TOO_MANY: &str = "with it the commander holds more than one army or two corps headquarters, and unless that \
                            changes before the close the newest such assignment is undone";

/// What is said of one that is taken back at the close.
pub const TAKEN_BACK: &str = "nobody may command more than one army headquarters or two corps headquarters, and it was the \
                              newest in excess";

/// The rule of seats and who gives them, as it is cited.
pub const RULE: &str = "rule 3.5";

/// Why a player assigns no officers of a unit's.
pub fn who_assigns(book: &Book) -> Refusal {
    let minister = book.title(&Office::WarMinister);
    let why = match book.offices.commands.over {
        Over::Side => {
            format!("only the {minister} or the commander of an army headquarters assigns officers")
        }
        Over::Nation => format!(
            "only the {minister} of the unit's nation, or the commander of an army headquarters of it, assigns its officers"
        ),
    };
    Refusal::by(RULE, why)
}

/// The seats of a moment, over a position.
#[derive(Clone, Copy)]
pub struct Seats<'a> {
    pub book: &'static Book,
    pub state: &'a LandState,
    pub seats: &'a dyn Seating,
}

impl Seats<'_> {
    fn of(&self, unit: UnitId) -> Option<Seat> {
        self.seats.of(&unit.into())
    }

    /// The headquarters that have a seat at the start of the turn or by its letters.
    fn headquarters(&self) -> impl Iterator<Item = UnitId> {
        let started = self.state.seats.keys().copied();
        let assigned = self.seats.assigned().into_iter().filter_map(|piece| unit_of(&piece));
        started.chain(assigned).filter(|unit| unit.kind.is_hq())
    }

    fn of_headquarters(&self) -> BTreeMap<UnitId, Seat> {
        self.headquarters().filter_map(|unit| Some((unit, self.of(unit)?))).collect()
    }

    /// Whether a player commands a headquarters of this type other than `but`.
    fn commands_one(&self, player: PlayerNo, kind: UnitType, but: UnitId) -> bool {
        let mut of_kind = self.headquarters().filter(|unit| unit.kind == kind && *unit != but);
        of_kind.any(|unit| self.of(unit).is_some_and(|seat| seat.commander == player))
    }
}

/// Whether a player holds an office for the side of `nation`.
pub fn holds_office(state: &LandState, player: PlayerNo, office: &Office, nation: NationCode) -> bool {
    state
        .player(player)
        .is_some_and(|who| who.offices.contains(office) && same_side(state, who.nation, nation))
}

/// Whether a player commands an army headquarters of the side of `nation`.
pub fn commands_army(seats: &Seats<'_>, player: PlayerNo, nation: NationCode) -> bool {
    commands_army_of(seats, player, |of| same_side(seats.state, of, nation))
}

fn commands_army_of(seats: &Seats<'_>, player: PlayerNo, is_meant: impl Fn(NationCode) -> bool) -> bool {
    let is_army = |unit: &UnitId| unit.kind == UnitType::ArmyHq && is_meant(unit.nation);
    let mut armies = seats.headquarters().filter(is_army);
    armies.any(|unit| seats.seats.right_of(player, &unit.into()) == Some(Right::Commander))
}

/// Rule 3.5: whether a player assigns officers of a nation's units at all: as minister or by an army headquarters of that nation,
/// or, where the book has it, of its side.
pub fn may_assign(seats: &Seats<'_>, giver: PlayerNo, nation: NationCode) -> bool {
    match seats.book.offices.commands.over {
        Over::Side => {
            holds_office(seats.state, giver, &Office::WarMinister, nation)
                || commands_army(seats, giver, nation)
        }
        Over::Nation => {
            let is_minister =
                |who: &Player| who.nation == nation && who.offices.contains(&Office::WarMinister);
            seats.state.player(giver).is_some_and(is_minister)
                || commands_army_of(seats, giver, |of| of == nation)
        }
    }
}

/// Why a player may not assign a unit so at this moment, in a clause (rule 3.5, M-07). A unit that is not
/// of the player's side and one that does not exist are answered alike.
pub fn fault_of_assignment(
    seats: &Seats<'_>,
    giver: PlayerNo,
    unit: UnitId,
    commander: &str,
    deputy: Option<&str>,
) -> Option<Refusal> {
    let state = seats.state;
    let nation = state.player(giver)?.nation;
    if !state.units.contains_key(&unit) || !same_side(state, nation, unit.nation) {
        return Some(Refusal::plain(format!("{unit} is no unit of your side")).at(unit));
    }
    if !may_assign(seats, giver, unit.nation) {
        return Some(who_assigns(seats.book));
    }
    let officer =
        |name: &str| state.player_named(name).filter(|player| is_officer(state, *player, unit.nation));
    let Some(new_commander) = officer(commander) else {
        return Some(no_officer(commander));
    };
    if let Some(fault) = fault_of_rank(seats, unit, new_commander, Right::Commander) {
        return Some(fault.refusal().at(commander));
    }
    let deputy = deputy.filter(|name| !name.eq_ignore_ascii_case("none"))?;
    match officer(deputy) {
        _ if state.player_named(deputy) == Some(new_commander) => {
            Some(Refusal::by(RULE, "commander and deputy must be two officers").at(deputy))
        }
        Some(player) => {
            fault_of_rank(seats, unit, player, Right::Deputy).map(|fault| fault.refusal().at(deputy))
        }
        None => Some(no_officer(deputy)),
    }
}

fn no_officer(name: &str) -> Refusal {
    Refusal::by(RULE, format!("{name} is no officer of your side")).at(name)
}

/// Whether a player serves a nation or an ally of it.
fn is_officer(state: &LandState, player: PlayerNo, nation: NationCode) -> bool {
    state.player(player).is_some_and(|officer| same_side(state, officer.nation, nation))
}

/// The lowest rank for a headquarters' seat; `None` where any rank will do (rule 3.5).
fn lowest_rank(kind: UnitType, seat: Right) -> Option<Rank> {
    match (kind, seat) {
        (UnitType::ArmyHq, Right::Commander) => Some(Rank::LieutenantGeneral),
        (UnitType::ArmyHq, Right::Deputy) | (UnitType::CorpsHq, Right::Commander) => Some(Rank::MajorGeneral),
        _ => None,
    }
}

/// Rule 3.5, R-3.5b: ranks, with the exception that any officer may have the rest once all of the rank to
/// command one do so already, or where nobody has that rank.
fn fault_of_rank(seats: &Seats<'_>, unit: UnitId, player: PlayerNo, seat: Right) -> Option<Breach> {
    let lowest = lowest_rank(unit.kind, seat).filter(|_| seats.book.offices.commands.ranks)?;
    let officer = seats.state.player(player)?;
    if officer.rank >= lowest {
        return None;
    }
    let to_command = lowest_rank(unit.kind, Right::Commander)?;
    let is_free_for_all = seats
        .state
        .numbered_players()
        .filter(|(_, other)| other.rank >= to_command && same_side(seats.state, other.nation, unit.nation))
        .all(|(number, _)| seats.commands_one(number, unit.kind, unit));
    (!is_free_for_all).then(|| {
        let seat = if seat == Right::Commander { "commanded" } else { "deputised for" };
        let behind = format!(
            " may only be {seat} by an officer of at least the rank of {}: {} is a {}",
            lowest.words(),
            officer.name,
            officer.rank.words()
        );
        Breach::of(unit, behind).by(RULE)
    })
}

/// ROTD-EUWOL 3.5: what is wrong with the seats of headquarters: ranks, and players with too many.
pub fn faults(book: &'static Book, state: &LandState, seats: &dyn Seating) -> Vec<(UnitId, Breach)> {
    let seats = Seats { book, state, seats };
    let headquarters = seats.of_headquarters();
    let fault = |(unit, seat): (&UnitId, &Seat)| {
        let too_many = || {
            let officer = state.player(seat.commander)?;
            let (name, most) = (&officer.name, most_commanded(book, unit.kind)?);
            is_over_limit(book, &headquarters, seat.commander, unit.kind)
                .then(|| Breach::from(format!("{name} commands more than {most} of its kind")).by(RULE))
        };
        let of_deputy = || fault_of_rank(&seats, *unit, seat.deputy?, Right::Deputy);
        fault_of_rank(&seats, *unit, seat.commander, Right::Commander)
            .or_else(of_deputy)
            .or_else(too_many)
            .map(|why| (*unit, why))
    };
    headquarters.iter().filter_map(fault).collect()
}

/// The headquarters whose commander commands more of their type than rule 3.5 allows at the close (M-07).
pub fn in_excess(book: &'static Book, state: &LandState, seats: &dyn Seating) -> Vec<UnitId> {
    let seats = Seats { book, state, seats }.of_headquarters();
    let is_too_many =
        |(unit, seat): &(&UnitId, &Seat)| is_over_limit(book, &seats, seat.commander, unit.kind);
    seats.iter().filter(is_too_many).map(|(unit, _)| *unit).collect()
}

/// Whether a player commands more headquarters of this type than rule 3.5 allows at the close.
fn is_over_limit(book: &Book, seats: &BTreeMap<UnitId, Seat>, player: PlayerNo, kind: UnitType) -> bool {
    let commanded = seats.iter().filter(|(unit, seat)| unit.kind == kind && seat.commander == player).count();
    most_commanded(book, kind).is_some_and(|most| commanded > most)
}

fn most_commanded(book: &Book, kind: UnitType) -> Option<usize> {
    let (armies, corps) = book.offices.commands.most?;
    match kind {
        UnitType::ArmyHq => Some(armies),
        UnitType::CorpsHq => Some(corps),
        _ => None,
    }
}
