//! Commands that look, tell, release and take back.

use super::{CommandForm, Part, Reader, Role, row};
use crate::command::{Command, Show, telling};

const fn tell(
    words: &'static str,
    phrases: &'static [&'static str],
    meaning: &'static str,
    example: &'static str,
    reader: Reader,
) -> CommandForm {
    row(Part::Telling, words, phrases, meaning, example, reader).of(Role::Helper)
}

/// Mail to players, and the game as a whole.
pub(super) static TELLING: &[CommandForm] = &[
    tell(
        "BROADCAST ... END",
        &["BROADCAST"],
        "Mails what stands below it, up to a line END, to every player. It is not read as commands.",
        "BROADCAST\nThe truce holds until Sunday.\nEND",
        Reader::Text(telling::broadcast),
    ),
    tell(
        "TELL name, name ... END",
        &["TELL"],
        "Mails what stands below it, up to a line END, to these players. It is not read as commands.",
        "TELL benedek, gablenz\nPlease name your deputies.\nEND",
        Reader::Text(telling::tell),
    ),
    tell(
        "SHOW GAME",
        &[
            "SHOW GAME",
            "SHOW STATUS",
            "STATUS",
            "SHOW MISSING",
            "SHOW PLAYERS",
            "LIST PLAYERS",
            "SHOW DEADLINE",
            "SHOW SCHEDULE",
            "WHO IS MISSING",
            "WHO HAS NOT SENT ORDERS",
        ],
        "Turn, deadline, settings, who has sent orders for how many units.",
        "SHOW GAME",
        Reader::Plain(|| Command::Show(Show::Game)),
    ),
];

pub(super) static PLAYERS: &[CommandForm] = &[tell(
    "SHOW PLAYER name",
    &["SHOW PLAYER"],
    "A player: address, rank, offices, units, absences, last letters.",
    "SHOW PLAYER gablenz",
    Reader::Command(telling::show_player),
)];

/// The rest of this part.
pub(super) static ROWS: &[CommandForm] = &[
    tell(
        "SHOW POSITION OF name",
        &["SHOW POSITION", "SHOW THE POSITION"],
        "The position report of a player, as that player would have it now.",
        "SHOW POSITION OF gablenz",
        Reader::Command(telling::show_position),
    ),
    tell(
        "SHOW ORDERS [OF unit or name]",
        &["SHOW ORDERS"],
        "What stands ordered for the open turn.",
        "SHOW ORDERS OF gablenz",
        Reader::Command(telling::show_orders),
    ),
    tell(
        "SHOW EDITS",
        &["SHOW EDITS", "SHOW HAND EDITS"],
        "The open turn's hand edits, with their numbers.",
        "SHOW EDITS",
        Reader::Plain(|| Command::Show(Show::Edits)),
    ),
    tell(
        "SHOW QUEUE",
        &["SHOW QUEUE", "SHOW THE QUEUE"],
        "Letters held, kept for the next turn or quarantined, commands that wait for a token, tasks to come.",
        "SHOW QUEUE",
        Reader::Plain(|| Command::Show(Show::Queue)),
    ),
    tell(
        "SHOW OUTBOX",
        &["SHOW OUTBOX", "SHOW THE OUTBOX"],
        "Mails that have not gone out.",
        "SHOW OUTBOX",
        Reader::Plain(|| Command::Show(Show::Outbox)),
    ),
    tell(
        "SHOW BOUNCED",
        &["SHOW BOUNCED", "SHOW BOUNCES"],
        "Mails that came back.",
        "SHOW BOUNCED",
        Reader::Plain(|| Command::Show(Show::Bounced)),
    ),
    tell(
        "SHOW AUDIT [n]",
        &["SHOW AUDIT", "SHOW THE AUDIT", "SHOW LOG", "SHOW THE LOG"],
        "The latest n lines of the record of what administrators did.",
        "SHOW AUDIT 20",
        Reader::Command(telling::show_audit),
    ),
    tell(
        "SHOW LETTER n",
        &["SHOW LETTER"],
        "A letter by its number, passwords masked.",
        "SHOW LETTER 17",
        Reader::Command(telling::show_letter),
    ),
    tell(
        "SHOW PRESS [n]",
        &["SHOW PRESS"],
        "Letters between players in the open turn, or in turn n.",
        "SHOW PRESS 3",
        Reader::Command(telling::show_press),
    ),
    tell(
        "SHOW VERSION",
        &["SHOW VERSION", "SHOW THE VERSION", "VERSION"],
        "The version of the program and of its record, the rulebooks it plays, since when it runs.",
        "SHOW VERSION",
        Reader::Plain(|| Command::Show(Show::Version)),
    ),
    tell(
        "RELEASE LETTER n",
        &["RELEASE LETTER", "RELEASE THE LETTER"],
        "Has a letter in quarantine read once more, and judged as of its receipt. SHOW QUEUE has the numbers.",
        "RELEASE LETTER 17",
        Reader::Command(telling::release),
    )
    .of(Role::Ga),
    tell(
        "UNDO n, n ..., LAST, LETTER n or ALL",
        &["UNDO", "UNDO EDIT", "UNDO EDITS"],
        "Takes back hand edits by number, the last one, those of a letter, or all of the open turn: all that you name, the last first, or none. SHOW EDITS has the numbers.",
        "UNDO 3, 4",
        Reader::Command(telling::undo),
    )
    .of(Role::Ga),
    tell(
        "HELP [word]",
        &["HELP"],
        "How commands are written: all of them, or those of one word.",
        "HELP DEADLINE",
        Reader::Words(telling::help),
    ),
];
