//! Orders of ministers, governors and army commanders: `grammar/land/office.abnf`. ROTD-EUWOL 3.5, 8.5, 8.6, 11.5, 11.7, 13.1.
//!
//! As in [`super::orders`], each parser begins behind its order's own words.

use crate::orders::OfficeOrder;
use fieldpost_ground::language::{must_strategic, must_tactical};

use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::parse::{
    Parsed, Reads, by, clause, must_clause, number_within, perhaps, player, words,
};
use fieldpost_ground::square::{StrategicSquare, TacticalSquare};
use nom::Parser;
use nom::branch::alt;
use nom::combinator::{opt, value};
use nom::sequence::preceded;

use super::name::{must_unit, place};

/// Most supplies of one order: more than any place of any scenario holds.
const MOST_SUPPLIES: u32 = 99_999;

/// `assign = "ASSIGN" is unit-id sp ( "TO" / "COMMANDER" ) sp player [ sp ( "DEPUTY" / "WITH DEPUTY" / "AND
/// DEPUTY" ) sp ( "NONE" / player ) ]`: rule 3.5
pub(super) fn assign<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, OfficeOrder> {
    const DEPUTY: &[&str] = &["DEPUTY", "WITH DEPUTY", "AND DEPUTY"];
    let to = must_clause("TO and the commander's name", &["TO", "COMMANDER"]);
    let nobody = value("NONE".to_owned(), words(&["NONE"]));
    let deputy = preceded(clause(DEPUTY), alt((nobody, player(&[], lexicon))));
    (by(must_unit, lexicon), preceded(to, player(DEPUTY, lexicon)), opt(deputy))
        .map(|(unit, commander, deputy)| OfficeOrder::Assign { unit, commander, deputy })
        .parse(input)
}

/// `move-supplies = "MOVE SUPPLIES" is amount sp "FROM" sp place sp "TO" sp place`; `amount = %x31-39
/// *4DIGIT`: rule 11.7
pub(super) fn move_supplies<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, OfficeOrder> {
    let from = preceded(must_clause("FROM and a place", &["FROM"]), |input| place(&["TO"], input, lexicon));
    let to = preceded(must_clause("TO and a place", &["TO"]), |input| place(&[], input, lexicon));
    (number_within("a number of supplies", 1, MOST_SUPPLIES), from, to)
        .map(|(amount, from, to)| OfficeOrder::MoveSupplies { amount, from, to })
        .parse(input)
}

/// `add-supplies = ( "ADD SUPPLIES" / "BUY SUPPLIES" ) is amount sp [ ( "TO" / "AT" / "IN" ) sp ] place`:
/// R-11.6b
pub(super) fn add_supplies<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, OfficeOrder> {
    let to = preceded(perhaps(&["TO", "AT", "IN"]), |input| place(&[], input, lexicon));
    (number_within("a number of supplies", 1, MOST_SUPPLIES), to)
        .map(|(amount, to)| OfficeOrder::AddSupplies { amount, to })
        .parse(input)
}

/// `[ ( "AT" / "IN" ) sp ] square`
fn square<'a>(lexicon: &Lexicon) -> impl Reads<'a, StrategicSquare> {
    preceded(perhaps(&["AT", "IN"]), by(must_strategic, lexicon))
}

/// `[ ( "AT" / "IN" ) sp ] square between [ "AT" sp ] tactical-square`
fn spot<'a>(lexicon: &Lexicon) -> impl Reads<'a, (StrategicSquare, TacticalSquare)> {
    (square(lexicon), preceded(perhaps(&["AT"]), must_tactical))
}

/// `place-depot = ( "PLACE DEPOT" / "PLACE SUPPLY DEPOT" / "PLACE A SUPPLY DEPOT" / "PLACE RESERVE DEPOT" / "PLACE A RESERVE DEPOT" ) is [ ( "AT" / "IN" ) sp ] square between [ "AT" sp ] tactical-square`:
/// rule 11.5
pub(super) fn place_depot<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, OfficeOrder> {
    spot(lexicon).map(|(at, tac)| OfficeOrder::PlaceDepot { at, tac }).parse(input)
}

/// `place-cache = ( "PLACE CACHE" / "PLACE SUPPLY CACHE" / "PLACE A SUPPLY CACHE" ) is [ ( "AT" / "IN" ) sp ] square between [ "AT" sp ] tactical-square`:
/// rule 11.5
pub(super) fn place_cache<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, OfficeOrder> {
    spot(lexicon).map(|(at, tac)| OfficeOrder::PlaceCache { at, tac }).parse(input)
}

/// `remove-depot = ( "REMOVE DEPOT" / "REMOVE SUPPLY DEPOT" ) is [ ( "AT" / "IN" / "FROM" ) sp ] square`: rule 11.5
pub(super) fn remove_depot<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, OfficeOrder> {
    preceded(perhaps(&["AT", "IN", "FROM"]), by(must_strategic, lexicon))
        .map(OfficeOrder::RemoveDepot)
        .parse(input)
}

/// `remove-cache = ( "REMOVE CACHE" / "REMOVE SUPPLY CACHE" ) is [ ( "AT" / "IN" / "FROM" ) sp ] square`: rule 11.5
pub(super) fn remove_cache<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, OfficeOrder> {
    preceded(perhaps(&["AT", "IN", "FROM"]), by(must_strategic, lexicon))
        .map(OfficeOrder::RemoveCache)
        .parse(input)
}

/// `rebuild-track = ( "REBUILD TRACK" / "REBUILD RAILROAD" / "REBUILD RAILWAY" / "REBUILD THE TRACK" / "REBUILD THE RAILROAD" / "REBUILD THE RAILWAY" ) is [ ( "AT" / "IN" ) sp ]
/// square`: rule 8.5
pub(super) fn rebuild_track<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, OfficeOrder> {
    square(lexicon).map(OfficeOrder::RebuildTrack).parse(input)
}

/// `rebuild-bridge = ( "REBUILD BRIDGE" / "REBUILD RAILROAD BRIDGE" / "REBUILD RAILWAY BRIDGE" / "REBUILD THE BRIDGE" ) is [ (
/// "AT" / "IN" ) sp ] square`: rule 8.6
pub(super) fn rebuild_bridge<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, OfficeOrder> {
    square(lexicon).map(OfficeOrder::RebuildBridge).parse(input)
}

/// `upgrade = "UPGRADE" is unit-id`
pub(super) fn upgrade<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, OfficeOrder> {
    by(must_unit, lexicon).map(OfficeOrder::Upgrade).parse(input)
}

/// `inactivate-unit = ( "INACTIVATE" / "DEACTIVATE" ) is unit-id`: rule 13.1, the War Minister's way
pub(super) fn inactivate_unit<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, OfficeOrder> {
    by(must_unit, lexicon).map(OfficeOrder::Inactivate).parse(input)
}
