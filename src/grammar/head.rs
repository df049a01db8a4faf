//! The head of a letter alone, player's or game administrator's: what tells for which game it is, before the rest is read in
//! the language and by the names of that game.

use super::command::{GaLetter, is_ga_letter, read_ga_frame};
use super::language::Language;
use super::letter::{read_frame, read_head_lines};
use super::reading::Letter;

/// What a letter's head says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// `GAME`, as written.
    pub game: Option<String>,
    /// `PLAYER`, as written.
    pub player: Option<String>,
    /// Whether a password serves the whole letter, so that a signature does not take its place.
    pub has_password: bool,
    /// Whether it heads a game administrator's commands.
    pub is_ga: bool,
}

/// Reads only a letter's head, wherever in the letter its lines stand. It names the same game as the whole letter does when
/// that is read by the names of any game, unless these tell where a press begins or ends: one whose first line is misspelt,
/// or within which a line reads as another's and names nobody; and unless a line that only the map knows for a place stands above a
/// head that is said again, which begins another letter only below other words. Where it finds a password, the whole letter has it too. Never
/// fails and takes time in proportion to the letter's length.
pub fn read_head(text: &str, languages: &[&'static Language]) -> Head {
    read_head_parted(text, languages, &[])
}

/// The same of a text that had more lines: `gaps` are the numbers (from 1, in order) of the lines above which others were
/// left out.
pub fn read_head_parted(text: &str, languages: &[&'static Language], gaps: &[u32]) -> Head {
    if is_ga_letter(text, languages) {
        Head::from(&read_ga_frame(text, languages))
    } else {
        Head::from(&read_frame(text, languages, gaps))
    }
}

/// The head's lines of a text that must not be read as a letter: game and player, as far as they can be told so.
pub fn glance(text: &str) -> Head {
    Head::from(&read_head_lines(text))
}

impl From<&Letter> for Head {
    fn from(letter: &Letter) -> Self {
        Head {
            game: letter.game.as_ref().map(|read| read.what.clone()),
            player: letter.player.as_ref().map(|read| read.what.clone()),
            has_password: letter.password.is_some(),
            is_ga: false,
        }
    }
}

impl From<&GaLetter> for Head {
    fn from(letter: &GaLetter) -> Self {
        Head {
            game: letter.game.as_ref().map(|read| read.what.clone()),
            player: None,
            has_password: letter.password.is_some(),
            is_ga: true,
        }
    }
}
