//! What players of the war at sea are told: of what they were told of and see, and of nothing else.
//!
//! The position is read by one eye, the [`Lookout`]. A turn's events become sections ([`Reader`]), and where ships lie does ([`status()`] for one ship, the report's tables for all of a
//! player's); `print` alone lays them out.

// What players write holds letters of more than a byte: a text is never cut where a letter may not end.
#![deny(clippy::string_slice)]

mod battle;
mod blockade;
mod news;
mod ships;
mod sides;
mod status;
#[cfg(test)]
mod tests;
mod vantage;
mod view;

pub use fieldpost_print::section::Chapter;
pub use news::Reader;
pub use status::{Block, Field, attention, in_order, status};
pub use vantage::{Lookout, Waters};
pub use view::{SeaFace, SeaView, chart_in_words, ports_in_words, view};
