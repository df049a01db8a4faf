//! Commands that run a game: deadlines, turns, seasons, and its rules of the post: `grammar/house/command.abnf`.
//!
//! Each parser begins behind its command's own words.

use crate::fault::{Near, Parsed, expected, wrong};
use crate::language::Lexicon;
use crate::name::player;
use crate::word::{any_phrase, bare_word, choice, end, number_within, rest_of_line, skip, space, stands};

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
    let name = bare_word(input);
    if name.is_empty() {
        return expected(input, "the new game's name");
    }
    let rest = space(&input[name.len()..]);
    let Ok((rest, ())) = any_phrase(&["FROM", "FROM SCENARIO", "FROM THE SCENARIO"], rest) else {
        return expected(rest, "FROM and a scenario's name");
    };
    let scenario = bare_word(rest);
    if scenario.is_empty() {
        return expected(rest, "a scenario's name");
    }
    Ok((&rest[scenario.len()..], Opening::Game { name: name.to_string(), scenario: scenario.to_string() }))
}

/// `hold = ( "HOLD" / "HOLD GAME" / "HOLD THE GAME" / "HOLD TURN" / "HOLD THE TURN" ) [ is [ "BECAUSE" sp ] reason ]`; `reason =
/// <words of a reason>`
pub(super) fn hold<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    reason(input).map(|(rest, why)| (rest, Command::Hold(why)))
}

/// A reason, to the line's end, if one is given.
pub(super) fn reason(input: &str) -> Parsed<'_, Option<String>> {
    let (rest, words) = rest_of_line(skip(&["BECAUSE"], space(input)))?;
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok((rest, (!bare_name(&words).is_empty()).then_some(words)))
}

/// `deadline = ( "DEADLINE" / "DEADLINE TO" / "DEADLINE MOVE TO" / "MOVE DEADLINE TO" / "MOVE THE DEADLINE TO" / "SET DEADLINE" /
/// "SET DEADLINE TO" / "SET THE DEADLINE TO" ) is moment`
pub(super) fn deadline<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    time::moment(skip(&["ON"], input)).map(|(rest, at)| (rest, Command::Deadline(at)))
}

/// `extend = ( "EXTEND" / "EXTEND BY" / "EXTEND DEADLINE" / "EXTEND DEADLINE BY" / "EXTEND THE DEADLINE BY" / "DEADLINE EXTEND BY" )
/// is duration`
pub(super) fn extend<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    if let Ok((rest, ())) = any_phrase(&["UNTIL", "TILL", "TO"], input) {
        let near = time::moment(rest).map(|(_, at)| format!("DEADLINE {}", at.format("%Y-%m-%d %H:%M")));
        let near = near.unwrap_or_else(|_| "DEADLINE date time".into());
        let why = "here stands by how much; a day with its year, and a time, belong to DEADLINE.";
        return wrong(input, why.into(), Near::This(near));
    }
    if let Ok((rest, turn)) = number_within("a turn's number", 0, LAST_TURN, skip(&["TURN"], input))
        && let Ok((_, minutes)) = time::duration(skip(&["BY"], space(rest)))
        && stands(&["TURN"], input)
    {
        let why = format!("it is the open turn that is extended, which needs no number such as {turn}.");
        return wrong(input, why, Near::This(format!("EXTEND BY {}", time::in_words(minutes))));
    }
    time::duration(input).map(|(rest, minutes)| (rest, Command::Extend(minutes)))
}

/// `schedule = ( "SCHEDULE" / "SET SCHEDULE" / "SET SCHEDULE TO" ) is deadline-time`
pub(super) fn schedule<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    time::rhythm(input).map(|(rest, words)| (rest, Command::Schedule(words)))
}

/// `grace = ( "GRACE" / "GRACE TIME" / "SET GRACE" ) is ( duration / "NONE" / "0" )`: M-04
pub(super) fn grace<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    if let Ok((rest, ())) = any_phrase(&["NONE", "0", "0 MINUTES"], input) {
        return Ok((rest, Command::Grace(0)));
    }
    time::duration(input).map(|(rest, minutes)| (rest, Command::Grace(minutes)))
}

/// `remind = ( "REMIND" / "REMINDERS" / "REMIND AT" ) is stretches [ sp "BEFORE" ]`: each of the times for itself
pub(super) fn remind<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    let (rest, times) = time::stretches(input)?;
    let rest = skip(&["BEFORE", "BEFORE THE DEADLINE"], space(rest));
    Ok((rest, Command::Remind(times.into_iter().map(time::in_short).collect())))
}

/// `missing = ( "MISSING" / "MISSING ALLOWED" / "ALLOW MISSING" ) is ( "ANY" / "NONE" / 1*3DIGIT [ sp ( "PLAYERS" / "PLAYER" ) ]
/// )`
pub(super) fn missing<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    if let Ok((rest, ())) = any_phrase(&["ANY", "ANY NUMBER"], input) {
        return Ok((rest, Command::Missing(None)));
    }
    if let Ok((rest, ())) = any_phrase(&["NONE", "NOBODY"], input) {
        return Ok((rest, Command::Missing(Some(0))));
    }
    if !input.starts_with(|c: char| c.is_ascii_digit()) {
        return expected(input, "how many players may be without orders, or ANY");
    }
    let (rest, number) = number_within("a number of players", 0, 999, input)?;
    Ok((skip(&["PLAYERS", "PLAYER"], space(rest)), Command::Missing(Some(number))))
}

/// `press-rule = "PRESS" is ( "AT ONCE" / "AT DEADLINE" / "AT THE DEADLINE" ) [ [ "," ] sp ( "ANONYMOUS" / "ANONYMOUSLY" ) ]`
pub(super) fn press<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    let (rest, when) = if let Ok((rest, ())) = any_phrase(&["AT ONCE"], input) {
        (rest, "AT ONCE")
    } else if let Ok((rest, ())) = any_phrase(&["AT DEADLINE", "AT THE DEADLINE"], input) {
        (rest, "AT DEADLINE")
    } else {
        return expected(input, "AT ONCE or AT DEADLINE");
    };
    let behind = space(rest.strip_prefix(',').unwrap_or(rest));
    match any_phrase(&["ANONYMOUS", "ANONYMOUSLY"], behind) {
        Ok((rest, ())) => Ok((rest, Command::Press(format!("PRESS {when} ANONYMOUS")))),
        Err(_) => Ok((rest, Command::Press(format!("PRESS {when}")))),
    }
}

/// `archive-of = ( "ARCHIVE OF" / "ARCHIVE FOR" ) is player`
pub(super) fn archive<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Command> {
    player(&[], input, lexicon).map(|(rest, name)| (rest, Command::Archive(Archived::Player(name))))
}

/// `observers = ( "SET OBSERVERS" / "OBSERVERS" ) is ( "LATE" [ sp turns-late ] / "END" / "AT THE END" / "NONE" )`;
/// `turns-late = ( "1" / "2" / "3" / "4" / "5" / "6" / "7" / "8" / "9" ) [ DIGIT ]`
pub(super) fn observers<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    let ways = [("AT THE END", ObserverRule::End), ("END", ObserverRule::End), ("NONE", ObserverRule::None)];
    let Ok((rest, ())) = any_phrase(&["LATE"], space(input)) else {
        let what = "LATE and a number of turns, END or NONE";
        return choice(what, &ways, space(input)).map(|(rest, rule)| (rest, Command::Observers(rule)));
    };
    if end(rest).is_ok() {
        return Ok((rest, Command::Observers(ObserverRule::Late(1))));
    }
    let (rest, turns) = number_within("a number of turns", 1, MOST_LATE, space(rest))?;
    Ok((rest, Command::Observers(ObserverRule::Late(turns))))
}

/// `absences = ( "ABSENCES MAY MOVE THE DEADLINE BY" / "ABSENCES MAY MOVE DEADLINE BY" / "ABSENCES MOVE THE DEADLINE BY" ) is [ ( "UP TO"
/// / "AT MOST" ) sp ] duration`
pub(super) fn absences<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    let (rest, minutes) = time::duration(skip(&["UP TO", "AT MOST"], input))?;
    Ok((rest, Command::AbsenceRule(minutes)))
}

/// `holidays = ( "HOLIDAYS" / "HOLIDAY" ) is [ "FROM" sp ] ( date / days-away )`
pub(super) fn holidays<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    let (rest, days) = time::stretch_of_days(skip(&["FROM"], input))?;
    Ok((rest, Command::Holidays(Some(days))))
}

/// For how long a turn waits once all players are ready, in minutes, if the GA does not say: one who was too quick can still say so.
const SETTLES: u32 = 60;

/// `early = ( "EARLY WHEN READY" / "EARLY WHEN ALL ARE READY" ) [ is "AFTER" sp duration ]`
pub(super) fn early<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    match any_phrase(&["AFTER"], space(input)) {
        Ok((rest, ())) => {
            time::duration(space(rest)).map(|(rest, minutes)| (rest, Command::Early(Some(minutes))))
        }
        Err(_) => Ok((input, Command::Early(Some(SETTLES)))),
    }
}

/// `run-turn = ( "RUN TURN" / "RUN THE TURN" ) [ is 1*3DIGIT ]`
pub(super) fn run_turn<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    maybe_turn(input).map(|(rest, turn)| (rest, Command::RunTurn(turn)))
}

/// `rollback = ( "ROLLBACK TO TURN" / "ROLLBACK TO" / "ROLLBACK" / "ROLL BACK TO TURN" / "ROLL BACK TO" / "GO BACK TO TURN" ) is 1*3DIGIT`
pub(super) fn rollback<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    turn(input).map(|(rest, turn)| (rest, Command::Rollback(turn)))
}

/// `rerun = ( "RERUN TURN" / "RERUN" / "RE RUN TURN" / "RUN TURN AGAIN" ) is 1*3DIGIT`
pub(super) fn rerun<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Command> {
    turn(input).map(|(rest, turn)| (rest, Command::Rerun(turn)))
}

fn turn(input: &str) -> Parsed<'_, u32> {
    number_within("a turn's number", 0, LAST_TURN, skip(&["TURN"], input))
}

/// A turn's number, if anything stands here.
pub(super) fn maybe_turn(input: &str) -> Parsed<'_, Option<u32>> {
    if end(input).is_ok() {
        return Ok((input, None));
    }
    turn(skip(&["OF"], input)).map(|(rest, turn)| (rest, Some(turn)))
}
