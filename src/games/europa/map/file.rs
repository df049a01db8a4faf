//! Reads a board from its file: every fault with its line.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::{Basin, Border, Crossing, Map, Natives, Port, Province, Sea, Terrain, check};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MapFile {
    format: u32,
    id: String,
    title: String,
    #[serde(rename = "year")]
    _year: Option<i32>,
    #[serde(default)]
    province: Vec<Spanned<ProvinceFile>>,
    #[serde(default)]
    sea: Vec<Spanned<SeaFile>>,
    #[serde(default)]
    border: Vec<Spanned<BorderFile>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProvinceFile {
    id: String,
    name: String,
    at: [i32; 2],
    terrain: Terrain,
    fortress: u8,
    #[serde(default)]
    fort: bool,
    port: Port,
    owner: Option<String>,
    #[serde(default)]
    region: String,
    #[serde(default)]
    coast: Vec<String>,
    #[serde(default)]
    underdeveloped: bool,
    #[serde(default)]
    overseas: bool,
    natives: Option<Natives>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeaFile {
    id: String,
    name: String,
    at: [i32; 2],
    basin: Basin,
    difficulty: i32,
    next: Vec<String>,
    #[serde(default, rename = "overseas")]
    _overseas: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BorderFile {
    between: [String; 2],
    #[serde(default)]
    kind: Crossing,
    #[serde(default)]
    name: String,
    cost: Option<u32>,
}

/// A board from the text of its file.
///
/// # Errors
/// Every fault, a line each, with its place: a syntax fault stands alone, for nothing is read behind it.
pub fn read(text: &str) -> Result<Map, Vec<String>> {
    let file: MapFile = toml::from_str(text).map_err(|error| vec![error.to_string()])?;
    let mut faults = Vec::new();
    if file.format != 1 {
        faults.push(format!("format: expected 1, found {}", file.format));
    }
    let mut map = Map { id: file.id, title: file.title, ..Map::default() };
    let mut lines = BTreeMap::new();
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    for entry in file.province {
        let line = line_of(&ends, entry.span().start);
        let province = province(entry.into_inner());
        if lines.insert(province.id.to_string(), line).is_some() {
            faults.push(format!("line {line}: {} stands twice", province.id));
        }
        map.provinces.insert(province.id.clone(), province);
    }
    for entry in file.sea {
        let line = line_of(&ends, entry.span().start);
        let sea = sea(entry.into_inner());
        if lines.insert(sea.id.to_string(), line).is_some() {
            faults.push(format!("line {line}: {} stands twice", sea.id));
        }
        map.seas.insert(sea.id.clone(), sea);
    }
    for entry in file.border {
        let line = line_of(&ends, entry.span().start);
        faults.extend(lay(&mut map, entry.into_inner()).err().map(|why| format!("line {line}: {why}")));
    }
    let found = check(&map).into_iter().map(|(of, why)| match lines.get(&*of) {
        Some(line) => format!("line {line}: {of}: {why}"),
        None => format!("{of}: {why}"),
    });
    faults.extend(found);
    if faults.is_empty() { Ok(map) } else { Err(faults) }
}

fn province(file: ProvinceFile) -> Province {
    Province {
        id: file.id.into(),
        name: file.name,
        at: file.at,
        terrain: file.terrain,
        fortress: file.fortress,
        fort: file.fort,
        port: file.port,
        owner: file.owner.map(Into::into),
        region: file.region,
        coast: file.coast.into_iter().map(Into::into).collect(),
        underdeveloped: file.underdeveloped,
        overseas: file.overseas,
        natives: file.natives,
    }
}

fn sea(file: SeaFile) -> Sea {
    Sea {
        id: file.id.into(),
        name: file.name,
        at: file.at,
        basin: file.basin,
        difficulty: file.difficulty,
        next: file.next.into_iter().map(Into::into).collect(),
    }
}

/// Lays a border between two provinces.
fn lay(map: &mut Map, file: BorderFile) -> Result<(), String> {
    let [one, other] = &file.between;
    for end in [one, other] {
        if !map.provinces.contains_key(end.as_str()) {
            return Err(format!("the border of {one} and {other}: {end} is no province"));
        }
    }
    if one == other || map.border(one, other).is_some() {
        return Err(format!("the border of {one} and {other} stands twice, or leads to itself"));
    }
    if file.kind != Crossing::Open && file.name.is_empty() {
        return Err(format!("the border of {one} and {other} has no name of what is crossed"));
    }
    let border = Border { kind: file.kind, name: file.name, cost: file.cost };
    for (from, to) in [(one, other), (other, one)] {
        map.borders.entry(from.as_str().into()).or_default().insert(to.as_str().into(), border.clone());
    }
    Ok(())
}

/// The line of a byte, counted from 1, by where lines end.
fn line_of(ends: &[usize], byte: usize) -> usize {
    1 + ends.partition_point(|end| *end < byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: &str = include_str!("../../../../maps/europa.map.toml");

    #[test]
    fn our_board_is_read_whole_and_has_no_fault() {
        let map = read(OURS).unwrap();
        assert_eq!((map.provinces.len(), map.seas.len()), (232, 49));
        assert_eq!(map.borders.values().map(BTreeMap::len).sum::<usize>(), 2 * 465);
        assert_eq!(map.border("milan", "parma").map(|border| border.name.as_str()), Some("Po"));
        assert!(map.border("dauphine", "milan").is_none());
        let way = map.way("dauphine", "milan", false).unwrap();
        assert_eq!(way.iter().map(|place| &**place).collect::<Vec<_>>(), ["piedmont", "milan"]);
        let sail = map.way("provence", "naples", true).unwrap();
        assert_eq!(sail.last().map(|place| &**place), Some("naples"));
    }

    /// Kinds of damage done on purpose; each must be seen, with its line.
    #[test]
    fn damage_is_seen_with_its_place() {
        let done: &[(&str, &str, &str)] = &[
            ("id = \"picardy\"", "id = \"normandy\"", "stands twice"),
            ("terrain = \"plain\"", "terrain = \"plains\"", "plains"),
            ("fortress = 3", "fortress = 6", "level"),
            ("coast = [\"strait-of-dover\"]", "coast = [\"strait-of-dove\"]", "strait-of-dove"),
            (
                "between = [\"abruzzi\", \"apulia\"]",
                "between = [\"abruzzi\", \"apuli\"]",
                "apuli is no province",
            ),
            ("between = [\"abruzzi\", \"apulia\"]", "between = [\"abruzzi\", \"naples\"]", "twice"),
            (
                "next = [\"dogger\", \"hebrides\", \"white-sea\"]",
                "next = [\"dogger\", \"hebrides\"]",
                "white-sea",
            ),
            ("name = \"Picardy\"", "name = \"Normandy\"", "same name"),
            ("name = \"Tagus\"", "name = \"\"", "no name of what is crossed"),
            ("format = 1", "format = 2", "format"),
            ("region = \"france\"", "regon = \"france\"", "regon"),
        ];
        for (from, to, seen) in done {
            assert!(OURS.contains(from), "{from}");
            let faults = read(&OURS.replacen(from, to, 1)).unwrap_err().join("\n");
            assert!(faults.contains(seen), "{from} -> {to}: {faults}");
            assert!(faults.contains("line ") || *seen == "format", "{faults}");
        }
    }
}
