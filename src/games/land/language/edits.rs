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
    Near, Parsed, Reads, any_order, bare_word, beginnings, between, by, choice, clause, expected, is_blank,
    is_stop, joined, more, must, must_clause, name, number_within, over, perhaps, player, spelled, words,
    words_to_the_end, wrong,
};
use fieldpost_ground::language::nation;
use fieldpost_ground::nation::{NationCode, Relation};
use fieldpost_ground::square::StrategicSquare;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::take_while;
use nom::character::complete::{char, digit1, one_of};
use nom::combinator::{opt, peek, success, value};
use nom::multi::separated_list1;
use nom::sequence::{preceded, terminated};

use super::name::must_unit;
use super::places::{city, new_unit, square, square_and_tactical, store};

/// What a command reads behind its words.
type Of<'a> = Parsed<'a, Edit>;

/// Most supplies of one command, as of one value that is set.
const MOST_SUPPLIES: u32 = 9_999_999;

/// What ends a city's name where the map's cities are not known.
const CITY_FIELDS: &[&str] = &["CONTROL", "HOME", "SUPPLIES", "MANUFACTURING", "FORT", "BESIEGED"];

/// What parts a name from its value where it is a word.
const IS: &[&str] = &["TO", "IS", "="];

/// `field-is = sp [ ( "TO" / "IS" ) sp ] / *WSP "=" *WSP`; a colon does as well
fn field_is(input: &str) -> Parsed<'_, ()> {
    let word = alt((words(&["TO", "IS"]), value((), one_of("=:"))));
    value((), (behind_name, opt(word), take_while(is_blank))).parse(input)
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
    let at = preceded(perhaps(&["AT", "IN"]), by(square_and_tactical, lexicon));
    let (rest, ((at, tac), (side, supplies))) = (at, any_order((side(lexicon), stock))).parse(input)?;
    if supplies.is_none() {
        must("FOR and a nation, or SUPPLIES and a number", over(&[])).parse(rest)?;
    }
    Ok((rest, Edit::PlaceDepot { kind, at, tac, side, supplies: supplies.unwrap_or(0) }))
}

/// `[ "," ] sp ( "FOR" / "OF" ) sp realm`
fn side<'a>(lexicon: &Lexicon) -> impl Reads<'a, NationCode> {
    preceded(clause(&["FOR", "OF"]), by(nation, lexicon))
}

/// `depot-stock = [ "," ] sp [ "WITH" sp ] ( "SUPPLIES" sp ga-amount / ga-amount sp "SUPPLIES" )`
fn stock(input: &str) -> Parsed<'_, u32> {
    let number = terminated(some_amount, must_clause("SUPPLIES", &["SUPPLIES", "SUPPLY"]));
    preceded(perhaps(&["WITH"]), alt((preceded(words(&["SUPPLIES"]), amount), number))).parse(input)
}

/// An amount, if a figure stands here.
fn some_amount(input: &str) -> Parsed<'_, u32> {
    preceded(peek(digit1), amount).parse(input)
}

fn amount(input: &str) -> Parsed<'_, u32> {
    number_within("a number of supplies", 0, MOST_SUPPLIES).parse(input)
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
    (preceded(perhaps(&["AT", "IN", "FROM"]), by(square, lexicon)), opt(side(lexicon)))
        .map(|(at, side)| Edit::RemoveDepot { kind, at, side })
        .parse(input)
}

/// `set-unit = ( "SET UNIT" / "SET BRIGADE" ) is unit-id sp field-and-value`: chapter 3
pub(super) fn set_unit<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, unit) = terminated(by(must_unit, lexicon), behind_name).parse(input)?;
    let (rest, (field, value)) = field_and_value(&OF_UNIT, rest, "")?;
    Ok((rest, Edit::SetUnit { unit, field, value }))
}

/// What parts a name from what follows it; a colon does as well.
fn behind_name(input: &str) -> Parsed<'_, ()> {
    value((), (between, opt(char(':')), take_while(is_blank))).parse(input)
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
    let rest = &input[whole.len()..];
    match value_behind(behind) {
        Ok((_, value)) => Ok((rest, (field.to_string(), value))),
        Err(_) => expected(rest, "the field's new value"),
    }
}

/// `field-is value`, to the line's end.
fn value_behind(input: &str) -> Parsed<'_, String> {
    preceded(field_is, words_to_the_end).map(joined).parse(input)
}

/// `move-unit = ( "MOVE UNIT" / "MOVE BRIGADE" ) is unit-id sp [ ( "TO" / "AT" ) sp ] ga-place`
pub(super) fn move_unit<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    (by(must_unit, lexicon), preceded(perhaps(&["TO", "AT"]), by(square_and_tactical, lexicon)))
        .map(|(unit, (at, tac))| Edit::MoveUnit { unit, at, tac })
        .parse(input)
}

/// `create-unit = ( "CREATE UNIT" / "CREATE BRIGADE" ) is unit-id sp [ ( "AT" / "IN" ) sp ] ga-place [ sp ( "COMMANDER" / "UNDER" ) sp
/// player ] [ sp "WITH" sp field-and-value *2( "," sp field-and-value ) ]`
pub(super) fn create_unit<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let at = preceded(perhaps(&["AT", "IN"]), by(square_and_tactical, lexicon));
    let commander = preceded(clause(&["COMMANDER", "UNDER"]), player(&["WITH"], lexicon));
    let field = |input| field_and_value(&OF_UNIT, input, ",");
    let fields = preceded(
        clause(&["WITH"]),
        separated_list1(terminated(char(','), more(&[])), preceded(between, field)),
    );
    (by(new_unit, lexicon), at, opt(commander), opt(fields))
        .map(|(unit, (at, tac), commander, fields)| Edit::CreateUnit {
            unit,
            at,
            tac,
            commander,
            fields: fields.unwrap_or_default(),
        })
        .parse(input)
}

/// `remove-unit = ( "REMOVE UNIT" / "REMOVE BRIGADE" ) is unit-id`
pub(super) fn remove_unit<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    by(must_unit, lexicon).map(Edit::RemoveUnit).parse(input)
}

/// `transfer = "TRANSFER" is [ %x31-39 sp ] ( "BATTERIES" / "BATTERY" / "GUNS" ) sp "FROM" sp unit-id sp "TO" sp unit-id`: rule
/// 10.11
pub(super) fn transfer<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let number = preceded(peek(digit1), number_within("a number of batteries", 1, 99));
    let guns = must_clause("BATTERY, or a number and BATTERIES", &["BATTERIES", "BATTERY", "GUNS"]);
    let from = preceded(must_clause("FROM and a unit", &["FROM"]), by(must_unit, lexicon));
    let to = preceded(must_clause("TO and a unit", &["TO"]), by(must_unit, lexicon));
    (terminated(alt((number, success(1))), guns), from, to)
        .map(|(batteries, from, to)| Edit::TransferBattery { batteries: batteries as u8, from, to })
        .parse(input)
}

/// `merge-units = ( "MERGE UNIT" / "MERGE" ) is unit-id sp [ ( "INTO" / "WITH" / "TO" ) sp ] unit-id`: rule 3.5b
pub(super) fn merge<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    (by(must_unit, lexicon), preceded(perhaps(&["INTO", "WITH", "TO"]), by(must_unit, lexicon)))
        .map(|(unit, into)| Edit::Merge { unit, into })
        .parse(input)
}

/// `set-city = "SET CITY" is city sp <the name of a field of a city> field-is value`
pub(super) fn set_city<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let (rest, city) = city(CITY_FIELDS, input, lexicon)?;
    let (rest, ()) = behind_name(rest)?;
    let (rest, (field, value)) = field_and_value(&OF_CITY, rest, "")?;
    Ok((rest, Edit::SetCity { city, field, value }))
}

/// `set-fort = ( "SET FORT" / "SET FORT OF" / "SET FORT AT" ) is city field-is value`: rule 2.6
pub(super) fn set_fort<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    const WHAT: &str = "what the fort is to be, such as strength 4 capacity 6000, or none";
    (|input| city(IS, input, lexicon), must(WHAT, value_behind))
        .map(|(city, value)| Edit::SetCity { city, field: "fort".into(), value })
        .parse(input)
}

/// `set-supplies = "SET SUPPLIES" is ( [ "OF" sp ] store sp [ ( "TO" / "IS" ) sp ] ga-amount / ga-amount sp ( "AT" / "IN" / "OF" ) sp store
/// )`; `ga-amount = %x31-39 *6DIGIT / "0"`: rule 11.5, WISC 9.3
pub(super) fn set_supplies<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let at = must_clause("AT and a city, the square of a depot, or a unit", &["AT", "IN", "OF"]);
    let amount_first = (some_amount, preceded(at, |input| store(&[], input, lexicon)));
    let place = preceded(perhaps(&["OF", "AT", "IN"]), |input| store(IS, input, lexicon));
    let place_first = (place, preceded(field_is, amount)).map(|(place, amount)| (amount, place));
    alt((amount_first, place_first)).map(|(amount, place)| Edit::SetSupplies { place, amount }).parse(input)
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
    at(lexicon).map(what).parse(input)
}

/// `[ ( "AT" / "IN" ) sp ] ga-square`
fn at<'a>(lexicon: &Lexicon) -> impl Reads<'a, StrategicSquare> {
    preceded(perhaps(&["AT", "IN"]), by(square, lexicon))
}

/// `set-rail = ( "SET RAIL" / "SET TRACK" ) is [ ( "AT" / "IN" ) sp ] ga-square sp [ "TO" sp ] ( "DESTROYED" / "WHOLE" )`
pub(super) fn set_rail<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    (at(lexicon), destroyed).map(|(at, destroyed)| Edit::SetRail { at, destroyed }).parse(input)
}

/// `set-bridge = ( "SET BRIDGE" / "SET BRIDGES" ) is [ ( "AT" / "IN" ) sp ] ga-square sp [ "TO" sp ] ( "DESTROYED" / "WHOLE" )`
pub(super) fn set_bridge<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    (at(lexicon), destroyed).map(|(at, destroyed)| Edit::SetBridge { at, destroyed }).parse(input)
}

fn destroyed(input: &str) -> Parsed<'_, bool> {
    const STATES: [(&str, bool); 4] =
        [("DESTROYED", true), ("WHOLE", false), ("BROKEN", true), ("MENDED", false)];
    preceded(field_is, choice("DESTROYED or WHOLE", STATES)).parse(input)
}

/// `remove-pontoon = ( "REMOVE PONTOON" / "REMOVE PONTOON BRIDGE" ) is unit-id`: rule 12.6
pub(super) fn remove_pontoon<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    by(must_unit, lexicon).map(Edit::RemovePontoon).parse(input)
}

/// `set-control = ( "SET CONTROL OF" / "SET CONTROL" ) is ( "RAIL" / "RAILWAY" / "RIVER" ) sp [ ( "AT" / "IN" ) sp ] ga-square to-whom`;
/// `to-whom = sp [ ( "TO" / "FOR" ) sp ] ( realm / "NOBODY" )`: rules 1.3, 8.2
pub(super) fn set_control<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    const WAYS: [(&str, bool); 5] =
        [("RAIL", false), ("RIVER", true), ("RAILWAY", false), ("RAILROAD", false), ("TRACK", false)];
    let way = choice("RAIL or RIVER (a city's: SET CITY name CONTROL nation)", WAYS);
    let (rest, river) = preceded(opt(words(&["THE"])), way).parse(input)?;
    control(river, rest, lexicon)
}

/// `set-river = "SET RIVER" is [ ( "AT" / "IN" ) sp ] ga-square to-whom`: rule 1.3
pub(super) fn set_river<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    control(true, input, lexicon)
}

fn control<'a>(river: bool, input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let nobody = value(None, words(&["NOBODY", "NONE"]));
    let to = preceded((behind_name, perhaps(&["TO", "FOR"])), alt((nobody, by(nation, lexicon).map(Some))));
    (at(lexicon), to).map(|(at, nation)| Edit::SetControl { river, at, nation }).parse(input)
}

/// `set-owner = ( "SET OWNER OF" / "SET OWNER" ) is <the name of a state> sp "TO" sp realm [ sp ( "WITH CITIES" / "WITH ITS CITIES" ) ]`
pub(super) fn set_owner<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    const IS: &[&str] = &["TO", "IS"];
    let nation = preceded(must_clause("TO and a nation", IS), by(nation, lexicon));
    let cities = opt(clause(&["WITH CITIES", "WITH ITS CITIES", "AND ITS CITIES"]));
    (must("the name of a state", name(IS)), nation, cities)
        .map(|(state, nation, cities)| Edit::SetOwner { state, nation, with_cities: cities.is_some() })
        .parse(input)
}

/// `set-relation = ( "SET RELATION" / "SET RELATION OF" / "SET RELATION BETWEEN" ) is realm ( [ "," ] sp [ "AND" sp ] ) realm sp [ ( "TO" /
/// "IS" ) sp ] relation`; `relation = "ALLY" / "ALLIED" / "ALLIES" / "NEUTRAL" / "HOSTILE" / "ENEMY" / "ENEMIES" / "AT WAR"`:
/// rule 5.1
pub(super) fn set_relation<'a>(input: &'a str, lexicon: &Lexicon) -> Of<'a> {
    let other = preceded((behind_name, perhaps(&["AND", "TO", "WITH"])), by(nation, lexicon));
    (by(nation, lexicon), other, preceded(field_is, relation))
        .map(|(one, other, relation)| Edit::SetRelation { one, other, relation })
        .parse(input)
}

fn relation(input: &str) -> Parsed<'_, Relation> {
    const RELATIONS: [(&[&str], Relation); 3] = [
        (&["ALLY", "ALLIED", "ALLIES"], Relation::Allied),
        (&["NEUTRAL"], Relation::Neutral),
        (&["HOSTILE", "ENEMY", "ENEMIES", "AT WAR"], Relation::Hostile),
    ];
    choice("ally, neutral or hostile", spelled(&RELATIONS)).parse(input)
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
    by(nation, lexicon).map(|nation| Edit::SetForbidden { nation, forbidden }).parse(input)
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
    let value = must("the constant's new value", value_behind);
    value.map(|value| Edit::SetConstant { name: name.clone(), value }).parse(rest)
}

/// `CAMPAIGN`: rule 5.2
pub(super) fn campaign<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    Ok((input, Edit::SetSeason(Season::Campaign)))
}

/// `PEACE`, `TRUCE`: rules 5.1, 7.17
pub(super) fn peace<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    Ok((input, Edit::SetSeason(Season::Peace)))
}

/// `DEPLOYMENT`: rules 6.10, 7.17
pub(super) fn deployment<'a>(input: &'a str, _: &Lexicon) -> Of<'a> {
    Ok((input, Edit::SetSeason(Season::Deployment)))
}

/// `show-units = ( "SHOW UNITS" / "SHOW ALL UNITS" ) [ is ( "OF" / "FOR" ) sp player ]`
pub(super) fn show_units<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Show> {
    let whose = opt(preceded(clause(&["OF", "FOR"]), player(&[], lexicon)));
    whose
        .map(|name| Show::Whole(name.map_or_else(|| "UNITS".to_owned(), |name| format!("UNITS OF {name}"))))
        .parse(input)
}

/// `show-unit = ( "SHOW UNIT" / "SHOW BRIGADE" ) is unit-id`
pub(super) fn show_unit<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Show> {
    by(must_unit, lexicon).map(|unit| Show::Piece("UNIT", unit.into())).parse(input)
}

/// `show-city = "SHOW CITY" is city`
pub(super) fn show_city<'a>(input: &'a str, lexicon: &Lexicon) -> Parsed<'a, Show> {
    city(&[], input, lexicon).map(|(rest, name)| (rest, Show::Place("CITY", name)))
}
