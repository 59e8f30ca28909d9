//! Diagnostics and the edits that they suggest.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::code::Severity;
use super::codes::Code;
use crate::dialect::Dialect;

/// A place in a file: a line, and a range of bytes on it. Positions fit into four bytes,
/// because longer texts are truncated when they are parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) line: u32,
    start: u32,
    end: u32,
}

impl Place {
    pub(super) fn new(line: u32, span: Range<usize>) -> Place {
        let position = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Place {
            line,
            start: position(span.start),
            end: position(span.end),
        }
    }

    pub(super) fn span(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A finding in a robots.txt that its author should know about.
///
/// A problem that occurs on many lines is reported once. Its [line](Diagnostic::line) is
/// the first of them, and [`places`](Diagnostic::places) lists all.
///
/// `Display` prints a single line: place, severity (`note` for information), message and code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub(super) code: Code,
    pub(super) severity: Severity,
    pub(super) place: Place,
    pub(super) message: String,
    /// A message and an advice that are true of all similar diagnostics, which are merged. If
    /// `None`, only diagnostics with equal messages and advice are merged.
    pub(super) general: Option<[&'static str; 2]>,
    pub(super) advice: String,
    pub(super) dialects: &'static [Dialect],
    /// `true` if the check that reported it has set `dialects` itself.
    pub(super) names_dialects: bool,
    pub(super) related: Vec<Related>,
    pub(super) edits: Vec<Edit>,
    /// The other places with this problem, in file order.
    pub(super) others: Vec<Place>,
}

impl Diagnostic {
    pub(super) fn new(
        code: Code,
        place: Place,
        message: impl Into<String>,
        advice: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic {
            code,
            severity: code.severity(),
            place,
            message: message.into(),
            general: None,
            advice: advice.into(),
            dialects: BOTH,
            names_dialects: false,
            related: Vec::new(),
            edits: Vec::new(),
            others: Vec::new(),
        }
    }

    pub(super) fn severity_if(self, condition: bool, severity: Severity) -> Diagnostic {
        let severity = if condition { severity } else { self.severity };
        Diagnostic { severity, ..self }
    }

    pub(super) fn information_if(self, condition: bool) -> Diagnostic {
        self.severity_if(condition, Severity::Information)
    }

    /// Sets the message and the advice for several diagnostics that differ in their details.
    /// Diagnostics of one code with equal general texts are merged into one.
    pub(super) fn generally(self, message: &'static str, advice: &'static str) -> Diagnostic {
        let general = Some([message, advice]);
        Diagnostic { general, ..self }
    }

    /// Sets the dialects to which the diagnostic applies, for files read in any dialect.
    pub(super) fn only_in(self, dialects: &'static [Dialect]) -> Diagnostic {
        Diagnostic {
            dialects,
            names_dialects: true,
            ..self
        }
    }

    /// If the condition holds, the diagnostic is true in both dialects, even if the check reports
    /// it in only one of them.
    pub(super) fn in_both_if(self, condition: bool) -> Diagnostic {
        if condition { self.only_in(BOTH) } else { self }
    }

    pub(super) fn relate(mut self, place: Place, note: &'static str) -> Diagnostic {
        self.related.push(Related { place, note });
        self
    }

    pub(super) fn edit(mut self, span: Range<usize>, text: impl Into<String>) -> Diagnostic {
        self.edits.push(Edit {
            start: span.start,
            end: span.end,
            text: text.into(),
            effect: Effect::Unknown,
        });
        self
    }

    /// Returns the code, which is the kind of diagnostic.
    pub fn code(&self) -> Code {
        self.code
    }

    /// Returns the severity.
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// Returns the number of the line that the diagnostic is about, starting at 1.
    pub fn line(&self) -> u32 {
        self.place.line
    }

    /// Returns the byte range in the checked text that the diagnostic is about. It may be
    /// empty.
    pub fn span(&self) -> Range<usize> {
        self.place.span()
    }

    /// Returns the dialects to which the diagnostic applies.
    pub fn dialects(&self) -> &'static [Dialect] {
        self.dialects
    }

    /// Returns a description of the problem and its consequence: one sentence, without an
    /// initial capital or a full stop.
    ///
    /// In quoted values, invalid UTF-8 is replaced, control characters are escaped, and
    /// long values are truncated.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns advice on what to write instead, including the effect on crawlers: one
    /// sentence, without an initial capital or a full stop.
    pub fn advice(&self) -> &str {
        &self.advice
    }

    /// Returns the edits that implement the advice, in file order. Empty if the advice
    /// requires a decision by the author.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// Returns the line number and the byte range of each place with this problem, in file order.
    /// The first are [`line`](Diagnostic::line) and [`span`](Diagnostic::span).
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
        let place = |number: usize| {
            number
                .checked_sub(1)
                .map_or(self.place, |at| self.others[at])
        };
        (0..self.others.len() + 1).map(move |number| (place(number).line, place(number).span()))
    }

    /// Returns the numbers of all lines with this problem for people, as in `3–` followed by `80, 90`.
    pub fn lines(&self) -> String {
        let mut lines = String::new();
        let mut rest = self.places().map(|(line, _)| line).peekable();
        while let Some(first) = rest.next() {
            let mut last = first;
            while let Some(next) = rest.next_if(|&next| next <= last + 1) {
                last = next;
            }
            let separator = if lines.is_empty() { "" } else { ", " };
            lines += &match last - first {
                0 => format!("{separator}{first}"),
                _ => format!("{separator}{first}\u{2013}{last}"),
            };
        }
        lines
    }

    /// Returns other places that explain the diagnostic, such as the rule that wins or the
    /// first line of a group.
    pub fn related(&self) -> impl ExactSizeIterator<Item = &Related> {
        self.related.iter()
    }
}

/// Both dialects.
pub(super) const BOTH: &[Dialect] = &[Dialect::Standard, Dialect::Google];

/// Returns a slice that contains only `dialect`.
pub(super) fn only(dialect: Dialect) -> &'static [Dialect] {
    match dialect {
        Dialect::Standard => &[Dialect::Standard],
        Dialect::Google => &[Dialect::Google],
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, code) = (self.line(), self.code);
        let label = match self.severity {
            Severity::Information => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(f, "line {line}: {label}: {} [{code}]", self.message)
    }
}

/// A place that helps to understand a [`Diagnostic`].
#[derive(Clone, PartialEq, Eq)]
pub struct Related {
    pub(super) place: Place,
    pub(super) note: &'static str,
}

impl Related {
    /// Returns the line number of the place, starting at 1.
    pub fn line(&self) -> u32 {
        self.place.line
    }

    /// Returns the byte range of the place in the checked text.
    pub fn span(&self) -> Range<usize> {
        self.place.span()
    }

    /// Returns a note on how the place relates to the diagnostic, such as `this rule wins`.
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

/// A change to the text that a [`Diagnostic`] suggests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) text: String,
    pub(super) effect: Effect,
}

/// The effect of an edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing changes for any crawler, in either dialect: no verdict, usage preference, licence,
    /// delay or rate.
    Nothing,
    /// Something changes as described.
    Something(String),
    /// The effect is unknown, because comparing the files would have taken too long.
    Unknown,
}

impl Effect {
    /// Returns what an edit with this effect does.
    pub(super) fn description(&self) -> &str {
        match self {
            Effect::Nothing => "changes nothing for any crawler",
            Effect::Something(effect) => effect,
            Effect::Unknown => "may change what crawlers may fetch",
        }
    }
}

impl Edit {
    /// Returns the byte range to replace in the checked text. It is empty for an insertion.
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    /// Returns the replacement text. It is empty for a removal.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns `true` if the edit is known to change nothing for any crawler, in either dialect:
    /// no verdict on any URL, no usage preference, no licence, no delay and no rate. To find out,
    /// the edit was applied and the files were compared.
    pub fn is_safe(&self) -> bool {
        self.effect == Effect::Nothing
    }

    /// Returns a description of what the edit changes, and for which crawlers, such as
    /// ``disallows `/private/` for `MyBot` `` or ``removes `Crawl-delay: 5` for `MyBot` ``. Empty
    /// if the edit is safe.
    pub fn effect(&self) -> &str {
        match &self.effect {
            Effect::Nothing => "",
            effect => effect.description(),
        }
    }
}
