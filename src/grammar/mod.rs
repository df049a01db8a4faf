//! Text to `(orders, complaints)`, each with its place in the text. No state.
//!
//! **Parsing never fails**: a line that cannot be read costs that line. The normative text is the ABNF in
//! `grammar/`, one file for each parser here with the same stem.

pub mod letter;
pub mod secret;

pub use secret::Secret;
