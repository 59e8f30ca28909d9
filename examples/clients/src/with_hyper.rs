//! hyper, with the client of hyper-util, which follows no redirects.

use http_body_util::{BodyExt as _, Empty};
use hyper::Request;
use hyper::body::Bytes;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use robots_exclusion::fetch::{CachedRobots, FetchResult, Hop, Redirects};
use url::Url;

use crate::BODY_LIMIT;

pub type HyperClient = Client<HttpConnector, Empty<Bytes>>;

pub fn client() -> HyperClient {
    Client::builder(TokioExecutor::new()).build_http()
}

/// Wants a time limit: `tokio::time::timeout`, and `FetchResult::unreachable()` when it is over.
pub async fn fetch(
    client: &HyperClient,
    start: Url,
    cached: &CachedRobots,
) -> FetchResult<'static> {
    let mut redirects = Redirects::new(start);
    loop {
        let request = Request::get(redirects.url().as_str()).header("user-agent", "MyBot/1.0");
        let Ok(mut request) = request.body(Empty::new()) else {
            return FetchResult::unreachable();
        };
        if let Some(validators) = cached.validators_for(redirects.url()) {
            request.headers_mut().extend(validators.to_headers());
        }
        let Ok(response) = client.request(request).await else {
            return FetchResult::unreachable();
        };
        match redirects.follow_headers(response.status(), response.headers()) {
            Hop::Request(_) => continue,
            Hop::End(result) => return result,
            Hop::Answer => {}
        }
        let (head, mut frames) = response.into_parts();
        let mut body = Vec::new();
        while head.status.is_success() && body.len() < BODY_LIMIT {
            match frames.frame().await {
                Some(Ok(frame)) => {
                    body.extend_from_slice(frame.data_ref().unwrap_or(&Bytes::new()))
                }
                Some(Err(_)) => return FetchResult::broken(),
                None => break,
            }
        }
        return redirects.result(head.status.as_u16(), body).header_map(&head.headers);
    }
}
