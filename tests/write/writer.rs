//! Text written by `Display` has the same meaning as the parsed text.

use robots_exclusion::fetch::FetchOutcome;
use robots_exclusion::{Dialect, Matcher, ParseOptions, Robots, Verdict};

use crate::support::random::Random;
use crate::{DIALECTS, parse};

#[track_caller]
fn assert_written(dialect: Dialect, text: impl AsRef<[u8]>, expected: &str) {
    assert_eq!(
        parse(text.as_ref(), dialect).to_string(),
        expected,
        "{dialect:?}"
    );
}

#[test]
fn a_clean_file_is_written_unchanged() {
    let text = "User-agent: a\nUser-agent: b\nDisallow: /x\nAllow: /x/y$\ncrawl-delay: 5\n\nUser-agent: *\nDisallow:\n\n\
                Sitemap: https://example.com/s.xml\n";
    for dialect in DIALECTS {
        assert_written(dialect, text, text);
        assert_written(dialect, "", "");
    }
}

#[test]
fn lines_without_meaning_are_dropped() {
    let text = "\u{FEFF}# hello\ndisallow: /lost\r\nnoise\n\n  USER-AGENT :  a/1.0 (x) # why\rallow:/x # y\n\n<p>";
    for dialect in DIALECTS {
        assert_written(dialect, text, "User-agent: a\nAllow: /x\n");
    }
}

#[test]
fn a_user_agent_is_written_as_its_dialect_reads_it() {
    let text = b"user-agent: MJ12bot\nuser-agent: *bot\nuser-agent: \xE9\nuser-agent: * all\nuser-agent:\nuser-agent: b\0c\nallow: /";
    let nobody = "User-agent:\n";
    assert_written(
        Dialect::Standard,
        text,
        &format!(
            "User-agent: MJ12bot\n{nobody}{nobody}User-agent: *\n{nobody}User-agent: b\nAllow: /\n"
        ),
    );
    assert_written(
        Dialect::Google,
        text,
        &format!(
            "User-agent: MJ\n{nobody}{nobody}User-agent: *\n{nobody}User-agent: b\nAllow: /\n"
        ),
    );
}

#[test]
fn a_pattern_is_written_in_ascii() {
    let text =
        b"user-agent: *\ndisallow: /\xC3\xA9\xFF%e3 \x01\x7F/*$\nallow: x\nallow:\ndisallow: /a\0b";
    assert_written(
        Dialect::Standard,
        text,
        "User-agent: *\nDisallow: /%C3%A9%FF%e3 %01%7F/*$\nAllow: x\nAllow:\nDisallow: /a%00b\n",
    );
    assert_written(
        Dialect::Google,
        text,
        "User-agent: *\nDisallow: /%C3%A9%FF%e3 \u{1}\u{7F}/*$\nAllow: x\nAllow:\nDisallow: /a\n",
    );
}

#[test]
fn google_spellings_are_written_in_standard_form() {
    let text = "useragent a\ndisalow: /x\nAllowed: /y\ncrawl-delay 5\nsite-map: z\n";
    assert_written(
        Dialect::Google,
        text,
        "User-agent: a\nDisallow: /x\nAllow: /y\ncrawl-delay: 5\n\nSitemap: z\n",
    );
}

#[test]
fn records_keep_their_group_and_value() {
    let text = b"host: e.com\nfoo:\nuser-agent: a\ncrawl-delay: 5\nsitemap: http://e.com/\xE9\nuser-agent: b\ndisallow: /\n\
                 x y : \xC3\xA9: \xFF\nuser-agent: c";
    let expected = "host: e.com\nfoo:\n\nUser-agent: a\ncrawl-delay: 5\nUser-agent: b\nDisallow: /\nx y: %C3%A9: %FF\n\n\
                    User-agent: c\n\nSitemap: http://e.com/%E9\n";
    for dialect in DIALECTS {
        assert_written(dialect, text, expected);
    }
}

#[test]
fn a_first_field_is_not_read_as_a_byte_order_mark() {
    for text in ["\u{FEFF}\u{FEFF}foo: x", "\u{FF46}oo: x"] {
        for dialect in DIALECTS {
            let robots = parse(text.as_bytes(), dialect);
            let written = robots.to_string();
            let names = |robots: &Robots<'_>| {
                robots
                    .records()
                    .map(|record| record.name().to_vec())
                    .collect::<Vec<_>>()
            };
            let read = parse(written.as_bytes(), dialect);
            // The rest of a character after Google skipped its first byte.
            let name = String::from_utf8(names(&robots)[0].clone());
            let expected = name.unwrap_or_else(|_| "%BD%86oo".into());
            assert_eq!(
                names(&read),
                [expected.into_bytes()],
                "{text:?} in {dialect:?}"
            );
        }
    }
}

#[test]
fn a_line_that_google_would_truncate_is_shortened() {
    let limit = 16_663;
    for (field, room) in [("disallow:", 9), ("disalow:", 8), ("Disallow: ", 10)] {
        for letter in ["a", "\u{E9}"] {
            let length = limit - room - 1;
            let pattern = format!(
                "/{}{}",
                letter.repeat(length / letter.len()),
                "a".repeat(length % letter.len())
            );
            let text = format!("user-agent: *\n{field}{pattern}\nallow: /a");
            let robots = parse(text.as_bytes(), Dialect::Google);
            let written = robots.to_string();
            let read = parse(written.as_bytes(), Dialect::Google);
            let url = if letter == "a" {
                pattern.clone()
            } else {
                pattern.replace('\u{E9}', "%C3%A9")
            };
            for url in [url.as_str(), &url[..url.len() - 1]] {
                let (before, after) = (robots.verdict("x", url), read.verdict("x", url));
                assert_eq!(
                    (before.allowed(), before.line()),
                    (after.allowed(), after.line()),
                    "{field} {letter}"
                );
            }
            assert!(!read.allowed("x", &url), "{field} {letter}");
        }
    }
    // The dialect cannot represent this rule, which affects only the longest URLs.
    let pattern = [b"/".to_vec(), b"\xFF".repeat(6_000)].concat();
    let text = [b"user-agent: *\nallow: /\ndisallow: ".to_vec(), pattern].concat();
    assert_written(Dialect::Google, &text, "User-agent: *\nAllow: /\n");
    let written = parse(&text, Dialect::Standard).to_string();
    assert!(!Robots::parse(&written).allowed("x", format!("/{}", "%FF".repeat(6_000))));
}

/// Returns a rule with a spelling that is too long for a line of google/robotstxt.
fn overlong_rule() -> Vec<u8> {
    [&b"disallow: /"[..], &b"\xFF".repeat(5_552), b"\n"].concat()
}

#[test]
fn a_group_that_loses_its_rules_does_not_join_the_next() {
    let text = [
        &b"user-agent: *\n"[..],
        &overlong_rule(),
        b"crawl-delay: 5\nuser-agent: bot\ndisallow: /\nuser-agent: last\n",
        &overlong_rule(),
        &overlong_rule(),
        b"user-agent: end\n",
    ]
    .concat();
    let robots = parse(&text, Dialect::Google);
    let written = robots.to_string();
    assert_eq!(
        written,
        "User-agent: *\nDisallow:\ncrawl-delay: 5\n\nUser-agent: bot\nDisallow: /\n\n\
         User-agent: last\nDisallow:\n\nUser-agent: end\n"
    );
    let read = parse(written.as_bytes(), Dialect::Google);
    for (agent, allowed) in [("x", true), ("bot", false), ("last", true), ("end", true)] {
        assert_eq!(robots.allowed(agent, "/a"), allowed, "{agent} before");
        assert_eq!(read.allowed(agent, "/a"), allowed, "{agent} after");
    }
    assert_eq!(
        robots.matcher("last").to_string(),
        "User-agent: last\nDisallow:\n"
    );
    assert_eq!(robots.matcher("end").to_string(), "User-agent: end\n");
}

/// Overlong rules match none of the short URLs in this test.
#[test]
fn overlong_rules_do_not_affect_other_verdicts() {
    let mut losing = 0;
    for seed in 0..60 {
        let random = &mut Random::new(seed);
        let mut text = Vec::new();
        for _ in 0..2 + random.below(8) {
            text.extend_from_slice(match random.below(6) {
                0 | 1 => random.pick(&[
                    &b"user-agent: *\n"[..],
                    b"user-agent: a\n",
                    b"user-agent: b\n",
                ]),
                2 | 3 => random.pick(&[&b"disallow: /\n"[..], b"allow: /a\n", b"disallow:\n"]),
                4 => b"crawl-delay: 1\n",
                _ => {
                    losing += 1;
                    text.extend_from_slice(&overlong_rule());
                    continue;
                }
            });
        }
        let robots = parse(&text, Dialect::Google);
        let written = robots.to_string();
        let read = parse(written.as_bytes(), Dialect::Google);
        assert_eq!(read.to_string(), written, "seed {seed}: written twice");
        assert_eq!(
            read.groups().count(),
            robots.groups().count(),
            "seed {seed}"
        );
        for agent in ["a", "b", "c"] {
            let matcher = robots.matcher(agent);
            let alone = matcher.to_string();
            let alone = parse(alone.as_bytes(), Dialect::Google);
            for url in ["/", "/a", "/b"] {
                let expected = answer(matcher.verdict(url));
                assert_eq!(
                    answer(read.verdict(agent, url)),
                    expected,
                    "seed {seed}: {agent} {url}"
                );
                assert_eq!(
                    answer(alone.verdict(agent, url)),
                    expected,
                    "seed {seed}: {agent} {url}, alone"
                );
            }
        }
    }
    assert!(losing > 20, "{losing} overlong rules");
}

#[test]
fn a_matcher_writes_the_rules_of_its_crawler() {
    let text = "user-agent: a\nuser-agent: b\ncrawl-delay: 5\ndisallow: /x\nuser-agent: *\nallow: /y\nuser-agent: A/2\nallow: /x/z\nhost: e";
    for dialect in DIALECTS {
        let robots = parse(text.as_bytes(), dialect);
        let written = |agent: &str| {
            let matcher = robots.matcher(agent);
            let written = matcher.to_string();
            assert_eq!(matcher.clone().to_string(), written);
            written
        };
        assert_eq!(
            written("a"),
            "User-agent: a\nDisallow: /x\nAllow: /x/z\ncrawl-delay: 5\nhost: e\n"
        );
        assert_eq!(
            written("B"),
            "User-agent: b\nDisallow: /x\ncrawl-delay: 5\n"
        );
        assert_eq!(written("c"), "User-agent: *\nAllow: /y\n");
    }
    let fallback = Robots::parse(text).matcher("a-b").to_string();
    assert_eq!(
        fallback.to_lowercase(),
        Robots::parse(text).matcher("a").to_string().to_lowercase()
    );
    assert_eq!(
        Robots::parse("user-agent: a\ndisallow: /")
            .matcher("b")
            .to_string(),
        ""
    );
    let google = parse(b"user-agent: 1\ndisallow: /", Dialect::Google);
    assert_eq!(google.matcher("").to_string(), "User-agent:\nDisallow: /\n");
}

#[test]
fn a_matcher_without_a_file_states_the_reason() {
    let written = |result: FetchOutcome<'_>, dialect| {
        let access = result.access_with(ParseOptions::new().dialect(dialect));
        let matcher = access.matcher("a");
        let written = matcher.to_string();
        let read = parse(written.as_bytes(), dialect);
        for url in ["/", "/x?y", "/robots.txt"] {
            assert_eq!(
                read.allowed("a", url),
                matcher.allowed(url),
                "{url} in {dialect:?}"
            );
        }
        written
    };
    for dialect in DIALECTS {
        let missing = written(FetchOutcome::response(404, ""), dialect);
        assert_eq!(
            missing,
            "# robots.txt returned 404\nUser-agent: *\nDisallow:\n"
        );
        let pause = written(FetchOutcome::response(503, ""), dialect);
        assert!(
            pause.starts_with("# robots.txt returned 503\nUser-agent: *\nDisallow: /\n"),
            "{pause}"
        );
    }
}

/// Returns the verdict and, if the same groups are selected, the kind of selection.
fn answer(verdict: Verdict<'_>) -> (bool, String) {
    (
        verdict.allowed(),
        verdict.selection().to_string().to_lowercase(),
    )
}

#[test]
fn merged_google_agents_are_written_as_one_group() {
    let text =
        b"user-agent: a\ndisallow: /x\nuser-agent: b\ndisallow: /y\nuser-agent: c\ndisallow: /";
    let robots = parse(text, Dialect::Google);
    let matcher: Matcher = robots.matcher_for(&["b", "a"]);
    let written = matcher.to_string();
    let read = parse(written.as_bytes(), Dialect::Google);
    let token = String::from_utf8(
        read.groups()
            .next()
            .unwrap()
            .agents()
            .next()
            .unwrap()
            .token()
            .to_vec(),
    )
    .unwrap();
    for (url, allowed) in [("/x", false), ("/y", false), ("/z", true)] {
        assert_eq!(
            (matcher.allowed(url), read.allowed(&token, url)),
            (allowed, allowed),
            "{url}"
        );
    }
}
