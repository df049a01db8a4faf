//! What build scripts share: a folder's texts as a table in the program.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Writes the table NAME.rs into the build's own folder: every TOML file below `root/folder`, by its path from `root`, with
/// its text.
pub fn list(root: &Path, folder: &str, name: &str) -> io::Result<()> {
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo sets no OUT_DIR"))?;
    let root = root.canonicalize()?;
    let mut files = Vec::new();
    collect(&root.join(folder), &mut files)?;
    files.sort();
    fs::write(Path::new(&out).join(name).with_extension("rs"), table(&root, &files))
}

fn table(root: &Path, files: &[PathBuf]) -> String {
    let mut table = String::from("&[\n");
    for file in files {
        let _ =
            writeln!(table, "    ({:?}, include_str!({file:?})),", file.strip_prefix(root).unwrap_or(file));
    }
    table.push_str("]\n");
    table
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    println!("cargo:rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            files.push(path);
        }
    }
    Ok(())
}
