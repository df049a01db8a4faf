//! Flags, ships and battles on a strategic picture: each in its square, off the signs of towns and off one another, smaller if there is no other
//! way to show all.

use std::collections::BTreeMap;

use crate::country::Country;
use crate::flags::{self, Troops};
use crate::ships::{self, Ships};
use crate::{Side, deeds};
use fieldpost_ground::square::StrategicSquare;
use fieldpost_print::picture::letters::Rect;
use fieldpost_print::picture::room::What;
use fieldpost_print::picture::svg::Point;

/// In which shares of its full size something is tried.
const SHARES: [f64; 5] = [1.0, 0.9, 0.8, 0.7, 0.6];
/// In how many places across and down a square.
const STEPS: i32 = 6;
/// How far beyond its square something may stand at worst, in shares of the square.
const BEYOND: f64 = 1.0;

impl Country<'_> {
    /// All that is in the squares that show: troops, then ships, then battles.
    pub fn troops(&mut self) {
        let window = self.picture.window;
        let mut seen: BTreeMap<StrategicSquare, (Vec<Troops>, Vec<Ships>)> = BTreeMap::new();
        for flag in self.picture.flags.iter().filter(|flag| window.holds(flag.at)) {
            seen.entry(flag.at).or_default().0.push(flag.troops);
        }
        for moored in self.picture.ships.iter().filter(|moored| window.holds(moored.at)) {
            seen.entry(moored.at).or_default().1.push(moored.ships);
        }
        for (square, (troops, moored)) in &seen {
            self.flags(*square, troops);
            self.ships(*square, moored);
        }
        self.battles();
    }

    fn flags(&mut self, square: StrategicSquare, troops: &[Troops]) {
        let stacks = flags::stacks(troops, self.picture.livery);
        if stacks.is_empty() {
            return;
        }
        let most = self.flag_height(stacks.len());
        let (rect, share) = self.seat(square, (0.0, 0.0), |share| flags::room(stacks.len(), most * share));
        flags::draw(&mut self.canvas.svg, &stacks, Point { x: rect.left, y: rect.top }, most * share);
        let label = self.map().grid.label(square);
        self.canvas.room.take(What::Flag, &format!("flag in {label}"), rect);
    }

    /// Flags are half as high as a square, less where there is more than one; more where squares are so small that
    /// numbers could not be read.
    fn flag_height(&self, count: usize) -> f64 {
        let share = [0.5, 0.5, 0.36, 0.35][count.min(3)];
        let least = if count > 2 { 6.0 } else { (self.canvas.frame.cell * 0.75).clamp(6.0, 17.0) };
        (self.canvas.frame.cell * share).clamp(least, 40.0)
    }

    /// Signs of ships, best at the foot of their square.
    fn ships(&mut self, square: StrategicSquare, moored: &[Ships]) {
        if moored.is_empty() {
            return;
        }
        let mut moored = moored.to_vec();
        moored.sort();
        let most = (self.canvas.frame.cell * 0.46).clamp(9.0, 26.0);
        let corner = Point { x: 0.0, y: 0.0 };
        let measure = |share: f64| (ships::room(&moored, corner, most * share).right, most * share);
        let (rect, share) = self.seat(square, (0.0, 1.0), measure);
        ships::draw(&mut self.canvas.svg, &moored, Point { x: rect.left, y: rect.top }, most * share);
        let label = self.map().grid.label(square);
        self.canvas.room.take(What::Flag, &format!("ships in {label}"), rect);
    }

    /// Battles with their losses; those of ships have a sign of their own.
    fn battles(&mut self) {
        let (picture, cell) = (self.picture, self.canvas.frame.cell);
        let fought = picture.deeds.battles.iter().map(|battle| (battle, false));
        let afloat = picture.deeds.naval.iter().map(|battle| (battle, true));
        for (battle, is_naval) in fought.chain(afloat).filter(|(battle, _)| picture.window.holds(battle.at)) {
            let (size, letters) = ((cell * 0.2).clamp(4.5, 9.0), (cell * 0.34).clamp(8.5, 12.0));
            let off = Point { x: 0.0, y: 0.0 };
            let measure = |share: f64| {
                let room = deeds::room(off, size * share, &battle.losses, (letters * share).max(8.5));
                (room.right - room.left, room.bottom - room.top)
            };
            let (rect, share) = self.seat(battle.at, (0.0, 0.0), measure);
            let (size, letters) = (size * share, (letters * share).max(8.5));
            let top = deeds::room(off, size, &battle.losses, letters).top;
            let at = Point { x: f64::midpoint(rect.left, rect.right), y: rect.top - top };
            if is_naval {
                deeds::naval_battle(&mut self.canvas.svg, at, size);
            } else {
                deeds::battle(&mut self.canvas.svg, at, size);
            }
            deeds::losses(&mut self.canvas.svg, at, size, &battle.losses, letters);
            let label = self.map().grid.label(battle.at);
            self.canvas.room.take(What::Flag, &format!("battle in {label}"), rect);
        }
    }

    /// A free rectangle for something in a square, as near as may be to `best` (-1 to 1 across and down), and in which share of its full
    /// size; at worst some way out of the square.
    fn seat(
        &self,
        square: StrategicSquare,
        best: (f64, f64),
        measure: impl Fn(f64) -> (f64, f64),
    ) -> (Rect, f64) {
        let ways = ways(best);
        let seats = |share: f64, beyond: f64, is_clear: bool| {
            let (wide, high) = measure(share);
            let off = |size: f64| {
                ((self.canvas.frame.cell - size) / 2.0 - 0.5).max(0.0) + beyond * self.canvas.frame.cell
            };
            let middle = self.middle(square);
            let rects = ways.iter().map(|(x, y)| {
                self.inside(Rect::about(middle.moved(x * off(wide), y * off(high)), wide, high))
            });
            let room = &self.canvas.room;
            rects.collect::<Vec<_>>().into_iter().find(|rect| match is_clear {
                true => room.is_clear(rect),
                false => room.is_free(rect),
            })
        };
        let tried = [0.0, BEYOND / 4.0, BEYOND / 2.0, BEYOND]
            .into_iter()
            .flat_map(|beyond| SHARES.map(|share| (share, beyond)));
        // Rather beside the head of an arrow than over it.
        let clear = seats(SHARES[0], 0.0, true).map(|rect| (rect, SHARES[0]));
        let mut tried = tried.into_iter();
        let free =
            clear.or_else(|| tried.find_map(|(share, beyond)| Some((seats(share, beyond, false)?, share))));
        let least = SHARES[SHARES.len() - 1];
        // Anywhere near is better than over something.
        let near = || {
            let reach = self.canvas.frame.cell * 3.0;
            self.canvas.room.beside(self.middle(square), 0.0, measure(least), reach).map(|rect| (rect, least))
        };
        free.or_else(near).unwrap_or_else(|| {
            let (wide, high) = measure(least);
            (self.inside(Rect::about(self.middle(square), wide, high)), least)
        })
    }

    /// A rectangle, moved onto the map if it sticks out.
    fn inside(&self, rect: Rect) -> Rect {
        let map = self.canvas.frame.rect();
        let dx = (map.left - rect.left).max(0.0) + (map.right - rect.right).min(0.0);
        let dy = (map.top - rect.top).max(0.0) + (map.bottom - rect.bottom).min(0.0);
        Rect { left: rect.left + dx, right: rect.right + dx, top: rect.top + dy, bottom: rect.bottom + dy }
    }
}

/// Places in a square, -1 to 1 across and down, the nearest to the best first; of like ones the northern, then the western.
fn ways(best: (f64, f64)) -> Vec<(f64, f64)> {
    let half = STEPS / 2;
    let places = (-half..=half).flat_map(|y| (-half..=half).map(move |x| (x, y)));
    let mut ways: Vec<(f64, f64)> =
        places.map(|(x, y)| (f64::from(x) / f64::from(half), f64::from(y) / f64::from(half))).collect();
    let far = |way: &(f64, f64)| (way.0 - best.0).hypot(way.1 - best.1);
    ways.sort_by(|one, other| far(one).total_cmp(&far(other)));
    ways
}

/// Whose ships or troops pass left of the middle of a square, and whose right of it, so that neither covers the other.
pub fn aside(side: Side) -> f64 {
    if side == Side::Allied { -0.16 } else { 0.16 }
}
