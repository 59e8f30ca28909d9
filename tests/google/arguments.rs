//! The command line: what Rust's own test harness takes, as far as `cargo test` and `cargo nextest` use it, and the options of this comparison.

use std::env;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

pub(crate) const USAGE: &str = "\
options of the comparison (each also as an environment variable):
  --cases N      generated cases, each one (file, agents, url)    ROBOTS_REFERENCE_CASES    20,000
  --seed S       seed of the cases                                ROBOTS_REFERENCE_SEED     from the clock
  --workers W    processes of the reference                       ROBOTS_REFERENCE_WORKERS  2
  --corpus DIR   also ask about every file of a folder            ROBOTS_CORPUS
  --record       write tests/google/recorded.txt anew, from a seed that does not change
Where the reference cannot be had everything is skipped, but fails where CI is set. ROBOTS_REFERENCE=skip runs nothing;
ROBOTS_REFERENCE_PYTHON names the Python to set up the reference with";

#[derive(Debug, Default)]
pub(crate) struct Arguments {
    pub(crate) cases: u64,
    pub(crate) seed: u64,
    pub(crate) workers: usize,
    pub(crate) corpus: Option<PathBuf>,
    pub(crate) skip: bool,
    pub(crate) record: bool,
    /// Whether the reference must be there.
    pub(crate) required: bool,
    pub(crate) list: bool,
    pub(crate) only_ignored: bool,
    pub(crate) exact: bool,
    pub(crate) filters: Vec<String>,
    pub(crate) skipped_names: Vec<String>,
}

impl Arguments {
    pub(crate) fn read() -> Result<Arguments, String> {
        let variable = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
        let clock = || {
            SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(1, |time| time.as_nanos() as u64 % 1_000_000_000_000)
        };
        let mut arguments = Arguments {
            cases: variable("ROBOTS_REFERENCE_CASES").map_or(Ok(20_000), |value| number(&value))?,
            seed: variable("ROBOTS_REFERENCE_SEED")
                .map_or_else(|| Ok(clock()), |value| number(&value))?,
            workers: variable("ROBOTS_REFERENCE_WORKERS").map_or(Ok(2), |value| number(&value))?
                as usize,
            corpus: variable("ROBOTS_CORPUS").map(PathBuf::from),
            skip: match variable("ROBOTS_REFERENCE").as_deref() {
                None => false,
                Some("skip") => true,
                Some(other) => {
                    return Err(format!(
                        "ROBOTS_REFERENCE is {other:?}, and can only be \"skip\""
                    ));
                }
            },
            required: variable("CI").is_some_and(|value| !matches!(value.as_str(), "0" | "false")),
            ..Arguments::default()
        };
        let mut rest = env::args().skip(1);
        while let Some(argument) = rest.next() {
            let (name, given) = match argument.split_once('=') {
                Some((name, value)) if name.starts_with("--") => (name, Some(value.to_owned())),
                _ => (argument.as_str(), None),
            };
            let mut value = || {
                given
                    .clone()
                    .or_else(|| rest.next())
                    .ok_or_else(|| format!("{name} needs a value"))
            };
            match name {
                "--cases" => arguments.cases = number(&value()?)?,
                "--seed" => arguments.seed = number(&value()?)?,
                "--workers" => arguments.workers = number(&value()?)? as usize,
                "--corpus" => arguments.corpus = Some(PathBuf::from(value()?)),
                "--record" => arguments.record = true,
                "--list" => arguments.list = true,
                "--ignored" => arguments.only_ignored = true,
                "--exact" => arguments.exact = true,
                "--skip" => arguments.skipped_names.push(value()?),
                "--format" | "--color" | "--test-threads" | "-Z" => drop(value()?),
                "--include-ignored" | "--nocapture" | "--no-capture" | "--show-output"
                | "--quiet" | "-q" => {}
                _ if name.starts_with('-') => return Err(format!("unknown option {name}")),
                _ => arguments.filters.push(argument),
            }
        }
        Ok(arguments)
    }

    /// Whether a test of this name is asked for.
    pub(crate) fn wants(&self, name: &str) -> bool {
        let hit = |part: &String| {
            if self.exact {
                name == part
            } else {
                name.contains(part.as_str())
            }
        };
        (self.filters.is_empty() || self.filters.iter().any(hit))
            && !self.skipped_names.iter().any(hit)
    }
}

fn number(value: &str) -> Result<u64, String> {
    value
        .replace(['_', ','], "")
        .parse()
        .map_err(|_| format!("{value:?} is not a number"))
}
