//! The game administrator's desk: whose letter it is, what it may do, and what it did. Like the rest of the desk it has no
//! clock and no I/O: changes and answers go out, and what takes the store or the clock goes out as a [`record::Task`].

pub mod differences;
pub mod record;
pub mod told;
