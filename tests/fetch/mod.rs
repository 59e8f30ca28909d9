//! What a fetch of a robots.txt means, and how long that lasts.

mod cache;
mod cache_model;
mod cost;
mod headers;
mod only_for;
mod redirect;
mod results;
#[cfg(feature = "std")]
mod shared;
