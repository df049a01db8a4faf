//! What powers ask for between the turns of the board game (EU-75), as it is read: `grammar/europa/orders.abnf`.

use fieldpost_grammar::parse::{Near, Parsed, number_within, wrong};

use super::names::{gap, is_over, must, place, power, power_or_minor, take};
use super::read::part;
use super::{Business, Names, PowerOrder};
use crate::position::Reply;

type Of<'a> = Parsed<'a, PowerOrder>;

fn business(what: Business) -> PowerOrder {
    PowerOrder::Business(what)
}

/// `declare-war = "DECLARE WAR ON" is power-or-minor`
pub(crate) fn declare_war<'a>(input: &'a str, names: &Names) -> Of<'a> {
    power_or_minor(input, names).map(|(rest, other)| (rest, business(Business::DeclareWar(other))))
}

/// `offer-peace = ( "OFFER PEACE TO" / "OFFER PEACE WITH" ) is power`
pub(crate) fn offer_peace<'a>(input: &'a str, names: &Names) -> Of<'a> {
    power(input, names).map(|(rest, other)| (rest, business(Business::OfferPeace(other))))
}

/// `offer-alliance = ( "OFFER ALLIANCE TO" / "OFFER ALLIANCE WITH" ) is power`
pub(crate) fn offer_alliance<'a>(input: &'a str, names: &Names) -> Of<'a> {
    power(input, names).map(|(rest, other)| (rest, business(Business::OfferAlliance(other))))
}

/// `buy = ( "BUY" / "RAISE" / "RECRUIT" ) is counters gap ( "IN" / "AT" ) sp place-name`
pub(crate) fn buy<'a>(input: &'a str, names: &Names) -> Of<'a> {
    const IN: &[&str] = &["IN", "AT"];
    let (mut rest, first) = part(gap(input))?;
    let mut parts = vec![first];
    while !is_over(rest) && take(IN, rest).is_none() {
        let (after, next) = part(gap(rest))?;
        parts.push(next);
        rest = after;
    }
    let (rest, ()) = must("IN and a place", IN, rest)?;
    place(rest, names).map(|(rest, at)| (rest, business(Business::Buy(parts, at))))
}

/// `fortify = "FORTIFY" is place-name gap %x31-35`
pub(crate) fn fortify<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, at) = place(input, names)?;
    let (rest, level) = number_within("a level of a fortress", 1, 5, gap(rest))?;
    Ok((rest, business(Business::Fortify(at, level as u8))))
}

/// `borrow = "BORROW" is 1*5DIGIT`
pub(crate) fn borrow<'a>(input: &'a str, _: &Names) -> Of<'a> {
    let (rest, ducats) = number_within("a number of ducats", 0, 99_999, gap(input))?;
    Ok((rest, business(Business::Borrow(ducats))))
}

/// `subsidy = "SUBSIDY" is 1*5DIGIT gap "TO" sp power`
pub(crate) fn subsidy<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, ducats) = number_within("a number of ducats", 0, 99_999, gap(input))?;
    let (rest, ()) = must("TO and a power", &["TO"], rest)?;
    power(rest, names).map(|(rest, to)| (rest, business(Business::Pay(ducats, to))))
}

/// `accept-offer = "ACCEPT" is %x31-39 *5DIGIT [ sp <words to the end of the line> ]`
pub(crate) fn accept<'a>(input: &'a str, _: &Names) -> Of<'a> {
    reply(input, true)
}

/// `decline-offer = "DECLINE" is %x31-39 *5DIGIT [ sp <words to the end of the line> ]`
pub(crate) fn decline<'a>(input: &'a str, _: &Names) -> Of<'a> {
    reply(input, false)
}

fn reply(input: &str, accepted: bool) -> Of<'_> {
    let (rest, request) = number_within("the number of a request", 1, 999_999, gap(input))?;
    let words = gap(rest).trim().to_owned();
    Ok(("", PowerOrder::Reply { request, reply: Reply { accepted, words } }))
}

/// `cancel-request = ( "CANCEL REQUEST" / "WITHDRAW REQUEST" / "WITHDRAW" ) is %x31-39 *5DIGIT`
pub(crate) fn cancel_request<'a>(input: &'a str, _: &Names) -> Of<'a> {
    let (rest, request) = number_within("the number of a request", 1, 999_999, gap(input))?;
    Ok((rest, PowerOrder::Withdraw(request)))
}

/// `declare-sealed = "DECLARE SEALED" is <words to the end of the line>`
pub(crate) fn declare_sealed<'a>(input: &'a str, _: &Names) -> Of<'a> {
    match input.trim() {
        "" => wrong(input, "Expected what is declared, but the line ends.".to_owned(), Near::Nothing),
        words => Ok(("", PowerOrder::Sealed(words.to_owned()))),
    }
}
