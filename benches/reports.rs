//! What the reports of a turn cost, a unit: text and HTML for 20 players with 200, 2,000 and 20,000 units on
//! the map of Europe; and everything, pictures among it, for the 24 players of 1866. `cargo bench --bench reports`.

use std::sync::{Arc, OnceLock};

use anyhow::Context;
use divan::Bencher;
use divan::counter::ItemsCount;
use fieldpost::cli::post_office::open;
use fieldpost::cli::rehearse;
use fieldpost_campaign::Table;
use fieldpost_daemon::clock::Clock;
use fieldpost_daemon::config::Config;
use fieldpost_desk::record::GameName;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::wishes::Wishes;
use fieldpost_ground::map_file::{self, EUWOL};
use fieldpost_ground::square::{Direction, StrategicSquare, TacticalSquare};
use fieldpost_ground::tactical::Atlas;
use fieldpost_land::book::ROTD_EUWOL;
use fieldpost_land::muster;
use fieldpost_land::orders::{TurnOrders, UnitOrders};
use fieldpost_land::scenario;
use fieldpost_land::sequence;
use fieldpost_land::state::{LandState, Player, Rank, Seat};
use fieldpost_land::turn::Outcome;
use fieldpost_land::unit::{Unit, UnitId};
use fieldpost_print::album::Grounds;
use fieldpost_print::edition;
use fieldpost_print::form::Form;
use fieldpost_print::heading::Heading;
use fieldpost_print::press::Press;
use fieldpost_print::report::Report;
use fieldpost_print::shop::Shop;
use fieldpost_tell::position::PositionView;
use fieldpost_tell::vantage::Vantage;
use fieldpost_tell::{Theatre, turn_reports};

fn main() {
    weigh();
    divan::main();
}

const PLAYERS: u16 = 20;
/// Brigades in a square.
const STACK: usize = 10;

/// A position of so many units in stacks of ten, a corps after the other over the land of Europe, and the turn
/// in which nobody has orders.
fn world(units: usize) -> (Arc<Atlas>, Outcome) {
    let atlas =
        Arc::new(map_file::load(EUWOL).map(|loaded| loaded.atlas).unwrap_or_else(|why| panic!("{why}")));
    let state = position(&atlas, units);
    let outcome = sequence::run(&atlas, &ROTD_EUWOL, state, TurnOrders::default(), 1, None);
    (atlas, outcome)
}

fn position(atlas: &Atlas, units: usize) -> LandState {
    let mut state = scenario::read(&scenario::demo()).unwrap_or_else(|why| panic!("{why}")).state;
    state.units.clear();
    state.seats.clear();
    state.cities.clear();
    state.depots.clear();
    let nations = ["PR", "AU"].map(|code| code.parse().unwrap_or_else(|why| panic!("{why}")));
    state.players = (0..PLAYERS)
        .map(|number| Player {
            name: format!("player {number}"),
            nation: nations[usize::from(number) % 2],
            rank: Rank::General,
            offices: Default::default(),
        })
        .collect();
    let land: Vec<StrategicSquare> =
        atlas.map.grid.all().filter(|square| atlas.map.is_passable(*square)).collect();
    let squares = units.div_ceil(STACK);
    for number in 0..units {
        let stack = number / STACK;
        let player = (stack * usize::from(PLAYERS) / squares) as u16 % PLAYERS;
        let nation = nations[usize::from(player) % 2];
        let id: UnitId = format!("{nation}{}IN", number + 1).parse().unwrap_or_else(|why| panic!("{why}"));
        let at = land[stack * land.len() / squares];
        let unit = muster::unit(&ROTD_EUWOL, id, at, TacticalSquare::MIDDLE);
        state.seats.insert(id, Seat { commander: PlayerNo(player), deputy: None });
        state.units.insert(id, unit);
    }
    state
}

fn heading() -> Heading {
    Heading {
        game: "europe".into(),
        title: "Europe".into(),
        player: "player".into(),
        deadline_local: "Friday 7 August 2026, 20:00 (Europe/Vienna)".into(),
        deadline_utc: "Friday 7 August 2026, 18:00 UTC".into(),
        calendar: None,
        by_hand: Vec::new(),
        silence: Vec::new(),
    }
}

/// The view alone: what every player may know, worked out.
#[divan::bench(args = [200, 2_000, 20_000])]
fn views(bencher: Bencher, units: usize) {
    let (atlas, outcome) = world(units);
    bencher.counter(ItemsCount::new(units)).bench_local(|| {
        for (player, sight) in &outcome.sights {
            let vantage = Vantage::of(*player, &outcome.state, sight, &atlas, &ROTD_EUWOL);
            divan::black_box(vantage.map(|vantage| PositionView::of(&vantage, &Form::default())));
        }
    });
}

/// Both reports of every player, as text and HTML.
#[divan::bench(args = [200, 2_000, 20_000])]
fn text_and_html(bencher: Bencher, units: usize) {
    let (atlas, outcome) = world(units);
    let press = Press::new().unwrap_or_else(|why| panic!("{why}"));
    let shop = Shop::new(&press);
    let theatre = Theatre { atlas: &atlas, book: &ROTD_EUWOL };
    bencher.counter(ItemsCount::new(units)).bench_local(|| {
        for player in outcome.sights.keys() {
            let reports = turn_reports(theatre, &outcome, *player, &heading(), &Wishes::default(), &shop);
            divan::black_box(reports.unwrap_or_else(|why| panic!("{why}")));
        }
    });
}

/// Every unit marches up to three squares east, as far as land goes.
fn marches(atlas: &Atlas, state: &LandState) -> TurnOrders {
    let grid = &atlas.map.grid;
    let path = |unit: &Unit| {
        let mut path = Vec::new();
        let mut at = unit.at;
        while let Some(next) = grid.step(at, Direction::East).filter(|next| atlas.map.is_passable(*next)) {
            path.push(Some(next));
            at = next;
            if path.len() == 3 {
                break;
            }
        }
        UnitOrders { path, ..UnitOrders::default_of(unit) }
    };
    TurnOrders {
        units: state.units.values().map(|unit| (unit.id, path(unit))).collect(),
        ..TurnOrders::default()
    }
}

/// A turn in which everybody marches, and all of its reports, player by player, each dropped once it is made.
#[divan::bench(args = [200, 2_000, 20_000], sample_count = 5)]
fn turn_and_reports(bencher: Bencher, units: usize) {
    let atlas =
        Arc::new(map_file::load(EUWOL).map(|loaded| loaded.atlas).unwrap_or_else(|why| panic!("{why}")));
    let state = position(&atlas, units);
    let orders = marches(&atlas, &state);
    let press = Press::new().unwrap_or_else(|why| panic!("{why}"));
    let shop = Shop::new(&press);
    let theatre = Theatre { atlas: &atlas, book: &ROTD_EUWOL };
    let run = |state, orders| {
        let outcome = sequence::run(&atlas, &ROTD_EUWOL, state, orders, 1, None);
        for player in outcome.sights.keys() {
            let reports = turn_reports(theatre, &outcome, *player, &heading(), &Wishes::default(), &shop);
            divan::black_box(reports.unwrap_or_else(|why| panic!("{why}")));
        }
    };
    // The tactical maps of where they come are made once in a game, not every turn.
    run(state.clone(), orders.clone());
    bencher
        .counter(ItemsCount::new(units))
        .with_inputs(|| (state.clone(), orders.clone()))
        .bench_local_values(|(state, orders)| run(state, orders));
}

/// The fourth turn of `scenarios/1866`, begun as history began it: 24 players, 399 brigades, and what the third turn
/// brought. It is played once, as `fieldpost rehearse` plays it.
fn year_1866() -> &'static (Arc<Atlas>, Outcome) {
    static PLAYED: OnceLock<(Arc<Atlas>, Outcome)> = OnceLock::new();
    PLAYED.get_or_init(|| play().unwrap_or_else(|why| panic!("{why:?}")))
}

fn play() -> anyhow::Result<(Arc<Atlas>, Outcome)> {
    let folder = tempfile::tempdir()?;
    let args = rehearse::Args {
        scenario: "1866".into(),
        letters: Some(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/history/1866").into()),
        machine: Vec::new(),
        turns: 3,
        seed: 1866,
        reports: None,
        folder: Some(folder.path().join("office")),
    };
    rehearse::run(&args, &mut std::io::sink())?;
    let config = Config::load(&folder.path().join("office/fieldpost.toml"))?;
    let office = open(config, Clock::standing_at(0))?;
    let hosted = office.game_named("rehearsal")?;
    let table = Table::of(hosted.record.board()).context("a campaign")?;
    let record =
        office.store.turn(&GameName("rehearsal".into()), 3)?.context("the third turn is on record")?;
    let outcome = Outcome {
        state: (*table.land).clone(),
        events: office.store.paper(&record.events)?.read()?,
        sights: fieldpost_tell::sights_of_open_turn(table.field(), 1866),
        draws: Vec::new(),
        removed: Default::default(),
    };
    Ok((table.atlas.clone(), outcome))
}

/// All that one player is sent: its bytes, before they are encoded for the mail.
fn printed(shop: &Shop<'_>, atlas: &Atlas, outcome: &Outcome, player: PlayerNo) -> usize {
    let reports = turn_reports(
        Theatre { atlas, book: &ROTD_EUWOL },
        outcome,
        player,
        &heading(),
        &Wishes::default(),
        shop,
    );
    let bytes = |report: &Report| {
        let pictures: usize = report.pictures.iter().map(|picture| picture.png.len()).sum();
        let files: usize = report.enclosures.iter().map(|file| file.bytes.len()).sum();
        pictures + files + report.printed.text.len() + report.html.as_ref().map_or(0, String::len)
    };
    reports.unwrap_or_else(|why| panic!("{why}")).iter().map(bytes).sum()
}

/// Everything that the players of 1866 are sent after a turn, on all cores, on grounds that `grounds` gives.
fn print_1866(bencher: Bencher, grounds: impl Fn() -> Arc<Grounds>) {
    let (atlas, outcome) = year_1866();
    let press = Press::new().unwrap_or_else(|why| panic!("{why}"));
    let players: Vec<PlayerNo> = outcome.sights.keys().copied().collect();
    bencher.with_inputs(grounds).bench_local_values(|grounds| {
        let shop = Shop::on(&press, grounds);
        edition::print_all(&players, |player| printed(&shop, atlas, outcome, *player))
    });
}

/// The first turn after the daemon started: every ground is drawn.
#[divan::bench(sample_count = 5)]
fn year_1866_all_faces(bencher: Bencher) {
    print_1866(bencher, Arc::default);
}

/// A later turn, on grounds that are kept.
#[divan::bench(sample_count = 5)]
fn year_1866_on_kept_grounds(bencher: Bencher) {
    let grounds = Arc::new(Grounds::default());
    print_1866(bencher, || grounds.clone());
}

/// What the reports of 1866 weigh: of all players, and of the one who has most.
fn weigh() {
    let (atlas, outcome) = year_1866();
    let press = Press::new().unwrap_or_else(|why| panic!("{why}"));
    let shop = Shop::new(&press);
    let bytes: Vec<usize> =
        outcome.sights.keys().map(|player| printed(&shop, atlas, outcome, *player)).collect();
    let (all, most) = (bytes.iter().sum::<usize>(), bytes.iter().max().copied().unwrap_or_default());
    println!("reports of 1866: {} kB in all, {} kB at most for a player", all / 1000, most / 1000);
}
