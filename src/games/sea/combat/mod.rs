//! Battles at sea, in harbors and on rivers (WISC chapter 7).

pub mod battle;
pub mod escape;
pub mod evade;
pub mod fight;
pub mod fire;
pub mod prize;
pub mod sortie;
