//! The ledger in words: each power its own account, the referee all of them and whether they come to what is there.

use fieldpost_print::section::{Row, Section};

use super::Eye;
use crate::map::Owner;
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
        let title = format!("Ledger of board turn {turn}");
        let mut sections = vec![Section::of_rows("ledger", &title, rows)];
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
