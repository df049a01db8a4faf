//! `fieldpost store migrate`, `fieldpost store retire`, `fieldpost store rehearse`: a record that is kept in PostgreSQL.

use std::io::Write;
use std::process::ExitCode;

use crate::cli::post_office::ConfigArg;
use fieldpost_daemon::config::Config;

/// Arguments of `fieldpost store`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    config: ConfigArg,
    #[command(subcommand)]
    what: What,
}

/// What can be done with it.
#[derive(Debug, clap::Subcommand)]
enum What {
    /// Make the tables of the record, or bring them up to this fieldpost.
    Migrate,
    /// Replay all entries beside the record, and tell which rows differ.
    Rehearse,
    /// Let turns wait no more for a mailbox that no daemon reads any more.
    Retire {
        /// The source's name.
        account: String,
        /// Its mailbox.
        folder: String,
    },
}

/// Carries it out.
///
/// # Errors
/// If no database has the record, or it cannot be reached, or refuses.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let config = args.config.load()?;
    if config.postgres.is_none() {
        anyhow::bail!("the record is in the store's folder: there is nothing to do");
    }
    carry_out(&config, &args.what, out)
}

#[cfg(not(feature = "postgres"))]
fn carry_out(_: &Config, _: &What, _: &mut dyn Write) -> anyhow::Result<ExitCode> {
    anyhow::bail!(fieldpost_daemon::record::WITHOUT)
}

#[cfg(feature = "postgres")]
fn carry_out(config: &Config, what: &What, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    use fieldpost_store::PostgresStore;
    use fieldpost_store::postgres::{migrate, rehearse};

    let database = fieldpost_daemon::record::postgres(config)?;
    match what {
        What::Migrate => {
            let migrated = migrate(&database)?;
            writeln!(out, "{} of {} migrations were there; all are now", migrated.done, migrated.known)?;
        }
        What::Rehearse => {
            let differ = rehearse(&PostgresStore::open_beside(database)?)?;
            for row in &differ {
                writeln!(out, "{row}")?;
            }
            if !differ.is_empty() {
                return Ok(ExitCode::FAILURE);
            }
            writeln!(out, "The entries make the rows that stand")?;
        }
        What::Retire { account, folder } => {
            match PostgresStore::open_beside(database)?.retire(account, folder)? {
                true => writeln!(out, "No turn waits for {account}/{folder} until a daemon reads it again")?,
                false => anyhow::bail!("no daemon ever read {account}/{folder}"),
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
