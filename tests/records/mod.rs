//! What a robots.txt holds beside its rules.

mod cases;
