//! What a game administrator changes by hand: the referee's business between rounds. An edit gives another position; what differs
//! between the two is told value by value.

use fieldpost_engine::nearest::nearest;
use fieldpost_engine::piece::Piece;
use fieldpost_engine::touch::Touch;
use serde_json::{Map as Object, Value};

use crate::map::{Owner, Place, Port};
use crate::orders::stack_id;
use crate::position::{Discovered, Kind, PIRATES, Position, Posture, Relation, Stack, Weather, World};
use crate::scenario::{counters, made_leader};

mod said;

pub use said::{About, differing, ground_words, leader_words, said, stack_words};

/// The position after an edit in canonical words.
///
/// # Errors
/// Why it cannot be done, in a sentence.
pub fn edit(world: &World, position: &Position, words: &str) -> Result<Position, String> {
    let mut after = position.clone();
    let mut desk = Desk { world, position: &mut after };
    let (head, rest) = ROWS
        .iter()
        .filter_map(|(head, apply)| Some((head, apply, words.strip_prefix(head)?)))
        .max_by_key(|(head, _, _)| head.len())
        .map(|(_, apply, rest)| (apply, rest.trim()))
        .ok_or_else(|| format!("{words} is no edit of this game."))?;
    head(&mut desk, rest)?;
    Ok(after)
}

struct Desk<'a> {
    world: &'a World,
    position: &'a mut Position,
}

type Row = for<'a, 'b> fn(&'a mut Desk<'b>, &'a str) -> Result<(), String>;

const ROWS: &[(&str, Row)] = &[
    ("CREATE STACK", |desk, rest| desk.create_stack(rest)),
    ("REMOVE STACK", |desk, rest| {
        let id = desk.stack(rest)?;
        desk.position
            .leaders
            .values_mut()
            .filter(|leader| leader.stack.as_ref() == Some(&id))
            .for_each(|leader| leader.stack = None);
        desk.position.stacks.remove(&id);
        Ok(())
    }),
    ("MOVE STACK", |desk, rest| desk.move_stack(rest)),
    ("SET STACK", |desk, rest| {
        let (id, words) = two(rest)?;
        let id = desk.stack(id)?;
        let force = counters(words, desk.world)?;
        desk.fits(&force)?;
        desk.of(&id)?.force = force;
        Ok(())
    }),
    ("CREATE LEADER", |desk, rest| desk.create_leader(rest)),
    ("REMOVE LEADER", |desk, rest| {
        let leader = desk.position.leaders.remove(rest).ok_or_else(|| no_leader(rest))?;
        if let Some(id) = leader.stack {
            desk.position.dissolve(&id);
        }
        Ok(())
    }),
    ("WOUND LEADER", |desk, rest| {
        let (name, round) = rest.split_once(" UNTIL ROUND ").ok_or("expected UNTIL ROUND and a number")?;
        let round = number(round)?;
        desk.position.leaders.get_mut(name).ok_or_else(|| no_leader(name))?.wounded =
            u32::try_from(round).ok();
        Ok(())
    }),
    ("FREE LEADER", |desk, rest| {
        let leader = desk.position.leaders.get_mut(rest).ok_or_else(|| no_leader(rest))?;
        (leader.captive, leader.stack) = (None, None);
        Ok(())
    }),
    ("GRANT REQUEST", |desk, rest| desk.answer(rest, "granted")),
    ("REFUSE REQUEST", |desk, rest| desk.answer(rest, "refused")),
    ("SET CONTROL OF", |desk, rest| {
        let (place, owner) = desk.place_to(rest)?;
        desk.ground(&place)?.control = owner;
        Ok(())
    }),
    ("SET OWNER OF", |desk, rest| {
        let (place, owner) = desk.place_to(rest)?;
        desk.ground(&place)?.owner = owner;
        Ok(())
    }),
    ("SET FORTRESS", |desk, rest| {
        let (place, level) = last(rest)?;
        let place = desk.place(place)?;
        let ground = desk.ground(&place)?;
        (ground.fortress, ground.fort) = match level {
            "fort" => (0, true),
            "none" => (0, false),
            level => (
                u8::try_from(number(level)?)
                    .ok()
                    .filter(|level| *level <= 5)
                    .ok_or("a fortress has a level from 0 to 5")?,
                false,
            ),
        };
        Ok(())
    }),
    ("SET SIEGE WORKS", |desk, rest| {
        let (place, works) = last(rest)?;
        let place = desk.place(place)?;
        desk.ground(&place)?.works =
            works.chars().map(|mark| u32::from(mark == '-') + 2 * u32::from(mark == '+')).sum();
        Ok(())
    }),
    ("SET PORT", |desk, rest| {
        let (place, port) = last(rest)?;
        let place = desk.place(place)?;
        desk.ground(&place)?.port = match port {
            "none" => Port::None,
            "port" => Port::Port,
            "arsenal" => Port::Arsenal,
            other => return Err(format!("expected none, port or arsenal, found {other:?}")),
        };
        Ok(())
    }),
    ("SET PILLAGE", |desk, rest| {
        let (place, mark) = last(rest)?;
        let (place, mark) = (desk.place(place)?, sides(mark)?);
        desk.ground(&place)?.pillage = mark;
        Ok(())
    }),
    ("PLACE REVOLT IN", |desk, rest| {
        let (place, mark) = last(rest)?;
        let (place, mark) = (desk.place(place)?, sides(mark)?);
        desk.ground(&place)?.revolt = mark;
        Ok(())
    }),
    ("REMOVE REVOLT", |desk, rest| {
        let place = desk.place(rest)?;
        desk.ground(&place)?.revolt = 0;
        Ok(())
    }),
    ("PLACE PRIVATEER", |desk, rest| desk.place_privateer(rest)),
    ("PLACE PIRATE", |desk, rest| desk.place_privateer(rest)),
    ("SET NATIVES", |desk, rest| {
        let (rest, active) = rest.strip_suffix(" ACTIVE").map_or((rest, false), |rest| (rest, true));
        let (place, count) = last(rest)?;
        let (place, count) =
            (desk.place(place)?, u32::try_from(number(count)?).map_err(|_| "a number of detachments")?);
        let ground = desk.ground(&place)?;
        (ground.natives, ground.risen) = (count, active);
        Ok(())
    }),
    ("SET DISCOVERY", |desk, rest| {
        let (power, rest) = two(rest)?;
        let (place, known) = last(rest)?;
        let (power, place) = (desk.power(power)?, desk.place(place)?);
        let known = match known {
            "yes" => Discovered::Yes,
            "no" => Discovered::No,
            "never" => Discovered::Never,
            other => return Err(format!("expected yes, no or never, found {other:?}")),
        };
        desk.ground(&place)?.discovered.insert(power, known);
        Ok(())
    }),
    ("SET RELATION", |desk, rest| desk.set_relation(rest)),
    ("GIVE MINOR", |desk, rest| {
        let (minor, seat) = rest.split_once(" TO ").ok_or("expected TO and a power")?;
        let (minor, seat) = (desk.power(minor)?, desk.power(seat)?);
        let name = desk.position.powers.get(&seat).cloned().unwrap_or_default();
        let power = desk.position.powers.get_mut(&minor).ok_or("no such minor")?;
        if power.player.is_some() {
            return Err(format!("{minor} is played, and obeys nobody."));
        }
        (power.seat, power.land, power.naval) = (seat, name.land, name.naval);
        Ok(())
    }),
    ("TAKE MINOR", |desk, rest| {
        let minor = desk.power(rest)?;
        let power = desk
            .position
            .powers
            .get_mut(&minor)
            .filter(|power| power.player.is_none())
            .ok_or("it is no minor")?;
        power.seat = minor;
        Ok(())
    }),
    ("SET PASSAGE", |desk, rest| {
        let pair = desk.pair(rest)?;
        desk.position.passages.insert(pair);
        Ok(())
    }),
    ("REVOKE PASSAGE", |desk, rest| {
        let pair = desk.pair(rest)?;
        if desk.position.passages.remove(&pair) { Ok(()) } else { Err("there is no such passage".into()) }
    }),
    ("SET TREASURY", |desk, rest| {
        let (power, ducats) = last(rest)?;
        let (power, ducats) = (desk.power(power)?, number(ducats)?);
        desk.position.powers.get_mut(&power).ok_or("no such power")?.treasury = ducats;
        Ok(())
    }),
    ("SET TECHNOLOGY", |desk, rest| desk.set_technology(rest)),
    ("SET INITIATIVE", |desk, rest| {
        let order = rest.split(' ').map(|name| desk.power(name)).collect::<Result<Vec<_>, _>>()?;
        let (mut old, mut new) = (desk.position.initiative.clone(), order.clone());
        old.sort();
        new.sort();
        if old != new {
            return Err(format!("expected every seat once: {}", old.join(" ")));
        }
        desk.position.initiative = order;
        Ok(())
    }),
    ("WEATHER", |desk, rest| {
        desk.position.weather = match rest.to_ascii_uppercase().as_str() {
            "GOOD" => Weather::Good,
            "BAD" => Weather::Bad,
            other => return Err(format!("expected GOOD or BAD, found {other:?}")),
        };
        Ok(())
    }),
    ("PERIOD", |desk, rest| {
        desk.position.period = u8::try_from(number(rest)?)
            .ok()
            .filter(|period| (1..=7).contains(period))
            .ok_or("a period from 1 to 7")?;
        Ok(())
    }),
    ("SET POINTS", |desk, rest| {
        let (power, points) = last(rest)?;
        let (power, points) = (desk.power(power)?, i32::try_from(number(points)?).map_err(|_| "too many")?);
        desk.position.powers.get_mut(&power).ok_or("no such power")?.points = points;
        Ok(())
    }),
    ("PLACE GARRISON", |desk, rest| {
        let (id, place) = rest.split_once(" AT ").ok_or("expected AT and a province")?;
        desk.create_stack(&format!("{id} AT {place} WITH LD"))
    }),
    ("NEXT TURN", |desk, _| {
        if desk.position.over {
            return Err("The last round is over, and no turn follows it: END GAME closes the game.".into());
        }
        desk.position.interphase = true;
        Ok(())
    }),
    ("END GAME", |desk, _| {
        desk.position.over = true;
        Ok(())
    }),
];

fn no_leader(name: &str) -> String {
    format!("There is no leader {name:?}.")
}

fn two(rest: &str) -> Result<(&str, &str), String> {
    rest.split_once(' ').ok_or_else(|| format!("expected more behind {rest:?}"))
}

fn last(rest: &str) -> Result<(&str, &str), String> {
    rest.rsplit_once(' ').ok_or_else(|| format!("expected more behind {rest:?}"))
}

fn number(word: &str) -> Result<i64, String> {
    word.trim().parse().map_err(|_| format!("expected a number, found {word:?}"))
}

fn sides(mark: &str) -> Result<u8, String> {
    match mark {
        "-" => Ok(1),
        "+" => Ok(2),
        "none" => Ok(0),
        other => Err(format!("expected - or + or none, found {other:?}")),
    }
}

impl Desk<'_> {
    /// The referee's word on a request, which its power is told.
    fn answer(&mut self, rest: &str, word: &str) -> Result<(), String> {
        let (number, words) = rest.split_once(' ').unwrap_or((rest, ""));
        let number = u32::try_from(self::number(number)?).map_err(|_| "expected the number of a request")?;
        let request = self
            .position
            .requests
            .get_mut(&number)
            .ok_or_else(|| format!("There is no request {number}: SHOW REQUESTS lists them."))?;
        let words = words.trim();
        request.answer = Some(if words.is_empty() { word.to_owned() } else { format!("{word}: {words}") });
        Ok(())
    }

    fn place(&self, name: &str) -> Result<Place, String> {
        let wanted = name.trim().to_lowercase();
        let map = &self.world.map;
        let mut named = map
            .provinces
            .values()
            .map(|found| (&found.id, &found.name))
            .chain(map.seas.values().map(|found| (&found.id, &found.name)));
        let found = named.find(|(id, name)| ***id == *wanted || name.to_lowercase() == wanted);
        found.map(|(id, _)| id.clone()).ok_or_else(|| format!("There is no place {name:?} on this map."))
    }

    fn power(&self, name: &str) -> Result<Owner, String> {
        let fits = |(id, power): &(&Owner, &crate::position::Power)| {
            id.eq_ignore_ascii_case(name.trim()) || power.name.eq_ignore_ascii_case(name.trim())
        };
        let known = self.position.powers.iter().find(fits).map(|(id, _)| id.clone());
        let owner = || {
            self.position
                .grounds
                .values()
                .filter_map(|ground| ground.owner.clone())
                .find(|owner| owner.eq_ignore_ascii_case(name.trim()))
        };
        known.or_else(owner).ok_or_else(|| self.no_power(name))
    }

    /// That there is no such power, and which is nearest.
    fn no_power(&self, name: &str) -> String {
        let powers = &self.position.powers;
        let names = powers.iter().flat_map(|(id, power)| [(&**id, &power.name), (&*power.name, &power.name)]);
        let names: Vec<(String, &String)> =
            names.map(|(known, power)| (known.to_lowercase(), power)).collect();
        let known = names.iter().map(|(known, power)| (known.as_str(), *power));
        let hint = match nearest(&name.trim().to_lowercase(), known) {
            Some(near) => format!("Did you mean {near}?"),
            None => {
                let all = powers.iter().map(|(id, power)| format!("{} ({id})", power.name));
                format!("There are: {}.", all.collect::<Vec<_>>().join(", "))
            }
        };
        format!("There is no power {name:?} in this game. {hint}")
    }

    fn stack(&self, name: &str) -> Result<Piece, String> {
        let id = stack_id(name.trim()).filter(|id| self.position.stacks.contains_key(id));
        id.ok_or_else(|| format!("There is no stack {name:?} in this game."))
    }

    fn of(&mut self, id: &Piece) -> Result<&mut Stack, String> {
        self.position.stacks.get_mut(id).ok_or_else(|| format!("There is no stack {id} in this game."))
    }

    fn ground(&mut self, place: &Place) -> Result<&mut crate::position::Ground, String> {
        self.position.grounds.get_mut(place).ok_or_else(|| format!("{place} is no province."))
    }

    fn place_to(&self, rest: &str) -> Result<(Place, Option<Owner>), String> {
        let (place, owner) = rest.split_once(" TO ").ok_or("expected TO and a power, or nobody")?;
        let owner = if owner.eq_ignore_ascii_case("nobody") { None } else { Some(self.power(owner)?) };
        Ok((self.place(place)?, owner))
    }

    fn pair(&self, rest: &str) -> Result<(Owner, Owner), String> {
        let (who, whose) = rest.split_once(" THROUGH ").ok_or("expected THROUGH and a power")?;
        Ok((self.power(who)?, self.power(whose)?))
    }

    fn fits(&self, force: &crate::position::Force) -> Result<(), String> {
        let table = &self.world.tables.stacking;
        let over = force.counted() > table.land_counters || force.detachments() > table.land_detachments;
        if over { Err("That is over the stacking limit (G3).".into()) } else { Ok(()) }
    }

    /// `FR-7 AT milan WITH A- LD [IN FORTRESS] [FOR FRA]`
    fn create_stack(&mut self, rest: &str) -> Result<(), String> {
        let (id, rest) = rest.split_once(" AT ").ok_or("expected AT and a place")?;
        let id = stack_id(id.trim()).ok_or_else(|| format!("{id:?} is no stack's id, such as FR-7."))?;
        if self.position.stacks.contains_key(&id) {
            return Err(format!("There is a stack {id} already."));
        }
        let (place, rest) = rest.split_once(" WITH ").ok_or("expected WITH and counters")?;
        let (rest, owner) =
            rest.split_once(" FOR ").map_or((rest, None), |(rest, owner)| (rest, Some(owner)));
        let (rest, posture) = match (rest.strip_suffix(" IN FORTRESS"), rest.strip_suffix(" IN PORT")) {
            (Some(rest), _) => (rest, Posture::Fortress),
            (_, Some(rest)) => (rest, Posture::Port),
            _ => (rest, Posture::Open),
        };
        let at = self.place(place)?;
        let head = |id: &Piece| id.as_str().split('-').next().unwrap_or_default().to_owned();
        let like = self
            .position
            .stacks
            .iter()
            .find(|(known, _)| head(known) == head(&id))
            .map(|(_, stack)| stack.owner.clone());
        let owner = match owner {
            Some(name) => self.power(name)?,
            None => like.ok_or("Whose is it? Add FOR and a power.")?,
        };
        let force = counters(rest, self.world)?;
        self.fits(&force)?;
        self.position.stacks.insert(id, Stack { owner, at, posture, force, ..Stack::default() });
        Ok(())
    }

    fn move_stack(&mut self, rest: &str) -> Result<(), String> {
        let (id, place) = two(rest)?;
        let (id, at) = (self.stack(id)?, self.place(place)?);
        let by_sea = self.world.map.is_sea(&at);
        let kind = Stack::kind(&id);
        if by_sea && kind == Kind::Land {
            return Err("A stack on land is no fleet.".into());
        }
        let posture = if !by_sea && matches!(kind, Kind::Fleet | Kind::Privateer) {
            Posture::Port
        } else {
            Posture::Open
        };
        let stack = self.of(&id)?;
        (stack.at, stack.posture, stack.besieging, stack.blockading) = (at, posture, false, None);
        Ok(())
    }

    /// `Foix FOR FRA RANK A VALUES 554 AT FR-1`
    fn create_leader(&mut self, rest: &str) -> Result<(), String> {
        let (name, rest) = rest.split_once(" FOR ").ok_or("expected FOR and a power")?;
        let (power, rest) = rest.split_once(" RANK ").ok_or("expected RANK and a letter")?;
        let (rank, rest) = rest.split_once(" VALUES ").ok_or("expected VALUES and three figures")?;
        let (values, stack) = rest.split_once(" AT ").ok_or("expected AT and a stack")?;
        let (owner, stack) = (self.power(power)?, self.stack(stack)?);
        let order = u32::try_from(self.position.leaders.len()).unwrap_or(0);
        let leader = made_leader(self.world, &owner, rank, values, &stack)?;
        if self.position.leaders.contains_key(name) {
            return Err(format!("There is a leader {name} already."));
        }
        self.position.leaders.insert(name.to_owned(), crate::position::Leader { order, ..leader });
        Ok(())
    }

    /// `SP-P1 IN channel +`
    fn place_privateer(&mut self, rest: &str) -> Result<(), String> {
        let (id, rest) = rest.split_once(" IN ").ok_or("expected IN and a sea")?;
        let (sea, mark) = last(rest)?;
        let id = stack_id(id.trim())
            .filter(|id| Stack::kind(id) == Kind::Privateer)
            .ok_or_else(|| format!("{id:?} is no privateer's id, such as SP-P1."))?;
        let (at, privateer) = (self.place(sea)?, sides(mark)?);
        let head = id.as_str().split('-').next().unwrap_or_default().to_owned();
        let owner = if head == PIRATES {
            PIRATES.into()
        } else {
            let mut like = self
                .position
                .stacks
                .iter()
                .filter(|(known, _)| known.as_str().starts_with(&format!("{head}-")));
            like.next()
                .map(|(_, stack)| stack.owner.clone())
                .ok_or("whose it is cannot be told from its letters")?
        };
        self.position.stacks.insert(id, Stack { owner, at, privateer, ..Stack::default() });
        Ok(())
    }

    fn set_relation(&mut self, rest: &str) -> Result<(), String> {
        let words: Vec<&str> = rest.split(' ').collect();
        let [one, other, word] = words.as_slice() else {
            let flag = words.iter().find(|word| ["PREVIEW", "CHECK"].contains(&word.to_uppercase().as_str()));
            let more = flag.map_or(String::new(), |flag| format!("; {flag} stands on a line of its own"));
            return Err(format!("expected two powers and hostile, neutral or allied{more}"));
        };
        let relation = match *word {
            "hostile" => Relation::Hostile,
            "neutral" => Relation::Neutral,
            "allied" => Relation::Allied,
            other => return Err(format!("expected hostile, neutral or allied, found {other:?}")),
        };
        let (one, other) = (self.power(one)?, self.power(other)?);
        let is_pair =
            |(a, b, _): &(Owner, Owner, Relation)| (*a == one && *b == other) || (*a == other && *b == one);
        self.position.relations.retain(|listed| !is_pair(listed));
        self.position.relations.push((one, other, relation));
        Ok(())
    }

    fn set_technology(&mut self, rest: &str) -> Result<(), String> {
        let (power, rest) = two(rest)?;
        let (kind, name) = two(rest)?;
        let power = self.power(power)?;
        let tables = &self.world.tables;
        let known = match kind.to_ascii_lowercase().as_str() {
            "land" => &tables.land_technology.order,
            "naval" => &tables.naval_technology.order,
            other => return Err(format!("expected land or naval, found {other:?}")),
        };
        let tercios = kind.eq_ignore_ascii_case("land") && name == "Tercios";
        if !tercios && !known.iter().any(|known| known == name) {
            return Err(format!("{name:?} is none of {}", known.join(", ")));
        }
        let found = self.position.powers.get_mut(&power).ok_or("no such power")?;
        match (kind.eq_ignore_ascii_case("land"), tercios) {
            (true, true) => found.tercios = true,
            (true, false) => (found.land, found.tercios) = (name.to_owned(), false),
            (false, _) => found.naval = name.to_owned(),
        }
        Ok(())
    }
}

/// What differs between two positions, value by value.
pub fn touches(before: &Position, after: &Position) -> Vec<Touch> {
    let json = |position: &Position| serde_json::to_value(position).unwrap_or(Value::Null);
    let mut all = Vec::new();
    compare("", &json(before), &json(after), &mut all);
    all
}

fn compare(path: &str, before: &Value, after: &Value, all: &mut Vec<Touch>) {
    if before == after {
        return;
    }
    if let (Value::Object(one), Value::Object(other)) = (before, after) {
        return compare_objects(path, one, other, all);
    }
    all.push(Touch {
        path: path.to_owned(),
        at: None,
        before: Some(before.clone()),
        after: Some(after.clone()),
    });
}

fn compare_objects(
    path: &str,
    before: &Object<String, Value>,
    after: &Object<String, Value>,
    all: &mut Vec<Touch>,
) {
    let keys: std::collections::BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    for key in keys {
        let path = format!("{path}/{}", key.replace('~', "~0").replace('/', "~1"));
        match (before.get(key), after.get(key)) {
            (Some(one), Some(other)) => compare(&path, one, other, all),
            (one, other) => all.push(Touch { path, at: None, before: one.cloned(), after: other.cloned() }),
        }
    }
}

/// A position with touches carried out in their order.
///
/// # Errors
/// If a value is not what it was before them, or there would be no such position.
pub fn redo(position: &Position, touches: &[Touch]) -> Result<Position, String> {
    let mut value = serde_json::to_value(position).map_err(|why| why.to_string())?;
    for touch in touches.iter().filter(|touch| touch.before != touch.after) {
        let (parent, key) =
            touch.path.rsplit_once('/').ok_or_else(|| format!("{} is no place of a position", touch.path))?;
        let key = key.replace("~1", "/").replace("~0", "~");
        let there = value.pointer_mut(parent).and_then(Value::as_object_mut);
        let object = there.ok_or_else(|| format!("{} is no longer there", touch.path))?;
        if object.get(&key) != touch.before.as_ref() {
            return Err(format!("{} is not what the edit left or found there", touch.path));
        }
        match &touch.after {
            Some(after) => drop(object.insert(key, after.clone())),
            None => drop(object.remove(&key)),
        }
    }
    serde_json::from_value(value).map_err(|why| format!("there would be no such position: {why}"))
}

#[cfg(test)]
mod tests;
