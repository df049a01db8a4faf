//! What a campaign with ships has beside its land: the chart, the position at sea, and who is off the land map.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::turn::Away;
use fieldpost_engine::calendar::Calendar;
use fieldpost_ground::nation::NationCode;
use fieldpost_ground::powers::{Player, Powers};
use fieldpost_land::orders::Office;
use fieldpost_land::state::{LandState, Player as LandPlayer};
use fieldpost_land::unit::UnitId;
use fieldpost_sea::chart::Chart;
use fieldpost_sea::state::SeaState;

/// What lies at sea, and who is off the land map.
#[derive(Clone, Debug)]
pub struct Sea {
    pub chart: Arc<Chart>,
    /// The position at sea.
    pub state: Arc<SeaState>,
    /// Units aboard and in garrisons off the map.
    pub away: Arc<BTreeMap<UnitId, Away>>,
}

impl Sea {
    /// A position at sea on a chart.
    pub fn new(chart: Arc<Chart>, state: SeaState, away: BTreeMap<UnitId, Away>) -> Sea {
        Sea { chart, state: Arc::new(state), away: Arc::new(away) }
    }

    /// The same ships in another state.
    pub fn with(&self, state: SeaState) -> Sea {
        Sea { state: Arc::new(state), ..self.clone() }
    }

    /// The sea with the day and the people of the land's. A war without a calendar keeps the month that was written down.
    pub(crate) fn of_day(mut self, land: &LandState, calendar: Option<Calendar>) -> Sea {
        let state = Arc::make_mut(&mut self.state);
        state.turn = land.turn;
        state.month = month(land, calendar).unwrap_or(state.month);
        state.powers = Arc::new(powers_of(land));
        self
    }
}

/// The players, who is Naval Secretary and how nations stand: a nation that has filled the office with nobody has its first player
/// there.
fn powers_of(state: &LandState) -> Powers {
    let player = |player: &LandPlayer| Player { name: player.name.clone(), nation: player.nation };
    let mut powers = Powers::of(state.players.iter().map(player).collect());
    let ministers = state.numbered_players().filter(|row| row.1.offices.contains(&Office::NavalMinister));
    for (number, player) in ministers.chain(state.numbered_players()) {
        powers.secretaries.entry(player.nation).or_insert(number);
    }
    let nations: BTreeSet<NationCode> = state.players.iter().map(|player| player.nation).collect();
    for one in &nations {
        for other in nations.iter().filter(|other| *other > one) {
            powers.relate(*one, *other, state.relations.between(*one, *other));
        }
    }
    powers
}

/// The month of the open turn's first day: it chooses the winds.
fn month(land: &LandState, calendar: Option<Calendar>) -> Option<u8> {
    let day = calendar.and_then(|calendar| calendar.day(land.turn));
    day.map(|day| chrono::Datelike::month(&day) as u8)
}
