//! Heap usage, measured with a counting allocator.

use std::hint::black_box;
use std::sync::Arc;

use allocation_counter::{AllocationInfo, measure};
use robots_exclusion::fetch::{Access, CachePolicy, CachedRobots, FetchOutcome, Timestamp};
use robots_exclusion::{Dialect, Matcher, ParseOptions, Robots};

use crate::growth::{DIALECTS, options};
use crate::{corpus, families};

/// A constant allowance, in bytes, for allocations that do not grow with the text.
const BASE: u64 = 8 * 1024;

/// Asserts that the peak heap usage is at most `most` bytes per byte of text for every family, and
/// prints the highest ratio.
fn assert_peak(
    what: &str,
    most: f64,
    cost: impl Fn(&[u8], Dialect, &'static str) -> AllocationInfo,
) {
    let mut worst: (f64, &str) = (0.0, "");
    for family in families::ALL {
        for dialect in DIALECTS {
            for length in [1_000, 60_000, 240_000] {
                let text = (family.text)(length);
                let info = cost(&text, dialect, family.url);
                let peak = info.bytes_max.saturating_sub(BASE) as f64 / text.len() as f64;
                worst = if peak > worst.0 {
                    (peak, family.name)
                } else {
                    worst
                };
                assert!(
                    peak <= most,
                    "{what}: {} bytes of heap for {} bytes of text, more than {most} per byte: {} in {dialect:?}",
                    info.bytes_max,
                    text.len(),
                    family.name
                );
            }
        }
    }
    println!(
        "{what}: at most {:.2} bytes per byte of text ({})",
        worst.0, worst.1
    );
}

/// A rule or agent takes 12 bytes, and a group 20. While a table grows or shrinks, the old
/// allocation also counts.
#[test]
fn parsing_takes_heap_in_proportion_to_the_text() {
    assert_peak("parse", 2.8, |text, dialect, _| {
        measure(|| {
            black_box(options(dialect).parse(text));
        })
    });
}

#[test]
fn parsing_the_shortest_groups_takes_the_most_heap() {
    let mut worst: f64 = 0.0;
    for dialect in DIALECTS {
        for groups in (1_000..20_000).step_by(777) {
            let text = "user-agent:\nallow:\n".repeat(groups);
            let info = measure(|| {
                black_box(options(dialect).parse(&text));
            });
            let peak = info.bytes_max as f64 / text.len() as f64;
            assert!(
                peak <= 3.8,
                "{groups} groups: {peak:.2} bytes per byte of text"
            );
            worst = worst.max(peak);
        }
    }
    println!("parse, the shortest groups: at most {worst:.2} bytes per byte of text");
}

#[test]
fn a_matcher_takes_heap_in_proportion_to_the_text() {
    assert_peak("matcher", 30.0, |text, dialect, _| {
        let robots = options(dialect).parse(text);
        measure(|| {
            black_box(robots.matcher("a-b"));
        })
    });
}

#[test]
fn a_clone_of_a_matcher_takes_heap_in_proportion_to_the_text() {
    assert_peak("clone", 6.0, |text, dialect, _| {
        let robots = options(dialect).parse(text);
        let matcher = robots.matcher("a-b");
        measure(|| {
            black_box(matcher.clone());
        })
    });
}

#[test]
fn queries_take_heap_in_proportion_to_the_text() {
    assert_peak("queries of a file", 30.0, |text, dialect, url| {
        let robots = options(dialect).parse(text);
        measure(|| {
            for _ in 0..3 {
                black_box(robots.allowed("a-b", url));
                let _ = black_box(robots.verdict("a-b", url));
            }
        })
    });
}

/// Typical URLs in their canonical spelling. None contains an escape: if a wildcard would end
/// inside one, the rest of the pattern is matched again with a table of the same length.
const PLAIN_URLS: [&str; 8] = [
    "/",
    "/a/b.html?c=d",
    "/same",
    "https://example.com/a/long/way/that/all/rules/begin/with/77",
    "http://example.com:8080/fish.php?id=1&x=y",
    "https://example.com",
    "https://example.com/a-b#fragment",
    "/robots.txt",
];

#[track_caller]
fn assert_no_allocation(what: &str, query: impl FnOnce()) {
    let info = measure(query);
    assert_eq!(
        info.count_total, 0,
        "{what} allocates {} bytes",
        info.bytes_total
    );
}

fn ask_matcher(matcher: &Matcher, what: &str) {
    for url in PLAIN_URLS {
        assert_no_allocation(&format!("{what}: Matcher::allowed({url})"), || {
            black_box(matcher.allowed(url));
        });
        assert_no_allocation(&format!("{what}: Matcher::verdict({url})"), || {
            let _ = black_box(matcher.verdict(url));
        });
    }
}

/// Returns `true` if the text contains `%2F`. Rules with `%2F` or `%3F` have two spellings: one for
/// the path of a URL, and one for its query.
fn has_two_spellings(text: &[u8]) -> bool {
    text.windows(3).any(|bytes| bytes == b"%2F")
}

#[test]
fn plain_queries_allocate_nothing() {
    for family in families::ALL {
        for dialect in DIALECTS {
            let text = (family.text)(20_000);
            let robots = options(dialect).parse(&text);
            if has_two_spellings(&text) {
                continue;
            }
            ask_matcher(&robots.matcher("a-b"), family.name);
        }
    }
}

#[test]
fn rules_with_two_spellings_take_heap_in_proportion_to_the_text() {
    let spelled_twice: Vec<_> = families::ALL
        .into_iter()
        .filter(|family| has_two_spellings(&(family.text)(100)))
        .collect();
    assert!(!spelled_twice.is_empty());
    for family in spelled_twice {
        let text = (family.text)(60_000);
        let robots = options(Dialect::Standard).parse(&text);
        let matcher = robots.matcher("a-b");
        for url in PLAIN_URLS.into_iter().chain([family.url]) {
            let info = measure(|| {
                let _ = black_box(matcher.verdict(url));
            });
            assert!(
                info.bytes_max <= 16 * text.len() as u64,
                "{} {url}: {}",
                family.name,
                info.bytes_max
            );
            assert_eq!(info.bytes_current, 0);
        }
    }
}

/// If a piece of a pattern is found inside a `%XX`, it is searched for again in a copy of the
/// target. All rules share one copy.
#[test]
fn pieces_found_inside_escapes_cost_one_copy_of_the_url() {
    let url = format!("/{}24", "%24".repeat(600));
    for number in [2, 500] {
        let text = format!(
            "user-agent: *\n{}",
            "disallow: /*24x\nallow: *4%24y\n".repeat(number)
        );
        let matcher = Robots::parse(&text).matcher("a-b");
        let info = measure(|| assert!(matcher.allowed(&url)));
        assert!(info.count_total <= 1, "{} allocations", info.count_total);
        assert!(
            info.bytes_total <= url.len() as u64,
            "{} bytes",
            info.bytes_total
        );
        assert!(
            !Robots::parse("user-agent: *\ndisallow: /*%2424$")
                .matcher("a-b")
                .allowed(&url)
        );
    }
}

const USUAL: &str = "User-agent: *\nDisallow: /private/\nDisallow: /*.gif$\nAllow: /fish\n\n\
    User-agent: a-b\nUser-agent: c\nDisallow: /fish*.php\nAllow: /*?id=1\n\nSitemap: https://example.com/s.xml\n";

/// The tables of a small file are stored inline, so neither parsing nor the first queries allocate.
#[test]
fn small_files_are_parsed_and_queried_without_allocating() {
    for dialect in DIALECTS {
        assert_no_allocation("Robots::parse", || {
            black_box(options(dialect).parse(USUAL));
        });
        for agent in ["a-b", "a-b/1.0", "d", "Mozilla/5.0 (compatible; a-b/1.0)"] {
            for url in PLAIN_URLS {
                let robots = options(dialect).parse(USUAL);
                assert_no_allocation(&format!("Robots::allowed({agent}, {url})"), || {
                    black_box(robots.allowed(agent, url));
                });
                assert_no_allocation(&format!("Robots::verdict({agent}, {url})"), || {
                    let _ = black_box(robots.verdict(agent, url));
                });
            }
        }
    }
}

/// Repeated queries compile and cache nothing. They allocate only if many groups apply to the
/// crawler, to list these groups.
#[test]
fn queries_of_a_file_compile_nothing() {
    for dialect in DIALECTS {
        for (rules, rules_of_a_group, most) in [(1, 1, 0), (1_000, 1_000, 0), (40, 1, 4)] {
            let lines = (0..rules).map(|number| match number % rules_of_a_group {
                0 => format!("user-agent: *\ndisallow: /{number}\n"),
                _ => format!("disallow: /{number}\n"),
            });
            let text: String = lines.collect();
            let robots = options(dialect).parse(&text);
            for query in 1..=40 {
                let info = measure(|| {
                    black_box(robots.allowed("a-b", "/fish"));
                });
                assert!(
                    info.count_total <= most,
                    "{rules} rules, {dialect:?}, query {query}: {} allocations",
                    info.count_total
                );
            }
        }
    }
}

/// `parse_owned` keeps the buffer that it receives, and allocates exactly as much as parsing the
/// same text borrowed.
#[test]
fn owned_text_is_not_copied() {
    for family in families::ALL {
        for dialect in DIALECTS {
            let text = (family.text)(60_000);
            let of_borrowed = measure(|| {
                black_box(options(dialect).parse(&text));
            });
            let mut text = text;
            text.shrink_to_fit();
            let place = text.as_ptr();
            let of_owned = measure(|| {
                let robots = black_box(options(dialect).parse_owned(text));
                assert_eq!(robots.text().as_ptr(), place, "{}", family.name);
            });
            assert_eq!(
                (of_owned.count_total, of_owned.bytes_total),
                (of_borrowed.count_total, of_borrowed.bytes_total),
                "{} in {dialect:?}",
                family.name
            );
        }
    }
}

/// An owned response body is moved into the cache.
#[test]
fn a_cache_does_not_copy_the_response_body() {
    let body = b"user-agent: *\ndisallow: /a\n".repeat(10_000);
    let place = body.as_ptr();
    let now = Timestamp::UNIX_EPOCH;
    let mut cached = CachedRobots::default();
    cached.record(FetchOutcome::response(200, body), now);
    let robots = cached.copy().and_then(Access::robots).expect("a file");
    assert_eq!(robots.text().as_ptr(), place);
}

/// A cache frees the part of a body beyond the byte limit, and any spare capacity of its buffer.
#[test]
fn a_cache_frees_the_unread_part_of_a_body() {
    const LIMIT: usize = ParseOptions::DEFAULT_BYTE_LIMIT;
    for (length, room) in [(50_000_000, 50_000_000), (1_000, 1_000_000)] {
        let kept = measure(|| {
            let mut body = Vec::with_capacity(room);
            body.resize(length, b'\n');
            let mut cached = CachedRobots::default();
            cached.record(FetchOutcome::response(200, body), Timestamp::UNIX_EPOCH);
            std::mem::forget(cached);
        });
        let most = length.min(LIMIT) as u64 + BASE;
        assert!(
            kept.bytes_current as u64 <= most,
            "{} bytes are kept of a body of {length} with capacity {room}",
            kept.bytes_current
        );
    }
}

/// Returns the heap usage of a cached copy of the text, in bytes.
fn kept_of(text: &[u8], policy: &Arc<CachePolicy>) -> i64 {
    let info = measure(|| {
        let mut cached = CachedRobots::new(policy.clone());
        cached.record(FetchOutcome::response(200, text), Timestamp::UNIX_EPOCH);
        black_box(cached.at(Timestamp::UNIX_EPOCH).access.matcher("a-b"));
        std::mem::forget(cached);
    });
    info.bytes_current
}

/// A copy kept for one crawler consists of its matcher, the sitemaps, and at most 240 more bytes.
#[test]
fn a_copy_for_one_crawler_is_little_more_than_its_matcher() {
    let whole = Arc::new(CachePolicy::new());
    let one = Arc::new(CachePolicy::clone(&whole).keep_only_for(&["a-b"]));
    for family in families::ALL {
        let mut text = (family.text)(20_000);
        text.extend_from_slice(b"\nsitemap: https://example.com/1.xml\n");
        let of_matcher = measure(|| {
            let robots = options(Dialect::Standard).parse(&text);
            std::mem::forget(robots.matcher("a-b").with_sitemaps(robots.sitemaps()));
        });
        let kept = kept_of(&text, &one);
        assert!(
            kept <= of_matcher.bytes_current + 240,
            "{}: {kept} bytes, {} of them the matcher",
            family.name,
            of_matcher.bytes_current
        );
    }
    if let Some(folder) = corpus::folder() {
        let texts = corpus::files(&folder)
            .into_iter()
            .map(|path| corpus::read(&path));
        let pairs: Vec<[i64; 2]> = texts
            .map(|text| [&whole, &one].map(|policy| kept_of(&text, policy)))
            .collect();
        let [whole, one] = [0, 1].map(|which| {
            let sum: i64 = pairs.iter().map(|pair| pair[which]).sum();
            size_of::<CachedRobots>() as i64 + sum / pairs.len() as i64
        });
        println!(
            "a copy takes {whole} bytes, or {one} if kept for one crawler (mean of {} files)",
            pairs.len()
        );
    }
}

/// Dropping a file and its matcher frees all of their memory.
#[test]
fn files_and_matchers_free_their_memory() {
    for family in families::ALL {
        let text = (family.text)(20_000);
        let info = measure(|| {
            let robots: Robots<'static> = options(Dialect::Standard).parse(&text).into_owned();
            for _ in 0..3 {
                let _ = black_box(robots.verdict("a-b", family.url));
            }
            let matcher = robots.matcher("a-b");
            drop(robots);
            let _ = black_box(matcher.verdict(family.url));
        });
        assert_eq!(
            (info.count_current, info.bytes_current),
            (0, 0),
            "{}",
            family.name
        );
    }
}

/// Crawlers that share a group also share the URL of each change.
#[test]
fn a_long_url_is_stored_once_for_all_crawlers() {
    let named = |number: usize| format!("user-agent: a{number}\n");
    let agents: String = (0..500).map(named).collect();
    let new = format!("{agents}disallow: /{}\n", "a".repeat(20_000));
    for dialect in DIALECTS {
        let (old, new) = (options(dialect).parse(""), options(dialect).parse(&new));
        let mut crawlers = 0;
        let info =
            measure(|| crawlers = black_box(robots_exclusion::diff::files(&old, &new)).len());
        assert!(crawlers >= 2);
        assert!(info.bytes_max < 4 << 20, "{} bytes", info.bytes_max);
        println!("diff for {crawlers} crawlers: {} bytes", info.bytes_max);
    }
}
