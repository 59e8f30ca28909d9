//! Measures a `RobotsCache` with many hosts: its memory, and the cost of a hit.
//!
//! ```text
//! cargo run --release --manifest-path benches/compare/Cargo.toml --bin hosts -- [HOSTS]
//! ```
//!
//! Each host serves one of the files of the corpus. A million hosts, the default, take about 17 s
//! of CPU time.

use std::error::Error;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use cpu_time::ThreadTime;
use robots_exclusion::fetch::{CachePolicy, Exchange, RobotsCache, Transport, TransportError};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use url::Url;

#[allow(dead_code, reason = "the other programs ask for more")]
#[path = "../../corpus/mod.rs"]
mod corpus;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<std::alloc::System> = &INSTRUMENTED_SYSTEM;

/// Answers without a network: host `7.example` serves the eighth file.
struct Files(Vec<Vec<u8>>);

impl Transport for Files {
    async fn get(&self, exchange: &mut Exchange) -> Result<(), TransportError> {
        let host = exchange.url().host_str().ok_or("no host")?;
        let number: usize = host.trim_end_matches(".example").parse()?;
        exchange.respond(200, [("Cache-Control", "max-age=86400")]);
        exchange.push(&self.0[number % self.0.len()]);
        Ok(())
    }
}

/// Runs a future that never waits.
fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer,
        Poll::Pending => unreachable!("the transport answers at once"),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let hosts = match std::env::args().nth(1) {
        Some(hosts) => hosts.parse()?,
        None => 1_000_000,
    };
    let corpus = corpus::Corpus::load();
    println!(
        "{hosts} hosts, {} files: {}.",
        corpus.files.len(),
        corpus.origin
    );
    let cache = RobotsCache::new("ExampleBot", CachePolicy::new(), Files(corpus.files))
        .max_hosts(hosts)
        .max_bytes(usize::MAX);
    let mut random = corpus::Random::new(1);
    let mut page = |host: usize| Url::parse(&format!("https://{host}.example/{}", random.below(9)));
    let pages: Vec<Url> = (0..hosts).map(&mut page).collect::<Result<_, _>>()?;
    let each = |total: f64| total / hosts as f64;

    let region = Region::new(ALLOCATOR);
    let start = ThreadTime::now();
    let answers: Vec<bool> = pages.iter().map(|page| now(cache.allowed(page))).collect();
    let filling = start.elapsed().as_secs_f64();
    let used = region.change();
    let made = used.bytes_allocated as f64 + used.bytes_reallocated as f64;
    let counts = cache.statistics();
    assert_eq!(counts.hosts, hosts, "every host is in the cache");
    println!(
        "{:.0} B of heap a host; {:.0} B count against `max_bytes`",
        each(made - used.bytes_deallocated as f64 - hosts as f64),
        each(counts.bytes as f64),
    );
    println!(
        "{:.1} µs to fetch, parse and keep a host",
        each(filling) * 1e6
    );

    // Hosts in random order are not in the processor's caches.
    let count = hosts.min(1_000_000);
    let one = vec![0; count];
    let any: Vec<usize> = (0..count).map(|_| random.below(hosts)).collect();
    for (what, hits) in [("the same host", one), ("a random host", any)] {
        let region = Region::new(ALLOCATOR);
        let start = ThreadTime::now();
        for &hit in &hits {
            assert_eq!(now(cache.allowed(&pages[hit])), answers[hit]);
        }
        let asking = start.elapsed().as_secs_f64() / count as f64;
        let allocations = region.change().allocations as f64 / count as f64;
        println!(
            "{:.0} ns and {allocations:.1} allocations for a hit on {what}",
            asking * 1e9
        );
    }
    Ok(())
}
