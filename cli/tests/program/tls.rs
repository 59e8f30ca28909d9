//! `https`: trusted certificates, and messages about others.

use crate::run::{Run, finish, program};
use crate::server::{Server, response};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/tls");
const OURS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/tls/authority.pem");

/// Runs `robots check` for a page of a server with this certificate. `authorities` is a file of
/// trusted authorities that replaces the system's.
fn ask(certificate: &str, host: &str, authorities: Option<&str>) -> Run {
    let server = Server::with_tls(
        certificate,
        response("200 OK", "user-agent: *\ndisallow: /"),
    );
    let page = server.url("/page").replace("127.0.0.1", host);
    let mut command = program();
    for variable in ["SSL_CERT_FILE", "SSL_CERT_DIR"] {
        command.env_remove(variable);
    }
    if let Some(authorities) = authorities {
        command.env("SSL_CERT_FILE", authorities);
    }
    finish(command.args(["check", &page, "--agent", "MyBot"]), b"")
}

#[test]
fn a_private_authority_can_be_named() {
    for host in ["127.0.0.1", "localhost"] {
        let run = ask("server", host, Some(OURS));
        run.exits(1);
        run.ends("(line 2: Disallow: /)\n");
    }
}

#[test]
fn certificate_errors_are_explained() {
    let itself = format!("{FOLDER}/itself.pem");
    for (certificate, authorities, said) in [
        (
            "server",
            None,
            "is signed by an authority that isn't trusted here; set SSL_CERT_FILE to a file",
        ),
        ("expired", Some(OURS), "has expired"),
        ("elsewhere", Some(OURS), "is for another host"),
        (
            "itself",
            Some(itself.as_str()),
            "belongs to an authority (CA), not to a server",
        ),
    ] {
        let run = ask(certificate, "127.0.0.1", authorities);
        assert_eq!(run.code, Some(2), "{run:?}");
        let said = format!("/robots.txt: the server's certificate {said}");
        assert!(run.complaint.contains(&said), "{certificate}: {run:?}");
        assert_eq!(run.complaint.lines().count(), 1, "{run:?}");
        let verdict = "(robots.txt could not be reached)\n";
        run.ends(verdict);
    }
}

#[test]
fn missing_authorities_are_reported() {
    let missing = format!("{FOLDER}/missing.pem");
    let run = ask("server", "127.0.0.1", Some(&missing));
    assert_eq!(run.code, Some(2), "{run:?}");
    let said = "no CA certificate found where SSL_CERT_FILE or SSL_CERT_DIR points";
    run.complains(said);
}
