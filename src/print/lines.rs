//! Words as lines of a text, and what is listed under a head.

use crate::block::Listed;
use crate::press::{COLUMNS, fill};
use fieldpost_engine::wrap::width;

/// Words behind what stands before them, broken where a line is full; what goes on stands behind `hang`.
pub(crate) fn put(before: String, hang: &str, words: &str, lines: &mut Vec<String>) {
    if width(&before) + width(words) <= COLUMNS {
        lines.push(before + words);
    } else {
        fill(&before, hang, words, lines);
    }
}

/// What is listed: its head, and set in below it a line for each place.
pub(crate) fn listed_lines(listed: &Listed, margin: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let hang = format!("{margin}  ");
    put(margin.to_owned(), &hang, &format!("{}{}", listed.loud, listed.words), &mut lines);
    listed.lines.iter().for_each(|line| put(hang.clone(), &format!("{hang}  "), line, &mut lines));
    lines
}
