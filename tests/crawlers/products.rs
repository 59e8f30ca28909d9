//! AI products: their doors, and what a file lets through them.

use std::collections::BTreeSet;
use std::sync::Arc;

use robots_exclusion::Robots;
use robots_exclusion::crawlers::{self, Door, Obeys, Product, Site, Survey};

const AI2_DOLMA: &str = "user-agent: Ai2Bot-Dolma\ndisallow: /";
const GOOGLEBOT: &str = "user-agent: Googlebot\ndisallow: /";
const SIGNAL: &str = "user-agent: *\ncontent-signal: ai-train=no\nallow: /";

/// A file, a product, and the answers of its doors for training, search and requests.
const CASES: &[(&str, &str, &str)] = &[
    ("", "ChatGPT", "allowed allowed -"),
    (
        "user-agent: *\ndisallow: /",
        "ChatGPT",
        "disallowed disallowed -",
    ),
    (
        "user-agent: GPTBot\ndisallow: /",
        "ChatGPT",
        "disallowed allowed -",
    ),
    (
        "user-agent: ChatGPT-User\ndisallow: /",
        "ChatGPT",
        "allowed allowed -",
    ),
    (
        "user-agent: Claude-User\ndisallow: /a",
        "Claude",
        "allowed allowed partly",
    ),
    // One token, two doors.
    (
        "user-agent: Google-Extended\ndisallow: /",
        "Gemini",
        "disallowed disallowed -",
    ),
    (GOOGLEBOT, "AI Overviews and AI Mode", "- disallowed -"),
    // Two tokens, one door. The second falls back to the group of the first.
    (AI2_DOLMA, "Ai2", "partly - -"),
    ("user-agent: AI2Bot\ndisallow: /", "Ai2", "disallowed - -"),
    // Nothing is documented: a rule for a name from a list closes nothing for sure.
    (
        "user-agent: Bytespider\nuser-agent: Grok\ndisallow: /",
        "Doubao",
        "- - -",
    ),
    ("user-agent: *\ndisallow: /", "Grok", "- - -"),
    // A signal is a statement, not a block.
    (SIGNAL, "ChatGPT", "allowed allowed -"),
    // Without a group of its own, Applebot obeys that of Googlebot; Applebot-Extended does not.
    (
        GOOGLEBOT,
        "Siri and Apple Intelligence",
        "allowed disallowed -",
    ),
];

fn product(name: &str) -> &'static Product {
    crawlers::products()
        .find(|product| product.name == name)
        .unwrap()
}

#[test]
fn doors_have_the_answers_of_their_tokens() {
    for (text, name, expected) in CASES {
        let survey = Survey::new(&Robots::parse(text));
        let found = [Door::Training, Door::Search, Door::Request].map(|door| {
            let site = product(name).site(door, &survey);
            site.map_or("-".to_owned(), |site| site.to_string())
        });
        assert_eq!(found.join(" "), *expected, "{name} in {text:?}");
    }
}

#[test]
fn a_survey_without_a_file_has_one_answer_for_all() {
    let closed = Robots::parse("user-agent: *\ndisallow: /").matcher("x");
    let survey = Survey::without_file(closed.into());
    assert!(survey.rows.iter().all(|row| row.site == Site::Disallowed));
    let claude = product("Claude").site(Door::Request, &survey);
    assert_eq!(claude, Some(Site::Disallowed));
}

/// Every token of the table of products is a known crawler, names are unique, and every door has
/// a source, tokens from lists, or nothing at all.
#[test]
fn the_table_of_products_is_consistent() {
    let mut names = BTreeSet::new();
    for product in crawlers::products() {
        assert!(names.insert(product.name), "{product} is there twice");
        assert!(product.doors().count() > 0, "{product} has no door");
        assert!(product.doors().is_sorted(), "{product}");
        for door in product.doors() {
            let documented: Vec<_> = product.crawlers(door).collect();
            let listed: Vec<_> = product.listed_crawlers(door).collect();
            assert!(
                documented.is_empty() || listed.is_empty(),
                "{product}, {door}"
            );
            assert!(
                product
                    .source(door)
                    .is_none_or(|url| url.starts_with("https://"))
            );
            for crawler in documented.iter().chain(&listed) {
                assert_eq!(crawler.operator, product.operator, "{crawler}");
                assert!(
                    crawler.products().any(|its| its == (product, door)),
                    "{crawler}"
                );
                assert_eq!(crawler.replaced_by(), None, "{crawler} is retired");
                let is_ai = !product.is_web_search(door);
                assert!(crawler.is_ai() || !is_ai, "{crawler}");
            }
            let decides = documented
                .iter()
                .any(|crawler| crawler.obeys_robots_txt != Obeys::No);
            assert_eq!(
                product.is_decided_by_robots_txt(door),
                decides,
                "{product}, {door}"
            );
        }
    }
    let expected = "ChatGPT,Claude,Gemini,Copilot,Perplexity,Meta AI,Alexa,Mistral,Grok,DeepSeek,\
                    Doubao,Common Crawl";
    for name in expected.split(',') {
        assert!(names.contains(name), "{name} is missing");
    }
}

#[test]
fn no_crawler_reads_for_two_products() {
    for crawler in crawlers::all() {
        let names: BTreeSet<_> = crawler
            .products()
            .map(|(product, _)| product.name)
            .collect();
        assert!(names.len() <= 1, "{crawler}: {names:?}");
    }
}

/// The naive survey: each crawler's own matcher.
#[test]
fn a_survey_has_the_answers_of_each_crawler_alone() {
    let files = [
        "",
        "user-agent: *\ndisallow: /a",
        "user-agent: *\ndisallow: /\nuser-agent: googlebot\nallow: /a\ndisallow: /b",
        "user-agent: googlebot-image\ndisallow: /a\nuser-agent: googlebot\ndisallow: /b",
        "user-agent: Google\ndisallow: /a\nuser-agent: *\ndisallow: /b",
        "user-agent: adsbot-google\ndisallow: /a\nuser-agent: bingbot/2.0\ndisallow: /b",
        "user-agent: applebot-extended\ndisallow: /a\nuser-agent: applebot\ndisallow: /",
        "user-agent: gptbot\nuser-agent: ccbot\ndisallow: /\nuser-agent: ccbot\nallow: /b",
        "user-agent: *\nuser-agent: gptbot\ndisallow /a\nallow: /*\n",
        "disallow: /\nuser-agent: claudebot\nuser-agent: Claude\n",
    ];
    for text in files {
        let robots = Robots::parse(text);
        let survey = Survey::new(&robots);
        assert_eq!(survey.rows.len(), crawlers::all().len());
        for (row, crawler) in survey.rows.iter().zip(crawlers::all()) {
            assert_eq!(row.crawler, crawler);
            let matcher = crawler.matcher(&robots);
            assert_eq!(row.site, Site::of(&matcher), "{crawler} in {text:?}");
            for url in ["/", "/a", "/b/c", "/robots.txt", "https://example.org/a?b"] {
                assert_eq!(
                    row.verdict(url),
                    matcher.verdict(url),
                    "{crawler} {url} in {text:?}"
                );
            }
        }
    }
}

/// A file with one long group for all crawlers is compiled once per dialect.
#[test]
fn crawlers_of_one_group_share_its_rules() {
    let names = crawlers::all().map(|crawler| format!("user-agent: {crawler}\n"));
    let text = names.collect::<String>() + "disallow: /a";
    let survey = Survey::new(&Robots::parse(&text));
    let rules: BTreeSet<_> = survey
        .rows
        .iter()
        .map(|row| Arc::as_ptr(&row.rules))
        .collect();
    assert_eq!(rules.len(), 2);
}
