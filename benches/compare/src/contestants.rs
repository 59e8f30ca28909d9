//! The crates, each called the way its own documentation says, from the same input.

use std::panic::{AssertUnwindSafe, catch_unwind};

use robots_exclusion::{Dialect, ParseOptions, Robots};
use robotstxt::DefaultMatcher;

pub const STANDARD: &str = "robots-exclusion, Standard";
pub const GOOGLE: &str = "robots-exclusion, Google";
pub const ROBOTXT: &str = "robotxt";
pub const TEXTING_ROBOTS: &str = "texting_robots";
pub const ROBOTSTXT: &str = "robotstxt";
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
