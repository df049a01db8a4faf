//! A report whose text has a bound: of what is longer the mail has the sections that fit, in their order, and the whole of it goes as a
//! file.

use crate::layout;
use crate::press::{Press, PressError, Printed};
use crate::report::{Enclosure, Laid, Report};
use crate::section::{Block, Section, Sheet};

/// Bytes that are kept for saying what is left out.
const FOR_WORDS: usize = 2_000;

/// The report with a text of at most so many bytes; what is longer goes whole as a file of this name.
///
/// # Errors
/// If a template is at fault.
pub fn bounded(
    mut report: Report,
    press: &Press,
    most: usize,
    file: &'static str,
) -> Result<Report, PressError> {
    let Printed { subject, text, locale } = report.printed;
    let laid = report.laid.as_ref().filter(|_| text.len() > most);
    let Some(laid) = laid else {
        report.printed = Printed { subject, text, locale };
        return Ok(report);
    };
    let sheets = within(laid, most.saturating_sub(FOR_WORDS), file);
    let short = layout::text(press, &laid.heading, laid.turn, &sheets)?;
    report.printed = Printed { subject, ..short };
    let kind = "text/plain; charset=utf-8";
    report.enclosures.push(Enclosure { name: file.into(), kind, bytes: text.into_bytes() });
    Ok(report)
}

/// The sections that fit, and one that names the rest.
fn within(laid: &Laid, most: usize, file: &str) -> Vec<Sheet> {
    let mut sheets = laid.sheets.clone();
    let (mut used, mut left) = (0, Vec::new());
    for sheet in &mut sheets {
        sheet.sections.retain(|section| {
            let bytes = bytes(section);
            let fits = used + bytes <= most;
            if fits {
                used += bytes;
            } else if !section.title.is_empty() {
                left.push(section.title.clone());
            }
            fits
        });
    }
    sheets.retain(|sheet| !sheet.sections.is_empty());
    let left = if left.is_empty() { String::new() } else { format!(" Not here: {}.", left.join("; ")) };
    let words = format!("The file {file}, which goes with this mail, has the whole of this text.{left}");
    let rest = Section::new("left-out", "The rest").with(Block::Words(words));
    match sheets.last_mut() {
        Some(last) => last.sections.push(rest),
        None => {
            let first = laid.sheets.first().cloned().unwrap_or_default();
            sheets.push(Sheet { sections: vec![rest], ..first });
        }
    }
    sheets
}

/// How many bytes a section takes in a text.
fn bytes(section: &Section) -> usize {
    layout::lines(std::slice::from_ref(section)).iter().map(|line| line.len() + 1).sum::<usize>() + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heading::Heading;

    const WHOLE: &str = "whole.txt";

    fn section(title: &str, items: usize) -> Section {
        let item = "PR1IN stands at K\u{f6}niggr\u{e4}tz with 3000 men.".to_owned();
        Section::new("units", title).with(Block::Items(vec![item; items]))
    }

    fn report(press: &Press, sections: Vec<Section>) -> Report {
        let sheets = vec![Sheet { what: "Position".into(), sections, ..Sheet::default() }];
        let laid = Laid { heading: Heading::default(), turn: 2, sheets };
        let printed = layout::text(press, &laid.heading, 2, &laid.sheets).unwrap();
        Report {
            printed,
            html: None,
            pictures: Vec::new(),
            laid: Some(laid),
            enclosures: Vec::new(),
            orders: String::new(),
        }
    }

    #[test]
    fn a_long_text_has_the_sections_that_fit_and_goes_whole_as_a_file() {
        let press = Press::new().unwrap();
        let sections = vec![section("Losses", 9), section("Every unit", 900), section("Supplies", 9)];
        let long = report(&press, sections);
        let whole = long.printed.text.clone();
        let cut = bounded(long, &press, 10_000, WHOLE).unwrap();
        let text = &cut.printed.text;
        assert!(text.len() < 10_000 && text.contains("LOSSES") && text.contains("SUPPLIES"), "{text}");
        assert!(!text.contains("EVERY UNIT") && text.contains("Not here: Every unit."), "{text}");
        let [file] = &cut.enclosures[..] else { panic!("{:?}", cut.enclosures) };
        assert_eq!((file.name.as_str(), &file.bytes), (WHOLE, &whole.into_bytes()));
        let short = report(&press, vec![section("Losses", 9)]);
        assert_eq!(bounded(short.clone(), &press, 10_000, WHOLE).unwrap(), short, "what is short stays");
    }

    #[test]
    fn where_no_section_fits_the_mail_says_where_all_of_it_is() {
        let press = Press::new().unwrap();
        let cut = bounded(report(&press, vec![section("Every unit", 900)]), &press, 5_000, WHOLE).unwrap();
        assert!(cut.printed.text.contains(WHOLE) && cut.printed.text.len() < 5_000, "{}", cut.printed.text);
    }
}
