//! ROTD-EUWOL, 2022: Europe in the wars of liberation. The other books are told by what differs from it.

use crate::book::kinds::{
    ARMY, CAVALRY, CORPS, FOUR_BATTERIES, GUNS, INFANTRY, Kind, Ladder, MILITIA, NAVAL_BATTERY, PONTOON,
    SIEGE, Scouts, UNARMED,
};
use crate::book::offices;
use crate::book::{
    Aim, Ammunition, Arsenals, Bars, Boarding, Book, Bridges, Caches, CapturedGuns, Depots, Desertion,
    Diagonals, Flags, Ground, Hearsay, Home, Marches, Measure, MilitiaLand, Musters, Order, Placement, Rail,
    RailEntry, Reforms, Rivers, Seasons, Shattered, Sides, Siege, Sight, SightLine, Sorties, Stacking,
    Supply, Tactics, Transfers, Unloads, Works, cites, combat,
};
use crate::means::Means;
use crate::unit::{Guns, UnitType, Weapon};
use fieldpost_ground::map::Terrain;

/// Its types (rules 3.1, 12.4).
pub const KINDS: &[Kind] = &[
    INFANTRY,
    Kind {
        code: UnitType::LightInfantry,
        words: "light infantry",
        initiative: 2,
        skirmishes: true,
        ..INFANTRY
    },
    Kind {
        code: UnitType::HeavyCavalry,
        words: "heavy cavalry",
        weapons: Ladder { all: &[Weapon::Sabre], german: None, french: None },
        ..CAVALRY
    },
    Kind { code: UnitType::MediumCavalry, words: "medium cavalry", first: true, ..CAVALRY },
    Kind {
        code: UnitType::LightCavalry,
        words: "light cavalry",
        first: true,
        initiative: 1,
        scouts: Scouts { out: 1, linked: &[(250, 2), (500, 3)] },
        screens: true,
        ..CAVALRY
    },
    Kind {
        code: UnitType::HorseArtillery,
        words: "horse artillery",
        first: true,
        size: FOUR_BATTERIES,
        weapons: UNARMED,
        ..CAVALRY
    },
    Kind { code: UnitType::LightArtillery, words: "light artillery", ..GUNS },
    SIEGE,
    NAVAL_BATTERY,
    Kind { rail: false, ..MILITIA },
    ARMY,
    CORPS,
    PONTOON,
];

/// ROTD-EUWOL, 2022.
pub const ROTD_EUWOL: Book = Book {
    name: "rotd-euwol",
    rules: include_str!("../../../../fixtures/rules/rotd-euwol.toml"),
    cites: cites::KEYS,
    refuses: &[],
    phrases: &[],
    examples: &[],
    ground: Ground {
        row_letters: "NPQRSTUVWXYZ",
        closed: &["TU"],
        closed_states: &[],
        closes_uninvolved: true,
        rivers: Rivers::Classed,
        hard_going: &[Terrain::Mountain, Terrain::Marsh],
        marsh_exit: true,
        diagonals: Diagonals::Alike(&[Terrain::Water, Terrain::Swamp, Terrain::HighMountain]),
        flags: Flags::ByViewer,
        read_as: &[],
        nations: &[],
        lands: &[],
    },
    kinds: KINDS,
    stacking: Stacking {
        strategic: 200,
        inactive: 2,
        inactive_in_city: 3,
        peace: 2,
        peace_in_city: 3,
        tactical: 16,
        tactical_side: 8,
    },
    musters: Musters {
        guns: Ladder {
            all: &[Guns::Smoothbore, Guns::Rifled],
            german: Some(Guns::Breech),
            french: Some(Guns::Mitrailleuse),
        },
        lost_abroad: 0,
        home: Home::State,
        boarding: Boarding::InCampaigns,
    },
    offices: offices::ROTD_EUWOL,
    sight: Sight {
        line: SightLine::PastScreensToScreens,
        friends: 3,
        friends_of_army: 5,
        friends_in_peace: 5,
        friends_of_army_in_peace: 10,
        others_in_peace: 3,
        hearsay: Hearsay {
            headquarters: 1_000,
            troops: 5_000,
            error: 2,
            far_chance: 1_000,
            far_error: 6,
            of_neutrals: false,
        },
    },
    seasons: Seasons {
        campaign: 12,
        deployment: 1,
        peace: 1,
        experience_lost_percent: 25,
        placement: Placement::Owned,
    },
    marches: Marches {
        fatigue: 18,
        experience: 8,
        exit_barred_by: Bars::CombatUnits,
        pursued: Bars::CombatUnits,
        interrupted_by: Bars::CombatUnits,
        neutrals_interrupt: false,
        militia: MilitiaLand::State,
    },
    rail: Some(Rail {
        squares: 40,
        path: 80,
        fatigue: 1,
        held_by: Bars::CombatUnits,
        entry: RailEntry::Anywhere,
        works: Some(Works { cost: Means { eg: 10, mp: 5, manpower: 0 }, turns: 1 }),
    }),
    tactics: Tactics {
        order: Order::Initiative,
        fatigue: 8,
        barred_by_neutrals: Bars::CombatUnits,
        sides: Sides::Alliances,
    },
    combat: combat::ROTD_EUWOL,
    guns: Some(CapturedGuns {
        lost_falling_back: 300,
        lost_retreating: 800,
        lost_routing: 2000,
        lost_shattering: 5000,
        taken_within: 5,
    }),
    siege: Siege {
        percent: 150,
        surrender: 3333,
        sorties: Sorties::Free,
        join_in_city: true,
        leave_beaten: true,
    },
    supply: Supply {
        measure: Measure::Distance,
        depot_reach: Some(4),
        depots: Depots::Bought,
        caches: Some(Caches { ammunition: false }),
        corps_units: 18,
        requisition_brigades: 3,
        most_hungry_turns: 3,
        desertion: Desertion { requisition: (10, 40), hunger: (30, 90), straggling: 70 },
        transfers: Transfers {
            contact: 4,
            rail: 40,
            river: 30,
            most: 60,
            most_off_net: 10,
            off_net_shuns_mountains: true,
            sea_clear: false,
        },
        unloads: Unloads::Anyone,
        free_in_peace: false,
        ammunition: Ammunition {
            most: 5,
            arsenals: Some(Arsenals { manufacturing: 3, raiders: (3, 5_000) }),
        },
    },
    bridges: Some(Bridges { ferry_trips: 4 }),
    shattered: Shattered {
        loss: (200, 600),
        squares: (3, 4),
        aim: Aim::StoreOrCity,
        city_range: 15,
        turns: (2, 3),
        tries: 3,
        recovery: 3,
        reforms: Reforms::SuppliedOrAtDepot,
    },
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::kinds::row;

    fn of(code: &str) -> &'static Kind {
        row(KINDS, UnitType::of_code(code).unwrap())
    }

    #[test]
    fn every_type_has_one_row_and_a_book_without_it_has_none_that_does_anything() {
        let codes: Vec<UnitType> = KINDS.iter().map(|kind| kind.code).collect();
        let others = [UnitType::Cavalry, UnitType::MediumArtillery];
        let own = UnitType::ALL.map(|row| row.0).into_iter().filter(|kind| !others.contains(kind));
        assert_eq!(codes, own.collect::<Vec<_>>());
        let without = row(const { KINDS.split_at(2).0 }, UnitType::LightCavalry);
        assert_eq!((without.march, without.tactical, without.rail), (0, 0, false));
    }

    #[test]
    fn marches_are_those_of_7_1_and_7_3() {
        for code in KINDS.iter().map(|kind| kind.code.code()) {
            let expected = match code {
                "HC" | "MC" | "LC" | "HA" => (4, Some(4)),
                "AQ" => (4, Some(3)),
                "SA" => (2, Some(3)),
                "MI" => (2, None),
                "NB" => (0, None),
                "PB" => (3, None),
                _ => (3, Some(3)),
            };
            assert_eq!((of(code).march, of(code).forced), expected, "{code}");
        }
    }

    #[test]
    fn tactical_moves_are_those_of_9_1_and_9_10() {
        for code in KINDS.iter().map(|kind| kind.code.code()) {
            let squares = match code {
                "HC" | "MC" | "LC" | "HA" => (6, 3),
                "AQ" => (6, 2),
                "NB" => (0, 0),
                _ => (4, 2),
            };
            assert_eq!((of(code).tactical, of(code).support), squares, "{code}");
        }
    }

    #[test]
    fn the_first_to_move_are_light_and_medium_cavalry_and_horse_artillery() {
        let first: Vec<&str> = KINDS.iter().filter(|kind| kind.first).map(|kind| kind.code.code()).collect();
        assert_eq!(first, ["MC", "LC", "HA"]);
    }

    #[test]
    fn cavalry_horse_artillery_and_army_headquarters_regain_four_points() {
        for kind in KINDS {
            let fast = ["HC", "MC", "LC", "HA", "AQ"].contains(&kind.code.code());
            assert_eq!(kind.recovers, if fast { 4 } else { 3 }, "{}", kind.words);
        }
    }
}
