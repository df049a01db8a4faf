//! Lists, maps and status blocks as text of at most 72 columns. Their forms are the rulebook's and R-5.3's; the words
//! around them stand in `mail_templates/`.

use std::fmt::Write as _;

use crate::games::land::tell::army::{Command, Corps, CorpsKind, UnitsAt};
use crate::games::land::tell::held::{self, HeldSquares};
use crate::games::land::tell::places::{CityView, DepotView, Side, SightingView};
use crate::games::land::tell::position::PositionView;
use crate::games::land::tell::sheets::{self, PlaceView, SheetView};
use crate::games::land::tell::status::{SourceView, StatusBlock};

// Writing to a String cannot fail, so what `write!` gives back is dropped here and below.

/// What needs attention: a line for each thing, the units by square beneath.
pub fn attention(position: &PositionView) -> String {
    let mut text = String::new();
    for thing in &position.attention {
        let _ = writeln!(text, "{} ({}):", thing.words, thing.units);
        write_places(&mut text, &thing.places);
    }
    text
}

/// Who commands what.
pub fn commands(position: &PositionView) -> String {
    let mut text = String::new();
    for Command { commander, deputy, units, places } in &position.commands {
        let deputy = deputy.as_ref().map(|deputy| format!(", deputy {deputy}")).unwrap_or_default();
        let _ = writeln!(text, "{commander}{deputy} ({units}):");
        write_places(&mut text, places);
    }
    text
}

/// The army list.
pub fn army(position: &PositionView) -> String {
    let mut text = String::new();
    for corps in &position.army {
        let counted = [(corps.batteries, "battery", "batteries"), (corps.units, "unit", "units")];
        let [batteries, units] =
            counted.map(|(number, one, more)| format!("{number} {}", if number == 1 { one } else { more }));
        let _ = writeln!(text, "{}: {} men, {batteries}, {units}", corps_title(corps), corps.men);
        write_places(&mut text, &corps.places);
    }
    text
}

/// The name of a group of the army list.
pub fn corps_title(corps: &Corps) -> String {
    let under = corps.under.as_ref().map(|under| format!(" under {under}")).unwrap_or_default();
    match corps.kind {
        CorpsKind::Headquarters => format!("{}{under}", corps.name),
        CorpsKind::City => format!("By way of {}", corps.name),
        CorpsKind::OnTheirOwn => "On their own".into(),
        CorpsKind::NotActive => "Not active".into(),
    }
}

fn write_places(text: &mut String, places: &[UnitsAt]) {
    for place in places {
        let _ = writeln!(text, "  {} {}", place.square, place.units.join(" "));
    }
}

/// Flags in sight, one a line: those of the own side, or of all others.
pub fn in_sight(position: &PositionView, friendly: bool) -> String {
    let mut text = String::new();
    for flag in position.sightings.iter().filter(|flag| flag.side.is_friendly() == friendly) {
        let SightingView { square, side, nation, words, .. } = flag;
        let _ = writeln!(text, "{square:<6} {:<8} {nation}: {words}{}", side.words(), away(flag.distance));
    }
    text
}

/// How far something is from the player's nearest active unit, at a line's end.
fn away(distance: Option<u8>) -> String {
    match distance {
        None | Some(0) => String::new(),
        Some(squares) => format!(" ({squares} off)"),
    }
}

/// Columns of a line.
const COLUMNS: usize = 72;

/// ROTD-EUWOL 1.3: the railways and rivers that are not the own side's, and destroyed track, as lines of names.
pub fn held(position: &PositionView) -> String {
    let mut text = String::new();
    for HeldSquares { words, squares } in held::not_own(&position.squares) {
        let _ = write!(text, "{words}:");
        let mut column = words.len() + 1;
        for square in squares {
            if column + 1 + square.len() > COLUMNS {
                text.push_str("\n ");
                column = 1;
            }
            let _ = write!(text, " {square}");
            column += 1 + square.len();
        }
        text.push('\n');
    }
    text
}

/// What the War Minister hears, one a line.
pub fn hearsay(position: &PositionView) -> String {
    let mut text = String::new();
    for rumour in &position.hearsay {
        let _ = writeln!(text, "{:<6} {}: {}", rumour.square, rumour.nation, rumour.what);
    }
    text
}

/// The cities and depots that are known, one a line: those of the own side, or all others.
pub fn stores(position: &PositionView, friendly: bool) -> String {
    let mut text = String::new();
    for city in position.cities.iter().filter(|city| city.side.is_friendly() == friendly) {
        let CityView { square, tac, name, code, side, supplies, fort, besieged, distance, .. } = city;
        write_store(&mut text, square, tac, name, (code, *side, *supplies));
        if let Some(fort) = fort {
            let _ = write!(text, ", fort {} for {}", fort.strength, fort.capacity);
        }
        let besieged = if *besieged { ", besieged" } else { "" };
        let _ = writeln!(text, "{besieged}{}", away(*distance));
    }
    for depot in position.depots.iter().filter(|depot| depot.side.is_friendly() == friendly) {
        let DepotView { kind, square, tac, code, side, supplies, distance, .. } = depot;
        write_store(&mut text, square, tac, kind, (code, *side, *supplies));
        let _ = writeln!(text, "{}", away(*distance));
    }
    text
}

fn write_store(text: &mut String, square: &str, tac: &str, name: &str, whose: (&str, Side, u32)) {
    let (code, side, supplies) = whose;
    let _ =
        write!(text, "{square:<6} {tac:<5} {name:<16} {code:<2} {:<7} {supplies:>3} supplies", side.words());
}

/// The tactical maps: 15 lines of marks with the ratings beside them, then bridges, rails and units.
pub fn tactical(position: &PositionView) -> String {
    let mut text = String::with_capacity(position.sheets.len() * 1_600);
    for sheet in &position.sheets {
        let _ = writeln!(text, "{}: {}", sheet.square, sheet.about);
        sheets::lines(sheet).iter().for_each(|line| text += &format!("{line}\n"));
        write_below(&mut text, sheet);
        text.push('\n');
    }
    text
}

fn write_below(text: &mut String, sheet: &SheetView) {
    for (what, squares) in [("Bridges", &sheet.bridges), ("Rails", &sheet.rails)] {
        if !squares.is_empty() {
            let _ = writeln!(text, "{what}: {}", squares.join(" "));
        }
    }
    sheet.places.iter().for_each(|place| write_place(text, place));
    if let Some(note) = &sheet.siege {
        let _ = writeln!(text, "{note}");
    }
}

fn write_place(text: &mut String, place: &PlaceView) {
    let _ = write!(text, "{:<6} {:<12}", place.tac, format!("{} {}", place.ground, place.rating));
    let groups = [
        ("", place.names(Side::is_friendly)),
        (" enemy:", place.names(|side| side == Side::Enemy)),
        (" neutral:", place.names(|side| side == Side::Neutral)),
    ];
    for (whose, names) in groups.iter().filter(|(_, names)| !names.is_empty()) {
        let _ = write!(text, "{whose} {names}");
    }
    text.push('\n');
}

/// Status blocks, in the form of the book's sample (chapter 3), with what the sample lacks on its last lines.
pub fn units<'a>(blocks: impl Iterator<Item = &'a StatusBlock>) -> String {
    let mut text = String::new();
    for unit in blocks {
        write_unit(&mut text, unit);
        text.push('\n');
    }
    text
}

fn write_unit(text: &mut String, unit: &StatusBlock) {
    let deputy = unit.deputy.as_deref().unwrap_or("none");
    let _ = writeln!(text, "{}\n\nCommander: {} Deputy: {deputy}", unit.id, unit.commander);
    let _ = writeln!(text, "Location: {} strategic, {} tactical{}", unit.square, unit.tac, unit.stands());
    let _ = writeln!(text, "Strength: {} Batteries: {}", unit.strength, unit.batteries);
    let _ = write!(text, "Quality: {} Experience: {}", unit.quality, unit.experience);
    let _ = writeln!(text, " Morale: {} Fatigue: {}", unit.morale, unit.fatigue);
    let _ = writeln!(text, "Supplies: {} Ammunition: {}", unit.supplies, unit.ammunition);
    let (supply, communications) = (words(unit.supply.as_ref()), words(unit.communications.as_ref()));
    let _ = writeln!(text, "Supply: {supply} Communications: {communications}");
    let _ = write!(text, "Type: {}{} Regiments: {}", unit.kind, unit.state.suffix(), unit.regiments);
    let _ = writeln!(text, " Initiative: {} Arms: {}", unit.initiative, unit.arms());
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
