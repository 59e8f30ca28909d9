//! Transports for a `RobotsCache` with reqwest, hyper and ureq, ready to copy.
//!
//! They turn off what the client does on its own: following redirects, and returning errors for
//! statuses such as 404. They do not ask for compression; a response that is compressed anyway is
//! treated as broken.

pub mod with_hyper;
pub mod with_reqwest;
pub mod with_ureq;
