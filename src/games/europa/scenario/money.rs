//! What a scenario says of the time between turns: income by province, prices and maintenance by counter, events.

use super::{Faults, File};
use crate::position::{Books, Position};

/// Counters that may have a price; a fortress has one a level.
const PRICED: [&str; 10] =
    ["A+", "A-", "LD", "LDE", "F+", "F-", "GALLEY", "WARSHIP", "TRANSPORT", "FORTRESS"];

/// The host's figures.
pub(super) fn books(file: &File) -> Books {
    let File { ledger, income, price, maintenance, .. } = file;
    let has_tables = !(income.is_empty() && price.is_empty() && maintenance.is_empty());
    Books {
        kept: *ledger || has_tables,
        income: income.clone(),
        price: price.clone(),
        maintenance: maintenance.clone(),
    }
}

/// Each figure is of a province or of a counter.
pub(super) fn check(file: &File, position: &Position, faults: &mut Faults<'_>) {
    for place in file.income.keys().filter(|place| !position.grounds.contains_key(*place)) {
        faults.whole(format!("income: there is no province {place}"));
    }
    for (table, figures) in [("price", &file.price), ("maintenance", &file.maintenance)] {
        for word in figures.keys().filter(|word| !PRICED.contains(&word.as_str())) {
            faults.whole(format!("{table}: {word:?} is none of {}", PRICED.join(", ")));
        }
        for (word, ducats) in figures.iter().filter(|(_, ducats)| **ducats < 0) {
            faults.whole(format!("{table}: {word} is {ducats}, expected 0 or more"));
        }
    }
    for event in &file.event {
        let same = file.event.iter().filter(|other| other.number == event.number).count();
        if same > 1 {
            faults.whole(format!("event {}: it stands {same} times", event.number));
        }
        if event.number > 999 {
            faults.whole(format!("event {}: expected a number up to 999", event.number));
        }
        if let Some(who) = event.who.as_ref().filter(|who| !position.powers.contains_key(*who)) {
            faults.whole(format!("event {}: {who} is no power", event.number));
        }
    }
    if file.escrows.is_some_and(|escrows| !(1..=2).contains(&escrows)) {
        faults.whole("escrows: expected 1 or 2");
    }
}
