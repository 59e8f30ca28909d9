//! Where a robots.txt lives, and what it covers.

mod cases;
mod properties;
