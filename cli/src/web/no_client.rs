//! Takes the place of the client in a program that is built without the feature `fetch`.

use robots_exclusion::ParseOptions;
use url::Url;

use super::report::Fetched;
use crate::options::Connection;
use crate::output::Result;

/// A client that can't be created, so its methods are never called.
pub(crate) enum Client {}

impl Client {
    pub(crate) fn new(_: ParseOptions, _: &Connection) -> Result<Client> {
        Err(
            "this program can't fetch, because it was built without the feature `fetch`: save the \
             robots.txt and check the file"
                .into(),
        )
    }

    pub(crate) fn byte_limit(&self) -> usize {
        match *self {}
    }

    pub(crate) fn fetch(&self, _: Url) -> Fetched {
        match *self {}
    }

    pub(crate) fn gave_up(&self, _: &Url) -> Fetched {
        match *self {}
    }
}
