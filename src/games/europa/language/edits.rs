//! Hand edits in words: `grammar/europa/edits.abnf`.
//!
//! Each parser begins behind its command's own words (they stand in [`super::hand`], beside meaning and example). What a position has
//! not yet, such as a stack that a line above makes, only the position knows: ids and leaders are taken as they are written.

use fieldpost_engine::nearest::nearest;
use fieldpost_engine::piece::Piece;
use fieldpost_grammar::parse::{
    Near, Parsed, behind, choice, expected, is_blank, is_stop, number_within, wrong,
};

use crate::edits::{
    ARMS, Branch, Counters, Edit, Fortress, KINDS, NewLeader, Post, Quality, Roll, SIDES, Sides,
};
use crate::map::{Owner, Place, Port};
use crate::orders::Names;
use crate::orders::names::{bare_word, gap, is_over, must, named, place, stack, take, who_there_is};
use crate::orders::read::part;
use crate::position::{Arm, Discovered, Kind, Posture, Relation, Source, Stack, Weather};

type Of<'a> = Parsed<'a, Edit>;

/// `seat = <the id or the name of a power, or of another owner of land>`
fn power<'a>(input: &'a str, names: &Names) -> Parsed<'a, Owner> {
    let input = gap(input);
    if let Some(found) = named(&names.owners, input) {
        return Ok(found);
    }
    let found = bare_word(input);
    if found.is_empty() {
        return expected(input, "a power");
    }
    let known = names.owners.iter().map(|(name, owner)| (name.as_str(), owner));
    let called = |owner: &Owner| names.called.get(owner).cloned().unwrap_or_else(|| owner.to_string());
    let why = format!("There is no power {found:?} in this game.");
    match nearest(&found.to_lowercase(), known) {
        Some(owner) => wrong(input, why, Near::This(called(owner))),
        None => wrong(input, format!("{why} {}", who_there_is(names)), Near::Absent),
    }
}

/// The words up to one of these, such as a leader's name.
fn words_before<'a>(what: &'static str, stops: &[&str], input: &'a str) -> Parsed<'a, String> {
    let (mut rest, mut words) = (input, Vec::new());
    while !gap(rest).trim_start_matches(is_stop).is_empty() && take(stops, rest).is_none() {
        let next = gap(rest);
        let word = bare_word(next);
        if word.is_empty() {
            break;
        }
        words.push(word);
        rest = behind(next, word);
    }
    if words.is_empty() { expected(gap(input), what) } else { Ok((rest, words.join(" "))) }
}

/// One of several words, in any case.
fn one_of<'a, T: Copy>(what: &'static str, all: &[(&str, T)], input: &'a str) -> Parsed<'a, T> {
    choice(what, all, gap(input))
}

/// `whole-number = [ "-" ] 1*9DIGIT`; where it changes something a plus may stand before it too.
fn whole_number<'a>(what: &'static str, input: &'a str) -> Parsed<'a, i64> {
    let input = gap(input);
    let word = bare_word(input);
    match word.parse() {
        Ok(number) if word.len() <= 10 => Ok((behind(input, word), number)),
        _ => expected(input, what),
    }
}

fn within<'a>(what: &'static str, low: u32, high: u32, input: &'a str) -> Parsed<'a, u32> {
    number_within(what, low, high, gap(input))
}

/// Counters as `orders.abnf` has them: `2 LD`, `F- 3 GALLEYS`.
fn counters(input: &str) -> Parsed<'_, Counters> {
    let (mut rest, first) = part(gap(input))?;
    let mut parts = vec![first];
    while let Ok((after, next)) = part(gap(rest)) {
        parts.push(next);
        rest = after;
    }
    Ok((rest, Counters { parts, quality: Quality::Conscripts }))
}

/// `trained-counters = counters [ gap quality ]`; `quality = "VETERANS" / "ARMS" sp arm *( gap arm )`
fn trained_counters(input: &str) -> Parsed<'_, Counters> {
    let (rest, counters) = counters(input)?;
    if let Some(rest) = take(&["VETERANS"], rest) {
        return Ok((rest, Counters { quality: Quality::Veterans, ..counters }));
    }
    let Some(rest) = take(&["ARMS"], rest) else { return Ok((rest, counters)) };
    let (mut rest, first) = arm(rest)?;
    let mut arms = vec![first];
    while gap(rest).starts_with(|c: char| c.is_ascii_digit()) {
        let (after, next) = arm(rest)?;
        arms.push(next);
        rest = after;
    }
    Ok((rest, Counters { quality: Quality::Arms(arms), ..counters }))
}

/// `arm = 1*2DIGIT sp ( "CONSCRIPT" / "VETERAN" ) sp ( "INFANTRY" / "CAVALRY" / "ARTILLERY" )`
fn arm(input: &str) -> Parsed<'_, (u32, Arm)> {
    let (rest, count) = within("a number of detachments", 0, 99, input)?;
    let (rest, arm) = one_of("an arm such as VETERAN INFANTRY", &ARMS, rest)?;
    Ok((rest, (count, arm)))
}

/// `posture = "IN FORTRESS" / "IN PORT"`: where it is not said a stack stands in the open.
fn posture(input: &str) -> (&str, Posture) {
    let postures = [("IN FORTRESS", Posture::Fortress), ("IN PORT", Posture::Port)];
    one_of("IN FORTRESS", &postures, input).unwrap_or((input, Posture::Open))
}

/// `create-stack = "CREATE STACK" is stack-id gap "AT" sp place-name gap "WITH" sp trained-counters [ gap posture ] [ gap "FOR" sp seat ]`
pub(super) fn create_stack<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, stack) = stack(input)?;
    let (rest, ()) = must("AT and a place", &["AT"], rest)?;
    let (rest, at) = place(rest, names)?;
    let (rest, ()) = must("WITH and counters", &["WITH"], rest)?;
    let (rest, counters) = trained_counters(rest)?;
    let (rest, posture) = posture(rest);
    let (rest, owner) = match take(&["FOR"], rest) {
        Some(rest) => power(rest, names).map(|(rest, owner)| (rest, Some(owner)))?,
        None => (rest, None),
    };
    Ok((rest, Edit::CreateStack { stack, at, counters, posture, owner }))
}

/// `remove-stack = "REMOVE STACK" is stack-id`
pub(super) fn remove_stack<'a>(input: &'a str, _: &Names) -> Of<'a> {
    stack(input).map(|(rest, stack)| (rest, Edit::RemoveStack(stack)))
}

/// `move-stack = "MOVE STACK" is stack-id gap [ ( "TO" / "AT" ) sp ] place-name [ gap posture ]`
pub(super) fn move_stack<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, stack) = stack(input)?;
    let (rest, to) = place(take(&["TO", "AT"], rest).unwrap_or(rest), names)?;
    let (rest, posture) = posture(rest);
    Ok((rest, Edit::MoveStack(stack, to, posture)))
}

/// `set-stack = "SET STACK" is stack-id gap trained-counters`
pub(super) fn set_stack<'a>(input: &'a str, _: &Names) -> Of<'a> {
    let (rest, stack) = stack(input)?;
    trained_counters(rest).map(|(rest, counters)| (rest, Edit::SetStack(stack, counters)))
}

/// `add-counters = ( "ADD TO STACK" / "ADD TO" ) is stack-id gap trained-counters`
pub(super) fn add<'a>(input: &'a str, _: &Names) -> Of<'a> {
    let (rest, stack) = stack(input)?;
    trained_counters(rest).map(|(rest, counters)| (rest, Edit::Add(stack, counters)))
}

/// `remove-counters = ( "REMOVE FROM STACK" / "REMOVE FROM" ) is stack-id gap counters`
pub(super) fn take_out<'a>(input: &'a str, _: &Names) -> Of<'a> {
    let (rest, stack) = stack(input)?;
    counters(rest).map(|(rest, counters)| (rest, Edit::TakeOut(stack, counters)))
}

/// `create-leader = "CREATE LEADER" is new-leader gap "FOR" sp seat gap "RANK" sp rank-letter gap "VALUES" sp 3DIGIT [ "-" DIGIT ] [ gap
/// "AS" sp leader-kind ] gap ( "AT" sp ( stack-id / place-name ) / "WAITING" )`; `new-leader = <the name of a new leader>`; `rank-letter =
/// ALPHA`; `leader-kind = "GENERAL" / "ADMIRAL" / "CONQUISTADOR" / "EXPLORER" / "GOVERNOR" / "PRIVATEER"`
pub(super) fn create_leader<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, name) = words_before("a leader's name", &["FOR"], input)?;
    let (rest, ()) = must("FOR and a power", &["FOR"], rest)?;
    let (rest, owner) = power(rest, names)?;
    let (rest, ()) = must("RANK and a letter", &["RANK"], rest)?;
    let rank = bare_word(gap(rest));
    let rest = behind(gap(rest), rank);
    let (rest, ()) = must("VALUES and three figures", &["VALUES"], rest)?;
    let (rest, (values, siege)) = three_figures(gap(rest))?;
    let (rest, kind) = match take(&["AS"], rest) {
        Some(rest) => {
            one_of("what he leads, such as ADMIRAL", &KINDS, rest).map(|(rest, kind)| (rest, Some(kind)))?
        }
        None => (rest, None),
    };
    let (rest, post) = match take(&["WAITING"], rest) {
        Some(rest) => (rest, Post::Waiting),
        None => {
            let (rest, ()) = must("AT and a stack or a place, or WAITING", &["AT"], rest)?;
            post(rest, names)?
        }
    };
    let rank = rank.to_owned();
    Ok((rest, Edit::CreateLeader(NewLeader { name, owner, rank, values, siege, kind, post })))
}

/// A stack, or a place.
fn post<'a>(input: &'a str, names: &Names) -> Parsed<'a, Post> {
    match stack(input) {
        Ok((rest, id)) => Ok((rest, Post::Stack(id))),
        Err(_) => place(input, names).map(|(rest, at)| (rest, Post::Place(at))),
    }
}

/// `move-leader = "MOVE LEADER" is leader-name gap "TO" sp ( "WAITING" / stack-id / place-name )`
pub(super) fn move_leader<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, name) = words_before("a leader's name", &["TO"], input)?;
    let (rest, ()) = must("TO and a stack, a place or WAITING", &["TO"], rest)?;
    let (rest, post) = match take(&["WAITING"], rest) {
        Some(rest) => (rest, Post::Waiting),
        None => post(rest, names)?,
    };
    Ok((rest, Edit::MoveLeader(name, post)))
}

/// `capture-leader = "CAPTURE LEADER" is leader-name gap "BY" sp seat`
pub(super) fn capture_leader<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, name) = words_before("a leader's name", &["BY"], input)?;
    let (rest, ()) = must("BY and a power", &["BY"], rest)?;
    power(rest, names).map(|(rest, holder)| (rest, Edit::CaptureLeader(name, holder)))
}

/// Three values, and behind a stroke what he is worth in sieges.
fn three_figures(input: &str) -> Parsed<'_, ([i32; 3], i32)> {
    let word = bare_word(input);
    let (three, siege) = word.split_once('-').unwrap_or((word, "0"));
    let figures = |word: &str| -> Option<Vec<i32>> {
        word.chars().map(|c| c.to_digit(10).and_then(|figure| i32::try_from(figure).ok())).collect()
    };
    let values = figures(three).and_then(|values| <[i32; 3]>::try_from(values).ok());
    let siege = figures(siege).and_then(|siege| <[i32; 1]>::try_from(siege).ok());
    match (values, siege) {
        (Some(values), Some([siege])) => Ok((behind(input, word), (values, siege))),
        _ => expected(input, "three figures such as 554, or 554-1 with his worth in sieges"),
    }
}

/// `remove-leader = "REMOVE LEADER" is leader-name`
pub(super) fn remove_leader<'a>(input: &'a str, _: &Names) -> Of<'a> {
    words_before("a leader's name", &[], input).map(|(rest, name)| (rest, Edit::RemoveLeader(name)))
}

/// `wound-leader = "WOUND LEADER" is leader-name gap "UNTIL ROUND" sp round`
pub(super) fn wound_leader<'a>(input: &'a str, _: &Names) -> Of<'a> {
    let (rest, name) = words_before("a leader's name", &["UNTIL ROUND"], input)?;
    let (rest, ()) = must("UNTIL ROUND and a number", &["UNTIL ROUND"], rest)?;
    let (rest, round) = within("a round", 0, 999, rest)?;
    Ok((rest, Edit::WoundLeader(name, round)))
}

/// `free-leader = "FREE LEADER" is leader-name`
pub(super) fn free_leader<'a>(input: &'a str, _: &Names) -> Of<'a> {
    words_before("a leader's name", &[], input).map(|(rest, name)| (rest, Edit::FreeLeader(name)))
}

/// A place, and who is to have it.
fn place_to<'a>(input: &'a str, names: &Names) -> Parsed<'a, (Place, Option<Owner>)> {
    let (rest, place) = place(input, names)?;
    let (rest, ()) = must("TO and a power, or nobody", &["TO"], rest)?;
    match take(&["NOBODY"], rest) {
        Some(rest) => Ok((rest, (place, None))),
        None => power(rest, names).map(|(rest, owner)| (rest, (place, Some(owner)))),
    }
}

/// `set-control = "SET CONTROL OF" is place-name gap "TO" sp ( "NOBODY" / seat )`
pub(super) fn set_control<'a>(input: &'a str, names: &Names) -> Of<'a> {
    place_to(input, names).map(|(rest, (place, owner))| (rest, Edit::SetControl(place, owner)))
}

/// `set-owner = "SET OWNER OF" is place-name gap "TO" sp ( "NOBODY" / seat )`
pub(super) fn set_owner<'a>(input: &'a str, names: &Names) -> Of<'a> {
    place_to(input, names).map(|(rest, (place, owner))| (rest, Edit::SetOwner(place, owner)))
}

/// `set-fortress = "SET FORTRESS" is place-name gap ( "FORT" / "NONE" / %x30-35 )`
pub(super) fn set_fortress<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, place) = place(input, names)?;
    let words = [("FORT", Fortress::Fort), ("NONE", Fortress::Level(0))];
    let (rest, fortress) = match one_of("a level", &words, rest) {
        Ok(found) => found,
        Err(_) => within("a level of a fortress", 0, 5, rest)
            .map(|(rest, level)| (rest, Fortress::Level(level as u8)))?,
    };
    Ok((rest, Edit::SetFortress(place, fortress)))
}

/// `set-works = "SET SIEGE WORKS" is place-name gap ( "NONE" / 1*2( "+" / "-" ) )`
pub(super) fn set_works<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, place) = place(input, names)?;
    if let Some(rest) = take(&["NONE"], rest) {
        return Ok((rest, Edit::SetWorks(place, 0)));
    }
    let rest = gap(rest);
    let word = bare_word(rest);
    if word.is_empty() || !word.chars().all(|mark| matches!(mark, '+' | '-')) {
        return expected(rest, "-, + or none");
    }
    let works = word.chars().map(|mark| if mark == '+' { 2 } else { 1 }).sum();
    Ok((behind(rest, word), Edit::SetWorks(place, works)))
}

/// `set-port = "SET PORT" is place-name gap ( "NONE" / "PORT" / "ARSENAL" )`
pub(super) fn set_port<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, place) = place(input, names)?;
    let ports = [("NONE", Port::None), ("PORT", Port::Port), ("ARSENAL", Port::Arsenal)];
    let (rest, port) = one_of("none, port or arsenal", &ports, rest)?;
    Ok((rest, Edit::SetPort(place, port)))
}

/// `sides = "-" / "+" / "NONE"`
fn sides(input: &str) -> Parsed<'_, Sides> {
    one_of("- or + or none", &Sides::ALL, input)
}

/// `set-pillage = "SET PILLAGE" is place-name gap sides`
pub(super) fn set_pillage<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, place) = place(input, names)?;
    sides(rest).map(|(rest, sides)| (rest, Edit::SetPillage(place, sides)))
}

/// `place-revolt = "PLACE REVOLT IN" is place-name gap sides`
pub(super) fn place_revolt<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, place) = place(input, names)?;
    sides(rest).map(|(rest, sides)| (rest, Edit::SetRevolt(place, sides)))
}

/// `remove-revolt = "REMOVE REVOLT" is [ "IN" sp ] place-name`
pub(super) fn remove_revolt<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, place) = place(take(&["IN"], input).unwrap_or(input), names)?;
    Ok((rest, Edit::SetRevolt(place, Sides::None)))
}

/// `place-privateer = ( "PLACE PRIVATEER" / "PLACE PIRATE" ) is privateer-id gap "IN" sp place-name gap sides`; `privateer-id = letters "-P" 1*3DIGIT`
pub(super) fn place_privateer<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, stack) = stack(input)?;
    if Stack::kind(&stack) != Kind::Privateer {
        return wrong(input, format!("{stack} is no privateer's id, such as SP-P1."), Near::Nothing);
    }
    let (rest, ()) = must("IN and a sea", &["IN"], rest)?;
    let (rest, at) = place(rest, names)?;
    let (rest, sides) = sides(rest)?;
    Ok((rest, Edit::PlacePrivateer { stack, at, sides }))
}

/// `place-mission = "PLACE MISSION IN" is place-name gap "FOR" sp seat`
pub(super) fn place_mission<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, at) = place(input, names)?;
    let (rest, ()) = must("FOR and a power", &["FOR"], rest)?;
    power(rest, names).map(|(rest, owner)| (rest, Edit::SetMission(at, Some(owner))))
}

/// `remove-mission = "REMOVE MISSION" is [ "IN" sp ] place-name`
pub(super) fn remove_mission<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, at) = place(take(&["IN"], input).unwrap_or(input), names)?;
    Ok((rest, Edit::SetMission(at, None)))
}

/// `set-natives = "SET NATIVES" is place-name gap 1*3DIGIT [ gap "ACTIVE" ]`
pub(super) fn set_natives<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, at) = place(input, names)?;
    let (rest, detachments) = within("a number of detachments", 0, 999, rest)?;
    let active = take(&["ACTIVE"], rest);
    Ok((active.unwrap_or(rest), Edit::SetNatives { at, detachments, risen: active.is_some() }))
}

/// `set-discovery = "SET DISCOVERY" is seat gap place-name gap ( "YES" / "NO" / "NEVER" )`
pub(super) fn set_discovery<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, power) = power(input, names)?;
    let (rest, place) = place(rest, names)?;
    let known = [("YES", Discovered::Yes), ("NO", Discovered::No), ("NEVER", Discovered::Never)];
    let (rest, known) = one_of("yes, no or never", &known, rest)?;
    Ok((rest, Edit::SetDiscovery(power, place, known)))
}

/// `set-relation = "SET RELATION" is seat gap seat gap ( "HOSTILE" / "WAR" / "NEUTRAL" / "PEACE" / "ALLIED" / "ALLIANCE" )`
pub(super) fn set_relation<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, one) = power(input, names)?;
    let (rest, other) = power(rest, names)?;
    let relations = [
        ("HOSTILE", Relation::Hostile),
        ("WAR", Relation::Hostile),
        ("NEUTRAL", Relation::Neutral),
        ("PEACE", Relation::Neutral),
        ("ALLIED", Relation::Allied),
        ("ALLIANCE", Relation::Allied),
    ];
    let (rest, relation) = one_of("war, peace or allied", &relations, rest)?;
    Ok((rest, Edit::SetRelation(one, other, relation)))
}

/// `give-minor = "GIVE MINOR" is seat gap "TO" sp seat`
pub(super) fn give_minor<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, minor) = power(input, names)?;
    let (rest, ()) = must("TO and a power", &["TO"], rest)?;
    power(rest, names).map(|(rest, seat)| (rest, Edit::GiveMinor(minor, seat)))
}

/// `take-minor = "TAKE MINOR" is seat`
pub(super) fn take_minor<'a>(input: &'a str, names: &Names) -> Of<'a> {
    power(input, names).map(|(rest, minor)| (rest, Edit::TakeMinor(minor)))
}

fn passage<'a>(may: bool, input: &'a str, names: &Names) -> Of<'a> {
    let (rest, who) = power(input, names)?;
    let (rest, ()) = must("THROUGH and a power", &["THROUGH"], rest)?;
    power(rest, names).map(|(rest, whose)| (rest, Edit::SetPassage(who, whose, may)))
}

/// `set-passage = "SET PASSAGE" is seat gap "THROUGH" sp seat`
pub(super) fn set_passage<'a>(input: &'a str, names: &Names) -> Of<'a> {
    passage(true, input, names)
}

/// `revoke-passage = "REVOKE PASSAGE" is seat gap "THROUGH" sp seat`
pub(super) fn revoke_passage<'a>(input: &'a str, names: &Names) -> Of<'a> {
    passage(false, input, names)
}

/// `set-treasury = "SET TREASURY" is seat gap [ "+" / "-" ] 1*9DIGIT`
pub(super) fn set_treasury<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, power) = power(input, names)?;
    let changes = gap(rest).starts_with(['+', '-']);
    let (rest, ducats) = whole_number("a number of ducats", rest)?;
    let edit = if changes { Edit::ChangeTreasury(power, ducats) } else { Edit::SetTreasury(power, ducats) };
    Ok((rest, edit))
}

/// `enter-ledger = "ENTER LEDGER" is seat gap source gap [ "+" / "-" ] 1*9DIGIT [ sp <words to the end of the line> ]`; `source = "INCOME" /
/// "LOAN" / "INFLATION" / "MAINTENANCE" / "CAMPAIGN" / "PURCHASE" / "PAYMENT" / "HAND"`
pub(super) fn enter_ledger<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, power) = power(input, names)?;
    let (rest, source) = one_of(
        "INCOME, LOAN, INFLATION, MAINTENANCE, CAMPAIGN, PURCHASE, PAYMENT or HAND",
        &Source::ALL,
        rest,
    )?;
    let (rest, ducats) = whole_number("a number of ducats", rest)?;
    let what = to_the_end(rest);
    Ok(("", Edit::Enter { power, source, ducats, what }))
}

/// Words to the end of a line, without its stop.
fn to_the_end(input: &str) -> String {
    input.trim_start().trim_end_matches(|c| is_blank(c) || matches!(c, '.' | ';' | '!')).to_owned()
}

/// `roll = "ROLL" is %x31-39 "D" die gap "FOR" sp ( "ALL" / seat ) [ sp <words to the end of the line> ]`; `die = "4" / "6" / "8" / "10" / "12"
/// / "20" / "100"`
pub(super) fn roll<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let word = bare_word(gap(input));
    let number = |word: &str| word.parse::<u32>().ok();
    let read = word.split_once(['d', 'D']).and_then(|(count, sides)| Some((number(count)?, number(sides)?)));
    let Some((count, sides)) = read.filter(|(count, sides)| (1..=9).contains(count) && SIDES.contains(sides))
    else {
        return expected(gap(input), "dice such as 1d10 or 2d6: 1 to 9 of 4, 6, 8, 10, 12, 20 or 100 sides");
    };
    let (rest, ()) = must("FOR and a power, or ALL", &["FOR"], behind(gap(input), word))?;
    let (rest, power) = match take(&["ALL"], rest) {
        Some(rest) => (rest, None),
        None => power(rest, names).map(|(rest, power)| (rest, Some(power)))?,
    };
    Ok(("", Edit::Roll(Roll { count, sides, power, what: to_the_end(rest) })))
}

/// `event = "EVENT" is 1*3DIGIT`
pub(super) fn event<'a>(input: &'a str, _: &Names) -> Of<'a> {
    within("the number of an event", 0, 999, input).map(|(rest, number)| (rest, Edit::Event(number)))
}

/// `reveal = "REVEAL"`
pub(super) fn reveal<'a>(input: &'a str, _: &Names) -> Of<'a> {
    Ok((input, Edit::Reveal))
}

/// `set-technology = "SET TECHNOLOGY" is seat gap ( "LAND" / "NAVAL" ) sp <the name of a technology>`
pub(super) fn set_technology<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, power) = power(input, names)?;
    let (rest, branch) = one_of("land or naval", &[("LAND", Branch::Land), ("NAVAL", Branch::Naval)], rest)?;
    let (rest, name) = words_before("a technology's name", &[], rest)?;
    Ok((rest, Edit::SetTechnology(power, branch, name)))
}

/// `set-initiative = "SET INITIATIVE" is seat *( gap seat )`
pub(super) fn set_initiative<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (mut rest, first) = power(input, names)?;
    let mut seats = vec![first];
    while !is_over(rest) {
        let (after, next) = power(rest, names)?;
        seats.push(next);
        rest = after;
    }
    Ok((rest, Edit::SetInitiative(seats)))
}

/// `weather = "WEATHER" is ( "GOOD" / "BAD" )`
pub(super) fn weather<'a>(input: &'a str, _: &Names) -> Of<'a> {
    let (rest, weather) = one_of("GOOD or BAD", &[("GOOD", Weather::Good), ("BAD", Weather::Bad)], input)?;
    Ok((rest, Edit::SetWeather(weather)))
}

/// `period = "PERIOD" is %x31-37`
pub(super) fn period<'a>(input: &'a str, _: &Names) -> Of<'a> {
    within("a period", 1, 7, input).map(|(rest, period)| (rest, Edit::SetPeriod(period as u8)))
}

/// `set-points = "SET POINTS" is seat gap [ "+" / "-" ] 1*9DIGIT`
pub(super) fn set_points<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, power) = power(input, names)?;
    let changes = gap(rest).starts_with(['+', '-']);
    let (after, points) = whole_number("a number of points", rest)?;
    match i32::try_from(points) {
        Ok(points) if changes => Ok((after, Edit::ChangePoints(power, points))),
        Ok(points) => Ok((after, Edit::SetPoints(power, points))),
        Err(_) => expected(gap(rest), "fewer points"),
    }
}

/// `place-garrison = "PLACE GARRISON" is stack-id gap "AT" sp place-name`
pub(super) fn place_garrison<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, stack): (_, Piece) = stack(input)?;
    let (rest, ()) = must("AT and a province", &["AT"], rest)?;
    place(rest, names).map(|(rest, at)| (rest, Edit::PlaceGarrison(stack, at)))
}

fn answer(granted: bool, input: &str) -> Of<'_> {
    let (rest, request) = within("the number of a request", 0, 99_999, input)?;
    Ok(("", Edit::Answer { request, granted, words: to_the_end(rest) }))
}

/// `grant-request = "GRANT REQUEST" is 1*5DIGIT [ sp <words to the end of the line> ]`
pub(super) fn grant<'a>(input: &'a str, _: &Names) -> Of<'a> {
    answer(true, input)
}

/// `refuse-request = "REFUSE REQUEST" is 1*5DIGIT [ sp <words to the end of the line> ]`
pub(super) fn refuse<'a>(input: &'a str, _: &Names) -> Of<'a> {
    answer(false, input)
}

/// `next-turn = "NEXT TURN"`
pub(super) fn next_turn<'a>(input: &'a str, _: &Names) -> Of<'a> {
    Ok((input, Edit::NextTurn))
}

/// `next-phase = "NEXT PHASE"`
pub(super) fn next_phase<'a>(input: &'a str, _: &Names) -> Of<'a> {
    Ok((input, Edit::NextPhase))
}

/// An edit that nothing stands behind which wants a line of its own.
pub(super) fn alone<'a>(read: Of<'a>) -> Of<'a> {
    let (rest, edit) = read?;
    match take(&["PREVIEW", "CHECK"], rest) {
        None => Ok((rest, edit)),
        Some(_) => {
            let flag = bare_word(gap(rest)).to_uppercase();
            wrong(gap(rest), format!("{flag} stands on a line of its own."), Near::Nothing)
        }
    }
}
