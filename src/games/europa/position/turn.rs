//! The turn of the board game and its money: where an interphase begins, provinces pay and counters are kept, by the host's tables; what
//! changes a treasury is entered in the ledger, where one is kept.

use std::collections::BTreeMap;

use super::{Account, Books, Entry, Position, Power, Source};
use crate::map::{Map, Owner, Place};

impl Position {
    /// Opens an interphase: what the host's tables say comes in and is paid.
    pub fn begin_interphase(&mut self, map: &Map, books: &Books) {
        if self.interphase {
            return;
        }
        self.interphase = true;
        self.collect(map, books);
    }

    /// What the host's tables say comes in and is paid.
    pub fn collect(&mut self, map: &Map, books: &Books) {
        for (place, ducats) in &books.income {
            if let Some((seat, paid)) = self.income_of(place, *ducats) {
                self.book(&seat, Source::Income, map.name(place), paid);
            }
        }
        for (seat, word, count) in self.kept_by_seats() {
            if let Some(cost) = books.maintenance.get(&word) {
                self.book(&seat, Source::Maintenance, &format!("{count} {word}"), -cost * count);
            }
        }
    }

    /// Whom a province pays, and what: its owner's seat if that seat controls it; half where it is pillaged -, nothing where it is
    /// pillaged + or in revolt.
    pub fn income_of(&self, place: &Place, ducats: i64) -> Option<(Owner, i64)> {
        let ground = self.grounds.get(place)?;
        let (owner, control) = (ground.owner.as_ref()?, ground.control.as_ref()?);
        let seat = self.seat(owner);
        let is_played = self.powers.get(seat).is_some_and(|power| power.player.is_some());
        let pays = is_played && self.seat(control) == seat && ground.revolt == 0 && ground.pillage < 2;
        pays.then(|| (seat.clone(), if ground.pillage == 1 { ducats / 2 } else { ducats }))
    }

    /// The counters of each seat that is played, its minors' among them.
    fn kept_by_seats(&self) -> Vec<(Owner, String, i64)> {
        let mut kept: BTreeMap<(Owner, String), i64> = BTreeMap::new();
        for stack in self.stacks.values() {
            let seat = self.seat(&stack.owner);
            if self.powers.get(seat).is_some_and(|power| power.player.is_some()) {
                for (word, count) in stack.counters() {
                    *kept.entry((seat.clone(), word.to_owned())).or_default() += count;
                }
            }
        }
        kept.into_iter().map(|((seat, word), count)| (seat, word, count)).collect()
    }
}

impl Position {
    /// Adds ducats to a treasury, or takes them away, with a line in the ledger where one is kept.
    pub fn book(&mut self, power: &Owner, source: Source, what: &str, ducats: i64) {
        if let Some(found) = self.powers.get_mut(power) {
            found.treasury += ducats;
        }
        self.enter(power, source, what, ducats);
    }

    /// A line in the ledger for what a treasury has gained or paid already.
    pub fn enter(&mut self, power: &Owner, source: Source, what: &str, ducats: i64) {
        let treasury = self.powers.get(power).map_or(0, |power| power.treasury);
        let Some(ledger) = &mut self.ledger else { return };
        let account = ledger
            .accounts
            .entry(power.clone())
            .or_insert_with(|| Account { opened: treasury - ducats, entries: Vec::new() });
        if ducats != 0 {
            account.entries.push(Entry { source, what: what.to_owned(), ducats });
        }
    }

    /// Opens the accounts of the next turn with what is there.
    pub fn next_account(&mut self) {
        let seats = self.powers.iter().filter(|(_, power)| power.player.is_some());
        let opened = |power: &Power| Account { opened: power.treasury, entries: Vec::new() };
        let accounts = seats.map(|(id, power)| (id.clone(), opened(power))).collect();
        if let Some(ledger) = &mut self.ledger {
            ledger.before = std::mem::replace(&mut ledger.accounts, accounts);
            ledger.turn += 1;
        }
    }

    /// Powers whose account does not come to their treasury: there are none while all that changes a treasury is entered.
    pub fn out_of_balance(&self) -> Vec<(&Owner, i64)> {
        let accounts = self.ledger.iter().flat_map(|ledger| &ledger.accounts);
        let over = |(owner, account): (&Owner, &Account)| {
            self.powers.get(owner).map_or(0, |power| power.treasury) - account.closes()
        };
        accounts.map(|pair| (pair.0, over(pair))).filter(|(_, over)| *over != 0).collect()
    }
}
