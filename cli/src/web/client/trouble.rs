//! Error messages for failed requests, with advice.

use std::error::Error as _;
use std::io::{self, ErrorKind};
use std::time::Duration;

use rustls::{AlertDescription, CertificateError as Bad};

/// Returns `true` if the request timed out.
pub(super) fn is_late(error: &ureq::Error) -> bool {
    match error {
        ureq::Error::Timeout(_) => true,
        ureq::Error::Io(error) => inner(error).map_or_else(|| is_late_io(error), is_late),
        _ => false,
    }
}

fn is_late_io(error: &io::Error) -> bool {
    [ErrorKind::TimedOut, ErrorKind::WouldBlock].contains(&error.kind())
}

/// Returns `true` if the response is not HTTP.
pub(super) fn is_not_http(error: &ureq::Error) -> bool {
    use ureq::Error::{LargeResponseHeader, Protocol};
    matches!(error, Protocol(_) | LargeResponseHeader(..))
}

/// Returns the rest of a sentence that starts with the URL.
pub(super) fn explained(error: &ureq::Error, timeout: Duration) -> String {
    if let Some(error) = tls(error) {
        return of_tls(error);
    }
    match error {
        ureq::Error::Timeout(_) => late(timeout),
        ureq::Error::HostNotFound => unresolved(),
        ureq::Error::ConnectionFailed => "cannot connect to the host".to_owned(),
        ureq::Error::Io(error) => of_io(error, timeout),
        ureq::Error::Protocol(error) => format!("the response is not HTTP: {error}"),
        ureq::Error::LargeResponseHeader(..) => {
            "the response is not HTTP: its header section is too long".to_owned()
        }
        ureq::Error::ConnectProxyFailed(why) => format!("the proxy refused to connect: {why}"),
        other => other.to_string(),
    }
}

fn unresolved() -> String {
    "the host name cannot be resolved: is it spelled correctly?".to_owned()
}

fn late(timeout: Duration) -> String {
    let seconds = timeout.as_secs_f64();
    format!("no complete response within {seconds} s (see --timeout)")
}

fn of_io(error: &io::Error, timeout: Duration) -> String {
    // The client may wrap the error.
    if let Some(error) = inner::<ureq::Error>(error) {
        return explained(error, timeout);
    }
    let why = match error.kind() {
        _ if is_late_io(error) => return late(timeout),
        ErrorKind::ConnectionRefused => "connection refused: no server is listening there",
        ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted => {
            "the server closed the connection"
        }
        ErrorKind::UnexpectedEof => "the connection ended before the response did",
        // The resolver's messages vary between systems.
        _ if error.to_string().contains("lookup address") => return unresolved(),
        _ => return error.to_string(),
    };
    why.to_owned()
}

fn inner<T: std::error::Error + 'static>(error: &io::Error) -> Option<&T> {
    error.get_ref().and_then(|inner| inner.downcast_ref())
}

fn tls(error: &ureq::Error) -> Option<&rustls::Error> {
    match error {
        ureq::Error::Rustls(error) => Some(error),
        ureq::Error::Io(error) => inner(error).or_else(|| tls(inner(error)?)),
        _ => None,
    }
}

fn of_tls(error: &rustls::Error) -> String {
    let invalid = match error {
        rustls::Error::InvalidCertificate(invalid) => invalid,
        rustls::Error::InvalidMessage(_) => {
            return "the server does not use TLS on this port: try http instead of https"
                .to_owned();
        }
        rustls::Error::AlertReceived(AlertDescription::UnrecognisedName) => {
            return "the server has no certificate for this host".to_owned();
        }
        rustls::Error::AlertReceived(alert) => {
            return format!("the server refuses the TLS connection ({alert:?})");
        }
        other => return format!("no TLS connection: {other}"),
    };
    let what = match invalid {
        Bad::Expired | Bad::ExpiredContext { .. } => "has expired",
        Bad::NotValidYet | Bad::NotValidYetContext { .. } => "is not valid yet",
        Bad::NotValidForName | Bad::NotValidForNameContext { .. } => "is for another host",
        Bad::UnknownIssuer => {
            "is signed by an authority that isn't trusted here; set SSL_CERT_FILE to a file that \
             contains the authority's certificate"
        }
        Bad::Revoked => "is revoked",
        Bad::Other(other) if is_of_an_authority(other) => {
            "belongs to an authority (CA), not to a server; the server needs one that the \
             authority has issued"
        }
        _ => return format!("the server's certificate is not accepted: {invalid}"),
    };
    format!("the server's certificate {what}")
}

/// Returns `true` if the certificate belongs to an authority, like many self-signed certificates.
fn is_of_an_authority(error: &rustls::OtherError) -> bool {
    let source = error.source().map(ToString::to_string);
    let why = source.unwrap_or_else(|| error.to_string());
    why.contains("CaUsedAsEndEntity")
}
