//! Any text as a letter's body.
#![no_main]

#[path = "../checks.rs"]
#[allow(dead_code)]
mod checks;

libfuzzer_sys::fuzz_target!(|body: &str| checks::cleaned_text(body));
