//! What a player asks of the desk: `grammar/account.abnf`.
//!
//! As in [`super::land`], each parser begins behind its order's own words. `NEW PASSWORD` is read by
//! [`super::credential`], since its words are shown to nobody.

use super::fault::{Parsed, expected};
use super::name::must_unit;
use super::reading::{Account, Lexicon};
use super::word::{end, is_blank, is_stop, number_within, rest_of_line, skip, space, word};

/// `help = "HELP" [ is topic ]`; `topic = <words>`
pub(super) fn help<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Account> {
    let (rest, topic) = rest_of_line(input)?;
    let topic = topic.trim_end_matches(is_stop);
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
    let mut units = Vec::new();
    while end(rest).is_err() {
        let (after, unit) = must_unit(rest, lexicon)?;
        units.push(unit);
        let after = after.trim_start_matches(|c| is_blank(c) || c == ',');
        rest = if end(after).is_ok() { after } else { skip(&["AND"], after) };
    }
    Ok((rest, Account::CancelOrders(units)))
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

/// `set-reports = ( "SET REPORTS" / "SET REPORT" ) is wish`; `wish = <words>`
pub(super) fn set_reports<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Account> {
    let (rest, wish) = rest_of_line(input)?;
    let wish = wish.trim_end_matches(is_stop);
    if wish.is_empty() {
        return expected(input, "how you want your reports, such as TEXT");
    }
    Ok((rest, Account::SetReports(wish.to_string())))
}
