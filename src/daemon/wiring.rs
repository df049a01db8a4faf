//! From the configuration to the office, its press, its sources and its post.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};

use crate::clock::Clock;
use crate::config::{
    After, Config, ImapSource, Login, MaildirSource, PostSettings, Security, SmtpSettings, Source,
};
use crate::letterbox::Letterbox;
use crate::office::Office;
use crate::owed::Debts;
use crate::templates;
use fieldpost_mail::endpoint::{self, Credential, Endpoint, TokenCommand};
use fieldpost_mail::post::{MaildirPost, Post, SmtpPost, SmtpSettings as Smtp};
use fieldpost_mail::source::{Cursor, Filing, Imap, ImapSettings, Mailbox, Maildir};
use fieldpost_store::Store;

/// How long one answer of a server may take (hazard 39).
const COMMAND_TIMEOUT: Duration = Duration::from_secs(60);

/// How long a token command may take.
const TOKEN_TIMEOUT: Duration = Duration::from_secs(30);

/// The post office of a configuration over its store. The host's own templates are tried first, with every mail there is: the office
/// itself need not know them.
///
/// # Errors
/// If a template cannot be printed, or the office's identity or a game cannot be read.
pub fn office(config: Config, clock: Clock, store: Arc<dyn Store>) -> anyhow::Result<Office> {
    let press =
        templates::press(config.office.templates.as_deref(), config.rulebooks).with_context(|| {
            format!("{}: office.templates: these mail templates cannot be used", config.file.display())
        })?;
    Office::open(config, clock, store, press)
}

/// The sources of the configuration, each read as far as the record says.
///
/// # Errors
/// If a secret cannot be read or a Maildir cannot be made, with the source's name.
pub fn letterboxes(config: &Config, store: &dyn Store) -> anyhow::Result<Vec<Letterbox>> {
    config.sources.iter().map(|source| letterbox(config, source, store)).collect()
}

fn letterbox(config: &Config, source: &Source, store: &dyn Store) -> anyhow::Result<Letterbox> {
    let context = || format!("source.{}", source.name());
    let letter_max = u64::from(config.limits.letter_bytes);
    let (mailbox, folder, maildir, poll) = match source {
        Source::Imap(imap) => {
            let mailbox: Box<dyn Mailbox> =
                Box::new(Imap::new(imap_settings(imap, letter_max).with_context(context)?));
            (mailbox, imap.folder.clone(), None, imap.poll_seconds)
        }
        Source::Maildir(maildir) => {
            let mailbox = maildir_box(maildir, letter_max)?;
            store.reads_maildir(&maildir.name, &maildir.path).with_context(context)?;
            (mailbox, String::new(), Some(maildir.path.clone()), maildir.poll_seconds)
        }
    };
    let kept = store.cursor(source.name(), &folder)?;
    let debts = kept.as_ref().map(|kept| Debts::of(&kept.owed)).unwrap_or_default();
    let cursor = kept.map(|kept| Cursor { uid_validity: u64::from(kept.uidvalidity), uid: kept.max_uid });
    let poll = Duration::from_secs(u64::from(poll));
    Ok(Letterbox {
        mailbox,
        folder,
        maildir,
        cursor: cursor.unwrap_or_default(),
        debts,
        poll,
        first_left: u64::MAX,
        compared_ms: None,
        is_in_doubt: false,
        known: std::collections::BTreeSet::new(),
        put_away: None,
        at_once: fieldpost_mail::source::LETTERS_AT_ONCE,
    })
}

fn maildir_box(source: &MaildirSource, letter_max: u64) -> anyhow::Result<Box<dyn Mailbox>> {
    Ok(Box::new(Maildir::open(&source.name, &source.path, maildir_filing(), letter_max)?))
}

/// Maildir letters that are done are moved beside the inbox.
pub fn maildir_filing() -> Filing {
    Filing::Move { processed: "Processed".into(), ignored: "Ignored".into() }
}

/// The settings of an IMAP source, its secret read.
///
/// # Errors
/// If a secret or certificate cannot be read, naming the key.
pub fn imap_settings(source: &ImapSource, letter_max: u64) -> anyhow::Result<ImapSettings> {
    let port = source.port.unwrap_or(match source.security {
        Security::Tls => 993,
        Security::Starttls | Security::None => 143,
    });
    let filing = match source.after {
        After::Move => Filing::Move { processed: source.processed.clone(), ignored: source.ignored.clone() },
        After::Flag => Filing::Flag,
    };
    Ok(ImapSettings {
        name: source.name.clone(),
        endpoint: endpoint(&source.host, port, source.security, source.ca_file.as_deref())?,
        login: login(source.login())?.context("user: a login is needed")?,
        folder: source.folder.clone(),
        filing,
        idle: source.idle,
        letter_max,
        timeout: COMMAND_TIMEOUT,
    })
}

/// The post of the configuration.
///
/// # Errors
/// If a secret cannot be read or the post cannot be set up, naming the key.
pub fn post(config: &Config) -> anyhow::Result<Arc<dyn Post>> {
    Ok(match &config.post {
        PostSettings::Smtp(smtp) => Arc::new(SmtpPost::new(smtp_settings(smtp)?).context("post")?),
        PostSettings::Maildir { path } => Arc::new(MaildirPost::open(path).context("post.path")?),
    })
}

/// The settings of an SMTP post, its secret read.
///
/// # Errors
/// If a secret or certificate cannot be read, naming the key.
pub fn smtp_settings(smtp: &SmtpSettings) -> anyhow::Result<Smtp> {
    let port = smtp.port.unwrap_or(match smtp.security {
        Security::Tls => 465,
        Security::Starttls => 587,
        Security::None => 25,
    });
    Ok(Smtp {
        endpoint: endpoint(&smtp.host, port, smtp.security, smtp.ca_file.as_deref()).context("post")?,
        login: login(smtp.login()).context("post")?,
        hello: None,
        connections: smtp.connections,
        timeout: COMMAND_TIMEOUT,
    })
}

/// Mails at a time, and mails a second at most (0 is no bound).
pub fn pace(config: &Config) -> (usize, u32) {
    match &config.post {
        PostSettings::Smtp(smtp) if smtp.max_per_second > 0 => (1, smtp.max_per_second),
        PostSettings::Smtp(smtp) => (smtp.connections as usize, 0),
        PostSettings::Maildir { .. } => (16, 0),
    }
}

fn endpoint(
    host: &str,
    port: u16,
    security: Security,
    ca: Option<&std::path::Path>,
) -> anyhow::Result<Endpoint> {
    let ca_pem = ca.map(|path| std::fs::read(path).with_context(|| format!("ca_file {}", path.display())));
    let security = match security {
        Security::Tls => endpoint::Security::Tls,
        Security::Starttls => endpoint::Security::StartTls,
        Security::None => endpoint::Security::Plain,
    };
    Ok(Endpoint { host: host.to_owned(), port, security, ca_pem: ca_pem.transpose()? })
}

fn login(login: Login<'_>) -> anyhow::Result<Option<endpoint::Login>> {
    let Some(user) = login.user else { return Ok(None) };
    let credential = match login.token_cmd {
        Some([program, arguments @ ..]) => Credential::Token(TokenCommand {
            program: program.clone(),
            arguments: arguments.to_vec(),
            timeout: TOKEN_TIMEOUT,
        }),
        Some([]) => bail!("token_cmd is empty: it names a command, such as token_cmd = [\"oauth-helper\"]"),
        None => {
            let password = login.password().map_err(anyhow::Error::msg)?;
            Credential::Password(password.context("password_file, password_env or token_cmd is needed")?)
        }
    };
    Ok(Some(endpoint::Login { user: user.to_owned(), credential }))
}
