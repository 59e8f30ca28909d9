//! Which of the two readings of robots.txt is asked for.

/// How a robots.txt is read and matched.
///
/// Choose [`Standard`](Dialect::Standard), the default, for a crawler of your
/// own: it does what site owners are told. Choose [`Google`](Dialect::Google)
/// to know what Googlebot would do, also where google/robotstxt departs from
/// the specification that Google published.
///
/// Both share one pipeline: each point on which they part is a `match` on
/// this type, in the room that owns the point. These are all the points, with
/// an example each; the crawler is `bot` where none is named.
///
/// ```
/// use robots_exclusion::{Dialect, ParseOptions};
///
/// const ALLOWED: bool = true;
/// const DISALLOWED: bool = false;
///
/// #[track_caller]
/// fn differ(text: &[u8], agents: &[&str], url: &str, standard: bool, google: bool) {
///     for (dialect, allowed) in [(Dialect::Standard, standard), (Dialect::Google, google)] {
///         let robots = ParseOptions::new().dialect(dialect).parse(text);
///         assert_eq!(robots.matcher_for(agents).allowed(url), allowed, "{dialect:?}");
///     }
/// }
///
/// // Lines: bytes that only begin a byte order mark are skipped, too.
/// differ(b"\xEF\xBBuser-agent: *\ndisallow: /", &["bot"], "/", ALLOWED, DISALLOWED);
/// // A NUL ends a line's content.
/// differ(b"user-agent: *\ndisallow: /a\0b", &["bot"], "/a", ALLOWED, DISALLOWED);
/// // Of a line 16,663 bytes count.
/// let long = format!("user-agent: *\ndisallow: /{}", "a".repeat(20_000));
/// differ(long.as_bytes(), &["bot"], &long[24..18_000], ALLOWED, DISALLOWED);
///
/// // Fields need only begin with a known one, and some may be misspelled.
/// differ(b"user-agent: *\nDisallowed: /", &["bot"], "/", ALLOWED, DISALLOWED);
/// differ(b"user-agent: *\ndissallow: /", &["bot"], "/", ALLOWED, DISALLOWED);
/// // A blank will do where the colon is missing.
/// differ(b"user-agent: *\ndisallow /", &["bot"], "/", ALLOWED, DISALLOWED);
///
/// // Agents: digits and `.` end the token of a line.
/// differ(b"user-agent: MJ12bot\ndisallow: /", &["MJ12bot"], "/", DISALLOWED, ALLOWED);
/// // The crawler's own name is compared as given.
/// differ(b"user-agent: bot\ndisallow: /", &["bot/1.0"], "/", DISALLOWED, ALLOWED);
/// // There is no falling back to a more general token.
/// differ(b"user-agent: bot\ndisallow: /", &["bot-news"], "/", DISALLOWED, ALLOWED);
/// // Of several names all count, not the first that has a group.
/// differ(b"user-agent: a\ndisallow: /a\nuser-agent: b\ndisallow: /b", &["a", "b"], "/b", ALLOWED, DISALLOWED);
/// // A crawler without a name is named by a line without a token.
/// differ(b"user-agent: 1\ndisallow: /", &[""], "/", ALLOWED, DISALLOWED);
///
/// // Spelling: percent-encoded bytes are compared as written.
/// differ(b"user-agent: *\ndisallow: /%61", &["bot"], "/a", DISALLOWED, ALLOWED);
/// // `/` and `%2F` differ in a query as well.
/// differ(b"user-agent: *\ndisallow: /*?u=%2F", &["bot"], "/?u=/", DISALLOWED, ALLOWED);
/// // A `*` may end inside of `%20`.
/// differ(b"user-agent: *\ndisallow: /*0$", &["bot"], "/a%20", ALLOWED, DISALLOWED);
///
/// // Precedence: a `*` at the very end of a pattern counts.
/// differ(b"user-agent: *\nallow: /fish\ndisallow: /fish*", &["bot"], "/fish", ALLOWED, DISALLOWED);
/// // An index page that is allowed stands for its folder, too.
/// differ(b"user-agent: *\ndisallow: /\nallow: /a/index.html", &["bot"], "/a/", DISALLOWED, ALLOWED);
///
/// // URLs: dot segments, backslashes and the like are taken as written.
/// differ(b"user-agent: *\ndisallow: /a", &["bot"], "https://example.org/b/../a", DISALLOWED, ALLOWED);
/// // `//` begins a host.
/// differ(b"user-agent: *\ndisallow: /b", &["bot"], "//a/b", ALLOWED, DISALLOWED);
/// // A NUL ends a URL.
/// differ(b"user-agent: *\ndisallow: /a$", &["bot"], "/a\0b", ALLOWED, DISALLOWED);
/// // `/robots.txt` itself is a URL like others.
/// differ(b"user-agent: *\ndisallow: /", &["bot"], "/robots.txt", ALLOWED, DISALLOWED);
/// ```
///
/// One more point shows in [`Verdict::line`](crate::Verdict::line) only:
/// google/robotstxt names a rule with an empty value where no other matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
