//! `fieldpost completions SHELL`: what a shell needs to complete our subcommands and options.

use std::io::Write;
use std::process::ExitCode;

use clap_complete::Shell;

/// Arguments of `fieldpost completions`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// For which shell.
    pub shell: Shell,
}

/// Prints the completions of a command line.
///
/// # Errors
/// If `out` cannot be written.
pub fn run(args: &Args, mut command: clap::Command, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    // The generator panics where it cannot write, so it writes to memory.
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut command, "fieldpost", &mut text);
    out.write_all(&text)?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use clap::{CommandFactory, ValueEnum};

    use super::*;
    use crate::cli::Cli;

    fn script(shell: Shell) -> String {
        let mut out = Vec::new();
        run(&Args { shell }, Cli::command(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_shell_has_a_script_that_names_every_subcommand() {
        for shell in Shell::value_variants() {
            let script = script(*shell);
            for subcommand in Cli::command().get_subcommands() {
                assert!(script.contains(subcommand.get_name()), "{shell} lacks {}", subcommand.get_name());
            }
        }
    }

    #[test]
    fn bash_completes_a_subcommand_and_its_options_by_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("fieldpost.bash");
        std::fs::write(&file, script(Shell::Bash)).unwrap();
        let complete = |words: &str, last: &str| {
            let count = words.split(' ').count();
            let program = format!(
                "source {}; COMP_WORDS=({words} {last}); COMP_CWORD={count}; _fieldpost fieldpost {last} {}; \
                 echo \"${{COMPREPLY[@]}}\"",
                file.display(),
                words.rsplit(' ').next().unwrap()
            );
            let ended = Command::new("bash").args(["--norc", "-c", &program]).output().unwrap();
            assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
            String::from_utf8(ended.stdout).unwrap().trim().to_owned()
        };
        assert_eq!(complete("fieldpost", "statu"), "status");
        assert_eq!(complete("fieldpost status", "--js"), "--json");
    }
}
