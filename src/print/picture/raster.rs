//! From SVG to PNG: drawn with the bundled letters, then brought to a palette, which halves what a mail carries.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::sync::{Arc, LazyLock};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8, Transform};
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
    Plate::of(svg, 1, COLOURS)?.png()
}

/// A picture in pixels, with few enough colours for a palette.
#[derive(Clone, Debug)]
pub struct Plate {
    /// Pixels of the picture to one of the SVG.
    scale: u32,
    width: u32,
    height: u32,
    colours: Vec<[u8; 3]>,
    /// The place in the palette of every pixel, row by row.
    places: Vec<u8>,
}

impl Plate {
    /// The ground of pictures: an SVG drawn on white paper, so many pixels to one of its own, with a part of the palette left
    /// for what comes over it.
    ///
    /// # Errors
    /// As [`png()`].
    pub fn ground(svg: &str, scale: u32) -> Result<Self, RasterError> {
        Self::of(svg, scale, GROUND_COLOURS)
    }

    fn of(svg: &str, scale: u32, most: usize) -> Result<Self, RasterError> {
        let pixels = draw(svg, scale)?;
        let paper = Plate {
            scale,
            width: pixels.width(),
            height: pixels.height(),
            colours: vec![WHITE],
            places: vec![0; pixels.pixels().len()],
        };
        Ok(paper.under(&pixels, &named(svg), most))
    }

    /// It as a ground that is kept: most of its pixels are as those beside them, so that it takes a twentieth.
    pub fn pressed(&self) -> PressedPlate {
        let mut bytes = ZlibEncoder::new(Vec::new(), Compression::fast());
        // Memory takes whatever is written to it.
        let places = bytes.write_all(&self.places).and_then(|()| bytes.finish()).unwrap_or_default();
        let Plate { scale, width, height, .. } = *self;
        PressedPlate {
            scale,
            width,
            height,
            colours: self.colours.clone(),
            pixels: self.places.len(),
            places,
        }
    }

    /// The picture with this ground and an SVG over it, which may be higher and must be as wide.
    ///
    /// # Errors
    /// As [`png()`].
    pub fn with(mut self, svg: &str) -> Result<Self, RasterError> {
        let pixels = draw(svg, self.scale)?;
        if pixels.width() != self.width {
            return Err(RasterError::Size(pixels.width(), pixels.height()));
        }
        self.height = pixels.height();
        self.places.resize(pixels.pixels().len(), 0);
        Ok(self.under(&pixels, &named(svg), COLOURS))
    }

    /// Lays pixels of the same measures over it.
    fn under(mut self, pixels: &Pixmap, named: &[[u8; 3]], most: usize) -> Self {
        let mut changed: Vec<(u32, [u8; 3])> = Vec::new();
        for (part, stretch) in pixels.pixels().chunks(STRETCH).enumerate() {
            // Of a layer over a ground most is clear.
            if stretch.iter().fold(0, |all, pixel| all | pixel.alpha()) == 0 {
                continue;
            }
            for (at, pixel) in (part * STRETCH..).zip(stretch) {
                if pixel.alpha() > 0 {
                    changed.push((at as u32, over(pixel, self.colours[self.places[at] as usize])));
                }
            }
        }
        let mut palette = Palette::new(self.colours, most);
        palette.learn(named, &changed, self.places.len());
        for (at, colour) in changed {
            self.places[at as usize] = palette.places[bin(colour)];
        }
        Plate { colours: palette.colours, ..self }
    }

    /// It as a PNG.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn png(&self) -> Result<Vec<u8>, RasterError> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(self.colours.concat());
        encoder.set_deflate_compression(png::DeflateCompression::Level(EFFORT));
        // Filters help levels of light, not numbers of colours.
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.places)?;
        writer.finish()?;
        Ok(bytes)
    }
}

/// A ground that is kept.
#[derive(Clone, Debug)]
pub struct PressedPlate {
    scale: u32,
    width: u32,
    height: u32,
    colours: Vec<[u8; 3]>,
    pixels: usize,
    places: Vec<u8>,
}

impl PressedPlate {
    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.places.len()
    }

    /// The ground as it was; `None` if memory is not what it was.
    pub fn plate(&self) -> Option<Plate> {
        // A layer over it may be a third higher.
        let mut places = Vec::with_capacity(self.pixels * 4 / 3);
        ZlibDecoder::new(self.places.as_slice()).read_to_end(&mut places).ok()?;
        let PressedPlate { scale, width, height, .. } = *self;
        let is_whole = places.len() == self.pixels;
        is_whole.then(|| Plate { scale, width, height, colours: self.colours.clone(), places })
    }
}

fn draw(svg: &str, scale: u32) -> Result<Pixmap, RasterError> {
    let tree = read(svg)?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width().saturating_mul(scale), size.height().saturating_mul(scale));
    let mut pixels = Pixmap::new(width, height).ok_or(RasterError::Size(width, height))?;
    let times = scale as f32;
    resvg::render(&tree, Transform::from_scale(times, times), &mut pixels.as_mut());
    Ok(pixels)
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

/// A pixel over a colour; its own is kept multiplied by how opaque it is.
fn over(pixel: &PremultipliedColorU8, below: [u8; 3]) -> [u8; 3] {
    if pixel.alpha() == 255 {
        return [pixel.red(), pixel.green(), pixel.blue()];
    }
    let clear = 255 - u16::from(pixel.alpha());
    let [red, green, blue] = below.map(|level| ((u16::from(level) * clear + 127) / 255) as u8);
    [red.saturating_add(pixel.red()), green.saturating_add(pixel.green()), blue.saturating_add(pixel.blue())]
}

/// The colours of a picture, and which of them stands for each that was learnt.
struct Palette {
    colours: Vec<[u8; 3]>,
    /// How many colours it may have.
    most: usize,
    /// The place of the colours of every [`bin`] that was learnt.
    places: Vec<u8>,
}

/// Bits of each of a colour's three levels by which colours are told apart; an eye tells no more.
const BITS: u32 = 6;

/// A number for all colours that no eye tells apart. Asked for every pixel, so it is plain arithmetic: an unoptimised build, as
/// tests have it, spends most of a drawing on an array's iterators else.
fn bin([red, green, blue]: [u8; 3]) -> usize {
    const SHIFT: u32 = 8 - BITS;
    (((red >> SHIFT) as usize) << (2 * BITS))
        | (((green >> SHIFT) as usize) << BITS)
        | (blue >> SHIFT) as usize
}

impl Palette {
    fn new(colours: Vec<[u8; 3]>, most: usize) -> Self {
        Palette { colours, most, places: vec![0; 1 << (3 * BITS)] }
    }

    /// Takes in the colours that a layer names, then the commonest of the blends at their rims; one that is nearly the
    /// same as one before goes to that. `total` is the number of the picture's pixels.
    fn learn(&mut self, named: &[[u8; 3]], pixels: &[(u32, [u8; 3])], total: usize) {
        let mut counts = vec![0_u32; self.places.len()];
        let mut found: Vec<[u8; 3]> = Vec::new();
        for (_, colour) in pixels {
            let count = &mut counts[bin(*colour)];
            if *count == 0 {
                found.push(*colour);
            }
            *count += 1;
        }
        // A named colour stands for all that look like it. The first of two that look alike does: they go in last first.
        let is_named: BTreeSet<usize> = named.iter().map(|colour| bin(*colour)).collect();
        for colour in named.iter().rev() {
            self.places[bin(*colour)] = self.place_of(*colour, 0);
        }
        let count = |colour: [u8; 3]| counts[bin(colour)] as usize;
        found.retain(|colour| !is_named.contains(&bin(*colour)));
        found.sort_by_key(|colour| (std::cmp::Reverse(count(*colour)), *colour));
        for colour in found {
            let is_common = count(colour) * COMMON >= total;
            self.places[bin(colour)] = self.place_of(colour, if is_common { ALMOST } else { NEAR });
        }
    }

    /// The nearest colour of the palette, or a new one if none is near and there is room.
    fn place_of(&mut self, colour: [u8; 3], tolerance: u32) -> u8 {
        let [red, green, blue] = colour.map(i32::from);
        // The distance above the place, so that the least of these numbers is the first of the nearest.
        let apart = |(place, other): (u32, &[u8; 3])| {
            let (red, green, blue) =
                (red - i32::from(other[0]), green - i32::from(other[1]), blue - i32::from(other[2]));
            ((red * red + green * green + blue * blue) as u32) << 8 | place
        };
        let nearest = (0..).zip(&self.colours).map(apart).min();
        match nearest.map(|nearest| (nearest & 255, nearest >> 8)) {
            Some((place, apart)) if apart <= tolerance || self.colours.len() >= self.most => place as u8,
            _ => {
                self.colours.push(colour);
                (self.colours.len() - 1) as u8
            }
        }
    }
}

/// Pixels that are looked at together.
const STRETCH: usize = 64;
/// How hard the PNG is pressed: 9, the most, takes twice as long for a twentieth less.
const EFFORT: u8 = 6;
/// The paper on which everything is drawn.
const WHITE: [u8; 3] = [255; 3];
/// Most colours of a palette: what a byte can name.
const COLOURS: usize = 256;
/// Most colours of a ground: the rest is for flags and letters over it.
const GROUND_COLOURS: usize = 192;
/// A colour of which one pixel in so many is made is a fill or a line, not the rim of one.
const COMMON: usize = 500;
/// The square of how far apart two colours may be for one to stand for the other, if it is common.
const ALMOST: u32 = 30;
/// The same if it is the rim of a line or a letter, where no eye sees it.
const NEAR: u32 = 600;
