//! The proxy that environment variables name.

use ureq::http::Uri;
use ureq::{Proxy, ProxyProtocol};

use crate::output::Failure;

/// In the order in which the client looks at them; it takes the first that it
/// can use, and asks directly if it can use none.
const VARIABLES: [&str; 6] = [
    "ALL_PROXY",
    "all_proxy",
    "HTTPS_PROXY",
    "https_proxy",
    "HTTP_PROXY",
    "http_proxy",
];

/// The proxy to use, if one is named. What cannot be used is an error: whoever
/// names a proxy does not want to be seen without it.
pub(super) fn from_environment() -> Result<Option<Proxy>, Failure> {
    for variable in VARIABLES {
        let Some(value) = std::env::var_os(variable).filter(|value| !value.is_empty()) else {
            continue;
        };
        let proxy = value.to_str().and_then(|value| Proxy::new(value).ok());
        let is_http =
            |proxy: &Proxy| matches!(proxy.protocol(), ProxyProtocol::Http | ProxyProtocol::Https);
        if !proxy.as_ref().is_some_and(is_http) {
            return Err(Failure::new(format_args!(
                "{variable} is not the URL of an http or https proxy, such as \
                 http://proxy.example:3128"
            )));
        }
        // The same, and what `NO_PROXY` says.
        return Ok(Proxy::try_from_env());
    }
    Ok(None)
}

/// What to add to an error, if a proxy was asked.
pub(super) fn remark(proxy: Option<&Proxy>, url: &str) -> String {
    let is_asked = |proxy: &&Proxy| url.parse::<Uri>().is_ok_and(|url| !proxy.is_no_proxy(&url));
    // Not its whole URL, in which a password may stand.
    proxy.filter(is_asked).map_or(String::new(), |proxy| {
        format!(" (through the proxy {}:{})", proxy.host(), proxy.port())
    })
}
