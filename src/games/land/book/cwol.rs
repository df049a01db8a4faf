//! ROTD-CWOL, 2012: the American Civil War. What it does not say otherwise is as in EUWOL.

use crate::book::cites::Cites;
use crate::book::combat::{
    Blocked, Bombardment, Combat, FortLoser, Front, Leaving, Losses, Melee, ROTD_EUWOL as COMBAT, Strength,
};
use crate::book::kinds;
use crate::book::kinds::{
    ARMY, CAVALRY, CORPS, FOUR_BATTERIES, GUNS, INFANTRY, Kind, Ladder, MILITIA, MUSKET_AND_RIFLE, Most,
    SIEGE, Scouts, Size, UNARMED,
};
use crate::book::offices;
use crate::book::{
    Aim, Ammunition, Bars, Boarding, Book, Depots, Diagonals, FlagColour, Flags, Ground, Hearsay, Home,
    Marches, Measure, Musters, Placement, ROTD_EUWOL, Rail, RailEntry, Reforms, Rivers, Seasons, Shattered,
    Sides, Siege, Sight, SightLine, Sorties, Supply, Tactics, Transfers, Unloads,
};
use crate::unit::{Guns, UnitType};
use fieldpost_ground::map::Terrain;

/// Its types (rule 3.1).
const KINDS: &[Kind] = &[
    Kind {
        size: Size { regiment: (600, 600), most: Most::Men(3000), ..INFANTRY.size },
        weapons: MUSKET_AND_RIFLE,
        ..INFANTRY
    },
    Kind {
        first: true,
        scouts: Scouts { out: 2, linked: &[(0, 3)] },
        screens: true,
        code: UnitType::Cavalry,
        words: "cavalry",
        far: true,
        size: Size { regiment: (300, 300), most: Most::Men(1500), ..CAVALRY.size },
        ..CAVALRY
    },
    Kind {
        code: UnitType::HorseArtillery,
        words: "horse artillery",
        first: true,
        far: true,
        size: ARTILLERY,
        weapons: UNARMED,
        ..CAVALRY
    },
    Kind { code: UnitType::LightArtillery, words: "light artillery", size: ARTILLERY, ..GUNS },
    Kind { size: ARTILLERY, ..SIEGE },
    Kind { merges: false, size: Size { most: Most::Men(2000), ..MILITIA.size }, ..MILITIA },
    ARMY,
    Kind { recovers: 4, ..CORPS },
];

/// The same in a war with ships: naval batteries shut the rivers to them (WISC 7.1, 7.5), and pontoon bridges span those that ships
/// sail on (WISC 6.6).
const WITH_BATTERIES: [Kind; KINDS.len() + 1] = kinds::with_more(KINDS, kinds::NAVAL_BATTERY);
const KINDS_AT_SEA: [Kind; KINDS.len() + 2] = kinds::with_more(&WITH_BATTERIES, kinds::PONTOON);

const ARTILLERY: Size = Size { most: Most::Men(400), ..FOUR_BATTERIES };

/// Where its numbers are not the keys, and what it has not (`variants.md`, section 2).
const CITES: Cites = Cites(&[
    ("1.3", None),
    ("1.4", Some("1.3")),
    ("1.5", Some("1.4")),
    ("3.5", Some("3.4b")),
    ("3.5b", Some("3.5")),
    ("7.11", None),
    ("7.12", Some("7.11")),
    ("7.13", Some("7.12")),
    ("7.14", Some("7.13")),
    ("7.15", Some("7.14")),
    ("7.16", Some("7.15")),
    ("7.17", Some("7.16")),
    ("7.18", Some("7.17")),
    ("9.12", None),
    ("9.13", Some("9.12")),
    ("11.5", Some("11.7")),
    ("11.6", Some("11.5")),
    ("11.7", Some("11.6")),
    ("13.1", Some("12.1")),
    ("13.2", Some("12.2")),
    ("13.3", Some("12.3")),
    ("13.4", Some("12.4")),
    ("13.5", Some("12.5")),
    ("14.1", Some("13.1")),
    ("14.2", Some("13.2")),
    ("14.3", Some("13.3")),
    ("14.4", Some("13.4")),
    ("14.5", Some("13.5")),
]);

/// With ships chapter 12 of EUWOL stands beside its own, which is another.
const CITES_AT_SEA: Cites = Cites(&[
    ("12.1", Some("EUWOL 12.1")),
    ("12.2", Some("EUWOL 12.2")),
    ("12.3", Some("EUWOL 12.3")),
    ("12.4", Some("EUWOL 12.4")),
    ("12.5", Some("EUWOL 12.5")),
    ("12.6", Some("EUWOL 12.6")),
    ("12.7", Some("EUWOL 12.7")),
    ("1.3", Some("EUWOL 1.3")),
    ("1.4", Some("1.3")),
    ("1.5", Some("1.4")),
    ("3.5", Some("3.4b")),
    ("3.5b", Some("3.5")),
    ("7.11", None),
    ("7.12", Some("7.11")),
    ("7.13", Some("7.12")),
    ("7.14", Some("7.13")),
    ("7.15", Some("7.14")),
    ("7.16", Some("7.15")),
    ("7.17", Some("7.16")),
    ("7.18", Some("7.17")),
    ("9.12", None),
    ("9.13", Some("9.12")),
    ("11.5", Some("11.7")),
    ("11.6", Some("11.5")),
    ("11.7", Some("11.6")),
    ("13.1", Some("12.1")),
    ("13.2", Some("12.2")),
    ("13.3", Some("12.3")),
    ("13.4", Some("12.4")),
    ("13.5", Some("12.5")),
    ("14.1", Some("13.1")),
    ("14.2", Some("13.2")),
    ("14.3", Some("13.3")),
    ("14.4", Some("13.4")),
    ("14.5", Some("13.5")),
]);

/// How many of the sentences below are those of a book without bridges.
const BRIDGELESS: usize = 2;

/// What its sentences have otherwise: no bridges, no deployment, guns that reach as far on horseback, two nations with an article.
const PHRASES: &[(&str, &str)] = &[
    ("a ford, pass or bridge", "a ford or pass"),
    ("headquarters and bridges cannot", "headquarters cannot"),
    ("is for deployment and peace turns", "is for peace and truce turns"),
    ("rifled guns on foot two", "rifled guns two"),
    ("of Confederate States", "of the Confederate States"),
    ("by Confederate States", "by the Confederate States"),
    ("of United States", "of the United States"),
    ("by United States", "by the United States"),
];

/// Names of its war, in the place of those of 1866.
const EXAMPLES: &[(&str, &str)] = &[
    ("AU", "US"),
    ("PR", "CS"),
    ("PRUSSIA", "CONFEDERATE STATES"),
    ("AUSTRIA", "UNITED STATES"),
    ("Austria", "United States"),
    ("Prussia", "Confederate States"),
    ("benedek", "banks"),
    ("gablenz", "shields"),
    ("clam", "hatch"),
    ("bohemia-1866", "valley-1862"),
    ("Linz", "Winchester"),
    ("Ulm", "Strasburg"),
    ("Gitschin", "Strasburg"),
    ("Jung-Bunzlau", "Front Royal"),
    ("Governor of Saxony", "President"),
    ("Saxony", "MD"),
];

/// The book where ships are played beside it.
///
/// WISC leans on a companion of this book that had rivers by their classes (its 1.1 and 2.1 send to ROTD 1.3, its 7.7 to ROTD 12.2
/// and 12.6): with ships it has those and the bridges and ferries of EUWOL's chapter 12.
pub const ROTD_CWOL_AT_SEA: Book = Book {
    kinds: &KINDS_AT_SEA,
    cites: CITES_AT_SEA,
    phrases: PHRASES.split_at(BRIDGELESS).1,
    ground: Ground { rivers: Rivers::Classed, ..ROTD_CWOL.ground },
    bridges: ROTD_EUWOL.bridges,
    // A campaign with ships has twelve turns (WISC 3.1, K-30).
    seasons: Seasons { campaign: ROTD_EUWOL.seasons.campaign, ..ROTD_CWOL.seasons },
    ..ROTD_CWOL
};

/// ROTD-CWOL, 2012.
pub const ROTD_CWOL: Book = Book {
    name: "rotd-cwol",
    rules: include_str!("../../../../fixtures/rules/rotd-cwol.toml"),
    cites: CITES,
    phrases: PHRASES,
    examples: EXAMPLES,
    refuses: &["march to", "pursuit", "nearest", "upgrades", "purchases"],
    ground: Ground {
        row_letters: "OPQRSTUVWXYZ",
        closed: &["CA"],
        closed_states: &["CAN"],
        closes_uninvolved: false,
        rivers: Rivers::Fords,
        hard_going: &[Terrain::Mountain],
        diagonals: Diagonals::Alike(&[Terrain::Water, Terrain::HighMountain]),
        flags: Flags::ByNation(&[("US", FlagColour::Blue), ("CS", FlagColour::Grey)]),
        ..ROTD_EUWOL.ground
    },
    kinds: KINDS,
    musters: Musters {
        guns: Ladder { all: &[Guns::Smoothbore, Guns::Rifled], german: None, french: None },
        home: Home::City,
        boarding: Boarding::AllButMilitia,
        ..ROTD_EUWOL.musters
    },
    offices: offices::ROTD_CWOL,
    sight: Sight {
        line: SightLine::PastScreens,
        hearsay: Hearsay { of_neutrals: true, ..ROTD_EUWOL.sight.hearsay },
        ..ROTD_EUWOL.sight
    },
    seasons: Seasons {
        campaign: 15,
        deployment: 0,
        placement: Placement::Home { allies: false, by_nearest_city: false },
        ..ROTD_EUWOL.seasons
    },
    marches: Marches {
        exit_barred_by: Bars::ActiveUnits,
        pursued: Bars::ActiveUnits,
        interrupted_by: Bars::ActiveUnits,
        neutrals_interrupt: true,
        ..ROTD_EUWOL.marches
    },
    rail: Some(Rail {
        squares: 40,
        path: 80,
        fatigue: 1,
        held_by: Bars::ActiveUnits,
        entry: RailEntry::AsOnFoot,
        works: None,
    }),
    tactics: Tactics { barred_by_neutrals: Bars::ActiveUnits, sides: Sides::Initiator, ..ROTD_EUWOL.tactics },
    combat: Combat {
        front: Front { horseman: 12, ..COMBAT.front },
        strength: Strength { against_fort: 1000, ..COMBAT.strength },
        losses: Losses { fire: 75, melee: 95, stragglers_besieged: false, ..COMBAT.losses },
        melee: Melee { line: [1000, 1000, 500], guns_in_second_line: 1000, mixed_arms: 100, ..COMBAT.melee },
        bombardment: Bombardment { loss: 30, breach: Some(350), far_unbidden: true, ..COMBAT.bombardment },
        leaving: Leaving {
            blocked: Blocked::ShattersIfEnemy,
            no_fall_back: Blocked::Surrenders,
            fort_loser: FortLoser::Surrenders,
            ..COMBAT.leaving
        },
        ..COMBAT
    },
    guns: None,
    siege: Siege {
        percent: 110,
        sorties: Sorties::OneSquareAttack,
        join_in_city: false,
        leave_beaten: false,
        ..ROTD_EUWOL.siege
    },
    supply: Supply {
        measure: Measure::Path,
        depot_reach: None,
        depots: Depots::Reserve { turns: 2 },
        caches: None,
        // 11.6 of 2012 knows no depot off the net.
        transfers: Transfers {
            most_off_net: 60,
            off_net_shuns_mountains: false,
            sea_clear: true,
            ..ROTD_EUWOL.supply.transfers
        },
        unloads: Unloads::CorpsToCity,
        free_in_peace: true,
        ammunition: Ammunition { arsenals: None, ..ROTD_EUWOL.supply.ammunition },
        ..ROTD_EUWOL.supply
    },
    bridges: None,
    shattered: Shattered {
        loss: (200, 400),
        aim: Aim::City,
        reforms: Reforms::Near { corps: 5, city: 3 },
        ..ROTD_EUWOL.shattered
    },
    ..ROTD_EUWOL
};
