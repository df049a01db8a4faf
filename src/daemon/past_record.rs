//! What the GA is told past the outbox, because the record that holds it cannot be written.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, SystemTime};

use crate::clock::Millis;
use crate::run::Daemon;
use crate::troubles::filing_words;
use fieldpost_mail::post::{Envelope, Sending};
use fieldpost_store::Content;

/// How long the last mail of a daemon that ends may take to be sent.
const LAST_WORDS: Duration = Duration::from_secs(30);

const DAY_MS: Millis = 24 * 3_600_000;

impl Daemon {
    /// The record cannot be written, so neither can the outbox: one mail goes straight to the GA.
    pub(super) fn tell_past_the_record(&mut self, source: &str, why: &str) {
        if std::mem::replace(&mut self.told_directly, true) {
            return;
        }
        let (title, words) = filing_words(source, why);
        drop(self.send_past_the_record(title, &words));
    }

    /// Sends a mail to the GA without the outbox; what is received says that it was tried. A server may take its time, and
    /// the loop has none.
    fn send_past_the_record(&self, title: &str, words: &str) -> Receiver<()> {
        let (done, tried) = mpsc::channel();
        let mail = match self.office.notice(None, title, words) {
            Ok(mail) => mail,
            Err(error) => {
                self.note(Err(error));
                return tried;
            }
        };
        let Content::Bytes(bytes) = mail.content else { return tried };
        let from = (!mail.envelope_from.is_empty()).then_some(mail.envelope_from);
        let post = Arc::clone(&self.post);
        thread::spawn(move || {
            let outcome = post.send(&Envelope { from, to: mail.to }, &bytes);
            if outcome == Sending::Sent {
                tracing::warn!("the GA was told past the record that it cannot be written");
            } else {
                tracing::error!(
                    ?outcome,
                    "the GA could not be told past the record that it cannot be written"
                );
            }
            let _ = done.send(());
        });
        tried
    }

    /// The record takes no more writes: the GA hears of it past the outbox, once a day however often the daemon starts and
    /// ends meanwhile.
    pub(super) fn tell_that_it_ends(&self, why: &str) {
        tracing::error!(why, "the record takes no more writes: the daemon ends");
        let (mark, now) = (self.mark_of_end(), self.office.clock.now());
        let told_ms = std::fs::metadata(&mark).and_then(|found| found.modified()).ok().map(millis);
        if told_ms.is_some_and(|told_ms| (0..DAY_MS).contains(&(now - told_ms))) {
            return;
        }
        // Empty, so that a full disk has room for it.
        if let Err(error) = std::fs::File::create(&mark).and_then(|file| file.set_modified(moment(now))) {
            tracing::warn!(%error, "that the GA was told could not be kept");
        }
        let words = format!(
            "A write to the record failed, and it takes no more until the daemon starts again: {why}\n\nThe daemon ends \
             now. Under systemd it starts again by itself, and again until the record can be written; you hear of it when it \
             can, and else once a day. What was acknowledged is kept, letters that were not filed stay in their mailboxes, \
             and turns wait. See that the disk has room and works."
        );
        let tried = self.send_past_the_record("The daemon ends: the record cannot be written", &words);
        let _ = tried.recv_timeout(LAST_WORDS);
    }

    /// The record can be written again, after a daemon before this one could not.
    pub(super) fn tell_that_it_goes_on(&self) {
        let mark = self.mark_of_end();
        if mark.exists() && std::fs::remove_file(&mark).is_ok() {
            let words = "The daemon had ended because the record could not be written. It runs again, and the record is written.";
            self.note(self.office.tell_ga(self.office.clock.now(), None, "The daemon runs again", words));
        }
    }

    fn mark_of_end(&self) -> PathBuf {
        self.office.config.office.store.join("ended-by-the-disk")
    }
}

/// A file's time in milliseconds since 1970.
fn millis(at: SystemTime) -> Millis {
    let since = at.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX)
}

fn moment(at_ms: Millis) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_millis(u64::try_from(at_ms).unwrap_or(0))
}
