//! The powers of cases: the names that cases give them, and the ids by which tables know them.

use fieldpost_engine::piece::Piece;

use fieldpost_europa::map::Owner;
use fieldpost_europa::round::NATIVES;

/// Names that cases give powers, and the ids by which tables know them.
const NATIONS: &[(&str, &str)] = &[
    ("France", "FRA"),
    ("Spain", "SPA"),
    ("Venice", "VEN"),
    ("Russia", "RUS"),
    ("Sweden", "SWE"),
    ("England", "ENG"),
    ("Turkey", "TUR"),
    ("Poland", "POL"),
    ("Portugal", "POR"),
    ("Holland", "HOL"),
    ("Austria", "HAB"),
    ("Habsburg", "HAB"),
    ("Prussia", "PRU"),
    ("Denmark", "DAN"),
    ("Papacy", "PAP"),
    ("Naples", "NAP"),
    ("Milan", "MIL"),
    ("Genoa", "GEN"),
    ("Florence", "FLO"),
    ("Savoy", "SAV"),
    ("Lithuania", "LIT"),
    ("Hungary", "HUN"),
    ("Bavaria", "BAV"),
    ("Scotland", "SCO"),
    ("Pirates", "PIR"),
];

/// The id of a power by the name that a case gives it.
pub(super) fn id_of(name: &str) -> Owner {
    let known = NATIONS.iter().find(|(known, id)| known.eq_ignore_ascii_case(name) || *id == name);
    match known {
        Some((_, id)) => (*id).into(),
        None => name
            .chars()
            .filter(char::is_ascii_alphabetic)
            .take(3)
            .collect::<String>()
            .to_ascii_uppercase()
            .into(),
    }
}

/// A stack by the name that a case gives it: `natives` are those whom somebody fights.
pub(super) fn stack_named(name: &str) -> Piece {
    Piece::from(if name.eq_ignore_ascii_case("natives") { NATIVES } else { name })
}
