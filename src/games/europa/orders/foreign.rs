//! What people call places of the board game's map, and the towns that lie in them. No order is read by such a name: who writes one
//! is told which place is meant.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::Names;
use super::names::named;
use crate::map::Place;

const TABLE: &str = include_str!("foreign.txt");

/// Ids by the other names of their places, in small letters.
static ELSEWHERE: LazyLock<BTreeMap<String, &'static str>> = LazyLock::new(|| {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(": "));
    rows.flat_map(|(id, names)| names.split(", ").map(move |name| (name.to_lowercase(), id))).collect()
});

/// The other name that stands here, as it is written, and the place that it means on this map.
pub(super) fn meant<'a>(input: &'a str, names: &Names) -> Option<(&'a str, Place)> {
    let (behind, id) = named(&ELSEWHERE, input).ok()?;
    let written = input.strip_suffix(behind)?.trim_end_matches(['"', '\'']);
    Some((written, names.places.get(id)?.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn each_other_name_means_a_place_of_the_map_and_is_none_of_its_own() {
        let map = crate::map::read(include_str!("../../../../maps/europa.map.toml")).unwrap();
        let names = Names::of(&map, &Position::default());
        let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
        let count: usize = rows.map(|line| line.split_once(": ").unwrap().1.split(", ").count()).sum();
        assert_eq!(count, ELSEWHERE.len(), "a name stands twice");
        for (name, id) in ELSEWHERE.iter() {
            assert!(names.places.contains_key(*id), "{id}");
            assert!(!names.places.contains_key(name), "{name} is a name of the map");
        }
    }
}
