//! Rule cases: small situations with what must come of them. The format is `docs/rule-cases.md`.

use fieldpost_door::CaseReport;

pub mod chart;
pub mod expect;
pub mod file;
mod foretold;
pub mod found;
pub mod joint;
mod letters;
mod orders;
pub mod printed;
pub mod range;
pub mod roster;
pub mod run;
pub mod situation;
mod turned;

/// Runs a case from its text. Whatever is wrong with it is a failure, never a panic: one bad case costs that case.
pub fn run(text: &str) -> CaseReport {
    let run::Report { failures, events } = run::run(text);
    CaseReport { failures: failures.iter().map(ToString::to_string).collect(), events }
}
