//! What the record keeps of administrators and of what they do. Plain data, in order; none of it holds a password's words.

use serde::{Deserialize, Serialize};

use crate::address::is_same;
use crate::record::account::Account;
use crate::record::letter::{LetterNo, Receipt};
use crate::settings::Settings;
pub use fieldpost_door::Said;
use fieldpost_engine::touch::Touch;
use fieldpost_grammar::command::Role;

/// Who administers a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Administrator {
    /// Name, address and passwords, as a player's; the name is nobody else's in the game.
    pub account: Account,
    /// What they may do.
    pub role: Role,
}

/// A hand edit that was done. It belongs to the open turn, whose position is the one it began with and its edits in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandEdit {
    /// Its number, counted from 1 over the whole game.
    pub number: u32,
    /// When it was received.
    pub receipt: Receipt,
    /// In which letter; the store writes it in.
    pub letter: LetterNo,
    /// Whose it is, by name.
    pub by: String,
    /// The command in canonical words.
    pub words: String,
    /// What it changed.
    pub touches: Vec<Touch>,
    /// The same for people.
    pub said: Vec<Said>,
    /// Rules that it went against because the GA insisted, a sentence each.
    pub against: Vec<String>,
    /// Whether the players concerned are not told.
    pub secretly: bool,
    /// The edit that it takes back.
    pub undoes: Option<u32>,
    /// Whether it opened another part of the turn ([`fieldpost_door::Board::part`]): what was sent before was for the part that it ended.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub opens: bool,
    /// Players whose READY was for the part that it ended, by name: they are ready again when it is taken back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readied: Vec<String>,
}

/// A command that waits for its token to come back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// SHA-256 of the token, in hexadecimal.
    pub token: String,
    pub by: String,
    /// The command in canonical words, which read as itself.
    pub words: String,
    /// The turn that was open: once the game has moved on, the token is worth nothing.
    pub turn: u32,
    /// When it was received, in milliseconds since 1970: after a day it is worth nothing.
    pub at_ms: i64,
}

/// Somebody who signed up by mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Applicant {
    /// The address that wrote, and that confirmed.
    pub address: String,
    /// The name that is wished, if one was.
    pub name: Option<String>,
    /// The nation that is wished, as written.
    pub nation: Option<String>,
    /// SHA-256 of the token that went to the address, in hexadecimal; `None` once it has come back.
    pub token: Option<String>,
    /// When the letter was received, in milliseconds since 1970.
    pub at_ms: i64,
}

/// Somebody who looks on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observer {
    pub address: String,
    /// SHA-256 of the token that went to the address, in hexadecimal; `None` once it has come back.
    pub token: Option<String>,
}

/// Applicants that are kept at most; beyond them the oldest whose address is not confirmed is dropped.
pub const MOST_APPLICANTS: usize = 50;

/// Something that the desk decided and the daemon does: it takes the whole record. Durable with the letter's verdict, and done
/// once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Its number, counted from 1 over the whole game.
    pub number: u32,
    pub by: String,
    /// In which letter; the store writes it in.
    pub letter: LetterNo,
    /// When it may be done, in milliseconds since 1970.
    pub not_before_ms: i64,
    pub what: Work,
}

/// What the daemon does for a GA.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// Mails everybody the account of a game that has ended.
    Account {
        /// Whether it shows the whole board, turn by turn.
        reveal: bool,
    },
    /// Mails its administrator the game's past as pages.
    Archive {
        /// The player whose sight they are of; anybody's where none is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        player: Option<String>,
        /// Whether they are of all there was.
        whole: bool,
    },
    /// Opens another game.
    Open {
        name: String,
        /// The scenario's name.
        scenario: String,
        /// The text of the seats file.
        seats: String,
    },
    /// Runs this turn, if it is still the open one.
    RunTurn(u32),
    /// Goes back to this turn; with `run`, runs it again.
    Rollback {
        /// The turn that is to be open.
        to: u32,
        /// Whether it is run at once.
        run: bool,
    },
    /// Puts these settings in force.
    Settle(Box<Settings>),
    /// Reads a quarantined letter once more, and judges it as of its receipt.
    Release(LetterNo),
}

/// What a GA's letter changes in the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GaChange {
    /// A hand edit of this turn.
    Edit {
        /// The open turn.
        turn: u32,
        edit: HandEdit,
    },
    /// A player's account is new (behind all others) or takes the place of the one of this name.
    Account(Account),
    /// An administrator is new or takes the place of the one of this name.
    Administrator(Administrator),
    /// An administrator is none any more.
    Dismiss(String),
    /// How the game is run, from now on.
    Settings(Box<Settings>),
    /// Whether the open turn is held, and why.
    Hold(Option<String>),
    /// The game has ended, or goes on again.
    Ended(bool),
    /// The game is played from another post office from now on: its address. It goes on here when [`GaChange::Ended`] says so.
    Moved(String),
    /// The game came here from another post office: its address, to which older letters were sent.
    Came(String),
    /// A command waits for its token.
    Ask(Asked),
    /// A token came back, or its command waits no more.
    Answered {
        /// SHA-256 of the token, in hexadecimal.
        token: String,
    },
    /// Something for the daemon.
    Task(Task),
    /// A task that waits no more.
    Drop { number: u32 },
    /// A line for the audit.
    Note(String),
    /// Somebody signed up, or confirmed the address.
    Applicant(Applicant),
    /// An application is answered: the address.
    Applied(String),
    /// Somebody wishes to look on, or has confirmed the address.
    Observer(Observer),
    /// Somebody looks on no more: the address.
    NoObserver(String),
}

/// What the record keeps of a game's administrators and their doings, beside accounts, settings and the open turn's book.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Administration {
    /// The administrators, in the order in which they came.
    pub administrators: Vec<Administrator>,
    /// Commands that wait for their tokens.
    pub asked: Vec<Asked>,
    /// Tasks that wait for the daemon, in the order in which they are to be done.
    pub tasks: Vec<Task>,
    /// How many hand edits there have been.
    pub edits_made: u32,
    /// How many tasks there have been.
    pub tasks_made: u32,
    /// Whether the game has ended: no turn runs, no order is taken.
    pub has_ended: bool,
    /// The address of the post office from which it is played now, if it was handed over: it has ended here then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved_to: Option<String>,
    /// The addresses of the post offices from which it came, the first one first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub came_from: Vec<String>,
    /// Whether an administrator holds the open turn.
    pub holds: bool,
    /// Who signed up and has no answer yet, the oldest first.
    pub applicants: Vec<Applicant>,
    /// Who looks on, and who has not confirmed that wish yet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub observers: Vec<Observer>,
}

impl Administration {
    /// An administrator by name, in any case.
    pub fn named(&self, name: &str) -> Option<&Administrator> {
        self.administrators.iter().find(|administrator| administrator.account.name.eq_ignore_ascii_case(name))
    }

    /// Carries out what of a change is kept here; the rest concerns accounts, settings and the open turn's book.
    pub fn apply(&mut self, change: &GaChange) {
        match change {
            GaChange::Administrator(new) => {
                let is_he =
                    |other: &&mut Administrator| other.account.name.eq_ignore_ascii_case(&new.account.name);
                match self.administrators.iter_mut().find(is_he) {
                    Some(place) => place.clone_from(new),
                    None => self.administrators.push(new.clone()),
                }
            }
            GaChange::Dismiss(name) => {
                self.administrators.retain(|other| !other.account.name.eq_ignore_ascii_case(name));
            }
            GaChange::Ask(asked) => self.asked.push(asked.clone()),
            GaChange::Answered { token } => self.asked.retain(|asked| asked.token != *token),
            GaChange::Task(task) => {
                self.tasks_made = self.tasks_made.max(task.number);
                self.tasks.push(task.clone());
            }
            GaChange::Drop { number } => self.tasks.retain(|task| task.number != *number),
            GaChange::Edit { edit, .. } => self.edits_made = self.edits_made.max(edit.number),
            GaChange::Ended(ended) => (self.has_ended, self.moved_to) = (*ended, None),
            GaChange::Moved(to) => (self.has_ended, self.moved_to) = (true, Some(to.clone())),
            GaChange::Came(from) => self.came_from.push(from.clone()),
            GaChange::Hold(why) => self.holds = why.is_some(),
            GaChange::Applicant(applicant) => self.sign_up(applicant.clone()),
            GaChange::Applied(address) => {
                self.applicants.retain(|applicant| !is_same(&applicant.address, address));
            }
            GaChange::Observer(observer) => {
                self.observers.retain(|other| !is_same(&other.address, &observer.address));
                self.observers.push(observer.clone());
            }
            GaChange::NoObserver(address) => {
                self.observers.retain(|other| !is_same(&other.address, address));
            }
            GaChange::Account(_) | GaChange::Settings(_) | GaChange::Note(_) => {}
        }
    }

    fn sign_up(&mut self, applicant: Applicant) {
        self.applicants.retain(|other| !is_same(&other.address, &applicant.address));
        if self.applicants.len() >= MOST_APPLICANTS
            && let Some(place) = self.applicants.iter().position(|other| other.token.is_some())
        {
            self.applicants.remove(place);
        }
        self.applicants.push(applicant);
        self.applicants.truncate(MOST_APPLICANTS);
    }

    /// Who signed up from an address.
    pub fn applicant(&self, address: &str) -> Option<&Applicant> {
        self.applicants.iter().find(|applicant| is_same(&applicant.address, address))
    }

    /// Who looks on from an address, or wishes to.
    pub fn observer(&self, address: &str) -> Option<&Observer> {
        self.observers.iter().find(|observer| is_same(&observer.address, address))
    }

    /// How many owners there are.
    pub fn owners(&self) -> usize {
        self.administrators.iter().filter(|administrator| administrator.role == Role::Owner).count()
    }
}
