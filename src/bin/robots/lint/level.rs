//! How much a diagnostic matters to whoever asks.

use std::fmt;

use robots_exclusion::lint::Severity;

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
