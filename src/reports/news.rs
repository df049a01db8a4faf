//! The event report: what a player was told of the turn, in the turn's order (rules 4.4, 4.5, 5.3).

use std::collections::BTreeSet;

use serde::Serialize;

use crate::engine::event::{Saw, Told};
use crate::engine::ids::PlayerNo;
use crate::games::ground::square::{Grid, StrategicSquare, TacticalSquare};
use crate::games::land::event::{Event, Kind};
use crate::games::land::shattered::DESTROYED;
use crate::games::land::unit::UnitId;
use crate::reports::battles::BattleView;
use crate::reports::reasons;
use crate::reports::vantage::in_line;

/// What a player was told of one turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct News {
    /// The phases in which something was seen, in order.
    pub phases: Vec<PhaseNews>,
    /// What some of the lines need to be understood; each once, however often it is needed.
    pub notes: Vec<&'static str>,
}

/// What was seen in one phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PhaseNews {
    /// The phase in words.
    pub title: String,
    /// One sentence an event: the player's own units, the side's, others, each unit's doings together and in order.
    pub lines: Vec<String>,
    /// The battles fought in it, in order.
    pub battles: Vec<BattleView>,
}

/// Whose a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Whose {
    /// The player commands it or deputises.
    Mine,
    /// The player's side's.
    Side,
    /// Anybody else's.
    Others,
}

/// Where an event stands in its phase: by unit, and last what befell none.
type Rank = (bool, Option<(Whose, (u8, UnitId))>);

impl News {
    /// The events that `player` was told of; `whose` says whose a unit is, for why something happened is told of
    /// one's own side only. What every unit eats every turn stands in its status block and is not told here.
    pub fn of(
        events: &[Told<Event>],
        player: PlayerNo,
        grid: &Grid,
        whose: impl Fn(UnitId) -> Whose,
    ) -> Self {
        let mut phases: Vec<Gathered<'_>> = Vec::new();
        let mut refusals = BTreeSet::new();
        let mut notes = BTreeSet::new();
        for (event, saw) in told(events, player) {
            let unit = subject(event, saw);
            let owner = unit.map(&whose);
            let friendly = owner != Some(Whose::Others);
            let teller = Teller { grid, saw, friendly };
            if let Some(at) = event.at.filter(|_| event.battle.is_some()) {
                let place = teller.place(at, event.tac);
                let battle = BattleView::of(event, saw, &place, |unit| whose(unit) != Whose::Others);
                notes.extend(
                    battle.iter().filter(|battle| !battle.camps.is_empty()).map(|_| reasons::BATTLES),
                );
                gather(&mut phases, &event.phase).battles.extend(battle);
                continue;
            }
            let line = teller.sentence(event);
            // A step that fails is tried again every phase (rule 7.7): once is enough to tell.
            if event.kind == Kind::ExitBlocked && !refusals.insert(line.clone()) {
                continue;
            }
            notes.extend(event.why.as_deref().filter(|_| friendly).and_then(reasons::note));
            gather(&mut phases, &event.phase).lines.push((rank(owner, unit), line));
        }
        News { phases: phases.into_iter().map(sorted).collect(), notes: notes.into_iter().collect() }
    }
}

/// What was seen in a phase, before it is sorted.
struct Gathered<'a> {
    phase: &'a str,
    lines: Vec<(Rank, String)>,
    battles: Vec<BattleView>,
}

/// The phase at hand, opened if it is a new one.
fn gather<'a, 'b>(phases: &'b mut Vec<Gathered<'a>>, phase: &'a str) -> &'b mut Gathered<'a> {
    if phases.last().is_none_or(|last| last.phase != phase) {
        phases.push(Gathered { phase, lines: Vec::new(), battles: Vec::new() });
    }
    let last = phases.len() - 1;
    &mut phases[last]
}

/// The events that a player was told of and that are worth telling.
fn told(events: &[Told<Event>], player: PlayerNo) -> impl Iterator<Item = (&Event, Saw)> {
    let worth_telling = |told: &&Told<Event>| !is_daily(&told.event);
    events.iter().filter(worth_telling).filter_map(move |told| Some((&told.event, told.saw(player)?)))
}

/// The unit that an event is told of: of shells whose guns were not seen, the one that they struck.
fn subject(event: &Event, saw: Saw) -> Option<UnitId> {
    match (event.kind, saw) {
        (Kind::Bombard, Saw::End) => event.other.as_ref()?.parse().ok(),
        _ => event.unit,
    }
}

/// With a capital first letter: sentences that begin with no unit's id.
fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What every unit does every turn and needs no words, and what stands in a battle's table; what is loaded of the
/// enemy's stores has a reason.
fn is_daily(event: &Event) -> bool {
    matches!(event.kind, Kind::Consume | Kind::Draw) && event.why.is_none() || event.kind == Kind::Check
}

fn rank(owner: Option<Whose>, unit: Option<UnitId>) -> Rank {
    (unit.is_none(), owner.zip(unit.map(in_line)))
}

/// The sort is stable, so that what befell one unit stays in order.
fn sorted(Gathered { phase, mut lines, battles }: Gathered<'_>) -> PhaseNews {
    lines.sort_by_key(|(rank, _)| *rank);
    PhaseNews { title: phase_title(phase), lines: lines.into_iter().map(|(_, line)| line).collect(), battles }
}

/// A phase of the turn list in words.
pub fn phase_title(phase: &str) -> String {
    if let Some(number) = phase.strip_prefix("tac ") {
        return format!("Tactical phase {number}");
    }
    if let Some(number) = phase.strip_prefix("strat ") {
        return format!("Strategic phase {number}");
    }
    match phase {
        "supply" => "Supply phase".into(),
        "withdrawal" => "Strategic withdrawal".into(),
        "rail" => "Rail movement".into(),
        "placement" => "Placement".into(),
        "end" => "End of the turn".into(),
        other => other.into(),
    }
}

/// How one event is told to one player.
struct Teller<'a> {
    grid: &'a Grid,
    saw: Saw,
    friendly: bool,
}

impl Teller<'_> {
    fn sentence(&self, event: &Event) -> String {
        if let Some(words) = self.shells(event) {
            return words;
        }
        let mut words = match (motion(event.kind), event.unit) {
            (Some(_), Some(unit)) if event.other.as_deref() == Some(DESTROYED) => self.end(event, unit),
            (Some(verb), Some(unit)) => self.motion(event, unit, verb),
            (_, unit) => self.deed(event, unit),
        };
        let why = event.why.as_deref().filter(|_| self.friendly);
        if let Some(men) = event.men.filter(|men| *men > 0) {
            // Who withdraws leaves stragglers (rule 7.5); else the men are those whom it is about.
            words += &match event.kind {
                Kind::Withdraw => format!(", leaving {men} stragglers behind"),
                _ => format!(", {men} men"),
            };
        }
        if let Some(why) = why {
            words += if words.is_empty() { "" } else { ": " };
            words += why;
        }
        if event.unit.is_none() { capitalised(&words) + "." } else { words + "." }
    }

    /// ROTD-EUWOL 4.4, 4.5: of a move only what was seen of it, its start, its end or both.
    fn motion(&self, event: &Event, unit: UnitId, verb: &str) -> String {
        let end = event.at.map(|at| self.place(at, event.tac));
        let start = event.from.map(|from| self.place(from.at, Some(from.tac)));
        if let (Saw::All, Some((at, from, to))) = (self.saw, within_a_square(event)) {
            return format!("{unit} {verb} from {from} to {to} in {}", self.grid.label(at));
        }
        match (self.saw, start, end) {
            (Saw::Start, Some(start), _) if event.kind == Kind::Shatter => {
                format!("{unit} shattered at {start}")
            }
            (Saw::Start, Some(start), _)
                if matches!(event.kind, Kind::Move | Kind::Retreat | Kind::FallBack) =>
            {
                format!("{unit} moved off from {start}, out of sight")
            }
            (Saw::Start, Some(start), _) => format!("{unit} left {start}"),
            (Saw::Start, None, _) => format!("{unit} left"),
            (Saw::End, _, Some(end)) => format!("{unit} came to {end}"),
            (Saw::All, Some(start), Some(end)) => format!("{unit} {verb} from {start} to {end}"),
            (_, _, Some(end)) => format!("{unit} {verb} to {end}"),
            (_, _, None) => format!("{unit} {verb}"),
        }
    }

    /// ROTD-EUWOL 10.15, 4.4: of shells only what was seen of them, the guns or where they struck; `None` where both
    /// were seen.
    fn shells(&self, event: &Event) -> Option<String> {
        let men = event.men.filter(|men| *men > 0).map(|men| format!(", {men} men")).unwrap_or_default();
        match (event.kind, self.saw) {
            (Kind::Bombard, Saw::Start) => Some(format!("{} fired on somebody out of sight.", event.unit?)),
            (Kind::Bombard, Saw::End) => {
                let place = self.place(event.at?, event.tac);
                Some(format!("{} was bombarded at {place}{men}.", event.other.as_ref()?))
            }
            _ => None,
        }
    }

    /// ROTD-EUWOL 14.2: the end of a unit that found no way out.
    fn end(&self, event: &Event, unit: UnitId) -> String {
        let place = event.at.map(|at| format!(" at {}", self.place(at, event.tac)));
        format!("{unit} was destroyed{}", place.unwrap_or_default())
    }

    fn deed(&self, event: &Event, unit: Option<UnitId>) -> String {
        // A reason that begins with the city's name says the whole of it: "Ulm is besieged".
        if unit.is_none() && event.why.is_some() && self.friendly {
            return String::new();
        }
        let mut words = unit.map_or_else(String::new, |unit| format!("{unit} "));
        // What units hand to one another is guns (rule 10.11); supplies go from place to place.
        let is_battery = event.kind == Kind::Transfer && unit.is_some();
        words += if is_battery { "handed a battery to" } else { deed(event.kind) };
        if let Some(other) = &event.other {
            words += &format!(" {other}");
        }
        if let Some(at) = event.at {
            words += &format!(" at {}", self.place(at, event.tac));
        }
        words
    }

    fn place(&self, at: StrategicSquare, tac: Option<TacticalSquare>) -> String {
        let at = self.grid.label(at);
        tac.map_or_else(|| at.clone(), |tac| format!("{at} {tac}"))
    }
}

/// The square and the two tactical squares of a move that does not leave its square.
fn within_a_square(event: &Event) -> Option<(StrategicSquare, TacticalSquare, TacticalSquare)> {
    let from = event.from.filter(|from| event.at == Some(from.at))?;
    Some((from.at, from.tac, event.tac?))
}

/// The word for a unit's change of place; `None` where it stays.
fn motion(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::March => Some("marched"),
        Kind::Withdraw => Some("withdrew"),
        Kind::Pursue => Some("pursued"),
        Kind::Rail => Some("went by rail"),
        Kind::Move => Some("moved"),
        Kind::Retreat => Some("retreated"),
        Kind::Rout => Some("routed"),
        Kind::FallBack => Some("fell back"),
        Kind::Deploy => Some("was placed"),
        Kind::DeployBridge => Some("was laid as a bridge"),
        Kind::RemoveBridge => Some("was taken up"),
        Kind::Shatter => Some("fled shattered"),
        _ => None,
    }
}

/// What happened, where nobody changed place.
fn deed(kind: Kind) -> &'static str {
    match kind {
        Kind::Interrupted => "was stopped on its way",
        Kind::ExitBlocked => "could not march on",
        Kind::Halt => "halted",
        Kind::Intercept => "intercepted",
        Kind::Support => "supported",
        Kind::Combat => "fought",
        Kind::Bombard => "bombarded",
        Kind::Check => "was put to the test",
        Kind::Reform => "formed again",
        Kind::ReformFailed => "could not form again",
        Kind::Consume => "used a supply",
        Kind::Requisition => "lived off the land",
        Kind::Hunger => "went hungry",
        Kind::Lack => "got less than it was to carry",
        Kind::Desert => "lost men by desertion",
        Kind::Draw => "drew supplies",
        Kind::Transfer => "handed over",
        Kind::Siege => "siege",
        Kind::Surrender => "surrendered",
        Kind::CaptureCity => "captured",
        Kind::CaptureGuns => "captured guns of",
        Kind::DestroyDepot => "destroyed a depot",
        Kind::Control => "control changed",
        Kind::PlaceDepot => "placed a depot",
        Kind::RemoveDepot => "removed a depot",
        Kind::Purchase => "purchase",
        Kind::DestroyTrack => "destroyed the railway",
        Kind::Rebuild => "rebuilt the railway",
        Kind::Upgrade => "was rearmed",
        Kind::Merge => "took in",
        Kind::Inactivate => "became inactive",
        Kind::Activate => "became active",
        Kind::CaptureBridge => "was captured, and is now",
        Kind::Season => "the season changed",
        Kind::Rejoin => "had its wounded back",
        Kind::Refused => "could not do as ordered",
        Kind::LoseSupplies => "lost",
        Kind::Morale => "changed its mind",
        Kind::Assign => "was assigned anew",
        Kind::March
        | Kind::Withdraw
        | Kind::Pursue
        | Kind::Rail
        | Kind::Move
        | Kind::Retreat
        | Kind::Rout
        | Kind::FallBack
        | Kind::Deploy
        | Kind::DeployBridge
        | Kind::RemoveBridge
        | Kind::Shatter => "moved",
    }
}
