//! Tests of the library other than verdicts, with one folder per module: the location of a
//! robots.txt, the result of a fetch, other records, and writing files.

mod fetch;
mod location;
mod moving;
mod records;
mod write;

#[path = "support/generator.rs"]
mod generator;
#[path = "support/random.rs"]
mod random;
#[path = "support/samples.rs"]
mod samples;

use robots_exclusion::{Dialect, ParseOptions, Robots};

const DIALECTS: [Dialect; 2] = [Dialect::Standard, Dialect::Google];

fn parse(text: &[u8], dialect: Dialect) -> Robots<'_> {
    let options = ParseOptions::new().dialect(dialect);
    options.byte_limit(None).parse(text)
}
