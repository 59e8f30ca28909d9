//! `robots url`.

use std::ffi::OsString;

use robots_exclusion::location::robots_txt_url;

use crate::idn;
use crate::output::{Output, Result};
use crate::pages::{Pages, looks_like_host, quoted, without_robots_txt};

/// Print the robots.txt URL for a page
///
/// Prints one line per page. If a page isn't an absolute URL with a host, it's reported on standard
/// error, and the exit code is 2.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Absolute URLs, with any scheme that has a host. If you give none, or `-`, they are read from
    /// standard input, one per line, as in `check`
    #[arg(value_name = "PAGE")]
    pages: Vec<OsString>,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result {
    let mut pages = Pages::new(&arguments.pages);
    while let Some(page) = pages.next(|| output.flush())? {
        let reason = match page {
            Ok(page) => match robots_txt_url(&page) {
                // Scripts get the plain URL, and terminals also get the readable form of the
                // host.
                Ok(url) => {
                    match output.is_terminal() {
                        true => output.line(format_args!("{}", idn::with_host(url.as_str())))?,
                        false => output.line(format_args!("{url}"))?,
                    }
                    continue;
                }
                Err(_) if looks_like_host(&page) => {
                    format!("{page}: not an absolute URL; did you mean https://{page}?")
                }
                Err(error) => format!("{}: {}", quoted(&page), without_robots_txt(&error)),
            },
            Err(too_long) => too_long,
        };
        output.fail(reason)?;
    }
    Ok(())
}
