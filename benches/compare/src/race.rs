//! Interleaved measuring: the contestants take turns in short slices, so that whatever else the
//! machine does meets all of them alike. What counts is the processor time of this thread: a slice
//! in which another program has the processor is as long as one in which none has.

use std::hint::black_box;
use std::ops::Range;
use std::time::Duration;

use cpu_time::ThreadTime;

use crate::corpus::Random;

/// A slice is long enough that neither the clock nor the caches that the last contestant left count
/// for much; where the work is cut into parts, each part is a slice.
const SLICE: Duration = Duration::from_millis(1);
const SLICE_OF_WHOLE: Duration = Duration::from_millis(5);
/// At least so many rounds, and no more than ten times as many.
const ROUNDS: usize = 31;
/// Who takes so long that it would use up the time of everybody runs in these many rounds only.
const ROUNDS_OF_THE_SLOW: usize = 3;

/// A part of the work: the contestants take turns within a round, too.
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

/// Does a part of the work so many times; says how long that took, and what it found out.
type Run<'a> = Box<dyn FnMut(Part, u32) -> (Duration, u64) + 'a>;

struct Contestant<'a> {
    name: &'static str,
    run: Run<'a>,
    /// What it found in each part.
    answers: Vec<u64>,
    repetitions: u32,
    /// Runs in every `every`th round.
    every: usize,
    /// Seconds for the whole work, by round.
    seconds: Vec<Option<f64>>,
}

/// A measure: the same work done by several contestants.
pub struct Race<'a> {
    contestants: Vec<Contestant<'a>>,
    budget: Duration,
    parts: usize,
    /// Never repeat a part within its slice: what it works on must not be in the caches.
    cold: bool,
    random: Random,
}

pub struct Results {
    /// Units of work in a round: files, or queries.
    units: f64,
    pub rows: Vec<Row>,
}

pub struct Row {
    pub name: &'static str,
    /// Median seconds a unit of work.
    pub seconds: f64,
    by_round: Vec<Option<f64>>,
    pub answer: u64,
}

impl<'a> Race<'a> {
    /// A race over work that is cut into `parts`.
    pub fn new(budget: Duration, parts: usize) -> Race<'a> {
        let contestants = Vec::new();
        Race {
            contestants,
            budget,
            parts: parts.max(1),
            cold: false,
            random: Random::new(0),
        }
    }

    /// A race in which no part of the work is repeated before all other parts were done.
    pub fn cold(budget: Duration, parts: usize) -> Race<'a> {
        Race {
            cold: true,
            ..Race::new(budget, parts)
        }
    }

    /// `run` does a part of the work once and returns what it found out; it must find out the same
    /// every time.
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

    /// As `add`, for work of which only a part counts: `run` says itself how long that part took.
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
            repetitions: 1,
            every: 1,
            seconds: Vec::new(),
        });
    }

    /// Runs it; there are `units` units of work in all parts together.
    pub fn run(mut self, units: usize) -> Results {
        let parts = self.parts;
        let part = |number| Part { number, of: parts };
        let slice = if parts == 1 { SLICE_OF_WHOLE } else { SLICE };
        let share = self.budget.as_secs_f64() / self.contestants.len() as f64;
        let mut round_length = 0.0;
        for contestant in &mut self.contestants {
            // The first run warms caches and builds what is built lazily.
            contestant.answers = (0..parts)
                .map(|number| (contestant.run)(part(number), 1).1)
                .collect();
            let once: Duration = (0..parts)
                .map(|number| (contestant.run)(part(number), 1).0)
                .sum();
            let once = once.as_secs_f64().max(1e-9);
            if !self.cold {
                contestant.repetitions =
                    (slice.as_secs_f64() * parts as f64 / once).ceil().max(1.0) as u32;
            }
            let turn = once * f64::from(contestant.repetitions);
            let turns = ((share / turn) as usize).clamp(ROUNDS_OF_THE_SLOW, ROUNDS);
            contestant.every = ROUNDS / turns;
            round_length += turn / contestant.every as f64;
        }
        let rounds =
            ((self.budget.as_secs_f64() / round_length) as usize).clamp(ROUNDS, 10 * ROUNDS);
        for round in 0..rounds {
            self.round(round);
        }
        let units = units as f64;
        let rows = self
            .contestants
            .into_iter()
            .map(|contestant| Row {
                name: contestant.name,
                seconds: median(contestant.seconds.iter().flatten().copied().collect()) / units,
                by_round: contestant.seconds,
                answer: contestant.answers.iter().sum(),
            })
            .collect();
        Results { units, rows }
    }

    fn round(&mut self, round: usize) {
        let mut order: Vec<usize> = (0..self.contestants.len()).collect();
        for contestant in &mut self.contestants {
            contestant
                .seconds
                .push(round.is_multiple_of(contestant.every).then_some(0.0));
        }
        for number in 0..self.parts {
            let part = Part {
                number,
                of: self.parts,
            };
            // In another order for each part, so that none always runs after the same one, in the
            // caches and with the predicted branches that it left.
            for last in (1..order.len()).rev() {
                order.swap(last, self.random.below(last + 1));
            }
            for &turn in &order {
                let contestant = &mut self.contestants[turn];
                let Some(Some(seconds)) = contestant.seconds.last_mut() else {
                    continue;
                };
                let (elapsed, answer) = (contestant.run)(part, contestant.repetitions);
                *seconds += elapsed.as_secs_f64() / f64::from(contestant.repetitions);
                let expected = contestant.answers[number];
                let name = contestant.name;
                assert_eq!(answer, expected, "{name} answers the same work differently");
            }
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

    /// How many times longer `slow` takes than `fast`: the median of the ratios within each round.
    pub fn ratio(&self, slow: &str, fast: &str) -> f64 {
        let (slow, fast) = (self.row(slow), self.row(fast));
        let rounds = slow.by_round.iter().zip(&fast.by_round);
        median(
            rounds
                .filter_map(|(slow, fast)| Some((*slow)? / (*fast)?))
                .collect(),
        )
    }

    /// A table of medians, each also by the first contestant's.
    pub fn print(&self, title: &str, unit: &str) {
        println!("\n### {title}\n");
        let first = self.rows[0].name;
        println!(
            "{} × {unit}; ratio to {first}: median of those within each round.\n",
            self.units
        );
        println!("| contestant | median a {unit} | ratio | found |\n|---|---:|---:|---:|");
        for Row {
            name,
            seconds,
            answer,
            ..
        } in &self.rows
        {
            println!(
                "| {name} | {} | {:.2} | {answer} |",
                time(*seconds),
                self.ratio(name, first)
            );
        }
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
