//! Requests that powers make between turns (EU-75): what the referee grants is done at once, paid by the host's prices where there are any.

use fieldpost_engine::piece::Piece;

use super::counters::{Counters, Quality};
use super::desk::Desk;
use super::stacks::{Standing, letters_of};
use super::wish::Edit;
use crate::map::{Owner, Place};
use crate::orders::{Business, Part};
use crate::position::{Books, Posture, Relation, Request, Source};

/// The highest level of a fortress.
const MOST_LEVEL: u8 = 5;

impl Desk<'_> {
    /// The referee's word on a request, which its power is told; what was asked in words of the language is done.
    pub(super) fn answer(&mut self, number: u32, granted: bool, words: &str) -> Result<(), String> {
        let asked = self.papers.requests.get(&number).or_else(|| self.position.requests.get(&number));
        let request: Request = asked
            .cloned()
            .ok_or_else(|| format!("There is no request {number}: SHOW REQUESTS lists them."))?;
        if request.done {
            return Err(format!(
                "Request {number} is granted, and done: UNDO and the number of that edit takes it back."
            ));
        }
        if request.withdrawn {
            return Err(format!(
                "Request {number} was taken back by {}.",
                self.position.name(&request.power)
            ));
        }
        let done = granted && self.papers.business.is_some();
        if granted && let Some(business) = self.papers.business.clone() {
            if let (Some(to), Some(reply)) =
                (business.offered_to(), request.reply.as_ref().filter(|reply| !reply.accepted))
            {
                let name = self.position.name(self.position.seat(to));
                self.against.push(format!("{name} said {}", reply.said()).into());
            }
            self.transact(&request.power, &business)?;
        }
        let word = if granted { "granted" } else { "refused" };
        let answer = if words.is_empty() { word.to_owned() } else { format!("{word}: {words}") };
        self.position.requests.insert(number, Request { answer: Some(answer), done, ..request });
        Ok(())
    }

    /// Does what a power asked for.
    pub(super) fn transact(&mut self, power: &Owner, business: &Business) -> Result<(), String> {
        if let Some((other, relation)) = business.relation() {
            if self.position.seat(power) == self.position.seat(other) {
                return Err(format!("{other} is of the same seat."));
            }
            self.is_no_news(power, other, relation)?;
            return self.set_game(&Edit::SetRelation(power.clone(), other.clone(), relation));
        }
        match business {
            Business::Buy(parts, at) => self.buy(power, parts, at),
            Business::Fortify(at, level) => {
                self.must_grow(at, *level)?;
                self.must_hold(power, at);
                self.spend(power, &business.to_string(), cost_of(&self.world.books, business));
                let ground = self.ground(at)?;
                (ground.fortress, ground.fort) = (*level, false);
                Ok(())
            }
            Business::Borrow(ducats) => {
                self.position.book(power, Source::Loan, "a loan", i64::from(*ducats));
                Ok(())
            }
            Business::Pay(ducats, to) => {
                self.power(to)?;
                let (ducats, from) = (i64::from(*ducats), self.position.name(power).to_owned());
                let name = self.position.name(to).to_owned();
                self.covers(power, ducats);
                self.position.book(power, Source::Payment, &format!("to {name}"), -ducats);
                self.position.book(to, Source::Payment, &format!("from {from}"), ducats);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// What is so already is declared and offered by nobody (EU-97).
    fn is_no_news(&self, power: &Owner, other: &Owner, relation: Relation) -> Result<(), String> {
        if self.position.relation(power, other) != relation {
            return Ok(());
        }
        let (one, other) = (self.position.name(power), self.position.name(other));
        let so = match relation {
            Relation::Hostile => "at war",
            Relation::Neutral => "at peace",
            Relation::Allied => "allied",
        };
        Err(format!("{one} and {other} are {so} already."))
    }

    /// A fortress is built above the level that stands; the prices of the levels above it are told where there are any.
    fn must_grow(&mut self, at: &Place, level: u8) -> Result<(), String> {
        let stands = self.ground(at)?.fortress;
        if level > stands {
            return Ok(());
        }
        let price = |level: u8| cost_of(&self.world.books, &Business::Fortify(at.clone(), level));
        let dearer = (stands + 1..=MOST_LEVEL)
            .map(|level| match price(level) {
                Some(cost) => format!("level {level} for {cost} ducats"),
                None => format!("level {level}"),
            })
            .collect::<Vec<_>>();
        let open = match dearer.is_empty() {
            true => "there is none above it".to_owned(),
            false => format!("above it there is {}", dearer.join(", ")),
        };
        Err(format!("The fortress of {} has level {stands} already: {open}.", self.world.map.name(at)))
    }

    /// Troops and ships, each in a stack of their own, paid where the host has a price for all of them.
    fn buy(&mut self, power: &Owner, parts: &[Part], at: &Place) -> Result<(), String> {
        let what = Business::Buy(parts.to_vec(), at.clone());
        self.must_hold(power, at);
        let of_owner = self.position.stacks.iter().find(|(_, stack)| stack.owner == *power);
        let own: String = power.chars().take(2).collect::<String>().to_uppercase();
        let letters = of_owner.map_or(own, |(id, _)| letters_of(id).to_owned());
        let (troops, ships): (Vec<Part>, Vec<Part>) =
            parts.iter().partition(|part| matches!(part, Part::Troops(..)));
        for (parts, like) in [(troops, format!("{letters}-1")), (ships, format!("{letters}-F1"))] {
            if parts.is_empty() {
                continue;
            }
            let id = self.position.free_id(&Piece::from(like));
            let standing = Standing { at, posture: Posture::Open, owner: Some(power) };
            self.create_stack(&id, &standing, &Counters { parts, quality: Quality::Conscripts })?;
        }
        self.spend(power, &what.to_string(), cost_of(&self.world.books, &what));
        Ok(())
    }

    /// Nothing is built or raised where another has the fortress.
    fn must_hold(&mut self, power: &Owner, at: &Place) {
        let held = self.position.grounds.get(at).and_then(|ground| ground.control.as_ref());
        if held.is_none_or(|held| self.position.seat(held) != power) {
            let name = self.world.map.name(at);
            self.against.push(format!("{name} is not in the hands of {power}").into());
        }
    }

    /// Pays what is known of a price.
    fn spend(&mut self, power: &Owner, what: &str, cost: Option<i64>) {
        if let Some(cost) = cost {
            self.covers(power, cost);
            self.position.book(power, Source::Purchase, what, -cost);
        }
    }

    fn covers(&mut self, power: &Owner, cost: i64) {
        let treasury = self.position.powers.get(power).map_or(0, |power| power.treasury);
        if cost > treasury {
            self.against.push(format!("it costs {cost} ducats, and {power} has {treasury}").into());
        }
    }
}

/// What a request costs by the host's prices; none where one of them is missing, or nothing is bought.
pub fn cost_of(books: &Books, business: &Business) -> Option<i64> {
    let price = |word: &str, count: i64| books.price.get(word).map(|price| price * count);
    match business {
        Business::Buy(parts, _) => parts.iter().map(|part| price(&word_of(part), count_of(part))).sum(),
        Business::Fortify(_, level) => price("FORTRESS", i64::from(*level)),
        _ => None,
    }
}

/// What a request takes out of its power's treasury when it is granted, by the same prices: a gift too.
pub fn spent_on(books: &Books, business: &Business) -> Option<i64> {
    match business {
        Business::Pay(ducats, _) => Some(i64::from(*ducats)),
        bought => cost_of(books, bought),
    }
}

/// The word of a counter in the host's tables: `A+`, `GALLEY`.
fn word_of(part: &Part) -> String {
    part.to_string().split(' ').nth(1).unwrap_or_default().to_owned()
}

fn count_of(part: &Part) -> i64 {
    match part {
        Part::Troops(count, _) | Part::Fleets(count, _) | Part::Ships(count, _) => i64::from(*count),
    }
}
