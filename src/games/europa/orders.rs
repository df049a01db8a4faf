//! Orders as types (rules A1 to A3): what a line means, and how the language itself spells it.

use std::collections::BTreeMap;
use std::fmt;

use fieldpost_engine::piece::Piece;

use crate::map::{Map, Owner, Place};
use crate::position::{Arm, Asked, FleetCounter, Position, Relation, Reply, Ship, Size};

pub(crate) mod between;
mod block;
mod foreign;
pub(crate) mod names;
pub(crate) mod read;

pub use block::{Unfit, sift};

/// An order of a stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// `MOVE a b EMBARK FR-F1 LAND c d WITH Drago`
    Move(Route),
    /// `CARRY FR-2 FROM provence TO siena`
    Carry { stack: Piece, from: Place, to: Place },
    /// `HOLD`
    Hold,
    /// `DETACH FR-2 WITH 1 LD LEADER Foix`
    Detach { stack: Piece, parts: Vec<Part>, leader: Option<String> },
    /// `ABSORB FR-2`
    Absorb(Piece),
    /// `SIEGE NO HONOURS ASSAULT AFTER BREACH`
    Siege { no_honours: bool, assault: bool },
    /// `LIFT SIEGE`
    LiftSiege,
    /// `ASSAULT 2`
    Assault(u8),
    /// `ATTACK Spain`
    Attack(Option<Owner>),
    /// `ATTACK NATIVES`
    AttackNatives,
    /// `BLOCKADE genoa`
    Blockade(Place),
    /// `PURSUE AND BLOCKADE`
    Pursue,
    /// `ESCAPE BLOCKADE`
    Escape,
    /// `FORCE BLOCKADE`
    Force,
    /// `SORTIE`
    Sortie,
    /// `SUPPRESS REVOLT`
    Suppress,
    /// `HUNT PRIVATEERS IN channel`
    Hunt(Option<Place>),
    /// `RETREAT BEFORE COMBAT`
    RetreatBefore,
    /// `RETREAT AFTER FIRE`
    RetreatAfter,
    /// `RETREAT AFTER FIRST DAY`, on land
    RetreatAfterDay,
    /// `RETREAT TO rome`, or to the fortress
    RetreatTo(Option<Place>),
    /// `INTERCEPT Spain IN parma genoa`
    Intercept { power: Option<Owner>, places: Vec<Place> },
    /// `LET PASS Venice`
    LetPass(Owner),
    /// `LOSSES cavalry infantry`
    Losses(Vec<Loses>),
    /// `FIRST LINE warships`
    FirstLine(Ship),
    /// `LAND AT siena`, only behind a condition (rule B2)
    LandAt(Place),
    /// `IF NOT ROUND 2 THEN ATTACK ELSE HOLD`
    If { not: bool, condition: Condition, then: Box<Order>, otherwise: Option<Box<Order>> },
    /// `NONE`
    Nothing,
}

/// A way: legs on land or by sea, and who comes along.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Route {
    pub legs: Vec<Leg>,
    pub with: Option<String>,
}

/// A leg of a way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leg {
    /// To the place beside.
    Go(Place),
    /// Aboard a fleet, and ashore there.
    Sail {
        /// Aboard of whom.
        fleet: Piece,
        /// Where ashore.
        land: Place,
        /// Whether on the shore where the port is blockaded (rule C3).
        on_shore: bool,
    },
}

/// What a new stack takes along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// So many counters of troops.
    Troops(u32, Size),
    /// So many FLEET counters.
    Fleets(u32, FleetCounter),
    /// So many ships.
    Ships(u32, Ship),
}

/// What is lost first (rule H1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loses {
    Infantry,
    Cavalry,
    Artillery,
    Ships(Ship),
}

/// What an order may depend on (rule A3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    Blockaded(Place),
    Besieged(Place),
    Round(u32),
    Present { power: Owner, at: Option<Place>, least: Option<u32> },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PowerOrder {
    Campaign(crate::position::Campaign),
    Sequence(Vec<Piece>),
    LetPass(Owner),
    Ask(String),
    /// What is done between turns, once the referee grants it.
    Business(Business),
    /// What nobody reads before the referee opens it.
    Sealed(String),
    /// What a power says to an offer that was made to it, by the number of the request.
    Reply {
        request: u32,
        reply: Reply,
    },
    /// Takes back what it asked, by the number of the request.
    Withdraw(u32),
}

/// A request whose words say what is done when it is granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Business {
    /// `DECLARE WAR ON Venice`
    DeclareWar(Owner),
    /// `OFFER PEACE TO Spain`
    OfferPeace(Owner),
    /// `OFFER ALLIANCE TO Spain`
    OfferAlliance(Owner),
    /// `BUY 2 LD IN milan`
    Buy(Vec<Part>, Place),
    /// `FORTIFY milan 4`
    Fortify(Place, u8),
    /// `BORROW 50`
    Borrow(u32),
    /// `SUBSIDY 20 TO Venice`
    Pay(u32, Owner),
}

impl Business {
    /// Its kind.
    pub fn asked(&self) -> Asked {
        match self {
            Business::DeclareWar(_) => Asked::War,
            Business::OfferPeace(_) => Asked::Peace,
            Business::OfferAlliance(_) => Asked::Alliance,
            Business::Buy(..) => Asked::Buy,
            Business::Fortify(..) => Asked::Fortify,
            Business::Borrow(_) => Asked::Borrow,
            Business::Pay(..) => Asked::Subsidy,
        }
    }

    /// To whom it is an offer, which that power may accept or decline (EU-96).
    pub fn offered_to(&self) -> Option<&Owner> {
        match self {
            Business::OfferPeace(to) | Business::OfferAlliance(to) | Business::Pay(_, to) => Some(to),
            _ => None,
        }
    }

    /// What two powers are to one another when it is granted.
    pub fn relation(&self) -> Option<(&Owner, Relation)> {
        match self {
            Business::DeclareWar(other) => Some((other, Relation::Hostile)),
            Business::OfferPeace(other) => Some((other, Relation::Neutral)),
            Business::OfferAlliance(other) => Some((other, Relation::Allied)),
            _ => None,
        }
    }
}

/// In canonical words, which are read as the same.
impl fmt::Display for Business {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Business::DeclareWar(other) => write!(f, "DECLARE WAR ON {other}"),
            Business::OfferPeace(other) => write!(f, "OFFER PEACE TO {other}"),
            Business::OfferAlliance(other) => write!(f, "OFFER ALLIANCE TO {other}"),
            Business::Buy(parts, at) => {
                f.write_str("BUY")?;
                words(f, " ", parts)?;
                write!(f, " IN {at}")
            }
            Business::Fortify(at, level) => write!(f, "FORTIFY {at} {level}"),
            Business::Borrow(ducats) => write!(f, "BORROW {ducats}"),
            Business::Pay(ducats, to) => write!(f, "SUBSIDY {ducats} TO {to}"),
        }
    }
}

/// The names that orders are read by; where a list is empty any well-formed name is taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Ids of provinces and seas, by their ids and names in small letters.
    pub places: BTreeMap<String, Place>,
    /// Ids of powers and minors, by their ids and names in small letters.
    pub powers: BTreeMap<String, Owner>,
    /// The same with those who own land and are no power: an administrator may name them.
    pub owners: BTreeMap<String, Owner>,
    /// What each power is called.
    pub called: BTreeMap<Owner, String>,
    /// Leaders by their names in small letters.
    pub leaders: BTreeMap<String, String>,
}

impl Names {
    /// The names of a game.
    pub fn of(map: &Map, position: &Position) -> Self {
        let mut names = Names::default();
        let provinces = map.provinces.values().map(|province| (&province.id, &province.name));
        for (id, name) in provinces.chain(map.seas.values().map(|sea| (&sea.id, &sea.name))) {
            names.places.insert(name.to_lowercase(), id.clone());
            names.places.insert(id.to_lowercase(), id.clone());
        }
        for (id, power) in &position.powers {
            names.powers.insert(power.name.to_lowercase(), id.clone());
            let bare = power.name.to_lowercase();
            if let Some(bare) = bare.strip_prefix("the ") {
                names.powers.insert(bare.to_owned(), id.clone());
            }
        }
        names.powers.extend(position.powers.keys().map(|id| (id.to_lowercase(), id.clone())));
        names.powers.entry("pirates".into()).or_insert_with(|| crate::position::PIRATES.into());
        names.owners.clone_from(&names.powers);
        for owner in position.grounds.values().filter_map(|ground| ground.owner.as_ref()) {
            names.owners.entry(owner.to_lowercase()).or_insert_with(|| owner.clone());
        }
        names.add_minors(map, position);
        names.called = position.powers.iter().map(|(id, power)| (id.clone(), power.name.clone())).collect();
        names.leaders.extend(position.leaders.keys().map(|name| (name.to_lowercase(), name.clone())));
        names
    }

    /// A minor answers to the name of its land: Mantua is MAN; where owners of land may be named, and not powers alone, by any of several.
    fn add_minors(&mut self, map: &Map, position: &Position) {
        let mut lands: BTreeMap<&Owner, Vec<&Place>> = BTreeMap::new();
        for (place, ground) in &position.grounds {
            if let Some(owner) = &ground.owner {
                lands.entry(owner).or_default().push(place);
            }
        }
        let is_played =
            |owner: &Owner| position.powers.get(owner).is_some_and(|power| power.player.is_some());
        for (owner, places) in lands.into_iter().filter(|(owner, _)| !is_played(owner)) {
            for place in &places {
                self.owners.entry(map.name(place).to_lowercase()).or_insert_with(|| owner.clone());
            }
            if let ([place], true) = (&places[..], position.powers.contains_key(owner)) {
                self.powers.entry(map.name(place).to_lowercase()).or_insert_with(|| owner.clone());
            }
        }
    }
}

impl Names {
    /// Takes in the names of another game.
    pub fn add(&mut self, other: Names) {
        self.places.extend(other.places);
        self.powers.extend(other.powers);
        self.owners.extend(other.owners);
        self.called.extend(other.called);
        self.leaders.extend(other.leaders);
    }
}

fn words<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    before: &str,
    list: impl IntoIterator<Item = T>,
) -> fmt::Result {
    list.into_iter().try_for_each(|word| write!(f, "{before}{word}"))
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Troops(count, size) => write!(f, "{count} {}", size.word()),
            Part::Fleets(count, counter) => write!(f, "{count} {}", counter.word()),
            Part::Ships(count, Ship::Galley) => write!(f, "{count} GALLEY"),
            Part::Ships(count, Ship::Warship) => write!(f, "{count} WARSHIP"),
            Part::Ships(count, Ship::Transport) => write!(f, "{count} TRANSPORT"),
        }
    }
}

impl fmt::Display for Loses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Loses::Infantry => "INFANTRY",
            Loses::Cavalry => "CAVALRY",
            Loses::Artillery => "ARTILLERY",
            Loses::Ships(Ship::Galley) => "GALLEYS",
            Loses::Ships(Ship::Warship) => "WARSHIPS",
            Loses::Ships(Ship::Transport) => "TRANSPORTS",
        })
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Blockaded(place) => write!(f, "BLOCKADED {place}"),
            Condition::Besieged(place) => write!(f, "BESIEGED {place}"),
            Condition::Round(round) => write!(f, "ROUND {round}"),
            Condition::Present { power, at, least } => {
                write!(f, "PRESENT {power}")?;
                words(f, " AT ", at)?;
                words(f, " AT LEAST ", least)
            }
        }
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MOVE")?;
        for leg in &self.legs {
            match leg {
                Leg::Go(place) => write!(f, " {place}")?,
                Leg::Sail { fleet, land, on_shore } => {
                    write!(f, " EMBARK {fleet} LAND {land}")?;
                    f.write_str(if *on_shore { " ON SHORE IF BLOCKADED" } else { "" })?;
                }
            }
        }
        words(f, " WITH ", &self.with)
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Move(route) => route.fmt(f),
            Order::Carry { stack, from, to } => write!(f, "CARRY {stack} FROM {from} TO {to}"),
            Order::Detach { stack, parts, leader } => {
                write!(f, "DETACH {stack} WITH")?;
                words(f, " ", parts)?;
                words(f, " LEADER ", leader)
            }
            Order::Absorb(stack) => write!(f, "ABSORB {stack}"),
            Order::Siege { no_honours, assault } => {
                f.write_str("SIEGE")?;
                f.write_str(if *no_honours { " NO HONOURS" } else { "" })?;
                f.write_str(if *assault { " ASSAULT AFTER BREACH" } else { "" })
            }
            Order::Assault(times) => write!(f, "ASSAULT {times}"),
            Order::Attack(power) => {
                f.write_str("ATTACK")?;
                words(f, " ", power)
            }
            Order::Blockade(place) => write!(f, "BLOCKADE {place}"),
            Order::Hunt(place) => {
                f.write_str("HUNT PRIVATEERS")?;
                words(f, " IN ", place)
            }
            Order::RetreatTo(place) => write!(f, "RETREAT TO {}", place.as_deref().unwrap_or("FORTRESS")),
            Order::Intercept { power, places } => {
                f.write_str("INTERCEPT")?;
                words(f, " ", power)?;
                f.write_str(if places.is_empty() { "" } else { " IN" })?;
                words(f, " ", places)
            }
            Order::LetPass(power) => write!(f, "LET PASS {power}"),
            Order::Losses(list) => {
                f.write_str("LOSSES")?;
                words(f, " ", list)
            }
            Order::FirstLine(Ship::Galley) => f.write_str("FIRST LINE GALLEYS"),
            Order::FirstLine(_) => f.write_str("FIRST LINE WARSHIPS"),
            Order::LandAt(place) => write!(f, "LAND AT {place}"),
            Order::If { not, condition, then, otherwise } => {
                write!(f, "IF {}{condition} THEN {then}", if *not { "NOT " } else { "" })?;
                words(f, " ELSE ", otherwise)
            }
            plain => f.write_str(plain.bare().unwrap_or_default()),
        }
    }
}

impl Order {
    /// The words of an order that has nothing else.
    fn bare(&self) -> Option<&'static str> {
        Some(match self {
            Order::Hold => "HOLD",
            Order::LiftSiege => "LIFT SIEGE",
            Order::AttackNatives => "ATTACK NATIVES",
            Order::Pursue => "PURSUE AND BLOCKADE",
            Order::Escape => "ESCAPE BLOCKADE",
            Order::Force => "FORCE BLOCKADE",
            Order::Sortie => "SORTIE",
            Order::Suppress => "SUPPRESS REVOLT",
            Order::RetreatBefore => "RETREAT BEFORE COMBAT",
            Order::RetreatAfter => "RETREAT AFTER FIRE",
            Order::RetreatAfterDay => "RETREAT AFTER FIRST DAY",
            Order::Nothing => "NONE",
            _ => return None,
        })
    }
}

impl fmt::Display for PowerOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PowerOrder::Campaign(campaign) => write!(f, "CAMPAIGN {}", campaign.words()),
            PowerOrder::Sequence(stacks) => {
                f.write_str("SEQUENCE")?;
                words(f, " ", stacks)
            }
            PowerOrder::LetPass(power) => write!(f, "LET PASS {power}"),
            PowerOrder::Ask(words) => write!(f, "ASK REFEREE {words}"),
            PowerOrder::Business(business) => business.fmt(f),
            PowerOrder::Sealed(words) => write!(f, "DECLARE SEALED {words}"),
            PowerOrder::Withdraw(request) => write!(f, "CANCEL REQUEST {request}"),
            PowerOrder::Reply { request, reply: Reply { accepted, words } } => {
                let (word, apart) =
                    (if *accepted { "ACCEPT" } else { "DECLINE" }, if words.is_empty() { "" } else { " " });
                write!(f, "{word} {request}{apart}{words}")
            }
        }
    }
}

/// The arms of rule H1 with some of them first: conscripts of an arm before its veterans.
pub fn arms_first(list: &[Loses]) -> Vec<Arm> {
    let pair = |loses: &Loses| match loses {
        Loses::Infantry => vec![Arm::CscInfantry, Arm::VetInfantry],
        Loses::Cavalry => vec![Arm::CscCavalry, Arm::VetCavalry],
        Loses::Artillery => vec![Arm::CscArtillery, Arm::VetArtillery],
        Loses::Ships(_) => Vec::new(),
    };
    list.iter().flat_map(pair).collect()
}

/// The kinds of ships of rule H1 with some of them first.
pub fn ships_first(list: &[Loses]) -> Vec<Ship> {
    let ship = |loses: &Loses| match loses {
        Loses::Ships(ship) => Some(*ship),
        _ => None,
    };
    list.iter().filter_map(ship).collect()
}

/// `stack-id = 2ALPHA "-" [ "F" / "P" / "A" ] 1*3DIGIT`; pirates and new powers have three letters.
pub fn stack_id(name: &str) -> Option<Piece> {
    let name = name.to_ascii_uppercase();
    let (head, tail) = name.split_once('-')?;
    let digits = tail.strip_prefix(['F', 'P', 'A']).unwrap_or(tail);
    let is_head = (2..=3).contains(&head.len()) && head.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_tail = (1..=3).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    (is_head && is_tail).then(|| Piece::from(name.as_str()))
}
