//! Verdicts for URLs on many hosts, given the robots.txt of each.
//!
//! Every file is a row of `Files`, indexed by the origin that it covers. URLs are decided in
//! groups of up to `GROUP`:
//!
//! 1. Look up each origin as spelled (`HTTP://Example.com:80`) in a table that maps spellings to
//!    sites. Only new spellings are parsed as URLs.
//! 2. Sort the URLs by site, and compile the rules for the sites that don't have any yet.
//! 3. Process one site after the other, so that its rules stay in the processor's caches.
//! 4. Append the answers in the same order as the URLs.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs::File;
use std::hint::black_box;
use std::io::Read;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use arrow_array::builder::{ArrayBuilder, BinaryBuilder, Int64Builder, StringBuilder};
use arrow_array::{Array, StructArray};
use arrow_data::ArrayData;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyBytes, PyIterator, PyList, PyMapping, PyString};
use robots_exclusion::ParseOptions;
use robots_exclusion::fetch::{Access, FetchOutcome};
use robots_exclusion::location::Scope;

use crate::arguments::{
    AgentFallback, Agents, Body, DialectName, Limit, SharedUrl, is_compressed, not_a, options,
    url_text,
};
use crate::arrow::{ArrowTable, VerdictColumns};
use crate::columns::{Arrays, Column, Signals, integers, without_index};
use crate::verdict::CompiledRules;

/// The number of URLs taken from a list at a time, while other threads wait.
const BATCH: usize = 8192;

/// The maximum number of URLs that are sorted by site at a time. They take 32 bytes each. With fewer,
/// a shuffled million of 20,000 sites would have too few neighbours of the same site.
const GROUP: usize = 1 << 17;

/// The number of URLs that are loaded into the processor's caches before they're decided. They
/// are scattered over their group's memory, and independent loads overlap.
const AHEAD: usize = 64;

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
        match Arrays::of(&without_index(&object)?)? {
            Some(arrays) => Ok(Pages::Arrow(arrays)),
            None if object.hasattr("__iter__")? => Ok(Pages::Listed(object.try_iter()?.unbind())),
            None => Err(not_a("urls", WANTED, &object)),
        }
    }
}

/// Adds the next batch of URLs. Items that are neither `str` nor `bytes` are `None`. Returns `false`
/// at the end of the list.
fn add_batch(
    py: Python<'_>,
    urls: &Py<PyIterator>,
    batch: &mut Vec<Option<SharedUrl>>,
) -> PyResult<bool> {
    let wanted = batch.len() + BATCH;
    for url in urls.bind(py).clone().take(BATCH) {
        let url = url?;
        batch.push(match url.cast::<PyBytes>() {
            Ok(url) => Some(SharedUrl::of_bytes(url.as_bytes())),
            Err(_) if url.is_instance_of::<PyString>() => Some(SharedUrl::of(&url)?),
            Err(_) => None,
        });
    }
    Ok(batch.len() == wanted)
}

/// Fetched files. Each row has a URL of the site, a status and a body.
struct Part {
    url: Column,
    status: Vec<Option<i64>>,
    body: Column,
    /// The rows that have an unusable status or body, with the reason to report.
    faults: HashMap<usize, &'static str>,
}

/// The content of a row of `files`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content<'f> {
    Response(Option<i64>, Option<&'f [u8]>),
    Fault(&'static str),
}

struct Files(Vec<Part>);

impl Files {
    fn of(object: &Bound<'_, PyAny>, options: ParseOptions) -> PyResult<Files> {
        const WANTED: &str = "a table, a dictionary, or an iterable of (url, status, body)";
        if let Some(arrays) = Arrays::of(object)? {
            let parts = arrays.map(|array| Part::of_table(array?));
            return Ok(Files(parts.collect::<PyResult<_>>()?));
        }
        let mut rows = Rows::new(options);
        if let Ok(bodies) = object.cast::<PyMapping>() {
            for item in bodies.items()? {
                let (url, body) = item.extract()?;
                rows.add(&url, Ok(Some(200)), &body)?;
            }
        } else if object.is_instance_of::<PyString>()
            || object.is_instance_of::<PyBytes>()
            || !object.hasattr("__iter__")?
        {
            return Err(not_a("files", WANTED, object));
        } else {
            for row in object.try_iter()? {
                rows.add_row(&row?)?;
            }
        }
        Ok(Files(vec![rows.finish()]))
    }
}

/// A part that is being built from Python rows.
struct Rows {
    url: StringBuilder,
    status: Int64Builder,
    body: BinaryBuilder,
    faults: HashMap<usize, &'static str>,
    /// One byte more than the parser reads, which shows that a file was cut.
    most_bytes: u64,
}

impl Rows {
    fn new(options: ParseOptions) -> Rows {
        let limit = options.byte_limit.map(|limit| limit as u64);
        Rows {
            url: StringBuilder::new(),
            status: Int64Builder::new(),
            body: BinaryBuilder::new(),
            faults: HashMap::new(),
            most_bytes: limit.unwrap_or(u64::MAX).saturating_add(1),
        }
    }

    fn add_row(&mut self, row: &Bound<'_, PyAny>) -> PyResult<()> {
        type Row<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>);
        let tuple = match row.cast::<PyList>() {
            Ok(list) => list.to_tuple().into_any(),
            Err(_) => row.clone(),
        };
        let Ok((url, status, body)) = tuple.extract::<Row<'_>>() else {
            let none = row.py().None().into_bound(row.py());
            return self.add(&none, Err("not a row (url, status, body)"), &none);
        };
        let status = match status.is_none() {
            true => Ok(None),
            false => status.extract().map(Some).map_err(|_| "invalid-status"),
        };
        self.add(&url, status, &body)
    }

    fn add(
        &mut self,
        url: &Bound<'_, PyAny>,
        status: Result<Option<i64>, &'static str>,
        body: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let row = self.url.len();
        self.url
            .append_option(match url.is_instance_of::<PyString>() {
                true => Some(SharedUrl::of(url)?),
                false => None,
            });
        let body = self.body_of(body);
        if let Some(fault) = status.err().or(body.err()) {
            self.faults.insert(row, fault);
        }
        self.status.append_option(status.unwrap_or_default());
        Ok(())
    }

    /// Adds a body: `bytes`, a `str`, a file's path, or `None`.
    fn body_of(&mut self, body: &Bound<'_, PyAny>) -> Result<(), &'static str> {
        if body.is_none() {
            self.body.append_null();
        } else if let Ok(text) = body.extract::<Body<'_>>() {
            self.body.append_value(text);
        } else if let Ok(path) = body.extract::<PathBuf>() {
            let mut text = Vec::new();
            let file = File::open(path);
            let read = file.and_then(|file| file.take(self.most_bytes).read_to_end(&mut text));
            self.body.append_value(text);
            return read.map(|_| ()).map_err(|_| "unreadable-body");
        } else {
            self.body.append_null();
            return Err("invalid-body");
        }
        Ok(())
    }

    fn finish(mut self) -> Part {
        Part {
            url: Column::Bytes(self.url.finish().into()),
            status: self.status.finish().iter().collect(),
            body: Column::Bytes(self.body.finish()),
            faults: self.faults,
        }
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
            faults: HashMap::new(),
        })
    }

    fn content(&self, row: usize) -> Content<'_> {
        match self.faults.get(&row) {
            Some(fault) => Content::Fault(fault),
            None => Content::Response(self.status[row], self.body.value(row)),
        }
    }
}

/// Returns the sites that a row of `files` covers: the URL's own or, for a host without a
/// scheme, the ones for `https` and `http`. If there is none, returns the reason.
fn scopes(url: Option<&[u8]>) -> Result<Vec<Scope>, &'static str> {
    let url = url_text(url.ok_or("no URL")?);
    if let Ok(scope) = Scope::of_page(&url) {
        return Ok(vec![scope]);
    }
    // `host:8080` could be the scheme `host`, and `mailto:a@example.com` is no host.
    let end = url.find('/').unwrap_or(url.len());
    let (host, port) = url[..end].split_once(':').unwrap_or((&url[..end], ""));
    let is_host = |byte: u8| !byte.is_ascii_control() && !b" @?#\\[]%".contains(&byte);
    let is_url = url.contains("://");
    if is_url
        || host.is_empty()
        || !host.bytes().all(is_host)
        || !port.bytes().all(|b| b.is_ascii_digit())
    {
        return Err("no host");
    }
    let scopes = ["https", "http"].map(|scheme| Scope::of_page(format!("{scheme}://{url}")));
    let scopes: Vec<Scope> = scopes.into_iter().flatten().collect();
    match scopes.is_empty() {
        true => Err("no host"),
        false => Ok(scopes),
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
        const WANTED: &str = "'disallow', 'first', 'last' or 'error'";
        let Ok(name) = object.cast::<PyString>() else {
            return Err(not_a("on_conflict", WANTED, &object));
        };
        name.to_string_lossy().parse().map_err(|()| {
            let given = name.repr().map(|name| name.to_string()).unwrap_or_default();
            PyValueError::new_err(format!("on_conflict must be {WANTED}, not {given}"))
        })
    }
}

/// The state of a site's robots.txt.
enum Site {
    /// The row `row` in the part `part`, which no URL has needed yet.
    Row {
        part: usize,
        row: usize,
    },
    Conflict,
    Compiled {
        rules: Arc<CompiledRules>,
        /// The index of the reason to report if there is no file.
        unavailable: u32,
    },
}

/// The reasons that verdicts report, as indices, which keeps an answer small.
#[derive(Default)]
struct Reasons {
    names: Vec<Cow<'static, str>>,
    by_name: HashMap<Cow<'static, str>, u32>,
}

impl Reasons {
    fn index(&mut self, name: impl Into<Cow<'static, str>>) -> u32 {
        let name = name.into();
        *self.by_name.entry(name).or_insert_with_key(|name| {
            self.names.push(name.clone());
            // There are fewer reasons than rows, which are counted in 32 bits.
            u32::try_from(self.names.len() - 1).unwrap_or(u32::MAX)
        })
    }
}

/// The index of a site shared by all origins without a file.
const NOT_FETCHED: u32 = 0;
/// Instead of a site, for a URL that is null or has no host.
const NULL: u32 = u32::MAX;
const INVALID: u32 = u32::MAX - 1;

struct Decider<'f> {
    files: &'f Files,
    sites: Vec<Site>,
    by_origin: HashMap<String, u32>,
    /// The sites for origins as spelled in URLs, or `INVALID` if a spelling isn't a valid
    /// origin.
    by_spelling: HashMap<Vec<u8>, u32>,
    last: (Vec<u8>, u32),
    agents: &'f [String],
    options: ParseOptions,
    table: VerdictColumns,
    reasons: Reasons,
    /// The rows of `files` that don't cover any site, with the reason.
    ignored: Vec<(usize, &'static str)>,
}

impl<'f> Decider<'f> {
    fn new(
        files: &'f Files,
        agents: &'f [String],
        options: ParseOptions,
        on_conflict: OnConflict,
    ) -> PyResult<Decider<'f>> {
        let mut reasons = Reasons::default();
        let not_fetched = Site::Compiled {
            rules: Access::not_fetched().matcher_for(agents),
            unavailable: reasons.index("not-fetched"),
        };
        let mut decider = Decider {
            files,
            sites: vec![not_fetched],
            by_origin: HashMap::new(),
            by_spelling: HashMap::new(),
            last: (Vec::new(), INVALID),
            agents,
            options,
            table: VerdictColumns::default(),
            reasons,
            ignored: Vec::new(),
        };
        let mut signals = Signals::new();
        let mut before = 0;
        for (part, rows) in files.0.iter().enumerate() {
            for row in 0..rows.status.len() {
                signals.check()?;
                match scopes(rows.url.value(row)) {
                    Ok(scopes) => {
                        for scope in scopes {
                            decider.add_file(&scope, part, row, on_conflict)?;
                        }
                    }
                    Err(why) => {
                        let why = rows.faults.get(&row).copied().unwrap_or(why);
                        decider.ignored.push((before + row, why));
                    }
                }
            }
            before += rows.status.len();
        }
        Ok(decider)
    }

    fn add_file(
        &mut self,
        scope: &Scope,
        part: usize,
        row: usize,
        on_conflict: OnConflict,
    ) -> PyResult<()> {
        let site = match self.by_origin.entry(scope.to_string()) {
            Entry::Vacant(entry) => {
                entry.insert(u32::try_from(self.sites.len()).unwrap_or(NOT_FETCHED));
                self.sites.push(Site::Row { part, row });
                return Ok(());
            }
            Entry::Occupied(entry) => &mut self.sites[*entry.get() as usize],
        };
        let files = &self.files.0;
        let differs = match *site {
            Site::Row { part: p, row: r } => files[p].content(r) != files[part].content(row),
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
                OnConflict::Last => *site = Site::Row { part, row },
                OnConflict::Disallow => *site = Site::Conflict,
            }
        }
        Ok(())
    }

    /// Decides at most `GROUP` URLs, and appends the verdicts in their order.
    fn decide(&mut self, urls: &[Option<&[u8]>], signals: &mut Signals) -> PyResult<()> {
        let mut sites = Vec::with_capacity(urls.len());
        for url in urls {
            signals.check()?;
            sites.push(url.map_or(NULL, |url| self.site(url)));
        }
        // Sorts by counting: each site has its rows between its own start and that of the next.
        let mut starts = vec![0; self.sites.len() + 1];
        for &site in sites.iter().filter(|&&site| site < INVALID) {
            starts[site as usize + 1] += 1;
        }
        for site in 1..starts.len() {
            starts[site] += starts[site - 1];
        }
        let mut by_site = vec![0u32; starts[self.sites.len()]];
        let mut next = starts.clone();
        for (row, &site) in (0..).zip(&sites) {
            if site < INVALID {
                by_site[next[site as usize]] = row;
                next[site as usize] += 1;
            }
        }
        for site in 0..self.sites.len() {
            if starts[site] < starts[site + 1] {
                signals.check()?;
                self.compile(site);
            }
        }
        let [null, invalid] = ["null", "invalid-url"].map(|why| self.reasons.index(why));
        let mut answers: Vec<Answer> = sites
            .iter()
            .map(|&site| Answer {
                reason: if site == NULL { null } else { invalid },
                allowed: None,
                line: None,
            })
            .collect();
        let mut loaded = 0;
        for (site, rows) in self.sites.iter().zip(starts.windows(2)) {
            let Site::Compiled { rules, unavailable } = site else {
                continue;
            };
            // Most rows of a site have the same reason.
            let mut last = ("unavailable", *unavailable);
            for place in rows[0]..rows[1] {
                signals.check()?;
                if place == loaded {
                    for &row in by_site[place..].iter().take(AHEAD) {
                        let url = urls[row as usize].unwrap_or_default();
                        black_box((
                            url.first().copied(),
                            url.last().copied(),
                            answers[row as usize].reason,
                        ));
                    }
                    loaded += AHEAD;
                }
                let row = by_site[place];
                let url = urls[row as usize].unwrap_or_default();
                let verdict = rules.verdict(url_text(url));
                let reason = verdict.reason().name();
                if reason != last.0 {
                    last = match reason {
                        "unavailable" => (reason, *unavailable),
                        _ => (reason, self.reasons.index(reason)),
                    };
                }
                answers[row as usize] = Answer {
                    reason: last.1,
                    allowed: Some(verdict.allowed()),
                    line: verdict.line().and_then(NonZeroU32::new),
                };
            }
        }
        for answer in answers {
            let reason = &self.reasons.names[answer.reason as usize];
            let line = answer.line.map(NonZeroU32::get);
            self.table.append(answer.allowed, line, Some(reason));
        }
        Ok(())
    }

    fn decide_columns(
        &mut self,
        columns: &[Column],
        signals: &mut Signals,
        progress: &mut Progress,
    ) -> PyResult<()> {
        let mut rows = columns
            .iter()
            .flat_map(|column| (0..column.len()).map(|row| column.value(row)));
        loop {
            let group: Vec<_> = rows.by_ref().take(GROUP).collect();
            if group.is_empty() {
                return Ok(());
            }
            self.decide(&group, signals)?;
            progress.report(self.table.len(), false)?;
        }
    }

    /// Returns the site of a URL, or `INVALID`.
    fn site(&mut self, url: &[u8]) -> u32 {
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

    fn parsed(&self, url: &[u8]) -> u32 {
        let Ok(scope) = Scope::of_page(url_text(url)) else {
            return INVALID;
        };
        let site = self.by_origin.get(&scope.to_string());
        site.copied().unwrap_or(NOT_FETCHED)
    }

    /// Compiles a site's rules if that hasn't been done yet.
    fn compile(&mut self, site: usize) {
        let (access, unavailable) = match self.sites[site] {
            Site::Compiled { .. } => return,
            Site::Conflict => (Access::not_fetched(), "conflicting-files".into()),
            Site::Row { part, row } => match self.files.0[part].content(row) {
                Content::Response(status, body) => access(status, body, self.options),
                Content::Fault(why) => (Access::not_fetched(), why.into()),
            },
        };
        self.sites[site] = Site::Compiled {
            rules: access.matcher_for(self.agents),
            unavailable: self.reasons.index(unavailable),
        };
    }
}

/// The verdict on a URL, and the index of the reason to report.
#[derive(Clone, Copy)]
struct Answer {
    reason: u32,
    line: Option<NonZeroU32>,
    allowed: Option<bool>,
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

/// Calls the Python function that receives the progress, but not more often than `EVERY`.
struct Progress {
    call: Option<Py<PyAny>>,
    last: Instant,
}

impl Progress {
    const EVERY: Duration = Duration::from_millis(100);

    fn report(&mut self, rows: usize, is_end: bool) -> PyResult<()> {
        let Some(call) = &self.call else {
            return Ok(());
        };
        if is_end || self.last.elapsed() >= Self::EVERY {
            Python::attach(|py| call.call1(py, (rows,)))?;
            self.last = Instant::now();
        }
        Ok(())
    }
}

/// Checks which URLs on many hosts a crawler may fetch, given their robots.txt files.
///
/// ``urls`` is an Arrow array or a table with one column (from pyarrow, polars, pandas or
/// DuckDB), or an iterable of ``str`` or ``bytes``. ``files`` is a table with the columns
/// ``url``, ``status`` and ``body``, an iterable of tuples with these items, or a dictionary
/// that maps URLs to bodies, which are taken to have the status 200:
///
/// - ``url`` is any URL on the site. A host without a scheme, such as ``example.com``, stands
///   for both ``https`` and ``http``.
/// - ``status`` is the status code after redirects, or ``None`` if there was no response.
/// - ``body`` is the decoded body: ``bytes``, a ``str``, or a file's path (``pathlib.Path``).
///
/// The result has one row for each URL, in the order of ``urls``. ``allowed`` is null if the URL
/// is null or has no host. ``reason`` is one of:
///
/// - ``rule``, ``no-rule``, ``no-group``, ``robots-txt``: see :attr:`Verdict.reason`;
/// - ``status-404`` (allowed), ``status-503`` (disallowed) and so on: there is no file to obey;
/// - ``unreachable``, ``not-fetched``: disallowed, because the status is null or ``files`` has
///   no row for the site;
/// - ``no-body``, ``content-coding``: disallowed, because the body is null or compressed;
/// - ``invalid-status``, ``invalid-body``, ``unreadable-body``: disallowed, because the status is not
///   an ``int``, the body has the wrong type, or its file cannot be read;
/// - ``conflicting-files``: disallowed, because two rows of ``files`` for the site differ;
/// - ``invalid-url``, ``null``: not decided.
///
/// Rows of ``files`` whose URL has no host are ignored, and listed in
/// :attr:`ArrowTable.ignored_files`. If two rows for the same site differ, the result depends on
/// ``on_conflict``: ``"disallow"`` disallows the site, ``"first"`` and ``"last"`` use one of the
/// rows, and ``"error"`` raises ``ValueError``. ``progress`` is called with the number of URLs
/// decided so far, at most ten times a second and at the end. If it raises an exception, that
/// ends the call.
///
/// For the other options, see :meth:`Robots.parse`. In the Google dialect, ``agent`` is
/// truncated to its :func:`product_token`. Each file that is needed is parsed once. Other
/// threads can run in the meantime, but must not write to the buffers of an Arrow table that you
/// passed.
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
        agent_fallback = AgentFallback::DEFAULT, on_conflict = OnConflict::Disallow, progress = None
    ),
    text_signature = "(urls, files, agent, *, dialect='standard', byte_limit=512000, \
        agent_fallback=True, on_conflict='disallow', progress=None)"
)]
#[expect(clippy::too_many_arguments)]
pub(crate) fn verdicts(
    py: Python<'_>,
    urls: Bound<'_, PyAny>,
    files: Bound<'_, PyAny>,
    agent: Agents,
    dialect: DialectName,
    byte_limit: Limit,
    agent_fallback: AgentFallback,
    on_conflict: OnConflict,
    progress: Option<Py<PyAny>>,
) -> PyResult<ArrowTable> {
    let options = options(dialect, byte_limit, agent_fallback);
    let agent = agent.cut(dialect.0);
    // A connection of DuckDB has one open result at a time. The files are read to the end first.
    let files = Files::of(&files, options)?;
    let urls = urls.extract::<Pages>()?;
    let mut progress = Progress {
        call: progress,
        last: Instant::now(),
    };
    py.detach(|| {
        let mut decider = Decider::new(&files, &agent.0, options, on_conflict)?;
        let mut signals = Signals::new();
        match urls {
            Pages::Arrow(arrays) => {
                let mut columns = Vec::new();
                let mut rows = 0;
                for array in arrays {
                    let column = Column::of("urls", array?)?;
                    rows += column.len();
                    columns.push(column);
                    if rows >= GROUP {
                        decider.decide_columns(&columns, &mut signals, &mut progress)?;
                        columns.clear();
                        rows = 0;
                    }
                }
                decider.decide_columns(&columns, &mut signals, &mut progress)?;
            }
            Pages::Listed(urls) => loop {
                let mut group = Vec::new();
                let mut more = true;
                while more && group.len() < GROUP {
                    more = Python::attach(|py| add_batch(py, &urls, &mut group))?;
                }
                let column: Vec<_> = group
                    .iter()
                    .map(|url| url.as_ref().map(|url| url.as_ref().as_bytes()))
                    .collect();
                decider.decide(&column, &mut signals)?;
                progress.report(decider.table.len(), false)?;
                if !more {
                    break;
                }
            },
        }
        let Decider { table, ignored, .. } = decider;
        progress.report(table.len(), true)?;
        table.finish(ignored)
    })
}
