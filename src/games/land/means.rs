//! What treasuries hold, and what things cost.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Money, materials and men: what a treasury holds, or what something costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Means {
    /// Money (rule 8.5: "Eg").
    pub eg: u32,
    /// Materials (rule 8.5: "MP").
    pub mp: u32,
    /// Men.
    pub manpower: u32,
}

impl Means {
    /// So many times these means.
    pub fn times(self, number: u32) -> Means {
        Means {
            eg: self.eg.saturating_mul(number),
            mp: self.mp.saturating_mul(number),
            manpower: self.manpower.saturating_mul(number),
        }
    }

    /// What is left of these means without others; `None` if they do not suffice.
    pub fn without(self, other: Means) -> Option<Means> {
        Some(Means {
            eg: self.eg.checked_sub(other.eg)?,
            mp: self.mp.checked_sub(other.mp)?,
            manpower: self.manpower.checked_sub(other.manpower)?,
        })
    }
}

impl fmt::Display for Means {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} Eg, {} MP and {} manpower", self.eg, self.mp, self.manpower)
    }
}

/// What a scenario asks for what treasuries buy; nothing where it says nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Prices {
    pub depot: Means,
    pub cache: Means,
    pub supply: Means,
    /// Better arms for one unit.
    pub upgrade: Means,
}

impl Prices {
    /// Whether everything is to be had for nothing.
    pub fn are_nothing(&self) -> bool {
        *self == Prices::default()
    }
}
