//! `fieldpost man --out FOLDER`: the manual pages, one for the program and one for each subcommand, made from the same
//! words as `--help`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;

use fieldpost_engine::words::counted;

/// Arguments of `fieldpost man`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder that the pages are written to, such as /usr/share/man/man1; made where missing.
    #[arg(long)]
    pub out: PathBuf,
}

/// Writes the pages of a command line.
///
/// # Errors
/// If the folder cannot be made or written.
pub fn run(args: &Args, mut command: clap::Command, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let folder = &args.out;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    command.build();
    let mut pages = Vec::new();
    collect(&command, &mut pages);
    for page in &pages {
        page.generate_to(folder).with_context(|| format!("cannot write {}", folder.display()))?;
    }
    writeln!(out, "{} are in {}", counted(pages.len(), "page"), folder.display())?;
    Ok(ExitCode::SUCCESS)
}

fn collect(command: &clap::Command, pages: &mut Vec<clap_mangen::Man>) {
    let version = env!("CARGO_PKG_VERSION");
    pages.push(
        clap_mangen::Man::new(command.clone()).manual("Fieldpost").source(format!("fieldpost {version}")),
    );
    // Clap's own `help` explains itself.
    for subcommand in command.get_subcommands().filter(|one| one.get_name() != "help" && !one.is_hide_set()) {
        collect(subcommand, pages);
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::Cli;

    #[test]
    fn every_subcommand_has_its_page_with_name_synopsis_and_options() {
        let folder = tempfile::tempdir().unwrap();
        let args = Args { out: folder.path().join("man1") };
        run(&args, Cli::command(), &mut Vec::new()).unwrap();
        let page = |name: &str| fs::read_to_string(args.out.join(name)).unwrap();
        for subcommand in Cli::command().get_subcommands() {
            let text = page(&format!("fieldpost-{}.1", subcommand.get_name()));
            for section in [".TH ", ".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION"] {
                assert!(text.contains(section), "{} lacks {section}: {text}", subcommand.get_name());
            }
        }
        assert!(page("fieldpost-status.1").contains("json"));
        assert!(page("fieldpost-scenario-check.1").contains("fieldpost"));
        let main = page("fieldpost.1");
        assert!(main.contains("fieldpost\\-run(1)"), "{main}");
    }
}
