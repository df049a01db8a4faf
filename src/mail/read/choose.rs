//! Which of a letter's texts holds the orders (rows 24, 29).
//!
//! Mail knows no rules, so whoever asks says what an order or credential line looks like.

use std::collections::HashSet;

use super::fold::fold;
use super::{Incoming, Line, Text, TextKind, Why};

/// No line of fewer bytes holds a whole letter.
const SHORTEST_LETTER: usize = 20;

/// What was chosen, and what about it has to be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen<'a> {
    /// This text is to be read for orders.
    Text {
        text: &'a Text,
        /// The HTML part has other order lines than the plain one, which is read (row 24).
        html_differs: bool,
    },
    /// The body holds no order, and more than one attached text may: nothing is guessed (row 29).
    Several(Vec<&'a str>),
    /// No text at all.
    Nothing,
}

impl Incoming {
    /// The text to read for orders: a signed one before others; text/plain if any of its lines looks like one, else HTML as lines, else
    /// the one attached text file that has such lines. If nothing looks like orders, the first text, so that
    /// the answer can show what was read.
    pub fn choose(&self, looks_like_orders: &dyn Fn(&str) -> bool) -> Chosen<'_> {
        let orders = |text: &&Text| text.live.iter().any(|line| looks_like_orders(line.plain()));
        let body = |signed: bool| {
            let of = |kind: TextKind| {
                self.texts.iter().filter(move |text| text.kind == kind && text.seal.is_some() == signed)
            };
            // What was struck out in HTML stands in the plain text without a mark.
            let struck = of(TextKind::Html).filter(|text| orders(text) && text.has_struck());
            let again = of(TextKind::PlainDecodedAgain).filter(|text| all_orders(text, looks_like_orders));
            let plain = of(TextKind::Plain).filter(orders);
            struck.chain(again).chain(plain).chain(of(TextKind::Html).filter(orders)).next()
        };
        if let Some(text) = body(true).or_else(|| body(false)) {
            return Chosen::Text { text, html_differs: self.html_differs(text, looks_like_orders) };
        }
        let files: Vec<(&str, &Text)> =
            self.texts.iter().filter_map(|text| Some((text.file_name()?, text))).collect();
        let with_orders: Vec<&(&str, &Text)> = files.iter().filter(|(_, text)| orders(text)).collect();
        match with_orders.as_slice() {
            [(_, text)] => Chosen::Text { text, html_differs: false },
            [] => self.fallback(),
            several => Chosen::Several(several.iter().map(|(name, _)| *name).collect()),
        }
    }

    /// Orders in the one attached text file that has any, and only a letter's head in the body: they become one text, the
    /// file's lines below the body's. Of a signed letter nothing is joined.
    pub fn join_file(&mut self, looks_like_orders: &dyn Fn(&str) -> bool, is_head: &dyn Fn(&str) -> bool) {
        let is_order = |line: &Line| looks_like_orders(line.plain()) && !is_head(line.plain());
        let has_orders = |text: &Text| text.live.iter().any(is_order);
        let Chosen::Text { text, .. } = self.choose(looks_like_orders) else { return };
        let is_body = text.file_name().is_none() && text.seal.is_none();
        let heads_nothing = text.live.iter().any(|line| is_head(line.plain())) && !has_orders(text);
        let files = self.texts.iter().filter(|text| text.file_name().is_some() && has_orders(text));
        let files = files.map(|text| text.live.clone()).collect::<Vec<_>>();
        let ([lines], true) = (files.as_slice(), is_body && heads_nothing) else { return };
        for text in self.texts.iter_mut().filter(|text| text.file_name().is_none() && text.seal.is_none()) {
            let numbers = text.live.iter().map(|line| line.number);
            let last = numbers.chain(text.left_out.iter().map(|out| out.number)).max().unwrap_or(0);
            let below = (last + 1..).zip(lines).map(|(number, line)| Line { number, ..line.clone() });
            text.live.extend(below);
        }
    }

    /// A line in which a whole letter stands, for its line ends were lost on the way, becomes the lines that `unrolled` finds in it.
    /// Of a signed letter nothing is changed.
    pub fn unroll(&mut self, unrolled: &dyn Fn(&str) -> Option<Vec<String>>) {
        for text in self.texts.iter_mut().filter(|text| text.seal.is_none()) {
            let found = text.live.iter().enumerate();
            let found = found
                .filter(|(_, line)| line.written.len() > SHORTEST_LETTER)
                .find_map(|(at, line)| Some((at, unrolled(&line.written)?)));
            let Some((at, lines)) = found else { continue };
            let number = text.live[at].number;
            let lines = lines.into_iter().map(|written| Line { number, folded: fold(&written), written });
            text.live.splice(at..=at, lines);
            self.unrolled = true;
        }
    }

    /// Whether orders stand among the lines that were left out as quoted or older: the answer then says so
    /// first, and how to send them (25e). `in_quotes` looks at one such line.
    pub fn orders_left_out(&self, looks_like_orders: &dyn Fn(&str) -> bool) -> bool {
        let out = self.texts.iter().flat_map(|text| &text.left_out);
        let mut out = out.filter(|left| !matches!(left.why, Why::Struck | Why::Unsigned));
        out.any(|left| {
            looks_like_orders(super::fold::plain(left.line.trim_start_matches(['>', '|', ' '])).trim())
        })
    }

    fn fallback(&self) -> Chosen<'_> {
        let body = self.texts.iter().filter(|text| text.kind != TextKind::PlainDecodedAgain);
        let mut with_words =
            body.clone().filter(|text| text.live.iter().any(|line| !line.plain().trim().is_empty()));
        match with_words.next().or_else(|| body.clone().next()) {
            Some(text) => Chosen::Text { text, html_differs: false },
            None => Chosen::Nothing,
        }
    }

    /// The texts beside the one that is read in which orders stand that it does not have: an attached file, HTML that says something
    /// else. Neither the plain text beside HTML that is read nor what stands beside a signed text is among them.
    pub fn unread<'t>(&'t self, chosen: &Text, is_order: &dyn Fn(&str) -> bool) -> Vec<&'t Text> {
        let is_beside = |text: &&Text| {
            let same = matches!(text.kind, TextKind::Plain | TextKind::PlainDecodedAgain);
            let is_plain_beside_html = same && chosen.kind == TextKind::Html;
            text.parts != chosen.parts
                && !is_plain_beside_html
                && text.seal.is_some() == chosen.seal.is_some()
        };
        let beside = self.texts.iter().filter(is_beside).collect::<Vec<_>>();
        if beside.is_empty() {
            return beside;
        }
        let known = Words::of(chosen);
        let says_more = |text: &&Text| {
            let mut lines = text.live.iter().map(Line::plain);
            lines.any(|line| !known.holds(line) && is_order(line))
        };
        beside.into_iter().filter(says_more).collect()
    }

    fn html_differs(&self, chosen: &Text, looks_like_orders: &dyn Fn(&str) -> bool) -> bool {
        self.unread(chosen, looks_like_orders).iter().any(|text| text.kind == TextKind::Html)
    }
}

/// The words of a text in pairs as they follow each other, whatever lines they stand in: mail programs wrap the plain text of a letter
/// otherwise than its HTML, and mark bold words in it.
struct Words {
    pairs: HashSet<(String, String)>,
    single: HashSet<String>,
}

impl Words {
    fn of(text: &Text) -> Self {
        let pairs = pairs(text.live.iter().flat_map(|line| words(line.plain()))).collect::<HashSet<_>>();
        Words { single: pairs.iter().map(|(_, word)| word.clone()).collect(), pairs }
    }

    fn holds(&self, line: &str) -> bool {
        // A line's first word has nothing before it.
        let (first, pairs) = (words(line).next(), pairs(words(line)).skip(1).collect::<Vec<_>>());
        let is_known = |pair| self.pairs.contains(pair);
        pairs.iter().all(is_known) && first.is_none_or(|word| self.single.contains(&word))
    }
}

fn pairs(words: impl Iterator<Item = String>) -> impl Iterator<Item = (String, String)> {
    words.scan(String::new(), |before, word| Some((std::mem::replace(before, word.clone()), word)))
}

fn words(line: &str) -> impl Iterator<Item = String> {
    let words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase)
}

impl Text {
    /// Whether words in it are struck out.
    fn has_struck(&self) -> bool {
        self.left_out.iter().any(|left| left.why == Why::Struck)
    }

    /// The live lines in plain form, one a line: what the grammar reads. Line n of it is `live[n - 1]`.
    pub fn plain(&self) -> String {
        let mut text = String::new();
        for line in &self.live {
            text.push_str(line.plain());
            text.push('\n');
        }
        text
    }

    /// The numbers of those lines of [`Text::plain`] (from 1, in order) above which lines with words were left out.
    pub fn gaps(&self) -> Vec<u32> {
        let out = self
            .left_out
            .iter()
            .filter(|left| !matches!(left.why, Why::Hidden | Why::Struck | Why::Unsigned));
        let mut out = out.filter(|left| !left.line.trim().is_empty()).map(|left| left.number).peekable();
        let mut gaps = Vec::new();
        for (place, line) in (1u32..).zip(&self.live) {
            let mut is_gap = false;
            while out.next_if(|number| *number < line.number).is_some() {
                is_gap = true;
            }
            if is_gap {
                gaps.push(place);
            }
        }
        gaps
    }

    /// The name of the attached file that it stands in.
    pub fn file_name(&self) -> Option<&str> {
        match &self.kind {
            TextKind::Attachment(name) => Some(name),
            _ => None,
        }
    }
}

fn all_orders(text: &Text, looks_like_orders: &dyn Fn(&str) -> bool) -> bool {
    let mut written =
        text.live.iter().map(|line| line.plain().trim()).filter(|line| !line.is_empty()).peekable();
    written.peek().is_some() && written.all(looks_like_orders)
}
