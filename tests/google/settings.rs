//! Settings of the comparison, read from environment variables.

use std::env;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// The extent of the comparison.
pub(crate) struct Settings {
    /// `ROBOTS_REFERENCE_CASES`: the number of generated cases.
    pub(crate) cases: u64,
    /// `ROBOTS_REFERENCE_SEED`: the seed of the generator, which a failure prints.
    pub(crate) seed: u64,
    /// `ROBOTS_REFERENCE_WORKERS`: the number of threads, each with its own reference process.
    pub(crate) workers: usize,
    /// `ROBOTS_CORPUS`: a folder of additional files to compare.
    pub(crate) corpus: Option<PathBuf>,
}

impl Settings {
    pub(crate) fn read() -> Settings {
        let clock = SystemTime::now().duration_since(UNIX_EPOCH);
        let clock = clock.map_or(1, |time| time.as_nanos() as u64 % 1_000_000_000_000);
        Settings {
            cases: number("ROBOTS_REFERENCE_CASES", 20_000),
            seed: number("ROBOTS_REFERENCE_SEED", clock),
            workers: number("ROBOTS_REFERENCE_WORKERS", 2) as usize,
            corpus: variable("ROBOTS_CORPUS").map(PathBuf::from),
        }
    }
}

/// The value of `ROBOTS_REFERENCE`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Installs and compares nothing. This is the default.
    Skip,
    /// Installs the reference and compares; fails if it is unavailable.
    Compare,
    /// Writes the reference's answers to `recorded.txt`.
    Record,
}

impl Mode {
    pub(crate) fn read() -> Mode {
        match variable("ROBOTS_REFERENCE").as_deref() {
            None | Some("skip") => Mode::Skip,
            Some("compare") => Mode::Compare,
            Some("record") => Mode::Record,
            Some(other) => {
                panic!("ROBOTS_REFERENCE must be skip, compare or record, not {other:?}")
            }
        }
    }
}

fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

fn number(name: &str, default: u64) -> u64 {
    variable(name).map_or(default, |value| {
        let digits = value.replace('_', "");
        let number = digits.parse();
        number.unwrap_or_else(|_| panic!("{name} must be a number, not {value:?}"))
    })
}
