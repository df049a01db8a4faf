//! Mail in and out by real servers: Dovecot and Postfix on loopback.

use std::fs;
use std::time::{Duration, Instant};

use fieldpost_mail::endpoint::{Credential, Security};
use fieldpost_mail::post::{Envelope, Post, Sending, SmtpPost, SmtpSettings};
use fieldpost_mail::postmark::{Kind, Postmark};
use fieldpost_mail::read::{Class, read};
use fieldpost_mail::source::{Arrival, Cursor, Filing, Imap, Mailbox, Shelf, Wake};
use fieldpost_mail::write::{File, ListHeaders, Occasion, Outgoing, Picture, page};
use serde_json::json;

use crate::mailstack::{MailStack, login};

fn letter(number: usize) -> Vec<u8> {
    format!("From: alice@localhost\r\nTo: war@localhost\r\nSubject: {number}\r\nMessage-ID: <{number}@alice>\r\n\r\nMOVE G4-V{number}\r\n")
        .into_bytes()
}

fn subjects(mailbox: &mut dyn Mailbox, arrivals: &[Arrival]) -> Vec<String> {
    mailbox.fetch(arrivals).unwrap().iter().map(|letter| read(&letter.bytes).headers.subject).collect()
}

fn list(mailbox: &mut dyn Mailbox, uid_validity: u64, uid: u64) -> Vec<Arrival> {
    mailbox.list(Cursor { uid_validity, uid }).unwrap().arrivals
}

#[test]
fn letters_come_by_imap_and_are_moved_only_when_told() {
    let stack = MailStack::start();
    for number in 1..=5 {
        stack.send_by_python("alice@localhost", "war@localhost", &letter(number));
    }
    stack.await_letters("war", 5);
    let mut inbox = stack.imap("war");
    let listing = inbox.list(Cursor::default()).unwrap();
    let uids: Vec<u64> = listing.arrivals.iter().map(|arrival| arrival.uid).collect();
    assert_eq!(uids, [1, 2, 3, 4, 5]);
    assert!(!listing.renumbered && listing.uid_validity > 0);
    assert_eq!(subjects(&mut inbox, &listing.arrivals), ["1", "2", "3", "4", "5"]);
    let flags = |stack: &MailStack| {
        fs::read_dir(stack.mailbox("war").join("cur")).map_or(0, |files| {
            files.filter(|f| f.as_ref().unwrap().file_name().to_string_lossy().ends_with('S')).count()
        })
    };
    assert_eq!(flags(&stack), 0, "fetching marked a letter as seen");

    inbox.file(&listing.arrivals[..2], Shelf::Processed).unwrap();
    inbox.file(&listing.arrivals[2..3], Shelf::Ignored).unwrap();
    assert_eq!(list(&mut inbox, listing.uid_validity, 0).len(), 2);
    let folder = |name: &str| {
        let mut imap = Imap::new(fieldpost_mail::source::ImapSettings {
            folder: name.into(),
            ..stack.imap_settings("war")
        });
        let arrivals = list(&mut imap, 0, 0);
        subjects(&mut imap, &arrivals)
    };
    assert_eq!((folder("Processed"), folder("Ignored")), (vec!["1".into(), "2".into()], vec!["3".into()]));
    // `6:*` names letter 5 although it is not above 5 (row 3).
    assert_eq!(list(&mut inbox, listing.uid_validity, 5), []);
    // What is gone already is passed over.
    inbox.file(&listing.arrivals[..2], Shelf::Processed).unwrap();
    assert!(inbox.fetch(&listing.arrivals[..2]).unwrap().is_empty());
}

#[test]
fn starttls_flags_new_folders_and_the_size_limit() {
    let stack = MailStack::start();
    let large = [letter(1), b"x".repeat(9000)].concat();
    stack.send_by_python("alice@localhost", "war@localhost", &large);
    stack.send_by_python("alice@localhost", "war@localhost", &letter(2));
    stack.await_letters("war", 2);
    let mut settings = stack.imap_settings("war");
    settings.endpoint = stack.imap_endpoint(Security::StartTls);
    settings.letter_max = 5000;
    settings.filing = Filing::Flag;
    let mut inbox = Imap::new(settings.clone());
    let arrivals = list(&mut inbox, 0, 0);
    let fetched = inbox.fetch(&arrivals).unwrap();
    assert_eq!(fetched.iter().map(|f| f.whole).collect::<Vec<_>>(), [false, true]);
    assert!(
        fetched[0].bytes.len() < 2000
            && read(&fetched[0].bytes).headers.message_id.as_deref() == Some("<1@alice>")
    );
    inbox.file(&arrivals, Shelf::Processed).unwrap();
    let seen = fs::read_dir(stack.mailbox("war").join("cur")).unwrap();
    assert_eq!(
        seen.filter(|f| f.as_ref().unwrap().file_name().to_string_lossy().ends_with(":2,S")).count(),
        2
    );

    settings.filing = Filing::Move { processed: "Games/Done".into(), ignored: "Ignored".into() };
    Imap::new(settings.clone()).file(&arrivals, Shelf::Processed).unwrap();
    settings.folder = "Games/Done".into();
    assert_eq!(list(&mut Imap::new(settings), 0, 0).len(), 2);
}

#[test]
fn idle_wakes_at_once_and_a_killed_server_is_found_again() {
    let stack = MailStack::start();
    let mut inbox = stack.imap("war");
    let listing = inbox.list(Cursor::default()).unwrap();
    assert_eq!(inbox.wait(Duration::from_millis(300)).unwrap(), Wake::Quiet);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            stack.send_by_python("alice@localhost", "war@localhost", &letter(1));
        });
        let begun = Instant::now();
        assert_eq!(inbox.wait(Duration::from_secs(60)).unwrap(), Wake::News);
        assert!(begun.elapsed() < Duration::from_secs(30));
    });
    assert_eq!(list(&mut inbox, listing.uid_validity, 0).len(), 1);

    stack.control("kill-imap");
    assert!(inbox.list(Cursor::default()).is_err(), "a dead server answered");
    assert!(inbox.list(Cursor::default()).is_err(), "a dead server answered");
    stack.control("start-imap");
    assert_eq!(list(&mut inbox, 0, 0).len(), 1);
}

#[test]
fn another_uidvalidity_shows_all_letters_and_touches_none_by_old_numbers() {
    let stack = MailStack::start();
    stack.send_by_python("alice@localhost", "war@localhost", &letter(1));
    stack.await_letters("war", 1);
    let mut inbox = stack.imap("war");
    let before = inbox.list(Cursor::default()).unwrap();
    stack.control("kill-imap");
    for file in fs::read_dir(stack.mailbox("war")).unwrap() {
        let path = file.unwrap().path();
        if path.file_name().unwrap().to_string_lossy().starts_with("dovecot") && path.is_file() {
            fs::remove_file(path).unwrap();
        }
    }
    std::thread::sleep(Duration::from_millis(1100)); // Dovecot numbers by the second.
    stack.control("start-imap");
    let _ = inbox.list(Cursor::default());
    let after = inbox.list(Cursor { uid_validity: before.uid_validity, uid: 99 }).unwrap();
    assert_ne!(after.uid_validity, before.uid_validity);
    assert!(after.renumbered && after.arrivals.len() == 1);
    assert!(inbox.fetch(&before.arrivals).unwrap().is_empty());
    inbox.file(&before.arrivals, Shelf::Processed).unwrap();
    assert_eq!(list(&mut inbox, 0, 0).len(), 1);
}

#[test]
fn a_wrong_password_and_a_wrong_certificate_are_told_apart() {
    let stack = MailStack::start();
    let mut settings = stack.imap_settings("war");
    settings.login.credential = Credential::Password("wrong".into());
    let error = Imap::new(settings).list(Cursor::default()).unwrap_err();
    assert!(error.is_login(), "{error}");
    let mut settings = stack.imap_settings("war");
    settings.endpoint.ca_pem = None;
    let error = Imap::new(settings).list(Cursor::default()).unwrap_err();
    assert!(!error.is_login() && error.to_string().contains("certificate"), "{error}");

    let mut settings = stack.smtp_settings("war", Security::Tls);
    settings.login = Some(fieldpost_mail::endpoint::Login {
        credential: Credential::Password("wrong".into()),
        ..login("war")
    });
    let post = SmtpPost::new(settings).unwrap();
    let envelope = Envelope { from: None, to: "alice@localhost".into() };
    // The host's own trouble is not the mail's: it waits in the outbox, and no try is counted.
    assert!(matches!(post.send(&envelope, &letter(1)), Sending::Held(_)));
    assert!(post.test("war@localhost", "gm@localhost").is_err());
    assert_eq!(stack.smtp("war").test("war@localhost", "gm@localhost"), Ok(()));
    let without = SmtpSettings { login: None, ..stack.smtp_settings("war", Security::Tls) };
    let why = SmtpPost::new(without).unwrap().test("war@localhost", "gm@localhost").unwrap_err();
    assert!(why.starts_with("a mail to gm@localhost is refused: permanent error (554)"), "{why}");
}

fn outgoing(to: &str) -> Outgoing {
    let mark = Postmark::new("war@localhost", b"key").unwrap();
    Outgoing {
        language: "en",
        from_name: "Fieldpost, the host".into(),
        from: mark.address(),
        to: to.into(),
        reply_to: Some(mark.game_address("bohemia")),
        subject: "[bohemia T1] Königgrätz".into(),
        message_id: mark.message_id(Kind::Report, 7),
        in_reply_to: Some("<1@alice>".into()),
        references: vec!["<0@alice>".into()],
        date_ms: 1_800_000_000_000,
        occasion: Occasion::Due,
        list: Some(ListHeaders {
            id: "bohemia.localhost".into(),
            unsubscribe: "mailto:war@localhost?subject=off".into(),
        }),
        text: format!("From G4 to V6.  \n> not a quote\nKöniggrätz\n{}\n", "long ".repeat(300)),
        html: Some(format!("<p>Königgrätz {}</p><img src=\"cid:map\" alt=\"map\">", "long ".repeat(300))),
        pictures: vec![Picture { id: "map".into(), png: vec![0x89, b'P', 1, 2, 3] }],
        attachments: vec![File {
            name: "orders.txt".into(),
            kind: "text/plain; charset=utf-8".into(),
            bytes: "PLAYER Ä\n".into(),
        }],
    }
}

#[test]
fn a_report_goes_out_and_is_read_back_whole_and_as_no_letter_to_answer() {
    let stack = MailStack::start();
    let bytes = outgoing("alice+x@localhost").to_bytes().unwrap();
    assert_eq!(
        bytes,
        outgoing("alice+x@localhost").to_bytes().unwrap(),
        "the same mail is not the same bytes"
    );
    for line in bytes.split(|byte| *byte == b'\n') {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        assert!(line.len() <= 78, "{}", String::from_utf8_lossy(line));
        assert!(line.is_ascii() && !line.starts_with(b"From ") && !line.starts_with(b">"));
    }
    let mark = Postmark::new("war@localhost", b"key").unwrap();
    let envelope = Envelope { from: Some(mark.return_path(7)), to: "alice+x@localhost".into() };
    for security in [Security::Tls, Security::StartTls, Security::Plain] {
        let post = SmtpPost::new(stack.smtp_settings("war", security)).unwrap();
        assert_eq!(post.send(&envelope, &bytes), Sending::Sent, "{security:?}");
    }
    let letters = stack.await_letters("alice", 3);
    let back = read(&letters[0]);
    assert_eq!(back.headers.subject, "[bohemia T1] Königgrätz");
    assert_eq!(mark.know_message_id(back.headers.message_id.as_deref().unwrap()), Some((Kind::Report, 7)));
    assert_eq!(back.headers.references, ["<0@alice>", "<1@alice>"]);
    assert_eq!(mark.know_return_path(back.headers.return_path.as_deref().unwrap()), Some(7));
    assert!(matches!(back.class, Class::Automatic(_)), "{:?}", back.class);
    let kinds: Vec<&str> = back.parts.iter().map(|part| part.kind.as_str()).collect();
    assert_eq!(
        kinds,
        [
            "multipart/mixed",
            "multipart/alternative",
            "text/plain",
            "multipart/related",
            "text/html",
            "image/png",
            "text/plain"
        ]
    );
    let text = back.texts[0].plain();
    assert!(text.contains("Königgrätz") && text.contains("\n"), "{text}");
    for mail in stack.read_by_python("alice") {
        let shape = "multipart/mixed(multipart/alternative(text/plain, multipart/related(text/html, image/png)), text/plain)";
        assert_eq!(mail["tree"], shape, "{mail}");
        assert_eq!(mail["defects"], json!([]), "{mail}");
        let id = format!("map.{}", mark.message_id(Kind::Report, 7).trim_matches(['<', '>']));
        assert_eq!((&mail["shown"], &mail["given"]), (&json!([id]), &json!([format!("<{id}>")])), "{mail}");
        assert_eq!(
            (&mail["inline"], &mail["related"]),
            (&json!(["inline"]), &json!(["text/html"])),
            "{mail}"
        );
        // Text has a mail's ends of lines (RFC 2046 4.1.1).
        assert_eq!(mail["files"], json!({ "orders.txt": "PLAYER Ä\r\n".len() }), "{mail}");
    }
}

#[test]
fn no_two_mails_have_a_content_id_in_common_and_a_page_of_a_mail_has_its_pictures_in_it() {
    let mark = Postmark::new("war@localhost", b"key").unwrap();
    let mut pictured = outgoing("alice@localhost");
    pictured.html = Some("<p>cid:map</p><img src=\"cid:map\"><img src=\"cid:map-2\">".into());
    pictured.pictures.push(Picture { id: "map-2".into(), png: b"second".to_vec() });
    let first = pictured.to_bytes().unwrap();
    pictured.message_id = mark.message_id(Kind::Report, 8);
    let second = pictured.to_bytes().unwrap();
    let ids = |bytes: &[u8]| {
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        let lines = text.lines().filter_map(|line| line.strip_prefix("Content-ID: ").map(str::to_owned));
        lines.collect::<std::collections::BTreeSet<String>>()
    };
    assert_eq!((ids(&first).len(), ids(&second).len()), (2, 2));
    assert!(ids(&first).is_disjoint(&ids(&second)));
    assert_eq!(
        page(&first).unwrap(),
        "<p>cid:map</p><img src=\"data:image/png;base64,iVABAgM=\"><img src=\"data:image/png;base64,c2Vjb25k\">"
    );
    pictured.html = None;
    assert_eq!(page(&pictured.to_bytes().unwrap()), None);
}

#[test]
fn nobody_by_that_name_is_for_good_and_a_stopped_server_is_for_now() {
    let stack = MailStack::start();
    let post = stack.smtp("war");
    let bytes = outgoing("alice@localhost").to_bytes().unwrap();
    let to = |to: &str| Envelope { from: Some("war@localhost".into()), to: to.into() };
    assert_eq!(post.send(&to("alice@localhost"), &bytes), Sending::Sent);
    stack.control("stop-smtp");
    assert!(post.send(&to("alice@localhost"), &bytes).retry());
    assert!(matches!(post.send(&to("alice@localhost"), &bytes), Sending::Away(_)));
    stack.control("start-smtp");
    let sent = (0..3).any(|_| post.send(&to("alice@localhost"), &bytes) == Sending::Sent);
    assert!(sent, "the pool did not find the server again");
    assert!(matches!(post.send(&to("no address"), &bytes), Sending::PermanentFailure(_)));
}
