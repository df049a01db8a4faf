//! What a game administrator may wish done by hand, and in which words.

use std::fmt;

use fieldpost_engine::piece::Piece;

use super::counters::Counters;
use crate::map::{Owner, Place, Port};
use crate::position::{Discovered, LeaderKind, Posture, Relation, Source, Weather};

/// One hand edit, as it is wished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// A stack that was not there; without an owner it belongs to whoever has stacks of the same letters.
    CreateStack {
        stack: Piece,
        at: Place,
        counters: Counters,
        posture: Posture,
        owner: Option<Owner>,
    },
    RemoveStack(Piece),
    MoveStack(Piece, Place, Posture),
    /// What it is made of.
    SetStack(Piece, Counters),
    /// Counters more for a stack.
    Add(Piece, Counters),
    /// Counters out of a stack, of which something is left.
    TakeOut(Piece, Counters),
    CreateLeader(NewLeader),
    MoveLeader(String, Post),
    RemoveLeader(String),
    /// He is a captive of a power.
    CaptureLeader(String, Owner),
    /// He leads again when that round is over.
    WoundLeader(String, u32),
    FreeLeader(String),
    /// Who holds a province's fortress; `None` is nobody.
    SetControl(Place, Option<Owner>),
    /// Whose a province is.
    SetOwner(Place, Option<Owner>),
    SetFortress(Place, Fortress),
    /// Siege works: 1 for each -, 2 for each +.
    SetWorks(Place, u32),
    SetPort(Place, Port),
    SetPillage(Place, Sides),
    SetRevolt(Place, Sides),
    PlacePrivateer {
        stack: Piece,
        at: Place,
        sides: Sides,
    },
    SetNatives {
        at: Place,
        detachments: u32,
        risen: bool,
    },
    /// Whose mission stands in a province; `None` is none.
    SetMission(Place, Option<Owner>),
    SetDiscovery(Owner, Place, Discovered),
    SetRelation(Owner, Owner, Relation),
    /// A minor obeys a seat.
    GiveMinor(Owner, Owner),
    TakeMinor(Owner),
    /// Whether the first may pass through the land of the second.
    SetPassage(Owner, Owner, bool),
    SetTreasury(Owner, i64),
    /// So much more, or less.
    ChangeTreasury(Owner, i64),
    /// A line of a power's account, which changes its treasury.
    Enter {
        power: Owner,
        source: Source,
        ducats: i64,
        what: String,
    },
    /// Opens what all powers have declared under seal.
    Reveal,
    Roll(Roll),
    /// An event of the scenario's list.
    Event(u32),
    /// How its armies or its fleets fight, by a name of the table.
    SetTechnology(Owner, Branch, String),
    SetInitiative(Vec<Owner>),
    SetWeather(Weather),
    SetPeriod(u8),
    SetPoints(Owner, i32),
    /// So many more, or fewer.
    ChangePoints(Owner, i32),
    /// A garrison with honours that had no refuge.
    PlaceGarrison(Piece, Place),
    /// The referee's word on a request: whether it is granted, and what he says.
    Answer {
        request: u32,
        granted: bool,
        words: String,
    },
    NextTurn,
    /// The next phase of the turn.
    NextPhase,
}

/// A leader who was not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLeader {
    pub name: String,
    pub owner: Owner,
    /// One of the table's.
    pub rank: String,
    /// Manoeuvre, fire and shock.
    pub values: [i32; 3],
    /// His worth in sieges.
    pub siege: i32,
    /// What he leads; where it is not said his stack tells.
    pub kind: Option<LeaderKind>,
    pub post: Post,
}

/// Where a leader is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Post {
    /// He goes where it goes.
    Stack(Piece),
    /// Alone in a province.
    Place(Place),
    /// Nowhere on the map yet.
    Waiting,
}

impl fmt::Display for Post {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Post::Stack(id) => write!(f, "{id}"),
            Post::Place(at) => write!(f, "{at}"),
            Post::Waiting => f.write_str("WAITING"),
        }
    }
}

impl fmt::Display for NewLeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NewLeader { name, owner, rank, values: [manoeuvre, fire, shock], siege, kind, post } = self;
        write!(f, "CREATE LEADER {name} FOR {owner} RANK {rank} VALUES {manoeuvre}{fire}{shock}")?;
        if *siege != 0 {
            write!(f, "-{siege}")?;
        }
        if let Some((word, _)) = KINDS.iter().find(|(_, known)| Some(*known) == *kind) {
            write!(f, " AS {word}")?;
        }
        match post {
            Post::Waiting => f.write_str(" WAITING"),
            at => write!(f, " AT {at}"),
        }
    }
}

/// Dice that are rolled for somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    pub count: u32,
    /// How many sides a die has.
    pub sides: u32,
    /// For whom; `None` is everybody.
    pub power: Option<Owner>,
    /// What for; a last word such as `+2` is added.
    pub what: String,
}

/// Sides that a die may have.
pub const SIDES: [u32; 7] = [4, 6, 8, 10, 12, 20, 100];

/// In canonical words, which are read as the same.
impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let power = self.power.as_deref().unwrap_or("ALL");
        let apart = if self.what.is_empty() { "" } else { " " };
        write!(f, "ROLL {}d{} FOR {power}{apart}{}", self.count, self.sides, self.what)
    }
}

/// An event of the scenario, as it is enacted.
#[derive(Clone, Debug, Default)]
pub struct Enacted {
    /// Who is told of it; `None` is everybody.
    pub power: Option<Owner>,
    pub words: String,
    pub edits: Vec<Edit>,
}

/// Kinds of leaders with their words.
pub const KINDS: [(&str, LeaderKind); 6] = [
    ("GENERAL", LeaderKind::General),
    ("ADMIRAL", LeaderKind::Admiral),
    ("CONQUISTADOR", LeaderKind::Conquistador),
    ("EXPLORER", LeaderKind::Explorer),
    ("GOVERNOR", LeaderKind::Governor),
    ("PRIVATEER", LeaderKind::Privateer),
];

/// A fortress of a province.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fortress {
    /// None is level 0.
    Level(u8),
    Fort,
}

/// A counter with two sides, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    None,
    Minus,
    Plus,
}

impl Sides {
    /// Every one with its mark.
    pub const ALL: [(&'static str, Sides); 3] =
        [("-", Sides::Minus), ("+", Sides::Plus), ("none", Sides::None)];

    /// As a position has it.
    pub fn number(self) -> u8 {
        self as u8
    }
}

/// What a technology is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    Land,
    Naval,
}

impl fmt::Display for Sides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Sides::ALL.iter().find(|(_, sides)| sides == self).map_or("none", |(mark, _)| mark))
    }
}

/// In canonical words, which are read as the same edit.
impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Edit::CreateStack { stack, at, counters, posture, owner } => {
                write!(f, "CREATE STACK {stack} AT {at} WITH {counters}{}", behind(*posture))?;
                owner.as_ref().map_or(Ok(()), |owner| write!(f, " FOR {owner}"))
            }
            Edit::RemoveStack(stack) => write!(f, "REMOVE STACK {stack}"),
            Edit::MoveStack(stack, to, posture) => write!(f, "MOVE STACK {stack} {to}{}", behind(*posture)),
            Edit::SetStack(stack, counters) => write!(f, "SET STACK {stack} {counters}"),
            Edit::Add(stack, counters) => write!(f, "ADD TO STACK {stack} {counters}"),
            Edit::TakeOut(stack, counters) => write!(f, "REMOVE FROM STACK {stack} {counters}"),
            Edit::CreateLeader(new) => write!(f, "{new}"),
            Edit::MoveLeader(name, post) => write!(f, "MOVE LEADER {name} TO {post}"),
            Edit::CaptureLeader(name, holder) => write!(f, "CAPTURE LEADER {name} BY {holder}"),
            Edit::RemoveLeader(name) => write!(f, "REMOVE LEADER {name}"),
            Edit::WoundLeader(name, round) => write!(f, "WOUND LEADER {name} UNTIL ROUND {round}"),
            Edit::FreeLeader(name) => write!(f, "FREE LEADER {name}"),
            Edit::PlacePrivateer { stack, at, sides } => write!(f, "PLACE PRIVATEER {stack} IN {at} {sides}"),
            Edit::PlaceGarrison(stack, at) => write!(f, "PLACE GARRISON {stack} AT {at}"),
            Edit::Answer { request, granted, words } => {
                let (word, apart) =
                    (if *granted { "GRANT" } else { "REFUSE" }, if words.is_empty() { "" } else { " " });
                write!(f, "{word} REQUEST {request}{apart}{words}")
            }
            Edit::SetWeather(Weather::Good) => f.write_str("WEATHER GOOD"),
            Edit::SetWeather(Weather::Bad) => f.write_str("WEATHER BAD"),
            Edit::SetPeriod(period) => write!(f, "PERIOD {period}"),
            Edit::NextTurn => f.write_str("NEXT TURN"),
            Edit::NextPhase => f.write_str("NEXT PHASE"),
            Edit::Reveal => f.write_str("REVEAL"),
            Edit::Roll(roll) => roll.fmt(f),
            Edit::Event(number) => write!(f, "EVENT {number}"),
            of_province => of_province.of_province(f),
        }
    }
}

impl Edit {
    fn of_province(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whose = |owner: &Option<Owner>| owner.as_deref().unwrap_or("nobody").to_owned();
        match self {
            Edit::SetControl(place, owner) => write!(f, "SET CONTROL OF {place} TO {}", whose(owner)),
            Edit::SetOwner(place, owner) => write!(f, "SET OWNER OF {place} TO {}", whose(owner)),
            Edit::SetFortress(place, Fortress::Fort) => write!(f, "SET FORTRESS {place} fort"),
            Edit::SetFortress(place, Fortress::Level(level)) => write!(f, "SET FORTRESS {place} {level}"),
            Edit::SetWorks(place, 0) => write!(f, "SET SIEGE WORKS {place} none"),
            Edit::SetWorks(place, works) => {
                let works = usize::try_from(*works).unwrap_or_default();
                write!(f, "SET SIEGE WORKS {place} {}{}", "+".repeat(works / 2), "-".repeat(works % 2))
            }
            Edit::SetPort(place, port) => {
                let port = match port {
                    Port::None => "none",
                    Port::Port => "port",
                    Port::Arsenal => "arsenal",
                };
                write!(f, "SET PORT {place} {port}")
            }
            Edit::SetPillage(place, sides) => write!(f, "SET PILLAGE {place} {sides}"),
            Edit::SetRevolt(place, Sides::None) => write!(f, "REMOVE REVOLT {place}"),
            Edit::SetRevolt(place, sides) => write!(f, "PLACE REVOLT IN {place} {sides}"),
            Edit::SetNatives { at, detachments, risen } => {
                write!(f, "SET NATIVES {at} {detachments}{}", if *risen { " ACTIVE" } else { "" })
            }
            Edit::SetMission(place, Some(owner)) => write!(f, "PLACE MISSION IN {place} FOR {owner}"),
            Edit::SetMission(place, None) => write!(f, "REMOVE MISSION {place}"),
            of_power => of_power.of_power(f),
        }
    }

    fn of_power(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Edit::SetDiscovery(power, place, known) => {
                let known = match known {
                    Discovered::Yes => "yes",
                    Discovered::No => "no",
                    Discovered::Never => "never",
                };
                write!(f, "SET DISCOVERY {power} {place} {known}")
            }
            Edit::SetRelation(one, other, relation) => {
                let relation = match relation {
                    Relation::Hostile => "hostile",
                    Relation::Neutral => "neutral",
                    Relation::Allied => "allied",
                };
                write!(f, "SET RELATION {one} {other} {relation}")
            }
            Edit::GiveMinor(minor, seat) => write!(f, "GIVE MINOR {minor} TO {seat}"),
            Edit::TakeMinor(minor) => write!(f, "TAKE MINOR {minor}"),
            Edit::SetPassage(who, whose, may) => {
                let word = if *may { "SET" } else { "REVOKE" };
                write!(f, "{word} PASSAGE {who} THROUGH {whose}")
            }
            Edit::ChangeTreasury(power, ducats) => write!(f, "SET TREASURY {power} {ducats:+}"),
            Edit::Enter { power, source, ducats, what } => {
                let apart = if what.is_empty() { "" } else { " " };
                write!(f, "ENTER LEDGER {power} {source} {ducats:+}{apart}{what}")
            }
            Edit::SetTreasury(power, ducats) => write!(f, "SET TREASURY {power} {ducats}"),
            Edit::SetTechnology(power, Branch::Land, name) => write!(f, "SET TECHNOLOGY {power} land {name}"),
            Edit::SetTechnology(power, Branch::Naval, name) => {
                write!(f, "SET TECHNOLOGY {power} naval {name}")
            }
            Edit::SetInitiative(powers) => {
                write!(f, "SET INITIATIVE {}", listed(powers.iter().map(|power| &**power)))
            }
            Edit::SetPoints(power, points) => write!(f, "SET POINTS {power} {points}"),
            Edit::ChangePoints(power, points) => write!(f, "SET POINTS {power} {points:+}"),
            _ => Ok(()),
        }
    }
}

/// Where in its place a stack stands, behind the place.
fn behind(posture: Posture) -> &'static str {
    match posture {
        Posture::Fortress => " IN FORTRESS",
        Posture::Port => " IN PORT",
        Posture::Open => "",
    }
}

fn listed<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(" ")
}
