//! How anything is printed, whatever the game: templates and their mails, pages that fit one, pictures.
//!
//! Knows no game; a game that tells something hands in what is to be printed.

pub mod album;
mod block;
pub mod bounded;
pub mod desk_page;
pub mod edition;
pub mod fold;
pub mod form;
pub mod heading;
mod illustration;
pub mod layout;
mod lines;
pub mod parcel;
pub mod picture;
pub mod plot;
pub mod press;
pub mod report;
pub mod section;
pub mod shop;
pub mod site;
mod table;
pub mod the_end;
mod translate;
pub mod voice;
