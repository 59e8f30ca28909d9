//! robots.txt files of hosts, fetched when a page of theirs is asked about.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::Read;
use std::time::{Duration, Instant};

use robots_exclusion::fetch::{Access, FetchResult, Hop, Redirects};
use robots_exclusion::location::{Scope, robots_txt_url};
use robots_exclusion::{Matcher, ParseOptions};
use ureq::http::Response;
use ureq::{Agent, Body};

use crate::options::Reading;
use crate::output::complain;

/// How many hosts are remembered. Without end, a long list of URLs would
/// fill the memory.
const REMEMBERED: usize = 10_000;

/// Whether an argument is the URL of a page, and not the name of a file.
pub(crate) fn is_page(argument: &str) -> bool {
    ["http://", "https://"].iter().any(|scheme| {
        argument
            .get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })
}

/// The rules of one crawler on the hosts that were asked about.
pub(crate) struct Web {
    agents: Vec<String>,
    client: Client,
    matchers: BTreeMap<Scope, Matcher<'static>>,
}

impl Web {
    pub(crate) fn new(agents: Vec<String>, reading: &Reading, timeout: Duration) -> Web {
        Web {
            agents,
            client: Client::new(reading, timeout),
            matchers: BTreeMap::new(),
        }
    }

    /// The rules for a page, and the URL of the robots.txt they come from; or
    /// a sentence that says why there are none.
    pub(crate) fn matcher(&mut self, page: &str) -> Result<(String, &Matcher<'static>), String> {
        if !is_page(page) {
            return Err("not an absolute URL of http or https".to_owned());
        }
        let scope = Scope::of_page(page).map_err(|error| error.to_string())?;
        if self.matchers.len() >= REMEMBERED && !self.matchers.contains_key(&scope) {
            self.matchers.clear();
        }
        let url = scope.robots_txt_url().to_owned();
        let matcher = match self.matchers.entry(scope) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                let start = robots_txt_url(page).map_err(|error| error.to_string())?;
                let access = self.client.access(Redirects::new(start));
                unknown.insert(access.matcher_for(&self.agents).into_owned())
            }
        };
        Ok((url, matcher))
    }
}

/// Fetches one robots.txt after the other.
struct Client {
    agent: Agent,
    options: ParseOptions,
    byte_limit: usize,
    timeout: Duration,
}

impl Client {
    fn new(reading: &Reading, timeout: Duration) -> Client {
        let config = Agent::config_builder()
            // The library says what a status and a redirect mean.
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            // One request per host: there is no use for an open connection.
            .max_idle_connections(0)
            .user_agent(concat!("robots-exclusion/", env!("CARGO_PKG_VERSION")))
            .accept("text/plain, */*;q=0.5")
            .build();
        Client {
            agent: config.new_agent(),
            options: reading.options(),
            byte_limit: reading.byte_limit(),
            timeout,
        }
    }

    /// What the robots.txt at the end of the redirects allows. Why there is
    /// none goes to standard error where the verdict does not say it all.
    fn access(&self, mut redirects: Redirects) -> Access<'static> {
        let deadline = Instant::now() + self.timeout;
        loop {
            let url = redirects.url().to_string();
            let request = self.agent.get(&url).config();
            let left = deadline.saturating_duration_since(Instant::now());
            let response = match request.timeout_global(Some(left)).build().call() {
                Ok(response) => response,
                Err(error) => return self.failure(&url, error, false),
            };
            match redirects.follow_response(&response) {
                Hop::Request(_) => continue,
                Hop::End(result) => return result.access_with(self.options),
                _ => return self.answer(&url, response),
            }
        }
    }

    /// What a response that is no redirect means.
    fn answer(&self, url: &str, response: Response<Body>) -> Access<'static> {
        let status = response.status();
        let mut text = Vec::new();
        if status.is_success() {
            // The client undoes gzip, and drops the header then.
            let coding = response.headers().get("content-encoding");
            if coding.is_some_and(|coding| !coding.as_bytes().eq_ignore_ascii_case(b"identity")) {
                complain(format_args!("{url}: unknown content coding"));
                return FetchResult::broken().access_with(self.options);
            }
            // One byte more than counts, by which the library sees that the
            // last line is cut.
            let at_most = self.byte_limit as u64 + 1;
            let body = response.into_body().into_reader();
            if let Err(error) = body.take(at_most).read_to_end(&mut text) {
                return self.failure(url, error.into(), true);
            }
            if text.len() > self.byte_limit {
                complain(format_args!(
                    "{url} is longer than {} bytes: the rest is not read",
                    self.byte_limit
                ));
            }
        }
        let result = FetchResult::response(status.as_u16(), &text);
        result.access_with(self.options).into_owned()
    }

    /// What it means that there is no response or, if it has begun, not all
    /// of it.
    fn failure(&self, url: &str, error: ureq::Error, has_begun: bool) -> Access<'static> {
        let what = error.to_string();
        let what = what.trim_start_matches("io: ");
        complain(format_args!("{url}: {what}"));
        let is_broken = match error {
            ureq::Error::Timeout(_) => false,
            ureq::Error::Io(_)
            | ureq::Error::HostNotFound
            | ureq::Error::ConnectionFailed
            | ureq::Error::Tls(_)
            | ureq::Error::Rustls(_) => has_begun,
            // What came is not HTTP.
            _ => true,
        };
        let result = match is_broken {
            true => FetchResult::broken(),
            false => FetchResult::unreachable(),
        };
        result.access_with(self.options)
    }
}
