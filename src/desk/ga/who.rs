//! Whose letter it is: a verified password, or the host's own keyboard, tells, and what it may ask for then.

use crate::arrived::{Arrived, Known, Signer};
use crate::ga::record::Administrator;
use crate::game::GameRecord;
use crate::guesses::{Checker, Guess};
use crate::password::Memory;
use crate::proof::{Proof, proof_of};
use fieldpost_grammar::Secret;
use fieldpost_grammar::command::{Command, GaLetter, Role};

/// As whom the keyboard speaks that names nobody.
pub const HOST: &str = "the host";

/// Who gives the commands of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct By {
    pub name: String,
    /// What they may do.
    pub role: Role,
    /// Where the answer goes; nowhere for the keyboard, which reads it at once.
    pub address: Option<String>,
}

impl By {
    fn administrator(administrator: &Administrator) -> Self {
        By {
            name: administrator.account.name.clone(),
            role: administrator.role,
            address: Some(administrator.account.email.clone()),
        }
    }

    fn keyboard(game: &GameRecord, letter: &GaLetter) -> Self {
        let named = named(letter).and_then(|name| game.administration.named(name));
        let name = named.map_or(HOST, |administrator| administrator.account.name.as_str());
        By { name: name.to_owned(), role: Role::Owner, address: None }
    }

    /// Whoever spoke under a name when a command was kept, as they are now; nobody if they hold no office any more.
    pub fn still(&self, game: &GameRecord) -> Option<Role> {
        match &self.address {
            None => Some(Role::Owner),
            Some(_) => game.administration.named(&self.name).map(|administrator| administrator.role),
        }
    }
}

/// What came of a letter's password.
pub struct Found {
    /// Whose letter it is.
    pub by: Option<By>,
    /// The same for the verdict record.
    pub known: Known,
    /// Wrong passwords.
    pub guesses: Vec<Guess>,
    /// Whether a password was left unread because the letter's checks were used up.
    pub is_exhausted: bool,
    /// Whether one was left unread because too many wrong ones came for its account.
    pub is_shut: bool,
    /// Whether a right one counts only after a word from the registered address.
    pub needs_word: bool,
    /// Why no password could have made it count: it does not prove what the host requires.
    pub fault: Option<String>,
}

/// Whether a letter says anything by which its writer could be known.
pub fn has_credential(letter: &GaLetter, arrived: &Arrived) -> bool {
    let has_password = password(letter, arrived).is_some();
    arrived.at_keyboard || arrived.known.is_some() || arrived.signer().is_some() || has_password
}

/// Who signed a letter in which no password stands.
pub fn by_signature<'a>(letter: &GaLetter, arrived: &'a Arrived) -> Option<&'a Signer> {
    arrived.signer().filter(|_| letter.password.is_none())
}

fn password<'a>(letter: &'a GaLetter, arrived: &'a Arrived) -> Option<&'a Secret> {
    letter.password.as_ref().or(arrived.subject_password.as_ref())
}

fn named(letter: &GaLetter) -> Option<&str> {
    letter.ga.as_ref().and_then(|read| read.what.as_deref()).map(str::trim)
}

/// The administrators whom a letter may be from: the one it names, else those registered under its sender's address.
pub fn candidates<'a>(game: &'a GameRecord, letter: &GaLetter, arrived: &Arrived) -> Vec<&'a Administrator> {
    match named(letter) {
        Some(name) => game.administration.named(name).into_iter().collect(),
        None => at_address(game, arrived),
    }
}

/// The administrators who are registered under a letter's sender's address.
pub fn at_address<'a>(game: &'a GameRecord, arrived: &Arrived) -> Vec<&'a Administrator> {
    game.administrators_at(arrived.from.as_deref().unwrap_or_default()).collect()
}

/// Authenticates a letter as of its receipt. Nothing that goes out tells which of name and password was wrong.
pub fn identify(game: &GameRecord, letter: &GaLetter, arrived: &Arrived, memory: &mut Memory) -> Found {
    let found = |by: Option<By>, known: Known| Found {
        by,
        known,
        guesses: Vec::new(),
        is_exhausted: false,
        is_shut: false,
        needs_word: false,
        fault: None,
    };
    if arrived.at_keyboard {
        let by = By::keyboard(game, letter);
        let known = Known { ga: Some(by.name.clone()), ..Known::default() };
        return found(Some(by), known);
    }
    if let Some(known) = &arrived.known {
        let by = known.ga.as_deref().and_then(|name| game.administration.named(name));
        return found(by.map(By::administrator), known.clone());
    }
    verified(game, letter, arrived, memory)
}

fn verified(game: &GameRecord, letter: &GaLetter, arrived: &Arrived, memory: &mut Memory) -> Found {
    let mut check = Check { letter, arrived, checker: Checker::new(game, arrived, memory), fault: None };
    let mut of_signer: Vec<&Administrator> = match (named(letter), by_signature(letter, arrived)) {
        (None, Some(signer)) => {
            signer.addresses.iter().flat_map(|address| game.administrators_at(address)).collect()
        }
        _ => Vec::new(),
    };
    of_signer.extend(candidates(game, letter, arrived));
    let by = of_signer.into_iter().find(|administrator| check.is_of(administrator)).map(By::administrator);
    let known = Known { ga: by.as_ref().map(|by| by.name.clone()), ..Known::default() };
    let guesses = check.checker.guesses();
    let Checker { is_exhausted, is_shut, needs_word, .. } = check.checker;
    Found { by, known, guesses, is_exhausted, is_shut, needs_word, fault: check.fault }
}

/// The checking of one letter.
struct Check<'a> {
    letter: &'a GaLetter,
    arrived: &'a Arrived,
    checker: Checker<'a>,
    fault: Option<String>,
}

impl Check<'_> {
    /// Whether the letter proves to be this administrator's, by what the host requires.
    fn is_of(&mut self, administrator: &Administrator) -> bool {
        match proof_of(self.arrived.ga_requires, self.arrived, &administrator.account.email) {
            // A letter in which a password stands stands and falls with that, as a player's does.
            Ok(Proof::Whole) if self.letter.password.is_none() => true,
            Ok(Proof::Whole | Proof::ButForPassword) => self.has_password_of(administrator),
            Err(why) => {
                self.fault = Some(why);
                false
            }
        }
    }

    fn has_password_of(&mut self, administrator: &Administrator) -> bool {
        let secret = password(self.letter, self.arrived);
        secret.is_some_and(|secret| self.checker.is_of(secret, &administrator.account) == Some(true))
    }
}

/// The least that one must be to ask for this (issue 6).
pub fn lowest_role(command: &Command) -> Role {
    match command {
        Command::Show(_)
        | Command::Help(_)
        | Command::Broadcast(_)
        | Command::Tell { .. }
        | Command::NewPassword(_) => Role::Helper,
        Command::End { .. }
        | Command::Reopen
        | Command::Open { .. }
        | Command::AddGa { .. }
        | Command::RemoveGa(_)
        | Command::ChangeRole { .. } => Role::Owner,
        _ => Role::Ga,
    }
}

/// Whether those whom a command concerns hear of it whatever stands behind it: a deadline, a password, a seat cannot change without.
pub fn must_be_told(command: &Command) -> bool {
    matches!(
        command,
        Command::Deadline(_)
            | Command::Extend(_)
            | Command::End { .. }
            | Command::Reopen
            | Command::RunTurn(_)
            | Command::Rollback(_)
            | Command::Rerun(_)
            | Command::RemovePlayer(_)
            | Command::Replace { .. }
            | Command::Machine { .. }
            | Command::Email { .. }
            | Command::ResetPassword(_)
            | Command::Absent { .. }
            | Command::Accept { .. }
            | Command::AddGa { .. }
            | Command::RemoveGa(_)
            | Command::ChangeRole { .. }
            | Command::Broadcast(_)
            | Command::Tell { .. }
    )
}

/// Whether a command changes nothing and may be asked for at any time.
pub fn only_looks(command: &Command) -> bool {
    matches!(command, Command::Show(_) | Command::Help(_))
}
