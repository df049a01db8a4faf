//! What a game keeps of each unit, by its id: a map in id order in which a look-up takes one step and not a search.
//!
//! Nearly every rule asks for units by their ids, square by square and phase by phase; with some thousands of units a
//! search was two fifths of a turn.

use std::fmt;
use std::ops::Index;
use std::slice;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::nation::NationCode;
use crate::unit::UnitId;

/// No slot.
const NONE: u32 = u32::MAX;

/// What is kept of one unit.
#[derive(Clone)]
struct Slot<T> {
    id: UnitId,
    /// Nothing once the unit is gone.
    held: Option<T>,
    /// The slot of the unit with the same nation and number and another type, where there is one.
    twin: u32,
}

/// A map by unit id, in id order.
#[derive(Clone)]
pub struct ByUnit<T> {
    slots: Vec<Slot<T>>,
    /// The slots of the units that are there, in id order.
    order: Vec<u32>,
    /// Slots that hold nothing.
    free: Vec<u32>,
    /// By nation which of `numbers` is its, counted from one; empty until the first unit comes.
    nations: Vec<u16>,
    /// By nation and number the first slot.
    numbers: Vec<Vec<u32>>,
}

impl<T> Default for ByUnit<T> {
    fn default() -> Self {
        ByUnit {
            slots: Vec::new(),
            order: Vec::new(),
            free: Vec::new(),
            nations: Vec::new(),
            numbers: Vec::new(),
        }
    }
}

impl<T> ByUnit<T> {
    /// An empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many units it holds.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// What is kept of a unit.
    pub fn get(&self, id: &UnitId) -> Option<&T> {
        self.slots.get(self.slot(*id)? as usize)?.held.as_ref()
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, id: &UnitId) -> Option<&mut T> {
        let slot = self.slot(*id)?;
        self.slots.get_mut(slot as usize)?.held.as_mut()
    }

    /// Whether anything is kept of a unit.
    pub fn contains_key(&self, id: &UnitId) -> bool {
        self.slot(*id).is_some()
    }

    /// Keeps something of a unit; what was kept before is returned.
    pub fn insert(&mut self, id: UnitId, held: T) -> Option<T> {
        if let Some(slot) = self.slot(id) {
            return self.slots[slot as usize].held.replace(held);
        }
        let first = self.first_slot_mut(id);
        let twin = std::mem::replace(first, NONE);
        let slot = self.occupy(Slot { id, held: Some(held), twin });
        *self.first_slot_mut(id) = slot;
        let place = self.place(id);
        self.order.insert(place, slot);
        None
    }

    /// Takes out what is kept of a unit.
    pub fn remove(&mut self, id: &UnitId) -> Option<T> {
        let slot = self.slot(*id)?;
        let place = self.place(*id);
        self.order.remove(place);
        self.unlink(*id, slot);
        self.free.push(slot);
        self.slots[slot as usize].held.take()
    }

    /// What is kept of a unit, or else something new.
    pub fn get_or_insert_with(&mut self, id: UnitId, new: impl FnOnce() -> T) -> &mut T {
        if !self.contains_key(&id) {
            self.insert(id, new());
        }
        let slot = self.slot(id).map_or(0, |slot| slot as usize);
        self.slots[slot].held.as_mut().unwrap_or_else(|| unreachable!("it was put there"))
    }

    /// The ids, in order.
    pub fn keys(&self) -> Keys<'_, T> {
        Keys(self.iter())
    }

    /// What is kept, in id order.
    pub fn values(&self) -> Values<'_, T> {
        Values(self.iter())
    }

    /// The same, to be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.iter_mut().map(|(_, held)| held)
    }

    /// Ids and what is kept, in id order.
    pub fn iter(&self) -> Iter<'_, T> {
        Iter { order: self.order.iter(), slots: &self.slots }
    }

    /// The same, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&UnitId, &mut T)> {
        let mut by_slot: Vec<_> = self.slots.iter_mut().map(Some).collect();
        self.order.iter().filter_map(move |slot| {
            let slot = by_slot.get_mut(*slot as usize)?.take()?;
            Some((&slot.id, slot.held.as_mut()?))
        })
    }

    /// The nations of which there is or was a unit, in no order.
    pub fn nations(&self) -> impl Iterator<Item = NationCode> + '_ {
        let first = |slots: &Vec<u32>| slots.iter().find_map(|slot| self.slots.get(*slot as usize));
        self.numbers.iter().filter_map(move |slots| Some(first(slots)?.id.nation))
    }

    /// What is kept of a nation's units, by number.
    pub fn of_nation(&self, nation: NationCode) -> impl Iterator<Item = &T> + '_ {
        let place = self.nations.get(nation.index()).copied().unwrap_or(0);
        let slots = self.numbers.get(usize::from(place).wrapping_sub(1)).into_iter().flatten();
        let of_number = |slot: &u32| {
            let first = self.slots.get(*slot as usize);
            std::iter::successors(first, |slot| self.slots.get(slot.twin as usize))
        };
        slots.flat_map(of_number).filter_map(|slot| slot.held.as_ref())
    }

    /// Takes everything out.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Keeps only those of which `keep` says so.
    pub fn retain(&mut self, mut keep: impl FnMut(&UnitId, &mut T) -> bool) {
        let goes: Vec<UnitId> =
            self.iter_mut().filter_map(|(id, held)| (!keep(id, held)).then_some(*id)).collect();
        for id in goes {
            self.remove(&id);
        }
    }

    fn slot(&self, id: UnitId) -> Option<u32> {
        let nation = self.nations.get(id.nation.index()).copied()?.checked_sub(1)?;
        let mut slot = *self.numbers[usize::from(nation)].get(usize::from(id.number))?;
        while let Some(found) = self.slots.get(slot as usize) {
            if found.id.kind == id.kind {
                return Some(slot);
            }
            slot = found.twin;
        }
        None
    }

    /// Where the first slot of a unit's nation and number is noted.
    fn first_slot_mut(&mut self, id: UnitId) -> &mut u32 {
        self.nations.resize(NationCode::COUNT, 0);
        let nation = &mut self.nations[id.nation.index()];
        if *nation == 0 {
            self.numbers.push(Vec::new());
            *nation = self.numbers.len() as u16;
        }
        let numbers = &mut self.numbers[usize::from(*nation) - 1];
        let number = usize::from(id.number);
        if numbers.len() <= number {
            numbers.resize(number + 1, NONE);
        }
        &mut numbers[number]
    }

    fn occupy(&mut self, slot: Slot<T>) -> u32 {
        if let Some(free) = self.free.pop() {
            self.slots[free as usize] = slot;
            return free;
        }
        self.slots.push(slot);
        self.slots.len() as u32 - 1
    }

    /// Takes a slot out of those of its nation and number.
    fn unlink(&mut self, id: UnitId, slot: u32) {
        let after = self.slots[slot as usize].twin;
        let first = self.first_slot_mut(id);
        if *first == slot {
            *first = after;
            return;
        }
        let mut before = *first;
        while self.slots[before as usize].twin != slot {
            before = self.slots[before as usize].twin;
        }
        self.slots[before as usize].twin = after;
    }

    /// Where an id is in the order, or belongs.
    fn place(&self, id: UnitId) -> usize {
        let id_of = |slot: &u32| self.slots[*slot as usize].id;
        // What is put in comes in order nearly always.
        if self.order.last().is_none_or(|last| id_of(last) < id) {
            return self.order.len();
        }
        self.order.partition_point(|slot| id_of(slot) < id)
    }
}

/// A walk over a [`ByUnit`] in id order.
pub struct Iter<'a, T> {
    order: slice::Iter<'a, u32>,
    slots: &'a [Slot<T>],
}

impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Iter { order: self.order.clone(), slots: self.slots }
    }
}

impl<'a, T> Iter<'a, T> {
    fn held(slots: &'a [Slot<T>], slot: u32) -> Option<(&'a UnitId, &'a T)> {
        let slot = &slots[slot as usize];
        Some((&slot.id, slot.held.as_ref()?))
    }
}

impl<'a, T> Iterator for Iter<'a, T> {
    type Item = (&'a UnitId, &'a T);

    fn next(&mut self) -> Option<Self::Item> {
        Self::held(self.slots, *self.order.next()?)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.order.size_hint()
    }
}

impl<T> DoubleEndedIterator for Iter<'_, T> {
    fn next_back(&mut self) -> Option<Self::Item> {
        Self::held(self.slots, *self.order.next_back()?)
    }
}

impl<T> ExactSizeIterator for Iter<'_, T> {}

/// The ids of a [`ByUnit`], in order.
pub struct Keys<'a, T>(Iter<'a, T>);

/// What a [`ByUnit`] keeps, in id order.
pub struct Values<'a, T>(Iter<'a, T>);

impl<T> Clone for Keys<'_, T> {
    fn clone(&self) -> Self {
        Keys(self.0.clone())
    }
}

impl<T> Clone for Values<'_, T> {
    fn clone(&self) -> Self {
        Values(self.0.clone())
    }
}

impl<'a, T> Iterator for Keys<'a, T> {
    type Item = &'a UnitId;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(id, _)| id)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<'a, T> Iterator for Values<'a, T> {
    type Item = &'a T;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(_, held)| held)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<T> DoubleEndedIterator for Keys<'_, T> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back().map(|(id, _)| id)
    }
}

impl<T> DoubleEndedIterator for Values<'_, T> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back().map(|(_, held)| held)
    }
}

impl<T> ExactSizeIterator for Keys<'_, T> {}

impl<T> ExactSizeIterator for Values<'_, T> {}

impl<'a, T> IntoIterator for &'a ByUnit<T> {
    type Item = (&'a UnitId, &'a T);
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<T> IntoIterator for ByUnit<T> {
    type Item = (UnitId, T);
    type IntoIter = std::vec::IntoIter<(UnitId, T)>;

    fn into_iter(self) -> Self::IntoIter {
        let mut slots: Vec<_> = self.slots.into_iter().map(Some).collect();
        let taken = self.order.into_iter().filter_map(|slot| slots[slot as usize].take());
        taken.filter_map(|slot| Some((slot.id, slot.held?))).collect::<Vec<_>>().into_iter()
    }
}

impl<T> Extend<(UnitId, T)> for ByUnit<T> {
    fn extend<I: IntoIterator<Item = (UnitId, T)>>(&mut self, more: I) {
        for (id, held) in more {
            self.insert(id, held);
        }
    }
}

impl<T> FromIterator<(UnitId, T)> for ByUnit<T> {
    fn from_iter<I: IntoIterator<Item = (UnitId, T)>>(all: I) -> Self {
        let mut kept = ByUnit::new();
        kept.extend(all);
        kept
    }
}

impl<T, const N: usize> From<[(UnitId, T); N]> for ByUnit<T> {
    fn from(all: [(UnitId, T); N]) -> Self {
        all.into_iter().collect()
    }
}

impl<T> Index<&UnitId> for ByUnit<T> {
    type Output = T;

    /// # Panics
    /// If nothing is kept of the unit.
    fn index(&self, id: &UnitId) -> &T {
        self.get(id).unwrap_or_else(|| panic!("nothing is kept of {id}"))
    }
}

impl<T: PartialEq> PartialEq for ByUnit<T> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<T: Eq> Eq for ByUnit<T> {}

impl<T: fmt::Debug> fmt::Debug for ByUnit<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

impl<T: Serialize> Serialize for ByUnit<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByUnit<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = ByUnit<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map by unit id")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ByUnit<T>, A::Error> {
                let mut kept = ByUnit::new();
                while let Some((id, held)) = map.next_entry()? {
                    kept.insert(id, held);
                }
                Ok(kept)
            }
        }
        deserializer.deserialize_map(Entries(std::marker::PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::unit::UnitType;

    fn ids() -> impl Strategy<Value = UnitId> {
        (0..3_usize, 0..6_u16, 0..3_usize).prop_map(|(nation, number, kind)| UnitId {
            nation: NationCode::new(["FR", "AU", "ZZ"][nation]).unwrap(),
            number,
            kind: UnitType::ALL[kind].0,
        })
    }

    proptest! {
        /// Whatever is put in and taken out, it holds what a map of the library holds, in the same order.
        #[test]
        fn it_is_a_map_in_id_order(deeds in prop::collection::vec((ids(), any::<bool>(), any::<u8>()), 0..120)) {
            let (mut kept, mut map) = (ByUnit::new(), BTreeMap::new());
            for (id, comes, held) in deeds {
                if comes {
                    prop_assert_eq!(kept.insert(id, held), map.insert(id, held));
                } else {
                    prop_assert_eq!(kept.remove(&id), map.remove(&id));
                }
                prop_assert_eq!(kept.get(&id), map.get(&id));
            }
            prop_assert!(kept.iter().eq(map.iter()));
            prop_assert!(kept.keys().rev().eq(map.keys().rev()));
            prop_assert!(kept.iter_mut().map(|(id, held)| (*id, *held)).eq(map.clone()));
            prop_assert_eq!(&kept, &map.clone().into_iter().rev().collect::<ByUnit<u8>>());
            let text = serde_json::to_string(&kept).unwrap();
            prop_assert_eq!(&text, &serde_json::to_string(&map).unwrap());
            prop_assert_eq!(&kept, &serde_json::from_str::<ByUnit<u8>>(&text).unwrap());
            kept.retain(|_, held| *held % 2 == 0);
            map.retain(|_, held| *held % 2 == 0);
            prop_assert!(kept.into_iter().eq(map));
        }
    }
}
