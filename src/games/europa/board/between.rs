//! The time between turns (EU-75): what may be asked when, and what a request comes to in its receipt.

use fieldpost_door::Judge;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::line::Line;
use fieldpost_engine::refusal::Refusal;

use super::{Table, friends};
use crate::edits;
use crate::language::{offer_of, read_power};
use crate::map::Owner;
use crate::orders::{Business, PowerOrder};
use crate::position::{Asked, Phase, Position, Reply, Request};

impl Table {
    /// Why a stack is ordered nothing in an interphase, in a clause.
    pub(super) fn nothing_moves(&self) -> Refusal {
        let round = self.position.round;
        if round > self.position.last {
            return Refusal::by("EU-92", "the rounds are over, and nothing moves. The line does not count");
        }
        let why = format!(
            "between turns nothing moves: send it when round {round} is open. The line does not count"
        );
        Refusal::by("EU-75", why)
    }

    /// Why an order of a power is not for this time, in a clause.
    pub(super) fn untimely(&self, by: PlayerNo, order: &PowerOrder) -> Option<Refusal> {
        let is_between = self.position.interphase;
        let asked = match order {
            PowerOrder::Ask(_) | PowerOrder::Reply { .. } | PowerOrder::Withdraw(_) => return None,
            PowerOrder::Sealed(_) => Asked::Sealed,
            PowerOrder::Business(business) => business.asked(),
            _ => return is_between.then(|| self.nothing_moves()),
        };
        if let Some(open) = self.scenario.world.course.open(&self.position) {
            return self.not_of_phase(by, open, asked);
        }
        let is_taken = is_between || asked == Asked::Sealed && self.scenario.escrows > 1;
        (!is_taken).then(|| {
            let round = self.position.first_of_next_turn() - 1;
            let why = format!(
                "that is for the time between turns, which comes after round {round}; what cannot wait is asked by ASK REFEREE"
            );
            Refusal::by("EU-75", why)
        })
    }

    /// Why something is not asked in the open phase (EU-92).
    fn not_of_phase(&self, by: PlayerNo, open: &Phase, asked: Asked) -> Option<Refusal> {
        if open.has_rounds && asked == Asked::Sealed && self.scenario.escrows > 1 {
            return None;
        }
        let acts = |phase: &Phase| self.power_of(by).is_some_and(|power| phase.acts.has(power));
        if open.takes(asked) && acts(open) {
            return None;
        }
        let phases = &self.scenario.world.course.phases;
        let place = self.position.phase as usize;
        let mut later = phases.iter().cycle().skip(place + 1).take(phases.len());
        let when = match later.find(|phase| phase.takes(asked) && acts(phase)) {
            Some(phase) => format!("send it in the phase {}", phase.name),
            None => "no phase of this game has it for you".to_owned(),
        };
        let name = &open.name;
        let why =
            format!("it is not for the open phase, {name}: {when}; what cannot wait is asked by ASK REFEREE");
        Some(Refusal::by("EU-92", why))
    }

    /// Why a request could never be granted, in a clause: the referee's own hand would be refused it, or money is offered that is not there.
    pub(super) fn fault_of_business(&self, by: PlayerNo, order: &PowerOrder) -> Option<Refusal> {
        let PowerOrder::Business(business) = order else { return None };
        let treasury = self.position.powers.get(self.power_of(by)?)?.treasury;
        if let Business::Pay(ducats, _) = business
            && i64::from(*ducats) > treasury
        {
            let why = format!("you have {treasury} ducats, and cannot offer more");
            return Some(Refusal::plain(why).at(ducats));
        }
        self.try_grant(by, business)?.err().map(|why| Refusal::plain(why.trim_end_matches('.')))
    }

    /// What a request would come to if it were granted now, and what it would go against, a clause each; or why it cannot be.
    fn try_grant(
        &self,
        by: PlayerNo,
        business: &Business,
    ) -> Option<Result<(Position, Vec<String>), String>> {
        Some(edits::foretold(&self.scenario.world, &self.position, self.power_of(by)?, business))
    }

    /// What another power hears of a request while it waits: peace, an alliance and money are offered to it. War comes as a surprise, and
    /// what is sealed is read by nobody.
    pub(super) fn offered(
        &self,
        offices: &[(PlayerNo, Line)],
        by: PlayerNo,
        business: &Business,
    ) -> Option<(PlayerNo, String)> {
        let other = business.offered_to()?;
        let what = match business {
            Business::Pay(ducats, _) => format!("{ducats} ducats"),
            Business::OfferAlliance(_) => "an alliance".to_owned(),
            _ => "peace".to_owned(),
        };
        let to = self.position.powers.get(self.position.seat(other))?.player.filter(|to| *to != by)?;
        let from = self.position.name(self.power_of(by)?);
        let number = self.number_of(offices, by, &business.to_string())?;
        let words = format!(
            "{from} offers you {what}: request {number}. One of these lines in a letter of yours answers it, and words may stand behind \
             the number:\n\n    ACCEPT {number}\n    DECLINE {number}\n\nThe referee sees what you say beside the offer; it is made \
             when he grants it."
        );
        Some((to, words))
    }

    /// What who made an offer hears of the answer to it.
    pub(super) fn replied(
        &self,
        offices: &[(PlayerNo, Line)],
        by: PlayerNo,
        number: u32,
        reply: &Reply,
    ) -> Option<(PlayerNo, String)> {
        let asked = self.asked_by_now(offices);
        let request = asked.requests.get(&number).filter(|request| request.reply.as_ref() == Some(reply))?;
        let to = asked.powers.get(&request.power)?.player.filter(|to| *to != by)?;
        let from = asked.name(self.power_of(by)?);
        let then = if reply.accepted { " It is made when the referee grants it." } else { "" };
        Some((
            to,
            format!("{from} answers your request {number}, {}: {}.{then}", request.words, reply.said()),
        ))
    }

    /// What the other power hears of an offer that is taken back.
    pub(super) fn called_back(
        &self,
        offices: &[(PlayerNo, Line)],
        by: PlayerNo,
        number: u32,
    ) -> Option<(PlayerNo, String)> {
        let asked = self.asked_by_now(offices);
        let request = asked.requests.get(&number).filter(|request| request.withdrawn)?;
        (Some(&request.power) == self.power_of(by)).then_some(())?;
        let (other, _) = offer_of(request, &self.names())?;
        let to = asked.powers.get(asked.seat(&other))?.player.filter(|to| *to != by)?;
        let from = asked.name(&request.power);
        Some((
            to,
            format!("{from} takes its request {number} back, {}: it is offered no more.", request.words),
        ))
    }

    /// What an answer to an offer comes to, for its receipt.
    fn reply_taken(&self, offices: &[(PlayerNo, Line)], number: u32, reply: &Reply) -> String {
        let asked = self.asked_by_now(offices);
        match asked.requests.get(&number) {
            Some(request) if request.reply.as_ref() == Some(reply) => {
                let from = asked.name(&request.power);
                format!(
                    "It answers {from}'s {}: {from} is told, and the referee sees it beside the offer.",
                    request.words
                )
            }
            Some(Request { answer: Some(answer), .. }) => {
                format!("The referee answered request {number} before: {answer}. Nothing comes of this.")
            }
            _ => format!(
                "Request {number} is no offer to you: nothing comes of this. Your position lists what you are offered."
            ),
        }
    }

    /// What the last of these orders of powers comes to: the number of a request, and what it costs.
    pub(super) fn what_becomes_of(&self, offices: &[(PlayerNo, Line)]) -> Option<String> {
        let names = self.names();
        let (by, line) = offices.last()?;
        let words = match read_power(&line.words, &names).ok()? {
            PowerOrder::Ask(words) => words,
            PowerOrder::Business(business) => return self.with_cost(offices, *by, &business),
            PowerOrder::Reply { request, reply } => {
                let instead = if self.is_instead(offices) {
                    " It takes the place of what you answered before."
                } else {
                    ""
                };
                return Some(self.reply_taken(offices, request, &reply) + instead);
            }
            PowerOrder::Withdraw(request) => return Some(self.withdrawal_taken(offices, *by, request)),
            PowerOrder::Sealed(_) => {
                let kept =
                    || self.position.sealed.iter().any(|sealed| Some(&sealed.power) == self.power_of(*by));
                let instead = if self.is_instead(offices) || kept() {
                    " It takes the place of what you declared before."
                } else {
                    ""
                };
                return Some(format!(
                    "Sealed: nobody reads it before the referee opens all of them.{instead}"
                ));
            }
            _ => return None,
        };
        let number = self.number_of(offices, *by, &words)?;
        let again = self.asked_before(offices, *by, &words, number);
        Some(format!("It is request {number}: the referee grants or refuses it.{again}"))
    }

    /// Whether the last of these orders takes the place of one that its power has given before.
    fn is_instead(&self, offices: &[(PlayerNo, Line)]) -> bool {
        let Some(((by, last), before)) = offices.split_last() else { return false };
        let is_one = self.only_one_of(last);
        let is_like = |line: &Line| is_one.is_some() && self.only_one_of(line) == is_one;
        before.iter().any(|(player, line)| player == by && is_like(line))
    }

    /// That the same was asked before and waits still, in a sentence; else nothing.
    fn asked_before(&self, offices: &[(PlayerNo, Line)], by: PlayerNo, words: &str, number: u32) -> String {
        let asked = self.asked_by_now(offices);
        let is_same = |(other, request): &(&u32, &Request)| {
            **other != number
                && Some(&request.power) == self.power_of(by)
                && request.words == words
                && request.answer.is_none()
        };
        asked.requests.iter().find(is_same).map_or(String::new(), |(first, _)| {
            format!(
                " You asked the same as request {first}, which has no answer yet: CANCEL REQUEST and its number takes one of them back."
            )
        })
    }

    /// What taking a request back comes to, for its receipt.
    fn withdrawal_taken(&self, offices: &[(PlayerNo, Line)], by: PlayerNo, number: u32) -> String {
        let asked = self.asked_by_now(offices);
        match asked.requests.get(&number).filter(|request| Some(&request.power) == self.power_of(by)) {
            Some(request) if request.withdrawn => {
                format!(
                    "Request {number}, {}, is taken back: the referee does not grant it any more.",
                    request.words
                )
            }
            Some(Request { answer: Some(answer), .. }) => {
                format!("The referee answered request {number} before: {answer}. Nothing comes of this.")
            }
            _ => format!(
                "Request {number} is none of yours: nothing comes of this. Your position lists yours."
            ),
        }
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
        let (brings, against) = match self.try_grant(by, business) {
            Some(Ok((after, against))) => (friends::brought(&self.position, &after), against),
            _ => Default::default(),
        };
        let brings: String = brings.iter().map(|said| format!(" {said}")).collect();
        let against = match against.is_empty() {
            true => String::new(),
            false => format!(" As things stand it goes against the rules: {}.", against.join("; ")),
        };
        let again = self.asked_before(offices, by, &business.to_string(), number);
        let together = self.beyond_the_treasury(offices, power);
        Some(format!(
            "It is request {number}: the referee grants or refuses it.{cost}{together}{brings}{against}{again}"
        ))
    }

    /// That a power's treasury does not hold all that it asks for and has no answer to, in a sentence; else nothing.
    fn beyond_the_treasury(&self, offices: &[(PlayerNo, Line)], power: &Owner) -> String {
        let (asked, names) = (self.asked_by_now(offices), self.names());
        let waits =
            |request: &&Request| request.power == *power && request.answer.is_none() && !request.withdrawn;
        let (mut spent, mut loans, mut paid) = (0_i64, 0_i64, 0);
        for request in asked.requests.values().filter(waits) {
            let Ok(PowerOrder::Business(business)) = read_power(&request.words, &names) else { continue };
            if let Business::Borrow(ducats) = business {
                loans += i64::from(ducats);
            } else if let Some(cost) = edits::spent_on(&self.scenario.world.books, &business) {
                spent += cost;
                paid += 1;
            }
        }
        let treasury = self.position.powers.get(power).map_or(0, |power| power.treasury);
        if paid < 2 || spent <= treasury {
            return String::new();
        }
        let loan = if loans > 0 { format!(", and {loans} more if you are lent them") } else { String::new() };
        format!(
            " All that you ask for and have no answer to comes to {spent} ducats together; you have {treasury}{loan}."
        )
    }

    /// The number of what was asked last in these words.
    fn number_of(&self, offices: &[(PlayerNo, Line)], by: PlayerNo, words: &str) -> Option<u32> {
        let asked = self.asked_by_now(offices);
        let power = self.power_of(by)?;
        let same = asked.requests.iter().rev().find(|(_, request)| {
            request.power == *power && request.words == words && request.deadline == self.position.deadline
        });
        same.map(|(number, _)| *number)
    }
}
