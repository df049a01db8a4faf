//! The pictures in reports: promise 6, the same bytes however they come about, how large they are, what they are called.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fieldpost_campaign::rulebooks::read_scenario;
use fieldpost_daemon::scenarios::scenario_texts;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_games::RULEBOOKS;
use fieldpost_ground::square::TacticalSquare;
use fieldpost_land::detection::Sight;
use fieldpost_land::field::Field;
use fieldpost_land::field::occupancy;
use fieldpost_land::scenario::Scenario;
use fieldpost_land::state::LandState;
use fieldpost_land::unit::{Status, UnitId};
use fieldpost_picture::seas::Seas;
use fieldpost_print::album::{Album, Grounds};
use fieldpost_print::edition;
use fieldpost_print::report::Illustration;
use fieldpost_tell::illustrations::{self, windows};
use fieldpost_tell::sights_of_open_turn;
use fieldpost_tell::vantage::Vantage;

struct Stage {
    scenario: Scenario,
    sights: BTreeMap<PlayerNo, Sight>,
}

impl Stage {
    fn of(name: &str) -> Self {
        let scenario = read_scenario(&scenario_texts(name.as_ref(), RULEBOOKS).unwrap()).unwrap();
        let Scenario { atlas, book, state, .. } = &scenario;
        let occupancy = occupancy(state);
        let sights = sights_of_open_turn(Field { atlas, book, state, occupancy: &occupancy }, 1866);
        Stage { scenario, sights }
    }

    fn player(&self, name: &str) -> PlayerNo {
        let mut players = self.scenario.state.numbered_players();
        players.find(|(_, player)| player.name == name).unwrap().0
    }

    fn vantage<'a>(&'a self, state: &'a LandState, player: PlayerNo) -> Vantage<'a> {
        Vantage::of(player, state, &self.sights[&player], &self.scenario.atlas, self.scenario.book).unwrap()
    }

    /// Every picture that a player's report shows.
    fn pictures(&self, album: &Album, state: &LandState, player: PlayerNo) -> Vec<Illustration> {
        let vantage = self.vantage(state, player);
        let maps = windows(&vantage).into_iter().map(|window| {
            illustrations::strategic(album, &vantage, window, (&[], &Seas::default())).unwrap()
        });
        let sheets =
            vantage.spots.iter().map(|(at, _)| illustrations::tactical(album, &vantage, *at).unwrap());
        maps.chain(sheets).collect()
    }

    fn seen(&self, player: PlayerNo) -> BTreeSet<UnitId> {
        self.sights[&player].tactical.values().flatten().copied().collect()
    }
}

/// Promise 6. That one in sight does change them shows that the pictures would tell.
#[test]
fn a_unit_out_of_sight_changes_no_byte_of_a_picture() {
    let stage = Stage::of("demo");
    let state = &stage.scenario.state;
    for (player, _) in state.numbered_players() {
        let seen = stage.seen(player);
        let before = stage.pictures(&Album::new(), state, player);
        let mut other = state.clone();
        for unit in other.units.values_mut().filter(|unit| !seen.contains(&unit.id)) {
            unit.tac = TacticalSquare::new(1, 1).unwrap();
            unit.status = Status::Shattered;
            unit.in_fort = !unit.in_fort;
        }
        assert_ne!(other, *state);
        assert!(before == stage.pictures(&Album::new(), &other, player), "{player:?}");
        let mut other = state.clone();
        other.units.get_mut(seen.first().unwrap()).unwrap().tac = TacticalSquare::new(1, 1).unwrap();
        assert!(before != stage.pictures(&Album::new(), &other, player), "{player:?}");
    }
}

#[test]
fn pictures_are_the_same_bytes_in_any_order_and_on_kept_grounds() {
    let stage = Stage::of("demo");
    let state = &stage.scenario.state;
    let players: Vec<PlayerNo> = state.numbered_players().map(|(player, _)| player).collect();
    let alone: Vec<_> = players.iter().map(|player| stage.pictures(&Album::new(), state, *player)).collect();
    let shared = Album::new();
    let mut backwards: Vec<_> =
        players.iter().rev().map(|player| stage.pictures(&shared, state, *player)).collect();
    backwards.reverse();
    assert!(alone == backwards);
    let grounds = Arc::new(Grounds::default());
    for _ in 0..2 {
        let album = Album::on(grounds.clone());
        let printed = edition::print_all(&players, |player| stage.pictures(&album, state, *player));
        assert!(alone == printed);
    }
    let again = stage.pictures(&shared, state, players[0]);
    let is_shared = |(one, other): (&Illustration, &Illustration)| Arc::ptr_eq(&one.png, &other.png);
    assert!(backwards[0].iter().zip(&again).all(is_shared), "a picture was drawn twice");
}

/// Moltke has nearly a hundred units, more than anybody: as many squares as forty brigades stand in at most.
#[test]
fn the_pictures_of_a_great_command_leave_room_in_a_mail() {
    let stage = Stage::of("1866");
    let state = &stage.scenario.state;
    let player = stage.player("Moltke");
    let pictures = stage.pictures(&Album::new(), state, player);
    assert!(stage.vantage(state, player).own.len() > 40 && pictures.len() > 10, "{}", pictures.len());
    for picture in &pictures {
        let most = if picture.id.starts_with("strategic") { 200_000 } else { 60_000 };
        assert!(picture.png.len() < most, "{}: {} bytes", picture.id, picture.png.len());
    }
    // A mail that is short shows two maps and three squares; base64 makes three bytes four, and lines of them.
    let bytes: usize = pictures.iter().map(|picture| picture.png.len()).sum();
    assert!(bytes * 137 / 100 < 2_000_000, "{bytes} bytes");
    let (mut maps, mut squares): (Vec<_>, Vec<_>) =
        pictures.iter().partition(|one| one.id.starts_with("strategic"));
    for kind in [&mut maps, &mut squares] {
        kind.sort_by_key(|picture| std::cmp::Reverse(picture.png.len()));
    }
    let shown = maps.iter().take(2).chain(squares.iter().take(3));
    let short: usize = shown.map(|picture| picture.png.len()).sum();
    assert!(short * 137 / 100 < 800_000, "{short} bytes");
}

#[test]
fn pictures_have_names_of_their_own_and_say_what_they_show() {
    let stage = Stage::of("demo");
    let (album, state) = (Album::new(), &stage.scenario.state);
    let grid = &stage.scenario.atlas.map.grid;
    for (player, _) in state.numbered_players() {
        let vantage = stage.vantage(state, player);
        let pictures = stage.pictures(&album, state, player);
        let ids: BTreeSet<&str> = pictures.iter().map(|picture| picture.id.as_str()).collect();
        assert_eq!(ids.len(), pictures.len(), "{ids:?}");
        for (at, spots) in &vantage.spots {
            let picture = pictures.iter().find(|picture| picture.id == grid.label(*at)).unwrap();
            assert!(picture.alt.starts_with("Tactical map ") && picture.alt.contains(&picture.id));
            assert!(picture.alt.contains(&format!("own side in {}", spots[0].tac)), "{}", picture.alt);
        }
        let maps = pictures.iter().filter(|picture| picture.id.starts_with("strategic-"));
        let told: String = maps.map(|picture| picture.alt.as_str()).collect();
        for (at, _) in stage.sights[&player].strategic.iter().take(3) {
            assert!(told.contains(&grid.label(*at)), "{told}");
        }
    }
}

#[test]
fn windows_hold_every_square_of_the_extract_and_are_never_too_large() {
    let stage = Stage::of("1866");
    for (player, _) in stage.scenario.state.numbered_players() {
        let vantage = stage.vantage(&stage.scenario.state, player);
        let windows = windows(&vantage);
        assert!(vantage.near.iter().all(|square| windows.iter().any(|window| window.holds(*square))));
        for window in &windows {
            let (cols, rows) = (window.to.col - window.from.col, window.to.row - window.from.row);
            assert!(cols < 22 && rows < 26, "{window:?}");
            assert!(vantage.near.iter().any(|square| window.holds(*square)), "{window:?} shows nothing");
        }
    }
}

/// A siege is told in the picture and in words (rule 2.7).
#[test]
fn a_siege_and_a_fallen_city_change_the_pictures_and_are_told_in_words() {
    let stage = Stage::of("demo");
    let state = &stage.scenario.state;
    let player = stage.player("Benedek");
    let here = |at| stage.vantage(state, player).spots.iter().any(|(spot, _)| *spot == at);
    let name = state.cities.iter().find(|(_, city)| here(city.at)).unwrap().0.clone();
    let before = stage.pictures(&Album::new(), state, player);
    let mut besieged = state.clone();
    besieged.cities.get_mut(&name).unwrap().besieged = true;
    let after = stage.pictures(&Album::new(), &besieged, player);
    assert!(after.iter().any(|picture| picture.alt.ends_with(&format!("{name} is besieged."))));
    assert!(before[0].png != after[0].png, "the strategic map must show it");
    let mut fallen = state.clone();
    fallen.cities.get_mut(&name).unwrap().control = "PR".parse().unwrap();
    assert!(before[0].png != stage.pictures(&Album::new(), &fallen, player)[0].png);
}
