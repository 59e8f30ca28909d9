//! Tests usage preferences, content signals and licences: rows from the drafts, a naive model that
//! follows them sentence by sentence, and every API that answers.

#[path = "../naive/mod.rs"]
mod naive;
#[path = "../support/mod.rs"]
mod support;

mod dictionary;
mod generate;
mod http_sfv;
mod lint;
mod model;
mod properties;
mod question;
mod rows;
mod statement;
