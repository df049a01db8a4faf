//! `fieldpost init FOLDER`: a commented configuration and the post office's key; with `--import FILE` also the record
//! and the key of a post office that moves here.

use std::fs;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};

use crate::cli::post_office::as_its_owner;
use crate::cli::record;
use fieldpost_daemon::config::{Config, SAMPLE};
use fieldpost_daemon::identity::Identity;
use fieldpost_store::Damage;

/// Arguments of `fieldpost init`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder of the new post office; made where missing.
    #[arg(default_value = ".")]
    pub folder: PathBuf,
    /// The folder of the record, on a local disk; left out, `store` in the new folder, and for /etc/NAME
    /// /var/lib/NAME/store.
    #[arg(long)]
    pub store: Option<PathBuf>,
    /// The GA's name; asked for where left out.
    #[arg(long)]
    pub ga_name: Option<String>,
    /// The GA's mail address; asked for where left out.
    #[arg(long)]
    pub ga_address: Option<String>,
    /// An export of another post office, to go on with here: its record and its key (FILE.identity beside it). A
    /// fieldpost.toml that lies in the folder already is kept.
    #[arg(long, value_name = "FILE")]
    pub import: Option<PathBuf>,
}

/// Makes the post office.
///
/// # Errors
/// If there is one in the folder already, or it cannot be written.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let file = args.folder.join("fieldpost.toml");
    if file.exists() && args.import.is_none() {
        bail!("{} is there already: a post office is made once", file.display());
    }
    // Both are needed, and nothing is made before both are known to be there.
    let came =
        args.import.as_deref().map(|export| Ok::<_, anyhow::Error>((export, key_of(export)?))).transpose()?;
    if !file.exists() {
        write_config(args, &file, out)?;
    }
    let store = Config::load(&file)?.office.store;
    as_its_owner(&store)?;
    make_private_folder(&store)?;
    let missing = match came {
        Some((export, identity)) => move_in(&store, export, &identity, out)?,
        None => {
            Identity::fresh().save(&store)?;
            Vec::new()
        }
    };
    writeln!(
        out,
        "A post office is made in {}; its record lies in {}.",
        args.folder.display(),
        store.display()
    )?;
    writeln!(
        out,
        "Next: fill in {}, then run `fieldpost doctor --config {}`.",
        file.display(),
        file.display()
    )?;
    record::tell_missing(&missing, "The export was NOT WHOLE: this is not in the store", out)
}

fn write_config(args: &Args, file: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let name = answer(args.ga_name.as_deref(), "The GA's name", out)?;
    let address = answer(args.ga_address.as_deref(), "The GA's mail address", out)?;
    if !address.contains('@') || address.contains(char::is_whitespace) {
        bail!("{address:?} is not a mail address such as ga@example.org");
    }
    let store = store_of(args)?;
    as_its_owner(&args.folder)?;
    // A relative one is meant from the configuration's folder. Nothing is written where it cannot be made.
    as_its_owner(&args.folder.join(&store))?;
    make_private_folder(&args.folder)?;
    make_private_folder(&args.folder.join(&store))?;
    fs::write(file, filled(&name, &address, &store))
        .with_context(|| format!("cannot write {}", file.display()))
}

fn key_of(export: &Path) -> anyhow::Result<Identity> {
    if fieldpost_store::is_one_game(export)? {
        bail!(
            "{0} is one game, and not a whole record: make the post office without it, and then `fieldpost import --beside {0}`",
            export.display()
        );
    }
    let beside = record::identity_beside(export);
    Identity::read(&beside).with_context(|| {
        format!(
            "{} is needed beside the export: it is the old post office's key, its store/identity.toml",
            beside.display()
        )
    })
}

/// Another post office's record and key, in a store. What cannot be read wholly leaves nothing.
fn move_in(
    store: &Path,
    export: &Path,
    identity: &Identity,
    out: &mut dyn Write,
) -> anyhow::Result<Vec<Damage>> {
    if fs::read_dir(store)?.next().is_some() {
        bail!("{} is not empty: a record is read into a new store", store.display());
    }
    let read = record::read_in(store, export, out, |_| identity.save(store));
    if read.is_err() {
        let _ = fs::remove_dir_all(store);
    }
    read
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

/// The record's folder as the configuration names it. What changes does not lie in /etc.
fn store_of(args: &Args) -> anyhow::Result<PathBuf> {
    if let Some(store) = &args.store {
        return Ok(std::path::absolute(store)?);
    }
    let folder = std::path::absolute(&args.folder)?;
    Ok(match folder.strip_prefix("/etc") {
        Ok(name) if name.components().next().is_some() => Path::new("/var/lib").join(name).join("store"),
        _ => "store".into(),
    })
}

fn make_private_folder(folder: &Path) -> anyhow::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true).mode(0o700);
    builder.create(folder).with_context(|| {
        let folder = folder.display();
        format!(
            "cannot make {folder} (as root: install -d -m 700 -o USER {folder}, for the user that runs this)"
        )
    })
}

/// The sample configuration with the GA's name and address and the record's folder in it.
fn filled(name: &str, address: &str, store: &Path) -> String {
    let quoted = |words: &str| toml::Value::String(words.to_owned()).to_string();
    let store = format!("store = {}", quoted(&store.to_string_lossy()));
    SAMPLE
        .replace("\"Game Administrator\"", &quoted(name))
        .replace("\"ga@example.org\"", &quoted(address))
        .replace("store = \"store\"", &store)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldpost_daemon::config::Config;

    #[test]
    fn what_it_writes_can_be_read_back_whatever_the_name() {
        let folder = tempfile::tempdir().unwrap();
        let args = Args {
            folder: folder.path().join("office"),
            store: None,
            ga_name: Some("Dot \"the GA\" Müller".into()),
            ga_address: Some("dot@example.net".into()),
            import: None,
        };
        let mut out = Vec::new();
        run(&args, &mut out).unwrap();
        let config = Config::load(&args.folder.join("fieldpost.toml")).unwrap();
        assert_eq!(config.ga.name, "Dot \"the GA\" Müller");
        assert_eq!(config.ga.address, "dot@example.net");
        assert_eq!(config.office.store, args.folder.join("store"));
        assert!(run(&args, &mut Vec::new()).is_err());
    }

    #[test]
    fn the_record_lies_where_it_is_said_and_never_in_etc() {
        let folder = tempfile::tempdir().unwrap();
        let record = folder.path().join("record");
        let args = Args {
            folder: folder.path().join("office"),
            store: Some(record.clone()),
            ga_name: Some("Dot".into()),
            ga_address: Some("dot@example.net".into()),
            import: None,
        };
        run(&args, &mut Vec::new()).unwrap();
        assert_eq!(Config::load(&args.folder.join("fieldpost.toml")).unwrap().office.store, record);
        assert!(record.join("identity.toml").exists());
        let of = |folder: &str| {
            let (store, ga_name, ga_address, import) = (None, None, None, None);
            store_of(&Args { folder: folder.into(), store, ga_name, ga_address, import }).unwrap()
        };
        assert_eq!(of("/etc/fieldpost"), Path::new("/var/lib/fieldpost/store"));
        assert_eq!(of("/etc/fieldpost/"), Path::new("/var/lib/fieldpost/store"));
        assert_eq!(of("/srv/fieldpost"), Path::new("store"));
    }
}
