//! A line of the event report to be: what it is told of, and to whom.

use std::borrow::Cow;

use crate::battles::BattleView;
use crate::beside::Befell;
use crate::place::Gazetteer;
use crate::vantage::in_line;
use crate::whose::Whose;
use fieldpost_engine::event::Saw;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::voice::Voice;
use fieldpost_ground::by_unit::ByUnit;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::square::StrategicSquare;
use fieldpost_land::event::reason::Reason;
use fieldpost_land::event::{Event, Fact, Kind, Place};
use fieldpost_land::phase::Phase;
use fieldpost_land::state::called;
use fieldpost_land::unit::UnitId;

/// Who reads the report, and what is needed to tell events to them.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    pub player: PlayerNo,
    /// The map, which everybody knows.
    pub places: Gazetteer<'a>,
    pub whose: &'a dyn Fn(UnitId) -> Whose,
    /// Whether the player only deputised for a unit that is no more.
    pub deputised: &'a dyn Fn(UnitId) -> bool,
    /// The player's nation; none for whoever looks at all there is and takes no side.
    pub nation: Option<NationCode>,
    /// Whether two nations are of one side: who is whose ally is known to all.
    pub are_friends: &'a dyn Fn(NationCode, NationCode) -> bool,
    /// The units that besiege a city by its name at the end of the turn, as far as the player sees them.
    pub besiegers: &'a dyn Fn(&str) -> Vec<UnitId>,
    /// The names that units bear: shown beside ids, and never without one.
    pub names: &'a ByUnit<String>,
    /// What befell units by others than the land war's, such as ships.
    pub befell: &'a [Befell],
}

impl Reader<'_> {
    /// Whether the reader takes no side: then nothing is said to be theirs or the enemy's.
    pub fn is_umpire(&self) -> bool {
        self.nation.is_none()
    }

    /// How reasons are told to the reader.
    pub fn voice(&self) -> Voice {
        Voice { takes_no_side: self.is_umpire(), ..Voice::default() }
    }

    /// A unit's id, with its name where it has one: `FR1IN Dupont`.
    pub fn called(&self, unit: UnitId) -> String {
        called(self.names, unit)
    }

    /// Whether a nation is of the reader's side.
    pub fn is_friend(&self, nation: NationCode) -> bool {
        self.nation.is_some_and(|own| (self.are_friends)(own, nation))
    }
}

/// Where a line stands among those of its phase and square, so that causes stand before their effects: what units did,
/// the shells, each battle with what it drove off, what was driven off without one, and what came of it all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Movement, orders that failed, supply.
    Deeds,
    /// Bombardment (rule 10.15).
    Shells,
    /// A battle, by its number, and whether it is what came of it: who left in it, or because of it.
    Battle(usize, bool),
    /// Whoever was driven off without a battle that was seen.
    Driven,
    /// Cities, depots, sieges, bridges.
    Outcome,
}

/// ROTD-EUWOL 10.2: why a headquarters falls back.
const HEADQUARTERS_LEFT: &str = "a headquarters leaves when enemies enter its square (rule 10.2)";

#[derive(Clone, Debug)]
pub struct NewsLine<'a> {
    /// The phase it happened in.
    pub phase: Phase,
    /// How much of it was seen.
    pub saw: Saw,
    /// Whose doing, or whose fate, if it is a unit's.
    pub whose: Option<Whose>,
    /// The square under which it is told; none where it has none.
    pub square: Option<StrategicSquare>,
    /// Where it stands there.
    pub stage: Stage,
    /// The events that it is told of, one a unit, or a gun and a unit hit; never none.
    pub events: Vec<&'a Event>,
    /// How often it happened to each, for what is tried again and again.
    pub times: u32,
    /// Events that it stands for beside those: repeats, steps of a pursuit, checks of a battle.
    pub more: u32,
    /// Where a pursuit or withdrawal began.
    pub start: Option<Place>,
    /// The battle, if it is one.
    pub battle: Option<BattleView>,
    /// What moved morale, by the names of battles and cities that the player was told of.
    pub causes: Vec<String>,
    /// What drew it the other way, and was outweighed.
    pub against: Vec<String>,
}

impl<'a> NewsLine<'a> {
    /// The first of its events.
    pub fn event(&self) -> &'a Event {
        self.events[0]
    }

    /// What it tells of.
    pub fn kind(&self) -> Kind {
        self.fact().kind()
    }

    /// The fact of the first of its events.
    pub fn fact(&self) -> &'a Fact {
        &self.event().fact
    }

    /// The event's reason, which is for the unit's own side only. Shells and captured guns are of matter to those whom
    /// they befell too (`whose`): they have none to tell, and of shells it names the guns, which the sentence names
    /// where they were seen.
    ///
    /// Of a headquarters that falls back the event does not say why: it takes no part in battles, and leaves when
    /// enemies enter its square.
    pub fn why(&self) -> Option<Cow<'a, str>> {
        if !self.tells_why() {
            return None;
        }
        match self.fact() {
            Fact::FallBack(step) if step.unit.kind.is_hq() => Some(HEADQUARTERS_LEFT.into()),
            fact => fact.why(),
        }
    }

    /// The same in words for a reader.
    pub fn why_to(&self, reader: Reader<'_>) -> Option<Cow<'a, str>> {
        match self.reason() {
            Some(_) => why_of(self.fact(), reader),
            None => self.why(),
        }
    }

    /// The same as a type, of facts that have one.
    pub fn reason(&self) -> Option<&'a Reason> {
        self.fact().reason().filter(|_| self.tells_why())
    }

    fn tells_why(&self) -> bool {
        let befalls = matches!(self.kind(), Kind::Bombard | Kind::CaptureGuns);
        self.whose != Some(Whose::Others) && !befalls
    }

    /// The units that it is told of, each once, in the order of reports. Of shells whose guns were not seen, those that
    /// they struck.
    pub fn units(&self) -> Vec<UnitId> {
        let mut units: Vec<UnitId> =
            self.events.iter().filter_map(|event| subject(event, self.saw)).collect();
        units.sort_by_key(|unit| in_line(*unit));
        units.dedup();
        units
    }
}

/// Why a fact came about, in words for a reader: whoever takes no side has no side or nation of theirs.
pub(crate) fn why_of<'f>(fact: &'f Fact, reader: Reader<'_>) -> Option<Cow<'f, str>> {
    match fact.reason() {
        Some(reason) => {
            Some(reason.told(reader.voice()).into()).filter(|words: &Cow<'_, str>| !words.is_empty())
        }
        None => fact.why(),
    }
}

/// The unit that an event is told of: of shells whose guns were not seen, the one that they struck.
pub(crate) fn subject(event: &Event, saw: Saw) -> Option<UnitId> {
    match (&event.fact, saw) {
        (Fact::Bombard { hit, .. }, Saw::End) => Some(*hit),
        (fact, _) => fact.unit(),
    }
}
