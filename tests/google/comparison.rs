//! The Google dialect against google/robotstxt itself, verdict and line, over generated cases and over a folder of files.
//!
//! By hand, with any number of cases:
//!
//! ```text
//! cargo test --release --test versus_google -- --cases 20000000
//! cargo test --release --test versus_google -- --corpus path/to/files
//! ```
//!
//! Where the reference cannot be set up (it needs Python and PyPI) this says so and compares nothing; where `CI` is set it
//! fails. What it once answered is in `recorded.txt`, which another test holds on every machine. To make that anew:
//!
//! ```text
//! cargo test --test versus_google -- --record
//! ```

mod arguments;
mod case;
#[path = "../support/corpus.rs"]
mod corpus;
mod corpus_cases;
mod derive;
mod generate;
mod library;
mod listings;
#[path = "../support/random.rs"]
mod random;
mod recorded;
mod records;
mod reference;
#[path = "../support/routes.rs"]
mod routes;
mod samples;
#[path = "../support/shrink.rs"]
mod shrink;
mod situations;

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use robots_exclusion::Dialect;

use arguments::Arguments;
use case::{Answer, Case};
use random::Random;
use reference::Reference;
use shrink::Asked;

/// Files per batch: enough that the pipe costs nothing, few enough that workers end together.
const FILES: usize = 64;

/// Differences reported before a comparison gives up.
const ENOUGH: usize = 5;

/// A test, and why it is left out when it is.
struct Trial {
    name: &'static str,
    ignored: Option<&'static str>,
    run: fn(&Arguments) -> Result<String, String>,
}

fn main() -> ExitCode {
    let arguments = match Arguments::read() {
        Ok(arguments) => arguments,
        Err(error) => {
            eprintln!("{error}\n{}", arguments::USAGE);
            return ExitCode::from(2);
        }
    };
    if arguments.record {
        return match record() {
            Ok(figures) => {
                println!("{figures}");
                ExitCode::SUCCESS
            }
            Err(error) => {
                eprintln!("{error}");
                ExitCode::FAILURE
            }
        };
    }
    let missing = missing(&arguments);
    if let Some(reason) = &missing {
        // Cargo shows what a test writes here whether it passes or not.
        eprintln!(
            "\nSKIPPED: nothing is compared with google/robotstxt itself: {reason}.\n\
             Its recorded answers are tested all the same (cargo test --test google).\n"
        );
        if arguments.required && !arguments.skip {
            eprintln!(
                "CI is set, and there it must not be skipped (ROBOTS_REFERENCE=skip allows it).\n"
            );
            return ExitCode::from(101);
        }
    }
    let skip = missing.as_ref().map(|_| "there is no reference");
    let no_corpus = arguments
        .corpus
        .is_none()
        .then_some("no --corpus and no ROBOTS_CORPUS");
    let trials = [
        Trial {
            name: "named_cases_hold_in_the_reference",
            ignored: skip,
            run: named_cases,
        },
        Trial {
            name: "generated_cases_get_the_reference_answers",
            ignored: skip,
            run: generated_cases,
        },
        Trial {
            name: "generated_files_have_the_reference_records",
            ignored: skip,
            run: generated_files,
        },
        Trial {
            name: "corpus_files_get_the_reference_answers",
            ignored: skip.or(no_corpus),
            run: corpus_files,
        },
        Trial {
            name: "the_standard_dialect_is_told_from_the_reference",
            ignored: skip,
            run: standard_dialect,
        },
    ];
    let wanted = trials.iter().filter(|trial| arguments.wants(trial.name));
    let wanted: Vec<&Trial> = wanted
        .filter(|trial| !arguments.only_ignored || trial.ignored.is_some())
        .collect();
    if arguments.list {
        for trial in wanted {
            println!("{}: test", trial.name);
        }
        return ExitCode::SUCCESS;
    }
    println!("\nrunning {} tests", wanted.len());
    let (mut passed, mut failed, mut ignored) = (0, 0, 0);
    for trial in &wanted {
        if let Some(reason) = trial.ignored {
            ignored += 1;
            println!("test {} ... ignored, {reason}", trial.name);
            continue;
        }
        match (trial.run)(&arguments) {
            Ok(figures) => {
                passed += 1;
                println!("test {} ... ok\n     {figures}", trial.name);
            }
            Err(error) => {
                failed += 1;
                println!("test {} ... FAILED\n{error}", trial.name);
            }
        }
    }
    let result = if failed == 0 { "ok" } else { "FAILED" };
    println!("\ntest result: {result}. {passed} passed; {failed} failed; {ignored} ignored");
    if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(101)
    }
}

/// Why there is no reference.
fn missing(arguments: &Arguments) -> Option<String> {
    if arguments.list {
        None
    } else if arguments.skip {
        Some("ROBOTS_REFERENCE is skip".to_owned())
    } else {
        Reference::start().err()
    }
}

/// Cases of each kind that are recorded, and how many bytes of text they may take: some kinds have long files.
const RECORDED: (usize, usize) = (1_100, 110_000);

/// Writes what the reference answers to some cases of every kind, always the same cases.
fn record() -> Result<String, String> {
    let mut reference = Reference::start()?;
    let mut lister = Reference::start_listing()?;
    let mut text = format!(
        "# Answers of google/robotstxt, through the PyPI package {} {}.\n\
         # Made by `cargo test --test versus_google -- --record`; the form is explained in recorded.rs.\n",
        reference::PACKAGE,
        reference::VERSION
    );
    let mut all = 0;
    for (stream, kind) in generate::KINDS.iter().enumerate() {
        let mut random = Random::stream(9309, stream as u64);
        let (mut cases, mut of_kind) = (0, String::new());
        while cases < RECORDED.0 && of_kind.len() < RECORDED.1 {
            let case = kind.case(&mut random);
            let answers = reference
                .answers(std::slice::from_ref(&case))
                .map_err(|error| error.to_string())?;
            // A file whose rules meet none of the URLs shows little.
            if random.percent(80) && answers.iter().all(|answer| answer.line.is_none()) {
                continue;
            }
            let listing = lister
                .listings(std::slice::from_ref(&case.file))
                .map_err(|error| error.to_string())?
                .pop();
            // One that is cut short at a value that is invalid UTF-8 is not worth a sign for it.
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
        eprintln!("{}: {cases} cases, {} bytes", kind.name, of_kind.len());
        all += cases;
        text += &of_kind;
    }
    let read: usize = recorded::read(&text)
        .iter()
        .map(|recorded| recorded.answers.len())
        .sum();
    if read != all {
        return Err(format!("{all} cases were written, and {read} are read"));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/google/recorded.txt");
    fs::write(&path, &text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(format!(
        "{all} cases in {} bytes: {}",
        text.len(),
        path.display()
    ))
}

/// The cases that run everywhere are what the reference says, not only what the library does.
fn named_cases(_: &Arguments) -> Result<String, String> {
    let mut reference = Reference::start()?;
    let situations = situations::all();
    let mut wrong = String::new();
    let mut cases = 0;
    for situation in &situations {
        let answers = reference
            .answers(std::slice::from_ref(&situation.case))
            .map_err(|error| error.to_string())?;
        cases += answers.len();
        for (query, (expected, answer)) in situation.answers.iter().zip(&answers).enumerate() {
            if expected != answer {
                wrong += &format!(
                    "\n{}\n{}\nreference {answer}\nnamed as  {expected}\n",
                    situation.name,
                    situation.case.single(query)
                );
            }
        }
    }
    if wrong.is_empty() {
        Ok(format!("{cases} cases in {} situations", situations.len()))
    } else {
        Err(wrong)
    }
}

fn generated_cases(arguments: &Arguments) -> Result<String, String> {
    let comparison = Comparison {
        dialect: Dialect::Google,
        ..generated(arguments, arguments.cases)
    };
    let report = comparison.run()?;
    report.verdict()?;
    report.shows_that_rules_and_urls_meet()?;
    Ok(format!("seed {}: {report}", arguments.seed))
}

/// Verdicts say nothing of sitemaps and of other fields.
fn generated_files(arguments: &Arguments) -> Result<String, String> {
    let files = (arguments.cases / 20).clamp(1, 100_000);
    let seed = arguments.seed;
    let figures =
        listings::compare(seed, files).map_err(|error| format!("seed {seed}: {error}"))?;
    Ok(format!("seed {seed}: {figures}"))
}

/// A comparison that could not fail would show nothing: with the wrong dialect it must find differences, and shrink them.
fn standard_dialect(arguments: &Arguments) -> Result<String, String> {
    let comparison = Comparison {
        dialect: Dialect::Standard,
        ..generated(arguments, 20_000)
    };
    let report = comparison.run()?;
    match report
        .differences
        .iter()
        .map(|difference| difference.case.file.len())
        .min()
    {
        None => Err(format!(
            "seed {}: {report}, though the dialects differ",
            arguments.seed
        )),
        Some(shortest) if shortest > 200 => Err(format!(
            "seed {}: the shortest difference still has {shortest} bytes",
            arguments.seed
        )),
        Some(shortest) => Ok(format!(
            "seed {}: {report}; the shortest file has {shortest} bytes",
            arguments.seed
        )),
    }
}

fn generated(arguments: &Arguments, cases: u64) -> Comparison<'_> {
    let seed = arguments.seed;
    let batch = move |number: u64| {
        let mut random = Random::stream(seed, number);
        Ok((0..FILES).map(|_| generate::case(&mut random)).collect())
    };
    let batches = cases.div_ceil((FILES * generate::QUERIES) as u64);
    Comparison {
        dialect: Dialect::Google,
        workers: arguments.workers,
        batches,
        batch: Box::new(batch),
    }
}

fn corpus_files(arguments: &Arguments) -> Result<String, String> {
    let folder = arguments.corpus.as_deref().unwrap_or(Path::new("."));
    let files = corpus::files(folder);
    let (seed, count) = (arguments.seed, files.len());
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
        workers: arguments.workers,
        batches: count as u64,
        batch: Box::new(batch),
    };
    let report = comparison.run()?;
    report.verdict()?;
    Ok(format!("seed {seed}, {count} files: {report}"))
}

/// Batches of cases, put to the library in one dialect and to the reference.
struct Comparison<'a> {
    dialect: Dialect,
    workers: usize,
    batches: u64,
    /// Makes the batch of a number: the same for every number of workers.
    batch: Box<dyn Fn(u64) -> Result<Vec<Case>, String> + Sync + 'a>,
}

/// What came of a comparison.
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

/// A case of one query on which the two sides differ, shrunk.
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
        // Set up once before the workers need it.
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
            // While the reference works: this side's answers, and the next batch.
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
                    .ok_or("a difference does not show again")?;
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
                eprintln!(
                    "     batch {} of {}: {} cases, {seconds} s",
                    number + 1,
                    self.batches,
                    thousands(report.cases)
                );
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

    /// What the two sides answer to a case of one query, where that differs.
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

/// The cases and queries whose answers are not the reference's.
fn differing(
    cases: &[Case],
    answers: &[Result<Vec<library::Answers>, usize>],
    expected: &[Answer],
) -> Vec<(usize, usize)> {
    let asked: usize = cases.iter().map(|case| case.queries.len()).sum();
    assert_eq!(asked, expected.len(), "an answer to each query");
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

    /// Cases that all end at "no rule matches" would show little.
    fn shows_that_rules_and_urls_meet(&self) -> Result<(), String> {
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
