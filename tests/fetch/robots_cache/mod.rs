//! `RobotsCache`: fetching, waiting and eviction for many hosts.

mod model;
mod net;
mod waking;

use std::sync::Arc;
use std::time::Duration;

use robots_exclusion::Unavailable;
use robots_exclusion::fetch::{
    BlockingTransport, CachePolicy, CacheState, CacheStatistics, Exchange, Refresh, RobotsCache,
    Timestamp, TransportError,
};

use self::net::{Answer, Net, Task, file, now, page, poll, redirect, status};

const ROBOTS: &str = "https://a.example/robots.txt";
const TEXT: &str = "User-agent: *\nDisallow: /private\nSitemap: https://a.example/s.xml\n";
const MINUTE: Duration = Duration::from_secs(60);

/// Returns forty tasks that query public and private pages of one host in turn.
fn forty(cache: &RobotsCache<Net>) -> Vec<Task<bool>> {
    let ask = |number: usize| -> Task<bool> {
        let cache = cache.clone();
        let path = ["public", "private"][number % 2];
        let page = page(&format!("https://a.example/{path}/{number}"));
        Box::pin(async move { cache.allowed(&page).await })
    };
    (0..40).map(ask).collect()
}

/// Polls each task, and removes and returns the results of the completed ones.
fn poll_all(tasks: &mut Vec<Task<bool>>) -> Vec<bool> {
    let mut done = Vec::new();
    tasks.retain_mut(|task| match poll(task) {
        Some(answer) => {
            done.push(answer);
            false
        }
        None => true,
    });
    done
}

#[test]
fn forty_tasks_fetch_once() {
    let net = Net::default();
    let cache = net.cache(CachePolicy::new());
    let mut tasks = forty(&cache);
    for _ in 0..3 {
        assert!(poll_all(&mut tasks).is_empty());
        assert_eq!(net.waiting(), [(ROBOTS.to_owned(), 1)]);
    }
    net.release(ROBOTS, file(TEXT));
    assert_eq!(poll_all(&mut tasks), [true, false].repeat(20));
    assert_eq!(net.requests().len(), 1);
    assert!(now(cache.allowed(&page("https://a.example/x"))));
    assert_eq!(net.requests().len(), 1);
}

#[test]
fn a_cancelled_task_passes_the_fetch_on() {
    let net = Net::default();
    let mut tasks = forty(&net.cache(CachePolicy::new()));
    for remaining in (30..40).rev() {
        assert!(poll_all(&mut tasks).is_empty());
        assert_eq!(net.waiting(), [(ROBOTS.to_owned(), 1)]);
        // The first task that was polled is fetching.
        drop(tasks.remove(0));
        assert_eq!(net.waiting(), []);
        assert_eq!(tasks.len(), remaining);
    }
    assert!(poll_all(&mut tasks).is_empty());
    net.release(ROBOTS, file(TEXT));
    assert_eq!(poll_all(&mut tasks), [true, false].repeat(15));
    assert_eq!(net.requests().len(), 11);
}

#[test]
fn after_a_500_all_tasks_are_refused_until_the_retry_time() {
    let net = Net::default();
    let cache = net.cache(CachePolicy::new());
    let mut tasks = forty(&cache);
    poll_all(&mut tasks);
    net.release(ROBOTS, status(500));
    assert_eq!(poll_all(&mut tasks), [false; 40]);
    net.pass(MINUTE - Duration::from_secs(1));
    assert_eq!(poll_all(&mut forty(&cache)), [false; 40]);
    assert_eq!(net.requests().len(), 1);
    net.pass(Duration::from_secs(1));
    net.always(ROBOTS, file(TEXT));
    assert_eq!(poll_all(&mut forty(&cache)), [true, false].repeat(20));
    assert_eq!(net.requests().len(), 2);
}

#[test]
fn a_hanging_host_does_not_delay_others() {
    let net = Net::default();
    let cache = net.cache(CachePolicy::new()).max_hosts(2);
    net.always("https://b.example/robots.txt", status(404));
    net.always("https://c.example/robots.txt", status(404));
    let mut tasks = forty(&cache);
    assert!(poll_all(&mut tasks).is_empty());
    for host in ["b", "c", "b", "c"] {
        assert!(now(
            cache.allowed(&page(&format!("https://{host}.example/")))
        ));
    }
    // The hanging host stays in the cache while a task waits for it.
    assert_eq!(net.waiting(), [(ROBOTS.to_owned(), 1)]);
    drop(tasks);
    assert_eq!(net.waiting(), []);
    net.always(ROBOTS, file(TEXT));
    assert_eq!(poll_all(&mut forty(&cache)), [true, false].repeat(20));
}

fn access(cache: &RobotsCache<Net>, url: &str) -> CacheState {
    now(cache.access(&page(url))).expect("a host")
}

#[test]
fn answers_have_their_documented_meaning() {
    let gzip = b"\x1f\x8b\x08\0\0\0\0\0\x02\x03".to_vec();
    let coded = Answer::Response(200, vec![("Content-Encoding", "br".into())], TEXT.into());
    let mut endless = TEXT.as_bytes().to_vec();
    endless.resize(2_000_000, b'\n');
    for (answer, why, allowed) in [
        (file(TEXT), None, true),
        (Answer::Response(200, vec![], endless), None, true),
        (status(404), Some(Unavailable::Status(404)), true),
        (status(204), None, true),
        (status(503), Some(Unavailable::Status(503)), false),
        (Answer::NoConnection, Some(Unavailable::Unreachable), false),
        // The missing half of the file may disallow more.
        (
            Answer::BreaksOff("User-agent: *\n"),
            Some(Unavailable::BrokenResponse),
            false,
        ),
        (coded, Some(Unavailable::BrokenResponse), false),
        (
            Answer::Response(200, vec![], gzip),
            Some(Unavailable::BrokenResponse),
            false,
        ),
        (
            redirect("/robots.txt"),
            Some(Unavailable::RedirectLoop),
            true,
        ),
        (
            redirect("gopher://a.example/"),
            Some(Unavailable::UnsupportedScheme),
            false,
        ),
    ] {
        let net = Net::default();
        let shown = format!("{answer:?}").chars().take(100).collect::<String>();
        net.always(ROBOTS, answer);
        let cache = net.cache(CachePolicy::new());
        let state = access(&cache, "https://a.example/");
        assert_eq!(state.access.unavailable(), why, "{shown}");
        assert_eq!(state.access.allowed("MyBot", "/"), allowed, "{shown}");
        assert!(!state.access.allowed("MyBot", "/private") || why.is_some() || allowed);
        assert!(now(cache.allowed(&page(ROBOTS))), "{shown}");
    }
}

#[test]
fn files_are_kept_only_for_the_crawler() {
    let net = Net::default();
    net.always(ROBOTS, file(TEXT));
    let state = access(&net.cache(CachePolicy::new()), "https://a.example/");
    let matcher = state.access.matcher("MyBot");
    assert!(!matcher.allowed("/private") && matcher.allowed("/"));
    assert!(Arc::ptr_eq(&matcher, &state.access.matcher("mybot/2.0")));
    assert_eq!(state.access.sitemaps().count(), 1);
    assert!(state.access.robots().is_none());
    assert!(!state.access.allowed("OtherBot", "/"));
}

#[test]
fn the_policy_decides_which_redirects_are_followed() {
    let net = Net::default();
    net.always(ROBOTS, redirect("https://www.a.example/r"));
    net.always("https://www.a.example/r", file(TEXT));
    assert!(!now(net
        .cache(CachePolicy::new())
        .allowed(&page("https://a.example/private"))));
    let mut policy = CachePolicy::new();
    policy.same_host_redirects = true;
    let careful = net.cache(policy);
    let state = access(&careful, "https://a.example/");
    assert_eq!(
        state.access.unavailable(),
        Some(Unavailable::RedirectRefused)
    );
    assert_eq!(net.requests().len(), 3);
}

#[test]
fn a_stale_copy_is_revalidated() {
    let net = Net::default();
    let tagged = |code, text: &str| {
        let headers = vec![
            ("ETag", "\"1\"".into()),
            ("Cache-Control", "max-age=600".into()),
        ];
        Answer::Response(code, headers, text.into())
    };
    net.always(ROBOTS, tagged(200, TEXT));
    let cache = net.cache(CachePolicy::new());
    assert!(!now(cache.allowed(&page("https://a.example/private"))));
    net.always(ROBOTS, tagged(304, ""));
    for _ in 0..2 {
        net.pass(10 * MINUTE);
        assert!(!now(cache.allowed(&page("https://a.example/private"))));
    }
    let conditional: Vec<bool> = net.requests().iter().map(|request| request.1).collect();
    assert_eq!(conditional, [false, true, true]);
}

/// A 304 confirms nothing if the request was not conditional.
#[test]
fn an_unasked_304_is_a_broken_response() {
    let net = Net::default();
    let cache = net.cache(CachePolicy::new());
    let why = |cache| access(cache, "https://a.example/").access.unavailable();
    net.always(ROBOTS, file(TEXT));
    assert_eq!(why(&cache), None);
    net.always(ROBOTS, status(304));
    net.pass(24 * 60 * MINUTE);
    assert_eq!(why(&cache), Some(Unavailable::BrokenResponse));
    let conditional = net.requests().iter().any(|request| request.1);
    assert!(!conditional);
    // The copy has a validator, but it belongs to a different URL from the one that now answers.
    let tag = vec![("ETag", "\"1\"".into())];
    net.always(ROBOTS, Answer::Response(200, tag, TEXT.into()));
    net.pass(MINUTE);
    assert_eq!(why(&cache), None);
    net.always(ROBOTS, redirect("https://www.a.example/r"));
    net.always("https://www.a.example/r", status(304));
    net.pass(24 * 60 * MINUTE);
    assert_eq!(why(&cache), Some(Unavailable::BrokenResponse));
}

#[test]
fn a_url_without_a_host_is_not_allowed() {
    let net = Net::default();
    let cache = net.cache(CachePolicy::new());
    for url in ["mailto:a@example.com", "data:,x", "file:///etc/passwd"] {
        assert!(!now(cache.allowed(&page(url))), "{url}");
        assert!(now(cache.access(&page(url))).is_err(), "{url}");
    }
    assert_eq!(net.requests(), []);
}

#[test]
fn threads_fetch_once() {
    let net = Net::default();
    net.always(ROBOTS, file(TEXT));
    let cache = net.cache(CachePolicy::new());
    std::thread::scope(|scope| {
        for _ in 0..40 {
            scope.spawn(|| {
                assert!(!cache.allowed_blocking(&page("https://a.example/private")));
                assert!(cache.allowed_blocking(&page("https://a.example/")));
            });
        }
    });
    assert_eq!(net.requests().len(), 1);
}

/// Visits the hosts with these numbers, each of which has a robots.txt.
fn visit(net: &Net, cache: &RobotsCache<Net>, numbers: impl IntoIterator<Item = usize>) {
    for number in numbers {
        let host = format!("https://{number}.example/");
        net.always(&format!("{host}robots.txt"), file(TEXT));
        assert!(now(cache.allowed(&page(&host))));
    }
}

#[test]
fn hosts_are_bounded_and_recently_used_ones_stay() {
    let net = Net::default();
    let cache = net.cache(CachePolicy::new()).max_hosts(10);
    for number in 0..200 {
        visit(&net, &cache, [0, number]);
        assert!(cache.statistics().hosts <= 10);
    }
    // The host that was queried in every round was fetched once.
    let of_first = |request: &&(String, bool)| request.0 == "https://0.example/robots.txt";
    assert_eq!(net.requests().iter().filter(of_first).count(), 1);
    assert_eq!(net.requests().len(), 200);
}

#[test]
fn bytes_are_bounded() {
    let net = Net::default();
    let cache = net.cache(CachePolicy::new()).max_bytes(50_000);
    visit(&net, &cache, 0..200);
    let CacheStatistics { hosts, bytes, .. } = cache.statistics();
    assert!(
        bytes <= 50_000 && hosts > 10,
        "{hosts} hosts, {bytes} bytes"
    );
    // A file above the limit is obeyed but not kept.
    let large = format!("User-agent: *\nDisallow: /{}\n", "x".repeat(100_000));
    net.always(ROBOTS, file(&large));
    for times in 1..=3 {
        assert!(now(cache.allowed(&page("https://a.example/y"))));
        assert!(!now(cache.allowed(&page(
            &large["User-agent: *\nDisallow: ".len()..].trim().replacen(
                '/',
                "https://a.example/",
                1
            )
        ))));
        assert!(cache.statistics().bytes <= 50_000);
        let of_large = net
            .requests()
            .iter()
            .filter(|request| request.0 == ROBOTS)
            .count();
        assert_eq!(of_large, 2 * times);
    }
}

#[test]
fn without_capacity_every_page_is_a_fetch() {
    let net = Net::default();
    let cache = net.cache(CachePolicy::new()).max_hosts(0);
    visit(&net, &cache, [1, 1, 1]);
    assert_eq!(net.requests().len(), 3);
}

#[cfg(feature = "serde")]
mod saved {
    use super::*;

    #[test]
    fn a_saved_cache_survives_a_restart() {
        let net = Net::default();
        net.always("https://b.example/robots.txt", status(429));
        net.always("https://c.example/robots.txt", status(404));
        net.always(ROBOTS, file(TEXT));
        let cache = net.cache(CachePolicy::new());
        let pages = [
            ("https://a.example/", true),
            ("https://a.example/private", false),
            ("https://b.example/", false),
            ("https://c.example/private", true),
        ];
        let answers =
            |cache: &RobotsCache<Net>| pages.map(|(url, _)| now(cache.allowed(&page(url))));
        assert_eq!(answers(&cache), pages.map(|(_, allowed)| allowed));
        let lines: Vec<String> = cache
            .save()
            .map(|host| serde_json::to_string(&host).unwrap())
            .collect();
        assert_eq!(lines.len(), 3);
        let restarted = net.cache(CachePolicy::new());
        let load = |line: &String| serde_json::from_str(line);
        assert_eq!(restarted.load(lines.iter().map(load)), 0);
        let size = |counts: CacheStatistics| (counts.hosts, counts.bytes);
        assert_eq!(size(restarted.statistics()), size(cache.statistics()));
        assert_eq!(answers(&restarted), pages.map(|(_, allowed)| allowed));
        assert_eq!(net.requests().len(), 3);
        let state = access(&restarted, "https://b.example/");
        assert!(matches!(state.refresh, Refresh::RetryAt(_)));
    }

    #[test]
    fn only_bad_entries_are_skipped() {
        let net = Net::default();
        let cache = net.cache(CachePolicy::new());
        visit(&net, &cache, 0..3);
        let mut lines: Vec<String> = cache
            .save()
            .map(|host| serde_json::to_string(&host).unwrap())
            .collect();
        lines[1].truncate(20);
        let other_version = lines[2].replacen("\"version\":1", "\"version\":2", 1);
        assert_ne!(other_version, lines[2]);
        lines.extend([other_version, String::new(), "{}".into(), "[".repeat(1000)]);
        let restarted = net.cache(CachePolicy::new());
        let skipped = restarted.load(lines.iter().map(|line| serde_json::from_str(line)));
        assert_eq!((restarted.statistics().hosts, skipped), (2, 5));
    }

    #[test]
    fn loaded_entries_are_bounded() {
        let net = Net::default();
        let cache = net.cache(CachePolicy::new());
        visit(&net, &cache, 0..50);
        let restarted = net.cache(CachePolicy::new()).max_hosts(10);
        restarted.load(cache.save().map(Ok::<_, ()>));
        assert_eq!(restarted.statistics().hosts, 10);
    }
}

#[test]
fn a_cache_for_several_crawlers_keeps_what_the_policy_says() {
    let net = Net::default();
    net.always(
        ROBOTS,
        file("User-agent: a\nDisallow: /\n\nUser-agent: *\nDisallow: /x\n"),
    );
    let text = |policy: CachePolicy, agent: &str| {
        let cache = RobotsCache::for_crawlers(policy, net.clone());
        let state = access(&cache, "https://a.example/");
        state.access.verdict(agent, "/").to_string()
    };
    let a_and_b = || CachePolicy::new().keep_only_for(["a"]).keep_only_for(["b"]);
    assert_eq!(
        text(CachePolicy::new(), "a"),
        "disallowed by line 2: Disallow: /"
    );
    assert_eq!(
        text(CachePolicy::new(), "c"),
        "allowed: no rule in the * group matches"
    );
    assert_eq!(text(a_and_b(), "a"), "disallowed by line 2: Disallow: /");
    assert_eq!(
        text(a_and_b(), "b"),
        "allowed: no rule in the * group matches"
    );
    assert_eq!(
        text(a_and_b(), "c"),
        "disallowed, because robots.txt is only kept for other crawlers"
    );
}

/// `allowed` decides for the first crawler of the policy, or for `*`.
#[test]
fn a_cache_for_several_crawlers_decides_for_the_first() {
    let net = Net::default();
    let text = "User-agent: a\nDisallow: /a\n\nUser-agent: b\nDisallow: /b\n\n\
                User-agent: *\nDisallow: /x\n";
    net.always(ROBOTS, file(text));
    let only = |agents: &[&str]| CachePolicy::new().keep_only_for(agents);
    for (policy, disallowed) in [
        (CachePolicy::new(), "x"),
        (only(&["a"]), "a"),
        (only(&["b"]).keep_only_for(["a"]), "b"),
        (only(&["c", "a"]), "a"),
        (only(&["c"]), "x"),
        (only(&["*"]), "x"),
        (only(&[]), "x"),
    ] {
        let cache = RobotsCache::for_crawlers(policy.clone(), net.clone());
        for path in ["a", "b", "x", "y"] {
            let url = page(&format!("https://a.example/{path}"));
            let allowed = now(cache.allowed(&url));
            assert_eq!(allowed, path != disallowed, "{path}: {policy:?}");
        }
    }
}

#[test]
fn hosts_can_be_inspected_and_forgotten_without_a_fetch() {
    let net = Net::default();
    let text = "User-agent: MyBot\nCrawl-delay: 7\n\nUser-agent: *\nCrawl-delay: 1\n";
    net.always(ROBOTS, redirect("https://www.a.example/r"));
    net.always("https://www.a.example/r", file(text));
    net.always("https://b.example/robots.txt", status(503));
    let cache = net.cache(CachePolicy::new());
    let [a, target, b, none] = [
        "https://a.example/",
        "https://www.a.example/",
        "https://b.example/",
        "data:,x",
    ]
    .map(page);
    for page in [&a, &b, &none] {
        assert!(cache.cached(page).is_none() && cache.delay(page).is_none() && !cache.forget(page));
    }
    assert!(now(cache.allowed(&a)) && !now(cache.allowed(&b)));
    assert!(!now(cache.allowed(&none)));
    // The delay is for the host that was asked, not for the target of its redirect.
    assert_eq!(cache.delay(&a), Some(Duration::from_secs(7)));
    assert_eq!((cache.delay(&target), cache.delay(&b)), (None, None));
    // A stale copy is returned as it is.
    net.pass(48 * 60 * MINUTE);
    let state = cache.cached(&a).expect("the host is in the cache");
    assert!(state.refresh == Refresh::Now && state.access.unavailable().is_none());
    let counts = cache.statistics();
    assert_eq!(counts.hosts, 2);
    assert_eq!(
        (
            counts.queries,
            counts.fetches,
            counts.failures,
            counts.evicted
        ),
        (2, 2, 1, 0)
    );
    assert!(cache.forget(&a) && !cache.forget(&a));
    assert!(cache.cached(&a).is_none());
    assert_eq!(cache.statistics().hosts, 1);
    assert_eq!(net.requests().len(), 3);
    // The next query fetches again, and without validators.
    assert!(now(cache.allowed(&a)));
    assert_eq!(net.requests().len(), 5);
    let small = net.cache(CachePolicy::new()).max_hosts(1);
    assert!(now(small.allowed(&a)) && !now(small.allowed(&b)));
    assert_eq!(small.statistics().evicted, 1);
}

/// Tasks that wait get the outcome of a fetch that the cache has forgotten meanwhile.
#[test]
fn a_host_can_be_forgotten_during_a_fetch() {
    let net = Net::default();
    let cache = net.cache(CachePolicy::new());
    let mut tasks = forty(&cache);
    assert!(poll_all(&mut tasks).is_empty());
    assert!(cache.forget(&page(ROBOTS)));
    net.release(ROBOTS, file(TEXT));
    assert_eq!(poll_all(&mut tasks), [true, false].repeat(20));
    let counts = cache.statistics();
    assert_eq!((counts.hosts, counts.bytes), (0, 0));
}

#[cfg(feature = "http")]
#[test]
fn validators_become_the_headers_of_a_conditional_request() {
    const DATE: &str = "Sun, 06 Nov 1994 08:49:37 GMT";

    /// Answers with both validators, and then only to requests that send them back.
    struct Conditional;

    impl BlockingTransport for Conditional {
        fn get_blocking(&self, exchange: &mut Exchange) -> Result<(), TransportError> {
            let headers = exchange.headers();
            if headers.is_empty() {
                let etag = http::HeaderValue::from_bytes(b"\"\xe9\"")?;
                let date = http::HeaderValue::from_static(DATE);
                exchange.respond(200, [("ETag", etag), ("Last-Modified", date)]);
                exchange.push(TEXT.as_bytes());
            } else {
                assert_eq!(headers.len(), 2);
                assert_eq!(headers["if-none-match"].as_bytes(), b"\"\xe9\"");
                assert_eq!(headers["if-modified-since"], DATE);
                exchange.respond(304, &http::HeaderMap::new());
            }
            Ok(())
        }
    }

    let cache = RobotsCache::new("MyBot", CachePolicy::new(), Conditional);
    let day = Duration::from_secs(24 * 60 * 60);
    let later = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let is_later = later.clone();
    let cache = cache.clock(
        move || match is_later.load(std::sync::atomic::Ordering::Relaxed) {
            false => Timestamp::UNIX_EPOCH,
            true => Timestamp::UNIX_EPOCH + 2 * day,
        },
    );
    for is_second in [false, true] {
        later.store(is_second, std::sync::atomic::Ordering::Relaxed);
        assert!(!cache.allowed_blocking(&page("https://a.example/private")));
    }
    let counts = cache.statistics();
    assert_eq!((counts.fetches, counts.failures), (2, 0));
}
