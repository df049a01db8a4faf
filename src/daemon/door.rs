//! The door: threads that read a question from the control socket, have the loop answer it, and write the answer.
//! Whoever is slow at it keeps nobody but one of them.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::daemon::lately::PATIENCE;
use crate::daemon::run::{Shared, Wake};
use crate::daemon::socket::{self, Parts, Reply, Request};

/// What the loop answers.
pub struct Answer {
    pub(super) reply: Reply,
    /// Bytes that go before the words.
    spool: Option<File>,
}

impl Answer {
    /// Words, or why it was not done.
    pub fn of(done: anyhow::Result<String>) -> Self {
        let reply = match done {
            Ok(words) => Reply::Done { words },
            Err(error) => Reply::Refused { why: format!("{error:#}") },
        };
        Answer { reply, spool: None }
    }

    /// A file's bytes, and then words.
    pub fn spooled(done: anyhow::Result<(File, String)>) -> Self {
        match done {
            Ok((file, words)) => Answer { spool: Some(file), ..Answer::of(Ok(words)) },
            Err(error) => Answer::of(Err(error)),
        }
    }
}

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

pub(super) fn ask_the_loop(request: Request, body: Vec<u8>, shared: &Shared) -> Answer {
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
