//! The proxy from the environment variables.

use ureq::http::Uri;
use ureq::{Proxy, ProxyProtocol};

use crate::output::{Failure, Result};

/// Returns the proxy to use, if one is set. An unusable value is an error, because a user who
/// sets a proxy doesn't want to connect without it.
pub(super) fn from_environment() -> Result<Option<Proxy>> {
    // The order in which the client reads the variables. It uses the first usable one, and
    // connects directly if none is usable.
    let names = ["ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY"].into_iter();
    for variable in names.flat_map(|name| [name.to_owned(), name.to_ascii_lowercase()]) {
        let Some(value) = std::env::var_os(&variable).filter(|value| !value.is_empty()) else {
            continue;
        };
        let proxy = value.to_str().and_then(|value| Proxy::new(value).ok());
        let is_http =
            |proxy: &Proxy| matches!(proxy.protocol(), ProxyProtocol::Http | ProxyProtocol::Https);
        if !proxy.as_ref().is_some_and(is_http) {
            return Err(Failure::from(format!(
                "{variable} is not the URL of an http or https proxy, such as \
                 http://proxy.example:3128"
            )));
        }
        // This finds the same proxy and also reads `NO_PROXY`.
        return Ok(Proxy::try_from_env());
    }
    Ok(None)
}

/// Returns the note to add to an error if a proxy was used.
pub(super) fn remark(proxy: Option<&Proxy>, url: &str) -> String {
    let is_asked = |proxy: &&Proxy| url.parse::<Uri>().is_ok_and(|url| !proxy.is_no_proxy(&url));
    // This isn't the whole URL, which may contain a password.
    proxy.filter(is_asked).map_or(String::new(), |proxy| {
        format!(" (through the proxy {}:{})", proxy.host(), proxy.port())
    })
}
