//! The pieces into which great rivers divide a tactical map (rules 1.3, 11.2; ): what a line of contact cannot
//! pass but at a bridge. A ford joins the pieces beside it.

use crate::square::{Direction, TacticalSquare};
use crate::tactical::{Banks, Ground, Sheet, TACTICAL_SQUARES};

/// A bank of a square: 0 upward; the only bank of a square without a great river is 0.
pub type Bank = u8;

/// No bank: river or open water.
const NONE: Bank = Bank::MAX;

/// More pieces than this, which no river makes, count as the last.
const MOST_BANKS: Bank = 64;

/// A square that a great river divides.
#[derive(Debug)]
pub struct Shore {
    banks: [Bank; TACTICAL_SQUARES],
    /// How many pieces there are.
    pub count: u8,
}

impl Shore {
    /// The pieces of a map, joined where `is_bridged` says that its river is.
    pub fn new(sheet: &Sheet, is_bridged: impl Fn(TacticalSquare) -> bool) -> Self {
        let is_dry = |tac: TacticalSquare| match sheet.ground_at(tac) {
            Ground::River => is_bridged(tac),
            Ground::Water => false,
            _ => true,
        };
        let mut shore = Shore { banks: [NONE; TACTICAL_SQUARES], count: 0 };
        for start in TacticalSquare::all() {
            if shore.banks[start.index()] == NONE && is_dry(start) {
                shore.flood(start, &is_dry);
            }
        }
        shore
    }

    /// The piece that a square lies on; none if it is river or water.
    pub fn bank(&self, tac: TacticalSquare) -> Banks {
        match self.banks[tac.index()] {
            NONE => Banks(0),
            bank => Banks(1 << bank),
        }
    }

    /// Spreads a new bank from a square; a step is along a row or a column, for so rivers run (tac1).
    fn flood(&mut self, start: TacticalSquare, is_dry: &impl Fn(TacticalSquare) -> bool) {
        let bank = self.count.min(MOST_BANKS - 1);
        self.count = (self.count + 1).min(MOST_BANKS);
        let mut open = vec![start];
        self.banks[start.index()] = bank;
        while let Some(square) = open.pop() {
            let straight = Direction::ALL.into_iter().filter(|direction| direction.is_straight());
            for next in straight.filter_map(|direction| square.step(direction)) {
                if self.banks[next.index()] == NONE && is_dry(next) {
                    self.banks[next.index()] = bank;
                    open.push(next);
                }
            }
        }
    }
}
