//! Who has which desk page, and until when: links as mails print them, and what the port may show (`shelf.rs`).

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::clock::Millis;
use crate::hosted::Hosted;
use crate::links;
use crate::office::Office;
use crate::shelf::{Leaf, Link};
use fieldpost_desk::record::{Account, GameName};
use fieldpost_engine::ids::PlayerNo;
use fieldpost_web::Pages;
use fieldpost_web::answer::LINKS;
use fieldpost_web::token::{Key, Token};

const DAY_MS: Millis = 24 * 3_600_000;

impl Office {
    /// The links of players to their desk pages in a turn, by player; of nobody where no pages are served.
    pub(super) fn links_of<'a>(
        &self,
        game: &str,
        turn: u32,
        accounts: impl IntoIterator<Item = &'a Account>,
    ) -> BTreeMap<String, String> {
        let (Some(key), Some((web, _))) = (&self.link_key, self.config.served()) else {
            return BTreeMap::new();
        };
        let link = |account: &Account| {
            let token = links::token(key, game, turn, account)?;
            Some((account.name.clone(), format!("{}{LINKS}{}", web.base(), token.expose())))
        };
        accounts.into_iter().filter_map(link).collect()
    }

    /// What the port shows, where desk pages are served; nothing before [`Office::lay_out_pages`].
    pub fn pages(&self) -> Option<Arc<dyn Pages>> {
        self.shelf.clone().map(|shelf| shelf as Arc<dyn Pages>)
    }

    /// Lays out anew which links lead where. What cannot be read has none.
    pub fn lay_out_pages(&self) {
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
        shelf.lay_out(links);
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
            None => Arc::new(Leaf::new(Arc::clone(board), player, heading)),
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
