//! How anything is printed, whatever the game: templates and their mails, pages that fit one, pictures.
//!
//! Knows no game; a game that tells something hands in what is to be printed.

// The rooms by their places in the house.
use crate as print;
use fieldpost_engine as engine;

pub mod album;
pub mod edition;
pub mod fold;
pub mod heading;
pub mod parcel;
pub mod picture;
pub mod press;
pub mod report;
pub mod shop;
