//! Troops: counters, and the arms in them (EU-30, EU-44). Strengths are thirds of a detachment, whole numbers all.

use std::fmt;

use fieldpost_engine::words::{agrees, listed};
use serde::{Deserialize, Serialize};

use crate::tables::{Arms as ArmsTable, ArmsOf};

/// The size of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Size {
    /// An exploration detachment, a third of one.
    #[serde(rename = "LDE")]
    Exploration,
    #[serde(rename = "LD")]
    Detachment,
    /// A small army, two detachments.
    #[serde(rename = "A-")]
    ArmyMinus,
    /// An army, four detachments.
    #[serde(rename = "A+")]
    ArmyPlus,
}

impl Size {
    /// The counter's mark.
    pub fn word(self) -> &'static str {
        match self {
            Size::Exploration => "LDE",
            Size::Detachment => "LD",
            Size::ArmyMinus => "A-",
            Size::ArmyPlus => "A+",
        }
    }

    /// What one and several of it are called: an army has four detachments, a small one two.
    pub fn spoken(self) -> [&'static str; 2] {
        match self {
            Size::Exploration => ["exploration detachment", "exploration detachments"],
            Size::Detachment => ["land detachment", "land detachments"],
            Size::ArmyMinus => ["small army", "small armies"],
            Size::ArmyPlus => ["army", "armies"],
        }
    }

    /// The size of a mark, in any case.
    pub fn of(word: &str) -> Option<Self> {
        let all = [Size::Exploration, Size::Detachment, Size::ArmyMinus, Size::ArmyPlus];
        all.into_iter().find(|size| size.word().eq_ignore_ascii_case(word))
    }

    /// Its full strength in thirds.
    pub fn thirds(self) -> i32 {
        match self {
            Size::Exploration => 1,
            Size::Detachment => 3,
            Size::ArmyMinus => 6,
            Size::ArmyPlus => 12,
        }
    }

    /// Whether it is an army.
    pub fn is_army(self) -> bool {
        self >= Size::ArmyMinus
    }

    /// The size that so many thirds of a counter amount to: at the strength of a smaller counter it turns to that.
    fn fitting(self, thirds: i32) -> Size {
        let smaller = [Size::Exploration, Size::Detachment, Size::ArmyMinus];
        smaller.into_iter().find(|size| *size < self && thirds <= size.thirds()).unwrap_or(self)
    }
}

/// A counter and what is left of it, in thirds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    pub size: Size,
    pub thirds: i32,
}

/// An arm; conscripts and veterans are two, in the order in which they are lost (rule H1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Arm {
    CscInfantry,
    VetInfantry,
    CscCavalry,
    VetCavalry,
    CscArtillery,
    VetArtillery,
}

impl Arm {
    /// All, in the order of rule H1.
    pub const ALL: [Arm; 6] = [
        Arm::CscInfantry,
        Arm::VetInfantry,
        Arm::CscCavalry,
        Arm::VetCavalry,
        Arm::CscArtillery,
        Arm::VetArtillery,
    ];

    pub fn word(self) -> &'static str {
        match self {
            Arm::CscInfantry => "csc_infantry",
            Arm::VetInfantry => "vet_infantry",
            Arm::CscCavalry => "csc_cavalry",
            Arm::VetCavalry => "vet_cavalry",
            Arm::CscArtillery => "csc_artillery",
            Arm::VetArtillery => "vet_artillery",
        }
    }
}

/// Thirds of each arm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Arms(pub [i32; 6]);

impl Arms {
    pub fn thirds(&self) -> i32 {
        self.0.iter().sum()
    }

    /// Conscripts of a counter, by the table.
    pub fn of(size: Size, table: &ArmsTable) -> Arms {
        let whole = |arms: ArmsOf| Arms([3 * arms.infantry, 0, 3 * arms.cavalry, 0, 3 * arms.artillery, 0]);
        match size {
            Size::Exploration => Arms([1, 0, 0, 0, 0, 0]),
            Size::Detachment => whole(table.detachment),
            Size::ArmyMinus => whole(table.army_minus),
            Size::ArmyPlus => whole(table.army_plus),
        }
    }

    /// Takes so many thirds away in this order of arms, what the order leaves out last; what was taken.
    pub fn take(&mut self, thirds: i32, order: &[Arm]) -> Arms {
        let mut taken = Arms::default();
        let mut left = thirds;
        let rest = Arm::ALL.iter().filter(|arm| !order.contains(arm));
        for arm in order.iter().chain(rest) {
            let lost = left.min(self.0[*arm as usize]).max(0);
            self.0[*arm as usize] -= lost;
            taken.0[*arm as usize] += lost;
            left -= lost;
        }
        taken
    }

    pub fn add(&mut self, other: &Arms) {
        self.0.iter_mut().zip(other.0).for_each(|(own, more)| *own += more);
    }

    /// Veterans' thirds.
    pub fn veterans(&self) -> i32 {
        self.0[1] + self.0[3] + self.0[5]
    }

    /// Cavalry's thirds.
    pub fn cavalry(&self) -> i32 {
        self.0[2] + self.0[3]
    }
}

impl fmt::Display for Arms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let there = Arm::ALL.into_iter().filter(|arm| self.0[*arm as usize] > 0);
        let words = there.map(|arm| format!("{} {}", arm.word(), in_thirds(self.0[arm as usize])));
        f.write_str(&words.collect::<Vec<_>>().join(", "))
    }
}

/// Thirds as people write them: `1 2/3`.
pub fn in_thirds(thirds: i32) -> String {
    let (sign, size) = (if thirds < 0 { "-" } else { "" }, thirds.abs());
    match (size / 3, size % 3) {
        (whole, 0) => format!("{sign}{whole}"),
        (0, part) => format!("{sign}{part}/3"),
        (whole, part) => format!("{sign}{whole} {part}/3"),
    }
}

/// The troops of a stack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Force {
    /// The counters as they were written.
    pub counters: Vec<Counter>,
    pub arms: Arms,
}

impl Force {
    /// Whether its detachments are other arms than the table has for its counters: veterans, or cavalry for foot. What has losses is not asked.
    pub fn is_of_its_own_arms(&self, table: &ArmsTable) -> bool {
        let sizes: Vec<Size> = self.counters.iter().map(|counter| counter.size).collect();
        self.is_full() && self.arms != Force::of(&sizes, table).arms
    }

    /// Full counters with the arms of the table.
    pub fn of(sizes: &[Size], table: &ArmsTable) -> Self {
        let mut force = Force::default();
        for size in sizes {
            force.counters.push(Counter { size: *size, thirds: size.thirds() });
            force.arms.add(&Arms::of(*size, table));
        }
        force
    }

    /// Whether no counter of it has lost anything.
    pub fn is_full(&self) -> bool {
        self.counters.iter().all(|counter| counter.thirds == counter.size.thirds())
    }

    /// Its strength in thirds.
    pub fn thirds(&self) -> i32 {
        self.counters.iter().map(|counter| counter.thirds).sum()
    }

    /// What counts against the stacking limit: detachments, the begun one too; exploration detachments do not.
    pub fn detachments(&self) -> i32 {
        let counted = self.counters.iter().filter(|counter| counter.size > Size::Exploration);
        counted.map(|counter| (counter.thirds + 2) / 3).sum()
    }

    /// The same of so many counters, the first written.
    pub fn detachments_of_first(&self, counters: i32) -> i32 {
        let counted = self.counters.iter().filter(|counter| counter.size > Size::Exploration);
        counted.take(usize::try_from(counters).unwrap_or(0)).map(|counter| (counter.thirds + 2) / 3).sum()
    }

    /// Counters that count against the stacking limit.
    pub fn counted(&self) -> i32 {
        self.counters.iter().filter(|counter| counter.size > Size::Exploration).count() as i32
    }

    /// Whether an army is among them.
    pub fn has_army(&self) -> bool {
        self.counters.iter().any(|counter| counter.size.is_army())
    }

    /// Counters of a size.
    pub fn count(&self, size: Size) -> i32 {
        self.counters.iter().filter(|counter| counter.size == size).count() as i32
    }

    /// Whether at least half of it are veterans.
    pub fn is_veteran(&self) -> bool {
        self.thirds() > 0 && 2 * self.arms.veterans() >= self.arms.thirds()
    }

    /// Loses thirds: the last written counters lose them, of the arms in this order. How many were lost.
    pub fn lose(&mut self, thirds: i32, order: &[Arm]) -> i32 {
        let mut left = thirds.clamp(0, self.thirds());
        let lost = left;
        self.arms.take(left, order);
        for counter in self.counters.iter_mut().rev() {
            let taken = left.min(counter.thirds);
            counter.thirds -= taken;
            left -= taken;
            counter.size = counter.size.fitting(counter.thirds);
        }
        self.counters.retain(|counter| counter.thirds > 0);
        lost
    }

    /// Takes a counter of a size out: one that is there, or one broken out of the smallest that holds it (a broken army gives
    /// small armies and detachments; nothing is lost). `None` if there is none.
    pub fn part(&mut self, size: Size, table: &ArmsTable) -> Option<Force> {
        while !self.counters.iter().any(|counter| counter.size == size && counter.thirds == size.thirds()) {
            let larger =
                self.counters.iter().enumerate().filter(|(_, counter)| counter.thirds >= size.thirds());
            let (place, counter) =
                larger.filter(|(_, counter)| counter.size > size).min_by_key(|(_, found)| found.size)?;
            let (thirds, half) = (counter.thirds, broken(counter.size)?);
            let rest = thirds - half.thirds();
            self.counters[place] = Counter { size: half, thirds: half.thirds() };
            if rest > 0 {
                self.counters.insert(place + 1, Counter { size: half.fitting(rest), thirds: rest });
            }
        }
        let place = self
            .counters
            .iter()
            .rposition(|counter| counter.size == size && counter.thirds == size.thirds())?;
        let counter = self.counters.remove(place);
        let mut arms = Arms::default();
        let wanted = Arms::of(size, table);
        for (conscripts, veterans) in [
            (Arm::CscInfantry, Arm::VetInfantry),
            (Arm::CscCavalry, Arm::VetCavalry),
            (Arm::CscArtillery, Arm::VetArtillery),
        ] {
            let most = wanted.0[conscripts as usize];
            let there = self.arms.0[conscripts as usize] + self.arms.0[veterans as usize];
            let keep: Vec<Arm> = vec![conscripts, veterans];
            let mut own = Arms::default();
            own.0[conscripts as usize] = self.arms.0[conscripts as usize];
            own.0[veterans as usize] = self.arms.0[veterans as usize];
            let taken = own.take(most.min(there), &keep);
            keep.iter().for_each(|arm| self.arms.0[*arm as usize] -= taken.0[*arm as usize]);
            arms.add(&taken);
        }
        let rest = self.arms.take(counter.thirds - arms.thirds(), &[]);
        arms.add(&rest);
        Some(Force { counters: vec![counter], arms })
    }

    /// Takes the last written counters out until at most so many detachments are left; whole counters, where they are too large
    /// broken ones.
    pub fn part_over(&mut self, detachments: i32, table: &ArmsTable) -> Force {
        let mut out = Force::default();
        while self.detachments() > detachments.max(0) {
            let over = self.detachments() - detachments.max(0);
            let Some(last) = self.counters.iter().rposition(|counter| counter.size > Size::Exploration)
            else {
                break;
            };
            let whole = self.counters[last];
            let fits = (whole.thirds + 2) / 3 <= over;
            let part = if fits {
                self.part_at(last)
            } else {
                // The begun detachment of a counter that lost thirds goes first.
                self.part(Size::Detachment, table).or_else(|| self.part_at(last))
            };
            let Some(part) = part else { break };
            out.join(part);
        }
        out
    }

    fn part_at(&mut self, place: usize) -> Option<Force> {
        let counter = self.counters.remove(place);
        let arms = self.arms.take(counter.thirds, &[]);
        Some(Force { counters: vec![counter], arms })
    }

    /// Takes another's troops in, behind its own.
    pub fn join(&mut self, other: Force) {
        self.counters.extend(other.counters);
        self.arms.add(&other.arms);
    }

    /// The counters in whole words: `1 army and 1 land detachment`.
    pub fn spoken(&self) -> String {
        let sizes = [Size::ArmyPlus, Size::ArmyMinus, Size::Detachment, Size::Exploration];
        let of = |size: Size| {
            let count = self.counters.iter().filter(|counter| counter.size == size).count() as u32;
            let [one, more] = size.spoken();
            (count > 0).then(|| format!("{count} {}", agrees(count, one, more)))
        };
        listed(&sizes.into_iter().filter_map(of).collect::<Vec<_>>())
    }

    /// The counters as they are written: `A+ LD`.
    pub fn words(&self) -> String {
        self.counters.iter().map(|counter| counter.size.word()).collect::<Vec<_>>().join(" ")
    }
}

/// What a counter is broken into, by halves.
fn broken(size: Size) -> Option<Size> {
    match size {
        Size::ArmyPlus => Some(Size::ArmyMinus),
        Size::ArmyMinus => Some(Size::Detachment),
        Size::Detachment => Some(Size::Exploration),
        Size::Exploration => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::Tables;

    fn table() -> ArmsTable {
        Tables::read(include_str!("../../../../maps/europa.tables.toml")).unwrap().arms
    }

    #[test]
    fn an_army_turns_to_a_smaller_counter_at_its_strength_and_no_sooner() {
        let mut force = Force::of(&[Size::ArmyPlus], &table());
        force.lose(3, &[]);
        assert_eq!((force.words().as_str(), force.thirds()), ("A+", 9));
        force.lose(3, &[]);
        assert_eq!(
            (force.words().as_str(), force.arms.to_string().as_str()),
            ("A-", "csc_cavalry 1, csc_artillery 1")
        );
        force.lose(3, &[]);
        assert_eq!(force.words(), "LD");
        force.lose(2, &[]);
        assert_eq!((force.words().as_str(), force.thirds()), ("LDE", 1));
    }

    #[test]
    fn nothing_is_lost_by_parting_and_joining() {
        for (sizes, out) in [
            (vec![Size::ArmyPlus], Size::Detachment),
            (vec![Size::ArmyPlus], Size::ArmyMinus),
            (vec![Size::ArmyMinus, Size::Detachment], Size::Detachment),
            (vec![Size::Detachment], Size::Exploration),
        ] {
            let mut force = Force::of(&sizes, &table());
            let before = (force.thirds(), force.arms);
            let part = force.part(out, &table()).unwrap();
            assert_eq!(part.thirds(), out.thirds());
            assert_eq!(part.thirds(), part.arms.thirds());
            assert_eq!(force.thirds(), force.arms.thirds());
            force.join(part);
            assert_eq!((force.thirds(), force.arms), before);
        }
        assert!(Force::of(&[Size::Detachment], &table()).part(Size::ArmyMinus, &table()).is_none());
    }

    #[test]
    fn what_is_over_the_room_is_the_last_written() {
        let mut force = Force::of(&[Size::ArmyPlus, Size::Detachment], &table());
        let out = force.part_over(3, &table());
        assert_eq!((force.detachments(), out.detachments()), (3, 2));
        assert_eq!(force.thirds() + out.thirds(), 15);
    }
}
