//! The promises one by one: each is a function that both stores are put through.

use fieldpost_desk::record::{Change, GameName, LetterNo, PasswordSince, Verdict};
use fieldpost_store::{
    AddressNews, Anew, Content, ContentKey, Effects, Filing, GameChange, Mail, MailId, MailState, Mark,
    NewGame, NewMail, Pruning, Settlement, Store, StoreError,
};
use serde_json::json;

use crate::cluster::Cluster;
use crate::fixture::*;
use crate::{exported, postgres, same, sled};

const FAR: i64 = i64::MAX - 1;

type Promise = (&'static str, fn(&dyn Store));

const PROMISES: &[Promise] = &[
    ("a letter is filed with all that follows", a_letter_is_filed_with_all_that_follows),
    ("a letter filed again keeps its number", a_letter_filed_again_keeps_its_number),
    ("the same content changes the record once", the_same_content_changes_the_record_once),
    ("what does not fit is refused whole", what_does_not_fit_is_refused_whole),
    ("a letter has one verdict", a_letter_has_one_verdict),
    ("a turn is closed once and can be opened again", a_turn_is_closed_once_and_can_be_opened_again),
    ("one Message-ID a mail", one_message_id_a_mail),
    ("a newer receipt takes an older one's place", a_newer_receipt_takes_an_older_ones_place),
    ("a mail is tried and given up", a_mail_is_tried_and_given_up),
    ("a late mark changes nothing", a_late_mark_changes_nothing),
    ("a password is erased when it has gone out", a_password_is_erased_when_it_has_gone_out),
    ("reports are given up", reports_are_given_up),
    ("mails are kept back until their player writes", mails_are_kept_back_until_their_player_writes),
    ("cursors, counters, press, accounts, games", cursors_counters_press_accounts_games),
    ("letters are given numbers in order", letters_are_given_numbers_in_order),
    ("odd characters come back", odd_characters_come_back),
];

#[test]
fn both_stores_keep_every_promise_and_export_the_same_bytes() {
    let Some(cluster) = Cluster::start() else { return };
    for (what, promise) in PROMISES {
        let (one, other) = (sled(), postgres(&cluster));
        for store in [one.store.as_ref(), other.store.as_ref()] {
            store.open_game(new_game()).unwrap();
            promise(store);
        }
        same(&exported(one.store.as_ref()), &exported(other.store.as_ref()), what);
    }
}

/// Refused, and nothing of it on record.
fn refused<T: std::fmt::Debug>(store: &dyn Store, ask: impl FnOnce() -> Result<T, StoreError>) -> StoreError {
    let before = exported(store);
    let error = ask().unwrap_err();
    same(&before, &exported(store), "what was refused left nothing");
    error
}

fn a_letter_is_filed_with_all_that_follows(store: &dyn Store) {
    assert_eq!(store.file(letter(1, 1, 600)).unwrap(), LetterNo(1));
    let record = store.letter(LetterNo(1)).unwrap().unwrap();
    assert_eq!(record.verdict, Verdict::Obeyed);
    assert_eq!(store.letter_bytes(LetterNo(1)).unwrap(), letter(1, 1, 600).raw);
    assert_eq!((store.seen(&place(1)).unwrap(), store.seen(&place(2)).unwrap()), (Some(LetterNo(1)), None));
    assert_eq!(
        store.seen_each(&[place(2), place(1)]).unwrap(),
        [None, Some(LetterNo(1))],
        "each in its place"
    );
    assert_eq!(store.same_content(&content(1)).unwrap().unwrap().number, LetterNo(1));
    let first = store.first_of_contents(&[content(2), content(1)]).unwrap();
    assert_eq!(first.map(|first| first.number), Some(LetterNo(1)));
    assert!(store.first_of_contents(&[content(2)]).unwrap().is_none());
    let book = store.order_book(&bohemia()).unwrap();
    assert_eq!(book.units.first_key_value().unwrap().1[0].letter, LetterNo(1));
    let receipt = store.mail(record.answers[0]).unwrap().unwrap();
    assert_eq!((receipt.answers, &receipt.state), (Some(LetterNo(1)), &MailState::Queued));
    assert!(store.mail_bytes(receipt.id).unwrap().starts_with(b"Subject: Receipt 1"));
    assert_eq!(store.mail_by_message_id(&receipt.message_id).unwrap().unwrap(), receipt);
    assert_eq!(store.newest_mail("receipt/bohemia-1866/benedek").unwrap().unwrap(), receipt);
    assert_eq!(store.counted("receipt:benedek@example.org", DAY).unwrap(), 1);
    assert_eq!(store.last_receipt(&bohemia(), "benedek").unwrap().unwrap(), "after letter 1");
    assert_eq!(store.audit(1).unwrap()[0].what, "letter 1 from benedek@example.org: obeyed");
    assert_eq!(store.audit_of(&bohemia(), 9).unwrap().len(), 2);
    assert_eq!(store.last_letter().unwrap(), Some(LetterNo(1)));
    assert_eq!(store.suspicion(&record.raw), None);
}

fn a_letter_filed_again_keeps_its_number(store: &dyn Store) {
    let numbers = store.file_many(vec![letter(1, 1, 600), letter(1, 1, 600), letter(2, 1, 600)]).unwrap();
    assert_eq!(numbers, [LetterNo(1), LetterNo(1), LetterNo(2)]);
    let before = exported(store);
    assert_eq!(
        store.file_many(vec![letter(2, 1, 600), letter(1, 1, 600)]).unwrap(),
        [LetterNo(2), LetterNo(1)]
    );
    same(&before, &exported(store), "nothing more came of it");
    let other = Filing { place: place(9), content: None, ..letter(1, 1, 600) };
    assert!(matches!(refused(store, || store.file(other)), StoreError::NumberTaken(LetterNo(1))));
}

fn the_same_content_changes_the_record_once(store: &dyn Store) {
    store.file(letter(1, 1, 600)).unwrap();
    let copy = || Filing { number: LetterNo(3), place: place(50), ..letter(1, 1, 600) };
    let error = refused(store, || store.file_many(vec![letter(2, 1, 600), copy()]));
    assert!(matches!(error, StoreError::SameContent(LetterNo(1))), "{error}");
    let first = store.same_content(&content(1)).unwrap().unwrap().answers.first().copied();
    let effects = Effects { resend: first, ..Effects::default() };
    let ignored = Filing { verdict: Verdict::Ignored("a copy".into()), effects, ..copy() };
    assert_eq!(store.file(ignored).unwrap(), LetterNo(3));
    assert_eq!(store.same_content(&content(1)).unwrap().unwrap().number, LetterNo(1));
}

fn what_does_not_fit_is_refused_whole(store: &dyn Store) {
    let bringing = |change: Change| {
        let effects = Effects { changes: vec![order(1, 1), change], ..Effects::default() };
        refused(store, || store.file(Filing { effects, ..letter(1, 1, 600) }))
    };
    assert!(matches!(bringing(order(1, 2)), StoreError::TurnClosed { asked: 2, open: 1, .. }));
    let password = PasswordSince { since: None, hash: "$argon2id$".into() };
    let change = Change::Password { game: bohemia(), player: "nobody".into(), password };
    assert!(matches!(bringing(change), StoreError::NoSuchPlayer { .. }));
    let elsewhere = GameName("saxony".into());
    assert!(matches!(store.order_book(&elsewhere), Err(StoreError::NoSuchGame(_))));
    assert!(matches!(refused(store, || store.open_game(new_game())), StoreError::GameExists(_)));
    let bad = NewGame { name: GameName("../x".into()), ..new_game() };
    assert!(matches!(refused(store, || store.open_game(bad)), StoreError::BadGameName(_)));
    let staged = NewMail {
        content: Content::Staged("0".repeat(64).parse().unwrap()),
        ..mail(Mail::Notice, "staged", Vec::new())
    };
    assert!(matches!(refused(store, || store.post(NOW, vec![staged])), StoreError::NotStaged(_)));
}

fn a_letter_has_one_verdict(store: &dyn Store) {
    let number = store.file(held_letter(1)).unwrap();
    assert_eq!(store.pending().unwrap().len(), 1);
    assert_eq!(store.held(&bohemia()).unwrap()[0].letter, number);
    let not_final = Settlement { verdict: Verdict::Held("still".into()), ..refusal(number) };
    assert!(matches!(refused(store, || store.settle_letter(not_final)), StoreError::NotFinal { .. }));
    store.settle_letter(refusal(number)).unwrap();
    assert!(store.pending().unwrap().is_empty() && store.held(&bohemia()).unwrap().is_empty());
    let again = Settlement { effects: Effects::default(), ..refusal(number) };
    assert!(matches!(refused(store, || store.settle_letter(again)), StoreError::AlreadyFinal(_)));
    let nobody = refusal(LetterNo(99));
    assert!(matches!(refused(store, || store.settle_letter(nobody)), StoreError::NoSuchLetter(_)));
}

fn a_turn_is_closed_once_and_can_be_opened_again(store: &dyn Store) {
    store.file_many((1..=6).map(|number| letter(number, 1, 600)).collect()).unwrap();
    let held = store.file(held_letter(7)).unwrap();
    store.file(letter_with(8, vec![press(8, 1), edit(1, 1)])).unwrap();
    let book = store.order_book(&bohemia()).unwrap();
    let filing = || {
        let settled = vec![refusal(held)];
        fieldpost_store::TurnFiling {
            form: 2,
            settled,
            ..turn_with_book(store, 1, b"Subject: Report\r\n\r\n1".to_vec())
        }
    };
    let late = filing();
    store.close_turn(filing()).unwrap();
    let game = store.game(&bohemia()).unwrap().unwrap();
    assert_eq!((game.turn, store.position(&bohemia()).unwrap()), (2, position(2)));
    let record = store.turn(&bohemia(), 1).unwrap().unwrap();
    assert_eq!(record.reports["benedek"].len(), 1);
    assert_eq!(store.paper(&record.events).unwrap().read::<serde_json::Value>().unwrap()["paper"], "events");
    assert!(store.order_book(&bohemia()).unwrap().units.is_empty());
    assert_eq!(store.presses(&bohemia(), 1).unwrap().len(), 1);
    assert!(store.letter(held).unwrap().unwrap().verdict.is_final());
    assert!(matches!(
        refused(store, || store.close_turn(late)),
        StoreError::TurnClosed { .. } | StoreError::AlreadyFinal(_) | StoreError::SameMessageId(_)
    ));
    store.file(letter(9, 2, 600)).unwrap();
    store.reopen_turn(back(1)).unwrap();
    assert_eq!(store.order_book(&bohemia()).unwrap(), book);
    assert_eq!((store.turn(&bohemia(), 1).unwrap(), store.voided_runs(&bohemia()).unwrap().len()), (None, 1));
    store.close_turn(again(store, 1, 2)).unwrap();
    // Each run says its form; of the first nothing is said.
    let (stands, voided) = (store.turn(&bohemia(), 1).unwrap(), store.voided_runs(&bohemia()).unwrap());
    assert_eq!((stands.unwrap().form, voided[0].record.form), (1, 2));
    store.administer(without_letter()).unwrap();
    assert!(matches!(refused(store, || store.reopen_turn(back(7))), StoreError::NotKept { .. }));
}

fn one_message_id_a_mail(store: &dyn Store) {
    store.post(NOW, vec![mail(Mail::Notice, "n", b"one".to_vec())]).unwrap();
    let error = refused(store, || store.post(NOW, vec![mail(Mail::Notice, "n", b"two".to_vec())]));
    assert!(matches!(error, StoreError::SameMessageId(_)), "{error}");
    let both = vec![mail(Mail::Notice, "m", b"a".to_vec()), mail(Mail::Notice, "m", b"b".to_vec())];
    assert!(matches!(refused(store, || store.post(NOW, both)), StoreError::SameMessageId(_)));
    let hash = store.stage(b"a report").unwrap();
    let staged = NewMail { content: Content::Staged(hash), ..mail(Mail::Report, "r", Vec::new()) };
    let id = store.post(NOW, vec![staged]).unwrap()[0];
    assert_eq!(store.mail_bytes(id).unwrap(), b"a report");
}

fn state(store: &dyn Store, id: MailId) -> MailState {
    store.mail(id).unwrap().unwrap().state
}

fn a_newer_receipt_takes_an_older_ones_place(store: &dyn Store) {
    let receipt = |number| {
        let letter = store.file(letter(number, 1, 600)).unwrap();
        store.letter(letter).unwrap().unwrap().answers[0]
    };
    let (one, two) = (receipt(1), receipt(2));
    assert_eq!(state(store, one), MailState::Superseded { by: two });
    let taken = store.take_due(FAR, 9).unwrap();
    assert!(taken.iter().any(|row| row.id == two) && store.take_due(FAR, 9).unwrap().is_empty());
    let three = receipt(3);
    assert_eq!(state(store, two), MailState::Sending, "what is on its way stays so");
    store.mark(&[Mark::Later { id: two, at_ms: NOW, why: "451".into() }]).unwrap();
    assert_eq!(state(store, two), MailState::Superseded { by: three });
    let due = store.due(FAR, 99).unwrap().into_iter().map(|row| row.id).collect::<Vec<_>>();
    assert_eq!(due, [three]);
    assert_eq!(store.next_due().unwrap(), Some(store.mail(three).unwrap().unwrap().next_try_ms));
}

fn a_mail_is_tried_and_given_up(store: &dyn Store) {
    let ids =
        store.post(NOW, vec![mail(Mail::Notice, "a", vec![1]), mail(Mail::Notice, "b", vec![2])]).unwrap();
    let mut now = NOW;
    for attempts in 1..=4 {
        let taken = store.take_due(now, 99).unwrap();
        let row = taken.iter().find(|row| row.id == ids[0]).unwrap();
        assert_eq!(row.attempts, attempts);
        let marks = taken.iter().map(|row| Mark::Later { id: row.id, at_ms: now, why: "451".into() });
        store.mark(&marks.collect::<Vec<_>>()).unwrap();
        now = state_next(store, ids[0]);
    }
    store.mark(&[Mark::Failed { id: ids[0], at_ms: now, why: "550 no".into() }]).unwrap();
    assert_eq!(store.given_up().unwrap()[0].id, ids[0]);
    let at_ms = NOW + fieldpost_store::outbox::GIVE_UP_MS + 1;
    store.mark(&[Mark::Later { id: ids[1], at_ms, why: "451 still".into() }]).unwrap();
    assert_eq!(store.given_up().unwrap().len(), 2, "after five days");
    assert!(
        refused(store, || store.mark(&[Mark::Sent { id: MailId(999), at_ms: 0 }]))
            .to_string()
            .contains("999")
    );
}

fn state_next(store: &dyn Store, id: MailId) -> i64 {
    store.mail(id).unwrap().unwrap().next_try_ms
}

fn a_late_mark_changes_nothing(store: &dyn Store) {
    let dead = store.take_in_hand(FAR, 9).unwrap().remove(0);
    let id = dead.row.id;
    store.mark(&[Mark::Later { id, at_ms: NOW, why: "no word of its sender".into() }]).unwrap();
    let living = store.take_in_hand(FAR, 9).unwrap().remove(0);
    assert_ne!(living.token, dead.token);
    assert_eq!(store.mark_in_hand(&[(living.token, Mark::Sent { id, at_ms: NOW })]).unwrap(), 1);
    let late = Mark::Later { id, at_ms: NOW, why: "451 too late".into() };
    let before = exported(store);
    assert_eq!(store.mark_in_hand(&[(dead.token, late)]).unwrap(), 0);
    same(&before, &exported(store), "a late mark");
}

fn reports_are_given_up(store: &dyn Store) {
    store.close_turn(turn_with_book(store, 1, b"Subject: Report\r\n\r\n1\r\n".to_vec())).unwrap();
    let id = store.turn(&bohemia(), 1).unwrap().unwrap().reports["benedek"][0];
    let anew = Anew { turn: 1, place: 0, date_ms: 1, deadline_ms: 2, wishes: "TEXT".into() };
    let pruning = || Pruning { game: bohemia(), at_ms: FAR, reports: vec![(id, anew.clone())] };
    assert!(refused(store, || store.prune(pruning())).is_stale(), "it is on its way");
    store.mark(&[Mark::Sending { id }, Mark::Sent { id, at_ms: 9 }]).unwrap();
    store.prune(pruning()).unwrap();
    assert!(matches!(store.mail_bytes(id), Err(StoreError::Pruned(gone)) if gone == id));
    assert_eq!(store.mail(id).unwrap().unwrap().anew, Some(anew.clone()));
    assert!(refused(store, || store.prune(pruning())).is_stale(), "once");
}

fn a_password_is_erased_when_it_has_gone_out(store: &dyn Store) {
    let id = store.mail_by_message_id("<welcome-benedek@fieldpost.example>").unwrap().unwrap().id;
    assert!(store.mail_bytes(id).unwrap().ends_with(b"PASSWORD welcome-password\r\n"));
    assert!(!String::from_utf8_lossy(&exported(store)).contains("welcome-password"));
    store.take_due(FAR, 9).unwrap();
    store.mark(&[Mark::Sent { id, at_ms: NOW }]).unwrap();
    assert!(matches!(store.mail_bytes(id), Err(StoreError::Erased(_))));
}

fn mails_are_kept_back_until_their_player_writes(store: &dyn Store) {
    let report = store.post(NOW, vec![mail(Mail::Report, "r1", vec![1])]).unwrap()[0];
    let addresses = [3, 3].map(|points| AddressNews::CameBack { mail: report, points, why: "550".into() });
    let effects = |addresses| Effects { addresses, ..Effects::default() };
    store.file(Filing { effects: effects(addresses.to_vec()), ..letter(1, 1, 600) }).unwrap();
    assert_eq!(store.bounces().unwrap()[0].points, 3, "once with the most points");
    let other = store.post(NOW, vec![mail(Mail::Report, "r2", vec![2])]).unwrap()[0];
    let more = AddressNews::CameBack { mail: other, points: 3, why: "550".into() };
    store.file(Filing { effects: effects(vec![more]), ..letter(2, 1, 600) }).unwrap();
    assert!(store.bounces().unwrap()[0].is_stopped());
    assert_eq!((state(store, report), state(store, other)), (MailState::Kept, MailState::Kept));
    let third = store.post(NOW, vec![mail(Mail::Report, "r3", vec![3])]).unwrap()[0];
    assert_eq!(state(store, third), MailState::Kept);
    let works = AddressNews::Works { game: bohemia(), player: "benedek".into() };
    store.file(Filing { effects: effects(vec![works]), ..letter(3, 1, 600) }).unwrap();
    assert_eq!([report, other, third].map(|id| state(store, id)), [const { MailState::Queued }; 3]);
    assert!(store.bounces().unwrap().is_empty());
}

fn cursors_counters_press_accounts_games(store: &dyn Store) {
    assert_eq!(store.cursor("imap", "INBOX").unwrap(), None);
    store.set_cursor("imap", "INBOX", &cursor()).unwrap();
    store.set_cursor("imap", "Other", &cursor()).unwrap();
    store.set_cursor("a", "b", &cursor()).unwrap();
    assert_eq!(store.cursor("imap", "INBOX").unwrap(), Some(cursor()));
    store.file_many(vec![letter(1, 1, 600), letter(2, 1, 600)]).unwrap();
    assert_eq!(store.counted("receipt:benedek@example.org", DAY).unwrap(), 2);
    assert_eq!(store.counted("receipt:benedek@example.org", DAY + 1).unwrap(), 0);
    let wishes = Change::ReportWishes { game: bohemia(), player: "albrecht".into(), wishes: "TEXT".into() };
    store.file(letter_with(3, vec![press(3, 1), wishes])).unwrap();
    let accounts = store.accounts(&bohemia()).unwrap();
    assert_eq!(accounts.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["benedek", "albrecht"]);
    assert_eq!(accounts[1].report_wishes, "TEXT");
    store.open_game(NewGame { name: GameName("a-war".into()), mails: Vec::new(), ..new_game() }).unwrap();
    let names = store.games().unwrap().into_iter().map(|game| game.name.0).collect::<Vec<_>>();
    assert_eq!(names, ["a-war", "bohemia-1866"]);
    assert_eq!(store.scenario_text(&bohemia(), "scenario.toml").unwrap(), b"title = \"Bohemia\"\n");
    assert!(matches!(store.scenario_text(&bohemia(), "x"), Err(StoreError::NotKept { .. })));
    assert_eq!(store.first_position(&bohemia()).unwrap(), position(1));
    let change = GameChange { at_ms: NOW, schedule: Some(json!({"z": 1, "a": 2})), hold: None };
    store.change_game(&bohemia(), change).unwrap();
    assert_eq!(store.letters(LetterNo(2), 1).unwrap()[0].number, LetterNo(2));
    assert_eq!(store.mails(MailId(2), 2).unwrap().len(), 2);
    store.note(NOW, "a note").unwrap();
    assert_eq!(store.audit(1).unwrap()[0].what, "a note");
}

fn letters_are_given_numbers_in_order(store: &dyn Store) {
    assert_eq!(store.reserve_letters(2).unwrap(), [LetterNo(1), LetterNo(2)]);
    assert_eq!(store.reserve_letters(1).unwrap(), [LetterNo(3)]);
    store.file(letter(3, 1, 600)).unwrap();
    store.file(letter(1, 1, 600)).unwrap();
    assert_eq!(store.last_letter().unwrap(), Some(LetterNo(3)));
    let numbers = store.letters(LetterNo(0), 9).unwrap().into_iter().map(|one| one.number.0);
    assert_eq!(numbers.collect::<Vec<_>>(), [1, 3]);
}

fn odd_characters_come_back(store: &dyn Store) {
    let odd = "Grüße \"x\" \\ \u{1f47b} \u{0}\u{1}\u{7f}\u{2028}".to_owned();
    let filing = Filing {
        from: odd.clone(),
        message_id: Some(odd.clone()),
        content: Some(ContentKey::of(&[&odd])),
        raw: (0..=255).collect(),
        verdict: Verdict::Refused(odd.clone()),
        effects: Effects::default(),
        ..letter(1, 1, 600)
    };
    store.file(filing.clone()).unwrap();
    let record = store.letter(LetterNo(1)).unwrap().unwrap();
    assert_eq!(
        (record.from, record.message_id, record.verdict),
        (odd.clone(), Some(odd.clone()), filing.verdict)
    );
    assert_eq!(store.letter_bytes(LetterNo(1)).unwrap(), filing.raw);
    store.note(NOW, &odd).unwrap();
    assert_eq!(store.audit(1).unwrap()[0].what, odd);
}
