//! A real GnuPG in a home of its own, whose clock is set by hand.

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// Somebody with secret keys.
pub struct Gpg {
    home: TempDir,
}

impl Gpg {
    pub fn new() -> Self {
        let home = tempfile::Builder::new().prefix("fp-gpg").tempdir().unwrap();
        std::fs::set_permissions(home.path(), std::fs::Permissions::from_mode(0o700)).unwrap();
        Gpg { home }
    }

    /// Runs gpg with its clock standing at `at_ms`, and gives what it writes.
    pub fn run(&self, at_ms: i64, arguments: &[&str], input: &[u8]) -> Vec<u8> {
        let clock =
            format!("{}!", chrono::DateTime::from_timestamp_millis(at_ms).unwrap().format("%Y%m%dT%H%M%S"));
        let mut gpg = Command::new("gpg")
            .arg("--homedir")
            .arg(self.home.path())
            .args(["--batch", "--yes", "--quiet", "--pinentry-mode", "loopback", "--passphrase", ""])
            .args(["--faked-system-time", &clock])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("gpg is not here: tests/run installs it");
        gpg.stdin.take().unwrap().write_all(input).unwrap();
        let ended = gpg.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.success(), "gpg {arguments:?}: {said}");
        ended.stdout
    }

    /// Makes a key, such as `ed25519` that lasts `1y`.
    pub fn make_key(&self, at_ms: i64, address: &str, kind: &str, lasts: &str) {
        self.run(at_ms, &["--quick-generate-key", address, kind, "sign", lasts], b"");
    }

    /// The public keys of an address, armoured.
    pub fn public(&self, address: &str) -> Vec<u8> {
        self.run(0, &["--armor", "--export", address], b"")
    }

    /// A key's fingerprint.
    pub fn fingerprint(&self, at_ms: i64, address: &str) -> String {
        let listed = self.run(at_ms, &["--with-colons", "--list-keys", address], b"");
        let listed = String::from_utf8(listed).unwrap();
        let line = listed.lines().find(|line| line.starts_with("fpr:")).unwrap();
        line.split(':').nth(9).unwrap().to_owned()
    }

    /// Revokes a key by the certificate that gpg laid beside it when the key was made.
    pub fn revoke(&self, at_ms: i64, address: &str) {
        let print = self.fingerprint(at_ms, address);
        let file = self.home.path().join("openpgp-revocs.d").join(format!("{print}.rev"));
        let certificate = std::fs::read_to_string(file).unwrap().replace(":-----BEGIN", "-----BEGIN");
        self.run(at_ms, &["--import"], certificate.as_bytes());
    }

    /// A text, clear-signed.
    pub fn clear_sign(&self, at_ms: i64, text: &str) -> String {
        String::from_utf8(self.run(at_ms, &["--clear-sign"], text.as_bytes())).unwrap()
    }

    /// The armoured signature of some bytes.
    pub fn detached(&self, at_ms: i64, bytes: &[u8], more: &[&str]) -> String {
        let arguments = [more, &["--armor", "--detach-sign"]].concat();
        String::from_utf8(self.run(at_ms, &arguments, bytes)).unwrap()
    }
}

impl Drop for Gpg {
    fn drop(&mut self) {
        let ended =
            Command::new("gpgconf").arg("--homedir").arg(self.home.path()).args(["--kill", "all"]).status();
        drop(ended);
    }
}
