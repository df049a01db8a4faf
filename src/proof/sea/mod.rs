//! How the war at sea is proven: rule cases ([`case`]), and battles by the thousand ([`calibrate`]).

use fieldpost_door::Proof;

pub mod calibrate;
pub mod case;

/// Wood, Iron, Steam and Canvas, the American Civil War.
pub static WISC_CWOL: Proof = Proof {
    rulebook: "wisc-cwol",
    rules: Some(include_str!("../../../fixtures/rules/wisc-cwol.toml")),
    // No case is shared with a book of another system.
    number: |_| None,
    case: Some(case::run),
    soak: None,
    calibrate: Some(|trials, out| calibrate::run(*trials, out)),
    tournament: None,
    rehearsal: None,
};

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    fn cases() -> Vec<PathBuf> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/cases/wisc-cwol");
        let mut cases: Vec<PathBuf> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        cases.sort();
        // What goes over the desk, counts the campaign's turns or has a map of its own is proven where the land is known.
        let is_of_land = |path: &PathBuf| {
            let text = fs::read_to_string(path).unwrap();
            ["PASSWORD", "played", "[map]"].iter().any(|word| text.contains(word))
        };
        cases.retain(|path| !is_of_land(path));
        cases
    }

    #[test]
    fn every_case_holds() {
        let mut failed = Vec::new();
        for path in cases() {
            let report = super::case::run(&fs::read_to_string(&path).unwrap());
            if !report.failures.is_empty() {
                let name = path.file_name().unwrap().to_string_lossy();
                failed.push(format!(
                    "{name}\n  {}\n  {}",
                    report.failures.join("\n  "),
                    report.events.join("\n  ")
                ));
            }
        }
        assert!(
            failed.is_empty(),
            "{} of {} cases failed\n{}",
            failed.len(),
            cases().len(),
            failed.join("\n")
        );
    }
}
