//! `rules`: like `verdict`, for files that random bytes rarely produce: many similar rules in one
//! group, and URLs that match many of them.
//!
//! The input is a list of choices for the generator of files, of one byte each.

use robots_exclusion::Dialect;

use super::verdict::check_question;
use crate::support::questions::question;
use crate::support::random::Random;

pub fn check(input: &[u8]) {
    let mut random = Random::replay(input);
    let dialect = [Dialect::Standard, Dialect::Google][random.below(2)];
    check_question(&question(&mut random, dialect));
}
