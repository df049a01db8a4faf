//! Hand edits in words: `grammar/europa/edits.abnf`.
//!
//! Each parser begins behind its command's own words (they stand in [`super::hand`], beside meaning and example). What a position has
//! not yet, such as a stack that a line above makes, only the position knows: ids and leaders are taken as they are written.

use fieldpost_engine::piece::Piece;
use fieldpost_grammar::parse::{
    Near, Parsed, Reads, between, by, choice, clause, expected, is_blank, list, must, must_clause, name,
    name_part, number_within, one_of, perhaps, wrong,
};
use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{digit1, one_of as any_of};
use nom::combinator::{map_opt, opt, peek, success, value};
use nom::multi::separated_list1;
use nom::sequence::{preceded, terminated};

use crate::edits::{
    ARMS, Branch, Counters, Edit, Fortress, KINDS, NewLeader, Post, Quality, Roll, SIDES, Sides,
};
use crate::map::{Owner, Place, Port};
use crate::orders::Names;
use crate::orders::names::{place, power_or_minor as power, stack};
use crate::orders::read::part;
use crate::position::{Arm, Discovered, Kind, Posture, Relation, Source, Stack, Weather};

type Of<'a> = Parsed<'a, Edit>;

/// What may stand behind counters.
const BEHIND_COUNTERS: &[&str] = &["VETERANS", "ARMS", "IN FORTRESS", "IN PORT", "FOR", "PREVIEW", "CHECK"];

/// The words of a name up to one of these, such as a leader's.
fn name_before<'a>(what: &'static str, stops: &[&str]) -> impl Reads<'a, String> {
    must(what, name(stops))
}

/// A clause of one word, and what must stand behind it.
fn behind<'a, T>(what: &'static str, word: &'static str, read: impl Reads<'a, T>) -> impl Reads<'a, T> {
    preceded(move |input| must_clause(what, &[word]).parse(input), read)
}

/// `whole-number = [ "-" ] 1*9DIGIT`; where it changes something a plus may stand before it too.
fn whole_number<'a>(what: &'static str) -> impl Reads<'a, i64> {
    let number = |word: &str| word.parse().ok().filter(|_| word.len() <= 10);
    must(what, preceded(between, map_opt(name_part, number)))
}

/// Whether a number changes what there is, as a sign before it says, and the number.
fn change_or_value<'a>(what: &'static str) -> impl Reads<'a, (bool, i64)> {
    let signed = preceded(between, peek(opt(any_of("+-"))));
    (signed.map(|sign| sign.is_some()), whole_number(what))
}

/// Counters as `orders.abnf` has them: `2 LD`, `F- 3 GALLEYS`.
fn counters(input: &str) -> Parsed<'_, Counters> {
    let parts = list(BEHIND_COUNTERS, part);
    parts.map(|parts| Counters { parts, quality: Quality::Conscripts }).parse(input)
}

/// `trained-counters = counters [ between quality ]`; `quality = "VETERANS" / "ARMS" sp arm *( between arm )`
fn trained_counters(input: &str) -> Parsed<'_, Counters> {
    let veterans = clause(&["VETERANS"]).map(|()| Quality::Veterans);
    let arms = separated_list1(terminated(between, peek(digit1)), arm);
    let arms = preceded(clause(&["ARMS"]), arms).map(Quality::Arms);
    let quality = alt((veterans, arms, success(()).map(|()| Quality::Conscripts)));
    (counters, quality).map(|(counters, quality)| Counters { quality, ..counters }).parse(input)
}

/// `arm = 1*2DIGIT sp ( "CONSCRIPT" / "VETERAN" ) sp ( "INFANTRY" / "CAVALRY" / "ARTILLERY" )`
fn arm(input: &str) -> Parsed<'_, (u32, Arm)> {
    (number_within("a number of detachments", 0, 99), choice("an arm such as VETERAN INFANTRY", ARMS))
        .parse(input)
}

/// `posture = "IN FORTRESS" / "IN PORT"`: where it is not said a stack stands in the open.
fn posture(input: &str) -> Parsed<'_, Posture> {
    let postures = opt(one_of([("IN FORTRESS", Posture::Fortress), ("IN PORT", Posture::Port)]));
    postures.map(|posture| posture.unwrap_or(Posture::Open)).parse(input)
}

/// `create-stack = "CREATE STACK" is stack-id between "AT" sp place-name between "WITH" sp trained-counters [ between posture ] [ between "FOR" sp seat ]`
pub(super) fn create_stack<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let at = behind("AT and a place", "AT", by(place, names));
    let counters = behind("WITH and counters", "WITH", trained_counters);
    let owner = opt(preceded(clause(&["FOR"]), by(power, names)));
    (stack, at, counters, posture, owner)
        .map(|(stack, at, counters, posture, owner)| Edit::CreateStack {
            stack,
            at,
            counters,
            posture,
            owner,
        })
        .parse(input)
}

/// `remove-stack = "REMOVE STACK" is stack-id`
pub(super) fn remove_stack<'a>(input: &'a str, _: &Names) -> Of<'a> {
    stack.map(Edit::RemoveStack).parse(input)
}

/// `move-stack = "MOVE STACK" is stack-id between [ ( "TO" / "AT" ) sp ] place-name [ between posture ]`
pub(super) fn move_stack<'a>(input: &'a str, names: &Names) -> Of<'a> {
    (stack, preceded(perhaps(&["TO", "AT"]), by(place, names)), posture)
        .map(|(stack, to, posture)| Edit::MoveStack(stack, to, posture))
        .parse(input)
}

/// `set-stack = "SET STACK" is stack-id between trained-counters`
pub(super) fn set_stack<'a>(input: &'a str, _: &Names) -> Of<'a> {
    (stack, trained_counters).map(|(stack, counters)| Edit::SetStack(stack, counters)).parse(input)
}

/// `add-counters = ( "ADD TO STACK" / "ADD TO" ) is stack-id between trained-counters`
pub(super) fn add<'a>(input: &'a str, _: &Names) -> Of<'a> {
    (stack, trained_counters).map(|(stack, counters)| Edit::Add(stack, counters)).parse(input)
}

/// `remove-counters = ( "REMOVE FROM STACK" / "REMOVE FROM" ) is stack-id between counters`
pub(super) fn take_out<'a>(input: &'a str, _: &Names) -> Of<'a> {
    (stack, counters).map(|(stack, counters)| Edit::TakeOut(stack, counters)).parse(input)
}

/// `create-leader = "CREATE LEADER" is new-leader between "FOR" sp seat between "RANK" sp rank-letter between "VALUES" sp 3DIGIT [ "-" DIGIT ] [ between
/// "AS" sp leader-kind ] between ( "AT" sp ( stack-id / place-name ) / "WAITING" )`; `new-leader = <the name of a new leader>`; `rank-letter =
/// ALPHA`; `leader-kind = "GENERAL" / "ADMIRAL" / "CONQUISTADOR" / "EXPLORER" / "GOVERNOR" / "PRIVATEER"`
pub(super) fn create_leader<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let rank = behind("RANK and a letter", "RANK", must("RANK and a letter", name_part));
    let values = behind("VALUES and three figures", "VALUES", three_figures);
    let kind = preceded(clause(&["AS"]), choice("what he leads, such as ADMIRAL", KINDS));
    let at = behind("AT and a stack or a place, or WAITING", "AT", by(post, names));
    (
        name_before("a leader's name", &["FOR"]),
        behind("FOR and a power", "FOR", by(power, names)),
        rank,
        values,
        opt(kind),
        alt((waiting, at)),
    )
        .map(|(name, owner, rank, (values, siege), kind, post)| {
            let rank = rank.to_owned();
            Edit::CreateLeader(NewLeader { name, owner, rank, values, siege, kind, post })
        })
        .parse(input)
}

/// He waits for his time.
fn waiting(input: &str) -> Parsed<'_, Post> {
    clause(&["WAITING"]).map(|()| Post::Waiting).parse(input)
}

/// A stack, or a place.
fn post<'a>(input: &'a str, names: &Names) -> Parsed<'a, Post> {
    match stack(input) {
        Ok((rest, id)) => Ok((rest, Post::Stack(id))),
        Err(_) => by(place, names).map(Post::Place).parse(input),
    }
}

/// `move-leader = "MOVE LEADER" is leader-name between "TO" sp ( "WAITING" / stack-id / place-name )`
pub(super) fn move_leader<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let to = alt((waiting, by(post, names)));
    (name_before("a leader's name", &["TO"]), behind("TO and a stack, a place or WAITING", "TO", to))
        .map(|(name, post)| Edit::MoveLeader(name, post))
        .parse(input)
}

/// `capture-leader = "CAPTURE LEADER" is leader-name between "BY" sp seat`
pub(super) fn capture_leader<'a>(input: &'a str, names: &Names) -> Of<'a> {
    (name_before("a leader's name", &["BY"]), behind("BY and a power", "BY", by(power, names)))
        .map(|(name, holder)| Edit::CaptureLeader(name, holder))
        .parse(input)
}

/// Three values, and behind a stroke what he is worth in sieges.
fn three_figures(input: &str) -> Parsed<'_, ([i32; 3], i32)> {
    const WHAT: &str = "three figures such as 554, or 554-1 with his worth in sieges";
    let figure = |c: char| c.to_digit(10).and_then(|figure| i32::try_from(figure).ok());
    let read = |word: &str| {
        let (three, siege) = word.split_once('-').unwrap_or((word, "0"));
        let values = three.chars().map(figure).collect::<Option<Vec<_>>>()?;
        let [siege] = *siege.chars().map(figure).collect::<Option<Vec<_>>>()? else { return None };
        Some((<[i32; 3]>::try_from(values).ok()?, siege))
    };
    must(WHAT, preceded(between, map_opt(name_part, read))).parse(input)
}

/// `remove-leader = "REMOVE LEADER" is leader-name`
pub(super) fn remove_leader<'a>(input: &'a str, _: &Names) -> Of<'a> {
    name_before("a leader's name", &[]).map(Edit::RemoveLeader).parse(input)
}

/// `wound-leader = "WOUND LEADER" is leader-name between "UNTIL ROUND" sp round`
pub(super) fn wound_leader<'a>(input: &'a str, _: &Names) -> Of<'a> {
    let until = behind("UNTIL ROUND and a number", "UNTIL ROUND", number_within("a round", 0, 999));
    (name_before("a leader's name", &["UNTIL ROUND"]), until)
        .map(|(name, round)| Edit::WoundLeader(name, round))
        .parse(input)
}

/// `free-leader = "FREE LEADER" is leader-name`
pub(super) fn free_leader<'a>(input: &'a str, _: &Names) -> Of<'a> {
    name_before("a leader's name", &[]).map(Edit::FreeLeader).parse(input)
}

/// A place, and who is to have it.
fn place_to<'a>(names: &Names) -> impl Reads<'a, (Place, Option<Owner>)> {
    let owner = alt((clause(&["NOBODY"]).map(|()| None), by(power, names).map(Some)));
    (by(place, names), behind("TO and a power, or nobody", "TO", owner))
}

/// `set-control = "SET CONTROL OF" is place-name between "TO" sp ( "NOBODY" / seat )`
pub(super) fn set_control<'a>(input: &'a str, names: &Names) -> Of<'a> {
    place_to(names).map(|(place, owner)| Edit::SetControl(place, owner)).parse(input)
}

/// `set-owner = "SET OWNER OF" is place-name between "TO" sp ( "NOBODY" / seat )`
pub(super) fn set_owner<'a>(input: &'a str, names: &Names) -> Of<'a> {
    place_to(names).map(|(place, owner)| Edit::SetOwner(place, owner)).parse(input)
}

/// `set-fortress = "SET FORTRESS" is place-name between ( "FORT" / "NONE" / %x30-35 )`
pub(super) fn set_fortress<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let word = one_of([("FORT", Fortress::Fort), ("NONE", Fortress::Level(0))]);
    let level = number_within("a level of a fortress", 0, 5).map(|level| Fortress::Level(level as u8));
    (by(place, names), alt((word, level)))
        .map(|(place, fortress)| Edit::SetFortress(place, fortress))
        .parse(input)
}

/// `set-works = "SET SIEGE WORKS" is place-name between ( "NONE" / 1*2( "+" / "-" ) )`
pub(super) fn set_works<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let one = |mark| match mark {
        '+' => Some(2),
        '-' => Some(1),
        _ => None,
    };
    let signs = preceded(between, map_opt(name_part, |word| word.chars().map(one).sum::<Option<_>>()));
    let works = must("-, + or none", alt((value(0, clause(&["NONE"])), signs)));
    (by(place, names), works).map(|(place, works)| Edit::SetWorks(place, works)).parse(input)
}

/// `set-port = "SET PORT" is place-name between ( "NONE" / "PORT" / "ARSENAL" )`
pub(super) fn set_port<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let ports = [("NONE", Port::None), ("PORT", Port::Port), ("ARSENAL", Port::Arsenal)];
    (by(place, names), choice("none, port or arsenal", ports))
        .map(|(place, port)| Edit::SetPort(place, port))
        .parse(input)
}

/// `sides = "-" / "+" / "NONE"`
fn sides(input: &str) -> Parsed<'_, Sides> {
    choice("- or + or none", Sides::ALL).parse(input)
}

/// `set-pillage = "SET PILLAGE" is place-name between sides`
pub(super) fn set_pillage<'a>(input: &'a str, names: &Names) -> Of<'a> {
    (by(place, names), sides).map(|(place, sides)| Edit::SetPillage(place, sides)).parse(input)
}

/// `place-revolt = "PLACE REVOLT IN" is place-name between sides`
pub(super) fn place_revolt<'a>(input: &'a str, names: &Names) -> Of<'a> {
    (by(place, names), sides).map(|(place, sides)| Edit::SetRevolt(place, sides)).parse(input)
}

/// `remove-revolt = "REMOVE REVOLT" is [ "IN" sp ] place-name`
pub(super) fn remove_revolt<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let place = preceded(perhaps(&["IN"]), by(place, names));
    place.map(|place| Edit::SetRevolt(place, Sides::None)).parse(input)
}

/// `place-privateer = ( "PLACE PRIVATEER" / "PLACE PIRATE" ) is privateer-id between "IN" sp place-name between sides`; `privateer-id = letters "-P" 1*3DIGIT`
pub(super) fn place_privateer<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (rest, stack) = stack(input)?;
    if Stack::kind(&stack) != Kind::Privateer {
        return wrong(input, format!("{stack} is no privateer's id, such as SP-P1."), Near::Nothing);
    }
    let (rest, (at, sides)) = (behind("IN and a sea", "IN", by(place, names)), sides).parse(rest)?;
    Ok((rest, Edit::PlacePrivateer { stack, at, sides }))
}

/// `place-mission = "PLACE MISSION IN" is place-name between "FOR" sp seat`
pub(super) fn place_mission<'a>(input: &'a str, names: &Names) -> Of<'a> {
    (by(place, names), behind("FOR and a power", "FOR", by(power, names)))
        .map(|(at, owner)| Edit::SetMission(at, Some(owner)))
        .parse(input)
}

/// `remove-mission = "REMOVE MISSION" is [ "IN" sp ] place-name`
pub(super) fn remove_mission<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let place = preceded(perhaps(&["IN"]), by(place, names));
    place.map(|at| Edit::SetMission(at, None)).parse(input)
}

/// `set-natives = "SET NATIVES" is place-name between 1*3DIGIT [ between "ACTIVE" ]`
pub(super) fn set_natives<'a>(input: &'a str, names: &Names) -> Of<'a> {
    (by(place, names), number_within("a number of detachments", 0, 999), opt(clause(&["ACTIVE"])))
        .map(|(at, detachments, active)| Edit::SetNatives { at, detachments, risen: active.is_some() })
        .parse(input)
}

/// `set-discovery = "SET DISCOVERY" is seat between place-name between ( "YES" / "NO" / "NEVER" )`
pub(super) fn set_discovery<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let known = [("YES", Discovered::Yes), ("NO", Discovered::No), ("NEVER", Discovered::Never)];
    (by(power, names), by(place, names), choice("yes, no or never", known))
        .map(|(power, place, known)| Edit::SetDiscovery(power, place, known))
        .parse(input)
}

/// `set-relation = "SET RELATION" is seat between seat between ( "HOSTILE" / "WAR" / "NEUTRAL" / "PEACE" / "ALLIED" / "ALLIANCE" )`
pub(super) fn set_relation<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let relations = [
        ("HOSTILE", Relation::Hostile),
        ("WAR", Relation::Hostile),
        ("NEUTRAL", Relation::Neutral),
        ("PEACE", Relation::Neutral),
        ("ALLIED", Relation::Allied),
        ("ALLIANCE", Relation::Allied),
    ];
    (by(power, names), by(power, names), choice("war, peace or allied", relations))
        .map(|(one, other, relation)| Edit::SetRelation(one, other, relation))
        .parse(input)
}

/// `give-minor = "GIVE MINOR" is seat between "TO" sp seat`
pub(super) fn give_minor<'a>(input: &'a str, names: &Names) -> Of<'a> {
    (by(power, names), behind("TO and a power", "TO", by(power, names)))
        .map(|(minor, seat)| Edit::GiveMinor(minor, seat))
        .parse(input)
}

/// `take-minor = "TAKE MINOR" is seat`
pub(super) fn take_minor<'a>(input: &'a str, names: &Names) -> Of<'a> {
    by(power, names).map(Edit::TakeMinor).parse(input)
}

fn passage<'a>(may: bool, input: &'a str, names: &Names) -> Of<'a> {
    (by(power, names), behind("THROUGH and a power", "THROUGH", by(power, names)))
        .map(|(who, whose)| Edit::SetPassage(who, whose, may))
        .parse(input)
}

/// `set-passage = "SET PASSAGE" is seat between "THROUGH" sp seat`
pub(super) fn set_passage<'a>(input: &'a str, names: &Names) -> Of<'a> {
    passage(true, input, names)
}

/// `revoke-passage = "REVOKE PASSAGE" is seat between "THROUGH" sp seat`
pub(super) fn revoke_passage<'a>(input: &'a str, names: &Names) -> Of<'a> {
    passage(false, input, names)
}

/// `set-treasury = "SET TREASURY" is seat between [ "+" / "-" ] 1*9DIGIT`
pub(super) fn set_treasury<'a>(input: &'a str, names: &Names) -> Of<'a> {
    (by(power, names), change_or_value("a number of ducats"))
        .map(|(power, (changes, ducats))| match changes {
            true => Edit::ChangeTreasury(power, ducats),
            false => Edit::SetTreasury(power, ducats),
        })
        .parse(input)
}

/// `enter-ledger = "ENTER LEDGER" is seat between source between [ "+" / "-" ] 1*9DIGIT [ sp <words to the end of the line> ]`; `source = "INCOME" /
/// "LOAN" / "INFLATION" / "MAINTENANCE" / "CAMPAIGN" / "PURCHASE" / "PAYMENT" / "HAND"`
pub(super) fn enter_ledger<'a>(input: &'a str, names: &Names) -> Of<'a> {
    const WHAT: &str = "INCOME, LOAN, INFLATION, MAINTENANCE, CAMPAIGN, PURCHASE, PAYMENT or HAND";
    (by(power, names), choice(WHAT, Source::ALL), whole_number("a number of ducats"), to_the_end)
        .map(|(power, source, ducats, what)| Edit::Enter { power, source, ducats, what })
        .parse(input)
}

/// Words to the end of a line, without its stop.
fn to_the_end(input: &str) -> Parsed<'_, String> {
    Ok(("", input.trim_start().trim_end_matches(|c| is_blank(c) || matches!(c, '.' | ';' | '!')).to_owned()))
}

/// `roll = "ROLL" is %x31-39 "D" die between "FOR" sp ( "ALL" / seat ) [ sp <words to the end of the line> ]`; `die = "4" / "6" / "8" / "10" / "12"
/// / "20" / "100"`
pub(super) fn roll<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let whose = alt((clause(&["ALL"]).map(|()| None), by(power, names).map(Some)));
    (dice, behind("FOR and a power, or ALL", "FOR", whose), to_the_end)
        .map(|((count, sides), power, what)| Edit::Roll(Roll { count, sides, power, what }))
        .parse(input)
}

/// Dice such as 2d6: how many, and of how many sides.
fn dice(input: &str) -> Parsed<'_, (u32, u32)> {
    const WHAT: &str = "dice such as 1d10 or 2d6: 1 to 9 of 4, 6, 8, 10, 12, 20 or 100 sides";
    let read = |word: &str| {
        let (count, sides) = word.split_once(['d', 'D'])?;
        let dice: (u32, u32) = (count.parse().ok()?, sides.parse().ok()?);
        ((1..=9).contains(&dice.0) && SIDES.contains(&dice.1)).then_some(dice)
    };
    must(WHAT, preceded(between, map_opt(name_part, read))).parse(input)
}

/// `event = "EVENT" is 1*3DIGIT`
pub(super) fn event<'a>(input: &'a str, _: &Names) -> Of<'a> {
    number_within("the number of an event", 0, 999).map(Edit::Event).parse(input)
}

/// `reveal = "REVEAL"`
pub(super) fn reveal<'a>(input: &'a str, _: &Names) -> Of<'a> {
    Ok((input, Edit::Reveal))
}

/// `set-technology = "SET TECHNOLOGY" is seat between ( "LAND" / "NAVAL" ) sp <the name of a technology>`
pub(super) fn set_technology<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let branch = choice("land or naval", [("LAND", Branch::Land), ("NAVAL", Branch::Naval)]);
    (by(power, names), branch, name_before("a technology's name", &[]))
        .map(|(power, branch, name)| Edit::SetTechnology(power, branch, name))
        .parse(input)
}

/// `set-initiative = "SET INITIATIVE" is seat *( between seat )`
pub(super) fn set_initiative<'a>(input: &'a str, names: &Names) -> Of<'a> {
    list(&[], by(power, names)).map(Edit::SetInitiative).parse(input)
}

/// `weather = "WEATHER" is ( "GOOD" / "BAD" )`
pub(super) fn weather<'a>(input: &'a str, _: &Names) -> Of<'a> {
    let weather = choice("GOOD or BAD", [("GOOD", Weather::Good), ("BAD", Weather::Bad)]);
    weather.map(Edit::SetWeather).parse(input)
}

/// `period = "PERIOD" is %x31-37`
pub(super) fn period<'a>(input: &'a str, _: &Names) -> Of<'a> {
    number_within("a period", 1, 7).map(|period| Edit::SetPeriod(period as u8)).parse(input)
}

/// `set-points = "SET POINTS" is seat between [ "+" / "-" ] 1*9DIGIT`
pub(super) fn set_points<'a>(input: &'a str, names: &Names) -> Of<'a> {
    let (at, power) = power(input, names)?;
    let (rest, (changes, points)) = change_or_value("a number of points").parse(at)?;
    match i32::try_from(points) {
        Ok(points) if changes => Ok((rest, Edit::ChangePoints(power, points))),
        Ok(points) => Ok((rest, Edit::SetPoints(power, points))),
        Err(_) => between(at).and_then(|(at, ())| expected(at, "fewer points")),
    }
}

/// `place-garrison = "PLACE GARRISON" is stack-id between "AT" sp place-name`
pub(super) fn place_garrison<'a>(input: &'a str, names: &Names) -> Of<'a> {
    (stack, behind("AT and a province", "AT", by(place, names)))
        .map(|(stack, at): (Piece, _)| Edit::PlaceGarrison(stack, at))
        .parse(input)
}

fn answer(granted: bool, input: &str) -> Of<'_> {
    (number_within("the number of a request", 0, 99_999), to_the_end)
        .map(|(request, words)| Edit::Answer { request, granted, words })
        .parse(input)
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
    match preceded(between, peek(one_of([("PREVIEW", "PREVIEW"), ("CHECK", "CHECK")]))).parse(rest) {
        Ok((at, flag)) => wrong(at, format!("{flag} stands on a line of its own."), Near::Nothing),
        Err(_) => Ok((rest, edit)),
    }
}
