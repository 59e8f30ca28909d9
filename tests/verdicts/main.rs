//! Verdicts, case by case: the rows of the editions of Google's robots.txt specification and of RFC 9309, and every
//! sentence of what the two dialects promise. Each case is put to the crate by every route it has, and to a naive model
//! that shares no code with it.

#[path = "../naive/mod.rs"]
mod naive;
#[path = "../support/mod.rs"]
mod support;

mod case;

mod rows_groups;
mod rows_path_patterns;
mod rows_precedence;
mod rows_rfc;
mod rows_syntax;

mod spec_agents;
mod spec_encoding;
mod spec_groups;
mod spec_input;
mod spec_path_patterns;
mod spec_precedence;
mod spec_records;
mod spec_target;

mod divergences;
mod many_rules;
mod properties;
mod surface;
