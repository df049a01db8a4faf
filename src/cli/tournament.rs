//! `fieldpost tournament SCENARIO`: the machine player on both sides over many seeds, and a table of what each side took
//! and lost: how even a scenario is, and, run before a change of the machine and after it, what the change did.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;

use fieldpost_daemon::scenarios::scenario_texts;
use fieldpost_door::Tournament;
use fieldpost_engine::machine::Skill;
use fieldpost_games::RULEBOOKS;
use fieldpost_proof::PROOFS;

/// Arguments of `fieldpost tournament`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The scenario's folder, or the name of one that comes with the program.
    #[arg(default_value = "bohemia-1866")]
    pub scenario: PathBuf,
    /// How many wars, a seed each.
    #[arg(long, default_value_t = 20)]
    pub seeds: u64,
    /// The first seed.
    #[arg(long, default_value_t = 1)]
    pub first: u64,
    /// Turns of each war.
    #[arg(long, default_value_t = 12)]
    pub turns: u32,
    /// How well the machine plays the side of the scenario's first player: recruit, colonel or marshal.
    #[arg(long, default_value_t, value_parser = skill)]
    pub skill: Skill,
    /// How well it plays the other side.
    #[arg(long, default_value_t, value_parser = skill)]
    pub against: Skill,
}

fn skill(words: &str) -> Result<Skill, &'static str> {
    words.parse().map_err(|()| "a skill is recruit, colonel or marshal")
}

/// Plays the wars and prints the table.
///
/// # Errors
/// If the scenario cannot be read or has not two sides, its rulebook has no tournaments, or `out` cannot be written.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let texts = scenario_texts(&args.scenario, RULEBOOKS)?;
    let rulebook = RULEBOOKS.of_scenario(&texts).context("no rulebook is hosted here")?;
    let tournament = PROOFS.of(rulebook.name).and_then(|proof| proof.tournament);
    let play = tournament.with_context(|| format!("there are no tournaments in {}", rulebook.name))?;
    let Args { seeds, first, turns, skill, against, .. } = *args;
    play(&texts, &Tournament { seeds, first, turns, skills: [skill, against] }, out)?;
    Ok(ExitCode::SUCCESS)
}
