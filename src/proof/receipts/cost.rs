//! What a receipt costs: the rehearsal of each player's letters, in time of the processor. It is run by hand, in a release build, for
//! docs/performance.md: `cargo test --release -p fieldpost-proof --lib what_a_receipt_costs -- --ignored --nocapture`.

use std::time::Duration;

use super::*;

/// So often each rehearsal is timed.
const ROUNDS: usize = 3;

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

#[test]
#[ignore = "a measure for docs/performance.md, run by hand in a release build"]
fn what_a_receipt_costs() {
    for measure in [&ROTD_EUWOL, &ROTD_CWOL, &GITM_NWOL, &WISC_CWOL, &EUROPA] {
        let board: Arc<dyn Board> = (measure.begin)().with(1862);
        let all = timed(measure, &board);
        let (median, worst) = (all[all.len() / 2], all[all.len() - 1]);
        let (pieces, name) = (board.pieces().len(), measure.name);
        println!("{name}: {pieces} pieces, {} receipts, median {median:?}, worst {worst:?}", all.len());
        assert!(median > Duration::ZERO && median <= worst);
    }
}
