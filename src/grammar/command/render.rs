//! Commands back to their canonical words: what an answer and the audit echo. Reading these words gives the command again.

use super::time::in_words;
use super::{Archived, Command, Edit, Given, ObserverRule, Show, Undo};

/// A command in canonical words, over several lines if it has a text. A new password is not shown.
pub fn words(given: &Given) -> String {
    let flags = [(given.insist, " OVERRIDE"), (given.secretly, " SECRETLY"), (given.now, " NOW")];
    let flags = flags.into_iter().filter(|flag| flag.0).map(|flag| flag.1).collect::<String>();
    match &given.command {
        // What stands behind these would be part of their words.
        command @ (Command::Hold(_) | Command::Decline { .. } | Command::Help(_)) => {
            in_front(&flags, &bare(command))
        }
        command @ (Command::Open { .. } | Command::Broadcast(_) | Command::Tell { .. }) => {
            in_front(&flags, &bare(command))
        }
        command => bare(command) + &flags,
    }
}

fn in_front(flags: &str, words: &str) -> String {
    format!("{flags} {words}").trim_start().to_string()
}

fn bare(command: &Command) -> String {
    match command {
        Command::Edit(Edit { words, whole: Some(piece), .. }) => {
            words.replacen(piece.as_str(), &format!("CORPS {piece}"), 1)
        }
        Command::Edit(edit) => edit.words.clone(),
        Command::Open { name, scenario, seats } => format!("OPEN {name} FROM {scenario}\n{seats}\nEND"),
        Command::Start => "START".into(),
        Command::Hold(why) => behind("HOLD", "", why.as_deref()),
        Command::Resume => "RESUME".into(),
        Command::End { reveal: false } => "END GAME".into(),
        Command::End { reveal: true } => "END GAME REVEAL".into(),
        Command::Reopen => "REOPEN GAME".into(),
        Command::Archive(Archived::Public) => "ARCHIVE".into(),
        Command::Archive(Archived::Whole) => "ARCHIVE WHOLE".into(),
        Command::Archive(Archived::Player(name)) => format!("ARCHIVE OF {name}"),
        Command::Observers(ObserverRule::Late(turns)) => format!("SET OBSERVERS LATE {turns}"),
        Command::Observers(ObserverRule::End) => "SET OBSERVERS END".into(),
        Command::Observers(ObserverRule::None) => "SET OBSERVERS NONE".into(),
        Command::RemoveObserver(address) => format!("REMOVE OBSERVER {address}"),
        Command::Deadline(at) => format!("DEADLINE {}", at.format("%Y-%m-%d %H:%M")),
        Command::Extend(minutes) => format!("EXTEND BY {}", in_words(*minutes)),
        Command::Schedule(words) => format!("SCHEDULE {words}"),
        Command::Holidays(None) => "NO HOLIDAYS".into(),
        Command::Holidays(Some((first, last))) if first == last => format!("HOLIDAYS {first}"),
        Command::Holidays(Some((first, last))) => format!("HOLIDAYS {first} TO {last}"),
        Command::Grace(0) => "NO GRACE".into(),
        Command::Grace(minutes) => format!("GRACE {}", in_words(*minutes)),
        Command::Remind(times) if times.is_empty() => "NO REMINDERS".into(),
        Command::Remind(times) => format!("REMIND {}", times.join(" ")),
        Command::Missing(None) => "MISSING ANY".into(),
        Command::Missing(Some(number)) => format!("MISSING {number}"),
        Command::Press(words) => words.clone(),
        Command::Advice(true) => "ADVICE".into(),
        Command::Advice(false) => "NO ADVICE".into(),
        Command::AbsenceRule(0) => "ABSENCES DO NOT MOVE THE DEADLINE".into(),
        Command::AbsenceRule(minutes) => format!("ABSENCES MAY MOVE THE DEADLINE BY {}", in_words(*minutes)),
        Command::Early(None) => "NOT EARLY".into(),
        Command::Early(Some(minutes)) => format!("EARLY WHEN READY AFTER {}", in_words(*minutes)),
        Command::RunTurn(turn) => behind("RUN TURN", "", turn.as_ref()),
        Command::Rollback(turn) => format!("ROLLBACK TO TURN {turn}"),
        Command::Rerun(turn) => format!("RERUN TURN {turn}"),
        Command::Broadcast(words) => format!("BROADCAST\n{words}\nEND"),
        Command::Tell { players, words } => format!("TELL {}\n{words}\nEND", players.join(", ")),
        Command::Show(show) => show_words(show),
        Command::Release(letter) => format!("RELEASE LETTER {letter}"),
        Command::Undo(Undo::All) => "UNDO ALL".into(),
        Command::Undo(Undo::Last) => "UNDO LAST".into(),
        Command::Undo(Undo::Letter(letter)) => format!("UNDO LETTER {letter}"),
        Command::Undo(Undo::Edits(edits)) => {
            format!("UNDO {}", edits.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        }
        Command::Help(topic) => behind("HELP", "", topic.as_deref()),
        about_people => people(about_people),
    }
}

/// Commands about players and administrators.
fn people(command: &Command) -> String {
    match command {
        Command::AddPlayer { player, address, standing } => {
            format!("ADD PLAYER {player} {address} {standing}")
        }
        Command::RemovePlayer(player) => format!("REMOVE PLAYER {player}"),
        Command::Replace { player, address } => {
            format!("REPLACE {player} BY {}", address.as_deref().unwrap_or("MACHINE"))
        }
        Command::Language(locale) => format!("SET LANGUAGE {}", locale.code()),
        Command::LanguageOf { player, locale } => format!("SET LANGUAGE OF {player} TO {}", locale.code()),
        Command::Skill { player, skill } => format!("SET SKILL {player} {skill}"),
        Command::Machine { player, plays } => {
            format!("MACHINE {} {player}", if *plays { "ON" } else { "OFF" })
        }
        Command::Email { player, address } => format!("EMAIL {player} {address}"),
        Command::ResetPassword(player) => format!("RESET PASSWORD {player}"),
        Command::Absent { player, from, to, deputy } => {
            behind(&format!("ABSENT {player} FROM {from} TO {to}"), "DEPUTY ", deputy.as_deref())
        }
        Command::Present(player) => format!("PRESENT {player}"),
        Command::Accept { address, player } => format!("ACCEPT {address} AS {player}"),
        Command::Decline { address, why } => {
            behind(&format!("DECLINE {address}"), "BECAUSE ", why.as_deref())
        }
        Command::AddGa { name, address, role } => format!("ADD GA {name} {address} {}", role.word()),
        Command::RemoveGa(name) => format!("REMOVE GA {name}"),
        Command::ChangeRole { name, role } => format!("ROLE {name} {}", role.word()),
        Command::NewPassword(secret) => format!("NEW PASSWORD {secret}"),
        // Every other command is spelled by [`bare`].
        _ => String::new(),
    }
}

fn show_words(show: &Show) -> String {
    match show {
        Show::Game => "SHOW GAME".into(),
        Show::Piece(called, piece) => format!("SHOW {called} {piece}"),
        Show::Player(player) => format!("SHOW PLAYER {player}"),
        Show::Place(called, place) => format!("SHOW {called} {place}"),
        Show::Whole(what) => format!("SHOW {what}"),
        Show::Position(player) => format!("SHOW POSITION OF {player}"),
        Show::Orders(whose) => behind("SHOW ORDERS", "OF ", whose.as_deref()),
        Show::Edits => "SHOW EDITS".into(),
        Show::Queue => "SHOW QUEUE".into(),
        Show::Outbox => "SHOW OUTBOX".into(),
        Show::Bounced => "SHOW BOUNCED".into(),
        Show::Audit(lines) => behind("SHOW AUDIT", "", lines.as_ref()),
        Show::Letter(letter) => format!("SHOW LETTER {letter}"),
        Show::Press(turn) => behind("SHOW PRESS", "", turn.as_ref()),
        Show::Version => "SHOW VERSION".into(),
    }
}

/// Words, and what may stand behind them.
fn behind(words: &str, by: &str, more: Option<impl std::fmt::Display>) -> String {
    more.map_or_else(|| words.to_string(), |more| format!("{words} {by}{more}"))
}
