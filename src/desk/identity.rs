//! Whose letter it is: a verified password, and nothing else, tells (rules 3.5, 6.2; decision M-03).

use crate::desk::arrived::{Arrived, Known};
use crate::desk::game::GameRecord;
use crate::desk::password::Memory;
use crate::desk::seats::Seats;
use crate::engine::ids::PlayerNo;
use crate::games::land::state::Seat;
use crate::games::land::unit::UnitId;
use crate::grammar::Secret;
use crate::grammar::letter::{Letter, UnitBlock};

/// Hashes computed at most for one letter.
const CHECKS_A_LETTER: u32 = 8;
/// Hashes computed at most within an hour for a sender of whom no password was verified.
const CHECKS_AN_HOUR: u32 = 20;

/// What came of a letter's passwords.
pub struct Identity {
    /// As whom it was authenticated.
    pub known: Known,
    /// Hashes computed in vain, if nobody was verified.
    pub tries: u32,
    /// Whether a password was left unread because the checks were used up.
    pub is_exhausted: bool,
}

/// Whether a letter holds any password, or was authenticated before.
pub fn has_credential(letter: &Letter, arrived: &Arrived) -> bool {
    arrived.known.is_some()
        || arrived.host_for.is_some()
        || head_password(letter, arrived).is_some()
        || letter.units.iter().any(|block| block.password.is_some())
}

/// The password that serves the whole letter: of its head, else of its Subject (row 33).
pub fn head_password<'a>(letter: &'a Letter, arrived: &'a Arrived) -> Option<&'a Secret> {
    letter.password.as_ref().or(arrived.subject_password.as_ref())
}

/// Hashes that may be computed for a letter (M-03): what the hour still allows its sender.
pub fn budget(arrived: &Arrived) -> u32 {
    CHECKS_A_LETTER.min(CHECKS_AN_HOUR.saturating_sub(arrived.checks_this_hour))
}

/// Authenticates a letter as of its receipt. Nothing that goes out tells which of name, unit and password
/// was wrong.
pub fn identify(game: &GameRecord, letter: &Letter, arrived: &Arrived, memory: &mut Memory) -> Identity {
    if let Some(known) = &arrived.known {
        return Identity { known: known.clone(), tries: 0, is_exhausted: false };
    }
    if let Some(seat) = &arrived.host_for {
        return of_host(game, seat);
    }
    let budget = budget(arrived);
    let mut check =
        Check { game, letter, arrived, memory, left: budget, is_exhausted: false, told: Vec::new() };
    let mut known = Known::default();
    let head = head_password(letter, arrived);
    if let Some(secret) = head {
        known.player = check.player_of(secret, &letter.units).map(|player| game.name_of(player).to_string());
    }
    for block in &letter.units {
        let Some(secret) = &block.password else { continue };
        let player = check.player_of(secret, std::slice::from_ref(block));
        known.units.insert(block.unit, player.map(|player| game.name_of(player).to_string()));
    }
    if head.is_none() {
        let first = letter.units.iter().find_map(|block| known.units.get(&block.unit)?.clone());
        known.player = first;
    }
    let is_verified = known.player.is_some() || known.units.values().any(Option::is_some);
    let tries = if is_verified { 0 } else { budget - check.left };
    Identity { known, tries, is_exhausted: check.is_exhausted }
}

/// The host's own letter: it speaks for a seat that the host plays, and for no other.
fn of_host(game: &GameRecord, seat: &str) -> Identity {
    let account = game.account(seat).filter(|account| account.machine);
    let player = account.map(|account| account.name.clone());
    Identity { known: Known { player, ..Known::default() }, tries: 0, is_exhausted: false }
}

/// The checking of one letter's passwords.
struct Check<'a> {
    game: &'a GameRecord,
    letter: &'a Letter,
    arrived: &'a Arrived,
    memory: &'a mut Memory,
    left: u32,
    is_exhausted: bool,
    /// What was found, so that a password is not checked twice against one player.
    told: Vec<(Secret, PlayerNo, bool)>,
}

impl Check<'_> {
    /// The player whose password this is, among those whom these blocks put in question.
    fn player_of(&mut self, secret: &Secret, blocks: &[UnitBlock]) -> Option<PlayerNo> {
        if let Some(found) = self.told.iter().find(|told| told.0 == *secret && told.2) {
            return Some(found.1);
        }
        for player in self.candidates(blocks) {
            if self.told.iter().any(|told| told.0 == *secret && told.1 == player) {
                continue;
            }
            let is_right = self.verify(secret, player)?;
            self.told.push((secret.clone(), player, is_right));
            if is_right {
                return Some(player);
            }
        }
        None
    }

    /// M-03: the PLAYER line's; without one, those registered under the sender's address, then each unit's
    /// commander and deputy at the receipt.
    fn candidates(&self, blocks: &[UnitBlock]) -> Vec<PlayerNo> {
        if let Some(named) = &self.letter.player {
            let player = self.game.player_named(named.what.trim());
            return player.map(|(number, _)| number).into_iter().collect();
        }
        let from = self.arrived.from.as_deref().unwrap_or_default();
        let mut players: Vec<PlayerNo> = self.game.players_at(from).map(|(number, _)| number).collect();
        for block in blocks {
            players.extend(self.seat_holders(block.unit));
        }
        let mut seen = Vec::with_capacity(players.len());
        players.retain(|player| {
            !seen.contains(player) && {
                seen.push(*player);
                true
            }
        });
        players
    }

    fn seat_holders(&self, unit: UnitId) -> impl Iterator<Item = PlayerNo> {
        let moment = (&self.arrived.receipt, self.arrived.letter);
        let seats = Seats::at(self.game.state(), &self.game.book, moment)
            .with_stand_ins(self.game, self.arrived.receipt.at_ms);
        let holders = |seat: Seat| [Some(seat.commander), seat.deputy, seats.stand_in(seat.commander)];
        seats.of(unit).map(holders).into_iter().flatten().flatten()
    }

    /// `None` when the checks are used up.
    fn verify(&mut self, secret: &Secret, player: PlayerNo) -> Option<bool> {
        let account = self.game.account(self.game.name_of(player));
        let Some(password) = account.and_then(|account| account.password_at(&self.arrived.receipt)) else {
            return Some(false);
        };
        let told = self.memory.verify(secret, &password.hash, &mut self.left);
        self.is_exhausted |= told.is_none();
        told
    }
}
