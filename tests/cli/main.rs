//! The program `robots`, run as a user runs it.

mod check;
mod coding;
mod control;
mod corpus;
mod explain;
mod fetch;
mod lint;
mod program;
mod readme;
mod server;
mod url;
