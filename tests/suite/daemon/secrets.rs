//! No password's words stay: one in every kind of letter there is, with every verdict, and then a search through every
//! file of the store, its log and its export (promise 7).

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use aho_corasick::AhoCorasick;
use fieldpost_daemon::delivered::receipt_of;
use fieldpost_daemon::reading::Meant;
use fieldpost_desk::record::{LetterNo, Verdict};
use fieldpost_store::{BodyHash, Mail, MailRow, Mark};
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

const MIXED: &str = "Content-Type: multipart/mixed; boundary=b\r\n";
const REPORT: &str = "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n";
const STATUS: &str = "--b\n\nsorry\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx\n\n\
                      Final-Recipient: rfc822; moltke@prussia.example\nAction: failed\nStatus: 5.1.1\n\n";
const OPENS: &str = "PLAYER Moltke\nPASSWORD heron-quill-maple\nSTATUS\n";

fn password(kind: &str) -> String {
    format!("PASSWORD {}\n", odd(kind))
}

/// Letters of which nothing, or not all, is done.
fn of_every_verdict() -> Vec<Vec<u8>> {
    let stranger = "who@elsewhere.example";
    let away = "Auto-Submitted: auto-replied\r\n";
    let failed = "Authentication-Results: mx.example.org; dmarc=fail header.from=prussia.example\r\n";
    vec![
        his("Message-ID: <1@x>\r\n", ORDERS),
        his("Message-ID: <1@x>\r\n", ORDERS),
        his("Message-ID: <2@x>\r\n", &ORDERS.replace("END", "FROBNICATE ALL\nEND")),
        his("Message-ID: <3@x>\r\n", &ORDERS.replace("UNIT", "TURN 9\nUNIT")),
        his("", &format!("PLAYER Moltke\n{}STATUS\n", password("wrong"))),
        his("", &format!("GAME nowhere, pasword: {}\n{}STATUS\n", odd("astray"), password("astray-too"))),
        his("", &format!("GA\n{}SHOW GAME\n", password("ga"))),
        from(stranger, "", &format!("hello\n\n> {}", password("stranger"))),
        from(stranger, "", &format!("SIGN UP AS Hess\n{}", password("signup"))),
        from("list@lists.example", "List-Id: <a.b>\r\n", &password("list")),
        from("war@example.org", "", &password("loop")),
        his(away, &format!("I am away.\n\n> {}", password("automatic"))),
        his(away, ORDERS),
        his(failed, ORDERS),
    ]
}

/// A welcome with a password of the host's choice, returned and answered in every way.
fn of_a_welcome(id: &str, welcome: &str) -> Vec<Vec<u8>> {
    let returned = format!("Message-ID: {id}\nSubject: welcome\n\n{welcome}");
    let subject = format!("Subject: {}", password("bounce-subject"));
    let coded = base64(&format!("Message-ID: <9@x>\n{subject}\n{}", password("bounce")));
    let enclosed = "--b\nContent-Type: message/rfc822\n";
    let away = format!("Auto-Submitted: auto-replied\r\nIn-Reply-To: {id}\r\n");
    vec![
        from("MAILER-DAEMON@mx", REPORT, &format!("{STATUS}{enclosed}\n{returned}\n--b--\n")),
        from(
            "MAILER-DAEMON@mx",
            REPORT,
            &format!("{STATUS}{enclosed}Content-Transfer-Encoding: base64\n\n{coded}\n--b--\n"),
        ),
        his(&away, welcome),
        his(&format!("In-Reply-To: {id}\r\n"), &format!("thank you\n\n{}", quoted(welcome))),
    ]
}

/// Passwords in every coat that mail has for them.
fn of_every_coat() -> Vec<Vec<u8>> {
    let coded = base64(&format!("{OPENS}\n-- \npassword: {}\n", odd("coded")));
    let subject = |words: &str| his(&format!("Subject: {words}\r\n"), "STATUS\n");
    let text = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: ";
    let html = odd("html");
    let quoted = format!("<blockquote>Your password:<br><b>{html}</b></blockquote>");
    let file =
        "Content-Type: text/plain; name=orders.txt\nContent-Disposition: attachment; filename=orders.txt\n";
    let zip = base64(&format!("PK\u{3}\u{4}\0 {}", odd("archive")));
    vec![
        subject("PASSWORD heron-quill-maple"),
        subject(password("subject").trim()),
        subject(&format!("=?utf-8?b?{}?=", base64(&password("coded-subject")).trim())),
        subject("=?utf-8?q?PASSWORD=20wombat=20quoted-subject=20zither?="),
        his(
            "Content-Type: text/html\r\n",
            &format!("<p>PLAYER Moltke<p>PASSWORD heron-quill-maple<p>STATUS{quoted}"),
        ),
        his(&format!("{text}base64\r\n"), &coded),
        his(
            &format!("{text}quoted-printable\r\n"),
            "PLAYER Moltke\nPASSWORD heron-qu=\nill-maple\nSTATUS\n-- =\n\nPASSWORD=20wombat=20qp=20zi=\nther\n",
        ),
        his(MIXED, &format!("--b\n\nsee\n--b\n{file}\n{OPENS}# pasword: {}\n--b--\n", odd("file"))),
        his(
            MIXED,
            &format!(
                "--b\n\n{OPENS}--b\nContent-Type: application/zip\nContent-Transfer-Encoding: base64\n\n{zip}\n--b--\n"
            ),
        ),
        his(MIXED, &format!("{}--b\n\n{OPENS}--b--\n{}", password("preamble"), password("epilogue"))),
        his(&format!("X-Note: PASSWORD {}\r\n", odd("field")), OPENS),
    ]
}

/// Passwords in every place of a letter that opens with the right one.
fn of_every_place() -> Vec<Vec<u8>> {
    let far = "a line that says nothing at all, again and again\n".repeat(6_000);
    let older = "-----Original Message-----\nFrom: a\nSent: b\nTo: c\nSubject: d\n";
    vec![
        also("signature", "\n-- \nPASSWORD {}\n"),
        also("quote", "\n> PASSWORD {}\n"),
        also("older", &format!("\n{older}\nmy password is {{}}\n")),
        also("misspelt", "my pasword = {}\n"),
        also("comment", "# PASSWORD {}\n"),
        also("unit", "UNIT PR1IN {}\nMARCH A9-N7\nEND\n"),
        also("press", "# pasword {}\nPRESS TO Steinmetz\nmine is heron-quill-maple\nEND PRESS\n"),
        also("changed", "NEW PASSWORD {}\nNEW PASSWORD heron-quill-maple\n"),
        also("far", &format!("{far}PASSWORD {{}}\n")),
        // What is quoted in the answer, and kept beside the order: lines that could not be read.
        also("below", "UNIT PR1IN\nPASWORD\n{}\nMARCH A9-N7\nEND\n"),
        also("tested", "TEST\nPASWORD\n{}\n"),
        also("nowhere", "PASWORD\n{}\n"),
    ]
}

/// Passwords that other words announce, that no blank parts from theirs, or that stand where nothing does.
fn of_every_tongue() -> Vec<Vec<u8>> {
    let dotted = odd("dotted");
    let name = format!("PASSWORD%20{}", odd("filename").replace(' ', "%20"));
    let (begin, end) = name.split_at(20);
    vec![
        also("german", "> Mein Kennwort lautet {}\n"),
        also("french", "# mot de passe : {}\n"),
        also("spanish", "\n-- \nContraseña: {}\n"),
        also("russian", "> Пароль: {}\n"),
        also("japanese", "> パスワード：{}\n"),
        also("shortened", "> PW: {}\n"),
        also("passed", "# PASS {}\n"),
        also("phrase", "> Passphrase\n> {}\n"),
        also("joined", "# PASSWORD{}\n"),
        also("under", "UNIT PR1IN\n{}\nMARCH A9-N7\nEND\n"),
        also(
            "dotted",
            &format!("> PASSWORD {{}}\n> {}\n> {}\n", dotted.replace(' ', "."), dotted.replace(' ', ", ")),
        ),
        his(
            MIXED,
            &format!(
                "--b\n\n{OPENS}--b\nContent-Type: text/plain\nContent-Disposition: attachment;\n filename*0*=utf-8''{begin};\n \
                 filename*1*={end}.txt\n\nsee\n--b--\n"
            ),
        ),
    ]
}

/// What the odd passwords are named after.
const KINDS: [&str; 53] = [
    "german",
    "french",
    "spanish",
    "russian",
    "japanese",
    "shortened",
    "passed",
    "phrase",
    "joined",
    "under",
    "dotted",
    "filename",
    "wrong",
    "astray",
    "astray-too",
    "ga",
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
    "below",
    "tested",
    "nowhere",
    "ga-below",
    "large",
    "old",
    "pipe",
    "poison",
    "coded-poison",
    "poison-subject",
];

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
    let (trial, passwords) = tracing::subscriber::with_default(subscriber, all_kinds);
    let forbidden = Forbidden::new(&passwords);
    for password in &passwords {
        let line = format!("PASSWORD {password}").to_lowercase();
        assert!(
            forbidden.typed.is_match(&line)
                && forbidden.coded.is_match(&base64(&format!("PASSWORD {password}")))
        );
    }
    assert!(log.text().contains("filed"), "nothing was logged");
    forbidden.search("the log", log.text().as_bytes());
    let mut export = Vec::new();
    trial.office.store.export(&mut export).unwrap();
    forbidden.search("the export", &export);
    let mut found = 0;
    for file in files(&trial.folder.path().join("store")) {
        forbidden.search(&file.display().to_string(), &fs::read(&file).unwrap());
        found += 1;
    }
    assert!(found > 50, "only {found} files");
    // Nor do letters say one when they are read again, whatever their encoding.
    let records = trial.office.store.letters(LetterNo(0), 1_000).unwrap();
    for record in &records {
        let bytes = trial.office.store.letter_bytes(record.number).unwrap();
        let read = format!("{:?}", trial.office.reader.read(&bytes));
        forbidden.search(&format!("letter {} read again", record.number.0), read.as_bytes());
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

/// Letters in which the right password stands under a word that announces none, or under no word.
fn of_no_announcement() -> Vec<Vec<u8>> {
    let of = |head: &str, body: &str| from("steinmetz@prussia.example", head, body);
    let coded = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n";
    vec![
        of("", "PLAYER Steinmetz\nSesame opens by: Lion of Nachod\nUNIT PR5IN\nMARCH A9-N7\nEND\n"),
        of("", "Dear GA,\nhere are my orders.\n\nLion of Nachod\nUNIT PR5IN\nMARCH A9-N7\n"),
        of("Subject: the usual thing: lion of nachod\r\n", "UNIT PR5IN\nMARCH A9-N7\n"),
        of(coded, &base64("PLAYER Steinmetz\nSchl\u{fc}sselchen = lion, of, nachod\nSTATUS\n")),
        from("x@elsewhere.example", "", "PLAYER Steinmetz\nsesame: lion-of-nachod\nSTATUS\n"),
    ]
}

/// The welcome to a player or administrator, by its address, and its text; from then on it is sent, and erased.
fn welcome_to(trial: &Trial, address: &str) -> (MailRow, String) {
    let mails = trial.mails();
    let row = mails.into_iter().find(|row| row.kind == Mail::Welcome && row.to == address).unwrap();
    let text = trial.text(&row);
    let marks = [Mark::Sending { id: row.id }, Mark::Sent { id: row.id, at_ms: MONDAY }];
    trial.office.store.mark(&marks).unwrap();
    (row, text)
}

/// A post office that has had every kind of letter, and the passwords that were in them.
fn all_kinds() -> (Trial, Vec<String>) {
    let mut trial = Trial::new();
    for address in ["moltke@prussia.example", "benedek@austria.example", "gablenz@austria.example"] {
        welcome_to(&trial, address);
    }
    let (welcome, text) = welcome_to(&trial, "steinmetz@prussia.example");
    assert!(text.contains("lion of nachod"));
    let (_, of_ga) = welcome_to(&trial, "ga@example.org");
    let ga = of_ga.lines().map(str::trim).find(|line| line.split('-').count() == 4).unwrap().to_owned();
    let mut letters = of_every_verdict();
    letters.extend(of_a_welcome(&welcome.message_id, &text));
    letters.extend(of_every_coat());
    letters.extend(of_every_place());
    letters.extend(of_every_tongue());
    letters.extend(of_no_announcement());
    letters.push(from("ga@example.org", "", &format!("GA\nPASSWORD {ga}\nSHOW GAME\n")));
    let misspelt = format!("GA\nPASSWORD {ga}\nSHOW GAME\nPASWORD\n{}\n", odd("ga-below"));
    letters.push(from("ga@example.org", "", &misspelt));
    letters.push(his("", &quoted(&of_ga)));
    let path = format!("Return-Path: <>\r\nDelivered-To: {}\r\n", welcome.envelope_from);
    letters.push(from("Mail-Delivery@mx", &path, &text));
    let mut batch = Vec::new();
    for bytes in letters {
        trial.clock.set(trial.clock.now() + 1_000);
        batch.push(trial.delivered(&bytes));
    }
    let mut large = trial.delivered(&his(&format!("Subject: orders, {}\r\n", password("large").trim()), ""));
    large.whole = false;
    let mut old = trial.delivered(&his("Message-ID: <4@x>\r\n", &format!("{ORDERS}\n> {}", password("old"))));
    old.received_ms = MONDAY - HOUR;
    batch.extend([large, old]);
    heard();
    trial.office.take(batch).unwrap();
    let piped = format!("{ORDERS}\nmy password is {}\n", odd("pipe"));
    trial.office.deliver(his("Message-ID: <5@x>\r\n", &piped)).unwrap();
    trial = poison(trial);
    let odd_ones = KINDS.iter().map(|kind| odd(kind));
    let passwords = odd_ones.chain(["heron-quill-maple".into(), "lion of nachod".into(), ga]).collect();
    (trial, passwords)
}

/// Letters that were never read.
fn poison(mut trial: Trial) -> Trial {
    let body = format!("{ORDERS}\n> {}", password("poison"));
    (trial, _) = quarantine(trial, &his("Message-ID: <6@x>\r\n", &body));
    let coded = "Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n";
    let body = format!("{}{}", password("coded-poison"), "x y ".repeat(60));
    (trial, _) = quarantine(trial, &his(coded, &base64(&body)));
    let subject = base64(password("poison-subject").trim());
    quarantine(trial, &his(&format!("Subject: =?utf-8?b?{}?=\r\n", subject.trim()), "nothing\n")).0
}

/// Sees to it that this thread's log is written: a test beside this one, in a thread that has none, may have had it
/// noted that nobody listens.
fn heard() {
    tracing::callsite::rebuild_interest_cache();
}

/// Takes a letter in as if reading it had ended the process three times.
fn quarantine(mut trial: Trial, bytes: &[u8]) -> (Trial, LetterNo) {
    for _ in 0..3 {
        trial.office.store.begin_reading(&[BodyHash::of(bytes)]).unwrap();
        trial = trial.restart();
    }
    let letter = trial.delivered(bytes);
    heard();
    let taken = trial.office.take(vec![letter]).unwrap();
    assert!(matches!(taken[0].verdict, Verdict::Quarantined(_)), "{:?}", taken[0].verdict);
    let number = taken[0].letter;
    (trial, number)
}

#[test]
fn a_quarantined_letter_is_known_as_its_players_and_can_be_judged_later() {
    let (mut trial, number) = quarantine(Trial::new(), &his("", ORDERS));
    let record = trial.office.store.letter(number).unwrap().unwrap();
    assert_eq!(record.known.player.as_deref(), Some("Moltke"));
    assert_eq!(record.game.as_ref().map(|game| game.0.as_str()), Some("demo"));
    assert_eq!(record.from, "moltke@prussia.example");
    let bytes = trial.office.store.letter_bytes(number).unwrap();
    let incoming = trial.office.reader.read(&bytes);
    let mut understood = trial.office.understand(&incoming, record.receipt.clone(), number, Meant::Unknown);
    understood.arrived.release(record.known);
    assert_eq!(trial.office.judge_understood(&understood).verdict, Verdict::Obeyed);
    trial.office.typed("demo", &format!("RELEASE LETTER {}", number.0)).unwrap();
    let record = trial.office.store.letter(number).unwrap().unwrap();
    assert_eq!((record.verdict, record.known.player.as_deref()), (Verdict::Obeyed, Some("Moltke")));
    // Without a right password nobody is known.
    let (trial, number) = quarantine(trial, &his("", &ORDERS.replace("maple", "otter")));
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

/// Passwords as they may stand somewhere: in capitals or small letters, with blanks in the ways of mail, in UTF-16, and in
/// base64 at each place in its groups of three.
struct Forbidden {
    typed: AhoCorasick,
    coded: AhoCorasick,
}

impl Forbidden {
    fn new(passwords: &[String]) -> Self {
        let (mut typed, mut coded) = (Vec::<Vec<u8>>::new(), Vec::<String>::new());
        for password in passwords {
            let plain = password.to_lowercase();
            typed.push(plain.bytes().flat_map(|byte| [byte, 0]).collect());
            let between = ["=20", "_", "", ".", ", ", "%20"].map(|sign| plain.replace(['-', ' '], sign));
            let written = between.into_iter().chain([plain]);
            typed.extend(written.map(String::into_bytes));
            for shift in 0..3 {
                let whole = base64(&format!("{}{password}", "x".repeat(shift))).replace(['\n', '='], "");
                coded.push(whole[4 * shift.min(1)..whole.len() - 4].to_owned());
            }
        }
        Forbidden { typed: AhoCorasick::new(typed).unwrap(), coded: AhoCorasick::new(coded).unwrap() }
    }

    fn search(&self, place: &str, bytes: &[u8]) {
        let lower = bytes.to_ascii_lowercase();
        let found =
            self.typed.find(&lower).map(|found| String::from_utf8_lossy(&lower[found.range()]).into_owned());
        assert_eq!(found, None, "{place} holds a password");
        let bare: Vec<u8> = bytes.iter().copied().filter(|b| !matches!(b, b'\r' | b'\n')).collect();
        let found =
            self.coded.find(&bare).map(|found| String::from_utf8_lossy(&bare[found.range()]).into_owned());
        assert_eq!(found, None, "{place} holds a password in base64");
    }
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
