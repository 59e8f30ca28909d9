//! Mistakes in a robots.txt.

mod findings;
mod properties;
mod real_files;
mod texts;
