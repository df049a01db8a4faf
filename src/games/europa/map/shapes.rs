//! Outlines of provinces and seas, as their file has them. Rules never read them.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::Place;

/// A corner of an outline, in hundredths of a degree east and north.
pub type Corner = [i32; 2];

/// The outlines of a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shapes(BTreeMap<Place, Vec<Vec<Corner>>>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: u32,
    #[serde(rename = "map")]
    _map: String,
    outline: BTreeMap<Place, Outline>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Outline {
    rings: Vec<String>,
}

impl Shapes {
    /// Outlines from their file.
    ///
    /// # Errors
    /// What is wrong with it, in a clause.
    pub fn read(text: &str) -> Result<Self, String> {
        let file: File = toml::from_str(text).map_err(|why| why.to_string())?;
        if file.format != 1 {
            return Err(format!("format: expected 1, found {}", file.format));
        }
        let mut all = BTreeMap::new();
        for (place, outline) in file.outline {
            let rings: Result<Vec<_>, String> =
                outline.rings.iter().map(|ring| corners(&place, ring)).collect();
            all.insert(place, rings?);
        }
        Ok(Shapes(all))
    }

    /// The rings of a place's outline.
    pub fn rings(&self, place: &str) -> &[Vec<Corner>] {
        self.0.get(place).map_or(&[], Vec::as_slice)
    }

    /// All corners of a place's outline.
    pub fn points(&self, place: &str) -> impl Iterator<Item = Corner> {
        self.rings(place).iter().flatten().copied()
    }

    /// The sides of a place's outline, ring by ring.
    pub fn sides(&self, place: &str) -> impl Iterator<Item = [Corner; 2]> {
        self.rings(place).iter().flat_map(|ring| {
            let next = ring.iter().skip(1).chain(ring.first());
            ring.iter().zip(next).map(|(from, to)| [*from, *to])
        })
    }

    /// The sides that two outlines have in common.
    pub fn shared(&self, one: &str, other: &str) -> Vec<[Corner; 2]> {
        let theirs: BTreeSet<[Corner; 2]> = self.sides(other).map(sorted).collect();
        self.sides(one).filter(|side| theirs.contains(&sorted(*side))).collect()
    }

    /// The sides that only one of some outlines has, and those that more have.
    pub fn sides_of<'a>(
        &self,
        places: impl Iterator<Item = &'a Place>,
    ) -> (Vec<[Corner; 2]>, Vec<[Corner; 2]>) {
        let mut all: Vec<[Corner; 2]> = places.flat_map(|place| self.sides(place)).map(sorted).collect();
        all.sort_unstable();
        let (alone, shared): (Vec<_>, Vec<_>) = all.chunk_by(PartialEq::eq).partition(|same| same.len() == 1);
        let first = |sides: Vec<&[[Corner; 2]]>| sides.into_iter().map(|same| same[0]).collect();
        (first(alone), first(shared))
    }
}

fn sorted([from, to]: [Corner; 2]) -> [Corner; 2] {
    if from <= to { [from, to] } else { [to, from] }
}

fn corners(place: &str, ring: &str) -> Result<Vec<Corner>, String> {
    let numbers: Result<Vec<i32>, _> = ring.split_whitespace().map(str::parse).collect();
    let numbers = numbers.map_err(|why| format!("outline of {place}: {why}"))?;
    if numbers.len() < 6 || numbers.len() % 2 != 0 {
        return Err(format!("outline of {place}: a ring has three corners or more, each of two numbers"));
    }
    Ok(numbers.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "format = 1\nmap = \"m\"\n[outline.\"a\"]\nrings = [\"0 0 0 10 10 10 10 0\"]\n\
                       [outline.\"b\"]\nrings = [\"10 0 10 10 20 10 20 0\"]\n";

    #[test]
    fn neighbours_share_a_side_and_the_rest_is_coast() {
        let shapes = Shapes::read(TWO).unwrap();
        assert_eq!(shapes.shared("a", "b").len(), 1);
        let places: Vec<Place> = vec!["a".into(), "b".into()];
        let (coast, inner) = shapes.sides_of(places.iter());
        assert_eq!((coast.len(), inner.len()), (6, 1));
        assert_eq!(shapes.points("nowhere").count(), 0);
    }

    #[test]
    fn a_ring_that_is_none_is_told() {
        for (from, to) in
            [("0 0 0 10", "0 0 x 10"), ("0 0 0 10 10 10 10 0", "0 0 1"), ("format = 1", "format = 2")]
        {
            assert!(Shapes::read(&TWO.replacen(from, to, 1)).is_err(), "{to}");
        }
    }
}
