//! The eight types of ships and what each can do (WISC 2.1, 2.7, 3.4, 6.12, 7.5, 7.7, N-46, N-48, N-50).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use fieldpost_ground::map::RiverClass;

/// What the book is called where its rules are cited, for a land war's book has rules of the same numbers.
pub const BOOK: &str = "WISC";

/// A type of ship; in this order ids are told apart where nation and number are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Kind {
    #[serde(rename = "IC")]
    Ironclad,
    #[serde(rename = "FR")]
    Frigate,
    #[serde(rename = "SL")]
    Sloop,
    #[serde(rename = "GB")]
    Gunboat,
    #[serde(rename = "TR")]
    Transport,
    #[serde(rename = "RI")]
    RiverIronclad,
    #[serde(rename = "RG")]
    RiverGunboat,
    #[serde(rename = "RT")]
    RiverTransport,
}

impl Kind {
    /// Every type with its code.
    pub const ALL: [(Kind, &'static str); 8] = [
        (Kind::Ironclad, "IC"),
        (Kind::Frigate, "FR"),
        (Kind::Sloop, "SL"),
        (Kind::Gunboat, "GB"),
        (Kind::Transport, "TR"),
        (Kind::RiverIronclad, "RI"),
        (Kind::RiverGunboat, "RG"),
        (Kind::RiverTransport, "RT"),
    ];

    /// Its two letters.
    pub fn code(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The type of two letters, in any case.
    pub fn of_code(code: &str) -> Option<Kind> {
        Self::ALL.iter().find(|row| row.1.eq_ignore_ascii_case(code)).map(|row| row.0)
    }

    /// Whether it is a transport group (2.4): no warship.
    pub fn is_transport(self) -> bool {
        matches!(self, Kind::Transport | Kind::RiverTransport)
    }

    /// Whether it never goes to sea areas (2.1).
    pub fn is_river(self) -> bool {
        matches!(self, Kind::RiverIronclad | Kind::RiverGunboat | Kind::RiverTransport)
    }
}

/// Chances in per cent to make a sea move: sailing upwind, across the wind, downwind (6.12, N-46). More than 100 is spent on damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Sailing {
    /// To make the first move.
    pub first: [i32; 3],
    /// That the first move is the last.
    pub end: [i32; 3],
    /// To make the second.
    pub second: [i32; 3],
}

/// What a type of ships is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Type {
    /// The rulebook's word.
    pub name: &'static str,
    /// The narrowest river that it enters (2.1).
    pub narrowest: RiverClass,
    /// Its whole crew (2.7); of transports one man for ten of capacity.
    pub crew: u32,
    /// The stores that it holds (3.4).
    pub stores: u32,
    /// Its strength in battle (7.5).
    pub strength: u32,
    /// What a point of damage costs the firer (N-50).
    pub toughness: u32,
    /// What it bombards with (7.7).
    pub bombards: u32,
    /// Whether it steams and minds no wind (N-48).
    pub fast: bool,
    pub sailing: Sailing,
}

/// How a steamer sails; a fast frigate, sloop or transport sails so too (N-48).
pub const STEAM: Sailing = Sailing { first: [200; 3], end: [0; 3], second: [120; 3] };
const CANVAS: Sailing = Sailing { first: [180, 220, 250], end: [50, 0, 0], second: [60, 130, 180] };
const CONVOY: Sailing = Sailing { first: [110, 150, 200], end: [100, 20, 0], second: [0, 80, 120] };
const IRON: Sailing = Sailing { first: [180; 3], end: [20; 3], second: [70; 3] };

/// The table of types, in the order of [`Kind::ALL`].
pub const TYPES: [Type; 8] = {
    let deep = RiverClass::Unbridgeable;
    let shallow = RiverClass::Unfordable;
    let row = Type {
        name: "ironclad",
        narrowest: deep,
        crew: 200,
        stores: 8,
        strength: 135,
        toughness: 135,
        bombards: 2880,
        fast: true,
        sailing: IRON,
    };
    let frigate =
        Type { name: "frigate", crew: 350, stores: 24, strength: 50, toughness: 50, bombards: 8640, ..row };
    let frigate = Type { fast: false, sailing: CANVAS, ..frigate };
    let sloop =
        Type { name: "sloop", crew: 200, stores: 12, strength: 40, toughness: 40, bombards: 4230, ..frigate };
    let steamer = Type {
        narrowest: shallow,
        crew: 150,
        strength: 25,
        toughness: 25,
        bombards: 2160,
        sailing: STEAM,
        ..row
    };
    let carrier =
        Type { narrowest: shallow, crew: 0, strength: 0, toughness: 50, bombards: 0, sailing: STEAM, ..row };
    [
        row,
        frigate,
        sloop,
        Type { name: "gunboat", ..steamer },
        Type { name: "transport group", stores: 24, fast: false, sailing: CONVOY, ..carrier },
        Type {
            name: "river ironclad",
            crew: 200,
            stores: 6,
            strength: 100,
            toughness: 100,
            bombards: 2880,
            ..steamer
        },
        Type { name: "river gunboat", stores: 6, ..steamer },
        Type { name: "river transport group", stores: 6, ..carrier },
    ]
};

impl Kind {
    pub fn row(self) -> &'static Type {
        &TYPES[self as usize]
    }
}

/// A type as a ships file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypeFile {
    name: String,
    waters: String,
    rivers: String,
    crew: u32,
    stores: u32,
    strength: u32,
    toughness: u32,
    bombard: u32,
    fast: bool,
    phase1: [i32; 3],
    end: [i32; 3],
    phase2: [i32; 3],
}

/// Whether a ships file's types are those of the book: of each that differs, what was expected and what was found.
pub fn differences(types: &BTreeMap<String, TypeFile>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (kind, code) in Kind::ALL {
        let (row, Some(file)) = (kind.row(), types.get(code)) else {
            found.push(format!("no type {code}"));
            continue;
        };
        let waters = if kind.is_river() { "coast" } else { "sea" };
        let words =
            [(file.name.as_str(), row.name), (&file.waters, waters), (&file.rivers, row.narrowest.words())];
        let numbers = [
            (file.crew, row.crew),
            (file.stores, row.stores),
            (file.strength, row.strength),
            (file.toughness, row.toughness),
            (file.bombard, row.bombards),
        ];
        let sailing = Sailing { first: file.phase1, end: file.end, second: file.phase2 };
        let same =
            words.iter().all(|(one, other)| one == other) && numbers.iter().all(|(one, other)| one == other);
        if !same || sailing != row.sailing || file.fast != row.fast {
            found.push(format!("the type {code} is not the book's"));
        }
    }
    found
}
