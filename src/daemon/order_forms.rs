//! The table of the order language as the desk page is handed it: what tells may not name the grammar.

use fieldpost_grammar::{Language, forms};
use fieldpost_print::shop::OrderForm;

/// Every order of a game that its book has, those of its offices among them, with the book's rule numbers.
pub fn order_forms(language: &'static Language) -> Vec<OrderForm> {
    let orders = forms(language).filter(|form| form.section.is_of_orders());
    orders
        .map(|form| OrderForm {
            section: language.text(form.section.title()),
            words: language.text(form.words),
            meaning: language.text(form.meaning),
            rules: language.edition.numbers(form.rules),
        })
        .collect()
}
