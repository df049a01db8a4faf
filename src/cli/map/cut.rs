//! `fieldpost map cut MAP --window J0-S0:K2-T5 --id ID -o FILE`: a part of a map as a map file of its own.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, anyhow, ensure};

use crate::cli::map::check::{self, text_of};
use crate::cli::map::render::window_in;
use fieldpost_ground::cut::{Cut, cut};
use fieldpost_ground::map_file;

/// Arguments of `fieldpost map cut`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A map file, or the id of a map that comes with the program, such as euwol.
    pub map: String,
    /// The part to cut out: its north-west and south-east squares, such as J0-S0:K2-T5.
    #[arg(long)]
    pub window: String,
    /// The id of the new map, such as my-bohemia: a new id is new ground within the squares.
    #[arg(long)]
    pub id: String,
    /// Its title; that of the old map where nothing is said.
    #[arg(long)]
    pub title: Option<String>,
    /// The file to write, such as my-bohemia.map.toml; one that is there is left alone.
    #[arg(short, long)]
    pub output: PathBuf,
}

/// Writes the new map, and checks it.
///
/// # Errors
/// If map or window are not what they must be, or the file is there already or cannot be written.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let name = args.output.display().to_string();
    ensure!(!args.output.exists(), "{name} is there already: name another file, or take it away");
    let text = text_of(&args.map)?;
    let told = |fault| anyhow!("{}, {fault}", args.map);
    let loaded = map_file::load(&text).map_err(told)?;
    let grid = &loaded.atlas.map.grid;
    let window = window_in(&args.window, grid)?;
    let title = args.title.clone().unwrap_or(loaded.title);
    let wanted = Cut { from: window.from, to: window.to, id: args.id.clone(), title };
    let new = cut(&text, &wanted).map_err(told)?;
    fs::write(&args.output, new).with_context(|| format!("{name} cannot be written"))?;
    let [first, last] = [window.from, window.to].map(|at| grid.label(at));
    writeln!(
        out,
        "{name}: {first} to {last} of {}. Squares are named anew, from the first column and row.",
        args.map
    )?;
    check::run(&check::Args { file: name }, out)
}
