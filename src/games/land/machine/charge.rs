//! How an attack is made on the tactical map: stack by stack, by groups that come to grips in the same phase and are
//! five to four of those whom they meet. Who is in no such group stands, and joins what the others begin.

use std::collections::BTreeMap;

use crate::force;
use crate::local;
use crate::picture::Picture;
use crate::plan::{Plan, Task};
use fieldpost_engine::machine::Skill;
use fieldpost_ground::nation::Relation;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_land::book::Book;
use fieldpost_land::orders::{Goal, Phases, TacticalMove, UnitOrder};
use fieldpost_land::unit::{Status, Unit, UnitId};
use fieldpost_tell::vantage::Spot;

/// The odds from which a group goes at a stack, in per cent, and those which are enough.
const ODDS: u32 = 125;
const ENOUGH: u32 = 300;
/// The last phase in which there are combats, and the first behind the first step of a march.
const LAST: u8 = 4;
const AFTER_THE_MARCH: u8 = 3;
/// From how far the enemy's foot supports a battle, in tactical squares (rule 9.10).
const SUPPORTS: u8 = 2;

/// What those who charge are told.
pub type Charges = BTreeMap<UnitId, Vec<UnitOrder>>;

/// Enemies in one tactical square, and about how many men must be reckoned with there.
struct Stack {
    tac: TacticalSquare,
    men: u32,
}

/// A unit on its way to a stack.
struct Comer<'u> {
    unit: &'u Unit,
    /// Where its move on the tactical map begins, and in which phase at the earliest.
    from: TacticalSquare,
    first: u8,
    /// Phases that it needs, the last of them that of the combat.
    phases: u8,
}

impl Comer<'_> {
    /// The phase of its combat.
    fn fights(&self) -> u8 {
        self.first + self.phases - 1
    }
}

/// The charges of all who are sent at an enemy, each with his plan.
pub fn plan<'c>(
    picture: &Picture<'_>,
    book: &Book,
    sent: impl Iterator<Item = (&'c Unit, &'c Plan<'c>)>,
) -> Charges {
    // A recruit's brigades go with nobody who stands in another square.
    let with = |unit: &Unit| (picture.skill == Skill::Recruit).then_some(unit.at);
    let mut by_goal = BTreeMap::<(StrategicSquare, Option<StrategicSquare>), Vec<&Unit>>::new();
    let may = |unit: &Unit| !unit.id.kind.is_artillery() && force::is_fresh(unit, book);
    for (unit, plan) in sent.filter(|(unit, plan)| plan.task == Task::Attack && may(unit)) {
        by_goal.entry((plan.goal, with(unit))).or_default().push(unit);
    }
    let own = || picture.vantage.own.iter().map(|own| own.unit).filter(|unit| unit.is_combat());
    let average = Average {
        men: own().map(|unit| u64::from(unit.strength)).sum(),
        force: own().map(|unit| u64::from(force::of(unit, book))).sum(),
    };
    let mut charges = Charges::new();
    for ((goal, _), units) in by_goal {
        let staff = Staff { picture, book, goal, average };
        let stacks = staff.stacks();
        match stacks.is_empty() {
            true => staff.blindly(units, &mut charges),
            false => staff.by_stack(stacks, units, &mut charges),
        }
    }
    charges
}

/// What the player's men count, all in all: the enemy's are taken for the like.
#[derive(Clone, Copy)]
struct Average {
    men: u64,
    force: u64,
}

/// Who plans the attack in one strategic square.
struct Staff<'s> {
    picture: &'s Picture<'s>,
    book: &'s Book,
    goal: StrategicSquare,
    average: Average,
}

impl Staff<'_> {
    /// The enemies that are seen there, stack by stack; half of those who stand near enough to support one, and of those who are
    /// reported and not seen, is reckoned with it.
    fn stacks(&self) -> Vec<Stack> {
        let spots = self.picture.vantage.spots.iter().filter(|(at, _)| *at == self.goal);
        let is_foe = |spot: &&Spot| {
            let fights = spot.status == Status::Active && spot.id.kind.is_brigade();
            fights && spot.relation == Relation::Hostile
        };
        let mut men = BTreeMap::<TacticalSquare, u32>::new();
        for spot in spots.flat_map(|(_, spots)| spots).filter(is_foe) {
            *men.entry(spot.tac).or_default() += self.picture.brigade_of(spot.id.kind);
        }
        let seen: u32 = men.values().sum();
        let hidden = self.picture.foes_near(self.goal, 0).saturating_sub(seen);
        let about = |tac: TacticalSquare| -> u32 {
            let near = men.iter().filter(|(at, _)| **at != tac && at.distance(tac) <= SUPPORTS);
            near.map(|(_, men)| men).sum()
        };
        men.iter().map(|(tac, men)| Stack { tac: *tac, men: men + (about(*tac) + hidden) / 2 }).collect()
    }

    /// Groups against one stack after another, that first which can be met soonest.
    fn by_stack(&self, mut stacks: Vec<Stack>, mut units: Vec<&Unit>, charges: &mut Charges) {
        loop {
            let rated = stacks.iter().enumerate().filter_map(|(place, stack)| {
                let comers = self.comers(stack.tac, &units);
                let phase = (1..=LAST).find(|phase| self.is_enough(&comers, *phase, stack.men))?;
                Some((phase, stack.men, place))
            });
            let Some((phase, _, place)) = rated.min() else { return };
            let stack = stacks.remove(place);
            let group = self.group(&stack, phase, &units);
            for comer in &group {
                charges.insert(comer.unit.id, self.charge(comer, &stack, phase));
            }
            units.retain(|unit| !charges.contains_key(&unit.id));
        }
    }

    /// Those who can meet a stack by a phase: the strongest, until they are enough or there is no more room.
    fn group<'u>(&self, stack: &Stack, phase: u8, units: &[&'u Unit]) -> Vec<Comer<'u>> {
        let mut comers = self.comers(stack.tac, units);
        comers.retain(|comer| comer.fights() <= phase);
        comers.sort_by_key(|comer| (std::cmp::Reverse(self.men(comer.unit)), comer.unit.id));
        comers.truncate(self.book.stacking.tactical_side);
        let mut sum = 0;
        comers.retain(|comer| {
            let is_wanted = sum * 100 < stack.men * ENOUGH;
            sum += self.men(comer.unit);
            is_wanted
        });
        comers
    }

    fn comers<'u>(&self, tac: TacticalSquare, units: &[&'u Unit]) -> Vec<Comer<'u>> {
        let comer = |unit: &&'u Unit| {
            let vantage = self.picture.vantage;
            let (from, first) = match unit.at == self.goal {
                true => (unit.tac, 1),
                false => (vantage.march_leads_to(unit, self.goal, unit.tac)?, AFTER_THE_MARCH),
            };
            let steps = local::steps(vantage.atlas.sheet(self.goal), from, tac)?.max(1);
            let pace = self.book.kind(unit.id.kind).tactical;
            let phases = steps.div_ceil(usize::from(pace).max(1));
            let phases = u8::try_from(phases).ok().filter(|phases| first + phases - 1 <= LAST)?;
            (pace > 0).then_some(Comer { unit, from, first, phases })
        };
        units.iter().filter_map(comer).collect()
    }

    /// Whether those who fight by a phase are enough to go at some men.
    fn is_enough(&self, comers: &[Comer<'_>], phase: u8, men: u32) -> bool {
        let come = comers.iter().filter(|comer| comer.fights() <= phase);
        come.map(|comer| self.men(comer.unit)).sum::<u32>() * 100 >= men * ODDS
    }

    /// A unit as so many of the player's average men; no more than it has.
    fn men(&self, unit: &Unit) -> u32 {
        let counts = u64::from(force::of(unit, self.book)) * self.average.men;
        let counts = counts.checked_div(self.average.force).unwrap_or(0);
        u32::try_from(counts).unwrap_or(u32::MAX).min(unit.strength)
    }

    /// The orders of one of a group that comes to grips in a phase: who is faster sets out later, and nobody goes on at others behind
    /// it. They hold on that map alone; whoever is kept from it charges nobody.
    fn charge(&self, comer: &Comer<'_>, stack: &Stack, phase: u8) -> Vec<UnitOrder> {
        let begins = phase + 1 - comer.phases;
        let engage = |last| UnitOrder::Engage(Phases { first: begins, last });
        let sheet = self.picture.vantage.atlas.sheet(self.goal);
        let stays = comer.unit.at == self.goal;
        if stays && self.is_nearest(comer, stack) && local::is_clear(sheet, comer.from, stack.tac) {
            return vec![engage(phase)];
        }
        // Who has been moved there goes on in the next phase at an enemy who has stepped aside.
        let way = local::way(sheet, comer.from, stack.tac, begins, self.goal);
        way.into_iter().chain([engage(LAST.min(phase + 1))]).collect()
    }

    fn is_nearest(&self, comer: &Comer<'_>, stack: &Stack) -> bool {
        let far = comer.from.distance(stack.tac);
        self.stacks().iter().all(|other| other.tac == stack.tac || comer.from.distance(other.tac) > far)
    }

    /// Where nobody is seen on the map those who come go together, the cavalry not before the foot; if they are enough for all who are
    /// reported.
    fn blindly(&self, mut units: Vec<&Unit>, charges: &mut Charges) {
        let vantage = self.picture.vantage;
        let comes = |unit: &Unit| vantage.march_leads_to(unit, self.goal, unit.tac).is_some();
        units.retain(|unit| unit.at != self.goal && comes(unit));
        let men: u32 = units.iter().map(|unit| self.men(unit)).sum();
        if men * 100 < self.picture.foes_near(self.goal, 0) * ODDS {
            return;
        }
        let has_foot = units.iter().any(|unit| !unit.id.kind.is_cavalry());
        for unit in units {
            let waits = has_foot && unit.id.kind.is_cavalry();
            charges.insert(unit.id, self.at_the_unseen(unit, if waits { LAST } else { AFTER_THE_MARCH }));
        }
    }

    /// From the edge at whomever he sees; where others than those who are attacked may come between, by a move that holds on the
    /// goal's map alone.
    fn at_the_unseen(&self, unit: &Unit, first: u8) -> Vec<UnitOrder> {
        let picture = self.picture;
        if picture.foes_near(unit.at, 1) == picture.foes_near(self.goal, 0) {
            return vec![UnitOrder::Engage(Phases { first, last: LAST })];
        }
        let goal = picture.town_at(self.goal).map_or(TacticalSquare::MIDDLE, |town| town.tac);
        let go = TacticalMove {
            goal: Goal::Square(goal),
            via: None,
            phase: first,
            at_once: false,
            on: Some(self.goal),
        };
        vec![UnitOrder::Move(go), UnitOrder::Engage(Phases { first: LAST, last: LAST })]
    }
}

#[cfg(test)]
mod tests {
    use crate::sketches::{block, land};
    use fieldpost_land::sandbox::Sandbox;

    fn lines(sandbox: &Sandbox, unit: &str) -> Vec<String> {
        let block = block(sandbox, unit).into_iter();
        block.filter(|line| line.starts_with("ENGAGE") || line.starts_with("MOVE")).collect()
    }

    fn at(land: &mut Sandbox, units: &[(&str, &str)], square: &str) {
        for (unit, tac) in units {
            land.unit(unit, square, tac);
        }
    }

    /// Horse is at the enemy in one phase where foot needs two: it waits for it.
    #[test]
    fn a_group_comes_to_grips_in_one_phase() {
        let own =
            [("FR1IN", "12-7"), ("FR2IN", "12-7"), ("FR3IN", "12-7"), ("FR1HC", "12-7"), ("FR1CQ", "14-7")];
        let sandbox = land(|land| {
            at(land, &own, "A4-N4");
            at(land, &[("AU1IN", "6-7"), ("AU2IN", "6-7")], "A4-N4");
        });
        assert_eq!(lines(&sandbox, "FR1IN"), ["ENGAGE PHASES 1-2"], "{:?}", block(&sandbox, "FR1IN"));
        assert_eq!(lines(&sandbox, "FR1HC"), ["ENGAGE PHASE 2"]);
    }

    /// Four stand in the square, and of these only one can come at the enemy in time: it stays where it is.
    #[test]
    fn nobody_charges_alone() {
        let sandbox = land(|land| {
            at(land, &[("FR1HC", "14-7")], "A4-N4");
            at(land, &[("FR1IN", "0-0"), ("FR2IN", "0-0"), ("FR3IN", "0-0"), ("FR4IN", "0-0")], "A5-N4");
            at(land, &[("AU1IN", "6-7"), ("AU2IN", "6-7")], "A4-N4");
        });
        let charges =
            |unit: &str| lines(&sandbox, unit).iter().any(|line| line.starts_with("ENGAGE PHASES 1"));
        assert!(!charges("FR1HC"), "{:?}", block(&sandbox, "FR1HC"));
    }

    /// Who may be kept from the enemy's square on the way charges nobody where he is kept: his move is on that map.
    #[test]
    fn a_charge_behind_a_march_holds_on_the_map_of_the_goal() {
        let own = [("FR1IN", "7-9"), ("FR2IN", "7-9"), ("FR3IN", "7-9"), ("FR4IN", "7-9")];
        let sandbox = land(|land| {
            at(land, &[("FR1LC", "14-14")], "A4-N4");
            at(land, &own, "A4-N5");
            at(land, &[("AU1IN", "7-12")], "A4-N4");
        });
        let told = lines(&sandbox, "FR1IN");
        assert!(told[0].starts_with("MOVE A4-N4 7-12"), "{told:?}");
        assert!(told[1].starts_with("ENGAGE PHASES 3-4"), "{told:?}");
    }
}
