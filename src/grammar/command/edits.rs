//! Hand edits of the position: `grammar/command.abnf`. ROTD-EUWOL 8.5, 10.11, 11.5, 12.6; M-11.
//!
//! Each parser begins behind its command's own words. What a field may be, only the position knows: a value is taken as it
//! is written.

use crate::games::ground::nation::{NationCode, Relation};
use crate::games::land::edits::Edit;
use crate::games::land::state::DepotKind;
use crate::grammar::fault::{Parsed, expected};
use crate::grammar::name::{must_unit, player, words_until};
use crate::grammar::reading::Lexicon;
use crate::grammar::word::{any_phrase, bare_word, end, is_blank, is_stop, number_within, skip, space};

use super::Command;
use super::place::{city, nation, new_unit, one_of, square, square_and_tactical, store};

/// What a command reads behind its words.
type Of<'a> = Parsed<'a, Command>;

/// Most supplies of one command, as of one order of an office.
const MOST_SUPPLIES: u32 = 99_999;

/// What parts a field from its value.
const IS: &[&str] = &["TO", "IS", "="];

fn edit<'a>(rest: &'a str, edit: Edit) -> Of<'a> {
    Ok((rest, Command::Edit(edit)))
}

/// `ga-place-depot = "PLACE DEPOT" is [ ( "AT" / "IN" ) sp ] ga-place *2( [ "," ] sp depot-part )`; `depot-part = ( "FOR" / "OF" ) sp
/// realm / [ "WITH" sp ] "SUPPLIES" sp amount / [ "WITH" sp ] amount sp "SUPPLIES"`: rule 11.5
pub(super) fn place_depot<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    place(DepotKind::Depot, input, lexicon)
}

/// `ga-place-cache = "PLACE CACHE" is [ ( "AT" / "IN" ) sp ] ga-place *2( [ "," ] sp depot-part )`: rule 11.5
pub(super) fn place_cache<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    place(DepotKind::Cache, input, lexicon)
}

fn place<'a>(kind: DepotKind, input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (mut rest, (at, tac)) = square_and_tactical(skip(&["AT", "IN"], input), lexicon)?;
    let (mut side, mut supplies) = (None, None);
    loop {
        let next = space(rest.strip_prefix(',').unwrap_or(rest));
        rest = match any_phrase(&["FOR", "OF"], next) {
            Ok((of, ())) if side.is_none() => {
                let (after, found) = nation(of, lexicon)?;
                side = Some(found);
                after
            }
            _ if end(next).is_ok() || supplies.is_some() => break,
            _ => {
                let (after, found) = amount_of_supplies(next)?;
                supplies = Some(found);
                after
            }
        };
    }
    edit(rest, Edit::PlaceDepot { kind, at, tac, side, supplies: supplies.unwrap_or(0) })
}

/// `SUPPLIES 20`, `WITH 20 SUPPLIES`.
fn amount_of_supplies(input: &str) -> Parsed<'_, u32> {
    let rest = skip(&["WITH"], input);
    if let Ok((rest, ())) = any_phrase(&["SUPPLIES"], rest) {
        return amount(rest);
    }
    if !rest.starts_with(|c: char| c.is_ascii_digit()) {
        return expected(rest, "FOR and a nation, or SUPPLIES and a number");
    }
    let (rest, number) = amount(rest)?;
    match any_phrase(&["SUPPLIES", "SUPPLY"], space(rest)) {
        Ok((rest, ())) => Ok((rest, number)),
        Err(_) => expected(space(rest), "SUPPLIES"),
    }
}

fn amount(input: &str) -> Parsed<'_, u32> {
    number_within("a number of supplies", 0, MOST_SUPPLIES, input)
}

/// `ga-remove-depot = "REMOVE DEPOT" is [ ( "AT" / "IN" / "FROM" ) sp ] ga-square [ sp ( "OF" / "FOR" ) sp realm ]`: rule 11.5
pub(super) fn remove_depot<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    remove(DepotKind::Depot, input, lexicon)
}

/// `ga-remove-cache = "REMOVE CACHE" is [ ( "AT" / "IN" / "FROM" ) sp ] ga-square [ sp ( "OF" / "FOR" ) sp realm ]`: rule 11.5
pub(super) fn remove_cache<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    remove(DepotKind::Cache, input, lexicon)
}

fn remove<'a>(kind: DepotKind, input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, at) = square(skip(&["AT", "IN", "FROM"], input), lexicon)?;
    let (rest, side) = match any_phrase(&["OF", "FOR"], space(rest)) {
        Ok((rest, ())) => nation(rest, lexicon).map(|(rest, side)| (rest, Some(side)))?,
        Err(_) => (rest, None),
    };
    edit(rest, Edit::RemoveDepot { kind, at, side })
}

/// `set-unit = ( "SET UNIT" / "SET BRIGADE" ) is unit-id sp field-and-value`: chapter 3
pub(super) fn set_unit<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, unit) = must_unit(input, lexicon)?;
    let (rest, (field, value)) = field_and_value(UNIT_FIELDS, behind_name(rest), "")?;
    edit(rest, Edit::SetUnit { unit, field, value })
}

/// What follows a name, without the sign that parts it.
fn behind_name(rest: &str) -> &str {
    let rest = space(rest);
    space(rest.strip_prefix([',', ':']).unwrap_or(rest))
}

/// Fields of several words; any other is one word.
const UNIT_FIELDS: &[&str] = &["IN COMMUNICATIONS", "IN FORT"];
const CITY_FIELDS: &[&str] = &["CONTROL", "SUPPLIES", "MANUFACTURING", "FORT", "BESIEGED"];

/// `field-and-value = field ( sp [ ( "TO" / "IS" ) sp ] / *WSP "=" *WSP ) value`; `field = <the name of a field>`; `value = <a
/// value>`: up to one of the signs of `stop`, or the line's end
fn field_and_value<'a>(known: &[&str], input: &'a str, stop: &str) -> Parsed<'a, (String, String)> {
    let whole = &input[..input.find(|c| stop.contains(c)).unwrap_or(input.len())];
    let field = match any_phrase(known, whole) {
        Ok((rest, ())) => whole[..whole.len() - rest.len()].trim_end_matches(is_blank),
        Err(_) => whole.split(|c| is_blank(c) || matches!(c, '=' | ':')).next().unwrap_or_default(),
    };
    if field.is_empty() {
        return expected(input, "a field's name and its value, such as morale 60");
    }
    let behind = space(&whole[field.len()..]);
    let value = space(behind.strip_prefix(['=', ':']).unwrap_or_else(|| skip(IS, behind)));
    let bare = value.trim_end_matches(|c| is_blank(c) || is_stop(c));
    if bare.is_empty() {
        return expected(&input[whole.len() - value.len()..], "the field's new value");
    }
    let bare = bare.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok((&input[whole.len()..], (field.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase(), bare)))
}

/// `move-unit = ( "MOVE UNIT" / "MOVE BRIGADE" ) is unit-id sp [ ( "TO" / "AT" ) sp ] ga-place`
pub(super) fn move_unit<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, unit) = must_unit(input, lexicon)?;
    let (rest, (at, tac)) = square_and_tactical(skip(&["TO", "AT"], space(rest)), lexicon)?;
    edit(rest, Edit::MoveUnit { unit, at, tac })
}

/// `create-unit = ( "CREATE UNIT" / "CREATE BRIGADE" ) is unit-id sp [ ( "AT" / "IN" ) sp ] ga-place [ sp ( "COMMANDER" / "UNDER" ) sp
/// player ] [ sp "WITH" sp field-and-value *2( "," sp field-and-value ) ]`
pub(super) fn create_unit<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, unit) = new_unit(input)?;
    let (rest, (at, tac)) = square_and_tactical(skip(&["AT", "IN"], space(rest)), lexicon)?;
    let (rest, commander) = match any_phrase(&["COMMANDER", "UNDER"], behind_name(rest)) {
        Ok((rest, ())) => player(&["WITH"], rest, lexicon).map(|(rest, name)| (rest, Some(name)))?,
        Err(_) => (rest, None),
    };
    let (mut rest, mut fields) = (rest, Vec::new());
    if let Ok((behind, ())) = any_phrase(&["WITH"], behind_name(rest)) {
        let (after, first) = field_and_value(UNIT_FIELDS, behind, ",")?;
        (rest, fields) = (after, vec![first]);
        while let Some(next) = rest.strip_prefix(',').map(space).filter(|next| end(next).is_err()) {
            let (after, pair) = field_and_value(UNIT_FIELDS, next, ",")?;
            fields.push(pair);
            rest = after;
        }
    }
    edit(rest, Edit::CreateUnit { unit, at, tac, commander, fields })
}

/// `remove-unit = ( "REMOVE UNIT" / "REMOVE BRIGADE" ) is unit-id`
pub(super) fn remove_unit<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, unit) = must_unit(input, lexicon)?;
    edit(rest, Edit::RemoveUnit(unit))
}

/// `transfer = "TRANSFER" is [ %x31-39 sp ] ( "BATTERIES" / "BATTERY" / "GUNS" ) sp "FROM" sp unit-id sp "TO" sp unit-id`: rule
/// 10.11
pub(super) fn transfer<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, batteries) = if input.starts_with(|c: char| c.is_ascii_digit()) {
        number_within("a number of batteries", 1, 99, input)?
    } else {
        (input, 1)
    };
    let Ok((rest, ())) = any_phrase(&["BATTERIES", "BATTERY", "GUNS"], space(rest)) else {
        return expected(space(rest), "BATTERY, or a number and BATTERIES");
    };
    let Ok((rest, ())) = any_phrase(&["FROM"], rest) else { return expected(rest, "FROM and a unit") };
    let (rest, from) = must_unit(rest, lexicon)?;
    let Ok((rest, ())) = any_phrase(&["TO"], space(rest)) else {
        return expected(space(rest), "TO and a unit");
    };
    let (rest, to) = must_unit(rest, lexicon)?;
    edit(rest, Edit::TransferBattery { batteries: u8::try_from(batteries).unwrap_or(u8::MAX), from, to })
}

/// `set-city = "SET CITY" is city sp field-and-value`
pub(super) fn set_city<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, name) = city(CITY_FIELDS, input, lexicon)?;
    let (rest, (field, value)) = field_and_value(CITY_FIELDS, behind_name(rest), "")?;
    edit(rest, Edit::SetCity { city: name, field, value })
}

/// `set-fort = ( "SET FORT" / "SET FORT OF" / "SET FORT AT" ) is city ( sp [ "TO" sp ] / *WSP "=" *WSP ) value`: rule 1.6
pub(super) fn set_fort<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, city) = city(IS, input, lexicon)?;
    let rest = behind_name(rest);
    let (value, field) =
        (space(rest.strip_prefix('=').unwrap_or_else(|| skip(IS, rest))), "fort".to_string());
    let value = value.trim_end_matches(|c| is_blank(c) || is_stop(c)).to_string();
    if value.is_empty() {
        return expected("", "what the fort is to be");
    }
    edit("", Edit::SetCity { city, field, value })
}

/// `set-supplies = "SET SUPPLIES" is ( [ "OF" sp ] store sp [ ( "TO" / "IS" ) sp ] ga-amount / ga-amount sp ( "AT" / "IN" / "OF" ) sp store
/// )`; `ga-amount = %x31-39 *4DIGIT / "0"`: rule 11.5, WISC 9.3
pub(super) fn set_supplies<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    if input.starts_with(|c: char| c.is_ascii_digit()) {
        let (rest, amount) = amount(input)?;
        let Ok((rest, ())) = any_phrase(&["AT", "IN", "OF"], space(rest)) else {
            return expected(space(rest), "AT and a city, the square of a depot, or a unit");
        };
        let (rest, place) = store(&[], rest, lexicon)?;
        return edit(rest, Edit::SetSupplies { place, amount });
    }
    let (rest, place) = store(IS, skip(&["OF", "AT", "IN"], input), lexicon)?;
    let rest = behind_name(rest);
    let (rest, amount) = amount(space(rest.strip_prefix('=').unwrap_or_else(|| skip(IS, rest))))?;
    edit(rest, Edit::SetSupplies { place, amount })
}

/// `destroy-rail = ( "DESTROY RAIL" / "DESTROY TRACK" / "DESTROY RAILWAY" / "DESTROY RAILROAD" ) is [ ( "AT" / "IN" ) sp ] ga-square`:
/// rule 8.5
pub(super) fn destroy_rail<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    works(|at| Edit::SetRail { at, destroyed: true }, input, lexicon)
}

/// `mend-rail = ( "MEND RAIL" / "MEND TRACK" / "MEND RAILWAY" / "REBUILD RAIL" / "REBUILD TRACK" ) is [ ( "AT" / "IN" ) sp ] ga-square`
pub(super) fn mend_rail<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    works(|at| Edit::SetRail { at, destroyed: false }, input, lexicon)
}

/// `ga-destroy-bridge = ( "DESTROY BRIDGE" / "DESTROY BRIDGES" / "DESTROY THE BRIDGE" ) is [ ( "AT" / "IN" ) sp ] ga-square`: rules
/// 8.6, 12.3
pub(super) fn destroy_bridge<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    works(|at| Edit::SetBridge { at, destroyed: true }, input, lexicon)
}

/// `mend-bridge = ( "MEND BRIDGE" / "MEND BRIDGES" / "MEND THE BRIDGE" / "REBUILD BRIDGE" ) is [ ( "AT" / "IN" ) sp ] ga-square`
pub(super) fn mend_bridge<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    works(|at| Edit::SetBridge { at, destroyed: false }, input, lexicon)
}

fn works<'a>(
    what: fn(crate::games::ground::square::StrategicSquare) -> Edit,
    input: &'a str,
    lexicon: &Lexicon,
) -> Of<'a> {
    let (rest, at) = square(skip(&["AT", "IN"], input), lexicon)?;
    edit(rest, what(at))
}

/// `set-rail = ( "SET RAIL" / "SET TRACK" ) is [ ( "AT" / "IN" ) sp ] ga-square sp [ "TO" sp ] ( "DESTROYED" / "WHOLE" )`
pub(super) fn set_rail<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, at) = square(skip(&["AT", "IN"], input), lexicon)?;
    let (rest, destroyed) = destroyed(rest)?;
    edit(rest, Edit::SetRail { at, destroyed })
}

/// `set-bridge = ( "SET BRIDGE" / "SET BRIDGES" ) is [ ( "AT" / "IN" ) sp ] ga-square sp [ "TO" sp ] ( "DESTROYED" / "WHOLE" )`
pub(super) fn set_bridge<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, at) = square(skip(&["AT", "IN"], input), lexicon)?;
    let (rest, destroyed) = destroyed(rest)?;
    edit(rest, Edit::SetBridge { at, destroyed })
}

fn destroyed(rest: &str) -> Parsed<'_, bool> {
    let rest = skip(IS, behind_name(rest));
    match (any_phrase(&["DESTROYED", "BROKEN"], rest), any_phrase(&["WHOLE", "MENDED"], rest)) {
        (Ok((rest, ())), _) => Ok((rest, true)),
        (_, Ok((rest, ()))) => Ok((rest, false)),
        _ => one_of("DESTROYED or WHOLE", rest, ["DESTROYED", "WHOLE"].into_iter()),
    }
}

/// `remove-pontoon = ( "REMOVE PONTOON" / "REMOVE PONTOON BRIDGE" ) is unit-id`: rule 12.6
pub(super) fn remove_pontoon<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, unit) = must_unit(input, lexicon)?;
    edit(rest, Edit::RemovePontoon(unit))
}

/// `set-control = ( "SET CONTROL OF" / "SET CONTROL" ) is ( "RAIL" / "RAILWAY" / "RIVER" ) sp [ ( "AT" / "IN" ) sp ] ga-square to-whom`;
/// `to-whom = sp [ ( "TO" / "FOR" ) sp ] ( realm / "NOBODY" )`: rules 1.3, 8.2
pub(super) fn set_control<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let rest = skip(&["THE"], input);
    if let Ok((rest, ())) = any_phrase(&["RIVER"], rest) {
        return control(true, rest, lexicon);
    }
    match any_phrase(&["RAIL", "RAILWAY", "RAILROAD", "TRACK"], rest) {
        Ok((rest, ())) => control(false, rest, lexicon),
        Err(_) => one_of(
            "RAIL or RIVER (a city's: SET CITY name CONTROL nation)",
            rest,
            ["RAIL", "RIVER"].into_iter(),
        ),
    }
}

/// `set-river = "SET RIVER" is [ ( "AT" / "IN" ) sp ] ga-square to-whom`: rule 1.3
pub(super) fn set_river<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    control(true, input, lexicon)
}

fn control<'a>(river: bool, input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, at) = square(skip(&["AT", "IN"], input), lexicon)?;
    let rest = skip(&["TO", "FOR"], behind_name(rest));
    let (rest, nation) = match any_phrase(&["NOBODY", "NONE"], rest) {
        Ok((rest, ())) => (rest, None),
        Err(_) => nation(rest, lexicon).map(|(rest, nation)| (rest, Some(nation)))?,
    };
    edit(rest, Edit::SetControl { river, at, nation })
}

/// `set-owner = ( "SET OWNER OF" / "SET OWNER" ) is <the name of a state> sp "TO" sp realm [ sp ( "WITH CITIES" / "WITH ITS CITIES" ) ]`
pub(super) fn set_owner<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, state) = words_until(&["TO", "IS"], input);
    if state.is_empty() {
        return expected(input, "the name of a state");
    }
    let Ok((rest, ())) = any_phrase(&["TO", "IS"], space(rest)) else {
        return expected(space(rest), "TO and a nation");
    };
    let (rest, nation) = nation(rest, lexicon)?;
    let cities = any_phrase(&["WITH CITIES", "WITH ITS CITIES", "AND ITS CITIES"], behind_name(rest));
    let (rest, with_cities) = cities.map_or((rest, false), |(rest, ())| (rest, true));
    let state = state.split_whitespace().collect::<Vec<_>>().join(" ");
    edit(rest, Edit::SetOwner { state, nation, with_cities })
}

/// `set-relation = ( "SET RELATION" / "SET RELATION OF" / "SET RELATION BETWEEN" ) is realm ( [ "," ] sp [ "AND" sp ] ) realm sp [ ( "TO" /
/// "IS" ) sp ] relation`; `relation = "ALLY" / "ALLIED" / "ALLIES" / "NEUTRAL" / "HOSTILE" / "ENEMY" / "ENEMIES" / "AT WAR"`:
/// rule 5.1
pub(super) fn set_relation<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, one) = nation(input, lexicon)?;
    let (rest, other) = nation(skip(&["AND", "TO", "WITH"], behind_name(rest)), lexicon)?;
    let (rest, relation) = relation(skip(IS, behind_name(rest)))?;
    edit(rest, Edit::SetRelation { one, other, relation })
}

fn relation(input: &str) -> Parsed<'_, Relation> {
    const WORDS: [(Relation, &[&str]); 3] = [
        (Relation::Allied, &["ALLY", "ALLIED", "ALLIES"]),
        (Relation::Neutral, &["NEUTRAL"]),
        (Relation::Hostile, &["HOSTILE", "ENEMY", "ENEMIES", "AT WAR"]),
    ];
    let found =
        WORDS.iter().find_map(|(relation, words)| Some((any_phrase(words, input).ok()?.0, *relation)));
    match found {
        Some(read) => Ok(read),
        None => one_of("ally, neutral or hostile", input, WORDS.iter().map(|row| row.1[0])),
    }
}

/// `close-land = ( "CLOSE LAND OF" / "CLOSE THE LAND OF" ) is realm`: rule 7.16
pub(super) fn close_land<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    forbidden(true, input, lexicon)
}

/// `open-land = ( "OPEN LAND OF" / "OPEN THE LAND OF" ) is realm`: rule 7.16
pub(super) fn open_land<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    forbidden(false, input, lexicon)
}

fn forbidden<'a>(forbidden: bool, input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, nation): (_, NationCode) = nation(input, lexicon)?;
    edit(rest, Edit::SetForbidden { nation, forbidden })
}

/// `set-constant = "SET CONSTANT" is constant-name constant-is constant-value`; `constant-is = sp [ ( "TO" / "IS" ) sp ] / *WSP "="
/// *WSP`; `constant-name = <the name of a constant>`; `constant-value = <a value of one word>`
pub(super) fn set_constant<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    constant("", input)
}

/// `set-treasury = "SET TREASURY" is <a treasury> constant-is constant-value`
pub(super) fn set_treasury<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    constant("treasury ", input)
}

/// `set-price = ( "SET PRICE" / "SET PRICE OF" ) is <a price> constant-is constant-value`
pub(super) fn set_price<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    constant("price ", input)
}

/// A constant's name, which is every word but the last, and its value.
fn constant<'a>(before: &str, input: &'a str) -> Of<'a> {
    let whole = input.trim_end_matches(|c| is_blank(c) || is_stop(c));
    let Some(cut) = whole.rfind(|c| is_blank(c) || matches!(c, '=' | ':')) else {
        let at = &input[bare_word(input).len()..];
        return expected(at, "a constant's name and its value");
    };
    let (name, value) = (whole[..cut].trim_end(), &whole[cut + 1..]);
    let parts = name.split_whitespace().map(|part| part.trim_end_matches(['=', ':'])).collect::<Vec<_>>();
    let kept = parts.len() - usize::from(parts.len() > 1 && any_phrase(IS, parts[parts.len() - 1]).is_ok());
    let parts =
        parts[..kept].iter().filter(|part| !part.is_empty() && **part != "=").copied().collect::<Vec<_>>();
    if parts.is_empty() || value.is_empty() {
        return expected(input, "a constant's name and its value");
    }
    let name = canonical_name(&format!("{before}{}", parts.join(" ")));
    edit(&input[whole.len()..], Edit::SetConstant { name, value: value.to_string() })
}

/// A constant's name as the position spells it: small letters, but for the code of a nation whose treasury it is.
fn canonical_name(written: &str) -> String {
    let mut words = written.split(' ').map(str::to_lowercase).collect::<Vec<_>>();
    if words[0] == "treasury" && words.len() > 1 {
        let last = words.len() - 1;
        let name = words[1..last.max(2)].join(" ");
        if let Some(code) = NationCode::of_words(&name) {
            words.splice(1..last.max(2), [code.to_string()]);
        }
    }
    words.join(" ")
}
