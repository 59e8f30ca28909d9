//! Refuses requests that other sites make.

use std::net::{IpAddr, SocketAddr};

use hyper::Request;
use hyper::header::{HOST, HeaderName, ORIGIN};

/// The header that the page sends with a fetch. Other sites' pages may not send it.
const MARK: HeaderName = HeaderName::from_static("x-robots-serve");

/// Refuses requests that don't come from the page. Contains the server's names.
pub(super) struct Guard {
    address: SocketAddr,
    /// Names that the user gave, for a proxy or a name in the local network.
    names: Vec<String>,
}

impl Guard {
    pub(super) fn new(address: SocketAddr, names: Vec<String>) -> Guard {
        Guard { address, names }
    }

    /// Returns the reason to refuse a request, or `None` if it is for this server and from its page.
    pub(super) fn refusal<B>(&self, request: &Request<B>) -> Option<&'static str> {
        let mut hosts = request.headers().get_all(HOST).iter();
        let host = match (hosts.next().map(|host| host.to_str()), hosts.next()) {
            (Some(Ok(host)), None) => host,
            _ => return Some("exactly one Host header is required"),
        };
        // An absolute request target replaces `Host` (RFC 9112 §3.2.2), so both must be right.
        let target = request
            .uri()
            .authority()
            .map(hyper::http::uri::Authority::as_str);
        if !self.is_own(host) || !target.is_none_or(|target| self.is_own(target)) {
            return Some("this server has another name: see --host");
        }
        let origins = request.headers().get_all(ORIGIN);
        let is_same = |origin: &[u8]| {
            let own = |scheme: &[u8]| origin.strip_prefix(scheme) == Some(host.as_bytes());
            own(b"http://") || own(b"https://")
        };
        if !origins.iter().all(|origin| is_same(origin.as_bytes())) {
            return Some("requests from other sites are refused");
        }
        // Browsers tell where a request comes from. Links on other sites may lead to the page
        // itself.
        let site = request.headers().get("sec-fetch-site");
        let is_navigation = request
            .headers()
            .get("sec-fetch-mode")
            .is_some_and(|mode| mode == "navigate");
        let is_foreign = site.is_some_and(|site| site != "same-origin" && site != "none");
        (is_foreign && !is_navigation).then_some("requests from other sites are refused")
    }

    /// Returns the reason for not fetching a file, for a request that isn't refused for another
    /// reason.
    pub(super) fn refusal_to_fetch<B>(request: &Request<B>) -> Option<&'static str> {
        let is_marked = request.headers().get(MARK).is_some_and(|mark| mark == "1");
        (!is_marked).then_some("the header X-Robots-Serve: 1 is missing")
    }

    /// Returns `true` if a host and port name this server.
    ///
    /// Addresses are safe, because another site's page can't be made to have one as its name.
    /// Only host names can be made to resolve to this machine.
    fn is_own(&self, host_and_port: &str) -> bool {
        let (host, port) = split(host_and_port);
        if self
            .names
            .iter()
            .any(|name| name.eq_ignore_ascii_case(host))
        {
            return true;
        }
        let Some(port) = port else { return false };
        let literal = host
            .trim_start_matches('[')
            .trim_end_matches(']')
            .parse::<IpAddr>();
        let is_ours = match literal {
            Ok(address) if self.address.ip().is_unspecified() => !address.is_unspecified(),
            Ok(address) => address == self.address.ip(),
            Err(_) => host.eq_ignore_ascii_case("localhost") && self.is_local(),
        };
        is_ours && port == self.address.port()
    }

    /// Returns `true` if the server can be reached as `localhost`.
    fn is_local(&self) -> bool {
        self.address.ip().is_loopback() || self.address.ip().is_unspecified()
    }
}

/// Splits a host and port. The default port is 80.
fn split(host_and_port: &str) -> (&str, Option<u16>) {
    let bracket = host_and_port.rfind(']').unwrap_or(0);
    match host_and_port[bracket..].rfind(':') {
        Some(colon) => {
            let (host, port) = host_and_port.split_at(bracket + colon);
            (host, port[1..].parse().ok())
        }
        None => (host_and_port, Some(80)),
    }
}

#[cfg(test)]
#[path = "guard/tests.rs"]
mod tests;
