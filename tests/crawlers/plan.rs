//! New files that block or admit crawlers.

use robots_exclusion::Robots;
use robots_exclusion::crawlers::{self, Choice, LeftOpen, Plan, Purpose, Status, Survey};

/// The answers of a file for `/` and `/a`.
fn answers(text: &str, crawler: &crawlers::Crawler) -> [bool; 2] {
    let matcher = crawler.matcher(&Robots::parse(text));
    ["/", "/a"].map(|url| matcher.allowed(url))
}

/// Chosen crawlers are blocked or admitted. All others obey the last group, even crawlers to
/// which `*` does not apply and crawlers that would obey the group of a crawler with a shorter
/// name.
#[test]
fn every_crawler_gets_what_was_chosen() {
    let choices = Purpose::ALL.iter().map(|&purpose| Choice::For(purpose));
    let choices: Vec<_> = choices.chain([Choice::Ai]).collect();
    for choice in choices {
        for closed in [None, Some("/a"), Some("/")] {
            for is_blocked in [true, false] {
                let plan = match is_blocked {
                    true => Plan::default().disallow(choice),
                    false => Plan::default().allow(choice),
                };
                let plan = closed
                    .map_or(Ok(plan.clone()), |path| plan.close(path))
                    .unwrap();
                let text = plan.write();
                for crawler in crawlers::all().filter(|its| its.status != Status::Retired) {
                    let expected = match (choice.includes(crawler), closed) {
                        (true, _) => [!is_blocked; 2],
                        (false, None) => [true, true],
                        (false, Some("/")) => [false, false],
                        (false, Some(_)) => [true, false],
                    };
                    assert_eq!(answers(&text, crawler), expected, "{crawler}: {text}");
                }
            }
        }
    }
}

#[test]
fn nothing_chosen_is_everything_allowed() {
    let plan = Plan::default().sitemap("https://a.example/s.xml").unwrap();
    let text = plan.write();
    assert!(Robots::parse(&text).matcher("*").allows_all());
    assert!(text.starts_with("# All other crawlers"), "{text}");
    assert!(
        text.contains("\nSitemap: https://a.example/s.xml\n"),
        "{text}"
    );
}

#[test]
fn one_crawler_takes_precedence_over_its_purpose_and_ai() {
    let find = |name| crawlers::find(name).unwrap();
    let only = |name| Choice::Only(find(name));
    let plan = Plan::default()
        .disallow(Choice::Ai)
        .allow(only("PerplexityBot"))
        .disallow(only("AhrefsBot"));
    let text = plan.write();
    for (name, allowed) in [
        ("GPTBot", false),
        ("OAI-SearchBot", false),
        ("Claude-SearchBot", false),
        ("ChatGPT-User", false),
        ("Bytespider", false),
        ("cohere-ai", false),
        ("DeepSeekBot", false),
        ("Google-Extended", false),
        ("PerplexityBot", true),
        ("AhrefsBot", false),
        ("SemrushBot", true),
        ("Googlebot", true),
        ("bingbot", true),
    ] {
        assert_eq!(answers(&text, find(name)), [allowed; 2], "{name}: {text}");
    }
}

#[test]
fn what_a_block_of_ai_leaves_open_is_named() {
    let plan = Plan::default().disallow(Choice::Ai);
    let survey = Survey::new(&Robots::parse(&plan.write()));
    let left: Vec<_> = plan.left_open(&survey).collect();
    let is_left = |name: &str| left.iter().find(|(crawler, _)| crawler.token == name);
    assert!(matches!(
        is_left("Googlebot"),
        Some((_, LeftOpen::WebSearch(_)))
    ));
    assert!(matches!(
        is_left("bingbot"),
        Some((_, LeftOpen::WebSearch(_)))
    ));
    assert!(matches!(
        is_left("Facebot"),
        Some((_, LeftOpen::UnknownPurpose))
    ));
    assert!(is_left("Bytespider").is_none());

    let open = Plan::default().disallow(Choice::For(Purpose::Seo));
    assert_eq!(
        open.left_open(&Survey::new(&Robots::parse(&open.write())))
            .count(),
        0
    );
}

#[test]
fn statements_are_for_those_who_may_fetch_something() {
    let plan = Plan::default()
        .disallow(Choice::For(Purpose::Seo))
        .allow(Choice::For(Purpose::Search));
    let plan = plan
        .content_signal("ai-train=no\r\nUser-agent: x#")
        .content_usage("train-ai=n");
    let text = plan.write();
    let robots = Robots::parse(&text);
    let count = |name| robots.matcher(name).records().count();
    assert_eq!(
        [count("Googlebot"), count("MyBot"), count("AhrefsBot")],
        [2, 2, 0],
        "{text}"
    );
    assert!(
        text.contains("Content-Signal: ai-train=noUser-agent: x\n"),
        "{text}"
    );
}

/// Only what the file cannot contain is an error, and nothing begins a line of its own.
#[test]
fn odd_paths_and_urls_are_refused_or_escaped() {
    assert!(Plan::default().close("private").is_err());
    assert!(Plan::default().sitemap("/sitemap.xml").is_err());
    assert!(Plan::default().sitemap("https://a.example/s#x").is_err());
    let text = Plan::default().close("/a\nAllow: /").unwrap().write();
    assert!(text.contains("Disallow: /a%0AAllow:%20/\n"), "{text}");
}

#[test]
fn groups_that_a_file_does_not_need_are_not_added() {
    let robots = Robots::parse("user-agent: *\ndisallow: /");
    let survey = Survey::new(&robots);
    let plan = Plan::default().disallow(Choice::For(Purpose::AiTraining));
    assert_eq!(plan.groups_to_add(&survey).len(), 0);
    let open = Survey::new(&Robots::parse(""));
    let groups = plan.groups_to_add(&open);
    assert_eq!(groups.len(), 1);
    assert!(
        groups[0]
            .crawlers
            .iter()
            .all(|crawler| crawler.serves(Purpose::AiTraining))
    );
}
