//! A real Dovecot and a real Postfix for one test, by `tests/mailstack`. They stop when it is dropped.

use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use fieldpost_mail::endpoint::{Credential, Endpoint, Login, Security};
use fieldpost_mail::post::{SmtpPost, SmtpSettings};
use fieldpost_mail::source::{Filing, Imap, ImapSettings};
use tempfile::TempDir;

/// Two mail servers on loopback, with users gm, alice, bob, carol and war, whose passwords are `pw-NAME`.
pub struct MailStack {
    folder: TempDir,
    base: u16,
    /// Held as the sign that this base port is taken, for other tests and other processes.
    _claim: TcpListener,
}

impl MailStack {
    /// Starts both servers on ports that nobody uses.
    pub fn start() -> Self {
        let (base, claim) = claim_ports();
        let folder = tempfile::Builder::new().prefix("fieldpost-mail").tempdir().unwrap();
        let stack = MailStack { folder, base, _claim: claim };
        stack.control("start");
        stack
    }

    /// Runs one of the script's commands, such as `kill-imap`, and gives its words.
    pub fn control(&self, command: &str) -> String {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mailstack");
        let ended = Command::new(script)
            .arg(command)
            .arg(self.folder.path())
            .env("BASE_PORT", self.base.to_string())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.success(), "tests/mailstack {command}: {said} (tests/run installs the servers)");
        String::from_utf8_lossy(&ended.stdout).into_owned()
    }

    /// Whether Postfix has delivered all that it took: a client is done when Postfix has its letter, which may
    /// be well before the letter lies in an inbox.
    pub fn all_is_delivered(&self) -> bool {
        self.control("queue").contains("Mail queue is empty")
    }

    /// A port of the stack, by its offset in `tests/mailstack`.
    pub fn port(&self, offset: u16) -> u16 {
        self.base + offset
    }

    /// The IMAP server, by TLS or STARTTLS.
    pub fn imap_endpoint(&self, security: Security) -> Endpoint {
        self.endpoint(if security == Security::Tls { 993 } else { 143 }, security)
    }

    /// The SMTP server, by TLS or STARTTLS with a login, or plain for mail to the stack's own users.
    pub fn smtp_endpoint(&self, security: Security) -> Endpoint {
        let offset = match security {
            Security::Tls => 465,
            Security::StartTls => 587,
            Security::Plain => 25,
        };
        self.endpoint(offset, security)
    }

    fn endpoint(&self, offset: u16, security: Security) -> Endpoint {
        let ca_pem = Some(fs::read(self.folder.path().join("ca.pem")).unwrap());
        Endpoint { host: "localhost".into(), port: self.port(offset), security, ca_pem }
    }

    /// How to read a user's inbox, moving what is done.
    pub fn imap_settings(&self, user: &str) -> ImapSettings {
        ImapSettings {
            name: "inbox".into(),
            endpoint: self.imap_endpoint(Security::Tls),
            login: login(user),
            folder: "INBOX".into(),
            filing: Filing::Move { processed: "Processed".into(), ignored: "Ignored".into() },
            idle: true,
            letter_max: 2 << 20,
            timeout: Duration::from_secs(20),
        }
    }

    /// A user's inbox.
    pub fn imap(&self, user: &str) -> Imap {
        Imap::new(self.imap_settings(user))
    }

    /// How a user sends.
    pub fn smtp_settings(&self, user: &str, security: Security) -> SmtpSettings {
        SmtpSettings {
            endpoint: self.smtp_endpoint(security),
            login: (security != Security::Plain).then(|| login(user)),
            hello: Some("localhost".into()),
            connections: 4,
            timeout: Duration::from_secs(20),
        }
    }

    /// A user's post.
    pub fn smtp(&self, user: &str) -> SmtpPost {
        SmtpPost::new(self.smtp_settings(user, Security::Tls)).unwrap()
    }

    /// Sends a letter with a client that is not ours: Python's smtplib.
    pub fn send_by_python(&self, from: &str, to: &str, letter: &[u8]) {
        const PROGRAM: &str = "import smtplib,sys\ns=smtplib.SMTP('127.0.0.1',int(sys.argv[1]))\n\
            s.sendmail(sys.argv[2],[sys.argv[3]],sys.stdin.buffer.read())\ns.quit()\n";
        self.send_by(PROGRAM, 25, from, to, letter);
    }

    fn send_by(&self, program: &str, port: u16, from: &str, to: &str, letter: &[u8]) {
        let port = self.port(port).to_string();
        let mut child = Command::new("python3")
            .args(["-c", program, &port, from, to])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(letter).unwrap();
        assert!(child.wait().unwrap().success());
    }

    /// Puts a letter into a user's mailbox by LMTP, past Postfix.
    pub fn send_by_lmtp(&self, from: &str, user: &str, letter: &[u8]) {
        const PROGRAM: &str = "import smtplib,sys\ns=smtplib.LMTP('127.0.0.1',int(sys.argv[1]))\n\
            s.sendmail(sys.argv[2],[sys.argv[3]],sys.stdin.buffer.read())\ns.quit()\n";
        self.send_by(PROGRAM, 24, from, &format!("{user}@localhost"), letter);
    }

    /// A user's mails as Python's imaplib and email module read them, in the order of the inbox.
    pub fn read_by_python(&self, user: &str) -> Vec<serde_json::Value> {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/read_mail.py");
        let (port, password) = (self.port(993).to_string(), format!("pw-{user}"));
        let user = format!("{user}@localhost");
        let ended = Command::new("python3").arg(program).args([&port, &user, &password]).output().unwrap();
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
        let said = String::from_utf8(ended.stdout).unwrap();
        said.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The raw letters that lie in a user's inbox, read or not, by the name of their files.
    pub fn letters(&self, user: &str) -> Vec<Vec<u8>> {
        let mailbox = self.mailbox(user);
        let mut files: Vec<PathBuf> = ["new", "cur"]
            .iter()
            .filter_map(|sub| fs::read_dir(mailbox.join(sub)).ok())
            .flat_map(|entries| entries.map(|entry| entry.unwrap().path()))
            .collect();
        files.sort();
        // A letter may be moved between the listing and the reading.
        files.iter().filter_map(|path| fs::read(path).ok()).collect()
    }

    /// Waits until that many letters lie in a user's inbox: longer than a post office takes that was refused
    /// once, and tries again after a minute.
    pub fn await_letters(&self, user: &str, count: usize) -> Vec<Vec<u8>> {
        let begun = Instant::now();
        loop {
            let letters = self.letters(user);
            if letters.len() >= count {
                return letters;
            }
            assert!(
                begun.elapsed() < Duration::from_secs(150),
                "only {} of {count} letters came",
                letters.len()
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The Maildir behind a user's account.
    pub fn mailbox(&self, user: &str) -> PathBuf {
        self.folder.path().join("mail").join(user)
    }
}

impl Drop for MailStack {
    fn drop(&mut self) {
        if std::thread::panicking() {
            for name in ["start.log", "postfix.log", "dovecot.log"] {
                let log = fs::read_to_string(self.folder.path().join("log").join(name)).unwrap_or_default();
                let last = log.lines().rev().take(60).collect::<Vec<_>>();
                eprintln!("{name}:\n{}", last.into_iter().rev().collect::<Vec<_>>().join("\n"));
            }
        }
        self.control("stop");
    }
}

/// A user's login, as `tests/mailstack` makes it.
pub fn login(user: &str) -> Login {
    Login { user: format!("{user}@localhost"), credential: Credential::Password(format!("pw-{user}")) }
}

/// A base whose ports are all free, and the listener that claims it.
pub fn claim_ports() -> (u16, TcpListener) {
    let free = |port: u16| TcpListener::bind(("127.0.0.1", port)).is_ok();
    // Below the range from which the system takes ports for connections that go out.
    let first = u16::try_from(std::process::id() % 20).unwrap();
    for step in 0..20 {
        let base = 11_000 + 1000 * ((first + step) % 20);
        let Ok(claim) = TcpListener::bind(("127.0.0.1", base + 1)) else { continue };
        if [12, 24, 25, 26, 143, 465, 587, 993].iter().all(|offset| free(base + offset)) {
            return (base, claim);
        }
    }
    panic!("no free ports between 11000 and 31000");
}
