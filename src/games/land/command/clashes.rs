//! Orders that do not go together, as rows that the receipt and the desk page both read: no rule of it stands in the page.

use serde::Serialize;

use crate::orders::{AttackPosture, UnitOrders};

/// Tactical phases of a turn (rule 5.2); in the last, after the marches, nobody fights.
pub const PHASES: u8 = 5;

/// Something that a unit's orders have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Has {
    /// A march of at least one square.
    March,
    /// A journey by rail.
    Rail,
    /// Anything else by which a unit may leave its strategic square: pursuit, marches to battle, allies or enemies, a placing.
    OtherWay,
    /// An entry square.
    Entry,
    /// A withdrawal.
    Withdraw,
    /// A square in the first box of the march.
    FirstBox,
    /// A tactical move from the first tactical phase on, because no PHASE stands with it.
    MoveAtOnce,
    /// A tactical move that begins in the last phase, which has no battles.
    MoveLast,
    /// A tactical move.
    Move,
    /// An attack posture that means to fight.
    MeansToAttack,
    /// Anything by which it goes at enemies: ENGAGE, INTERCEPT, SUPPORT.
    GoesAtEnemies,
    /// ENGAGE in the last phase and in no other.
    EngageLast,
    /// ENGAGE that is over before a MOVE of its own has been made: the move comes first.
    EngageOver,
}

/// A sentence, and of what orders it is said.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Clash {
    /// What they have, all of it.
    pub with: &'static [Has],
    /// What they lack, all of it.
    pub without: &'static [Has],
    /// What is to be said of them.
    pub says: &'static str,
}

pub const CLASHES: &[Clash] = &[
    Clash {
        with: &[Has::March, Has::MoveAtOnce],
        without: &[],
        says: "MOVE without PHASE comes first, in tactical phase 1, on the map where the unit stands now; the march begins after \
               it, in strategic phase 1, a square a phase. To move where the march leads, write MOVE with PHASE 3 (after the \
               first square) or PHASE 5 (after the last) (rule 5.2)",
    },
    Clash {
        with: &[Has::March, Has::Rail],
        without: &[],
        says: "it has both MARCH and RAIL: once it has marched it does not go by rail (rule 8.1)",
    },
    Clash {
        with: &[Has::Entry],
        without: &[Has::March, Has::Rail, Has::OtherWay],
        says: "ENTRY says where a march comes in, and no MARCH is ordered (rule 7.14)",
    },
    Clash {
        with: &[Has::Withdraw],
        without: &[Has::FirstBox],
        says: "WITHDRAW takes the first box of MARCH, and that is empty (rule 7.5)",
    },
    Clash {
        with: &[Has::MoveLast, Has::MeansToAttack],
        without: &[Has::GoesAtEnemies],
        says: "MOVE with PHASE 5 comes after the last battles: it fights nobody on this move, and goes nowhere where enemies \
               stand (rule 5.2)",
    },
    Clash {
        with: &[Has::EngageLast],
        without: &[],
        says: "ENGAGE in phase 5 alone comes after the last battles: it fights nobody (rule 5.2)",
    },
    Clash {
        with: &[Has::EngageOver],
        without: &[Has::EngageLast],
        says: "MOVE comes before ENGAGE, which is over by the phase of the move: it engages nobody. ENGAGE works behind the move, or \
               in a turn without one (rule 9.8)",
    },
    Clash {
        with: &[Has::MeansToAttack],
        without: &[Has::March, Has::OtherWay, Has::Move, Has::GoesAtEnemies],
        says: "ATTACK says how it fights when it goes at enemies, and nothing sends it there: ENGAGE goes at the nearest, MOVE \
               to a place (rules 6.6, 9.8)",
    },
];

impl Has {
    /// Whether some orders have it.
    pub fn of(self, orders: &UnitOrders) -> bool {
        match self {
            Has::March => orders.path.iter().any(Option::is_some),
            Has::Rail => orders.rail.is_some(),
            Has::OtherWay => {
                orders.pursue.is_some()
                    || orders.march_to_battle
                    || orders.march_to_allies
                    || orders.march_to_enemies
                    || orders.deploy.is_some()
            }
            Has::Entry => orders.entry.is_some(),
            Has::Withdraw => orders.withdraw,
            Has::FirstBox => orders.path.first().copied().flatten().is_some(),
            Has::MoveAtOnce => {
                orders.tactical_move.as_ref().is_some_and(|order| order.phase == 1 && !order.at_once)
            }
            Has::MoveLast => orders.tactical_move.as_ref().is_some_and(|order| order.phase == PHASES),
            Has::Move => orders.tactical_move.is_some(),
            Has::MeansToAttack => matches!(orders.attack, AttackPosture::Assault | AttackPosture::Attack),
            Has::GoesAtEnemies => {
                orders.engage.is_some() || orders.intercept.is_some() || orders.support.is_some()
            }
            Has::EngageLast => orders.engage.is_some_and(|phases| phases.first == PHASES),
            Has::EngageOver => orders
                .engage
                .zip(orders.tactical_move.as_ref())
                .is_some_and(|(engage, order)| engage.last <= order.phase),
        }
    }
}

/// What is to be said of a unit's orders.
pub fn of(orders: &UnitOrders) -> impl Iterator<Item = &'static str> {
    let clash = |clash: &&Clash| {
        clash.with.iter().all(|has| has.of(orders)) && !clash.without.iter().any(|has| has.of(orders))
    };
    CLASHES.iter().filter(clash).map(|clash| clash.says)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orders::{Goal, Phases, TacticalMove, UnitOrder};
    use fieldpost_ground::square::TacticalSquare;

    /// Whether it is said of an ENGAGE in the third and fourth phases and a MOVE in this one.
    fn is_over(phase: Option<u8>) -> bool {
        let goal = Goal::Square(TacticalSquare::MIDDLE);
        let go = |phase| UnitOrder::Move(TacticalMove { goal, via: None, phase, at_once: false, on: None });
        let engage = UnitOrder::Engage(Phases { first: 3, last: 4 });
        let orders = UnitOrders::from_lines([engage].into_iter().chain(phase.map(go)));
        of(&orders).any(|says| says.starts_with("MOVE comes before ENGAGE"))
    }

    /// Rule 9.8: a MOVE comes before ENGAGE, so that one which is over by then engages nobody.
    #[test]
    fn engage_that_is_over_before_the_move_is_advised_against() {
        assert!(is_over(Some(5)));
        assert!(!is_over(Some(2)));
        assert!(!is_over(None));
    }
}
