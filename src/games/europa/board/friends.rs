//! What war, peace and alliances bring that whoever makes them may not mean: an alliance that ends, an ally of one's enemy.

use crate::map::Owner;
use crate::position::{Position, Relation};

/// Of pairs that stand otherwise after something than before it, a sentence each.
pub(super) fn brought(before: &Position, after: &Position) -> Vec<String> {
    let changed = after.relations.iter().filter(|(one, other, is)| before.relation(one, other) != *is);
    changed.flat_map(|(one, other, is)| of_pair(before, after, (one, other, *is))).collect()
}

fn of_pair(before: &Position, after: &Position, (one, other, is): (&Owner, &Owner, Relation)) -> Vec<String> {
    let name = |owner: &Owner| after.name(owner).to_owned();
    let mut said = Vec::new();
    if before.allied(one, other) {
        said.push(format!("The alliance of {} and {} ends with it.", name(one), name(other)));
    }
    let seats = after.powers.iter().filter(|(_, power)| power.player.is_some()).map(|(id, _)| id);
    let thirds = seats.filter(|third| *third != after.seat(one) && *third != after.seat(other));
    for third in thirds {
        let stands = [one, other].map(|of| after.relation(of, third));
        match (is, stands) {
            (Relation::Allied, [Relation::Hostile, Relation::Allied]) => {
                said.push(format!(
                    "{} is at war with {}, an ally of {}.",
                    name(one),
                    name(third),
                    name(other)
                ));
            }
            (Relation::Allied, [Relation::Allied, Relation::Hostile]) => {
                said.push(format!(
                    "{} is at war with {}, an ally of {}.",
                    name(other),
                    name(third),
                    name(one)
                ));
            }
            (Relation::Hostile, [Relation::Allied, Relation::Allied]) => {
                said.push(format!("{} is an ally of both.", name(third)));
            }
            _ => {}
        }
    }
    said
}
