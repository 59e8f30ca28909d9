//! What is odd about a robots.txt.

mod cases;
mod corpus;
mod properties;
mod usage;
