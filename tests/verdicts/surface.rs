//! Properties of the public types: borrowing, threads, clones, and answers without a file.

use core::fmt::{Debug, Display};

use robots_exclusion::lexer::{Line, Lines};
use robots_exclusion::{
    Dialect, Matcher, ParseOptions, Reason, Robots, Rule, RuleKind, Selection, Verdict,
};

use crate::support::Setting;
use crate::support::generator::{self, Random};
use crate::support::routes::answer;

fn is_inside(part: &[u8], whole: &[u8]) -> bool {
    let (part, whole) = (part.as_ptr_range(), whole.as_ptr_range());
    whole.start <= part.start && part.end <= whole.end
}

/// Checks that every slice of a borrowed parse lies inside the input: patterns, tokens, names and
/// values.
fn assert_zero_copy(text: &[u8], dialect: Dialect) {
    let robots = ParseOptions::new()
        .dialect(dialect)
        .byte_limit(None)
        .parse(text);
    assert!(is_inside(robots.text(), text));
    for group in robots.groups() {
        for agent in group.agents() {
            assert!(is_inside(agent.value(), text), "{:?}", agent.value());
            assert!(is_inside(agent.token(), text), "{:?}", agent.token());
        }
        for rule in group.rules() {
            assert!(is_inside(rule.pattern(), text), "{rule}");
        }
    }
    for record in robots.sitemaps().chain(robots.records()) {
        assert!(is_inside(record.name(), text), "{record}");
        assert!(is_inside(record.value(), text), "{record}");
    }
    for agent in ["a", "b", "a-b", "c"] {
        let verdict = robots.verdict(agent, "/a/b");
        if let Some(rule) = verdict.rule() {
            assert!(is_inside(rule.pattern(), text), "{rule}");
        }
    }
}

#[test]
fn slices_of_a_borrowed_parse_lie_inside_the_input() {
    for seed in 0..500 {
        let file = generator::file(&mut Random::new(seed));
        for dialect in [Dialect::Standard, Dialect::Google] {
            assert_zero_copy(&file, dialect);
        }
    }
    // Patterns are borrowed as written, even if their canonical spelling differs.
    let text = b"user-agent: a\ndisallow: /%7e \xE9*$ # c\nsitemap: x\ncrawl-delay: 1\n";
    assert_zero_copy(text, Dialect::Standard);
    let robots = Robots::parse(text);
    let rule = robots
        .matcher("a")
        .rules()
        .next()
        .map(|rule| rule.pattern().to_vec());
    assert_eq!(rule.as_deref(), Some(&b"/%7e \xE9*$"[..]));
}

/// `Debug` shows text, escaped and shortened, and never lists of numbers.
#[test]
fn debug_shows_text() {
    let long = "x".repeat(100);
    let text = format!("user-agent: Bot\ndisallow: /é\nhost: {long}\n");
    let robots = Robots::parse(&text);
    let start = r#"Robots { file: "user-agent: Bot\ndisallow: /\xc3\xa9\nhost: xx"#;
    assert!(format!("{robots:?}").starts_with(start), "{robots:?}");
    assert_eq!(format!("{robots:?}").matches("dialect").count(), 1);
    let group = robots.groups().next().unwrap();
    assert_eq!(
        format!("{group:?}"),
        r#"Group [UserAgent { value: "Bot", line: 1, dialect: Standard }]"#
    );
    assert_eq!(
        format!("{:?}", group.rules().next().unwrap()),
        r#"Rule { kind: Disallow, pattern: "/\xc3\xa9", line: 2 }"#
    );
    let shown = format!(r#""{}" and 36 bytes more"#, &long[..64]);
    assert_eq!(
        format!("{:?}", group.records().next().unwrap()),
        format!(
            r#"Record {{ field: Host, name: "host", value: {shown}, line: 3, group_line: Some(1), run_line: Some(1) }}"#
        )
    );
    let matcher = robots.matcher("bot");
    assert_eq!(format!("{:?}", matcher.selection()), r#"Own("Bot")"#);
    let rules = r#"Matcher { dialect: Standard, text: "User-agent: Bot\nDisallow: /%C3%A9\n"#;
    assert!(format!("{matcher:?}").starts_with(rules), "{matcher:?}");
    let mut lines = Lines::new(b"allow: /", Dialect::Standard);
    assert!(format!("{lines:?}").starts_with(r#"Lines { text: "allow: /", "#));
    let line = lines.next().unwrap();
    assert!(format!("{line:?}").starts_with(r#"Line { text: "allow: /", number: 1, "#));
}

#[test]
fn auto_traits() {
    fn are_shared<T: Send + Sync + Clone + Debug>() {}
    fn are_displayed<T: Display>(_: T) {}
    fn are_copied<T: Copy>() {}
    are_shared::<(Robots<'static>, Matcher, Lines<'static>, Line<'static>)>();
    are_shared::<(Reason<'static>, Selection<'static>, Dialect)>();
    are_copied::<(Verdict<'static>, Rule<'static>, ParseOptions)>();
    are_shared::<(Verdict<'static>, Rule<'static>, ParseOptions)>();
    let robots = Robots::parse("user-agent: *\ndisallow: /");
    are_displayed(robots.verdict("a", "/"));
    are_displayed(robots.matcher("a").rules().next().expect("a rule"));
}

/// Owned values outlive the text, can be sent to other threads, and contain only what concerns
/// their crawler.
#[test]
fn owned_values_outlive_the_text() {
    let (robots, matcher) = {
        let text = String::from(
            "user-agent: b\ndisallow: /b\nuser-agent: a\ndisallow: /a b\nallow: /a%20b*c\n",
        );
        let robots = Robots::parse(&text);
        let matcher = robots.matcher("a");
        (robots.into_owned(), matcher)
    };
    let asked = std::thread::spawn(move || {
        let verdict = matcher.verdict("/a b/c");
        assert_eq!(
            verdict.rule().map(|rule| rule.to_string()).as_deref(),
            Some("Allow: /a%20b*c")
        );
        assert_eq!(answer(&robots.verdict("b", "/b")), (false, Some(2)));
        assert_eq!(answer(&matcher.verdict("/b")), (true, None));
        matcher.rules().count()
    });
    assert_eq!(asked.join().expect("no panic"), 2);
}

/// The reasons for a verdict, their lines, and the displayed texts.
#[test]
fn reasons() {
    let robots = Robots::parse("user-agent: a\ndisallow: /x\nallow: /x/y\n");
    let disallowed = "disallowed by line 2: Disallow: /x";
    for (agent, url, selection, line, shown) in [
        ("a", "/x", Selection::Own(b"a"), Some(2), disallowed),
        ("a-b", "/x", Selection::General(b"a"), Some(2), disallowed),
        (
            "a",
            "/x/y",
            Selection::Own(b"a"),
            Some(3),
            "allowed by line 3: Allow: /x/y",
        ),
        (
            "a",
            "/",
            Selection::Own(b"a"),
            None,
            "allowed: no rule in a's group matches",
        ),
        (
            "b",
            "/x",
            Selection::None,
            None,
            "allowed: no group applies to this crawler",
        ),
        (
            "a",
            "/robots.txt",
            Selection::Own(b"a"),
            None,
            "allowed: /robots.txt is always allowed",
        ),
    ] {
        let verdict = robots.verdict(agent, url);
        assert_eq!(verdict.to_string(), shown);
        assert_eq!(
            (verdict.selection(), verdict.line()),
            (selection, line),
            "{shown}"
        );
        let is_right = match (verdict.reason(), verdict.rule()) {
            (Reason::Rule(rule), Some(same)) => {
                (rule.line(), rule.kind()) == (same.line(), same.kind())
                    && verdict.allowed() == (rule.kind() == RuleKind::Allow)
            }
            (Reason::NoRule, None) => url == "/" && verdict.allowed(),
            (Reason::NoGroup, None) => agent == "b" && verdict.allowed(),
            (Reason::RobotsTxt, None) => url == "/robots.txt" && verdict.allowed(),
            _ => false,
        };
        assert!(is_right, "{:?}: {shown}", verdict.reason());
    }
}

/// Checks `allows_all` and `disallows_all` for groups as large as in real files.
#[test]
fn allows_all_and_disallows_all_with_many_rules() {
    for setting in [Setting::STANDARD, Setting::GOOGLE] {
        let mut file = String::from("user-agent: *\n");
        for number in 100..200 {
            file.push_str(&format!(
                "disallow: /{number}/page\nallow: /{number}/*page\n"
            ));
        }
        let all_allowed = |file: &str| setting.parse(file.as_bytes()).matcher("a").allows_all();
        assert!(all_allowed(&file));
        assert!(!all_allowed(&(file.clone() + "disallow: /199/*/pages\n")));
        let opposite = file
            .replace("disallow", "other")
            .replace("allow", "disallow")
            .replace("other", "allow")
            + "disallow: /\n";
        let matcher = setting.parse(opposite.as_bytes()).matcher("a");
        assert!(matcher.disallows_all() && !matcher.allows_all());
    }
}

/// `allows_all` and `disallows_all` agree with the rules.
#[test]
fn everything_or_nothing() {
    const BOTH: [Setting; 2] = [Setting::STANDARD, Setting::GOOGLE];
    const STANDARD: [Setting; 1] = [Setting::STANDARD];
    const GOOGLE: [Setting; 1] = [Setting::GOOGLE];
    #[rustfmt::skip]
    let cases: [(&[Setting], &str, bool, bool); 23] = [
        (&BOTH, "", true, false),
        (&BOTH, "disallow: /", false, true),
        (&BOTH, "disallow: *", false, true),
        (&BOTH, "disallow:", true, false),
        (&BOTH, "allow: /x", true, false),
        (&BOTH, "disallow: /\nallow: /x", false, false),
        (&BOTH, "disallow: /x", false, false),
        (&BOTH, "allow:\nuser-agent: b\ndisallow: /", true, false),
        (&BOTH, "disallow: fish", true, false),
        (&BOTH, "disallow: /$\ndisallow: /*", false, true),
        // Several rules combined.
        (&BOTH, "disallow: /a\nallow: /*\nallow: /a", true, false),
        (&BOTH, "disallow: /a\nallow: /a*\nallow: /a", true, false),
        (&BOTH, "disallow: /\nallow: /a\ndisallow: /*a", false, true),
        (&BOTH, "disallow: /\nallow: /a\ndisallow: /*a$", false, false),
        (&BOTH, "allow: /*a*b\nallow: /*b*a\ndisallow: /ab*aa", false, false),
        (&BOTH, "allow: /*a*b***\nallow: /*b*a\ndisallow: /ba", true, false),
        (&BOTH, "allow: /*a*b*\ndisallow: /aab/bc\nallow: /aab/bc$", false, false),
        // `/robots.txt` is exempt only in Standard.
        (&STANDARD, "disallow: /robots.txt$", true, false),
        (&GOOGLE, "disallow: /robots.txt$", false, false),
        (&STANDARD, "disallow: /\nallow: /robots.txt$", false, true),
        (&GOOGLE, "disallow: /\nallow: /robots.txt$", false, false),
        // A rule for an index page also applies to its folder.
        (&GOOGLE, "disallow: /$\nallow: /index.html", true, false),
        // The path of a URL with another scheme may contain dot segments.
        (&BOTH, "disallow: /a/../b", false, false),
    ];
    for (settings, rules, allows, disallows) in cases {
        for setting in settings {
            let file = format!("user-agent: *\n{rules}");
            let matcher = setting.parse(file.as_bytes()).matcher("a");
            let found = (matcher.allows_all(), matcher.disallows_all());
            assert_eq!(
                found,
                (allows, disallows),
                "{rules:?} in {:?}",
                setting.dialect
            );
        }
    }
    let dots = Robots::parse("user-agent: *\ndisallow: /a/../b").matcher("a");
    assert!(!dots.allowed("foo://h/a/../b") && dots.allowed("https://h/a/../b"));
}

/// Names written to a configuration can be parsed again.
#[test]
fn names_can_be_parsed_again() {
    for &dialect in Dialect::ALL {
        assert_eq!(dialect.to_string().to_uppercase().parse(), Ok(dialect));
    }
    for kind in [RuleKind::Allow, RuleKind::Disallow] {
        assert_eq!(kind.to_string().to_uppercase().parse(), Ok(kind));
    }
    let errors = [
        "bing".parse::<Dialect>().unwrap_err().to_string(),
        "permit".parse::<RuleKind>().unwrap_err().to_string(),
    ];
    assert_eq!(
        errors,
        [
            "unknown dialect: expected one of standard, google",
            "unknown kind of rule: expected one of allow, disallow",
        ]
    );
}
