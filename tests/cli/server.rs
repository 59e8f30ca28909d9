//! A server on this machine that answers as it is told to, byte by byte, and
//! is gone with the test.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// No connection is served longer.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a connection does after the request was read; at the end it closes.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Send(Vec<u8>),
    /// Sends this again and again until the client has enough.
    SendForever(Vec<u8>),
    /// Sends this again and again, waiting in between.
    Drip(Vec<u8>, Duration),
    /// Sends nothing for so long.
    Pause(Duration),
    /// Sends nothing and keeps the connection open.
    Hang,
}

/// A response with a body.
pub(crate) fn response(head: &str, body: impl AsRef<[u8]>) -> Vec<Step> {
    let body = body.as_ref();
    let head = format!("HTTP/1.1 {head}\r\nContent-Length: {}\r\n\r\n", body.len());
    vec![Step::Send([head.as_bytes(), body].concat())]
}

/// A response without a body that sends the client to another URL.
pub(crate) fn redirect(status: u16, location: &str) -> Vec<Step> {
    response(&format!("{status} Redirect\r\nLocation: {location}"), "")
}

/// Bytes as they are, then the end of the connection.
pub(crate) fn raw(bytes: impl AsRef<[u8]>) -> Vec<Step> {
    vec![Step::Send(bytes.as_ref().to_vec())]
}

struct Shared {
    replies: BTreeMap<String, Vec<Step>>,
    is_over: AtomicBool,
    /// Path and head of each request.
    requests: Mutex<Vec<(String, String)>>,
}

pub(crate) struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
    listener: Option<JoinHandle<()>>,
}

impl Server {
    /// Serves these replies, by path, and 404 elsewhere.
    pub(crate) fn new<'p>(replies: impl IntoIterator<Item = (&'p str, Vec<Step>)>) -> Server {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
        let address = listener.local_addr().expect("it is bound");
        let replies = replies
            .into_iter()
            .map(|(path, steps)| (path.to_owned(), steps))
            .collect();
        let shared = Arc::new(Shared {
            replies,
            is_over: AtomicBool::new(false),
            requests: Mutex::default(),
        });
        let served = Arc::clone(&shared);
        let listener = thread::spawn(move || {
            thread::scope(|scope| {
                for connection in listener.incoming() {
                    if served.is_over.load(Ordering::SeqCst) {
                        return;
                    }
                    if let Ok(connection) = connection {
                        let shared = &served;
                        // A client that goes away is no fault of the server's.
                        scope.spawn(move || serve(connection, shared).unwrap_or_default());
                    }
                }
            });
        });
        Server {
            address,
            shared,
            listener: Some(listener),
        }
    }

    /// A server whose `/robots.txt` gives this reply.
    pub(crate) fn robots_txt(steps: Vec<Step>) -> Server {
        Server::new([("/robots.txt", steps)])
    }

    /// A URL on it.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The paths that were asked for, in order.
    pub(crate) fn paths(&self) -> Vec<String> {
        let requests = self.shared.requests.lock().expect("no thread panicked");
        requests.iter().map(|(path, _)| path.clone()).collect()
    }

    /// The heads of the requests, in order.
    pub(crate) fn heads(&self) -> Vec<String> {
        let requests = self.shared.requests.lock().expect("no thread panicked");
        requests.iter().map(|(_, head)| head.clone()).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::SeqCst);
        // Wakes the listener, so that it sees that it is over.
        let _ = TcpStream::connect(self.address);
        if let Some(listener) = self.listener.take() {
            let ended = listener.join();
            assert!(thread::panicking() || ended.is_ok(), "the server panicked");
        }
    }
}

fn serve(mut connection: TcpStream, shared: &Shared) -> std::io::Result<()> {
    connection.set_read_timeout(Some(PATIENCE))?;
    connection.set_write_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(connection.try_clone()?).lines();
    let mut head = String::new();
    while let Some(line) = lines.next().transpose()? {
        if line.is_empty() {
            break;
        }
        head = head + &line + "\n";
    }
    let Some(path) = head.split(' ').nth(1).map(str::to_owned) else {
        return Ok(());
    };
    let missing = response("404 Not Found", "");
    let steps = shared.replies.get(&path).unwrap_or(&missing);
    let mut requests = shared.requests.lock().expect("no thread panicked");
    requests.push((path, head));
    drop(requests);
    let start = Instant::now();
    let goes_on = || !shared.is_over.load(Ordering::SeqCst) && start.elapsed() < PATIENCE;
    for step in steps {
        match step {
            Step::Send(bytes) => connection.write_all(bytes)?,
            Step::SendForever(bytes) => {
                while goes_on() {
                    connection.write_all(bytes)?;
                }
            }
            Step::Drip(bytes, pause) => {
                while goes_on() {
                    connection.write_all(bytes)?;
                    thread::sleep(*pause);
                }
            }
            Step::Pause(pause) => thread::sleep(*pause),
            Step::Hang => {
                while goes_on() {
                    thread::sleep(Duration::from_millis(5));
                }
            }
        }
    }
    // Lets the client read what was sent before the connection is closed.
    connection.shutdown(Shutdown::Write)?;
    connection.set_read_timeout(Some(Duration::from_millis(200)))?;
    let _ = connection.read(&mut [0; 64]);
    Ok(())
}
