//! Writing SVG: elements with their class, numbers to a tenth of a pixel, colours through one door.
//!
//! That door is where a picture in grey is made: [`Svg::paint`] is the only place that writes a colour.

use std::collections::BTreeSet;
use std::fmt::{Display, Write};

use crate::picture::ink::Colour;

/// A place on the sheet, in pixels from its left upper corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    /// The place `dx` right of and `dy` below this one.
    pub fn moved(self, dx: f64, dy: f64) -> Self {
        Point { x: self.x + dx, y: self.y + dy }
    }

    /// The place at `share` of the way to `other`.
    pub fn towards(self, other: Point, share: f64) -> Self {
        Point { x: self.x + (other.x - self.x) * share, y: self.y + (other.y - self.y) * share }
    }
}

/// A sheet of so many pixels with what is drawn on it, the lowest layer first; `title` is for those who cannot see it.
pub fn sheet(width: f64, height: f64, title: &str, layers: &[&str]) -> String {
    let (width, height) = (px(width), px(height));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"DejaVu Sans Condensed, DejaVu Sans, Arial Narrow, Arial, \
         sans-serif\">\n<title>{}</title>\n{}</svg>\n",
        escaped(title),
        layers.concat()
    )
}

/// A layer of a picture being written.
#[derive(Debug)]
pub struct Svg {
    text: String,
    is_grey: bool,
    dyes: Vec<(Colour, Colour)>,
    /// The weaves that are defined already.
    woven: BTreeSet<String>,
}

/// What is drawn across a shape, so that its colour is not the only sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weave {
    Plain,
    Rising,
    Falling,
    Dots,
    Level,
    Upright,
}

impl Weave {
    pub const ALL: [Weave; 6] =
        [Weave::Plain, Weave::Rising, Weave::Falling, Weave::Dots, Weave::Level, Weave::Upright];

    /// Its name, and a tile of it six pixels wide and high.
    fn tile(self) -> Option<(&'static str, &'static str)> {
        match self {
            Weave::Plain => None,
            Weave::Rising => Some(("rising", "M1 -1L-1 1M0 6L6 0M5 7L7 5")),
            Weave::Falling => Some(("falling", "M5 -1L7 1M0 0L6 6M1 7L-1 5")),
            Weave::Dots => Some(("dots", "M1 1.5h1M4 4.5h1")),
            Weave::Level => Some(("level", "M0 3H6")),
            Weave::Upright => Some(("upright", "M3 0V6")),
        }
    }
}

/// How a text is set.
#[derive(Clone, Copy, Debug)]
pub struct Hand {
    /// Pixels of its em.
    pub size: f64,
    /// Its style.
    pub face: Face,
    pub colour: Colour,
    /// Where its place is: at its start, middle or end.
    pub anchor: &'static str,
    /// The colour of a halo, so that it can be read on any ground.
    pub halo: Option<Colour>,
}

/// The styles of the bundled font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    Book,
    Bold,
    Oblique,
}

impl Svg {
    /// A layer with nothing on it, for a [`sheet`].
    pub fn new(is_grey: bool) -> Self {
        Svg { text: String::new(), is_grey, dyes: Vec::new(), woven: BTreeSet::new() }
    }

    /// The same with some colours painted as others.
    pub fn dyed(self, dyes: Vec<(Colour, Colour)>) -> Self {
        Svg { dyes, ..self }
    }

    /// The elements of the finished layer.
    pub fn finish(self) -> String {
        self.text
    }

    /// A colour as it is written: itself, or the grey that is as light.
    pub fn paint(&self, colour: Colour) -> String {
        let colour = self.dyes.iter().find(|(from, _)| *from == colour).map_or(colour, |(_, to)| *to);
        let Colour(red, green, blue) = if self.is_grey { colour.grey() } else { colour };
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// Opens a group.
    pub fn open(&mut self, class: &str) {
        self.write(format_args!("<g class=\"{}\">\n", escaped(class)));
    }

    /// Closes the group opened last.
    pub fn close(&mut self) {
        self.text.push_str("</g>\n");
    }

    /// A rectangle.
    pub fn rect(&mut self, class: &str, corner: Point, width: f64, height: f64, fill: Colour) {
        let (x, y, width, height, fill) =
            (px(corner.x), px(corner.y), px(width), px(height), self.paint(fill));
        self.write(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>\n"
        ));
    }

    /// A filled shape.
    pub fn fill(&mut self, class: &str, path: &Path, fill: Colour) {
        if !path.is_empty() {
            let (path, fill) = (path.text(), self.paint(fill));
            let class = escaped(class);
            self.write(format_args!(
                "<path class=\"{class}\" fill-rule=\"evenodd\" fill=\"{fill}\" d=\"{path}\"/>\n"
            ));
        }
    }

    /// A weave across a shape that is filled already.
    pub fn weave(&mut self, class: &str, path: &Path, weave: Weave, colour: Colour) {
        let Some((name, tile)) = weave.tile().filter(|_| !path.is_empty()) else { return };
        let ink = self.paint(colour);
        let id = format!("weave-{name}-{}", ink.trim_start_matches('#'));
        if self.woven.insert(id.clone()) {
            let size = "width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"";
            let line = format!("stroke=\"{ink}\" stroke-width=\"0.8\" stroke-opacity=\"0.55\" fill=\"none\"");
            self.write(format_args!("<pattern id=\"{id}\" {size}><path {line} d=\"{tile}\"/></pattern>\n"));
        }
        let (class, path) = (escaped(class), path.text());
        self.write(format_args!(
            "<path class=\"{class}\" fill-rule=\"evenodd\" fill=\"url(#{id})\" d=\"{path}\"/>\n"
        ));
    }

    /// A line.
    pub fn stroke(&mut self, class: &str, path: &Path, pen: Pen) {
        if !path.is_empty() {
            let (path, colour, width) = (path.text(), self.paint(pen.colour), hundredth(pen.width));
            let dashes = if pen.dashes.is_empty() {
                String::new()
            } else {
                format!(" stroke-dasharray=\"{}\"", pen.dashes)
            };
            let cap = if pen.is_round { " stroke-linecap=\"round\" stroke-linejoin=\"round\"" } else { "" };
            let class = escaped(class);
            self.write(format_args!(
                "<path class=\"{class}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes}{cap} d=\"{path}\"/>\n"
            ));
        }
    }

    /// A filled shape with an outline.
    pub fn shape(&mut self, class: &str, path: &Path, fill: Colour, edge: Colour, width: f64) {
        let (path, fill, edge, width) = (path.text(), self.paint(fill), self.paint(edge), hundredth(width));
        let class = escaped(class);
        self.write(format_args!(
            "<path class=\"{class}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{width}\" stroke-linejoin=\"round\" d=\"{path}\"/>\n"
        ));
    }

    /// A text whose base line starts, centres or ends at a place.
    pub fn words(&mut self, class: &str, at: Point, words: &str, hand: Hand) {
        self.spaced_words(class, at, words, hand, 0.0);
    }

    /// The same with room between the letters.
    pub fn spaced_words(&mut self, class: &str, at: Point, words: &str, hand: Hand, spacing: f64) {
        let (x, y, size, colour) = (px(at.x), px(at.y), px(hand.size), self.paint(hand.colour));
        let face = match hand.face {
            Face::Book => "",
            Face::Bold => " font-weight=\"bold\"",
            Face::Oblique => " font-style=\"oblique\"",
        };
        let anchor =
            if hand.anchor == "start" { String::new() } else { format!(" text-anchor=\"{}\"", hand.anchor) };
        let spacing =
            if spacing > 0.0 { format!(" letter-spacing=\"{}\"", px(spacing)) } else { String::new() };
        let halo = hand.halo.map(|halo| {
            let halo = self.paint(halo);
            format!(
                " stroke=\"{halo}\" stroke-width=\"2.4\" stroke-linejoin=\"round\" paint-order=\"stroke\""
            )
        });
        let (class, words, halo) = (escaped(class), escaped(words), halo.unwrap_or_default());
        self.write(format_args!(
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\"{face}{anchor}{spacing}{halo}>{words}</text>\n"
        ));
    }

    /// A text along the left edge, read upward, or along the right one, read downward, centred on a place.
    pub fn upright_words(&mut self, class: &str, at: Point, words: &str, hand: Hand, is_downward: bool) {
        let degrees = if is_downward { 90 } else { -90 };
        let (x, y) = (px(at.x), px(at.y));
        self.write(format_args!("<g transform=\"translate({x} {y}) rotate({degrees})\">\n"));
        self.words(class, Point { x: 0.0, y: 0.0 }, words, hand);
        self.close();
    }

    fn write(&mut self, words: std::fmt::Arguments<'_>) {
        // A String takes everything that is written to it.
        let _ = self.text.write_fmt(words);
    }
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Pen {
    pub colour: Colour,
    /// Its width in pixels.
    pub width: f64,
    /// Lengths of dashes and gaps, as SVG has them; empty for a whole line.
    pub dashes: &'static str,
    /// Whether its ends and bends are round.
    pub is_round: bool,
}

impl Pen {
    /// A whole line with round ends.
    pub fn round(colour: Colour, width: f64) -> Self {
        Pen { colour, width, dashes: "", is_round: true }
    }

    /// A whole line with flat ends.
    pub fn flat(colour: Colour, width: f64) -> Self {
        Pen { colour, width, dashes: "", is_round: false }
    }

    /// A dashed line.
    pub fn dashed(colour: Colour, width: f64, dashes: &'static str) -> Self {
        Pen { colour, width, dashes, is_round: false }
    }
}

/// The outline of a shape, or the course of a line; many may be in one.
#[derive(Clone, Debug, Default)]
pub struct Path(String);

impl Path {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A closed shape of straight sides.
    pub fn polygon(points: &[Point]) -> Self {
        let mut path = Path::new();
        path.add_polygon(points);
        path
    }

    pub fn circle(middle: Point, radius: f64) -> Self {
        let mut path = Path::new();
        path.add_circle(middle, radius);
        path
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// As SVG has it.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Starts a new piece.
    pub fn start(&mut self, at: Point) {
        self.add(format_args!("M{} {}", px(at.x), px(at.y)));
    }

    /// A straight line on.
    pub fn line(&mut self, to: Point) {
        self.add(format_args!("L{} {}", px(to.x), px(to.y)));
    }

    /// A curve on, drawn towards one place.
    pub fn bend(&mut self, by: Point, to: Point) {
        self.add(format_args!("Q{} {} {} {}", px(by.x), px(by.y), px(to.x), px(to.y)));
    }

    /// A curve on, drawn towards two places.
    pub fn curve(&mut self, by: Point, then: Point, to: Point) {
        self.add(format_args!(
            "C{} {} {} {} {} {}",
            px(by.x),
            px(by.y),
            px(then.x),
            px(then.y),
            px(to.x),
            px(to.y)
        ));
    }

    /// Closes the piece.
    pub fn close(&mut self) {
        self.0.push('Z');
    }

    /// A straight line from one place to another, as a piece of its own.
    pub fn segment(&mut self, from: Point, to: Point) {
        self.start(from);
        self.line(to);
    }

    /// Adds a closed shape of straight sides.
    pub fn add_polygon(&mut self, points: &[Point]) {
        let Some((first, rest)) = points.split_first() else { return };
        self.start(*first);
        rest.iter().for_each(|point| self.line(*point));
        self.close();
    }

    pub fn add_circle(&mut self, middle: Point, radius: f64) {
        let (radius, across) = (hundredth(radius), hundredth(2.0 * radius));
        self.start(middle.moved(-radius.0, 0.0));
        self.add(format_args!("a{radius} {radius} 0 1 0 {across} 0a{radius} {radius} 0 1 0 -{across} 0Z"));
    }

    fn add(&mut self, words: std::fmt::Arguments<'_>) {
        // As in `Svg::write`.
        let _ = self.0.write_fmt(words);
    }
}

/// A number as it is written: to a tenth, without a needless `.0`.
struct Tenths(f64);

/// The same to a hundredth: widths and radii.
#[derive(Clone, Copy)]
struct Hundredths(f64);

fn px(number: f64) -> Tenths {
    Tenths(number)
}

fn hundredth(number: f64) -> Hundredths {
    Hundredths(number)
}

impl Display for Tenths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write_rounded(f, self.0, 10.0)
    }
}

impl Display for Hundredths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write_rounded(f, self.0, 100.0)
    }
}

/// Rounding before writing keeps `-0` out.
fn write_rounded(f: &mut std::fmt::Formatter<'_>, number: f64, parts: f64) -> std::fmt::Result {
    let rounded = (number * parts).round() / parts;
    write!(f, "{}", if rounded == 0.0 { 0.0 } else { rounded })
}

/// Text with the characters that XML keeps for itself written as entities.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            control if control.is_control() => safe.push(' '),
            other => safe.push(other),
        }
    }
    safe
}
