//! What losses inflicted come to by the sizes of those who fought (tables `[battle]`).

use crate::tables::Tables;

/// The change of losses inflicted by a stack of a size.
pub(super) fn small_stack(rows: &[(i32, i32)], thirds: i32, die: i32) -> i32 {
    let row = rows.iter().rev().find(|(size, _)| *size <= thirds);
    let beyond = rows.last().is_some_and(|(size, _)| thirds >= size + 3);
    match row {
        _ if beyond => 0,
        Some((size, change)) if Some(*size) == rows.last().map(|(size, _)| *size) => {
            if die % 2 == 1 {
                *change
            } else {
                0
            }
        }
        Some((_, change)) => *change,
        None => rows.first().map_or(0, |(_, change)| *change),
    }
}

/// A difference of classes divided by three, to the nearest whole.
pub(super) fn nearest_third(difference: i32) -> i32 {
    let away = (difference.abs() + 1) / 3;
    if difference < 0 { -away } else { away }
}

/// Losses in the line of a difference of sizes: whole and third parts are read apart and added.
pub(super) fn by_line(tables: &Tables, line: i32, thirds: i32) -> i32 {
    let key = match line.clamp(-2, 3) {
        -1 => 0,
        line => line,
    };
    let Some(row) = tables.battle.size_lines.get(&key.to_string()) else { return thirds };
    let (whole, part) = (thirds / 3, thirds % 3);
    let cell = |place: i32| usize::try_from(place).ok().and_then(|place| row.get(place)).copied();
    let of_part = if part == 0 { 0 } else { cell(part - 1).unwrap_or(part) };
    let of_whole = match whole {
        0 => 0,
        1..=6 => cell(whole + 1).unwrap_or(3 * whole),
        _ => 3 * whole + tables.battle.size_lines_more.get(&key.to_string()).copied().unwrap_or(0),
    };
    of_part + of_whole
}
