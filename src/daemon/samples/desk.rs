//! Samples of what the game administrator's desk mails beside its answers.

use super::things::{GAME, stamp, unit};
use crate::administrators::GaWelcome;
use crate::differences::WentBack;
use crate::views::OwnOrder;
use fieldpost_door::Differs;
use fieldpost_print::press::MARKUP;

/// To an administrator whose game has been opened.
pub fn ga_welcome(waits: bool) -> GaWelcome {
    GaWelcome {
        game: GAME.into(),
        title: MARKUP.into(),
        turn: 1,
        name: MARKUP.into(),
        role: "owner".into(),
        password: "amber-brook-cedar-dune".into(),
        deadline: stamp(),
        schedule: "every Sunday at 20:00".into(),
        address: "orders@example.org".into(),
        others: if waits { Vec::new() } else { vec![format!("{MARKUP}, helper")] },
        waits,
    }
}

/// What differs after the game went back.
pub fn went_back(run: bool, differs: bool) -> WentBack {
    let one = Differs { what: "AU3IN morale".into(), before: MARKUP.into(), after: "60".into() };
    WentBack {
        game: GAME.into(),
        title: MARKUP.into(),
        player: MARKUP.into(),
        turn: 4,
        was: 6,
        to: 4 - u32::from(run),
        by: MARKUP.into(),
        run,
        held: (!run).then(|| MARKUP.into()),
        deadline: stamp(),
        orders: if run { Vec::new() } else { vec![OwnOrder { unit: unit(3), words: MARKUP.into() }] },
        more: usize::from(differs && !run) * 5,
        offices: vec![format!("CAMPAIGN {MARKUP}")],
        differs: if differs { vec![one] } else { Vec::new() },
    }
}
