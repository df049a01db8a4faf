//! What is told of ships, from what their player may know.

mod battle;
mod news;
mod sides;
mod status;
mod view;

pub use news::{Chapter, Reader};
pub use status::{Block, Field, attention, in_order, position, status};
pub use view::{SeaFace, SeaView, chart_in_letters, ports_in_letters, view};
