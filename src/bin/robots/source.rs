//! A robots.txt that a command is about: a file, standard input, or the one of
//! a host.

use std::ffi::OsStr;

use robots_exclusion::ParseOptions;
use robots_exclusion::fetch::Access;

use crate::options::{Connection, byte_limit_of};
use crate::output::Failure;
use crate::web::{self, Client, Fetched, Report};
use crate::{Finding, file, pages};

pub(crate) struct Source {
    /// The argument that names the file, or the URL of the robots.txt.
    pub(crate) name: String,
    pub(crate) access: Access<'static>,
    /// How it was fetched, if it was.
    pub(crate) report: Option<Report>,
}

impl Source {
    /// Reads a file, `-` being standard input; or fetches the robots.txt of
    /// the host of a URL, and says what went wrong if something did.
    pub(crate) fn read(
        argument: &OsStr,
        options: ParseOptions,
        connection: &Connection,
    ) -> Result<Source, Failure> {
        let page = pages::from_argument(argument);
        if !web::is_page(&page) {
            let text = file::read(argument, byte_limit_of(options))?;
            return Ok(Source {
                name: argument.to_string_lossy().into_owned(),
                access: options.parse(&text).into_owned().into(),
                report: None,
            });
        }
        let robots_txt = web::robots_txt_of(&page)
            .map_err(|objection| Failure::new(format_args!("{page}: {objection}")))?;
        let name = robots_txt.to_string();
        let client = Client::new(options, connection)?;
        let Fetched { access, report } = client.fetch(robots_txt);
        report.complain();
        Ok(Source {
            name,
            access,
            report: Some(report),
        })
    }

    /// The name for people.
    pub(crate) fn shown_name(&self) -> &str {
        file::shown_name(&self.name)
    }

    /// Whether there is a file, or an answer that stands for one.
    pub(crate) fn finding(&self) -> Finding {
        self.report.as_ref().map_or(Finding::Fine, Report::finding)
    }

    /// The URL of the robots.txt, and how it was fetched, if it was.
    pub(crate) fn fetched(&self) -> Option<(&str, &Report)> {
        let report = self.report.as_ref();
        report.map(|report| (self.name.as_str(), report))
    }
}
