//! Diagnostics about `content-usage`, `content-signal` and `license` lines.
//!
//! What takes no more than one line is in [`look_at`], what takes several in
//! [`Across`], which is made in one pass and handed out line by line.

use alloc::vec::Vec;
use core::ops::Range;

use super::Diagnostic;
use super::finding::Finding;
use super::place::Place;
use super::spaces::{offset, strip};
use super::survey::Survey;
use crate::lexer::{Field, Line, Lines};
use crate::records::absolute_url;
use crate::records::terms::{Terms, split};

#[cfg(feature = "aipref")]
mod statements;

/// Why a path is not read as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OddPath {
    /// It starts with `*`.
    Star,
    /// It is a URL.
    Url,
    /// There is nothing after it, or nothing at all.
    NoStatement { has_path: bool },
}

/// Adds what is odd about one line; of many members of a statement, only the
/// first of each kind.
pub(super) fn look_at<'t>(
    line: &Line<'t>,
    terms: Terms,
    is_in_group: bool,
    report: &mut impl FnMut(Range<usize>, Finding<'t>),
) {
    let record = line.name_span().start..line.value_span().end;
    // Odd spaces are reported for every field.
    let value = strip(line.value());
    let is_signal = match terms {
        Terms::License => {
            if absolute_url(value).is_none() {
                report(record, Finding::LicenseNotAbsolute { value });
            }
            return;
        }
        Terms::Usage => false,
        Terms::Signal => true,
    };
    if !is_in_group {
        report(record.clone(), Finding::UsageOutsideGroup { is_signal });
    }
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let first = value.iter().position(is_blank).unwrap_or(value.len());
    let word = &value[..first];
    let odd = match word {
        [b'*', ..] => Some(OddPath::Star),
        word if absolute_url(word).is_some() => Some(OddPath::Url),
        _ => None,
    };
    let start = line.value_span().start + offset(line.value(), value);
    if let Some(odd) = odd {
        report(start..start + first, Finding::UsagePath { odd, is_signal });
        return;
    }
    let (path, statement) = split(value);
    let has_path = !path.is_empty();
    if statement.is_empty() {
        let odd = OddPath::NoStatement { has_path };
        report(record, Finding::UsagePath { odd, is_signal });
    }
    #[cfg(feature = "aipref")]
    if !statement.is_empty() {
        let start = start + value.len() - statement.len();
        let mut report = |part: Range<usize>, finding| {
            report(start + part.start..start + part.end, finding);
        };
        if is_signal {
            statements::look_at_signals(statement, &mut report);
        } else {
            statements::look_at_usage(statement, has_path, &mut report);
        }
    }
}

/// A diagnostic about a line that takes another line, too.
#[derive(Clone, Copy)]
struct Pair {
    place: Place,
    other: Place,
    kind: Kind,
}

/// What it is about. A label is its number among those that are known.
#[derive(Clone, Copy)]
enum Kind {
    #[cfg(feature = "aipref")]
    Conflict {
        label: u8,
        is_signal: bool,
    },
    #[cfg(feature = "aipref")]
    DropsLabel {
        label: u8,
    },
    LicenseInLastGroup,
}

/// Diagnostics that take several lines, in file order.
#[derive(Clone)]
pub(super) struct Across {
    pairs: alloc::vec::IntoIter<Pair>,
}

impl Across {
    /// One pass over the text, and O(n log n) for n `content-usage`,
    /// `content-signal` and `user-agent` lines.
    pub(super) fn new(survey: &Survey<'_>) -> Across {
        let license = license_in_last_group(survey);
        let mut pairs: Vec<Pair> = license.into_iter().collect();
        #[cfg(feature = "aipref")]
        statements::find_pairs(survey, &mut pairs);
        pairs.sort_by_key(|pair| pair.place.line);
        Across {
            pairs: pairs.into_iter(),
        }
    }

    /// Adds those about a line; lines are asked for in rising order.
    pub(super) fn at_line<'t>(&mut self, line: u32, found: &mut Vec<Diagnostic<'t>>) {
        while let Some(pair) = self.pairs.as_slice().first().copied() {
            if pair.place.line > line {
                return;
            }
            self.pairs.next();
            let other = pair.other.line;
            let (finding, note) = match pair.kind {
                #[cfg(feature = "aipref")]
                Kind::Conflict { label, is_signal } => {
                    let label = statements::label(label, is_signal);
                    let finding = Finding::UsageConflict {
                        label,
                        is_signal,
                        line: Some(other),
                    };
                    (finding, "this line says the opposite")
                }
                #[cfg(feature = "aipref")]
                Kind::DropsLabel { label } => {
                    let label = statements::label(label, false);
                    (
                        Finding::UsageDropsLabel { label, line: other },
                        "this line states it",
                    )
                }
                Kind::LicenseInLastGroup => (
                    Finding::LicenseInLastGroup { line: other },
                    "the last group starts here",
                ),
            };
            found.push(Diagnostic::at(pair.place, finding).relate(pair.other, note));
        }
    }
}

/// The first `license` line after which no group starts and no rule stands, if
/// a blank line or a sitemap sets it off from the last group, and that group
/// is not for every crawler.
fn license_in_last_group(survey: &Survey<'_>) -> Option<Pair> {
    let last = survey.group_count().checked_sub(1)?;
    let agents = survey.group(last).agents;
    let start = survey.agents[agents.start].place;
    if last == 0 && agents.into_iter().any(|agent| survey.name(agent) == b"*") {
        return None;
    }
    let mut is_set_off = false;
    let mut license = None;
    for line in Lines::new(survey.text, survey.dialect) {
        match line.field() {
            Some(Field::UserAgent | Field::Allow | Field::Disallow) => {
                is_set_off = false;
                license = None;
            }
            Some(Field::License) if is_set_off && license.is_none() => {
                let record = line.name_span().start..line.value_span().end;
                license = Some(Place::new(&line, record));
            }
            Some(Field::Sitemap) => is_set_off = true,
            None if line.bytes().trim_ascii().is_empty() => is_set_off = true,
            _ => {}
        }
    }
    Some(Pair {
        place: license?,
        other: start,
        kind: Kind::LicenseInLastGroup,
    })
}
