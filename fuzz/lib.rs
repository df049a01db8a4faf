//! The part of Fieldpost that is fuzzed, under its own name: reading mail, the order languages, and the games and the
//! engine that these name (`tests/suite/layers.rs` holds them to import nothing else). It is compiled from the same
//! files, without the store, the pictures, the templates and the network, which would be most of a build.
//!
//! Engine and games are private, so that of them only what reading needs is made into code.
#![allow(dead_code, unused_imports)]

#[path = "../src/engine/mod.rs"]
mod engine;
#[path = "../src/games/mod.rs"]
mod games;
#[path = "../src/grammar/mod.rs"]
pub mod grammar;

pub mod mail;
mod print;
pub use games::ground::square;
