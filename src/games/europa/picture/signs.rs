//! What stands upon the ground of a map: ways, stacks, fortresses and ports, battles, names.

use std::collections::{BTreeMap, BTreeSet};

use fieldpost_engine::piece::Piece;
use fieldpost_print::picture::Layer;
use fieldpost_print::picture::ink::{self, Colour};
use fieldpost_print::picture::letters::{Rect, Room, Wish, width};
use fieldpost_print::picture::svg::{Face, Hand, Path, Pen, Point, Svg};

use super::{SEATS, Sheet, WIDTH};
use crate::event::{Event, Fact, Happening, Kind};
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
    /// All that comes and goes upon a ground of this height: ways, sieges, stacks, battles.
    pub(super) fn top(
        &self,
        eye: &Eye<'_>,
        before: &BTreeMap<Piece, Stack>,
        events: &[Happening],
        height: f64,
    ) -> Layer {
        let told = eye.told(events);
        let mut svg = Svg::new(false);
        self.ways(&mut svg, eye, before, &told);
        self.sieges(&mut svg, eye);
        self.battles(&mut svg, &told);
        self.stacks(&mut svg, eye);
        Layer { body: svg.finish(), width: WIDTH, height, labels: Vec::new() }
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

    /// A fortress is a black square with its level, a fort a hollow one; a port a ring, an arsenal a disc. Names keep off them, and off
    /// the place of the first stack.
    pub(super) fn forts(&self, svg: &mut Svg, room: &mut Room, eye: &Eye<'_>) {
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
            room.keep_off(Rect::about(at.moved(4.0, 0.0), 20.0, 11.0));
        }
    }

    /// Who besieges draws a line about the fortress.
    fn sieges(&self, svg: &mut Svg, eye: &Eye<'_>) {
        let besieged = eye.position.stacks.values().filter(|stack| stack.besieging);
        let places: BTreeSet<&Place> = besieged.map(|stack| &stack.at).collect();
        for at in places.into_iter().filter_map(|place| self.shown(place)) {
            let mut ring = Path::new();
            ring.add_circle(at, 9.0);
            svg.stroke("siege", &ring, Pen::dashed(ink::SIEGE, 2.4, "4 2"));
        }
    }

    /// Stacks one below the other beneath the middle of their place.
    fn stacks(&self, svg: &mut Svg, eye: &Eye<'_>) {
        let mut by_place: BTreeMap<&Place, Vec<(&Piece, &Stack)>> = BTreeMap::new();
        for (id, stack) in &eye.position.stacks {
            by_place.entry(&stack.at).or_default().push((id, stack));
        }
        for (place, stacks) in by_place {
            let Some(middle) = self.shown(place) else { continue };
            for (number, (id, stack)) in (0_i16..).zip(stacks) {
                self.chip(svg, eye, self.chip_place(place, middle, number), id, stack);
            }
        }
    }

    /// Where the sign of the how-manieth stack of a place is, counted from 0.
    fn chip_place(&self, place: &str, middle: Point, number: i16) -> Point {
        let beneath = if self.map.is_sea(place) { 0.0 } else { 13.0 };
        middle.moved(0.0, beneath + f64::from(number) * (HIGH + 1.0))
    }

    /// How many stacks lie in each place.
    pub(super) fn piles(&self, eye: &Eye<'_>) -> BTreeMap<Place, i16> {
        let mut piles: BTreeMap<Place, i16> = self.window.iter().map(|place| (place.clone(), 1)).collect();
        let mut there: BTreeMap<&Place, i16> = BTreeMap::new();
        eye.position.stacks.values().for_each(|stack| *there.entry(&stack.at).or_default() += 1);
        // A province of the window keeps room for one, whether anybody is there or not: most grounds stay the same all game.
        piles.extend(there.into_iter().map(|(place, count)| (place.clone(), count)));
        piles
    }

    /// The room that the signs of these stacks take.
    pub(super) fn chip_rooms(&self, piles: &BTreeMap<Place, i16>) -> Vec<Rect> {
        let shown = piles.iter().filter_map(|(place, count)| Some((place, *count, self.shown(place)?)));
        let rooms = shown.flat_map(|(place, count, middle)| {
            (0..count).map(move |number| Rect::about(self.chip_place(place, middle, number), 34.0, HIGH))
        });
        rooms.collect()
    }

    fn chip(&self, svg: &mut Svg, eye: &Eye<'_>, at: Point, id: &Piece, stack: &Stack) {
        let wide = width(id.as_str(), 9.0, Face::Bold) + 12.0;
        // A sign at the rim is shown whole.
        let (side, x) = (wide / 2.0 + 4.0, at.x);
        let rect = Rect::about(Point { x: x.clamp(side, WIDTH - side), ..at }, wide, HIGH);
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
    }

    /// A cross where a battle was.
    fn battles(&self, svg: &mut Svg, told: &[&Event]) {
        let places: BTreeSet<&Place> = told.iter().filter_map(|event| event.fact.fought_in()).collect();
        for at in places.into_iter().filter_map(|place| self.shown(place)) {
            cross(svg, at.moved(-13.0, -2.0));
        }
    }

    /// The names of places: in the window each has one, smaller where there is little room; others where there is some.
    pub(super) fn names(&self, svg: &mut Svg, room: &mut Room, chips: &[Rect]) {
        let map = self.map;
        let lands = map.provinces.iter().map(|(id, found)| (id, &found.name, ink::STATE_NAME, Face::Book));
        let seas = map.seas.iter().map(|(id, found)| (id, &found.name, ink::RIVER_NAME, Face::Oblique));
        let mut all: Vec<_> = lands.chain(seas).collect();
        // What the picture is about comes first.
        all.sort_by_key(|(id, ..)| !self.window.contains(*id));
        // A name keeps off the stacks of its place, unless there is no other room.
        for (id, name, colour, face) in all {
            let Some(at) = self.shown(id) else { continue };
            let wish = |off, size| Wish { words: name, at, off, size, face };
            let is_meant = self.window.contains(id);
            let found = [(6.0, 8.5), (6.0, 7.5)]
                .into_iter()
                .find_map(|(off, size)| room.place_off(chips, wish(off, size)).map(|start| (start, size)));
            let mut crowded = || {
                [(6.0, 7.5), (11.0, 7.0), (2.0, 7.0)]
                    .into_iter()
                    .find_map(|(off, size)| room.place(wish(off, size)).map(|start| (start, size)))
            };
            if let Some((start, size)) = found.or_else(|| crowded().filter(|_| is_meant)) {
                let hand = Hand { size, face, colour, anchor: "start", halo: Some(ink::PAPER) };
                svg.words("name", start, name, hand);
            }
        }
    }

    /// Below the name of a province, the letters of who holds it, where there is room: a colour is never the only sign.
    pub(super) fn codes(&self, svg: &mut Svg, room: &mut Room, eye: &Eye<'_>, chips: &[Rect]) {
        for place in &self.window {
            let Some((at, seat)) = self.shown(place).zip(self.holder(eye, place)) else { continue };
            let code = &self.scenario.players[seat].1;
            let wish = |off| Wish { words: code, at, off, size: 6.5, face: Face::Bold };
            if let Some(start) = [7.0, 10.0].into_iter().find_map(|off| room.place_off(chips, wish(off))) {
                let (colour, halo) = (ink::STATE_NAME, Some(ink::PAPER));
                let hand = Hand { size: 6.5, face: Face::Bold, colour, anchor: "start", halo };
                svg.words("holder", start, code, hand);
            }
        }
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
    let deep = |level: u8| ((f64::from(level - least) * 1.3 + f64::from(least) * 0.3).min(255.0)) as u8;
    Colour(deep(red), deep(green), deep(blue))
}
