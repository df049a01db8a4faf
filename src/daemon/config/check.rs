//! What a configuration is held to beyond the form of its keys. `[web]` and `[cluster]` hold themselves to theirs.

use super::{Config, ConfigError, Login, PostSettings, Security, Source};
use crate::delivered::OF_NO_MAILBOX;
use fieldpost_desk::proof::Requirement;

impl Config {
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        self.check_address("office.address", &self.office.address)?;
        self.check_address("ga.address", &self.ga.address)?;
        if self.ga.require.parse::<Requirement>().is_err() {
            let wrong = format!(
                "{:?} is none of \"password\", \"password+dmarc\" and \"signature\"",
                self.ga.require
            );
            return Err(self.error("ga.require", &wrong, "require = \"password+dmarc\""));
        }
        self.check_provable()?;
        if let Some(time) = self.ga.summary.as_ref().filter(|_| self.ga.summary_at().is_none()) {
            let wrong = format!("{time:?} is not a time of day");
            return Err(self.error("ga.summary", &wrong, "summary = \"07:00\""));
        }
        if self.sources.is_empty() {
            let example = "[[source]]\n  kind = \"maildir\"\n  name = \"inbox\"\n  path = \"in\"";
            return Err(self.error("source", "no source of letters is given", example));
        }
        for (place, source) in self.sources.iter().enumerate() {
            if self.sources[..place].iter().any(|earlier| earlier.name() == source.name()) {
                let wrong = format!("two sources are called {:?}", source.name());
                let key = format!("source.{}.name", source.name());
                return Err(self.error(&key, &wrong, "name = \"inbox-2\""));
            }
            if OF_NO_MAILBOX.contains(&source.name()) {
                let wrong = format!("{:?} is how the record names what comes by no mailbox", source.name());
                let key = format!("source.{}.name", source.name());
                return Err(self.error(&key, &wrong, "name = \"inbox\""));
            }
            self.check_source(source)?;
        }
        self.check_metrics()?;
        self.check_web()?;
        self.check_cluster()?;
        self.check_post()
    }

    /// Nothing asks for a password there.
    fn check_metrics(&self) -> Result<(), ConfigError> {
        let open = self.metrics.as_ref().map(|metrics| metrics.listen).filter(|at| !at.ip().is_loopback());
        let Some(open) = open else { return Ok(()) };
        let wrong =
            format!("{open} can be reached from other machines, and nobody is asked for a password there");
        Err(self.error("metrics.listen", &wrong, "listen = \"127.0.0.1:9464\""))
    }

    /// A requirement that no letter could meet would lock the GA out.
    fn check_provable(&self) -> Result<(), ConfigError> {
        let requirement = self.ga.requirement();
        if requirement == Requirement::Signature && self.signatures.is_none() {
            let wrong = "\"signature\" is required of the GA, but no folder of keys is named";
            return Err(self.error("signatures.keys", wrong, "[signatures]\n  keys = \"keys\""));
        }
        let is_deaf = self.limits.authserv_id.is_none() && self.signatures.is_none();
        if requirement == Requirement::PasswordAndDmarc && is_deaf {
            let wrong = "\"password+dmarc\" is required of the GA, but no server's results are believed";
            return Err(self.error("limits.authserv_id", wrong, "authserv_id = \"mx.example.org\""));
        }
        Ok(())
    }

    fn check_source(&self, source: &Source) -> Result<(), ConfigError> {
        let Source::Imap(imap) = source else { return Ok(()) };
        let key = |end: &str| format!("source.{}.{end}", imap.name);
        self.check_login(&key(""), imap.login(), true)?;
        if !(5..=3600).contains(&imap.poll_seconds) {
            let wrong = format!("{} is not from 5 to 3600", imap.poll_seconds);
            return Err(self.error(&key("poll_seconds"), &wrong, "poll_seconds = 60"));
        }
        self.check_plain(&key("security"), imap.security, &imap.host)
    }

    fn check_post(&self) -> Result<(), ConfigError> {
        let PostSettings::Smtp(smtp) = &self.post else { return Ok(()) };
        self.check_login("post.", smtp.login(), false)?;
        if !(1..=32).contains(&smtp.connections) {
            let wrong = format!("{} is not from 1 to 32", smtp.connections);
            return Err(self.error("post.connections", &wrong, "connections = 8"));
        }
        self.check_plain("post.security", smtp.security, &smtp.host)
    }

    fn check_plain(&self, key: &str, security: Security, host: &str) -> Result<(), ConfigError> {
        let local = matches!(host, "localhost" | "127.0.0.1" | "::1");
        if security == Security::None && !local {
            let wrong = format!("\"none\" would send the password to {host} for all to read");
            return Err(self.error(key, &wrong, "security = \"starttls\""));
        }
        Ok(())
    }

    fn check_login(&self, key: &str, login: Login<'_>, needed: bool) -> Result<(), ConfigError> {
        let given = [login.password_file.is_some(), login.password_env.is_some(), login.token_cmd.is_some()];
        let count = given.iter().filter(|is| **is).count();
        let example = "user = \"orders@example.org\"\n  password_file = \"imap.password\"";
        if count > 1 {
            let wrong = "more than one of password_file, password_env and token_cmd is given";
            return Err(self.error(&format!("{key}password_file"), wrong, example));
        }
        if needed && (count == 0 || login.user.is_none()) {
            let wrong = "a user and one of password_file, password_env and token_cmd are needed";
            return Err(self.error(&format!("{key}user"), wrong, example));
        }
        Ok(())
    }

    fn check_address(&self, key: &str, address: &str) -> Result<(), ConfigError> {
        let fits = address.split_once('@').is_some_and(|(local, domain)| {
            !local.is_empty() && !domain.is_empty() && !address.contains(char::is_whitespace)
        });
        if fits {
            return Ok(());
        }
        let name = key.rsplit('.').next().unwrap_or(key);
        let wrong = format!("{address:?} is not a mail address");
        Err(self.error(key, &wrong, &format!("{name} = \"orders@example.org\"")))
    }
}
