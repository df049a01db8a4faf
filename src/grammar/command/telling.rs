//! Commands that look, tell and take back: `grammar/house/command.abnf`.
//!
//! Each parser begins behind its command's own words.

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::char;
use nom::combinator::{not, value};
use nom::multi::separated_list1;
use nom::sequence::{preceded, terminated};

use crate::account;
use crate::combinator::{Reads, and, by, must, number_within, over, perhaps, unless_over, words};
use crate::fault::{Parsed, expected};
use crate::language::Lexicon;
use crate::name::{no_player, player, words_until};
use crate::reading::Account;
use crate::word::{between, number};

use super::game::maybe_turn;
use super::row::Opening;
use super::{Command, Show, Undo};

/// What a command reads behind its words.
type Of<'a> = Parsed<'a, Command>;

/// The most lines of the audit that one letter shows.
const MOST_LINES: u32 = 9_999;

/// `tell = "TELL" is player *2( *WSP "," *WSP player / sp "AND" sp player )`: then lines of words
pub(super) fn tell<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Opening> {
    let next = preceded(not((between, char(':'))), and);
    let (rest, named) = separated_list1(next, by(told, lexicon)).parse(input)?;
    let mut players = Vec::<String>::new();
    for player in named {
        if !players.contains(&player) {
            players.push(player);
        }
    }
    Ok((rest, Opening::Tell(players)))
}

/// One of the players who are told something, up to a comma, a colon or `AND`.
fn told<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, String> {
    let names = &input[..input.find([',', ':']).unwrap_or(input.len())];
    match words_until(&["AND"], names).1 {
        "" => expected(input, "a player's name"),
        name => match player(&[], lexicon).parse(name) {
            Ok((_, player)) => Ok((&input[name.len()..], player)),
            Err(_) => no_player(input, name),
        },
    }
}

/// `broadcast = "BROADCAST"`: then lines of words
pub(super) fn broadcast<'a>(input: &'a str, _: &Lexicon) -> Parsed<'a, Opening> {
    Ok((input, Opening::Broadcast))
}

/// `show-player = "SHOW PLAYER" is player`
pub(super) fn show_player<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    player(&[], lexicon).map(|name| Command::Show(Show::Player(name))).parse(input)
}

/// `ga-show-orders = "SHOW ORDERS" [ is ( "ALL" / [ ( "OF" / "FOR" ) sp ] ( unit-id / player ) ) ]`
pub(super) fn show_orders<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let all = terminated(perhaps(&["ALL"]), over(&[]));
    let piece = by(lexicon.language.piece, lexicon).map(|piece| piece.to_string());
    let whose = preceded(perhaps(&["OF", "FOR"]), alt((piece, player(&[], lexicon))));
    let whose = alt((value(None, all), whose.map(Some)));
    whose.map(|whose| Command::Show(Show::Orders(whose))).parse(input)
}

/// `show-audit = ( "SHOW AUDIT" / "SHOW THE AUDIT" / "SHOW LOG" / "SHOW THE LOG" ) [ is [ "LAST" sp ] %x31-39 *2DIGIT ]`
pub(super) fn show_audit<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    let lines = preceded(perhaps(&["LAST"]), number_within("a number of lines", 1, MOST_LINES));
    let lines = unless_over(&[], terminated(lines, perhaps(&["LINES"])));
    lines.map(|lines| Command::Show(Show::Audit(lines))).parse(input)
}

/// `[ ( "NUMBER" / "NO" ) sp ] number`: that of a letter
fn letter<'a>(what: &'static str) -> impl Reads<'a, u64> {
    must(what, preceded(perhaps(&["NUMBER", "NO"]), number)).map(u64::from)
}

/// `show-letter = "SHOW LETTER" is [ "NUMBER" sp ] number`
pub(super) fn show_letter<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    letter("a letter's number").map(|letter| Command::Show(Show::Letter(letter))).parse(input)
}

/// `show-press = "SHOW PRESS" [ is [ "OF" sp ] [ "TURN" sp ] 1*3DIGIT ]`
pub(super) fn show_press<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    maybe_turn.map(|turn| Command::Show(Show::Press(turn))).parse(input)
}

/// `release-letter = ( "RELEASE LETTER" / "RELEASE THE LETTER" ) is [ "NUMBER" sp ] number`
pub(super) fn release<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    letter("the number of a letter in quarantine, as SHOW QUEUE has it").map(Command::Release).parse(input)
}

/// `show-position = ( "SHOW POSITION" / "SHOW THE POSITION" ) is [ ( "OF" / "FOR" ) sp ] player`
pub(super) fn show_position<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let whose = preceded(perhaps(&["OF", "FOR"]), player(&[], lexicon));
    whose.map(|name| Command::Show(Show::Position(name))).parse(input)
}

/// Edits that one UNDO names at most.
const MOST_UNDONE: usize = 200;

/// `undo = ( "UNDO" / "UNDO EDIT" / "UNDO EDITS" ) is ( "ALL" / "EVERYTHING" / "LAST" / "LETTER" sp [ ( "NUMBER" / "NO" ) sp ] number / number *( *WSP "," *WSP number / sp "AND" sp number ) )`
pub(super) fn undo<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    const WHAT: &str = "the number of an edit, as SHOW EDITS has it, LAST, LETTER and its number, or ALL";
    let alone = |phrases| terminated(words(phrases), over(&[]));
    let undo = alt((
        value(Undo::All, alone(&["ALL", "EVERYTHING"])),
        value(Undo::Last, alone(&["LAST", "THE LAST"])),
        preceded(words(&["LETTER"]), letter("a letter's number")).map(Undo::Letter),
        must(WHAT, separated_list1(and, number)).map(|edits| Undo::Edits(each_once(edits))),
    ));
    undo.map(Command::Undo).parse(input)
}

/// So many of the edits that are named as one UNDO takes.
fn each_once(named: Vec<u32>) -> Vec<u32> {
    let mut edits = Vec::new();
    for edit in named {
        if !edits.contains(&edit) && edits.len() < MOST_UNDONE {
            edits.push(edit);
        }
    }
    edits
}

/// `ga-help = help`
pub(super) fn help<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let topic = by(account::help, lexicon).map(|asked| match asked {
        Account::Help(topic) => topic,
        _ => None,
    });
    topic.map(Command::Help).parse(input)
}
