//! Passwords of a letter: on lines of their own, and on the line below a bare `PASSWORD`.

use crate::credential::{self, Purpose};
use crate::language::Lexicon;
use crate::line::Written;
use crate::reading::{Account, Complaint, MOST_LINES, Read, Span};
use crate::word::{is, skip};
use crate::{Secret, render};

use super::{Open, Reader, looks_like_order_line};

/// What to say of a `PASSWORD` without words on its line, if the next line has none either.
pub(crate) fn missing_words(line: &Written<'_>, start: usize, stop: usize) -> Complaint {
    let why = "The words of the password are missing.".to_string();
    let (span, written) = (line.span(start, stop), line.text[start..stop].trim_end().to_string());
    Complaint::new(span, written, why).near(Some("PASSWORD words".into()))
}

/// Takes a letter's password, whose words begin at a byte of the line's text and stand at `span`: what to say of a
/// second one.
pub(crate) fn first_password(
    slot: &mut Option<Secret>,
    line: &Written<'_>,
    at: usize,
    span: Span,
    secret: Secret,
) -> Option<Complaint> {
    match slot {
        None => *slot = Some(secret),
        Some(first) if *first == secret => {}
        Some(_) => {
            let why = "A second, different PASSWORD; the first one counts.".to_string();
            let place = Span { end: span.start, ..line.span(0, at) };
            return Some(Complaint::new(place, line.repeated(Some(span)), why));
        }
    }
    None
}

impl Reader<'_> {
    /// The line after a bare `PASSWORD`.
    pub(super) fn awaited_password(&mut self, line: &Written<'_>, start: usize, body: &str) -> bool {
        let Some((purpose, missing)) = self.awaited.take() else { return false };
        if credential::password(line, start).is_some() || self.looks_like_order(body) {
            // The empty line of a template, below a password that was given.
            if self.letter.password.is_none() {
                self.complain(missing);
            }
            return false;
        }
        self.take_password(line, start, purpose);
        true
    }

    pub(super) fn password_line(&mut self, line: &Written<'_>, start: usize) -> bool {
        let Some((purpose, at)) = credential::password(line, start) else { return false };
        if line.text[at..].starts_with('#') || credential::password_words(line, at).is_none() {
            self.await_password(line, start, at, purpose);
        } else {
            self.take_password(line, at, purpose);
        }
        true
    }

    pub(super) fn await_password(&mut self, line: &Written<'_>, start: usize, stop: usize, purpose: Purpose) {
        self.awaited = Some((purpose, missing_words(line, start, stop)));
    }

    /// Whether a line looks like an order in a language by which blocks of the letter may begin.
    pub(super) fn looks_like_order(&self, body: &str) -> bool {
        let languages = self.known.iter().map(|known| known.language).collect::<Vec<_>>();
        looks_like_order_line(body, &languages)
    }

    /// Takes the rest of a line, from a byte of its text on, for a password.
    pub(super) fn take_password(&mut self, line: &Written<'_>, at: usize, purpose: Purpose) {
        let Some((written, secret)) = credential::password_words(line, at) else { return };
        let span = line.span_of(written);
        self.letter.credentials.push(span);
        if purpose == Purpose::New {
            self.close_block();
            let what = Account::NewPassword(secret);
            let words = render::account(&what);
            self.letter.accounts.push(Read { what, span: line.span(0, at), words });
            return;
        }
        match &mut self.block {
            Open::Of(block) if block.password.is_none() && block.orders.is_empty() => {
                block.password = Some(secret)
            }
            Open::Of(block) if self.letter.password.is_some() => block.password = Some(secret),
            _ => self.head_password(line, at, span, secret),
        }
    }

    fn head_password(&mut self, line: &Written<'_>, at: usize, span: Span, secret: Secret) {
        self.between.password();
        if let Some(said) = first_password(&mut self.letter.password, line, at, span, secret) {
            self.complain(said);
        }
    }

    /// Beyond the last line that is read, only credentials are looked for.
    pub(super) fn beyond_the_last(&mut self, line: &Written<'_>, start: usize) {
        if self.lines == MOST_LINES + 1 {
            self.close_block();
            let why =
                format!("A letter may have {MOST_LINES} lines; this one and those after it were not read.");
            self.complain_at(line, start, start, why, None);
        }
        self.hide_what_may_be_a_password(line, start);
    }

    /// Notes what may be a password in a line that is not read.
    pub(super) fn hide_what_may_be_a_password(&mut self, line: &Written<'_>, start: usize) {
        let language = self.lexicon.language;
        let name = is(skip(language.block, &line.text[start..]));
        let words = match (language.piece)(name, &Lexicon::of(language)) {
            Ok((rest, _)) => Some(line.raw_from(line.text.len() - rest.len()).trim()),
            Err(_) => credential::hidden_words(line),
        };
        self.letter
            .credentials
            .extend(words.filter(|words| !words.is_empty()).map(|words| line.span_of(words)));
    }
}
