//! `fieldpost deliver < letter`: takes one letter from a pipe, as any mail server can hand it over.
//!
//! The exit status is 75 (EX_TEMPFAIL of sysexits) when the letter could not be filed: the mail server then keeps
//! it and tries again.

use std::io::{Read, Write};
use std::process::ExitCode;

use crate::cli::post_office::{ConfigArg, ask_or_do};
use crate::daemon::socket::Request;

/// Arguments of `fieldpost deliver`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    config: ConfigArg,
}

/// "Try again later", for mail servers.
const TEMPFAIL: u8 = 75;

/// A letter longer than this is not read to its end; the limit of the configuration is far below.
const LONGEST: u64 = 64 << 20;

/// Takes the letter in.
///
/// # Errors
/// None: every failure is the exit status 75, with a word on standard error.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let mut letter = Vec::new();
    let read = std::io::stdin().lock().take(LONGEST).read_to_end(&mut letter);
    let done = read.map_err(anyhow::Error::from).and_then(|_| args.config.load());
    match done.and_then(|config| ask_or_do(config, &Request::Deliver, letter)) {
        Ok(words) => {
            writeln!(out, "{words}")?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            eprintln!("fieldpost: the letter was not filed: {error:#}");
            Ok(ExitCode::from(TEMPFAIL))
        }
    }
}
