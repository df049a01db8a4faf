//! GITM-NWOL, 2008: the Napoleonic wars. Its book breaks off at 9.5; what is lost is taken from ROTD-CWOL, its elder sister
//! (`docs/rules/decisions/land.md`, "Three books"), and told to players as such.

use crate::book::cites::Cites;
use crate::book::combat::{
    Blocked, Bombardment, Combat, FortLoser, Front, Leaving, Losses, Melee, Squares, Strength,
};
use crate::book::cwol::ROTD_CWOL;
use crate::book::kinds::{
    self, ARMY, CAVALRY, CORPS, FOUR_BATTERIES, INFANTRY, Kind, Ladder, MILITIA, Most, SIEGE, Scouts, Size,
};
use crate::book::offices;
use crate::book::{
    Book, Diagonals, Flags, Ground, Marches, MilitiaLand, Musters, Order, Placement, Seasons, Sight,
    SightLine, Stacking, Tactics,
};
use crate::unit::{Guns, UnitType, Weapon};
use fieldpost_ground::map::Terrain;

/// Its types (rule 3.1): men, and no regiments. Heavy and medium guns are slow here, and light ones fast.
const KINDS: &[Kind] = &[
    FOOT,
    Kind { code: UnitType::LightInfantry, words: "light infantry", initiative: 2, skirmishes: true, ..FOOT },
    Kind {
        code: UnitType::HeavyCavalry,
        words: "heavy cavalry",
        tactical: 4,
        support: 2,
        fast: false,
        man: 2500,
        man_at_fort: Some(750),
        man_at_squares: Some(2000),
        ..HORSE
    },
    Kind {
        code: UnitType::MediumCavalry,
        words: "medium cavalry",
        screens: true,
        man: 2000,
        man_at_fort: Some(600),
        man_at_squares: Some(1500),
        ..HORSE
    },
    Kind {
        code: UnitType::LightCavalry,
        words: "light cavalry",
        scouts: Scouts { out: 2, linked: &[] },
        screens: true,
        initiative: 1,
        man: 1500,
        man_at_fort: Some(500),
        man_at_squares: Some(1200),
        ..HORSE
    },
    Kind {
        code: UnitType::HorseArtillery,
        words: "heavy artillery",
        gunner: 12_000,
        gunner_bombarding: 12_000,
        breaches: 3,
        ..GUNS
    },
    Kind {
        code: UnitType::LightArtillery,
        words: "light artillery",
        march: 4,
        forced: Some(4),
        tactical: 6,
        support: 3,
        fast: true,
        recovers: 4,
        initiative: 2,
        breaches: 1,
        ..GUNS
    },
    Kind { rail: false, far: false, size: BATTERIES, ..SIEGE },
    Kind {
        merges: false,
        rail: false,
        far: false,
        gunner: 9000,
        gunner_bombarding: 9000,
        size: Size { men: 2000, most: Most::Men(3000), most_batteries: 0, ..MEN },
        weapons: MUSKET,
        ..MILITIA
    },
    Kind { rail: false, ..ARMY },
    Kind { rail: false, recovers: 4, ..CORPS },
    Kind {
        code: UnitType::MediumArtillery,
        words: "medium artillery",
        gunner: 9000,
        gunner_bombarding: 9000,
        ..GUNS
    },
];

/// What is counted in men alone.
const MEN: Size = Size {
    regiment: (0, 0),
    regiments: 0,
    batteries: 0,
    men: 3000,
    most: Most::Men(4000),
    most_batteries: 1,
};

/// The batteries of infantry count as medium ones.
const FOOT: Kind = Kind {
    rail: false,
    far: false,
    gunner: 9000,
    gunner_bombarding: 9000,
    size: MEN,
    weapons: MUSKET,
    ..INFANTRY
};

const MUSKET: Ladder<Weapon> = Ladder { all: &[Weapon::Musket], german: None, french: None };

const HORSE: Kind = Kind {
    rail: false,
    size: Size { men: 1500, most: Most::Men(2000), ..MEN },
    weapons: Ladder { all: &[Weapon::Sabre], german: None, french: None },
    ..CAVALRY
};

const BATTERIES: Size = Size { most: Most::Men(400), ..FOUR_BATTERIES };
const GUNS: Kind = Kind { rail: false, far: false, size: BATTERIES, ..kinds::GUNS };

/// The states of Germany and of Italy, each of which is one land for its militia and for who owns its squares.
const GERMANY: &[&str] = &["GE", "BA", "SA", "WU", "HA", "BD", "HD", "HK", "NS", "MK", "BW", "OL", "TH"];
const ITALY: &[&str] = &["IT", "PA"];

/// Where its numbers are not the keys, and what it has not (`variants.md`, section 2): it has no railways, so that tactical
/// movement is chapter 8 and all after it one lower. What is lost of it is told by ROTD-CWOL's numbers, from which it is taken.
const CITES: Cites = Cites(&[
    ("1.3", None),
    ("1.4", Some("1.3")),
    ("1.5", Some("1.4")),
    ("3.4", None),
    ("3.5", Some("3.4")),
    ("3.5b", Some("3.5")),
    ("7.11", None),
    ("7.12", Some("7.11")),
    ("7.13", Some("7.12")),
    ("7.14", Some("7.13")),
    ("7.15", Some("7.14")),
    ("7.16", Some("7.15")),
    ("7.17", Some("7.16")),
    ("7.18", Some("7.17")),
    ("9.1", Some("8.1")),
    ("9.2", Some("8.2")),
    ("9.3", Some("8.3")),
    ("9.4", Some("8.4")),
    ("9.5", Some("8.5")),
    ("9.6", Some("8.6")),
    ("9.7", Some("8.7")),
    ("9.8", Some("8.8")),
    ("9.9", Some("8.9")),
    ("9.10", Some("8.10")),
    ("9.11", Some("8.11")),
    ("9.12", None),
    ("9.13", Some("8.12")),
    ("10.1", Some("9.1")),
    ("10.2", Some("9.2")),
    ("10.3", Some("9.3")),
    ("10.4", Some("9.4")),
    ("10.5", Some("9.5")),
    ("10.6", Some("CWOL 10.6")),
    ("10.7", Some("CWOL 10.7")),
    ("10.8", Some("CWOL 10.8")),
    ("10.9", Some("CWOL 10.9")),
    ("10.10", Some("CWOL 10.10")),
    ("10.12", Some("CWOL 10.12")),
    ("10.13", Some("CWOL 10.13")),
    ("10.14", Some("CWOL 10.14")),
    ("10.15", Some("CWOL 10.15")),
    ("11.1", Some("CWOL 11.1")),
    ("11.2", Some("CWOL 11.2")),
    ("11.3", Some("CWOL 11.3")),
    ("11.4", Some("CWOL 11.4")),
    ("11.5", Some("CWOL 11.7")),
    ("11.6", Some("CWOL 11.5")),
    ("11.7", Some("CWOL 11.6")),
    ("11.8", Some("CWOL 11.8")),
    ("11.9", Some("CWOL 11.9")),
    ("11.10", Some("CWOL 11.10")),
    ("11.11", Some("CWOL 11.11")),
    ("11.12", Some("CWOL 11.12")),
    ("11.13", Some("CWOL 11.13")),
    ("13.1", Some("CWOL 12.1")),
    ("13.2", Some("CWOL 12.2")),
    ("13.3", Some("CWOL 12.3")),
    ("13.4", Some("CWOL 12.4")),
    ("13.5", Some("CWOL 12.5")),
    ("14.1", Some("CWOL 13.1")),
    ("14.2", Some("CWOL 13.2")),
    ("14.3", Some("CWOL 13.3")),
    ("14.4", Some("CWOL 13.4")),
    ("14.5", Some("CWOL 13.5")),
]);

/// What its sentences have otherwise: no bridges, no railways, no deployment, no rifled guns, militia of a nation.
const PHRASES: &[(&str, &str)] = &[
    ("a ford, pass or bridge", "a ford or pass"),
    ("headquarters and bridges cannot", "headquarters cannot"),
    ("is for deployment and peace turns", "is for peace and truce turns"),
    ("(one square; rifled guns on foot two)", "(one square)"),
    ("outside the militia's home state", "outside the land of the militia's nation"),
    ("lies outside its home state", "lies outside its home state and those of its allies"),
    ("has no railway, navigable river or city", "has no navigable river or city"),
    ("must be in a railway tactical square, beside the river", "must be beside the river"),
    ("a place off railway and river", "a place off the river"),
];

/// Names of its war, in the place of those of 1866.
const EXAMPLES: &[(&str, &str)] = &[
    ("benedek", "mack"),
    ("gablenz", "kienmayer"),
    ("clam", "jellacic"),
    ("bohemia-1866", "ulm-1805"),
    ("Gitschin", "Memmingen"),
    ("Jung-Bunzlau", "Biberach"),
    ("Governor of Saxony", "Naval Minister"),
];

/// Its types in a war with ships (WISC 7.1, 7.5).
const KINDS_AT_SEA: [Kind; KINDS.len() + 1] = kinds::with_more(KINDS, kinds::NAVAL_BATTERY);

/// The book where ships are played beside it.
pub const GITM_NWOL_AT_SEA: Book = Book {
    kinds: &KINDS_AT_SEA,
    // A campaign with ships has twelve turns (WISC 3.1).
    seasons: Seasons { campaign: crate::book::ROTD_EUWOL.seasons.campaign, ..GITM_NWOL.seasons },
    ..GITM_NWOL
};

/// GITM-NWOL, 2008.
pub const GITM_NWOL: Book = Book {
    name: "gitm-nwol",
    phrases: PHRASES,
    examples: EXAMPLES,
    rules: include_str!("../../../../fixtures/rules/gitm-nwol.toml"),
    cites: CITES,
    ground: Ground {
        row_letters: "STUVWXYZ",
        closed_states: &["Ottoman Empire"],
        closed: &["TU"],
        hard_going: &[Terrain::Mountain],
        marsh_exit: false,
        diagonals: Diagonals::Named,
        flags: Flags::ByViewerWithBlack,
        // It knows no marsh and no forested hills, which our map has.
        read_as: &[(Terrain::Marsh, Terrain::Open), (Terrain::ForestedHills, Terrain::Hills)],
        nations: &[("BR", "Great Britain"), ("IT", "Italian states")],
        lands: &[GERMANY, ITALY],
        ..ROTD_CWOL.ground
    },
    kinds: KINDS,
    stacking: Stacking { tactical: 24, tactical_side: 12, ..ROTD_CWOL.stacking },
    musters: Musters {
        guns: Ladder { all: &[Guns::Smoothbore], german: None, french: None },
        lost_abroad: 400,
        ..ROTD_CWOL.musters
    },
    offices: offices::GITM_NWOL,
    sight: Sight { line: SightLine::NotNeeded, ..ROTD_CWOL.sight },
    seasons: Seasons {
        placement: Placement::Home { allies: true, by_nearest_city: true },
        ..ROTD_CWOL.seasons
    },
    marches: Marches { militia: MilitiaLand::Nation, ..ROTD_CWOL.marches },
    rail: None,
    tactics: Tactics { order: Order::FastThenOthers, ..ROTD_CWOL.tactics },
    combat: Combat {
        front: Front {
            one: 6000,
            beside: 3000,
            around: 24_000,
            rear_limited: false,
            ..ROTD_CWOL.combat.front
        },
        strength: Strength { weapons: [1000; 8], sabre_in_melee: 1000, ..ROTD_CWOL.combat.strength },
        losses: Losses { fire: 60, melee: 75, ..ROTD_CWOL.combat.losses },
        melee: Melee { squares: Some(Squares { fire: 500, melee: 1500 }), ..ROTD_CWOL.combat.melee },
        bombardment: Bombardment { loss: 25, range: (1, 1), ..ROTD_CWOL.combat.bombardment },
        leaving: Leaving {
            blocked: Blocked::Surrenders,
            no_fall_back: Blocked::Surrenders,
            fort_loser: FortLoser::Surrenders,
            ..ROTD_CWOL.combat.leaving
        },
        ..ROTD_CWOL.combat
    },
    ..ROTD_CWOL
};
