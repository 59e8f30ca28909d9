//! The growth of costs, in instructions counted by `valgrind --tool=callgrind`. Other load on the
//! machine does not change them.
//!
//! Each row compares two pieces of work, usually the same work on an input and on another that is
//! eight times as large.

use std::hint::black_box;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::rc::Rc;

use crate::{growth, selection, usage};

/// The ratio between the two input sizes of a linear row.
const TIMES: usize = 8;

/// The highest allowed ratio between the instruction counts of a linear row. Linear growth gives 8,
/// sorting about 10, an index that only the larger input has up to 15.6, n^1.5 22.6, and quadratic
/// growth 64.
const MOST: f64 = 16.0;

/// Smaller counts are raised to this value, because constant costs dominate them.
const BASE: u64 = 3_000;

/// The work to measure.
type Work = Box<dyn Fn()>;

/// Prepares the input of the work, which is not measured.
type Prepare = Box<dyn FnOnce() -> Work>;

/// Two pieces of work, and the highest allowed ratio between the instructions of the second and of
/// the first.
pub(crate) struct Row {
    what: String,
    most: f64,
    works: [Prepare; 2],
}

impl Row {
    /// Creates a row from two pieces of work.
    pub(crate) fn new<W: Fn() + 'static>(
        what: impl Into<String>,
        most: f64,
        works: [impl FnOnce() -> W + 'static; 2],
    ) -> Row {
        let works = works.map(|prepare| Box::new(|| Box::new(prepare()) as Work) as Prepare);
        Row {
            what: what.into(),
            most,
            works,
        }
    }

    /// Creates a row that runs the same work on an input of size `smallest` and on another that is
    /// `TIMES` as large.
    pub(crate) fn linear<T: 'static>(
        what: impl Into<String>,
        smallest: usize,
        input: impl Fn(usize) -> T + 'static,
        work: impl Fn(&T) + 'static,
    ) -> Row {
        let shared = Rc::new((input, work));
        let works = [1, TIMES].map(|times| {
            let shared = Rc::clone(&shared);
            move || {
                let input = (shared.0)(smallest * times);
                move || (shared.1)(&input)
            }
        });
        Row::new(what, MOST, works)
    }
}

fn rows() -> impl Iterator<Item = Row> {
    let rows = [growth::rows(), selection::rows(), usage::rows()];
    rows.into_iter().flatten()
}

/// Runs the work. Valgrind receives the name of this function and counts its instructions only.
#[inline(never)]
fn counted(work: &Work) {
    black_box(work)();
}

/// Runs every piece of work once, for valgrind.
#[test]
#[ignore = "run under valgrind by `costs_grow_no_faster_than_sorting`"]
fn work_to_be_counted() {
    for row in rows() {
        for prepare in row.works {
            counted(&prepare());
        }
    }
}

/// Returns the instruction counts of `work_to_be_counted` in order, or `None` if valgrind is not
/// installed.
fn counts(expected: usize) -> Option<Vec<u64>> {
    let version = Command::new("valgrind")
        .arg("--version")
        .stdout(Stdio::null())
        .status();
    version.ok().filter(|status| status.success())?;
    let name = format!("callgrind-{}", std::process::id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder for counts");
    let output = Command::new("valgrind")
        .args([
            "--tool=callgrind",
            "--collect-atstart=no",
            "--compress-strings=no",
        ])
        .args(
            ["--toggle-collect", "--dump-after"]
                .map(|option| format!("{option}=cost::instructions::counted")),
        )
        .arg(format!("--callgrind-out-file={}/out", folder.display()))
        .arg(std::env::current_exe().expect("the path of this program"))
        .args([
            "--ignored",
            "--exact",
            "instructions::work_to_be_counted",
            "--test-threads=1",
        ])
        .output()
        .expect("valgrind runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{printed}{errors}");
    let count = |number: usize| {
        let dump = std::fs::read_to_string(folder.join(format!("out.{number}")))
            .expect("a dump for each piece of work");
        let total = dump.lines().find_map(|line| line.strip_prefix("totals: "));
        total
            .and_then(|total| total.trim().parse().ok())
            .expect("a count in each dump")
    };
    let counts = (1..=expected).map(count).collect();
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    Some(counts)
}

#[test]
fn costs_grow_no_faster_than_sorting() {
    let rows: Vec<Row> = rows().collect();
    let Some(counts) = counts(2 * rows.len()) else {
        let is_required = cfg!(target_os = "linux") && std::env::var_os("CI").is_some();
        assert!(
            !is_required,
            "valgrind is required in CI but is not installed"
        );
        // Written to the real standard error, which the test harness does not capture.
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED: growth of costs: valgrind is not installed"
        );
        return;
    };
    let mut failures = Vec::new();
    for (row, pair) in rows.iter().zip(counts.chunks(2)) {
        // A count of zero means that valgrind measured the wrong function.
        assert!(
            pair.iter().all(|&count| count > 0),
            "{}: {pair:?}",
            row.what
        );
        let growth = pair[1].max(BASE) as f64 / pair[0].max(BASE) as f64;
        let line = format!(
            "{growth:.2} of {:.2}: {}, {pair:?} instructions",
            row.most, row.what
        );
        println!("{line}");
        if growth > row.most {
            failures.push(line);
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {}:\n{}",
        failures.len(),
        rows.len(),
        failures.join("\n")
    );
}
