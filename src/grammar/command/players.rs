//! Commands about players and administrators: `grammar/command.abnf`. ROTD-EUWOL 3.5.
//!
//! Each parser begins behind its command's own words.

use crate::engine::nearest;
use crate::games::land::edits::Edit;
use crate::games::land::orders::{Office, OfficeOrder};
use crate::grammar::fault::{Near, Parsed, expected, wrong};
use crate::grammar::name::{player, words_until};
use crate::grammar::office;
use crate::grammar::reading::Lexicon;
use crate::grammar::word::{any_phrase, end, phrase, skip, space};

use super::Command;
use super::game::reason;
use super::place::{address, bare_name, is_over, name_and_address, name_before, nation, rank, role};
use super::time::date;

/// What a command reads behind its words.
type Of<'a> = Parsed<'a, Command>;

/// `add-player = "ADD PLAYER" is name-and-address sp [ "FOR" sp ] realm [ sp [ "AS" sp ] army-rank ]`
pub(super) fn add_player<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, (player, address)) = name_and_address(input)?;
    let (rest, nation) = nation(skip(&["FOR"], next(rest)), lexicon)?;
    let behind = skip(&["AS"], next(rest));
    let (rest, rank) = match end(behind) {
        Ok(_) => (rest, None),
        Err(_) => rank(behind).map(|(rest, rank)| (rest, Some(rank)))?,
    };
    Ok((rest, Command::AddPlayer { player, address, nation, rank }))
}

/// What follows, without the comma that parts it.
fn next(rest: &str) -> &str {
    let rest = space(rest);
    space(rest.strip_prefix(',').unwrap_or(rest))
}

/// `remove-player = "REMOVE PLAYER" is player`
pub(super) fn remove_player<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    player(&[], input, lexicon).map(|(rest, name)| (rest, Command::RemovePlayer(name)))
}

/// `replace = ( "REPLACE" / "REPLACE PLAYER" ) is player sp ( "BY" / "WITH" ) sp ( "MACHINE" / "THE MACHINE" / ga-address )`
pub(super) fn replace<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, name) = player(&["BY", "WITH"], input, lexicon)?;
    let Ok((rest, ())) = any_phrase(&["BY", "WITH"], space(rest)) else {
        return expected(space(rest), "BY and a mail address, or BY MACHINE");
    };
    let (rest, address) = match any_phrase(&["MACHINE", "THE MACHINE"], rest) {
        Ok((rest, ())) => (rest, None),
        Err(_) => address(rest).map(|(rest, address)| (rest, Some(address)))?,
    };
    Ok((rest, Command::Replace { player: name, address }))
}

/// `email = ( "EMAIL" / "EMAIL OF" / "SET EMAIL OF" ) is player sp [ ( "IS" / "TO" ) sp ] ga-address`
pub(super) fn email<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let is_address = |rest: &str| address(skip(&["IS", "TO"], rest)).is_ok();
    let (rest, name) = player_before(input, lexicon, is_address)?;
    let (rest, address) = address(skip(&["IS", "TO"], rest))?;
    Ok((rest, Command::Email { player: name, address }))
}

/// The player whose name ends where `tail` reads what follows it.
fn player_before<'a>(input: &'a str, lexicon: &Lexicon, tail: impl Fn(&str) -> bool) -> Parsed<'a, String> {
    let (name, rest) = name_before(input, tail);
    if bare_name(name).is_empty() {
        return expected(input, "a player's name");
    }
    match player(&[], bare_name(name), lexicon) {
        Ok((_, name)) => Ok((rest, name)),
        Err(_) => {
            let name = bare_name(name);
            wrong(input, format!("There is no player {name:?} in this game."), Near::Player(name.to_string()))
        }
    }
}

/// `reset-password = ( "RESET PASSWORD" / "RESET PASSWORD OF" / "RESET PASSWORD FOR" / "RESET THE PASSWORD OF" ) is player`
pub(super) fn reset_password<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    player(&[], input, lexicon).map(|(rest, name)| (rest, Command::ResetPassword(name)))
}

/// `set-rank = ( "RANK" / "SET RANK" / "RANK OF" / "SET RANK OF" ) is player sp [ "TO" sp ] army-rank`
pub(super) fn set_rank<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let whole = |rest: &str| rank(skip(&["TO", "IS"], rest)).is_ok_and(|(rest, _)| is_over(rest));
    let (rest, name) = player_before(input, lexicon, whole)?;
    let (rest, rank) = rank(skip(&["TO", "IS"], rest))?;
    Ok((rest, Command::Edit(Edit::SetRank { player: name, rank })))
}

/// `give-office = ( "GIVE OFFICE" / "GIVE OFFICE OF" / "GIVE THE OFFICE OF" ) is office sp "TO" sp player`
pub(super) fn give_office<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    change_office("TO", true, input, lexicon)
}

/// `take-office = ( "TAKE OFFICE" / "TAKE OFFICE OF" / "TAKE THE OFFICE OF" ) is office sp "FROM" sp player`
pub(super) fn take_office<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    change_office("FROM", false, input, lexicon)
}

fn change_office<'a>(by: &'static str, given: bool, input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, office) = office_until(&[by], input)?;
    let Ok((rest, ())) = any_phrase(&[by], space(rest)) else {
        return expected(
            space(rest),
            if given { "TO and a player's name" } else { "FROM and a player's name" },
        );
    };
    let (rest, player) = player(&[], rest, lexicon)?;
    Ok((rest, Command::Edit(Edit::SetOffice { player, office, given })))
}

/// `office = [ "THE" sp ] ( "WAR MINISTER" / "TREASURY" / "MONARCH" / "PRIME MINISTER" / "NAVAL MINISTER" / "GOVERNOR OF" sp <the name
/// of a bloc> )`, up to one of `stops`
fn office_until<'a>(stops: &[&str], input: &'a str) -> Parsed<'a, Office> {
    const WHAT: &str = "an office such as War Minister or Governor of Saxony";
    let (rest, title) = words_until(stops, skip(&["THE"], input));
    if title.is_empty() {
        return expected(input, WHAT);
    }
    let is_all = |words: &str| phrase(words, title).is_ok_and(|(rest, ())| rest.is_empty());
    if let Some((office, _)) = Office::MINISTERS.into_iter().find(|row| is_all(row.1)) {
        return Ok((rest, office));
    }
    if let Ok((bloc, ())) = any_phrase(&["GOVERNOR OF"], title)
        && !bloc.is_empty()
    {
        return Ok((rest, Office::Governor(joined(bloc))));
    }
    let titles = Office::MINISTERS.iter().map(|row| (row.1, row.1));
    let near = nearest::nearest(title, titles).map_or(Near::Nothing, |title| Near::This(title.into()));
    wrong(input, format!("Expected {WHAT}, found {title:?}."), near)
}

/// `ga-assign = assign`: an empty deputy is nobody
pub(super) fn assign<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, order) = office::assign(input, lexicon)?;
    let OfficeOrder::Assign { unit, commander, deputy } = order else {
        return expected(input, "a unit such as AU3IN");
    };
    let deputy = deputy.map(|name| if name == "NONE" { String::new() } else { name });
    Ok((rest, Command::Edit(Edit::Assign { unit, commander, deputy })))
}

/// `absent = "ABSENT" is player sp "FROM" sp days-away [ sp ( "DEPUTY" / "WITH DEPUTY" ) sp player ]`; `days-away = <a date, TO or UNTIL,
/// and a date that is no earlier>`
pub(super) fn absent<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, name) = player(&["FROM"], input, lexicon)?;
    let Ok((rest, ())) = any_phrase(&["FROM"], space(rest)) else {
        return expected(space(rest), "FROM and the first day, such as 2026-07-01");
    };
    let (rest, from) = date(rest)?;
    let Ok((last, ())) = any_phrase(&["TO", "UNTIL", "TILL"], next(rest)) else {
        return expected(next(rest), "TO and the last day, such as 2026-07-14");
    };
    let (rest, to) = date(last)?;
    if to < from {
        let near = Near::This(format!("FROM {to} TO {from}"));
        return wrong(last, format!("The absence would end on {to}, before it begins on {from}."), near);
    }
    let (rest, deputy) = match any_phrase(&["DEPUTY", "WITH DEPUTY"], next(rest)) {
        Ok((rest, ())) => player(&[], rest, lexicon).map(|(rest, name)| (rest, Some(name)))?,
        Err(_) => (rest, None),
    };
    Ok((rest, Command::Absent { player: name, from, to, deputy }))
}

/// `present = ( "PRESENT" / "BACK" ) is player`
pub(super) fn present<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    player(&[], input, lexicon).map(|(rest, name)| (rest, Command::Present(name)))
}

/// `accept = "ACCEPT" is ga-address sp ( "AS" / "FOR" ) sp player`
pub(super) fn accept<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, address) = address(input)?;
    let Ok((rest, ())) = any_phrase(&["AS", "FOR"], space(rest)) else {
        return expected(space(rest), "AS and the name of a seat");
    };
    let (rest, player) = player(&[], rest, lexicon)?;
    Ok((rest, Command::Accept { address, player }))
}

/// `decline = "DECLINE" is ga-address [ sp [ "BECAUSE" sp ] reason ]`
pub(super) fn decline<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    let (rest, address) = address(input)?;
    let (rest, why) = reason(next(rest))?;
    Ok((rest, Command::Decline { address, why }))
}

/// `add-ga = ( "ADD GA" / "ADD ADMIN" ) is name-and-address sp [ "AS" sp ] role`
pub(super) fn add_ga<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    let (rest, (name, address)) = name_and_address(input)?;
    let (rest, role) = role(skip(&["AS"], next(rest)))?;
    Ok((rest, Command::AddGa { name, address, role }))
}

/// `remove-ga = ( "REMOVE GA" / "REMOVE ADMIN" ) is ga-name`
pub(super) fn remove_ga<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    let (rest, name) = words_until(&[], input);
    if name.is_empty() {
        return expected(input, "the name of an administrator");
    }
    Ok((rest, Command::RemoveGa(joined(name))))
}

/// `change-role = ( "ROLE" / "ROLE OF" / "SET ROLE OF" ) is ga-name sp [ ( "TO" / "IS" ) sp ] role`
pub(super) fn change_role<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    let whole = |rest: &str| role(skip(&["TO", "IS"], rest)).is_ok_and(|(rest, _)| is_over(rest));
    let (name, rest) = name_before(input, whole);
    if bare_name(name).is_empty() || rest.is_empty() {
        return expected(input, "an administrator's name and a role");
    }
    let (rest, role) = role(skip(&["TO", "IS"], rest))?;
    Ok((rest, Command::ChangeRole { name: joined(bare_name(name)), role }))
}

/// A name with single blanks.
fn joined(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}
