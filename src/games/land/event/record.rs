//! A fact as records of form 1 have it: one flat row, to which a turn of then is held when it is run again; its fields do not change.
//! Words that a fact follows from are read back; words that follow from a fact are written, and on reading passed over.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::event::battle::BattleReport;
use crate::event::mood::Mood;
use crate::event::reason::Reason;
use crate::event::reread;
use crate::event::{
    Affair, Event, Fact, Kind, Matter, Nerve, Place, Railway, Remark, Scene, Shattering, Stand, Step,
};
use crate::phase::Phase;
use crate::state::{DepotKind, Season};
use crate::unit::UnitId;
use fieldpost_engine::fact;
use fieldpost_engine::form2::Called;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

/// The other one of a check for which shells asked, which belongs to no battle.
pub(super) const BY_SHELLS: &str = "by shells";
/// The other one of a unit that is no more.
pub(super) const GONE: &str = "destroyed";
/// Who controls what nobody does.
pub(super) const NOBODY: &str = "none";
/// Between the causes of a mood.
pub(super) const AND: &str = ", ";
/// Of a city whose siege begins.
pub(super) const SIEGE: &str = "is besieged";
/// Of a city whose siege is over.
pub(super) const RELIEF: &str = "is no longer besieged";
/// Of a unit in its first hungry turn.
pub(super) const HUNGRY: &str = "it had no supplies and could not live off the land (rule 11.10)";

/// Of a unit that has hungered for so many turns.
pub(super) fn hungry_for(turns: u8) -> String {
    format!("it had no supplies and could not live off the land, for {turns} turns now (rule 11.10)")
}

/// Of a city that has come to another nation.
pub(super) fn captured(city: &str, by: NationCode, supplies: u32) -> String {
    let stores = match supplies {
        0 => String::new(),
        1 => ", with its one supply".into(),
        supplies => format!(", with its {supplies} supplies"),
    };
    format!("{city} is now controlled by {}{stores}", by.words())
}

/// An event as it is recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record<'a> {
    /// The phase it happened in.
    pub phase: Phase,
    pub kind: Kind,
    pub unit: Option<UnitId>,
    /// Where it began, for a move.
    pub from: Option<Place>,
    /// Where it happened, or ended.
    pub at: Option<StrategicSquare>,
    pub tac: Option<TacticalSquare>,
    /// The other unit, city or side concerned.
    pub other: Option<Cow<'a, str>>,
    /// Men concerned.
    pub men: Option<u32>,
    /// The nation concerned, such as the one that took a city.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nation: Option<NationCode>,
    /// The nation that had the city before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost_by: Option<NationCode>,
    /// By how much something rose (or fell), such as morale in points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<i32>,
    /// Why, in a sentence a player understands.
    pub why: Option<Cow<'a, str>>,
    /// The whole of a battle, for those who were in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battle: Option<Cow<'a, BattleReport>>,
}

impl<'a> From<&'a Event> for Record<'a> {
    fn from(event: &'a Event) -> Record<'a> {
        let fact = &event.fact;
        let (nation, lost_by) = match fact {
            Fact::CaptureCity { by, lost_by, .. } => (Some(*by), *lost_by),
            // Two codes have one name: what is told is the name.
            Fact::Control { by: Some(one), .. } | Fact::DestroyDepot { owner: one, .. }
                if NationCode::of_name(&one.words()) != Some(*one) =>
            {
                (Some(*one), None)
            }
            _ => (None, None),
        };
        Record {
            phase: event.phase,
            kind: fact.kind(),
            unit: fact.unit(),
            from: fact.from(),
            at: fact.at(),
            tac: fact.tac(),
            other: fact.other(),
            men: fact.men(),
            nation,
            lost_by,
            change: fact.change(),
            why: fact.why(),
            battle: fact.battle().map(Cow::Borrowed),
        }
    }
}

impl fact::Fact for Fact {
    type Phase = Phase;

    fn form1(event: &Event) -> impl Serialize {
        Record::from(event)
    }
}

impl fact::Reread for Fact {
    type Row = Record<'static>;

    fn reread(row: Record<'static>) -> Result<Event, String> {
        Event::try_from(row)
    }
}

impl TryFrom<Record<'_>> for Event {
    type Error = String;

    /// # Errors
    /// If the record lacks what a fact of its kind has: what.
    fn try_from(record: Record<'_>) -> Result<Event, String> {
        let parts = [of_moves, of_fights, of_battlefields, of_supplies, of_cities];
        let part = parts.iter().find_map(|part| part(&record).transpose());
        let fact = part.unwrap_or_else(|| of_the_rest(&record))?;
        Ok(Event { phase: record.phase, fact })
    }
}

fn of_moves(row: &Record<'_>) -> Result<Option<Fact>, String> {
    Ok(Some(match row.kind {
        Kind::March => Fact::March(row.step()?),
        Kind::Withdraw => Fact::Withdraw { stand: row.stand()?, stragglers: row.men()? },
        Kind::Interrupted => Fact::Interrupted { stand: row.stand()?, why: row.reason() },
        Kind::ExitBlocked => Fact::ExitBlocked { stand: row.stand()?, why: row.reason() },
        Kind::Halt => Fact::Halt { stand: row.stand()?, why: row.reason() },
        Kind::Pursue => Fact::Pursue(row.stand()?),
        Kind::Rail => Fact::Rail(row.step()?),
        Kind::Move => {
            let remarks = [Remark::Intercepted, Remark::EnteredFort, Remark::LeftFort];
            let remark = row.one_of("remark", &row.why, remarks, Remark::words)?;
            Fact::Move { step: row.step()?, remark }
        }
        Kind::Intercept => Fact::Intercept { step: row.step()?, mover: row.other_unit()? },
        Kind::Support => Fact::Support(row.step()?),
        Kind::Retreat => Fact::Retreat(row.step()?),
        Kind::Rout => Fact::Rout(row.step()?),
        Kind::FallBack => Fact::FallBack(row.step()?),
        Kind::Deploy => Fact::Deploy(row.step()?),
        Kind::DeployBridge => Fact::DeployBridge(row.step()?),
        Kind::RemoveBridge => Fact::RemoveBridge(row.step()?),
        _ => return Ok(None),
    }))
}

fn of_fights(row: &Record<'_>) -> Result<Option<Fact>, String> {
    Ok(Some(match row.kind {
        Kind::Combat => {
            let battle = row.battle.as_deref().cloned().ok_or_else(|| row.lacks("battle"))?;
            Fact::Combat { at: row.place()?, battle: Box::new(battle) }
        }
        Kind::Bombard => {
            let Stand { unit: guns, at } = row.stand()?;
            Fact::Bombard { guns, hit: row.other_unit()?, at, men: row.men()? }
        }
        Kind::HoldFire => Fact::HoldFire { stand: row.stand()?, why: row.reason() },
        Kind::Check => {
            let nerve = row.one_of("outcome", &row.why, Nerve::ALL, Nerve::words)?;
            Fact::Check {
                stand: row.stand()?,
                men: row.men()?,
                by_shells: row.other.as_deref() == Some(BY_SHELLS),
                nerve: nerve.ok_or_else(|| row.lacks("outcome"))?,
            }
        }
        Kind::Shatter => {
            let is_gone = row.other.as_deref() == Some(GONE);
            let end = if is_gone { Shattering::Destroyed } else { Shattering::Reforming };
            Fact::Shatter { step: row.step()?, men: row.men()?, end, why: row.reason() }
        }
        Kind::Reform => Fact::Reform(row.stand()?),
        Kind::ReformFailed => Fact::ReformFailed { stand: row.stand()?, why: row.reason() },
        _ => return Ok(None),
    }))
}

fn of_battlefields(row: &Record<'_>) -> Result<Option<Fact>, String> {
    Ok(Some(match row.kind {
        Kind::Surrender => Fact::Surrender { stand: row.stand()?, city: row.other()?, men: row.men()? },
        Kind::Square => Fact::Square(row.stand()?),
        Kind::CaptureGuns => Fact::CaptureGuns { stand: row.stand()?, of: row.other_unit()? },
        Kind::CaptureBridge => Fact::CaptureBridge { stand: row.stand()?, now: row.other_unit()? },
        Kind::LoseSupplies => {
            let lost = row.change.and_then(|change| u8::try_from(-i64::from(change)).ok());
            Fact::LoseSupplies {
                stand: row.stand()?,
                supplies: lost.ok_or_else(|| row.lacks("loss of supplies"))?,
            }
        }
        Kind::Morale => {
            let change = row.change.ok_or_else(|| row.lacks("change"))?;
            let moods = row.why();
            let mood = |words: &str| {
                let mood = Mood::ALL.into_iter().find(|mood| mood.words() == words);
                mood.ok_or_else(|| format!("morale moved by {words:?}, which moves none"))
            };
            let moods = moods.split(AND).filter(|words| !words.is_empty()).map(mood);
            Fact::Morale { stand: row.stand()?, change, moods: moods.collect::<Result<_, _>>()? }
        }
        Kind::Rejoin => Fact::Rejoin { stand: row.stand()?, men: row.men()? },
        Kind::StragglersReturn => Fact::StragglersReturn { stand: row.stand()?, men: row.men()? },
        _ => return Ok(None),
    }))
}

fn of_supplies(row: &Record<'_>) -> Result<Option<Fact>, String> {
    let source = || row.other.as_deref().map(|words| Called::from(words.to_owned()));
    Ok(Some(match row.kind {
        Kind::Consume => Fact::Consume { stand: row.stand()?, source: source() },
        Kind::Requisition => Fact::Requisition(row.stand()?),
        Kind::Hunger => {
            let turns = row.number().and_then(|turns| u8::try_from(turns).ok()).unwrap_or(1);
            Fact::Hunger { stand: row.stand()?, turns }
        }
        Kind::Lack => Fact::Lack { stand: row.stand()?, why: row.reason() },
        Kind::Desert => Fact::Desert { stand: row.stand()?, men: row.men()? },
        Kind::Draw if row.why.is_some() => {
            let supplies = row.number().ok_or_else(|| row.lacks("number of supplies"))?;
            Fact::Loot { stand: row.stand()?, supplies }
        }
        Kind::Draw => Fact::Draw { stand: row.stand()?, source: source() },
        Kind::Transfer if row.unit.is_some() => Fact::HandOver { stand: row.stand()?, to: row.other_unit()? },
        Kind::Transfer => Fact::Transfer(row.affair()),
        Kind::Purchase => Fact::Purchase(row.affair()),
        Kind::PlaceDepot => Fact::PlaceDepot(row.affair()),
        Kind::RemoveDepot => Fact::RemoveDepot(row.affair()),
        Kind::DestroyDepot => {
            let owner = row.other()?;
            let owner =
                row.nation.or_else(|| NationCode::of_words(&owner)).ok_or_else(|| row.lacks("owner"))?;
            Fact::DestroyDepot { at: row.place()?, owner, words: row.reason() }
        }
        _ => return Ok(None),
    }))
}

fn of_cities(row: &Record<'_>) -> Result<Option<Fact>, String> {
    Ok(Some(match row.kind {
        Kind::Siege => {
            let begins = !row.why().ends_with(RELIEF);
            Fact::Siege { city: row.other()?, at: row.place()?, begins }
        }
        Kind::Breach => Fact::Breach { city: row.other()?, at: row.place()?, words: row.reason() },
        Kind::CaptureCity => {
            let by = row.nation.ok_or_else(|| row.lacks("nation"))?;
            let (city, why) = (row.other()?, row.why());
            let stores = why.strip_prefix(&captured(&city, by, 0)).unwrap_or_default();
            let supplies = number_in(stores).unwrap_or_else(|| u32::from(!stores.is_empty()));
            Fact::CaptureCity { city, at: row.place()?, by, lost_by: row.lost_by, supplies }
        }
        Kind::Control => {
            let holder = row.other()?;
            let by = row.nation.or_else(|| NationCode::of_words(&holder)).filter(|_| holder != NOBODY);
            Fact::Control { at: row.at.ok_or_else(|| row.lacks("square"))?, by, words: row.reason() }
        }
        Kind::DestroyTrack => {
            let what = row.one_of("part of a railway", &row.other, Railway::ALL, Railway::word)?;
            let what = what.ok_or_else(|| row.lacks("part of a railway"))?;
            Fact::DestroyTrack { stand: row.stand()?, what }
        }
        Kind::Rebuild => Fact::Rebuild(row.affair()),
        _ => return Ok(None),
    }))
}

fn of_the_rest(row: &Record<'_>) -> Result<Fact, String> {
    Ok(match row.kind {
        Kind::Upgrade => Fact::Upgrade(row.stand()?),
        Kind::Merge => Fact::Merge {
            stand: row.stand()?,
            unit: row.other_unit()?,
            men: row.men()?,
            excess: row.number().unwrap_or_default(),
            lost: row.change.map_or(0, i32::unsigned_abs),
        },
        Kind::Inactivate => Fact::Inactivate { stand: row.stand()?, why: row.reason() },
        Kind::Activate => Fact::Activate { stand: row.stand()?, why: row.reason() },
        Kind::Season => {
            let season = row.one_of("season", &row.other, Season::ALL, Season::words)?;
            Fact::Season { season: season.ok_or_else(|| row.lacks("season"))?, why: row.reason() }
        }
        Kind::Assign => Fact::Assign { unit: row.stand()?.unit, why: row.reason() },
        Kind::Refused if row.unit.is_some() => Fact::Refused { stand: row.stand()?, why: row.reason() },
        Kind::Refused => Fact::Declined(row.affair()),
        _ => return Err(row.lacks("meaning")),
    })
}

impl Record<'_> {
    fn lacks(&self, what: &str) -> String {
        format!("an event {:?} without {what}", self.kind)
    }

    fn place(&self) -> Result<Place, String> {
        let place = self.at.zip(self.tac).map(|(at, tac)| Place { at, tac });
        place.ok_or_else(|| self.lacks("place"))
    }

    fn stand(&self) -> Result<Stand, String> {
        let unit = self.unit.ok_or_else(|| self.lacks("unit"))?;
        Ok(Stand { unit, at: self.place().ok() })
    }

    fn step(&self) -> Result<Step, String> {
        let Stand { unit, .. } = self.stand()?;
        let from = self.from.ok_or_else(|| self.lacks("start"))?;
        Ok(Step { unit, from, to: self.place()? })
    }

    fn men(&self) -> Result<u32, String> {
        self.men.ok_or_else(|| self.lacks("men"))
    }

    fn why(&self) -> String {
        self.why.as_deref().unwrap_or_default().to_owned()
    }

    fn reason(&self) -> Reason {
        reread::reason(self.why.as_deref().unwrap_or_default())
    }

    fn other(&self) -> Result<String, String> {
        self.other.as_deref().map(str::to_owned).ok_or_else(|| self.lacks("other"))
    }

    fn other_unit(&self) -> Result<UnitId, String> {
        self.other()?.parse().map_err(|_| self.lacks("other unit"))
    }

    /// The first number in its reason.
    fn number(&self) -> Option<u32> {
        number_in(self.why.as_deref()?.split(" (rule").next()?)
    }

    fn one_of<T: Copy, const N: usize>(
        &self,
        what: &str,
        written: &Option<Cow<'_, str>>,
        all: [T; N],
        words: impl Fn(T) -> &'static str,
    ) -> Result<Option<T>, String> {
        let Some(written) = written else { return Ok(None) };
        let found = all.into_iter().find(|one| words(*one) == written);
        found.map(Some).ok_or_else(|| format!("{}: no {what} is {written:?}", self.lacks("sense")))
    }

    fn affair(&self) -> Affair {
        let Record { at, tac, .. } = *self;
        let matter = self.other.as_deref().map(Matter::of_words);
        Scene { at, tac, matter }.told(self.reason())
    }
}

fn number_in(words: &str) -> Option<u32> {
    words.split(|letter: char| !letter.is_ascii_digit()).find_map(|digits| digits.parse().ok())
}

impl Matter {
    fn of_words(words: &str) -> Matter {
        let kinds = [DepotKind::Depot, DepotKind::Cache];
        let depot = kinds.into_iter().find(|kind| kind.word() == words).map(Matter::Depot);
        let railway = Railway::ALL.into_iter().find(|what| what.word() == words).map(Matter::Railway);
        let unit = || words.parse().ok().map(Matter::Unit);
        depot.or(railway).or_else(unit).unwrap_or_else(|| Matter::Store(words.to_owned().into()))
    }
}

impl Railway {
    const ALL: [Railway; 2] = [Railway::Track, Railway::Bridge];

    pub fn word(self) -> &'static str {
        match self {
            Railway::Track => "track",
            Railway::Bridge => "bridge",
        }
    }
}

impl Remark {
    pub(super) fn words(self) -> &'static str {
        match self {
            Remark::Intercepted => "it was intercepted",
            Remark::EnteredFort => "it entered the fort",
            Remark::LeftFort => "it left the fort",
        }
    }
}

impl Nerve {
    const ALL: [Nerve; 5] = [Nerve::Stood, Nerve::Wavered, Nerve::TooTired, Nerve::Routed, Nerve::GaveWay];

    pub(super) fn words(self) -> &'static str {
        match self {
            Nerve::Stood => "it stood",
            Nerve::Wavered => "it wavered, but stayed in its fort",
            Nerve::TooTired => "too tired to stand, it shattered",
            Nerve::Routed => "it routed",
            Nerve::GaveWay => "it gave way",
        }
    }
}
