//! Values saved in a cache give the same answers after loading.

use core::time::Duration;

use robots_exclusion::fetch::{
    Access, CachedRobots, FetchOutcome, RedirectAction, Redirects, Timestamp,
};
use robots_exclusion::{Dialect, Matcher, ParseOptions, Robots, Selection, Unavailable};
use serde_json::{from_str, from_value, json, to_string, to_value};

use crate::DIALECTS;
use crate::support::generator::{self, AGENTS};
use crate::support::random::Random;

#[test]
fn options_are_kept() {
    let text = "user-agent: googlebot\ndisallow: /x\nuser-agent: *\ndisallow: /\n# cut here";
    for dialect in DIALECTS {
        for limit in [None, Some(0), Some(5), Some(60), Some(512_000)] {
            for fallback in [false, true] {
                let options = ParseOptions::new()
                    .dialect(dialect)
                    .byte_limit(limit)
                    .agent_fallback(fallback);
                let robots = options.parse(text);
                let kept = to_string(&robots).unwrap();
                let loaded: Robots<'static> = from_str(&kept).unwrap();
                assert_eq!(loaded.options(), options);
                assert_eq!(loaded.is_truncated(), robots.is_truncated());
                for agent in ["googlebot", "googlebot-image", "x"] {
                    assert_eq!(
                        loaded.allowed(agent, "/y"),
                        robots.allowed(agent, "/y"),
                        "{agent}"
                    );
                    assert_eq!(
                        loaded.allowed(agent, "/x"),
                        robots.allowed(agent, "/x"),
                        "{agent}"
                    );
                }
                assert_eq!(to_string(&loaded).unwrap(), kept);
            }
        }
    }
}

#[test]
fn a_file_whose_spelling_exceeds_the_limit_is_saved_whole() {
    let text = [
        b"user-agent:a\n".to_vec(),
        b"allow:/\xFF\xFF\xFF\n".repeat(100),
        b"disallow:/z\n".to_vec(),
    ]
    .concat();
    let robots = ParseOptions::new().byte_limit(text.len()).parse(&text);
    let loaded: Robots<'static> = from_str(&to_string(&robots).unwrap()).unwrap();
    assert!(loaded.to_string().len() > text.len());
    assert_eq!(loaded.matcher("a").rules().count(), 101);
    assert!(!loaded.is_truncated() && !loaded.allowed("a", "/z"));
}

/// Percent-encoding makes three bytes of one, so the result may exceed the size that is read. The
/// long rules match nothing, which keeps the test fast.
#[test]
fn values_too_large_to_load_are_not_saved() {
    let rule = [&b"disallow: x"[..], &b"\xFF".repeat(1 << 20), b"\n"].concat();
    let text = [
        &b"user-agent: *\n"[..],
        &rule.repeat(22),
        b"disallow: /secret\n",
    ]
    .concat();
    let robots = ParseOptions::new().byte_limit(None).parse(&text);
    assert!(!robots.allowed("x", "/secret"));
    for error in [
        to_string(&robots).unwrap_err(),
        to_string(&robots.matcher("x")).unwrap_err(),
    ] {
        assert!(error.to_string().contains("64 MiB"), "{error}");
    }
    // Saved by other software.
    let text = format!("{}\nuser-agent: *\ndisallow: /", "#".repeat(64 << 20));
    let robots = json!({
        "dialect": "standard", "byte_limit": null, "agent_fallback": true, "is_truncated": false, "text": text,
    });
    let error = from_value::<Robots<'static>>(robots).unwrap_err();
    assert!(error.to_string().contains("64 MiB"), "{error}");
    let matcher = json!({
        "dialect": "standard", "selection": "wildcard", "token": "", "without_file": null, "text": text,
    });
    let error = from_value::<Matcher>(matcher).unwrap_err();
    assert!(error.to_string().contains("64 MiB"), "{error}");
}

#[test]
fn the_largest_text_can_be_saved() {
    let rest = "\nUser-agent: *\nDisallow: /secret\n";
    let rule = |length| format!("User-agent: a\nDisallow: /{}\n", "a".repeat(length));
    let length = (64 << 20) - rule(0).len() - rest.len();
    let text = rule(length) + rest;
    let robots = ParseOptions::new().byte_limit(None).parse(&text);
    assert!(!robots.is_truncated());
    let loaded: Robots<'static> = from_str(&to_string(&robots).unwrap()).unwrap();
    assert!(!loaded.is_truncated() && !loaded.allowed("x", "/secret"));
    let longer = rule(length + 1) + rest;
    let robots = ParseOptions::new().byte_limit(None).parse(&longer);
    assert!(robots.is_truncated());
}

/// The byte limit has cut the original text. A rule that was read then must not be lost because the
/// saved text is longer.
#[test]
fn a_saved_text_is_never_cut() {
    for is_truncated in [false, true] {
        let robots: Robots<'static> = from_value(json!({
            "dialect": "standard", "byte_limit": 10, "agent_fallback": true, "is_truncated": is_truncated,
            "text": format!("{}\nuser-agent: *\ndisallow: /", "#".repeat(200)), "of a later version": 1,
        }))
        .unwrap();
        assert_eq!(robots.is_truncated(), is_truncated);
        assert_eq!(robots.options().byte_limit, Some(10));
        assert!(!robots.allowed("a", "/"));
    }
}

#[test]
fn values_that_make_no_sense_are_not_loaded() {
    let bad = json!({"dialect": "other", "byte_limit": null, "agent_fallback": true, "is_truncated": false, "text": ""});
    assert!(from_value::<Robots<'static>>(bad).is_err());
    for (selection, text) in [
        ("own", ""),
        ("own", "User-agent: *"),
        ("general", "disallow: /"),
        ("wildcard", ""),
        ("none", "user-agent: *"),
    ] {
        let bad = json!({"dialect": "standard", "selection": selection, "token": "a", "without_file": null, "text": text});
        assert!(from_value::<Matcher>(bad).is_err(), "{selection} {text:?}");
    }
}

#[test]
fn selections_are_kept() {
    let text = "user-agent: googlebot\ncrawl-delay: 5\ndisallow: /x\nuser-agent: *\ndisallow: /";
    let load = |agent: &str| -> Matcher {
        from_value(to_value(Robots::parse(text).matcher(agent)).unwrap()).unwrap()
    };
    assert_eq!(load("GOOGLEBOT").selection(), Selection::Own(b"googlebot"));
    assert_eq!(
        load("googlebot-image").selection(),
        Selection::General(b"googlebot")
    );
    assert_eq!(load("googlebot-image").crawl_delay().unwrap().as_secs(), 5);
    assert_eq!(load("x").selection(), Selection::Wildcard);
    let nobody = Robots::parse("user-agent: a\ndisallow: /");
    let nobody: Matcher = from_value(to_value(nobody.matcher("b")).unwrap()).unwrap();
    assert_eq!(nobody.selection(), Selection::None);
}

/// Later versions must be able to load values saved today.
#[test]
fn spellings_do_not_change() {
    for (dialect, spelled) in [(Dialect::Standard, "standard"), (Dialect::Google, "google")] {
        assert_eq!(to_value(dialect).unwrap(), json!(spelled));
        assert_eq!(from_value::<Dialect>(json!(spelled)).unwrap(), dialect);
    }
    for (why, spelled) in [
        (Unavailable::NotFetched, json!("not-fetched")),
        (Unavailable::Status(503), json!({"status": 503})),
        (Unavailable::NotFound, json!("not-found")),
        (Unavailable::TooManyRedirects, json!("too-many-redirects")),
        (Unavailable::RedirectLoop, json!("redirect-loop")),
        (Unavailable::UnsupportedScheme, json!("unsupported-scheme")),
        (Unavailable::Unreachable, json!("unreachable")),
        (Unavailable::BrokenResponse, json!("broken-response")),
        (
            Unavailable::UnreachableTooLong,
            json!("unreachable-too-long"),
        ),
    ] {
        assert_eq!(to_value(why).unwrap(), spelled);
        assert_eq!(from_value::<Unavailable>(spelled).unwrap(), why);
    }
}

#[test]
fn answers_without_a_file_are_saved() {
    let end = |locations: &[&str]| {
        let first = url::Url::parse("http://example.com/robots.txt").unwrap();
        let mut redirects = Redirects::new(first);
        let mut locations = locations.iter();
        loop {
            let location = locations.next().expect("the chain ends").as_bytes();
            if let RedirectAction::End(result) = redirects.follow(301, Some(location)) {
                return result.access().into_owned();
            }
        }
    };
    let mut outage = CachedRobots::default();
    outage.record(FetchOutcome::unreachable(), Timestamp::UNIX_EPOCH);
    let month = Timestamp(Duration::from_secs(31 * 24 * 60 * 60));
    let mut without_file = vec![
        (Unavailable::NotFetched, Access::not_fetched()),
        (Unavailable::RedirectLoop, end(&["/robots.txt"])),
        (
            Unavailable::TooManyRedirects,
            end(&["/1", "/2", "/3", "/4", "/5", "/6"]),
        ),
        (Unavailable::UnsupportedScheme, end(&["ftp://example.com/"])),
        (
            Unavailable::UnreachableTooLong,
            Access::clone(&outage.at(month).access),
        ),
    ];
    for (why, result) in [
        (Unavailable::Status(404), FetchOutcome::response(404, "")),
        (Unavailable::Status(503), FetchOutcome::response(503, "")),
        (Unavailable::Status(429), FetchOutcome::response(429, "")),
        (Unavailable::NotFound, FetchOutcome::missing()),
        (Unavailable::Unreachable, FetchOutcome::unreachable()),
        (Unavailable::BrokenResponse, FetchOutcome::broken()),
    ] {
        for dialect in DIALECTS {
            let options = ParseOptions::new().dialect(dialect);
            without_file.push((why, result.clone().access_with(options)));
        }
    }
    for (why, access) in without_file {
        assert_eq!(access.unavailable(), Some(why));
        let matcher = access.matcher("a");
        let loaded: Matcher = from_str(&to_string(&*matcher).unwrap()).unwrap();
        assert_eq!(loaded.dialect(), matcher.dialect());
        for url in ["/", "/robots.txt"] {
            assert_eq!(loaded.verdict(url), matcher.verdict(url), "{why:?}: {url}");
        }
    }
}

/// Matchers and their sitemaps survive saving and loading.
#[test]
fn sitemaps_of_a_matcher_are_saved() {
    let text = "user-agent: a\ndisallow: /x\nsitemap: https://h/1\nsitemap: /\u{e9}";
    for (agent, written) in [
        (
            "a",
            "User-agent: a\nDisallow: /x\n\nSitemap: https://h/1\nSitemap: /\u{e9}\n",
        ),
        ("b", "Sitemap: https://h/1\nSitemap: /\u{e9}\n"),
    ] {
        for dialect in DIALECTS {
            let robots = ParseOptions::new().dialect(dialect).parse(text);
            let matcher = robots.matcher(agent);
            let without: Matcher = from_str(&to_string(&matcher).unwrap()).unwrap();
            assert_eq!(without.sitemaps().count(), 0);
            let matcher = matcher.with_sitemaps(robots.sitemaps());
            assert_eq!(matcher.to_string(), written);
            let loaded: Matcher = from_str(&to_string(&matcher).unwrap()).unwrap();
            let values = |matcher: &Matcher| -> Vec<Vec<u8>> {
                let sitemaps = matcher.sitemaps();
                sitemaps.map(|sitemap| sitemap.value().to_vec()).collect()
            };
            assert_eq!(values(&loaded), values(&matcher));
            // Added again, they replace the same ones.
            let saved = to_string(&matcher).unwrap();
            for again in [matcher.clone(), loaded.clone()] {
                let again = again.with_sitemaps(robots.sitemaps());
                assert_eq!(to_string(&again).unwrap(), saved);
            }
            assert_eq!(loaded.selection(), matcher.selection());
            assert!(loaded.allowed("/y") && loaded.allowed("/x") == (agent == "b"));
        }
    }
}

#[test]
fn loaded_values_give_the_same_answers() {
    let (mut cases, mut disallowed) = (0, 0);
    for seed in 0..3_000 {
        let random = &mut Random::new(seed);
        let text = generator::small_file(random);
        let dialect = DIALECTS[seed as usize % 2];
        // A saved text may be longer than the limit of the original, and is loaded completely.
        let limit = random.one_in(2).then(|| random.below(text.len() + 2));
        let robots = ParseOptions::new()
            .dialect(dialect)
            .byte_limit(limit)
            .agent_fallback(random.one_in(2))
            .parse(&text);
        let loaded: Robots<'static> = from_str(&to_string(&robots).unwrap()).unwrap();
        assert_eq!(loaded.is_truncated(), robots.is_truncated(), "seed {seed}");
        let targets: Vec<String> = (0..4).map(|_| generator::target(random)).collect();
        for agent in AGENTS {
            let matcher = robots.matcher(agent).with_sitemaps(robots.sitemaps());
            let kept: Matcher = from_str(&to_string(&matcher).unwrap()).unwrap();
            let facts = |matcher: &Matcher| {
                let selected = format!("{:?}", matcher.selection());
                (selected, matcher.crawl_delay(), matcher.sitemaps().count())
            };
            assert_eq!(facts(&kept), facts(&matcher), "seed {seed}, {agent}");
            for target in &targets {
                let expected = matcher.allowed(target);
                let found = [kept.allowed(target), loaded.allowed(agent, target)];
                assert_eq!(found, [expected; 2], "seed {seed}: {agent} {target}");
                cases += 1;
                disallowed += usize::from(!expected);
            }
        }
    }
    assert!(
        cases > 150_000 && disallowed > 5_000,
        "{cases} cases, {disallowed} disallowed"
    );
}
