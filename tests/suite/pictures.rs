//! Pictures of maps: what they show, that labels keep apart, that the same map gives the same bytes.

use std::collections::BTreeMap;

use fieldpost_ground::map::{RiverClass, Terrain};
use fieldpost_ground::map_file::{DEMO, EUWOL, load};
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::spelling::spelt;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::{Atlas, Ground};
use fieldpost_picture::deeds::Deeds;
use fieldpost_picture::flags::Troops;
use fieldpost_picture::held::Held;
use fieldpost_picture::seas::Seas;
use fieldpost_picture::strategic::{Flag, Holder, StrategicPicture, Window};
use fieldpost_picture::tactical::{Piece, TacticalPicture};
use fieldpost_picture::tints::Livery;
use fieldpost_picture::towns::Towns;
use fieldpost_picture::{Side, State};
use fieldpost_print::picture::letters::width;
use fieldpost_print::picture::room::Layout;
use fieldpost_print::picture::svg::Face;
use fieldpost_print::picture::{Drawing, raster};
use resvg::usvg::roxmltree::Document;

fn atlas(text: &str) -> Atlas {
    load(text).unwrap().atlas
}

/// Flags of every side and state, in squares of their own, and all three sides in one more.
fn flags(atlas: &Atlas) -> Vec<Flag> {
    let squares = ["A1-N0", "A3-N2", "A5-N4", "A7-N5", "A9-N6", "B1-N8", "B3-P0", "B5-P3", "B7-P4"];
    let states = [State::Active, State::Inactive, State::Shattered];
    let kinds = states.into_iter().flat_map(|state| Side::ALL.map(|side| (side, state)));
    let flag = |at: &str, (side, state)| Flag {
        at: atlas.map.grid.parse(at).unwrap(),
        troops: Troops { side, state, count: 3, is_about: false },
    };
    let alone = squares.into_iter().zip(kinds).map(|(at, kind)| flag(at, kind));
    let crowd = Side::ALL.into_iter().map(|side| flag("A5-P3", (side, State::Active)));
    alone.chain(crowd).collect()
}

/// Draws a part of a map, or all of it, for `look` at the finished drawing.
struct Sitting<'a> {
    atlas: &'a Atlas,
    flags: &'a [Flag],
    forts: &'a [&'a str],
    window: Window,
    width: u32,
    is_grey: bool,
}

impl<'a> Sitting<'a> {
    fn whole(atlas: &'a Atlas) -> Self {
        let window = Window::whole(&atlas.map.grid);
        Sitting { atlas, flags: &[], forts: &[], window, width: 600, is_grey: false }
    }

    fn around(atlas: &'a Atlas, square: &str) -> Self {
        let grid = &atlas.map.grid;
        Sitting { window: Window::around(grid, grid.parse(square).unwrap(), 5), ..Sitting::whole(atlas) }
    }

    fn draw(&self) -> Drawing {
        let owners: BTreeMap<String, NationCode> = BTreeMap::new();
        StrategicPicture {
            atlas: self.atlas,
            title: "A map & <its> \"title\"",
            window: self.window,
            flags: self.flags,
            deeds: &Deeds::default(),
            highlights: &[self.window.from],
            towns: &Towns { forts: self.forts.to_vec(), ..Towns::default() },
            holders: &[],
            ships: &[],
            seas: &Seas::default(),
            is_chart: false,
            destroyed_track: &[],
            owners: &owners,
            width: self.width,
            is_grey: self.is_grey,
            livery: Livery::default(),
        }
        .draw()
    }
}

fn tactical(atlas: &Atlas, square: &str, pieces: &[Piece]) -> Drawing {
    let square = atlas.map.grid.parse(square).unwrap();
    let picture = TacticalPicture {
        atlas,
        square,
        pieces,
        assaults: &[],
        told: &[],
        pontoons: &[],
        has_fort: atlas.map.city_at(square).is_some(),
        note: "",
        width: 600,
        is_grey: false,
        livery: Livery::default(),
    };
    picture.draw()
}

/// How many elements of a picture have a class. The key is left out: it repeats what the map shows.
fn count(svg: &str, class: &str) -> usize {
    let document = Document::parse(svg).unwrap();
    let is_key = |node: &resvg::usvg::roxmltree::Node<'_, '_>| node.attribute("class") == Some("key");
    let of_class = document.descendants().filter(|node| node.attribute("class") == Some(class));
    of_class.filter(|node| !node.ancestors().any(|above| is_key(&above))).count()
}

fn texts(svg: &str, class: &str) -> Vec<String> {
    let document = Document::parse(svg).unwrap();
    let of_class = document.descendants().filter(|node| node.attribute("class") == Some(class));
    of_class.filter_map(|node| node.text().map(str::to_owned)).collect()
}

fn assert_apart(layout: &Layout, what: &str) {
    assert_eq!(layout.covered(), Vec::<String>::new(), "{what}");
    assert_eq!(layout.dropped, Vec::<String>::new(), "{what}");
}

#[test]
fn a_strategic_picture_shows_every_terrain_line_and_city_of_its_map() {
    let atlas = atlas(DEMO);
    let forts = ["Josefstadt", "Glatz"];
    let svg = Sitting { forts: &forts, width: 900, ..Sitting::whole(&atlas) }.draw().svg;
    for (terrain, _, words) in Terrain::ALL {
        let expected = usize::from(atlas.map.terrain.contains(&terrain));
        assert_eq!(count(&svg, &format!("terrain {words}")), expected, "{words}");
    }
    assert!(count(&svg, &format!("river {}", RiverClass::Fordable.words())) > 0);
    assert!(count(&svg, &format!("river {}", RiverClass::Unfordable.words())) > 0);
    assert_eq!(count(&svg, &format!("river {}", RiverClass::Unbridgeable.words())), 0, "the demo has none");
    for class in
        ["range", "railway", "bridge", "coast", "border nation", "border state", "highlight", "frame"]
    {
        assert!(count(&svg, class) > 0, "{class}");
    }
    let cities = ["city", "city river-port", "city fort"].map(|class| count(&svg, class));
    assert_eq!(cities, [6, 3, 2]);
    let mut names = texts(&svg, "city-name");
    names.sort();
    let mut expected: Vec<_> = atlas.map.cities.iter().map(|city| spelt(&city.name).into_owned()).collect();
    expected.sort();
    assert_eq!(names, expected);
    assert_eq!(texts(&svg, "pass-name"), ["Liebau", "Nachod"]);
    let rivers = texts(&svg, "river-name");
    assert!(
        ["Elbe", "Oder", "Neisse"].iter().all(|name| rivers.iter().any(|found| found == name)),
        "{rivers:?}"
    );
}

#[test]
fn squares_are_named_along_all_four_edges() {
    let atlas = atlas(EUWOL);
    let svg = Sitting::around(&atlas, "D2-T2").draw().svg;
    let columns = texts(&svg, "column");
    assert_eq!(columns.len(), 22);
    assert!(columns.iter().filter(|name| *name == "D2").count() == 2, "{columns:?}");
    let rows = texts(&svg, "row");
    assert_eq!((rows.len(), rows.iter().filter(|name| *name == "S7").count()), (22, 2), "{rows:?}");
    // All of Europe in 600 pixels has room for every fifth name or fewer, those of tens among them.
    let small = Sitting::whole(&atlas).draw().svg;
    let columns = texts(&small, "column");
    assert!(columns.contains(&"M0".to_string()) && !columns.contains(&"M1".to_string()), "{columns:?}");
}

#[test]
fn flags_differ_by_side_and_state_and_only_those_in_the_window_show() {
    let atlas = atlas(DEMO);
    let flags = flags(&atlas);
    let svg = Sitting { flags: &flags, ..Sitting::whole(&atlas) }.draw().svg;
    for side in Side::ALL {
        for state in [State::Active, State::Inactive, State::Shattered] {
            let class = format!("flag {} {}", side.words(), state.words());
            let expected = if state == State::Active { 2 } else { 1 };
            assert_eq!(count(&svg, &class), expected, "{class}");
        }
    }
    let grid = &atlas.map.grid;
    let corner = Window { from: grid.parse("A0-N0").unwrap(), to: grid.parse("A2-N2").unwrap() };
    let part = Sitting { flags: &flags, window: corner, ..Sitting::whole(&atlas) }.draw().svg;
    let bare = Sitting { flags: &flags[..1], window: corner, ..Sitting::whole(&atlas) }.draw().svg;
    assert_eq!(part, bare, "what stands outside the window must leave no trace");
    assert_eq!(count(&part, "flag allied active"), 1);
}

#[test]
fn sieges_taken_cities_and_numbers_that_are_about_right_have_signs() {
    let atlas = atlas(DEMO);
    let at = atlas.map.grid.parse("A1-N0").unwrap();
    let troops = |count| Troops { side: Side::Hostile, state: State::Active, count, is_about: true };
    let picture = |count| {
        StrategicPicture {
            atlas: &atlas,
            title: "",
            window: Window::whole(&atlas.map.grid),
            flags: &[Flag { at, troops: troops(count) }],
            deeds: &Deeds::default(),
            highlights: &[],
            towns: &Towns {
                besieged: vec!["Josefstadt"],
                taken: vec![("Glatz", Side::Hostile)],
                ..Towns::default()
            },
            holders: &[],
            ships: &[],
            seas: &Seas::default(),
            is_chart: false,
            destroyed_track: &[],
            owners: &BTreeMap::new(),
            width: 600,
            is_grey: false,
            livery: Livery::default(),
        }
        .draw()
        .svg
    };
    let svg = picture(12);
    assert_eq!((count(&svg, "siege"), count(&svg, "taken")), (1, 1));
    assert_eq!(texts(&svg, "count"), ["~12"]);
    let key = texts(&svg, "key-words");
    for words in ["besieged", "city held by enemies", "~: about so many"] {
        assert!(key.iter().any(|entry| entry == words), "{words}: {key:?}");
    }
    assert!(!texts(&picture(1), "key-words").iter().any(|entry| entry.starts_with('~')));
}

#[test]
fn who_holds_railways_and_rivers_has_a_sign_and_so_has_destroyed_track() {
    let atlas = atlas(DEMO);
    let grid = &atlas.map.grid;
    let squares = |is: &dyn Fn(StrategicSquare) -> bool| grid.all().filter(|at| is(*at)).collect::<Vec<_>>();
    let rails = squares(&|at| atlas.map.is_rail(at));
    let rivers = squares(&|at| atlas.map.is_river(at));
    let mut holders: Vec<Holder> =
        Held::ALL.into_iter().zip(&rails).map(|(held, at)| Holder { at: *at, is_rail: true, held }).collect();
    holders.push(Holder { at: rivers[0], is_rail: false, held: Held::Hostile });
    let picture = |holders: &[Holder], window: Window, width: u32| {
        StrategicPicture {
            atlas: &atlas,
            title: "",
            window,
            flags: &[],
            deeds: &Deeds::default(),
            highlights: &[],
            towns: &Towns::default(),
            holders,
            ships: &[],
            seas: &Seas::default(),
            is_chart: false,
            destroyed_track: &rails[..1],
            owners: &BTreeMap::new(),
            width,
            is_grey: false,
            livery: Livery::default(),
        }
        .draw()
        .svg
    };
    let whole = Window::whole(grid);
    let svg = picture(&holders, whole, 600);
    let signs = ["held allied", "held hostile", "held neutral", "held none", "destroyed"];
    assert_eq!(signs.map(|sign| count(&svg, sign)), [1, 2, 1, 1, 1]);
    let key = texts(&svg, "key-words");
    for words in ["your own side", "enemies", "neutrals", "nobody"] {
        assert!(key.contains(&format!("railway or river held by {words}")), "{words}: {key:?}");
    }
    assert!(key.contains(&"destroyed track".to_owned()), "{key:?}");
    let away = Window::around(grid, *grid.all().collect::<Vec<_>>().last().unwrap(), 0);
    let svg = picture(&holders[..1], away, 600);
    assert_eq!(signs.map(|sign| count(&svg, sign)), [0; 5], "what lies outside is not drawn");
}

#[test]
fn labels_keep_apart() {
    let (demo, europe) = (atlas(DEMO), atlas(EUWOL));
    let flags = flags(&demo);
    let whole = Sitting { flags: &flags, ..Sitting::whole(&demo) }.draw();
    assert!(whole.layout.names().count() > 10);
    assert_apart(&whole.layout, "the demo's map");
    for (width, least) in [(600, 30), (2600, 150)] {
        let layout = Sitting { width, ..Sitting::whole(&europe) }.draw().layout;
        let names = layout.names().count();
        assert!(names > least, "only {names} names in {width} pixels");
        assert_apart(&layout, "Europe");
    }
    for middle in ["D2-T2", "F5-R5", "G5-U8", "I5-X5"] {
        let drawing = Sitting::around(&europe, middle).draw();
        assert!(drawing.layout.names().count() > 0);
        assert_apart(&drawing.layout, middle);
    }
}

#[test]
fn the_greatest_cities_keep_their_names_on_a_small_map_of_europe() {
    let atlas = atlas(EUWOL);
    let layout = Sitting::whole(&atlas).draw().layout;
    let mut cities: Vec<_> = atlas.map.cities.iter().collect();
    cities.sort_by_key(|city| std::cmp::Reverse(city.population));
    for city in &cities[..4] {
        assert!(layout.names().any(|label| label.words == city.name), "{}", city.name);
    }
}

#[test]
fn the_same_map_gives_the_same_bytes() {
    let draw = || {
        let atlas = atlas(DEMO);
        let flags = flags(&atlas);
        Sitting { flags: &flags, ..Sitting::whole(&atlas) }.draw().svg
    };
    let (one, other) = (draw(), draw());
    assert_eq!(one, other);
    assert_eq!(raster::png(&one).unwrap(), raster::png(&other).unwrap());
}

#[test]
fn a_png_is_as_wide_as_was_asked_and_small_enough_for_a_mail() {
    let europe = atlas(EUWOL);
    for middle in ["D2-T2", "G5-U8", "H0-S5"] {
        let bytes = raster::png(&Sitting::around(&europe, middle).draw().svg).unwrap();
        assert_eq!(png_width(&bytes), 600);
        assert!(bytes.len() < 60_000, "{middle}: {} bytes", bytes.len());
    }
    for square in ["D2-T2", "G6-U9", "H6-V6", "F3-S8"] {
        let bytes = raster::png(&tactical(&europe, square, &[]).svg).unwrap();
        assert_eq!(png_width(&bytes), 600);
        assert!(bytes.len() < 20_000, "{square}: {} bytes", bytes.len());
    }
}

fn png_width(bytes: &[u8]) -> u32 {
    png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap().info().width
}

#[test]
fn a_picture_in_grey_has_no_other_colour() {
    let atlas = atlas(DEMO);
    let flags = flags(&atlas);
    let colours = |is_grey: bool| -> Vec<String> {
        let svg = Sitting { flags: &flags, is_grey, ..Sitting::whole(&atlas) }.draw().svg;
        svg.split("\"#").skip(1).map(|text| text[..6].to_owned()).collect()
    };
    let is_grey = |colour: &String| colour[..2] == colour[2..4] && colour[..2] == colour[4..];
    let (grey, coloured) = (colours(true), colours(false));
    assert!(grey.len() > 50 && grey.iter().all(is_grey), "{grey:?}");
    assert!(!coloured.iter().all(is_grey));
}

#[test]
fn a_title_cannot_break_the_picture() {
    let atlas = atlas(DEMO);
    let svg = Sitting::whole(&atlas).draw().svg;
    let document = Document::parse(&svg).unwrap();
    let title = document.descendants().find(|node| node.has_tag_name("title")).unwrap();
    assert_eq!(title.text(), Some("A map & <its> \"title\", A0-N0 to B9-P5"));
}

/// Labels are placed by a table of widths; it must be that of the letters with which they are drawn.
#[test]
fn words_are_as_wide_as_they_are_thought_to_be() {
    for (face, style) in
        [(Face::Book, ""), (Face::Bold, " font-weight=\"bold\""), (Face::Oblique, " font-style=\"oblique\"")]
    {
        // The difference between two texts leaves out what the outermost letters stand in.
        let drawn = |words: &str| {
            let svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" height=\"50\">\
                 <text x=\"10\" y=\"30\" font-size=\"20\"{style}>{words}</text></svg>"
            );
            f64::from(raster::read(&svg).unwrap().root().bounding_box().width())
        };
        let between = drawn("nKoeniggraetz - Jwpq 0123456789n") - drawn("n");
        let thought = width("nKoeniggraetz - Jwpq 0123456789", 20.0, face);
        assert!((between - thought).abs() < 0.6, "{face:?}: {between} drawn, {thought} thought");
    }
}

#[test]
fn a_tactical_picture_shows_ground_crossings_and_neighbours() {
    let atlas = atlas(DEMO);
    let svg = tactical(&atlas, "A9-N9", &[]).svg;
    let sheet = atlas.sheet(atlas.map.grid.parse("A9-N9").unwrap());
    let fords = sheet.ground.iter().filter(|ground| **ground == Ground::Ford).count();
    let bridges = sheet.bridge.iter().filter(|is_bridge| **is_bridge).count();
    assert!(fords > 0 && bridges > 0);
    assert_eq!(count(&svg, "ford"), fords);
    assert_eq!(count(&svg, "bridge"), bridges);
    let rated = TacticalSquare::all().filter(|square| sheet.is_passable(*square)).count();
    assert_eq!(texts(&svg, "rating").len(), rated);
    for class in ["river", "railway", "houses", "bastions", "ground hills", "heading"] {
        assert!(count(&svg, class) > 0, "{class}");
    }
    let neighbours: Vec<String> =
        texts(&svg, "neighbour").iter().map(|name| name[name.len() - 5..].to_owned()).collect();
    assert_eq!(neighbours, ["A9-N8", "B0-N9", "A9-P0", "A8-N9"]);
    assert_eq!(texts(&svg, "column").len(), 30);
}

#[test]
fn every_kind_of_tactical_ground_has_its_sign() {
    let atlas = atlas(EUWOL);
    let (cities, passes) = (atlas.map.cities.iter(), atlas.map.passes.iter());
    let squares: Vec<_> = cities.map(|city| city.at).chain(passes.map(|pass| pass.at)).collect();
    let classes = [
        (Ground::Open, "ground open"),
        (Ground::Hills, "ground hills"),
        (Ground::HighHills, "ground high hills"),
        (Ground::Forest, "ground forest"),
        (Ground::Town, "ground town"),
        (Ground::Water, "ground water"),
        (Ground::Mountain, "ground mountain"),
        (Ground::River, "river"),
        (Ground::Ford, "ford"),
        (Ground::Pass, "pass"),
    ];
    for (ground, class) in classes {
        let has_it = |square| atlas.sheet(square).ground.contains(&ground);
        let with = squares.iter().copied().find(|square| has_it(*square)).unwrap();
        assert!(count(&tactical(&atlas, &atlas.map.grid.label(with), &[]).svg, class) > 0, "{class}");
        let without = squares.iter().copied().find(|square| !has_it(*square)).unwrap();
        if ground != Ground::Open {
            let svg = tactical(&atlas, &atlas.map.grid.label(without), &[]).svg;
            let is_nested =
                ground == Ground::Hills && atlas.sheet(without).ground.contains(&Ground::HighHills);
            let is_river = ground == Ground::River && atlas.sheet(without).ground.contains(&Ground::Ford);
            assert!(count(&svg, class) == 0 || is_nested || is_river, "{class}");
        }
    }
}

#[test]
fn units_are_named_on_the_map_and_all_of_a_stack_below_it() {
    let atlas = atlas(DEMO);
    let piece = |tac: &str, side: Side, name: &str| Piece {
        tac: tac.parse().unwrap(),
        troops: Troops { side, state: State::Active, count: 1, is_about: false },
        name: name.into(),
    };
    let pieces = [
        piece("2-11", Side::Allied, "AU1IN"),
        piece("10-11", Side::Hostile, "PR1IN"),
        piece("10-11", Side::Hostile, "PR2IN"),
    ];
    let drawing = tactical(&atlas, "A9-P0", &pieces);
    assert_eq!(texts(&drawing.svg, "unit-name"), ["AU1IN", "PR1IN +1"]);
    assert!(texts(&drawing.svg, "key-words").contains(&"10-11: PR1IN PR2IN".to_string()));
    assert_eq!(count(&drawing.svg, "flag hostile active"), 1);
    assert_eq!(texts(&drawing.svg, "count"), ["2"]);
    assert_apart(&drawing.layout, "A9-P0");
}
