//! Diagnostics of real files. To count them:
//!
//! ```sh
//! ROBOTS_CORPUS=folder cargo test --release --features lint --test library lint::real_files -- --ignored --nocapture
//! ```

use std::collections::{BTreeMap, BTreeSet};

use robots_exclusion::lint::{self, Code, Severity};
use robots_exclusion::{Dialect, ParseOptions};

use super::properties::safe_edits_change_nothing;
use crate::support::corpus;

fn files() -> Vec<(String, Vec<u8>)> {
    let folder = corpus::folder().expect("ROBOTS_CORPUS names a folder");
    let files = corpus::files(&folder).into_iter();
    files
        .map(|path| (path.display().to_string(), corpus::read(&path)))
        .collect()
}

#[test]
#[ignore = "needs ROBOTS_CORPUS, a folder of robots.txt files"]
fn no_warning_is_raised_on_more_than_a_third_of_a_corpus() {
    let files = files();
    assert!(files.len() > 100, "{} files are too few", files.len());
    for dialect in [Dialect::Standard, Dialect::Google] {
        let mut counts: BTreeMap<(Code, Severity), (usize, BTreeSet<&str>)> = BTreeMap::new();
        for (name, text) in &files {
            for found in lint::check(text, ParseOptions::new().dialect(dialect)).into_iter() {
                let (diagnostics, files) = counts.entry((found.code, found.severity)).or_default();
                *diagnostics += 1;
                files.insert(name);
            }
        }
        println!("{dialect:?}, {} files", files.len());
        for ((code, severity), (diagnostics, in_files)) in counts {
            println!(
                "{code:24} {severity:11} {diagnostics:6} in {:4} files",
                in_files.len()
            );
            assert!(
                severity == Severity::Note || in_files.len() * 3 <= files.len(),
                "{code}: {} files",
                in_files.len(),
            );
        }
    }
}

#[test]
#[ignore = "needs ROBOTS_CORPUS, a folder of robots.txt files"]
fn safe_edits_of_a_corpus_change_no_verdict() {
    for dialect in [Dialect::Standard, Dialect::Google] {
        let mut counts = [0; 2];
        let start = std::time::Instant::now();
        for (name, text) in files() {
            let options = ParseOptions::new().dialect(dialect);
            let [safe, others] = safe_edits_change_nothing(&name, &text, options);
            counts[0] += safe;
            counts[1] += others;
        }
        let [safe, others] = counts;
        println!(
            "{dialect:?}: {safe} safe edits, {others} others, in {:.1?}",
            start.elapsed()
        );
        assert!(safe > 0);
    }
}
