//! Usage preferences: what may be done with content that may be fetched.
//!
//! Needs the feature `usage`.
//!
//! **Follows drafts; answers may change in any release until they are RFCs.**
//! The `content-usage` line and HTTP field follow draft-ietf-aipref-attach-05 ([`ATTACH`]); labels and
//! syntax follow draft-ietf-aipref-vocab-08 ([`VOCAB`]). `content-signal` follows Cloudflare's
//! documentation. Semantic versioning covers the types in this module, but not their answers. The
//! entry points are [`Matcher::usage`](crate::Matcher::usage) and
//! [`Matcher::content_signals`](crate::Matcher::content_signals).
//! [`Matcher::licenses`](crate::Matcher::licenses) needs no feature.
//!
//! ```
//! use robots_exclusion::Robots;
//! use robots_exclusion::usage::Preference;
//!
//! let robots = Robots::parse(
//!     "User-agent: *\nDisallow: /never/\n\
//!      Content-Usage: train-ai=n\nContent-Usage: /ai-ok/ train-ai=y",
//! );
//! let matcher = robots.matcher("ExampleBot");
//! let usage = matcher.usage("https://example.com/ai-ok/x");
//! assert_eq!(usage.preference("train-ai"), Some(Preference::Allow));
//! assert_eq!(usage.line("train-ai"), Some(4));
//! assert_eq!(
//!     matcher.usage("/x").to_string(),
//!     "train-ai: disallowed by line 3: Content-Usage: train-ai=n",
//! );
//! assert!(!matcher.usage("/never/x").applies());
//! ```
//!
//! # The deciding line
//!
//! 1. If the URL is disallowed, no preference [applies](Usage::applies). This includes the time while
//!    everything is disallowed because the file could not be fetched.
//! 2. Groups are selected as for verdicts. A `content-usage` line of these groups matches a URL if
//!    its path would match as an `allow` pattern. A line without a path matches every URL. `allow`
//!    and `disallow` lines don't affect this.
//! 3. Only the lines with the longest matching path count. A label that these lines don't state is
//!    unknown, even if a line with a shorter path states it, and even if their statements are empty
//!    or don't parse.
//! 4. If several lines have that length, each label is decided separately: a line that disallows it
//!    wins, then one that allows it; otherwise it is unknown. If there are several such lines, the
//!    first one in the file is reported.
//!
//! For `content-signal` lines, each key is decided separately by the longest path among the lines that
//! state it. Among equally long paths, `no` wins over `yes`, and the most restrictive `use` wins. So a
//! line for `/blog/` that doesn't state `ai-train` leaves the site's `no` in force. Lines before the
//! first `user-agent` line apply to every crawler whose groups contain no `content-signal` line.
//!
//! The two fields are never mixed: `ai-train` is about any model, `train-ai` about generative models
//! only; `ai-input` is not `ai-use`. If you need both, use the
//! [stricter](Preference::stricter) answer.
//!
//! # The crawlers of a line
//!
//! The draft makes a `content-usage` line a rule, which ends the run of `user-agent` lines before it.
//! This crate treats all records that way: each is only for the crawlers of its
//! [run](crate::records), whereas `allow` and `disallow` rules are for the whole group:
//!
//! ```
//! use robots_exclusion::Robots;
//! use robots_exclusion::usage::Preference;
//!
//! let robots = Robots::parse(
//!     "User-agent: *\nContent-Usage: train-ai=n\n\nUser-agent: SomeBot\nDisallow: /x\n",
//! );
//! assert_eq!(robots.matcher("Other").usage("/").preference("train-ai"), Some(Preference::Disallow));
//! assert_eq!(robots.matcher("SomeBot").usage("/").preference("train-ai"), None);
//! // But the rule applies to both.
//! assert!(!robots.matcher("Other").allowed("/x"));
//! ```
//!
//! # Combining with the response
//!
//! The HTTP field `Content-Usage` contains a [`Statement`] about the content of its response. The
//! file and the field are combined label by label, and neither is more specific: disallow wins,
//! then allow; otherwise the label is unknown.
//!
//! ```
//! use robots_exclusion::Robots;
//! use robots_exclusion::usage::{Preference, Statement};
//!
//! let robots = Robots::parse("User-agent: *\nContent-Usage: train-ai=n");
//! let matcher = robots.matcher("ExampleBot");
//! let by_file = matcher.usage("/x").preference("train-ai");
//! let header = Statement::parse(b"train-ai=y, search=y");
//! let by_header = header.and_then(|statement| statement.preference("train-ai"));
//! assert_eq!(Preference::stricter(by_file, by_header), Some(Preference::Disallow));
//! ```
//!
//! # What you have to do
//!
//! - *Unknown* (`None`) means that a use is neither granted nor refused, so choose a default for
//!   it.
//! - Choose the label that governs a use. A use that is search, as the draft defines it, is governed
//!   by `search` alone.
//! - Keep the answer. The copy of robots.txt that was current when the asset was fetched counts, not
//!   a later one. Store the answer, its line and the names of the drafts with the asset.
//!
//! ```
//! use robots_exclusion::{Robots, usage};
//!
//! let robots = Robots::parse("User-agent: *\nContent-Usage: train-ai=n");
//! let matcher = robots.matcher("ExampleBot");
//! let note = format!("{} ({}, {})", matcher.usage("/x"), usage::ATTACH, usage::VOCAB);
//! assert_eq!(
//!     note,
//!     "train-ai: disallowed by line 2: Content-Usage: train-ai=n \
//!      (draft-ietf-aipref-attach-05, draft-ietf-aipref-vocab-08)",
//! );
//! ```
//!
//! # Interpretations
//!
//! The drafts leave some cases open. This module treats different paths of equal length like the same
//! path. A line whose statement doesn't parse still counts, and its preferences are unknown. A
//! comment is removed before the statement is parsed, even inside a quoted string. For signals, only
//! the keys and values are documented: paths, groups and runs work as for `content-usage` except as
//! described above, case is ignored, and a malformed pair is skipped.

mod answer;
mod compiled;
mod matches;
mod signals;
mod statement;
mod word;
#[cfg(feature = "lint")]
mod written;

use core::fmt;

pub use self::answer::Usage;
pub use self::matches::UsageMatch;
pub use self::statement::Statement;

pub(crate) use self::compiled::{Compiled, CompiledFields};
#[cfg(feature = "lint")]
pub(crate) use self::compiled::{known_label, labels, stated};
#[cfg(feature = "lint")]
pub(crate) use self::written::{Written, written};

/// The draft that defines `content-usage` lines and which of them decides. Log it with an answer.
pub const ATTACH: &str = "draft-ietf-aipref-attach-05";

/// The draft that defines the labels and how statements combine. Log it with an answer.
pub const VOCAB: &str = "draft-ietf-aipref-vocab-08";

/// The labels of [`VOCAB`]. This is a slice because the list has grown and shrunk with the drafts.
///
/// - `train-ai`: changing the learned parameters of a generative AI model.
/// - `ai-use`: being input to a generative model, unless the user supplies the content.
/// - `search`: applications that select assets and send users to them, with a
///   link and with excerpts that help to judge relevance.
///
/// No label inherits from another. Any other label can be [queried](Usage::preference) by name.
pub const LABELS: &[&str] = &["train-ai", "ai-use", "search"];

/// A preference for one kind of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Preference {
    /// The use is allowed: `y`, or `yes` of a signal.
    Allow,
    /// The use is disallowed: `n`, or `no` of a signal.
    Disallow,
}

impl Preference {
    /// Combines the preferences of two sources for one label, such as robots.txt and the
    /// `Content-Usage` field of the response: disallow wins, then allow; otherwise the result is
    /// unknown.
    ///
    /// ```
    /// use robots_exclusion::usage::Preference::{self, Allow, Disallow};
    ///
    /// assert_eq!(Preference::stricter(Some(Disallow), Some(Allow)), Some(Disallow));
    /// assert_eq!(Preference::stricter(None, Some(Allow)), Some(Allow));
    /// assert_eq!(Preference::stricter(None, None), None);
    /// ```
    pub fn stricter(a: Option<Preference>, b: Option<Preference>) -> Option<Preference> {
        match (a, b) {
            (Some(Preference::Disallow), _) | (_, Some(Preference::Disallow)) => {
                Some(Preference::Disallow)
            }
            (Some(Preference::Allow), _) | (_, Some(Preference::Allow)) => Some(Preference::Allow),
            (None, None) => None,
        }
    }
}

/// Writes `allow` or `disallow`.
impl fmt::Display for Preference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Preference::Allow => "allow",
            Preference::Disallow => "disallow",
        })
    }
}
