//! Reaching the database: several hosts, of which the one that takes writes is used, TLS, and what to do when it is gone.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use postgres::config::TargetSessionAttrs;
use postgres::error::Severity;
use postgres::fallible_iterator::FallibleIterator;
use postgres::types::ToSql;
use postgres::{Client, NoTls, Row, Statement, Transaction};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::awaiting::{Asked, Awaiting};
use crate::error::{Result, StoreError};
use crate::postgres::folder::Newest;
use crate::postgres::saying::{Saying, is_again, is_gone, is_superseded, not_connected, refused, said};

/// Where the database is, and who this daemon is to it.
#[derive(Clone)]
pub struct PostgresConfig {
    /// Servers with their ports; a name with a slash is the folder of a socket.
    pub hosts: Vec<(String, u16)>,
    pub database: String,
    /// The schema that holds the record: `a` to `z`, digits and `_`.
    pub schema: String,
    /// Who asks.
    pub user: String,
    /// Their password, if the server wants one.
    pub password: Option<String>,
    /// The certificates in PEM of which one must have signed the server's; `None` is no TLS, for sockets and loopback.
    pub ca: Option<Vec<u8>>,
    /// The name of this machine among the daemons; two that run at once have two.
    pub name: String,
    /// Its own folder, in which the store would lie: there it keeps what it is known by, and what it has seen of the database.
    pub folder: PathBuf,
    /// For how long a claim holds after its last renewal.
    pub lease: Duration,
    /// What mails with a password are encrypted with: of the post office's identity, never in the database (promise 7).
    pub seal: [u8; 32],
    /// The SHA-256 of the identity, the same for all daemons.
    pub identity: String,
    /// This machine's time in milliseconds since 1970, for telling how far it is from the database's: the store knows no clock.
    pub clock: fn() -> i64,
    /// How many bytes the database may have, if that is to be watched.
    pub size_limit: Option<u64>,
    /// Where it is said that a write waits for a standby, and that it goes on: a daemon's log, or whoever types a command.
    pub say: fn(&str),
}

impl std::fmt::Debug for PostgresConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "PostgresConfig({} as {}, schema {}, {:?})",
            self.database, self.user, self.schema, self.hosts
        )
    }
}

/// A connection and the statements that it has prepared.
pub struct Link {
    client: Client,
    statements: HashMap<String, Statement>,
    /// Whether the server has warned since that was last asked.
    warned: Arc<AtomicBool>,
    /// For who looks what a write waits for.
    asked: Arc<Asked>,
}

/// A transaction on a link, or statements that are each one of their own.
pub struct Tx<'a> {
    on: On<'a>,
    statements: &'a mut HashMap<String, Statement>,
    warned: &'a AtomicBool,
    /// Says what a write waits for, as long as it is under way.
    _awaiting: Option<Awaiting>,
}

/// What statements are asked of.
enum On<'a> {
    Transaction(Transaction<'a>),
    /// Each sees what is committed when it is asked, as within a transaction that is no snapshot; two ways to the server are saved.
    Link(&'a mut Client),
}

/// A place for a link that is made when it is needed, and made again when it broke.
pub struct Connection {
    config: PostgresConfig,
    newest: Arc<Newest>,
    link: Mutex<Option<Link>>,
}

/// How long a transaction may wait for its daemon at the least before the server ends it.
const LEFT_OPEN: Duration = Duration::from_secs(10);

/// How often a read is asked again when its connection broke.
const AGAIN: u32 = 3;

impl Connection {
    pub fn new(config: PostgresConfig, newest: Arc<Newest>) -> Self {
        Connection { config, newest, link: Mutex::new(None) }
    }

    /// The link; whoever holds it does one thing at a time.
    pub fn hold(&self) -> MutexGuard<'_, Option<Link>> {
        // What a panic left is a transaction that was never committed.
        self.link.lock().unwrap_or_else(|poisoned| {
            let mut link = poisoned.into_inner();
            *link = None;
            link
        })
    }

    /// Makes the link if there is none, or if it broke.
    pub fn made<'a>(&self, held: &'a mut MutexGuard<'_, Option<Link>>) -> Result<&'a mut Link> {
        if held.as_ref().is_some_and(|link| link.client.is_closed()) {
            **held = None;
        }
        if held.is_none() {
            **held = Some(self.newest_link()?);
        }
        held.as_mut().ok_or_else(|| StoreError::Broken("a connection that is none".into()))
    }

    /// A link to the primary, and to none that was superseded: one that comes back after a failover, and takes writes, may be the first
    /// of the hosts.
    fn newest_link(&self) -> Result<Link> {
        let found = Link::open(&self.config).and_then(|link| self.held_to_newest(link));
        let Err(error) = found else { return found };
        let alone = self
            .config
            .hosts
            .iter()
            .map(|host| PostgresConfig { hosts: vec![host.clone()], ..self.config.clone() });
        let mut others = alone.take_while(|_| is_superseded(&error) && self.config.hosts.len() > 1);
        let newer =
            others.find_map(|config| Link::open(&config).and_then(|link| self.held_to_newest(link)).ok());
        newer.ok_or(error)
    }

    fn held_to_newest(&self, mut link: Link) -> Result<Link> {
        let (cluster, found) = link.timeline()?;
        self.newest.hold(&cluster, found).map_err(|newest| {
            let file = self.newest.file().display().to_string();
            said(Saying::Superseded { found, newest, file })
        })?;
        Ok(link)
    }

    /// Asks something that may be asked again, and is when the connection broke: a read.
    pub fn ask<T>(&self, mut ask: impl FnMut(&mut Tx<'_>) -> Result<T>) -> Result<T> {
        self.ask_again(|link| ask(&mut link.alone()))
    }

    /// The same of one moment of the whole record, while others write.
    pub fn ask_of_one_moment<T>(&self, mut ask: impl FnMut(&mut Tx<'_>) -> Result<T>) -> Result<T> {
        self.ask_again(|link| {
            let mut tx = link.begin_snapshot()?;
            let answer = ask(&mut tx)?;
            tx.rollback()?;
            Ok(answer)
        })
    }

    fn ask_again<T>(&self, mut ask: impl FnMut(&mut Link) -> Result<T>) -> Result<T> {
        let mut held = self.hold();
        let mut tries = 0;
        loop {
            tries += 1;
            let asked = self.made(&mut held).and_then(&mut ask);
            match asked {
                Err(error) if is_gone(&error) && tries < AGAIN => {
                    *held = None;
                    std::thread::sleep(Duration::from_millis(u64::from(tries) * 300));
                }
                Err(error) => {
                    if is_gone(&error) {
                        *held = None;
                    }
                    return Err(error);
                }
                Ok(answer) => return Ok(answer),
            }
        }
    }

    /// Does something in one transaction; what is asked for may be committed twice over a break, so it must stand that.
    pub fn change<T>(&self, mut change: impl FnMut(&mut Tx<'_>) -> Result<T>) -> Result<T> {
        let mut held = self.hold();
        let mut tries = 0;
        loop {
            tries += 1;
            let changed = self.made(&mut held).and_then(|link| {
                let mut tx = link.begin()?;
                let answer = change(&mut tx)?;
                tx.commit()?;
                Ok(answer)
            });
            match changed {
                Err(error) if is_again(&error) && tries < 5 => {}
                // Such as a server that closes what is idle: that is noticed when something is asked.
                Err(error) if is_gone(&error) && tries < AGAIN => {
                    *held = None;
                    std::thread::sleep(Duration::from_millis(u64::from(tries) * 300));
                }
                Err(error) => {
                    if is_gone(&error) {
                        *held = None;
                    }
                    return Err(error);
                }
                Ok(answer) => return Ok(answer),
            }
        }
    }
}

impl Link {
    /// Connects to the server that takes writes.
    ///
    /// # Errors
    /// [`StoreError::Database`] if none does, or will not have us.
    pub fn open(config: &PostgresConfig) -> Result<Self> {
        Link::open_to(config, TargetSessionAttrs::ReadWrite)
    }

    /// Connects to the first of the servers that answers, whatever it is.
    ///
    /// # Errors
    /// As [`Link::open`].
    pub fn open_to_any(config: &PostgresConfig) -> Result<Self> {
        Link::open_to(config, TargetSessionAttrs::Any)
    }

    fn open_to(config: &PostgresConfig, which: TargetSessionAttrs) -> Result<Self> {
        if config.schema.is_empty()
            || !config.schema.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        {
            return Err(StoreError::Unreadable {
                what: format!("the schema's name {:?}", config.schema),
                why: "expected a to z, digits and _".into(),
            });
        }
        let mut settings = Client::configure();
        for (host, port) in &config.hosts {
            settings.host(host).port(*port);
        }
        settings
            .dbname(&config.database)
            .user(&config.user)
            .application_name(&format!("fieldpost {}", config.name))
            .options(&format!(
                "-c search_path={} -c synchronous_commit=on -c idle_in_transaction_session_timeout={}",
                config.schema,
                // A daemon that hangs in the middle of a write has rows locked, and must keep nobody from its work for longer than its lease.
                config.lease.max(LEFT_OPEN).as_millis()
            ))
            .target_session_attrs(which)
            .connect_timeout(Duration::from_secs(2))
            .tcp_user_timeout(Duration::from_secs(5))
            .keepalives_idle(Duration::from_secs(10));
        if let Some(password) = &config.password {
            settings.password(password);
        }
        let warned = Arc::new(AtomicBool::new(false));
        let heard = Arc::clone(&warned);
        settings.notice_callback(move |notice| {
            if notice.parsed_severity() == Some(Severity::Warning) {
                heard.store(true, Ordering::SeqCst);
                tracing::warn!(warning = %notice, "the database warns");
            }
        });
        let client = match &config.ca {
            None => settings.ssl_mode(postgres::config::SslMode::Disable).connect(NoTls),
            Some(pem) => settings.ssl_mode(postgres::config::SslMode::Require).connect(tls(pem)?),
        };
        let client = client.map_err(|error| not_connected(&config.hosts, error))?;
        let nobody = Arc::new(Asked { why: Box::new(|| None), say: config.say });
        let mut link = Link { client, statements: HashMap::new(), warned, asked: nobody };
        let (pid, config) = (link.must_be_ours(config)?, config.clone());
        let say = config.say;
        let why =
            Box::new(move || Link::open(&config).and_then(|mut link| link.why_waits(pid)).ok().flatten());
        link.asked = Arc::new(Asked { why, say });
        Ok(link)
    }

    /// What a session asks for when it begins holds for it alone. A pooler that hands sessions on drops that, and with it the schema.
    /// The number of what serves it.
    fn must_be_ours(&mut self, config: &PostgresConfig) -> Result<i32> {
        let row = self.alone().row("SELECT current_setting('search_path'), pg_backend_pid()", &[])?;
        let ours = row.filter(|row| row.get::<_, String>(0) == config.schema);
        ours.map(|row| row.get(1)).ok_or_else(|| said(Saying::Pooler))
    }

    /// Why what serves another connection waits, if a standby is what it waits for.
    fn why_waits(&mut self, pid: i32) -> Result<Option<String>> {
        let mut tx = self.alone();
        let sql = "SELECT wait_event = 'SyncRep' OR wait_event_type = 'Lock' AND \
                   EXISTS (SELECT 1 FROM pg_stat_activity w WHERE w.wait_event = 'SyncRep' AND w.datname = current_database()), \
                   current_setting('synchronous_standby_names') FROM pg_stat_activity WHERE pid = $1";
        let row = tx.row(sql, &[&pid])?;
        let names =
            row.filter(|row| row.get::<_, Option<bool>>(0) == Some(true)).map(|row| row.get::<_, String>(1));
        let Some(names) = names else { return Ok(None) };
        let connected = connected(&mut tx)?;
        let connected = match connected.as_slice() {
            [] => "no standby is connected".to_owned(),
            some => format!("connected: {}", some.join(", ")),
        };
        Ok(Some(format!(
            "what is written is on the primary's disk, and synchronous_standby_names = '{names}' wants it on another; {connected}. It \
             goes on by itself when one is in step, and `fieldpost doctor` tells more"
        )))
    }

    /// The cluster's number, as all copies of a server have it, and the timeline that this one writes. A role that may not ask has no
    /// number.
    pub fn timeline(&mut self) -> Result<(String, u32)> {
        let mut tx = self.alone();
        let may = tx.row("SELECT has_function_privilege('pg_control_system()', 'execute')", &[])?;
        let cluster = match may.is_some_and(|row| row.get(0)) {
            true => {
                tx.row("SELECT system_identifier::text FROM pg_control_system()", &[])?.map(|row| row.get(0))
            }
            false => None,
        };
        let row = tx.row("SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)", &[])?;
        let name = row.map_or_else(String::new, |row| row.get::<_, String>(0));
        let timeline = u32::from_str_radix(&name, 16);
        let timeline = timeline.map_err(|_| StoreError::Broken(format!("a timeline {name:?}")))?;
        Ok((cluster.unwrap_or_else(|| "unknown".to_owned()), timeline))
    }

    pub fn begin(&mut self) -> Result<Tx<'_>> {
        let transaction = self.client.transaction().map_err(refused("begin"))?;
        let awaiting = Some(Awaiting::begin(&self.asked));
        let (statements, warned) = (&mut self.statements, &*self.warned);
        Ok(Tx { on: On::Transaction(transaction), statements, warned, _awaiting: awaiting })
    }

    /// For reads that need no transaction.
    fn alone(&mut self) -> Tx<'_> {
        let (statements, warned) = (&mut self.statements, &*self.warned);
        Tx { on: On::Link(&mut self.client), statements, warned, _awaiting: None }
    }

    /// Begins to read one moment of the whole record, while others write.
    pub fn begin_snapshot(&mut self) -> Result<Tx<'_>> {
        let build = self.client.build_transaction().isolation_level(postgres::IsolationLevel::RepeatableRead);
        let transaction = build.read_only(true).start().map_err(refused("begin"))?;
        let (statements, warned) = (&mut self.statements, &*self.warned);
        Ok(Tx { on: On::Transaction(transaction), statements, warned, _awaiting: None })
    }

    /// Asks to hear what is told on a channel.
    pub fn listen(&mut self, channel: &str) -> Result<()> {
        self.batch(&format!("LISTEN {channel}"))
    }

    /// Tells all who listen on a channel that there is news. Not within a write: it would hold up all others of the server until
    /// that is on both disks.
    pub fn tell(&mut self, channel: &str) -> Result<()> {
        self.batch(&format!("BEGIN; SET LOCAL synchronous_commit = off; NOTIFY {channel}; COMMIT"))
    }

    /// Waits until something is told; false if nothing was. What was told at once is one piece of news.
    pub fn hear(&mut self, patience: Duration) -> Result<bool> {
        let heard = {
            let mut told = self.client.notifications();
            let first = told.timeout_iter(patience).next().map_err(refused("hear"))?;
            while told.iter().next().map_err(refused("hear"))?.is_some() {}
            first.is_some()
        };
        if self.is_closed() {
            return Err(StoreError::Broken("the connection on which news was awaited broke".into()));
        }
        Ok(heard)
    }

    pub fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    /// Several statements at once, such as a migration's.
    pub fn batch(&mut self, sql: &str) -> Result<()> {
        let _awaiting = Awaiting::begin(&self.asked);
        self.client.batch_execute(sql).map_err(refused("carry out statements"))
    }
}

impl Tx<'_> {
    /// The server is to wait for what follows, however long it takes: a whole record goes to a disk or comes from one.
    pub fn takes_its_time(&mut self) -> Result<()> {
        self.query("SELECT set_config('idle_in_transaction_session_timeout', '0', true)", &[]).map(drop)
    }

    /// Asks by a statement that is prepared once a connection.
    pub fn query(&mut self, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>> {
        let statement = match self.statements.get(sql) {
            Some(statement) => statement.clone(),
            None => {
                let prepared = match &mut self.on {
                    On::Transaction(transaction) => transaction.prepare(sql),
                    On::Link(client) => client.prepare(sql),
                };
                let statement = prepared.map_err(refused("understand a statement"))?;
                self.statements.insert(sql.to_owned(), statement.clone());
                statement
            }
        };
        let rows = match &mut self.on {
            On::Transaction(transaction) => transaction.query(&statement, values),
            On::Link(client) => client.query(&statement, values),
        };
        rows.map_err(refused("read or write rows"))
    }

    /// The same for one row, if there is one.
    pub fn row(&mut self, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Option<Row>> {
        Ok(self.query(sql, values)?.into_iter().next())
    }

    /// Rows a few at a time, however many there are; all at once outside of a transaction.
    pub fn each(
        &mut self,
        sql: &str,
        values: &[&(dyn ToSql + Sync)],
        mut take: impl FnMut(&Row) -> Result<()>,
    ) -> Result<()> {
        let On::Transaction(transaction) = &mut self.on else {
            return self.query(sql, values)?.iter().try_for_each(take);
        };
        let portal = transaction.bind(sql, values).map_err(refused("read rows"))?;
        loop {
            let rows = transaction.query_portal(&portal, 200).map_err(refused("read rows"))?;
            rows.iter().try_for_each(&mut take)?;
            if rows.len() < 200 {
                return Ok(());
            }
        }
    }

    /// Commits. A warning is one thing there: somebody ended the wait for the standbys, and this server's disk alone has it
    /// ("committed locally").
    ///
    /// # Errors
    /// [`StoreError::Unconfirmed`] then: whether a standby has it nobody knows.
    pub fn commit(self) -> Result<()> {
        self.warned.store(false, Ordering::SeqCst);
        if let On::Transaction(transaction) = self.on {
            transaction.commit().map_err(refused("commit"))?;
        }
        if self.warned.swap(false, Ordering::SeqCst) { Err(StoreError::Unconfirmed) } else { Ok(()) }
    }

    pub fn rollback(self) -> Result<()> {
        match self.on {
            On::Transaction(transaction) => transaction.rollback().map_err(refused("roll back")),
            On::Link(_) => Ok(()),
        }
    }
}

/// What this transaction writes is wanted for a moment: it waits for no disk and no standby.
pub fn is_passing(tx: &mut Tx<'_>) -> Result<()> {
    tx.query("SELECT set_config('synchronous_commit', 'off', true)", &[]).map(drop)
}

/// The standbys that are connected to a primary, each by its `application_name` and how far it is.
pub fn connected(tx: &mut Tx<'_>) -> Result<Vec<String>> {
    let sql = "SELECT application_name, state, sync_state FROM pg_stat_replication ORDER BY 1";
    let told = |row: &Row| match [row.get::<_, Option<String>>(0), row.get(1), row.get(2)] {
        [Some(name), Some(state), Some(step)] => format!("{name} ({state}, {step})"),
        _ => "one that the daemon's role may not see (GRANT pg_monitor TO it)".to_owned(),
    };
    Ok(tx.query(sql, &[])?.iter().map(told).collect())
}

/// TLS as the mailboxes have it: the server's certificate must be of one of these authorities, and bear its name.
fn tls(pem: &[u8]) -> Result<MakeRustlsConnect> {
    let unreadable = |why: String| StoreError::Unreadable { what: "the database's ca_file".into(), why };
    let mut roots = rustls::RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(pem) {
        let certificate = certificate.map_err(|error| unreadable(error.to_string()))?;
        roots.add(certificate).map_err(|error| unreadable(error.to_string()))?;
    }
    if roots.is_empty() {
        return Err(unreadable("it holds no certificate".into()));
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = rustls::ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let builder = builder.map_err(|error| unreadable(error.to_string()))?;
    Ok(MakeRustlsConnect::new(builder.with_root_certificates(roots).with_no_client_auth()))
}
