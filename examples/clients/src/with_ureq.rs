//! ureq, for a thread that may wait.

use std::io::Read as _;

use robots_exclusion::fetch::{CachedRobots, FetchResult, Hop, Redirects};
use ureq::Agent;
use url::Url;

use crate::BODY_LIMIT;

pub fn client() -> Agent {
    let config = Agent::config_builder()
        .user_agent("MyBot/1.0")
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .timeout_global(Some(std::time::Duration::from_secs(30)));
    config.build().new_agent()
}

pub fn fetch(agent: &Agent, start: Url, cached: &CachedRobots) -> FetchResult<'static> {
    let mut redirects = Redirects::new(start);
    loop {
        let mut request = agent.get(redirects.url().as_str());
        if let Some(validators) = cached.validators_for(redirects.url()) {
            for (name, value) in &validators.to_headers() {
                request = request.header(name, value);
            }
        }
        let Ok(response) = request.call() else {
            return FetchResult::unreachable();
        };
        match redirects.follow_headers(response.status(), response.headers()) {
            Hop::Request(_) => continue,
            Hop::End(result) => return result,
            Hop::Answer => {}
        }
        let (head, body) = response.into_parts();
        let limit = if head.status.is_success() { BODY_LIMIT } else { 0 };
        let mut text = Vec::new();
        if body.into_reader().take(limit as u64).read_to_end(&mut text).is_err() {
            return FetchResult::broken();
        }
        return redirects.result(head.status.as_u16(), text).header_map(&head.headers);
    }
}
