//! Interprets addresses: of a page to ask about, or of a robots.txt to test.

use robots_exclusion::location::{LocationErrorKind, Scope, robots_txt_url};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct Page {
    /// The reason why no robots.txt covers this, if there is one.
    objection: Option<String>,
    /// The scheme, host and port, unless it is a path.
    origin: Option<String>,
    /// `false` if another robots.txt covers it than the given one.
    covered: bool,
}

/// Describes page addresses. `origin` is where the robots.txt is from, or empty.
pub(crate) fn pages(urls: &[String], origin: &str) -> Vec<Page> {
    let file = robots_txt(origin).and_then(|url| Scope::of_page(url).ok());
    urls.iter().map(|url| page(url, file.as_ref())).collect()
}

fn page(url: &str, file: Option<&Scope>) -> Page {
    let mut page = Page {
        objection: None,
        origin: None,
        covered: true,
    };
    if url.starts_with('/') {
        return page;
    }
    match Scope::of_page(url) {
        Ok(scope) => {
            page.covered = file.is_none_or(|file| file.covers(url));
            page.origin = Some(scope.to_string());
        }
        Err(error) if error.kind() == LocationErrorKind::NoHost => {
            page.objection = Some(error.to_string());
        }
        Err(_) => {
            let wanted = "neither an absolute URL nor a path that begins with `/`";
            page.objection = Some(match is_host(url) {
                true => format!("{wanted}; did you mean https://{url}?"),
                false => wanted.to_owned(),
            });
        }
    }
    page
}

/// Returns the robots.txt URL for an address, which is either a page's URL or a host with at
/// least one dot.
pub(crate) fn robots_txt(address: &str) -> Option<String> {
    let address = address.trim();
    if address.contains(char::is_whitespace) {
        return None;
    }
    let url = match address.contains("://") {
        true => robots_txt_url(address),
        false if is_host(address) => robots_txt_url(format!("https://{address}")),
        false => return None,
    };
    url.ok().map(String::from)
}

/// Returns `true` if this begins with a host name, as in `www.example.org/x`.
fn is_host(text: &str) -> bool {
    let host = text.split(['/', '?', '#']).next().unwrap_or_default();
    let (host, port) = host.split_once(':').unwrap_or((host, ""));
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '-';
    let is_label = |label: &str| !label.is_empty() && label.chars().all(is_letter);
    let last = host.rsplit('.').next().unwrap_or_default();
    // `robots.txt` is a file name.
    host.contains('.')
        && host.split('.').all(is_label)
        && port.bytes().all(|byte| byte.is_ascii_digit())
        && last.chars().any(char::is_alphabetic)
        && !["txt", "html", "htm", "xml", "php"].contains(&last)
}

// The platform parses URLs, so the tests of the page have those with hosts.
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_host_is_taken_for_one() {
        for host in [
            "example.org",
            "www.example.org/x?y",
            "example.org:8080",
            "münchen.de",
        ] {
            assert!(is_host(host), "{host}");
        }
        for other in [
            "",
            "x",
            "robots.txt",
            "a b.org",
            "user-agent: a.b",
            "1.2",
            ".org",
            "/a.b",
            "a..b",
        ] {
            assert!(!is_host(other), "{other}");
        }
    }

    #[test]
    fn paths_need_no_host() {
        let paths = pages(&["/a".into()], "");
        assert!(paths[0].objection.is_none() && paths[0].covered);
    }
}
