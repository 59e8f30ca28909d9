//! Decides which addresses may be contacted. A server that fetches files for others must not
//! reach into its own network.

use std::io;
use std::net::{IpAddr, Ipv4Addr};

use ureq::Agent;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use url::{Host, Url};

/// The reason why a host isn't contacted.
pub(crate) const REFUSED: &str = "the host has a private address, which is not contacted from here";

/// The addresses that may be contacted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Any address, because the program's user chose it.
    Any,
    /// Any address that the user asked for, but redirects to other hosts must lead to public
    /// addresses.
    #[cfg_attr(not(any(feature = "serve", test)), expect(dead_code))]
    PublicRedirects,
    /// Only public addresses.
    #[cfg_attr(not(any(feature = "serve", test)), expect(dead_code))]
    Public,
}

impl Reach {
    /// Returns `true` if a URL must have a public address, given the URL that was asked for.
    pub(super) fn refuses_private(self, asked: &Url, url: &Url) -> bool {
        match self {
            Reach::Any => false,
            Reach::PublicRedirects => {
                asked.host_str() != url.host_str()
                    || asked.port_or_known_default() != url.port_or_known_default()
            }
            Reach::Public => true,
        }
    }
}

/// Returns `true` if a URL's host is a private address. Names are checked when they're
/// resolved, because their addresses can change from one lookup to the next.
pub(super) fn is_private_url(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => is_private(address.into()),
        Some(Host::Ipv6(address)) => is_private(address.into()),
        Some(Host::Domain(_)) | None => false,
    }
}

/// Returns a client that refuses private addresses.
pub(super) fn guarded(config: Config) -> Agent {
    let resolver = PublicOnly(DefaultResolver::default());
    Agent::with_parts(config, DefaultConnector::default(), resolver)
}

/// A resolver that refuses hosts with private addresses. The client connects to the addresses
/// that it returns, so there is no second lookup that could return a different one.
#[derive(Debug)]
struct PublicOnly(DefaultResolver);

impl Resolver for PublicOnly {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.0.resolve(uri, config, timeout)?;
        if found.iter().any(|address| is_private(address.ip())) {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, REFUSED).into());
        }
        Ok(found)
    }
}

/// Returns `true` for every address that isn't globally reachable according to IANA's
/// special-purpose registries: loopback, private networks, link-local (where cloud providers
/// serve metadata), documentation, multicast. The standard library's `is_global` is not stable.
fn is_private(address: IpAddr) -> bool {
    // IPv4 addresses in IPv6 are those addresses.
    match address.to_canonical() {
        IpAddr::V4(address) => {
            let [a, b, c, _] = address.octets();
            matches!(
                (a, b, c),
                (0 | 10 | 127 | 224.., ..)
                    | (100, 64..=127, _)
                    | (169, 254, _)
                    | (172, 16..=31, _)
                    | (192, 0, 0 | 2)
                    | (192, 88, 99)
                    | (192, 168, _)
                    | (198, 18 | 19, _)
                    | (198, 51, 100)
                    | (203, 0, 113)
            )
        }
        IpAddr::V6(address) => match address.segments() {
            // Translated IPv4 (RFC 6052).
            [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
                let address = u32::from(high) << 16 | u32::from(low);
                is_private(Ipv4Addr::from(address).into())
            }
            // Protocol assignments with Teredo, documentation, 6to4.
            [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x2002, ..] | [0x3fff, 0..=0xfff, ..] => true,
            // Only these are global unicast addresses.
            [first, ..] => !(0x2000..=0x3fff).contains(&first),
        },
    }
}

#[cfg(test)]
#[path = "reach/tests.rs"]
mod tests;
