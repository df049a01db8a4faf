//! What the desk page says of rules. The page knows when it says a sentence, and what stands where an `@` is; the sentences are
//! here, so that they cite the numbers of the book that is played.

use serde::Serialize;

use fieldpost_land::command::answers;
use fieldpost_land::event::reason::Reason;

/// The sentences, each by the name that the page calls it by.
#[derive(Serialize)]
pub struct Says {
    far: &'static str,
    between: &'static str,
    boxes: &'static str,
    unable: &'static str,
    unforced: &'static str,
    forced: &'static str,
    footing: &'static str,
    no_track: &'static str,
    laden: &'static str,
    tires: &'static str,
    no_battle: &'static str,
    support: &'static str,
    tired: &'static str,
    span: &'static str,
    default: &'static str,
    deputy: &'static str,
    first: &'static str,
    out_of_reach: String,
    other_bank: String,
}

impl Says {
    pub fn new() -> Self {
        let (out_of_reach, other_bank) = answers::sentences();
        let (out_of_reach, other_bank) = (out_of_reach.to_string(), cited(&other_bank));
        Says { out_of_reach, other_bank, ..SAYS }
    }
}

/// The words of a reason with its rule.
pub fn cited(reason: &Reason) -> String {
    format!("{reason} (rule {})", reason.why.rules())
}

const SAYS: Says = Says {
    far: "@ is not next to @ (rule 7.4)",
    between: "the way to @ leads between two squares that nobody can enter (rule 7.4)",
    boxes: "a march has @ boxes at most (rule 7.4)",
    unable: " and cannot force-march (rule 7.3)",
    unforced: " without a forced march (rule 7.11)",
    forced: ", a forced march counted (rules 7.1-7.3)",
    footing: "@ in @ is @: nobody can stand there (rule 2.2)",
    no_track: "there is no railway in @ (rule 8.3)",
    laden: "It marches @ squares only if it carries no supplies: with them it marches @. Set Carry to 0 (rules 7.2, 11.9).",
    tires: "The last square is a forced march, which tires the men (rule 7.3).",
    no_battle: "No battle was fought here last turn: it cannot withdraw from one (rule 7.5).",
    support: "Its support is round @, where it stands now, and will be so wherever it marches: change it if it should not \
              (rule 9.10).",
    tired: "It is tired: no tactical move while enemies are in its square (rule 9.1).",
    span: "@ is @: a bridge is laid over a river square (rule 12.4)",
    default: "No orders in your letter yet. The form begins with what the unit does without any (rule 6.9).",
    deputy: "You are its deputy: your orders count where its commander sends none (rule 6.1).",
    first: "In each strategic phase it moves before units that are slower (rule 7.6).",
    out_of_reach: String::new(),
    other_bank: String::new(),
};
