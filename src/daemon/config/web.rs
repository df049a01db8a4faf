//! `[web]`: the desk page at a link in each position mail, over HTTP.

use std::net::SocketAddr;

use serde::Deserialize;

use super::{Config, ConfigError};

/// The desk page at a link in each position mail.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Web {
    /// Address and port, such as `127.0.0.1:8466`; left out, nothing listens and mails have no link.
    #[serde(default)]
    pub listen: Option<SocketAddr>,
    /// Whether `listen` may be an address that other machines reach.
    #[serde(default)]
    pub public: bool,
    /// The address before each link, as the host's own proxy serves it.
    #[serde(default)]
    pub url: String,
    /// For how many days from the opening of its turn a link lives at most, 1 to 366; it ends when the turn after next has been run in any case.
    #[serde(default)]
    pub days: Option<u32>,
    /// Whether every request comes from the host's own proxy, whose `X-Forwarded-For` is believed.
    #[serde(default)]
    pub behind_proxy: bool,
    /// Requests of one address a minute, 1 to 100,000.
    #[serde(default = "default_per_minute")]
    pub per_minute: u32,
}

fn default_per_minute() -> u32 {
    60
}

/// The longest address before a link: a line of a mail has room for it.
const LONGEST_URL: usize = 200;

impl Web {
    /// The address before each link, without a slash at its end.
    pub fn base(&self) -> &str {
        self.url.trim_end_matches('/')
    }

    /// The path of that address; empty for the root.
    pub fn path(&self) -> &str {
        let rest = self.base().split_once("://").map_or("", |(_, rest)| rest);
        rest.find('/').map_or("", |at| &rest[at..])
    }

    /// What is wrong with the address, in words.
    fn fault_of_url(&self) -> Option<String> {
        let url = &self.url;
        if url.is_empty() {
            return Some("it is missing: mails print it before each link".into());
        }
        let (is_secret, rest) = match (url.strip_prefix("https://"), url.strip_prefix("http://")) {
            (Some(rest), _) => (true, rest),
            (None, Some(rest)) => (false, rest),
            (None, None) => return Some(format!("{url:?} does not begin with https://")),
        };
        let host = rest.split('/').next().unwrap_or_default();
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/:[]".contains(&byte);
        if host.is_empty() || !rest.bytes().all(plain) || url.len() > LONGEST_URL {
            return Some(format!("{url:?} is not the address of a host, with a path at most"));
        }
        let name = host.strip_prefix('[').and_then(|rest| rest.split(']').next());
        let name = name.unwrap_or_else(|| host.split(':').next().unwrap_or_default());
        let is_here = matches!(name, "localhost" | "127.0.0.1" | "::1");
        (!is_secret && !is_here).then(|| format!("{url:?} would send each page for all to read on its way"))
    }
}

impl Config {
    /// The settings of the desk page, where it is to be served.
    pub fn served(&self) -> Option<(&Web, SocketAddr)> {
        let web = self.web.as_ref()?;
        Some((web, web.listen?))
    }

    pub(super) fn check_web(&self) -> Result<(), ConfigError> {
        let Some(web) = &self.web else { return Ok(()) };
        if let Some(open) = web.listen.filter(|at| !at.ip().is_loopback() && !web.public) {
            let wrong = format!(
                "{open} can be reached from other machines, without https; a proxy of yours on this machine is to stand before it. \
                 Where that is meant so, say public = true"
            );
            return Err(self.error("web.listen", &wrong, "listen = \"127.0.0.1:8466\""));
        }
        if web.listen.is_some()
            && let Some(wrong) = web.fault_of_url()
        {
            return Err(self.error("web.url", &wrong, "url = \"https://war.example.org\""));
        }
        if let Some(days) = web.days.filter(|days| !(1..=366).contains(days)) {
            return Err(self.error("web.days", &format!("{days} is not from 1 to 366"), "days = 14"));
        }
        if !(1..=100_000).contains(&web.per_minute) {
            let wrong = format!("{} is not from 1 to 100000", web.per_minute);
            return Err(self.error("web.per_minute", &wrong, "per_minute = 60"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::SAMPLE;
    use super::*;

    fn read(lines: &str) -> Result<Config, ConfigError> {
        Config::read(&format!("{SAMPLE}\n[web]\n{lines}\n"), Path::new("/etc/fieldpost/fieldpost.toml"))
    }

    #[test]
    fn nothing_listens_unless_an_address_is_named() {
        assert!(Config::read(SAMPLE, Path::new("f.toml")).unwrap().served().is_none());
        assert!(read("url = \"https://war.example.org\"").unwrap().served().is_none());
        let config = read("listen = \"127.0.0.1:8466\"\nurl = \"https://war.example.org/desk/\"").unwrap();
        let (web, _) = config.served().unwrap();
        assert_eq!((web.base(), web.path()), ("https://war.example.org/desk", "/desk"));
        assert!(!web.behind_proxy && web.per_minute == 60 && web.days.is_none());
    }

    #[test]
    fn only_this_machine_can_ask_unless_the_host_says_so() {
        let with = |listen: &str, more: &str| {
            read(&format!("listen = {listen:?}\nurl = \"https://war.example.org\"\n{more}"))
        };
        assert!(with("[::1]:8466", "").is_ok());
        for open in ["0.0.0.0:8466", "192.0.2.1:80", "[::]:8466"] {
            let error = with(open, "").unwrap_err();
            assert!(error.key == "web.listen" && error.line.is_some(), "{error}");
            assert!(error.wrong.contains("public = true"), "{error}");
            assert!(with(open, "public = true").is_ok());
        }
    }

    #[test]
    fn links_are_of_https_and_of_nothing_that_a_mail_could_break() {
        let with = |url: &str| read(&format!("listen = \"127.0.0.1:8466\"\nurl = {url:?}"));
        for right in [
            "https://war.example.org",
            "https://w.example:8443/a/b",
            "http://127.0.0.1:8466",
            "http://[::1]:1",
        ] {
            assert!(with(right).is_ok(), "{right}");
        }
        let wrong = [
            "",
            "war.example.org",
            "http://war.example.org",
            "ftp://x",
            "https://",
            "https://a b",
            "https://a?x=1",
            "https://u@h",
        ];
        let wrong = wrong.map(str::to_owned).into_iter().chain([format!("https://{}", "x".repeat(300))]);
        for wrong in wrong {
            let error = with(&wrong).unwrap_err();
            assert!(error.key == "web.url" && error.example.contains("https://"), "{wrong}: {error}");
        }
        assert_eq!(read("listen = \"127.0.0.1:8466\"").unwrap_err().key, "web.url");
    }

    #[test]
    fn numbers_have_their_bounds_and_a_misspelt_key_its_nearest() {
        for (line, key) in
            [("days = 0", "web.days"), ("days = 367", "web.days"), ("per_minute = 0", "web.per_minute")]
        {
            let error = read(line).unwrap_err();
            assert_eq!((error.key.as_str(), error.line.is_some()), (key, true), "{error}");
        }
        let error = read("behind_proxi = true").unwrap_err();
        assert!(error.wrong.contains("the nearest is behind_proxy"), "{error}");
    }
}
