//! A seats file held to its scenario: everything that is wrong with it at once, and what is odd about it.

use crate::identity::random_bytes;
use crate::opening::{SeatLine, Seats};
use anyhow::bail;
use fieldpost_desk::address::{is_same, without_tag};
use fieldpost_desk::game::Roll;
use fieldpost_desk::password;
use fieldpost_door::Board;
use fieldpost_engine::nearest::nearest;
use fieldpost_engine::wishes::Wishes;
use fieldpost_grammar::Secret;

/// What is wrong with the seats of a scenario's players, a line each. `office` is the address that players write to.
pub(super) fn faults_of_seats(roll: &Roll, seats: &Seats, office: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for (place, seat) in seats.seats.iter().enumerate() {
        faults.extend(fault_of_name(roll, &seats.seats[..place], seat));
        if !seat.email.is_empty() && !is_address(&seat.email) {
            faults.push(format!(
                "{:?} of {} is no mail address such as anna@example.org",
                seat.email, seat.player
            ));
        }
        if is_same(&without_tag(&seat.email), office) {
            faults.push(format!(
                "the seat of {} has the post office's own address, {}: its mails would come back as letters",
                seat.player, seat.email
            ));
        }
        faults.extend(first_wishes(seat).err().map(|error| error.to_string()));
        faults.extend(fault_of_password(seat));
    }
    let has_seat = |name: &str| seats.seats.iter().any(|seat| seat.player.eq_ignore_ascii_case(name));
    let without = roll.players.iter().map(|player| player.name.as_str()).filter(|name| !has_seat(name));
    let without = without.collect::<Vec<_>>();
    if !without.is_empty() {
        let noun = if without.len() == 1 { "player" } else { "players" };
        faults.push(format!("the seats lack the {noun} {}", without.join(", ")));
    }
    faults
}

fn fault_of_name(roll: &Roll, before: &[SeatLine], seat: &SeatLine) -> Option<String> {
    if roll.player_no(&seat.player).is_none() {
        let names = || roll.players.iter().map(|player| player.name.as_str());
        let near = nearest(&seat.player, names().map(|name| (name, name)));
        let near = near.map(|near| format!("; the nearest is {near}")).unwrap_or_default();
        return Some(format!(
            "the seats name {:?}, who is no player of the scenario; its players are {}{near}",
            seat.player,
            names().collect::<Vec<_>>().join(", ")
        ));
    }
    let is_again = before.iter().any(|other| other.player.eq_ignore_ascii_case(&seat.player));
    is_again.then(|| format!("the seats name {} twice: one seat a player", seat.player))
}

fn fault_of_password(seat: &SeatLine) -> Option<String> {
    let player = &seat.player;
    match (seat.email.is_empty(), seat.machine) {
        (true, false) => Some(format!(
            "the seat of {player} lacks an email: only a seat with `machine = true` may be without one"
        )),
        (true, true) if seat.password.is_some() => Some(format!(
            "the seat of {player} has a password and no email: leave the password out, or name an address"
        )),
        _ => None,
    }
}

/// What is odd about the seats and no mistake, a sentence each: one address on two sides, an administrator who plays.
pub(super) fn remarks_on_seats(board: &dyn Board, roll: &Roll, seats: &Seats, host: &str) -> Vec<String> {
    let mut remarks = Vec::new();
    let known = seats.seats.iter().filter(|seat| !seat.email.is_empty());
    let known = known.filter_map(|seat| Some((seat, roll.player_no(&seat.player)?))).collect::<Vec<_>>();
    for (place, (seat, number)) in known.iter().enumerate() {
        let is_foe = |(other, theirs): &&(&SeatLine, _)| {
            is_same(&other.email, &seat.email) && !board.are_friends(*number, *theirs)
        };
        if let Some((other, _)) = known[..place].iter().find(is_foe) {
            remarks.push(format!(
                "{} and {} have one address, {}, and play against each other: its reader sees both sides.",
                other.player, seat.player, seat.email
            ));
        }
    }
    let hosts = seats.ga.is_empty().then_some(("whom the configuration names", host));
    let administrators = seats.ga.iter().map(|line| (line.name.as_str(), line.email.as_str())).chain(hosts);
    for (name, email) in administrators {
        if let Some((seat, _)) = known.iter().find(|(seat, _)| is_same(&seat.email, email)) {
            remarks.push(format!(
                "{} plays from the address of an administrator ({name}), who may see every side: the players should know it.",
                seat.player
            ));
        }
    }
    remarks
}

/// Whether mail can be sent there, by its look.
pub(crate) fn is_address(email: &str) -> bool {
    let parts = email.rsplit_once('@');
    let is_bad = |letter: char| letter.is_whitespace() || letter.is_control() || "<>,;".contains(letter);
    parts.is_some_and(|(local, domain)| !local.is_empty() && !domain.is_empty()) && !email.contains(is_bad)
}

/// How a seat's player wants reports at first.
///
/// # Errors
/// If its words are none of `SET REPORTS`.
pub(super) fn first_wishes(seat: &SeatLine) -> anyhow::Result<Wishes> {
    let wishes = seat.reports.as_deref().map_or(Ok(Wishes::default()), Wishes::read);
    wishes.map_err(|why| anyhow::anyhow!("the seat of {} says `reports`: {why}", seat.player))
}

/// A seat's first password. A machine's seat without an address has none: nobody could be told it, and so no letter
/// from outside can ever speak for it.
///
/// # Errors
/// If a seat needs an address and has none, or has none and a password.
pub(super) fn first_password(seat: &SeatLine) -> anyhow::Result<Option<Secret>> {
    if let Some(fault) = fault_of_password(seat) {
        bail!(fault);
    }
    let drawn = || password::initial(random_bytes());
    Ok((!seat.email.is_empty()).then(|| seat.password.as_ref().map_or_else(drawn, Secret::new)))
}
