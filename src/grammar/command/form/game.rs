//! Commands that run a game.

use super::{CommandForm, Part, Reader, Role, Token, row};
use crate::command::{Archived, Command, game};

const fn game(
    words: &'static str,
    phrases: &'static [&'static str],
    meaning: &'static str,
    example: &'static str,
    reader: Reader,
) -> CommandForm {
    row(Part::Game, words, phrases, meaning, example, reader)
}

/// The rows of this part.
pub(super) static ROWS: &[CommandForm] = &[
    game(
        "OPEN name FROM scenario ... END",
        &["OPEN", "OPEN GAME"],
        "Opens another game from a scenario of the host. Below it stand the lines of its seats file, up to END; passwords are drawn, and may not stand there.",
        "OPEN autumn FROM bohemia-1866\nschedule = \"weekly sunday 20:00\"\nzone = \"Europe/Berlin\"\n[[seat]]\nplayer = \"Benedek\"\nemail = \"ben@example.org\"\nEND",
        Reader::Text(game::open),
    )
    .of(Role::Owner),
    game(
        "START",
        &["START", "START GAME", "START THE GAME"],
        "The game's first turn may run; until then it is held.",
        "START",
        Reader::Plain(|| Command::Start),
    ),
    game(
        "HOLD [why]",
        &["HOLD", "HOLD GAME", "HOLD THE GAME", "HOLD TURN", "HOLD THE TURN"],
        "No turn runs, whatever the deadline, until RESUME. Players are told why, in your words.",
        "HOLD the mail of three players is down",
        Reader::Reason(game::hold),
    ),
    game(
        "RESUME",
        &["RESUME", "RESUME GAME", "RESUME THE GAME"],
        "The game goes on after HOLD.",
        "RESUME",
        Reader::Plain(|| Command::Resume),
    ),
    game(
        "END GAME",
        &["END GAME", "END THE GAME"],
        "The game is over: no turn runs and no order is taken any more. Everybody is mailed the account of it.",
        "END GAME",
        Reader::Plain(|| Command::End { reveal: false }),
    )
    .of(Role::Owner)
    .confirmed(Token::Yes),
    game(
        "END GAME REVEAL",
        &["END GAME REVEAL", "END GAME AND REVEAL", "END THE GAME AND REVEAL"],
        "The same, and the account shows the whole board, turn by turn.",
        "END GAME REVEAL",
        Reader::Plain(|| Command::End { reveal: true }),
    )
    .of(Role::Owner)
    .confirmed(Token::Yes),
    game(
        "REOPEN GAME",
        &["REOPEN GAME", "REOPEN", "REOPEN THE GAME"],
        "Takes END GAME back: the open turn is open again, and held until RESUME.",
        "REOPEN GAME",
        Reader::Plain(|| Command::Reopen),
    )
    .of(Role::Owner),
    game(
        "ARCHIVE",
        &["ARCHIVE", "ARCHIVE GAME", "ARCHIVE THE GAME"],
        "Mails you what has happened as pages in a ZIP file, as far as anybody may know it: what observers are told.",
        "ARCHIVE",
        Reader::Plain(|| Command::Archive(Archived::Public)),
    ),
    game(
        "ARCHIVE OF player",
        &["ARCHIVE OF", "ARCHIVE FOR"],
        "The same with what a player was told.",
        "ARCHIVE OF Benedek",
        Reader::Command(game::archive),
    ),
    game(
        "ARCHIVE WHOLE",
        &["ARCHIVE WHOLE", "ARCHIVE ALL"],
        "The same with all there was, whoever saw it, once the game has ended.",
        "ARCHIVE WHOLE",
        Reader::Plain(|| Command::Archive(Archived::Whole)),
    ),
    game(
        "DEADLINE date time",
        &[
            "DEADLINE",
            "DEADLINE TO",
            "DEADLINE MOVE TO",
            "MOVE DEADLINE TO",
            "MOVE THE DEADLINE TO",
            "SET DEADLINE",
            "SET DEADLINE TO",
            "SET THE DEADLINE TO",
        ],
        "When the open turn closes, in the game's time zone. The date has its year: 2026-07-12, or Sunday 12 July 2026.",
        "DEADLINE 2026-07-12 20:00",
        Reader::Command(game::deadline),
    ),
    game(
        "EXTEND BY time",
        &[
            "EXTEND BY",
            "EXTEND",
            "EXTEND DEADLINE",
            "EXTEND DEADLINE BY",
            "EXTEND THE DEADLINE BY",
            "DEADLINE EXTEND BY",
        ],
        "The open turn closes so much later: 24 hours, 2 days, 90 minutes.",
        "EXTEND BY 24 hours",
        Reader::Command(game::extend),
    ),
    game(
        "SCHEDULE rhythm time",
        &["SCHEDULE", "SET SCHEDULE", "SET SCHEDULE TO"],
        "When turns close from the next one on: weekly sunday 20:00, weekly sunday,wednesday 20:00, every 3 days 18:30, daily 21:00.",
        "SCHEDULE weekly sunday 20:00",
        Reader::Command(game::schedule),
    ),
    game(
        "GRACE time",
        &["GRACE", "GRACE TIME", "SET GRACE"],
        "So long after the deadline letters still count, if the turn has not run; GRACE NONE for no such time.",
        "GRACE 30 minutes",
        Reader::Command(game::grace),
    )
    .by("M-04"),
    game(
        "NO GRACE",
        &["NO GRACE"],
        "After the deadline no letter counts.",
        "NO GRACE",
        Reader::Plain(|| Command::Grace(0)),
    )
    .by("M-04"),
    game(
        "REMIND time time ...",
        &["REMIND", "REMINDERS", "REMIND AT"],
        "How long before each deadline players are reminded of units without orders; at most four times.",
        "REMIND 24h 4h",
        Reader::Command(game::remind),
    ),
    game(
        "NO REMINDERS",
        &["NO REMINDERS", "NO REMINDER"],
        "Nobody is reminded.",
        "NO REMINDERS",
        Reader::Plain(|| Command::Remind(Vec::new())),
    ),
    game(
        "MISSING n",
        &["MISSING", "MISSING ALLOWED", "ALLOW MISSING"],
        "How many players may be without orders at the deadline; if there are more, the turn waits for you. MISSING ANY for any number.",
        "MISSING 2",
        Reader::Command(game::missing),
    ),
    game(
        "PRESS AT ONCE or AT DEADLINE [ANONYMOUS]",
        &["PRESS"],
        "When letters between players are delivered, and whether they may be sent without a name.",
        "PRESS AT DEADLINE ANONYMOUS",
        Reader::Command(game::press),
    ),
    game(
        "NO PRESS",
        &["NO PRESS"],
        "Players may not write to each other through the post office.",
        "NO PRESS",
        Reader::Plain(|| Command::Press("NO PRESS".into())),
    ),
    game(
        "ADVICE",
        &["ADVICE", "ALLOW ADVICE"],
        "Players may ask by ADVISE what the machine player would order for them.",
        "ADVICE",
        Reader::Plain(|| Command::Advice(true)),
    ),
    game(
        "NO ADVICE",
        &["NO ADVICE", "FORBID ADVICE"],
        "The machine player gives no advice to players.",
        "NO ADVICE",
        Reader::Plain(|| Command::Advice(false)),
    ),
    game(
        "SET OBSERVERS LATE n or END or NONE",
        &["SET OBSERVERS", "OBSERVERS"],
        "The game's rule: observers are mailed what anybody may know of a turn, n turns late (1 to begin with), or the account at the end alone, or there are none.",
        "SET OBSERVERS LATE 2",
        Reader::Command(game::observers),
    ),
    game(
        "SET LANGUAGE code",
        &["SET LANGUAGE", "SET LANGUAGE TO"],
        "The language of the game's mails to players who have not said which they want: en, de or fr.",
        "SET LANGUAGE fr",
        Reader::Command(game::language),
    ),
    game(
        "ABSENCES MAY MOVE THE DEADLINE BY time",
        &[
            "ABSENCES MAY MOVE THE DEADLINE BY",
            "ABSENCES MAY MOVE DEADLINE BY",
            "ABSENCES MOVE THE DEADLINE BY",
        ],
        "The game's rule: by how much, at most, absent players move a turn's deadline.",
        "ABSENCES MAY MOVE THE DEADLINE BY 2 days",
        Reader::Command(game::absences),
    ),
    game(
        "ABSENCES DO NOT MOVE THE DEADLINE",
        &["ABSENCES DO NOT MOVE THE DEADLINE", "ABSENCES MAY NOT MOVE THE DEADLINE"],
        "The game's rule: who is away has a deputy, or the defaults.",
        "ABSENCES DO NOT MOVE THE DEADLINE",
        Reader::Plain(|| Command::AbsenceRule(0)),
    ),
    game(
        "HOLIDAYS date TO date",
        &["HOLIDAYS", "HOLIDAY"],
        "No turn falls due on these days. Several may stand; the open turn's deadline moves behind them if it falls in them.",
        "HOLIDAYS 2026-12-24 TO 2027-01-03",
        Reader::Command(game::holidays),
    ),
    game(
        "NO HOLIDAYS",
        &["NO HOLIDAYS"],
        "Turns fall due by the schedule alone.",
        "NO HOLIDAYS",
        Reader::Plain(|| Command::Holidays(None)),
    ),
    game(
        "EARLY WHEN READY [AFTER time]",
        &["EARLY WHEN READY", "EARLY WHEN ALL ARE READY"],
        "The game's rule: once every player has said READY and none is without orders, the turn is run this long afterwards, an hour if you give no time. Later deadlines stay where they are.",
        "EARLY WHEN READY AFTER 2 hours",
        Reader::Command(game::early),
    ),
    game(
        "NOT EARLY",
        &["NOT EARLY", "NO EARLY TURNS"],
        "The game's rule: turns wait for their deadline, whoever is ready.",
        "NOT EARLY",
        Reader::Plain(|| Command::Early(None)),
    ),
    game(
        "RUN TURN [n]",
        &["RUN TURN", "RUN THE TURN"],
        "Runs the open turn. With its number it does nothing if the game has moved on.",
        "RUN TURN 5",
        Reader::Command(game::run_turn),
    )
    .confirmed(Token::BeforeDeadline),
    game(
        "ROLLBACK TO TURN n",
        &["ROLLBACK TO TURN", "ROLLBACK TO", "ROLLBACK", "ROLL BACK TO TURN", "ROLL BACK TO", "GO BACK TO TURN"],
        "Turn n is open again, with the orders that it had; what came after it is undone.",
        "ROLLBACK TO TURN 3",
        Reader::Command(game::rollback),
    )
    .confirmed(Token::Yes),
    game(
        "RERUN TURN n",
        &["RERUN TURN", "RERUN", "RE RUN TURN", "RUN TURN AGAIN"],
        "Goes back to turn n and runs it again at once, with the letters and edits that it has now.",
        "RERUN TURN 3",
        Reader::Command(game::rerun),
    )
    .confirmed(Token::Yes),
];
