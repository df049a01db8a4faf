//! What happened at sea, in sentences, to one player: of events that the player was told of, and of nothing else.

use std::collections::BTreeMap;

use crate::sides::{named, prize};
use crate::vantage::Lookout;
use fieldpost_engine::event::{Saw, Told};
use fieldpost_engine::words::{capital, with_rule};
use fieldpost_ground::nation::NationCode;
use fieldpost_print::section::{Block, Section};
use fieldpost_sea::event::reason::TOLD;
use fieldpost_sea::event::{Event, Fact, Kind, Shore};
use fieldpost_sea::phase::Phase;
use fieldpost_sea::place::Place;
use fieldpost_sea::ship::ShipId;

/// Who reads.
pub struct Reader<'a> {
    /// What the reader may know of the position when all is over; a game administrator is told all, whoever was.
    pub eye: Lookout<'a>,
    /// The names of ships, those of ships that were lost too.
    pub names: &'a BTreeMap<ShipId, String>,
    /// For whom the player plays.
    pub nation: NationCode,
}

/// What happened in a phase: a battle is told as one thing, with what became of those who were in it.
#[derive(Default)]
struct PhaseNews {
    first: Vec<String>,
    battles: Vec<Vec<Block>>,
    after: Vec<String>,
}

impl PhaseNews {
    fn section(self, phase: Phase) -> Section {
        let title = if self.battles.len() > 1 { "After the battles" } else { "After the battle" };
        let heading = (!self.after.is_empty()).then(|| Block::Heading(title.into()));
        let section = Section::new(phase.words(), &capital(phase.words())).with(Block::Items(self.first));
        let section = self.battles.into_iter().flatten().chain(heading).fold(section, Section::with);
        section.with(Block::Items(self.after))
    }
}

/// Words that many sentences have: the ship, where it began, where it happened or ended, and the way between.
struct Words {
    ship: String,
    from: String,
    here: String,
    way: String,
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
    pub fn sections(&self, events: &[Told<Event>]) -> Vec<Section> {
        let seen = self.seen(events);
        let mut phases: Vec<(Phase, PhaseNews)> = Vec::new();
        for (place, (told, saw)) in seen.iter().enumerate() {
            let phase = told.event.phase;
            if phases.last().is_none_or(|last| last.0 != phase) {
                phases.push((phase, PhaseNews::default()));
            }
            let Some((_, news)) = phases.last_mut() else { continue };
            if let Some(fought) = self.fought(&seen, place) {
                news.battles.push(self.battle(&fought));
            } else if !self.is_told_of_a_battle(&seen, place) {
                let list = if news.battles.is_empty() { &mut news.first } else { &mut news.after };
                list.extend(self.lines(told, *saw, events));
            }
        }
        let sections = phases.into_iter().map(|(phase, news)| news.section(phase));
        sections.filter(|section| !section.blocks.is_empty()).collect()
    }

    /// What the player was told of, in the order in which it is told. What the player was not told of stands between nothing.
    fn seen<'a>(&self, events: &'a [Told<Event>]) -> Vec<(&'a Told<Event>, Saw)> {
        in_order(events.iter().filter_map(|told| Some((told, self.saw(told)?))).collect())
    }

    /// The gravest: battles with who won, ships and ports lost and taken, ships that were damaged, landings off the ports of whoever lands,
    /// and who lies off whose ports now.
    pub fn lead(&self, events: &[Told<Event>]) -> Vec<String> {
        let seen = self.seen(events);
        let line = |place: usize| {
            if let Some(fought) = self.fought(&seen, place) {
                let damaged = self.damaged(&fought).map_or(String::new(), |words| format!(" {words}"));
                return Some(format!("{}: {}{damaged}", self.battle_title(&fought), self.outcome(&fought)));
            }
            let (told, saw) = seen[place];
            let fact = &told.event.fact;
            let is_grave = matches!(
                fact,
                Fact::Sunk { .. }
                    | Fact::Captured { .. }
                    | Fact::Foundered(_)
                    | Fact::Wrecked(_)
                    | Fact::Scuttle(_)
                    | Fact::PortFalls { .. }
                    | Fact::Land { .. }
            );
            (is_grave && !self.is_told_of_a_battle(&seen, place)).then(|| self.sentence(fact, saw))
        };
        let lines = (0..seen.len()).filter_map(line).chain(self.damaged_by_storms(&seen));
        lines.chain(self.blockades(&seen)).collect()
    }

    fn damaged_by_storms(&self, seen: &[(&Told<Event>, Saw)]) -> Option<String> {
        let mut ships: Vec<String> = Vec::new();
        for (told, _) in seen {
            if let Fact::Damaged { here, .. } = &told.event.fact {
                let ship = self.called(here.ship);
                ships.extend((!ships.contains(&ship)).then_some(ship));
            }
        }
        (!ships.is_empty()).then(|| format!("Damaged by storms: {}.", named(&ships)))
    }

    /// What the player's ships and office could not do as ordered.
    pub fn attention(&self, events: &[Told<Event>]) -> Vec<String> {
        let refused = events.iter().filter(|told| told.event.fact.kind() == Kind::Refused);
        let own = |told: &&Told<Event>| told.event.fact.ship().is_none_or(|id| self.is_ours(id));
        refused
            .filter(own)
            .filter_map(|told| Some(self.sentence(&told.event.fact, self.saw(told)?)))
            .collect()
    }

    fn saw(&self, told: &Told<Event>) -> Option<Saw> {
        self.eye.player().map_or(Some(Saw::All), |player| told.saw(player))
    }

    fn is_ours(&self, id: ShipId) -> bool {
        self.is_our_nation(id.nation)
    }

    pub(super) fn is_our_nation(&self, nation: NationCode) -> bool {
        self.eye.player().is_none() || self.eye.allied(nation, self.nation)
    }

    fn lines(&self, told: &Told<Event>, saw: Saw, all: &[Told<Event>]) -> Vec<String> {
        let fact = &told.event.fact;
        let ours = fact.ship().is_none_or(|id| self.is_ours(id));
        match fact {
            _ if !ours && ABOARD.contains(&fact.kind()) => Vec::new(),
            Fact::Fires { .. } => vec![self.fired(&told.event, all)],
            _ => vec![self.sentence(fact, saw)],
        }
    }

    /// Fire of a ship at a square ashore, with whether it struck anybody: whom, stands in sentences of their own. Only her own side
    /// knows the weight of her guns.
    fn fired(&self, event: &Event, all: &[Told<Event>]) -> String {
        let Fact::Fires { here, tac, weight, supports } = &event.fact else { return String::new() };
        let by = self.called(here.ship);
        let from = here.at.map_or_else(String::new, |at| self.place(at));
        let square = here.at.and_then(|at| self.eye.chart.square(at)).map(|at| self.eye.chart.grid.label(at));
        let at: Vec<String> = square.into_iter().chain([tac.to_string()]).collect();
        let does = if *supports { "fires into the battle at" } else { "shells" };
        let is_hit = |told: &&Told<Event>| match &told.event.fact {
            Fact::Strikes { here: other, tac: struck, supports: other_supports, .. } => {
                (told.event.phase, other.ship, struck, other_supports)
                    == (event.phase, here.ship, tac, supports)
            }
            _ => false,
        };
        let mut told = format!("{} {does} {} from {from}", capital(&by), at.join(" "));
        if self.is_ours(here.ship) {
            let in_vain = !all.iter().filter(|told| self.saw(told).is_some()).any(|told| is_hit(&told));
            told += &format!(", with the weight of {weight} muskets");
            told += if in_vain { "; nobody is hit" } else { "" };
        }
        told + "."
    }

    pub(super) fn called(&self, id: ShipId) -> String {
        match self.names.get(&id).filter(|name| !name.is_empty()) {
            Some(name) => format!("{name} ({id})"),
            None => id.to_string(),
        }
    }

    pub(super) fn place(&self, place: Place) -> String {
        match place {
            Place::Sea(sea, area) => format!("{}, area {area}", self.eye.chart.sea(sea).code),
            Place::Harbor(port) => format!("the harbor of {}", self.eye.chart.port(port).name),
            Place::River(_) => match self.eye.chart.port_in(place) {
                Some(port) => format!("{} ({})", self.eye.chart.label(place), self.eye.chart.port(port).name),
                None => self.eye.chart.label(place),
            },
            other => self.eye.chart.label(other),
        }
    }

    pub(super) fn sentence(&self, fact: &Fact, saw: Saw) -> String {
        let from = fact.from().filter(|_| saw != Saw::End).map(|place| self.place(place));
        let to = fact.at().filter(|_| saw != Saw::Start).map(|place| self.place(place));
        let way = match (&from, &to) {
            (Some(from), Some(to)) if from != to => format!(" from {from} to {to}"),
            (Some(from), None) => format!(" from {from}"),
            (_, Some(to)) => format!(" to {to}"),
            (None, None) => String::new(),
        };
        let words = Words {
            ship: fact.ship().map_or_else(String::new, |id| self.called(id)),
            here: to.unwrap_or_default(),
            from: from.unwrap_or_default(),
            way,
        };
        let text = self.of_orders(fact, &words).or_else(|| self.of_sailing(fact, &words));
        let text = text.or_else(|| self.of_fighting(fact, &words));
        let text = text.unwrap_or_else(|| self.of_shores(fact, &words));
        format!("{}.", capital(text.trim_end_matches('.')))
    }

    /// What is settled before ships sail: who sails with whom, crews, yards, stores.
    fn of_orders(&self, fact: &Fact, Words { ship, here, way, .. }: &Words) -> Option<String> {
        Some(match fact {
            Fact::Attach { to, .. } => format!("{ship} sails under the orders of {}", self.called(*to)),
            Fact::Detach { from: None, .. } => format!("{ship} is detached"),
            Fact::Detach { from: Some(leader), .. } => {
                let leader = self.called(*leader);
                format!("{ship} is out of contact with {leader}, and sails under her own orders")
            }
            Fact::Combine { into, .. } => format!("{ship} goes into {}", self.called(*into)),
            Fact::Divide { new, .. } => format!("{} is parted off {ship}", self.called(*new)),
            Fact::Crew { to, men, .. } => {
                format!("{ship} hands {men} of her crew over to {}", self.called(*to))
            }
            Fact::Scuttle(_) => format!("{ship} is scuttled in {here}"),
            Fact::Disband(_) => format!("{ship} is disbanded"),
            Fact::Repair { points, .. } => format!("{ship} is repaired by {points} in {here}"),
            Fact::StoresMoved { stores, .. } => match fact.other() {
                Some(places) => format!("{stores} naval stores are moved from {places}"),
                None => format!("{stores} naval stores are moved{way}"),
            },
            Fact::Stores { taken, .. } => format!("{ship} takes {taken} stores aboard in {here}"),
            Fact::NoStores(_) => format!("{ship} has no stores left, and makes for her base"),
            Fact::Refused { order, why, .. } => not_done(order.as_deref(), ship, &why.told(TOLD)),
            Fact::OfficeRefused { order, why, .. } => not_done(order.as_deref(), "", &why.told(TOLD)),
            _ => return None,
        })
    }

    /// Sailing, meeting.
    fn of_sailing(&self, fact: &Fact, Words { ship, from, here, way }: &Words) -> Option<String> {
        Some(match fact {
            Fact::Sail(_) => format!("{ship} sails{way}"),
            Fact::NotSailed(_) => format!("{ship} makes no way and stays in {here}"),
            Fact::Disperse(_) => format!("{ship} parts company in {here}"),
            Fact::Enter(_) => format!("{ship} goes{way}"),
            Fact::Passage(_) => format!("{ship} passes {here}"),
            Fact::River { squares, .. } => {
                let noun = if *squares == 1 { "square" } else { "squares" };
                format!("{ship} goes along the river{way}, {squares} {noun}")
            }
            Fact::Halted { here: hers, .. } if !self.is_ours(hers.ship) => format!("{ship} halts in {here}"),
            // Hostile ships in coastal waters alone stop a ship without a reason of its own.
            Fact::Halted { why: None, .. } => {
                format!("{ship} halts in {here}: {}", with_rule("hostile ships", "WISC 6.7, 6.10"))
            }
            Fact::Halted { why: Some(why), .. } => format!("{ship} halts in {here}: {}", why.told(TOLD)),
            Fact::Meet { foe, .. } => format!("{ship} meets {} in {here}", self.called(*foe)),
            Fact::Avoid(_) => format!("{ship} avoids enemies in {here}"),
            Fact::Join { friend, .. } => format!("{ship} joins {} in {here}", self.called(*friend)),
            Fact::Pursue { quarry, .. } => format!("{ship} pursues {}{way}", self.called(*quarry)),
            Fact::Transit(_) => {
                let place = if from.is_empty() { here } else { from };
                format!("{ship} leaves {place} for the other side of the Atlantic")
            }
            Fact::Arrive(_) | Fact::Launch(_) => format!("{ship} arrives in {here}"),
            Fact::Sighted { called, .. } => format!("{ship} finds {called} in {here}"),
            Fact::LateSighted { called } => format!("a turn ago a garrison saw {called} in its harbor"),
            Fact::Rumour { count: 1, .. } => {
                format!("it is said that an enemy ship was in {here} when the turn began")
            }
            Fact::Rumour { count, .. } => {
                format!("it is said that about {count} enemy ships were in {here} when the turn began")
            }
            _ => return None,
        })
    }

    /// Fights, storms.
    fn of_fighting(&self, fact: &Fact, Words { ship, here, way, .. }: &Words) -> Option<String> {
        Some(match fact {
            Fact::Sortie(_) => format!("{ship} comes out{way} to fight"),
            Fact::StandIn(_) => format!("{ship} stands in{way} to fight"),
            Fact::Evade(_) => format!("{ship} evades battle and gets away{way}"),
            Fact::Battle { .. } => format!("there is a battle in {here}"),
            Fact::Sunk { .. } => format!("{ship} is sunk in {here}"),
            Fact::Captured { here: hers, by } if self.is_ours(hers.ship) => {
                format!("{ship} is lost: taken by {by} in {here}")
            }
            Fact::Captured { by, .. } => format!("{ship} is taken by {by} in {here}{}", prize(by)),
            Fact::Escaped(_) => format!("{ship} escapes from the battle{way}"),
            Fact::Driven(_) => format!("{ship} is driven off{way}"),
            Fact::RunPast { squares, .. } => format!("{ship} runs past{way}, {squares} squares on"),
            Fact::TurnedBack(_) => format!("{ship} does not get past, and turns back to {here}"),
            Fact::BatteryLost { unit, count, .. } => {
                format!("{count} of the batteries of {unit} in {here} are silenced")
            }
            Fact::Storm { .. } => format!("it storms in {here}"),
            Fact::Damaged { points, .. } => format!("{ship} is damaged by the storm in {here}, by {points}"),
            Fact::Blown(_) => format!("{ship} is blown away by the storm{way}"),
            Fact::Foundered(_) => format!("{ship} founders in {here} and is lost"),
            Fact::Wrecked(_) => format!("{ship} is blown on the rocks of {here} and is lost"),
            _ => return None,
        })
    }

    /// What goes aboard and ashore, fire at the shore, bridges, ports off the map.
    fn of_shores(&self, fact: &Fact, Words { ship, here, .. }: &Words) -> String {
        match fact {
            Fact::Load { what, .. } => format!("{ship} takes {what} aboard in {here}"),
            Fact::Unload { what, shore, .. } => {
                let shore = shore.map_or_else(String::new, |shore| self.shore(shore));
                format!("{ship} sets {what} ashore in {here}{shore}")
            }
            Fact::Land { unit, shore, .. } => {
                format!("{ship} lands {unit} from {here}{}", self.shore(*shore))
            }
            Fact::Strikes { here: at, unit, tac, men, .. } => {
                let square = at.at.and_then(|at| self.eye.chart.square(at));
                let square =
                    square.map_or_else(String::new, |at| format!("{} ", self.eye.chart.grid.label(at)));
                let fallen = self.fallen(unit.nation, *men);
                format!("shells of {ship} strike {unit} at {square}{tac}: {fallen} fall")
            }
            Fact::Bridge(_) => format!("{ship} destroys the railway bridge in {here}"),
            Fact::Pontoon { ship: None, .. } => format!("the pontoon bridge in {here} is destroyed"),
            Fact::Pontoon { .. } => format!("{ship} destroys the pontoon bridge in {here}"),
            Fact::Garrison { attack, defence, holder, .. } => {
                let holder = holder.spoken();
                format!("the garrison of {here} fights, {attack} against {defence}; {holder} holds it")
            }
            Fact::PortFalls { to, .. } => format!("{here} falls to {to}"),
            other => format!("{ship}: {}", other.kind().words()),
        }
    }

    /// Where a unit comes ashore.
    fn shore(&self, Shore { square, tac }: Shore) -> String {
        format!(" at {} {tac}", self.eye.chart.grid.label(square))
    }

    /// Men who fell to shells: of others about so many.
    fn fallen(&self, nation: NationCode, men: u32) -> String {
        if self.is_our_nation(nation) {
            return if men == 1 { "1 man".into() } else { format!("{men} men") };
        }
        format!("about {} men", ((men + ENEMY_LOSSES / 2) / ENEMY_LOSSES * ENEMY_LOSSES).max(ENEMY_LOSSES))
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
    let goes = |fact: &Fact| {
        matches!(
            fact,
            Fact::Escaped(_)
                | Fact::Driven(_)
                | Fact::Sortie(_)
                | Fact::StandIn(_)
                | Fact::Evade(_)
                | Fact::Enter(_)
                | Fact::River { .. }
                | Fact::Sail(_)
        )
    };
    for place in 1..told.len() {
        for at in (1..=place).rev() {
            let (met, next) = (&told[at - 1].0.event, &told[at].0.event);
            let is_hers = (met.fact.ship(), met.phase) == (next.fact.ship(), next.phase);
            if !(is_hers && matches!(met.fact, Fact::Join { .. } | Fact::Meet { .. }) && goes(&next.fact)) {
                break;
            }
            told.swap(at - 1, at);
        }
    }
    told
}
