//! What was meant by a line that is no order of a ship.

use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::{Form, Hint};

/// Words of history books and of brigades that are no orders of ships, and what is.
const MEANT: &[(&[&str], &str)] = &[
    (
        &["BLOCKADE", "PATROL"],
        "a ship blockades in the coastal waters before the port, by CONTACT PURSUE and BATTLE ENGAGE: HELP BLOCKADE",
    ),
    (
        &["ATTACK", "FIGHT", "ENGAGE", "ASSAULT"],
        "ships fight by BATTLE ENGAGE, from a harbor with SORTIE, into one with STAND IN",
    ),
    (&["MARCH", "MOVE", "GO", "STEAM"], "ships go by SAIL, COAST, HARBOR and RIVER: HELP SAILING"),
    (
        &["LAND", "DISEMBARK", "EMBARK"],
        "transports take brigades aboard by LOAD and land them by UNLOAD: HELP CARGO",
    ),
    (&["ESCORT", "FOLLOW", "JOIN"], "a ship sails with another by ATTACH TO"),
    (&["IF"], "conditions stand in CONTACT (MIN n MAX n) and in HALT ON ENEMY"),
    (&["DEFEND", "HOLD", "STAY"], "a ship without orders to sail stays; BATTLE says whether she fights"),
];

/// What was meant by a line that begins no order of a ship's.
pub(super) fn hint(form: Option<&'static Form>, body: &str, _: &str, _: &Lexicon) -> Option<Hint> {
    let word = body.split_whitespace().next().filter(|_| form.is_none())?;
    let is = |row: &&(&[&str], &str)| row.0.iter().any(|known| known.eq_ignore_ascii_case(word));
    let (_, meant) = MEANT.iter().find(is)?;
    Some((format!("{:?} is no order of a ship: {meant}.", word.to_uppercase()), None))
}
