//! `fetch`: the location and scope of a robots.txt, redirects, and the life of a cached copy.
//!
//! The first line of the input determines the format of the others:
//!
//! ```text
//! scopes          redirects                          cache
//! http://a/b      301 http://b.example/robots.txt    200 max-age=60
//! HTTP://A:80/    302 /other                         +3600
//! ```

use core::time::Duration;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use robots_exclusion::fetch::{
    CachePolicy, CachedRobots, FetchOutcome, RedirectAction, Redirects, Refresh, Timestamp,
};
use robots_exclusion::location::{Scope, robots_txt_url};
use url::Url;

pub fn check(input: &[u8]) {
    let mut lines = input.split(|&byte| byte == b'\n');
    let kind = lines.next().unwrap_or_default();
    match kind.first() {
        Some(b's') => scopes(
            &lines
                .map(String::from_utf8_lossy)
                .take(6)
                .collect::<Vec<_>>(),
        ),
        Some(b'r') => redirects(&lines.collect::<Vec<_>>()),
        Some(b'c') => cache(&lines.collect::<Vec<_>>(), kind.ends_with(b"keep")),
        _ => {}
    }
}

fn hash(scope: &Scope) -> u64 {
    let mut hasher = DefaultHasher::new();
    scope.hash(&mut hasher);
    hasher.finish()
}

fn scopes(pages: &[impl AsRef<str>]) {
    for page in pages {
        let page = page.as_ref();
        let Ok(scope) = Scope::of_page(page) else {
            assert!(
                robots_txt_url(page).is_err(),
                "{page:?} has a robots.txt, but no scope"
            );
            assert!(Scope::from_robots_txt_url(page).is_err());
            continue;
        };
        let url = robots_txt_url(page)
            .unwrap_or_else(|error| panic!("{page:?} has a scope, but no robots.txt: {error}"));
        let parsed = Url::parse(page).expect("a page with a scope is a URL");
        assert_eq!(
            (url.scheme(), url.path(), url.query(), url.fragment()),
            (parsed.scheme(), "/robots.txt", None, None)
        );
        assert!(
            url.username().is_empty() && url.password().is_none(),
            "user info is left in {url}"
        );
        assert_eq!(
            (url.host(), url.port()),
            (parsed.host(), parsed.port()),
            "{page:?}"
        );
        assert_eq!(scope.scheme(), parsed.scheme());
        assert_eq!(scope.port(), parsed.port_or_known_default(), "{page:?}");
        assert!(!scope.host().is_empty());

        // Some URLs do not survive a round trip through the URL parser: a `file:` URL loses its
        // host before a drive letter.
        let is_read_alike = Url::parse(parsed.as_str()).as_ref() == Ok(&parsed);
        let written = is_read_alike.then_some(parsed.as_str());
        let same = [
            page,
            url.as_str(),
            scope.robots_txt_url(),
            &scope.to_string(),
        ];
        for same in same.into_iter().chain(written) {
            assert_eq!(
                Scope::of_page(same).as_ref(),
                Ok(&scope),
                "{same:?} and {page:?}"
            );
            assert!(scope.covers(same), "{scope} does not cover {same:?}");
        }
        for robots_txt in [url.as_str(), scope.robots_txt_url()] {
            assert_eq!(Scope::from_robots_txt_url(robots_txt).as_ref(), Ok(&scope));
        }
        assert_eq!(Scope::try_from(&parsed).as_ref(), Ok(&scope));
        if let Ok(own) = Scope::from_robots_txt_url(page) {
            assert!(
                own == scope && parsed.path() == "/robots.txt" && parsed.query().is_none(),
                "{page:?}"
            );
        }
        for other in pages {
            let other = other.as_ref();
            let other_scope = Scope::of_page(other);
            assert_eq!(
                scope.covers(other),
                other_scope.as_ref() == Ok(&scope),
                "{scope} and {other:?}"
            );
            if let (Ok(other_scope), Ok(other)) = (other_scope, Url::parse(other)) {
                let is_special = ["http", "https", "ws", "wss", "ftp"].contains(&other.scheme());
                if is_special && parsed.scheme() == other.scheme() {
                    assert_eq!(
                        parsed.origin() == other.origin(),
                        scope == other_scope,
                        "{parsed} and {other}"
                    );
                }
                assert_eq!(scope.cmp(&other_scope).is_eq(), scope == other_scope);
                assert!(scope != other_scope || hash(&scope) == hash(&other_scope));
            }
        }
    }
}

fn redirects(lines: &[&[u8]]) {
    let first = Url::parse("https://example.com/robots.txt").expect("a URL");
    let mut redirects = Redirects::new(first.clone());
    let mut asked = vec![first];
    for line in lines {
        let mut words = line.splitn(2, |&byte| byte == b' ');
        let status = words.next().and_then(number).unwrap_or(302) as u16;
        let location = words.next();
        let before = redirects.url().clone();
        match redirects.follow(status, location) {
            RedirectAction::Answer => {
                assert!(
                    !(300..=399).contains(&status) || status == 304,
                    "{status} is not an answer"
                );
                assert_eq!(*redirects.url(), before);
            }
            RedirectAction::Request => {
                let url = redirects.url().clone();
                assert!((300..=399).contains(&status) && status != 304 && location.is_some());
                assert!(
                    matches!(url.scheme(), "http" | "https")
                        && url.has_host()
                        && url.fragment().is_none(),
                    "{url}"
                );
                assert!(!asked.contains(&url), "{url} is requested twice");
                assert_eq!(*redirects.url(), url);
                asked.push(url);
                assert!(asked.len() <= 6, "more than five hops");
            }
            RedirectAction::End(result) => {
                let access = result.access();
                assert!(access.robots().is_none() && access.unavailable().is_some());
                assert!(access.allowed("a", "/robots.txt"));
                assert_eq!(*redirects.url(), before);
            }
        }
    }
}

fn number(digits: &[u8]) -> Option<u64> {
    core::str::from_utf8(digits).ok()?.trim().parse().ok()
}

const DAY: Duration = Duration::from_secs(24 * 60 * 60);
const END: Timestamp = Timestamp(Duration::MAX);

/// A summary of the fetches so far.
#[derive(Debug, Default)]
struct History {
    /// The last answer: `true` for a file, which disallows `/x`, and `false` for no restrictions.
    copy: Option<bool>,
    /// The length of the current outage up to its last failure, and the time of that failure.
    outage: Option<(Duration, Timestamp)>,
}

impl History {
    fn outage_lasts(&self, now: Timestamp) -> Option<Duration> {
        let (lasted, last) = self.outage?;
        Some(lasted.saturating_add(now.duration_since(last)))
    }

    fn fail(&mut self, now: Timestamp) {
        let lasted = self.outage_lasts(now).unwrap_or_default();
        self.outage = Some((lasted, now));
    }
}

/// The URL of every response.
fn url() -> Url {
    Url::parse("https://example.com/robots.txt").expect("a URL")
}

fn cache(lines: &[&[u8]], keep_copy: bool) {
    let mut policy = CachePolicy::new();
    policy.retry_after_at_most = DAY;
    policy.keep_copy_while_unreachable = keep_copy;
    let mut cached = CachedRobots::new(policy);
    let mut history = History::default();
    let mut now = Timestamp(Duration::from_secs(1_700_000_000));
    for line in lines {
        match line {
            [b'+', seconds @ ..] => {
                let passed = Duration::from_secs(number(seconds).unwrap_or(0));
                now = now + passed;
            }
            // The clock is set back.
            [b'-', seconds @ ..] => {
                let back = Duration::from_secs(number(seconds).unwrap_or(0));
                now = Timestamp(now.0.saturating_sub(back));
            }
            line => record(line, &mut cached, &mut history, now),
        }
        check_outlook(&mut cached, &history, keep_copy, now);
    }
}

/// Records a result, given by its status and headers: `200 max-age=60;ETag: "x";Age: 5`.
fn record(line: &[u8], cached: &mut CachedRobots, history: &mut History, now: Timestamp) {
    let mut words = line.splitn(2, |&byte| byte == b' ');
    let status = words.next().and_then(number).unwrap_or(0) as u16;
    let url = url();
    let result = FetchOutcome::response(status, "user-agent: *\ndisallow: /x\n");
    let mut result = result.url(&url);
    for header in words.next().unwrap_or_default().split(|&byte| byte == b';') {
        let header = String::from_utf8_lossy(header);
        result = match header.split_once(": ") {
            Some((name, value)) => result.header(name, value),
            None => result.header("cache-control", header.as_bytes()),
        };
    }
    let is_conditional = cached.conditional_headers(&url).next().is_some();
    cached.record(result, now);
    match status {
        304 if is_conditional => history.outage = None,
        206 => history.fail(now),
        200..=299 => (history.copy, history.outage) = (Some(status != 204), None),
        407 | 429 => history.fail(now),
        400..=499 => (history.copy, history.outage) = (Some(false), None),
        _ => history.fail(now),
    }
    if history.outage.is_none() {
        assert!(
            matches!(cached.at(now).refresh, Refresh::FreshUntil(_)),
            "not fresh after {status}"
        );
    }
}

/// Returns `true` for control characters except the tab, which RFC 9110 §5.5 allows in header
/// values.
fn is_control(byte: &u8) -> bool {
    byte.is_ascii_control() && *byte != b'\t'
}

fn check_outlook(cached: &mut CachedRobots, history: &History, keep_copy: bool, now: Timestamp) {
    let next = cached.at(now).refresh;
    assert_eq!(cached.at(now).refresh, next, "a query changes the state");
    match next {
        Refresh::FreshUntil(until) => {
            assert!(history.outage.is_none() && history.copy.is_some());
            // No time is later than the maximum, and the clock may have been set back by less than
            // the life of the copy.
            assert!((until > now || now == END) && until <= now + 2 * DAY);
        }
        Refresh::RetryAt(at) => {
            assert!(history.outage.is_some());
            assert!((at > now || now == END) && at <= now + 2 * DAY);
        }
        Refresh::Now => {}
    }
    for (_, value) in cached.conditional_headers(&url()) {
        assert!(
            value.len() <= 4096 && !value.iter().any(is_control),
            "{}",
            value.escape_ascii()
        );
    }
    assert_eq!(cached.copy().is_some(), history.copy.is_some());
    let patience = 30 * DAY;
    let (file, everything) = match (history.outage_lasts(now), history.copy) {
        (None, None) => (false, false),
        (None, Some(file)) => (file, !file),
        (Some(outage), Some(file)) if keep_copy || outage > patience => (file, !file),
        (Some(outage), _) => (false, outage > patience),
    };
    let state = cached.at(now);
    let access = state.access;
    let allowed = ["/robots.txt", "/x", "/y"].map(|path| access.allowed("a", path));
    assert_eq!(
        allowed,
        [true, everything, file || everything],
        "{history:?}"
    );
    assert!(access.matcher("a").allowed("/robots.txt"));
}
