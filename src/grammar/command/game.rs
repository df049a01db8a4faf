//! Commands that run a game: deadlines, turns, seasons, and its rules of the post: `grammar/house/command.abnf`.
//!
//! Each parser begins behind its command's own words.

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::digit1;
use nom::combinator::{opt, peek, value};
use nom::sequence::{preceded, terminated};

use crate::account::locale;
use crate::combinator::{choice, clause, must, must_clause, number_within, perhaps, unless_over, words};
use crate::fault::{Near, Parsed, wrong};
use crate::language::Lexicon;
use crate::name::player;
use crate::word::{one_word, rest_of_line};

use super::place::bare_name;
use super::row::Opening;
use super::time;
use super::{Archived, Command, ObserverRule};

/// So many turns late observers are told of one, at the most.
const MOST_LATE: u32 = 99;

/// The last turn that a command may name.
const LAST_TURN: u32 = 999;

/// `open = ( "OPEN" / "OPEN GAME" ) is game-name sp "FROM" sp [ "SCENARIO" sp ] scenario-name`; `scenario-name = <the name of a
/// scenario>`: then the seats file's lines
pub(super) fn open<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Opening> {
    let from = must_clause("FROM and a scenario's name", &["FROM", "FROM SCENARIO", "FROM THE SCENARIO"]);
    let scenario = preceded(from, must("a scenario's name", one_word));
    (must("the new game's name", one_word), scenario)
        .map(|(name, scenario)| Opening::Game { name: name.to_owned(), scenario: scenario.to_owned() })
        .parse(input)
}

/// `hold = ( "HOLD" / "HOLD GAME" / "HOLD THE GAME" / "HOLD TURN" / "HOLD THE TURN" ) [ is [ "BECAUSE" sp ] reason ]`; `reason =
/// <words of a reason>`
pub(super) fn hold<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    reason.map(Command::Hold).parse(input)
}

/// A reason, to the line's end, if one is given.
pub(super) fn reason(input: &str) -> Parsed<'_, Option<String>> {
    let (rest, words) = preceded(perhaps(&["BECAUSE"]), rest_of_line).parse(input)?;
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok((rest, (!bare_name(&words).is_empty()).then_some(words)))
}

/// `deadline = ( "DEADLINE" / "DEADLINE TO" / "DEADLINE MOVE TO" / "MOVE DEADLINE TO" / "MOVE THE DEADLINE TO" / "SET DEADLINE" /
/// "SET DEADLINE TO" / "SET THE DEADLINE TO" ) is moment`
pub(super) fn deadline<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    preceded(perhaps(&["ON"]), time::moment).map(Command::Deadline).parse(input)
}

/// `extend = ( "EXTEND" / "EXTEND BY" / "EXTEND DEADLINE" / "EXTEND DEADLINE BY" / "EXTEND THE DEADLINE BY" / "DEADLINE EXTEND BY" )
/// is duration`
pub(super) fn extend<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    if let Ok((rest, ())) = words(&["UNTIL", "TILL", "TO"]).parse(input) {
        let near = time::moment(rest).map(|(_, at)| format!("DEADLINE {}", at.format("%Y-%m-%d %H:%M")));
        let near = near.unwrap_or_else(|_| "DEADLINE date time".into());
        let why = "here stands by how much; a day with its year, and a time, belong to DEADLINE.";
        return wrong(input, why.into(), Near::This(near));
    }
    let number = preceded(words(&["TURN"]), number_within("a turn's number", 0, LAST_TURN));
    if let Ok((_, (turn, minutes))) = (number, preceded(perhaps(&["BY"]), time::duration)).parse(input) {
        let why = format!("it is the open turn that is extended, which needs no number such as {turn}.");
        return wrong(input, why, Near::This(format!("EXTEND BY {}", time::in_words(minutes))));
    }
    time::duration.map(Command::Extend).parse(input)
}

/// `schedule = ( "SCHEDULE" / "SET SCHEDULE" / "SET SCHEDULE TO" ) is deadline-time`
pub(super) fn schedule<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    time::rhythm.map(Command::Schedule).parse(input)
}

/// `grace = ( "GRACE" / "GRACE TIME" / "SET GRACE" ) is ( duration / "NONE" / "0" )`: M-04
pub(super) fn grace<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    let none = value(0, words(&["NONE", "0", "0 MINUTES"]));
    alt((none, time::duration)).map(Command::Grace).parse(input)
}

/// `remind = ( "REMIND" / "REMINDERS" / "REMIND AT" ) is stretches [ sp "BEFORE" ]`: each of the times for itself
pub(super) fn remind<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    let times = terminated(time::stretches, perhaps(&["BEFORE", "BEFORE THE DEADLINE"]));
    times.map(|times| Command::Remind(times.into_iter().map(time::in_short).collect())).parse(input)
}

/// `missing = ( "MISSING" / "MISSING ALLOWED" / "ALLOW MISSING" ) is ( "ANY" / "NONE" / 1*3DIGIT [ sp ( "PLAYERS" / "PLAYER" ) ]
/// )`
pub(super) fn missing<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    let number = preceded(peek(digit1), number_within("a number of players", 0, 999));
    let allowed = alt((
        value(None, words(&["ANY", "ANY NUMBER"])),
        value(Some(0), words(&["NONE", "NOBODY"])),
        terminated(number, perhaps(&["PLAYERS", "PLAYER"])).map(Some),
    ));
    must("how many players may be without orders, or ANY", allowed).map(Command::Missing).parse(input)
}

/// `press-rule = "PRESS" is ( "AT ONCE" / "AT DEADLINE" / "AT THE DEADLINE" ) [ [ "," ] sp ( "ANONYMOUS" / "ANONYMOUSLY" ) ]`
pub(super) fn press<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    const WHEN: [(&str, &str); 3] =
        [("AT ONCE", "AT ONCE"), ("AT DEADLINE", "AT DEADLINE"), ("AT THE DEADLINE", "AT DEADLINE")];
    (choice("AT ONCE or AT DEADLINE", WHEN), opt(clause(&["ANONYMOUS", "ANONYMOUSLY"])))
        .map(|(when, unsigned)| {
            Command::Press(format!("PRESS {when}{}", if unsigned.is_some() { " ANONYMOUS" } else { "" }))
        })
        .parse(input)
}

/// `archive-of = ( "ARCHIVE OF" / "ARCHIVE FOR" ) is player`
pub(super) fn archive<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Command> {
    player(&[], lexicon).map(|name| Command::Archive(Archived::Player(name))).parse(input)
}

/// `observers = ( "SET OBSERVERS" / "OBSERVERS" ) is ( "LATE" [ sp turns-late ] / "END" / "AT THE END" / "NONE" )`;
/// `turns-late = ( "1" / "2" / "3" / "4" / "5" / "6" / "7" / "8" / "9" ) [ DIGIT ]`
pub(super) fn observers<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    let turns = unless_over(&[], number_within("a number of turns", 1, MOST_LATE));
    let late = preceded(words(&["LATE"]), turns).map(|turns| ObserverRule::Late(turns.unwrap_or(1)));
    let ways = [("AT THE END", ObserverRule::End), ("END", ObserverRule::End), ("NONE", ObserverRule::None)];
    let other = choice("LATE and a number of turns, END or NONE", ways);
    alt((late, other)).map(Command::Observers).parse(input)
}

/// `game-language = ( "SET LANGUAGE" / "SET LANGUAGE TO" ) is locale`
pub(super) fn language<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    locale.map(Command::Language).parse(input)
}

/// `absences = ( "ABSENCES MAY MOVE THE DEADLINE BY" / "ABSENCES MAY MOVE DEADLINE BY" / "ABSENCES MOVE THE DEADLINE BY" ) is [ ( "UP TO"
/// / "AT MOST" ) sp ] duration`
pub(super) fn absences<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    preceded(perhaps(&["UP TO", "AT MOST"]), time::duration).map(Command::AbsenceRule).parse(input)
}

/// `holidays = ( "HOLIDAYS" / "HOLIDAY" ) is [ "FROM" sp ] ( date / days-away )`
pub(super) fn holidays<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    let days = preceded(perhaps(&["FROM"]), time::stretch_of_days);
    days.map(|days| Command::Holidays(Some(days))).parse(input)
}

/// For how long a turn waits once all players are ready, in minutes, if the GA does not say: one who was too quick can still say so.
const SETTLES: u32 = 60;

/// `early = ( "EARLY WHEN READY" / "EARLY WHEN ALL ARE READY" ) [ is "AFTER" sp duration ]`
pub(super) fn early<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    let after = opt(preceded(clause(&["AFTER"]), time::duration));
    after.map(|minutes| Command::Early(Some(minutes.unwrap_or(SETTLES)))).parse(input)
}

/// `run-turn = ( "RUN TURN" / "RUN THE TURN" ) [ is 1*3DIGIT ]`
pub(super) fn run_turn<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    maybe_turn.map(Command::RunTurn).parse(input)
}

/// `rollback = ( "ROLLBACK TO TURN" / "ROLLBACK TO" / "ROLLBACK" / "ROLL BACK TO TURN" / "ROLL BACK TO" / "GO BACK TO TURN" ) is 1*3DIGIT`
pub(super) fn rollback<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    turn.map(Command::Rollback).parse(input)
}

/// `rerun = ( "RERUN TURN" / "RERUN" / "RE RUN TURN" / "RUN TURN AGAIN" ) is 1*3DIGIT`
pub(super) fn rerun<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    turn.map(Command::Rerun).parse(input)
}

fn turn(input: &str) -> Parsed<'_, u32> {
    preceded(perhaps(&["TURN"]), number_within("a turn's number", 0, LAST_TURN)).parse(input)
}

/// A turn's number, if anything stands here.
pub(super) fn maybe_turn(input: &str) -> Parsed<'_, Option<u32>> {
    unless_over(&[], preceded(perhaps(&["OF"]), turn)).parse(input)
}
