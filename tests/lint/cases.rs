//! Each diagnostic by cases that must raise it, with the exact bytes, and
//! by near cases that must not.

use std::collections::HashSet;

use robots_exclusion::lint::{Code, Diagnostic, Severity, lint};
use robots_exclusion::{Dialect, ParseOptions, Robots};

const DIALECTS: [Dialect; 2] = [Dialect::Standard, Dialect::Google];

fn found(text: &[u8], dialect: Dialect, code: Code) -> Vec<Diagnostic<'_>> {
    let options = ParseOptions::new().dialect(dialect);
    lint(text, options)
        .filter(|found| found.code() == code)
        .collect()
}

/// Lines and bytes of all diagnostics of one code.
fn places(text: &[u8], dialect: Dialect, code: Code) -> Vec<(u32, String)> {
    let place = |found: Diagnostic<'_>| {
        let bytes = &text[found.span()];
        (found.line(), String::from_utf8_lossy(bytes).into_owned())
    };
    found(text, dialect, code).into_iter().map(place).collect()
}

#[track_caller]
fn assert_places_in(
    dialect: Dialect,
    code: Code,
    text: impl AsRef<[u8]>,
    expected: &[(u32, &str)],
) {
    let text = text.as_ref();
    let places = places(text, dialect, code);
    let places: Vec<_> = places
        .iter()
        .map(|(line, bytes)| (*line, bytes.as_str()))
        .collect();
    assert_eq!(
        places,
        expected,
        "{code} in {:?} in {dialect:?}",
        String::from_utf8_lossy(text)
    );
}

#[track_caller]
fn assert_places(code: Code, text: impl AsRef<[u8]>, expected: &[(u32, &str)]) {
    for dialect in DIALECTS {
        assert_places_in(dialect, code, &text, expected);
    }
}

/// One diagnostic, in one dialect: its severity and message.
#[track_caller]
fn only(text: &[u8], dialect: Dialect, code: Code) -> (Severity, String) {
    let found = found(text, dialect, code);
    assert_eq!(
        found.len(),
        1,
        "{code} in {:?}",
        String::from_utf8_lossy(text)
    );
    (found[0].severity(), found[0].message())
}

#[track_caller]
fn assert_message(code: Code, text: &str, severity: Severity, message: &str) {
    for dialect in DIALECTS {
        assert_eq!(
            only(text.as_bytes(), dialect, code),
            (severity, message.into()),
            "{dialect:?}"
        );
    }
}

/// A group with one rule of this pattern, the pattern's line being 2.
fn rule(pattern: &str) -> String {
    format!("user-agent: *\ndisallow: {pattern}\n")
}

#[test]
fn a_clean_file_raises_nothing() {
    let text = "# Hello: world\n\nUser-agent: a\nUser-agent: b-c\n\nDisallow: /x$ # why\nAllow: /x/*.html?a=%2F\n\n\
                User-agent: *\nDisallow:\n\nSitemap: https://example.com/sitemap.xml#top\n";
    let text = text.replace("#top", " # top");
    for dialect in DIALECTS {
        let found: Vec<_> = lint(&text, ParseOptions::new().dialect(dialect)).collect();
        assert_eq!(found, [], "{dialect:?}");
    }
    assert_eq!(lint("", ParseOptions::new()).count(), 0);
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
    // Scripts and styles are full of colons.
    assert_places(code, "<html>\nfoo: bar\n", &[]);
    let advice = |text: &str| {
        let text = format!("{text}: x");
        found(text.as_bytes(), Dialect::Standard, code)[0].advice()
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
    // A sitemap, most likely, on a line of its own.
    let found = found(b"https://e.com/s.xml", Dialect::Standard, code);
    assert_eq!(
        found[0].advice(),
        "write `Sitemap:` before the URL if it is that of a sitemap, otherwise remove the line"
    );
}

#[test]
fn unsupported_field() {
    let code = Code::UnsupportedField;
    let text = "Host: example.com\nuser-agent: a\ncrawl-delay: 1\nrequest-rate: 1/5\nvisit-time: 0600-0845\nclean-param: x\n\
                Noindex: /\nsitemap: x\ncontent-signal: x\ncontent-usage: x\nlicense: x\nllm-policy: x\nfoo: x\n";
    let names = [
        (1, "Host"),
        (3, "crawl-delay"),
        (4, "request-rate"),
        (5, "visit-time"),
        (6, "clean-param"),
        (7, "Noindex"),
        (9, "content-signal"),
        (10, "content-usage"),
        (11, "license"),
        (12, "llm-policy"),
    ];
    assert_places(code, text, &names);
    assert!(
        found(text.as_bytes(), Dialect::Standard, code)
            .iter()
            .all(|found| found.severity() == Severity::Information)
    );
    assert_message(
        code,
        "noindex: /",
        Severity::Information,
        "`noindex` is not part of RFC 9309: Google no longer obeys it",
    );
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
        (12, "allow-all"),
    ];
    assert_places(code, text, &names);
    assert_places(
        code,
        "User-Agent: a\nDISALLOW : /\nallow: /x\nSitemap: x\nAlow: /\nmyallow: /\nDisallow /\n",
        &[],
    );
    let message = |dialect| only(b"Disalow: /", dialect, code).1;
    assert_eq!(
        message(Dialect::Standard),
        "`Disalow` is not `Disallow`, so the line is ignored, although Google accepts it"
    );
    assert_eq!(
        only(b"allow-all: /", Dialect::Standard, code).1,
        "`allow-all` is not `Allow`, so the line is ignored, although Google accepts it"
    );
    assert_eq!(
        message(Dialect::Google),
        "Google reads `Disalow` as `Disallow`, other parsers ignore the line"
    );
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
    // What is no record in either dialect.
    assert_places(
        code,
        "Disallow\nallow /a /b\n",
        &[(1, "Disallow"), (2, "allow /a /b")],
    );
    // The colon is one of the value.
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
    let message = |dialect| only(b"disallow /", dialect, code).1;
    assert_eq!(
        message(Dialect::Standard),
        "there is no colon after `disallow`, so the line is ignored"
    );
    assert!(
        message(Dialect::Google)
            .ends_with("Google accepts the line all the same, other parsers ignore it")
    );
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
    let advice =
        |pattern: &str| found(rule(pattern).as_bytes(), Dialect::Standard, code)[0].advice();
    assert_eq!(
        (advice("fish/"), advice("./x")),
        ("write `/fish/`".into(), "write `/x`".into())
    );
    // Meant for any path, most likely, and certainly not for the root alone.
    assert_eq!(
        (advice(".css$"), advice("?sid=")),
        (
            "write `/*.css$` to match it anywhere, or `/.css$` at the root only".into(),
            "write `/*?sid=` to match it anywhere, or `/?sid=` at the root only".into()
        )
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
    let advice =
        |pattern: &str| found(rule(pattern).as_bytes(), Dialect::Standard, code)[0].advice();
    assert_eq!(
        (advice("https://e.com/x?y"), advice("https://e.com")),
        ("write `/x?y`".into(), "write `/`".into())
    );
    // A query needs no path before it. `/` would disallow the whole site.
    for (url, written) in [
        ("https://e.com?sort=asc", "/?sort=asc"),
        ("https://e.com?u=/x", "/?u=/x"),
        ("https://*.e.com/x?y", "/x?y"),
    ] {
        assert_eq!(advice(url), format!("write `{written}`"), "{url}");
    }
}

#[test]
fn user_agent_characters() {
    let code = Code::UserAgentCharacters;
    let text = "user-agent: Googlebot/2.1\nuser-agent: Offline Explorer\nuser-agent: googlebot*\nuser-agent: (x)\nuser-agent: \"a\"\n\
                user-agent: a,b\nuser-agent: é\n";
    assert_places(
        code,
        text,
        &[
            (1, "Googlebot/2.1"),
            (2, "Offline Explorer"),
            (3, "googlebot*"),
            (4, "(x)"),
            (5, "\"a\""),
            (6, "a,b"),
            (7, "é"),
        ],
    );
    assert_places(
        code,
        "user-agent: Google-Bot_x\nuser-agent: *\nuser-agent: * all\nuser-agent: *bot\nuser-agent:\nuser-agent: a # b\n",
        &[],
    );
    let digits = "user-agent: MJ12bot\nuser-agent: 008\nuser-agent: Microsoft.URL.Control\n";
    assert_places_in(Dialect::Standard, code, digits, &[]);
    assert_places_in(
        Dialect::Google,
        code,
        digits,
        &[(1, "MJ12bot"), (2, "008"), (3, "Microsoft.URL.Control")],
    );
    assert_eq!(
        only(b"user-agent: MJ12bot", Dialect::Google, code),
        (
            Severity::Warning,
            "only the product token `MJ` of `MJ12bot` is compared".into()
        ),
    );
    let advice = |value: &str| {
        let text = format!("user-agent: {value}");
        let found = found(text.as_bytes(), Dialect::Standard, code);
        found[0].advice()
    };
    assert_eq!(advice("a/1"), "write `a` if you mean that crawler");
    assert_eq!(
        advice("a, b"),
        "write each crawler on a `User-agent` line of its own"
    );
    // A whole header, which names `Mozilla` and not the crawler that sends it.
    let header = "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)";
    assert_eq!(advice(header), "write `YandexBot` if you mean that crawler");
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
        ["a/1", "a*", "a b", "a**", "/a", "a;"].map(&severity),
        [
            Severity::Information,
            Severity::Information,
            Severity::Warning,
            Severity::Warning,
            Severity::Warning,
            Severity::Warning,
        ]
    );
    assert_eq!(
        [header, "Mozilla/5.0 (X11)"].map(severity),
        [Severity::Warning, Severity::Information]
    );
    assert_message(
        code,
        "user-agent: (x)",
        Severity::Warning,
        "`(x)` names no crawler, because it does not start with a product token",
    );
}

#[test]
fn empty_user_agent() {
    let code = Code::EmptyUserAgent;
    assert_places(
        code,
        "User-agent:\nuser-agent :  # x\n",
        &[(1, "User-agent:"), (2, "user-agent :")],
    );
    assert_places(
        code,
        "user-agent: *\nuser-agent: a\ndisallow:\nsitemap:\n",
        &[],
    );
}

#[test]
fn star_names_nobody() {
    let code = Code::StarNamesNobody;
    assert_places(
        code,
        "user-agent: *bot\nuser-agent: **\nuser-agent: *# x\nuser-agent: *,a\n",
        &[(1, "*bot"), (2, "**"), (4, "*,a")],
    );
    assert_places(
        code,
        "user-agent: *\nuser-agent: * # all\nuser-agent: *\tall\nuser-agent: a*\nuser-agent: bot\n",
        &[],
    );
}

#[test]
fn comment_cuts_value() {
    let code = Code::CommentCutsValue;
    let text = "user-agent: a#b \ndisallow: /#x\nallow: /a #b\nsitemap: https://e.com/#top\ndisallow:#x\ndisallow: #x\nfoo: a#b\n# a#b\n\
                crawl-delay: 5#x";
    assert_places(code, text, &[(1, "#b"), (2, "#x"), (4, "#top"), (9, "#x")]);
    assert_message(
        code,
        "user-agent: *\ndisallow: /#x",
        Severity::Warning,
        "`#` starts a comment, so the pattern is only `/`, which matches every URL",
    );
    assert_message(
        code,
        "user-agent: *\ndisallow: /a#x",
        Severity::Warning,
        "`#` starts a comment, so the pattern is only `/a`",
    );
    assert_message(
        code,
        "sitemap: https://e.com/#x",
        Severity::Warning,
        "`#` starts a comment, so the value is only `https://e.com/`",
    );
    let advice = |text: &str| found(text.as_bytes(), Dialect::Standard, code)[0].advice();
    for text in [
        "disallow: /a#x",
        "allow: *#x",
        "sitemap: https://e.com/#x",
        "content-usage: /a#x train-ai=n",
    ] {
        assert_eq!(
            advice(text),
            "write `%23` for a literal `#`, or put a space before the comment",
            "{text}"
        );
    }
    // Nothing percent-encoded stands in these.
    for text in [
        "user-agent: a#x",
        "crawl-delay: 5#x",
        "content-usage: train-ai=n;why=\"#\"",
    ] {
        assert_eq!(advice(text), "put a space before the comment", "{text}");
    }
}

#[test]
fn joined_run() {
    let code = Code::JoinedRun;
    for between in [
        "crawl-delay: 5",
        "sitemap: https://e.com/s",
        "foo: bar",
        "broken",
        "Dissalow: /x",
        "Disallow",
        "crawl-delay",
    ] {
        let text = format!("user-agent: a\n\n{between}\n# b\nuser-agent: b\ndisallow: /\n");
        assert_places_in(Dialect::Standard, code, &text, &[(5, "user-agent: b")]);
    }
    for text in [
        "user-agent: a\n\n# b: c\nuser-agent: b\ndisallow: /",
        "user-agent: a\ndisallow: /x\ncrawl-delay: 5\nuser-agent: b\ndisallow: /",
        "crawl-delay: 5\nuser-agent: a\nuser-agent: b\ndisallow: /",
        "user-agent: a\nuser-agent: b\ncrawl-delay: 5\ndisallow: /",
        "user-agent: a\ndisallow:\ncrawl-delay: 5\nuser-agent: b\ndisallow: /",
        // Nothing applies to anybody whom it was not written for.
        "user-agent: a\nfoo: bar\nuser-agent: A/2\ndisallow: /",
        "user-agent: a\nfoo: bar\nuser-agent: b\nuser-agent: a\ndisallow: /",
        "user-agent:\nfoo: bar\nuser-agent: b\ndisallow: /",
        "user-agent: a\nfoo: bar\nuser-agent: b\ndisallow:",
        "user-agent: a\nfoo: bar\nuser-agent: b\nallow: /",
        "user-agent: a\nfoo: bar\nuser-agent: b\ndisallow: x",
        "user-agent: a\nfoo: bar\nuser-agent: b",
        // Both ask for the same.
        "user-agent: a\ncrawl-delay: 5\nuser-agent: b\ncrawl-delay: 5.0\ndisallow:",
    ] {
        assert_places(code, text, &[]);
    }
    // In Google this is a rule.
    assert_places_in(
        Dialect::Google,
        code,
        "user-agent: a\nDissalow: /x\nuser-agent: b\ndisallow: /\n",
        &[],
    );
}

#[test]
fn joined_run_names_whom_what_applies_to() {
    let text = "user-agent: a\nuser-agent: b/1\nuser-agent: c\nuser-agent: *\ncrawl-delay: 5\nuser-agent: C\nfoo: x\n\
                user-agent: d\nallow: /\ndisallow: /x\ndisallow: / # all\n";
    let found = found(text.as_bytes(), Dialect::Standard, Code::JoinedRun);
    let messages: Vec<_> = found
        .iter()
        .map(|found| (found.line(), found.message()))
        .collect();
    let because = ": only a rule ends a run of user-agent lines";
    assert_eq!(
        messages,
        [
            (
                6,
                format!(
                    "this continues the group of line 1, so `disallow: /` also applies to `a`, `b` and `*`{because}"
                )
            ),
            (
                8,
                format!(
                    "this continues the group of line 6, so `disallow: /` also applies to `C`{because}"
                )
            ),
        ]
    );
    let related: Vec<_> = found[0]
        .related()
        .map(|place| (place.line(), &text[place.span()], place.note()))
        .collect();
    assert_eq!(
        related,
        [
            (1, "user-agent: a", "this group continues"),
            (5, "crawl-delay: 5", "this line does not end it"),
            (11, "disallow: /", "this applies to all of them"),
        ]
    );
    let many: String = (0..30)
        .map(|number| format!("user-agent: bot{number}\n"))
        .collect();
    let text = format!("{many}foo: bar\nuser-agent: x\ndisallow: /");
    let message = only(text.as_bytes(), Dialect::Standard, Code::JoinedRun).1;
    assert!(
        message.contains("also applies to `bot0`, `bot1`, `bot2`, `bot3`, `bot4` and 25 more:"),
        "{message}"
    );
    // Who is named again is not one more.
    let text = format!(
        "{many}{}foo: bar\nuser-agent: x\ndisallow: /",
        many.to_uppercase()
    );
    let message = only(text.as_bytes(), Dialect::Standard, Code::JoinedRun).1;
    assert!(message.contains("and 25 more:"), "{message}");
}

#[test]
fn joined_run_tells_where_a_delay_spreads() {
    let message = |text: &str| only(text.as_bytes(), Dialect::Standard, Code::JoinedRun).1;
    let earlier =
        message("user-agent: a\ncrawl-delay: 9\nuser-agent: b\ncrawl-delay: 5\ndisallow:");
    assert!(
        earlier.contains("so `crawl-delay: 9` also applies to `b`:"),
        "{earlier}"
    );
    let later = message("user-agent: a\ncrawl-delay: 5\nuser-agent: b\ncrawl-delay: 9");
    assert!(
        later.contains("so `crawl-delay: 9` also applies to `a`:"),
        "{later}"
    );
    let rule =
        message("user-agent: a\ncrawl-delay: 5\nuser-agent: b\ncrawl-delay: 9\ndisallow: /x");
    assert!(
        rule.contains("so `disallow: /x` also applies to `a`:"),
        "{rule}"
    );
}

#[test]
fn group_without_rules() {
    let code = Code::GroupWithoutRules;
    assert_places(
        code,
        "user-agent: a\ndisallow: /\nuser-agent: b\nuser-agent: c\ncrawl-delay: 5\n",
        &[(3, "user-agent: b")],
    );
    assert_places(code, "user-agent: a # x", &[(1, "user-agent: a")]);
    assert_places(code, "user-agent: a\ndisallow:\n", &[]);
    assert_places(code, "user-agent: a\n\nuser-agent: b\nallow: /\n", &[]);
    assert_places(code, "user-agent:\n", &[]);
    assert_message(
        code,
        "user-agent: a",
        Severity::Information,
        "this group has no rules, so `a` may fetch everything",
    );
    assert_message(
        code,
        "user-agent: *\ndisallow: /x\nuser-agent: a",
        Severity::Warning,
        "this group has no rules, so `a` may fetch everything, even what the group of `*` disallows",
    );
    assert_message(
        code,
        "user-agent: *\ndisallow:\nuser-agent: a\nuser-agent: b",
        Severity::Information,
        "this group has no rules, so `a` and `b` may fetch everything",
    );
    assert_message(
        code,
        "user-agent: a\ndisallow: /x\nuser-agent: A/1",
        Severity::Information,
        "this group has no rules, and other groups name the same crawlers, so it changes nothing that they \
         may fetch",
    );
    // It may have an effect nevertheless, and is not to be removed then.
    let text = "user-agent: a\ndisallow: /x\nuser-agent: a\ncrawl-delay: 4";
    assert!(Robots::parse(text).matcher("a").crawl_delay().is_some());
    let advice = found(text.as_bytes(), Dialect::Standard, code)[0].advice();
    assert_eq!(
        advice,
        "write its rules, or remove it if it holds nothing else"
    );
}

#[track_caller]
fn assert_never_wins(dialect: Dialect, rules: &str, expected: &[(u32, u32)]) {
    let text = format!("user-agent: *\n{rules}");
    let pairs: Vec<_> = found(text.as_bytes(), dialect, Code::RuleNeverWins)
        .iter()
        .map(|found| (found.line(), found.related().next().unwrap().line()))
        .collect();
    assert_eq!(pairs, expected, "{rules:?} in {dialect:?}");
}

/// The lines of rules that others cover, and the lines of these.
#[track_caller]
fn assert_covered(dialect: Dialect, rules: &str, expected: &[(u32, &[u32])]) {
    let text = format!("user-agent: *\n{rules}");
    let found = found(text.as_bytes(), dialect, Code::RuleNeverWins);
    let lines =
        |found: &Diagnostic<'_>| found.related().map(|rule| rule.line()).collect::<Vec<_>>();
    let covered: Vec<_> = found
        .iter()
        .map(|found| (found.line(), lines(found)))
        .collect();
    let expected: Vec<_> = expected
        .iter()
        .map(|&(line, by)| (line, by.to_vec()))
        .collect();
    assert_eq!(covered, expected, "{rules:?} in {dialect:?}");
}

#[test]
fn rule_never_wins() {
    // Line of the loser, line of the winner.
    for (rules, standard, google) in [
        ("disallow: /x\ndisallow: /x", &[(3, 2)][..], &[(3, 2)][..]),
        (
            "disallow: /x\nallow: /y\ndisallow: /x\ndisallow: /x",
            &[(4, 2), (5, 2)],
            &[(4, 2), (5, 2)],
        ),
        ("disallow: /x\nallow: /x", &[(2, 3)], &[(2, 3)]),
        ("allow: /x\ndisallow: /x", &[(3, 2)], &[(3, 2)]),
        // A trailing `*` counts in Google.
        ("allow: /x\ndisallow: /x*", &[(3, 2)], &[(2, 3)]),
        ("allow: /x*\ndisallow: /x", &[(3, 2)], &[(3, 2)]),
        ("disallow: /x*\ndisallow: /x", &[(3, 2)], &[(3, 2)]),
        ("disallow: /x\ndisallow: /x*", &[(3, 2)], &[(2, 3)]),
        // A `*` before a final `$`, and a run of `*` inside, count in both.
        ("allow: /x\ndisallow: /x*$", &[(2, 3)], &[(2, 3)]),
        ("allow: /x*y\ndisallow: /x**y", &[(2, 3)], &[(2, 3)]),
        ("disallow: *.gif\ndisallow: /*.gif", &[(2, 3)], &[(2, 3)]),
        ("disallow: *\nallow: /", &[(2, 3)], &[(2, 3)]),
        // Spelled otherwise, in one dialect.
        ("disallow: /%61\ndisallow: /a", &[(3, 2)], &[]),
        ("disallow: /%c3%a9\ndisallow: /é", &[(3, 2)], &[(3, 2)]),
        ("disallow: /a$b*\ndisallow: /a%24b", &[(3, 2)], &[]),
        // An index page stands for its folder in Google.
        (
            "allow: /index.html\nallow: /index.html",
            &[(3, 2)],
            &[(3, 2)],
        ),
        ("allow: /$\nallow: /index.html", &[], &[]),
        ("allow: /index.html\nallow: /$", &[], &[(3, 2)]),
        ("disallow: /index.html\ndisallow: /$", &[], &[]),
        // Near cases.
        ("disallow: /x\ndisallow: /x$", &[], &[]),
        ("disallow: /x\ndisallow: /X", &[], &[]),
        ("disallow: /x\ndisallow: /x/", &[], &[]),
        ("disallow: /\ndisallow: /x", &[], &[]),
        ("disallow: */x\ndisallow: /*/x", &[], &[]),
        ("disallow:\ndisallow:\nallow:", &[], &[]),
        ("disallow: x\ndisallow: x", &[], &[]),
        ("disallow: /a%2Fb\ndisallow: /a/b", &[], &[]),
        ("disallow: /x\nuser-agent: a\ndisallow: /x", &[], &[]),
        (
            "disallow: /x\nuser-agent: a\nuser-agent: *\ndisallow: /x",
            &[],
            &[],
        ),
        // Groups of the same agents are merged.
        (
            "disallow: /x\nuser-agent: *\ndisallow: /x",
            &[(4, 2)],
            &[(4, 2)],
        ),
        (
            "user-agent: A\ndisallow: /x\nuser-agent: a\nuser-agent: * all\nallow: /x",
            &[(3, 6)],
            &[(3, 6)],
        ),
    ] {
        assert_never_wins(Dialect::Standard, rules, standard);
        assert_never_wins(Dialect::Google, rules, google);
    }
    assert_message(
        Code::RuleNeverWins,
        "user-agent: *\nallow: /x\ndisallow: /x",
        Severity::Warning,
        "this rule never decides: `Allow: /x` on line 2 matches the same URLs and wins",
    );
    assert_message(
        Code::RuleNeverWins,
        "user-agent: *\ndisallow: /x\ndisallow: /x",
        Severity::Information,
        "this rule has no effect: `Disallow: /x` on line 2 matches the same URLs and wins",
    );
    assert_message(
        Code::RuleNeverWins,
        "user-agent: *\ndisallow: /x\nallow: /*x",
        Severity::Warning,
        "this rule never decides: `Allow: /*x` on line 3 matches all of its URLs and wins",
    );
    assert_message(
        Code::RuleNeverWins,
        "user-agent: *\ndisallow: */x/\nallow: /x**/\ndisallow: /**/x/",
        Severity::Warning,
        "this rule never decides: whatever it matches, one of those on lines 3 and 4 wins",
    );
    // One that matches more, or several together.
    for (rules, standard, google) in [
        (
            "disallow: /?s=\ndisallow: /*?s=",
            &[(2, &[3_u32][..])][..],
            &[(2, &[3_u32][..])][..],
        ),
        ("disallow: /x\nallow: /*x**", &[(2, &[3])], &[(2, &[3])]),
        (
            "allow: /x\nallow: /*y*x\ndisallow: /*yx",
            &[(4, &[3])],
            &[(4, &[3])],
        ),
        (
            "disallow: /*ab\nallow: /aa*b\nallow: /a*bb\ndisallow: /aab/b",
            &[],
            &[],
        ),
        (
            "allow: /a*bbbb\nallow: /*aabbb\ndisallow: /aabb\ndisallow: /aabbb",
            &[(5, &[3])],
            &[(5, &[3])],
        ),
        // An escaped slash is one in the query only.
        ("disallow: /a%2F\nallow: /*a%2F", &[(2, &[3])], &[(2, &[3])]),
        ("disallow: /?%2F\nallow: /*?*/", &[(2, &[3])], &[]),
        ("disallow: /a%2F\nallow: /*a/////", &[], &[]),
        // A `*` at the start spans nothing, or a `/` and more: two rules for the two.
        (
            "disallow: */x/\nallow: /x**/\nallow: /**/x/",
            &[(2, &[3, 4])],
            &[(2, &[3, 4])],
        ),
        ("disallow: */x/\nallow: /x**/", &[], &[]),
        ("disallow: */x/\nallow: /**/x/", &[], &[]),
        // So is an index page, in Google.
        (
            "allow: /a/index.html\ndisallow: /a/index.html*\ndisallow: /a*/$",
            &[(3, &[2])],
            &[(2, &[3, 4])],
        ),
        (
            "allow: /a/index.html\ndisallow: /a/index.html*",
            &[(3, &[2])],
            &[],
        ),
        // For one crawler another rule covers it, for a second one none does.
        (
            "user-agent: b\ndisallow: /?s=\nuser-agent: b\ndisallow: /*?s=",
            &[],
            &[],
        ),
        // For each of the two another.
        (
            "user-agent: b\ndisallow: /?s=\nuser-agent: b\ndisallow: /*?s=\nuser-agent: *\ndisallow: /*?s*=",
            &[(3, &[5, 7])],
            &[(3, &[5, 7])],
        ),
        // What matches no URL at all is told of by other codes.
        ("disallow: /a/../b\nallow: /", &[], &[]),
        ("disallow: /robots.txt$\nallow: /", &[], &[]),
    ] {
        assert_covered(Dialect::Standard, rules, standard);
        assert_covered(Dialect::Google, rules, google);
    }
    assert_places(
        Code::RuleNeverWins,
        "user-agent: *\nallow: /x\n Disallow : /x # y",
        &[(3, "Disallow : /x")],
    );
}

#[test]
fn dollar_inside_pattern() {
    let code = Code::DollarInsidePattern;
    for (pattern, expected) in [
        ("/a$b", 1),
        ("/a$b$", 1),
        ("/$*", 1),
        ("/a$$", 1),
        ("/a$", 0),
        ("$", 0),
        ("a$b", 0),
        ("/%24b", 0),
        ("/$", 0),
    ] {
        assert_places(code, rule(pattern), &[(2, "$")][..expected]);
    }
    assert_eq!(
        found(rule("/ab$c").as_bytes(), Dialect::Standard, code)[0].span(),
        27..28
    );
}

/// What is to be written instead matches what was meant, in either dialect.
#[test]
fn advice_on_literals_is_true_of_the_dialect() {
    let advice =
        |pattern: &str, dialect, code| found(rule(pattern).as_bytes(), dialect, code)[0].advice();
    let is_match = |pattern: &str, dialect, url: &str| {
        let text = rule(pattern);
        let robots = ParseOptions::new().dialect(dialect).parse(&text);
        !robots.allowed("MyBot", url)
    };
    let (standard, google) = (Dialect::Standard, Dialect::Google);
    let code = Code::DollarInsidePattern;
    assert!(is_match("/a%24b", standard, "/a$b") && !is_match("/a%24b", google, "/a$b"));
    assert_eq!(
        (advice("/a$b", standard, code), advice("/a$b", google, code)),
        (
            "write `%24` for a literal `$`, or end the pattern here".into(),
            "end the pattern here if `$` is to mark the end of the URL".into()
        )
    );
    let code = Code::BadPercentEncoding;
    assert!(is_match("/a%25b", standard, "/a%b") && !is_match("/a%25b", google, "/a%b"));
    assert_eq!(
        (advice("/a%b", standard, code), advice("/a%b", google, code)),
        (
            "write `%25` for a literal `%`".into(),
            "write `%25` if URLs spell it so".into()
        )
    );
    let code = Code::Backslash;
    let message = |dialect| found(rule("/a\\b").as_bytes(), dialect, code)[0].message();
    assert!(is_match("/a\\b", standard, "/a%5Cb") && !is_match("/a\\b", google, "/a%5Cb"));
    assert_eq!(
        (message(standard), message(google)),
        (
            "clients send `\\` in a path as `/`, so in a path this matches only `%5C`".into(),
            "clients send `\\` in a path as `/`, so in a path this matches nothing".into()
        )
    );
    for dialect in DIALECTS {
        assert!(is_match("/a%5Cb", dialect, "/a%5Cb"));
    }
}

#[test]
fn bad_percent_encoding() {
    let code = Code::BadPercentEncoding;
    for (pattern, expected) in [
        ("/%", 1),
        ("/%4", 1),
        ("/%4g", 1),
        ("/%%41", 1),
        ("/%41%", 1),
        ("/%41", 0),
        ("/%aF%fA", 0),
        ("x%", 0),
    ] {
        assert_places(code, rule(pattern), &[(2, "%")][..expected]);
    }
    assert_eq!(
        found(rule("/%41%").as_bytes(), Dialect::Standard, code)[0].span(),
        28..29
    );
}

#[test]
fn dot_segment() {
    let code = Code::DotSegment;
    for (pattern, segment) in [
        ("/./x", "."),
        ("/../x", ".."),
        ("/a/../b*", ".."),
        ("/a/..$", ".."),
        ("/a/.?x", "."),
        ("/%2e/", "%2e"),
        ("/.%2E/", ".%2E"),
        ("/a/./b/../c", "."),
    ] {
        assert_places(code, rule(pattern), &[(2, segment)]);
    }
    for pattern in [
        "/.",
        "/..",
        "/.well-known/",
        "/...",
        "/.../",
        "/a../b",
        "/a*/../b",
        "/a?b/../c",
        "/*/./",
        "/..*",
        "/.git$",
        "/x.",
        "/%2e%2f",
        "./x",
        "/a/..b/",
        // A space that is not trimmed stands between `$` and the end.
        "/a/..$\u{a0}",
    ] {
        assert_places(code, rule(pattern), &[]);
    }
    assert_places(code, rule("/../$\u{a0}"), &[(2, "..")]);
}

#[test]
fn backslash() {
    let code = Code::Backslash;
    assert_places(code, rule("/a\\b\\c"), &[(2, "\\")]);
    assert_places(code, rule("/*\\"), &[(2, "\\")]);
    assert_places(code, rule("/a?b=\\c"), &[]);
    assert_places(code, rule("/a%5Cb"), &[]);
    let text = rule("/*\\");
    let message = found(text.as_bytes(), Dialect::Standard, code)[0].message();
    assert!(
        message.ends_with("in a path this matches only `%5C`"),
        "{message}"
    );
    let robots = Robots::parse(&text);
    for (url, is_allowed) in [("/a\\b", true), ("/a%5Cb", false), ("/a?\\b", false)] {
        assert_eq!(robots.allowed("MyBot", url), is_allowed, "{url}");
    }
    assert_places(
        code,
        "user-agent: *\nsitemap: https://e.com\\x\nnoindex: \\\n",
        &[],
    );
}

#[test]
fn bad_crawl_delay() {
    let code = Code::BadCrawlDelay;
    for value in [".5", "5s", "-1", "1e3", "inf", "86401", "1,5", "1 5"] {
        let text = format!("user-agent: *\nCrawl-delay: {value} # x\n");
        assert_places(code, &text, &[(2, &format!("Crawl-delay: {value}"))]);
        assert_places(Code::UnsupportedField, &text, &[]);
    }
    assert_places(code, "crawl-delay:", &[(1, "crawl-delay:")]);
    assert_places(
        code,
        "crawl-delay: 5\ncrawl-delay: 0.5\ncrawl-delay: 86400\ncrawl-delay: 5.\ndelay: x\n",
        &[],
    );
}

#[test]
fn sitemap_not_absolute() {
    let code = Code::SitemapNotAbsolute;
    let text =
        "sitemap: /s.xml\nSitemap: s.xml\nsitemap:\nsitemap: //e.com/s\nsitemap: https:/e.com/s\n";
    assert_places(
        code,
        text,
        &[
            (1, "sitemap: /s.xml"),
            (2, "Sitemap: s.xml"),
            (3, "sitemap:"),
            (4, "sitemap: //e.com/s"),
            (5, "sitemap: https:/e.com/s"),
        ],
    );
    assert_places(
        code,
        "sitemap: https://e.com/s\nsitemap: ftp://e.com\nsitemap: https://ja.example.org/テスト.xml\nsite: /x\n",
        &[],
    );
}

#[test]
fn line_too_long() {
    let code = Code::LineTooLong;
    let pattern = |length: usize| format!("/{}", "a".repeat(length - "disallow: /".len()));
    for dialect in DIALECTS {
        assert_places_in(dialect, code, rule(&pattern(16_663)), &[]);
        assert_places_in(
            dialect,
            code,
            rule(&format!("{} # {}", pattern(16_663), "x".repeat(20_000))),
            &[],
        );
        assert_places_in(
            dialect,
            code,
            rule(&format!("{}bc", pattern(16_663))),
            &[(2, "bc")],
        );
    }
    let long = "x".repeat(20_000);
    assert_places(code, format!("# {long}\n{long}\nfoo: {long}\n"), &[]);
}

#[test]
fn input_cut() {
    let code = Code::InputCut;
    let text = "user-agent: *\ndisallow: /a\ndisallow: /b\r\nuser-agent: b\ndisallow: /c\n";
    let cut = |limit: usize| {
        let options = ParseOptions::new().byte_limit(limit);
        let found: Vec<_> = lint(text, options)
            .filter(|found| found.code() == code)
            .collect();
        found.first().map(|found| {
            (
                found.line(),
                found.span().start,
                found.severity(),
                found.message(),
            )
        })
    };
    let message = |read, rules: &str| {
        format!(
            "only the first {read} of {} bytes are read; the rest, with {rules} in it, is ignored",
            text.len()
        )
    };
    assert_eq!(
        cut(0),
        Some((1, 0, Severity::Warning, message(0, "3 rules")))
    );
    assert_eq!(
        cut(13),
        Some((2, 14, Severity::Warning, message(13, "3 rules")))
    );
    assert_eq!(
        cut(20),
        Some((2, 14, Severity::Warning, message(14, "3 rules")))
    );
    assert_eq!(
        cut(26),
        Some((3, 27, Severity::Warning, message(26, "2 rules")))
    );
    assert_eq!(
        cut(39),
        Some((4, 41, Severity::Warning, message(39, "1 rule")))
    );
    // Between CR and LF.
    assert_eq!(
        cut(40),
        Some((4, 41, Severity::Warning, message(40, "1 rule")))
    );
    assert_eq!(
        cut(text.len() - 2),
        Some((5, 55, Severity::Warning, message(55, "1 rule")))
    );
    // Nothing but a line end is cut off.
    assert_eq!(cut(text.len() - 1), None);
    assert_eq!(cut(text.len()), None);
    let comment = "user-agent: *\n# disallow: /x";
    let found: Vec<_> = lint(comment, ParseOptions::new().byte_limit(20))
        .filter(|found| found.code() == code)
        .collect();
    assert_eq!(
        (found[0].severity(), found[0].span()),
        (Severity::Information, 14..28)
    );
    assert_eq!(
        lint(&"x\n".repeat(512_000), ParseOptions::new().byte_limit(None))
            .filter(|found| found.code() == code)
            .count(),
        0
    );
}

#[test]
fn not_utf8() {
    let code = Code::NotUtf8;
    let places = |text: &[u8]| {
        found(text, Dialect::Standard, code)
            .iter()
            .map(|found| (found.line(), found.span(), found.severity()))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        places(b"user-agent: *\ndisallow: /\xE9t\xE9\ndisallow: /\xE9"),
        [(2, 25..26, Severity::Warning)]
    );
    assert_eq!(
        places(b"# \xE9\nuser-agent: *\n# \xE9\n"),
        [(1, 2..3, Severity::Information)]
    );
    assert_eq!(
        places(b"# \xE9\nuser-agent: \xF0\x9F\x98\n"),
        [(2, 16..19, Severity::Warning)]
    );
    assert_eq!(
        places("user-agent: *\ndisallow: /é😀\u{FEFF}".as_bytes()),
        []
    );
    assert_eq!(places(b"\xEF\xBB\xBFuser-agent: *\n"), []);
    assert_eq!(places(b"\xFF\xFEu\0"), []);
}

#[test]
fn utf16_byte_order_mark() {
    let code = Code::Utf16ByteOrderMark;
    let utf16 = |mark: &[u8], swap: bool| {
        let bytes = "user-agent: *\ndisallow: /\n"
            .bytes()
            .flat_map(|byte| if swap { [0, byte] } else { [byte, 0] });
        [mark, &bytes.collect::<Vec<_>>()].concat()
    };
    for text in [utf16(b"\xFF\xFE", false), utf16(b"\xFE\xFF", true)] {
        for dialect in DIALECTS {
            let found: Vec<_> = lint(&text, ParseOptions::new().dialect(dialect)).collect();
            assert_eq!(found.len(), 1, "{found:?}");
            assert_eq!(
                (found[0].code(), found[0].line(), found[0].span()),
                (code, 1, 0..2)
            );
        }
    }
    assert_places(code, "\u{FEFF}user-agent: *", &[]);
    assert_places(code, b"\xFFuser-agent: *", &[]);
}

/// Codes and lines of all diagnostics.
fn all(text: &[u8], dialect: Dialect) -> Vec<(Code, u32)> {
    let found = lint(text, ParseOptions::new().dialect(dialect));
    found.map(|found| (found.code(), found.line())).collect()
}

#[test]
fn a_utf16_byte_order_mark_before_other_text_hides_nothing() {
    let code = Code::Utf16ByteOrderMark;
    for mark in [b"\xFF\xFE", b"\xFE\xFF"] {
        let with = |text: &[u8]| [&mark[..], text].concat();
        for dialect in DIALECTS {
            // A line of its own, so that nothing else is harmed.
            let text = with(b"\nuser-agent: *\ndisallow: /\ndissallow: x\n");
            assert_eq!(
                all(&text, dialect)[..2],
                [(code, 1), (Code::FieldTypo, 4)],
                "{dialect:?}"
            );
            assert_eq!(
                only(&text, dialect, code),
                (
                    Severity::Warning,
                    "a UTF-16 byte order mark is not skipped: it becomes part of the first line"
                        .into()
                )
            );
            assert_eq!(
                found(&text, dialect, code)[0].advice(),
                "save the file as UTF-8, without this mark"
            );
            // In front of the first field, which is lost.
            let text = with(b"user-agent: *\ndisallow: /caf\xE9\n");
            let expected = [
                (code, 1),
                (Code::UnknownField, 1),
                (Code::RuleOutsideGroup, 2),
                (Code::NotUtf8, 2),
            ];
            assert_eq!(all(&text, dialect), expected, "{dialect:?}");
            // Not a record, but no UTF-16 either.
            for text in ["", "\n\n", "# hello\n", "\n# a\0b\nhello\n"] {
                let text = with(text.as_bytes());
                assert_eq!(all(&text, dialect), [(code, 1)], "{text:?}");
                let message = only(&text, dialect, code).1;
                assert!(message.contains("is not skipped"), "{message}");
            }
            let text = with(b"\n<html>\nfoo: bar\n");
            let expected = [(code, 1), (Code::LooksLikeHtml, 2)];
            assert_eq!(all(&text, dialect), expected, "{dialect:?}");
        }
    }
}

#[test]
fn what_is_appended_to_a_utf16_file_is_looked_at() {
    let utf16 = |text: &str| text.bytes().flat_map(|byte| [byte, 0]).collect::<Vec<_>>();
    let start = [b"\xFF\xFE", &utf16("# \u{7}\nuser-agent: *\n")[..]].concat();
    for (appended, code) in [
        ("\nuser-agent: *\ndisallow: x", Code::NoLeadingSlash),
        ("\ndissallow: /", Code::FieldTypo),
        ("\ncrawl-delay: 5", Code::UnsupportedField),
    ] {
        let text = [&start[..], appended.as_bytes()].concat();
        for dialect in DIALECTS {
            assert_eq!(found(&text, dialect, code).len(), 1, "{appended:?}");
            let message = only(&text, dialect, Code::Utf16ByteOrderMark).1;
            assert!(message.contains("is not skipped"), "{message}");
        }
    }
}

#[test]
fn looks_like_html() {
    let code = Code::LooksLikeHtml;
    assert_places(code, "<!DOCTYPE html>\n<p>", &[(1, "<!DOCTYPE html>")]);
    assert_places(code, "\n \r\n<html lang='en'\n>", &[(3, "<html lang='en'")]);
    assert_places(
        code,
        "\u{FEFF}<?xml version='1.0'?>",
        &[(1, "<?xml version='1.0'?>")],
    );
    assert_places(code, "user-agent: *\n<html>\n", &[]);
    assert_places(code, "# <html>\nuser-agent: *\n", &[]);
    assert_places(code, "< user-agent: *\n", &[]);
    assert_places(code, "<", &[]);
    assert_message(
        code,
        "<html>\nuser-agent: *\ndisallow: /\n</html>",
        Severity::Warning,
        "this looks like an HTML or XML page, in which only lines that happen to be records count (1 rule)",
    );
}

#[test]
fn non_ascii_space() {
    let code = Code::NonAsciiSpace;
    assert_places(
        code,
        "\u{A0}user-agent: *\ndisallow\u{A0}: /\nallow: \u{3000}/x\nsitemap: https://e.com\u{200B}\nuser-agent: a\u{A0} # x",
        &[
            (1, "\u{A0}"),
            (2, "\u{A0}"),
            (3, "\u{3000}"),
            (4, "\u{200B}"),
            (5, "\u{A0}"),
        ],
    );
    assert_places(
        code,
        "disallow: \u{A0}\u{2003}/x\u{A0}",
        &[(1, "\u{A0}\u{2003}"), (1, "\u{A0}")],
    );
    assert_places(
        code,
        "disallow: /a\u{A0}b\nfoo: \u{A0}\n# \u{A0}\nuser-agent:\u{B}a\u{C}\n",
        &[],
    );
    // It explains what else is odd about the line.
    for other in [
        Code::UnknownField,
        Code::FieldTypo,
        Code::NoLeadingSlash,
        Code::UserAgentCharacters,
    ] {
        assert_places(
            other,
            "\u{A0}allow\u{A0}: /\nallow\u{A0}: \u{A0}/x\nuser-agent: a\u{A0}\nuser-agent: \u{A0}b\n",
            &[],
        );
    }
    // In the values of extension records, too.
    for field in [
        "host",
        "crawl-delay",
        "clean-param",
        "content-usage",
        "content-signal",
        "license",
    ] {
        for value in ["\u{A0}x", "x\u{A0}"] {
            let text = format!("user-agent: a\n{field}: {value}\ndisallow:");
            assert_places(code, &text, &[(2, "\u{A0}")]);
        }
    }
    for text in [
        "license: \u{A0}https://e.com/",
        "content-usage: \u{A0}train-ai=n",
        "content-usage: /p train-ai=n\u{A0}",
        "content-signal: \u{A0}ai-train=no, search=yes\u{A0}",
        "content-signal: \u{A0}/p search=yes",
    ] {
        let text = format!("user-agent: a\n{text}\ndisallow:");
        let found = lint(&text, ParseOptions::new()).map(|found| found.code());
        let found: Vec<_> = found.filter(|found| *found != code).collect();
        assert_eq!(found, [Code::UnsupportedField], "{text:?}");
    }
    // Where it is quoted it can be seen.
    let message = |text: &str| {
        let found = lint(text, ParseOptions::new()).map(|found| found.message());
        found.collect::<Vec<_>>().concat()
    };
    assert!(message("foo\u{A0}bar: x").contains(r"`foo\u{a0}bar`"));
    // Bytes that are invalid UTF-8 are no spaces.
    assert_places(code, b"disallow: /x\xA0\ndisallow: \x85/", &[]);
}

#[test]
fn misplaced_byte_order_mark() {
    let code = Code::MisplacedByteOrderMark;
    let mark = "\u{FEFF}";
    assert_places(
        code,
        "\u{FEFF}\u{FEFF}user-agent: *\n\u{FEFF}disallow: /\nallow: /x\u{FEFF}\n",
        &[(1, mark), (2, mark), (3, mark)],
    );
    assert_places(
        code,
        "\u{FEFF}user-agent: *\n# \u{FEFF}\ndisallow: /\n",
        &[],
    );
    assert_places(Code::UnknownField, "foo\n\u{FEFF}disallow: /\n", &[]);
    assert_places(Code::NonAsciiSpace, "x\n\u{FEFF}disallow: /\n", &[]);
}

#[test]
fn diagnostics_come_in_file_order() {
    let text = "disallow: x\nuser-agent: a b\nfoo: bar\nuser-agent: c\nallow: /x\ndisallow: /x%\ndisallow: /x\nsitemap: s";
    let codes: Vec<_> = lint(text, ParseOptions::new())
        .map(|found| (found.line(), found.code()))
        .collect();
    assert_eq!(
        codes,
        [
            (1, Code::RuleOutsideGroup),
            (1, Code::NoLeadingSlash),
            (2, Code::UserAgentCharacters),
            (3, Code::UnknownField),
            (4, Code::JoinedRun),
            (6, Code::BadPercentEncoding),
            (7, Code::RuleNeverWins),
            (8, Code::SitemapNotAbsolute),
        ]
    );
}

#[test]
fn display_is_one_line() {
    let found = lint("disallow: /\u{1}\n", ParseOptions::new())
        .next()
        .unwrap();
    assert_eq!(
        found.to_string(),
        "line 1: warning: this rule comes before the first user-agent line, so it applies to no crawler [rule-outside-group]",
    );
    let text = format!("foo\u{7}{}: x", "o".repeat(100));
    let found = lint(&text, ParseOptions::new()).next().unwrap();
    let name = format!("foo\\u{{7}}{}", "o".repeat(56));
    assert_eq!(
        found.message(),
        format!("`{name}…` is not a known field, so the line is ignored")
    );
}

#[test]
fn codes_have_stable_names() {
    let names: Vec<_> = Code::ALL.iter().map(|code| code.name()).collect();
    let expected = "input-cut utf16-byte-order-mark looks-like-html not-utf8 misplaced-byte-order-mark line-too-long missing-colon \
                    field-typo unknown-field unsupported-field non-ascii-space comment-cuts-value empty-user-agent star-names-nobody \
                    user-agent-characters joined-run group-without-rules rule-outside-group no-leading-slash absolute-url-pattern \
                    rule-never-wins dollar-inside-pattern bad-percent-encoding dot-segment backslash bad-crawl-delay sitemap-not-absolute \
                    usage-syntax usage-unknown-label usage-other-vocabulary usage-no-preference usage-conflict usage-drops-label \
                    usage-outside-group usage-path license-not-absolute license-in-last-group";
    assert_eq!(names, expected.split_whitespace().collect::<Vec<_>>());
}

#[test]
fn codes_are_explained() {
    let severities: HashSet<_> = Code::ALL.iter().map(|code| code.severity()).collect();
    assert_eq!(severities.len(), 2);
    for code in Code::ALL {
        let (summary, explanation) = (code.summary(), code.explanation());
        assert!(
            summary.ends_with('.') && summary.trim() == summary,
            "{code}"
        );
        assert_eq!(explanation.lines().next(), Some(summary));
        // The summary is a paragraph of its own, and not all there is to say.
        assert_eq!(explanation.lines().nth(1), Some(""), "{code}");
        assert!(explanation.lines().count() > 2, "{code}");
        assert_eq!(explanation.matches("```").count() % 2, 0, "{code}");
        assert!(
            explanation.lines().all(|line| line.trim_end() == line),
            "{code}"
        );
    }
}

/// What a code's explanation shows as an example raises the code.
#[test]
fn examples_of_explanations_are_true() {
    let mut examples = 0;
    for &code in Code::ALL {
        let reads_statements = (Code::UsageSyntax..=Code::UsageDropsLabel).contains(&code);
        if reads_statements && !cfg!(feature = "aipref") {
            continue;
        }
        let explanation = code.explanation();
        let Some(example) = explanation.split("```").nth(1) else {
            continue;
        };
        examples += 1;
        let example = example.strip_prefix("text\n").expect("plain text");
        let text = format!("user-agent: *\n{example}");
        let found = found(text.as_bytes(), Dialect::Standard, code);
        assert!(!found.is_empty(), "{code}: {text}");
    }
    assert!(examples > 10);
}

/// Whatever a message quotes may go to a terminal.
#[test]
fn no_message_has_control_characters() {
    for character in [
        '\0', '\u{1b}', '\u{7f}', '\u{9b}', '\u{2028}', '\u{202e}', '\u{2066}',
    ] {
        let text = format!(
            "f{character}: x\nuser-agent: a{character}\nx{character}\nuser-agent: b\ndisallow: {character}\n\
             disallow: /{character}\nallow: /{character}\nsitemap: {character}\ncrawl-delay: {character}"
        );
        for dialect in DIALECTS {
            for found in lint(&text, ParseOptions::new().dialect(dialect)) {
                for told in [
                    found.message(),
                    found.advice(),
                    format!("{found} {found:?}"),
                ] {
                    assert!(!told.contains(character), "{character:?}: {told:?}");
                }
            }
        }
    }
}

/// However long a value is, and however many diagnostics quote it.
#[test]
fn sentences_are_short() {
    let long = "\u{1b}".repeat(20_000);
    let name = "a".repeat(20_000);
    let text = format!(
        "{long}: x\nuser-agent: {name}/{long}\nfoo\nuser-agent: {name}b\ndisallow{name} /x\ndisallow: {long}\n\
         disallow: https://x/{long}\ndisallow: /{long}\nallow: /{long}\nsitemap: {long}\ncrawl-delay: {long}\n\
         disallow{name}: x\ndisallow: /x#{long}\nuser-agent: *{long}"
    );
    let mut codes = HashSet::new();
    for dialect in DIALECTS {
        for found in lint(&text, ParseOptions::new().dialect(dialect).byte_limit(None)) {
            codes.insert(found.code());
            for told in [found.message(), found.advice()] {
                assert!(told.len() < 2_000, "{}: {} bytes", found.code(), told.len());
            }
        }
    }
    assert!(codes.len() >= 10, "{codes:?}");
}

#[test]
fn diagnostics_are_made_as_they_are_asked_for() {
    let text = format!("user-agent: *\n{}foo: bar", "\u{FEFF}a: x\n".repeat(50));
    let all: Vec<_> = lint(&text, ParseOptions::new()).collect();
    // A mark and a field each, the last field, and the group.
    assert_eq!(all.len(), 2 * 50 + 2);
    let mut some = lint(&text, ParseOptions::new());
    let first: Vec<_> = some.by_ref().take(7).collect();
    let rest: Vec<_> = some.clone().collect();
    assert_eq!([&first[..], &rest].concat(), all);
    // And no more afterwards.
    some.by_ref().count();
    assert_eq!(some.next(), None);
}
