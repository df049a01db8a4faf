//! Hand edits in words, for the referee's answer and for those whom they concern.

use std::collections::BTreeSet;

use fieldpost_door::Said;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::touch::Touch;
use serde_json::Value;

use crate::map::{Map, Owner};
use crate::position::{Ground, Leader, Position, Relation, Stack};

/// What an edit has changed, each thing once.
pub fn said(map: &Map, before: &Position, after: &Position, touches: &[Touch]) -> Vec<Said> {
    let mut known = BTreeSet::new();
    let mut all = Vec::new();
    for touch in touches {
        let parts: Vec<String> =
            touch.path.split('/').skip(1).map(|part| part.replace("~1", "/").replace("~0", "~")).collect();
        let whole = parts.iter().take(2).cloned().collect::<Vec<_>>().join("/");
        let is_first = known.insert(whole);
        let [kind, name, ..] = &parts[..] else {
            if parts.first().is_some_and(|kind| kind == "relations") {
                all.extend(relations(before, after));
            } else {
                all.push(plain(touch));
            }
            continue;
        };
        let (id, place) = (Piece::from(name.as_str()), name.as_str());
        let line = match kind.as_str() {
            "stacks" if is_first => {
                let words =
                    |position: &Position| position.stacks.get(&id).map(|stack| stack_words(map, &id, stack));
                Some(of(Some(id.clone()), name.clone(), words(before), words(after)))
            }
            "leaders" if is_first => {
                let words = |position: &Position| {
                    position.leaders.get(name).map(|leader| leader_words(position, leader))
                };
                let with =
                    |position: &Position| position.leaders.get(name).and_then(|leader| leader.stack.clone());
                Some(of(
                    with(after).or_else(|| with(before)),
                    format!("leader {name}"),
                    words(before),
                    words(after),
                ))
            }
            "grounds" if is_first => {
                let words = |position: &Position| {
                    position.grounds.get(place).map(|ground| ground_words(position, ground))
                };
                Some(of(None, map.name(place).to_owned(), words(before), words(after)))
            }
            "requests" => {
                let answer = |position: &Position| {
                    let request = name.parse().ok().and_then(|number: u32| position.requests.get(&number));
                    request.map(|request| request.answer.clone().unwrap_or_else(|| "no answer yet".into()))
                };
                let asked = name.parse().ok().and_then(|number: u32| after.requests.get(&number));
                let asked = asked.map_or_else(String::new, |request| format!(" ({})", request.words));
                Some(of(None, format!("request {name}{asked}"), answer(before), answer(after)))
            }
            "powers" => {
                let what = parts.get(2).map_or("power", String::as_str);
                Some(Said { what: format!("{what} of {}", after.name(name)), ..plain(touch) })
            }
            "stacks" | "leaders" | "grounds" => None,
            _ => Some(plain(touch)),
        };
        all.extend(line);
    }
    all
}

/// Whom an edit concerns beside the commanders of its stacks: whose land, leader, treasury or request it is; everybody, where it is the
/// relations of powers, initiative, weather or the time.
pub fn concerned(position: &Position, players: &[(String, Owner)], touches: &[Touch]) -> Vec<PlayerNo> {
    let mut seats: BTreeSet<Owner> = BTreeSet::new();
    for touch in touches {
        let parts: Vec<&str> = touch.path.split('/').skip(1).collect();
        let owners: Vec<Owner> = match parts[..] {
            ["powers", power, ..] => vec![power.into()],
            ["requests", number, ..] => {
                let request = number.parse().ok().and_then(|number: u32| position.requests.get(&number));
                request.map(|request| request.power.clone()).into_iter().collect()
            }
            ["grounds", place, ..] => {
                let place = place.replace("~1", "/");
                let ground = position.grounds.get(place.as_str());
                ground
                    .into_iter()
                    .flat_map(|ground| ground.owner.iter().chain(&ground.control))
                    .cloned()
                    .collect()
            }
            ["leaders", name, ..] => {
                let leader = position.leaders.get(&name.replace("~1", "/"));
                leader
                    .into_iter()
                    .flat_map(|leader| [Some(leader.owner.clone()), leader.captive.clone()])
                    .flatten()
                    .collect()
            }
            ["stacks", ..] | ["requests_made"] => Vec::new(),
            _ => players.iter().map(|(_, seat)| seat.clone()).collect(),
        };
        seats.extend(owners.iter().map(|owner| position.seat(owner).clone()));
    }
    let all = (0..).map(PlayerNo).zip(players);
    all.filter(|(_, (_, seat))| seats.contains(seat)).map(|(player, _)| player).collect()
}

fn of(unit: Option<Piece>, what: String, before: Option<String>, after: Option<String>) -> Said {
    let word = |words: Option<String>| words.unwrap_or_else(|| "-".into());
    Said { unit, what, before: word(before), after: word(after) }
}

/// A value as it stands, for what needs no words of its own.
fn plain(touch: &Touch) -> Said {
    let word = |value: &Option<Value>| match value {
        None | Some(Value::Null) => "-".to_owned(),
        Some(Value::String(words)) => words.clone(),
        Some(Value::Array(list)) => {
            let words =
                list.iter().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned));
            words.collect::<Vec<_>>().join(" ")
        }
        Some(other) => other.to_string(),
    };
    let what = touch.path.trim_start_matches('/').replace(['/', '_'], " ");
    Said { unit: None, what, before: word(&touch.before), after: word(&touch.after) }
}

fn relations(before: &Position, after: &Position) -> Vec<Said> {
    let pairs: BTreeSet<(&Owner, &Owner)> = before
        .relations
        .iter()
        .chain(&after.relations)
        .map(|(one, other, _)| (one.min(other), one.max(other)))
        .collect();
    let word = |relation| match relation {
        Relation::Hostile => "at war",
        Relation::Neutral => "neutral",
        Relation::Allied => "allied",
    };
    let changed = pairs.into_iter().filter_map(|(one, other)| {
        let (was, is) = (before.relation(one, other), after.relation(one, other));
        let what = format!("{} and {}", after.name(one), after.name(other));
        (was != is).then(|| of(None, what, Some(word(was).into()), Some(word(is).into())))
    });
    changed.collect()
}

/// What a stack is and where, such as `A+ LD in Dauphine`.
pub fn stack_words(map: &Map, id: &Piece, stack: &Stack) -> String {
    let troops = stack.force.words();
    let ships = stack.fleet.counters.iter().map(|counter| counter.word()).collect::<Vec<_>>().join(" ");
    let ships = format!("{ships} {}", stack.fleet);
    let side = if stack.privateer == 2 { "+" } else { "-" };
    let what = match Stack::kind(id) {
        crate::position::Kind::Land => troops,
        crate::position::Kind::Fleet => ships.trim().to_owned(),
        crate::position::Kind::Privateer => format!("privateer {side}"),
        crate::position::Kind::Leader => "a leader alone".into(),
    };
    let posture = match (stack.posture, &stack.aboard) {
        (_, Some(fleet)) => format!(", aboard {fleet}"),
        (crate::position::Posture::Fortress, _) => ", in the fortress".into(),
        (crate::position::Posture::Port, _) => ", in port".into(),
        _ => String::new(),
    };
    format!("{what} in {}{posture}", map.name(&stack.at))
}

fn leader_words(position: &Position, leader: &Leader) -> String {
    let [manoeuvre, fire, shock] = leader.values;
    let with = leader.stack.as_ref().map_or_else(String::new, |stack| format!(" with {stack}"));
    let captive = leader
        .captive
        .as_ref()
        .map_or_else(String::new, |by| format!(", a captive of {}", position.name(by)));
    let wounded = leader.wounded.map_or_else(String::new, |until| format!(", wounded until round {until}"));
    format!("{} {manoeuvre}{fire}{shock}{with}{captive}{wounded}", position.name(&leader.owner))
}

fn ground_words(position: &Position, ground: &Ground) -> String {
    let name =
        |owner: &Option<Owner>| owner.as_deref().map_or("nobody", |owner| position.name(owner)).to_owned();
    let mut words = vec![format!("of {}", name(&ground.owner))];
    if ground.control != ground.owner {
        words.push(format!("held by {}", name(&ground.control)));
    }
    words.push(if ground.fort { "a fort".into() } else { format!("fortress {}", ground.fortress) });
    let marks =
        |count: u32| format!("{}{}", "+".repeat(count as usize / 2), if count % 2 == 1 { "-" } else { "" });
    for (what, count) in
        [("siege works", ground.works), ("revolt", ground.revolt.into()), ("pillage", ground.pillage.into())]
    {
        if count > 0 {
            words.push(format!("{what} {}", marks(count)));
        }
    }
    if ground.breach {
        words.push("breached".into());
    }
    if ground.natives > 0 {
        words.push(format!("natives {}", ground.natives));
    }
    let harbour = match ground.port {
        crate::map::Port::None => "no port",
        crate::map::Port::Port => "a port",
        crate::map::Port::Arsenal => "an arsenal",
    };
    words.push(harbour.into());
    for (seat, known) in &ground.discovered {
        words.push(format!(
            "{} {}",
            position.name(seat),
            match known {
                crate::position::Discovered::No => "has not discovered it",
                crate::position::Discovered::Yes => "has discovered it",
                crate::position::Discovered::Never => "will never discover it",
            }
        ));
    }
    words.join(", ")
}
