//! A whole letter: its head, its blocks and everything else, line by line: `grammar/letter.abnf`.

pub use super::reading::{
    Account, Complaint, Letter, Lexicon, MOST_COMPLAINTS, MOST_LINES, Press, Read, Recipient, Sender, Span,
    UnitBlock,
};

use crate::games::land::orders::UnitOrder;

use super::credential::{self, Purpose};
use super::forms::Form;
use super::language::{LANGUAGES, NONE, UNIT, begins_form, is_bare_id};
use super::line::Line;
use super::name::{must_unit, ranked_player, words_until};
use super::order::{Misread, Order, order_line};
use super::remark::{self, Closing};
use super::table::Row;
use super::word::{any_phrase, bare_word, end_of, is, is_blank, number, phrase, space, stands, word};

pub(super) mod complaint;
mod id;
mod march;
pub(super) mod password;
mod press;

pub use press::MOST_PRESSES;

use complaint::{complaint, complaint_of, once};

const END: &[&str] = &["END", "END ORDERS", "END OF ORDERS", "END UNIT"];
const HEAD: &[&str] = &["GAME", "TURN", "PLAYER", "PASSWORD", "PASS WORD", "PWD"];
/// What ends a player's name.
const BEHIND_NAME: &[&str] = &["GAME", "TURN", "PLAYER", "PASSWORD", "PASS WORD", "PWD", "MY PASSWORD"];

/// Reads a letter's cleaned text. Never fails and takes time in proportion to its length: what cannot be
/// read becomes a complaint and costs its own line.
pub fn read_letter(text: &str, lexicon: &Lexicon) -> Letter {
    let mut reader = Reader::new(lexicon);
    let lines = text.lines().collect::<Vec<_>>();
    reader.each_line(&lines, |reader, line| reader.line(line));
    if let Some((_, missing)) = reader.awaited.take() {
        reader.complain(missing);
    }
    reader.close_block();
    reader.letter
}

/// Reads only what stands round a letter's orders, the same in every language of orders: its head, and where blocks and
/// presses begin and end. Of passwords it tells the one that is the whole letter's whatever the orders are: one within a
/// block is the letter's or the unit's own by what stands above it there.
pub(super) fn read_frame(text: &str) -> Letter {
    let lexicon = Lexicon::default();
    let mut reader = Reader::new(&lexicon);
    let lines = text.lines().collect::<Vec<_>>();
    reader.each_line(&lines, |reader, line| {
        reader.frame_line(line);
        if let Block::Of(block) = &mut reader.block {
            block.orders.clear();
        }
    });
    let Letter { game, turn, player, password, .. } = reader.letter;
    Letter { game, turn, player, password, ..Letter::default() }
}

/// Reads only the lines of a letter's head, wherever they stand outside of presses, and nothing else of it.
pub(super) fn read_head_lines(text: &str) -> Letter {
    let lexicon = Lexicon::default();
    let mut reader = Reader::new(&lexicon);
    let lines = text.lines().take(MOST_LINES).collect::<Vec<_>>();
    reader.each_line(&lines, |reader, line| {
        if let Some((start, stop)) = live_part(line) {
            reader.head_line(line, start, &line.text[start..stop]);
        }
    });
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

/// Whether a line reads as a letter's head, a credential, a question to the desk, or an order in any language: by this the
/// right part of a mail is chosen.
pub fn looks_like_order_line(line: &str) -> bool {
    let line = Line::new(1, line);
    let Some((start, stop)) = live_part(&line) else { return false };
    let body = &line.text[start..stop];
    credential::password(&line, start).is_some()
        || LANGUAGES.iter().any(|language| (language.begins)(body))
        || is_of_the_house(body)
}

/// Whether what stands here is in no game's language.
fn is_of_the_house(body: &str) -> bool {
    if stands(HEAD, body) {
        return word(body).len() < body.len() && body.split(is_blank).count() <= 4;
    }
    end_of(END, body) || begins_form(body, |form| !form.is_order())
}

/// The part of a line that is to be read: without blanks, a bullet before it and a comment behind it. `None`
/// if nothing is left, or only a ruled line.
pub(super) fn live_part(line: &Line<'_>) -> Option<(usize, usize)> {
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

/// What stands behind a word of the head.
fn head_value<'t>(words: &str, body: &'t str) -> Option<&'t str> {
    let (rest, ()) = phrase(words, body).ok()?;
    Some(is(rest)).filter(|rest| !rest.is_empty())
}

/// `GAME` and a name, with what follows them.
pub(super) fn game_named(body: &str) -> Option<(&str, &str)> {
    let name = head_value("GAME", body)?;
    Some((&name[word(name).len()..], bare_word(name)))
}

/// `TURN` and a number, with what follows them.
pub(super) fn turn_named(body: &str) -> Option<(&str, u32)> {
    number(head_value("TURN", body)?).ok()
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
    closing: Closing,
    /// Whether the line above is a MARCH that ends with a comma.
    open_march: bool,
    lines: usize,
    presses: u32,
    spelled: usize,
}

impl<'l> Reader<'l> {
    fn new(lexicon: &'l Lexicon) -> Self {
        let letter = Letter::default();
        Reader {
            lexicon,
            letter,
            block: Block::Outside,
            awaited: None,
            closing: Closing::No,
            open_march: false,
            lines: 0,
            presses: 0,
            spelled: 0,
        }
    }

    /// Has each line read, but for those of a press, which are taken together.
    fn each_line(&mut self, lines: &[&str], read: impl Fn(&mut Self, &Line<'_>)) {
        let mut next = 0;
        while let Some(raw) = lines.get(next) {
            next += 1;
            let line = Line::new(u32::try_from(next).unwrap_or(u32::MAX), raw);
            match self.take_press(&line, &lines[next..]) {
                Some(taken) => next += taken,
                None => read(self, &line),
            }
        }
    }

    /// One line of the letter, whatever it is.
    fn line(&mut self, line: &Line<'_>) {
        if let Some((start, stop)) = self.frame_line(line) {
            self.order_line(line, start, stop);
        }
    }

    /// A line of what stands round the orders; what comes first here comes first. Where the line is none such, the part of
    /// it that is left to be read.
    fn frame_line(&mut self, line: &Line<'_>) -> Option<(usize, usize)> {
        let (start, stop) = live_part(line)?;
        self.lines += 1;
        let body = &line.text[start..stop];
        if self.awaited_password(line, start, body) || self.password_line(line, start) {
            return None;
        }
        if self.lines > MOST_LINES {
            self.beyond_the_last(line, start);
            return None;
        }
        let read = self.more_march(line, start, body)
            || self.unit_line(line, start, body)
            || self.end_line(body)
            || self.stray_end(line, start, body)
            || self.head_line(line, start, body)
            || self.none_line(line, start, body);
        if !read {
            return Some((start, stop));
        }
        self.closing = if end_of(END, body) { Closing::End } else { Closing::No };
        None
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

    /// `game = "GAME" is game-name`; `turn = "TURN" is 1*3DIGIT`; `player-line = "PLAYER" is player`
    fn head_item<'t>(&mut self, line: &Line<'_>, at: usize, body: &'t str) -> Option<&'t str> {
        let place = |rest: &str| line.span(at, at + body.len() - rest.len());
        if let Some((rest, name)) = game_named(body) {
            let read = Read { what: name.to_string(), span: place(rest), words: format!("GAME {name}") };
            self.once(line, read, |letter| &mut letter.game);
            return Some(rest);
        }
        if let Some(name) = head_value("PLAYER", body) {
            let (rest, name) = words_until(BEHIND_NAME, name);
            let name = ranked_player(name, self.lexicon).unwrap_or_else(|| name.to_string());
            let read = Read { what: name.clone(), span: place(rest), words: format!("PLAYER {name}") };
            self.once(line, read, |letter| &mut letter.player);
            return Some(rest);
        }
        let (rest, turn) = turn_named(body)?;
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
        if let Some(said) = once(part(&mut self.letter), read, line) {
            self.complain(said);
        }
    }

    /// An order, or what is taken for none.
    fn order_line(&mut self, line: &Line<'_>, start: usize, stop: usize) {
        let order = match order_line(&line.text[start..stop], self.lexicon) {
            Ok(order) => order,
            Err(misread) => return self.unread(line, start, stop, misread),
        };
        self.closing = Closing::No;
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
        self.open_march = matches!(what, UnitOrder::March(_)) && line.text[start..stop].ends_with(',');
        block.orders.push(Read { what, span, words });
        if let Some(earlier) = earlier {
            let why = format!(
                "This was understood, but it is given twice for the unit; this later one counts, not {} above.",
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

    /// Whether a line is nothing but a player's name, as below a letter.
    fn is_name(&self, body: &str) -> bool {
        let name = body.trim_matches(|c: char| is_blank(c) || matches!(c, '.' | ',' | '-'));
        let head = self.letter.player.as_ref().map(|read| read.what.as_str());
        let mut known = self.lexicon.players.iter().map(String::as_str).chain(head);
        known.any(|player| player.eq_ignore_ascii_case(name))
    }

    /// A line that could not be read: a greeting, or a complaint.
    fn unread(&mut self, line: &Line<'_>, start: usize, stop: usize, misread: Misread) {
        let body = &line.text[start..stop];
        let hidden = credential::hidden_words(line).map(|words| line.span_of(words));
        self.letter.credentials.extend(hidden);
        let outside = matches!(self.block, Block::Outside);
        let is_remark = self.is_name(body) || remark::is_remark::<Form>(body, outside, self.closing);
        if misread.form.is_none() && is_remark {
            self.closing = self.closing.after(body);
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
