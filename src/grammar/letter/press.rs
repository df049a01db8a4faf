//! Press in a letter: where it ends, and that none of its words is read as anything else.

use crate::credential;
use crate::language::Language;
use crate::language::Lexicon;
use crate::letter::{END, Reader, live_part, looks_like_order_line};
use crate::line::Written;
use crate::press::{self, Edge, Head};
use crate::reading::{MOST_LINES, Press, Read, Span};
use crate::remark::Closing;
use crate::render;
use crate::word::end_of;

use super::complaint::{complaint, complaint_of};

/// So many presses of a letter are read. What follows them is left, since it cannot be told what in it is an order.
pub const MOST_PRESSES: u32 = 20;

/// How far a press goes.
struct Extent {
    /// Lines of its words.
    words: usize,
    /// Lines that are taken with it, its end among them.
    taken: usize,
    flaw: Option<Flaw>,
}

/// Why it is unclear where a press ends.
enum Flaw {
    /// Nothing ends it.
    Open,
    /// Another begins so many lines below it.
    Within(usize),
    /// END ends it, as it ends a block, and so many lines below it one looks like an order.
    Orders(usize),
}

impl Reader<'_> {
    /// `press = press-line LF *( press-text LF ) press-end LF`: takes a press that begins in this line, and says how
    /// many of the lines below belong to it. `None` if none begins here.
    pub(super) fn take_press(&mut self, line: &Written<'_>, below: &[&str]) -> Option<usize> {
        let (start, stop) = live_part(line).filter(|_| self.lines < MOST_LINES)?;
        // Offices and sides are the game's, though the block above is of pieces that know none.
        let lexicon = if self.own.language.beside.is_empty() { self.lexicon } else { self.own };
        let body = &line.text[start..stop];
        let read = if line.is_too_long() { press::too_long(body) } else { press::opens(body, lexicon) }?;
        self.lines += 1;
        self.presses += 1;
        if let Some((_, missing)) = self.awaited.take() {
            self.complain(missing);
        }
        self.close_block();
        self.closing = Closing::End;
        let span = line.span(start, stop);
        if self.presses > MOST_PRESSES {
            let why = format!(
                "A letter may hold {MOST_PRESSES} presses; this one and all below it were not read, nor sent."
            );
            self.complain(complaint(line, start, stop, why, None));
            self.mask_passwords(line.last_number(), below);
            return Some(below.len());
        }
        let extent = self.extent(line.last_number() as usize, below);
        let password_line = self.mask_passwords(line.last_number(), &below[..extent.taken]);
        match (read, &extent.flaw) {
            (Err(mut misread), _) => {
                misread.why.push_str(" What stands below it was not sent.");
                self.complain(complaint_of(line, start, stop, misread, self.lexicon));
            }
            (Ok(_), Some(flaw)) => self.complain_of_flaw(line, (start, stop), flaw, below),
            (Ok(head), None) => self.put_press(head, span, &below[..extent.words], password_line),
        }
        Some(extent.taken)
    }

    /// How far the press goes whose words these lines begin with, the first of which has this number (from 0).
    fn extent(&mut self, first: usize, below: &[&str]) -> Extent {
        let (edges, lexicon) = (&mut self.edges, self.lexicon);
        let mut edge = |at: usize| below.get(at).map(|raw| edges.of(first + at, || edge_of(raw, lexicon)));
        let mut first_end = None;
        for at in 0..below.len() {
            match edge(at) {
                None | Some(Edge::Text) => {}
                Some(Edge::End) => first_end = first_end.or(Some(at)),
                Some(Edge::EndPress) => return Extent { words: at, taken: at + 1, flaw: None },
                Some(Edge::Head) if first_end.is_some() => break,
                Some(Edge::Head) => {
                    let end = (at..below.len()).find(|at| edge(*at) == Some(Edge::EndPress));
                    let taken = end.map_or(below.len(), |end| end + 1);
                    return Extent { words: 0, taken, flaw: Some(Flaw::Within(at)) };
                }
            }
        }
        match first_end {
            Some(end) => {
                let order = below[..end].iter().position(|line| is_order(line, lexicon.language));
                Extent { words: end, taken: end + 1, flaw: order.map(Flaw::Orders) }
            }
            None => Extent { words: 0, taken: below.len(), flaw: Some(Flaw::Open) },
        }
    }

    fn put_press(&mut self, head: Head, span: Span, text: &[&str], password_line: Option<u32>) {
        let words = render::press_line(&head.to, head.anonymous);
        let what = Press { to: head.to, anonymous: head.anonymous, text: text.join("\n"), password_line };
        self.letter.presses.push(Read { what, span, words });
    }

    fn complain_of_flaw(&mut self, line: &Written<'_>, place: (usize, usize), flaw: &Flaw, below: &[&str]) {
        let span = line.span(place.0, place.1);
        let (why, nearest) = match flaw {
            Flaw::Open => {
                self.letter.open_press = Some(span);
                (
                    open_words(below, self.lexicon.language),
                    "END PRESS, on a line of its own, where it ends".to_string(),
                )
            }
            Flaw::Orders(lines) => {
                let order = line.last_number() as usize + 1 + lines;
                let why = format!(
                    "Line {order} of this press looks like an order, and only END stands below it, which ends a block too: the \
                     press was not sent, and no line of it was taken for an order. Write END PRESS where the press ends."
                );
                (why, format!("END PRESS above line {order}, if it is an order"))
            }
            Flaw::Within(lines) => {
                let other = line.last_number() as usize + 1 + lines;
                let why = format!(
                    "Another press begins in line {other}, before this one has its END PRESS: to whom the words are is \
                     not clear, so that neither was sent."
                );
                (why, format!("END PRESS above line {other}"))
            }
        };
        self.complain(complaint(line, place.0, place.1, why, Some(nearest)));
    }

    /// Notes what looks like a password in the lines below line `above`, so that the kept letter will not show it; the
    /// first such line.
    fn mask_passwords(&mut self, above: u32, lines: &[&str]) -> Option<u32> {
        let mut first = None;
        for (number, raw) in (above + 1..).zip(lines) {
            let line = Written::new(number, raw);
            let Some((start, _)) = live_part(&line) else { continue };
            let Some((_, at)) = credential::password(&line, start) else { continue };
            let Some((written, _)) = credential::password_words(&line, at) else { continue };
            self.letter.credentials.push(line.span_of(written));
            first = first.or(Some(number));
        }
        first
    }

    /// An `END PRESS` where no press is open.
    pub(super) fn stray_end(&mut self, line: &Written<'_>, start: usize, body: &str) -> bool {
        if !press::is_end_press(body) {
            return false;
        }
        self.close_block();
        let why = "No press is open here, so that there is nothing to end.".to_string();
        let nearest = Some("PRESS TO names, above the words".to_string());
        self.complain_at(line, start, start + body.len(), why, nearest);
        true
    }
}

fn edge_of(raw: &str, lexicon: &Lexicon) -> Edge {
    let line = Written::new(1, raw);
    let live = live_part(&line).filter(|_| !line.is_too_long());
    live.map_or(Edge::Text, |(start, stop)| press::edge(&line.text[start..stop], lexicon))
}

/// Whether a line would be an order if it stood in no press. A password in a press is a fault of its own, and END orders nothing.
fn is_order(raw: &str, language: &'static Language) -> bool {
    let line = Written::new(1, raw);
    let Some((start, stop)) = live_part(&line).filter(|_| !line.is_too_long()) else { return false };
    let is_other = credential::password(&line, start).is_some() || end_of(END, &line.text[start..stop]);
    !is_other && looks_like_order_line(raw, &[language])
}

fn open_words(below: &[&str], language: &'static Language) -> String {
    let orders = below.iter().take(MOST_LINES);
    let orders = orders.filter(|line| looks_like_order_line(line, &[language])).count();
    let of_them = match orders {
        0 => String::new(),
        1 => ", and the line in it that looks like an order was not taken for one".into(),
        more => format!(", and the {more} lines in it that look like orders were not taken for any"),
    };
    format!(
        "This press has no END PRESS, so that all below it is part of it: it was not sent{of_them}. Send the letter \
         again with an END PRESS."
    )
}

#[cfg(test)]
mod tests {
    use super::super::Reader;
    use crate::letter::Lexicon;

    /// Steps are counted, not seconds: each press may look at all lines below it, and none is looked at twice.
    #[test]
    fn a_line_is_looked_at_once_however_many_presses_stand_above_it() {
        let lexicon = Lexicon { players: vec!["benedek".into()], ..Lexicon::default() };
        for shape in ["PRESS TO nobody\nEND\n", "PRESS TO benedek\n", "PRESS TO benedek\nx\nEND\n", "END\n"] {
            let looks = |times: usize| {
                let text = shape.repeat(times);
                let known = [&lexicon];
                let lines = text.lines().collect::<Vec<_>>();
                let mut reader = Reader::new(&lexicon, &known, &[]);
                reader.each_line(&lines, |reader, line| reader.line(line));
                assert!(reader.edges.looks <= lines.len(), "{shape:?}");
                reader.edges.looks
            };
            let [one, two, four, eight] = [100, 200, 400, 800].map(looks);
            assert!(two <= 2 * one + 2 && four <= 2 * two + 2 && eight <= 2 * four + 2, "{shape:?}");
        }
    }
}
