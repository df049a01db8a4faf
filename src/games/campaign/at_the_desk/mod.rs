//! The land war at the desk: who may order what of a brigade, and what a receipt foresees of it.

mod foresight;
mod ga;
mod offices;
mod precedence;
mod press;
mod rehearsal;
mod seats;
pub(crate) mod trial;
