//! `robots serve`: shows the web page on this machine, with a server that fetches files for it.
//!
//! Web pages could use the server to get into this machine's network, so it trusts nothing:
//!
//! - A request must name the server itself in `Host`, so that another site's page can't reach
//!   it by making its own name resolve to this machine (DNS rebinding).
//! - It must come from the served page: a foreign `Origin` is refused, and fetching requires a
//!   header that other sites' pages may not send.
//! - A redirect never leads to a private address. If the server listens beyond this machine,
//!   the first URL doesn't either, and each client may only fetch some files a minute.
//! - Headers, bodies, connections and the time for each of them are limited.

mod answer;
mod guard;
mod limits;

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, HeaderName, HeaderValue, RETRY_AFTER};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use self::guard::Guard;
use self::limits::Rate;
use crate::options::{Connection, Size};
use crate::output::{Failure, Output, Result};
use crate::web::{Client, Reach};

/// Test robots.txt files in the browser, and fetch live ones
///
/// Serves the web page on this machine and opens it in your browser. The page fetches live
/// robots.txt files through this program, as `check` does, and compares them with the file in the
/// editor. To stop the server, press Ctrl-C.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Listen on this address and port. By default, the server can only be reached from this
    /// machine, on port 8417 or, if that is taken, on a free port. If others can reach the address,
    /// private addresses aren't fetched, and requests are rate-limited
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    /// A name under which this server can be reached, such as the name of a proxy in front of it.
    /// Requests for other names are refused
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// Don't open the browser
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    connection: Connection,
}

/// The default port. It stays the same, because the browser keeps drafts for each port.
const PORT: u16 = 8417;

/// The maximum number of connections at once.
const CONNECTIONS: usize = 128;

/// The maximum number of files that are fetched at once. Further clients wait.
const FETCHES: usize = 16;

/// The maximum number of files that an address may fetch in a minute, if others can reach the
/// server.
const FETCHES_A_MINUTE: u32 = 30;

/// The maximum size of a request in bytes, and the time for its headers and for a connection.
const REQUEST: usize = 16 << 10;
const FOR_HEADERS: Duration = Duration::from_secs(10);
const FOR_CONNECTION: Duration = Duration::from_secs(300);

/// The page's files, with their names.
static PAGE: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(FETCHES)
        .build()
        .map_err(|error| format!("cannot start the server: {error}"))?;
    runtime.block_on(async {
        let listener = listen(arguments.listen).await?;
        let address = listener.local_addr().map_err(cannot_listen)?;
        let is_open = !address.ip().is_loopback();
        let reach = if is_open {
            Reach::Public
        } else {
            Reach::PublicRedirects
        };
        let client = Client::new(arguments.size.options(), &arguments.connection)?.within(reach);
        if is_open && client.has_proxy() {
            return Err(
                "a proxy resolves host names itself, so private addresses could not be \
                 refused: unset the proxy, or listen on 127.0.0.1"
                    .into(),
            );
        }
        let server = Arc::new(Server {
            client: Arc::new(client),
            guard: Guard::new(address, arguments.hosts.clone()),
            rate: is_open.then(|| Rate::new(FETCHES_A_MINUTE)),
            fetches: Semaphore::new(FETCHES),
            index: index(),
        });
        let url = format!("http://{address}/");
        output.line(format_args!("{url}"))?;
        output.flush()?;
        crate::output::complain("the page is served at this address; Ctrl-C stops the server");
        if !arguments.no_open {
            // Without a browser, the address above is enough.
            if let Err(error) = open::that_detached(&url) {
                crate::output::complain(format_args!("cannot open the browser: {error}"));
            }
        }
        let connections = Arc::new(Semaphore::new(CONNECTIONS));
        loop {
            let permit = Arc::clone(&connections).acquire_owned().await;
            let (stream, peer) = match listener.accept().await {
                Ok(accepted) => accepted,
                // The client has gone, or too many files are open. Other clients may still be
                // served.
                Err(_) => {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            };
            let server = Arc::clone(&server);
            tokio::spawn(async move {
                let _permit = permit;
                let _ = timeout(FOR_CONNECTION, serve(stream, peer, server)).await;
            });
        }
    })
}

/// Listens on the chosen address, or on one that can only be reached from this machine.
async fn listen(chosen: Option<SocketAddr>) -> Result<TcpListener> {
    let local = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let first = TcpListener::bind(chosen.unwrap_or(local(PORT))).await;
    match (first, chosen) {
        (Err(error), None) if error.kind() == io::ErrorKind::AddrInUse => {
            TcpListener::bind(local(0)).await.map_err(cannot_listen)
        }
        (result, _) => result.map_err(cannot_listen),
    }
}

fn cannot_listen(error: io::Error) -> Failure {
    format!("cannot listen: {error}").into()
}

/// Returns the index page with a mark that tells it about the server.
fn index() -> Bytes {
    let page = PAGE.iter().find(|(name, _)| *name == "index.html");
    let html = String::from_utf8_lossy(page.map_or(&b"<head>"[..], |(_, html)| html));
    let mark = "<head>\n    <meta name=\"robots-serve\" content=\"1\" />";
    Bytes::from(html.replacen("<head>", mark, 1).into_bytes())
}

struct Server {
    client: Arc<Client>,
    guard: Guard,
    /// The limit for each address, if others can reach the server.
    rate: Option<Rate>,
    fetches: Semaphore,
    index: Bytes,
}

type Answer = Response<Full<Bytes>>;

/// Serves the requests of a connection.
async fn serve(stream: TcpStream, peer: SocketAddr, server: Arc<Server>) {
    let service = service_fn(move |request: Request<Incoming>| {
        let server = Arc::clone(&server);
        async move { Ok::<_, Infallible>(server.answer(&request, peer).await) }
    });
    // If a connection fails, that only concerns its client.
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(FOR_HEADERS)
        .max_buf_size(REQUEST)
        .serve_connection(TokioIo::new(stream), service)
        .await;
}

impl Server {
    async fn answer(&self, request: &Request<Incoming>, peer: SocketAddr) -> Answer {
        if let Some(refusal) = self.guard.refusal(request) {
            return text(StatusCode::FORBIDDEN, refusal);
        }
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            let mut answer = text(StatusCode::METHOD_NOT_ALLOWED, "only GET is supported");
            let allowed = HeaderValue::from_static("GET, HEAD");
            answer.headers_mut().insert(ALLOW, allowed);
            return answer;
        }
        match request.uri().path() {
            "/api/fetch" => self.fetch(request, peer).await,
            "/" | "/index.html" => respond(
                StatusCode::OK,
                "text/html; charset=utf-8",
                self.index.clone(),
            ),
            path => match PAGE
                .iter()
                .find(|(name, _)| path.strip_prefix('/') == Some(name))
            {
                Some((name, bytes)) => {
                    respond(StatusCode::OK, media_type(name), Bytes::from_static(bytes))
                }
                None => text(StatusCode::NOT_FOUND, "no such file"),
            },
        }
    }

    /// Answers with a site's robots.txt.
    async fn fetch(&self, request: &Request<Incoming>, peer: SocketAddr) -> Answer {
        if let Some(refusal) = Guard::refusal_to_fetch(request) {
            return text(StatusCode::FORBIDDEN, refusal);
        }
        let robots_txt = match answer::requested(request.uri().query().unwrap_or_default()) {
            Ok(url) => url,
            Err(objection) => return text(StatusCode::BAD_REQUEST, objection),
        };
        if self
            .rate
            .as_ref()
            .is_some_and(|rate| !rate.admits(peer.ip()))
        {
            let mut answer = text(StatusCode::TOO_MANY_REQUESTS, "too many files in a minute");
            let wait = HeaderValue::from_static("60");
            answer.headers_mut().insert(RETRY_AFTER, wait);
            return answer;
        }
        // The semaphore is never closed.
        let _permit = self.fetches.acquire().await;
        let client = Arc::clone(&self.client);
        let fetched = tokio::task::spawn_blocking(move || {
            let fetched = client.fetch(robots_txt.clone());
            answer::json(&robots_txt, &fetched)
        });
        match fetched.await {
            Ok(json) => respond(StatusCode::OK, "application/json", Bytes::from(json)),
            Err(_) => text(
                StatusCode::INTERNAL_SERVER_ERROR,
                "internal error; please report it",
            ),
        }
    }
}

fn text(status: StatusCode, message: impl Into<String>) -> Answer {
    let message = message.into() + "\n";
    respond(status, "text/plain; charset=utf-8", Bytes::from(message))
}

fn respond(status: StatusCode, media_type: &'static str, body: Bytes) -> Answer {
    /// The page has its own policy for scripts and connections.
    const HEADERS: [(HeaderName, &str); 5] = [
        (CACHE_CONTROL, "no-store"),
        (hyper::header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (
            hyper::header::CONTENT_SECURITY_POLICY,
            "frame-ancestors 'none'",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
        (hyper::header::REFERRER_POLICY, "no-referrer"),
    ];
    let mut answer = Response::new(Full::new(body));
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    answer
}

/// Returns the media type of one of the page's files.
fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map" | "webmanifest") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("wasm") => "application/wasm",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
