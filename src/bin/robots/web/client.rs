//! Fetches one robots.txt after the other.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use robots_exclusion::ParseOptions;
use robots_exclusion::Unavailable;
use robots_exclusion::fetch::{Access, FetchResult, Hop, Redirects};
use serde::Serialize;
use ureq::http::Response;
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Agent, Body, Proxy};
use url::Url;

use super::{PANICKED, coding, proxy, trouble};
use crate::options::{Connection, byte_limit_of};
use crate::output::{Failure, complain, excerpt};
use crate::{Finding, idn};

/// Fetches robots.txt files.
pub(crate) struct Client {
    /// The certificates that are trusted are read when the first are needed.
    agents: [OnceLock<Result<Agent, String>>; 2],
    proxy: Option<Proxy>,
    user_agent: String,
    options: ParseOptions,
    byte_limit: usize,
    timeout: Duration,
}

/// What came of it.
pub(crate) struct Fetched {
    pub(crate) access: Access<'static>,
    pub(crate) report: Report,
}

/// Why there is no response to go by.
#[derive(Clone, Copy)]
enum Lack {
    /// There is none.
    Unreachable,
    /// It is not whole, or not one.
    Broken,
}

/// How a robots.txt was fetched.
#[derive(Clone, Serialize)]
pub(crate) struct Report {
    /// The redirects that were followed, in order.
    pub(crate) redirects: Vec<Redirect>,
    /// The URL that was asked for last.
    pub(crate) url: String,
    /// What it answered; none if there was no answer.
    pub(crate) status: Option<u16>,
    /// Why the file could not be had.
    pub(crate) error: Option<String>,
    /// Something to know about the file, although it could be had.
    #[serde(skip)]
    remark: Option<String>,
}

/// A URL that answered with a redirect.
#[derive(Clone, Serialize)]
pub(crate) struct Redirect {
    pub(crate) url: String,
    pub(crate) status: u16,
}

impl Report {
    /// Says on standard error what there is to say about it.
    pub(crate) fn complain(&self) {
        let url = idn::with_host(&self.url);
        if let Some(error) = &self.error {
            complain(format_args!("{url}: {error}"));
        }
        if let Some(remark) = &self.remark {
            complain(format_args!("{url} {remark}"));
        }
    }

    /// The URL that was asked for last, if it is not the first.
    pub(crate) fn redirected_to(&self) -> Option<&str> {
        (!self.redirects.is_empty()).then_some(self.url.as_str())
    }

    /// Whether there is a file, or an answer that stands for one.
    pub(crate) fn finding(&self) -> Finding {
        if self.error.is_some() {
            Finding::Incomplete
        } else {
            Finding::Fine
        }
    }

    fn of(url: &Url) -> Report {
        Report {
            redirects: Vec::new(),
            url: excerpt(url),
            status: None,
            error: None,
            remark: None,
        }
    }
}

impl Client {
    pub(crate) fn new(options: ParseOptions, connection: &Connection) -> Result<Client, Failure> {
        Ok(Client {
            proxy: proxy::from_environment()?,
            agents: [OnceLock::new(), OnceLock::new()],
            user_agent: connection.user_agent.clone(),
            options,
            byte_limit: byte_limit_of(options),
            timeout: connection.timeout,
        })
    }

    /// How many bytes of a body are held at once.
    pub(crate) fn byte_limit(&self) -> usize {
        self.byte_limit
    }

    /// What the robots.txt at the end of the redirects from `start` allows.
    pub(crate) fn fetch(&self, start: Url) -> Fetched {
        let deadline = Instant::now() + self.timeout;
        let mut redirects = Redirects::new(start);
        let mut report = Report::of(redirects.url());
        loop {
            let response = match self.request(redirects.url(), deadline) {
                Ok(response) => response,
                Err((lack, error)) => return self.failure(report, lack, error),
            };
            let status = response.status().as_u16();
            let location = response.headers().get("location");
            let location = location.map(|to| excerpt(String::from_utf8_lossy(to.as_bytes())));
            match redirects.follow_headers(response.status(), response.headers()) {
                Hop::Request(next) => {
                    let next = excerpt(next);
                    let url = std::mem::replace(&mut report.url, next);
                    report.redirects.push(Redirect { url, status });
                }
                Hop::End(result) => {
                    report.status = Some(status);
                    return self.dead_end(report, result, location.as_deref());
                }
                Hop::Answer => {
                    report.status = Some(status);
                    return self.answer(report, response);
                }
            }
        }
    }

    /// The result of a fetch that has itself failed.
    pub(crate) fn gave_up(&self, url: &Url) -> Fetched {
        self.failure(Report::of(url), Lack::Broken, PANICKED.to_owned())
    }

    /// The response; or what its lack means, and why there is none.
    fn request(&self, url: &Url, deadline: Instant) -> Result<Response<Body>, (Lack, String)> {
        let agent = self
            .agent(url.scheme() == "https")
            .map_err(|error| (Lack::Unreachable, error))?;
        let left = deadline.saturating_duration_since(Instant::now());
        let request = agent.get(url.as_str()).config();
        let request = request.timeout_global(Some(left)).build();
        request.call().map_err(|error| {
            let lack = if trouble::is_not_http(&error) {
                Lack::Broken
            } else {
                Lack::Unreachable
            };
            let mut why = trouble::explained(&error, self.timeout);
            why += &proxy::remark(self.proxy.as_ref(), url.as_str());
            (lack, why)
        })
    }

    /// The client for one of the two schemes.
    fn agent(&self, is_secure: bool) -> Result<&Agent, String> {
        let make = || {
            let mut config = Agent::config_builder()
                // The library says what a status and a redirect mean.
                .http_status_as_error(false)
                .max_redirects(0)
                .max_redirects_will_error(false)
                // One request per host: there is no use for an open connection.
                .max_idle_connections(0)
                .proxy(self.proxy.clone())
                .user_agent(self.user_agent.as_str())
                .accept("text/plain, */*;q=0.5")
                .accept_encoding("gzip");
            if is_secure {
                let tls = TlsConfig::builder().root_certs(authorities()?);
                config = config.tls_config(tls.build());
            }
            Ok(config.build().new_agent())
        };
        let agent = self.agents[usize::from(is_secure)].get_or_init(make);
        agent.as_ref().map_err(String::clone)
    }

    /// What a response that is not a redirect means.
    fn answer(&self, mut report: Report, response: Response<Body>) -> Fetched {
        let status = response.status();
        let mut text = Vec::new();
        if status.is_success() && status != 204 && status != 206 {
            let (head, mut body) = response.into_parts();
            let body = body.as_reader();
            match coding::read(&head.headers, body, self.byte_limit) {
                Ok(decoded) => text = decoded,
                Err(error) => {
                    let error = error.into();
                    let lack = if trouble::is_late(&error) {
                        Lack::Unreachable
                    } else {
                        Lack::Broken
                    };
                    let error = trouble::explained(&error, self.timeout);
                    return self.failure(report, lack, error);
                }
            }
            if text.len() > self.byte_limit {
                let limit = self.byte_limit;
                report.remark = Some(format!(
                    "is longer than {limit} bytes: the rest is not read"
                ));
            }
        }
        let result = FetchResult::response(status.as_u16(), text);
        let access = result.access_with(self.options).into_owned();
        if access.unavailable() == Some(Unavailable::BrokenResponse) {
            let status = status.as_u16();
            let error = format!("unexpected status {status}");
            return self.failure(report, Lack::Broken, error);
        }
        Fetched { access, report }
    }

    /// What a redirect that cannot be followed means.
    fn dead_end(
        &self,
        mut report: Report,
        result: FetchResult<'static>,
        location: Option<&str>,
    ) -> Fetched {
        let access = result.access_with(self.options);
        report.error = match (access.unavailable(), location) {
            (Some(Unavailable::UnsupportedScheme), Some(location)) => Some(format!(
                "redirected to {location}, which is not a URL of http or https"
            )),
            (Some(Unavailable::BrokenResponse), Some(location)) => {
                Some(format!("redirected to `{location}`, which is not a URL"))
            }
            (Some(Unavailable::BrokenResponse), None) => {
                Some("redirected, but nothing says where to".to_owned())
            }
            _ => None,
        };
        Fetched { access, report }
    }

    fn failure(&self, mut report: Report, lack: Lack, error: String) -> Fetched {
        report.error = Some(error);
        let result = match lack {
            Lack::Unreachable => FetchResult::unreachable(),
            Lack::Broken => FetchResult::broken(),
        };
        Fetched {
            access: result.access_with(self.options),
            report,
        }
    }
}

/// The certificate authorities of the system or, if it has none, as in a slim
/// container, those of Mozilla. `SSL_CERT_FILE` and `SSL_CERT_DIR` name others
/// instead.
fn authorities() -> Result<RootCerts, String> {
    let named = |variable| std::env::var_os(variable).is_some_and(|value| !value.is_empty());
    let found = rustls_native_certs::load_native_certs();
    if !found.certs.is_empty() {
        let certificates = found.certs.iter();
        return Ok(certificates
            .map(|certificate| Certificate::from_der(certificate).to_owned())
            .into());
    }
    if named("SSL_CERT_FILE") || named("SSL_CERT_DIR") {
        let why = found.errors.first().map(ToString::to_string);
        return Err(format!(
            "no certificate of an authority is where SSL_CERT_FILE or SSL_CERT_DIR says: {}",
            why.as_deref().unwrap_or("there is none")
        ));
    }
    Ok(RootCerts::WebPki)
}
