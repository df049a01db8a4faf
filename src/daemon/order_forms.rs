//! The table of the order language as the desk page is handed it: what tells may not name the grammar.

use crate::grammar::{FORMS, Section};
use crate::print::shop::OrderForm;

/// Every order of a unit or an office.
pub fn order_forms() -> Vec<OrderForm> {
    let title = |section: Section| Section::ALL.iter().find(|row| row.0 == section).map_or("", |row| row.1);
    let forms = FORMS
        .iter()
        .filter(|form| !matches!(form.section, Section::Letter | Section::Account | Section::Press));
    forms
        .map(|form| OrderForm {
            section: title(form.section),
            words: form.words,
            meaning: form.meaning,
            rules: form.rules,
        })
        .collect()
}
