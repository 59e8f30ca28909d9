//! The program `robots`, run as a user runs it.

mod check;
mod explain;
mod program;
mod readme;
