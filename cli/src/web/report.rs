//! The result of a fetch, and how it came about.

use std::time::Duration;

use robots_exclusion::fetch::Access;
use serde::Serialize;

use crate::idn;
use crate::output::{Output, Result};

/// The result of a fetch.
pub(crate) struct Fetched {
    pub(crate) access: Access<'static>,
    pub(crate) report: Report,
}

/// The report on how a robots.txt was fetched.
#[derive(Clone, Default, Serialize)]
pub(crate) struct Report {
    /// The redirects that were followed, in order.
    pub(crate) redirects: Vec<Redirect>,
    /// The last URL requested.
    pub(crate) url: String,
    /// The status of the last response, or `None` if there was none.
    pub(crate) status: Option<u16>,
    /// The reason why there is no file.
    pub(crate) error: Option<String>,
    /// A remark about the file, although it was fetched.
    #[serde(skip)]
    pub(super) remark: Option<String>,
    /// The time for which crawlers may use the file, or must wait before they ask again.
    #[serde(skip)]
    #[cfg_attr(not(feature = "fetch"), expect(dead_code))]
    pub(crate) fresh_for: Option<Duration>,
}

/// A URL that answered with a redirect.
#[derive(Clone, Serialize)]
pub(crate) struct Redirect {
    pub(crate) url: String,
    pub(crate) status: u16,
}

impl Report {
    /// Reports problems and remarks on standard error.
    pub(crate) fn complain(&self, output: &mut Output) -> Result {
        let url = idn::with_host(&self.url);
        if let Some(error) = &self.error {
            output.fail(format_args!("{url}: {error}"))?;
        }
        if let Some(remark) = &self.remark {
            output.complain(format_args!("{url} {remark}"))?;
        }
        Ok(())
    }

    /// Returns the last URL requested, if it isn't the first.
    pub(crate) fn redirected_to(&self) -> Option<&str> {
        (!self.redirects.is_empty()).then_some(self.url.as_str())
    }
}
