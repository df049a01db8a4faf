//! Guns: who captures those of the losers of a battle, and handing a captured battery on (rule 10.11, R-10.11).

use std::collections::BTreeMap;

use crate::book::{Book, CapturedGuns};
use crate::combat::battle::{ATTACKERS, Battle, DEFENDERS, Departure};
use crate::detection::seen_by;
use crate::detection::tactical::players_of;
use crate::detection::witness;
use crate::event::Fact;
use crate::event::reason::{Reason, Why};
use crate::field::Field;
use crate::state::Seat;
use crate::turn::Turn;
use crate::unit::{Guns, Unit, UnitId, UnitType};
use fieldpost_engine::event::Saw;
use fieldpost_ground::square::TacticalSquare;

/// Batteries that infantry and cavalry can have with them: one to use and one that was captured (rule 10.11).
const CARRIED: u8 = 2;

/// A unit of the losing side that left a battle, and the guns it had there: it may be no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaver {
    pub unit: UnitId,
    pub batteries: u8,
    pub guns: Guns,
    /// Who commanded it: if it is no more, nobody does.
    pub seat: Option<Seat>,
    pub how: Departure,
}

/// The guns that a unit has before a battle, and who commands it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Had {
    batteries: u8,
    guns: Guns,
    seat: Option<Seat>,
}

/// ROTD-EUWOL 10.11, R-10.11: the chance, in basis points, of losing each battery.
fn chance(guns: &CapturedGuns, how: Departure) -> u32 {
    match how {
        Departure::FellBack => guns.lost_falling_back,
        Departure::Retreated => guns.lost_retreating,
        Departure::Routed => guns.lost_routing,
        Departure::Shattered | Departure::Surrendered | Departure::Destroyed => guns.lost_shattering,
    }
}

/// What guns are served by: infantry and light artillery, or cavalry and horse artillery (rule 10.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arm {
    Foot,
    Horse,
}

/// The arm of a unit's guns: those of siege and naval batteries are taken as light ones are (R-10.11b). `None` for
/// headquarters, bridges and militia, which have no guns.
fn arm(kind: UnitType) -> Option<Arm> {
    match kind {
        UnitType::Infantry
        | UnitType::LightInfantry
        | UnitType::LightArtillery
        | UnitType::MediumArtillery
        | UnitType::SiegeArtillery
        | UnitType::NavalBattery => Some(Arm::Foot),
        UnitType::HeavyCavalry
        | UnitType::MediumCavalry
        | UnitType::LightCavalry
        | UnitType::Cavalry
        | UnitType::HorseArtillery => Some(Arm::Horse),
        UnitType::Militia | UnitType::ArmyHq | UnitType::CorpsHq | UnitType::PontoonBridge => None,
    }
}

/// ROTD-EUWOL 10.11, R-10.11b: the most batteries of a unit: of artillery what 3.1 has, of infantry and cavalry one in
/// use and one captured. Siege artillery and naval batteries take no field guns.
fn most_batteries(book: &Book, kind: UnitType) -> u8 {
    match kind {
        UnitType::SiegeArtillery | UnitType::NavalBattery => 0,
        kind if kind.is_artillery() => book.kind(kind).size.most_batteries,
        _ if arm(kind).is_some() => CARRIED,
        _ => 0,
    }
}

/// The guns that the units of a battle have before it, by unit.
pub fn of_all(turn: &Turn, battle: &Battle) -> BTreeMap<UnitId, Had> {
    let fighters = battle.camps.iter().flat_map(|camp| &camp.fighters);
    let units = fighters.filter_map(|fighter| turn.state.units.get(&fighter.id));
    let seat = |unit: &Unit| turn.state.seats.get(&unit.id).copied();
    units
        .map(|unit| (unit.id, Had { batteries: unit.batteries, guns: unit.guns, seat: seat(unit) }))
        .collect()
}

/// ROTD-EUWOL 10.11: after a battle that the attackers won: they may capture the losers' guns. `before` is what
/// [`of_all`] said before it.
pub fn after_battle(turn: &mut Turn, battle: &Battle, before: &BTreeMap<UnitId, Had>, winner: usize) {
    if winner != ATTACKERS {
        return;
    }
    let leavers = battle.camps[DEFENDERS].fighters.iter().filter_map(|fighter| {
        let Had { batteries, guns, seat } = *before.get(&fighter.id)?;
        Some(Leaver { unit: fighter.id, batteries, guns, seat, how: fighter.departure? })
    });
    let winners: Vec<UnitId> = battle.camps[ATTACKERS].present().map(|fighter| fighter.id).collect();
    capture(turn, &leavers.collect::<Vec<_>>(), &winners);
}

/// ROTD-EUWOL 10.11, R-10.11: gives the guns that the losers of a battle leave behind to units of the winners, battery
/// by battery.
pub fn capture(turn: &mut Turn, lost: &[Leaver], winners: &[UnitId]) {
    let Some(guns) = &turn.book.guns else { return };
    for leaver in lost {
        for number in 0..leaver.batteries {
            let chance = chance(guns, leaver.how);
            let roller = leaver.unit.to_string();
            if !turn.dice.chance(chance, turn.phase, "10.11", &roller, u32::from(number)) {
                continue;
            }
            if let Some(taker) = taker(turn, guns, leaver, winners, number) {
                take(turn, taker, leaver);
            }
        }
    }
}

/// who takes a battery: of the winners that serve such guns one drawn by its men; else the nearest unit of
/// the side within five squares that serves them; else one of the winners that does not.
fn taker(
    turn: &mut Turn,
    guns: &CapturedGuns,
    leaver: &Leaver,
    winners: &[UnitId],
    number: u8,
) -> Option<UnitId> {
    let wanted = arm(leaver.unit.kind)?;
    let field = turn.field();
    let can = |id: &&UnitId| field.unit(**id).is_some_and(|unit| has_room(field, unit));
    let able: Vec<UnitId> = winners.iter().filter(can).copied().collect();
    let fit: Vec<UnitId> = able.iter().copied().filter(|id| arm(id.kind) == Some(wanted)).collect();
    if !fit.is_empty() {
        return by_men(turn, &fit, leaver, number);
    }
    nearest(field, winners, (wanted, guns.taken_within)).or_else(|| by_men(turn, &able, leaver, number))
}

fn has_room(field: Field<'_>, unit: &Unit) -> bool {
    unit.is_combat() && unit.batteries < most_batteries(field.book, unit.id.kind)
}

/// A draw among units, each by its men.
fn by_men(turn: &mut Turn, units: &[UnitId], leaver: &Leaver, number: u8) -> Option<UnitId> {
    let men = |id: &UnitId| turn.state.units.get(id).map_or(0, |unit| u64::from(unit.strength.max(1)));
    let weights: Vec<(UnitId, u64)> = units.iter().map(|id| (*id, men(id))).collect();
    let all = weights.iter().map(|(_, men)| men).sum();
    let roller = format!("{} to whom", leaver.unit);
    let mut drawn = turn.dice.below(all, turn.phase, "10.11", &roller, u32::from(number));
    for (id, men) in weights {
        if drawn < men {
            return Some(id);
        }
        drawn -= men;
    }
    None
}

/// The unit of the winners' side nearest to the battle, within five squares, that serves such guns; of equals the
/// first in id order.
fn nearest(field: Field<'_>, winners: &[UnitId], (wanted, within): (Arm, u8)) -> Option<UnitId> {
    let winner = winners.iter().find_map(|id| field.unit(*id))?;
    let away = |tac: TacticalSquare| winner.tac.distance(tac);
    let serving = field.units_in(winner.at).filter(|unit| {
        arm(unit.id.kind) == Some(wanted)
            && away(unit.tac) <= within
            && field.relation(winner.id.nation, unit.id.nation).is_friendly()
            && has_room(field, unit)
    });
    serving.min_by_key(|unit| (away(unit.tac), unit.id)).map(|unit| unit.id)
}

/// ROTD-EUWOL 10.11: a battery changes hands; both sides of the battle are told.
fn take(turn: &mut Turn, taker: UnitId, leaver: &Leaver) {
    if let Some(unit) = turn.state.units.get_mut(&leaver.unit) {
        unit.batteries = unit.batteries.saturating_sub(1);
    }
    if let Some(unit) = turn.state.units.get_mut(&taker) {
        add_battery(unit, leaver.guns);
    }
    let fact = Fact::CaptureGuns { stand: turn.stand(taker), of: leaver.unit };
    let field = turn.field();
    let owners = leaver.seat.into_iter().flat_map(|seat| [Some(seat.commander), seat.deputy]).flatten();
    let to: Vec<_> = seen_by(field, taker).into_iter().chain(owners).collect();
    turn.tell_all(fact, to);
}

/// ROTD-EUWOL 10.11, R-10.11b: a battery comes to a unit: to one without guns as it is; else it becomes like those
/// that the unit has, but where these are smoothbores and it is rifled, breechloading ones too, all become as it is.
pub fn add_battery(unit: &mut Unit, guns: Guns) {
    let is_better = unit.guns == Guns::Smoothbore && matches!(guns, Guns::Rifled | Guns::Breech);
    if unit.batteries == 0 || is_better {
        unit.guns = guns;
    }
    unit.batteries += 1;
}

/// Why a battery is not handed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// It has no captured battery beside its own.
    NoneToGive,
    /// Artillery, headquarters, bridges and militia hand over none.
    Giver,
    /// The other does not exist, or no more.
    Gone,
    /// The other is of another nation.
    Foreign,
    /// The other does not serve such guns.
    Unlike,
    /// The other has as many as it can have.
    Full,
    /// One of the two is inactive or shattered.
    Idle,
    /// They stand in two strategic squares.
    Apart,
    /// With an enemy there they stand in two tactical squares.
    EnemyThere,
}

impl From<Bar> for Reason {
    fn from(bar: Bar) -> Reason {
        match bar {
            Bar::NoneToGive => Why::NoneToGive.into(),
            Bar::Giver => Why::NoGiver.into(),
            Bar::Gone => Why::NoSuchUnit.into(),
            Bar::Foreign => Why::Foreign.into(),
            Bar::Unlike => Why::UnlikeGuns.into(),
            Bar::Full => Why::GunsFull.into(),
            Bar::Idle => Why::OneIsIdle.into(),
            Bar::Apart => Why::Apart.into(),
            Bar::EnemyThere => Why::EnemyThere.into(),
        }
    }
}

/// ROTD-EUWOL 10.11, R-10.11c: the row of the turn list: captured batteries are handed over as ordered, in id order.
pub fn transfer_all(turn: &mut Turn) {
    let ordered =
        turn.progress.iter().filter_map(|(id, progress)| Some((*id, progress.orders.transfer_battery?)));
    for (id, to) in ordered.collect::<Vec<_>>() {
        match bar(turn.field(), id, to) {
            None => transfer(turn, id, to),
            Some(bar) => {
                let why = Why::NotHandedOver.of(to).because(bar);
                witness::tell_own(turn, id, Fact::Refused { stand: turn.stand(id), why });
            }
        }
    }
}

/// ROTD-EUWOL 10.11, R-10.11c: what keeps a unit from handing its second battery to another: to infantry or cavalry
/// without one, or to artillery of its own arm with fewer than four; where they meet as 3.5 asks of mergers.
pub fn bar(field: Field<'_>, id: UnitId, to: UnitId) -> Option<Bar> {
    let (Some(unit), Some(other)) = (field.unit(id), field.unit(to).filter(|_| id != to)) else {
        return Some(Bar::Gone);
    };
    if id.kind.is_artillery() || arm(id.kind).is_none() {
        return Some(Bar::Giver);
    }
    if unit.batteries < CARRIED {
        return Some(Bar::NoneToGive);
    }
    if id.nation != to.nation {
        return Some(Bar::Foreign);
    }
    let useful = if to.kind.is_artillery() { most_batteries(field.book, to.kind) } else { 1 };
    if arm(to.kind) != arm(id.kind) || useful == 0 {
        return Some(Bar::Unlike);
    }
    if other.batteries >= useful {
        return Some(Bar::Full);
    }
    if !unit.is_active() || !other.is_active() {
        return Some(Bar::Idle);
    }
    if unit.at != other.at {
        return Some(Bar::Apart);
    }
    (unit.tac != other.tac && field.has_enemy(id.nation, unit.at)).then_some(Bar::EnemyThere)
}

fn transfer(turn: &mut Turn, id: UnitId, to: UnitId) {
    let Some(unit) = turn.state.units.get_mut(&id) else { return };
    unit.batteries -= 1;
    let guns = unit.guns;
    if let Some(other) = turn.state.units.get_mut(&to) {
        add_battery(other, guns);
    }
    let fact = Fact::HandOver { stand: turn.stand(id), to };
    let told: Vec<_> = players_of(turn.field(), to).collect();
    witness::tell_own(turn, id, fact);
    if let Some(last) = turn.events.last_mut() {
        last.to.extend(told.into_iter().map(|player| (player, Saw::All)));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::book::ROTD_EUWOL;
    use crate::orders::TurnOrders;
    use crate::sandbox::{Sandbox, id};

    /// In how many of 1000 battles AU1IN, in the field with `winners`, takes the one battery of a unit of the losers.
    fn taken(loser: &str, how: Departure, winners: &[&str]) -> usize {
        let mut sandbox = Sandbox::new("1x1", |_| {});
        sandbox.unit("AU1IN", "A0-N0", "7-7");
        for winner in winners {
            sandbox.unit(winner, "A0-N0", "7-7");
        }
        let leaver = Leaver { unit: id(loser), batteries: 1, guns: Guns::Smoothbore, seat: None, how };
        let ids: Vec<UnitId> = winners.iter().map(|winner| id(winner)).chain([id("AU1IN")]).collect();
        let atlas = Arc::new(sandbox.atlas);
        let takes = |seed: &u64| {
            let state = sandbox.state.clone();
            let mut turn = Turn::begin(&atlas, &ROTD_EUWOL, state, TurnOrders::default(), *seed);
            capture(&mut turn, &[leaver], &ids);
            turn.state.units[&id("AU1IN")].batteries == 1
        };
        (0..1000).filter(takes).count()
    }

    #[test]
    fn each_way_of_leaving_has_its_chance() {
        let of = |how| taken("FR1LA", how, &[]);
        assert!((15..=45).contains(&of(Departure::FellBack)), "3 %: {}", of(Departure::FellBack));
        assert!((60..=100).contains(&of(Departure::Retreated)), "8 %: {}", of(Departure::Retreated));
        assert!((170..=230).contains(&of(Departure::Routed)), "20 %: {}", of(Departure::Routed));
        assert!((460..=540).contains(&of(Departure::Shattered)), "50 %: {}", of(Departure::Shattered));
        assert!((460..=540).contains(&of(Departure::Destroyed)), "50 %: {}", of(Departure::Destroyed));
    }

    #[test]
    fn who_takes_is_drawn_by_men_among_those_who_serve_such_guns() {
        let of = |loser, winners: &[&str]| taken(loser, Departure::Shattered, winners);
        assert!((200..=300).contains(&of("FR1LA", &["AU2IN"])), "half of a half");
        assert!((460..=540).contains(&of("FR1LA", &["AU1HC", "AU1MI", "AU1CQ"])), "no cavalry");
        assert!((460..=540).contains(&of("FR1NB", &["AU1LA"])), "artillery with four batteries has no room");
        assert_eq!(of("FR1HA", &["AU1HC"]), 0, "horse guns fall to cavalry");
    }

    #[test]
    fn brigades_take_a_second_battery_and_light_artillery_a_fourth() {
        let mut sandbox = Sandbox::new("1x1", |_| {});
        for (name, batteries, room) in [
            ("AU1IN", 1, true),
            ("AU2IN", 2, false),
            ("AU1LA", 3, true),
            ("AU2LA", 4, false),
            ("AU1SA", 1, false),
        ] {
            sandbox.unit(name, "A0-N0", "7-7").batteries = batteries;
            let field = sandbox.field();
            assert_eq!(has_room(field, field.unit(id(name)).unwrap()), room, "{name}");
        }
    }
}
