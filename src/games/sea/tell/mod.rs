//! What is told of ships, from what their player may know.

mod status;

pub use status::{position, status};
