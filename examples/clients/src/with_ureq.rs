//! A blocking transport with ureq. With its features `gzip` and `brotli`, ureq asks for
//! compression, decompresses bodies and removes the header; without them, it does not.

use std::io::Read as _;
use std::time::Duration;

use robots_exclusion::fetch::{BlockingTransport, Exchange, TransportError};
use ureq::Agent;

pub struct Ureq(Agent);

impl Ureq {
    pub fn new() -> Ureq {
        let config = Agent::config_builder()
            .user_agent("MyBot/1.0")
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_global(Some(Duration::from_secs(30)));
        Ureq(config.build().new_agent())
    }
}

impl Default for Ureq {
    fn default() -> Ureq {
        Ureq::new()
    }
}

impl BlockingTransport for Ureq {
    fn get_blocking(&self, exchange: &mut Exchange) -> Result<(), TransportError> {
        let mut request = self.0.get(exchange.url().as_str());
        request.headers_mut().ok_or("not a URL")?.extend(exchange.headers());
        let response = request.call()?;
        exchange.respond(response.status().as_u16(), response.headers());
        let (mut body, mut chunk) = (response.into_body().into_reader(), [0; 8192]);
        while exchange.wants_body() {
            match body.read(&mut chunk)? {
                0 => break,
                length => exchange.push(&chunk[..length]),
            }
        }
        Ok(())
    }
}
