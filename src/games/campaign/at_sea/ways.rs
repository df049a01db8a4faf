//! The ways of ships on maps: as the reader saw them, by water, and nothing that the reader did not see.

use crate::at_sea::hosted::{number, opened};
use crate::fleet::Fleet;
use crate::tell::chart::{Happened, happened};
use crate::tell::sheet::{deeds, in_words};
use fieldpost_door::Board;
use fieldpost_engine::event::{Saw, Told};
use fieldpost_ground::map::Terrain;
use fieldpost_picture::Side;
use fieldpost_sea::event::{Event, Fact, Step};
use fieldpost_sea::phase::Phase;
use fieldpost_sea::place::Place;

fn seen(fleet: Fleet<'_>, board: &dyn Board, saw: &[(&str, Saw)], reader: &str) -> Happened {
    let chart = &fleet.sea.chart;
    let norfolk = Place::Harbor(chart.port_of("Norfolk").unwrap());
    let roads = Place::Coast(chart.coast_of("LCHE").unwrap());
    let ship = "CS1RI".parse().unwrap();
    let fact = Fact::Sail(Step { ship, from: Some(norfolk), at: Some(roads) });
    let to = saw.iter().map(|(name, saw)| (number(board, name), *saw)).collect();
    let told = [Told { event: Event { phase: Phase::Combat, fact }, to }];
    happened(chart, &fleet.sea.state, number(board, reader), &told)
}

#[test]
fn an_arrow_shows_as_much_of_a_way_as_the_reader_saw() {
    let board = opened().board.with(7);
    let fleet = Fleet::of(&*board).unwrap();
    let map = &fleet.table.atlas.map;
    let shown = |saw: &[(&str, Saw)], reader: &str| {
        let turn = seen(fleet, &*board, saw, reader);
        (deeds(&fleet.sea.chart, map, &turn).sailings, in_words(&fleet.sea.chart, &turn))
    };
    let (own, words) = shown(&[("Buchanan", Saw::All)], "Buchanan");
    assert_eq!((own.len(), own[0].side, own[0].units), (1, Side::Allied, 1));
    assert_eq!(words, ["Ships of your side sailed: Norfolk to Lower Chesapeake (1 ship)."]);
    let is_afloat = |at| map.terrain_at(at) == Terrain::Water;
    assert!(own[0].path.len() > 1 && own[0].path[1..].iter().all(|at| is_afloat(*at)), "{own:?}");
    let (foes, _) = shown(&[("Wool", Saw::All)], "Wool");
    assert_eq!(foes[0].side, Side::Hostile);
    // Who saw her come knows not from where, and who saw her leave not to where.
    let (came, words) = shown(&[("Wool", Saw::End)], "Wool");
    assert_eq!((came[0].path.len(), words), (1, Vec::new()));
    assert_eq!(shown(&[("Wool", Saw::Start)], "Wool").0, []);
    assert_eq!(shown(&[("Buchanan", Saw::All)], "Wool").0, [], "nobody told Wool");
}
