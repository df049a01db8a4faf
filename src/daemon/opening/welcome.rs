//! What a new game's players are told in their welcome.

use crate::daemon::example::example;
use crate::daemon::views::{Fellow, Welcome};
use crate::desk::offices;
use crate::desk::record::Account;
use crate::desk::settings::Settings;
use crate::desk::stamp::Stamp;
use crate::engine::calendar::Calendar;
use crate::engine::ids::PlayerNo;
use crate::games::ground::tactical::Atlas;
use crate::games::land::book::Book;
use crate::games::land::state::{LandState, Player, Seat};
use crate::grammar::Secret;

/// What the welcomes of a new game share.
pub struct Opening<'a> {
    pub name: &'a str,
    pub title: &'a str,
    pub settings: Settings,
    pub state: &'a LandState,
    pub atlas: &'a Atlas,
    pub book: &'static Book,
    pub seed: u64,
    pub calendar: Calendar,
    pub aim: Option<&'a str>,
}

impl Opening<'_> {
    pub fn deadline(&self) -> Stamp {
        Stamp::new(self.settings.deadline_ms, self.settings.schedule.zone)
    }

    /// What the game is about, as far as its scenario says: a sentence each.
    fn aims(&self) -> Vec<String> {
        let Calendar { begins, days_a_turn } = self.calendar;
        let begins = begins.format("%-d %B %Y");
        let days = if days_a_turn == 1 { "one day".to_owned() } else { format!("{days_a_turn} days") };
        let days = format!("Turn 1 begins on {begins}; a turn is {days} of that war.");
        let turns = format!("A campaign lasts {} turns at most (rule 5.1).", self.book.seasons.campaign);
        self.aim.map(str::to_owned).into_iter().chain([turns, days]).collect()
    }
}

/// What the welcome says.
pub fn welcome_view(
    opening: &Opening<'_>,
    number: PlayerNo,
    account: &Account,
    secret: &Secret,
    address: String,
) -> Welcome {
    let Opening { state, atlas, .. } = *opening;
    let count = |has: &dyn Fn(&Seat) -> bool| state.seats.values().filter(|seat| has(seat)).count();
    let example = example(atlas, state, number, None);
    let nation = |player: &Player| player.nation.name().unwrap_or("a nation of this war").to_owned();
    Welcome {
        game: opening.name.to_owned(),
        title: opening.title.to_owned(),
        turn: state.turn,
        player: account.name.clone(),
        nation: state.player(number).map(nation).unwrap_or_default(),
        password: secret.expose().to_owned(),
        deadline: opening.deadline(),
        schedule: opening.settings.schedule.for_players(),
        address,
        aims: opening.aims(),
        fellows: fellows(state, number),
        example_unit: example.unit,
        example_square: example.square,
        diagonal_square: example.diagonal,
        diagonal_way: example.way,
        commands: count(&|seat| seat.commander == number),
        deputises: count(&|seat| seat.deputy == Some(number)),
    }
}

/// The other players, those of the own nation first.
fn fellows(state: &LandState, number: PlayerNo) -> Vec<Fellow> {
    let own = state.player(number).map(|player| player.nation);
    let mut others = state.numbered_players().filter(|(other, _)| *other != number).collect::<Vec<_>>();
    others.sort_by_key(|(place, player)| (Some(player.nation) != own, player.nation, *place));
    let offices = |player: &Player| player.offices.iter().map(offices::words).collect::<Vec<_>>().join(", ");
    let fellow = |(_, player): (PlayerNo, &Player)| Fellow {
        name: player.name.clone(),
        nation: player.nation.name().unwrap_or("a nation of this war").to_owned(),
        offices: offices(player),
    };
    others.into_iter().map(fellow).collect()
}
