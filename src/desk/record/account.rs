//! A player's account.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::address::is_same;
use crate::record::letter::Receipt;
use crate::record::press::PressBox;
use fieldpost_engine::machine::Skill;
use fieldpost_engine::wishes::Wishes;

/// A password's hash, from when on (rule 6.11, M-01b).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PasswordSince {
    /// From this receipt on; `None` is from the game's opening.
    pub since: Option<Receipt>,
    /// The argon2id PHC string.
    pub hash: String,
}

/// A player's account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// The player, by name, as in the game's state.
    pub name: String,
    /// The registered address: answers go there and nowhere else. Empty for a machine's seat that has none.
    pub email: String,
    /// Passwords with their times, oldest first.
    pub passwords: Vec<PasswordSince>,
    /// Text only, no pictures and so on, as `SET REPORTS` said, in words that [`Wishes::parse`] reads.
    pub report_wishes: String,
    /// Whether the host plays the seat: the letters that it writes itself for it need no password.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub machine: bool,
    /// How well the host plays it.
    #[serde(default, skip_serializing_if = "Skill::is_usual")]
    pub skill: Skill,
    /// For which days the player is away, if the player or the GA has said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absent: Option<Absence>,
    /// What the player has said of the seat besides.
    #[serde(default, skip_serializing_if = "Tenure::is_plain")]
    pub tenure: Tenure,
    /// Whose press the player refuses, and how much of it the player has written of late.
    #[serde(default, skip_serializing_if = "PressBox::is_empty")]
    pub press: PressBox,
}

/// Days for which a player is away: nothing is missed from them, and a deputy stands in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Absence {
    /// The first day, in the game's time zone.
    pub from: NaiveDate,
    /// The last.
    pub to: NaiveDate,
    /// Who may meanwhile order what the player commands, as a deputy does, by name.
    pub deputy: Option<String>,
}

/// Whether a player is done with the open turn, or with the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tenure {
    /// When the turn opened, in milliseconds since 1970, that need not wait for its deadline because of this player (READY): a turn that
    /// is gone back to opens again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ready_for: Option<i64>,
    /// When the player gave the seat up (RESIGN), in milliseconds since 1970: it stays until somebody else has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resigned_ms: Option<i64>,
    /// The address that the player moves to, until a letter from there confirms it (NEW ADDRESS).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moving: Option<Moving>,
}

/// An address that is not confirmed yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moving {
    /// The new address.
    pub to: String,
    /// SHA-256 of the token that went there, in hexadecimal.
    pub token: String,
}

impl Tenure {
    fn is_plain(&self) -> bool {
        *self == Tenure::default()
    }
}

/// What a player says of the own seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeatWord {
    /// ABSENT.
    Away(Absence),
    /// BACK: neither away nor resigned.
    Back,
    /// READY for the turn that opened at this moment, in milliseconds since 1970.
    Ready(i64),
    /// The turn waits for its deadline because of the player after all.
    NotReady,
    /// RESIGN, received at a moment in milliseconds since 1970.
    Resigned(i64),
    /// NEW ADDRESS, which the old one has confirmed.
    Moving(Moving),
}

impl Absence {
    /// Whether it lasts on a day of the game's time zone.
    pub fn is_on(&self, day: NaiveDate) -> bool {
        (self.from..=self.to).contains(&day)
    }
}

impl Account {
    /// Whether the player is away on a day of the game's time zone.
    pub fn is_absent(&self, day: NaiveDate) -> bool {
        self.absent.as_ref().is_some_and(|absence| absence.is_on(day))
    }

    /// Whether orders are waited for from the player, whose turn falls due on a day of the game's time zone: neither from the machine
    /// nor from who is away or gone.
    pub fn is_awaited(&self, day: NaiveDate) -> bool {
        !self.machine && !self.is_closed() && !self.is_absent(day) && self.tenure.resigned_ms.is_none()
    }

    /// Takes the player's word on the seat.
    pub fn say(&mut self, word: &SeatWord) {
        match word {
            SeatWord::Away(absence) => self.absent = Some(absence.clone()),
            SeatWord::Back => (self.absent, self.tenure.resigned_ms) = (None, None),
            SeatWord::Ready(opened_ms) => self.tenure.ready_for = Some(*opened_ms),
            SeatWord::NotReady => self.tenure.ready_for = None,
            SeatWord::Resigned(at_ms) => self.tenure.resigned_ms = Some(*at_ms),
            SeatWord::Moving(moving) => self.tenure.moving = Some(moving.clone()),
        }
    }

    /// Whether nobody can write for the seat nor be written to: its player was removed.
    pub fn is_closed(&self) -> bool {
        self.email.is_empty() && self.passwords.is_empty() && !self.machine
    }

    /// The account once its player was removed.
    pub fn closed(self) -> Self {
        Account {
            email: String::new(),
            passwords: Vec::new(),
            machine: false,
            skill: Skill::default(),
            absent: None,
            tenure: Tenure::default(),
            ..self
        }
    }

    /// Somebody of whom nothing is known but the name.
    pub fn nobody(name: &str) -> Self {
        Account {
            name: name.to_owned(),
            email: String::new(),
            passwords: Vec::new(),
            report_wishes: String::new(),
            machine: false,
            skill: Skill::default(),
            absent: None,
            tenure: Tenure::default(),
            press: PressBox::default(),
        }
    }

    /// How the player wants reports; one who never said it, or in words that say nothing today, wants all there is.
    pub fn wishes(&self) -> Wishes {
        Wishes::parse(&self.report_wishes)
    }

    /// Whether a letter's sender has the registered address. Nobody has the address of a seat without one, not even a
    /// letter without a sender.
    pub fn is_registered_at(&self, address: &str) -> bool {
        !self.email.is_empty() && is_same(&self.email, address)
    }

    /// The password's hash that counts for a letter of this receipt: the last one set by an earlier letter
    /// (rule 6.11, M-02).
    pub fn password_at(&self, receipt: &Receipt) -> Option<&PasswordSince> {
        self.passwords
            .iter()
            .rev()
            .find(|password| password.since.as_ref().is_none_or(|since| since < receipt))
    }

    /// Puts a password in its place in time; one set by the same letter is replaced, so that a change
    /// carried out twice is as one.
    pub fn set_password(&mut self, password: PasswordSince) {
        self.passwords.retain(|other| other.since != password.since);
        let place = self.passwords.partition_point(|other| other.since < password.since);
        self.passwords.insert(place, password);
    }
}

#[cfg(test)]
mod tests {
    use crate::trial::toys::game;

    #[test]
    fn a_seat_is_closed_that_has_neither_address_nor_password_nor_machine() {
        let mut account = game().account("clam").unwrap().clone();
        assert!(!account.is_closed());
        let passwords = std::mem::take(&mut account.passwords);
        assert!(!account.is_closed(), "a letter from its address may come still");
        account.email.clear();
        assert!(account.is_closed());
        account.machine = true;
        assert!(!account.is_closed());
        (account.machine, account.passwords) = (false, passwords);
        assert!(!account.is_closed());
    }
}
