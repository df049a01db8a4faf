//! TLS to a server: whom we trust, and in plain words why a line could not be made secret.
//!
//! A certificate that is itself named in `ca_file` is trusted for that host, whatever it says of itself: local bridges show one that
//! is self-signed and an authority's own (CA:TRUE), which no chain of trust takes for a server's. Whose bytes are the named
//! ones holds the named key, so that neither name nor date adds anything.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;

use chrono::DateTime;
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    AlertDescription, CertificateError, ClientConfig, ClientConnection, DigitallySignedStruct, Error,
    OtherError, PeerIncompatible, RootCertStore, SignatureScheme, StreamOwned,
};

use super::certificate::{issuer, subject};
use super::endpoint::Endpoint;

/// A line that was made secret, over whatever carries it.
pub(crate) type TlsStream<T = TcpStream> = StreamOwned<ClientConnection, T>;

/// Makes a line secret, now: a bad certificate is told as such and not at the first command.
///
/// # Errors
/// In plain words: the certificate's name, date or issuer, or what the server lacks.
pub(crate) fn handshake<T: Read + Write>(endpoint: &Endpoint, tcp: T) -> io::Result<TlsStream<T>> {
    let name = ServerName::try_from(endpoint.host.clone()).map_err(|_| {
        io::Error::other(format!("`{}` is no name that a certificate can bear", endpoint.host))
    })?;
    let connection = ClientConnection::new(config(endpoint)?, name).map_err(io::Error::other)?;
    let mut stream = StreamOwned::new(connection, tcp);
    match stream.conn.complete_io(&mut stream.sock) {
        Ok(_) => Ok(stream),
        Err(error) => Err(in_words(endpoint, error)),
    }
}

/// Whom we trust for a server.
///
/// # Errors
/// When the file of its authority holds no certificates.
pub(crate) fn config(endpoint: &Endpoint) -> io::Result<Arc<ClientConfig>> {
    let named = named(endpoint)?;
    let mut roots = RootCertStore::empty();
    roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    for certificate in &named {
        roots.add(certificate.clone()).map_err(|error| io::Error::other(format!("ca_file: {error}")))?;
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let usual = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider))
        .build()
        .map_err(io::Error::other)?;
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(Trust { usual, named }))
        .with_no_client_auth();
    Ok(Arc::new(config))
}

/// The certificates of `ca_file`.
fn named(endpoint: &Endpoint) -> io::Result<Vec<CertificateDer<'static>>> {
    let Some(pem) = &endpoint.ca_pem else { return Ok(Vec::new()) };
    let wrong = |error| io::Error::other(format!("ca_file holds what is no certificate: {error}"));
    let named = CertificateDer::pem_slice_iter(pem).collect::<Result<Vec<_>, _>>().map_err(wrong)?;
    if named.is_empty() {
        return Err(io::Error::other("ca_file holds no certificate (-----BEGIN CERTIFICATE-----)"));
    }
    Ok(named)
}

/// The usual authorities and those of `ca_file`, and each certificate of that file for itself.
#[derive(Debug)]
struct Trust {
    usual: Arc<WebPkiServerVerifier>,
    named: Vec<CertificateDer<'static>>,
}

impl ServerCertVerifier for Trust {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if self.named.iter().any(|named| named.as_ref() == end_entity.as_ref()) {
            return Ok(ServerCertVerified::assertion());
        }
        self.usual
            .verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now)
            .map_err(|error| Error::Other(OtherError(Arc::new(refusal(&error, end_entity, intermediates)))))
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.usual.verify_tls12_signature(message, cert, dss)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.usual.verify_tls13_signature(message, cert, dss)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.usual.supported_verify_schemes()
    }
}

/// Why a certificate is not trusted.
#[derive(Debug, thiserror::Error)]
#[error("the server's certificate is not trusted: {0}")]
struct Refusal(String);

fn refusal(error: &Error, certificate: &CertificateDer<'_>, others: &[CertificateDer<'_>]) -> Refusal {
    let Error::InvalidCertificate(wrong) = error else { return Refusal(error.to_string()) };
    Refusal(match wrong {
        CertificateError::ExpiredContext { not_after, .. } => format!("it ran out on {}", day(*not_after)),
        CertificateError::Expired => "it has run out, or was never valid by its own dates".to_owned(),
        CertificateError::NotValidYetContext { not_before, .. } => {
            format!("it is valid from {} on; is this machine's clock right?", day(*not_before))
        }
        CertificateError::NotValidForNameContext { expected, presented } => {
            let names = presented.iter().map(|name| bare(name)).collect::<Vec<_>>();
            let names = if names.is_empty() { "no name at all".to_owned() } else { names.join(", ") };
            format!("it is not for {}; it is for {names}", expected.to_str())
        }
        CertificateError::UnknownIssuer => {
            let last = others.last().unwrap_or(certificate);
            if issuer(certificate) == subject(certificate) {
                format!("it is signed by itself ({})", issuer(certificate))
            } else {
                format!("its issuer is not known here ({})", issuer(last))
            }
        }
        other if format!("{other:?}").contains("CaUsedAsEndEntity") => {
            format!(
                "it is an authority's own, CA:TRUE ({}); put this very certificate into ca_file",
                subject(certificate)
            )
        }
        other => other.to_string(),
    })
}

/// A name without what kind of name it is: `DnsName("mail.example.org")`.
fn bare(name: &str) -> &str {
    let inside = name.split_once('(').map_or(name, |(_, rest)| rest.trim_end_matches(')'));
    inside.trim_matches('"')
}

fn day(time: UnixTime) -> String {
    let seconds = i64::try_from(time.as_secs()).unwrap_or(i64::MAX);
    DateTime::from_timestamp(seconds, 0)
        .map_or_else(|| "a day unknown".into(), |time| time.format("%Y-%m-%d").to_string())
}

/// Why a handshake failed. Nothing of a mail has gone over the line then.
fn in_words(endpoint: &Endpoint, error: io::Error) -> io::Error {
    let Some(tls) = error.get_ref().and_then(|inner| inner.downcast_ref::<Error>()) else {
        let words = match error.kind() {
            io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset => {
                "the server hung up in the TLS handshake".to_owned()
            }
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                "the server said nothing in the TLS handshake".to_owned()
            }
            _ => error.to_string(),
        };
        return io::Error::new(error.kind(), words);
    };
    const NOTHING_IN_COMMON: &str = "the server offers no encryption that we know: TLS older than 1.2, or only RSA key exchange, \
                                     which keeps no secret once its key is known";
    let words = match tls {
        Error::Other(refusal) => refusal.to_string(),
        Error::AlertReceived(
            AlertDescription::HandshakeFailure
            | AlertDescription::ProtocolVersion
            | AlertDescription::InsufficientSecurity,
        )
        | Error::PeerIncompatible(
            PeerIncompatible::NoCipherSuitesInCommon
            | PeerIncompatible::NoKxGroupsInCommon
            | PeerIncompatible::ServerDoesNotSupportTls12Or13
            | PeerIncompatible::ServerTlsVersionIsDisabledByOurConfig,
        ) => format!("{NOTHING_IN_COMMON} ({tls})"),
        Error::AlertReceived(alert) => format!("the server broke the TLS handshake off: {alert:?}"),
        Error::InvalidMessage(_) => {
            format!("what answers at port {} speaks no TLS: is it security = \"starttls\"?", endpoint.port)
        }
        other => format!("the TLS handshake failed: {other}"),
    };
    io::Error::new(error.kind(), words)
}
