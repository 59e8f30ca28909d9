//! Fetching and caching: the library's `RobotsCache`, whose HTTP client is the platform's `fetch`.
//!
//! A `Visit` is the future of one access, polled by hand. JavaScript makes a step, which ends in one of three
//! ways: the rules are available, a request must be sent, or another visit is fetching the file.

mod settings;
pub mod standalone;

use std::cell::RefCell;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use robots_exclusion::fetch::{
    CacheState, Exchange, RobotsCache, SavedHost, Timestamp, Transport, TransportError,
};
use robots_exclusion::location::{LocationError, robots_txt_url};
use serde::Serialize;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use self::settings::Settings;
use self::standalone::State;
use crate::engine::answers::Verdict;
use crate::json;

/// The data that a visit and its transport exchange between two polls.
#[derive(Default)]
struct Slot {
    request: Option<Request>,
    response: Option<Option<Response>>,
}

/// A request to send.
#[derive(Serialize)]
struct Request {
    url: String,
    /// The headers that make it conditional.
    headers: Vec<(&'static str, String)>,
}

struct Response {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    is_complete: bool,
}

thread_local! {
    /// The slot of the visit that is polled.
    static POLLED: RefCell<Arc<Mutex<Slot>>> = RefCell::default();
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A transport that leaves its request in the slot of the visit, and waits for the response.
struct StepwiseTransport;

impl Transport for StepwiseTransport {
    async fn get(&self, exchange: &mut Exchange) -> Result<(), TransportError> {
        let request = Request {
            url: exchange.url().to_string(),
            headers: conditional_headers(exchange.conditional_headers()),
        };
        let Some(response) = Ask(Some(request)).await else {
            return Err("no response".into());
        };
        let is_decoded = response.headers.iter().all(is_undone);
        let headers = response.headers.iter();
        let headers = headers.map(|(name, value)| (name, header_value(value)));
        exchange.respond(response.status, headers);
        exchange.push(&response.body);
        if is_decoded {
            exchange.decoded();
        }
        match response.is_complete || !exchange.wants_body() {
            true => Ok(()),
            false => Err("the body is incomplete".into()),
        }
    }
}

/// Returns `true` unless the header names a coding that no platform's `fetch` undoes. Platforms keep the header.
///
/// Bun and browsers undo `zstd`, but Node and Deno don't. There, the first bytes of the body show that it's still
/// compressed.
fn is_undone((name, value): &(String, String)) -> bool {
    let is_known = |coding: &str| {
        let known = ["", "identity", "gzip", "x-gzip", "deflate", "br", "zstd"];
        known
            .iter()
            .any(|known| coding.trim().eq_ignore_ascii_case(known))
    };
    !name.eq_ignore_ascii_case("content-encoding") || value.split(',').all(is_known)
}

/// Returns the headers that make a request conditional. In JavaScript, each byte of a value is a character.
fn conditional_headers<'h>(
    headers: impl Iterator<Item = (&'static str, &'h [u8])>,
) -> Vec<(&'static str, String)> {
    let text = |value: &[u8]| value.iter().copied().map(char::from).collect();
    headers.map(|(name, value)| (name, text(value))).collect()
}

/// Returns the bytes of a header's value. A character that is no byte comes from a client that decodes headers as
/// UTF-8.
fn header_value(text: &str) -> Vec<u8> {
    let bytes = text.chars().map(|character| u8::try_from(character).ok());
    let bytes: Option<Vec<u8>> = bytes.collect();
    bytes.unwrap_or_else(|| text.into())
}

/// A request that has not been handed over yet, or the wait for its response.
struct Ask(Option<Request>);

impl Future for Ask {
    type Output = Option<Response>;

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Response>> {
        let slot = POLLED.with_borrow(Arc::clone);
        let mut slot = locked(&slot);
        if let Some(request) = self.0.take() {
            slot.request = Some(request);
        }
        slot.response.take().map_or(Poll::Pending, Poll::Ready)
    }
}

/// A cache of the robots.txt files of many hosts.
#[wasm_bindgen]
pub struct Cache {
    inner: RobotsCache<StepwiseTransport>,
    /// The bits of the time in seconds since 1970. JavaScript sets it before each step.
    now: Arc<AtomicU64>,
}

#[wasm_bindgen]
impl Cache {
    /// Creates an empty cache with these settings, in JSON.
    ///
    /// # Errors
    ///
    /// Returns an error that names an invalid setting.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: &str, max_hosts: usize, max_bytes: usize) -> Result<Cache, JsError> {
        let settings: Settings = serde_json::from_str(settings)?;
        let policy = settings.policy().map_err(|error| JsError::new(&error))?;
        let now = Arc::new(AtomicU64::default());
        let clock = now.clone();
        let inner = RobotsCache::for_crawlers(policy, StepwiseTransport)
            .max_hosts(max_hosts)
            .max_bytes(max_bytes)
            .clock(move || timestamp(f64::from_bits(clock.load(Ordering::Relaxed))));
        Ok(Cache { inner, now })
    }

    /// Begins an access to the robots.txt that covers a page.
    ///
    /// # Errors
    ///
    /// Returns an error if the page is not an absolute URL, or has no host.
    pub fn visit(&self, page: &str) -> Result<Visit, JsError> {
        let robots_txt = robots_txt_url(page).map_err(|error| JsError::new(&error.to_string()))?;
        let url = robots_txt.to_string();
        let cache = self.inner.clone();
        Ok(Visit {
            url,
            now: self.now.clone(),
            future: Some(Box::pin(async move { cache.access(&robots_txt).await })),
            state: None,
            slot: Arc::default(),
        })
    }

    /// Returns the number of hosts.
    pub fn hosts(&self) -> usize {
        self.inner.statistics().hosts
    }

    /// Returns the number of bytes that count against the maximum.
    pub fn bytes(&self) -> usize {
        self.inner.statistics().bytes
    }

    /// Returns the hosts as an array of JSON texts, in JSON.
    pub fn save(&self) -> String {
        let hosts: Vec<_> = self.inner.save().map(|host| json(&host)).collect();
        json(&hosts)
    }

    /// Adds a saved host that is not in the cache yet. Returns `false` if it cannot be read.
    pub fn load(&self, host: &str) -> bool {
        self.inner.load([serde_json::from_str::<SavedHost>(host)]) == 0
    }
}

/// Converts seconds since 1970. Times before that count as 1970.
fn timestamp(seconds: f64) -> Timestamp {
    Timestamp(Duration::try_from_secs_f64(seconds).unwrap_or_default())
}

type Accessing = Pin<Box<dyn Future<Output = Result<CacheState, LocationError>>>>;

/// One access to a cache.
#[wasm_bindgen]
pub struct Visit {
    url: String,
    now: Arc<AtomicU64>,
    /// `None` after its end.
    future: Option<Accessing>,
    state: Option<CacheState>,
    slot: Arc<Mutex<Slot>>,
}

#[wasm_bindgen]
impl Visit {
    /// Returns the URL of the robots.txt, as the library spells it.
    pub fn url(&self) -> String {
        self.url.clone()
    }

    /// Makes a step. Returns a request to send, in JSON; or an empty text, if the rules are available; or
    /// `undefined`, if another visit is fetching the file.
    pub fn step(&mut self, now: f64) -> Option<String> {
        self.now.store(now.to_bits(), Ordering::Relaxed);
        let Some(future) = &mut self.future else {
            return Some(String::new());
        };
        POLLED.set(self.slot.clone());
        let poll = future
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()));
        if let Poll::Ready(state) = poll {
            self.state = state.ok();
            self.future = None;
            return Some(String::new());
        }
        locked(&self.slot)
            .request
            .take()
            .map(|request| json(&request))
    }

    /// Reports the response to the request. `headers` is an array of pairs, in JSON.
    pub fn respond(&self, status: u16, headers: &str, body: &[u8], is_complete: bool) {
        let response = Response {
            status,
            headers: serde_json::from_str(headers).unwrap_or_default(),
            body: body.to_vec(),
            is_complete,
        };
        locked(&self.slot).response = Some(Some(response));
    }

    /// Reports that there was no response.
    pub fn fail(&self) {
        locked(&self.slot).response = Some(None);
    }

    /// Returns `true` if the crawler may fetch the URL, and `false` before the end of the visit.
    pub fn allowed(&self, agent: &str, url: &str) -> bool {
        let state = self.state.as_ref();
        state.is_some_and(|state| state.access.allowed(agent, url))
    }

    /// Returns the verdict in JSON, after the end of the visit.
    pub fn verdict(&self, agent: &str, url: &str) -> Option<String> {
        let state = self.state.as_ref()?;
        Some(json(&Verdict::of(state.access.verdict(agent, url))))
    }

    /// Returns the time to wait between two requests in seconds, at most `cap`.
    pub fn delay(&self, agent: &str, cap: f64) -> Option<f64> {
        let cap = Duration::try_from_secs_f64(cap).unwrap_or(Duration::MAX);
        let delay = self.state.as_ref()?.access.matcher(agent).delay(cap);
        delay.map(|delay| delay.as_secs_f64())
    }

    /// Returns the text of the file, if there is one.
    pub fn text(&self) -> Option<Vec<u8>> {
        let robots = self.state.as_ref()?.access.robots()?;
        Some(robots.text().to_vec())
    }

    /// Returns the rules that are in force, in JSON. See [`State`].
    pub fn state(&self) -> Option<String> {
        let state = self.state.as_ref()?;
        Some(json(&State::of(&state.access).until(state.refresh)))
    }
}
