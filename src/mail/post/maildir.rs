//! Mail out into a Maildir: for a post office in one folder, and for hosts whose own programs take it on.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use fieldpost_engine::hex::hex;
use sha2::{Digest, Sha256};

use super::{Envelope, Post, Sending};
use crate::domain::ascii_domain;
use crate::source::make_maildir;

/// Writes each mail into `new/` of a Maildir, as a file named by what is in it: the same mail sent twice is
/// one file.
#[derive(Clone, Debug)]
pub struct MaildirPost {
    folder: PathBuf,
}

impl MaildirPost {
    /// Into this Maildir, which is made if it is not there.
    ///
    /// # Errors
    /// When it can be neither opened nor made.
    pub fn open(folder: &Path) -> std::io::Result<Self> {
        make_maildir(folder)?;
        Ok(MaildirPost { folder: folder.to_path_buf() })
    }

    fn write(&self, envelope: &Envelope, bytes: &[u8]) -> std::io::Result<()> {
        let mut hash = Sha256::new();
        hash.update(envelope.to.as_bytes());
        hash.update([0]);
        hash.update(bytes);
        let name = format!("{}.eml", hex(&hash.finalize()[..16]));
        let (tmp, new) = (self.folder.join("tmp").join(&name), self.folder.join("new").join(&name));
        let mut file = fs::File::create(&tmp)?;
        // What an MTA adds on delivery: who gets word of failure, and whom it was for.
        let from = envelope.from.as_deref().map(ascii_domain).unwrap_or_default();
        write!(file, "Return-Path: <{from}>\r\nDelivered-To: {}\r\n", ascii_domain(&envelope.to))?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&tmp, &new)?;
        fs::File::open(self.folder.join("new"))?.sync_all()
    }
}

impl Post for MaildirPost {
    fn send(&self, envelope: &Envelope, bytes: &[u8]) -> Sending {
        let plain = |text: &str| !text.chars().any(|c| c.is_control() || c.is_whitespace());
        if !plain(&envelope.to) || !envelope.from.as_deref().is_none_or(plain) {
            return Sending::PermanentFailure("the address cannot stand in a header".to_string());
        }
        match self.write(envelope, bytes) {
            Ok(()) => Sending::Sent,
            Err(error) => Sending::TemporaryFailure(format!("{}: {error}", self.folder.display())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_mail_twice_is_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let post = MaildirPost::open(folder.path()).unwrap();
        let envelope = Envelope { from: None, to: "ann@x.org".into() };
        assert_eq!(post.send(&envelope, b"Subject: a\r\n\r\nb"), Sending::Sent);
        assert_eq!(post.send(&envelope, b"Subject: a\r\n\r\nb"), Sending::Sent);
        let files: Vec<_> = fs::read_dir(folder.path().join("new")).unwrap().collect();
        assert_eq!(files.len(), 1);
        let written = fs::read(files.into_iter().next().unwrap().unwrap().path()).unwrap();
        assert_eq!(written, b"Return-Path: <>\r\nDelivered-To: ann@x.org\r\nSubject: a\r\n\r\nb");
        let bad = Envelope { from: None, to: "a@b\r\nBcc: c@d".into() };
        assert!(matches!(post.send(&bad, b"x"), Sending::PermanentFailure(_)));
    }
}
