//! One authenticated letter at work: its blocks, cancellations and office orders, taken in the order in which
//! they stand in it (rule 6.11 holds within a letter too).

use std::collections::{BTreeMap, BTreeSet};

use crate::desk::answer::{Answer, OfficeReceipt, OrderReceipt, UnitReceipt};
use crate::desk::arrived::{Arrived, Known};
use crate::desk::book::{self, Moment};
use crate::desk::game::GameRecord;
use crate::desk::offices;
use crate::desk::record::{Change, Filed, FiledOffice, OrderBook, Right};
use crate::desk::seats::{self, Seats};
use crate::engine::ids::PlayerNo;
use crate::engine::nearest;
use crate::games::land::language::{office_order, orders_of, unit_of};
use crate::games::land::orders::{Office, OfficeOrder, UnitOrder};
use crate::games::land::unit::UnitId;
use crate::grammar::letter::{Account, Block, Complaint, Letter, Line, Press, Read};

/// What is said of a wrong password, wherever it stood: no hint which of the two it was (M-03).
pub const WRONG_PASSWORD: &str =
    "the name (or unit) and the password do not belong together: one of them is wrong";

/// Questions and other account words of one letter that are answered at most.
const MOST_QUESTIONS: usize = 50;

/// One unit that the letter touched: what became of it, and what was filed for it.
pub struct Touched {
    /// Who touched it.
    pub player: PlayerNo,
    /// For the receipt; finished when the whole letter has been taken.
    pub receipt: UnitReceipt,
    /// What was filed; `None` where nothing was.
    pub filed: Option<Filed>,
}

/// A letter at work.
pub struct Work<'a> {
    /// The game.
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
    pub shut: Option<String>,
    /// The part of the book that the letter touches, with what it files.
    pub book: OrderBook,
    /// What it changes.
    pub changes: Vec<Change>,
    /// Reports asked for.
    pub asked: Vec<Answer>,
    /// Mails of press that goes out at once.
    pub press: Vec<Answer>,
    /// What it touched, in order.
    pub touched: Vec<Touched>,
    /// Receipts under way.
    pub receipts: BTreeMap<PlayerNo, OrderReceipt>,
    /// Units whose blocks are empty.
    pub left_blank: Vec<UnitId>,
    /// Players' own units, for the nearest right one; looked up when first needed.
    pub hints: BTreeMap<PlayerNo, Vec<UnitId>>,
    /// Reports asked for, by turn.
    pub reports: BTreeSet<Option<u32>>,
    /// Things done.
    pub done: u32,
    /// Things not done, a reason each.
    pub faults: Vec<String>,
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
        Seats::at(self.game.state(), &self.book, (receipt, self.arrived.letter))
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
        for (line, deed) in deeds {
            match deed {
                Deed::Account(read) => self.take_account(line, read),
                Deed::Press(read) => self.take_press(read),
                _ if self.shut.is_some() => {}
                Deed::Unit(block) => self.take_block(block),
                Deed::Office(line) => self.take_office(line),
            }
        }
        self.faults.extend(letter.complaints.iter().map(|complaint| complaint.why.clone()));
        if let Some(first) = letter.accounts.get(MOST_QUESTIONS) {
            self.complain(
                first,
                format!("a letter may ask at most {MOST_QUESTIONS} things; the rest is not answered"),
            );
        }
    }

    fn refuse_if_shut(&mut self, deeds: &[(u32, Deed<'_>)]) {
        let is_order = |deed: &Deed<'_>| match deed {
            Deed::Account(read) => matches!(read.what, Account::CancelOrders(_)),
            Deed::Press(_) => false,
            _ => true,
        };
        if !deeds.iter().any(|(_, deed)| is_order(deed)) {
            self.shut = None;
        }
        self.faults.extend(self.shut.clone());
    }

    /// Who speaks for a unit's block: the player of its own password, else the letter's (rule 6.2).
    fn speaker_for(&self, unit: UnitId) -> Option<PlayerNo> {
        match self.known.units.get(&unit) {
            Some(name) => name.as_ref().and_then(|name| self.game.state().player_named(name)),
            None => self.speaker,
        }
    }

    fn take_block(&mut self, block: &Block) {
        let Some(unit) = unit_of(&block.piece) else {
            return self.faults.push(format!("{} is no unit", block.piece));
        };
        let (orders, strange) = orders_of(&block.orders, &self.game.squares());
        let mut receipt = blank_receipt(unit, block.span.line);
        receipt.complaints = [block.complaints.as_slice(), strange.as_slice()].concat();
        self.faults.extend(receipt.complaints.iter().map(|complaint| complaint.why.clone()));
        let Some(player) = self.speaker_for(unit) else {
            return self.refuse_unit(self.primary, receipt, WRONG_PASSWORD.into());
        };
        let Some(right) = self.right_to(player, unit, &orders) else {
            let fault = self.not_yours(player, unit);
            return self.refuse_unit(player, receipt, fault);
        };
        if !block.says_something() {
            return self.leave_as_it_stands(player, receipt);
        }
        let (orders, barred) = allowed(right, orders);
        self.faults.extend(barred.iter().map(|complaint| complaint.why.clone()));
        receipt.complaints.extend(barred);
        if orders.is_empty() && !block.none {
            return self.leave_as_it_stands(player, receipt);
        }
        let filed = self.filed(player, right, orders, receipt.complaints.clone());
        self.file(player, receipt, filed);
    }

    /// The right in which a player gives a block. The War Minister may merge and inactivate units that others
    /// command (R-3.5a, rule 13.1), also those for which he is only the deputy.
    fn right_to(&self, player: PlayerNo, unit: UnitId, orders: &[Read<UnitOrder>]) -> Option<Right> {
        let seats = self.seats();
        let right = seats.right_of(player, unit);
        let is_his = |order: &UnitOrder| matches!(order, UnitOrder::MergeInto(_) | UnitOrder::Inactivate);
        let is_ministerial = !orders.is_empty() && orders.iter().all(|order| is_his(&order.what));
        let as_minister = is_ministerial
            && self.game.state().units.contains_key(&unit)
            && seats::holds_office(self.game.state(), player, &Office::WarMinister, unit.nation);
        match right {
            Some(Right::Commander) => right,
            _ if as_minister => Some(Right::Minister),
            _ => right,
        }
    }

    fn filed(
        &self,
        player: PlayerNo,
        right: Right,
        lines: Vec<Read<UnitOrder>>,
        complaints: Vec<Complaint>,
    ) -> Filed {
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
        let unit = receipt.unit;
        self.book.file(unit, filed.clone());
        self.changes.push(Change::Unit {
            game: self.game.name().clone(),
            turn: self.book.turn,
            unit,
            filed: filed.clone(),
        });
        let discarding = match filed.right {
            Right::Deputy => book::in_force_at(&self.book, unit, self.moment())
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

    /// Why a deputy's order does not count.
    pub fn stands_over(&self, stands: &Filed) -> String {
        format!(
            "the order of {}, given as its commander and received at {}, stands: a deputy's order does not \
             displace a commander's (rules 6.1, 6.11)",
            self.game.name_of(stands.player),
            self.game.received(&stands.receipt).local
        )
    }

    /// A block without an order that can be read changes nothing: what stood before still stands. An empty one, as
    /// the order template has them, is no fault; the complaints of the others are counted already.
    fn leave_as_it_stands(&mut self, player: PlayerNo, mut receipt: UnitReceipt) {
        if receipt.complaints.is_empty() {
            self.done += 1;
            return self.left_blank.push(receipt.unit);
        }
        receipt.why_not =
            Some("no order of the block could be taken, so what stood before still stands".into());
        self.touched.push(Touched { player, receipt, filed: None });
    }

    fn refuse_unit(&mut self, player: PlayerNo, mut receipt: UnitReceipt, fault: String) {
        receipt.why_not = Some(fault.clone());
        self.faults.push(fault);
        self.touched.push(Touched { player, receipt, filed: None });
    }

    /// A unit that is not the player's and one that does not exist are answered alike, so that nobody can ask
    /// which units the enemy has.
    fn not_yours(&mut self, player: PlayerNo, unit: UnitId) -> String {
        if !self.hints.contains_key(&player) {
            let mine = self.seats().units_of(player).into_iter().map(|(unit, _)| unit).collect();
            self.hints.insert(player, mine);
        }
        let mine = self.hints.get(&player).into_iter().flatten();
        let near = nearest::nearest(&unit.to_string(), mine.map(|unit| (unit.to_string(), *unit)));
        let hint = near.map_or(String::new(), |near| format!("; nearest of yours: {near}"));
        format!("{unit} is no unit that you command or deputise for{hint}")
    }

    /// CANCEL ORDERS: of the units named, or of all for which the player has a right and something stands
    /// (M-05).
    pub fn cancel(&mut self, line: u32, player: PlayerNo, units: &[UnitId]) {
        let named = !units.is_empty();
        let units = if named { units.to_vec() } else { self.cancellable(player) };
        if units.is_empty() {
            self.done += 1;
            return self.say(player, "No order stood for any of your units; the default orders hold.".into());
        }
        for unit in units {
            self.cancel_one(line, player, unit);
        }
    }

    fn cancellable(&self, player: PlayerNo) -> Vec<UnitId> {
        let seats = self.seats();
        let stands = |unit: &UnitId| book::in_force_at(&self.book, *unit, self.moment()).is_some();
        let mine = |unit: &UnitId| seats.right_of(player, *unit).is_some();
        self.book.units.keys().copied().filter(|unit| mine(unit) && stands(unit)).collect()
    }

    fn cancel_one(&mut self, line: u32, player: PlayerNo, unit: UnitId) {
        let receipt = blank_receipt(unit, line);
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
        let words = line.words.to_string();
        let Some(what) = office_order(&words, &self.game.squares()) else {
            return self.faults.push(format!("{words} is no order of an office"));
        };
        let read = &Read { what, span: line.span, words };
        let fault = match self.speaker {
            None => Some(WRONG_PASSWORD.to_string()),
            Some(giver) => offices::fault_of(self.game, &self.seats(), giver, &read.what),
        };
        let mut receipt = OfficeReceipt {
            line: read.span.line,
            words: read.words.clone(),
            counts: fault.is_none(),
            why_not: fault.clone(),
            result: None,
        };
        match (fault, self.speaker) {
            (None, Some(giver)) => {
                self.file_office(giver, read);
                receipt.result = self.result_of(read);
                self.done += 1;
            }
            (fault, _) => self.faults.extend(fault),
        }
        let primary = self.primary;
        self.receipt_of(primary).offices.push(receipt);
    }

    fn file_office(&mut self, giver: PlayerNo, read: &Read<OfficeOrder>) {
        let filed = FiledOffice {
            receipt: self.arrived.receipt.clone(),
            letter: self.arrived.letter,
            player: giver,
            order: read.clone(),
        };
        self.book.file_office(filed.clone());
        self.changes.push(Change::Office { game: self.game.name().clone(), turn: self.book.turn, filed });
    }

    /// Who commands after an assignment, and whether it would be undone at the close (M-07).
    fn result_of(&self, read: &Read<OfficeOrder>) -> Option<String> {
        let OfficeOrder::Assign { unit, .. } = &read.what else {
            return None;
        };
        let seats = Seats::latest(self.game.state(), &self.book);
        let seat = seats.of(*unit)?;
        let mut words = format!("{unit} is commanded by {}", self.game.name_of(seat.commander));
        match seat.deputy {
            Some(deputy) => words.push_str(&format!(", with {} as deputy", self.game.name_of(deputy))),
            None => words.push_str(", without a deputy"),
        }
        if seats.is_in_excess(*unit) {
            words.push_str(
                "; with it the commander holds more than one army or two corps headquarters, and unless that \
                 changes before the close the newest such assignment is undone (rule 3.5)",
            );
        }
        Some(words)
    }

    /// Adds a sentence on what was done to a player's receipt.
    pub fn say(&mut self, player: PlayerNo, words: String) {
        self.receipt_of(player).done.push(words);
    }
}

fn blank_receipt(unit: UnitId, line: u32) -> UnitReceipt {
    UnitReceipt {
        unit,
        line,
        counts: false,
        in_force: None,
        replaced: None,
        dropped: Vec::new(),
        why_not: None,
        warnings: Vec::new(),
        complaints: Vec::new(),
    }
}

/// A block's orders without those that its giver may not give, and a complaint for each of these. Rule 13.1:
/// a unit is inactivated by its commander or the War Minister, not by its deputy.
fn allowed(right: Right, orders: Vec<Read<UnitOrder>>) -> (Vec<Read<UnitOrder>>, Vec<Complaint>) {
    let is_barred = |read: &Read<UnitOrder>| right == Right::Deputy && read.what == UnitOrder::Inactivate;
    let (barred, orders): (Vec<_>, Vec<_>) = orders.into_iter().partition(is_barred);
    let complaint = |read: Read<UnitOrder>| Complaint {
        span: read.span,
        line: read.words,
        why: "only a unit's commander or the War Minister inactivates it, not its deputy (rule 13.1)".into(),
        nearest: None,
    };
    (orders, barred.into_iter().map(complaint).collect())
}
