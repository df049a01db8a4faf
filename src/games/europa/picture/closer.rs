//! The same map cut closer, for phones: what lies about one's own stacks, in as many sheets as its names need.

use std::collections::BTreeSet;

use super::{Sheet, theatre};
use crate::map::Place;
use crate::position::Stack;
use crate::tell::Eye;

/// Pixels from side to side: what a phone of 360 shows of a mail without making it smaller.
pub(super) const NARROW: f64 = 312.0;
/// Most pixels from top to bottom, without the key.
const HIGH: f64 = 340.0;
/// Pixels of the letters of names: 9 can be read.
const SIZES: &[f64] = &[10.0, 9.3];
/// How often what has too many names for one sheet is halved; so there are eight sheets at most, and mostly one or two.
const HALVINGS: usize = 3;

impl<'a> Sheet<'a> {
    /// The sheets about a power's own stacks and what lies beside them; of the referee, about all stacks.
    pub(super) fn closer(eye: &Eye<'a>) -> Vec<Self> {
        let mut parts = vec![about_own(eye)];
        for _ in 0..HALVINGS {
            parts = parts.into_iter().flat_map(|part| parted(eye, part)).collect();
        }
        let mut sheets: Vec<Self> = parts.into_iter().filter_map(|part| sheet(eye, part)).collect();
        // The key of the whole map is too small on a phone.
        sheets.iter_mut().take(1).for_each(|first| first.has_key = true);
        sheets
    }
}

fn sheet<'a>(eye: &Eye<'a>, part: BTreeSet<Place>) -> Option<Sheet<'a>> {
    Sheet::about(eye, part, (NARROW, HIGH), SIZES)
}

/// What lies about a power's own stacks: their provinces with those beside them, and the seas of its fleets.
fn about_own(eye: &Eye<'_>) -> BTreeSet<Place> {
    let map = &eye.scenario.world.map;
    let own = |stack: &&Stack| eye.is_own(stack) && !map.is_sea(&stack.at);
    let (ashore, afloat): (Vec<&Stack>, Vec<&Stack>) =
        eye.position.stacks.values().filter(|stack| eye.is_own(stack)).partition(own);
    let beside = ashore.iter().flat_map(|stack| map.beside(&stack.at).cloned());
    let known = |place: &Place| !eye.scenario.shapes.rings(place).is_empty();
    let mut all: BTreeSet<Place> = beside.filter(|place| !map.is_sea(place)).collect();
    all.extend(ashore.iter().map(|stack| stack.at.clone()));
    all.extend(afloat.iter().map(|stack| stack.at.clone()));
    all.retain(known);
    if all.is_empty() { theatre(eye, 1) } else { all }
}

/// A part as it is where its names find room, else its halves, cut across the longer side.
fn parted(eye: &Eye<'_>, part: BTreeSet<Place>) -> Vec<BTreeSet<Place>> {
    let Some(whole) = sheet(eye, part.clone()) else { return Vec::new() };
    if part.len() < 4 || whole.has_room_for_names(eye) {
        return vec![part];
    }
    let mut along: Vec<(f64, Place)> = part
        .into_iter()
        .filter_map(|place| {
            let at = whole.middle(&place)?;
            Some((if whole.width > whole.height { at.x } else { at.y }, place))
        })
        .collect();
    along.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let half = along.len() / 2;
    let (first, second) = along.split_at(half);
    [first, second].map(|some| some.iter().map(|(_, place)| place.clone()).collect()).to_vec()
}
