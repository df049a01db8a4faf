//! Whether the mail server's clock and this machine's tell the same time: `fieldpost doctor` holds its stamps against our clock.

use fieldpost_desk::remind::span_words;

/// Whose clock is known to be ahead.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ahead {
    /// A letter cannot have been received later than now: the server's, or ours is behind.
    Server,
    /// Either.
    Either,
}

/// By how much the mail server's clock may differ from ours, in milliseconds: the deadline is held by its stamps and run by our clock.
const CLOCKS_MS: i64 = 120_000;

/// What is wrong where the server's stamp on a letter that came just now, or at the latest now, differs from our clock.
pub fn clocks_apart(stamp_ms: i64, now_ms: i64, ahead: Ahead) -> Option<(String, String)> {
    let apart = stamp_ms.saturating_sub(now_ms);
    if apart.abs() <= CLOCKS_MS || apart < 0 && ahead == Ahead::Server {
        return None;
    }
    let words = format!(
        "the mail server's clock is {} {} this machine's",
        span_words(apart.abs()),
        if apart > 0 { "ahead of" } else { "behind" }
    );
    let remedy = "letters are judged by the server's stamp and turns run by this machine's clock: set both by NTP (timedatectl)";
    Some((words, remedy.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: i64 = 60_000;

    #[test]
    fn a_clock_is_told_that_is_more_than_two_minutes_off() {
        let told = |apart: i64, ahead| clocks_apart(1_000_000_000 + apart, 1_000_000_000, ahead);
        let (words, _) = told(40 * MINUTE, Ahead::Server).unwrap();
        assert_eq!(words, "the mail server's clock is 40 minutes ahead of this machine's");
        let (words, _) = told(-3 * 24 * 60 * MINUTE, Ahead::Either).unwrap();
        assert_eq!(words, "the mail server's clock is 3 days behind this machine's");
        assert!(told(-3 * 24 * 60 * MINUTE, Ahead::Server).is_none(), "an old letter tells nothing");
        assert!(told(2 * MINUTE, Ahead::Either).is_none() && told(2 * MINUTE + 1, Ahead::Either).is_some());
    }
}
