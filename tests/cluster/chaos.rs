//! Everything at once: daemons are killed, and stopped beyond their claims; the primary is lost and its standby promoted; the wires
//! between a daemon and its database are cut. Two turns of it in the suite, sixty with `--long`.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rand::RngExt;

use crate::cluster::Server;
use crate::trial::{Trial, is_long};

/// Turns that are played; sixty took 36 minutes on two busy cores. `FIELDPOST_CHAOS_TURNS` says how many otherwise.
fn turns() -> u32 {
    let asked = std::env::var("FIELDPOST_CHAOS_TURNS").ok().and_then(|words| words.parse().ok());
    asked.unwrap_or(if is_long() { 60 } else { 2 })
}

/// A wire from a port of its own to a server's, which can be cut.
struct Wire {
    port: u16,
    is_cut: Arc<AtomicBool>,
    /// Both ends of each connection that was made.
    ends: Arc<Mutex<Vec<TcpStream>>>,
}

impl Wire {
    fn to(server: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let wire = Wire { port, is_cut: Arc::default(), ends: Arc::default() };
        let (is_cut, ends) = (wire.is_cut.clone(), wire.ends.clone());
        std::thread::spawn(move || {
            for near in listener.incoming().flatten() {
                // Who calls on a cut wire, or a server that is down, hears that nobody is there.
                if is_cut.load(Ordering::SeqCst) {
                    continue;
                }
                let Ok(far) = TcpStream::connect(("127.0.0.1", server)) else { continue };
                drop(joined(near, far, &ends));
            }
        });
        wire
    }

    /// Cuts all connections, and lets nobody through for so long.
    fn cut_for(&self, time: Duration) {
        self.is_cut.store(true, Ordering::SeqCst);
        for end in self.ends.lock().unwrap().drain(..) {
            // It may be over already.
            drop(end.shutdown(Shutdown::Both));
        }
        std::thread::sleep(time);
        self.is_cut.store(false, Ordering::SeqCst);
    }
}

/// Hands on what either end says, until one of them is done.
fn joined(near: TcpStream, far: TcpStream, ends: &Mutex<Vec<TcpStream>>) -> io::Result<()> {
    near.set_nodelay(true)?;
    far.set_nodelay(true)?;
    ends.lock().unwrap().extend([near.try_clone()?, far.try_clone()?]);
    for (from, to) in [(near.try_clone()?, far.try_clone()?), (far, near)] {
        std::thread::spawn(move || hand_on(from, to));
    }
    Ok(())
}

fn hand_on(mut from: TcpStream, mut to: TcpStream) {
    let mut bytes = [0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        if to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    drop(from.shutdown(Shutdown::Both));
    drop(to.shutdown(Shutdown::Both));
}

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Harm {
    /// A daemon is killed, with all that it has in hand.
    Kill,
    /// A daemon is stopped for longer than its claims last.
    Stop,
    /// The primary is lost, and its standby promoted.
    Failover,
    /// A daemon reaches no database for a while.
    Cut,
}

/// Each once, then more: a failover takes the longest by far and so comes seldom.
const HARMS: [Harm; 8] =
    [Harm::Kill, Harm::Stop, Harm::Failover, Harm::Cut, Harm::Kill, Harm::Cut, Harm::Kill, Harm::Stop];

/// Does harm in turn until all is played, and each kind at least once; how often each was done.
fn do_harm(trial: &Trial, mut pair: [&Server; 2], wires: &[Vec<Wire>; 2]) -> BTreeMap<Harm, u32> {
    let mut done = BTreeMap::new();
    for (number, harm) in (0..).zip(HARMS.iter().cycle()) {
        if number >= 4 && !trial.is_playing() {
            break;
        }
        trial.pass_a_moment(6_000);
        let machine = rand::rng().random_range(0..2);
        match harm {
            Harm::Kill => trial.kill(machine),
            Harm::Stop => trial.stop_for(machine, Duration::from_millis(1_300), pair[0]),
            Harm::Failover => {
                pair[0].kill();
                pair[1].promote();
                pair[0].follow(pair[1]);
                pair.reverse();
            }
            Harm::Cut => {
                let time = Duration::from_millis(rand::rng().random_range(0..3_000));
                std::thread::scope(|scope| {
                    wires[machine].iter().for_each(|wire| drop(scope.spawn(|| wire.cut_for(time))));
                });
            }
        }
        *done.entry(*harm).or_default() += 1;
    }
    done
}

#[test]
fn whatever_goes_wrong_at_once_nothing_is_lost_and_nothing_done_twice() {
    // Whatever is acknowledged is on both.
    let Some(first) = Server::start("-c synchronous_standby_names=*") else { return };
    let second = first.standby();
    let wires: [Vec<Wire>; 2] = [(); 2].map(|()| [&first, &second].map(|to| Wire::to(to.port)).into());
    let ports = wires.each_ref().map(|wires| wires.iter().map(|wire| wire.port).collect::<Vec<_>>());
    let trial = Trial::by([&ports[0], &ports[1]]);
    let begun = Instant::now();
    trial.run_long(turns(), |trial| {
        let done = do_harm(trial, [&first, &second], &wires);
        println!("{} turns in {} s: {done:?}", turns(), begun.elapsed().as_secs());
        assert_eq!(done.len(), 4, "each kind of harm is tried");
    });
}
