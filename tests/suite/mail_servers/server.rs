//! One of the servers of `tests/mailservers`. It ends when it is dropped, or with this process.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::mailstack::claim_ports;

/// The user of whom its mailbox and its pipe are.
pub const USER: u32 = 2001;

/// A mail server in a Debian of its own.
pub struct Server {
    kind: &'static str,
    folder: TempDir,
    base: u16,
    _claim: TcpListener,
}

impl Server {
    /// Starts it; its pipe is to see these folders of this machine.
    pub fn start(kind: &'static str, seen: &[&Path]) -> Self {
        let (base, claim) = claim_ports();
        let folder = tempfile::Builder::new().prefix("fieldpost-server").tempdir().unwrap();
        let server = Server { kind, folder, base, _claim: claim };
        let seen = seen.iter().map(|folder| folder.to_str().unwrap()).collect::<Vec<_>>().join(" ");
        server.must(server.script("start").env("BINDS", seen));
        server
    }

    fn script(&self, command: &str) -> Command {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mailservers");
        let mut run = Command::new(script);
        run.args([command, self.kind]).arg(self.folder.path()).stdin(Stdio::null());
        run.env("BASE_PORT", self.base.to_string()).env("OWNER", std::process::id().to_string());
        run
    }

    fn must(&self, command: &mut Command) -> Output {
        let ended = command.output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(
            ended.status.success(),
            "{}: {command:?}: {said} (tests/run installs what it needs)",
            self.kind
        );
        ended
    }

    /// Ends all of it; mailboxes and queues stay.
    pub fn halt(&self) {
        self.must(&mut self.script("halt"));
    }

    /// Starts it again.
    pub fn resume(&self) {
        self.must(&mut self.script("resume"));
    }

    /// A port, by its offset in `tests/mailservers`.
    pub fn port(&self, offset: u16) -> u16 {
        self.base + offset
    }

    /// A file of its folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A file of the Debian in which it runs.
    pub fn own_file(&self, name: &str) -> PathBuf {
        let first = fs::read_to_string(self.file("init")).unwrap();
        Path::new("/proc").join(first.trim()).join("root").join(name)
    }

    /// A client that is not ours, `client.py`.
    pub fn client(&self, arguments: &[&str]) -> Command {
        let mut client = Command::new("python3");
        client.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/mail_servers/client.py"));
        client.args(arguments);
        client
    }

    /// What that client says.
    pub fn client_says(&self, arguments: &[&str]) -> String {
        String::from_utf8(self.must(self.client(arguments).stdin(Stdio::null())).stdout).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let log = fs::read_to_string(self.file(&format!("log/{}.log", self.kind))).unwrap_or_default();
            let last = log.lines().rev().take(40).collect::<Vec<_>>();
            eprintln!("{}:\n{}", self.kind, last.into_iter().rev().collect::<Vec<_>>().join("\n"));
        }
        let _ = self.script("stop").status();
    }
}
