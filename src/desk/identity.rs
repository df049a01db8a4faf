//! Whose letter it is: a verified password tells, or a good signature in its place, and nothing else (rules 3.5, 6.2;
//! decision M-03).

use crate::arrived::{Arrived, Known, Signer};
use crate::game::GameRecord;
use crate::guesses::{Checker, Guess};
use crate::password::Memory;
use crate::record::Account;
use crate::seats::Seats;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::seat::{Seat, Seating};
use fieldpost_grammar::Secret;
use fieldpost_grammar::letter::{Block, Letter};

/// What came of a letter's passwords.
pub struct Identity {
    /// As whom it was authenticated.
    pub known: Known,
    /// Wrong passwords.
    pub guesses: Vec<Guess>,
    /// Whether a password was left unread because the letter's checks were used up.
    pub is_exhausted: bool,
    /// The account of which one was left unread because too many wrong ones came for it.
    pub shut: Option<String>,
    /// Whether a right one counts only after a word from the registered address.
    pub needs_word: bool,
    /// Why a good signature speaks for no seat, in a sentence.
    pub fault: Option<String>,
}

impl Identity {
    fn of(known: Known) -> Self {
        Identity {
            known,
            guesses: Vec::new(),
            is_exhausted: false,
            shut: None,
            needs_word: false,
            fault: None,
        }
    }
}

/// The signature that serves a letter in place of a password. One with a password stands and falls with that:
/// where the two would tell different things, nothing is guessed.
///
/// Only what it covers may steer such a letter: not its Subject, not the address it was sent to.
pub fn by_signature<'a>(letter: &Letter, arrived: &'a Arrived) -> Option<&'a Signer> {
    arrived.signer().filter(|_| letter.password.is_none())
}

/// Whether a letter holds any password, bears a good signature, or was authenticated before.
pub fn has_credential(letter: &Letter, arrived: &Arrived) -> bool {
    arrived.known.is_some()
        || arrived.host_for.is_some()
        || arrived.signer().is_some()
        || head_password(letter, arrived).is_some()
        || letter.units.iter().any(|block| block.password.is_some())
}

/// The password that serves the whole letter: of its head, else of its Subject (row 33).
pub fn head_password<'a>(letter: &'a Letter, arrived: &'a Arrived) -> Option<&'a Secret> {
    letter.password.as_ref().or(arrived.subject_password.as_ref())
}

/// Authenticates a letter as of its receipt. Nothing that goes out tells which of name, unit and password
/// was wrong.
pub fn identify(game: &GameRecord, letter: &Letter, arrived: &Arrived, memory: &mut Memory) -> Identity {
    if let Some(known) = &arrived.known {
        return Identity::of(known.clone());
    }
    if let Some(seat) = &arrived.host_for {
        return of_host(game, seat);
    }
    let checker = Checker::new(game, arrived, memory);
    let mut check = Check { game, letter, arrived, checker, told: Vec::new() };
    let mut known = Known { signed: arrived.signer().cloned(), ..Known::default() };
    let signer = by_signature(letter, arrived);
    // A password in the Subject of a letter that is signed is not the signer's word.
    let head = head_password(letter, arrived).filter(|_| signer.is_none());
    if let Some(secret) = head {
        known.player = check.player_of(secret, &letter.units).map(|player| game.name_of(player).to_string());
    }
    for block in &letter.units {
        let Some(secret) = &block.password else { continue };
        let player = check.player_of(secret, std::slice::from_ref(block));
        known.units.insert(block.piece.clone(), player.map(|player| game.name_of(player).to_string()));
    }
    let fault = signer.and_then(|signer| check.speak_for(signer, &mut known).err());
    if head.is_none() && known.player.is_none() {
        let first = letter.units.iter().find_map(|block| known.units.get(&block.piece)?.clone());
        known.player = first;
    }
    let guesses = check.checker.guesses();
    let Checker { is_exhausted, shut, needs_word, .. } = check.checker;
    Identity { known, guesses, is_exhausted, shut, needs_word, fault }
}

/// The host's own letter: it speaks for a seat that the host plays, and for no other.
fn of_host(game: &GameRecord, seat: &str) -> Identity {
    let account = game.account(seat).filter(|account| account.machine);
    let player = account.map(|account| account.name.clone());
    Identity::of(Known { player, ..Known::default() })
}

/// The checking of one letter's passwords.
struct Check<'a> {
    game: &'a GameRecord,
    letter: &'a Letter,
    arrived: &'a Arrived,
    checker: Checker<'a>,
    /// What was found, so that a password is not checked twice against one player.
    told: Vec<(Secret, PlayerNo, bool)>,
}

impl<'a> Check<'a> {
    /// The player whose password this is, among those whom these blocks put in question.
    fn player_of(&mut self, secret: &Secret, blocks: &[Block]) -> Option<PlayerNo> {
        if let Some(found) = self.told.iter().find(|told| told.0 == *secret && told.2) {
            return Some(found.1);
        }
        let mut candidates = self.candidates(blocks);
        // Whose it is known to be comes first: that is no guess at the others.
        candidates.sort_by_key(|player| !self.knows(secret, *player));
        for player in candidates {
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
    fn candidates(&self, blocks: &[Block]) -> Vec<PlayerNo> {
        if let Some(named) = &self.letter.player {
            let player = self.game.player_named(named.what.trim());
            return player.map(|(number, _)| number).into_iter().collect();
        }
        let from = self.arrived.from.as_deref().unwrap_or_default();
        let mut players: Vec<PlayerNo> = self.game.players_at(from).map(|(number, _)| number).collect();
        for block in blocks {
            players.extend(self.seat_holders(&block.piece));
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

    /// The seats that a good signature proves: those registered at the key's addresses, or the one of them that the
    /// PLAYER line names. Where there are several, each unit's block is its officer's; a password of its own goes
    /// before (rule 6.2).
    fn speak_for(&self, signer: &Signer, known: &mut Known) -> Result<(), String> {
        let game = self.game;
        let mut seats: Vec<PlayerNo> = Vec::new();
        for address in &signer.addresses {
            seats.extend(game.players_at(address).map(|(number, _)| number));
        }
        if let Some(named) = &self.letter.player {
            let player = game.player_named(named.what.trim()).map(|(number, _)| number);
            seats.retain(|seat| Some(*seat) == player);
        }
        match seats.as_slice() {
            [] => Err(self.no_seat(signer)),
            [only] => {
                known.player = Some(game.name_of(*only).to_string());
                Ok(())
            }
            several => self.speak_for_several(signer, several, known),
        }
    }

    fn speak_for_several(
        &self,
        signer: &Signer,
        seats: &[PlayerNo],
        known: &mut Known,
    ) -> Result<(), String> {
        for block in &self.letter.units {
            let Some(officer) =
                self.seat_holders(&block.piece).into_iter().find(|holder| seats.contains(holder))
            else {
                continue;
            };
            let name = self.game.name_of(officer).to_string();
            known.player.get_or_insert_with(|| name.clone());
            known.units.entry(block.piece.clone()).or_insert(Some(name));
        }
        if known.player.is_some() {
            return Ok(());
        }
        let names: Vec<&str> = seats.iter().map(|seat| self.game.name_of(*seat)).collect();
        Err(format!(
            "your letter is signed by the key of {}, where several are registered: write a line PLAYER with one of {}",
            signer.words(),
            names.join(", ")
        ))
    }

    fn no_seat(&self, signer: &Signer) -> String {
        let address = signer.words();
        match &self.letter.player {
            // No word of who else plays: the signer may be no player of this game.
            Some(_) => format!(
                "your letter is signed by the key of {address}, which is not the registered address of the player it names"
            ),
            None => format!(
                "your letter is signed by the key of {address}, and no player of this game is registered there"
            ),
        }
    }

    fn seat_holders(&self, unit: &Piece) -> Vec<PlayerNo> {
        let moment = (&self.arrived.receipt, self.arrived.letter);
        let seats = Seats::at(self.game, &self.game.book, moment)
            .with_stand_ins(self.game, self.arrived.receipt.at_ms);
        let holders = |seat: Seat| [Some(seat.commander), seat.deputy, seats.stand_in(seat.commander)];
        seats.of(unit).map(holders).into_iter().flatten().flatten().collect()
    }

    fn account(&self, player: PlayerNo) -> Option<&'a Account> {
        self.game.account(self.game.name_of(player))
    }

    fn knows(&self, secret: &Secret, player: PlayerNo) -> bool {
        self.account(player).is_some_and(|account| self.checker.knows(secret, account))
    }

    /// `None` where that may not be found out.
    fn verify(&mut self, secret: &Secret, player: PlayerNo) -> Option<bool> {
        let Some(account) = self.account(player) else { return Some(false) };
        self.checker.is_of(secret, account)
    }
}
