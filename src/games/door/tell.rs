//! What players are sent.

use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::wishes::Wishes;
use fieldpost_grammar::Form;
use fieldpost_print::desk_page::DeskPage;
use fieldpost_print::heading::Heading;
use fieldpost_print::press::PressError;
use fieldpost_print::report::Report;
use fieldpost_print::shop::Shop;
use serde_json::Value;

use crate::{Differs, MachineSeats};

/// What players are sent: asked by the daemon when a turn opens.
pub trait Tell {
    /// What the welcome of a player says beside what it says in every game.
    fn welcome(&self, to: PlayerNo) -> Value;
    /// What a reminder says of pieces without orders beside what it says in every game.
    fn reminder(&self, to: PlayerNo, idle: &[Piece]) -> Value;
    /// What a game is fought for, a sentence each, with what of it stands as far as a player knows; empty where the game's own help says it.
    fn aims(&self, to: PlayerNo) -> Vec<String> {
        let _ = to;
        Vec::new()
    }
    /// What is awaited of a player in the open turn, in a sentence, where the game says more of it than that pieces want orders; who has
    /// sent nothing of it is reminded in turns too in which no pieces are ordered.
    fn awaited(&self, to: PlayerNo) -> Option<String> {
        let _ = to;
        None
    }
    /// The position report of a player, at the start of the open turn.
    ///
    /// # Errors
    /// If a template is at fault.
    fn report(
        &self,
        to: PlayerNo,
        heading: &Heading,
        wishes: &Wishes,
        shop: &Shop<'_>,
    ) -> Result<Report, PressError>;
    /// The page on which a player composes orders, as it goes with [`Tell::report`] in a file, for who is shown it elsewhere; `None` for whom
    /// there is none. It is made whatever files the player wishes.
    ///
    /// # Errors
    /// If it cannot be made, which is a fault of this program.
    fn desk_page(
        &self,
        to: PlayerNo,
        heading: &Heading,
        shop: &Shop<'_>,
    ) -> Result<Option<DeskPage>, PressError> {
        let _ = (to, heading, shop);
        Ok(None)
    }
    /// The whole board as it stands, drawn, for an administrator who asks to see it; `None` where a game has only its lines
    /// ([`Hand::show_whole`](crate::Hand::show_whole)).
    ///
    /// # Errors
    /// If a template is at fault.
    fn whole(
        &self,
        heading: &Heading,
        wishes: &Wishes,
        shop: &Shop<'_>,
    ) -> Result<Option<Report>, PressError> {
        let _ = (heading, wishes, shop);
        Ok(None)
    }
    /// What differs for a player from a position that they last had.
    ///
    /// # Errors
    /// If that is no position of this game.
    fn differences(&self, before: &[u8], to: PlayerNo) -> Result<Vec<Differs>, String>;
    /// Orders by which a player may be shown how one of this kind is written, lines of a letter each, those that teach best first; how
    /// any order is written, if no kind is asked for. What works of them [`example::of`](crate::example::of) finds out.
    fn examples(&self, to: PlayerNo, about: Option<&Form>) -> Vec<Vec<String>> {
        let _ = (to, about);
        Vec::new()
    }
    /// The letters that a machine writes for some players, by what each of them sees and what is said of their seats; `None` for who has
    /// nothing to order.
    fn machine_letters(&self, players: &[PlayerNo], game: &str, seats: &MachineSeats) -> Vec<Option<String>> {
        let _ = (game, seats);
        players.iter().map(|_| None).collect()
    }
}
