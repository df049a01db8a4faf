//! `fieldpost map render MAP -o FILE`: draws a map as SVG or PNG, with the troops of a scenario if one is given.
//!
//! This is the host's tool and may draw everything. Pictures for players are drawn from what is in their sight.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail, ensure};

use crate::cli::map::check::text_of;
use crate::cli::scenario::opening;
use fieldpost_campaign::Table;
use fieldpost_campaign::scene::Scene;
use fieldpost_daemon::scenarios::scenario_texts;
use fieldpost_games::RULEBOOKS;
use fieldpost_ground::map_file;
use fieldpost_ground::square::{Grid, StrategicSquare};
use fieldpost_picture::deeds::Deeds;
use fieldpost_picture::seas::Seas;
use fieldpost_picture::strategic::{Flag, StrategicPicture, Window};
use fieldpost_picture::tactical::{Piece, TacticalPicture};
use fieldpost_picture::tints::Livery;
use fieldpost_picture::towns::Towns;
use fieldpost_print::picture::raster;

/// Arguments of `fieldpost map render`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A map file, or the id of a map that comes with the program, such as euwol.
    pub map: String,
    /// Draw a part of the map: its north-west and south-east squares, such as J0-S0:K2-T5.
    #[arg(long, conflicts_with_all = ["around", "square"])]
    pub window: Option<String>,
    /// Draw the part about a square, such as D2-T2; see --radius.
    #[arg(long, conflicts_with = "square")]
    pub around: Option<String>,
    /// How many squares about the one of --around.
    #[arg(long, default_value_t = 5, requires = "around")]
    pub radius: u8,
    /// Draw the tactical map of a square, such as D2-T2.
    #[arg(long)]
    pub square: Option<String>,
    /// Draw the troops of a scenario (its folder, or its name), as they stand at its start.
    #[arg(long, requires = "nation")]
    pub scenario: Option<PathBuf>,
    /// Whose friends are allied and whose enemies hostile: a nation, such as Austria or AU.
    #[arg(long = "for", value_name = "NATION", requires = "scenario")]
    pub nation: Option<String>,
    /// Frame a square; may be given many times.
    #[arg(long, value_name = "SQUARE", conflicts_with = "square")]
    pub highlight: Vec<String>,
    /// Pixels from side to side.
    #[arg(long, default_value_t = 600)]
    pub width: u32,
    /// Draw in grey.
    #[arg(long)]
    pub grey: bool,
    /// The file to write, SVG or PNG by its ending, such as map.png.
    #[arg(short, long)]
    pub output: PathBuf,
}

/// The least and the most that can be asked for: below it nothing can be read, above it memory ends.
const WIDTHS: std::ops::RangeInclusive<u32> = 300..=8000;

/// What the file is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Svg,
    Png,
}

/// Draws the picture and writes it.
///
/// # Errors
/// If map, scenario, square, window, width or ending are not what they must be, or the file cannot be written.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let format = format(&args.output)?;
    ensure!(
        WIDTHS.contains(&args.width),
        "expected a width of {} to {} pixels such as --width 600, found {}",
        WIDTHS.start(),
        WIDTHS.end(),
        args.width
    );
    let (title, scene) = read_scene(args)?;
    let svg = match &args.square {
        Some(square) => tactical(args, &scene, square)?,
        None => strategic(args, &title, &scene)?,
    };
    let bytes = match format {
        Format::Svg => svg.into_bytes(),
        Format::Png => raster::png(&svg)?,
    };
    let name = args.output.display();
    fs::write(&args.output, &bytes).with_context(|| format!("{name} cannot be written"))?;
    writeln!(out, "{name}: {} kB.", bytes.len().div_ceil(1000))?;
    Ok(ExitCode::SUCCESS)
}

fn format(file: &Path) -> anyhow::Result<Format> {
    match file.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        _ => bail!(
            "expected a file whose name ends in .svg or .png, such as map.png, found {}",
            file.display()
        ),
    }
}

/// The map, and what the scenario has standing on it if there is one, with the title of either.
fn read_scene(args: &Args) -> anyhow::Result<(String, Scene)> {
    let text = text_of(&args.map)?;
    let loaded = map_file::load(&text).map_err(|fault| anyhow::anyhow!("{}, {fault}", args.map))?;
    let (Some(folder), Some(nation)) = (&args.scenario, &args.nation) else {
        return Ok((loaded.title, Scene::empty(Arc::new(loaded.atlas))));
    };
    let (_, scenario) = opening(&scenario_texts(folder, RULEBOOKS)?)?;
    let id = &loaded.atlas.map.id;
    ensure!(
        scenario.map == *id,
        "expected a scenario of the map {id}, found one of the map {}: try fieldpost map render {}",
        scenario.map,
        scenario.map
    );
    let board = scenario.board.with(0);
    let table = Table::of(&*board).context("only campaigns are played on such maps")?;
    Ok((scenario.title, Scene::of(table, nation).map_err(anyhow::Error::msg)?))
}

/// A square of the map by name.
fn square_of(grid: &Grid, words: &str) -> anyhow::Result<StrategicSquare> {
    grid.parse(words).map_err(|_| {
        let last = grid.label(StrategicSquare { col: grid.cols - 1, row: grid.rows - 1 });
        let first = grid.label(StrategicSquare { col: 0, row: 0 });
        anyhow::anyhow!("expected a square of this map, {first} to {last}, found {words:?}")
    })
}

/// The part of the map that is asked for.
fn window_of(args: &Args, grid: &Grid) -> anyhow::Result<Window> {
    if let Some(middle) = &args.around {
        return Ok(Window::around(grid, square_of(grid, middle)?, args.radius));
    }
    args.window.as_ref().map_or(Ok(Window::whole(grid)), |words| window_in(words, grid))
}

/// A part of a map by its north-west and south-east squares.
pub(super) fn window_in(words: &str, grid: &Grid) -> anyhow::Result<Window> {
    let (from, to) = words.split_once(':').with_context(|| {
        format!("expected the north-west and the south-east square of the part, such as A0-N0:A9-N9, found {words:?}")
    })?;
    let (from, to) = (square_of(grid, from.trim())?, square_of(grid, to.trim())?);
    ensure!(
        from.col <= to.col && from.row <= to.row,
        "expected the north-west square first, such as {}:{}, found {words:?}",
        grid.label(StrategicSquare { col: from.col.min(to.col), row: from.row.min(to.row) }),
        grid.label(StrategicSquare { col: from.col.max(to.col), row: from.row.max(to.row) })
    );
    Ok(Window { from, to })
}

fn strategic(args: &Args, title: &str, scene: &Scene) -> anyhow::Result<String> {
    let grid = &scene.atlas.map.grid;
    let highlights =
        args.highlight.iter().map(|words| square_of(grid, words)).collect::<anyhow::Result<Vec<_>>>()?;
    let pieces = scene.pieces.iter();
    let flags: Vec<Flag> = pieces.map(|piece| Flag { at: piece.at, troops: piece.troops }).collect();
    let forts = scene.forts.iter().map(String::as_str).collect();
    let others = scene.others.iter().map(|(name, side)| (name.as_str(), *side)).collect();
    let towns = Towns { forts, others, ..Towns::default() };
    let picture = StrategicPicture {
        atlas: &scene.atlas,
        title,
        window: window_of(args, grid)?,
        flags: &flags,
        deeds: &Deeds::default(),
        highlights: &highlights,
        towns: &towns,
        holders: &[],
        ships: &[],
        seas: &Seas::default(),
        is_chart: false,
        destroyed_track: &[],
        owners: &scene.owners,
        width: args.width,
        is_grey: args.grey,
        livery: Livery::default(),
    };
    Ok(picture.draw().svg)
}

fn tactical(args: &Args, scene: &Scene, square: &str) -> anyhow::Result<String> {
    let square = square_of(&scene.atlas.map.grid, square)?;
    let here = scene.pieces.iter().filter(|piece| piece.at == square);
    let pieces: Vec<Piece> =
        here.map(|piece| Piece { tac: piece.tac, troops: piece.troops, name: piece.name.clone() }).collect();
    let pontoons = scene.pontoons.iter().filter(|(at, _)| *at == square);
    let pontoons: Vec<_> = pontoons.map(|(_, tac)| *tac).collect();
    let mut cities = scene.atlas.map.cities.iter().filter(|city| city.at == square);
    let besieged = scene.besieged.iter().find(|(at, _)| *at == square);
    let note = besieged.map(|(_, name)| format!("{name} is besieged."));
    let picture = TacticalPicture {
        atlas: &scene.atlas,
        square,
        pieces: &pieces,
        assaults: &[],
        told: &[],
        pontoons: &pontoons,
        has_fort: cities.any(|city| scene.forts.contains(&city.name)),
        note: note.as_deref().unwrap_or(""),
        width: args.width,
        is_grey: args.grey,
        livery: Livery::default(),
    };
    Ok(picture.draw().svg)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    /// The command line of a picture.
    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/demo");

    fn render(words: &[&str], file: &Path) -> anyhow::Result<String> {
        let file = file.display().to_string();
        let words = ["render"].iter().chain(words).copied().chain(["--output", &file]);
        let mut out = Vec::new();
        run(&Line::try_parse_from(words)?.args, &mut out)?;
        Ok(String::from_utf8(out)?)
    }

    fn svg_of(words: &[&str]) -> String {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("map.svg");
        render(words, &file).unwrap();
        fs::read_to_string(file).unwrap()
    }

    #[test]
    fn it_writes_what_the_ending_says_and_how_large_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let (png, svg) = (folder.path().join("map.PNG"), folder.path().join("map.svg"));
        let said = render(&["demo", "--around", "A9-N7", "--radius", "2"], &png).unwrap();
        assert!(said.ends_with("kB.\n") && said.contains("map.PNG"), "{said}");
        assert!(fs::read(png).unwrap().starts_with(b"\x89PNG"));
        render(&["demo"], &svg).unwrap();
        assert!(fs::read_to_string(svg).unwrap().starts_with("<svg "));
    }

    #[test]
    fn troops_are_coloured_by_whom_it_is_for() {
        // North of the mountains there are only Prussians.
        let north = ["demo", "--window", "A0-N0:B9-N6", "--scenario", DEMO, "--for"];
        let count = |nation: &str, class: &str| {
            let svg = svg_of(&[&north[..], &[nation]].concat());
            svg.matches(&format!("class=\"flag {class} active\"")).count()
        };
        let foes = count("Austria", "hostile");
        assert!(foes > 2);
        assert_eq!((count("Austria", "allied"), count("PR", "allied"), count("PR", "hostile")), (0, foes, 0));
        assert!(!svg_of(&["demo"]).contains("class=\"flag "));
    }

    #[test]
    fn a_square_is_drawn_with_the_units_in_it() {
        let svg = svg_of(&["demo", "--square", "A9-N9", "--scenario", DEMO, "--for", "Austria"]);
        assert!(svg.contains(">AU1MIF<"), "the garrison in the fort has an F");
        assert!(svg.contains("class=\"bastions\""));
        assert!(!svg.contains("PR1IN"), "who is elsewhere is not on this map");
    }

    #[test]
    fn mistakes_are_told_with_what_is_right() {
        let folder = tempfile::tempdir().unwrap();
        let good = folder.path().join("map.svg");
        let told = |words: &[&str]| format!("{:#}", render(words, &good).unwrap_err());
        for (words, expected) in [
            (&["demo", "--around", "Z9-N0"][..], "a square of this map, A0-N0 to B9-P5, found \"Z9-N0\""),
            (&["demo", "--square", "A9"], "a square of this map"),
            (&["demo", "--window", "A0-N0"], "such as A0-N0:A9-N9, found \"A0-N0\""),
            (&["demo", "--window", "A5-N5:A0-N0"], "first, such as A0-N0:A5-N5, found"),
            (&["demo", "--window", "A5-N5:C0-N0"], "found \"C0-N0\""),
            (&["demo", "--highlight", "B9-P6"], "found \"B9-P6\""),
            (&["demo", "--width", "20"], "a width of 300 to 8000 pixels"),
            (&["demi"], "a map of the program: demo, euwol"),
            (&["euwol", "--scenario", DEMO, "--for", "Austria"], "one of the map demo"),
            (
                &["demo", "--scenario", DEMO, "--for", "France"],
                "one of Austria (AU), Prussia (PR), found \"France\"",
            ),
            (&["demo", "--scenario", DEMO], "--for"),
        ] {
            let told = told(words);
            assert!(told.contains(expected), "{words:?}: {told}");
        }
        let bad = folder.path().join("map.jpg");
        let told = format!("{:#}", render(&["demo"], &bad).unwrap_err());
        assert!(told.contains(".svg or .png, such as map.png, found"), "{told}");
        assert!(!bad.exists());
    }
}
