//! The program `robots`, run as a user runs it.

mod check;
mod coding;
mod completions;
mod control;
mod corpus;
mod diff;
mod expectations;
mod explain;
mod fetch;
mod hosts;
mod lint;
mod lint_formats;
mod pipe;
mod program;
#[path = "../support/random.rs"]
mod random;
mod readme;
mod server;
mod show;
mod terminal;
mod tls;
mod url;
mod usage;
