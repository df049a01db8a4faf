//! Whose a unit is, to the reader of a report.

use schemars::JsonSchema;
use serde::Serialize;

/// Whose a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Whose {
    /// The player commands it or deputises.
    Own,
    /// The player's side's.
    Side,
    /// Anybody else's.
    Others,
}
