//! Commands back to their canonical words: what an answer and the audit echo. Reading these words gives the command again.

use crate::games::ground::nation::{NationCode, Relation};
use crate::games::ground::square::{Grid, StrategicSquare, TacticalSquare};
use crate::games::land::edits::{Edit, Store};
use crate::games::land::state::{DepotKind, Season};

use super::time::in_words;
use super::{Command, Given, Show};

/// A command in canonical words, over several lines if it has a text. A new password is not shown. Without a grid,
/// strategic squares have no names and are shown as `?`.
pub fn words(given: &Given, grid: Option<&Grid>) -> String {
    let flags = [(given.insist, " OVERRIDE"), (given.secretly, " SECRETLY"), (given.now, " NOW")];
    let flags = flags.into_iter().filter(|flag| flag.0).map(|flag| flag.1).collect::<String>();
    match &given.command {
        // What stands behind these would be part of their words.
        command @ (Command::Hold(_) | Command::Decline { .. } | Command::Help(_)) => {
            in_front(&flags, &bare(command, grid))
        }
        command @ (Command::Open { .. } | Command::Broadcast(_) | Command::Tell { .. }) => {
            in_front(&flags, &bare(command, grid))
        }
        command => bare(command, grid) + &flags,
    }
}

fn in_front(flags: &str, words: &str) -> String {
    format!("{flags} {words}").trim_start().to_string()
}

fn bare(command: &Command, grid: Option<&Grid>) -> String {
    match command {
        Command::Edit(edit) => edit_words(edit, grid),
        Command::Open { name, scenario, seats } => format!("OPEN {name} FROM {scenario}\n{seats}\nEND"),
        Command::Start => "START".into(),
        Command::Hold(why) => behind("HOLD", "", why.as_deref()),
        Command::Resume => "RESUME".into(),
        Command::End => "END GAME".into(),
        Command::Deadline(at) => format!("DEADLINE {}", at.format("%Y-%m-%d %H:%M")),
        Command::Extend(minutes) => format!("EXTEND BY {}", in_words(*minutes)),
        Command::Schedule(words) => format!("SCHEDULE {words}"),
        Command::Grace(0) => "NO GRACE".into(),
        Command::Grace(minutes) => format!("GRACE {}", in_words(*minutes)),
        Command::Remind(times) if times.is_empty() => "NO REMINDERS".into(),
        Command::Remind(times) => format!("REMIND {}", times.join(" ")),
        Command::Missing(None) => "MISSING ANY".into(),
        Command::Missing(Some(number)) => format!("MISSING {number}"),
        Command::Press(words) => words.clone(),
        Command::AbsenceRule(0) => "ABSENCES DO NOT MOVE THE DEADLINE".into(),
        Command::AbsenceRule(minutes) => format!("ABSENCES MAY MOVE THE DEADLINE BY {}", in_words(*minutes)),
        Command::RunTurn(turn) => behind("RUN TURN", "", turn.as_ref()),
        Command::Rollback(turn) => format!("ROLLBACK TO TURN {turn}"),
        Command::Rerun(turn) => format!("RERUN TURN {turn}"),
        Command::Season(season) => season_word(*season).into(),
        Command::Broadcast(words) => format!("BROADCAST\n{words}\nEND"),
        Command::Tell { players, words } => format!("TELL {}\n{words}\nEND", players.join(", ")),
        Command::Show(show) => show_words(show),
        Command::Undo(edit) => format!("UNDO {edit}"),
        Command::Help(topic) => behind("HELP", "", topic.as_deref()),
        about_people => people(about_people),
    }
}

/// Commands about players and administrators.
fn people(command: &Command) -> String {
    match command {
        Command::AddPlayer { player, address, nation, rank } => {
            behind(&format!("ADD PLAYER {player} {address} {nation}"), "", rank.map(|rank| rank.words()))
        }
        Command::RemovePlayer(player) => format!("REMOVE PLAYER {player}"),
        Command::Replace { player, address } => {
            format!("REPLACE {player} BY {}", address.as_deref().unwrap_or("MACHINE"))
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
        Show::Unit(unit) => format!("SHOW UNIT {unit}"),
        Show::Player(player) => format!("SHOW PLAYER {player}"),
        Show::City(city) => format!("SHOW CITY {city}"),
        Show::Orders(whose) => behind("SHOW ORDERS", "OF ", whose.as_deref()),
        Show::Edits => "SHOW EDITS".into(),
        Show::Queue => "SHOW QUEUE".into(),
        Show::Outbox => "SHOW OUTBOX".into(),
        Show::Bounced => "SHOW BOUNCED".into(),
        Show::Audit(lines) => behind("SHOW AUDIT", "", lines.as_ref()),
        Show::Letter(letter) => format!("SHOW LETTER {letter}"),
        Show::Press(turn) => behind("SHOW PRESS", "", turn.as_ref()),
    }
}

/// A hand edit in canonical words.
pub fn edit_words(edit: &Edit, grid: Option<&Grid>) -> String {
    let label = |at: &StrategicSquare| grid.map_or_else(|| "?".to_string(), |grid| grid.label(*at));
    let place = |at: &StrategicSquare, tac: &Option<TacticalSquare>| behind(&label(at), "", tac.as_ref());
    match edit {
        Edit::PlaceDepot { kind, at, tac, side, supplies } => {
            let words =
                behind(&format!("PLACE {} {}", kind_word(*kind), place(at, tac)), "FOR ", side.as_ref());
            behind(&words, "SUPPLIES ", Some(supplies).filter(|supplies| **supplies > 0))
        }
        Edit::RemoveDepot { kind, at, side } => {
            behind(&format!("REMOVE {} {}", kind_word(*kind), label(at)), "OF ", side.as_ref())
        }
        Edit::SetUnit { unit, field, value } => format!("SET UNIT {unit} {field} {value}"),
        Edit::MoveUnit { unit, at, tac } => format!("MOVE UNIT {unit} {}", place(at, tac)),
        Edit::CreateUnit { unit, at, tac, commander, fields } => {
            let fields = fields.iter().map(|(field, value)| format!("{field} {value}")).collect::<Vec<_>>();
            let words = format!("CREATE UNIT {unit} {}", place(at, tac));
            let words = behind(&words, "COMMANDER ", commander.as_deref());
            behind(&words, "WITH ", Some(fields.join(", ")).filter(|fields| !fields.is_empty()))
        }
        Edit::RemoveUnit(unit) => format!("REMOVE UNIT {unit}"),
        Edit::TransferBattery { batteries, from, to } => {
            let noun = if *batteries == 1 { "BATTERY" } else { "BATTERIES" };
            format!("TRANSFER {batteries} {noun} FROM {from} TO {to}")
        }
        Edit::SetCity { city, field, value } => format!("SET CITY {city} {field} {value}"),
        Edit::SetSupplies { place, amount } => {
            let place = match place {
                Store::City(city) => city.clone(),
                Store::Depot(at) => label(at),
                Store::Unit(unit) => unit.to_string(),
            };
            format!("SET SUPPLIES {amount} AT {place}")
        }
        Edit::SetRail { at, destroyed } => format!("{} RAIL {}", works(*destroyed), label(at)),
        Edit::SetBridge { at, destroyed } => format!("{} BRIDGE {}", works(*destroyed), label(at)),
        Edit::RemovePontoon(unit) => format!("REMOVE PONTOON {unit}"),
        Edit::SetControl { river, at, nation } => {
            let what = if *river { "RIVER" } else { "RAIL" };
            format!("SET CONTROL OF {what} AT {} TO {}", label(at), or_nobody(*nation))
        }
        about_nations => nations(about_nations),
    }
}

/// Hand edits that name no unit and no square.
fn nations(edit: &Edit) -> String {
    match edit {
        Edit::SetOwner { state, nation, with_cities } => {
            format!("SET OWNER OF {state} TO {nation}{}", if *with_cities { " WITH CITIES" } else { "" })
        }
        Edit::SetRelation { one, other, relation } => {
            format!("SET RELATION {one} {other} {}", relation_word(*relation))
        }
        Edit::SetForbidden { nation, forbidden: true } => format!("CLOSE LAND OF {nation}"),
        Edit::SetForbidden { nation, forbidden: false } => format!("OPEN LAND OF {nation}"),
        Edit::SetConstant { name, value } => match name.split_once(' ') {
            Some(("treasury", of)) => format!("SET TREASURY {of} {value}"),
            Some(("price", of)) => format!("SET PRICE {of} {value}"),
            _ => format!("SET CONSTANT {name} {value}"),
        },
        Edit::SetRank { player, rank } => format!("RANK {player} {}", rank.words()),
        Edit::SetOffice { player, office, given: true } => {
            format!("GIVE OFFICE {} TO {player}", office.title())
        }
        Edit::SetOffice { player, office, given: false } => {
            format!("TAKE OFFICE {} FROM {player}", office.title())
        }
        Edit::Assign { unit, commander, deputy } => {
            let nobody = |name: &'_ String| if name.is_empty() { "NONE".to_string() } else { name.clone() };
            behind(&format!("ASSIGN {unit} TO {commander}"), "DEPUTY ", deputy.as_ref().map(nobody))
        }
        Edit::SetSeason(season) => season_word(*season).into(),
        Edit::AddPlayer { player, nation, rank } => format!("ADD PLAYER {player} {nation} {}", rank.words()),
        // Every other edit is spelled by [`edit_words`].
        _ => String::new(),
    }
}

/// Words, and what may stand behind them.
fn behind(words: &str, by: &str, more: Option<impl std::fmt::Display>) -> String {
    more.map_or_else(|| words.to_string(), |more| format!("{words} {by}{more}"))
}

fn kind_word(kind: DepotKind) -> &'static str {
    match kind {
        DepotKind::Depot => "DEPOT",
        DepotKind::Cache => "CACHE",
    }
}

fn works(destroyed: bool) -> &'static str {
    if destroyed { "DESTROY" } else { "MEND" }
}

fn or_nobody(nation: Option<NationCode>) -> String {
    nation.map_or_else(|| "NOBODY".into(), |nation| nation.to_string())
}

fn relation_word(relation: Relation) -> &'static str {
    match relation {
        Relation::Same => "same",
        Relation::Allied => "ally",
        Relation::Neutral => "neutral",
        Relation::Hostile => "hostile",
    }
}

fn season_word(season: Season) -> &'static str {
    match season {
        Season::Campaign => "CAMPAIGN",
        Season::Deployment => "DEPLOYMENT",
        Season::Peace => "PEACE",
    }
}
