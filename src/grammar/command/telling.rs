//! Commands that look, tell and take back: `grammar/house/command.abnf`.
//!
//! Each parser begins behind its command's own words.

use crate::account;
use crate::fault::{Near, Parsed, expected, wrong};
use crate::language::Lexicon;
use crate::name::{player, words_until};
use crate::reading::Account;
use crate::word::{end, is_blank, number, number_within, skip, space};

use super::game::maybe_turn;
use super::row::Opening;
use super::{Command, Show, Undo};

/// What a command reads behind its words.
type Of<'a> = Parsed<'a, Command>;

/// The most lines of the audit that one letter shows.
const MOST_LINES: u32 = 9_999;

/// `tell = "TELL" is player *2( *WSP "," *WSP player / sp "AND" sp player )`: then lines of words
pub(super) fn tell<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Opening> {
    let (mut rest, mut players) = (input, Vec::<String>::new());
    loop {
        let names = &rest[..rest.find([',', ':']).unwrap_or(rest.len())];
        let (_, name) = words_until(&["AND"], names);
        let behind = &rest[name.len()..];
        if name.is_empty() {
            return expected(rest, "a player's name");
        }
        match player(&[], name, lexicon) {
            Ok((_, name)) if players.contains(&name) => {}
            Ok((_, name)) => players.push(name),
            Err(_) => {
                let why = format!("There is no player {name:?} in this game.");
                return wrong(rest, why, Near::Player(name.to_string()));
            }
        }
        let next = behind.trim_start_matches(|c| is_blank(c) || c == ',');
        let more = skip(&["AND"], next);
        if more.len() == behind.len() || end(next).is_ok() || next.starts_with(':') {
            return Ok((behind, Opening::Tell(players)));
        }
        rest = more;
    }
}

/// `broadcast = "BROADCAST"`: then lines of words
pub(super) fn broadcast<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Opening> {
    Ok((input, Opening::Broadcast))
}

/// `show-player = "SHOW PLAYER" is player`
pub(super) fn show_player<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    player(&[], input, lexicon).map(|(rest, name)| (rest, Command::Show(Show::Player(name))))
}

/// `ga-show-orders = "SHOW ORDERS" [ is ( "ALL" / [ ( "OF" / "FOR" ) sp ] ( unit-id / player ) ) ]`
pub(super) fn show_orders<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let all = skip(&["ALL"], input);
    if end(all).is_ok() {
        return Ok((all, Command::Show(Show::Orders(None))));
    }
    let of = skip(&["OF", "FOR"], input);
    let (rest, whose) = match (lexicon.language.piece)(of, lexicon) {
        Err(nom::Err::Error(_)) => player(&[], of, lexicon)?,
        read => read.map(|(rest, piece)| (rest, piece.to_string()))?,
    };
    Ok((rest, Command::Show(Show::Orders(Some(whose)))))
}

/// `show-audit = ( "SHOW AUDIT" / "SHOW THE AUDIT" / "SHOW LOG" / "SHOW THE LOG" ) [ is [ "LAST" sp ] %x31-39 *2DIGIT ]`
pub(super) fn show_audit<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    if end(input).is_ok() {
        return Ok((input, Command::Show(Show::Audit(None))));
    }
    let (rest, lines) = number_within("a number of lines", 1, MOST_LINES, skip(&["LAST"], input))?;
    Ok((skip(&["LINES"], space(rest)), Command::Show(Show::Audit(Some(lines)))))
}

/// `show-letter = "SHOW LETTER" is [ "NUMBER" sp ] number`
pub(super) fn show_letter<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    match number(skip(&["NUMBER", "NO"], input)) {
        Ok((rest, letter)) => Ok((rest, Command::Show(Show::Letter(letter.into())))),
        Err(_) => expected(input, "a letter's number"),
    }
}

/// `show-press = "SHOW PRESS" [ is [ "OF" sp ] [ "TURN" sp ] 1*3DIGIT ]`
pub(super) fn show_press<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    maybe_turn(input).map(|(rest, turn)| (rest, Command::Show(Show::Press(turn))))
}

/// `release-letter = ( "RELEASE LETTER" / "RELEASE THE LETTER" ) is [ "NUMBER" sp ] number`
pub(super) fn release<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    match number(skip(&["NUMBER", "NO"], input)) {
        Ok((rest, letter)) => Ok((rest, Command::Release(letter.into()))),
        Err(_) => expected(input, "the number of a letter in quarantine, as SHOW QUEUE has it"),
    }
}

/// `show-position = ( "SHOW POSITION" / "SHOW THE POSITION" ) is [ ( "OF" / "FOR" ) sp ] player`
pub(super) fn show_position<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let of = skip(&["OF", "FOR"], input);
    player(&[], of, lexicon).map(|(rest, name)| (rest, Command::Show(Show::Position(name))))
}

/// Edits that one UNDO names at most.
const MOST_UNDONE: usize = 200;

/// `undo = ( "UNDO" / "UNDO EDIT" / "UNDO EDITS" ) is ( "ALL" / "EVERYTHING" / "LAST" / "LETTER" sp [ ( "NUMBER" / "NO" ) sp ] number / number *( *WSP "," *WSP number / sp "AND" sp number ) )`
pub(super) fn undo<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    const EXPECTED: &str = "the number of an edit, as SHOW EDITS has it, LAST, LETTER and its number, or ALL";
    let all = skip(&["ALL", "EVERYTHING"], input);
    if all.len() < input.len() && end(all).is_ok() {
        return Ok((all, Command::Undo(Undo::All)));
    }
    let last = skip(&["LAST", "THE LAST"], input);
    if last.len() < input.len() && end(last).is_ok() {
        return Ok((last, Command::Undo(Undo::Last)));
    }
    let letter = skip(&["LETTER"], input);
    if letter.len() < input.len() {
        return match number(skip(&["NUMBER", "NO"], letter)) {
            Ok((rest, letter)) => Ok((rest, Command::Undo(Undo::Letter(letter.into())))),
            Err(_) => expected(letter, "a letter's number"),
        };
    }
    let (mut rest, mut edits) = (input, Vec::new());
    loop {
        let Ok((behind, edit)) = number(rest) else { return expected(rest, EXPECTED) };
        if !edits.contains(&edit) && edits.len() < MOST_UNDONE {
            edits.push(edit);
        }
        let next = behind.trim_start_matches(|c| is_blank(c) || c == ',');
        let more = skip(&["AND"], next);
        let is_more = next.len() < behind.len() && more.starts_with(|c: char| c.is_ascii_digit());
        if !is_more {
            return Ok((behind, Command::Undo(Undo::Edits(edits))));
        }
        rest = more;
    }
}

/// `ga-help = help`
pub(super) fn help<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, asked) = account::help(input, lexicon)?;
    let topic = match asked {
        Account::Help(topic) => topic,
        _ => None,
    };
    Ok((rest, Command::Help(topic)))
}
