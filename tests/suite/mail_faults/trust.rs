//! Whose certificate is trusted, and in which words another is not.

use std::fs;
use std::path::Path;
use std::process::Command;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use super::replies::{Odd, USUAL};
use super::*;

/// Runs openssl in a folder.
fn openssl(folder: &Path, arguments: &str) {
    let ended =
        Command::new("openssl").current_dir(folder).args(arguments.split_whitespace()).output().unwrap();
    assert!(ended.status.success(), "openssl {arguments}: {}", String::from_utf8_lossy(&ended.stderr));
}

/// A certificate signed by itself, with its key: NAME.pem and NAME.key.
fn signs_itself(folder: &Path, name: &str, options: &str) {
    let curve = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
    openssl(
        folder,
        &format!("req -x509 {curve} -keyout {name}.key -out {name}.pem -subj /O=Acme/CN={name} {options}"),
    );
}

/// An SMTP server that shows a certificate; its port.
fn shows(folder: &Path, name: &str) -> u16 {
    let chain =
        CertificateDer::pem_file_iter(folder.join(format!("{name}.pem"))).unwrap().map(Result::unwrap);
    let key = PrivateKeyDer::from_pem_file(folder.join(format!("{name}.key"))).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = Arc::new(config.with_no_client_auth().with_single_cert(chain.collect(), key).unwrap());
    answers(move |tcp| {
        let tls = StreamOwned::new(ServerConnection::new(Arc::clone(&config)).unwrap(), tcp);
        let _ = Odd::new(USUAL).talk(tls);
    })
}

/// Something that answers each connection; its port.
fn answers(answer: impl Fn(TcpStream) + Send + Sync + 'static) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || listener.incoming().flatten().for_each(answer));
    port
}

/// What becomes of a mail to a server behind TLS at a port.
fn sent(port: u16, ca: Option<&Path>) -> Sending {
    let ca_pem = ca.map(|path| fs::read(path).unwrap());
    let endpoint = Endpoint { host: "localhost".into(), port, security: Security::Tls, ca_pem };
    let (login, hello, timeout) = (None, Some("localhost".into()), Duration::from_secs(2));
    send(&SmtpPost::new(SmtpSettings { endpoint, login, hello, connections: 1, timeout }).unwrap(), "ann")
}

fn refused(port: u16, ca: Option<&Path>) -> String {
    match sent(port, ca) {
        // Nothing of the mail went over the line.
        Sending::Away(why) => why,
        other => panic!("{other}"),
    }
}

#[test]
fn a_certificate_that_is_named_itself_is_trusted_for_its_host_and_no_other_is() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // A bridge's: an authority's own, for no name, long run out.
    let bridge = "-addext basicConstraints=critical,CA:TRUE -addext keyUsage=keyCertSign -not_before 20200101000000Z \
                  -not_after 20210101000000Z";
    let dates = Command::new("openssl").args(["req", "-help"]).output().unwrap();
    let has_dates = String::from_utf8_lossy(&dates.stderr).contains("-not_before");
    signs_itself(
        folder,
        "bridge",
        if has_dates { bridge } else { "-addext basicConstraints=critical,CA:TRUE" },
    );
    signs_itself(
        folder,
        "other",
        "-addext basicConstraints=critical,CA:TRUE -addext subjectAltName=DNS:localhost",
    );
    let (bridge, other) = (folder.join("bridge.pem"), folder.join("other.pem"));
    let port = shows(folder, "bridge");
    assert_eq!(sent(port, Some(&bridge)), Sending::Sent);
    assert!(refused(port, Some(&other)).contains("not trusted"), "another one's name lets nobody in");
    let endpoint = Endpoint {
        host: "localhost".into(),
        port,
        security: Security::Tls,
        ca_pem: Some(fs::read(&bridge).unwrap()),
    };
    // IMAP trusts as SMTP does: what is wrong now is what the server says.
    let error = Imap::new(ImapSettings { endpoint, ..odd(port, "x") }).list(Cursor::default()).unwrap_err();
    assert!(!error.to_string().contains("certificate"), "{error}");
}

#[test]
fn a_refusal_of_tls_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    signs_itself(
        folder,
        "unknown",
        "-addext subjectAltName=DNS:localhost -addext basicConstraints=critical,CA:FALSE",
    );
    let why = refused(shows(folder, "unknown"), None);
    assert_eq!(why, "the server's certificate is not trusted: it is signed by itself (Acme, unknown)");
    // Of an authority that is known, and wrong in itself.
    let curve = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
    openssl(
        folder,
        &format!(
            "req -x509 {curve} -keyout ca.key -out ca.pem -subj /O=Acme/CN=Roots -addext basicConstraints=critical,CA:TRUE"
        ),
    );
    for (name, days, extensions) in [
        ("elsewhere", "30", "subjectAltName=DNS:mail.example.org\n"),
        ("old", "0", "subjectAltName=DNS:localhost\n"),
        ("never", "-1", "subjectAltName=DNS:localhost\n"),
        ("authority", "30", "subjectAltName=DNS:localhost\nbasicConstraints=critical,CA:TRUE\n"),
        ("right", "30", "subjectAltName=DNS:localhost\n"),
    ] {
        fs::write(folder.join("extensions"), extensions).unwrap();
        openssl(folder, &format!("req {curve} -keyout {name}.key -out request.pem -subj /CN={name}"));
        openssl(
            folder,
            &format!(
                "x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days {days} -extfile extensions -out {name}.pem"
            ),
        );
    }
    let ca = folder.join("ca.pem");
    let why = |name: &str| refused(shows(folder, name), Some(&ca));
    std::thread::sleep(Duration::from_millis(1_100));
    assert!(
        why("elsewhere").ends_with("it is not for localhost; it is for mail.example.org"),
        "{}",
        why("elsewhere")
    );
    assert!(why("old").contains("it ran out on 20"), "{}", why("old"));
    assert!(why("never").contains("it has run out"), "{}", why("never"));
    assert!(why("authority").contains("an authority's own, CA:TRUE (authority)"), "{}", why("authority"));
    assert_eq!(sent(shows(folder, "right"), Some(&ca)), Sending::Sent);
    let unknown = refused(shows(folder, "right"), None);
    assert!(unknown.ends_with("its issuer is not known here (Acme, Roots)"), "{unknown}");
}

#[test]
fn what_goes_wrong_in_the_handshake_is_told_in_words_and_no_mail_may_have_arrived() {
    let says = |bytes: &'static [u8]| {
        answers(move |mut tcp| {
            let _ = tcp.read(&mut [0; 4096]).and_then(|_| tcp.write_all(bytes));
            // Who speaks again hears the end, not a reset.
            std::thread::sleep(Duration::from_millis(50));
        })
    };
    for (bytes, words) in [
        (&b"\x15\x03\x03\x00\x02\x02\x28"[..], "only RSA key exchange"),
        (b"\x15\x03\x03\x00\x02\x02\x46", "TLS older than 1.2"),
        (b"\x15\x03\x03\x00\x02\x02\x50", "broke the TLS handshake off: InternalError"),
        (b"220 mx ESMTP\r\n", "speaks no TLS: is it security = \"starttls\"?"),
        (b"", "hung up in the TLS handshake"),
    ] {
        let why = refused(says(bytes), None);
        assert!(why.contains(words), "{bytes:?}: {why}");
    }
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let why = refused(silent.local_addr().unwrap().port(), None);
    assert_eq!(why, "the server said nothing in the TLS handshake");
}

#[test]
fn a_file_of_certificates_that_holds_none_is_told_at_once() {
    let endpoint =
        Endpoint { ca_pem: Some(b"not a certificate".to_vec()), security: Security::Tls, ..plain(465) };
    let settings =
        SmtpSettings { endpoint, login: None, hello: None, connections: 1, timeout: Duration::from_secs(1) };
    let error = SmtpPost::new(settings).err().unwrap().to_string();
    assert!(error.contains("ca_file holds no certificate"), "{error}");
}
