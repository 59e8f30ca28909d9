//! Tests of `fetch`: the meaning of responses, redirects, and the life of cached copies.

mod cache;
mod cache_model;
mod cost;
mod headers;
mod only_for;
mod policy;
mod redirect;
mod results;
#[cfg(feature = "std")]
mod robots_cache;
