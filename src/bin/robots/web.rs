//! Rules of many hosts: the robots.txt of each is fetched when the first page
//! of it is asked about, several at a time, and the answers come in the order
//! of the pages.
//!
//! One thread reads the pages and says which hosts are wanted, some fetch, and
//! the caller's takes the pages from the other end of the queue, each when its
//! host is known. No thread is waited for in the end: one may be reading from
//! a standard input that nobody closes.

mod client;
mod coding;
mod proxy;
mod trouble;

use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsString;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use robots_exclusion::Matcher;
use robots_exclusion::location::{Scope, robots_txt_url};
use url::Url;

pub(crate) use client::{Client, Fetched, Report};

use crate::output::{Failure, Output, progress};
use crate::pages::{self, Pages};

/// How many robots.txt are fetched at once.
const AT_ONCE: usize = 16;

/// How many bytes of bodies may be held at once, roughly; fewer are fetched
/// at once where the limit of one is high.
const BODIES: usize = 128 << 20;

/// How many pages are read ahead.
const AHEAD: usize = 1000;

/// How many hosts are remembered, and how many bytes of them. Without end, a
/// long list of pages would fill the memory.
const REMEMBERED: usize = 10_000;
const REMEMBERED_BYTES: usize = 64 << 20;

/// What is said where a thread has panicked.
pub(crate) const PANICKED: &str = "the program has failed; please report it";

/// What is said where the system refuses a thread.
fn refused(error: &io::Error) -> Failure {
    Failure::new(format_args!("cannot start a thread: {error}"))
}

/// Whether an argument is the URL of a page, and not the name of a file.
pub(crate) fn is_page(argument: &str) -> bool {
    ["http://", "https://"].iter().any(|scheme| {
        argument
            .get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    })
}

/// Where the robots.txt of a page is, or why there is none to fetch.
pub(crate) fn robots_txt_of(page: &str) -> Result<Url, String> {
    if let Some(objection) = pages::objection(page) {
        return Err(objection);
    }
    if !is_page(page) {
        return Err("not an absolute URL of http or https".to_owned());
    }
    robots_txt_url(page).map_err(|error| pages::without_robots_txt(&error))
}

/// What the robots.txt of a page covers, and where it is.
fn place(page: &str) -> Result<(Scope, Url), String> {
    let robots_txt = robots_txt_of(page)?;
    let scope = Scope::try_from(&robots_txt).map_err(|error| pages::without_robots_txt(&error))?;
    Ok((scope, robots_txt))
}

/// The rules of a host for the crawler.
pub(crate) struct Host {
    /// Where its robots.txt is.
    pub(crate) robots_txt: String,
    answer: OnceLock<Answer>,
    /// Whether what there is to say about the answer is said.
    is_reported: AtomicBool,
    /// The bytes of all hosts, of which these are some.
    all_bytes: Arc<AtomicUsize>,
    bytes: AtomicUsize,
}

/// What was fetched from a host.
pub(crate) struct Answer {
    pub(crate) matcher: Matcher<'static>,
    pub(crate) report: Report,
}

impl Host {
    /// Of the hosts that [`Web::next`] gives every one has an answer.
    pub(crate) fn answer(&self) -> Option<&Answer> {
        self.answer.get()
    }

    /// Says on standard error, once, what there is to say about the answer.
    pub(crate) fn report(&self, output: &mut Output) -> Result<(), Failure> {
        if self.is_reported.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        output.flush()?;
        if let Some(answer) = self.answer() {
            answer.report.complain();
        }
        Ok(())
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let bytes = *self.bytes.get_mut();
        self.all_bytes.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// A page, and the host it is on; or the complaint that there is no verdict.
pub(crate) type Asked = Result<(String, Arc<Host>), String>;

/// Pages and the rules of their hosts, in order.
pub(crate) struct Web(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    /// There is a page to give out, or an answer to one.
    ready: Condvar,
    /// More pages may be read.
    room: Condvar,
    /// There is a robots.txt to fetch.
    work: Condvar,
    agents: Vec<String>,
    client: Client,
}

#[derive(Default)]
struct State {
    /// Read, but not given out.
    pages: VecDeque<Asked>,
    /// Whether there are no more, and why.
    end: Option<Result<(), Failure>>,
    known: BTreeMap<Scope, Arc<Host>>,
    /// The known ones, the oldest first.
    by_age: VecDeque<Scope>,
    /// To be fetched.
    wanted: VecDeque<(Url, Arc<Host>)>,
    workers: usize,
    idle: usize,
    bytes: Arc<AtomicUsize>,
    hosts: usize,
    fetched: usize,
}

impl Web {
    /// Begins to read the pages and to fetch.
    pub(crate) fn new(pages: Vec<OsString>, agents: Vec<String>, client: Client) -> Web {
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            ready: Condvar::new(),
            room: Condvar::new(),
            work: Condvar::new(),
            agents,
            client,
        });
        let read_for = Arc::clone(&shared);
        let reader = thread::Builder::new().spawn(move || {
            let read = AssertUnwindSafe(|| read_for.read(&pages));
            let end = panic::catch_unwind(read).unwrap_or_else(|_| Err(Failure::new(PANICKED)));
            read_for.state().end = Some(end);
            read_for.ready.notify_one();
        });
        if let Err(error) = reader {
            shared.state().end = Some(Err(refused(&error)));
        }
        Web(shared)
    }

    /// The next page, when what is to be known of its host is known. While
    /// that takes time, what was found so far is written out.
    pub(crate) fn next(&mut self, output: &mut Output) -> Result<Option<Asked>, Failure> {
        let mut state = self.0.state();
        let mut has_flushed = false;
        loop {
            let is_ready = match state.pages.front() {
                Some(Ok((_, host))) => host.answer().is_some(),
                Some(Err(_)) => true,
                None => state.end.is_some(),
            };
            if is_ready {
                break;
            }
            let (fetched, hosts) = (state.fetched, state.hosts);
            if has_flushed {
                let waited = self.0.ready.wait_timeout(state, Duration::from_millis(200));
                (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
            } else {
                drop(state);
                output.flush()?;
                has_flushed = true;
                state = self.0.state();
            }
            if fetched < hosts {
                progress::show(format_args!("{fetched} of {hosts} robots.txt fetched"));
            }
        }
        let asked = state.pages.pop_front();
        let end = asked.is_none().then(|| state.end.take()).flatten();
        drop(state);
        self.0.room.notify_one();
        match end {
            Some(Err(failure)) => Err(failure),
            _ => Ok(asked),
        }
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'s>(&self, changed: &Condvar, state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads all pages, never too many ahead.
    fn read(self: &Arc<Self>, arguments: &[OsString]) -> Result<(), Failure> {
        let mut pages = Pages::new(arguments);
        while let Some(page) = pages.next(|| Ok(()))? {
            let place = page.and_then(|url| match place(&url) {
                Ok((scope, robots_txt)) => Ok((url.into_owned(), scope, robots_txt)),
                Err(objection) => Err(pages::no_verdict(&url, &objection)),
            });
            let mut state = self.state();
            // With no page to give out there is nobody to make room.
            while !state.pages.is_empty()
                && (state.pages.len() >= AHEAD
                    || state.is_full()
                    || state.hosts - state.fetched >= 2 * self.at_once())
            {
                state = self.wait(&self.room, state);
            }
            let asked = place.map(|(url, scope, robots_txt)| (url, state.host(scope, robots_txt)));
            // Before the page is given out: if no thread can be started, nobody
            // would answer it.
            self.employ(&mut state)?;
            state.pages.push_back(asked);
            drop(state);
            self.ready.notify_one();
        }
        Ok(())
    }

    /// How many are fetched at once.
    fn at_once(&self) -> usize {
        (BODIES / self.client.byte_limit().max(1)).clamp(1, AT_ONCE)
    }

    /// Sees to it that there is a worker for what is wanted.
    fn employ(self: &Arc<Self>, state: &mut State) -> Result<(), Failure> {
        if state.wanted.len() > state.idle && state.workers < self.at_once() {
            let shared = Arc::clone(self);
            let worker = thread::Builder::new().spawn(move || shared.work());
            // Not with fewer: to fetch, a worker needs threads as well.
            worker.map_err(|error| refused(&error))?;
            state.workers += 1;
        } else if !state.wanted.is_empty() {
            self.work.notify_one();
        }
        Ok(())
    }

    fn work(&self) {
        let mut state = self.state();
        loop {
            let Some((url, host)) = state.wanted.pop_front() else {
                state.idle += 1;
                state = self.wait(&self.work, state);
                state.idle -= 1;
                continue;
            };
            drop(state);
            let answer = self.answer(url);
            let bytes = answer.bytes();
            host.bytes.store(bytes, Ordering::Relaxed);
            host.all_bytes.fetch_add(bytes, Ordering::Relaxed);
            let _ = host.answer.set(answer);
            state = self.state();
            state.fetched += 1;
            self.ready.notify_one();
            self.room.notify_one();
        }
    }

    /// The answer of a host, also if something panics: others would wait for
    /// it in vain.
    fn answer(&self, url: Url) -> Answer {
        let answer = |Fetched { access, report }| Answer {
            matcher: access.matcher_for(&self.agents).into_owned(),
            report,
        };
        let fetch = AssertUnwindSafe(|| answer(self.client.fetch(url.clone())));
        panic::catch_unwind(fetch).unwrap_or_else(|_| answer(self.client.gave_up(&url)))
    }
}

impl Answer {
    /// What it takes to remember it: rather too much than too little.
    fn bytes(&self) -> usize {
        let rules = self.matcher.rules();
        let rules: usize = rules.map(|rule| 4 * rule.pattern().len() + 100).sum();
        let records = self.matcher.records();
        let records: usize = records.map(|record| record.value().len() + 100).sum();
        2000 + rules + records
    }
}

impl State {
    fn is_full(&self) -> bool {
        self.bytes.load(Ordering::Relaxed) >= REMEMBERED_BYTES
    }

    /// The host of a scope, which is to be fetched if it is new.
    fn host(&mut self, scope: Scope, robots_txt: Url) -> Arc<Host> {
        if let Some(known) = self.known.get(&scope) {
            return Arc::clone(known);
        }
        while self.known.len() >= REMEMBERED || self.is_full() {
            let Some(oldest) = self.by_age.pop_front() else {
                break;
            };
            self.known.remove(&oldest);
        }
        let host = Arc::new(Host {
            robots_txt: scope.robots_txt_url().to_owned(),
            answer: OnceLock::new(),
            is_reported: AtomicBool::new(false),
            all_bytes: Arc::clone(&self.bytes),
            bytes: AtomicUsize::new(0),
        });
        self.hosts += 1;
        self.wanted.push_back((robots_txt, Arc::clone(&host)));
        self.by_age.push_back(scope.clone());
        self.known.insert(scope, Arc::clone(&host));
        host
    }
}
