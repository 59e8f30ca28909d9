//! Many crawlers asked at once get the answers that each gets alone.

use robots_exclusion::crawlers::ManyCrawlers;
use robots_exclusion::{Dialect, Matcher, ParseOptions};

use crate::support::generator;
use crate::support::random::{Random, cases, seed};

#[test]
fn many_crawlers_are_answered_like_each_alone() {
    let seed = seed("many crawlers");
    for case in 0..cases(20_000) {
        let mut random = Random::stream(seed, case);
        let mut text = generator::small_file(&mut random);
        // Runs of records, which split groups.
        if random.one_in(4) {
            text.extend(
                b"\ncontent-signal: ai-train=no\nuser-agent: a\nuser-agent: b\ncrawl-delay: 1\n\
                  user-agent: c\ncontent-signal: search=yes\nuser-agent: a\ncrawl-delay: 2\n\
                  content-usage: train-ai=n\ndisallow: /x\nuser-agent: c\ncrawl-delay: 9\nallow: /\n",
            );
        }
        // Crawlers whose sets of groups overlap.
        if random.one_in(4) {
            text.extend(
                b"\nuser-agent: a\nuser-agent: b\nuser-agent: *\ndisallow: /x\nallow: /x/y\n",
            );
            text.extend(b"user-agent: a\ndisallow: /a\nuser-agent: b\ndisallow: /b\n");
        }
        for dialect in [Dialect::Standard, Dialect::Google] {
            let fallback = random.one_in(2);
            let options = ParseOptions::new()
                .dialect(dialect)
                .agent_fallback(fallback);
            let robots = options.parse(&text);
            let mut many = ManyCrawlers::new(&robots);
            let agents = generator::AGENTS.iter().chain(&["a", "b", "c", "*", ""]);
            for agent in agents {
                let url = generator::target(&mut random);
                let alone = robots.verdict(agent, &url);
                let text = String::from_utf8_lossy(&text);
                assert_eq!(
                    many.verdict(agent, &url),
                    alone,
                    "{agent:?} {url:?} of {text:?}"
                );
                let matcher = robots.matcher(agent);
                let rules = |matcher: &Matcher| {
                    matcher
                        .rules()
                        .map(|rule| rule.to_string())
                        .collect::<Vec<_>>()
                };
                assert_eq!(
                    rules(&many.rules(agent)),
                    rules(&matcher),
                    "{agent:?} of {text:?}"
                );
                let records = |matcher: &Matcher| {
                    let records = matcher.records().chain(matcher.licenses());
                    let usage = matcher.usage_matches(&url).into_iter();
                    let usage: Vec<_> = usage.map(ToString::to_string).collect();
                    (
                        records.map(|record| record.line()).collect::<Vec<_>>(),
                        usage,
                        matcher.crawl_delay(),
                    )
                };
                assert_eq!(
                    records(&many.records(agent)),
                    records(&matcher),
                    "{agent:?} of {text:?}"
                );
                // A second time, from what is kept.
                assert_eq!(
                    records(&many.records(agent)),
                    records(&matcher),
                    "{agent:?} of {text:?}"
                );
            }
        }
    }
}
