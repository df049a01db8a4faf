//! The ground of a tactical map in words: what most of it is, and where other ground lies, the nearest to the player's units first.

use std::collections::BTreeSet;

use fieldpost_ground::square::{Direction, TacticalSquare};
use fieldpost_ground::tactical::{Ground, Sheet, TACTICAL_SQUARES};

/// How many squares a piece has at least that is told of, if it lies farther off than that from all who stand there.
const LARGE: usize = 4;
const BESIDE: u8 = 2;

/// Squares of one kind of ground that hang together.
struct Piece {
    ground: Ground,
    squares: BTreeSet<TacticalSquare>,
    /// Squares to the nearest own unit.
    off: u8,
}

/// The ground about units that stand at these squares: so many pieces that differ from most of it, and where a river or a range is crossed;
/// `bridges` are the squares with a bridge that stands.
pub(crate) fn words(
    sheet: &Sheet,
    bridges: &[bool; TACTICAL_SQUARES],
    units: &[TacticalSquare],
    count: usize,
) -> Option<String> {
    let pieces = pieces(sheet, units);
    let size = |ground: Ground| {
        pieces.iter().filter(|one| one.ground == ground).map(|one| one.squares.len()).sum::<usize>()
    };
    let most = Ground::MARKS.into_iter().map(|(ground, _)| ground).max_by_key(|ground| size(*ground))?;
    let mut others: Vec<&Piece> =
        pieces.iter().filter(|piece| piece.ground != most && is_ground(piece.ground)).collect();
    others.retain(|piece| piece.off <= BESIDE || piece.squares.len() >= LARGE);
    others.sort_by_key(|piece| piece.off);
    let others = others.into_iter().take(count).map(|piece| piece.words(sheet, units));
    let fords = pieces.iter().filter(|piece| matches!(piece.ground, Ground::Ford | Ground::Pass));
    let fords = fords.map(|piece| format!("{} {}", piece.ground.words(), piece.place()));
    let spans = TacticalSquare::all().filter(|at| bridges[at.index()]).map(|at| format!("bridge {at}"));
    let how = if size(most) == TACTICAL_SQUARES { "all" } else { "mostly" };
    let rest: String = others.chain(fords).chain(spans).map(|one| format!("; {one}")).collect();
    Some(format!("Ground: {how} {}{rest}.", most.words()))
}

/// Whether a unit may seek cover on it: what parts a map has no place of its own, only its crossings.
fn is_ground(ground: Ground) -> bool {
    !matches!(ground, Ground::Ford | Ground::Pass | Ground::River | Ground::Mountain | Ground::Water)
}

impl Piece {
    /// The corners of what it takes in: `2-3 to 5-6`.
    fn place(&self) -> String {
        let (cols, rows) = (self.squares.iter().map(|at| at.col()), self.squares.iter().map(|at| at.row()));
        let corner = |col: Option<u8>, row: Option<u8>| Some(TacticalSquare::new(col?, row?)?.to_string());
        let from = corner(cols.clone().min(), rows.clone().min()).unwrap_or_default();
        let to = corner(cols.max(), rows.max()).unwrap_or_default();
        if from == to { from } else { format!("{from} to {to}") }
    }

    /// `forest 2-3 to 5-6, best cover 3 at 4-5`: of the squares with the best cover the one that is nearest to who stands there.
    fn words(&self, sheet: &Sheet, units: &[TacticalSquare]) -> String {
        let off = |at: TacticalSquare| units.iter().map(|unit| unit.distance(at)).min();
        let rating = |at: TacticalSquare| sheet.rating[at.index()];
        let best = self.squares.iter().copied().max_by_key(|at| (rating(*at), std::cmp::Reverse(off(*at))));
        let cover = match best {
            Some(best) if self.squares.len() > 1 => format!(", best cover {} at {best}", rating(best)),
            Some(best) => format!(", cover {}", rating(best)),
            None => String::new(),
        };
        format!("{} {}{cover}", self.ground.words(), self.place())
    }
}

fn pieces(sheet: &Sheet, own: &[TacticalSquare]) -> Vec<Piece> {
    let mut left: BTreeSet<TacticalSquare> = TacticalSquare::all().collect();
    let mut pieces = Vec::new();
    while let Some(first) = left.pop_first() {
        let ground = sheet.ground_at(first);
        let (mut squares, mut open) = (BTreeSet::from([first]), vec![first]);
        while let Some(at) = open.pop() {
            for next in Direction::ALL.into_iter().filter_map(|way| at.step(way)) {
                if sheet.ground_at(next) == ground && left.remove(&next) {
                    squares.insert(next);
                    open.push(next);
                }
            }
        }
        let off = squares.iter().flat_map(|at| own.iter().map(|unit| unit.distance(*at))).min();
        pieces.push(Piece { ground, squares, off: off.unwrap_or(u8::MAX) });
    }
    pieces
}
