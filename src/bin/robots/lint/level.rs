//! How much a diagnostic matters to whoever asks.

use std::fmt;
use std::ops::AddAssign;

use robots_exclusion::lint::Severity;

use crate::Finding;

/// The severity of a diagnostic, or more where its code is denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, clap::ValueEnum)]
pub(super) enum Level {
    Information,
    Warning,
    Error,
}

impl From<Severity> for Level {
    fn from(severity: Severity) -> Level {
        match severity {
            Severity::Information => Level::Information,
            _ => Level::Warning,
        }
    }
}

impl Level {
    pub(super) fn name(self) -> &'static str {
        match self {
            Level::Information => "information",
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

/// How many diagnostics there are of each level.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    errors: usize,
    warnings: usize,
    others: usize,
}

impl Counts {
    pub(super) fn add(&mut self, level: Level) {
        match level {
            Level::Error => self.errors += 1,
            Level::Warning => self.warnings += 1,
            Level::Information => self.others += 1,
        }
    }

    pub(super) fn finding(self) -> Finding {
        if self.errors + self.warnings > 0 {
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
        self.others += other.others;
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.errors {
            0 => {}
            1 => f.write_str("1 error, ")?,
            many => write!(f, "{many} errors, ")?,
        }
        match self.warnings {
            0 => f.write_str("no warnings")?,
            1 => f.write_str("1 warning")?,
            many => write!(f, "{many} warnings")?,
        }
        match self.others {
            0 => Ok(()),
            many => write!(f, ", {many} for information"),
        }
    }
}
