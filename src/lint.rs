//! Finds mistakes in robots.txt files.
//!
//! Requires the `lint` feature.
//!
//! Diagnostics aren't guesses, but are derived from the dialects' rules. For example, if a run of
//! `user-agent` lines joins two groups, the diagnostic names the crawlers to which rules
//! unexpectedly apply. If a rule never wins, the diagnostic names the rule that wins instead.
//!
//! ```
//! use robots_exclusion::ParseOptions;
//! use robots_exclusion::lint::{self, Code, Severity};
//!
//! let text = "user-agent: slowbot\ncrawl-delay: 10\n\nuser-agent: badbot\ndisallow: /\n";
//! let found = lint::check(text, ParseOptions::new());
//! let joined = found.iter().find(|found| found.code == Code::JoinedRun).unwrap();
//! assert_eq!(joined.severity, Severity::Warning);
//! assert_eq!((joined.line(), &text[joined.span()]), (4, "user-agent: badbot"));
//! assert_eq!(
//!     joined.message,
//!     "`disallow: /` on line 5 also blocks `slowbot` (line 1), because no rule separates the \
//!      two groups",
//! );
//! let edit = &joined.edits[0];
//! assert_eq!(edit.span, 37..37);
//! assert_eq!(edit.text, "Disallow:\n");
//! assert!(!edit.is_safe());
//! assert_eq!(edit.effect, "allows `/` for `slowbot`");
//! ```

// The messages of diagnostics are in messages.rs. They must be true in all dialects that
// findings.rs records.

use alloc::vec::Vec;

use crate::dialect::Dialect;
use crate::options::ParseOptions;
use crate::robots::Robots;

mod code;
mod codes;
mod diagnostic;
mod edits;
mod explanation;
mod fields;
mod findings;
mod groups;
mod lines;
mod messages;
mod names;
mod patterns;
mod phrases;
mod scripts;
mod site;
mod spaces;
mod text;
mod usage;
mod whole;

pub use code::Severity;
pub use codes::Code;
pub use diagnostic::{Diagnostic, Edit, Related};

use diagnostic::BOTH;
use findings::Findings;
use text::Text;
use whole::Content;

/// Returns all diagnostics for a robots.txt, in file order.
///
/// `text` is the whole file, including any part beyond the [byte limit](ParseOptions::byte_limit)
/// in the options. Any bytes are accepted, and the check never fails. The file is read in both
/// dialects. Only diagnostics that apply in the dialect from the options are returned, but
/// [`Diagnostic::dialects`] shows whether they also apply in the other one.
///
/// To find the effect of each suggested edit, the edit is applied and the two files are compared.
/// The time for these comparisons is bounded, so an edit that couldn't be checked in time isn't
/// reported as [safe](Edit::is_safe).
///
/// This takes O(n log n) time for n bytes, and less than a second for 512 kB in the worst known
/// files. It uses at most 42 bytes of heap memory per byte of text, plus 256 KiB. In addition, it
/// uses up to 8 MB while comparing complex patterns, and up to 48 bytes per byte in a URL's host
/// while parsing the URL.
///
/// ```
/// use robots_exclusion::{ParseOptions, lint};
///
/// let text = "user-agent: *\ndisallow: /a#x";
/// let found = lint::check(text, ParseOptions::new());
/// assert_eq!(
///     found[0].to_string(),
///     "line 2: warning: `#` starts a comment, so the pattern is only `/a` [comment-cuts-value]",
/// );
/// assert_eq!(&text[found[0].span()], "#x");
/// ```
pub fn check<T: AsRef<[u8]> + ?Sized>(text: &T, options: ParseOptions) -> Vec<Diagnostic> {
    let input = text.as_ref();
    let dialect = options.dialect;
    let [standard, google] = &BOTH.map(|dialect| options.dialect(dialect).parse(input));
    let (chosen, other, only_chosen) = match dialect {
        Dialect::Standard => (standard, google, &[Dialect::Standard]),
        Dialect::Google => (google, standard, &[Dialect::Google]),
    };
    let read = chosen.text();
    let mut found = Findings::default();
    let kind = whole::check(input, read, dialect, &mut found);
    if kind != Content::Unreadable {
        let text = |robots| Text::new(robots, google);
        if !text::are_alike([chosen, other]) {
            // The text of one dialect is gone before the next begins, because both tables of names
            // would take too much memory at the same time.
            found.compare(only_chosen, |found| {
                check_text(&text(other), kind, chosen, found);
            });
        }
        let text = text(chosen);
        check_text(&text, kind, chosen, &mut found);
        // The spelling of names is only checked as the chosen dialect reads them.
        found.stop_comparing();
        names::check(&text, &mut found);
    }
    let mut found = found.in_order();
    edits::verify(&mut found, input, options);
    found
}

/// Makes the checks of a text whose findings may depend on the dialect.
fn check_text(text: &Text<'_>, kind: Content, chosen: &Robots<'_>, found: &mut Findings) {
    lines::check(text, kind, found);
    fields::check_delays(text, chosen, found);
    groups::check(text, found);
    site::check(text, found);
    usage::check_across(text, found);
}

/// Applies all safe edits that [`check`] suggests, and returns the new text.
///
/// The edits don't change any verdict, usage preference, licence, delay or rate for any crawler, in
/// either dialect. All other bytes stay the same, including line ends and a byte order mark.
///
/// ```
/// use robots_exclusion::{ParseOptions, lint};
///
/// let text = "user-agent: *\r\ndisallow: /a\r\ndisallow: /a\r\n// hello\r\n";
/// let fixed = lint::fix(text, ParseOptions::new());
/// assert_eq!(fixed, b"user-agent: *\r\ndisallow: /a\r\n# hello\r\n");
/// ```
pub fn fix<T: AsRef<[u8]> + ?Sized>(text: &T, options: ParseOptions) -> Vec<u8> {
    edits::fix(&check(text, options), text.as_ref(), options)
}
