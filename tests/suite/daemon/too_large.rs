//! Reports that a player's server refuses for their size.

use std::sync::Arc;

use fieldpost_daemon::dispatch::Dispatcher;
use fieldpost_mail::post::{RecordingPost, Sending, TOO_LARGE};
use fieldpost_mail::write::written;
use fieldpost_store::{Mail, MailRow, MailState};

use super::care::dsn;
use super::*;

impl Trial {
    fn report_of(&self, player: &str) -> MailRow {
        let theirs = |row: &MailRow| row.kind == Mail::Report && row.player.as_deref() == Some(player);
        self.mails().into_iter().find(theirs).unwrap()
    }

    fn short_reports(&self) -> Vec<(MailRow, String)> {
        let texts = self.mails().into_iter().filter_map(|row| {
            // A welcome that was sent is erased.
            let (subject, text) = written(&self.office.store.mail_bytes(row.id).ok()?)?;
            Some((row, format!("{subject}\n{text}")))
        });
        texts
            .filter(|(_, text)| text.starts_with("[demo] A report was too large for your mail server"))
            .collect()
    }
}

fn is_short_and_says_all(trial: &Trial, report: &MailRow) {
    let short = trial.short_reports();
    let [(row, text)] = short.as_slice() else { panic!("{} short mails", short.len()) };
    assert_eq!((row.kind, row.to.as_str(), &row.player), (Mail::Notice, report.to.as_str(), &report.player));
    let (subject, said) = written(&trial.office.store.mail_bytes(report.id).unwrap()).unwrap();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(&subject) && text.ends_with(&said), "the report's own text stands in it: {text}");
    for words in
        ["KiB", "SET REPORTS", "first NO PICTURES, then NO DESK, then ZIPPED", "Left out are its page"]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
    let bytes = |row: &MailRow| trial.office.store.mail_bytes(row.id).unwrap().len();
    assert!(bytes(row) * 4 < bytes(report), "{} of {} bytes", bytes(row), bytes(report));
}

#[test]
fn a_report_that_is_refused_for_its_size_comes_as_a_short_mail() {
    let mut trial = Trial::new();
    let report = trial.report_of("Moltke");
    let post = Arc::new(RecordingPost::new());
    let waiting = trial.mails().into_iter().filter(|row| row.state == MailState::Queued);
    let outcome = |row: MailRow| match row.id == report.id {
        true => Sending::PermanentFailure(format!("{TOO_LARGE}permanent error (552): 5.3.4 message too big")),
        false => Sending::Sent,
    };
    post.will(waiting.map(outcome));
    let (store, clock) = (Arc::clone(&trial.office.store), trial.clock.clone());
    let dispatcher = Dispatcher::new(store, post.clone(), clock);
    while !dispatcher.round().unwrap().is_idle() {}
    trial.pass(11_000);
    trial.pass(11_000);
    is_short_and_says_all(&trial, &report);
    assert_eq!(
        trial.told().iter().filter(|title| title.contains("was given up")).count(),
        1,
        "the GA hears of it too"
    );
}

#[test]
fn a_report_that_bounces_for_its_size_does_so_too_and_the_address_stays_good() {
    let mut trial = Trial::new();
    let report = trial.report_of("Moltke");
    let (_, number) = trial.office.postmark.know_message_id(&report.message_id).unwrap();
    let path = trial.office.postmark.return_path(number);
    for _ in 0..2 {
        trial.take(&dsn(&path, &report.to, "failed", "5.2.3", "<none@of.ours>"));
        trial.pass(11_000);
    }
    is_short_and_says_all(&trial, &report);
    let points = trial.office.store.bounces().unwrap().iter().map(|one| one.points).collect::<Vec<_>>();
    assert_eq!(points, [1], "it counts as what may arrive another time");
    // A mail that is no report, and a bounce that speaks of the address, bring none.
    let other = trial.mails().into_iter().find(|row| row.kind == Mail::Welcome).unwrap();
    let (_, number) = trial.office.postmark.know_message_id(&other.message_id).unwrap();
    let path = trial.office.postmark.return_path(number);
    trial.take(&dsn(&path, &other.to, "failed", "5.3.4", "<none@of.ours>"));
    trial.pass(11_000);
    assert_eq!(trial.short_reports().len(), 1);
}
