//! The location of a robots.txt, and the URLs it covers.

mod cases;
mod properties;
