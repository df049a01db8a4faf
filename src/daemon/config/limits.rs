//! `[limits]`: bounds and caps.

use serde::Deserialize;

use fieldpost_desk::record::press::PressLimits;

/// Bounds and caps, each with the default of `docs/mail.md`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Largest letter read, in bytes.
    pub letter_bytes: u32,
    /// Receipts to one player a day.
    pub receipts_per_day: u32,
    /// Answers to one stranger a day; who signs up gets six.
    pub stranger_answers_per_day: u32,
    /// Error mails to all players together a day, and as many answers to all strangers together.
    pub error_mails_per_day: u32,
    /// The room that the store's disk should have, in MiB: below it the GA is told, below a tenth of it letters stay on
    /// the server and turns wait. 0 is no limit.
    pub disk_mib: u32,
    /// Letters to other players that one player may send within 24 hours.
    pub presses_per_day: u32,
    pub press_characters: u32,
    /// The name our own mail server signs `Authentication-Results` with; unset, the header is not believed.
    pub authserv_id: Option<String>,
}

impl Limits {
    /// How much press we carry.
    pub fn press(&self) -> PressLimits {
        PressLimits { per_day: self.presses_per_day, characters: self.press_characters }
    }
}

impl Default for Limits {
    fn default() -> Self {
        let press = PressLimits::default();
        Limits {
            letter_bytes: 2 * 1024 * 1024,
            receipts_per_day: 100,
            stranger_answers_per_day: 1,
            error_mails_per_day: 200,
            disk_mib: 500,
            presses_per_day: press.per_day,
            press_characters: press.characters,
            authserv_id: None,
        }
    }
}
