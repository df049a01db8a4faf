//! A German and a French player through a turn by mail: welcome, receipt with an error, reminder, refusal; and SET LANGUAGE, by the
//! player and by the administrator.

use mail_parser::{HeaderValue, Message, MessageParser};

use super::*;
use fieldpost_engine::locale::Locale;

/// Moltke reads German, Benedek French; Steinmetz and Gablenz have not said anything.
fn two_readers() -> Trial {
    let mut seats = format!("language = \"en\"\n{SEATS}");
    for (player, code) in [("Moltke", "de"), ("Benedek", "fr")] {
        let (above, own) = seats.split_once(&format!("player = \"{player}\"")).unwrap();
        let own = own.replacen("no pictures", &format!("no pictures, language {code}"), 1);
        seats = format!("{above}player = \"{player}\"{own}");
    }
    Trial::of_seats("authserv_id = \"mx.example.org\"\n", &seats)
}

/// A mail as its reader has it: Subject, language, text and page.
struct Read {
    subject: String,
    language: Option<String>,
    text: String,
    page: String,
}

fn read(trial: &Trial, row: &MailRow) -> Read {
    let bytes = trial.office.store.mail_bytes(row.id).unwrap();
    let message: Message<'_> = MessageParser::new().parse(&bytes).unwrap();
    let language = match message.header("Content-Language") {
        Some(HeaderValue::Text(text)) => Some(text.to_string()),
        Some(HeaderValue::TextList(all)) => Some(all.join(", ")),
        _ => None,
    };
    let page = message.html_bodies().find(|part| part.is_text_html());
    Read {
        subject: message.subject().unwrap_or_default().to_owned(),
        language,
        text: message.body_text(0).unwrap_or_default().replace("\r\n", "\n"),
        page: page.and_then(|part| part.text_contents()).unwrap_or_default().to_owned(),
    }
}

/// The last mail to an address.
fn last_to(trial: &Trial, address: &str) -> Read {
    let rows = trial.mails();
    read(trial, rows.iter().rev().find(|row| row.to == address).unwrap())
}

fn first_to(trial: &Trial, address: &str) -> Read {
    let rows = trial.mails();
    read(trial, rows.iter().find(|row| row.to == address).unwrap())
}

fn assert_has(read: &Read, language: &str, text: &[&str], page: &[&str]) {
    assert_eq!(read.language.as_deref(), Some(language), "{}", read.subject);
    for words in text {
        assert!(read.text.contains(words), "{words:?} is not in {}\n{}", read.subject, read.text);
    }
    assert!(read.page.contains(&format!("<html lang=\"{language}\">")), "{}", read.page);
    for words in page {
        assert!(read.page.contains(words), "{words:?} is not in {}\n{}", read.subject, read.page);
    }
    assert!(read.text.lines().all(|line| line.chars().count() <= 72), "{}", read.text);
}

const MOLTKE: &str = "moltke@prussia.example";
const BENEDEK: &str = "benedek@austria.example";

#[test]
fn a_german_and_a_french_player_are_welcomed_in_their_languages() {
    let trial = two_readers();
    let german = first_to(&trial, MOLTKE);
    assert!(german.subject.contains("Willkommen bei"), "{}", german.subject);
    let own = ["Willkommen, Moltke!", "Ihr Passwort", "WIE SIE BEFEHLE SENDEN", "(Ihr Passwort)", "Uhr"];
    assert_has(&german, "de", &own, &["Wie Sie Befehle senden", "für jeden Brief eine Quittung"]);
    let french = first_to(&trial, BENEDEK);
    assert!(french.subject.contains("Bienvenue dans"), "{}", french.subject);
    let own = [
        "Bienvenue, Benedek\u{a0}!",
        "COMMENT ENVOYER DES ORDRES",
        "Votre mot de passe est à la ligne suivante",
    ];
    assert_has(&french, "fr", &own, &["Comment envoyer des ordres", "accusé de réception"]);
    let english = first_to(&trial, "gablenz@austria.example");
    assert!(english.subject.contains("Welcome to") && english.language.is_none(), "{}", english.subject);
    assert!(english.page.contains("<html lang=\"en\">"));
}

#[test]
fn receipts_with_an_error_are_in_the_readers_language_and_their_orders_english() {
    let mut trial = two_readers();
    trial.say("Moltke", "UNIT PR1IN\nMARCH A9-N7\nMRACH sideways\nEND");
    let german = last_to(&trial, MOLTKE);
    assert!(german.subject.contains("Quittung (1 Fehler"), "{}", german.subject);
    let own = [
        "Moltke, Ihr Brief ist eingegangen:",
        "1 STELLE ZU PRÜFEN",
        "Jetzt gilt, von Moltke (Befehlshaber):",
        "  | MARCH A9-N7",
        "BITTE PRÜFEN: Zeile 5, ab Spalte",
        "Abgabeschluss für Zug 1:",
        "Montag, 1. Juni 2026",
    ];
    assert_has(&german, "de", &own, &["Jetzt gilt, von Moltke", "1 STELLE ZU PRÜFEN.", "<span lang=\"en\">"]);
    let unit = trial.unit_of("Benedek");
    trial.say("Benedek", &format!("UNIT {unit}\nMRACH sideways\nDEFEND\nEND\nSTATUS"));
    let french = last_to(&trial, BENEDEK);
    assert!(french.subject.contains("Accusé de réception (1 erreur"), "{}", french.subject);
    let own = [
        "votre lettre a été reçue\u{a0}:",
        "1 POINT À VOIR",
        "En vigueur, de Benedek (commandant)\u{a0}:",
        "  | DEFEND",
        "À VOIR\u{a0}: ligne 4, à partir de la colonne",
        "OÙ EN EST LA PARTIE",
        "Vous commandez",
        "lundi 1er juin 2026",
    ];
    assert_has(&french, "fr", &own, &["Où en est la partie", "À VOIR\u{a0}:"]);
}

#[test]
fn reminders_and_refusals_are_in_the_readers_language() {
    let mut trial = two_readers();
    trial.remind_at(trial.deadline() - 24 * HOUR);
    let german = last_to(&trial, MOLTKE);
    assert!(german.subject.ends_with("Einheiten sind ohne Befehl"), "{}", german.subject);
    let own = ["Verbleibende Zeit: 1 Tag.", "noch keinen Befehl von Ihnen", "SET REPORTS NO REMINDERS"];
    assert_has(&german, "de", &own, &["Abgabeschluss:", "<th scope=\"col\""]);
    let french = last_to(&trial, BENEDEK);
    assert!(french.subject.ends_with("unités sont sans ordre"), "{}", french.subject);
    assert_has(&french, "fr", &["Temps restant\u{a0}: 1 jour."], &["Date limite\u{a0}:"]);
    let wrong = "PLAYER Moltke\nPASSWORD not this one\nUNIT PR1IN\nMARCH A9-N7\nEND\n";
    trial.take(&letter("Message-ID: <w@x>\r\n", wrong));
    let german = last_to(&trial, MOLTKE);
    assert_eq!(german.subject, "Ihr Brief an Fieldpost wurde nicht befolgt");
    let own = [
        "Dieses Passwort gehört nicht zu diesem Spieler",
        "PASSWORD Ihr Passwort",
        "(ohne die senkrechten Striche)",
    ];
    assert_has(&german, "de", &own, &["ABGEWIESEN:", "Ihr Brief wurde nicht befolgt"]);
}

#[test]
fn a_player_sets_a_language_and_the_answer_is_in_it_at_last() {
    let mut trial = Trial::new();
    assert_eq!(trial.say("Gablenz", "SET LANGUAGE Deutsch"), Verdict::Obeyed);
    let answer = last_to(&trial, "gablenz@austria.example");
    assert!(answer.text.contains("ab jetzt erhalten Sie Ihre Post auf Deutsch"), "{}", answer.text);
    trial.say("Gablenz", "STATUS");
    let status = last_to(&trial, "gablenz@austria.example");
    let own = ["WIE DAS SPIEL STEHT", "SET REPORTS: NO PICTURES, LANGUAGE DE"];
    assert_has(&status, "de", &own, &["Wie das Spiel steht"]);
    trial.say("Gablenz", "SET REPORTS ALL\nSTATUS");
    assert_eq!(
        last_to(&trial, "gablenz@austria.example").language.as_deref(),
        Some("de"),
        "ALL keeps the language"
    );
    trial.say("Gablenz", "SPRACHE en\nSTATUS");
    trial.say("Gablenz", "STATUS");
    assert_eq!(last_to(&trial, "gablenz@austria.example").language, None);
}

#[test]
fn an_unknown_language_is_refused_with_those_there_are_and_the_nearest() {
    let mut trial = Trial::new();
    trial.say("Gablenz", "SET LANGUAGE Deutch");
    let answer = last_to(&trial, "gablenz@austria.example").text;
    let answer = answer.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(answer.contains("en (English), de (Deutsch), fr (français)"), "{answer}");
    assert!(answer.contains("Did you mean: SET LANGUAGE de"), "{answer}");
}

#[test]
fn the_games_language_is_that_of_who_has_not_said_another() {
    let mut trial = two_readers();
    trial.set_settings(|settings| settings.locale = Locale::French);
    trial.say("Steinmetz", "STATUS");
    assert_eq!(last_to(&trial, "steinmetz@prussia.example").language.as_deref(), Some("fr"));
    trial.say("Moltke", "STATUS");
    assert_eq!(last_to(&trial, MOLTKE).language.as_deref(), Some("de"));
    let trial = trial.restart();
    assert_eq!(trial.office.games[&GameName("demo".into())].record.settings.locale, Locale::French);
}
