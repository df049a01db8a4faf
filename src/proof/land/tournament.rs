//! `fieldpost tournament`: the machine player on both sides over many seeds, and a table of what each side took
//! and lost: how even a scenario is, and, run before a change of the machine and after it, what the change did. Below it
//! stands how the machine made war ([`figures`]), and where there are ships, how at sea ([`at_sea`]).
//!
//! Nothing is mailed and nothing kept; but each letter is read by the grammar and judged by the desk as the machine's
//! letters are.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::ops::AddAssign;
use std::sync::Arc;

use crate::land::tournament::at_sea::{SeaFigures, SeaTally};
use crate::land::tournament::figures::{Figures, Goals, Tally};
use fieldpost_campaign::machine;
use fieldpost_campaign::{ROTD_EUWOL, Ran, Table};
use fieldpost_desk::arrived::Arrived;
use fieldpost_desk::close::close;
use fieldpost_desk::game::{GameRecord, Opening};
use fieldpost_desk::head::choose;
use fieldpost_desk::judge::judge;
use fieldpost_desk::password::{Cost, Memory};
use fieldpost_desk::prudent::prudent;
use fieldpost_desk::record::press::PressBox;
use fieldpost_desk::record::{Account, GameName, LetterNo, OrderBook, Receipt, Verdict};
use fieldpost_desk::settings::Settings;
use fieldpost_door::{MachineSeat, MachineSeats, Seedling, Tournament};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::machine::Skill;
use fieldpost_grammar::{read_head, read_letter};
use fieldpost_ground::nation::NationCode;
use fieldpost_land::language::LANGUAGES;
use fieldpost_land::state::{City, LandState, Player};
use fieldpost_machine::Written;

pub mod at_sea;
pub mod figures;

/// What a city counts in men, and each level of its manufacturing besides: about a brigade.
const CITY: u64 = 2_500;
const GAME: &str = "tournament";

/// The last letter of each player.
type Letters = BTreeMap<PlayerNo, String>;

/// What one side came to in a war.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Score {
    /// Cities taken from the enemy and held at the end.
    cities: u64,
    /// What they count, in men.
    worth: u64,
    /// Men that the enemy has lost, in whatever way.
    losses: u64,
    /// Letters of its own that were not obeyed in every line.
    slips: u64,
}

impl Score {
    /// Cities and losses in one number.
    fn points(&self) -> u64 {
        self.worth + self.losses
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Score) {
        self.cities += other.cities;
        self.worth += other.worth;
        self.losses += other.losses;
        self.slips += other.slips;
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.cities, self.losses)
    }
}

/// Plays the wars and prints the table.
///
/// # Errors
/// If the scenario cannot be read or has not two sides, or `out` cannot be written.
pub fn run(texts: &BTreeMap<String, String>, args: &Tournament, out: &mut dyn Write) -> io::Result<()> {
    let opening = (ROTD_EUWOL.scenario)(texts).map_err(|faults| io::Error::other(faults.join("\n")))?;
    let grounds = Grounds::of(opening.board)?;
    let names = [0, 1].map(|side| grounds.names(side));
    let [first, second] = &names;
    let [one, other] = args.skills;
    writeln!(out, "{} turns, {one} against {other}; cities taken and men lost by the enemy\n", args.turns)?;
    writeln!(out, "| seed | {first} | {second} | points | better |\n|---|---|---|---|---|")?;
    let mut sums = [Score::default(); 2];
    let mut won = [0, 0];
    let (mut figures, mut at_sea) = (Figures::default(), None::<SeaFigures>);
    for seed in args.first..args.first.saturating_add(args.seeds) {
        let Outcome { scores, figures: of_war, at_sea: of_ships } = grounds.war(seed, args);
        figures += of_war;
        if let Some(of_ships) = of_ships {
            *at_sea.get_or_insert_default() += of_ships;
        }
        let [one, other] = &scores;
        let [ours, theirs] = [one.points(), other.points()];
        let better = match ours.cmp(&theirs) {
            Ordering::Greater => first,
            Ordering::Equal => "even",
            Ordering::Less => second,
        };
        won[0] += u64::from(ours > theirs);
        won[1] += u64::from(theirs > ours);
        writeln!(out, "| {seed} | {one} | {other} | {ours} : {theirs} | {better} |")?;
        sums.iter_mut().zip(scores).for_each(|(sum, score)| *sum += score);
    }
    tell(out, &sums)?;
    let [ours, theirs] = won;
    writeln!(out, "{first} comes off better in {ours} of {} wars, {second} in {theirs}\n", args.seeds)?;
    writeln!(out, "{figures}")?;
    at_sea.map_or(Ok(()), |at_sea| writeln!(out, "\nat sea, {first} : {second}\n{at_sea}"))
}

/// What all wars come to.
fn tell(out: &mut dyn Write, [first, second]: &[Score; 2]) -> io::Result<()> {
    let share = |of: fn(&Score) -> u64| {
        let (ours, theirs) = (of(first), of(second));
        let percent = (ours * 100).checked_div(ours + theirs).unwrap_or(50);
        format!("{ours} : {theirs}, {percent} %")
    };
    writeln!(out, "\ncities taken: {}", share(|score| score.cities))?;
    writeln!(out, "men lost by the enemy: {}", share(|score| score.losses))?;
    writeln!(out, "points: {}", share(Score::points))?;
    writeln!(out, "letters not obeyed in every line: {} : {}", first.slips, second.slips)?;
    Ok(())
}

/// What a war came to.
struct Outcome {
    scores: [Score; 2],
    /// How it was made on land.
    figures: Figures,
    /// How it was made at sea, where there are ships.
    at_sea: Option<SeaFigures>,
}

/// What all wars of a tournament begin with.
struct Grounds {
    board: Seedling,
    /// The position at the beginning, with who is aboard.
    state: LandState,
}

impl Grounds {
    /// A scenario's; an error if its players are not of two sides.
    fn of(board: Seedling) -> io::Result<Self> {
        let opened = board.with(0);
        let table = Table::of(&*opened).ok_or_else(|| io::Error::other("this is no campaign"))?;
        let grounds = Grounds { state: table.all().state.clone(), board };
        let sides =
            [0, 1].map(|side| grounds.state.players.iter().any(|player| grounds.is_of(side, player.nation)));
        if sides != [true, true] {
            let why = "a tournament needs a scenario in which players of two sides are at war";
            return Err(io::Error::other(why));
        }
        Ok(grounds)
    }

    /// Whether a nation is on the side of the scenario's first player (side 0) or not (side 1).
    fn is_of(&self, side: usize, nation: NationCode) -> bool {
        let first = self.state.players.first().map(|player| player.nation);
        let is_first = first.is_some_and(|first| self.state.relations.between(first, nation).is_friendly());
        is_first == (side == 0)
    }

    fn names(&self, side: usize) -> String {
        let mut nations: Vec<_> = self.state.players.iter().map(|player| player.nation).collect();
        nations.sort();
        nations.dedup();
        let names = nations.into_iter().filter(|nation| self.is_of(side, *nation));
        names.map(|nation| nation.words()).collect::<Vec<_>>().join(" and ")
    }

    /// A war of machine against machine: what either side came to, and how it was made.
    fn war(&self, seed: u64, args: &Tournament) -> Outcome {
        let mut board = self.board.with(seed);
        let mut slips = [0, 0];
        let mut tally = Tally::default();
        let mut last = Letters::new();
        tally.stand(&self.state);
        let side = |nation| usize::from(!self.is_of(0, nation));
        let mut at_sea = Table::of(&*board).and_then(Table::fleet).map(|fleet| SeaTally::of(fleet, side));
        for _ in 0..args.turns {
            let Some(table) = Table::of(&*board) else { break };
            let (record, goals) = self.letters(table, (&args.skills, &mut last), &mut slips);
            let ran = board.run(&close(&record).book);
            let Some(done) = ran.as_any().downcast_ref::<Ran>() else { break };
            tally.add(&done.outcome.events, &goals);
            tally.stand(&done.outcome.state);
            if let (Some(tally), Some(before)) = (&mut at_sea, table.fleet()) {
                tally.add(before, done, side);
            }
            board = ran.board();
        }
        let end = Table::of(&*board).map_or(&self.state, |table| table.all().state);
        let scores = [0, 1].map(|side| Score { slips: slips[side], ..self.score(side, end) });
        let at_sea = at_sea.map(SeaTally::end);
        Outcome { scores, figures: tally.end(&self.state), at_sea }
    }

    /// The record of a turn with everybody's letters in its book, and who was sent at an enemy. The letters of the turn before become
    /// those of this one.
    fn letters(
        &self,
        table: &Table,
        (skills, last): (&[Skill; 2], &mut Letters),
        slips: &mut [u64; 2],
    ) -> (GameRecord, Goals) {
        let mut record = record(table);
        let lexicon = record.board().lexicon();
        let mut memory = Memory::new([0; 32], Cost::default());
        let mut goals = Goals::new();
        let players: Vec<(PlayerNo, &Player)> = table.land.numbered_players().collect();
        let side = |player: &Player| usize::from(!self.is_of(0, player.nation));
        let seat = |(number, player): &(PlayerNo, &Player)| {
            (*number, MachineSeat { last: last.remove(number), skill: skills[side(player)] })
        };
        let seats: MachineSeats = players.iter().map(seat).collect();
        let numbers: Vec<PlayerNo> = players.iter().map(|row| row.0).collect();
        let letters = machine::write(table, &numbers, (GAME, &seats));
        for ((number, player), written) in players.into_iter().zip(letters) {
            let Some(Written { draft, attacks }) = written else { continue };
            let text = prudent(record.board(), number, draft.text()).text;
            last.insert(number, text.clone());
            goals.extend(attacks);
            let uid = u64::from(number.0) + 1;
            let receipt = Receipt { at_ms: 1, uid, source: "machine".into() };
            let mut arrived = Arrived::plain(receipt, LetterNo(uid), None);
            arrived.host_for = Some(player.name.clone());
            let choice = choose(&[&record], &read_head(&text, &LANGUAGES), &arrived);
            let letter = read_letter(&text, &lexicon);
            let judgement = judge(&[&record], &choice, &letter, &arrived, &mut memory);
            slips[side(player)] += u64::from(judgement.verdict != Verdict::Obeyed);
            judgement.changes.iter().for_each(|change| record.apply(change));
        }
        (record, goals)
    }

    /// What a side has come to in a war that began as all do and ended so.
    fn score(&self, side: usize, end: &LandState) -> Score {
        let is_taken = |name: &String, city: &City| {
            let was = self.state.cities.get(name).map(|city| city.control);
            self.is_of(side, city.control)
                && was.is_some_and(|was| !self.is_of(side, was) && self.is_at_war(was))
        };
        let taken: Vec<_> = end.cities.iter().filter(|(name, city)| is_taken(name, city)).collect();
        let worth = taken.iter().map(|(_, city)| CITY * (1 + u64::from(city.manufacturing))).sum();
        let men = |state: &LandState| {
            let theirs = state.units.values().filter(|unit| !self.is_of(side, unit.id.nation));
            theirs.map(|unit| u64::from(unit.strength)).sum::<u64>()
        };
        let losses = men(&self.state).saturating_sub(men(end));
        Score { cities: taken.len() as u64, worth, losses, slips: 0 }
    }

    fn is_at_war(&self, nation: NationCode) -> bool {
        self.state.players.iter().any(|player| player.nation == nation)
    }
}

/// The record of a game whose open turn nobody has written for.
fn record(table: &Table) -> GameRecord {
    let account = |player: &Player| Account {
        name: player.name.clone(),
        email: String::new(),
        passwords: Vec::new(),
        report_wishes: String::new(),
        machine: true,
        skill: Default::default(),
        absent: None,
        tenure: Default::default(),
        press: PressBox::default(),
    };
    let opening = Opening {
        name: GameName(GAME.into()),
        title: String::new(),
        board: Arc::new(table.clone()),
        is_closed: false,
    };
    let settings = Settings::of_one_turn(0, i64::MAX / 2, chrono_tz::UTC);
    let (turn, players) = (table.land.turn, &table.land.players);
    let book = OrderBook { turn, ..OrderBook::default() };
    GameRecord::new(opening, settings, players.iter().map(account).collect(), book, Vec::new())
}
