//! Diagnostics of real files: `ROBOTS_CORPUS=folder cargo test --release
//! --test library lint::corpus -- --ignored --nocapture` counts them.

use std::collections::{BTreeMap, BTreeSet};

use robots_exclusion::lint::{Code, Severity, lint};
use robots_exclusion::{Dialect, ParseOptions};

use crate::corpus;

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
    assert!(files.len() > 100, "{} files prove nothing", files.len());
    for dialect in [Dialect::Standard, Dialect::Google] {
        let mut counts: BTreeMap<(Code, Severity), (usize, BTreeSet<&str>)> = BTreeMap::new();
        for (name, text) in &files {
            for found in lint(text, ParseOptions::new().dialect(dialect)) {
                let (diagnostics, files) =
                    counts.entry((found.code(), found.severity())).or_default();
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
                severity == Severity::Information || in_files.len() * 3 <= files.len(),
                "{code}: {} files",
                in_files.len(),
            );
        }
    }
}
