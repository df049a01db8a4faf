//! Wrong passwords, counted by account and day and by address and hour, and told of ([`fieldpost_desk::guesses`]).

use crate::answers::Draft;
use crate::counts::day_of;
use crate::office::Office;
use crate::views::Notice;
use fieldpost_desk::address::folded;
use fieldpost_desk::guesses::{Guess, Guessed, Kind as Counted, OPEN_A_DAY, Spent};
use fieldpost_desk::record::{Account, GameName};
use fieldpost_mail::postmark::Kind;
use fieldpost_store::letter::{Count, Effects};
use fieldpost_store::{Mail, Telling, Trouble, TroubleNews};

const HOUR_MS: i64 = 3_600_000;

/// Wrong passwords a day for one account of which it and the GA are told.
pub const TOLD_AT: u32 = OPEN_A_DAY / 2;

/// Whether any were counted at all: most days there are none, and no account need be asked for.
const ANY: &str = "guesses";

impl Office {
    /// How often something was counted in a period, by letters that are judged but not yet filed too.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(super) fn counted(&self, what: &str, period: i64) -> anyhow::Result<u32> {
        let unfiled = self.unfiled.get(&(what.to_owned(), period)).copied().unwrap_or_default();
        Ok(self.counted_on_record(what, period)?.saturating_add(unfiled))
    }

    /// Remembers what a judged letter counts until it is filed: the next letter of the same batch is judged by it.
    pub(super) fn count_unfiled(&mut self, counts: &[Count]) {
        for Count { what, period } in counts {
            *self.unfiled.entry((what.clone(), *period)).or_default() += 1;
        }
    }

    /// Wrong passwords so far, as the desk asks for them.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(super) fn spent(&self, from: Option<&str>) -> anyhow::Result<Spent> {
        let now = self.clock.now();
        let by_address = self.counted(&address_key(from), now.div_euclid(HOUR_MS))?;
        let mut spent = Spent { by_address, ..Spent::default() };
        if self.counted(ANY, day_of(now))? == 0 {
            return Ok(spent);
        }
        for (game, account) in self.all_accounts() {
            let guessed = self.guessed(game, &account.name)?;
            if guessed != Guessed::default() {
                spent.at_accounts.insert((game.clone(), account.name.clone()), guessed);
            }
        }
        Ok(spent)
    }

    fn guessed(&self, game: &GameName, account: &str) -> anyhow::Result<Guessed> {
        let day = day_of(self.clock.now());
        let count = |kind| Ok((kind, self.counted(&account_key(game, account, kind), day)?));
        Counted::ALL.into_iter().map(count).collect()
    }

    fn all_accounts(&self) -> impl Iterator<Item = (&GameName, &Account)> {
        self.games.values().flat_map(|hosted| {
            let record = &hosted.record;
            let players = record.accounts.iter();
            let administrators = record.administration.administrators.iter().map(|one| &one.account);
            players.chain(administrators).map(|account| (record.name(), account))
        })
    }

    /// Counts wrong passwords, and what else is counted at accounts.
    pub(super) fn count_guesses(&self, effects: &mut Effects, from: Option<&str>, guesses: &[Guess]) {
        let now = self.clock.now();
        for guess in guesses {
            let what = account_key(&guess.game, &guess.account, guess.kind);
            effects.counts.push(Count { what, period: day_of(now) });
            effects.counts.push(Count { what: ANY.into(), period: day_of(now) });
            if guess.kind == Counted::Unvouched {
                effects.counts.push(Count { what: address_key(from), period: now.div_euclid(HOUR_MS) });
            }
        }
    }

    /// Tells of accounts at whose passwords somebody guesses, once, and the GA when a day has passed without.
    ///
    /// # Errors
    /// If the store cannot be read or written.
    pub(super) fn look_at_guesses(&self) -> anyhow::Result<()> {
        let now = self.clock.now();
        let is_any = self.counted(ANY, day_of(now))? > 0;
        let troubles = self.store.troubles()?;
        for (game, account) in self.all_accounts().filter(|_| is_any) {
            let key = trouble_key(game, &account.name);
            let guessed = self.guessed(game, &account.name)?;
            let is_known = troubles.iter().any(|trouble| trouble.key == key);
            if guessed.wrong() >= TOLD_AT && !is_known {
                self.tell_of_guesses(key, game, account)?;
            }
        }
        for trouble in troubles.iter().filter(|trouble| trouble.key.starts_with(KEY)) {
            let mut accounts = self.all_accounts();
            let account = accounts.find(|(game, account)| trouble_key(game, &account.name) == trouble.key);
            let guessed = account.map(|(game, account)| self.guessed(game, &account.name)).transpose()?;
            let is_quiet = guessed.is_none_or(|guessed| guessed.wrong() == 0);
            if is_quiet && day_of(trouble.since_ms) != day_of(now) {
                let words = "No wrong password has come for this account today.";
                self.tell_over(&trouble.key, "Nobody guesses at the password any more", words)?;
            }
        }
        Ok(())
    }

    fn tell_of_guesses(&self, key: String, game: &GameName, account: &Account) -> anyhow::Result<()> {
        let name = &account.name;
        let title = format!("Somebody tries passwords in the name of {name}");
        let words = format!(
            "{TOLD_AT} letters or more with wrong passwords came today in the name of {name}. They were refused. After \
             {OPEN_A_DAY} of a day a right password waits for a word from the registered address, unless its letter is a \
             reply to a mail from here or its mail server vouches for it (DMARC)."
        );
        let trouble = Trouble {
            key,
            stage: String::new(),
            game: Some(game.clone()),
            title: title.clone(),
            words: words.clone(),
            since_ms: self.clock.now(),
            remind_ms: None,
        };
        let mut mails = self.notices(Some(&game.0), &title, &words)?;
        if !account.email.is_empty() {
            let words = format!(
                "{words}\n\nIf it was you, mind that dashes, blanks and capitals do not matter in a password, and ask the \
                 game administrator for a new one. If it was not, nothing is lost: reply to this mail when you order, \
                 and your letters are read as ever."
            );
            let view = Notice { game: Some(&game.0), title: &title, words: &words };
            let html = self.wishes(Some(&game.0), Some(name)).html;
            let (printed, html) = self.press.both("notice", &view, html)?;
            let plain =
                Draft::plain(Mail::Notice, Kind::Notice, Some(&game.0), Some(name), &account.email, &printed);
            mails.push(self.write(Draft { html, ..plain })?);
        }
        tracing::warn!(game = game.0, account = name, "told of guesses at a password");
        Ok(self.store.tell(Telling { at_ms: self.clock.now(), news: TroubleNews::Open(trouble), mails })?)
    }
}

const KEY: &str = "guesses:";

fn trouble_key(game: &GameName, account: &str) -> String {
    format!("{KEY}{}:{account}", game.0)
}

fn account_key(game: &GameName, account: &str, kind: Counted) -> String {
    let kind = match kind {
        Counted::Unvouched => "guess",
        Counted::Reply => "reply-guess",
        Counted::Server => "vouched-guess",
        Counted::Signed => "signed-guess",
        Counted::Forgiven => "forgiven-guess",
        Counted::Told => "told-of-guesses",
        Counted::ToldAtHome => "told-of-guesses-at-home",
    };
    format!("{kind}:{}:{}", game.0, account.to_lowercase())
}

fn address_key(from: Option<&str>) -> String {
    format!("tries:{}", folded(from.unwrap_or("nobody")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_are_counted_by_account_and_by_address_in_any_capitals() {
        assert_eq!(address_key(Some("Ann@X.org")), "tries:ann@x.org");
        let game = GameName("demo".into());
        assert_eq!(account_key(&game, "Moltke", Counted::Unvouched), "guess:demo:moltke");
        let keys = Counted::ALL.map(|kind| account_key(&game, "Moltke", kind));
        assert_eq!(keys.iter().collect::<std::collections::BTreeSet<_>>().len(), keys.len());
    }
}
