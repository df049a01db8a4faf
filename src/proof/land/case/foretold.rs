//! `[[foretold]]` of a case of the land war, with ships or without: its board and its letters.

use std::collections::BTreeMap;
use std::sync::Arc;

use toml::Spanned;

use crate::foretold::{self, ForetoldFile, Post};
use crate::land::case::file::CaseFile;
use crate::land::case::run::Failure;
use crate::land::case::situation::{Fault, built_book, draw, set_up};
use crate::receipts::ROTD_EUWOL;
use fieldpost_campaign::Table;
use fieldpost_door::Board;
use fieldpost_engine::piece::Piece;

/// What a case says of receipts.
pub struct Asked {
    blocks: Vec<Spanned<ForetoldFile>>,
    post: Post,
    seed: u64,
}

impl Asked {
    /// # Errors
    /// If orders of the case stand in no letter, so that no receipt answers them.
    pub fn of(case: &CaseFile) -> Result<Self, Fault> {
        if !case.foretold.is_empty() && !case.order.is_empty() {
            return Err("foretold: an [[order]] has no receipt: write a [[letter]]".to_owned().into());
        }
        let units = case.unit.iter().map(Spanned::get_ref);
        let units = units.filter_map(|unit| Some(("UNIT", &unit.id, unit.orders.as_deref()?)));
        let ships = case.ship.iter().map(Spanned::get_ref);
        let ships = ships.filter_map(|ship| Some(("SHIP", &ship.id, ship.orders.as_deref()?)));
        let ordered = units.chain(ships).filter(|(.., orders)| !orders.trim().is_empty());
        let post = Post {
            letters: case.letter.iter().map(|letter| letter.get_ref().text.clone()).collect(),
            blocks: ordered
                .map(|(head, id, orders)| (head, Piece::from(id.as_str()), orders.to_owned()))
                .collect(),
            before: BTreeMap::new(),
        };
        Ok(Asked { blocks: case.foretold.clone(), post, seed: case.seed })
    }

    /// What does not hold of a case without ships.
    ///
    /// # Errors
    /// If its position cannot be.
    pub fn missed_on_land(&self, case: &CaseFile, text: &str) -> Result<Vec<Failure>, Fault> {
        if self.blocks.is_empty() {
            return Ok(Vec::new());
        }
        let book = built_book(case)?;
        let atlas = Arc::new(draw(case, book)?);
        let state = set_up(case, text, book, &atlas)?;
        Ok(self.missed(&Table::new(book, atlas, case.seed, None, Arc::new(state)), text))
    }

    /// What does not hold on a table, before any letter has come.
    pub fn missed(&self, table: &Table, text: &str) -> Vec<Failure> {
        let board = |turn: u64| self.thrown(table, turn);
        let missed = foretold::missed(&ROTD_EUWOL, &board, &self.post, &self.blocks, text);
        missed.into_iter().map(Failure::Fault).collect()
    }

    /// The table with other dice.
    fn thrown(&self, table: &Table, turn: u64) -> Arc<dyn Board> {
        let Table { book, atlas, land, sea, .. } = table;
        let seed = self.seed.wrapping_add(turn);
        let land = Table::new(book, Arc::clone(atlas), seed, None, Arc::clone(land));
        match sea {
            Some(sea) => Arc::new(land.with_sea(sea.clone())),
            None => Arc::new(land),
        }
    }
}
