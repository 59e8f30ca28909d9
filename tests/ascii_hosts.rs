//! The tests of verdicts alone, for a build without the tables of Unicode, as the README advises
//! for ASCII hosts. All tests of the library would take three times as long to build.

#[path = "support/cases.rs"]
mod cases;
mod naive;
mod support;
mod verdicts;
