//! Receipts: finishing what the letter's work began, once everything in it has been taken.

use std::collections::{BTreeMap, BTreeSet};

use crate::account::{asks, reading};
use crate::answer::{Answer, Body, OrderReceipt, To, UnitNews, UnitReceipt, Weight};
use crate::arrived::Signed;
use crate::book;
use crate::early;
use crate::game::GameRecord;
use crate::identity::head_password;
use crate::record::{Filed, LetterNo, OrderBook, Right};
use crate::seats::Seats;
use crate::shut;
use crate::standing::standing_of;
use crate::verdict::sentence;
use crate::work::{Touched, Work};
use fieldpost_door::foresight::{Ends, Foreseen, Outlook, Statement};
use fieldpost_door::{Board, ClosedBook};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::{Seat, Seating};
use fieldpost_grammar::letter::Account;

/// Why nothing is said of what a unit will do that came to the player in this turn.
const NOT_YOURS: &str = "what it will do is not foreseen, for it was not yours when the turn began";

impl Work<'_> {
    /// A player's receipt, begun if need be.
    pub fn receipt_of(&mut self, player: PlayerNo) -> &mut OrderReceipt {
        let (game, letter, received_ms) = (self.game, self.arrived.letter, self.arrived.receipt.at_ms);
        self.receipts.entry(player).or_insert_with(|| blank(game, player, letter, received_ms))
    }

    /// Whether the letter only asks what would happen.
    pub fn only_checks(&self) -> bool {
        asks(self.letter, &Account::Check) || asks(self.letter, &Account::Test)
    }

    /// The receipts, finished: one to each player who was authenticated.
    pub fn finished_receipts(&mut self) -> Vec<Answer> {
        let touched = without_room_made(std::mem::take(&mut self.touched));
        let foreseen = self.foreseen(&touched);
        for entry in touched {
            let outlook = foreseen.get(&entry.player).and_then(|seen| seen.pieces.get(&entry.receipt.unit));
            self.finish_unit(entry, outlook);
        }
        for (player, costs) in self.costs(foreseen.keys().copied().collect()) {
            self.receipt_of(player).notes.extend(costs);
        }
        for (player, foreseen) in foreseen {
            let told = self.of_this_letter(player, foreseen.offices);
            self.receipt_of(player).office_foreseen = told;
        }
        self.finish_letter();
        let receipts = std::mem::take(&mut self.receipts);
        receipts.into_iter().filter_map(|(player, receipt)| self.answer(player, receipt)).collect()
    }

    /// What comes of the orders of whom the letter files something for. A machine reads no receipt.
    fn foreseen(&mut self, touched: &[Touched]) -> BTreeMap<PlayerNo, Foreseen> {
        let filing = touched.iter().filter(|entry| entry.filed.is_some()).map(|entry| entry.player);
        let in_office =
            self.receipts.iter().filter(|(_, receipt)| receipt.offices.iter().any(|order| order.counts));
        let players: BTreeSet<PlayerNo> = filing.chain(in_office.map(|(player, _)| *player)).collect();
        let (game, seats) = (self.game, self.seats());
        let reads =
            |player: &PlayerNo| game.account(game.name_of(*player)).is_some_and(|account| !account.machine);
        let foresee =
            |player: PlayerNo| (player, game.board().foresee(player, &self.shut_for(&seats, player)));
        players.into_iter().filter(reads).map(foresee).collect()
    }

    /// Of what fails of orders of offices, what this letter brings about: what stands of earlier letters was told in their receipts.
    fn of_this_letter(&self, player: PlayerNo, told: Vec<Statement>) -> Vec<Statement> {
        let offices = self.receipts.get(&player).map_or(&[][..], |receipt| &receipt.offices);
        if offices.is_empty() || told.is_empty() {
            return Vec::new();
        }
        let mut earlier = self.shut_for(&self.seats(), player);
        earlier.offices.retain(|(_, line)| offices.iter().all(|order| *order.words != *line.words));
        let before = match earlier.offices.is_empty() {
            true => Vec::new(),
            false => self.game.board().foresee(player, &earlier).offices,
        };
        let is_new = |said: &Statement| {
            !before.contains(said) || offices.iter().any(|order| order.words == said.order)
        };
        told.into_iter().filter(is_new).collect()
    }

    /// What the orders of those who filed something will cost, and of who asks what stands.
    fn costs(&self, mut players: BTreeSet<PlayerNo>) -> Vec<(PlayerNo, Vec<String>)> {
        let seats = self.seats();
        // Who asks what stands has a list of it.
        let is_listed = asks(self.letter, &Account::ShowOrders);
        let is_asked = is_listed || asks(self.letter, &Account::Status);
        players.extend((is_asked && self.speaker.is_some()).then_some(self.primary));
        let cost = |player: PlayerNo| {
            let (board, book) = (self.game.board(), self.shut_for(&seats, player));
            let stands = board.says_what_stands(&book).filter(|_| !(is_listed && player == self.primary));
            (player, board.costs(player, &book).into_iter().chain(stands).collect())
        };
        players.into_iter().map(cost).collect()
    }

    /// What stands for a player's units and in his offices, for a rehearsal: for units too that are another's by now and that
    /// do what the player ordered until that one orders otherwise.
    fn shut_for(&self, seats: &Seats<'_>, player: PlayerNo) -> ClosedBook {
        let own = seats.units_of(self.game, player).into_iter().map(|(unit, _)| unit);
        let of_player = |book: &OrderBook, unit: &Piece| {
            book::in_force(book, unit).is_some_and(|stands| stands.player == player)
        };
        let touched = self.book.units.keys().filter(|unit| of_player(&self.book, unit));
        let others = self.game.book.units.keys().filter(|unit| !self.book.units.contains_key(*unit));
        let others = others.filter(|unit| of_player(&self.game.book, unit));
        let units: BTreeSet<Piece> = own.chain(touched.cloned()).chain(others.cloned()).collect();
        shut::book_of(self.game, &self.book, player, units.into_iter().collect())
    }

    /// What a receipt says of a unit's future beside what the game foresees: that another commands it by now, or why nothing
    /// is said.
    fn course_of(&self, player: PlayerNo, unit: &Piece, outlook: Option<&Outlook>) -> String {
        let seats = self.seats();
        let Some(outlook) = outlook else {
            let is_his = |seat: &Seat| seat.commander == player || seat.deputy == Some(player);
            let began_elsewhere = self.game.roll().seats.get(unit).is_some_and(|seat| !is_his(seat));
            let came = began_elsewhere && seats.right_of(player, unit).is_some();
            return if came { NOT_YOURS.to_owned() } else { String::new() };
        };
        match seats.of(unit).filter(|_| seats.right_of(player, unit).is_none()) {
            Some(seat) if !outlook.course.is_empty() => {
                let now = self.game.name_of(seat.commander);
                format!(
                    "{}; from now on it is {now}'s, and this holds until {now} orders otherwise",
                    outlook.course
                )
            }
            _ => outlook.course.clone(),
        }
    }

    fn finish_unit(&mut self, entry: Touched, outlook: Option<&Outlook>) {
        let Touched { player, mut receipt, filed } = entry;
        let unit = &receipt.unit.clone();
        let stood = book::in_force(&self.game.book, unit);
        let stands = book::in_force(&self.book, unit);
        if let Some(filed) = &filed {
            receipt.counts = self.counts(unit, filed);
            receipt.in_force = Some(standing_of(self.game, unit, stands));
            if receipt.counts && filed.right != Right::Minister {
                receipt.replaced = stood.map(|stood| standing_of(self.game, unit, Some(stood)));
                receipt.dropped = dropped(stood, filed);
            } else if !receipt.counts && receipt.why_not.is_none() {
                receipt.why_not = Some(self.overtaken(filed, stands));
            }
            // Of orders that do not count it is not foreseen what they would come to.
            let counts = receipt.counts && !filed.lines.is_empty();
            receipt.foreseen = match outlook.filter(|_| counts) {
                Some(outlook) => outlook.said.clone(),
                None => self.game.board().advice(unit, &filed.lines),
            };
            if counts {
                receipt.course = self.course_of(player, unit, outlook);
                receipt.ends = match outlook {
                    Some(outlook) => outlook.ends.clone(),
                    None if receipt.course.is_empty() => Ends::Unsaid,
                    // It came in this turn.
                    None => Ends::Open,
                };
            }
        } else if self.seats().right_of(player, unit).is_some() {
            receipt.in_force = Some(standing_of(self.game, unit, stands));
        }
        let news = self.news_of(player, unit);
        let draft = self.receipt_of(player);
        draft.news.extend(news);
        draft.units.push(receipt);
    }

    /// Whether what was filed is in force after everything that was filed, later letters included.
    fn counts(&self, unit: &Piece, filed: &Filed) -> bool {
        if filed.right == Right::Minister {
            let word = book::minister_word(&self.book, unit);
            return if filed.lines.is_empty() { word.is_none() } else { word == Some(filed) };
        }
        let stands = book::in_force(&self.book, unit);
        if filed.lines.is_empty() { stands.is_none() } else { stands == Some(filed) }
    }

    /// Why an order that counted at its own moment does not count now.
    fn overtaken(&self, filed: &Filed, stands: Option<&Filed>) -> String {
        match stands {
            None => "it was cancelled afterwards".into(),
            Some(stands) if stands.letter == filed.letter => {
                "a later block of this letter replaces it".into()
            }
            Some(stands) if filed.right == Right::Deputy && stands.right == Right::Commander => {
                self.stands_over(stands)
            }
            Some(stands) => format!(
                "the order of {}, received at {}, is newer and stands",
                self.game.name_of(stands.player),
                self.game.received(&stands.receipt).local
            ),
        }
    }

    /// What others changed for a unit since this player's last letter that filed something for it.
    fn news_of(&self, player: PlayerNo, unit: &Piece) -> Option<UnitNews> {
        let filed = self.game.book.units.get(unit)?;
        let last = filed.iter().filter(|order| order.player == player).map(|order| order.letter).max()?;
        let known = book::in_force_as_known(&self.game.book, unit, last);
        let stood = book::in_force(&self.game.book, unit);
        if known == stood {
            return None;
        }
        let words = match stood {
            None => "its order has been cancelled since your last letter for it".into(),
            Some(stood) => format!(
                "{} has ordered it since your last letter for it, as its {}, in a letter received at {}",
                self.game.name_of(stood.player),
                right_words(self.game, stood.right),
                self.game.received(&stood.receipt).local
            ),
        };
        Some(UnitNews { unit: unit.clone(), words })
    }

    fn finish_letter(&mut self) {
        let player = self.primary;
        let reading = reading(self.letter, self.arrived);
        let status =
            (self.speaker.is_some() && asks(self.letter, &Account::Status)).then(|| self.status(player));
        let standing = (self.speaker.is_some() && asks(self.letter, &Account::ShowOrders))
            .then(|| self.all_standing(player));
        let standing_offices = match standing {
            Some(_) => self.offices_as_shown(player),
            None => Vec::new(),
        };
        let (shut, notes) = (self.shut.clone(), self.notes(player));
        let (letter, arrived) = (self.letter, self.arrived);
        let only_checked = self.only_checks();
        let board = self.game.board();
        for receipt in self.receipts.values_mut() {
            receipt.only_checked = only_checked;
            receipt.notes.extend(board.consequences(&own_orders(&receipt.units)));
        }
        let receipt = self.receipt_of(player);
        receipt.only_checked = only_checked;
        let (refused, refused_said) = shut.map(|shut| (shut.words, shut.said)).unzip();
        (receipt.refused, receipt.refused_said) = (refused, refused_said.flatten());
        receipt.complaints.extend(letter.complaints.iter().cloned());
        receipt.notes.splice(0..0, notes);
        receipt.ignored = arrived.ignored.clone();
        receipt.reading = reading;
        receipt.status = status;
        receipt.standing = standing;
        receipt.standing_offices = standing_offices;
        let seats = self.seats();
        let own = |player: &PlayerNo| {
            let units = seats.units_of(self.game, *player).into_iter().map(|(unit, _)| unit);
            (*player, units.collect::<BTreeSet<Piece>>())
        };
        let own: BTreeMap<PlayerNo, BTreeSet<Piece>> = self.receipts.keys().map(own).collect();
        for (player, receipt) in &mut self.receipts {
            receipt.called = called(board, receipt, own.get(player));
        }
    }

    /// What is dangerous about the letter itself: no later receipt tells it.
    fn dangers(&self, player: PlayerNo) -> Vec<String> {
        let mut notes = Vec::new();
        let arrived = self.arrived;
        if let Some(from) = &arrived.from
            && !self.game.players_at(from).any(|(number, _)| number == player)
        {
            notes.push(format!(
                "This letter came from {from}, which is not your registered address. If you did not send it, send \
                 NEW PASSWORD at once."
            ));
        }
        if let Signed::Bad(why) = &arrived.signed {
            notes.push(format!("The OpenPGP signature of this letter does not count: {why}."));
        }
        if arrived.subject_password.is_some() {
            notes.push(
                "A password stood in the Subject, where others see it more easily: write it in the text."
                    .into(),
            );
        }
        let has_password = head_password(self.letter, arrived).is_some()
            || self.letter.units.iter().any(|block| block.password.is_some());
        if has_password && arrived.other_recipients {
            notes.push(
                "Others received this letter too and can read your password in it: send NEW PASSWORD, to us alone."
                    .into(),
            );
        }
        notes
    }

    /// What the player should know about the letter itself.
    fn notes(&self, player: PlayerNo) -> Vec<String> {
        let mut notes = self.dangers(player);
        let arrived = self.arrived;
        if let Signed::By(signer) = &arrived.signed {
            notes.push(format!("Signed by the key of {}.", signer.words()));
        }
        if arrived.ignored.unsigned > 0 {
            notes.push(
                "Your letter has a signed text. Only that was read, and nothing of what stands outside it."
                    .into(),
            );
        }
        self.note_lines(&mut notes);
        let more = self.letter.more_complaints;
        if more > 0 {
            notes.push(format!("{more} further lines could not be read and are not listed."));
        }
        if !self.left_blank.is_empty() {
            let units = self.left_blank.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            notes.push(format!(
                "No order stands under {units}: nothing is changed there. CANCEL ORDERS and a {} clears what stands.",
                self.game.noun()
            ));
        }
        if arrived.ignored.orders_in_it && (self.done > 0 || self.faults.len() > 1) {
            notes.push(sentence(arrived.ignored.orders_words()));
        }
        if arrived.in_template {
            notes.push(
                "Your orders were read where you wrote them: in the form of our own mail, below \"From:\" and \"Sent:\"."
                    .into(),
            );
        }
        if arrived.unrolled {
            let words = "Your letter came without its line ends: it was read as if each order stood on a line of its own.";
            notes.push(words.into());
        }
        if let Some(early) = early::taken_up(self.game, arrived) {
            notes.push(format!("This letter was kept for turn {}, which is open now.", early.turn));
            return notes;
        }
        if self.is_found_late() {
            notes.push("Letters received after this one had been judged already when it was found.".into());
        }
        if arrived.confirmed {
            notes.push("This letter was held, and you have confirmed it.".into());
        }
        notes
    }

    /// Which lines were taken for prose, and how lines are counted.
    fn note_lines(&self, notes: &mut Vec<String>) {
        if !self.letter.prose.is_empty() {
            let lines = self.letter.prose.iter().map(ToString::to_string).collect::<Vec<_>>();
            let (noun, is) = if lines.len() == 1 { ("Line", "is") } else { ("Lines", "are") };
            let words = format!("{noun} {} {is} taken for prose, and order nothing.", lines.join(", "));
            notes.push(words);
        }
        let ignored = &self.arrived.ignored;
        let has_complaints = !self.letter.complaints.is_empty()
            || self.letter.units.iter().any(|block| !block.complaints.is_empty());
        if has_complaints && ignored.quoted + ignored.forwarded + ignored.signature > 0 {
            notes.push("Lines are counted without those that were left unread.".into());
        }
    }

    fn answer(&self, player: PlayerNo, mut receipt: OrderReceipt) -> Option<Answer> {
        let account = self.game.account(&receipt.player)?;
        let unlisted = if player == self.primary { self.letter.more_complaints } else { 0 };
        let errors = count_errors(&receipt).saturating_add(unlisted);
        receipt.errors = errors;
        count_failures(&mut receipt);
        let is_plain = is_plain(&receipt) && (player != self.primary || self.dangers(player).is_empty());
        Some(Answer {
            to: To::Player { name: self.game.name_of(player).to_string(), address: account.email.clone() },
            game: Some(self.game.name().clone()),
            turn: Some(self.book.turn),
            weight: Weight::Receipt,
            errors,
            replaceable: is_plain,
            body: Body::Receipt(Box::new(receipt)),
        })
    }
}

/// Whether a later receipt may take this one's place: it says what stands then and what this letter filed, but neither what
/// was wrong in it, nor what was asked for, done or told by it.
fn is_plain(receipt: &OrderReceipt) -> bool {
    let asks_nothing = !receipt.only_checked
        && receipt.standing.is_none()
        && receipt.status.is_none()
        && receipt.reading.is_none()
        && receipt.help.is_empty();
    let is_quiet = receipt.errors == 0 && foretold(receipt).next().is_none();
    is_quiet && asks_nothing && receipt.done.is_empty() && receipt.news.is_empty()
}

/// All that a receipt foretells but where pieces go.
fn foretold(receipt: &OrderReceipt) -> impl Iterator<Item = &Statement> {
    receipt.units.iter().flat_map(|unit| &unit.foreseen).chain(&receipt.office_foreseen)
}

/// Counts what fails, what may fail and what is warned of apart; doubts and advice are counted nowhere.
fn count_failures(receipt: &mut OrderReceipt) {
    let count = |is: fn(&Statement) -> bool| {
        let found = foretold(receipt).filter(|statement| is(statement)).count();
        u32::try_from(found).unwrap_or(u32::MAX)
    };
    let (fail, may_fail, warnings) =
        (count(Statement::fails), count(Statement::may_fail), count(Statement::warns));
    let goes = receipt.units.iter().any(|unit| !unit.course.is_empty());
    receipt.is_conditional = goes || foretold(receipt).any(Statement::is_conditional);
    (receipt.fail, receipt.may_fail, receipt.warnings) = (fail, may_fail, warnings);
}

/// Everything in a receipt that needs the player's eye: what was not read, what does not count. What
/// would fail is warned of and counted apart.
fn count_errors(receipt: &OrderReceipt) -> u32 {
    // Where lines are complained of, that the block as a whole failed is nothing more.
    let of_units = receipt.units.iter().map(|unit| {
        let whole = unit.complaints.is_empty() && unit.why_not.is_some();
        unit.complaints.len() + usize::from(whole)
    });
    let of_offices = receipt.offices.iter().filter(|office| office.why_not.is_some()).count();
    let all = of_units.sum::<usize>()
        + of_offices
        + receipt.complaints.len()
        + usize::from(receipt.refused.is_some());
    u32::try_from(all).unwrap_or(u32::MAX)
}

fn blank(game: &GameRecord, player: PlayerNo, letter: LetterNo, received_ms: i64) -> OrderReceipt {
    OrderReceipt {
        player: game.name_of(player).to_string(),
        game: game.name().0.clone(),
        title: game.opening.title.clone(),
        turn: game.book.turn,
        refused: None,
        refused_said: None,
        over: game.over(),
        only_checked: false,
        letter,
        received: game.stamp(received_ms),
        also: Vec::new(),
        deadline: game.stamp(game.settings.deadline_ms),
        errors: 0,
        fail: 0,
        may_fail: 0,
        warnings: 0,
        is_conditional: false,
        notes: Vec::new(),
        units: Vec::new(),
        offices: Vec::new(),
        office_foreseen: Vec::new(),
        done: Vec::new(),
        complaints: Vec::new(),
        news: Vec::new(),
        ignored: Default::default(),
        standing: None,
        standing_offices: Vec::new(),
        called: BTreeMap::new(),
        status: None,
        help: Vec::new(),
        reading: None,
    }
}

/// The lines that stood and that the new order neither repeats nor gives otherwise: it takes the place of all of
/// them (M-05).
fn dropped(stood: Option<&Filed>, filed: &Filed) -> Vec<String> {
    let kind = |words: &str| words.split(' ').next().unwrap_or_default().to_owned();
    let given: Vec<String> = filed.lines.iter().map(|line| kind(&line.words)).collect();
    let lines = stood.into_iter().flat_map(|stood| &stood.lines).map(|line| &line.words);
    lines.filter(|words| !given.contains(&kind(words))).map(ToString::to_string).collect()
}

/// What the units are called of which a receipt tells. Of what somebody orders who has no say in it no name is told: else anybody could ask
/// which units the enemy has.
fn called(
    board: &dyn Board,
    receipt: &OrderReceipt,
    own: Option<&BTreeSet<Piece>>,
) -> BTreeMap<Piece, String> {
    let is_own = |unit: &&Piece| own.is_some_and(|own| own.contains(*unit));
    let told = receipt.units.iter().map(|unit| &unit.unit).filter(is_own);
    let told = told.chain(receipt.news.iter().map(|news| &news.unit));
    let told = told.chain(receipt.standing.iter().flatten().map(|stands| &stands.unit));
    told.filter_map(|piece| Some((piece.clone(), board.called(piece)?))).collect()
}

/// Without what only made room for a later block of the same letter: who cancels an order and writes another is told of that one alone.
fn without_room_made(touched: Vec<Touched>) -> Vec<Touched> {
    let mut later: BTreeSet<(PlayerNo, Piece, Right)> = BTreeSet::new();
    let mut kept: Vec<Touched> = Vec::new();
    for entry in touched.into_iter().rev() {
        let Some(filed) = &entry.filed else {
            kept.push(entry);
            continue;
        };
        let is_empty = filed.lines.is_empty() && entry.receipt.complaints.is_empty();
        let is_ordered_later = !later.insert((entry.player, entry.receipt.unit.clone(), filed.right));
        if !(is_empty && is_ordered_later && entry.receipt.why_not.is_none()) {
            kept.push(entry);
        }
    }
    kept.reverse();
    kept
}

/// The units of a receipt that have orders of their own, with the lines of these.
fn own_orders(units: &[UnitReceipt]) -> Vec<(Piece, Vec<String>)> {
    let own = |unit: &UnitReceipt| {
        let stands = unit.in_force.as_ref().filter(|stands| unit.counts && !stands.is_default)?;
        Some((unit.unit.clone(), stands.lines.clone()))
    };
    units.iter().filter_map(own).collect()
}

pub fn right_words(game: &GameRecord, right: Right) -> &'static str {
    match right {
        Right::Commander => "commander",
        Right::Deputy => "deputy",
        Right::Minister => game.board().rulebook().office,
    }
}
