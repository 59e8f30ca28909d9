//! Many threads share one file and one matcher, and get the answers that one alone gets.

use std::sync::Barrier;
use std::thread;

use robots_exclusion::lint::lint;
use robots_exclusion::{Dialect, ParseOptions, Robots};

use crate::families::{self, Family};

const THREADS: usize = 8;

fn urls(family: &Family) -> Vec<String> {
    let mut urls: Vec<String> = (0..40).map(|number| format!("/{number}")).collect();
    urls.extend(
        (0..40).map(|number| format!("https://h/a/long/way/that/all/rules/begin/with/{number}")),
    );
    urls.push(family.url.to_owned());
    urls
}

fn answers(robots: &Robots<'_>, urls: &[String]) -> Vec<(bool, Option<u32>)> {
    let verdicts = urls.iter().map(|url| robots.verdict("a-b", url));
    verdicts
        .map(|verdict| (verdict.allowed(), verdict.line()))
        .collect()
}

/// The index of a large group is made when it is asked for the second time: here by many threads at once.
#[test]
fn threads_that_share_a_file_and_a_matcher_get_the_same_answers() {
    for family in families::ALL {
        for dialect in [Dialect::Standard, Dialect::Google] {
            let options = ParseOptions::new().dialect(dialect).byte_limit(None);
            let text = (family.text)(6_000);
            let urls = urls(&family);
            let expected = answers(&options.parse(&text), &urls);
            for _ in 0..3 {
                let robots = options.parse(&text);
                let matcher = robots.matcher("a-b");
                let barrier = Barrier::new(THREADS);
                thread::scope(|scope| {
                    for _ in 0..THREADS {
                        scope.spawn(|| {
                            barrier.wait();
                            assert_eq!(
                                answers(&robots, &urls),
                                expected,
                                "{} in {dialect:?}",
                                family.name
                            );
                            for (url, &(allowed, line)) in urls.iter().zip(&expected) {
                                let verdict = matcher.verdict(url);
                                assert_eq!(
                                    (verdict.allowed(), verdict.line()),
                                    (allowed, line),
                                    "{} {url}",
                                    family.name
                                );
                                assert_eq!(matcher.allowed(url), allowed);
                            }
                        });
                    }
                });
            }
        }
    }
}

/// Recursion over the input would not fit: a call takes more than the byte of stack that a byte of input has here.
#[test]
fn a_small_stack_is_enough_for_a_large_file() {
    const STACK: usize = 256 * 1024;
    const LENGTH: usize = 1 << 18;
    for family in families::ALL {
        let work = move || {
            let text = (family.text)(LENGTH);
            let long_url = ["/a"; LENGTH / 2].concat();
            for dialect in [Dialect::Standard, Dialect::Google] {
                let options = ParseOptions::new().dialect(dialect).byte_limit(None);
                let robots = options.parse(&text).into_owned();
                let first = robots.verdict("a-b", family.url).line();
                let matcher = robots.matcher("a-b").into_owned();
                assert_eq!(matcher.verdict(family.url).line(), first, "{}", family.name);
                assert_eq!(
                    matcher.allowed(&long_url),
                    robots.allowed("a-b", &long_url),
                    "{}",
                    family.name
                );
                let rules: usize = robots.groups().map(|group| group.rules().count()).sum();
                assert!(rules >= matcher.rules().count());
                assert!(robots.records().count() + robots.sitemaps().count() <= LENGTH);
                assert!(lint(&text, options).count() <= 2 * LENGTH);
            }
        };
        let thread = thread::Builder::new()
            .stack_size(STACK)
            .spawn(work)
            .expect("a thread");
        assert!(thread.join().is_ok(), "{}", family.name);
    }
}
