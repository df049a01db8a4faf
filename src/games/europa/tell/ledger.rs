//! The ledger in words: each power its own account, the referee all of them and whether they come to what is there.

use fieldpost_print::section::{Row, Section};

use super::Eye;
use crate::map::{Owner, Place};
use crate::position::{Account, Ledger};

impl Eye<'_> {
    /// A power's account of the open turn, or of the one before while nothing stands in it; for the referee all of them.
    pub fn ledger(&self) -> Vec<Section> {
        let Some(ledger) = &self.position.ledger else { return Vec::new() };
        let (turn, accounts) = shown(ledger);
        let rows: Vec<Row> = accounts
            .filter(|(owner, _)| self.power.is_none_or(|power| power == *owner))
            .flat_map(|(owner, account)| self.account(owner, account))
            .collect();
        let since = if turn < ledger.turn { ", which is over: nothing has changed since" } else { "" };
        let title = format!("Ledger of board turn {turn}{since}");
        let mut sections = vec![Section::of_rows("ledger", &title, rows)];
        let idle = self.pay_nobody();
        if !idle.is_empty() {
            sections.push(Section::of_rows("pays-nobody", "Provinces that pay nobody", idle));
        }
        if self.power.is_none() {
            sections.push(Section::of_rows("balance", "Whether it adds up", self.balance()));
        }
        sections
    }

    fn account(&self, owner: &Owner, account: &Account) -> Vec<Row> {
        let name = self.position.name(owner);
        let mut rows =
            vec![Row::about(format!("{:>6}", account.opened), format!("{name}, as the turn began"))];
        rows.extend(account.entries.iter().map(|entry| {
            let what = if entry.what.is_empty() { String::new() } else { format!(": {}", entry.what) };
            let source = entry.source.to_string().to_lowercase();
            Row::about(format!("{:>+6}", entry.ducats), format!("{source}{what}"))
        }));
        rows.push(Row::about(format!("{:>6}", account.closes()), format!("{name}, what it comes to")));
        rows
    }

    /// Provinces with an income that a played seat holds and that pay nobody as things stand, with why: those of the one who looks.
    fn pay_nobody(&self) -> Vec<Row> {
        let position = self.position;
        let row = |(place, ducats): (&Place, &i64)| {
            if position.income_of(place, *ducats).is_some_and(|(_, paid)| paid > 0) {
                return None;
            }
            let ground = position.grounds.get(place)?;
            let holder = position.seat(ground.control.as_ref()?);
            position.powers.get(holder)?.player?;
            self.power.is_none_or(|power| power == holder).then_some(())?;
            let why = match &ground.owner {
                Some(owner) if position.seat(owner) != holder => {
                    let (holder, owner) = (position.name(holder), position.name(owner));
                    format!("{holder} holds it, and it is land of {owner}")
                }
                None => "it is land of nobody".to_owned(),
                _ if ground.revolt > 0 => "it is in revolt".to_owned(),
                _ => "it is pillaged".to_owned(),
            };
            Some(Row::of(format!("{}, {ducats}: {why}.", self.map().name(place))))
        };
        self.scenario.world.books.income.iter().filter_map(row).collect()
    }

    /// Whether every account comes to its treasury.
    fn balance(&self) -> Vec<Row> {
        let over = self.position.out_of_balance();
        if over.is_empty() {
            return vec![Row::of("Every account comes to what its treasury has.".to_owned())];
        }
        let row = |(owner, over): (&Owner, i64)| {
            Row::of(format!(
                "The treasury of {} differs from its account by {over:+}: ENTER LEDGER sets it right.",
                self.position.name(owner)
            ))
        };
        over.into_iter().map(row).collect()
    }
}

/// The accounts that are shown, and their turn.
fn shown(ledger: &Ledger) -> (u32, impl Iterator<Item = (&Owner, &Account)>) {
    let is_new = ledger.accounts.values().all(|account| account.entries.is_empty());
    match is_new && !ledger.before.is_empty() {
        true => (ledger.turn.saturating_sub(1), ledger.before.iter()),
        false => (ledger.turn, ledger.accounts.iter()),
    }
}
