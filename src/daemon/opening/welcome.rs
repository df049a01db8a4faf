//! What the welcome of a new game says.

use chrono::{Timelike, Weekday};
use serde_json::Value;

use crate::locale::moments;
use crate::views::{Fellow, Welcome};
use fieldpost_catalogue::rhythm;
use fieldpost_desk::game::Roll;
use fieldpost_desk::record::Account;
use fieldpost_desk::schedule::Rhythm;
use fieldpost_desk::settings::Settings;
use fieldpost_desk::stamp::Stamp;
use fieldpost_door::{Board, Player};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::locale::Locale;
use fieldpost_engine::seat::Seat;
use fieldpost_grammar::Secret;

/// What the welcomes of a new game share.
pub struct Opening<'a> {
    pub name: &'a str,
    pub title: &'a str,
    pub settings: Settings,
    pub board: &'a dyn Board,
    pub roll: &'a Roll,
    pub aims: &'a [String],
    /// The accounts in the order of the players, as far as they are known.
    pub accounts: &'a [Account],
    /// Whether the game waits for START.
    pub waits: bool,
}

impl Opening<'_> {
    pub fn deadline(&self) -> Stamp {
        Stamp::new(self.settings.deadline_ms, self.settings.schedule.zone)
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
    let Opening { board, roll, .. } = *opening;
    let count = |has: &dyn Fn(&Seat) -> bool| roll.seats.values().filter(|seat| has(seat)).count();
    Welcome {
        game: opening.name.to_owned(),
        title: opening.title.to_owned(),
        turn: board.turn(),
        player: account.name.clone(),
        nation: roll.player(number).map(|player| player.party.clone()).unwrap_or_default(),
        password: secret.expose().to_owned(),
        deadline: opening.deadline(),
        schedule: opening.settings.schedule.for_players(),
        address,
        aims: opening.aims.to_vec(),
        fellows: fellows(&roll.players, number, opening.accounts),
        of_game: board.welcome(number),
        noun: board.rulebook().language.noun,
        commands: count(&|seat| seat.commander == number),
        deputises: count(&|seat| seat.deputy == Some(number)),
        waits: opening.waits,
    }
}

/// Writes a welcome's moments and the rhythm of its turns anew for a language.
pub fn welcome_in(locale: Locale, settings: &Settings, view: &mut Value) {
    if locale == Locale::English {
        return;
    }
    moments(view, locale, settings.schedule.zone);
    let (days, each) = match settings.schedule.rhythm {
        Rhythm::Weekly(day) => (vec![day.number_from_monday()], 0),
        Rhythm::OnDays(days) => (Vec::from(days).iter().map(Weekday::number_from_monday).collect(), 0),
        Rhythm::EveryDays(each) => (Vec::new(), u32::from(each)),
    };
    let at = settings.schedule.at;
    view["schedule"] = rhythm(locale, &days, each, at.hour(), at.minute()).into();
}

/// The other players, those of the own party first.
pub fn fellows(players: &[Player], number: PlayerNo, accounts: &[Account]) -> Vec<Fellow> {
    let own = players.get(usize::from(number.0)).map(|player| player.party.as_str());
    let others = (0..).map(PlayerNo).zip(players).filter(|(other, _)| *other != number);
    let mut others = others.collect::<Vec<_>>();
    others.sort_by_key(|(place, player)| (Some(player.party.as_str()) != own, &player.party, *place));
    let fellow = |(_, player): (PlayerNo, &Player)| Fellow {
        name: player.name.clone(),
        nation: player.party.clone(),
        offices: player.offices.join(", "),
        machine: Some(player.party.as_str()) == own
            && accounts.iter().any(|account| account.machine && account.name == player.name),
    };
    others.into_iter().map(fellow).collect()
}
