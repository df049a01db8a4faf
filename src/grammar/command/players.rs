//! Commands about players and administrators: `grammar/house/command.abnf`. ROTD-EUWOL 3.5.
//!
//! Each parser begins behind its command's own words.

use crate::fault::{Near, Parsed, expected, wrong};
use crate::language::Lexicon;
use crate::name::{player, words_until};
use crate::reading::Away;
use crate::word::{any_phrase, skip, space};
use fieldpost_engine::machine::Skill;

use super::Command;
use super::game::reason;
use super::place::{address, applicant, bare_name, is_over, name_and_address, name_before, one_of, role};
use super::time::date;

/// What a command reads behind its words.
type Of<'a> = Parsed<'a, Command>;

/// `add-player = "ADD PLAYER" is name-and-address sp [ "FOR" sp ] standing`
pub(super) fn add_player<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, (player, address)) = name_and_address(input)?;
    let (rest, standing) = (lexicon.language.standing)(skip(&["FOR"], next(rest)), lexicon)?;
    Ok((rest, Command::AddPlayer { player, address, standing }))
}

/// What follows, without the comma that parts it.
pub fn next(rest: &str) -> &str {
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

/// `machine-on = "MACHINE ON" is player`
pub(super) fn machine_on<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    player(&[], input, lexicon).map(|(rest, player)| (rest, Command::Machine { player, plays: true }))
}

/// `machine-off = "MACHINE OFF" is player`
pub(super) fn machine_off<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    player(&[], input, lexicon).map(|(rest, player)| (rest, Command::Machine { player, plays: false }))
}

/// `skill = ( "SET SKILL" / "SET SKILL OF" / "SKILL" / "SKILL OF" ) is player sp [ ( "IS" / "TO" ) sp ] ( "RECRUIT" / "COLONEL" / "MARSHAL" )`
pub(super) fn skill<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    // A rank before a name reads as a skill too, but not at the end.
    let ends = |rest: &str| level(rest).is_ok_and(|(rest, _)| is_over(rest));
    let (rest, player) = player_before(input, lexicon, ends)?;
    let (rest, skill) = level(rest)?;
    Ok((rest, Command::Skill { player, skill }))
}

fn level(rest: &str) -> Parsed<'_, Skill> {
    let rest = space(skip(&["IS", "TO"], space(rest)));
    let found =
        Skill::ALL.iter().find_map(|skill| Some((any_phrase(&[skill.words()], rest).ok()?.0, *skill)));
    match found {
        Some(read) => Ok(read),
        None => {
            one_of("a skill: recruit, colonel or marshal", rest, Skill::ALL.iter().map(|skill| skill.words()))
        }
    }
}

/// `email = ( "EMAIL" / "EMAIL OF" / "SET EMAIL OF" ) is player sp [ ( "IS" / "TO" ) sp ] ga-address`
pub(super) fn email<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let is_address = |rest: &str| address(skip(&["IS", "TO"], rest)).is_ok();
    let (rest, name) = player_before(input, lexicon, is_address)?;
    let (rest, address) = address(skip(&["IS", "TO"], rest))?;
    Ok((rest, Command::Email { player: name, address }))
}

/// The player whose name ends where `tail` reads what follows it.
pub fn player_before<'a>(
    input: &'a str,
    lexicon: &Lexicon,
    tail: impl Fn(&str) -> bool,
) -> Parsed<'a, String> {
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

/// `away = days-away [ sp ( "DEPUTY" / "WITH DEPUTY" ) sp player ]`; `days-away = <a date, TO or UNTIL, and a date that is no earlier>`
pub(crate) fn away<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Away> {
    let (rest, from) = date(input)?;
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
    Ok((rest, Away { from, to, deputy }))
}

/// `absent = "ABSENT" is player sp "FROM" sp away`
pub(super) fn absent<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, name) = player(&["FROM"], input, lexicon)?;
    let Ok((rest, ())) = any_phrase(&["FROM"], space(rest)) else {
        return expected(space(rest), "FROM and the first day, such as 2026-07-01");
    };
    let (rest, Away { from, to, deputy }) = away(rest, lexicon)?;
    Ok((rest, Command::Absent { player: name, from, to, deputy }))
}

/// `present = ( "PRESENT" / "BACK" ) is player`
pub(super) fn present<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    player(&[], input, lexicon).map(|(rest, name)| (rest, Command::Present(name)))
}

/// `accept = "ACCEPT" is ga-address sp ( "AS" / "FOR" ) sp player`: any address that a letter can come from, as SIGN UP takes it
pub(super) fn accept<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, address) = applicant(input)?;
    let Ok((rest, ())) = any_phrase(&["AS", "FOR"], space(rest)) else {
        return expected(space(rest), "AS and the name of a seat");
    };
    let (rest, player) = player(&[], rest, lexicon)?;
    Ok((rest, Command::Accept { address, player }))
}

/// `decline = "DECLINE" is ga-address [ sp [ "BECAUSE" sp ] reason ]`
pub(super) fn decline<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    let (rest, address) = applicant(input)?;
    let (rest, why) = reason(next(rest))?;
    Ok((rest, Command::Decline { address, why }))
}

/// `remove-observer = "REMOVE OBSERVER" is ga-address`
pub(super) fn remove_observer<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    let (rest, address) = applicant(input)?;
    Ok((rest, Command::RemoveObserver(address)))
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
pub fn joined(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}
