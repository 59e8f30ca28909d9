//! The rules for many hosts. Each robots.txt is fetched when the first page on its host is
//! read, several at a time. Answers arrive in the order of the pages.
//!
//! ```text
//! reader ── pages ──────────────────────────────────────────▶ main thread
//!    └───── a thread for each host ── hosts are answered ──────┘
//! ```
//!
//! The main thread takes a page and waits until its host has an answer. Threads are not
//! joined at the end, because the reader may be blocked on a standard input that is never
//! closed.

#[cfg_attr(not(feature = "fetch"), path = "web/no_client.rs")]
mod client;
mod report;

use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsString;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use robots_exclusion::Matcher;
use robots_exclusion::location::{Scope, robots_txt_url};
use url::Url;

pub(crate) use client::Client;
#[cfg(feature = "serve")]
pub(crate) use client::reach::{REFUSED, Reach};
pub(crate) use report::{Fetched, Report};

use crate::crawler::{Crawler, Rules};
use crate::output::{Failure, Output, Result, progress};
use crate::pages::{self, Pages};

/// The maximum number of robots.txt files fetched at once.
const AT_ONCE: usize = 16;

/// The approximate memory for bodies being fetched. With a high byte limit, fewer are
/// fetched at once.
const BODIES: usize = 128 << 20;

/// The maximum number of pages that are read but not yet answered.
const AHEAD: usize = 1000;

/// The maximum number of remembered hosts, and their maximum memory. A long list of pages
/// must not fill the memory.
const REMEMBERED: usize = 10_000;
const REMEMBERED_BYTES: usize = 64 << 20;

/// The message for a thread that has panicked.
pub(crate) const PANICKED: &str = "internal error; please report it";

/// Returns `true` if an argument is a page's URL rather than a file name.
pub(crate) fn is_page(argument: &str) -> bool {
    let start = |scheme: &str| argument.get(..scheme.len());
    let has = |scheme: &str| start(scheme).is_some_and(|it| it.eq_ignore_ascii_case(scheme));
    has("http://") || has("https://")
}

/// Returns `true` if an argument is the URL of a robots.txt.
pub(crate) fn is_robots_txt(argument: &str) -> bool {
    is_page(argument) && Url::parse(argument).is_ok_and(|url| url.path() == "/robots.txt")
}

/// Returns the robots.txt URL of a page, or the reason why it has none.
pub(crate) fn robots_txt_of(page: &str) -> Result<Url, String> {
    if let Some(objection) = pages::objection(page) {
        return Err(objection);
    }
    if !is_page(page) {
        return Err("not an absolute http or https URL".to_owned());
    }
    robots_txt_url(page).map_err(|error| pages::without_robots_txt(&error))
}

/// Returns the scope of a page's robots.txt, and its URL.
fn place(page: &str) -> Result<(Scope, Url), String> {
    let robots_txt = robots_txt_of(page)?;
    let scope = Scope::try_from(&robots_txt).map_err(|error| pages::without_robots_txt(&error))?;
    Ok((scope, robots_txt))
}

/// Receives a value from another thread, or `None` if that thread has ended. If this takes a
/// while, flushes the output and shows the progress.
pub(crate) fn wait<T>(
    receiver: &Receiver<T>,
    output: &mut Output,
    show_progress: impl Fn(),
) -> Result<Option<T>> {
    let mut patience = Duration::ZERO;
    loop {
        match receiver.recv_timeout(patience) {
            Ok(received) => return Ok(Some(received)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) if patience.is_zero() => output.flush()?,
            Err(RecvTimeoutError::Timeout) => show_progress(),
        }
        patience = Duration::from_millis(200);
    }
}

/// Fetches a robots.txt in another thread.
pub(crate) fn fetch(client: Arc<Client>, robots_txt: Url) -> Result<Receiver<Fetched>> {
    let (sender, receiver) = mpsc::channel();
    spawn(move || {
        // If the command has ended, there is no receiver.
        let _ = sender.send(client.fetch(robots_txt));
    })?;
    Ok(receiver)
}

fn spawn(work: impl FnOnce() + Send + 'static) -> Result {
    let started = thread::Builder::new().spawn(work);
    started.map_err(|error| format!("cannot start a thread: {error}"))?;
    Ok(())
}

/// A host and its robots.txt, which may still be being fetched.
pub(crate) struct Host {
    /// The URL of its robots.txt.
    pub(crate) robots_txt: String,
    pub(crate) answer: OnceLock<Answer>,
}

/// The rules of a host for each crawler, and the report on the fetch.
pub(crate) struct Answer {
    pub(crate) rules: Vec<Rules>,
    pub(crate) report: Report,
    /// Counted in [`Shared::bytes`] until the answer is dropped.
    bytes: usize,
    shared: Arc<Shared>,
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.shared.bytes.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// A page, its host, and `true` if it's the first page of that host, or an error message if there
/// is no verdict.
type Asked = Result<(String, Arc<Host>, bool), String>;

/// The state shared by all threads.
struct Shared {
    client: Client,
    crawlers: Arc<[Crawler]>,
    /// The memory that all answers take, in bytes.
    bytes: AtomicUsize,
    hosts: AtomicUsize,
    fetched: AtomicUsize,
}

/// The pages and their hosts' rules, in order.
pub(crate) struct Web {
    pages: Receiver<Result<Asked>>,
    /// Receives a `()` whenever a host has been answered.
    answered: Receiver<()>,
    shared: Arc<Shared>,
}

impl Web {
    /// Starts to read pages and to fetch.
    pub(crate) fn new(
        pages: Vec<OsString>,
        crawlers: Arc<[Crawler]>,
        client: Client,
    ) -> Result<Web> {
        let shared = Arc::new(Shared {
            client,
            crawlers,
            bytes: AtomicUsize::new(0),
            hosts: AtomicUsize::new(0),
            fetched: AtomicUsize::new(0),
        });
        let (asked, to_answer) = mpsc::sync_channel(AHEAD);
        let (answers, answered) = mpsc::channel();
        let for_reader = Arc::clone(&shared);
        spawn(move || {
            let read = AssertUnwindSafe(|| read(&pages, &asked, &answers, &for_reader));
            let end = panic::catch_unwind(read).unwrap_or_else(|_| Err(PANICKED.into()));
            if let Err(failure) = end {
                let _ = asked.send(Err(failure));
            }
        })?;
        Ok(Web {
            pages: to_answer,
            answered,
            shared,
        })
    }

    /// Returns the next page with a verdict, once its host has an answer. Reports pages without a
    /// verdict and problems with hosts on standard error.
    pub(crate) fn next(&mut self, output: &mut Output) -> Result<Option<(String, Arc<Host>)>> {
        let show_progress = || {
            let hosts = self.shared.hosts.load(Ordering::Relaxed);
            let fetched = self.shared.fetched.load(Ordering::Relaxed);
            if fetched < hosts {
                progress::show(format_args!("{fetched} of {hosts} robots.txt fetched"));
            }
        };
        while let Some(asked) = wait(&self.pages, output, show_progress)? {
            let (url, host, is_first) = match asked? {
                Ok(asked) => asked,
                Err(complaint) => {
                    output.fail(complaint)?;
                    continue;
                }
            };
            while host.answer.get().is_none() {
                wait(&self.answered, output, show_progress)?.ok_or(PANICKED)?;
            }
            if let Some(answer) = host.answer.get().filter(|_| is_first) {
                answer.report.complain(output)?;
            }
            return Ok(Some((url, host)));
        }
        Ok(None)
    }
}

/// Reads all pages, staying a limited number ahead of the answers, and fetches the robots.txt of
/// each new host in another thread.
fn read(
    arguments: &[OsString],
    asked: &SyncSender<Result<Asked>>,
    answered: &Sender<()>,
    shared: &Arc<Shared>,
) -> Result {
    // Contains a unit for each fetch that may begin. A fetch returns its unit when it ends.
    let (ended, free) = mpsc::channel();
    let at_once = (BODIES / shared.client.byte_limit().max(1)).clamp(1, AT_ONCE);
    for _ in 0..at_once {
        // The receiver exists.
        let _ = ended.send(());
    }
    // The known hosts, and their scopes, oldest first.
    let (mut known, mut by_age) = (BTreeMap::<Scope, Arc<Host>>::new(), VecDeque::new());
    // Returns the host of a scope, and `true` if it's a new one.
    let mut host_of = |scope: Scope, robots_txt: Url| {
        if let Some(known) = known.get(&scope) {
            return Ok((Arc::clone(known), false));
        }
        let is_full = || shared.bytes.load(Ordering::Relaxed) >= REMEMBERED_BYTES;
        while known.len() >= REMEMBERED || is_full() {
            match by_age.pop_front() {
                Some(oldest) => drop(known.remove(&oldest)),
                // The rest are kept alive by pages that the main thread hasn't taken yet.
                None => thread::sleep(Duration::from_millis(10)),
            }
        }
        let host = Arc::new(Host {
            robots_txt: scope.robots_txt_url().to_owned(),
            answer: OnceLock::new(),
        });
        by_age.push_back(scope.clone());
        known.insert(scope, Arc::clone(&host));
        shared.hosts.fetch_add(1, Ordering::Relaxed);
        // There is a sender here, so a unit arrives when a fetch ends.
        let _ = free.recv();
        let (shared, fetched) = (Arc::clone(shared), Arc::clone(&host));
        let (answered, ended) = (answered.clone(), ended.clone());
        // If no thread can be started, this is an error: fetches start threads, too, so
        // fewer would not help.
        spawn(move || {
            let _ = fetched.answer.set(Answer::fetch(&shared, robots_txt));
            shared.fetched.fetch_add(1, Ordering::Relaxed);
            let _ = answered.send(());
            let _ = ended.send(());
        })?;
        Ok::<_, Failure>((host, true))
    };
    let mut pages = Pages::new(arguments);
    while let Some(page) = pages.next(|| Ok(()))? {
        let place = page.and_then(|url| match place(&url) {
            Ok(place) => Ok((url.into_owned(), place)),
            Err(objection) => Err(pages::no_verdict(&url, &objection)),
        });
        let page = match place {
            Ok((url, (scope, robots_txt))) => {
                let (host, is_first) = host_of(scope, robots_txt)?;
                Ok((url, host, is_first))
            }
            Err(complaint) => Err(complaint),
        };
        if asked.send(Ok(page)).is_err() {
            break;
        }
    }
    Ok(())
}

impl Answer {
    /// Answers for a host even if the fetch panics, because the main thread waits for the
    /// answer.
    fn fetch(shared: &Arc<Shared>, url: Url) -> Answer {
        let answer = |Fetched { access, report }| {
            let crawlers = shared.crawlers.iter();
            let rules: Vec<_> = crawlers.map(|crawler| crawler.rules(&access)).collect();
            let bytes = rules.iter().map(|rules| size(&rules.matcher)).sum();
            shared.bytes.fetch_add(bytes, Ordering::Relaxed);
            Answer {
                rules,
                report,
                bytes,
                shared: Arc::clone(shared),
            }
        };
        let fetch = AssertUnwindSafe(|| answer(shared.client.fetch(url.clone())));
        panic::catch_unwind(fetch).unwrap_or_else(|_| answer(shared.client.gave_up(&url)))
    }
}

/// Returns an upper estimate of a matcher's memory.
fn size(matcher: &Matcher) -> usize {
    let rules = matcher.rules();
    let rules: usize = rules.map(|rule| 4 * rule.pattern().len() + 100).sum();
    let records = matcher.records();
    let records: usize = records.map(|record| record.value().len() + 100).sum();
    2000 + rules + records
}
