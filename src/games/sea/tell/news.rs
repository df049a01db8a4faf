//! What happened at sea, in sentences, to one player: of events that the player was told of, and of nothing else.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::engine::event::{Saw, Told};
use crate::engine::ids::PlayerNo;
use crate::games::ground::nation::NationCode;
use crate::games::sea::chart::Chart;
use crate::games::sea::event::{Account, Event, Kind, Part};
use crate::games::sea::place::Place;
use crate::games::sea::ship::ShipId;
use crate::games::sea::state::SeaState;

/// What happened in a phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Chapter {
    /// The phase, in words.
    pub title: String,
    /// A sentence each.
    pub lines: Vec<String>,
}

/// Who reads.
pub struct Reader<'a> {
    /// The chart.
    pub chart: &'a Chart,
    /// The position when all is over: how nations stand.
    pub state: &'a SeaState,
    /// The names of ships, those of ships that were lost too.
    pub names: &'a BTreeMap<ShipId, String>,
    /// The player.
    pub player: PlayerNo,
    /// For whom the player plays.
    pub nation: NationCode,
    /// Whether all is told, whoever was: to a game administrator.
    pub of_all: bool,
}

/// What a sentence of an event is made of.
struct Words {
    ship: String,
    from: String,
    here: String,
    way: String,
    other: String,
    count: u32,
    why: String,
    tac: String,
}

/// What only a ship's own side learns though others lie beside it: what goes on aboard.
const ABOARD: [Kind; 13] = [
    Kind::Attach,
    Kind::Detach,
    Kind::Combine,
    Kind::Divide,
    Kind::Crew,
    Kind::Repair,
    Kind::Stores,
    Kind::NoStores,
    Kind::NotSailed,
    Kind::Load,
    Kind::Disperse,
    Kind::Avoid,
    Kind::Refused,
];

impl Reader<'_> {
    /// All that the player was told, by phases in their order.
    pub fn chapters(&self, events: &[Told<Event>]) -> Vec<Chapter> {
        let mut chapters: Vec<Chapter> = Vec::new();
        for told in events {
            let Some(saw) = self.saw(told) else { continue };
            let lines = self.lines(&told.event, saw);
            let title = capital(told.event.phase.words());
            match chapters.last_mut().filter(|chapter| chapter.title == title) {
                Some(chapter) => chapter.lines.extend(lines),
                None => chapters.push(Chapter { title, lines }),
            }
        }
        chapters.retain(|chapter| !chapter.lines.is_empty());
        chapters
    }

    /// The gravest: battles with who won, ships and ports lost and taken.
    pub fn lead(&self, events: &[Told<Event>]) -> Vec<String> {
        let line = |told: &Told<Event>| {
            let (saw, event) = (self.saw(told)?, &told.event);
            match (&event.battle, event.kind) {
                (Some(account), _) => Some(self.outcome(event, account)),
                (None, Kind::Sunk | Kind::Captured | Kind::Foundered | Kind::Wrecked | Kind::CapturePort) => {
                    Some(self.sentence(event, saw))
                }
                _ => None,
            }
        };
        events.iter().filter_map(line).collect()
    }

    /// What the player's ships and office could not do as ordered.
    pub fn attention(&self, events: &[Told<Event>]) -> Vec<String> {
        let refused = events.iter().filter(|told| told.event.kind == Kind::Refused);
        let own = |told: &&Told<Event>| told.event.ship.is_none_or(|id| self.is_ours(id));
        refused.filter(own).filter_map(|told| Some(self.sentence(&told.event, self.saw(told)?))).collect()
    }

    fn saw(&self, told: &Told<Event>) -> Option<Saw> {
        if self.of_all { Some(Saw::All) } else { told.saw(self.player) }
    }

    fn is_ours(&self, id: ShipId) -> bool {
        self.is_our_nation(id.nation)
    }

    fn is_our_nation(&self, nation: NationCode) -> bool {
        self.of_all || self.state.allied(nation, self.nation)
    }

    fn lines(&self, event: &Event, saw: Saw) -> Vec<String> {
        let ours = event.ship.is_none_or(|id| self.is_ours(id));
        if !ours && ABOARD.contains(&event.kind) {
            return Vec::new();
        }
        if let Some(account) = &event.battle {
            return self.battle(event, account);
        }
        vec![self.sentence(event, saw)]
    }

    fn called(&self, id: ShipId) -> String {
        match self.names.get(&id).filter(|name| !name.is_empty()) {
            Some(name) => format!("{name} ({id})"),
            None => id.to_string(),
        }
    }

    /// What a sentence calls something else that has part in it: a ship by its name, all others as they are.
    fn other(&self, event: &Event) -> String {
        let Some(other) = &event.other else { return String::new() };
        other.parse::<ShipId>().map_or_else(|_| other.clone(), |id| self.called(id))
    }

    fn place(&self, place: Place) -> String {
        match place {
            Place::Sea(sea, area) => format!("{}, area {area}", self.chart.sea(sea).code),
            Place::Harbor(port) => format!("the harbor of {}", self.chart.port(port).name),
            Place::River(_) => match self.chart.port_in(place) {
                Some(port) => format!("{} ({})", self.chart.label(place), self.chart.port(port).name),
                None => self.chart.label(place),
            },
            other => self.chart.label(other),
        }
    }

    fn sentence(&self, event: &Event, saw: Saw) -> String {
        let from = event.from.filter(|_| saw != Saw::End).map(|place| self.place(place));
        let to = event.at.filter(|_| saw != Saw::Start).map(|place| self.place(place));
        let way = match (&from, &to) {
            (Some(from), Some(to)) if from != to => format!(" from {from} to {to}"),
            (Some(from), None) => format!(" from {from}"),
            (_, Some(to)) => format!(" to {to}"),
            (None, None) => String::new(),
        };
        let words = Words {
            ship: event.ship.map_or_else(String::new, |id| self.called(id)),
            here: to.unwrap_or_default(),
            from: from.unwrap_or_default(),
            way,
            other: self.other(event),
            count: event.count.unwrap_or(0),
            why: event.why.clone().unwrap_or_default(),
            tac: match (event.square, event.tac) {
                (Some(at), Some(tac)) => format!(" at {} {tac}", self.chart.grid.label(at)),
                (_, tac) => tac.map_or_else(String::new, |tac| format!(" at {tac}")),
            },
        };
        let text = self.of_sailing(event, &words).unwrap_or_else(|| self.of_fighting(event, &words));
        format!("{}.", capital(text.trim_end_matches('.')))
    }

    /// Orders, sailing, meeting.
    fn of_sailing(&self, event: &Event, words: &Words) -> Option<String> {
        let Words { ship, from, here, way, other, count, why, .. } = words;
        Some(match event.kind {
            Kind::Attach => format!("{ship} sails under the orders of {other}"),
            Kind::Detach if other.is_empty() => format!("{ship} is detached"),
            Kind::Detach => format!("{ship} is out of contact with {other}, and sails under her own orders"),
            Kind::Combine => format!("{ship} goes into {other}"),
            Kind::Divide => format!("{other} is parted off {ship}"),
            Kind::Crew => format!("{ship} hands {count} of her crew over to {other}"),
            Kind::Scuttle if other.is_empty() => format!("{ship} is scuttled in {here}"),
            Kind::Scuttle => format!("{ship} is {other}"),
            Kind::Repair => format!("{ship} is mended by {count} in {here}"),
            Kind::Stores if ship.is_empty() && !other.is_empty() => {
                format!("{count} naval stores are moved from {other}")
            }
            Kind::Stores if ship.is_empty() => format!("{count} naval stores are moved{way}"),
            Kind::Stores => format!("{ship} takes {count} stores aboard in {here}"),
            Kind::NoStores => format!("{ship} has no stores left, and makes for her base"),
            Kind::Sail => format!("{ship} sails{way}"),
            Kind::NotSailed => format!("{ship} makes no way and stays in {here}"),
            Kind::Disperse => format!("{ship} parts company in {here}"),
            Kind::Enter | Kind::Leave => format!("{ship} goes{way}"),
            Kind::Passage => format!("{ship} passes {here}"),
            Kind::River => format!(
                "{ship} goes along the river{way}, {count} {}",
                if *count == 1 { "square" } else { "squares" }
            ),
            Kind::Halted if why.is_empty() => format!("{ship} halts in {here}"),
            Kind::Halted => format!("{ship} halts in {here}: {why}"),
            Kind::Meet => format!("{ship} meets {other} in {here}"),
            Kind::Avoid => format!("{ship} avoids enemies in {here}"),
            Kind::Join => format!("{ship} joins {other} in {here}"),
            Kind::Pursue => format!("{ship} pursues {other}{way}"),
            Kind::Transit => format!(
                "{ship} leaves {} for the other side of the Atlantic",
                if from.is_empty() { here } else { from }
            ),
            Kind::Arrive => format!("{ship} arrives in {here}"),
            _ => return None,
        })
    }

    /// Fights, storms, what goes aboard and ashore.
    fn of_fighting(&self, event: &Event, words: &Words) -> String {
        let Words { ship, here, way, other, count, why, tac, .. } = words;
        match event.kind {
            Kind::Sortie => format!("{ship} comes out{way} to fight"),
            Kind::StandIn => format!("{ship} stands in{way} to fight"),
            Kind::Evade => format!("{ship} evades battle and gets away{way}"),
            Kind::NavalCombat => format!("there is a battle in {here}"),
            Kind::Sunk => format!("{ship} is sunk in {here}"),
            Kind::Captured if event.ship.is_some_and(|id| self.is_ours(id)) => {
                format!("{ship} is lost: taken by {other} in {here}")
            }
            Kind::Captured => format!("{ship} is taken by {other} in {here}"),
            Kind::Escaped => format!("{ship} escapes from the battle{way}"),
            Kind::Driven => format!("{ship} is driven off{way}"),
            Kind::RunPast => format!("{ship} runs past{way}, {count} squares on"),
            Kind::TurnedBack => format!("{ship} does not get past, and turns back to {here}"),
            Kind::BatteryLost => format!("{count} of the batteries of {other} in {here} are silenced"),
            Kind::Storm if event.ship.is_none() => format!("it storms in {here}"),
            Kind::Storm => format!("{ship} is damaged by the storm in {here}, by {count}"),
            Kind::Blown => format!("{ship} is blown away by the storm{way}"),
            Kind::Foundered => format!("{ship} founders in {here} and is lost"),
            Kind::Wrecked => format!("{ship} is blown on the rocks of {here} and is lost"),
            Kind::Load => format!("{ship} takes {}{other} aboard in {here}", counted(event)),
            Kind::Unload => format!("{ship} sets {}{other} ashore in {here}{tac}", counted(event)),
            Kind::Land => format!("{ship} lands {other} from {here}{tac}"),
            Kind::Refused => not_done(event.order.as_deref(), ship, why),
            Kind::ShipBombards | Kind::ShipSupports if !other.is_empty() => {
                format!("shells of {ship} strike {other}{tac}: {count} men fall")
            }
            Kind::ShipBombards => format!("{ship} shells{tac} from {here}, strength {count}"),
            Kind::ShipSupports => format!("{ship} fires into the battle{tac} from {here}, strength {count}"),
            Kind::Bridge => format!("{ship} destroys the railway bridge in {here}"),
            Kind::Pontoon if ship.is_empty() => format!("the pontoon bridge in {here} is destroyed"),
            Kind::Pontoon => format!("{ship} destroys the pontoon bridge in {here}"),
            Kind::GarrisonCombat => self.garrison(event, here, other),
            Kind::CapturePort => format!("{here} falls to {other}"),
            Kind::Sighted if ship.is_empty() => format!("a turn ago a garrison saw {other} in its harbor"),
            Kind::Sighted => format!("{ship} finds {other} in {here}"),
            Kind::Rumour => match count {
                1 => format!("it is said that an enemy ship was in {here} when the turn began"),
                _ => format!("it is said that about {count} enemy ships were in {here} when the turn began"),
            },
            _ => format!("{ship}: {}", event.kind.words()),
        }
    }

    fn garrison(&self, event: &Event, here: &str, other: &str) -> String {
        let (attack, defence) = event.strength.unwrap_or_default();
        let won = if other.is_empty() { String::new() } else { format!("; {other} holds it") };
        format!("the garrison of {here} fights, {attack} against {defence}{won}")
    }

    /// A battle in a sentence: who fought where, and who won.
    fn outcome(&self, event: &Event, account: &Account) -> String {
        let here = event.at.map_or_else(String::new, |at| self.place(at));
        let [one, other] = [0, 1].map(|side| nation_of(&account.sides[side]));
        let won = match account.winner {
            Some(side) => format!("{} won", [&one, &other][side.min(1)]),
            None => "nobody won".to_owned(),
        };
        format!("Naval battle in {here}: {one} against {other}; {won}.")
    }

    /// A battle ship by ship (naval record 12.4): of one's own side all that is known aboard, of others what is seen from the other
    /// side of the water: hits, great damage, what became of them, and strength to the ten.
    fn battle(&self, event: &Event, account: &Account) -> Vec<String> {
        let here = event.at.map_or_else(String::new, |at| self.place(at));
        let at_close = account.sides.iter().flatten().any(|part| part.close);
        let how = if at_close { "at close quarters" } else { "at range" };
        let mut lines = vec![format!("Battle in {here}, {how}.")];
        for (number, side) in account.sides.iter().enumerate() {
            let began = ["began it", "were met"][number];
            let won = if account.winner == Some(number) { "; they win" } else { "" };
            let nation = nation_of(side);
            lines.push(format!("{} {began}, with {}{won}.", capital(&nation), self.strength(side)));
            lines.extend(side.iter().map(|part| self.part(part)));
        }
        if account.winner.is_none() {
            lines.push("Nobody wins: both part.".into());
        }
        lines
    }

    fn strength(&self, side: &[Part]) -> String {
        let sum = side.iter().map(|part| part.strength).sum::<u32>();
        let own = side.first().and_then(nation_in).is_some_and(|nation| self.is_our_nation(nation));
        let many = if side.len() == 1 {
            "1 ship or battery".to_owned()
        } else {
            format!("{} ships and batteries", side.len())
        };
        let ships = side.iter().all(|part| part.id.parse::<ShipId>().is_ok());
        let many = match (ships, side.len()) {
            (true, 1) => "1 ship".to_owned(),
            (true, count) => format!("{count} ships"),
            (false, _) => many,
        };
        if own {
            format!("{many} of strength {sum}")
        } else {
            format!("{many} of strength about {}", (sum + 5) / 10 * 10)
        }
    }

    fn part(&self, part: &Part) -> String {
        let own = nation_in(part).is_some_and(|nation| self.is_our_nation(nation));
        let (hull, propulsion, crew) = part.after;
        let is_ship = part.id.parse::<ShipId>().is_ok();
        let mut told = vec![if part.hits == 1 { "1 hit".to_owned() } else { format!("{} hits", part.hits) }];
        match (own, is_ship) {
            (true, true) => told.push(format!("hull {hull}, propulsion {propulsion}, crew {crew}")),
            (true, false) => told.push(format!("{crew} batteries left")),
            (false, true) => {
                told.extend((3..5).contains(&hull).then(|| "low in the water".to_owned()));
                told.extend((4..=5).contains(&propulsion).then(|| "hardly under way".to_owned()));
            }
            (false, false) => {}
        }
        told.extend(Some(part.fate.to_owned()).filter(|fate| !fate.is_empty()));
        format!("{}: {}.", part.name, told.join("; "))
    }
}

/// What was not done as ordered, by which ship or for an office, and why.
fn not_done(order: Option<&str>, ship: &str, why: &str) -> String {
    match (order, ship.is_empty()) {
        (Some(order), false) => format!("{ship} could not do as ordered: {order}: {why}"),
        (Some(order), true) => format!("not carried out: {order}: {why}"),
        (None, false) => format!("{ship} could not do as ordered: {why}"),
        (None, true) => format!("an order is not carried out: {why}"),
    }
}

/// The nation of a ship or battery.
fn nation_in(part: &Part) -> Option<NationCode> {
    part.id.get(..2).and_then(NationCode::new)
}

/// The nations of a side, with their article.
fn nation_of(side: &[Part]) -> String {
    let mut nations: Vec<NationCode> = side.iter().filter_map(nation_in).collect();
    nations.sort_unstable();
    nations.dedup();
    let words: Vec<String> = nations.iter().map(NationCode::spoken).collect();
    if words.is_empty() { "nobody".into() } else { words.join(" and ") }
}

fn counted(event: &Event) -> String {
    event.count.map_or_else(String::new, |count| format!("{count} "))
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
