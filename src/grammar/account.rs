//! What a player asks of the desk: `grammar/house/account.abnf`.
//!
//! Each parser begins behind its order's own words, which stand in [`super::forms`], beside meaning and example. `NEW PASSWORD` is read by
//! [`super::credential`], since its words are shown to nobody.

use super::command::place::address;
use super::command::players::away;
use super::fault::{Near, Parsed, expected, wrong};
use super::language::Lexicon;
use super::name::{must_piece, player};
use super::reading::{Account, Sender};
use super::word::{
    any_phrase, bare_word, choice, end, is_blank, is_stop, number_within, phrase, rest_of_line, skip, space,
    word,
};
use fieldpost_engine::nearest::nearest;
use fieldpost_engine::wishes::{WORDS, Wish, unknown};

/// `help = "HELP" [ is topic ]`; `topic = <words>`
pub(super) fn help<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Account> {
    let (rest, topic) = rest_of_line(input)?;
    let topic = topic.trim_end_matches(|c| is_stop(c) || is_blank(c));
    Ok((rest, Account::Help((!topic.is_empty()).then(|| topic.to_string()))))
}

/// `send-report = ( "SEND REPORT" / "SEND REPORTS" / "RESEND REPORT" / "SEND MY REPORT" ) [ is [ ( "OF" /
/// "FOR" ) sp ] [ "TURN" sp ] 1*3DIGIT ]`
pub(super) fn send_report<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Account> {
    if end(input).is_ok() {
        return Ok((input, Account::SendReport(None)));
    }
    let rest = skip(&["TURN"], skip(&["OF", "FOR"], input));
    let (rest, turn) = number_within("a turn's number", 0, 999, rest)?;
    Ok((rest, Account::SendReport(Some(turn))))
}

/// `cancel-orders = ( "CANCEL ORDERS" / "CANCEL ALL ORDERS" / "CANCEL MY ORDERS" ) [ is [ ( "OF" / "FOR" )
/// sp ] unit-id *( unit-gap unit-id ) ]`; `unit-gap = *WSP "," *WSP / sp [ "AND" sp ]`: M-05
pub(super) fn cancel_orders<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Account> {
    let mut rest = skip(&["OF", "FOR"], input);
    let mut pieces = Vec::new();
    while end(rest).is_err() {
        let (after, piece) = must_piece(rest, lexicon)?;
        pieces.push(piece);
        let after = after.trim_start_matches(|c| is_blank(c) || c == ',');
        rest = if end(after).is_ok() { after } else { skip(&["AND"], after) };
    }
    Ok((rest, Account::CancelOrders(pieces)))
}

/// `cancel-office = ( "CANCEL OFFICE" / "CANCEL OFFICE ORDERS" / "CANCEL OFFICE ORDER" ) [ is topic ]`; the letter's reader takes
/// `CANCEL` before an order of an office for the same
pub(super) fn cancel_office<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Account> {
    let (rest, words) = rest_of_line(input)?;
    let words = words.trim_end_matches(|c| is_stop(c) || is_blank(c));
    Ok((rest, Account::CancelOffice((!words.is_empty()).then(|| words.to_owned()))))
}

/// `confirm = "CONFIRM" is token`; `token = <a word without blanks>`
pub(super) fn confirm<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Account> {
    let token = word(space(input));
    if token.is_empty() {
        return expected(input, "the word to confirm with, which stood in the answer you were sent");
    }
    let rest = &input[token.len()..];
    Ok((rest, Account::Confirm(token.trim_end_matches(is_stop).to_string())))
}

/// `set-reports = ( "SET REPORTS" / "SET REPORT" ) is wish *( wish-gap wish )`; `wish-gap = *WSP "," *WSP [ "AND" sp
/// ] / sp [ "AND" sp ]`
pub(super) fn set_reports<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Account> {
    if end(input).is_ok() {
        return expected(input, "how you want your reports, such as TEXT or NO PICTURES");
    }
    let (mut rest, first) = wish(input)?;
    let mut wishes = vec![first];
    while end(rest).is_err() {
        let after = rest.trim_start_matches(|c| is_blank(c) || c == ',');
        let (left, next) = wish(skip(&["AND"], after))?;
        wishes.push(next);
        rest = left;
    }
    Ok((rest, Account::SetReports(wishes)))
}

/// `set-calendar = "SET CALENDAR" is ( "ON" / "OFF" )`
pub(super) fn set_calendar<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Account> {
    let ways = [("ON", Wish::Calendar), ("OFF", Wish::NoCalendar)];
    choice("ON or OFF", &ways, space(input)).map(|(rest, wish)| (rest, Account::SetReports(vec![wish])))
}

/// `sign-up = ( "SIGN UP" / "SIGN ME UP" / "SIGNUP" ) [ is "AS" sp new-name ] [ sp "FOR" sp nation-name ]`;
/// `new-name = <a word without blanks>`; `nation-name = <the name or the code of a nation>`
pub(super) fn sign_up<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Account> {
    let (rest, name) = wish_behind("AS", input, "the name that you would play under")?;
    let Ok((rest, ())) = phrase("FOR", space(rest)) else {
        return Ok((rest, Account::SignUp { name, nation: None }));
    };
    let (after, words) = rest_of_line(space(rest))?;
    let words = words.trim_end_matches(is_stop).trim();
    match (lexicon.language.party)(words) {
        Ok(nation) => Ok((after, Account::SignUp { name, nation: Some(nation) })),
        Err(near) => {
            let near = near.map(|name| Near::This(format!("SIGN UP FOR {name}")));
            wrong(space(rest), format!("{words:?} is no nation."), near.unwrap_or(Near::Nothing))
        }
    }
}

/// A word behind another, if that one stands here.
fn wish_behind<'a>(behind: &str, input: &'a str, what: &'static str) -> Parsed<'a, Option<String>> {
    let Ok((rest, ())) = phrase(behind, space(input)) else { return Ok((input, None)) };
    let rest = space(rest);
    let name = bare_word(rest);
    if name.is_empty() {
        return expected(rest, what);
    }
    Ok((&rest[name.len()..], Some(name.to_owned())))
}

/// `i-am-absent = ( "ABSENT" / "I AM ABSENT" / "AWAY" / "I AM AWAY" ) is [ "FROM" sp ] away`
pub(super) fn absent<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Account> {
    let (rest, away) = away(skip(&["FROM"], input), lexicon)?;
    Ok((rest, Account::Absent(away)))
}

/// `new-address = ( "NEW ADDRESS" / "CHANGE ADDRESS TO" / "MY NEW ADDRESS" ) is ga-address`
pub(super) fn new_address<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Account> {
    address(space(input)).map(|(rest, address)| (rest, Account::NewAddress(address)))
}

/// `mute = ( "MUTE" / "BLOCK" ) is sender`
pub(super) fn mute<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Account> {
    sender(input, lexicon).map(|(rest, sender)| (rest, Account::Mute(sender)))
}

/// `unmute = ( "UNMUTE" / "UNBLOCK" ) is sender`
pub(super) fn unmute<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Account> {
    sender(input, lexicon).map(|(rest, sender)| (rest, Account::Unmute(sender)))
}

/// `sender = "ANONYMOUS" [ sp "PRESS" ] / player`
fn sender<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Sender> {
    match any_phrase(&["ANONYMOUS", "ANONYMOUS PRESS"], input) {
        Ok((rest, ())) if end(rest).is_ok() => Ok((rest, Sender::Anonymous)),
        _ => player(&[], input, lexicon).map(|(rest, name)| (rest, Sender::Player(name))),
    }
}

/// Whether a wish begins a line, as one does that carries on a list of them.
pub(super) fn is_wish(input: &str) -> bool {
    wish(skip(&["AND"], space(input))).is_ok()
}

/// One of [`WORDS`], the longest that stands here.
fn wish(input: &str) -> Parsed<'_, Wish> {
    let stands = |(wish, words): &(Wish, &[&str])| Some((any_phrase(words, input).ok()?.0, *wish));
    if let Some(found) = WORDS.iter().filter_map(stands).min_by_key(|(rest, _)| rest.len()) {
        return Ok(found);
    }
    let upper = input.to_ascii_uppercase();
    let found = upper.split(',').next().unwrap_or_default();
    let found = found.split(" AND ").next().unwrap_or_default().trim_matches(|c| is_blank(c) || is_stop(c));
    let all = WORDS.iter().flat_map(|(wish, words)| words.iter().map(|word| (*word, *wish)));
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
