//! Who holds the railways and rivers of the strategic map, and where track is destroyed (rules 1.3, 8.2, 8.5).

use schemars::JsonSchema;
use serde::Serialize;

use crate::games::ground::nation::Relation;
use crate::games::land::state::Control;
use crate::reports::extract::SquareView;
use crate::reports::vantage::Vantage;

/// Who controls a railway or river square, in the words of rule 1.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Held {
    /// The own side.
    Allied,
    /// Enemies.
    Hostile,
    /// Neutrals.
    Neutral,
    /// Nobody: several sides are there.
    None,
}

impl Held {
    /// All four, in the order in which reports list them.
    pub const ALL: [Held; 4] = [Held::Allied, Held::Hostile, Held::Neutral, Held::None];

    /// How a control looks to a player.
    pub fn of(vantage: &Vantage<'_>, control: Control) -> Self {
        match control {
            Control::None => Held::None,
            Control::Nation(nation) => match vantage.relation(nation) {
                Relation::Same | Relation::Allied => Held::Allied,
                Relation::Hostile => Held::Hostile,
                Relation::Neutral => Held::Neutral,
            },
        }
    }

    /// Who that is, as in "held by enemies".
    pub fn whose(self) -> &'static str {
        match self {
            Held::Allied => "your own side",
            Held::Hostile => "enemies",
            Held::Neutral => "neutrals",
            Held::None => "nobody",
        }
    }

    /// A letter like those of flags: `o` own side, `x` enemies, `n` neutrals, `-` nobody.
    pub fn letter(self) -> char {
        match self {
            Held::Allied => 'o',
            Held::Hostile => 'x',
            Held::Neutral => 'n',
            Held::None => '-',
        }
    }
}

/// Squares of which the same is to be said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HeldSquares {
    /// What is said, such as `Railways held by enemies`.
    pub words: String,
    /// Their names, by rows from the north.
    pub squares: Vec<String>,
}

/// ROTD-EUWOL 1.3: the railways and rivers that are not the own side's, by who holds them, and the track that is
/// destroyed: all others that a report shows are the own side's and whole.
pub fn not_own(squares: &[SquareView]) -> Vec<HeldSquares> {
    type Of = fn(&SquareView) -> Option<Held>;
    let kinds: [(&str, Of); 2] =
        [("Railways", |square| square.rail_held), ("Rivers", |square| square.river_held)];
    let named = |is: &dyn Fn(&SquareView) -> bool| {
        squares.iter().filter(|square| is(square)).map(|square| square.square.clone()).collect()
    };
    let others = Held::ALL.into_iter().filter(|held| *held != Held::Allied);
    let mut all: Vec<HeldSquares> = kinds
        .into_iter()
        .flat_map(|(kind, of)| others.clone().map(move |held| (kind, of, held)))
        .map(|(kind, of, held)| HeldSquares {
            words: format!("{kind} held by {}", held.whose()),
            squares: named(&|square| of(square) == Some(held)),
        })
        .collect();
    let words = "Track that is destroyed".into();
    all.push(HeldSquares { words, squares: named(&|square| square.track_destroyed) });
    all.retain(|line| !line.squares.is_empty());
    all
}
