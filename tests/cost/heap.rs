//! How much is allocated, counted by an allocator of the test's own.

use std::hint::black_box;
use std::sync::Arc;

use allocation_counter::{AllocationInfo, measure};
use robots_exclusion::fetch::{Access, CachePolicy, CachedRobots, FetchResult, Timestamp};
use robots_exclusion::{Dialect, Matcher, ParseOptions, Robots};

use crate::{corpus, families};

const DIALECTS: [Dialect; 2] = [Dialect::Standard, Dialect::Google];

/// Small things are not in proportion to the text: what the tests allow for them.
const BASE: u64 = 8 * 1024;

fn options(dialect: Dialect) -> ParseOptions {
    ParseOptions::new().dialect(dialect).byte_limit(None)
}

/// The most that is on the heap at a time, in bytes per byte of text, for the costliest family.
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
                    "{what}: {} bytes of heap for {} of text, more than {most} times as many: {} in {dialect:?}",
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

/// Twelve bytes a rule or agent and twenty a group; while a table grows or shrinks, the old one is there as well.
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
fn an_owned_matcher_takes_heap_in_proportion_to_the_text() {
    assert_peak("into_owned", 2.5, |text, dialect, _| {
        let robots = options(dialect).parse(text);
        let matcher = robots.matcher("a-b");
        measure(|| {
            black_box(matcher.into_owned());
        })
    });
}

/// The first queries, among them the one that makes an index.
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

/// URLs as crawlers have them: nothing in them is spelled otherwise than canonically. None has an escape: a wildcard that
/// would end inside one has to be tried again, with a table as long as what follows it in the pattern.
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

fn ask_matcher(matcher: &Matcher<'_>, what: &str) {
    for url in PLAIN_URLS {
        assert_no_allocation(&format!("{what}: Matcher::allowed({url})"), || {
            black_box(matcher.allowed(url));
        });
        assert_no_allocation(&format!("{what}: Matcher::verdict({url})"), || {
            let _ = black_box(matcher.verdict(url));
        });
    }
}

/// Rules with `%2F` and `%3F` are spelled in two ways, one for the path and one for the query of a URL.
fn is_spelled_twice(text: &[u8]) -> bool {
    text.windows(3).any(|bytes| bytes == b"%2F")
}

#[test]
fn plain_queries_allocate_nothing() {
    for family in families::ALL {
        for dialect in DIALECTS {
            let text = (family.text)(20_000);
            let robots = options(dialect).parse(&text);
            if is_spelled_twice(&text) {
                continue;
            }
            ask_matcher(&robots.matcher("a-b"), family.name);
            ask_matcher(&robots.matcher("a-b").into_owned(), family.name);
        }
    }
}

#[test]
fn rules_that_are_spelled_twice_take_heap_in_proportion_to_the_text() {
    let spelled_twice: Vec<_> = families::ALL
        .into_iter()
        .filter(|family| is_spelled_twice(&(family.text)(100)))
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

/// A piece that is found inside a `%XX` is sought again in one copy of the target, whatever the number of rules.
#[test]
fn pieces_inside_of_escapes_cost_a_copy_of_the_url() {
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

/// Parsing a usual file and its first queries, too: what it holds needs no heap at all.
#[test]
fn a_usual_file_needs_no_heap() {
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

/// A query allocates only at the ninth, when the rules for its crawler are compiled, and before that for the list of
/// groups of a crawler that has many.
#[test]
fn rules_are_compiled_at_the_ninth_query() {
    // What each of 40 queries allocates.
    let allocations = |rules: usize, rules_of_a_group: usize, dialect| -> Vec<u64> {
        let lines = (0..rules).map(|number| match number % rules_of_a_group {
            0 => format!("user-agent: *\ndisallow: /{number}\n"),
            _ => format!("disallow: /{number}\n"),
        });
        let text: String = lines.collect();
        let robots = options(dialect).parse(&text);
        let queries = (1..=40).map(|_| {
            let info = measure(|| {
                black_box(robots.allowed("a-b", "/fish"));
            });
            info.count_total
        });
        queries.collect()
    };
    for dialect in DIALECTS {
        for (rules, rules_of_a_group) in [
            (1, 1),
            (6, 6),
            (16, 16),
            (24, 24),
            (40, 40),
            (1_000, 1_000),
            // Of a crawler's many small groups as of one large one.
            (40, 1),
        ] {
            let found = allocations(rules, rules_of_a_group, dialect);
            let list_of_groups = if rules_of_a_group == rules { 0 } else { 4 };
            for (query, count) in (1..).zip(&found) {
                let is_expected = match query {
                    // The list, the name, the matcher, and what it takes to make it.
                    9 => (list_of_groups + 1..=list_of_groups + 20).contains(count),
                    10.. => *count == 0,
                    _ => *count <= list_of_groups,
                };
                assert!(
                    is_expected,
                    "{rules} rules, {dialect:?}, query {query}: {found:?}"
                );
            }
        }
    }
}

/// However many crawlers are asked about, the rules of one are compiled.
#[test]
fn rules_are_compiled_for_one_crawler() {
    for dialect in DIALECTS {
        let robots =
            options(dialect).parse("user-agent: a\ndisallow: /a\nuser-agent: *\ndisallow: /b");
        let allocated = |agent| {
            let info = measure(|| {
                assert!(!black_box(robots.allowed(agent, "/b")));
            });
            info.count_total
        };
        for _ in 0..8 {
            assert_eq!(allocated("b"), 0, "{dialect:?}");
        }
        assert_ne!(allocated("c"), 0, "{dialect:?}");
        for agent in ["b", "c", "d", "c", "b"] {
            assert_eq!(allocated(agent), 0, "{agent} in {dialect:?}");
        }
    }
}

/// Whatever a file is asked counts, and rules that are compiled answer both questions.
#[test]
fn verdicts_are_counted_and_compiled_like_allowed() {
    for dialect in DIALECTS {
        // Many groups, which a query lists on the heap as long as nothing is compiled.
        let text = "user-agent: *\ndisallow: /b\n".repeat(40);
        let robots = options(dialect).parse(&text);
        let allowed = || assert!(!black_box(robots.allowed("a-b", "/b")));
        let verdict = || assert!(!black_box(robots.verdict("a-b", "/b")).allowed());
        let allocated = |work: &dyn Fn()| measure(work).count_total;
        for _ in 0..4 {
            for work in [&allowed as &dyn Fn(), &verdict] {
                assert!((1..=4).contains(&allocated(work)), "{dialect:?}");
            }
        }
        assert!(allocated(&verdict) > 4, "{dialect:?}");
        for work in [&allowed as &dyn Fn(), &verdict] {
            assert_eq!(allocated(work), 0, "{dialect:?}");
        }
    }
}

/// A clone counts its own queries. A file that is made owned goes on with what it has.
#[test]
fn a_clone_begins_anew_and_an_owned_file_goes_on() {
    for dialect in DIALECTS {
        let robots = options(dialect).parse("user-agent: *\ndisallow: /b\n");
        let allocations = |robots: &Robots<'_>| -> Vec<bool> {
            let queries = (1..=20).map(|_| {
                let info = measure(|| assert!(!black_box(robots.allowed("a-b", "/b"))));
                info.count_total > 0
            });
            queries.collect()
        };
        let of_ninth: Vec<bool> = (1..=20).map(|query| query == 9).collect();
        assert_eq!(allocations(&robots), of_ninth, "{dialect:?}");
        assert_eq!(allocations(&robots.clone()), of_ninth, "{dialect:?}");
        let owned = robots.into_owned();
        assert_eq!(allocations(&owned), [false; 20], "{dialect:?}");
        assert_eq!(allocations(&owned.clone()), of_ninth, "{dialect:?}");
    }
}

/// A text that is handed over is kept where it is, and parsing allocates what it allocates for one that is borrowed.
#[test]
fn an_owned_text_is_not_copied() {
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

/// From the response to the cache, the body of a response is never copied.
#[test]
fn a_cache_keeps_the_body_that_it_is_given() {
    let body = b"user-agent: *\ndisallow: /a\n".repeat(10_000);
    let place = body.as_ptr();
    let now = Timestamp::UNIX_EPOCH;
    let mut cached = CachedRobots::default();
    cached.record(FetchResult::response(200, body).into_owned(), now);
    let robots = cached.copy().and_then(Access::robots).expect("a file");
    assert_eq!(robots.text().as_ptr(), place);
}

/// No more of a body is kept than was read of it, however long it is and whatever room it was read into.
#[test]
fn what_is_not_read_of_a_body_is_not_kept() {
    const LIMIT: usize = ParseOptions::DEFAULT_BYTE_LIMIT;
    for (length, room) in [(50_000_000, 50_000_000), (1_000, 1_000_000)] {
        let kept = measure(|| {
            let mut body = Vec::with_capacity(room);
            body.resize(length, b'\n');
            let mut cached = CachedRobots::default();
            cached.record(FetchResult::response(200, body), Timestamp::UNIX_EPOCH);
            std::mem::forget(cached);
        });
        let most = length.min(LIMIT) as u64 + BASE;
        assert!(
            kept.bytes_current as u64 <= most,
            "{} bytes of {length} are kept, in room for {room}",
            kept.bytes_current
        );
    }
}

/// What is on the heap for a copy of this text.
fn kept_of(text: &[u8], policy: &Arc<CachePolicy>) -> i64 {
    let info = measure(|| {
        let mut cached = CachedRobots::new(policy.clone());
        cached.record(FetchResult::response(200, text), Timestamp::UNIX_EPOCH);
        black_box(cached.at(Timestamp::UNIX_EPOCH).matcher("a-b"));
        std::mem::forget(cached);
    });
    info.bytes_current
}

/// A cache that keeps a file for one crawler keeps its matcher, the sitemaps, and next to nothing besides.
#[test]
fn a_copy_for_one_crawler_is_hardly_more_than_its_matcher() {
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
            kept <= of_matcher.bytes_current + 200,
            "{}: {kept} bytes, {} of them the matcher",
            family.name,
            of_matcher.bytes_current
        );
        assert!(
            kept + text.len() as i64 <= kept_of(&text, &whole) + 200,
            "{}",
            family.name
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
            "a copy takes {whole} bytes, and {one} for one crawler, in the mean of {} files",
            pairs.len()
        );
    }
}

/// What a file keeps is dropped with it, whatever was made of it in between.
#[test]
fn nothing_is_left_on_the_heap() {
    for family in families::ALL {
        let text = (family.text)(20_000);
        let info = measure(|| {
            let robots: Robots<'static> = options(Dialect::Standard).parse(&text).into_owned();
            for _ in 0..3 {
                let _ = black_box(robots.verdict("a-b", family.url));
            }
            let matcher = robots.matcher("a-b").into_owned();
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

/// What many crawlers have in common, the shortest URL for one, is held once.
#[test]
fn a_long_url_is_held_once_for_all_crawlers() {
    let named = |number: usize| format!("user-agent: a{number}\n");
    let agents: String = (0..500).map(named).collect();
    let new = format!("{agents}disallow: /{}\n", "a".repeat(20_000));
    for dialect in DIALECTS {
        let (old, new) = (options(dialect).parse(""), options(dialect).parse(&new));
        let mut crawlers = 0;
        let info = measure(|| crawlers = black_box(robots_exclusion::diff::diff(&old, &new)).len());
        assert!(crawlers >= 2);
        assert!(info.bytes_max < 4 << 20, "{} bytes", info.bytes_max);
        println!("diff for {crawlers} crawlers: {} bytes", info.bytes_max);
    }
}
