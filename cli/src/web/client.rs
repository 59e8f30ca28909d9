//! Fetches one robots.txt at a time.

mod coding;
mod proxy;
pub(crate) mod reach;
mod trouble;

use std::fmt::Display;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use robots_exclusion::fetch::{
    Access, CachePolicy, CachedRobots, FetchOutcome, RedirectAction, Redirects, Timestamp,
};
use robots_exclusion::{ParseOptions, Unavailable};
use ureq::http::Response;
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Agent, Body, Proxy};
use url::Url;

use self::reach::Reach;
use super::PANICKED;
use super::report::{Fetched, Redirect, Report};
use crate::options::{Connection, byte_limit_of};
use crate::output::{Result, excerpt};

/// A client that fetches robots.txt files.
pub(crate) struct Client {
    /// The clients for http and https, and those that refuse private addresses. Each loads the
    /// trusted certificates when it's first needed.
    agents: [OnceLock<Result<Agent, String>>; 4],
    reach: Reach,
    proxy: Option<Proxy>,
    user_agent: String,
    options: ParseOptions,
    /// The size of the buffer for a body, in bytes.
    byte_limit: usize,
    timeout: Duration,
}

/// The meaning of a fetch without a usable response, and the error.
type Lack = (Unavailable, String);

impl Report {
    fn of(url: &Url) -> Report {
        Report {
            url: shown(url),
            ..Report::default()
        }
    }
}

impl Client {
    pub(crate) fn new(options: ParseOptions, connection: &Connection) -> Result<Client> {
        Ok(Client {
            proxy: proxy::from_environment()?,
            agents: [const { OnceLock::new() }; 4],
            reach: Reach::Any,
            user_agent: connection.user_agent.clone(),
            options,
            byte_limit: byte_limit_of(options),
            timeout: connection.timeout,
        })
    }

    /// Returns the size of the buffer for a body, in bytes.
    pub(crate) fn byte_limit(&self) -> usize {
        self.byte_limit
    }

    /// Limits the addresses that are contacted.
    #[cfg(feature = "serve")]
    pub(crate) fn within(self, reach: Reach) -> Client {
        Client { reach, ..self }
    }

    /// Returns `true` if requests go through a proxy, which resolves the names of hosts itself.
    #[cfg(feature = "serve")]
    pub(crate) fn has_proxy(&self) -> bool {
        self.proxy.is_some()
    }

    /// Fetches a robots.txt from `start`, following redirects, and returns what it allows.
    pub(crate) fn fetch(&self, start: Url) -> Fetched {
        let mut report = Report::of(&start);
        let access = self.follow(start, &mut report);
        let access = access.unwrap_or_else(|(lack, error)| {
            report.error = Some(error);
            let outcome = match lack {
                Unavailable::BrokenResponse => FetchOutcome::broken(),
                _ => FetchOutcome::unreachable(),
            };
            outcome.access_with(self.options)
        });
        Fetched { access, report }
    }

    /// Returns the result of a fetch that panicked.
    pub(crate) fn gave_up(&self, url: &Url) -> Fetched {
        let mut report = Report::of(url);
        report.error = Some(PANICKED.to_owned());
        let access = FetchOutcome::broken().access_with(self.options);
        Fetched { access, report }
    }

    fn follow(&self, start: Url, report: &mut Report) -> Result<Access<'static>, Lack> {
        let deadline = Instant::now() + self.timeout;
        let asked = start.clone();
        let mut redirects = Redirects::new(start);
        loop {
            let url = redirects.url();
            let is_guarded = self.reach.refuses_private(&asked, url);
            let response = self.request(url, is_guarded, deadline)?;
            let status = response.status().as_u16();
            let location = response.headers().get("location");
            let location = location.map(|to| to.as_bytes());
            report.fresh_for = self.fresh_for(&response);
            let result = match redirects.follow(status, location) {
                RedirectAction::Request => {
                    let next = shown(redirects.url());
                    let url = std::mem::replace(&mut report.url, next);
                    report.redirects.push(Redirect { url, status });
                    continue;
                }
                RedirectAction::Answer => {
                    report.status = Some(status);
                    return self.answer(report, response);
                }
                RedirectAction::End(result) => result,
            };
            // The redirect can't be followed.
            report.status = Some(status);
            let location = location.map(|to| shown(String::from_utf8_lossy(to)));
            let access = result.access_with(self.options);
            report.error = match (access.unavailable(), location) {
                (Some(Unavailable::UnsupportedScheme), Some(location)) => Some(format!(
                    "redirected to {location}, which is not an http or https URL"
                )),
                (Some(Unavailable::BrokenResponse), Some(location)) => {
                    Some(format!("redirected to `{location}`, which is not a URL"))
                }
                (Some(Unavailable::BrokenResponse), None) => {
                    Some("redirected without a `Location`".to_owned())
                }
                _ => None,
            };
            return Ok(access);
        }
    }

    /// Sends a request.
    fn request(
        &self,
        url: &Url,
        is_guarded: bool,
        deadline: Instant,
    ) -> Result<Response<Body>, Lack> {
        let unreachable = |error: String| (Unavailable::Unreachable, error);
        if is_guarded && reach::is_private_url(url) {
            return Err(unreachable(reach::REFUSED.to_owned()));
        }
        let agent = self.agent(url.scheme() == "https", is_guarded);
        let agent = agent.map_err(unreachable)?;
        let left = deadline.saturating_duration_since(Instant::now());
        let request = agent.get(url.as_str()).config();
        let request = request.timeout_global(Some(left)).build();
        request.call().map_err(|error| {
            let mut why = trouble::explained(&error, self.timeout);
            why += &proxy::remark(self.proxy.as_ref(), url.as_str());
            match trouble::is_not_http(&error) {
                true => (Unavailable::BrokenResponse, why),
                false => unreachable(why),
            }
        })
    }

    /// Returns for how long crawlers may use a copy of this response, or have to wait after it.
    fn fresh_for(&self, response: &Response<Body>) -> Option<Duration> {
        let now = Timestamp::from(std::time::SystemTime::now());
        let outcome = FetchOutcome::response(response.status().as_u16(), "");
        let mut copy = CachedRobots::new(CachePolicy::new());
        copy.record(outcome.headers(response.headers()).decoded(), now);
        let due = copy.at(now).refresh.due_at()?;
        Some(due.duration_since(now))
    }

    /// Returns the client for one of the two schemes, which may refuse private addresses.
    fn agent(&self, is_secure: bool, is_guarded: bool) -> Result<&Agent, String> {
        let make = || {
            let mut config = Agent::config_builder()
                // The library interprets statuses and redirects.
                .http_status_as_error(false)
                .max_redirects(0)
                .max_redirects_will_error(false)
                // There is one request per host, so connections are not kept open.
                .max_idle_connections(0)
                .proxy(self.proxy.clone())
                .user_agent(self.user_agent.as_str())
                .accept("text/plain, */*;q=0.5")
                .accept_encoding("gzip");
            if is_secure {
                let tls = TlsConfig::builder().root_certs(authorities()?);
                config = config.tls_config(tls.build());
            }
            Ok(match is_guarded && self.proxy.is_none() {
                true => reach::guarded(config.build()),
                false => config.build().new_agent(),
            })
        };
        let index = 2 * usize::from(is_guarded) + usize::from(is_secure);
        let agent = self.agents[index].get_or_init(make);
        agent.as_ref().map_err(String::clone)
    }

    /// Interprets a response that is not a redirect.
    fn answer(
        &self,
        report: &mut Report,
        response: Response<Body>,
    ) -> Result<Access<'static>, Lack> {
        let (limit, status) = (self.byte_limit, response.status());
        let mut text = Vec::new();
        if status.is_success() && status != 204 && status != 206 {
            let (head, mut body) = response.into_parts();
            let read = coding::read(&head.headers, body.as_reader(), limit);
            text = read.map_err(|error| {
                let error = error.into();
                let why = trouble::explained(&error, self.timeout);
                match trouble::is_late(&error) {
                    true => (Unavailable::Unreachable, why),
                    false => (Unavailable::BrokenResponse, why),
                }
            })?;
            let remark = || format!("is longer than {limit} bytes: the rest is not read");
            report.remark = (text.len() > limit).then(remark);
        }
        let result = FetchOutcome::response(status.as_u16(), text);
        let access = result.access_with(self.options).into_owned();
        if access.unavailable() == Some(Unavailable::BrokenResponse) {
            let error = match status.as_u16() {
                200..=299 if status != 206 => "the body is compressed".to_owned(),
                status => format!("unexpected status {status}"),
            };
            return Err((Unavailable::BrokenResponse, error));
        }
        Ok(access)
    }
}

/// Returns a URL without its user info, which may contain a password.
fn shown(url: impl Display) -> String {
    let url = excerpt(url);
    let Some((scheme, rest)) = url.split_once("//") else {
        return url;
    };
    let end = rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len());
    match rest[..end].rfind('@') {
        Some(at) => format!("{scheme}//{}", &rest[at + 1..]),
        None => url,
    }
}

/// Loads the system's certificate authorities. If there are none, as in a slim container, uses
/// Mozilla's. `SSL_CERT_FILE` and `SSL_CERT_DIR` override both.
fn authorities() -> Result<RootCerts, String> {
    let named = |variable| std::env::var_os(variable).is_some_and(|value| !value.is_empty());
    let found = rustls_native_certs::load_native_certs();
    if !found.certs.is_empty() {
        let certificates = found.certs.iter();
        let certificates = certificates.map(|it| Certificate::from_der(it).to_owned());
        return Ok(certificates.into());
    }
    if named("SSL_CERT_FILE") || named("SSL_CERT_DIR") {
        let why = found.errors.first().map(ToString::to_string);
        return Err(format!(
            "no CA certificate found where SSL_CERT_FILE or SSL_CERT_DIR points: {}",
            why.as_deref().unwrap_or("nothing is there")
        ));
    }
    Ok(RootCerts::WebPki)
}
