//! Mistakes that `ParseOptions::tolerant_fields` accepts: misspelled fields, missing colons, and
//! lists of crawlers in one line.

use std::time::Duration;

use robots_exclusion::lexer::Field;
use robots_exclusion::{Dialect, ParseOptions, Robots};

use crate::case::expectation;
use crate::support::generator::{self, Random};
use crate::support::routes;

fn tolerant(text: &[u8]) -> Robots<'_> {
    ParseOptions::new().tolerant_fields(true).parse(text)
}

/// Name, file, crawler, URL, and the answers without and with the option.
type Case = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

#[rustfmt::skip]
const CASES: &[Case] = &[
    // google/robotstxt, `ParsedRobotsKey`.
    ("useragent", "useragent: a\ndisallow: /", "a", "/x", "A", "D 2"),
    ("user agent", "User Agent: a\ndisallow: /", "a", "/x", "A", "D 2"),
    ("dissallow", "user-agent: a\ndissallow: /", "a", "/x", "A", "D 2"),
    ("dissalow", "user-agent: a\nDisSaLow: /", "a", "/x", "A", "D 2"),
    ("disalow", "user-agent: a\ndisalow: /", "a", "/x", "A", "D 2"),
    ("diasllow", "user-agent: a\ndiasllow: /", "a", "/x", "A", "D 2"),
    ("disallaw", "user-agent: a\ndisallaw: /", "a", "/x", "A", "D 2"),
    // google/robotstxt, `NeedsSeparator`; Stract's parser, `product`.
    ("a blank instead of the colon", "user-agent a\ndisallow /", "a", "/x", "A", "D 2"),
    ("many blanks instead of the colon", "user-agent: a\n  disallow \t /  # all", "a", "/x", "A", "D 2"),
    ("a misspelled field without a colon", "useragent a\ndisalow /", "a", "/x", "A", "D 2"),
    ("prose", "user-agent: a\ndisallow all robots", "a", "/x", "A", "A"),
    ("one word", "user-agent: a\ndisallow", "a", "/x", "A", "A"),
    // Stract's parser, `parse_allow`.
    ("alow", "user-agent: a\ndisallow: /\nalow: /x", "a", "/x", "D 2", "A 3"),
    ("alaw", "user-agent: a\ndisallow: /\nAlaw: /x", "a", "/x", "D 2", "A 3"),
    // google/robotstxt accepts any longer name; Stract's parser lists the plurals.
    ("user-agents", "user-agents: a\ndisallow: /", "a", "/x", "A", "D 2"),
    ("useragents", "useragents: a\ndisallow: /", "a", "/x", "A", "D 2"),
    ("allows", "user-agent: a\ndisallow: /\nallows: /x", "a", "/x", "D 2", "A 3"),
    ("DISALLOWS", "user-agent: a\nDISALLOWS: /", "a", "/x", "A", "D 2"),
    ("disalows", "user-agent: a\ndisalows: /", "a", "/x", "A", "D 2"),
    // A longer name may mean something else, as in `DisallowAITraining`, so it is not accepted.
    ("a longer name", "user-agent: a\ndisallowed: /", "a", "/x", "A", "A"),
    ("a longer name that means something else", "user-agent: a\nDisallowAITraining: /", "a", "/x", "A", "A"),
    ("two letters more", "user-agent: a\ndisallowss: /", "a", "/x", "A", "A"),
    ("another misspelling", "user-agent: a\ndisslow: /", "a", "/x", "A", "A"),
    ("another separator", "user_agent: a\ndisallow: /", "a", "/x", "A", "A"),
    // Stract's parser, `parse_user_agent`.
    ("the first of two words", "user-agent: Foo Bar\ndisallow: /", "Foo", "/x", "D 2", "D 2"),
    ("the second of two words", "user-agent: Foo Bar\ndisallow: /", "Bar", "/x", "A", "D 2"),
    ("a crawler that is not in the list", "user-agent: Foo Bar\ndisallow: /", "Baz", "/x", "A", "A"),
    ("commas", "user-agent: a,b, c ,d\ndisallow: /", "b", "/x", "A", "D 2"),
    ("commas and blanks", "user-agent: a,b, c ,d\ndisallow: /", "c", "/x", "A", "D 2"),
    ("the last of a list", "user-agent: a,b, c ,d\ndisallow: /", "d", "/x", "A", "D 2"),
    ("a version after each name", "user-agent: a/1.0, b/2.0\ndisallow: /", "b", "/x", "A", "D 2"),
    ("every crawler in a list", "user-agent: a, *\ndisallow: /", "b", "/x", "A", "D 2"),
    ("every crawler first in a list", "user-agent: *, a\ndisallow: /x\nuser-agent: *\ndisallow: /y", "a", "/y", "D 4", "A"),
    ("an empty list", "user-agent: ,, ,\ndisallow: /", "a", "/x", "A", "A"),
    ("an empty list begins a group", "user-agent: a\ndisallow: /x\nuser-agent: ,\ndisallow: /", "a", "/y", "A", "A"),
    ("a semicolon does not separate names", "user-agent: a;b\ndisallow: /", "b", "/x", "A", "A"),
    ("a comment in parentheses", "user-agent: a (b)\ndisallow: /", "b", "/x", "A", "A"),
    ("a list after a list", "user-agent: a, b\nuser-agent: c, d\ndisallow: /", "b", "/x", "A", "D 3"),
    ("a list after rules", "user-agent: a, b\ndisallow: /x\nuser-agent: c, d\ndisallow: /", "d", "/x", "A", "D 4"),
    ("rules before a list", "disallow: /\nuser-agent: a, b\nallow: /x", "b", "/x", "A", "A 3"),
    ("a name in two lists", "user-agent: a, b\ndisallow: /x\nuser-agent: b, c\ndisallow: /y", "b", "/y", "D 4", "D 4"),
    ("a more general name in a list", "user-agent: x, googlebot\ndisallow: /", "Googlebot-Image", "/x", "A", "D 2"),
    // A list of paths in one rule is a single pattern.
    ("paths with a comma", "user-agent: a\ndisallow: /x, /y", "a", "/y", "A", "A"),
];

#[test]
fn mistakes_are_accepted_only_on_request() {
    for &(name, text, agent, url, strict, lenient) in CASES {
        for (is_tolerant, expected) in [(false, strict), (true, lenient)] {
            let options = ParseOptions::new().tolerant_fields(is_tolerant);
            let agents = [agent.to_owned()];
            let queries = [(0, url)];
            for (route, answer) in
                routes::answers(options, text.as_bytes(), &[&agents], &queries).concat()
            {
                assert_eq!(
                    answer,
                    expectation(expected),
                    "{name}, {route}, {is_tolerant}"
                );
            }
        }
    }
}

#[test]
fn the_option_does_not_affect_the_google_dialect() {
    let google = ParseOptions::new().dialect(Dialect::Google);
    for &(name, text, agent, url, ..) in CASES {
        let strict = google.parse(text);
        let lenient = google.tolerant_fields(true).parse(text);
        let answers = [strict, lenient].map(|robots| robots.verdict(agent, url).to_string());
        assert_eq!(answers[0], answers[1], "{name}");
    }
}

#[test]
fn delays_and_sitemaps() {
    for (field, is_delay) in [
        ("crawl-delay", true),
        ("Crawl Delay", true),
        ("crawldelay", true),
        ("crawl-delays", true),
        ("crawl_delay", false),
        ("craw-delay", false),
    ] {
        let text = format!("user-agent: a\n{field}: 4\n");
        let delay = tolerant(text.as_bytes()).matcher("a").crawl_delay();
        assert_eq!(delay, is_delay.then_some(Duration::from_secs(4)), "{field}");
        let matcher = Robots::parse(&text).matcher("a");
        assert_eq!(
            matcher.crawl_delay().is_some(),
            field == "crawl-delay",
            "{field}"
        );
    }
    for (field, is_sitemap) in [
        ("sitemap", true),
        ("Site Map", true),
        ("site-map", true),
        ("sitemaps", true),
        ("site maps", true),
        ("site_map", false),
        ("map", false),
    ] {
        let text = format!("{field}: https://example.com/x\n");
        let sitemaps = tolerant(text.as_bytes());
        assert_eq!(
            sitemaps.sitemaps().count(),
            usize::from(is_sitemap),
            "{field}"
        );
        let strict = usize::from(field == "sitemap");
        assert_eq!(Robots::parse(&text).sitemaps().count(), strict, "{field}");
    }
}

#[test]
fn names_in_a_list_are_separate_agents() {
    let robots = tolerant(b"user-agents: a/1, *,b\n\ndisallow: /x\nuser agent: c\nalow: /\n");
    let groups = robots.groups().map(|group| {
        let agents = group.agents();
        let agents = agents.map(|agent| (agent.value(), agent.token(), agent.line()));
        (agents.collect::<Vec<_>>(), group.rules().count())
    });
    let groups: Vec<_> = groups.collect();
    let first: [(&[u8], &[u8], u32); 3] = [(b"a/1", b"a", 1), (b"*", b"", 1), (b"b", b"b", 1)];
    assert_eq!(groups[0], (first.to_vec(), 1));
    assert_eq!(groups[1], (vec![(&b"c"[..], &b"c"[..], 4)], 1));
}

/// Written, owned and serialised values are spelled correctly, so that other parsers read them the
/// same way.
#[test]
fn corrected_when_written() {
    let text =
        "useragents a,b\nalow /x\ndisalow: /\ncrawl delay: 7\nsite map: https://example.com/s";
    let robots = tolerant(text.as_bytes());
    assert_eq!(
        robots.to_string(),
        "User-agent: a\nUser-agent: b\nAllow: /x\nDisallow: /\ncrawl-delay: 7\n\n\
         Sitemap: https://example.com/s\n"
    );
    let matcher = robots.matcher("b").with_sitemaps(robots.sitemaps());
    assert_eq!(matcher.crawl_delay(), Some(Duration::from_secs(7)));
    assert_eq!(matcher.sitemaps().count(), 1);
    assert!(Robots::parse(&matcher.to_string()).allowed("b", "/x"));
}

/// Writes one line to both files: correctly to one, with accepted mistakes to the other.
fn write(line: &str, random: &mut Random, correct: &mut String, wrong: &mut String) {
    let (field, value) = line.split_once(": ").expect("a record");
    let spellings: &[&str] = match field {
        "user-agent" => &["user-agent", "useragent", "User Agent", "user-agents"],
        "allow" => &["allow", "alow", "ALAW", "allows"],
        "disallow" => &[
            "disallow",
            "dissallow",
            "dissalow",
            "disalow",
            "diasllows",
            "disallaw",
        ],
        "sitemap" => &["sitemap", "site map", "site-map", "Site-Maps"],
        _ => &["crawl-delay", "crawl delay", "crawldelay"],
    };
    let spelling = random.pick(spellings);
    // A line without a colon may have only two words.
    let colon = if spelling.contains(' ') || random.one_in(2) {
        ": "
    } else {
        " \t"
    };
    *correct += &format!("{field}: {value}\n");
    *wrong += &format!("{spelling}{colon}{value}\n");
}

/// A file with mistakes gives the same answers as the correct file.
#[test]
fn mistakes_do_not_change_answers() {
    const AGENTS: [&str; 5] = ["a", "b", "a-b", "c", "*"];
    let seed = generator::seed("tolerant fields");
    for case in 0..generator::cases(3_000) {
        let random = &mut Random::new(seed.wrapping_add(case));
        let (mut correct, mut wrong) = (String::new(), String::new());
        for _ in 0..random.below(12) {
            let path = random.pick(&["/", "/a", "/b", "/a*b", "/b$"]);
            match random.below(6) {
                0 => {
                    let names: Vec<&str> = (0..=random.below(3))
                        .map(|_| random.pick(&AGENTS))
                        .collect();
                    for name in &names {
                        correct += &format!("user-agent: {name}\n");
                    }
                    let separator = random.pick(&[",", ", ", " ", " ,, "]);
                    wrong += &format!("useragent: {}\n", names.join(separator));
                }
                1 => {
                    let line = format!("user-agent: {}", random.pick(&AGENTS));
                    write(&line, random, &mut correct, &mut wrong);
                }
                2 => write(&format!("allow: {path}"), random, &mut correct, &mut wrong),
                3 => write(
                    &format!("disallow: {path}"),
                    random,
                    &mut correct,
                    &mut wrong,
                ),
                4 => write("sitemap: /s", random, &mut correct, &mut wrong),
                _ => {
                    let delay = format!("crawl-delay: {}", random.below(9));
                    write(&delay, random, &mut correct, &mut wrong);
                }
            }
        }
        let (correct, wrong) = (Robots::parse(&correct), tolerant(wrong.as_bytes()));
        assert_eq!(correct.to_string(), wrong.to_string(), "{wrong:?}");
        for agent in AGENTS {
            let matchers = [&correct, &wrong].map(|robots| robots.matcher(agent));
            assert_eq!(
                matchers[0].crawl_delay(),
                matchers[1].crawl_delay(),
                "{wrong:?}"
            );
            for url in ["/", "/a", "/ab", "/b", "/ba"] {
                let expected = correct.allowed(agent, url);
                assert_eq!(
                    wrong.allowed(agent, url),
                    expected,
                    "{agent} {url} {wrong:?}"
                );
                assert_eq!(
                    matchers[1].allowed(url),
                    expected,
                    "{agent} {url} {wrong:?}"
                );
            }
        }
    }
}

/// The option does not affect a file without mistakes.
#[test]
fn the_option_does_not_affect_a_correct_file() {
    let seed = generator::seed("tolerant and correct");
    let mut compared = 0;
    let cases = generator::cases(3_000);
    for case in 0..cases {
        let file = generator::file(&mut Random::new(seed.wrapping_add(case)));
        // A written file has no mistakes, except in the names of unknown fields.
        let text = Robots::parse(&file).to_string();
        let strict = Robots::parse(&text);
        if strict
            .records()
            .all(|record| record.field() != Field::Unknown)
        {
            assert_eq!(tolerant(text.as_bytes()).to_string(), strict.to_string());
            compared += 1;
        }
    }
    assert!(compared > cases / 3, "{compared} of {cases}");
}
