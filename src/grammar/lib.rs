//! Text to `(orders, complaints)`, each with its place in the text. No state.
//!
//! **Parsing never fails**: a line that cannot be read costs that line. **No complaint shows a password.** The
//! normative text is the ABNF in `grammar/`, one file for each parser here with the same stem; a test derives
//! sentences from it and holds the parser to them.
//!
//! [`read_head`] is the first look at a letter: it tells for which game it is, and so by whose names the rest is read.
//!
//! The way of a line: [`letter`] cuts the letter into lines and blocks, `order` finds the order whose words
//! stand there in the table of `forms`, and that order's parser (`land`, `office`, `account`, with
//! `square`, `name`, `word`) reads what follows them. [`render`] is the way back. Letters of game administrators go the
//! same way through [`command`], by a table of their own.

// The rooms by their places in the house.
use crate as grammar;
use fieldpost_engine as engine;
use fieldpost_games as games;
use fieldpost_print as print;

mod account;
pub mod command;
mod credential;
mod fault;
mod forms;
mod head;
mod help;
mod hint;
mod land;
mod language;
pub mod letter;
mod line;
mod name;
mod office;
mod order;
mod press;
mod reading;
mod remark;
pub mod render;
pub mod secret;
mod section;
mod square;
mod suspect;
mod table;
mod word;

pub use credential::password_of_subject;
pub use forms::{FORMS, Form};
pub use head::{Head, glance, read_head};
pub use help::help;
pub use letter::{looks_like_order_line, read_letter, read_office_order, read_unit_orders};
pub use secret::Secret;
pub use section::Section;
pub use suspect::may_be_passwords;
