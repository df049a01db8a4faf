//! The line of a piece's name: what may stand behind it, and what becomes of a block whose name cannot be read.

use crate::credential::{self, Purpose};
use crate::fault::{Fault, Near, Problem};
use crate::language::Lexicon;
use crate::line::Written;
use crate::name::must_piece;
use crate::order::{Order, forms_at, order_line};
use crate::reading::{Block, Complaint, MOST_COMPLAINTS, Span};
use crate::section::Section;
use crate::word::{end, is_blank, stands, word};
use fieldpost_engine::piece::Piece;

use super::{Open, Reader, complaint};

/// Beside a password above, more words than these behind a name are a sentence and no password.
const MOST_WORDS: usize = 4;

impl Reader<'_> {
    /// The block of a piece whose name, which begins at `id`, could not be read.
    pub(super) fn lose_block(&mut self, line: &Written<'_>, start: usize, body: &str, id: &str) {
        self.block = Open::Lost;
        let (why, near) = match must_piece(id, self.lexicon) {
            Err(nom::Err::Failure(Fault { problem: Problem::Wrong(said), .. })) => (said.why, said.near),
            _ => {
                let such = self.lexicon.language.text(self.lexicon.language.such);
                (format!("Expected {such}, but the line ends."), Near::Nothing)
            }
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

    /// Opens a piece's block; what follows its name is an order, a remark in brackets, or a password.
    pub(super) fn open_block(
        &mut self,
        line: &Written<'_>,
        at: usize,
        behind: usize,
        (piece, whole): (Piece, bool),
    ) {
        let span = line.span(at, behind);
        let name = piece.clone();
        let below = self.between.below();
        let (orders, complaints) = (Vec::new(), Vec::new());
        let block = Block { piece, span, password: None, orders, complaints, none: false, whole, below };
        self.block = Open::Of(block);
        self.fellows.clear();
        let behind = self.fellows(line, behind);
        let rest = line.text[behind..].trim_start_matches(|c: char| is_blank(c) || matches!(c, ':' | ','));
        let at = line.text.len() - rest.len();
        let bracketed = rest.starts_with('(') && rest.trim_end().ends_with(')');
        if end(rest).is_ok() || rest.starts_with('#') || bracketed || self.order_behind_id(line, at) {
            return;
        }
        match credential::password(line, at) {
            Some((_, words)) => self.unit_password(line, words, rest),
            None if self.no_password(line, at, &name) || self.misread_order(line, at) => {}
            None if self.letter.password.is_some() && rest.split_whitespace().count() > MOST_WORDS => {
                let (stop, noun) = (line.text.len(), self.lexicon.language.noun);
                let why = format!(
                    "Behind the name of a {noun} nothing else stands on its line; each order has a line of its own."
                );
                self.complain(complaint(line, at, stop, why, None));
            }
            None => self.unit_password(line, at, rest),
        }
    }

    /// Takes what follows a unit's id, from a byte of the line's text on, for the unit's password.
    fn unit_password(&mut self, line: &Written<'_>, at: usize, rest: &str) {
        let Some((written, secret)) = credential::password_words(line, at) else {
            return self.await_password(line, at, line.text.len(), Purpose::Login);
        };
        let hidden = line.span_of(written);
        self.letter.credentials.push(hidden);
        let other = self.letter.password.as_ref().is_some_and(|head| *head != secret);
        if let Open::Of(block) = &mut self.block {
            block.password = Some(secret);
        }
        let order = self.begins_with_form(rest);
        if other || order {
            let why = format!(
                "What follows a {}'s id is taken for its password. An order stands on a line of its own, a note behind \
                 a #.",
                self.lexicon.language.noun
            );
            let place = Span { end: hidden.start, ..line.span(0, at) };
            let line = line.repeated(Some(hidden));
            self.complain(Complaint::new(place, line, why));
        }
    }

    /// What follows a piece's name and is plainly no password: another piece, or a sentence about this one where
    /// the head has the password already. It is hidden all the same unless it is nothing but pieces.
    fn no_password(&mut self, line: &Written<'_>, at: usize, piece: &Piece) -> bool {
        let language = self.lexicon.language;
        let (noun, opener, any) = (language.noun, language.opener(), Lexicon::of(language));
        let rest = line.text[at..].split('#').next().unwrap_or_default();
        let sentence = language.about.iter().any(|word| {
            rest.get(word.len()..).is_some_and(|rest| rest.starts_with(is_blank)) && stands(&[word], rest)
        });
        let (why, nearest) = if words_of(rest).any(|word| is_piece(word, &any)) {
            let why =
                format!("One {noun} stands on a {opener} line: what follows is taken for {piece} alone.");
            (why, Some(format!("{opener} {piece}, and a block of its own for each other {noun}")))
        } else if sentence && self.letter.password.is_some() {
            let why = format!(
                "What follows the {noun}'s id was not read: each order stands on a line of its own, a note behind a #. \
                 {}",
                language.idle
            );
            (why, None)
        } else {
            return false;
        };
        let only_units = words_of(rest).all(|word| is_piece(word, &any) || stands(&["AND"], word));
        let hidden = (!only_units).then(|| line.span_of(line.raw_from(at).trim()));
        self.letter.credentials.extend(hidden);
        let whole = line.span(at, at + rest.trim_end_matches(is_blank).len());
        let span = hidden.map_or(whole, |hidden| Span { end: hidden.start, ..hidden });
        self.complain(Complaint::new(span, line.repeated(hidden), why).near(nearest));
        true
    }

    /// What begins as an order and holds figures, where the head has the password already: an order that could not
    /// be read, and no password.
    fn misread_order(&mut self, line: &Written<'_>, at: usize) -> bool {
        let rest = line.text[at..].split('#').next().unwrap_or_default().trim_end_matches(is_blank);
        let plain = self.letter.password.is_some()
            && self.begins_with_form(rest)
            && rest.bytes().any(|c| c.is_ascii_digit());
        if plain {
            self.order_line(line, at, at + rest.len());
        }
        plain
    }

    /// Whether the words of anything but a letter's frame stand here.
    fn begins_with_form(&self, rest: &str) -> bool {
        forms_at(rest, self.lexicon)[0].is_some_and(|(form, _)| form.section != Section::LETTER)
    }

    /// An order that stands on the line of the piece's name.
    fn order_behind_id(&mut self, line: &Written<'_>, at: usize) -> bool {
        let rest = line.text[at..].split('#').next().unwrap_or_default();
        if self.none_line(line, at, rest) {
            return true;
        }
        match order_line(rest, self.lexicon) {
            Ok(Order::Piece(words)) => {
                let rest = rest.trim_end_matches(is_blank);
                self.take_order(line, at, at + rest.len(), words);
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

/// Whether a word is a piece's name.
fn is_piece(word: &str, any: &Lexicon) -> bool {
    (any.language.piece)(word, any).is_ok_and(|(rest, _)| rest.is_empty())
}
