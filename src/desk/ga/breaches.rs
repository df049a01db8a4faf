//! Sixteen breaches of one rule are told once: the sentence of the first unit, and the names of the others.

use std::collections::{BTreeMap, BTreeSet};

use crate::ga::answer::GaItem;
use fieldpost_engine::words::{counted, listed};

/// Gathers what a letter's edits go against: sentences that differ in nothing but the unit become one, where the first of them stood.
pub fn gathered(items: &mut [GaItem]) {
    let mut alike = BTreeMap::<String, (String, Vec<String>)>::new();
    for item in items.iter() {
        for (unit, said) in of(item) {
            let known = alike.entry(said.replace(&unit, MARK));
            known.or_insert_with(|| (said, Vec::new())).1.push(unit);
        }
    }
    let mut told = BTreeSet::new();
    for item in items {
        let named = of(item).into_iter().map(|(unit, said)| (said.clone(), said.replace(&unit, MARK)));
        let key_of = named.collect::<BTreeMap<_, _>>();
        item.against.retain_mut(|said| {
            let Some(key) = key_of.get(said) else { return true };
            let is_first = told.insert(key.clone());
            if let Some((_, [_, others @ ..])) =
                alike.get(key).map(|(first, units)| (first, units.as_slice()))
                && is_first
                && !others.is_empty()
            {
                let names = others.iter().map(String::as_str).collect::<Vec<_>>();
                said.push_str(&format!(
                    " So it is with {}: {}.",
                    counted(others.len(), "other"),
                    listed(&names)
                ));
            }
            is_first
        });
    }
}

/// What stands for a unit's name where sentences are compared.
const MARK: &str = "\u{0}";

/// What a command goes against that is said of one of its units, each with that unit.
fn of(item: &GaItem) -> Vec<(String, String)> {
    let units = item.said.iter().filter_map(|said| said.unit.as_ref()).map(|unit| unit.as_str());
    let units = units.collect::<BTreeSet<_>>();
    let whose = |said: &String| {
        let mut words = said.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
        let unit = words.find(|word| units.contains(word))?;
        Some((unit.to_owned(), said.clone()))
    };
    item.against.iter().filter_map(whose).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldpost_door::Said;

    fn item(unit: &str, against: &[&str]) -> GaItem {
        let said = Said {
            unit: Some(unit.into()),
            what: format!("{unit} commander"),
            before: "-".into(),
            after: "clam".into(),
            only: None,
        };
        let against = against.iter().map(|said| (*said).to_owned()).collect();
        GaItem { said: vec![said], against, ..GaItem::default() }
    }

    #[test]
    fn sentences_that_differ_in_the_unit_alone_are_one() {
        let mut items = vec![
            item("AU1IN", &["3.5: AU1IN is no colonel's.", "Nobody has bread."]),
            item("AU2IN", &["3.5: AU2IN is no colonel's."]),
            item("AU3IN", &["3.5: AU3IN stands in another corps."]),
            item("AU4IN", &["3.5: AU4IN is no colonel's."]),
            item("AU5IN", &["Nobody has bread."]),
        ];
        gathered(&mut items);
        let against = items.iter().map(|item| item.against.join("|")).collect::<Vec<_>>();
        let first = "3.5: AU1IN is no colonel's. So it is with 2 others: AU2IN and AU4IN.|Nobody has bread.";
        assert_eq!(against, [first, "", "3.5: AU3IN stands in another corps.", "", "Nobody has bread."]);
    }
}
