//! A picture being drawn upon: squares in their frame, what stands on them, and room for a key beneath. It knows no map:
//! what the squares are is for whoever draws.

use crate::picture::Layer;
use crate::picture::frame::{ABOVE, ASIDE, Frame};
use crate::picture::ink::{self, Colour};
use crate::picture::room::{Layout, Room};
use crate::picture::svg::{Point, Svg};

/// A picture being drawn.
#[derive(Debug)]
pub struct Canvas {
    /// Its frame, and so its measures.
    pub frame: Frame,
    /// The picture so far.
    pub svg: Svg,
    /// Where there is room for labels.
    pub room: Room,
    /// 1, or more where squares are large.
    pub scale: f64,
    /// Pixels from side to side.
    width: f64,
    /// Pixels between the frame and the key, besides those for the names of columns.
    beneath: f64,
}

impl Canvas {
    /// A layer with nothing on it, so many pixels wide; squares of `sharp` pixels are drawn at scale 1, larger ones at
    /// up to 2.2.
    pub fn new(frame: Frame, width: u32, sharp: f64, is_grey: bool) -> Self {
        let scale = (frame.cell / sharp).clamp(1.0, 2.2);
        let room = Room::new(frame.rect());
        Canvas { svg: Svg::new(is_grey), room, scale, width: f64::from(width), beneath: 0.0, frame }
    }

    /// The same with some colours painted as others.
    pub fn dyed(self, dyes: Vec<(Colour, Colour)>) -> Self {
        Canvas { svg: self.svg.dyed(dyes), ..self }
    }

    /// The same with so many pixels more between the frame and the key.
    pub fn with_room_beneath(self, pixels: f64) -> Self {
        Canvas { beneath: pixels, ..self }
    }

    /// Where a place lies on the sheet; 2.5 is the middle of the third column that shows.
    pub fn place(&self, col: f64, row: f64) -> Point {
        self.frame.corner.moved(col * self.frame.cell, row * self.frame.cell)
    }

    /// Where the key begins.
    pub fn key_at(&self) -> Point {
        Point { x: ASIDE, y: self.frame.rect().bottom + ABOVE + self.beneath }
    }

    /// How wide the key is.
    pub fn key_width(&self) -> f64 {
        self.width - 2.0 * ASIDE
    }

    /// The lines between squares.
    pub fn draw_grid(&mut self) {
        self.frame.grid(&mut self.svg);
    }

    /// The frame with the names along it, and paper about it.
    pub fn draw_frame(&mut self) {
        let height = self.ground_height();
        self.frame.mat(&mut self.svg, self.width, height);
        self.frame.draw(&mut self.svg);
    }

    fn ground_height(&self) -> f64 {
        self.key_at().y.ceil()
    }

    /// The finished ground, which ends where the key begins.
    pub fn into_ground(self) -> Layer {
        let height = self.ground_height();
        Layer { body: self.svg.finish(), width: self.width, height, layout: Layout::default() }
    }

    /// Paper for a key that is so high; how high the whole picture is.
    pub fn paper_for_key(&mut self, high: f64) -> f64 {
        let at = self.key_at();
        let height = (at.y + high).ceil();
        let paper = Point { x: 0.0, y: at.y.ceil() };
        self.svg.rect("paper", paper, self.width, height - paper.y, ink::PAPER);
        height
    }

    /// What lies over the ground, finished, with what stands on it; so high with its key.
    pub fn into_top(self, height: f64) -> Layer {
        Layer { body: self.svg.finish(), width: self.width, height, layout: self.room.layout }
    }
}
