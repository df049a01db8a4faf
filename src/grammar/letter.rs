//! A whole letter: its head, its blocks and everything else, line by line: `grammar/letter.abnf`.

pub use super::reading::{
    Account, Complaint, Letter, Lexicon, MOST_COMPLAINTS, MOST_LINES, Read, Span, UnitBlock,
};

use crate::games::land::orders::UnitOrder;
use crate::games::land::unit::UnitId;

use super::Secret;
use super::credential::{self, Purpose};
use super::fault::{Fault, Near, Problem};
use super::forms::Section;
use super::line::Line;
use super::name::{must_unit, unit_id, words_until};
use super::order::{Misread, Order, forms_at, order_line};
use super::remark;
use super::word::{any_phrase, bare_word, end, is, is_blank, number, phrase, skip, space, stands, word};

const UNIT: &[&str] = &["UNIT", "BRIGADE"];
const END: &[&str] = &["END", "END ORDERS", "END OF ORDERS", "END UNIT"];
const NONE: &[&str] = &["NONE", "ORDERS NONE", "NO ORDERS"];
const HEAD: &[&str] = &["GAME", "TURN", "PLAYER", "PASSWORD", "PASS WORD", "PWD"];

/// Reads a letter's cleaned text. Never fails and takes time in proportion to its length: what cannot be
/// read becomes a complaint and costs its own line.
pub fn read_letter(text: &str, lexicon: &Lexicon) -> Letter {
    let mut reader = Reader::new(lexicon);
    for (number, raw) in (1..).zip(text.lines()) {
        reader.line(&Line::new(number, raw));
    }
    if let Some((_, missing)) = reader.awaited.take() {
        reader.complain(missing);
    }
    reader.close_block();
    reader.letter
}

/// Reads only a letter's head (game, turn, player): enough to know which game's names the whole is to be read by.
pub fn read_head(text: &str) -> Letter {
    let lexicon = Lexicon::default();
    let mut reader = Reader::new(&lexicon);
    for (number, raw) in (1..).zip(text.lines()).take(MOST_LINES) {
        let line = Line::new(number, raw);
        if let Some((start, stop)) = live_part(&line) {
            reader.head_line(&line, start, &line.text[start..stop]);
        }
    }
    let Letter { game, turn, player, .. } = reader.letter;
    Letter { game, turn, player, ..Letter::default() }
}

/// Reads order lines of one unit that stand without a letter round them, as in a rule case.
pub fn read_unit_orders(text: &str, lexicon: &Lexicon) -> (Vec<Read<UnitOrder>>, Vec<Complaint>) {
    let (mut orders, mut complaints) = (Vec::new(), Vec::new());
    for (number, raw) in (1..).zip(text.lines()) {
        let line = Line::new(number, raw);
        let Some((start, stop)) = live_part(&line) else { continue };
        match order_line(&line.text[start..stop], lexicon) {
            Ok(Order::Unit(what)) => {
                let words = super::render::unit_order(&what, lexicon.grid.as_ref());
                orders.push(Read { what, span: line.span(start, stop), words });
            }
            Ok(_) => {
                complaints.push(complaint(&line, start, stop, "This is no unit's own order.".into(), None))
            }
            Err(_) if end_of(NONE, &line.text[start..stop]) => {}
            Err(misread) => complaints.push(complaint_of(&line, start, stop, misread, lexicon)),
        }
    }
    (orders, complaints)
}

/// Reads one order of a minister, governor or army commander.
///
/// # Errors
/// If it cannot be read, or is an order of another kind.
pub fn read_office_order(
    text: &str,
    lexicon: &Lexicon,
) -> Result<Read<crate::games::land::orders::OfficeOrder>, Complaint> {
    let line = Line::new(1, text.trim_matches(['\r', '\n']));
    let Some((start, stop)) = live_part(&line) else {
        return Err(complaint(&line, 0, 0, "Expected an order, but the line is empty.".into(), None));
    };
    match order_line(&line.text[start..stop], lexicon) {
        Ok(Order::Office(what)) => {
            let words = super::render::office_order(&what, lexicon.grid.as_ref());
            Ok(Read { what, span: line.span(start, stop), words })
        }
        Ok(_) => Err(complaint(&line, start, stop, "This is no order of an office.".into(), None)),
        Err(misread) => Err(complaint_of(&line, start, stop, misread, lexicon)),
    }
}

/// Whether a line reads as a letter's head, a credential or an order: by this the right part of a mail is chosen.
pub fn looks_like_order_line(line: &str) -> bool {
    let line = Line::new(1, line);
    let Some((start, stop)) = live_part(&line) else { return false };
    let body = &line.text[start..stop];
    let lexicon = Lexicon::default();
    if credential::password(&line, start).is_some() || end_of(END, body) || end_of(NONE, body) {
        return true;
    }
    if any_phrase(UNIT, body).is_ok_and(|(rest, ())| unit_id(is(rest), &lexicon).is_ok())
        || is_bare_id(body, &lexicon)
    {
        return true;
    }
    if stands(HEAD, body) {
        return word(body).len() < body.len() && body.split(is_blank).count() <= 4;
    }
    let begun = forms_at(body)[0].is_some();
    begun && (order_line(body, &lexicon).is_ok() || body.bytes().any(|c| c.is_ascii_digit()))
}

/// The part of a line that is to be read: without blanks, a bullet before it and a comment behind it. `None`
/// if nothing is left, or only a ruled line.
fn live_part(line: &Line<'_>) -> Option<(usize, usize)> {
    let text = line.text.as_ref();
    let start = text.len() - without_bullet(space(text)).len();
    let stop = text[start..].find('#').map_or(text.len(), |comment| start + comment);
    let body = text[start..stop].trim_end_matches(is_blank);
    let ruled = body.chars().all(|c| matches!(c, '-' | '_' | '=' | '*' | '~' | '+' | '.'));
    (!ruled).then_some((start, start + body.len()))
}

/// `bullet = ( "-" / "*" / 1*2DIGIT ( "." / ")" ) ) sp`
fn without_bullet(text: &str) -> &str {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let behind = match digits {
        0 => text.strip_prefix(['-', '*', '•', '·']),
        1 | 2 => text[digits..].strip_prefix(['.', ')']),
        _ => None,
    };
    behind.filter(|rest| rest.starts_with(is_blank)).map_or(text, space)
}

/// `bare-id = nation [ "-" ] unit-number [ "-" ] type`: whether a unit's id begins the line without the
/// word UNIT. Such an id has no blanks in it: "At 10 in the morning" is none.
fn is_bare_id(body: &str, lexicon: &Lexicon) -> bool {
    unit_id(body, lexicon).is_ok_and(|(rest, _)| !body[..body.len() - rest.len()].contains(is_blank))
}

/// Whether one of these phrases stands here and nothing else.
fn end_of(phrases: &[&str], body: &str) -> bool {
    any_phrase(phrases, body).is_ok_and(|(rest, ())| end(rest).is_ok())
}

/// A complaint about bytes of the line's text. Where the line may hold a credential, neither it nor what was
/// to be said about it is repeated.
fn complaint(line: &Line<'_>, start: usize, stop: usize, why: String, nearest: Option<String>) -> Complaint {
    let span = line.span(start, stop);
    match credential::hidden_words(line).map(|words| line.span_of(words)) {
        None => Complaint { span, line: line.repeated(None), why, nearest },
        Some(hidden) => {
            let why = "This line could not be read; what may be a password in it is not shown.".to_string();
            let span = if span.start >= hidden.start { line.span(start.min(stop), start) } else { span };
            let span = Span { start: span.start.min(hidden.start), end: span.end.min(hidden.start), ..span };
            Complaint { span, line: line.repeated(Some(hidden)), why, nearest: Some("PASSWORD words".into()) }
        }
    }
}

fn complaint_of(
    line: &Line<'_>,
    start: usize,
    stop: usize,
    misread: Misread,
    lexicon: &Lexicon,
) -> Complaint {
    let (from, to) = (start + misread.start, start + misread.end);
    let (why, nearest) = misread.spelled_out(&line.text[start..stop], lexicon);
    complaint(line, from, to, why, nearest)
}

/// The block that is being read.
enum Block {
    /// None.
    Outside,
    /// Of a unit.
    Of(UnitBlock),
    /// Of a unit whose id could not be read: its orders belong to nobody.
    Lost,
}

/// The letter so far.
struct Reader<'l> {
    lexicon: &'l Lexicon,
    letter: Letter,
    block: Block,
    /// A line `PASSWORD` without words, and what to say if the next line is not the password.
    awaited: Option<(Purpose, Complaint)>,
    /// After END or a closing word: what has no order in it is no mistake.
    closing: bool,
    lines: usize,
    spelled: usize,
}

impl<'l> Reader<'l> {
    fn new(lexicon: &'l Lexicon) -> Self {
        let letter = Letter::default();
        Reader { lexicon, letter, block: Block::Outside, awaited: None, closing: false, lines: 0, spelled: 0 }
    }

    /// One line of the letter, whatever it is; what comes first here comes first.
    fn line(&mut self, line: &Line<'_>) {
        let Some((start, stop)) = live_part(line) else { return };
        self.lines += 1;
        let body = &line.text[start..stop];
        if self.awaited_password(line, start, body) || self.password_line(line, start) {
            return;
        }
        if self.lines > MOST_LINES {
            self.beyond_the_last(line, start);
            return;
        }
        let read = self.unit_line(line, start, body)
            || self.end_line(body)
            || self.head_line(line, start, body)
            || self.none_line(line, start, body);
        if read {
            self.closing = end_of(END, body);
        } else {
            self.order_line(line, start, stop);
        }
    }

    /// The line after a bare `PASSWORD`.
    fn awaited_password(&mut self, line: &Line<'_>, start: usize, body: &str) -> bool {
        let Some((purpose, missing)) = self.awaited.take() else { return false };
        if credential::password(line, start).is_some() || looks_like_order_line(body) {
            self.complain(missing);
            return false;
        }
        self.take_password(line, start, purpose);
        true
    }

    fn password_line(&mut self, line: &Line<'_>, start: usize) -> bool {
        let Some((purpose, at)) = credential::password(line, start) else { return false };
        if line.text[at..].starts_with('#') || credential::password_words(line, at).is_none() {
            self.await_password(line, start, at, purpose);
        } else {
            self.take_password(line, at, purpose);
        }
        true
    }

    fn await_password(&mut self, line: &Line<'_>, start: usize, stop: usize, purpose: Purpose) {
        let why = "The words of the password are missing.".to_string();
        let (span, written) = (line.span(start, stop), line.text[start..stop].trim_end().to_string());
        let missing = Complaint { span, line: written, why, nearest: Some("PASSWORD words".into()) };
        self.awaited = Some((purpose, missing));
    }

    /// Takes the rest of a line, from a byte of its text on, for a password.
    fn take_password(&mut self, line: &Line<'_>, at: usize, purpose: Purpose) {
        let Some((written, secret)) = credential::password_words(line, at) else { return };
        let span = line.span_of(written);
        self.letter.credentials.push(span);
        if purpose == Purpose::New {
            self.close_block();
            let what = Account::NewPassword(secret);
            let words = super::render::account(&what);
            self.letter.accounts.push(Read { what, span: line.span(0, at), words });
            return;
        }
        match &mut self.block {
            Block::Of(block) if block.password.is_none() && block.orders.is_empty() => {
                block.password = Some(secret)
            }
            Block::Of(block) if self.letter.password.is_some() => block.password = Some(secret),
            _ => self.head_password(line, at, span, secret),
        }
    }

    fn head_password(&mut self, line: &Line<'_>, at: usize, span: Span, secret: Secret) {
        match &self.letter.password {
            Some(first) if *first != secret => {
                let why = "A second, different PASSWORD; the first one counts.".to_string();
                let place = Span { end: span.start, ..line.span(0, at) };
                self.complain(Complaint { span: place, line: line.repeated(Some(span)), why, nearest: None });
            }
            Some(_) => {}
            None => self.letter.password = Some(secret),
        }
    }

    /// Beyond the last line that is read, only credentials are looked for.
    fn beyond_the_last(&mut self, line: &Line<'_>, start: usize) {
        if self.lines == MOST_LINES + 1 {
            self.close_block();
            let why =
                format!("A letter may have {MOST_LINES} lines; this one and those after it were not read.");
            self.complain_at(line, start, start, why, None);
        }
        let body = &line.text[start..];
        let unit = is(skip(UNIT, body));
        let words = match unit_id(unit, &Lexicon::default()) {
            Ok((rest, _)) => Some(line.raw_from(line.text.len() - rest.len()).trim()),
            Err(_) => credential::hidden_words(line),
        };
        self.letter
            .credentials
            .extend(words.filter(|words| !words.is_empty()).map(|words| line.span_of(words)));
    }

    /// `unit-line = id-line / [ bullet ] unit id-gap unit-order`; `id-gap = [ ":" / "," ] sp`; `remark =
    /// "(" <words> ")"`: rule 6.2
    fn unit_line(&mut self, line: &Line<'_>, start: usize, body: &str) -> bool {
        let named = any_phrase(UNIT, body).map(|(rest, ())| is(rest));
        let bare = is_bare_id(body, self.lexicon);
        let id = match named {
            Ok(id) => id,
            Err(_) if bare => body,
            Err(_) => return false,
        };
        self.close_block();
        let at = start + (body.len() - id.len());
        match must_unit(id, self.lexicon) {
            Ok((rest, unit)) => self.open_block(line, at, start + body.len() - rest.len(), unit),
            Err(_) => self.lose_block(line, start, body),
        }
        true
    }

    fn lose_block(&mut self, line: &Line<'_>, start: usize, body: &str) {
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
    fn open_block(&mut self, line: &Line<'_>, at: usize, behind: usize, unit: UnitId) {
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
        let at = credential::password(line, at).map_or(at, |(_, words)| words);
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
            self.complain(Complaint {
                span: place,
                line: line.repeated(Some(hidden)),
                why: why.into(),
                nearest: None,
            });
        }
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

    /// `end-line = ( "END" / "END ORDERS" / "END OF ORDERS" / "END UNIT" ) end`
    fn end_line(&mut self, body: &str) -> bool {
        let ends = end_of(END, body);
        if ends {
            self.close_block();
        }
        ends
    }

    /// `none-line = [ bullet ] ( "NONE" / "ORDERS NONE" / "NO ORDERS" ) end [ comment-behind ]`: M-05
    fn none_line(&mut self, line: &Line<'_>, start: usize, body: &str) -> bool {
        if !end_of(NONE, body) {
            return false;
        }
        match &mut self.block {
            Block::Of(block) if block.orders.is_empty() => block.none = true,
            Block::Of(_) => {
                let why = "NONE stands beside orders for the unit; the orders count.".to_string();
                self.complain_at(line, start, start + body.len(), why, None);
            }
            Block::Lost => {}
            Block::Outside => self.complain_of_no_unit(line, start, start + body.len()),
        }
        true
    }

    /// `head-line = [ bullet ] head-item *( head-gap head-item )`; `head-item = game / turn / player-line`;
    /// `head-gap = [ "," / ";" / "." ] sp`
    fn head_line(&mut self, line: &Line<'_>, start: usize, body: &str) -> bool {
        if !stands(HEAD, body) {
            return false;
        }
        self.close_block();
        let mut rest = body;
        while !rest.is_empty() {
            let at = start + (body.len() - rest.len());
            if credential::password(line, at).is_some() {
                self.password_line(line, at);
                return true;
            }
            let Some(next) = self.head_item(line, at, rest) else {
                let why = "Expected GAME and a name, TURN and a number, or PLAYER and a name.".to_string();
                self.complain_at(line, at, start + body.len(), why, None);
                return true;
            };
            rest = next.trim_start_matches(|c: char| is_blank(c) || matches!(c, ',' | ';' | '.'));
        }
        true
    }

    /// `game = "GAME" is game-name`; `turn = "TURN" is 1*3DIGIT`; `player-line = "PLAYER" is <the name of a
    /// player of the game>`
    fn head_item<'t>(&mut self, line: &Line<'_>, at: usize, body: &'t str) -> Option<&'t str> {
        let value = |words| {
            let (rest, ()) = phrase(words, body).ok()?;
            Some(is(rest)).filter(|rest| !rest.is_empty())
        };
        let place = |rest: &str| line.span(at, at + body.len() - rest.len());
        if let Some(name) = value("GAME") {
            let (rest, name) = (&name[word(name).len()..], bare_word(name));
            let read = Read { what: name.to_string(), span: place(rest), words: format!("GAME {name}") };
            self.once(line, read, |letter| &mut letter.game);
            return Some(rest);
        }
        if let Some(name) = value("PLAYER") {
            let (rest, name) = words_until(HEAD, name);
            let read = Read { what: name.to_string(), span: place(rest), words: format!("PLAYER {name}") };
            self.once(line, read, |letter| &mut letter.player);
            return Some(rest);
        }
        let (rest, turn) = number(value("TURN")?).ok()?;
        let read = Read { what: turn, span: place(rest), words: format!("TURN {turn}") };
        self.once(line, read, |letter| &mut letter.turn);
        Some(rest)
    }

    /// Sets a part of the head, which may be said once.
    fn once<T: PartialEq>(
        &mut self,
        line: &Line<'_>,
        read: Read<T>,
        part: fn(&mut Letter) -> &mut Option<Read<T>>,
    ) {
        match part(&mut self.letter) {
            slot @ None => *slot = Some(read),
            Some(first) if first.what == read.what => {}
            Some(first) => {
                let why = format!("{} stands above already; that counts.", first.words);
                let said = Complaint { span: read.span, line: line.repeated(None), why, nearest: None };
                self.complain(said);
            }
        }
    }

    /// An order, or what is taken for none.
    fn order_line(&mut self, line: &Line<'_>, start: usize, stop: usize) {
        let order = match order_line(&line.text[start..stop], self.lexicon) {
            Ok(order) => order,
            Err(misread) => return self.unread(line, start, stop, misread),
        };
        self.closing = false;
        let words = order.words(self.lexicon);
        let span = line.span(start, stop);
        match order {
            Order::Unit(order) => self.take_unit_order(line, start, stop, order),
            Order::Office(what) => {
                self.close_block();
                self.letter.offices.push(Read { what, span, words });
            }
            Order::Account(Account::CancelOrders(units)) if units.is_empty() && self.in_fresh_block() => {
                let why = "Under a unit, CANCEL ORDERS is not clear: all orders, or this unit's?".to_string();
                let nearest = Some("NONE (for this unit), or CANCEL ORDERS above the first UNIT".to_string());
                self.complain_at(line, start, stop, why, nearest);
            }
            Order::Account(what) => {
                self.close_block();
                self.letter.accounts.push(Read { what, span, words });
            }
        }
    }

    /// Whether a unit's block is open in which nothing stands yet.
    fn in_fresh_block(&self) -> bool {
        matches!(&self.block, Block::Of(block) if !block.says_something())
    }

    fn take_unit_order(&mut self, line: &Line<'_>, start: usize, stop: usize, what: UnitOrder) {
        let words = super::render::unit_order(&what, self.lexicon.grid.as_ref());
        let span = line.span(start, stop);
        let block = match &mut self.block {
            Block::Of(block) => block,
            Block::Lost => return,
            Block::Outside => return self.complain_of_no_unit(line, start, stop),
        };
        let kind = std::mem::discriminant(&what);
        let earlier = block.orders.iter().position(|order| std::mem::discriminant(&order.what) == kind);
        let earlier = earlier.map(|place| block.orders.remove(place));
        let beside_none = std::mem::take(&mut block.none);
        block.orders.push(Read { what, span, words });
        if let Some(earlier) = earlier {
            let why = format!(
                "The unit has such an order above already ({}); this later one counts.",
                earlier.words
            );
            self.complain_at(line, start, stop, why, None);
        } else if beside_none {
            let why = "NONE stands above for the unit; this order counts.".to_string();
            self.complain_at(line, start, stop, why, None);
        }
    }

    fn complain_of_no_unit(&mut self, line: &Line<'_>, start: usize, stop: usize) {
        let why =
            "This order stands under no unit. Write UNIT and the unit's id on a line above it.".to_string();
        self.complain_at(line, start, stop, why, Some("UNIT id".into()));
    }

    /// A line that could not be read: a greeting, or a complaint.
    fn unread(&mut self, line: &Line<'_>, start: usize, stop: usize, misread: Misread) {
        let body = &line.text[start..stop];
        let hidden = credential::hidden_words(line).map(|words| line.span_of(words));
        self.letter.credentials.extend(hidden);
        let outside = matches!(self.block, Block::Outside);
        if misread.form.is_none() && remark::is_remark(body, outside, self.closing) {
            self.closing |= remark::closes(body);
            self.letter.remarks.push(line.span(start, stop));
        } else if self.spelled < MOST_COMPLAINTS {
            self.complain(complaint_of(line, start, stop, misread, self.lexicon));
        } else {
            self.letter.more_complaints += 1;
        }
    }

    /// Complains about bytes of a line's text, and notes what may be a password in the line.
    fn complain_at(
        &mut self,
        line: &Line<'_>,
        start: usize,
        stop: usize,
        why: String,
        nearest: Option<String>,
    ) {
        let hidden = credential::hidden_words(line).map(|words| line.span_of(words));
        self.letter.credentials.extend(hidden);
        self.complain(complaint(line, start, stop, why, nearest));
    }

    fn complain(&mut self, said: Complaint) {
        if self.spelled >= MOST_COMPLAINTS {
            self.letter.more_complaints += 1;
            return;
        }
        self.spelled += 1;
        match &mut self.block {
            Block::Of(block) => block.complaints.push(said),
            _ => self.letter.complaints.push(said),
        }
    }

    fn close_block(&mut self) {
        if let Block::Of(block) = std::mem::replace(&mut self.block, Block::Outside) {
            self.letter.units.push(block);
        }
    }
}
