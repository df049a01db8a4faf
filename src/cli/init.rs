//! `fieldpost init FOLDER`: a commented configuration and the post office's key.

use std::fs;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};

use crate::daemon::config::SAMPLE;
use crate::daemon::identity::Identity;

/// Arguments of `fieldpost init`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder of the new post office; made where missing.
    #[arg(default_value = ".")]
    pub folder: PathBuf,
    /// The GA's name; asked for where left out.
    #[arg(long)]
    pub ga_name: Option<String>,
    /// The GA's mail address; asked for where left out.
    #[arg(long)]
    pub ga_address: Option<String>,
}

/// Makes the post office.
///
/// # Errors
/// If there is one in the folder already, or it cannot be written.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let file = args.folder.join("fieldpost.toml");
    if file.exists() {
        bail!("{} is there already: a post office is made once", file.display());
    }
    let name = answer(args.ga_name.as_deref(), "The GA's name", out)?;
    let address = answer(args.ga_address.as_deref(), "The GA's mail address", out)?;
    if !address.contains('@') || address.contains(char::is_whitespace) {
        bail!("{address:?} is not a mail address such as ga@example.org");
    }
    let store = args.folder.join("store");
    make_private_folder(&store)?;
    Identity::fresh().save(&store)?;
    fs::write(&file, filled(&name, &address)).with_context(|| format!("cannot write {}", file.display()))?;
    writeln!(out, "A post office is made in {}.", args.folder.display())?;
    writeln!(
        out,
        "Next: fill in {}, then run `fieldpost doctor --config {}`.",
        file.display(),
        file.display()
    )?;
    Ok(ExitCode::SUCCESS)
}

fn answer(given: Option<&str>, question: &str, out: &mut dyn Write) -> anyhow::Result<String> {
    let words = match given {
        Some(words) => words.to_owned(),
        None => {
            write!(out, "{question}: ")?;
            out.flush()?;
            let mut line = String::new();
            std::io::stdin().lock().read_line(&mut line)?;
            line
        }
    };
    let words = words.trim().to_owned();
    if words.is_empty() {
        bail!("{question} is needed");
    }
    Ok(words)
}

fn make_private_folder(folder: &Path) -> anyhow::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true).mode(0o700);
    builder.create(folder).with_context(|| format!("cannot make {}", folder.display()))
}

/// The sample configuration with the GA's name and address in it.
fn filled(name: &str, address: &str) -> String {
    let quoted = |words: &str| toml::Value::String(words.to_owned()).to_string();
    SAMPLE.replace("\"Game Administrator\"", &quoted(name)).replace("\"ga@example.org\"", &quoted(address))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::daemon::config::Config;

    #[test]
    fn what_it_writes_can_be_read_back_whatever_the_name() {
        let folder = tempfile::tempdir().unwrap();
        let args = Args {
            folder: folder.path().join("office"),
            ga_name: Some("Dot \"the GA\" Müller".into()),
            ga_address: Some("dot@example.net".into()),
        };
        let mut out = Vec::new();
        run(&args, &mut out).unwrap();
        let config = Config::load(&args.folder.join("fieldpost.toml")).unwrap();
        assert_eq!(config.ga.name, "Dot \"the GA\" Müller");
        assert_eq!(config.ga.address, "dot@example.net");
        assert!(run(&args, &mut Vec::new()).is_err());
    }
}
