//! Who has two parts in a game: a player on both sides, an administrator who plays. It is allowed, and told before.

use crate::ga::edits::may_insist;
use crate::ga::work::{Fault, Work};
use crate::game::GameRecord;
use fieldpost_engine::ids::PlayerNo;

impl Work<'_> {
    /// What speaks against giving an address a part in the game that it has not: the same person on both sides, or one who
    /// sees the whole board and plays. `seat` is the part; nobody is one's own enemy.
    pub fn fault_of_two_parts(&self, address: &str, seat: Option<PlayerNo>) -> Option<String> {
        let game = &self.game;
        let board = game.board();
        let enemy = game
            .players_at(address)
            .find(|(other, _)| seat.is_some_and(|seat| seat != *other && !board.are_friends(*other, seat)));
        if let Some((other, account)) = enemy {
            let party = game.player(other).map_or("", |player| player.party.as_str());
            return Some(format!(
                "{address} plays {} for {party} already, and would be on both sides",
                account.name
            ));
        }
        let one = game.administrators_at(address).next().filter(|_| seat.is_some());
        if let Some(one) = one {
            let (name, role) = (&one.account.name, one.role.with_article());
            return Some(format!(
                "{address} is {name}, {role} of this game, who may look at the whole board"
            ));
        }
        let (_, account) = game.players_at(address).next().filter(|_| seat.is_none())?;
        Some(format!("{address} plays {} in this game, and could look at the whole board", account.name))
    }

    /// The same; only with OVERRIDE is it done then, and said.
    pub fn two_parts(
        &self,
        address: &str,
        seat: Option<PlayerNo>,
        insist: bool,
    ) -> Result<Option<String>, Fault> {
        match self.fault_of_two_parts(address, seat) {
            Some(why) if !insist => Err(may_insist(&why).into()),
            fault => Ok(fault),
        }
    }
}

/// Who has two parts in a game, a line each.
pub fn lines_of_two_parts(game: &GameRecord) -> Vec<String> {
    let board = game.board();
    let mut lines = Vec::new();
    for (number, account) in game.accounts.iter().filter_map(|account| game.player_named(&account.name)) {
        if account.email.is_empty() {
            continue;
        }
        let others = game.players_at(&account.email).filter(|(other, _)| *other > number);
        let enemies = others.filter(|(other, _)| !board.are_friends(*other, number));
        lines.extend(enemies.map(|(_, other)| {
            format!("{} plays on both sides: {} and {}", account.email, account.name, other.name)
        }));
        lines.extend(
            game.administrators_at(&account.email).map(|one| {
                format!("{} of the administrators plays too, as {}", one.account.name, account.name)
            }),
        );
    }
    lines
}
