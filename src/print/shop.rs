//! What the reports of all players of a turn are made with.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use crate::album::{Album, Grounds};
use crate::press::Press;

/// How an order is written: a row of the grammar's table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OrderForm {
    /// The section of the form it belongs to, with what that is for, such as `RAIL: railways`.
    pub section: Cow<'static, str>,
    /// How it is written, such as `SUPPORT c-r RADIUS n [PHASES n-m]`: the page fills in what is not in capitals.
    pub words: Cow<'static, str>,
    /// What it does, for a player.
    pub meaning: Cow<'static, str>,
    /// The rule's number in the game's book.
    pub rules: Cow<'static, str>,
}

/// What a page on which orders are composed needs besides what the player may know.
#[derive(Clone, Debug)]
pub struct DeskKit {
    /// Where orders are mailed to.
    pub address: String,
    /// How orders are written.
    pub forms: Vec<OrderForm>,
}

/// What the reports of all players of a turn are made with; any number of threads may share it.
pub struct Shop<'a> {
    /// The templates.
    pub press: &'a Press,
    /// The pictures of the turn.
    pub album: Album,
    /// What the desk page needs: without, no report has one.
    pub desk: Option<DeskKit>,
    /// Where each player's desk page is shown beside the mail, by player: nobody's where it is not.
    pub links: BTreeMap<String, String>,
}

impl<'a> Shop<'a> {
    /// A shop for a turn.
    pub fn new(press: &'a Press) -> Self {
        Shop::on(press, Arc::default())
    }

    /// The same, with the grounds of pictures that were drawn for earlier turns on the same maps.
    pub fn on(press: &'a Press, grounds: Arc<Grounds>) -> Self {
        Shop { press, album: Album::on(grounds), desk: None, links: BTreeMap::new() }
    }

    /// The same with what the desk page needs.
    pub fn with_desk(self, desk: DeskKit) -> Self {
        Shop { desk: Some(desk), ..self }
    }

    /// The same with the links at which players have their desk pages.
    pub fn with_links(self, links: BTreeMap<String, String>) -> Self {
        Shop { links, ..self }
    }

    /// The link at which a player has the desk page.
    pub fn link_of(&self, player: &str) -> Option<&str> {
        self.links.get(player).map(String::as_str)
    }
}
