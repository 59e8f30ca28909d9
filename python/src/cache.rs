//! The cache of `robots_exclusion.cache`: the crate's `RobotsCache`, whose HTTP client is
//! Python code.
//!
//! A `Visit` is the future for one access, which is polled by hand. Python makes a step, which
//! ends in one of three ways: the rules are available, a request must be sent, or another visit
//! is fetching the file. This works for threads, asyncio and Twisted alike, and no Python code
//! runs inside a poll.

use std::cell::RefCell;
use std::future::Future;
use std::mem;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::task::{Context, Poll, Wake, Waker};

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyBytes, PyString};
use robots_exclusion::ParseOptions;
use robots_exclusion::fetch::{
    self, CacheState, Exchange, SavedHost, Timestamp, Transport, TransportError,
};
use robots_exclusion::location::LocationError;

use crate::access::Access;
use crate::arguments::{Agents, Body, Headers, Status, Url, count, not_a};
use crate::cached::{CachePolicy, ConditionalHeaders, conditional_headers, locked, time};
use crate::scope::robots_txt;

/// The data that a visit and its transport exchange between two polls.
#[derive(Default)]
struct Slot {
    request: Option<Request>,
    response: Option<Response>,
}

/// The URL to request and the headers that make the request conditional.
type Request = (String, ConditionalHeaders);

/// The response to a request, or `None` if there was none.
type Response = Option<Respond>;

/// Reports a response, and returns `true` if it is complete.
type Respond = Box<dyn FnOnce(&mut Exchange) -> bool + Send>;

thread_local! {
    /// The slot of the visit that this thread polls.
    static POLLED: RefCell<Arc<Mutex<Slot>>> = RefCell::default();
}

/// A transport that leaves its request in the slot of the visit, and waits for the response.
struct StepwiseTransport;

impl Transport for StepwiseTransport {
    async fn get(&self, exchange: &mut Exchange) -> Result<(), TransportError> {
        let headers = conditional_headers(exchange.conditional_headers());
        let request = (exchange.url().to_string(), headers);
        let respond = Ask(Some(request)).await;
        match respond.is_some_and(|respond| respond(exchange)) {
            true => Ok(()),
            false => Err("no complete response".into()),
        }
    }
}

/// A request that has not been handed over yet, or the wait for its response.
struct Ask(Option<Request>);

impl Future for Ask {
    type Output = Response;

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Response> {
        let slot = POLLED.with(|slot| slot.borrow().clone());
        let mut slot = locked(&slot);
        if let Some(request) = self.0.take() {
            slot.request = Some(request);
        }
        slot.response.take().map_or(Poll::Pending, Poll::Ready)
    }
}

/// Calls a Python function.
struct Call(Py<PyAny>);

impl Wake for Call {
    fn wake(self: Arc<Self>) {
        Python::attach(|py| {
            if let Err(error) = self.0.call0(py) {
                error.write_unraisable(py, Some(self.0.bind(py)));
            }
        });
    }
}

/// A cache of robots.txt files for many hosts.
#[pyclass(frozen, module = "robots_exclusion._native", name = "_Cache")]
pub(crate) struct Cache {
    inner: fetch::RobotsCache<StepwiseTransport>,
    agents: Vec<String>,
    body_limit: usize,
    clock: Option<Py<PyAny>>,
    /// The bits of the last time that `clock` returned, in seconds since 1970.
    now: Arc<AtomicU64>,
}

impl Cache {
    /// Asks the clock before the cache does, so that its exceptions reach the caller.
    fn read_clock(&self, py: Python<'_>) -> PyResult<()> {
        if let Some(clock) = &self.clock {
            let now = clock.call0(py)?.extract::<f64>(py)?;
            time(now)?;
            self.now.store(now.to_bits(), Ordering::Relaxed);
        }
        Ok(())
    }
}

#[pymethods]
impl Cache {
    #[new]
    fn new(
        agent: Agents,
        policy: Option<&Bound<'_, PyAny>>,
        max_hosts: &Bound<'_, PyAny>,
        max_bytes: &Bound<'_, PyAny>,
        clock: Option<Py<PyAny>>,
    ) -> PyResult<Cache> {
        let max_hosts = count("max_hosts", max_hosts)?;
        let max_bytes = count("max_bytes", max_bytes)?;
        let cut = |options: ParseOptions| agent.cut(options.dialect).0;
        let (policy, agents, options) = CachePolicy::for_crawler(policy, cut)?;
        if max_hosts == 0 {
            return Err(PyValueError::new_err("max_hosts must be at least 1"));
        }
        let mut inner = fetch::RobotsCache::for_crawlers(policy, StepwiseTransport)
            .max_hosts(max_hosts)
            .max_bytes(max_bytes);
        let now = Arc::new(AtomicU64::default());
        if clock.is_some() {
            let now = now.clone();
            inner = inner.clock(move || {
                let seconds = f64::from_bits(now.load(Ordering::Relaxed));
                time(seconds).unwrap_or(Timestamp::UNIX_EPOCH)
            });
        }
        Ok(Cache {
            inner,
            agents,
            body_limit: options
                .byte_limit
                .map_or(usize::MAX, |limit| limit.saturating_add(1)),
            clock,
            now,
        })
    }

    /// The crawler's names, in the form that selects groups in the policy's dialect.
    #[getter]
    fn agents(&self) -> Vec<String> {
        self.agents.clone()
    }

    /// The number of bytes to read from a body, which is one more than the parser uses.
    #[getter]
    fn body_limit(&self) -> usize {
        self.body_limit
    }

    fn visit(this: &Bound<'_, Self>, url: Url<'_>) -> PyResult<Visit> {
        // The robots.txt is a page of the same site.
        let page = robots_txt(&url)?;
        let cache = this.get().inner.clone();
        Ok(Visit {
            cache: this.clone().unbind(),
            future: Mutex::new(Some(Box::pin(async move { cache.access(&page).await }))),
            slot: Arc::default(),
        })
    }

    fn statistics(&self) -> (usize, usize, u64, u64, u64, u64) {
        let counts = self.inner.statistics();
        (
            counts.hosts,
            counts.bytes,
            counts.queries,
            counts.fetches,
            counts.failures,
            counts.evicted,
        )
    }

    fn forget(&self, url: Url<'_>) -> bool {
        robots_txt(&url).is_ok_and(|page| self.inner.forget(&page))
    }

    fn cached(&self, py: Python<'_>, url: Url<'_>) -> PyResult<Option<Access>> {
        self.read_clock(py)?;
        let page = robots_txt(&url).ok();
        Ok(page
            .and_then(|page| self.inner.cached(&page))
            .map(Access::cached))
    }

    fn save(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let hosts: serde_json::Result<_> = py.detach(|| {
            let hosts = self.inner.save();
            hosts.map(|host| serde_json::to_string(&host)).collect()
        });
        hosts.map_err(|error| PyValueError::new_err(error.to_string()))
    }

    fn load(&self, py: Python<'_>, hosts: &Bound<'_, PyAny>) -> PyResult<usize> {
        // Iterating over a text yields letters.
        if hosts.is_instance_of::<PyString>() || hosts.is_instance_of::<PyBytes>() {
            return Err(not_a(
                "entries",
                "a list, or another iterable, of str or bytes",
                hosts,
            ));
        }
        let mut skipped = 0;
        for host in hosts.try_iter()? {
            let host = host?;
            let host = host
                .extract::<Body<'_>>()
                .map_err(|_| not_a("each entry", "str or bytes", &host))?;
            let host = host.as_ref();
            skipped += py.detach(|| {
                let host = serde_json::from_slice::<SavedHost>(host);
                self.inner.load([host])
            });
        }
        Ok(skipped)
    }
}

type Accessing = Pin<Box<dyn Future<Output = Result<CacheState, LocationError>> + Send>>;

/// One access to a cache.
#[pyclass(frozen, module = "robots_exclusion._native", name = "_Visit")]
pub(crate) struct Visit {
    cache: Py<Cache>,
    /// `None` after its end.
    future: Mutex<Option<Accessing>>,
    slot: Arc<Mutex<Slot>>,
}

impl Visit {
    /// Polls the future with this visit's slot. A poll may wake another visit, whose function
    /// may make a step immediately, so the outer poll's slot is put back afterwards.
    fn poll(&self, waker: &Waker) -> Result<Poll<CacheState>, &'static str> {
        let mut future = match self.future.try_lock() {
            Ok(future) => future,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return Err("the visit is already making a step"),
        };
        let Some(polled) = &mut *future else {
            return Err("the visit has ended");
        };
        let outer = POLLED.with(|slot| slot.replace(self.slot.clone()));
        let poll = polled.as_mut().poll(&mut Context::from_waker(waker));
        POLLED.with(|slot| slot.replace(outer));
        Ok(match poll {
            Poll::Pending => Poll::Pending,
            Poll::Ready(state) => {
                *future = None;
                Poll::Ready(state.map_err(|_| "the URL has no host")?)
            }
        })
    }
}

#[pymethods]
impl Visit {
    /// Returns the rules, a URL to request with these headers, or `None` if another visit is
    /// fetching the file. In that case, `wake` is called when it's time for the next step.
    fn step<'py>(&self, py: Python<'py>, wake: Py<PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.cache.get().read_clock(py)?;
        let waker = Waker::from(Arc::new(Call(wake)));
        let poll = py.detach(|| self.poll(&waker));
        if let Poll::Ready(state) = poll.map_err(PyRuntimeError::new_err)? {
            return Access::cached(state).into_bound_py_any(py);
        }
        let request = locked(&self.slot).request.take();
        match request {
            Some((url, headers)) => (url, headers.into_py_dict(py)?).into_bound_py_any(py),
            None => Ok(py.None().into_bound(py)),
        }
    }

    fn respond(&self, status: Status, headers: Headers, body: Body<'_>) {
        let body = body.as_ref().to_vec();
        locked(&self.slot).response = Some(Some(Box::new(move |exchange| {
            exchange.respond(status.0, headers.0);
            if exchange.wants_body() {
                exchange.push(&body);
            }
            true
        })));
    }

    fn fail(&self) {
        locked(&self.slot).response = Some(None);
    }

    /// Reports a response with an incomplete body.
    fn break_off(&self) {
        locked(&self.slot).response = Some(Some(Box::new(|exchange| {
            exchange.respond(200, [("", ""); 0]);
            false
        })));
    }

    /// Ends the visit, so that another one can fetch the file.
    fn close(&self, py: Python<'_>) {
        // Dropping the future may wake another visit.
        py.detach(|| {
            let future =
                mem::take(&mut *self.future.lock().unwrap_or_else(PoisonError::into_inner));
            drop(future);
        });
    }
}
