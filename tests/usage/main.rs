//! Tests usage preferences, content signals and licences: the cases of `tests/conformance`, a naive model that
//! follows them sentence by sentence, and every API that answers.

#[path = "../support/cases.rs"]
mod cases;
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
