//! The desk pages that links lead to: what of the games in memory the port may show, and nothing else.
//!
//! The loop lays out anew, each time it comes round, which token leads to whose page; the port looks a token up, and makes the page when it is
//! first asked for. So a link ends within a moment when what it hangs on changes (`links.rs`, `pages.rs`), and who asks keeps nobody waiting.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use crate::clock::{Clock, Millis};
use crate::order_forms::order_forms;
use fieldpost_door::Board;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_print::heading::Heading;
use fieldpost_print::press::{Press, PressError};
use fieldpost_print::shop::{DeskKit, Shop};
use fieldpost_web::token::{Mark, Token};
use fieldpost_web::{Page, Pages, Unmade, policy};

/// The pages that links lead to now.
pub(super) struct Shelf {
    clock: Clock,
    press: Press,
    /// Where orders go.
    address: String,
    links: RwLock<BTreeMap<Mark, Link>>,
}

/// Where a link leads, and until when.
#[derive(Clone)]
pub(super) struct Link {
    pub leaf: Arc<Leaf>,
    pub until_ms: Millis,
}

/// A player's page in the open turn of a game.
pub(super) struct Leaf {
    board: Arc<dyn Board>,
    player: PlayerNo,
    heading: Heading,
    /// The page, once it was asked for; none where the player has nothing to order.
    page: OnceLock<Result<Option<Arc<Page>>, Unmade>>,
}

impl Leaf {
    /// One that nobody has asked for yet.
    pub fn new(board: Arc<dyn Board>, player: PlayerNo, heading: Heading) -> Self {
        Leaf { board, player, heading, page: OnceLock::new() }
    }

    pub fn is_of(&self, board: &Arc<dyn Board>, heading: &Heading) -> bool {
        Arc::ptr_eq(&self.board, board) && self.heading == *heading
    }

    fn made(&self, press: &Press, address: &str) -> Result<Option<Page>, PressError> {
        let forms = order_forms(self.board.rulebook().language);
        let shop = Shop::new(press).with_desk(DeskKit { address: address.to_owned(), forms });
        let page = self.board.desk_page(self.player, &self.heading, &shop)?;
        Ok(page.map(|page| {
            let [scripts, styles] =
                [&page.own.scripts, &page.own.styles].map(|all| all.iter().map(String::as_str));
            Page::new(page.html, policy(scripts, styles))
        }))
    }
}

impl Pages for Shelf {
    fn page(&self, token: &Token) -> Result<Option<Arc<Page>>, Unmade> {
        let links = self.links.read().unwrap_or_else(PoisonError::into_inner);
        let link = links.get(&token.mark()).filter(|link| self.clock.now() < link.until_ms).cloned();
        drop(links);
        let Some(Link { leaf, .. }) = link else { return Ok(None) };
        let Heading { game, player, .. } = &leaf.heading;
        let make = || {
            let page = leaf.made(&self.press, &self.address);
            page.map(|page| page.map(Arc::new)).map_err(|error| {
                tracing::error!(game, player, %error, "a desk page cannot be made");
                Unmade
            })
        };
        leaf.page.get_or_init(make).clone()
    }
}

impl Shelf {
    /// An empty one.
    pub fn new(clock: Clock, press: Press, address: &str) -> Self {
        Shelf { clock, press, address: address.to_owned(), links: RwLock::default() }
    }

    /// The leaves that lie there, by game and player.
    pub fn leaves(&self) -> BTreeMap<(String, String), Arc<Leaf>> {
        let links = self.links.read().unwrap_or_else(PoisonError::into_inner);
        let of = |link: &Link| {
            ((link.leaf.heading.game.clone(), link.leaf.heading.player.clone()), Arc::clone(&link.leaf))
        };
        links.values().map(of).collect()
    }

    /// What lies there from now on.
    pub fn lay_out(&self, links: BTreeMap<Mark, Link>) {
        *self.links.write().unwrap_or_else(PoisonError::into_inner) = links;
    }
}
