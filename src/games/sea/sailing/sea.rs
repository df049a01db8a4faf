//! Moves to sea areas (WISC 6.2-6.4, 6.8, 6.10, 6.12, 6.17): steps three and six of 6.11, and the Atlantic.

use std::collections::BTreeMap;

use crate::chart::{CoastNo, SeaNo};
use crate::event::reason::{Reason, Why};
use crate::event::{Fact, Here};
use crate::orders::{Manner, Order};
use crate::place::Place;
use crate::rehearsal::Doubt;
use crate::sailing::company::Company;
use crate::ship::ShipId;
use crate::turn::Turn;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_ground::square::Direction;

/// The way to a sea area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The side sailed to.
    pub side: Direction,
    /// The sea area whose wind counts.
    pub wind: Option<SeaNo>,
    /// Coastal waters on the way; whether hostile warships halt there (6.10) or only see who passes (6.8).
    pub passes: Option<(CoastNo, bool)>,
    /// The waters of the harbor or mouth that it leads out of.
    pub out: Option<CoastNo>,
    /// Whether it leads over the Atlantic.
    pub crosses: bool,
}

/// What comes of passing coastal waters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passage {
    /// Nobody is there, or nobody saw her.
    Clear,
    /// She was seen, and may be pursued.
    Seen,
    /// She goes no farther.
    Halted,
}

impl Turn {
    /// WISC 6.2-6.4, 6.8, 6.17: how a ship gets from where she is to a sea area, or why not.
    pub fn leg(&self, id: ShipId, to: SeaNo) -> Result<Leg, Reason> {
        let at = self.ship(id).map(|ship| ship.at).ok_or(Why::NoMore)?;
        if id.kind.is_river() {
            // Not under a leader's orders either (4.2).
            return Err(Why::NeverToSea.into());
        }
        match at {
            Place::Sea(from, _) => self.leg_at_sea(from, to),
            Place::Coast(coast) => self.leg_from_coast(coast, to),
            Place::Harbor(_) | Place::River(_) => {
                let outlets = self.outlets(id);
                let mut why = Why::NoWayFromHere.of(&self.chart.sea(to).code);
                for (inlet, coast, exit) in outlets {
                    let Ok(leg) = self.leg_from_coast(coast, to) else { continue };
                    match self.way_out(id, inlet, coast, exit) {
                        Ok(()) => return Ok(Leg { out: Some(coast), ..leg }),
                        Err(barred) => why = barred,
                    }
                }
                Err(why)
            }
            Place::Transit(..) => Err(Why::OnTheAtlantic.into()),
        }
    }

    fn leg_at_sea(&self, from: SeaNo, to: SeaNo) -> Result<Leg, Reason> {
        let passes = self.chart.strait_between(from, to).map(|coast| (coast, false));
        if let Some(side) = self.chart.side_to(from, to) {
            return Ok(Leg { side, wind: Some(from), passes, out: None, crosses: false });
        }
        let edge = self.chart.sea(from).edge.filter(|_| self.crosses(from, to));
        match edge {
            Some(side) => Ok(Leg { side, wind: Some(from), passes: None, out: None, crosses: true }),
            None => {
                let (from, to) = (&self.chart.sea(from).code, &self.chart.sea(to).code);
                Err(Why::NotBeside.of(to).and(from))
            }
        }
    }

    fn leg_from_coast(&self, coast: CoastNo, to: SeaNo) -> Result<Leg, Reason> {
        let found = self.chart.seas_off(coast).into_iter().find(|(sea, _)| *sea == to);
        let passes = self.chart.coast(coast).through.map(|through| (through, true));
        match found {
            Some((_, side)) => {
                let wind = self.chart.coast(coast).sea;
                Ok(Leg { side, wind, passes, out: None, crosses: false })
            }
            None => {
                let (code, to) = (&self.chart.coast(coast).code, &self.chart.sea(to).code);
                Err(Why::NoSeaOff.of(code).and(to))
            }
        }
    }

    /// WISC 6.11: the first sea move, or the second, in which those delayed make their first (7.3, 7.6).
    pub fn sea_step(&mut self, second: bool) {
        let mut movers = BTreeMap::new();
        let ids: Vec<ShipId> = self.progress.keys().copied().collect();
        for id in ids {
            let Some(to) = self.next_sea(id, second) else { continue };
            match self.leg(id, to) {
                Ok(_) => {
                    movers.insert(id, to);
                }
                Err(why) => {
                    let order = Order::Sail(self.sailing(id).sail);
                    self.refuse_order(id, &order, why);
                    self.drop_sailing(id);
                }
            }
        }
        let companies = self.companies(&movers);
        let hunts = self.hunts(&companies, |to| Place::Sea(*to, 1));
        let mut gone = Vec::new();
        for ((company, to), hunters) in companies.iter().zip(hunts) {
            let hunting = |id: &ShipId| self.progress.get(id).is_some_and(|progress| progress.pursues);
            let company: Company = company.iter().copied().filter(|id| !hunting(id)).collect();
            if let Some(first) = company.first().copied() {
                gone.extend(&company);
                gone.extend(&hunters);
                if let Ok(leg) = self.leg(first, *to) {
                    self.sail(&company, *to, &leg, second, hunters, &gone);
                }
            }
        }
    }

    /// The sea area that a ship is to sail to in this step, if she can move and has one.
    fn next_sea(&mut self, id: ShipId, second: bool) -> Option<SeaNo> {
        let at = self.ship(id).filter(|ship| ship.is_active())?.at;
        let progress = self.progress.get_mut(&id)?;
        if progress.busy || progress.cancelled || progress.pursues || progress.becalmed {
            return None;
        }
        loop {
            let in_turn = if progress.delayed { second } else { (progress.sailed == 1) == second };
            let to = *progress.orders.sailing.sail.get(progress.sailed).filter(|_| in_turn)?;
            if at.sea() != Some(to) {
                return Some(to);
            }
            // There she is: by staying, or by her flight from a battle (7.3).
            progress.sailed += 1;
        }
    }

    /// What is left of a ship's sea moves falls.
    fn drop_sailing(&mut self, id: ShipId) {
        if let Some(progress) = self.progress_mut(id) {
            progress.becalmed = true;
        }
    }

    fn sail(
        &mut self,
        company: &Company,
        to: SeaNo,
        leg: &Leg,
        second: bool,
        mut hunters: Company,
        gone: &[ShipId],
    ) {
        let Some((first, from)) =
            company.first().and_then(|id| self.ship(*id)).map(|ship| (ship.id, ship.at))
        else {
            return;
        };
        let course = self.course(leg.wind, leg.side);
        let goal = Place::Sea(to, 1);
        self.note_sailing(company, to, leg, second);
        if !self.sails_together(company, second, course) {
            company.iter().chain(&hunters).for_each(|id| self.stay(*id));
            return;
        }
        if let Some(coast) = leg.out {
            // She was seen by whoever lies beside her; others look from other harbors and mouths of these waters.
            self.pass(company, Place::Coast(coast), false);
        }
        if let Some((coast, halts)) = leg.passes {
            let place = Place::Coast(coast);
            match self.pass(company, place, halts) {
                Passage::Halted => {
                    self.halt(company, from, place);
                    return self.follow(&hunters, first, place, None);
                }
                Passage::Seen => {
                    hunters.extend(self.hunters(company, place, goal, &[] as &[(Company, SeaNo)], gone))
                }
                Passage::Clear => {}
            }
        }
        if leg.crosses {
            return self.cross(company, &hunters, from, to);
        }
        self.enter_sea(company, from, to, leg);
        if let Some(place) = self.ship(first).map(|ship| ship.at) {
            self.follow(&hunters, first, place, Some(leg.side.opposite()));
        }
        if !second && self.ends_sailing(company, course) {
            company.iter().for_each(|id| self.end_sailing(*id));
        }
    }

    /// WISC 6.12: a ship's first sea was her last in this turn; who was to sail on hears of it.
    fn end_sailing(&mut self, id: ShipId) {
        let at = self.ship(id).and_then(|ship| ship.at.sea());
        let next = self.progress.get(&id).and_then(|made| made.orders.sailing.sail.get(made.sailed));
        if next.is_some_and(|next| at != Some(*next)) {
            return self.stay(id);
        }
        self.drop_sailing(id);
    }

    fn stay(&mut self, id: ShipId) {
        self.tell(Fact::NotSailed(self.here(id)));
        self.drop_sailing(id);
    }

    fn halt(&mut self, company: &Company, from: Place, at: Place) {
        self.place(company, at, None);
        for id in company {
            if let Some(progress) = self.progress_mut(*id) {
                (progress.cancelled, progress.moved) = (true, true);
            }
            self.tell(Fact::Halted { here: self.here(*id), from: Some(from), why: None });
        }
    }

    fn enter_sea(&mut self, company: &Company, from: Place, to: SeaNo, leg: &Leg) {
        let Some(first) = company.first().copied() else { return };
        let area = self.draw_area(first);
        let leaves = company.clone();
        self.arrive(&leaves, Place::Sea(to, area), Some(leg.side.opposite()));
        for id in company {
            if let Some(progress) = self.progress_mut(*id) {
                progress.sailed += 1;
                progress.sea_moves += 1;
                progress.moved = true;
            }
            self.tell(Fact::Sail(self.step(*id, from)));
        }
    }

    /// WISC 6.16, 6.17: a company enters the Atlantic and stays together; nobody knows for how long. Who pursues it crosses in as many turns, and
    /// meets it no more on the way.
    fn cross(&mut self, company: &Company, hunters: &Company, from: Place, to: SeaNo) {
        let Some(first) = company.first().copied() else { return };
        let choice = self.chart.transit.clone();
        let drawn = self.die("6.17", &first.to_string(), choice.len() as u64) as usize;
        let turns = choice.get(drawn).copied().unwrap_or(3);
        for id in company.iter().chain(hunters) {
            self.tell(Fact::Transit(self.step(*id, from)));
            if let Some(progress) = self.progress_mut(*id) {
                (progress.cancelled, progress.moved) = (true, true);
            }
        }
        for company in [company, hunters].into_iter().filter(|company| !company.is_empty()) {
            self.place(company, Place::Transit(to, turns + 1), None);
        }
    }

    /// WISC 6.11: the seventh step: who has crossed the Atlantic comes in.
    pub fn arrivals(&mut self) {
        let crossing: Vec<(Place, Company)> = self.crossing();
        for (place, company) in crossing {
            let Place::Transit(to, turns) = place else { continue };
            if turns > 1 {
                self.place(&company, Place::Transit(to, turns - 1), None);
                continue;
            }
            let Some(first) = company.first().copied() else { continue };
            let area = self.draw_area(first);
            let side = self.chart.sea(to).edge;
            self.arrive(&company, Place::Sea(to, area), side);
            company.iter().for_each(|id| self.tell(Fact::Arrive(self.here(*id))));
        }
    }

    fn crossing(&self) -> Vec<(Place, Company)> {
        let groups = self.state.groups.iter().filter(|(place, _)| matches!(place, Place::Transit(..)));
        groups
            .flat_map(|(place, groups)| groups.iter().map(|group| (*place, group.iter().copied().collect())))
            .collect()
    }

    /// N-71: a company passes coastal waters where enemies may lie, or from whose harbors, mouths and shores they look (5.1, 5.2).
    fn pass(&mut self, company: &Company, at: Place, halts: bool) -> Passage {
        let Some(first) = company.first().copied() else { return Passage::Clear };
        let foes = self.foes_at(at, first.nation);
        let lookers = self.lookers(at, first);
        if lookers.is_empty() && !self.is_watched_ashore(at, first) {
            return Passage::Clear;
        }
        // Who lies in a harbor there is passed; whom she means to avoid are those in the waters, if some are.
        let met = if foes.is_empty() { lookers.len() } else { foes.len() };
        let bars = |id: &ShipId| {
            let warship = self.ship(*id).is_some_and(|ship| ship.is_warship());
            warship && self.contact(*id).against(company.len()) != Manner::Evade
        };
        let is_barred = halts && foes.iter().any(bars);
        let avoids = met > 0 && self.wishes_to_avoid(company, met);
        if avoids && is_barred {
            self.leave_open(company, at, Doubt::Passage);
        }
        if avoids && self.slips_off(company, at) {
            return Passage::Clear;
        }
        self.tell(Fact::Passage(Here { ship: first, at: Some(at) }));
        if is_barred { Passage::Halted } else { Passage::Seen }
    }

    /// WISC 5.1: the enemies in contact with coastal waters: in these, and in the harbors and mouths there.
    fn lookers(&self, at: Place, first: ShipId) -> Vec<ShipId> {
        let inlets = at.coast().map_or_else(Vec::new, |coast| self.chart.inlets(coast));
        std::iter::once(at).chain(inlets).flat_map(|place| self.foes_at(place, first.nation)).collect()
    }

    /// WISC 5.2: whether enemies on the shore of coastal waters see who passes.
    fn is_watched_ashore(&self, at: Place, first: ShipId) -> bool {
        let players = self.ashore.seen_from(&self.chart, at);
        let nation = |player: &PlayerNo| self.state.powers.player(*player).map(|known| known.nation);
        players.iter().filter_map(nation).any(|of| self.state.hostile(of, first.nation))
    }

    /// N-71: passing Lower Chesapeake on the way to other coastal waters; whether hostile warships halt the company there.
    pub fn is_halted_in(&mut self, company: &Company, from: Place, coast: CoastNo) -> bool {
        let halted = self.pass(company, Place::Coast(coast), true) == Passage::Halted;
        if halted {
            self.halt(company, from, Place::Coast(coast));
        }
        halted
    }
}
