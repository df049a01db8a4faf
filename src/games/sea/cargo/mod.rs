//! What transport groups carry (WISC chapters 9 and 10).

pub mod aboard;
pub mod garrison;
pub mod places;
pub mod supplies;
