//! Letters signed by a real GnuPG, through the whole of the post office.

pub mod gpg;

use std::fs;
use std::sync::atomic::{AtomicU32, Ordering};

use fieldpost_desk::record::{GameName, LetterNo, Verdict};
use fieldpost_games::LANGUAGES;
use fieldpost_grammar::looks_like_order_line;
use fieldpost_mail::read::{Chosen, Text, read};
use fieldpost_mail::signature::{Keyring, Signer};
use proptest::prelude::*;

use crate::daemon::{HOUR, MONDAY, Trial};
use gpg::Gpg;

const MOLTKE: &str = "moltke@prussia.example";
const ORDERS: &str = "UNIT PR1IN\nMARCH A9-N7\nEND\n";
const DAY: i64 = 24 * HOUR;

/// A post office that keeps keys, with one of Moltke's.
struct Post {
    trial: Trial,
    gpg: Gpg,
}

impl Post {
    fn open() -> Self {
        Self::with_key("ed25519", MONDAY - 30 * DAY, "1y")
    }

    fn with_key(kind: &str, made_ms: i64, lasts: &str) -> Self {
        let gpg = Gpg::new();
        gpg.make_key(made_ms, MOLTKE, kind, lasts);
        let limits = "authserv_id = \"mx.example.org\"\n[signatures]\nkeys = \"keys\"\n";
        let trial = Trial::with_limits(limits);
        let post = Post { trial, gpg };
        post.keep("Moltke@Prussia.example.asc", &post.gpg.public(MOLTKE));
        post
    }

    fn keep(&self, file: &str, key: &[u8]) {
        let folder = self.trial.folder.path().join("keys");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(file), key).unwrap();
    }

    /// What became of a letter, and the answer to it.
    fn take(&mut self, letter: &[u8]) -> (Verdict, String) {
        let verdict = self.trial.take(letter);
        (verdict, self.trial.last_text())
    }

    fn obeys(&mut self, letter: &[u8]) -> String {
        let (verdict, answer) = self.take(letter);
        assert_eq!(verdict, Verdict::Obeyed, "{answer}");
        assert!(answer.contains(&format!("Signed by the key of {MOLTKE}.")), "{answer}");
        answer
    }

    /// The reason with which a letter is refused.
    fn refuses(&mut self, letter: &[u8]) -> String {
        let before = self.standing();
        let (verdict, answer) = self.take(letter);
        assert_eq!(self.standing(), before, "a refused letter changed the book");
        let Verdict::Refused(why) = verdict else { panic!("{verdict:?}: {answer}") };
        assert!(why == "no password" || squeezed(&answer).contains(&squeezed(&why)), "{why}\n{answer}");
        why
    }

    /// The order lines that stand, unit by unit.
    fn standing(&self) -> Vec<String> {
        let book = self.trial.office.store.order_book(&GameName("demo".into())).unwrap();
        let mut standing = Vec::new();
        for (unit, filed) in &book.units {
            let lines = filed.last().unwrap().lines.iter().map(|read| read.words.clone()).collect::<Vec<_>>();
            standing.push(format!("{unit}: {}", lines.join("; ")));
        }
        standing
    }

    /// The letter as it lies in the record, and its text.
    fn kept(&self) -> String {
        let letters = self.trial.office.store.letters(LetterNo(0), 100).unwrap();
        let bytes = self.trial.office.store.letter_bytes(letters.last().unwrap().number).unwrap();
        let lines = read(&bytes).texts.into_iter().flat_map(|text| {
            let live = text.live.into_iter().map(|line| line.written);
            live.chain(text.left_out.into_iter().map(|left| left.line)).collect::<Vec<_>>()
        });
        String::from_utf8_lossy(&bytes).into_owned() + &lines.collect::<Vec<_>>().join("\n")
    }
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Every letter has a Message-ID of its own: without one, letters of the same text are copies.
fn sender() -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    format!("From: {MOLTKE}\nTo: war@example.org\nMessage-ID: <{number}@prussia.example>\n")
}

fn letter(text: &str) -> Vec<u8> {
    letter_with("", text)
}

fn letter_with(head: &str, text: &str) -> Vec<u8> {
    let head = format!("{}Subject: orders\n{head}", sender());
    format!("{head}Content-Type: text/plain; charset=utf-8\n\n{text}").replace('\n', "\r\n").into_bytes()
}

/// A PGP/MIME letter (RFC 3156, 5) of an entity with CRLF line ends and its signature.
fn pgp_mime(entity: &str, armour: &str, around: impl Fn(&str) -> String) -> Vec<u8> {
    let signed = format!(
        "Content-Type: multipart/signed; micalg=pgp-sha512;\r\n protocol=\"application/pgp-signature\";\r\n boundary=\"=_b (1):/?\"\r\n\r\n\
         This is an OpenPGP/MIME signed message (RFC 4880 and 3156)\r\n--=_b (1):/?\r\n{entity}\r\n--=_b (1):/?\r\n\
         Content-Type: application/pgp-signature; name=\"OpenPGP_signature.asc\"\r\nContent-Description: OpenPGP digital signature\r\n\
         Content-Disposition: attachment; filename=\"OpenPGP_signature\"\r\n\r\n{}\r\n--=_b (1):/?--\r\n",
        armour.replace('\n', "\r\n")
    );
    let head = format!("{}Subject: orders\nMIME-Version: 1.0\n", sender()).replace('\n', "\r\n");
    (head + &around(&signed)).into_bytes()
}

fn bare(signed: &str) -> String {
    signed.to_owned()
}

fn entity(text: &str) -> String {
    format!(
        "Content-Type: text/plain; charset=utf-8; format=flowed\nContent-Transfer-Encoding: 7bit\n\n{text}"
    )
    .replace('\n', "\r\n")
}

#[test]
fn an_inline_signed_letter_counts_without_a_password_once() {
    let mut post = Post::open();
    let text = post.gpg.clear_sign(MONDAY, &format!("{ORDERS}- a note \t\n-----\n"));
    post.obeys(&letter(&text));
    assert_eq!(post.standing(), ["PR1IN: MARCH A9-N7"]);
    // Sent again by whoever holds a copy: other headers, other line ends, blanks that no signature covers.
    post.trial.clock.set(MONDAY + DAY);
    let again = letter_with("Date: Tue, 2 Jun 2026 08:00:00 +0000\n", &text);
    let blanks = letter(&text.replace("N7\n", "N7  \n"));
    let unix = String::from_utf8(letter(&text)).unwrap().replace("\r\n", "\n").into_bytes();
    for copy in [again, blanks, unix] {
        assert!(matches!(post.trial.take(&copy), Verdict::Ignored(_)));
    }
    let anew = post.gpg.clear_sign(MONDAY + DAY, ORDERS);
    post.obeys(&letter(&anew));
}

#[test]
fn pgp_mime_counts_however_its_part_is_written() {
    let mut post = Post::open();
    let quoted = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
        UNIT PR1IN\r\nMAR=\r\nCH A9=2DN7=20\r\nEND\r\n\r\n";
    let base64 = "Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\nVU5JVCBQUjFJTgpNQVJDSCBBOS1ONwpFTkQK";
    let inner = entity(ORDERS);
    let mixed = format!(
        "Content-Type: multipart/mixed; boundary=in\r\n\r\n--in\r\nContent-Type: multipart/alternative; boundary=alt\r\n\r\n--alt\r\n{inner}\r\n--alt\r\n\
         Content-Type: text/html\r\n\r\n<p>UNIT PR1IN<br>MARCH A9-N7<br>END</p>\r\n--alt--\r\n\r\n--in--\r\n"
    );
    let blanks = format!("{}   \r\n\t\r\n", entity("UNIT PR1IN\nMARCH A9-N7"));
    let no_header = ORDERS.replace('\n', "\r\n");
    for (number, entity) in
        [inner.as_str(), quoted, base64, &mixed, &blanks, &format!("\r\n{no_header}")].iter().enumerate()
    {
        for (minute, more) in [&[][..], &["--textmode"]].iter().enumerate() {
            let at = MONDAY + (number * 10 + minute) as i64 * 60_000;
            post.trial.clock.set(at);
            let crlf = pgp_mime(entity, &post.gpg.detached(at, entity.as_bytes(), more), bare);
            post.obeys(&crlf);
            assert_eq!(post.standing(), ["PR1IN: MARCH A9-N7"], "{entity}");
            let lf = String::from_utf8(crlf).unwrap().replace("\r\n", "\n");
            assert!(
                matches!(post.trial.take(lf.as_bytes()), Verdict::Ignored(_)),
                "the same with LF is a copy"
            );
        }
    }
}

#[test]
fn rsa_keys_and_subkeys_sign_as_well() {
    let mut post = Post::with_key("rsa2048", MONDAY - DAY, "1y");
    let text = post.gpg.clear_sign(MONDAY, ORDERS);
    post.obeys(&letter(&text));
    let print = post.gpg.fingerprint(MONDAY, MOLTKE);
    post.gpg.run(MONDAY - HOUR, &["--quick-add-key", &print, "ed25519", "sign", "1y"], b"");
    let text = post.gpg.clear_sign(MONDAY + 60_000, ORDERS);
    assert!(post.refuses(&letter(&text)).contains("no key of"), "its subkey is not known here yet");
    post.keep("moltke@prussia.example.asc", &post.gpg.public(MOLTKE));
    let found = fieldpost_daemon::keyring::read(&post.trial.folder.path().join("keys")).unwrap();
    assert_eq!((found.keys, found.faults), (2, Vec::new()));
    let text = post.gpg.clear_sign(MONDAY + 120_000, ORDERS);
    post.obeys(&letter(&text));
}

#[test]
fn an_altered_text_is_refused_and_counts_by_its_password_alone() {
    let mut post = Post::open();
    let altered = post.gpg.clear_sign(MONDAY, ORDERS).replace("A9-N7", "A9-N8");
    let why = post.refuses(&letter(&altered));
    assert!(why.contains("altered on its way"), "{why}");
    let inner = entity(ORDERS);
    let armour = post.gpg.detached(MONDAY, inner.as_bytes(), &[]);
    let why = post.refuses(&pgp_mime(&inner.replace("A9-N7", "A9-N8"), &armour, bare));
    assert!(why.contains("altered"), "{why}");
    let why = post.refuses(&pgp_mime(&inner, "", bare));
    assert!(why.contains("signature"), "{why}");
    let with_password = format!("PLAYER Moltke\nPASSWORD heron-quill-maple\n{ORDERS}");
    let altered = post.gpg.clear_sign(MONDAY, &with_password).replace("A9-N7", "A9-N8");
    let (verdict, answer) = post.take(&letter(&altered));
    assert_eq!(verdict, Verdict::Obeyed);
    assert!(
        squeezed(&answer).contains("The OpenPGP signature of this letter does not count: its text"),
        "{answer}"
    );
    assert!(!post.kept().contains("heron-quill"), "{}", post.kept());
}

#[test]
fn another_key_counts_for_another_address_only() {
    let mut post = Post::open();
    let stranger = Gpg::new();
    stranger.make_key(MONDAY - DAY, "benedek@austria.example", "ed25519", "1y");
    let text = stranger.clear_sign(MONDAY, ORDERS);
    let why = post.refuses(&letter(&text));
    assert!(why.contains("no key of") && why.contains("is kept here"), "{why}");
    post.keep("benedek@austria.example.asc", &stranger.public("benedek"));
    let mine = stranger.clear_sign(MONDAY + 1_000, &format!("PLAYER Moltke\n{ORDERS}"));
    let why = post.refuses(&letter(&mine));
    assert!(why.contains("signed by the key of benedek@austria.example"), "{why}");
    // Under his own name he is Benedek, whatever the From line says, and PR1IN is not his.
    let why = post.refuses(&letter(&stranger.clear_sign(MONDAY + 2_000, ORDERS)));
    assert!(why.contains("PR1IN"), "{why}");
}

#[test]
fn keys_expire_and_are_revoked() {
    let mut post = Post::with_key("ed25519", MONDAY - 30 * DAY, "29d");
    let text = post.gpg.clear_sign(MONDAY - 2 * DAY, &format!("TURN 1\n{ORDERS}"));
    let why = post.refuses(&letter(&text));
    assert!(why.contains("expired on 31 May 2026"), "{why}");

    let mut post = Post::open();
    let text = post.gpg.clear_sign(MONDAY, ORDERS);
    post.gpg.revoke(MONDAY, MOLTKE);
    post.keep("moltke@prussia.example.asc", &post.gpg.public(MOLTKE));
    fs::remove_file(post.trial.folder.path().join("keys/Moltke@Prussia.example.asc")).unwrap();
    let why = post.refuses(&letter(&text));
    assert!(why.contains("is revoked"), "{why}");
}

#[test]
fn a_signature_must_be_fresh_and_of_the_open_turn() {
    let mut post = Post::open();
    let signed = |post: &Post, at: i64, text: &str| letter(&post.gpg.clear_sign(at, text));
    let named = format!("TURN 1\n{ORDERS}");
    let old = signed(&post, MONDAY - 8 * DAY, &named);
    assert!(post.refuses(&old).contains("more than 7 days"));
    let ahead = signed(&post, MONDAY + 2 * HOUR, &named);
    assert!(post.refuses(&ahead).contains("later than it was received"));
    let before = signed(&post, MONDAY - 2 * DAY, ORDERS);
    assert!(post.refuses(&before).contains("signed before turn 1 opened"));
    post.obeys(&signed(&post, MONDAY - 2 * DAY, &named));
    post.obeys(&signed(&post, MONDAY + HOUR / 2, ORDERS));
}

#[test]
fn weak_hashes_count_for_nothing() {
    let mut post = Post::with_key("rsa2048", MONDAY - DAY, "1y");
    let sha1 = ["--digest-algo", "SHA1", "--weak-digest", "MD5", "--clear-sign"];
    let text = String::from_utf8(post.gpg.run(MONDAY, &sha1, ORDERS.as_bytes())).unwrap();
    assert!(text.contains("Hash: SHA1"), "{text}");
    assert!(post.refuses(&letter(&text)).contains("SHA1"));
}

const FORGED: &str = "UNIT PR1IN\nMARCH A9-N9\nEND\n";

#[test]
fn what_stands_outside_the_signed_text_is_never_obeyed() {
    let mut post = Post::open();
    let inline = post.gpg.clear_sign(MONDAY, ORDERS);
    let answer = post.obeys(&letter(&format!("{FORGED}\n{inline}\n{FORGED}")));
    assert!(squeezed(&answer).contains("nothing of what stands outside it"), "{answer}");
    assert_eq!(post.standing(), ["PR1IN: MARCH A9-N7"]);

    let inner = entity(ORDERS);
    let armour = |post: &Post, second: i64| post.gpg.detached(MONDAY + second * 1_000, inner.as_bytes(), &[]);
    let beside = |signed: &str| {
        format!(
            "Content-Type: multipart/mixed; boundary=out\r\n\r\n--out\r\nContent-Type: text/plain\r\n\r\n{FORGED}\r\n--out\r\n{signed}\r\n--out\r\n\
             Content-Type: text/plain; name=a.txt\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\n{FORGED}\r\n--out--\r\n"
        )
    };
    post.obeys(&pgp_mime(&inner, &armour(&post, 1), beside));
    let in_signature = |signed: &str| signed.replace("Content-Description", &format!("\r\n{FORGED}"));
    let third =
        |signed: &str| signed.replace("(1):/?--", &format!("(1):/?\r\n\r\n{FORGED}\r\n--=_b (1):/?--"));
    let preamble = |signed: &str| signed.replace("This is", &format!("{FORGED}\r\nThis is"));
    let first = |signed: &str| {
        signed.replacen("--=_b (1):/?\r\n", &format!("--=_b (1):/?\r\n\r\n{FORGED}\r\n--=_b (1):/?\r\n"), 1)
    };
    let ways: [&dyn Fn(&str) -> String; 4] = [&in_signature, &third, &preamble, &first];
    for (second, way) in (2..).zip(ways) {
        post.trial.take(&pgp_mime(&inner, &armour(&post, second), way));
        assert_eq!(post.standing(), ["PR1IN: MARCH A9-N7"], "way {second}");
    }
}

#[test]
fn forwarded_and_quoted_signatures_lend_no_authority() {
    let mut post = Post::open();
    let text = post.gpg.clear_sign(MONDAY, ORDERS);
    let forward = format!("{FORGED}\n---------- Forwarded message ---------\nFrom: {MOLTKE}\n\n{text}");
    post.refuses(&letter(&forward));
    let quoted: String = text.lines().map(|line| format!("> {line}\n")).collect();
    post.refuses(&letter(&format!("{FORGED}{quoted}")));
    // Lines joined by a Content-Type that nobody signed would be other orders.
    let stuffed = text.replace("PR1IN\n", "PR1IN \n");
    let flowed = String::from_utf8(letter(&stuffed)).unwrap().replace("charset=utf-8", "format=flowed");
    post.obeys(flowed.as_bytes());
    assert_eq!(post.standing(), ["PR1IN: MARCH A9-N7"]);
}

#[test]
fn a_signed_letter_needs_no_word_of_dmarc_and_a_held_one_is_not_checked_twice() {
    let mut post = Post::open();
    let failed = "Authentication-Results: mx.example.org; dmarc=fail header.from=prussia.example\n";
    let text = post.gpg.clear_sign(MONDAY, ORDERS);
    post.obeys(&letter_with(failed, &text));
    // Automatic mail is held; when it is released the key may be gone.
    let text = post.gpg.clear_sign(MONDAY + 60_000, "UNIT PR1IN\nMARCH A9-N8\nEND\n");
    let verdict = post.trial.take(&letter_with("Precedence: bulk\n", &format!("{FORGED}{text}")));
    assert!(matches!(verdict, Verdict::Held(_)), "{verdict:?}");
    fs::remove_dir_all(post.trial.folder.path().join("keys")).unwrap();
    let texts = post.trial.mails().iter().map(|row| post.trial.text(row)).collect::<Vec<_>>();
    let token = texts.iter().find_map(|text| text.split("CONFIRM ").nth(1)).unwrap();
    let token = token.split_whitespace().next().unwrap().to_owned();
    let mut post = Post { trial: post.trial.restart(), gpg: post.gpg };
    post.trial.take(&letter(&format!("CONFIRM {token}\n")));
    assert_eq!(post.standing(), ["PR1IN: MARCH A9-N8"]);
    assert!(post.trial.last_text().contains("Signed by the key of"), "{}", post.trial.last_text());
}

#[test]
fn a_password_outside_the_signed_text_is_masked_all_the_same() {
    let mut post = Post::open();
    let text = post.gpg.clear_sign(MONDAY, ORDERS);
    post.obeys(&letter(&format!("PLAYER Moltke\nPASSWORD heron-quill-maple\n\n{text}")));
    assert!(!post.kept().contains("heron-quill"), "{}", post.kept());
    assert!(post.kept().contains("MARCH A9-N7"), "{}", post.kept());
}

#[test]
fn key_files_that_are_of_no_use_are_named_and_the_others_count() {
    let mut post = Post::open();
    post.keep("README", b"keys");
    post.keep(
        "anna@example.org.asc",
        b"-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nAAAA\n-----END PGP PUBLIC KEY BLOCK-----\n",
    );
    post.keep("secret@example.org.asc", &post.gpg.run(MONDAY, &["--armor", "--export-secret-keys"], b""));
    let weak = Gpg::new();
    weak.make_key(MONDAY - DAY, "weak@example.org", "rsa1024", "1y");
    post.keep("weak@example.org.asc", &weak.public("weak"));
    let both = [weak.public("weak"), post.gpg.public(MOLTKE)].concat();
    post.keep("both@example.org.asc", &both);
    let twice = [post.gpg.public(MOLTKE), post.gpg.public(MOLTKE)].concat();
    post.keep("twice@example.org.asc", &twice);
    post.keep("binary@example.org.gpg", &post.gpg.run(MONDAY, &["--export", MOLTKE], b""));
    let found = fieldpost_daemon::keyring::read(&post.trial.folder.path().join("keys")).unwrap();
    let fault = |name: &str| {
        let fault = found.faults.iter().find(|(file, _)| file.ends_with(name));
        fault.unwrap_or_else(|| panic!("{name}: {:?}", found.faults)).1.clone()
    };
    assert!(fault("README").contains("anna@example.org.asc"));
    assert!(fault("anna@example.org.asc").contains("public key"));
    assert!(fault("secret@example.org.asc").contains("secret key"));
    assert!(fault("weak@example.org.asc").contains("2048"));
    assert!(fault("both@example.org.asc").contains("2048"));
    assert_eq!((found.faults.len(), found.keys), (5, 4));
    let secret = post.gpg.run(MONDAY, &["--export-secret-keys"], b"");
    assert!(Keyring::default().add(MOLTKE, &secret).unwrap_err().contains("OpenPGP public key"));
    let text = post.gpg.clear_sign(MONDAY, ORDERS);
    let (verdict, answer) = post.take(&letter(&text));
    assert_eq!(verdict, Verdict::Obeyed, "{answer}");
    assert!(
        squeezed(&answer)
            .contains("Signed by the key of moltke@prussia.example and binary@example.org and twice")
    );
}

/// The text that would be read for orders, with who signed it.
fn signer(keyring: &Keyring, letter: &[u8]) -> Option<(Vec<String>, Signer)> {
    let incoming = read(letter);
    let Chosen::Text { text, .. } = incoming.choose(&|line| looks_like_order_line(line, LANGUAGES)) else {
        return None;
    };
    let lines =
        |text: &Text| text.live.iter().map(|line| line.plain().trim_end().to_owned()).collect::<Vec<_>>();
    let signer = keyring.verify(text.seal.as_deref()?, MONDAY).ok()?;
    Some((lines(text), signer))
}

/// Whatever is done to a signed letter: it does not panic, and what is read under its signature is what was signed.
#[test]
fn no_mutation_of_a_signed_letter_is_read_as_something_else() {
    let gpg = Gpg::new();
    gpg.make_key(MONDAY - DAY, MOLTKE, "ed25519", "1y");
    let mut keyring = Keyring::default();
    keyring.add(MOLTKE, &gpg.public(MOLTKE)).unwrap();
    let inner = entity(ORDERS);
    let inline = letter(&format!("{FORGED}{}", gpg.clear_sign(MONDAY, ORDERS)));
    let mime = pgp_mime(&inner, &gpg.detached(MONDAY, inner.as_bytes(), &[]), bare);
    let wanted: Vec<String> = ORDERS.lines().map(str::to_owned).collect();
    let plain = |lines: Vec<String>| lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>();
    for letter in [&inline, &mime] {
        assert_eq!(plain(signer(&keyring, letter).unwrap().0), wanted);
    }
    let change = (any::<prop::sample::Index>(), 0..4u8, any::<u8>());
    let strategy = (any::<bool>(), prop::collection::vec(change, 1..4));
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mutate = |(is_mime, changes): (bool, Vec<(prop::sample::Index, u8, u8)>)| {
        let mut bytes = if is_mime { mime.clone() } else { inline.clone() };
        for (place, kind, byte) in changes {
            let at = place.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                2 => drop(bytes.remove(at)),
                // A line once more, somewhere else.
                _ => {
                    let lines: Vec<Vec<u8>> =
                        bytes.split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec).collect();
                    let line = lines[place.index(lines.len())].clone();
                    let to = usize::from(byte) % lines.len();
                    bytes = [&lines[..to], &[line], &lines[to..]].concat().concat();
                }
            }
        }
        if let Some((lines, _)) = signer(&keyring, &bytes) {
            prop_assert_eq!(plain(lines), wanted.clone());
        }
        Ok(())
    };
    runner.run(&strategy, mutate).unwrap();
}

proptest! {
    #[test]
    fn no_key_file_panics(bytes in prop::collection::vec(any::<u8>(), 0..300), armoured in any::<bool>()) {
        let head = if armoured { "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n" } else { "" };
        let file = [head.as_bytes(), &bytes].concat();
        let mut keyring = Keyring::default();
        let _ = keyring.add("anna@example.org", &file);
    }
}

/// The armour of one signature in ten looks like quoted-printable that was not declared (row 22).
#[test]
fn an_armour_is_not_taken_for_quoted_printable() {
    let gpg = Gpg::new();
    gpg.make_key(MONDAY - DAY, MOLTKE, "ed25519", "1y");
    let mut keyring = Keyring::default();
    keyring.add(MOLTKE, &gpg.public(MOLTKE)).unwrap();
    for number in 0..60 {
        let text = gpg.clear_sign(MONDAY, &format!("TURN {number}\n{ORDERS}"));
        assert!(signer(&keyring, &letter(&text)).is_some(), "{text}");
    }
}
