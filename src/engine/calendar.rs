//! The days of a game's own world.

use chrono::{Days, NaiveDate};

/// The days of the game's own world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Calendar {
    /// The day on which turn 1 begins.
    pub begins: NaiveDate,
    /// Days from one turn to the next.
    pub days_a_turn: u16,
}

impl Calendar {
    /// The day on which a turn (1 upward) begins; `None` beyond the calendar's end.
    pub fn day(&self, turn: u32) -> Option<NaiveDate> {
        let days = u64::from(turn.saturating_sub(1)) * u64::from(self.days_a_turn);
        self.begins.checked_add_days(Days::new(days))
    }
}
