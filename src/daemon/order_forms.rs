//! The table of the order language as the desk page is handed it: what tells may not name the grammar.

use crate::grammar::{Language, forms};
use crate::print::shop::OrderForm;

/// Every order of a game, those of its offices among them.
pub fn order_forms(language: &'static Language) -> Vec<OrderForm> {
    let orders = forms(language).filter(|form| form.section.is_of_orders());
    orders
        .map(|form| OrderForm {
            section: form.section.title(),
            words: form.words,
            meaning: form.meaning,
            rules: form.rules,
        })
        .collect()
}
