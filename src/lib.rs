//! May this crawler fetch this URL? A robots.txt parser and matcher.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

pub mod agent;
pub mod canonical;
mod dialect;
pub mod fetch;
mod group;
pub mod lexer;
pub mod lint;
pub mod location;
mod matcher;
mod pattern;
pub mod records;
mod robots;
mod rule_set;
mod target;
mod verdict;

pub use crate::dialect::Dialect;
pub use crate::matcher::Matcher;
pub use crate::robots::{ParseOptions, Robots};
pub use crate::verdict::{Binding, Match, Reason, Rule, RuleKind, Unavailable, Verdict};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
