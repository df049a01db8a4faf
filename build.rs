//! Lists the rule cases in a table that the program carries with it, so that `fieldpost rules` can say
//! anywhere how many cases prove a rule.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const FOLDER: &str = "fixtures/cases";

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed={FOLDER}");
    let root = env::current_dir()?;
    let mut files = Vec::new();
    collect(&root.join(FOLDER), &mut files)?;
    files.sort();
    let mut table = String::from("&[\n");
    for file in files {
        let _ =
            writeln!(table, "    ({:?}, include_str!({file:?})),", file.strip_prefix(&root).unwrap_or(&file));
    }
    table.push_str("]\n");
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo sets no OUT_DIR"))?;
    fs::write(Path::new(&out).join("cases.rs"), table)
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
