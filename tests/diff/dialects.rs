//! Compares one file with itself in the other dialect: named cases, and every URL over a small
//! alphabet.

use std::collections::BTreeSet;

use robots_exclusion::diff::{self, for_agent};
use serde_json::Value;

use crate::naive::spelled_target;
use crate::support::Setting;
use crate::support::generator::{Random, cases, seed};

/// The cases of `dialects.jsonl`: rules for `*`, and the shortest URL for each pair of deciding lines
/// in the Standard and the Google dialect.
#[test]
fn named_cases_of_both_dialects() {
    for case in include_str!("dialects.jsonl").lines() {
        let case: Value = serde_json::from_str(case).expect("a case");
        let [what, rules] = ["name", "rules"].map(|field| case[field].as_str().expect("a text"));
        let line = |line: &Value| line.as_u64().map(|line| line as u32);
        let expected = case["changes"].as_array().expect("a list").iter();
        let expected: BTreeSet<_> = expected
            .map(|change| {
                (
                    change[0].as_str().expect("a URL"),
                    line(&change[1]),
                    line(&change[2]),
                )
            })
            .collect();
        let text = format!("user-agent: *\n{rules}");
        let [standard, google] =
            [Setting::STANDARD, Setting::GOOGLE].map(|setting| setting.parse(text.as_bytes()));
        let difference = for_agent(&standard, &google, "bot");
        assert!(difference.is_decided, "{what}");
        let found = difference.changes.iter();
        let found = found.map(|change| (&*change.url, change.before.line(), change.after.line()));
        assert_eq!(found.collect::<BTreeSet<_>>(), expected, "{what}");
        // Compares the matchers in reverse order.
        let matchers = [&google, &standard].map(|robots| robots.matcher("bot"));
        let difference = diff::rules(&matchers[0], &matchers[1]);
        assert!(difference.is_decided, "{what}");
        let found = difference.changes.iter();
        let found = found.map(|change| (&*change.url, change.after.line(), change.before.line()));
        assert_eq!(found.collect::<BTreeSet<_>>(), expected, "{what}");
    }
}

#[test]
fn crawlers_of_both_dialects_are_listed() {
    let text = "user-agent: MJ12bot\ndisallow: /\n\nuseragent: Spy\ndisallow: /spy";
    let [standard, google] =
        [Setting::STANDARD, Setting::GOOGLE].map(|setting| setting.parse(text.as_bytes()));
    let differences = diff::files(&standard, &google);
    let lines = |change: &diff::Change<'_>| (change.before.line(), change.after.line());
    let of = differences.iter().map(|crawler| {
        let changes = crawler.difference.changes.iter().map(lines);
        (&*crawler.agents[0], changes.collect::<Vec<_>>())
    });
    let expected = [
        ("MJ12bot", vec![(Some(2), None), (Some(5), None)]),
        ("MJ", vec![(None, Some(2))]),
        ("Spy", vec![(None, Some(5))]),
        ("*", vec![]),
    ];
    assert_eq!(of.collect::<Vec<_>>(), expected);
}

/// Only in the Google dialect can the wildcard of line 4 end inside the `%20` of `/a%20`, which is
/// the shortest URL for lines 2 and 3.
#[test]
fn a_part_of_an_escape_is_not_decided() {
    let text = "user-agent: *\nallow: /a%20\ndisallow: /a%20*\nallow: /**20$";
    let [standard, google] =
        [Setting::STANDARD, Setting::GOOGLE].map(|setting| setting.parse(text.as_bytes()));
    let difference = for_agent(&standard, &google, "bot");
    assert_eq!(difference.changes, []);
    assert!(!difference.is_decided && difference.limit.is_none());
    assert!(standard.allowed("bot", "/a%20b") && !google.allowed("bot", "/a%20b"));
}

#[test]
fn wildcards_and_ends_of_patterns_inside_an_escape_are_noticed() {
    for (pattern, is_decided) in [
        ("/*0$", false),
        ("*20", false),
        ("/a*Filter", false),
        ("/a%", false),
        ("/a%2", false),
        ("/a%2*b", false),
        ("/%*", false),
        ("/*", true),
        ("/*filter", true),
        ("/*.pdf$", true),
        ("/a%20*b", true),
        ("/a%20", true),
        // No URL in its usual spelling ends inside an escape.
        ("/a%2$", true),
        ("/a%zz*", true),
    ] {
        let text = format!("user-agent: *\ndisallow: {pattern}");
        let [standard, google] =
            [Setting::STANDARD, Setting::GOOGLE].map(|setting| setting.parse(text.as_bytes()));
        let difference = for_agent(&standard, &google, "bot");
        assert_eq!(difference.is_decided, is_decided, "{pattern}");
        assert!(for_agent(&google, &google, "bot").is_decided, "{pattern}");
    }
}

/// Returns URLs in the canonical spelling that clients send, except that `*` and `$` are not
/// escaped.
fn usual_urls(units: &[&str], longest: usize) -> Vec<String> {
    let mut urls = Vec::new();
    let mut paths = vec!["/".to_owned()];
    while let Some(path) = paths.pop() {
        for unit in units {
            if path.len() + unit.len() <= longest {
                paths.push(format!("{path}{unit}"));
            }
        }
        let url = url::Url::parse(&format!("http://h{path}")).expect("is a path");
        let sent = &url[url::Position::BeforePath..url::Position::AfterQuery];
        let target = spelled_target(path.as_bytes(), Setting::STANDARD.dialect);
        let usual = path
            .replace('*', "%2A")
            .replace('$', "%24")
            .replace("%5C", "\\");
        if sent == path && target == usual.as_bytes() {
            urls.push(if path.starts_with("//") {
                format!("http://h{path}")
            } else {
                path
            });
        }
    }
    urls.sort_by_key(|url| url.trim_start_matches("http://h").len());
    urls
}

const URLS: &[&str] = &[
    "/", "a", "b", "?", "*", "$", "%2F", "%3F", "%20", "%5C", ".",
];
/// With these units, neither a wildcard nor the end of a pattern can be inside a `%XX`.
#[rustfmt::skip]
const PATTERNS: &[&str] = &[
    "/", "/", "a", "a", "b", "*", "*", "*", "?", "%2F", "%3f", "%20", "$", "%61", "%24", "%2A",
    "\\", "%5c", " ", "/index.htm", ".",
];
const PARTS: &[&str] = &[
    "/", "/", "a", "b", "*", "*", "*", "?", "%2F", "%20", "2", "0", "F", "%", "%2", "$",
];

fn text(random: &mut Random, units: &[&str]) -> String {
    let mut text = "user-agent: *\n".to_owned();
    for _ in 0..random.below(6) {
        let field = ["allow", "disallow", "disallow", "dissallow", "disallowed"];
        text = text + random.pick(&field) + ": " + random.pick(&["/", "/", "/", "/", "*", ""]);
        for _ in 0..random.below(5) {
            text += random.pick(units);
        }
        text += random.pick(&["\n", "\n", "\n", "$\n", "*\n"]);
    }
    text
}

/// Checks the differences between the dialects. A comparison that is decided covers every URL. If
/// `is_whole`, it must be decided.
fn check(text: &str, urls: &[String], is_whole: bool) -> usize {
    let [standard, google] =
        [Setting::STANDARD, Setting::GOOGLE].map(|setting| setting.parse(text.as_bytes()));
    let difference = for_agent(&standard, &google, "bot");
    assert!(difference.is_decided || !is_whole, "{text}");
    let mut listed = Vec::new();
    for change in difference.changes {
        let verdicts = [&standard, &google].map(|robots| robots.verdict("bot", &change.url));
        assert_eq!(
            [change.before, change.after],
            verdicts,
            "{}\n{text}",
            change.url
        );
        assert_ne!(
            verdicts[0].allowed(),
            verdicts[1].allowed(),
            "{}\n{text}",
            change.url
        );
        let length = change.url.trim_start_matches("http://example.com").len();
        listed.push((verdicts.map(|verdict| verdict.line()), length));
    }
    for url in urls {
        let [one, other] = [&standard, &google].map(|robots| robots.verdict("bot", url));
        if one.allowed() == other.allowed() || !difference.is_decided {
            continue;
        }
        let lines = [one.line(), other.line()];
        let length = url.trim_start_matches("http://h").len();
        // `*` and `$` count as three bytes, because their canonical spelling is an escape.
        let length = length + 2 * url.matches(['*', '$']).count();
        let is_listed = |&&(pair, _): &&([Option<u32>; 2], usize)| pair == lines;
        let found = listed.iter().find(is_listed);
        let (_, shortest) = found.unwrap_or_else(|| panic!("no change covers {url} in\n{text}"));
        assert!(
            *shortest <= length,
            "{url} is shorter than the reported URL in\n{text}"
        );
    }
    listed.len()
}

#[test]
fn differences_between_dialects_agree_with_every_url() {
    let urls = usual_urls(URLS, 5);
    assert!(urls.len() > 500, "{} URLs", urls.len());
    let mut random = Random::new(seed("every URL in its usual spelling is compared"));
    let mut found = 0;
    for _ in 0..cases(600) {
        found += check(&text(&mut random, PATTERNS), &urls, true);
    }
    assert!(found as u64 > cases(600) / 2, "{found} differences");
    for _ in 0..cases(300) {
        check(&text(&mut random, PARTS), &urls, false);
    }
}
