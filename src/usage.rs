//! Usage preferences: what may be done with content that may be fetched.
//!
//! **Follows drafts; answers may change in any release until they are RFCs.**
//! The `content-usage` line and field are those of draft-ietf-aipref-attach-05
//! ([`ATTACH`]), their labels and syntax those of draft-ietf-aipref-vocab-08
//! ([`VOCAB`]); the types here are covered by semantic versioning, what they
//! answer is not. `content-signal` is read as Cloudflare documents it. Ask by
//! [`Matcher::usage`](crate::Matcher::usage) and
//! [`Matcher::content_signals`](crate::Matcher::content_signals); licences, by
//! [`Matcher::licenses`](crate::Matcher::licenses), need no feature.
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
//! assert_eq!(usage.category("train-ai"), Some(Preference::Allow));
//! assert_eq!(usage.line("train-ai"), Some(4));
//! assert_eq!(
//!     matcher.usage("/x").to_string(),
//!     "train-ai: disallowed by line 3: Content-Usage: train-ai=n",
//! );
//! assert!(!matcher.usage("/never/x").applies());
//! ```
//!
//! # Which line speaks for a URL
//!
//! 1. Where the URL is disallowed there are no preferences: the answer [does
//!    not apply](Usage::applies). That is also so while everything is disallowed
//!    because the file could not be fetched.
//! 2. The crawler's groups are selected as for verdicts. Of their
//!    `content-usage` lines those count whose path matches the URL, as that of
//!    an `allow` line would; a line without a path matches every URL. `allow`
//!    and `disallow` lines play no part in this.
//! 3. The longest path speaks alone: what its line leaves unknown is not
//!    looked up in lines with shorter paths, even if its statement is empty or
//!    broken.
//! 4. Where several lines have that length, each label is decided by itself: by
//!    a line that disallows it, else by one that allows it, else it is unknown.
//!    Of several that say so, the first in the file is named.
//!
//! Of `content-signal` lines each key is answered by itself: by the longest path
//! among the lines that state it; of equals, `no` wins over `yes`, and the least
//! `use` over more. So a line for `/blog/` that is silent on `ai-train` leaves
//! the site's `no` in force. Lines before the first `user-agent` line are for
//! every crawler whose groups hold no `content-signal` line at all.
//!
//! The two are never mixed: `ai-train` is about any model, `train-ai` about
//! generative ones; `ai-input` is not `ai-use`. A caller who asks for both takes the
//! [stricter](Preference::stricter) answer.
//!
//! # Whose line it is
//!
//! For verdicts only a rule ends a run of `user-agent` lines (RFC 9309
//! §2.2.4). By the draft a `content-usage` line is a rule, too, so for the
//! question whose line it is it ends such a run as well; for signals a
//! `content-signal` line does:
//!
//! ```
//! use robots_exclusion::Robots;
//! use robots_exclusion::usage::Preference;
//!
//! let robots = Robots::parse(
//!     "User-agent: *\nContent-Usage: train-ai=n\n\nUser-agent: SomeBot\nDisallow: /x\n",
//! );
//! assert_eq!(robots.matcher("Other").usage("/").category("train-ai"), Some(Preference::Disallow));
//! assert_eq!(robots.matcher("SomeBot").usage("/").category("train-ai"), None);
//! // But the rule is for both.
//! assert!(!robots.matcher("Other").allowed("/x"));
//! ```
//!
//! # Together with the response
//!
//! The HTTP field `Content-Usage` holds the same [`Statement`], for the
//! content of its response. robots.txt and field combine label by label, and
//! neither is more specific: disallow, else allow, else unknown.
//!
//! ```
//! use robots_exclusion::Robots;
//! use robots_exclusion::usage::{Preference, Statement};
//!
//! let robots = Robots::parse("User-agent: *\nContent-Usage: train-ai=n");
//! let matcher = robots.matcher("ExampleBot");
//! let by_file = matcher.usage("/x").category("train-ai");
//! let header = Statement::parse(b"train-ai=y, search=y");
//! let by_header = header.and_then(|statement| statement.category("train-ai"));
//! assert_eq!(Preference::stricter(by_file, by_header), Some(Preference::Disallow));
//! ```
//!
//! # What is left to the caller
//!
//! - What follows from *unknown*, `None`: neither granted nor refused. A
//!   default for it is the caller's own.
//! - Which label governs a use. A use that is search, as the draft defines it,
//!   is governed by `search` alone, whatever the others say.
//! - Keeping answers. The copy of robots.txt that was current when the asset
//!   was fetched counts, later ones do not: note the answer, its line, and by
//!   which drafts it was obtained, beside the asset.
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
//! # Readings
//!
//! Where the drafts are silent this module decides: equal lengths of different
//! paths are treated like the same path; a statement that does not parse still
//! is a line, whose preferences are unknown; a comment is cut before the
//! statement is read, even inside a quoted string. For signals little more than
//! their words is written down: except as said above, paths, groups and runs are
//! read as for `content-usage`; keys and values in any case, and a stray piece
//! spoils nothing.

mod answer;
mod compiled;
mod matches;
mod paths;
mod signals;
mod statement;
mod word;

use core::fmt;

pub use self::answer::Usage;
pub use self::matches::UsageMatch;
pub use self::statement::Statement;

pub(crate) use self::compiled::{Asked, Compiled};
pub(crate) use self::signals::{
    KEYS as SIGNAL_KEYS, pieces as signal_pieces, raw_pairs, word as signal_word,
};
pub(crate) use self::statement::{members, members_by_label};

/// The draft that says what a `content-usage` line is and which one speaks,
/// to be noted with an answer.
pub const ATTACH: &str = "draft-ietf-aipref-attach-05";

/// The draft that says what the labels mean and how statements combine, to be
/// noted with an answer.
pub const VOCAB: &str = "draft-ietf-aipref-vocab-08";

/// The labels of [`VOCAB`]: a slice, as the list grew and shrank with the
/// drafts.
///
/// - `train-ai`: changing the learned parameters of a generative AI model.
/// - `ai-use`: being input to a generative model, unless the user hands it over.
/// - `search`: applications that select assets and send users to them, with a
///   link and with excerpts that help to judge relevance.
///
/// No label inherits from another. Others that a statement holds are answered
/// if they are [asked for](Usage::category) by name.
pub const LABELS: &[&str] = &["train-ai", "ai-use", "search"];

/// What a statement says about one kind of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Preference {
    /// The use is allowed: `y`, or `yes` of a signal.
    Allow,
    /// The use is disallowed: `n`, or `no` of a signal.
    Disallow,
}

impl Preference {
    /// Combines what two sources say about one label, such as robots.txt and the
    /// `Content-Usage` field of the response: disallow, else allow, else
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
