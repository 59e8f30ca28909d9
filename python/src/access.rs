//! What came of fetching a robots.txt, and what that allows.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use robots_exclusion::ParseOptions;
use robots_exclusion::fetch::{self, FetchResult};

use crate::arguments::{
    Agent, AgentFallback, Agents, Body, DialectName, Limit, NotFound, Status, Url, options,
};
use crate::matcher::{Matcher, Source};
use crate::robots::Robots;
use crate::types;
use crate::verdict::Verdict;

/// How there came to be no file to obey.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Status { code: u16, not_found: bool },
    Missing,
    Unreachable,
    Broken,
    NotFetched,
}

impl Outcome {
    fn access(self, options: ParseOptions) -> fetch::Access<'static> {
        let result = match self {
            Outcome::Status { code, not_found } => response(code, b"", not_found).into_owned(),
            Outcome::Missing => FetchResult::missing(),
            Outcome::Unreachable => FetchResult::unreachable(),
            Outcome::Broken => FetchResult::broken(),
            Outcome::NotFetched => return fetch::Access::not_fetched(),
        };
        result.access_with(options)
    }

    fn name(self) -> &'static str {
        match self {
            Outcome::Status { .. } => "from_response",
            Outcome::Missing => "missing",
            Outcome::Unreachable => "unreachable",
            Outcome::Broken => "broken",
            Outcome::NotFetched => "not_fetched",
        }
    }
}

fn response(status: u16, body: &[u8], not_found: bool) -> FetchResult<'_> {
    let response = FetchResult::response(status, body);
    if not_found {
        response.server_error_is_not_found()
    } else {
        response
    }
}

enum Kind {
    File(Py<Robots>),
    WithoutFile {
        access: Box<fetch::Access<'static>>,
        outcome: Outcome,
        options: ParseOptions,
    },
}

/// What came of fetching a robots.txt: a file to obey or, where there is none, all
/// or nothing (RFC 9309 section 2.3.1).
///
/// >>> from robots_exclusion import Access
/// >>> print(Access.from_response(404).verdict("MyBot", "/a"))
/// allowed: robots.txt answered with status 404
/// >>> print(Access.from_response(503).verdict("MyBot", "/a"))
/// disallowed: robots.txt answered with status 503
/// >>> print(Access.unreachable().verdict("MyBot", "/a"))
/// disallowed: robots.txt could not be reached
///
/// Or the crawler could never see that the host is back:
///
/// >>> Access.unreachable().allowed("MyBot", "/robots.txt")
/// True
#[pyclass(frozen, module = "robots_exclusion")]
pub(crate) struct Access(Kind);

impl Access {
    fn without_file(outcome: Outcome, options: ParseOptions) -> Access {
        Access(Kind::WithoutFile {
            access: Box::new(outcome.access(options)),
            outcome,
            options,
        })
    }

    /// What two that are equal have in common, where there is no file.
    fn outcome(&self) -> Option<(Outcome, ParseOptions)> {
        match self.0 {
            Kind::File(_) => None,
            Kind::WithoutFile {
                outcome, options, ..
            } => Some((outcome, options)),
        }
    }
}

#[pymethods]
impl Access {
    /// The response at the end of the redirects, by status code and body.
    ///
    /// The body of a 2xx is the file. Any other 4xx than 407 and 429 says that there
    /// is none, and everything is allowed; 407, 429, 5xx, 206 and any other status disallow
    /// everything, for now. ``body`` is any bytes, whatever the media type, with the
    /// content coding (gzip and so on) undone. The options are those of
    /// :meth:`Robots.parse`. With ``server_error_is_not_found`` a 5xx is taken for a 404.
    ///
    /// >>> from robots_exclusion import Access
    /// >>> body = b"User-agent: *\nDisallow: /a"
    /// >>> [Access.from_response(status, body).allowed("MyBot", "/a") for status in (200, 404, 204, 429, 500)]
    /// [False, True, True, False, False]
    #[staticmethod]
    #[pyo3(
        signature = (
            status, body = Body::EMPTY, *, dialect = DialectName::DEFAULT, byte_limit = Limit::DEFAULT,
            agent_fallback = AgentFallback::DEFAULT, server_error_is_not_found = NotFound::DEFAULT
        ),
        text_signature = "(status, body=b'', *, dialect='standard', byte_limit=512000, \
            agent_fallback=True, server_error_is_not_found=False)"
    )]
    fn from_response(
        py: Python<'_>,
        status: Status,
        body: Body<'_>,
        dialect: DialectName,
        byte_limit: Limit,
        agent_fallback: AgentFallback,
        server_error_is_not_found: NotFound,
    ) -> PyResult<Access> {
        let options = options(dialect, byte_limit, agent_fallback);
        let outcome = Outcome::Status {
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
        // A 204 has no body, whatever was passed.
        let text = if status.0 == 204 { b"" } else { body.as_ref() };
        let robots = Robots::parsed(py, text, options);
        Ok(Access(Kind::File(Py::new(py, robots)?)))
    }

    /// No such file, in a scheme without status codes: as a 404.
    #[staticmethod]
    fn missing() -> Access {
        Access::without_file(Outcome::Missing, ParseOptions::new())
    }

    /// No answer: the name did not resolve, the connection was refused or reset, time
    /// ran out. Disallows everything.
    #[staticmethod]
    fn unreachable() -> Access {
        Access::without_file(Outcome::Unreachable, ParseOptions::new())
    }

    /// An answer that is not a valid or not a whole response. Disallows everything.
    #[staticmethod]
    fn broken() -> Access {
        Access::without_file(Outcome::Broken, ParseOptions::new())
    }

    /// What holds before the first fetch: everything is disallowed but ``/robots.txt``.
    #[staticmethod]
    fn not_fetched() -> Access {
        Access::without_file(Outcome::NotFetched, ParseOptions::new())
    }

    /// The file to obey, if there is one.
    #[getter]
    fn robots(&self, py: Python<'_>) -> Option<Py<Robots>> {
        match &self.0 {
            Kind::File(robots) => Some(robots.clone_ref(py)),
            Kind::WithoutFile { .. } => None,
        }
    }

    /// Why there is no file to obey; ``None`` if there is one.
    #[getter]
    fn unavailable(&self) -> Option<String> {
        match &self.0 {
            Kind::File(_) => None,
            Kind::WithoutFile { access, .. } => access.unavailable().map(|why| why.to_string()),
        }
    }

    /// Whether a crawler may fetch a URL; see :meth:`Robots.allowed`.
    fn allowed(&self, agent: Agent<'_>, url: Url<'_>) -> bool {
        match &self.0 {
            Kind::File(robots) => robots.get().inner().allowed(agent.as_ref(), url),
            Kind::WithoutFile { access, .. } => access.allowed(agent.as_ref(), url),
        }
    }

    /// Whether a crawler may fetch a URL, and why; see :meth:`Robots.verdict`.
    fn verdict(&self, agent: Agent<'_>, url: Url<'_>) -> Verdict {
        match &self.0 {
            Kind::File(robots) => robots.get().inner().verdict(agent.as_ref(), url).into(),
            Kind::WithoutFile { access, .. } => access.verdict(agent.as_ref(), url).into(),
        }
    }

    /// The rules for a crawler, compiled; see :meth:`Robots.matcher`.
    fn matcher(this: &Bound<'_, Self>, agent: Agents) -> Matcher {
        match &this.get().0 {
            Kind::File(robots) => Robots::matcher(robots.bind(this.py()), agent),
            Kind::WithoutFile { access, .. } => {
                let matcher = access.matcher_for(&agent.0).into_owned();
                Matcher::new(matcher, Source::Access(this.clone().unbind()), agent)
            }
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(match &self.0 {
            Kind::File(robots) => format!("<Access: {}>", robots.bind(py).repr()?),
            Kind::WithoutFile { access, .. } => match access.unavailable() {
                Some(why) => format!("<Access: {why}>"),
                None => "<Access>".to_owned(),
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
                    Outcome::Status { code, not_found } => (code, not_found),
                    _ => (0, false),
                };
                let dialect = DialectName::of(options.get_dialect())?;
                (None, outcome.name(), code, not_found, dialect)
            }
        };
        Ok((restore, state))
    }
}

type Saved = (Option<Py<Robots>>, &'static str, u16, bool, &'static str);

/// What a pickle of an access is read with.
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
        Outcome::Status { code, not_found },
        Outcome::Missing,
        Outcome::Unreachable,
        Outcome::Broken,
        Outcome::NotFetched,
    ];
    let outcome = outcomes.into_iter().find(|known| known.name() == outcome);
    let outcome =
        outcome.ok_or_else(|| PyValueError::new_err("this is not a pickle of an access"))?;
    let options = options(dialect, Limit::DEFAULT, AgentFallback::DEFAULT);
    Ok(Access::without_file(outcome, options))
}
