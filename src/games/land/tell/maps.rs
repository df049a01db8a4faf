//! The tactical maps of a position as blocks: each a picture or letters, and below it who stands there.

use crate::illustrations;
use crate::labels::Labels;
use crate::places::Side;
use crate::sheets::{self, PlaceView, SheetView};
use crate::standing::Standing;
use fieldpost_print::report::Illustration;
use fieldpost_print::section::{Block, Drawn, Listed, Row};

/// Most bytes of pictures of tactical maps in a mail, as PNG; the mail has them a third larger. Maps beyond are shown
/// in letters.
const MOST_TACTICAL: usize = 1_500_000;

/// Tactical maps as they are drawn one after the other.
pub(crate) struct Maps<'a> {
    standing: &'a Standing<'a>,
    /// How many bytes the pictures may have that are still to be drawn.
    left: usize,
    /// Whether the first of them is a picture.
    is_drawn: Option<bool>,
}

impl<'a> Maps<'a> {
    pub(crate) fn new(standing: &'a Standing<'a>) -> Self {
        Maps { standing, left: MOST_TACTICAL, is_drawn: None }
    }

    /// The map of a square, by its place among all, with what is told below it.
    pub(crate) fn of(&mut self, place: usize) -> Vec<Block> {
        let standing = self.standing;
        let sheet = &standing.view.position.sheets[place];
        let picture = self.picture(place);
        self.left -= picture.as_ref().map_or(0, |picture| picture.png.len());
        self.is_drawn.get_or_insert(picture.is_some());
        let letters = vec![Block::Map(sheets::lines(sheet).join("\n"))];
        let figures = picture.map(|picture| vec![Block::Figure(picture)]);
        let title = Block::Heading(format!("{}: {}", sheet.square, sheet.about));
        let below = below(sheet, standing.shown.whole, standing.labels());
        [title, Block::Drawn(Drawn { figures, letters })].into_iter().chain(below).collect()
    }

    /// The picture of a tactical map, if it can be drawn and is not larger than what is left.
    fn picture(&self, place: usize) -> Option<Illustration> {
        let Standing { vantage, album, .. } = self.standing;
        let picture = illustrations::tactical((*album)?, vantage, vantage.spots[place].0).ok();
        picture.filter(|picture| picture.png.len() <= self.left)
    }

    /// What the marks of maps in letters mean, and what stands below each map.
    pub(crate) fn key(&self) -> Vec<Block> {
        let ground = "Left the ground with a flag behind it where units are seen (o, x, X, n as on the strategic map: X is enemies and others \
                      in one square). Right the ratings for defence, from 0 poor to 4 excellent. The columns are numbered downwards: 1 above 4 \
                      is 14.";
        let bridge = if self.standing.spoken().has_bridges { "# bridge, " } else { "" };
        let marks = format!(
            ". open, h hills, H high hills, f forest, T town, w water, ~ river, = ford, {bridge}^ mountain, ) pass."
        );
        let below = "Below each map are the squares with units (column-row), their ground and rating, and who is there; F behind a unit: in the \
                     fort.";
        let letters = vec![Block::Words(ground.into()), Block::Words(marks)];
        let figures = self.is_drawn.filter(|is_drawn| *is_drawn).map(|_| Vec::new());
        vec![Block::Drawn(Drawn { figures, letters }), Block::Words(below.into())]
    }
}

/// What stands below a tactical map: bridges, rails, who is where, the siege.
fn below(sheet: &SheetView, whole: bool, labels: Labels) -> Vec<Block> {
    let rails = if whole { &sheet.rails[..] } else { &[] };
    let listed = [("Bridges", &sheet.bridges[..]), ("Rails", rails)];
    let told = listed.into_iter().filter(|(_, squares)| !squares.is_empty());
    let mut blocks: Vec<Block> =
        told.map(|(what, squares)| Block::Words(format!("{what}: {}", squares.join(" ")))).collect();
    blocks.push(Block::Rows(sheet.places.iter().map(|place| row(place, labels)).collect()));
    let siege = sheet.siege.iter().map(|loud| Listed { loud: loud.clone(), ..Listed::default() });
    blocks.push(Block::Listing(siege.collect()));
    blocks
}

/// Who stands in a tactical square, enemies to be found before others.
fn row(place: &PlaceView, labels: Labels) -> Row {
    let [enemy, neutral] = match labels {
        Labels::Words => ["enemy:", "neutral:"],
        Labels::Marks => ["x:", "n:"],
    };
    let own = match labels {
        Labels::Words => place.names(Side::is_friendly),
        Labels::Marks => marked("o:", place.names(Side::is_friendly)),
    };
    let enemies = marked(enemy, place.names(|side| side == Side::Enemy));
    let neutrals = marked(neutral, place.names(|side| side == Side::Neutral));
    let ground = format!("{} {}", place.ground, place.rating);
    let cells: Vec<String> =
        [ground, own, enemies.clone(), neutrals].into_iter().filter(|cell| !cell.is_empty()).collect();
    let loud = cells.iter().position(|cell| !enemies.is_empty() && *cell == enemies);
    Row { head: place.tac.clone(), cells, loud, ..Row::default() }
}

/// Names behind whose they are; nothing where there are none.
fn marked(whose: &str, names: String) -> String {
    if names.is_empty() { names } else { format!("{whose} {names}") }
}
