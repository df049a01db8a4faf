//! A turn that is to be run at once (`fieldpost turn GAME --now`) beside a daemon: letters that lie in a mailbox by then count for it, as
//! they do where a turn falls due. So every mailbox is looked through first.

use std::sync::mpsc::Sender;
use std::time::Instant;

use crate::clock::Millis;
use crate::closing::Polled;
use crate::run::Daemon;
use crate::socket::{Reply, Request};
use crate::wake::Answer;
use crate::watch::LOOK_PATIENCE;

/// What is said of a turn for which not every mailbox could be looked through.
const UNREAD: &str =
    "A mailbox could not be looked through first: letters that lie there count for the next turn";

/// A turn that waits for a look at the mailboxes.
pub(super) struct AtOnce {
    request: Request,
    reply: Sender<Answer>,
    /// A letter that had come by then counts.
    asked_ms: Millis,
    since: Instant,
}

impl AtOnce {
    /// A turn that is asked for now.
    pub fn new(request: Request, reply: Sender<Answer>, asked_ms: Millis) -> Self {
        AtOnce { request, reply, asked_ms, since: Instant::now() }
    }

    /// Whether it waits no more: all was looked through, or cannot be, or it takes too long.
    fn is_ready(&self, polled: &[Polled]) -> bool {
        let is_done = |one: &Polled| one.failing || one.has_seen_all_until(self.asked_ms);
        polled.iter().all(is_done) || self.since.elapsed() > LOOK_PATIENCE
    }

    fn has_read_all(&self, polled: &[Polled]) -> bool {
        polled.iter().all(|one| one.has_seen_all_until(self.asked_ms))
    }
}

impl Daemon {
    /// Runs the turns that were asked for and wait no more, and answers who asked.
    pub(super) fn run_at_once(&mut self, polled: &[Polled]) {
        let (ready, waiting) =
            std::mem::take(&mut self.at_once).into_iter().partition(|one| one.is_ready(polled));
        self.at_once = waiting;
        for one in ready {
            let mut answer = Answer::of(self.office.carry_out(&one.request, Vec::new()));
            if let Reply::Done { words } = &mut answer.reply
                && !one.has_read_all(polled)
            {
                words.push_str(&format!(". {UNREAD}"));
            }
            // Whoever asked may have gone.
            let _ = one.reply.send(answer);
        }
    }

    /// The moment up to which mailboxes are to be looked through for the turns that wait.
    pub(super) fn at_once_ms(&self) -> Millis {
        self.at_once.iter().map(|one| one.asked_ms).min().unwrap_or(Millis::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn a_turn_waits_for_a_look_that_began_behind_the_question_and_for_no_mailbox_that_fails() {
        let request = Request::Turn { game: "demo".into(), now: true };
        let asked = AtOnce::new(request, mpsc::channel().0, 100);
        let polled = Polled::unnamed;
        assert!(asked.is_ready(&[]) && asked.has_read_all(&[]), "no mailbox is waited for");
        for (sources, ready, all) in [
            (vec![polled(None, false)], false, false),
            (vec![polled(Some(100), false)], false, false),
            (vec![polled(Some(101), false)], true, true),
            (vec![polled(Some(101), false), polled(Some(7), false)], false, false),
            (vec![polled(Some(101), false), polled(Some(7), true)], true, false),
        ] {
            assert_eq!((asked.is_ready(&sources), asked.has_read_all(&sources)), (ready, all), "{sources:?}");
        }
    }
}
