//! A new game's administrators: the seats file names them, or the configuration does; each is mailed a password and how
//! to command.

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use crate::answers::Draft;
use crate::identity::random_bytes;
use crate::office::Office;
use fieldpost_desk::ga::record::Administrator;
use fieldpost_desk::password;
use fieldpost_desk::record::Account;
use fieldpost_desk::stamp::Stamp;
use fieldpost_grammar::Secret;
use fieldpost_grammar::command::Role;
use fieldpost_mail::postmark::Kind;
use fieldpost_store::{Mail, NewMail};

/// One administrator in a seats file: `[[ga]]`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GaLine {
    /// The name that the line GA of a letter gives; nobody else's in the game.
    pub name: String,
    /// The registered address.
    pub email: String,
    /// What they may do.
    pub role: Role,
}

/// `ga_welcome`: to an administrator whose game has been opened. It has no `Debug`, for it holds a password (promise 7).
#[derive(Clone, Serialize)]
pub struct GaWelcome {
    /// The game's name.
    pub game: String,
    pub title: String,
    /// The open turn.
    pub turn: u32,
    /// The administrator.
    pub name: String,
    /// What they may do: `owner`, `ga` or `helper`.
    pub role: String,
    /// The first password, which is shown nowhere else.
    pub password: String,
    /// The first deadline.
    pub deadline: Stamp,
    /// When turns fall due, in words.
    pub schedule: String,
    /// Where letters go.
    pub address: String,
    /// The other administrators, with what they may do.
    pub others: Vec<String>,
    /// Whether the game waits for START.
    pub waits: bool,
}

/// What the welcomes of a game's administrators share.
pub struct NewlyOpened<'a> {
    /// The game's name.
    pub game: &'a str,
    pub title: &'a str,
    pub turn: u32,
    pub deadline: Stamp,
    /// When turns fall due, in words.
    pub schedule: String,
    /// Whether the game waits for START.
    pub waits: bool,
}

impl Office {
    /// Who administers a new game: those of its seats file; without any, `owner`; without one, whom the configuration
    /// names.
    ///
    /// # Errors
    /// If a name is a player's or given twice, an address is none, or nobody is the owner.
    pub fn administrators(
        &self,
        lines: &[GaLine],
        owner: Option<(String, String)>,
        players: &[Account],
    ) -> anyhow::Result<Vec<(Administrator, Secret)>> {
        let lines = match (lines, owner) {
            ([], Some((name, email))) => vec![GaLine { name, email, role: Role::Owner }],
            ([], None) => vec![self.owner_of_the_host(players)],
            (lines, _) => lines.to_vec(),
        };
        check(&lines, players)?;
        lines.into_iter().map(|line| self.administrator(line)).collect()
    }

    /// The configuration's GA; where a player bears the name, as the address's first part.
    fn owner_of_the_host(&self, players: &[Account]) -> GaLine {
        let ga = &self.config.ga;
        let is_taken = players.iter().any(|player| player.name.eq_ignore_ascii_case(&ga.name));
        let name = if is_taken { format!("{} (GA)", ga.name) } else { ga.name.clone() };
        GaLine { name, email: ga.address.clone(), role: Role::Owner }
    }

    fn administrator(&self, line: GaLine) -> anyhow::Result<(Administrator, Secret)> {
        let secret = password::initial(random_bytes());
        let account = Account {
            email: line.email,
            passwords: vec![self.since_opening(&secret)?],
            ..Account::nobody(&line.name)
        };
        Ok((Administrator { account, role: line.role }, secret))
    }

    /// The letters that the administrators of a new game read first, and keep.
    ///
    /// # Errors
    /// If the template is at fault.
    pub fn welcomes_of(
        &self,
        opened: &NewlyOpened<'_>,
        administrators: &[(Administrator, Secret)],
    ) -> anyhow::Result<Vec<NewMail>> {
        let others = |own: &str| {
            let others = administrators.iter().filter(|(one, _)| one.account.name != own);
            others.map(|(one, _)| format!("{}, {}", one.account.name, one.role.word())).collect()
        };
        let welcome = |(one, secret): &(Administrator, Secret)| {
            let view = GaWelcome {
                game: opened.game.to_owned(),
                title: opened.title.to_owned(),
                turn: opened.turn,
                name: one.account.name.clone(),
                role: one.role.word().to_owned(),
                password: secret.expose().to_owned(),
                deadline: opened.deadline.clone(),
                schedule: opened.schedule.clone(),
                address: self.postmark.address(),
                others: others(&one.account.name),
                waits: opened.waits,
            };
            let (printed, html) = self.press.both("ga_welcome", &view, true)?;
            let (game, name) = (Some(opened.game), Some(one.account.name.as_str()));
            let plain = Draft::plain(Mail::Welcome, Kind::Notice, game, name, &one.account.email, &printed);
            self.write(Draft { html, ..plain })
        };
        administrators.iter().map(welcome).collect()
    }
}

/// What is wrong with a new game's administrators.
pub(super) fn check(lines: &[GaLine], players: &[Account]) -> anyhow::Result<()> {
    for (place, line) in lines.iter().enumerate() {
        let is_he = |name: &str| name.eq_ignore_ascii_case(&line.name);
        if players.iter().any(|player| is_he(&player.name)) {
            bail!("the [[ga]] {:?} bears a player's name: give the administrator another one", line.name);
        }
        if lines[..place].iter().any(|other| is_he(&other.name)) {
            bail!("the seats name the [[ga]] {:?} twice", line.name);
        }
        if line.name.trim().is_empty() || !line.email.contains('@') {
            bail!("the [[ga]] {:?} needs a name and a mail address, and has {:?}", line.name, line.email);
        }
    }
    let owner = lines.iter().find(|line| line.role == Role::Owner);
    owner.map(drop).context("none of the [[ga]] has the role owner: somebody must be it")
}
