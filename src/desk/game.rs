//! One game as the desk sees it: position, accounts, order book, times. The store fills it; whoever keeps it
//! in memory carries each [`Change`] out on it too.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::ga::record::{Administration, Administrator, GaChange, HandEdit, Observer};
use crate::record::{
    Account, Change, Earlier, GameName, Held, HoldKind, LetterNo, OrderBook, Receipt, TurnHold,
};
use crate::settings::Settings;
use crate::stamp::Stamp;
use fieldpost_door::{Board, Player};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::Seat;

/// What a game and its open turn are, apart from what letters have changed.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The game's name.
    pub name: GameName,
    /// The game's title, as mails show it.
    pub title: String,
    /// The game with its position at the start of the open turn.
    pub board: Arc<dyn Board>,
    /// Whether the closing poll is over: the book is shut.
    pub is_closed: bool,
}

/// A game with its open turn.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// What letters do not change.
    pub opening: Opening,
    /// How it is run: when the open turn opened, when it is due.
    pub settings: Settings,
    /// The players' accounts.
    pub accounts: Vec<Account>,
    /// The open turn's orders.
    pub book: OrderBook,
    /// What was ordered in the turns before, as far back as old letters are known by it.
    pub earlier: Arc<Earlier>,
    /// Letters that wait for their registered sender's word.
    pub held: Vec<Held>,
    /// Why the open turn is held, if it is.
    pub hold: Option<TurnHold>,
    /// Its administrators and their doings.
    pub administration: Administration,
    roll: Arc<Roll>,
}

/// Who plays, and what there is to be ordered, at the start of the open turn: asked once of a board.
#[derive(Debug)]
pub struct Roll {
    /// The players in the order of their numbers.
    pub players: Vec<Player>,
    pub seats: BTreeMap<Piece, Seat>,
    /// The seats of pieces that orders may make.
    pub prospects: BTreeMap<Piece, Seat>,
    /// The place of each piece in the game's own order.
    places: BTreeMap<Piece, usize>,
}

impl Roll {
    pub fn of(board: &dyn Board) -> Self {
        let pieces = board.pieces();
        let seats = pieces.iter().filter_map(|(piece, seat)| Some((piece.clone(), (*seat)?))).collect();
        let places = pieces.into_iter().enumerate().map(|(place, (piece, _))| (piece, place)).collect();
        let prospects = board.prospects().into_iter().collect();
        Roll { players: board.players(), seats, prospects, places }
    }

    /// A player's number, by name in any case.
    pub fn player_no(&self, name: &str) -> Option<PlayerNo> {
        let place = self.players.iter().position(|player| player.name.eq_ignore_ascii_case(name))?;
        u16::try_from(place).ok().map(PlayerNo)
    }

    pub fn player(&self, number: PlayerNo) -> Option<&Player> {
        self.players.get(usize::from(number.0))
    }
}

impl GameRecord {
    /// A game from its parts.
    pub fn new(
        opening: Opening,
        settings: Settings,
        accounts: Vec<Account>,
        book: OrderBook,
        held: Vec<Held>,
    ) -> Self {
        let roll = Arc::new(Roll::of(&*opening.board));
        GameRecord {
            opening,
            settings,
            accounts,
            book,
            earlier: Arc::default(),
            held,
            hold: None,
            administration: Administration::default(),
            roll,
        }
    }

    /// The game's name.
    pub fn name(&self) -> &GameName {
        &self.opening.name
    }

    /// The game with its position at the start of the open turn.
    pub fn board(&self) -> &dyn Board {
        &*self.opening.board
    }

    /// What the game calls a piece, such as `unit`.
    pub fn noun(&self) -> &'static str {
        self.board().rulebook().language.noun
    }

    /// Puts another position in the place of the one there is.
    pub fn seat_board(&mut self, board: Arc<dyn Board>) {
        self.roll = Arc::new(Roll::of(&*board));
        self.opening.board = board;
    }

    /// Who plays, and what there is to be ordered.
    /// Whether a piece is in the game, or may be made in this turn.
    pub fn has_piece(&self, piece: &Piece) -> bool {
        self.roll.places.contains_key(piece) || self.roll.prospects.contains_key(piece)
    }

    pub fn roll(&self) -> &Roll {
        &self.roll
    }

    /// A player's number, by name in any case.
    pub fn player_no(&self, name: &str) -> Option<PlayerNo> {
        self.roll.player_no(name)
    }

    pub fn player(&self, number: PlayerNo) -> Option<&Player> {
        self.roll.player(number)
    }

    pub fn numbered_players(&self) -> impl Iterator<Item = (PlayerNo, &Player)> {
        (0..).map(PlayerNo).zip(&self.roll.players)
    }

    /// Whether there is such a piece.
    pub fn has(&self, piece: &Piece) -> bool {
        self.roll.places.contains_key(piece)
    }

    /// Whether no piece can be ordered anything now, as between the rounds of a board game: what is sent then is a player's own word.
    pub fn is_between(&self) -> bool {
        let board = self.board();
        !board.awaits_orders() && !self.roll.seats.keys().any(|piece| board.wants_orders(piece))
    }

    /// All pieces in the order in which the game lists them.
    pub fn pieces(&self) -> Vec<Piece> {
        self.in_order(self.roll.places.keys().cloned().collect())
    }

    /// Pieces in the order in which the game lists them; what is none of its pieces comes last.
    pub fn in_order(&self, mut pieces: Vec<Piece>) -> Vec<Piece> {
        pieces.sort_by_cached_key(|piece| {
            (self.roll.places.get(piece).copied().unwrap_or(usize::MAX), piece.clone())
        });
        pieces.dedup();
        pieces
    }

    /// A player's account, by the player's name in any case.
    pub fn account(&self, name: &str) -> Option<&Account> {
        self.accounts.iter().find(|account| account.name.eq_ignore_ascii_case(name))
    }

    /// A player's number and account, by the player's name in any case.
    pub fn player_named(&self, name: &str) -> Option<(PlayerNo, &Account)> {
        Some((self.player_no(name)?, self.account(name)?))
    }

    /// A player's name.
    pub fn name_of(&self, player: PlayerNo) -> &str {
        self.player(player).map_or("?", |player| player.name.as_str())
    }

    /// The players registered under an address (row 14: for routing, never for authority).
    pub fn players_at<'a>(&'a self, address: &'a str) -> impl Iterator<Item = (PlayerNo, &'a Account)> {
        self.accounts
            .iter()
            .filter(move |account| account.is_registered_at(address))
            .filter_map(|account| Some((self.player_no(&account.name)?, account)))
    }

    /// Who looks on: the address is confirmed, and nobody plays from it who signed up after that.
    pub fn observers(&self) -> impl Iterator<Item = &Observer> {
        let is_one = |one: &&Observer| one.token.is_none() && self.players_at(&one.address).next().is_none();
        self.administration.observers.iter().filter(is_one)
    }

    /// The administrators registered under an address.
    pub fn administrators_at<'a, 'b>(
        &'a self,
        address: &'b str,
    ) -> impl Iterator<Item = &'a Administrator> + use<'a, 'b> {
        let all = self.administration.administrators.iter();
        all.filter(move |one| one.account.is_registered_at(address))
    }

    /// The last millisecond whose letters count for the open turn: the deadline is inclusive to the second
    /// (M-04), and a grace time follows.
    pub fn last_ms(&self) -> i64 {
        let whole_second = self.settings.deadline_ms.div_euclid(1_000) * 1_000 + 999;
        whole_second.saturating_add(self.settings.grace_ms)
    }

    /// Why the game takes no more orders and runs no more turns, in a clause: its administrator has ended it, or its last turn
    /// has been run. `None` while it goes on.
    pub fn over(&self) -> Option<String> {
        if let Some(to) = &self.administration.moved_to {
            return Some(format!("the game is played from another post office now, {to}"));
        }
        match (self.administration.has_ended, self.board().over()) {
            (true, Some(over)) => Some(format!("the game has ended: {over}")),
            (true, None) => Some("the game has ended".into()),
            (false, over) => over,
        }
    }

    /// Why the open turn is held, in words, if it is.
    pub fn held_why(&self) -> Option<&str> {
        self.hold.as_ref().map(|hold| hold.why.as_str())
    }

    /// Whether the open turn is held for orders that are missing: letters count until it is run, whatever the deadline.
    pub fn waits_for_orders(&self) -> bool {
        self.hold.as_ref().is_some_and(|hold| hold.kind == HoldKind::MissingOrders)
    }

    /// Whether a letter that was received at a moment comes too late for the open turn.
    pub fn is_late(&self, at_ms: i64) -> bool {
        at_ms > self.last_ms() && !self.waits_for_orders()
    }

    /// A moment in the game's zone.
    pub fn stamp(&self, at_ms: i64) -> Stamp {
        Stamp::new(at_ms, self.settings.schedule.zone)
    }

    /// When a letter was received, in the game's zone.
    pub fn received(&self, receipt: &Receipt) -> Stamp {
        self.stamp(receipt.at_ms)
    }

    /// Carries out a change that belongs to this game and its open turn; others leave it as it is.
    pub fn apply(&mut self, change: &Change) {
        if change.game() != self.name() {
            return;
        }
        match change {
            Change::Unit { turn, unit, filed, .. } if *turn == self.book.turn => {
                self.book.file(unit.clone(), filed.clone());
            }
            Change::Office { turn, filed, .. } if *turn == self.book.turn => {
                self.book.file_office(filed.clone());
            }
            Change::Unit { .. } | Change::Office { .. } => {}
            Change::Password { player, password, .. } => {
                if let Some(account) = self.account_mut(player) {
                    account.set_password(password.clone());
                }
            }
            Change::ReportWishes { player, wishes, .. } => {
                if let Some(account) = self.account_mut(player) {
                    account.report_wishes.clone_from(wishes);
                }
            }
            Change::Press { press, .. } => {
                if let Some(account) = self.account_mut(&press.from) {
                    account.press.count(press.receipt.at_ms);
                }
            }
            Change::Mute { player, sender, muted, .. } => {
                if let Some(account) = self.account_mut(player) {
                    account.press.set_muted(sender, *muted);
                }
            }
            Change::Seat { player, word, .. } => {
                if let Some(account) = self.account_mut(player) {
                    account.say(word);
                }
            }
            Change::Hold { held, .. } => self.held.push(held.clone()),
            Change::Release { letter, .. } => self.drop_held(*letter),
            Change::Ga { change, .. } => self.administer(change),
        }
    }

    /// Carries out what a game administrator's letter changes.
    fn administer(&mut self, change: &GaChange) {
        self.administration.apply(change);
        match change {
            GaChange::Edit { turn, edit } if *turn == self.book.turn => self.edit(edit),
            GaChange::Account(account) => match self.account_mut(&account.name) {
                Some(place) => place.clone_from(account),
                None => self.accounts.push(account.clone()),
            },
            GaChange::Settings(settings) => self.settings = **settings,
            GaChange::Hold(why) => {
                self.hold = why.as_ref().map(|why| TurnHold::after(self.hold.as_ref(), why));
            }
            _ => {}
        }
    }

    /// An edit that does not fit the position is not carried out: the desk has tried it on this very one.
    fn edit(&mut self, edit: &HandEdit) {
        if let Ok(board) = self.board().redo(&edit.touches) {
            self.seat_board(board);
            self.book.edits.push(edit.clone());
        }
    }

    fn account_mut(&mut self, name: &str) -> Option<&mut Account> {
        self.accounts.iter_mut().find(|account| account.name.eq_ignore_ascii_case(name))
    }

    fn drop_held(&mut self, letter: LetterNo) {
        self.held.retain(|held| held.letter != letter);
    }
}
