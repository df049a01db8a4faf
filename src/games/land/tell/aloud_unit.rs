//! A unit for who hears it: in a sentence that leaves away what is so of most.

use std::collections::BTreeMap;

use crate::status::StatusBlock;
use fieldpost_engine::words::{agrees, counted, grouped, listed};
use fieldpost_land::unit::UnitId;

/// What is so of most units, and is said once instead of each time.
#[derive(Clone, Copy, Default)]
pub(crate) struct Usual {
    batteries: u8,
    morale: u8,
    fatigue: u16,
    supplies: u8,
    ammunition: u8,
    march: u8,
    tactical: u8,
}

impl Usual {
    pub(crate) fn of<'u>(units: impl Iterator<Item = &'u StatusBlock>) -> Self {
        let active: Vec<&StatusBlock> = units.filter(|unit| unit.is_active()).collect();
        Usual {
            batteries: most(active.iter().map(|unit| unit.batteries)),
            morale: most(active.iter().map(|unit| unit.morale)),
            fatigue: most(active.iter().map(|unit| unit.fatigue)),
            supplies: most(active.iter().map(|unit| unit.supplies)),
            ammunition: most(active.iter().map(|unit| unit.ammunition)),
            march: most(active.iter().map(|unit| unit.moves.march)),
            tactical: most(active.iter().map(|unit| unit.moves.tactical)),
        }
    }

    pub(crate) fn words(self) -> [String; 4] {
        let Usual { batteries, morale, fatigue, supplies, ammunition, march, tactical } = self;
        let batteries = if batteries == 0 { "no battery".to_owned() } else { counted(batteries, "battery") };
        let march = counted(march, "square");
        [
            format!(
                "Where nothing else is said, a unit has {batteries}, morale {morale}, fatigue {fatigue}, supplies {supplies} and ammunition {ammunition}, may \
                 go {march}, and in each tactical phase {tactical}."
            ),
            "Your orders take the place of what a unit does by itself: without a line CARRY 1 it draws no supply.".to_owned(),
            "A way out without a square leads where your units stand, or to a square that was told before."
                .to_owned(),
            "Who still has a supply after the supply phase goes 1 square less; a forced march is 1 more."
                .to_owned(),
        ]
    }
}

/// The commonest of some numbers, the least of those that are equally common.
fn most<N: Ord + Copy + Default>(numbers: impl Iterator<Item = N>) -> N {
    let mut counts: BTreeMap<N, usize> = BTreeMap::new();
    numbers.for_each(|number| *counts.entry(number).or_default() += 1);
    counts.into_iter().rev().max_by_key(|(_, count)| *count).map(|(number, _)| number).unwrap_or_default()
}

/// A unit in a sentence, and in others what is out of the ordinary of it.
pub(crate) fn unit_words(unit: &StatusBlock, usual: Usual) -> String {
    let men = format!("{} {}", grouped(unit.strength), agrees(unit.strength, "man", "men"));
    let other = |is: bool, words: String| is.then_some(words);
    let march = match (unit.moves.march, unit.moves.forced_march) {
        (0, false) => "may not march".to_owned(),
        (squares, _) => format!("may go {}", counted(squares, "square")),
    };
    let cells = [
        Some(men),
        other(
            unit.batteries != usual.batteries,
            if unit.batteries == 0 { "no battery".into() } else { counted(unit.batteries, "battery") },
        ),
        Some(unit.quality.to_lowercase()),
        other(unit.morale != usual.morale, format!("morale {}", unit.morale)),
        other(unit.fatigue != usual.fatigue, format!("fatigue {}", unit.fatigue)),
        other(unit.supplies != usual.supplies, format!("supplies {}", unit.supplies)),
        other(unit.ammunition != usual.ammunition, format!("ammunition {}", unit.ammunition)),
        other(unit.is_active() && unit.moves.march != usual.march, march),
        other(
            unit.is_active() && unit.moves.tactical != usual.tactical,
            format!("tactical {}", unit.moves.tactical),
        ),
    ];
    let cells: Vec<String> = cells.into_iter().flatten().collect();
    let notes: String =
        unit.unusual_notes().iter().map(|note| format!(" {}.", note.trim_end_matches('.'))).collect();
    let away = unit.away();
    let away = if away.is_empty() { away } else { format!(" Away: {away}.") };
    format!("{}{}{}, {}.{notes}{away}", unit.called(), unit.state.suffix(), unit.stands(), cells.join(", "))
}

/// Units by their ids, those in a row of numbers by the first and the last: `PR3CQ and PR7IN to PR15IN`.
pub(crate) fn ids(units: impl IntoIterator<Item = UnitId>) -> String {
    let units: Vec<UnitId> = units.into_iter().collect();
    let follows = |one: &UnitId, next: &UnitId| {
        (one.nation, one.kind, u32::from(one.number) + 1) == (next.nation, next.kind, u32::from(next.number))
    };
    let words = |run: &[UnitId]| match run {
        [first, _, .., last] => vec![format!("{first} to {last}")],
        few => few.iter().map(UnitId::to_string).collect(),
    };
    listed(&units.chunk_by(follows).flat_map(words).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_in_a_row_of_numbers_are_said_by_the_first_and_the_last() {
        let said = |words: &str| ids(words.split(' ').map(|id| id.parse().unwrap()));
        assert_eq!(said("PR3CQ PR7IN PR8IN PR9IN AU10IN PR10LC"), "PR3CQ, PR7IN to PR9IN, AU10IN and PR10LC");
        assert_eq!(said("PR7IN PR8IN"), "PR7IN and PR8IN");
        assert_eq!(most([3, 1, 3, 1].into_iter()), 1);
    }
}
