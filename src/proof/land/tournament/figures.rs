//! How the machine made war, in numbers: battles that were begun at bad odds and where nobody meant to fight one, men lost to hunger,
//! marches that ended at a barred exit, and armies that never fought.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::AddAssign;

use fieldpost_engine::event::Told;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_land::event::battle::BattleReport;
use fieldpost_land::event::reason::Why;
use fieldpost_land::event::{Event, Fact};
use fieldpost_land::state::LandState;
use fieldpost_land::unit::UnitId;

/// Men from which what a player commands counts as an army.
const ARMY: u32 = 10_000;

/// The units that were sent at an enemy, each with the square where he stood.
pub type Goals = BTreeMap<UnitId, StrategicSquare>;

/// The figures of some wars.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Combats.
    battles: u64,
    /// Combats in squares that none of the attackers was sent to for an attack.
    off_goal: u64,
    /// Combats whose attackers were fewer than two to three.
    hopeless: u64,
    /// Those of them in squares that none of the attackers was sent to.
    hopeless_off_goal: u64,
    /// Combats whose attackers were fewer than one to four.
    absurd: u64,
    /// Men lost in whatever way, those who came back later too.
    lost: u64,
    /// Men lost to hunger.
    hungry: u64,
    /// Units that marched or meant to, a turn each.
    marches: u64,
    /// Those of them that could not leave their square.
    barred: u64,
    /// Those of these whom a river or a range kept, and no enemy.
    at_rivers: u64,
    /// Brigades that stood in another square at a turn's end than at its beginning, a turn each.
    moves: u64,
    /// Those of them that came back to where they had been the turn before.
    returns: u64,
    /// Players with an army.
    armies: u64,
    /// Those of them whose units fought in no combat.
    idle: u64,
}

impl AddAssign for Figures {
    fn add_assign(&mut self, other: Figures) {
        self.battles += other.battles;
        self.off_goal += other.off_goal;
        self.hopeless += other.hopeless;
        self.hopeless_off_goal += other.hopeless_off_goal;
        self.absurd += other.absurd;
        self.lost += other.lost;
        self.hungry += other.hungry;
        self.marches += other.marches;
        self.barred += other.barred;
        self.at_rivers += other.at_rivers;
        self.moves += other.moves;
        self.returns += other.returns;
        self.armies += other.armies;
        self.idle += other.idle;
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Figures { battles, off_goal, hopeless, hopeless_off_goal, absurd, .. } = self;
        let Figures { lost, hungry, marches, barred, at_rivers, moves, returns, armies, idle, .. } = self;
        writeln!(f, "combats: {battles}, {off_goal} of them where no attacker was sent")?;
        writeln!(
            f,
            "begun below 2:3: {} of {battles}, {}; {hopeless_off_goal} of them where no attacker was sent; below 1:4: {absurd}",
            hopeless,
            percent(*hopeless, *battles)
        )?;
        writeln!(f, "lost to hunger: {hungry} of {lost} men, {}", percent(*hungry, *lost))?;
        writeln!(
            f,
            "barred exits: {barred} of {marches} marches, {}; {at_rivers} of them at a river or range",
            percent(*barred, *marches)
        )?;
        writeln!(f, "wandering: {returns} of {moves} moves lead back, {}", percent(*returns, *moves))?;
        write!(f, "armies of {ARMY} men without a combat: {idle} of {armies}")
    }
}

/// A share in per cent, to a tenth.
pub(super) fn percent(part: u64, of: u64) -> String {
    let tenths = (part * 1000 + of / 2).checked_div(of).unwrap_or(0);
    format!("{}.{} %", tenths / 10, tenths % 10)
}

/// The figures of one war as it goes on.
#[derive(Default)]
pub struct Tally {
    figures: Figures,
    fought: BTreeSet<UnitId>,
    /// Where each brigade stood at the end of the last turn, and of the one before.
    stood: BTreeMap<UnitId, [StrategicSquare; 2]>,
}

impl Tally {
    /// Counts a turn: what happened, and where those who were to attack meant to.
    pub fn add(&mut self, events: &[Told<Event>], goals: &Goals) {
        let mut marched: BTreeSet<UnitId> = BTreeSet::new();
        let mut barred: BTreeSet<UnitId> = BTreeSet::new();
        let mut at_rivers: BTreeSet<UnitId> = BTreeSet::new();
        for told in events {
            let fact = &told.event.fact;
            match fact {
                Fact::Combat { at, battle } => self.combat(at.at, battle, goals),
                Fact::March(step) => {
                    marched.insert(step.unit);
                }
                Fact::ExitBlocked { stand, why } => {
                    marched.insert(stand.unit);
                    barred.insert(stand.unit);
                    at_rivers.extend((why.why == Why::WrongBank).then_some(stand.unit));
                }
                _ => {}
            }
            let (lost, hungry) = lost(fact);
            self.figures.lost += u64::from(lost);
            self.figures.hungry += u64::from(hungry);
        }
        self.figures.marches += marched.len() as u64;
        self.figures.barred += barred.len() as u64;
        self.figures.at_rivers += at_rivers.len() as u64;
    }

    /// Counts where the brigades stand that are left: at the beginning, and at the end of each turn.
    pub fn stand(&mut self, state: &LandState) {
        for unit in state.units.values().filter(|unit| unit.is_combat() && unit.is_active()) {
            self.note(unit.id, unit.at);
        }
    }

    fn note(&mut self, unit: UnitId, at: StrategicSquare) {
        let [last, before] = self.stood.get(&unit).copied().unwrap_or([at; 2]);
        let has_moved = last != at;
        self.figures.moves += u64::from(has_moved);
        self.figures.returns += u64::from(has_moved && before == at);
        self.stood.insert(unit, [at, last]);
    }

    fn combat(&mut self, at: StrategicSquare, battle: &BattleReport, goals: &Goals) {
        let BattleReport { attackers, defenders, .. } = battle;
        let was_sent = attackers.units.iter().any(|unit| goals.get(&unit.id) == Some(&at));
        let (ours, theirs) = (u64::from(attackers.men()), u64::from(defenders.men()));
        let is_hopeless = ours * 3 < theirs * 2;
        let figures = &mut self.figures;
        figures.battles += 1;
        figures.off_goal += u64::from(!was_sent);
        figures.hopeless += u64::from(is_hopeless);
        figures.hopeless_off_goal += u64::from(is_hopeless && !was_sent);
        figures.absurd += u64::from(ours * 4 < theirs);
        let units = attackers.units.iter().chain(&defenders.units);
        self.fought.extend(units.map(|unit| unit.id));
    }

    /// The figures at the end of a war that began so.
    pub fn end(mut self, begun: &LandState) -> Figures {
        let mut men: BTreeMap<PlayerNo, u32> = BTreeMap::new();
        let mut fought: BTreeSet<PlayerNo> = BTreeSet::new();
        for (id, seat) in &begun.seats {
            let unit = begun.units.get(id).filter(|unit| unit.is_combat());
            *men.entry(seat.commander).or_default() += unit.map_or(0, |unit| unit.strength);
            if self.fought.contains(id) {
                fought.insert(seat.commander);
            }
        }
        let armies = || men.iter().filter(|(_, men)| **men >= ARMY).map(|(player, _)| player);
        self.figures.armies = armies().count() as u64;
        self.figures.idle = armies().filter(|player| !fought.contains(player)).count() as u64;
        self.figures
    }
}

/// Men whom a fact cost, and those of them who went hungry.
fn lost(fact: &Fact) -> (u32, u32) {
    match fact {
        Fact::Combat { battle, .. } => (battle.attackers.losses() + battle.defenders.losses(), 0),
        Fact::Desert { men, .. } => (*men, *men),
        Fact::Bombard { men, .. }
        | Fact::Shatter { men, .. }
        | Fact::Surrender { men, .. }
        | Fact::Withdraw { stragglers: men, .. } => (*men, 0),
        _ => (0, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldpost_ground::square::TacticalSquare;
    use fieldpost_land::event::battle::{Attitude, CampReport, UnitReport};
    use fieldpost_land::event::{Place, Stand};
    use fieldpost_land::orders::BattleLine;
    use fieldpost_land::phase::Phase;

    fn at(col: u8) -> StrategicSquare {
        StrategicSquare { col, row: 3 }
    }

    fn camp(unit: &str, men: u32) -> CampReport {
        let row = UnitReport {
            id: unit.parse().unwrap(),
            line: BattleLine::First,
            part: 0,
            attitude: Attitude::Firm,
            armed: true,
            men,
            fire: men / 10,
            melee: 0,
            departure: None,
        };
        CampReport { nations: [row.id.nation].into(), units: vec![row], worth: Default::default() }
    }

    fn told(fact: Fact) -> Told<Event> {
        Told { event: Event { phase: Phase::Tac1, fact }, to: BTreeMap::new() }
    }

    fn combat(ours: u32, theirs: u32) -> Told<Event> {
        let battle = BattleReport {
            attackers: camp("PR1IN", ours),
            defenders: camp("AU1IN", theirs),
            meeting: false,
            front: 0,
            from: Vec::new(),
            rating: 0,
            fort: None,
            melee: false,
            attackers_won: false,
        };
        let at = Place { at: at(4), tac: TacticalSquare::MIDDLE };
        told(Fact::Combat { at, battle: Box::new(battle) })
    }

    #[test]
    fn combats_are_told_apart_by_their_odds_and_by_who_was_sent() {
        let goals = |col| Goals::from([("PR1IN".parse().unwrap(), at(col))]);
        let mut tally = Tally::default();
        tally.add(&[combat(2_000, 3_000)], &goals(4));
        tally.add(&[combat(1_990, 3_000)], &goals(4));
        tally.add(&[combat(700, 3_000)], &goals(5));
        let Figures { battles, off_goal, hopeless, hopeless_off_goal, absurd, lost, .. } = tally.figures;
        assert_eq!((battles, off_goal, hopeless, hopeless_off_goal, absurd), (3, 1, 2, 1, 1));
        assert_eq!(lost, 500 + 499 + 370);
    }

    #[test]
    fn a_march_is_counted_once_a_turn_and_a_river_told_from_an_enemy() {
        let stand = |unit: &str| Stand { unit: unit.parse().unwrap(), at: None };
        let barred =
            |unit: &str, why: Why| told(Fact::ExitBlocked { stand: stand(unit), why: why.of("north") });
        let deserts = told(Fact::Desert { stand: stand("PR3IN"), men: 40 });
        let events = [
            barred("PR1IN", Why::WrongBank),
            barred("PR1IN", Why::WrongBank),
            barred("PR2IN", Why::NotClear),
            deserts,
        ];
        let mut tally = Tally::default();
        tally.add(&events, &Goals::new());
        let Figures { marches, barred, at_rivers, lost, hungry, .. } = tally.figures;
        assert_eq!((marches, barred, at_rivers, lost, hungry), (2, 2, 1, 40, 40));
    }

    #[test]
    fn who_comes_back_to_where_he_was_the_turn_before_wanders() {
        let unit: UnitId = "PR1IN".parse().unwrap();
        let mut tally = Tally::default();
        // Home, out, stays, on, and back; and back again.
        [3, 4, 4, 5, 4, 5].map(at).into_iter().for_each(|at| tally.note(unit, at));
        assert_eq!((tally.figures.moves, tally.figures.returns), (4, 2));
    }
}
