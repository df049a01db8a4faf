//! Press, letters from player to player: `grammar/house/press.abnf`.
//!
//! Here the lines are read that begin and end one; [`super::letter`] takes what stands between them as it is.

use nom::Parser;
use nom::combinator::{not, opt};
use nom::multi::separated_list1;
use nom::sequence::{preceded, terminated};

use super::combinator::{by, comma_or_and, over, perhaps, words};
use super::fault::{Near, Parsed, expected, wrong};
use super::forms::DESK;
use super::language::Form;
use super::language::Lexicon;
use super::line::LONGEST;
use super::name::{find_name, ranked_player, words_until};
use super::order::{Misread, misread_in, whole};
use super::reading::Recipient;
use super::render;
use super::word::{any_phrase, end, is, is_blank, is_stop, skip, space, word};
use fieldpost_engine::nearest;

pub(super) const PRESS_TO: &[&str] = &["PRESS TO", "PRESS FOR"];
const END_PRESS: &[&str] = &["END PRESS", "END OF PRESS"];
const EVERYBODY: &[&str] = &["ALL", "ALL PLAYERS", "EVERYBODY", "EVERYONE"];
const ADMINISTRATOR: &[&str] = &["GA", "GM", "GAME ADMINISTRATOR", "GAME MASTER"];
const ANONYMOUSLY: &[&str] = &["ANONYMOUSLY", "ANONYMOUS", "UNSIGNED"];
/// What ends a recipient's name.
const BEHIND_NAME: &[&str] = &["AND", "ANONYMOUSLY", "ANONYMOUS", "UNSIGNED"];

/// The line that begins a press.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// To whom, each once.
    pub to: Vec<Recipient>,
    /// Whether the recipients are not to know who wrote it.
    pub anonymous: bool,
}

/// What a line is to a press that is open above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    Text,
    /// The line begins another press, or is meant to.
    Head,
    End,
    EndPress,
}

/// What a line's live part is to a press that is open above it. A line that begins like a press and names nobody is
/// text: "press to Gitschin with all you have".
pub(super) fn edge(body: &str, lexicon: &Lexicon) -> Edge {
    match body.as_bytes().first() {
        Some(b'e' | b'E') if is_end_press(body) => Edge::EndPress,
        Some(b'e' | b'E') if only(&["END"], body) => Edge::End,
        Some(b'p' | b'P') => match opens(body, lexicon) {
            Some(Ok(_)) => Edge::Head,
            Some(Err(misread)) if misread.form.is_none() => Edge::Head,
            _ => Edge::Text,
        },
        _ => Edge::Text,
    }
}

/// `press-end = "END PRESS" end / "END OF PRESS" end / "END" end`: the first two, or one slip of the pen from them.
pub(super) fn is_end_press(body: &str) -> bool {
    let bare = body.trim_end_matches(|c| is_blank(c) || is_stop(c));
    only(END_PRESS, body) || nearest::distance(bare, END_PRESS[0], 1).is_some()
}

/// The press that begins in a line, or why its line cannot be read: then [`Misread::form`] tells whether `PRESS TO`
/// itself stands there. `None` for lines that begin none.
pub(super) fn opens(body: &str, lexicon: &Lexicon) -> Option<Result<Head, Misread>> {
    if !body.starts_with(['p', 'P']) {
        return None;
    }
    match any_phrase(PRESS_TO, body) {
        Ok((rest, ())) => {
            let head = whole(press_line(is(rest), lexicon));
            Some(head.map_err(|fault| misread_in(form(), body, fault, lexicon.language)))
        }
        Err(_) => slip(body, lexicon).map(Err),
    }
}

/// As [`opens`], of a line that is too long to be read: the press is lost, with its words.
pub(super) fn too_long(body: &str) -> Option<Result<Head, Misread>> {
    let (rest, ()) = any_phrase(PRESS_TO, body).ok()?;
    let why = format!("A line of orders has at most {LONGEST} characters, this one more.");
    let end = body.len() - rest.len();
    Some(Err(Misread {
        start: 0,
        end,
        why,
        rule: "",
        near: Near::This("PRESS TO ALL".into()),
        form: Some(form()),
    }))
}

/// The row of `PRESS TO` in the table of orders.
fn form() -> &'static Form {
    let row = DESK.iter().find(|form| form.phrases == PRESS_TO);
    row.unwrap_or(&DESK[0])
}

/// `PRES TO clam` and `PRESS clam`: meant for a press if what follows names players of the game.
fn slip(body: &str, lexicon: &Lexicon) -> Option<Misread> {
    let first = word(body).trim_end_matches([':', '=']);
    nearest::distance(first, "PRESS", 1)?;
    let rest = skip(&["TO", "FOR"], is(&body[first.len()..]));
    let head = whole(press_line(is(rest), lexicon)).ok().filter(|_| !lexicon.players.is_empty())?;
    let why = "A letter to other players begins with PRESS TO.".to_string();
    let near = Near::This(render::press_line(&head.to, head.anonymous));
    Some(Misread { start: 0, end: first.len(), why, rule: "", near, form: None })
}

/// `press-line = [ bullet ] ( "PRESS TO" / "PRESS FOR" ) is recipient *( recipient-gap recipient ) [ sp anonymously ]
/// end [ comment-behind ]`; `recipient-gap = *WSP "," *WSP [ "AND" sp ] / sp "AND" sp`: what follows the first words
fn press_line<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Head> {
    let next = terminated(comma_or_and, not(anonymously));
    let anonymous = opt(preceded(perhaps(&["AND"]), anonymously));
    let (rest, (named, anonymous)) =
        (separated_list1(next, by(recipient, lexicon)), anonymous).parse(input)?;
    let mut to = Vec::new();
    for one in named {
        if !to.contains(&one) {
            to.push(one);
        }
    }
    Ok((rest, Head { to, anonymous: anonymous.is_some() }))
}

/// `anonymously = "ANONYMOUSLY" / "ANONYMOUS" / "UNSIGNED"`, and nothing behind it
fn anonymously(input: &str) -> Parsed<'_, ()> {
    terminated(words(ANONYMOUSLY), over(&[])).parse(input)
}

/// Whether a line carries on a list of recipients whose line ends with a comma: names of the game and nothing else, though one
/// be misspelt.
pub(super) fn names_go_on(below: &str, lexicon: &Lexicon) -> bool {
    let players = || lexicon.players.iter().map(|player| (player, ()));
    let is_name = |name: &str| named(name, lexicon).is_some() || nearest::nearest(name, players()).is_some();
    let mut rest = skip(&["AND"], space(below));
    while end(rest).is_err() && anonymously(rest).is_err() {
        let (_, name) = words_until(BEHIND_NAME, rest.split(',').next().unwrap_or_default());
        if name.is_empty() || !is_name(name) {
            return false;
        }
        let behind = space(&rest[name.len()..]);
        rest = skip(&["AND"], space(behind.strip_prefix(',').unwrap_or(behind)));
    }
    !lexicon.players.is_empty()
}

/// `recipient = everybody / administrator / officer / side / player`: which offices and sides there are is the game's
fn recipient<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Recipient> {
    const WHAT: &str = "the name of a player, a nation or an office, GA or ALL";
    let upto = input.split(',').next().unwrap_or_default();
    let (_, name) = words_until(BEHIND_NAME, upto);
    if name.is_empty() {
        return expected(input, WHAT);
    }
    match named(name, lexicon) {
        Some(one) => Ok((&input[name.len()..], one)),
        None => {
            let why =
                format!("There is no player {name:?} in this game, and no nation or office of that name.");
            wrong(input, why, Near::Player(name.to_string()))
        }
    }
}

/// A player's own name before everything else; a name that is none of these is that of nobody, unless the players are
/// not known.
fn named(name: &str, lexicon: &Lexicon) -> Option<Recipient> {
    if let Some(player) = lexicon.players.iter().find(|player| player.eq_ignore_ascii_case(name)) {
        return Some(Recipient::Player(player.clone()));
    }
    if only(EVERYBODY, name) {
        return Some(Recipient::All);
    }
    if only(ADMINISTRATOR, skip(&["THE"], name)) {
        return Some(Recipient::Ga);
    }
    let player = || find_name(&lexicon.players, name).or_else(|| ranked_player(name, lexicon));
    (lexicon.language.group)(name).or_else(|| player().map(Recipient::Player))
}

/// Whether one of these phrases stands here and nothing else.
fn only(phrases: &[&str], body: &str) -> bool {
    any_phrase(phrases, body).is_ok_and(|(rest, ())| end(rest).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lexicon() -> Lexicon {
        let players = ["benedek", "von Moltke", "Clam", "Général Dû"].map(String::from).to_vec();
        Lexicon { players, ..Lexicon::default() }
    }

    fn words(body: &str) -> String {
        match opens(body, &lexicon()) {
            None => "none".into(),
            Some(Ok(head)) => render::press_line(&head.to, head.anonymous),
            Some(Err(misread)) => {
                let is_slip = misread.form.is_none();
                let (why, near) = misread.spelled_out(body, &lexicon());
                format!("{}{why} [{}]", if is_slip { "slip: " } else { "" }, near.unwrap_or_default())
            }
        }
    }

    #[test]
    fn recipients_are_players_the_ga_and_all() {
        for (line, read) in [
            ("PRESS TO benedek", "PRESS TO benedek"),
            ("press to: CLAM, General Benedek and von moltke.", "PRESS TO Clam, benedek, von Moltke"),
            ("PRESS FOR clam,benedek, and clam anonymously", "PRESS TO Clam, benedek ANONYMOUSLY"),
            ("Press to all, anonymously", "PRESS TO ALL ANONYMOUSLY"),
            ("PRESS TO the GM", "PRESS TO GA"),
            ("PRESS TO général du", "PRESS TO Général Dû"),
        ] {
            assert_eq!(words(line), read, "{line}");
            assert_eq!(words(read), read);
        }
    }

    #[test]
    fn a_name_that_is_nobodys_and_a_slip_of_the_pen_are_told_with_the_nearest() {
        for (line, said) in [
            (
                "PRESS TO benedeck",
                "PRESS TO: There is no player \"benedeck\" in this game, and no nation or office of that name. [benedek]",
            ),
            (
                "PRESS TO",
                "PRESS TO: expected the name of a player, a nation or an office, GA or ALL, but the line ends. It is written: PRESS TO names [ANONYMOUSLY]. []",
            ),
            ("PRES TO clam", "slip: A letter to other players begins with PRESS TO. [PRESS TO Clam]"),
            ("Press: clam", "slip: A letter to other players begins with PRESS TO. [PRESS TO Clam]"),
            ("Press on to Gitschin", "none"),
            ("PLAYER clam", "none"),
        ] {
            assert_eq!(words(line), said, "{line}");
        }
    }

    #[test]
    fn what_ends_a_press_and_what_only_looks_so() {
        for (line, what) in [
            ("END PRESS", Edge::EndPress),
            ("end-press.", Edge::EndPress),
            ("END OF PRESS", Edge::EndPress),
            ("END PRES", Edge::EndPress),
            ("ENDPRESS", Edge::EndPress),
            ("End.", Edge::End),
            ("END UNIT", Edge::Text),
            ("End of the pressing", Edge::Text),
            ("PRESS TO clam", Edge::Head),
            ("PRESS clam", Edge::Head),
            ("Press to Gitschin with all you have", Edge::Text),
            ("UNIT AU3IN", Edge::Text),
        ] {
            assert_eq!(edge(line, &lexicon()), what, "{line}");
        }
    }
}
