//! The interface between a [`RobotsCache`](super::RobotsCache) and an HTTP client.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::future::Future;

use url::Url;

use super::headers::Headers;
use super::{FetchOutcome, FetchPermit, RedirectAction, Redirects, Validators};

/// Any error of an HTTP client.
///
/// A [`RobotsCache`](super::RobotsCache) only checks whether there is an error and then
/// discards it. A transport that wants to log errors must do so itself.
pub type TransportError = Box<dyn core::error::Error + Send + Sync>;

/// An HTTP client that sends one request at a time.
///
/// [`get`](Self::get) requests [`Exchange::url`], reports the response with
/// [`Exchange::respond`], and passes the body to [`Exchange::push`] as long as
/// [`Exchange::wants_body`] returns `true`. An error before `respond` means that the
/// host is unreachable. An error after it means that the body is incomplete, which is a
/// broken response, so part of a file is never used. `Ok` means that the body is
/// complete or was read up to the byte limit.
///
/// The client must not follow redirects by itself. It must have a time limit, because
/// tasks that check pages of the same host wait for it. It must decompress bodies or
/// not ask for compression; see [`FetchOutcome::decoded`].
///
/// ```
/// use robots_exclusion::fetch::{Exchange, Transport, TransportError};
///
/// # struct Client;
/// # struct Response { chunks: std::vec::IntoIter<Vec<u8>> }
/// # impl Client {
/// #     async fn get(&self, url: &str, etag: Option<&[u8]>) -> Result<Response, TransportError> {
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
///         let etag = exchange.validators().and_then(|kept| kept.etag());
///         let mut response = self.0.get(exchange.url().as_str(), etag).await?;
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

/// An HTTP client that sends one request at a time and blocks the thread; see
/// [`Transport`].
pub trait BlockingTransport {
    /// Sends a GET request and reports the response; see [`Transport`].
    ///
    /// # Errors
    ///
    /// Returns an error if there was no response, or if its body broke off.
    fn get_blocking(&self, exchange: &mut Exchange) -> Result<(), TransportError>;
}

/// A request for a robots.txt, and the response to it; see [`Transport`].
#[derive(Debug)]
pub struct Exchange {
    permit: FetchPermit,
    redirects: Redirects,
    /// One byte more than the parser reads, to distinguish a file of exactly that size from a
    /// longer one.
    body_limit: usize,
    response: Option<Response>,
}

#[derive(Debug, Default)]
struct Response {
    status: u16,
    headers: Headers,
    location: Option<Vec<u8>>,
    body: Vec<u8>,
    is_decoded: bool,
    server_error_is_not_found: bool,
}

impl Exchange {
    pub(super) fn new(permit: FetchPermit, start: Url) -> Exchange {
        let policy = permit.policy();
        let redirects = Redirects::new(start);
        Exchange {
            redirects: if policy.same_host_redirects {
                redirects.same_host_only()
            } else {
                redirects
            },
            body_limit: policy.options.longest_read().saturating_add(1),
            permit,
            response: None,
        }
    }

    /// Returns the URL to request. It changes with each redirect.
    pub fn url(&self) -> &Url {
        self.redirects.url()
    }

    /// Returns the validators for a conditional request, if a copy came from this URL.
    pub fn validators(&self) -> Option<&Validators> {
        self.permit.validators_for(self.url())
    }

    /// Returns the headers that make the request conditional.
    #[cfg(feature = "http")]
    #[cfg_attr(docsrs, doc(cfg(feature = "http")))]
    pub fn headers(&self) -> http::HeaderMap {
        let headers = self.validators().map(Validators::to_headers);
        headers.unwrap_or_default()
    }

    /// Reports the status and all headers of the response. `headers` can be a
    /// `&http::HeaderMap`.
    pub fn respond<N: AsRef<str>, V: AsRef<[u8]>>(
        &mut self,
        status: u16,
        headers: impl IntoIterator<Item = (N, V)>,
    ) {
        let mut response = Response {
            status,
            ..Response::default()
        };
        for (name, value) in headers {
            response.add(name.as_ref(), value.as_ref());
        }
        self.response = Some(response);
    }

    /// Declares that the client has decompressed the body but kept the header
    /// `Content-Encoding`; see [`FetchOutcome::decoded`].
    pub fn decoded(&mut self) {
        if let Some(response) = &mut self.response {
            response.is_decoded = true;
        }
    }

    /// Declares that a 5xx of this site means that the file does not exist; see
    /// [`FetchOutcome::server_error_is_not_found`].
    pub fn server_error_is_not_found(&mut self) {
        if let Some(response) = &mut self.response {
            response.server_error_is_not_found = true;
        }
    }

    /// Returns `true` while more of the body is needed. Only the body of a 2xx response
    /// is, up to the byte limit.
    pub fn wants_body(&self) -> bool {
        let body = |response: &Response| (200..=299).contains(&response.status);
        self.response
            .as_ref()
            .is_some_and(|response| body(response) && response.body.len() < self.body_limit)
    }

    /// Adds the next bytes of the body; those beyond the byte limit are dropped.
    pub fn push(&mut self, bytes: &[u8]) {
        if let Some(response) = &mut self.response {
            let room = self.body_limit - response.body.len();
            let bytes = &bytes[..bytes.len().min(room)];
            response.body.extend_from_slice(bytes);
        }
    }

    /// Interprets the response, or its absence. Returns `None` if there is another URL to
    /// request.
    pub(super) fn end(&mut self, is_complete: bool) -> Option<FetchOutcome<'static>> {
        let Some(response) = self.response.take() else {
            return Some(FetchOutcome::unreachable());
        };
        let Response {
            status, location, ..
        } = &response;
        match self.redirects.follow(*status, location.as_deref()) {
            RedirectAction::Request(_) => return None,
            RedirectAction::End(outcome) => return Some(outcome),
            RedirectAction::Answer => {}
        }
        let is_incomplete = !is_complete && (200..=299).contains(status);
        // The request was not conditional, so there is nothing that a 304 could confirm.
        let is_unasked = *status == 304 && self.validators().is_none();
        if is_incomplete || is_unasked {
            return Some(FetchOutcome::broken());
        }
        let outcome = self.redirects.outcome(response.status, response.body);
        let mut outcome = outcome.with_headers(response.headers);
        if response.is_decoded {
            outcome = outcome.decoded();
        }
        if response.server_error_is_not_found {
            outcome = outcome.server_error_is_not_found();
        }
        Some(outcome)
    }

    pub(super) fn into_permit(self) -> FetchPermit {
        self.permit
    }
}

impl Response {
    fn add(&mut self, name: &str, value: &[u8]) {
        self.headers.add(name, value);
        if self.location.is_none() && name.eq_ignore_ascii_case("location") {
            self.location = Some(value.to_vec());
        }
    }
}
