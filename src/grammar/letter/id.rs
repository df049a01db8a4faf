//! The line of a unit's id: what may stand behind it, and what becomes of a block whose id cannot be read.

use crate::games::land::unit::UnitId;
use crate::grammar::credential::{self, Purpose};
use crate::grammar::fault::{Fault, Near, Problem};
use crate::grammar::line::Line;
use crate::grammar::name::{must_unit, unit_id};
use crate::grammar::order::{Order, forms_at, order_line};
use crate::grammar::reading::{Complaint, Lexicon, MOST_COMPLAINTS, Span, UnitBlock};
use crate::grammar::section::Section;
use crate::grammar::word::{any_phrase, end, is, is_blank, stands, word};

use super::{Block, Reader, UNIT, complaint};

/// Words that begin a sentence about a unit, and hardly a password.
const ABOUT_A_UNIT: &[&str] = &[
    "STAY", "STAYS", "HOLD", "HOLDS", "REMAIN", "REMAINS", "WAIT", "WAITS", "REST", "RESTS", "STAND",
    "STANDS", "SHOULD", "MARCHES", "MOVES", "GOES", "ATTACKS", "DEFENDS", "SUPPORTS",
];

impl Reader<'_> {
    /// The block of a unit whose id could not be read.
    pub(super) fn lose_block(&mut self, line: &Line<'_>, start: usize, body: &str) {
        self.block = Block::Lost;
        let id = any_phrase(UNIT, body).map_or(body, |(rest, ())| is(rest));
        let (why, near) = match must_unit(id, self.lexicon) {
            Err(nom::Err::Failure(Fault { problem: Problem::Wrong(said), .. })) => (said.why, said.near),
            _ => ("Expected a unit such as AU3IN, but the line ends.".into(), Near::Nothing),
        };
        let at = start + (body.len() - id.len());
        let first = word(id).len();
        let behind = line.raw_from(at + first).trim();
        let why = format!("{why} The orders under it were not taken.");
        let nearest = if self.spelled < MOST_COMPLAINTS { near.name(self.lexicon) } else { None };
        let mut said = complaint(line, at, at + first, why, nearest);
        // What follows the id may be a password.
        if !behind.is_empty() {
            let hidden = line.span_of(behind);
            self.letter.credentials.push(hidden);
            said.line = line.repeated(Some(hidden));
        }
        self.complain(said);
    }

    /// Opens a unit's block; what follows the id is an order, a remark in brackets, or a password.
    pub(super) fn open_block(&mut self, line: &Line<'_>, at: usize, behind: usize, unit: UnitId) {
        let span = line.span(at, behind);
        let block =
            UnitBlock { unit, span, password: None, orders: Vec::new(), complaints: Vec::new(), none: false };
        self.block = Block::Of(block);
        let rest = line.text[behind..].trim_start_matches(|c: char| is_blank(c) || matches!(c, ':' | ','));
        let at = line.text.len() - rest.len();
        let bracketed = rest.starts_with('(') && rest.trim_end().ends_with(')');
        if end(rest).is_ok() || rest.starts_with('#') || bracketed || self.order_behind_id(line, at) {
            return;
        }
        match credential::password(line, at) {
            Some((_, words)) => self.unit_password(line, words, rest),
            None if self.no_password(line, at, unit) || self.misread_order(line, at) => {}
            None => self.unit_password(line, at, rest),
        }
    }

    /// Takes what follows a unit's id, from a byte of the line's text on, for the unit's password.
    fn unit_password(&mut self, line: &Line<'_>, at: usize, rest: &str) {
        let Some((written, secret)) = credential::password_words(line, at) else {
            return self.await_password(line, at, line.text.len(), Purpose::Login);
        };
        let hidden = line.span_of(written);
        self.letter.credentials.push(hidden);
        let other = self.letter.password.as_ref().is_some_and(|head| *head != secret);
        if let Block::Of(block) = &mut self.block {
            block.password = Some(secret);
        }
        let order = forms_at(rest)[0].is_some_and(|(form, _)| form.section != Section::Letter);
        if other || order {
            let why = "What follows a unit's id is taken for its password. An order stands on a line of its own, a \
                       note behind a #.";
            let place = Span { end: hidden.start, ..line.span(0, at) };
            let line = line.repeated(Some(hidden));
            self.complain(Complaint { span: place, line, why: why.into(), nearest: None });
        }
    }

    /// What follows a unit's id and is plainly no password: another unit, or a sentence about the unit where
    /// the head has the password already. It is hidden all the same unless it is nothing but units.
    fn no_password(&mut self, line: &Line<'_>, at: usize, unit: UnitId) -> bool {
        let rest = line.text[at..].split('#').next().unwrap_or_default();
        let sentence = ABOUT_A_UNIT.iter().any(|word| {
            rest.get(word.len()..).is_some_and(|rest| rest.starts_with(is_blank)) && stands(&[word], rest)
        });
        let (why, nearest) = if words_of(rest).any(is_unit) {
            let why = format!("One unit stands on a UNIT line: what follows is taken for {unit} alone.");
            (why, Some(format!("UNIT {unit}, and a block of its own for each other unit")))
        } else if sentence && self.letter.password.is_some() {
            let why = "What follows the unit's id was not read: each order stands on a line of its own, a note \
                       behind a #. A unit without MARCH stays where it is.";
            (why.to_string(), None)
        } else {
            return false;
        };
        let only_units = words_of(rest).all(|word| is_unit(word) || stands(&["AND"], word));
        let hidden = (!only_units).then(|| line.span_of(line.raw_from(at).trim()));
        self.letter.credentials.extend(hidden);
        let whole = line.span(at, at + rest.trim_end_matches(is_blank).len());
        let span = hidden.map_or(whole, |hidden| Span { end: hidden.start, ..hidden });
        self.complain(Complaint { span, line: line.repeated(hidden), why, nearest });
        true
    }

    /// What begins as an order and holds figures, where the head has the password already: an order that could not
    /// be read, and no password.
    fn misread_order(&mut self, line: &Line<'_>, at: usize) -> bool {
        let rest = line.text[at..].split('#').next().unwrap_or_default().trim_end_matches(is_blank);
        let is_order = forms_at(rest)[0].is_some_and(|(form, _)| form.section != Section::Letter);
        let plain = self.letter.password.is_some() && is_order && rest.bytes().any(|c| c.is_ascii_digit());
        if plain {
            self.order_line(line, at, at + rest.len());
        }
        plain
    }

    /// An order that stands on the line of the unit's id.
    fn order_behind_id(&mut self, line: &Line<'_>, at: usize) -> bool {
        let rest = line.text[at..].split('#').next().unwrap_or_default();
        if self.none_line(line, at, rest) {
            return true;
        }
        match order_line(rest, self.lexicon) {
            Ok(Order::Unit(order)) => {
                let rest = rest.trim_end_matches(is_blank);
                self.take_unit_order(line, at, at + rest.len(), order);
                true
            }
            _ => false,
        }
    }
}

/// The words of a line, without the signs between them.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| is_blank(c) || matches!(c, ',' | ';' | '&' | '+' | '/' | '.'));
    words.filter(|word| !word.is_empty())
}

/// Whether a word has the shape of a unit's id.
fn is_unit(word: &str) -> bool {
    unit_id(word, &Lexicon::default()).is_ok_and(|(rest, _)| rest.is_empty())
}
