//! `fieldpost map check FILE`: reads a map file and says everything that is wrong with it.

use std::fs;
use std::io::Write;
use std::process::ExitCode;

use anyhow::Context;

use fieldpost_ground::check::summary::Summary;
use fieldpost_ground::check::{check, check_tactical};
use fieldpost_ground::map_file::{self, BUILT_IN};

/// Arguments of `fieldpost map check`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A map file, or the id of a map that comes with the program, such as euwol.
    pub file: String,
}

/// Checks the map; the exit status is 1 if it has faults.
///
/// # Errors
/// If the file cannot be read at all, or `out` cannot be written.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let text = text_of(&args.file)?;
    let loaded = match map_file::read(&text) {
        Ok(loaded) => loaded,
        Err(faults) => {
            faults.iter().try_for_each(|fault| writeln!(out, "{}: {fault}", args.file))?;
            writeln!(out, "{}; the rest is looked at when the file can be read", count(faults.len()))?;
            return Ok(ExitCode::FAILURE);
        }
    };
    write!(out, "{}", Summary(&loaded))?;
    let mut findings = check(&text, &loaded);
    findings.extend(check_tactical(&text, &loaded, 0..loaded.atlas.map.grid.rows));
    findings.sort_by_key(|finding| (finding.line, finding.column));
    findings.iter().try_for_each(|finding| writeln!(out, "{}: {finding}", args.file))?;
    writeln!(out, "{}", count(findings.len()))?;
    Ok(if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn count(faults: usize) -> String {
    match faults {
        0 => "no faults".into(),
        1 => "1 fault".into(),
        more => format!("{more} faults"),
    }
}

/// The text of a file, or of the built-in map of that id.
///
/// # Errors
/// If there is neither.
pub fn text_of(name: &str) -> anyhow::Result<String> {
    if let Some((_, text)) = BUILT_IN.iter().find(|(id, _)| *id == name) {
        return Ok((*text).to_string());
    }
    let ids = BUILT_IN.iter().map(|(id, _)| *id).collect::<Vec<_>>().join(", ");
    fs::read_to_string(name).with_context(|| {
        format!("{name} cannot be read; expected a map file, or a map of the program: {ids}")
    })
}
