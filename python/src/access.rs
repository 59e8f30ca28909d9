//! The result of fetching a robots.txt, and what it allows.

use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use robots_exclusion::ParseOptions;
use robots_exclusion::fetch::{
    self, CachePolicy, CacheState, CachedRobots, FetchOutcome, Timestamp,
};

use crate::arguments::{
    Agent, AgentFallback, Agents, Body, ContentEncoding, DialectName, Limit, NotFound, Status, Url,
    is_compressed, options,
};
use crate::matcher::Matcher;
use crate::robots::Robots;
use crate::types;
use crate::verdict::Verdict;

/// The reason why there is no file to obey.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NoFile {
    Status { code: u16, not_found: bool },
    Missing,
    Unreachable,
    Broken,
    NotFetched,
}

impl NoFile {
    fn access(self, options: ParseOptions) -> Arc<fetch::Access<'static>> {
        let mut policy = CachePolicy::new();
        policy.parse_options = options;
        let outcome = match self {
            NoFile::Status { code, not_found } => {
                policy.server_error_is_not_found = not_found;
                FetchOutcome::response(code, "")
            }
            NoFile::Missing => FetchOutcome::missing(),
            NoFile::Unreachable => FetchOutcome::unreachable(),
            NoFile::Broken => FetchOutcome::broken(),
            NoFile::NotFetched => return Arc::new(fetch::Access::not_fetched()),
        };
        let mut cached = CachedRobots::new(policy);
        cached.record(outcome, Timestamp::UNIX_EPOCH);
        cached.at(Timestamp::UNIX_EPOCH).access
    }

    fn name(self) -> &'static str {
        match self {
            NoFile::Status { .. } => "from_response",
            NoFile::Missing => "missing",
            NoFile::Unreachable => "unreachable",
            NoFile::Broken => "broken",
            NoFile::NotFetched => "not_fetched",
        }
    }
}

enum Kind {
    File(Py<Robots>),
    WithoutFile {
        access: Arc<fetch::Access<'static>>,
        outcome: NoFile,
        options: ParseOptions,
    },
    /// Shared with a cache.
    Cached(Arc<fetch::Access<'static>>),
}

/// The result of fetching a robots.txt: either there is a file to obey, or everything or nothing
/// is allowed (RFC 9309 section 2.3.1).
///
/// >>> from robots_exclusion import Access
/// >>> print(Access.from_response(404).verdict("MyBot", "/a"))
/// allowed, because robots.txt returned 404
/// >>> print(Access.from_response(503).verdict("MyBot", "/a"))
/// disallowed, because robots.txt returned 503
/// >>> print(Access.unreachable().verdict("MyBot", "/a"))
/// disallowed, because robots.txt could not be reached
///
/// ``/robots.txt`` is always allowed, so that a crawler can notice when the host is back:
///
/// >>> Access.unreachable().allowed("MyBot", "/robots.txt")
/// True
#[pyclass(frozen, module = "robots_exclusion")]
pub(crate) struct Access(Kind);

impl Access {
    fn without_file(outcome: NoFile, options: ParseOptions) -> Access {
        Access(Kind::WithoutFile {
            access: outcome.access(options),
            outcome,
            options,
        })
    }

    pub(crate) fn cached(state: CacheState) -> Access {
        Access(Kind::Cached(state.access))
    }

    /// Returns the outcome and options that equality compares if there is no file.
    fn outcome(&self) -> Option<(NoFile, ParseOptions)> {
        match self.0 {
            Kind::WithoutFile {
                outcome, options, ..
            } => Some((outcome, options)),
            _ => None,
        }
    }
}

#[pymethods]
impl Access {
    /// Interprets the response after any redirects.
    ///
    /// The body of a 2xx is the file, regardless of its media type. A 4xx other than 407 and 429
    /// means that there is no file, so everything is allowed. After a 407, 429, 5xx, 206 or any
    /// other status, everything is disallowed for now. For the options, see
    /// :meth:`Robots.parse`. With ``server_error_is_not_found``, a 5xx counts as a 404.
    ///
    /// ``body`` must be decoded; HTTP clients do this for the content codings that they support.
    /// If there is a ``Content-Encoding`` that was *not* decoded, pass it as
    /// ``content_encoding``. In that case, or if the body is compressed with gzip, the response
    /// is broken and everything is disallowed.
    ///
    /// >>> from robots_exclusion import Access
    /// >>> body = b"User-agent: *\nDisallow: /a"
    /// >>> [Access.from_response(status, body).allowed("MyBot", "/a") for status in (200, 404, 204, 429, 500)]
    /// [False, True, True, False, False]
    #[staticmethod]
    #[pyo3(
        signature = (
            status, body = Body::EMPTY, *, dialect = DialectName::DEFAULT, byte_limit = Limit::DEFAULT,
            agent_fallback = AgentFallback::DEFAULT, server_error_is_not_found = NotFound::DEFAULT,
            content_encoding = ContentEncoding::NONE
        ),
        text_signature = "(status, body=b'', *, dialect='standard', byte_limit=512000, \
            agent_fallback=True, server_error_is_not_found=False, content_encoding=None)"
    )]
    #[expect(clippy::too_many_arguments)]
    fn from_response(
        py: Python<'_>,
        status: Status,
        body: Body<'_>,
        dialect: DialectName,
        byte_limit: Limit,
        agent_fallback: AgentFallback,
        server_error_is_not_found: NotFound,
        content_encoding: ContentEncoding,
    ) -> PyResult<Access> {
        let options = options(dialect, byte_limit, agent_fallback);
        let outcome = NoFile::Status {
            code: status.0,
            not_found: server_error_is_not_found.0,
        };
        let without_body = Access::without_file(outcome, options);
        let Kind::WithoutFile { access, .. } = &without_body.0 else {
            return Ok(without_body);
        };
        if access.robots().is_none() {
            return Ok(without_body);
        }
        // A 204 has no body, so any body or coding is ignored.
        let has_body = status.0 != 204;
        let text = if has_body { body.as_ref() } else { b"" };
        if has_body && content_encoding.0 || is_compressed(text) {
            return Ok(Access::without_file(NoFile::Broken, options));
        }
        let robots = Robots::parsed(py, text, options);
        Ok(Access(Kind::File(Py::new(py, robots)?)))
    }

    /// Reports that the file doesn't exist, for schemes without status codes. Everything is
    /// allowed, as after a 404.
    ///
    /// >>> from robots_exclusion import Access
    /// >>> Access.missing().allowed("MyBot", "/a")
    /// True
    #[staticmethod]
    fn missing() -> Access {
        Access::without_file(NoFile::Missing, ParseOptions::new())
    }

    /// Reports that there was no response because the name didn't resolve, the connection was
    /// refused or reset, or the request timed out. Everything is disallowed.
    ///
    /// >>> from robots_exclusion import Access
    /// >>> print(Access.unreachable().unavailable)
    /// robots.txt could not be reached
    #[staticmethod]
    fn unreachable() -> Access {
        Access::without_file(NoFile::Unreachable, ParseOptions::new())
    }

    /// Reports an invalid or incomplete response. Everything is disallowed.
    ///
    /// >>> from robots_exclusion import Access
    /// >>> Access.broken().allowed("MyBot", "/a")
    /// False
    #[staticmethod]
    fn broken() -> Access {
        Access::without_file(NoFile::Broken, ParseOptions::new())
    }

    /// Reports that nothing has been fetched yet. Everything is disallowed.
    ///
    /// >>> from robots_exclusion import Access
    /// >>> print(Access.not_fetched().verdict("MyBot", "/a"))
    /// disallowed, because robots.txt has not been fetched yet
    #[staticmethod]
    fn not_fetched() -> Access {
        Access::without_file(NoFile::NotFetched, ParseOptions::new())
    }

    /// The file to obey, or ``None`` if there isn't one, or if a cache only keeps some crawlers'
    /// rules (see :class:`CachePolicy`).
    #[getter]
    fn robots(&self, py: Python<'_>) -> PyResult<Option<Py<Robots>>> {
        Ok(match &self.0 {
            Kind::File(robots) => Some(robots.clone_ref(py)),
            Kind::WithoutFile { access, .. } | Kind::Cached(access) => match access.robots() {
                Some(robots) => Some(Py::new(py, Robots::from(robots.clone()))?),
                None => None,
            },
        })
    }

    /// The reason why there is no file to obey, or ``None`` if there is one.
    #[getter]
    fn unavailable(&self) -> Option<String> {
        match &self.0 {
            Kind::File(_) => None,
            Kind::WithoutFile { access, .. } | Kind::Cached(access) => {
                access.unavailable().map(|why| why.to_string())
            }
        }
    }

    /// ``True`` if everything is disallowed until a fetch succeeds.
    ///
    /// >>> from robots_exclusion import Access
    /// >>> [Access.from_response(status).is_temporary for status in (200, 404, 503)]
    /// [False, False, True]
    #[getter]
    fn is_temporary(&self) -> bool {
        match &self.0 {
            Kind::File(_) => false,
            Kind::WithoutFile { access, .. } | Kind::Cached(access) => {
                access.unavailable().is_some() && !access.allowed("*", "/")
            }
        }
    }

    /// Returns the file's ``sitemap`` records; see :meth:`Robots.sitemaps`. If there is no file,
    /// there are none.
    ///
    /// >>> from robots_exclusion import Access
    /// >>> access = Access.from_response(200, "Sitemap: https://example.com/map.xml")
    /// >>> [sitemap.url for sitemap in access.sitemaps()]
    /// ['https://example.com/map.xml']
    fn sitemaps<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        match &self.0 {
            Kind::File(robots) => types::records(py, robots.get().inner().sitemaps()),
            Kind::WithoutFile { access, .. } | Kind::Cached(access) => {
                types::records(py, access.sitemaps())
            }
        }
    }

    /// Returns ``True`` if a crawler may fetch a URL; see :meth:`Robots.allowed`.
    ///
    /// >>> from robots_exclusion import Access
    /// >>> Access.from_response(404).allowed("MyBot", "/a")
    /// True
    fn allowed(&self, agent: Agent<'_>, url: Url<'_>) -> bool {
        match &self.0 {
            Kind::File(robots) => robots.get().inner().allowed(agent.as_ref(), url),
            Kind::WithoutFile { access, .. } | Kind::Cached(access) => {
                access.allowed(agent.as_ref(), url)
            }
        }
    }

    /// Returns the verdict on a URL; see :meth:`Robots.verdict`.
    ///
    /// >>> from robots_exclusion import Access
    /// >>> print(Access.from_response(404).verdict("MyBot", "/a"))
    /// allowed, because robots.txt returned 404
    fn verdict(&self, agent: Agent<'_>, url: Url<'_>) -> Verdict {
        match &self.0 {
            Kind::File(robots) => robots.get().inner().verdict(agent.as_ref(), url).into(),
            Kind::WithoutFile { access, .. } | Kind::Cached(access) => {
                access.verdict(agent.as_ref(), url).into()
            }
        }
    }

    /// Compiles the rules for a crawler; see :meth:`Robots.matcher`.
    ///
    /// >>> from robots_exclusion import Access
    /// >>> access = Access.from_response(200, "User-agent: *\nDisallow: /a")
    /// >>> access.matcher("MyBot").allowed_many(["/a", "/b"])
    /// [False, True]
    fn matcher(this: &Bound<'_, Self>, agent: Agents) -> Matcher {
        match &this.get().0 {
            Kind::File(robots) => Robots::matcher(robots.bind(this.py()), agent),
            Kind::WithoutFile { access, .. } | Kind::Cached(access) => {
                let matcher = access.matcher_for(&agent.0);
                Matcher::new(matcher, this.as_any().clone().unbind(), agent)
            }
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(match &self.0 {
            Kind::File(robots) => format!("<Access: {}>", robots.bind(py).repr()?),
            Kind::WithoutFile { access, .. } | Kind::Cached(access) => match access.unavailable() {
                Some(why) => format!("<Access: {why}>"),
                None => "<Access: a cached file>".to_owned(),
            },
        })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Access>() else {
            return Ok(false);
        };
        let py = other.py();
        match (&self.0, &other.get().0) {
            (Kind::File(one), Kind::File(other)) => one.bind(py).eq(other),
            (Kind::WithoutFile { .. }, Kind::WithoutFile { .. }) => {
                Ok(self.outcome() == other.get().outcome())
            }
            // Two answers of a cache are equal if they share a copy, or if there is none for the
            // same reason.
            (Kind::Cached(one), Kind::Cached(other)) => {
                let why = one.unavailable();
                Ok(Arc::ptr_eq(one, other) || (why.is_some() && why == other.unavailable()))
            }
            _ => Ok(false),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        if let Kind::File(robots) = &self.0 {
            return robots.bind(py).hash();
        }
        PyString::new(py, &self.unavailable().unwrap_or_default()).hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Saved)> {
        let restore = types::native(py, "_restore_access")?;
        let state = match &self.0 {
            Kind::File(robots) => (Some(robots.clone_ref(py)), "", 0, false, "standard"),
            Kind::WithoutFile {
                outcome, options, ..
            } => {
                let (code, not_found) = match *outcome {
                    NoFile::Status { code, not_found } => (code, not_found),
                    _ => (0, false),
                };
                let dialect = DialectName::of(options.dialect)?;
                (None, outcome.name(), code, not_found, dialect)
            }
            Kind::Cached(_) => {
                return Err(PyTypeError::new_err(
                    "the access of a cache cannot be pickled or copied: pickle its robots",
                ));
            }
        };
        Ok((restore, state))
    }
}

type Saved = (Option<Py<Robots>>, &'static str, u16, bool, &'static str);

/// Restores an access from a pickle.
#[pyfunction(name = "_restore_access")]
pub(crate) fn restore_access(
    robots: Option<Py<Robots>>,
    outcome: &str,
    code: u16,
    not_found: bool,
    dialect: DialectName,
) -> PyResult<Access> {
    if let Some(robots) = robots {
        return Ok(Access(Kind::File(robots)));
    }
    let outcomes = [
        NoFile::Status { code, not_found },
        NoFile::Missing,
        NoFile::Unreachable,
        NoFile::Broken,
        NoFile::NotFetched,
    ];
    let outcome = outcomes.into_iter().find(|known| known.name() == outcome);
    let outcome =
        outcome.ok_or_else(|| PyValueError::new_err("this is not a pickle of an access"))?;
    let options = options(dialect, Limit::DEFAULT, AgentFallback::DEFAULT);
    Ok(Access::without_file(outcome, options))
}
