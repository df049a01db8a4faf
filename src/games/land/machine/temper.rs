//! How bold a player is. A marshal thinks of letters of several tempers.

/// How readily a player goes at enemies, and gives way to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Temper {
    /// The odds from which a corps attacks, in per cent.
    pub attacks_from: u32,
    /// Enemies close by, in per cent of the own side, before whom a corps falls back.
    pub yields_to: u32,
}

impl Default for Temper {
    fn default() -> Self {
        Temper { attacks_from: 140, yields_to: 170 }
    }
}
