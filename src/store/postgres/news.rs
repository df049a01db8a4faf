//! What daemons tell one another without writing it: that there is news. It may be lost, and then time tells.

use std::time::Duration;

use crate::error::Result;
use crate::postgres::PostgresStore;
use crate::postgres::connect::Link;
use crate::write::Write;

/// Whether others wait for such a write: it changes what they judge by, or there may be mails to send.
pub fn is_news(write: &Write) -> bool {
    !matches!(write, Write::Mark(_) | Write::Prune(_) | Write::Note(_))
}

impl PostgresStore {
    /// Of this record alone: a server may hold several.
    pub(super) fn channel(&self) -> String {
        format!("fieldpost_{}", self.config.schema)
    }

    pub(super) fn hear(&self, patience: Duration) -> Result<bool> {
        let mut held = self.news.hold();
        let is_new = held.as_ref().is_none_or(Link::is_closed);
        let link = self.news.made(&mut held)?;
        if is_new {
            // What was told meanwhile nobody here has heard.
            return link.listen(&self.channel()).map(|()| true);
        }
        let heard = link.hear(patience);
        if heard.is_err() {
            *held = None;
        }
        heard
    }
}
