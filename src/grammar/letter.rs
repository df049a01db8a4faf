//! A whole letter: its head, its blocks and everything else, line by line: `grammar/house/letter.abnf`.

pub use super::language::{Frame, Lexicon, Site};
pub use super::reading::{
    Account, Away, Below, Block, Complaint, Letter, Line, MOST_COMPLAINTS, MOST_LINES, Press, Read,
    Recipient, Sender, Span,
};

use super::begins::NONE;
use super::credential::{self, Purpose};
use super::joined::{joined, order_goes_on};
use super::language::{Form, Language, More};
use super::line::Written;
use super::name::{must_piece, ranked_player, words_before};
use super::order::{Misread, Order, forms_at, office_line, order_line};
use super::remark::Closing;
use super::render;
use super::word::{end_of, is_blank, phrase, stands};
use fieldpost_engine::piece::Piece;

mod between;
pub(super) mod complaint;
mod edges;
mod id;
mod later;
pub(super) mod password;
mod press;
mod several;
mod shape;
mod unread;

pub use press::MOST_PRESSES;
pub(super) use shape::{END, game_named, live_part, turn_named};
pub(super) use shape::{GAME, PLAYER, TURN, looks_like_order, merely_names};
pub use shape::{is_mere_heading, looks_like_head_line, looks_like_order_line};

use between::Between;
use complaint::{complaint, complaint_of, once, too_long};
use edges::Edges;
use shape::{ends_a_name, head_value, is_head, name_at, stands_head};

/// Reads a letter's cleaned text. Never fails and takes time in proportion to its length: what cannot be
/// read becomes a complaint and costs its own line.
pub fn read_letter(text: &str, lexicon: &Lexicon) -> Letter {
    read_parted(text, lexicon, &[])
}

/// The same of a text that had more lines: `gaps` are the numbers (from 1, in order) of the lines above which others were
/// left out, being quoted, say.
pub fn read_parted(text: &str, lexicon: &Lexicon, gaps: &[u32]) -> Letter {
    // The words of pieces beside the others come first, for the first language may know their names too.
    let beside = lexicon.tongues_beside();
    let tongues = beside.iter().chain([lexicon]).collect::<Vec<_>>();
    let mut reader = Reader::new(lexicon, &tongues, gaps);
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
/// block is the letter's or the piece's own by what stands above it there.
pub(super) fn read_frame(text: &str, languages: &[&'static Language], gaps: &[u32]) -> Letter {
    let lexicon = Lexicon::default();
    let bare = languages.iter().map(|language| Lexicon::of(language)).collect::<Vec<_>>();
    let known = bare.iter().collect::<Vec<_>>();
    let mut reader = Reader::new(&lexicon, &known, gaps);
    let lines = text.lines().collect::<Vec<_>>();
    reader.each_line(&lines, |reader, line| {
        if let Some((start, stop)) = reader.frame_line(line) {
            reader.between.line(looks_like_order_line(&line.text[start..stop], languages));
        }
        if let Open::Of(block) = &mut reader.block {
            block.orders.clear();
            reader.kinds.clear();
        }
    });
    let Letter { game, turn, player, password, .. } = reader.letter;
    Letter { game, turn, player, password, ..Letter::default() }
}

/// Reads only the lines of a letter's head, wherever they stand outside of presses, and nothing else of it.
pub(super) fn read_head_lines(text: &str) -> Letter {
    let lexicon = Lexicon::default();
    let mut reader = Reader::new(&lexicon, &[], &[]);
    let lines = text.lines().take(MOST_LINES).collect::<Vec<_>>();
    reader.each_line(&lines, |reader, line| {
        if let Some((start, stop)) = live_part(line) {
            reader.head_line(line, start, &line.text[start..stop]);
        }
    });
    let Letter { game, turn, player, .. } = reader.letter;
    Letter { game, turn, player, ..Letter::default() }
}

/// Reads order lines of one piece that stand without a letter round them, as in a rule case.
pub fn read_orders(text: &str, lexicon: &Lexicon) -> (Vec<Line>, Vec<Complaint>) {
    let (mut orders, mut complaints) = (Vec::new(), Vec::new());
    for (number, raw) in (1..).zip(text.lines()) {
        let line = Written::new(number, raw);
        let Some((start, stop)) = live_part(&line) else { continue };
        match order_line(&line.text[start..stop], lexicon) {
            Ok(Order::Piece(words)) => {
                orders.push(Line { words: words.into(), span: line.span(start, stop) });
            }
            Ok(_) => {
                let why = format!("This is no {}'s own order.", lexicon.language.noun);
                complaints.push(complaint(&line, start, stop, why, None));
            }
            Err(_) if end_of(NONE, &line.text[start..stop]) => {}
            Err(misread) => complaints.push(complaint_of(&line, start, stop, misread, lexicon)),
        }
    }
    (orders, complaints)
}

/// Reads one order that stands in no block, as those of ministers, governors and army commanders.
///
/// # Errors
/// If it cannot be read, or is an order of another kind.
pub fn read_office(text: &str, lexicon: &Lexicon) -> Result<Line, Complaint> {
    let line = Written::new(1, text.trim_matches(['\r', '\n']));
    let Some((start, stop)) = live_part(&line) else {
        return Err(complaint(&line, 0, 0, "Expected an order, but the line is empty.".into(), None));
    };
    match order_line(&line.text[start..stop], lexicon) {
        Ok(Order::Office(words)) => Ok(Line { words: words.into(), span: line.span(start, stop) }),
        Ok(_) => Err(complaint(&line, start, stop, "This is no order of an office.".into(), None)),
        Err(misread) => Err(complaint_of(&line, start, stop, misread, lexicon)),
    }
}

/// The block that is being read.
enum Open {
    /// None.
    Outside,
    /// Of a piece.
    Of(Block),
    /// Of a piece whose name could not be read: its orders belong to nobody.
    Lost,
}

/// The letter so far.
struct Reader<'l> {
    /// The names that may be used; in a letter whose game is not known those of the language that it turns out to be in.
    lexicon: &'l Lexicon,
    /// The letter's own names, whatever the block above is for.
    own: &'l Lexicon,
    /// By whose words blocks begin: those of the letter's game, or of every game where that is not known.
    known: &'l [&'l Lexicon],
    letter: Letter,
    block: Open,
    /// A line `PASSWORD` without words, and what to say if the next line is not the password.
    awaited: Option<(Purpose, Complaint)>,
    /// After END or a closing word: what has no order in it is no mistake.
    closing: Closing,
    /// What each order of the block is, by the row of its canonical words.
    kinds: Vec<Option<&'static Form>>,
    /// Where SAME AS stands in the block, if it does: what it took may be given otherwise below.
    same: Option<Span>,
    /// Whether the line above is an order that ends with a comma.
    is_open: bool,
    lines: usize,
    presses: u32,
    spelled: usize,
    /// Of how many lines behind END it was asked whether they are meant as orders.
    looked_at: usize,
    /// The other pieces that the open block is for.
    fellows: Vec<(Piece, Span)>,
    /// Whether the line above ends with a comma behind names of pieces.
    names_go_on: bool,
    between: Between<'l>,
    edges: Edges,
}

impl<'l> Reader<'l> {
    fn new(lexicon: &'l Lexicon, known: &'l [&'l Lexicon], gaps: &'l [u32]) -> Self {
        let letter = Letter::default();
        Reader {
            lexicon,
            own: lexicon,
            known,
            letter,
            block: Open::Outside,
            awaited: None,
            closing: Closing::No,
            kinds: Vec::new(),
            same: None,
            is_open: false,
            lines: 0,
            presses: 0,
            spelled: 0,
            looked_at: 0,
            fellows: Vec::new(),
            names_go_on: false,
            between: Between::new(gaps),
            edges: Edges::default(),
        }
    }

    /// Has each line read, but for those of a press, which are taken together.
    fn each_line(&mut self, lines: &[&str], read: impl Fn(&mut Self, &Written<'_>)) {
        let mut next = 0;
        while let Some(raw) = lines.get(next) {
            let number = u32::try_from(next + 1).unwrap_or(u32::MAX);
            let list =
                joined(&lines[next..], |above, below| order_goes_on(above, below, self.own, self.known));
            let line =
                list.as_ref().map_or_else(|| Written::new(number, raw), |list| Written::joined(number, list));
            next = line.last_number() as usize;
            if self.is_of_another_letter(&line) {
                continue;
            }
            match self.take_press(&line, &lines[next..]) {
                Some(taken) => next += taken,
                None if line.is_too_long() => self.too_long(&line),
                None => read(self, &line),
            }
        }
    }

    /// A line that is too long for an order: nothing of it is read, and if a block would begin in it, nor what stands below.
    fn too_long(&mut self, line: &Written<'_>) {
        self.lines += 1;
        self.hide_what_may_be_a_password(line, 0);
        let begins_block = |body: &str| self.known.iter().any(|known| name_at(body, known).is_some());
        if live_part(line).is_some_and(|(start, stop)| begins_block(&line.text[start..stop])) {
            self.close_block();
            self.block = Open::Lost;
        }
        self.complain(too_long(line));
    }

    /// One line of the letter, whatever it is.
    fn line(&mut self, line: &Written<'_>) {
        if let Some((start, stop)) = self.frame_line(line) {
            if self.same_line(line, start, stop) {
                self.between.line(true);
                return;
            }
            let body = &line.text[start..stop];
            let read = order_line(body, self.lexicon);
            // What was read and has a number in it is an order by its words alone, whatever names the game has.
            let is_plain = read.is_ok() && body.bytes().any(|c| c.is_ascii_digit());
            let is_order = is_plain || self.looks_like_order(body);
            self.between.line(is_order);
            self.take_line(line, start, stop, read);
        }
    }

    /// A line of what stands round the orders; what comes first here comes first. Where the line is none such, the part of
    /// it that is left to be read.
    fn frame_line(&mut self, line: &Written<'_>) -> Option<(usize, usize)> {
        let (start, stop) = live_part(line)?;
        self.lines += 1;
        let body = &line.text[start..stop];
        if self.awaited_password(line, start, body)
            || self.begins_another_letter(line, start, body)
            || self.password_line(line, start)
        {
            return None;
        }
        if self.lines > MOST_LINES {
            self.beyond_the_last(line, start);
            return None;
        }
        let names_go_on = std::mem::take(&mut self.names_go_on);
        let read = names_go_on && self.more_names(line, start)
            || self.more_line(line, start, body)
            || self.piece_line(line, start, body)
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

    /// `unit-line = id-line / [ bullet ] unit [ fellows ] id-gap unit-order`; `id-gap = [ ":" / "," ] sp`; `remark =
    /// "(" <words> ")"`: rule 6.2
    fn piece_line(&mut self, line: &Written<'_>, start: usize, body: &str) -> bool {
        let known = self.known;
        let mut begun = known.iter().filter_map(|lexicon| Some((*lexicon, name_at(body, lexicon)?)));
        let is_read = |(lexicon, (id, _)): &(&Lexicon, (&str, bool))| must_piece(id, lexicon).is_ok();
        // Whose name cannot be read is told in the words of the language that its line begins in.
        let opens = |(lexicon, _): &(&Lexicon, (&str, bool))| stands(&[lexicon.language.opener()], body);
        let begun =
            begun.clone().find(is_read).or_else(|| begun.clone().find(opens)).or_else(|| begun.next_back());
        let Some((lexicon, (id, whole))) = begun else { return false };
        self.lexicon = lexicon;
        self.close_block();
        let at = start + (body.len() - id.len());
        match must_piece(id, lexicon) {
            Ok((rest, piece)) => {
                let behind = start + body.len() - rest.len();
                self.note_block(line, (at, behind), &piece);
                self.open_block(line, at, behind, (piece, whole));
            }
            Err(_) => {
                self.between.block();
                self.lose_block(line, start, body, id);
            }
        }
        true
    }

    /// A line that carries on an order above it, or only looks so.
    fn more_line(&mut self, line: &Written<'_>, start: usize, body: &str) -> bool {
        let is_open = std::mem::take(&mut self.is_open);
        let above = match &self.block {
            Open::Of(block) => block.orders.as_slice(),
            Open::Outside | Open::Lost => &[],
        };
        match (self.lexicon.language.more)(body, above, is_open, self.lexicon) {
            None => return false,
            Some(More::Instead(place, words)) => {
                self.is_open = body.ends_with(',');
                if let Open::Of(block) = &mut self.block
                    && let Some(order) = block.orders.get_mut(place)
                {
                    order.words = words.into();
                }
            }
            Some(More::Wrong((why, nearest))) => {
                self.complain_at(line, start, start + body.len(), why, nearest);
            }
        }
        true
    }

    /// `end-line = ( "END" / "END ORDERS" / "END OF ORDERS" / "END UNIT" / "ENDE" / "FIN" ) end`
    fn end_line(&mut self, body: &str) -> bool {
        let ends = end_of(END, body);
        if ends {
            self.close_block();
        }
        ends
    }

    /// `none-line = [ bullet ] ( "NONE" / "ORDERS NONE" / "NO ORDERS" / "DEFAULT ORDERS" ) end [ comment-behind ]`: M-05
    fn none_line(&mut self, line: &Written<'_>, start: usize, body: &str) -> bool {
        if !end_of(NONE, body) {
            return false;
        }
        match &mut self.block {
            Open::Of(block) if block.orders.is_empty() => block.none = true,
            Open::Of(_) => {
                let why = format!(
                    "NONE stands beside orders for the {}; the orders count.",
                    self.lexicon.language.noun
                );
                self.complain_at(line, start, start + body.len(), why, None);
            }
            Open::Lost => {}
            Open::Outside => self.complain_of_no_piece(line, start, start + body.len()),
        }
        true
    }

    /// `head-line = [ bullet ] head-item *( head-gap head-item )`; `head-item = game / turn / player-line`;
    /// `head-gap = [ "," / ";" / "." ] sp`
    fn head_line(&mut self, line: &Written<'_>, start: usize, body: &str) -> bool {
        // Among a piece's orders a sentence may begin so: "turn 4 was bad" costs itself alone.
        if !stands_head(body) || matches!(self.block, Open::Of(_)) && !is_head(body) {
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

    /// `game = ( "GAME" / "SPIEL" / "PARTIE" / "JEU" ) is game-name`; `turn = ( "TURN" / "ZUG" / "TOUR" ) is 1*3DIGIT`; `player-line = (
    /// "PLAYER" / "SPIELER" / "JOUEUR" ) is player`
    fn head_item<'t>(&mut self, line: &Written<'_>, at: usize, body: &'t str) -> Option<&'t str> {
        let place = |rest: &str| line.span(at, at + body.len() - rest.len());
        if let Some((rest, name)) = game_named(body) {
            let read = Read { what: name.to_string(), span: place(rest), words: format!("GAME {name}") };
            self.once(line, read, |letter| &mut letter.game);
            return Some(rest);
        }
        if let Some(name) = head_value(PLAYER, body) {
            let (rest, name) = words_before(ends_a_name, name);
            self.between.player(name);
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
        line: &Written<'_>,
        read: Read<T>,
        part: fn(&mut Letter) -> &mut Option<Read<T>>,
    ) {
        if let Some(said) = once(part(&mut self.letter), read, line) {
            self.complain(said);
        }
    }

    /// An order, or what is taken for none.
    fn order_line(&mut self, line: &Written<'_>, start: usize, stop: usize) {
        let read = order_line(&line.text[start..stop], self.lexicon);
        self.take_line(line, start, stop, read);
    }

    /// A line as it was read for an order.
    fn take_line(&mut self, line: &Written<'_>, start: usize, stop: usize, read: Result<Order, Misread>) {
        let order = match read {
            // The same words may be an order of a piece and, where no block is open, one of an office.
            Ok(Order::Piece(words)) if matches!(self.block, Open::Outside) => {
                office_line(&line.text[start..stop], self.lexicon).map_or(Order::Piece(words), Order::Office)
            }
            Ok(order) => order,
            Err(misread) => match self
                .taken_back(&line.text[start..stop])
                .or_else(|| self.in_another_tongue(&line.text[start..stop]))
            {
                Some(order) => order,
                None => return self.unread(line, start, stop, misread),
            },
        };
        self.closing = Closing::No;
        let span = line.span(start, stop);
        match order {
            Order::Piece(words) => self.take_order(line, start, stop, words),
            Order::Office(words) => {
                self.close_block();
                self.letter.offices.push(Line { words: words.into(), span });
            }
            Order::Account(Account::CancelOrders(pieces)) if pieces.is_empty() && self.in_fresh_block() => {
                let (noun, opener) = (self.lexicon.language.noun, self.lexicon.language.opener());
                let why =
                    format!("Under a {noun}, CANCEL ORDERS is not clear: all orders, or this {noun}'s?");
                let nearest = format!("NONE (for this {noun}), or CANCEL ORDERS above the first {opener}");
                self.complain_at(line, start, stop, why, Some(nearest));
            }
            Order::Account(what) => {
                self.close_block();
                let words = render::account(&what);
                self.letter.accounts.push(Read { what, span, words });
            }
        }
    }

    /// CANCEL before an order of an office takes it back.
    fn taken_back(&self, body: &str) -> Option<Order> {
        let (rest, ()) = phrase("CANCEL", body.trim_start()).ok()?;
        let all = std::iter::once(self.lexicon).chain(self.known.iter().copied());
        let words = all.filter_map(|lexicon| office_line(rest.trim_start(), lexicon)).next()?;
        Some(Order::Account(Account::CancelOffice(Some(words))))
    }

    /// What stands in no block, in the words of other pieces of the game than those of the block above.
    fn in_another_tongue(&self, body: &str) -> Option<Order> {
        let others = self.known.iter().filter(|known| known.language.noun != self.lexicon.language.noun);
        let mut read = others.filter_map(|lexicon| order_line(body, lexicon).ok());
        read.find(|order| !matches!(order, Order::Piece(_)))
    }

    /// Whether a block is open in which nothing stands yet.
    fn in_fresh_block(&self) -> bool {
        matches!(&self.block, Open::Of(block) if !block.says_something())
    }

    fn take_order(&mut self, line: &Written<'_>, start: usize, stop: usize, words: String) {
        let span = line.span(start, stop);
        let block = match &mut self.block {
            Open::Of(block) => block,
            Open::Lost => return,
            Open::Outside => return self.complain_of_no_piece(line, start, stop),
        };
        let kind = forms_at(&words, self.lexicon)[0].map(|(form, _)| form);
        let is_same = |other: &Option<&'static Form>| match (other, kind) {
            (Some(one), Some(other)) => one.words == other.words,
            _ => false,
        };
        let several = |form: &Form| self.lexicon.language.several.contains(&form.phrases[0]);
        let once = !kind.is_some_and(several);
        let earlier = self.kinds.iter().position(is_same).filter(|_| once);
        let earlier = earlier.map(|place| (self.kinds.remove(place), block.orders.remove(place)).1);
        let beside_none = std::mem::take(&mut block.none);
        self.is_open = line.text[start..stop].ends_with(',');
        block.orders.push(Line { words: words.into(), span });
        self.kinds.push(kind);
        let noun = self.lexicon.language.noun;
        if let Some(earlier) = earlier {
            if self.same == Some(earlier.span) {
                return;
            }
            let why = format!(
                "This was understood, but it is given twice for the {noun}; this later one counts, not {} above.",
                earlier.words
            );
            self.complain_at(line, start, stop, why, None);
        } else if beside_none {
            let why = format!("NONE stands above for the {noun}; this order counts.");
            self.complain_at(line, start, stop, why, None);
        }
    }

    fn complain_of_no_piece(&mut self, line: &Written<'_>, start: usize, stop: usize) {
        let (noun, opener) = (self.lexicon.language.noun, self.lexicon.language.opener());
        let why = format!(
            "This order stands under no {noun}. Write {opener} and the {noun}'s id on a line above it."
        );
        self.complain_at(line, start, stop, why, Some(format!("{opener} id")));
    }

    /// Complains about bytes of a line's text, and notes what may be a password in the line.
    fn complain_at(
        &mut self,
        line: &Written<'_>,
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
            Open::Of(block) => block.complaints.push(said),
            _ => self.letter.complaints.push(said),
        }
    }

    fn close_block(&mut self) {
        self.kinds.clear();
        self.same = None;
        if let Open::Of(mut block) = std::mem::replace(&mut self.block, Open::Outside) {
            self.between.close(&mut block);
            let copies = self.copies(&block);
            self.letter.units.push(block);
            self.letter.units.extend(copies);
        }
    }
}
