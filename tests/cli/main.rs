//! The program `robots`, run as a user runs it.

mod check;
mod explain;
mod fetch;
mod program;
mod readme;
mod server;
mod url;
