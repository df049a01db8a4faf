//! Where the record lies if not in the store's folder: a PostgreSQL, which several daemons may share.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use super::{Config, ConfigError, Login};

/// The database that holds the record; left out, the store's folder does.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Postgres {
    /// Servers with their ports: the one that takes writes is used. A folder is that of a socket.
    pub hosts: Vec<String>,
    pub database: String,
    /// The schema within it.
    #[serde(default = "default_schema")]
    pub schema: String,
    /// Who asks.
    pub user: String,
    /// The file that holds their password.
    #[serde(default)]
    pub password_file: Option<PathBuf>,
    /// The environment variable that holds it.
    #[serde(default)]
    pub password_env: Option<String>,
    /// `verify-full`, or `off` for sockets and this machine's own server.
    #[serde(default = "default_tls")]
    pub tls: String,
    /// The certificates of which one has signed the servers'.
    #[serde(default)]
    pub ca_file: Option<PathBuf>,
    /// On how many disks an acknowledged letter is to be: what `fieldpost doctor` holds the cluster to.
    #[serde(default = "default_copies")]
    pub copies: u32,
    /// How large the database may grow.
    #[serde(default)]
    pub size_limit_gib: Option<u32>,
}

/// This daemon among others.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Cluster {
    /// The name of this machine: another on each.
    pub name: String,
    /// For how long its work is its own after it was last heard of, in seconds: 1 to 600. With less than 15 a machine that is
    /// busy for a moment loses its work to another, which harms nothing and helps nobody.
    pub lease_seconds: u32,
}

/// The longest between two signs of life.
const SIGN_OF_LIFE: Duration = Duration::from_secs(4);

impl Cluster {
    /// How often it says that it lives: four times within its lease, or more often.
    pub fn sign_of_life(&self) -> Duration {
        SIGN_OF_LIFE.min(Duration::from_secs(self.lease_seconds.into()) / 4)
    }
}

impl Default for Cluster {
    fn default() -> Self {
        Cluster { name: "a".into(), lease_seconds: 30 }
    }
}

fn default_schema() -> String {
    "fieldpost".into()
}

fn default_tls() -> String {
    "verify-full".into()
}

fn default_copies() -> u32 {
    2
}

impl Postgres {
    /// The servers with their ports.
    ///
    /// # Errors
    /// The one that has no port.
    pub fn addresses(&self) -> Result<Vec<(String, u16)>, String> {
        let address = |host: &String| {
            let (name, port) = host.rsplit_once(':').ok_or_else(|| host.clone())?;
            let name = name.trim_start_matches('[').trim_end_matches(']');
            Ok((name.to_owned(), port.parse().map_err(|_| host.clone())?))
        };
        self.hosts.iter().map(address).collect()
    }

    /// What is asked to have in: the password, from its file or the environment.
    ///
    /// # Errors
    /// As [`Login::password`].
    pub fn password(&self) -> Result<Option<String>, String> {
        let login = Login {
            user: Some(&self.user),
            password_file: self.password_file.as_deref(),
            password_env: self.password_env.as_deref(),
            token_cmd: None,
        };
        login.password()
    }

    pub(super) fn make_absolute(&mut self, folder: &Path) {
        let fix = |path: &mut PathBuf| *path = folder.join(&*path);
        self.password_file.as_mut().map(fix);
        self.ca_file.as_mut().map(fix);
    }
}

fn is_near(host: &str) -> bool {
    host.starts_with('/') || matches!(host, "localhost" | "127.0.0.1" | "::1")
}

impl Config {
    pub(super) fn check_cluster(&self) -> Result<(), ConfigError> {
        let Some(postgres) = &self.postgres else {
            return match &self.cluster {
                Some(_) => Err(self.error(
                    "cluster",
                    "several daemons share a record in PostgreSQL, and none is named",
                    "[postgres]\n  hosts = [\"db1.example.org:5432\"]",
                )),
                None => Ok(()),
            };
        };
        let example = "hosts = [\"db1.example.org:5432\", \"db2.example.org:5432\"]";
        let addresses = postgres.addresses();
        let addresses = addresses.map_err(|host| {
            self.error("postgres.hosts", &format!("{host:?} is no host with its port"), example)
        })?;
        if addresses.is_empty() {
            return Err(self.error("postgres.hosts", "no host is given", example));
        }
        match (postgres.tls.as_str(), &postgres.ca_file) {
            ("verify-full", Some(_)) => {}
            ("verify-full", None) => {
                let wrong = "\"verify-full\" needs the certificate that the servers' are signed with";
                return Err(self.error("postgres.ca_file", wrong, "ca_file = \"db-ca.pem\""));
            }
            ("off", _) => {
                if let Some((far, _)) = addresses.iter().find(|(host, _)| !is_near(host)) {
                    let wrong = format!("\"off\" would send letters to {far} for all to read");
                    return Err(self.error("postgres.tls", &wrong, "tls = \"verify-full\""));
                }
            }
            (other, _) => {
                let wrong = format!("{other:?} is none of \"verify-full\" and \"off\"");
                return Err(self.error("postgres.tls", &wrong, "tls = \"verify-full\""));
            }
        }
        let lease = self.cluster.clone().unwrap_or_default().lease_seconds;
        if !(1..=600).contains(&lease) {
            let wrong = format!("{lease} is not from 1 to 600");
            return Err(self.error("cluster.lease_seconds", &wrong, "lease_seconds = 30"));
        }
        Ok(())
    }
}
