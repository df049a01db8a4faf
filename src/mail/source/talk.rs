//! A conversation by IMAP (RFC 3501, 9051), which the client crate holds: it logs in, numbers and sends the commands, and waits. It
//! hears the server through an [`Ear`](super::ear::Ear), which keeps what was asked for and passes over what nobody asked.

use std::io::{self, Read, Write};
use std::time::Duration;

use imap::extensions::idle::stop_on_any;
use imap::{Client, Session};

use super::ear::{Answer, Ear, End, Measure, Shared, Until};

/// A connection on which nobody is logged in.
pub(super) struct Door<L: Read + Write + Until> {
    client: Client<Shared<L>>,
    ear: Shared<L>,
}

/// Why nobody was let in.
pub(super) enum NoEntry<L: Read + Write + Until> {
    /// The server refused; it can be asked in another way.
    Refused(End, Box<Door<L>>),
    /// The line broke.
    Broken(io::Error),
}

/// What the crate gives back where it was not let in.
type Outside<L> = Box<(imap::Error, Client<Shared<L>>)>;

/// A connection that is logged in.
pub(super) struct Talk<L: Read + Write + Until> {
    session: Session<Shared<L>>,
    ear: Shared<L>,
}

impl<L: Read + Write + Until> Door<L> {
    pub fn new(line: L, timeout: Duration) -> Self {
        let ear = Shared::of(Ear::new(line, timeout));
        Door { client: Client::new(ear.clone()), ear }
    }

    /// What the server says first.
    ///
    /// # Errors
    /// If the line breaks or is silent.
    pub fn greeting(&mut self) -> io::Result<String> {
        self.ear.ear().greeting()
    }

    /// Logs in, as the client is told to.
    ///
    /// # Errors
    /// If the server refuses, or the line breaks.
    pub fn enter(
        self,
        how: impl FnOnce(Client<Shared<L>>) -> Result<Session<Shared<L>>, Outside<L>>,
    ) -> Result<Talk<L>, NoEntry<L>> {
        let Door { client, ear } = self;
        match how(client) {
            Ok(session) => Ok(Talk { session, ear }),
            Err(outside) => {
                let (error, client) = *outside;
                let end = ear.ear().take().1;
                Err(match end {
                    Some(end) => NoEntry::Refused(end, Box::new(Door { client, ear })),
                    None => NoEntry::Broken(broken(error)),
                })
            }
        }
    }

    /// Goes in without a login (PREAUTH).
    ///
    /// # Errors
    /// If the client does not take our own answer for a login.
    pub fn enter_freely(self) -> Result<Talk<L>, NoEntry<L>> {
        self.ear.ear().is_let_in();
        self.enter(|client| client.login("", "").map_err(Box::new))
    }
}

impl<L: Read + Write + Until> Talk<L> {
    /// Gives a command and hears what is said to it. Literals are taken by the measure. What came before an error was heard
    /// all the same.
    ///
    /// # Errors
    /// If the line breaks, is silent or floods.
    pub fn ask(&mut self, command: &str, measure: Measure, hear: &mut dyn FnMut(Answer)) -> io::Result<End> {
        self.ear.ear().keep(measure);
        let ran = self.session.run(command);
        let (answers, end) = self.ear.ear().take();
        answers.into_iter().for_each(hear);
        match (end, ran) {
            (Some(end), _) => Ok(end),
            (None, Ok(_)) => Ok(End::Done),
            (None, Err(error)) => Err(broken(error)),
        }
    }

    /// The same without literals; how it ended, with the lines that were said.
    ///
    /// # Errors
    /// As [`Talk::ask`].
    pub fn ask_lines(&mut self, command: &str) -> io::Result<(Vec<String>, End)> {
        let mut lines = Vec::new();
        let end = self.ask(command, Measure::default(), &mut |answer| lines.push(answer.text))?;
        Ok((lines, end))
    }

    /// Waits with IDLE until there are new letters, or the time is over, whatever is said meanwhile (RFC 2177); whether there are.
    ///
    /// # Errors
    /// As [`Talk::ask`], and if the server refuses to wait.
    pub fn idle(&mut self, at_most: Duration) -> io::Result<bool> {
        let mut idle = self.session.idle();
        let waited = idle.timeout(at_most).keepalive(false).wait_while(stop_on_any);
        // It ends where it is dropped.
        drop(idle);
        let mut ear = self.ear.ear();
        match (waited, ear.take().1) {
            (Ok(_), Some(End::Done)) => Ok(ear.is_told()),
            (Err(error), None) => Err(broken(error)),
            (_, Some(end)) => Err(io::Error::other(format!("the server does not wait (IDLE): {end:?}"))),
            (Ok(_), None) => Err(ear.hung_up()),
        }
    }

    /// The folder was opened with so many letters; what was told before is no news.
    pub fn opened(&mut self, letters: u64) {
        self.ear.ear().opened(letters);
    }

    /// Whether more letters were told of than there were, since that was last asked.
    pub fn take_news(&mut self) -> bool {
        self.ear.ear().take_news()
    }
}

fn broken(error: imap::Error) -> io::Error {
    match error {
        imap::Error::Io(error) => error,
        other => io::Error::other(other.to_string()),
    }
}

#[cfg(test)]
pub(super) mod tests;
