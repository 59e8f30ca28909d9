//! Runs the program `robots` as a user would.

mod arguments;
#[path = "../../../tests/support/cases.rs"]
mod cases;
mod check;
mod coding;
mod compare;
mod completions;
mod conformance;
mod control;
mod corpus;
mod crawlers;
mod diff;
mod edit;
mod expectations;
mod explain;
mod fetch;
mod hosts;
mod init;
mod lint;
mod lint_fix;
mod lint_formats;
mod logs;
mod pipe;
#[path = "../../../tests/support/random.rs"]
mod random;
mod readme;
mod run;
mod runs;
#[cfg(feature = "serve")]
mod serve;
mod server;
mod show;
mod sources;
mod terminal;
mod tls;
mod url;
mod usage;
