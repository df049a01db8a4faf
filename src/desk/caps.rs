//! How many answers may leave in a day: what stops a mail loop even if every header lies (hazard row 13).

use crate::answer::Weight;

/// Most answers within 24 hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// Receipts to one authenticated player.
    pub receipts: u32,
    /// Errors to one registered address.
    pub errors: u32,
    /// Answers to one stranger's address.
    pub strangers: u32,
    /// Answers to one address that signs up: the word to confirm, thanks, and a second try.
    pub applicants: u32,
    /// Errors altogether, over all registered addresses; and as many answers to strangers, counted apart, so that what
    /// strangers cause keeps nothing from a player.
    pub all_errors: u32,
}

impl Default for Caps {
    fn default() -> Self {
        Caps { receipts: 100, errors: 30, strangers: 1, applicants: 6, all_errors: 200 }
    }
}

/// What has left within the last 24 hours, before the answer in question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sent {
    /// Answers of the same weight to the same address.
    pub to_address: u32,
    /// Answers of the same weight altogether; of receipts it says nothing.
    pub altogether: u32,
    /// Whether the address was told that there are no more today.
    pub told: bool,
}

/// Strangers' questions that game administrators are shown in a day, altogether.
const INQUIRIES: u32 = 20;

/// Whether an answer may leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// Yes.
    Send,
    /// Yes, and it says that it is the last of its kind today.
    SendAsLast,
    /// No; it is counted as withheld, and the next report says how many were.
    Withhold,
}

impl Caps {
    /// Whether an answer of this weight may leave.
    pub fn leave(&self, weight: Weight, sent: Sent) -> Leave {
        let most = match weight {
            Weight::Notice => return Leave::Send,
            Weight::Inquiry if sent.to_address > 0 || sent.altogether >= INQUIRIES => return Leave::Withhold,
            Weight::Inquiry => return Leave::Send,
            Weight::Receipt => self.receipts,
            Weight::Error => self.errors,
            Weight::Stranger => self.strangers,
            Weight::Applicant => self.applicants,
        };
        let is_error = weight != Weight::Receipt;
        if sent.to_address >= most || (is_error && sent.altogether >= self.all_errors) {
            // Who is registered never meets silence without having been told for how long.
            let is_owed = matches!(weight, Weight::Receipt | Weight::Error) && !sent.told;
            return if is_owed { Leave::SendAsLast } else { Leave::Withhold };
        }
        let is_last = sent.to_address + 1 == most && weight != Weight::Stranger;
        if is_last { Leave::SendAsLast } else { Leave::Send }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leave(weight: Weight, to_address: u32, altogether: u32) -> Leave {
        Caps::default().leave(weight, Sent { to_address, altogether, told: true })
    }

    #[test]
    fn who_is_registered_is_told_once_before_there_is_silence() {
        let leave = |weight, to_address, altogether, told| {
            Caps::default().leave(weight, Sent { to_address, altogether, told })
        };
        assert_eq!(
            leave(Weight::Error, 0, 200, false),
            Leave::SendAsLast,
            "others have used up what there is"
        );
        assert_eq!(leave(Weight::Error, 1, 200, true), Leave::Withhold);
        assert_eq!(leave(Weight::Receipt, 100, 0, false), Leave::SendAsLast);
        assert_eq!(leave(Weight::Stranger, 0, 200, false), Leave::Withhold);
        assert_eq!(leave(Weight::Inquiry, 0, 19, false), Leave::Send);
        assert_eq!(leave(Weight::Inquiry, 1, 19, false), Leave::Withhold);
        assert_eq!(leave(Weight::Inquiry, 0, 20, false), Leave::Withhold);
    }

    #[test]
    fn a_player_gets_a_hundred_receipts_whatever_else_goes_on() {
        assert_eq!(leave(Weight::Receipt, 98, 200), Leave::Send);
        assert_eq!(leave(Weight::Receipt, 99, 200), Leave::SendAsLast);
        assert_eq!(leave(Weight::Receipt, 100, 0), Leave::Withhold);
    }

    #[test]
    fn errors_and_strangers_are_capped_by_address_and_altogether() {
        assert_eq!(leave(Weight::Error, 28, 0), Leave::Send);
        assert_eq!(leave(Weight::Error, 29, 0), Leave::SendAsLast);
        assert_eq!(leave(Weight::Error, 30, 0), Leave::Withhold);
        assert_eq!(leave(Weight::Stranger, 0, 0), Leave::Send);
        assert_eq!(leave(Weight::Stranger, 1, 0), Leave::Withhold);
        assert_eq!(leave(Weight::Stranger, 0, 199), Leave::Send);
        assert_eq!(leave(Weight::Stranger, 0, 200), Leave::Withhold);
        assert_eq!(leave(Weight::Notice, 5_000, 5_000), Leave::Send);
    }
}
