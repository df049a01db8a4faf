//! The live zone (rows 25-28): which lines of a letter count.
//!
//! Layers of defence, each alone enough for most letters: quoted lines never count, wherever they stand;
//! what follows a quoted letter's header, a forward or a signature does not count to the end; the host's own
//! mails carry nothing that could be obeyed. Lines between quotes do count, so that interleaved and
//! bottom-posted answers work.

use super::fold::{Folded, fold};
use super::link::without_links;
use super::zone_words as words;

/// A line that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number in the decoded text, from 1.
    pub number: u32,
    pub written: String,
    /// In plain form, for commands; and the way back.
    pub folded: Folded,
}

impl Line {
    /// The plain form.
    pub fn plain(&self) -> &str {
        &self.folded.plain
    }

    /// What was written where the plain form has these characters (counted from 1, end exclusive).
    pub fn written_at(&self, start: u32, end: u32) -> &str {
        let place = |column: u32| self.folded.origin(column.saturating_sub(1) as usize, self.written.len());
        let (from, to) = (place(start), place(end));
        self.written.get(from..to.max(from)).unwrap_or_default()
    }

    /// Whether bytes were lost on the way, so that it must not be guessed at (row 20).
    pub fn damaged(&self) -> bool {
        self.written.contains('\u{FFFD}')
    }
}

/// A line that does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its number in the decoded text, from 1.
    pub number: u32,
    /// As it was written.
    pub line: String,
    pub why: Why,
}

/// Why a line does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// It begins with `>` or a bar, or lay in an HTML quote.
    Quote,
    /// It says who wrote what is quoted below it.
    Attribution,
    /// It follows the header of an older letter.
    OlderLetter,
    /// It was forwarded.
    Forward,
    /// It is a signature, or follows one.
    Signature,
    /// It was not to be seen, or is a signed letter's armour.
    Hidden,
    /// It was struck out; part of a line, perhaps.
    Struck,
    /// It stands outside the signed text of a letter that has one.
    Unsigned,
}

/// A text's line on its way through the cutter, with why it is out, if that is known already.
pub(super) type Raw = (String, Option<Why>);

/// Parts the lines that count from those that do not.
pub(super) fn cut(lines: Vec<Raw>) -> (Vec<Line>, Vec<LeftOut>) {
    let mut cutter = Cutter::new(lines);
    cutter.run();
    cutter.parted()
}

/// A clear-signed text, parted.
pub(super) struct Cut {
    pub live: Vec<Line>,
    pub left_out: Vec<LeftOut>,
    /// Whether the live lines are those that are signed; else none of these counts, being forwarded, say.
    pub signed_counts: bool,
}

/// Parts a text with an inline-signed block (row 31): the lines above it, its armour's head, its lines, and what
/// follows. Of a letter that is signed only what is signed counts, be the signature good or not.
pub(super) fn cut_signed(
    above: Vec<String>,
    head: Vec<String>,
    signed: Vec<String>,
    below: Vec<String>,
) -> Cut {
    let from = above.len();
    let as_raw = |lines: Vec<String>, why: Option<Why>| lines.into_iter().map(move |line| (line, why));
    let lines = as_raw(above, None)
        .chain(as_raw(head, Some(Why::Hidden)))
        .chain(as_raw(signed, None))
        .chain(as_raw(below, Some(Why::Hidden)));
    let mut cutter = Cutter::new(lines.collect());
    cutter.run();
    let signed_counts = cutter.ended_at.is_none_or(|at| at >= from);
    if signed_counts {
        for (_, why) in cutter.lines.iter_mut().take(from) {
            *why = Some(why.unwrap_or(Why::Unsigned));
        }
    }
    let (live, left_out) = cutter.parted();
    Cut { live, left_out, signed_counts }
}

struct Cutter {
    lines: Vec<Raw>,
    /// Each line in plain form: dividers are known by the same folding as orders are, whatever dashes, blanks and digits a program writes.
    folded: Vec<Folded>,
    at: usize,
    ended: Option<Why>,
    /// The line at which it ended.
    ended_at: Option<usize>,
    /// Whether words that count stand above.
    has_words: bool,
}

impl Cutter {
    fn new(lines: Vec<Raw>) -> Self {
        let folded = lines.iter().map(|(line, _)| fold(line)).collect();
        Cutter { lines, folded, at: 0, ended: None, ended_at: None, has_words: false }
    }

    fn parted(self) -> (Vec<Line>, Vec<LeftOut>) {
        let mut live = Vec::new();
        let mut left_out = Vec::new();
        for (number, ((written, why), folded)) in (1u32..).zip(self.lines.into_iter().zip(self.folded)) {
            match why {
                None => live.push(Line { number, folded: without_links(folded), written }),
                Some(why) => left_out.push(LeftOut { number, line: written, why }),
            }
        }
        (live, left_out)
    }

    fn run(&mut self) {
        while self.at < self.lines.len() {
            let step = if self.is_out(self.at) { 1 } else { self.judge() };
            self.has_words |= !self.is_out(self.at) && !self.text(self.at).trim().is_empty();
            self.at += step.max(1);
        }
    }

    /// Judges the line at hand; how many lines were settled by it.
    fn judge(&mut self) -> usize {
        if let Some(why) = self.ended {
            return self.mark(1, if self.is_quoted(self.at) { Why::Quote } else { why });
        }
        if words::is_between_chevrons(self.text(self.at)) && !self.quote_follows(self.at + 1) {
            return self.end(Why::OlderLetter);
        }
        if self.is_quoted(self.at) {
            return self.mark(1, Why::Quote);
        }
        if let Some(length) = self.press() {
            return self.leave(length);
        }
        let line = self.text(self.at);
        let written = self.lines.get(self.at).map_or("", |(text, _)| text.as_str());
        if words::is_dash(written) || words::is_signature(line) || self.is_ruled_signature() {
            return self.end(Why::Signature);
        }
        if words::is_forward(line) {
            return self.end(Why::Forward);
        }
        if self.is_letter_header() {
            return self.end(Why::OlderLetter);
        }
        match self.attribution() {
            // At the very top it names what is answered below: row 25(b) lets such an answer count.
            Some(length) if self.quote_follows(self.at + length) => self.mark(length, Why::Attribution),
            Some(length) if !self.has_words => {
                self.mark(length, Why::Attribution);
                length + self.mark_indented(self.at + length)
            }
            Some(length) => {
                self.end(Why::OlderLetter);
                self.mark(length, Why::Attribution)
            }
            None => 1,
        }
    }

    /// How many lines a press has that begins here, its last among them: its words are its writer's own. `None` where none
    /// begins, or nothing ends it before another begins.
    fn press(&self) -> Option<usize> {
        if !words::opens_press(self.text(self.at)) {
            return None;
        }
        let below = (self.at + 1..self.lines.len()).filter(|at| !self.is_out(*at));
        let mut edges =
            below.filter(|at| words::opens_press(self.text(*at)) || words::ends_press(self.text(*at)));
        let end = edges.next().filter(|at| words::ends_press(self.text(*at)))?;
        Some(end + 1 - self.at)
    }

    /// Lines that count whatever they look like; what HTML set apart as quoted is marked so.
    fn leave(&mut self, count: usize) -> usize {
        let lines = self.lines.iter_mut().zip(&mut self.folded);
        for ((text, out), folded) in lines.skip(self.at).take(count) {
            match out {
                Some(Why::Quote | Why::OlderLetter) => {
                    *text = format!("> {text}");
                    *folded = fold(text);
                    *out = None;
                }
                Some(Why::Attribution | Why::Forward | Why::Signature) => *out = None,
                Some(Why::Hidden | Why::Struck | Why::Unsigned) | None => {}
            }
        }
        count
    }

    /// The zone ends here: rules and blank lines just above belong to what ends it.
    fn end(&mut self, why: Why) -> usize {
        self.ended = Some(why);
        self.ended_at = Some(self.at);
        for at in (0..self.at).rev() {
            if self.is_out(at) || !words::is_rule_or_blank(self.text(at)) {
                break;
            }
            if let Some((_, out)) = self.lines.get_mut(at) {
                *out = Some(why);
            }
        }
        self.mark(1, why)
    }

    fn mark(&mut self, count: usize, why: Why) -> usize {
        for (_, out) in self.lines.iter_mut().skip(self.at).take(count) {
            *out = Some(out.unwrap_or(why));
        }
        count
    }

    /// A line in plain form.
    fn text(&self, at: usize) -> &str {
        self.folded.get(at).map_or("", |folded| folded.plain.as_str())
    }

    fn is_out(&self, at: usize) -> bool {
        self.lines.get(at).is_some_and(|(_, why)| why.is_some())
    }

    /// Bars and `>`; and `AB> `, the initials that old mail programs put there.
    fn is_quoted(&self, at: usize) -> bool {
        let line = self.text(at).trim_start();
        let initials = line.split_once('>').is_some_and(|(name, rest)| {
            let upper = (1..=3).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_uppercase());
            upper && (rest.is_empty() || rest.starts_with(' '))
        });
        initials || line.starts_with(['>', '|', '│', '┃', '¦', '＞'])
    }

    /// A line of underscores with few lines below it. With more below, it parts a letter's sections.
    fn is_ruled_signature(&self) -> bool {
        const LINES_MAX: usize = 8;
        let line = self.text(self.at).trim();
        let ruled = line.len() >= 5 && line.bytes().all(|b| b == b'_');
        let below = self.folded.iter().skip(self.at + 1).filter(|folded| !folded.plain.trim().is_empty());
        ruled && below.take(LINES_MAX + 1).count() <= LINES_MAX
    }

    /// Row 25(b): a run of lines like an older letter's header, three kinds of them at least. A single
    /// `From: G4` is an order of somebody's own making, not a header (F5).
    fn is_letter_header(&self) -> bool {
        if words::is_header_in_one_line(self.text(self.at)) || self.is_header_of_any_language() {
            return true;
        }
        if words::header_word(self.text(self.at)).is_none() {
            return false;
        }
        let mut kinds = Vec::new();
        let mut misses = 0;
        for at in self.at..self.lines.len().min(self.at + 14) {
            match words::header_word(self.text(at)) {
                Some(kind) if !kinds.contains(&kind) => kinds.push(kind),
                Some(_) => {}
                None => misses += 1,
            }
            if misses > 2 {
                break;
            }
            if kinds.len() >= 3 {
                return true;
            }
        }
        false
    }

    /// Three lines in a run of a few words and a colon each, with an address behind one of them and a date behind another.
    /// No order has an address in it.
    fn is_header_of_any_language(&self) -> bool {
        const LINES: usize = 5;
        let values = (self.at..self.at + LINES).map_while(|at| words::field_value(self.text(at)));
        let values = values.collect::<Vec<_>>();
        let address = values.iter().position(|value| value.contains('@'));
        let date = values.iter().position(|value| !value.contains('@') && words::is_dated(value));
        values.len() >= 3 && address.is_some() && date.is_some()
    }

    /// How many lines from here say who wrote what follows, up to four that belong together.
    fn attribution(&self) -> Option<usize> {
        let mut joined = String::new();
        for length in 1..=4 {
            let at = self.at + length - 1;
            let line = self.text(at).trim();
            if line.is_empty() || self.is_out(at) {
                return None;
            }
            if length > 1 {
                joined.push(' ');
            }
            joined.push_str(line.trim_start_matches('>').trim_start());
            if joined.len() > 500 {
                return None;
            }
            let likely = words::says_wrote(&joined) || words::is_dated_address(&joined);
            if words::is_attribution(&joined) || (likely && self.quote_follows(at + 1)) {
                return Some(length);
            }
            // A date first and the address in the next line: so in languages that nobody listed.
            let is_date_first = length == 1 && joined.len() < 160 && words::is_dated(&joined);
            if !is_date_first && !words::may_begin_attribution(&joined) {
                return None;
            }
        }
        None
    }

    /// What stands below an attribution is quoted as long as it is set in by four blanks or a tab: how many lines that are.
    fn mark_indented(&mut self, from: usize) -> usize {
        let is_indented = |text: &str| text.starts_with("    ") || text.starts_with('\t');
        let mut length = 0;
        for (text, out) in self.lines.iter_mut().skip(from) {
            if !text.trim().is_empty() && !is_indented(text) {
                break;
            }
            *out = Some(out.unwrap_or(Why::Quote));
            length += 1;
        }
        length
    }

    fn quote_follows(&self, from: usize) -> bool {
        let next = (from..self.lines.len()).find(|at| !self.text(*at).trim().is_empty());
        next.is_some_and(|at| {
            self.is_quoted(at) || self.lines.get(at).is_some_and(|(_, w)| *w == Some(Why::Quote))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn live(text: &str) -> Vec<String> {
        cut(text.lines().map(|line| (line.to_string(), None)).collect())
            .0
            .into_iter()
            .map(|l| l.written)
            .collect()
    }

    #[test]
    fn a_top_posted_answer_counts_and_the_older_letter_does_not() {
        let text = "MOVE G4-V6\n\nOn Mon, 1 Feb 2027 at 10:00, War <war@h.org> wrote:\nMOVE A0-N0\n";
        assert_eq!(live(text), ["MOVE G4-V6", ""].into_iter().take(1).collect::<Vec<_>>());
        let outlook = "MOVE G4-V6\n\n________________________________\nFrom: War\nSent: Monday\nTo: Ann\nSubject: T1\n\nMOVE A0-N0";
        assert_eq!(live(outlook), ["MOVE G4-V6"]);
    }

    #[test]
    fn bottom_posted_and_interleaved_answers_count() {
        let text =
            "On Mon, 1 Feb 2027 at 10:00, War <war@h.org>\nwrote:\n> MOVE A0-N0\nMOVE G4-V6\n> and\nSUPPLY 2";
        assert_eq!(live(text), ["MOVE G4-V6", "SUPPLY 2"]);
    }

    #[test]
    fn order_lines_that_look_like_headers_are_no_header() {
        let text = "From: G4\nTo: G6\nMARCH\nSUPPLY 2";
        assert_eq!(live(text).len(), 4);
    }

    #[test]
    fn bars_and_quote_marks_never_count() {
        assert_eq!(live("| MOVE A0-N0  OK\n  > MOVE A1-N1\n│ x\nMOVE G4-V6"), ["MOVE G4-V6"]);
    }

    #[test]
    fn a_signature_ends_it_and_a_rule_does_not() {
        assert_eq!(
            live("MOVE G4-V6\n-----\nSUPPLY 2\n***\nNB\n-- \nMOVE A0-N0"),
            ["MOVE G4-V6", "-----", "SUPPLY 2", "***", "NB"]
        );
        assert_eq!(live("MOVE G4-V6\n—\nMOVE A0-N0"), ["MOVE G4-V6"]);
        assert_eq!(live("MOVE G4-V6\n\nSent from my iPhone\n\nMOVE A0-N0"), ["MOVE G4-V6"]);
    }

    #[test]
    fn an_older_letter_is_known_by_its_structure_in_any_language() {
        for head in [
            "Vun: Post Amt <war@h.org>\nGeschéckt: 03.02.2027 10:00\nFir: Ann\n",
            "*From:* War *Sent:* Monday, 1 Feb 2027 10:00 *To:* Ann *Subject:* T1\n",
            "Den 3. Feb 2027 10:00 huet War <war@h.org> geschriwwen:\n",
            "War Office <war@h.org>\n03/02/2027 10:00\n\n",
            "War Office <war@h.org> 2027-02-03 10:00\n",
            "ஞா., 3 பிப்., 2027, முற்பகல் 10:00\nஅன்று <war@h.org> எழுதியது:\n",
        ] {
            assert_eq!(live(&format!("MOVE G4-V6\n\n{head}MOVE A0-N0")), ["MOVE G4-V6", ""][..1], "{head}");
        }
    }

    #[test]
    fn dividers_are_known_however_they_are_typed() {
        for divider in [
            ">>> Fieldpost <war@h.org> 11/25/2026 4:57 PM >>>",
            ">>> \"War Office\" 25.11.2026 16:57 >>>",
            "\u{2010}\u{2010}\u{2010} Original Message \u{2010}\u{2010}\u{2010}",
            "\u{2015}\u{2015} Original\u{a0}Message \u{2015}\u{2015}",
            "──── Original Message ────",
            "- - - Original Message - - -",
            "*** Original Message ***",
            "----- Message d\u{2019}origine -----",
            "-----Originálna správa-----",
            "On Wednesday Fieldpost wrote:",
            "On\u{a0}Wednesday,\u{200b} Fieldpost wrote\u{a0}:",
            "Am Mittwoch schrieb Fieldpost:",
            "Le mercredi, Fieldpost a écrit\u{202f}:",
            "Fieldpost wrote on Wednesday:",
            "st 25. 11. 2026 o 16:57 Fieldpost napísal(a):",
            "V sre., 25. nov. 2026 ob 16:57 je Fieldpost napisal:",
            "На ср, 25.11.2026 г. в 16:57 Fieldpost написа:",
            "2026-11-25, tr, 16:57 Fieldpost rašė:",
            "El dc., 25 de nov. 2026, Fieldpost va escriure:",
            "Missatge de Fieldpost del dia 25 de nov. 2026 a les 16:57:",
            "O mér, 25 nov 2026 ás 16:57, Fieldpost escribiu:",
            "\u{202b}در ۲۵ نوامبر ۲۰۲۶ ۱۶:۵۷، Fieldpost نوشت:\u{202c}",
            "\u{200f}في ٢٥ نوفمبر ٢٠٢٦ ١٦:٥٧ كتب Fieldpost:\u{200f}",
            "২৫ নভেম্বর, ২০২৬ ১৬:৫৭-এ Fieldpost লিখেছেন:",
        ] {
            assert_eq!(
                live(&format!("MOVE G4-V6\n\n{divider}\nMOVE A0-N0")),
                ["MOVE G4-V6", ""][..1],
                "{divider}"
            );
        }
    }

    #[test]
    fn an_answer_between_quotes_under_chevrons_counts() {
        let text = ">>> War <war@h.org> 11/25/2026 4:57 PM >>>\n> MOVE A0-N0\nMOVE G4-V6";
        assert_eq!(live(text), ["MOVE G4-V6"]);
        assert_eq!(live("MOVE G4-V6\n>>> a deep quote >>>\nSUPPLY 2"), ["MOVE G4-V6", "SUPPLY 2"]);
    }

    #[test]
    fn lines_of_orders_are_no_older_letter() {
        for text in [
            "Note: for the 3rd Corps\nTime: 10:00\nGoal: Gitschin",
            "PLAYER: Ann\nPASSWORD: a b c\nTURN: 3\nUNIT: G4",
            "Dear GA,\nmy orders for 3 Feb 2027 at 10:00:\nMOVE G4-V6",
            "Write to ann@x.org, please.\nMOVE G4-V6 PHASE 2",
        ] {
            assert_eq!(live(text).len(), text.lines().count(), "{text}");
        }
    }

    #[test]
    fn what_is_set_in_below_an_attribution_is_quoted() {
        let text =
            "On Mon, 1 Feb 2027 at 10:00, War <war@h.org> wrote:\n\n    MOVE A0-N0\n\n    END\nMOVE G4-V6";
        assert_eq!(live(text), ["MOVE G4-V6"]);
    }

    #[test]
    fn what_is_written_to_other_players_is_the_writers_own() {
        let press = "PRESS TO ann, bob\nSir,\n> you wrote this\nOn Mon, 1 Feb 2027 at 10:00, War <war@h.org> wrote:\n\
            -- \nFrom: me\nTo: you\nSubject: war\nSent by rider from Gitschin\n| a table |\nEND PRESS\nMOVE G4-V6";
        assert_eq!(live(press).len(), press.lines().count());
        let open = "PRESS TO ann\nSir,\n-- \nPRESS TO bob\nx\nEND PRESS";
        assert_eq!(live(open), ["PRESS TO ann", "Sir,"], "nothing ends the first");
        let older = "MOVE G4-V6\n-- \nPRESS TO bob\nx\nEND PRESS";
        assert_eq!(live(older), ["MOVE G4-V6"], "below a signature nothing is live");
        let html = [("PRESS TO ann", None), ("old", Some(Why::Quote)), ("END PRESS", None)];
        let lines = html.map(|(line, why)| (line.to_string(), why)).to_vec();
        let written = cut(lines).0.into_iter().map(|line| line.written).collect::<Vec<_>>();
        assert_eq!(written, ["PRESS TO ann", "> old", "END PRESS"]);
    }

    #[test]
    fn a_forward_never_counts() {
        assert_eq!(
            live("see below\n\n---------- Forwarded message ---------\nFrom: x\n\nMOVE A0-N0"),
            ["see below"]
        );
        assert_eq!(live("Begin forwarded message:\n\nMOVE A0-N0"), Vec::<String>::new());
    }

    fn signed(above: &str, text: &str) -> (Vec<String>, bool) {
        let lines = |text: &str| text.lines().map(str::to_string).collect::<Vec<_>>();
        let cut =
            cut_signed(lines(above), lines("-----BEGIN\n\n"), lines(text), lines("-----BEGIN\nMOVE A0-N0"));
        (cut.live.into_iter().map(|line| line.written).collect(), cut.signed_counts)
    }

    #[test]
    fn of_a_signed_letter_only_what_is_signed_counts() {
        assert_eq!(signed("", "MOVE G4-V6\n-----"), (vec!["MOVE G4-V6".into(), "-----".into()], true));
        assert_eq!(signed("MOVE A0-N0\n", "MOVE G4-V6\n-- \nAnn"), (vec!["MOVE G4-V6".into()], true));
    }

    #[test]
    fn row_28_a_forwarded_signed_letter_counts_no_more_than_another() {
        let forward = "see below\n\n---------- Forwarded message ---------\nFrom: x\n";
        assert_eq!(signed(forward, "MOVE G4-V6"), (vec!["see below".into()], false));
    }

    #[test]
    fn a_password_is_found_as_it_was_written() {
        let line =
            Line { number: 1, written: "PASSWORD red–fox".into(), folded: fold("PASSWORD red–fox") };
        assert_eq!(line.written_at(10, 17), "red–fox");
        assert_eq!(line.written_at(10, 99), "red–fox");
        assert_eq!(line.written_at(99, 1), "");
    }
}
