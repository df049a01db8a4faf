//! Sample summaries of a day.

use crate::samples::things::GAME;
use crate::status::{
    DiskStatus, GameStatus, OutboxStatus, PlayerStatus, SourceStatus, Status, TroubleStatus,
};
use crate::summary::{Copies, Counted, LetterLine, Summary};
use fieldpost_print::press::MARKUP;

/// A day on which everything went wrong.
pub fn bad() -> Summary {
    let line = |game: &str| LetterLine {
        letter: 7,
        at: words(),
        from: MARKUP.into(),
        game: game.into(),
        verdict: "obeyed".into(),
    };
    let quiet = quiet();
    Summary {
        status: Status {
            games: vec![game(true), game(false)],
            outbox: OutboxStatus { waiting: 2, last_trouble: Some(MARKUP.into()), ..quiet.status.outbox },
            sources: vec![source(None), source(Some(MARKUP))],
            troubles: vec![trouble(Some(GAME)), trouble(None)],
            quarantined: vec![3, 4],
            disk: DiskStatus { level: "low", ..quiet.status.disk },
            ..quiet.status
        },
        verdicts: vec![Counted { what: "obeyed", count: 1 }, Counted { what: "ignored", count: 2 }],
        letters: vec![line(GAME), line("")],
        more: 2,
        copies: Some(Copies { disks: 1, wanted: 2 }),
        ..quiet
    }
}

/// A day on which nothing happened, before the first game.
pub fn quiet() -> Summary {
    Summary {
        day: "Sunday 12 July 2026".into(),
        since: "Sat 11 Jul 07:00".into(),
        status: Status {
            version: 1,
            at: at(),
            daemon_running: true,
            games: Vec::new(),
            outbox: OutboxStatus::default(),
            sources: Vec::new(),
            troubles: Vec::new(),
            quarantined: Vec::new(),
            disk: DiskStatus {
                store: "/srv/fieldpost/store".into(),
                free_mib: Some(45_000),
                limit_mib: 500,
                level: "enough",
                words: "43.9 GiB".into(),
                index_mib: Some(12),
            },
            zone: chrono_tz::Europe::Berlin,
            daemons: Vec::new(),
            web: None,
            standby_awaited: None,
        },
        verdicts: Vec::new(),
        letters: Vec::new(),
        more: 0,
        copies: None,
    }
}

fn game(is_held: bool) -> GameStatus {
    GameStatus {
        odd_seats: Vec::new(),
        two_parts: Vec::new(),
        game: GAME.into(),
        title: MARKUP.into(),
        turn: 4,
        deadline: at(),
        deadline_words: "Sunday 12 July 2026, 20:00 (Europe/Berlin); 18:00 UTC".into(),
        left: if is_held { String::new() } else { "23 hours".into() },
        over: None,
        held: is_held.then(|| MARKUP.into()),
        units: 36,
        units_with_orders: 16,
        players: vec![player(0, false), player(3, false), player(6, false), player(0, true)],
    }
}

fn player(points: u32, machine: bool) -> PlayerStatus {
    PlayerStatus {
        player: MARKUP.into(),
        nation: "Prussia".into(),
        machine,
        units: 9,
        units_with_orders: 4,
        last_letter: Some(at()),
        bounce_points: points,
        mail_stopped: points >= 5,
        last_letter_words: words(),
    }
}

fn trouble(game: Option<&str>) -> TroubleStatus {
    TroubleStatus {
        key: "disk".into(),
        game: game.map(str::to_owned),
        title: MARKUP.into(),
        words: MARKUP.into(),
        since: at(),
        since_words: words(),
    }
}

fn source(error: Option<&str>) -> SourceStatus {
    SourceStatus {
        source: "inbox".into(),
        last_poll: Some(at()),
        error: error.map(str::to_owned),
        failing_since: None,
        last_poll_words: words(),
        read_by: None,
        retire: None,
        owed: Vec::new(),
    }
}

fn at() -> String {
    "2026-07-12T18:00:00Z".into()
}

fn words() -> String {
    "Sun 12 Jul 20:00".into()
}
