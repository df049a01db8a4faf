//! Combat (chapter 10): one file a rule or two.

pub mod fought;
pub mod guns;
pub mod heading;
pub mod leave;
pub mod stragglers;
