//! What a referee makes of stacks: each is made of what its id says, stands where it may stand, and is never left empty. What breaks a
//! limit of the rules is said, and done where the referee insists.

use fieldpost_engine::breach::Breach;
use fieldpost_engine::piece::Piece;

use super::counters::Counters;
use super::desk::Desk;
use crate::map::{Basin, Owner, Place, Port};
use crate::orders::Part;
use crate::position::{Fleet, FleetCounter, Force, Kind, PIRATES, Posture, Ship, Stack};

/// Where a new stack stands, and whose it is.
pub(super) struct Standing<'a> {
    pub at: &'a Place,
    pub posture: Posture,
    pub owner: Option<&'a Owner>,
}

impl Desk<'_> {
    pub(super) fn stack(&mut self, id: &Piece) -> Result<&mut Stack, String> {
        self.position.stacks.get_mut(id).ok_or_else(|| format!("There is no stack {id} in this game."))
    }

    /// Whose the stacks are whose names begin with the same letters.
    pub(super) fn owner_like(&self, id: &Piece) -> Option<Owner> {
        let head = |id: &Piece| id.as_str().split('-').next().unwrap_or_default().to_owned();
        let mut like = self.position.stacks.iter().filter(|(known, _)| head(known) == head(id));
        like.next().map(|(_, stack)| stack.owner.clone())
    }

    /// Troops and ships of these counters, if a stack of this id may have them.
    fn made_of(&self, id: &Piece, counters: &Counters) -> Result<(Force, Fleet), String> {
        match Stack::kind(id) {
            Kind::Land if counters.have_ships() => {
                let fleet = format!("{}-F1", letters_of(id));
                return Err(format!(
                    "{id} is a stack on land: it takes A+, A-, LD and LDE. Ships make a fleet, such as {fleet}."
                ));
            }
            Kind::Fleet if counters.have_troops() => {
                return Err(format!(
                    "{id} is a fleet: it takes F+, F-, WARSHIPS, GALLEYS (NGD) and TRANSPORTS. Troops make a stack, such as {}-1.",
                    letters_of(id)
                ));
            }
            Kind::Privateer => {
                return Err(format!(
                    "{id} is a privateer, which has no counters but its side: PLACE PRIVATEER {id} IN a sea, - or +."
                ));
            }
            Kind::Leader => {
                return Err(format!(
                    "{id} is of leaders alone: CREATE LEADER or MOVE LEADER with AT or TO and a place makes one."
                ));
            }
            Kind::Land | Kind::Fleet => {}
        }
        let (force, fleet) = (counters.force(self.world)?, counters.fleet());
        if Stack::kind(id) == Kind::Fleet && fleet.all() == 0 {
            return Err(format!(
                "A fleet without ships is none: name them beside its counters, such as {counters} 2 GALLEYS."
            ));
        }
        Ok((force, fleet))
    }

    pub(super) fn create_stack(
        &mut self,
        id: &Piece,
        standing: &Standing<'_>,
        counters: &Counters,
    ) -> Result<(), String> {
        if self.position.stacks.contains_key(id) {
            return Err(format!("There is a stack {id} already: ADD TO STACK {id} makes it larger."));
        }
        let (force, fleet) = self.made_of(id, counters)?;
        let owner = standing.owner.cloned().or_else(|| self.owner_like(id));
        let owner = owner.ok_or("Whose is it? Add FOR and a power.")?;
        let posture = self.posture_at(id, standing.at, standing.posture)?;
        let stack = Stack { owner, at: standing.at.clone(), posture, force, fleet, ..Stack::default() };
        self.position.stacks.insert(id.clone(), stack);
        self.weigh(id);
        self.must_be_admitted(id);
        Ok(())
    }

    pub(super) fn set_stack(&mut self, id: &Piece, counters: &Counters) -> Result<(), String> {
        self.stack(id)?;
        let (force, fleet) = self.made_of(id, counters)?;
        let stack = self.stack(id)?;
        (stack.force, stack.fleet) = (force, fleet);
        self.weigh(id);
        Ok(())
    }

    pub(super) fn add(&mut self, id: &Piece, counters: &Counters) -> Result<(), String> {
        if !self.position.stacks.contains_key(id) {
            return Err(format!(
                "There is no stack {id}: CREATE STACK {id} AT a place WITH {counters} makes it."
            ));
        }
        // FLEET counters may come to ships that are there already.
        let alone = Counters { parts: Vec::new(), quality: counters.quality.clone() };
        let (force, fleet) = match counters.fleet() {
            fleet if Stack::kind(id) == Kind::Fleet && fleet.all() == 0 && !counters.have_troops() => {
                (alone.force(self.world)?, fleet)
            }
            _ => self.made_of(id, counters)?,
        };
        let stack = self.stack(id)?;
        stack.force.join(force);
        stack.fleet.join(&fleet);
        self.weigh(id);
        Ok(())
    }

    pub(super) fn take_out(&mut self, id: &Piece, counters: &Counters) -> Result<(), String> {
        let table = self.world.tables.arms.clone();
        let mut stack = self.stack(id)?.clone();
        let has = |stack: &Stack| match Stack::kind(id) {
            Kind::Fleet => fleet_words(&stack.fleet),
            _ => stack.force.words(),
        };
        for part in &counters.parts {
            let taken = match part {
                Part::Troops(count, size) => (0..*count).all(|_| stack.force.part(*size, &table).is_some()),
                Part::Fleets(count, counter) => (0..*count).all(|_| take_counter(&mut stack.fleet, *counter)),
                Part::Ships(count, ship) => take_ships(&mut stack.fleet, *count, *ship),
            };
            if !taken {
                let there = has(self.stack(id)?);
                return Err(format!("{id} has not so much: it is {there}."));
            }
        }
        let is_empty = match Stack::kind(id) {
            Kind::Fleet => stack.fleet.all() == 0,
            _ => stack.force.thirds() == 0,
        };
        if is_empty {
            return Err(format!("Nothing would be left of {id}: REMOVE STACK {id} takes it off the board."));
        }
        *self.stack(id)? = stack;
        self.weigh(id);
        Ok(())
    }

    pub(super) fn remove_stack(&mut self, id: &Piece) -> Result<(), String> {
        self.stack(id)?;
        let leaders = self.position.leaders.values_mut();
        leaders.filter(|leader| leader.stack.as_ref() == Some(id)).for_each(|leader| leader.stack = None);
        self.position.stacks.remove(id);
        Ok(())
    }

    pub(super) fn move_stack(&mut self, id: &Piece, to: &Place, wished: Posture) -> Result<(), String> {
        self.stack(id)?;
        let posture = self.posture_at(id, to, wished)?;
        let stack = self.stack(id)?;
        (stack.at, stack.posture, stack.besieging, stack.blockading) = (to.clone(), posture, false, None);
        stack.aboard = None;
        self.weigh(id);
        self.must_be_admitted(id);
        Ok(())
    }

    /// Neutral land is not entered without passage (EU-73), by nobody's hand.
    fn must_be_admitted(&mut self, id: &Piece) {
        // What a power buys is raised where it holds the fortress, which is asked on its own.
        if self.papers.business.is_some() {
            return;
        }
        let Some(stack) = self.position.stacks.get(id) else { return };
        let control = self.position.grounds.get(&stack.at).and_then(|ground| ground.control.clone());
        let Some(control) = control.filter(|_| matches!(Stack::kind(id), Kind::Land | Kind::Leader)) else {
            return;
        };
        if !self.position.admits(&control, &stack.owner) {
            let (name, of) = (self.world.map.name(&stack.at), self.position.name(&control));
            let words = format!(
                "{name} is land of {of}, which is neutral to {}, and is not entered without passage: SET PASSAGE {} THROUGH \
                 {control} gives it",
                self.position.name(&stack.owner),
                stack.owner
            );
            self.against.push(Breach::from(words).by("EU-73"));
        }
    }

    pub(super) fn place_privateer(&mut self, id: &Piece, at: &Place, privateer: u8) -> Result<(), String> {
        if privateer == 0 {
            return Err(format!("It is - or +. REMOVE STACK {id} takes it off the board."));
        }
        let is_pirate = id.as_str().split('-').next() == Some(PIRATES);
        let owner = if is_pirate { Some(PIRATES.into()) } else { self.owner_like(id) };
        let owner = owner.ok_or("whose it is cannot be told from its letters")?;
        let posture = self.posture_at(id, at, Posture::Open)?;
        let stack = Stack { owner, at: at.clone(), posture, privateer, ..Stack::default() };
        self.position.stacks.insert(id.clone(), stack);
        Ok(())
    }

    /// Where in its place a stack stands: ships on land are in port, and only where there is one.
    fn posture_at(&self, id: &Piece, at: &Place, wished: Posture) -> Result<Posture, String> {
        let (kind, name) = (Stack::kind(id), self.world.map.name(at).to_owned());
        let afloat = matches!(kind, Kind::Fleet | Kind::Privateer);
        if self.world.map.is_sea(at) {
            return match (kind, wished) {
                (Kind::Land | Kind::Leader, _) => Err(format!("{id} is a stack on land, and {name} a sea.")),
                (_, Posture::Open) => Ok(Posture::Open),
                _ => Err(format!("{name} is a sea, and has neither port nor fortress.")),
            };
        }
        let ground = self.position.grounds.get(at).ok_or_else(|| format!("{at} is no place."))?;
        match (afloat, wished) {
            (true, Posture::Fortress) => Err("A fleet lies IN PORT, or in a sea.".into()),
            (true, _) if ground.port == Port::None => {
                // A power that asks for ships has no hand to make a port.
                let remedy = match self.papers.business {
                    Some(_) => String::new(),
                    None => format!(": name a sea, or SET PORT {at} port makes one"),
                };
                Err(format!("{name} has no port for ships{remedy}."))
            }
            (true, _) => Ok(Posture::Port),
            (false, Posture::Port) => {
                Err("Only ships lie IN PORT; troops stand IN FORTRESS or in the open.".into())
            }
            (false, Posture::Fortress) if !ground.has_wall() => {
                Err(format!("{name} has no fortress: SET FORTRESS {at} 1 makes one."))
            }
            (false, posture) => Ok(posture),
        }
    }

    /// What a stack breaks where it stands, gathered for the referee's OVERRIDE.
    fn weigh(&mut self, id: &Piece) {
        let Some(stack) = self.position.stacks.get(id) else { return };
        let broken = match Stack::kind(id) {
            Kind::Land => self.over_on_land(id, stack),
            Kind::Fleet => self.over_at_sea(id, stack),
            Kind::Privateer | Kind::Leader => Vec::new(),
        };
        self.against.extend(broken);
    }

    /// Allied stacks that stand in the same way in the same place, itself among them.
    fn beside<'s>(&'s self, stack: &'s Stack) -> impl Iterator<Item = (&'s Piece, &'s Stack)> {
        self.position.stacks.iter().filter(move |(_, other)| {
            other.at == stack.at
                && other.posture == stack.posture
                && other.aboard.is_none()
                && self.position.allied(&other.owner, &stack.owner)
        })
    }

    fn over_on_land(&self, id: &Piece, stack: &Stack) -> Vec<Breach> {
        let (table, name) = (&self.world.tables.stacking, self.world.map.name(&stack.at));
        if stack.posture == Posture::Fortress {
            let room = self.position.grounds.get(&stack.at).map_or(0, |ground| ground.room());
            let inside: i32 = self.beside(stack).map(|(_, other)| other.force.detachments()).sum();
            let over = inside > room;
            let why = format!("the fortress of {name} shelters {room} detachments, and these are {inside}");
            return over.then(|| Breach::from(why).by("EU-23")).into_iter().collect();
        }
        let own = (stack.force.counted(), stack.force.detachments());
        let all = self.beside(stack).filter(|(_, other)| !other.force.counters.is_empty());
        let all = all.fold((0, 0), |(counters, detachments), (_, other)| {
            (counters + other.force.counted(), detachments + other.force.detachments())
        });
        let limits = (table.land_counters, table.land_detachments);
        let is_over = |(counters, detachments): (i32, i32)| counters > limits.0 || detachments > limits.1;
        let limit = format!("{} counters and {} detachments at most", limits.0, limits.1);
        if is_over(own) {
            let behind = format!(" is over the stacking limit: {limit} stand in a province");
            return vec![Breach::of(id.clone(), behind).by(STACKING)];
        }
        let why = format!("in {name} it is over the stacking limit: {limit}, allies counted in");
        is_over(all).then(|| Breach::from(why).by(STACKING)).into_iter().collect()
    }

    fn over_at_sea(&self, id: &Piece, stack: &Stack) -> Vec<Breach> {
        let (table, name) = (&self.world.tables.stacking, self.world.map.name(&stack.at));
        let counters: i32 = self.beside(stack).map(|(_, other)| other.fleet.counters.len() as i32).sum();
        let most = match (stack.posture, self.position.grounds.get(&stack.at).map(|ground| ground.port)) {
            (Posture::Port, Some(Port::Arsenal)) => table.arsenal_fleets,
            (Posture::Port, _) => table.port_fleets,
            _ => table.sea_counters,
        };
        let mut broken = Vec::<Breach>::new();
        if !stack.fleet.counters.is_empty() && counters > most {
            let why = format!("{name} has room for {most} FLEET counters, and these are {counters}");
            broken.push(Breach::from(why).by(STACKING));
        }
        let minus = self.world.tables.fleet_minus(&stack.owner, self.position.period);
        let mut filled = stack.fleet.clone();
        filled.fit_counters(minus);
        if filled.counters != stack.fleet.counters {
            let held =
                stack.fleet.counters.iter().map(|counter| counter.word()).collect::<Vec<_>>().join(" ");
            let before =
                format!("an F- of its owner holds at least {minus} warships and galleys, an F+ more, and ");
            broken.push(Breach::around(before, id.clone(), format!(" has too few for {held}")).by("EU-97"));
        }
        broken.extend(self.over_in_counters(stack));
        if stack.fleet.ships[Ship::Galley as usize] > 0 && !self.is_inner(&stack.at) {
            let words =
                format!("galleys keep to the Mediterranean and the Baltic, and {name} lies on the ocean");
            broken.push(Breach::from(words).by("A1"));
        }
        broken
    }

    /// Whether a sea, or one on a province's coast, is no ocean.
    fn is_inner(&self, place: &Place) -> bool {
        let map = &self.world.map;
        let coast = map.provinces.get(place).map_or_else(|| vec![place.clone()], |found| found.coast.clone());
        coast.iter().any(|sea| map.seas.get(sea).is_some_and(|sea| sea.basin != Basin::Ocean))
    }
}

/// The rule of how many stand together.
const STACKING: &str = "G3";

/// The letters of a stack's id.
pub(super) fn letters_of(id: &Piece) -> &str {
    id.as_str().split('-').next().unwrap_or_default()
}

/// A fleet in words, as it is listed.
pub(super) fn fleet_words(fleet: &Fleet) -> String {
    let counters = fleet.counters.iter().map(|counter| counter.word()).collect::<Vec<_>>();
    format!("{} ({fleet})", counters.join(" ")).trim().to_owned()
}

fn take_counter(fleet: &mut Fleet, counter: FleetCounter) -> bool {
    let place = fleet.counters.iter().position(|found| *found == counter);
    place.map(|place| fleet.counters.remove(place)).is_some()
}

/// Takes ships out, the sound ones first.
fn take_ships(fleet: &mut Fleet, count: u32, ship: Ship) -> bool {
    let count = i32::try_from(count).unwrap_or(i32::MAX);
    let place = ship as usize;
    if fleet.ships[place] < count {
        return false;
    }
    fleet.ships[place] -= count;
    fleet.damaged[place] = fleet.damaged[place].min(fleet.ships[place]);
    true
}
