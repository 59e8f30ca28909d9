//! A local server for tests. It sends scripted responses byte by byte and stops at the end of the
//! test.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// The maximum duration of a connection.
const PATIENCE: Duration = Duration::from_secs(20);

/// A step after the request has been read. The connection closes after the last one.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Send(Vec<u8>),
    /// Sends the bytes repeatedly until the client closes the connection.
    SendForever(Vec<u8>),
    /// Sends the bytes repeatedly with a pause in between.
    Drip(Vec<u8>, Duration),
    /// Sends nothing for this long.
    Pause(Duration),
    /// Sends nothing and keeps the connection open.
    Hang,
}

/// Returns a response with a body.
pub(crate) fn response(head: &str, body: impl AsRef<[u8]>) -> Vec<Step> {
    let body = body.as_ref();
    let head = format!("HTTP/1.1 {head}\r\nContent-Length: {}\r\n\r\n", body.len());
    vec![Step::Send([head.as_bytes(), body].concat())]
}

/// Returns a response without a body that redirects to another URL.
pub(crate) fn redirect(status: u16, location: &str) -> Vec<Step> {
    response(&format!("{status} Redirect\r\nLocation: {location}"), "")
}

/// Sends these bytes and closes the connection.
pub(crate) fn raw(bytes: impl AsRef<[u8]>) -> Vec<Step> {
    vec![Step::Send(bytes.as_ref().to_vec())]
}

struct Shared {
    /// The replies by path, or by host and path if hosts differ.
    replies: BTreeMap<String, Vec<Step>>,
    /// The TLS configuration, if the server uses TLS.
    tls: Option<Arc<ServerConfig>>,
    is_over: AtomicBool,
    /// The path and head of each request.
    requests: Mutex<Vec<(String, String)>>,
}

pub(crate) struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
    listener: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts a server with these replies by path, or by host and path if it is used as a proxy.
    /// Any other path gets a 404.
    pub(crate) fn new<'p>(replies: impl IntoIterator<Item = (&'p str, Vec<Step>)>) -> Server {
        Server::start(replies, None)
    }

    /// Serves this `/robots.txt` over TLS with a certificate from `tests/data/tls`.
    pub(crate) fn with_tls(certificate: &str, steps: Vec<Step>) -> Server {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/tls");
        let certificate = CertificateDer::from_pem_file(format!("{folder}/{certificate}.pem"));
        let key = PrivateKeyDer::from_pem_file(format!("{folder}/server.key"));
        let config = ServerConfig::builder()
            .with_no_client_auth()
            .with_single_cert(
                vec![certificate.expect("the certificate exists")],
                key.expect("the key exists"),
            )
            .expect("the key belongs to the certificate");
        Server::start([("/robots.txt", steps)], Some(Arc::new(config)))
    }

    fn start<'p>(
        replies: impl IntoIterator<Item = (&'p str, Vec<Step>)>,
        tls: Option<Arc<ServerConfig>>,
    ) -> Server {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
        let address = listener.local_addr().expect("the listener is bound");
        let replies = replies
            .into_iter()
            .map(|(path, steps)| (path.to_owned(), steps))
            .collect();
        let shared = Arc::new(Shared {
            replies,
            tls,
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
                        // A client may close the connection early.
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

    /// Starts a server that gives this reply for `/robots.txt`.
    pub(crate) fn robots_txt(steps: Vec<Step>) -> Server {
        Server::new([("/robots.txt", steps)])
    }

    /// Returns a URL on this server.
    pub(crate) fn url(&self, path: &str) -> String {
        match self.shared.tls {
            None => format!("http://{}{path}", self.address),
            Some(_) => format!("https://{}{path}", self.address),
        }
    }

    /// Returns the requested paths in order.
    pub(crate) fn paths(&self) -> Vec<String> {
        let requests = self.shared.requests.lock().expect("no thread panicked");
        requests.iter().map(|(path, _)| path.clone()).collect()
    }

    /// Returns the heads of the requests in order.
    pub(crate) fn heads(&self) -> Vec<String> {
        let requests = self.shared.requests.lock().expect("no thread panicked");
        requests.iter().map(|(_, head)| head.clone()).collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::SeqCst);
        // Wakes the listener, so that it notices the end.
        let _ = TcpStream::connect(self.address);
        if let Some(listener) = self.listener.take() {
            let ended = listener.join();
            assert!(thread::panicking() || ended.is_ok(), "the server panicked");
        }
    }
}

fn serve(connection: TcpStream, shared: &Shared) -> std::io::Result<()> {
    connection.set_read_timeout(Some(PATIENCE))?;
    connection.set_write_timeout(Some(PATIENCE))?;
    let mut last = connection.try_clone()?;
    if let Some(config) = &shared.tls {
        let session =
            ServerConnection::new(Arc::clone(config)).expect("the configuration is valid");
        let mut session = StreamOwned::new(session, connection);
        converse(&mut session, shared)?;
        session.conn.send_close_notify();
        session.flush()?;
    } else {
        converse(&connection, shared)?;
    }
    // Lets the client read everything before the connection closes.
    last.shutdown(Shutdown::Write)?;
    last.set_read_timeout(Some(Duration::from_millis(200)))?;
    let _ = last.read(&mut [0; 64]);
    Ok(())
}

/// Reads the head of a request byte by byte, so that nothing beyond it is read.
fn head(connection: &mut impl Read) -> std::io::Result<String> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        if connection.read(&mut byte)? == 0 {
            return Ok(String::new());
        }
        head.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&head);
    Ok(head.trim_end().replace("\r\n", "\n") + "\n")
}

fn converse(mut connection: impl Read + Write, shared: &Shared) -> std::io::Result<()> {
    let mut request = head(&mut connection)?;
    if request.starts_with("CONNECT ") {
        connection.write_all(b"HTTP/1.1 200 OK\r\n\r\n")?;
        connection.flush()?;
        request = head(&mut connection)?;
    }
    let Some(path) = request.split(' ').nth(1).map(str::to_owned) else {
        return Ok(());
    };
    let host = request.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("host").then(|| value.trim())
    });
    let of_host = format!("{}{path}", host.unwrap_or_default());
    let missing = response("404 Not Found", "");
    let replies = &shared.replies;
    let steps = replies.get(&of_host).or_else(|| replies.get(&path));
    let steps = steps.unwrap_or(&missing);
    let mut requests = shared.requests.lock().expect("no thread panicked");
    requests.push((path, request));
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
    connection.flush()
}
