//! Reports given up: what comes back byte for byte is kept as what it is printed from, and everything else holds.

use super::*;
use fieldpost_daemon::prune::Which;
use fieldpost_store::{Mail, MailState, Mark, StoreError};

/// Three turns with a hand edit and a march, all of their mails sent.
fn played() -> Desk {
    let mut desk = Desk::new();
    desk.march();
    let said = desk.typed("SET UNIT AU5IN MORALE 55");
    assert!(said.contains("Done as edit 1"), "{said}");
    (0..3).for_each(|_| drop(desk.run_turn()));
    let told = desk.office.prune(&all()).unwrap();
    assert!(told.contains("0 reports"), "what is still to be sent stays: {told}");
    send(&desk);
    desk
}

/// Marks all that waits as sent.
fn send(desk: &Desk) {
    for row in desk.mails().into_iter().filter(|row| row.state == MailState::Queued) {
        let at_ms = desk.clock.now();
        desk.office.store.mark(&[Mark::Sending { id: row.id }, Mark::Sent { id: row.id, at_ms }]).unwrap();
    }
}

fn all() -> Which {
    Which { game: Some("demo".into()), ..Which::default() }
}

fn reports(desk: &Desk) -> Vec<MailRow> {
    desk.mails().into_iter().filter(|row| row.kind == Mail::Report).collect()
}

fn bytes(desk: &Desk, row: &MailRow) -> Option<Vec<u8>> {
    desk.office.store.mail_bytes(row.id).ok()
}

/// What a player is sent who asks for a turn's reports, but for the Message-IDs of the mails that bring it.
fn asked_for(desk: &mut Desk, turn: u32) -> Vec<String> {
    let before = desk.mails().len();
    let uid = desk.uid;
    let text = format!(
        "From: {BENEDEK}\r\nTo: war@example.org\r\nSubject: report\r\nMessage-ID: <{uid}@ben>\r\nContent-Type: text/plain; \
         charset=utf-8\r\n\r\nPLAYER Benedek\nPASSWORD correct horse battery\nSEND REPORT {turn}\n"
    );
    assert_eq!(desk.take(text.as_bytes()), Verdict::Obeyed);
    let sent = desk.mails().split_off(before);
    let sent = sent.iter().filter(|row| row.kind == Mail::Answer);
    sent.map(|row| String::from_utf8(bytes(desk, row).unwrap()).unwrap().replace(&row.message_id, "<>"))
        .collect()
}

#[test]
fn a_report_that_was_given_up_comes_back_byte_for_byte() {
    let mut desk = played();
    let first = asked_for(&mut desk, 1);
    assert_eq!(first.len(), 2);
    assert!(first[0].contains("AU5IN"), "what was changed by hand is told: {}", first[0]);
    let mails = desk.mails();
    let told = desk.office.prune(&Which { dry_run: true, ..all() }).unwrap();
    assert!(told.contains("18 reports would be kept no more"), "{told}");
    assert!(
        desk.mails() == mails
            && mails.iter().all(|row| row.kind != Mail::Report || bytes(&desk, row).is_some())
    );
    let told = desk.office.prune(&all()).unwrap();
    // Four players with two reports and the administrator's board, of turns 1 and 2.
    assert!(told.contains("demo: 18 reports kept no more") && !told.contains("stay"), "{told}");
    let gone = reports(&desk).into_iter().filter(|row| row.anew.is_some()).collect::<Vec<_>>();
    assert_eq!(gone.len(), 18);
    for row in &gone {
        assert!(matches!(desk.office.store.mail_bytes(row.id), Err(StoreError::Pruned(_))));
    }
    assert_eq!(asked_for(&mut desk, 1), first);
    assert_eq!(asked_for(&mut desk, 3).len(), 2, "the latest turn is kept as it is");
    let again = desk.office.prune(&all()).unwrap();
    assert!(again.contains("0 reports"), "{again}");
}

#[test]
fn what_would_come_out_otherwise_stays() {
    let mut desk = played();
    let text = format!(
        "From: {BENEDEK}\r\nTo: war@example.org\r\nSubject: wish\r\nMessage-ID: <wish@ben>\r\nContent-Type: text/plain; \
         charset=utf-8\r\n\r\nPLAYER Benedek\nPASSWORD correct horse battery\nSET REPORTS TEXT\n"
    );
    assert_eq!(desk.take(text.as_bytes()), Verdict::Obeyed);
    let told = desk.office.prune(&all()).unwrap();
    assert!(told.contains("14 reports kept no more"), "{told}");
    assert!(told.contains("4 reports would come out otherwise by now, and stay"), "{told}");
    assert_eq!(asked_for(&mut desk, 1).len(), 2);
}

#[test]
fn only_what_is_meant_goes() {
    let mut desk = played();
    let ended = desk.office.prune(&Which { ended: true, ..Which::default() }).unwrap();
    assert_eq!(ended, "No game is meant by that");
    let told = desk.office.prune(&Which { older_days: Some(30), ..all() }).unwrap();
    assert!(told.contains("0 reports"), "{told}");
    desk.pass(31 * 24 * HOUR);
    let told = desk.office.prune(&Which { older_days: Some(30), ..Which::default() }).unwrap();
    assert!(told.contains("18 reports kept no more"), "{told}");
    desk.confirmed("END GAME");
    send(&desk);
    let told = desk.office.prune(&Which { ended: true, ..Which::default() }).unwrap();
    assert!(told.contains("9 reports kept no more"), "the latest too, of a game that has ended: {told}");
    let error = desk.office.prune(&Which { game: Some("nowhere".into()), ..Which::default() }).unwrap_err();
    assert!(error.to_string().contains("there is no game"), "{error}");
}

#[test]
fn a_record_without_them_is_whole() {
    let mut desk = played();
    let first = asked_for(&mut desk, 1);
    desk.office.prune(&all()).unwrap();
    desk.office.replay(&demo()).unwrap();
    let folder = desk.office.config.office.store.clone();
    let export = |desk: &Desk| {
        let mut out = Vec::new();
        let exported = desk.office.store.export(&mut out).unwrap();
        assert!(exported.missing.is_empty(), "{:?}", exported.missing);
        out
    };
    // How far the mailboxes were read is worked out anew by a rebuild, and stands beside the record.
    let entries = |export: &[u8]| {
        let lines = std::str::from_utf8(export).unwrap().lines().map(str::to_owned);
        lines
            .filter(|line| line.starts_with("{\"entry\"") || line.starts_with("{\"body\""))
            .collect::<Vec<_>>()
    };
    let exported = export(&desk);
    let mut round = fieldpost_store::Round::default();
    while !round.is_over {
        desk.office.store.look_over(&mut round, 100).unwrap();
    }
    assert!(round.found.is_empty(), "{:?}", round.found);

    let Desk { folder: kept, clock, office, uid } = desk;
    let config = office.config.clone();
    drop(office);
    let verified = fieldpost_store::verify(&folder).unwrap();
    assert!(verified.damages.is_empty(), "{:?}", verified.damages);
    let rebuilt = sled::rebuild(&folder).unwrap();
    assert!(rebuilt.left_out.is_empty(), "{rebuilt}");
    let mut desk = Desk { folder: kept, office: open(config.clone(), &clock), clock, uid };
    assert!(entries(&export(&desk)) == entries(&exported), "a rebuild makes the same record");
    assert_eq!(asked_for(&mut desk, 1), first);

    let other = TempDir::new().unwrap();
    let imported = fieldpost_store::import(other.path(), exported.as_slice()).unwrap();
    assert!(imported.missing.is_empty(), "{:?}", imported.missing);
    let mut again = Vec::new();
    SledStore::open(other.path()).unwrap().export(&mut again).unwrap();
    assert!(again == exported, "an import makes the same record");
}

/// A body that is gone without having been given up is missed as ever.
#[test]
fn what_was_not_given_up_is_missed() {
    let mut desk = played();
    let last = reports(&desk).pop().unwrap();
    desk.office.prune(&all()).unwrap();
    let folder = desk.office.config.office.store.clone();
    let body = last.body.to_string();
    fs::remove_file(folder.join("post").join(&body[..2]).join(format!("{body}.eml"))).unwrap();
    let Desk { folder: _kept, office, .. } = desk;
    drop(office);
    let verified = fieldpost_store::verify(&folder).unwrap();
    assert_eq!(verified.damages.len(), 1, "{:?}", verified.damages);
    assert_eq!(sled::rebuild(&folder).unwrap().left_out.len(), 1);
}

#[test]
fn the_rule_of_the_configuration_gives_up_a_turn_an_hour() {
    let mut desk = played();
    desk.office.config.keep.reports_days = Some(30);
    desk.office.look_after();
    let gone = |desk: &Desk| reports(desk).iter().filter(|row| row.anew.is_some()).count();
    assert_eq!(gone(&desk), 0, "nothing is so old");
    desk.pass(31 * 24 * HOUR);
    desk.office.look_after();
    assert_eq!(gone(&desk), 9);
    desk.pass(2 * HOUR);
    desk.office.look_after();
    assert_eq!(gone(&desk), 18);
}
