//! The post office at work: its configuration, record, games in memory, and what it needs to read and write
//! letters. The steps stand in the files beside this one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use anyhow::Context;

use crate::asked_once::AskedOnce;
use crate::clock::Clock;
use crate::config::Config;
use crate::disk::Gauge;
use crate::figures::Figures;
use crate::hosted::{Hosted, StandingGame};
use crate::identity::{Identity, random_bytes};
use crate::links;
use crate::searched::Searched;
use crate::shelf::Shelf;
use crate::tongues::Tongues;
use crate::watch::Watch;
use fieldpost_desk::password::{Cost, Memory};
use fieldpost_desk::record::{GameName, LetterNo};
use fieldpost_mail::postmark::Postmark;
use fieldpost_mail::read::{Limits, Reader};
use fieldpost_print::press::Press;
use fieldpost_store::{Claim, MadeOn, Store, StoreError, TransportKey, Work, Write, Written};
use fieldpost_web::token::Key;

/// An open post office. One thread works in it; the store behind it is shared with the dispatcher.
pub struct Office {
    /// The host's configuration.
    pub config: Config,
    /// The time.
    pub clock: Clock,
    /// The durable record.
    pub store: Arc<dyn Store>,
    /// Message-IDs and addresses that we know again.
    pub postmark: Postmark,
    /// Prints mails.
    pub press: Press,
    /// Reads mails.
    pub reader: Reader,
    /// The languages of the games that can be hosted.
    pub tongues: Tongues,
    /// Passwords that were verified since the start.
    pub memory: Memory,
    pub games: BTreeMap<GameName, Hosted>,
    /// The games that cannot be read, by name.
    pub standing: BTreeMap<GameName, StandingGame>,
    /// Looks at the store's disk.
    pub disk: Gauge,
    /// What the daemon knows of itself as long as it runs.
    pub watch: Watch,
    /// What letters count that are judged and not filed yet, by what is counted and period.
    pub(super) unfiled: BTreeMap<(String, i64), u32>,
    /// The letters for which receipts stand that are not filed yet, by what the receipts supersede.
    pub(super) unfiled_receipts: BTreeMap<String, Vec<LetterNo>>,
    /// What the record was asked for the letters that are being judged.
    pub(super) asked_once: AskedOnce,
    /// How many letters of each sender were searched for a password today.
    pub(super) searched: Searched,
    /// What the daemon counts as long as it runs.
    pub figures: Arc<Figures>,
    /// The work that this daemon has claimed and is doing; its writes show it.
    pub(super) claims: Vec<Claim>,
    /// What links to desk pages are made with, and the pages; nothing where none are served.
    pub(super) link_key: Option<Key>,
    pub(super) shelf: Option<Arc<Shelf>>,
    /// Whether memory could not be brought up to what the record says.
    is_behind: bool,
    /// A word that no other opening of the post office has: it is part of the places of letters that lie in no mailbox.
    incarnation: String,
    /// How many such letters there have been.
    without_mailbox: u64,
}

impl Office {
    /// Opens the post office of a configuration over its store, with a press whose templates were tried; see
    /// [`wiring::office`](crate::wiring::office).
    ///
    /// # Errors
    /// If its identity or a game cannot be read.
    pub fn open(config: Config, clock: Clock, store: Arc<dyn Store>, press: Press) -> anyhow::Result<Self> {
        let identity = Identity::load(&config.office.store)?;
        let postmark = Postmark::new(&config.office.address, identity.key())
            .with_context(|| format!("office.address {:?} is not a mail address", config.office.address))?;
        let limits = Limits { raw: config.limits.letter_bytes as usize, ..Limits::default() };
        let reader = Reader {
            own_addresses: vec![config.office.address.clone()],
            authserv_id: config.limits.authserv_id.clone(),
            limits,
        };
        let disk = Gauge::Of(config.office.store.clone());
        let started_ms = clock.now();
        let tongues = Tongues::of(config.rulebooks);
        let link_key = links::key(&config, &identity);
        let shelf = Shelf::new(clock.clone(), press.clone(), &config.office.address);
        let mut office = Office {
            shelf: link_key.is_some().then(|| Arc::new(shelf)),
            link_key,
            config,
            tongues,
            clock,
            store,
            postmark,
            press,
            reader,
            memory: Memory::new(random_bytes(), Cost::default()),
            games: BTreeMap::new(),
            standing: BTreeMap::new(),
            disk,
            unfiled: BTreeMap::new(),
            unfiled_receipts: BTreeMap::new(),
            asked_once: AskedOnce::default(),
            searched: Searched::default(),
            watch: Watch { started_ms, ..Watch::default() },
            figures: Arc::default(),
            claims: Vec::new(),
            is_behind: false,
            incarnation: format!("{:016x}", u64::from_le_bytes(random_bytes())),
            without_mailbox: 0,
        };
        office.load_games()?;
        // Each signed letter reads the keys anew; this reading puts a bad key file into the log from the start.
        office.keys();
        Ok(office)
    }

    /// Reads every game from the record, in place of what memory holds. One whose own files are damaged stands
    /// (`standing.rs`). If the record cannot be read memory stays as it is, and [`Office::catch_up`] tries again before
    /// anything else is done.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn load_games(&mut self) -> anyhow::Result<()> {
        self.is_behind = true;
        let mut games = BTreeMap::new();
        for row in self.store.games()? {
            let read = self.loaded(&row.name);
            if let Some(hosted) = self.read_or_standing(&row, read)? {
                games.insert(row.name, hosted);
            }
        }
        self.games = games;
        self.unfiled.clear();
        self.unfiled_receipts.clear();
        self.is_behind = false;
        Ok(())
    }

    /// Reads games again of which memory lags behind the record, after a fault or because another daemon wrote. Nothing may be
    /// judged or run by them before.
    ///
    /// # Errors
    /// As [`Office::load_games`].
    pub fn catch_up(&mut self) -> anyhow::Result<()> {
        if self.is_behind {
            return self.load_games();
        }
        let versions = self.store.versions()?;
        let is_old = |name: &GameName, version: u64| match self.games.get(name) {
            Some(hosted) => hosted.version != version,
            None => !self.standing.contains_key(name),
        };
        let old = versions.into_iter().filter(|(name, version)| is_old(name, *version));
        let mut old = old.map(|(name, _)| name).collect::<Vec<_>>();
        old.extend(self.standing_to_try());
        for name in old {
            self.reload_or_stand(&name)?;
        }
        Ok(())
    }

    /// Takes out of memory what letters left there that were judged and are not filed: these games are read again, and others that
    /// another daemon changed.
    ///
    /// # Errors
    /// As [`Office::load_games`].
    pub(super) fn forget_unfiled(&mut self, games: &BTreeSet<GameName>) -> anyhow::Result<()> {
        self.unfiled.clear();
        self.unfiled_receipts.clear();
        // Until all of them are read.
        self.is_behind = true;
        for name in games {
            self.reload_or_stand(name)?;
        }
        self.is_behind = false;
        self.catch_up()
    }

    /// Makes a write that was worked out from these games as memory has them. Memory then bears the versions that it left.
    ///
    /// # Errors
    /// [`StoreError::Stale`] if the record has a newer version of one of them: it is to be read again ([`Office::catch_up`]), and
    /// the work done again; else as the write.
    pub(super) fn put(
        &mut self,
        write: Write,
        games: &BTreeSet<GameName>,
    ) -> fieldpost_store::Result<Written> {
        let claims = self.claims.clone();
        let versions = games.iter().filter_map(|name| Some((name.clone(), self.games.get(name)?.version)));
        let made_on = MadeOn { games: versions.collect(), claims, ..MadeOn::default() };
        let written = self.store.write(write, &made_on)?;
        for (name, version) in &written.versions {
            if let Some(hosted) = self.games.get_mut(name).filter(|_| made_on.games.contains_key(name)) {
                hosted.version = *version;
            }
        }
        Ok(written)
    }

    /// Does work on a game that one daemon does at a time. What is written meanwhile shows the claim.
    ///
    /// # Errors
    /// [`StoreError::Fenced`] if another daemon has it in hand, [`StoreError::Stale`] if one has changed
    /// meanwhile what is due; else as the work.
    pub(super) fn claimed<T>(
        &mut self,
        name: &GameName,
        does: impl FnOnce(&mut Self) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let work = Work::Game(name.clone());
        if self.claims.iter().any(|claim| claim.work == work) {
            return does(self);
        }
        let seen = self.game_named(&name.0)?.decided_by();
        let taken = self.store.claim(&work)?;
        let claim = taken.ok_or_else(|| StoreError::Fenced(format!("the game {:?}", name.0)))?;
        self.claims.push(claim.clone());
        let done = self.catch_up().and_then(|()| {
            // The game as it stood before decided what was to be done.
            if self.game_named(&name.0)?.decided_by() != seen {
                return Err(StoreError::Stale(format!("the game {:?}", name.0)).into());
            }
            does(self)
        });
        self.claims.retain(|other| *other != claim);
        if let Err(error) = self.store.give_back(&claim) {
            tracing::warn!(%error, game = name.0, "a claim could not be given back: it ends by itself");
        }
        done
    }

    /// Makes a write that was worked out from one game alone, as [`Office::put`] does for several.
    ///
    /// # Errors
    /// As [`Office::put`].
    pub(super) fn put_of(&mut self, name: &GameName, write: Write) -> fieldpost_store::Result<Written> {
        self.put(write, &BTreeSet::from([name.clone()]))
    }

    /// Reads one game from the record; its maps are kept if they are in memory already.
    ///
    /// # Errors
    /// As [`Office::load_games`].
    pub fn reload(&mut self, name: &GameName) -> anyhow::Result<()> {
        let hosted = self.loaded(name)?;
        self.games.insert(name.clone(), hosted);
        Ok(())
    }

    fn reload_or_stand(&mut self, name: &GameName) -> anyhow::Result<()> {
        let Some(row) = self.store.game(name)? else { return Ok(()) };
        let read = self.loaded(name);
        match self.read_or_standing(&row, read)? {
            Some(hosted) => self.games.insert(name.clone(), hosted),
            None => self.games.remove(name),
        };
        Ok(())
    }

    /// Reads a game again after a write that changed it. The write is done, so that a fault now takes nothing back:
    /// [`Office::catch_up`] reads it before anything else is done.
    pub(super) fn refresh(&mut self, name: &GameName) {
        if let Err(error) = self.reload(name) {
            tracing::error!(error = format!("{error:#}"), "a game cannot be read again");
            self.is_behind = true;
        }
    }

    fn loaded(&self, name: &GameName) -> anyhow::Result<Hosted> {
        let known = self.games.get(name).map(|hosted| hosted.record.board());
        let grounds = self.games.get(name).map(|hosted| Arc::clone(&hosted.grounds));
        let mut hosted = Hosted::load(self.store.as_ref(), name, known, self.config.rulebooks)
            .with_context(|| format!("game {} cannot be opened", name.0))?;
        hosted.grounds = grounds.unwrap_or_default();
        Ok(hosted)
    }

    /// A place for a letter that lies in no mailbox: it came through a pipe, was typed, or is the machine's. No other letter
    /// has it, whatever becomes of this one.
    pub(super) fn place_of_its_own(&mut self, source: &str) -> TransportKey {
        self.without_mailbox += 1;
        TransportKey {
            account: source.to_owned(),
            folder: self.incarnation.clone(),
            uidvalidity: 0,
            uid: self.without_mailbox,
        }
    }

    /// A game by its name in any case.
    ///
    /// # Errors
    /// If there is none, with the names there are.
    pub fn game_named(&self, name: &str) -> anyhow::Result<&Hosted> {
        let wanted = GameName(name.to_ascii_lowercase());
        self.games.get(&wanted).with_context(|| {
            if let Some(standing) = self.standing.get(&wanted) {
                return format!("the game {} stands, since it cannot be read: {}", wanted.0, standing.why);
            }
            let names = self.games.keys().map(|name| name.0.as_str()).collect::<Vec<_>>().join(", ");
            format!("there is no game {name:?}; the games are: {names}")
        })
    }
}
