//! What all readers ask of a fact, whatever its kind: who, where, how many, why.

use std::borrow::Cow;

use crate::event::battle::BattleReport;
use crate::event::reason::Reason;
use crate::event::{Affair, Fact, Matter, Place, Scene, Shattering, Stand, Step, record};
use crate::unit::UnitId;
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};

/// Who and where, of any fact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Spot {
    unit: Option<UnitId>,
    from: Option<Place>,
    at: Option<StrategicSquare>,
    tac: Option<TacticalSquare>,
}

impl From<&Stand> for Spot {
    fn from(stand: &Stand) -> Spot {
        Spot { unit: Some(stand.unit), ..stand.at.map(Spot::of).unwrap_or_default() }
    }
}

impl From<&Step> for Spot {
    fn from(step: &Step) -> Spot {
        Spot { unit: Some(step.unit), from: Some(step.from), ..Spot::of(step.to) }
    }
}

impl Spot {
    fn of(place: Place) -> Spot {
        Spot { at: Some(place.at), tac: Some(place.tac), ..Spot::default() }
    }
}

impl Fact {
    /// The unit that it befell, or whose doing it is.
    pub fn unit(&self) -> Option<UnitId> {
        self.spot().unit
    }

    /// Where it began, for a move.
    pub fn from(&self) -> Option<Place> {
        self.spot().from
    }

    /// The strategic square where it happened, or ended.
    pub fn at(&self) -> Option<StrategicSquare> {
        self.spot().at
    }

    /// The tactical square where it happened, or ended.
    pub fn tac(&self) -> Option<TacticalSquare> {
        self.spot().tac
    }

    fn spot(&self) -> Spot {
        match self {
            Fact::March(step)
            | Fact::Rail(step)
            | Fact::Move { step, .. }
            | Fact::Intercept { step, .. }
            | Fact::Support(step)
            | Fact::Retreat(step)
            | Fact::Rout(step)
            | Fact::FallBack(step)
            | Fact::Shatter { step, .. }
            | Fact::Deploy(step)
            | Fact::DeployBridge(step)
            | Fact::RemoveBridge(step) => step.into(),
            Fact::Combat { at, .. }
            | Fact::Siege { at, .. }
            | Fact::Breach { at, .. }
            | Fact::CaptureCity { at, .. }
            | Fact::DestroyDepot { at, .. } => Spot::of(*at),
            Fact::Bombard { guns, at, .. } => (&Stand { unit: *guns, at: *at }).into(),
            Fact::Control { at, .. } => Spot { at: Some(*at), ..Spot::default() },
            Fact::Season { .. } => Spot::default(),
            Fact::Assign { unit, .. } => Spot { unit: Some(*unit), ..Spot::default() },
            _ => match (self.stand(), self.affair()) {
                (Some(stand), _) => stand.into(),
                (None, Some(Affair { scene, .. })) => {
                    Spot { at: scene.at, tac: scene.tac, ..Spot::default() }
                }
                (None, None) => Spot::default(),
            },
        }
    }

    /// The unit and its place, of what befell a unit where it stands.
    fn stand(&self) -> Option<&Stand> {
        match self {
            Fact::Withdraw { stand, .. }
            | Fact::Interrupted { stand, .. }
            | Fact::ExitBlocked { stand, .. }
            | Fact::Halt { stand, .. }
            | Fact::Pursue(stand)
            | Fact::HoldFire { stand, .. }
            | Fact::Check { stand, .. }
            | Fact::Reform(stand)
            | Fact::ReformFailed { stand, .. }
            | Fact::Consume { stand, .. }
            | Fact::Requisition(stand)
            | Fact::Hunger { stand, .. }
            | Fact::Lack { stand, .. }
            | Fact::Desert { stand, .. }
            | Fact::Draw { stand, .. }
            | Fact::Loot { stand, .. }
            | Fact::HandOver { stand, .. }
            | Fact::Surrender { stand, .. }
            | Fact::Square(stand)
            | Fact::CaptureGuns { stand, .. }
            | Fact::DestroyTrack { stand, .. }
            | Fact::Upgrade(stand)
            | Fact::Merge { stand, .. }
            | Fact::Inactivate { stand, .. }
            | Fact::Activate { stand, .. }
            | Fact::CaptureBridge { stand, .. }
            | Fact::Rejoin { stand, .. }
            | Fact::Refused { stand, .. }
            | Fact::LoseSupplies { stand, .. }
            | Fact::Morale { stand, .. }
            | Fact::StragglersReturn { stand, .. } => Some(stand),
            _ => None,
        }
    }

    /// What came of an office's order.
    fn affair(&self) -> Option<&Affair> {
        match self {
            Fact::Transfer(affair)
            | Fact::PlaceDepot(affair)
            | Fact::RemoveDepot(affair)
            | Fact::Purchase(affair)
            | Fact::Rebuild(affair)
            | Fact::Declined(affair) => Some(affair),
            _ => None,
        }
    }

    /// The other unit concerned: whom shells struck, who was met, took over or was taken in.
    pub fn other_unit(&self) -> Option<UnitId> {
        match self {
            Fact::Intercept { mover: unit, .. }
            | Fact::Bombard { hit: unit, .. }
            | Fact::HandOver { to: unit, .. }
            | Fact::CaptureGuns { of: unit, .. }
            | Fact::Merge { unit, .. }
            | Fact::CaptureBridge { now: unit, .. } => Some(*unit),
            Fact::Declined(Affair { scene: Scene { matter: Some(Matter::Unit(unit)), .. }, .. }) => {
                Some(*unit)
            }
            // A unit is fed by a headquarters.
            Fact::Consume { source, .. } | Fact::Draw { source, .. } => source.as_ref()?.parse().ok(),
            _ => None,
        }
    }

    /// The other unit, city, side or thing concerned, in words.
    pub fn other(&self) -> Option<Cow<'_, str>> {
        if let Some(affair) = self.affair() {
            return affair.scene.matter.as_ref().map(Matter::words);
        }
        Some(match self {
            Fact::Check { by_shells, .. } => return by_shells.then_some(record::BY_SHELLS.into()),
            Fact::Shatter { end, .. } => {
                return (*end == Shattering::Destroyed).then_some(record::GONE.into());
            }
            Fact::Consume { source, .. } | Fact::Draw { source, .. } => {
                return source.as_deref().map(Cow::from);
            }
            Fact::Siege { city, .. }
            | Fact::Surrender { city, .. }
            | Fact::CaptureCity { city, .. }
            | Fact::Breach { city, .. } => city.as_str().into(),
            Fact::DestroyDepot { owner, .. } => owner.words().into(),
            Fact::Control { by, .. } => by.map_or_else(|| record::NOBODY.into(), |by| by.words().into()),
            Fact::DestroyTrack { what, .. } => what.word().into(),
            Fact::Season { season, .. } => season.words().into(),
            _ => return self.other_unit().map(|unit| unit.to_string().into()),
        })
    }

    /// Men concerned.
    pub fn men(&self) -> Option<u32> {
        match self {
            Fact::Combat { battle, .. } => Some(battle.attackers.losses() + battle.defenders.losses()),
            Fact::Withdraw { stragglers: men, .. }
            | Fact::Bombard { men, .. }
            | Fact::Check { men, .. }
            | Fact::Shatter { men, .. }
            | Fact::Desert { men, .. }
            | Fact::Surrender { men, .. }
            | Fact::Merge { men, .. }
            | Fact::Rejoin { men, .. }
            | Fact::StragglersReturn { men, .. } => Some(*men),
            _ => None,
        }
    }

    /// By how much something rose (or fell): morale in points, supplies carried.
    pub fn change(&self) -> Option<i32> {
        match self {
            Fact::LoseSupplies { supplies, .. } => Some(-i32::from(*supplies)),
            Fact::Morale { change, .. } => Some(*change),
            Fact::Merge { lost: lost @ 1.., .. } => i32::try_from(*lost).ok().map(|lost| -lost),
            _ => None,
        }
    }

    /// The whole of a battle, for those who were in it.
    pub fn battle(&self) -> Option<&BattleReport> {
        match self {
            Fact::Combat { battle, .. } => Some(battle),
            _ => None,
        }
    }

    /// Why, in a sentence a player understands.
    pub fn why(&self) -> Option<Cow<'_, str>> {
        match self.reason() {
            Some(reason) => Some(reason.words()).filter(|words| !words.is_empty()),
            None => self.words(),
        }
    }

    /// The reason, where the fact has one.
    pub fn reason(&self) -> Option<&Reason> {
        match self {
            Fact::Interrupted { why, .. }
            | Fact::ExitBlocked { why, .. }
            | Fact::Halt { why, .. }
            | Fact::HoldFire { why, .. }
            | Fact::Shatter { why, .. }
            | Fact::ReformFailed { why, .. }
            | Fact::Lack { why, .. }
            | Fact::Inactivate { why, .. }
            | Fact::Activate { why, .. }
            | Fact::Season { why, .. }
            | Fact::Refused { why, .. }
            | Fact::Assign { why, .. } => Some(why),
            Fact::DestroyDepot { words, .. } | Fact::Control { words, .. } | Fact::Breach { words, .. } => {
                Some(words)
            }
            _ => self.affair().map(|affair| &affair.words),
        }
    }

    /// The words of a reason that follows from the fact.
    fn words(&self) -> Option<Cow<'_, str>> {
        Some(match self {
            Fact::Withdraw { .. } => "it withdrew from the battle of last turn".into(),
            Fact::Pursue(_) => "it followed an enemy that left its square".into(),
            Fact::Move { remark, .. } => remark.as_ref()?.words().into(),
            Fact::Bombard { guns, .. } => format!("shells from {guns}").into(),
            Fact::Check { nerve, .. } => nerve.words().into(),
            Fact::Hunger { turns: 1, .. } => record::HUNGRY.into(),
            Fact::Hunger { turns, .. } => record::hungry_for(*turns).into(),
            Fact::Loot { supplies, .. } => {
                format!("{supplies} from what the enemy had stored (rule 11.8)").into()
            }
            Fact::HandOver { .. } => "as ordered".into(),
            Fact::Siege { city, begins, .. } => {
                format!("{city} {}", if *begins { record::SIEGE } else { record::RELIEF }).into()
            }
            Fact::CaptureCity { city, by, supplies, .. } => record::captured(city, *by, *supplies).into(),
            Fact::Upgrade(_) => "it has better arms now".into(),
            Fact::Merge { excess: 0, .. } => return None,
            Fact::Merge { excess, lost: lost @ 1.., .. } => format!(
                "of {excess} men in excess {lost} are lost for good on foreign soil, and the others return to the manpower \
                 pool (rule 3.5b)"
            )
            .into(),
            Fact::Merge { excess, .. } => {
                format!("{excess} men in excess return to the manpower pool (rule 3.5b)").into()
            }
            Fact::LoseSupplies { .. } => "enemies entered its square (rule 10.2)".into(),
            Fact::Morale { moods, .. } => {
                moods.iter().map(|mood| mood.words()).collect::<Vec<_>>().join(record::AND).into()
            }
            _ => return None,
        })
    }

    /// Whether its unit is no more: a shattered one that found no way out (rule 14.2).
    pub fn is_for_good(&self) -> bool {
        matches!(self, Fact::Shatter { end: Shattering::Destroyed, .. })
    }

    /// Whether it is about a unit: its own, or the other one's.
    pub fn names(&self, unit: UnitId) -> bool {
        self.unit() == Some(unit) || self.other_unit() == Some(unit)
    }
}
