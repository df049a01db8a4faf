//! What a player asks of the desk: `grammar/house/account.abnf`.
//!
//! Each parser begins behind its order's own words, which stand in [`super::forms`], beside meaning and example. `NEW PASSWORD` is read by
//! [`super::credential`], since its words are shown to nobody.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{take_till1, take_while};
use nom::combinator::{opt, value};
use nom::multi::separated_list1;
use nom::sequence::{preceded, terminated};

use super::combinator::{
    and, by, choice, clause, more, must, number_within, one_of, over, perhaps, unless_over, words,
    words_to_the_end,
};
use super::command::place::address;
use super::command::players::away;
use super::fault::{Near, Parsed, wrong};
use super::language::Lexicon;
use super::name::{must_piece, player};
use super::reading::{Account, Sender};
use super::word::{is_blank, is_stop, one_word, rest_of_line, skip, space};
use fieldpost_engine::locale::Locale;
use fieldpost_engine::nearest::nearest;
use fieldpost_engine::wishes::{WORDS, Wish, unknown};

/// `help = "HELP" [ is topic ]`; `topic = <words>`
pub(super) fn help<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Account> {
    topic.map(Account::Help).parse(input)
}

/// What is left of the line, if anything is.
fn topic(input: &str) -> Parsed<'_, Option<String>> {
    let (_, topic) = opt(words_to_the_end).parse(input)?;
    Ok(("", topic.map(str::to_owned)))
}

/// `send-report = ( "SEND REPORT" / "SEND REPORTS" / "RESEND REPORT" / "SEND MY REPORT" ) [ is [ ( "OF" /
/// "FOR" ) sp ] [ "TURN" sp ] 1*3DIGIT ]`
pub(super) fn send_report<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Account> {
    let turn =
        preceded((perhaps(&["OF", "FOR"]), perhaps(&["TURN"])), number_within("a turn's number", 0, 999));
    unless_over(&[], turn).map(Account::SendReport).parse(input)
}

/// `cancel-orders = ( "CANCEL ORDERS" / "CANCEL ALL ORDERS" / "CANCEL MY ORDERS" ) [ is [ ( "OF" / "FOR" )
/// sp ] unit-id *( unit-gap unit-id ) ]`; `unit-gap = *WSP "," *WSP / sp [ "AND" sp ]`: M-05
pub(super) fn cancel_orders<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Account> {
    let pieces = unless_over(&[], separated_list1(and, by(must_piece, lexicon)));
    let pieces = preceded(perhaps(&["OF", "FOR"]), pieces);
    pieces.map(|pieces| Account::CancelOrders(pieces.unwrap_or_default())).parse(input)
}

/// `cancel-office = ( "CANCEL OFFICE" / "CANCEL OFFICE ORDERS" / "CANCEL OFFICE ORDER" ) [ is topic ]`; the letter's reader takes
/// `CANCEL` before an order of an office for the same
pub(super) fn cancel_office<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Account> {
    topic.map(Account::CancelOffice).parse(input)
}

/// `confirm = "CONFIRM" is token`; `token = <a word without blanks>`
pub(super) fn confirm<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Account> {
    const WHAT: &str = "the word to confirm with, which stood in the answer you were sent";
    let token = must(WHAT, preceded(take_while(is_blank), take_till1(is_blank)));
    token.map(|token: &str| Account::Confirm(token.trim_end_matches(is_stop).to_owned())).parse(input)
}

/// `set-reports = ( "SET REPORTS" / "SET REPORT" ) is wish *( wish-gap wish )`; `wish-gap = *WSP "," *WSP [ "AND" sp
/// ] / sp [ "AND" sp ]`
pub(super) fn set_reports<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Account> {
    let wishes = preceded(more(&[]), separated_list1(and, wish));
    must("how you want your reports, such as TEXT or NO PICTURES", wishes)
        .map(Account::SetReports)
        .parse(input)
}

/// `set-calendar = "SET CALENDAR" is ( "ON" / "OFF" )`
pub(super) fn set_calendar<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Account> {
    let wish = choice("ON or OFF", [("ON", Wish::Calendar), ("OFF", Wish::NoCalendar)]);
    wish.map(|wish| Account::SetReports(vec![wish])).parse(input)
}

/// `set-language = ( "SET LANGUAGE" / "SET LANGUAGE TO" / "SPRACHE" / "LANGUE" ) is locale`
pub(super) fn set_language<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Account> {
    locale.map(|locale| Account::SetReports(vec![Wish::Language(locale)])).parse(input)
}

/// `locale = "EN" / "ENGLISH" / "ENGLISCH" / "ANGLAIS" / "DE" / "DEUTSCH" / "GERMAN" / "ALLEMAND" / "FR" / "FRANCAIS" / "FRENCH" /
/// "FRANZOESISCH"`, and their names as they are spelled
pub(super) fn locale(input: &str) -> Parsed<'_, Locale> {
    let (rest, word) =
        must("a language: en, de or fr", preceded(take_while(is_blank), one_word)).parse(input)?;
    match Locale::named(word.trim_end_matches(is_stop)) {
        Ok(locale) => Ok((rest, locale)),
        Err((why, near)) => {
            let near = near.map(|locale| Near::This(format!("SET LANGUAGE {}", locale.code())));
            wrong(input, why, near.unwrap_or(Near::Nothing))
        }
    }
}

/// `sign-up = ( "SIGN UP" / "SIGN ME UP" / "SIGNUP" ) [ is "AS" sp new-name ] [ sp "FOR" sp nation-name ]`;
/// `new-name = <a word without blanks>`; `nation-name = <the name or the code of a nation>`
pub(super) fn sign_up<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Account> {
    let name = preceded(clause(&["AS"]), must("the name that you would play under", one_word));
    let nation = preceded(clause(&["FOR"]), by(nation, lexicon));
    (opt(name), opt(nation))
        .map(|(name, nation)| Account::SignUp { name: name.map(str::to_owned), nation })
        .parse(input)
}

/// `nation-name`, to the line's end: there are only those that the language knows.
fn nation<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, String> {
    let (rest, words) = rest_of_line(input)?;
    let words = words.trim_end_matches(is_stop).trim();
    match (lexicon.language.party)(words) {
        Ok(nation) => Ok((rest, nation)),
        Err(near) => {
            let near = near.map(|name| Near::This(format!("SIGN UP FOR {name}")));
            wrong(input, format!("{words:?} is no nation."), near.unwrap_or(Near::Nothing))
        }
    }
}

/// `i-am-absent = ( "ABSENT" / "I AM ABSENT" / "AWAY" / "I AM AWAY" ) is [ "FROM" sp ] away`
pub(super) fn absent<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Account> {
    preceded(perhaps(&["FROM"]), by(away, lexicon)).map(Account::Absent).parse(input)
}

/// `new-address = ( "NEW ADDRESS" / "CHANGE ADDRESS TO" / "MY NEW ADDRESS" ) is ga-address`
pub(super) fn new_address<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Account> {
    preceded(take_while(is_blank), address).map(Account::NewAddress).parse(input)
}

/// `mute = ( "MUTE" / "BLOCK" ) is sender`
pub(super) fn mute<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Account> {
    by(sender, lexicon).map(Account::Mute).parse(input)
}

/// `unmute = ( "UNMUTE" / "UNBLOCK" ) is sender`
pub(super) fn unmute<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Account> {
    by(sender, lexicon).map(Account::Unmute).parse(input)
}

/// `sender = "ANONYMOUS" [ sp "PRESS" ] / player`
fn sender<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Sender> {
    let nobody = terminated(words(&["ANONYMOUS", "ANONYMOUS PRESS"]), over(&[]));
    alt((value(Sender::Anonymous, nobody), player(&[], lexicon).map(Sender::Player))).parse(input)
}

/// Whether a wish begins a line, as one does that carries on a list of them.
pub(super) fn is_wish(input: &str) -> bool {
    wish(skip(&["AND"], space(input))).is_ok()
}

/// One of [`WORDS`], the longest that stands here.
fn wish(input: &str) -> Parsed<'_, Wish> {
    let all = WORDS.iter().flat_map(|(wish, words)| words.iter().map(|word| (*word, *wish)));
    if let Ok(found) = one_of(all.clone()).parse(input) {
        return Ok(found);
    }
    let upper = input.to_ascii_uppercase();
    let found = upper.split(',').next().unwrap_or_default();
    let found = found.split(" AND ").next().unwrap_or_default().trim_matches(|c| is_blank(c) || is_stop(c));
    let near = nearest(found, all).map(|wish| Near::This(format!("SET REPORTS {}", wish.words())));
    wrong(input, unknown(found), near.unwrap_or(Near::Nothing))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Found by fuzzing: words that were read again asked for another topic.
    #[test]
    fn a_topic_ends_with_its_last_word() {
        let lexicon = Lexicon::default();
        for topic in ["MARCH", "MARCH  ", "MARCH  ,", "MARCH . ,"] {
            let (_, asked) = help(topic, &lexicon).unwrap();
            assert!(matches!(&asked, Account::Help(Some(topic)) if topic == "MARCH"), "{asked:?}");
        }
        let (_, asked) = help(" ,", &lexicon).unwrap();
        assert!(matches!(asked, Account::Help(None)), "{asked:?}");
    }
}
