//! A game's past as pages: an index with its numbers, and a page a turn, for anybody, for a side, or whole when it has ended. What a player
//! was told is told by what prints reports, of a turn that is run once more; what anybody may know is what observers are mailed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use anyhow::{anyhow, bail};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::again::Again;
use crate::hosted::Hosted;
use crate::office::Office;
use fieldpost_desk::record::GameName;
use fieldpost_desk::record::press::FiledPress;
use fieldpost_desk::settings::Observing;
use fieldpost_door::{Eyes, PastTurn, Player};
use fieldpost_engine::hex::hex;
use fieldpost_engine::ids::PlayerNo;
use fieldpost_engine::nearest::nearest;
use fieldpost_engine::wishes::{Wish, Wishes};
use fieldpost_engine::words::{counted, listed};
use fieldpost_mail::write::beside;
use fieldpost_print::heading::Heading;
use fieldpost_print::press::Press;
use fieldpost_print::report::{Enclosure, Illustration, Page, Report};
use fieldpost_print::section::{Block, Row, Section};
use fieldpost_print::site::{Link, SitePage, Ways};

mod mailed;
mod turns;

/// The page that leads to all others.
pub const INDEX: &str = "index.html";

/// For whom a game's past is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Whom {
    /// Anybody: what observers are mailed.
    Public,
    /// A player, or all players of a party, by name: what they were told.
    Side(String),
    /// Whoever looks back on a game that has ended: all there was.
    Whole,
}

/// A game's past as files.
#[derive(Clone, Debug, Default)]
pub struct Site {
    pub files: Vec<Enclosure>,
    /// How many turns it shows.
    pub turns: u32,
}

impl Site {
    /// How much it is, in words.
    pub fn words(&self) -> String {
        let bytes: usize = self.files.iter().map(|file| file.bytes.len()).sum();
        format!(
            "{} in {}, {} kB; open {INDEX} in a browser",
            counted(self.turns, "turn"),
            counted(self.files.len(), "file"),
            bytes.div_ceil(1000)
        )
    }
}

impl Office {
    /// A game's past as pages, with pictures or without.
    ///
    /// # Errors
    /// If that may not be shown, with the reason; if the record cannot be read, a turn comes out otherwise than it did, or a template is at
    /// fault.
    pub fn site(&self, name: &GameName, whom: &Whom, pictures: bool) -> anyhow::Result<Site> {
        let hosted = self.game_named(&name.0)?;
        let eyes = eyes(hosted, whom)?;
        let last = last_turn(hosted, &eyes)?;
        let heading =
            self.heading_of(hosted, for_whom(hosted, &eyes).as_str(), hosted.record.settings.deadline_ms);
        let mut maker = Maker {
            office: self,
            hosted,
            eyes,
            last,
            pictures,
            heading,
            drawn: BTreeMap::new(),
            files: Vec::new(),
        };
        maker.index()?;
        for turn in 1..=last {
            maker.turn(turn)?;
        }
        let Maker { mut files, drawn, .. } = maker;
        files.extend(drawn.into_iter().map(|(name, png)| Enclosure {
            name,
            kind: "image/png",
            bytes: png.to_vec(),
        }));
        Ok(Site { files, turns: last })
    }
}

/// A site in the making.
struct Maker<'a> {
    office: &'a Office,
    hosted: &'a Hosted,
    eyes: Eyes,
    /// The last turn that is shown.
    last: u32,
    pictures: bool,
    heading: Heading,
    /// Pictures by their files: what several pages show lies there once.
    drawn: BTreeMap<String, Arc<[u8]>>,
    files: Vec<Enclosure>,
}

impl Maker<'_> {
    /// The turns that are shown, and how the game began.
    fn past(&self) -> impl Iterator<Item = Result<PastTurn, String>> + '_ {
        let turn =
            |turn| self.office.past_turn(self.hosted.record.name(), turn).map_err(|why| format!("{why:#}"));
        (0..=self.last).map(turn)
    }

    fn index(&mut self) -> anyhow::Result<()> {
        let record = &self.hosted.record;
        let plots = record.board().plots(&mut self.past(), &self.eyes).map_err(|why| anyhow!(why))?;
        let mut sections = Vec::new();
        let mut lead = vec![self.how_far()];
        if record.administration.has_ended {
            let reckoning = record.board().reckoning(&mut self.past()).map_err(|why| anyhow!(why))?;
            lead.splice(..0, reckoning.verdict);
            sections.extend(reckoning.sections);
        }
        sections.push(self.who_commanded());
        let page = SitePage {
            title: record.opening.title.clone(),
            under: format!("The game {}, for {}", record.name().0, self.heading.player),
            lead,
            turns: (1..=self.last).map(|turn| Link::to(file_of(turn), self.turn_words(turn))).collect(),
            sections,
            plots,
        };
        let links: Vec<Link> =
            (self.last > 0).then(|| Link::to(file_of(self.last), "The latest turn")).into_iter().collect();
        let page = page.printed(&self.press(&links)?, &self.heading)?;
        self.put(INDEX.into(), page);
        Ok(())
    }

    /// When it began and how far it is told, in a sentence or two.
    fn how_far(&self) -> String {
        let record = &self.hosted.record;
        let begun = record.settings.schedule.day_of(self.hosted.begun_ms).format("%-d %B %Y");
        let told = match self.last {
            0 => "No turn of it is told yet".to_owned(),
            last => format!("{} told", counted_are(last)),
        };
        let goes_on = if record.administration.has_ended { "it has ended" } else { "it goes on" };
        format!("The game began on {begun}, and {goes_on}. {told}.")
    }

    /// Who plays whom; what rank and office somebody has is told when the game is over, as is who left.
    fn who_commanded(&self) -> Section {
        let all = self.eyes == Eyes::All || self.hosted.record.administration.has_ended;
        let row = |player: &Player| {
            let post =
                std::iter::once(&player.rank).chain(&player.offices).filter(|word| all && !word.is_empty());
            let cells = std::iter::once(&player.party).chain(post).cloned().collect::<Vec<_>>();
            Row { head: player.name.clone(), cells: vec![cells.join(", ")], ..Row::default() }
        };
        let players = self.hosted.record.board().players();
        Section::of_rows("players", "Who commanded", players.iter().map(row).collect())
    }

    /// A turn with its last day, where the game has days.
    fn turn_words(&self, turn: u32) -> String {
        let days =
            self.heading.calendar.and_then(|calendar| Some((calendar.day(turn)?, calendar.day(turn + 1)?)));
        match days.and_then(|(first, next)| Some((first, next.pred_opt()?))) {
            Some((first, last)) if first < last => {
                format!("Turn {turn}, {} to {}", first.format("%-d %B"), last.format("%-d %B %Y"))
            }
            Some((first, _)) => format!("Turn {turn}, {}", first.format("%-d %B %Y")),
            None => format!("Turn {turn}"),
        }
    }

    /// From a turn's page to the others.
    fn links(&self, turn: u32) -> Vec<Link> {
        let before = (turn > 1).then(|| Link::to(file_of(turn - 1), format!("Turn {}", turn - 1)));
        let after = (turn < self.last).then(|| Link::to(file_of(turn + 1), format!("Turn {}", turn + 1)));
        [Some(Link::to(INDEX, "All turns")), before, after].into_iter().flatten().collect()
    }

    /// The press of a page from which these ways lead.
    fn press(&self, links: &[Link]) -> anyhow::Result<Press> {
        Ok(self.office.press.with_ways(&Ways { links })?)
    }

    /// Keeps a page, and its pictures as files of their own.
    fn put(&mut self, name: String, Page { html, pictures, .. }: Page) {
        let file =
            |picture: &Illustration| format!("pictures/{}.png", &hex(Sha256::digest(&picture.png))[..16]);
        let html = beside(&html, pictures.iter().map(|picture| (picture.id.as_str(), file(picture))));
        self.drawn.extend(pictures.iter().map(|picture| (file(picture), Arc::clone(&picture.png))));
        self.files.push(Enclosure::page(&name, html));
    }
}

/// The file of a turn's page.
fn file_of(turn: u32) -> String {
    format!("turn-{turn:03}.html")
}

fn counted_are(turns: u32) -> String {
    if turns == 1 { "1 turn is".into() } else { format!("{turns} turns are") }
}

/// What may be shown.
///
/// # Errors
/// Why it may not.
fn eyes(hosted: &Hosted, whom: &Whom) -> anyhow::Result<Eyes> {
    let record = &hosted.record;
    match whom {
        Whom::Public => Ok(Eyes::Public),
        Whom::Whole if record.administration.has_ended => Ok(Eyes::All),
        Whom::Whole => bail!(
            "the game goes on, and all of its board would tell each side what it cannot see: END GAME first, or show it for the public or a side"
        ),
        Whom::Side(name) => {
            let own = record.numbered_players().find(|(_, player)| player.name.eq_ignore_ascii_case(name));
            let players: BTreeSet<PlayerNo> = match own {
                Some((number, _)) => BTreeSet::from([number]),
                None => record.board().of_party(name).into_iter().collect(),
            };
            if players.is_empty() {
                bail!(nobody(hosted, name));
            }
            Ok(Eyes::Players(players))
        }
    }
}

fn nobody(hosted: &Hosted, name: &str) -> String {
    let players = hosted.record.board().players();
    let parties: BTreeSet<&str> = players.iter().map(|player| player.party.as_str()).collect();
    let names = players.iter().map(|player| player.name.as_str()).chain(parties).collect::<Vec<_>>();
    let meant = nearest(name, names.iter().map(|name| (*name, *name)));
    let meant = meant.map(|meant| format!("; perhaps {meant} was meant")).unwrap_or_default();
    format!("there is no player and no party {name:?} in this game{meant}. There are {}", listed(&names))
}

/// The last turn that may be shown.
///
/// # Errors
/// If none may ever be, while it is so.
fn last_turn(hosted: &Hosted, eyes: &Eyes) -> anyhow::Result<u32> {
    let closed = hosted.turn().saturating_sub(1);
    match (eyes, hosted.record.settings.observers) {
        (Eyes::Players(_) | Eyes::All, _) => Ok(closed),
        (Eyes::Public, Observing::Nobody) => {
            bail!(
                "the game has no observers, and its public pages tell what observers are told: SET OBSERVERS LATE 1 allows it"
            )
        }
        (Eyes::Public, _) if hosted.record.administration.has_ended => Ok(closed),
        (Eyes::Public, Observing::Late(late)) => Ok(closed.saturating_sub(late)),
        (Eyes::Public, Observing::AtTheEnd) => {
            bail!(
                "observers of the game are told nothing before its end, and so are its public pages: SET OBSERVERS LATE 1 allows it"
            )
        }
    }
}

/// For whom it is, in words.
fn for_whom(hosted: &Hosted, eyes: &Eyes) -> String {
    match eyes {
        Eyes::Public => "anybody".into(),
        Eyes::All => "whoever looks back".into(),
        Eyes::Players(players) => {
            let named = hosted.record.numbered_players().filter(|(number, _)| players.contains(number));
            listed(&named.map(|(_, player)| player.name.as_str()).collect::<Vec<_>>())
        }
    }
}
