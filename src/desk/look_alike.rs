//! Names that look like others: whoever reads a report or writes a press must not take one player for another.

use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;

/// Names that mean somebody else wherever a letter names people: `PRESS TO ALL`, `GA`.
const RESERVED: &[&str] = &[
    "ALL",
    "ALLPLAYERS",
    "EVERYBODY",
    "EVERYONE",
    "ANYBODY",
    "NOBODY",
    "GA",
    "GM",
    "ADMIN",
    "ADMINISTRATOR",
    "GAMEADMINISTRATOR",
    "GAMEMASTER",
    "HOST",
    "THEHOST",
    "MACHINE",
    "THEMACHINE",
    "ANONYMOUS",
    "ME",
    "FIELDPOST",
];

/// Whether a name is one of those, or looks like one.
pub fn is_reserved(name: &str) -> bool {
    RESERVED.iter().any(|reserved| look_alike(reserved, name))
}

/// Whether two names cannot be told apart at a glance, by the confusables of UTS #39: capitals, figures in place of letters,
/// letters of other alphabets, and the marks between words.
pub fn look_alike(one: &str, other: &str) -> bool {
    let (ones, others) = (looks(one), looks(other));
    ones.iter().any(|look| !look.is_empty() && others.contains(look))
}

/// A name as it looks when it is read as written, and in small letters.
fn looks(name: &str) -> [String; 2] {
    let plain = name.nfkc().collect::<String>();
    let bare = |text: String| text.chars().filter(|letter| letter.is_alphanumeric()).collect::<String>();
    let as_written = skeleton(&plain).collect::<String>().to_lowercase();
    let in_small_letters = skeleton(&plain.to_lowercase()).collect::<String>();
    [bare(as_written), bare(in_small_letters)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_told_apart_is_alike_and_other_names_are_not() {
        for (one, other) in [
            ("Moltke", "MOLTKE"),
            ("Moltke", "Mo1tke"),
            ("Moltke", "MoItke"),
            ("Moltke", "M\u{43e}ltke"),
            ("von-Moltke", "von_Moltke"),
            ("Benedek", "\u{412}enedek"),
            ("Clam", "C1am"),
        ] {
            assert!(look_alike(one, other), "{one} {other}");
        }
        for (one, other) in [("Moltke", "Moltka"), ("Clam", "Clan"), ("Gablenz", "Benedek"), ("Anna", "Anne")]
        {
            assert!(!look_alike(one, other), "{one} {other}");
        }
        for name in ["all", "A11", "Ga", "g\u{430}", "Everyone", "Game-Master", "host"] {
            assert!(is_reserved(name), "{name}");
        }
        for name in ["Alla", "Gablenz", "Gauss", "Hostis", "Max"] {
            assert!(!is_reserved(name), "{name}");
        }
    }
}
