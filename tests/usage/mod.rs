//! Tests usage preferences, content signals and licences: the cases of `tests/conformance`, a naive model that
//! follows them sentence by sentence, and every API that answers.

pub(crate) mod dictionary;
mod generate;
mod http_sfv;
mod lint;
pub(crate) mod model;
mod properties;
pub(crate) mod question;
mod rows;
mod statement;
