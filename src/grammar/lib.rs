//! Text to `(orders, complaints)`, each with its place in the text. No state.
//!
//! **Parsing never fails**: a line that cannot be read costs that line. **No complaint shows a password.** The
//! normative text is the ABNF in `grammar/`, one file for each parser here with the same stem; a test derives
//! sentences from it and holds the parser to them.
//!
//! [`read_head`] is the first look at a letter: it tells for which game it is, and so by whose names the rest is read.
//!
//! What stands round the orders is the house's own and the same in every letter: its head, where blocks begin and end, press,
//! credentials, greetings, what is asked of the desk, and the commands of game administrators. **No game is known here**: the
//! orders, and what a piece is called, are in the [`Language`] that is handed in with the names of the game ([`letter::Lexicon`]);
//! an order that was read is its canonical words, to which the game alone gives a meaning.
//!
//! The way of a line: [`letter`] cuts the letter into lines and blocks, `order` finds the order whose words
//! stand there in the table of `forms`, house and language together, and that order's parser (`account`, or one of the
//! language's) reads what follows them. Parsers are made of nom's combinators and of [`parse`]. [`render`] is the way back.
//! Letters of game administrators go the same way through [`command`], by a table of their own.

mod account;
mod bears;
mod begins;
mod combinator;
pub mod command;
mod credential;
mod edition;
mod fault;
mod forms;
mod head;
mod help;
mod joined;
mod language;
pub mod letter;

mod line;
mod name;
mod order;
mod press;
mod reading;
mod remark;
pub mod render;
pub mod secret;
mod secret_words;
mod section;
mod suspect;
mod table;
mod unroll;
mod word;

/// What parsers of a game's language are made of, and what they yield.
pub mod parse {
    pub use super::bears::bare_letters;
    pub use super::combinator::{
        Reads, and, any_order, by, choice, clause, is_over, list, more, must, must_clause, name, name_part,
        number_within, one_of, over, perhaps, spelled, unless_over, words, words_to_the_end,
    };
    pub use super::command::line::forms_at as commands_at;
    pub use super::command::place::beginnings;
    pub use super::command::players::{joined, player_before};
    pub use super::fault::{Fault, Near, Parsed, Problem, Wrong, against, expected, something_else, wrong};
    pub use super::language::{Argument, Means, Reader};
    pub use super::name::{find_name, must_name, player, words_until};
    pub use super::order::{begins_order, forms_at, order_meant, whole};
    pub use super::table::places_at;
    pub use super::word::{
        any_phrase, bare_word, behind, between, dash, end, is, is_blank, is_stop, name_word, number, phrase,
        quote_behind, skip, space, stands, word,
    };
}

pub use bears::{Called, Names};
pub use credential::password_of_subject;
pub use edition::{Edition, Thing, Whole};
pub use forms::forms;
pub use head::{Head, glance, read_head, read_head_parted};
pub use help::{Own, VICTORY, help, help_in, wrapped};
pub use language::{Form, HOUSE, Help, Hint, Language, More};
pub use letter::{
    is_mere_heading, looks_like_head_line, looks_like_order_line, read_letter, read_office, read_orders,
    read_parted,
};
pub use secret::Secret;
pub use section::Section;
pub use suspect::{may_be_passwords, may_be_passwords_unread};
pub use unroll::unrolled;
