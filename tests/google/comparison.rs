//! Compares verdicts and lines of the Google dialect with google/robotstxt, on generated cases and
//! on a folder of files.
//!
//! The comparison needs Python and installs the reference from PyPI into the target folder, so it
//! runs only on request:
//!
//! ```text
//! ROBOTS_REFERENCE=compare cargo test --test versus_google
//! ROBOTS_REFERENCE=compare ROBOTS_REFERENCE_CASES=20000000 cargo test --release --test versus_google
//! ```
//!
//! `recorded.txt` contains recorded answers of the reference, which another test checks on every
//! machine. To record them again:
//!
//! ```text
//! ROBOTS_REFERENCE=record cargo test --test versus_google
//! ```

mod case;
#[path = "../support/cases.rs"]
mod cases;
#[path = "../support/corpus.rs"]
mod corpus;
mod corpus_cases;
mod generate;
#[path = "../support/generator.rs"]
mod generator;
mod library;
mod listings;
#[path = "../support/random.rs"]
mod random;
mod recorded;
mod records;
mod reference;
#[path = "../support/routes.rs"]
mod routes;
#[path = "../support/samples.rs"]
mod samples;
mod settings;
#[path = "../support/shrink.rs"]
mod shrink;

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use robots_exclusion::Dialect;
use serde_json::Value;

use case::{Answer, Case};
use random::Random;
use reference::Reference;
use settings::{Mode, Settings};
use shrink::Asked;

/// Files per batch: enough to make the cost of the pipe negligible, but few enough that all workers
/// finish together.
const FILES: usize = 64;

/// The number of differences after which a comparison stops.
const ENOUGH: usize = 5;

/// Runs a part of the comparison if the environment requests it, and prints its figures.
#[track_caller]
fn compare(name: &str, part: impl FnOnce(&Settings) -> Result<String, String>) {
    if Mode::read() != Mode::Compare {
        return say(format_args!(
            "SKIPPED: {name}: set ROBOTS_REFERENCE=compare to compare with google/robotstxt"
        ));
    }
    match part(&Settings::read()) {
        Ok(figures) => say(format_args!("{name}: {figures}")),
        Err(error) => panic!("{error}"),
    }
}

/// Prints a line that the test harness does not capture.
fn say(line: std::fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "{line}");
}

#[test]
fn named_cases_agree_with_the_reference() {
    compare("named cases", named_cases);
}

#[test]
fn generated_cases_agree_with_the_reference() {
    compare("generated cases", generated_cases);
}

#[test]
fn records_of_generated_files_agree_with_the_reference() {
    compare("generated files", generated_files);
}

#[test]
fn corpus_files_agree_with_the_reference() {
    compare("files of ROBOTS_CORPUS", corpus_files);
}

#[test]
fn the_standard_dialect_differs_from_the_reference() {
    compare("the standard dialect", standard_dialect);
}

/// Writes `recorded.txt` if the environment requests it. This is not a test of the library.
#[test]
fn answers_are_recorded_on_request() {
    if Mode::read() == Mode::Record {
        say(format_args!(
            "{}",
            record().expect("the answers are recorded")
        ));
    }
}

/// The number of recorded cases per kind, and the limit on their text in bytes, because some kinds
/// have long files.
const RECORDED: (usize, usize) = (1_100, 110_000);

/// Records the answers of the reference to a fixed set of cases of every kind.
fn record() -> Result<String, String> {
    let mut reference = Reference::start()?;
    let mut lister = Reference::start_listing()?;
    let mut text = format!(
        "# Answers of google/robotstxt, through the PyPI package {} {}.\n\
         # Made by `ROBOTS_REFERENCE=record cargo test --test versus_google`; recorded.rs describes the format.\n",
        reference::PACKAGE,
        reference::VERSION
    );
    let mut all = 0;
    for (stream, kind) in generator::KINDS.iter().enumerate() {
        let mut random = Random::stream(9309, stream as u64);
        let (mut cases, mut of_kind) = (0, String::new());
        while cases < RECORDED.0 && of_kind.len() < RECORDED.1 {
            let case = generate::case_for((kind.write)(&mut random), &mut random);
            let answers = reference
                .answers(std::slice::from_ref(&case))
                .map_err(|error| error.to_string())?;
            // A file shows little if none of its rules matches a URL.
            if random.percent(80) && answers.iter().all(|answer| answer.line.is_none()) {
                continue;
            }
            let listing = lister
                .listings(std::slice::from_ref(&case.file))
                .map_err(|error| error.to_string())?
                .pop();
            // The format cannot represent listings that end early at invalid UTF-8.
            let listing = listing.filter(|listing| listing.is_complete);
            let recorded = recorded::Recorded {
                kind: kind.name.to_owned(),
                case,
                answers,
                records: listing.map_or_else(Vec::new, |listing| listing.records),
            };
            cases += recorded.answers.len();
            recorded::write(&recorded, &mut of_kind);
        }
        say(format_args!(
            "{}: {cases} cases, {} bytes",
            kind.name,
            of_kind.len()
        ));
        all += cases;
        text += &of_kind;
    }
    let read: usize = recorded::read(&text)
        .iter()
        .map(|recorded| recorded.answers.len())
        .sum();
    if read != all {
        return Err(format!("{all} cases were written, but {read} were read"));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/google/recorded.txt");
    fs::write(&path, &text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(format!(
        "{all} cases in {} bytes: {}",
        text.len(),
        path.display()
    ))
}

/// Checks the answers of `tests/conformance` for the Google dialect against the reference.
fn named_cases(_: &Settings) -> Result<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance");
    let mut asked = Vec::new();
    let mut expected = Vec::new();
    for case in cases::read(&folder) {
        // The reference has no options, and knows no statuses.
        let answer = case.fields.get("google").and_then(Value::as_object);
        let Some(allowed) = answer.and_then(|answer| answer.get("allowed")) else {
            continue;
        };
        if ["status", "byte_limit", "options"]
            .iter()
            .any(|key| case.fields.contains_key(*key))
        {
            continue;
        }
        asked.push(Case::of(Asked {
            file: case.file(),
            agents: case.agents(),
            url: case.url().to_owned(),
        }));
        let line = case.fields["google"]["line"].as_u64();
        let answer = Answer {
            allowed: allowed.as_bool().expect("a bool"),
            line: line.map(|line| u32::try_from(line).expect("a line number")),
        };
        expected.push((case.name(), answer));
    }
    let mut reference = Reference::start()?;
    let answers = reference
        .answers(&asked)
        .map_err(|error| error.to_string())?;
    let mut wrong = String::new();
    for ((case, (name, expected)), answer) in asked.iter().zip(&expected).zip(&answers) {
        if expected != answer {
            wrong += &format!("\n{name}\n{case}\nreference {answer}\nexpected  {expected}\n");
        }
    }
    if wrong.is_empty() {
        Ok(format!("{} named cases", expected.len()))
    } else {
        Err(wrong)
    }
}

fn generated_cases(settings: &Settings) -> Result<String, String> {
    let comparison = Comparison {
        dialect: Dialect::Google,
        ..generated(settings, settings.cases)
    };
    let report = comparison.run()?;
    report.verdict()?;
    report.enough_rules_match()?;
    Ok(format!("seed {}: {report}", settings.seed))
}

/// Compares records, because verdicts do not depend on sitemaps and other fields.
fn generated_files(settings: &Settings) -> Result<String, String> {
    let files = (settings.cases / 20).clamp(1, 100_000);
    let seed = settings.seed;
    let figures =
        listings::compare(seed, files).map_err(|error| format!("seed {seed}: {error}"))?;
    Ok(format!("seed {seed}: {figures}"))
}

/// Checks that the comparison can fail: with the wrong dialect, it must find differences and shrink
/// them.
fn standard_dialect(settings: &Settings) -> Result<String, String> {
    let comparison = Comparison {
        dialect: Dialect::Standard,
        ..generated(settings, 20_000)
    };
    let report = comparison.run()?;
    match report
        .differences
        .iter()
        .map(|difference| difference.case.file.len())
        .min()
    {
        None => Err(format!(
            "seed {}: {report}, although the dialects differ",
            settings.seed
        )),
        Some(shortest) if shortest > 200 => Err(format!(
            "seed {}: the shortest difference still has {shortest} bytes",
            settings.seed
        )),
        Some(shortest) => Ok(format!(
            "seed {}: {report}; the shortest file has {shortest} bytes",
            settings.seed
        )),
    }
}

fn generated(settings: &Settings, cases: u64) -> Comparison<'_> {
    let seed = settings.seed;
    let batch = move |number: u64| {
        let mut random = Random::stream(seed, number);
        Ok((0..FILES).map(|_| generate::case(&mut random)).collect())
    };
    let batches = cases.div_ceil((FILES * generate::QUERIES) as u64);
    Comparison {
        dialect: Dialect::Google,
        workers: settings.workers,
        batches,
        batch: Box::new(batch),
    }
}

fn corpus_files(settings: &Settings) -> Result<String, String> {
    let Some(folder) = &settings.corpus else {
        return Ok("none, because ROBOTS_CORPUS names no folder".to_owned());
    };
    let files = corpus::files(folder);
    let (seed, count) = (settings.seed, files.len());
    let batch = move |number: u64| {
        let path = &files[number as usize];
        let file = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(vec![corpus_cases::case(
            file,
            &mut Random::stream(seed, number),
        )])
    };
    let comparison = Comparison {
        dialect: Dialect::Google,
        workers: settings.workers,
        batches: count as u64,
        batch: Box::new(batch),
    };
    let report = comparison.run()?;
    report.verdict()?;
    Ok(format!("seed {seed}, {count} files: {report}"))
}

/// Compares the answers of the library, in one dialect, with the reference on batches of cases.
struct Comparison<'a> {
    dialect: Dialect,
    workers: usize,
    batches: u64,
    /// Makes a batch, given its number. The result does not depend on the number of workers.
    batch: Box<dyn Fn(u64) -> Result<Vec<Case>, String> + Sync + 'a>,
}

/// The result of a comparison.
#[derive(Default)]
struct Report {
    cases: u64,
    files: u64,
    disallowed: u64,
    /// Cases in which the reference names a line.
    decided: u64,
    differences: Vec<Difference>,
    time: Duration,
}

/// A shrunk case with one query on which the library and the reference differ.
struct Difference {
    batch: u64,
    case: Case,
    expected: Answer,
    actual: String,
}

impl Comparison<'_> {
    fn run(&self) -> Result<Report, String> {
        let start = Instant::now();
        let report = Mutex::new(Report::default());
        let next = AtomicU64::new(0);
        // Installs the reference once, before the workers need it.
        drop(Reference::start()?);
        thread::scope(|scope| {
            let workers: Vec<_> = (0..self.workers.max(1))
                .map(|_| scope.spawn(|| self.work(&next, &report, start)))
                .collect();
            workers
                .into_iter()
                .try_for_each(|worker| worker.join().map_err(|_| "a worker panicked".to_owned())?)
        })?;
        let mut report = report
            .into_inner()
            .map_err(|_| "a worker panicked".to_owned())?;
        report.time = start.elapsed();
        Ok(report)
    }

    fn work(&self, next: &AtomicU64, report: &Mutex<Report>, start: Instant) -> Result<(), String> {
        let mut reference = Reference::start()?;
        let mut prepared = self.prepare(next)?;
        while let Some((number, cases)) = prepared {
            let gone = |error| format!("the reference ended in batch {number}: {error}");
            reference.ask(&cases).map_err(gone)?;
            // While the reference works, compute the library's answers and prepare the next batch.
            let answers: Vec<_> = cases
                .iter()
                .map(|case| library::answers(case, self.dialect))
                .collect();
            prepared = self.prepare(next)?;
            let expected = reference.receive().map_err(gone)?;
            let differing = differing(&cases, &answers, &expected);
            let mut differences = Vec::new();
            for (case, query) in differing.into_iter().take(ENOUGH) {
                let fails = |asked: &Asked| {
                    let case = Case::of(asked.clone());
                    self.difference(&case, &mut reference).is_some()
                };
                let case = Case::of(shrink::shrink(cases[case].asked(query), fails));
                let (expected, actual) = self
                    .difference(&case, &mut reference)
                    .ok_or("a difference is not reproducible")?;
                differences.push(Difference {
                    batch: number,
                    case,
                    expected,
                    actual,
                });
            }
            let mut report = report.lock().map_err(|_| "another worker panicked")?;
            report.add(&cases, &expected);
            for difference in differences {
                // Many cases shrink to the same one.
                if report
                    .differences
                    .iter()
                    .all(|known| known.case.to_string() != difference.case.to_string())
                {
                    report.differences.push(difference);
                }
            }
            if report.differences.len() >= ENOUGH {
                return Ok(());
            }
            if number % 2000 == 1999 {
                let seconds = start.elapsed().as_secs();
                say(format_args!(
                    "     batch {} of {}: {} cases, {seconds} s",
                    number + 1,
                    self.batches,
                    thousands(report.cases)
                ));
            }
        }
        Ok(())
    }

    fn prepare(&self, next: &AtomicU64) -> Result<Option<(u64, Vec<Case>)>, String> {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= self.batches {
            Ok(None)
        } else {
            (self.batch)(number).map(|cases| Some((number, cases)))
        }
    }

    /// Returns both answers to a case with one query if they differ.
    fn difference(&self, case: &Case, reference: &mut Reference) -> Option<(Answer, String)> {
        let expected = *reference
            .answers(std::slice::from_ref(case))
            .ok()?
            .first()?;
        match library::answers(case, self.dialect) {
            Err(_) => Some((expected, "panic".to_owned())),
            Ok(answers) => {
                let (route, actual) = *answers[0].iter().find(|(_, actual)| *actual != expected)?;
                Some((expected, format!("{actual} ({route})")))
            }
        }
    }
}

/// Returns the indexes of the cases and queries with answers that differ from the reference.
fn differing(
    cases: &[Case],
    answers: &[Result<Vec<library::Answers>, usize>],
    expected: &[Answer],
) -> Vec<(usize, usize)> {
    let asked: usize = cases.iter().map(|case| case.queries.len()).sum();
    assert_eq!(asked, expected.len(), "each query must have an answer");
    let mut expected = expected.iter();
    let mut differing = Vec::new();
    for (number, (case, answers)) in cases.iter().zip(answers).enumerate() {
        let expected: Vec<&Answer> = expected.by_ref().take(case.queries.len()).collect();
        match answers {
            Err(query) => differing.push((number, *query)),
            Ok(answers) => {
                let wrong = answers.iter().zip(expected).enumerate();
                let wrong = wrong.filter(|(_, (answers, expected))| {
                    answers.iter().any(|(_, actual)| actual != *expected)
                });
                differing.extend(wrong.map(|(query, _)| (number, query)));
            }
        }
    }
    differing
}

impl Report {
    fn add(&mut self, cases: &[Case], expected: &[Answer]) {
        self.files += cases.len() as u64;
        self.cases += expected.len() as u64;
        self.disallowed += expected.iter().filter(|answer| !answer.allowed).count() as u64;
        self.decided += expected
            .iter()
            .filter(|answer| answer.line.is_some())
            .count() as u64;
    }

    fn verdict(&self) -> Result<(), String> {
        let mut shown = String::new();
        for Difference {
            batch,
            case,
            expected,
            actual,
        } in &self.differences
        {
            shown +=
                &format!("\n{case}\nreference {expected}\nlibrary   {actual}\n(batch {batch})\n");
        }
        if shown.is_empty() {
            Ok(())
        } else {
            Err(format!("{self}:\n{shown}"))
        }
    }

    /// Checks that enough rules match, because queries without a matching rule show little.
    fn enough_rules_match(&self) -> Result<(), String> {
        if self.decided * 4 >= self.cases && self.disallowed * 8 >= self.cases {
            Ok(())
        } else {
            Err(format!("too few rules match: {self}"))
        }
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let share = |part: u64| part * 100 / self.cases.max(1);
        write!(
            f,
            "{} cases over {} files",
            thousands(self.cases),
            thousands(self.files)
        )?;
        write!(
            f,
            " ({} % disallowed, {} % with a line)",
            share(self.disallowed),
            share(self.decided)
        )?;
        write!(
            f,
            ", {} differences, {:.1} s",
            self.differences.len(),
            self.time.as_secs_f32()
        )
    }
}

fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut shown = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position) % 3 == 0 {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}
