//! Usage preferences: what may be done with content after it has been fetched.
//!
//! Requires the `usage` feature.
//!
//! **This module follows drafts, so its answers may change in any release until they become RFCs.**
//! The `content-usage` line and HTTP field follow draft-ietf-aipref-attach-05 ([`ATTACH`]); labels
//! and syntax follow draft-ietf-aipref-vocab-08 ([`VOCAB`]). `content-signal` follows Cloudflare's
//! documentation. Semantic versioning covers the types in this module, but not their answers. The
//! entry points are [`Matcher::usage`](crate::Matcher::usage) and
//! [`Matcher::content_signals`](crate::Matcher::content_signals).
//! [`Matcher::licenses`](crate::Matcher::licenses) doesn't require a feature.
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
//! 1. If the URL is disallowed, no preference [applies](Usage::applies). This includes the time
//!    during which everything is disallowed because the file couldn't be fetched.
//! 2. Groups are selected in the same way as for verdicts. A `content-usage` line in these groups
//!    matches a URL if its path would match as an `allow` pattern. A line without a path matches
//!    every URL. `allow` and `disallow` lines don't affect this.
//! 3. Only the lines with the longest matching path count. A label that they don't state is
//!    unknown, even if a line with a shorter path states it. This is true even if their statements
//!    are empty or don't parse.
//! 4. If several lines have equally long paths, each label is decided separately: it is disallowed
//!    if any of the lines disallows it, otherwise allowed if any of them allows it, and otherwise
//!    unknown. If several lines decide it in the same way, the first one in the file is reported.
//!
//! For `content-signal` lines, each key is decided separately by the longest path among the lines
//! that state it. Among equally long paths, `no` wins over `yes`, and the most restrictive `use`
//! wins. This means that a line for `/blog/` that doesn't state `ai-train` leaves the site's `no`
//! in force. Lines before the first `user-agent` line apply to every crawler whose groups don't
//! contain a `content-signal` line.
//!
//! The two fields are never mixed, because their terms mean different things: `ai-train` covers any
//! model but `train-ai` only generative ones, and `ai-input` isn't the same as `ai-use`. If you
//! need both fields, use the [stricter](Preference::stricter) answer.
//!
//! # The crawlers of a line
//!
//! In the draft, a `content-usage` line is a rule, which ends the run of `user-agent` lines before
//! it. This crate treats all records that way: each one only applies to the crawlers in its
//! [run](crate::records), whereas `allow` and `disallow` rules apply to the whole group:
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
//! The `Content-Usage` HTTP field contains a [`Statement`] about the content of its response. The
//! file and the field are combined label by label, and neither takes precedence: a label is
//! disallowed if either of them disallows it, otherwise allowed if either allows it, and otherwise
//! unknown.
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
//! - *Unknown* (`None`) means that a use is neither granted nor refused, so you have to choose a
//!   default.
//! - Choose the label that governs your use. If your use is search as the draft defines it, only
//!   `search` applies.
//! - Keep the answer. What counts is the copy of robots.txt that was current when the asset was
//!   fetched, not a later one, so store the answer, its line and the names of the drafts along with
//!   the asset.
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
//! The drafts leave some cases open. This module treats different paths of equal length as if they
//! were the same path. A line whose statement doesn't parse still counts, but its preferences are
//! unknown. A comment is removed before the statement is parsed, even if it begins inside a quoted
//! string. Only the keys and values of signals are documented. Apart from the differences described
//! above, their paths, groups and runs work as they do for `content-usage`. Case is ignored, and
//! malformed pairs are skipped.

mod answer;
mod compiled;
mod signals;
mod statement;
mod word;

pub use self::answer::Usage;
pub use self::compiled::UsageLine;
pub use self::statement::Statement;

pub(crate) use self::compiled::CompiledLines;
#[cfg(feature = "lint")]
pub(crate) use self::compiled::{known_label, labels};
#[cfg(feature = "lint")]
pub(crate) use self::statement::{stated, word_for, written};
use crate::names::named;

/// The draft that defines `content-usage` lines and their precedence. Log it along with each
/// answer.
pub const ATTACH: &str = "draft-ietf-aipref-attach-05";

/// The draft that defines the labels and how statements are combined. Log it along with each
/// answer.
pub const VOCAB: &str = "draft-ietf-aipref-vocab-08";

/// The labels that [`VOCAB`] defines. This is a slice because the list has grown and shrunk from
/// draft to draft.
///
/// - `train-ai`: changing a generative AI model's learned parameters.
/// - `ai-use`: being input to a generative model, unless the user supplies the content.
/// - `search`: applications that select assets and send users to them, showing a link and excerpts
///   that help users judge their relevance.
///
/// Labels don't inherit from each other. Any other label can be [queried](Usage::preference) by
/// name.
pub const LABELS: &[&str] = &["train-ai", "ai-use", "search"];

named! {
    /// A preference for one kind of use.
    #[non_exhaustive]
    pub enum Preference {
        /// The use is allowed: `y`, or `yes` in a signal.
        Allow = "allow",
        /// The use is disallowed: `n`, or `no` in a signal.
        Disallow = "disallow",
    }
}

impl Preference {
    /// Combines the preferences for one label from two sources, such as robots.txt and the
    /// response's `Content-Usage` field. The result is `Disallow` if either source disallows the
    /// use, otherwise `Allow` if either allows it, and otherwise `None`.
    ///
    /// ```
    /// use robots_exclusion::usage::Preference::{self, Allow, Disallow};
    ///
    /// assert_eq!(Preference::stricter(Some(Disallow), Some(Allow)), Some(Disallow));
    /// assert_eq!(Preference::stricter(None, Some(Allow)), Some(Allow));
    /// assert_eq!(Preference::stricter(None, None), None);
    /// ```
    pub fn stricter(a: Option<Preference>, b: Option<Preference>) -> Option<Preference> {
        a.max(b)
    }
}
