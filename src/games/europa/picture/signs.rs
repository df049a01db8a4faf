//! What stands upon the ground of a map: ways, stacks, fortresses and ports, battles, names.

use std::collections::BTreeMap;

use fieldpost_engine::piece::Piece;
use fieldpost_print::picture::Layer;
use fieldpost_print::picture::ink::{self, Colour};
use fieldpost_print::picture::letters::{Rect, width};
use fieldpost_print::picture::svg::{Face, Hand, Path, Pen, Point, Svg};

use super::lay::{Chip, Flag, NUMBERS, Name, middle};
use super::{SEATS, Sheet};
use crate::event::{Event, Fact, Kind};
use crate::map::{Place, Port};
use crate::position::{Kind as StackKind, Posture, Stack};
use crate::tell::Eye;

/// How high the sign of a stack is.
pub(super) const HIGH: f64 = 12.0;

/// A leg of a way, and whether it is a retreat.
struct Leg {
    from: Place,
    to: Place,
    flees: bool,
}

impl<'a> Sheet<'a> {
    /// All signs upon the ground, with the key: ways lowest, then fortresses, sieges, names, battles, stacks.
    pub(super) fn top(&self, eye: &Eye<'a>, before: &BTreeMap<Piece, Stack>, told: &[&Event]) -> Layer {
        let laid = self.lay(eye, told);
        let mut svg = Svg::new(false);
        self.ways(&mut svg, eye, before, told);
        self.forts(&mut svg, eye);
        self.sieges(&mut svg, eye);
        self.blockades(&mut svg, eye);
        for Name { words, start, size, face, colour } in &laid.names {
            let hand =
                Hand { size: *size, face: *face, colour: *colour, anchor: "start", halo: Some(ink::PAPER) };
            svg.words("name", *start, words, hand);
        }
        for (start, code) in &laid.holders {
            let (colour, halo) = (ink::STATE_NAME, Some(ink::PAPER));
            svg.words(
                "holder",
                *start,
                code,
                Hand { size: 6.5, face: Face::Bold, colour, anchor: "start", halo },
            );
        }
        for (start, number) in &laid.numbers {
            let (colour, halo) = (ink::STATE_NAME, Some(ink::PAPER));
            let hand = Hand { size: NUMBERS, face: Face::Bold, colour, anchor: "start", halo };
            svg.words("number", *start, number, hand);
        }
        laid.crosses.iter().for_each(|at| cross(&mut svg, *at));
        laid.chips.iter().for_each(|chip| self.chip(&mut svg, eye, chip));
        laid.flags.iter().for_each(|flag| self.flag(&mut svg, eye, flag));
        let height = self.key(&mut svg, eye, &laid.lines);
        Layer { body: svg.finish(), width: self.width, height, layout: laid.layout }
    }

    /// The ways of stacks, from where they stood when the round began.
    fn ways(&self, svg: &mut Svg, eye: &Eye<'_>, before: &BTreeMap<Piece, Stack>, told: &[&Event]) {
        for (id, stack) in before {
            let colour = dark(self.colour(eye.position.seat(&stack.owner)));
            for leg in legs(id, stack, told) {
                let (Some(from), Some(to)) = (self.middle(&leg.from), self.middle(&leg.to)) else { continue };
                arrow(svg, from, to, colour, leg.flees);
            }
        }
    }

    /// A fortress is a black square with its level, a fort a hollow one; a port a ring, an arsenal a disc.
    fn forts(&self, svg: &mut Svg, eye: &Eye<'_>) {
        let position = eye.position;
        for (place, ground) in &position.grounds {
            let Some(at) = self.shown(place) else { continue };
            if ground.port != Port::None {
                let mut ring = Path::new();
                ring.add_circle(at.moved(PORT.0, PORT.1), 3.0);
                let fill = if ground.port == Port::Arsenal { ink::RIVER } else { ink::PAPER };
                svg.shape("port", &ring, fill, ink::RIVER, 1.4);
            }
            if ground.has_wall() {
                let fill = if ground.fort { ink::PAPER } else { ink::BLACK };
                let mut wall = Path::new();
                wall.add_polygon(&Rect::about(at, 9.0, 9.0).corners());
                svg.shape("fortress", &wall, fill, ink::BLACK, 1.0);
            }
            if ground.fortress > 0 {
                let hand =
                    Hand { size: 8.0, face: Face::Bold, colour: ink::PAPER, anchor: "middle", halo: None };
                svg.words("level", at.moved(0.0, 3.0), &ground.fortress.to_string(), hand);
            }
        }
    }

    /// Who besieges draws a line about the fortress.
    fn sieges(&self, svg: &mut Svg, eye: &Eye<'_>) {
        for at in self.besieged(eye).into_iter().filter_map(|place| self.shown(place)) {
            let mut ring = Path::new();
            ring.add_circle(at, 7.6);
            svg.stroke("siege", &ring, Pen::dashed(ink::SIEGE, 2.4, "4 2"));
        }
    }

    /// A fleet before a port draws a bar before its ring.
    fn blockades(&self, svg: &mut Svg, eye: &Eye<'_>) {
        for at in self.blockaded(eye).into_iter().filter_map(|place| self.shown(place)) {
            bar(svg, "blockade", at.moved(PORT.0, PORT.1));
        }
    }

    fn chip(&self, svg: &mut Svg, eye: &Eye<'_>, Chip { id, stack, rect }: &Chip<'_>) {
        let wide = width(id.as_str(), 9.0, Face::Bold) + 12.0;
        let rect = Rect::about(middle(rect), wide, HIGH);
        let colour = self.colour(eye.position.seat(&stack.owner));
        let [a, b, c, d] = rect.corners();
        let mut body = Path::new();
        // A fleet has the bows of a ship.
        if Stack::kind(id) == StackKind::Land || Stack::kind(id) == StackKind::Leader {
            body.add_polygon(&[a, b, c, d]);
        } else {
            body.add_polygon(&[a.moved(-3.0, 0.0), b.moved(3.0, 0.0), c.moved(-2.0, 0.0), d.moved(2.0, 0.0)]);
        }
        let edge = if eye.power.is_some() && eye.is_own(stack) { 2.0 } else { 0.8 };
        svg.shape(&format!("stack {id}"), &body, ink::PAPER, ink::BLACK, edge);
        let mut band = Path::new();
        band.add_polygon(&[a.moved(1.0, 1.0), a.moved(5.0, 1.0), d.moved(5.0, -1.0), d.moved(1.0, -1.0)]);
        svg.fill("seat", &band, dark(colour));
        if stack.posture == Posture::Fortress {
            let mut wall = Path::new();
            wall.add_polygon(&rect.grown(1.5).corners());
            svg.stroke("walled", &wall, Pen::flat(ink::BLACK, 0.8));
        }
        let hand = Hand { size: 9.0, face: Face::Bold, colour: ink::BLACK, anchor: "start", halo: None };
        svg.words("id", Point { x: rect.left + 7.5, y: rect.bottom - 2.8 }, id.as_str(), hand);
    }

    /// Several stacks as one: a pennant with how many.
    fn flag(&self, svg: &mut Svg, eye: &Eye<'_>, Flag { count, first, rect }: &Flag<'_>) {
        let colour = dark(self.colour(eye.position.seat(&first.owner)));
        pennant(svg, middle(rect), colour);
        let hand = Hand { size: 9.0, face: Face::Bold, colour: ink::BLACK, anchor: "start", halo: None };
        svg.words("count", Point { x: rect.left + 4.0, y: rect.bottom - 3.3 }, &count.to_string(), hand);
    }

    /// The picture in words, for who does not see it.
    pub(super) fn words(&self, events: &[&Event]) -> String {
        let count = |kinds: &[Kind]| events.iter().filter(|event| kinds.contains(&event.fact.kind())).count();
        let battles = count(&[Kind::Combat, Kind::NavalCombat]);
        let ways = count(&[Kind::Move]);
        let of = format!("{}: {} provinces", self.map.title, self.window.len());
        if events.is_empty() {
            return format!(
                "Map of {of}, with stacks, fortresses and sieges; the lists of this report have all of it."
            );
        }
        format!(
            "Map of {of}, with {ways} steps of stacks as arrows and {battles} battles as crosses; the report's text tells them all."
        )
    }
}

/// The legs of a stack's way, in the order of events.
fn legs(id: &Piece, stack: &Stack, told: &[&Event]) -> Vec<Leg> {
    let mut here = stack.at.clone();
    let mut legs = Vec::new();
    for fact in told.iter().map(|event| &event.fact).filter(|fact| fact.stack() == Some(id)) {
        let to = match fact.kind() {
            Kind::Move | Kind::Pursuit => fact.to(),
            Kind::Ashore | Kind::Aboard | Kind::Retreat => fact.place(),
            _ => None,
        };
        let Some(to) = to.filter(|to| **to != here) else { continue };
        legs.push(Leg { from: here, to: to.clone(), flees: matches!(fact, Fact::Retreats { .. }) });
        here = to.clone();
    }
    legs
}

/// An arrow from the middle of a place to the next; broken for a retreat.
pub(super) fn arrow(svg: &mut Svg, from: Point, to: Point, colour: Colour, flees: bool) {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let long = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / long, dy / long);
    let tip = to.moved(-ux * 7.0, -uy * 7.0);
    let neck = tip.moved(-ux * 8.0, -uy * 8.0);
    let mut shaft = Path::new();
    shaft.segment(from.moved(ux * 4.0, uy * 4.0), neck);
    svg.stroke("way-halo", &shaft, Pen::round(ink::PAPER, 5.0));
    let pen = if flees { Pen::dashed(colour, 3.0, "5 4") } else { Pen::round(colour, 3.0) };
    svg.stroke(if flees { "retreat" } else { "way" }, &shaft, pen);
    let mut head = Path::new();
    head.add_polygon(&[tip, neck.moved(-uy * 4.5, ux * 4.5), neck.moved(uy * 4.5, -ux * 4.5)]);
    svg.shape("way-head", &head, colour, ink::PAPER, 0.8);
}

/// Where the ring of a port stands, from the middle of its province.
const PORT: (f64, f64) = (9.0, -3.0);

/// The bar before a port that a fleet lies before: two strokes with a cross stroke at each end.
pub(super) fn bar(svg: &mut Svg, class: &str, port: Point) {
    let mut path = Path::new();
    for off in [-4.6, 4.6] {
        path.segment(port.moved(-5.0, off), port.moved(5.0, off));
    }
    path.segment(port.moved(5.0, -4.6), port.moved(5.0, 4.6));
    svg.stroke("blockade-halo", &path, Pen::round(ink::PAPER, 3.4));
    svg.stroke(class, &path, Pen::round(ink::RIVER_NAME, 1.8));
}

/// The sign of several stacks, about this middle.
pub(super) fn pennant(svg: &mut Svg, at: Point, colour: Colour) {
    let Rect { left, top, right, bottom } = Rect::about(at, 24.0, HIGH);
    let corners = [(left, top), (right, top), (right - 5.0, at.y), (right, bottom), (left, bottom)];
    let mut body = Path::new();
    body.add_polygon(&corners.map(|(x, y)| Point { x, y }));
    svg.shape("flag", &body, ink::PAPER, colour, 2.0);
}

/// The sign of a battle.
pub(super) fn cross(svg: &mut Svg, at: Point) {
    let mut path = Path::new();
    path.segment(at.moved(-5.0, -5.0), at.moved(5.0, 5.0));
    path.segment(at.moved(-5.0, 5.0), at.moved(5.0, -5.0));
    svg.stroke("battle-halo", &path, Pen::round(ink::PAPER, 6.0));
    svg.stroke("battle", &path, Pen::round(ink::SIEGE, 3.2));
}

/// A seat's colour, dark enough for lines and bands; land of nobody is grey.
pub(super) fn dark(colour: Colour) -> Colour {
    if !SEATS.contains(&colour) {
        return ink::GRID_NAME;
    }
    let Colour(red, green, blue) = colour;
    let least = red.min(green).min(blue);
    // What sets a colour apart from grey is kept, and the rest made darker.
    let deep = |level: u8| ((f64::from(level - least) * 1.3 + f64::from(least) * 0.3).min(255.0)) as u8;
    Colour(deep(red), deep(green), deep(blue))
}
