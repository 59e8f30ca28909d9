//! The diagnostics that are reported, and their number.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::{AddAssign, Range};

use robots_exclusion::lint::{Diagnostic, Severity};

use crate::Finding;
use crate::output::counted;

/// A reported diagnostic.
pub(super) struct Found {
    pub(super) diagnostic: Diagnostic,
    /// The severity of its code, raised to an error if the code is denied.
    pub(super) severity: Severity,
    /// The columns of its main span.
    pub(super) columns: Range<usize>,
}

/// The number of diagnostics of each severity.
#[derive(Clone, Default)]
pub(super) struct Counts {
    reported: BTreeMap<Severity, usize>,
    /// The number of diagnostics below the requested severity, which are not reported.
    pub(super) hidden: usize,
}

impl Counts {
    pub(super) fn add(&mut self, severity: Severity) {
        *self.reported.entry(severity).or_default() += 1;
    }

    /// Returns `true` if no diagnostic was reported.
    pub(super) fn is_empty(&self) -> bool {
        self.reported.is_empty()
    }

    /// Returns `true` if any diagnostic is at least this severe.
    fn has(&self, severity: Severity) -> bool {
        self.reported.range(severity..).next().is_some()
    }

    /// Returns `Adverse` if any diagnostic is at least this severe.
    pub(super) fn finding(&self, severity: Severity) -> Finding {
        Finding::adverse_if(self.has(severity))
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        for (severity, count) in other.reported {
            *self.reported.entry(severity).or_default() += count;
        }
        self.hidden += other.hidden;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hidden = self.hidden;
        let most_severe_first = self.reported.iter().rev();
        let parts = most_severe_first.map(|(severity, &count)| counted(count, severity.name()));
        let mut parts: Vec<_> = parts.collect();
        if !self.has(Severity::Warning) && hidden == 0 {
            parts.insert(0, "no warnings".to_owned());
        }
        if hidden > 0 {
            parts.push(format!("{hidden} less severe not shown"));
        }
        f.write_str(&parts.join(", "))
    }
}
