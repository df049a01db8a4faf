//! TLS for once with a server of its own: an authority made for the occasion, and what is turned away.

use std::fs;
use std::path::Path;
use std::process::Command;

use fieldpost_store::postgres::{Advice, PostgresConfig, look, migrate};

use crate::cluster::Cluster;

/// An authority, and a certificate of it for a name; both are files in `folder`.
fn certificates(folder: &Path, name: &str) {
    let script = format!(
        "cd {folder} && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=authority \
         -addext basicConstraints=critical,CA:TRUE -keyout {name}.ca.key -out {name}.ca.pem && \
         openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN={name} -keyout {name}.key -out {name}.req && \
         printf 'subjectAltName=DNS:{name}\nbasicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth\n' > {name}.ext && \
         openssl x509 -req -in {name}.req -CA {name}.ca.pem -CAkey {name}.ca.key -CAcreateserial -days 2 -extfile {name}.ext \
         -out {name}.pem",
        folder = folder.display()
    );
    let made = Command::new("sh").args(["-c", &script]).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

/// Has the server speak TLS with a certificate, and take passwords by SCRAM over it alone.
fn speak_tls(cluster: &Cluster, folder: &Path, name: &str) {
    let data = cluster.server.data();
    let owner = Command::new("stat").args(["-c", "%U:%G"]).arg(&data).output().unwrap();
    let owner = String::from_utf8_lossy(&owner.stdout).trim().to_owned();
    for (from, to) in [("key", "server.key"), ("pem", "server.crt")] {
        let to = data.join(to);
        fs::copy(folder.join(format!("{name}.{from}")), &to).unwrap();
        assert!(Command::new("chmod").arg("600").arg(&to).status().unwrap().success());
        assert!(Command::new("chown").arg(&owner).arg(&to).status().unwrap().success());
    }
    cluster.psql("ALTER ROLE fieldpost PASSWORD 'of-the-database'");
    cluster.psql("ALTER SYSTEM SET ssl = on");
    fs::write(data.join("pg_hba.conf"), "hostssl all all 127.0.0.1/32 scram-sha-256\n").unwrap();
    cluster.kill();
    cluster.up();
}

#[test]
fn a_server_is_trusted_by_its_authority_and_its_name_and_a_password_goes_over_tls_alone() {
    let Some(cluster) = Cluster::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    certificates(folder.path(), "localhost");
    certificates(folder.path(), "db1.example.org");
    speak_tls(&cluster, folder.path(), "localhost");
    let read = |file: &str| Some(fs::read(folder.path().join(file)).unwrap());
    let with = |ca: Option<Vec<u8>>, host: &str, password: &str| PostgresConfig {
        ca,
        hosts: vec![(host.into(), cluster.server.port)],
        password: Some(password.into()),
        ..cluster.config("tls", "a")
    };
    let ours = || read("localhost.ca.pem");
    migrate(&with(ours(), "localhost", "of-the-database")).unwrap();
    let refused = |config: PostgresConfig, what: &str, advice: Advice| {
        let error = migrate(&config).err().unwrap_or_else(|| panic!("{what} was let in"));
        assert_eq!(Advice::on(&error), advice, "{error:?}");
        format!("{error} {error:?}")
    };
    let other = with(read("db1.example.org.ca.pem"), "localhost", "of-the-database");
    refused(other.clone(), "another authority's", Advice::Authority);
    assert!(look(&other, 1).iter().any(|one| one.is_fault && one.advice == Advice::Authority));
    let error =
        refused(with(ours(), "127.0.0.1", "of-the-database"), "another name", Advice::CertificateName);
    assert!(error.to_lowercase().contains("certificate"), "{error}");
    let error = refused(with(ours(), "localhost", "another"), "another password", Advice::Password);
    assert!(error.contains("28P01") && error.contains("password authentication failed"), "{error}");
    let error =
        refused(with(None, "localhost", "of-the-database"), "a connection in the open", Advice::LetIn);
    assert!(error.contains("28000"), "{error}");
}
