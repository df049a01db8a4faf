//! The first lines of the event report, for a reader who is tired: who met whom where, who won and why, what it cost, and
//! what will be lost if nothing is done. Each is a sentence or two; what they leave out stands below them.

use std::collections::BTreeSet;

use crate::attention::{Attention, Matter};
use crate::battles::{BattleOutcome, BattleView, CampView, ENEMY_MEN, rounded};
use crate::concern::Concern;
use crate::gather::{NewsLine, Reader};
use crate::summary::{BattlesView, CityNews, Summary, price, price_of_all};
use crate::whose::Whose;
use fieldpost_engine::words::{agrees, counted, listed};
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_land::event::Kind;

/// Most places with battles, cities, and dangers that are told of one by one.
const MOST_FIELDS: usize = 3;
const MOST_CITIES: usize = 3;
const MOST_DANGERS: usize = 4;
/// Most units that are named; more are counted.
const MOST_NAMED: usize = 3;
/// Orders that failed are told of first where they are more than one in so many.
const FIFTH: usize = 5;

/// Whether the lead does not tell of all battles: of more places than it has room for, or of others' battles.
pub(crate) fn leaves_out_battles(battles: &[BattlesView]) -> bool {
    battles.len() > MOST_FIELDS || battles.iter().any(|field| field.witnessed > 0)
}

/// Whether it does not tell of all cities.
pub(crate) fn leaves_out_cities(cities: &[CityNews]) -> bool {
    cities.len() > MOST_CITIES
}

/// `force` is how many units the reader has at the end of the turn.
pub(crate) fn lead(
    summary: &Summary,
    lines: &[NewsLine<'_>],
    force: usize,
    reader: Reader<'_>,
) -> Vec<String> {
    let mut told = battles(lines, reader);
    told.extend(surrenders(lines, reader));
    let cities = summary.cities.iter().map(|city| city.sentence.clone());
    told.extend(cities.take(MOST_CITIES));
    if let Some(more) = summary.cities.len().checked_sub(MOST_CITIES).filter(|more| *more > 0) {
        told.push(format!("News of {} more below.", counted(more, "city")));
    }
    told.extend(cost(summary, lines, reader));
    told.extend(failed(&summary.attention, force, reader));
    let cut_off = cut_off(&summary.attention);
    told.extend(cut_off_words(&cut_off, reader));
    told.extend(dangers(&summary.attention, &cut_off, reader));
    told
}

/// Orders that were not carried out, where that is so of more than a fifth of all units.
fn failed(attention: &[Attention], force: usize, reader: Reader<'_>) -> Option<String> {
    let failed = attention.iter().filter(|matter| matter.matter == Matter::OrderFailed);
    let failed: BTreeSet<&str> = failed.flat_map(|matter| &matter.units).map(String::as_str).collect();
    let whose = if reader.is_umpire() { "all" } else { "your" };
    let words = || {
        format!(
            "{} of {whose} {force} units did not do all that was ordered; why, is told under what needs attention.",
            failed.len()
        )
    };
    (failed.len() * FIFTH > force).then(words)
}

/// The units that have neither supply nor communications.
fn cut_off(attention: &[Attention]) -> Vec<&str> {
    let of = |is: fn(Concern) -> bool| {
        let matters = attention
            .iter()
            .filter(move |matter| matches!(matter.matter, Matter::Ails(concern) if is(concern)));
        matters.flat_map(|matter| &matter.units).map(String::as_str)
    };
    let silent: BTreeSet<&str> = of(|concern| concern == Concern::NoCommunications).collect();
    let mut seen = BTreeSet::new();
    of(|concern| concern == Concern::NoSupply)
        .filter(|unit| silent.contains(unit) && seen.insert(*unit))
        .collect()
}

fn cut_off_words(units: &[&str], reader: Reader<'_>) -> Option<String> {
    let who = named(units, reader);
    let are = agrees(units.len() as u64, "is", "are");
    let words = || format!("{who} {are} cut off: without supply and without communications.");
    (!units.is_empty()).then(words)
}

/// The battles of a square in which the reader's side had a part.
struct Action<'a> {
    at: StrategicSquare,
    battles: Vec<&'a BattleView>,
}

fn battles(lines: &[NewsLine<'_>], reader: Reader<'_>) -> Vec<String> {
    let mut fields: Vec<Action<'_>> = Vec::new();
    for (at, battle) in lines.iter().filter_map(|line| line.square.zip(line.battle.as_ref())) {
        if battle.outcome == BattleOutcome::Witnessed && !reader.is_umpire() {
            continue;
        }
        match fields.iter_mut().find(|field| field.at == at) {
            Some(field) => field.battles.push(battle),
            None => fields.push(Action { at, battles: vec![battle] }),
        }
    }
    fields.sort_by_key(|field| std::cmp::Reverse(field.lost(true) + field.lost(false)));
    let mut told: Vec<String> = fields.iter().take(MOST_FIELDS).map(|field| field.words(reader)).collect();
    let rest = fields.iter().skip(MOST_FIELDS).map(|field| field.battles.len()).sum::<usize>();
    if rest > 0 {
        told.push(format!(
            "{} more, with smaller losses, {} told below.",
            counted(rest, "battle"),
            agrees(rest as u64, "is", "are")
        ));
    }
    told
}

fn men(battle: &BattleView, ours: bool) -> u32 {
    battle.camps.iter().filter(|camp| camp.is_ours == ours).map(|camp| camp.men).sum()
}

impl Action<'_> {
    fn camps(&self, ours: bool) -> impl Iterator<Item = &CampView> {
        self.battles.iter().flat_map(|battle| &battle.camps).filter(move |camp| camp.is_ours == ours)
    }

    fn lost(&self, ours: bool) -> u32 {
        self.camps(ours).map(|camp| camp.lost).sum()
    }

    /// The battle that cost most.
    fn greatest(&self) -> Option<&BattleView> {
        let cost = |battle: &&&BattleView| battle.camps.iter().map(|camp| camp.lost).sum::<u32>();
        self.battles.iter().rev().max_by_key(cost).copied()
    }

    /// `J5-S1, by Skalitz: Prussia attacked you, and won: Austria lost at close quarters and had to leave.`
    fn words(&self, reader: Reader<'_>) -> String {
        let Some(greatest) = self.greatest() else { return String::new() };
        if reader.is_umpire() {
            return self.words_of_all(greatest, reader);
        }
        let is_own = self.camps(true).flat_map(|camp| &camp.rows).any(|row| row.is_own);
        let us = if is_own { "you" } else { "your side" };
        let enemies: BTreeSet<&str> =
            self.camps(false).flat_map(|camp| camp.nations.iter().map(String::as_str)).collect();
        let enemies = listed(&enemies.into_iter().collect::<Vec<_>>());
        let attacked = greatest.camps.first().is_some_and(|attackers| attackers.is_ours);
        let met = match (greatest.meeting, attacked) {
            (true, _) => format!("{us} met {enemies}"),
            (false, true) => format!("{us} attacked {enemies}"),
            (false, false) => format!("{enemies} attacked {us}"),
        };
        let numbers = format!("{} against about {}", men(greatest, true), men(greatest, false));
        let won = self.battles.iter().filter(|battle| battle.outcome == BattleOutcome::Won).count();
        let price = price(self.lost(true), self.lost(false), "");
        let heading = reader.places.heading(self.at);
        let end = &greatest.end;
        let why = Some(format!(" {}", greatest.why)).filter(|_| !greatest.why.is_empty()).unwrap_or_default();
        match (self.battles.len(), won) {
            (1, won) => {
                let verb = if won == 1 { "won" } else { "lost" };
                let subject = if attacked || greatest.meeting { "" } else { " you" };
                format!("{heading}: {met} ({numbers}) and{subject} {verb}: {end}.{why} {price}")
            }
            (all, won) => {
                let score = match (won, all - won) {
                    (_, 0) => "all won".into(),
                    (0, _) => "all lost".into(),
                    (won, lost) => format!("{won} won and {lost} lost"),
                };
                format!(
                    "{heading}: {met}. {}, {score}; in the greatest ({numbers}) {end}.{why} {price}",
                    counted(all, "battle")
                )
            }
        }
    }
}

impl Action<'_> {
    /// The same for whoever takes no side: the administrator looks at both from within.
    fn words_of_all(&self, greatest: &BattleView, reader: Reader<'_>) -> String {
        let [attackers, defenders] = &greatest.camps[..] else { return String::new() };
        let verb = if greatest.meeting { "met" } else { "attacked" };
        let (one, other) = (listed(&attackers.nations), listed(&defenders.nations));
        let (heading, end) = (reader.places.heading(self.at), &greatest.end);
        let met = format!("{one} {verb} {other} ({} against {}): {end}", attackers.men, defenders.men);
        let met = match self.battles.len() {
            1 => met,
            all => format!("{}; in the greatest {met}", counted(all, "battle")),
        };
        format!("{heading}: {met}. {}.", price_of_all(&self.battles))
    }
}

/// Units of a nation that laid down their arms in one square.
struct Taken {
    at: Option<StrategicSquare>,
    nation: NationCode,
    units: usize,
    men: u32,
    /// Whether the men could only be counted from the other side.
    is_about: bool,
}

/// Who laid down their arms, by square and nation: what battles cost does not say it, and after a siege there was none.
fn surrenders(lines: &[NewsLine<'_>], reader: Reader<'_>) -> Vec<String> {
    let mut taken: Vec<Taken> = Vec::new();
    for line in lines.iter().filter(|line| line.kind() == Kind::Surrender) {
        let is_about = line.whose == Some(Whose::Others);
        for (unit, men) in line.events.iter().filter_map(|event| event.fact.unit().zip(event.fact.men())) {
            let (at, nation) = (line.square, unit.nation);
            match taken.iter_mut().find(|known| (known.at, known.nation) == (at, nation)) {
                Some(known) => {
                    known.units += 1;
                    known.men += men;
                }
                None => taken.push(Taken { at, nation, units: 1, men, is_about }),
            }
        }
    }
    taken.into_iter().map(|one| one.words(reader)).collect()
}

impl Taken {
    /// `J5-S1, by Skalitz: 5 units of Austria surrendered, about 9000 men.`
    fn words(&self, reader: Reader<'_>) -> String {
        let place = self.at.map_or_else(String::new, |at| format!("{}: ", reader.places.heading(at)));
        let men = match (self.men, self.is_about) {
            (0, _) => String::new(),
            (men, true) => format!(", about {} men", rounded(men, ENEMY_MEN)),
            (men, false) => format!(", {}", counted(men, "man")),
        };
        format!("{place}{} of {} surrendered{men}.", counted(self.units, "unit"), self.nation.spoken())
    }
}

/// What the turn cost the reader's own units, all causes together.
fn cost(summary: &Summary, lines: &[NewsLine<'_>], reader: Reader<'_>) -> Option<String> {
    let losses = &summary.losses;
    let own = |line: &&NewsLine<'_>| line.whose == Some(Whose::Own);
    let fates = lines.iter().filter(own);
    let ended = |is: fn(&NewsLine<'_>) -> bool| {
        fates.clone().filter(|line| is(line)).flat_map(NewsLine::units).count()
    };
    let shattered = ended(|line| line.kind() == Kind::Shatter && !line.fact().is_for_good());
    let destroyed = ended(|line| line.kind() == Kind::Shatter && line.fact().is_for_good());
    let surrendered = ended(|line| line.kind() == Kind::Surrender);
    let all: [(u32, &str); 2] = [(losses.total, "man"), (losses.batteries_lost, "battery")];
    let causes = losses.causes();
    let causes = if causes.is_empty() { causes } else { format!(" ({causes})") };
    let counts = all.iter().filter(|(number, _)| *number > 0);
    let lost: Vec<String> = counts
        .map(|(number, what)| {
            let causes = if *what == "man" { causes.as_str() } else { "" };
            format!("{}{causes}", counted(*number, what))
        })
        .collect();
    let were = agrees(destroyed as u64, "was destroyed", "were destroyed");
    let gone = [(shattered, "shattered"), (destroyed, were), (surrendered, "surrendered")];
    let gone = gone.iter().filter(|(number, _)| *number > 0);
    let gone: Vec<String> =
        gone.map(|(number, verb)| format!("{} {verb}", counted(*number, "unit"))).collect();
    if lost.is_empty() && gone.is_empty() {
        return None;
    }
    let who = if reader.is_umpire() { "the armies" } else { "you" };
    let lost = if lost.is_empty() { String::new() } else { format!("In all {who} lost {}", listed(&lost)) };
    let join = if lost.is_empty() || gone.is_empty() { "" } else { "; " };
    Some(format!("{lost}{join}{}.", listed(&gone)))
}

/// What will be lost if nothing is done, the gravest first.
fn dangers(attention: &[Attention], cut_off: &[&str], reader: Reader<'_>) -> Vec<String> {
    let mut known: Vec<(Matter, Vec<&str>, Vec<&str>)> = Vec::new();
    for matter in attention {
        let units = matter.units.iter().map(String::as_str);
        let squares = matter.squares.iter().map(String::as_str);
        match known.iter_mut().find(|(other, _, _)| *other == matter.matter) {
            Some((_, all, places)) => {
                all.extend(units.filter(|unit| !matter.units.is_empty() && !unit.is_empty()));
                places.extend(squares);
            }
            None => known.push((matter.matter, units.collect(), squares.collect())),
        }
    }
    let told = known.into_iter().filter_map(|(matter, mut units, mut squares)| {
        let mut seen = BTreeSet::new();
        units.retain(|unit| seen.insert(*unit));
        // Who is cut off was told of.
        let is_told = matches!(matter, Matter::Ails(Concern::NoSupply | Concern::NoCommunications));
        units.retain(|unit| !is_told || !cut_off.contains(unit));
        if is_told && units.is_empty() {
            return None;
        }
        let mut seen = BTreeSet::new();
        squares.retain(|square| seen.insert(*square));
        danger(matter, (&units, reader), &squares)
    });
    told.take(MOST_DANGERS).map(|words| format!("If nothing is done: {words}.")).collect()
}

/// Units by their ids while they are few, else how many.
fn named(units: &[&str], reader: Reader<'_>) -> String {
    match units.len() > MOST_NAMED {
        true => counted(units.len(), if reader.is_umpire() { "unit" } else { "unit of yours" }),
        false => listed(units),
    }
}

/// What comes of one matter of so many units.
fn danger(matter: Matter, (units, reader): (&[&str], Reader<'_>), squares: &[&str]) -> Option<String> {
    let one = |one, more| agrees(units.len() as u64, one, more);
    let who = named(units, reader);
    let at = if squares.len() > MOST_NAMED { counted(squares.len(), "square") } else { listed(squares) };
    Some(match matter {
        Matter::Ails(Concern::EnemiesHere) => {
            format!("{who} {} with enemies in {at}, and may be attacked there", one("stands", "stand"))
        }
        Matter::Ails(Concern::Besieged) => {
            format!(
                "{who} {} besieged, and {} when the city has nothing left to eat",
                one("is", "are"),
                one("surrenders", "surrender")
            )
        }
        Matter::Ails(Concern::Hungry) => {
            format!(
                "{who} went hungry, and {} more men by desertion each turn without food",
                one("loses", "lose")
            )
        }
        Matter::Ails(Concern::NoSupply | Concern::EmptySource) => {
            format!(
                "{who} {} nothing to draw supplies from, and {} hungry",
                one("has", "have"),
                one("goes", "go")
            )
        }
        Matter::Ails(Concern::NoAmmunition) => {
            format!("{who} {} without ammunition, and cannot fire", one("stays", "stay"))
        }
        Matter::Ails(Concern::Shattered) => format!(
            "{who}, shattered, {} again only with supply and communications, or by a depot",
            one("forms", "form")
        ),
        Matter::Ails(Concern::NoCommunications) => {
            format!(
                "{who} {} without communications, and {} one square less",
                one("stays", "stay"),
                one("marches", "march")
            )
        }
        _ => return None,
    })
}
