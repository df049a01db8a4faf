//! Which squares hang together for a side's lines of contact, and how far it is (rule 11.2).

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::contact::end::Screen;
use crate::contact::shores::Shores;
use crate::contact::view::View;
use fieldpost_ground::shore::Bank;
use fieldpost_ground::square::{Direction, Grid, StrategicSquare};
use fieldpost_ground::tactical::Banks;

/// A place on a line: a square and the bank of it.
pub type Place = (StrategicSquare, Bank);

/// The pieces into which the squares that a side's lines may enter fall: two places in one piece are joined.
pub struct Reach {
    grid: Grid,
    /// Where each square's banks begin in `pieces`.
    first: Vec<u32>,
    pieces: Vec<u32>,
}

/// The piece of a place that a line may not enter.
const CLOSED: u32 = u32::MAX;

/// The steps to places that a walk row by row has passed: whichever way a step leads, it is one of these or the way back of one.
const BACK: [Direction; 4] = [Direction::West, Direction::NorthWest, Direction::North, Direction::NorthEast];

impl Reach {
    /// Finds the pieces, in one walk over the map: each square is joined to those before it that a step leads to, for whoever may take
    /// a step may take it back.
    pub fn new(view: &View<'_>, shores: &Shores<'_>, screen: Screen) -> Self {
        let (grid, open) = (view.grid(), view.open(screen));
        let mut first = Vec::with_capacity(open.len());
        let mut places = 0;
        for square in grid.all() {
            first.push(places);
            places += u32::from(shores.count(square));
        }
        let reach = Reach { grid: grid.clone(), first, pieces: (0..places).collect() };
        reach.joined(view, shores, &open).closed(&open)
    }

    fn joined(mut self, view: &View<'_>, shores: &Shores<'_>, open: &[bool]) -> Self {
        let grid = view.grid();
        let is_open = |square| open[grid.index(square)];
        for square in grid.all().filter(|square| is_open(*square)) {
            for direction in BACK {
                let Some(next) = grid.step(square, direction).filter(|next| is_open(*next)) else { continue };
                // An open square has no enemy: most diagonal steps pass one.
                let passes_open = |side| grid.step(square, side).is_some_and(is_open);
                let passes =
                    direction.parts().is_none_or(|(one, other)| passes_open(one) || passes_open(other));
                if passes || view.may_pass(square, direction) {
                    self.join(shores, square, direction, next);
                }
            }
        }
        self
    }

    /// Joins the banks of two neighbouring squares that touch.
    fn join(
        &mut self,
        shores: &Shores<'_>,
        square: StrategicSquare,
        direction: Direction,
        next: StrategicSquare,
    ) {
        if shores.is_whole(square) && shores.is_whole(next) {
            return self.unite(self.index((square, 0)), self.index((next, 0)));
        }
        for bank in 0..shores.count(square) {
            for beyond in shores.across(square, Banks(1 << bank), direction).iter() {
                self.unite(self.index((square, bank)), self.index((next, beyond)));
            }
        }
    }

    /// Makes one piece of the pieces of two places; its number is that of its first place.
    fn unite(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.pieces[one.max(other)] = one.min(other) as u32;
    }

    /// The first place that a place is known to be joined to; the way there is made shorter.
    fn root(&mut self, mut place: usize) -> usize {
        while self.pieces[place] as usize != place {
            self.pieces[place] = self.pieces[self.pieces[place] as usize];
            place = self.pieces[place] as usize;
        }
        place
    }

    /// Every place with the number of its piece, closed ones with none.
    fn closed(mut self, open: &[bool]) -> Self {
        for place in 0..self.pieces.len() {
            // What comes before a place has its number already.
            self.pieces[place] = self.pieces[self.pieces[place] as usize];
        }
        let ends = self.first.iter().skip(1).copied().chain([self.pieces.len() as u32]);
        for ((begin, end), _) in self.first.iter().zip(ends).zip(open).filter(|(_, open)| !**open) {
            self.pieces[*begin as usize..end as usize].fill(CLOSED);
        }
        self
    }

    /// The piece of a place; `None` if a line may not enter it.
    pub fn piece(&self, square: StrategicSquare, bank: Bank) -> Option<u32> {
        let piece = self.pieces.get(self.index((square, bank))).copied()?;
        (piece != CLOSED).then_some(piece)
    }

    fn index(&self, (square, bank): Place) -> usize {
        self.first[self.grid.index(square)] as usize + usize::from(bank)
    }
}

/// The places that a line may enter next.
fn steps<'b>(
    view: &'b View<'b>,
    shores: &'b Shores<'_>,
    screen: Screen,
    (square, bank): Place,
) -> impl Iterator<Item = Place> + use<'b> {
    let open = move |direction: Direction| {
        let next = view.grid().step(square, direction)?;
        (view.may_enter(next, screen) && view.may_pass(square, direction)).then_some((direction, next))
    };
    Direction::ALL.into_iter().filter_map(open).flat_map(move |(direction, next)| {
        shores.across(square, Banks(1 << bank), direction).iter().map(move |bank| (next, bank))
    })
}

/// All places at most `most` steps from one of `starts` over squares that `may_enter` allows, nearest first, with the
/// steps.
pub fn walk(
    view: &View<'_>,
    shores: &Shores<'_>,
    starts: Vec<Place>,
    most: u8,
    may_enter: &dyn Fn(StrategicSquare) -> bool,
) -> Vec<(Place, u8)> {
    let mut found: Vec<(Place, u8)> = Vec::new();
    let mut open: VecDeque<(Place, u8)> = starts.into_iter().map(|place| (place, 0)).collect();
    while let Some((place, so_far)) = open.pop_front() {
        if found.iter().any(|(known, _)| *known == place) {
            continue;
        }
        found.push((place, so_far));
        if so_far < most {
            let steps = steps(view, shores, Screen::Closes, place).filter(|(square, _)| may_enter(*square));
            open.extend(steps.map(|next| (next, so_far + 1)));
        }
    }
    found
}

/// A place in a tree of ways: how many steps from the start, and from which place; from none where the way begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Twig {
    /// Steps from the first places, 0 for these.
    pub steps: u16,
    pub before: Option<Place>,
}

/// Whether the step between two neighbouring squares is a diagonal one.
pub fn is_diagonal(from: StrategicSquare, to: StrategicSquare) -> bool {
    from.direction_to(to).is_some_and(|direction| !direction.is_straight())
}

/// The shortest ways from `starts` over places that lines may enter to the nearest of `goals`, and to all as near; of
/// equally short ones the first found, straight steps before diagonal ones.
pub fn tree(
    view: &View<'_>,
    shores: &Shores<'_>,
    starts: Vec<Place>,
    goals: &BTreeSet<Place>,
) -> BTreeMap<Place, Twig> {
    let mut tree = BTreeMap::new();
    let mut open = VecDeque::new();
    let mut reached = u16::MAX;
    for start in starts {
        tree.entry(start).or_insert(Twig { steps: 0, before: None });
        open.push_back((start, 0));
    }
    while let Some((place, so_far)) = open.pop_front() {
        if goals.contains(&place) {
            reached = reached.min(so_far);
        }
        if so_far >= reached {
            continue;
        }
        let mut next: Vec<_> = steps(view, shores, Screen::Closes, place).collect();
        next.sort_by_key(|(square, _)| is_diagonal(place.0, *square));
        for next in next {
            if let Entry::Vacant(free) = tree.entry(next) {
                free.insert(Twig { steps: so_far + 1, before: Some(place) });
                open.push_back((next, so_far + 1));
            }
        }
    }
    tree
}
