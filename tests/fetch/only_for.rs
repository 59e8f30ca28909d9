//! Caches that keep files only for some crawlers.

use std::sync::Arc;
use std::time::Duration;

use robots_exclusion::fetch::{
    Access, CachePolicy, CachedRobots, FetchOutcome, Refresh, Timestamp,
};
use robots_exclusion::{Dialect, ParseOptions, Selection, Unavailable};
use url::Url;

use crate::support::generator::{self, AGENTS};
use crate::support::random::{Random, cases, seed};

const NOW: Timestamp = Timestamp(Duration::from_secs(1_700_000_000));

const TEXT: &str = "user-agent: one\ndisallow: /1\ncrawl-delay: 1\n\
    user-agent: two\ndisallow: /2\n\
    user-agent: *\ndisallow: /all\n\
    sitemap: https://example.com/1.xml\nsitemap: https://example.com/2.xml\n";

fn recorded(policy: CachePolicy) -> CachedRobots {
    let mut cached = CachedRobots::new(policy);
    let result = FetchOutcome::response(200, TEXT).url(&url());
    cached.record(result.header("ETag", "\"1\""), NOW);
    cached
}

fn url() -> Url {
    Url::parse("https://example.com/robots.txt").unwrap()
}

fn is_conditional(cached: &CachedRobots) -> bool {
    cached.conditional_headers(&url()).next().is_some()
}

#[track_caller]
fn assert_not_kept(access: &Access<'_>, agents: &[&str]) {
    let matcher = access.matcher_for(agents);
    assert_eq!(matcher.unavailable(), Some(Unavailable::NotKept));
    assert!(!matcher.allowed("/") && matcher.allowed("/robots.txt"));
    if let [agent] = agents {
        assert!(!access.allowed(agent, "/") && access.allowed(agent, "/robots.txt"));
        assert_eq!(access.verdict(agent, "/"), matcher.verdict("/"));
        assert_eq!(
            access.verdict(agent, "/robots.txt"),
            matcher.verdict("/robots.txt")
        );
    }
}

#[test]
fn only_the_given_crawlers_have_matchers() {
    let policy = CachePolicy::new()
        .keep_only_for(["One"])
        .keep_only_for(["Three", "Two"]);
    let cached = recorded(policy);
    let access = cached.at(NOW).access;
    assert!(access.robots().is_none());
    assert_eq!(access.unavailable(), None);

    let one = access.matcher("One");
    assert_eq!(one.selection(), Selection::Own(b"one"));
    assert_eq!(one.crawl_delay(), Some(Duration::from_secs(1)));
    assert_eq!(access.verdict("One", "/1").line(), Some(2));
    // These names have the same product token.
    for name in ["one", "ONE/2.0", "Mozilla/5.0 (compatible; One/1.0)"] {
        assert!(Arc::ptr_eq(&one, &access.matcher(name)), "{name}");
        assert!(!access.allowed(name, "/1"));
    }
    let two = access.matcher_for(["three", "two"]);
    assert_eq!(two.selection(), Selection::Own(b"two"));
    let names = || ["three", "two"].map(String::from).into_iter();
    assert!(Arc::ptr_eq(&two, &access.matcher_for(names())));
    let same = recorded(CachePolicy::new().keep_only_for(names())).at(NOW);
    assert_eq!(
        same.access.matcher_for(names()).to_string(),
        two.to_string()
    );
    for agents in [
        &["Two"][..],
        &["Three"],
        &["Two", "Three"],
        &["Four"],
        &["One", "Two"],
        &[],
    ] {
        assert_not_kept(&access, agents);
        assert_eq!(
            access.matcher_for(agents).unavailable(),
            Some(Unavailable::NotKept)
        );
    }
    assert_eq!(
        access.verdict("Four", "/").to_string(),
        "disallowed, because robots.txt is only kept for other crawlers"
    );
}

#[test]
fn sitemaps_are_kept() {
    let text = FetchOutcome::response(200, TEXT).access();
    let lines = |access: &Access<'_>| -> Vec<(u32, String)> {
        let sitemaps = access.sitemaps();
        sitemaps
            .map(|sitemap| (sitemap.line(), sitemap.to_string()))
            .collect()
    };
    assert_eq!(lines(&text).len(), 2);
    let cached = recorded(
        CachePolicy::new()
            .keep_only_for(["One"])
            .keep_only_for(["Two"]),
    );
    let state = cached.at(NOW);
    assert_eq!(lines(&state.access), lines(&text));
    assert_eq!(state.access.matcher("Two").sitemaps().count(), 2);
    assert_eq!(lines(&Access::not_fetched()), []);
}

#[test]
fn answers_without_a_file_apply_to_every_crawler() {
    let mut cached = CachedRobots::new(CachePolicy::new().keep_only_for(["One"]));
    assert_eq!(
        cached.at(NOW).access.unavailable(),
        Some(Unavailable::NotFetched)
    );
    cached.record(FetchOutcome::response(404, ""), NOW);
    assert!(cached.at(NOW).access.allowed("Four", "/"));
    assert!(cached.at(NOW).access.matcher("Four").allowed("/"));
}

/// A copy that was kept for other crawlers is due immediately, and is fetched without a conditional
/// request.
#[test]
fn a_copy_that_lacks_a_crawler_is_refreshed() {
    let of_one = || recorded(CachePolicy::new().keep_only_for(["One"]));
    assert!(is_conditional(&of_one()));
    let lacking = [
        ("another crawler", CachePolicy::new().keep_only_for(["Two"])),
        (
            "one more",
            CachePolicy::new()
                .keep_only_for(["One"])
                .keep_only_for(["Two"]),
        ),
        ("the whole text", CachePolicy::new()),
    ];
    for (name, policy) in lacking {
        let mut cached = of_one().with_policy(policy);
        assert_eq!(cached.at(NOW).refresh, Refresh::Now, "{name}");
        // Until then, the old copy stays in use.
        assert!(!cached.at(NOW).access.allowed("One", "/1"), "{name}");
        assert_not_kept(&cached.at(NOW).access, &["Two"]);
        assert!(!is_conditional(&cached), "{name}");
        cached.record(FetchOutcome::response(304, ""), NOW);
        let why = cached.at(NOW).access.unavailable();
        assert_eq!(why, Some(Unavailable::BrokenResponse), "{name}");
        cached.record(FetchOutcome::response(200, TEXT), NOW);
        assert!(
            matches!(cached.at(NOW).refresh, Refresh::FreshUntil(_)),
            "{name}"
        );
    }
    let enough = [
        CachePolicy::new().keep_only_for(["one/2.0"]),
        CachePolicy::new()
            .keep_only_for(["One"])
            .keep_only_for(["one"]),
    ];
    for policy in enough {
        let cached = of_one().with_policy(policy);
        assert!(matches!(cached.at(NOW).refresh, Refresh::FreshUntil(_)));
        assert!(is_conditional(&cached));
    }
    // A copy of the whole text can answer for any crawler.
    let mut cached =
        recorded(CachePolicy::new()).with_policy(CachePolicy::new().keep_only_for(["Two"]));
    assert!(matches!(cached.at(NOW).refresh, Refresh::FreshUntil(_)));
    cached.record(FetchOutcome::response(304, ""), NOW);
    assert!(!cached.at(NOW).access.allowed("Two", "/2"));
}

/// The crawlers for which a file is kept get the same answers as from the whole file.
#[test]
fn answers_equal_the_answers_of_the_whole_file() {
    let first = seed("what is kept for some crawlers");
    for seed in first..first + cases(2_000) {
        let random = &mut Random::new(seed);
        let text = generator::small_file(random);
        let dialect = [Dialect::Standard, Dialect::Google][random.below(2)];
        let options = ParseOptions::new().dialect(dialect);
        let crawlers: Vec<Vec<&str>> = (0..1 + random.below(3))
            .map(|_| {
                (0..1 + random.below(2))
                    .map(|_| random.pick(&AGENTS))
                    .collect()
            })
            .collect();
        let mut policy = CachePolicy::new();
        policy.parse_options = options;
        for names in &crawlers {
            policy = policy.keep_only_for(names);
        }
        let mut cached = CachedRobots::new(policy.clone());
        cached.record(FetchOutcome::response(200, &text), NOW);
        let robots = options.parse(&text);
        let state = cached.at(NOW);
        let sitemaps = |access: &Access<'_>| -> Vec<String> {
            access
                .sitemaps()
                .map(|sitemap| sitemap.to_string())
                .collect()
        };
        let expected: Vec<String> = robots
            .sitemaps()
            .map(|sitemap| sitemap.to_string())
            .collect();
        assert_eq!(sitemaps(&state.access), expected, "seed {seed}");
        #[cfg(feature = "serde")]
        let loaded = {
            let saved = serde_json::to_string(&cached).expect("a cache can be saved");
            let loaded: CachedRobots = serde_json::from_str(&saved).expect(&saved);
            assert_eq!(
                serde_json::to_string(&loaded).unwrap(),
                saved,
                "seed {seed}"
            );
            loaded.with_policy(policy)
        };
        #[cfg(not(feature = "serde"))]
        let loaded = cached.clone();
        let loaded = loaded.at(NOW);
        assert_ne!(loaded.refresh, Refresh::Now, "seed {seed}");
        assert_eq!(
            sitemaps(&loaded.access).len(),
            expected.len(),
            "seed {seed}"
        );
        for names in &crawlers {
            let matcher = robots.matcher_for(names);
            for _ in 0..4 {
                let target = generator::target(random);
                let what = format!("seed {seed}: {names:?} {target}");
                let expected = matcher.verdict(&target);
                assert_eq!(
                    state.access.matcher_for(names).verdict(&target),
                    expected,
                    "{what}"
                );
                assert_eq!(
                    loaded.access.matcher_for(names).allowed(&target),
                    expected.allowed(),
                    "{what}"
                );
                if let [name] = **names {
                    assert_eq!(state.access.verdict(name, &target), expected, "{what}");
                    assert_eq!(
                        state.access.allowed(name, &target),
                        expected.allowed(),
                        "{what}"
                    );
                }
            }
        }
    }
}
