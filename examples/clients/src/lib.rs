//! How to fetch a robots.txt with reqwest, hyper and ureq: one function each, to be copied.
//!
//! Each asks for the robots.txt at `start`, follows redirects, sends what makes a request
//! conditional to the URL that it belongs to, and reads no more of a body than is parsed. What
//! would do some of that by itself in the client is switched off: redirects, and errors for a
//! status such as 404. Nothing asks for compression, so that nothing needs to be undone.

use robots_exclusion::ParseOptions;

/// A byte more than is parsed tells a file that ends there from one that goes on.
pub const BODY_LIMIT: usize = ParseOptions::DEFAULT_BYTE_LIMIT + 1;

pub mod with_hyper;
pub mod with_reqwest;
pub mod with_ureq;
