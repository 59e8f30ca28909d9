//! Checks verdicts case by case: the examples of Google's published specification and of RFC 9309,
//! and every promise of the two dialects. Each case is checked by every route through the crate and
//! against a naive model, which shares no code with the crate.
//!
//! A case that is a file, a crawler, a URL and an answer goes into `tests/conformance`, which
//! `conformance` runs. The other tables are about lists, counts and limits: `agents` (group
//! selection), `groups`, `records` (fields and values), `lines` and `input` (line structure and
//! limits), `encoding`, `precedence`, `target` (the URL).

mod case;

mod agents;
mod encoding;
mod groups;
mod input;
mod lines;
mod precedence;
mod records;
mod target;

mod conformance;
mod corpus;
mod divergences;
mod many_rules;
mod surface;
