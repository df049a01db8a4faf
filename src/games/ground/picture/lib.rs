//! Pictures of maps: strategic ones ([`strategic`]) and tactical ones ([`tactical`]), by their squares.
//!
//! A picture is drawn from a map, which everybody knows, and from the flags that it is given. **It never sees a
//! position**: whoever draws for a player gives only the flags of what is in that player's sight (promise 6).
//!
//! The same map and flags give the same bytes. Nothing here is told by colour alone: terrains have signs, rivers
//! and borders their widths and dashes, the flags of friend and enemy their cut, and all of them lightness apart.

pub mod art;
pub mod board;
pub mod cities;
pub mod country;
pub mod deeds;
pub mod flags;
pub mod held;
pub mod legend;
pub mod lines;
pub mod marks;
pub mod names;
pub mod over;
pub mod sea_names;
pub mod seas;
pub mod ships;
pub mod sky;
pub mod strategic;
pub mod tactical;
pub mod tints;
pub mod town_names;
pub mod towns;
pub mod troops;
pub mod waters;

/// Whose troops a flag stands for (rule 1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    Allied,
    Hostile,
    Neutral,
}

impl Side {
    /// All three, in the order in which flags stand side by side.
    pub const ALL: [Side; 3] = [Side::Allied, Side::Hostile, Side::Neutral];

    /// What a map's key calls it, as the reports do.
    pub fn key(self) -> &'static str {
        match self {
            Side::Allied => "own side",
            Side::Hostile => "enemy",
            Side::Neutral => "neutral",
        }
    }

    /// In the words of rule 1.5.
    pub fn words(self) -> &'static str {
        match self {
            Side::Allied => "allied",
            Side::Hostile => "hostile",
            Side::Neutral => "neutral",
        }
    }
}

/// What the troops under a flag are (rule 1.5): the flag proper, a tent, a boxed S.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    Active,
    Inactive,
    Shattered,
}

impl State {
    pub fn words(self) -> &'static str {
        match self {
            State::Active => "active",
            State::Inactive => "inactive",
            State::Shattered => "shattered",
        }
    }
}
