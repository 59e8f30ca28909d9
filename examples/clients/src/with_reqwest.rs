//! reqwest, whose `Response` is not an `http::Response`, but hands out its parts.

use reqwest::{Client, redirect::Policy};
use robots_exclusion::fetch::{CachedRobots, FetchResult, Hop, Redirects};
use url::Url;

use crate::BODY_LIMIT;

pub fn client() -> Client {
    let client = Client::builder().user_agent("MyBot/1.0").redirect(Policy::none());
    client.timeout(std::time::Duration::from_secs(30)).build().expect("a client")
}

pub async fn fetch(client: &Client, start: Url, cached: &CachedRobots) -> FetchResult<'static> {
    let mut redirects = Redirects::new(start);
    loop {
        let mut request = client.get(redirects.url().clone());
        if let Some(validators) = cached.validators_for(redirects.url()) {
            request = request.headers(validators.to_headers());
        }
        let Ok(mut response) = request.send().await else {
            return FetchResult::unreachable();
        };
        let (status, headers) = (response.status(), response.headers().clone());
        match redirects.follow_headers(status, &headers) {
            Hop::Request(_) => continue,
            Hop::End(result) => return result,
            Hop::Answer => {}
        }
        let mut body = Vec::new();
        while status.is_success() && body.len() < BODY_LIMIT {
            match response.chunk().await {
                Ok(Some(chunk)) => body.extend_from_slice(&chunk),
                Ok(None) => break,
                Err(_) => return FetchResult::broken(),
            }
        }
        return redirects.result(status.as_u16(), body).header_map(&headers);
    }
}
