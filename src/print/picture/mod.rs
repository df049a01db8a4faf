//! Pictures: shapes and letters on a sheet as SVG ([`svg`]), and as PNG ([`raster`]).
//!
//! The same drawing gives the same bytes. What is drawn, and by which signs, is a game's own.

pub mod canvas;
pub mod frame;
pub mod ink;
pub mod letters;
pub mod raster;
pub mod room;
pub mod shape;
pub mod svg;

/// A picture, drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The picture as SVG.
    pub svg: String,
    /// What stands on its map, each with the room that it takes.
    pub layout: room::Layout,
}

/// A layer of a picture. The lower one is the map's ground, which is the same whoever looks at it; the upper one has
/// the troops, with all that gives way to them, and the key.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// Its elements.
    pub body: String,
    /// Pixels from side to side.
    pub width: f64,
    /// Pixels from top to bottom.
    pub height: f64,
    pub layout: room::Layout,
}

impl Layer {
    /// The layer as an SVG of its own.
    pub fn svg(&self) -> String {
        svg::sheet(self.width, self.height, "", &[&self.body])
    }

    /// The picture of which this is the ground.
    pub fn under(&self, top: Layer, title: &str) -> Drawing {
        let svg = svg::sheet(top.width, top.height, title, &[&self.body, &top.body]);
        Drawing { svg, layout: top.layout }
    }
}
