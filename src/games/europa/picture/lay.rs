//! Where names, stacks and crosses stand on a map: one placement for all of them, so that none covers another, nor a fortress, nor a
//! port. What finds no room stands in a line below the map.

use std::collections::{BTreeMap, BTreeSet};

use fieldpost_engine::piece::Piece;
use fieldpost_print::picture::ink::{self, Colour};
use fieldpost_print::picture::letters::{Rect, width};
use fieldpost_print::picture::room::{Layout, Room, What, Wish};
use fieldpost_print::picture::svg::{Face, Point};

use super::signs::HIGH;
use super::{Sheet, is_in};
use crate::event::Event;
use crate::map::Place;
use crate::position::{Posture, Stack};
use crate::tell::Eye;

/// A name of a place.
pub(super) struct Name<'a> {
    pub words: &'a str,
    /// Where its base line starts.
    pub start: Point,
    pub size: f64,
    pub face: Face,
    pub colour: Colour,
}

/// A stack with its sign's room.
pub(super) struct Chip<'a> {
    pub id: &'a Piece,
    pub stack: &'a Stack,
    pub rect: Rect,
}

/// Several stacks in one sign: how many, the first of them, and its room.
pub(super) struct Flag<'a> {
    pub count: usize,
    pub first: &'a Stack,
    pub rect: Rect,
}

/// All that stands on a map.
#[derive(Default)]
pub(super) struct Laid<'a> {
    pub names: Vec<Name<'a>>,
    pub chips: Vec<Chip<'a>>,
    pub flags: Vec<Flag<'a>>,
    pub crosses: Vec<Point>,
    /// Letters of who holds a province, by where they start.
    pub holders: Vec<(Point, &'a str)>,
    /// Numbers of places whose names find no room on them, by where they start.
    pub numbers: Vec<(Point, String)>,
    /// What stands below the map in words.
    pub lines: Lines,
    /// All that was placed, each with its room.
    pub layout: Layout,
}

/// What stands below a map in words.
#[derive(Default)]
pub(super) struct Lines {
    /// The stacks that a flag stands for.
    pub flags: Vec<String>,
    /// What found no room on the map, and what is off it.
    pub others: Vec<String>,
}

/// Of a name so many points on its middle line are looked at, and so many must lie in its place.
const PROBES: usize = 5;
const PROBES_WITHIN: usize = 4;

/// Pixels of the numbers that stand for names.
pub(super) const NUMBERS: f64 = 8.0;

/// Most stacks of a place that have a sign each.
const MOST_APART: usize = 4;

type Pile<'a> = (&'a Place, Vec<(&'a Piece, &'a Stack)>);

/// The room of a fortress with its port; who besieges it draws a ring about it, who shuts the port in a bar before that.
pub(super) fn fort_room(at: Point, besieged: bool, blockaded: bool) -> Rect {
    let mut room = Rect { left: at.x - 5.5, right: at.x + 13.5, top: at.y - 6.0, bottom: at.y + 5.5 };
    if blockaded {
        room = Rect { right: at.x + 15.5, top: at.y - 9.0, ..room };
    }
    if besieged {
        room = Rect { left: at.x - 9.0, top: at.y - 9.0, bottom: at.y + 9.0, ..room };
    }
    room
}

pub(super) fn middle(rect: &Rect) -> Point {
    Point { x: f64::midpoint(rect.left, rect.right), y: f64::midpoint(rect.top, rect.bottom) }
}

/// How large the sign of a stack is: a fleet has bows, a garrison a wall about it.
fn size_of(id: &Piece, stack: &Stack) -> (f64, f64) {
    let wall = if stack.posture == Posture::Fortress { 3.0 } else { 0.0 };
    (width(id.as_str(), 9.0, Face::Bold) + 18.0 + wall, HIGH + 1.0 + wall)
}

/// Where something of this size may stand about a place, the best first. A fortress keeps its room.
fn seats(at: Point, (wide, high): (f64, f64), is_sea: bool) -> Vec<Point> {
    let mut all = if is_sea { vec![at] } else { Vec::new() };
    for more in [0.0, 4.0, 9.0] {
        let (below, above) = (6.5 + more + high / 2.0, -(6.5 + more + high / 2.0));
        let (right, left) = (14.0 + more + wide / 2.0, -(6.5 + more + wide / 2.0));
        for down in [below, above] {
            all.extend(
                [0.0, wide / 4.0, -wide / 4.0, wide / 2.0, -wide / 2.0].map(|aside| at.moved(aside, down)),
            );
        }
        for aside in [right, left] {
            all.extend([0.0, high / 3.0, -high / 3.0].map(|down| at.moved(aside, down)));
        }
    }
    all
}

/// Where a name of this size may stand, the best first: above its fortress, then beside it, then below.
fn name_seats(at: Point, (wide, high): (f64, f64)) -> Vec<Point> {
    let mut all = Vec::new();
    for more in [0.0, 3.5, 8.5] {
        let level = 6.5 + more + high / 2.0;
        let (left, right) = (-(6.5 + more + wide / 2.0), 14.0 + more + wide / 2.0);
        let above = [0.0, 5.0, -5.0, wide / 4.0, -wide / 4.0].map(|aside| (aside, -level));
        let beside = [(left, 0.0), (right, 0.0), (left, -high / 2.0), (right, -high / 2.0)];
        let below = [0.0, wide / 4.0, -wide / 4.0].map(|aside| (aside, level));
        let corners = [(wide / 2.0, -level), (-wide / 2.0, -level), (left, high / 2.0), (right, high / 2.0)];
        let ways = above.into_iter().chain(beside).chain(below).chain(corners);
        all.extend(ways.map(|(aside, down)| at.moved(aside, down)));
    }
    all
}

impl<'a> Sheet<'a> {
    /// Whether three in four places that the sheet is about find room for their names.
    pub(super) fn has_room_for_names(&self, eye: &Eye<'a>) -> bool {
        let mut room = self.room(eye);
        let mut laid = Laid::default();
        let piles = self.piles(eye);
        self.name(&mut laid, &mut room, &self.wished(&piles), &self.slots(&piles));
        let meant = self.window.iter().filter(|place| self.anchor(place).is_some()).count();
        laid.names.len() * 4 >= meant * 3
    }

    /// Everything in its place, what matters most first: fortresses, names, stacks, battles, and what else there is room for.
    pub(super) fn lay(&self, eye: &Eye<'a>, told: &[&Event]) -> Laid<'a> {
        let (mut laid, mut room) = (Laid::default(), self.room(eye));
        let piles = self.piles(eye);
        let (meant, slots) = (self.wished(&piles), self.slots(&piles));
        let nameless = self.name(&mut laid, &mut room, &meant, &slots);
        piles.iter().for_each(|pile| self.pile(&mut laid, &mut room, pile));
        self.fights(&mut laid, &mut room, told);
        self.number(&mut laid, &mut room, &nameless);
        let all = self.seen.iter().filter(|place| !meant.contains(place));
        self.name(&mut laid, &mut room, &all.collect::<Vec<_>>(), &[]);
        self.holders(&mut laid, &mut room, eye);
        self.elsewhere(&mut laid, eye);
        laid.layout = room.layout;
        laid
    }

    fn room(&self, eye: &Eye<'_>) -> Room {
        let bounds = Rect { left: 2.0, top: 2.0, right: self.width - 2.0, bottom: self.height - 2.0 };
        let mut room = Room::new(bounds);
        let (besieged, blockaded) = (self.besieged(eye), self.blockaded(eye));
        for (place, ground) in &eye.position.grounds {
            let Some(at) = self.shown(place) else { continue };
            if ground.has_wall() || ground.port != crate::map::Port::None {
                let sign = fort_room(at, besieged.contains(place), blockaded.contains(place));
                room.take(What::Sign, &format!("fortress {place}"), sign);
            }
        }
        room
    }

    pub(super) fn besieged<'e>(&self, eye: &Eye<'e>) -> BTreeSet<&'e Place> {
        let besiegers = eye.position.stacks.values().filter(|stack| stack.besieging);
        besiegers.map(|stack| &stack.at).collect()
    }

    /// The ports before which fleets lie, whether these are big enough to shut them in or not: that tells their strength.
    pub(super) fn blockaded<'e>(&self, eye: &Eye<'e>) -> BTreeSet<&'e Place> {
        eye.position.stacks.values().filter_map(|stack| stack.blockading.as_ref()).collect()
    }

    /// The stacks of each place that shows.
    fn piles(&self, eye: &Eye<'a>) -> Vec<Pile<'a>> {
        let mut all: BTreeMap<&Place, Vec<(&Piece, &Stack)>> = BTreeMap::new();
        for (id, stack) in &eye.position.stacks {
            all.entry(&stack.at).or_default().push((id, stack));
        }
        all.into_iter().filter(|(place, _)| self.anchor(place).is_some()).collect()
    }

    /// The places that must have a name, those of stacks first: all that the sheet is about, and the seas of fleets.
    fn wished<'p>(&'p self, piles: &[Pile<'p>]) -> Vec<&'p Place> {
        let held: Vec<&Place> = piles.iter().map(|(place, _)| *place).collect();
        let meant = |place: &&&Place| self.window.contains(**place) || self.map.is_sea(place);
        let others = self.window.iter().filter(|place| !held.contains(place));
        held.iter().filter(meant).copied().chain(others).collect()
    }

    /// Where each pile stands best: names keep off it where they can.
    fn slots(&self, piles: &[Pile<'a>]) -> Vec<Rect> {
        let of = |(place, stacks): &Pile<'a>| {
            let size = column(stacks);
            let seat = seats(self.anchor(place)?, size, self.map.is_sea(place)).into_iter().next()?;
            Some(Rect::about(seat, size.0, size.1))
        };
        piles.iter().filter_map(of).collect()
    }

    /// Names for these places, each on its own land or sea, off the slots of stacks if there is room. Those that find none.
    fn name<'p>(
        &self,
        laid: &mut Laid<'a>,
        room: &mut Room,
        places: &[&'p Place],
        slots: &[Rect],
    ) -> Vec<&'p Place> {
        let map = self.map;
        let mut nameless = Vec::new();
        for place in places.iter().copied() {
            let rings = self.rings(place);
            let land = map.provinces.get(place).map(|found| (&found.name, ink::STATE_NAME, Face::Book));
            let sea = || map.seas.get(place).map(|found| (&found.name, ink::RIVER_NAME, Face::Oblique));
            let Some(((words, colour, face), at)) = land.or_else(sea).zip(self.anchor(place)) else {
                continue;
            };
            let found = |room: &Room, slots: &[Rect]| {
                let is_good =
                    |rect: &Rect| !slots.iter().any(|slot| slot.overlaps(rect)) && is_upon(&rings, rect);
                room.find((words, face), self.sizes, |measure| name_seats(at, measure), is_good)
            };
            let found = found(room, slots).or_else(|| found(room, &[]).filter(|_| !slots.is_empty()));
            let Some(seat) = found else {
                nameless.push(place);
                continue;
            };
            room.take(What::Name, words, seat.room);
            laid.names.push(Name { words, start: seat.start, size: seat.size, face, colour });
        }
        nameless
    }

    /// A number on each of these places, and below the map whose it is; without room for it the place is left out.
    fn number(&self, laid: &mut Laid<'a>, room: &mut Room, places: &[&Place]) {
        let mut told = Vec::new();
        for place in places {
            let Some(at) = self.anchor(place) else { continue };
            let words = format!("{}", told.len() + 1);
            let (sizes, face) = (&[NUMBERS][..], Face::Bold);
            let wish = |off| Wish { words: &words, at, off, sizes, face, reach: 0.0 };
            match [7.0, 10.0, 13.0].into_iter().find_map(|off| room.place(wish(off))) {
                Some(seat) => {
                    told.push(format!("{words} {}", self.map.name(place)));
                    laid.numbers.push((seat.start, words));
                }
                None if self.is_whole() => {}
                None => room.drop(self.map.name(place)),
            }
        }
        if !told.is_empty() {
            laid.lines.others.push(told.join(", "));
        }
    }

    /// The stacks of a place, one below the other; else in a row, else as one flag with their names in a line below the map.
    fn pile(&self, laid: &mut Laid<'a>, room: &mut Room, (place, stacks): &Pile<'a>) {
        let Some(at) = self.anchor(place) else { return };
        let is_sea = self.map.is_sea(place);
        let free = |room: &Room, (wide, high): (f64, f64)| {
            seats(at, (wide, high), is_sea)
                .into_iter()
                .map(|seat| Rect::about(seat, wide, high))
                .find(|rect| room.is_free(rect))
        };
        let few = stacks.len() <= MOST_APART;
        if let Some(rect) = free(room, column(stacks)).filter(|_| few) {
            let mut top = rect.top;
            for (id, stack) in stacks {
                let (wide, high) = size_of(id, stack);
                let middle = Point { x: f64::midpoint(rect.left, rect.right), y: top + high / 2.0 };
                self.take_chip(laid, room, (id, stack), Rect::about(middle, wide, high));
                top += high;
            }
        } else if let Some(rect) = free(room, row(stacks)).filter(|_| few) {
            let mut left = rect.left;
            for (id, stack) in stacks {
                let (wide, high) = size_of(id, stack);
                let middle = Point { x: left + wide / 2.0, y: f64::midpoint(rect.top, rect.bottom) };
                self.take_chip(laid, room, (id, stack), Rect::about(middle, wide, high));
                left += wide;
            }
        } else {
            let count = stacks.len();
            let rect = free(room, (26.0, HIGH + 1.0));
            if let (Some(rect), Some((_, first))) = (rect, stacks.first()) {
                room.take(What::Flag, &format!("x{count}"), rect);
                laid.flags.push(Flag { count, first, rect });
                laid.lines.flags.push(format!("{}: {}", self.map.name(place), listed(stacks)));
            } else if self.window.contains(*place) || self.width >= super::WIDTH {
                laid.lines.others.push(format!(
                    "no room for: {} in {}",
                    listed(stacks),
                    self.map.name(place)
                ));
            }
        }
    }

    fn take_chip(
        &self,
        laid: &mut Laid<'a>,
        room: &mut Room,
        (id, stack): (&'a Piece, &'a Stack),
        rect: Rect,
    ) {
        room.take(What::Flag, id.as_str(), rect);
        laid.chips.push(Chip { id, stack, rect });
    }

    /// A cross for each battle; without room for it, a line.
    fn fights(&self, laid: &mut Laid<'a>, room: &mut Room, told: &[&Event]) {
        let places: BTreeSet<&Place> = told.iter().filter_map(|event| event.fact.fought_in()).collect();
        for place in places {
            let Some(at) = self.anchor(place) else { continue };
            let seats = seats(at, (14.0, 14.0), false).into_iter();
            let found =
                seats.map(|seat| (seat, Rect::about(seat, 14.0, 14.0))).find(|(_, rect)| room.is_free(rect));
            match found {
                Some((seat, rect)) => {
                    room.take(What::Flag, "battle", rect);
                    laid.crosses.push(seat);
                }
                None if self.window.contains(place) => {
                    laid.lines.others.push(format!("no room for the battle in {}", self.map.name(place)));
                }
                None => {}
            }
        }
    }

    /// Beside a province, the letters of who holds it, where there is room: a colour is never the only sign.
    fn holders(&self, laid: &mut Laid<'a>, room: &mut Room, eye: &Eye<'_>) {
        for place in &self.window {
            let Some((at, seat)) = self.shown(place).zip(self.holder(eye, place)) else { continue };
            let words: &str = &self.scenario.players[seat].1;
            let (sizes, face) = (&[6.5][..], Face::Bold);
            let wish = |off| Wish { words, at, off, sizes, face, reach: 0.0 };
            if let Some(seat) = [7.0, 10.0].into_iter().find_map(|off| room.place(wish(off))) {
                laid.holders.push((seat.start, words));
            }
        }
    }

    /// Of the whole map: a power's own stacks that stand off it.
    fn elsewhere(&self, laid: &mut Laid<'a>, eye: &Eye<'a>) {
        if self.width < super::WIDTH {
            return;
        }
        let off = |(_, stack): &(&Piece, &Stack)| eye.is_own(stack) && self.anchor(&stack.at).is_none();
        let words = eye.position.stacks.iter().filter(off);
        let words: Vec<String> =
            words.map(|(id, stack)| format!("{id} ({})", self.map.name(&stack.at))).collect();
        if !words.is_empty() {
            laid.lines.others.push(format!("Not on this map: {}", words.join(", ")));
        }
    }
}

/// Whether a name stands on the place with these rings: its middle, and most of its length.
fn is_upon(rings: &[Vec<Point>], rect: &Rect) -> bool {
    let at = middle(rect);
    let wide = rect.right - rect.left;
    let probe = |place: usize| {
        let share = place as f64 / (PROBES - 1) as f64 - 0.5;
        at.moved(share * wide * 0.9, 0.0)
    };
    let within = |at: Point| rings.iter().any(|ring| is_in(ring, at));
    rings.is_empty()
        || within(at) && (0..PROBES).filter(|place| within(probe(*place))).count() >= PROBES_WITHIN
}

fn listed(stacks: &[(&Piece, &Stack)]) -> String {
    stacks.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>().join(", ")
}

/// How large stacks are one below the other.
fn column(stacks: &[(&Piece, &Stack)]) -> (f64, f64) {
    let sizes = stacks.iter().map(|(id, stack)| size_of(id, stack));
    sizes.fold((0.0, 0.0), |(wide, high): (f64, f64), size| (wide.max(size.0), high + size.1))
}

/// How large they are side by side.
fn row(stacks: &[(&Piece, &Stack)]) -> (f64, f64) {
    let sizes = stacks.iter().map(|(id, stack)| size_of(id, stack));
    sizes.fold((0.0, 0.0), |(wide, high): (f64, f64), size| (wide + size.0, high.max(size.1)))
}
