//! What is counted for the caps, and bounces led back to the mail that bounced.

use crate::clock::Millis;
use crate::office::Office;
use crate::too_large::is_for_its_size;
use fieldpost_desk::ga::record::GaChange;
use fieldpost_desk::record::{Change, GameName, Verdict};
use fieldpost_mail::postmark::Kind;
use fieldpost_mail::read::{Bounce, FailedRecipient, Incoming};
use fieldpost_store::{AddressNews, MailRow};

pub(super) const DAY_MS: i64 = 24 * 3_600_000;

/// What a mail counts that will not arrive by being sent again.
const FOR_GOOD: u32 = 3;

/// What one counts that may.
const FOR_NOW: u32 = 1;

/// A day as the store counts them: days since 1970 UTC.
pub fn day_of(at_ms: Millis) -> i64 {
    at_ms.div_euclid(DAY_MS)
}

impl Office {
    /// Tells that mails reach a player again whose address was in doubt: a valid letter of theirs came.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn address_works(
        &self,
        game: Option<&GameName>,
        player: &str,
        verdict: &Verdict,
    ) -> anyhow::Result<Vec<AddressNews>> {
        if !matches!(verdict, Verdict::Obeyed | Verdict::PartlyObeyed) {
            return Ok(Vec::new());
        }
        let bounces = self.bounces_on_record()?;
        let theirs = bounces
            .into_iter()
            .filter(|one| Some(&one.game) == game && one.player.eq_ignore_ascii_case(player));
        Ok(theirs.map(|one| AddressNews::Works { game: one.game, player: one.player }).collect())
    }

    /// The players and administrators to whom changes give another address, or none.
    pub fn addresses_changed(&self, changes: &[Change]) -> Vec<AddressNews> {
        let moved = |change: &Change| {
            let Change::Ga { game, change } = change else { return None };
            let record = &self.games.get(game)?.record;
            let administrator = |name: &str| Some(&record.administration.named(name)?.account);
            let (old, new) = match &**change {
                GaChange::Account(new) => (record.account(&new.name)?, new.email.as_str()),
                GaChange::Administrator(new) => {
                    (administrator(&new.account.name)?, new.account.email.as_str())
                }
                GaChange::Dismiss(name) => (administrator(name)?, ""),
                _ => return None,
            };
            let moved = !old.is_registered_at(new);
            moved.then(|| AddressNews::Changed { game: game.clone(), player: old.name.clone() })
        };
        changes.iter().filter_map(moved).collect()
    }

    /// The mail of ours that a bounce speaks of: by the return path it came to, or by the Message-ID it quotes
    /// (hazards 11, 12).
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn bounced_mail(&self, incoming: &Incoming, bounce: &Bounce) -> anyhow::Result<Option<MailRow>> {
        let headers = &incoming.headers;
        let numbers = headers.recipients().filter_map(|address| self.postmark.know_return_path(address));
        let kinds = [Kind::Receipt, Kind::Error, Kind::Report, Kind::Notice];
        let by_path = numbers.flat_map(|number| kinds.map(|kind| self.postmark.message_id(kind, number)));
        for id in by_path.chain(bounce.returned_ids.iter().cloned()) {
            if let Some(row) = self.store.mail_by_message_id(&id)? {
                return Ok(Some(row));
            }
        }
        Ok(None)
    }
}

/// What a bounce of a player's mail counts (hazard 11): 3 where it failed for good, 1 where the server gave up after trying;
/// nothing while it still tries, or for a mail that went to no player.
pub fn came_back(row: &MailRow, bounce: &Bounce) -> Option<AddressNews> {
    row.player.as_ref()?;
    if let Some(complaint) = &bounce.complaint {
        let why = format!("{} reported it as unwanted ({complaint})", row.to);
        return Some(AddressNews::CameBack { mail: row.id, points: FOR_GOOD, why });
    }
    let failed = bounce.recipients.iter().filter(|recipient| recipient.permanent);
    let worst = failed.max_by_key(|recipient| points_of(recipient))?;
    let status = worst.status.as_deref().unwrap_or("no status given");
    let why = format!("{status} for {}", worst.address);
    // The address is right where only the size is wrong.
    let points = if is_for_its_size(bounce) { FOR_NOW } else { points_of(worst) };
    Some(AddressNews::CameBack { mail: row.id, points, why })
}

fn points_of(failed: &FailedRecipient) -> u32 {
    if failed.status.as_deref().is_some_and(|status| status.starts_with('4')) { FOR_NOW } else { FOR_GOOD }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_utc() {
        assert_eq!((day_of(0), day_of(DAY_MS - 1), day_of(DAY_MS), day_of(-1)), (0, 0, 1, -1));
    }
}
