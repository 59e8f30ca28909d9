//! Fetching and caching a robots.txt: outcomes, redirects, and the access rules at a given time.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};
use robots_exclusion::ParseOptions;
use robots_exclusion::fetch::{self, RedirectAction, Refresh, Timestamp};
use url::Url;

use crate::access::Access;
use crate::arguments::{
    self, AgentFallback, Body, Crawlers, DialectName, HeaderValue, Headers, Limit, MaxHops,
    NotFound, Status, not_a, options, start,
};

pub(crate) fn seconds(name: &str, value: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(value).map_err(|_| {
        PyValueError::new_err(format!("{name} must be a number of seconds, not {value}"))
    })
}

pub(crate) fn time(now: f64) -> PyResult<Timestamp> {
    seconds("now", now).map(Timestamp)
}

fn parsed(url: &str) -> PyResult<Url> {
    Url::parse(url).map_err(|error| PyValueError::new_err(format!("{error}: {url:?}")))
}

/// Locks a mutex. Poisoning is ignored, because the object's methods can't panic halfway.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The headers that make a request conditional.
pub(crate) type ConditionalHeaders = Vec<(&'static str, String)>;

/// Returns the headers that make a request conditional, in the form that Python clients expect,
/// with one character for each byte.
pub(crate) fn conditional_headers<'h>(
    headers: impl Iterator<Item = (&'static str, &'h [u8])>,
) -> ConditionalHeaders {
    let text = |value: &[u8]| value.iter().copied().map(char::from).collect();
    headers.map(|(name, value)| (name, text(value))).collect()
}

/// The first and the longest wait after failures, in seconds.
type Backoff = (f64, f64);

/// A cache's settings: how long a robots.txt is used, when it's fetched again, and which part of
/// it is kept.
///
/// All times are in seconds.
///
/// - A file is fresh for 24 hours, or for as long as ``Cache-Control`` allows, but always
///   between ``fresh_at_least`` and ``fresh_at_most``.
/// - After a failure, the next attempt is due when ``Retry-After`` asks for it, within
///   ``retry_after_at_least`` and ``retry_after_at_most``. Without that header, the wait starts
///   at a first value and doubles after each further failure, up to a maximum.
///   ``retry_server_error`` contains these two values for a 429 or 5xx, and
///   ``retry_unreachable`` for any other failure.
/// - While a file can't be fetched, because of a 429, a 5xx or no response, everything is
///   disallowed. After ``disallow_while_unreachable_for`` (30 days, RFC 9309 section 2.3.1.4),
///   the last copy is used again, or if there is none, everything is allowed. With ``math.inf``,
///   a site that never answers stays disallowed. With ``keep_copy_while_unreachable``, the copy
///   is used right from the first failure.
/// - ``disallow_if_forbidden`` treats a 401 or 403 as refusing the whole site. By default,
///   everything is allowed, as after a 404.
/// - ``server_error_is_not_found`` treats a 5xx like a 404, so that everything is allowed.
/// - ``reject_html_and_utf16`` treats a body that is UTF-16 or looks like HTML as a broken
///   response. By default, it's a file without rules, which allows everything.
/// - ``same_host_redirects`` refuses redirects to other hosts. It applies to
///   :class:`robots_exclusion.cache.RobotsCache`; see also :class:`Redirects`.
/// - ``keep_only_for`` lists the crawlers whose rules are kept instead of whole files. Each item
///   is a name, or a sequence of names for one crawler. For 2,188 files from public sites, a
///   copy takes 1.3 kB on average, instead of 5.3 kB. For all other crawlers, everything is
///   disallowed.
///
/// For the other options, see :meth:`Robots.parse`.
///
/// >>> from robots_exclusion import CachePolicy
/// >>> week = 7 * 24 * 3600
/// >>> policy = CachePolicy(fresh_at_most=week, retry_unreachable=(600, 86400), keep_only_for=["MyBot"])
#[pyclass(frozen, skip_from_py_object, module = "robots_exclusion")]
#[derive(Clone)]
pub(crate) struct CachePolicy {
    inner: fetch::CachePolicy,
    options: ParseOptions,
    only_for: Vec<Vec<String>>,
}

impl CachePolicy {
    /// Returns the policy given as an argument, or the default one.
    pub(crate) fn of(policy: Option<&Bound<'_, PyAny>>) -> PyResult<fetch::CachePolicy> {
        Ok(CachePolicy::given(policy)?.map_or_else(fetch::CachePolicy::new, |policy| policy.inner))
    }

    /// Returns the policy given as an argument, or the default one, for a crawler whose rules
    /// are always kept. Also returns its parse options.
    pub(crate) fn for_crawler(
        policy: Option<&Bound<'_, PyAny>>,
        agents: impl FnOnce(ParseOptions) -> Vec<String>,
    ) -> PyResult<(fetch::CachePolicy, Vec<String>, ParseOptions)> {
        let Some(policy) = CachePolicy::given(policy)? else {
            let options = ParseOptions::new();
            return Ok((fetch::CachePolicy::new(), agents(options), options));
        };
        let agents = agents(policy.options);
        let inner = match policy.only_for.is_empty() || policy.only_for.contains(&agents) {
            true => policy.inner,
            false => policy.inner.keep_only_for(&agents),
        };
        Ok((inner, agents, policy.options))
    }

    fn given(policy: Option<&Bound<'_, PyAny>>) -> PyResult<Option<CachePolicy>> {
        let Some(policy) = policy else {
            return Ok(None);
        };
        match policy.cast::<CachePolicy>() {
            Ok(policy) => Ok(Some(policy.get().clone())),
            Err(_) => Err(not_a("policy", "CachePolicy or None", policy)),
        }
    }
}

#[pymethods]
impl CachePolicy {
    #[new]
    #[pyo3(
        signature = (
            *, fresh_at_least = 300.0, fresh_at_most = 86400.0, retry_after_at_least = 60.0,
            retry_after_at_most = 86400.0, retry_unreachable = (60.0, 3600.0),
            retry_server_error = (60.0, 3600.0), keep_copy_while_unreachable = false,
            disallow_while_unreachable_for = 2_592_000.0, disallow_if_forbidden = false,
            server_error_is_not_found = NotFound::DEFAULT, reject_html_and_utf16 = false, same_host_redirects = false,
            keep_only_for = Crawlers::NONE, dialect = DialectName::DEFAULT,
            byte_limit = Limit::DEFAULT, agent_fallback = AgentFallback::DEFAULT
        ),
        text_signature = "(*, fresh_at_least=300.0, fresh_at_most=86400.0, \
            retry_after_at_least=60.0, retry_after_at_most=86400.0, \
            retry_unreachable=(60.0, 3600.0), retry_server_error=(60.0, 3600.0), \
            keep_copy_while_unreachable=False, disallow_while_unreachable_for=2592000.0, \
            disallow_if_forbidden=False, server_error_is_not_found=False, \
            reject_html_and_utf16=False, same_host_redirects=False, keep_only_for=(), dialect='standard', \
            byte_limit=512000, agent_fallback=True)"
    )]
    #[expect(clippy::too_many_arguments)]
    fn new(
        fresh_at_least: f64,
        fresh_at_most: f64,
        retry_after_at_least: f64,
        retry_after_at_most: f64,
        retry_unreachable: Backoff,
        retry_server_error: Backoff,
        keep_copy_while_unreachable: bool,
        disallow_while_unreachable_for: f64,
        disallow_if_forbidden: bool,
        server_error_is_not_found: NotFound,
        reject_html_and_utf16: bool,
        same_host_redirects: bool,
        keep_only_for: Crawlers,
        dialect: DialectName,
        byte_limit: Limit,
        agent_fallback: AgentFallback,
    ) -> PyResult<CachePolicy> {
        let options = options(dialect, byte_limit, agent_fallback);
        let backoff = |name: &str, (first, longest): Backoff| -> PyResult<_> {
            Ok((seconds(name, first)?, seconds(name, longest)?))
        };
        let unreachable = backoff("retry_unreachable", retry_unreachable)?;
        let patience = match disallow_while_unreachable_for {
            f64::INFINITY => Duration::MAX,
            longest => seconds("disallow_while_unreachable_for", longest)?,
        };
        let server_error = backoff("retry_server_error", retry_server_error)?;
        let mut policy = fetch::CachePolicy::new();
        policy.fresh_at_most = seconds("fresh_at_most", fresh_at_most)?;
        policy.fresh_at_least = seconds("fresh_at_least", fresh_at_least)?;
        policy.retry_after_at_most = seconds("retry_after_at_most", retry_after_at_most)?;
        policy.retry_after_at_least = seconds("retry_after_at_least", retry_after_at_least)?;
        policy.retry_unreachable = unreachable;
        policy.retry_server_error = server_error;
        policy.keep_copy_while_unreachable = keep_copy_while_unreachable;
        policy.disallow_while_unreachable_for = patience;
        policy.disallow_if_forbidden = disallow_if_forbidden;
        policy.server_error_is_not_found = server_error_is_not_found.0;
        policy.reject_html_and_utf16 = reject_html_and_utf16;
        policy.same_host_redirects = same_host_redirects;
        policy.parse_options = options;
        let crawlers = keep_only_for.0.iter();
        let policy = crawlers.fold(policy, |policy, names| policy.keep_only_for(&names.0));
        Ok(CachePolicy {
            inner: policy,
            options,
            only_for: keep_only_for.0.into_iter().map(|names| names.0).collect(),
        })
    }
}

/// The outcome of fetching a robots.txt, for :meth:`CachedRobots.record`.
///
/// >>> from robots_exclusion import FetchOutcome
/// >>> outcome = FetchOutcome.response(503, headers=[("Retry-After", "120")])
/// >>> outcome.status, outcome.is_temporary
/// (503, True)
#[pyclass(frozen, module = "robots_exclusion")]
pub(crate) struct FetchOutcome {
    inner: fetch::FetchOutcome<'static>,
    status: Option<u16>,
    is_temporary: bool,
}

impl FetchOutcome {
    fn without_response(inner: fetch::FetchOutcome<'static>) -> FetchOutcome {
        FetchOutcome {
            is_temporary: is_temporary(inner.clone()),
            inner,
            status: None,
        }
    }
}

fn is_temporary(outcome: fetch::FetchOutcome<'_>) -> bool {
    let access = outcome.access();
    access.robots().is_none() && !access.allowed("*", "/")
}

#[pymethods]
impl FetchOutcome {
    /// Reports a response after redirects, given its status code, decoded body and headers.
    ///
    /// ``headers`` are pairs of ``str``. You can pass all of them: only those that matter for
    /// caching are used, and a ``Content-Encoding`` means that the body was *not* decoded.
    /// ``url`` is the response's URL, which is what ``ETag`` and ``Last-Modified`` belong to.
    ///
    /// >>> from robots_exclusion import FetchOutcome
    /// >>> FetchOutcome.response(404).is_temporary
    /// False
    #[staticmethod]
    #[pyo3(
        signature = (status, body = Body::EMPTY, *, headers = Headers::NONE, url = None),
        text_signature = "(status, body=b'', *, headers=(), url=None)"
    )]
    fn response(
        status: Status,
        body: Body<'_>,
        headers: Headers,
        url: Option<arguments::Url<'_>>,
    ) -> PyResult<FetchOutcome> {
        let url = url.map(|url| parsed(url.as_ref())).transpose()?;
        let with_headers = |body: &[u8]| {
            fetch::FetchOutcome::response(status.0, body.to_vec())
                .headers(headers.0.iter().map(|(name, value)| (name, value)))
        };
        let body = body.as_ref();
        let mut inner = with_headers(body);
        if let Some(url) = &url {
            inner = inner.url(url);
        }
        let is_temporary = status.0 != 304 && is_temporary(with_headers(start(body)));
        Ok(FetchOutcome {
            inner,
            status: Some(status.0),
            is_temporary,
        })
    }

    /// Reports that the file doesn't exist, for schemes without status codes.
    ///
    /// >>> from robots_exclusion import FetchOutcome
    /// >>> FetchOutcome.missing().is_temporary
    /// False
    #[staticmethod]
    fn missing() -> FetchOutcome {
        FetchOutcome::without_response(fetch::FetchOutcome::missing())
    }

    /// Reports that there was no response.
    ///
    /// >>> from robots_exclusion import FetchOutcome
    /// >>> FetchOutcome.unreachable().is_temporary
    /// True
    #[staticmethod]
    fn unreachable() -> FetchOutcome {
        FetchOutcome::without_response(fetch::FetchOutcome::unreachable())
    }

    /// Reports an invalid or incomplete response.
    ///
    /// >>> from robots_exclusion import FetchOutcome
    /// >>> FetchOutcome.broken().is_temporary
    /// True
    #[staticmethod]
    fn broken() -> FetchOutcome {
        FetchOutcome::without_response(fetch::FetchOutcome::broken())
    }

    /// The status code, or ``None`` if there was no response.
    #[getter]
    fn status(&self) -> Option<u16> {
        self.status
    }

    /// ``True`` if everything is disallowed until another attempt succeeds.
    #[getter]
    fn is_temporary(&self) -> bool {
        self.is_temporary
    }

    fn __repr__(&self) -> String {
        match self.status {
            Some(status) => format!("<FetchOutcome: status {status}>"),
            None => "<FetchOutcome: no response>".to_owned(),
        }
    }
}

/// Follows a robots.txt through up to five redirects, to any host.
///
/// >>> from robots_exclusion import Redirects
/// >>> redirects = Redirects("http://example.com/robots.txt")
/// >>> redirects.follow(301, "https://www.example.com/robots.txt")
/// 'https://www.example.com/robots.txt'
/// >>> redirects.follow(200) is None
/// True
/// >>> redirects.follow(301, "/robots.txt")
/// <FetchOutcome: no response>
#[pyclass(frozen, module = "robots_exclusion")]
pub(crate) struct Redirects(Mutex<fetch::Redirects>);

#[pymethods]
impl Redirects {
    #[new]
    #[pyo3(
        signature = (url, *, max_hops = MaxHops::DEFAULT, same_host_only = false),
        text_signature = "(url, *, max_hops=5, same_host_only=False)"
    )]
    fn new(
        url: arguments::Url<'_>,
        max_hops: MaxHops,
        same_host_only: bool,
    ) -> PyResult<Redirects> {
        let mut redirects = fetch::Redirects::new(parsed(url.as_ref())?);
        redirects.max_hops = max_hops.0;
        redirects.same_host_only = same_host_only;
        Ok(Redirects(Mutex::new(redirects)))
    }

    /// The URL to request now.
    #[getter]
    fn url(&self) -> String {
        locked(&self.0).url().to_string()
    }

    /// Interprets the response to the request for :attr:`url`, given its status code and its
    /// ``Location`` header.
    ///
    /// Returns ``None`` if it isn't a redirect, the URL to request next if it is, or an outcome
    /// if the redirect can't be followed.
    ///
    /// >>> from robots_exclusion import Redirects
    /// >>> Redirects("http://example.com/robots.txt").follow(302, "http://www.example.com/rules")
    /// 'http://www.example.com/rules'
    #[pyo3(signature = (status, location = None))]
    fn follow<'py>(
        &self,
        py: Python<'py>,
        status: Status,
        location: Option<HeaderValue>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let mut redirects = locked(&self.0);
        let location = location.as_ref().map(AsRef::as_ref);
        Ok(match redirects.follow(status.0, location) {
            RedirectAction::Answer => None,
            RedirectAction::Request => Some(redirects.url().as_str().into_pyobject(py)?.into_any()),
            RedirectAction::End(outcome) => {
                let outcome = FetchOutcome::without_response(outcome);
                Some(Bound::new(py, outcome)?.into_any())
            }
        })
    }
}

/// The cached state of one robots.txt: its last good copy, and the failures since then.
///
/// Times are in seconds since 1970, as returned by ``time.time()``. Threads can share this
/// object.
///
/// >>> from robots_exclusion import CachedRobots, FetchOutcome
/// >>> cached = CachedRobots()
/// >>> cached.is_due(1_700_000_000)
/// True
/// >>> cached.record(FetchOutcome.response(200, b"User-agent: *\nDisallow: /x"), 1_700_000_000)
/// >>> cached.is_due(1_700_000_001), cached.due_at(1_700_000_001)
/// (False, 1700086400.0)
/// >>> cached.access(1_700_000_001).allowed("MyBot", "/x")
/// False
#[pyclass(frozen, module = "robots_exclusion")]
pub(crate) struct CachedRobots(Mutex<fetch::CachedRobots>);

#[pymethods]
impl CachedRobots {
    #[new]
    #[pyo3(signature = (policy = None))]
    fn new(policy: Option<&Bound<'_, PyAny>>) -> PyResult<CachedRobots> {
        let cached = fetch::CachedRobots::new(CachePolicy::of(policy)?);
        Ok(CachedRobots(Mutex::new(cached)))
    }

    /// Records the outcome of a fetch that ended at the time ``now``.
    ///
    /// >>> from robots_exclusion import CachedRobots, FetchOutcome
    /// >>> cached = CachedRobots()
    /// >>> cached.record(FetchOutcome.response(404), 1_700_000_000)
    /// >>> cached.access(1_700_000_001).allowed("MyBot", "/")
    /// True
    fn record(&self, py: Python<'_>, outcome: &Bound<'_, PyAny>, now: f64) -> PyResult<()> {
        let outcome = outcome
            .cast::<FetchOutcome>()
            .map_err(|_| not_a("outcome", "FetchOutcome", outcome))?;
        let (outcome, now) = (outcome.get().inner.clone(), time(now)?);
        py.detach(|| locked(&self.0).record(outcome, now));
        Ok(())
    }

    /// Returns the access rules in force at the time ``now``.
    ///
    /// >>> from robots_exclusion import CachedRobots
    /// >>> print(CachedRobots().access(1_700_000_000).unavailable)
    /// robots.txt has not been fetched yet
    fn access(&self, now: f64) -> PyResult<Access> {
        Ok(Access::cached(locked(&self.0).at(time(now)?)))
    }

    /// Returns ``True`` if the file should be fetched at the time ``now``.
    ///
    /// >>> from robots_exclusion import CachedRobots
    /// >>> CachedRobots().is_due(1_700_000_000)
    /// True
    fn is_due(&self, now: f64) -> PyResult<bool> {
        Ok(locked(&self.0).at(time(now)?).refresh == Refresh::Now)
    }

    /// Returns the time at which the file should be fetched next, or ``None`` if it is due.
    ///
    /// >>> from robots_exclusion import CachedRobots, FetchOutcome
    /// >>> cached = CachedRobots()
    /// >>> cached.record(FetchOutcome.response(503, headers=[("Retry-After", "120")]), 1_700_000_000)
    /// >>> cached.due_at(1_700_000_001)
    /// 1700000120.0
    fn due_at(&self, now: f64) -> PyResult<Option<f64>> {
        let due = locked(&self.0).at(time(now)?).refresh.due_at();
        Ok(due.map(|due| due.0.as_secs_f64()))
    }

    /// Returns the headers that make a request for a URL conditional: ``If-None-Match``,
    /// ``If-Modified-Since``, or none.
    ///
    /// >>> from robots_exclusion import CachedRobots, FetchOutcome
    /// >>> cached = CachedRobots()
    /// >>> url = "https://example.com/robots.txt"
    /// >>> cached.record(FetchOutcome.response(200, headers=[("ETag", '"1"')], url=url), 1_700_000_000)
    /// >>> cached.request_headers(url)
    /// {'If-None-Match': '"1"'}
    fn request_headers<'py>(
        &self,
        py: Python<'py>,
        url: arguments::Url<'_>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let url = parsed(url.as_ref())?;
        let cached = locked(&self.0);
        conditional_headers(cached.conditional_headers(&url)).into_py_dict(py)
    }
}
