//! One game as the desk sees it: position, accounts, order book, times. The store fills it; whoever keeps it
//! in memory carries each [`Change`] out on it too.

use std::sync::Arc;

use crate::desk::ga::record::{Administration, Administrator, GaChange, HandEdit};
use crate::desk::record::{
    Account, Change, GameName, Held, HoldKind, LetterNo, OrderBook, Receipt, TurnHold,
};
use crate::desk::settings::Settings;
use crate::desk::stamp::Stamp;
use crate::engine::ids::PlayerNo;
use crate::games::land::edits::touch;
use crate::games::land::field::Field;
use crate::games::land::field::{Occupancy, occupancy};
use crate::games::land::language;
use crate::games::land::state::LandState;
use crate::games::{Game, Position};
use crate::grammar::letter::Lexicon;

/// What a game and its open turn are, apart from what letters have changed.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The game's name.
    pub name: GameName,
    /// The game's title, as mails show it.
    pub title: String,
    /// Its fixed part.
    pub game: Game,
    /// The position at the start of the open turn.
    pub position: Arc<Position>,
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
    /// Letters that wait for their registered sender's word.
    pub held: Vec<Held>,
    /// Why the open turn is held, if it is.
    pub hold: Option<TurnHold>,
    /// Its administrators and their doings.
    pub administration: Administration,
    occupancy: Arc<Occupancy>,
}

impl GameRecord {
    /// The language of its orders and the squares of its map, to read canonical words by.
    pub fn squares(&self) -> Lexicon {
        let Game::Land { atlas, .. } = &self.opening.game;
        language::lexicon(&atlas.map.grid)
    }

    /// A game from its parts.
    pub fn new(
        opening: Opening,
        settings: Settings,
        accounts: Vec<Account>,
        book: OrderBook,
        held: Vec<Held>,
    ) -> Self {
        let Position::Land(state) = &*opening.position;
        let occupancy = Arc::new(occupancy(state));
        GameRecord {
            opening,
            settings,
            accounts,
            book,
            held,
            hold: None,
            administration: Administration::default(),
            occupancy,
        }
    }

    /// The game's name.
    pub fn name(&self) -> &GameName {
        &self.opening.name
    }

    /// The position at the start of the open turn.
    pub fn state(&self) -> &LandState {
        let Position::Land(state) = &*self.opening.position;
        state
    }

    /// The position with its maps, for the rules that foresee what would fail.
    pub fn field(&self) -> Field<'_> {
        let Game::Land { book, atlas, .. } = &self.opening.game;
        Field { atlas, book, state: self.state(), occupancy: &self.occupancy }
    }

    /// A player's account, by the player's name in any case.
    pub fn account(&self, name: &str) -> Option<&Account> {
        self.accounts.iter().find(|account| account.name.eq_ignore_ascii_case(name))
    }

    /// A player's number and account, by the player's name in any case.
    pub fn player_named(&self, name: &str) -> Option<(PlayerNo, &Account)> {
        Some((self.state().player_named(name)?, self.account(name)?))
    }

    /// A player's name.
    pub fn name_of(&self, player: PlayerNo) -> &str {
        self.state().player(player).map_or("?", |player| player.name.as_str())
    }

    /// The players registered under an address (row 14: for routing, never for authority).
    pub fn players_at<'a>(&'a self, address: &'a str) -> impl Iterator<Item = (PlayerNo, &'a Account)> {
        self.accounts
            .iter()
            .filter(move |account| account.is_registered_at(address))
            .filter_map(|account| Some((self.state().player_named(&account.name)?, account)))
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
                self.book.file(*unit, filed.clone());
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
        if let Ok(state) = touch::carried_out(self.state(), &edit.touches) {
            self.occupancy = Arc::new(occupancy(&state));
            self.opening.position = Arc::new(Position::Land(state));
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
