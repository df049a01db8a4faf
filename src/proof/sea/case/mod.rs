//! Rule cases of ships. The format is `docs/rule-cases.md`; what ships add to it stands in docs/rules/sea.md.

use std::panic::{self, AssertUnwindSafe};

use fieldpost_door::CaseReport;

pub mod expect;
pub mod file;
pub mod run;
pub mod situation;

/// Runs a case from its text. Whatever is wrong with it is a failure, never a panic: one bad case costs that case.
pub fn run(text: &str) -> CaseReport {
    panic::catch_unwind(AssertUnwindSafe(|| run::run(text))).unwrap_or_else(|cause| {
        let words = cause.downcast_ref::<String>().map(String::as_str);
        let words = words.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or("no word why");
        CaseReport { failures: vec![format!("the engine broke down: {words}")], events: Vec::new() }
    })
}
