//! What a fetch of a robots.txt means, and how long that lasts.
//!
//! Row ids (`E.3`, `F.2` …) number the statements of Google's published specification and of RFC 9309; `edition_` and
//! `rfc_` say which of the two a row comes from.

mod cache;
mod cache_model;
mod cost;
mod headers;
mod only_for;
mod redirect;
mod results;
#[cfg(feature = "std")]
mod shared;
