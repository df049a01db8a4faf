//! The reports of all players of a turn, printed by as many threads as there are cores.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What `print` makes of every player, in the players' order: the same as one after the other, only sooner.
///
/// A thread takes the next player when it is done with one, so that one with forty brigades holds up no other. What
/// `print` gives back is kept until all are done: it had better put what is large, such as a mail's bytes, where it
/// belongs, and give back only its name.
///
/// # Panics
/// If `print` does.
pub fn print_all<P: Sync, T: Send>(players: &[P], print: impl Fn(&P) -> T + Sync) -> Vec<T> {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    print_with(cores.min(players.len()), players, print)
}

/// The same by so many threads; none is one.
fn print_with<P: Sync, T: Send>(threads: usize, players: &[P], print: impl Fn(&P) -> T + Sync) -> Vec<T> {
    if threads <= 1 {
        return players.iter().map(print).collect();
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let mut printed = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(player) = players.get(place) else { return printed };
            printed.push((place, print(player)));
        }
    };
    let mut printed: Vec<(usize, T)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    printed.sort_by_key(|(place, _)| *place);
    printed.into_iter().map(|(_, one)| one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_threads_gives_the_same_in_the_same_order() {
        let players: Vec<u32> = (0..37).collect();
        // The first take longest, so that they would come last if order were that of finishing.
        let print = |player: &u32| {
            let work = (0..(37 - player) * 500).fold(*player, |sum, number| sum.rotate_left(3) ^ number);
            (*player, work)
        };
        let expected: Vec<_> = players.iter().map(print).collect();
        for threads in [0, 1, 2, 5, 64] {
            assert_eq!(print_with(threads, &players, print), expected, "{threads} threads");
        }
        assert_eq!(print_all(&players, print), expected);
        assert_eq!(print_all(&[], print), []);
    }
}
