//! The language of the land war, handed in: what the tests of letters ask for again and again.

use std::borrow::Cow;

use fieldpost_games::LANGUAGES;
use fieldpost_grammar::command::{self, CommandForm};
use fieldpost_grammar::{Form, Head};

pub use fieldpost_land::language::{LANGUAGE, read_office_order, read_unit_orders};

pub fn forms() -> impl Iterator<Item = &'static Form> {
    fieldpost_grammar::forms(&LANGUAGE)
}

pub fn commands() -> impl Iterator<Item = &'static CommandForm> {
    command::commands(&LANGUAGE)
}

pub fn looks_like_order_line(line: &str) -> bool {
    fieldpost_grammar::looks_like_order_line(line, LANGUAGES)
}

pub fn read_head(text: &str) -> Head {
    fieldpost_grammar::read_head(text, LANGUAGES)
}

pub fn is_ga_letter(text: &str) -> bool {
    command::is_ga_letter(text, LANGUAGES)
}

/// Of players.
pub fn help(topic: Option<&str>) -> String {
    fieldpost_grammar::help(topic, &LANGUAGE)
}

/// Of administrators.
pub fn help_of_commands(topic: Option<&str>) -> String {
    command::help(topic, &LANGUAGE)
}

/// A text of a row as the book has it.
pub fn text(words: &'static str) -> Cow<'static, str> {
    LANGUAGE.text(words)
}
