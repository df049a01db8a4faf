//! Where things stand on the pictures of all games: asked of the drawings' own layouts, of every scenario that comes with the program.

use std::sync::Arc;

use fieldpost_door::{Board, ClosedBook};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::wishes::Wishes;
use fieldpost_games::RULEBOOKS;
use fieldpost_land::scenario;
use fieldpost_print::album::Album;
use fieldpost_print::heading::Heading;
use fieldpost_print::press::Press;
use fieldpost_print::shop::Shop;

fn board(name: &str) -> Arc<dyn Board> {
    let texts = RULEBOOKS.scenario(name).unwrap();
    (RULEBOOKS.of_scenario(&texts).unwrap().scenario)(&texts).unwrap().board.with(1866)
}

fn players(board: &dyn Board) -> Vec<PlayerNo> {
    (0..).map(PlayerNo).take(board.players().len()).collect()
}

/// What is wrong on the pictures that were asked for: what lies over what, and what matters and is dropped.
fn faults(name: &str, album: &Album) -> Vec<String> {
    let drafts = album.drafts();
    assert!(!drafts.is_empty(), "{name}: nothing was drawn");
    let names = drafts.iter().map(|(_, layout)| layout.names().count()).sum::<usize>();
    assert!(names > 0, "{name}: no picture has a name");
    let of = |(picture, layout): &(String, fieldpost_print::picture::room::Layout)| {
        let picture: String = picture.chars().take(50).collect();
        let dropped = layout.dropped.iter().map(|words| format!("{words} is dropped"));
        let all: Vec<String> = layout.covered().into_iter().chain(dropped).collect();
        all.into_iter().map(|fault| format!("{name}, {picture}: {fault}")).collect::<Vec<_>>()
    };
    drafts.iter().flat_map(of).collect()
}

/// The faults of the position of every player and of the administrator's board, and after a turn of both reports.
fn faults_of(name: &str, plays: bool) -> Vec<String> {
    let press = Press::new().unwrap();
    let shop = Shop { album: Album::of_drafts(), ..Shop::new(&press) };
    let (heading, wishes) = (Heading::default(), Wishes::default());
    let open = board(name);
    for player in players(&*open) {
        open.report(player, &heading, &wishes, &shop).unwrap();
    }
    assert!(open.whole(&heading, &wishes, &shop).unwrap().is_some(), "{name}: SHOW MAP has no picture");
    if plays {
        let ran = open.run(&ClosedBook::default());
        for player in players(&*open) {
            ran.reports(player, &heading, &wishes, &shop).unwrap();
        }
    }
    faults(name, &shop.album)
}

/// Hampton, Norfolk, Siena, Florence and Mantua lay under flags, counters and signs.
#[test]
fn no_label_of_any_scenario_is_covered_and_none_that_matters_is_dropped() {
    let names = scenario::built_in_names();
    assert!(names.len() > 8, "{names:?}");
    let europa = ["italy-1494", "baltic-1618", "1492"];
    let names: std::collections::BTreeSet<&str> = names.into_iter().chain(europa).collect();
    let small = ["demo", "hampton-roads-1862", "italy-1494", "bohemia-1866", "valley-1862"];
    let faults: Vec<String> =
        names.into_iter().flat_map(|name| faults_of(name, small.contains(&name))).collect();
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
