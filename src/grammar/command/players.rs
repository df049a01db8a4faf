//! Commands about players and administrators: `grammar/house/command.abnf`. ROTD-EUWOL 3.5.
//!
//! Each parser begins behind its command's own words.

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{opt, value};
use nom::sequence::{preceded, terminated};

use crate::account::locale;
use crate::combinator::{Reads, by, choice, clause, must_clause, over, perhaps, words};
use crate::fault::{Near, Parsed, expected, wrong};
use crate::language::Lexicon;
use crate::name::{no_player, player, words_until};
use crate::reading::Away;
use fieldpost_engine::locale::Locale;
use fieldpost_engine::machine::Skill;

use super::Command;
use super::game::reason;
use super::place::{address, applicant, bare_name, name_and_address, name_before, role};
use super::time::date;

/// What a command reads behind its words.
type Of<'a> = Parsed<'a, Command>;

/// `add-player = "ADD PLAYER" is name-and-address sp [ "FOR" sp ] standing`
pub(super) fn add_player<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    (name_and_address, preceded(perhaps(&["FOR"]), by(lexicon.language.standing, lexicon)))
        .map(|((player, address), standing)| Command::AddPlayer { player, address, standing })
        .parse(input)
}

/// `remove-player = "REMOVE PLAYER" is player`
pub(super) fn remove_player<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    player(&[], lexicon).map(Command::RemovePlayer).parse(input)
}

/// `replace = ( "REPLACE" / "REPLACE PLAYER" ) is player sp ( "BY" / "WITH" ) sp ( "MACHINE" / "THE MACHINE" / ga-address )`
pub(super) fn replace<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let by = must_clause("BY and a mail address, or BY MACHINE", &["BY", "WITH"]);
    let machine = value(None, words(&["MACHINE", "THE MACHINE"]));
    (player(&["BY", "WITH"], lexicon), preceded(by, alt((machine, address.map(Some)))))
        .map(|(player, address)| Command::Replace { player, address })
        .parse(input)
}

/// `machine-on = "MACHINE ON" is player`
pub(super) fn machine_on<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    player(&[], lexicon).map(|player| Command::Machine { player, plays: true }).parse(input)
}

/// `machine-off = "MACHINE OFF" is player`
pub(super) fn machine_off<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    player(&[], lexicon).map(|player| Command::Machine { player, plays: false }).parse(input)
}

/// `skill = ( "SET SKILL" / "SET SKILL OF" / "SKILL" / "SKILL OF" ) is player sp [ ( "IS" / "TO" ) sp ] ( "RECRUIT" / "COLONEL" / "MARSHAL" )`
pub(super) fn skill<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    // A rank before a name reads as a skill too, but not at the end.
    let (rest, player) = player_before(input, lexicon, terminated(level, over(&[])))?;
    let (rest, skill) = level(rest)?;
    Ok((rest, Command::Skill { player, skill }))
}

fn level(input: &str) -> Parsed<'_, Skill> {
    let skills = Skill::ALL.map(|skill| (skill.words(), skill));
    preceded(perhaps(&["IS", "TO"]), choice("a skill: recruit, colonel or marshal", skills)).parse(input)
}

/// `language-of = "SET LANGUAGE OF" is player sp [ ( "IS" / "TO" ) sp ] locale`
pub(super) fn language<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, player) = player_before(input, lexicon, terminated(tongue, over(&[])))?;
    let (rest, locale) = tongue(rest)?;
    Ok((rest, Command::LanguageOf { player, locale }))
}

fn tongue(input: &str) -> Parsed<'_, Locale> {
    preceded(perhaps(&["IS", "TO"]), locale).parse(input)
}

/// `email = ( "EMAIL" / "EMAIL OF" / "SET EMAIL OF" ) is player sp [ ( "IS" / "TO" ) sp ] ga-address`
pub(super) fn email<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, player) = player_before(input, lexicon, preceded(perhaps(&["IS", "TO"]), address))?;
    let (rest, address) = preceded(perhaps(&["IS", "TO"]), address).parse(rest)?;
    Ok((rest, Command::Email { player, address }))
}

/// The player whose name ends where `tail` reads what follows it.
pub fn player_before<'a, T>(
    input: &'a str,
    lexicon: &Lexicon,
    mut tail: impl Reads<'a, T>,
) -> Parsed<'a, String> {
    let (name, rest) = name_before(input, |behind| tail.parse(behind).is_ok());
    match bare_name(name) {
        "" => expected(input, "a player's name"),
        name => match player(&[], lexicon).parse(name) {
            Ok((_, name)) => Ok((rest, name)),
            Err(_) => no_player(input, name),
        },
    }
}

/// `reset-password = ( "RESET PASSWORD" / "RESET PASSWORD OF" / "RESET PASSWORD FOR" / "RESET THE PASSWORD OF" ) is player`
pub(super) fn reset_password<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    player(&[], lexicon).map(Command::ResetPassword).parse(input)
}

/// `away = days-away [ sp ( "DEPUTY" / "WITH DEPUTY" ) sp player ]`; `days-away = <a date, TO or UNTIL, and a date that is no earlier>`
pub(crate) fn away<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Away> {
    let until = must_clause("TO and the last day, such as 2026-07-14", &["TO", "UNTIL", "TILL"]);
    let (last, from) = terminated(date, until).parse(input)?;
    let (rest, to) = date(last)?;
    if to < from {
        let near = Near::This(format!("FROM {to} TO {from}"));
        return wrong(last, format!("The absence would end on {to}, before it begins on {from}."), near);
    }
    let deputy = preceded(clause(&["DEPUTY", "WITH DEPUTY"]), player(&[], lexicon));
    let (rest, deputy) = opt(deputy).parse(rest)?;
    Ok((rest, Away { from, to, deputy }))
}

/// `absent = "ABSENT" is player sp "FROM" sp away`
pub(super) fn absent<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let from = must_clause("FROM and the first day, such as 2026-07-01", &["FROM"]);
    (player(&["FROM"], lexicon), preceded(from, by(away, lexicon)))
        .map(|(player, Away { from, to, deputy })| Command::Absent { player, from, to, deputy })
        .parse(input)
}

/// `present = ( "PRESENT" / "BACK" ) is player`
pub(super) fn present<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    player(&[], lexicon).map(Command::Present).parse(input)
}

/// `accept = "ACCEPT" is ga-address sp ( "AS" / "FOR" ) sp player`: any address that a letter can come from, as SIGN UP takes it
pub(super) fn accept<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let seat = must_clause("AS and the name of a seat", &["AS", "FOR"]);
    (applicant, preceded(seat, player(&[], lexicon)))
        .map(|(address, player)| Command::Accept { address, player })
        .parse(input)
}

/// `decline = "DECLINE" is ga-address [ sp [ "BECAUSE" sp ] reason ]`
pub(super) fn decline<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    (applicant, reason).map(|(address, why)| Command::Decline { address, why }).parse(input)
}

/// `remove-observer = "REMOVE OBSERVER" is ga-address`
pub(super) fn remove_observer<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    applicant.map(Command::RemoveObserver).parse(input)
}

/// `add-ga = ( "ADD GA" / "ADD ADMIN" ) is name-and-address sp [ "AS" sp ] role`
pub(super) fn add_ga<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    (name_and_address, preceded(perhaps(&["AS"]), role))
        .map(|((name, address), role)| Command::AddGa { name, address, role })
        .parse(input)
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
    let given = |input| preceded(perhaps(&["TO", "IS"]), role).parse(input);
    let (name, rest) = name_before(input, |behind| terminated(given, over(&[])).parse(behind).is_ok());
    if bare_name(name).is_empty() || rest.is_empty() {
        return expected(input, "an administrator's name and a role");
    }
    given.map(|role| Command::ChangeRole { name: joined(bare_name(name)), role }).parse(rest)
}

/// A name with single blanks.
pub fn joined(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}
