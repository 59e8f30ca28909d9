//! Diagnostics and the edits that they suggest.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::code::Severity;
use super::codes::Code;
use super::messages::Kind;
use super::phrases::counted;
use crate::dialect::Dialect;

/// A place in a file, given by a line and a range of bytes on it. Positions fit into four bytes,
/// because longer texts are truncated when they are parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) line: u32,
    start: u32,
    end: u32,
}

impl Place {
    pub(super) fn new(line: u32, span: Range<usize>) -> Place {
        // Positions beyond four bytes can't occur, but they mustn't wrap around either.
        let [start, end] = [span.start, span.end].map(|at| u32::try_from(at).unwrap_or(u32::MAX));
        Place { line, start, end }
    }

    pub(super) fn span(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl Kind {
    /// Returns a diagnostic of this kind. The arguments are for its texts.
    pub(super) fn at(&self, place: Place, arguments: &[&dyn fmt::Display]) -> Diagnostic {
        Diagnostic {
            code: self.code,
            texts: self.texts,
            arguments: arguments.iter().map(|it| it.to_string()).collect(),
            is_about_several: false,
            severity: self.severity,
            places: [place].into(),
            // `finish` writes these.
            message: String::new(),
            advice: String::new(),
            dialects: &BOTH,
            names_dialects: false,
            related: Vec::new(),
            edits: Vec::new(),
            effect: NOTHING,
        }
    }
}

/// A finding in a robots.txt that its author should know about.
///
/// A problem that occurs on many lines is only reported once. Its [line](Diagnostic::line) is the
/// first one, and [`places`](Diagnostic::places) lists them all.
///
/// `Display` prints a single line with the place, severity, message and code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The code, which identifies the kind of diagnostic.
    pub code: Code,
    /// The severity.
    pub severity: Severity,
    /// The dialects to which the diagnostic applies.
    pub dialects: &'static [Dialect],
    /// A description of the problem and its consequence in one sentence, without an initial capital
    /// or a full stop.
    ///
    /// Invalid UTF-8 in quoted values is replaced, control characters are escaped, and long values
    /// are truncated.
    pub message: String,
    /// Advice on what to write instead, including the effect on crawlers. This is one sentence,
    /// without an initial capital or a full stop.
    pub advice: String,
    /// The edits that implement the advice, in file order. There are none if the author has to make
    /// a decision first.
    pub edits: Vec<Edit>,
    /// Other places that explain the diagnostic, such as the rule that wins or the first line of a
    /// group.
    pub related: Vec<Related>,
    /// The message and the advice before their arguments are filled in.
    pub(super) texts: [&'static str; 2],
    pub(super) arguments: Vec<String>,
    /// `true` if it joins findings with different arguments.
    is_about_several: bool,
    /// The places with this problem. The first one is where it is reported, and the others follow
    /// in file order.
    pub(super) places: Vec<Place>,
    /// `true` if the check that reported it has set `dialects` itself.
    pub(super) names_dialects: bool,
    /// The effect of all edits together, for the advice.
    pub(super) effect: Cow<'static, str>,
}

// How checks build a diagnostic.
impl Diagnostic {
    pub(super) fn note_if(mut self, condition: bool) -> Diagnostic {
        if condition {
            self.severity = Severity::Note;
        }
        self
    }

    /// Sets the dialects to which the diagnostic applies, for files read in any dialect.
    pub(super) fn only_in(mut self, dialects: &'static [Dialect]) -> Diagnostic {
        (self.dialects, self.names_dialects) = (dialects, true);
        self
    }

    pub(super) fn relate(mut self, place: Place, note: &'static str) -> Diagnostic {
        let (line, span) = (place.line, place.span());
        self.related.push(Related { line, span, note });
        self
    }

    /// Adds an edit that replaces the span of the diagnostic.
    pub(super) fn replace(self, text: impl Into<String>) -> Diagnostic {
        let span = self.span();
        self.edit(span, text)
    }

    pub(super) fn edit(self, span: Range<usize>, text: impl Into<String>) -> Diagnostic {
        self.edit_each([span], &text.into())
    }

    /// Adds one edit for each of these ranges, all with the same text.
    pub(super) fn edit_each(
        mut self,
        spans: impl IntoIterator<Item = Range<usize>>,
        text: &str,
    ) -> Diagnostic {
        self.edits.extend(spans.into_iter().map(|span| Edit {
            span,
            text: text.into(),
            effect: UNKNOWN,
        }));
        self
    }

    /// Adds the places and edits of another finding of the same kind. Findings don't arrive in file
    /// order, so this keeps the earliest place first.
    pub(super) fn join(&mut self, mut other: Diagnostic) {
        /// The maximum number of edits in one diagnostic.
        const EDITS_MAX: usize = 1_000;
        // A text about several places doesn't mention the differences between them.
        self.is_about_several |= self.arguments != other.arguments;
        if other.places[0] < self.places[0] {
            core::mem::swap(&mut self.places[0], &mut other.places[0]);
        }
        self.places.extend(other.places);
        let room = EDITS_MAX.saturating_sub(self.edits.len());
        self.edits.extend(other.edits.into_iter().take(room));
    }

    /// Writes the message, including the dialect and the number of other lines, and the advice,
    /// including the effect of the edits. Sorts the places and edits.
    pub(super) fn finish(&mut self) {
        // A message is about all crawlers unless it says otherwise.
        let whom = match *self.dialects {
            [Dialect::Standard] if !self.names_dialects => "except for Google, ",
            [Dialect::Google] if !self.names_dialects => "for Google, ",
            _ => "",
        };
        let others = match self.places.len() - 1 {
            0 => String::new(),
            count => format!(" (and {})", counted(count, "similar line")),
        };
        // The arguments come from the file, so they are filled in last and never read as texts.
        let [message, advice] = self.texts.map(|text| self.fill(text));
        self.message = format!("{whom}{message}{others}");
        self.advice = advice;
        if self.effect != NOTHING {
            self.advice += &format!(" (this {})", self.effect);
        }
        self.places.sort_unstable();
        self.edits
            .sort_by_key(|edit| (edit.span.start, edit.span.end));
    }

    /// Chooses between the alternatives in `text`, and replaces `{0}` with the first argument, and
    /// so on.
    fn fill(&self, text: &str) -> String {
        let mut filled = String::new();
        for (number, piece) in text.split(['[', ']']).enumerate() {
            // Every other piece is `one|several`.
            let chosen = match piece.split_once('|') {
                Some((_, several)) if number % 2 == 1 && self.is_about_several => several,
                Some((one, _)) if number % 2 == 1 => one,
                _ => piece,
            };
            // Every part except the first begins with the number of an argument and a brace.
            let mut parts = chosen.split('{');
            filled += parts.next().unwrap_or_default();
            for part in parts {
                let (number, rest) = part.split_once('}').unwrap_or((part, ""));
                let number: Option<usize> = number.parse().ok();
                let argument = number.and_then(|at| self.arguments.get(at));
                filled += argument.map_or("", |it| it);
                filled += rest;
            }
        }
        filled
    }
}

impl Diagnostic {
    /// Returns the number of the line that the diagnostic is about, starting at 1.
    pub fn line(&self) -> u32 {
        self.places[0].line
    }

    /// Returns the byte range in the checked text that the diagnostic is about. It may be
    /// empty.
    pub fn span(&self) -> Range<usize> {
        self.places[0].span()
    }

    /// Returns the line number and byte range of each place with this problem, in file order. The
    /// first pair consists of [`line`](Diagnostic::line) and [`span`](Diagnostic::span).
    ///
    /// ```
    /// use robots_exclusion::{ParseOptions, lint};
    ///
    /// let text = "noindex: /a\nnoindex: /b\nuser-agent: *\ndisallow: /x\nnoindex: /c";
    /// let found = lint::check(text, ParseOptions::new());
    /// let lines: Vec<u32> = found[0].places().map(|(line, _)| line).collect();
    /// assert_eq!(lines, [1, 2, 5]);
    /// assert_eq!(found[0].lines(), "1\u{2013}2, 5");
    /// ```
    pub fn places(&self) -> impl ExactSizeIterator<Item = (u32, Range<usize>)> {
        let places = self.places.iter();
        places.map(|place| (place.line, place.span()))
    }

    /// Returns the numbers of all lines with this problem, formatted for people, such as
    /// `3–7, 80, 90`.
    pub fn lines(&self) -> String {
        // Adjacent lines, and several places on one line, become one range.
        let places = &self.places;
        let ranges = places.chunk_by(|place, next| next.line <= place.line + 1);
        let ranges = ranges.map(|range| match [range[0].line, range[range.len() - 1].line] {
            [first, last] if first == last => first.to_string(),
            [first, last] => format!("{first}\u{2013}{last}"),
        });
        ranges.collect::<Vec<_>>().join(", ")
    }
}

/// Both dialects.
pub(super) static BOTH: [Dialect; 2] = [Dialect::Standard, Dialect::Google];

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, severity, message) = (self.line(), self.severity, &self.message);
        write!(f, "line {line}: {severity}: {message} [{}]", self.code)
    }
}

/// A place that helps to explain a [`Diagnostic`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Related {
    /// The line number of the place, starting at 1.
    pub line: u32,
    /// The byte range of the place in the checked text.
    pub span: Range<usize>,
    /// A note that explains how the place relates to the diagnostic, such as `this rule wins`.
    pub note: &'static str,
}

/// A change to the text that a [`Diagnostic`] suggests.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edit {
    /// The byte range to replace in the checked text. It is empty for an insertion.
    pub span: Range<usize>,
    /// The replacement text. It is empty for a removal.
    pub text: String,
    /// A description of what the edit changes, and for which crawlers. Examples are ``disallows
    /// `/private/` for `MyBot` `` and ``removes `Crawl-delay: 5` for `MyBot` ``. The description is
    /// empty if the edit is [safe](Edit::is_safe).
    pub effect: Cow<'static, str>,
}

/// No verdict, usage preference, licence, delay or rate changes for any crawler, in either dialect.
pub(super) const NOTHING: Cow<'static, str> = Cow::Borrowed("");

/// The effect is unknown, because comparing the files would have taken too long.
pub(super) const UNKNOWN: Cow<'static, str> = Cow::Borrowed("may change what crawlers may fetch");

impl Edit {
    /// Returns `true` if the edit is known to have no effect. A safe edit doesn't change any
    /// verdict, usage preference, licence, delay or rate for any crawler, in either dialect. To
    /// find out, the edit was applied and the files were compared.
    pub fn is_safe(&self) -> bool {
        self.effect == NOTHING
    }
}
