//! A window of a map as a map file of its own: what lies outside is left out, and what is cut off at the edge enters and leaves there.
//!
//! Squares are named anew, for every map begins with its first column and row; and since the generator of tactical maps is keyed by
//! the map's id, a new id is new ground within the squares.

use toml::{Table, Value};

use crate::map_file;
use crate::square::{Direction, Grid, StrategicSquare};
use crate::text_fault::TextFault;

/// What is to be cut out of a map.
#[derive(Clone, Debug)]
pub struct Cut {
    /// Its north-west square.
    pub from: StrategicSquare,
    /// Its south-east square.
    pub to: StrategicSquare,
    /// The id of the new map.
    pub id: String,
    pub title: String,
}

/// The text of the new map file.
///
/// # Errors
/// The first fault of the map that is cut.
pub fn cut(text: &str, wanted: &Cut) -> Result<String, TextFault> {
    let old = map_file::load(text)?.atlas.map.grid.clone();
    let mut file: Table = toml::from_str(text).map_err(|error| first_of(text, &error))?;
    let size = |from: u8, to: u8| to.abs_diff(from) + 1;
    let new = Grid {
        cols: size(wanted.from.col, wanted.to.col),
        rows: size(wanted.from.row, wanted.to.row),
        ..old.clone()
    };
    let frame = Frame { old, new, corner: wanted.from };
    file.insert("id".into(), wanted.id.clone().into());
    file.insert("title".into(), wanted.title.clone().into());
    file.insert("cols".into(), i64::from(frame.new.cols).into());
    file.insert("rows".into(), i64::from(frame.new.rows).into());
    // Shares of terrain hold for the whole map alone.
    file.remove("expect");
    frame.georef(&mut file);
    frame.layers(&mut file);
    frame.sites(&mut file);
    for (kind, least) in [("river", 1), ("range", 2), ("rail", 2)] {
        frame.courses(&mut file, kind, least);
    }
    frame.tactical(&mut file);
    // What was read is written: nothing in it can be unwritable.
    Ok(toml::to_string_pretty(&file).unwrap_or_default())
}

fn first_of(text: &str, error: &toml::de::Error) -> TextFault {
    TextFault::all_of_toml(text, error).swap_remove(0)
}

/// The old map, the new one, and where that lies in the old one.
struct Frame {
    old: Grid,
    new: Grid,
    corner: StrategicSquare,
}

impl Frame {
    /// A square of the old map in the new one; `None` outside.
    fn moved(&self, at: StrategicSquare) -> Option<StrategicSquare> {
        let col = at.col.checked_sub(self.corner.col).filter(|col| *col < self.new.cols)?;
        let row = at.row.checked_sub(self.corner.row).filter(|row| *row < self.new.rows)?;
        Some(StrategicSquare { col, row })
    }

    fn named(&self, label: &str) -> Option<String> {
        self.moved(self.old.parse(label).ok()?).map(|at| self.new.label(at))
    }

    /// Where the first square lies on the Earth, in millionths of a degree.
    fn georef(&self, file: &mut Table) {
        const MILLION: i64 = 1_000_000;
        let Some(georef) = file.get_mut("georef").and_then(Value::as_table_mut) else { return };
        for (angle, scale, squares, sign) in
            [("lon", "cols_per_degree", self.corner.col, 1), ("lat", "rows_per_degree", self.corner.row, -1)]
        {
            let number = |key: &str| georef.get(key).and_then(Value::as_integer);
            let (Some(first), Some(scale)) = (number(angle), number(scale).filter(|scale| *scale != 0))
            else {
                continue;
            };
            let moved = first + sign * i64::from(squares) * MILLION * MILLION / scale;
            georef.insert(angle.into(), moved.into());
        }
    }

    /// The layers, row by row; states of which nothing is left go.
    fn layers(&self, file: &mut Table) {
        let Some(layers) = file.get_mut("layer").and_then(Value::as_table_mut) else { return };
        let mut marks = String::new();
        for (name, layer) in layers.iter_mut() {
            let Some(Value::String(rows)) = layer.get_mut("rows") else { continue };
            *rows = self.rows(rows);
            if name == "state" {
                marks.clone_from(rows);
            }
        }
        if let Some(states) = file.get_mut("states").and_then(Value::as_table_mut) {
            let bodies = || marks.lines().filter_map(|line| line.split_once(' '));
            states.retain(|key, _| bodies().any(|(_, body)| body.contains(key)));
        }
    }

    fn rows(&self, rows: &str) -> String {
        let lines = rows.lines().skip(self.corner.row.into()).take(self.new.rows.into());
        let cut = |(row, line): (u8, &str)| {
            let marks = line.split_once(' ').map_or("", |(_, marks)| marks).chars();
            let marks = marks.skip(self.corner.col.into()).take(self.new.cols.into()).collect::<String>();
            format!("{} {marks}\n", self.new.row_label(row))
        };
        (0..).zip(lines).map(cut).collect()
    }

    /// Cities and passes.
    fn sites(&self, file: &mut Table) {
        for kind in ["city", "pass"] {
            let Some(Value::Array(sites)) = file.get_mut(kind) else { continue };
            sites.retain_mut(|site| {
                let Some(Value::String(at)) = site.get_mut("at") else { return false };
                self.named(at).map(|named| *at = named).is_some()
            });
        }
    }

    /// Rivers, ranges or railways: each run of squares that lies within is one, if it has `least` squares.
    fn courses(&self, file: &mut Table, kind: &str, least: usize) {
        let Some(Value::Array(courses)) = file.get_mut(kind) else { return };
        let cut = std::mem::take(courses);
        let cut = cut.iter().filter_map(Value::as_table).flat_map(|course| self.runs(course, kind, least));
        *courses = cut.map(Value::Table).collect();
    }

    fn runs(&self, course: &Table, kind: &str, least: usize) -> Vec<Table> {
        let words = course.get("path").and_then(Value::as_str).unwrap_or_default().split_whitespace();
        let path = words.filter_map(|word| self.old.parse(word).ok()).collect::<Vec<_>>();
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for (at, _) in path.iter().enumerate().filter(|(_, square)| self.moved(**square).is_some()) {
            match runs.last_mut() {
                Some((_, end)) if *end == at => *end += 1,
                _ => runs.push((at, at + 1)),
            }
        }
        let long = runs.into_iter().filter(|(from, end)| end - from >= least.min(path.len()));
        long.map(|run| self.run(course, kind, &path, run)).collect()
    }

    /// The squares of a course from `from` to before `end`.
    fn run(
        &self,
        course: &Table,
        kind: &str,
        path: &[StrategicSquare],
        (from, end): (usize, usize),
    ) -> Table {
        let mut run = course.clone();
        let squares = path[from..end].iter().filter_map(|at| self.moved(*at));
        let squares = squares.map(|at| self.new.label(at)).collect::<Vec<_>>();
        let cross = course.get("cross").and_then(Value::as_str).unwrap_or_default();
        let digit = |edge: usize| cross.get(edge..=edge);
        if !cross.is_empty() {
            run.insert("cross".into(), cross.get(from..end - 1).unwrap_or_default().into());
        }
        if kind == "river" {
            self.ends(&mut run, path, (from, end), digit);
            let classes = course.get("class").and_then(Value::as_str).unwrap_or_default();
            run.insert("class".into(), classes_of(classes, from, end).into());
            if let Some(Value::Array(bridges)) = run.get_mut("rail_bridges") {
                let named = bridges.iter().filter_map(|at| self.named(at.as_str()?));
                *bridges = named.filter(|at| squares.contains(at)).map(Value::String).collect();
            }
        }
        run.insert("path".into(), squares.join(" ").into());
        run
    }

    /// Where a river comes in and goes out that was cut off: over the edge of the window, where it crossed it.
    fn ends<'a>(
        &self,
        run: &mut Table,
        path: &[StrategicSquare],
        (from, end): (usize, usize),
        digit: impl Fn(usize) -> Option<&'a str>,
    ) {
        let over = |inside: usize, outside: usize| {
            let side = match path[inside].direction_to(path[outside])? {
                Direction::North => 'N',
                Direction::East => 'E',
                Direction::South => 'S',
                Direction::West => 'W',
                _ => return None,
            };
            Some(format!("{side}{}", digit(inside.min(outside))?))
        };
        if let Some(place) = from.checked_sub(1).and_then(|before| over(from, before)) {
            run.insert("enters".into(), place.into());
        }
        if end < path.len()
            && let Some(place) = over(end - 1, end)
        {
            run.insert("mouth".into(), place.into());
        }
    }

    /// Tactical maps that are drawn by hand.
    fn tactical(&self, file: &mut Table) {
        let Some(Value::Table(drawn)) = file.get_mut("tactical") else { return };
        let all = std::mem::take(drawn);
        drawn.extend(all.into_iter().filter_map(|(at, sheet)| Some((self.named(&at)?, sheet))));
    }
}

/// Classes of the squares from `from` to before `end`, as run lengths.
fn classes_of(classes: &str, from: usize, end: usize) -> String {
    let each = classes.split_whitespace().flat_map(|run| {
        let (letter, length) = run.split_at(run.len().min(1));
        std::iter::repeat_n(letter, length.parse::<u16>().unwrap_or(0).into())
    });
    let mut runs: Vec<(&str, usize)> = Vec::new();
    for letter in each.skip(from).take(end - from) {
        match runs.last_mut() {
            Some((last, length)) if *last == letter => *length += 1,
            _ => runs.push((letter, 1)),
        }
    }
    runs.iter().map(|(letter, length)| format!("{letter}{length}")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map_file::DEMO;

    fn of(from: &str, to: &str) -> String {
        let grid = map_file::load(DEMO).unwrap().atlas.map.grid.clone();
        let [from, to] = [from, to].map(|label| grid.parse(label).unwrap());
        cut(DEMO, &Cut { from, to, id: "window".into(), title: "A window".into() }).unwrap()
    }

    #[test]
    fn what_lies_within_is_there_and_its_squares_are_named_anew() {
        let old = map_file::load(DEMO).unwrap().atlas.map.clone();
        let text = of("A5-N8", "B5-P4");
        let new = map_file::load(&text).unwrap_or_else(|fault| panic!("{fault}\n{text}")).atlas.map.clone();
        assert_eq!((new.grid.cols, new.grid.rows, new.id.as_str()), (11, 7, "window"));
        for row in 0..7 {
            for col in 0..11 {
                let (here, there) =
                    (StrategicSquare { col, row }, StrategicSquare { col: col + 5, row: row + 8 });
                assert_eq!(new.terrain_at(here), old.terrain_at(there));
                assert_eq!(new.is_rail(here), old.is_rail(there));
            }
        }
        let cities = |map: &crate::map::StrategicMap| {
            map.cities.iter().map(|city| city.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(cities(&new), ["Gitschin", "Josefstadt", "Koeniggraetz", "Pardubitz", "Olmuetz"]);
        assert_eq!(new.grid.label(new.city("Koeniggraetz").unwrap().at), "A4-N3");
        assert!(!text.contains("Lusatia"), "no square of it is left");
    }

    #[test]
    fn a_river_that_is_cut_off_goes_over_the_edge_where_it_crossed_it() {
        let text = of("A5-N9", "B5-P2");
        let file: Table = toml::from_str(&text).unwrap();
        let elbe =
            file["river"].as_array().unwrap().iter().find(|river| river["name"].as_str() == Some("Elbe"));
        let elbe = elbe.unwrap();
        assert_eq!(elbe["path"].as_str(), Some("A3-N0 A4-N0 A4-N1 A4-N2 A3-N2 A3-N3"));
        assert_eq!((elbe["cross"].as_str(), elbe["enters"].as_str()), (Some("a85b6"), Some("N6")));
        assert_eq!(elbe["mouth"].as_str(), Some("S7"));
        assert_eq!(classes_of("f3 u2 b4", 2, 7), "f1 u2 b2");
    }

    #[test]
    fn the_whole_is_the_map_again() {
        let old = map_file::load(DEMO).unwrap().atlas.map.clone();
        let new = map_file::load(&of("A0-N0", "B9-P5")).unwrap().atlas.map.clone();
        assert_eq!(new.cities, old.cities);
        assert_eq!((new.terrain, new.state), (old.terrain, old.state));
    }
}
