//! What was ordered, as it is kept and by its meaning.

use fieldpost_door::ClosedBook;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::line::Line;
use fieldpost_engine::piece::Piece;
use serde::{Deserialize, Serialize};

use crate::language::{offer_of, read, read_power};
use crate::map::Owner;
use crate::orders::{Names, Order, PowerOrder, sift};
use crate::position::{Position, Request, Sealed, Stack};
use crate::round::Book;

/// What was ordered, as it is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ordered {
    blocks: Vec<(Piece, Vec<String>)>,
    received: Vec<Piece>,
    powers: Vec<(PlayerNo, String)>,
}

impl Ordered {
    /// What stands in a book when it is shut.
    pub fn of(book: &ClosedBook) -> Self {
        let words =
            |lines: &Option<Vec<Line>>| lines.iter().flatten().map(|line| line.words.to_string()).collect();
        Ordered {
            blocks: book.blocks.iter().map(|block| (block.piece.clone(), words(&block.lines))).collect(),
            received: book.received.clone(),
            powers: book.offices.iter().map(|(player, line)| (*player, line.words.to_string())).collect(),
        }
    }

    /// The same without orders for stacks that nobody commands any more, such as those of a minor that was taken from its power. A stack that
    /// is only to be detached is its power's.
    pub fn of_commanded(mut self, position: &Position) -> Self {
        let is_nobodys =
            |id: &Piece| position.stacks.get(id).is_some_and(|stack| position.commander_of(stack).is_none());
        self.blocks.retain(|(piece, _)| !is_nobodys(piece));
        self.received.retain(|piece| !is_nobodys(piece));
        self
    }

    /// The orders of powers, with whose they are and their words.
    fn of_powers<'a>(
        &'a self,
        names: &'a Names,
        position: &'a Position,
    ) -> impl Iterator<Item = (&'a Owner, PowerOrder)> {
        self.powers
            .iter()
            .filter_map(|(player, words)| Some((position.seat_of(*player)?, read_power(words, names).ok()?)))
    }

    /// What is asked of the referee, with who asks.
    pub fn asked(&self, names: &Names, position: &Position) -> Vec<(Owner, String)> {
        let asked = self.of_powers(names, position).filter_map(|(power, order)| match order {
            PowerOrder::Ask(words) => Some((power.clone(), words)),
            PowerOrder::Business(business) => Some((power.clone(), business.to_string())),
            _ => None,
        });
        asked.collect()
    }

    /// Enters what is asked, and what is said to offers.
    pub fn enter(&self, names: &Names, position: &mut Position) {
        let asked = self.asked(names, position);
        position.ask(asked);
        let replies = self.of_powers(names, position).filter_map(|(power, order)| match order {
            PowerOrder::Reply { request, reply } => Some((power.clone(), request, reply)),
            _ => None,
        });
        let replies = replies.collect::<Vec<_>>();
        for (power, number) in self.withdrawn(names, position) {
            let own = position.requests.get_mut(&number).filter(|request| request.power == power);
            own.into_iter().for_each(Request::withdraw);
        }
        for (power, number, reply) in replies {
            let is_to = |request: &Request| {
                request.answer.is_none()
                    && offer_of(request, names).is_some_and(|(to, _)| *position.seat(&to) == power)
            };
            if position.requests.get(&number).is_some_and(is_to)
                && let Some(request) = position.requests.get_mut(&number)
            {
                request.reply = Some(reply);
            }
        }
    }

    /// What powers take back, by the numbers of their requests.
    fn withdrawn(&self, names: &Names, position: &Position) -> Vec<(Owner, u32)> {
        let taken = self.of_powers(names, position).filter_map(|(power, order)| match order {
            PowerOrder::Withdraw(number) => Some((power.clone(), number)),
            _ => None,
        });
        taken.collect()
    }

    /// What is declared under seal: of each power what came last.
    pub fn sealed(&self, names: &Names, position: &Position) -> Vec<Sealed> {
        let mut all: Vec<Sealed> = Vec::new();
        for (power, order) in self.of_powers(names, position) {
            if let PowerOrder::Sealed(words) = order {
                all.retain(|known| known.power != *power);
                all.push(Sealed { power: power.clone(), words });
            }
        }
        all
    }

    /// The orders of powers as they are filed, before the book is shut.
    pub fn pending(offices: &[(PlayerNo, Line)]) -> Self {
        let powers = offices.iter().map(|(player, line)| (*player, line.words.to_string()));
        Ordered { powers: powers.collect(), ..Ordered::default() }
    }

    /// The orders by their meaning (EU-65: sequence as received).
    pub fn book(&self, names: &Names, position: &Position) -> Book {
        let mut book = Book { sequence: self.received.clone(), ..Book::default() };
        for (piece, words) in &self.blocks {
            let orders: Vec<Order> = words.iter().filter_map(|words| read(words, names).ok()).collect();
            let (stands, _) = sift(Stack::kind(piece), &orders);
            book.orders
                .insert(piece.clone(), stands.into_iter().map(|place| orders[place].clone()).collect());
        }
        for (power, order) in self.of_powers(names, position) {
            match order {
                PowerOrder::Campaign(campaign) => drop(book.campaigns.insert(power.clone(), campaign)),
                PowerOrder::Sequence(stacks) => {
                    book.sequence.retain(|id| !stacks.contains(id));
                    book.sequence.splice(0..0, stacks);
                }
                PowerOrder::LetPass(other) => {
                    book.let_pass.entry(power.clone()).or_default().insert(other);
                }
                PowerOrder::Ask(_)
                | PowerOrder::Business(_)
                | PowerOrder::Sealed(_)
                | PowerOrder::Withdraw(_)
                | PowerOrder::Reply { .. } => {}
            }
        }
        book
    }
}
