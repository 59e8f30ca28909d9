//! Tests of the library, with one folder per module. They form one program, because building
//! several from the same code takes longer. To run only one folder, name it:
//! `cargo test --all-features --test library diff::`.

mod crawlers;
mod diff;
mod fetch;
mod fuzz_cases;
mod lint;
mod location;
mod moving;
mod records;
mod usage;
mod verdicts;
mod write;

#[path = "support/cases.rs"]
mod cases;
mod naive;
mod support;

use robots_exclusion::{Dialect, ParseOptions, Robots};

// `fuzz_cases` expects these at the root, as in the package of the fuzz targets.
use usage::{dictionary, model, question};

const DIALECTS: [Dialect; 2] = [Dialect::Standard, Dialect::Google];

fn parse(text: &[u8], dialect: Dialect) -> Robots<'_> {
    let options = ParseOptions::new().dialect(dialect);
    options.byte_limit(None).parse(text)
}
