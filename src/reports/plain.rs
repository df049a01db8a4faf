//! Maps and status blocks as text of at most 72 columns. Their forms are the rulebook's and R-5.3's; the words
//! around them stand in `mail_templates/`.

use std::fmt::Write as _;

use crate::reports::extract::Extract;
use crate::reports::paint::Run;
use crate::reports::position::PositionReport;
use crate::reports::sheets::{PlaceView, SheetView};
use crate::reports::status::StatusBlock;

/// The strategic extracts, one below the other.
pub fn extracts(report: &PositionReport) -> String {
    let mut text = String::new();
    for extract in &report.extracts {
        write_extract(&mut text, extract);
        text.push('\n');
    }
    text
}

// Writing to a String cannot fail, so what `write!` gives back is dropped here and below.
fn write_extract(text: &mut String, extract: &Extract) {
    let _ = writeln!(text, "   {}", extract.columns);
    for row in &extract.rows {
        let _ = write!(text, "{} ", row.label);
        push_runs(text, &row.runs);
        let _ = writeln!(text, " {}", row.label);
    }
}

fn push_runs(text: &mut String, runs: &[Run]) {
    runs.iter().for_each(|run| text.push_str(&run.text));
}

/// What flags are in sight, one a line.
pub fn in_sight(report: &PositionReport) -> String {
    let mut text = String::new();
    for flag in &report.sightings {
        let _ = writeln!(text, "{:<6} {:<8} {}: {}", flag.square, flag.side, flag.nation, flag.what);
    }
    text
}

/// What the War Minister hears, one a line.
pub fn hearsay(report: &PositionReport) -> String {
    let mut text = String::new();
    for rumour in &report.hearsay {
        let _ = writeln!(text, "{:<6} {}: {}", rumour.square, rumour.nation, rumour.what);
    }
    text
}

/// The cities and depots that are known, one a line.
pub fn stores(report: &PositionReport) -> String {
    let mut text = String::new();
    for city in &report.cities {
        let _ = write!(text, "{:<6} {:<5} {:<16}", city.square, city.tac, city.name);
        let _ = write!(text, " {:<2} {:<8} {:>3} supplies", city.code, city.side, city.supplies);
        let fort = if city.fort.is_empty() { "" } else { ", " };
        let _ = writeln!(text, "{fort}{}", city.fort);
    }
    for depot in &report.depots {
        let _ = write!(text, "{:<6} {:<5} {:<16}", depot.square, depot.tac, depot.kind);
        let _ = writeln!(text, " {:<2} {:<8} {:>3} supplies", depot.code, depot.side, depot.supplies);
    }
    text
}

/// The columns of a tactical map, two characters each: the tens above the units, for side by side they would run
/// together.
const COLUMNS: [&str; 2] = ["                    1 1 1 1 1", "0 1 2 3 4 5 6 7 8 9 0 1 2 3 4"];

/// The tactical maps: 15 lines of marks with the ratings beside them, then bridges, rails and units.
pub fn sheets(report: &PositionReport) -> String {
    let mut text = String::with_capacity(report.sheets.len() * 1_600);
    for sheet in &report.sheets {
        write_sheet(&mut text, sheet);
        text.push('\n');
    }
    text
}

fn write_sheet(text: &mut String, sheet: &SheetView) {
    let _ = writeln!(text, "{}: {}", sheet.square, sheet.about);
    for columns in COLUMNS {
        let _ = writeln!(text, "   {columns}      {columns}");
    }
    for (number, (row, ratings)) in sheet.rows.iter().zip(&sheet.ratings).enumerate() {
        let _ = write!(text, "{number:>2} ");
        push_runs(text, row);
        let _ = writeln!(text, "  {number:>2} {ratings}");
    }
    for (what, squares) in [("Bridges", &sheet.bridges), ("Rails", &sheet.rails)] {
        if !squares.is_empty() {
            let _ = writeln!(text, "{what}: {squares}");
        }
    }
    sheet.places.iter().for_each(|place| write_place(text, place));
    if let Some(note) = &sheet.note {
        let _ = writeln!(text, "{note}");
    }
}

fn write_place(text: &mut String, place: &PlaceView) {
    let _ = write!(text, "{:<6} {:<12}", place.tac, place.ground);
    for (whose, ids) in [("", &place.own), (" enemy:", &place.enemies), (" neutral:", &place.neutrals)] {
        if !ids.is_empty() {
            let _ = write!(text, "{whose} {ids}");
        }
    }
    text.push('\n');
}

/// Status blocks, in the form of the book's sample (chapter 3), with what the sample lacks on a last line.
pub fn units(blocks: &[StatusBlock]) -> String {
    let mut text = String::with_capacity(blocks.len() * 320);
    for unit in blocks {
        let _ = writeln!(text, "{}\n\nCommander: {} Deputy: {}", unit.id, unit.commander, unit.deputy);
        let _ = writeln!(text, "Location: {} strategic, {} tactical", unit.strategic, unit.tactical);
        let _ = writeln!(text, "Strength: {} Batteries: {}", unit.strength, unit.batteries);
        let _ = write!(text, "Quality: {} Experience: {}", unit.quality, unit.experience);
        let _ = writeln!(text, " Morale: {} Fatigue: {}", unit.morale, unit.fatigue);
        let _ = writeln!(text, "Supplies: {} Ammunition: {}", unit.supplies, unit.ammunition);
        let _ = writeln!(text, "Supply: {} Communications: {}", unit.supply, unit.communications);
        let _ = write!(text, "Type: {} Regiments: {}", unit.what, unit.regiments);
        let _ = writeln!(text, " Initiative: {} Arms: {}", unit.initiative, unit.arms);
        let _ = writeln!(text, "Moves: {}", unit.moves);
        if !unit.away.is_empty() {
            let _ = writeln!(text, "Away: {}", unit.away);
        }
        for note in &unit.notes {
            let _ = writeln!(text, "{note}");
        }
        text.push('\n');
    }
    text
}
