//! Lists what the program carries with it: the rule cases, so that `fieldpost rules` can say anywhere how many
//! prove a rule, and the scenarios, so that a game can be opened anywhere.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const CASES: &str = "fixtures/cases";
const SCENARIOS: &str = "scenarios";

fn main() -> io::Result<()> {
    let root = env::current_dir()?;
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo sets no OUT_DIR"))?;
    for (folder, table) in [(CASES, "cases.rs"), (SCENARIOS, "scenarios.rs")] {
        println!("cargo:rerun-if-changed={folder}");
        let mut files = Vec::new();
        collect(&root.join(folder), &mut files)?;
        files.sort();
        fs::write(Path::new(&out).join(table), list(&root, &files))?;
    }
    Ok(())
}

/// A table of paths, as seen from the project's folder, and texts.
fn list(root: &Path, files: &[PathBuf]) -> String {
    let mut table = String::from("&[\n");
    for file in files {
        let _ =
            writeln!(table, "    ({:?}, include_str!({file:?})),", file.strip_prefix(root).unwrap_or(file));
    }
    table.push_str("]\n");
    table
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            println!("cargo:rerun-if-changed={}", path.display());
            collect(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            files.push(path);
        }
    }
    Ok(())
}
