//! Numbers turn by turn as a drawing: lines over an axis of turns, as SVG that stands in a page.
//!
//! Made here and not by a crate of plots: those write fixed colours, and this has the reader's own ink (`currentColor`), so that it can be
//! read by day and by night. All places are whole tenths of a pixel: the same numbers are the same bytes.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use fieldpost_engine::words::grouped;
use serde::Serialize;

/// What was counted turn by turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Plot {
    /// By which a program finds it, such as `towns`.
    pub key: &'static str,
    /// What is counted, such as `Towns held`.
    pub title: String,
    /// Small print below it; may be empty.
    pub about: &'static str,
    /// A line each. Where a line has no value of a turn, nothing was counted.
    pub series: Vec<Series>,
}

/// A line of a plot.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Series {
    /// Of whom it is, such as a nation.
    pub name: String,
    /// Turns in their order, each with what was counted.
    pub values: Vec<(u32, i64)>,
}

/// A plot as a page has it: the drawing, whose line is which, and the numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Drawn {
    pub title: String,
    pub about: &'static str,
    pub svg: String,
    pub key: Vec<KeyLine>,
    pub rows: Vec<NumberRow>,
}

/// By what a line is known from the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KeyLine {
    pub name: String,
    /// A piece of the line, as SVG.
    pub sign: String,
}

/// The numbers of a turn, a cell a line of the plot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NumberRow {
    pub turn: u32,
    pub cells: Vec<String>,
}

/// Colours that are told apart on white and on black.
const COLOURS: [&str; 6] = ["#c0504d", "#3f7fbf", "#b8860b", "#4f8f4f", "#8e6bbf", "#2f8f8f"];

/// How lines are broken, the first not at all: colour is never the only sign.
const DASHES: [&str; 4] = ["", "7 4", "2 4", "9 3 2 3"];

/// The sheet and the frame within it, in tenths of a pixel.
const WIDE: i64 = 5_680;
const HIGH: i64 = 2_200;
const LEFT: i64 = 640;
const RIGHT: i64 = WIDE - 120;
const TOP: i64 = 120;
const BOTTOM: i64 = HIGH - 300;

/// Most lines across, and most turns that are named below.
const MOST_STEPS: i64 = 4;
const MOST_NAMED: usize = 12;

impl Plot {
    /// Whether there is anything to be drawn.
    pub fn is_empty(&self) -> bool {
        self.series.iter().all(|line| line.values.is_empty())
    }

    /// The plot for a page.
    pub fn drawn(&self) -> Drawn {
        let key = self.series.iter().enumerate().map(|(place, line)| KeyLine {
            name: line.name.clone(),
            sign: format!(
                "<svg width=\"34\" height=\"10\" viewBox=\"0 0 34 10\" aria-hidden=\"true\"><path d=\"M1 5H33\" {}/></svg>",
                stroke(place)
            ),
        });
        Drawn {
            title: self.title.clone(),
            about: self.about,
            svg: self.svg(),
            key: key.collect(),
            rows: self.rows(),
        }
    }

    fn turns(&self) -> BTreeSet<u32> {
        self.series.iter().flat_map(|line| &line.values).map(|(turn, _)| *turn).collect()
    }

    fn rows(&self) -> Vec<NumberRow> {
        let cell = |line: &Series, turn: u32| {
            let value = line.values.binary_search_by_key(&turn, |(turn, _)| *turn).ok();
            value.map_or_else(String::new, |place| grouped(line.values[place].1))
        };
        let row = |turn| NumberRow { turn, cells: self.series.iter().map(|line| cell(line, turn)).collect() };
        self.turns().into_iter().map(row).collect()
    }

    /// The drawing. Who does not see it has the numbers below it.
    fn svg(&self) -> String {
        let turns = self.turns();
        let (Some(first), Some(last)) = (turns.first(), turns.last()) else { return String::new() };
        let frame = Frame::of(i64::from(*first), i64::from(*last), &self.series);
        let mut svg = format!(
            "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\" style=\"width:100%;height:auto\" fill=\"currentColor\" \
             font-family=\"sans-serif\" font-size=\"13\">",
            px(WIDE),
            px(HIGH),
            escaped(&self.title)
        );
        frame.across(&mut svg);
        frame.named_turns(&turns.iter().map(|turn| i64::from(*turn)).collect::<Vec<_>>(), &mut svg);
        for (place, line) in self.series.iter().enumerate() {
            frame.line(place, line, &mut svg);
        }
        svg.push_str("</svg>");
        svg
    }
}

/// Where turns and numbers lie on the sheet.
struct Frame {
    first: i64,
    last: i64,
    low: i64,
    high: i64,
    step: i64,
}

impl Frame {
    fn of(first: i64, last: i64, series: &[Series]) -> Self {
        let values = || series.iter().flat_map(|line| &line.values).map(|(_, value)| *value);
        let (low, high) = (values().min().unwrap_or(0).min(0), values().max().unwrap_or(0).max(0));
        let step = round_step(high.saturating_sub(low));
        let low = low.div_euclid(step).saturating_mul(step);
        let steps = high.saturating_sub(low).saturating_add(step - 1).div_euclid(step).max(1);
        Frame { first, last, low, high: low.saturating_add(steps.saturating_mul(step)), step }
    }

    fn x(&self, turn: i64) -> i64 {
        match self.last - self.first {
            0 => (LEFT + RIGHT) / 2,
            wide => LEFT + scaled(turn - self.first, RIGHT - LEFT, wide),
        }
    }

    fn y(&self, value: i64) -> i64 {
        BOTTOM
            - scaled(value.saturating_sub(self.low), BOTTOM - TOP, self.high.saturating_sub(self.low).max(1))
    }

    /// The lines across, each with its number.
    fn across(&self, svg: &mut String) {
        let mut value = self.low;
        while value <= self.high {
            let y = self.y(value);
            // Writing to a string does not fail.
            let _ = write!(
                svg,
                "<path d=\"M{} {}H{}\" stroke=\"currentColor\" stroke-opacity=\"{}\" fill=\"none\"/><text x=\"{}\" y=\"{}\" \
                 text-anchor=\"end\">{}</text>",
                px(LEFT),
                px(y),
                px(RIGHT),
                if value == 0 { "0.7" } else { "0.2" },
                px(LEFT - 60),
                px(y + 45),
                grouped(value)
            );
            let Some(next) = value.checked_add(self.step) else { break };
            value = next;
        }
    }

    /// The turns below, as many as have room.
    fn named_turns(&self, turns: &[i64], svg: &mut String) {
        let every = turns.len().div_ceil(MOST_NAMED).max(1);
        for turn in turns.iter().step_by(every) {
            let (x, y) = (px(self.x(*turn)), px(BOTTOM + 190));
            let _ = write!(svg, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{turn}</text>");
        }
    }

    fn line(&self, place: usize, line: &Series, svg: &mut String) {
        let at = |(turn, value): &(u32, i64)| (px(self.x(i64::from(*turn))), px(self.y(*value)));
        let points = line.values.iter().map(at).collect::<Vec<_>>();
        let path = points.iter().map(|(x, y)| format!("{x} {y}")).collect::<Vec<_>>().join("L");
        let name = escaped(&line.name);
        if points.len() > 1 {
            let _ = write!(svg, "<path d=\"M{path}\" {}><title>{name}</title></path>", stroke(place));
        }
        if let [(x, y)] | [.., (x, y)] = &points[..] {
            let colour = COLOURS[place % COLOURS.len()];
            let _ = write!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"3.5\" fill=\"{colour}\"><title>{name}</title></circle>"
            );
        }
    }
}

/// How the line at a place is drawn.
fn stroke(place: usize) -> String {
    let (colour, dash) = (COLOURS[place % COLOURS.len()], DASHES[place % DASHES.len()]);
    let dash = if dash.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dash}\"") };
    format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.5\" stroke-linejoin=\"round\"{dash}")
}

/// The step between lines across: 1, 2 or 5 and noughts, so that no more than [`MOST_STEPS`] are needed.
fn round_step(wide: i64) -> i64 {
    let mut tens = 1_i64;
    loop {
        for digit in [1, 2, 5] {
            let step = tens.saturating_mul(digit);
            if step.saturating_mul(MOST_STEPS) >= wide {
                return step;
            }
        }
        tens = tens.saturating_mul(10);
    }
}

/// `part` of `whole`, on a stretch of such a length.
fn scaled(part: i64, length: i64, whole: i64) -> i64 {
    let scaled = i128::from(part) * i128::from(length) / i128::from(whole);
    i64::try_from(scaled).unwrap_or(0)
}

/// Tenths of a pixel as SVG writes them.
fn px(tenths: i64) -> String {
    match tenths % 10 {
        0 => (tenths / 10).to_string(),
        rest => format!("{}.{}", tenths / 10, rest.abs()),
    }
}

/// Words within SVG.
fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(lines: &[(&str, &[(u32, i64)])]) -> Plot {
        let series =
            lines.iter().map(|(name, values)| Series { name: (*name).into(), values: values.to_vec() });
        Plot { key: "men", title: "Men".into(), about: "", series: series.collect() }
    }

    #[test]
    fn the_most_stands_at_the_top_and_nothing_at_the_bottom() {
        let drawn = plot(&[("Austria", &[(0, 0), (1, 200), (2, 100)])]).drawn();
        let path = format!("M{} {}L{} {}L{} {}", 64, 190, 310, 12, 556, 101);
        assert!(drawn.svg.contains(&path), "{}", drawn.svg);
        let across = drawn.svg.matches("text-anchor=\"end\"").count();
        assert_eq!(across, 5, "0, 50, 100, 150, 200");
        assert_eq!(drawn.rows[1], NumberRow { turn: 1, cells: vec!["200".into()] });
    }

    #[test]
    fn steps_are_round_and_few() {
        let steps: Vec<i64> = [0, 3, 4, 5, 9, 200, 210, 31_000].map(round_step).into();
        assert_eq!(steps, [1, 1, 1, 2, 5, 50, 100, 10_000]);
        assert!(round_step(i64::MAX) > 0);
    }

    #[test]
    fn a_turn_that_was_not_counted_is_an_empty_cell_and_debts_lie_below_nothing() {
        let drawn = plot(&[("A", &[(1, -30), (2, 40), (3, 1)]), ("B", &[(2, 5), (3, 6)])]).drawn();
        assert_eq!(drawn.rows[0].cells, ["-30", ""]);
        assert!(drawn.svg.contains(">-40<") && drawn.svg.contains(">40<"), "{}", drawn.svg);
        assert!(drawn.svg.contains("stroke-dasharray"), "the second line is known without its colour");
    }

    #[test]
    fn names_stay_text_and_odd_numbers_break_nothing() {
        let drawn = plot(&[("<b>\"&", &[(7, i64::MAX), (8, i64::MIN)])]).drawn();
        assert!(drawn.svg.contains("&lt;b&gt;&quot;&amp;") && !drawn.svg.contains("<b>"), "{}", drawn.svg);
        assert_eq!(plot(&[]).drawn().svg, "");
        assert!(plot(&[("A", &[])]).is_empty() && plot(&[("A", &[(3, 9)])]).drawn().svg.contains("<circle"));
    }
}
