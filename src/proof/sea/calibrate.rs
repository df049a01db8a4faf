//! What battles cost at sea, tried by the thousand and held to targets (naval record, section 13).

use std::io::{self, Write};

use fieldpost_engine::dice::Dice;
use fieldpost_sea::combat::battle::{self, BATTERY, Fate, Fighter, Sort};
use fieldpost_sea::kind::Kind;

/// Who fights on a side.
#[derive(Clone, Copy)]
enum Who {
    Ship(Kind),
    Guns,
}

/// So many of a kind.
#[derive(Clone, Copy)]
struct Group {
    count: u32,
    who: Who,
    /// What its people are worth, what ground makes of it, in thousandths.
    worth: u32,
    height: u32,
    ram: bool,
    runs: bool,
    /// Damage to engines or rigging when it begins.
    propulsion: u8,
}

const fn of(count: u32, kind: Kind) -> Group {
    Group { count, who: Who::Ship(kind), worth: 1000, height: 1000, ram: false, runs: false, propulsion: 0 }
}

const fn guns(count: u32, height: u32) -> Group {
    Group { count, who: Who::Guns, worth: 1000, height, ram: false, runs: false, propulsion: 0 }
}

const fn running(count: u32, kind: Kind) -> Group {
    Group { runs: true, ..of(count, kind) }
}

/// A battle that is tried.
struct Trial {
    name: &'static str,
    sides: [&'static [Group]; 2],
    /// Whether each side closes.
    close: [bool; 2],
}

/// A row of a table of what a side came to, in thousandths.
#[derive(Clone, Copy, Default)]
struct Sum {
    fighters: u64,
    sunk: u64,
    taken: u64,
    silenced: u64,
    hull: u64,
    left: u64,
    back: u64,
    won: u64,
}

use Kind::{
    Frigate as FR, Gunboat as GB, Ironclad as IC, RiverGunboat as RG, RiverIronclad as RI, Sloop as SL,
    Transport as TR,
};

const RAMS: Group = Group { ram: true, ..of(2, RG) };
const WORSE_RAMS: Group = Group { ram: true, worth: 900, ..of(8, RG) };

/// Hampton Roads (docs/scenarios/hampton-roads-1862.md): the Virginia with engines that were bad from the first day, her two gunboats; the
/// Congress and the Cumberland at anchor; the Monitor.
const VIRGINIA: Group = Group { ram: true, worth: 1100, propulsion: 2, ..of(1, RI) };
const MONITOR: Group = Group { worth: 1100, ..of(1, IC) };
const AT_ANCHOR: [Group; 2] = [Group { propulsion: 5, ..of(1, FR) }, Group { propulsion: 5, ..of(1, SL) }];

/// The battles of the table: what is looked at of them stands in [`TARGETS`].
const TRIALS: &[Trial] = &[
    Trial { name: "FR : FR, range", sides: [&[of(1, FR)], &[of(1, FR)]], close: [false, false] },
    Trial { name: "FR : FR, both close", sides: [&[of(1, FR)], &[of(1, FR)]], close: [true, true] },
    Trial { name: "IC : IC, range", sides: [&[of(1, IC)], &[of(1, IC)]], close: [false, false] },
    Trial { name: "IC : 5 GB, range", sides: [&[of(1, IC)], &[of(5, GB)]], close: [false, false] },
    Trial { name: "10 GB : IC, range", sides: [&[of(10, GB)], &[of(1, IC)]], close: [false, false] },
    Trial {
        name: "Memphis: 5 RI and 2 rams : 8 rams",
        sides: [&[of(5, RI), RAMS], &[WORSE_RAMS]],
        close: [true, true],
    },
    Trial {
        name: "Fort Henry: 4 RI and 3 RG : 4 batteries, close",
        sides: [&[of(4, RI), of(3, RG)], &[guns(4, 1000)]],
        close: [true, false],
    },
    Trial {
        name: "Donelson: 4 RI and 2 RG : 4 batteries on hills",
        sides: [&[of(4, RI), of(2, RG)], &[guns(4, 1500)]],
        close: [false, false],
    },
    Trial {
        name: "New Orleans: 8 SL and 9 GB run past 8 batteries",
        sides: [&[running(8, SL), running(9, GB)], &[guns(8, 1000)]],
        close: [false, false],
    },
    Trial {
        name: "1 TR runs past 8 batteries",
        sides: [&[running(1, TR)], &[guns(8, 1000)]],
        close: [false, false],
    },
    Trial { name: "2 GB : 1 TR alone, range", sides: [&[of(2, GB)], &[of(1, TR)]], close: [false, false] },
    Trial {
        name: "8 March: Virginia, 2 GB : Congress, Cumberland",
        sides: [&[VIRGINIA, of(2, GB)], &AT_ANCHOR],
        close: [true, false],
    },
    Trial {
        name: "9 March: Virginia : Monitor, range",
        sides: [&[VIRGINIA], &[MONITOR]],
        close: [false, false],
    },
];

/// What is held: the row, whether it aims at hulls, what is looked at, the target and how far from it, in thousandths.
struct Target {
    what: &'static str,
    trial: usize,
    hull: bool,
    look: fn(&[Sum; 2], u64) -> u64,
    target: u64,
    off: u64,
}

fn share(count: u64, of: u64) -> u64 {
    (count * 1000).checked_div(of).unwrap_or(0)
}

const TARGETS: &[Target] = &[
    Target {
        what: "even battle of frigates at range, hulls: hull points each",
        trial: 0,
        hull: true,
        look: |sums, _| share(sums[0].hull, sums[0].left),
        target: 1000,
        off: 250,
    },
    Target {
        what: "the same at close quarters: share taken of all",
        trial: 1,
        hull: true,
        look: |sums, _| share(sums[0].taken + sums[1].taken, sums[0].fighters + sums[1].fighters),
        target: 150,
        off: 60,
    },
    Target {
        what: "IC : IC at range: ships lost",
        trial: 2,
        hull: true,
        look: |sums, _| lost(&sums[0]).midpoint(lost(&sums[1])),
        target: 20,
        off: 30,
    },
    Target {
        what: "IC : 5 GB: the ironclad wins",
        trial: 3,
        hull: true,
        look: |sums, trials| share(sums[0].won, trials),
        target: 600,
        off: 200,
    },
    Target {
        what: "10 GB : IC: the ten gunboats win",
        trial: 4,
        hull: true,
        look: |sums, trials| share(sums[0].won, trials),
        target: 1000,
        off: 50,
    },
    Target {
        what: "10 GB : IC: the ironclad is lost",
        trial: 4,
        hull: true,
        look: |sums, _| lost(&sums[1]),
        target: 110,
        off: 60,
    },
    Target {
        what: "Hampton Roads, 8 March 1862: wooden ships lost (2 of 2)",
        trial: 11,
        hull: true,
        look: |sums, _| lost(&sums[1]),
        target: 1000,
        off: 400,
    },
    Target {
        what: "Hampton Roads, 8 March: the Virginia or a gunboat lost (none)",
        trial: 11,
        hull: true,
        look: |sums, _| lost(&sums[0]),
        target: 0,
        off: 50,
    },
    Target {
        what: "Hampton Roads, 9 March: ironclads lost (none of 2)",
        trial: 12,
        hull: true,
        look: |sums, _| lost(&sums[0]).midpoint(lost(&sums[1])),
        target: 0,
        off: 150,
    },
    Target {
        what: "Memphis, 6 June 1862: Confederate rams lost",
        trial: 5,
        hull: true,
        look: |sums, _| lost(&sums[1]),
        target: 850,
        off: 200,
    },
    Target {
        what: "Fort Henry, 6 February 1862: batteries silenced",
        trial: 6,
        hull: true,
        look: |sums, _| share(sums[1].silenced, sums[1].fighters),
        target: 750,
        off: 200,
    },
    Target {
        what: "Fort Donelson, 14 February 1862: the squadron wins",
        trial: 7,
        hull: false,
        look: |sums, trials| share(sums[0].won, trials),
        target: 300,
        off: 300,
    },
    Target {
        what: "New Orleans, 24 April 1862: runners lost",
        trial: 8,
        hull: true,
        look: |sums, _| lost(&sums[0]),
        target: 40,
        off: 40,
    },
    Target {
        what: "New Orleans: runners turned back",
        trial: 8,
        hull: true,
        look: |sums, _| share(sums[0].back, sums[0].left),
        target: 100,
        off: 100,
    },
    Target {
        what: "Vicksburg, April 1863: lone transports lost past 8 batteries",
        trial: 9,
        hull: true,
        look: |sums, _| lost(&sums[0]),
        target: 250,
        off: 120,
    },
    Target {
        what: "2 GB on a lone transport group: lost",
        trial: 10,
        hull: true,
        look: |sums, _| lost(&sums[1]),
        target: 450,
        off: 150,
    },
];

fn lost(sum: &Sum) -> u64 {
    share(sum.sunk + sum.taken, sum.fighters)
}

/// Fights every battle of the table so many times, prints what came of it, and holds it to the targets; whether all are met.
///
/// # Errors
/// If `out` cannot be written.
pub fn run(trials: u64, out: &mut dyn Write) -> io::Result<bool> {
    let mut met = true;
    for target in TARGETS {
        let sums = fight(&TRIALS[target.trial], target.hull, trials);
        let found = (target.look)(&sums, trials);
        let holds = found.abs_diff(target.target) <= target.off;
        met &= holds;
        let word = if holds { "" } else { "  OUT" };
        writeln!(
            out,
            "{:<62} target {:>4} +- {:<4} found {found:>4}{word}",
            target.what, target.target, target.off
        )?;
    }
    writeln!(out)?;
    writeln!(
        out,
        "{:<50} {:>5}  {:>18}  {:>18}",
        "battle, of a thousand", "won", "A lost, hull", "B lost, hull"
    )?;
    for trial in TRIALS {
        let sums = fight(trial, true, trials);
        let side = |sum: &Sum| {
            format!("{} {}", lost(sum) + share(sum.silenced, sum.fighters), share(sum.hull, sum.left))
        };
        let (one, other) = (side(&sums[0]), side(&sums[1]));
        writeln!(out, "{:<50} {:>5}  {one:>18}  {other:>18}", trial.name, share(sums[0].won, trials))?;
    }
    Ok(met)
}

fn fight(trial: &Trial, hull: bool, trials: u64) -> [Sum; 2] {
    let mut sums = [Sum::default(), Sum::default()];
    for number in 0..trials {
        // One keyed draw a battle, and a plain sequence from it: a million draws of the turn's own dice take minutes.
        let mut stream =
            Dice::new(number, 1).draw("calibrate", trial.name, if hull { "hull" } else { "" }, 0);
        let mut die = |_: &'static str, _: &str, below: u64| {
            ((u128::from(next(&mut stream)) * u128::from(below)) >> 64) as u64
        };
        once(trial, hull, &mut sums, &mut die);
    }
    sums
}

/// The next number of a sequence (splitmix64).
fn next(stream: &mut u64) -> u64 {
    *stream = stream.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*stream ^ (*stream >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

fn once(trial: &Trial, hull: bool, sums: &mut [Sum; 2], die: battle::Die) {
    let mut fighters = Vec::new();
    for (side, groups) in trial.sides.iter().enumerate() {
        for group in *groups {
            let count = fighters.len() as u32;
            fighters.extend(
                (0..group.count).map(|number| fighter(group, side, count + number, hull, trial.close[side])),
            );
        }
    }
    battle::close(&mut fighters, die);
    battle::fire(&mut fighters, die);
    let winner = battle::winner(&fighters, die);
    if let Some(winner) = winner {
        sums[winner].won += 1;
    }
    for number in 0..fighters.len() {
        let fighter = &fighters[number];
        let sum = &mut sums[fighter.side];
        sum.fighters += 1;
        let foes = fighters
            .iter()
            .any(|foe| foe.side != fighter.side && foe.sort == Sort::Warship && foe.fate == Fate::Stands);
        match fighter.fate {
            Fate::Sunk => sum.sunk += 1,
            Fate::Silenced => sum.silenced += 1,
            Fate::Stands => {
                let failed = fighter.runs && die("7.6b", &fighter.roller, 100) < battle::turned_back(fighter);
                let loses = winner.is_some_and(|winner| winner != fighter.side) && !fighter.runs;
                let caught =
                    loses && foes && die("7.6a", &fighter.roller, 100) < battle::taken(&fighters, number);
                if caught || (failed && foes) {
                    sum.taken += 1;
                } else {
                    sum.left += 1;
                    sum.hull += u64::from(fighter.hull);
                    sum.back += u64::from(failed);
                }
            }
        }
    }
}

fn fighter(group: &Group, side: usize, number: u32, hull: bool, close: bool) -> Fighter {
    let (sort, strength, toughness, crew, fast) = match group.who {
        Who::Guns => (Sort::Battery, BATTERY, BATTERY, 1, false),
        Who::Ship(kind) => {
            let row = kind.row();
            let sort = if kind.is_transport() { Sort::Transport } else { Sort::Warship };
            (sort, row.strength, row.toughness, row.crew.max(100), row.fast)
        }
    };
    Fighter {
        side,
        sort,
        roller: format!("{side}-{number}"),
        strength,
        toughness,
        worth: [group.worth, 1000, group.height],
        crew: (crew, crew),
        hull: 0,
        propulsion: group.propulsion,
        ram: group.ram,
        fast,
        windward: false,
        runs: group.runs,
        aim_hull: hull || sort == Sort::Battery,
        closes: close && sort != Sort::Battery,
        near: false,
        bows_on: false,
        hits: 0,
        fate: Fate::Stands,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn battles_come_out_as_the_record_has_them() {
        let mut out = Vec::new();
        let met = run(400, &mut out).unwrap();
        assert!(met, "{}", String::from_utf8_lossy(&out));
    }
}
