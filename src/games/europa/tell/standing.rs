//! Where things stand, as sections: what a power has and sees, war and peace, what is to be won.

use fieldpost_engine::piece::Piece;
use fieldpost_engine::words::counted;
use fieldpost_print::section::{Block, Row, Section};

use super::Eye;
use crate::edits::{foretold, spent_on};
use crate::language::{offer_of, read_power};
use crate::map::{Owner, Place};
use crate::orders::{Names, PowerOrder};
use crate::position::{Goal, Ground, News, Posture, Relation, Request, Sealed, Stack, Weather};
use crate::round::{Pace, shut_in_by};

impl Eye<'_> {
    /// The position report.
    pub fn standing(&self) -> Vec<Section> {
        let is_players = self.power.is_some();
        let mut sections = vec![self.round()];
        if is_players {
            let about = "with what the provinces beside cost in movement points";
            let own = Block::Rows(self.stacks(true)).or_spoken(self.stacks_aloud(true));
            let own = Section { about, ..Section::new("own", "Yours").with(own) };
            sections.push(self.letters().into_iter().fold(own, Section::with));
        }
        let mut add_both = |key, title, rows: Vec<Row>, spoken: Option<Vec<Block>>| {
            if !rows.is_empty() {
                let rows = Block::Rows(rows);
                let block = match spoken {
                    Some(spoken) => rows.or_spoken(spoken),
                    None => rows,
                };
                sections.push(Section::new(key, title).with(block));
            }
        };
        add_both("leaders", "Leaders who lead nobody", self.leaders_without_stacks(), None);
        let seen = if is_players { "Seen" } else { "All stacks" };
        add_both("seen", seen, self.stacks(false), Some(self.stacks_aloud(false)));
        add_both("relations", "War and peace", self.relations(), None);
        add_both("goals", "To be won", self.goals(), Some(self.goals_aloud()));
        add_both("grounds", "Fortresses and land", self.fortresses(), Some(self.grounds_aloud()));
        add_both("provinces", "Provinces", self.provinces(), Some(self.provinces_aloud()));
        add_both("opened", "Declared under seal, and opened", self.opened(), None);
        add_both("news", "Word of the referee", self.news(), None);
        if is_players {
            add_both("requests", "Asked of the referee", self.requests(), None);
            add_both("offers", "Offered to you", self.offers(), None);
        }
        add_both("prices", "Prices in ducats", self.prices(), Some(self.prices_aloud()));
        sections.extend(self.ledger());
        sections.extend((!self.position.over).then(|| self.score_now()));
        sections
    }

    /// The round, its weather, who goes first, and what there is to pay with.
    fn round(&self) -> Section {
        let position = self.position;
        let mut lines = if position.over { self.last_words() } else { vec![self.round_words()] };
        if position.interphase {
            lines.extend(self.between_words());
        }
        let seats = position.initiative.iter().map(|seat| self.called(seat)).collect::<Vec<_>>();
        lines.push(format!("Initiative: {}.", seats.join(", ")));
        if let Some(power) = self.power.and_then(|power| position.powers.get(power)) {
            lines
                .push(format!("Treasury {}. Armies {}, fleets {}.", power.treasury, power.land, power.naval));
        }
        lines.extend(self.power.is_none().then(|| self.treasuries()));
        lines.into_iter().map(Block::Words).fold(Section::new("round", "The round"), Section::with)
    }

    fn round_words(&self) -> String {
        let position = self.position;
        let weather = |weather: Weather| if weather == Weather::Good { "good" } else { "bad" };
        // Without phases both are of so many rounds.
        let of = match position.interphase && self.scenario.world.course.phases.is_empty() {
            true => format!(" of {}", position.last),
            false => String::new(),
        };
        format!(
            "{}{of}. Weather {}; next round {}.",
            self.heading_of_time(),
            weather(position.weather),
            weather(position.next_weather)
        )
    }

    fn last_words(&self) -> Vec<String> {
        vec![
            format!("The last round is over: {}.", self.outcome()),
            "No order is taken any more; the referee ends the game, or goes back to a round.".into(),
        ]
    }

    fn score_now(&self) -> Section {
        let score = self
            .score()
            .iter()
            .map(|(seat, points)| format!("{seat} {points}"))
            .collect::<Vec<_>>()
            .join(", ");
        Section::new("score", "Score").with(Block::Words(format!("{score} if the game ended now.")))
    }

    /// The power's own stacks, or all others: where each is, what it is made of, who leads it; of the own what lies beside it.
    fn stacks(&self, own: bool) -> Vec<Row> {
        let is_shown = |stack: &Stack| (self.power.is_some() && self.is_own(stack)) == own;
        let shown = self.position.stacks.iter().filter(|(_, stack)| is_shown(stack));
        let row = |(id, stack): (&Piece, &Stack)| {
            let place = format!("{}{}", self.map().name(&stack.at), self.posture(stack));
            let leader = self.position.leaders_of(id).first().map(|(name, leader)| {
                let [manoeuvre, fire, shock] = leader.values;
                format!("{name} {manoeuvre}{fire}{shock}")
            });
            let cells = [Some(place), Some(self.strength(id, stack)), leader];
            let beside = own.then(|| format!("-> {}", self.beside(stack)));
            let hungry = (own && stack.hungry > 0)
                .then(|| format!("without supply for {}", counted(stack.hungry, "round")));
            Row {
                head: id.to_string(),
                cells: cells.into_iter().flatten().collect(),
                small: beside.into_iter().chain(hungry).collect(),
                ..Row::default()
            }
        };
        shown.map(row).collect()
    }

    pub(super) fn posture(&self, stack: &Stack) -> String {
        match (stack.posture, stack.besieging, &stack.aboard) {
            (_, _, Some(fleet)) => format!(", aboard {fleet}"),
            (Posture::Fortress, _, _) => ", in the fortress".into(),
            (Posture::Port, _, _) => ", in port".into(),
            (_, true, _) => ", besieging".into(),
            _ => self.before_a_port(stack),
        }
    }

    /// The port that a fleet shuts in, or lies before without being big enough; of others, where strength is hidden, only that it lies there.
    fn before_a_port(&self, stack: &Stack) -> String {
        let Some(port) = &stack.blockading else { return String::new() };
        let name = self.map().name(port);
        if self.scenario.hidden && !self.is_own(stack) {
            return format!(", before {name}");
        }
        match shut_in_by(&self.scenario.world, self.position, stack) {
            Some(_) => format!(", blockading {name}"),
            None => format!(", before {name}, too small to shut it in"),
        }
    }

    /// What lies beside a stack's place: provinces with what they cost, seas with their ports; where who is aboard can land.
    fn beside(&self, stack: &Stack) -> String {
        let map = self.map();
        if let Some(fleet) = &stack.aboard {
            let shores = map.provinces.keys().filter(|place| map.is_coast(place, &stack.at));
            let shores: Vec<String> = shores.map(ToString::to_string).collect();
            return format!("ashore by MOVE EMBARK {fleet} LAND {}", shores.join(", "));
        }
        if stack.posture == Posture::Fortress && self.is_besieged(&stack.at) {
            return "besieged: only a SORTIE leads out".into();
        }
        let names: Vec<String> = if let Some(sea) = map.seas.get(&stack.at) {
            sea.next.iter().map(ToString::to_string).collect()
        } else if stack.fleet.all() > 0 {
            map.provinces
                .get(&stack.at)
                .map_or(&[][..], |found| &found.coast)
                .iter()
                .map(ToString::to_string)
                .collect()
        } else {
            let words = |place: &Place| match self.cost(&stack.at, place) {
                Some(cost) => format!("{place} {cost}"),
                None => format!("({place}: neutral)"),
            };
            map.beside(&stack.at).map(words).collect()
        };
        if names.is_empty() {
            let seas = map.provinces.get(&stack.at).map_or(&[][..], |found| &found.coast);
            let seas: Vec<&str> = seas.iter().map(|sea| map.name(sea)).collect();
            return format!("no land beside it: by sea, from a fleet in {}", seas.join(" or "));
        }
        names.join(", ")
    }

    pub(super) fn is_besieged(&self, place: &Place) -> bool {
        self.position.stacks.values().any(|stack| stack.besieging && stack.at == *place)
    }

    /// What a step on land costs the power that looks, by who controls what now (rule B1).
    pub(super) fn cost(&self, from: &Place, to: &Place) -> Option<u32> {
        let (map, table) = (self.map(), &self.scenario.world.tables.movement);
        let exempt = self
            .power
            .is_some_and(|power| table.underdeveloped_exempt.iter().any(|known| **known == **power));
        let control = self.position.grounds.get(to).and_then(|ground| ground.control.as_ref());
        if let (Some(power), Some(control)) = (self.power, control)
            && !self.position.admits(control, power)
        {
            return None;
        }
        let is_enemys = |power: &Owner| control.is_some_and(|control| self.position.hostile(control, power));
        Pace { map, table, enemys: self.power.is_some_and(is_enemys), exempt }.cost(from, to)
    }

    /// How seats stand; the powers that obey each.
    fn relations(&self) -> Vec<Row> {
        let seats: Vec<&Owner> = self.scenario.players.iter().map(|(_, seat)| seat).collect();
        let name = |owner: &Owner| self.called(owner);
        let mut rows = Vec::new();
        for (number, seat) in seats.iter().enumerate() {
            let minors = self.position.powers.iter().filter(|(id, power)| power.seat == **seat && id != seat);
            let minors: Vec<String> = minors.map(|(id, _)| name(id)).collect();
            if !minors.is_empty() {
                rows.push(Row::of(format!("{} is obeyed by {}", name(seat), minors.join(", "))));
            }
            for (relation, words) in [(Relation::Hostile, "at war with"), (Relation::Allied, "allied to")] {
                let others = seats
                    .iter()
                    .skip(number + 1)
                    .filter(|other| self.position.relation(seat, other) == relation);
                let others: Vec<String> = others.map(|other| name(other)).collect();
                if !others.is_empty() {
                    rows.push(Row::of(format!("{} is {words} {}", name(seat), others.join(", "))));
                }
            }
        }
        rows.extend(self.relations_of_minors(&name));
        rows
    }

    /// Where a minor stands to somebody otherwise than whom it obeys does (EU-73).
    fn relations_of_minors(&self, name: &dyn Fn(&Owner) -> String) -> Vec<Row> {
        let position = self.position;
        let is_seat = |owner: &Owner| self.scenario.players.iter().any(|(_, seat)| seat == owner);
        let mut rows = Vec::new();
        for (one, other, relation) in &position.relations {
            if is_seat(one) && is_seat(other) {
                continue;
            }
            let (minor, other) = if is_seat(one) { (other, one) } else { (one, other) };
            // Who obeys nobody stands to all as the scenario has it for those whom it does not name.
            let usual = match position.seat(minor) {
                seat if seat == minor => position.others,
                seat => position.relation(seat, position.seat(other)),
            };
            if *relation == usual {
                continue;
            }
            let obeyed = Some(position.seat(minor)).filter(|seat| *seat != minor);
            let obeyed =
                obeyed.map_or(String::new(), |seat| format!(", which obeys {},", position.name(seat)));
            let words = match relation {
                Relation::Hostile => "at war with",
                Relation::Neutral => "neutral to",
                Relation::Allied => "allied to",
            };
            rows.push(Row::of(format!("{}{obeyed} is {words} {}", name(minor), name(other))));
        }
        rows
    }

    /// What powers declared under seal and the referee opened: everybody's to read.
    fn opened(&self) -> Vec<Row> {
        let row =
            |sealed: &Sealed| Row::about(self.position.name(&sealed.power).to_owned(), sealed.words.clone());
        self.position.opened.iter().map(row).collect()
    }

    /// What the referee told everybody, and the power that looks.
    fn news(&self) -> Vec<Row> {
        let is_told =
            |news: &&News| self.power.is_none() || news.power.is_none() || news.power.as_ref() == self.power;
        self.position.news.iter().filter(is_told).map(|news| Row::of(news.words.clone())).collect()
    }

    /// What was asked of the referee, by number, with the answer: a power's own, or all for the referee.
    pub fn requests(&self) -> Vec<Row> {
        let names = Names::of(self.map(), self.position);
        let own = self.position.requests.iter();
        let mut own: Vec<(&u32, &Request)> =
            own.filter(|(_, request)| self.power.is_none_or(|power| request.power == *power)).collect();
        // Those that wait for an answer come first.
        own.sort_by_key(|(_, request)| request.answer.is_some());
        let row = |(number, request): (&u32, &Request)| {
            let waits =
                || format!("no answer yet{}{}", self.cost_of(request, &names), self.against(request, &names));
            let answer = request.answer.clone().unwrap_or_else(waits);
            let of = if self.power.is_none() {
                format!("{}: ", self.position.name(&request.power))
            } else {
                String::new()
            };
            let said = self.said_to(request, &names).map_or(String::new(), |said| format!("; {said}"));
            Row::about(number.to_string(), format!("{of}{} ({answer}{said})", request.words))
        };
        own.into_iter().map(row).collect()
    }

    /// What the scenario asks for counters and fortresses, in the time in which they are bought.
    fn prices(&self) -> Vec<Row> {
        let price = &self.scenario.world.books.price;
        if price.is_empty() || !self.position.interphase {
            return Vec::new();
        }
        let all = price.iter().map(|(what, ducats)| match what.as_str() {
            "FORTRESS" => format!("FORTRESS {ducats} times its level"),
            counter => format!("{counter} {ducats}"),
        });
        vec![Row::of(format!("{}.", all.collect::<Vec<_>>().join(", ")))]
    }

    /// What the power said to which a request is an offer: `Venice says no: not without Naples`.
    fn said_to(&self, request: &Request, names: &Names) -> Option<String> {
        let (to, _) = offer_of(request, names)?;
        let reply = request.reply.as_ref()?;
        Some(format!("{} says {}", self.position.name(self.position.seat(&to)), reply.said()))
    }

    /// What other powers offer to this one, and how it is answered.
    fn offers(&self) -> Vec<Row> {
        let names = Names::of(self.map(), self.position);
        let Some(power) = self.power else { return Vec::new() };
        let is_to = |request: &Request| {
            request.power != *power
                && offer_of(request, &names).is_some_and(|(to, _)| self.position.seat(&to) == power)
        };
        let row = |(number, request): (&u32, &Request)| {
            let from = self.position.name(&request.power);
            let said = match (&request.answer, &request.reply) {
                (Some(answer), Some(reply)) => format!("you said {}; {answer}", reply.said()),
                (Some(answer), None) => answer.clone(),
                (None, Some(reply)) => format!("you said {}; the referee has not answered yet", reply.said()),
                (None, None) => format!("ACCEPT {number} or DECLINE {number} answers it"),
            };
            Row::about(number.to_string(), format!("{from}: {} ({said})", request.words))
        };
        self.position.requests.iter().filter(|(_, request)| is_to(request)).map(row).collect()
    }

    /// What a request costs by the host's prices, beside what its power has: `; costs 40 ducats of 250`.
    fn cost_of(&self, request: &Request, names: &Names) -> String {
        let Ok(PowerOrder::Business(business)) = read_power(&request.words, names) else {
            return String::new();
        };
        let cost = spent_on(&self.scenario.world.books, &business);
        let treasury = self.position.powers.get(&request.power).map_or(0, |power| power.treasury);
        cost.map_or(String::new(), |cost| format!("; costs {} of {treasury}", counted(cost, "ducat")))
    }

    /// What a request goes against as things stand, for the referee who grants it.
    fn against(&self, request: &Request, names: &Names) -> String {
        let business = match read_power(&request.words, names) {
            Ok(PowerOrder::Business(business)) if self.power.is_none() => business,
            _ => return String::new(),
        };
        match foretold(&self.scenario.world, self.position, &request.power, &business) {
            Ok((_, against)) if against.is_empty() => String::new(),
            Ok((_, against)) => format!("; against the rules: {}", against.join("; ")),
            Err(why) => format!("; cannot be granted: {}", why.trim_end_matches('.')),
        }
    }

    /// What is to be won, and whether it would be now.
    fn goals(&self) -> Vec<Row> {
        self.goals_of(|goal| goal.power.to_string())
    }

    /// The same by the names of powers.
    fn goals_aloud(&self) -> Vec<Block> {
        vec![Block::Rows(self.goals_of(|goal| self.called(&goal.power)))]
    }

    fn goals_of(&self, whose: impl Fn(&Goal) -> String) -> Vec<Row> {
        let names = |places: &[Place]| {
            places.iter().map(|place| self.map().name(place)).collect::<Vec<_>>().join(", ")
        };
        let row = |goal: &Goal| {
            let none = goal.none_of_in.as_ref().map(|none| {
                format!("{} holds none of {}", self.position.name(&none.power), names(&none.provinces))
            });
            let holds = (!goal.holds.is_empty()).then(|| format!("holds {}", names(&goal.holds)));
            let many = goal.provinces.map(|least| format!("holds {least} provinces or more"));
            let rich = goal.treasury.map(|least| format!("has {least} ducats or more"));
            let what: Vec<String> = [none, holds, many, rich].into_iter().flatten().collect();
            let when = if goal.each_turn { " each turn" } else { "" };
            // Another's treasury is its own business.
            let is_seen = goal.treasury.is_none() || self.power.is_none_or(|power| *power == goal.power);
            let met = match goal.is_met(self.position) {
                _ if !is_seen => String::new(),
                true => "; so it is".to_owned(),
                false => "; not yet".to_owned(),
            };
            let points = counted(goal.points, "point");
            Row::about(whose(goal), format!("{points}{when}: {}{met}", what.join(", ")))
        };
        self.scenario.goals.iter().map(row).collect()
    }

    /// Provinces that are not as the board has them.
    fn fortresses(&self) -> Vec<Row> {
        let row = |(place, ground): (&Place, &Ground)| {
            let said = self.ground_words(place, ground);
            (!said.is_empty()).then(|| Row::of(format!("{}: {}", self.map().name(place), said.join(", "))))
        };
        self.position.grounds.iter().filter_map(row).collect()
    }

    fn ground_words(&self, place: &Place, ground: &Ground) -> Vec<String> {
        let mut said = Vec::new();
        if ground.control != ground.owner {
            let holder = ground.control.as_deref().map_or("nobody", |control| self.position.name(control));
            said.push(format!("held by {holder}"));
        }
        if ground.works > 0 {
            let odd = if ground.works % 2 == 1 { "-" } else { "" };
            said.push(format!("siege works {}{odd}", "+".repeat(ground.works as usize / 2)));
        }
        if ground.breach {
            said.push("breached".into());
        }
        let degree = |degree| if degree == 2 { "+" } else { "-" };
        if ground.revolt > 0 {
            said.push(format!("revolt {}", degree(ground.revolt)));
        }
        if ground.pillage > 0 {
            said.push(format!("pillaged {}", degree(ground.pillage)));
        }
        if self.map().provinces.get(place).is_some_and(|province| province.fortress != ground.fortress) {
            said.push(format!("fortress {}", ground.fortress));
        }
        said
    }
}
