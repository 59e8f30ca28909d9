//! Diagnostics: where a robots.txt does something else than its author meant,
//! or is about to.
//!
//! What a diagnostic says is computed by the rules of the dialect, not
//! guessed: of a run of `user-agent` lines that joins two groups, which
//! crawlers the rules bind unexpectedly; of a rule that can never win, which
//! rule wins.
//!
//! ```
//! use robots_exclusion::ParseOptions;
//! use robots_exclusion::lint::{Code, Severity, lint};
//!
//! let text = "user-agent: slowbot\ncrawl-delay: 10\n\nuser-agent: badbot\ndisallow: /\n";
//! let found: Vec<_> = lint(text, ParseOptions::new()).collect();
//! let joined = found.iter().find(|found| found.code() == Code::JoinedRun).unwrap();
//! assert_eq!(joined.severity(), Severity::Warning);
//! assert_eq!((joined.line(), &text[joined.span()]), (4, "user-agent: badbot"));
//! assert_eq!(
//!     joined.message(),
//!     "joins the group of line 1, so `disallow: /` binds `slowbot`, too: \
//!      only a rule ends a run of user-agent lines",
//! );
//! assert_eq!(
//!     joined.advice(),
//!     "write `Disallow:` before this line, if the agents above are to have a group of their own",
//! );
//! ```

use alloc::string::String;
use alloc::vec::{self, Vec};
use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

use crate::robots::ParseOptions;

mod explain;
mod groups;
mod lines;
mod patterns;
mod whole;

use explain::What;

/// All diagnostics of a robots.txt, in file order.
///
/// `text` is the whole file, also what lies past the
/// [limit](ParseOptions::byte_limit) of the options; takes any bytes and
/// never fails. Costs O(n log n), and memory linear in the number of
/// `user-agent` lines, rules and diagnostics.
///
/// ```
/// use robots_exclusion::{Dialect, ParseOptions, lint::lint};
///
/// let text = "user-agent: *\ndisallow: /#x";
/// let found = lint(text, ParseOptions::new()).next().unwrap();
/// assert_eq!(
///     found.to_string(),
///     "line 2: warning: `#` begins a comment, so the pattern is only `/`, which matches every URL \
///      [comment-cuts-value]",
/// );
/// assert_eq!(&text[found.span()], "#x");
/// ```
pub fn lint<T: AsRef<[u8]> + ?Sized>(text: &T, options: ParseOptions) -> Diagnostics<'_> {
    let input = text.as_ref();
    let robots = options.parse(input);
    // The same bytes, but borrowed from the input.
    let read = &input[..robots.text().len()];
    let mut found = Vec::new();
    let content = whole::look_at(input, read, options, &mut found);
    if content != whole::Content::Utf16 {
        let lines = lines::look_at(read, options.chosen_dialect(), content, &mut found);
        groups::look_at(read, options.chosen_dialect(), &lines, &mut found);
    }
    found.sort_by_key(|diagnostic| (diagnostic.place.span.start, diagnostic.code()));
    Diagnostics {
        found: found.into_iter(),
    }
}

/// The diagnostics of a robots.txt, in file order; see [`lint`].
#[derive(Clone, Debug)]
pub struct Diagnostics<'t> {
    found: vec::IntoIter<Diagnostic<'t>>,
}

impl<'t> Iterator for Diagnostics<'t> {
    type Item = Diagnostic<'t>;

    fn next(&mut self) -> Option<Diagnostic<'t>> {
        self.found.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.found.size_hint()
    }
}

impl ExactSizeIterator for Diagnostics<'_> {}

impl FusedIterator for Diagnostics<'_> {}

/// How much a diagnostic matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Severity {
    /// Worth knowing; the file most likely does what its author meant.
    Information,
    /// The file most likely does something else than its author meant, here
    /// or with other crawlers.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Severity::Information => "information",
            Severity::Warning => "warning",
        })
    }
}

/// A part of a file, and its line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    line: u32,
    span: Range<usize>,
}

/// Something in a robots.txt that its author should know.
///
/// `Display` is one line: place, severity, message and code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic<'t> {
    place: Place,
    what: What<'t>,
    related: Vec<Related>,
}

impl<'t> Diagnostic<'t> {
    fn new(line: u32, span: Range<usize>, what: What<'t>) -> Diagnostic<'t> {
        let place = Place { line, span };
        Diagnostic {
            place,
            what,
            related: Vec::new(),
        }
    }

    fn relate(mut self, place: &Place, note: &'static str) -> Diagnostic<'t> {
        let place = place.clone();
        self.related.push(Related { place, note });
        self
    }

    /// What kind of diagnostic it is.
    pub fn code(&self) -> Code {
        self.what.code()
    }

    /// How much it matters.
    pub fn severity(&self) -> Severity {
        self.what.severity()
    }

    /// The line it is about, from 1.
    pub fn line(&self) -> u32 {
        self.place.line
    }

    /// The bytes it is about, as a range of the text given; may be empty.
    pub fn span(&self) -> Range<usize> {
        self.place.span.clone()
    }

    /// What is there and what happens, a sentence without capital and full
    /// stop. Bytes that are invalid UTF-8 are replaced, and long values cut.
    pub fn message(&self) -> String {
        self.what.message()
    }

    /// What to write instead, a sentence without capital and full stop.
    pub fn advice(&self) -> String {
        self.what.advice()
    }

    /// Other places that explain it: the rule that wins, the earlier
    /// `user-agent` line of a joined run.
    pub fn related(&self) -> impl ExactSizeIterator<Item = &Related> {
        self.related.iter()
    }
}

impl fmt::Display for Diagnostic<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, severity, code) = (self.line(), self.severity(), self.code());
        write!(f, "line {line}: {severity}: {} [{code}]", self.message())
    }
}

/// A place that helps to understand a [`Diagnostic`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    place: Place,
    note: &'static str,
}

impl Related {
    /// Its line, from 1.
    pub fn line(&self) -> u32 {
        self.place.line
    }

    /// Its bytes, as a range of the text given.
    pub fn span(&self) -> Range<usize> {
        self.place.span.clone()
    }

    /// What it has to do with the diagnostic: `this rule wins`.
    pub fn note(&self) -> &'static str {
        self.note
    }
}

macro_rules! codes {
    ($($(#[$docs:meta])+ $code:ident = $name:literal,)+) => {
        /// The kinds of diagnostics. Names are stable: none is ever given
        /// another meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[$docs])+ $code,)+
        }

        impl Code {
            /// All of them.
            pub const ALL: &'static [Code] = &[$(Code::$code,)+];

            /// Its name: lower-case words joined by hyphens.
            ///
            /// ```
            /// assert_eq!(robots_exclusion::lint::Code::JoinedRun.name(), "joined-run");
            /// ```
            pub fn name(self) -> &'static str {
                match self {
                    $(Code::$code => $name,)+
                }
            }
        }
    };
}

codes! {
    /// The input is longer than the limit; what lies past it is ignored.
    InputCut = "input-cut",
    /// The file begins with a UTF-16 byte order mark; nothing in it is read.
    Utf16ByteOrderMark = "utf16-byte-order-mark",
    /// The file looks like a page of HTML or XML.
    LooksLikeHtml = "looks-like-html",
    /// The file is not UTF-8; bytes are taken as they are.
    NotUtf8 = "not-utf8",
    /// A byte order mark that is not at the start belongs to what it stands
    /// in.
    MisplacedByteOrderMark = "misplaced-byte-order-mark",
    /// Google reads only the first 16,663 bytes of a line.
    LineTooLong = "line-too-long",
    /// A line that begins like a record, but lacks its colon.
    MissingColon = "missing-colon",
    /// A misspelling of a field, which google/robotstxt accepts.
    FieldTypo = "field-typo",
    /// A field that nobody knows.
    UnknownField = "unknown-field",
    /// A known field that is not part of RFC 9309.
    UnsupportedField = "unsupported-field",
    /// A space that is not ASCII stands round a field or value, and is not
    /// trimmed.
    NonAsciiSpace = "non-ascii-space",
    /// A `#` cuts a value, with no blank before it.
    CommentCutsValue = "comment-cuts-value",
    /// A `user-agent` line without a value.
    EmptyUserAgent = "empty-user-agent",
    /// A `user-agent` value that begins with `*`, but does not name every
    /// crawler.
    StarNamesNobody = "star-names-nobody",
    /// A `user-agent` value of which only a part is compared.
    UserAgentCharacters = "user-agent-characters",
    /// A run of `user-agent` lines that goes on after a line that is no
    /// rule: two groups become one.
    JoinedRun = "joined-run",
    /// A group without rules, which allows everything.
    GroupWithoutRules = "group-without-rules",
    /// A rule before the first `user-agent` line.
    RuleOutsideGroup = "rule-outside-group",
    /// A pattern that begins with neither `/` nor `*` and matches nothing.
    NoLeadingSlash = "no-leading-slash",
    /// A pattern that is an absolute URL and matches nothing.
    AbsoluteUrlPattern = "absolute-url-pattern",
    /// A rule that can never decide, because another rule always wins.
    RuleNeverWins = "rule-never-wins",
    /// A `$` inside a pattern, where it is no end of the URL.
    DollarInsidePattern = "dollar-inside-pattern",
    /// A `%` in a pattern without two hex digits after it.
    BadPercentEncoding = "bad-percent-encoding",
    /// A pattern that asks for a `.` or `..` segment, which clients resolve.
    DotSegment = "dot-segment",
    /// A `\` in a pattern, which clients send as `/`.
    Backslash = "backslash",
    /// A `crawl-delay` that is not a plain number of at most a day.
    BadCrawlDelay = "bad-crawl-delay",
    /// A `sitemap` that is not an absolute URL.
    SitemapNotAbsolute = "sitemap-not-absolute",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
