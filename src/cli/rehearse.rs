//! `fieldpost rehearse SCENARIO`: plays the first turns of a scenario with letters from a folder, and tells what came of
//! it: for a GA who tries a scenario before players do, and for holding a scenario against history.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, ensure};

use crate::cli::scenario::opening;
use crate::cli::stage::{ADDRESS, Stage};
use fieldpost_daemon::clock::Clock;
use fieldpost_daemon::opening::{SeatLine, Seats};
use fieldpost_daemon::scenarios::scenario_texts;
use fieldpost_daemon::socket::SeatWish;
use fieldpost_desk::game::GameRecord;
use fieldpost_desk::record::Verdict;
use fieldpost_desk::schedule::for_people;
use fieldpost_door::{Board, Player, Rehearsal};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_games::RULEBOOKS;
use fieldpost_proof::PROOFS;

/// Arguments of `fieldpost rehearse`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The scenario's folder, or the name of one that comes with the program.
    pub scenario: PathBuf,
    /// Letters: `turn-1/Moltke.txt` holds Moltke's orders for turn 1, without password.
    #[arg(long)]
    pub letters: Option<PathBuf>,
    /// Nations whose seats the machine plays wherever they have no letter; may be given several times.
    #[arg(long, value_name = "NATION")]
    pub machine: Vec<String>,
    /// How many turns to play.
    #[arg(long, default_value_t = 4)]
    pub turns: u32,
    /// The seed of all dice.
    #[arg(long, default_value_t = 1866)]
    pub seed: u64,
    /// How every player's mail comes, in the words of SET REPORTS: "no pictures" plays faster by far.
    #[arg(long, value_name = "WORDS")]
    pub reports: Option<String>,
    /// Where to play: an empty or new folder, in which all mails lie afterwards; a temporary one where left out.
    #[arg(long)]
    pub folder: Option<PathBuf>,
}

const GAME: &str = "rehearsal";
const OPENING: &str = "2026-06-01T08:00:00Z";
const PASSWORD: &str = "before the curtain rises";

/// Plays the turns. Letters that are not obeyed in every line, and seats that the machine could not play, make the exit
/// status a failure.
///
/// # Errors
/// If scenario or letters cannot be read, or a turn cannot be run.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let texts = scenario_texts(&args.scenario, RULEBOOKS)?;
    let (rulebook, scenario) = opening(&texts)?;
    let board = scenario.board.with(args.seed);
    let folder = match &args.folder {
        Some(folder) => std::path::absolute(folder)?,
        None => tempfile::Builder::new().prefix("fieldpost-rehearsal-").tempdir()?.keep(),
    };
    let letters = letters(args.letters.as_deref(), &board.players())?;
    let mut stage = Stage::set_up(&folder, OPENING, GAME, texts, &seats(&*board, args)?)?;
    writeln!(
        out,
        "{}, {} turns; all mails lie in {}",
        scenario.title,
        args.turns,
        folder.join("sent").display()
    )?;
    let mut all_obeyed = true;
    let mut rehearsal = PROOFS.of(rulebook.name).and_then(|proof| proof.rehearsal).map(|begin| begin());
    for turn in 1..=args.turns {
        let day = board.calendar().and_then(|calendar| calendar.day(turn));
        let day = day.map(|day| day.format(", %-d %B %Y").to_string()).unwrap_or_default();
        writeln!(out, "\nTurn {turn}{day}")?;
        for letter in letters.get(&turn).into_iter().flatten() {
            all_obeyed &= hand_in(&mut stage, letter, out)?;
        }
        for nation in &args.machine {
            let wish = SeatWish { side: Some(nation.clone()), player: None };
            for failed in stage.office.play_seats(GAME, &wish)?.iter().filter(|seat| seat.told.is_err()) {
                writeln!(out, "  {failed}")?;
                all_obeyed = false;
            }
        }
        run_turn(&mut stage, rehearsal.as_mut(), out)?;
    }
    if let Some(rehearsal) = rehearsal {
        writeln!(out)?;
        rehearsal.sum().iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    if args.folder.is_some() && game(&stage)?.over().is_none() {
        writeln!(out, "\n{}", left_waiting(&mut stage)?)?;
    }
    Ok(if all_obeyed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Leaves the game to a host: the rehearsal's own deadlines are past, and a daemon would play an empty turn at once.
fn left_waiting(stage: &mut Stage) -> anyhow::Result<String> {
    let today = Clock::System.now();
    let name = stage.game.clone();
    let deadline_ms = stage.office.wait_from(&name, today.max(stage.now()))?;
    let settings = game(stage)?.settings;
    Ok(format!(
        "Turn {} waits for whoever hosts it from here on (fieldpost run -c fieldpost.toml, in that folder): its deadline is now {}, \
         a day off or more; the dates in the mails are those of the rehearsal. The game is called {GAME}; every player's password is \
         \"{PASSWORD}\", and that of its administrator (GA Nobody) stands in the welcome to ga@fieldpost.example in the folder sent.",
        game(stage)?.book.turn,
        for_people(deadline_ms, settings.schedule.zone),
    ))
}

fn seats(board: &dyn Board, args: &Args) -> anyhow::Result<Seats> {
    let mut machines = BTreeSet::new();
    for words in &args.machine {
        let players = board.of_party(words);
        ensure!(!players.is_empty(), "expected a nation such as Austria or AU, found {words:?}");
        machines.extend(players);
    }
    let seat = |(number, player): (PlayerNo, Player)| SeatLine {
        reports: args.reports.clone(),
        email: address(&player.name),
        player: player.name,
        password: Some(PASSWORD.into()),
        machine: machines.contains(&number),
        skill: Default::default(),
    };
    Ok(Seats::daily(args.seed, (0..).map(PlayerNo).zip(board.players()).map(seat).collect()))
}

fn address(player: &str) -> String {
    let local = player.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    format!("{}@rehearsal.example", local.to_lowercase())
}

/// A player's orders for a turn.
struct Letter {
    player: String,
    turn: u32,
    orders: String,
}

/// All letters by turn, each turn's in the players' order. They are read before anything is played, and nothing in the
/// folder is passed over in silence.
fn letters(folder: Option<&Path>, players: &[Player]) -> anyhow::Result<BTreeMap<u32, Vec<Letter>>> {
    let mut letters = BTreeMap::new();
    let Some(folder) = folder else { return Ok(letters) };
    let entries = fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let turn = name.strip_prefix("turn-").and_then(|number| number.parse().ok());
        let turn = turn.filter(|_| path.is_dir());
        let turn =
            turn.with_context(|| format!("{}: expected folders turn-1, turn-2 ...", path.display()))?;
        letters.insert(turn, letters_of(&path, turn, players)?);
    }
    Ok(letters)
}

fn letters_of(folder: &Path, turn: u32, players: &[Player]) -> anyhow::Result<Vec<Letter>> {
    let mut letters = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        let place = players.iter().position(|player| player.name.eq_ignore_ascii_case(name));
        let place = place.with_context(|| {
            let names = players.iter().map(|player| player.name.as_str()).collect::<Vec<_>>().join(", ");
            format!("{}: expected a file named after a player ({names})", path.display())
        })?;
        let orders =
            fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        letters.push((place, Letter { player: players[place].name.clone(), turn, orders }));
    }
    letters.sort_by_key(|(place, _)| *place);
    Ok(letters.into_iter().map(|(_, letter)| letter).collect())
}

/// Hands a letter in as mail; whether all of it was obeyed.
fn hand_in(stage: &mut Stage, letter: &Letter, out: &mut dyn Write) -> anyhow::Result<bool> {
    let Letter { player, turn, orders } = letter;
    let (from, name) = (address(player), format!("t{turn}-{}", address(player)));
    let mail = format!(
        "Return-Path: <{from}>\r\nFrom: {from}\r\nTo: {ADDRESS}\r\nSubject: orders\r\nMessage-ID: <{name}>\r\n\
         MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n\
         PLAYER {player}\r\nPASSWORD {PASSWORD}\r\nTURN {turn}\r\n{}\r\nEND\r\n",
        orders.replace('\n', "\r\n")
    );
    let sent = stage.sent().len();
    let at = stage.now();
    let verdicts = stage.deliver(&name, mail.as_bytes(), at)?;
    let verdict = &verdicts.first().context("the letter got no verdict")?.verdict;
    if *verdict == Verdict::Obeyed {
        return Ok(true);
    }
    let receipt = stage.sent().get(sent).map(|copy| copy.path.display().to_string()).unwrap_or_default();
    writeln!(out, "  {player}'s letter: {} ({receipt})", verdict.words())?;
    Ok(false)
}

/// The game as it stands.
fn game(stage: &Stage) -> anyhow::Result<GameRecord> {
    Ok(stage.office.game_named(&stage.game.0)?.record.clone())
}

/// Runs the open turn, and tells what it brought.
fn run_turn(
    stage: &mut Stage,
    rehearsal: Option<&mut Box<dyn Rehearsal>>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let before = game(stage)?;
    let (turn, _) = stage.run_turn()?;
    let Some(rehearsal) = rehearsal else { return Ok(()) };
    let store = &stage.office.store;
    let record = store.turn(&stage.game, turn)?.context("the turn is not in the record")?;
    let (orders, seats) = (store.paper(&record.orders)?, store.paper(&record.seats)?);
    let again = before.board().run_again(orders.bytes(), seats.bytes()).map_err(anyhow::Error::msg)?;
    let (events, after) = (again.events_of_form1(), game(stage)?);
    let lines = rehearsal.turn(before.board(), after.board(), &events).map_err(anyhow::Error::msg)?;
    lines.iter().try_for_each(|line| writeln!(out, "  {line}"))?;
    Ok(())
}
