//! A fight as it went, day by day, and how it came about.

use fieldpost_engine::kept;
use fieldpost_engine::piece::Piece;

use crate::map::Place;
use crate::position::in_thirds;
use crate::tables::Column;

kept! {
    /// Who won a battle.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Won {
        /// The side that attacked.
        Attacker,
        /// The side that was attacked.
        Defender,
        /// Neither: both rout, or nothing is left of either.
        Nobody,
    }
}

kept! {
    /// How enemies came to meet.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Meeting {
        EndsItsMove,
        Sortie,
        Attack,
        Intercepts,
        AfterInterception,
        BeforeTheWalls,
        DetachedInCombat,
        OneBorder,
        StandsThere,
        SamePoint,
        AtRest,
        MustStop,
        RetreatEnds,
        AfterRefusal,
        Escape,
        ForceBlockade,
        Overrun,
        Natives,
        SupplyRetreat,
    }
}

impl Meeting {
    /// It in a clause.
    pub fn words(self) -> &'static str {
        match self {
            Meeting::EndsItsMove => "finds an enemy where it stops",
            Meeting::Sortie => "sortie",
            Meeting::Attack => "attack",
            Meeting::Intercepts => "interception",
            Meeting::AfterInterception => "after interception",
            Meeting::BeforeTheWalls => "before the walls",
            Meeting::DetachedInCombat => "detached where a combat is",
            Meeting::OneBorder => "they cross one border",
            Meeting::StandsThere => "stands where they meet",
            Meeting::SamePoint => "they spend the same movement point",
            Meeting::AtRest => "finds an enemy at rest",
            Meeting::MustStop => "must stop where a combat is",
            Meeting::RetreatEnds => "its retreat ends among enemies",
            Meeting::AfterRefusal => "after a refusal",
            Meeting::Escape => "escape",
            Meeting::ForceBlockade => "force blockade",
            Meeting::Overrun => "overrun",
            Meeting::Natives => "natives",
            Meeting::SupplyRetreat => "supply retreat",
        }
    }
}

kept! {
    /// Two sides that fought; the first commands.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Fought {
        pub place: Place,
        pub why: Meeting,
        pub attackers: Vec<Piece>,
        pub defenders: Vec<Piece>,
        /// None where a rule case says beforehand who wins.
        pub winner: Option<Won>,
        pub account: Vec<Passage>,
    }
}

kept! {
    /// What happened in a fight, one after another.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Passage {
        /// A side on land before the first shot; without a leader a replacement has it.
        Stands {
            attacks: bool,
            side: Vec<Piece>,
            thirds: i32,
            leader: Option<String>,
            values: [i32; 3],
            morale: i32,
        },
        /// Both sides at once.
        Exchange { day: i32, segment: Segment, throws: [Throw; 2] },
        /// A side would leave the field after the first day.
        Evening { by: Piece, die: i32, most: i32, leaves: bool },
        BothRout,
        /// Nothing is left of a side; what each lost.
        NothingLeft { gone: Vec<Piece>, sides: [Vec<Piece>; 2], lost: [i32; 2] },
        Pursuit { of: Vec<Piece>, die: i32, total: i32, column: Column, thirds: i32 },
        /// What winner and loser inflicted, what that comes to by size and class, what the die of the retreat adds, and what loser and
        /// winner lose.
        Reckoning {
            winner: Vec<Piece>,
            loser: Vec<Piece>,
            die: i32,
            inflicted: [i32; 2],
            by_size: [i32; 2],
            retreat: i32,
            lost: [i32; 2],
        },
        /// What both rolled for the wind.
        Wind { attacker: i32, defender: i32 },
        /// A fleet would break off, and has not the wind.
        NoWind { by: Piece },
        NobodyWins,
        SeaPursuit { die: i32, total: i32, column: Column, thirds: i32, stars: i32 },
        /// Ships that were hit.
        Hit { beaten: i32, winner: i32 },
    }
}

kept! {
    /// A part of a day of battle.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Segment {
        Fire,
        Shock,
        SeaFire,
        Boarding,
    }
}

kept! {
    /// What a side throws, and what it inflicts by it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Throw {
        /// It has no fire, or nothing to fight with.
        None { by: Piece },
        Dice { by: Piece, die: i32, total: i32, column: Column, thirds: i32, stars: i32 },
    }
}

kept! {
    /// What besiegers and besieged inflict in an assault, by fire or by shock: thirds and stars.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Blows {
        pub fire: bool,
        pub besieger: [i32; 2],
        pub besieged: [i32; 2],
    }
}

impl Segment {
    fn is_at_sea(self) -> bool {
        matches!(self, Segment::SeaFire | Segment::Boarding)
    }

    fn word(self) -> &'static str {
        match self {
            Segment::Fire | Segment::SeaFire => "fire",
            Segment::Shock => "shock",
            Segment::Boarding => "boarding",
        }
    }
}

impl Throw {
    fn words(&self, segment: Segment) -> String {
        match self {
            Throw::None { by } if segment.is_at_sea() => format!("{by} does not fight"),
            Throw::None { by } => format!("{by} does not fire"),
            Throw::Dice { by, die, total, column, thirds, stars } => {
                let lost = if segment.is_at_sea() { format!("{thirds}/3") } else { in_thirds(*thirds) };
                format!("{by} die {die}, {total} on {column:?}: {lost}{}", marks(*stars))
            }
        }
    }
}

impl Blows {
    pub(super) fn words(&self) -> String {
        let name = if self.fire { "fire" } else { "shock" };
        let of = |[thirds, stars]: [i32; 2]| format!("{}{}", in_thirds(thirds), marks(stars));
        format!("{name}: besieger {}, besieged {}", of(self.besieger), of(self.besieged))
    }
}

impl Passage {
    /// It as a line below the battle.
    pub fn words(&self) -> String {
        match self {
            Passage::Stands { .. } | Passage::NothingLeft { .. } | Passage::Reckoning { .. } => {
                self.words_of_sides()
            }
            Passage::Exchange { day, segment, throws: [one, other] } => {
                let (one, other) = (one.words(*segment), other.words(*segment));
                format!("Day {day} {}: {one}; {other}", segment.word())
            }
            Passage::Evening { by, die, most, leaves } => {
                let words = if *leaves { "leaves the field" } else { "cannot get away" };
                format!("Evening: {by} die {die}, at most {most}: {words}")
            }
            Passage::BothRout => "Both rout: nobody wins, and who came goes back.".into(),
            Passage::Pursuit { of, die, total, column, thirds } => {
                let lost = in_thirds(*thirds);
                format!("{} routs. Pursuit: die {die}, {total} on {column:?}: {lost}", names(of))
            }
            Passage::Wind { attacker, defender } => format!("Wind: {attacker} against {defender}"),
            Passage::NoWind { by } => format!("{by} would break off and has not the wind (A1)"),
            Passage::NobodyWins => "Nobody wins, and who came goes back.".into(),
            Passage::SeaPursuit { die, total, column, thirds, stars } => {
                let s = if *stars == 1 { "" } else { "s" };
                format!("Pursuit: die {die}, {total} on {column:?}: {thirds}/3, {stars} star{s}")
            }
            Passage::Hit { beaten, winner } => {
                format!("Hit: {beaten} of the beaten, {winner} of the winner")
            }
        }
    }

    fn words_of_sides(&self) -> String {
        match self {
            Passage::Stands { attacks, side, thirds, leader, values: [manoeuvre, fire, shock], morale } => {
                let role = if *attacks { "Attacker" } else { "Defender" };
                let leader = leader.as_deref().unwrap_or("replacement");
                format!(
                    "{role} {} ({} LD, {leader} {manoeuvre}{fire}{shock}, morale {morale})",
                    names(side),
                    in_thirds(*thirds)
                )
            }
            Passage::NothingLeft { gone, sides: [one, other], lost } => {
                let [first, second] = lost.map(in_thirds);
                format!(
                    "Nothing is left of {}: {} loses {first}, {} loses {second}.",
                    names(gone),
                    names(one),
                    names(other)
                )
            }
            Passage::Reckoning { winner, loser, die, inflicted, by_size, retreat, lost } => {
                let (winner, loser, retreat) = (names(winner), names(loser), in_thirds(*retreat));
                let [[one, other], [one_by_size, other_by_size], [beaten, paid]] =
                    [inflicted, by_size, lost].map(|both| both.map(in_thirds));
                format!(
                    "{winner} inflicts {one}, after size and class {one_by_size}; retreat die {die} +{retreat}: {loser} loses {beaten}. {loser} inflicts {other}, after size and class {other_by_size}: {winner} loses {paid}."
                )
            }
            _ => String::new(),
        }
    }
}

fn marks(stars: i32) -> String {
    "*".repeat(usize::try_from(stars).unwrap_or(0))
}

fn names(stacks: &[Piece]) -> String {
    stacks.iter().map(Piece::to_string).collect::<Vec<_>>().join(", ")
}
