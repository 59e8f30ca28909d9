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
mod readme;
mod server;
mod show;
mod tls;
mod url;
