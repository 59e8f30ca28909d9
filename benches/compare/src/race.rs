//! Interleaved measuring: the contestants take turns in short slices, so that whatever else the machine does meets all of them alike.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// A slice is long enough that the clock and the call cost nothing beside it.
const SLICE: Duration = Duration::from_millis(2);
const ROUNDS: usize = 61;
/// Who takes so long that it would use up the time of everybody runs in these many rounds only.
const ROUNDS_OF_THE_SLOW: usize = 3;

struct Contestant<'a> {
    name: &'static str,
    run: Box<dyn FnMut() -> u64 + 'a>,
    answer: u64,
    repetitions: u32,
    /// Runs in every `every`th round.
    every: usize,
    /// Seconds a run, by round.
    seconds: Vec<Option<f64>>,
}

/// A measure: the same work done by several contestants.
pub struct Race<'a> {
    contestants: Vec<Contestant<'a>>,
    budget: Duration,
}

pub struct Results {
    /// Units of work in a run: files, or queries.
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
    pub fn new(budget: Duration) -> Race<'a> {
        Race {
            contestants: Vec::new(),
            budget,
        }
    }

    /// `run` does the whole work once and returns what it found out; it must find out the same every time.
    pub fn add(&mut self, name: &'static str, run: impl FnMut() -> u64 + 'a) {
        self.contestants.push(Contestant {
            name,
            run: Box::new(run),
            answer: 0,
            repetitions: 1,
            every: 1,
            seconds: Vec::new(),
        });
    }

    pub fn run(mut self, units: usize) -> Results {
        let share = self.budget.as_secs_f64() / self.contestants.len() as f64;
        let mut round_length = 0.0;
        for contestant in &mut self.contestants {
            // The first run warms caches and builds what is built lazily.
            contestant.answer = (contestant.run)();
            let start = Instant::now();
            black_box((contestant.run)());
            let once = start.elapsed().as_secs_f64().max(1e-9);
            contestant.repetitions = (SLICE.as_secs_f64() / once).ceil().max(1.0) as u32;
            let slice = once * f64::from(contestant.repetitions);
            let turns = ((share / slice) as usize).clamp(ROUNDS_OF_THE_SLOW, ROUNDS);
            contestant.every = ROUNDS / turns;
            round_length += slice / contestant.every as f64;
        }
        let rounds =
            ((self.budget.as_secs_f64() / round_length) as usize).clamp(ROUNDS, 10 * ROUNDS);
        let count = self.contestants.len();
        for round in 0..rounds {
            // Another one begins each round, so that none always runs in the caches that the same neighbour left.
            for turn in 0..count {
                let contestant = &mut self.contestants[(round + turn) % count];
                if round % contestant.every != 0 {
                    contestant.seconds.push(None);
                    continue;
                }
                let start = Instant::now();
                let mut answer = 0;
                for _ in 0..contestant.repetitions {
                    answer = black_box((contestant.run)());
                }
                let elapsed = start.elapsed().as_secs_f64() / f64::from(contestant.repetitions);
                assert_eq!(
                    answer, contestant.answer,
                    "{} answers the same work differently",
                    contestant.name
                );
                contestant.seconds.push(Some(elapsed));
            }
        }
        let units = units as f64;
        let rows = self
            .contestants
            .into_iter()
            .map(|contestant| Row {
                name: contestant.name,
                seconds: median(contestant.seconds.iter().flatten().copied().collect()) / units,
                by_round: contestant.seconds,
                answer: contestant.answer,
            })
            .collect();
        Results { units, rows }
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
        median(
            slow.by_round
                .iter()
                .zip(&fast.by_round)
                .filter_map(|(slow, fast)| Some((*slow)? / (*fast)?))
                .collect(),
        )
    }

    /// A table of medians, each also by the first contestant's.
    pub fn print(&self, title: &str, unit: &str) {
        println!("\n### {title}\n");
        println!(
            "{} {unit} in a run; ratio: median of the ratios within each round, to {}.\n",
            self.units, self.rows[0].name
        );
        println!("| contestant | median a {unit} | ratio | found |\n|---|---:|---:|---:|");
        for row in &self.rows {
            println!(
                "| {} | {} | {:.2} | {} |",
                row.name,
                time(row.seconds),
                self.ratio(row.name, self.rows[0].name),
                row.answer
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
