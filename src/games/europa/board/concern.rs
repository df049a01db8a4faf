//! Whom a hand edit concerns, beside those who order the stacks that it changed.

use fieldpost_door::Said;
use fieldpost_engine::touch::Touch;
use serde_json::Value;

use crate::edits::About;
use crate::map::Owner;
use crate::position::Position;

/// Whether a power is told of what an edit changed at one place of the position. War and peace, land, weather, points and the round lie
/// open to everybody; a treasury, a leader and a request are their power's own; of a stack whoever orders it is told without this.
pub(super) fn is_told(position: &Position, touch: &Touch, power: &Owner) -> bool {
    let parts: Vec<String> = touch
        .path
        .trim_start_matches('/')
        .split('/')
        .map(|part| part.replace("~1", "/").replace("~0", "~"))
        .collect();
    let [head, name, field] = [0, 1, 2].map(|place| parts.get(place).map_or("", String::as_str));
    let is_of = |owner: &str| *position.seat(&Owner::from(owner)) == *power || owner == &**power;
    match head {
        "stacks" | "requests_made" | "sealed" | "rolls" | "enacted" => false,
        "ledger" => name != "turn" && is_of(field),
        "news" => {
            let told =
                [&touch.after, &touch.before].into_iter().flatten().filter_map(Value::as_array).flatten();
            let mut of = told.map(|news| news.get("power").and_then(Value::as_str));
            of.any(|of| of.is_none_or(is_of))
        }
        "requests" => {
            let asked = name.parse().ok().and_then(|number: u32| position.requests.get(&number));
            asked.is_some_and(|request| request.power == *power)
        }
        "leaders" => {
            let known = position.leaders.get(name).map(|leader| leader.owner.to_string());
            let told = || [&touch.after, &touch.before].into_iter().flatten().find_map(owner_of);
            known.or_else(told).is_some_and(|owner| is_of(&owner))
                || holders(touch, field).any(|by| is_of(&by))
        }
        // A minor that comes into being by obeying somebody is heard of by all, as any other's seat is.
        "powers" => matches!(field, "points" | "seat" | "") || is_of(name),
        "grounds" if field == "discovered" => parts.get(3).is_none_or(|known| is_of(known)),
        _ => true,
    }
}

/// Whose captive a leader was or is: who gives him up, or takes him, is told.
fn holders<'a>(touch: &'a Touch, field: &'a str) -> impl Iterator<Item = String> + 'a {
    let sides = [&touch.after, &touch.before].into_iter().flatten();
    sides.filter_map(move |value| {
        let captive = if field == "captive" { Some(value) } else { value.get("captive") };
        captive.and_then(Value::as_str).map(str::to_owned)
    })
}

fn owner_of(value: &Value) -> Option<String> {
    value.get("owner").and_then(Value::as_str).map(str::to_owned)
}

/// Of what differs between two positions what a power may know: not what is another's own. The round comes first, then the power's own.
pub(super) fn open_to(power: Option<&Owner>, differing: Vec<(About, Said)>) -> Vec<Said> {
    let rank = |about: &About| match about {
        About::Round => Some(0),
        About::Own(of) => (Some(of) == power).then_some(1),
        About::Open => Some(2),
        // Whoever orders a stack is told of it, apart from this.
        About::Stack(_) => None,
    };
    let ranked = differing.into_iter().filter_map(|(about, said)| Some((rank(&about)?, said)));
    let mut open: Vec<(u8, Said)> = ranked.collect();
    open.sort_by_key(|(rank, _)| *rank);
    open.into_iter().map(|(_, said)| said).collect()
}
