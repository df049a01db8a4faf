//! From SVG to PNG: drawn with the bundled letters, then brought to a palette, which halves what a mail carries.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

/// The letters of pictures (`assets/fonts`).
const FONTS: [&[u8]; 3] = [
    include_bytes!("../../../assets/fonts/DejaVuSansCondensed.subset.ttf"),
    include_bytes!("../../../assets/fonts/DejaVuSansCondensed-Bold.subset.ttf"),
    include_bytes!("../../../assets/fonts/DejaVuSansCondensed-Oblique.subset.ttf"),
];

static LETTERS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    FONTS.into_iter().for_each(|font| fonts.load_font_data(font.to_vec()));
    Arc::new(fonts)
});

/// Most colours of a palette: what a byte can name.
const COLOURS: usize = 256;

/// Why there is no PNG.
#[derive(Debug, thiserror::Error)]
pub enum RasterError {
    /// The SVG is none.
    #[error("the picture cannot be read: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// It has no size, or more than there is memory for.
    #[error("a picture of {0} x {1} pixels cannot be drawn")]
    Size(u32, u32),
    /// The PNG cannot be written.
    #[error("the PNG cannot be written: {0}")]
    Png(#[from] png::EncodingError),
}

/// Reads an SVG with the bundled letters.
///
/// # Errors
/// If it is no SVG.
pub fn read(svg: &str) -> Result<Tree, RasterError> {
    let options =
        Options { fontdb: LETTERS.clone(), font_family: "DejaVu Sans".into(), ..Options::default() };
    Ok(Tree::from_str(svg, &options)?)
}

/// The PNG of an SVG, pixel for pixel.
///
/// # Errors
/// If it is no SVG, or too large to draw.
pub fn png(svg: &str) -> Result<Vec<u8>, RasterError> {
    let tree = read(svg)?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height())
        .ok_or_else(|| RasterError::Size(size.width(), size.height()))?;
    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
    let colours: Vec<[u8; 3]> = pixels.pixels().iter().map(over_white).collect();
    let palette = Palette::of(&named(svg), &colours);
    encode(size.width(), size.height(), &palette, &colours)
}

/// The colours that an SVG of ours names, each once.
fn named(svg: &str) -> Vec<[u8; 3]> {
    let colour = |text: &str| {
        let digits = text.get(..6).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
        let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
        Some([red, green, blue])
    };
    let colours: BTreeSet<[u8; 3]> = svg.split("\"#").skip(1).filter_map(colour).collect();
    colours.into_iter().collect()
}

/// A pixel on white paper; its colours are kept multiplied by how opaque it is.
fn over_white(pixel: &resvg::tiny_skia::PremultipliedColorU8) -> [u8; 3] {
    let clear = 255 - pixel.alpha();
    [pixel.red(), pixel.green(), pixel.blue()].map(|level| level.saturating_add(clear))
}

/// The colours of a picture, and which of them stands for each that it has.
struct Palette {
    colours: Vec<[u8; 3]>,
    places: BTreeMap<[u8; 3], u8>,
}

impl Palette {
    /// The colours that the picture names, then the commonest of the blends at their rims; one that is nearly the same as one before goes to that.
    fn of(named: &[[u8; 3]], pixels: &[[u8; 3]]) -> Self {
        let mut counts: BTreeMap<[u8; 3], usize> = BTreeMap::new();
        // Most pixels are like the one before: one look-up for each run of them.
        for run in pixels.chunk_by(|one, other| one == other) {
            *counts.entry(run[0]).or_default() += run.len();
        }
        let mut common: Vec<([u8; 3], usize)> = counts.into_iter().collect();
        common.sort_by_key(|(colour, count)| (std::cmp::Reverse(*count), *colour));
        let mut palette =
            Palette { colours: named.iter().copied().take(COLOURS).collect(), places: BTreeMap::new() };
        for (colour, count) in common {
            let is_common = count * COMMON >= pixels.len();
            let place = palette.place_of(colour, if is_common { ALMOST } else { NEAR });
            palette.places.insert(colour, place);
        }
        palette
    }

    /// The nearest colour of the palette, or a new one if none is near and there is room.
    fn place_of(&mut self, colour: [u8; 3], tolerance: u32) -> u8 {
        let apart = |other: &[u8; 3]| {
            let square = |at: usize| u32::from(colour[at].abs_diff(other[at])).pow(2);
            square(0) + square(1) + square(2)
        };
        let nearest =
            self.colours.iter().map(apart).enumerate().min_by_key(|(place, apart)| (*apart, *place));
        match nearest {
            Some((place, apart)) if apart <= tolerance || self.colours.len() == COLOURS => place as u8,
            _ => {
                self.colours.push(colour);
                (self.colours.len() - 1) as u8
            }
        }
    }
}

/// A colour of which one pixel in so many is made is a fill or a line, not the rim of one.
const COMMON: usize = 500;
/// The square of how far apart two colours may be for one to stand for the other, if it is common.
const ALMOST: u32 = 30;
/// The same if it is the rim of a line or a letter, where no eye sees it.
const NEAR: u32 = 600;

fn encode(width: u32, height: u32, palette: &Palette, pixels: &[[u8; 3]]) -> Result<Vec<u8>, RasterError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.colours.concat());
    encoder.set_compression(png::Compression::High);
    // Filters help levels of light, not numbers of colours.
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    let mut places = Vec::with_capacity(pixels.len());
    for run in pixels.chunk_by(|one, other| one == other) {
        let place = palette.places.get(&run[0]).copied().unwrap_or(0);
        places.resize(places.len() + run.len(), place);
    }
    writer.write_image_data(&places)?;
    writer.finish()?;
    Ok(bytes)
}
