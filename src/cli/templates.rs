//! `fieldpost templates`: the words and the look of mails, for hosts who want their own.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};

use crate::cli::post_office::ConfigArg;
use fieldpost_daemon::{samples, templates};
use fieldpost_games::RULEBOOKS;
use fieldpost_print::press::{self, Press};

/// Arguments of `fieldpost templates`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, clap::Subcommand)]
enum Task {
    /// List the templates, and which of them a folder has of its own.
    List {
        /// A folder with templates of the host's own.
        folder: Option<PathBuf>,
    },
    /// Write the built-in templates into a new or empty folder, to begin from.
    Export {
        /// The folder.
        folder: PathBuf,
    },
    /// Print every kind of mail with the templates of a folder, and name what is wrong with line and column.
    Check {
        /// The folder; where left out, the one that the configuration names.
        folder: Option<PathBuf>,
        #[command(flatten)]
        config: ConfigArg,
        /// A new or empty folder to write the sample mails to, as text and HTML, for looking at.
        #[arg(long)]
        samples: Option<PathBuf>,
    },
}

/// Lists, writes or checks templates. Templates with a fault make the exit status a failure.
///
/// # Errors
/// If a folder cannot be read or written.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match &args.task {
        Task::List { folder } => list(folder.as_deref(), out),
        Task::Export { folder } => export(folder, out),
        Task::Check { folder, config, samples } => {
            let folder = folder_of(folder.as_deref(), config, out)?;
            check(folder.as_deref(), samples.as_deref(), out)
        }
    }
}

fn list(folder: Option<&Path>, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let own = folder.map(templates::read).transpose()?.unwrap_or_default();
    for (name, _) in press::built_in() {
        let whose = if own.contains_key(*name) { "your own" } else { "built in" };
        writeln!(out, "{name:<16} {whose}")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn export(folder: &Path, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    new_folder(folder)?;
    for (name, text) in press::built_in() {
        write(&folder.join(name), text)?;
    }
    let count = press::built_in().len();
    writeln!(
        out,
        "{count} templates are in {}. Keep those that you change and delete the",
        folder.display()
    )?;
    writeln!(out, "others: they then follow newer versions. Name the folder in the configuration:")?;
    writeln!(out, "  [office]\n  templates = \"{}\"", folder.display())?;
    Ok(ExitCode::SUCCESS)
}

/// The folder on trial; none is the built-in templates alone, and is said.
fn folder_of(
    folder: Option<&Path>,
    config: &ConfigArg,
    out: &mut dyn Write,
) -> anyhow::Result<Option<PathBuf>> {
    if let Some(folder) = folder {
        return Ok(Some(folder.to_owned()));
    }
    let found = config.load_if_any()?;
    let why = match found {
        Some(config) if config.office.templates.is_some() => return Ok(config.office.templates),
        Some(_) => "the configuration names no folder of templates ([office] templates)",
        None => "no folder is named, and there is no configuration",
    };
    writeln!(out, "The built-in templates alone are tried: {why}.")?;
    Ok(None)
}

fn check(folder: Option<&Path>, keep: Option<&Path>, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let own = folder.map(templates::read).transpose()?.unwrap_or_default();
    let printed =
        Press::strict(&own).map_err(anyhow::Error::from).and_then(|press| samples::print(&press, RULEBOOKS));
    let printed = match printed {
        Ok(printed) => printed,
        Err(error) => {
            let place = folder.map(|folder| format!("{}: ", folder.display())).unwrap_or_default();
            writeln!(out, "WRONG  {place}{error:#}")?;
            return Ok(ExitCode::FAILURE);
        }
    };
    if let Some(keep) = keep {
        new_folder(keep)?;
        for sample in &printed {
            let text = format!("Subject: {}\n\n{}", sample.subject, sample.text);
            write(&keep.join(format!("{}.txt", sample.name)), &text)?;
            if !sample.html.is_empty() {
                write(&keep.join(format!("{}.html", sample.name)), &sample.html)?;
            }
        }
    }
    writeln!(out, "well   {} templates of your own; {} sample mails were printed", own.len(), printed.len())?;
    Ok(ExitCode::SUCCESS)
}

fn new_folder(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    if std::fs::read_dir(folder)?.next().is_some() {
        bail!("{} is not empty: name a new folder, so that nothing is overwritten", folder.display());
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
