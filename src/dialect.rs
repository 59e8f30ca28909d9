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
/// | a crawler without a name | `user-agent: 1⏎disallow: /` | `` | `/` | allowed | disallowed |
/// | percent-encoded bytes are bytes | `disallow: /%61` | | `/a` | disallowed | allowed |
/// | `/` and `%2F` are the same in a query | `disallow: /*?u=%2F` | | `/x?u=/` | disallowed | allowed |
/// | a `*` ends inside of `%20` | `disallow: /*20$` | | `/a%20` | allowed | disallowed |
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
    /// and line, bit for bit: what Googlebot itself would answer. It has no
    /// limit to the size of a file; lift it with
    /// [`ParseOptions::byte_limit`](crate::ParseOptions::byte_limit) to
    /// compare.
    Google,
}

/// The bytes of a line that count in google/robotstxt.
pub(crate) const GOOGLE_LINE_LIMIT: usize = 2083 * 8 - 1;

/// The points on which the dialects part.
impl Dialect {
    /// How many bytes of a line count, if not all.
    pub(crate) const fn line_limit(self) -> Option<usize> {
        match self {
            Dialect::Standard => None,
            Dialect::Google => Some(GOOGLE_LINE_LIMIT),
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

    /// Whether bytes that only begin a byte order mark are skipped at the start
    /// of a text.
    #[inline]
    pub(crate) const fn skips_part_of_byte_order_mark(self) -> bool {
        match self {
            Dialect::Standard => false,
            Dialect::Google => true,
        }
    }

    /// Whether a NUL ends the content of its line; google/robotstxt works on C
    /// strings.
    #[inline]
    pub(crate) const fn nul_ends_line(self) -> bool {
        match self {
            Dialect::Standard => false,
            Dialect::Google => true,
        }
    }

    /// Whether a field only has to start with a known name, as in
    /// `Disallowed:`.
    #[inline]
    pub(crate) const fn fields_may_be_longer(self) -> bool {
        match self {
            Dialect::Standard => false,
            Dialect::Google => true,
        }
    }

    /// Whether frequent misspellings of known fields are accepted.
    #[inline]
    pub(crate) const fn accepts_misspelled_fields(self) -> bool {
        match self {
            Dialect::Standard => false,
            Dialect::Google => true,
        }
    }

    /// Whether blanks separate field and value where there is no colon.
    #[inline]
    pub(crate) const fn accepts_missing_colon(self) -> bool {
        match self {
            Dialect::Standard => false,
            Dialect::Google => true,
        }
    }

    /// Whether a rule with an empty value matches every URL, with length 0, and
    /// then disallows nothing.
    #[inline]
    pub(crate) const fn empty_rules_match(self) -> bool {
        match self {
            Dialect::Standard => false,
            Dialect::Google => true,
        }
    }

    /// Whether the caller's agent string is cut to its product token; otherwise
    /// it is compared as given.
    #[inline]
    pub(crate) const fn cuts_agent_to_token(self) -> bool {
        match self {
            Dialect::Standard => true,
            Dialect::Google => false,
        }
    }

    /// Whether the empty agent string is named by `user-agent` values that are
    /// cut to nothing.
    #[inline]
    pub(crate) const fn names_empty_agent(self) -> bool {
        match self {
            Dialect::Standard => false,
            Dialect::Google => true,
        }
    }

    /// Whether a crawler without a group of its own obeys that of a more
    /// general token.
    #[inline]
    pub(crate) const fn has_general_groups(self) -> bool {
        match self {
            Dialect::Standard => true,
            Dialect::Google => false,
        }
    }

    /// Whether the groups of all agents listed are merged; otherwise the first
    /// that has a group selects it.
    #[inline]
    pub(crate) const fn merges_agents(self) -> bool {
        match self {
            Dialect::Standard => false,
            Dialect::Google => true,
        }
    }

    /// Whether `%XX` in a pattern is decoded where that means the same;
    /// otherwise it only gets upper-case digits.
    #[inline]
    pub(crate) const fn decodes_patterns(self) -> bool {
        match self {
            Dialect::Standard => true,
            Dialect::Google => false,
        }
    }

    /// Whether the target of a URL is brought into canonical spelling;
    /// otherwise it stays as written.
    #[inline]
    pub(crate) const fn respells_targets(self) -> bool {
        match self {
            Dialect::Standard => true,
            Dialect::Google => false,
        }
    }

    /// Whether a `%XX` is one unit, inside which no `*` begins or ends.
    #[inline]
    pub(crate) const fn keeps_escapes_whole(self) -> bool {
        match self {
            Dialect::Standard => true,
            Dialect::Google => false,
        }
    }

    /// Whether `%2F` and `/`, `%3F` and `?` are the same in a query, where they
    /// delimit nothing.
    #[inline]
    pub(crate) const fn decodes_query_delimiters(self) -> bool {
        match self {
            Dialect::Standard => true,
            Dialect::Google => false,
        }
    }

    /// Whether the `*`s at the very end of a pattern count towards its length.
    #[inline]
    pub(crate) const fn counts_trailing_stars(self) -> bool {
        match self {
            Dialect::Standard => false,
            Dialect::Google => true,
        }
    }

    /// Whether an `allow` rule for an index page also allows the folder of that
    /// page.
    #[inline]
    pub(crate) const fn allows_index_folders(self) -> bool {
        match self {
            Dialect::Standard => false,
            Dialect::Google => true,
        }
    }

    /// Whether URLs are read as browsers read them: dot segments resolved, `\`
    /// taken for `/`.
    #[inline]
    pub(crate) const fn resolves_urls(self) -> bool {
        match self {
            Dialect::Standard => true,
            Dialect::Google => false,
        }
    }

    /// Whether a NUL ends the target of a URL.
    #[inline]
    pub(crate) const fn nul_ends_target(self) -> bool {
        match self {
            Dialect::Standard => false,
            Dialect::Google => true,
        }
    }

    /// Whether `/robots.txt` itself is allowed whatever the rules say (RFC 9309
    /// §2.2.2).
    #[inline]
    pub(crate) const fn exempts_robots_txt(self) -> bool {
        match self {
            Dialect::Standard => true,
            Dialect::Google => false,
        }
    }
}
