//! The crates, each called the way its own documentation says, from the same input.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use fast_robots::RobotsTxt;
use robots_exclusion::{Dialect, ParseOptions, Robots};
use robotstxt::DefaultMatcher;

use crate::corpus::LIMIT;

pub const STANDARD: &str = "robots-exclusion, Standard";
pub const GOOGLE: &str = "robots-exclusion, Google";
pub const ROBOTXT: &str = "robotxt";
pub const TEXTING_ROBOTS: &str = "texting_robots";
pub const ROBOTSTXT: &str = "robotstxt";
pub const FAST_ROBOTS: &str = "fast-robots";
/// Its text is known to be UTF-8 before.
pub const FAST_ROBOTS_TEXT: &str = "fast-robots, text";
/// It keeps the rules of all crawlers, so it is asked with the crawler's name each time.
pub const FAST_ROBOTS_MATCHER: &str = "fast-robots, matcher";
pub const FLOOR: &str = "floor: memchr2 to each line end";
pub const FLOOR_OF_ITERATOR: &str = "floor: memchr2_iter over the line ends";

/// Our dialects, with the names their rows carry.
pub const DIALECTS: [(Dialect, &str); 2] =
    [(Dialect::Standard, STANDARD), (Dialect::Google, GOOGLE)];

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

/// This crate takes UTF-8 and refuses files over 512 KiB. It gets what all others read, the first
/// 500 KiB, and where that is no UTF-8 the same with U+FFFD, as it would from a crawler whose
/// HTTP client hands out text.
pub fn utf8(file: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(&file[..file.len().min(LIMIT)])
}

/// From bytes, as its documentation has it for downloads. What is not UTF-8 it refuses; it then gets
/// `text`, which `utf8` made beforehand.
pub fn fast_robots<'a>(file: &'a [u8], text: &'a str) -> RobotsTxt<'a> {
    RobotsTxt::parse_bytes(&file[..file.len().min(LIMIT)])
        .unwrap_or_else(|_| RobotsTxt::parse(text))
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
