//! What the wind leaves of a step in a rehearsal (WISC 1.5, 6.12, 7.1): the wind of the turn is drawn when it begins, and nobody knows it
//! before. A rehearsal makes every step in fair weather and writes down how likely that is; in a turn that is played nothing is done.

use crate::chart::{CoastNo, SIDES, SeaNo};
use crate::place::Place;
use crate::rehearsal::Odds;
use crate::sailing::chance::Course;
use crate::sailing::sea::Leg;
use crate::ship::ShipId;
use crate::turn::Turn;
use fieldpost_ground::square::Direction;

impl Turn {
    /// Writes down how likely a company makes a sea move.
    pub fn note_sailing(&mut self, company: &[ShipId], to: SeaNo, leg: &Leg, second: bool) {
        if self.open.is_some() {
            let per_cent = self.mean(leg.wind, |turn, from| {
                let is_shut = leg.out.is_some_and(|coast| turn.is_shut(company, coast, from));
                let course = Course::of(from, leg.side);
                if is_shut { 0 } else { turn.made(company, second, course) }
            });
            let goes_on = self
                .mean(leg.wind, |turn, from| 100 - turn.ends(company, Course::of(from, leg.side)).min(100));
            self.note_odds(company, Place::Sea(to, 1), per_cent, goes_on);
        }
    }

    /// Writes down how likely a company makes a step between a harbor or mouth and coastal waters.
    pub fn note_port_move(&mut self, company: &[ShipId], from: impl Into<Option<Place>>, to: Place) {
        let from = from.into().filter(|from| self.open.is_some() && from.is_inland() != to.is_inland());
        let Some(from) = from else { return };
        let (inlet, coast) = if from.is_inland() { (from, to) } else { (to, from) };
        let Place::Coast(coast) = coast else { return };
        let is_way = |off: CoastNo| off == coast || self.chart.coast(off).through == Some(coast);
        let Some((off, exit)) = self.chart.exits(inlet).into_iter().find(|(off, _)| is_way(*off)) else {
            return;
        };
        let side = if from.is_inland() { exit } else { exit.opposite() };
        let sails = company.iter().any(|id| self.ship(*id).is_some_and(|ship| !ship.fast));
        let per_cent =
            self.mean(self.chart.coast(off).sea, |_, wind| if sails && wind == side { 0 } else { 100 });
        self.note_odds(company, to, per_cent, 100);
    }

    fn note_odds(&mut self, company: &[ShipId], to: Place, per_cent: u32, goes_on: u32) {
        let phase = self.phase;
        self.odds.extend(company.iter().map(|ship| Odds { ship: *ship, phase, to, per_cent, goes_on }));
    }

    /// N-31: the mean over the winds that the season has there, or over the one that is laid down.
    fn mean(&self, sea: Option<SeaNo>, of: impl Fn(&Turn, Direction) -> u32) -> u32 {
        let Some(sea) = sea else { return 100 };
        if let Some(from) = self.wind_from(sea) {
            return of(self, from);
        }
        let summer = self.chart.summer[usize::from(self.state.month.clamp(1, 12)) - 1];
        let climate = &self.chart.sea(sea).climate[usize::from(!summer)];
        let sum: u32 = SIDES.iter().zip(climate.wind).map(|(from, weight)| weight * of(self, *from)).sum();
        (sum + 50) / 100
    }

    /// N-46: whether a wind keeps a company in the harbor or mouth from which a sea move leads over some waters.
    fn is_shut(&self, company: &[ShipId], coast: CoastNo, wind: Direction) -> bool {
        let is_slow = |id: &ShipId| self.ship(*id).is_some_and(|ship| !ship.fast);
        let at = company.first().and_then(|id| self.ship(*id)).map(|ship| ship.at);
        let exits = at.map(|at| self.chart.exits(at)).unwrap_or_default();
        let exit = exits.into_iter().find(|(off, _)| *off == coast).map(|exit| exit.1);
        exit == Some(wind) && company.iter().any(is_slow)
    }
}
