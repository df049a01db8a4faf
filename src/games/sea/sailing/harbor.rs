//! Moves into and out of coastal waters, harbors and mouths (WISC 6.2-6.7, 6.9, 6.10): steps one, two, five and nine of 6.11.

use std::collections::BTreeMap;

use crate::chart::{Chart, CoastNo, Mouth, PortNo, SeaNo};
use crate::event::Fact;
use crate::event::reason::{Reason, Why};
use crate::orders::{CoastGoal, Order, Sailing, When};
use crate::place::Place;
use crate::rehearsal::Doubt;
use crate::sailing::company::Company;
use crate::ship::{Ship, ShipId, WRECK};
use crate::turn::Turn;
use fieldpost_ground::map::RiverClass;
use fieldpost_ground::square::{Direction, StrategicSquare};

/// Within how many squares of the mouth a ship is as good as in it (6.2, 6.5).
pub const NEAR_MOUTH: u16 = 10;

/// What an order to go into port names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    Coast(CoastGoal),
    Harbor(PortNo),
    River(StrategicSquare),
}

impl Goal {
    /// Its place among the three orders, in the order in which they are carried out at one step.
    fn place(self) -> usize {
        match self {
            Goal::Coast(_) => 0,
            Goal::Harbor(_) => 1,
            Goal::River(_) => 2,
        }
    }
}

/// The mouth by which a ship goes to a river square: its coastal waters, the side on which the mouth opens to them, its square.
type Gate = (CoastNo, Direction, StrategicSquare);

/// What a ship goes to at a step, by which way that leads there for her type: ships whose ways differ keep no company.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Errand {
    goal: Goal,
    gate: Option<Gate>,
    inlet: Option<Place>,
}

/// N-64: the step at which coastal waters are entered.
fn coast_when(sailing: &Sailing) -> When {
    let told = sailing.coast.and_then(|(_, when)| when);
    told.unwrap_or([When::First, When::After1, When::After2][sailing.sail.len().min(2)])
}

/// N-64: the step at which a harbor, or a river from the sea, is entered: behind what else is ordered.
fn harbor_when(sailing: &Sailing, told: Option<When>) -> When {
    let behind_coast = sailing.coast.map_or(When::First, |_| match coast_when(sailing) {
        When::First => When::After1,
        later => later,
    });
    let behind_sea = [When::First, When::After1, When::After2][sailing.sail.len().min(2)];
    told.unwrap_or(behind_coast.max(behind_sea))
}

/// WISC 6.7: why nobody gets into or out of an inlet: hostile warships in it, or in the waters before it.
pub fn barred_by(chart: &Chart, place: Place) -> Reason {
    Why::Barred.named(&place, chart.label(place))
}

/// WISC 6.6: why nobody passes enemies on a river on the way to a mouth.
pub fn stopped_by(chart: &Chart, place: Place) -> Reason {
    Why::StoppedOnRiver.named(&place, chart.label(place))
}

/// WISC 6.5, 6.9: the harbor or mouths through which a ship in a harbor or on a river gets out, as [`Turn::outlets`] has them.
pub fn outlets(chart: &Chart, ship: &Ship) -> Vec<(Place, CoastNo, Direction)> {
    let of = |place: Place| {
        let exits = chart.exits(place).into_iter();
        exits.map(move |(coast, exit)| (place, coast, exit)).collect::<Vec<_>>()
    };
    let Some(square) = chart.river_square(ship.at) else { return of(ship.at) };
    let far = chart.rivers.reach(square, ship.id.kind.row().narrowest);
    let mut mouths: Vec<_> =
        chart.mouths.iter().filter_map(|mouth| Some((*far.get(&mouth.at)?, mouth))).collect();
    mouths.retain(|(squares, _)| *squares <= NEAR_MOUTH);
    mouths.sort_by_key(|(squares, _)| *squares);
    let mut outlets =
        if chart.port_in(ship.at).is_some() && !far.contains_key(&square) { of(ship.at) } else { Vec::new() };
    outlets.extend(mouths.into_iter().flat_map(|(_, mouth)| of(chart.river_place(mouth.at))));
    if outlets.is_empty() { of(ship.at) } else { outlets }
}

impl Turn {
    /// WISC 6.5, 6.9: the harbor or mouths through which a ship in a harbor or on a river gets out, the nearest first, with the coastal
    /// waters there and the side on which they lie.
    pub fn outlets(&self, id: ShipId) -> Vec<(Place, CoastNo, Direction)> {
        self.ship(id).map_or_else(Vec::new, |ship| outlets(&self.chart, ship))
    }

    /// The same of a ship of a company: by her own type she may not come to that mouth (2.1).
    fn goes_out(&self, id: ShipId, outlet: (Place, CoastNo, Direction)) -> Result<(), Reason> {
        if !self.outlets(id).contains(&outlet) {
            return Err(Why::TypeBarredThere.named(&outlet.0, self.chart.label(outlet.0)));
        }
        self.way_out(id, outlet.0, outlet.1, outlet.2)
    }

    /// WISC 6.5, 6.7: whether a ship gets out to coastal waters: no hostile warship in the harbor or mouth, nor in the waters, no enemies
    /// on the river before it, and no wind straight against her.
    pub fn way_out(&self, id: ShipId, inlet: Place, coast: CoastNo, exit: Direction) -> Result<(), Reason> {
        let ran = self.progress.get(&id).is_some_and(|progress| progress.ran);
        for place in [inlet, Place::Coast(coast)] {
            if !ran && self.is_barred(place, id.nation) {
                return Err(barred_by(&self.chart, place));
            }
        }
        self.clear_to(id, inlet)?;
        self.fresh_from_the_river(id, inlet)?;
        if !self.can_make(id, self.chart.coast(coast).sea, exit) {
            return Err(self.cannot_make(id, Why::Lame, Why::WindIntoHarbor));
        }
        Ok(())
    }

    /// WISC 6.11: who moved along a river in this turn gets out of its mouth alone, after fewer than ten squares.
    fn fresh_from_the_river(&self, id: ShipId, inlet: Place) -> Result<(), Reason> {
        let squares = self.progress.get(&id).map_or(0, |progress| progress.river_squares);
        if squares >= NEAR_MOUTH {
            return Err(Why::RiverMoved.of(id).and(squares));
        }
        let is_there = self.ship(id).is_some_and(|ship| ship.at == inlet);
        if squares > 0 && !is_there {
            return Err(Why::NotAtMouth.of(id));
        }
        Ok(())
    }

    /// That no enemies lie on the river squares between a ship and a mouth (6.6).
    fn clear_to(&self, id: ShipId, mouth: Place) -> Result<(), Reason> {
        let squares = self
            .ship(id)
            .and_then(|ship| self.chart.river_square(ship.at))
            .zip(self.chart.river_square(mouth));
        let Some((from, to)) = squares.filter(|(from, to)| from != to) else { return Ok(()) };
        if self.is_under_guns(id, to) {
            return Err(Why::HeldByBatteries.into());
        }
        let way = self.chart.rivers.way(from, to, id.kind.row().narrowest).unwrap_or_default();
        for (at, _) in way {
            let place = self.chart.river_place(at);
            if self.is_barred(place, id.nation) || self.is_commanded(place, id.nation) {
                return Err(stopped_by(&self.chart, place));
            }
        }
        Ok(())
    }

    /// WISC 6.11: one of the steps in which ships go into and out of ports.
    pub fn port_step(&mut self, step: When) {
        for kind in 0..3 {
            let ids: Vec<ShipId> = self.progress.keys().copied().collect();
            let due: Vec<_> =
                ids.into_iter().filter_map(|id| Some((id, self.due(id, step, kind)?))).collect();
            let mut movers: BTreeMap<ShipId, Errand> = BTreeMap::new();
            for (id, goal) in due {
                match self.errand(id, goal) {
                    Ok(errand) => drop(movers.insert(id, errand)),
                    Err(why) => self.put_off(&vec![id], goal, step, why),
                }
            }
            let companies = self.companies(&movers);
            let mut gone = Vec::new();
            for number in 0..companies.len() {
                let (company, errand) = companies[number].clone();
                let is_free = |id: &ShipId| self.progress.get(id).is_some_and(|progress| !progress.pursues);
                let company: Company = company.into_iter().filter(is_free).collect();
                gone.extend(&company);
                self.go_in(&company, errand, step, &companies, &gone);
            }
        }
    }

    /// WISC 2.1, 6.2, 6.11: what a ship goes to, by the way that is open to her type; or why she by herself does not come there.
    fn errand(&self, id: ShipId, goal: Goal) -> Result<Errand, Reason> {
        let errand = Errand { goal, gate: None, inlet: None };
        match goal {
            Goal::River(to) => Ok(Errand { gate: Some(self.gate(id, to)?), ..errand }),
            Goal::Coast(CoastGoal::Named(coast)) => {
                let leads = |off: CoastNo| off == coast || self.chart.coast(off).through == Some(coast);
                let is_inland = self.ship(id).is_some_and(|ship| ship.at.is_inland());
                let outlets = if is_inland { self.outlets(id) } else { Vec::new() };
                let inlet = outlets.into_iter().find(|outlet| leads(outlet.1)).map(|outlet| outlet.0);
                // N-90: who has come too far along the river stays alone, and holds nobody (6.11).
                inlet.map_or(Ok(()), |inlet| self.fresh_from_the_river(id, inlet))?;
                Ok(Errand { inlet, ..errand })
            }
            Goal::Coast(CoastGoal::Enemy) | Goal::Harbor(_) => Ok(errand),
        }
    }

    /// The mouth by which a ship comes to a river square from the sea area or coastal waters that she is in.
    fn gate(&self, id: ShipId, to: StrategicSquare) -> Result<Gate, Reason> {
        let coasts = match self.ship(id).map(|ship| ship.at) {
            Some(Place::Sea(sea, _)) => self.coasts_of(sea),
            Some(Place::Coast(coast)) => vec![coast],
            _ => {
                let label = self.chart.grid.label(to);
                let all: Vec<CoastNo> =
                    (0..self.chart.coasts.len()).map(|place| CoastNo(place as u8)).collect();
                let (coast, ..) = self.mouth_for(id, &all, to)?;
                let code = &self.chart.coast(coast).code;
                return Err(Why::RiverEnteredFrom.of(label).and(code).and(code));
            }
        };
        self.mouth_for(id, &coasts, to)
    }

    /// What of one kind a ship has still to do in a step: coast, harbor or river, by its place among the three orders.
    fn due(&self, id: ShipId, step: When, place: usize) -> Option<Goal> {
        let (ship, progress) = (self.ship(id)?, self.progress.get(&id)?);
        let is_free = ship.is_active() && !progress.busy && !progress.cancelled && !progress.pursues;
        let sailing = &progress.orders.sailing;
        let (goal, when) = match place {
            0 => sailing.coast.map(|(goal, _)| (Goal::Coast(goal), coast_when(sailing))),
            1 => sailing.harbor.map(|(port, when)| (Goal::Harbor(port), harbor_when(sailing, when))),
            _ => sailing
                .river
                .map(|(at, when)| (Goal::River(at), harbor_when(sailing, when).max(When::After1))),
        }?;
        let when = if progress.delayed { When::After2 } else { when };
        let by_river = || matches!(goal, Goal::River(at) if self.by_river(id, at));
        (is_free && when <= step && !progress.port_done[place] && !by_river()).then_some(goal)
    }

    /// Whether a ship comes to a river square along rivers from where she is: then she moves in step eight.
    pub fn by_river(&self, id: ShipId, to: StrategicSquare) -> bool {
        let from = self.ship(id).and_then(|ship| self.chart.river_square(ship.at));
        let narrowest = id.kind.row().narrowest;
        from.is_some_and(|from| from == to || self.chart.rivers.leads(from, to, narrowest))
    }

    fn go_in(
        &mut self,
        company: &Company,
        errand: Errand,
        step: When,
        all: &[(Company, Errand)],
        gone: &[ShipId],
    ) {
        let Some(from) = company.first().and_then(|id| self.ship(*id)).map(|ship| ship.at) else { return };
        let goal = errand.goal;
        let lame = company.iter().find(|id| self.ship(**id).is_some_and(|ship| ship.propulsion >= WRECK));
        if let Some(lame) = lame.copied() {
            return self.fail_for(company, goal, lame);
        }
        let done = match goal {
            Goal::Coast(coast) => self.go_to_coast(company, coast),
            Goal::Harbor(port) => self.go_to_harbor(company, port),
            Goal::River(at) => errand.gate.map_or(Ok(()), |gate| self.go_to_river(company, at, gate)),
        };
        match done {
            Ok(()) => {
                self.mark(company, goal);
                self.chase(company, from, all, gone);
            }
            Err(why) => self.put_off(company, goal, step, why),
        }
    }

    /// What cannot be done now is tried at the next step, and told when there is none.
    fn put_off(&mut self, company: &Company, goal: Goal, step: When, why: Reason) {
        if step == When::After2 || company.first().is_some_and(|first| self.never_later(*first)) {
            self.fail(company, goal, &why);
        }
    }

    /// Whether waiting for the next step is in vain: nothing else is ordered that would change where she is.
    fn never_later(&self, id: ShipId) -> bool {
        self.sailing(id).sail.is_empty()
            && self.sailing(id).river.is_none()
            && self.sailing(id).harbor.is_none()
    }

    fn mark(&mut self, company: &Company, goal: Goal) {
        for id in company {
            if let Some(progress) = self.progress_mut(*id) {
                progress.port_done[goal.place()] = true;
            }
        }
    }

    fn fail(&mut self, company: &Company, goal: Goal, why: &Reason) {
        self.mark(company, goal);
        for id in company {
            let order = self.order_of(*id, goal);
            self.refuse_order(*id, &order, why.clone());
        }
    }

    /// WISC 6.13: a company is as slow as its slowest: the others are told for whom they stay.
    fn fail_for(&mut self, company: &Company, goal: Goal, lame: ShipId) {
        let called = self.ship(lame).map(Ship::called).unwrap_or_default();
        self.mark(company, goal);
        for id in company {
            let why = if self.ship(*id).is_some_and(|ship| ship.propulsion >= WRECK) {
                Why::Lame.into()
            } else {
                Why::LameCompany.of(&called)
            };
            let order = self.order_of(*id, goal);
            self.refuse_order(*id, &order, why);
        }
    }

    /// The order that named a goal.
    fn order_of(&self, id: ShipId, goal: Goal) -> Order {
        let sailing = self.sailing(id);
        match goal {
            Goal::Coast(coast) => Order::Coast(coast, sailing.coast.and_then(|row| row.1)),
            Goal::Harbor(port) => Order::Harbor(port, sailing.harbor.and_then(|row| row.1)),
            Goal::River(at) => Order::River(at, sailing.river.and_then(|row| row.1)),
        }
    }

    /// N-67: enemies in the place that was left follow into coastal waters, and no farther.
    fn chase(&mut self, company: &Company, from: Place, all: &[(Company, Errand)], gone: &[ShipId]) {
        let Some((first, at)) = company.first().and_then(|id| self.ship(*id)).map(|ship| (ship.id, ship.at))
        else {
            return;
        };
        let to = match at {
            Place::Coast(_) => Some(at),
            _ if from.sea().is_some() => self.chart.exits(at).first().map(|exit| Place::Coast(exit.0)),
            _ => None,
        };
        let Some(to) = to.filter(|to| *to != from && at != from) else { return };
        let hunters = self.hunters(company, from, to, all, gone);
        self.follow(&hunters, first, to, None);
    }

    /// Puts a company in another place of the same coast, and tells it.
    pub fn step_to(&mut self, company: &Company, to: Place, side: Option<Direction>) {
        let Some(from) = company.first().and_then(|id| self.ship(*id)).map(|ship| ship.at) else { return };
        self.note_port_move(company, from, to);
        self.arrive(company, to, side);
        for id in company {
            if let Some(progress) = self.progress_mut(*id) {
                progress.moved = true;
            }
            self.tell(Fact::Enter(self.step(*id, from)));
        }
    }

    /// The coastal waters that an order means: for ENEMY those of an enemy drawn by lot among the waters in reach (4.5).
    fn meant(&mut self, id: ShipId, goal: CoastGoal) -> Result<CoastNo, Reason> {
        if let CoastGoal::Named(coast) = goal {
            return Ok(coast);
        }
        let reach = self.coasts_near(id);
        let foes: Vec<CoastNo> = reach
            .into_iter()
            .flat_map(|coast| self.foes_at(Place::Coast(coast), id.nation).into_iter().map(move |_| coast))
            .collect();
        if foes.iter().any(|coast| *coast != foes[0]) {
            self.leave_open(&[id], Place::Coast(foes[0]), Doubt::Lot);
        }
        let drawn = self.die("4.5", &id.to_string(), foes.len() as u64) as usize;
        foes.get(drawn).copied().ok_or_else(|| Why::NoEnemyNear.into())
    }

    fn coasts_near(&self, id: ShipId) -> Vec<CoastNo> {
        match self.ship(id).map(|ship| ship.at) {
            Some(Place::Sea(sea, _)) => self.coasts_of(sea),
            Some(Place::Harbor(_) | Place::River(_)) => {
                self.outlets(id).into_iter().map(|outlet| outlet.1).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The coastal waters that can be entered from a sea area (6.2, 6.8).
    pub fn coasts_of(&self, sea: SeaNo) -> Vec<CoastNo> {
        let coasts = (0..self.chart.coasts.len()).map(|place| CoastNo(place as u8));
        coasts.filter(|coast| self.chart.seas_off(*coast).iter().any(|(off, _)| *off == sea)).collect()
    }

    fn go_to_coast(&mut self, company: &Company, goal: CoastGoal) -> Result<(), Reason> {
        let Some(first) = company.first().copied() else { return Ok(()) };
        let coast = self.meant(first, goal)?;
        let from = self.ship(first).map(|ship| ship.at).ok_or(Why::NoMore)?;
        let code = self.chart.coast(coast).code.clone();
        match from {
            Place::Coast(own) if own == coast => Ok(()),
            Place::Coast(own) => {
                if !self.chart.joined_to(own).contains(&coast) {
                    return Err(Why::NoWay.of(&self.chart.coast(own).code).and(code));
                }
                self.step_to(company, Place::Coast(coast), None);
                Ok(())
            }
            Place::Sea(sea, _) => self.coast_from_sea(company, sea, coast),
            Place::Transit(..) => Err(Why::OnTheAtlantic.into()),
            Place::Harbor(_) | Place::River(_) => self.coast_from_inland(company, coast),
        }
    }

    fn coast_from_sea(&mut self, company: &Company, sea: SeaNo, coast: CoastNo) -> Result<(), Reason> {
        let Some(first) = company.first().copied() else { return Ok(()) };
        let site = self.chart.coast(coast).clone();
        let Some((_, seaward)) = self.chart.seas_off(coast).into_iter().find(|(off, _)| *off == sea) else {
            return Err(Why::NotConnected.of(site.code).and(&self.chart.sea(sea).code));
        };
        let from = self.ship(first).map_or(Place::Sea(sea, 1), |ship| ship.at);
        if let Some(through) = site.through
            && self.is_halted_in(company, from, through)
        {
            return Ok(());
        }
        let foes = self.foes_at(Place::Coast(coast), first.nation);
        let avoids = !foes.is_empty() && self.wishes_to_avoid(company, foes.len());
        if avoids {
            self.leave_open(company, Place::Coast(coast), Doubt::Passage);
        }
        if avoids && self.slips_off(company, Place::Coast(coast)) {
            company.iter().for_each(|id| self.tell(Fact::Avoid(self.here(*id))));
            return Ok(());
        }
        self.step_to(company, Place::Coast(coast), Some(seaward));
        Ok(())
    }

    fn coast_from_inland(&mut self, company: &Company, coast: CoastNo) -> Result<(), Reason> {
        let Some(first) = company.first().copied() else { return Ok(()) };
        let mut why = Why::NoWayFromHere.of(&self.chart.coast(coast).code);
        for (inlet, off, exit) in self.outlets(first) {
            let behind = self.chart.coast(off).through == Some(coast);
            if off != coast && !behind {
                continue;
            }
            let outlet = (inlet, off, exit);
            match self.all_go(company, |id| self.goes_out(id, outlet)) {
                Ok(()) if behind => {
                    let from = self.ship(first).map_or(inlet, |ship| ship.at);
                    if !self.is_halted_in(company, from, off) {
                        self.step_to(company, Place::Coast(coast), None);
                    }
                    return Ok(());
                }
                Ok(()) => {
                    self.step_to(company, Place::Coast(coast), Some(exit.opposite()));
                    return Ok(());
                }
                Err(barred) => why = barred,
            }
        }
        Err(why)
    }

    fn go_to_harbor(&mut self, company: &Company, port: PortNo) -> Result<(), Reason> {
        let Some(from) = company.first().and_then(|id| self.ship(*id)).map(|ship| ship.at) else {
            return Ok(());
        };
        let harbor = Place::Harbor(port);
        let name = self.chart.port(port).name.clone();
        let Some((coast, exit)) = self.chart.exits(harbor).first().copied() else {
            return Err(Why::NoHarbor.of(name));
        };
        match from {
            place if place == harbor => Ok(()),
            Place::Coast(own) if own == coast => self.enter_inlet(company, coast, harbor, exit),
            Place::Sea(sea, _) => {
                self.coast_on_the_way(company, sea, coast)?;
                self.enter_inlet(company, coast, harbor, exit)
            }
            _ => {
                let code = &self.chart.coast(coast).code;
                Err(Why::EnteredFrom.of(name).and(code).and(code))
            }
        }
    }

    /// WISC 6.2, 6.7: from the sea through coastal waters to an inlet of theirs; an error where the company did not get that far.
    fn coast_on_the_way(&mut self, company: &Company, sea: SeaNo, coast: CoastNo) -> Result<(), Reason> {
        let open = self.foes_at(Place::Coast(coast), company[0].nation).is_empty();
        self.coast_from_sea(company, sea, coast)?;
        let arrived =
            company.iter().all(|id| self.ship(*id).is_some_and(|ship| ship.at == Place::Coast(coast)));
        if !open && arrived {
            company
                .iter()
                .for_each(|id| self.tell(Fact::Halted { here: self.here(*id), from: None, why: None }));
        }
        if arrived { Ok(()) } else { Err(Why::TurnedAway.into()) }
    }

    fn enter_inlet(
        &mut self,
        company: &Company,
        coast: CoastNo,
        inlet: Place,
        exit: Direction,
    ) -> Result<(), Reason> {
        self.all_go(company, |id| self.may_enter(id, coast, inlet, exit))?;
        self.step_to(company, inlet, None);
        Ok(())
    }

    /// WISC 2.1, 6.7, 6.12: whether a ship gets from coastal waters into an inlet.
    fn may_enter(&self, id: ShipId, coast: CoastNo, inlet: Place, exit: Direction) -> Result<(), Reason> {
        let ran = self.progress.get(&id).is_some_and(|progress| progress.ran);
        for place in [inlet, Place::Coast(coast)] {
            if !ran && self.is_barred(place, id.nation) {
                return Err(barred_by(&self.chart, place));
            }
        }
        if !self.can_make(id, self.chart.coast(coast).sea, exit.opposite()) {
            return Err(self.cannot_make(id, Why::Lame, Why::WindOutOfHarbor));
        }
        if let Place::River(at) = inlet
            && !self.chart.rivers.floats(at, id.kind.row().narrowest)
        {
            return Err(Why::TypeBarred.of(self.chart.grid.label(at)));
        }
        Ok(())
    }

    /// WISC 6.13: a company goes if each of it can; where only some cannot, all are told of whom it is true.
    fn all_go(&self, company: &Company, may: impl Fn(ShipId) -> Result<(), Reason>) -> Result<(), Reason> {
        let faults = company.iter().filter_map(|id| Some((*id, may(*id).err()?)));
        let faults: Vec<(ShipId, Reason)> = faults.collect();
        match faults.as_slice() {
            [] => Ok(()),
            all @ [(_, why), ..] if all.len() == company.len() => Err(why.clone()),
            [(id, why), ..] => Err(Why::CompanyStays.of(id).because(why.clone())),
        }
    }

    /// WISC 6.2, 6.3, 6.6: from the sea or coastal waters to a mouth and up the river; enemies over the mouth halt there.
    fn go_to_river(&mut self, company: &Company, to: StrategicSquare, gate: Gate) -> Result<(), Reason> {
        let (coast, exit, mouth) = gate;
        let inlet = self.chart.river_place(mouth);
        let from = company.first().and_then(|id| self.ship(*id)).map(|ship| ship.at);
        if let Some(Place::Sea(sea, _)) = from {
            self.coast_on_the_way(company, sea, coast)?;
        }
        self.enter_inlet(company, coast, inlet, exit)?;
        if let Some(why) = self.stops(company, mouth, true) {
            self.halt_on_river(company, why);
            return Ok(());
        }
        let limit = company.iter().map(|id| self.river_limit(*id)).min().unwrap_or(0).min(NEAR_MOUTH);
        if mouth != to {
            self.go_up(company, to, limit);
        }
        Ok(())
    }

    /// The mouth of some coastal waters from which a river square is nearest.
    fn mouth_for(&self, id: ShipId, coasts: &[CoastNo], to: StrategicSquare) -> Result<Gate, Reason> {
        let narrowest = id.kind.row().narrowest;
        let label = self.chart.grid.label(to);
        let far = self.chart.rivers.reach(to, narrowest);
        if self.chart.rivers.is_river(to) && !self.chart.rivers.floats(to, narrowest) {
            let harbor = matches!(self.chart.river_place(to), Place::Harbor(_));
            if !harbor {
                return Err(Why::TypeBarred.of(label));
            }
        }
        let exits =
            self.chart.mouths.iter().flat_map(|mouth| mouth.exits.iter().map(move |exit| (mouth, *exit)));
        let near = exits.filter(|(_, (coast, _))| coasts.contains(coast));
        let reached =
            near.filter_map(|(mouth, (coast, exit))| Some((*far.get(&mouth.at)?, coast, exit, mouth.at)));
        let best = reached.min_by_key(|(squares, ..)| *squares);
        let (_, coast, exit, mouth) = best.ok_or_else(|| self.why_no_mouth(coasts, to))?;
        Ok((coast, exit, mouth))
    }

    /// Why no mouth of some coastal waters leads to a river square: for her draught, or for any ship's.
    fn why_no_mouth(&self, coasts: &[CoastNo], to: StrategicSquare) -> Reason {
        let label = self.chart.grid.label(to);
        let far = self.chart.rivers.reach(to, RiverClass::Unfordable);
        let leads = |mouth: &Mouth| {
            far.contains_key(&mouth.at) && mouth.exits.iter().any(|exit| coasts.contains(&exit.0))
        };
        if self.chart.mouths.iter().any(leads) { Why::TooNarrow.of(label) } else { Why::NoMouth.of(label) }
    }
}
