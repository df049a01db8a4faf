//! What powers ask for between the turns of the board game (EU-75), as it is read: `grammar/europa/orders.abnf`.

use fieldpost_grammar::parse::{Near, Parsed, Reads, between, by, list, must_clause, number_within, wrong};
use nom::Parser;
use nom::combinator::rest;
use nom::sequence::preceded;

use super::names::{place, power, power_or_minor};
use super::read::part;
use super::{Business, Names, PowerOrder};
use crate::position::Reply;

type Of<'a> = Parsed<'a, PowerOrder>;

fn business(what: Business) -> PowerOrder {
    PowerOrder::Business(what)
}

/// `declare-war = "DECLARE WAR ON" is power-or-minor`
pub(crate) fn declare_war<'a>(input: &'a str, names: &Names) -> Of<'a> {
    by(power_or_minor, names).map(|other| business(Business::DeclareWar(other))).parse(input)
}

/// `offer-peace = ( "OFFER PEACE TO" / "OFFER PEACE WITH" ) is power`
pub(crate) fn offer_peace<'a>(input: &'a str, names: &Names) -> Of<'a> {
    by(power, names).map(|other| business(Business::OfferPeace(other))).parse(input)
}

/// `offer-alliance = ( "OFFER ALLIANCE TO" / "OFFER ALLIANCE WITH" ) is power`
pub(crate) fn offer_alliance<'a>(input: &'a str, names: &Names) -> Of<'a> {
    by(power, names).map(|other| business(Business::OfferAlliance(other))).parse(input)
}

/// `buy = ( "BUY" / "RAISE" / "RECRUIT" ) is counters between ( "IN" / "AT" ) sp place-name`
pub(crate) fn buy<'a>(input: &'a str, names: &Names) -> Of<'a> {
    const IN: &[&str] = &["IN", "AT"];
    (list(IN, part), preceded(must_clause("IN and a place", IN), by(place, names)))
        .map(|(parts, at)| business(Business::Buy(parts, at)))
        .parse(input)
}

/// `fortify = "FORTIFY" is place-name between %x31-35`
pub(crate) fn fortify<'a>(input: &'a str, names: &Names) -> Of<'a> {
    (by(place, names), number_within("a level of a fortress", 1, 5))
        .map(|(at, level)| business(Business::Fortify(at, level as u8)))
        .parse(input)
}

/// `1*5DIGIT`
fn ducats<'a>() -> impl Reads<'a, u32> {
    number_within("a number of ducats", 0, 99_999)
}

/// `%x31-39 *5DIGIT`: a request by its number
fn request<'a>() -> impl Reads<'a, u32> {
    number_within("the number of a request", 1, 999_999)
}

/// `borrow = "BORROW" is 1*5DIGIT`
pub(crate) fn borrow<'a>(input: &'a str, _: &Names) -> Of<'a> {
    ducats().map(|ducats| business(Business::Borrow(ducats))).parse(input)
}

/// `subsidy = "SUBSIDY" is 1*5DIGIT between "TO" sp power`
pub(crate) fn subsidy<'a>(input: &'a str, names: &Names) -> Of<'a> {
    (ducats(), preceded(must_clause("TO and a power", &["TO"]), by(power, names)))
        .map(|(ducats, to)| business(Business::Pay(ducats, to)))
        .parse(input)
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
    (request(), preceded(between, rest))
        .map(|(request, words): (u32, &str)| {
            let reply = Reply { accepted, words: words.trim().to_owned() };
            PowerOrder::Reply { request, reply }
        })
        .parse(input)
}

/// `cancel-request = ( "CANCEL REQUEST" / "WITHDRAW REQUEST" / "WITHDRAW" ) is %x31-39 *5DIGIT`
pub(crate) fn cancel_request<'a>(input: &'a str, _: &Names) -> Of<'a> {
    request().map(PowerOrder::Withdraw).parse(input)
}

/// `declare-sealed = "DECLARE SEALED" is <words to the end of the line>`
pub(crate) fn declare_sealed<'a>(input: &'a str, _: &Names) -> Of<'a> {
    match input.trim() {
        "" => wrong(input, "Expected what is declared, but the line ends.".to_owned(), Near::Nothing),
        words => Ok(("", PowerOrder::Sealed(words.to_owned()))),
    }
}
