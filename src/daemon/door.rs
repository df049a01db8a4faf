//! The door: threads that read a question from the control socket, have the loop answer it, and write the answer.
//! Whoever is slow at it keeps nobody but one of them.

use std::io::{BufWriter, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::lately::PATIENCE;
use crate::socket::{self, Parts, Request};
use crate::wake::{Answer, Shared, Wake};

/// One of the door's threads: it serves one asker after the other until the daemon ends.
pub(super) fn answer_the_door(listener: &UnixListener, shared: &Shared) {
    for stream in listener.incoming() {
        if shared.stop.load(Ordering::SeqCst) {
            return;
        }
        match stream {
            Ok(stream) => serve_asker(&stream, shared),
            // No room for one more, say: it is tried again, not in a whirl.
            Err(_) => thread::sleep(Duration::from_millis(100)),
        }
    }
}

fn serve_asker(stream: &UnixStream, shared: &Shared) {
    let question = socket::read_request(stream);
    shared.asked.fetch_add(1, Ordering::SeqCst);
    let answer = match question {
        Ok((request, body)) => ask_the_loop(request, body, shared),
        Err(error) => Answer::of(Err(error)),
    };
    if let Err(error) = send(stream, answer) {
        tracing::warn!(error = format!("{error:#}"), "the asker went away");
    }
    shared.asked.fetch_sub(1, Ordering::SeqCst);
}

fn ask_the_loop(request: Request, body: Vec<u8>, shared: &Shared) -> Answer {
    let (reply, answer) = mpsc::channel();
    let lately = match request {
        Request::Status { json } => Some(json),
        _ => None,
    };
    let asked = shared.wakes.send(Wake::Asked { request, body, reply });
    let ending = || Answer::of(Err(anyhow::anyhow!("the daemon is ending")));
    if asked.is_err() {
        return ending();
    }
    if let Some(json) = lately {
        match answer.recv_timeout(PATIENCE) {
            Ok(told) => return told,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return ending(),
        }
        if let Some(words) = shared.lately.words(json) {
            return Answer::of(words);
        }
    }
    answer.recv().unwrap_or_else(|_| ending())
}

fn send(stream: &UnixStream, answer: Answer) -> anyhow::Result<()> {
    if let Some(mut file) = answer.spool {
        let mut parts = BufWriter::with_capacity(1 << 16, Parts::to(stream)?);
        std::io::copy(&mut file, &mut parts)?;
        parts.flush()?;
    }
    socket::send_reply(stream, &answer.reply)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::clock::Clock;
    use crate::socket::Reply;
    use crate::status::{DiskStatus, OutboxStatus, Status};

    /// A loop that never answers: it runs a turn, say.
    #[test]
    fn who_asks_for_the_status_while_the_loop_is_at_work_is_told_how_all_stood() {
        let (wakes, _busy) = mpsc::channel();
        let shared = Shared::new(wakes, Clock::standing_at(0), Arc::default());
        assert!(shared.lately.is_old(0));
        shared.lately.note(0, status());
        assert!(!shared.lately.is_old(59_999) && shared.lately.is_old(60_000) && shared.lately.is_old(-1));
        let words = |json| match ask_the_loop(Request::Status { json }, Vec::new(), &shared).reply {
            Reply::Done { words } | Reply::Partly { words } => words,
            Reply::Refused { why } => panic!("{why}"),
        };
        let told = words(false);
        assert!(told.contains("is at work") && told.contains("2026-11-23T14:00:00Z"), "{told}");
        let told: serde_json::Value = serde_json::from_str(&words(true)).unwrap();
        assert_eq!(told["at"], "2026-11-23T14:00:00Z");
        // What the loop waits for is as it is now.
        shared.lately.awaits(Some(fieldpost_store::Awaited { writes: 2, seconds: 75 }));
        let told = words(false);
        assert!(told.contains("2 writes WAIT FOR A STANDBY, the oldest for 75 s"), "{told}");
    }

    fn status() -> Status {
        Status {
            version: 1,
            at: "2026-11-23T14:00:00Z".into(),
            daemon_running: true,
            games: Vec::new(),
            outbox: OutboxStatus::default(),
            sources: Vec::new(),
            troubles: Vec::new(),
            quarantined: Vec::new(),
            disk: DiskStatus {
                store: "store".into(),
                free_mib: None,
                limit_mib: 0,
                level: "enough",
                words: String::new(),
                index_mib: None,
            },
            zone: chrono_tz::UTC,
            daemons: Vec::new(),
            web: None,
            standby_awaited: None,
        }
    }
}
