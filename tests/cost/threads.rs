//! Threads can share a matcher, and large files need only a small stack.

use std::sync::Barrier;
use std::thread;

use robots_exclusion::lint;

use crate::families;
use crate::growth::{DIALECTS, options};

/// A matcher compiles its usage records on the first usage query. Here many threads make that query
/// at once.
#[test]
fn threads_that_share_a_matcher_get_the_same_answers() {
    const THREADS: usize = 8;
    let rules = (0..500)
        .map(|number| format!("disallow: /{number}\ncontent-usage: /u/{number}/ search=n\n"));
    let text = format!("user-agent: *\n{}", rules.collect::<String>());
    for dialect in DIALECTS {
        for _ in 0..20 {
            let matcher = options(dialect).parse(&text).matcher("a-b");
            let barrier = Barrier::new(THREADS);
            let ask = || {
                barrier.wait();
                for number in (0..500).step_by(71) {
                    let url = format!("/{number}");
                    let line = Some(2 + 2 * number);
                    assert_eq!(matcher.verdict(&url).line(), line, "{dialect:?}");
                    assert_eq!(
                        matcher.usage(format!("/u{url}/")).line("search"),
                        line.map(|line| line + 1),
                        "{dialect:?}"
                    );
                }
            };
            thread::scope(|scope| (0..THREADS).for_each(|_| drop(scope.spawn(ask))));
        }
    }
}

/// Recursion over the input would overflow the stack, which has only one byte per byte of input.
#[test]
fn a_small_stack_is_enough_for_a_large_file() {
    const STACK: usize = 256 * 1024;
    const LENGTH: usize = 1 << 18;
    for family in families::ALL {
        let work = move || {
            let text = (family.text)(LENGTH);
            let long_url = ["/a"; LENGTH / 2].concat();
            for dialect in DIALECTS {
                let options = options(dialect);
                let robots = options.parse(&text).into_owned();
                let first = robots.verdict("a-b", family.url).line();
                let matcher = robots.matcher("a-b");
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
                assert!(lint::check(&text, options).len() <= 2 * LENGTH);
            }
        };
        let thread = thread::Builder::new()
            .stack_size(STACK)
            .spawn(work)
            .expect("a thread");
        assert!(thread.join().is_ok(), "{}", family.name);
    }
}
