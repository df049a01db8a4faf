//! The languages of all games that can be hosted, for what is asked of a letter before it is known for which game it is.

use fieldpost_door::Rulebooks;
use fieldpost_grammar::command::{first_command, is_ga_letter};
use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::{Head, Language, is_mere_heading, looks_like_order_line, read_head_parted};

#[derive(Clone, Debug)]
pub struct Tongues(Vec<&'static Language>);

impl Tongues {
    /// The languages of some rulebooks.
    pub fn of(rulebooks: Rulebooks) -> Self {
        Tongues(rulebooks.languages())
    }

    /// Whether a line looks like an order in one of them.
    pub fn looks_like_order(&self, line: &str) -> bool {
        looks_like_order_line(line, &self.0)
    }

    /// Whether a line, quoted perhaps from a receipt, does no more than name a piece.
    pub fn is_mere_heading(&self, line: &str) -> bool {
        is_mere_heading(line, &self.0)
    }

    /// The words of a text that may be passwords, whatever game it is of.
    pub fn may_be_passwords(&self, text: &str) -> Vec<String> {
        fieldpost_grammar::may_be_passwords(text, &self.0)
    }

    /// The words of a letter that may be passwords, without reading any order in it.
    pub fn may_be_passwords_unread(&self, text: &str) -> Vec<String> {
        fieldpost_grammar::may_be_passwords_unread(text, &self.0)
    }

    /// The head of a letter, of which lines were left out above those in `gaps`.
    pub fn head(&self, words: &str, gaps: &[u32]) -> Head {
        read_head_parted(words, &self.0, gaps)
    }

    /// The lines of a letter whose line ends were lost, so that it stands in one line; `None` for any other line.
    pub fn unrolled(&self, line: &str) -> Option<Vec<String>> {
        fieldpost_grammar::unrolled(line, &self.0)
    }

    /// Whether a text is a letter of commands.
    pub fn is_ga_letter(&self, text: &str) -> bool {
        is_ga_letter(text, &self.0)
    }

    /// The first line of a letter that begins with a game administrator's command.
    pub fn first_command(&self, text: &str) -> Option<String> {
        first_command(text, &self.0)
    }

    /// A letter of no game is read by no names, but in the first language: what stands behind a piece's name in it may be a
    /// password.
    pub fn no_names(&self) -> Lexicon {
        self.0.first().map(|language| Lexicon::of(language)).unwrap_or_default()
    }
}
