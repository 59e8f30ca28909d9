//! The interface between a [`RobotsCache`](super::RobotsCache) and an HTTP client.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::future::Future;

use url::Url;

use super::shared::Permit;
use super::{Body, FetchOutcome, RedirectAction, Redirects};
use crate::debug::AsText;
use crate::verdict::Unavailable;

/// Any error from an HTTP client.
///
/// A [`RobotsCache`](super::RobotsCache) only checks whether there is an error, and then discards
/// it. If you want to log errors, do so in your transport. Requires the `std` feature.
pub type TransportError = Box<dyn core::error::Error + Send + Sync>;

/// An HTTP client that sends one request at a time.
///
/// [`get`](Self::get) requests [`Exchange::url`], reports the response with [`Exchange::respond`],
/// and passes the body to [`Exchange::push`] as long as [`Exchange::wants_body`] returns `true`. An
/// error before `respond` means that the host is unreachable. An error after it means that the body
/// is incomplete, which counts as a broken response, so an incomplete file is never used. `Ok`
/// means that the body is complete, or that it was read up to the byte limit.
///
/// Your client must not follow redirects by itself. It must either decompress bodies or not ask for
/// compression; see [`FetchOutcome::decoded`]. Give it a time limit, because tasks that check pages
/// on the same host wait for it. Requires the `std` feature.
///
/// ```
/// use robots_exclusion::fetch::{Exchange, Transport, TransportError};
///
/// # struct Client;
/// # struct Response { chunks: std::vec::IntoIter<Vec<u8>> }
/// # impl Client {
/// #     async fn get<'h>(
/// #         &self,
/// #         url: &str,
/// #         headers: impl Iterator<Item = (&'static str, &'h [u8])>,
/// #     ) -> Result<Response, TransportError> {
/// #         Ok(Response { chunks: vec![b"User-agent: *\nDisallow: /private/".to_vec()].into_iter() })
/// #     }
/// # }
/// # impl Response {
/// #     fn status(&self) -> u16 { 200 }
/// #     fn headers(&self) -> [(&str, &str); 1] { [("Cache-Control", "max-age=3600")] }
/// #     async fn chunk(&mut self) -> Result<Option<Vec<u8>>, TransportError> { Ok(self.chunks.next()) }
/// # }
/// struct MyTransport(Client);
///
/// impl Transport for MyTransport {
///     async fn get(&self, exchange: &mut Exchange) -> Result<(), TransportError> {
///         let headers = exchange.conditional_headers();
///         let mut response = self.0.get(exchange.url().as_str(), headers).await?;
///         exchange.respond(response.status(), response.headers());
///         while exchange.wants_body() {
///             match response.chunk().await? {
///                 Some(chunk) => exchange.push(&chunk),
///                 None => break,
///             }
///         }
///         Ok(())
///     }
/// }
/// ```
pub trait Transport {
    /// Sends a GET request and reports the response.
    fn get(
        &self,
        exchange: &mut Exchange,
    ) -> impl Future<Output = Result<(), TransportError>> + Send;
}

/// An HTTP client that sends one request at a time and blocks the thread; see [`Transport`].
/// Requires the `std` feature.
pub trait BlockingTransport {
    /// Sends a GET request and reports the response; see [`Transport`].
    ///
    /// # Errors
    ///
    /// Returns an error if there was no response or its body was incomplete.
    fn get_blocking(&self, exchange: &mut Exchange) -> Result<(), TransportError>;
}

/// A request for a robots.txt and the response to it; see [`Transport`]. Requires the `std`
/// feature.
#[derive(Debug)]
pub struct Exchange {
    pub(super) permit: Permit,
    redirects: Redirects,
    /// One byte more than the parser reads, so that a file of exactly that size can be
    /// distinguished from a longer one.
    body_limit: usize,
    /// The response, as soon as its headers have arrived. Its body is filled as it arrives.
    response: Option<FetchOutcome<'static>>,
}

impl Exchange {
    pub(super) fn new(permit: Permit, start: Url) -> Exchange {
        let policy = &permit.cached.policy;
        let mut redirects = Redirects::new(start);
        redirects.same_host_only = policy.same_host_redirects;
        Exchange {
            redirects,
            // One byte more than is read shows that the file was cut.
            body_limit: policy.parse_options.longest_read().saturating_add(1),
            permit,
            response: None,
        }
    }

    /// Returns the URL to request. It changes with each redirect.
    pub fn url(&self) -> &Url {
        self.redirects.url()
    }

    /// Returns the names and values of the headers that make the request conditional. There are
    /// none unless there is a copy from this URL.
    pub fn conditional_headers(&self) -> impl Iterator<Item = (&'static str, &[u8])> + Clone {
        self.permit.cached.conditional_headers(self.url())
    }

    /// Returns the [headers that make the request conditional](Self::conditional_headers). Requires
    /// the `http` feature.
    #[cfg(feature = "http")]
    pub fn headers(&self) -> http::HeaderMap {
        // Values that aren't valid in a header aren't sent.
        let headers = self.conditional_headers().filter_map(|(name, value)| {
            let name = http::HeaderName::try_from(name).ok()?;
            Some((name, http::HeaderValue::from_bytes(value).ok()?))
        });
        headers.collect()
    }

    /// Reports the status and all headers of the response. `headers` can be a
    /// `&http::HeaderMap`.
    pub fn respond<N: AsRef<str>, V: AsRef<[u8]>>(
        &mut self,
        status: u16,
        headers: impl IntoIterator<Item = (N, V)>,
    ) {
        // The body follows piece by piece.
        let response = self.redirects.outcome(status, Vec::new());
        self.response = Some(response.headers(headers));
    }

    /// Declares that the client has decompressed the body but kept the `Content-Encoding` header;
    /// see [`FetchOutcome::decoded`].
    pub fn decoded(&mut self) {
        self.response = self.response.take().map(FetchOutcome::decoded);
    }

    /// Returns `true` while more of the body is needed. A body is only needed if it is a file,
    /// which means that the status is 2xx other than 204 and 206, and only up to the byte limit.
    pub fn wants_body(&self) -> bool {
        let response = self.response.as_ref();
        response.is_some_and(|response| {
            response.has_file() && response.body.0.0.len() < self.body_limit
        })
    }

    /// Adds the next bytes of the body. Bytes beyond the byte limit are dropped.
    pub fn push(&mut self, bytes: &[u8]) {
        if let Some(response) = self.response.as_mut().filter(|it| it.has_file()) {
            let Body(AsText(body)) = &mut response.body;
            // What no parser would read is dropped.
            let room = self.body_limit.saturating_sub(body.len());
            body.to_mut()
                .extend_from_slice(&bytes[..bytes.len().min(room)]);
        }
    }

    /// Interprets the response or its absence. Returns `None` if there is another URL to request.
    pub(super) fn end(&mut self, is_complete: bool) -> Option<FetchOutcome<'static>> {
        // Not even the headers arrived.
        let Some(mut response) = self.response.take() else {
            return Some(FetchOutcome::unreachable());
        };
        let status = response.status.unwrap_or_default();
        let location = response.headers.location.as_deref();
        match self.redirects.follow(status, location) {
            RedirectAction::Request => return None,
            RedirectAction::End(outcome) => return Some(outcome),
            RedirectAction::Answer => {}
        }
        // An incomplete file may lack the rules that matter. Other bodies are never read.
        let is_incomplete = !is_complete && (200..=299).contains(&status);
        // The request wasn't conditional, so there is nothing that a 304 could confirm.
        let is_unasked = status == 304 && self.conditional_headers().next().is_none();
        if is_incomplete || is_unasked {
            response.status = Err(Unavailable::BrokenResponse);
        }
        Some(response)
    }
}
