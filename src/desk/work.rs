//! One authenticated letter at work: its blocks, cancellations and office orders, taken in the order in which
//! they stand in it (rule 6.11 holds within a letter too).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::answer::{Answer, OfficeReceipt, OrderReceipt, UnitReceipt};
use crate::arrived::{Arrived, Known};
use crate::book::{self, Moment};
use crate::ga::telling::to_player;
use crate::game::GameRecord;
use crate::head::Shut;
use crate::record::{Change, Filed, FiledOffice, OrderBook, Right};
use crate::seats::Seats;
use fieldpost_door::foresight::Ends;
use fieldpost_door::{Assigns, Excess, Written};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::nearest;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::refusal::Refusal;
use fieldpost_engine::seat::Seating;
use fieldpost_engine::words::with_rule;
use fieldpost_grammar::letter::{Account, Block, Complaint, Letter, Line, Press, Read};

/// What is said of a wrong password, wherever it stood: no hint which of the two it was (M-03).
pub const WRONG_PASSWORD: &str = "that password does not match this player or unit";

/// Questions and other account words of one letter that are answered at most.
const MOST_QUESTIONS: usize = 50;

/// One unit that the letter touched: what became of it, and what was filed for it.
pub struct Touched {
    pub player: PlayerNo,
    /// For the receipt; finished when the whole letter has been taken.
    pub receipt: UnitReceipt,
    /// What was filed; `None` where nothing was.
    pub filed: Option<Filed>,
}

/// A letter at work.
pub struct Work<'a> {
    pub game: &'a GameRecord,
    /// The letter as read.
    pub letter: &'a Letter,
    /// What mail said of it.
    pub arrived: &'a Arrived,
    /// Who was authenticated.
    pub known: Known,
    /// The player who speaks for the letter, if one does.
    pub speaker: Option<PlayerNo>,
    /// The player who gets its receipt.
    pub primary: PlayerNo,
    /// Why no order counts, if so.
    pub shut: Option<Shut>,
    /// The turn for which its orders are kept, where that is not open yet.
    pub early: Option<u32>,
    /// The part of the book that the letter touches, with what it files.
    pub book: OrderBook,
    pub changes: Vec<Change>,
    /// Reports asked for.
    pub asked: Vec<Answer>,
    /// Mails to others that go out at once: press, and word of what a player says of the seat.
    pub mails: Vec<Answer>,
    /// What it touched, in order.
    pub touched: Vec<Touched>,
    /// Receipts under way.
    pub receipts: BTreeMap<PlayerNo, OrderReceipt>,
    /// Units whose blocks are empty.
    pub left_blank: Vec<Piece>,
    /// Blocks that repeat an earlier letter, by their lines, and why they are not obeyed.
    pub old: BTreeMap<u32, String>,
    /// Players' own units, for the nearest right one; looked up when first needed.
    pub hints: BTreeMap<PlayerNo, Vec<Piece>>,
    /// Reports asked for, by turn.
    pub reports: BTreeSet<Option<u32>>,
    /// Things done.
    pub done: u32,
    /// Things not done, a reason each.
    pub faults: Vec<String>,
}

/// The lines of a block by what its giver may give.
#[derive(Default)]
struct Allowed {
    /// What the right to the piece covers.
    lines: Vec<Line>,
    /// What only an office of the giver's covers.
    by_office: Vec<Line>,
    /// What nothing covers, each with why.
    barred: Vec<Complaint>,
}

/// One thing a letter says.
enum Deed<'a> {
    Unit(&'a Block),
    Office(&'a Line),
    Account(&'a Read<Account>),
    Press(&'a Read<Press>),
}

impl<'a> Work<'a> {
    /// The letter's place in the queue.
    pub fn moment(&self) -> Moment<'a> {
        (&self.arrived.receipt, self.arrived.letter)
    }

    /// The seats as of this point of the letter.
    pub fn seats(&self) -> Seats<'_> {
        let receipt = &self.arrived.receipt;
        Seats::at(self.game, &self.book, (receipt, self.arrived.letter))
            .with_stand_ins(self.game, receipt.at_ms)
    }

    /// Takes everything the letter says, in its own order.
    pub fn take_all(&mut self) {
        let letter = self.letter;
        let mut deeds: Vec<(u32, Deed<'a>)> = Vec::new();
        deeds.extend(letter.units.iter().map(|block| (block.span.line, Deed::Unit(block))));
        deeds.extend(letter.offices.iter().map(|read| (read.span.line, Deed::Office(read))));
        let accounts = letter.accounts.iter().take(MOST_QUESTIONS);
        deeds.extend(accounts.map(|read| (read.span.line, Deed::Account(read))));
        deeds.extend(letter.presses.iter().map(|read| (read.span.line, Deed::Press(read))));
        deeds.sort_by_key(|deed| deed.0);
        self.refuse_if_shut(&deeds);
        self.old = self.old_blocks();
        for (line, deed) in deeds {
            match deed {
                Deed::Account(read) => self.take_account(line, read),
                Deed::Press(read) => self.take_press(read),
                _ if self.shut.is_some() || self.early.is_some() => {}
                Deed::Unit(block) => self.take_block(block),
                Deed::Office(line) => self.take_office(line),
            }
        }
        self.faults.extend(letter.complaints.iter().map(Complaint::sentence));
        if let Some(first) = letter.accounts.get(MOST_QUESTIONS) {
            self.complain(
                first,
                format!("a letter may ask at most {MOST_QUESTIONS} things; the rest is not answered"),
            );
        }
    }

    fn refuse_if_shut(&mut self, deeds: &[(u32, Deed<'_>)]) {
        let is_order = |deed: &Deed<'_>| match deed {
            Deed::Account(read) => matches!(read.what, Account::CancelOrders(_) | Account::CancelOffice(_)),
            Deed::Press(_) => false,
            _ => true,
        };
        if !deeds.iter().any(|(_, deed)| is_order(deed)) {
            self.shut = None;
        }
        self.faults.extend(self.shut.as_ref().map(|shut| shut.words.clone()));
    }

    /// Who speaks for a unit's block: the player of its own password, else the letter's (rule 6.2).
    pub(super) fn speaker_for(&self, unit: &Piece) -> Option<PlayerNo> {
        match self.known.units.get(unit) {
            Some(name) => name.as_ref().and_then(|name| self.game.player_no(name)),
            None => self.speaker,
        }
    }

    fn take_block(&mut self, block: &Block) {
        let unit = &block.piece;
        let mut receipt = blank_receipt(unit.clone(), block.span.line);
        let Some(player) = self.speaker_for(unit) else {
            receipt.complaints.clone_from(&block.complaints);
            self.count_complaints(&receipt.complaints);
            return self.refuse_unit(self.primary, receipt, WRONG_PASSWORD.into());
        };
        let (lines, refused) = self.taken(player, unit, &block.orders);
        receipt.complaints = [block.complaints.as_slice(), refused.as_slice()].concat();
        self.count_complaints(&receipt.complaints);
        let Some(right) = self.right_to(player, unit, &lines) else {
            let fault = self.not_yours(player, unit);
            return self.refuse_unit(player, receipt, fault);
        };
        if let Some(why) = self.old.get(&block.span.line).cloned() {
            return self.refuse_unit(player, receipt, why);
        }
        if !block.says_something() {
            return self.leave_as_it_stands(player, receipt);
        }
        let Allowed { lines, by_office, barred } = self.allowed(player, unit, right, lines);
        self.count_complaints(&barred);
        receipt.complaints.extend(barred);
        let complaints = receipt.complaints.clone();
        if lines.is_empty() && !by_office.is_empty() {
            let filed = self.filed(player, Right::Minister, by_office, complaints);
            return self.file(player, receipt, filed);
        }
        if lines.is_empty() && !block.none {
            return self.leave_as_it_stands(player, receipt);
        }
        if !by_office.is_empty() {
            self.file_word_of_office(player, unit, by_office);
        }
        let filed = self.filed(player, right, lines, complaints);
        self.file(player, receipt, filed);
    }

    /// Lines of a deputy's block that only the giver's office entitles to: they stand whatever becomes of the rest.
    fn file_word_of_office(&mut self, player: PlayerNo, unit: &Piece, lines: Vec<Line>) {
        let words = lines.iter().map(|line| line.words.to_string()).collect::<Vec<_>>().join(", ");
        let office = self.game.board().rulebook().office;
        self.say(player, format!("{unit}: {words} is taken as the word of the {office}."));
        let filed = self.filed(player, Right::Minister, lines, Vec::new());
        self.enter(unit, filed);
        self.done += 1;
    }

    fn count_complaints(&mut self, complaints: &[Complaint]) {
        self.faults.extend(complaints.iter().map(Complaint::sentence));
    }

    /// The lines of a block that the game takes, and a complaint for each of the others.
    fn taken(&self, by: PlayerNo, piece: &Piece, lines: &[Line]) -> (Vec<Line>, Vec<Complaint>) {
        let seats = self.seats();
        let refused = self.game.board().refuses(Written { by, piece, lines, seats: &seats });
        let is_taken = |line: &&Line| refused.iter().all(|complaint| !line.span.holds(complaint.span));
        (lines.iter().filter(is_taken).cloned().collect(), refused)
    }

    /// The right in which a player gives a block. An office may order some things of units that others command
    /// (R-3.5a, rule 13.1), also of those for which its holder is only the deputy.
    fn right_to(&self, by: PlayerNo, piece: &Piece, lines: &[Line]) -> Option<Right> {
        let seats = self.seats();
        match seats.right_of(by, piece) {
            Some(Right::Commander) => Some(Right::Commander),
            _ if self.game.board().is_entitled(Written { by, piece, lines, seats: &seats }) => {
                Some(Right::Minister)
            }
            right => right,
        }
    }

    /// A block's lines as far as its giver may give them in a right or by an office.
    fn allowed(&self, by: PlayerNo, piece: &Piece, right: Right, lines: Vec<Line>) -> Allowed {
        let (board, seats) = (self.game.board(), self.seats());
        let mut allowed = Allowed::default();
        for line in lines {
            let only = std::slice::from_ref(&line);
            match board.bars(right, &line) {
                None => allowed.lines.push(line),
                Some(_) if board.is_entitled(Written { by, piece, lines: only, seats: &seats }) => {
                    allowed.by_office.push(line);
                }
                Some(why) => {
                    allowed.barred.push(Complaint::of(&line, why));
                }
            }
        }
        allowed
    }

    fn filed(&self, player: PlayerNo, right: Right, lines: Vec<Line>, complaints: Vec<Complaint>) -> Filed {
        Filed {
            receipt: self.arrived.receipt.clone(),
            letter: self.arrived.letter,
            player,
            right,
            lines,
            complaints,
        }
    }

    /// Files an order for a unit and judges whether it counted at its own moment.
    fn file(&mut self, player: PlayerNo, mut receipt: UnitReceipt, filed: Filed) {
        let unit = receipt.unit.clone();
        self.enter(&unit, filed.clone());
        let discarding = match filed.right {
            Right::Deputy => book::in_force_at(&self.book, &unit, self.moment())
                .filter(|stands| stands.right == Right::Commander)
                .cloned(),
            _ => None,
        };
        match discarding {
            Some(stands) => {
                let fault = self.stands_over(&stands);
                receipt.why_not = Some(fault.clone());
                self.faults.push(fault);
            }
            None => self.done += 1,
        }
        self.touched.push(Touched { player, receipt, filed: Some(filed) });
    }

    /// Enters what is filed into the book.
    fn enter(&mut self, unit: &Piece, filed: Filed) {
        self.book.file(unit.clone(), filed.clone());
        let (game, turn) = (self.game.name().clone(), self.book.turn);
        self.changes.push(Change::Unit { game, turn, unit: unit.clone(), filed });
    }

    /// Why a deputy's order does not count.
    pub fn stands_over(&self, stands: &Filed) -> String {
        let why = format!(
            "the order of {}, given as its commander and received at {}, stands: a deputy's order does not \
             displace a commander's",
            self.game.name_of(stands.player),
            self.game.received(&stands.receipt).local
        );
        with_rule(&why, self.game.board().rule_of_deputies())
    }

    /// A block without an order that can be read changes nothing: what stood before still stands. An empty one, as
    /// the order template has them, is no fault; the complaints of the others are counted already.
    fn leave_as_it_stands(&mut self, player: PlayerNo, mut receipt: UnitReceipt) {
        if receipt.complaints.is_empty() {
            self.done += 1;
            return self.left_blank.push(receipt.unit);
        }
        receipt.why_not = Some("none of these orders could be used; the earlier ones remain".into());
        self.touched.push(Touched { player, receipt, filed: None });
    }

    fn refuse_unit(&mut self, player: PlayerNo, mut receipt: UnitReceipt, fault: String) {
        receipt.why_not = Some(fault.clone());
        self.faults.push(fault);
        self.touched.push(Touched { player, receipt, filed: None });
    }

    /// A unit that is not the player's and one that does not exist are answered alike, so that nobody can ask
    /// which units the enemy has.
    fn not_yours(&mut self, player: PlayerNo, unit: &Piece) -> String {
        if !self.hints.contains_key(&player) {
            let mine = self.seats().units_of(self.game, player).into_iter().map(|(unit, _)| unit).collect();
            self.hints.insert(player, mine);
        }
        if let Some(turn) = self.ordered_while_it_was(player, unit) {
            return format!(
                "{unit} is no more: you ordered it last for turn {turn}, and what became of it stands in your reports since then"
            );
        }
        let mine = self.hints.get(&player).into_iter().flatten();
        let near = nearest::nearest(unit.as_str(), mine.map(|unit| (unit.as_str(), unit)));
        let hint = near.map_or(String::new(), |near| format!(". Did you mean {near}?"));
        format!("{unit} isn't yours{hint}")
    }

    /// The last turn for which a player ordered a unit that is in the game no longer. Of one that he never ordered nobody learns whether
    /// there was such.
    fn ordered_while_it_was(&self, player: PlayerNo, unit: &Piece) -> Option<u32> {
        if self.game.has_piece(unit) {
            return None;
        }
        let ordered = |filed: &Filed| filed.player == player && filed.right != Right::Minister;
        let books = self.game.earlier.iter();
        let books =
            books.filter(|book| book.units.get(unit).into_iter().flatten().any(|filed| ordered(filed)));
        books.map(|book| book.turn).max()
    }

    /// CANCEL ORDERS: of the units named, or of all for which the player has a right and something stands
    /// (M-05).
    pub fn cancel(&mut self, line: u32, player: PlayerNo, units: &[Piece]) {
        let named = !units.is_empty();
        let units = if named { units.to_vec() } else { self.cancellable(player) };
        if units.is_empty() {
            self.done += 1;
            let words =
                format!("No order stood for any of your {}s; the default orders hold.", self.game.noun());
            return self.say(player, words);
        }
        for unit in &units {
            self.cancel_one(line, player, unit);
        }
    }

    fn cancellable(&self, player: PlayerNo) -> Vec<Piece> {
        let seats = self.seats();
        let stands = |unit: &&Piece| book::in_force_at(&self.book, unit, self.moment()).is_some();
        let mine = |unit: &&Piece| seats.right_of(player, unit).is_some();
        let units = self.book.units.keys().filter(mine).filter(stands).cloned().collect();
        self.game.in_order(units)
    }

    fn cancel_one(&mut self, line: u32, player: PlayerNo, unit: &Piece) {
        let receipt = blank_receipt(unit.clone(), line);
        let own_word = book::minister_word(&self.book, unit).is_some_and(|word| word.player == player);
        let right = match self.seats().right_of(player, unit) {
            Some(right) => right,
            None if own_word => Right::Minister,
            None => {
                let fault = self.not_yours(player, unit);
                return self.refuse_unit(player, receipt, fault);
            }
        };
        let filed = self.filed(player, right, Vec::new(), Vec::new());
        self.file(player, receipt, filed);
    }

    fn take_office(&mut self, line: &Line) {
        let fault = match self.speaker {
            None => Some(Refusal::plain(WRONG_PASSWORD)),
            Some(giver) => self.game.board().fault_of_office(giver, line, &self.seats()),
        };
        let column = fault.as_ref().map(|fault| fault.place(line)).filter(|place| *place != line.span);
        let fault = fault.map(|fault| fault.to_string());
        let mut receipt = OfficeReceipt {
            line: line.span.line,
            column: column.map(|place| place.start),
            words: line.words.to_string(),
            counts: fault.is_none(),
            why_not: fault.clone(),
            result: None,
        };
        match (fault, self.speaker) {
            (None, Some(giver)) => {
                let assigns = self.game.board().assigns(line);
                receipt.result = self.file_office(giver, line, assigns);
                self.done += 1;
            }
            (fault, _) => self.faults.extend(fault),
        }
        let primary = self.primary;
        self.receipt_of(primary).offices.push(receipt);
    }

    /// Files an office order; what it comes to, where it gives a seat.
    fn file_office(&mut self, giver: PlayerNo, line: &Line, assigns: Option<Assigns>) -> Option<String> {
        let piece = assigns.as_ref().map(|assigns| assigns.piece.clone());
        let filed = FiledOffice {
            receipt: self.arrived.receipt.clone(),
            letter: self.arrived.letter,
            player: giver,
            order: line.clone(),
            assigns,
            cancels: false,
        };
        // Who writes it again is told again; the other is not.
        let is_new = !self
            .book
            .offices_in_force()
            .any(|known| known.player == giver && known.order.words == line.words);
        self.book.file_office(filed.clone());
        self.changes.push(Change::Office { game: self.game.name().clone(), turn: self.book.turn, filed });
        if is_new {
            self.word_to_another(giver);
        }
        match piece {
            Some(piece) => self.result_of(&piece),
            None => self.game.board().result_of_office(&self.book.orders_of_offices()),
        }
    }

    /// Whom an order of an office concerns beside who gives it: an offer is heard when it is made.
    fn word_to_another(&mut self, giver: PlayerNo) {
        let offices = self.book.orders_of_offices();
        let Some((to, words)) = self.game.board().word_to_another(&offices) else { return };
        let account = self.game.account(self.game.name_of(to));
        let title = format!("A word from {}", self.game.name_of(giver));
        self.mails.extend(account.and_then(|account| to_player(self.game, account, &title, &words)));
    }

    /// A player's orders of offices that count, each with those that it took the place of: they are not to come back when it goes.
    fn counting_offices(&self, player: PlayerNo) -> BTreeMap<Arc<str>, Vec<Arc<str>>> {
        let own = self.book.offices_in_force().filter(|filed| filed.player == player);
        let own = own.map(|filed| (self.game.board().only_one_of(&filed.order), &filed.order.words));
        let own = own.collect::<Vec<_>>();
        let last = own.iter().filter_map(|(one, words)| Some((one.clone()?, *words)));
        let last = last.collect::<BTreeMap<_, _>>();
        let mut standing = BTreeMap::<_, Vec<Arc<str>>>::new();
        for (one, words) in &own {
            let counts = one.as_ref().and_then(|one| last.get(one)).unwrap_or(words);
            let replaced = standing.entry(Arc::clone(counts)).or_default();
            replaced.extend((counts != words).then(|| Arc::clone(words)));
        }
        standing
    }

    /// What stands of a player's offices, in words: whom he gave command of what by the last word on it, and his other orders.
    pub fn offices_as_shown(&self, player: PlayerNo) -> Vec<String> {
        let counts = self.book.counting();
        let mut given: BTreeMap<&Piece, &FiledOffice> = BTreeMap::new();
        for filed in self.book.offices.iter().filter(|filed| counts(filed.moment())) {
            given.extend(filed.assigns.as_ref().map(|assigns| (&assigns.piece, filed)));
        }
        let given = given.values().filter(|filed| filed.player == player).map(|filed| &filed.order.words);
        let others = self.counting_offices(player);
        given.chain(others.keys()).map(|words| words.to_string()).collect()
    }

    /// CANCEL OFFICE, of an order in its words or of all.
    pub fn cancel_office(&mut self, player: PlayerNo, read: &Read<Account>, words: Option<&str>) {
        let plain = |words: &str| words.split_whitespace().collect::<Vec<_>>().join(" ").to_uppercase();
        let standing = self.counting_offices(player);
        let is_meant = |order: &&Arc<str>| words.is_none_or(|words| plain(words) == plain(order));
        let taken = standing.keys().filter(is_meant).cloned().collect::<Vec<_>>();
        if taken.is_empty() {
            let stands = standing.keys().map(|words| words.to_string()).collect::<Vec<_>>().join("; ");
            let stands =
                if stands.is_empty() { "none stands".to_owned() } else { format!("these stand: {stands}") };
            return self.complain(read, format!("no such order of your office stands: {stands}"));
        }
        for words in taken.iter().flat_map(|words| std::iter::once(words).chain(&standing[words])) {
            let filed = FiledOffice {
                receipt: self.arrived.receipt.clone(),
                letter: self.arrived.letter,
                player,
                order: Line { words: words.clone(), span: read.span },
                assigns: None,
                cancels: true,
            };
            self.book.file_office(filed.clone());
            self.changes.push(Change::Office { game: self.game.name().clone(), turn: self.book.turn, filed });
        }
        self.done += 1;
        self.say(player, format!("Taken back: {}.", taken.join("; ")));
    }

    /// Who commands after an assignment, and whether it would be undone at the close (M-07).
    fn result_of(&self, unit: &Piece) -> Option<String> {
        let (game, seats) = (self.game, Seats::latest(self.game, &self.book));
        let seat = seats.of(unit)?;
        let mut words = format!("{unit} is commanded by {}", game.name_of(seat.commander));
        match seat.deputy {
            Some(deputy) => words.push_str(&format!(", with {} as deputy", game.name_of(deputy))),
            None => words.push_str(", without a deputy"),
        }
        if game.board().in_excess(&seats).contains(unit) {
            let Excess { warning, rule, .. } = game.board().excess();
            words.push_str("; ");
            words.push_str(&with_rule(warning, rule));
        }
        Some(words)
    }

    /// Adds a sentence on what was done to a player's receipt.
    pub fn say(&mut self, player: PlayerNo, words: String) {
        self.receipt_of(player).done.push(words);
    }
}

fn blank_receipt(unit: Piece, line: u32) -> UnitReceipt {
    UnitReceipt {
        unit,
        line,
        counts: false,
        in_force: None,
        replaced: None,
        dropped: Vec::new(),
        why_not: None,
        foreseen: Vec::new(),
        course: String::new(),
        ends: Ends::default(),
        complaints: Vec::new(),
    }
}
