//! Cases for fields and names.

use robots_exclusion::lint::{self, Code, Severity};
use robots_exclusion::{Dialect, ParseOptions, Robots};

use super::support::*;

#[test]
fn a_clean_file_has_no_diagnostics() {
    let text = "# Hello: world\n\nUser-agent: a\nUser-agent: b-c\n\nDisallow: /x$ # why\nAllow: /x/*.html?a=%2F\n\n\
                User-agent: *\nDisallow:\n\nSitemap: https://example.com/sitemap.xml#top\n";
    let text = text.replace("#top", " # top");
    for dialect in DIALECTS {
        let found: Vec<_> = lint::check(&text, ParseOptions::new().dialect(dialect))
            .into_iter()
            .collect();
        assert_eq!(found, [], "{dialect:?}");
    }
    assert_eq!(lint::check("", ParseOptions::new()).len(), 0);
}

#[test]
fn unknown_field() {
    let code = Code::UnknownField;
    assert_places(
        code,
        "foo: bar\n  User_agent : x\nBar\n: y\n# foo: bar\nnoindex: /\n",
        &[(1, "foo"), (2, "User_agent")],
    );
    assert_places_in(
        Dialect::Standard,
        code,
        "allowed: x\nsite-map: y\nuser agent: z",
        &[],
    );
    // Scripts and styles contain many colons.
    assert_places(code, "<html>\nfoo: bar\n", &[]);
    let advice = |text: &str| {
        let text = format!("{text}: x");
        found(text.as_bytes(), Dialect::Standard, code)[0]
            .advice()
            .to_owned()
    };
    for (name, meant) in [
        ("User_agent", "User-agent"),
        ("Usre-agent", "User-agent"),
        ("Disllow", "Disallow"),
        ("Dsallow", "Disallow"),
        ("Alow", "Allow"),
        ("sitmap", "Sitemap"),
        ("crawl delay", "Crawl-delay"),
        ("crawldelay", "Crawl-delay"),
    ] {
        assert_eq!(
            advice(name),
            format!("write `{meant}:` if that is what you mean")
        );
    }
    for name in [
        "foo",
        "map",
        "delay",
        "agent",
        "shallow",
        "https",
        "Noarchive",
        "x",
    ] {
        assert_eq!(
            advice(name),
            "remove the line, or turn it into a comment with `#`",
            "{name}"
        );
    }
    // Probably a sitemap on its own line.
    let found = found(b"https://e.com/s.xml", Dialect::Standard, code);
    assert_eq!(
        found[0].advice().to_owned(),
        "write `Sitemap:` before the URL if it is a sitemap; otherwise remove the line"
    );
}

#[test]
fn unsupported_field() {
    let code = Code::UnsupportedField;
    let text = "Host: example.com\nuser-agent: YandexBot\ncrawl-delay: 1\nrequest-rate: 1/5\nvisit-time: 0600-0845\nclean-param: x\n\
                Noindex: /\nsitemap: x\ncontent-signal: x\ncontent-usage: x\nlicense: x\nllm-policy: x\nfoo: x\n";
    let names = [
        (1, "Host"),
        (3, "crawl-delay"),
        (4, "request-rate"),
        (5, "visit-time"),
        (6, "clean-param"),
        (7, "Noindex"),
        (10, "content-usage"),
        (12, "llm-policy"),
    ];
    assert_places(code, text, &names);
    assert!(
        found(text.as_bytes(), Dialect::Standard, code)
            .iter()
            .all(|found| found.severity() == Severity::Note)
    );
    assert_message(
        code,
        "noindex: /",
        Severity::Note,
        "Google has ignored `noindex` since 2019, and no other search engine documents it",
    );
}

#[test]
fn a_delay_is_reported_to_whom_it_concerns() {
    let code = Code::UnsupportedField;
    let text = |agents: &str| format!("{agents}\ncrawl-delay: 5\ndisallow: /x\n");
    for (agents, message) in [
        (
            "user-agent: googlebot",
            "Googlebot ignores `crawl-delay`, so this line has no effect",
        ),
        (
            "user-agent: bingbot\nuser-agent: Yandex",
            "Yandex ignores `crawl-delay`",
        ),
        (
            "user-agent: MojeekBot",
            "MojeekBot ignores `crawl-delay`, so this line has no effect",
        ),
        (
            "user-agent: Googlebot\nuser-agent: Yandex",
            "no crawler in this group obeys `crawl-delay`",
        ),
        (
            "",
            "this line comes before the first user-agent line, so it doesn't apply to any crawler",
        ),
    ] {
        assert_message(code, &text(agents), Severity::Note, message);
    }
    for agents in [
        "user-agent: *",
        "user-agent: MyBot",
        "user-agent: Googlebot\nuser-agent: *",
        "user-agent: bingbot\nuser-agent: MyBot",
        "user-agent: bingbot",
        "user-agent: CCBot\nuser-agent: GPTBot",
    ] {
        assert_places(code, text(agents), &[]);
    }
}

#[test]
fn delays_of_several_crawlers_that_ignore_them_are_one() {
    let text = "user-agent: Googlebot\ncrawl-delay: 1\nallow: /\nuser-agent: Yandex\ncrawl-delay: 1\nallow: /\n";
    assert_message(
        Code::UnsupportedField,
        text,
        Severity::Note,
        "no crawler in these groups obeys `Crawl-delay` (and 1 similar line)",
    );
    let text = text.replace("user-agent: Y", "user-agent: bingbot\nuser-agent: Y");
    let text = text.replace("user-agent: G", "user-agent: bingbot\nuser-agent: G");
    assert_message(
        Code::UnsupportedField,
        &text,
        Severity::Note,
        "some crawlers in these groups ignore `Crawl-delay` (and 1 similar line)",
    );
}

#[test]
fn different_fields_are_not_merged() {
    let text = "user-agent: *\nhost: a\nclean-param: x\nhost: b\ndisallow: /x\n";
    let found = found(text.as_bytes(), Dialect::Standard, Code::UnsupportedField);
    let found: Vec<_> = found
        .iter()
        .map(|found| {
            (
                found.line(),
                found.message().contains("(and 1 similar line)"),
            )
        })
        .collect();
    assert_eq!(found, [(2, true), (3, false)]);
}

#[test]
fn field_typo() {
    let code = Code::FieldTypo;
    let text = "useragent: a\nUser agent: b\nDissallow: /\ndissalow: /\ndisalow: /\ndiasllow: /\ndisallaw: /\nsite-map: x\n\
                Disallowed: /\nSitemaps: y\nuser-agents: c\nallow-all: /\n";
    let names = [
        (1, "useragent"),
        (2, "User agent"),
        (3, "Dissallow"),
        (4, "dissalow"),
        (5, "disalow"),
        (6, "diasllow"),
        (7, "disallaw"),
        (8, "site-map"),
        (9, "Disallowed"),
        (10, "Sitemaps"),
        (11, "user-agents"),
    ];
    assert_places(code, text, &names);
    assert_places(
        code,
        "User-Agent: a\nDISALLOW : /\nallow: /x\nSitemap: x\nAlow: /\nmyallow: /\nDisallow /\n",
        &[],
    );
    for dialect in DIALECTS {
        assert_eq!(
            only(b"Disalow: /", dialect, code).1,
            "only Google reads `Disalow` as `Disallow`; other crawlers ignore the line, and Lighthouse's SEO audit rejects it"
        );
    }
}

#[test]
fn missing_colon() {
    let code = Code::MissingColon;
    assert_places(
        code,
        "User-agent *\nDisallow   /x # y\nsitemap\t/s\ncrawl-delay 5\n",
        &[
            (1, "User-agent *"),
            (2, "Disallow   /x"),
            (3, "sitemap\t/s"),
            (4, "crawl-delay 5"),
        ],
    );
    // Not a record in either dialect.
    assert_places(
        code,
        "Disallow\nallow /a /b\n",
        &[(1, "Disallow"), (2, "allow /a /b")],
    );
    // The colon belongs to the value.
    assert_places(
        code,
        "sitemap https://example.com/s.xml",
        &[(1, "sitemap https")],
    );
    assert_places(
        code,
        "Disallow /wiki/Special:Search",
        &[(1, "Disallow /wiki/Special")],
    );
    assert_places(
        code,
        "disallowing is bad\nhost of mine\nhello world\nhello\n# disallow /\nuser-agent: a b\n: x\n\n",
        &[],
    );
    for dialect in DIALECTS {
        let message = |text: &str| only(text.as_bytes(), dialect, code).1;
        assert_eq!(
            message("disallow /"),
            "only Google reads this line, because there is no colon after `disallow`"
        );
        assert_eq!(
            message("allow /a /b"),
            "crawlers ignore this line, because there is no colon after `allow`"
        );
    }
}

#[test]
fn rule_outside_group() {
    let code = Code::RuleOutsideGroup;
    assert_places(
        code,
        "Disallow: /x # y\n allow : /\nsitemap: s\nuser-agent: a\ndisallow: /\n",
        &[(1, "Disallow: /x"), (2, "allow : /")],
    );
    assert_places_in(
        Dialect::Standard,
        code,
        "useragent: a\ndisallow: /",
        &[(2, "disallow: /")],
    );
    assert_places_in(Dialect::Google, code, "useragent: a\ndisallow: /", &[]);
    assert_places(code, "user-agent:\ndisallow: /", &[]);
}

#[test]
fn no_leading_slash() {
    let code = Code::NoLeadingSlash;
    for pattern in [
        "fish/",
        "$",
        "./x",
        "%2Fx",
        "?a",
        "example.com/x",
        "a://b",
        "-https://x",
        "\"/x\"",
    ] {
        let expected: &[(u32, &str)] = if pattern == "a://b" {
            &[]
        } else {
            &[(2, pattern)]
        };
        assert_places(code, rule(pattern), expected);
    }
    for pattern in ["", "/", "*", "*fish", "/fish", "//x", "# fish"] {
        assert_places(code, rule(pattern), &[]);
    }
    assert_places(code, "user-agent: *\nsitemap: x\nnoindex: x\n", &[]);
    let advice = |pattern: &str| {
        found(rule(pattern).as_bytes(), Dialect::Standard, code)[0]
            .advice()
            .to_owned()
    };
    for (pattern, written) in [
        ("fish/", "write `/fish/`"),
        // Probably meant for any path, and certainly not only for the root.
        (".css$", "write `/*.css$`"),
        ("?sid=", "write `/*?sid=`"),
        ("utm_content=*", "write `/*utm_content=*`"),
        ("\"/f\"", "write `/f`"),
        (": /y", "write `/y`"),
        (
            "NULL",
            "leave the value empty if the rule shouldn't match any URL",
        ),
        (
            "none",
            "leave the value empty if the rule shouldn't match any URL",
        ),
        ("$", "write a path that starts with `/`"),
    ] {
        let advice = advice(pattern);
        let told = advice.split(" (this ").next();
        assert_eq!(told, Some(written), "{pattern}");
    }
    assert_eq!(
        advice("fish/"),
        "write `/fish/` (this disallows `/fish/` for every crawler without its own group)"
    );
}

#[test]
fn absolute_url_pattern() {
    let code = Code::AbsoluteUrlPattern;
    for url in ["https://example.com/x", "HTTP://example.com", "foo+1://x"] {
        assert_places(code, rule(url), &[(2, url)]);
    }
    for pattern in [
        "/https://example.com/x",
        "*https://example.com/",
        "//example.com/",
        "example.com/?u=http://x",
        "https:x",
        "1a://x",
        "://x",
    ] {
        assert_places(code, rule(pattern), &[]);
    }
    let advice = |pattern: &str| {
        found(rule(pattern).as_bytes(), Dialect::Standard, code)[0]
            .advice()
            .to_owned()
    };
    // A query can begin a pattern without a path. `/` would disallow the whole site.
    for (url, host, written) in [
        ("https://e.com/x?y", "e.com", "/x?y"),
        ("https://e.com", "e.com", "/"),
        ("https://e.com?sort=asc", "e.com", "/?sort=asc"),
        ("https://e.com?u=/x", "e.com", "/?u=/x"),
        ("https://*.e.com/x?y", "*.e.com", "/x?y"),
    ] {
        assert_eq!(
            advice(url),
            format!(
                "write `{written}` if `{host}` is this file's host; a robots.txt doesn't cover any other"
            ),
        );
    }
    // A sitemap reveals the host of the file.
    let text = rule("https://e.com/x") + "sitemap: https://E.com/s.xml";
    assert!(
        found(text.as_bytes(), Dialect::Standard, code)[0]
            .advice()
            .starts_with("write `/x` (this disallows")
    );
}

#[test]
fn user_agent_characters() {
    let code = Code::UserAgentCharacters;
    let text = "user-agent: Googlebot/2.1\nuser-agent: Offline Explorer\nuser-agent: googlebot*\nuser-agent: (x)\nuser-agent: \"a\"\n\
                user-agent: a,b\nuser-agent: é\n";
    assert_places(
        code,
        text,
        &[(2, "Offline Explorer"), (4, "(x)"), (5, "\"a\""), (7, "é")],
    );
    assert_places(
        code,
        "user-agent: Google-Bot_x\nuser-agent: *\nuser-agent: * all\nuser-agent: *bot\nuser-agent:\nuser-agent: a # b\n",
        &[],
    );
    // Google's parser truncates these tokens, but none is a crawler of Google.
    let digits = "user-agent: MJ12bot\nuser-agent: 008\nuser-agent: Microsoft.URL.Control\n";
    assert_places(code, digits, &[]);
    let advice = |value: &str| {
        let text = format!("user-agent: {value}");
        let found = found(text.as_bytes(), Dialect::Standard, code);
        found[0].advice().to_owned()
    };
    assert!(advice("a b").starts_with("write the product token"));
    // A whole header. It names `Mozilla`, not the crawler that sends it.
    let header = "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)";
    assert!(advice(header).starts_with("write `YandexBot`"));
    let text = format!("user-agent: {header}\ndisallow: /");
    assert!(Robots::parse(&text).allowed(header, "/x"));
    let severity = |value: &str| {
        only(
            format!("user-agent: {value}").as_bytes(),
            Dialect::Standard,
            code,
        )
        .0
    };
    assert_eq!(
        ["a b", "a**", "/a", "a;"].map(&severity),
        [
            Severity::Note,
            Severity::Note,
            Severity::Warning,
            Severity::Note,
        ]
    );
    assert_eq!(
        [header, "Mozilla/5.0 (compatible; MyBot/1.0)"].map(severity),
        [Severity::Warning, Severity::Warning]
    );
    assert_message(
        code,
        "user-agent: (x)",
        Severity::Warning,
        "`(x)` doesn't name a crawler, because it doesn't start with a product token",
    );
}
