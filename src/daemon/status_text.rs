//! The status as text for a terminal, at most 80 columns wide.

use std::fmt::Write as _;

use fieldpost_engine::words::counted;
use fieldpost_engine::wrap::{cut_to, width};
use unicode_normalization::UnicodeNormalization;

use crate::status::{
    AwaitedStatus, DaemonStatus, GameStatus, OutboxStatus, OwedStatus, PlayerStatus, SourceStatus, Status,
    TroubleStatus, WebStatus,
};

/// Columns.
const WIDTH: usize = 80;

/// Columns to the left of what belongs to a heading.
const MARGIN: usize = 11;

/// The longest piece of a server's words or of a reason that is shown.
const LONGEST: usize = 300;

pub fn print(status: &Status) -> String {
    let mut out = String::new();
    if !status.daemon_running {
        out.push_str("The daemon does not run: nothing is read, run or sent.\n\n");
    }
    for game in &status.games {
        print_game(&mut out, game);
    }
    if status.games.is_empty() {
        out.push_str("No games yet: fieldpost new-game opens one.\n\n");
    }
    print_outbox(&mut out, &status.outbox);
    print_sources(&mut out, &status.sources);
    print_troubles(&mut out, &status.troubles, &status.quarantined);
    if let Some(AwaitedStatus { writes, seconds }) = &status.standby_awaited {
        let words = format!(
            "{} WAIT FOR A STANDBY, the oldest for {seconds} s: no letter is acknowledged and no turn run before one is in step \
             (fieldpost doctor tells more)",
            counted(*writes, "write")
        );
        entry(&mut out, "database", &words);
    }
    for daemon in &status.daemons {
        let holds = if daemon.holds.is_empty() { "nothing".to_owned() } else { daemon.holds.join(", ") };
        let silent = if daemon.silent_seconds > 60 { "; SILENT" } else { "" };
        let DaemonStatus { name, version, silent_seconds, .. } = daemon;
        entry(
            &mut out,
            "daemon",
            &format!("{name} ({version}), heard of {silent_seconds} s ago{silent}; holds {holds}"),
        );
    }
    if let Some(WebStatus { url, listen, error, .. }) = &status.web {
        let words = match error {
            None => format!("links in mails lead to {url}; it listens on {listen}"),
            Some(why) => format!("NOT SERVED, links to {url} lead nowhere: {why}"),
        };
        entry(&mut out, "desk page", &words);
    }
    let free = match status.disk.free_mib {
        Some(_) => format!("{} left in {}", status.disk.words, status.disk.store),
        None => format!("{} does not say how much room is left", status.disk.store),
    };
    let level = match status.disk.level {
        "enough" => String::new(),
        level => format!("; {}: the limit is {} MiB", level.to_uppercase(), status.disk.limit_mib),
    };
    let index = status.disk.index_mib.map(|mib| format!("; the index weighs {mib} MiB")).unwrap_or_default();
    entry(&mut out, "disk", &(free + &level + &index));
    out.trim_end().to_owned()
}

fn print_game(out: &mut String, game: &GameStatus) {
    let turn = format!("turn {}", game.turn);
    let name = format!("{}  {}", game.game, game.title);
    let name = cut(&name, WIDTH - turn.len() - 2);
    let _ = writeln!(out, "{name}{:>rest$}", turn, rest = WIDTH - width(&name));
    let _ = writeln!(out, "{}", "-".repeat(WIDTH));
    let left = if game.left.is_empty() { "it is past".to_owned() } else { format!("in {}", game.left) };
    match &game.over {
        Some(over) => entry(out, "OVER", over),
        None => entry(out, "deadline", &format!("{} ({left})", game.deadline_words)),
    }
    if let Some(why) = &game.held {
        entry(out, "HELD", why);
    }
    entry(out, "orders", &format!("{} of {} have some", game.units_with_orders, game.units));
    if !game.players.is_empty() {
        let _ = writeln!(
            out,
            "\n  {:<22} {:<18} {:>6} {:>7}  last letter",
            "player", "nation", "units", "ordered"
        );
        game.players.iter().for_each(|player| print_player(out, player));
    }
    out.push('\n');
}

fn print_player(out: &mut String, player: &PlayerStatus) {
    let last = match player {
        PlayerStatus { machine: true, .. } => "the machine",
        PlayerStatus { last_letter_words, .. } => last_letter_words,
    };
    let (name, nation) = (fit(&player.player, 22), fit(&player.nation, 18));
    let _ = writeln!(out, "  {name} {nation} {:>6} {:>7}  {last}", player.units, player.units_with_orders);
    if player.mail_stopped {
        out.push_str("      its mails came back and are kept until it writes\n");
    } else if player.bounce_points > 0 {
        let _ = writeln!(out, "      mails came back: {} of 5 points", player.bounce_points);
    }
}

fn print_outbox(out: &mut String, outbox: &OutboxStatus) {
    let OutboxStatus { waiting, being_tried, failed, kept_back, tried_in_vain, .. } = outbox;
    let mut words = format!("{waiting} waiting, {being_tried} being tried, {failed} given up");
    if *kept_back > 0 {
        let _ = write!(words, ", {kept_back} kept back");
    }
    entry(out, "mail out", &words);
    if let Some(why) = &outbox.held {
        entry(out, "", &format!("HELD, the server takes no mail: {why}"));
    }
    if let Some(why) = outbox.last_trouble.as_ref().filter(|_| *tried_in_vain > 0) {
        entry(out, "", &format!("{tried_in_vain} of those that wait were tried in vain: {why}"));
    }
    for mail in &outbox.last_failed {
        entry(out, "", &format!("mail {} ({}) to {}: {}", mail.mail, mail.kind, mail.to, mail.trouble));
    }
}

fn print_sources(out: &mut String, sources: &[SourceStatus]) {
    for (place, source) in sources.iter().enumerate() {
        let heading = if place == 0 { "mail in" } else { "" };
        let by = source.read_by.as_ref().map(|name| format!(" by {name}")).unwrap_or_default();
        let last = format!("{}: last read {}{by}", source.source, source.last_poll_words);
        match &source.error {
            None => entry(out, heading, &last),
            Some(why) => entry(out, heading, &format!("{last}; CANNOT BE READ: {why}")),
        }
        if let Some(retire) = &source.retire {
            entry(
                out,
                "",
                &format!("NO DAEMON READS IT, and turns wait for it. If it is gone for good: {retire}"),
            );
        }
        for owed in &source.owed {
            let OwedStatus { folder, uid, why, since_words, .. } = owed;
            entry(out, "", &format!("UID {uid} of {folder} is NOT HANDED OUT (since {since_words}): {why}"));
        }
    }
}

fn print_troubles(out: &mut String, troubles: &[TroubleStatus], quarantined: &[u64]) {
    if troubles.is_empty() {
        entry(out, "troubles", "none");
    }
    for (place, trouble) in troubles.iter().enumerate() {
        let heading = if place == 0 { "troubles" } else { "" };
        let game = trouble.game.as_ref().map(|game| format!("{game}: ")).unwrap_or_default();
        entry(out, heading, &format!("{game}{} (since {})", trouble.title, trouble.since_words));
    }
    if !quarantined.is_empty() {
        let numbers = quarantined.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        entry(out, "quarantine", &format!("letters {numbers}"));
    }
}

/// A heading with what belongs to it, broken into lines.
fn entry(out: &mut String, heading: &str, words: &str) {
    let mut heading = heading;
    for line in cut_to(&cut(words, LONGEST), WIDTH - MARGIN) {
        let _ = writeln!(out, "{heading:<MARGIN$}{line}");
        heading = "";
    }
}

/// Words cut to so many columns, with dots where something is missing. No line breaks are left, nor signs that would
/// turn a terminal.
fn cut(words: &str, columns: usize) -> String {
    let plain = words.nfc().map(|sign| if sign.is_control() { ' ' } else { sign }).collect::<String>();
    if width(&plain) <= columns {
        return plain;
    }
    let room = columns.saturating_sub(3);
    let fits = |(at, sign): &(usize, char)| width(&plain[..at + sign.len_utf8()]) <= room;
    plain.char_indices().take_while(fits).map(|(_, sign)| sign).chain("...".chars()).collect()
}

/// Cut or filled up to so many columns.
fn fit(words: &str, columns: usize) -> String {
    let words = cut(words, columns);
    let rest = columns.saturating_sub(width(&words));
    words + &" ".repeat(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_blanks_and_long_words_cut() {}

    #[test]
    fn nothing_that_a_server_says_turns_the_terminal() {
        assert_eq!(cut("550 \x1b[31mno\r\nsuch user", 40), "550  [31mno  such user");
        assert_eq!(cut("0123456789", 8), "01234...");
        assert_eq!(fit("ab", 4), "ab  ");
        assert_eq!((fit("長江", 6), fit("長江長江", 6)), ("長江  ".to_owned(), "長...".to_owned() + " "));
    }
}
