//! Words of a letter of commands that are kept as they are: of BROADCAST and TELL, and the seats file of OPEN.

use crate::credential;
use crate::letter::live_part;
use crate::line::Written;
use crate::reading::{Complaint, Span};
use crate::word::end_of;

use super::Command;
use super::line::Flags;
use super::row::Opening;

/// `text-end = ( "END" / "END BROADCAST" / "END TELL" / "END OPEN" / "END SEATS" ) end`
const END: &[&str] = &["END", "END BROADCAST", "END TELL", "END OPEN", "END SEATS"];

/// A text that is being taken.
pub(super) struct Text {
    /// What it belongs to; nothing where the line that opened it could not be read.
    opening: Option<Opening>,
    flags: Flags,
    /// The line that opened it: where, as written, and by which words.
    span: Span,
    opener: String,
    named: String,
    lines: Vec<String>,
    /// Where a line stands in it that may be a password, and so must go to nobody.
    password: Option<(Span, String)>,
    /// Whether the line above is `PASSWORD` alone.
    awaited: bool,
}

impl Text {
    /// A text that opens in these bytes of a line, with the words that already stand on it.
    pub fn new(
        opening: Opening,
        flags: Flags,
        line: &Written<'_>,
        (start, stop): (usize, usize),
        named: &str,
        first: &str,
    ) -> Self {
        let named = named.trim_end_matches([':', ',', ' ']).to_string();
        let lines = if first.is_empty() { Vec::new() } else { vec![first.to_string()] };
        let span = line.span(start, stop);
        let opener = line.repeated(None);
        Text { opening: Some(opening), flags, span, opener, named, lines, password: None, awaited: false }
    }

    /// The words below a line that could not be read: they belong to nobody, and are no commands either.
    pub fn lost(line: &Written<'_>, (start, stop): (usize, usize)) -> Self {
        let (span, opener) = (line.span(start, stop), line.repeated(None));
        let named = "that line".to_string();
        let (lines, flags) = (Vec::new(), Flags::default());
        Text { opening: None, flags, span, opener, named, lines, password: None, awaited: false }
    }

    /// Whether a line ends it.
    pub fn ends_with(&self, line: &Written<'_>) -> bool {
        live_part(line).is_some_and(|(start, stop)| end_of(END, &line.text[start..stop]))
    }

    /// One more line; the place of a password in it, if there may be one.
    pub fn add(&mut self, line: &Written<'_>) -> Option<Span> {
        self.lines.push(line.raw.to_string());
        let (start, _) = live_part(line)?;
        let words = match credential::password(line, start) {
            Some((_, at)) => credential::password_words(line, at).map(|(written, _)| written),
            None if self.awaited => Some(line.raw_from(start).trim()),
            None => return None,
        };
        self.awaited = words.is_none();
        let hidden = words.map(|words| line.span_of(words));
        let place =
            Span { end: hidden.map_or(u32::MAX, |hidden| hidden.start), ..line.span(start, line.text.len()) };
        let place = Span {
            start: place.start.min(place.end),
            end: place.end.min(line.span(0, line.text.len()).end),
            ..place
        };
        self.password.get_or_insert((place, line.repeated(hidden)));
        hidden
    }

    /// The command, and where it stands; nothing of a text that is lost; or why its text cannot be taken.
    pub fn finished(self) -> Result<Option<(Span, Command, Flags)>, Box<Complaint>> {
        let Some(opening) = self.opening else { return Ok(None) };
        if let Some((span, line)) = self.password {
            let why = format!(
                "This line of the words below {} begins as one with a password does; nothing is sent or done, so \
                 that nobody reads it.",
                self.named
            );
            return Err(Box::new(Complaint::new(span, line, why)));
        }
        let blank = |line: &String| line.trim().is_empty();
        let first = self.lines.iter().position(|line| !blank(line));
        let last = self.lines.iter().rposition(|line| !blank(line));
        let Some((first, last)) = first.zip(last) else {
            let why = format!("No words stand between {} and END.", self.named);
            return Err(Box::new(Complaint::new(self.span, self.opener, why)));
        };
        let text = self.lines[first..=last].join("\n");
        Ok(Some((self.span, opening.with(text), self.flags)))
    }

    /// What to say if the letter is over.
    pub fn without_end(self) -> Complaint {
        let why = format!(
            "No line END follows {}: all that stands below it is taken for its words, and nothing of it was sent or \
             done.",
            self.named
        );
        let nearest = Some("END, on a line of its own, below the words".to_string());
        Complaint::new(self.span, self.opener, why).near(nearest)
    }
}
