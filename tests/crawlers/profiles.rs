//! How known crawlers read a file, according to their profiles. `tests/conformance/crawlers.jsonl` has the groups that
//! they obey.

use robots_exclusion::{Dialect, ParseOptions};

use super::known;

#[test]
fn groups_of_several_tokens_are_not_merged() {
    let text = "user-agent: Googlebot-Image\ndisallow: /a\n\nuser-agent: Googlebot\ndisallow: /b";
    for dialect in [Dialect::Standard, Dialect::Google] {
        let robots = ParseOptions::new().dialect(dialect).parse(text);
        let matcher = known("Googlebot-Image").matcher(&robots);
        assert!(!matcher.allowed("/a"));
        assert!(matcher.allowed("/b"));
        assert_eq!(matcher.rules().len(), 1);
    }
}

#[test]
fn a_file_is_read_in_the_dialect_of_the_crawler() {
    // Only the Google dialect accepts `disalow`, and only the Standard dialect accepts digits in
    // `user-agent` lines.
    let text = "user-agent: *\ndisalow: /a\n\nuser-agent: MJ12bot\ndisallow: /b";
    for dialect in [Dialect::Standard, Dialect::Google] {
        let robots = ParseOptions::new().dialect(dialect).parse(text);
        let allowed = |token, url| known(token).matcher(&robots).allowed(url);
        assert!(!allowed("Googlebot", "/a"));
        assert!(allowed("bingbot", "/a"));
        assert!(!allowed("MJ12bot", "/b"));
        assert_eq!(
            known("Googlebot").matcher(&robots).dialect(),
            Dialect::Google
        );
        assert_eq!(
            known("MJ12bot").matcher(&robots).dialect(),
            Dialect::Standard
        );
    }
}

#[test]
fn line_numbers_and_byte_limits_are_the_same_in_both_dialects() {
    let text = "user-agent: *\r\n\r\ndisallow: /a\r\ndisallow: /b";
    for dialect in [Dialect::Standard, Dialect::Google] {
        // The limit cuts the last line.
        let options = ParseOptions::new()
            .dialect(dialect)
            .byte_limit(text.len() - 1);
        let robots = options.parse(text);
        for token in ["Googlebot", "bingbot"] {
            let matcher = known(token).matcher(&robots);
            assert_eq!(matcher.verdict("/a").line(), Some(3), "{token}");
            assert!(matcher.allowed("/b"), "{token}");
        }
    }
}

#[test]
fn the_agent_fallback_follows_the_options_of_the_file() {
    let text = "user-agent: SemrushBot\ndisallow: /";
    let allowed = |options: ParseOptions| {
        let robots = options.parse(text);
        known("SemrushBot-BA").matcher(&robots).allowed("/")
    };
    assert!(!allowed(ParseOptions::new()));
    assert!(allowed(ParseOptions::new().agent_fallback(false)));
    assert!(!allowed(ParseOptions::new().dialect(Dialect::Google)));
}

#[test]
fn crawl_delay_support_follows_the_documentation_of_operators() {
    use robots_exclusion::crawlers::Obeys;
    for (token, expected) in [
        ("bingbot", Obeys::Yes),
        ("ClaudeBot", Obeys::Yes),
        ("Googlebot", Obeys::No),
        ("MojeekBot", Obeys::No),
        ("PetalBot", Obeys::Unknown),
    ] {
        assert_eq!(known(token).obeys_crawl_delay, expected, "{token}");
    }
}
