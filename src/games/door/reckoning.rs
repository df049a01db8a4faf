//! What a game came to, from all that is kept of it.

use fieldpost_print::section::Section;

/// A turn that was run, as it is kept.
#[derive(Clone, Debug)]
pub struct PastTurn {
    pub turn: u32,
    /// The position that it left.
    pub after: Vec<u8>,
    /// What happened in it.
    pub events: Vec<u8>,
    /// 1 where those hold sentences, 2 where they are keys and values.
    pub form: u8,
}

/// The turns of a game in their order, each read when it is asked for: a long war need not be in memory.
pub type Past<'a> = &'a mut dyn Iterator<Item = Result<PastTurn, String>>;

/// What a game came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reckoning {
    /// Who has won, in a sentence; `None` where the game counts nothing.
    pub verdict: Option<String>,
    /// What else is to be told of it.
    pub sections: Vec<Section>,
}
