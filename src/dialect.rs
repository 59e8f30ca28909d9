//! The two robots.txt dialects, and every difference between them.
//!
//! No code outside this file compares dialects. Each difference is a method here whose `match`
//! lists every dialect, so a new dialect doesn't compile until every method handles it.

use crate::names::named;

named! {
    /// A dialect of robots.txt, which determines how a file is parsed and matched.
    ///
    /// Choose [`Standard`](Dialect::Standard), the default, for your own crawler: it does what site
    /// owners who have read the documentation expect. Choose [`Google`](Dialect::Google) if you need
    /// the same answers as google/robotstxt, even where it departs from Google's published
    /// specification.
    ///
    /// This table lists every difference and gives an example of it. Rules without a `user-agent` line
    /// belong to `user-agent: *`. `⏎` is a line end, `\xEF` a byte, and `a×9` is `a` nine times. If a
    /// row doesn't name a crawler, the crawler is `bot`.
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
    /// There is one more difference, which only affects [`Verdict::line`](crate::Verdict::line): if no
    /// other rule matches, google/robotstxt reports a rule with an empty value.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
    #[non_exhaustive]
    pub enum Dialect("dialect") {
        /// Google's published specification together with RFC 9309. This is the default, and it's the
        /// one you want for your own crawler.
        #[default]
        Standard = "standard",
        /// Google's open-source parser and matcher (`google/robotstxt`), bit for bit: the verdicts and
        /// the line numbers are the same. google/robotstxt has no size limit, so if you compare the
        /// two, lift ours with [`ParseOptions::byte_limit`](crate::ParseOptions::byte_limit).
        Google = "google",
    }
}

/// Turns each difference into a method with an exhaustive `match`.
macro_rules! points {
    ($($(#[$doc:meta])+ $point:ident { $($dialect:ident: $answer:literal),+ })+) => {
        /// The differences between the dialects.
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
    /// Returns `true` if an incomplete byte order mark is skipped at the start of the text.
    skips_part_of_byte_order_mark { Standard: false, Google: true }

    /// Returns `true` if a NUL ends the content of its line, and a URL's target, because
    /// google/robotstxt works on C strings.
    nul_ends_text { Standard: false, Google: true }

    /// Returns `true` if a field only has to start with a known name, as in `Disallowed:`.
    fields_may_be_longer { Standard: false, Google: true }

    /// Returns `true` if common misspellings of known fields are accepted.
    accepts_misspelled_fields { Standard: false, Google: true }

    /// Returns `true` if blanks separate the field from the value when there is no colon.
    accepts_missing_colon { Standard: false, Google: true }

    /// Returns `true` if a rule with an empty value matches every URL with length 0. Such a match
    /// doesn't disallow anything.
    empty_rules_match { Standard: false, Google: true }

    /// Returns `true` if the caller's agent string is cut to its product token; otherwise it is
    /// compared as given.
    cuts_agent_to_token { Standard: true, Google: false }

    /// Returns `true` if a `user-agent` value without a product token names the crawler whose
    /// agent string is empty.
    names_empty_agent { Standard: false, Google: true }

    /// Returns `true` if a crawler without its own group obeys the group for a more general token.
    has_general_groups { Standard: true, Google: false }

    /// Returns `true` if the groups for all listed agents are merged; otherwise the first agent
    /// that has groups selects them.
    merges_agents { Standard: false, Google: true }

    /// Returns `true` if `%XX` is decoded wherever that doesn't change the meaning of a pattern or a
    /// URL's target. In a query, that includes `%2F` and `%3F`, because `/` and `?` don't delimit
    /// anything there. Any other `%XX` is a unit, so that no `*` can begin or end inside it.
    ///
    /// Otherwise, targets are compared as written, and in patterns, the digits of `%XX` are merely
    /// converted to upper case.
    decodes_escapes { Standard: true, Google: false }

    /// Returns `true` if the `*`s at the very end of a pattern count towards its length.
    counts_trailing_stars { Standard: false, Google: true }

    /// Returns `true` if an `allow` rule for an index page also allows the page's folder.
    allows_index_folders { Standard: false, Google: true }

    /// Returns `true` if URLs are resolved as in browsers: dot segments are removed, and `\` is read
    /// as `/`.
    resolves_urls { Standard: true, Google: false }

    /// Returns `true` if `/robots.txt` itself is allowed regardless of the rules (RFC 9309 §2.2.2).
    exempts_robots_txt { Standard: true, Google: false }
}

/// The differences that can't be expressed as yes-or-no questions.
impl Dialect {
    /// Returns the maximum number of bytes that are read from a line.
    pub(crate) const fn line_limit(self) -> usize {
        match self {
            Dialect::Standard => usize::MAX,
            Dialect::Google => 2083 * 8 - 1,
        }
    }

    /// Returns `true` if `byte` can be part of the product token in a `user-agent` line. RFC 9309
    /// §2.2.1 only allows letters, `-` and `_`.
    pub(crate) const fn is_token_byte(self, byte: u8) -> bool {
        match self {
            Dialect::Standard => byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'),
            Dialect::Google => byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_'),
        }
    }
}
