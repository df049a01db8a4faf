//! `fieldpost rehearse SCENARIO`: plays the first turns of a scenario with letters from a folder, and tells what came of
//! it: for a GA who tries a scenario before players do, and for holding a scenario against history.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;

use crate::cli::rehearse::ledger::Ledger;
use crate::cli::stage::{ADDRESS, Stage};
use crate::daemon::opening::{SeatLine, Seats};
use crate::daemon::scenarios::scenario_texts;
use crate::daemon::socket::SeatWish;
use crate::desk::record::Verdict;
use crate::desk::record::press::PressRule;
use crate::engine::event::Told;
use crate::games::RULEBOOKS;
use crate::games::campaign::Table;
use crate::games::campaign::rulebooks::read_scenario;
use crate::games::ground::nation::{NationCode, Relation};
use crate::games::land::combat::report::{BattleReport, CampReport};
use crate::games::land::event::{Event, Fact};
use crate::games::land::scenario::Scenario;
use crate::games::land::state::{LandState, Player};
use crate::games::land::tell::place::Gazetteer;

mod ledger;

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

/// Plays the turns. Letters that are not obeyed in every line make the exit status a failure.
///
/// # Errors
/// If scenario or letters cannot be read, or a turn cannot be run.
pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let texts = scenario_texts(&args.scenario, RULEBOOKS)?;
    let scenario = read_scenario(&texts)?;
    let folder = match &args.folder {
        Some(folder) => std::path::absolute(folder)?,
        None => tempfile::Builder::new().prefix("fieldpost-rehearsal-").tempdir()?.keep(),
    };
    let letters = letters(args.letters.as_deref(), &scenario)?;
    let mut stage = Stage::set_up(&folder, OPENING, GAME, texts, &seats(&scenario, args)?)?;
    writeln!(
        out,
        "{}, {} turns; all mails lie in {}",
        scenario.title,
        args.turns,
        folder.join("sent").display()
    )?;
    let mut all_obeyed = true;
    let mut ledger = Ledger::default();
    for turn in 1..=args.turns {
        let day =
            scenario.calendar.day(turn).map(|day| day.format("%-d %B %Y").to_string()).unwrap_or_default();
        writeln!(out, "\nTurn {turn}, {day}")?;
        for letter in letters.get(&turn).into_iter().flatten() {
            all_obeyed &= hand_in(&mut stage, letter, out)?;
        }
        for nation in &args.machine {
            let wish = SeatWish { side: Some(nation.clone()), player: None };
            stage.office.autoplay(GAME, &wish, false)?;
        }
        let before = state(&stage)?;
        stage.run_turn()?;
        tell(&stage, turn, &before, &mut ledger, out)?;
    }
    ledger.tell(out)?;
    Ok(if all_obeyed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn seats(scenario: &Scenario, args: &Args) -> anyhow::Result<Seats> {
    let nation = |words: &String| {
        NationCode::of_words(words)
            .with_context(|| format!("expected a nation such as Austria or AU, found {words:?}"))
    };
    let machines = args.machine.iter().map(nation).collect::<anyhow::Result<Vec<_>>>()?;
    let seat = |player: &Player| SeatLine {
        reports: args.reports.clone(),
        player: player.name.clone(),
        email: address(&player.name),
        password: Some(PASSWORD.into()),
        machine: machines.contains(&player.nation),
    };
    Ok(Seats {
        advice: true,
        press: PressRule::default(),
        schedule: "daily 20:00".into(),
        zone: chrono_tz::Tz::UTC,
        first_deadline: None,
        grace_minutes: 0,
        missing_allowed: None,
        remind: None,
        seed: Some(args.seed),
        ga: Vec::new(),
        seats: scenario.state.players.iter().map(seat).collect(),
    })
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
fn letters(folder: Option<&Path>, scenario: &Scenario) -> anyhow::Result<BTreeMap<u32, Vec<Letter>>> {
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
        letters.insert(turn, letters_of(&path, turn, scenario)?);
    }
    Ok(letters)
}

fn letters_of(folder: &Path, turn: u32, scenario: &Scenario) -> anyhow::Result<Vec<Letter>> {
    let players = &scenario.state.players;
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

fn state(stage: &Stage) -> anyhow::Result<LandState> {
    let hosted = stage.office.game_named(&stage.game.0)?;
    let table = Table::of(hosted.record.board()).context("it is no campaign")?;
    Ok((*table.state).clone())
}

/// What the turn brought: battles, cities that changed hands, and the armies.
fn tell(
    stage: &Stage,
    turn: u32,
    before: &LandState,
    ledger: &mut Ledger,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let record = stage.office.store.turn(&stage.game, turn)?.context("the turn is not in the record")?;
    let events: Vec<Told<Event>> = stage.office.store.paper(&record.events)?.read()?;
    let hosted = stage.office.game_named(&stage.game.0)?;
    let Table { atlas, .. } = Table::of(hosted.record.board()).context("it is no campaign")?;
    let after = state(stage)?;
    ledger.note_turn(before, &after);
    for event in events.iter().map(|told| &told.event) {
        if let Fact::Combat { at, battle } = &event.fact {
            writeln!(
                out,
                "  {}: {}, {}",
                event.phase,
                Gazetteer(&atlas.map).heading(at.at),
                words_of(battle)
            )?;
            ledger.note_battle(battle);
        }
    }
    for (name, city) in &after.cities {
        if before.cities.get(name).is_some_and(|was| was.control != city.control) {
            writeln!(out, "  {name} falls to {}", city.control.words())?;
        }
    }
    for words in at_the_gates(&after) {
        writeln!(out, "  {words}")?;
    }
    if armies(before, &after).values().all(|(men, left)| men == left) {
        writeln!(out, "  no army lost a man")?;
    }
    for (nation, (men, left)) in armies(before, &after).into_iter().filter(|(_, (men, left))| men != left) {
        writeln!(out, "  {} has {left} men, {} since the turn began", nation.words(), signed(men, left))?;
    }
    Ok(())
}

/// Who stands at the turn's end in the square of a city whose home is an enemy's, and how many of them in the city itself.
fn at_the_gates(state: &LandState) -> Vec<String> {
    let mut words = Vec::new();
    for (name, city) in &state.cities {
        let mut men = BTreeMap::<NationCode, (u32, u32)>::new();
        for unit in state.units.values().filter(|unit| unit.at == city.at && unit.is_combat()) {
            let (all, inside) = men.entry(unit.id.nation).or_default();
            *all += unit.strength;
            *inside += if unit.tac == city.tac { unit.strength } else { 0 };
        }
        let is_enemy = |nation: &NationCode| state.relations.between(*nation, city.home) == Relation::Hostile;
        for (nation, (all, inside)) in men.into_iter().filter(|(nation, _)| is_enemy(nation)) {
            words.push(format!(
                "{} stands in the square of {name} with {all} men, {inside} in it",
                nation.words()
            ));
        }
    }
    words
}

fn words_of(battle: &BattleReport) -> String {
    let camp = |camp: &CampReport| {
        let nations = camp.nations.iter().map(NationCode::words).collect::<Vec<_>>().join(" and ");
        format!("{nations} {} men lost {}", camp.men(), camp.losses())
    };
    let winner = if battle.attackers_won { "attackers" } else { "defenders" };
    format!("{} attacking {}; the {winner} won", camp(&battle.attackers), camp(&battle.defenders))
}

/// Men of every nation before and after.
fn armies(before: &LandState, after: &LandState) -> BTreeMap<NationCode, (u32, u32)> {
    let mut armies: BTreeMap<NationCode, (u32, u32)> = BTreeMap::new();
    for unit in before.units.values() {
        armies.entry(unit.id.nation).or_default().0 += unit.strength;
    }
    for unit in after.units.values() {
        armies.entry(unit.id.nation).or_default().1 += unit.strength;
    }
    armies
}

fn signed(before: u32, after: u32) -> String {
    if after >= before { format!("+{}", after - before) } else { format!("-{}", before - after) }
}
