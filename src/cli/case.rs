//! `fieldpost case [--events] [--fail-fast] PATH...`: runs rule cases, small situations with what must come of them.
//! The format is `docs/rule-cases.md`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use fieldpost_door::CaseReport;
use fieldpost_proof::PROOFS;

/// Arguments of `fieldpost case`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print each turn's events, one a line.
    #[arg(long)]
    pub events: bool,
    /// Stop at the first case that fails.
    #[arg(long)]
    pub fail_fast: bool,
    /// Case files, and folders that are searched for them.
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
}

/// Runs the cases; the exit status is 1 if any failed. The last line is `N passed, N failed`, of those that were
/// run: `--fail-fast` leaves out what comes after the first that fails.
///
/// # Errors
/// If `out` cannot be written.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let (mut passed, mut failed) = (0, 0);
    for path in args.paths.iter().flat_map(|path| files(path)) {
        let report = match fs::read_to_string(&path) {
            Ok(text) => run_text(&text),
            Err(error) => fault(format!("cannot be read: {error}")),
        };
        print(&path, &report, args.events, out)?;
        if report.failures.is_empty() {
            passed += 1
        } else {
            failed += 1
        }
        if failed > 0 && args.fail_fast {
            break;
        }
    }
    writeln!(out, "{passed} passed, {failed} failed")?;
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn run_text(text: &str) -> CaseReport {
    match PROOFS.of_case(text) {
        Some(run) => run(text),
        None => fault("no rulebook that is hosted here has cases".into()),
    }
}

fn fault(why: String) -> CaseReport {
    CaseReport { failures: vec![why], events: Vec::new() }
}

fn print(path: &Path, report: &CaseReport, events: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let failed = !report.failures.is_empty();
    if failed {
        writeln!(out, "FAILED {}", path.display())?;
    } else if events {
        writeln!(out, "passed {}", path.display())?;
    }
    for failure in &report.failures {
        writeln!(out, "  {}", failure.replace('\n', "\n  "))?;
    }
    if failed || events {
        let line = if report.events.is_empty() { "  no events" } else { "  events:" };
        writeln!(out, "{line}")?;
        report.events.iter().try_for_each(|event| writeln!(out, "    {event}"))?;
    }
    Ok(())
}

/// The case files of a path: itself, or all `.toml` files below a folder, sorted. A folder that cannot be
/// read is given as if it were a file, so that reading it says why.
pub fn files(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(path) else { return vec![path.to_path_buf()] };
    let mut entries: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    entries.sort();
    let is_case = |path: &PathBuf| path.is_dir() || path.extension().is_some_and(|ending| ending == "toml");
    entries.into_iter().filter(is_case).flat_map(|path| files(&path)).collect()
}
