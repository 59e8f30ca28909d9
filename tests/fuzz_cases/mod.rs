//! Replays the seeds of the fuzz targets, and every input that once broke a property.
//!
//! `seeds` and `crashes` have a folder for each target. The name of a crash says what went wrong.

// In the package of the fuzz targets, `properties` is a public module.
#![allow(unreachable_pub)]

mod generated;
mod properties;

use std::fs;
use std::path::{Path, PathBuf};

use properties::{Check, TARGETS};

fn folder(of: &str, target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fuzz_cases")
        .join(of)
        .join(target)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.expect("a folder of this crate can be read").path());
    let mut files: Vec<PathBuf> = paths.collect();
    files.sort_unstable();
    files
}

fn replay(target: &str) {
    let find = |(name, check): &(&str, Check)| (*name == target).then_some(*check);
    let check = TARGETS
        .iter()
        .find_map(find)
        .expect("the test is named like a target");
    let seeds = files(&folder("seeds", target));
    assert!(seeds.len() >= 3, "{target} has {} seeds", seeds.len());
    for file in seeds.into_iter().chain(files(&folder("crashes", target))) {
        // If the check panics, the last printed name is the failing file.
        eprintln!("{}", file.display());
        check(&fs::read(&file).expect("a file of this crate can be read"));
    }
}

macro_rules! replay {
    ($($target:ident)+) => {
        $(
            #[test]
            fn $target() {
                replay(stringify!($target));
            }
        )+

        #[test]
        fn every_target_is_replayed() {
            let tested = [$(stringify!($target)),+];
            assert_eq!(TARGETS.map(|(name, _)| name), tested);
            for kind in ["seeds", "crashes"] {
                for folder in files(&folder(kind, "")) {
                    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
                    assert!(tested.contains(&name), "there is no target {name}");
                }
            }
        }
    };
}

replay! { canonical diff fetch lines lint round_trip rules target usage verdict }
