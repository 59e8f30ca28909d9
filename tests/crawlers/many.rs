//! Many crawlers asked at once get the answers that each gets alone.

use robots_exclusion::crawlers::ManyCrawlers;
use robots_exclusion::{Dialect, ParseOptions};

use crate::mixed_files;
use crate::random::{Random, cases, seed};

#[test]
fn many_crawlers_are_answered_like_each_alone() {
    let seed = seed("many crawlers");
    for case in 0..cases(20_000) {
        let mut random = Random::stream(seed, case);
        let mut text = mixed_files::file(&mut random);
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
            let agents = mixed_files::AGENTS.iter().chain(&["a", "b", "c", "*", ""]);
            for agent in agents {
                let url = mixed_files::target(&mut random);
                let alone = robots.verdict(agent, &url);
                let text = String::from_utf8_lossy(&text);
                assert_eq!(
                    many.verdict(agent, &url),
                    alone,
                    "{agent:?} {url:?} of {text:?}"
                );
                assert_eq!(many.selection(agent), alone.selection());
            }
        }
    }
}
