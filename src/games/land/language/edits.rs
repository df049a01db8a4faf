//! Hand edits of the position: `grammar/land/edits.abnf`. ROTD-EUWOL 8.5, 10.11, 11.5, 12.6; M-11.
//!
//! Each parser begins behind its command's own words. What a field may be, only the position knows: a value is taken as it
//! is written.

use crate::edits::Edit;
use crate::edits::city::city_fields;
use crate::edits::constants::Constant;
use crate::edits::fields;
use crate::state::{DepotKind, Season};
use fieldpost_engine::nearest;
use fieldpost_grammar::command::Show;
use fieldpost_grammar::letter::Lexicon;
use fieldpost_grammar::parse::{
    Near, Parsed, any_phrase, bare_word, beginnings, end, expected, is_blank, is_stop, number_within, one_of,
    player, skip, space, words_until, wrong,
};
use fieldpost_ground::language::nation;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::StrategicSquare;

use super::name::must_unit;
use super::places::{city, new_unit, square, square_and_tactical, store};

/// What a command reads behind its words.
type Of<'a> = Parsed<'a, Edit>;

/// Most supplies of one command, as of one value that is set.
const MOST_SUPPLIES: u32 = 9_999_999;

/// What ends a city's name where the map's cities are not known.
const CITY_FIELDS: &[&str] = &["CONTROL", "HOME", "SUPPLIES", "MANUFACTURING", "FORT", "BESIEGED"];

/// What parts a field from its value.
const IS: &[&str] = &["TO", "IS", "="];

fn edit<'a>(rest: &'a str, edit: Edit) -> Of<'a> {
    Ok((rest, edit))
}

/// `ga-place-depot = "PLACE DEPOT" is [ ( "AT" / "IN" ) sp ] ga-place depot-parts`; `depot-parts = [ depot-side ] [ depot-stock ] / depot-stock
/// depot-side`; `depot-side = [ "," ] sp ( "FOR" / "OF" ) sp realm`; `depot-stock = [ "," ] sp [ "WITH" sp ] ( "SUPPLIES" sp ga-amount / ga-amount
/// sp "SUPPLIES" )`: rule 11.5
pub(super) fn place_depot<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    place(DepotKind::Depot, input, lexicon)
}

/// `ga-place-cache = "PLACE CACHE" is [ ( "AT" / "IN" ) sp ] ga-place depot-parts`: rule 11.5
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
    let (rest, (field, value)) = field_and_value(&OF_UNIT, behind_name(rest), "")?;
    edit(rest, Edit::SetUnit { unit, field, value })
}

/// What follows a name, without the sign that parts it.
fn behind_name(rest: &str) -> &str {
    let rest = space(rest);
    space(rest.strip_prefix([',', ':']).unwrap_or(rest))
}

/// A field of a unit by its name, as the position names it; of two names that begin alike the longer one.
fn unit_field(name: &str) -> Option<&'static str> {
    fields::field_named(name).map(|field| field.name)
}

fn city_field(name: &str) -> Option<&'static str> {
    city_fields().iter().map(|field| field.name).find(|known| known.eq_ignore_ascii_case(name))
}

/// What is to be said where no field of this kind stands.
struct Kind {
    named: fn(&str) -> Option<&'static str>,
    nearest: fn(&str) -> Option<&'static str>,
    what: &'static str,
}

const OF_UNIT: Kind = Kind {
    named: unit_field,
    nearest: fields::nearest_field,
    what: "a field of a unit, such as morale (SHOW UNIT has them all)",
};

const OF_CITY: Kind = Kind {
    named: city_field,
    nearest: |name| nearest::nearest(name, city_fields().iter().map(|field| (field.name, field.name))),
    what: "a field of a city: control, home, supplies, manufacturing, fort or besieged",
};

/// `field-and-value = <the name of a field of a unit> field-is value`; `field-is = sp [ ( "TO" / "IS" ) sp ] / *WSP "=" *WSP`;
/// `value = <a value>`: up to one of the signs of `stop`, or the line's end
fn field_and_value<'a>(kind: &Kind, input: &'a str, stop: &str) -> Parsed<'a, (String, String)> {
    let whole = &input[..input.find(|c| stop.contains(c)).unwrap_or(input.len())];
    let Some((field, behind)) = beginnings(whole).find_map(|(name, rest)| Some(((kind.named)(name)?, rest)))
    else {
        let found = bare_word(whole);
        if found.is_empty() {
            return expected(input, kind.what);
        }
        let near = (kind.nearest)(found).map_or(Near::Nothing, |name| Near::This(name.to_string()));
        return wrong(input, format!("Expected {}, found {found:?}.", kind.what), near);
    };
    let (_, value) = value_behind(behind);
    if value.is_empty() {
        return expected(&input[whole.len()..], "the field's new value");
    }
    Ok((&input[whole.len()..], (field.to_string(), value)))
}

/// The value behind a name, to the line's end.
fn value_behind(behind: &str) -> (&str, String) {
    let behind = space(behind);
    let value = space(behind.strip_prefix(['=', ':']).unwrap_or_else(|| skip(IS, behind)));
    let bare = value.trim_end_matches(|c| is_blank(c) || is_stop(c));
    ("", bare.split_whitespace().collect::<Vec<_>>().join(" "))
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
    let (rest, unit) = new_unit(input, lexicon)?;
    let (rest, (at, tac)) = square_and_tactical(skip(&["AT", "IN"], space(rest)), lexicon)?;
    let (rest, commander) = match any_phrase(&["COMMANDER", "UNDER"], behind_name(rest)) {
        Ok((rest, ())) => player(&["WITH"], rest, lexicon).map(|(rest, name)| (rest, Some(name)))?,
        Err(_) => (rest, None),
    };
    let (mut rest, mut fields) = (rest, Vec::new());
    if let Ok((behind, ())) = any_phrase(&["WITH"], behind_name(rest)) {
        let (after, first) = field_and_value(&OF_UNIT, behind, ",")?;
        (rest, fields) = (after, vec![first]);
        while let Some(next) = rest.strip_prefix(',').map(space).filter(|next| end(next).is_err()) {
            let (after, pair) = field_and_value(&OF_UNIT, next, ",")?;
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

/// `merge-units = ( "MERGE UNIT" / "MERGE" ) is unit-id sp [ ( "INTO" / "WITH" / "TO" ) sp ] unit-id`: rule 3.5b
pub(super) fn merge<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, unit) = must_unit(input, lexicon)?;
    let (rest, into) = must_unit(skip(&["INTO", "WITH", "TO"], space(rest)), lexicon)?;
    edit(rest, Edit::Merge { unit, into })
}

/// `set-city = "SET CITY" is city sp <the name of a field of a city> field-is value`
pub(super) fn set_city<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, name) = city(CITY_FIELDS, input, lexicon)?;
    let (rest, (field, value)) = field_and_value(&OF_CITY, behind_name(rest), "")?;
    edit(rest, Edit::SetCity { city: name, field, value })
}

/// `set-fort = ( "SET FORT" / "SET FORT OF" / "SET FORT AT" ) is city field-is value`: rule 2.6
pub(super) fn set_fort<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, city) = city(IS, input, lexicon)?;
    let (rest, value) = value_behind(behind_name(rest));
    if value.is_empty() {
        return expected(rest, "what the fort is to be, such as strength 4 capacity 6000, or none");
    }
    edit(rest, Edit::SetCity { city, field: "fort".into(), value })
}

/// `set-supplies = "SET SUPPLIES" is ( [ "OF" sp ] store sp [ ( "TO" / "IS" ) sp ] ga-amount / ga-amount sp ( "AT" / "IN" / "OF" ) sp store
/// )`; `ga-amount = %x31-39 *6DIGIT / "0"`: rule 11.5, WISC 9.3
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

fn works<'a>(what: fn(StrategicSquare) -> Edit, input: &'a str, lexicon: &Lexicon) -> Of<'a> {
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

/// `set-constant = "SET CONSTANT" is constant-name field-is constant-value`; `constant-name = <the name of a constant>`; `constant-value = <a value of one word>`
pub(super) fn set_constant<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    constant("", input)
}

/// `set-treasury = "SET TREASURY" is <a treasury> field-is constant-value`
pub(super) fn set_treasury<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    constant("treasury ", input)
}

/// `set-price = ( "SET PRICE" / "SET PRICE OF" ) is <a price> field-is constant-value`
pub(super) fn set_price<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    constant("price ", input)
}

/// A constant's name, as long as one stands there, and its value.
fn constant<'a>(before: &str, input: &'a str) -> Of<'a> {
    const WHAT: &str = "a constant's name and its value";
    if bare_word(input).is_empty() {
        return expected(input, WHAT);
    }
    let named = |name: &str| Constant::named(&format!("{before}{name}"));
    let known = beginnings(input).find_map(|(name, rest)| Some((rest, named(name).ok()?.to_string())));
    let Some((rest, name)) = known else {
        let words = input.trim_end_matches(|c| is_blank(c) || is_stop(c));
        let words = words.rsplit_once(is_blank).map_or(words, |(name, _)| name);
        let why = named(words).err();
        let near = why.as_ref().and_then(|why| why.nearest.clone()).map_or(Near::Nothing, Near::This);
        return match why {
            Some(why) => wrong(input, why.why, near),
            None => expected(input, WHAT),
        };
    };
    let (rest, value) = value_behind(rest);
    if value.is_empty() {
        return expected(rest, "the constant's new value");
    }
    edit(rest, Edit::SetConstant { name, value })
}

/// `CAMPAIGN`: rule 5.2
pub(super) fn campaign<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    edit(input, Edit::SetSeason(Season::Campaign))
}

/// `PEACE`, `TRUCE`: rules 5.1, 7.17
pub(super) fn peace<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    edit(input, Edit::SetSeason(Season::Peace))
}

/// `DEPLOYMENT`: rules 6.10, 7.17
pub(super) fn deployment<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    edit(input, Edit::SetSeason(Season::Deployment))
}

/// `show-units = ( "SHOW UNITS" / "SHOW ALL UNITS" ) [ is ( "OF" / "FOR" ) sp player ]`
pub(super) fn show_units<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Show> {
    match any_phrase(&["OF", "FOR"], input) {
        Err(_) => Ok((input, Show::Whole("UNITS".into()))),
        Ok((rest, ())) => {
            let (rest, name) = player(&[], space(rest), lexicon)?;
            Ok((rest, Show::Whole(format!("UNITS OF {name}"))))
        }
    }
}

/// `show-unit = ( "SHOW UNIT" / "SHOW BRIGADE" ) is unit-id`
pub(super) fn show_unit<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Show> {
    must_unit(input, lexicon).map(|(rest, unit)| (rest, Show::Piece("UNIT", unit.into())))
}

/// `show-city = "SHOW CITY" is city`
pub(super) fn show_city<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Show> {
    city(&[], input, lexicon).map(|(rest, name)| (rest, Show::Place("CITY", name)))
}
