//! The two dialects of robots.txt, and every difference between them.
//!
//! No code outside this file compares dialects. Each difference is a method here, with a `match`
//! that names every dialect, so a new dialect doesn't compile until every method handles it.

use crate::names::named;

/// A dialect: how a robots.txt is parsed and matched.
///
/// Choose [`Standard`](Dialect::Standard), the default, for your own crawler: it does what site owners
/// expect from the documentation. Choose [`Google`](Dialect::Google) if you need the
/// answers of google/robotstxt, even where it departs from Google's published specification.
///
/// This table lists every difference, with an example. Rules without a `user-agent` line belong to
/// `user-agent: *`. `⏎` is a line end, `\xEF` a byte, and `a×9` is `a` nine times. If a row names no
/// crawler, the crawler is `bot`.
///
/// | point | robots.txt | crawler | URL | Standard | Google |
/// |---|---|---|---|---|---|
/// | part of a byte order mark | `\xEF\xBBuser-agent: *⏎disallow: /` | | `/` | allowed | disallowed |
/// | NUL in a line | `disallow: /a\x00b` | | `/a` | allowed | disallowed |
/// | lines are cut at 16,663 bytes | `disallow: /a×20000` | | `/a×17000` | allowed | disallowed |
/// | a field only has to begin with a known name | `Disallowed: /a` | | `/a` | allowed | disallowed |
/// | misspelled fields | `dissallow: /a` | | `/a` | allowed | disallowed |
/// | no colon | `disallow /a` | | `/a` | allowed | disallowed |
/// | digits and `.` in a `user-agent` line | `user-agent: MJ12bot⏎disallow: /` | `MJ12bot` | `/` | disallowed | allowed |
/// | the crawler's name is cut to its product token | `user-agent: bot⏎disallow: /` | `bot/1.0` | `/` | disallowed | allowed |
/// | groups of more general tokens | `user-agent: Googlebot⏎disallow: /` | `Googlebot-Image` | `/` | disallowed | allowed |
/// | several names: the first with a group, or all | `user-agent: a⏎disallow: /a⏎user-agent: b⏎disallow: /b` | `a`, `b` | `/b` | allowed | disallowed |
/// | a crawler without a name | `user-agent: 1⏎disallow: /` | `""` | `/` | allowed | disallowed |
/// | percent-encoded bytes are bytes | `disallow: /%61` | | `/a` | disallowed | allowed |
/// | `/` and `%2F` are the same in a query | `disallow: /*?u=%2F` | | `/x?u=/` | disallowed | allowed |
/// | a `*` ends inside `%20` | `disallow: /*20$` | | `/a%20` | allowed | disallowed |
/// | a final `*` counts towards the length | `allow: /fish⏎disallow: /fish*` | | `/fish` | allowed | disallowed |
/// | `index.html` also means its folder | `disallow: /⏎allow: /a/index.html` | | `/a/` | disallowed | allowed |
/// | URLs are resolved as in browsers | `disallow: /a` | | `https://example.org/b/../a` | disallowed | allowed |
/// | `//` begins a host | `disallow: /b` | | `//a/b` | allowed | disallowed |
/// | NUL in a URL | `disallow: /a$` | | `/a\x00b` | allowed | disallowed |
/// | `/robots.txt` itself | `disallow: /` | | `/robots.txt` | allowed | disallowed |
///
/// One more difference shows in [`Verdict::line`](crate::Verdict::line) only: if no other rule
/// matches, google/robotstxt names a rule with an empty value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Dialect {
    /// Google's published specification together with RFC 9309. The default,
    /// and the one you want for a crawler of your own.
    #[default]
    Standard,
    /// Google's open-source parser and matcher (`google/robotstxt`), bit for bit: the same verdicts
    /// and the same lines. google/robotstxt has no size limit, so if you compare with it, lift the limit with
    /// [`ParseOptions::byte_limit`](crate::ParseOptions::byte_limit).
    Google,
}

named! {
    Dialect("dialect") {
        Standard = "standard",
        Google = "google",
    }
}

/// Turns each point into a method with an exhaustive `match`.
macro_rules! points {
    ($($(#[$doc:meta])+ $point:ident { $($dialect:ident: $answer:literal),+ })+) => {
        /// The points on which the dialects differ.
        impl Dialect {
            $(
                $(#[$doc])+
                pub(crate) const fn $point(self) -> bool {
                    match self {
                        $(Dialect::$dialect => $answer,)+
                    }
                }
            )+
        }
    };
}

points! {
    /// Returns `true` if bytes that only begin a byte order mark are skipped at the start of a
    /// text.
    skips_part_of_byte_order_mark { Standard: false, Google: true }

    /// Returns `true` if a NUL ends the content of its line; google/robotstxt works on C strings.
    nul_ends_line { Standard: false, Google: true }

    /// Returns `true` if a field only has to start with a known name, as in `Disallowed:`.
    fields_may_be_longer { Standard: false, Google: true }

    /// Returns `true` if frequent misspellings of known fields are accepted.
    accepts_misspelled_fields { Standard: false, Google: true }

    /// Returns `true` if blanks separate field and value where there is no colon.
    accepts_missing_colon { Standard: false, Google: true }

    /// Returns `true` if a rule with an empty value matches every URL, with length 0, and then
    /// disallows nothing.
    empty_rules_match { Standard: false, Google: true }

    /// Returns `true` if the caller's agent string is cut to its product token; otherwise it is
    /// compared as given.
    cuts_agent_to_token { Standard: true, Google: false }

    /// Returns `true` if a `user-agent` value without a product token names the crawler whose
    /// agent string is empty.
    names_empty_agent { Standard: false, Google: true }

    /// Returns `true` if a crawler without a group of its own obeys the group of a more general token.
    has_general_groups { Standard: true, Google: false }

    /// Returns `true` if the groups of all agents listed are merged; otherwise the first one
    /// that has a group selects it.
    merges_agents { Standard: false, Google: true }

    /// Returns `true` if `%XX` in a pattern is decoded where this doesn't change its meaning;
    /// otherwise only its digits are converted to upper case.
    decodes_patterns { Standard: true, Google: false }

    /// Returns `true` if the target of a URL is converted to canonical spelling; otherwise it is
    /// compared as written.
    respells_targets { Standard: true, Google: false }

    /// Returns `true` if a `%XX` is one unit, inside which no `*` begins or ends.
    keeps_escapes_whole { Standard: true, Google: false }

    /// Returns `true` if `%2F` and `/`, and also `%3F` and `?`, are the same in a query, where they
    /// delimit nothing.
    decodes_query_delimiters { Standard: true, Google: false }

    /// Returns `true` if the `*`s at the very end of a pattern count towards its length.
    counts_trailing_stars { Standard: false, Google: true }

    /// Returns `true` if an `allow` rule for an index page also allows the folder of that page.
    allows_index_folders { Standard: false, Google: true }

    /// Returns `true` if URLs are resolved as in browsers: dot segments are removed, and `\` is read
    /// as `/`.
    resolves_urls { Standard: true, Google: false }

    /// Returns `true` if a NUL ends the target of a URL.
    nul_ends_target { Standard: false, Google: true }

    /// Returns `true` if `/robots.txt` itself is allowed regardless of the rules (RFC 9309 §2.2.2).
    exempts_robots_txt { Standard: true, Google: false }
}

/// The points that are not a yes-or-no question.
impl Dialect {
    /// Returns the number of bytes of a line that are read; `None` if all are.
    pub(crate) const fn line_limit(self) -> Option<usize> {
        match self {
            Dialect::Standard => None,
            Dialect::Google => Some(2083 * 8 - 1),
        }
    }

    /// Returns `true` if `byte` can be part of the product token of a `user-agent` line. RFC
    /// 9309 §2.2.1 allows only letters, `-` and `_`.
    pub(crate) const fn is_token_byte(self, byte: u8) -> bool {
        match self {
            Dialect::Standard => byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'),
            Dialect::Google => byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_'),
        }
    }
}
