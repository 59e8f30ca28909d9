//! Where a robots.txt lives, what a fetch of it means, and how long that lasts.
//!
//! Row ids (`D.1`, `E.3`, `F.2` …) are the rows of the editions of Google's
//! specification and of RFC 9309; `edition_` and `rfc_` say which of the two a
//! row comes from.

mod cache;
mod cache_model;
mod fetch;
mod headers;
mod location;
mod location_properties;
mod redirect;
