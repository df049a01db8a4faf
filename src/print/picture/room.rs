//! Where things stand on a picture: one placement for the pictures of all games. What cannot move keeps its room first (signs), then what
//! may move a little (flags), then words, those that matter before the others; each takes the first seat that is free, so that none covers
//! another. What was placed is kept with its room, and what matters and found none is said ([`Layout`]).

use crate::picture::letters::{CAPITALS, Rect, width};
use crate::picture::svg::{Face, Point};

/// What takes room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// What stands where it must: a city, who holds a railway. Two may touch.
    Sign,
    /// Flags, ships, counters, crosses of battles, with the numbers in them.
    Flag,
    /// Words.
    Name,
}

/// Something on a picture, with where it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    pub what: What,
    /// What it says, or what it is called.
    pub words: String,
    /// The room it takes.
    pub room: Rect,
}

/// All that was placed on a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    pub placed: Vec<Placed>,
    /// Words that matter and found no room, neither themselves nor by a number in the key.
    pub dropped: Vec<String>,
}

impl Layout {
    /// The words on the picture.
    pub fn names(&self) -> impl Iterator<Item = &Placed> {
        self.placed.iter().filter(|placed| placed.what == What::Name)
    }

    /// What lies over what, a clause for each pair. Signs that cannot move may touch one another.
    pub fn covered(&self) -> Vec<String> {
        let mut covered = Vec::new();
        for (place, one) in self.placed.iter().enumerate() {
            let others = self.placed[..place].iter();
            let over = others.filter(|other| other.room.grown(-0.01).overlaps(&one.room));
            let pairs = over.filter(|other| (one.what, other.what) != (What::Sign, What::Sign));
            covered.extend(pairs.map(|other| format!("{} lies over {}", one.words, other.words)));
        }
        covered
    }
}

/// Words to be placed.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    pub words: &'a str,
    /// Where the thing is.
    pub at: Point,
    /// How far from it the words must keep.
    pub off: f64,
    /// Pixels of the em, the best first.
    pub sizes: &'a [f64],
    /// The style.
    pub face: Face,
    /// How many pixels farther off they may stand, if there is no room beside the thing.
    pub reach: f64,
}

/// Where words stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seat {
    /// Where their base line starts.
    pub start: Point,
    /// Pixels of the em.
    pub size: f64,
    /// The room they take.
    pub room: Rect,
}

impl Seat {
    fn of(room: Rect, size: f64) -> Self {
        // The base line lies so that capitals stand in the middle of the room.
        let sink = (size - CAPITALS * size) / 2.0;
        Seat { start: Point { x: room.left + 0.5, y: room.bottom - sink }, size, room }
    }

    /// The line from a thing to words that stand so far from it that nobody would take them for its own.
    pub fn leader(&self, at: Point, off: f64) -> Option<[Point; 2]> {
        let Rect { left, top, right, bottom } = self.room;
        let near = Point { x: at.x.clamp(left, right), y: at.y.clamp(top, bottom) };
        let far = (near.x - at.x).hypot(near.y - at.y);
        (far > off + LEADER_FROM).then(|| [at.towards(near, off / far), near])
    }
}

/// Pixels beyond its place from which on words have a line to it.
const LEADER_FROM: f64 = 7.0;

/// Where words stand about their place, in shares of how far they must keep across and down; the best first.
const WAYS: [(f64, f64); 12] = [
    (1.0, 0.0),
    (-1.0, 0.0),
    (0.0, -1.0),
    (0.0, 1.0),
    (1.0, -0.7),
    (1.0, 0.7),
    (-1.0, -0.7),
    (-1.0, 0.7),
    (0.5, -1.0),
    (0.5, 1.0),
    (-0.5, -1.0),
    (-0.5, 1.0),
];

/// How many of these are for words that may stand nowhere but beside their place.
const BESIDE: usize = 8;

/// The room of a picture.
#[derive(Debug)]
pub struct Room {
    bounds: Rect,
    /// What words had better not hide, such as arrows.
    spared: Vec<Rect>,
    pub layout: Layout,
}

impl Room {
    /// Empty room.
    pub fn new(bounds: Rect) -> Self {
        Room { bounds, spared: Vec::new(), layout: Layout::default() }
    }

    /// Takes a rectangle for something.
    pub fn take(&mut self, what: What, words: &str, room: Rect) {
        self.layout.placed.push(Placed { what, words: words.to_owned(), room });
    }

    /// Keeps words off a rectangle where they find room elsewhere.
    pub fn spare(&mut self, rect: Rect) {
        self.spared.push(rect);
    }

    /// Whether a rectangle is on the map and covers nothing.
    pub fn is_free(&self, rect: &Rect) -> bool {
        self.bounds.holds(rect) && !self.layout.placed.iter().any(|placed| placed.room.overlaps(rect))
    }

    /// The same, and hides nothing that is to be spared.
    pub fn is_clear(&self, rect: &Rect) -> bool {
        !self.spared.iter().any(|spared| spared.overlaps(rect)) && self.is_free(rect)
    }

    /// The first seat for words that is free: of the sizes in their order, of each those that `seats` has for words so wide and so high, the
    /// best first, as far as they are good.
    pub fn find(
        &self,
        (words, face): (&str, Face),
        sizes: &[f64],
        seats: impl Fn((f64, f64)) -> Vec<Point>,
        is_good: impl Fn(&Rect) -> bool,
    ) -> Option<Seat> {
        sizes.iter().find_map(|size| {
            let measure = (width(words, *size, face) + 1.0, *size);
            let rooms = seats(measure).into_iter().map(|seat| Rect::about(seat, measure.0, measure.1));
            let room = rooms.into_iter().find(|room| is_good(room) && self.is_free(room))?;
            Some(Seat::of(room, *size))
        })
    }

    /// Finds room for words and takes it: beside their thing; where they may stand farther off, there, the nearer the better, rather
    /// where they hide no arrow.
    pub fn place(&mut self, wish: Wish<'_>) -> Option<Seat> {
        let seat = self.seat_of(wish)?;
        self.take(What::Name, wish.words, seat.room);
        Some(seat)
    }

    fn seat_of(&self, wish: Wish<'_>) -> Option<Seat> {
        let Wish { words, at, off, sizes, face, reach } = wish;
        let step = sizes.first().copied().unwrap_or(1.0) * 0.6;
        let rings = (reach / step).floor().max(0.0) as u32;
        let ways = if rings > 0 { WAYS.len() } else { BESIDE };
        let about = |ring: u32| {
            move |(wide, high): (f64, f64)| {
                let far = off + f64::from(ring) * step;
                let (side, level) = (wide / 2.0 + far, high / 2.0 + far);
                WAYS[..ways].iter().map(|(x, y)| at.moved(side * x, level * y)).collect()
            }
        };
        let clear = (0..=rings.min(2))
            .find_map(|ring| self.find((words, face), sizes, about(ring), |rect| self.is_clear(rect)));
        clear.or_else(|| (0..=rings).find_map(|ring| self.find((words, face), sizes, about(ring), |_| true)))
    }

    /// The nearest free room for something of this size about a thing, so far off at most beyond its place.
    pub fn beside(&self, at: Point, off: f64, (wide, high): (f64, f64), reach: f64) -> Option<Rect> {
        let step = 6.0;
        let rings = (reach / step).floor().max(0.0) as u32;
        (0..=rings).find_map(|ring| {
            let far = off + f64::from(ring) * step;
            let (side, level) = (wide / 2.0 + far, high / 2.0 + far);
            let rooms = WAYS.iter().map(|(x, y)| Rect::about(at.moved(side * x, level * y), wide, high));
            rooms.into_iter().find(|room| self.is_free(room))
        })
    }

    /// Says that words which matter have no room.
    pub fn drop(&mut self, words: &str) {
        self.layout.dropped.push(words.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(words: &str, x: f64, y: f64) -> Wish<'_> {
        let at = Point { x, y };
        Wish { words, at, off: 4.0, sizes: &[10.0, 8.0], face: Face::Book, reach: 0.0 }
    }

    #[test]
    fn a_label_goes_right_then_left_then_nowhere() {
        let mut room = Room::new(Rect { left: 0.0, top: 0.0, right: 200.0, bottom: 14.0 });
        let right = room.place(wish("Prag", 60.0, 7.0)).unwrap();
        assert!(right.start.x > 60.0);
        let left = room.place(wish("Pilsen", 60.0, 7.0)).unwrap();
        assert!(left.start.x + width("Pilsen", 10.0, Face::Book) < 60.0);
        assert_eq!(room.place(wish("Kladno", 60.0, 7.0)), None);
        assert_eq!(room.layout.placed.len(), 2);
    }

    #[test]
    fn what_matters_goes_smaller_then_farther_off_with_a_line() {
        let bounds = Rect { left: 0.0, top: 0.0, right: 200.0, bottom: 90.0 };
        let mut room = Room::new(bounds);
        room.take(What::Flag, "flag", Rect::about(Point { x: 60.0, y: 45.0 }, 120.0, 26.0));
        assert_eq!(room.place(wish("Prag", 60.0, 45.0)), None, "beside it there is no room");
        let far = room.place(Wish { reach: 30.0, ..wish("Prag", 60.0, 45.0) }).unwrap();
        assert!(far.leader(Point { x: 60.0, y: 45.0 }, 4.0).is_some());
        assert_eq!(room.layout.covered(), Vec::<String>::new());
        room.take(What::Name, "over it", far.room);
        assert_eq!(room.layout.covered(), ["over it lies over Prag"]);
    }

    #[test]
    fn arrows_are_spared_where_there_is_other_room() {
        let mut room = Room::new(Rect { left: 0.0, top: 0.0, right: 200.0, bottom: 90.0 });
        room.spare(Rect { left: 60.0, top: 0.0, right: 200.0, bottom: 90.0 });
        let seat = room.place(wish("Prag", 60.0, 45.0)).unwrap();
        assert!(seat.room.right < 60.0);
        room.spare(Rect { left: 0.0, top: 0.0, right: 60.0, bottom: 90.0 });
        assert!(room.place(wish("Pilsen", 60.0, 45.0)).is_some(), "rather over one than nowhere");
    }
}
