//! The crates, each called as its own documentation recommends, on the same input.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crawlberg_robots::RobotsRules;
use fast_robots::RobotsTxt;
use robots_exclusion::{Dialect, ParseOptions, Robots};
use robotstxt::DefaultMatcher;
use sim_codec_robots::{RobotsDoc, RobotsLimits};

use crate::corpus::LIMIT;

pub const STANDARD: &str = "robots-exclusion, Standard";
pub const GOOGLE: &str = "robots-exclusion, Google";
pub const STANDARD_SHOT: &str = "robots-exclusion, Standard, Robots::allowed";
pub const GOOGLE_SHOT: &str = "robots-exclusion, Google, Robots::allowed";
pub const STANDARD_MATCHER: &str = "robots-exclusion, Standard, Matcher";
pub const GOOGLE_MATCHER: &str = "robots-exclusion, Google, Matcher";
pub const ROBOTXT: &str = "robotxt";
pub const TEXTING_ROBOTS: &str = "texting_robots";
pub const ROBOTSTXT: &str = "robotstxt";
pub const FAST_ROBOTS: &str = "fast-robots";
/// The text is already known to be UTF-8.
pub const FAST_ROBOTS_TEXT: &str = "fast-robots, text";
/// The matcher contains the rules of all crawlers, so each query names the crawler.
pub const FAST_ROBOTS_MATCHER: &str = "fast-robots, matcher";
pub const SIM_CODEC_ROBOTS: &str = "sim-codec-robots";
pub const CRAWLBERG_ROBOTS: &str = "crawlberg-robots";
#[cfg(feature = "halldyll")]
pub const HALLDYLL_ROBOTS: &str = "halldyll-robots";
pub const FLOOR: &str = "floor: memchr2 to each line end";
pub const FLOOR_OF_ITERATOR: &str = "floor: memchr2_iter over the line ends";

/// Our dialects, and the names of their rows.
pub const DIALECTS: [(Dialect, &str); 2] =
    [(Dialect::Standard, STANDARD), (Dialect::Google, GOOGLE)];
/// The names of queries without a matcher.
pub const SHOTS: [(Dialect, &str); 2] = [
    (Dialect::Standard, STANDARD_SHOT),
    (Dialect::Google, GOOGLE_SHOT),
];
/// The names of queries for which a matcher is built.
pub const MATCHERS: [(Dialect, &str); 2] = [
    (Dialect::Standard, STANDARD_MATCHER),
    (Dialect::Google, GOOGLE_MATCHER),
];

pub fn parse(dialect: Dialect, file: &[u8]) -> Robots<'_> {
    ParseOptions::new().dialect(dialect).parse(file)
}

/// Removes the byte limit, for files that are large on purpose.
pub fn parse_whole(dialect: Dialect, file: &[u8]) -> Robots<'_> {
    ParseOptions::new()
        .dialect(dialect)
        .byte_limit(None)
        .parse(file)
}

pub fn robotxt(file: &[u8], agent: &str) -> robotxt::Robots {
    robotxt::Robots::parse(file, agent)
}

/// Returns `None` if the crate rejects the file, as it does when a pattern results in too large a
/// regular expression.
pub fn texting_robots(file: &[u8], agent: &str) -> Option<texting_robots::Robot> {
    texting_robots::Robot::new(agent, file).ok()
}

/// Queries a crate that keeps no parsed form, so each query parses. It takes only text. Returns
/// `None` if it panics.
pub fn robotstxt(file: &str, agent: &str, target: &str) -> Option<bool> {
    catch_unwind(AssertUnwindSafe(|| {
        DefaultMatcher::default().one_agent_allowed_by_robots(file, agent, target)
    }))
    .ok()
}

/// Returns what all other crates read, the first 500 KiB, for the crates that take UTF-8. Invalid
/// UTF-8 is replaced by U+FFFD, as HTTP clients do.
pub fn utf8(file: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(&file[..file.len().min(LIMIT)])
}

/// Parses from bytes, as the crate's documentation recommends for downloads. It rejects invalid
/// UTF-8, and then gets `text`, which `utf8` made beforehand.
pub fn fast_robots<'a>(file: &'a [u8], text: &'a str) -> RobotsTxt<'a> {
    RobotsTxt::parse_bytes(&file[..file.len().min(LIMIT)])
        .unwrap_or_else(|_| RobotsTxt::parse(text))
}

/// Returns `None` if the crate rejects the file: it limits the number of rules and lines.
pub fn sim_codec_robots(file: &[u8]) -> Option<RobotsDoc> {
    let file = &file[..file.len().min(LIMIT)];
    sim_codec_robots::parse_robots(file, &RobotsLimits::default(), None).ok()
}

/// Normalises each rule again for each query. Returns `None` if it panics, as it does at a `%`
/// before a non-ASCII letter.
pub fn sim_allows(robots: &RobotsDoc, agent: &str, target: &str) -> Option<bool> {
    catch_unwind(AssertUnwindSafe(|| robots.allows(agent, target))).ok()
}

/// Takes text, and keeps the rules of one crawler.
pub fn crawlberg_robots(text: &str, agent: &str) -> RobotsRules {
    crawlberg_robots::parse_robots_txt(text, agent)
}

pub fn crawlberg_allows(rules: &RobotsRules, target: &str) -> bool {
    crawlberg_robots::is_path_allowed(target, rules)
}

#[cfg(feature = "halldyll")]
pub use halldyll::{allows as halldyll_allows, parse as halldyll_robots};

#[cfg(feature = "halldyll")]
mod halldyll {
    use std::time::Duration;

    use halldyll_robots::{RobotsMatcher, RobotsParser, RobotsPolicy};

    /// Takes text, and how long the crawler keeps the result.
    pub fn parse(text: &str) -> RobotsPolicy {
        RobotsParser::new().parse(text, Duration::from_secs(24 * 60 * 60))
    }

    pub fn allows(policy: &RobotsPolicy, agent: &str, target: &str) -> bool {
        RobotsMatcher::new(agent).is_allowed(policy, target).allowed
    }
}

/// The other crates that decide whether a path may be fetched.
pub const PEERS: &[&str] = &[
    FAST_ROBOTS,
    FAST_ROBOTS_MATCHER,
    ROBOTXT,
    TEXTING_ROBOTS,
    ROBOTSTXT,
    SIM_CODEC_ROBOTS,
    CRAWLBERG_ROBOTS,
    #[cfg(feature = "halldyll")]
    HALLDYLL_ROBOTS,
];

/// Returns the answer of one of them, or `None` if it rejects the input or panics.
pub fn with_answers<R>(
    peer: &str,
    file: &[u8],
    text: &str,
    agent: &str,
    look: impl FnOnce(&dyn Fn(&str) -> Option<bool>) -> R,
) -> R {
    match peer {
        FAST_ROBOTS => {
            let robots = fast_robots(file, text);
            look(&|target| Some(robots.is_allowed(agent, target)))
        }
        FAST_ROBOTS_MATCHER => {
            let robots = fast_robots(file, text);
            let matcher = robots.matcher();
            look(&|target| Some(matcher.is_allowed(agent, target)))
        }
        ROBOTXT => {
            let robots = robotxt(file, agent);
            look(&|target| Some(robots.is_allowed(target)))
        }
        TEXTING_ROBOTS => {
            let robot = catch_unwind(|| texting_robots(file, agent)).ok().flatten();
            look(&|target| robot.as_ref().map(|robot| robot.allowed(target)))
        }
        ROBOTSTXT => look(&|target| robotstxt(text, agent, target)),
        SIM_CODEC_ROBOTS => {
            let robots = sim_codec_robots(file);
            look(&|target| sim_allows(robots.as_ref()?, agent, target))
        }
        CRAWLBERG_ROBOTS => {
            let rules = crawlberg_robots(text, agent);
            look(&|target| Some(crawlberg_allows(&rules, target)))
        }
        #[cfg(feature = "halldyll")]
        HALLDYLL_ROBOTS => {
            let policy = halldyll_robots(text);
            look(&|target| Some(halldyll_allows(&policy, agent, target)))
        }
        other => panic!("no contestant {other}"),
    }
}

/// Visits each line end and does nothing else. It calls `memchr2` once per line, as any parser that
/// stops at each line must.
pub fn line_ends(file: &[u8]) -> u64 {
    let (mut start, mut found) = (0, 0);
    while let Some(length) = memchr::memchr2(b'\n', b'\r', &file[start..]) {
        start += length + 1;
        found += start as u64 & 1;
    }
    found
}

/// Visits each line end without a call per line, so that state is kept between lines.
pub fn line_ends_by_iterator(file: &[u8]) -> u64 {
    let ends = memchr::memchr2_iter(b'\n', b'\r', file);
    ends.map(|end| (end as u64 + 1) & 1).sum()
}
