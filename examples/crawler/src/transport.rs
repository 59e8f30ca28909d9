//! Fetches robots.txt files with the client that also fetches pages.

use reqwest::Client;
use robots_exclusion::fetch::{Exchange, Transport, TransportError};

/// The client must not follow redirects by itself (`redirect::Policy::none()`), and needs a `timeout`.
pub struct Reqwest(pub Client);

impl Transport for Reqwest {
    async fn get(&self, exchange: &mut Exchange) -> Result<(), TransportError> {
        // If the crawler can reach private services, check the URL here.
        let request = self.0.get(exchange.url().clone()).headers(exchange.headers());
        let mut response = request.send().await?;
        exchange.respond(response.status().as_u16(), response.headers());
        while exchange.wants_body() {
            let Some(chunk) = response.chunk().await? else { break };
            exchange.push(&chunk);
        }
        Ok(())
    }
}
