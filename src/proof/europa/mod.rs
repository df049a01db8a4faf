//! How the rules are proven: cases, small situations with what must come of them. The format is `docs/rule-cases.md`, with what
//! is this game's own below.
//!
//! Letters of a case are read by the order language and sifted as the desk's are; who may write what is the desk's own business and
//! is not asked here beyond the name of the power.

use crate::receipts;
use fieldpost_door::{CaseReport, Proof};

pub(crate) mod contact;
mod expect;
mod file;
mod foretold;
#[cfg(test)]
mod grand;
mod nations;
mod situation;
mod soak;
mod tournament;
#[cfg(test)]
mod truth;
mod written;

/// Europa by mail.
pub static EUROPA: Proof = Proof {
    rulebook: "europa",
    rules: Some(include_str!("../../../fixtures/rules/europa.toml")),
    number: |key| Some(key.to_owned()),
    case: Some(run),
    receipts: Some(|args, out| receipts::run(&receipts::EUROPA, args, out)),
    soak: Some(soak::run),
    calibrate: None,
    tournament: Some(tournament::run),
    rehearsal: None,
};

/// Runs a case from its text. Whatever is wrong with it is a failure, never a panic.
pub fn run(text: &str) -> CaseReport {
    match situation::play(text) {
        Ok(report) => report,
        Err(why) => CaseReport { failures: vec![why], events: Vec::new() },
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

    /// The cases of every chapter.
    fn paths() -> Vec<PathBuf> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/cases/europa");
        let within = |folder: &Path| {
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>()
        };
        let mut paths: Vec<_> = within(&folder).iter().flat_map(|chapter| within(chapter)).collect();
        paths.sort();
        assert!(paths.len() > 400, "found only {} cases", paths.len());
        paths
    }

    #[test]
    fn every_case_quotes_the_book() {
        for path in &paths() {
            let table: toml::Table = fs::read_to_string(path).unwrap().parse().unwrap();
            let quote = table.get("quote").and_then(toml::Value::as_str).unwrap_or_default();
            assert!(quote.len() >= 6, "{} quotes nothing", path.display());
        }
    }

    #[test]
    fn what_makes_no_sense_fails_and_says_why() {
        for (text, seen) in [
            ("moral = 3", "unknown field `moral`"),
            ("trials = 0", "counted from 1"),
            ("stop = \"tea\"", "expected one of supply"),
            ("[map]\nland = [\"alba bona cora\"]", "expected - ~ ^ or ="),
            ("[map]\nland = [\"alba\"]\nport = { bona = \"port\" }", "no province bona"),
            ("[[stack]]\nid = \"FR-1\"\nowner = \"France\"\nat = \"alba\"", "no place alba"),
            ("[[expect]]\nmorale = 3", "looks at nothing"),
            ("[[expect]]\nevent = \"marching\"", "no event kind"),
            ("[[expect]]\nstack = \"FR-1\"\nmoral = 3", "unknown key `moral`"),
            ("[[expect]]\nstack = \"FR-1\"\nat = \"alba\"", "does not exist"),
        ] {
            let report = run(text);
            assert!(report.failures.iter().any(|why| why.contains(seen)), "{text}: {report:?}");
        }
    }
}
