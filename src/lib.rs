//! May this crawler fetch this URL? A robots.txt parser and matcher.
#![no_std]
