//! What is said of seats that the machine plays, whatever the game: how well it plays one, and how it notes what it remembers.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How a line begins in which the machine notes what it remembers, in its own letter: the post office reads none of it, and no player
/// is shown it.
pub const NOTE: &str = "# memo ";

/// How well the machine plays a seat: how far it looks, and whether it remembers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Skill {
    /// Who remembers nothing, and joins nobody who stands in another square.
    Recruit,
    /// Who remembers the last turns.
    #[default]
    Colonel,
    /// Who weighs several letters against each other before he sends one.
    Marshal,
}

impl Skill {
    /// All of them, the weakest first.
    pub const ALL: [Skill; 3] = [Skill::Recruit, Skill::Colonel, Skill::Marshal];

    /// Whether it is what seats have of which nothing is said.
    pub fn is_usual(&self) -> bool {
        *self == Skill::default()
    }

    /// Its name, as it is ordered and told.
    pub fn words(self) -> &'static str {
        match self {
            Skill::Recruit => "recruit",
            Skill::Colonel => "colonel",
            Skill::Marshal => "marshal",
        }
    }
}

impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

impl FromStr for Skill {
    type Err = ();

    fn from_str(words: &str) -> Result<Self, ()> {
        Skill::ALL.into_iter().find(|skill| words.eq_ignore_ascii_case(skill.words())).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skill_is_read_by_its_name_whatever_its_letters() {
        for skill in Skill::ALL {
            assert_eq!(skill.words().to_uppercase().parse(), Ok(skill));
        }
        assert_eq!("general".parse::<Skill>(), Err(()));
    }
}
