//! `fieldpost deliver < letter`: takes one letter from a pipe, as any mail server can hand it over.
//!
//! The exit status is 75 (EX_TEMPFAIL of sysexits) when the letter could not be filed: the mail server then keeps
//! it and tries again.

use std::io::{Read, Write};
use std::process::ExitCode;

use crate::cli::post_office::{ConfigArg, ask_or_do};
use fieldpost_daemon::delivered::header_len;
use fieldpost_daemon::socket::Request;

/// Arguments of `fieldpost deliver`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    config: ConfigArg,
}

/// "Try again later", for mail servers.
const TEMPFAIL: u8 = 75;

/// What a pipe holds; of a letter above the limit its header alone, and its size. The rest is read, so that who writes it is not
/// stopped, and dropped.
fn taken(pipe: &mut impl Read, limit: u64) -> std::io::Result<(Vec<u8>, Option<u64>)> {
    let mut letter = Vec::new();
    let read = pipe.by_ref().take(limit.saturating_add(1)).read_to_end(&mut letter)? as u64;
    if read <= limit {
        return Ok((letter, None));
    }
    let rest = std::io::copy(pipe, &mut std::io::sink())?;
    letter.truncate(header_len(&letter));
    letter.shrink_to_fit();
    Ok((letter, Some(read.saturating_add(rest))))
}

/// Takes the letter in.
///
/// # Errors
/// None: every failure is the exit status 75, with a word on standard error.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let deliver = || -> anyhow::Result<String> {
        let config = args.config.load()?;
        let (letter, size) = taken(&mut std::io::stdin().lock(), u64::from(config.limits.letter_bytes))?;
        ask_or_do(config, &Request::Deliver { size }, letter)
    };
    match deliver() {
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

#[cfg(test)]
mod tests {
    use super::taken;

    #[test]
    fn of_a_letter_above_the_limit_only_the_header_is_kept() {
        let letter = [&b"Subject: x\r\n\r\n"[..], &[b'x'; 5_000]].concat();
        let (kept, size) = taken(&mut letter.as_slice(), 1_000).unwrap();
        assert_eq!((kept.as_slice(), size), (&b"Subject: x\r\n\r\n"[..], Some(5_014)));
        let (kept, size) = taken(&mut letter.as_slice(), 5_014).unwrap();
        assert_eq!((kept.len(), size), (5_014, None));
    }
}
