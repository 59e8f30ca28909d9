//! Diagnostics: where a robots.txt does something other than its author meant,
//! or is about to.
//!
//! What a diagnostic says follows from the rules of the dialect and is not
//! guessed: of a run of `user-agent` lines that joins two groups, to which
//! crawlers the rules apply unexpectedly; of a rule that never wins, which
//! other rule does.
//!
//! ```
//! use robots_exclusion::ParseOptions;
//! use robots_exclusion::lint::{Code, Severity, lint};
//!
//! let text = "user-agent: slowbot\ncrawl-delay: 10\n\nuser-agent: badbot\ndisallow: /\n";
//! let mut diagnostics = lint(text, ParseOptions::new());
//! let joined = diagnostics.find(|diagnostic| diagnostic.code() == Code::JoinedRun).unwrap();
//! assert_eq!(joined.severity(), Severity::Warning);
//! assert_eq!((joined.line(), &text[joined.span()]), (4, "user-agent: badbot"));
//! assert_eq!(
//!     joined.message(),
//!     "this continues the group of line 1, so `disallow: /` also applies to `slowbot`: \
//!      only a rule ends a run of user-agent lines",
//! );
//! assert_eq!(
//!     joined.advice(),
//!     "write `Disallow:` before this line if the crawlers above should have a group of their own",
//! );
//! ```

// A new code needs four things:
//
// 1. a line in `codes!` (code.rs) with its name, its severity and its
//    documentation, which `robots lint --explain` prints;
// 2. a variant of `Finding` (finding.rs) with what its sentences need, and a
//    line in `Finding::code`;
// 3. its sentences (sentences.rs);
// 4. a place that reports it: lines.rs if one line is enough to see it,
//    patterns.rs if one pattern is; whole.rs for the file as a whole. What takes
//    several lines is made from the tables of survey.rs, and handed out by
//    `Diagnostics::look_at_line` at the line that it is about.
//
// And a test in tests/lint/cases.rs: cases that raise it, and near cases that do
// not. Nothing a file holds may make the time, the memory or the report of a
// code more than linear: a diagnostic quotes no more than `Quoted` shows, and
// is made when it is asked for.

use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::{self, Vec};
use core::fmt;
use core::iter::{FusedIterator, Peekable};
use core::ops::Range;

use crate::lexer::{Line, Lines};
use crate::options::ParseOptions;

mod code;
mod covered;
mod finding;
mod groups;
mod lines;
mod patterns;
mod place;
mod sentences;
mod shadowed;
mod spaces;
mod survey;
mod usage;
mod whole;
mod words;

pub use code::Code;

use finding::Finding;
use groups::JoinedRuns;
use lines::{ByteOrderMarks, LineLinter};
use place::Place;
use shadowed::{How, Shadowed};
use survey::Survey;

/// All diagnostics of a robots.txt, in file order.
///
/// `text` is the whole file, including what comes after the
/// [limit](ParseOptions::byte_limit) of the options. Any bytes are accepted,
/// and it never fails.
///
/// Diagnostics are made as they are asked for. This call costs a few passes over
/// the text and O(n log n) for n rules and `user-agent` lines, and all diagnostics
/// together cost as much again at most. Whether
/// [others always win](Code::RuleNeverWins) where a rule matches is checked on the
/// compiled rules of each crawler, in at most 65,536 steps and 32 more for each byte
/// of the text, of some nanoseconds each; past that nothing more is reported of this.
/// At most 16 bytes of memory are taken for each byte of the text, and mostly far
/// less; while a URL in it is read, up to 48 more for each byte of its host.
///
/// ```
/// use robots_exclusion::{ParseOptions, lint::lint};
///
/// let text = "user-agent: *\ndisallow: /#x";
/// let diagnostic = lint(text, ParseOptions::new()).next().unwrap();
/// assert_eq!(
///     diagnostic.to_string(),
///     "line 2: warning: `#` starts a comment, so the pattern is only `/`, \
///      which matches every URL [comment-cuts-value]",
/// );
/// assert_eq!(&text[diagnostic.span()], "#x");
/// ```
pub fn lint<T: AsRef<[u8]> + ?Sized>(text: &T, options: ParseOptions) -> Diagnostics<'_> {
    let input = text.as_ref();
    let robots = options.parse(input);
    // The same bytes, but borrowed from the input.
    let read = &input[..robots.text().len()];
    let mut whole = Vec::new();
    let content = whole::look_at(input, read, options, &mut whole);
    let lines = if content == whole::Content::Utf16 {
        &[]
    } else {
        read
    };
    let dialect = robots.dialect();
    whole.extend(whole::not_utf8(lines, dialect));
    whole.sort_by_key(Diagnostic::key);

    let survey = Survey::new(&robots, lines);
    let mut shadowed: Vec<_> = shadowed::find(&survey);
    covered::add(&mut shadowed, &robots, &survey);
    drop(robots);
    let without_rules = groups::group_without_rules(&survey);
    let usage = usage::Across::new(&survey);
    Diagnostics {
        lines: Lines::new(lines, dialect),
        linter: LineLinter::new(dialect, content),
        whole: whole.into_iter().peekable(),
        without_rules,
        shadowed: shadowed.into_iter().peekable(),
        runs: JoinedRuns::new(survey),
        usage,
        found: VecDeque::new(),
        marks: ByteOrderMarks::none().peekable(),
    }
}

/// The diagnostics of a robots.txt, in file order; see [`lint`].
#[derive(Clone)]
pub struct Diagnostics<'t> {
    lines: Lines<'t>,
    linter: LineLinter,
    /// About the file as a whole.
    whole: Peekable<vec::IntoIter<Diagnostic<'t>>>,
    without_rules: Option<Diagnostic<'t>>,
    shadowed: Peekable<vec::IntoIter<Shadowed>>,
    runs: JoinedRuns<'t>,
    usage: usage::Across,
    /// What is left of the last line, but for its byte order marks.
    found: VecDeque<Diagnostic<'t>>,
    marks: Peekable<ByteOrderMarks<'t>>,
}

impl<'t> Diagnostics<'t> {
    fn look_at_line(&mut self, line: &Line<'t>) {
        let mut found = Vec::from(core::mem::take(&mut self.found));
        self.linter.look_at(line, &mut found);
        let number = line.number();
        found.extend(self.without_rules.take_if(|found| found.line() == number));
        found.extend(self.runs.at_line(number));
        self.usage.at_line(number, &mut found);
        let survey = self.runs.survey();
        let loses = |rule: &Shadowed| survey.rules[rule.loser as usize].place.line == number;
        let mut of_line = Vec::new();
        while let Some(rule) = self.shadowed.next_if(loses) {
            of_line.push(rule);
        }
        found.extend(never_wins(survey, &of_line));
        let end = line.span().end;
        while let Some(diagnostic) = self.whole.next_if(|whole| whole.span().start <= end) {
            found.push(diagnostic);
        }
        found.sort_by_key(Diagnostic::key);
        self.found = found.into();
        self.marks = ByteOrderMarks::of(line).peekable();
    }
}

/// The rule of a line never wins, but others do.
fn never_wins<'t>(survey: &Survey<'t>, shadowed: &[Shadowed]) -> Option<Diagnostic<'t>> {
    let first = shadowed.first()?;
    let loser = survey.rules[first.loser as usize];
    let winners = || {
        shadowed
            .iter()
            .map(|rule| survey.rules[rule.winner as usize])
    };
    if let [only] = shadowed {
        let winner = survey.rules[only.winner as usize];
        let finding = Finding::RuleNeverWins {
            is_allow: loser.is_allow,
            winner: survey.pattern(only.winner as usize),
            winner_allows: winner.is_allow,
            line: winner.place.line,
            is_same: only.how == How::MatchesTheSame,
        };
        return Some(Diagnostic::at(loser.place, finding).relate(winner.place, "this rule wins"));
    }
    let finding = Finding::RuleCovered {
        are_alike: winners().all(|winner| winner.is_allow == loser.is_allow),
        lines: winners().map(|winner| winner.place.line).collect(),
    };
    let diagnostic = Diagnostic::at(loser.place, finding);
    Some(winners().fold(diagnostic, |diagnostic, winner| {
        diagnostic.relate(winner.place, "this rule wins for some of its URLs")
    }))
}

impl<'t> Iterator for Diagnostics<'t> {
    type Item = Diagnostic<'t>;

    fn next(&mut self) -> Option<Diagnostic<'t>> {
        loop {
            let mark = self.marks.peek().map(Diagnostic::key);
            let next = self.found.front().map(Diagnostic::key);
            match (mark, next) {
                (Some(mark), Some(next)) if next < mark => return self.found.pop_front(),
                (Some(_), _) => return self.marks.next(),
                (None, Some(_)) => return self.found.pop_front(),
                (None, None) => {}
            }
            match self.lines.next() {
                Some(line) => self.look_at_line(&line),
                None => return self.whole.next(),
            }
        }
    }
}

impl FusedIterator for Diagnostics<'_> {}

impl fmt::Debug for Diagnostics<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Diagnostics").finish_non_exhaustive()
    }
}

/// How much a diagnostic matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Severity {
    /// Worth knowing; the file most likely does what its author meant.
    Information,
    /// The file most likely does something other than its author meant, for
    /// this dialect or for other crawlers.
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

/// Something in a robots.txt that its author should know.
///
/// `Display` is one line: place, severity, message and code.
#[derive(Clone, PartialEq, Eq)]
pub struct Diagnostic<'t> {
    line: u32,
    span: Range<usize>,
    finding: Finding<'t>,
    related: Vec<Related>,
}

impl<'t> Diagnostic<'t> {
    fn new(line: u32, span: Range<usize>, finding: Finding<'t>) -> Diagnostic<'t> {
        Diagnostic {
            line,
            span,
            finding,
            related: Vec::new(),
        }
    }

    fn at(place: Place, finding: Finding<'t>) -> Diagnostic<'t> {
        Diagnostic::new(place.line, place.span(), finding)
    }

    fn relate(mut self, place: Place, note: &'static str) -> Diagnostic<'t> {
        self.related.push(Related { place, note });
        self
    }

    /// What diagnostics are sorted by.
    fn key(&self) -> (usize, Code) {
        (self.span.start, self.code())
    }

    /// What kind of diagnostic it is.
    pub fn code(&self) -> Code {
        self.finding.code()
    }

    /// How much it matters.
    pub fn severity(&self) -> Severity {
        self.finding.severity()
    }

    /// The line that it is about, from 1.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// The bytes that it is about, as a range of the text given; may be empty.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// What is there and what happens: a sentence without a capital and a full
    /// stop.
    ///
    /// Bytes that are invalid UTF-8 are replaced, control characters are
    /// escaped, and long values are cut.
    pub fn message(&self) -> String {
        self.finding.message()
    }

    /// What to write instead: a sentence without a capital and a full stop.
    pub fn advice(&self) -> String {
        self.finding.advice()
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

impl fmt::Debug for Diagnostic<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Diagnostic")
            .field("code", &self.code())
            .field("line", &self.line)
            .field("span", &self.span)
            .field("message", &self.message())
            .field("related", &self.related)
            .finish()
    }
}

/// A place that helps to understand a [`Diagnostic`].
#[derive(Clone, PartialEq, Eq)]
pub struct Related {
    place: Place,
    note: &'static str,
}

impl Related {
    /// The line of the place, from 1.
    pub fn line(&self) -> u32 {
        self.place.line
    }

    /// The bytes of the place, as a range of the text given.
    pub fn span(&self) -> Range<usize> {
        self.place.span()
    }

    /// What the place has to do with the diagnostic: `this rule wins`.
    pub fn note(&self) -> &'static str {
        self.note
    }
}

impl fmt::Debug for Related {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Related")
            .field("line", &self.line())
            .field("span", &self.span())
            .field("note", &self.note)
            .finish()
    }
}
