//! Who commands and who deputises, at any moment of a turn (rules 3.5, 6.11; decisions M-07, R-3.5b).

use std::collections::BTreeMap;

use chrono::NaiveDate;

use crate::desk::book::Moment;
use crate::desk::ga::undo::is_in_force;
use crate::desk::game::GameRecord;
use crate::desk::record::{Account, FiledOffice, OrderBook, Right};
use crate::engine::ids::PlayerNo;
use crate::games::ground::nation::NationCode;
use crate::games::land::orders::{Office, OfficeOrder};
use crate::games::land::state::{LandState, Rank, Seat};
use crate::games::land::unit::{UnitId, UnitType};

/// Most army headquarters one player may command at the close (rule 3.5).
const MOST_ARMIES: usize = 1;
/// Most corps headquarters.
const MOST_CORPS: usize = 2;

/// The seats of a moment: those of the position, changed by the assignments of the turn so far.
#[derive(Clone, Copy)]
pub struct Seats<'a> {
    state: &'a LandState,
    book: &'a OrderBook,
    until: Option<Moment<'a>>,
    stand_ins: Option<(&'a [Account], NaiveDate)>,
}

impl<'a> Seats<'a> {
    /// As of a letter's receipt, with what that letter itself has assigned so far (rule 6.11).
    pub fn at(state: &'a LandState, book: &'a OrderBook, moment: Moment<'a>) -> Self {
        Seats { state, book, until: Some(moment), stand_ins: None }
    }

    /// With the deputies of those who are away at the receipt of a letter: meanwhile these may order what the absent
    /// command.
    pub fn with_stand_ins(self, game: &'a GameRecord, at_ms: i64) -> Self {
        let day = game.settings.schedule.day_of(at_ms);
        Seats { stand_ins: Some((&game.accounts, day)), ..self }
    }

    /// After everything that was filed.
    pub fn latest(state: &'a LandState, book: &'a OrderBook) -> Self {
        Seats { state, book, until: None, stand_ins: None }
    }

    /// Who commands and deputises for a unit.
    pub fn of(&self, unit: UnitId) -> Option<Seat> {
        let start = self.state.seats.get(&unit).copied();
        self.filed()
            .filter(|filed| assigned(filed) == Some(unit))
            .filter_map(|filed| Assignment::of(self.state, filed))
            .fold(start, |seat, assignment| Some(assignment.seat_after(seat)))
    }

    /// In what right a player orders a unit, if in any.
    pub fn right_of(&self, player: PlayerNo, unit: UnitId) -> Option<Right> {
        let seat = self.of(unit)?;
        if seat.commander == player {
            return Some(Right::Commander);
        }
        let deputises = seat.deputy == Some(player) || self.stand_in(seat.commander) == Some(player);
        deputises.then_some(Right::Deputy)
    }

    /// Who orders for a player who is away, if anybody does.
    pub fn stand_in(&self, absent: PlayerNo) -> Option<PlayerNo> {
        let (accounts, day) = self.stand_ins?;
        let name = &self.state.player(absent)?.name;
        let account = accounts.iter().find(|account| account.name.eq_ignore_ascii_case(name))?;
        let absence = account.absent.as_ref().filter(|absence| absence.is_on(day))?;
        self.state.player_named(absence.deputy.as_deref()?)
    }

    /// The players for whom another stands in.
    fn stood_in_for(&self, player: PlayerNo) -> impl Iterator<Item = PlayerNo> {
        let is_theirs = move |absent: &PlayerNo| self.stand_in(*absent) == Some(player);
        let any = self.stand_ins.is_some();
        self.state.numbered_players().map(|(number, _)| number).filter(move |absent| any && is_theirs(absent))
    }

    /// All seats.
    pub fn all(&self) -> BTreeMap<UnitId, Seat> {
        let mut seats = self.state.seats.clone();
        for assignment in self.filed().filter_map(|filed| Assignment::of(self.state, filed)) {
            let before = seats.get(&assignment.unit).copied();
            seats.insert(assignment.unit, assignment.seat_after(before));
        }
        seats
    }

    /// The seats of the headquarters.
    fn of_headquarters(&self) -> BTreeMap<UnitId, Seat> {
        let started = self.state.seats.iter().filter(|(unit, _)| unit.kind.is_hq());
        let mut seats: BTreeMap<UnitId, Seat> = started.map(|(unit, seat)| (*unit, *seat)).collect();
        for filed in self.filed().filter(|filed| assigned(filed).is_some_and(|unit| unit.kind.is_hq())) {
            let Some(assignment) = Assignment::of(self.state, filed) else { continue };
            let before = seats.get(&assignment.unit).copied();
            seats.insert(assignment.unit, assignment.seat_after(before));
        }
        seats
    }

    /// Whether the commander of a headquarters commands more of its type than may be at the close (M-07).
    pub fn is_in_excess(&self, headquarters: UnitId) -> bool {
        let seats = self.of_headquarters();
        seats.get(&headquarters).is_some_and(|seat| is_over_limit(&seats, seat.commander, headquarters.kind))
    }

    /// The units a player commands or deputises for, in id order, with the right.
    pub fn units_of(&self, player: PlayerNo) -> Vec<(UnitId, Right)> {
        let mut units: Vec<UnitId> = self.state.units_of(player).map(|unit| unit.id).collect();
        units.extend(
            self.stood_in_for(player).flat_map(|absent| self.state.units_of(absent)).map(|unit| unit.id),
        );
        units.extend(self.filed().filter_map(assigned));
        units.sort_unstable();
        units.dedup();
        units.into_iter().filter_map(|unit| Some((unit, self.right_of(player, unit)?))).collect()
    }

    /// Whether a player commands a headquarters of this type other than `but`.
    fn commands_one(&self, player: PlayerNo, kind: UnitType, but: UnitId) -> bool {
        let started = self.state.seats.keys().copied();
        started.chain(self.filed().filter_map(assigned)).any(|unit| {
            unit.kind == kind && unit != but && self.of(unit).is_some_and(|seat| seat.commander == player)
        })
    }

    /// The office orders that count at this moment.
    fn filed(&self) -> impl Iterator<Item = &'a FiledOffice> {
        let (until, book) = (self.until, self.book);
        let counts = move |filed: &&FiledOffice| until.is_none_or(|moment| filed.moment() <= moment);
        self.book.offices.iter().filter(counts).filter(move |filed| !is_overruled(book, filed))
    }
}

/// Whether a game administrator has since given the unit's seat otherwise by hand: that is in the position already, and
/// is the last word on every assignment before it.
fn is_overruled(book: &OrderBook, filed: &FiledOffice) -> bool {
    let Some(unit) = assigned(filed).filter(|_| !book.edits.is_empty()) else { return false };
    let seat = format!("/seats/{unit}");
    let is_seat =
        |path: &str| path.strip_prefix(&seat).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let later = book.edits.iter().filter(|edit| (&edit.receipt, edit.letter) > filed.moment());
    later
        .filter(|edit| edit.undoes.is_none() && is_in_force(&book.edits, edit))
        .any(|edit| edit.touches.iter().any(|touch| is_seat(&touch.path)))
}

/// The unit that an office order assigns, if it is an assignment.
pub fn assigned(filed: &FiledOffice) -> Option<UnitId> {
    match &filed.order.what {
        OfficeOrder::Assign { unit, .. } => Some(*unit),
        _ => None,
    }
}

/// An assignment with its names looked up.
#[derive(Clone, Copy)]
struct Assignment {
    unit: UnitId,
    commander: PlayerNo,
    deputy: Deputy,
}

/// What an assignment says of the deputy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deputy {
    /// Nothing: the deputy stays, unless that is now the commander.
    Stays,
    /// `DEPUTY NONE`.
    Nobody,
    Is(PlayerNo),
}

impl Assignment {
    fn of(state: &LandState, filed: &FiledOffice) -> Option<Self> {
        let OfficeOrder::Assign { unit, commander, deputy } = &filed.order.what else { return None };
        let commander = state.player_named(commander)?;
        Some(Assignment { unit: *unit, commander, deputy: deputy_named(state, deputy.as_deref())? })
    }

    fn seat_after(&self, before: Option<Seat>) -> Seat {
        let deputy = match self.deputy {
            Deputy::Stays => before.and_then(|seat| seat.deputy),
            Deputy::Nobody => None,
            Deputy::Is(player) => Some(player),
        };
        Seat { commander: self.commander, deputy: deputy.filter(|deputy| *deputy != self.commander) }
    }
}

fn deputy_named(state: &LandState, name: Option<&str>) -> Option<Deputy> {
    match name {
        None => Some(Deputy::Stays),
        Some(none) if none.eq_ignore_ascii_case("none") => Some(Deputy::Nobody),
        Some(name) => state.player_named(name).map(Deputy::Is),
    }
}

/// Whether two nations are one side: the same or actively allied.
pub fn same_side(state: &LandState, one: NationCode, other: NationCode) -> bool {
    state.relations.between(one, other).is_friendly()
}

/// Whether a player holds an office for the side of `nation`.
pub fn holds_office(state: &LandState, player: PlayerNo, office: &Office, nation: NationCode) -> bool {
    state
        .player(player)
        .is_some_and(|who| who.offices.contains(office) && same_side(state, who.nation, nation))
}

/// Whether a player commands an army headquarters of the side of `nation`.
pub fn commands_army(seats: &Seats<'_>, player: PlayerNo, nation: NationCode) -> bool {
    let of_side = |unit: &UnitId| same_side(seats.state, unit.nation, nation);
    let started = seats.state.seats.keys().copied();
    started
        .chain(seats.filed().filter_map(assigned))
        .filter(|unit| unit.kind == UnitType::ArmyHq && of_side(unit))
        .any(|unit| seats.right_of(player, unit) == Some(Right::Commander))
}

/// Why a player may not assign a unit so at this moment, in a sentence (rule 3.5, M-07). A unit that is not
/// of the player's side and one that does not exist are answered alike.
pub fn fault_of_assignment(
    seats: &Seats<'_>,
    giver: PlayerNo,
    unit: UnitId,
    commander: &str,
    deputy: Option<&str>,
) -> Option<String> {
    let state = seats.state;
    let nation = state.player(giver)?.nation;
    if !state.units.contains_key(&unit) || !same_side(state, nation, unit.nation) {
        return Some(format!("{unit} is no unit of your side"));
    }
    let is_minister = holds_office(state, giver, &Office::WarMinister, unit.nation);
    if !is_minister && !commands_army(seats, giver, unit.nation) {
        return Some(
            "only the War Minister or the commander of an army headquarters assigns officers (rule 3.5)"
                .into(),
        );
    }
    let officer = |name: &str| {
        state.player_named(name).filter(|player| is_officer_of_side(state, *player, unit.nation))
    };
    let Some(new_commander) = officer(commander) else {
        return Some(format!("{commander} is no officer of your side"));
    };
    if let Some(fault) = fault_of_rank(seats, unit, new_commander, Right::Commander) {
        return Some(fault);
    }
    match deputy_named(state, deputy) {
        Some(Deputy::Stays | Deputy::Nobody) => None,
        Some(Deputy::Is(same)) if same == new_commander => {
            Some("commander and deputy must be two officers".into())
        }
        Some(Deputy::Is(player)) if is_officer_of_side(state, player, unit.nation) => {
            fault_of_rank(seats, unit, player, Right::Deputy)
        }
        _ => Some(format!("{} is no officer of your side", deputy.unwrap_or_default())),
    }
}

/// Whether a player serves a nation or an ally of it.
pub fn is_officer_of_side(state: &LandState, player: PlayerNo, nation: NationCode) -> bool {
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
fn fault_of_rank(seats: &Seats<'_>, unit: UnitId, player: PlayerNo, seat: Right) -> Option<String> {
    let lowest = lowest_rank(unit.kind, seat)?;
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
        format!(
            "{unit} may only be {seat} by an officer of at least the rank of {}: {} is a {} (rule 3.5)",
            words(lowest),
            officer.name,
            words(officer.rank)
        )
    })
}

fn words(rank: Rank) -> &'static str {
    match rank {
        Rank::Colonel => "colonel",
        Rank::BrigadierGeneral => "brigadier general",
        Rank::MajorGeneral => "major general",
        Rank::LieutenantGeneral => "lieutenant general",
        Rank::General => "general",
    }
}

/// ROTD-EUWOL 3.5: what is wrong with the seats of headquarters in a position, before anybody assigned any: ranks, and
/// players with too many.
pub fn faults_of_opening(state: &LandState) -> Vec<(UnitId, String)> {
    faults(state, &OrderBook::default())
}

/// ROTD-EUWOL 3.5: the same after what was assigned so far in the open turn.
pub fn faults(state: &LandState, book: &OrderBook) -> Vec<(UnitId, String)> {
    let seats = Seats::latest(state, book);
    let headquarters = seats.of_headquarters();
    let fault = |(unit, seat): (&UnitId, &Seat)| {
        let too_many = || {
            let officer = state.player(seat.commander)?;
            let (name, most) = (&officer.name, most_commanded(unit.kind)?);
            is_over_limit(&headquarters, seat.commander, unit.kind)
                .then(|| format!("{name} commands more than {most} of its kind (rule 3.5)"))
        };
        let of_deputy = || fault_of_rank(&seats, *unit, seat.deputy?, Right::Deputy);
        fault_of_rank(&seats, *unit, seat.commander, Right::Commander)
            .or_else(of_deputy)
            .or_else(too_many)
            .map(|why| (*unit, why))
    };
    headquarters.iter().filter_map(fault).collect()
}

/// Takes out of the book, newest first, each assignment of this turn by which a player commands more than
/// one army or two corps headquarters at the close (rule 3.5, M-07), and returns them. What was ordered
/// under an assignment taken out stands: the excess was allowed until now.
pub fn undo_excess(state: &LandState, book: &mut OrderBook) -> Vec<FiledOffice> {
    let mut undone = Vec::new();
    while let Some(place) = newest_excess(state, book) {
        undone.push(book.offices.remove(place));
    }
    undone
}

fn newest_excess(state: &LandState, book: &OrderBook) -> Option<usize> {
    let seats = Seats::latest(state, book).of_headquarters();
    book.offices.iter().enumerate().rev().find_map(|(place, filed)| {
        let assignment = Assignment::of(state, filed)?;
        let (unit, commander) = (assignment.unit, assignment.commander);
        let is_his = seats.get(&unit).is_some_and(|seat| seat.commander == commander);
        (is_his && is_over_limit(&seats, commander, unit.kind)).then_some(place)
    })
}

/// Whether a player commands more headquarters of this type than rule 3.5 allows at the close.
fn is_over_limit(seats: &BTreeMap<UnitId, Seat>, player: PlayerNo, kind: UnitType) -> bool {
    let commanded = seats.iter().filter(|(unit, seat)| unit.kind == kind && seat.commander == player).count();
    most_commanded(kind).is_some_and(|most| commanded > most)
}

fn most_commanded(kind: UnitType) -> Option<usize> {
    match kind {
        UnitType::ArmyHq => Some(MOST_ARMIES),
        UnitType::CorpsHq => Some(MOST_CORPS),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::close::close;
    use crate::desk::record::Verdict;
    use crate::desk::trial::{Desk, receipt};
    use crate::games::land::sandbox::id;

    fn assign(
        desk: &mut Desk,
        giver: &str,
        unit: &str,
        commander: &str,
        deputy: Option<&str>,
    ) -> Result<String, String> {
        let minutes = 10 + desk.game.book.offices.len() as i64;
        let judgement = desk.send(giver, minutes, |pen| pen.assign(unit, commander, deputy));
        let office = &receipt(&judgement).offices[0];
        assert_eq!(office.counts, judgement.verdict == Verdict::Obeyed);
        office.why_not.clone().map_or_else(|| Ok(office.result.clone().unwrap()), Err)
    }

    fn seat(desk: &Desk, unit: &str) -> (String, Option<String>) {
        let seat = Seats::latest(desk.game.state(), &desk.game.book).of(id(unit)).unwrap();
        let name = |player| desk.game.name_of(player).to_string();
        (name(seat.commander), seat.deputy.map(name))
    }

    #[test]
    fn the_war_minister_and_army_commanders_of_the_side_assign_and_nobody_else() {
        let mut desk = Desk::open();
        let words = assign(&mut desk, "gyulai", "AU5LC", "clam", Some("gablenz")).unwrap();
        assert_eq!(words, "AU5LC is commanded by clam, with gablenz as deputy");
        assign(&mut desk, "benedek", "AU5LC", "gablenz", None).unwrap();
        assign(&mut desk, "benedek", "SA1CQ", "clam", None).unwrap();
        for (giver, unit) in [("clam", "AU5LC"), ("albert", "SA1CQ")] {
            assert!(assign(&mut desk, giver, unit, "clam", None).unwrap_err().contains("War Minister"));
        }
        for unit in ["PR1IN", "PR77IN", "AU77IN"] {
            let fault = assign(&mut desk, "gyulai", unit, "clam", None).unwrap_err();
            assert_eq!(fault, format!("{unit} is no unit of your side"));
        }
        for officer in ["moltke", "nobody"] {
            let fault = assign(&mut desk, "gyulai", "AU5LC", officer, None).unwrap_err();
            assert_eq!(fault, format!("{officer} is no officer of your side"));
        }
        assert!(
            assign(&mut desk, "gyulai", "AU5LC", "clam", Some("clam")).unwrap_err().contains("two officers")
        );
    }

    #[test]
    fn an_assignment_that_names_no_deputy_leaves_the_deputy() {
        let mut desk = Desk::open();
        assign(&mut desk, "gyulai", "AU4IN", "benedek", None).unwrap();
        assert_eq!(seat(&desk, "AU4IN"), ("benedek".into(), Some("gablenz".into())));
        assign(&mut desk, "gyulai", "AU4IN", "gablenz", None).unwrap();
        assert_eq!(seat(&desk, "AU4IN"), ("gablenz".into(), None));
        assign(&mut desk, "gyulai", "AU3IN", "benedek", Some("none")).unwrap();
        assert_eq!(seat(&desk, "AU3IN"), ("benedek".into(), None));
    }

    /// Rule 3.5: ranks for headquarters, for the commander and for the deputy.
    #[test]
    fn headquarters_need_a_rank() {
        let mut desk = Desk::open();
        let fault = assign(&mut desk, "gyulai", "AU1AQ", "clam", None).unwrap_err();
        assert!(
            fault.contains("at least the rank of lieutenant general: clam is a major general"),
            "{fault}"
        );
        assign(&mut desk, "gyulai", "AU1AQ", "benedek", Some("clam")).unwrap();
        assert!(
            assign(&mut desk, "gyulai", "AU1AQ", "benedek", Some("gablenz"))
                .unwrap_err()
                .contains("deputised for")
        );
        assert!(assign(&mut desk, "gyulai", "AU1CQ", "gablenz", None).unwrap_err().contains("major general"));
        assign(&mut desk, "gyulai", "AU1CQ", "clam", Some("gablenz")).unwrap();
    }

    /// Rule 3.5: "if all officers of the rank of major general or higher are already commanding a CQ, then any
    /// officer may command the rest".
    #[test]
    fn when_all_of_the_rank_command_one_any_officer_may_have_the_rest() {
        let mut desk = Desk::open();
        assign(&mut desk, "gyulai", "AU2CQ", "benedek", None).unwrap();
        assert!(assign(&mut desk, "gyulai", "SA1CQ", "gablenz", None).is_err(), "gyulai commands none yet");
        assign(&mut desk, "gyulai", "SA1CQ", "gyulai", None).unwrap();
        let fault = assign(&mut desk, "gyulai", "SA1CQ", "gablenz", None);
        assert!(fault.is_err(), "without it gyulai and albert would command none");
        assert!(assign(&mut desk, "gyulai", "AU1CQ", "gablenz", None).is_err());
        let mut game = desk.game.clone();
        let crate::games::Position::Land(state) = std::sync::Arc::make_mut(&mut game.opening.position);
        for name in ["gyulai", "albert"] {
            let place = state.player_named(name).unwrap();
            state.players[usize::from(place.0)].rank = Rank::Colonel;
        }
        desk.game = game;
        assign(&mut desk, "gyulai", "SA1CQ", "gablenz", None).unwrap();
    }

    /// Rule 3.5, M-07: the limits hold only at the close, and the newest in excess goes first.
    #[test]
    fn the_newest_assignments_in_excess_are_undone_at_the_close() {
        let mut desk = Desk::open();
        let words = assign(&mut desk, "gyulai", "SA1CQ", "clam", None).unwrap();
        assert!(words.contains("newest such assignment is undone"), "{words}");
        assert_eq!(
            close(&desk.game).seats[&id("SA1CQ")].commander,
            desk.game.state().player_named("albert").unwrap()
        );
        desk.send("clam", 40, |pen| pen.unit("SA1CQ", "1-1"));
        let closed = close(&desk.game);
        assert_eq!(closed.undone.len(), 1);
        assert!(closed.orders.units.contains_key(&id("SA1CQ")), "what was ordered meanwhile stands");
        assert_eq!(closed.answers.len(), 2, "word to the giver and to the one who loses it");
        let words = assign(&mut desk, "gyulai", "AU2CQ", "benedek", None).unwrap();
        assert!(!words.contains("undone"), "{words}");
        let closed = close(&desk.game);
        assert!(closed.undone.is_empty(), "back within the limit before the close");
        assert_eq!(closed.seats[&id("SA1CQ")].commander, desk.game.state().player_named("clam").unwrap());
    }

    #[test]
    fn one_army_each() {
        let mut desk = Desk::open();
        let mut game = desk.game.clone();
        let crate::games::Position::Land(state) = std::sync::Arc::make_mut(&mut game.opening.position);
        let (army, seat) = (id("AU2AQ"), state.seats[&id("AU1CQ")]);
        state.units.insert(army, state.units[&id("AU1AQ")].clone());
        state.seats.insert(army, seat);
        desk.game = game;
        assign(&mut desk, "gyulai", "AU2AQ", "benedek", None).unwrap();
        let closed = close(&desk.game);
        assert_eq!(closed.undone.len(), 1);
        assert_eq!(closed.seats[&army], seat);
    }
}
