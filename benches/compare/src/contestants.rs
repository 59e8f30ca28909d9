//! The crates, each called the way its own documentation says, from the same input.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};

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
/// Its text is known to be UTF-8 before.
pub const FAST_ROBOTS_TEXT: &str = "fast-robots, text";
/// It keeps the rules of all crawlers, so it is asked with the crawler's name each time.
pub const FAST_ROBOTS_MATCHER: &str = "fast-robots, matcher";
pub const SIM_CODEC_ROBOTS: &str = "sim-codec-robots";
#[cfg(feature = "halldyll")]
pub const HALLDYLL_ROBOTS: &str = "halldyll-robots";
pub const FLOOR: &str = "floor: memchr2 to each line end";
pub const FLOOR_OF_ITERATOR: &str = "floor: memchr2_iter over the line ends";

/// Our dialects, with the names their rows carry.
pub const DIALECTS: [(Dialect, &str); 2] =
    [(Dialect::Standard, STANDARD), (Dialect::Google, GOOGLE)];
/// The names of a query without a matcher.
pub const SHOTS: [(Dialect, &str); 2] = [
    (Dialect::Standard, STANDARD_SHOT),
    (Dialect::Google, GOOGLE_SHOT),
];
/// The names of a query for which a matcher is made.
pub const MATCHERS: [(Dialect, &str); 2] = [
    (Dialect::Standard, STANDARD_MATCHER),
    (Dialect::Google, GOOGLE_MATCHER),
];

pub fn parse(dialect: Dialect, file: &[u8]) -> Robots<'_> {
    ParseOptions::new().dialect(dialect).parse(file)
}

/// Without the byte limit, for files that are large on purpose.
pub fn parse_whole(dialect: Dialect, file: &[u8]) -> Robots<'_> {
    ParseOptions::new()
        .dialect(dialect)
        .byte_limit(None)
        .parse(file)
}

pub fn robotxt(file: &[u8], agent: &str) -> robotxt::Robots {
    robotxt::Robots::parse(file, agent)
}

/// `None` where the crate refuses the file, as it does when a pattern makes too large a regular expression.
pub fn texting_robots(file: &[u8], agent: &str) -> Option<texting_robots::Robot> {
    texting_robots::Robot::new(agent, file).ok()
}

/// This crate keeps no parsed form, so each query parses. It takes text only; `None` where it panics.
pub fn robotstxt(file: &str, agent: &str, target: &str) -> Option<bool> {
    catch_unwind(AssertUnwindSafe(|| {
        DefaultMatcher::default().one_agent_allowed_by_robots(file, agent, target)
    }))
    .ok()
}

/// For the crates that take UTF-8: what all others read, the first 500 KiB, and where that is invalid
/// UTF-8 the same with U+FFFD, as an HTTP client hands out text.
pub fn utf8(file: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(&file[..file.len().min(LIMIT)])
}

/// From bytes, as its documentation has it for downloads. What is not UTF-8 it refuses; it then gets
/// `text`, which `utf8` made beforehand.
pub fn fast_robots<'a>(file: &'a [u8], text: &'a str) -> RobotsTxt<'a> {
    RobotsTxt::parse_bytes(&file[..file.len().min(LIMIT)])
        .unwrap_or_else(|_| RobotsTxt::parse(text))
}

/// `None` where the crate refuses the file: it counts rules and lines.
pub fn sim_codec_robots(file: &[u8]) -> Option<RobotsDoc> {
    let file = &file[..file.len().min(LIMIT)];
    sim_codec_robots::parse_robots(file, &RobotsLimits::default(), None).ok()
}

/// Each query spells each rule anew; `None` where it panics, as it does at a `%` before a letter
/// outside of ASCII.
pub fn sim_allows(robots: &RobotsDoc, agent: &str, target: &str) -> Option<bool> {
    catch_unwind(AssertUnwindSafe(|| robots.allows(agent, target))).ok()
}

#[cfg(feature = "halldyll")]
pub use halldyll::{allows as halldyll_allows, parse as halldyll_robots};

#[cfg(feature = "halldyll")]
mod halldyll {
    use std::time::Duration;

    use halldyll_robots::{RobotsMatcher, RobotsParser, RobotsPolicy};

    /// It takes text, and how long the crawler means to keep it.
    pub fn parse(text: &str) -> RobotsPolicy {
        RobotsParser::new().parse(text, Duration::from_secs(24 * 60 * 60))
    }

    pub fn allows(policy: &RobotsPolicy, agent: &str, target: &str) -> bool {
        RobotsMatcher::new(agent).is_allowed(policy, target).allowed
    }
}

/// The other crates that answer whether a path may be fetched.
pub const PEERS: &[&str] = &[
    FAST_ROBOTS,
    FAST_ROBOTS_MATCHER,
    ROBOTXT,
    TEXTING_ROBOTS,
    ROBOTSTXT,
    SIM_CODEC_ROBOTS,
    #[cfg(feature = "halldyll")]
    HALLDYLL_ROBOTS,
];

/// What one of them answers; `None` for what it refuses, or panics on.
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
        #[cfg(feature = "halldyll")]
        HALLDYLL_ROBOTS => {
            let policy = halldyll_robots(text);
            look(&|target| Some(halldyll_allows(&policy, agent, target)))
        }
        other => panic!("no contestant {other}"),
    }
}

/// Visits each line end and does nothing else, with a call of `memchr2` a line, as whoever stops at
/// each line has to.
pub fn line_ends(file: &[u8]) -> u64 {
    let (mut start, mut found) = (0, 0);
    while let Some(length) = memchr::memchr2(b'\n', b'\r', &file[start..]) {
        start += length + 1;
        found += start as u64 & 1;
    }
    found
}

/// The same without a call a line, which keeps what it knows from one line to the next.
pub fn line_ends_by_iterator(file: &[u8]) -> u64 {
    let ends = memchr::memchr2_iter(b'\n', b'\r', file);
    ends.map(|end| (end as u64 + 1) & 1).sum()
}
