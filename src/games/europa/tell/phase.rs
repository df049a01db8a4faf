//! The open phase of the turn in words: what it is, who acts in it, and what is awaited of whom (EU-92).

use fieldpost_engine::words::capital;

use super::Eye;
use crate::map::Owner;
use crate::position::{Acts, Asked, Phase};

/// What is said of the time between turns to those who wait in it.
const BETWEEN: &str = "Between turns nothing moves. The referee enters what the board game does at the table: income, \
                       purchases, peace. Ask for it by BUY, DECLARE WAR ON, OFFER PEACE TO and the like, or by ASK REFEREE and \
                       your words (HELP BETWEEN TURNS); orders for stacks are taken when the round is open.";

impl Eye<'_> {
    fn phase(&self) -> Option<&Phase> {
        self.scenario.world.course.open(self.position)
    }

    /// What kind of turn is open: `round 3 of 12`, `an interphase`, `Diplomacy, board turn 2`, `War, round 3 of 6`.
    pub fn season(&self) -> String {
        let (position, course) = (self.position, &self.scenario.world.course);
        match (position.interphase, self.phase()) {
            (true, Some(phase)) => format!("{}, board turn {}", phase.name, course.turn(position)),
            (true, None) => "an interphase".into(),
            (false, Some(phase)) => format!("{}, round {} of {}", phase.name, position.round, position.last),
            (false, None) => format!("round {} of {}", position.round, position.last),
        }
    }

    /// The same as the heading of a report has it.
    pub fn heading_of_time(&self) -> String {
        let position = self.position;
        let Some(phase) = self.phase() else {
            let what = if position.interphase { "Interphase before round" } else { "Round" };
            let of = if position.interphase { String::new() } else { format!(" of {}", position.last) };
            return format!("{what} {}{of}", position.round);
        };
        let course = &self.scenario.world.course;
        let (number, all) = (position.phase + 1, course.phases.len());
        // The turns of the mails are deadlines; those of the board game have a word of their own.
        let a_turn = position.a_turn.max(1);
        let (is, of) = (course.turn(position), position.last.div_ceil(a_turn));
        let turn = format!("Board turn {is} of {of}, phase {number} of {all}: {}", phase.name);
        if position.interphase {
            return turn;
        }
        let (of_turn, round) = ((position.round.max(1) - 1) % a_turn + 1, position.round);
        format!(
            "{turn}, round {round} of {} (number {of_turn} of {a_turn} in this board turn)",
            position.last
        )
    }

    /// What is done in the time between rounds that is open, and who does it.
    pub(super) fn between_words(&self) -> Vec<String> {
        let Some(phase) = self.phase() else { return vec![BETWEEN.into()] };
        let mut words = Vec::new();
        if !phase.awaits.is_empty() {
            words.push(format!("{}.", capital(&phase.awaits)));
        }
        words.push(self.who_acts(phase));
        words.push("Nothing moves: orders for stacks are taken when a round is open.".into());
        words
    }

    fn who_acts(&self, phase: &Phase) -> String {
        let takes = taken(phase);
        match &phase.acts {
            Acts::Referee => "The referee alone acts; ASK REFEREE and your words reach him.".into(),
            Acts::All => format!("All powers act: {takes}."),
            Acts::These(seats) => {
                let names: Vec<&str> = seats.iter().map(|seat| self.position.name(seat)).collect();
                format!("Who acts: {}; {takes}.", names.join(", "))
            }
        }
    }

    /// What is awaited of a power in the open phase, in a sentence; nothing of who does not act, or where the scenario has no phases.
    pub fn awaited(&self, power: &Owner) -> Option<String> {
        let phase = self.phase().filter(|phase| phase.has_rounds || phase.acts.has(power))?;
        let what = match (phase.awaits.as_str(), phase.has_rounds) {
            ("", true) => "orders for your stacks".to_owned(),
            ("", false) => taken(phase),
            (awaits, _) => awaits.to_owned(),
        };
        Some(format!("{}: {what}.", self.heading_of_time()))
    }
}

/// The words by which something is asked in a phase.
fn taken(phase: &Phase) -> String {
    const ALL: [(Asked, &str); 8] = [
        (Asked::War, "DECLARE WAR ON"),
        (Asked::Peace, "OFFER PEACE TO"),
        (Asked::Alliance, "OFFER ALLIANCE TO"),
        (Asked::Buy, "BUY"),
        (Asked::Fortify, "FORTIFY"),
        (Asked::Borrow, "BORROW"),
        (Asked::Subsidy, "SUBSIDY"),
        (Asked::Sealed, "DECLARE SEALED"),
    ];
    let words = ALL.iter().filter(|(asked, _)| phase.takes(*asked)).map(|(_, words)| *words);
    let words: Vec<&str> = words.chain(["ASK REFEREE"]).collect();
    words.join(", ")
}
