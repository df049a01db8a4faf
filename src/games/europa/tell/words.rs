//! Words for what came of sieges, attrition and battles, and the headings of a report's rows.

use fieldpost_engine::piece::Piece;

use crate::event::{Event, Row};
use crate::position::{Kind as StackKind, Stack, in_thirds};

/// The result of a siege's die in words.
pub(super) fn siege_words(outcome: &str) -> &str {
    match outcome {
        "S-" => "siege works - are dug",
        "S+" => "siege works + are dug",
        "breach" => "the wall is breached",
        other => other,
    }
}

/// What attrition took, and whether it pillaged: where the table says P, armies before Muskets lose a detachment to it (EU-71).
pub(super) fn attrition_words(event: &Event) -> String {
    let at_sea = event.stack.as_ref().is_some_and(|id| Stack::kind(id) == StackKind::Fleet);
    let lost = event.count.unwrap_or(0);
    if at_sea || event.outcome.ends_with("per cent") {
        return event.outcome.clone();
    }
    let pillaged = event.outcome.ends_with('P');
    match (lost, pillaged) {
        (0, false) => "none".into(),
        (0, true) => "the land is pillaged".into(),
        (_, false) => format!("{} LD lost", in_thirds(lost)),
        (_, true) => format!("{} LD lost, one of them as it pillages the land", in_thirds(lost)),
    }
}

/// Who attacked whom, and who won.
pub(super) fn battle_words(event: &Event, at: &str) -> String {
    let all = |list: &[Piece]| list.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let s = |list: &[Piece]| if list.len() == 1 { "s" } else { "" };
    let who_wins = match event.outcome.as_str() {
        "attacker" => format!("{} win{}", all(&event.attacker), s(&event.attacker)),
        "nobody" => "nobody wins".to_owned(),
        _ => format!("{} win{}", all(&event.defender), s(&event.defender)),
    };
    format!(
        "{at}: {} attack{} {}, and {who_wins}",
        all(&event.attacker),
        s(&event.attacker),
        all(&event.defender)
    )
}

/// A step into a place: of its own, to intercept, or behind a blockade that was forced.
pub(super) fn move_words(event: &Event, stack: &str, to: &str) -> String {
    match event.why.as_str() {
        "interception" => format!("{stack} into {to}, to intercept"),
        "force blockade" => format!("{stack} into {to}: it has forced the blockade"),
        _ => format!("{stack} into {to} ({} MP)", event.count.unwrap_or(0)),
    }
}

/// How a combat was decided, with its number.
pub(super) fn resolved_words(event: &Event, at: &str) -> String {
    let the = if event.outcome == "nobody" { "" } else { "the " };
    format!("{}. {at}: decided for {the}{}", event.order.unwrap_or(0), event.outcome)
}

/// Where who was beaten goes, or whose port has other hands.
pub(super) fn retreat_words(event: &Event, stack: &str, at: &str) -> String {
    let why = if event.why.is_empty() { String::new() } else { format!(": {}", event.why) };
    format!("{stack} retreats to {at} ({}){why}", event.outcome)
}

/// The title of a row of the round, and what more it says.
pub(super) fn title(row: Row) -> (&'static str, &'static str) {
    let title = match row {
        Row::Supply => "Supply",
        Row::Campaigns => "Campaigns",
        Row::Detach => "Detachments",
        Row::Ticks => "The clock",
        Row::Retreats => "Retreats",
        Row::Hunt => "Hunters",
        Row::Privateers => "Privateers",
        Row::Combat => return ("Combats", "in order of the attacker's initiative"),
        Row::Siege => "Sieges",
        Row::Revolt => "Revolts",
        Row::Natives => "Natives",
        Row::Attrition => "Attrition",
        Row::Leaders => "Leaders",
        Row::Control => "Control",
        Row::End => "The next round",
    };
    (title, "")
}
