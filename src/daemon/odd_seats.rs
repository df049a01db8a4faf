//! What is wrong with the seats of a game that goes on, for whoever looks after the post office: a seat that nobody can be written to, one
//! whose mails come to ourselves or come back.

use crate::hosted::Hosted;
use crate::office::Office;
use fieldpost_desk::address::{is_same, without_tag};
use fieldpost_store::Bounces;

/// What is said of a seat that nobody can be written to.
const NO_ADDRESS: &str =
    "has no address, and the machine does not play the seat: nobody is told anything there";

impl Office {
    /// What is wrong with a game's seats, a sentence each; nothing of a game that is over.
    pub(super) fn odd_seats(&self, hosted: &Hosted, bounces: &[Bounces]) -> Vec<String> {
        let record = &hosted.record;
        if record.over().is_some() {
            return Vec::new();
        }
        let mut odd = Vec::new();
        let administrators = record.administration.administrators.iter().map(|one| &one.account);
        let open = record.accounts.iter().chain(administrators).filter(|account| !account.is_closed());
        for account in open {
            if account.email.is_empty() && !account.machine {
                odd.push(format!("{} {NO_ADDRESS}", account.name));
            }
            if is_same(&without_tag(&account.email), &self.config.office.address) {
                odd.push(format!(
                    "{} is registered at this post office's own address, {}: its mails come back to itself",
                    account.name, account.email
                ));
            }
        }
        let stopped = bounces.iter().filter(|one| one.game == *record.name() && one.is_stopped());
        odd.extend(stopped.map(|one| {
            format!(
                "mails to {} at {} came back ({}), and wait until {0} writes",
                one.player, one.address, one.why
            )
        }));
        odd
    }
}
