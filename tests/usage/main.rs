//! Usage preferences, content signals and licences: rows of what the drafts say, a naive model that reads them one
//! sentence at a time, and every way of asking.

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
