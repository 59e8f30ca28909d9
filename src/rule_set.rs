//! Compiled rules, and the search for the deciding rule.
//!
//! A [`RuleSet`] has one entry for each spelling that is compared. For example, the rules
//! `Allow: /`, `Disallow: /b`, `Disallow: /*.gif$` and `Disallow: /a%7eb` on lines 2 to 5
//! become
//!
//! ```text
//! entries      literal           wildcards   idle
//!   flags      A    D    D S     D $         D
//!   line       2    3    5       4           5
//!   start      0    1    3       7           13       18
//! signatures                     . g i f
//! keys         0    0    ~b
//! texts        /    /b   /a~b    /*.gif$     /a%7eb
//! ```
//!
//! - Literal entries come first, in file order. Each has a key, which is a one-byte hash of the
//!   start of its body. A target is only compared with entries that have one of its keys, and with
//!   entries that are too short to have one.
//! - Entries with wildcards follow in descending order of precedence, so that the first match wins.
//!   Each has a signature, which is a set of bytes that every matching target contains.
//! - Large rule sets have an [index](index) instead of keys. In these sets, all entries mentioned
//!   so far have a signature, and they are sorted into buckets by a hash of the start of their
//!   bodies.
//! - Idle entries come last. They are listed but never compared. These are the rules that match
//!   nothing, and the rules as written if a different spelling of them is compared (`S`).

mod compile;
mod entries;
mod index;
mod keys;
mod query;
mod rank;
mod scan;
mod signature;

pub(crate) use self::compile::Compiler;
pub(crate) use self::entries::RuleSet;
#[cfg(feature = "lint")]
pub(crate) use self::rank::Rank;
pub(crate) use self::rank::{Decision, is_allowed};
pub(crate) use self::scan::scan;
