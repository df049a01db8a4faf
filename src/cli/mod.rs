//! The command line: one file a subcommand, this one only hands over.
//!
//! A subcommand's file holds its arguments (`Args`) and one function `run(&Args, &mut dyn Write)`, so that
//! a test can call it with a buffer. To add one: its file, its line in [`Command`], its arm in
//! [`Command::run`]. Errors are [`anyhow::Error`] here, and are printed as sentences with their causes.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

pub mod audit;
pub mod autoplay;
pub mod calibrate;
pub mod case;
pub mod completions;
pub mod deliver;
pub mod demo;
pub mod doctor;
pub mod ga;
pub mod init;
pub mod man;
pub mod map;
pub mod new_game;
pub mod post_office;
pub mod prune;
pub mod publish;
pub mod record;
pub mod rehearse;
pub mod replay;
pub mod rules;
pub mod run;
pub mod scenario;
pub mod schema;
pub mod soak;
pub mod stage;
pub mod status;
pub mod store;
pub mod templates;
pub mod tournament;
pub mod turn;

/// Hosts play-by-mail wars: orders in by mail, the turn at the deadline, reports out by mail.
#[derive(Debug, Parser)]
#[command(name = "fieldpost", version, arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Show the main job, whole, with no server and no configuration.
    Demo(demo::Args),
    /// Make a new post office: a commented configuration and the office's key.
    Init(init::Args),
    /// Check the configuration live: log in, and name what is wrong with the remedy.
    Doctor(doctor::Args),
    /// Host: poll the mailboxes, file letters, run turns, send mails.
    Run(run::Args),
    /// Take one letter from standard input, as a mail server hands it over.
    Deliver(deliver::Args),
    /// Say how every game stands.
    Status(status::Args),
    /// Run the open turn of a game, if it is due or with --now.
    Turn(turn::Args),
    /// Open a game from a scenario folder and welcome its players.
    NewGame(new_game::Args),
    /// Command a game as its administrator: the commands of letters, from the terminal, a file or a pipe.
    Ga(ga::Args),
    /// Print the audit: who changed what, when, from which letter, before and after.
    Audit(audit::Args),
    /// Have the machine write the orders of empty seats, from what their reports show.
    Autoplay(autoplay::Args),
    /// Check a scenario, print its seats file, or list those that come with the program.
    Scenario(scenario::Args),
    /// Play the first turns of a scenario with letters from a folder, and tell what came of it.
    Rehearse(rehearse::Args),
    /// Have the machine play both sides over many seeds, and print what each took and lost.
    Tournament(tournament::Args),
    /// Give up old reports that are printed anew, byte for byte, when they are asked for.
    Prune(prune::Args),
    /// Write a game's past as pages: for anybody, for a side, or whole when it has ended.
    Publish(publish::Args),
    /// Run a game again from its record and compare every turn's hash.
    Replay(replay::Args),
    /// Write the whole record as JSON Lines.
    Export(record::ExportArgs),
    /// Read an export into an empty store.
    Import(record::ImportArgs),
    /// Make the store again from the files beside it.
    Rebuild(record::RebuildArgs),
    /// Hold the whole record to its hashes, and name each damaged file and what it costs.
    Verify(record::VerifyArgs),
    /// Look after a record that is kept in PostgreSQL.
    Store(store::Args),
    /// Run rule cases: small situations with their orders and what must come of them.
    Case(case::Args),
    /// Fight even and uneven battles many times, and print what they cost and who wins them.
    Calibrate(calibrate::Args),
    /// List a rulebook's rules: what each says, whether it is built, how many cases prove it.
    Rules(rules::Args),
    /// Print the JSON Schema of the file report.json that goes with each position report.
    Schema(schema::Args),
    /// List, write out or check the templates that mails are printed by.
    Templates(templates::Args),
    /// Check a map file.
    Map(map::Args),
    /// Play random campaigns, and check after every step what must hold in any war.
    Soak(soak::Args),
    /// Print what a shell needs to complete subcommands and options.
    Completions(completions::Args),
    /// Write the manual pages into a folder.
    Man(man::Args),
}

impl Command {
    /// Carries the subcommand out; its words go to `out`.
    ///
    /// # Errors
    /// If it cannot be carried out at all; a case that fails, say, is an exit status, not an error.
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        match self {
            Command::Demo(args) => demo::run(args, out),
            Command::Init(args) => init::run(args, out),
            Command::Doctor(args) => doctor::run(args, out),
            Command::Run(args) => run::run(args, out),
            Command::Deliver(args) => deliver::run(args, out),
            Command::Status(args) => status::run(args, out),
            Command::Turn(args) => turn::run(args, out),
            Command::NewGame(args) => new_game::run(args, out),
            Command::Ga(args) => ga::run(args, out),
            Command::Audit(args) => audit::run(args, out),
            Command::Autoplay(args) => autoplay::run(args, out),
            Command::Scenario(args) => scenario::run(args, out),
            Command::Rehearse(args) => rehearse::run(args, out),
            Command::Tournament(args) => tournament::run(args, out),
            Command::Prune(args) => prune::run(args, out),
            Command::Publish(args) => publish::run(args, out),
            Command::Replay(args) => replay::run(args, out),
            Command::Export(args) => record::export(args, out),
            Command::Import(args) => record::import(args, out),
            Command::Rebuild(args) => record::rebuild(args, out),
            Command::Verify(args) => record::verify(args, out),
            Command::Store(args) => store::run(args, out),
            Command::Case(args) => case::run(args, out),
            Command::Calibrate(args) => calibrate::run(args, out),
            Command::Rules(args) => rules::run(args, out),
            Command::Schema(args) => schema::run(args, out),
            Command::Templates(args) => templates::run(args, out),
            Command::Map(args) => map::run(args, out),
            Command::Soak(args) => soak::run(args, out),
            Command::Completions(args) => completions::run(args, Cli::command(), out),
            Command::Man(args) => man::run(args, Cli::command(), out),
        }
    }
}

/// Runs the program with the process's arguments.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let mut out = io::stdout();
    match cli.command.run(&mut out).and_then(|code| Ok(out.flush().map(|()| code)?)) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("fieldpost: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Whether the reader of our words went away, as `head` does: nobody is left to be told.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
