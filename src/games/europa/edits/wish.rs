//! What a game administrator may wish done by hand, and in which words.

use std::fmt;

use fieldpost_engine::piece::Piece;

use crate::map::{Owner, Place, Port};
use crate::position::{Discovered, Posture, Relation, Size, Weather};

/// One hand edit, as it is wished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// A stack that was not there; without an owner it belongs to whoever has stacks of the same letters.
    CreateStack {
        stack: Piece,
        at: Place,
        counters: Vec<Size>,
        posture: Posture,
        owner: Option<Owner>,
    },
    RemoveStack(Piece),
    MoveStack(Piece, Place),
    /// What it is made of.
    SetStack(Piece, Vec<Size>),
    /// Manoeuvre, fire and shock are his values; his rank is one of the table's.
    CreateLeader {
        name: String,
        owner: Owner,
        rank: String,
        values: [i32; 3],
        stack: Piece,
    },
    RemoveLeader(String),
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
    SetDiscovery(Owner, Place, Discovered),
    SetRelation(Owner, Owner, Relation),
    /// A minor obeys a seat.
    GiveMinor(Owner, Owner),
    TakeMinor(Owner),
    /// Whether the first may pass through the land of the second.
    SetPassage(Owner, Owner, bool),
    SetTreasury(Owner, i64),
    /// How its armies or its fleets fight, by a name of the table.
    SetTechnology(Owner, Branch, String),
    SetInitiative(Vec<Owner>),
    SetWeather(Weather),
    SetPeriod(u8),
    SetPoints(Owner, i32),
    /// A garrison with honours that had no refuge.
    PlaceGarrison(Piece, Place),
    /// The referee's word on a request: whether it is granted, and what he says.
    Answer {
        request: u32,
        granted: bool,
        words: String,
    },
    NextTurn,
}

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
                write!(
                    f,
                    "CREATE STACK {stack} AT {at} WITH {}",
                    listed(counters.iter().map(|size| size.word()))
                )?;
                f.write_str(match posture {
                    Posture::Fortress => " IN FORTRESS",
                    Posture::Port => " IN PORT",
                    Posture::Open => "",
                })?;
                owner.as_ref().map_or(Ok(()), |owner| write!(f, " FOR {owner}"))
            }
            Edit::RemoveStack(stack) => write!(f, "REMOVE STACK {stack}"),
            Edit::MoveStack(stack, to) => write!(f, "MOVE STACK {stack} {to}"),
            Edit::SetStack(stack, counters) => {
                write!(f, "SET STACK {stack} {}", listed(counters.iter().map(|size| size.word())))
            }
            Edit::CreateLeader { name, owner, rank, values: [manoeuvre, fire, shock], stack } => {
                write!(
                    f,
                    "CREATE LEADER {name} FOR {owner} RANK {rank} VALUES {manoeuvre}{fire}{shock} AT {stack}"
                )
            }
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
            Edit::SetTreasury(power, ducats) => write!(f, "SET TREASURY {power} {ducats}"),
            Edit::SetTechnology(power, Branch::Land, name) => write!(f, "SET TECHNOLOGY {power} land {name}"),
            Edit::SetTechnology(power, Branch::Naval, name) => {
                write!(f, "SET TECHNOLOGY {power} naval {name}")
            }
            Edit::SetInitiative(powers) => {
                write!(f, "SET INITIATIVE {}", listed(powers.iter().map(|power| &**power)))
            }
            Edit::SetPoints(power, points) => write!(f, "SET POINTS {power} {points}"),
            _ => Ok(()),
        }
    }
}

fn listed<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(" ")
}
