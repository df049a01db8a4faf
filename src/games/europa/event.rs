//! What happens in a round, one event a fact, in the order in which it does; reports are made of it.
//!
//! A fact has the fields that its kind has, whose names are [kept](mod@fieldpost_engine::kept): by them it stands in the record, and so in
//! the hash of a round. In records of form 1 all of them are one flat row, see [`form1`].

pub mod account;
pub mod form1;
pub mod kind;
mod read;
pub mod reason;

use fieldpost_engine::kept;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::reason::Holds;
use serde::{Deserialize, Serialize};

use crate::event::account::{Blows, Fought, Meeting, Won};
pub use crate::event::kind::Kind;
use crate::event::reason::Reason;
use crate::map::{Owner, Place};
use crate::position::{Campaign, Ship};
use crate::tables::Cell;

/// One event, with the part of the round it happened in.
pub type Event = fieldpost_engine::fact::Event<Fact>;

kept! {
    /// A part of a round: its row, and the tick in rows that have one.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct When {
        pub row: Row,
        pub tick: Option<u32>,
    }
}

fieldpost_engine::written!(Campaign, Row, Ship);

/// The rows of a round, in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Row {
    #[default]
    Supply,
    Campaigns,
    Detach,
    Ticks,
    Retreats,
    Hunt,
    Privateers,
    Combat,
    Siege,
    Revolt,
    Natives,
    Attrition,
    Leaders,
    Control,
    Conditions,
    End,
}

impl Row {
    /// All, in their order.
    pub const ALL: [Row; 16] = [
        Row::Supply,
        Row::Campaigns,
        Row::Detach,
        Row::Ticks,
        Row::Retreats,
        Row::Hunt,
        Row::Privateers,
        Row::Combat,
        Row::Siege,
        Row::Revolt,
        Row::Natives,
        Row::Attrition,
        Row::Leaders,
        Row::Control,
        Row::Conditions,
        Row::End,
    ];

    pub fn word(self) -> &'static str {
        match self {
            Row::Supply => "supply",
            Row::Campaigns => "campaigns",
            Row::Detach => "detach",
            Row::Ticks => "ticks",
            Row::Retreats => "retreats",
            Row::Hunt => "hunt",
            Row::Privateers => "privateers",
            Row::Combat => "combat",
            Row::Siege => "siege",
            Row::Revolt => "revolt",
            Row::Natives => "natives",
            Row::Attrition => "attrition",
            Row::Leaders => "leaders",
            Row::Control => "control",
            Row::Conditions => "conditions",
            Row::End => "end",
        }
    }

    pub fn of(word: &str) -> Option<Self> {
        Row::ALL.into_iter().find(|row| row.word() == word)
    }
}

/// On whom it hangs that an order fails. A receipt tells it; no record keeps it, for it follows from orders and position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Hangs {
    /// On nobody else: the map, the own stacks and their orders decide.
    #[default]
    Alone,
    /// On those who stand in a place.
    On(Vec<Piece>, Place),
    /// On the whole of who stands where.
    Standing,
}

impl Hangs {
    /// As the reason says of itself.
    pub fn by(why: &Reason) -> Self {
        match why.holds() {
            Holds::Always => Hangs::Alone,
            Holds::AsThingsStand => Hangs::Standing,
        }
    }

    /// On these, in a place; on nobody if there are none.
    pub fn on(who: Vec<Piece>, place: &Place) -> Self {
        if who.is_empty() { Hangs::Alone } else { Hangs::On(who, place.clone()) }
    }
}

/// What becomes of an event: what follows from orders and position need not be in a record, and records stay as they were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keeping {
    /// It is told, and the record keeps it.
    #[default]
    ToldAndKept,
    /// It is told, and a round that is run again tells it again.
    OnlyTold,
    /// The record keeps it; another event tells it better.
    OnlyKept,
}

/// An event, and what no record has of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happening {
    pub event: Event,
    /// Of what fails: on whom it hangs.
    pub hangs: Hangs,
    pub keeping: Keeping,
}

impl Happening {
    /// What happens when all else of a round has, or between rounds.
    pub fn at_the_end(fact: Fact) -> Self {
        let event = Event { phase: When { row: Row::End, tick: None }, fact };
        Happening { event, hangs: Hangs::Alone, keeping: Keeping::ToldAndKept }
    }
}

impl Serialize for Happening {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.event.serialize(serializer)
    }
}

kept! {
    /// What becomes of a stack without supply (rule B5).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Starves {
        Retreats,
        /// It reaches no fortress, for the first time.
        Stays,
        Destroyed,
    }
}

kept! {
    /// How an army comes ashore (rule C4).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Landing {
        OnTheShore,
        InPort,
    }
}

kept! {
    /// How a retreat ends.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Retreat {
        /// For want of supply, in a fortress of its side.
        Shelters,
        /// For want of supply, and no fortress is left.
        NoFortress,
        Aboard,
        Open,
        Fortress,
        Port,
        Sea,
        NoWayOut,
    }
}

kept! {
    /// What is added to a die.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Add {
        Manoeuvre,
        Technology,
        FriendsThere,
        RiverOrPass,
        OtherEnemies,
        Besieging,
        Swamp,
        BadWeather,
        OwnGround,
        Landing,
        ThreeDecker,
        InPort,
        Blockading,
        Level,
        Artillery,
        GroundAndPort,
        Breach,
        SiegeWorks,
        MouthsWithin,
        Leaders,
    }
}

kept! {
    /// A die with what is added to it, and what the sum must be at least.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Roll {
        pub die: i32,
        pub add: i32,
        pub needs: i32,
    }
}

impl Roll {
    pub fn total(self) -> i32 {
        self.die + self.add
    }
}

kept! {
    /// What a siege comes to in a round.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Sapped {
        Nothing,
        WorksMinus,
        WorksPlus,
        Breach,
        Honours,
        Surrender,
    }
}

kept! {
    /// What attrition takes (EU-71).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Toll {
        /// What the table says for stacks of this size.
        Row(cell: Cell),
        /// Overseas and at sea: a share of the whole.
        Share(per_cent: i32),
    }
}

kept! {
    /// What happened.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Fact {
        NoSupply { stack: Piece, place: Place, does: Starves },
        /// A power pays for its campaign.
        Paid { power: Owner, campaign: Campaign, ducats: i64 },
        Detached { stack: Piece, new: Piece, place: Place },
        /// What finds no room in a fortress is a stack of its own from now on.
        SplitAtGate { stack: Piece, new: Piece, place: Place },
        Absorbed { stack: Piece, other: Piece, place: Place },
        Destroyed { stack: Piece, place: Place },
        /// Thirds of detachments, or ships.
        Loss { stack: Piece, place: Place, count: i32 },
        /// A step, and the points spent so far.
        Moved { stack: Piece, to: Place, points: u32 },
        MovedToMeet { stack: Piece, to: Place },
        /// It has forced a blockade, and is in.
        ForcedIn { stack: Piece, port: Place },
        Met { place: Place, stacks: Vec<Piece>, why: Meeting },
        Aboard { stack: Piece, fleet: Piece, place: Place },
        Ashore { stack: Piece, fleet: Piece, place: Place, on: Landing },
        Overrun { stack: Piece, other: Piece, place: Place },
        Blockades { stack: Piece, place: Place, port: Place },
        Waits { stack: Piece, place: Place, why: Reason },
        TriesToEscape { stack: Piece, before: Piece, place: Place, roll: Roll, free: bool },
        TriesToMeet { stack: Piece, other: Piece, place: Place, die: i32, adds: Vec<(Add, i32)>, needs: i32, came: bool },
        /// A leader who stood alone among enemies.
        Taken { stack: Piece, leader: String, place: Place, by: Owner },
        /// A fleet follows another to the port of its retreat.
        Follows { stack: Piece, sea: Place, port: Place },
        /// A retreat, and whether it is for a port that fell.
        Retreats { stack: Piece, place: Place, how: Retreat, port_fell: bool },
        Hunts { stack: Piece, prey: Piece, place: Place, roll: Roll, hit: bool },
        /// A battle on land; who stood by beyond the limit lost so many thirds.
        Battle { fought: Box<Fought>, excess: Vec<(Piece, i32)> },
        /// A battle at sea; the first line of the attacker and of the defender.
        SeaBattle { fought: Box<Fought>, first_line: [Ship; 2] },
        /// The how-manieth combat of its row was decided.
        Decided { place: Place, attackers: Vec<Piece>, defenders: Vec<Piece>, number: u32, winner: Won },
        /// It would be gone before the combat; without a die, into the fortress.
        WouldLeave { stack: Piece, place: Place, die: Option<(i32, i32)>, gone: bool },
        BrokeOff { stack: Piece, place: Place },
        /// A leader is killed or wounded.
        Casualty { leader: String, place: Option<Place>, die: i32, add: i32, killed: bool },
        Undermined { stack: Piece, place: Place, die: i32, adds: Vec<(Add, i32)>, came: Sapped },
        Assaulted { by: Vec<Piece>, place: Place, number: u32, times: u32, blows: Vec<Blows>, taken: bool },
        /// Who gets the honours of war, who grants them, and where to; without a refuge the referee places so many detachments.
        Honours { place: Place, first: Option<Piece>, others: Vec<Piece>, granted_by: Option<Piece>, refuge: Option<Place>, detachments: i32 },
        Revolt { stack: Piece, place: Place, roll: Roll, put_down: bool },
        NativesRise { stack: Piece, place: Place, die: i32, tolerance: u8, rise: bool },
        NativesFought { stack: Piece, place: Place, beaten: bool },
        /// Attrition: thirds of detachments, or ships.
        Wear { stack: Piece, place: Place, die: i32, add: i32, toll: Toll, lost: i32 },
        Held { place: Place, by: Owner },
        /// The weather of the round after next.
        Weather { die: i32, bad: bool },
        /// A die says whether the turn goes on: it does up to a number.
        GoesOn { die: i32, up_to: i32, on: bool },
        /// A seat's die for the initiative; who is told first goes first.
        GoesFirst { power: Owner, die: i32, add: i32 },
        /// What a turn that is over brings a power, and for which provinces.
        Scored { power: Owner, points: i32, places: Vec<Place> },
        Refused { stack: Piece, place: Option<Place>, why: Reason },
        /// What became of an order on condition: its words, and whether what it asks was so, whenever that changed.
        Condition { stack: Piece, order: String, held: Vec<bool> },
        /// Ships of a beaten fleet that the winner took: galleys, warships, transports.
        Captured { stack: Piece, from: Piece, place: Place, ships: [i32; 3] },
    }
}
