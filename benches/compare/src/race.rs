//! Interleaved measuring. The contestants take turns in short slices, so that other load on the
//! machine affects them all alike. The clock is the CPU time of this thread, so a slice does
//! not count time in which another program has the processor.

use std::hint::black_box;
use std::ops::Range;
use std::time::Duration;

use cpu_time::ThreadTime;

use crate::corpus::Random;

/// The minimum length of a slice. It makes the clock and the caches left by the previous contestant
/// negligible. If the work has several parts, each part is a slice.
const SLICE: Duration = Duration::from_millis(1);
const SLICE_OF_WHOLE: Duration = Duration::from_millis(5);
/// The minimum if each file is a part: about a hundred times the cost of reading the clock.
const SLICE_OF_FILE: Duration = Duration::from_micros(30);
/// The minimum number of rounds. The maximum is ten times this.
const ROUNDS: usize = 31;
const ROUNDS_BY_FILE: usize = 7;
/// The number of rounds for contestants so slow that they would use up everyone's time.
const ROUNDS_OF_THE_SLOW: usize = 3;

/// One part of the work. The contestants also take turns within a round.
#[derive(Clone, Copy)]
pub struct Part {
    number: usize,
    of: usize,
}

impl Part {
    pub fn range(self, length: usize) -> Range<usize> {
        length * self.number / self.of..length * (self.number + 1) / self.of
    }
}

/// Runs a part of the work this many times, and returns the time taken and the findings.
type Run<'a> = Box<dyn FnMut(Part, u32) -> (Duration, u64) + 'a>;

struct Contestant<'a> {
    name: &'static str,
    run: Run<'a>,
    /// The findings in each part, and the number of repetitions of each part in a row.
    answers: Vec<u64>,
    repetitions: Vec<u32>,
    /// Runs in every `every`th round.
    every: usize,
    /// The seconds for each part, by round.
    seconds: Vec<Option<Vec<f64>>>,
}

/// A measure: several contestants doing the same work.
pub struct Race<'a> {
    contestants: Vec<Contestant<'a>>,
    budget: Duration,
    parts: usize,
    slice: Duration,
    rounds: usize,
    random: Random,
}

pub struct Results {
    /// The units of work in a round: files, or queries.
    units: f64,
    pub rows: Vec<Row>,
}

pub struct Row {
    pub name: &'static str,
    /// The median seconds per unit of work.
    pub seconds: f64,
    by_round: Vec<Option<f64>>,
    /// The median seconds for each part.
    by_part: Vec<f64>,
    /// The sum of the fewest seconds that each part took. Another program can only add to these,
    /// so they vary less than medians.
    fewest: f64,
    pub answer: u64,
}

impl<'a> Race<'a> {
    /// Creates a race over work that is divided into `parts`.
    pub fn new(budget: Duration, parts: usize) -> Race<'a> {
        Race {
            contestants: Vec::new(),
            budget,
            parts: parts.max(1),
            slice: if parts > 1 { SLICE } else { SLICE_OF_WHOLE },
            rounds: ROUNDS,
            random: Random::new(0),
        }
    }

    /// Creates a race in which no part is repeated until all others are done.
    pub fn cold(budget: Duration, parts: usize) -> Race<'a> {
        Race {
            slice: Duration::ZERO,
            ..Race::new(budget, parts)
        }
    }

    /// Creates a race with one part per file, each repeated several times in a row. This is for
    /// medians over the files, because sums are dominated by the few large ones.
    pub fn by_file(files: usize) -> Race<'a> {
        Race {
            slice: SLICE_OF_FILE,
            rounds: ROUNDS_BY_FILE,
            ..Race::new(Duration::ZERO, files)
        }
    }

    /// Adds a contestant. `run` does a part of the work once and returns its findings, which must
    /// be equal every time.
    pub fn add(&mut self, name: &'static str, mut run: impl FnMut(Part) -> u64 + 'a) {
        self.push(
            name,
            Box::new(move |part, repetitions| {
                let start = ThreadTime::now();
                let mut answer = 0;
                for _ in 0..repetitions {
                    answer = black_box(run(black_box(part)));
                }
                (start.elapsed(), answer)
            }),
        );
    }

    /// Like `add`, for work that is only partly timed: `run` returns the time itself.
    pub fn add_timed(
        &mut self,
        name: &'static str,
        mut run: impl FnMut(Part) -> (Duration, u64) + 'a,
    ) {
        self.push(
            name,
            Box::new(move |part, repetitions| {
                let mut sum = Duration::ZERO;
                let mut answer = 0;
                for _ in 0..repetitions {
                    let (elapsed, found) = run(black_box(part));
                    sum += elapsed;
                    answer = found;
                }
                (sum, answer)
            }),
        );
    }

    fn push(&mut self, name: &'static str, run: Run<'a>) {
        self.contestants.push(Contestant {
            name,
            run,
            answers: Vec::new(),
            repetitions: Vec::new(),
            every: 1,
            seconds: Vec::new(),
        });
    }

    /// Runs the race. All parts together have `units` units of work.
    pub fn run(mut self, units: usize) -> Results {
        let parts = self.parts;
        let part = |number| Part { number, of: parts };
        let share = self.budget.as_secs_f64() / self.contestants.len() as f64;
        let mut round_length = 0.0;
        for contestant in &mut self.contestants {
            // The first run warms the caches and builds lazy parts.
            contestant.answers = (0..parts)
                .map(|number| (contestant.run)(part(number), 1).1)
                .collect();
            let once: Vec<f64> = (0..parts)
                .map(|number| (contestant.run)(part(number), 1).0)
                .map(|elapsed| elapsed.as_secs_f64().max(1e-9))
                .collect();
            let repetitions = |seconds: &f64| {
                let repetitions = self.slice.as_secs_f64() / seconds;
                repetitions.ceil().clamp(1.0, 1e9) as u32
            };
            contestant.repetitions = once.iter().map(repetitions).collect();
            let slices = once.iter().zip(&contestant.repetitions);
            let turn: f64 = slices
                .map(|(once, repetitions)| once * f64::from(*repetitions))
                .sum();
            let turns = ((share / turn) as usize).clamp(ROUNDS_OF_THE_SLOW, self.rounds);
            contestant.every = self.rounds / turns;
            round_length += turn / contestant.every as f64;
        }
        let rounds = ((self.budget.as_secs_f64() / round_length) as usize)
            .clamp(self.rounds, 10 * self.rounds);
        for round in 0..rounds {
            self.round(round);
        }
        let units = units as f64;
        let rows = self.contestants.into_iter();
        let rows = rows.map(|contestant| contestant.row(parts, units));
        Results {
            units,
            rows: rows.collect(),
        }
    }

    fn round(&mut self, round: usize) {
        let mut order: Vec<usize> = (0..self.contestants.len()).collect();
        for contestant in &mut self.contestants {
            let runs = round.is_multiple_of(contestant.every);
            contestant.seconds.push(runs.then(Vec::new));
        }
        for number in 0..self.parts {
            let part = Part {
                number,
                of: self.parts,
            };
            // Use a different order for each part, so that no contestant always follows the same
            // other one, with its caches and its predicted branches.
            for last in (1..order.len()).rev() {
                order.swap(last, self.random.below(last + 1));
            }
            for &turn in &order {
                let contestant = &mut self.contestants[turn];
                let Some(Some(seconds)) = contestant.seconds.last_mut() else {
                    continue;
                };
                let repetitions = contestant.repetitions[number];
                let (elapsed, answer) = (contestant.run)(part, repetitions);
                seconds.push(elapsed.as_secs_f64() / f64::from(repetitions));
                let expected = contestant.answers[number];
                let name = contestant.name;
                assert_eq!(answer, expected, "{name} answers the same work differently");
            }
        }
    }
}

impl Contestant<'_> {
    fn row(self, parts: usize, units: f64) -> Row {
        let by_round: Vec<Option<f64>> = self
            .seconds
            .iter()
            .map(|parts| Some(parts.as_ref()?.iter().sum()))
            .collect();
        let rounds: Vec<&Vec<f64>> = self.seconds.iter().flatten().collect();
        let by_part = (0..parts)
            .map(|part| median(rounds.iter().map(|round| round[part]).collect()))
            .collect();
        let fewest = |part: usize| {
            let seconds = rounds.iter().map(|round| round[part]);
            seconds.fold(f64::INFINITY, f64::min)
        };
        Row {
            fewest: (0..parts).map(fewest).sum(),
            name: self.name,
            seconds: median(by_round.iter().flatten().copied().collect()) / units,
            by_round,
            by_part,
            answer: self.answers.iter().sum(),
        }
    }
}

impl Results {
    pub fn row(&self, name: &str) -> &Row {
        self.rows
            .iter()
            .find(|row| row.name == name)
            .unwrap_or_else(|| panic!("no contestant {name}"))
    }

    /// Returns the other crates in the race.
    pub fn peers(&self) -> Vec<&'static str> {
        let rows = self.rows.iter();
        let peers = rows.filter(|row| !row.is_ours() && !row.is_floor());
        peers.map(|row| row.name).collect()
    }

    /// Returns the ratio of `slow` to `fast`, by the fewest seconds that each part took.
    pub fn ratio(&self, slow: &str, fast: &str) -> f64 {
        self.row(slow).fewest / self.row(fast).fewest
    }

    /// Returns the ratio of `slow` to `fast`: the median over the rounds.
    pub fn ratio_of_medians(&self, slow: &str, fast: &str) -> f64 {
        let (slow, fast) = (self.row(slow), self.row(fast));
        let rounds = slow.by_round.iter().zip(&fast.by_round);
        median(
            rounds
                .filter_map(|(slow, fast)| Some((*slow)? / (*fast)?))
                .collect(),
        )
    }

    /// Returns both ratios.
    pub fn ratios(&self, slow: &str, fast: &str) -> [f64; 2] {
        [self.ratio(slow, fast), self.ratio_of_medians(slow, fast)]
    }

    /// Returns the ratio of `slow` to `fast` for the median part.
    pub fn ratio_by_part(&self, slow: &str, fast: &str) -> f64 {
        let (slow, fast) = (self.row(slow), self.row(fast));
        let parts = slow.by_part.iter().zip(&fast.by_part);
        median(parts.map(|(slow, fast)| slow / fast).collect())
    }

    /// Prints a table of medians, each also as a multiple of the first contestant's. The findings
    /// of a contestant are its wrong answers.
    pub fn print(&self, title: &str, unit: &str) {
        println!("\n### {title}\n");
        let first = self.rows[0].name;
        println!(
            "{} × {unit}; ratios to {first}: of the fastest passes, and the median of those within each round.\n",
            self.units
        );
        println!(
            "| contestant | median a {unit} | ratio | by medians | other answers |\n|---|---:|---:|---:|---:|"
        );
        for row in &self.rows {
            println!(
                "| {} | {} | {:.2} | {:.2} | {} |",
                row.name,
                time(row.seconds),
                self.ratio(row.name, first),
                self.ratio_of_medians(row.name, first),
                if row.is_floor() {
                    String::new()
                } else {
                    row.answer.to_string()
                }
            );
        }
    }

    /// Prints a table for the median part, for a race by file.
    pub fn print_by_part(&self, title: &str, part: &str) {
        println!("\n### {title}\n");
        let first = self.rows[0].name;
        println!(
            "{} × {part}, each several times in a row; ratio to {first}: median over the {part}s.\n",
            self.rows[0].by_part.len()
        );
        println!(
            "| contestant | the median {part} | ratio | {part}s on which it is faster |\n|---|---:|---:|---:|"
        );
        let fastest = &self.rows[0].by_part;
        for row in &self.rows {
            let both = row.by_part.iter().zip(fastest);
            println!(
                "| {} | {} | {:.2} | {} |",
                row.name,
                time(median(row.by_part.clone())),
                self.ratio_by_part(row.name, first),
                both.filter(|(seconds, first)| seconds < first).count()
            );
        }
    }

    /// Asserts that none of our answers is wrong.
    #[track_caller]
    pub fn assert_no_other_answers(&self) {
        for row in self.rows.iter().filter(|row| row.is_ours()) {
            assert_eq!(row.answer, 0, "{}: answers that should be others", row.name);
        }
    }
}

impl Row {
    fn is_floor(&self) -> bool {
        self.name.starts_with("floor")
    }

    fn is_ours(&self) -> bool {
        self.name.starts_with("robots-exclusion")
    }
}

pub fn median(mut values: Vec<f64>) -> f64 {
    assert!(!values.is_empty(), "nothing measured");
    values.sort_by(f64::total_cmp);
    (values[(values.len() - 1) / 2] + values[values.len() / 2]) / 2.0
}

pub fn time(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 1e-6 => format!("{:.1} ns", seconds * 1e9),
        seconds if seconds < 1e-3 => format!("{:.2} µs", seconds * 1e6),
        seconds if seconds < 1.0 => format!("{:.2} ms", seconds * 1e3),
        seconds => format!("{seconds:.2} s"),
    }
}
