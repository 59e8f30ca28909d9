//! A transport with hyper and the client of hyper-util, which does not follow redirects, does not
//! decompress bodies and has no time limit.

use std::time::Duration;

use http_body_util::{BodyExt as _, Empty};
use hyper::Request;
use hyper::body::Bytes;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use robots_exclusion::fetch::{Exchange, Transport, TransportError};

pub struct Hyper(Client<HttpConnector, Empty<Bytes>>);

impl Hyper {
    pub fn new() -> Hyper {
        Hyper(Client::builder(TokioExecutor::new()).build_http())
    }
}

impl Default for Hyper {
    fn default() -> Hyper {
        Hyper::new()
    }
}

impl Transport for Hyper {
    async fn get(&self, exchange: &mut Exchange) -> Result<(), TransportError> {
        let fetch = async {
            let request = Request::get(exchange.url().as_str()).header("user-agent", "MyBot/1.0");
            let mut request = request.body(Empty::new())?;
            request.headers_mut().extend(exchange.headers());
            let mut response = self.0.request(request).await?;
            exchange.respond(response.status().as_u16(), response.headers());
            while exchange.wants_body() {
                let Some(frame) = response.frame().await else { break };
                exchange.push(frame?.data_ref().unwrap_or(&Bytes::new()));
            }
            Ok(())
        };
        tokio::time::timeout(Duration::from_secs(30), fetch).await?
    }
}
