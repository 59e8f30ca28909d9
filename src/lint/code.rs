//! The codes of diagnostics, and what each of them is about.

use alloc::string::String;
use core::fmt;

use super::Severity;

// The documentation of a code is also what `Code::explanation` returns: the
// first line says what is there, the rest what happens and what to write.
macro_rules! codes {
    ($($(#[doc = $docs:literal])+ $code:ident = $name:literal, $severity:ident;)+) => {
        /// The kinds of diagnostics.
        ///
        /// Names are stable: none is ever given another meaning. Those from
        /// [`UsageSyntax`](Code::UsageSyntax) to
        /// [`UsageDropsLabel`](Code::UsageDropsLabel) need the feature `aipref`;
        /// without it they are not found.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[doc = $docs])+ $code,)+
        }

        impl Code {
            /// All codes, in the order in which diagnostics of one place come.
            pub const ALL: &'static [Code] = &[$(Code::$code,)+];

            /// The name of the code: lower-case words joined by hyphens.
            ///
            /// ```
            /// assert_eq!(robots_exclusion::lint::Code::JoinedRun.name(), "joined-run");
            /// ```
            pub fn name(self) -> &'static str {
                match self {
                    $(Code::$code => $name,)+
                }
            }

            /// The severity of its diagnostics; the highest if they differ.
            pub fn severity(self) -> Severity {
                match self {
                    $(Code::$code => Severity::$severity,)+
                }
            }

            fn docs(self) -> &'static [&'static str] {
                match self {
                    $(Code::$code => &[$($docs),+],)+
                }
            }
        }
    };
}

codes! {
    /// The input is longer than the byte limit.
    ///
    /// Whatever comes after the limit is ignored, and so is a line that the
    /// limit cuts. Google reads 500 KiB, and no crawler has to read more.
    ///
    /// Write fewer rules, using `*` for the parts that vary.
    InputCut = "input-cut", Warning;
    /// The file starts with a UTF-16 byte order mark.
    ///
    /// No line of a UTF-16 file can be read, so everything is allowed. Before any
    /// other text the mark is not skipped: it becomes part of the first line.
    ///
    /// Save the file as UTF-8, without such a mark.
    Utf16ByteOrderMark = "utf16-byte-order-mark", Warning;
    /// The file looks like an HTML or XML page.
    ///
    /// Servers often answer with such a page, and status 200, for files they do
    /// not have. Lines in it that happen to be records count.
    ///
    /// Serve plain text, or answer with status 404 if there is no robots.txt.
    LooksLikeHtml = "looks-like-html", Warning;
    /// The file is not UTF-8.
    ///
    /// Its bytes are compared as they are, so they do not match URLs that are
    /// spelled in UTF-8, as nearly all are. In a comment they do no harm.
    ///
    /// Save the file as UTF-8.
    NotUtf8 = "not-utf8", Warning;
    /// A byte order mark is not at the start of the file.
    ///
    /// It is not skipped there: it becomes part of the field or value that it
    /// stands in, and no editor shows it. Files put together from several others
    /// have such marks.
    ///
    /// Remove it.
    MisplacedByteOrderMark = "misplaced-byte-order-mark", Warning;
    /// A line is longer than 16,663 bytes.
    ///
    /// Google reads no more of a line; others read all of it.
    ///
    /// Shorten the line, or split it into several.
    LineTooLong = "line-too-long", Warning;
    /// A line starts like a record, but has no colon.
    ///
    /// ```text
    /// Disallow /private/
    /// ```
    ///
    /// RFC 9309 requires the colon. Google accepts some such lines, other
    /// parsers ignore them.
    MissingColon = "missing-colon", Warning;
    /// A field is misspelled in a way that Google accepts.
    ///
    /// ```text
    /// Dissallow: /private/
    /// ```
    ///
    /// Google's parser accepts eight frequent misspellings, and known fields with
    /// more letters after them. Others ignore the line.
    FieldTypo = "field-typo", Warning;
    /// A field is unknown.
    ///
    /// The line is ignored, and whatever it was meant to do does not happen.
    UnknownField = "unknown-field", Warning;
    /// A field is known, but not part of RFC 9309.
    ///
    /// ```text
    /// Crawl-delay: 10
    /// ```
    ///
    /// Some crawlers obey it; others, Google among them, do not.
    UnsupportedField = "unsupported-field", Information;
    /// A non-ASCII space stands next to a field or value.
    ///
    /// Only ASCII spaces are trimmed. A no-break space, often pasted from word
    /// processors and web pages, becomes part of the field or value.
    ///
    /// Write a plain space, or none.
    NonAsciiSpace = "non-ascii-space", Warning;
    /// A `#` cuts a value short.
    ///
    /// ```text
    /// Disallow: /#comments
    /// ```
    ///
    /// A comment starts at the first `#` of a line, with or without a space
    /// before it: this line disallows everything. URLs are matched without
    /// their fragment, so there is no rule for fragments.
    ///
    /// Write `%23` for a literal `#` in a pattern or URL, or put a space before the
    /// comment.
    CommentCutsValue = "comment-cuts-value", Warning;
    /// A `user-agent` line has no value.
    ///
    /// It names no crawler, but starts or continues a group all the same.
    ///
    /// Write a product token, or `*` for every crawler.
    EmptyUserAgent = "empty-user-agent", Warning;
    /// A `user-agent` value starts with `*`, but does not name every crawler.
    ///
    /// ```text
    /// User-agent: *bot
    /// ```
    ///
    /// There are no wildcards in names: `*` stands for every crawler only if it
    /// stands alone.
    ///
    /// Write whole product tokens, one per line.
    StarNamesNobody = "star-names-nobody", Warning;
    /// Only a part of a `user-agent` value is compared.
    ///
    /// ```text
    /// User-agent: Googlebot/2.1
    /// User-agent: Offline Explorer
    /// ```
    ///
    /// What counts is the product token at the start: ASCII letters, digits,
    /// `-`, `_` and `.` (for Google letters, `-` and `_` only). The first line
    /// names `Googlebot`, the second `Offline`. A whole `User-Agent` header that
    /// begins `Mozilla/5.0 (compatible; …` names `Mozilla`.
    UserAgentCharacters = "user-agent-characters", Warning;
    /// A run of `user-agent` lines continues after a line that is not a rule.
    ///
    /// ```text
    /// User-agent: CalmBot
    /// Crawl-delay: 30
    ///
    /// User-agent: CopyBot
    /// Disallow: /
    /// ```
    ///
    /// Only a rule ends a run of `user-agent` lines (RFC 9309 §2.2.1). Blank
    /// lines, `Crawl-delay` and `Sitemap` do not, so this is one group, and
    /// `CalmBot` may fetch nothing.
    ///
    /// Write `Disallow:`, a rule without effect, before the second group.
    JoinedRun = "joined-run", Warning;
    /// A group has no rules.
    ///
    /// Its crawlers may fetch everything, even what the group of `*` disallows:
    /// a crawler that has a group of its own ignores that of `*`.
    ///
    /// Where other groups name the same crawlers, theirs are the rules.
    ///
    /// Write `Disallow:` in it if that is intended, otherwise its rules.
    GroupWithoutRules = "group-without-rules", Warning;
    /// A rule comes before the first `user-agent` line.
    ///
    /// It applies to no crawler.
    ///
    /// Write `User-agent: *` above it if it should apply to every crawler.
    RuleOutsideGroup = "rule-outside-group", Warning;
    /// A pattern starts with neither `/` nor `*`.
    ///
    /// ```text
    /// Disallow: private/
    /// ```
    ///
    /// Patterns are compared with the path of a URL from its first byte on,
    /// which is a `/`, so the rule matches nothing.
    NoLeadingSlash = "no-leading-slash", Warning;
    /// A pattern is an absolute URL.
    ///
    /// ```text
    /// Disallow: https://example.com/private/
    /// ```
    ///
    /// Patterns are compared with the path and query of a URL only, so the rule
    /// matches nothing. A robots.txt covers its own host, and no other.
    AbsoluteUrlPattern = "absolute-url-pattern", Warning;
    /// A rule can never decide, because others always win.
    ///
    /// ```text
    /// Allow: /page
    /// Disallow: /page*
    /// ```
    ///
    /// The longest pattern that matches decides, then `Allow`, then the first in
    /// the file. Two patterns that match the same URLs always come out the same
    /// way. (The `*` at the end of a pattern does not count towards its length;
    /// for Google it does.) A longer pattern may also match whatever a shorter
    /// one does, and more, or several may together.
    ///
    /// Remove the rule, or make it longer if it should win.
    RuleNeverWins = "rule-never-wins", Warning;
    /// A `$` is inside a pattern.
    ///
    /// It marks the end of the URL only as the last byte of a pattern. Elsewhere
    /// it is a literal `$`.
    ///
    /// Write `%24` for a literal `$` (but not for Google, which compares it as it
    /// is), or end the pattern there.
    DollarInsidePattern = "dollar-inside-pattern", Warning;
    /// A `%` in a pattern is not followed by two hex digits.
    ///
    /// It stands for itself.
    ///
    /// Write `%25` for a literal `%`. For Google, which compares it as it is, write
    /// what the URLs have.
    BadPercentEncoding = "bad-percent-encoding", Warning;
    /// A pattern has a `.` or `..` segment.
    ///
    /// ```text
    /// Disallow: /a/../b
    /// ```
    ///
    /// Clients resolve these segments before they send a URL, so the rule
    /// matches nothing.
    DotSegment = "dot-segment", Warning;
    /// A pattern has a `\`.
    ///
    /// Clients send `\` in a path as `/`, so there it matches only `%5C`, and for
    /// Google nothing. In a query it matches itself, and after a `?` it is not
    /// reported.
    ///
    /// Write `/`, or `%5C` for a literal backslash.
    Backslash = "backslash", Warning;
    /// A `crawl-delay` is not a plain number of at most one day.
    ///
    /// It is ignored. Signs, exponents and units are not part of the number.
    ///
    /// Write seconds, as in `Crawl-delay: 10` or `Crawl-delay: 0.5`.
    BadCrawlDelay = "bad-crawl-delay", Warning;
    /// A `sitemap` is not an absolute URL.
    ///
    /// It is ignored.
    ///
    /// Write the full URL, as in `Sitemap: https://example.com/sitemap.xml`.
    SitemapNotAbsolute = "sitemap-not-absolute", Warning;
    /// A `content-usage` statement is not a Dictionary of RFC 9651.
    ///
    /// ```text
    /// Content-Usage: Train-AI=n, search = y,
    /// ```
    ///
    /// Nothing of it counts then, and every label is unknown. A line with a path
    /// hides those with shorter paths all the same.
    ///
    /// Write labels in lower case, commas between members and none at the end,
    /// and no spaces round `=`: `Content-Usage: train-ai=n, search=y`.
    UsageSyntax = "usage-syntax", Warning;
    /// A label is not known.
    ///
    /// It says nothing, and does no harm to other labels. The labels of early
    /// drafts, `ai` or `train-genai`, are still pasted into files.
    ///
    /// Write `train-ai`, `ai-use` or `search`, the labels of
    /// draft-ietf-aipref-vocab-08; or in `Content-Signal` `search`, `ai-input`,
    /// `ai-train` or `use`.
    UsageUnknownLabel = "usage-unknown-label", Warning;
    /// A label belongs to the other field.
    ///
    /// ```text
    /// Content-Usage: ai-train=n
    /// ```
    ///
    /// `Content-Usage` knows `train-ai` and `ai-use`, with `y` and `n`;
    /// `Content-Signal` knows `ai-train`, `ai-input` and `use`, with `yes` and
    /// `no`. Neither is read for the other.
    ///
    /// Write the label in its own field.
    UsageOtherVocabulary = "usage-other-vocabulary", Warning;
    /// A label has a value that says nothing.
    ///
    /// In `Content-Usage` the values are `y` and `n` in lower case, in
    /// `Content-Signal` `yes` and `no`; `use` has `immediate`, `reference` and
    /// `full`. Any other leaves the label unknown, and so does a label of
    /// `Content-Signal` without `=`.
    ///
    /// Write one of these.
    UsageNoPreference = "usage-no-preference", Warning;
    /// Two lines of one path, or one line, say opposite things.
    ///
    /// The line that disallows wins, wherever it stands: all groups of a crawler
    /// count as one. Within a line of `Content-Usage` the last one counts, of
    /// `Content-Signal` the one that disallows.
    ///
    /// Remove one of the two, or give them different paths.
    UsageConflict = "usage-conflict", Warning;
    /// A path is silent on a label that a shorter path states.
    ///
    /// ```text
    /// Content-Usage: train-ai=n
    /// Content-Usage: /blog/ search=y
    /// ```
    ///
    /// The longest path speaks alone: below `/blog/` nothing is said about
    /// `train-ai`. All groups of a crawler count as one.
    ///
    /// Write the label in both lines.
    UsageDropsLabel = "usage-drops-label", Warning;
    /// A `content-usage` or `content-signal` line comes before the first group.
    ///
    /// There `Content-Usage` is for no crawler. `Content-Signal` may be taken
    /// for every crawler, or for none.
    ///
    /// Write it below the `User-agent` line that it is for.
    UsageOutsideGroup = "usage-outside-group", Warning;
    /// What should be a path is not one, or stands alone.
    ///
    /// ```text
    /// Content-Usage: *.pdf train-ai=n
    /// ```
    ///
    /// Only what starts with `/` is a path; anything else is part of the
    /// statement, which it breaks. A path with nothing after it states nothing,
    /// and in `Content-Usage` hides shorter paths.
    ///
    /// Write a path that starts with `/`, as in `/*.pdf`, and then a statement.
    UsagePath = "usage-path", Warning;
    /// A `license` is not an absolute URL.
    ///
    /// RSL requires one, with scheme and host.
    ///
    /// Write the full URL, as in `License: https://example.com/license.xml`.
    LicenseNotAbsolute = "license-not-absolute", Warning;
    /// A `license` at the end of the file belongs to the last group.
    ///
    /// Only a `User-agent` line ends a group; blank lines and sitemaps do not. So
    /// the licence is not for the whole site, but for the crawlers of that
    /// group.
    ///
    /// Write it before the first `User-agent` line if it is for every crawler.
    LicenseInLastGroup = "license-in-last-group", Warning;
}

impl Code {
    /// What is there, in one sentence.
    ///
    /// ```
    /// assert_eq!(robots_exclusion::lint::Code::Backslash.summary(), "A pattern has a `\\`.");
    /// ```
    pub fn summary(self) -> &'static str {
        self.docs()[0].trim_ascii()
    }

    /// What is there, what happens and what to write instead, as Markdown:
    /// the summary, and some paragraphs after it.
    pub fn explanation(self) -> String {
        let mut explanation = String::new();
        for line in self.docs() {
            explanation += line.strip_prefix(' ').unwrap_or(line);
            explanation.push('\n');
        }
        explanation
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
