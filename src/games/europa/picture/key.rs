//! The key below a map: whose colour is whose, and what the signs mean.

use fieldpost_print::picture::ink;
use fieldpost_print::picture::letters::{Rect, width};
use fieldpost_print::picture::svg::{Face, Hand, Path, Pen, Point, Svg};

use super::signs::{arrow, cross, dark};
use super::{SEATS, Sheet, WIDTH, weave};
use crate::tell::Eye;

/// Pixels of a row.
const ROW: f64 = 16.0;

/// A sign of the key.
enum Sign {
    Seat(usize),
    Fortress,
    Fort,
    Port,
    Arsenal,
    Siege,
    Way,
    Retreat,
    Battle,
    River,
    Pass,
}

const SIGNS: [(Sign, &str); 10] = [
    (Sign::Fortress, "fortress and level"),
    (Sign::Fort, "fort"),
    (Sign::Port, "port"),
    (Sign::Arsenal, "arsenal"),
    (Sign::Siege, "siege"),
    (Sign::Way, "way gone"),
    (Sign::Retreat, "retreat"),
    (Sign::Battle, "battle"),
    (Sign::River, "river"),
    (Sign::Pass, "pass"),
];

impl Sheet<'_> {
    /// How high the whole picture is, with its key.
    pub(super) fn whole_height(&self, eye: &Eye<'_>) -> f64 {
        self.rows(eye).1
    }

    /// Signs and words of the key, each with its place, and how high the picture is with them.
    fn rows(&self, eye: &Eye<'_>) -> (Vec<(Point, Sign, String)>, f64) {
        let seats = self.scenario.players.iter().enumerate();
        let seats = seats
            .map(|(place, (_, seat))| (Sign::Seat(place), format!("{seat} {}", eye.position.name(seat))));
        let signs = SIGNS.into_iter().map(|(sign, words)| (sign, words.to_owned()));
        let rows: Vec<(Sign, String)> = seats.chain(signs).collect();
        let (mut at, mut places) = (Point { x: 10.0, y: self.height + 12.0 }, Vec::new());
        for (sign, words) in rows {
            let wide = width(&words, 9.5, Face::Book) + 32.0;
            if at.x + wide > WIDTH - 6.0 {
                at = Point { x: 10.0, y: at.y + ROW };
            }
            places.push((at, sign, words));
            at = at.moved(wide, 0.0);
        }
        (places, (at.y + 12.0).ceil())
    }

    /// Draws the key; how high the whole picture is with it.
    pub(super) fn key(&self, svg: &mut Svg, eye: &Eye<'_>) -> f64 {
        let (places, height) = self.rows(eye);
        svg.rect("paper", Point { x: 0.0, y: self.height }, WIDTH, height - self.height, ink::PAPER);
        for (at, sign, words) in places {
            draw(svg, at.moved(8.0, 0.0), sign);
            let hand = Hand { size: 9.5, face: Face::Book, colour: ink::BLACK, anchor: "start", halo: None };
            svg.words("key", at.moved(20.0, 3.5), &words, hand);
        }
        height
    }
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
        Sign::Way => arrow(svg, at.moved(-12.0, 0.0), at.moved(13.0, 0.0), ink::GRID_NAME, false),
        Sign::Retreat => arrow(svg, at.moved(-12.0, 0.0), at.moved(13.0, 0.0), ink::GRID_NAME, true),
        Sign::Battle => cross(svg, at),
        Sign::River => svg.stroke("key-river", &line, Pen::round(ink::RIVER, 2.2)),
        Sign::Pass => svg.stroke("key-pass", &line, Pen::dashed(ink::ROCK, 3.0, "2 3")),
    }
}
