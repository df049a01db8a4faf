//! Orders of ministers, governors and army commanders: `grammar/land/office.abnf`. ROTD-EUWOL 3.5, 8.5, 8.6, 11.5, 11.7, 13.1.
//!
//! As in [`super::orders`], each parser begins behind its order's own words.

use crate::orders::OfficeOrder;
use fieldpost_ground::language::{must_strategic, must_tactical};

use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::parse::{Parsed, any_phrase, expected, number_within, player, skip, space};

use super::name::{must_unit, place};

/// Most supplies of one order: more than any place of any scenario holds.
const MOST_SUPPLIES: u32 = 99_999;

/// `assign = "ASSIGN" is unit-id sp ( "TO" / "COMMANDER" ) sp player [ sp ( "DEPUTY" / "WITH DEPUTY" / "AND
/// DEPUTY" ) sp ( "NONE" / player ) ]`: rule 3.5
pub(super) fn assign<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, OfficeOrder> {
    const DEPUTY: &[&str] = &["DEPUTY", "WITH DEPUTY", "AND DEPUTY"];
    let (rest, unit) = must_unit(input, lexicon)?;
    let Ok((rest, ())) = any_phrase(&["TO", "COMMANDER"], space(rest)) else {
        return expected(space(rest), "TO and the commander's name");
    };
    let (rest, commander) = player(DEPUTY, rest, lexicon)?;
    let (rest, deputy) = match any_phrase(DEPUTY, space(rest)) {
        Ok((rest, ())) => deputy(rest, lexicon)?,
        Err(_) => (rest, None),
    };
    Ok((rest, OfficeOrder::Assign { unit, commander, deputy }))
}

/// A deputy's name, or `NONE`: nobody is to be deputy.
fn deputy<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Option<String>> {
    if let Ok((rest, ())) = any_phrase(&["NONE"], input) {
        return Ok((rest, Some("NONE".into())));
    }
    player(&[], input, lexicon).map(|(rest, name)| (rest, Some(name)))
}

/// `move-supplies = "MOVE SUPPLIES" is amount sp "FROM" sp place sp "TO" sp place`; `amount = %x31-39
/// *4DIGIT`: rule 11.7
pub(super) fn move_supplies<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, OfficeOrder> {
    let (rest, amount) = number_within("a number of supplies", 1, MOST_SUPPLIES, input)?;
    let Ok((rest, ())) = any_phrase(&["FROM"], space(rest)) else {
        return expected(space(rest), "FROM and a place");
    };
    let (rest, from) = place(&["TO"], rest, lexicon)?;
    let Ok((rest, ())) = any_phrase(&["TO"], space(rest)) else {
        return expected(space(rest), "TO and a place");
    };
    let (rest, to) = place(&[], rest, lexicon)?;
    Ok((rest, OfficeOrder::MoveSupplies { amount, from, to }))
}

/// `add-supplies = ( "ADD SUPPLIES" / "BUY SUPPLIES" ) is amount sp [ ( "TO" / "AT" / "IN" ) sp ] place`:
/// R-11.6b
pub(super) fn add_supplies<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, OfficeOrder> {
    let (rest, amount) = number_within("a number of supplies", 1, MOST_SUPPLIES, input)?;
    let (rest, to) = place(&[], skip(&["TO", "AT", "IN"], space(rest)), lexicon)?;
    Ok((rest, OfficeOrder::AddSupplies { amount, to }))
}

/// `place-depot = "PLACE DEPOT" is [ ( "AT" / "IN" ) sp ] square sp [ "AT" sp ] tactical-square`:
/// rule 11.5
pub(super) fn place_depot<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, OfficeOrder> {
    let (rest, at) = must_strategic(skip(&["AT", "IN"], input), lexicon, None)?;
    let (rest, tac) = must_tactical(skip(&["AT"], space(rest)))?;
    Ok((rest, OfficeOrder::PlaceDepot { at, tac }))
}

/// `place-cache = "PLACE CACHE" is [ ( "AT" / "IN" ) sp ] square sp [ "AT" sp ] tactical-square`:
/// rule 11.5
pub(super) fn place_cache<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, OfficeOrder> {
    let (rest, at) = must_strategic(skip(&["AT", "IN"], input), lexicon, None)?;
    let (rest, tac) = must_tactical(skip(&["AT"], space(rest)))?;
    Ok((rest, OfficeOrder::PlaceCache { at, tac }))
}

/// `remove-depot = "REMOVE DEPOT" is [ ( "AT" / "IN" / "FROM" ) sp ] square`: rule 11.5
pub(super) fn remove_depot<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, OfficeOrder> {
    let (rest, at) = must_strategic(skip(&["AT", "IN", "FROM"], input), lexicon, None)?;
    Ok((rest, OfficeOrder::RemoveDepot(at)))
}

/// `remove-cache = "REMOVE CACHE" is [ ( "AT" / "IN" / "FROM" ) sp ] square`: rule 11.5
pub(super) fn remove_cache<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, OfficeOrder> {
    let (rest, at) = must_strategic(skip(&["AT", "IN", "FROM"], input), lexicon, None)?;
    Ok((rest, OfficeOrder::RemoveCache(at)))
}

/// `rebuild-track = ( "REBUILD TRACK" / "REBUILD RAILROAD" / "REBUILD RAILWAY" ) is [ ( "AT" / "IN" ) sp ]
/// square`: rule 8.5
pub(super) fn rebuild_track<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, OfficeOrder> {
    let (rest, at) = must_strategic(skip(&["AT", "IN"], input), lexicon, None)?;
    Ok((rest, OfficeOrder::RebuildTrack(at)))
}

/// `rebuild-bridge = ( "REBUILD BRIDGE" / "REBUILD RAILROAD BRIDGE" / "REBUILD RAILWAY BRIDGE" ) is [ (
/// "AT" / "IN" ) sp ] square`: rule 8.6
pub(super) fn rebuild_bridge<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, OfficeOrder> {
    let (rest, at) = must_strategic(skip(&["AT", "IN"], input), lexicon, None)?;
    Ok((rest, OfficeOrder::RebuildBridge(at)))
}

/// `upgrade = "UPGRADE" is unit-id`
pub(super) fn upgrade<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, OfficeOrder> {
    let (rest, unit) = must_unit(input, lexicon)?;
    Ok((rest, OfficeOrder::Upgrade(unit)))
}

/// `inactivate-unit = ( "INACTIVATE" / "DEACTIVATE" ) is unit-id`: rule 13.1, the War Minister's way
pub(super) fn inactivate_unit<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, OfficeOrder> {
    let (rest, unit) = must_unit(input, lexicon)?;
    Ok((rest, OfficeOrder::Inactivate(unit)))
}
