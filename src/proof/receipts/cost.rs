//! What a receipt costs: the rehearsal of each player's letters, in time of the processor. It is run by hand, in a release build, for
//! docs/performance.md: `cargo test --release -p fieldpost-proof --lib what_a_receipt_costs -- --ignored --nocapture`.

use std::time::Duration;

use super::*;
use fieldpost_campaign::Table;
use fieldpost_campaign::fleet::Fleet;
use fieldpost_land::command::Opening;

/// So often each rehearsal is timed.
const ROUNDS: usize = 3;

/// So many ships the aim of 12 ms is meant for (foresight.md, B6).
const SHIPS: usize = 224;

/// The war of 1862 with gunboats on every coast in turn, until there are as many ships as the aim is meant for.
fn many_ships() -> Arc<dyn Board> {
    let mut board = campaign::opened(&fieldpost_campaign::rulebooks::ROTD_CWOL, "1862").with(1862);
    let fleet = Fleet::of(&*board).unwrap();
    let coasts: Vec<String> = fleet.sea.chart.coasts.iter().map(|coast| coast.code.clone()).collect();
    for number in fleet.sea.state.ships.len()..SHIPS {
        let (nation, coast) = (["US", "CS"][number % 2], &coasts[number % coasts.len()]);
        let words = format!("ADD SHIP {nation}{}GB {coast}", 1000 + number);
        let land = Table::of(&*board).unwrap().land.clone();
        board =
            board.edit(&words, false, &Opening(&land)).unwrap_or_else(|why| panic!("{words}: {why:?}")).board;
    }
    board
}

/// How long this thread has been at work, as the system counts it: whatever else the machine does is not in it.
fn at_work() -> Duration {
    // The system brings the count up to date when a thread gives up the processor.
    std::thread::yield_now();
    let counted = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(counted.split(' ').next().unwrap().parse().unwrap())
}

/// How long the rehearsals of all players' letters take, the machine's and one that goes for enemies: each the median of its rounds.
fn timed(measure: &Measure, board: &Arc<dyn Board>) -> Vec<Duration> {
    let players: Vec<PlayerNo> = (0..).map(PlayerNo).take(board.players().len()).collect();
    let machine = board.machine_letters(&players, desk::GAME, &MachineSeats::new());
    let post = Post::of(board).unwrap();
    let mut all = Vec::new();
    for (player, text) in players.into_iter().zip(machine) {
        let lots = &mut Lots::new(1862, 0, u32::from(player.0));
        let drafted = post::texts(lots, |lots| (measure.draft)(&**board, player, lots));
        for texts in [text.into_iter().collect(), drafted] {
            let mut open = post.unanswered();
            texts.iter().for_each(|text: &String| drop(open.take(&post.signed(player, text))));
            let book = open.closed();
            let once = |_| {
                let began = at_work();
                std::hint::black_box(board.foresee(player, &book));
                at_work() - began
            };
            let mut rounds: Vec<Duration> = (0..ROUNDS).map(once).collect();
            rounds.sort();
            all.push(rounds[ROUNDS / 2]);
        }
    }
    all.sort();
    all
}

/// Says what the receipts of a war cost.
fn say(measure: &Measure, name: &str, board: &Arc<dyn Board>) {
    let all = timed(measure, board);
    let (median, worst) = (all[all.len() / 2], all[all.len() - 1]);
    let pieces = board.pieces().len();
    println!("{name}: {pieces} pieces, {} receipts, median {median:?}, worst {worst:?}", all.len());
    assert!(median > Duration::ZERO && median <= worst);
}

#[test]
#[ignore = "a measure for docs/performance.md, run by hand in a release build"]
fn what_a_receipt_costs() {
    for measure in [&ROTD_EUWOL, &ROTD_CWOL, &GITM_NWOL, &WISC_CWOL, &EUROPA] {
        say(measure, measure.name, &(measure.begin)().with(1862));
    }
    say(&WISC_CWOL, "1862 with 224 ships", &many_ships());
}
