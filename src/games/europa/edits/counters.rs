//! Counters as a referee names them: troops, FLEET counters, ships, and how well the troops are trained.

use std::fmt;

use crate::orders::Part;
use crate::position::{Arm, Arms, Fleet, Force, Size, World, in_thirds};

/// Counters of a stack as they are named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    pub parts: Vec<Part>,
    pub quality: Quality,
}

/// Of which arms troops are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Quality {
    /// Conscripts, in the arms that the table has for each counter.
    #[default]
    Conscripts,
    /// Veterans, in the same arms.
    Veterans,
    /// So many detachments of each arm.
    Arms(Vec<(u32, Arm)>),
}

/// The arms with their words.
pub const ARMS: [(&str, Arm); 6] = [
    ("CONSCRIPT INFANTRY", Arm::CscInfantry),
    ("VETERAN INFANTRY", Arm::VetInfantry),
    ("CONSCRIPT CAVALRY", Arm::CscCavalry),
    ("VETERAN CAVALRY", Arm::VetCavalry),
    ("CONSCRIPT ARTILLERY", Arm::CscArtillery),
    ("VETERAN ARTILLERY", Arm::VetArtillery),
];

impl Counters {
    /// What a garrison with honours is.
    pub fn a_detachment() -> Self {
        Counters { parts: vec![Part::Troops(1, Size::Detachment)], quality: Quality::Conscripts }
    }

    /// The troops among them.
    ///
    /// # Errors
    /// Where the arms that are named are not as many detachments as the counters.
    pub fn force(&self, world: &World) -> Result<Force, String> {
        let troops = self.parts.iter().flat_map(|part| match part {
            Part::Troops(count, size) => vec![*size; *count as usize],
            _ => Vec::new(),
        });
        let mut force = Force::of(&troops.collect::<Vec<_>>(), &world.tables.arms);
        match &self.quality {
            Quality::Conscripts => {}
            Quality::Veterans => force.arms = veterans(&force.arms),
            Quality::Arms(named) => {
                let (named, wanted) = (arms(named), force.thirds());
                if named.thirds() != wanted {
                    return Err(format!(
                        "The arms are {} detachments, and the counters {}: name as many of both.",
                        in_thirds(named.thirds()),
                        in_thirds(wanted)
                    ));
                }
                force.arms = named;
            }
        }
        Ok(force)
    }

    /// The ships among them.
    pub fn fleet(&self) -> Fleet {
        let mut fleet = Fleet::default();
        for part in &self.parts {
            match part {
                Part::Troops(..) => {}
                Part::Fleets(count, counter) => {
                    fleet.counters.extend(std::iter::repeat_n(*counter, *count as usize));
                }
                Part::Ships(count, ship) => {
                    fleet.ships[*ship as usize] += i32::try_from(*count).unwrap_or(0);
                }
            }
        }
        fleet
    }

    /// Whether troops are among them.
    pub fn have_troops(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Troops(..)))
    }

    /// Whether ships or FLEET counters are among them.
    pub fn have_ships(&self) -> bool {
        self.parts.iter().any(|part| !matches!(part, Part::Troops(..)))
    }
}

/// Conscripts turned to veterans, arm by arm.
fn veterans(arms: &Arms) -> Arms {
    let [infantry, veteran_infantry, cavalry, veteran_cavalry, artillery, veteran_artillery] = arms.0;
    Arms([0, infantry + veteran_infantry, 0, cavalry + veteran_cavalry, 0, artillery + veteran_artillery])
}

/// Arms in people's words: `1 veteran infantry, 2 conscript cavalry`.
pub fn arms_words(arms: &Arms) -> String {
    let there = ARMS.iter().filter(|(_, arm)| arms.0[*arm as usize] > 0);
    let words =
        there.map(|(word, arm)| format!("{} {}", in_thirds(arms.0[*arm as usize]), word.to_lowercase()));
    words.collect::<Vec<_>>().join(", ")
}

fn arms(named: &[(u32, Arm)]) -> Arms {
    let mut arms = Arms::default();
    for (count, arm) in named {
        arms.0[*arm as usize] += 3 * i32::try_from(*count).unwrap_or(0);
    }
    arms
}

/// In the words that are read: `2 LD`, and a counter alone without its number.
impl fmt::Display for Counters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, part) in self.parts.iter().enumerate() {
            let words = part.to_string();
            let alone = words.strip_prefix("1 ").unwrap_or(&words);
            write!(f, "{}{alone}", if place == 0 { "" } else { " " })?;
        }
        match &self.quality {
            Quality::Conscripts => Ok(()),
            Quality::Veterans => f.write_str(" VETERANS"),
            Quality::Arms(named) => {
                f.write_str(" ARMS")?;
                named.iter().try_for_each(|(count, arm)| {
                    let word = ARMS.iter().find(|(_, known)| known == arm).map_or("", |(word, _)| word);
                    write!(f, " {count} {word}")
                })
            }
        }
    }
}
