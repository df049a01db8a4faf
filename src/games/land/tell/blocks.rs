//! Status blocks in the form of the rulebook's sample (chapter 3): what the rows of the position report, its notes and
//! `report.json` say of each unit, as the book writes it. Cases are held against it.

use std::fmt::Write as _;

use crate::status::{SourceView, State, StatusBlock};

/// All of a player's units, those that rest last (rule 13.3).
pub fn of(blocks: &[StatusBlock]) -> String {
    let (active, resting): (Vec<_>, Vec<_>) = blocks.iter().partition(|unit| unit.state == State::Active);
    let mut text = units(active.into_iter());
    if !resting.is_empty() {
        text.push_str("INACTIVE AND SHATTERED\n\n");
        text.push_str(&units(resting.into_iter()));
    }
    text
}

/// Status blocks, in the form of the book's sample (chapter 3), with what the sample lacks on its last lines.
fn units<'a>(blocks: impl Iterator<Item = &'a StatusBlock>) -> String {
    let mut text = String::new();
    for unit in blocks {
        write_unit(&mut text, unit);
        text.push('\n');
    }
    text
}

fn write_unit(text: &mut String, unit: &StatusBlock) {
    let deputy = unit.deputy.as_deref().unwrap_or("none");
    let _ = writeln!(text, "{}\n\nCommander: {} Deputy: {deputy}", unit.called(), unit.commander);
    let _ = writeln!(text, "Location: {} strategic, {} tactical{}", unit.square, unit.tac, unit.stands());
    let _ = writeln!(text, "Strength: {} Batteries: {}", unit.strength, unit.batteries);
    let _ = write!(text, "Quality: {} Experience: {}", unit.quality, unit.experience);
    let _ = writeln!(text, " Morale: {} Fatigue: {}", unit.morale, unit.fatigue);
    let _ = writeln!(text, "Supplies: {} Ammunition: {}", unit.supplies, unit.ammunition);
    let (supply, communications) = (words(unit.supply.as_ref()), words(unit.communications.as_ref()));
    let _ = writeln!(text, "Supply: {supply} Communications: {communications}");
    let _ = write!(text, "Type: {}{}", unit.kind, unit.state.suffix());
    if let Some(regiments) = unit.regiments {
        let _ = write!(text, " Regiments: {regiments}");
    }
    if let Some(initiative) = unit.initiative {
        let _ = write!(text, " Initiative: {initiative}");
    }
    if unit.has_arms() {
        let _ = write!(text, " Arms: {}", unit.arms());
    }
    text.push('\n');
    let _ = writeln!(text, "Moves: {}", unit.moves.words);
    let away = unit.away();
    if !away.is_empty() {
        let _ = writeln!(text, "Away: {away}");
    }
    for note in &unit.notes {
        let _ = writeln!(text, "{}", note.words);
    }
}

fn words(source: Option<&SourceView>) -> &str {
    source.map_or("none", |source| source.words.as_str())
}
