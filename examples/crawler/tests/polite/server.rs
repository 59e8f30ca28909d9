//! Local hosts, each with its own behaviour, that record the requests they receive.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use url::Url;

/// The response of a host to a request for its robots.txt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Manner {
    Obliging,
    Slow,
    Missing,
    /// Fails at first, with a `Retry-After`.
    Recovers,
    TooManyRequests,
    Redirects,
    RedirectsForever,
    NeverAnswers,
    BreaksOff,
    /// Compresses its robots.txt although the request does not ask for it.
    Compresses,
    NeverEnds,
    NoHttp,
}

#[derive(Clone)]
pub struct Host {
    pub manner: Manner,
    pub url: Url,
    asked: Arc<Mutex<Vec<(String, Instant, bool)>>>,
}

pub const ROBOTS: &str = "User-agent: *\nDisallow: /private\nCrawl-delay: 0.1\n";

/// `User-agent: *` and `Disallow: /`, compressed with gzip.
const GZIP: &[u8] =
    b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x0b\x2d\x4e\x2d\xd2\x4d\x4c\x4f\xcd\x2b\xb1\x52\xd0\
    \xe2\x72\xc9\x2c\x4e\xcc\xc9\xc9\x2f\xb7\x52\xd0\xe7\x02\x00\x42\x84\xa4\x8f\x1a\x00\x00\x00";

impl Host {
    pub async fn start(manner: Manner) -> Host {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap()).parse().unwrap();
        let host = Host { manner, url, asked: Arc::default() };
        let server = host.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let server = server.clone();
                tokio::spawn(async move { server.serve(stream).await });
            }
        });
        host
    }

    pub fn page(&self, path: &str) -> Url {
        self.url.join(path).unwrap()
    }

    /// Returns the times of the requests for matching paths.
    pub fn times(&self, of: impl Fn(&str) -> bool) -> Vec<Instant> {
        let asked = self.asked.lock().unwrap();
        asked.iter().filter(|(path, ..)| of(path)).map(|asked| asked.1).collect()
    }

    pub fn count(&self, of: impl Fn(&str) -> bool) -> usize {
        self.times(of).len()
    }

    /// Returns the number of conditional requests.
    pub fn conditional(&self) -> usize {
        self.asked.lock().unwrap().iter().filter(|asked| asked.2).count()
    }

    async fn serve(&self, mut stream: TcpStream) {
        let mut request = Vec::new();
        while !request.ends_with(b"\r\n\r\n") {
            match stream.read_u8().await {
                Ok(byte) => request.push(byte),
                Err(_) => return,
            }
        }
        let request = String::from_utf8(request).unwrap();
        let path = request.split(' ').nth(1).unwrap().to_owned();
        let is_conditional = request.to_ascii_lowercase().contains("\r\nif-none-match: \"1\"\r\n");
        self.asked.lock().unwrap().push((path.clone(), Instant::now(), is_conditional));
        let answer = match path.as_str() {
            "/robots.txt" => self.robots(&mut stream, is_conditional).await,
            "/moved" if self.manner == Manner::Redirects => ok("text/plain", ROBOTS),
            "/sitemap.xml" => {
                ok("text/xml", "<urlset><url><loc>/from-sitemap</loc></url></urlset>")
            }
            "/" => {
                let pages = (0..8).map(|page| format!("<a href=\"/{page}\">"));
                let private = (0..8).map(|page| format!("<a href=\"/private/{page}\">"));
                ok("text/html", &pages.chain(private).collect::<String>())
            }
            _ => ok("text/html", "<a href=\"/private\"><a href=\"/\">"),
        };
        let _ = stream.write_all(answer.as_bytes()).await;
    }

    async fn robots(&self, stream: &mut TcpStream, is_conditional: bool) -> String {
        let times = self.count(|path| path == "/robots.txt");
        match self.manner {
            Manner::Obliging if is_conditional => {
                "HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n".into()
            }
            Manner::Obliging => {
                let sitemap = format!("{ROBOTS}Sitemap: {}sitemap.xml\n", self.url);
                ok("text/plain\r\nETag: \"1\"\r\nCache-Control: max-age=1", &sitemap)
            }
            Manner::Slow => {
                tokio::time::sleep(Duration::from_millis(300)).await;
                ok("text/plain", ROBOTS)
            }
            Manner::Missing => status(404, ""),
            Manner::Recovers if times == 1 => status(503, "Retry-After: 1\r\n"),
            Manner::Recovers => ok("text/plain", ROBOTS),
            Manner::TooManyRequests => status(429, "Retry-After: 3600\r\n"),
            Manner::Redirects => status(301, "Location: /moved\r\n"),
            Manner::RedirectsForever => status(302, "Location: /robots.txt\r\n"),
            Manner::NeverAnswers => std::future::pending().await,
            Manner::BreaksOff => {
                ok("text/plain", ROBOTS).replace("Content-Length: ", "Content-Length: 9")
            }
            Manner::Compresses => {
                let head = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Encoding: gzip\r\n\r\n";
                let _ = stream.write_all(&[head.as_bytes(), GZIP].concat()).await;
                String::new()
            }
            Manner::NeverEnds => {
                let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";
                let _ = stream.write_all(format!("{head}{ROBOTS}").as_bytes()).await;
                while stream.write_all(b"# and so on\n".repeat(1000).as_slice()).await.is_ok() {}
                String::new()
            }
            Manner::NoHttp => "SSH-2.0-OpenSSH_9.9\r\n".into(),
        }
    }
}

fn ok(headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: {headers}\r\nContent-Length: {length}\r\n\r\n{body}"
    )
}

fn status(code: u16, headers: &str) -> String {
    format!("HTTP/1.1 {code} Because\r\nConnection: close\r\nContent-Length: 0\r\n{headers}\r\n")
}
