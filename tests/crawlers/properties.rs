//! Compares profiles with a naive model that queries the file for one token after the other.

use robots_exclusion::crawlers::{self, Crawler};
use robots_exclusion::{Dialect, Matcher, ParseOptions, Robots, Selection};

use crate::support::random::{Random, cases, seed};

/// Names in `user-agent` lines, in addition to the tokens of the crawler under test.
const OTHERS: &[&str] = &[
    "*", "*", "*", "MyBot", "Google", "Yandex", "AdsBot", "Semrush", "", "bot",
];
const PATTERNS: &[&str] = &[
    "/",
    "/a",
    "/b",
    "/a*b",
    "/*.gif$",
    "/a/index.html",
    "",
    "/%61",
];
const URLS: &[&str] = &[
    "/",
    "/a",
    "/b",
    "/axb",
    "/x.gif",
    "/a/",
    "https://example.com/a?b",
];

fn file(random: &mut Random, names: &[&str]) -> String {
    let mut text = String::new();
    for _ in 0..random.between(0, 5) {
        for _ in 0..random.between(1, 3) {
            let name = random.mostly(60, names, OTHERS);
            let case = if random.one_in(3) {
                str::to_ascii_lowercase
            } else {
                str::to_owned
            };
            text += &format!("user-agent: {}\n", case(name));
        }
        for _ in 0..random.between(0, 3) {
            let field = random.pick(&["allow", "disallow", "disallow", "disalow", "crawl-delay"]);
            text += &format!("{field}: {}\n", random.pick(PATTERNS));
        }
    }
    text
}

/// The rules that a crawler obeys.
enum Model {
    Of(Matcher),
    Nothing,
}

/// Returns the rules for the first of the crawler's tokens that has a group, or else the rules for
/// all other crawlers.
fn model(crawler: &Crawler, text: &str, agent_fallback: bool) -> Model {
    let options = ParseOptions::new().dialect(crawler.dialect);
    let strict = options.agent_fallback(false).parse(text);
    for token in crawler.product_tokens() {
        let matcher = strict.matcher(token);
        if let Selection::Own(_) = matcher.selection() {
            return Model::Of(matcher);
        }
    }
    let tokens: Vec<_> = crawler.product_tokens().collect();
    let robots: Robots<'_> = options.agent_fallback(agent_fallback).parse(text);
    let matcher = robots.matcher_for(&tokens);
    if matcher.selection() == Selection::Wildcard && !crawler.is_bound_by_wildcard {
        return Model::Nothing;
    }
    Model::Of(matcher)
}

#[test]
fn profiles_answer_like_a_naive_model() {
    let seed = seed("profiles_answer_like_a_naive_model");
    let all: Vec<_> = crawlers::all().collect();
    for case in 0..cases(3_000) {
        let mut random = Random::stream(seed, case);
        let crawler: &Crawler = random.pick(&all);
        let tokens: Vec<_> = crawler.product_tokens().chain([crawler.token]).collect();
        let text = file(&mut random, &tokens);
        let (fallback, is_google) = (!random.one_in(4), random.one_in(2));
        let dialect = if is_google {
            Dialect::Google
        } else {
            Dialect::Standard
        };
        let options = ParseOptions::new()
            .dialect(dialect)
            .agent_fallback(fallback);
        let robots = options.parse(&text);
        let matcher = crawler.matcher(&robots);
        let shown = || format!("case {case}, {crawler}, {options:?}\n{text}");

        assert_eq!(matcher.dialect(), crawler.dialect, "{}", shown());
        match model(crawler, &text, fallback) {
            Model::Of(expected) => {
                assert_eq!(matcher.selection(), expected.selection(), "{}", shown());
                assert!(matcher.rules().eq(expected.rules()), "{}", shown());
                assert_eq!(matcher.crawl_delay(), expected.crawl_delay(), "{}", shown());
                for url in URLS {
                    assert_eq!(matcher.verdict(url), expected.verdict(url), "{}", shown());
                }
            }
            Model::Nothing => {
                assert_eq!(matcher.selection(), Selection::None, "{}", shown());
                assert_eq!(matcher.rules().len(), 0, "{}", shown());
                assert!(URLS.iter().all(|url| matcher.allowed(url)), "{}", shown());
            }
        }
    }
}

#[test]
fn recognised_crawlers_are_named_in_the_header() {
    let seed = seed("recognised_crawlers_are_named_in_the_header");
    let parts = [
        "Mozilla/5.0",
        "mozilla/",
        " ",
        "(",
        ")",
        ";",
        ",",
        "/",
        "compatible;",
        "Applebot",
        "AI2Bot/1",
        "Googlebot",
        "é",
        "\0",
        "+https://x/Googlebot",
        "Yahoo! Slurp",
        "Screaming Frog",
        "\u{a0}",
        "-",
        ".",
        "_",
    ];
    for case in 0..cases(3_000) {
        let mut random = Random::stream(seed, case);
        let header: String = (0..random.between(0, 9))
            .map(|_| random.pick(&parts))
            .collect();
        if let Some(crawler) = crawlers::from_header(&header) {
            // The header contains the product token of the crawler.
            let token = crawler
                .product_tokens()
                .next()
                .unwrap()
                .to_ascii_lowercase();
            assert!(
                header.to_ascii_lowercase().contains(&token),
                "case {case}: {header:?}, {crawler}"
            );
        }
    }
}

/// A token with a few edits is found again. Allowing more edits appends further names, but removes
/// none.
#[test]
fn misspelled_names_are_found() {
    let seed = seed("misspelled_names_are_found");
    let known: Vec<_> = crawlers::all().collect();
    for case in 0..cases(3_000) {
        let mut random = Random::stream(seed, case);
        let crawler: &Crawler = random.pick(&known);
        let mut name = crawler.token.as_bytes().to_vec();
        let edits = random.between(0, 3);
        for _ in 0..edits {
            let (at, letter) = (random.below(name.len()), b'a' + random.below(26) as u8);
            match random.below(3) {
                0 => name.insert(at, letter),
                1 if name.len() > 1 => drop(name.remove(at)),
                _ => name[at] = letter,
            }
        }
        let name = String::from_utf8(name).unwrap();
        let near = crawlers::nearest(&name, edits);
        let shown = format!("case {case}: {name}, {crawler}, {edits} edits");
        assert!(near.contains(&crawler), "{shown}");
        assert!(
            crawlers::nearest(&name, usize::MAX).starts_with(&near),
            "{shown}"
        );
    }
}
