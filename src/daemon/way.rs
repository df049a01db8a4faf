//! The ways on which letters come in. All of them take one road ([`super::road`]), which asks here for what differs.

use crate::delivered::{KEYBOARD, MACHINE};
use crate::reading::Meant;
use fieldpost_desk::answer::{Answer, Body, To};
use fieldpost_desk::arrived::{Arrived, Known};
use fieldpost_desk::record::GameName;
use fieldpost_store::LetterRecord;

/// By which way a letter comes.
pub(super) enum Way {
    /// As a mail, from a mailbox or through the pipe.
    Mail {
        /// As whom of which game it was known when it was quarantined: its kept bytes hold no password any more.
        known: Option<(GameName, Known)>,
    },
    /// As a mail that was held in a game until its registered sender confirmed it.
    Confirmed {
        /// The game in which it was held.
        game: GameName,
        /// As whom it was known then.
        known: Known,
    },
    /// Typed by the host. **Nothing from outside comes this way**: whoever may open the control socket is the host.
    Typed,
    /// Written by the host for a seat of the machine. **Nothing from outside comes this way** either, and the desk takes the host's
    /// word for such seats alone.
    Machine {
        /// The seat's game.
        game: GameName,
        /// Whose seat it is.
        player: String,
    },
}

impl Way {
    /// The way by which a letter came that lies in quarantine.
    pub(super) fn of(record: &LetterRecord) -> Self {
        // Only where it is known whose it is does its record name a game.
        let known = record.game.clone().map(|game| (game, record.known.clone()));
        match (record.place.account.as_str(), known) {
            (KEYBOARD, _) => Way::Typed,
            (MACHINE, Some((game, Known { player: Some(player), .. }))) => Way::Machine { game, player },
            (_, known) => Way::Mail { known },
        }
    }

    /// What is known of its game before it is read.
    pub(super) fn meant(&self) -> Meant<'_> {
        match self {
            Way::Mail { known: None } | Way::Typed => Meant::Unknown,
            Way::Mail { known: Some((game, _)) } => Meant::Proven(game),
            Way::Confirmed { game, .. } | Way::Machine { game, .. } => Meant::Settled(game),
        }
    }

    /// Says whose word it is, where that is known before any password is looked at.
    pub(super) fn vouch(&self, arrived: &mut Arrived) {
        match self {
            Way::Mail { known } => arrived.known = known.as_ref().map(|(_, known)| known.clone()),
            Way::Confirmed { known, .. } => arrived.release(known.clone()),
            Way::Typed => arrived.at_keyboard = true,
            Way::Machine { player, .. } => arrived.host_for = Some(player.clone()),
        }
    }

    /// Whether it is judged as mail is: it may be too old, too large, a bounce, a guess at a password, or a sign that its writer's
    /// address works.
    pub(super) fn is_mail(&self) -> bool {
        matches!(self, Way::Mail { .. })
    }

    /// Whether another letter of the same words is a copy of it. A command may be typed again, and the machine says the same in many a
    /// turn.
    pub(super) fn is_known_by_its_words(&self) -> bool {
        self.is_mail()
    }

    /// Whether its bytes are kept as they are: the machine has no password, and knows its own letter again by the bytes.
    pub(super) fn keeps_its_bytes(&self) -> bool {
        matches!(self, Way::Machine { .. })
    }

    /// Whom the record names as its sender, where no header does.
    pub(super) fn writer(&self) -> Option<String> {
        match self {
            Way::Mail { .. } | Way::Confirmed { .. } => None,
            Way::Typed => Some("the host's keyboard".to_owned()),
            Way::Machine { player, .. } => Some(format!("the host, for {player}")),
        }
    }

    /// Whether an answer is shown where the letter was typed, and goes to nobody's mailbox.
    pub(super) fn shows(&self, answer: &Answer) -> bool {
        matches!(self, Way::Typed) && (answer.to == To::Ga || matches!(answer.body, Body::Ga(_)))
    }

    /// Whether it may be judged anew when another daemon has written meanwhile. The machine has written for the position as it was, and
    /// the seat's player may have ordered since.
    pub(super) fn can_be_judged_anew(&self) -> bool {
        !matches!(self, Way::Machine { .. })
    }
}
