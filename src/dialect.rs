//! The two readings of robots.txt, and every point on which they part.
//!
//! Nothing outside this file asks which dialect it is: each point is a method
//! here, with a `match` that names every dialect, so that a third one does not
//! compile until it has answered them all.

/// How a robots.txt is read and matched.
///
/// Choose [`Standard`](Dialect::Standard), the default, for a crawler of your
/// own: it does what site owners are told. Choose [`Google`](Dialect::Google)
/// to know what Googlebot would do, also where google/robotstxt departs from
/// the specification that Google published.
///
/// Both share one pipeline. These are all the points on which they part, with
/// an example each. Rules without a `user-agent` line stand below
/// `user-agent: *`, `⏎` is a line end, `\xEF` a byte, `a×9` nine times `a`; the
/// crawler is `bot` where none is named.
///
/// | point | robots.txt | crawler | URL | Standard | Google |
/// |---|---|---|---|---|---|
/// | part of a byte order mark | `\xEF\xBBuser-agent: *⏎disallow: /` | | `/` | allowed | disallowed |
/// | NUL in a line | `disallow: /a\x00b` | | `/a` | allowed | disallowed |
/// | lines are cut at 16,663 bytes | `disallow: /a×20000` | | `/a×17000` | allowed | disallowed |
/// | fields need only begin right | `Disallowed: /a` | | `/a` | allowed | disallowed |
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
/// | a final `*` counts in the length | `allow: /fish⏎disallow: /fish*` | | `/fish` | allowed | disallowed |
/// | `index.html` stands for its folder | `disallow: /⏎allow: /a/index.html` | | `/a/` | disallowed | allowed |
/// | URLs are read as browsers do | `disallow: /a` | | `https://example.org/b/../a` | disallowed | allowed |
/// | `//` begins a host | `disallow: /b` | | `//a/b` | allowed | disallowed |
/// | NUL in a URL | `disallow: /a$` | | `/a\x00b` | allowed | disallowed |
/// | `/robots.txt` itself | `disallow: /` | | `/robots.txt` | allowed | disallowed |
///
/// One more point shows in [`Verdict::line`](crate::Verdict::line) only:
/// google/robotstxt names a rule with an empty value where no other matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Dialect {
    /// Google's published specification together with RFC 9309. The default,
    /// and the one to choose for a crawler of your own.
    #[default]
    Standard,
    /// Google's open-source parser and matcher (`google/robotstxt`), verdict
    /// and line, bit for bit: what Googlebot itself would answer. It has no size
    /// limit; to compare with it, lift that of
    /// [`ParseOptions::byte_limit`](crate::ParseOptions::byte_limit).
    Google,
}

/// Makes a method of each point, with an exhaustive `match`.
macro_rules! points {
    ($($(#[$doc:meta])+ $point:ident { $($dialect:ident: $answer:literal),+ })+) => {
        /// The points on which the dialects part.
        impl Dialect {
            $(
                $(#[$doc])+
                #[inline]
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
    /// Whether bytes that only begin a byte order mark are skipped at the start
    /// of a text.
    skips_part_of_byte_order_mark { Standard: false, Google: true }

    /// Whether a NUL ends the content of its line; google/robotstxt works on C
    /// strings.
    nul_ends_line { Standard: false, Google: true }

    /// Whether a field only has to start with a known name, as in
    /// `Disallowed:`.
    fields_may_be_longer { Standard: false, Google: true }

    /// Whether frequent misspellings of known fields are accepted.
    accepts_misspelled_fields { Standard: false, Google: true }

    /// Whether blanks separate field and value where there is no colon.
    accepts_missing_colon { Standard: false, Google: true }

    /// Whether a rule with an empty value matches every URL, with length 0, and
    /// then disallows nothing.
    empty_rules_match { Standard: false, Google: true }

    /// Whether the caller's agent string is cut to its product token; otherwise
    /// it is compared as given.
    cuts_agent_to_token { Standard: true, Google: false }

    /// Whether the empty agent string is named by `user-agent` values that are
    /// cut to nothing.
    names_empty_agent { Standard: false, Google: true }

    /// Whether a crawler without a group of its own obeys that of a more
    /// general token.
    has_general_groups { Standard: true, Google: false }

    /// Whether the groups of all agents listed are merged; otherwise the first
    /// that has a group selects it.
    merges_agents { Standard: false, Google: true }

    /// Whether `%XX` in a pattern is decoded where that means the same;
    /// otherwise it only gets upper-case digits.
    decodes_patterns { Standard: true, Google: false }

    /// Whether the target of a URL is brought into canonical spelling;
    /// otherwise it stays as written.
    respells_targets { Standard: true, Google: false }

    /// Whether a `%XX` is one unit, inside which no `*` begins or ends.
    keeps_escapes_whole { Standard: true, Google: false }

    /// Whether `%2F` and `/`, `%3F` and `?` are the same in a query, where they
    /// delimit nothing.
    decodes_query_delimiters { Standard: true, Google: false }

    /// Whether the `*`s at the very end of a pattern count towards its length.
    counts_trailing_stars { Standard: false, Google: true }

    /// Whether an `allow` rule for an index page also allows the folder of that
    /// page.
    allows_index_folders { Standard: false, Google: true }

    /// Whether URLs are read as browsers read them: dot segments resolved, `\`
    /// taken for `/`.
    resolves_urls { Standard: true, Google: false }

    /// Whether a NUL ends the target of a URL.
    nul_ends_target { Standard: false, Google: true }

    /// Whether `/robots.txt` itself is allowed whatever the rules say (RFC 9309
    /// §2.2.2).
    exempts_robots_txt { Standard: true, Google: false }
}

/// The points with more to say than yes or no.
impl Dialect {
    /// How many bytes of a line count, if not all.
    pub(crate) const fn line_limit(self) -> Option<usize> {
        match self {
            Dialect::Standard => None,
            Dialect::Google => Some(2083 * 8 - 1),
        }
    }

    /// Whether `byte` can be part of the product token of a `user-agent` line.
    /// RFC 9309 §2.2.1 has letters, `-` and `_` only.
    #[inline]
    pub(crate) const fn is_token_byte(self, byte: u8) -> bool {
        match self {
            Dialect::Standard => byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'),
            Dialect::Google => byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_'),
        }
    }
}
