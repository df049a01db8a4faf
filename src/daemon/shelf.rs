//! The desk pages that links lead to: what of the games in memory the port may show, and nothing else.
//!
//! The loop lays out anew, each time it comes round, which token leads to whose page; the port looks a token up, and makes the page when it is
//! first asked for. So a link ends within a moment when what it hangs on changes (`links.rs`), and who asks keeps nobody waiting.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use crate::clock::{Clock, Millis};
use crate::guard::guarded;
use crate::hosted::Hosted;
use crate::links;
use crate::office::Office;
use crate::order_forms::order_forms;
use fieldpost_desk::record::{Account, GameName};
use fieldpost_door::Board;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_print::heading::Heading;
use fieldpost_print::press::{Press, PressError};
use fieldpost_print::shop::{DeskKit, Shop};
use fieldpost_web::token::{Key, Mark, Token};
use fieldpost_web::{Page, Pages, Unmade, policy};

const DAY_MS: Millis = 24 * 3_600_000;

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
struct Link {
    leaf: Arc<Leaf>,
    until_ms: Millis,
}

/// A player's page in the open turn of a game.
struct Leaf {
    board: Arc<dyn Board>,
    player: PlayerNo,
    heading: Heading,
    /// The page, once it was asked for; none where the player has nothing to order.
    page: OnceLock<Result<Option<Arc<Page>>, Unmade>>,
}

impl Leaf {
    fn is_of(&self, board: &Arc<dyn Board>, heading: &Heading) -> bool {
        Arc::ptr_eq(&self.board, board) && self.heading == *heading
    }

    fn made(&self, press: &Press, address: &str) -> Result<Option<Page>, PressError> {
        let forms = order_forms(self.board.rulebook().language);
        let shop = Shop::new(press).with_desk(DeskKit { address: address.to_owned(), forms });
        let page = self.board.desk_page(self.player, &self.heading, &shop)?;
        Ok(page.map(|page| {
            let [scripts, styles] = [&page.own.scripts, &page.own.styles].map(|all| all.iter().map(String::as_str));
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
        let page = leaf.page.get_or_init(|| match guarded(|| leaf.made(&self.press, &self.address)) {
            Some(Ok(page)) => Ok(page.map(Arc::new)),
            Some(Err(error)) => {
                tracing::error!(game, player, %error, "a desk page cannot be made");
                Err(Unmade)
            }
            None => {
                tracing::error!(game, player, "making a desk page brought a fault of the program to light");
                Err(Unmade)
            }
        });
        page.clone()
    }
}

impl Shelf {
    /// An empty one.
    pub fn new(clock: Clock, press: Press, address: &str) -> Self {
        Shelf { clock, press, address: address.to_owned(), links: RwLock::default() }
    }

    /// The leaves that lie there, by game and player.
    fn leaves(&self) -> BTreeMap<(String, String), Arc<Leaf>> {
        let links = self.links.read().unwrap_or_else(PoisonError::into_inner);
        let of = |link: &Link| ((link.leaf.heading.game.clone(), link.leaf.heading.player.clone()), Arc::clone(&link.leaf));
        links.values().map(of).collect()
    }
}

impl Office {
    /// The shelf, where desk pages are served.
    pub(super) fn shelf(&self) -> Option<Arc<Shelf>> {
        self.shelf.clone()
    }

    /// Lays out anew which links lead where. What cannot be read has none.
    pub(super) fn lay_out_pages(&self) {
        let (Some(shelf), Some(key)) = (&self.shelf, &self.link_key) else { return };
        let known = shelf.leaves();
        let mut links = BTreeMap::new();
        let hosted = self.games.values().filter(|hosted| is_open(hosted));
        for hosted in hosted {
            let until = self.until_of(hosted);
            for (player, account) in accounts_of(hosted) {
                let leaf = self.leaf_of(hosted, player, account, &known);
                let turns = tokens_of(hosted, key, account).zip(until);
                links.extend(turns.filter_map(|(token, until_ms)| {
                    Some((token?.mark(), Link { leaf: Arc::clone(&leaf), until_ms }))
                }));
            }
        }
        *shelf.links.write().unwrap_or_else(PoisonError::into_inner) = links;
    }

    /// The page of a seat as it lies there, or one that is still to be made.
    fn leaf_of(
        &self,
        hosted: &Hosted,
        player: PlayerNo,
        account: &Account,
        known: &BTreeMap<(String, String), Arc<Leaf>>,
    ) -> Arc<Leaf> {
        let heading = self.heading_of(hosted, &account.name, hosted.record.settings.deadline_ms);
        let board = &hosted.record.opening.board;
        let lies = known.get(&(heading.game.clone(), account.name.clone()));
        match lies.filter(|leaf| leaf.is_of(board, &heading)) {
            Some(leaf) => Arc::clone(leaf),
            None => Arc::new(Leaf { board: Arc::clone(board), player, heading, page: OnceLock::new() }),
        }
    }

    /// Until when links of the open turn and of the one before live.
    fn until_of(&self, hosted: &Hosted) -> [Millis; 2] {
        let days = self.config.served().and_then(|(web, _)| web.days);
        let Some(days) = days else { return [Millis::MAX; 2] };
        let life = Millis::from(days) * DAY_MS;
        let opened_ms = hosted.record.settings.opened_ms;
        // The turn before was opened when the one before that was run, or with the game.
        let before = hosted.turn().checked_sub(2).filter(|turn| *turn > 0);
        let ran = before.map(|turn| self.store.turn(hosted.record.name(), turn));
        let before_ms = match ran {
            None => hosted.begun_ms,
            Some(Ok(Some(run))) => run.at_ms,
            // What is not known lives no longer.
            Some(_) => Millis::MIN / 2,
        };
        [opened_ms + life, before_ms + life]
    }
}

/// Whether orders are taken in a game.
fn is_open(hosted: &Hosted) -> bool {
    !hosted.record.administration.has_ended && hosted.record.board().over().is_none()
}

/// The seats of a game that a person can have.
fn accounts_of(hosted: &Hosted) -> impl Iterator<Item = (PlayerNo, &Account)> {
    let record = &hosted.record;
    record.accounts.iter().filter_map(|account| Some((record.player_no(&account.name)?, account)))
}

/// The tokens of a seat for the open turn and the one before.
fn tokens_of(hosted: &Hosted, key: &Key, account: &Account) -> impl Iterator<Item = Option<Token>> {
    let GameName(game) = hosted.record.name();
    let turns = [Some(hosted.turn()), hosted.turn().checked_sub(1).filter(|turn| *turn > 0)];
    turns.map(|turn| links::token(key, game, turn?, account)).into_iter()
}
