//! Known crawlers: their table, names and headers, and the groups that they obey.

mod headers;
mod many;
mod names;
mod plan;
mod products;
mod profiles;
mod properties;
mod table;

use robots_exclusion::crawlers::{self, Crawler};

#[track_caller]
pub(crate) fn known(token: &str) -> &'static Crawler {
    crawlers::find(token).unwrap_or_else(|error| panic!("{error}"))
}
