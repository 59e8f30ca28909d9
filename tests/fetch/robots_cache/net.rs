//! A network without sockets, in which the test decides when and how each request is answered.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use robots_exclusion::fetch::{
    BlockingTransport, CachePolicy, Exchange, RobotsCache, Timestamp, Transport, TransportError,
};
use url::Url;

pub(super) const START: Timestamp = Timestamp(Duration::from_secs(1_700_000_000));

/// The answer of a host.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    Response(u16, Vec<(&'static str, String)>, Vec<u8>),
    /// The connection breaks in the middle of the body.
    BreaksOff(&'static str),
    NoConnection,
}

pub(super) fn file(text: &str) -> Answer {
    Answer::Response(200, vec![], text.into())
}

pub(super) fn status(code: u16) -> Answer {
    Answer::Response(code, vec![], vec![])
}

pub(super) fn redirect(target: &str) -> Answer {
    Answer::Response(302, vec![("Location", target.to_owned())], vec![])
}

#[derive(Default)]
struct State {
    /// The URL of each request, and `true` if it was conditional.
    requests: Vec<(String, bool)>,
    /// The number of waiting requests for each URL.
    waiting: BTreeMap<String, usize>,
    /// Answers for waiting requests.
    released: BTreeMap<String, Vec<Answer>>,
    /// Answers that are given immediately.
    always: BTreeMap<String, Answer>,
    now: Duration,
}

/// A handle to the network and its clock.
#[derive(Clone, Default)]
pub(super) struct Net(Arc<Mutex<State>>);

impl Net {
    pub(super) fn cache(&self, policy: CachePolicy) -> RobotsCache<Net> {
        let net = self.clone();
        RobotsCache::new("MyBot", policy, self.clone()).clock(move || net.now())
    }

    pub(super) fn now(&self) -> Timestamp {
        START + self.0.lock().unwrap().now
    }

    pub(super) fn pass(&self, time: Duration) {
        self.0.lock().unwrap().now += time;
    }

    pub(super) fn always(&self, url: &str, answer: Answer) {
        self.0.lock().unwrap().always.insert(url.to_owned(), answer);
    }

    /// Answers one waiting request.
    pub(super) fn release(&self, url: &str, answer: Answer) {
        let mut state = self.0.lock().unwrap();
        state
            .released
            .entry(url.to_owned())
            .or_default()
            .push(answer);
    }

    /// Returns the URLs of waiting requests, and the number of requests for each.
    pub(super) fn waiting(&self) -> Vec<(String, usize)> {
        let state = self.0.lock().unwrap();
        let waiting = state.waiting.iter().filter(|(_, count)| **count > 0);
        waiting.map(|(url, count)| (url.clone(), *count)).collect()
    }

    pub(super) fn requests(&self) -> Vec<(String, bool)> {
        self.0.lock().unwrap().requests.clone()
    }

    fn begin(&self, exchange: &Exchange) -> String {
        let url = exchange.url().as_str().to_owned();
        let mut state = self.0.lock().unwrap();
        state
            .requests
            .push((url.clone(), exchange.conditional_headers().next().is_some()));
        *state.waiting.entry(url.clone()).or_default() += 1;
        url
    }

    fn take(&self, url: &str) -> Option<Answer> {
        let mut state = self.0.lock().unwrap();
        let released = state.released.get_mut(url).and_then(Vec::pop);
        released.or_else(|| state.always.get(url).cloned())
    }
}

/// A request that waits for its answer until it is dropped.
struct Request<'n> {
    net: &'n Net,
    url: String,
}

impl Future for Request<'_> {
    type Output = Answer;

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Answer> {
        // Tests poll by hand, so the waker is not needed.
        self.net.take(&self.url).map_or(Poll::Pending, Poll::Ready)
    }
}

impl Drop for Request<'_> {
    fn drop(&mut self) {
        let mut state = self.net.0.lock().unwrap();
        *state.waiting.get_mut(&self.url).unwrap() -= 1;
    }
}

fn report(answer: Answer, exchange: &mut Exchange) -> Result<(), TransportError> {
    match answer {
        Answer::NoConnection => Err("no connection".into()),
        Answer::BreaksOff(start) => {
            exchange.respond(200, [("Content-Length", "1000")]);
            exchange.push(start.as_bytes());
            Err("reset".into())
        }
        Answer::Response(code, headers, body) => {
            exchange.respond(code, headers);
            for chunk in body.chunks(1000) {
                if !exchange.wants_body() {
                    break;
                }
                exchange.push(chunk);
            }
            Ok(())
        }
    }
}

impl Transport for Net {
    async fn get(&self, exchange: &mut Exchange) -> Result<(), TransportError> {
        let url = self.begin(exchange);
        let answer = Request { net: self, url }.await;
        report(answer, exchange)
    }
}

impl BlockingTransport for Net {
    fn get_blocking(&self, exchange: &mut Exchange) -> Result<(), TransportError> {
        let url = self.begin(exchange);
        let request = Request { net: self, url };
        std::thread::sleep(Duration::from_millis(5));
        report(self.take(&request.url).expect("an answer"), exchange)
    }
}

/// A task that is polled by hand.
pub(super) type Task<T> = Pin<Box<dyn Future<Output = T> + Send>>;

pub(super) fn poll<T>(task: &mut Task<T>) -> Option<T> {
    match task.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => Some(output),
        Poll::Pending => None,
    }
}

/// Runs a future that must complete at the first poll.
#[track_caller]
pub(super) fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("the future is pending"),
    }
}

pub(super) fn page(url: &str) -> Url {
    url.parse().unwrap()
}
