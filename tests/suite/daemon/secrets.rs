//! No password's words stay: one in every kind of letter there is, with every verdict, and then a search through every
//! file of the store, its log and its export (promise 7).

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use fieldpost::daemon::intake::receipt_of;
use fieldpost::desk::record::{LetterNo, Verdict};
use fieldpost::store::{Mail, MailId, Mark};
use lettre::message::Body;
use lettre::message::header::ContentTransferEncoding;

use super::{HOUR, MONDAY, Trial};

/// A password that no account has: each kind of letter has another one, so that a find names its letter.
fn odd(kind: &str) -> String {
    format!("wombat {kind} zither")
}

fn base64(text: &str) -> String {
    let body = Body::new_with_encoding(text.as_bytes().to_vec(), ContentTransferEncoding::Base64);
    String::from_utf8(body.unwrap().into_vec()).unwrap().replace("\r\n", "\n")
}

fn from(address: &str, head: &str, body: &str) -> Vec<u8> {
    format!(
        "From: {address}\r\nTo: war@example.org\r\nMIME-Version: 1.0\r\n{head}\r\n{}",
        body.replace('\n', "\r\n")
    )
    .into_bytes()
}

/// A letter of Moltke's.
fn his(head: &str, body: &str) -> Vec<u8> {
    from("moltke@prussia.example", head, body)
}

/// One in which his right password opens and an odd one stands elsewhere.
fn also(kind: &str, behind: &str) -> Vec<u8> {
    let body =
        format!("PLAYER Moltke\nPASSWORD heron-quill-maple\nSTATUS\n{}", behind.replace("{}", &odd(kind)));
    his(&format!("Subject: {kind}\r\n"), &body)
}

const ORDERS: &str = "PLAYER Moltke\nPASSWORD heron-quill-maple\nUNIT PR1IN\nMARCH A9-N7\nEND\n";

/// Letters that are delivered as they are, each with its own password.
fn letters(welcome_id: &str, welcome: &str) -> Vec<Vec<u8>> {
    let report = "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n";
    let status = "--b\n\nsorry\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\nFinal-Recipient: \
                  rfc822; moltke@prussia.example\nAction: failed\nStatus: 5.1.1\n\n";
    let password = |kind: &str| format!("PASSWORD {}\n", odd(kind));
    let coded = |kind: &str| {
        base64(&format!(
            "PLAYER Moltke\nPASSWORD heron-quill-maple\nSTATUS\n\n-- \npassword: {}\n",
            odd(kind)
        ))
    };
    let mixed = "Content-Type: multipart/mixed; boundary=b\r\n";
    let mut all = vec![
        his("Message-ID: <1@x>\r\n", ORDERS),
        his("Message-ID: <1@x>\r\n", ORDERS),
        his("Message-ID: <2@x>\r\n", &ORDERS.replace("END", "FROBNICATE ALL\nEND")),
        his("Message-ID: <3@x>\r\n", &ORDERS.replace("UNIT", "TURN 9\nUNIT")),
        his("", &format!("PLAYER Moltke\n{}STATUS\n", password("wrong"))),
        his("", &format!("GAME nowhere, pasword: {}\n{}STATUS\n", odd("astray"), password("astray-too"))),
        from("who@elsewhere.example", "", &format!("hello\n\n> {}", password("stranger"))),
        from("who@elsewhere.example", "", &format!("SIGN UP AS Hess\n{}", password("signup"))),
        from("list@lists.example", "List-Id: <a.b>\r\n", &password("list")),
        from("war@example.org", "", &password("loop")),
        his("Auto-Submitted: auto-replied\r\n", &format!("I am away.\n\n> {}", password("automatic"))),
        his("Auto-Submitted: auto-replied\r\n", ORDERS),
        his(&format!("Auto-Submitted: auto-replied\r\nIn-Reply-To: {welcome_id}\r\n"), welcome),
        from(
            "MAILER-DAEMON@mx",
            report,
            &format!(
                "{status}--b\nContent-Type: message/rfc822\n\nMessage-ID: {welcome_id}\nSubject: welcome\n\n{welcome}\n--b--\n"
            ),
        ),
        from(
            "MAILER-DAEMON@mx",
            report,
            &format!(
                "{status}--b\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n{}\n--b--\n",
                base64(&format!(
                    "Message-ID: <9@x>\nSubject: {}\n\n{}",
                    password("bounce-subject").trim(),
                    password("bounce")
                ))
            ),
        ),
        his(&format!("In-Reply-To: {welcome_id}\r\n"), &format!("thank you\n\n{}", quoted(welcome))),
        his("Authentication-Results: mx.example.org; dmarc=fail header.from=prussia.example\r\n", ORDERS),
        his("Subject: PASSWORD heron-quill-maple\r\n", "STATUS\n"),
        his(&format!("Subject: {}\r\n", password("subject").trim()), "STATUS\n"),
        his(&format!("Subject: =?utf-8?b?{}?=\r\n", base64(&password("coded-subject")).trim()), "STATUS\n"),
        his("Subject: =?utf-8?q?PASSWORD=20wombat=20quoted-subject=20zither?=\r\n", "STATUS\n"),
        his("", &format!("GA\n{}SHOW GAME\n", password("ga"))),
        his(
            "Content-Type: text/html\r\n",
            &format!(
                "<p>PLAYER Moltke<p>PASSWORD heron-quill-maple<p>STATUS<blockquote>Your password:<br><b>{}</b></blockquote>",
                odd("html")
            ),
        ),
        his(
            "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n",
            &coded("coded"),
        ),
        his(
            "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n",
            "PLAYER Moltke\nPASSWORD heron-qu=\nill-maple\nSTATUS\n-- =\n\nPASSWORD=20wombat=20qp=20zi=\nther\n",
        ),
        his(
            mixed,
            &format!(
                "--b\n\nsee the file\n--b\nContent-Type: text/plain; name=orders.txt\n\
            Content-Disposition: attachment; filename=orders.txt\n\nPLAYER Moltke\nPASSWORD heron-quill-maple\nSTATUS\n\
            # pasword: {}\n--b--\n",
                odd("file")
            ),
        ),
        his(
            mixed,
            &format!(
                "--b\n\nPLAYER Moltke\nPASSWORD heron-quill-maple\nSTATUS\n--b\nContent-Type: application/zip\n\
            Content-Transfer-Encoding: base64\n\n{}\n--b--\n",
                base64(&format!("PK\u{3}\u{4}\0 {}", odd("archive")))
            ),
        ),
        his(
            mixed,
            &format!(
                "PASSWORD {}\n--b\n\nPLAYER Moltke\nPASSWORD heron-quill-maple\nSTATUS\n--b--\nPASSWORD {}\n",
                odd("preamble"),
                odd("epilogue")
            ),
        ),
        his(
            &format!("X-Note: PASSWORD {}\r\n", odd("field")),
            "PLAYER Moltke\nPASSWORD heron-quill-maple\nSTATUS\n",
        ),
    ];
    all.extend([
        also("signature", "\n-- \nPASSWORD {}\n"),
        also("quote", "\n> PASSWORD {}\n"),
        also(
            "older",
            "\n-----Original Message-----\nFrom: a\nSent: b\nTo: c\nSubject: d\n\nmy password is {}\n",
        ),
        also("misspelt", "my pasword = {}\n"),
        also("comment", "# PASSWORD {}\n"),
        also("unit", "UNIT PR1IN {}\nMARCH A9-N7\nEND\n"),
        also("press", "# pasword {}\nPRESS TO Steinmetz\nmine is heron-quill-maple\nEND PRESS\n"),
        also("changed", "NEW PASSWORD {}\nNEW PASSWORD heron-quill-maple\n"),
        also(
            "far",
            &format!("{}PASSWORD {{}}\n", "a line that says nothing at all, again and again\n".repeat(6_000)),
        ),
    ]);
    all
}

fn quoted(text: &str) -> String {
    text.lines().map(|line| format!("> {line}\n")).collect()
}

#[test]
fn no_passwords_words_stay_whatever_letter_brought_them() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || writer.clone())
        .finish();
    let (trial, forbidden) = tracing::subscriber::with_default(subscriber, all_kinds);
    assert!(log.text().contains("filed"), "nothing was logged");
    search("the log", log.text().as_bytes(), &forbidden);
    let mut export = Vec::new();
    trial.office.store.export(&mut export).unwrap();
    search("the export", &export, &forbidden);
    let mut found = 0;
    for file in files(&trial.folder.path().join("store")) {
        search(&file.display().to_string(), &fs::read(&file).unwrap(), &forbidden);
        found += 1;
    }
    assert!(found > 50, "only {found} files");
    // Nor after the database has been built again from its files.
    let records = trial.office.store.letters(LetterNo(0), 1_000).unwrap();
    for record in &records {
        let bytes = trial.office.store.letter_bytes(record.number).unwrap();
        let read = format!("{:?}", trial.office.reader.read(&bytes));
        search(&format!("letter {} read again", record.number.0), read.as_bytes(), &forbidden);
    }
    let words: BTreeSet<&str> = records.iter().map(|record| word(&record.verdict)).collect();
    assert_eq!(words, BTreeSet::from(["held", "ignored", "obeyed", "partly", "quarantined", "refused"]));
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Obeyed => "obeyed",
        Verdict::PartlyObeyed => "partly",
        Verdict::Refused(_) => "refused",
        Verdict::Ignored(_) => "ignored",
        Verdict::Held(_) => "held",
        Verdict::Quarantined(_) => "quarantined",
    }
}

/// A post office that has had every kind of letter, and the passwords that were in them.
fn all_kinds() -> (Trial, Vec<String>) {
    let mut trial = Trial::new();
    let welcome = trial
        .mails()
        .into_iter()
        .find(|row| row.kind == Mail::Welcome && row.player.as_deref() == Some("Steinmetz"))
        .unwrap();
    let welcome_text = trial.text(&welcome);
    assert!(welcome_text.contains("lion of nachod"));
    let ga = trial
        .mails()
        .into_iter()
        .find(|row| row.kind == Mail::Welcome && row.to == "ga@example.org")
        .unwrap();
    let ga_text = trial.text(&ga);
    let ga_password =
        ga_text.lines().map(str::trim).find(|line| line.split('-').count() == 4).unwrap().to_owned();
    let sent = |id: MailId| [Mark::Sending { id }, Mark::Sent { id, at_ms: MONDAY }];
    for row in trial.mails().iter().filter(|row| row.kind == Mail::Welcome) {
        trial.office.store.mark(&sent(row.id)).unwrap();
    }
    let mut batch = Vec::new();
    for bytes in letters(&welcome.message_id, &welcome_text) {
        trial.clock.set(trial.clock.now() + 1_000);
        batch.push(trial.delivered(&bytes));
    }
    batch.push(trial.delivered(&from(
        "ga@example.org",
        "",
        &format!("GA\nPASSWORD {ga_password}\nSHOW GAME\n"),
    )));
    batch.push(trial.delivered(&from("moltke@prussia.example", "", &quoted(&ga_text))));
    let path = format!("{}\r\n", welcome.envelope_from);
    let returned =
        from("Mail-Delivery@mx", &format!("Return-Path: <>\r\nDelivered-To: {path}"), &welcome_text);
    batch.push(trial.delivered(&returned));
    let mut large = trial.delivered(&his(&format!("Subject: orders, PASSWORD {}\r\n", odd("large")), ""));
    large.whole = false;
    let mut old =
        trial.delivered(&his("Message-ID: <4@x>\r\n", &format!("{ORDERS}\n> PASSWORD {}\n", odd("old"))));
    old.received_ms = MONDAY - HOUR;
    batch.extend([large, old]);
    heard();
    trial.office.take(batch).unwrap();
    trial
        .office
        .deliver(his("Message-ID: <5@x>\r\n", &format!("{ORDERS}\nmy password is {}\n", odd("pipe"))))
        .unwrap();
    let body = format!("{ORDERS}\n> PASSWORD {}\n", odd("poison"));
    quarantine(&mut trial, &his("Message-ID: <6@x>\r\n", &body));
    let coded = "Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n";
    quarantine(
        &mut trial,
        &his(coded, &base64(&format!("PASSWORD {}\n{}", odd("coded-poison"), "x y ".repeat(60)))),
    );
    let subject =
        format!("Subject: =?utf-8?b?{}?=\r\n", base64(&format!("PASSWORD {}", odd("poison-subject"))).trim());
    quarantine(&mut trial, &his(&subject, "nothing\n"));
    let kinds = [
        "wrong",
        "astray",
        "astray-too",
        "stranger",
        "signup",
        "list",
        "loop",
        "automatic",
        "bounce-subject",
        "bounce",
        "subject",
        "coded-subject",
        "quoted-subject",
        "ga",
        "html",
        "coded",
        "qp",
        "file",
        "archive",
        "preamble",
        "epilogue",
        "field",
        "signature",
        "quote",
        "older",
        "misspelt",
        "comment",
        "unit",
        "press",
        "changed",
        "far",
        "large",
        "old",
        "pipe",
        "poison",
        "coded-poison",
        "poison-subject",
    ];
    let mut forbidden: Vec<String> = kinds.iter().map(|kind| odd(kind)).collect();
    forbidden.extend(["heron-quill-maple".into(), "lion of nachod".into(), ga_password]);
    (trial, forbidden)
}

/// Sees to it that this thread's log is written: a test beside this one, in a thread that has none, may have had it
/// noted that nobody listens.
fn heard() {
    tracing::callsite::rebuild_interest_cache();
}

/// Takes a letter in as if reading it had ended the process three times.
fn quarantine(trial: &mut Trial, bytes: &[u8]) -> LetterNo {
    let letter = trial.delivered(bytes);
    for _ in 0..3 {
        trial.office.store.begin_attempts(std::slice::from_ref(&letter.place)).unwrap();
    }
    heard();
    let taken = trial.office.take(vec![letter]).unwrap();
    assert!(matches!(taken[0].verdict, Verdict::Quarantined(_)), "{:?}", taken[0].verdict);
    taken[0].letter
}

#[test]
fn a_quarantined_letter_is_known_as_its_players_and_can_be_judged_later() {
    let mut trial = Trial::new();
    let number = quarantine(&mut trial, &his("", ORDERS));
    let record = trial.office.store.letter(number).unwrap().unwrap();
    assert_eq!(record.known.player.as_deref(), Some("Moltke"));
    assert_eq!(record.game.as_ref().map(|game| game.0.as_str()), Some("demo"));
    assert_eq!(record.from, "moltke@prussia.example");
    let bytes = trial.office.store.letter_bytes(number).unwrap();
    let incoming = trial.office.reader.read(&bytes);
    let mut understood = trial.office.understand(&incoming, record.receipt.clone(), number);
    understood.arrived.release(record.known);
    assert_eq!(trial.office.judge_understood(&understood).verdict, Verdict::Obeyed);
    // Without a right password nobody is known.
    let number = quarantine(&mut trial, &his("", &ORDERS.replace("maple", "otter")));
    let record = trial.office.store.letter(number).unwrap().unwrap();
    assert_eq!((record.known.player, record.game), (None, None));
}

#[test]
fn a_password_in_the_subject_alone_counts() {
    let mut trial = Trial::new();
    let letter = his(
        "Subject: orders, PASSWORD heron-quill-maple\r\n",
        &ORDERS.replace("PASSWORD heron-quill-maple\n", ""),
    );
    assert_eq!(trial.take(&letter), Verdict::Obeyed);
    let letter = trial.delivered(&letter);
    assert_eq!(receipt_of(&letter).source, "in");
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(self::files(&path)) } else { files.push(path) }
    }
    files
}

/// Looks for passwords as they are, in capitals or small letters, in base64 at each place in its groups of three, in
/// quoted-printable and in UTF-16.
fn search(place: &str, bytes: &[u8], forbidden: &[String]) {
    let lower = bytes.to_ascii_lowercase();
    let bare: Vec<u8> = bytes.iter().copied().filter(|b| !matches!(b, b'\r' | b'\n')).collect();
    let holds = |within: &[u8], part: &[u8]| memchr(within, part);
    for password in forbidden {
        let plain = password.to_lowercase();
        let typed = [
            plain.clone(),
            plain.replace(' ', "=20"),
            plain.replace(' ', "_"),
            plain.replace(['-', ' '], ""),
        ];
        for form in typed {
            assert!(!holds(&lower, form.as_bytes()), "{place} holds {password:?}");
        }
        let wide: Vec<u8> = plain.bytes().flat_map(|byte| [byte, 0]).collect();
        assert!(!holds(&lower, &wide), "{place} holds {password:?} in UTF-16");
        for shift in 0..3 {
            let coded = base64(&format!("{}{password}", "x".repeat(shift))).replace(['\r', '\n', '='], "");
            let whole = &coded[4 * shift.min(1)..coded.len() - 4];
            assert!(!holds(&bare, whole.as_bytes()), "{place} holds {password:?} in base64");
        }
    }
}

fn memchr(within: &[u8], part: &[u8]) -> bool {
    let first = part[0];
    let mut at = 0;
    while let Some(found) = within[at..].iter().position(|byte| *byte == first) {
        at += found;
        if within[at..].starts_with(part) {
            return true;
        }
        at += 1;
    }
    false
}

/// What is logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
