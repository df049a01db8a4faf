//! What a line looks like before it is read: its live part, and whether it is of the head, of the frame or an order.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{take_while_m_n, take_while1};
use nom::character::complete::{char, one_of, satisfy};
use nom::combinator::{opt, value, verify};
use nom::sequence::terminated;

use super::super::begins::{Look, begins_form, is_bare_id, only_names_a_piece};
use super::super::credential::{self, LOGIN, MY_PASSWORD};
use super::super::fault::Parsed;
use super::super::language::{Language, Lexicon};
use super::super::line::Written;
use super::super::table::Row;
use super::super::word::{any_phrase, bare_word, end_of, is, is_blank, number, space, stands, word};

/// What ends a block.
pub(in super::super) const END: &[&str] = &["END", "END ORDERS", "END OF ORDERS", "END UNIT", "ENDE", "FIN"];
/// The words of the head, each with those of other languages: read from everybody, and echoed by the first.
pub(in super::super) const GAME: &[&str] = &["GAME", "SPIEL", "PARTIE", "JEU"];
pub(in super::super) const TURN: &[&str] = &["TURN", "ZUG", "TOUR"];
pub(in super::super) const PLAYER: &[&str] = &["PLAYER", "SPIELER", "JOUEUR"];

/// Whether a line begins with a word of the head.
pub(super) fn stands_head(body: &str) -> bool {
    [GAME, TURN, PLAYER, LOGIN].iter().any(|words| stands(words, body))
}

/// Whether what stands here ends a player's name.
pub(super) fn ends_a_name(rest: &str) -> bool {
    stands_head(rest) || stands(MY_PASSWORD, rest)
}

/// Whether a line reads as a letter's head, a credential, a question to the desk, or an order in one of these languages: by
/// this the right part of a mail is chosen. Before it is known for which game a letter is, all of them are to be asked, and not
/// only those of the games that are open: what looks like an order decides what is kept of a mail, and that must not change with
/// what is opened or ended.
pub fn looks_like_order_line(line: &str, languages: &[&'static Language]) -> bool {
    looks_like_order(line, languages, Look::Closely)
}

pub(in super::super) fn looks_like_order(line: &str, languages: &[&'static Language], look: Look) -> bool {
    let line = Written::new(1, line);
    let Some((start, stop)) = live_part(&line) else { return false };
    let body = &line.text[start..stop];
    credential::password(&line, start).is_some()
        || languages.iter().any(|language| language.begins(body, look))
        || is_of_the_house(body, languages, look)
}

/// Whether a line looks like an order in one of these languages for no more than that a piece's name begins it, be it behind its
/// word.
pub fn is_mere_heading(line: &str, languages: &[&'static Language]) -> bool {
    merely_names(line, languages, Look::Closely)
}

pub(in super::super) fn merely_names(line: &str, languages: &[&'static Language], look: Look) -> bool {
    let line = Written::new(1, line);
    let Some((start, stop)) = live_part(&line) else { return false };
    let body = &line.text[start..stop];
    let behind =
        |language: &'static Language| any_phrase(language.block, body).map_or(body, |(rest, ())| is(rest));
    let names = |language: &&'static Language| is_bare_id(behind(language), &Lexicon::of(language));
    let mut naming = languages.iter().copied().filter(names).peekable();
    naming.peek().is_some() && naming.all(|language| only_names_a_piece(behind(language), language, look))
}

/// Whether a line is of a letter's head or a credential, and nothing else.
pub fn looks_like_head_line(line: &str) -> bool {
    let line = Written::new(1, line);
    let Some((start, stop)) = live_part(&line) else { return false };
    let body = &line.text[start..stop];
    credential::password(&line, start).is_some()
        || stands_head(body) && word(body).len() < body.len() && body.split(is_blank).count() <= 4
}

/// Whether what stands here is of a letter's frame or asked of the desk, though names in it be those of a language.
fn is_of_the_house(body: &str, languages: &[&'static Language], look: Look) -> bool {
    if stands_head(body) {
        return word(body).len() < body.len() && body.split(is_blank).count() <= 4;
    }
    let lexica = languages.iter().map(|language| Lexicon::of(language)).chain([Lexicon::default()]);
    end_of(END, body)
        || lexica.into_iter().any(|lexicon| begins_form(body, &lexicon, look, |form| !form.is_order()))
}

/// Where the name of a piece begins that opens a block here, if one does: behind its word, or without one; and whether the block
/// is for all that belongs to it.
pub(super) fn name_at<'t>(body: &'t str, lexicon: &Lexicon) -> Option<(&'t str, bool)> {
    let language = lexicon.language;
    let named = any_phrase(language.block, body).ok().map(|(rest, ())| (is(rest), false));
    let whole = any_phrase(language.whole, body).ok().map(|(rest, ())| (is(rest), true));
    // A sentence may begin with such a word.
    let is_piece =
        |name: &str| (language.piece)(name, &Lexicon::of(language)).is_ok() || lexicon.named(name).is_some();
    let whole = whole.filter(|(name, _)| is_piece(name));
    named.or(whole).or_else(|| is_bare_id(body, lexicon).then_some((body, false)))
}

/// The part of a line that is to be read: without blanks, a bullet before it and a comment behind it. `None`
/// if nothing is left, or only a ruled line.
pub(in super::super) fn live_part(line: &Written<'_>) -> Option<(usize, usize)> {
    let text = line.text.as_ref();
    let start = text.len() - without_bullet(space(text)).len();
    let stop = text[start..].find('#').map_or(text.len(), |comment| start + comment);
    let body = text[start..stop].trim_end_matches(is_blank);
    let ruled = body.chars().all(|c| matches!(c, '-' | '_' | '=' | '*' | '~' | '+' | '.'));
    (!ruled).then_some((start, start + body.len()))
}

/// `bullet = ( list-sign / 1*2DIGIT ( "." / ")" ) / [ "(" ] ( ALPHA / roman ) ( "." / ")" ) / "o" ) sp`; `list-sign = "-" / "*" / "+"
/// / "§" / "•" / "·" / "◦" / "▪" / "■" / "➢" / "►" / "●" / "○"` and their kin; `roman = 1*4( "i" / "v" / "x" )`; Outlook writes the second level of a list
/// as `o`
fn without_bullet(text: &str) -> &str {
    let figures = take_while_m_n(1, 2, |c: char| c.is_ascii_digit());
    let letters = take_while_m_n(1, 4, |c: char| c.is_ascii_alphabetic());
    let is_number = |letters: &&str| {
        letters.len() == 1 || letters.chars().all(|c| matches!(c.to_ascii_lowercase(), 'i' | 'v' | 'x'))
    };
    let counted = (opt(char('(')), alt((figures, verify(letters, is_number))), one_of(".)"));
    let blanks = || take_while1(is_blank);
    let sign = terminated(value((), satisfy(is_list_sign)), blanks());
    let bullet: Parsed<'_, _> = alt((sign, terminated(value((), counted), blanks()))).parse(text);
    bullet.map_or(text, |(rest, ())| rest)
}

fn is_list_sign(c: char) -> bool {
    matches!(
        c,
        'o' | 'O'
            | '-'
            | '*'
            | '+'
            | '•'
            | '·'
            | '◦'
            | '▪'
            | '▫'
            | '■'
            | '□'
            | '➢'
            | '➤'
            | '►'
            | '▸'
            | '▶'
            | '‣'
            | '●'
            | '○'
            | '◆'
            | '◇'
            | '❖'
            | '✓'
            | '✔'
            | '§'
            | '\u{F0B7}'
            | '\u{F0A7}'
            | '\u{F0D8}'
    )
}

/// What stands behind a word of the head.
pub(super) fn head_value<'t>(words: &[&str], body: &'t str) -> Option<&'t str> {
    let (rest, ()) = any_phrase(words, body).ok()?;
    Some(is(rest)).filter(|rest| !rest.is_empty())
}

/// `GAME` and a name, with what follows them.
pub(in super::super) fn game_named(body: &str) -> Option<(&str, &str)> {
    let name = head_value(GAME, body)?;
    Some((&name[word(name).len()..], bare_word(name)))
}

/// `TURN` and a number, with what follows them.
pub(in super::super) fn turn_named(body: &str) -> Option<(&str, u32)> {
    number(head_value(TURN, body)?).ok()
}

/// Whether a line reads as a head: a game or a player, whatever is behind, a password, or a turn with nothing behind that is no part of a head.
pub(super) fn is_head(body: &str) -> bool {
    if [GAME, PLAYER].iter().any(|words| head_value(words, body).is_some()) || stands(LOGIN, body) {
        return true;
    }
    turn_named(body).is_some_and(|(rest, _)| {
        let rest = rest.trim_start_matches(|c: char| is_blank(c) || matches!(c, ',' | ';' | '.'));
        rest.is_empty() || is_head(rest)
    })
}
