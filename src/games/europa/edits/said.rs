//! What a hand edit changed, in people's words: of each thing what it was and what it is.

use std::collections::BTreeSet;

use fieldpost_door::Said;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::piece::Piece;

use super::counters::arms_words;
use super::stacks::fleet_words;
use crate::map::{Map, Owner, Port};
use crate::position::{
    Ground, Kind, Leader, Position, Posture, Power, Relation, Request, Source, Stack, Weather, World,
};
use crate::round::shut_in_by;

/// What stands for a thing that is not there.
const NOTHING: &str = "not there";

/// What a line of what differs is about, for who decides whom it concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    Stack(Piece),
    /// The round that comes.
    Round,
    /// What a power alone knows: its treasury, the means of its war, what it asks of the referee.
    Own(Owner),
    /// What lies open to everybody.
    Open,
}

/// What differs between two positions, a line each; nothing of the program's inside stands in it.
pub fn said(world: &World, before: &Position, after: &Position) -> Vec<Said> {
    differing(world, before, after).into_iter().map(|(_, said)| said).collect()
}

/// The same, each line with what it is about.
pub fn differing(world: &World, before: &Position, after: &Position) -> Vec<(About, Said)> {
    let mut all = Change { world, map: &world.map, before, after, said: Vec::new() };
    all.stacks();
    all.leaders();
    all.grounds();
    all.powers();
    all.between_powers();
    all.requests();
    all.opened();
    all.news();
    all.rounds();
    all.said
}

struct Change<'a> {
    world: &'a World,
    map: &'a Map,
    before: &'a Position,
    after: &'a Position,
    said: Vec<(About, Said)>,
}

impl Change<'_> {
    fn say(&mut self, about: About, what: String, before: String, after: String) {
        if before != after {
            let unit = if let About::Stack(id) = &about { Some(id.clone()) } else { None };
            let only = if let About::Own(of) = &about { self.player_of(of) } else { None };
            self.said.push((about, Said { unit, what, before, after, only }));
        }
    }

    /// Who plays the seat of an owner.
    fn player_of(&self, owner: &Owner) -> Option<PlayerNo> {
        self.after.powers.get(self.after.seat(owner)).and_then(|power| power.player)
    }

    fn stacks(&mut self) {
        let ids: BTreeSet<&Piece> = self.before.stacks.keys().chain(self.after.stacks.keys()).collect();
        for id in ids {
            let (was, is) = (self.before.stacks.get(id), self.after.stacks.get(id));
            if was == is {
                continue;
            }
            let arms =
                |stack: Option<&Stack>| stack.map(|stack| arms_words(&stack.force.arms)).unwrap_or_default();
            let (had, has) = (arms(was), arms(is));
            let words = |position: &Position, stack: Option<&Stack>| {
                stack.map_or(NOTHING.to_owned(), |stack| stack_words(self.world, position, id, stack))
            };
            let (stood, stands) = (words(self.before, was), words(self.after, is));
            // Veterans and conscripts stand in the same counters: they are told where nothing else changed.
            if stood == stands {
                self.say(About::Stack(id.clone()), format!("{id}, its arms"), had, has.clone());
            }
            // Of a stack that was not there its arms are told where they are other than the table's.
            let table = &self.world.tables.arms;
            let own = is.filter(|stack| was.is_none() && stack.force.is_of_its_own_arms(table));
            let stands = own.map_or(stands.clone(), |_| format!("{stands}: {has}"));
            self.say(About::Stack(id.clone()), id.to_string(), stood, stands);
        }
    }

    fn leaders(&mut self) {
        let names: BTreeSet<&String> = self.before.leaders.keys().chain(self.after.leaders.keys()).collect();
        for name in names {
            let words = |position: &Position| {
                let leader = position.leaders.get(name);
                leader.map_or(NOTHING.to_owned(), |leader| leader_words(position, leader))
            };
            let (was, is) = (words(self.before), words(self.after));
            self.say(About::Open, name.clone(), was, is);
        }
    }

    fn grounds(&mut self) {
        for (place, is) in &self.after.grounds {
            let Some(was) = self.before.grounds.get(place).filter(|was| *was != is) else { continue };
            let name = self.map.name(place).to_owned();
            let rows = |position, ground| ground_words(position, ground);
            for ((what, was), (_, is)) in rows(self.before, was).into_iter().zip(rows(self.after, is)) {
                self.say(About::Open, format!("{name}, {what}"), was, is);
            }
            for power in was.discovered.keys().chain(is.discovered.keys()).collect::<BTreeSet<_>>() {
                let known = |ground: &Ground| match ground.discovered.get(power) {
                    Some(crate::position::Discovered::Yes) => "discovered",
                    Some(crate::position::Discovered::Never) => "never to be discovered",
                    Some(crate::position::Discovered::No) | None => "not discovered",
                };
                let what = format!("{name}, for {}", self.after.name(power));
                self.say(About::Open, what, known(was).into(), known(is).into());
            }
        }
    }

    fn powers(&mut self) {
        for (id, is) in &self.after.powers {
            // A minor that obeyed nobody was no power of the game yet.
            let none = Power { name: is.name.clone(), seat: id.clone(), ..Power::default() };
            let was = self.before.powers.get(id).unwrap_or(&none);
            if was == is {
                continue;
            }
            let name = &is.name;
            let obeys = |power: &Power| match power.seat == *id {
                true => "nobody".to_owned(),
                false => self.after.name(&power.seat).to_owned(),
            };
            let (was_of, is_of) = (obeys(was), obeys(is));
            self.say(About::Open, format!("{name} obeys"), was_of, is_of);
            let own = || About::Own(id.clone());
            let (held, holds) = (was.treasury.to_string(), is.treasury.to_string());
            self.say(own(), format!("Treasury of {name}{}", self.by_tables(id)), held, holds);
            let (had, has) = (was.points.to_string(), is.points.to_string());
            self.say(About::Open, format!("Points of {name}"), had, has);
            // Whoever obeys another fights as it does: that is no news of its own.
            if was.seat == is.seat {
                let armies =
                    |power: &Power| format!("{}{}", power.land, if power.tercios { ", tercios" } else { "" });
                self.say(own(), format!("Armies of {name}"), armies(was), armies(is));
                self.say(own(), format!("Fleets of {name}"), was.naval.clone(), is.naval.clone());
            }
        }
    }

    /// What came in and was paid by the host's tables: ` (income +158, maintenance -15)`.
    fn by_tables(&self, power: &Owner) -> String {
        let Some(ledger) = &self.after.ledger else { return String::new() };
        let before = self.before.ledger.as_ref().filter(|before| before.turn == ledger.turn);
        let known = before.and_then(|before| before.accounts.get(power)).map_or(0, |was| was.entries.len());
        let new = || ledger.accounts.get(power).into_iter().flat_map(|account| &account.entries).skip(known);
        let sum = |source: Source| -> i64 {
            new().filter(|entry| entry.source == source).map(|entry| entry.ducats).sum()
        };
        let parts: Vec<String> = [("income", Source::Income), ("maintenance", Source::Maintenance)]
            .into_iter()
            .map(|(word, source)| (word, sum(source)))
            .filter(|(_, ducats)| *ducats != 0)
            .map(|(word, ducats)| format!("{word} {ducats:+}"))
            .collect();
        if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
    }

    /// How powers stand to one another, and who may pass where.
    fn between_powers(&mut self) {
        let listed = self.before.relations.iter().chain(&self.after.relations);
        let pairs: BTreeSet<(&Owner, &Owner)> =
            listed.map(|(one, other, _)| if one < other { (one, other) } else { (other, one) }).collect();
        for (one, other) in pairs {
            let what = format!("{} and {}", self.after.name(one), self.after.name(other));
            let words = |position: &Position| relation_words(position.relation(one, other)).to_owned();
            self.say(About::Open, what, words(self.before), words(self.after));
        }
        let (was, is) = (&self.before.passages, &self.after.passages);
        for (who, whose) in was.symmetric_difference(is) {
            let what = format!("{} through the land of {}", self.after.name(who), self.after.name(whose));
            let pair = (who.clone(), whose.clone());
            let words = |may: bool| if may { "may pass" } else { "may not pass" }.to_owned();
            self.say(About::Open, what, words(was.contains(&pair)), words(is.contains(&pair)));
        }
        let order = |position: &Position| {
            position.initiative.iter().map(|seat| position.name(seat)).collect::<Vec<_>>().join(", ")
        };
        self.say(About::Open, "Initiative".into(), order(self.before), order(self.after));
    }

    fn requests(&mut self) {
        for (number, is) in &self.after.requests {
            let was = self.before.requests.get(number);
            let of = self.after.name(&is.power);
            let what = format!("Request {number} of {of} ({:?})", is.words);
            // A request that waits has no answer to tell.
            let words = |request: &Request| request.answer.clone().unwrap_or_default();
            let own = About::Own(is.power.clone());
            self.say(own, what, was.map_or(String::new(), words), words(is));
        }
    }

    /// What was declared under seal and lies open now.
    fn opened(&mut self) {
        for sealed in self.after.opened.iter().filter(|sealed| !self.before.opened.contains(sealed)) {
            let what = format!("What {} declared", self.after.name(&sealed.power));
            self.say(About::Open, what, String::new(), format!("{:?}", sealed.words));
        }
    }

    /// What the referee told beside his edits.
    fn news(&mut self) {
        for news in self.after.news.iter().skip(self.before.news.len()) {
            let about = news.power.clone().map_or(About::Open, About::Own);
            self.say(about, "Word of the referee".into(), String::new(), news.words.clone());
        }
    }

    fn rounds(&mut self) {
        let weather = |position: &Position| match position.weather {
            Weather::Good => "good".to_owned(),
            Weather::Bad => "bad".to_owned(),
        };
        let phase = |position: &Position| self.world.course.open(position).map(|phase| phase.name.clone());
        let comes = |position: &Position| match (position.over, position.interphase) {
            (true, _) => "the end of the game".to_owned(),
            (_, true) => phase(position).unwrap_or_else(|| "an interphase".to_owned()),
            _ => format!("round {} of {}", position.round, position.last),
        };
        let (before, after) = (self.before, self.after);
        self.say(About::Open, "The weather".into(), weather(before), weather(after));
        self.say(About::Open, "The period".into(), before.period.to_string(), after.period.to_string());
        self.say(About::Round, "What is open".into(), comes(before), comes(after));
    }
}

/// How two powers stand, in words.
pub fn relation_words(relation: Relation) -> &'static str {
    match relation {
        Relation::Hostile => "at war",
        Relation::Neutral => "neutral",
        Relation::Allied => "allied",
    }
}

/// What a stack is, where, and who leads it: `A+ LD in Dauphine, led by Charles VIII (322)`.
pub fn stack_words(world: &World, position: &Position, id: &Piece, stack: &Stack) -> String {
    let made_of = match Stack::kind(id) {
        Kind::Land => stack.force.words(),
        Kind::Fleet => fleet_words(&stack.fleet),
        Kind::Privateer => format!("privateer {}", if stack.privateer == 2 { "+" } else { "-" }),
        Kind::Leader => "leaders alone".to_owned(),
    };
    let leaders = position.leaders_of(id).into_iter().map(|(name, leader)| {
        let [manoeuvre, fire, shock] = leader.values;
        format!("{name} ({manoeuvre}{fire}{shock})")
    });
    let leaders = leaders.collect::<Vec<_>>().join(", ");
    let led = if leaders.is_empty() { String::new() } else { format!(", led by {leaders}") };
    format!("{made_of} {}{led}", place_words(world, position, stack))
}

/// Where a stack stands, and what it does there: `in Florence, besieging`.
pub fn place_words(world: &World, position: &Position, stack: &Stack) -> String {
    let map = &world.map;
    let place = map.name(&stack.at);
    let there = match (&stack.aboard, stack.posture, &stack.blockading) {
        (Some(fleet), _, _) => format!(", aboard {fleet}"),
        (_, Posture::Fortress, _) => ", in the fortress".to_owned(),
        (_, Posture::Port, _) => ", in port".to_owned(),
        (_, _, Some(port)) if shut_in_by(world, position, stack).is_none() => {
            format!(", before {}, too small to shut it in", map.name(port))
        }
        (_, _, Some(port)) => format!(", blockading {}", map.name(port)),
        _ if stack.besieging => ", besieging".to_owned(),
        _ => String::new(),
    };
    format!("in {place}{there}")
}

/// Who a leader is, and where: `554, with FR-1`.
pub fn leader_words(position: &Position, leader: &Leader) -> String {
    let [manoeuvre, fire, shock] = leader.values;
    let siege = if leader.siege == 0 { String::new() } else { format!("-{}", leader.siege) };
    let of = position.name(&leader.owner);
    let wounded = leader.wounded.filter(|until| position.round <= *until);
    let wounded = wounded.map_or(String::new(), |until| format!(", wounded until round {until} is over"));
    let place = match (&leader.captive, &leader.stack) {
        (Some(power), _) => format!("captive of {}", position.name(power)),
        (_, Some(stack)) => format!("with {stack}"),
        _ => "without a stack".to_owned(),
    };
    format!("{manoeuvre}{fire}{shock}{siege} of {of}, {place}{wounded}")
}

/// What of a province changes, each with its name.
pub fn ground_words(position: &Position, ground: &Ground) -> Vec<(&'static str, String)> {
    let of =
        |owner: &Option<Owner>| owner.as_deref().map_or("nobody", |owner| position.name(owner)).to_owned();
    let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
    let sides = |mark: u8| ["none", "-", "+"].get(usize::from(mark)).copied().unwrap_or("+").to_owned();
    let works =
        format!("{}{}", "+".repeat(ground.works as usize / 2), if ground.works % 2 == 1 { "-" } else { "" });
    let port = match ground.port {
        Port::None => "none",
        Port::Port => "a port",
        Port::Arsenal => "an arsenal",
    };
    let natives = format!("{}{}", ground.natives, if ground.risen { ", risen" } else { "" });
    vec![
        ("whose it is", of(&ground.owner)),
        ("held by", of(&ground.control)),
        ("fortress", if ground.fort { "a fort".into() } else { ground.fortress.to_string() }),
        ("port", port.into()),
        ("siege works", if works.is_empty() { "none".into() } else { works }),
        ("breach", yes(ground.breach)),
        ("revolt", sides(ground.revolt)),
        ("pillage", sides(ground.pillage)),
        ("natives", natives),
        (
            "mission",
            ground.mission.as_ref().map_or("none".to_owned(), |owner| position.name(owner).to_owned()),
        ),
    ]
}
