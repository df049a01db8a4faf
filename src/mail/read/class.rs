//! What kind of letter it is, by its header (rows 7 to 10): before a word of it is read.
//!
//! These signs catch 97 of 100 automatic letters and no human one (F6); the cap on answers catches the rest.

use super::super::domain::ascii_domain;
use super::headers::{Fields, Headers};
use super::parts::Letter;
use super::{Class, bounce};

/// More Received lines than this are a loop (row 7).
const HOPS_MAX: usize = 30;

/// The part that says with which picture somebody reacts to a mail: Gmail sends a mail for it.
const REACTION: &str = "text/vnd.google.email-reaction+json";

/// The kind of a letter.
pub(super) fn judge(letter: &Letter<'_>, headers: &Headers, own: &[String]) -> Class {
    let fields = Fields { headers: letter.message.headers(), raw: letter.raw };
    let kind = letter.parts().first().map(|part| letter.kind(part)).unwrap_or_default();
    if let Some(sign) = own_sign(&fields, headers, own) {
        return Class::Own(sign);
    }
    if let Some(sign) = bounce_sign(&fields, headers, &kind) {
        return match bounce::details(letter, &fields, &sign) {
            Some(bounce) => Class::Bounce(bounce),
            None => Class::Automatic(sign),
        };
    }
    if let Some(sign) = automatic_sign(&fields, headers, &kind) {
        return Class::Automatic(sign);
    }
    if letter.parts().iter().any(|part| letter.kind(part) == REACTION) {
        return Class::Automatic("a reaction, which is no letter".to_string());
    }
    list_sign(&fields, headers).map_or(Class::Human, Class::List)
}

fn own_sign(fields: &Fields<'_>, headers: &Headers, own: &[String]) -> Option<String> {
    let own = own.iter().map(|mine| ascii_domain(mine)).collect::<Vec<_>>();
    let is_own = |address: &str| {
        let address = ascii_domain(address.trim());
        own.iter().any(|mine| address.eq_ignore_ascii_case(mine))
    };
    if fields.text("x-loop").any(|address| is_own(&address)) {
        return Some("X-Loop names this host".to_string());
    }
    let from = [&headers.from, &headers.sender];
    from.into_iter().flatten().find(|address| is_own(address)).map(|address| format!("from {address} itself"))
}

fn bounce_sign(fields: &Fields<'_>, headers: &Headers, kind: &str) -> Option<String> {
    if kind == "multipart/report" {
        return Some("multipart/report".to_string());
    }
    if fields.text("x-failed-recipients").next().is_some() {
        return Some("X-Failed-Recipients".to_string());
    }
    if headers.return_path.as_deref() == Some("") {
        return Some("null return path".to_string());
    }
    // However they part the words: post_master, mailer-daemon, Mail.Daemon.
    let postal = ["mailerdaemon", "postmaster", "maildaemon"];
    let is_postal = |local: &str| postal.contains(&local.replace(['-', '_', '.'], "").as_str());
    named_like(fields, headers, is_postal, is_postal)
}

/// How the answers of mail programs to whoever writes begin their Subjects, in small letters. A person who answers one writes
/// `Re:` in front of it.
const ROBOTS_SUBJECTS: [&str; 39] = [
    "auto reply",
    "auto-reply",
    "autoreply",
    "auto response",
    "auto-response",
    "autoresponse",
    "autoresponder",
    "automatic reply",
    "automatic response",
    "automated reply",
    "automated response",
    "auto: out of office",
    "out of office",
    "out of the office",
    "out of office reply",
    "out of office response",
    "out of office autoreply",
    "out of office auto-reply",
    "out of office message",
    "out of office notification",
    "vacation reply",
    "vacation response",
    "automatische antwort",
    "automatische antwoord",
    "automatisch antwoord",
    "automatischer bericht",
    "abwesenheitsnotiz",
    "abwesenheitsnachricht",
    "r\u{e9}ponse automatique",
    "absence du bureau",
    "respuesta autom\u{e1}tica",
    "risposta automatica",
    "resposta autom\u{e1}tica",
    "automatiskt svar",
    "automatisk svar",
    "autosvar",
    "automatick\u{e1} odpov\u{11b}\u{10f}",
    "odpowied\u{17a} automatyczna",
    "\u{430}\u{432}\u{442}\u{43e}\u{43e}\u{442}\u{432}\u{435}\u{442}",
];

/// Two of them need nothing behind them to be known.
const ALWAYS: [&str; 2] = ["r\u{e9}ponse automatique", "absence du bureau"];

/// Whether the Subject says that a program wrote it: one of those words at its beginning, behind the tags of ticket systems
/// (`[desk #12] AutoReply: orders`), and a colon or nothing more behind it.
fn robots_subject(headers: &Headers) -> Option<String> {
    let subject = headers.subject.to_lowercase();
    let mut rest = subject.trim_start();
    while let Some((_, behind)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        rest = behind.trim_start();
    }
    let is_said = |words: &&&str| {
        let behind = rest.strip_prefix(**words).map(str::trim_start);
        behind.is_some_and(|behind| {
            behind.is_empty()
                || ALWAYS.contains(*words)
                || behind.starts_with([':', '\u{ff1a}', '-', '\u{2013}', '\u{2014}'])
        })
    };
    let begins = ROBOTS_SUBJECTS.iter().find(|words| is_said(words))?;
    Some(format!("Subject: {begins}"))
}

fn automatic_sign(fields: &Fields<'_>, headers: &Headers, kind: &str) -> Option<String> {
    if let Some(value) = fields.text("auto-submitted").map(|value| keyword(&value)).find(|word| word != "no")
    {
        return Some(format!("Auto-Submitted: {value}"));
    }
    let bulk = fields.text("precedence").map(|value| keyword(&value));
    if let Some(value) = bulk.into_iter().find(|word| matches!(word.as_str(), "bulk" | "junk" | "auto_reply"))
    {
        return Some(format!("Precedence: {value}"));
    }
    for name in ["x-autoreply", "x-autorespond", "x-auto-reply-from", "x-mail-autoreply", "x-vacation"] {
        if fields.text(name).any(|value| keyword(&value) != "no") {
            return Some(name.to_string());
        }
    }
    if kind == "message/disposition-notification" || kind == "message/delivery-status" {
        return Some(kind.to_string());
    }
    let hops = fields.text("received").count();
    if hops > HOPS_MAX {
        return Some(format!("{hops} Received lines: a loop"));
    }
    let by_path = ["noreply", "no-reply", "donotreply", "do-not-reply", "autoreply", "auto-reply", "bounces"];
    named_like(fields, headers, is_robot, |local| by_path.contains(&local))
        .or_else(|| robots_subject(headers))
}

/// Whether a local part is that of a sender who reads no answers, whatever stands before and behind it: `do_not_reply`, `x-noreply`.
fn is_robot(local: &str) -> bool {
    const WORDS: [&str; 12] = [
        "noreply",
        "noreplies",
        "noresponse",
        "donotreply",
        "dontreply",
        "donotrespond",
        "autoreply",
        "autoresponder",
        "autoresponse",
        "nepasrepondre",
        "noresponder",
        "bounces",
    ];
    let parts = local.split(['-', '_', '.', '+', '=']).collect::<Vec<_>>();
    let runs = (0..parts.len()).flat_map(|from| (1..=3).map(move |length| (from, from + length)));
    let mut runs = runs.filter_map(|(from, to)| parts.get(from..to));
    runs.any(|run| WORDS.contains(&run.concat().as_str()))
}

fn list_sign(fields: &Fields<'_>, headers: &Headers) -> Option<String> {
    for name in [
        "list-id",
        "list-post",
        "list-unsubscribe",
        "list-help",
        "list-owner",
        "list-archive",
        "list-subscribe",
    ] {
        if fields.any_named(name) {
            return Some(name.to_string());
        }
    }
    if fields.text("precedence").any(|value| keyword(&value) == "list") {
        return Some("Precedence: list".to_string());
    }
    let is_list = |local: &str| local.ends_with("-request") || local.starts_with("owner-");
    named_like(fields, headers, is_list, is_list)
}

/// A sign in the local part of the sender, or in that of the return path, of which forwarders make their own (`bounces+SRS=...`). Names
/// that people show beside their address tell nothing, but where there is no address at all, as in `From: MAILER-DAEMON`.
fn named_like(
    fields: &Fields<'_>,
    headers: &Headers,
    of_sender: impl Fn(&str) -> bool,
    of_path: impl Fn(&str) -> bool,
) -> Option<String> {
    let words = |name: &'static str| {
        let written = fields.text(name).collect::<Vec<_>>().join(" ");
        let words = written.split(['<', '>', ' ', '"', '(', ')', ',', ';']).filter(|word| !word.is_empty());
        words.map(str::to_string).collect::<Vec<_>>()
    };
    let known = headers.from.iter().chain(&headers.sender).cloned().collect::<Vec<_>>();
    let senders = if headers.from.is_some() { known } else { [known, words("from")].concat() };
    let sender = senders.into_iter().find(|address| of_sender(&local_part(address)));
    let found =
        sender.or_else(|| words("return-path").into_iter().find(|address| of_path(&local_part(address))))?;
    Some(format!("from {}", found.chars().filter(|c| !c.is_control()).take(80).collect::<String>()))
}

fn local_part(address: &str) -> String {
    address.split('@').next().unwrap_or_default().to_ascii_lowercase()
}

/// A header's keyword: no comments, no parameters, lower case (`auto-replied (vacation); x=y`).
fn keyword(value: &str) -> String {
    value.split([';', '(', ' ', ',']).next().unwrap_or_default().trim().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::super::{Class, Reader, read};

    fn class(header: &str) -> Class {
        read(format!("From: ann@example.org\r\n{header}\r\n\r\nMOVE G4-V6\r\n").as_bytes()).class
    }

    #[test]
    fn signs_of_machines_in_their_usual_spellings() {
        for header in [
            "Auto-Submitted: auto-replied (vacation); owner-email=\"x@y\"",
            "AUTO-SUBMITTED: Auto-Generated",
            "Precedence: bulk",
            "Precedence: first\r\nPrecedence: junk",
            "Return-Path: <>",
            "Return-Path: <MAILER-DAEMON@mx.example>",
            "X-Autoreply: yes",
            "Return-Path: <Post_Master@mx.example>",
            "Subject: Auto reply: [demo T3] Report",
            "Subject: Out of Office reply",
            "Subject: [war.example #17] AutoReply: orders",
            "Subject: Out of Office Reply: orders",
            "Return-Path: <bounces@lists.example>",
            "Sender: do_not_reply@x.example",
            "Sender: x-noreply@x.example",
            "Sender: noreply-x@x.example",
            "Sender: No.Reply+7@x.example",
            "Subject: =?utf-8?Q?R=C3=A9ponse_automatique_=3A_ordres?=",
        ] {
            assert!(matches!(class(header), Class::Automatic(_)), "{header}: {:?}", class(header));
        }
        for header in ["List-Id: <x.y>", "Precedence: list", "LIST-UNSUBSCRIBE: <mailto:a@b>"] {
            assert!(matches!(class(header), Class::List(_)), "{header}");
        }
    }

    #[test]
    fn what_people_send_is_human() {
        for header in [
            "Subject: orders",
            "Auto-Submitted: no",
            "X-Auto-Response-Suppress: All",
            "Return-Path: <ann@example.org>",
            "Precedence: normal",
            "Subject: Re: Automatic reply: orders",
            "Subject: On automatic replies: orders",
            "Subject: Out of office hours I can march",
            "Return-Path: <bounces+SRS=aB1=x.example=ann@fwd.example>",
            "Sender: noreplyann@x.example",
        ] {
            assert_eq!(class(header), Class::Human, "{header}");
        }
    }

    #[test]
    fn a_name_beside_the_address_tells_nothing() {
        let class = |from: &str| read(format!("From: {from}\r\n\r\nMOVE G4-V6\r\n").as_bytes()).class;
        for from in [
            "\"Postmaster Helmuth\" <moltke@x.example>",
            "Bounces <ann@x.example>",
            "noreply (it is me) <ann@x.example>",
            "ann@x.example (Mailer-Daemon)",
            "\"postmaster@y.example\" <ann@x.example>",
            "=?utf-8?q?Postmaster?= <ann@x.example>",
        ] {
            assert_eq!(class(from), Class::Human, "{from}");
        }
        for from in
            ["MAILER-DAEMON", "postmaster@x.example", "Ann <post_master@x.example>", "<MAILER-DAEMON> (Mail)"]
        {
            assert!(matches!(class(from), Class::Automatic(_)), "{from}");
        }
    }

    #[test]
    fn row_7_the_hosts_own_mail_and_loops_are_known() {
        let reader = Reader { own_addresses: vec!["War@h.org".into()], ..Reader::default() };
        for letter in ["From: war@H.org\r\n\r\nx", "X-Loop: war@h.org\r\nFrom: a@b.c\r\n\r\nx"] {
            assert!(matches!(reader.read(letter.as_bytes()).class, Class::Own(_)), "{letter}");
        }
        let hops = "Received: by x\r\n".repeat(31);
        assert!(matches!(class(hops.trim_end()), Class::Automatic(_)));
    }
}
