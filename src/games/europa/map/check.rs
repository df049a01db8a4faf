//! What must hold on a board, whoever drew it.

use std::collections::BTreeMap;

use super::{Crossing, Map, Place, Port};

/// Everything that is wrong with a board: of which place, and what.
pub fn check(map: &Map) -> Vec<(Place, String)> {
    let mut faults = Vec::new();
    provinces(map, &mut faults);
    seas(map, &mut faults);
    straits(map, &mut faults);
    names(map, &mut faults);
    faults
}

fn provinces(map: &Map, faults: &mut Vec<(Place, String)>) {
    for province in map.provinces.values() {
        let mut bad = |why: String| faults.push((province.id.clone(), why));
        if !is_id(&province.id) {
            bad("an id has small letters, figures and hyphens, and begins with no number".into());
        }
        if province.fortress > 5 {
            bad(format!("a fortress has a level from 0 to 5, found {}", province.fortress));
        }
        if province.fort && province.fortress > 0 {
            bad("a fort and a fortress in one province".into());
        }
        if province.fort && province.owner.is_none() {
            bad("a fort of nobody".into());
        }
        if !province.overseas && province.owner.is_none() && province.fortress > 0 {
            bad("a fortress in Europe without an owner".into());
        }
        for sea in province.coast.iter().filter(|sea| !map.seas.contains_key(*sea)) {
            bad(format!("a coast of {sea}, which is no sea"));
        }
        if province.port > Port::None && province.coast.is_empty() {
            bad("a port that touches no sea".into());
        }
        if province.natives.is_some() && !province.overseas {
            bad("natives in Europe".into());
        }
        if map.beside(&province.id).next().is_none() && province.coast.is_empty() {
            bad("neither border nor coast".into());
        }
    }
}

fn is_id(id: &str) -> bool {
    let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let first = id.split('-').next().unwrap_or_default();
    id.chars().all(letters) && !first.is_empty() && !first.bytes().all(|byte| byte.is_ascii_digit())
}

fn seas(map: &Map, faults: &mut Vec<(Place, String)>) {
    for sea in map.seas.values() {
        let mut bad = |why: String| faults.push((sea.id.clone(), why));
        if map.provinces.contains_key(&sea.id) {
            bad("both a province and a sea".into());
        }
        for next in &sea.next {
            match map.seas.get(next) {
                None => bad(format!("next to {next}, which is no sea")),
                Some(other) if !other.next.contains(&sea.id) => {
                    bad(format!("lists {next} as next to it, which does not list it"));
                }
                Some(_) => {}
            }
        }
        if sea.next.contains(&sea.id) {
            bad("next to itself".into());
        }
    }
}

fn straits(map: &Map, faults: &mut Vec<(Place, String)>) {
    for (one, beside) in &map.borders {
        for (other, border) in beside.iter().filter(|(other, _)| one < *other) {
            let shared = map
                .provinces
                .get(one)
                .is_some_and(|province| province.coast.iter().any(|sea| map.is_coast(other, sea)));
            if border.kind == Crossing::Strait && !shared {
                faults.push((one.clone(), format!("a strait to {other}, and no sea in common")));
            }
        }
    }
}

fn names(map: &Map, faults: &mut Vec<(Place, String)>) {
    let mut seen: BTreeMap<String, &Place> = BTreeMap::new();
    let provinces = map.provinces.values().map(|province| (&province.id, &province.name));
    for (id, name) in provinces.chain(map.seas.values().map(|sea| (&sea.id, &sea.name))) {
        if let Some(other) = seen.insert(name.to_lowercase(), id) {
            faults.push((id.clone(), format!("the same name as {other}: {name}")));
        }
    }
}
