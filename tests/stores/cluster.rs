//! A PostgreSQL of a test's own: in a folder for the time being, on a port of the system's choice, by a user who is not root.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use fieldpost_store::postgres::{PostgresConfig, PostgresStore, migrate};
use tempfile::TempDir;

/// One server.
pub struct Server {
    folder: TempDir,
    binaries: PathBuf,
    pub port: u16,
    /// Further settings.
    settings: String,
}

/// A server with schemas of tests.
pub struct Cluster {
    pub server: Server,
    schemas: AtomicU32,
}

/// Where the servers' programs lie, if they are installed.
pub fn binaries() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?;
    let mut found = versions.filter_map(|entry| Some(entry.ok()?.path().join("bin"))).collect::<Vec<_>>();
    found.sort();
    found.into_iter().rev().find(|folder| folder.join("initdb").exists())
}

/// A program as a user who may run a server: root may not.
pub fn unprivileged(program: &Path) -> Command {
    let is_root = fs::metadata("/proc/self").is_ok_and(|meta| meta.uid() == 0);
    if !is_root {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(program);
    command
}

fn run(command: &mut Command) {
    let out = command.current_dir("/").stdin(Stdio::null()).output().unwrap();
    let words =
        || format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    assert!(out.status.success(), "{command:?}: {}", words());
}

impl Server {
    /// Starts one; `None`, with a word, where none is installed.
    pub fn start(settings: &str) -> Option<Self> {
        let server = Server::prepared(settings)?;
        let args = ["--auth=trust", "-k", "-U", "fieldpost", "--locale=C", "-E", "UTF8", "-D"];
        run(unprivileged(&server.binaries.join("initdb")).args(args).arg(server.data()));
        server.up();
        Some(server)
    }

    /// A folder and a port for one.
    fn prepared(settings: &str) -> Option<Self> {
        let Some(binaries) = binaries() else {
            eprintln!("no PostgreSQL is installed here, so the store on it is not tried");
            return None;
        };
        // In memory, unless a disk is to be measured.
        let under = std::env::var_os("FIELDPOST_BENCH_FOLDER").unwrap_or_else(|| "/dev/shm".into());
        let folder = tempfile::tempdir_in(under).or_else(|_| tempfile::tempdir()).unwrap();
        run(Command::new("chmod").arg("777").arg(folder.path()));
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        Some(Server { folder, binaries, port, settings: settings.to_owned() })
    }

    /// Starts one that copies all that this one writes.
    #[allow(dead_code)] // tests/cluster alone has standbys
    pub fn standby(&self) -> Self {
        let other = Server::prepared(&self.settings).unwrap();
        other.follow(self);
        other
    }

    /// Makes this one a standby of another, whatever it held before.
    #[allow(dead_code)] // as above
    pub fn follow(&self, primary: &Server) {
        drop(Command::new("rm").arg("-rf").arg(self.data()).status());
        let from = ["-c", "fast", "-X", "stream", "-R", "-h", "127.0.0.1", "-U", "fieldpost", "-p"];
        let mut copy = unprivileged(&self.binaries.join("pg_basebackup"));
        run(copy.args(from).arg(primary.port.to_string()).arg("-D").arg(self.data()));
        self.up();
    }

    /// Makes a standby the primary.
    #[allow(dead_code)] // as above
    pub fn promote(&self) {
        run(unprivileged(&self.binaries.join("pg_ctl"))
            .args(["-w", "-t", "60", "-D"])
            .arg(self.data())
            .arg("promote"));
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Starts the server, as after a crash too.
    pub fn up(&self) {
        let options = format!(
            "-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c shared_buffers=32MB -c max_connections=60 {}",
            self.port, self.settings
        );
        // Children of a server that was killed may hold its memory for a moment yet.
        for _ in 0..40 {
            let mut command = unprivileged(&self.binaries.join("pg_ctl"));
            command.args(["-w", "-t", "60", "-o", &options, "-l"]).arg(self.folder.path().join("log"));
            // The server must not hold a pipe of ours.
            command.arg("-D").arg(self.data()).arg("start").stdout(Stdio::null()).stderr(Stdio::null());
            if command.current_dir("/").stdin(Stdio::null()).status().unwrap().success() {
                return;
            }
            std::thread::sleep(Duration::from_millis(500));
        }
        panic!("{}", fs::read_to_string(self.folder.path().join("log")).unwrap_or_default());
    }

    /// Kills the server with all its children, as a loss of its machine does.
    pub fn kill(&self) {
        let pid = fs::read_to_string(self.data().join("postmaster.pid")).unwrap();
        let pid = pid.lines().next().unwrap().to_owned();
        let children = Command::new("pgrep").args(["-P", &pid]).output().unwrap();
        let children = String::from_utf8_lossy(&children.stdout).into_owned();
        let all = std::iter::once(pid.as_str()).chain(children.split_whitespace());
        drop(Command::new("kill").arg("-9").args(all).output().unwrap());
        std::thread::sleep(Duration::from_millis(50));
    }

    /// Statements past the store, as a host might give them.
    pub fn psql(&self, sql: &str) -> String {
        let port = self.port.to_string();
        let args = ["-At", "-h", "127.0.0.1", "-U", "fieldpost", "-p", &port, "postgres", "-c", sql];
        let out = Command::new(self.binaries.join("psql")).args(args).output().unwrap();
        String::from_utf8_lossy(&out.stdout).trim().to_owned()
    }
}

impl Cluster {
    /// Starts one; `None`, with a word, where none is installed.
    pub fn start() -> Option<Self> {
        Some(Cluster { server: Server::start("")?, schemas: AtomicU32::new(0) })
    }

    /// Starts the server, as after a crash too.
    pub fn up(&self) {
        self.server.up();
    }

    /// Kills the server with all its children.
    pub fn kill(&self) {
        self.server.kill();
    }

    /// The configuration of a daemon.
    pub fn config(&self, schema: &str, name: &str) -> PostgresConfig {
        self.server.config(schema, name)
    }

    /// A schema of its own with the record's tables.
    pub fn schema(&self) -> String {
        let schema = format!("t{}", self.schemas.fetch_add(1, Ordering::SeqCst));
        migrate(&self.config(&schema, "migration")).unwrap();
        schema
    }

    /// A daemon's store.
    pub fn open(&self, schema: &str, name: &str) -> PostgresStore {
        PostgresStore::open(self.config(schema, name)).unwrap()
    }

    /// As [`Server::psql`].
    pub fn psql(&self, sql: &str) -> String {
        self.server.psql(sql)
    }

    /// Whether words stand anywhere in the server's folder: tables, write-ahead log, whatever.
    pub fn holds(&self, words: &str) -> bool {
        self.psql("CHECKPOINT");
        let out = Command::new("grep").args(["-rqa", words]).arg(self.server.data()).status().unwrap();
        out.success()
    }
}

impl Server {
    /// The configuration of a daemon on this server, with a folder of its own below the server's.
    #[allow(dead_code)] // tests/stores alone opens stores by themselves
    pub fn config(&self, schema: &str, name: &str) -> PostgresConfig {
        config(self.port, schema, name, self.folder.path().join(format!("{schema}-{name}")))
    }
}

/// What was said to whoever waits for a standby, in this process.
pub static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn config(port: u16, schema: &str, name: &str, folder: PathBuf) -> PostgresConfig {
    PostgresConfig {
        folder,
        hosts: vec![("127.0.0.1".into(), port)],
        database: "postgres".into(),
        schema: schema.into(),
        user: "fieldpost".into(),
        password: None,
        ca: None,
        name: name.into(),
        lease: Duration::from_millis(1500),
        seal: [7; 32],
        identity: "an identity".into(),
        clock: now_ms,
        size_limit: None,
        say: |words| SAID.lock().unwrap().push(words.to_owned()),
    }
}

fn now_ms() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    i64::try_from(since.unwrap().as_millis()).unwrap()
}

impl Drop for Server {
    fn drop(&mut self) {
        let mut command = unprivileged(&self.binaries.join("pg_ctl"));
        command.args(["-m", "immediate", "-D"]).arg(self.data()).arg("stop");
        drop(command.current_dir("/").stdout(Stdio::null()).stderr(Stdio::null()).status());
        // Its files are another user's.
        drop(Command::new("rm").arg("-rf").arg(self.data()).status());
    }
}
