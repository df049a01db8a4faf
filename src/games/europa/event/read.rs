//! What all facts are asked: whom they concern, where, by which rule, and how they came out.

use std::borrow::Cow;

use fieldpost_engine::piece::Piece;

use crate::event::account::Won;
use crate::event::reason::Reason;
use crate::event::{Add, Fact, Kind, Landing, Retreat, Sapped, Starves, Toll};
use crate::map::{Owner, Place};

/// Whom a fact concerns, and where.
#[derive(Clone, Copy, Debug, Default)]
struct Spot<'a> {
    stack: Option<&'a Piece>,
    other: Option<&'a Piece>,
    place: Option<&'a Place>,
    to: Option<&'a Place>,
}

impl<'a> Spot<'a> {
    fn of(stack: &'a Piece, place: &'a Place) -> Self {
        Spot { stack: Some(stack), place: Some(place), ..Spot::default() }
    }

    fn in_the(place: &'a Place) -> Self {
        Spot { place: Some(place), ..Spot::default() }
    }

    fn with(self, other: &'a Piece) -> Self {
        Spot { other: Some(other), ..self }
    }

    fn to(self, to: &'a Place) -> Self {
        Spot { to: Some(to), ..self }
    }
}

impl Fact {
    /// The stack that it happened to, or that did it.
    pub fn stack(&self) -> Option<&Piece> {
        self.spot().stack
    }

    /// The other stack of two.
    pub fn other(&self) -> Option<&Piece> {
        self.spot().other
    }

    /// Where it happened.
    pub fn place(&self) -> Option<&Place> {
        self.spot().place
    }

    /// Where it led to.
    pub fn to(&self) -> Option<&Place> {
        self.spot().to
    }

    fn spot(&self) -> Spot<'_> {
        match self {
            Fact::NoSupply { stack, place, .. }
            | Fact::Destroyed { stack, place }
            | Fact::Loss { stack, place, .. }
            | Fact::Waits { stack, place, .. }
            | Fact::Taken { stack, place, .. }
            | Fact::Retreats { stack, place, how: Retreat::NoFortress, .. }
            | Fact::WouldLeave { stack, place, .. }
            | Fact::BrokeOff { stack, place }
            | Fact::Captured { stack, place, .. }
            | Fact::Undermined { stack, place, .. }
            | Fact::Revolt { stack, place, .. }
            | Fact::NativesRise { stack, place, .. }
            | Fact::NativesFought { stack, place, .. }
            | Fact::Wear { stack, place, .. } => Spot::of(stack, place),
            Fact::Detached { stack, new: other, place }
            | Fact::SplitAtGate { stack, new: other, place }
            | Fact::Absorbed { stack, other, place }
            | Fact::Aboard { stack, fleet: other, place }
            | Fact::Ashore { stack, fleet: other, place, .. }
            | Fact::Overrun { stack, other, place }
            | Fact::TriesToEscape { stack, before: other, place, .. }
            | Fact::TriesToMeet { stack, other, place, .. }
            | Fact::Hunts { stack, prey: other, place, .. } => Spot::of(stack, place).with(other),
            Fact::Moved { stack, to, .. }
            | Fact::MovedToMeet { stack, to }
            | Fact::ForcedIn { stack, port: to }
            | Fact::Retreats { stack, place: to, .. } => Spot::of(stack, to).to(to),
            Fact::Blockades { stack, place, port } | Fact::Follows { stack, sea: place, port } => {
                Spot::of(stack, place).to(port)
            }
            Fact::Met { place, stacks: all, .. } | Fact::Assaulted { by: all, place, .. } => {
                Spot { stack: all.first(), ..Spot::in_the(place) }
            }
            Fact::Battle { fought, .. } | Fact::SeaBattle { fought, .. } => Spot::in_the(&fought.place),
            Fact::Decided { place, .. } | Fact::Held { place, .. } => Spot::in_the(place),
            Fact::Casualty { place, .. } => Spot { place: place.as_ref(), ..Spot::default() },
            Fact::Honours { place, first, granted_by, refuge, .. } => Spot {
                stack: first.as_ref(),
                other: granted_by.as_ref(),
                to: refuge.as_ref(),
                place: Some(place),
            },
            Fact::Condition { stack, .. } => Spot { stack: Some(stack), ..Spot::default() },
            Fact::Refused { stack, place, .. } => {
                Spot { stack: Some(stack), place: place.as_ref(), ..Spot::default() }
            }
            Fact::Paid { .. }
            | Fact::Weather { .. }
            | Fact::GoesOn { .. }
            | Fact::GoesFirst { .. }
            | Fact::Scored { .. } => Spot::default(),
        }
    }

    /// The power that pays, takes or holds.
    pub fn power(&self) -> Option<&Owner> {
        match self {
            Fact::Paid { power, .. }
            | Fact::Taken { by: power, .. }
            | Fact::Held { by: power, .. }
            | Fact::GoesFirst { power, .. }
            | Fact::Scored { power, .. } => Some(power),
            _ => None,
        }
    }

    /// Who attacked; the first commands.
    pub fn attackers(&self) -> &[Piece] {
        match self {
            Fact::Battle { fought, .. } | Fact::SeaBattle { fought, .. } => &fought.attackers,
            Fact::Decided { attackers, .. } => attackers,
            _ => &[],
        }
    }

    /// Who was attacked, or was in it beside the first.
    pub fn defenders(&self) -> &[Piece] {
        match self {
            Fact::Battle { fought, .. } | Fact::SeaBattle { fought, .. } => &fought.defenders,
            Fact::Decided { defenders, .. } => defenders,
            Fact::Met { stacks, .. } => stacks.get(1..).unwrap_or_default(),
            Fact::Honours { others, .. } => others,
            _ => &[],
        }
    }

    /// Where a battle was fought, if it is one.
    pub fn fought_in(&self) -> Option<&Place> {
        match self {
            Fact::Battle { fought, .. } | Fact::SeaBattle { fought, .. } => Some(&fought.place),
            _ => None,
        }
    }

    /// Everybody whom it names.
    pub fn members(&self) -> impl Iterator<Item = &Piece> {
        let named = self.stack().into_iter().chain(self.other());
        named.chain(self.attackers()).chain(self.defenders())
    }

    /// Why an order was not carried out, or waits.
    pub fn failure(&self) -> Option<&Reason> {
        match self {
            Fact::Refused { why, .. } | Fact::Waits { why, .. } => Some(why),
            _ => None,
        }
    }

    /// Points spent so far; thirds or ships that were lost; ducats; a sum of dice.
    pub fn count(&self) -> Option<i32> {
        match self {
            Fact::Moved { points, .. } => i32::try_from(*points).ok(),
            Fact::Paid { ducats, .. } => i32::try_from(*ducats).ok(),
            Fact::Scored { points, .. } => Some(*points),
            Fact::Loss { count, .. } | Fact::Wear { lost: count, .. } => Some(*count),
            Fact::TriesToEscape { roll, .. } => Some(roll.total()),
            Fact::Undermined { die, adds, .. } => Some(die + sum(adds)),
            _ => None,
        }
    }

    /// The key of its rule; empty if none is told.
    pub fn rule(&self) -> &'static str {
        match self {
            Fact::NoSupply { .. } | Fact::Retreats { how: Retreat::Shelters, .. } => "B5",
            Fact::Retreats { how: Retreat::NoFortress, .. } => "E4",
            Fact::Retreats { .. } | Fact::Decided { .. } => "G4",
            Fact::Paid { .. } | Fact::Held { .. } => "B1",
            Fact::Loss { .. } => "H1",
            Fact::ForcedIn { .. } | Fact::Blockades { .. } | Fact::TriesToEscape { .. } => "F1",
            Fact::Met { .. } | Fact::Battle { .. } => "G1",
            Fact::SeaBattle { .. } => "G2",
            Fact::Overrun { .. } => "G3",
            Fact::Aboard { .. } => "C1",
            Fact::Ashore { .. } => "C4",
            Fact::TriesToMeet { .. } => "E1",
            Fact::Follows { .. } => "E5",
            Fact::Hunts { .. } => "D1",
            Fact::WouldLeave { .. }
            | Fact::BrokeOff { .. }
            | Fact::Undermined { .. }
            | Fact::Assaulted { .. }
            | Fact::Honours { .. }
            | Fact::Revolt { .. }
            | Fact::NativesFought { .. } => "A1",
            Fact::Waits { why, .. } | Fact::Refused { why, .. } => why.why.rules(),
            Fact::Detached { .. }
            | Fact::SplitAtGate { .. }
            | Fact::Absorbed { .. }
            | Fact::Destroyed { .. }
            | Fact::Moved { .. }
            | Fact::MovedToMeet { .. }
            | Fact::Taken { .. }
            | Fact::Casualty { .. }
            | Fact::NativesRise { .. }
            | Fact::Wear { .. }
            | Fact::Weather { .. } => "",
            Fact::Condition { .. } => "A3",
            Fact::Captured { .. } => "G2",
            Fact::GoesOn { .. } => "EU-93",
            Fact::GoesFirst { .. } => "EU-94",
            Fact::Scored { .. } => "EU-95",
        }
    }

    /// How it came about or why, in a clause.
    pub fn why(&self) -> Cow<'static, str> {
        match self {
            Fact::Met { why, .. } => why.words().into(),
            Fact::Battle { fought, .. } | Fact::SeaBattle { fought, .. } => fought.why.words().into(),
            Fact::MovedToMeet { .. } => "interception".into(),
            Fact::ForcedIn { .. } => "force blockade".into(),
            Fact::SplitAtGate { .. } => "no room within".into(),
            Fact::Ashore { on, .. } => on.words().into(),
            Fact::Retreats { port_fell: true, .. } => "its port is in other hands".into(),
            Fact::Refused { why, .. } | Fact::Waits { why, .. } => why.words(),
            _ => "".into(),
        }
    }

    /// How it came out, in a word.
    pub fn outcome(&self) -> Cow<'static, str> {
        let word = |is: bool, yes: &'static str, no: &'static str| Cow::from(if is { yes } else { no });
        match self {
            Fact::NoSupply { does: Starves::Retreats, .. } => "retreats".into(),
            Fact::NoSupply { does: Starves::Stays, .. } => "stays".into(),
            Fact::NoSupply { does: Starves::Destroyed, .. } => "destroyed".into(),
            Fact::Paid { campaign, .. } => campaign.words().into(),
            Fact::TriesToEscape { free, .. } => word(*free, "free", "stays"),
            Fact::TriesToMeet { came: yes, .. }
            | Fact::Hunts { hit: yes, .. }
            | Fact::WouldLeave { gone: yes, .. }
            | Fact::Revolt { put_down: yes, .. } => word(*yes, "yes", "no"),
            Fact::Retreats { how, .. } => how.words().into(),
            Fact::Battle { fought, .. } | Fact::SeaBattle { fought, .. } => {
                fought.winner.as_ref().map_or("", Won::key).into()
            }
            Fact::Decided { winner, .. } => winner.key().into(),
            Fact::Casualty { killed, .. } => word(*killed, "killed", "wounded"),
            Fact::Undermined { came, .. } => came.words().into(),
            Fact::Assaulted { taken, .. } => word(*taken, "taken", "repulsed"),
            Fact::NativesRise { rise, .. } => word(*rise, "rise", "quiet"),
            Fact::NativesFought { beaten, .. } => word(*beaten, "beaten", "stand"),
            Fact::Wear { toll, .. } => toll.words().into(),
            Fact::Weather { bad, .. } => word(*bad, "bad", "good"),
            Fact::GoesOn { on, .. } => word(*on, "goes on", "ends"),
            _ => "".into(),
        }
    }

    /// More of it, line by line.
    pub fn detail(&self) -> Vec<String> {
        match self {
            Fact::TriesToEscape { roll, .. } | Fact::Hunts { roll, .. } | Fact::Revolt { roll, .. } => {
                let (die, add, total, needs) = (roll.die, roll.add, roll.total(), roll.needs);
                vec![format!("die {die} {add:+} = {total}, needs {needs}")]
            }
            Fact::TriesToMeet { die, adds, needs, .. } => {
                let told = adds.iter().filter(|(_, add)| *add != 0);
                let told: Vec<String> = told.map(|(what, add)| format!("{} {add:+}", what.words())).collect();
                let total = format!("{}, needs {needs}", die + sum(adds));
                let lines = [format!("die {die}"), told.join(", "), total];
                lines.into_iter().filter(|line| !line.is_empty()).collect()
            }
            Fact::Taken { leader, .. } => vec![leader.clone()],
            Fact::Battle { fought, .. } | Fact::SeaBattle { fought, .. } => {
                fought.account.iter().map(|passage| passage.words()).collect()
            }
            Fact::WouldLeave { die: None, .. } => vec!["into the fortress".into()],
            Fact::WouldLeave { die: Some((die, gap)), .. } => vec![format!("die {die} {gap:+}")],
            Fact::Casualty { leader, die, add, .. } => vec![leader.clone(), format!("die {die} {add:+}")],
            Fact::Undermined { die, adds, .. } => {
                let told = adds.iter().filter(|(_, add)| *add != 0);
                let told: Vec<String> = told.map(|(what, add)| format!("{} {add:+}", what.words())).collect();
                vec![format!("die {die} {} = {}", told.join(", "), die + sum(adds))]
            }
            Fact::Assaulted { by, number, times, blows, .. } => {
                let who = by.iter().map(Piece::to_string).collect::<Vec<_>>().join(", ");
                let head = format!("attempt {number} of {times}, by {who}");
                std::iter::once(head).chain(blows.iter().map(|blows| blows.words())).collect()
            }
            Fact::Honours { refuge: None, detachments, .. } => {
                vec![format!("no fortress of its side is left: the referee places its {detachments} LD")]
            }
            Fact::NativesRise { die, tolerance, .. } => vec![format!("die {die}, tolerance {tolerance}")],
            Fact::Wear { die, add, .. } => vec![format!("die {die} {add:+} = {}", die + add)],
            Fact::Weather { die, .. } => vec![format!("die {die}")],
            Fact::GoesOn { die, up_to, .. } => vec![format!("die {die}, goes on up to {up_to}")],
            Fact::GoesFirst { die, add: 0, .. } => vec![format!("die {die}")],
            Fact::GoesFirst { die, add, .. } => vec![format!("die {die} {add:+} = {}", die + add)],
            _ => Vec::new(),
        }
    }

    /// Its kind: of two facts of one kind the row of the record tells which.
    pub fn kind(&self) -> Kind {
        match self {
            Fact::NoSupply { .. } => Kind::Supply,
            Fact::Paid { .. } => Kind::Campaign,
            Fact::Detached { .. } | Fact::SplitAtGate { .. } => Kind::Detach,
            Fact::Absorbed { .. } => Kind::Absorb,
            Fact::Destroyed { .. } => Kind::Destroyed,
            Fact::Loss { .. } => Kind::Loss,
            Fact::Moved { .. } | Fact::MovedToMeet { .. } | Fact::ForcedIn { .. } => Kind::Move,
            Fact::Met { .. } => Kind::Meeting,
            Fact::Aboard { .. } => Kind::Aboard,
            Fact::Ashore { .. } => Kind::Ashore,
            Fact::Overrun { .. } => Kind::Overrun,
            Fact::Blockades { .. } => Kind::Blockade,
            Fact::Waits { .. } => Kind::Wait,
            Fact::TriesToEscape { .. } => Kind::Escape,
            Fact::TriesToMeet { .. } => Kind::Interception,
            Fact::Taken { .. } => Kind::Captured,
            Fact::Follows { .. } => Kind::Pursuit,
            Fact::Retreats { .. } => Kind::Retreat,
            Fact::Hunts { .. } => Kind::Hunt,
            Fact::Battle { .. } => Kind::Combat,
            Fact::SeaBattle { .. } => Kind::NavalCombat,
            Fact::Decided { .. } => Kind::CombatResolved,
            Fact::WouldLeave { .. } => Kind::Evasion,
            Fact::BrokeOff { .. } => Kind::BrokeOff,
            Fact::Casualty { .. } => Kind::Leader,
            Fact::Undermined { .. } => Kind::Siege,
            Fact::Assaulted { .. } => Kind::Assault,
            Fact::Honours { .. } => Kind::Honours,
            Fact::Revolt { .. } => Kind::Revolt,
            Fact::NativesRise { .. } | Fact::NativesFought { .. } => Kind::Natives,
            Fact::Wear { .. } => Kind::Attrition,
            Fact::Held { .. } => Kind::Control,
            Fact::Condition { .. } => Kind::Condition,
            Fact::Captured { .. } => Kind::Captured,
            Fact::Weather { .. } => Kind::Weather,
            Fact::GoesOn { .. } | Fact::GoesFirst { .. } => Kind::Course,
            Fact::Scored { .. } => Kind::Score,
            Fact::Refused { .. } => Kind::Refused,
        }
    }
}

fn sum(adds: &[(Add, i32)]) -> i32 {
    adds.iter().map(|(_, add)| add).sum()
}

impl Add {
    /// What it is called beside a die.
    pub fn words(self) -> String {
        self.key().replace('-', " ")
    }
}

impl Landing {
    /// It in a clause.
    pub fn words(self) -> &'static str {
        match self {
            Landing::OnTheShore => "on the shore",
            Landing::InPort => "in port",
        }
    }
}

impl Retreat {
    /// Where it ends, in a word or two.
    pub fn words(self) -> &'static str {
        match self {
            Retreat::Shelters | Retreat::Fortress => "fortress",
            Retreat::NoFortress => "no fortress left",
            Retreat::Aboard => "aboard",
            Retreat::Open => "open",
            Retreat::Port => "port",
            Retreat::Sea => "sea",
            Retreat::NoWayOut => "no way out",
        }
    }
}

impl Sapped {
    /// It as the table of sieges has it.
    pub fn words(self) -> &'static str {
        match self {
            Sapped::Nothing => "nothing",
            Sapped::WorksMinus => "S-",
            Sapped::WorksPlus => "S+",
            Sapped::Breach => "breach",
            Sapped::Honours => "honours",
            Sapped::Surrender => "surrender",
        }
    }
}

impl Toll {
    /// It as the table has it.
    pub fn words(self) -> String {
        match self {
            Toll::Row(cell) => cell.words(),
            Toll::Share(per_cent) => format!("{per_cent} per cent"),
        }
    }
}
