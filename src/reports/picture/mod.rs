//! Pictures of maps: strategic ones ([`strategic`]) and tactical ones ([`tactical`]), as SVG and PNG ([`raster`]).
//!
//! A picture is drawn from a map, which everybody knows, and from the flags that it is given. **It never sees a
//! position**: whoever draws for a player gives only the flags of what is in that player's sight (promise 6).
//!
//! The same map and flags give the same bytes. Nothing here is told by colour alone: terrains have signs, rivers
//! and borders their widths and dashes, the flags of friend and enemy their cut, and all of them lightness apart.

pub mod art;
pub mod board;
pub mod canvas;
pub mod cities;
pub mod flags;
pub mod frame;
pub mod ink;
pub mod legend;
pub mod letters;
pub mod lines;
pub mod names;
pub mod raster;
pub mod shape;
pub mod strategic;
pub mod svg;
pub mod tactical;

/// Whose troops a flag stands for (rule 1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
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
#[allow(missing_docs)]
pub enum State {
    Active,
    Inactive,
    Shattered,
}

impl State {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            State::Active => "active",
            State::Inactive => "inactive",
            State::Shattered => "shattered",
        }
    }
}

/// A picture, drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The picture as SVG.
    pub svg: String,
    /// The labels on its map, with the room that each takes; none covers another.
    pub labels: Vec<letters::Label>,
}

/// A layer of a picture. The lower one is the map's ground, which is the same whoever looks at it; the upper one has
/// the troops, with all that gives way to them, and the key.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// Its elements.
    pub body: String,
    /// Pixels from side to side.
    pub width: f64,
    /// Pixels from top to bottom.
    pub height: f64,
    /// The labels on it.
    pub labels: Vec<letters::Label>,
}

impl Layer {
    /// The layer as an SVG of its own.
    pub fn svg(&self) -> String {
        svg::sheet(self.width, self.height, "", &[&self.body])
    }

    /// The picture of which this is the ground.
    fn under(&self, top: Layer, title: &str) -> Drawing {
        let svg = svg::sheet(top.width, top.height, title, &[&self.body, &top.body]);
        Drawing { svg, labels: top.labels }
    }
}
