//! The severity at which a diagnostic is reported.

use std::fmt;
use std::ops::{AddAssign, Range};

use robots_exclusion::lint::{Diagnostic, Severity};

use crate::Finding;
use crate::output::counted;

/// The severity of a diagnostic, raised to an error if its code is denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, clap::ValueEnum)]
pub(super) enum Level {
    Note,
    Warning,
    Error,
}

impl From<Severity> for Level {
    fn from(severity: Severity) -> Level {
        match severity {
            Severity::Note => Level::Note,
            Severity::Error => Level::Error,
            _ => Level::Warning,
        }
    }
}

impl Level {
    /// Returns the name, which is the library's.
    pub(super) fn name(self) -> &'static str {
        match self {
            Level::Note => "note",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A reported diagnostic.
pub(super) struct Found {
    pub(super) diagnostic: Diagnostic,
    pub(super) level: Level,
    /// The columns of its main span.
    pub(super) columns: Range<usize>,
}

/// The number of diagnostics of each level.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    errors: usize,
    warnings: usize,
    notes: usize,
    /// The number of diagnostics below the requested severity, which are not reported.
    pub(super) hidden: usize,
}

impl Counts {
    pub(super) fn add(&mut self, level: Level) {
        match level {
            Level::Error => self.errors += 1,
            Level::Warning => self.warnings += 1,
            Level::Note => self.notes += 1,
        }
    }

    /// Returns `Adverse` if any diagnostic is at least as severe as `level`.
    pub(super) fn finding(self, level: Level) -> Finding {
        let counted = match level {
            Level::Error => self.errors,
            Level::Warning => self.errors + self.warnings,
            Level::Note => self.errors + self.warnings + self.notes,
        };
        if counted > 0 {
            Finding::Adverse
        } else {
            Finding::Fine
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.notes += other.notes;
        self.hidden += other.hidden;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts {
            errors,
            warnings,
            notes,
            hidden,
        } = *self;
        let counts = [(errors, "error"), (warnings, "warning"), (notes, "note")];
        let mut counted: Vec<_> = counts
            .into_iter()
            .filter(|&(count, _)| count > 0)
            .map(|(count, noun)| counted(count, noun))
            .collect();
        if errors + warnings == 0 && hidden == 0 {
            counted.insert(0, "no warnings".to_owned());
        }
        if hidden > 0 {
            counted.push(format!("{hidden} less severe not shown"));
        }
        f.write_str(&counted.join(", "))
    }
}
