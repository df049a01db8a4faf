//! The key below a map: whose colour is whose, and what the signs mean.

use fieldpost_print::picture::ink;
use fieldpost_print::picture::letters::{Rect, width};
use fieldpost_print::picture::svg::{Face, Hand, Path, Pen, Point, Svg};

use super::lay::Lines;
use super::signs::{arrow, bar, cross, dark, pennant};
use super::{SEATS, Sheet, weave};
use crate::tell::Eye;

/// Pixels of a row.
const ROW: f64 = 16.0;
/// Pixels of its letters.
const SIZE: f64 = 9.5;

/// A sign of the key.
enum Sign {
    Seat(usize),
    Fortress,
    Fort,
    Port,
    Arsenal,
    Siege,
    Blockade,
    Way,
    Retreat,
    Battle,
    Flag,
    River,
    Pass,
}

const SIGNS: [(Sign, &str); 11] = [
    (Sign::Fortress, "fortress and level"),
    (Sign::Fort, "fort"),
    (Sign::Port, "port"),
    (Sign::Arsenal, "arsenal"),
    (Sign::Siege, "siege"),
    (Sign::Blockade, "fleet before a port"),
    (Sign::Way, "way gone"),
    (Sign::Retreat, "retreat"),
    (Sign::Battle, "battle"),
    (Sign::River, "river"),
    (Sign::Pass, "pass"),
];

impl Sheet<'_> {
    /// Signs and words of the key, each with its place, and how high the picture is with them. Of several sheets cut closer the first has
    /// the signs, and the others have lines alone.
    fn rows(&self, eye: &Eye<'_>, lines: &Lines) -> (Vec<(Point, Option<Sign>, String)>, f64) {
        let seats = self.scenario.players.iter().enumerate().filter(|_| self.has_key);
        let seats = seats.map(|(place, (_, seat))| {
            (Some(Sign::Seat(place)), format!("{seat} {}", eye.position.name(seat)))
        });
        let signs =
            SIGNS.into_iter().filter(|_| self.has_key).map(|(sign, words)| (Some(sign), words.to_owned()));
        let flag = (!lines.flags.is_empty()).then(|| (Some(Sign::Flag), "so many stacks:".to_owned()));
        let written = |lines: &[String]| {
            let pieces = lines.iter().flat_map(|line| broken(line, self.width - 40.0));
            pieces.map(|line| (None, line)).collect::<Vec<_>>()
        };
        let (flags, others) = (written(&lines.flags), written(&lines.others));
        let rows: Vec<(Option<Sign>, String)> =
            seats.chain(signs).chain(flag).chain(flags).chain(others).collect();
        if rows.is_empty() {
            return (Vec::new(), self.height);
        }
        let (mut at, mut places) = (Point { x: 10.0, y: self.height + 12.0 }, Vec::new());
        for (sign, words) in rows {
            let wide = width(&words, SIZE, Face::Book) + if sign.is_some() { 32.0 } else { 10.0 };
            if at.x + wide > self.width - 6.0 {
                at = Point { x: 10.0, y: at.y + ROW };
            }
            places.push((at, sign, words));
            at = at.moved(wide, 0.0);
        }
        (places, (at.y + 12.0).ceil())
    }

    /// Draws the colours of the seats, which are the same all game.
    pub(super) fn key_of_seats(&self, svg: &mut Svg, eye: &Eye<'_>) {
        let seats = self
            .rows(eye, &Lines::default())
            .0
            .into_iter()
            .filter(|(_, sign, _)| matches!(sign, Some(Sign::Seat(_))));
        seats.for_each(|row| write(svg, row));
    }

    /// Draws the rest of the key with these lines; how high the whole picture is with it.
    pub(super) fn key(&self, svg: &mut Svg, eye: &Eye<'_>, lines: &Lines) -> f64 {
        let (rows, height) = self.rows(eye, lines);
        let signs = rows.into_iter().filter(|(_, sign, _)| !matches!(sign, Some(Sign::Seat(_))));
        signs.for_each(|row| write(svg, row));
        height
    }
}

fn write(svg: &mut Svg, (at, sign, words): (Point, Option<Sign>, String)) {
    let start = if sign.is_some() { 20.0 } else { 0.0 };
    if let Some(sign) = sign {
        // A pennant is wider than other signs.
        let aside = if matches!(sign, Sign::Flag) { 4.0 } else { 8.0 };
        draw(svg, at.moved(aside, 0.0), sign);
    }
    let hand = Hand { size: SIZE, face: Face::Book, colour: ink::BLACK, anchor: "start", halo: None };
    svg.words("key", at.moved(start, 3.5), &words, hand);
}

/// A line in pieces that are not wider than this, broken behind commas.
fn broken(line: &str, most: f64) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    for word in line.split_inclusive(", ") {
        match pieces.last_mut() {
            Some(last) if width(last, SIZE, Face::Book) + width(word, SIZE, Face::Book) < most => {
                last.push_str(word)
            }
            _ => pieces.push(word.to_owned()),
        }
    }
    pieces
}

fn draw(svg: &mut Svg, at: Point, sign: Sign) {
    let square = |size: f64| {
        let mut path = Path::new();
        path.add_polygon(&Rect::about(at, size, size).corners());
        path
    };
    let ring = |radius: f64| {
        let mut path = Path::new();
        path.add_circle(at, radius);
        path
    };
    let mut line = Path::new();
    line.segment(at.moved(-8.0, 0.0), at.moved(8.0, 0.0));
    match sign {
        Sign::Seat(place) => {
            let colour = SEATS[place % SEATS.len()];
            svg.shape("key-seat", &square(11.0), colour, dark(colour), 2.0);
            svg.weave("key-weave", &square(11.0), weave(place), dark(colour));
        }
        Sign::Fortress => svg.shape("key-fortress", &square(9.0), ink::BLACK, ink::BLACK, 1.0),
        Sign::Fort => svg.shape("key-fort", &square(9.0), ink::PAPER, ink::BLACK, 1.0),
        Sign::Port => svg.shape("key-port", &ring(3.0), ink::PAPER, ink::RIVER, 1.4),
        Sign::Arsenal => svg.shape("key-arsenal", &ring(3.0), ink::RIVER, ink::RIVER, 1.4),
        Sign::Siege => svg.stroke("key-siege", &ring(6.0), Pen::dashed(ink::SIEGE, 2.4, "4 2")),
        Sign::Blockade => {
            svg.shape("key-port", &ring(3.0), ink::PAPER, ink::RIVER, 1.4);
            bar(svg, "key-blockade", at);
        }
        Sign::Way => arrow(svg, at.moved(-12.0, 0.0), at.moved(13.0, 0.0), ink::GRID_NAME, false),
        Sign::Retreat => arrow(svg, at.moved(-12.0, 0.0), at.moved(13.0, 0.0), ink::GRID_NAME, true),
        Sign::Battle => cross(svg, at),
        Sign::Flag => pennant(svg, at, ink::GRID_NAME),
        Sign::River => svg.stroke("key-river", &line, Pen::round(ink::RIVER, 2.2)),
        Sign::Pass => svg.stroke("key-pass", &line, Pen::dashed(ink::ROCK, 3.0, "2 3")),
    }
}
