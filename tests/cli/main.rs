//! The program `robots`, run as a user runs it.

mod check;
mod program;
mod readme;
