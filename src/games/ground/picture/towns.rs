//! What is known of the towns on a map.

use crate::Side;

/// What is known of towns, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Towns<'a> {
    /// Those with forts.
    pub forts: Vec<&'a str>,
    /// Those that are besieged (rule 2.7).
    pub besieged: Vec<&'a str>,
    /// Those that another nation controls than the one on whose soil they lie (rule 1.4), and whose side it is on.
    pub taken: Vec<(&'a str, Side)>,
    /// Whose side those are on that are not the own side's.
    pub others: Vec<(&'a str, Side)>,
    /// Those whose names may not be left out, whatever stands there.
    pub matter: Vec<&'a str>,
}

impl Towns<'_> {
    /// On whose side a town is.
    pub fn side(&self, name: &str) -> Side {
        self.others.iter().find(|(town, _)| *town == name).map_or(Side::Allied, |(_, side)| *side)
    }
}
