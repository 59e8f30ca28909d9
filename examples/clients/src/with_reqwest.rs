//! A transport with reqwest. With its features `gzip`, `brotli` and so on, reqwest asks for
//! compression, decompresses bodies and removes the header; without them, it does not.

use reqwest::{Client, redirect::Policy};
use robots_exclusion::fetch::{Exchange, Transport, TransportError};

pub struct Reqwest(Client);

impl Reqwest {
    pub fn new() -> reqwest::Result<Reqwest> {
        let client = Client::builder().user_agent("MyBot/1.0").redirect(Policy::none());
        Ok(Reqwest(client.timeout(std::time::Duration::from_secs(30)).build()?))
    }
}

impl Transport for Reqwest {
    async fn get(&self, exchange: &mut Exchange) -> Result<(), TransportError> {
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
