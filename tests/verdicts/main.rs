//! Verdicts, case by case: the examples of Google's published specification and of RFC 9309, and every sentence of what
//! the two dialects promise. Each case is put to the crate by every route it has, and to a naive model that shares no
//! code with it.
//!
//! A new case goes into the table of its topic: `agents` (which groups a crawler's name selects), `groups`, `records`
//! (fields and values), `lines` and `input` (what is a line, and what is read of a file), `path_patterns`, `encoding`,
//! `precedence`, `target` (the URL).

#[path = "../naive/mod.rs"]
mod naive;
#[path = "../support/mod.rs"]
mod support;

mod case;

mod agents;
mod encoding;
mod groups;
mod input;
mod lines;
mod path_patterns;
mod precedence;
mod records;
mod target;

mod corpus;
mod divergences;
mod many_rules;
mod properties;
mod surface;
