//! Who holds the railways and rivers of the strategic map, and where track is destroyed (rules 1.3, 8.2, 8.5).

use crate::extract::SquareView;
use crate::labels::Labels;
use fieldpost_picture::held::Held;

/// Squares of which the same is to be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldSquares {
    /// What is said, such as `Railways held by enemies`.
    pub words: String,
    /// Their names, by rows from the north.
    pub squares: Vec<String>,
}

impl HeldSquares {
    /// Both in a line.
    pub fn told(&self) -> String {
        format!("{}: {}", self.words, self.squares.join(" "))
    }
}

/// ROTD-EUWOL 1.3: the railways and rivers that are not the own side's, by who holds them, and the track that is
/// destroyed: all others that a report shows are the own side's and whole.
pub fn not_own(squares: &[SquareView], labels: Labels) -> Vec<HeldSquares> {
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
            words: format!("{kind} held by {}", labels.of_held(held)),
            squares: named(&|square| of(square) == Some(held)),
        })
        .collect();
    let words = "Track that is destroyed".into();
    all.push(HeldSquares { words, squares: named(&|square| square.track_destroyed) });
    all.retain(|line| !line.squares.is_empty());
    all
}
