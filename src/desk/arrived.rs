//! What mail knows of a letter beside its text, in the desk's own words, and whom it was found to be from.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::address::is_same;
use crate::record::press::PressLimits;
use crate::record::{GameName, LetterNo, Receipt};
use crate::spent::Spent;
use fieldpost_engine::piece::Piece;
use fieldpost_grammar::Secret;

/// What kind of sender wrote the letter, by its headers (hazard rows 7 to 11).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// A human, as far as one can tell.
    #[default]
    Human,
    /// Automatic mail, a list among it; what gave it away.
    Automatic(String),
    Bounce,
    /// Our own mail come back.
    OwnLoop,
}

/// What the receiving server says of the sender's address, by the Authentication-Results header that the host
/// believes. It may lower trust in a player's letter; where it raises it, only the guesses of others at the password count
/// no longer against it ([`crate::guesses`], rows 14, 15). Of a GA's letter the host may require it
/// ([`crate::proof`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trust {
    /// Nothing, or nothing that counts.
    #[default]
    Unknown,
    /// DMARC passed for the domain of its one sender. That its own server said so is for the host to see to.
    Passed,
    /// DMARC failed: the letter waits for a word from the registered address.
    Failed,
}

/// What an OpenPGP signature says of the letter (row 31). It speaks for all that was read of the letter, and for
/// nothing else of it: neither its From line nor its Subject is signed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Signed {
    /// There is none, or signatures are not checked here.
    #[default]
    None,
    /// It is good.
    By(Signer),
    /// It does not count, and why.
    Bad(String),
}

/// Whose good signature a letter bears.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signer {
    /// The addresses for which the host keeps the key, lower case; mostly one.
    pub addresses: Vec<String>,
    /// When it was signed, by the signer's clock, in milliseconds since 1970.
    pub at_ms: i64,
}

impl Signer {
    /// The addresses in words.
    pub fn words(&self) -> String {
        self.addresses.join(" and ")
    }
}

/// A letter of the same content that was judged before (row 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Duplicate {
    /// The first one.
    pub of: LetterNo,
    /// Whether its stored answer has been sent again already; it is sent again at most once.
    pub answered: bool,
}

/// Of which turn a mail of ours was that this letter answers: the turn that was open when it was sent (M-04).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnTag {
    /// Of which game; `None` where the tag does not tell.
    pub game: Option<GameName>,
    pub turn: u32,
}

/// What was left unread in the letter, for the receipt (rows 25 to 28).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ignored {
    /// Lines taken for quotation.
    pub quoted: u32,
    /// Lines taken for a signature.
    pub signature: u32,
    /// Lines taken for forwarded mail.
    pub forwarded: u32,
    /// Whether an order block stands in what was ignored.
    pub orders_in_it: bool,
    /// Lines outside the signed text of a letter that has one.
    #[serde(default)]
    pub unsigned: u32,
    /// Lines that were struck out, or parts of lines.
    #[serde(default)]
    pub struck: u32,
    /// Whether orders stand, without any mark, below the header of an older mail.
    #[serde(default, skip_serializing_if = "is_false")]
    pub below_header: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde asks so
fn is_false(what: &bool) -> bool {
    !what
}

impl Ignored {
    /// Where the orders stand that were left unread, and what to do, in a sentence.
    pub fn orders_words(&self) -> &'static str {
        if self.below_header {
            "orders stand below the lines \"From:\" and \"Sent:\" (or one such as \"Ann wrote:\") that your mail program put \
             above an older mail, and nothing below them is carried out: write or paste your orders, with your password, \
             above these lines"
        } else {
            "orders stand in quoted or forwarded text, which is never carried out: write or paste them above that, \
             without the marks, with your password"
        }
    }
}

/// What the host requires of a GA's letter: `[ga] require`. A good signature is enough under any of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Requirement {
    /// The GA's password.
    #[default]
    Password,
    /// The GA's password, in a letter whose From address the receiving server found to be true (DMARC, RFC 7489).
    PasswordAndDmarc,
    /// A signature; no password will do.
    Signature,
}

impl FromStr for Requirement {
    type Err = ();

    /// As the configuration writes it.
    fn from_str(word: &str) -> Result<Self, ()> {
        match word {
            "password" => Ok(Requirement::Password),
            "password+dmarc" => Ok(Requirement::PasswordAndDmarc),
            "signature" => Ok(Requirement::Signature),
            _ => Err(()),
        }
    }
}

/// As whom a letter was authenticated. Kept in its verdict record, so that a held letter that is released,
/// and a store that is rebuilt, need no password again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    /// The player whose verified password serves the letter.
    pub player: Option<String>,
    /// Players whose own password stood after a unit's id (rule 6.2); `None` where it was wrong.
    pub units: BTreeMap<Piece, Option<String>>,
    /// The game administrator whose verified password serves the letter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ga: Option<String>,
    /// The argon2id hash of a new password asked for in it.
    pub new_password: Option<String>,
    /// Whose good signature it bore, so that it need not be checked again when its bytes have been masked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed: Option<Signer>,
}

/// What mail and store say of a letter that is to be judged.
#[derive(Clone, Debug)]
pub struct Arrived {
    /// When it was received; letters are judged by this alone (M-01).
    pub receipt: Receipt,
    /// Its number.
    pub letter: LetterNo,
    /// The bare address of its one sender, if there is one (row 36).
    pub from: Option<String>,
    /// What wrote it.
    pub class: Class,
    /// What its server says of the address.
    pub trust: Trust,
    /// What its OpenPGP signature says.
    pub signed: Signed,
    /// Its first copy, if it is one of several.
    pub duplicate: Option<Duplicate>,
    /// Its Subject, decoded.
    pub subject: String,
    /// Whether its text is nothing but the words of a mail program's button.
    pub by_button: bool,
    /// A password that stood in the Subject (row 33); counts where the text has none.
    pub subject_password: Option<Secret>,
    /// Plus tags of the addresses it was sent to (row 35).
    pub tags: Vec<String>,
    /// The mail of ours that it answers.
    pub answers: Option<TurnTag>,
    /// Whether others received it too.
    pub other_recipients: bool,
    /// Whether it asks for no automatic answers (row 9), or was taken for spam (row 17): strangers then get none.
    pub suppress: bool,
    /// Whether the receiving server, which says what it finds of senders, found nothing that makes its From line true (row
    /// 17): a stranger then gets no error, which might go to somebody who wrote nothing.
    pub unvouched: bool,
    /// What was left unread.
    pub ignored: Ignored,
    /// Whether its orders were written into our own template below the header of the mail that it answers.
    pub in_template: bool,
    /// Whether a line in which a whole letter stood was taken apart.
    pub unrolled: bool,
    /// Whether a mail program asks for another letter to be given back.
    pub recall: bool,
    /// Where no order stands in its text: the files beside it that are not opened here, and what to do, in a sentence.
    pub unopened: Option<String>,
    /// How mail read it: parts, the part chosen, charset; for TEST.
    pub reading: Vec<String>,
    /// Authentication that was done before.
    pub known: Option<Known>,
    /// The player for whose seat the host itself wrote the letter. No letter that came from outside has this: it is set
    /// where the host's own letters are filed, and nowhere else.
    pub host_for: Option<String>,
    /// Whether it was typed at the host's own keyboard: whoever may do that counts as an owner without a password. No
    /// letter that came from outside has this: it is set where the control socket hands commands over, and nowhere else.
    pub at_keyboard: bool,
    /// Whether a held letter has been released by its registered sender.
    pub confirmed: bool,
    /// What the host requires of a game administrator's letter.
    pub ga_requires: Requirement,
    /// How much press the host carries.
    pub press_limits: PressLimits,
    /// Wrong passwords that came before (M-03).
    pub spent: Spent,
    /// Where the mails of ours went that it answers: who writes so has read one.
    pub reached: Vec<String>,
    /// Its words as they can be shown to a person, where it is no letter of commands: at most [`MOST_SAID`] characters.
    pub said: String,
    /// Its first line that begins with a command, where no line of it names its GA.
    pub first_command: Option<String>,
    /// What the office has looked up for its commands.
    pub looked_up: LookedUp,
    /// Fresh random bytes, for a salt and a token.
    pub random: [u8; 32],
}

/// Characters of a letter that are shown to whoever must answer it.
pub const MOST_SAID: usize = 2_000;

/// What a game administrator's commands ask for that only the office can see: which scenarios there are, which letters are in
/// quarantine. It is looked up once it is known that the letter is an administrator's; the desk then judges once more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LookedUp {
    /// What an OPEN would make, or why it cannot be done, in a sentence.
    pub openings: Vec<Opening>,
    /// Why a letter cannot be released, by its number, in a sentence; `None` of one that can.
    pub releases: BTreeMap<u64, Option<String>>,
}

/// An OPEN as it stands in a letter, and what the office finds of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The new game's name.
    pub name: String,
    pub scenario: String,
    /// The text of its seats file.
    pub seats: String,
    /// What would be opened, in sentences, or why that cannot be.
    pub found: Result<Vec<String>, String>,
}

impl LookedUp {
    /// What the office finds of an opening; `None` if it has not looked.
    pub fn opening(&self, name: &str, scenario: &str, seats: &str) -> Option<&Result<Vec<String>, String>> {
        let is_it = |one: &&Opening| one.name == name && one.scenario == scenario && one.seats == seats;
        self.openings.iter().find(is_it).map(|one| &one.found)
    }
}

impl Arrived {
    /// A plain letter of a human of whom nothing more is known.
    pub fn plain(receipt: Receipt, letter: LetterNo, from: Option<&str>) -> Self {
        Arrived {
            receipt,
            letter,
            from: from.map(str::to_string),
            class: Class::Human,
            trust: Trust::Unknown,
            signed: Signed::None,
            duplicate: None,
            subject: String::new(),
            by_button: false,
            subject_password: None,
            tags: Vec::new(),
            answers: None,
            other_recipients: false,
            suppress: false,
            unvouched: false,
            ignored: Ignored::default(),
            in_template: false,
            unrolled: false,
            recall: false,
            unopened: None,
            reading: Vec::new(),
            known: None,
            host_for: None,
            at_keyboard: false,
            confirmed: false,
            ga_requires: Requirement::default(),
            press_limits: PressLimits::default(),
            spent: Spent::default(),
            reached: Vec::new(),
            said: String::new(),
            first_command: None,
            looked_up: LookedUp::default(),
            random: [0; 32],
        }
    }

    /// Whose good signature it bears, if it bears one.
    pub fn signer(&self) -> Option<&Signer> {
        match &self.signed {
            Signed::By(signer) => Some(signer),
            Signed::None | Signed::Bad(_) => None,
        }
    }

    /// Whether what was read of the letter is proven to be from this address: signed by a key that the host keeps
    /// for it.
    pub fn is_signed_by(&self, address: &str) -> bool {
        let is_it = |signer: &Signer| signer.addresses.iter().any(|kept| is_same(kept, address));
        self.signer().is_some_and(is_it)
    }

    /// A letter that was held: as whom it was authenticated stands, and its registered sender has confirmed it.
    pub fn release(&mut self, known: Known) {
        match (&known.signed, &self.signed) {
            (Some(signer), _) => self.signed = Signed::By(signer.clone()),
            (None, Signed::By(_)) => self.signed = Signed::None,
            (None, _) => {}
        }
        self.known = Some(known);
        self.confirmed = true;
    }
}
