//! Records other than rules.

mod cases;
mod rules;
mod runs;
