//! The groups that known crawlers obey, according to their profiles.

use robots_exclusion::{Dialect, ParseOptions, Selection};

use crate::known;

/// A file, and for some crawlers the token of the group that they obey: `*` for the wildcard group,
/// and `-` for none.
struct Case {
    name: &'static str,
    file: &'static str,
    selected: &'static [(&'static str, &'static str)],
}

const CASES: &[Case] = &[
    Case {
        name: "crawlers of the Googlebot family obey Googlebot",
        file: "user-agent: Googlebot\ndisallow: /\n\nuser-agent: *\ndisallow: /",
        selected: &[
            ("Googlebot", "Googlebot"),
            ("Googlebot-Image", "Googlebot"),
            ("Googlebot-News", "Googlebot"),
            ("Googlebot-Video", "Googlebot"),
            ("Google-InspectionTool", "Googlebot"),
            ("Storebot-Google", "*"),
            ("GoogleOther", "*"),
            ("GoogleOther-Image", "*"),
            ("Google-Extended", "*"),
        ],
    },
    Case {
        name: "the most specific token wins, wherever its group is",
        file: "user-agent: googlebot\ndisallow: /a\n\nuser-agent: *\ndisallow: /b\n\nuser-agent: googlebot-image\ndisallow: /c",
        selected: &[
            ("Googlebot-Image", "googlebot-image"),
            ("Googlebot", "googlebot"),
            ("Googlebot-News", "googlebot"),
        ],
    },
    Case {
        name: "crawlers of the GoogleOther family obey GoogleOther, not Googlebot",
        file: "user-agent: GoogleOther\ndisallow: /\n\nuser-agent: Googlebot\ndisallow: /",
        selected: &[
            ("GoogleOther-Image", "GoogleOther"),
            ("GoogleOther-Video", "GoogleOther"),
            ("Storebot-Google", "-"),
        ],
    },
    Case {
        name: "the groups of * do not bind special crawlers",
        file: "user-agent: *\ndisallow: /",
        selected: &[
            ("AdsBot-Google", "-"),
            ("AdsBot-Google-Mobile", "-"),
            ("Mediapartners-Google", "-"),
            ("APIs-Google", "-"),
            ("YandexMobileBot", "-"),
            ("YandexCalendar", "-"),
            ("Googlebot", "*"),
            ("YandexBot", "*"),
        ],
    },
    Case {
        name: "a group that names a special crawler binds it",
        file: "user-agent: *\nuser-agent: AdsBot-Google\ndisallow: /",
        selected: &[
            ("AdsBot-Google", "AdsBot-Google"),
            ("AdsBot-Google-Mobile", "-"),
        ],
    },
    Case {
        name: "crawlers of other operators that obey Googlebot",
        file: "user-agent: Googlebot\ndisallow: /a\n\nuser-agent: *\ndisallow: /b",
        selected: &[
            ("Applebot", "Googlebot"),
            ("Kagibot", "Googlebot"),
            ("ImagesiftBot", "Googlebot"),
            ("Screaming Frog SEO Spider", "Googlebot"),
            ("bingbot", "*"),
        ],
    },
    Case {
        name: "a crawler's own group takes precedence over Googlebot's",
        file: "user-agent: Googlebot\ndisallow: /a\n\nuser-agent: Applebot\ndisallow: /b\n\n\
               user-agent: Screaming Frog SEO Spider\ndisallow: /c",
        selected: &[
            ("Applebot", "Applebot"),
            ("Screaming Frog SEO Spider", "Screaming"),
            ("Kagibot", "Googlebot"),
        ],
    },
    Case {
        name: "Yandex binds all robots of Yandex except those that must be named",
        file: "user-agent: Yandex\ndisallow: /a\n\nuser-agent: YandexImages\ndisallow: /b",
        selected: &[
            ("YandexBot", "Yandex"),
            ("YandexImages", "YandexImages"),
            ("YandexMobileBot", "-"),
        ],
    },
    Case {
        name: "coccocbot binds all robots of Cốc Cốc",
        file: "user-agent: coccocbot\ndisallow: /a\n\nuser-agent: *\ndisallow: /b",
        selected: &[
            ("coccocbot-web", "coccocbot"),
            ("coccocbot-ads", "coccocbot"),
        ],
    },
    Case {
        name: "digits in names",
        file: "user-agent: MJ12bot\ndisallow: /",
        selected: &[("MJ12bot", "MJ12bot"), ("360Spider", "-")],
    },
    Case {
        name: "an empty file",
        file: "",
        selected: &[("Googlebot", "-"), ("Applebot", "-"), ("GPTBot", "-")],
    },
];

fn selected_by(selection: Selection<'_>) -> String {
    let everyone = if selection == Selection::Wildcard {
        "*"
    } else {
        "-"
    };
    let token = selection.token().unwrap_or(everyone.as_bytes());
    String::from_utf8_lossy(token).into_owned()
}

#[test]
fn groups_are_selected_by_profile() {
    for case in CASES {
        // The dialect of the file makes no difference.
        for dialect in [Dialect::Standard, Dialect::Google] {
            let robots = ParseOptions::new().dialect(dialect).parse(case.file);
            for (token, expected) in case.selected {
                let matcher = known(token).matcher(&robots);
                let found = selected_by(matcher.selection());
                assert_eq!(found, *expected, "{}: {token}, {dialect:?}", case.name);
            }
        }
    }
}

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
        assert_eq!(known(token).obeys_crawl_delay(), expected, "{token}");
    }
}
