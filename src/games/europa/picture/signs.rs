//! What stands upon the ground of a map: ways, stacks, fortresses and ports, battles, names.

use std::collections::BTreeMap;

use fieldpost_engine::piece::Piece;
use fieldpost_print::picture::Layer;
use fieldpost_print::picture::ink::{self, Colour};
use fieldpost_print::picture::letters::{Rect, Room, Wish, width};
use fieldpost_print::picture::svg::{Face, Hand, Path, Pen, Point, Svg};

use super::{SEATS, Sheet, WIDTH};
use crate::event::{Event, Kind};
use crate::map::{Place, Port};
use crate::position::{Kind as StackKind, Posture, Stack};
use crate::tell::Eye;

/// How high the sign of a stack is.
const HIGH: f64 = 12.0;

/// A leg of a way, and whether it is a retreat.
struct Leg {
    from: Place,
    to: Place,
    flees: bool,
}

impl Sheet<'_> {
    /// All that stands upon the ground, and the key.
    pub(super) fn top(&self, eye: &Eye<'_>, before: &BTreeMap<Piece, Stack>, events: &[Event]) -> Layer {
        let told = eye.told(events);
        let mut svg = Svg::new(false);
        let bounds = Rect { left: 2.0, top: 2.0, right: WIDTH - 2.0, bottom: self.height - 2.0 };
        let mut room = Room::new(bounds);
        self.ways(&mut svg, eye, before, &told);
        self.forts(&mut svg, &mut room, eye);
        self.stacks(&mut svg, &mut room, eye);
        self.battles(&mut svg, &mut room, &told);
        self.names(&mut svg, &mut room);
        let height = self.key(&mut svg, eye);
        Layer { body: svg.finish(), width: WIDTH, height, labels: room.labels }
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

    /// A fortress is a black square with its level, a fort a hollow one; a port a ring, an arsenal a disc. Who besieges draws a line
    /// about it.
    fn forts(&self, svg: &mut Svg, room: &mut Room, eye: &Eye<'_>) {
        let position = eye.position;
        for (place, ground) in &position.grounds {
            let Some(at) = self.shown(place) else { continue };
            if ground.port != Port::None {
                let mut ring = Path::new();
                ring.add_circle(at.moved(9.0, -3.0), 3.0);
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
            let is_besieged = position.stacks.values().any(|stack| stack.besieging && stack.at == *place);
            if is_besieged {
                let mut ring = Path::new();
                ring.add_circle(at, 9.0);
                svg.stroke("siege", &ring, Pen::dashed(ink::SIEGE, 2.4, "4 2"));
            }
            room.keep_off(Rect::about(at.moved(4.0, 0.0), 20.0, 11.0));
        }
    }

    /// Stacks one below the other beside the middle of their place.
    fn stacks(&self, svg: &mut Svg, room: &mut Room, eye: &Eye<'_>) {
        let mut by_place: BTreeMap<&Place, Vec<(&Piece, &Stack)>> = BTreeMap::new();
        for (id, stack) in &eye.position.stacks {
            by_place.entry(&stack.at).or_default().push((id, stack));
        }
        for (place, stacks) in by_place {
            let Some(middle) = self.shown(place) else { continue };
            let beneath = if eye.scenario.world.map.is_sea(place) { 0.0 } else { 13.0 };
            for (number, (id, stack)) in (0_i16..).zip(stacks) {
                let at = middle.moved(0.0, beneath + f64::from(number) * (HIGH + 1.0));
                room.keep_off(self.chip(svg, eye, at, id, stack));
            }
        }
    }

    fn chip(&self, svg: &mut Svg, eye: &Eye<'_>, at: Point, id: &Piece, stack: &Stack) -> Rect {
        let wide = width(id.as_str(), 9.0, Face::Bold) + 12.0;
        let rect = Rect::about(at, wide, HIGH);
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
            wall.add_polygon(&rect.grown(2.0).corners());
            svg.stroke("walled", &wall, Pen::flat(ink::BLACK, 0.8));
        }
        let hand = Hand { size: 9.0, face: Face::Bold, colour: ink::BLACK, anchor: "start", halo: None };
        svg.words("id", Point { x: rect.left + 7.5, y: rect.bottom - 2.8 }, id.as_str(), hand);
        rect.grown(2.0)
    }

    /// A cross where a battle was.
    fn battles(&self, svg: &mut Svg, room: &mut Room, told: &[&Event]) {
        let fought = told.iter().filter(|event| matches!(event.kind, Kind::Combat | Kind::NavalCombat));
        let places: std::collections::BTreeSet<&Place> =
            fought.filter_map(|event| event.place.as_ref()).collect();
        for at in places.into_iter().filter_map(|place| self.shown(place)) {
            let at = at.moved(-13.0, -2.0);
            cross(svg, at);
            room.keep_off(Rect::about(at, 14.0, 14.0));
        }
    }

    /// The names of places, where there is room.
    fn names(&self, svg: &mut Svg, room: &mut Room) {
        let map = self.map;
        let lands = map.provinces.iter().map(|(id, found)| (id, &found.name, ink::STATE_NAME, Face::Book));
        let seas = map.seas.iter().map(|(id, found)| (id, &found.name, ink::RIVER_NAME, Face::Oblique));
        let mut all: Vec<_> = lands.chain(seas).collect();
        // What the picture is about comes first.
        all.sort_by_key(|(id, ..)| !self.window.contains(*id));
        for (id, name, colour, face) in all {
            let Some(at) = self.shown(id) else { continue };
            let wish = Wish { words: name, at, off: 6.0, size: 8.5, face };
            if let Some(start) = room.place(wish) {
                let hand = Hand { size: 8.5, face, colour, anchor: "start", halo: Some(ink::PAPER) };
                svg.words("name", start, name, hand);
            }
        }
    }

    /// The picture in words, for who does not see it.
    pub(super) fn words(&self, events: &[&Event]) -> String {
        let count = |kinds: &[Kind]| events.iter().filter(|event| kinds.contains(&event.kind)).count();
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
    for event in told.iter().filter(|event| event.stack.as_ref() == Some(id)) {
        let to = match event.kind {
            Kind::Move | Kind::Pursuit => event.to.as_ref().or(event.place.as_ref()),
            Kind::Ashore | Kind::Aboard | Kind::Retreat => event.place.as_ref(),
            _ => None,
        };
        let Some(to) = to.filter(|to| **to != here) else { continue };
        legs.push(Leg { from: here, to: to.clone(), flees: event.kind == Kind::Retreat });
        here = to.clone();
    }
    legs
}

/// An arrow from the middle of a place to the next; broken for a retreat.
pub(super) fn arrow(svg: &mut Svg, from: Point, to: Point, colour: Colour, flees: bool) {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let long = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / long, dy / long);
    let tip = to.moved(-ux * 5.0, -uy * 5.0);
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
    let deep = |level: u8| ((f64::from(level - least) * 2.0 + f64::from(least) * 0.45).min(255.0)) as u8;
    Colour(deep(red), deep(green), deep(blue))
}
