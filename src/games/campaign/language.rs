//! The words of a war on land and at sea: a land book's, with those of ships beside them.

use fieldpost_engine::piece::Piece;
use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::parse::Parsed;
use fieldpost_grammar::{Help, Language};
use fieldpost_land::book::ROTD_CWOL_AT_SEA;
use fieldpost_land::language::{CWOL, GITM, HELP_OF_CWOL_AT_SEA, LANGUAGE};
use fieldpost_sea::language::SHIPS;

/// What opens a block: SHIP is read for a land unit too, for the type in the id decides (naval record 6.1).
const BLOCK: &[&str] = &["UNIT", "UNITS", "BRIGADE", "BRIGADES", "SHIP", "SHIPS"];

/// How a letter looks that orders brigades and ships.
const LETTER: &str = "\
A letter of orders looks like this:

    GAME hampton-roads-1862
    PLAYER Wool
    PASSWORD correct horse battery

    UNIT US3IN
    MARCH H4-S1 H5-S1
    ATTACK SKIRMISH
    SHIP US1FR
    COAST LCHE
    BATTLE ENGAGE
    END

Capitals do not matter. One order stands on a line. What follows a # is
not read. H4-S1 (below X0-Y0) is a square of the strategic map, 7-11
(below c-r, column and row) one of the tactical map, LCHE coastal waters,
MAC a sea area. What stands in [brackets] may be left out.
";

static BESIDE: [&Language; 1] = [&SHIPS];

const fn with_ships(land: &'static Language) -> Language {
    Language { block: BLOCK, beside: &BESIDE, piece, ..*land }
}

static EUWOL_AT_SEA: Language = with_ships(&LANGUAGE);
static CWOL_AT_SEA: Language = Language {
    edition: &ROTD_CWOL_AT_SEA,
    help: Help { letter: LETTER, ..HELP_OF_CWOL_AT_SEA },
    ..with_ships(&CWOL)
};
static GITM_AT_SEA: Language = with_ships(&GITM);

/// The words of each land book with ships, in the order of the rulebooks.
pub(crate) static AFLOAT: [&Language; 3] = [&EUWOL_AT_SEA, &CWOL_AT_SEA, &GITM_AT_SEA];

/// A ship's name or a unit's.
fn piece<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Piece> {
    match (SHIPS.piece)(input, lexicon) {
        Ok(ship) => Ok(ship),
        Err(_) => (LANGUAGE.piece)(input, lexicon),
    }
}
