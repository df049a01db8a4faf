//! A report of a round or of where things stand, printed with what goes beside it.

use fieldpost_engine::wishes::Wishes;
use fieldpost_print::heading::Heading;
use fieldpost_print::layout::text_as_wished;
use fieldpost_print::press::PressError;
use fieldpost_print::report::{Enclosure, Illustration, Page, Report};
use fieldpost_print::section::{Block, Rank, Section, Sheet};
use fieldpost_print::shop::Shop;

use crate::tell::file::ReportFile;

/// A report before it is printed.
pub(super) struct Told {
    /// The turn of the letters in its subject.
    pub turn: u32,
    pub sheet: Sheet,
    /// What programs are told beside its sections.
    pub file: ReportFile,
    /// The orders to be filled in; empty where none are awaited.
    pub orders: String,
    /// The page on which they are composed.
    pub desk: Option<String>,
}

/// One mail of some reports; programs are told what all of them say.
///
/// # Errors
/// If a template is at fault.
pub(super) fn printed(
    told: &[Told],
    heading: &Heading,
    wishes: &Wishes,
    shop: &Shop<'_>,
) -> Result<Report, PressError> {
    let sheets: Vec<Sheet> = told.iter().map(|one| one.sheet.clone()).collect();
    let turn = told.first().map_or(0, |one| one.turn);
    let printed = text_as_wished(shop.press, heading, turn, &sheets, wishes)?;
    let page =
        wishes.html.then(|| Page::of(shop.press, heading, turn, sheets)).transpose()?.unwrap_or_default();
    let file = |name: &str, kind, bytes| Enclosure { name: name.into(), kind, bytes };
    let whole = told.iter().fold(None, |whole: Option<ReportFile>, one| {
        Some(whole.unwrap_or_else(|| one.file.clone()).with(&one.sheet.sections))
    });
    let json = whole
        .map(|whole| file("report.json", "application/json", serde_json::to_vec(&whole).unwrap_or_default()));
    let orders = told.iter().map(|one| one.orders.as_str()).collect::<String>();
    let form = (!orders.is_empty())
        .then(|| file("orders.txt", "text/plain; charset=utf-8", orders.clone().into_bytes()));
    let desks = told.iter().filter_map(|one| one.desk.clone()).map(|page| Enclosure::page("desk.html", page));
    let enclosures = form.into_iter().chain(json).chain(desks).collect();
    let Page { html, pictures, laid } = page;
    Ok(Report { printed, html: wishes.html.then_some(html), pictures, laid, enclosures, orders })
}

/// Pictures for who wants pictures.
pub(super) fn wanted(wishes: &Wishes, draw: impl FnOnce() -> Vec<Illustration>) -> Vec<Illustration> {
    if wishes.html && wishes.pictures { draw() } else { Vec::new() }
}

pub(super) fn below(pictures: Vec<Illustration>, mut sheet: Sheet) -> Sheet {
    if !pictures.is_empty() {
        let figures = pictures.into_iter().map(Block::Figure).fold(Section::new("figure", ""), Section::with);
        sheet.sections.insert(0, figures.at(Rank::Map));
    }
    sheet
}
