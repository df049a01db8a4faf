//! Small maps drawn square by square, for rule cases and tests (`docs/rule-cases.md`, `[map]`): open land unless
//! said otherwise, every river, range and railway crossing every edge in its middle.

use std::collections::BTreeMap;
use std::str::FromStr;

use crate::course::{Course, CourseFault, CourseKind};
use crate::drawn::{DrawingFault, DrawnSheet, read_ground, read_ratings};
use crate::map::{Arm, CitySite, Port, RiverClass, StateInfo, StrategicMap, Terrain};
use crate::square::{Direction, Grid, NotASquare, StrategicSquare, TacticalSquare};
use crate::tac1::generate;
use crate::tactical::{Atlas, Sheet};

/// The place at which every line of a sketch crosses every edge.
const MIDDLE: u8 = 7;

/// Why a map cannot be drawn as asked; each is a sentence with what was expected and what was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SketchFault {
    #[error("expected a size such as 5x5, at most {most_cols}x{most_rows} squares, found {found:?}")]
    Size { most_cols: u8, most_rows: usize, found: String },
    #[error(transparent)]
    Square(#[from] NotASquare),
    #[error(
        "expected a terrain (open, river, water, hills, forest, forested hills, mountain, high mountain, marsh, swamp), found {0:?}"
    )]
    Terrain(String),
    #[error("expected a river's class (fordable, unfordable, unbridgeable), found {0:?}")]
    Class(String),
    #[error("path {path:?}: {fault}")]
    Course { path: String, fault: CourseFault },
    #[error("tactical map of {at}: {fault}")]
    Drawing { at: String, fault: DrawingFault },
}

/// A map in the making. All squares are given by name, as in a rule case.
#[derive(Clone, Debug)]
pub struct Sketch {
    map: StrategicMap,
    rivers: Vec<Course>,
    ranges: Vec<Course>,
    rails: Vec<Course>,
    drawn: BTreeMap<StrategicSquare, DrawnSheet>,
}

impl Sketch {
    /// A map of open land; `size` is columns x rows, such as `5x5`, `row_letters` are the ruleset's, and all
    /// land is the state `nation`.
    ///
    /// # Errors
    /// If `size` is not two numbers with an `x` between, or more than the letters can name.
    pub fn new(id: &str, size: &str, row_letters: &str, nation: &str) -> Result<Self, SketchFault> {
        let wrong = || SketchFault::Size {
            most_cols: u8::MAX,
            most_rows: row_letters.len() * 10,
            found: size.into(),
        };
        let (cols, rows) = size.split_once('x').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<u8>().ok().filter(|number| *number > 0);
        let (cols, rows) = number(cols).zip(number(rows)).ok_or_else(wrong)?;
        if usize::from(rows) > row_letters.len() * 10 {
            return Err(wrong());
        }
        let grid = Grid { cols, rows, row_letters: row_letters.into() };
        let mut map = StrategicMap::blank(id, grid);
        map.state.fill(Some(0));
        map.states.push(StateInfo { name: nation.into(), nation: nation.into() });
        let (rivers, ranges, rails) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Sketch { map, rivers, ranges, rails, drawn: BTreeMap::new() })
    }

    /// The grid, to read squares with.
    pub fn grid(&self) -> &Grid {
        &self.map.grid
    }

    /// Sets a square's terrain, in the rulebook's own words; `river` is open land, which a river is then to
    /// cross.
    ///
    /// # Errors
    /// If the square or the word is unknown.
    pub fn terrain(&mut self, at: &str, words: &str) -> Result<(), SketchFault> {
        let index = self.map.grid.index(self.map.grid.parse(at)?);
        let terrain = if words.eq_ignore_ascii_case("river") {
            Terrain::Open
        } else {
            Terrain::of_words(words).ok_or_else(|| SketchFault::Terrain(words.into()))?
        };
        self.map.terrain[index] = terrain;
        Ok(())
    }

    /// Gives a square to a state, which is a nation of the same name.
    ///
    /// # Errors
    /// If the square is unknown.
    pub fn owner(&mut self, at: &str, state: &str) -> Result<(), SketchFault> {
        let index = self.map.grid.index(self.map.grid.parse(at)?);
        let known = self.map.states.iter().position(|known| known.name == state);
        let place = known.unwrap_or_else(|| {
            self.map.states.push(StateInfo { name: state.into(), nation: state.into() });
            self.map.states.len() - 1
        });
        self.map.state[index] = u16::try_from(place).ok();
        Ok(())
    }

    /// A river through squares that share edges, `path` being their names with blanks between. A river of
    /// one square runs through it from north to south. `class` is the rulebook's word.
    ///
    /// # Errors
    /// If a square or the class is unknown, or the path has a gap.
    pub fn river(&mut self, path: &str, class: &str) -> Result<(), SketchFault> {
        let class = RiverClass::of_words(class).ok_or_else(|| SketchFault::Class(class.into()))?;
        let squares = path.split_whitespace().count();
        let kind = CourseKind::River { classes: vec![class; squares], rail_bridges: None };
        let river = self.course(path, kind)?;
        self.rivers.push(river);
        Ok(())
    }

    /// Bars a diagonal step by name, either way.
    ///
    /// # Errors
    /// If a square is unknown.
    pub fn no_diagonal(&mut self, one: &str, other: &str) -> Result<(), SketchFault> {
        let pair = (self.map.grid.parse(one)?, self.map.grid.parse(other)?);
        self.map.no_diagonal.push(pair);
        Ok(())
    }

    /// A mountain range, given as a river is.
    ///
    /// # Errors
    /// As [`Sketch::river`].
    pub fn range(&mut self, path: &str) -> Result<(), SketchFault> {
        let range = self.course(path, CourseKind::Range)?;
        self.ranges.push(range);
        Ok(())
    }

    /// A railway, given as a river is.
    ///
    /// # Errors
    /// As [`Sketch::river`].
    pub fn rail(&mut self, path: &str) -> Result<(), SketchFault> {
        let rail = self.course(path, CourseKind::Rail)?;
        self.rails.push(rail);
        Ok(())
    }

    /// A city, for its site; a sketch keeps no population, and what the city stores is the game's state.
    ///
    /// # Errors
    /// If the square is unknown.
    pub fn city(&mut self, name: &str, at: &str, tac: TacticalSquare, port: Port) -> Result<(), SketchFault> {
        let at = self.map.grid.parse(at)?;
        let (name, population) = (name.into(), 0);
        let (manufacturing, supplies, fort, truth) = (0, 0, None, None);
        self.map.cities.push(CitySite {
            name,
            at,
            tac,
            population,
            port,
            manufacturing,
            supplies,
            fort,
            truth,
        });
        Ok(())
    }

    /// A square's tactical map: 15 lines of 15 marks.
    ///
    /// # Errors
    /// If the square is unknown or the lines are no tactical map.
    pub fn tactical(&mut self, at: &str, lines: &str) -> Result<(), SketchFault> {
        let ground = read_ground(lines).map_err(|fault| SketchFault::Drawing { at: at.into(), fault })?;
        self.sheet_of(at)?.ground = Some(ground);
        Ok(())
    }

    /// The ratings of a square's tactical map: 15 lines of 15 digits 0 to 4.
    ///
    /// # Errors
    /// As [`Sketch::tactical`].
    pub fn ratings(&mut self, at: &str, lines: &str) -> Result<(), SketchFault> {
        let ratings = read_ratings(lines).map_err(|fault| SketchFault::Drawing { at: at.into(), fault })?;
        self.sheet_of(at)?.ratings = Some(ratings);
        Ok(())
    }

    /// The tactical squares of a square that carry the track.
    ///
    /// # Errors
    /// If a square is unknown.
    pub fn rails<S: AsRef<str>>(&mut self, at: &str, squares: &[S]) -> Result<(), SketchFault> {
        self.sheet_of(at)?.rails = Some(tactical_squares(squares)?);
        Ok(())
    }

    /// The tactical squares of a square that have a bridge.
    ///
    /// # Errors
    /// If a square is unknown.
    pub fn bridges<S: AsRef<str>>(&mut self, at: &str, squares: &[S]) -> Result<(), SketchFault> {
        self.sheet_of(at)?.bridges = Some(tactical_squares(squares)?);
        Ok(())
    }

    /// The finished maps.
    ///
    /// # Errors
    /// If a river, range or railway cannot be laid.
    pub fn finish(mut self) -> Result<Atlas, SketchFault> {
        for course in self.rivers.into_iter().chain(self.ranges).chain(self.rails) {
            let names: Vec<String> = course.path.iter().map(|square| self.map.grid.label(*square)).collect();
            self.map.lay(course).map_err(|fault| SketchFault::Course { path: names.join(" "), fault })?;
        }
        let draw = |(at, drawn): (StrategicSquare, DrawnSheet)| -> (StrategicSquare, Sheet) {
            (at, drawn.over(|| generate(&self.map, at)))
        };
        let sheets = self.drawn.into_iter().map(draw).collect();
        Ok(Atlas::new(self.map, sheets))
    }

    fn sheet_of(&mut self, at: &str) -> Result<&mut DrawnSheet, SketchFault> {
        let square = self.map.grid.parse(at)?;
        Ok(self.drawn.entry(square).or_default())
    }

    /// The course of a path that crosses every edge in its middle. Where its end lies on the map's edge and
    /// runs straight at it, it runs on: what lies outside counts as the square at the edge does.
    fn course(&self, path: &str, kind: CourseKind) -> Result<Course, SketchFault> {
        let squares: Vec<StrategicSquare> =
            path.split_whitespace().map(|name| self.map.grid.parse(name)).collect::<Result<_, _>>()?;
        let edges = squares.len().saturating_sub(1);
        let (enters, leaves) = match squares.len() {
            1 => (Some(Direction::North), Some(Direction::South)),
            _ => (self.runs_off(squares.iter()), self.runs_off(squares.iter().rev())),
        };
        let arm = |side| Arm { side, place: MIDDLE };
        let (enters, leaves) = (enters.map(arm), leaves.map(arm));
        Ok(Course { kind, name: String::new(), path: squares, cross: vec![MIDDLE; edges], enters, leaves })
    }

    /// The direction in which a path, walked towards the end that comes first, leaves the map by one more
    /// step straight on.
    fn runs_off<'a>(&self, mut from_end: impl Iterator<Item = &'a StrategicSquare>) -> Option<Direction> {
        let (end, before) = (from_end.next()?, from_end.next()?);
        let ahead = before.direction_to(*end)?;
        (ahead.is_straight() && self.map.grid.step(*end, ahead).is_none()).then_some(ahead)
    }
}

fn tactical_squares<S: AsRef<str>>(squares: &[S]) -> Result<Vec<TacticalSquare>, SketchFault> {
    let read = |name: &S| TacticalSquare::from_str(name.as_ref()).map_err(SketchFault::from);
    squares.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tactical::Ground;

    const LETTERS: &str = "NPQRSTUVWXYZ";

    fn sketch() -> Sketch {
        Sketch::new("case", "5x4", LETTERS, "France").unwrap()
    }

    fn sides(arms: &[(Arm, RiverClass)]) -> Vec<Direction> {
        arms.iter().map(|(arm, _)| arm.side).collect()
    }

    #[test]
    fn unlisted_squares_are_open_land_of_the_nation() {
        let mut sketch = sketch();
        sketch.terrain("A1-N1", "hills").unwrap();
        sketch.owner("A3-N3", "Austria").unwrap();
        let map = sketch.finish().unwrap().map;
        let at = |name: &str| map.grid.parse(name).unwrap();
        assert_eq!((map.grid.cols, map.grid.rows), (5, 4));
        assert_eq!(map.terrain_at(at("A1-N1")), Terrain::Hills);
        assert_eq!(map.terrain_at(at("A0-N0")), Terrain::Open);
        assert_eq!(map.state_at(at("A3-N3")).unwrap().name, "Austria");
        assert_eq!(map.state_at(at("A4-N3")).unwrap().name, "France");
    }

    #[test]
    fn a_river_crosses_at_seven_runs_off_the_map_and_ends_inside_it() {
        let mut sketch = sketch();
        sketch.river("A2-N0 A2-N1 A2-N2", "unfordable").unwrap();
        sketch.river("A4-N3", "fordable").unwrap();
        let map = sketch.finish().unwrap().map;
        let at = |name: &str| map.grid.index(map.grid.parse(name).unwrap());
        assert_eq!(sides(&map.rivers[at("A2-N0")]), [Direction::South, Direction::North]);
        assert_eq!(sides(&map.rivers[at("A2-N2")]), [Direction::North]);
        assert_eq!(sides(&map.rivers[at("A4-N3")]), [Direction::North, Direction::South]);
        assert!(map.rivers.iter().flatten().all(|(arm, _)| arm.place == 7));
        assert_eq!(map.river_classes[at("A2-N1")], Some(RiverClass::Unfordable));
        assert_eq!(map.river_classes[at("A2-N3")], None);
    }

    #[test]
    fn what_is_wrong_is_said_with_what_was_expected() {
        let mut sketch = sketch();
        let gap = |mut sketch: Sketch| {
            sketch.rail("A0-N0 A1-N1").unwrap();
            sketch.finish().unwrap_err().to_string()
        };
        assert!(gap(sketch.clone()).contains("share an edge, found A0-N0 followed by A1-N1"));
        assert!(sketch.terrain("A1-N1", "jungle").unwrap_err().to_string().contains("forested hills"));
        assert!(sketch.terrain("A9-N1", "open").is_err());
        assert!(sketch.tactical("A1-N1", "...").unwrap_err().to_string().contains("15 lines, found 1"));
        for size in ["5", "0x5", "5x121", "axb"] {
            assert!(Sketch::new("case", size, LETTERS, "France").is_err(), "{size}");
        }
    }

    #[test]
    fn a_drawn_sheet_has_ratings_of_nought_and_bridges_where_its_track_meets_the_river() {
        let mut sketch = sketch();
        let row = "......~........\n";
        sketch.tactical("A1-N1", &row.repeat(15)).unwrap();
        sketch.rails("A1-N1", &["5-7", "6-7"]).unwrap();
        let atlas = sketch.finish().unwrap();
        let sheet = atlas.sheet(atlas.map.grid.parse("A1-N1").unwrap());
        let square = |name: &str| name.parse::<TacticalSquare>().unwrap();
        assert_eq!(sheet.ground_at(square("6-0")), Ground::River);
        assert_eq!(sheet.rating, [0; 225]);
        assert!(sheet.is_passable(square("6-7")) && !sheet.is_passable(square("6-8")));
        assert!(!sheet.bridge[square("5-7").index()]);
        assert!(sheet.banks_of(square("0-0")) != sheet.banks_of(square("14-14")));
    }
}
