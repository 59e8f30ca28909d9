//! Verdicts for URLs of many hosts, given the robots.txt of each.
//!
//! Every file is a row of `Files`, indexed by the origin that it covers. A URL is decided in
//! three steps:
//!
//! 1. Look up its origin as spelled (`HTTP://Example.com:80`) in a table of spellings, which
//!    leads to its site. Only new spellings are parsed as URLs.
//! 2. Compile the rules of the site, if this is the first of its URLs.
//! 3. Ask the compiled rules.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::str::FromStr;
use std::sync::Arc;

use arrow_array::builder::{BinaryBuilder, Int64Builder, StringBuilder};
use arrow_array::{Array, StructArray};
use arrow_data::ArrayData;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyBytes, PyIterator, PyString};
use robots_exclusion::ParseOptions;
use robots_exclusion::fetch::{Access, FetchOutcome};
use robots_exclusion::location::Scope;

use crate::arguments::{
    AgentFallback, Agents, Body, DialectName, Limit, SharedUrl, is_compressed, not_a, options,
};
use crate::arrow::{ArrowTable, VerdictColumns};
use crate::columns::{Arrays, Column, Signals, integers};
use crate::verdict::CompiledRules;

/// The number of URLs taken from a list at a time. Other threads wait meanwhile.
const BATCH: usize = 8192;

/// The maximum number of remembered spellings of origins, which take about 100 MB.
const SPELLINGS_MAX: usize = 1 << 20;

/// The URLs to decide: Arrow arrays, or an iterable of `str` and `None`.
pub(crate) enum Pages {
    Arrow(Arrays),
    Listed(Py<PyIterator>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Pages {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        const WANTED: &str = "a list, or another iterable, of str, or an Arrow array of strings";
        if object.is_instance_of::<PyString>() || object.is_instance_of::<PyBytes>() {
            return Err(not_a("urls", WANTED, &object));
        }
        match Arrays::of(&object)? {
            Some(arrays) => Ok(Pages::Arrow(arrays)),
            None if object.hasattr("__iter__")? => Ok(Pages::Listed(object.try_iter()?.unbind())),
            None => Err(not_a("urls", WANTED, &object)),
        }
    }
}

/// A batch of a list. Items that are not a `str` are `None`.
fn batch(py: Python<'_>, urls: &Py<PyIterator>) -> PyResult<Vec<Option<SharedUrl>>> {
    let mut batch = Vec::new();
    for url in urls.bind(py).clone().take(BATCH) {
        let url = url?;
        batch.push(match url.is_instance_of::<PyString>() {
            true => Some(SharedUrl::of(&url)?),
            false => None,
        });
    }
    Ok(batch)
}

/// Fetched files. Each row has a URL of the site, a status and a body.
struct Part {
    url: Column,
    status: Vec<Option<i64>>,
    body: Column,
}

pub(crate) struct Files(Vec<Part>);

impl<'a, 'py> FromPyObject<'a, 'py> for Files {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        const WANTED: &str = "a table, or an iterable of (url, status, body)";
        if let Some(arrays) = Arrays::of(&object)? {
            let parts = arrays.map(|array| Part::of_table(array?));
            return Ok(Files(parts.collect::<PyResult<_>>()?));
        }
        if object.is_instance_of::<PyString>() || !object.hasattr("__iter__")? {
            return Err(not_a("files", WANTED, &object));
        }
        Ok(Files(vec![Part::of_rows(&object)?]))
    }
}

impl Part {
    fn of_table(table: ArrayData) -> PyResult<Part> {
        let table = match table.data_type() {
            arrow_schema::DataType::Struct(_) => StructArray::from(table),
            _ => return Err(PyTypeError::new_err("files must be a table")),
        };
        let column = |name: &str| match table.column_by_name(name) {
            Some(column) => Ok(column.to_data()),
            None => Err(PyValueError::new_err(format!("files has no column {name}"))),
        };
        Ok(Part {
            url: Column::of("the column url of files", column("url")?)?,
            status: integers("the column status of files", column("status")?)?,
            body: Column::of("the column body of files", column("body")?)?,
        })
    }

    fn of_rows(rows: &Bound<'_, PyAny>) -> PyResult<Part> {
        let mut url = StringBuilder::new();
        let mut status = Int64Builder::new();
        let mut body = BinaryBuilder::new();
        for row in rows.try_iter()? {
            let row = row?;
            type Row<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>);
            let row: Row<'_> = row
                .extract()
                .map_err(|_| not_a("each of files", "a tuple (url, status, body)", &row))?;
            url.append_option(match row.0.is_instance_of::<PyString>() {
                true => Some(SharedUrl::of(&row.0)?),
                false => None,
            });
            status.append_option(match row.1.is_none() {
                true => None,
                false => Some(row.1.extract::<i64>()?),
            });
            match row.2.is_none() {
                true => body.append_null(),
                false => body.append_value(row.2.extract::<Body<'_>>()?),
            }
        }
        Ok(Part {
            url: Column::Bytes(url.finish().into()),
            status: status.finish().iter().collect(),
            body: Column::Bytes(body.finish()),
        })
    }
}

/// The action to take if two rows of `files` for one site differ.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OnConflict {
    Error,
    First,
    Last,
    Disallow,
}

impl FromStr for OnConflict {
    type Err = ();

    fn from_str(name: &str) -> Result<OnConflict, ()> {
        Ok(match name {
            "error" => OnConflict::Error,
            "first" => OnConflict::First,
            "last" => OnConflict::Last,
            "disallow" => OnConflict::Disallow,
            _ => return Err(()),
        })
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for OnConflict {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        const WANTED: &str = "'error', 'first', 'last' or 'disallow'";
        let Ok(name) = object.cast::<PyString>() else {
            return Err(not_a("on_conflict", WANTED, &object));
        };
        name.to_string_lossy().parse().map_err(|()| {
            let given = name.repr().map(|name| name.to_string()).unwrap_or_default();
            PyValueError::new_err(format!("on_conflict must be {WANTED}, not {given}"))
        })
    }
}

/// The state of the robots.txt of a site.
enum Site {
    /// The row `row` of the part `part`, which no URL has required yet.
    Row {
        part: usize,
        row: usize,
    },
    Conflict,
    Compiled {
        rules: Arc<CompiledRules>,
        unavailable: Cow<'static, str>,
    },
}

/// The index of a site shared by all origins without a file.
const NOT_FETCHED: usize = 0;

struct Decider<'f> {
    files: &'f Files,
    sites: Vec<Site>,
    by_origin: HashMap<String, usize>,
    /// The sites of origins as spelled in URLs; `None` if a spelling is not a valid origin.
    by_spelling: HashMap<Vec<u8>, Option<usize>>,
    last: (Vec<u8>, Option<usize>),
    agents: &'f [String],
    options: ParseOptions,
}

impl<'f> Decider<'f> {
    fn new(
        files: &'f Files,
        agents: &'f [String],
        options: ParseOptions,
        on_conflict: OnConflict,
    ) -> PyResult<Decider<'f>> {
        let not_fetched = Site::Compiled {
            rules: Access::not_fetched().matcher_for(agents),
            unavailable: "not-fetched".into(),
        };
        let mut decider = Decider {
            files,
            sites: vec![not_fetched],
            by_origin: HashMap::new(),
            by_spelling: HashMap::new(),
            last: (Vec::new(), None),
            agents,
            options,
        };
        let mut signals = Signals::new();
        for (part, rows) in files.0.iter().enumerate() {
            for row in 0..rows.status.len() {
                signals.check()?;
                decider.add_file(part, row, on_conflict)?;
            }
        }
        Ok(decider)
    }

    /// Adds a file. A row without a valid URL of a site is ignored.
    fn add_file(&mut self, part: usize, row: usize, on_conflict: OnConflict) -> PyResult<()> {
        let Some(url) = self.files.0[part].url.value(row) else {
            return Ok(());
        };
        let Ok(scope) = Scope::of_page(String::from_utf8_lossy(url)) else {
            return Ok(());
        };
        let site = match self.by_origin.entry(scope.to_string()) {
            Entry::Vacant(entry) => {
                entry.insert(self.sites.len());
                self.sites.push(Site::Row { part, row });
                return Ok(());
            }
            Entry::Occupied(entry) => *entry.get(),
        };
        let differs = match self.sites[site] {
            Site::Row { part: p, row: r } => self.content(p, r) != self.content(part, row),
            _ => false,
        };
        if differs {
            match on_conflict {
                OnConflict::Error => {
                    return Err(PyValueError::new_err(format!(
                        "files has rows for {scope} that differ: choose one of them, or pass on_conflict"
                    )));
                }
                OnConflict::First => {}
                OnConflict::Last => self.sites[site] = Site::Row { part, row },
                OnConflict::Disallow => self.sites[site] = Site::Conflict,
            }
        }
        Ok(())
    }

    fn content(&self, part: usize, row: usize) -> (Option<i64>, Option<&'f [u8]>) {
        let part = &self.files.0[part];
        (part.status[row], part.body.value(row))
    }

    fn append(&mut self, url: Option<&[u8]>, table: &mut VerdictColumns) {
        let Some(url) = url else {
            return table.append(None, None, Some("null"));
        };
        let Some(site) = self.site(url) else {
            return table.append(None, None, Some("invalid-url"));
        };
        if !matches!(self.sites[site], Site::Compiled { .. }) {
            self.sites[site] = self.compile(&self.sites[site]);
        }
        if let Site::Compiled { rules, unavailable } = &self.sites[site] {
            let verdict = rules.verdict(String::from_utf8_lossy(url));
            let reason = match verdict.reason().name() {
                "unavailable" => unavailable,
                reason => reason,
            };
            table.append(Some(verdict.allowed()), verdict.line(), Some(reason));
        }
    }

    /// Returns the site of a URL, or `None` if the URL has no host.
    fn site(&mut self, url: &[u8]) -> Option<usize> {
        let Some(spelling) = origin(url) else {
            return self.parsed(url);
        };
        if self.last.0 == spelling {
            return self.last.1;
        }
        let site = match self.by_spelling.get(spelling) {
            Some(&site) => site,
            None => {
                let site = self.parsed(spelling);
                if self.by_spelling.len() < SPELLINGS_MAX {
                    self.by_spelling.insert(spelling.to_vec(), site);
                }
                site
            }
        };
        self.last.0.clear();
        self.last.0.extend_from_slice(spelling);
        self.last.1 = site;
        site
    }

    fn parsed(&self, url: &[u8]) -> Option<usize> {
        let scope = Scope::of_page(String::from_utf8_lossy(url)).ok()?;
        let site = self.by_origin.get(&scope.to_string());
        Some(site.copied().unwrap_or(NOT_FETCHED))
    }

    fn compile(&self, site: &Site) -> Site {
        let (access, unavailable) = match *site {
            Site::Row { part, row } => {
                let (status, body) = self.content(part, row);
                access(status, body, self.options)
            }
            _ => (Access::not_fetched(), "conflicting-files".into()),
        };
        Site::Compiled {
            rules: access.matcher_for(self.agents),
            unavailable,
        }
    }
}

/// Returns the access rules of a fetched file, and the reason to report if there is no file.
fn access<'t>(
    status: Option<i64>,
    body: Option<&'t [u8]>,
    options: ParseOptions,
) -> (Access<'t>, Cow<'static, str>) {
    let Some(status) = status else {
        let access = FetchOutcome::unreachable().access_with(options);
        return (access, "unreachable".into());
    };
    let reason = Cow::Owned(format!("status-{status}"));
    let Ok(code @ 100..=999) = u16::try_from(status) else {
        return (FetchOutcome::broken().access_with(options), reason);
    };
    let without_body = FetchOutcome::response(code, b"").access_with(options);
    if without_body.robots().is_none() || code == 204 {
        return (without_body, reason);
    }
    let broken = || FetchOutcome::broken().access_with(options);
    match body {
        None => (broken(), "no-body".into()),
        Some(body) if is_compressed(body) => (broken(), "content-coding".into()),
        Some(body) => (
            FetchOutcome::response(code, body).access_with(options),
            reason,
        ),
    }
}

/// Returns the prefix of a URL that determines its scope, `scheme://authority`, if it can be
/// found without parsing. It must be followed by `/`, `?`, `#` or the end of the URL.
fn origin(url: &[u8]) -> Option<&[u8]> {
    let colon = url.iter().position(|&byte| byte == b':')?;
    let is_scheme = |&byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    if !url.first()?.is_ascii_alphabetic() || !url[..colon].iter().all(is_scheme) {
        return None;
    }
    // `file://host/c:/` has no host: a drive letter removes it.
    if url[..colon].eq_ignore_ascii_case(b"file") {
        return None;
    }
    let authority = url[colon..].strip_prefix(b"://")?;
    let is_end = |&byte: &u8| matches!(byte, b'/' | b'?' | b'#' | b'\\' | ..=b' ');
    let end = authority.iter().position(is_end).unwrap_or(authority.len());
    match authority.get(end) {
        None | Some(b'/' | b'?' | b'#') if end > 0 => Some(&url[..colon + 3 + end]),
        _ => None,
    }
}

/// Checks which URLs of many hosts a crawler may fetch, given their robots.txt files.
///
/// ``urls`` is an Arrow array or table of one column (of pyarrow, polars, pandas, DuckDB),
/// or an iterable of ``str``. ``files`` is a table with the columns ``url``, ``status`` and
/// ``body``, or an iterable of such tuples: any URL of the site, the status code after
/// redirects (``None`` if there was no answer), and the body with its content coding undone.
///
/// The result has a row for each URL, in the order of ``urls``. ``allowed`` is null for a URL
/// that is null or has no host. ``reason`` is one of:
///
/// - ``rule``, ``no-rule``, ``no-group``, ``robots-txt``: see :attr:`Verdict.reason`;
/// - ``status-404`` (allowed), ``status-503`` (disallowed) and so on: there is no file to obey;
/// - ``unreachable``, ``not-fetched``: disallowed, because the status is null or ``files`` has
///   no row for the site;
/// - ``no-body``, ``content-coding``: disallowed, because the body is null or compressed;
/// - ``conflicting-files``: disallowed by ``on_conflict="disallow"``;
/// - ``invalid-url``, ``null``: not decided.
///
/// If two rows of ``files`` for one site differ, ``on_conflict`` decides: ``"error"`` raises
/// ``ValueError``, ``"first"`` and ``"last"`` use one of the rows, and ``"disallow"`` disallows
/// the site. Rows with a URL without a host are ignored. For the other options, see
/// :meth:`Robots.parse`. Each file that is needed is parsed once, and other threads run
/// meanwhile.
///
/// >>> from robots_exclusion import verdicts
/// >>> files = [("https://a.example/robots.txt", 200, b"User-agent: *\nDisallow: /private/")]
/// >>> urls = ["https://a.example/private/x", "https://a.example/", "https://b.example/", None]
/// >>> verdicts(urls, files, "MyBot").to_pydict()["allowed"]
/// [False, True, False, None]
/// >>> verdicts(urls, files, "MyBot").to_pydict()["reason"]
/// ['rule', 'no-rule', 'not-fetched', 'null']
#[pyfunction]
#[pyo3(
    signature = (
        urls, files, agent, *, dialect = DialectName::DEFAULT, byte_limit = Limit::DEFAULT,
        agent_fallback = AgentFallback::DEFAULT, on_conflict = OnConflict::Error
    ),
    text_signature = "(urls, files, agent, *, dialect='standard', byte_limit=512000, \
        agent_fallback=True, on_conflict='error')"
)]
#[expect(clippy::too_many_arguments)]
pub(crate) fn verdicts(
    py: Python<'_>,
    urls: Pages,
    files: Files,
    agent: Agents,
    dialect: DialectName,
    byte_limit: Limit,
    agent_fallback: AgentFallback,
    on_conflict: OnConflict,
) -> PyResult<ArrowTable> {
    let options = options(dialect, byte_limit, agent_fallback);
    py.detach(|| {
        let mut decider = Decider::new(&files, &agent.0, options, on_conflict)?;
        let mut table = VerdictColumns::default();
        let mut signals = Signals::new();
        match urls {
            Pages::Arrow(arrays) => {
                for array in arrays {
                    let column = Column::of("urls", array?)?;
                    for row in 0..column.len() {
                        signals.check()?;
                        decider.append(column.value(row), &mut table);
                    }
                }
            }
            Pages::Listed(urls) => loop {
                let batch = Python::attach(|py| batch(py, &urls))?;
                for url in &batch {
                    signals.check()?;
                    let url = url.as_ref().map(|url| url.as_ref().as_bytes());
                    decider.append(url, &mut table);
                }
                if batch.len() < BATCH {
                    break;
                }
            },
        }
        table.finish()
    })
}
