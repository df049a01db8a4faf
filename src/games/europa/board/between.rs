//! The time between turns (EU-75): what may be asked when, and what a request comes to in its receipt.

use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::line::Line;

use super::{Ordered, Table};
use crate::edits::{self, Edit as Wish, Papers};
use crate::language::read_power;
use crate::orders::{Business, PowerOrder};
use crate::position::Request;

impl Table {
    /// Why a stack is ordered nothing in an interphase, in a clause.
    pub(super) fn nothing_moves(&self) -> String {
        let round = self.position.round;
        format!(
            "between turns nothing moves (EU-75): send it when round {round} is open. The line does not count"
        )
    }

    /// Why an order of a power is not for this time, in a clause.
    pub(super) fn untimely(&self, order: &PowerOrder) -> Option<String> {
        let is_between = self.position.interphase;
        match order {
            PowerOrder::Ask(_) => None,
            PowerOrder::Sealed(_) if is_between || self.scenario.escrows > 1 => None,
            PowerOrder::Business(_) if is_between => None,
            PowerOrder::Business(_) | PowerOrder::Sealed(_) => Some(format!(
                "that is for the time between turns, which comes after round {} (EU-75); what cannot wait is asked by ASK REFEREE",
                self.position.round.div_ceil(self.position.a_turn.max(1)) * self.position.a_turn.max(1)
            )),
            _ => is_between.then(|| self.nothing_moves()),
        }
    }

    /// Why a request could never be granted, in a clause: the referee's own hand would be refused it.
    pub(super) fn fault_of_business(&self, by: PlayerNo, order: &PowerOrder) -> Option<String> {
        let PowerOrder::Business(business) = order else { return None };
        let power = self.power_of(by)?.clone();
        let number = u32::MAX;
        let request = Request {
            power,
            words: business.to_string(),
            deadline: self.position.deadline,
            ..Request::default()
        };
        let papers = Papers {
            requests: [(number, request)].into(),
            business: Some(business.clone()),
            ..Papers::default()
        };
        let grant = Wish::Answer { request: number, granted: true, words: String::new() };
        let done = edits::edit(&self.scenario.world, &self.position, &grant, &papers);
        done.err().map(|why| why.trim_end_matches('.').to_owned())
    }

    /// What the last of these orders of powers comes to: the number of a request, and what it costs.
    pub(super) fn what_becomes_of(&self, offices: &[(PlayerNo, Line)]) -> Option<String> {
        let names = self.names();
        let (by, line) = offices.last()?;
        let words = match read_power(&line.words, &names).ok()? {
            PowerOrder::Ask(words) => words,
            PowerOrder::Business(business) => return self.with_cost(offices, *by, &business),
            PowerOrder::Sealed(_) => {
                return Some("Sealed: nobody reads it before the referee opens all of them.".into());
            }
            _ => return None,
        };
        let number = self.number_of(offices, *by, &words)?;
        Some(format!("It is request {number}: the referee grants or refuses it."))
    }

    fn with_cost(&self, offices: &[(PlayerNo, Line)], by: PlayerNo, business: &Business) -> Option<String> {
        let number = self.number_of(offices, by, &business.to_string())?;
        let is_bought = matches!(business, Business::Buy(..) | Business::Fortify(..));
        let power = self.power_of(by)?;
        let treasury = self.position.powers.get(power).map_or(0, |power| power.treasury);
        let cost = match edits::cost_of(&self.scenario.world.books, business) {
            Some(cost) => format!(" It costs {cost} ducats; you have {treasury}."),
            None if is_bought => format!(" The referee says what it costs; you have {treasury}."),
            None => String::new(),
        };
        Some(format!("It is request {number}: the referee grants or refuses it.{cost}"))
    }

    /// The number of what was asked last in these words.
    fn number_of(&self, offices: &[(PlayerNo, Line)], by: PlayerNo, words: &str) -> Option<u32> {
        let mut asked = (*self.position).clone();
        asked.ask(Ordered::pending(offices).asked(&self.names(), &self.position));
        let power = self.power_of(by)?;
        let same = asked.requests.iter().rev().find(|(_, request)| {
            request.power == *power && request.words == words && request.deadline == self.position.deadline
        });
        same.map(|(number, _)| *number)
    }
}
