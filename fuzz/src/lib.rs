//! Shared by the fuzz targets: the properties, and a `main` for replaying inputs.
//!
//! Under a fuzzer (`--cfg fuzzing`) a target is an entry point for libFuzzer. On any other toolchain it is a program:
//!
//! ```sh
//! cargo run --release --manifest-path fuzz/Cargo.toml --bin lines -- tests/fuzz_cases/seeds/lines/*
//! ```
#![forbid(unsafe_code)]
#![allow(unreachable_pub)]

#[path = "../../tests/usage/dictionary.rs"]
mod dictionary;
#[path = "../../tests/usage/model.rs"]
mod model;
#[path = "../../tests/naive/mod.rs"]
mod naive;
#[path = "../../tests/fuzz_cases/properties/mod.rs"]
pub mod properties;
#[path = "../../tests/usage/question.rs"]
mod question;
#[path = "../../tests/support/mod.rs"]
mod support;

#[cfg(fuzzing)]
pub use libfuzzer_sys;

use std::path::PathBuf;
use std::process::ExitCode;

/// Checks each file in the arguments. A directory means all files in it.
pub fn replay(check: properties::Check) -> ExitCode {
    let mut paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if paths.is_empty() {
        eprintln!("usage: give the inputs to be checked, files or folders");
        return ExitCode::from(2);
    }
    let mut checked = 0;
    while let Some(path) = paths.pop() {
        let read = if path.is_dir() {
            std::fs::read_dir(&path)
                .map(|entries| paths.extend(entries.flatten().map(|entry| entry.path())))
        } else {
            std::fs::read(&path).map(|input| {
                eprintln!("{}", path.display());
                check(&input);
                checked += 1;
            })
        };
        if let Err(error) = read {
            eprintln!("{}: {error}", path.display());
            return ExitCode::from(2);
        }
    }
    println!("{checked} inputs checked");
    ExitCode::SUCCESS
}

/// Defines a fuzz target or program that checks one of the [`properties`].
#[macro_export]
macro_rules! target {
    ($name:ident) => {
        #[cfg(fuzzing)]
        use $crate::libfuzzer_sys;

        #[cfg(fuzzing)]
        libfuzzer_sys::fuzz_target!(|input: &[u8]| $crate::properties::$name::check(input));

        #[cfg(not(fuzzing))]
        fn main() -> std::process::ExitCode {
            $crate::replay($crate::properties::$name::check)
        }
    };
}
