//! Pictures: drawing them as SVG, and bringing that to PNG. The sizes of the files are printed first.

use std::collections::BTreeMap;

use divan::Bencher;
use fieldpost_ground::map_file::{EUWOL, load};
use fieldpost_ground::tactical::Atlas;
use fieldpost_picture::deeds::Deeds;
use fieldpost_picture::flags::Troops;
use fieldpost_picture::seas::Seas;
use fieldpost_picture::strategic::{Flag, StrategicPicture, Window};
use fieldpost_picture::tactical::TacticalPicture;
use fieldpost_picture::tints::Livery;
use fieldpost_picture::towns::Towns;
use fieldpost_picture::{Side, State};
use fieldpost_print::picture::raster;

fn main() {
    let atlas = atlas();
    for (what, svg) in [
        ("11 x 11 squares, 600 pixels", window(&atlas, 5, 600)),
        ("tactical map, 600 pixels", tactical(&atlas)),
        ("all of Europe, 600 pixels", window(&atlas, 130, 600)),
        ("all of Europe, 2600 pixels", window(&atlas, 130, 2600)),
    ] {
        let png = raster::png(&svg).map_or(0, |png| png.len());
        println!("{what}: SVG {} kB, PNG {} kB", svg.len().div_ceil(1000), png.div_ceil(1000));
    }
    divan::main();
}

fn atlas() -> Atlas {
    load(EUWOL).expect("the map of Europe is sound").atlas
}

/// The part of Europe about the Alps' northern edge, the fullest there is, with a flag in every second square.
fn window(atlas: &Atlas, radius: u8, width: u32) -> String {
    let grid = &atlas.map.grid;
    let middle = grid.parse("G5-U8").expect("a square of Europe");
    let window = Window::around(grid, middle, radius);
    let troops = Troops { side: Side::Hostile, state: State::Active, count: 12, is_about: true };
    let flags: Vec<Flag> = grid
        .all()
        .filter(|at| at.distance(middle) <= 5 && (at.col + at.row) % 2 == 0)
        .map(|at| Flag { at, troops })
        .collect();
    let picture = StrategicPicture {
        atlas,
        title: "Europe",
        window,
        flags: &flags,
        deeds: &Deeds::default(),
        highlights: &[],
        towns: &Towns::default(),
        holders: &[],
        ships: &[],
        seas: &Seas::default(),
        is_chart: false,
        destroyed_track: &[],
        owners: &BTreeMap::new(),
        width,
        is_grey: false,
        livery: Livery::default(),
    };
    picture.draw().svg
}

fn tactical(atlas: &Atlas) -> String {
    let square = atlas.map.grid.parse("G6-U9").expect("a square of Europe");
    let picture = TacticalPicture {
        atlas,
        square,
        pieces: &[],
        assaults: &[],
        told: &[],
        pontoons: &[],
        has_fort: false,
        note: "",
        width: 600,
        is_grey: false,
        livery: Livery::default(),
    };
    picture.draw().svg
}

#[divan::bench]
fn window_to_svg(bencher: Bencher) {
    let atlas = atlas();
    bencher.bench_local(|| window(&atlas, 5, 600));
}

#[divan::bench]
fn window_to_png(bencher: Bencher) {
    let svg = window(&atlas(), 5, 600);
    bencher.bench_local(|| raster::png(&svg).map(|png| png.len()).ok());
}

#[divan::bench]
fn tactical_to_svg(bencher: Bencher) {
    let atlas = atlas();
    bencher.bench_local(|| tactical(&atlas));
}

#[divan::bench]
fn tactical_to_png(bencher: Bencher) {
    let svg = tactical(&atlas());
    bencher.bench_local(|| raster::png(&svg).map(|png| png.len()).ok());
}

#[divan::bench(sample_count = 5)]
fn poster_to_svg(bencher: Bencher) {
    let atlas = atlas();
    bencher.bench_local(|| window(&atlas, 130, 2600));
}

#[divan::bench(sample_count = 5)]
fn poster_to_png(bencher: Bencher) {
    let svg = window(&atlas(), 130, 2600);
    bencher.bench_local(|| raster::png(&svg).map(|png| png.len()).ok());
}
