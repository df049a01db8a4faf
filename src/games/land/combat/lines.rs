//! Who stands in which line, and how much of a unit fits there (rules 9.9, 10.3, 10.4).

use crate::book::combat::Combat;
use crate::combat::amount::share_out;
use crate::combat::crew::gunners;
use crate::orders::BattleLine;
use crate::turn::Turn;
use crate::unit::{Unit, UnitId};
use fieldpost_ground::square::Direction;

/// How a unit's space is spread over the lines, in quarters of an infantryman's space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// In the first line.
    pub first: u64,
    /// In the second line.
    pub second: u64,
    pub rear: u64,
    /// All of it; what is in no line neither fires nor closes, but counts in its camp's standing (R-10.9b).
    pub whole: u64,
}

impl Share {
    /// The space in a line.
    pub fn of(self, line: BattleLine) -> u64 {
        match line {
            BattleLine::First => self.first,
            BattleLine::Second => self.second,
            BattleLine::Rear => self.rear,
        }
    }

    /// Thousandths of the unit in a line.
    pub fn part(self, line: BattleLine) -> u32 {
        (self.of(line) * 1000).checked_div(self.whole).unwrap_or(0) as u32
    }
}

/// ROTD-EUWOL 10.4, R-10.4b: the space that a unit takes in a line, in quarters: 1 for an infantryman, 3/4 for a
/// horseman, 8 for an artilleryman; 100 men of a brigade are artillerymen for each attached battery.
pub fn space(numbers: &Combat, unit: &Unit) -> u64 {
    let gunners = gunners(unit);
    let man = if unit.id.kind.is_cavalry() { numbers.front.horseman } else { numbers.front.man };
    u64::from(gunners) * u64::from(numbers.front.gunner) + u64::from(unit.strength - gunners) * u64::from(man)
}

/// ROTD-EUWOL 10.4, R-10.4: the length of a line, in quarters of a space, by the directions from which the attackers
/// entered: 3000 spaces for each run of neighbouring directions and 1500 for each further one of a run. If nobody
/// entered it is one run.
pub fn length(numbers: &Combat, entries: &[Direction]) -> u64 {
    let entered = |way: Direction| entries.contains(&way);
    let all: Vec<Direction> = (0..8).map(|eighths| Direction::North.turned(eighths)).collect();
    let directions = all.iter().filter(|way| entered(**way)).count();
    let runs = all.iter().filter(|way| entered(**way) && !entered(way.turned(-1))).count();
    let spaces = match (directions, runs) {
        (0, _) => numbers.front.one,
        (_, 0) => numbers.front.around,
        (directions, runs) => {
            numbers.front.one * runs as u32 + numbers.front.beside * (directions - runs) as u32
        }
    };
    u64::from(spaces) * u64::from(numbers.front.man)
}

/// ROTD-EUWOL 10.8: whether the front is at least three quarters full: of a line of 3000 2250 infantry, 3000 horsemen,
/// 281 gunners or mixed troops in proportion. 281 gunners take 2248 spaces, but the book counts gunners by whole men.
pub fn is_full<'a>(numbers: &Combat, troops: impl Iterator<Item = (&'a Unit, Share)>, length: u64) -> bool {
    let needed = length * u64::from(numbers.front.full) / 1000;
    let gunner = u64::from(numbers.front.gunner);
    let needed_of_gunners = needed / gunner * gunner;
    let (mut of_men, mut of_gunners) = (0, 0);
    for (unit, share) in troops {
        let guns = u64::from(gunners(unit)) * gunner * share.first / share.whole.max(1);
        of_gunners += guns;
        of_men += share.first - guns;
    }
    // Men fill so much of the front and gunners so much of it: the two fractions together are one or more.
    of_men * needed_of_gunners + of_gunners * needed >= needed * needed_of_gunners
}

/// ROTD-EUWOL 10.3, R-10.3: the lines in which units stand that wish to stand in some: somebody has to be in the
/// first, and somebody in the second if anybody is in the rear. Where nobody wishes to, the lot falls among those
/// of the nearest line behind.
pub fn fill(turn: &mut Turn, wishes: &mut [(UnitId, BattleLine)]) {
    let stands = |wishes: &[(UnitId, BattleLine)], line| wishes.iter().any(|(_, wish)| *wish == line);
    if !stands(wishes, BattleLine::First) {
        let behind = if stands(wishes, BattleLine::Second) { BattleLine::Second } else { BattleLine::Rear };
        call_forward(turn, wishes, behind, BattleLine::First);
    }
    if stands(wishes, BattleLine::Rear) && !stands(wishes, BattleLine::Second) {
        call_forward(turn, wishes, BattleLine::Rear, BattleLine::Second);
    }
}

fn call_forward(turn: &mut Turn, wishes: &mut [(UnitId, BattleLine)], from: BattleLine, to: BattleLine) {
    let phase = turn.phase;
    let dice = &mut turn.dice;
    let drawn = wishes.iter_mut().filter(|(_, wish)| *wish == from);
    let lot = drawn.min_by_key(|(id, _)| (dice.draw(phase, "10.3", &id.to_string(), to as u32), *id));
    if let Some((_, wish)) = lot {
        *wish = to;
    }
}

/// ROTD-EUWOL 10.4: how units of so much space that stand in some lines fit into lines of a length: where a line is
/// too full each gives it space in proportion, and the rest fights from the rear; what does not fit there either
/// neither fires nor closes, but counts in the standing (R-10.9b). GITM-NWOL 9.4: the rear holds everybody.
pub fn place(units: &[(BattleLine, u64)], length: u64, rear_limited: bool) -> Vec<Share> {
    let mut shares: Vec<Share> =
        units.iter().map(|(_, space)| Share { whole: *space, ..Share::default() }).collect();
    for line in [BattleLine::First, BattleLine::Second] {
        let wish: Vec<u64> =
            units.iter().map(|(wish, space)| if *wish == line { *space } else { 0 }).collect();
        for (share, fits) in shares.iter_mut().zip(fit(&wish, length)) {
            match line {
                BattleLine::First => share.first = fits,
                BattleLine::Second | BattleLine::Rear => share.second = fits,
            }
        }
    }
    let left: Vec<u64> = shares.iter().map(|share| share.whole - share.first - share.second).collect();
    let room = if rear_limited { length } else { u64::MAX };
    for (share, fits) in shares.iter_mut().zip(fit(&left, room)) {
        share.rear = fits;
    }
    shares
}

fn fit(wish: &[u64], length: u64) -> Vec<u64> {
    if wish.iter().sum::<u64>() <= length { wish.to_vec() } else { share_out(length, wish) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::combat::ROTD_EUWOL;
    use crate::sandbox::Sandbox;

    fn spaces(quarters: u64) -> u64 {
        quarters / 4
    }

    #[test]
    fn the_books_examples_of_space() {
        let mut sandbox = Sandbox::new("1x1", |_| {});
        let mut of = |id: &str, men, batteries| {
            let unit = sandbox.unit(id, "A0-N0", "7-7");
            (unit.strength, unit.batteries) = (men, batteries);
            spaces(space(&ROTD_EUWOL, unit))
        };
        assert_eq!(of("FR1IN", 2400, 0), 2400);
        assert_eq!(of("FR2IN", 2500, 1), 3200);
        assert_eq!(of("FR3LC", 4000, 0), 3000);
        assert_eq!(of("FR4LA", 375, 4), 3000);
    }

    #[test]
    fn three_quarters_of_a_front_are_2250_infantry_3000_horsemen_or_281_gunners() {
        let mut sandbox = Sandbox::new("1x1", |_| {});
        let mut of = |troops: &[(&str, u32)], length: u64| {
            for (name, men) in troops {
                sandbox.unit(name, "A0-N0", "7-7").strength = *men;
            }
            let field = sandbox.field();
            let units = troops.iter().filter_map(|(name, _)| field.unit(name.parse().ok()?));
            let troops: Vec<(&Unit, Share)> = units
                .map(|unit| {
                    let whole = space(&ROTD_EUWOL, unit);
                    (unit, Share { first: whole, whole, ..Share::default() })
                })
                .collect();
            is_full(&ROTD_EUWOL, troops.into_iter(), length * 4)
        };
        assert!(of(&[("FR1IN", 2250)], 3000));
        assert!(!of(&[("FR1IN", 2249)], 3000));
        assert!(of(&[("FR1MC", 3000)], 3000));
        assert!(!of(&[("FR1MC", 2999)], 3000));
        assert!(of(&[("FR1LA", 281)], 3000));
        assert!(!of(&[("FR1LA", 280)], 3000));
        assert!(of(&[("FR1IN", 1125), ("FR1MC", 1500)], 3000), "mixed troops in proportion");
        assert!(of(&[("FR1IN", 1246), ("FR1LA", 126)], 3000));
        assert!(!of(&[("FR1IN", 1238), ("FR1LA", 126)], 3000));
        assert!(of(&[("FR1IN", 3375)], 4500));
        assert!(!of(&[("FR1IN", 3374)], 4500));
        assert!(of(&[("FR1LA", 421)], 4500));
        assert!(!of(&[("FR1LA", 420)], 4500));
    }

    #[test]
    fn the_books_examples_of_length() {
        let front = |entries: &[Direction]| spaces(length(&ROTD_EUWOL, entries));
        use Direction::{East, North, NorthEast, South};
        assert_eq!(front(&[]), 3000);
        assert_eq!(front(&[North]), 3000);
        assert_eq!(front(&[North, East]), 6000);
        assert_eq!(front(&[North, NorthEast]), 4500);
        assert_eq!(front(&[North, NorthEast, East]), 6000);
        assert_eq!(front(&[North, South]), 6000);
        let around: Vec<_> = (0..8).map(|eighths| North.turned(eighths)).collect();
        assert_eq!(front(&around), 12_000);
        assert_eq!(front(&around[..7]), 12_000, "a run of seven");
    }

    #[test]
    fn too_many_for_a_line_give_in_proportion_and_the_rest_goes_to_the_rear() {
        let shares = place(
            &[(BattleLine::First, 2400), (BattleLine::First, 2400), (BattleLine::First, 1200)],
            3000,
            true,
        );
        let first: Vec<_> = shares.iter().map(|share| share.first).collect();
        assert_eq!(first, [1200, 1200, 600]);
        let rear: Vec<_> = shares.iter().map(|share| share.rear).collect();
        assert_eq!(rear, [1200, 1200, 600]);
    }

    #[test]
    fn beyond_the_third_line_is_no_place() {
        let shares = place(&[(BattleLine::First, 6000), (BattleLine::Rear, 3000)], 3000, true);
        assert_eq!(shares[0], Share { first: 3000, second: 0, rear: 1500, whole: 6000 });
        assert_eq!(shares[1], Share { first: 0, second: 0, rear: 1500, whole: 3000 });
        assert_eq!(shares[1].part(BattleLine::Rear), 500);
    }
}
