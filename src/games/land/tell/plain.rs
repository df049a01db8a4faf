//! Lists, maps and status blocks as text of at most 72 columns. Their forms are the rulebook's and R-5.3's; the words
//! around them stand in `mail_templates/`.

use std::fmt::Write as _;

use crate::army::{Command, Corps, CorpsKind};
use crate::held::{self, HeldSquares};
use crate::labels::Labels;
use crate::places::{CityView, DepotView, Side, SightingView};
use crate::position::PositionView;
use crate::sheets::{self, PlaceView, SheetView};
use crate::status::StatusBlock;
use fieldpost_engine::words::{agrees, counted, grouped};
use fieldpost_ground::spelling::spelt;

// Writing to a String cannot fail, so what `write!` gives back is dropped here and below.

/// What needs attention: a line for each thing, the units by square beneath, with whose they are where enemies are among
/// them.
pub fn attention(position: &PositionView) -> String {
    let mut text = String::new();
    for thing in &position.attention {
        let _ = writeln!(text, "{} ({}):", thing.words, thing.units);
        for place in &thing.places {
            text += &folded(&format!("  {}:", place.heading()), &place.units, 4);
            if !place.enemies.is_empty() {
                text += &folded("    the enemy's:", &place.enemies, 6);
            }
        }
    }
    text
}

/// Words behind a beginning, in lines of at most [`COLUMNS`]; further lines are indented by so many.
fn folded(begin: &str, words: &[impl AsRef<str>], indent: usize) -> String {
    let mut text = begin.to_owned();
    let mut column = begin.chars().count();
    for word in words.iter().map(AsRef::as_ref) {
        let width = word.chars().count();
        if column + 1 + width > COLUMNS {
            text.push('\n');
            text.push_str(&" ".repeat(indent));
            (column, text) = (indent + width, text + word);
        } else {
            let gap = if text.ends_with(' ') { "" } else { " " };
            column += gap.len() + width;
            text = text + gap + word;
        }
    }
    text.push('\n');
    text
}

/// Who commands what: their names and how many; which they are only where that is not the same for all.
pub fn commands(position: &PositionView) -> String {
    let mut text = String::new();
    for Command { commander, deputy, units, places } in &position.commands {
        let deputy = deputy.as_ref().map(|deputy| format!(", deputy {deputy}")).unwrap_or_default();
        let _ = writeln!(text, "{commander}{deputy}: {}", counted(*units, "unit"));
        if position.commands.len() > 2 {
            places.iter().for_each(|place| text += &folded(&format!("  {}", place.square), &place.units, 4));
        }
    }
    text
}

/// The army: the units of each headquarters, a row a unit.
pub fn army(position: &PositionView) -> String {
    let mut text = String::new();
    for corps in &position.army {
        let title = format!("{}:", corps_title(corps));
        let sums = [men(corps.men), counted(corps.batteries, "battery"), counted(corps.units, "unit")];
        text += &folded(&title, &[sums.join(", ")], 2);
        units_of(corps, position).for_each(|unit| write_row(&mut text, unit));
        text.push('\n');
    }
    text
}

/// So many men, in words.
fn men(count: u32) -> String {
    format!("{} {}", grouped(count), agrees(count, "man", "men"))
}

/// The units of a group of the army list.
pub fn units_of<'a>(corps: &'a Corps, position: &'a PositionView) -> impl Iterator<Item = &'a StatusBlock> {
    let ids = corps.places.iter().flat_map(|place| &place.units);
    ids.filter_map(|id| position.units.iter().find(|unit| unit.id == *id))
}

fn write_row(text: &mut String, unit: &StatusBlock) {
    let StatusBlock { id, square, tac, strength, batteries, experience, morale, fatigue, .. } = unit;
    let (quality, reach) = (unit.quality_mark(), unit.reach());
    let marks = [(!unit.is_commanded, 'd'), (unit.is_unusual(), '*')];
    let marks: String = marks.iter().filter(|(is, _)| *is).map(|(_, mark)| *mark).collect();
    let row = format!(
        "{id:<8} {square:<6} {tac:<6}{:>6}{batteries:>4}  {quality:<3}{experience:>3}{morale:>5}{fatigue:>4}{:>4}{:>4}  {reach:<8} {marks}",
        grouped(*strength),
        unit.supplies,
        unit.ammunition
    );
    text.push_str(row.trim_end());
    text.push('\n');
}

/// What heads the columns of [`army`].
pub const ROSTER: &str = "unit     square at       men bat  q  exp  mor fat sup amm  moves";

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

/// Flags in sight, one a line: those of the own side, or of all others.
pub fn in_sight(position: &PositionView, friendly: bool, labels: Labels) -> String {
    let mut text = String::new();
    for flag in position.sightings.iter().filter(|flag| flag.side.is_friendly() == friendly) {
        let SightingView { square, side, nation, words, .. } = flag;
        let _ =
            writeln!(text, "{square:<6} {:<8} {nation}: {words}{}", labels.of(*side), away(flag.distance));
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

/// How far off a city or depot may be to stand in a line of its own: as far as the strategic map reaches.
const WITHIN_REACH: u8 = 5;

/// ROTD-EUWOL 1.3: the railways and rivers that are not the own side's, and destroyed track, as lines of names.
pub fn held(position: &PositionView, labels: Labels) -> String {
    let lines = held::not_own(&position.squares, labels);
    let line = |HeldSquares { words, squares }: &HeldSquares| folded(&format!("{words}:"), squares, 2);
    lines.iter().map(line).collect()
}

/// What the War Minister hears, one a line.
pub fn hearsay(position: &PositionView) -> String {
    let mut text = String::new();
    for rumour in &position.hearsay {
        let _ = writeln!(text, "{:<6} {}: {}", rumour.square, rumour.nation, rumour.what);
    }
    text
}

/// The cities and depots that are known and within reach, one a line: those of the own side, or all others.
pub fn stores(position: &PositionView, friendly: bool, labels: Labels) -> String {
    let mut text = String::new();
    let near = || position.cities.iter().filter(|city| !is_far(city.distance));
    // Names such as Charlottesville move the columns behind them; longer ones stand out of line.
    let wide = near().map(|city| spelt(&city.name).chars().count()).max().unwrap_or(0).clamp(12, 15);
    for city in near().filter(|city| city.side.is_friendly() == friendly) {
        let CityView { square, tac, name, code, side, supplies, fort, besieged, distance, .. } = city;
        write_store(&mut text, (square, tac), (&spelt(name), wide), (code, labels.of(*side), *supplies));
        if let Some(fort) = fort {
            let _ = write!(text, ", fort {}/{}", fort.strength, fort.capacity);
        }
        let besieged = if *besieged { ", besieged" } else { "" };
        let _ = writeln!(text, "{besieged}{}", away(*distance));
    }
    let depots = position.depots.iter().filter(|depot| !is_far(depot.distance));
    for depot in depots.filter(|depot| depot.side.is_friendly() == friendly) {
        let DepotView { kind, square, tac, code, side, supplies, distance, .. } = depot;
        write_store(&mut text, (square, tac), (kind, wide), (code, labels.of(*side), *supplies));
        let _ = writeln!(text, "{}", away(*distance));
    }
    text
}

/// Whether something is beyond the reach of the player's units: whoever holds an office knows of it all the same.
pub fn is_far(distance: Option<u8>) -> bool {
    distance.is_none_or(|distance| distance > WITHIN_REACH)
}

/// The cities and depots beyond reach, in a sentence.
pub fn far_stores(position: &PositionView) -> String {
    let cities = position.cities.iter().filter(|city| is_far(city.distance)).map(|city| {
        let besieged = if city.besieged { ", besieged" } else { "" };
        let fort = city.fort.map(|fort| format!(", fort {}/{}", fort.strength, fort.capacity));
        let supplies = counted(city.supplies, "supply");
        format!(
            "{} {} {} ({supplies}{}{besieged})",
            city.name,
            city.square,
            city.tac,
            fort.unwrap_or_default()
        )
    });
    let depots = position.depots.iter().filter(|depot| is_far(depot.distance)).map(|depot| {
        format!("{} {} {} ({})", depot.kind, depot.square, depot.tac, counted(depot.supplies, "supply"))
    });
    cities.chain(depots).collect::<Vec<_>>().join(", ")
}

/// A line of the table of stores, with the name in a column so many characters wide.
fn write_store(
    text: &mut String,
    (square, tac): (&str, &str),
    (name, wide): (&str, usize),
    (code, side, supplies): (&str, &str, u32),
) {
    let _ = write!(
        text,
        "{square:<6} {tac:<5} {name:<wide$} {code:<2} {side:<7} {supplies:>3} {}",
        agrees(supplies, "supply", "supplies")
    );
}

/// The tactical maps: 15 lines of marks with the ratings beside them, then bridges, rails and units.
pub fn tactical(position: &PositionView, labels: Labels) -> String {
    let mut text = String::with_capacity(position.sheets.len() * 1_600);
    for sheet in &position.sheets {
        let _ = writeln!(text, "{}: {}", sheet.square, sheet.about);
        sheets::lines(sheet).iter().for_each(|line| text += &format!("{line}\n"));
        write_below(&mut text, sheet, labels);
        text.push('\n');
    }
    text
}

fn write_below(text: &mut String, sheet: &SheetView, labels: Labels) {
    for (what, squares) in [("Bridges", &sheet.bridges), ("Rails", &sheet.rails)] {
        if !squares.is_empty() {
            text.push_str(&folded(&format!("{what}:"), squares, 2));
        }
    }
    sheet.places.iter().for_each(|place| write_place(text, place, labels));
    if let Some(note) = &sheet.siege {
        let _ = writeln!(text, "{note}");
    }
}

fn write_place(text: &mut String, place: &PlaceView, labels: Labels) {
    let begin = format!("{:<6} {:<12} ", place.tac, format!("{} {}", place.ground, place.rating));
    let [own, enemies, neutrals] = match labels {
        Labels::Words => ["", "enemy:", "neutral:"],
        Labels::Marks => ["o:", "x:", "n:"],
    };
    let groups = [
        (own, place.names(Side::is_friendly)),
        (enemies, place.names(|side| side == Side::Enemy)),
        (neutrals, place.names(|side| side == Side::Neutral)),
    ];
    let told = groups.iter().filter(|(_, names)| !names.is_empty());
    let words: Vec<&str> = told
        .flat_map(|(whose, names)| std::iter::once(*whose).chain(names.split(' ')))
        .filter(|word| !word.is_empty())
        .collect();
    text.push_str(&folded(&begin, &words, 20));
}

/// What there is to say of units beyond their rows.
pub fn unusual<'a>(blocks: impl Iterator<Item = &'a StatusBlock>) -> String {
    let mut text = String::new();
    for unit in blocks.filter(|unit| unit.is_unusual()) {
        let near = unit.near.as_ref().map(|near| format!(", {near}")).unwrap_or_default();
        let (stands, state) = (unit.stands(), unit.state.suffix());
        let _ =
            writeln!(text, "{}: {}{state}, {} {}{stands}{near}.", unit.id, unit.kind, unit.square, unit.tac);
        let away = unit.away();
        if !away.is_empty() {
            let _ = writeln!(text, "  Away: {away}.");
        }
        let notes = unit.unusual_notes();
        notes.iter().for_each(|words| text += &format!("  {words}\n"));
    }
    text
}
