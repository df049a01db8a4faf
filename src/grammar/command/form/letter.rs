//! What a letter of commands begins with.

use super::{CommandForm, Part, Reader, Role, row};

const fn frame(
    words: &'static str,
    phrases: &'static [&'static str],
    meaning: &'static str,
    example: &'static str,
    reader: Reader,
) -> CommandForm {
    row(Part::Letter, words, phrases, meaning, example, reader).of(Role::Helper)
}

/// The rows of the head.
pub(super) static ROWS: &[CommandForm] = &[
    frame(
        "GA [name]",
        &["GA", "ADMIN", "GAMEMASTER", "GM"],
        "Says that this is a letter of commands, and of which administrator; without a name, of the one registered under your address. It stands above the first command.",
        "GA tom",
        Reader::Head,
    ),
    frame(
        "GAME name",
        &["GAME"],
        "The game that the commands are for. May be left out if you administer one game only.",
        "GAME bohemia-1866",
        Reader::Head,
    ),
    frame(
        "TURN n",
        &["TURN"],
        "The commands are for this turn, and do nothing once the game has moved on.",
        "TURN 4",
        Reader::Head,
    ),
    frame(
        "PASSWORD words",
        &["PASSWORD", "PWD"],
        "Your password: everything to the end of the line.",
        "PASSWORD correct horse battery",
        Reader::Head,
    ),
    frame(
        "PREVIEW",
        &["PREVIEW", "PREVIEW ONLY"],
        "Says what the commands would do, and keeps nothing of it.",
        "PREVIEW",
        Reader::Preview,
    ),
    frame(
        "TOGETHER",
        &["TOGETHER", "ALL TOGETHER", "ALL OR NOTHING"],
        "All commands of the letter are done, or none.",
        "TOGETHER",
        Reader::Together,
    ),
    frame(
        "CONFIRM token",
        &["CONFIRM"],
        "Has a command done that waits for the token that you were sent.",
        "CONFIRM abc-123",
        Reader::Token,
    ),
];
