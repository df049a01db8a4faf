//! Commands about players and administrators.

use super::{CommandForm, Part, Reader, Role, Token, row};
use crate::command::players;

const fn about(
    words: &'static str,
    phrases: &'static [&'static str],
    meaning: &'static str,
    example: &'static str,
    reader: Reader,
) -> CommandForm {
    row(Part::Players, words, phrases, meaning, example, reader)
}

/// The rows about seats.
pub(super) static SEATS: &[CommandForm] = &[
    about(
        "ADD PLAYER name address nation [rank]",
        &["ADD PLAYER"],
        "A new player, without units yet; a colonel if no rank is given. A password is drawn and mailed.",
        "ADD PLAYER clam anna@example.org Austria major general",
        Reader::Command(players::add_player),
    )
    .by("3.5"),
    about(
        "REMOVE PLAYER name",
        &["REMOVE PLAYER"],
        "The player leaves the game; the player's units obey their deputies.",
        "REMOVE PLAYER gablenz",
        Reader::Command(players::remove_player),
    )
    .by("3.5")
    .confirmed(Token::Yes),
    about(
        "REPLACE name BY address",
        &["REPLACE", "REPLACE PLAYER"],
        "A substitute takes the seat: the name stays, address and password are new. BY MACHINE: the host plays it.",
        "REPLACE gablenz BY anna@example.org",
        Reader::Command(players::replace),
    ),
    about(
        "MACHINE ON name",
        &["MACHINE ON"],
        "The machine plays the seat from now on, an hour before each deadline, in turns for which its player has sent no orders. Address and password stay.",
        "MACHINE ON gablenz",
        Reader::Command(players::machine_on),
    ),
    about(
        "MACHINE OFF name",
        &["MACHINE OFF"],
        "The machine plays the seat no more. What it has ordered for the open turn stands until the player orders otherwise.",
        "MACHINE OFF gablenz",
        Reader::Command(players::machine_off),
    ),
    about(
        "SET SKILL name skill",
        &["SET SKILL", "SET SKILL OF", "SKILL", "SKILL OF"],
        "How well the machine plays the seat, where it plays it: a recruit remembers nothing and joins nobody in another square, a colonel remembers the last turns, a marshal also tries several letters before he sends the best. A colonel where nothing is said.",
        "SET SKILL gablenz recruit",
        Reader::Command(players::skill),
    ),
    about(
        "SET LANGUAGE OF name TO code",
        &["SET LANGUAGE OF"],
        "The language of a player's mails from now on: en, de or fr. The player may set another.",
        "SET LANGUAGE OF gablenz TO de",
        Reader::Command(players::language),
    ),
    about(
        "EMAIL name address",
        &["EMAIL", "EMAIL OF", "SET EMAIL OF"],
        "The player's mail address from now on.",
        "EMAIL gablenz anna@example.org",
        Reader::Command(players::email),
    ),
    about(
        "RESET PASSWORD name",
        &["RESET PASSWORD", "RESET PASSWORD OF", "RESET PASSWORD FOR", "RESET THE PASSWORD OF"],
        "A new password is drawn and mailed to the player's address. You never see it.",
        "RESET PASSWORD gablenz",
        Reader::Command(players::reset_password),
    ),
];

/// The rows about absences and applicants.
pub(super) static ABSENCES: &[CommandForm] = &[
    about(
        "ABSENT name FROM date TO date [DEPUTY name]",
        &["ABSENT"],
        "The player is away from the first day to the last. The deputy may order the player's units meanwhile; the deadline moves as far as the game's rule allows.",
        "ABSENT gablenz FROM 2026-07-01 TO 2026-07-14 DEPUTY benedek",
        Reader::Command(players::absent),
    ),
    about(
        "PRESENT name",
        &["PRESENT", "BACK"],
        "The player is back before the absence was over.",
        "PRESENT gablenz",
        Reader::Command(players::present),
    ),
    about(
        "ACCEPT address AS name",
        &["ACCEPT"],
        "Somebody who signed up by mail, and confirmed the address, takes a seat.",
        "ACCEPT anna@example.org AS gablenz",
        Reader::Command(players::accept),
    ),
    about(
        "DECLINE address [BECAUSE why]",
        &["DECLINE"],
        "Somebody who signed up by mail gets no seat, and is told so, with your reason.",
        "DECLINE anna@example.org BECAUSE every seat is taken",
        Reader::Reason(players::decline),
    ),
    about(
        "REMOVE OBSERVER address",
        &["REMOVE OBSERVER"],
        "Somebody who looks on (OBSERVE) does so no more, and is told.",
        "REMOVE OBSERVER anna@example.org",
        Reader::Command(players::remove_observer),
    ),
];

const fn owner(
    words: &'static str,
    phrases: &'static [&'static str],
    meaning: &'static str,
    example: &'static str,
    reader: Reader,
) -> CommandForm {
    row(Part::Administrators, words, phrases, meaning, example, reader).of(Role::Owner)
}

/// The rows about administrators.
pub(super) static ADMINISTRATORS: &[CommandForm] = &[
    owner(
        "ADD GA name address role",
        &["ADD GA", "ADD ADMIN"],
        "Another administrator: helper (may look and tell), ga, or owner. A password is drawn and mailed.",
        "ADD GA tom tom@example.org helper",
        Reader::Command(players::add_ga),
    ),
    owner(
        "REMOVE GA name",
        &["REMOVE GA", "REMOVE ADMIN"],
        "Somebody is no administrator any more.",
        "REMOVE GA tom",
        Reader::Command(players::remove_ga),
    ),
    owner(
        "ROLE name role",
        &["ROLE", "ROLE OF", "SET ROLE OF"],
        "What an administrator may do: helper, ga or owner.",
        "ROLE tom ga",
        Reader::Command(players::change_role),
    ),
    row(
        Part::Administrators,
        "NEW PASSWORD words",
        &["NEW PASSWORD", "CHANGE PASSWORD", "CHANGE PASSWORD TO", "SET PASSWORD"],
        "Your own password, from this letter on.",
        "NEW PASSWORD staple battery horse",
        Reader::Head,
    )
    .of(Role::Helper),
];
