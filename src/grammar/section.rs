//! The sections of the help: what a letter begins with, those of the game's language, and those of the desk.

/// What kind of order it is, by what HELP calls it: a word, a colon, and what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section(pub &'static str);

impl Section {
    /// A letter's frame.
    pub const LETTER: Section = Section("LETTER: what a letter begins with");
    /// What is asked of the desk.
    pub const ACCOUNT: Section = Section("ACCOUNT: asking the post office");
    pub const PRESS: Section = Section("PRESS: letters to other players");

    /// What HELP calls it.
    pub fn title(self) -> &'static str {
        self.0
    }

    /// `STRATEGIC` of `STRATEGIC: marches on the strategic map`.
    pub fn word(self) -> &'static str {
        self.0.split(':').next().unwrap_or(self.0)
    }

    /// Whether its rows are orders, and neither a letter's frame nor the desk's.
    pub fn is_of_orders(self) -> bool {
        ![Section::LETTER, Section::ACCOUNT, Section::PRESS].contains(&self)
    }
}
