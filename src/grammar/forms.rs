//! The one table of the order language: each order's words, meaning, rule, example and parser. The rows of the house stand here;
//! between them come those of the game's language.
//!
//! The parser walks it, HELP prints it, the nearest keyword is looked for in it; so an order cannot be read
//! without having its help, nor the other way round.

use super::account;
use super::language::{Form, Language, Reader};
use super::reading::Account;
use super::section::Section;
use super::table::Row;

/// Every order of a game's letters that its book has, in the order of the help: those of pieces beside the others after theirs.
pub fn forms(language: &'static Language) -> impl Iterator<Item = &'static Form> {
    let own = HEAD.iter().chain(language.forms).filter(|form| form.lack(language).is_none());
    let beside = language.beside.iter().flat_map(|other| other.forms.iter());
    own.chain(beside).chain(DESK.iter().filter(|form| form.lack(language).is_none()))
}

/// The same, with those that the book lacks: who writes one of these is told so.
pub(super) fn every_form(language: &'static Language) -> impl Iterator<Item = &'static Form> {
    HEAD.iter().chain(language.forms).chain(DESK)
}

const fn frame(
    rules: &'static str,
    words: &'static str,
    phrases: &'static [&'static str],
    meaning: &'static str,
    example: &'static str,
) -> Form {
    Form {
        section: Section::LETTER,
        words,
        phrases,
        meaning,
        rules,
        needs: "",
        example,
        reader: Reader::Frame,
    }
}

const fn form(
    section: Section,
    rules: &'static str,
    words: &'static str,
    phrases: &'static [&'static str],
    meaning: &'static str,
    example: &'static str,
    reader: Reader,
) -> Form {
    Form { section, words, phrases, meaning, rules, needs: "", example, reader }
}

/// The words that give a piece the orders of a block above.
pub(super) const SAME: &[&str] = &["SAME AS", "SAME ORDERS AS"];

/// What a letter begins with.
static HEAD: &[Form] = &[
    frame(
        "",
        "GAME name",
        &["GAME", "SPIEL", "PARTIE", "JEU"],
        "The game you play. May be left out if you play in one game only.",
        "GAME bohemia-1866",
    ),
    frame(
        "",
        "TURN n",
        &["TURN", "ZUG", "TOUR"],
        "The turn your orders are for: the open one, which it is where nothing is said, or the next, for which they are kept until it opens.",
        "TURN 4",
    ),
    frame(
        "3.5",
        "PLAYER name",
        &["PLAYER", "SPIELER", "JOUEUR"],
        "Who you are. May be left out if you write from your own address.",
        "PLAYER benedek",
    ),
    frame(
        "3.5",
        "PASSWORD words",
        &["PASSWORD", "PWD", "PASSWORT", "KENNWORT", "MOT DE PASSE"],
        "Your password: everything to the end of the line. Once, above your orders.",
        "PASSWORD correct horse battery",
    ),
    frame(
        "",
        "SAME AS name",
        SAME,
        "The orders of a block above in this letter are for this one too; what this block gives itself counts before them.",
        "SAME AS AU3IN",
    ),
];

/// What is asked of the desk, and letters to other players.
pub(super) static DESK: &[Form] = &[
    form(
        Section::ACCOUNT,
        "",
        "HELP [word]",
        &["HELP"],
        "How orders are written: all of them, or those of one word.",
        "HELP MARCH",
        Reader::Ask(account::help),
    ),
    form(
        Section::ACCOUNT,
        "",
        "STATUS",
        &["STATUS", "SHOW STATUS"],
        "Which turn is open, when it closes, and what you command.",
        "STATUS",
        Reader::PlainAsk(Account::Status),
    ),
    form(
        Section::ACCOUNT,
        "6.9",
        "SHOW ORDERS",
        &["SHOW ORDERS", "SHOW MY ORDERS"],
        "What stands ordered for each of your units.",
        "SHOW ORDERS",
        Reader::PlainAsk(Account::ShowOrders),
    ),
    form(
        Section::ACCOUNT,
        "",
        "SEND REPORT [n]",
        &["SEND REPORT", "SEND REPORTS", "RESEND REPORT", "SEND MY REPORT"],
        "Your reports of turn n, or the latest, once more.",
        "SEND REPORT 3",
        Reader::Ask(account::send_report),
    ),
    form(
        Section::ACCOUNT,
        "6.11",
        "NEW PASSWORD words",
        &["NEW PASSWORD", "CHANGE PASSWORD", "CHANGE PASSWORD TO", "SET PASSWORD"],
        "Change your password, from this letter on.",
        "NEW PASSWORD staple battery horse",
        Reader::Frame,
    ),
    form(
        Section::ACCOUNT,
        "6.1",
        "CANCEL ORDERS [unit ...]",
        &["CANCEL ORDERS", "CANCEL ALL ORDERS", "CANCEL MY ORDERS"],
        "Take back the orders of these units, or of all your units.",
        "CANCEL ORDERS AU3IN AU4IN",
        Reader::Ask(account::cancel_orders),
    ),
    form(
        Section::ACCOUNT,
        "",
        "CANCEL OFFICE [order]",
        &["CANCEL OFFICE", "CANCEL OFFICE ORDERS", "CANCEL OFFICE ORDER"],
        "Take back an order of your office, such as CANCEL PLACE DEPOT and what stood behind it, or all of them; ASSIGN is taken back by another ASSIGN.",
        "CANCEL OFFICE",
        Reader::Ask(account::cancel_office),
    ),
    form(
        Section::ACCOUNT,
        "",
        "CHECK",
        &["CHECK", "CHECK ONLY"],
        "Answer as if the letter were filed, but file nothing.",
        "CHECK",
        Reader::PlainAsk(Account::Check),
    ),
    form(
        Section::ACCOUNT,
        "",
        "TEST",
        &["TEST", "TEST ONLY"],
        "Answer how the letter was read, line by line, and file nothing.",
        "TEST",
        Reader::PlainAsk(Account::Test),
    ),
    form(
        Section::ACCOUNT,
        "",
        "CONFIRM word",
        &["CONFIRM"],
        "Confirm a letter that waits for your word.",
        "CONFIRM abc-123",
        Reader::Ask(account::confirm),
    ),
    form(
        Section::ACCOUNT,
        "",
        "SET REPORTS words",
        &["SET REPORTS", "SET REPORT"],
        "How you want your mail: TEXT, HTML, NO PICTURES and so on; HELP REPORTS has all the words.",
        "SET REPORTS NO PICTURES, ZIPPED",
        Reader::Ask(account::set_reports),
    ),
    form(
        Section::ACCOUNT,
        "",
        "SET CALENDAR ON or OFF",
        &["SET CALENDAR"],
        "Whether each mail that brings a deadline has it as a file for your calendar.",
        "SET CALENDAR ON",
        Reader::Ask(account::set_calendar),
    ),
    form(
        Section::ACCOUNT,
        "",
        "SET LANGUAGE code",
        &["SET LANGUAGE", "SET LANGUAGE TO", "SPRACHE", "LANGUE"],
        "The language of your mails: en (English), de (Deutsch) or fr (français). Orders are read in all of them; reports of turns are English.",
        "SET LANGUAGE de",
        Reader::Ask(account::set_language),
    ),
    form(
        Section::ACCOUNT,
        "",
        "UNSUBSCRIBE",
        &["UNSUBSCRIBE"],
        "No reports and reminders any more, as SET REPORTS OFF; from your own address no password is needed.",
        "UNSUBSCRIBE",
        Reader::PlainAsk(Account::Unsubscribe),
    ),
    form(
        Section::ACCOUNT,
        "",
        "SUBSCRIBE",
        &["SUBSCRIBE"],
        "Reports again, as SET REPORTS ON; from your own address no password is needed.",
        "SUBSCRIBE",
        Reader::PlainAsk(Account::Subscribe),
    ),
    form(
        Section::ACCOUNT,
        "",
        "LIST GAMES",
        &["LIST GAMES", "LIST THE GAMES", "SHOW GAMES"],
        "The games here and their free seats; no password is needed.",
        "LIST GAMES",
        Reader::PlainAsk(Account::ListGames),
    ),
    form(
        Section::ACCOUNT,
        "",
        "SIGN UP [AS name] [FOR nation]",
        &["SIGN UP", "SIGN ME UP", "SIGNUP"],
        "Ask for a seat in a game that you do not play in yet; no password is needed.",
        "SIGN UP AS anna FOR Prussia",
        Reader::Ask(account::sign_up),
    ),
    form(
        Section::ACCOUNT,
        "",
        "OBSERVE",
        &["OBSERVE", "OBSERVE GAME", "OBSERVE THE GAME"],
        "Look on in a game that you do not play in: what anybody may know of it, by mail; no password is needed.",
        "OBSERVE",
        Reader::PlainAsk(Account::Observe),
    ),
    form(
        Section::ACCOUNT,
        "",
        "ABSENT FROM date TO date [DEPUTY name]",
        &["ABSENT", "I AM ABSENT", "AWAY", "I AM AWAY"],
        "You are away: nobody waits for your orders meanwhile, and the deputy, a player of your side, may give them.",
        "ABSENT FROM 2026-07-01 TO 2026-07-14 DEPUTY gablenz",
        Reader::Ask(account::absent),
    ),
    form(
        Section::ACCOUNT,
        "",
        "BACK",
        &["BACK", "I AM BACK"],
        "You are no longer away; it takes back RESIGN too, until somebody else has your seat.",
        "BACK",
        Reader::PlainAsk(Account::Back),
    ),
    form(
        Section::ACCOUNT,
        "",
        "READY",
        &["READY", "I AM READY"],
        "The turn need not wait for its deadline because of you. Once all are ready it may be run early, if the game has that rule.",
        "READY",
        Reader::PlainAsk(Account::Ready(true)),
    ),
    form(
        Section::ACCOUNT,
        "",
        "NOT READY",
        &["NOT READY", "I AM NOT READY"],
        "The turn waits for its deadline because of you.",
        "NOT READY",
        Reader::PlainAsk(Account::Ready(false)),
    ),
    form(
        Section::ACCOUNT,
        "",
        "RESIGN",
        &["RESIGN", "I RESIGN"],
        "Give your seat up: you are asked to confirm it, and the game administrator is told. Your units stay, and obey you until somebody else has the seat.",
        "RESIGN",
        Reader::PlainAsk(Account::Resign),
    ),
    form(
        Section::ACCOUNT,
        "",
        "NEW ADDRESS address",
        &["NEW ADDRESS", "CHANGE ADDRESS TO", "MY NEW ADDRESS"],
        "Your mail goes to another address, once you have confirmed it from the old one and from the new one.",
        "NEW ADDRESS anna@example.org",
        Reader::Ask(account::new_address),
    ),
    form(
        Section::ACCOUNT,
        "",
        "ADVISE",
        &["ADVISE", "ADVISE ME", "ADVICE", "GIVE ADVICE"],
        "The letter that the machine player would write for your units, from your report alone. It orders nothing.",
        "ADVISE",
        Reader::PlainAsk(Account::Advise),
    ),
    form(
        Section::PRESS,
        "",
        "PRESS TO names [ANONYMOUSLY]",
        &["PRESS TO", "PRESS FOR"],
        "A letter to other players: what stands below, up to a line END PRESS, goes to those named and is not read as orders; END PRESS stands on a line of its own. A name is a player, a nation (its side), an office, GA or ALL.",
        "PRESS TO gablenz",
        Reader::Frame,
    ),
    form(
        Section::PRESS,
        "",
        "MUTE player",
        &["MUTE", "BLOCK"],
        "Take no more press that this player signs; MUTE ANONYMOUS: no press without a name.",
        "MUTE gablenz",
        Reader::Ask(account::mute),
    ),
    form(
        Section::PRESS,
        "",
        "UNMUTE player",
        &["UNMUTE", "UNBLOCK"],
        "Take press of this player again, or UNMUTE ANONYMOUS.",
        "UNMUTE gablenz",
        Reader::Ask(account::unmute),
    ),
];
