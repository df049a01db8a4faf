//! The host's configuration: one TOML file. Every error names the file, the key and what would be right.
//!
//! Secrets are never written here: a key names the file or the environment variable that holds one, or the
//! command that prints an OAuth2 token.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use chrono::NaiveTime;
use chrono_tz::Tz;
use serde::Deserialize;

use fieldpost_desk::proof::Requirement;
use fieldpost_door::Rulebooks;
use fieldpost_games::RULEBOOKS;

mod check;
mod cluster;
mod fault;
mod limits;
mod web;
mod zone;

pub use cluster::{Cluster, Postgres};
pub use fault::ConfigError;
pub use limits::Limits;
pub use web::Web;
pub(crate) use zone::time_zone;

/// The commented file that `fieldpost init` writes; a test reads it back.
pub const SAMPLE: &str = include_str!("../../deploy/fieldpost.toml");

/// The whole configuration, with paths made absolute against the file's own folder.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The post office itself.
    pub office: Office,
    /// Who is told what the host must know.
    pub ga: Ga,
    /// Where letters come in.
    #[serde(rename = "source")]
    pub sources: Vec<Source>,
    /// How letters go out.
    pub post: PostSettings,
    /// Bounds and caps.
    #[serde(default)]
    pub limits: Limits,
    /// OpenPGP signatures; left out, none is checked.
    #[serde(default)]
    pub signatures: Option<Signatures>,
    /// Figures for a watcher of machines; left out, none are shown.
    #[serde(default)]
    pub metrics: Option<Metrics>,
    /// The desk page at a link in each position mail; left out, there is none.
    #[serde(default)]
    pub web: Option<Web>,
    /// What is kept no longer than it must be.
    #[serde(default)]
    pub keep: Keep,
    /// The database that holds the record; left out, the store's folder does.
    #[serde(default)]
    pub postgres: Option<Postgres>,
    /// This daemon among others that share it.
    #[serde(default)]
    pub cluster: Option<Cluster>,
    /// The file it was read from.
    #[serde(skip)]
    pub file: PathBuf,
    /// The rulebooks that are hosted: those of the program, unless whoever makes the configuration has others.
    #[serde(skip, default = "rulebooks")]
    pub rulebooks: Rulebooks,
}

fn rulebooks() -> Rulebooks {
    RULEBOOKS
}

/// What is kept no longer than it must be.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keep {
    /// For how many days the bytes of reports are kept that are printed anew byte for byte; left out, for ever.
    #[serde(default)]
    pub reports_days: Option<u32>,
}

/// The post office.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Office {
    /// Where the store lies.
    pub store: PathBuf,
    /// The address players write to; every mail comes from it.
    pub address: String,
    /// The name beside it.
    #[serde(default = "default_name")]
    pub name: String,
    /// A folder of mail templates that take the place of the built-in ones of the same names.
    #[serde(default)]
    pub templates: Option<PathBuf>,
    /// The host's own time zone, for what is not of one game; UTC where left out.
    #[serde(default = "default_zone", deserialize_with = "time_zone")]
    pub zone: Tz,
    /// While no game has been opened, letters older than so many days are filed and not answered.
    #[serde(default = "default_backlog_days")]
    pub first_start_days: u32,
    /// Whether the daemon makes a database that does not open again by itself, if every file beside it is sound.
    #[serde(default = "is_so")]
    pub rebuild_when_damaged: bool,
}

fn is_so() -> bool {
    true
}

fn default_name() -> String {
    "Fieldpost".into()
}

fn default_zone() -> Tz {
    Tz::UTC
}

fn default_backlog_days() -> u32 {
    7
}

/// The game administrator who gets the notices.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ga {
    pub name: String,
    pub address: String,
    /// What a GA's letter must prove, as it is written; see [`Ga::requirement`].
    #[serde(default = "default_require")]
    require: String,
    /// At what time of day, such as `07:00` in the host's zone, a summary of the day is mailed; none where left out.
    #[serde(default)]
    pub summary: Option<String>,
}

impl Ga {
    /// What a GA's letter must prove.
    pub fn requirement(&self) -> Requirement {
        // Other words were refused when the file was read.
        self.require.parse().unwrap_or(Requirement::Signature)
    }

    /// When the daily summary is due; `None` if none is wanted.
    pub fn summary_at(&self) -> Option<NaiveTime> {
        self.summary.as_deref().and_then(|time| NaiveTime::parse_from_str(time, "%H:%M").ok())
    }
}

fn default_require() -> String {
    "password".into()
}

/// OpenPGP signatures in place of passwords.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signatures {
    /// The folder of public keys, a file an address.
    pub keys: PathBuf,
}

/// Figures in the form of Prometheus, over HTTP.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Metrics {
    /// Address and port of this machine alone, such as `127.0.0.1:9464`.
    pub listen: SocketAddr,
}

/// A place letters come from.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Source {
    /// An IMAP mailbox.
    Imap(ImapSource),
    /// A Maildir folder.
    Maildir(MaildirSource),
}

impl Source {
    /// The source's own name; it is part of every letter's key and must not change.
    pub fn name(&self) -> &str {
        match self {
            Source::Imap(imap) => &imap.name,
            Source::Maildir(maildir) => &maildir.name,
        }
    }
}

/// How a connection is secured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Security {
    /// TLS from the first byte.
    Tls,
    /// STARTTLS, required.
    Starttls,
    /// None: only to this machine.
    None,
}

/// Where a login's secret is: at most one of the three.
#[derive(Clone, Copy, Debug)]
pub struct Login<'a> {
    /// User name.
    pub user: Option<&'a str>,
    /// A file only its owner can read.
    pub password_file: Option<&'a Path>,
    /// An environment variable.
    pub password_env: Option<&'a str>,
    /// A command that prints an OAuth2 token.
    pub token_cmd: Option<&'a [String]>,
}

/// The login keys that IMAP and SMTP settings share.
macro_rules! login_of {
    ($settings:ty) => {
        impl $settings {
            pub fn login(&self) -> Login<'_> {
                Login {
                    user: self.user.as_deref(),
                    password_file: self.password_file.as_deref(),
                    password_env: self.password_env.as_deref(),
                    token_cmd: self.token_cmd.as_deref(),
                }
            }
        }
    };
}

login_of!(ImapSource);
login_of!(SmtpSettings);

/// What is done with a letter on the server once its verdict is durable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum After {
    /// Moved to the processed or the ignored folder.
    #[default]
    Move,
    /// Flagged as seen and answered, left where it is.
    Flag,
}

/// An IMAP mailbox.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImapSource {
    /// The source's name.
    pub name: String,
    /// Host name, as in its certificate.
    pub host: String,
    /// Port; 993 for TLS, 143 for STARTTLS where left out.
    pub port: Option<u16>,
    /// How it is secured.
    #[serde(default = "default_security")]
    pub security: Security,
    /// User name.
    pub user: Option<String>,
    /// A file only its owner can read that holds the password.
    pub password_file: Option<PathBuf>,
    /// An environment variable that holds the password.
    pub password_env: Option<String>,
    /// A command and its arguments; its first line of output is an OAuth2 token (XOAUTH2).
    pub token_cmd: Option<Vec<String>>,
    /// The folder to read.
    #[serde(default = "default_inbox")]
    pub folder: String,
    /// What becomes of letters.
    #[serde(default)]
    pub after: After,
    /// Folder for letters with a verdict.
    #[serde(default = "default_processed")]
    pub processed: String,
    /// Folder for ignored ones.
    #[serde(default = "default_ignored")]
    pub ignored: String,
    /// Seconds between looks, 5 to 3600.
    #[serde(default = "default_poll")]
    pub poll_seconds: u32,
    /// Whether to wait with IDLE where the server has it.
    #[serde(default = "yes")]
    pub idle: bool,
    /// A PEM file of certificates to trust instead of the public ones.
    pub ca_file: Option<PathBuf>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MaildirSource {
    /// The source's name.
    pub name: String,
    /// The folder with `new`, `cur` and `tmp`; made where missing.
    pub path: PathBuf,
    /// Seconds between looks.
    #[serde(default = "default_maildir_poll")]
    pub poll_seconds: u32,
}

fn default_security() -> Security {
    Security::Tls
}
fn default_inbox() -> String {
    "INBOX".into()
}
fn default_processed() -> String {
    "Processed".into()
}
fn default_ignored() -> String {
    "Ignored".into()
}
fn default_poll() -> u32 {
    60
}
fn default_maildir_poll() -> u32 {
    5
}
fn yes() -> bool {
    true
}

/// How letters go out.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum PostSettings {
    /// Through an SMTP server.
    Smtp(SmtpSettings),
    /// Into a Maildir, from which another program may take them.
    Maildir {
        /// The folder.
        path: PathBuf,
    },
}

/// An SMTP server.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SmtpSettings {
    /// Host name, as in its certificate.
    pub host: String,
    /// Port; 465 for TLS, 587 for STARTTLS, 25 for none where left out.
    pub port: Option<u16>,
    /// How it is secured.
    #[serde(default = "default_security")]
    pub security: Security,
    /// User name.
    pub user: Option<String>,
    /// A file only its owner can read that holds the password.
    pub password_file: Option<PathBuf>,
    /// An environment variable that holds the password.
    pub password_env: Option<String>,
    /// A command and its arguments; its first line of output is an OAuth2 token (XOAUTH2).
    pub token_cmd: Option<Vec<String>>,
    /// Connections at a time, 1 to 32.
    #[serde(default = "default_connections")]
    pub connections: u32,
    /// Mails a second at most; 0 is no bound (an own server).
    #[serde(default = "default_rate")]
    pub max_per_second: u32,
    /// Whether the server keeps our envelope sender (VERP); Gmail and Outlook do not.
    #[serde(default)]
    pub verp: bool,
    /// A PEM file of certificates to trust instead of the public ones.
    pub ca_file: Option<PathBuf>,
}

fn default_connections() -> u32 {
    8
}
fn default_rate() -> u32 {
    1
}

impl Config {
    /// Reads a configuration file.
    ///
    /// # Errors
    /// If it cannot be read, is not TOML, has a key we do not know or lacks one we need, or a value is out of
    /// its range.
    pub fn load(file: &Path) -> Result<Config, ConfigError> {
        let text = std::fs::read_to_string(file).map_err(|why| ConfigError {
            file: file.to_owned(),
            line: None,
            key: "the file itself".into(),
            wrong: format!("cannot be read: {why}"),
            example: match why.kind() {
                ErrorKind::PermissionDenied => {
                    "sudo fieldpost status: a host's configuration is for its user and root"
                }
                _ => "fieldpost init writes one with every key explained",
            }
            .into(),
        })?;
        Config::read(&text, file)
    }

    /// Reads a configuration's text; `file` is named in errors, and relative paths are meant from its folder.
    ///
    /// # Errors
    /// As [`Config::load`].
    pub fn read(text: &str, file: &Path) -> Result<Config, ConfigError> {
        let mut config: Config = toml::from_str(text).map_err(|error| fault::of_toml(error, text, file))?;
        config.file = file.to_owned();
        config.check().map_err(|error| error.placed(text))?;
        config.make_absolute(file.parent().unwrap_or(Path::new(".")));
        Ok(config)
    }

    fn error(&self, key: &str, wrong: &str, example: &str) -> ConfigError {
        ConfigError {
            file: self.file.clone(),
            line: None,
            key: key.into(),
            wrong: wrong.into(),
            example: example.into(),
        }
    }

    fn make_absolute(&mut self, folder: &Path) {
        let fix = |path: &mut PathBuf| *path = folder.join(&*path);
        fix(&mut self.office.store);
        self.office.templates.as_mut().map(fix);
        if let Some(postgres) = &mut self.postgres {
            postgres.make_absolute(folder);
        }
        if let Some(signatures) = &mut self.signatures {
            fix(&mut signatures.keys);
        }
        for source in &mut self.sources {
            match source {
                Source::Imap(imap) => {
                    imap.ca_file.as_mut().map(fix);
                    imap.password_file.as_mut().map(fix);
                }
                Source::Maildir(maildir) => fix(&mut maildir.path),
            }
        }
        match &mut self.post {
            PostSettings::Smtp(smtp) => {
                smtp.ca_file.as_mut().map(fix);
                smtp.password_file.as_mut().map(fix);
            }
            PostSettings::Maildir { path } => fix(path),
        }
    }

    /// The domain of the office's address: the right side of our Message-IDs.
    pub fn domain(&self) -> &str {
        self.office.address.rsplit_once('@').map_or("localhost", |(_, domain)| domain)
    }
}

impl Login<'_> {
    /// The password, from its file or the environment; `None` where a token command or nothing is named.
    ///
    /// # Errors
    /// If the file cannot be read or the variable is not set, in words that name it (never its content).
    pub fn password(&self) -> Result<Option<String>, String> {
        if let Some(path) = self.password_file {
            let text = std::fs::read_to_string(path)
                .map_err(|why| format!("password_file {} cannot be read: {why}", path.display()))?;
            return match text.lines().next().unwrap_or_default() {
                "" => {
                    Err(format!("password_file {} is empty: its first line is the password", path.display()))
                }
                password => Ok(Some(password.to_owned())),
            };
        }
        let Some(name) = self.password_env else { return Ok(None) };
        std::env::var(name)
            .map(Some)
            .map_err(|_| format!("password_env {name} is not set in the environment"))
    }
}

#[cfg(test)]
mod tests;
