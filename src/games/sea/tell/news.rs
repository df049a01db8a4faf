//! What happened at sea, in sentences, to one player: of events that the player was told of, and of nothing else.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::chart::Chart;
use crate::event::{Account, Event, Kind, Part, STANDS};
use crate::place::Place;
use crate::ship::ShipId;
use crate::state::SeaState;
use crate::tell::sides::{batteries, nation_in, nation_of, nation_of_id, prize, units};
use fieldpost_engine::event::{Saw, Told};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::words::capital;
use fieldpost_ground::nation::NationCode;

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

/// To how many men losses of others are told, as ashore.
const ENEMY_LOSSES: u32 = 50;

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
        // What the player was not told of stands between nothing.
        for (told, saw) in in_order(events.iter().filter_map(|told| Some((told, self.saw(told)?))).collect())
        {
            let lines = self.lines(told, saw, events);
            let title = capital(told.event.phase.words());
            match chapters.last_mut().filter(|chapter| chapter.title == title) {
                Some(chapter) => chapter.lines.extend(lines),
                None => chapters.push(Chapter { title, lines }),
            }
        }
        chapters.retain(|chapter| !chapter.lines.is_empty());
        chapters
    }

    /// The gravest: battles with who won, ships and ports lost and taken, landings off the ports of whoever lands.
    pub fn lead(&self, events: &[Told<Event>]) -> Vec<String> {
        let line = |told: &Told<Event>| {
            let (saw, event) = (self.saw(told)?, &told.event);
            match (&event.battle, event.kind) {
                (Some(account), _) => Some(self.outcome(event, account)),
                (
                    None,
                    Kind::Sunk
                    | Kind::Captured
                    | Kind::Foundered
                    | Kind::Wrecked
                    | Kind::CapturePort
                    | Kind::Land,
                ) => Some(self.sentence(event, saw)),
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

    fn lines(&self, told: &Told<Event>, saw: Saw, all: &[Told<Event>]) -> Vec<String> {
        let event = &told.event;
        let ours = event.ship.is_none_or(|id| self.is_ours(id));
        if !ours && ABOARD.contains(&event.kind) {
            return Vec::new();
        }
        if let Some(account) = &event.battle {
            return self.battle(event, account);
        }
        if matches!(event.kind, Kind::ShipBombards | Kind::ShipSupports) && event.other.is_none() {
            return vec![self.fired(event, all)];
        }
        vec![self.sentence(event, saw)]
    }

    /// Fire of a ship at a square ashore, with whether it struck anybody: whom, stands in sentences of their own. Only her own side
    /// knows the weight of her guns.
    fn fired(&self, event: &Event, all: &[Told<Event>]) -> String {
        let by = event.ship.map_or_else(String::new, |id| self.called(id));
        let from = event.at.map_or_else(String::new, |at| self.place(at));
        let square = event.at.and_then(|at| self.chart.square(at)).map(|at| self.chart.grid.label(at));
        let tac = event.tac.map(|tac| tac.to_string());
        let at: Vec<String> = square.into_iter().chain(tac).collect();
        let does = if event.kind == Kind::ShipSupports { "fires into the battle at" } else { "shells" };
        let is_hit = |told: &&Told<Event>| {
            let other = &told.event;
            (other.kind, other.phase, other.ship, other.tac)
                == (event.kind, event.phase, event.ship, event.tac)
                && other.other.is_some()
        };
        let mut told = format!("{} {does} {} from {from}", capital(&by), at.join(" "));
        if let Some(weight) = event.ship.filter(|id| self.is_ours(*id)).and(event.count) {
            let in_vain = !all.iter().filter(|told| self.saw(told).is_some()).any(|told| is_hit(&told));
            told += &format!(", with the weight of {weight} muskets");
            told += if in_vain { "; nobody is hit" } else { "" };
        }
        told + "."
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
            why: event.why.as_ref().map(|why| why.words().into_owned()).unwrap_or_default(),
            tac: match (event.square, event.tac) {
                (Some(at), Some(tac)) => format!(" at {} {tac}", self.chart.grid.label(at)),
                (_, tac) => {
                    let square =
                        event.at.and_then(|at| self.chart.square(at)).filter(|_| event.count.is_some());
                    let square =
                        square.map_or_else(String::new, |at| format!("{} ", self.chart.grid.label(at)));
                    tac.map_or_else(String::new, |tac| format!(" at {square}{tac}"))
                }
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
            Kind::Captured => format!("{ship} is taken by {other} in {here}{}", prize(event)),
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
                format!("shells of {ship} strike {other}{tac}: {} fall", self.fallen(event))
            }
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

    /// Men who fell to shells: of others about so many.
    fn fallen(&self, event: &Event) -> String {
        let (count, hit) = (event.count.unwrap_or(0), event.other.as_deref().unwrap_or_default());
        if nation_of_id(hit).is_some_and(|nation| self.is_our_nation(nation)) {
            return if count == 1 { "1 man".into() } else { format!("{count} men") };
        }
        format!("about {} men", ((count + ENEMY_LOSSES / 2) / ENEMY_LOSSES * ENEMY_LOSSES).max(ENEMY_LOSSES))
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
            lines.extend(units(side).iter().map(|parts| self.part(parts)));
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

    /// A ship, or all batteries of a unit.
    fn part(&self, parts: &[&Part]) -> String {
        let Some(part) = parts.first() else { return String::new() };
        let own = nation_in(part).is_some_and(|nation| self.is_our_nation(nation));
        let (hull, propulsion, crew) = part.after;
        let hits = parts.iter().map(|part| part.hits).sum::<u32>();
        let mut told = vec![if hits == 1 { "1 hit".to_owned() } else { format!("{hits} hits") }];
        if part.id.parse::<ShipId>().is_err() {
            told.push(batteries(parts));
            return format!("{}: {}.", part.name, told.join("; "));
        }
        if own {
            told.push(format!("hull {hull}, propulsion {propulsion}, crew {crew}"));
            told.extend(Some(part.kept_off.to_owned()).filter(|why| !why.is_empty()));
        } else {
            told.extend((3..5).contains(&hull).then(|| "low in the water".to_owned()));
            told.extend((4..=5).contains(&propulsion).then(|| "hardly under way".to_owned()));
        }
        told.extend(Some(part.fate).filter(|fate| *fate != STANDS).map(str::to_owned));
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

/// Events as they are told: a ship first leaves a battle or port, and then meets or joins others, though by the turn's list her place
/// is settled before her going is written down.
fn in_order(mut told: Vec<(&Told<Event>, Saw)>) -> Vec<(&Told<Event>, Saw)> {
    let goes = |kind| {
        matches!(
            kind,
            Kind::Escaped
                | Kind::Driven
                | Kind::Sortie
                | Kind::StandIn
                | Kind::Evade
                | Kind::Enter
                | Kind::Leave
                | Kind::River
                | Kind::Sail
        )
    };
    for place in 1..told.len() {
        for at in (1..=place).rev() {
            let (met, next) = (&told[at - 1].0.event, &told[at].0.event);
            let is_hers = (met.ship, met.phase) == (next.ship, next.phase);
            if !(is_hers && matches!(met.kind, Kind::Join | Kind::Meet) && goes(next.kind)) {
                break;
            }
            told.swap(at - 1, at);
        }
    }
    told
}

fn counted(event: &Event) -> String {
    event.count.map_or_else(String::new, |count| format!("{count} "))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::event::SILENCED;
    use crate::event::reason::Why;
    use crate::phase::Phase;
    use fieldpost_ground::map_file;
    use fieldpost_ground::nation::Relation;

    fn nation(code: &str) -> NationCode {
        NationCode::new(code).unwrap()
    }

    /// Of an event that the player is not told of.
    const UNSEEN: Why = Why::NoMore;

    /// What a player of a nation reads of events.
    fn read_by(code: &str, events: Vec<Event>) -> Vec<String> {
        let text = include_str!("../../../../maps/cwol.sea.toml");
        let map = map_file::BUILT_IN.iter().find(|row| row.0 == "cwol").unwrap().1;
        let chart = Chart::read(text, &map_file::load(map).unwrap().atlas.map).unwrap();
        let mut state = SeaState::default();
        for pair in [("US", "CS"), ("CS", "US")] {
            Arc::make_mut(&mut state.powers).relate(nation(pair.0), nation(pair.1), Relation::Hostile);
        }
        let names = BTreeMap::from([("US2FR".parse().unwrap(), "Minnesota".to_owned())]);
        let player = PlayerNo(0);
        let reader = Reader {
            chart: &chart,
            state: &state,
            names: &names,
            player,
            nation: nation(code),
            of_all: false,
        };
        let told: Vec<Told<Event>> = events
            .into_iter()
            .map(|event| {
                let at = event.at.or_else(|| chart.place_named("Hampton"));
                let is_hidden = event.why.as_ref().is_some_and(|why| why.why == UNSEEN);
                let to = if is_hidden { BTreeMap::new() } else { BTreeMap::from([(player, Saw::All)]) };
                Told { event: Event { at, ..event }, to }
            })
            .collect();
        reader.chapters(&told).into_iter().flat_map(|chapter| chapter.lines).collect()
    }

    fn of(kind: Kind, ship: &str) -> Event {
        Event { ship: Some(ship.parse().unwrap()), ..Event::new(Phase::Tac1, kind) }
    }

    fn salvo(hit: Option<&str>, count: u32) -> Event {
        let tac = "6-1".parse().ok();
        Event { tac, other: hit.map(str::to_owned), count: Some(count), ..of(Kind::ShipBombards, "US2FR") }
    }

    #[test]
    fn losses_of_others_to_shells_are_told_about_and_own_ones_to_the_man() {
        let events = || vec![salvo(None, 9028), salvo(Some("CS1IN"), 78)];
        let shooter = read_by("US", events());
        assert!(
            shooter[0].contains("with the weight of 9028 muskets.") && shooter[0].contains("K4-U0 6-1"),
            "{shooter:?}"
        );
        assert!(shooter[1].contains("CS1IN at K4-U0 6-1: about 100 men fall"), "{shooter:?}");
        let hit = read_by("CS", events());
        assert!(!hit[0].contains("9028") && hit[1].contains(": 78 men fall"), "{hit:?}");
        let alone = read_by("US", vec![salvo(None, 9028)]);
        assert!(alone[0].ends_with("; nobody is hit."), "{alone:?}");
    }

    fn part(id: &str, fate: &'static str, kept_off: &'static str) -> Part {
        let (id, name) = (id.to_owned(), id.to_owned());
        Part { id, name, strength: 80, close: false, hits: 1, after: (1, 2, 300), fate, kept_off }
    }

    #[test]
    fn batteries_of_a_unit_are_one_line_and_a_ship_says_why_she_did_not_close() {
        let why = "could not close: the enemy kept the range";
        let guns = ["stands", SILENCED, "stands"].map(|fate| part("CS2NB", fate, ""));
        let account = Account { sides: [vec![part("US2FR", "stands", why)], guns.to_vec()], winner: Some(0) };
        let fight =
            || vec![Event { battle: Some(Box::new(account.clone())), ..of(Kind::NavalCombat, "US2FR") }];
        let lines = read_by("US", fight());
        let count = lines.iter().filter(|line| line.contains("CS2NB: ")).count();
        assert!(
            count == 1
                && lines.iter().any(|line| line == "CS2NB: 3 hits; 1 of 3 batteries silenced, 2 left."),
            "{lines:?}"
        );
        assert!(lines.iter().any(|line| line.contains(why)), "{lines:?}");
        assert!(
            !read_by("CS", fight()).join(" ").contains("close"),
            "what the enemy was ordered is not told"
        );
    }

    #[test]
    fn a_prize_is_named_and_leaving_comes_before_joining() {
        let taken =
            Event { other: Some("Minnesota (US2FR)".into()), count: Some(4), ..of(Kind::Captured, "CS1GB") };
        let won = read_by("US", vec![taken.clone()]);
        assert!(won[0].contains("and is US4GB from now on, under the same orders"), "{won:?}");
        assert!(!read_by("CS", vec![taken])[0].contains("US4GB"));
        let gone = read_by("US", vec![of(Kind::Join, "US2FR"), of(Kind::Escaped, "US2FR")]);
        assert!(gone[0].contains("escapes") && gone[1].contains("joins"), "{gone:?}");
        let unseen = Event { why: Some(UNSEEN.into()), ..of(Kind::Refused, "US2FR") };
        let beside = read_by("US", vec![of(Kind::Join, "US2FR"), unseen, of(Kind::Escaped, "US2FR")]);
        assert_eq!(beside, gone, "what nobody told stands between");
    }
}
